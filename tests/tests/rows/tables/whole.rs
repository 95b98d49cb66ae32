//! Indexes that reuse attributes and so hold items of entities that do not declare them; and names that are only used
//! in Rust, which documents list.

#![allow(clippy::duplicated_attributes, reason = "two indexes have one sort key attribute")]

use crate::listed::also_returned;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Schema, markdown, mermaid, picture};

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("inverted", pk = "sk", sk = "pk")]
#[gsi("by_type", pk = "type", sk = "pk")]
#[gsi("by_team", pk = "team", sk = "sk")]
enum Club {
    Member(Member),
    Profile(Profile),
    Guest(Guest),
    Flag(Flag),
}

#[derive(DdbKeys)]
#[ddb(table = Club, prefix = Seat)]
#[pk("USER", user, org)]
#[sk("GROUP", group)]
#[gsi("inverted" as of_group, pk = sk, sk = pk)]
#[gsi("by_type", pk = ["Member" as "type"], sk = pk)]
#[was("v1" as first, sk = ("G", group))]
struct Member {
    user: String,
    org: String,
    group: String,
}

/// Also in each index: by its keys, its type attribute and its field.
#[derive(DdbKeys)]
#[ddb(table = Club)]
#[pk("USER", user)]
#[sk("PROFILE")]
struct Profile {
    user: String,
    #[expect(dead_code, reason = "a field of the schema")]
    team: Option<String>,
}

/// Under keys that a query of groups returns.
#[derive(DdbKeys)]
#[ddb(table = Club)]
#[pk("USER", user, "GUEST", number)]
#[sk("GROUP", group)]
#[gsi("by_team", pk = ["red" as "team"], sk = sk)]
struct Guest {
    user: String,
    number: String,
    group: String,
}

/// Its team is not a string.
#[derive(DdbKeys)]
#[ddb(table = Club)]
#[pk("FLAG", id)]
#[sk("META")]
struct Flag {
    id: String,
    #[expect(dead_code, reason = "a field of the schema")]
    team: bool,
}

#[test]
fn an_index_holds_what_has_its_attributes() {
    let schema = Schema::of(Club::SCHEMA);
    let parsed = Schema::parse(&schema.to_string()).unwrap();
    for schema in [schema, parsed] {
        let also = |index| {
            let mut names: Vec<_> = schema.also_in(index).map(|own| own.name.as_str()).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(also("inverted"), ["Flag", "Guest", "Profile"]);
        assert_eq!(also("by_type"), ["Flag", "Guest", "Profile"]);
        assert_eq!(also("by_team"), ["Profile"]);
        assert!(also("nowhere").is_empty());
    }
}

/// Whether or not they declare the index.
#[test]
fn a_query_of_it_also_returns_them() {
    assert_eq!(
        also_returned(Club::SCHEMA, "Member"),
        ["Guest (index inverted, up to 1 part given)"]
    );
    let query = Member::query_of_group(SeatSk { group: "g" }).user("u").build().unwrap();
    assert!(query.matches("GROUP#g", "USER#u#GUEST#7"));
    assert!(!query.matches("GROUP#g", "USER#v#GUEST#7"));
}

#[test]
fn documents_say_so() {
    let schema = Schema::of(Club::SCHEMA);
    let markdown = markdown(&schema);
    for line in [
        "types of Member start with `Seat` in Rust",
        "`v1` of Member is `first` in Rust",
        "`inverted` of Member is `of_group` in Rust",
        "`inverted` also holds: Profile, Guest, Flag",
        "`by_type` also holds: Profile, Guest, Flag",
        "`by_team` also holds: Profile",
    ] {
        assert_eq!(markdown.matches(&format!("\n- {line}\n")).count(), 1, "{line}\n{markdown}");
    }
    let mermaid = mermaid(&schema);
    for line in [
        "    e0[\"Member as Seat<br/>GROUP#35;{group}<br/>was v1 as first: USER#35;{user}#35;{org} / G#35;{group}\"]",
        "  e0 -->|\"of_group<br/>GROUP#35;{group}\"| i0",
        "  e1 -->|\"also\"| i0",
        "  e1 -->|\"also\"| i2",
        "  e2 -->|\"red\"| i2",
    ] {
        assert_eq!(mermaid.matches(&format!("{line}\n")).count(), 1, "{line}\n{mermaid}");
    }
    assert!(!mermaid.contains("e3 -->|\"also\"| i2"), "{mermaid}");
}

#[test]
fn a_picture_shows_every_item_of_it() {
    let rows: [Club; 3] = [
        Member { user: "u".into(), org: "o".into(), group: "g".into() }.into(),
        Profile { user: "u".into(), team: None }.into(),
        Flag { id: "f".into(), team: true }.into(),
    ];
    let page = picture(&rows).unwrap();
    let panels: Vec<_> = page.split("<section").skip(1).collect();
    assert!(panels[0].contains("<p>types of Member start with <code>Seat</code> in Rust</p>"));
    assert!(panels[1].contains("3 partitions, 3 items"), "{}", panels[1]);
    assert!(panels[1].contains("<p><code>inverted</code> also holds: Profile, Guest, Flag</p>"));
    assert!(
        panels[1]
            .contains("<p><code>inverted</code> of Member is <code>of_group</code> in Rust</p>")
    );
}
