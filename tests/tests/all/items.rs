//! Items: key attributes beside the fields, checked both ways.

use ddbkey::{DdbKeys, DdbTable, Item, ItemError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

/// An entity whose fields are stored under the names of key attributes.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Shop)]
#[pk("{id}")]
#[sk("NOTE", text)]
struct Note {
    #[serde(rename = "pk")]
    id: String,
    #[serde(rename = "sk")]
    text: String,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("gsi1")]
enum Shop {
    User(User),
    Order(Order),
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", n)]
struct Order {
    user_id: String,
    n: String,
}

fn user() -> User {
    User { user_id: "u1".into(), email: Some("a@b".into()) }
}

fn stored() -> Value {
    json!({
        "user_id": "u1", "email": "a@b", "pk": "USER#u1", "sk": "PROFILE",
        "gsi1pk": "EMAIL#a@b", "gsi1sk": "USER#u1", "type": "User",
    })
}

fn read(item: Value) -> Result<User, String> {
    serde_json::from_value(item).map(|Item(user)| user).map_err(|error| error.to_string())
}

#[test]
fn keys_stand_beside_the_fields() {
    assert_eq!(serde_json::to_value(Item(&user())).unwrap(), stored());
    assert_eq!(read(stored()), Ok(user()));
}

#[test]
fn a_sparse_index_is_left_out() {
    let user = User { email: None, ..user() };
    let item = serde_json::to_value(Item(&user)).unwrap();
    assert_eq!(item, json!({"user_id": "u1", "pk": "USER#u1", "sk": "PROFILE", "type": "User"}));
    assert_eq!(read(item), Ok(user));
}

#[test]
fn stored_keys_are_those_of_the_fields() {
    let error_with = |name: &str, value: Option<&str>| {
        let mut item = stored();
        match value {
            Some(value) => item[name] = value.into(),
            None => drop(item.as_object_mut().unwrap().remove(name)),
        }
        read(item).unwrap_err()
    };
    let differs = |name| format!("`{name}` of `User` is not the key that its fields build");
    assert_eq!(error_with("pk", Some("USER#u2")), differs("pk"));
    assert_eq!(error_with("gsi1sk", Some("USER#u2")), differs("gsi1sk"));
    assert_eq!(error_with("type", Some("Order")), differs("type"));
    assert_eq!(error_with("sk", None), "`sk` of `User` is missing");
    assert_eq!(error_with("gsi1pk", None), "`gsi1pk` of `User` is missing");
    let left = "`gsi1pk` of `User` is there, and its fields build no such key";
    assert_eq!(error_with("email", None), left);
}

#[test]
fn an_error_names_no_value() {
    let mut item = stored();
    item["pk"] = "USER#secret".into();
    assert!(!read(item).unwrap_err().contains("secret"));
}

#[test]
fn a_field_may_have_the_name_and_the_text_of_a_key() {
    let note = Note { id: "n1".into(), text: "NOTE#x".into() };
    let error = serde_json::to_string(&Item(&note)).unwrap_err().to_string();
    assert!(error.contains("`text` contains `#`"), "{error}");

    let note = Note { id: "n1".into(), text: "x".into() };
    let error = serde_json::to_string(&Item(&note)).unwrap_err().to_string();
    let collision =
        "a field of `Note` is serialised as `sk`, which is a key attribute of another text";
    assert_eq!(error, collision);
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[pk("{pk}")]
struct Plain {
    pk: String,
    n: u32,
}

#[test]
fn a_field_that_is_the_key_is_written_once_and_read() {
    let plain = Plain { pk: "p".into(), n: 7 };
    let text = serde_json::to_string(&Item(&plain)).unwrap();
    assert_eq!(text, r#"{"pk":"p","n":7}"#);
    assert_eq!(serde_json::from_str::<Item<Plain>>(&text).unwrap(), Item(plain));
}

#[test]
fn the_sdk_has_the_same_items() {
    let item = user().to_item().unwrap();
    assert_eq!(item["gsi1pk"].as_s().unwrap(), "EMAIL#a@b");
    assert_eq!(User::from_item(item.clone()).unwrap(), user());
    assert_eq!(Shop::from_item(item.clone()).unwrap(), Shop::User(user()));
    assert_eq!(Shop::User(user()).to_item().unwrap(), item);
    let error: ItemError = Shop::from_item([].into()).unwrap_err();
    assert_eq!(error.to_string(), "`pk` is missing or not text");
}
