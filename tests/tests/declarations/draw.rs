//! Random tables: for the model, and as Rust source.

use std::collections::BTreeSet;

use crate::model::{
    Attribute, DATE_STRFTIMES, Entity, Expires, Field, Format, Index, Key, Kind, Library, Piece,
    STRFTIMES, Stored, Table, V, fields, parts,
};
use crate::random::Random;

/// Names that generated code might also use.
const TYPES: [&str; 30] = [
    "S", "F", "Form", "Result", "Err", "Order", "Entity", "Query", "Pattern", "Value", "Pair", "K",
    "T", "R", "Format", "Shape", "Sink", "Reader", "Segment", "Role", "Part", "Ref", "Item",
    "Clone", "Texts", "Fixed", "From", "Debug", "Iterator", "Self_",
];
const FIELDS: [&str; 34] = [
    "key",
    "build_",
    "pk",
    "self_",
    "text",
    "out",
    "value",
    "r#type",
    "range",
    "query",
    "state",
    "other",
    "sk",
    "f",
    "entity",
    "keys",
    "r#fn",
    "id",
    "parse",
    "of",
    "schema",
    "k",
    "s",
    "n",
    "condition",
    "item",
    "attribute",
    "at",
    "r#loop",
    "parts",
    "end",
    "start",
    "matches",
    "x1",
];
const LITERALS: [&str; 14] =
    ["A", "B", "AB", "USER", "#META", "a#b", "é", "v", "{x}", "0", "A#", "USER#1", "@", "\u{7F}"];
/// String types that methods return.
const RETURNED: [&str; 4] =
    ["String", "std::string::String", "Box<str>", "std::borrow::Cow<'_, str>"];
/// Literals that no value except a string contains.
const GLUE: [&str; 6] = ["@", "~v", "/x/", "本", "@#", "=="];

/// How the entities of a table agree on a key.
#[derive(Clone)]
enum Form {
    Joined(String),
    Attributes(Vec<(String, bool)>),
    OwnPk,
    OwnSk,
    Nothing,
}

