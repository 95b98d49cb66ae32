//! Other items in an index: entities that share its attributes, and entities that have them as fields. The
//! table's schema lists both.

use crate::listed::also_returned;
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, DdbTable, KeyCondition};
use ddbkey_tools::{Schema, diff};
use jiff::Timestamp;

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("ranks", pk = ["type", "game"], sk = ["score", "label"])]
#[gsi("all", pk = ["game"], sk = ["score", "label"])]
#[gsi("owners", pk = "owner", sk = "sk")]
enum Arcade {
    Player(Player),
    Team(Team),
    Guest(Guest),
    Draft(Draft),
    Import(Import),
    Report(Report),
}

macro_rules! entities {
    ($(#[$index:meta])* $name:ident($kind:literal) { $($(#[$field_attribute:meta])* $field:ident: $type:ty),* }) => {
        #[derive(DdbKeys)]
        #[ddb(table = Arcade)]
        #[pk($kind, id)]
        #[sk("META")]
        $(#[$index])*
        #[allow(dead_code, reason = "fields of the schema")]
        struct $name { id: String, $($(#[$field_attribute])* $field: $type),* }
    };
}

entities! {
    #[gsi("ranks", pk = ["Player" as "type", game], sk = [score, "P#{name}" as "label"])]
    #[gsi("all", pk = [game], sk = [score, "P#{name}" as "label"])]
    #[gsi("owners", pk = ("OWNER", name), sk = sk)]
    Player("PLAYER") { game: String, score: u32, name: String }
}

entities! {
    #[gsi("all", pk = [game], sk = [score, "T#{name}" as "label"])]
    #[gsi("owners", pk = ("OWNER", name), sk = sk)]
    Team("TEAM") { game: String, score: u32, name: String }
}

// Everything that the index needs, as fields.
entities! { Guest("GUEST") { game: String, score: Option<u8>, label: String } }

// Not in the index: it has no label.
entities! { Draft("DRAFT") { game: String, score: f64 } }

// A score that is refused, and a joined key as a field.
entities! { Import("IMPORT") { game: bool, score: Timestamp, label: Option<String>, owner: String } }

/// A type that the derive does not know.
struct Points;

mod report {
    //! Attributes of serde on a field count.
    use super::{Arcade, DdbKeys, Points};

    #[derive(DdbKeys, serde::Serialize)]
    #[ddb(table = Arcade)]
    #[pk("REPORT", id)]
    #[sk("META")]
    #[serde(rename_all = "lowercase")]
    pub(super) struct Report {
        pub(super) id: String,
        #[serde(rename = "game")]
        pub(super) title: String,
        #[serde(serialize_with = "number")]
        pub(super) score: Points,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) label: Option<String>,
        #[expect(dead_code, reason = "a field of the schema")]
        #[serde(skip)]
        pub(super) owner: String,
    }

    fn number<S: serde::Serializer>(_: &Points, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(7)
    }
}

use report::Report;

fn companions(entity: &EntitySchema) -> Vec<String> {
    also_returned(Arcade::SCHEMA, entity.name())
}

#[test]
fn fields_that_are_index_attributes() {
    let fields = Schema::of(Arcade::SCHEMA).notes();
    let refused = |field: &str, expected: &str, known: &str| {
        format!("{field}: must be {expected}, or the write is refused{known}")
    };
    assert_eq!(
        fields,
        [
            refused("game of Guest, Draft, Report", "S", " (it is S)"),
            refused("score of Guest", "N", " (it is N or NULL)"),
            refused("label of Guest, Report", "S", " (it is S)"),
            refused("score of Draft", "N", " (it is N)"),
            refused("game of Import", "S", " (it is BOOL)"),
            refused("score of Import", "N", " (it is S)"),
            refused("label of Import", "S", " (it is S or NULL)"),
            refused("owner of Import", "S", " (it is S)"),
            refused("score of Report", "N", ""),
        ]
    );
}

#[test]
fn they_are_in_documents() {
    let note = "score of Import: must be N, or the write is refused (it is S)\n";
    let markdown = ddbkey_tools::markdown(&Schema::of(Arcade::SCHEMA));
    assert!(markdown.contains("|\n\n- game of Guest, Draft, Report"), "{markdown}");
    assert!(markdown.contains(&format!("\n- {note}")), "{markdown}");
}

#[test]
fn companions_are_no_change() {
    let schema = Schema::of(Arcade::SCHEMA);
    let mut without = schema.clone();
    for key in
        without.entities.iter_mut().flat_map(|own| own.keys.iter_mut().chain(&mut own.index_keys))
    {
        key.also_returned.clear();
        key.also_returned_under.clear();
    }
    assert_ne!(without, schema);
    assert_eq!(diff(&without, &schema), []);
}

#[test]
fn rows_of_others_in_an_index() {
    assert_eq!(
        companions(Player::SCHEMA),
        [
            "Guest (index all, up to 2 parts given)",
            "Report (index all, up to 2 parts given)",
            // A team has the name of its entity in `type`.
            "Team (index all)",
            "Import (index owners)",
            "Team (index owners)",
        ]
    );
    assert_eq!(
        companions(Team::SCHEMA),
        [
            "Guest (index all, up to 2 parts given)",
            "Player (index all)",
            "Report (index all, up to 2 parts given)",
            "Import (index owners)",
            "Player (index owners)",
        ]
    );
    assert_eq!(companions(Guest::SCHEMA), [""; 0]);
}

/// The type attribute holds the entity's type name, which several entities can share.
#[test]
fn rows_of_the_same_type_name() {
    #[derive(DdbKeys)]
    #[ddb(table = Zoo)]
    #[pk("CAT", id)]
    #[sk("META")]
    #[gsi("by_type", pk = ["Cat" as "type", home])]
    struct Cat {
        id: String,
        home: String,
    }

    macro_rules! beside {
        (#[$table:meta] $entity:ident($kind:literal)) => {
            #[derive(DdbKeys)]
            #[$table]
            #[pk($kind, id)]
            #[sk("META")]
            #[allow(dead_code, reason = "fields of the schema")]
            struct $entity {
                id: String,
                home: String,
            }
        };
    }

    beside!(
        #[ddb(table = Zoo, type_name = "Cat")]
        Kitten("KITTEN")
    );
    beside!(
        #[ddb(table = Zoo)]
        Dog("DOG")
    );

    #[derive(DdbTable)]
    #[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
    #[gsi("by_type", pk = ["type", "home"])]
    #[allow(dead_code, reason = "for its schema")]
    enum Zoo {
        Cat(Cat),
        Kitten(Kitten),
        Dog(Dog),
    }

    let also: Vec<_> = also_returned(Zoo::SCHEMA, "Cat");
    assert_eq!(also, ["Kitten (index by_type)"]);
}

/// Returns the attributes of a row as strings: for the index `all`, in order.
fn rows() -> Vec<(&'static str, [String; 3])> {
    let mut rows = Vec::new();
    for game in ["g", "h"] {
        for score in ["0", "7", "10"] {
            for name in ["a", "b"] {
                for (entity, label) in [
                    ("Player", format!("P#{name}")),
                    ("Team", format!("T#{name}")),
                    ("Guest", format!("P#{name}")),
                    ("Guest", format!("T#{name}")),
                    ("Guest", format!("Q#{name}")),
                    ("Report", format!("P#{name}")),
                    ("Report", format!("T#{name}")),
                ] {
                    rows.push((entity, [game.into(), score.into(), label]));
                }
            }
        }
    }
    rows
}

/// Returns queries of the index `all`, with the number of given parts.
fn queries() -> Vec<(&'static str, usize, KeyCondition)> {
    let players = || Player::query_all(PlayerAllPk { game: "g" });
    let teams = || Team::query_all(TeamAllPk { game: "g" });
    let built = [
        ("Player", 0, players().build()),
        ("Player", 0, players().score_in(0..8).build()),
        ("Player", 0, players().score_in(7..).build()),
        ("Player", 1, players().score(7).build()),
        ("Player", 1, players().score(7).name_in("a"..="b").build()),
        ("Player", 1, players().score(7).name_starting_with("a").build()),
        ("Player", 2, players().score(7).name("a").build()),
        ("Team", 0, teams().build()),
        ("Team", 1, teams().score(10).build()),
        ("Team", 1, teams().score(10).name_in("a"..).build()),
        ("Team", 2, teams().score(10).name("b").build()),
    ];
    built.into_iter().map(|(entity, given, built)| (entity, given, built.unwrap())).collect()
}

#[test]
fn exactly_those_rows_come_along() {
    let schema = Schema::of(Arcade::SCHEMA);
    for (entity, given, condition) in queries() {
        let keys = &schema.entity(entity).unwrap().index_keys;
        let all = keys.iter().find(|key| key.index.as_deref() == Some("all")).unwrap();
        for other in ["Player", "Team", "Guest", "Report", "Draft", "Import"] {
            let is_listed = all.also_returned.get(other).is_some_and(|parts| given <= *parts);
            let comes_along = rows().iter().any(|(name, [game, score, label])| {
                *name == other && condition.matches(&**game, [&**score, &**label])
            });
            if other != entity {
                assert_eq!(is_listed, comes_along, "{other} by {condition:?}");
            }
        }
    }
}

/// Rows of an entity under its other keys, in the table and in an index.
mod shapes {
    use std::collections::BTreeSet;

    use ddbkey::{DdbKeys, DdbTable, KeyCondition, Keys};
    use ddbkey_tools::Schema;

    #[derive(DdbKeys)]
    #[ddb(table = Desk)]
    #[pk("P", owner)]
    #[sk("V", "{number:02}")]
    #[or("labelled", sk = ("V", "{number:02}", label))]
    #[or("edited", sk = ("D", "{number:02}", editor))]
    #[was("v1", sk = ("V", "{number:02}", "OLD", "x"))]
    #[gsi("all" as by_label, pk = ("P", owner), sk = ("A", label, "{number:02}"))]
    #[gsi("all" as by_editor, pk = ("P", owner), sk = ("A", editor))]
    #[gsi("all" as by_number, pk = ("P", owner), sk = ("B", "{number:02}"))]
    struct Doc {
        owner: String,
        number: u8,
        label: Option<String>,
        editor: Option<String>,
    }

    #[derive(DdbTable)]
    #[ddb(pk = "PK", sk = "SK")]
    #[gsi("all", pk = "GPK", sk = "GSK")]
    enum Desk {
        Doc(Doc),
    }

    fn docs() -> impl Iterator<Item = Doc> {
        let optional = |texts: &[&'static str]| -> Vec<Option<String>> {
            let texts = texts.iter().map(|text| Some((*text).to_owned()));
            std::iter::once(None).chain(texts).collect()
        };
        let (labels, editors) = (optional(&["x", "OLD", "7"]), optional(&["e", "x"]));
        let numbers = [7, 10].into_iter();
        numbers.flat_map(move |number| {
            let (labels, editors) = (labels.clone(), editors.clone());
            labels.into_iter().flat_map(move |label| {
                let both = editors.clone().into_iter().map(move |editor| (label.clone(), editor));
                both.map(move |(label, editor)| Doc { owner: "o".into(), number, label, editor })
            })
        })
    }

    /// Returns the strings of a document under each of its keys, by the name of the key.
    fn rows() -> Vec<(&'static str, [String; 2])> {
        let mut rows = Vec::new();
        for doc in docs() {
            let plain = DocPlain { owner: "o", number: doc.number }.keys().ok();
            let keys = [
                ("plain", plain),
                ("labelled", doc.labelled().and_then(|key| key.keys().ok())),
                ("edited", doc.edited().and_then(|key| key.keys().ok())),
                ("v1", doc.v1().keys().ok()),
                ("by_label", doc.by_label().and_then(|key| key.keys().ok())),
                ("by_editor", doc.by_editor().and_then(|key| key.keys().ok())),
                ("by_number", doc.by_number().and_then(|key| key.keys().ok())),
            ];
            let text = |keys: &Keys, name| keys.get(name).map(ToOwned::to_owned);
            rows.extend(keys.into_iter().filter_map(|(name, keys)| {
                let (keys, is_index) = (keys?, name.starts_with("by_"));
                let [pk, sk] = if is_index { ["GPK", "GSK"] } else { ["PK", "SK"] };
                Some((name, [text(&keys, pk)?, text(&keys, sk)?]))
            }));
        }
        rows
    }

    /// Returns the queries of each key, with the number of given parts.
    fn queries() -> Vec<(&'static str, usize, KeyCondition)> {
        let (pk, by_label, by_editor, by_number) = (
            DocPk { owner: "o" },
            DocByLabelPk { owner: "o" },
            DocByEditorPk { owner: "o" },
            DocByNumberPk { owner: "o" },
        );
        let mut built = vec![
            ("plain", 0, Doc::query(pk).build()),
            ("plain", 0, Doc::query(pk).number_in(7..).build()),
            ("labelled", 0, Doc::query_labelled(pk).build()),
            ("labelled", 0, Doc::query_labelled(pk).number_in(..=10).build()),
            ("edited", 0, Doc::query_edited(pk).build()),
            ("v1", 0, Doc::query_v1(pk).build()),
            ("by_label", 0, Doc::query_by_label(by_label).build()),
            ("by_label", 0, Doc::query_by_label(by_label).label_starting_with("x").build()),
            ("by_editor", 0, Doc::query_by_editor(by_editor).build()),
            ("by_editor", 0, Doc::query_by_editor(by_editor).editor_in("x"..).build()),
            ("by_number", 0, Doc::query_by_number(by_number).build()),
        ];
        for number in [7, 10] {
            let labelled = || Doc::query_labelled(pk).number(number);
            built.push(("plain", 1, Doc::query(pk).number(number).build()));
            built.push(("labelled", 1, labelled().build()));
            built.push(("labelled", 1, labelled().label_starting_with("O").build()));
            built.push(("labelled", 1, labelled().label_in("O"..).build()));
            built.push(("labelled", 2, labelled().label("OLD").build()));
            built.push(("edited", 1, Doc::query_edited(pk).number(number).build()));
            built.push(("v1", 1, Doc::query_v1(pk).number(number).build()));
            built.push(("by_number", 1, Doc::query_by_number(by_number).number(number).build()));
        }
        for text in ["x", "e", "7"] {
            built.push(("by_label", 1, Doc::query_by_label(by_label).label(text).build()));
            built.push(("by_editor", 1, Doc::query_by_editor(by_editor).editor(text).build()));
        }
        built.into_iter().map(|(name, given, built)| (name, given, built.unwrap())).collect()
    }

    /// The schema lists the rows of a key with a number of parts exactly if some query with as many returns some of them.
    #[test]
    fn exactly_those_rows_come_along() {
        let (rows, queries) = (rows(), queries());
        let schema = Schema::of(Desk::SCHEMA);
        let doc = schema.entity("Doc").unwrap();
        let levels: BTreeSet<_> = queries.iter().map(|(own, given, _)| (*own, *given)).collect();
        let names: BTreeSet<_> = rows.iter().map(|(name, _)| *name).collect();
        let mut listed = 0;
        for (own, given) in levels {
            for other in names.iter().filter(|other| **other != own) {
                let key = doc
                    .keys
                    .iter()
                    .chain(&doc.index_keys)
                    .find(|key| key.rust_name.as_deref().unwrap_or("plain") == own);
                let under = if *other == "plain" { "current" } else { other };
                let parts = key.unwrap().also_returned_under.get(under);
                let is_listed = parts.is_some_and(|parts| given <= *parts);
                let is_index = |name: &str| name.starts_with("by_");
                let of_level = queries.iter().filter(|query| (query.0, query.1) == (own, given));
                let comes_along = is_index(own) == is_index(other)
                    && of_level.clone().any(|(.., condition)| {
                        let mut others = rows.iter().filter(|(name, _)| name == other);
                        others.any(|(_, [pk, sk])| condition.matches(&**pk, &**sk))
                    });
                assert_eq!(is_listed, comes_along, "{other} by {own} with {given} parts");
                listed += usize::from(is_listed);
            }
        }
        assert!(listed > 5, "{listed}");
    }
}
