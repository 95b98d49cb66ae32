//! Updates of an item of several keys: what they refuse and compare.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemErrorKind, ItemUpdate};
use serde::{Deserialize, Serialize};

use super::reading::{Shop, Version, under, version};
use crate::store::Item;

fn compared(update: &ItemUpdate) -> Vec<String> {
    let mut names: Vec<_> = update.names().map(|(_, name)| name.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

fn is_other_item(error: &ItemError) -> bool {
    error.kind() == ItemErrorKind::Key
        && error.to_string().ends_with(": the closure changed the key")
}

#[test]
fn an_update_stays_under_its_key() -> Result<(), ItemError> {
    let full = version(Some("xl"), Some("at"));
    for item in [full.to_item()?, under(&full, full.with_variant().unwrap().keys())] {
        let update = Version::update_item(&item, |own| own.price += 1)?.expect("a change");
        assert_eq!(update.key().pk(), item["pk"].as_s().unwrap());
        let update = Shop::update_item(&item, |own| {
            let Shop::Version(own) = own;
            own.price += 1;
        })?;
        assert_eq!(
            update.expect("a change").key().sk(),
            item["sk"].as_s().ok().map(String::as_str)
        );
    }
    Ok(())
}

#[test]
fn another_key_is_refused() -> Result<(), ItemError> {
    let changes: [(_, fn(&mut Version)); 5] = [
        (version(None, None), |own| own.variant = Some("xl".into())),
        (version(Some("xl"), None), |own| own.variant = None),
        (version(Some("xl"), None), |own| own.variant = Some("s".into())),
        (version(Some("xl"), None), |own| own.market = Some("at".into())),
        (version(Some("xl"), Some("at")), |own| own.market = None),
    ];
    for (version, change) in changes {
        let item = version.to_item()?;
        let error = Version::update_item(&item, change).unwrap_err();
        assert!(is_other_item(&error), "{error}");
        let error = Version::update_item_narrow(&item, change).unwrap_err();
        assert_eq!(error.kind(), ItemErrorKind::Key);
    }
    // The plain key is written before and after it.
    let item = version(None, None).to_item()?;
    let update = Version::update_item_narrow(&item, |own| own.market = Some("at".into()))?;
    let compared = compared(&update.expect("a change"));
    assert_eq!(compared, ["by_marketpk", "by_marketsk", "id", "market", "pk", "variant"]);
    Ok(())
}

/// Two updates that leave the key unchanged could change it together.
#[test]
fn the_optional_parts_of_all_keys_are_one_group() -> Result<(), ItemError> {
    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("V", id)]
    #[or("full", pk = ("V", id, a, b))]
    struct Pair {
        id: String,
        a: Option<String>,
        b: Option<String>,
        other: u32,
    }

    #[derive(DdbTable)]
    #[allow(dead_code, reason = "only its entity matters")]
    enum Pairs {
        Pair(Pair),
    }

    let pair = Pair { id: "1".into(), a: None, b: None, other: 1 };
    let item: Item = pair.to_item()?;
    let a = Pair::update_item_narrow(&item, |own| own.a = Some("x".into()))?.expect("a change");
    assert_eq!(compared(&a), ["a", "b", "pk"]);
    let b = Pair::update_item_narrow(&item, |own| own.b = Some("x".into()))?.expect("a change");
    assert_eq!(compared(&b), ["a", "b", "pk"]);
    let other = Pair::update_item_narrow(&item, |own| own.other += 1)?.expect("a change");
    assert_eq!(compared(&other), ["other", "pk"]);
    let full = Pair { a: Some("x".into()), b: Some("y".into()), ..pair };
    let update = Pair::update_item(&full.to_item()?, |own| own.other += 1)?.expect("a change");
    assert_eq!(compared(&update), ["other", "pk"], "the key tells the others");
    Ok(())
}
