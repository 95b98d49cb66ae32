//! Items under each key of their entity: read, audited, moved, and as rows of a page.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable, KeyError, Keys};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemError, ItemErrorKind, SkipKind};
use serde::{Deserialize, Serialize};

use crate::store::{Item, text};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("PRODUCT", product)]
#[sk("VERSION", "{id:04}")]
#[or("with_both", pk = ("MARKET", market, product), sk = ("VERSION", "{id:04}", "V", variant))]
#[or("with_variant", sk = ("VERSION", "{id:04}", "V", variant))]
#[was("v1", sk = ("V1", "{id:04}"))]
#[gsi("by_market", pk = ("M", market), sk = ("{id:04}"))]
#[gsi("inverted", pk = sk, sk = pk)]
pub(super) struct Version {
    pub(super) product: String,
    pub(super) id: u16,
    pub(super) variant: Option<String>,
    pub(super) market: Option<String>,
    pub(super) price: u32,
}

#[derive(DdbTable, Debug, PartialEq)]
#[gsi("by_market")]
#[gsi("inverted", pk = "sk", sk = "pk")]
pub(super) enum Shop {
    Version(Version),
}

pub(super) fn version(variant: Option<&str>, market: Option<&str>) -> Version {
    let owned = |text: Option<&str>| text.map(Into::into);
    let (variant, market) = (owned(variant), owned(market));
    Version { product: "p1".into(), id: 7, variant, market, price: 5 }
}

/// The item of a version under this key.
pub(super) fn under(version: &Version, keys: Result<Keys, KeyError>) -> Item {
    let mut item = version.to_item().unwrap();
    item.extend(keys.unwrap().into_item());
    item
}

fn plain(version: &Version) -> Result<Keys, KeyError> {
    VersionPlain { product: &version.product, id: version.id }.keys()
}

fn without(mut item: Item, name: &str) -> Item {
    item.remove(name);
    item
}

#[test]
fn an_item_is_written_under_its_key_and_read_under_each() -> Result<(), ItemError> {
    let full = version(Some("xl"), Some("at"));
    let item = full.to_item()?;
    assert_eq!((text(&item, "pk"), text(&item, "sk")), ("MARKET#at#p1", "VERSION#0007#V#xl"));
    let items = [
        item,
        under(&full, full.with_variant().unwrap().keys()),
        under(&full, plain(&full)),
        under(&full, full.v1().keys()),
    ];
    for item in items {
        assert_eq!(Version::from_item(item.clone())?, full);
        assert_eq!(Shop::from_item(item)?, Shop::Version(full.clone()));
    }
    let item = version(None, Some("at")).to_item()?;
    assert_eq!((text(&item, "pk"), text(&item, "sk")), ("PRODUCT#p1", "VERSION#0007"));
    Ok(())
}

/// The key holds a value that the fields lack.
#[test]
fn an_item_without_a_part_of_its_key_is_not_read() -> Result<(), ItemError> {
    let one = version(Some("xl"), None);
    let item = one.to_item()?;
    let wrong = [
        without(item.clone(), "variant"),
        Item::from_iter([("variant".into(), AttributeValue::Null(true))]),
        Item::from_iter([("variant".into(), AttributeValue::S("s".into()))]),
    ];
    for (at, wrong) in wrong.into_iter().enumerate() {
        let item = if at == 0 { wrong } else { item.clone().into_iter().chain(wrong).collect() };
        let error = Version::from_item(item.clone()).unwrap_err();
        assert_eq!((error.kind(), error.attribute()), (ItemErrorKind::Mismatch, Some("sk")));
        let faults: Vec<_> =
            Shop::audit(&item).iter().map(|own| (own.kind(), own.attribute())).collect();
        assert_eq!(faults, [(FaultKind::Key, Some("sk"))]);
        assert!(Shop::rekey(&item).is_err() && Shop::repair(&item).is_err());
    }
    Ok(())
}

#[test]
fn an_audit_tells_a_key_that_is_not_written() -> Result<(), ItemError> {
    let full = version(Some("xl"), Some("at"));
    assert_eq!(Shop::audit(&full.to_item()?), []);
    assert_eq!(Shop::audit(&version(None, Some("at")).to_item()?), []);
    let items = [
        (
            under(&full, full.with_variant().unwrap().keys()),
            "the item is under alternative `with_variant` of `Version`, but its fields produce another key",
        ),
        (
            under(&full, plain(&full)),
            "the item is under the plain key of `Version`, but its fields produce another key",
        ),
        (under(&full, full.v1().keys()), "the item is under legacy key `v1` of `Version`"),
    ];
    for (item, message) in items {
        let [fault] = Shop::audit(&item)[..] else { panic!("one fault") };
        assert_eq!((fault.kind(), fault.to_string()), (FaultKind::OtherKey, message.to_owned()));
        assert_eq!(Shop::repair(&item)?, None, "that is for `rekey`");
        let moved = Shop::rekey(&item)?.expect("another key");
        assert_eq!(moved.item(), &full.to_item()?);
        assert_eq!(Some(moved.former_key().pk()), item["pk"].as_s().ok().map(String::as_str));
    }
    assert_eq!(Shop::rekey(&full.to_item()?)?, None);
    Ok(())
}

