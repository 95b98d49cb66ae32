//! Each rule about attributes, indexes and limits, in every form in which a declaration can break it: joined
//! keys and attributes, keys of the table and of both kinds of indexes, with and without `table = …`.

use crate::draw::{Drawn, Role};
use crate::model::Table;

/// A declaration, and what rustc must report: nothing if it is correct.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub source: String,
    pub expected: Option<&'static str>,
}

impl Case {
    pub fn drawn(&self) -> Drawn {
        let table = Table { entities: Vec::new() };
        Drawn { table, source: self.source.clone(), role: Role::Mistake("a rule") }
    }
}

pub fn cases() -> Vec<Case> {
    [
        one_value(),
        one_attribute_twice(),
        one_limit(),
        no_field_over_a_key(),
        no_alias_is_a_key(),
        no_index_over_an_unread_field(),
        generic_entities(),
        one_separator(),
        members_of_their_table(),
        one_time_to_live(),
        included_attributes(),
        shapes_that_are_written(),
        shapes_apart(),
        shapes_of_one_index(),
    ]
    .concat()
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    TablePk,
    TableSk,
    GsiPk,
    GsiSk,
    LsiSk,
}

use Place::{GsiPk, GsiSk, LsiSk, TablePk, TableSk};

impl Place {
    const ALL: [Self; 5] = [TablePk, TableSk, GsiPk, GsiSk, LsiSk];

    fn is_index(self) -> bool {
        matches!(self, GsiPk | GsiSk | LsiSk)
    }

    fn is_pk(self) -> bool {
        matches!(self, TablePk | GsiPk)
    }
}

/// A key that holds the attribute.
#[derive(Clone, Copy, Debug)]
struct Holder {
    place: Place,
    is_joined: bool,
    /// The part: `n`, or a template in quotes.
    value: &'static str,
}

impl Holder {
    /// Returns the name of the attribute if only the position of a joined key determines it.
    fn default_name(self, index: &str) -> String {
        match self.place {
            TablePk => "pk".into(),
            TableSk => "sk".into(),
            GsiPk => format!("{index}pk"),
            GsiSk | LsiSk => format!("{index}sk"),
        }
    }

    fn key(self, name: &str) -> String {
        let Self { value, is_joined, .. } = self;
        if is_joined { format!("({value})") } else { format!("[{value} as \"{name}\"]") }
    }
}

/// A written key, and its attribute.
type Placed = (String, String);

/// The keys of a table and of its indexes, with the attributes that they are in.
struct Declared {
    table: [Placed; 2],
    /// The kind, the name and the keys.
    indexes: Vec<(&'static str, &'static str, Option<Placed>, Option<Placed>)>,
}

const FIELDS: &str = "id: String, f: String, s: String, n: u32, o: Option<String>";

impl Declared {
    fn source(&self, has_table: bool) -> String {
        let [pk, sk] = &self.table;
        let mut entity = format!("#[pk{}] #[sk{}]", pk.0, sk.0);
        let mut layout = String::new();
        for (kind, name, pk, sk) in &self.indexes {
            let keys = [("pk", pk), ("sk", sk)].into_iter();
            let keys = keys.filter_map(|(key, it)| Some(format!(", {key} = {}", it.as_ref()?.0)));
            entity += &format!("\n#[{kind}({name:?}{})]", keys.collect::<String>());
            let names = |key: &Option<Placed>| {
                key.iter().map(|(_, name)| format!("{name:?}")).collect::<String>()
            };
            layout += &match *kind {
                "gsi" => format!(
                    "IndexLayout::gsi_with_attributes({name:?}, &[{}], &[{}]), ",
                    names(pk),
                    names(sk)
                ),
                _ => format!("IndexLayout::lsi({name:?}, {:?}, {}), ", self.table[0].1, names(sk)),
            };
        }
        let (point, table) = if has_table {
            let (pk, sk) = (&pk.1, &sk.1);
            let layout = format!("Layout::new({pk:?}, Some({sk:?}), &[{layout}])");
            let table = "use ddbkey::schema::{IndexLayout, Layout, TableLayout};\nstruct Shop;\n\
                         impl TableLayout for Shop { const LAYOUT: Layout = ";
            ("#[ddb(table = Shop)]\n", format!("{table}{layout}; }}\n"))
        } else {
            ("", String::new())
        };
        format!(
            "use ddbkey::DdbKeys;\n{table}#[derive(DdbKeys)]\n{point}{entity}\nstruct Row {{ {FIELDS} }}\n"
        )
    }
}

/// Returns an entity with two keys that hold one attribute, the second in index `hhh`.
fn two_holders(one: Holder, other: Holder, is_sparse: bool, has_table: bool) -> String {
    let name = match (one.is_joined, other.is_joined) {
        _ if has_table => "K".into(),
        (true, _) => one.default_name("ggg"),
        (_, true) => other.default_name("hhh"),
        _ => "K".into(),
    };
    let field = if is_sparse { "o" } else { "f" };
    let beside = Some((format!("[{field}]"), field.to_owned()));
    let (mut indexes, mut table) = (
        Vec::new(),
        [("(\"T\", id)", "pk"), ("(\"U\", id)", "sk")]
            .map(|(key, name)| (key.to_owned(), name.to_owned())),
    );
    for (holder, index) in [(one, "ggg"), (other, "hhh")] {
        let own = (holder.key(&name), name.clone());
        match holder.place {
            TablePk => table[0] = own,
            TableSk => table[1] = own,
            GsiPk => indexes.push(("gsi", index, Some(own), beside.clone())),
            GsiSk => indexes.push(("gsi", index, beside.clone(), Some(own))),
            LsiSk => indexes.push(("lsi", index, None, Some(own))),
        }
    }
    Declared { table, indexes }.source(has_table)
}

