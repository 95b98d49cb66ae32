//! Compares generated code with the model: the promises of the README.

use std::collections::HashMap;
use std::ops::Bound;
use std::panic::{self, AssertUnwindSafe};

use crate::document::check_document;
use crate::model::{Entity, Key, Kind, Part, Piece, Table, V, fields, parts};
use crate::random::Random;
use crate::support::{Ask, Subject};
use ddbkey::schema::TableSchema;
use ddbkey_tools::Schema;
use ddbkey::{KeyCondition, KeyValue};

/// One table with its adapters.
pub struct Made {
    pub number: usize,
    pub description: &'static str,
    pub subjects: &'static [Subject],
    pub dispatch: fn(&[&str]) -> Option<(usize, Option<&'static str>)>,
    pub schema: &'static TableSchema,
}

#[derive(Default)]
pub struct Counts {
    pub built: usize,
    pub refused: usize,
    pub texts: usize,
    pub read: usize,
    pub conditions: usize,
    pub rows: usize,
    /// Of the written keys: alternatives of the table's key, and keys of indexes after the first.
    pub alternatives: usize,
    pub shapes: usize,
    /// Rows of other keys that a query returns.
    pub also: usize,
}

/// Returns how many entities failed.
pub fn check(all: &[Made], seed: u64) -> usize {
    let mut failed = 0;
    let mut counts = Counts::default();
    for made in all {
        let table: Table = serde_json::from_str(made.description).expect("a table");
        let document = &Schema::of(made.schema);
        for at in 0..table.entities.len() {
            let mut random = Random(seed ^ (made.number as u64) << 8 ^ at as u64);
            let run = || Check { table: &table, document, at, made, random: &mut random, counts: &mut counts }.run();
            failed += fails(&format!("table{} `{}`", made.number, table.entities[at].name), run);
        }
        failed += fails(&format!("schema of table{}", made.number), || {
            assert!(!check_document(made.schema).is_empty());
        });
    }
    let Counts { built, refused, texts, read, conditions, rows, alternatives, shapes, also } = counts;
    println!(
        "{built} keys built, {refused} refused, {texts} texts ({read} read), {conditions} queries over {rows} rows, \
         {alternatives} alternatives and {shapes} later shapes written, {also} rows of other keys returned"
    );
    failed
}

/// Returns 1 if this panics.
pub fn fails(name: &str, run: impl FnOnce()) -> usize {
    let Err(problem) = panic::catch_unwind(AssertUnwindSafe(run)) else { return 0 };
    let text = problem.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| problem.downcast_ref::<String>().cloned());
    println!("FAILED {name}: {}", text.unwrap_or_default());
    1
}

struct Check<'c> {
    table: &'c Table,
    document: &'c Schema,
    at: usize,
    made: &'c Made,
    random: &'c mut Random,
    counts: &'c mut Counts,
}