struct Layout {
    pk: Form,
    sk: Form,
    indexes: Vec<(String, String, &'static str, Form, Form)>,
    /// The projection of each index, if the table declares it.
    projections: Vec<Projection>,
    is_named: bool,
}

#[derive(Clone, Copy)]
enum Projection {
    All,
    Keys,
    /// Some attributes of the entities.
    Include,
}

/// A table, and its source.
pub struct Drawn {
    pub table: Table,
    pub source: String,
    pub role: Role,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Role {
    /// The table's keys are compared with the model.
    Alone,
    /// The table has this known mistake.
    Mistake(&'static str),
    /// The table at the time when a key was the current one. Its entities are items.
    Version { history: usize, legacy: usize, is_newest: bool },
}

pub fn draw(random: &mut Random) -> Drawn {
    let layout = draw_layout(random);
    let count = 2 + random.below(5);
    let table = draw_table(random, &layout, count, false);
    let source = source(&table, &layout, Role::Alone);
    Drawn { table, source, role: Role::Alone }
}

/// Returns a table and its history: for each legacy key of the newest version, a table of the entities that had it.
pub fn history(random: &mut Random, history: usize) -> Vec<Drawn> {
    let layout = loop {
        let layout = draw_layout(random);
        if layout.is_joined() {
            break layout;
        }
    };
    let mut newest = draw_table(random, &layout, 2, true);
    newest.entities.iter_mut().for_each(|entity| store(random, entity));
    let before = (0..VERSIONS).map(|legacy| (before(random, &newest, legacy), legacy, false));
    let plain = (without_alternatives(&newest), VERSIONS, false);
    let tables =
        before.chain([plain, (newest.clone(), VERSIONS, true)]).collect::<Vec<_>>().into_iter();
    let tables = tables.filter(|(table, ..)| !table.entities.is_empty());
    let drawn = |(table, legacy, is_newest)| {
        let role = Role::Version { history, legacy, is_newest };
        Drawn { source: source(&table, &layout, role), table, role }
    };
    tables.map(drawn).collect()
}

/// The maximum number of legacy keys of an entity.
const VERSIONS: usize = 4;

fn draw_table(random: &mut Random, layout: &Layout, count: usize, is_stored: bool) -> Table {
    let mut types = TYPES.to_vec();
    let mut entities = Vec::new();
    for at in 0..count {
        let name = types.swap_remove(random.below(types.len()));
        entities.push(draw_entity(random, layout, name, at, is_stored));
    }
    Table { entities }
}

/// Draws which fields items have as attributes.
fn store(random: &mut Random, entity: &mut Entity) {
    entity.from_keys = !random.once_in(3);
    let pairs: Vec<Vec<usize>> =
        entity.primary().map(|(_, pk, sk)| fields(pk).chain(fields(sk)).collect()).collect();
    let legacy: Vec<_> = entity.indexes.iter().filter(|own| own.form == "was").cloned().collect();
    let both = |pk, sk| parts(pk).into_iter().chain(parts(sk)).collect::<Vec<_>>();
    let given: Vec<_> = entity.primary().map(|(_, pk, sk)| both(pk, sk)).collect();
    let indexes = entity.indexes.iter().filter(|index| !index.is_primary());
    let indexed: Vec<_> = indexes.flat_map(|index| both(&index.pk, &index.sk)).collect();
    let bare: Vec<_> = attributes(entity).filter(|own| own.is_field).cloned().collect();
    for at in 0..entity.fields.len() {
        let is_in_all = pairs.iter().all(|pair| pair.contains(&at));
        let is_legacy =
            legacy.iter().any(|own| fields(&own.pk).chain(fields(&own.sk)).any(|own| own == at));
        let is_given = indexed.iter().filter(|part| part.field == at).all(|part| {
            given
                .iter()
                .all(|pair| pair.iter().any(|own| own.field == at && own.format.keeps(part.format)))
        });
        let field = &mut entity.fields[at];
        let is_key = entity
            .pk
            .attributes
            .iter()
            .chain(&entity.sk.attributes)
            .any(|own| own.name == field.name);
        field.aliases = match random.below(6) {
            at @ 0..2 if !is_key => at + 1,
            _ => 0,
        };
        field.repeats = random.once_in(3);
        field.stored = match random.below(3) {
            _ if field.is_option || bare.iter().any(|own| own.name == field.name) => Stored::Always,
            0 if entity.from_keys && is_in_all && is_given => Stored::Never,
            // Rows that have the field only in their key cannot be read otherwise.
            0 | 1 if entity.from_keys || !is_legacy || random.once_in(4) => {
                Stored::Since(1 + random.below(VERSIONS))
            }
            _ => Stored::Always,
        };
    }
}

fn attributes(entity: &Entity) -> impl Iterator<Item = &Attribute> {
    entity.pairs().flat_map(|(pk, sk)| pk.attributes.iter().chain(&sk.attributes))
}

/// Returns the entities that had a key, with some of the current indexes, and some with other strings.
fn before(random: &mut Random, newest: &Table, version: usize) -> Table {
    let entities = newest.entities.iter().filter_map(|entity| {
        let name = format!("v{version}");
        let (_, pk, sk) = entity.primary().find(|(legacy, ..)| *legacy == Some(&*name))?;
        let own = |key: &Key, current: &Key| {
            let is_own = key.source.starts_with('(');
            Key { source: (if is_own { key } else { current }).source.clone(), ..key.clone() }
        };
        let mut old = entity.clone();
        (old.pk, old.sk) = (own(pk, &entity.pk), own(sk, &entity.sk));
        old.separator = old.pk.attributes[0].separator;
        old.from_keys = false;
        let (pk, sk, separator) = (old.pk.clone(), old.sk.clone(), old.separator);
        let mut is_possible = true;
        old.indexes.retain_mut(|index| {
            for key in [&mut index.pk, &mut index.sk] {
                match &*key.source {
                    "pk" => key.attributes = pk.attributes.clone(),
                    "sk" => key.attributes = sk.attributes.clone(),
                    _ => {}
                }
            }
            let mut all = index.pk.attributes.iter().chain(&index.sk.attributes);
            let is_other = |own: &Attribute| !own.is_entry && own.separator != separator;
            let is_stale = index.is_primary() || all.clone().any(is_other);
            // Without the index, its fields could be empty.
            if all.any(|own| own.is_field) {
                is_possible &= !is_stale;
                return true;
            }
            // A literal that starts with the separator is the first part.
            let is_first = index.pk.source.starts_with(&format!("(\"{separator}"));
            if index.pk.source.starts_with('(') && !is_first && random.once_in(2) {
                index.pk.source = index.pk.source.replacen('(', "(\"Old\", ", 1);
                index.pk.attributes[0].pieces.insert(0, Piece::Literal(format!("Old{separator}")));
            }
            !is_stale && !random.once_in(3)
        });
        if !is_possible {
            return None;
        }
        let used: Vec<_> = old.pairs().flat_map(|(pk, sk)| fields(pk).chain(fields(sk))).collect();
        for (at, field) in old.fields.iter_mut().enumerate() {
            field.stored = match field.stored {
                Stored::Since(since) if since > version && used.contains(&at) => Stored::Never,
                Stored::Since(since) if since > version => Stored::Missing,
                Stored::Since(_) => Stored::Always,
                stored => stored,
            };
        }
        Some(old)
    });
    Table { entities: entities.collect() }
}

/// Returns the entities that have alternatives as they were before: each row was under the plain key.
fn without_alternatives(newest: &Table) -> Table {
    let mut entities = newest.entities.clone();
    entities.retain(Entity::has_alternatives);
    for entity in &mut entities {
        entity.indexes.retain(|index| !index.is_primary());
        entity.from_keys = false;
        for field in &mut entity.fields {
            if let Stored::Since(_) = field.stored {
                field.stored = Stored::Always;
            }
        }
    }
    Table { entities }
}

impl Layout {
    fn is_joined(&self) -> bool {
        matches!((&self.pk, &self.sk), (Form::Joined(_), Form::Joined(_) | Form::Nothing))
    }
}

fn draw_layout(random: &mut Random) -> Layout {
    let is_named = random.once_in(2);
    // The default layout has a sort key.
    let has_sk = !(is_named && random.once_in(4));
    let own = |random: &mut Random, name: &str| {
        if random.once_in(6) {
            Form::Attributes(vec![(name.to_owned(), random.once_in(2))])
        } else {
            Form::Joined(name.to_owned())
        }
    };
    let (pk, sk) = if is_named { ("PK", "SK") } else { ("pk", "sk") };
    let (pk, sk) = (own(random, pk), if has_sk { own(random, sk) } else { Form::Nothing });
    let mut indexes = Vec::new();
    for at in 0..random.below(4) {
        let (name, snake) = match random.below(3) {
            0 => (format!("gsi{at}"), format!("gsi{at}")),
            1 => (format!("by_x{at}"), format!("by_x{at}")),
            _ => (format!("GSI-{at}.z"), format!("with_as{at}")),
        };
        let several = |random: &mut Random, least: usize, letter: char| {
            let count = least + random.below(4);
            let attributes = (0..count).map(|n| (format!("i{at}{letter}{n}"), random.once_in(3)));
            Form::Attributes(attributes.collect())
        };
        let joined = |letter: &str| {
            Form::Joined(if is_named {
                format!("I{at}{letter}")
            } else {
                format!("{name}{letter}")
            })
        };
        if has_sk && random.once_in(6) {
            let sk = if random.once_in(2) {
                joined("sk")
            } else {
                Form::Attributes(vec![(format!("i{at}l"), random.once_in(2))])
            };
            indexes.push((name, snake, "lsi", Form::OwnPk, sk));
            continue;
        }
        let pk = match random.below(8) {
            0 if has_sk => Form::OwnSk,
            1 => Form::OwnPk,
            2 | 3 => several(random, 1, 'p'),
            _ => joined("pk"),
        };
        let sk = match random.below(8) {
            0 if has_sk && !matches!(pk, Form::OwnSk) => Form::OwnSk,
            // Every entity must know the limit of this sort key, even if it is not in the index.
            1 if is_named && !matches!(pk, Form::OwnPk) => Form::OwnPk,
            2 | 3 => several(random, 1, 's'),
            4 => Form::Nothing,
            _ if is_named && matches!(pk, Form::OwnSk) => Form::OwnPk,
            _ => joined("sk"),
        };
        indexes.push((name, snake, "gsi", pk, sk));
    }
    let all = [Projection::All, Projection::All, Projection::Keys, Projection::Include];
    let projections = indexes.iter().map(|_| *random.pick(&all)).collect();
    Layout { pk, sk, indexes, projections, is_named }
}

/// An entity under construction.
struct Draft<'r> {
    random: &'r mut Random,
    separator: char,
    fields: Vec<Field>,
    /// The case of each string field, the same in all its keys.
    cases: Vec<Format>,
    free: Vec<&'static str>,
    tag: String,
    /// Whether the entity is an item: serde knows all of its types.
    is_stored: bool,
    /// Whether a value may come from a method: a part with a method has no other value.
    may_call: bool,
    /// Whether the next value can be an enum with payloads: no value may follow it directly.
    may_have_payload: bool,
    /// Whether the next value is between separators.
    may_be_empty: bool,
    /// The values that the next joined key has, with their formats.
    required: Vec<(usize, Format)>,
    /// The attributes in square brackets that are not fields themselves.
    entries: Vec<String>,
    /// What a string of such an attribute starts with, in an index of several shapes.
    head: String,
}

fn draw_entity(
    random: &mut Random,
    layout: &Layout,
    name: &str,
    at: usize,
    is_stored: bool,
) -> Entity {
    let separator = *random.pick(&['#', '#', '#', '#', '|', '~', '!', '-', ':', '_']);
    let tag = match random.below(10) {
        0 => String::new(),
        1 => (*random.pick(&LITERALS)).to_owned(),
        _ => format!("T{at}"),
    };
    let mut draft = Draft {
        random,
        separator,
        fields: Vec::new(),
        cases: Vec::new(),
        free: FIELDS.to_vec(),
        tag,
        is_stored,
        may_call: true,
        may_have_payload: true,
        may_be_empty: false,
        required: Vec::new(),
        entries: Vec::new(),
        head: String::new(),
    };
    // An attribute cannot have the name of another field.
    draft.free.retain(|name| {
        let is_taken = |form: &Form| is_stored || matches!(form, Form::Attributes(_));
        !(*name == "pk" && is_taken(&layout.pk) || *name == "sk" && is_taken(&layout.sk))
    });
    let pk_sorts = layout.indexes.iter().any(|index| matches!(index.4, Form::OwnPk));
    let pk = draft.key(&layout.pk, pk_sorts, false);
    let sk = draft.key(&layout.sk, true, false);
    let mut indexes = Vec::new();
    for (index, snake, form, pk_form, sk_form) in &layout.indexes {
        if draft.random.once_in(3) {
            continue;
        }
        let is_sparse = draft.random.once_in(3);
        let draw = |draft: &mut Draft<'_>, name: &str, is_sparse: bool| {
            let mut draw = |form: &Form, sorts: bool| match form {
                Form::OwnPk => Key { source: "pk".into(), attributes: pk.attributes.clone() },
                Form::OwnSk => Key { source: "sk".into(), attributes: sk.attributes.clone() },
                other => draft.key(other, sorts, is_sparse),
            };
            let (pk, sk) = (draw(pk_form, false), draw(sk_form, true));
            Index { index: index.clone(), name: name.to_owned(), pk, sk, form: (*form).to_owned() }
        };
        let is_own = |form: &Form| matches!(form, Form::Joined(_) | Form::Attributes(_));
        match is_own(pk_form) || is_own(sk_form) {
            true if draft.random.once_in(4) => {
                indexes.extend(draft.shapes(snake, at, draw));
            }
            _ => indexes.push(draw(&mut draft, snake, is_sparse)),
        }
    }
    if layout.is_joined() {
        indexes.extend(draft.alternatives(layout, (&pk, pk_sorts), &sk, at));
        indexes.extend(draft.history(layout, (&pk, pk_sorts), &sk, at));
    }
    let pk_sorts = pk_sorts && layout.is_named;
    let (name, fields) = (name.to_owned(), draft.fields);
    let kinds = [Expires::Number, Expires::Option, Expires::Never];
    let expires = random.once_in(3).then(|| *random.pick(&kinds));
    Entity { name, separator, from_keys: false, pk_sorts, fields, pk, sk, indexes, expires }
}

impl Draft<'_> {
    /// Returns two or three keys of one index that are each written for some items.
    fn shapes(
        &mut self,
        name: &str,
        at: usize,
        mut draw: impl FnMut(&mut Self, &str, bool) -> Index,
    ) -> Vec<Index> {
        let count = 2 + self.random.below(2);
        let is_sparse = self.random.once_in(2);
        let tag = std::mem::take(&mut self.tag);
        let mut shapes: Vec<Index> = Vec::new();
        for shape in 0..count {
            self.tag = format!("T{at}S{shape}");
            let name = if shape == 0 { name.to_owned() } else { format!("{name}_{shape}") };
            let is_last = shape + 1 == count;
            let drawn = self.retried(&shapes, is_last && !is_sparse, |draft| {
                draft.head = format!("{}-", draft.tag);
                draw(draft, &name, !is_last || is_sparse)
            });
            shapes.extend(drawn);
        }
        (self.tag, self.head) = (tag, String::new());
        shapes
    }

