//! Compares random pairs of schemas: a change that costs nothing leaves every stored item as it was, a schema that
//! stores anything differently has a line, and equal schemas have none. No string makes the
//! reader panic.

mod lines;
mod shapes;

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Cost, Deploy, SchemaChange};
use crate::schema::tests::sketch::{document, sketch};
use crate::schema::{Language, PlacedTexts, Schema};

const USER: &str = "USER#{user: text}";

/// Returns a table with these entities, whose keys are in `pk` and `sk`.
fn snapshot(entities: &[(&str, &str, &str)]) -> String {
    let mut text = String::from("ddbkey schema 1\ntable T\n  key: pk / sk\n");
    for (name, pk, sk) in entities {
        text += &format!("\n{name}\n    pk: {pk}\n    sk: {sk}\n");
    }
    text
}

/// A kind of value: how it prints, and which strings it has.
type DrawnKind = (&'static str, fn(&str) -> bool);

const KINDS: [DrawnKind; 18] = [
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
    ("digits 1..=3", |text| text.len() <= 3 && is_digits(text)),
    ("ASCII [0-9A-C] 1..=3", |text| {
        text.len() <= 3 && text.bytes().all(|byte| b"0123456789ABC".contains(&byte))
    }),
    ("ULID", |text| text == ULID),
    (EMPTY, |_| true),
    ("A#{text} | B", |text| text == "B" || payload(text).is_some()),
    ("A#{integer u8} | B | C", |text| {
        ["B", "C"].contains(&text) || payload(text).is_some_and(|text| is_integer(text, 255))
    }),
    ("A#{*text} | B", |text| text == "B" || payload(text).is_some()),
];

const ULID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const EMPTY: &str = "text 0..";

fn payload(text: &str) -> Option<&str> {
    text.strip_prefix("A#").filter(|payload| !payload.is_empty())
}

const TEXTS: [&str; 24] = [
    "", "A#x", "A#1", "A#a#", "A#", "a", "é", "A", "B", "C", "#", "|", "x", "abc", "CC", "1", "42",
    "300", "007", "256", "65535", "70000", "a#b|cx", ULID,
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
        // Two adjacent literals print as one.
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

/// Generates a table, and the same table after one or two changes.
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
                // A value that takes the rest comes last.
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

/// Returns the key attributes of an entity with these values, unless a value does not fit.
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

/// Returns whether a string can be the value at this position of a key.
fn is_value(entity: &DrawnEntity, key: &DrawnKey, at: usize, text: &str) -> bool {
    let DrawnPiece::Value { kind, is_rest, .. } = key.pieces[at] else { return false };
    let (name, has) = KINDS[kind];
    let is_free = ["text", "text 1..=2", "char", EMPTY, "A#{text} | B"].contains(&name);
    let own = if name.starts_with("A#{") { payload(text).unwrap_or(text) } else { text };
    let delimiter = key.pieces[at..].iter().find_map(|piece| match piece {
        DrawnPiece::Literal(text) => text.chars().next(),
        DrawnPiece::Value { .. } => None,
    });
    let is_held_back = is_free && !is_rest && key.sign == ":";
    let is_delimited = |delimiter| own.contains::<char>(delimiter);
    let is_cut = is_delimited(entity.separator) || delimiter.is_some_and(is_delimited);
    has(text) && (!text.is_empty() || name == EMPTY) && !(is_held_back && is_cut)
}

fn diff(old: &str, new: &str) -> Vec<SchemaChange> {
    super::diff(&sketch(old), &sketch(new))
}

/// Returns the strings of a value whose position excludes these characters.
fn texts(printed: &str, excluded: &[char]) -> Option<PlacedTexts> {
    let language = Language::read(printed)?;
    let excluded = if language.is_free() { excluded.into() } else { Vec::new() };
    Some(PlacedTexts { language, excluded })
}

/// Returns the old name and the new one.
fn renamed_field(line: &str) -> Option<(&str, &str)> {
    let (old, rest) = line.strip_prefix("field `")?.split_once('`')?;
    Some((old, rest.split_once("is now called `")?.1.split_once('`')?.0))
}

/// Returns whether these are keys of the entity, by trying where each value ends.
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
            Some(DrawnPiece::Value { field, .. }) => (0..=text.len()).any(|end| {
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

/// Checks what the lines promise about the items of an entity.
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
        } else if line.contains("does not allow all strings")
            || (change.index().is_some() && change.attribute().is_none())
        {
            // A change of whether items are in an index has its own line.
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

/// Returns whether two tables only differ in separators that exclude no string, or in brackets or a `*` in that case.
/// If these make a difference, the values show it.
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
        print(&table).replace("{*text}", "{text}")
    };
    normalized(old) == normalized(new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

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

    /// Determines which entity reads which old keys, by reading them.
    #[test]
    fn automata_decide_who_reads_the_old_keys(
        (old, new) in prop_oneof![relatives(), (table(), table())],
        values in vec(proptest::array::uniform4(select(&TEXTS[..])), 8),
    ) {
        let (old_read, new_read) =
            (sketch(&print(&old)), sketch(&print(&new)));
        for (old, old_read) in old.entities.iter().zip(&old_read.entities) {
            for (new, new_read) in new.entities.iter().zip(&new_read.entities) {
                for values in &values {
                    let values = ["a", "b", "c", "d"].into_iter().zip(*values).collect();
                    let texts = old.keys.iter().map(|key| build(old, key, &values));
                    let Some(texts) = texts.collect::<Option<Vec<_>>>() else { continue };
                    let is_read = accepts(new, &texts);
                    let shared = new_read.shared_keys(old_read.key());
                    prop_assert!(is_read || !shared.all, "{texts:?}");
                    prop_assert!(!is_read || shared.any, "{texts:?}");
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), table in table(), at in any::<usize>()) {
        let _ = Schema::parse(&text);
        let mut printed = sketch(&print(&table)).to_string();
        let mut at = at % printed.len();
        while !printed.is_char_boundary(at) {
            at -= 1;
        }
        printed.insert_str(at, &text);
        let _ = Schema::parse(&printed);
        printed.truncate(at);
        let _ = Schema::parse(&printed);
    }

    /// Strings over the alphabet of templates get further.
    #[test]
    fn a_template_of_the_same_characters_is_read_or_refused(
        text in "([A#]?\\{)?[a:=(){}|#\\\\\"N0-9,/ \n\\[\\].-]{0,60}"
    ) {
        let own = document(&snapshot(&[("E", USER, "X")])).to_string();
        let template = serde_json::to_string(&text).unwrap();
        if let Ok(schema) = serde_json::from_str::<Schema>(&own.replace("\"X\"", &template)) {
            prop_assert_eq!(&Schema::parse(&schema.to_string()).unwrap(), &schema);
        }
    }

    #[test]
    fn a_language_is_read_or_refused(
        text in "(text|ASCII|integer|timestamp|shard)?[ (\\[]?[-a-z0-9.=\\\\\\]{}()|, ]{0,20}[0-9]{0,40}"
    ) {
        if let Some(texts) = texts(&text, &['#']) {
            prop_assert!(texts.are_like(&texts));
        }
    }
}

/// Anybody can edit a snapshot: a number at its limit is read or refused, and no comparison overflows.
#[test]
fn numbers_at_their_limits_are_read_or_refused() {
    const FORMS: [&str; 14] = [
        "text 1..=@",
        "text lower 1..=@",
        "ASCII [a] 1..=@",
        "integer u@",
        "integer i@",
        "integer from -@ to 7",
        "integer from -7 to @",
        "integer from -@ to @",
        "integer 0@",
        "integer 038 to @",
        "integer 038 from -@ to @",
        "integer desc0@",
        "integer desc038 to @",
        "shard(@, xxh64)",
    ];
    let wide = "9".repeat(60);
    let numbers = [0, 1, 2, 3, 9, 10, 19, 38, 39, 40, 63, 64, 65, 127, 128, 129, 130, 255, 256]
        .into_iter()
        .chain([u128::from(u32::MAX), u128::from(u64::MAX), u128::from(u64::MAX) + 1])
        .chain([u128::MAX / 2, u128::MAX / 2 + 1, u128::MAX - 1, u128::MAX])
        .map(|number| number.to_string())
        .chain([wide]);
    let printed = |value: &str| snapshot(&[("E", USER, &format!("X#{{n: {value}}}"))]);
    let others = ["text", "integer u8", "integer i128", "integer 03", "shard(7, xxh64)", "A|B"];
    let mut read = 0;
    for number in numbers {
        for form in FORMS {
            let value = printed(&form.replace('@', &number));
            if serde_json::from_value::<Schema>(document(&value)).is_ok() {
                read += 1;
                for other in others.map(printed).iter().chain([&value]) {
                    let _ = (diff(&value, other), diff(other, &value));
                }
            }
        }
    }
    assert!(read > 100, "{read} are read");
    for value in ["integer i129", "integer u129", "integer i0", "integer u0", "integer i1"] {
        let error = serde_json::from_value::<Schema>(document(&printed(value))).expect_err(value);
        let fault = format!("`{{n: {value}}}` is not a value and its strings");
        assert!(error.to_string().starts_with(&fault), "{value}: {error}");
    }
}

/// Generates an entity whose sort key was one or several of these before.
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
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// A version reads a row if one of its keys is built from the values of the row.
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
            // A query of the index asks for current keys.
            let is_found = of_old[0].is_none() || of_old[0] == of_new[0];
            prop_assert!(!is_inverted || is_found || deploy == Deploy::Breaking, "{changes:#?}");
            // Two rows with two keys must still have two keys when they are moved.
            if let Some(text) = &of_new[0] {
                let before = moved.entry(text.clone()).or_insert_with(|| of_old.clone());
                let is_one = before[0] == of_old[0] || [&before[0], &of_old[0]].contains(&&None);
                prop_assert!(is_one || deploy == Deploy::Breaking, "{changes:#?}");
            }
        }
    }
}