impl Check<'_> {
    fn run(mut self) {
        let rounds = 45;
        let mut samples = Vec::new();
        for _ in 0..rounds {
            let values = self.values();
            self.build(&values);
            samples.push(values);
        }
        for which in 0..=self.entity().indexes.len() {
            self.injective(which, &samples);
            for values in &samples {
                self.texts(which, values);
            }
            for _ in 0..30 {
                self.query(which);
            }
        }
    }

    fn entity(&self) -> &Entity {
        &self.table.entities[self.at]
    }

    fn subject(&self) -> Subject {
        self.made.subjects[self.at]
    }

    /// Every way of building gives the same as the model.
    fn build(&mut self, values: &[V]) {
        let entity = self.entity().clone();
        let subject = self.subject();
        let expected = entity.keys(values);
        let got = (subject.keys)(values);
        match &expected {
            Some(_) => self.counts.built += 1,
            None => self.counts.refused += 1,
        }
        if let Err(message) = &got {
            assert!(!message.contains("SECRET"), "a value in {message}");
        }
        assert_eq!(got.as_ref().ok(), expected.as_ref(), "keys of {values:?}: {got:?}");
        self.written(values);
        for (which, (pk, sk)) in entity.pairs().enumerate() {
            let own = (subject.own)(which, values);
            assert_eq!(own.is_some(), entity.has(which, values), "{which} of {values:?}");
            if entity.is_absent(pk, sk, values) {
                continue;
            }
            let is_later = which > 0 && entity.shapes_before(which - 1).next().is_some();
            self.counts.shapes += usize::from(is_later && own.is_some());
            let expected = entity.build(pk, sk, values);
            for got in [Some((subject.pair)(which, values)), own].into_iter().flatten() {
                let Some(expected) = &expected else {
                    assert!(got.is_err(), "{which} of {values:?}: {got:?}");
                    continue;
                };
                let got = got.unwrap_or_else(|error| panic!("{which} of {values:?}: {error}"));
                for pair in expected {
                    assert!(got.contains(pair), "{pair:?} in {got:?}");
                }
                self.round_trip(which, expected, values);
            }
        }
    }

    /// The primary key is the first that is filled, whether it can be built or not.
    fn written(&mut self, values: &[V]) {
        let entity = self.entity();
        let (which, got) = (self.subject().written)(values);
        assert_eq!(which, entity.written_primary(values), "of {values:?}");
        let (pk, sk) = entity.pairs().nth(which).expect("a pair");
        assert_eq!(got.as_ref().ok(), entity.build(pk, sk, values).as_ref(), "of {values:?}: {got:?}");
        self.counts.alternatives += usize::from(which > 0);
    }

    /// A built key reads as the same values, and as this entity.
    fn round_trip(&self, which: usize, built: &[(String, String)], values: &[V]) {
        let (entity, subject) = (self.entity(), self.subject());
        let texts: Vec<_> = built.iter().map(|(_, text)| &**text).collect();
        let read = (subject.parse)(which, &texts);
        let read = read.unwrap_or_else(|| panic!("{texts:?} of {values:?} reads"));
        let (pk, sk) = entity.pairs().nth(which).expect("a pair");
        for attribute in pk.attributes.iter().chain(&sk.attributes) {
            for piece in &attribute.pieces {
                let Piece::Value { field, format, .. } = piece else { continue };
                let kind = &entity.fields[*field].kind;
                assert_eq!(
                    kind.stored(*format, &read[*field]),
                    kind.stored(*format, &values[*field]),
                    "{texts:?}"
                );
            }
        }
        if let Some(legacy) = primary(entity, which) {
            assert_eq!((self.made.dispatch)(&texts), Some((self.at, legacy)), "{texts:?}");
        }
    }

    /// Different parts build different strings.
    fn injective(&self, which: usize, samples: &[Vec<V>]) {
        let entity = self.entity();
        let (pk, sk) = entity.pairs().nth(which).expect("a pair");
        let mut seen: HashMap<Vec<String>, Vec<V>> = HashMap::new();
        for values in samples.iter().filter(|values| !entity.is_absent(pk, sk, values)) {
            let Ok(built) = (self.subject().pair)(which, values) else { continue };
            let texts: Vec<_> = built.into_iter().map(|(_, text)| text).collect();
            let stored = stored(entity, pk, sk, values);
            let before = seen.entry(texts).or_insert_with(|| stored.clone());
            assert_eq!(*before, stored, "different values build the same texts");
        }
    }

    /// Parsers and dispatch agree with the model on strings that are almost keys.
    fn texts(&mut self, which: usize, values: &[V]) {
        let entity = self.entity().clone();
        let (pk, sk) = entity.pairs().nth(which).expect("a pair");
        if entity.is_absent(pk, sk, values) {
            return;
        }
        let attributes: Vec<_> = pk.attributes.iter().chain(&sk.attributes).collect();
        let built: Option<Vec<_>> =
            attributes.iter().map(|attribute| attribute.build(&entity, values)).collect();
        let Some(built) = built else { return };
        if built.iter().any(|text| text.len() > 300) {
            return;
        }
        for _ in 0..6 {
            let mut texts = built.clone();
            let at = self.random.below(texts.len());
            texts[at] = self.mutated(&texts[at]);
            let texts: Vec<_> = texts.iter().map(|text| &**text).collect();
            self.counts.texts += 1;
            let expected = entity.parse(pk, sk, &texts);
            assert!(expected.len() <= 1, "{texts:?} has two readings: {expected:?}");
            let got = (self.subject().parse)(which, &texts);
            self.counts.read += usize::from(got.is_some());
            match (got, expected.first()) {
                (Some(got), Some(expected)) => {
                    let (got, expected) =
                        (stored(&entity, pk, sk, &got), stored(&entity, pk, sk, expected));
                    assert_eq!(got, expected, "{texts:?}");
                }
                (None, None) => {}
                (got, expected) => panic!("{which}: {texts:?} reads as {got:?}, not {expected:?}"),
            }
            for (other, (pk, sk)) in entity.pairs().enumerate().skip(1) {
                let is_shape = which > 0 && entity.shapes(which - 1).any(|shape| shape + 1 == other);
                if is_shape && other != which {
                    let is_read = !entity.parse(pk, sk, &texts).is_empty();
                    assert!(!is_read || expected.is_empty(), "{texts:?} reads as {which} and {other}");
                    assert_eq!((self.subject().parse)(other, &texts).is_some(), is_read, "{texts:?} as {other}");
                }
            }
            if primary(&entity, which).is_some() {
                let all = self.table.entities.iter().enumerate();
                let all = all.flat_map(|(at, entity)| entity.primary().map(move |key| (at, entity, key)));
                let readers: Vec<_> = all
                    .filter(|(_, entity, (_, pk, sk))| !entity.parse(pk, sk, &texts).is_empty())
                    .map(|(at, _, (legacy, ..))| (at, legacy))
                    .collect();
                assert!(readers.len() <= 1, "{texts:?} reads as {readers:?}");
                assert_eq!((self.made.dispatch)(&texts), readers.first().copied(), "{texts:?}");
            }
        }
    }

    fn mutated(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let alphabet = alphabet(self.table);
        for _ in 0..self.random.below(3) {
            let at = self.random.below(characters.len() + 1);
            match self.random.below(4) {
                0 if at < characters.len() => {
                    characters.remove(at);
                }
                1 => characters.insert(at, *self.random.pick(&alphabet)),
                2 if at < characters.len() => characters[at] = *self.random.pick(&alphabet),
                _ if at < characters.len() => characters[at] = if characters[at] == '0' { '9' } else { '0' },
                _ => {}
            }
        }
        characters.into_iter().collect()
    }

    fn values(&mut self) -> Vec<V> {
        values(self.table, self.at, self.random)
    }

    fn value(&mut self, kind: &Kind) -> V {
        value(self.table, kind, self.random)
    }

    /// A condition matches the rows that it asks for, by an evaluation of what is sent to DynamoDB.
    fn query(&mut self, which: usize) {
        let entity = self.entity().clone();
        let (pk, sk) = entity.pairs().nth(which).map(|(pk, sk)| (pk.clone(), sk.clone())).expect("a pair");
        let mut pattern = self.values();
        for (value, field) in pattern.iter_mut().zip(&entity.fields) {
            while *value == V::None {
                *value = self.value(&field.kind);
            }
        }
        let parts = parts(&sk);
        let given = self.random.below(parts.len() + 1);
        let mut rows = vec![pattern.clone()];
        for _ in 0..25 {
            let mut row = pattern.clone();
            for (at, part) in parts.iter().enumerate() {
                if fields(&pk).any(|field| field == part.field) || at < given && !self.random.once_in(4) {
                    continue;
                }
                row[part.field] = match self.random.below(5) {
                    0 => pattern[part.field].clone(),
                    1 => self.near(&entity.fields[part.field].kind, &pattern[part.field]),
                    _ => self.value(&entity.fields[part.field].kind),
                };
            }
            rows.push(row);
        }
        let ask = match parts.get(given) {
            Some(part) if self.random.once_in(6) => {
                let kind = &entity.fields[part.field].kind;
                let text = kind.text(part.format, self.random.pick(&rows).get(part.field).expect("a value"));
                let text = text.unwrap_or_default();
                let count = self.random.below(text.chars().count() + 1);
                Ask::Starting(text.chars().take(count).collect())
            }
            Some(part) if !self.random.once_in(4) => {
                let mut bound = || {
                    let kind = &entity.fields[part.field].kind;
                    let mut value = rows[self.random.below(rows.len())][part.field].clone();
                    if self.random.once_in(4) {
                        value = self.near(kind, &value);
                    }
                    match self.random.below(5) {
                        0 => Bound::Unbounded,
                        1 | 2 => Bound::Included(value),
                        _ => Bound::Excluded(value),
                    }
                };
                Ask::In(bound(), bound())
            }
            _ => Ask::All,
        };
        let Some(condition) = (self.subject().query)(which, &pattern, given, &ask) else { return };
        self.counts.conditions += 1;
        let is_wanted = |row: &[V]| wanted(&entity, &pk, &parts, &pattern, row, given, &ask);
        // Rows that can be stored, by this key and by the others.
        let stored: Vec<(&Vec<V>, Vec<(String, String)>)> = rows
            .iter()
            .filter_map(|row| Some((row, entity.build(&pk, &sk, row)?)))
            .collect();
        self.counts.rows += stored.len();
        let context = || format!("{which} of {pattern:?}, {given} given, {}", shown(&ask));
        let condition = match condition {
            Ok(condition) => condition,
            Err(error) => {
                assert!(!error.contains("SECRET"), "{error}");
                // A value that cannot be a part is an error, whatever the query would find.
                let is_sound = |at: usize, value: &V| is_part(&entity, &pk, &sk, parts[at].field, value);
                let bounds = match &ask {
                    Ask::In(from, to) => [from, to].into_iter().collect(),
                    _ => Vec::new(),
                };
                let is_sound = (0..given).all(|at| is_sound(at, &pattern[parts[at].field]))
                    && fields(&pk).all(|field| is_part(&entity, &pk, &sk, field, &pattern[field]))
                    && bounds.into_iter().all(|bound| match bound {
                        Bound::Included(value) | Bound::Excluded(value) => is_sound(given, value),
                        Bound::Unbounded => true,
                    });
                if !is_sound {
                    return;
                }
                let missed = stored.iter().find(|(row, _)| is_wanted(row));
                assert!(missed.is_none(), "{}: {error}, but {missed:?}", context());
                return;
            }
        };
        for (_, text) in condition.values() {
            let text = text.as_str();
            assert!(!text.is_empty() && text.len() <= 2048, "{}: a value that is refused", context());
        }
        for (row, keys) in &stored {
            let got = evaluate(&condition, keys);
            assert_eq!(got, is_wanted(row), "{}: {keys:?} {:?}", context(), condition);
            let local = condition.matches_with(|name| find(keys, name));
            assert_eq!(got, local, "{}: `matches_with` of {keys:?}", context());
        }
        self.others(which, &condition, &entity, &sk, &context());
        self.also(which, &condition, &pattern, given, &context());
    }

    /// The schema lists the rows of all other keys that a query returns, in the table or in the index.
    fn also(&mut self, which: usize, condition: &KeyCondition, pattern: &[V], given: usize, context: &str) {
        let table = self.table;
        let entity = &table.entities[self.at];
        let (pk, _) = entity.pairs().nth(which).expect("a pair");
        let partition: Vec<_> = pk
            .attributes
            .iter()
            .filter_map(|own| Some((own.name.clone(), own.build(entity, pattern)?)))
            .collect();
        for (at, other) in table.entities.iter().enumerate() {
            for (place, (pk, sk)) in other.pairs().enumerate() {
                if (at, place) == (self.at, which) || queried(other, place) != queried(entity, which) {
                    continue;
                }
                let mut row = values(table, at, self.random);
                for (place, field) in other.fields.iter().enumerate() {
                    if at == self.at && self.random.once_in(2) {
                        row[place] = pattern[place].clone();
                    }
                    while row[place] == V::None {
                        row[place] = self.value(&field.kind);
                    }
                }
                let Some(mut keys) = other.build(pk, sk, &row) else { continue };
                for (name, text) in &mut keys {
                    if let Some(own) = find(&partition, name) {
                        *text = own.to_owned();
                    }
                }
                let texts: Vec<_> = keys.iter().map(|(_, text)| &**text).collect();
                if other.parse(pk, sk, &texts).is_empty() || !evaluate(condition, &keys) {
                    continue;
                }
                self.counts.also += 1;
                let label = (at == self.at).then(|| label(other, place));
                let is_listed = self.is_listed(which, &other.name, label, given);
                assert!(is_listed, "{context} also returns {keys:?} of `{}` under {label:?}", other.name);
            }
        }
    }

    /// Returns whether the schema says that a query which gives this many parts also returns these rows.
    fn is_listed(&self, which: usize, other: &str, label: Option<&str>, given: usize) -> bool {
        let entity = self.entity();
        let own = self.document.entity(&entity.name).expect("an entity");
        let name = which.checked_sub(1).map(|at| &*entity.indexes[at].name);
        let index = queried(entity, which);
        let mut keys = own.keys.iter().chain(&own.index_keys).filter(|key| key.index.as_deref() == index);
        keys.any(|key| {
            let is_shape = own.index_keys.iter().filter(|other| other.index == key.index).count() > 1;
            let is_queried = match index {
                None => key.alternative.as_ref().or(key.legacy.as_ref()).map(String::as_str) == name,
                Some(_) => !is_shape || key.rust_name.as_deref() == name,
            };
            let parts = match label {
                Some(label) => key.also_returned_under.get(label).filter(|_| other == own.name),
                None => key.also_returned.get(other),
            };
            is_queried && parts.is_some_and(|parts| given <= *parts)
        })
    }

    /// Rows of other entities are within the entity's own prefix.
    fn others(&mut self, which: usize, condition: &KeyCondition, entity: &Entity, sk: &Key, context: &str) {
        let Some(attribute) = sk.attributes.first() else { return };
        let Some(Piece::Literal(prefix)) = attribute.pieces.first() else { return };
        if which > 0 {
            return;
        }
        let _ = entity;
        for at in 0..self.table.entities.len() {
            let other = values(self.table, at, self.random);
            let other_entity = &self.table.entities[at];
            let Some(mut keys) = other_entity.build(&other_entity.pk, &other_entity.sk, &other) else { continue };
            // In the requested partition.
            let partition = condition.values().next().map(|(_, value)| value.to_string());
            keys[0].1 = partition.expect("a partition");
            if evaluate(condition, &keys) {
                assert!(keys[1].1.starts_with(&**prefix), "{context}: {keys:?} of another entity");
            }
        }
    }

    /// A value next to this one.
    fn near(&mut self, kind: &Kind, value: &V) -> V {
        let up = self.random.once_in(2);
        match (kind, value) {
            (Kind::Ulid | Kind::Uuid, V::Unsigned(n)) => V::Unsigned(if up { n.saturating_add(1) } else { n.saturating_sub(1) }),
            (Kind::Text(_) | Kind::Name { .. }, V::Text(text)) => {
                let alphabet = alphabet(self.table);
                let mut text = text.clone();
                if up { text.push(*self.random.pick(&alphabet)) } else { text.pop(); }
                V::Text(text)
            }
            _ => self.value(kind),
        }
    }
}