/// Adds each pair of keys that can hold one attribute, with these values. The second is an index key.
fn each_two(values: [&'static str; 2], mut add: impl FnMut(String, Holder, Holder, bool)) {
    for first in Place::ALL {
        for second in Place::ALL.into_iter().filter(|place| place.is_index()) {
            for forms in [[false, false], [false, true], [true, false], [true, true]] {
                for has_table in [false, true] {
                    let [one, other] = [(first, 0), (second, 1)].map(|(place, at)| Holder {
                        place,
                        is_joined: forms[at],
                        value: values[at],
                    });
                    // A local index also has the partition key of the table.
                    let is_one_index = first == TablePk && second == LsiSk;
                    // Without a table, two joined keys have two names.
                    if is_one_index || (forms == [true, true] && !has_table) {
                        continue;
                    }
                    let name =
                        format!("{first:?} {second:?}, joined: {forms:?}, table: {has_table}");
                    add(name, one, other, has_table);
                }
            }
        }
    }
}

/// An attribute has one value and one type.
fn one_value() -> Vec<Case> {
    let mut cases = Vec::new();
    for (values, is_sparse, expected) in [
        (["\"A{s}\"", "\"A{s}\""], false, None),
        (["\"A{s}\"", "\"B{s}\""], true, Some(" holds the ")),
        (["n", "\"{n:03}\""], false, Some(" holds the ")),
    ] {
        each_two(values, |name, one, other, has_table| {
            // A plain number cannot be in a joined sort key.
            if values[0] == "n" && one.is_joined && !one.place.is_pk() {
                return;
            }
            let source = two_holders(one, other, is_sparse, has_table);
            cases.push(Case { name: format!("{values:?}: {name}"), source, expected });
        });
    }
    cases
}

/// An attribute is in the keys of a table, or of an index, once.
fn one_attribute_twice() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |source: String| {
        let expected = Some("DynamoDB");
        cases.push(Case { name: format!("an attribute twice: {source}"), source, expected });
    };
    let entry = |value: &str, name: &str| (format!("[{value} as {name:?}]"), name.to_owned());
    let joined = |value: &str, name: &str| (format!("({value})"), name.to_owned());
    let reused = |key: &str| (key.to_owned(), key.to_owned());
    let table = || [joined("\"T\", id", "pk"), joined("\"U\", id", "sk")];
    for has_table in [false, true] {
        let of_index = |kind, pk, sk| {
            Declared { table: table(), indexes: vec![(kind, "ggg", pk, Some(sk))] }
                .source(has_table)
        };
        let of_table = |pk, sk| Declared { table: [pk, sk], indexes: Vec::new() }.source(has_table);
        for value in ["s", "\"x{s}\"", "n"] {
            add(of_table(entry("s", "K"), entry(value, "K")));
            add(of_index("gsi", Some(entry("s", "K")), entry(value, "K")));
            add(of_index("gsi", Some(entry(value, "gggsk")), joined("\"S\", s", "gggsk")));
            add(of_index("gsi", Some(joined("\"S\", s", "gggpk")), entry(value, "gggpk")));
            add(of_index("gsi", Some(reused("pk")), entry(value, "pk")));
            add(of_index("gsi", Some(entry(value, "sk")), reused("sk")));
            add(of_index("lsi", None, entry(value, "pk")));
            add(of_table(entry(value, "sk"), joined("\"S\", s", "sk")));
            add(of_table(joined("\"S\", s", "pk"), entry(value, "pk")));
        }
        for key in ["pk", "sk"] {
            add(of_index("gsi", Some(reused(key)), reused(key)));
        }
        add(of_index("lsi", None, reused("pk")));
        let of_entry = [entry("id", "K"), joined("\"U\", id", "sk")];
        let (pk, sk) = (Some(("pk".to_owned(), "K".to_owned())), ("pk".to_owned(), "K".to_owned()));
        for (kind, pk) in [("gsi", pk), ("lsi", None)] {
            let indexes = vec![(kind, "ggg", pk, Some(sk.clone()))];
            add(Declared { table: of_entry.clone(), indexes }.source(has_table));
        }
    }
    cases
}

/// An attribute of a partition key that is also in a sort key has the limit of a sort key.
fn one_limit() -> Vec<Case> {
    let long: &'static str = format!("\"{}{{s}}\"", "L".repeat(1030)).leak();
    let mut cases = Vec::new();
    each_two([long, long], |name, one, other, has_table| {
        if one.place.is_pk() != other.place.is_pk() {
            let source = two_holders(one, other, false, has_table);
            let expected = Some("here, because");
            cases.push(Case { name: format!("a limit: {name}"), source, expected });
        }
    });
    for has_table in [false, true] {
        let table = [(format!("({long})"), "pk".to_owned()), ("(\"U\", id)".into(), "sk".into())];
        let [pk, sk] = ["sk", "pk"].map(|key| Some((key.to_owned(), key.to_owned())));
        let source = Declared { table, indexes: vec![("gsi", "ggg", pk, sk)] }.source(has_table);
        let expected = Some("here, because index `ggg` uses it as its sort key");
        cases.push(Case { name: format!("a reused limit, table: {has_table}"), source, expected });
    }
    cases
}

