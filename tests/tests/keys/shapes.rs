//! One index that an entity declares several times: an item has the first key whose parts all have a value.

use ddbkey::{DdbKeys, DdbTable, KeyErrorKind};
use ddbkey_tools::Schema;

/// The strings of an item in the attributes of an index, in order.
fn texts(item: &impl DdbKeys, names: &[&str]) -> Vec<String> {
    let keys = item.keys().expect("the keys can be built");
    names.iter().filter_map(|name| keys.get(name)).map(ToOwned::to_owned).collect()
}

mod joined {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("ORDER", id)]
    #[gsi("ByScope" as of_campaign, pk = ("CAMPAIGN", client, campaign), sk = (id))]
    #[gsi("ByScope" as of_client, pk = ("CLIENT", client), sk = (id))]
    struct Order {
        id: String,
        client: String,
        campaign: Option<String>,
    }

    const NAMES: [&str; 2] = ["ByScopepk", "ByScopesk"];

    fn order(campaign: Option<&str>) -> Order {
        Order { id: "1".into(), client: "c".into(), campaign: campaign.map(Into::into) }
    }

    #[test]
    fn the_first_key_that_is_filled_is_written() {
        assert_eq!(texts(&order(Some("x")), &NAMES), ["CAMPAIGN#c#x", "1"]);
        assert_eq!(texts(&order(None), &NAMES), ["CLIENT#c", "1"]);
    }

    #[test]
    fn each_key_is_there_where_it_is_the_one_that_is_written() {
        let (with, without) = (order(Some("x")), order(None));
        assert!(with.of_campaign().is_some() && with.of_client().is_none());
        assert!(without.of_campaign().is_none() && without.of_client().is_some());
        let start = with.of_campaign_start_key().unwrap().expect("it is under a campaign");
        let names: Vec<_> = start.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["pk", "ByScopepk", "ByScopesk"]);
        assert_eq!(with.of_client_start_key().unwrap(), None);
    }

    /// Otherwise a value that cannot be built would be filed under its client, where nobody looks for it.
    #[test]
    fn what_is_filled_and_cannot_be_built_is_an_error() {
        for (campaign, kind) in [("", KeyErrorKind::Empty), ("a#b", KeyErrorKind::Separator)] {
            let order = order(Some(campaign));
            assert_eq!(order.keys().unwrap_err().kind(), kind, "{campaign}");
            assert!(order.of_client().is_none(), "{campaign}");
        }
    }

    #[test]
    fn each_key_is_parsed_and_queried_by_its_name() {
        let key = Order::parse_of_campaign("CAMPAIGN#c#x", "1").unwrap();
        assert_eq!(key, OrderOfCampaign { client: "c", campaign: "x", id: "1" });
        let key = Order::parse_of_client("CLIENT#c", "1").unwrap();
        assert_eq!(key, OrderOfClient { client: "c", id: "1" });
        assert!(Order::parse_of_client("CAMPAIGN#c#x", "1").is_err());
        let of_client = Order::query_of_client(OrderOfClientPk { client: "c" }).build().unwrap();
        assert_eq!(of_client.index_name(), Some("ByScope"));
        assert!(of_client.matches("CLIENT#c", "1") && !of_client.matches("CAMPAIGN#c#x", "1"));
    }
}

/// The forms of a declaration: local and global, in square brackets, by methods, and without a key that every item fills.
mod forms {
    use super::*;

    #[derive(DdbKeys)]
    #[ddb(table = Shop)]
    #[pk("USER", user_id)]
    #[sk("TASK", id)]
    #[lsi("due", sk = ("DUE", due))]
    #[lsi("due" as undated, sk = ("NONE", id))]
    #[gsi("GSI1" as of_team, pk = ["TEAM" as "kind", "{team}" as "scope"], sk = [priority])]
    #[gsi("GSI1" as of_person, pk = ["PERSON" as "kind", person() -> Option<&str> as "scope"], sk = [priority])]
    #[gsi("GSI2" as started, pk = ("STARTED", team, due), sk = sk)]
    #[gsi("GSI2" as waiting, pk = ("WAITING", team), sk = sk)]
    #[gsi("GSI2" as alone, pk = ("ALONE"), sk = sk)]
    struct Task {
        user_id: String,
        id: String,
        due: Option<String>,
        team: Option<String>,
        priority: u32,
    }

    impl Task {
        fn person(&self) -> Option<&str> {
            (self.priority > 0).then_some(&self.user_id)
        }
    }

    #[derive(DdbTable)]
    #[ddb(pk = "PK", sk = "SK")]
    #[lsi("due", sk = "DUE")]
    #[gsi("GSI1", pk = ["kind", "scope"], sk = ["priority"])]
    #[gsi("GSI2", pk = "GSI2PK", sk = "SK")]
    enum Shop {
        Task(Task),
    }

    fn task(due: Option<&str>, team: Option<&str>, priority: u32) -> Task {
        let [due, team] = [due, team].map(|text| text.map(ToOwned::to_owned));
        Task { user_id: "u".into(), id: "1".into(), due, team, priority }
    }