/// Returns the characters that matter to this table.
fn alphabet(table: &Table) -> Vec<char> {
    let mut characters = vec!['a', 'b', '0', '9', 'A', '-', 'é', '\u{10FFFF}', '\0', '!', ' '];
    for entity in &table.entities {
        characters.push(entity.separator);
        for (pk, sk) in entity.pairs() {
            for piece in pk.attributes.iter().chain(&sk.attributes).flat_map(|a| &a.pieces) {
                if let Piece::Literal(text) = piece {
                    characters.extend(text.chars());
                }
            }
        }
    }
    characters
}

pub fn values(table: &Table, at: usize, random: &mut Random) -> Vec<V> {
    let mut values = Vec::new();
    for field in &table.entities[at].fields {
        let is_none = field.is_option && random.once_in(3);
        values.push(if is_none { V::None } else { value(table, &field.kind, random) });
    }
    values
}

fn value(table: &Table, kind: &Kind, random: &mut Random) -> V {
    let alphabet = alphabet(table);
    let is_small = !random.once_in(4);
    match kind {
        Kind::Text(_) | Kind::Name { .. } => {
            let length = match random.below(24) {
                0 => 0,
                1 => 990 + random.below(50),
                2 => 2000 + random.below(60),
                3 => return V::Text("SECRET#@~v/x本==|".into()),
                other => 1 + other % 3,
            };
            let plain = ['a', 'b', 'c', '1'];
            let choices = if random.once_in(3) { &alphabet[..] } else { &plain[..] };
            V::Text((0..length).map(|_| *random.pick(choices)).collect())
        }
        Kind::Char => V::Text(random.pick(&alphabet).to_string()),
        Kind::Bool => V::Unsigned(random.below(2) as u128),
        Kind::Ulid | Kind::Uuid => {
            V::Unsigned(if is_small { random.below(4) as u128 } else { random.wide() })
        }
        Kind::Unsigned { .. } | Kind::Version => {
            let (bits, non_zero) = match kind {
                Kind::Unsigned { bits, non_zero } => (*bits, *non_zero),
                _ => (32, false),
            };
            let most = u128::MAX >> (128 - bits);
            let value = match random.below(8) {
                0 => most,
                1 => random.wide() & most,
                2 => 10u128.pow(random.below(39) as u32).min(most),
                3 => (10u128.pow(random.below(39) as u32) - 1).min(most),
                _ => random.below(12) as u128,
            };
            V::Unsigned(value.max(u128::from(non_zero)))
        }
        Kind::Signed { bits, non_zero } => {
            let most = i128::MAX >> (128 - bits);
            let power = 10i128.pow(random.below(39) as u32);
            let value = match random.below(8) {
                0 => most,
                1 => -most - 1,
                2 => (random.wide() as i128) >> (128 - bits),
                3 => power.min(most),
                4 => (-power).max(-most - 1),
                5 => (1 - power).max(-most - 1),
                _ => random.below(24) as i128 - 12,
            };
            V::Signed(if *non_zero && value == 0 { 1 } else { value })
        }
        Kind::Time(_) => {
            const SECOND: i128 = 1_000_000_000;
            V::Nanos(match random.below(8) {
                0 => 253_402_207_200 * SECOND + 999_999_999,
                1 => -62_167_219_200 * SECOND - i128::from(random.once_in(2)),
                2 => (random.wide() % (253_402_207_200 * 1_000_000_000)) as i128,
                3 => -((random.wide() % (62_167_219_200 * 1_000_000_000)) as i128),
                4 => -1,
                _ => {
                    let hours = random.below(3000) as i128;
                    hours * 3600 * SECOND * (random.below(30) as i128) + *random.pick(&[0, 1, 999_999_999, 1_000_000, 1_234_567])
                }
            })
        }
        Kind::Date(_) => V::Days(match random.below(6) {
            0 => 2_932_896,
            1 => -719_528 - random.below(2) as i64,
            2 => -(random.below(700_000) as i64),
            3 => random.below(2_900_000) as i64,
            _ => random.below(800) as i64,
        }),
        Kind::Words(_, words) => V::Word(random.below(words.len())),
        Kind::Owner => match random.below(4) {
            0 => V::Text("Nobody".into()),
            1 => V::Text(format!("Number#{}", random.below(256))),
            _ => {
                let V::Text(payload) = value(table, &Kind::Text("String".into()), random) else {
                    unreachable!()
                };
                V::Text(format!("User#{payload}"))
            }
        },
    }
}