    /// Returns one or two further primary keys, or none, each with all parts of the plain key, and some that are an `Option`.
    fn alternatives(
        &mut self,
        layout: &Layout,
        (pk, pk_sorts): (&Key, bool),
        sk: &Key,
        at: usize,
    ) -> Vec<Index> {
        let count = if self.random.once_in(3) { 1 + self.random.below(2) } else { 0 };
        let has_sk = !matches!(layout.sk, Form::Nothing);
        let current = (std::mem::take(&mut self.tag), self.separator);
        let mut alternatives: Vec<Index> = Vec::new();
        for other in 0..count {
            self.tag = format!("T{at}O{other}");
            if self.random.once_in(4) {
                self.separator = *self.random.pick(&['#', '|', '~', '!']);
            }
            let is_own_pk = !has_sk || self.random.once_in(2);
            let is_own_sk = has_sk && (!is_own_pk || self.random.once_in(2));
            let drawn = self.retried(&alternatives, false, |draft| {
                let mut own =
                    |form: &Form, sorts: bool, is_own: bool, plain: &Key, source: &str| {
                        if is_own {
                            draft.required = required(plain);
                            draft.key(form, sorts, true)
                        } else {
                            Key { source: source.into(), attributes: plain.attributes.clone() }
                        }
                    };
                let pk = own(&layout.pk, pk_sorts, is_own_pk, pk, "pk");
                let sk = own(&layout.sk, true, is_own_sk, sk, "sk");
                let (name, form) = (format!("or{other}"), "or".to_owned());
                Index { index: String::new(), name, pk, sk, form }
            });
            alternatives.extend(drawn);
            self.separator = current.1;
        }
        self.tag = current.0;
        alternatives
    }

    /// Returns a key that is written for some items without the keys before it, unless no draw is one.
    fn retried(
        &mut self,
        before: &[Index],
        is_total: bool,
        mut draw: impl FnMut(&mut Self) -> Index,
    ) -> Option<Index> {
        for _ in 0..30 {
            let (fields, cases) = (self.fields.clone(), self.cases.clone());
            let (free, entries) = (self.free.clone(), self.entries.clone());
            let drawn = draw(self);
            let own = options(&self.fields, &drawn);
            let is_written =
                before.iter().all(|other| !options(&self.fields, other).is_subset(&own));
            if is_written && (is_total || !own.is_empty()) && self.fits(&drawn) {
                return Some(drawn);
            }
            (self.fields, self.cases, self.free, self.entries) = (fields, cases, free, entries);
        }
        None
    }

