//! Keys next to the fields, and the five reasons why an item does not belong to an entity.

use std::error::Error;

use ddbkey::{DdbKeys, DdbTable, KeyErrorKind};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemError, ItemErrorKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::formats::{not_read, not_written, read, round_trip};

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Typed)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
    age: u32,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
enum Typed {
    User(User),
}

fn user() -> User {
    User { user_id: "u1".into(), email: Some("a@b".into()), age: 7 }
}

fn stored() -> Value {
    json!({
        "user_id": "u1", "email": "a@b", "age": 7, "pk": "USER#u1", "sk": "PROFILE",
        "gsi1pk": "EMAIL#a@b", "gsi1sk": "USER#u1", "type": "User",
    })
}

fn with(name: &str, value: impl Into<Value>) -> Value {
    let mut item = stored();
    item[name] = value.into();
    item
}

fn without(name: &str) -> Value {
    let mut item = stored();
    item.as_object_mut().unwrap().remove(name);
    item
}

#[test]
fn keys_are_beside_the_fields() {
    assert_eq!(round_trip(&user()), stored());
}

#[test]
fn an_item_outside_a_sparse_index_has_none_of_its_attributes() {
    let item = round_trip(&User { email: None, ..user() });
    assert_eq!(
        item,
        json!({"user_id": "u1", "email": null, "age": 7, "pk": "USER#u1", "sk": "PROFILE", "type": "User"}),
    );
}

#[test]
fn the_keys_of_the_table_are_those_of_the_fields() {
    for name in ["pk", "sk"] {
        let error = not_read::<User>(&with(name, "ORDER#secret"));
        assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Unknown, "User"));
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");

        let error = not_read::<User>(&without(name));
        assert_eq!(about(&error), (ItemErrorKind::Attribute, Some(name)));
        assert_eq!(error.to_string(), format!("missing key attribute `{name}` of `User`"));

        for value in [json!(5), json!(true), json!(["secret"]), json!({"secret": 1}), json!(1.5)] {
            let error = not_read::<User>(&with(name, value));
            assert_eq!(
                error.to_string(),
                format!("key attribute `{name}` of `User` is not a string")
            );
        }
    }
}

#[test]
fn a_key_of_other_fields_is_a_mismatch() {
    let error = not_read::<User>(&with("pk", "USER#secret"));
    assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("pk")));
    assert_eq!(error.entity(), "User");
    assert_eq!(error.to_string(), "attribute `pk` differs from what `User` produces");
}

/// Index attributes lag behind while an index is being filled, between two versions of a program, and after two concurrent
/// updates.
#[test]
fn what_indexes_have_and_the_type_attribute_never_stop_a_read() {
    for name in ["gsi1pk", "gsi1sk", "type"] {
        assert_eq!(read::<User>(&without(name)).unwrap(), user());
        for value in [json!("EMAIL#secret"), json!(5), json!(["secret"]), Value::Null] {
            assert_eq!(read::<User>(&with(name, value)).unwrap(), user());
        }
    }
    let left_behind = read::<User>(&with("email", Value::Null)).unwrap();
    assert_eq!(left_behind, User { email: None, ..user() });
}

#[test]
fn a_wrong_key_is_an_error_of_its_own() {
    let error = not_written(&User { user_id: "a#b".into(), ..user() });
    assert_eq!(error.kind(), ItemErrorKind::Key);
    let cause = error.key_error().unwrap();
    assert_eq!((cause.kind(), cause.part()), (KeyErrorKind::Separator, Some("user_id")));
    assert_eq!(error.entity(), "User");
    assert_eq!(error.attribute(), None);
}

#[test]
fn what_serde_refuses_keeps_its_error_as_the_source() {
    let error = not_read::<User>(&with("age", "secret"));
    assert_eq!(about(&error), (ItemErrorKind::Format, Some("age")));
    assert_eq!(error.entity(), "User");
    assert_eq!(error.to_string(), "attribute `age` of `User` cannot be read as its field");
    assert!(error.source().is_some());
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
}

#[test]
fn an_entity_is_a_struct_or_a_map() {
    #[derive(DdbKeys, Serialize)]
    #[serde(into = "String")]
    #[pk("USER", id)]
    #[derive(Clone)]
    struct Text {
        id: String,
    }
    impl From<Text> for String {
        fn from(text: Text) -> Self {
            text.id
        }
    }
    let text = Text { id: "a".into() };
    let error = text.to_item().unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Format, None));
    assert_eq!(error.to_string(), "serde writes `Text` as neither a struct nor a map");
}

/// Returns what is wrong, and the attribute.
pub(super) fn about(error: &ItemError) -> (ItemErrorKind, Option<&str>) {
    (error.kind(), error.attribute())
}