/// Returns the name of the primary key of a pair: `None` for the plain key, nothing for an index.
fn primary(entity: &Entity, which: usize) -> Option<Option<&str>> {
    match which.checked_sub(1).map(|at| &entity.indexes[at]) {
        None => Some(None),
        Some(index) => index.is_primary().then_some(Some(&*index.name)),
    }
}

/// Returns the index that a pair is of, nothing for the table.
fn queried(entity: &Entity, which: usize) -> Option<&str> {
    let index = &entity.indexes[which.checked_sub(1)?];
    (!index.is_primary()).then_some(&*index.index)
}

/// Returns the name of a key of an entity, as the schema lists rows under it.
fn label(entity: &Entity, which: usize) -> &str {
    match which.checked_sub(1) {
        Some(at) => &entity.indexes[at].name,
        None => "current",
    }
}

/// Returns whether the query asks for this row, in terms of values.
fn wanted(
    entity: &Entity,
    pk: &Key,
    parts: &[Part],
    pattern: &[V],
    row: &[V],
    given: usize,
    ask: &Ask,
) -> bool {
    let of = |part: &Part, values: &[V]| entity.fields[part.field].kind.stored(part.format, &values[part.field]);
    let same_partition = pk.attributes.iter().all(|a| a.build(entity, pattern) == a.build(entity, row));
    if !same_partition || parts[..given].iter().any(|part| of(part, pattern) != of(part, row)) {
        return false;
    }
    let Some(part) = parts.get(given) else { return true };
    let kind = &entity.fields[part.field].kind;
    let text = kind.text(part.format, &row[part.field]).expect("it is stored");
    match ask {
        Ask::All => true,
        Ask::Starting(start) => text.starts_with(&**start),
        Ask::In(from, to) => {
            let value = of(part, row);
            // Last parts without their own order are compared as strings.
            let is_text = !part.is_number && !kind.is_ordered(part.format);
            let order = |bound: &V| {
                if is_text {
                    let bound = kind.text(part.format, bound)?;
                    Some(text.cmp(&bound))
                } else {
                    kind.text(part.format, bound).or_else(|| part.is_number.then(String::new))?;
                    Some(value.cmp(&kind.stored(part.format, bound)))
                }
            };
            let is_cut = |bound: &V| kind.can_truncate(part.format) && kind.stored(part.format, bound) != *bound;
            let is_empty = match (from, to) {
                (Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to))
                | (Bound::Included(from), Bound::Excluded(to)) if from == to => true,
                // Inside one unit the strings are equal, but a backwards range has no rows.
                (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) => {
                    kind.can_truncate(part.format) && from > to
                }
                _ => false,
            };
            let above = match from {
                Bound::Unbounded => true,
                Bound::Excluded(bound) if !kind.can_truncate(part.format) => order(bound).is_some_and(|o| o.is_gt()),
                Bound::Included(bound) | Bound::Excluded(bound) => order(bound).is_some_and(|o| o.is_ge()),
            };
            let below = match to {
                Bound::Unbounded => true,
                Bound::Excluded(bound) if !is_cut(bound) => order(bound).is_some_and(|o| o.is_lt()),
                Bound::Included(bound) | Bound::Excluded(bound) => order(bound).is_some_and(|o| o.is_le()),
            };
            above && below && !is_empty
        }
    }
}

