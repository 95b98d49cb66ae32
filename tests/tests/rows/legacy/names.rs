//! Names, and the forms of an entity: without a sort key, generic, in a table that names its attributes, with
//! raw identifiers.

use ddbkey::{DdbKeys, DdbTable};

use crate::texts;

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "kind")]
#[gsi("GSI1", pk = "SK", sk = "PK")]
enum Named {
    Api(Api),
    Page(Page),
}

#[derive(DdbKeys)]
#[ddb(table = Named, prefix = ApiItem)]
#[pk("API", id)]
#[sk("META")]
#[gsi("GSI1" as inverted, pk = sk, sk = pk)]
#[was("2023-01" as legacy, pk = ("A", id))]
struct Api {
    id: String,
}

/// A type with the name that would be generated without `prefix`.
#[allow(dead_code, reason = "its name is what matters")]
struct ApiAnyKey;

#[derive(DdbKeys)]
#[ddb(table = Named)]
#[pk("PAGE", r#type)]
#[sk("PAGE")]
#[was("old.key", pk = ("P", r#type), sk = ("P"))]
struct Page {
    r#type: String,
}

#[test]
fn names_are_those_of_the_declaration() -> Result<(), Box<dyn std::error::Error>> {
    let api = Api { id: "a".into() };
    assert_eq!(api.legacy(), ApiItemLegacy { id: "a" });
    let keys = ApiItemAnyKey::Legacy(api.legacy()).keys()?;
    assert_eq!(texts(&keys), [("PK", "A#a".to_owned()), ("SK", "META".to_owned())]);
    assert_eq!(Named::parse_keys(&keys)?, NamedKey::Api(ApiItemAnyKey::Legacy(api.legacy())));
    let page = Page { r#type: "t".into() };
    let PageOldKey { r#type } = page.old_key();
    assert_eq!(r#type, "t");
    assert_eq!(Named::parse_key("P#t", "P")?, NamedKey::Page(PageAnyKey::OldKey(page.old_key())));
    let query = Page::query_old_key(PageOldKeyPk { r#type: "t" }).build()?;
    assert_eq!(query.attributes().collect::<Vec<_>>(), ["PK", "SK"]);
    assert!(query.matches("P#t", "P"));
    Ok(())
}

/// Without a sort key, and without a lifetime.
#[derive(DdbKeys, Debug)]
#[pk("COUNTER", "{number:08}")]
#[was("v1", pk = ("COUNTER", "{number:05}"))]
struct Counter {
    number: u32,
}

#[derive(DdbTable)]
enum Counters {
    Counter(Counter),
}

#[test]
fn without_a_sort_key() -> Result<(), Box<dyn std::error::Error>> {
    let key: OrderedKey = Counters::parse_key("COUNTER#00007", None)?;
    assert_eq!(key, CountersKey::Counter(CounterAnyKey::V1(CounterV1 { number: 7 })));
    assert_eq!(
        CounterAnyKey::parse("COUNTER#00000007")?,
        CounterAnyKey::Current(CounterKey { number: 7 })
    );
    assert_eq!(Counter::parse_v1("COUNTER#00007")?, Counter { number: 7 }.v1());
    assert!(Counters::parse_key("COUNTER#00007", "x").is_err());
    Ok(())
}

type OrderedKey = CountersKey<'static>;

/// Keys of an entity with a parameter, which they do not mention.
#[derive(DdbKeys, Debug)]
#[pk("ROW", id)]
#[sk("AT", "{number:03}")]
#[was("v1", pk = ("OLD", "{number:03}"), sk = ("X", id))]
#[was("v0", pk = ("ONE"), sk = ("ROW"))]
struct Row<T: Clone> {
    id: String,
    number: u8,
    payload: T,
}

#[derive(DdbTable)]
enum Rows {
    Row(Row<char>),
}

#[test]
fn generic() -> Result<(), Box<dyn std::error::Error>> {
    let row = Row { id: "r".to_owned(), number: 1, payload: 'x' };
    assert_eq!(Rows::parse_key("OLD#001", "X#r")?, RowsKey::Row(RowAnyKey::V1(row.v1())));
    assert_eq!(Rows::parse_key("ONE", "ROW")?, RowsKey::Row(RowAnyKey::V0(RowV0)));
    let query = Row::<char>::query_v1(RowV1Pk { number: 1 }).id("r").build()?;
    assert!(query.matches("OLD#001", "X#r"));
    assert_eq!(
        row.v0().keys()?,
        Row { id: row.payload.into(), number: 2, payload: () }.v0().keys()?
    );
    Ok(())
}

/// In generic code, the payload is known to be any key of the entity.
fn legacy_name_of<T: DdbKeys>(key: &T::AnyKey<'_>) -> Option<&'static str> {
    use ddbkey::key::PrimaryKey;
    key.legacy_name()
}

#[test]
fn generic_code_has_the_key_of_any_kind() {
    let counter = Counter { number: 1 };
    assert_eq!(legacy_name_of::<Counter>(&counter.key().into()), None);
    assert_eq!(legacy_name_of::<Counter>(&CounterAnyKey::V1(counter.v1())), Some("v1"));
}
