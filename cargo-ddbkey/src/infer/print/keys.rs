//! Prints the attributes of keys: `#[pk]`, `#[sk]`, `#[or]`, `#[gsi]` and `#[lsi]`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ddbkey_tools::{Schema, TableKey};

use super::{Printer, attribute};
use crate::infer::field::{FieldDraft, KeyForm, ValueKind};
use crate::infer::model::{AttributeDraft, EntityDraft, KeyDraft, PieceDraft};
use crate::infer::words;

impl Printer<'_> {
    /// Prints the keys of an entity.
    pub(super) fn keys(&mut self, entity: &EntityDraft) {
        let sorts = [self.sorts_by_pk(), true];
        let plain: Vec<_> = entity.keys[0].attributes.iter().zip(["pk", "sk"]).zip(sorts).collect();
        for ((own, name), is_sort_key) in &plain {
            let line = if own.is_entry {
                format!("#[{name}{}]", entries(entity, &[own]))
            } else {
                attribute(name, &self.parts(entity, own, *is_sort_key, &mut None))
            };
            self.line(line);
        }
        for alternative in &entity.keys[1..] {
            let mut line = format!("#[or({:?}", alternative.name.as_deref().unwrap_or_default());
            for (own, ((plain, name), is_sort_key)) in alternative.attributes.iter().zip(&plain) {
                if own.pieces != plain.pieces {
                    let key = self.half(entity, &[own], *is_sort_key, &mut None);
                    let _ = write!(line, ", {name} = {key}");
                }
            }
            self.line(line + ")]");
        }
        for key in &entity.index_keys {
            let index = self.table.layout.key_of(key.index.as_deref());
            if let Some(line) = index.map(|index| self.index(entity, key, index)) {
                self.line(line);
            }
        }
    }

    /// Returns whether an index has the table's partition key as its sort key.
    fn sorts_by_pk(&self) -> bool {
        let layout = &self.table.layout;
        let keys = self.table.entities.iter().flat_map(|entity| &entity.index_keys);
        let mut used = keys.filter_map(|key| layout.key_of(key.index.as_deref()));
        used.any(|index| index.sort_key.iter().any(|own| layout.key.partition_key.contains(own)))
    }

    fn index(&mut self, entity: &EntityDraft, key: &KeyDraft, index: &TableKey) -> String {
        let table = &self.table.layout.key;
        let name = index.index().unwrap_or_default();
        let mut method = key.only.as_ref().map(|_| method_name(entity, key));
        let mut half = |names: &[String], is_sort_key: bool| match names {
            [name] if table.partition_key.contains(name) => "pk".into(),
            [name] if table.has(name) => "sk".into(),
            _ => {
                let own: Vec<_> = names.iter().filter_map(|name| key.attribute(name)).collect();
                self.half(entity, &own, is_sort_key, &mut method)
            }
        };
        let pk = half(&index.partition_key, false);
        let sk = match &index.sort_key[..] {
            [] => String::new(),
            names => format!(", sk = {}", half(names, true)),
        };
        let rust_name = key.name.clone().or_else(|| rust_name(&self.table.layout, name));
        let rust_name = rust_name.map(|own| format!(" as {own}")).unwrap_or_default();
        if index.is_local() {
            format!("#[lsi({name:?}{rust_name}{sk})]")
        } else {
            format!("#[gsi({name:?}{rust_name}, pk = {pk}{sk})]")
        }
    }

    /// Returns a partition key or a sort key: `("USER", user_id)`, or `[customer_id]`. The method replaces the first value.
    fn half(
        &mut self,
        entity: &EntityDraft,
        attributes: &[&AttributeDraft],
        is_sort_key: bool,
        method: &mut Option<String>,
    ) -> String {
        match attributes {
            [joined] if !joined.is_entry => {
                format!("({})", self.parts(entity, joined, is_sort_key, method).join(", "))
            }
            attributes => entries(entity, attributes),
        }
    }

    fn parts(
        &mut self,
        entity: &EntityDraft,
        own: &AttributeDraft,
        is_sort_key: bool,
        method: &mut Option<String>,
    ) -> Vec<String> {
        // A key of literals alone is a method that returns them.
        if own.values().next().is_none()
            && entity.has_constant(own)
            && let Some(method) = method.take()
        {
            return vec![format!("\"{{{method}()}}\" -> Option<&str>")];
        }
        let parts = split(&own.pieces, entity.separator);
        parts.iter().map(|part| self.part(entity, part, is_sort_key, method)).collect()
    }

    /// `user_id`, `"ORDER"`, `"{created_at:.3}"`, `"{in_gsi1()}" -> Option<String>`
    fn part(
        &mut self,
        entity: &EntityDraft,
        part: &[PieceDraft],
        is_sort_key: bool,
        method: &mut Option<String>,
    ) -> String {
        let is_plain_number = |field: &FieldDraft| {
            is_sort_key && matches!(field.kind, ValueKind::U64 | ValueKind::I64)
        };
        let field = |field: usize| &entity.fields[field];
        if let ([PieceDraft::Value { field: own, form: KeyForm::Plain, is_rest: false }], None) =
            (part, &method)
            && !is_plain_number(field(*own))
        {
            return field(*own).name.clone();
        }
        let (mut text, mut result) = (String::new(), String::new());
        for piece in part {
            let (own, form, is_rest) = match piece {
                PieceDraft::Literal(literal) => {
                    text.push_str(&literal.replace('{', "{{").replace('}', "}}"));
                    continue;
                }
                PieceDraft::Value { field: own, form, is_rest } => (field(*own), form, *is_rest),
            };
            let form = match form {
                KeyForm::Plain if is_plain_number(own) => ":unordered".into(),
                KeyForm::Plain => String::new(),
                KeyForm::Lower => ":lower".into(),
                KeyForm::Upper => ":upper".into(),
                KeyForm::AsciiLower => ":ascii_lower".into(),
                KeyForm::AsciiUpper => ":ascii_upper".into(),
                KeyForm::Padded(width) => format!(":0{width}"),
                KeyForm::Descending(width) => format!(":desc0{width}"),
                KeyForm::Time(format) => format!(":{}", format.name()),
            };
            let rest = if is_rest { "*" } else { "" };
            let name = match method.take() {
                Some(method) => {
                    let kind = self.kind(&entity.name, &own.name, &own.kind);
                    result = format!(" -> Option<{kind}>");
                    format!("{method}()")
                }
                None => own.name.clone(),
            };
            let _ = write!(text, "{{{rest}{name}{form}}}");
        }
        format!("{text:?}{result}")
    }

    /// Prints the method that decides whether a row is in an index.
    pub(super) fn method(&mut self, entity: &EntityDraft, key: &KeyDraft) {
        let Some(only) = &key.only else { return };
        let name = method_name(entity, key);
        // Indexes that share the attribute share the method.
        if name != format!("in_{}", words::snake(key.index.as_deref().unwrap_or_default())) {
            return;
        }
        let by = &entity.fields[only.field];
        let own = self.type_name(&entity.name, &by.name);
        let words: Vec<_> = match &by.kind {
            ValueKind::Words(_) => {
                only.words.iter().map(|word| format!("{own}::{}", words::camel(word))).collect()
            }
            _ => only.words.iter().map(|word| format!("{word:?}")).collect(),
        };
        let words = words.join(" | ");
        let is_text = matches!(by.kind, ValueKind::String);
        let by = &by.name;
        let (read, pattern) = match (is_text, entity.fields[only.field].is_optional()) {
            (true, true) => (format!("self.{by}.as_deref()"), format!("Some({words})")),
            (true, false) => (format!("&*self.{by}"), words),
            (false, true) => (format!("self.{by}"), format!("Some({words})")),
            (false, false) => (format!("self.{by}"), words),
        };
        let value = key.fields().next().map(|field| &entity.fields[field]);
        let (kind, then) = match value {
            None => {
                let text = key.attributes.first().map(AttributeDraft::text).unwrap_or_default();
                ("&'static str".into(), format!("is_in.then_some({text:?})"))
            }
            Some(value) => {
                let is_copy = !matches!(value.kind, ValueKind::String | ValueKind::Alphabet(..));
                let (own, clone) = (&value.name, if is_copy { "" } else { ".clone()" });
                let then = if value.is_optional() {
                    format!("if is_in {{ self.{own}{clone} }} else {{ None }}")
                } else {
                    format!("is_in.then(|| self.{own}{clone})")
                };
                (self.kind(&entity.name, &value.name, &value.kind), then)
            }
        };
        self.line("");
        self.line(format!("impl {} {{", entity.name));
        self.line(format!(
            "    /// Returns the value in the key of index `{}`, or `None` if the row is not in it.",
            key.index.as_deref().unwrap_or_default()
        ));
        self.line(format!("    fn {name}(&self) -> Option<{kind}> {{"));
        self.line(format!("        let is_in = matches!({read}, {pattern});"));
        self.line(format!("        {then}"));
        self.line("    }");
        self.line("}");
    }
}

