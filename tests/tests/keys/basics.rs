//! One declaration, built and parsed.

use std::ops::Range;

use ddbkey::key::TypedQuery;
use ddbkey::{DdbKeys, KeyCondition, KeyErrorKind, ParseErrorKind};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
}

#[derive(DdbKeys)]
#[pk("EVENT", tenant)]
#[sk("{id}@v{version:05}", tenant)]
struct Event<'a, P> {
    tenant: &'a str,
    id: Ulid,
    version: u32,
    #[allow(dead_code)]
    payload: P,
}

#[derive(DdbKeys)]
#[pk("CONFIG##{{{name}}}")]
struct Config {
    name: String,
}

fn order() -> Order {
    Order {
        user_id: "u1".into(),
        created_at: "2024-12-01T10:30:00.123456Z".parse().unwrap(),
        id: "01HX7MBJK3V9WQBZ7XNDK5ZT2M".parse().unwrap(),
    }
}

#[test]
fn builds_and_parses() {
    let order = order();
    assert_eq!(order.pk().unwrap(), "USER#u1");
    let sk = order.sk().unwrap();
    assert_eq!(sk, "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M");
    assert_eq!(sk.capacity(), sk.len());
    let OrderSk { created_at, id } = Order::parse_sk(&sk).unwrap();
    assert_eq!(created_at, "2024-12-01T10:30:00.123Z".parse().unwrap());
    assert_eq!(id, order.id);
    let OrderKey { user_id, .. } = Order::parse_key("USER#u1", &sk).unwrap();
    assert_eq!(user_id, "u1");
    assert_eq!(UserKey { user_id: "u1" }.keys().unwrap().sk(), Some("PROFILE"));
    assert_eq!(User { user_id: "x".into() }.pk().unwrap(), "USER#x");
    assert_eq!(UserSk.build().unwrap(), "PROFILE");
    assert!(
        matches!(User::parse_sk("PROFILE#x"), Err(error) if error.kind() == ParseErrorKind::Trailing)
    );
    assert!(
        matches!(UserPk { user_id: "" }.build(), Err(error) if error.kind() == KeyErrorKind::Empty)
    );
}

/// Code that takes any range need not check first whether it is empty.
#[test]
fn an_empty_range_is_an_error_or_no_condition() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let (from, to) = (at("2024-12-01T00:00:00Z"), at("2024-12-02T00:00:00Z"));
    let within =
        |user_id, range: Range<Timestamp>| Order::query(OrderPk { user_id }).created_at_in(range);
    assert!(
        matches!(within("u1", to..from).build(), Err(error) if error.kind() == KeyErrorKind::EmptyRange)
    );
    assert_eq!(within("u1", to..from).build_or_none(), Ok(None));
    assert_eq!(within("u1", from..to).build_or_none(), within("u1", from..to).build().map(Some));
    assert!(
        matches!(within("", from..to).build_or_none(), Err(error) if error.kind() == KeyErrorKind::Empty)
    );
    // In code that knows no entity.
    let all = || Order::query(OrderPk { user_id: "u1" });
    assert_eq!(TypedQuery::build_or_none(all()), all().build().map(Some));
}

#[test]
fn generics() {
    let event = Event { tenant: "t", id: Ulid::nil(), version: 7, payload: () };
    assert_eq!(event.sk().unwrap(), "00000000000000000000000000@v00007#t");
    let key = Event::<()>::parse_key("EVENT#t", "00000000000000000000000000@v00007#t").unwrap();
    assert_eq!(key, event.key());
    // The partition key does not know the type of `id`.
    let partition = EventPk { tenant: "t" }.condition().unwrap();
    assert!(partition.matches("EVENT#t", "00000000000000000000000000@v00007#t"));
    assert!(!partition.matches("EVENT#u", "x") && !partition.matches("EVENT#t", None));
    assert_eq!(partition.attributes().collect::<Vec<_>>(), ["pk", "sk"]);
    assert!(matches!(
        Event::<()>::parse_key("EVENT#x", "00000000000000000000000000@v00007#t"),
        Err(error) if error.kind() == ParseErrorKind::Mismatch && error.part() == Some("tenant")
    ));
}

