//! Fields that serde writes or reads under names other than their own, or not at all.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::__private::{KeptName, audit, repair};
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use super::applied::applied;
use super::formats::{not_read, read};
use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi("by_email", pk = [email], sk = ["{id}" as "by_email_id"])]
#[gsi("by_team", pk = ("TEAM", team), sk = [level])]
struct User {
    id: String,
    #[serde(alias = "mail", alias = "address")]
    email: Option<String>,
    #[serde(default = "nobody", rename = "crew", alias = "team")]
    team: String,
    #[serde(deserialize_with = "optional", alias = "grade")]
    level: Option<u32>,
    #[serde(default, alias = "remark")]
    note: String,
}

fn nobody() -> String {
    "nobody".into()
}

/// Code for which a missing attribute is an error.
fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Option::deserialize(deserializer)
}

#[derive(DdbTable)]
enum Crm {
    User(User),
}

fn item(fields: serde_json::Value) -> Item {
    let mut item: Item = serde_dynamo::to_item(fields).unwrap();
    let [pk, sk] = ["USER#1", "PROFILE"].map(|key| AttributeValue::S(key.into()));
    item.extend([("pk".into(), pk), ("sk".into(), sk)]);
    item.insert("id".into(), AttributeValue::S("1".into()));
    item
}

/// Returns what a repair sets and removes, by name.
fn actions(item: &Item) -> Option<(Vec<String>, Vec<String>)> {
    let repair = Crm::repair(item).unwrap()?;
    let names: std::collections::HashMap<_, _> = repair.names().collect();
    let expression = repair.expression("");
    let (set, remove) = expression.split_once("REMOVE ").unwrap_or((&expression, ""));
    let name = |action: &str| {
        let placeholder = action.split(" = ").next()?.trim();
        Some((*names.get(placeholder)?).to_owned())
    };
    let named = |actions: &str| -> Vec<_> { actions.split(", ").filter_map(name).collect() };
    Some((named(set.trim_start_matches("SET ")), named(remove)))
}

#[test]
fn the_first_name_of_a_field_counts() {
    let fields = json!({"email": "b@x.org", "address": "c@x.org", "remark": "r", "note": "n"});
    let user = User::from_item(item(fields)).unwrap();
    assert_eq!(user.email.as_deref(), Some("b@x.org"));
    assert_eq!(user.note, "n");
    let user = User::from_item(item(json!({"address": "c@x.org", "mail": "b@x.org"}))).unwrap();
    assert_eq!(user.email.as_deref(), Some("b@x.org"));
}

#[test]
fn a_missing_field_of_an_index_has_its_default() {
    let user = User::from_item(item(json!({}))).unwrap();
    assert_eq!((user.email, user.level, user.team.as_str()), (None, None, "nobody"));
}

#[test]
fn an_alias_is_no_missing_field() {
    let user = User::from_item(item(json!({"mail": "b@x.org", "grade": 7}))).unwrap();
    assert_eq!((user.email.as_deref(), user.level), (Some("b@x.org"), Some(7)));
}

#[test]
fn a_repair_leaves_one_name_of_a_field() {
    let whole = User::from_item(item(json!({"email": "b@x.org", "grade": 7}))).unwrap();
    let mut renamed = whole.to_item().unwrap();
    let email = renamed.remove("email").unwrap();
    renamed.insert("mail".into(), email.clone());
    let faults: Vec<_> =
        Crm::audit(&renamed).iter().map(|own| (own.kind(), own.attribute())).collect();
    let expected = [(FaultKind::Half, Some("email")), (FaultKind::LeftOver, Some("mail"))];
    assert_eq!(faults, expected);
    let (set, removed) = actions(&renamed).unwrap();
    assert_eq!((set, removed), (vec!["email".into()], vec!["mail".into()]));

    let mut twice = whole.to_item().unwrap();
    twice.insert("remark".into(), AttributeValue::S("old".into()));
    let [fault] = Crm::audit(&twice)[..] else { panic!("one fault") };
    let message = "`remark` is left over: `User` has the field under another name";
    assert_eq!(fault.to_string(), message);
    assert_eq!(actions(&twice).unwrap(), (vec![], vec!["remark".into()]));
    let repair = Crm::repair(&twice).unwrap().unwrap();
    let names: Vec<_> = repair.names().map(|(_, name)| name).collect();
    assert_eq!(names, ["pk", "remark", "note"], "as they were read");
}