    /// Returns whether a key can have the values of another one, in their formats, and differs from the others.
    fn fits(&self, index: &Index) -> bool {
        let is_isoformat =
            |piece: &Piece| matches!(piece, Piece::Value { format: Format::Isoformat, .. });
        let mut sk = index.sk.attributes.iter().filter(|own| !"#!".contains(own.separator));
        let is_sorted = !sk.any(|own| own.pieces.iter().any(is_isoformat));
        // The tag of a joined key tells it apart, or the head of an attribute.
        let mut keys = [&index.pk, &index.sk].into_iter();
        is_sorted && (self.head.is_empty() || keys.any(|key| key.source.starts_with('(')))
    }

    /// Returns legacy keys: the declarations of up to four versions before this one, which each changed its
    /// literals, its parts or their formats.
    fn history(
        &mut self,
        layout: &Layout,
        (pk, pk_sorts): (&Key, bool),
        sk: &Key,
        at: usize,
    ) -> Vec<Index> {
        let has_none = !(self.is_stored && at == 0) && self.random.once_in(2);
        let count = if has_none { 0 } else { 1 + self.random.below(VERSIONS) };
        let current = self.separator;
        let mut legacy: Vec<Index> = Vec::new();
        for version in 0..count {
            let keeps = self.random.once_in(4) || self.is_stored && version == 0;
            if !keeps {
                self.tag = format!("T{at}V{version}");
            }
            // A history has a table without overlaps, and rows that are mixed in one range.
            let is_wider = keeps && self.is_stored;
            let widens = is_wider || self.random.once_in(3);
            if self.random.once_in(4) {
                self.separator = *self.random.pick(&['#', '|', '~', '!']);
            }
            let has_sk = !matches!(layout.sk, Form::Nothing);
            // The program of that time had a single separator.
            let is_other = self.is_stored && self.separator != current;
            let is_own_pk = is_other || !has_sk || !is_wider && self.random.once_in(2);
            let is_own_sk = has_sk && (is_other || !is_own_pk || self.random.once_in(2));
            let mut own = |form: &Form, sorts: bool, is_own: bool, key: &Key, source: &str| {
                let is_computed = fields(key).any(|field| self.fields[field].returned.is_some());
                if is_own && self.separator == current && widens && !is_computed {
                    self.widened(key)
                } else if is_own {
                    self.key(form, sorts, false)
                } else {
                    Key { source: source.into(), attributes: key.attributes.clone() }
                }
            };
            let old_pk = own(&layout.pk, pk_sorts, is_own_pk, pk, "pk");
            let old_sk = own(&layout.sk, true, is_own_sk, sk, "sk");
            self.separator = current;
            let pieces = |keys: [&Key; 2]| {
                let attributes = keys.into_iter().flat_map(|key| &key.attributes);
                attributes.map(|own| (own.separator, own.pieces.clone())).collect::<Vec<_>>()
            };
            let own = pieces([&old_pk, &old_sk]);
            let is_same = |other: &Index| pieces([&other.pk, &other.sk]) == own;
            if pieces([pk, sk]) == own || legacy.iter().any(is_same) {
                continue;
            }
            let (index, name, form) = (String::new(), format!("v{version}"), "was".to_owned());
            legacy.push(Index { index, name, pk: old_pk, sk: old_sk, form });
        }
        legacy
    }

    /// Returns the key with other formats, all in one string.
    fn widened(&self, key: &Key) -> Key {
        let mut attributes = key.attributes.clone();
        let mut source = String::new();
        for piece in attributes.iter_mut().flat_map(|own| &mut own.pieces) {
            source += &match piece {
                Piece::Literal(text) => escaped(text),
                Piece::Value { field, format, is_rest } => {
                    *format = match *format {
                        Format::Padded(digits @ 2..38) => Format::Padded(digits + 1),
                        Format::Fraction(digits @ (0 | 3 | 6)) => Format::Fraction(digits + 3),
                        Format::Unit(10) => Format::Unit(7),
                        other => other,
                    };
                    let rest = if *is_rest { "*" } else { "" };
                    format!("{{{rest}{}{}}}", self.fields[*field].name, shown(*format))
                }
            };
        }
        Key { source: format!("(\"{source}\")"), attributes }
    }