/// Serde writes no field over a joined key with another string.
fn no_field_over_a_key() -> Vec<Case> {
    let refusal = Some("serde writes field `field` as attribute");
    let mut cases = Vec::new();
    for (legacy, expected) in [("\"K\", field", refusal), ("\"X\", id", None)] {
        for has_table in [false, true] {
            let key = |value: &str, name: &str| (format!("({value})"), name.to_owned());
            let table = [key("field", "pk"), key("\"X\", id", "sk")];
            let source = Declared { table, indexes: Vec::new() }.source(has_table);
            let (derives, was) =
                ("(DdbKeys, serde::Serialize)", format!("#[was(\"v1\", pk = ({legacy}))]"));
            let source = source
                .replace("(DdbKeys)", derives)
                .replace("\nstruct Row", &format!("\n{was}\nstruct Row"));
            let field = "{ id: String, #[serde(rename = \"pk\")] field: String }";
            let source = source.replace(&format!("{{ {FIELDS} }}"), field);
            let name = format!("a field over a legacy key: {legacy}, {has_table}");
            cases.push(Case { name, source, expected });
        }
    }
    for attribute in ["pk", "sk", "gggpk", "gggsk", "lllsk"] {
        let joined = |name: &str, value: &str| {
            let value = if name == attribute { value } else { "\"X\", id" };
            (format!("({value})"), name.to_owned())
        };
        for (ty, value, serde, expected) in [
            ("String", "\"K{field}\"", true, refusal),
            ("u32", "\"K\", id", true, refusal),
            ("u32", "\"{field:03}\"", true, refusal),
            // It may be the string of the key, or nothing writes it.
            ("String", "field", true, None),
            ("String", "\"K\", id", true, None),
            ("Other", "\"K{field}\"", true, None),
            ("u32", "\"K{field:03}\"", false, None),
        ] {
            for has_table in [false, true] {
                let [pk, sk, gggpk, gggsk, lllsk] =
                    ["pk", "sk", "gggpk", "gggsk", "lllsk"].map(|name| joined(name, value));
                let indexes = vec![
                    ("gsi", "ggg", Some(gggpk), Some(gggsk)),
                    ("lsi", "lll", None, Some(lllsk)),
                ];
                let source = Declared { table: [pk, sk], indexes }.source(has_table);
                let field =
                    format!("{{ id: String, #[serde(rename = {attribute:?})] field: {ty} }}");
                let source = source.replace(&format!("{{ {FIELDS} }}"), &field);
                let source = if serde {
                    source.replace("(DdbKeys)", "(DdbKeys, serde::Serialize)")
                } else {
                    // An attribute that nobody has.
                    source.replace("(DdbKeys)", "(DdbKeys, serde::Deserialize)")
                };
                let other = "#[derive(ddbkey::KeyPart, serde::Serialize)] struct Other(String);\n";
                let name = format!("a field over {attribute}: {ty}, {value}, {has_table}");
                cases.push(Case { name, source: format!("{source}{other}"), expected });
            }
        }
    }
    cases
}

/// Serde reads no field from a key attribute or from the type attribute, whichever name it uses.
fn no_alias_is_a_key() -> Vec<Case> {
    let (of_table, of_index, of_type) = (
        Some("which holds a key of the table"),
        Some("which holds a key of index"),
        Some("which holds the name of the entity"),
    );
    let named = "#[ddb(pk = \"PK\", sk = \"SK\", type_attribute = \"type\")]\n\
                 #[gsi(\"ggg\", pk = \"GPK\", sk = [\"city\", \"id_key\"])] #[lsi(\"lll\", sk = \"LSK\")]\n\
                 #[gsi(\"other\", pk = \"of_others\")]";
    let own = [
        ("pk", of_table),
        ("sk", of_table),
        ("gggpk", of_index),
        ("city", of_index),
        ("id_key", of_index),
        ("lllsk", of_index),
        ("field", None),
        ("old_field", None),
    ];
    let of_named = [
        ("PK", of_table),
        ("SK", of_table),
        ("GPK", of_index),
        ("city", of_index),
        ("id_key", of_index),
        ("LSK", of_index),
        ("type", of_type),
        ("field", None),
        ("old_field", None),
        // Attributes that ddbkey writes to no item of the entity.
        ("pk", None),
        ("of_others", None),
    ];
    let mut cases = Vec::new();
    for (point, table, aliases) in
        [("", "", &own[..]), ("#[ddb(table = Shop)]", named, &of_named[..])]
    {
        for (alias, expected) in aliases {
            let source = format!(
                "use ddbkey::{{DdbKeys, DdbTable}};\n\
                 #[derive(DdbKeys, serde::Serialize, serde::Deserialize)] {point}\n\
                 #[pk(\"P\", id)] #[sk(\"S\")] #[lsi(\"lll\", sk = (id))]\n\
                 #[gsi(\"ggg\", pk = (\"F\", field), sk = [city, \"{{id}}\" as \"id_key\"])]\n\
                 struct Row {{ id: String, city: String, \
                 #[serde(alias = \"old\", alias = {alias:?})] field: String }}\n\
                 #[derive(DdbTable)] {table}\nenum Shop {{ Row(Row) }}\n"
            );
            let name = format!("an alias: {source}");
            cases.push(Case { name, source, expected: *expected });
        }
    }
    cases
}

/// No index is built from a field that serde does not read back, unless the key of the item holds the field.
fn no_index_over_an_unread_field() -> Vec<Case> {
    let refusal = Some("serde does not read `f` back");
    let indexes = [
        "#[gsi(\"ggg\", pk = (\"F\", f), sk = (id))]",
        "#[gsi(\"ggg\", pk = (\"F\"), sk = (f))]",
        "#[gsi(\"ggg\", pk = [f as \"f_key\"], sk = [\"{id}\" as \"id_key\"])]",
        "#[gsi(\"ggg\", pk = (\"F\"), sk = [\"{id}\" as \"id_key\", \"F{f}\" as \"f_key\"])]",
        "#[lsi(\"ggg\", sk = (f))]",
        "#[lsi(\"ggg\", sk = [f as \"f_key\"])]",
    ];
    let mut cases = Vec::new();
    for (container, field, expected) in [
        ("", "skip", refusal),
        ("", "skip_serializing", refusal),
        ("", "default, skip_serializing", refusal),
        ("", "skip_deserializing", refusal),
        ("default, rename_all = \"camelCase\"", "skip", refusal),
        ("default", "rename(serialize = \"a\")", refusal),
        ("default", "rename(serialize = \"a\"), alias = \"a\"", None),
        // Every reader would fail.
        ("", "rename(serialize = \"a\")", refusal),
        ("", "default, skip_serializing_if = \"is_empty\"", None),
        ("", "with = \"code\"", None),
        // What the other struct has is unknown.
        ("from = \"Raw\", into = \"Raw\"", "skip", None),
    ] {
        for (index, ty) in indexes.iter().zip(["String", "Name"].into_iter().cycle()) {
            for (option, in_key) in [("", false), ("", true), ("#[ddb(fields_from_keys)]", true)] {
                let pk = if in_key { "#[pk(\"P\", f)]" } else { "#[pk(\"P\", id)]" };
                let is_given = in_key && !option.is_empty();
                let is_set = field.contains("skip") && field != "skip_serializing"
                    || field.contains("default")
                    || container.contains("default");
                let expected = expected.filter(|_| !(is_given && is_set));
                // Only a version can stand for the fields of a converted struct.
                let version =
                    if container.contains("from") { "#[ddb(version = n as \"n\")]" } else { "" };
                let container = match container {
                    "" => String::new(),
                    options => format!("#[serde({options})]"),
                };
                let source = format!(
                    "use ddbkey::{{DdbKeys, KeyPart}};\n\
                     #[derive(KeyPart, Clone, Default, serde::Serialize, serde::Deserialize)]\n\
                     struct Name(String);\n\
                     {RAW}#[derive(DdbKeys, Clone, Default, serde::Serialize, serde::Deserialize)]\n\
                     {container} {option} {version}\n{pk} #[sk(\"S\")] {index}\n\
                     struct Row {{ id: String, #[serde({field})] f: {ty}, n: u64 }}\n\
                     fn is_empty(_: &{ty}) -> bool {{ false }}\n\
                     mod code {{ use super::Name; pub use serde::{{Serialize, Deserialize}};\n\
                     pub fn serialize<S: serde::Serializer>(f: &super::{ty}, s: S) -> Result<S::Ok, S::Error> \
                     {{ f.serialize(s) }}\n\
                     pub fn deserialize<'d, D: serde::Deserializer<'d>>(d: D) -> Result<super::{ty}, D::Error> \
                     {{ super::{ty}::deserialize(d) }} }}\n\
                     use std::string::String;\n"
                );
                let name = format!("an index over an unread field:\n{source}");
                cases.push(Case { name, source, expected });
            }
        }
    }
    cases
}