/// The item has each field under any of its names, or under several, in any combination.
#[test]
fn aliases_end() {
    let names = ["email", "mail", "address", "crew", "team", "level", "grade", "note", "remark"];
    let values = ["a@x.org", "b@x.org", "c@x.org", "red", "blue", "7", "8", "n", "m"];
    for chosen in 0..1 << names.len() {
        let stored = (0..names.len()).filter(|at| chosen >> at & 1 == 1);
        let value = |at: usize| match values[at].parse::<u32>() {
            Ok(number) => json!(number),
            Err(_) => json!(values[at]),
        };
        let fields = stored.map(|at| (names[at].to_owned(), value(at)));
        let renamed = item(serde_json::Value::Object(fields.collect()));
        let read = User::from_item(renamed.clone()).unwrap();

        let update = repair::<Crm>(&renamed, KeptName::Written).unwrap();
        let repaired = update.iter().fold(renamed.clone(), applied);
        assert_eq!(User::from_item(repaired.clone()).unwrap(), read, "{renamed:?}");
        assert_eq!(audit::<Crm>(&repaired, KeptName::Written), [], "{renamed:?}");
        assert_eq!(repair::<Crm>(&repaired, KeptName::Written).unwrap(), None);
        for alias in ["mail", "address", "team", "grade", "remark"] {
            assert!(!repaired.contains_key(alias), "{repaired:?}");
        }
        for (name, value) in &repaired {
            // Nothing is made up.
            assert!(renamed.values().any(|old| old == value) || name.ends_with("pk"), "{name}");
        }
    }
}

#[test]
fn an_alias_ends_if_one_asks_for_it() {
    let user = User::from_item(item(json!({"email": "b@x.org", "note": "n"}))).unwrap();
    let mut renamed = user.to_item().unwrap();
    let note = renamed.remove("note").unwrap();
    renamed.insert("remark".into(), note);
    assert_eq!((Crm::audit(&renamed), Crm::repair(&renamed).unwrap()), (vec![], None));

    let [fault] = audit::<Crm>(&renamed, KeptName::Written)[..] else { panic!("one fault") };
    assert_eq!((fault.kind(), fault.attribute()), (FaultKind::LeftOver, Some("remark")));
    let message = "`remark` is left over: `User` writes the field as `note`";
    assert_eq!(fault.to_string(), message);
    let update = repair::<Crm>(&renamed, KeptName::Written).unwrap().unwrap();
    assert_eq!(update.removed().next(), None, "the value is not lost");
    assert_eq!(update.expression(""), "SET #dk0 = :dk0 REMOVE #dk1");
    assert_eq!(
        update.condition(),
        "attribute_exists(#dk) AND attribute_not_exists(#dk0) AND #dk1 = :dk1_old"
    );
}

/// Aliases that add nothing: the field's own name, from whichever attribute, and an alias that is given twice.
mod repeated {
    use ddbkey_aws::prelude::*;

    use super::{DdbKeys, DdbTable, Deserialize, Item, Serialize, item, json};

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    #[pk("USER", id)]
    #[sk("PROFILE")]
    #[gsi("ranks", pk = ("GAME", "{user_rank:03}"), sk = (id))]
    #[gsi("cities", pk = [city], sk = ["{user_rank:03}" as "city_rank"])]
    struct User {
        id: String,
        #[serde(alias = "userRank", default)]
        user_rank: u32,
        #[serde(alias = "town", alias = "city", alias = "town")]
        city: String,
        #[serde(rename = "remark", alias = "note", alias = "remark", alias = "note")]
        note: String,
    }

    #[derive(DdbTable)]
    enum Crm {
        User(User),
    }

    fn user() -> User {
        User { id: "1".into(), user_rank: 7, city: "Bern".into(), note: "n".into() }
    }

    #[test]
    fn what_is_written_is_read() {
        let item = user().to_item().unwrap();
        assert_eq!(User::from_item(item.clone()).unwrap(), user());
        assert_eq!(Crm::audit(&item), []);
        assert_eq!(Crm::repair(&item).unwrap(), None);
    }

    #[test]
    fn an_alias_is_read_whatever_else_is_said() {
        let fields = json!({"userRank": 7, "town": "Bern", "note": "n"});
        assert_eq!(User::from_item(item(fields)).unwrap(), user());
    }

