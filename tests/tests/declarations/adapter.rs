//! Gives the checker access to generated code: for each entity, functions over the model's values.

use std::fmt::Write as _;

use crate::draw::{Drawn, Role, type_of};
use crate::model::{Entity, Expires, Format, Key, Kind, Stored, Table, fields, parts};

/// Returns the adapter of a table in the module `table{number}`.
pub fn adapter(number: usize, drawn: &Drawn) -> String {
    let table = &drawn.table;
    let mut out = format!(
        "use crate::table{number} as d;\nuse crate::support::*;\nuse ddbkey::DdbTable as _;\nuse ddbkey_aws::prelude::*;\n"
    );
    for (at, entity) in table.entities.iter().enumerate() {
        out += &format!(
            "mod e{at} {{\n use super::d; use crate::support::*; #[allow(unused_imports)] use ddbkey::DdbKeys as _;\n use ddbkey_aws::prelude::*;\n"
        );
        out += &make(entity);
        out += &match drawn.role {
            Role::Alone | Role::Mistake(_) => subject(entity),
            Role::Version { is_newest, .. } => program(entity, is_newest),
        };
        out += "}\n";
    }
    let list = |name: &str| {
        let names = (0..table.entities.len()).map(|at| format!("e{at}::{name}, "));
        names.collect::<String>()
    };
    let head = format!("description: include_str!(\"table{number}.json\")");
    match drawn.role {
        Role::Alone | Role::Mistake(_) => {
            out += &dispatch(table);
            let subjects = list("SUBJECT");
            out += &format!(
                "pub const MADE: crate::check::Made = crate::check::Made {{ number: {number}, {head}, \
                 subjects: &[{subjects}], dispatch, schema: d::ZTable::SCHEMA }};\n"
            );
        }
        Role::Version { history, legacy, is_newest } => {
            let mut newest = "None".to_owned();
            if is_newest {
                out += &dispatch(table);
                newest = format!(
                    "Some(Newest {{ readers: &[{}], schema: d::ZTable::SCHEMA, dispatch, \
                     key_of: |i| d::ZTable::key_of(i).ok().map(told), read: |i| d::ZTable::from_item(i).map(show), \
                     page: |c, i| shown(d::ZTable::read(c, i)), audit: |i| d::ZTable::audit(i), \
                     repair: |i| d::ZTable::repair(i), rekey: |i| d::ZTable::rekey(i) }})",
                    list("READER")
                );
            }
            out += &format!(
                "use crate::histories::*;\npub const MADE: Made = Made {{ history: {history}, {head}, \
                 legacy: \"v{legacy}\", write: &[{}], newest: {newest} }};\n",
                list("WRITE")
            );
        }
    }
    out
}

/// Returns `dispatch`, from strings to an entity and a key.
fn dispatch(table: &Table) -> String {
    let arm = |(at, entity): (usize, &Entity)| {
        let name = &entity.name;
        let key = if entity.has_alternatives() {
            format!("match key {{ {} }}", kinds(entity))
        } else {
            "key.legacy_name()".to_owned()
        };
        format!("d::ZTableKey::{name}(key) => ({at}, {key}),")
    };
    let arms: String = table.entities.iter().enumerate().map(arm).collect();
    let texts = texts(1, table.entities[0].sk.attributes.len());
    format!(
        "type Told = (usize, Option<&'static str>);\n\
         fn told(key: d::ZTableKey<'_>) -> Told {{ use ddbkey::key::PrimaryKey as _; match key {{ {arms} }} }}\n\
         fn dispatch(t: &[&str]) -> Option<Told> {{ said(d::ZTable::parse_key({texts})).map(told) }}\n"
    )
}

/// Returns the arms of a match of the keys of an entity, to their names.
fn kinds(entity: &Entity) -> String {
    let has_legacy =
        entity.primary().any(|(name, ..)| name.is_some_and(|name| name.starts_with('v')));
    let own = if has_legacy { "AnyKey" } else { "Key" };
    let arm = |name: Option<&str>| {
        let variant = name.map_or("Plain".to_owned(), camel);
        format!("d::{}{own}::{variant}(_) => {name:?}, ", entity.name)
    };
    entity.primary().map(|(name, ..)| arm(name)).collect()
}

/// Returns the strings of a pair: `t[0]`, or `[t[0], t[1]]`.
fn texts(pk: usize, sk: usize) -> String {
    let group = |from: usize, count: usize| {
        let list: Vec<_> = (from..from + count).map(|at| format!("t[{at}]")).collect();
        match count {
            0 => String::new(),
            1 => format!("{}, ", list[0]),
            _ => format!("[{}], ", list.join(", ")),
        }
    };
    format!("{}{}", group(0, pk), group(pk, sk)).trim_end_matches(", ").to_owned()
}