const RAW: &str = "#[derive(Clone, serde::Serialize, serde::Deserialize)] struct Raw { id: String }\n\
                   impl From<Raw> for Row { fn from(_: Raw) -> Self { Row::default() } }\n\
                   impl From<Row> for Raw { fn from(row: Row) -> Self { Raw { id: row.id } } }\n";

/// An entity with parameters has the same rules. No key mentions them.
fn generic_entities() -> Vec<Case> {
    let mut cases = Vec::new();
    for (keys, ty, expected) in [
        ("#[sk(\"E\", a)]", "u64", Some("is a plain number")),
        ("#[sk(\"E\", a)]", "String", None),
        ("#[sk(\"E\")] #[gsi(\"ggg\", pk = (id), sk = (a))]", "u64", Some("is a plain number")),
        ("#[sk(\"E\")] #[lsi(\"ggg\", sk = (a))]", "u64", Some("is a plain number")),
        (
            "#[sk(\"E\")] #[gsi(\"ggg\", pk = [a as \"z\"])] #[gsi(\"hhh\", pk = (id), sk = [\"A{a}\" as \"z\"])]",
            "String",
            Some(" holds the "),
        ),
        (
            "#[sk(\"E\")] #[gsi(\"ggg\", pk = (a))] #[gsi(\"hhh\", pk = [a as \"gggpk\"])]",
            "u64",
            Some(" holds the "),
        ),
        (
            "#[sk(\"E\")] #[gsi(\"ggg\", pk = (a))] #[gsi(\"hhh\", pk = [a as \"gggpk\"])]",
            "String",
            None,
        ),
    ] {
        for has_table in [false, true] {
            let (point, names) = if has_table {
                let indexes = keys.replace("#[sk(\"E\")]", "").replace("#[sk(\"E\", a)]", "");
                let indexes = indexes.replace("(id)", "\"K\"").replace("(a)", "\"gggpk\"");
                let indexes = indexes
                    .replace("[a as \"z\"]", "\"z\"")
                    .replace("[\"A{a}\" as \"z\"]", "\"z\"");
                let indexes = indexes.replace("[a as \"gggpk\"]", "\"gggpk\"");
                ("#[ddb(table = Shop)]", format!("#[ddb(pk = \"pk\", sk = \"sk\")] {indexes}"))
            } else {
                ("", String::new())
            };
            // A parameter may have the name of a well-known type.
            for own in ["T", "Timestamp"] {
                let source = format!(
                    "use ddbkey::{{DdbKeys, DdbTable, KeyPart}};\n#[derive(DdbKeys)] {point}\n\
                     #[pk(\"T\", id)] {keys}\nstruct Row<{own}: KeyPart> {{ id: String, a: {ty}, b: {own} }}\n\
                     #[derive(DdbTable)] {names}\nenum Shop {{ Row(Row<bool>) }}\n"
                );
                cases.push(Case { name: format!("a generic entity: {source}"), source, expected });
                let source = format!(
                    "use ddbkey::{{DdbKeys, DdbTable, KeyPart}};\n#[derive(DdbKeys)] {point}\n\
                     #[pk(\"T\", id)] {keys}\nstruct Row<{own}: KeyPart> {{ id: String, a: {own} }}\n\
                     #[derive(DdbTable)] {names}\nenum Shop {{ Row(Row<{ty}>) }}\n"
                );
                let expected = Some("` has the type parameter `");
                cases.push(Case { name: format!("generic keys: {source}"), source, expected });
            }
        }
    }
    cases
}