    #[test]
    fn an_update_keeps_the_name() {
        let item = user().to_item().unwrap();
        let update = User::update_item(&item, |user| {
            user.user_rank += 1;
            user.city = "Thun".into();
            user.note = "m".into();
        });
        let update = update.unwrap().unwrap();
        assert!(!update.expression("").contains("REMOVE"), "{update:?}");
        // A field under an alias is under its own name after the update.
        let mut renamed: Item = user().to_item().unwrap();
        let note = renamed.remove("remark").unwrap();
        renamed.insert("note".into(), note);
        let update = User::update_item(&renamed, |user| user.note = "m".into()).unwrap().unwrap();
        assert_eq!(update.expression(""), "SET #dk0 = :dk0 REMOVE #dk1");
    }
}

/// A version under another name: each update stores it under its own name, and repairs and moves compare both names.
mod versions {
    use ddbkey_aws::prelude::*;

    use super::{AttributeValue, DdbKeys, DdbTable, Deserialize, Item, Serialize};
    use crate::items::applied::applied;

    #[derive(DdbKeys, Serialize, Deserialize)]
    #[ddb(version = version)]
    #[pk("NOTE", id)]
    #[sk("META")]
    #[was("v1", sk = ("OLD"))]
    #[gsi("texts", pk = ("TEXT", text), sk = (id))]
    struct Note {
        id: String,
        text: String,
        #[serde(default, rename = "v", alias = "rev")]
        version: u64,
    }

    #[derive(DdbTable)]
    enum Notes {
        Note(Note),
    }

    fn number(digits: &str) -> AttributeValue {
        AttributeValue::N(digits.into())
    }

    fn renamed() -> Item {
        let mut item = Note { id: "1".into(), text: "a".into(), version: 5 }.to_item().unwrap();
        let version = item.remove("v").unwrap();
        item.insert("rev".into(), version);
        item
    }

    #[test]
    fn an_update_leaves_no_alias_behind() {
        for rev in [None, Some("4")] {
            let mut item = renamed();
            if let Some(rev) = rev {
                let version = item.insert("rev".into(), number(rev)).unwrap();
                item.insert("v".into(), version);
            }
            let update = Note::update_item(&item, |note| note.text = "b".into()).unwrap().unwrap();
            let updated = applied(item, &update);
            assert_eq!((updated.get("v"), updated.get("rev")), (Some(&number("6")), None));
            assert_eq!(Notes::audit(&updated), []);
        }
    }

    #[test]
    fn a_repair_and_a_move_compare_it_under_each_name() {
        let mut item = renamed();
        item.insert("textspk".into(), AttributeValue::S("TEXT#stale".into()));
        let repair = Notes::repair(&item).unwrap().unwrap();
        let names: Vec<_> = repair.names().map(|(_, name)| name).collect();
        assert!(names.contains(&"v") && names.contains(&"rev"), "{names:?}");
        item.insert("sk".into(), AttributeValue::S("OLD".into()));
        let rekey = ddbkey_aws::Rekey::with_condition::<Notes>(&item, &["text"]);
        let rekey = rekey.unwrap().unwrap();
        let names: Vec<_> = rekey.names().map(|(_, name)| name).collect();
        assert!(names.contains(&"v") && names.contains(&"rev"), "{names:?}");
    }
}

/// If an index is built from a single field, an item without it reads as if it were not in the index.
mod defaults {

    use super::{DdbKeys, Deserialize, Serialize, json, not_read, read};

    #[derive(DdbKeys, Serialize, Deserialize, Debug)]
    #[pk("MATCH", id)]
    #[sk("META")]
    #[gsi("rounds", pk = [tournament], sk = [round])]
    struct Match {
        id: String,
        #[serde(default = "unknown")]
        tournament: String,
        round: Option<u32>,
    }

    fn unknown() -> String {
        "unknown".into()
    }

    #[derive(DdbKeys, Serialize, Deserialize, Debug)]
    #[serde(default)]
    #[pk("LEG", id)]
    #[sk("META")]
    #[gsi("rounds", pk = [tournament], sk = [round])]
    struct Leg {
        id: String,
        tournament: String,
        round: Option<u32>,
    }

    impl Default for Leg {
        fn default() -> Self {
            Self { id: String::new(), tournament: unknown(), round: Some(1) }
        }
    }

    #[derive(DdbKeys, Serialize, Deserialize, Debug)]
    #[pk("SET", id)]
    #[sk("META")]
    #[gsi("rounds", pk = [tournament], sk = [round])]
    struct Set {
        id: String,
        tournament: String,
        round: Option<u32>,
    }