    #[test]
    fn a_local_index_has_one_of_two_sort_keys() {
        assert_eq!(texts(&task(Some("may"), None, 0), &["DUE"]), ["DUE#may"]);
        assert_eq!(texts(&task(None, None, 0), &["DUE"]), ["NONE#1"]);
        assert!(task(None, None, 0).due().is_none());
    }

    #[test]
    fn attributes_of_their_own_are_those_of_the_key_that_is_written() {
        let names = ["kind", "scope", "priority"];
        assert_eq!(texts(&task(None, Some("t"), 1), &names), ["TEAM", "t", "1"]);
        assert_eq!(texts(&task(None, None, 1), &names), ["PERSON", "u", "1"]);
        // A field that is an attribute stays if no key is filled.
        assert_eq!(texts(&task(None, None, 0), &names), ["0"]);
    }

    #[test]
    fn attributes_come_in_their_order() {
        let keys = task(None, None, 1).keys().unwrap();
        let names: Vec<_> = keys.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["PK", "SK", "DUE", "kind", "scope", "priority", "GSI2PK"]);
    }

    #[test]
    fn the_third_key_is_written_where_neither_is_filled() {
        let of = |due, team| {
            let task = task(due, team, 0);
            let filled =
                [task.started().is_some(), task.waiting().is_some(), task.alone().is_some()];
            (texts(&task, &["GSI2PK"]).concat(), filled)
        };
        assert_eq!(of(Some("may"), Some("t")), ("STARTED#t#may".into(), [true, false, false]));
        assert_eq!(of(None, Some("t")), ("WAITING#t".into(), [false, true, false]));
        assert_eq!(of(Some("may"), None), ("ALONE".into(), [false, false, true]));
        assert_eq!(of(None, None), ("ALONE".into(), [false, false, true]));
    }

    /// Each key in its order, and its name in Rust.
    #[test]
    fn the_schema_lists_each_key() {
        let schema = Schema::of(Shop::SCHEMA);
        let keys = schema.entity("Task").unwrap().index_keys.iter();
        let keys = keys.filter(|key| ["GSI2", "due"].contains(&key.index.as_deref().unwrap()));
        let keys: Vec<_> =
            keys.map(|key| (key.rust_name.as_deref().unwrap(), &key.optional[..])).collect();
        let (due, team) = ("due".to_owned(), "team".to_owned());
        let expected: [(_, &[String]); 3] =
            [("started", &[due.clone(), team.clone()]), ("waiting", &[team]), ("alone", &[])];
        assert!(expected.iter().all(|own| keys.contains(own)), "{keys:?}");
        assert!(
            keys.contains(&("due", &[due])) && keys.iter().any(|(name, _)| *name == "undated"),
            "{keys:?}"
        );
    }

    #[test]
    fn the_table_has_one_index() {
        let names: Vec<_> = Shop::SCHEMA.index_names().collect();
        assert_eq!(names, ["due", "GSI1", "GSI2"]);
    }
}

/// Two indexes that share an attribute. Each has a key for each shape.
mod shared {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("DOC", id)]
    #[gsi("by_name" as named_in_team, pk = ["TEAM#{team}" as "scope"], sk = [name])]
    #[gsi("by_name" as named, pk = ["ALL" as "scope"], sk = [name])]
    #[gsi("by_day" as dated_in_team, pk = ["TEAM#{team}" as "scope"], sk = [day])]
    #[gsi("by_day" as dated, pk = ["ALL" as "scope"], sk = [day])]
    struct Doc {
        id: String,
        team: Option<String>,
        name: String,
        day: String,
    }

    #[test]
    fn both_have_the_value_of_the_key_that_is_written() {
        let doc = |team: Option<&str>| Doc {
            id: "1".into(),
            team: team.map(Into::into),
            name: "n".into(),
            day: "d".into(),
        };
        let names = ["scope", "name", "day"];
        assert_eq!(texts(&doc(Some("t")), &names), ["TEAM#t", "n", "d"]);
        assert_eq!(texts(&doc(None), &names), ["ALL", "n", "d"]);
    }
}

/// Keys of an entity with a type parameter, over keys of the table, and by a method that returns its string.
mod others {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("ROW", id)]
    #[gsi("typed" as of_kind, pk = ("KIND", kind), sk = pk)]
    #[gsi("typed" as lettered, pk = ("LETTER", letter() -> Option<String>), sk = pk)]
    #[gsi("typed" as plain, pk = ("NONE"), sk = pk)]
    struct Row<P> {
        id: String,
        kind: Option<u8>,
        payload: P,
    }

    impl<P> Row<P> {
        fn letter(&self) -> Option<String> {
            self.id.chars().next().filter(char::is_ascii_alphabetic).map(String::from)
        }
    }

    #[test]
    fn have_each_of_their_keys() {
        let of = |id: &str, kind: Option<u8>| {
            let row = Row { id: id.into(), kind, payload: id.len() };
            assert_eq!(row.payload, id.len());
            let filled = [row.of_kind().is_some(), row.lettered().is_some(), row.plain().is_some()];
            (texts(&row, &["typedpk"]).concat(), filled)
        };
        assert_eq!(of("a1", Some(7)), ("KIND#7".into(), [true, false, false]));
        assert_eq!(of("a1", None), ("LETTER#a".into(), [false, true, false]));
        assert_eq!(of("1", None), ("NONE".into(), [false, false, true]));
    }
}
