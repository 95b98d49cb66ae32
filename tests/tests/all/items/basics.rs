//! Keys beside the fields, and the five reasons why an item is none of an entity.

use std::error::Error;

use ddbkey::key::AttributeErrorKind;
use ddbkey::{DdbKeys, DdbTable, ItemError, KeyError, Keyed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::formats::{not_read, not_written, round_trip};

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
fn keys_are_beside_the_fields_in_order() {
    assert_eq!(round_trip(&user()), stored());
    let text = serde_json::to_string(&Keyed(user())).unwrap();
    let wanted = r#"{"user_id":"u1","email":"a@b","age":7,"pk":"USER#u1","sk":"PROFILE","gsi1pk":"EMAIL#a@b","gsi1sk":"USER#u1","type":"User"}"#;
    assert_eq!(text, wanted);
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
fn stored_keys_are_those_of_the_fields() {
    for name in ["pk", "sk", "gsi1pk", "gsi1sk", "type"] {
        let error = not_read::<User>(&with(name, "USER#secret"));
        assert!(
            matches!(error, ItemError::Mismatch { entity: "User", name: own, .. } if own == name)
        );
        let wanted = format!("attribute `{name}` differs from the one that `User` produces");
        assert_eq!(error.to_string(), wanted);

        let error = not_read::<User>(&without(name));
        assert_eq!(kind(&error), (name, AttributeErrorKind::Missing));
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
fn what_an_index_leaves_behind_is_unexpected() {
    let error = not_read::<User>(&with("email", Value::Null));
    assert_eq!(kind(&error), ("gsi1pk", AttributeErrorKind::Unexpected));
    assert_eq!(
        error.to_string(),
        "unexpected key attribute `gsi1pk`: the fields of `User` do not produce it",
    );
}

#[test]
fn an_attribute_that_is_there_twice_is_refused() {
    for (name, other) in
        [("sk", r#""PROFILE""#), ("sk", r#""A""#), ("type", r#""User""#), ("pk", "null")]
    {
        let text = stored().to_string();
        let text = format!(r#"{}, "{name}": {other}}}"#, text.trim_end_matches('}'));
        let error = serde_json::from_str::<Keyed<User>>(&text).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("duplicate key attribute `{name}` of `User`")),
            "{error}"
        );
    }
}

#[test]
fn a_wrong_key_is_an_error_of_its_own() {
    let error = not_written(&User { user_id: "a#b".into(), ..user() });
    assert!(matches!(error, ItemError::Key(KeyError::Separator { part: "user_id", .. })));
    assert_eq!(error.entity(), "User");
    assert_eq!(error.attribute(), None);
}

#[test]
fn what_serde_refuses_keeps_its_error_as_the_source() {
    let error = not_read::<User>(&with("age", "secret"));
    assert!(matches!(error, ItemError::Format { entity: "User", .. }));
    assert_eq!(error.to_string(), "cannot convert `User` from or to an item");
    assert!(error.source().is_some());
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
    let error = serde_json::to_string(&Keyed(&text)).unwrap_err().to_string();
    assert_eq!(error, "`Text` is not serialized as a struct or a map");
    assert!(matches!(text.to_item(), Err(ItemError::Format { entity: "Text", .. })));
}

pub(super) fn kind(error: &ItemError) -> (&'static str, AttributeErrorKind) {
    match error {
        ItemError::Attribute { name, kind, .. } => (name, *kind),
        error => panic!("{error:?}"),
    }
}