    #[test]
    fn a_default_is_not_overwritten() {
        let row = read::<Match>(&json!({"id": "1", "pk": "MATCH#1", "sk": "META"})).unwrap();
        assert_eq!((row.tournament.as_str(), row.round), ("unknown", None));
        let leg = read::<Leg>(&json!({"id": "1", "pk": "LEG#1", "sk": "META"})).unwrap();
        assert_eq!((leg.tournament.as_str(), leg.round), ("unknown", Some(1)));
        let error = not_read::<Set>(&json!({"id": "1", "pk": "SET#1", "sk": "META"}));
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert!(source.contains("missing field `tournament`"), "{source}");
    }
}

/// Fields that serde skips, but that an index can use because the key of the item has them.
mod in_keys {
    use ddbkey_aws::prelude::*;

    use super::{AttributeValue, DdbKeys, DdbTable, Deserialize, Item, Serialize};

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[ddb(fields_from_keys)]
    #[pk("TENANT", "{tenant}")]
    #[sk("INVOICE", "{at:.3}", number)]
    #[was("v1", sk = ("BILL", "{at:.6}", number))]
    #[gsi("by_day", pk = ("DAY", "{at:day}"), sk = [number])]
    #[gsi("by_tenant", pk = ("T", "{tenant:lower}"), sk = ("{at:.0}"))]
    struct Invoice {
        #[serde(skip)]
        tenant: String,
        #[serde(skip_deserializing)]
        at: jiff::Timestamp,
        #[serde(skip_serializing, default)]
        number: String,
        total: u32,
    }

    #[derive(DdbTable)]
    enum Books {
        Invoice(Invoice),
    }

    #[test]
    fn nothing_is_taken_for_a_default() {
        let at = "2024-12-01T10:30:00.123Z".parse().unwrap();
        let invoice = Invoice { tenant: "Acme".into(), at, number: "7".into(), total: 5 };
        let item = invoice.to_item().unwrap();
        assert_eq!(Invoice::from_item(item.clone()).unwrap(), invoice);
        assert_eq!(Books::audit(&item), []);
        assert_eq!(Books::repair(&item).unwrap(), None);
        let mut stale: Item = item.clone();
        stale.insert("by_daypk".into(), AttributeValue::S("DAY#2024-12-02".into()));
        assert!(Books::repair(&stale).unwrap().is_some());

        let mut legacy = item.clone();
        let key = AttributeValue::S("BILL#2024-12-01T10:30:00.123000Z#7".into());
        legacy.insert("sk".into(), key);
        let moved = Books::rekey(&legacy).unwrap().unwrap();
        assert_eq!(Books::audit(moved.item()), []);
        assert_eq!(Invoice::from_item(moved.item().clone()).unwrap(), invoice);
    }
}

/// A field that serde writes under one name and reads under others: the stored value is never seen.
mod never_read {
    use ddbkey_aws::prelude::*;

    use super::{DdbKeys, DdbTable, Deserialize, Serialize};

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("VISITS", id)]
    #[sk("VISITS")]
    struct Visits {
        id: String,
        #[serde(rename(serialize = "count"), default)]
        visits: u32,
        #[serde(rename(serialize = "noted"), alias = "noted", default)]
        note: String,
        #[serde(skip_deserializing)]
        written_at: u32,
    }

    #[derive(DdbTable)]
    enum Counters {
        Visits(Visits),
    }

    #[test]
    fn an_update_does_not_write_over_it() {
        let visits = Visits { id: "v".into(), visits: 3, note: "a".into(), written_at: 0 };
        let item = visits.to_item().unwrap();
        assert_eq!(Visits::from_item(item.clone()).unwrap().visits, 0, "serde's doing");
        let errors = [
            Visits::update_item(&item, |visits| visits.visits += 1).unwrap_err(),
            Counters::update_item(&item, |Counters::Visits(visits)| visits.visits += 1)
                .unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.entity(), error.attribute()), ("Visits", Some("count")));
            assert_eq!(
                error.to_string(),
                "Visits: field `count`: serde writes it as `count` but reads it as `visits`",
            );
        }
        // Another field, a field that is read under its written name, and a field that serde never reads behave as usual.
        for change in
            [(|visits| visits.note = "b".into()) as fn(&mut Visits), |visits| visits.written_at = 7]
        {
            assert!(Visits::update_item(&item, change).unwrap().is_some());
        }
    }
}