/// Returns whether a value is possible in all positions of its field.
fn is_part(entity: &Entity, pk: &Key, sk: &Key, field: usize, value: &V) -> bool {
    pk.attributes.iter().chain(&sk.attributes).all(|attribute| {
        (0..attribute.pieces.len()).all(|at| match &attribute.pieces[at] {
            Piece::Value { field: other, .. } if *other == field => {
                attribute.part(entity, at, value).is_some_and(|text| text.len() <= 900)
            }
            _ => true,
        })
    })
}

fn shown(ask: &Ask) -> String {
    match ask {
        Ask::All => "all".into(),
        Ask::In(from, to) => format!("in {from:?} {to:?}"),
        Ask::Starting(text) => format!("starting with {text:?}"),
    }
}

/// Returns what a key keeps of its values.
fn stored(entity: &Entity, pk: &Key, sk: &Key, values: &[V]) -> Vec<V> {
    let mut out = Vec::new();
    for piece in pk.attributes.iter().chain(&sk.attributes).flat_map(|a| &a.pieces) {
        if let Piece::Value { field, format, .. } = piece {
            out.push(entity.fields[*field].kind.stored(*format, &values[*field]));
        }
    }
    out
}

fn find<'k>(keys: &'k [(String, String)], name: &str) -> Option<&'k str> {
    keys.iter().find(|(other, _)| other == name).map(|(_, text)| &**text)
}

