//! Legacy keys in every form of a schema.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Cost, Deploy, Schema, SchemaChange, diff, event_filter};

macro_rules! entities {
    ($($name:ident { $($field:ident: $type:ty),* } $(#[$attribute:meta])*;)*) => {$(
        #[derive(DdbKeys)]
        $(#[$attribute])*
        #[allow(dead_code, reason = "for its schema")]
        struct $name { $($field: $type),* }
    )*};
}

entities! {
    User { user_id: String }
    #[pk("USER", user_id)]
    #[sk("PROFILE")];

    Order { user_id: String, number: u32 }
    #[pk("USER", user_id)]
    #[sk("ORDER2", "{number:08}")]
    #[was("v1", sk = ("ORDER", "{number:05}"))]
    #[was("v0", pk = ("CUSTOMER", user_id), sk = ("O", "{number:unordered}"), separator = "|")];

    Line { user_id: String, number: u32, line: u8 }
    #[pk("USER", user_id)]
    #[sk("ORDER", "{number:05}", "LINE", "{line:03}")];

    // Both keys have the same literals.
    Invoice { user_id: String, number: u32 }
    #[pk("USER", user_id)]
    #[sk("INVOICE", "{number:08}")]
    #[was("v1", sk = ("INVOICE", "{number:05}"))];

    Moved { id: String }
    #[pk("A", id)]
    #[sk("MOVED")]
    #[was("b", pk = ("B", id))]
    #[was("c", pk = ("C", id))]
    #[was("d", pk = ("D", id))]
    #[was("e", pk = ("E", id))]
    #[was("f", pk = ("F", id))];
}

#[derive(DdbTable)]
#[allow(dead_code, reason = "for its schema")]
enum Shop {
    User(User),
    Order(Order),
    Line(Line),
    Invoice(Invoice),
    Moved(Moved),
}

const WAS: &str = r#"[entity.Order.was.v0.separators]
pk = "|"
sk = "|"

[entity.Order.was.v0.key]
pk = "CUSTOMER|{user_id: text}"
sk = "O|{number:unordered: integer u32}"

[entity.Order.was.v1.key]
pk = "USER#{user_id: text}"
sk = "ORDER#{number: integer 05}"
"#;

#[test]
fn the_snapshot_lists_them_and_is_read_back() {
    let schema = Schema::of(Shop::SCHEMA);
    let text = schema.to_string();
    assert!(text.contains(WAS), "{text}");
    let since = |text: &str| diff(&Schema::parse(text).unwrap(), &schema);
    assert_eq!(since(&text), []);
    let (start, rest) = text.split_once("[entity.Order.was.").unwrap();
    let (_, end) = rest.split_once("[entity.Order.field.").unwrap();
    let changes = since(&format!("{start}[entity.Order.field.{end}"));
    let lines: Vec<_> = changes.iter().map(SchemaChange::to_string).collect();
    let line = |legacy: &str| {
        format!("`Order` also reads {legacy}: stored items stay as they are; deploy in any order")
    };
    let v0 = "`CUSTOMER|{user_id: text} / O|{number: integer u32}`, as its legacy key `v0`";
    let v1 = "`USER#{user_id: text} / ORDER#{number: integer 05}`, as its legacy key `v1`";
    assert_eq!(lines, [line(v0), line(v1)]);
    let judged = changes.iter().map(|change| (change.cost(), change.deploy()));
    assert!(judged.into_iter().all(|judged| judged == (Cost::Nothing, Deploy::AnyOrder)));
    // A program that drops them, seen from the other side.
    let dropped = text.replace("ORDER#{number: integer 05}", "ORDER#{number: integer 06}");
    let changes = since(&dropped);
    let breaking: Vec<_> =
        changes.iter().filter(|change| change.deploy() == Deploy::Breaking).collect();
    assert!(
        breaking
            .iter()
            .any(|change| change.to_string().contains("until an audit counts no `OtherKey`")),
        "{changes:?}"
    );
}

#[test]
fn the_pictures_of_a_schema_list_them() {
    let markdown = ddbkey_tools::markdown(&Schema::of(Shop::SCHEMA));
    for note in [
        "Order was v1: `USER#{user_id} / ORDER#{number:05}`",
        "Order was v0: `CUSTOMER\\|{user_id} / O\\|{number:unordered}`",
    ] {
        assert!(markdown.contains(&format!("\n- {note}\n")), "{markdown}");
    }
    let mermaid = ddbkey_tools::mermaid(&Schema::of(Shop::SCHEMA));
    let node = "[\"Order<br/>ORDER2#35;{number:08}<br/>was v1: USER#35;{user_id} / ORDER#35;{number:05}<br/>was v0: ";
    assert!(mermaid.contains(node), "{mermaid}");
}

#[test]
fn a_filter_has_a_pattern_for_each() {
    let schema = Schema::of(Shop::SCHEMA);
    let filter = event_filter(&schema, &["Order"]).unwrap();
    let starts = |pk: &str, sk: &str| {
        format!(
            r#"{{"dynamodb":{{"Keys":{{"pk":{{"S":[{{"prefix":"{pk}"}}]}},"sk":{{"S":[{{"prefix":"{sk}"}}]}}}}}}}}"#
        )
    };
    let patterns =
        [starts("USER#", "ORDER2#"), starts("USER#", "ORDER#"), starts("CUSTOMER|", "O|")];
    assert_eq!(filter.patterns().collect::<Vec<_>>(), patterns);
    // Lines are nested below the legacy key.
    assert_eq!(filter.also_lets_through(), ["Line"]);
    let filter = event_filter(&schema, &["Line"]).unwrap();
    assert_eq!(filter.also_lets_through(), ["Order"]);
    let filter = event_filter(&schema, &["Invoice", "Order"]).unwrap();
    assert_eq!(filter.patterns().count(), 4);
    let error = event_filter(&schema, &["Moved"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1 entity needs 6 patterns, but an event source mapping takes at most 5"
    );
}