/// Returns the entity of these values.
fn make(entity: &Entity) -> String {
    let fields = entity.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| field.stored != Stored::Missing);
    let given: String =
        fields.map(|(at, field)| format!("{}: of(&v[{at}]), ", field.held())).collect();
    let expires = entity.expires.map(|own| format!("{}: {}", Expires::ATTRIBUTE, own.value()));
    let (name, expires) = (&entity.name, expires.unwrap_or_default());
    format!("fn make(v: &[V]) -> d::{name} {{ d::{name} {{ {given}{expires} }} }}\n")
}

/// Returns what the program of one version does with an entity: it writes, and the newest version reads.
fn program(entity: &Entity, is_newest: bool) -> String {
    let mut out =
        String::from("use crate::histories::*;\npub const WRITE: Write = |v| make(v).to_item();\n");
    if is_newest {
        let name = &entity.name;
        let was = entity.primary().map(|(legacy, ..)| legacy.unwrap_or("current"));
        let queries: String = was
            .map(|was| format!("\"{was}\" => {}.build(),", query(entity, pair_of(entity, was))))
            .collect();
        writeln!(
            out,
            "pub const READER: Reader = Reader {{ show: |v| show(make(v)), read: |i| d::{name}::from_item(i).map(show), \
             page: |c, i| shown(d::{name}::read(c, i)), query: |key, v| match key {{ {queries} _ => unreachable!() }} }};"
        )
        .unwrap();
    }
    out
}

/// Returns the position of a primary key among the pairs.
fn pair_of(entity: &Entity, was: &str) -> usize {
    entity.indexes.iter().position(|index| index.name == was).map_or(0, |at| at + 1)
}

/// Returns a query by one of the pairs, in the partition of these values.
fn query(entity: &Entity, pair: usize) -> String {
    let name = &entity.name;
    let index = pair.checked_sub(1).map(|at| &entity.indexes[at]);
    let (pk, call) = match index {
        None => (&entity.pk, "query".to_owned()),
        Some(index) => (&index.pk, format!("query_{}", index.name)),
    };
    let pk_name = match (pk.source.as_str(), index) {
        ("pk", _) => format!("{name}Pk"),
        ("sk", _) => format!("{name}Sk"),
        (_, Some(index)) if index.form != "lsi" => format!("{name}{}Pk", camel(&index.name)),
        _ => format!("{name}Pk"),
    };
    format!("d::{name}::{call}({})", literal(entity, &format!("d::{pk_name}"), &[pk]))
}