/// There is one separator between two parts, unless both are one string.
fn one_separator() -> Vec<Case> {
    let (before, after) = (Some(", and the separator follows"), Some(", and the separator comes"));
    let keys = [
        ("(\"X#\", id)", before),
        ("(\"X##\", \"{id}\")", before),
        ("(\"{id}#\", \"X\")", before),
        ("(\"X\", \"#\", id)", before),
        ("(id, \"#X\")", after),
        ("(\"X\", \"#Y\")", after),
        ("(\"X##{id}\")", None),
        ("(\"{id}##X\")", None),
        ("(\"X\", \"#{id}\")", after),
        ("(\"X##{id}\", f)", None),
        ("(\"#X\", id)", None),
        ("(\"X#y\", id)", None),
        ("(\"X@\", id)", None),
        ("(id, \"X#\")", None),
        ("(\"#X#\")", None),
    ];
    let places = [
        "#[pk KEY] #[sk(\"S\", f)]",
        "#[pk(\"P\", f)] #[sk KEY]",
        "#[pk(\"P\", f)] #[sk(\"S\")] #[gsi(\"ggg\", pk = KEY, sk = (f))]",
        "#[pk(\"P\", f)] #[sk(\"S\")] #[gsi(\"ggg\", pk = (f), sk = KEY)]",
        "#[pk(\"P\", f)] #[sk(\"S\")] #[lsi(\"lll\", sk = KEY)]",
        "#[pk(\"P\", f)] #[sk(\"S\")] #[was(\"v1\", pk = KEY, sk = (\"OLD\") SEPARATOR)]",
        "#[pk(\"P\", f)] #[sk(\"S\")] #[was(\"v1\", pk = (\"OLD\"), sk = KEY SEPARATOR)]",
    ];
    let entries = [
        "#[pk[\"X#\" as \"p\"]] #[sk[\"#{id}#\" as \"s\"]]",
        "#[pk(\"P\", id)] #[sk(\"S\")] #[gsi(\"ggg\", pk = [\"X#\" as \"gggpk\", f], sk = [\"#X\" as \"gggsk\", id])]",
        "#[pk(\"P\", id)] #[sk(\"S\")] #[lsi(\"lll\", sk = [\"X#\" as \"lllsk\"])]",
    ];
    let mut declared: Vec<_> = entries.map(|entry| (entry.to_owned(), None)).to_vec();
    for place in places {
        declared.extend(keys.map(|(key, expected)| (place.replace("KEY", key), expected)));
    }
    let table = "#[derive(DdbTable)] #[ddb(pk = \"PK\", sk = \"SK\")] #[gsi(\"ggg\", pk = \"gggpk\", sk = \"gggsk\")] \
                 #[lsi(\"lll\", sk = \"lllsk\")] enum Shop { Row(Row) }\n";
    let mut cases = Vec::new();
    for (keys, expected) in declared {
        for separator in ['#', '|', '~'] {
            for has_table in [false, true] {
                // The names of entries and of a table agree, or the entity has no table.
                if has_table && (keys.contains("\"p\"") || keys.contains(", f], sk")) {
                    continue;
                }
                let is_legacy = keys.contains("SEPARATOR");
                let own = format!("separator = \"{separator}\"");
                let keys = keys
                    .replace(
                        "SEPARATOR",
                        &if is_legacy { format!(", {own}") } else { String::new() },
                    )
                    .replace('#', &separator.to_string())
                    .replace(&format!("{separator}["), "#[");
                let options = [(has_table, "table = Shop"), (!is_legacy && separator != '#', &own)];
                let options = options.iter().filter(|(is_set, _)| *is_set);
                let options: Vec<_> = options.map(|(_, option)| *option).collect();
                let source = format!(
                    "use ddbkey::{{DdbKeys, DdbTable}};\n{}#[derive(DdbKeys)] #[ddb({})]\n{keys}\n\
                     struct Row {{ id: String, f: String }}\n",
                    if has_table { table } else { "" },
                    options.join(", ")
                );
                cases.push(Case { name: "one separator".into(), source, expected });
            }
        }
    }
    cases
}

/// An entity that points at an enum must be one of its variants, whatever its keys are.
fn members_of_their_table() -> Vec<Case> {
    let refusal = Some("is not in the table `Shop`");
    let keys = [
        "#[pk(\"P\", id)] #[sk(\"S\")]",
        "#[pk[id as \"pk\"]] #[sk(\"S\", f)]",
        "#[pk(\"P\", id)] #[sk(\"S\")] #[gsi(\"ggg\", pk = (\"G\", f), sk = (id))] #[lsi(\"lll\", sk = (f))]",
        "#[pk(\"P\", id)] #[sk(\"S\")] #[gsi(\"ggg\", pk = [f as \"gggpk\"], sk = [id as \"gggsk\"])]",
        "#[pk(\"P\", id)] #[sk(\"S\")] #[was(\"v1\", sk = (\"OLD\"))]",
    ];
    // Other entities have the same keys, and one of them the same name.
    let tables = [
        ("Row", "Shop { Row(Row) }", None),
        ("Row", "Shop { Row(Box<Row>) }", None),
        ("Row", "Shop { Row(Alias) }", None),
        ("Row", "Shop { Other(renamed::Other) }", None),
        ("Row<'a>", "Shop<'a> { Row(Row<'a>) }", None),
        ("Row<'a>", "Shop<'b> { Row(Box<Row<'b>>) }", None),
        ("Row", "Shop { Row(other::Row) }", refusal),
        ("Row", "Shop { Other(other::Row) }", refusal),
        ("Row", "Shop { Row(Twin) }", refusal),
        ("Row<'a>", "Shop { Row(other::Row) }", refusal),
    ];
    let mut cases = Vec::new();
    for keys in keys {
        for (row, table, expected) in tables {
            for own in ["Shop", "self::Shop"] {
                let (ty, names) = match row {
                    "Row" => (
                        "String",
                        "type Alias = Row; mod renamed { pub(super) use super::Row as Other; }",
                    ),
                    _ => ("&'a str", ""),
                };
                let indexes = match keys {
                    keys if keys.contains("lsi") => {
                        "#[gsi(\"ggg\", pk = \"gggpk\", sk = \"gggsk\")] #[lsi(\"lll\", sk = \"lllsk\")]"
                    }
                    keys if keys.contains("gsi") => {
                        "#[gsi(\"ggg\", pk = \"gggpk\", sk = \"gggsk\")]"
                    }
                    _ => "",
                };
                let source = format!(
                    "use ddbkey::{{DdbKeys, DdbTable}};\n{names}\n\
                     #[derive(DdbKeys)] #[ddb(table = {own})]\n{keys}\nstruct {row} {{ id: {ty}, f: {ty} }}\n\
                     #[derive(DdbKeys)]\n{keys}\nstruct Twin {{ id: String, f: String }}\n\
                     mod other {{ #[derive(ddbkey::DdbKeys)]\n{keys}\n\
                     pub struct Row {{ id: String, f: String }} }}\n\
                     #[derive(DdbTable)] {indexes}\nenum {table}\n"
                );
                cases.push(Case { name: "a member".into(), source, expected });
            }
        }
    }
    cases
}