    fn key(&mut self, form: &Form, sorts: bool, is_sparse: bool) -> Key {
        match form {
            Form::Joined(name) => self.joined(name, sorts, is_sparse),
            Form::Attributes(attributes) => {
                // A field that is an attribute is there once.
                let field = |(name, _): &(String, bool)| self.named(name);
                let mut used: Vec<_> = attributes.iter().filter_map(field).collect();
                let drawn = attributes
                    .iter()
                    .map(|(name, is_number)| self.entry(name, *is_number, is_sparse, &mut used));
                let (sources, attributes): (Vec<_>, Vec<_>) = drawn.collect();
                Key { source: format!("[{}]", sources.join(", ")), attributes }
            }
            _ => Key::default(),
        }
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    fn entry(
        &mut self,
        name: &str,
        is_number: bool,
        is_sparse: bool,
        used: &mut Vec<usize>,
    ) -> (String, Attribute) {
        let mut attribute = Attribute {
            name: name.to_owned(),
            is_number,
            is_entry: true,
            is_field: false,
            separator: self.separator,
            pieces: Vec::new(),
        };
        let known = self.named(name);
        let is_other = self.entries.contains(&name.to_owned());
        let is_bare = name.starts_with('i') && !is_other && self.random.once_in(2);
        if let Some(field) = known {
            attribute.pieces.push(value(field, Format::Plain));
            used.push(field);
            attribute.is_field = true;
            return (name.to_owned(), attribute);
        }
        if !is_bare {
            self.entries.push(name.to_owned());
        }
        let is_option = is_sparse && self.random.once_in(2);
        if is_number && !is_bare && self.random.once_in(3) {
            let library = match self.is_stored {
                true => Library::Jiff,
                false => *self.random.pick(&[Library::Jiff, Library::Chrono, Library::Time]),
            };
            let format = Format::EpochNumber(*self.random.pick(&[0, 3]));
            let field = self.field(Kind::Time(library), is_option, None);
            attribute.pieces.push(value(field, format));
            used.push(field);
            let own = &self.fields[field].name;
            return (format!("\"{{{own}{}}}\" as \"{name}\"", shown(format)), attribute);
        }
        if is_number {
            let bits = *self.random.pick(&[8, 16, 32, 64]);
            let non_zero = self.random.once_in(5);
            let kind = if self.random.once_in(2) {
                Kind::Unsigned { bits, non_zero }
            } else {
                Kind::Signed { bits, non_zero }
            };
            let field = self.field(kind, is_option, is_bare.then_some(name));
            attribute.pieces.push(value(field, Format::Plain));
            used.push(field);
            attribute.is_field = is_bare;
            let own = self.fields[field].name.clone();
            return (if is_bare { own } else { format!("{own} as \"{name}\"") }, attribute);
        }
        if is_bare {
            let field = self.field(Kind::Text("String".into()), is_option, Some(name));
            attribute.pieces.push(value(field, Format::Plain));
            used.push(field);
            attribute.is_field = true;
            return (name.to_owned(), attribute);
        }
        let own = std::mem::take(&mut self.head);
        let (source, pieces) = match self.random.below(4) {
            0 => {
                let literal = if own.is_empty() { self.random.pick(&LITERALS) } else { &*own };
                (escaped(literal), vec![Piece::Literal(literal.to_owned())])
            }
            at => {
                let (shown, piece) = self.value(used, true, is_option, false);
                let (head, tail) = match at {
                    _ if !own.is_empty() => (&*own, ""),
                    1 => ("", ""),
                    2 => (*self.random.pick(&LITERALS), ""),
                    _ => ("", self.glue(&piece)),
                };
                let mut pieces = vec![Piece::Literal(head.into()), piece];
                pieces.push(Piece::Literal(tail.into()));
                pieces.retain(|piece| *piece != Piece::Literal(String::new()));
                (format!("{}{shown}{}", escaped(head), escaped(tail)), pieces)
            }
        };
        let returned = self.returned(&pieces);
        attribute.pieces = pieces;
        (format!("\"{source}\"{returned} as \"{name}\""), attribute)
    }

    fn joined(&mut self, name: &str, sorts: bool, is_sparse: bool) -> Key {
        let mut parts: Vec<(String, Vec<Piece>)> = Vec::new();
        if !self.tag.is_empty() {
            let tag = self.tag.clone();
            parts.push((format!("\"{}\"", escaped(&tag)), vec![Piece::Literal(tag)]));
        }
        let count = self.random.below(4) + usize::from(parts.is_empty());
        let mut used = Vec::new();
        for (field, format) in std::mem::take(&mut self.required) {
            used.push(field);
            let pieces = vec![value(field, format)];
            let shown = format!("\"{{{}{}}}\"", self.called(field), shown(format));
            parts.push((format!("{shown}{}", self.returned(&pieces)), pieces));
        }
        for at in 0..count {
            let is_last = at + 1 == count;
            let is_alone = parts.is_empty() && is_last;
            let part = self.part(&mut used, sorts, is_sparse, is_last, is_alone);
            // Two adjacent separators belong to one string.
            match parts.last_mut() {
                Some(before) if doubles(before, &part, self.separator) => {
                    let (one, other) = (in_quotes(&before.0), in_quotes(&part.0));
                    before.0 = format!("\"{one}{}{other}\"", self.separator);
                    push(&mut before.1, Piece::Literal(self.separator.to_string()));
                    part.1.into_iter().for_each(|piece| push(&mut before.1, piece));
                }
                _ => parts.push(part),
            }
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for (at, (_, part)) in parts.iter().enumerate() {
            if at > 0 {
                push(&mut pieces, Piece::Literal(self.separator.to_string()));
            }
            for piece in part {
                push(&mut pieces, piece.clone());
            }
        }
        let sources: Vec<_> = parts.into_iter().map(|(source, _)| source).collect();
        let source = format!("({})", sources.join(", "));
        let attribute = Attribute {
            name: name.to_owned(),
            is_number: false,
            is_entry: false,
            is_field: false,
            separator: self.separator,
            pieces,
        };
        Key { source, attributes: vec![attribute] }
    }

    fn part(
        &mut self,
        used: &mut Vec<usize>,
        sorts: bool,
        is_sparse: bool,
        is_last: bool,
        is_alone: bool,
    ) -> (String, Vec<Piece>) {
        let is_option = is_sparse && self.random.once_in(3);
        let mut draw = |draft: &mut Self, fixed: bool| draft.value(used, sorts, is_option, fixed);
        let choice = self.random.below(12);
        self.may_call = !matches!(choice, 4..=6);
        self.may_have_payload = !matches!(choice, 5 | 6);
        self.may_be_empty = choice > 7 && !is_alone;
        let (source, pieces) = match choice {
            0 => {
                let literal = *self.random.pick(&LITERALS);
                (format!("\"{}\"", escaped(literal)), vec![Piece::Literal(literal.into())])
            }
            1 | 2 => {
                let (shown, value) = draw(self, false);
                let head = *self.random.pick(&LITERALS);
                let source = format!("\"{}{shown}\"", escaped(head));
                (source, vec![Piece::Literal(head.into()), value])
            }
            3 => {
                let (shown, value) = draw(self, false);
                let tail = self.glue(&value);
                let source = format!("\"{shown}{}\"", escaped(tail));
                (source, vec![value, Piece::Literal(tail.into())])
            }
            4 => {
                let ((one, first), (two, second)) = (draw(self, false), draw(self, false));
                let middle = self.glue(&first);
                let source = format!("\"{one}{}{two}\"", escaped(middle));
                (source, vec![first, Piece::Literal(middle.into()), second])
            }
            5 => {
                let ((one, first), (two, second)) = (draw(self, true), draw(self, false));
                (format!("\"{one}{two}\""), vec![first, second])
            }
            6 if !sorts && !":-_".contains(self.separator) => {
                let ((one, first), (two, second)) = (draw(self, false), draw(self, true));
                (format!("\"{one}{two}\""), vec![first, second])
            }
            7 if is_last => {
                let field = self.field(Kind::Text("String".into()), is_option, None);
                let is_plain = self.random.once_in(3);
                let format =
                    if is_plain { Format::Plain } else { *self.random.pick(&Format::CASES) };
                self.cases[field] = format;
                let source = format!("\"{{*{}{}}}\"", self.called(field), shown(format));
                (source, vec![Piece::Value { field, format, is_rest: true }])
            }
            _ => {
                let (shown, value) = draw(self, false);
                let bare = shown.trim_matches(['{', '}']);
                let is_bare = !bare.contains(':') && self.random.once_in(2);
                (if is_bare { bare.to_owned() } else { format!("\"{shown}\"") }, vec![value])
            }
        };
        (self.may_call, self.may_have_payload, self.may_be_empty) = (true, true, false);
        (format!("{source}{}", self.returned(&pieces)), pieces)
    }

    /// Returns a field as a key names it: `name`, or `name()`.
    fn called(&self, field: usize) -> String {
        let Field { name, returned, .. } = &self.fields[field];
        let call = if returned.is_some() { "()" } else { "" };
        format!("{name}{call}")
    }

    /// Returns ` -> String` to follow a part with a value from a method.
    fn returned(&self, pieces: &[Piece]) -> String {
        let field = pieces.iter().find_map(|piece| match piece {
            Piece::Value { field, .. } => Some(&self.fields[*field]),
            Piece::Literal(_) => None,
        });
        let Some(Field { returned: Some(ty), is_option, .. }) = field else { return String::new() };
        if *is_option { format!(" -> Option<{ty}>") } else { format!(" -> {ty}") }
    }

    /// Returns a literal to put directly after a value. A time in Python's format has its zone there.
    fn glue(&mut self, value: &Piece) -> &'static str {
        match value {
            Piece::Value { format: Format::Isoformat, .. } => "+00:00",
            _ => self.random.pick::<&str>(&GLUE),
        }
    }

    /// Returns a value as a template has it.
    fn value(
        &mut self,
        used: &mut Vec<usize>,
        sorts: bool,
        is_option: bool,
        is_fixed: bool,
    ) -> (String, Piece) {
        for _ in 0..100 {
            let old = self.random.below(self.fields.len() + 2);
            let is_old = old < self.fields.len() && !used.contains(&old);
            let is_old = is_old && self.fields[old].is_option == is_option;
            let is_old = is_old && (self.may_call || self.fields[old].returned.is_none());
            let kind = if is_old { self.fields[old].kind.clone() } else { self.kind() };
            let format = match () {
                () if is_old && kind.is_text() => self.cases[old],
                () if self.may_be_empty && kind.is_text() && self.random.once_in(4) => {
                    Format::Empty
                }
                () => self.format(&kind, sorts),
            };
            let is_dashed = matches!(
                kind,
                Kind::Signed { .. } | Kind::Time(_) | Kind::Date(_) | Kind::Uuid | Kind::Words(..)
            );
            // A value that can contain the separator is read by its width, if it has one.
            let is_free = kind.width(format).is_none();
            let is_enum = matches!(kind, Kind::Words(..));
            if format == Format::Empty && !self.may_be_empty
                || kind == Kind::Owner && (self.separator != '#' || !self.may_have_payload)
            {
                continue;
            }
            // In a sort key, a separator above `.` would break its order.
            if format == Format::Isoformat && sorts && !"#!".contains(self.separator) {
                continue;
            }
            if is_dashed && ":-_".contains(self.separator) && (is_free || is_enum)
                || is_fixed && is_free
            {
                continue;
            }
            let field = if is_old { old } else { self.field(kind, is_option, None) };
            used.push(field);
            self.cases[field] = format;
            let name = self.called(field);
            return (format!("{{{name}{}}}", shown(format)), value(field, format));
        }
        let field = self.field(Kind::Ulid, is_option, None);
        used.push(field);
        (format!("{{{}}}", self.fields[field].name), value(field, Format::Plain))
    }

    fn kind(&mut self) -> Kind {
        loop {
            let kind = self.any_kind();
            let has_serde = match &kind {
                Kind::Text(name) => !name.contains("::"),
                Kind::Unsigned { bits, .. } | Kind::Signed { bits, .. } => *bits < 128,
                Kind::Time(library) | Kind::Date(library) => *library == Library::Jiff,
                Kind::Uuid => false,
                _ => true,
            };
            if has_serde || !self.is_stored {
                return kind;
            }
        }
    }

    fn any_kind(&mut self) -> Kind {
        let random = &mut *self.random;
        let libraries = [Library::Jiff, Library::Chrono, Library::Time];
        match random.below(17) {
            15 => Kind::Owner,
            0..4 => {
                let types = [
                    "String",
                    "String",
                    "Box<str>",
                    "std::sync::Arc<str>",
                    "std::borrow::Cow<'static, str>",
                    "compact_str::CompactString",
                    "smol_str::SmolStr",
                ];
                Kind::Text((*random.pick(&types)).into())
            }
            4 => Kind::Name { is_checked: random.once_in(2) },
            5 | 6 => Kind::Unsigned {
                bits: *random.pick(&[8, 16, 32, 64, 128]),
                non_zero: random.once_in(4),
            },
            7 => Kind::Signed {
                bits: *random.pick(&[8, 16, 32, 64, 128]),
                non_zero: random.once_in(4),
            },
            8 => Kind::Version,
            9 => Kind::Bool,
            10 => Kind::Ulid,
            11 => Kind::Uuid,
            12 => Kind::Time(*random.pick(&libraries)),
            13 => Kind::Date(*random.pick(&libraries)),
            14 => {
                let lists: [(&str, &[&str]); 3] = [
                    ("Status", &["Open", "Paid", "Shipped"]),
                    ("Nested", &["A", "AB", "ABC", "B"]),
                    ("Even", &["aa", "ab", "zz"]),
                ];
                let (name, words) = random.pick(&lists);
                Kind::Words((*name).into(), words.iter().map(|&word| word.into()).collect())
            }
            _ => Kind::Char,
        }
    }

    fn format(&mut self, kind: &Kind, sorts: bool) -> Format {
        let random = &mut *self.random;
        match kind {
            Kind::Unsigned { .. } | Kind::Version => match random.below(4) {
                0 if !sorts => Format::Plain,
                0 | 1 => Format::Unordered,
                2 => Format::Padded(*random.pick(&[1, 2, 3, 5, 10, 20, 39])),
                _ => Format::Descending(*random.pick(&[1, 2, 3, 5, 10, 20, 38])),
            },
            Kind::Signed { .. } => match random.below(3) {
                0 if !sorts => Format::Plain,
                0 | 1 => Format::Unordered,
                _ => Format::Padded(*random.pick(&[1, 2, 3, 5, 10, 20, 38])),
            },
            Kind::Text(_) | Kind::Name { .. } if random.once_in(4) => *random.pick(&Format::CASES),
            Kind::Time(_) if random.once_in(2) => match random.below(5) {
                0 => Format::Epoch(*random.pick(&[0, 3])),
                1 | 2 => *random.pick(&[
                    Format::Rfc3339,
                    Format::Isoformat,
                    Format::Instant,
                    Format::Rfc3339Nano,
                ]),
                _ => Format::Strftime(random.below(STRFTIMES.len())),
            },
            Kind::Date(_) if random.once_in(4) => Format::Strftime(random.below(DATE_STRFTIMES)),
            Kind::Time(_) => match random.below(4) {
                0 => Format::Plain,
                1 | 2 => Format::Fraction(*random.pick(&[0, 3, 6, 9])),
                _ => Format::Unit(*random.pick(&[4, 7, 10, 13, 16])),
            },
            Kind::Date(_) if random.once_in(3) => Format::Unit(*random.pick(&[4, 7])),
            _ => Format::Plain,
        }
    }

    fn field(&mut self, kind: Kind, is_option: bool, name: Option<&str>) -> usize {
        let is_text = kind == Kind::Text("String".into()) && name.is_none();
        let name = match name {
            Some(name) => name.to_owned(),
            None if self.free.is_empty() => format!("field{}", self.fields.len()),
            None => self.free.swap_remove(self.random.below(self.free.len())).to_owned(),
        };
        let is_method = is_text && self.may_call && !self.is_stored && self.random.once_in(2);
        // Every entity has methods with these names.
        let is_free = !["key", "keys", "pk", "sk", "query"].contains(&&*name);
        let returned = (is_method && is_free).then(|| (*self.random.pick(&RETURNED)).to_owned());
        let stored = Stored::Always;
        self.fields.push(Field {
            name,
            kind,
            is_option,
            returned,
            stored,
            aliases: 0,
            repeats: false,
        });
        self.cases.push(Format::Plain);
        self.fields.len() - 1
    }
}

fn value(field: usize, format: Format) -> Piece {
    Piece::Value { field, format, is_rest: false }
}

/// Returns the values of a key, each once in each of its formats.
fn required(key: &Key) -> Vec<(usize, Format)> {
    let mut values = Vec::new();
    for piece in key.attributes.iter().flat_map(|own| &own.pieces) {
        match piece {
            Piece::Value { field, format, .. } => values.push((*field, *format)),
            Piece::Literal(_) => {}
        }
    }
    values
}

/// Returns the fields of a key that are an `Option`.
fn options(all: &[Field], index: &Index) -> BTreeSet<usize> {
    fields(&index.pk).chain(fields(&index.sk)).filter(|at| all[*at].is_option).collect()
}

fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), &piece) {
        (Some(Piece::Literal(before)), Piece::Literal(text)) => before.push_str(text),
        _ => pieces.push(piece),
    }
}