/// An index over the table's own attributes has the stored key.
#[test]
fn an_index_over_the_keys_has_rows_of_each_shape() -> Result<(), Box<dyn std::error::Error>> {
    let (none, one) = (version(None, None), version(Some("xl"), None));
    let stored = [none.to_item()?, one.to_item()?];
    let inverted = Version::query_inverted(VersionSk { id: 7 }).build()?;
    let page = Version::read(&inverted, stored);
    assert_eq!((page.counts()[&SkipKind::Stale], page.rows), (1, vec![none]));
    assert_eq!(one.inverted_start_key()?, one.start_key()?);
    Ok(())
}

#[test]
fn one_query_for_each_key_has_each_row_once() -> Result<(), Box<dyn std::error::Error>> {
    let (none, one) = (version(None, None), version(Some("xl"), None));
    let stored = [none.to_item()?, one.to_item()?, under(&one, plain(&one))];
    let plain = Version::query(VersionPk { product: "p1" }).build()?;
    let page = Version::read(&plain, stored[1..].to_vec());
    assert_eq!((page.rows, page.skipped.len()), (vec![one.clone()], 1));
    let page = Version::read(&plain, stored.to_vec());
    assert_eq!(page.counts()[&SkipKind::OtherKey], 1);
    let with_variant = Version::query_with_variant(VersionPk { product: "p1" }).build()?;
    let page = Version::read(&with_variant, stored[..2].to_vec());
    assert_eq!((page.rows, page.skipped.len()), (vec![one], 1));
    Ok(())
}

/// An index that reuses the sort key has the one that the item is under, which the plain key could not be.
mod reused {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("DOC", doc)]
    #[sk("VERSION", id)]
    #[or("with_variant", sk = ("VARIANT", id, variant), separator = "!")]
    #[gsi("by_author", pk = ("AUTHOR", author), sk = sk)]
    struct Version {
        doc: String,
        id: String,
        variant: Option<String>,
        author: String,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    enum Docs {
        Version(Version),
    }

    #[test]
    fn a_part_that_the_plain_key_refuses() {
        let [doc, id, author] = ["d", "a#b", "ann"].map(String::from);
        let version = Version { doc, id, variant: Some("v".into()), author };
        let item = version.to_item().unwrap();
        assert_eq!(item["sk"].as_s().unwrap(), "VARIANT!a#b!v");
        assert_eq!(item["by_authorpk"].as_s().unwrap(), "AUTHOR#ann");
        assert_eq!(Docs::audit(&item), []);
        assert_eq!(Docs::repair(&item).unwrap(), None);
        let update = Version::update_item(&item, |version| version.author = "bob".into());
        let update = update.unwrap().unwrap();
        assert!(
            update.values().any(|(_, value)| value.as_s().is_ok_and(|own| own == "AUTHOR#bob"))
        );
        assert_eq!(Version::from_item(item).unwrap(), version);
    }

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("DOC", doc)]
    #[sk("PAGE", "{number:03}")]
    #[was("v1", sk = ("OLD", "{number:05}"))]
    #[gsi("by_author", pk = ("AUTHOR", author), sk = sk)]
    struct Page {
        doc: String,
        number: u32,
        author: String,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    enum Pages {
        Page(Page),
    }

    /// A row under a legacy key stays in the index, though its number does not fit the current key.
    #[test]
    fn a_part_that_the_current_key_refuses() {
        let mut item = Page { doc: "d".into(), number: 7, author: "ann".into() }.to_item().unwrap();
        item.insert("sk".into(), AttributeValue::S("OLD#12345".into()));
        item.insert("number".into(), AttributeValue::N("12345".into()));
        assert!(Pages::audit(&item).iter().all(|fault| fault.index().is_none()));
        let update = Page::update_item(&item, |page| page.author = "bob".into());
        let update = update.unwrap().unwrap();
        let is_set = |value: AttributeValue| value.as_s().is_ok_and(|set| set == "AUTHOR#bob");
        assert!(update.values().any(|(_, value)| is_set(value)));
        assert!(!update.expression("").contains("REMOVE"));
    }
}
