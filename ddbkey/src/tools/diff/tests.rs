//! Over random pairs of schemas: a change that costs nothing leaves every stored item as it was, one that
//! stores anything differently has a line, and a schema that is the same has none. And no text makes the
//! reader panic.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::compare;
use super::snapshot::Snapshot;
use super::{Cost, Deploy, SchemaChange};

/// A kind of value: how it prints, and which texts it has.
type DrawnKind = (&'static str, fn(&str) -> bool);

const KINDS: [DrawnKind; 14] = [
    ("text", |_| true),
    ("text 1..=2", |text| text.len() <= 2),
    ("char", |text| text.chars().count() == 1),
    ("A|B", |text| ["A", "B"].contains(&text)),
    ("A|B|C", |text| ["A", "B", "C"].contains(&text)),
    ("\"A\"", |text| text == "A"),
    ("integer u8", |text| is_integer(text, 255)),
    ("integer u16", |text| is_integer(text, 65535)),
    ("integer 03", |text| text.len() == 3 && is_digits(text)),
    ("integer 03 to 255", |text| text.len() == 3 && is_digits(text) && text < "256"),
    ("integer 02", |text| text.len() == 2 && is_digits(text)),
    ("ASCII [0-9] 1..=3", |text| text.len() <= 3 && is_digits(text)),
    ("ASCII [0-9A-C] 1..=3", |text| {
        text.len() <= 3 && text.bytes().all(|byte| b"0123456789ABC".contains(&byte))
    }),
    ("ULID", |text| text == ULID),
];

const ULID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const TEXTS: [&str; 19] = [
    "a", "é", "A", "B", "C", "#", "|", "x", "abc", "CC", "1", "42", "300", "007", "256", "65535",
    "70000", "a#b|cx", ULID,
];

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_integer(text: &str, max: u32) -> bool {
    text.parse::<u32>().is_ok_and(|number| number <= max && number.to_string() == text)
}

#[derive(Clone, Debug)]
enum DrawnPiece {
    Literal(&'static str),
    Value { field: &'static str, kind: usize, is_rest: bool },
}

/// Templates by attribute: `sign` is `:` or ` =`.
#[derive(Clone, Debug)]
struct DrawnKey {
    attribute: &'static str,
    sign: &'static str,
    pieces: Vec<DrawnPiece>,
}

#[derive(Clone, Debug)]
struct DrawnEntity {
    name: &'static str,
    separator: char,
    keys: Vec<DrawnKey>,
    index: Option<(bool, Vec<DrawnKey>)>,
}

#[derive(Clone, Debug)]
struct DrawnTable {
    entities: Vec<DrawnEntity>,
}

fn piece() -> impl Strategy<Value = DrawnPiece> {
    prop_oneof![
        select(&["A#", "#", "x", "|"][..]).prop_map(DrawnPiece::Literal),
        (select(&["a", "b", "c"][..]), 0..KINDS.len(), prop::bool::weighted(0.1))
            .prop_map(|(field, kind, is_rest)| DrawnPiece::Value { field, kind, is_rest }),
    ]
}

fn key(attribute: &'static str) -> impl Strategy<Value = DrawnKey> {
    (select(&[":", ":", " ="][..]), vec(piece(), 1..4)).prop_map(move |(sign, mut pieces)| {
        if sign == " =" {
            pieces.truncate(1);
        }
        // Two literals in a row print as one.
        pieces.dedup_by(|one, other| {
            matches!((one, other), (DrawnPiece::Literal(_), DrawnPiece::Literal(_)))
        });
        let last = pieces.len() - 1;
        for (at, piece) in pieces.iter_mut().enumerate() {
            if let DrawnPiece::Value { is_rest, .. } = piece {
                *is_rest &= at == last && sign == ":";
            }
        }
        DrawnKey { attribute, sign, pieces }
    })
}

fn entity(name: &'static str) -> impl Strategy<Value = DrawnEntity> {
    let index = (any::<bool>(), key("gpk"), key("gsk"));
    (select(&['#', '#', '|'][..]), key("pk"), key("sk"), prop::option::of(index)).prop_map(
        move |(separator, pk, sk, index)| DrawnEntity {
            name,
            separator,
            keys: [pk, sk].into(),
            index: index.map(|(is_sparse, pk, sk)| (is_sparse, [pk, sk].into())),
        },
    )
}

fn table() -> impl Strategy<Value = DrawnTable> {
    (entity("One"), entity("Two")).prop_map(|(one, two)| DrawnTable { entities: [one, two].into() })
}

/// A table, and the same after one or two changes.
fn relatives() -> impl Strategy<Value = (DrawnTable, DrawnTable)> {
    (table(), vec(change(), 0..3)).prop_map(|(table, changes)| {
        let mut changed = table.clone();
        for change in changes {
            change.apply(&mut changed);
        }
        (table, changed)
    })
}

#[derive(Clone, Debug)]
enum DrawnChange {
    DrawnKind(usize),
    RenameField,
    Separator,
    Reverse,
    RenameEntity,
    LeaveIndex,
    IndexKey(DrawnKey),
}

fn change() -> impl Strategy<Value = DrawnChange> {
    let fixed = [
        DrawnChange::RenameField,
        DrawnChange::Separator,
        DrawnChange::Reverse,
        DrawnChange::RenameEntity,
        DrawnChange::LeaveIndex,
    ];
    prop_oneof![
        2 => (0..KINDS.len()).prop_map(DrawnChange::DrawnKind),
        3 => select(Vec::from(fixed)),
        1 => key("gsk").prop_map(DrawnChange::IndexKey),
    ]
}

impl DrawnChange {
    fn apply(&self, table: &mut DrawnTable) {
        let entity = &mut table.entities[0];
        match self {
            Self::DrawnKind(new) => {
                let pieces = entity.keys.iter_mut().flat_map(|key| &mut key.pieces);
                let kinds = pieces.filter_map(|piece| match piece {
                    DrawnPiece::Value { kind, .. } => Some(kind),
                    DrawnPiece::Literal(_) => None,
                });
                kinds.take(1).for_each(|kind| *kind = *new);
            }
            Self::RenameField => {
                let of_index = entity.index.iter_mut().flat_map(|(_, keys)| keys);
                for piece in entity.keys.iter_mut().chain(of_index).flat_map(|key| &mut key.pieces)
                {
                    if let DrawnPiece::Value { field, .. } = piece {
                        *field = if *field == "a" { "d" } else { field };
                    }
                }
            }
            Self::Separator => entity.separator = '|',
            Self::Reverse => {
                let pieces = &mut entity.keys[1].pieces;
                pieces.reverse();
                // A value that takes the rest is last.
                for piece in pieces {
                    if let DrawnPiece::Value { is_rest, .. } = piece {
                        *is_rest = false;
                    }
                }
            }
            Self::RenameEntity => entity.name = "Three",
            Self::LeaveIndex => entity.index = None,
            Self::IndexKey(key) => {
                if let Some((_, keys)) = &mut entity.index {
                    keys[1] = key.clone();
                }
            }
        }
    }
}

fn print(table: &DrawnTable) -> String {
    let mut text = String::from("ddbkey schema 1\ntable T\n  key: pk / sk\n  gsi g: gpk / gsk\n");
    for entity in &table.entities {
        text.extend(["\n", entity.name, "\n"]);
        if entity.separator != '#' {
            text.extend(["  separator: ", &entity.separator.to_string(), "\n"]);
        }
        for key in &entity.keys {
            text += &print_key(key);
        }
        if let Some((is_sparse, keys)) = &entity.index {
            text += if *is_sparse { "  gsi g, sparse\n" } else { "  gsi g\n" };
            for key in keys {
                text += &print_key(key);
            }
        }
    }
    text
}

fn print_key(key: &DrawnKey) -> String {
    let pieces = key.pieces.iter().map(|piece| match piece {
        DrawnPiece::Literal(text) => (*text).to_string(),
        DrawnPiece::Value { field, kind, is_rest } => {
            format!("{{{}{field}: {}}}", if *is_rest { "*" } else { "" }, KINDS[*kind].0)
        }
    });
    format!("    {}{} {}\n", key.attribute, key.sign, pieces.collect::<String>())
}

type BuiltKeys = BTreeMap<&'static str, String>;

/// The key attributes of an entity with these values, unless one does not fit.
fn stored(entity: &DrawnEntity, values: &BTreeMap<&str, &str>) -> Option<BuiltKeys> {
    let of_index = entity.index.iter().flat_map(|(_, keys)| keys);
    let keys = entity.keys.iter().chain(of_index);
    keys.map(|key| Some((key.attribute, build(entity, key, values)?))).collect()
}

fn build(entity: &DrawnEntity, key: &DrawnKey, values: &BTreeMap<&str, &str>) -> Option<String> {
    let mut built = String::new();
    for (at, piece) in key.pieces.iter().enumerate() {
        match piece {
            DrawnPiece::Literal(text) => built += text,
            DrawnPiece::Value { field, .. } if !is_value(entity, key, at, values[field]) => {
                return None;
            }
            DrawnPiece::Value { field, .. } => built += values[field],
        }
    }
    Some(built)
}

/// Whether a text can be the value at this place of a key.
fn is_value(entity: &DrawnEntity, key: &DrawnKey, at: usize, text: &str) -> bool {
    let DrawnPiece::Value { kind, is_rest, .. } = key.pieces[at] else { return false };
    let (name, has) = KINDS[kind];
    let is_free = ["text", "text 1..=2", "char"].contains(&name);
    let delimiter = key.pieces[at..].iter().find_map(|piece| match piece {
        DrawnPiece::Literal(text) => text.chars().next(),
        DrawnPiece::Value { .. } => None,
    });
    let is_held_back = is_free && !is_rest && key.sign == ":";
    let is_delimited = |delimiter| text.contains::<char>(delimiter);
    let is_cut = is_delimited(entity.separator) || delimiter.is_some_and(is_delimited);
    has(text) && !(is_held_back && is_cut)
}

fn diff(old: &str, new: &str) -> Vec<SchemaChange> {
    compare::tables(Snapshot::read(old).unwrap(), &Snapshot::read(new).unwrap())
}

/// The old name and the new one.
fn renamed_field(line: &str) -> Option<(&str, &str)> {
    let (old, rest) = line.strip_prefix("field `")?.split_once("` is now called `")?;
    Some((old, rest.split_once('`')?.0))
}

/// Whether these are the keys of an entity, found by trying where each value ends.
fn accepts(entity: &DrawnEntity, texts: &[String]) -> bool {
    fn rest<'t>(
        entity: &DrawnEntity,
        at: (usize, usize),
        texts: &[&'t str],
        values: &mut BTreeMap<&'static str, &'t str>,
    ) -> bool {
        let (key, piece) = at;
        let (Some(own), Some(text)) = (entity.keys.get(key), texts.first()) else { return true };
        match own.pieces.get(piece) {
            None => text.is_empty() && rest(entity, (key + 1, 0), &texts[1..], values),
            Some(DrawnPiece::Literal(literal)) => text.strip_prefix(literal).is_some_and(|text| {
                rest(entity, (key, piece + 1), &[&[text], &texts[1..]].concat(), values)
            }),
            Some(DrawnPiece::Value { field, .. }) => (1..=text.len()).any(|end| {
                let Some((value, text)) = text.split_at_checked(end) else { return false };
                if !is_value(entity, own, piece, value)
                    || values.get(field).is_some_and(|other| *other != value)
                {
                    return false;
                }
                let mut values = values.clone();
                values.insert(field, value);
                rest(entity, (key, piece + 1), &[&[text], &texts[1..]].concat(), &mut values)
            }),
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    rest(entity, (0, 0), &texts, &mut BTreeMap::new())
}

fn of<'c>(changes: &'c [SchemaChange], entity: &'c str) -> impl Iterator<Item = &'c SchemaChange> {
    let named = format!("`{entity}`");
    changes.iter().filter(move |change| change.to_string().contains(&named))
}

/// What the lines promise of the items of an entity.
fn check_entity(
    old: &DrawnEntity,
    new: &DrawnEntity,
    changes: &[SchemaChange],
    values: [&'static str; 4],
) -> Result<(), TestCaseError> {
    let fields = ["a", "b", "c", "d"];
    let values: BTreeMap<_, _> = fields.into_iter().zip(values).collect();
    let mut renamed = values.clone();
    let (mut costs, mut narrowed) = (Cost::Nothing, false);
    for change in of(changes, new.name) {
        let line = change.to_string();
        if let Some((old, new)) = renamed_field(&line) {
            let new = *fields.iter().find(|field| **field == new).unwrap();
            renamed.insert(new, values[old]);
        } else if line.contains("does not allow all texts") || change.index().is_some() {
            // What was not in an index before, or is no longer, has its own line.
            narrowed = true;
        } else {
            costs = costs.max(change.cost());
        }
    }
    let (before, after) = (stored(old, &values), stored(new, &renamed));
    if costs > Cost::Nothing {
        return Ok(());
    }
    match (&before, &after) {
        (Some(before), Some(after)) => {
            for (name, text) in before {
                prop_assert!(after.get(name).is_none_or(|other| other == text), "{changes:?}");
            }
        }
        (Some(_), None) => prop_assert!(narrowed, "{changes:?}"),
        (None, Some(_)) => prop_assert!(of(changes, new.name).next().is_some(), "{changes:?}"),
        (None, None) => {}
    }
    Ok(())
}

fn check(
    old: &DrawnTable,
    new: &DrawnTable,
    values: &[[&'static str; 4]],
) -> Result<(), TestCaseError> {
    let changes = diff(&print(old), &print(new));
    prop_assert!(!changes.is_empty() || print(old) == print(new) || differ_in_nothing(old, new));
    prop_assert!(changes.is_empty() || print(old) != print(new));
    for entity in &old.entities {
        let other = new.entities.iter().find(|other| other.name == entity.name);
        match other {
            Some(other) => {
                for values in values {
                    check_entity(entity, other, &changes, *values)?;
                }
            }
            None => prop_assert!(of(&changes, entity.name).next().is_some()),
        }
    }
    Ok(())
}

/// A separator that forbids no text makes no difference, and neither do brackets or a `*` in that case.
/// Where they make one, the values show it.
fn differ_in_nothing(old: &DrawnTable, new: &DrawnTable) -> bool {
    let normalized = |table: &DrawnTable| {
        let mut table = table.clone();
        for entity in &mut table.entities {
            entity.separator = '#';
            let of_index = entity.index.iter_mut().flat_map(|(_, keys)| keys);
            for key in entity.keys.iter_mut().chain(of_index) {
                key.sign = ":";
                for piece in &mut key.pieces {
                    if let DrawnPiece::Value { is_rest, .. } = piece {
                        *is_rest = false;
                    }
                }
            }
        }
        print(&table)
    };
    normalized(old) == normalized(new)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 800,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn lines_keep_what_they_say(
        (old, new) in relatives(),
        values in vec(proptest::array::uniform4(select(&TEXTS[..])), 8),
    ) {
        check(&old, &new, &values)?;
        check(&new, &old, &values)?;
    }

    #[test]
    fn strangers_too(
        (old, new) in (table(), table()),
        values in vec(proptest::array::uniform4(select(&TEXTS[..])), 8),
    ) {
        check(&old, &new, &values)?;
    }

    /// Who reads which old keys, found by reading them.
    #[test]
    fn automata_decide_who_reads_the_old_keys(
        (old, new) in prop_oneof![relatives(), (table(), table())],
        values in vec(proptest::array::uniform4(select(&TEXTS[..])), 8),
    ) {
        let (old_read, new_read) =
            (Snapshot::read(&print(&old)).unwrap(), Snapshot::read(&print(&new)).unwrap());
        for (old, old_read) in old.entities.iter().zip(&old_read.entities) {
            for (new, new_read) in new.entities.iter().zip(&new_read.entities) {
                for values in &values {
                    let values = ["a", "b", "c", "d"].into_iter().zip(*values).collect();
                    let texts = old.keys.iter().map(|key| build(old, key, &values));
                    let Some(texts) = texts.collect::<Option<Vec<_>>>() else { continue };
                    let is_read = accepts(new, &texts);
                    let shared = new_read.shared_keys(&old_read.key);
                    prop_assert!(is_read || !shared.all, "{texts:?}");
                    prop_assert!(!is_read || shared.any, "{texts:?}");
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), table in table(), at in any::<usize>()) {
        let _ = Snapshot::read(&text);
        let mut printed = print(&table);
        let mut at = at % printed.len();
        while !printed.is_char_boundary(at) {
            at -= 1;
        }
        printed.insert_str(at, &text);
        let _ = Snapshot::read(&printed);
        printed.truncate(at);
        let _ = Snapshot::read(&printed);
    }

    /// Texts in the alphabet of snapshots come farther.
    #[test]
    fn a_text_of_the_same_characters_is_read_or_refused(
        text in "(ddbkey schema 1\ntable T\n)?[a:=(){}|#\\\\\"N0-9,/ \n\\[\\].-]{0,60}"
    ) {
        let _ = Snapshot::read(&text);
    }

    #[test]
    fn a_language_is_read_or_refused(
        text in "(text|ASCII|integer|timestamp|shard)?[ (\\[]?[-a-z0-9.=\\\\\\]{}()|, ]{0,20}[0-9]{0,40}"
    ) {
        if let Some(texts) = super::texts::PrintedTexts::read(&text, &['#']) {
            prop_assert!(texts.are_like(&texts));
        }
    }
}

/// An entity whose sort key was one or several of these before.
fn versions() -> impl Strategy<Value = [Vec<DrawnKey>; 2]> {
    let places = || vec(any::<prop::sample::Index>(), 1..4);
    (vec(key("sk"), 1..4), places(), places(), prop::option::of(0..KINDS.len())).prop_map(
        |(keys, old, new, widened)| {
            let chosen = |places: Vec<prop::sample::Index>| -> Vec<DrawnKey> {
                places.iter().map(|place| place.get(&keys).clone()).collect()
            };
            let (old, mut new) = (chosen(old), chosen(new));
            for piece in &mut new[0].pieces {
                if let (DrawnPiece::Value { kind, .. }, Some(widened)) = (piece, widened) {
                    *kind = widened;
                }
            }
            [old, new]
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What a version reads is what one of its keys builds from the values of the row.
    #[test]
    fn an_order_of_deploys_keeps_what_it_says(
        [old, new] in versions(),
        values in vec(proptest::array::uniform4(select(&TEXTS[..])), 16),
        is_inverted in any::<bool>(),
    ) {
        let entity = DrawnEntity { name: "E", separator: '#', keys: Vec::new(), index: None };
        let printed = |keys: &[DrawnKey]| {
            let mut text = snapshot(&[("E", USER, "X")]).replace("    sk: X\n", &print_key(&keys[0]));
            for (at, key) in keys.iter().enumerate().skip(1) {
                text += &format!("  was v{at}: for people\n    pk: {USER}\n{}", print_key(key));
            }
            if is_inverted {
                text = text.replace("  key: pk / sk\n", "  key: pk / sk\n  gsi g: sk / pk\n");
                text += &format!("  gsi g\n{}    pk: {USER}\n", print_key(&keys[0]));
            }
            text
        };
        let changes = diff(&printed(&old), &printed(&new));
        let deploy = changes.iter().map(SchemaChange::deploy).max().unwrap_or(Deploy::AnyOrder);
        let mut moved: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
        for values in values {
            let values: BTreeMap<_, _> = ["a", "b", "c", "d"].into_iter().zip(values).collect();
            let mut renamed = values.clone();
            for change in &changes {
                if let Some((old, new)) = renamed_field(&change.to_string()) {
                    let new = values.keys().find(|field| **field == new).unwrap();
                    renamed.insert(new, values[old]);
                }
            }
            let of_old: Vec<_> = old.iter().map(|key| build(&entity, key, &values)).collect();
            let of_new: Vec<_> = new.iter().map(|key| build(&entity, key, &renamed)).collect();
            let are_read = of_old.iter().flatten().all(|text| of_new.iter().flatten().any(|own| own == text));
            let is_read_before = of_new[0].as_ref().is_none_or(|text| of_old.iter().flatten().any(|own| own == text));
            prop_assert!(are_read || deploy > Deploy::ReadersFirst, "{changes:#?}");
            prop_assert!(is_read_before || deploy > Deploy::AnyOrder, "{changes:#?}");
            // A query of the index asks for keys of today.
            let is_found = of_old[0].is_none() || of_old[0] == of_new[0];
            prop_assert!(!is_inverted || is_found || deploy == Deploy::Breaking, "{changes:#?}");
            // Two rows that have two keys still have two where they are moved.
            if let Some(text) = &of_new[0] {
                let before = moved.entry(text.clone()).or_insert_with(|| of_old.clone());
                let is_one = before[0] == of_old[0] || [&before[0], &of_old[0]].contains(&&None);
                prop_assert!(is_one || deploy == Deploy::Breaking, "{changes:#?}");
            }
        }
    }
}

/// A table with these entities, whose keys are in `pk` and `sk`.
fn snapshot(entities: &[(&str, &str, &str)]) -> String {
    let mut text = String::from("ddbkey schema 1\ntable T\n  key: pk / sk\n");
    for (name, pk, sk) in entities {
        text += &format!("\n{name}\n    pk: {pk}\n    sk: {sk}\n");
    }
    text
}

#[track_caller]
fn lines(old: &[(&str, &str, &str)], new: &[(&str, &str, &str)], expected: &[&str]) {
    let changes = diff(&snapshot(old), &snapshot(new));
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, expected);
}

const USER: &str = "USER#{user: text}";

#[test]
fn an_entity_is_found_under_another_name_after_other_changes() {
    let renamed =
        "`Order` is now called `Purchase`: stored items stay as they are; deploy in any order";
    lines(
        &[("Order", USER, "ORDER#{id: ULID}")],
        &[("Purchase", USER, "ORDER#{number: ULID}")],
        &[
            renamed,
            "field `id` is now called `number` in `Purchase`: stored items stay as they are, if it holds the \
             same values; deploy in any order",
        ],
    );
    lines(
        &[("Order", USER, "ORDER#{state: A|B}")],
        &[("Cart", USER, "CART"), ("Purchase", USER, "ORDER#{state: A|B|C}")],
        &[
            renamed,
            "`state` in `sk` of `Purchase` is `A|B|C`, which allows texts that `A|B` does not: stored items stay \
             as they are; deploy every reader before a writer",
            "`Cart` is new: stored items stay as they are; deploy every reader before a writer",
        ],
    );
    // Its keys are read, and say something else.
    lines(
        &[("Order", USER, "ORDER#{day: date}#{id: ULID}")],
        &[("Purchase", USER, "ORDER#{*rest: text}")],
        &[
            renamed,
            "`sk` of `Purchase` is `ORDER#{*rest: text}` instead of `ORDER#{day: date}#{id: ULID}`: every item \
             moves to another key; old keys read as other values; in no order of deploys does each version find \
             every item",
        ],
    );
}

#[test]
fn what_another_entity_reads_is_not_to_be_deleted() {
    lines(
        &[("Doc", USER, "DOC#{id: text}"), ("Note", USER, "DOC#note-{id: ULID}")],
        &[("Doc", USER, "DOC#{id: text}")],
        &[
            "`Note` is gone: `Doc` reads its keys; write each of its stored items again as one; deploy every \
           reader before a writer",
        ],
    );
    lines(
        &[("Doc", USER, "DOC#{id: ULID}"), ("Note", USER, "DOC#{id: text}")],
        &[("Doc", USER, "DOC#{id: ULID}")],
        &[
            "`Note` is gone: some of its stored items can no longer be read, and old keys read as other values; \
           move them or delete them; in no order of deploys does each version find every item",
        ],
    );
    lines(
        &[("Doc", USER, "DOC#{id: text}"), ("Note", USER, "NOTE#{id: text}")],
        &[("Doc", USER, "DOC#{id: text}")],
        &[
            "`Note` is gone: its stored items can no longer be read; delete them; in no order of deploys does \
           each version find every item",
        ],
    );
}

/// A key whose values have to be the same is not read where they can differ.
#[test]
fn a_field_in_both_keys_reads_fewer_texts() {
    lines(
        &[("Doc", "A#{a: text}", "B#{b: text}"), ("Note", "A#{a: text}", "B#{a: text}")],
        &[("Note", "A#{a: text}", "B#{a: text}")],
        &[
            "`Doc` is gone: some of its stored items can no longer be read, and old keys read as other values; \
           move them or delete them; in no order of deploys does each version find every item",
        ],
    );
}

#[test]
fn an_old_key_that_has_its_own_entity() {
    let moved = "`sk` of `Order` is `ORDER#{number: integer 08}` instead of `ORDER#{number: integer 05}`: every \
                 item moves to another key";
    let old = ("Order", USER, "ORDER#{number: integer 05}");
    let new = ("Order", USER, "ORDER#{number: integer 08}");
    lines(
        &[old],
        &[new, ("Order5", USER, "ORDER#{number: integer 05}")],
        &[
            &format!("{moved}; until then `Order5` reads it; deploy every reader before a writer"),
            "`Order5` is new: stored items stay as they are; deploy every reader before a writer",
        ],
    );
    let breaking = "in no order of deploys does each version find every item";
    lines(&[old], &[new], &[&format!("{moved}; {breaking}")]);
}

/// Twice as many shards leave half of the items where they are, if the numbers are as long as before.
#[test]
fn more_shards() {
    let sharded = |count: u8| format!("JOB#{{shard(): shard({count}, xxh64)}}");
    let cost = |old, new| {
        let of = |count| snapshot(&[("Job", &sharded(count), "JOB#{id: text}")]);
        let [change] = &diff(&of(old), &of(new))[..] else { panic!("one change") };
        (change.cost(), change.to_string().contains(": items of other shards move to another key;"))
    };
    assert_eq!(cost(16, 32), (Cost::SomeItems, true));
    assert_eq!(cost(8, 16), (Cost::EachItemMoved, false));
}

#[test]
fn seconds_are_not_milliseconds() {
    let keys = |format: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk / at (N)\n\nE\n    pk: A\n    at (N) = {{at: {format}}}\n"
        )
    };
    for (old, new) in [("epoch", "epoch_ms"), ("epoch_ms", "epoch"), ("epoch", "integer i64")] {
        let [change] = &diff(&keys(old), &keys(new))[..] else { panic!("one change") };
        assert_eq!((change.cost(), change.attribute()), (Cost::EachItemMoved, Some("at")));
    }
}

/// What a folded text was before is not known.
#[test]
fn another_form_of_a_text_is_another_text() {
    let forms = ["text", "text lower", "text upper", "integer 05", "integer desc05", "year"];
    for (old, new) in forms.iter().flat_map(|old| forms.map(|new| (*old, new))) {
        let of = |form| snapshot(&[("E", USER, &format!("E#{{a: {form}}}"))]);
        let costs: Vec<_> = diff(&of(old), &of(new)).iter().map(SchemaChange::cost).collect();
        assert_eq!(costs.is_empty(), old == new);
        assert!(costs.iter().all(|cost| *cost == Cost::EachItemMoved), "{old} and {new}");
    }
}

/// The automaton of a date accepts months that there are not.
#[test]
fn what_is_no_date_is_not_read_as_one() {
    lines(
        &[("Doc", USER, "{at: month}"), ("Note", USER, "{month: 2024-12|2024-13}")],
        &[("Doc", USER, "{at: month}")],
        &[
            "`Note` is gone: some of its stored items can no longer be read, and old keys read as other values; \
           move them or delete them; in no order of deploys does each version find every item",
        ],
    );
}

#[test]
fn an_entry_with_the_name_of_its_entity() {
    let named = |name: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n  gsi g: ty, a\n  type attribute: ty\n\n{name}\n    pk: \
             U#{{a: text}}\n  gsi g\n    ty = {name}\n    a = {{a: text}}\n"
        )
    };
    let changes = diff(&named("E"), &named("F"));
    let [renamed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::EachItemUpdated, Deploy::Breaking));
    assert_eq!((renamed.entity(), renamed.attribute()), (Some("F"), Some("ty")));
    assert!(renamed.to_string().starts_with("`E` is now called `F`: one update of `ty` per item"));
}

/// A type name is compared where the table stores it, and one that stays makes another name free.
#[test]
fn a_type_name_is_compared() {
    let named = |table: &str, name: &str, type_name: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n{table}\n{name}\n{type_name}    pk: U#{{a: text}}\n"
        )
    };
    let typed = "  type attribute: ty\n";
    let changes = diff(&named(typed, "E", ""), &named(typed, "E", "  type name: e\n"));
    let [changed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((changed.cost(), changed.deploy()), (Cost::EachItemUpdated, Deploy::AnyOrder));
    assert_eq!((changed.entity(), changed.attribute()), (Some("E"), Some("ty")));
    assert!(changed.to_string().starts_with("`ty` of `E` is now `e`: one update per item"));
    assert!(diff(&named("", "E", ""), &named("", "E", "  type name: e\n")).is_empty());
    let changes = diff(&named(typed, "E", ""), &named(typed, "F", "  type name: E\n"));
    let [renamed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::Nothing, Deploy::AnyOrder));
}

/// A table of one entity, with these former keys.
fn with_former(sk: &str, former: &[(&str, &str)]) -> String {
    let mut text = snapshot(&[("Order", USER, sk)]);
    for (name, sk) in former {
        text += &format!("  was {name}: for people\n    pk: {USER}\n    sk: {sk}\n");
    }
    text
}

#[test]
fn former_keys_and_the_order_of_deploys() {
    const OLD: &str = "ORDER#{number: integer 05}";
    const NEW: &str = "ORDER2#{number: integer 08}";
    let alone = (with_former(OLD, &[]), with_former(NEW, &[]));
    let announced = with_former(OLD, &[("next", NEW)]);
    let swapped = with_former(NEW, &[("v1", OLD)]);
    let moves =
        "`sk` of `Order` is `ORDER2#{number: integer 08}` instead of `ORDER#{number: integer 05}`";
    let key = "`USER#{user: text} / ORDER2#{number: integer 08}`";
    let old_key = "`USER#{user: text} / ORDER#{number: integer 05}`";
    let still = format!("{moves}, which is still read as `v1`: every item moves to another key");
    let cases = [
        (
            (&alone.0, &announced),
            (Cost::Nothing, Deploy::AnyOrder),
            format!(
                "`Order` also reads {key}, as its former key `next`: stored items stay as they are"
            ),
        ),
        ((&announced, &swapped), (Cost::EachItemMoved, Deploy::AnyOrder), still.clone()),
        ((&alone.0, &swapped), (Cost::EachItemMoved, Deploy::ReadersFirst), still),
        (
            (&swapped, &alone.1),
            (Cost::SomeItems, Deploy::Breaking),
            format!(
                "`Order` no longer reads {old_key}, its former key `v1`: items stored under it can no longer be \
                 read; move them first, until an audit counts no `OtherKey`"
            ),
        ),
        (
            (&alone.0, &alone.1),
            (Cost::EachItemMoved, Deploy::Breaking),
            format!("{moves}: every item moves to another key"),
        ),
    ];
    for ((old, new), judged, line) in cases {
        let [change] = &diff(old, new)[..] else { panic!("one change: {line}") };
        assert!(change.to_string().starts_with(&format!("{line}; ")), "{change}");
        assert_eq!((change.cost(), change.deploy()), judged, "{change}");
        assert_eq!(change.entity(), Some("Order"));
    }
    assert_eq!(diff(&announced, &announced), []);
}

#[test]
fn former_keys_under_other_names_and_separators() {
    const OLD: &str = "ORDER#{number: integer 05}";
    const NEW: &str = "ORDER2#{number: integer 08}";
    let former = with_former(NEW, &[("v1", OLD)]);
    // Neither what a former key is called nor what is printed for people is stored.
    assert_eq!(diff(&former, &former.replace("was v1: for people", "was v2: x")), []);
    // A field is renamed in all keys.
    let renamed = diff(&former, &former.replace("{number:", "{no:"));
    let [renamed] = &renamed[..] else { panic!("{renamed:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::Nothing, Deploy::AnyOrder));
    // Without a `|`, the text is another.
    let free = with_former(NEW, &[("v1", "O|{number: integer 05}|{user: text}")]);
    let separated = free.replace(
        "    pk: USER#{user: text}\n    sk: O|",
        "    separator of sk: |\n    pk: USER#{user: text}\n    sk: O|",
    );
    assert_ne!(free, separated);
    assert_eq!(diff(&free, &separated).len(), 2);
    // A renamed entity, and one that is gone for a former key of another.
    let purchase = former.replace("\nOrder\n", "\nPurchase\n");
    let changes = diff(&with_former(OLD, &[]), &purchase);
    assert!(changes[0].to_string().starts_with("`Order` is now called `Purchase`"), "{changes:?}");
    let both = snapshot(&[("Order", USER, NEW), ("OldOrder", USER, OLD)]);
    let changes = diff(&both, &former);
    assert!(
        changes.iter().any(|change| {
            change.to_string().starts_with("`OldOrder` is gone: `Order` reads its keys")
        }),
        "{changes:?}"
    );
}

/// Whether a field or a method is no longer optional, and snapshots that do not say which part was.
#[test]
fn a_part_that_is_no_longer_optional() {
    let table = |index: &str, part: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n  gsi g: gpk\n\nE\n    pk: U#{{a: text}}\n  {index}\n    gpk: \
             {{{part}: text}}#{{c: text}}\n"
        )
    };
    let judged = |old: &str, new: &str, part| {
        let changes = diff(&table(old, part), &table(new, part));
        changes.iter().map(SchemaChange::deploy).collect::<Vec<_>>()
    };
    assert_eq!(judged("gsi g, sparse\n  optional: b", "gsi g", "b"), [Deploy::Breaking]);
    assert_eq!(judged("gsi g, sparse\n  optional: b()", "gsi g", "b()"), [Deploy::AfterBackfill]);
    assert_eq!(judged("gsi g, sparse", "gsi g", "b"), [Deploy::Breaking]);
    assert_eq!(judged("gsi g, sparse", "gsi g, sparse\n  optional: b", "b"), []);
    let other = ["gsi g, sparse\n  optional: b", "gsi g, sparse\n  optional: c"];
    assert_eq!(judged(other[0], other[1], "b"), [Deploy::Breaking, Deploy::ReadersFirst]);
    assert!(Snapshot::read(&table("gsi g\n  optional: b", "b")).is_err());
}

/// While two releases count differently, neither sees the updates of the other.
#[test]
fn a_version_is_compared() {
    let table =
        |line| format!("ddbkey schema 1\ntable T\n  key: pk\n\nE\n{line}    pk: U#{{a: text}}\n");
    let [none, one, other] = ["", "  version: n\n", "  version: count\n"].map(table);
    for same in [&none, &one] {
        assert_eq!(diff(same, same), []);
    }
    let shown = |old: &str, new: &str| {
        let [change] = &diff(old, new)[..] else { panic!("one change") };
        assert_eq!((change.cost(), change.deploy()), (Cost::Nothing, Deploy::Breaking));
        change.to_string()
    };
    assert!(shown(&none, &one).contains("the version of `E` is `n` instead of none"));
    assert!(shown(&one, &none).contains("the version of `E` is none instead of `n`"));
    assert!(shown(&one, &other).contains("the version of `E` is `count` instead of `n`"));
}

/// What a method of another name computes is not known, and neither is what a field held that is now
/// computed.
#[test]
fn computed_parts_are_not_renamed() {
    for (old, new) in [("a", "a()"), ("a()", "a"), ("a()", "b()"), ("a", "b()")] {
        let key = |name: &str| format!("S#{{{name}: text}}");
        let changes =
            diff(&snapshot(&[("E", USER, &key(old))]), &snapshot(&[("E", USER, &key(new))]));
        let [changed] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((changed.cost(), changed.attribute()), (Cost::EachItemMoved, Some("sk")));
    }
}

#[test]
fn a_version_is_a_number_as_it_is_printed() {
    for version in ["+1", "01", "1 ", "-1"] {
        let error = Snapshot::read(&format!("ddbkey schema {version}\ntable T\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 1: expected a version", "{version:?}");
    }
}

/// Digits and dots are not all addresses.
#[test]
fn a_text_in_the_shape_of_an_address_is_not_known_to_be_one() {
    lines(
        &[("Host", USER, "{ip: 192.0.2.1|999.0.0.0}")],
        &[("Host", USER, "{ip: IPv4}")],
        &[
            "`sk` of `Host` is `{ip: IPv4}` instead of `{ip: 192.0.2.1|999.0.0.0}`: every item moves to another \
             key; old keys read as other values; in no order of deploys does each version find every item",
        ],
    );
}

#[test]
fn a_newer_version_is_refused() {
    let error = Snapshot::read("ddbkey schema 2\nwhat comes then").unwrap_err();
    assert_eq!(error.line(), Some(1));
    assert_eq!(
        error.to_string(),
        "the snapshot has version 2, but this is version 1; a newer `ddbkey` reads it",
    );
}

#[test]
fn an_error_names_its_line() {
    for (text, message) in [
        ("", "line 1: expected `ddbkey schema` and its version"),
        ("table T\n", "line 1: expected `ddbkey schema` and its version"),
        ("ddbkey schema one\n", "line 1: expected a version"),
        ("ddbkey schema 0\n", "line 1: expected a version"),
        ("ddbkey schema 1\n\nT\n", "line 2: expected `table` and its name"),
        (
            "ddbkey schema 1\ntable T\n  key:\n",
            "line 3: expected a key, an index or the type attribute",
        ),
        ("ddbkey schema 1\ntable T\n    pk: A\n", "line 3: expected an entity before its keys"),
        (
            "ddbkey schema 1\ntable T\n\nA\n    pk: {a}\n",
            "line 5: expected a key attribute and its template",
        ),
        (
            "ddbkey schema 1\ntable T\n\nA\n    pk: {a: what}\n",
            "line 5: expected a key attribute and its template",
        ),
        (
            "ddbkey schema 1\ntable T\n\nA\n  idx x\n",
            "line 5: expected an index, a former key or a separator",
        ),
        (
            "ddbkey schema 1\ntable T\n  key: pk / sk\n\nA\n    pk: A\n\nB\n    pk: B\n    sk: B\n",
            "line 8: expected each key attribute of the entity before it, once",
        ),
        (
            "ddbkey schema 1\ntable T\n  key: pk\n\nA\n    pk: A\n    pk: A\n",
            "line 7: expected each key attribute of the entity before it, once",
        ),
    ] {
        assert_eq!(Snapshot::read(text).unwrap_err().to_string(), message, "{text}");
    }
}

/// As rustdoc makes links of headings.
#[test]
fn every_change_has_a_section_of_the_guide() {
    let guide = include_str!("../../guide/live_tables.md");
    let headings = guide.lines().filter_map(|line| line.strip_prefix("# "));
    let links: Vec<_> = headings.map(|heading| heading.to_lowercase().replace(' ', "-")).collect();
    for section in super::change::section::ALL {
        assert!(links.iter().any(|link| link == section), "{section} of {links:?}");
    }
}

/// Numbers of as many digits mean the same in ranges of which neither holds the other.
#[test]
fn overlapping_ranges_of_padded_numbers_are_alike() {
    let read = |text| super::texts::PrintedTexts::read(text, &[]).unwrap();
    let (signed, unsigned) = (read("integer 03 from -128 to 127"), read("integer 03 to 255"));
    assert!(!signed.are_within(&unsigned) && !unsigned.are_within(&signed));
    assert!(signed.are_like(&unsigned) && unsigned.are_like(&signed));
    assert!(!signed.are_like(&read("integer 02")));
}

/// `300300` has `300` twice as three digits and the rest, and `30` and `0300` as a `u8` and the rest.
#[test]
fn values_of_one_field_are_cut_where_they_were() {
    let read = |kind| {
        let sk = format!("{{b: {kind}}}{{b: text}}");
        let text =
            format!("ddbkey schema 1\ntable T\n  key: pk / sk\n\nA\n    pk: A#\n    sk: {sk}\n");
        Snapshot::read(&text).unwrap()
    };
    let (old, new) = (read("integer 03"), read("integer u8"));
    let shared = new.entities[0].shared_keys(&old.entities[0].key);
    assert!(shared.any && !shared.all);
    assert!(old.entities[0].shared_keys(&old.entities[0].key).all);
}

#[test]
fn every_language_is_read_as_printed() {
    for text in [
        "text",
        "text 1..=8",
        "text lower",
        "text upper",
        "text lower 1..=8",
        "ASCII [0-9a-f] 24..=24",
        r"ASCII [\-0-9] 1..",
        "time %Y%m%d",
        r"time %Y-%m-%d\|%H",
        "time %YZ",
        "time %Y-%m-%dT%H-%M-%S-%3fZ",
        r"time %Y%m%d%H%M%S\|%6f",
        "time %Y%m%d%H%M%S%9f",
        "timestamp +00:00",
        "timestamp isoformat",
        "timestamp instant",
        "timestamp rfc3339nano",
        "timestamp .3",
        "month",
    ] {
        match super::texts::PrintedTexts::read(text, &[]) {
            Some(super::texts::PrintedTexts::Of { language, .. }) => {
                assert_eq!(language.to_string(), text);
            }
            texts => panic!("{text} is read as {texts:?}"),
        }
    }
    for text in [
        "time %m",
        "time %Y%Y",
        "time",
        "time %Y%m%d%H%M%S%f",
        "time %Y%m%d%H%M%S%4f",
        "time %Y%m%d%3f",
        "time %Y%m%d%H%M%S%3f%3f",
        "time %Y%m%d%H%M%S%9f--",
        "text lower ",
        "text title",
        "ASCII [a] 1..=",
        "time %Y--",
        "timestamp",
        "timestamp ",
        "timestamp rfc3339",
        "timestamp +00",
    ] {
        assert!(
            !matches!(
                super::texts::PrintedTexts::read(text, &[]),
                Some(super::texts::PrintedTexts::Of { .. })
            ),
            "{text}"
        );
    }
}
