//! Fields that are set from the key that an item is under, whichever it is.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[ddb(fields_from_keys)]
#[pk("DOC", id)]
#[sk("{version:05}")]
#[or("translated", sk = ("{version:05}", language))]
struct Document {
    #[serde(skip)]
    id: String,
    #[serde(default)]
    version: u32,
    #[serde(skip)]
    language: Option<String>,
    title: String,
}

/// A value that an older release stored as a field.
#[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[ddb(fields_from_keys)]
#[pk("PAGE", id)]
#[or("of_site", pk = ("PAGE", id, site))]
struct Page {
    id: u32,
    #[serde(default = "home")]
    site: Option<u8>,
}

#[expect(clippy::unnecessary_wraps, reason = "serde asks for the type of the field")]
fn home() -> Option<u8> {
    Some(1)
}

#[derive(DdbTable, Debug, PartialEq)]
enum Archive {
    Document(Document),
}

fn document(language: Option<&str>) -> Document {
    let language = language.map(Into::into);
    Document { id: "d".into(), version: 7, language, title: "T".into() }
}

#[test]
fn a_field_is_set_from_the_key_that_has_it() -> Result<(), Box<dyn std::error::Error>> {
    for document in [document(None), document(Some("de"))] {
        let mut item = document.to_item()?;
        assert!(!item.contains_key("language") && !item.contains_key("id"));
        assert_eq!(Document::from_item(item.clone())?, document);
        item.remove("version");
        assert_eq!(Document::from_item(item.clone())?, document);
        assert_eq!(Archive::from_item(item.clone())?, Archive::Document(document.clone()));
        assert_eq!(Archive::audit(&item), []);
        let update = Document::update_item(&item, |own| own.title = "U".into())?;
        assert_eq!(update.expect("a change").key(), &document.start_key()?);
    }
    Ok(())
}

/// Its default would give it another key.
#[test]
fn a_field_that_the_key_lacks_is_none() -> Result<(), Box<dyn std::error::Error>> {
    let page = Page { id: 1, site: None };
    let mut item: Item = page.to_item()?;
    item.remove("site");
    assert_eq!(Page::from_item(item)?, page);
    let page = Page { id: 1, site: Some(3) };
    let mut item: Item = page.to_item()?;
    item.remove("site");
    assert_eq!(Page::from_item(item)?, page);
    Ok(())
}