/// Another entity of a table with a time to live in `until` has that attribute, in each form, or does not.
fn one_time_to_live() -> Vec<Case> {
    let (by_field, by_key) =
        (Some("`Row` has attribute `until`, and"), Some("`Row` has key attribute `until`, and"));
    let two = Some("has its time to live in");
    let rows = [
        ("", "f: u64", None),
        ("", "until: u64", by_field),
        ("", "until: Option<u64>", by_field),
        ("", "until: String", by_field),
        ("", "until: Option<Vec<u8>>", by_field),
        ("", "#[serde(rename = \"until\")] f: u64", by_field),
        ("#[serde(rename_all = \"UPPERCASE\")]", "until: u64", None),
        ("", "#[serde(rename = \"other\")] until: u64", None),
        ("", "#[serde(skip)] until: u64", None),
        ("", "#[serde(skip_serializing)] until: u64", None),
        ("", "#[serde(alias = \"until\")] f: u64", None),
        ("", "#[serde(skip_deserializing)] until: u64", by_field),
        ("", "#[serde(flatten)] until: std::collections::BTreeMap<String, u64>", None),
        ("#[serde(from = \"Raw\", into = \"Raw\")]", "until: u64", None),
        ("#[gsi(\"ggg\", pk = [until])]", "until: u64", by_field),
        ("#[gsi(\"ggg\", pk = [f as \"until\"])]", "f: u64", by_key),
        ("#[gsi(\"ggg\", pk = (\"G\"), sk = [\"{f}\" as \"until\"])]", "f: String", by_key),
        ("#[ddb(ttl = until)]", "until: u64", None),
        ("#[ddb(ttl = f)]", "#[serde(rename = \"until\")] f: Option<i64>", None),
        ("#[ddb(ttl = until)]", "#[serde(with = \"m\")] until: String", None),
        ("#[ddb(ttl = until)] #[gsi(\"ggg\", pk = [until])]", "until: u64", None),
        ("#[ddb(ttl = f)]", "f: u64", two),
        ("#[ddb(ttl = until)]", "#[serde(rename = \"other\")] until: u64", two),
    ];
    let mut cases = Vec::new();
    for (options, field, expected) in rows {
        for is_named in [false, true] {
            for is_first in [false, true] {
                let pointer = if is_named { "#[ddb(table = Shop)]" } else { "" };
                let mut variants = ["Session(Session)", "Row(Row)"];
                if is_first {
                    variants.reverse();
                }
                let table = match (is_named, options.contains("(\"ggg\"")) {
                    (false, _) => "",
                    (true, false) => "#[ddb(pk = \"PK\", sk = \"SK\")]",
                    (true, true) if options.contains("sk = ") => {
                        "#[ddb(pk = \"PK\", sk = \"SK\")] #[gsi(\"ggg\", pk = \"gggpk\", sk = \"until\")]"
                    }
                    (true, true) => {
                        "#[ddb(pk = \"PK\", sk = \"SK\")] #[gsi(\"ggg\", pk = \"until\")]"
                    }
                };
                let source = format!(
                    "use ddbkey::{{DdbKeys, DdbTable}};\n\
                     #[derive(DdbKeys)] {pointer} #[ddb(ttl = until)] #[pk(\"SESSION\", id)] #[sk(\"S\")]\n\
                     struct Session {{ id: String, until: u64 }}\n\
                     {RAW}{SECONDS}{ROW} {pointer} {options} #[pk(\"ROW\", id)] #[sk(\"R\")]\n\
                     struct Row {{ id: String, {field} }}\n\
                     #[derive(DdbTable)] {table} enum Shop {{ {} }}\n",
                    variants.join(", ")
                );
                let name = format!("a time to live: {options} {field}");
                cases.push(Case { name, source, expected });
            }
        }
    }
    // With parameters, and as a joined key that the table names.
    for (row, arguments, table, expected) in [
        ("Row<A> { id: String, until: A }", "<u8>", "", by_field),
        ("Row<'a> { id: &'a str, until: u64 }", "<'static>", "", by_field),
        ("Row { id: String }", "", "#[gsi(\"ggg\", pk = \"until\")]", by_key),
    ] {
        let (index, pointer) = match table {
            "" => ("", ""),
            _ => ("#[gsi(\"ggg\", pk = (\"G\", id))]", "#[ddb(table = Shop)]"),
        };
        let source = format!(
            "use ddbkey::{{DdbKeys, DdbTable}};\n\
             #[derive(DdbKeys)] {pointer} #[ddb(ttl = until)] #[pk(\"SESSION\", id)] #[sk(\"S\")]\n\
             struct Session {{ id: String, until: u64 }}\n\
             #[derive(DdbKeys)] {pointer} {index} #[pk(\"ROW\", id)] #[sk(\"R\")]\n\
             struct {row}\n\
             #[derive(DdbTable)] {table} enum Shop {{ Session(Session), Row(Row{arguments}) }}\n"
        );
        cases.push(Case { name: format!("a time to live of {row}"), source, expected });
    }
    cases
}

const ROW: &str = "#[derive(DdbKeys, Clone, Default, serde::Serialize, serde::Deserialize)]";

const SECONDS: &str = "mod m { use serde::{Deserializer, Serializer};\n\
    pub fn serialize<S: Serializer>(_: &str, s: S) -> Result<S::Ok, S::Error> { s.serialize_u64(0) }\n\
    pub fn deserialize<'d, D: Deserializer<'d>>(_: D) -> Result<String, D::Error> { Ok(String::new()) } }\n";

