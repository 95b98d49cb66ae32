//! Prints the declaration as a Rust module, formatted as by rustfmt.

mod fields;
mod keys;
mod table;
mod times;

use std::collections::{BTreeMap, BTreeSet};

use super::check::Counts;
use super::field::TypeOptions;
use super::model::{EntityDraft, TableDraft, Without};
use super::time::TimeFormat;
use super::words::{self, grouped};

/// The printed module, and the crates that it needs.
pub(super) struct Module {
    pub(super) module: String,
    pub(super) crates: BTreeSet<&'static str>,
}

/// Prints the entities that explain rows.
pub(super) fn module(table: &TableDraft, counts: &Counts, types: TypeOptions) -> Module {
    let mut printer = Printer {
        table,
        types,
        out: String::new(),
        modules: BTreeMap::new(),
        sets: BTreeSet::new(),
        uses: BTreeSet::new(),
        crates: BTreeSet::new(),
        is_named: table::is_named(table),
        taken: taken(table),
        types_of_fields: BTreeMap::new(),
    };
    let entities = table.entities.iter().zip(&counts.explained);
    let entities: Vec<_> = entities.filter(|(own, count)| !own.is_blocked && **count > 0).collect();
    if entities.is_empty() {
        return Module { module: String::new(), crates: printer.crates };
    }
    for (entity, count) in &entities {
        printer.entity(entity, **count);
    }
    printer.table(&entities);
    printer.modules();
    printer.sets();
    printer.tests(&entities);
    printer.finish(counts)
}

struct Printer<'t> {
    table: &'t TableDraft,
    types: TypeOptions,
    out: String,
    /// The time formats that need their own module, and whether the module also supports optional fields.
    modules: BTreeMap<String, (TimeFormat, bool)>,
    /// The sets that need a module, since they may be NULL.
    sets: BTreeSet<&'static str>,
    uses: BTreeSet<&'static str>,
    crates: BTreeSet<&'static str>,
    /// Whether the table names its attributes, so that its entities must point at it.
    is_named: bool,
    /// The names of all types in the module, including the types that the derives write.
    taken: BTreeSet<String>,
    /// The types of fields, by the type that has the field.
    types_of_fields: BTreeMap<(String, String), String>,
}

/// Returns the names of the entities, and of everything that is written for them.
fn taken(table: &TableDraft) -> BTreeSet<String> {
    let layout = &table.layout;
    let of_entity = |entity: &EntityDraft| {
        let keys = entity.keys.iter().chain(&entity.index_keys).filter_map(|key| {
            let index = key.index.as_deref();
            let own =
                key.name.clone().or_else(|| index.and_then(|index| keys::rust_name(layout, index)));
            own.or_else(|| index.map(ToOwned::to_owned))
        });
        let bases = keys.map(|own| entity.name.clone() + &words::pascal(&own));
        let bases = bases.chain([entity.name.clone()]);
        bases.flat_map(|base| words::generated(&base).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let entities = table.entities.iter().flat_map(of_entity);
    entities.chain(words::generated(&layout.name)).collect()
}

impl Printer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn entity(&mut self, entity: &EntityDraft, count: u64) {
        let rows = if count == 1 { "row" } else { "rows" };
        self.line("");
        self.line(format!("/// {} {rows}.", grouped(count)));
        for (index, why) in &entity.without {
            let mut keys = self.table.entities.iter().flat_map(|own| &own.index_keys);
            if *why != Without::NoRow || keys.any(|key| key.index.as_ref() == Some(index)) {
                self.line(format!("// Index `{index}`: {why}."));
            }
        }
        self.line("#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]");
        self.options(entity);
        self.keys(entity);
        self.fields(&entity.name, &entity.fields);
        for key in &entity.index_keys {
            self.method(entity, key);
        }
        self.enums(entity);
    }

    fn options(&mut self, entity: &EntityDraft) {
        let mut options = Vec::new();
        if self.is_named {
            options.push(format!("table = {}", self.table.layout.name));
        }
        if entity.separator != '#' {
            options.push(format!("separator = {:?}", entity.separator.to_string()));
        }
        let literals = keys::literals(entity);
        if !literals.is_empty() {
            options.push(format!("literals({})", literals.join(", ")));
        }
        if entity.fields.iter().any(|field| field.attribute.is_none()) {
            options.push("fields_from_keys".into());
        }
        if let Some(type_name) = entity.type_name.as_ref().filter(|own| **own != entity.name) {
            options.push(format!("type_name = {type_name:?}"));
        }
        if !options.is_empty() {
            self.line(attribute("ddb", &options));
        }
    }

    fn tests(&mut self, entities: &[(&EntityDraft, &u64)]) {
        let counts = entities.iter().map(|(entity, count)| {
            format!("({:?}, {})", entity.name, grouped(**count).replace(',', "_"))
        });
        let (counts, name) = (counts.collect::<Vec<_>>(), self.table.layout.name.clone());
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
        let Self { table, out, mut uses, mut crates, .. } = self;
        let name = &table.layout.name;
        let key_part = if uses.remove("ddbkey::KeyPart") { ", KeyPart" } else { "" };
        let (standard, others): (Vec<_>, Vec<_>) =
            uses.into_iter().partition(|own| own.starts_with("std::"));
        let mut imports: Vec<String> = others.into_iter().map(ToOwned::to_owned).collect();
        imports.push(format!("ddbkey::{{DdbKeys, DdbTable{key_part}}}"));
        imports.push("serde::{Deserialize, Serialize}".into());
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