#[test]
fn no_sort_key() {
    let config = Config { name: "a".into() };
    assert_eq!(config.pk().unwrap(), "CONFIG##{a}");
    assert_eq!(Config::parse_key("CONFIG##{a}").unwrap(), ConfigKey { name: "a" });
    assert_eq!(config.keys().unwrap().sk(), None);
}

mod indexed {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{created_at:.3}", id)]
    #[gsi("gsi1", pk = ("EMAIL", email), sk = ("{created_at:.3}", id))]
    #[gsi("inverted", pk = sk, sk = pk)]
    #[gsi("by_type", pk = ("order"), sk = sk)]
    #[lsi("lsi1", sk = ("{priority:03}", id))]
    pub(crate) struct Order {
        pub user_id: String,
        pub created_at: Timestamp,
        pub id: Ulid,
        pub email: Option<String>,
        pub priority: u16,
    }

    #[test]
    fn index_keys() {
        let mut order = Order {
            user_id: "u1".into(),
            created_at: "2024-12-01T10:30:00.123456Z".parse().unwrap(),
            id: Ulid::nil(),
            email: None,
            priority: 7,
        };
        let names: Vec<_> = order.keys().unwrap().iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["pk", "sk", "by_typepk", "lsi1sk"]);
        order.email = Some("a@b".into());
        let keys = order.keys().unwrap();
        assert_eq!(keys.get("gsi1pk"), Some("EMAIL#a@b"));
        assert_eq!(keys.get("lsi1sk"), Some("007#00000000000000000000000000"));
        let templates: Vec<_> = Order::SCHEMA
            .key_attributes()
            .map(|own| {
                format!(
                    "{} {}: {}",
                    own.index_name().unwrap_or("table"),
                    own.name(),
                    own.template()
                )
            })
            .collect();
        let sk = "ORDER#{created_at:.3}#{id}";
        assert_eq!(
            templates,
            [
                "table pk: USER#{user_id}".to_string(),
                format!("table sk: {sk}"),
                "gsi1 gsi1pk: EMAIL#{email}".into(),
                "gsi1 gsi1sk: {created_at:.3}#{id}".into(),
                format!("inverted sk: {sk}"),
                "inverted pk: USER#{user_id}".into(),
                "by_type by_typepk: order".into(),
                format!("by_type sk: {sk}"),
                "lsi1 pk: USER#{user_id}".into(),
                "lsi1 lsi1sk: {priority:03}#{id}".into(),
            ]
        );
        let from = order.created_at;
        let query = Order::query(OrderPk { user_id: "u1" }).created_at_in(from..).build().unwrap();
        assert_asks(
            &query,
            "#ddbkey_pk = :ddbkey_pk AND #ddbkey_sk BETWEEN :ddbkey_sk AND :ddbkey_sk_to",
            &["USER#u1", "ORDER#2024-12-01T10:30:00.123Z#", "ORDER#["],
        );
        let query = Order::query_gsi1(OrderGsi1Pk { email: "a@b" })
            .created_at(from)
            .id_starting_with("01")
            .build()
            .unwrap();
        assert_asks(
            &query,
            "#ddbkey_pk = :ddbkey_pk AND begins_with(#ddbkey_sk, :ddbkey_sk)",
            &["EMAIL#a@b", "2024-12-01T10:30:00.123Z#01"],
        );
        let query = Order::query_inverted(OrderSk { created_at: from, id: Ulid::nil() })
            .user_id_in("a"..="b")
            .build()
            .unwrap();
        assert_asks(
            &query,
            "#ddbkey_pk = :ddbkey_pk AND #ddbkey_sk BETWEEN :ddbkey_sk AND :ddbkey_sk_to",
            &["ORDER#2024-12-01T10:30:00.123Z#00000000000000000000000000", "USER#a", "USER#b"],
        );
        let partition = OrderPk { user_id: "u1" }.condition().unwrap();
        assert_asks(&partition, "#ddbkey_pk = :ddbkey_pk", &["USER#u1"]);
    }

    /// Checks the expression, and the strings of its values in order.
    #[track_caller]
    fn assert_asks(condition: &KeyCondition, expression: &str, texts: &[&str]) {
        assert_eq!(condition.expression().to_string(), expression);
        let values: Vec<_> = condition.values().map(|(_, value)| value.into_string()).collect();
        assert_eq!(values, texts);
    }
}