/// An attribute that an index includes must be written by some entity, in each form.
fn included_attributes() -> Vec<Case> {
    let refusal = Some("but no entity of `Shop` writes it");
    let rows = [
        ("", "f: u64", "f", None),
        ("", "f: u64", "id", None),
        ("", "f: u64", "g", refusal),
        ("", "r#type: u64", "type", None),
        ("", "#[serde(rename = \"total\")] f: u64", "total", None),
        ("", "#[serde(rename = \"total\")] f: u64", "f", refusal),
        ("#[serde(rename_all = \"UPPERCASE\")]", "f: u64", "F", None),
        ("", "#[serde(alias = \"total\")] f: u64", "total", refusal),
        ("", "#[serde(skip)] f: u64", "f", refusal),
        ("", "#[serde(flatten)] f: std::collections::BTreeMap<String, u64>", "anything", None),
        (
            "#[ddb(updates = by_hand)] #[serde(from = \"Raw\", into = \"Raw\")]",
            "f: u64",
            "anything",
            None,
        ),
        ("#[ddb(ttl = f)]", "f: u64", "f", None),
        // Keys and the type attribute.
        ("", "f: u64", "gggpk", None),
        ("", "f: u64", "SK", None),
        ("", "f: u64", "kind", None),
        ("", "f: u64", "kinds", refusal),
    ];
    let cases = rows.into_iter().flat_map(|(options, field, name, expected)| {
        ["gsi", "lsi"].map(|form| {
            let (pk, own) = match form {
                "gsi" => ("pk = \"gggpk\", ", "pk = (\"G\", id), "),
                _ => ("", ""),
            };
            let expected = if form == "lsi" && name == "gggpk" { refusal } else { expected };
            let source = format!(
                "use ddbkey::{{DdbKeys, DdbTable}};\n\
                 {RAW}{ROW} #[ddb(table = Shop)] {options} #[pk(\"ROW\", id)] #[sk(\"R\")]\n\
                 #[{form}(\"ggg\", {own}sk = (id))]\nstruct Row {{ id: String, {field} }}\n\
                 #[derive(DdbTable)] #[ddb(pk = \"PK\", sk = \"SK\", type_attribute = \"kind\")]\n\
                 #[{form}(\"ggg\", {pk}sk = \"gggsk\", projection = include(\"{name}\"))]\nenum Shop {{ Row(Row) }}\n"
            );
            Case { name: format!("an included attribute: {options} {field}, {name}"), source, expected }
        })
    });
    cases.collect()
}

/// A form of a key of several shapes.
#[derive(Clone, Copy)]
enum Shaped {
    /// The sort key of the table, its partition key, or both.
    OrSk,
    OrPk,
    OrBoth,
    GsiPk,
    GsiSk,
    Entries,
    Lsi,
}

impl Shaped {
    const ALL: [Self; 7] =
        [Self::OrSk, Self::OrPk, Self::OrBoth, Self::GsiPk, Self::GsiSk, Self::Entries, Self::Lsi];

    fn is_index(self) -> bool {
        matches!(self, Self::GsiPk | Self::GsiSk | Self::Entries | Self::Lsi)
    }

    /// Returns one of the keys: a literal, and parts after it.
    fn declared(self, at: usize, literal: &str, parts: &str) -> String {
        let key = format!("(\"{literal}\", id{parts})");
        match self {
            Self::OrSk => format!("#[or(\"or{at}\", sk = {key})]\n"),
            Self::OrPk => format!("#[or(\"or{at}\", pk = {key})]\n"),
            Self::OrBoth => format!("#[or(\"or{at}\", pk = {key}, sk = (\"{literal}\", id))]\n"),
            Self::GsiPk => format!("#[gsi(\"ggg\" as g{at}, pk = {key}, sk = (f))]\n"),
            Self::GsiSk => format!("#[gsi(\"ggg\" as g{at}, pk = (f), sk = {key})]\n"),
            Self::Lsi => format!("#[lsi(\"ggg\" as g{at}, sk = {key})]\n"),
            Self::Entries => {
                let parts: Vec<_> = parts.split(", ").skip(1).collect();
                let one = parts.first().map_or("id".to_owned(), |part| (*part).to_owned());
                let two = parts.get(1).map_or("id".to_owned(), |part| (*part).to_owned());
                format!(
                    "#[gsi(\"ggg\" as g{at}, pk = [\"{literal}\" as \"a\", \"{{{one}}}\" as \"b\"], \
                     sk = [\"{{{two}}}\" as \"c\"])]\n"
                )
            }
        }
    }

    fn source(self, keys: &str, has_table: bool) -> String {
        let index = match self {
            Self::OrSk | Self::OrPk | Self::OrBoth => "",
            Self::GsiPk | Self::GsiSk => "#[gsi(\"ggg\", pk = \"gggpk\", sk = \"gggsk\")]",
            Self::Entries => "#[gsi(\"ggg\", pk = [\"a\", \"b\"], sk = [\"c\"])]",
            Self::Lsi => "#[lsi(\"ggg\", sk = \"gggsk\")]",
        };
        let (pointer, names) = match has_table {
            true => ("#[ddb(table = Shop)]", format!("#[ddb(pk = \"PK\", sk = \"SK\")] {index}")),
            false => ("", String::new()),
        };
        format!(
            "use ddbkey::{{DdbKeys, DdbTable}};\n#[derive(DdbKeys)] {pointer}\n\
             #[pk(\"P\", id)]\n#[sk(\"S\", id)]\n{keys}\
             struct Row {{ id: String, f: String, o: Option<String>, p: Option<String> }}\n\
             #[derive(DdbTable)] {names}\nenum Shop {{ Row(Row) }}\n"
        )
    }
}