/// `[user_id, "ORDER" as "kind"]`
fn entries(entity: &EntityDraft, attributes: &[&AttributeDraft]) -> String {
    let entries = attributes.iter().map(|own| match &own.pieces[..] {
        [PieceDraft::Literal(text)] => format!("{text:?} as {:?}", own.name),
        [PieceDraft::Value { field, .. }] => entity.fields[*field].name.clone(),
        _ => String::new(),
    });
    format!("[{}]", entries.collect::<Vec<_>>().join(", "))
}

/// Returns the literals that are also names of fields, in quotes: the derive refuses them unless they are declared.
pub(super) fn literals(entity: &EntityDraft) -> Vec<String> {
    let keys = entity.keys.iter().chain(&entity.index_keys);
    let parts =
        keys.flat_map(|key| &key.attributes).flat_map(|own| split(&own.pieces, entity.separator));
    let is_name = |text: &String| entity.fields.iter().any(|field| field.name == *text);
    let words: BTreeSet<_> = parts
        .filter_map(|part| match &*part {
            [PieceDraft::Literal(text)] if is_name(text) => Some(format!("{text:?}")),
            _ => None,
        })
        .collect();
    words.into_iter().collect()
}

/// Splits a key into parts: pieces between separators. Separators at the edge of a part stay in it.
fn split(pieces: &[PieceDraft], separator: char) -> Vec<Vec<PieceDraft>> {
    let mut parts: Vec<Vec<PieceDraft>> = vec![Vec::new()];
    for piece in pieces {
        let PieceDraft::Literal(text) = piece else {
            if let Some(part) = parts.last_mut() {
                part.push(piece.clone());
            }
            continue;
        };
        for (at, own) in text.split(separator).enumerate() {
            if at > 0 {
                parts.push(Vec::new());
            }
            if let (false, Some(part)) = (own.is_empty(), parts.last_mut()) {
                part.push(PieceDraft::Literal(own.into()));
            }
        }
    }
    // An empty part is merged with its neighbours.
    while let Some(at) = parts.iter().position(Vec::is_empty).filter(|_| parts.len() > 1) {
        let first = at.saturating_sub(1);
        let last = (at + 1).min(parts.len() - 1);
        let mut joined = Vec::new();
        for (number, part) in parts.drain(first..=last).enumerate() {
            if number > 0 {
                joined.push(PieceDraft::Literal(separator.into()));
            }
            joined.extend(part);
        }
        parts.insert(first, joined);
    }
    parts
}