mod parts {
    use ddbkey::{DdbKeys, KeyPart, KeyValue, ParseErrorKind};
    use jiff::Timestamp;
    use std::marker::PhantomData;
    use ulid::Ulid;

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(rename_all = "UPPERCASE")]
    enum Status {
        Pending,
        #[key_part(rename = "payed")]
        Paid,
    }

    #[derive(KeyPart)]
    struct UserId(String);
    #[derive(KeyPart)]
    struct Version(u32);
    #[derive(KeyPart)]
    struct Id<T>(Ulid, PhantomData<T>);
    #[derive(KeyPart)]
    struct Wrap<T>(T);
    #[derive(KeyPart)]
    struct Name<'a>(&'a str);

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct YearMonth(u32);

    #[derive(DdbKeys)]
    #[pk("X", user, month() -> YearMonth)]
    #[sk("{version:05}", status, id, "{at:.0}", name, "{*rest}")]
    struct Everything<'a> {
        user: UserId,
        version: Version,
        status: Status,
        id: Id<u8>,
        at: Wrap<Timestamp>,
        name: Name<'a>,
        rest: String,
    }
    impl Everything<'_> {
        fn month(&self) -> YearMonth {
            YearMonth(self.version.0 + 202_405)
        }
    }

    #[test]
    fn all() {
        let e = Everything {
            user: UserId("u".into()),
            version: Version(7),
            status: Status::Paid,
            id: Id(Ulid::nil(), PhantomData),
            at: Wrap(Timestamp::UNIX_EPOCH),
            name: Name("n"),
            rest: "a#b".into(),
        };
        let sk = e.sk().unwrap();
        assert_eq!(sk, "00007#payed#00000000000000000000000000#1970-01-01T00:00:00Z#n#a#b");
        assert_eq!(e.pk().unwrap(), "X#u#202412");
        let key = Everything::parse_key("X#u#202412", &sk).unwrap();
        assert_eq!(key, e.key());
        let error = Everything::parse_sk(&sk.replace("payed", "x")).unwrap_err();
        assert!(
            error.kind() == ParseErrorKind::Part && error.part() == Some("status"),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "sort key of `Everything` (`{version:05}#{status}#{id}#{at:.0}#{name}#{*rest}`): part `status` \
             is not one of `PENDING`, `payed`",
        );
        let pk = EverythingPk { user: UserIdRef::new("u"), month: YearMonthRef::new(202_412) };
        let query = Everything::query(pk).version_in(VersionRef::new(1)..).build().unwrap();
        let values: Vec<_> = query.values().collect();
        assert_eq!(
            values,
            [
                (":ddbkey_pk", KeyValue::S("X#u#202412".into())),
                (":ddbkey_sk", KeyValue::S("00001#".into())),
            ]
        );
    }
}

mod declared_by_a_macro {
    use std::marker::PhantomData;

    use ddbkey::{DdbKeys, KeyPart};

    macro_rules! declare {
        ($entity:ident, $newtype:ident, $email:ty, $phantom:ty) => {
            #[derive(KeyPart)]
            struct $newtype(String, $phantom);

            #[derive(DdbKeys)]
            #[pk("USER", id)]
            #[gsi("gsi1", pk = ("EMAIL", email))]
            struct $entity {
                id: $newtype,
                email: $email,
            }
        };
    }

    declare!(User, UserId, Option<String>, PhantomData<u8>);

    #[test]
    fn types_are_seen_through() {
        let user = User { id: UserId("u1".into(), PhantomData), email: None };
        assert_eq!(user.gsi1(), None);
    }
}