/// Evaluates a condition as DynamoDB does: from the string of the expression, its names and its values.
fn evaluate(condition: &KeyCondition, keys: &[(String, String)]) -> bool {
    let names: HashMap<_, _> = condition.names().collect();
    let values: HashMap<_, _> = condition.values().collect();
    let expression = condition.expression().to_string();
    let mut conjuncts: Vec<String> = Vec::new();
    for part in expression.split(" AND ") {
        match conjuncts.last_mut() {
            Some(last) if last.contains(" BETWEEN ") && !last.contains(" AND ") => {
                *last += " AND ";
                *last += part;
            }
            _ => conjuncts.push(part.to_owned()),
        }
    }
    let attribute = |name: &str| find(keys, names[name]).expect("the row has the attribute");
    let compare = |text: &str, value: &KeyValue<'_>| match value {
        KeyValue::N(number) => text.parse::<i128>().unwrap().cmp(&number.parse::<i128>().unwrap()),
        other => text.as_bytes().cmp(other.as_str().as_bytes()),
    };
    conjuncts.iter().all(|conjunct| {
        if let Some(inner) = conjunct.strip_prefix("begins_with(") {
            let (name, value) = inner.trim_end_matches(')').split_once(", ").unwrap();
            assert!(matches!(values[value], KeyValue::S(_)), "a prefix of a number");
            return attribute(name).starts_with(values[value].as_str());
        }
        let words: Vec<_> = conjunct.split(' ').collect();
        let order = compare(attribute(words[0]), &values[words[2]]);
        match words[1] {
            "=" => order.is_eq(),
            ">=" => order.is_ge(),
            "<=" => order.is_le(),
            "BETWEEN" => {
                let (low, high) = (&values[words[2]], &values[words[4]]);
                assert!(compare(low.as_str(), high).is_le(), "ends crossed, which DynamoDB refuses");
                order.is_ge() && compare(attribute(words[0]), high).is_le()
            }
            other => panic!("no operator: {other}"),
        }
    })
}