/// Returns whether the separator between two parts would follow another, or precede a part that starts with it.
fn doubles(before: &(String, Vec<Piece>), part: &(String, Vec<Piece>), separator: char) -> bool {
    let ends = matches!(before.1.last(), Some(Piece::Literal(text)) if text.ends_with(separator));
    let starts =
        matches!(part.1.first(), Some(Piece::Literal(text)) if text.starts_with(separator));
    ends || starts
}

/// Returns a part as the inside of a string literal.
fn in_quotes(source: &str) -> String {
    let text = source.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    text.map_or_else(|| format!("{{{source}}}"), ToOwned::to_owned)
}

fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}").replace('\u{7F}', "\\u{7F}")
}

fn shown(format: Format) -> String {
    match format {
        Format::Plain => String::new(),
        Format::Padded(n) => format!(":0{n}"),
        Format::Descending(n) => format!(":desc0{n}"),
        Format::Unordered => ":unordered".into(),
        Format::Fraction(n) => format!(":.{n}"),
        Format::Strftime(at) => format!(":{}", STRFTIMES[at]),
        Format::Epoch(0) | Format::EpochNumber(0) => ":epoch".into(),
        Format::Epoch(_) | Format::EpochNumber(_) => ":epoch_ms".into(),
        Format::Rfc3339 => ":rfc3339".into(),
        Format::Isoformat => ":isoformat".into(),
        Format::Instant => ":instant".into(),
        Format::Rfc3339Nano => ":rfc3339nano".into(),
        Format::Lower => ":lower".into(),
        Format::Upper => ":upper".into(),
        Format::AsciiLower => ":ascii_lower".into(),
        Format::AsciiUpper => ":ascii_upper".into(),
        Format::Empty => ":empty".into(),
        Format::Unit(n) => {
            let units = [(4, "year"), (7, "month"), (10, "day"), (13, "hour"), (16, "minute")];
            format!(":{}", units.iter().find(|(length, _)| *length == n).expect("a unit").1)
        }
    }
}