/// Returns the name of an index in Rust, if it differs from its own name.
pub(super) fn rust_name(layout: &Schema, index: &str) -> Option<String> {
    const RESERVED: &str = "all_keys check_item current from_item key keys parse_key parse_pk parse_sk pk plain \
        query read read_page ref sk start_key to_item try_update_item any_key update_item \
        update_item_narrow entity";
    let snake = |index: &str| {
        let snake = words::snake(index);
        if words::is_in(RESERVED, &snake) { format!("by_{snake}") } else { snake }
    };
    // Two names can differ in their case alone.
    let names = layout.indexes.iter().filter_map(TableKey::index);
    let before = names.take_while(|own| *own != index).filter(|own| snake(own) == snake(index));
    let own = match before.count() {
        0 => snake(index),
        count => format!("{}_{}", snake(index), count + 1),
    };
    (own != index).then_some(own)
}

/// Returns the name of the method of an index: the first that has the attribute whose value the method returns.
fn method_name(entity: &EntityDraft, key: &KeyDraft) -> String {
    let mut attributes = key.attributes.iter();
    let own = attributes.clone().find(|own| own.values().next().is_some()).or(attributes.next());
    let has = |other: &&KeyDraft| own.is_some_and(|own| other.attribute(&own.name).is_some());
    let first = entity.index_keys.iter().find(has).unwrap_or(key);
    format!("in_{}", words::snake(first.index.as_deref().unwrap_or_default()))
}