/// Each list of up to three keys of several shapes with none, one or both of two optional parts: none is behind another that
/// each item with its parts has.
fn shapes_that_are_written() -> Vec<Case> {
    let options = ["", ", o", ", p", ", o, p"];
    let is_in = |one: &str, other: &str| one.split(", ").all(|part| other.contains(part));
    let ones = options.map(|one| vec![one]).to_vec();
    let longer = |lists: &[Vec<&'static str>]| -> Vec<Vec<&'static str>> {
        let longer = |list: &Vec<_>| options.map(|next| [&list[..], &[next]].concat());
        lists.iter().flat_map(longer).collect()
    };
    let twos = longer(&ones);
    let threes = longer(&twos);
    let mut cases = Vec::new();
    for (number, list) in ones.iter().chain(&twos).chain(&threes).enumerate() {
        let is_behind = |at: usize| {
            list[..at].iter().any(|before| !before.is_empty() && is_in(before, list[at]))
        };
        for (place, form) in Shaped::ALL.into_iter().enumerate() {
            // Every list of two in each form, and of three in one of them.
            if list.len() == 3 && number % 7 != place || list.len() == 1 && form.is_index() {
                continue;
            }
            let is_last = |at: usize| at + 1 == list.len();
            let is_total = |at: usize| list[at].is_empty() && !(form.is_index() && is_last(at));
            let (total, behind) = (
                (0..list.len()).any(is_total),
                (0..list.len()).any(|at| !list[at].is_empty() && is_behind(at)),
            );
            let expected = match () {
                () if total && form.is_index() => Some("` is never written, because"),
                () if total => Some("` has no part that is an `Option`"),
                () if behind && form.is_index() => Some("` is never written, because"),
                () if behind => Some("` is never written: an item with its parts"),
                () => None,
            };
            let keys = list.iter().enumerate();
            let keys = keys.map(|(at, parts)| form.declared(at, &format!("L{at}"), parts));
            let source = form.source(&keys.collect::<String>(), (number + place) % 2 == 0);
            cases.push(Case { name: format!("shapes {list:?}"), source, expected });
        }
    }
    cases
}

/// No string is two keys of several shapes.
fn shapes_apart() -> Vec<Case> {
    let overlap = Some("two keys of `Row`");
    let pairs = [
        (("L", ", o"), ("L", ", p"), overlap),
        (("L", ", o, p"), ("L", ", o"), None),
        (("L", ", o"), ("L#x", ", p"), None),
        (("L", ", o, p"), ("L#x", ", p"), overlap),
        (("L", ", o"), ("M", ", p"), None),
    ];
    let mut cases = Vec::new();
    for (one, other, expected) in pairs {
        for form in Shaped::ALL {
            for has_table in [false, true] {
                let keys = [(0, one), (1, other)];
                let keys = keys.map(|(at, (literal, parts))| form.declared(at, literal, parts));
                // In attributes of their own, the literals alone tell the keys apart.
                let expected = match form {
                    Shaped::Entries if one.0 == other.0 => overlap,
                    Shaped::Entries => None,
                    // The other key has no part that tells them apart.
                    Shaped::OrBoth if one.0 != other.0 => None,
                    _ => expected,
                };
                let source = form.source(&keys.concat(), has_table);
                cases.push(Case { name: format!("apart: {one:?} {other:?}"), source, expected });
            }
        }
    }
    // The plain key, and a legacy key.
    for (keys, expected) in [
        ("#[or(\"a\", sk = (\"S\", o, id))]", None),
        ("#[or(\"a\", sk = (\"S\", \"{id}-{o}\"))]", overlap),
        ("#[or(\"a\", sk = (\"S\", \"{id}\", \"{*o}\"))]", None),
        ("#[or(\"a\", pk = (\"P\", \"{id}\"), sk = (\"{o}\", id))]", overlap),
        ("#[or(\"a\", pk = (\"P\", id, o))]\n#[was(\"v1\", pk = (\"P\", id, f))]", overlap),
        ("#[or(\"a\", pk = (\"P\", id, o))]\n#[was(\"v1\", pk = (\"Q\", id, f))]", None),
        ("#[or(\"a\", sk = (\"S\", o), separator = \"|\")]", None),
        ("#[or(\"a\", pk = (\"P\", o), sk = (\"S\", f))]", Some("lacks `{id}`")),
        ("#[or(\"a\", sk = (\"S\", id, o), separator = \"|\")]", None),
        ("#[or(\"a\", sk = (id, o), separator = \"|\")]", overlap),
    ] {
        let source = Shaped::OrSk.source(keys, false);
        cases.push(Case { name: format!("apart: {keys}"), source, expected });
    }
    cases
}

/// All keys of an index are in the same attributes of one kind, each under its own name.
fn shapes_of_one_index() -> Vec<Case> {
    let layout = Some("index `ggg` has its keys in ");
    let indexes = [
        (
            "#[gsi(\"ggg\" as g0, pk = (\"A\", o))]\n#[lsi(\"ggg\" as g1, sk = (\"B\", f))]",
            Some("index `ggg` is global as `g0`, but local as `g1`"),
        ),
        (
            "#[gsi(\"ggg\" as g0, pk = (\"A\", o))]\n#[gsi(\"ggg\" as g1, pk = (\"B\"), sk = (f))]",
            layout,
        ),
        ("#[gsi(\"ggg\" as g0, pk = (\"A\", o))]\n#[gsi(\"ggg\" as g1, pk = [f])]", layout),
        (
            "#[gsi(\"ggg\" as g0, pk = [o as \"d\"])]\n#[gsi(\"ggg\" as g1, pk = [\"{id}\" as \"e\"])]",
            layout,
        ),
        (
            "#[gsi(\"ggg\", pk = (\"A\", o))]\n#[gsi(\"ggg\", pk = (\"B\"))]",
            Some("given twice under one name"),
        ),
        ("#[gsi(\"ggg\", pk = (\"A\", o))]\n#[gsi(\"ggg\" as g1, pk = (\"B\"))]", None),
        (
            "#[gsi(\"ggg\" as g0, pk = pk, sk = (o))]\n#[gsi(\"ggg\" as g1, pk = pk, sk = (\"A\", f))]",
            None,
        ),
    ];
    let case = |(keys, expected): (&str, _)| {
        let source = Shaped::GsiPk.source(&format!("{keys}\n"), false);
        Case { name: format!("one index: {keys}"), source, expected }
    };
    indexes.into_iter().map(case).collect()
}