/// The declaration, as a user writes it.
fn source(table: &Table, layout: &Layout, role: Role) -> String {
    let mut out = String::from(
        "use ddbkey::{DdbKeys, DdbTable};\n#[allow(unused_imports)] use crate::support::*;\n",
    );
    for entity in &table.entities {
        out += &entity_source(entity, layout, role);
    }
    out += "#[derive(DdbTable)]\n";
    if let Role::Version { is_newest: true, .. } = role {
        out += "#[derive(Debug)]\n";
    }
    if layout.is_named {
        match layout.sk {
            Form::Nothing => out += "#[ddb(pk = \"PK\")]\n",
            _ => out += "#[ddb(pk = \"PK\", sk = \"SK\")]\n",
        }
        for ((name, _, form, pk, sk), projection) in layout.indexes.iter().zip(&layout.projections)
        {
            let shown = |form: &Form| match form {
                Form::Joined(name) => format!("\"{name}\""),
                Form::OwnPk => "\"PK\"".into(),
                Form::OwnSk => "\"SK\"".into(),
                Form::Attributes(list) => {
                    let names: Vec<_> =
                        list.iter().map(|(name, _)| format!("\"{name}\"")).collect();
                    format!("[{}]", names.join(", "))
                }
                Form::Nothing => String::new(),
            };
            let pk = if *form == "lsi" { String::new() } else { format!(", pk = {}", shown(pk)) };
            let sk = match sk {
                Form::Nothing => String::new(),
                sk => format!(", sk = {}", shown(sk)),
            };
            let projection = match (projection, included(table)) {
                (Projection::All, _) => String::new(),
                (Projection::Include, Some(names)) => format!(", projection = include({names})"),
                _ => ", projection = keys".into(),
            };
            out += &format!("#[{form}(\"{name}\"{pk}{sk}{projection})]\n");
        }
    }
    let variants = table.entities.iter().enumerate().map(|(at, Entity { name, .. })| match at {
        1 => format!("{name}(Box<{name}>)"),
        _ => format!("{name}({name})"),
    });
    let variants: Vec<_> = variants.collect();
    out + &format!("pub enum ZTable {{ {} }}\n", variants.join(", "))
}