fn subject(entity: &Entity) -> String {
    let mut out = String::new();
    let name = &entity.name;
    writeln!(out, "fn keys(v: &[V]) -> Built {{ built(make(v).keys()) }}").unwrap();
    let pairs: Vec<_> = entity.pairs().collect();
    let prefixes: Vec<_> = std::iter::once(String::new())
        .chain(entity.indexes.iter().map(|index| camel(&index.name)))
        .collect();
    // Key structs with values.
    out += "fn pair(which: usize, v: &[V]) -> Built { match which {\n";
    for (at, (pk, sk)) in pairs.iter().enumerate() {
        let pair = match at {
            0 if entity.has_alternatives() => format!("d::{name}Plain"),
            0 => format!("d::{name}Key"),
            _ => format!("d::{name}{}", prefixes[at]),
        };
        writeln!(out, "{at} => built({}.keys()),", literal(entity, &pair, &[pk, sk])).unwrap();
    }
    out += "_ => unreachable!() } }\n";
    // From the entity.
    out += "fn own(which: usize, v: &[V]) -> Option<Built> { let e = make(v); match which {\n";
    out += &match entity.has_alternatives() {
        true => format!(
            "0 => match e.key() {{ d::{name}Key::Plain(k) => Some(built(k.keys())), _ => None }},\n"
        ),
        false => "0 => Some(built(e.key().keys())),\n".to_owned(),
    };
    for (at, index) in entity.indexes.iter().enumerate() {
        let is_sparse =
            fields(&index.pk).chain(fields(&index.sk)).any(|field| entity.fields[field].is_option);
        let is_sparse = is_sparse || entity.shapes_before(at).next().is_some();
        let call = format!("e.{}()", index.name);
        let body = if is_sparse {
            format!("{call}.map(|k| built(k.keys()))")
        } else {
            format!("Some(built({call}.keys()))")
        };
        writeln!(out, "{} => {body},", at + 1).unwrap();
    }
    out += "_ => unreachable!() } }\n";
    // The key that is written.
    let which = if entity.has_alternatives() {
        let arms =
            entity.primary().filter(|(name, ..)| !name.is_some_and(|name| name.starts_with('v')));
        let arm = |(was, ..): (Option<&str>, &Key, &Key)| {
            let (variant, at) =
                was.map_or(("Plain".to_owned(), 0), |was| (camel(was), pair_of(entity, was)));
            format!("d::{name}Key::{variant}(_) => {at}, ")
        };
        format!("match e.key() {{ {} }}", arms.map(arm).collect::<String>())
    } else {
        "0".to_owned()
    };
    writeln!(out, "fn written(v: &[V]) -> (usize, Built) {{ let e = make(v); ({which}, built(e.key().keys())) }}").unwrap();
    // Parsers.
    let count = entity.fields.len();
    writeln!(out, "fn parse(which: usize, t: &[&str]) -> Option<Vec<V>> {{ let mut o = vec![V::None; {count}]; match which {{").unwrap();
    for (at, (pk, sk)) in pairs.iter().enumerate() {
        let call = match at {
            0 => format!("d::{name}::parse_key"),
            _ => format!("d::{name}::parse_{}", entity.indexes[at - 1].name),
        };
        let mut set = String::new();
        for field in unique(&[pk, sk]) {
            write!(set, "o[{field}] = k.{}.v(); ", entity.fields[field].name).unwrap();
        }
        let args = texts(pk.attributes.len(), sk.attributes.len());
        let plain = match at {
            0 if entity.has_alternatives() => {
                format!("let d::{name}Key::Plain(k) = k else {{ return None }};")
            }
            _ => String::new(),
        };
        writeln!(out, "{at} => {{ let k = said({call}({args}))?; {plain} let _ = &k; {set} }}")
            .unwrap();
    }
    out += "_ => unreachable!() } let _ = &mut o; Some(o) }\n";
    // Queries.
    out += "#[allow(unused_variables)] fn query(which: usize, v: &[V], given: usize, ask: &Ask) -> Option<Condition> { match which {\n";
    for (at, (_, sk)) in pairs.iter().enumerate() {
        writeln!(out, "{at} => match (given, ask) {{").unwrap();
        let parts = parts(sk);
        let mut chain = query(entity, at);
        for given in 0..=parts.len() {
            writeln!(out, "({given}, Ask::All) => Some(condition(|| {chain}.build())),").unwrap();
            let Some(part) = parts.get(given) else { break };
            let field = &entity.fields[part.field];
            let bare = field.name.trim_start_matches("r#");
            let method = &field.name;
            if part.is_number
                || part.is_last && field.kind.is_text()
                || field.kind.is_ordered(part.format)
            {
                writeln!(
                    out,
                    "({given}, Ask::In(a, b)) => Some(condition(|| {chain}.{bare}_in(range::<{}>(a, b)).build())),",
                    ref_type(&field.kind)
                )
                .unwrap();
            }
            if !part.is_number && !matches!(part.format, Format::Descending(_)) {
                writeln!(
                    out,
                    "({given}, Ask::Starting(s)) => Some(condition(|| {chain}.{bare}_starting_with(s).build())),"
                )
                .unwrap();
            }
            write!(chain, ".{method}(of(&v[{}]))", part.field).unwrap();
        }
        out += "_ => None },\n";
    }
    out += "_ => unreachable!() } }\n";
    out + "pub const SUBJECT: Subject = Subject { keys, pair, own, written, parse, query };\n"
}

fn unique(keys: &[&Key]) -> Vec<usize> {
    let mut found = Vec::new();
    for field in keys.iter().flat_map(|key| fields(key)) {
        if !found.contains(&field) {
            found.push(field);
        }
    }
    found
}

fn literal(entity: &Entity, path: &str, keys: &[&Key]) -> String {
    let fields = unique(keys);
    if fields.is_empty() {
        return path.to_owned();
    }
    let given = fields.iter().map(|at| format!("{}: of(&v[{at}]), ", entity.fields[*at].name));
    format!("{path} {{ {} }}", given.collect::<String>())
}

fn ref_type(kind: &Kind) -> String {
    match kind {
        Kind::Text(_) => "&str".into(),
        Kind::Name { is_checked: false } => "NameRef<'_>".into(),
        Kind::Name { is_checked: true } => "CheckedRef<'_>".into(),
        Kind::Version => "VersionRef".into(),
        Kind::Owner => "OwnerRef<'_>".into(),
        other => type_of(other),
    }
}

fn camel(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
