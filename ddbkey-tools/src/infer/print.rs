//! Prints the declaration as a Rust module, formatted as by rustfmt.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Options;
use super::check::Counts;
use super::field::{Absence, FieldDraft, KeyForm, TypeOptions, ValueKind};
use super::layout::{IndexLayout, Projected};
use super::model::{
    Alternative, AttributeDraft, EntityDraft, IndexKey, IndexKeys, Only, PieceDraft, TableDraft,
    Without,
};
use super::time::TimeFormat;
use super::words::{self, grouped};

/// The printed module, and the crates that it needs.
pub(super) struct Module {
    pub(super) module: String,
    pub(super) crates: BTreeSet<&'static str>,
}

/// Prints the entities that explain rows.
pub(super) fn module(
    table: &TableDraft,
    counts: &Counts,
    options: &Options,
    types: TypeOptions,
) -> Module {
    let mut printer = Printer {
        table,
        types,
        name: words::camel(&options.name),
        out: String::new(),
        modules: BTreeMap::new(),
        uses: BTreeSet::new(),
        crates: BTreeSet::new(),
        is_named: is_named(table),
    };
    let entities = table.entities.iter().zip(&counts.explained);
    let entities: Vec<_> = entities.filter(|(own, count)| !own.is_blocked && **count > 0).collect();
    for (entity, count) in &entities {
        printer.entity(entity, **count);
    }
    printer.table(&entities);
    printer.modules();
    printer.tests(&entities);
    printer.finish(counts)
}

struct Printer<'t> {
    table: &'t TableDraft,
    types: TypeOptions,
    name: String,
    out: String,
    /// The time formats that need their own module, and whether the module also supports optional fields.
    modules: BTreeMap<&'static str, (TimeFormat, bool)>,
    uses: BTreeSet<&'static str>,
    crates: BTreeSet<&'static str>,
    /// Whether the table names its attributes, so that its entities must point at it.
    is_named: bool,
}