/// Returns the names of up to four attributes that serde writes, in quotes.
fn included(table: &Table) -> Option<String> {
    let expires = table.entities.iter().any(|entity| entity.expires.is_some());
    let mut names: Vec<_> = expires.then(|| Expires::ATTRIBUTE.to_owned()).into_iter().collect();
    for field in table.entities.iter().flat_map(|entity| &entity.fields) {
        let name = field.held().trim_start_matches("r#").to_owned();
        if matches!(field.stored, Stored::Always | Stored::Since(_)) && !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(4);
    (!names.is_empty()).then(|| format!("\"{}\"", names.join("\", \"")))
}

fn entity_source(entity: &Entity, layout: &Layout, role: Role) -> String {
    let mut out = String::from("#[derive(DdbKeys)]\n");
    let mut options = Vec::new();
    out += match role {
        Role::Version { is_newest: false, .. } => "#[derive(serde::Serialize)]\n",
        Role::Version { .. } => "#[derive(Debug, serde::Serialize, serde::Deserialize)]\n",
        _ => "",
    };
    if entity.from_keys {
        options.push("fields_from_keys".to_owned());
        options.extend(entity.fields.first().map(|field| format!("tenant = {}", field.name)));
    }
    if let Role::Version { .. } = role {
        let is_named = |own: &&Field| matches!(own.stored, Stored::Always | Stored::Since(_));
        let named = entity.fields.iter().filter(is_named).nth(1);
        options.extend(named.map(|field| format!("unguarded({})", field.held())));
    }
    if layout.is_named {
        options.push("table = ZTable".to_owned());
    }
    if entity.expires.is_some() {
        options.push(format!("ttl = {}", Expires::ATTRIBUTE));
    }
    if entity.separator != '#' {
        options.push(format!("separator = \"{}\"", entity.separator));
    }
    if !options.is_empty() {
        out += &format!("#[ddb({})]\n", options.join(", "));
    }
    out += &format!("#[pk{}]\n", entity.pk.source);
    if !entity.sk.attributes.is_empty() {
        out += &format!("#[sk{}]\n", entity.sk.source);
    }
    for legacy in entity.indexes.iter().filter(|index| index.is_primary()) {
        let keys = [("pk", &legacy.pk), ("sk", &legacy.sk)].map(|(name, key)| {
            let is_own = key.source.starts_with('(');
            if is_own { format!(", {name} = {}", key.source) } else { String::new() }
        });
        let own = [&legacy.pk, &legacy.sk].into_iter().filter(|key| key.source.starts_with('('));
        let separator = own.flat_map(|key| &key.attributes).map(|own| own.separator).next();
        let separator = match separator {
            Some(other) if other != entity.separator => format!(", separator = \"{other}\""),
            _ => String::new(),
        };
        out += &format!("#[{}(\"{}\"{}{separator})]\n", legacy.form, legacy.name, keys.concat());
    }
    for index in entity.indexes.iter().filter(|index| !index.is_primary()) {
        let Index { index: name, name: snake, form, .. } = index;
        let alias = if name == snake { String::new() } else { format!(" as {snake}") };
        let pk = if *form == "lsi" { String::new() } else { format!(", pk = {}", index.pk.source) };
        let sk = match index.sk.attributes.is_empty() {
            true => String::new(),
            false => format!(", sk = {}", index.sk.source),
        };
        out += &format!("#[{form}(\"{name}\"{alias}{pk}{sk})]\n");
    }
    let is_older = matches!(role, Role::Version { is_newest: false, .. });
    let mut defaults = String::new();
    let mut fields = String::new();
    let mut methods = String::new();
    for (at, field) in entity.fields.iter().enumerate() {
        let kind = type_of(&field.kind);
        let kind = if field.is_option { format!("Option<{kind}>") } else { kind };
        let default = format!("default = \"default_{}_{at}\"", entity.name);
        fields += &match field.stored {
            Stored::Always => String::new(),
            Stored::Since(_) => format!("    #[serde({default})]\n"),
            // The newest version does not know this name.
            Stored::Never if is_older => format!("    #[serde(rename = \"unknown_{at}\")]\n"),
            Stored::Never => format!("    #[serde(skip, {default})]\n"),
            Stored::Missing => continue,
        };
        if field.stored != Stored::Never && !is_older {
            for alias in field.declared_aliases() {
                fields += &format!("    #[serde(alias = {alias:?})]\n");
            }
        }
        fields += &format!("    pub {}: {kind},\n", field.held());
        if let Some(ty) = &field.returned {
            let (name, held) = (&field.name, field.held());
            let (ty, body) = match field.is_option {
                true => (format!("Option<{ty}>"), "clone().map(Into::into)"),
                false => (ty.clone(), "clone().into()"),
            };
            methods += &format!("    fn {name}(&self) -> {ty} {{ self.{held}.{body} }}\n");
        }
        if field.stored != Stored::Always {
            let value = match field.kind.first() {
                V::Text(text) => format!("Text({text:?}.into())"),
                value => format!("{value:?}"),
            };
            defaults +=
                &format!("fn default_{}_{at}() -> {kind} {{ of(&V::{value}) }}\n", entity.name);
        }
    }
    fields += &entity.expires.map_or_else(String::new, |expires| {
        let kind = if expires == Expires::Number { "u64" } else { "Option<u64>" };
        format!("    pub {}: {kind},\n", Expires::ATTRIBUTE)
    });
    if !methods.is_empty() {
        methods = format!("impl {} {{\n{methods}}}\n", entity.name);
    }
    out + &format!("pub struct {} {{\n{fields}}}\n{methods}{defaults}", entity.name)
}

pub fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Text(name) => name.clone(),
        Kind::Name { is_checked: false } => "Name".into(),
        Kind::Name { is_checked: true } => "Checked".into(),
        Kind::Unsigned { bits, non_zero: false } => format!("u{bits}"),
        Kind::Unsigned { bits, non_zero: true } => format!("core::num::NonZeroU{bits}"),
        Kind::Signed { bits, non_zero: false } => format!("i{bits}"),
        Kind::Signed { bits, non_zero: true } => format!("core::num::NonZeroI{bits}"),
        Kind::Version => "Version".into(),
        Kind::Bool => "bool".into(),
        Kind::Char => "char".into(),
        Kind::Ulid => "ulid::Ulid".into(),
        Kind::Uuid => "uuid::Uuid".into(),
        Kind::Time(Library::Jiff) => "jiff::Timestamp".into(),
        Kind::Time(Library::Chrono) => "chrono::DateTime<chrono::Utc>".into(),
        Kind::Time(Library::Time) => "time::OffsetDateTime".into(),
        Kind::Date(Library::Jiff) => "jiff::civil::Date".into(),
        Kind::Date(Library::Chrono) => "chrono::NaiveDate".into(),
        Kind::Date(Library::Time) => "time::Date".into(),
        Kind::Words(name, _) => name.clone(),
        Kind::Owner => "Owner".into(),
    }
}
