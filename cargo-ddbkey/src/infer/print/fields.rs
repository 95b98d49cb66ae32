//! Prints the structs, enums and newtypes of an entity, and their fields.

use super::Printer;
use super::times::module_name;
use crate::infer::field::{Absence, FieldDraft, ValueKind};
use crate::infer::model::EntityDraft;
use crate::infer::words;

impl Printer<'_> {
    pub(super) fn fields(&mut self, name: &str, fields: &[FieldDraft]) {
        let names = fields.iter().filter_map(|own| Some((&*own.name, own.attribute.as_deref()?)));
        let names: Vec<_> = names.collect();
        let case = words::best_case(words::CASES, &names, words::field_in_case);
        if let Some(case) = case {
            self.line(format!("#[serde(rename_all = {case:?})]"));
        }
        if fields.is_empty() {
            self.line(format!("pub struct {name} {{}}"));
            return;
        }
        self.line(format!("pub struct {name} {{"));
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
            self.line(format!("    #[serde(rename = {attribute:?})]"));
        }
        let with = self.with(field);
        let default = (with.is_some() && field.is_optional()).then_some("default");
        let skip = (field.absent == Absence::Missing)
            .then_some("skip_serializing_if = \"Option::is_none\"");
        let options: Vec<_> = default.into_iter().chain(skip).collect();
        if !options.is_empty() {
            self.line(format!("    #[serde({})]", options.join(", ")));
        }
        // In a joint attribute, rustfmt would put each option on its own line.
        if let Some(with) = with {
            self.line(format!("    #[serde(with = {with:?})]"));
        }
        self.typed_field(entity, field);
    }

    fn typed_field(&mut self, entity: &str, field: &FieldDraft) {
        let kind = self.kind(entity, &field.name, &field.kind);
        let kind = if field.is_optional() { format!("Option<{kind}>") } else { kind };
        self.line(format!("    pub {}: {kind},", field.name));
    }

    /// Returns the name of the type of a field, which no other type has.
    pub(super) fn type_name(&mut self, entity: &str, field: &str) -> String {
        let place = (entity.to_owned(), field.to_owned());
        if let Some(name) = self.types_of_fields.get(&place) {
            return name.clone();
        }
        let own = words::pascal(field);
        let name = words::unique(format!("{entity}{own}"), |name| {
            words::generated(name).any(|own| self.taken.contains(&own))
        });
        self.taken.extend(words::generated(&name));
        self.types_of_fields.insert(place, name.clone());
        name
    }

    /// Returns the module that reads and writes a field.
    fn with(&mut self, field: &FieldDraft) -> Option<String> {
        let (name, with) = match &field.kind {
            ValueKind::Time(format) if *format != self.types.plain_time() => {
                let name = words::unique(module_name(*format), |name| {
                    self.modules.get(name).is_some_and(|(own, _)| own != format)
                });
                let is_optional = field.is_optional();
                self.modules.entry(name.clone()).or_insert((*format, false)).1 |= is_optional;
                return Some(if is_optional { name + "::option" } else { name });
            }
            ValueKind::Bytes => ("serde_bytes", "serde_bytes"),
            ValueKind::Strings => ("serde_dynamo", "string_set"),
            ValueKind::Numbers(_) => ("serde_dynamo", "number_set"),
            ValueKind::Binaries => ("serde_dynamo", "binary_set"),
            _ => return None,
        };
        self.crates.insert(name);
        Some(match field.absent {
            _ if name == with => with.into(),
            // serde_dynamo writes no set beside NULL.
            Absence::Null => {
                self.sets.insert(with);
                format!("{with}_or_null")
            }
            _ => format!("{name}::{with}"),
        })
    }

    /// Returns the type of a value.
    pub(super) fn kind(&mut self, entity: &str, field: &str, kind: &ValueKind) -> String {
        match kind {
            ValueKind::String => "String".into(),
            ValueKind::Words(_) | ValueKind::Alphabet(..) | ValueKind::Struct(_) => {
                self.type_name(entity, field)
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
            ValueKind::Numbers(number) if **number == ValueKind::F64 => "Vec<f64>".into(),
            ValueKind::Numbers(number) => {
                let number = self.kind(entity, field, number);
                self.used("std::collections::BTreeSet", "", &format!("BTreeSet<{number}>"))
            }
            ValueKind::Binaries => {
                self.used("serde_bytes::ByteBuf", "serde_bytes", "");
                self.used("std::collections::BTreeSet", "", "BTreeSet<ByteBuf>")
            }
            ValueKind::List(inner) => format!("Vec<{}>", self.kind(entity, field, inner)),
            ValueKind::Map(inner) => {
                let inner = self.kind(entity, field, inner);
                self.used("std::collections::BTreeMap", "", &format!("BTreeMap<String, {inner}>"))
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
            let name = self.type_name(entity, &field.name);
            self.fields(&name, fields);
        }
    }

    /// Prints the enums and newtypes of an entity's fields.
    pub(super) fn enums(&mut self, entity: &EntityDraft) {
        for field in &entity.fields {
            let name = self.type_name(&entity.name, &field.name);
            match &field.kind {
                ValueKind::Words(words) => self.enumeration(&name, words),
                ValueKind::Alphabet(alphabet, width) => {
                    let width = width.map(|width| format!(", len = {width}")).unwrap_or_default();
                    self.line("");
                    self.line("#[derive(KeyPart, Serialize, Deserialize, Clone, PartialEq, Default, Debug)]");
                    self.line(format!("#[key_part(ascii = {:?}{width})]", alphabet.text));
                    self.line(format!("pub struct {name}(pub String);"));
                    self.uses.insert("ddbkey::KeyPart");
                }
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, name: &str, words: &[String]) {
        self.uses.insert("ddbkey::KeyPart");
        let variants: Vec<_> = words.iter().map(|word| (words::camel(word), word)).collect();
        let names: Vec<_> = variants.iter().map(|(own, word)| (&**own, &***word)).collect();
        let case = words::best_case(words::VARIANT_CASES, &names, words::variant_in_case);
        self.line("");
        self.line(
            "#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]",
        );
        if names.iter().any(|(own, word)| own != word) {
            self.line("#[key_part(serde)]");
        }
        if let Some(case) = case {
            self.line(format!("#[serde(rename_all = {case:?})]"));
        }
        self.line(format!("pub enum {name} {{"));
        for (variant, word) in names {
            if words::variant_in_case(variant, case.unwrap_or_default()) != word {
                self.line(format!("    #[serde(rename = {word:?})]"));
            }
            self.line(format!("    {variant},"));
        }
        self.line("}");
    }
}