/// Returns whether the key attributes have other names than the default ones.
fn is_named(table: &TableDraft) -> bool {
    let layout = &table.layout;
    let has_own_key = |entity: &EntityDraft| entity.primary().any(|key| !key.is_entry);
    let are_joined = table.entities.iter().any(has_own_key);
    let keys = are_joined && (layout.pk != "pk" || layout.sk.as_ref().is_some_and(|sk| sk != "sk"));
    let indexes = table.entities.iter().flat_map(|entity| &entity.indexes).any(|keys| {
        let index = &layout.indexes[keys.index];
        let is_default =
            |own: &AttributeDraft, ending: &str| own.attribute == format!("{}{ending}", index.name);
        let differs = |key: &IndexKey, ending: &str| match key {
            IndexKey::Joined(own) => !is_default(own, ending),
            _ => false,
        };
        differs(&keys.pk, "pk")
            || keys.sk.as_ref().is_some_and(|sk| differs(sk, "sk"))
            || index.projection.is_some()
    });
    keys || indexes || table.type_attribute.is_some()
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn entity(&mut self, entity: &EntityDraft, count: u64) {
        let rows = if count == 1 { "row" } else { "rows" };
        self.line("");
        self.line(&format!("/// {} {rows}.", grouped(count)));
        for (index, why) in &entity.without {
            let is_declared = self.table.entities.iter().any(|own| {
                own.indexes.iter().any(|keys| self.table.layout.indexes[keys.index].name == *index)
            });
            let name = &entity.name;
            match why {
                Without::NoRow if is_declared => {
                    self.line(&format!("// No row of `{name}` was in index `{index}`."));
                }
                Without::NoRow => {}
                Without::Unexplained => {
                    self.line(&format!(
                        "// No declaration explains index `{index}`, so its attributes are fields."
                    ));
                }
                Without::Undecided => {
                    self.line(&format!(
                        "// Index `{index}` is left out until it is decided which fields it contains."
                    ));
                }
            }
        }
        self.line("#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]");
        self.options(entity);
        let pk = self.primary("pk", entity, &entity.pk, self.sorts_by_pk());
        self.line(&pk);
        if let Some(sk) = &entity.sk {
            let sk = self.primary("sk", entity, sk, true);
            self.line(&sk);
        }
        for own in &entity.alternatives {
            let alternative = self.alternative(entity, own);
            self.line(&alternative);
        }
        for keys in &entity.indexes {
            let index = self.index(entity, keys);
            self.line(&index);
        }
        self.fields(&entity.name, &entity.fields);
        for keys in &entity.indexes {
            if let Some(only) = &keys.only {
                self.method(entity, keys, only);
            }
        }
        self.enums(entity);
    }

    fn options(&mut self, entity: &EntityDraft) {
        let mut options = Vec::new();
        if self.is_named {
            options.push(format!("table = {}", self.name));
        }
        if entity.separator != '#' {
            options.push(format!("separator = {:?}", entity.separator.to_string()));
        }
        if entity.fields.iter().any(|field| field.attribute.is_none()) {
            options.push("fields_from_keys".into());
        }
        if let Some(type_name) = entity.type_name.as_ref().filter(|own| **own != entity.name) {
            options.push(format!("type_name = {type_name:?}"));
        }
        if !options.is_empty() {
            self.line(&attribute("ddb", &options));
        }
    }

    /// Returns whether an index has the table's partition key as its sort key.
    fn sorts_by_pk(&self) -> bool {
        let layout = &self.table.layout;
        let used = self.table.entities.iter().flat_map(|entity| &entity.indexes);
        let mut used = used.map(|keys| &layout.indexes[keys.index]);
        used.any(|index| index.sk.contains(&layout.pk))
    }

    /// `("USER", user_id)`, or `[customer_id]`.
    fn key(
        &self,
        entity: &EntityDraft,
        key: &AttributeDraft,
        is_sort_key: bool,
        method: Option<&str>,
    ) -> String {
        if key.is_entry {
            return format!("[{}]", Self::entry(entity, key));
        }
        format!("({})", self.parts(entity, key, is_sort_key, method).join(", "))
    }

    fn parts(
        &self,
        entity: &EntityDraft,
        key: &AttributeDraft,
        is_sort_key: bool,
        method: Option<&str>,
    ) -> Vec<String> {
        let parts = parts(&key.pieces, entity.separator);
        let text =
            |part: &Vec<PieceDraft>| part_text(entity, part, is_sort_key, method, self.types);
        parts.iter().map(text).collect()
    }

    /// `#[sk("ORDER", id)]`
    fn primary(
        &self,
        name: &str,
        entity: &EntityDraft,
        key: &AttributeDraft,
        is_sort_key: bool,
    ) -> String {
        if key.is_entry {
            return format!("#[{name}{}]", self.key(entity, key, is_sort_key, None));
        }
        attribute(name, &self.parts(entity, key, is_sort_key, None))
    }

    /// `#[or("with_tier", sk = ("PRICE", id, tier))]`
    fn alternative(&self, entity: &EntityDraft, own: &Alternative) -> String {
        let sorts = [self.sorts_by_pk(), true];
        let keys = own.keys.iter().zip(entity.primary()).zip(["pk", "sk"]).zip(sorts);
        let keys = keys.filter(|(((own, plain), _), _)| own.pieces != plain.pieces).map(
            |(((own, _), name), is_sort_key)| {
                format!(", {name} = {}", self.key(entity, own, is_sort_key, None))
            },
        );
        format!("#[or({:?}{})]", own.name, keys.collect::<String>())
    }

    fn entry(entity: &EntityDraft, key: &AttributeDraft) -> String {
        match &key.pieces[..] {
            [PieceDraft::Literal(text)] => format!("{text:?} as {:?}", key.attribute),
            [PieceDraft::Value { field, .. }] => identifier(&entity.fields[*field].name),
            _ => String::new(),
        }
    }

    fn index(&mut self, entity: &EntityDraft, keys: &IndexKeys) -> String {
        let index = &self.table.layout.indexes[keys.index];
        let method = keys.only.as_ref().map(|_| method_name(index));
        let mut method = method.as_deref();
        let mut key = |key: &IndexKey, is_sort_key: bool| match key {
            IndexKey::Pk => "pk".to_owned(),
            IndexKey::Sk => "sk".to_owned(),
            IndexKey::Joined(own) => {
                let has_value = own.values().next().is_some();
                let own_method = if has_value { method.take() } else { None };
                self.key(entity, own, is_sort_key, own_method)
            }
            IndexKey::Entries(all) => {
                let entries: Vec<_> = all.iter().map(|own| Self::entry(entity, own)).collect();
                format!("[{}]", entries.join(", "))
            }
        };
        let pk = key(&keys.pk, false);
        let sk = keys.sk.as_ref().map(|sk| key(sk, true));
        let name = format!(
            "{:?}{}",
            index.name,
            keys.name
                .clone()
                .or_else(|| rust_name(index))
                .map(|own| format!(" as {own}"))
                .unwrap_or_default()
        );
        let sk = sk.map(|sk| format!(", sk = {sk}")).unwrap_or_default();
        if index.is_local {
            format!("#[lsi({name}{sk})]")
        } else {
            format!("#[gsi({name}, pk = {pk}{sk})]")
        }
    }

    fn fields(&mut self, name: &str, fields: &[FieldDraft]) {
        let case = case(fields);
        if let Some(case) = case {
            self.line(&format!("#[serde(rename_all = {case:?})]"));
        }
        if fields.is_empty() {
            self.line(&format!("pub struct {name} {{}}"));
            return;
        }
        self.line(&format!("pub struct {name} {{"));
        for field in fields {
            self.field(name, field, case);
        }
        self.line("}");
        for field in fields {
            self.structs(name, field);
        }
    }

    fn field(&mut self, entity: &str, field: &FieldDraft, case: Option<&str>) {
        let Some(attribute) = &field.attribute else {
            self.line("    #[serde(skip)]");
            self.typed_field(entity, field);
            return;
        };
        if words::field_in_case(&field.name, case.unwrap_or_default()) != *attribute {
            self.line(&format!("    #[serde(rename = {attribute:?})]"));
        }
        let mut options = Vec::new();
        let with = self.with(field);
        if field.absent == Absence::Missing {
            if with.is_some() {
                options.push("default".to_owned());
            }
            options.push("skip_serializing_if = \"Option::is_none\"".to_owned());
        } else if field.absent == Absence::Null && with.is_some() {
            options.push("default".to_owned());
        }
        if !options.is_empty() {
            self.line(&format!("    #[serde({})]", options.join(", ")));
        }
        // In a joint attribute, rustfmt would put each option on its own line.
        if let Some(with) = with {
            self.line(&format!("    #[serde(with = {with:?})]"));
        }
        self.typed_field(entity, field);
    }

    fn typed_field(&mut self, entity: &str, field: &FieldDraft) {
        let kind = self.kind(entity, &field.name, &field.kind);
        let kind = if field.is_optional() { format!("Option<{kind}>") } else { kind };
        self.line(&format!("    pub {}: {kind},", identifier(&field.name)));
    }

    /// Returns the module that reads and writes a field.
    fn with(&mut self, field: &FieldDraft) -> Option<String> {
        match &field.kind {
            ValueKind::Time(format) if *format != self.types.plain_time() => {
                let name = module_name(*format);
                self.modules.entry(name).or_insert((*format, false)).1 |= field.is_optional();
                Some(if field.is_optional() { format!("{name}::option") } else { name.into() })
            }
            ValueKind::Bytes => {
                self.crates.insert("serde_bytes");
                Some("serde_bytes".into())
            }
            ValueKind::Strings => {
                self.crates.insert("serde_dynamo");
                Some("serde_dynamo::string_set".into())
            }
            ValueKind::Numbers(_) => {
                self.crates.insert("serde_dynamo");
                Some("serde_dynamo::number_set".into())
            }
            _ => None,
        }
    }

    /// Returns the type of a value.
    fn kind(&mut self, entity: &str, field: &str, kind: &ValueKind) -> String {
        match kind {
            ValueKind::String => "String".into(),
            ValueKind::Words(_) | ValueKind::Alphabet(..) | ValueKind::Struct(_) => {
                type_name(entity, field)
            }
            ValueKind::U64 => "u64".into(),
            ValueKind::I64 => "i64".into(),
            ValueKind::F64 => "f64".into(),
            ValueKind::Bool => "bool".into(),
            ValueKind::Bytes => "Vec<u8>".into(),
            ValueKind::Ulid => self.used("ulid::Ulid", "ulid", "Ulid"),
            ValueKind::Uuid => self.used("uuid::Uuid", "uuid", "Uuid"),
            ValueKind::Time(_) if self.types.is_chrono => {
                self.used("chrono::{DateTime, Utc}", "chrono", "DateTime<Utc>")
            }
            ValueKind::Time(_) => self.used("jiff::Timestamp", "jiff", "Timestamp"),
            ValueKind::Date if self.types.is_chrono => {
                self.used("chrono::NaiveDate", "chrono", "NaiveDate")
            }
            ValueKind::Date => self.used("jiff::civil::Date", "jiff", "Date"),
            ValueKind::Strings => self.used("std::collections::BTreeSet", "", "BTreeSet<String>"),
            ValueKind::Numbers(false) => {
                self.used("std::collections::BTreeSet", "", "BTreeSet<u64>")
            }
            ValueKind::Numbers(true) => {
                self.used("std::collections::BTreeSet", "", "BTreeSet<i64>")
            }
            ValueKind::List(inner) => format!("Vec<{}>", self.kind(entity, field, inner)),
            ValueKind::Map(inner) => {
                let inner = self.kind(entity, field, inner);
                self.used("std::collections::BTreeMap", "", "");
                format!("BTreeMap<String, {inner}>")
            }
            ValueKind::Json => {
                self.crates.insert("serde_json");
                "serde_json::Value".into()
            }
        }
    }

    fn used(&mut self, import: &'static str, name: &'static str, text: &str) -> String {
        self.uses.insert(import);
        if !name.is_empty() {
            self.crates.insert(name);
        }
        text.into()
    }

    /// Prints the structs for the maps in a field.
    fn structs(&mut self, entity: &str, field: &FieldDraft) {
        let mut kind = &field.kind;
        while let ValueKind::List(inner) | ValueKind::Map(inner) = kind {
            kind = inner;
        }
        if let ValueKind::Struct(fields) = kind {
            self.line("");
            self.line("#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]");
            self.fields(&type_name(entity, &field.name), fields);
        }
    }

    /// Prints the enums and newtypes of an entity's fields.
    fn enums(&mut self, entity: &EntityDraft) {
        for field in &entity.fields {
            let name = type_name(&entity.name, &field.name);
            match &field.kind {
                ValueKind::Words(words) => self.enumeration(&name, words),
                ValueKind::Alphabet(alphabet, width) => {
                    let width = width.map(|width| format!(", len = {width}")).unwrap_or_default();
                    self.line("");
                    self.line("#[derive(KeyPart, Serialize, Deserialize, Clone, PartialEq, Default, Debug)]");
                    self.line(&format!("#[key_part(ascii = {alphabet:?}{width})]"));
                    self.line(&format!("pub struct {name}(pub String);"));
                    self.uses.insert("ddbkey::KeyPart");
                }
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, name: &str, words: &[String]) {
        self.uses.insert("ddbkey::KeyPart");
        let variants: Vec<_> = words.iter().map(|word| (words::camel(word), word)).collect();
        let written = |case: &str| {
            variants
                .iter()
                .filter(|(variant, word)| words::variant_in_case(variant, case) == **word)
                .count()
        };
        let is_plain = variants.iter().all(|(variant, word)| variant == *word);
        let best = words::VARIANT_CASES.into_iter().rev().max_by_key(|case| written(case));
        let case = best.filter(|case| !is_plain && written(case) > 0);
        self.line("");
        self.line(
            "#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]",
        );
        if !is_plain {
            self.line("#[key_part(serde)]");
        }
        if let Some(case) = case {
            self.line(&format!("#[serde(rename_all = {case:?})]"));
        }
        self.line(&format!("pub enum {name} {{"));
        for (variant, word) in &variants {
            let own =
                case.map_or_else(|| variant.clone(), |case| words::variant_in_case(variant, case));
            if own != **word {
                self.line(&format!("    #[serde(rename = {word:?})]"));
            }
            self.line(&format!("    {variant},"));
        }
        self.line("}");
    }

    /// Prints the method that decides whether a row is in an index.
    fn method(&mut self, entity: &EntityDraft, keys: &IndexKeys, only: &Only) {
        let index = &self.table.layout.indexes[keys.index];
        let Some((field, ..)) = keys.own().flat_map(AttributeDraft::values).next() else { return };
        let (value, by) = (&entity.fields[field], &entity.fields[only.field]);
        let own = type_name(&entity.name, &by.name);
        let words: Vec<_> = match &by.kind {
            ValueKind::Words(_) => {
                only.words.iter().map(|word| format!("{own}::{}", words::camel(word))).collect()
            }
            _ => only.words.iter().map(|word| format!("{word:?}")).collect(),
        };
        let words = words.join(" | ");
        let is_text = matches!(by.kind, ValueKind::String);
        let name = identifier(&by.name);
        let (read, pattern) = match (is_text, by.is_optional()) {
            (true, true) => (format!("self.{name}.as_deref()"), format!("Some({words})")),
            (true, false) => (format!("&*self.{name}"), words),
            (false, true) => (format!("self.{name}"), format!("Some({words})")),
            (false, false) => (format!("self.{name}"), words),
        };
        let kind = self.kind(&entity.name, &value.name, &value.kind);
        let is_copy = !matches!(value.kind, ValueKind::String | ValueKind::Alphabet(..));
        let clone = if is_copy { "" } else { ".clone()" };
        let value_name = identifier(&value.name);
        let then = if value.is_optional() {
            format!("if is_in {{ self.{value_name}{clone} }} else {{ None }}")
        } else {
            format!("is_in.then(|| self.{value_name}{clone})")
        };
        self.line("");
        self.line(&format!("impl {} {{", entity.name));
        self.line(&format!(
            "    /// Returns the value in the key of index `{}`, or `None` if the row is not in it.",
            index.name
        ));
        self.line(&format!("    fn {}(&self) -> Option<{kind}> {{", method_name(index)));
        self.line(&format!("        let is_in = matches!({read}, {pattern});"));
        self.line(&format!("        {then}"));
        self.line("    }");
        self.line("}");
    }

    fn table(&mut self, entities: &[(&EntityDraft, &u64)]) {
        let layout = &self.table.layout;
        let total: u64 = entities.iter().map(|(_, count)| **count).sum();
        let name = self.name.clone();
        self.line("");
        self.line(&format!("/// {} rows.", grouped(total)));
        for index in &layout.indexes {
            let is_used = entities.iter().any(|(own, _)| {
                own.indexes
                    .iter()
                    .any(|keys| std::ptr::eq(&raw const layout.indexes[keys.index], index))
            });
            if !is_used {
                self.line(&format!(
                    "// Index `{}` is not declared: no row explains it.",
                    index.name
                ));
            }
        }
        self.line("#[derive(DdbTable, Clone, PartialEq, Debug)]");
        if self.is_named {
            let mut options = Vec::new();
            let differs = layout.pk != "pk" || layout.sk.as_ref().is_none_or(|sk| sk != "sk");
            if differs {
                options.push(format!("pk = {:?}", layout.pk));
                options.extend(layout.sk.as_ref().map(|sk| format!("sk = {sk:?}")));
            }
            options.extend(
                self.table.type_attribute.as_ref().map(|own| format!("type_attribute = {own:?}")),
            );
            if !options.is_empty() {
                self.line(&format!("#[ddb({})]", options.join(", ")));
            }
            let fields = entities.iter().flat_map(|(own, _)| &own.fields);
            let written: BTreeSet<_> =
                fields.filter_map(|field| field.attribute.as_deref()).collect();
            for (at, index) in layout.indexes.iter().enumerate() {
                if entities.iter().any(|(own, _)| own.indexes.iter().any(|keys| keys.index == at)) {
                    for line in layout_of(index, &written) {
                        self.line(&line);
                    }
                }
            }
        }
        self.line(&format!("pub enum {name} {{"));
        for (entity, _) in entities {
            self.line(&format!("    {0}({0}),", entity.name));
        }
        self.line("}");
    }

    /// Prints the modules that read and write times as they are stored.
    fn modules(&mut self) {
        let time = if self.types.is_chrono { "DateTime<Utc>" } else { "Timestamp" };
        let import =
            if self.types.is_chrono { "chrono::{DateTime, Utc}" } else { "jiff::Timestamp" };
        for (name, (format, is_optional)) in std::mem::take(&mut self.modules) {
            let Some((part, own)) = format.part() else { continue };
            let (before, after) = if import < "ddbkey" {
                (format!("    use {import};\n"), String::new())
            } else {
                (String::new(), format!("    use {import};\n"))
            };
            let mut text = format!(
                "
/// Timestamps as strings in the format `{}`.
mod {name} {{
{before}    use ddbkey::KeyPart;
    use ddbkey::part::{part};
{after}    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{{Deserialize, Deserializer, Serializer}};

    type Format = {own};

    pub fn serialize<S: Serializer>(time: &{time}, serializer: S) -> Result<S::Ok, S::Error> {{
        let mut text = String::new();
        <{time} as KeyPart<Format>>::write(*time, &mut text).map_err(S::Error::custom)?;
        serializer.serialize_str(&text)
    }}

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<{time}, D::Error> {{
        let text = String::deserialize(deserializer)?;
        let time = <{time} as KeyPart<Format>>::read(&text);
        time.ok_or_else(|| D::Error::custom(\"not a timestamp of this format\"))
    }}
",
                format.name()
            );
            if is_optional {
                let _ = write!(
                    text,
                    "
    pub mod option {{
        use {import};
        use serde::{{Deserialize, Deserializer, Serializer}};

        #[derive(Deserialize)]
        struct Time(#[serde(with = \"super\")] {time});

        pub fn serialize<S: Serializer>(
            time: &Option<{time}>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {{
            match time {{
                Some(time) => super::serialize(time, serializer),
                None => serializer.serialize_none(),
            }}
        }}

        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<{time}>, D::Error> {{
            let time = Option::<Time>::deserialize(deserializer)?;
            Ok(time.map(|Time(time)| time))
        }}
    }}
"
                );
            }
            text.push_str("}\n");
            self.out.push_str(&text);
        }
    }

    fn tests(&mut self, entities: &[(&EntityDraft, &u64)]) {
        let counts = entities.iter().map(|(entity, count)| {
            format!("({:?}, {})", entity.name, grouped(**count).replace(',', "_"))
        });
        let (counts, name) = (counts.collect::<Vec<_>>(), &self.name);
        let line = counts.join(", ");
        // This breaks an array as rustfmt does.
        let list = if line.len() <= 60 {
            format!("[{line}]")
        } else {
            format!(
                "[\n{}    ]",
                counts.iter().fold(String::new(), |list, own| list + "        " + own + ",\n")
            )
        };
        let length = counts.len();
        let text = format!(
            "
#[cfg(test)]
mod tests {{
    use super::{name};

    /// How many rows of each entity this module was inferred from.
    const ROWS: [(&str, u64); {length}] = {list};

    #[test]
    fn the_table_has_what_its_rows_showed() {{
        let entities = {name}::SCHEMA.entities().iter().map(|entity| entity.name());
        assert_eq!(entities.collect::<Vec<_>>(), ROWS.map(|(entity, _)| entity));
    }}
}}
"
        );
        self.out.push_str(&text);
    }

    fn finish(self, counts: &Counts) -> Module {
        let Self { name, out, mut uses, mut crates, .. } = self;
        let has_parts = uses.remove("ddbkey::KeyPart");
        let mut imports: Vec<String> = uses.into_iter().map(ToOwned::to_owned).collect();
        imports.push(
            if has_parts {
                "ddbkey::{DdbKeys, DdbTable, KeyPart}"
            } else {
                "ddbkey::{DdbKeys, DdbTable}"
            }
            .into(),
        );
        imports.push("serde::{Deserialize, Serialize}".into());
        let mut standard: Vec<_> =
            imports.iter().filter(|own| own.starts_with("std::")).cloned().collect();
        standard.sort();
        imports.retain(|own| !own.starts_with("std::"));
        imports.sort_by_key(|own| own.replace('{', "~"));
        let standard = match &standard[..] {
            [] => String::new(),
            [one] => format!("use {one};\n\n"),
            _ => "use std::collections::{BTreeMap, BTreeSet};\n\n".into(),
        };
        let imports = imports.iter().fold(String::new(), |list, own| list + "use " + own + ";\n");
        crates.extend(["ddbkey", "serde"]);
        let total = grouped(counts.total());
        let head = format!(
            "//! The table of [`{name}`], as `cargo ddbkey infer` found it in {total} rows.\n\n"
        );
        Module { module: format!("{head}{standard}{imports}{out}"), crates }
    }
}

/// Returns an attribute on one line, or with a line for each argument where rustfmt breaks it.
fn attribute(name: &str, arguments: &[String]) -> String {
    const MAX_WIDTH: usize = 70;
    let line = arguments.join(", ");
    if arguments.len() > 1 && line.chars().count() > MAX_WIDTH {
        return format!("#[{name}(\n    {}\n)]", arguments.join(",\n    "));
    }
    format!("#[{name}({line})]")
}

/// Splits a key into parts: pieces between separators. Separators at the edge of a part stay in it.
fn parts(pieces: &[PieceDraft], separator: char) -> Vec<Vec<PieceDraft>> {
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

/// `user_id`, `"ORDER"`, `"{created_at:.3}"`
fn part_text(
    entity: &EntityDraft,
    part: &[PieceDraft],
    is_sort_key: bool,
    method: Option<&str>,
    types: TypeOptions,
) -> String {
    let field = |number: usize| &entity.fields[number];
    if let ([PieceDraft::Value { field: number, form: KeyForm::Plain, is_rest: false }], None) =
        (part, method)
        && !(is_sort_key && matches!(field(*number).kind, ValueKind::U64 | ValueKind::I64))
    {
        return identifier(&field(*number).name);
    }
    let mut text = String::new();
    let mut called = None;
    for piece in part {
        match piece {
            PieceDraft::Literal(literal) => {
                text.push_str(&literal.replace('{', "{{").replace('}', "}}"));
            }
            PieceDraft::Value { field: number, form, is_rest } => {
                let own = field(*number);
                let form = match form {
                    KeyForm::Plain
                        if is_sort_key && matches!(own.kind, ValueKind::U64 | ValueKind::I64) =>
                    {
                        ":unordered".into()
                    }
                    KeyForm::Plain => String::new(),
                    KeyForm::Lower => ":lower".into(),
                    KeyForm::Upper => ":upper".into(),
                    KeyForm::Padded(width) => format!(":0{width}"),
                    KeyForm::Descending(width) => format!(":desc0{width}"),
                    KeyForm::Time(format) => format!(":{}", format.name()),
                };
                let rest = if *is_rest { "*" } else { "" };
                let name = match method.filter(|_| called.is_none()) {
                    Some(method) => {
                        called = Some(*number);
                        format!("{method}()")
                    }
                    None => own.name.clone(),
                };
                let _ = write!(text, "{{{rest}{name}{form}}}");
            }
        }
    }
    match called {
        None => format!("{text:?}"),
        Some(number) => {
            let kind = plain_type(entity, number, types);
            format!("{text:?} -> Option<{kind}>")
        }
    }
}

fn plain_type(entity: &EntityDraft, number: usize, types: TypeOptions) -> String {
    let field = &entity.fields[number];
    match &field.kind {
        ValueKind::Words(_) | ValueKind::Alphabet(..) => type_name(&entity.name, &field.name),
        ValueKind::U64 => "u64".into(),
        ValueKind::I64 => "i64".into(),
        ValueKind::Bool => "bool".into(),
        ValueKind::Ulid => "Ulid".into(),
        ValueKind::Uuid => "Uuid".into(),
        ValueKind::Time(_) if types.is_chrono => "DateTime<Utc>".into(),
        ValueKind::Time(_) => "Timestamp".into(),
        ValueKind::Date if types.is_chrono => "NaiveDate".into(),
        ValueKind::Date => "Date".into(),
        _ => "String".into(),
    }
}

/// Returns the index as attributes of the table, after a comment on included attributes that no entity writes.
fn layout_of(index: &IndexLayout, written: &BTreeSet<&str>) -> Vec<String> {
    let names = |names: &[String]| match names {
        [one] => format!("{one:?}"),
        all => {
            format!("[{}]", all.iter().map(|own| format!("{own:?}")).collect::<Vec<_>>().join(", "))
        }
    };
    let (mut lines, mut projection) = (Vec::new(), String::new());
    match &index.projection {
        None => {}
        Some(Projected::Keys) => projection = ", projection = keys".into(),
        Some(Projected::Include(all)) => {
            let (known, unknown): (Vec<_>, Vec<_>) =
                all.iter().partition(|name| written.contains(name.as_str()));
            if !unknown.is_empty() {
                let name = &index.name;
                lines.push(format!("// Index `{name}` also includes attributes that no row had."));
            }
            let known = known.iter().map(|own| format!("{own:?}")).collect::<Vec<_>>();
            projection = if known.is_empty() {
                ", projection = keys".into()
            } else {
                format!(", projection = include({})", known.join(", "))
            };
        }
    }
    let sk =
        if index.sk.is_empty() { String::new() } else { format!(", sk = {}", names(&index.sk)) };
    lines.push(if index.is_local {
        format!("#[lsi({:?}{sk}{projection})]", index.name)
    } else {
        format!("#[gsi({:?}, pk = {}{sk}{projection})]", index.name, names(&index.pk))
    });
    lines
}

/// Returns the name of an index in Rust, if it differs from its own name.
fn rust_name(index: &IndexLayout) -> Option<String> {
    const RESERVED: [&str; 9] =
        ["pk", "sk", "key", "keys", "query", "read", "start_key", "all_keys", "current"];
    let snake = words::snake(&index.name);
    let own = if RESERVED.contains(&&*snake) { format!("by_{snake}") } else { snake };
    (own != index.name).then_some(own)
}

fn method_name(index: &IndexLayout) -> String {
    format!("in_{}", words::snake(&index.name))
}

/// Returns the case of `rename_all` that most attributes have, if it differs from the case of the fields.
fn case(fields: &[FieldDraft]) -> Option<&'static str> {
    let named: Vec<_> =
        fields.iter().filter_map(|field| Some((&field.name, field.attribute.as_ref()?))).collect();
    let fits = |case: &str| {
        named
            .iter()
            .filter(|(name, attribute)| words::field_in_case(name, case) == **attribute)
            .count()
    };
    let best = words::CASES.into_iter().max_by_key(|case| {
        (fits(case), std::cmp::Reverse(words::CASES.iter().position(|own| own == case)))
    })?;
    (fits(best) > fits("")).then_some(best)
}

fn type_name(entity: &str, field: &str) -> String {
    format!("{entity}{}", words::camel(field).trim_end_matches("Row"))
}

/// Returns a valid identifier: a field named like a Rust keyword gets an underscore.
fn identifier(name: &str) -> String {
    name.to_owned()
}

fn module_name(format: TimeFormat) -> &'static str {
    match format {
        TimeFormat::Isoformat => "isoformat",
        TimeFormat::Instant => "instant",
        TimeFormat::Rfc3339Nano => "rfc3339nano",
        TimeFormat::Rfc3339 => "rfc3339",
        other => match other.units() {
            7 => "milliseconds",
            8 => "microseconds",
            9 => "nanoseconds",
            _ => "seconds",
        },
    }
}
