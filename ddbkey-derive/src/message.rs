//! Every message of ours, one constructor each, so that they can be read as a list: a fact about
//! the user's code, then `help:` and one thing to do.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Error, Path};

fn at(place: impl ToTokens, fact: impl Display, help: impl Display) -> Error {
    Error::new_spanned(place, format!("{fact}\nhelp: {help}"))
}

// What stands under `#[derive(…)]`.

pub fn not_a_struct(place: impl ToTokens, what: &str) -> Error {
    at(
        place,
        format_args!("keys are made of the fields of a struct, and this is {what}"),
        "derive `DdbKeys` on the struct that holds the fields",
    )
}

pub fn tuple_struct(place: impl ToTokens) -> Error {
    at(place, "a key names its fields, and these have no names", "name the fields")
}

pub fn no_pk(place: impl ToTokens, entity: impl Display) -> Error {
    at(
        place,
        format_args!("`{entity}` has no partition key"),
        format_args!("add `#[pk(\"{}\", …)]`", entity.to_string().to_uppercase()),
    )
}

// The attributes.

pub fn given_twice(place: impl ToTokens, name: impl Display) -> Error {
    at(place, format_args!("`{name}` is given twice"), "leave out this one")
}

pub fn index_given_twice(place: impl ToTokens, name: &str) -> Error {
    at(place, format_args!("index `{name}` is given twice"), "leave out this one, or rename it")
}

pub fn index_name_taken(place: impl ToTokens, name: &str, item: &str) -> Error {
    at(
        place,
        format_args!("index `{name}` would make a second {item}"),
        "give the index another name",
    )
}

pub fn index_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is no name for an index"),
        "start with a letter, and go on with letters, digits, `_`, `-` and `.`",
    )
}

pub fn not_a_list(place: impl ToTokens, keyword: impl Display) -> Error {
    at(
        place,
        format_args!("`{keyword}` takes a list of parts"),
        format_args!("write `{keyword}(\"TEXT\", field)`"),
    )
}

pub fn no_parts(place: impl ToTokens, keyword: &str) -> Error {
    at(
        place,
        format_args!("`{keyword}()` has no parts, and a key cannot be empty"),
        format_args!("write `{keyword}(\"TEXT\", field)`"),
    )
}

pub fn no_part(place: impl ToTokens) -> Error {
    at(place, "this is no part of a key", "write text, a field, or `method() -> Type`")
}

pub fn no_comma(place: Span) -> Error {
    Error::new(place, "no comma stands before this\nhelp: write `,` between the two")
}

pub fn behind_element(place: impl ToTokens) -> Error {
    at(
        place,
        "a part is one text or one field, and more stands behind this one",
        "leave it out, or compute the part, `method() -> Type`",
    )
}

pub fn unknown_index_key(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("an index has no `{name}`"),
        "write `pk(…)` and `sk(…)`, or `pk = sk` to reuse a key of the entity",
    )
}

pub fn index_without_pk(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("index `{name}` has no partition key"),
        "add `pk(…)`, or `pk = sk` to reuse a key of the entity",
    )
}

pub fn lsi_with_pk(place: impl ToTokens) -> Error {
    at(
        place,
        "a local index shares the partition key of its table",
        "leave out `pk`, or make it a `gsi`",
    )
}

pub fn lsi_without_sk(place: impl ToTokens, name: &str) -> Error {
    at(place, format_args!("local index `{name}` has no sort key"), "add `sk(…)`")
}

pub fn lsi_without_table_sk(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("local index `{name}` stands on a table without a sort key"),
        "add `#[sk(…)]`, or make it a `gsi`",
    )
}

pub fn reused_key(place: Span) -> Error {
    Error::new(
        place,
        "this is no key of the entity\nhelp: write `pk` or `sk`, which an index can reuse",
    )
}

pub fn index_not_a_list(place: impl ToTokens, attribute: impl Display) -> Error {
    at(
        place,
        format_args!("`{attribute}` takes a name and keys"),
        format_args!("write `{attribute}(\"{attribute}1\", pk(…), sk(…))`"),
    )
}

pub fn index_without_name(place: impl ToTokens, attribute: impl Display) -> Error {
    at(
        place,
        "the index has no name",
        format_args!("put its name first, `{attribute}(\"{attribute}1\", …)`"),
    )
}

pub fn index_name_not_text(place: impl ToTokens, name: impl Display) -> Error {
    at(place, "the name of an index is text", format_args!("put it in quotes, `\"{name}\"`"))
}

pub fn no_index_key(place: impl ToTokens) -> Error {
    at(place, "this is no key of an index", "write `pk(…)`, `sk(…)` or `pk = sk`")
}

pub fn method_arguments(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` is computed from the entity alone, and here it has arguments"),
        "leave them out",
    )
}

pub fn method_without_type(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("the type of `{name}()` is not said"),
        format_args!("write `{name}() -> Type`, with the type that the method returns"),
    )
}

pub fn reused_sk_missing(place: impl ToTokens, entity: impl Display) -> Error {
    at(
        place,
        format_args!("`{entity}` has no sort key to reuse"),
        "add `#[sk(…)]`, or write the parts out",
    )
}

pub fn unknown_option(place: impl ToTokens, attribute: &str, name: &str, known: &[&str]) -> Error {
    at(
        place,
        format_args!("`#[{attribute}]` has no option `{name}`"),
        suggestion("an option", name, known),
    )
}

pub fn options_not_a_list(place: impl ToTokens, attribute: &Path) -> Error {
    let attribute = attribute.require_ident().map(ToString::to_string).unwrap_or_default();
    at(
        place,
        format_args!("`{attribute}` takes a list of options"),
        format_args!("write `{attribute}(name = value)`"),
    )
}

pub fn option_value(place: impl ToTokens, name: &str, example: &str) -> Error {
    at(
        place,
        format_args!("`{name}` has a value of another kind, or none"),
        format_args!("write `{example}`"),
    )
}

pub fn no_option(place: Span) -> Error {
    Error::new(
        place,
        "this belongs to no option\nhelp: write `name = value`, with a comma between two of them",
    )
}

pub fn option_without_name(place: impl ToTokens) -> Error {
    at(place, "the option has no name", "write `name = value`")
}

pub fn separator(place: impl ToTokens, text: &str) -> Error {
    let fact = match text {
        "" => "an empty text separates nothing".to_owned(),
        text => format!("`{text}` is not one ASCII punctuation character"),
    };
    at(place, fact, "write one, `separator = \"|\"`")
}

// Parts.

pub fn no_such_field(place: impl ToTokens, name: &str, entity: &str, fields: &[&str]) -> Error {
    let help = if fields.is_empty() {
        format!("`{entity}` has no fields")
    } else {
        suggestion("a field", name, fields)
    };
    at(place, format_args!("no field `{name}` on `{entity}`"), help)
}

pub fn field_twice(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` stands twice in one key"),
        "leave out one of the two: they would always be the same text",
    )
}

pub fn two_sources(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is a field in one place and a method in another"),
        "rename the method: both would be one field of the key struct",
    )
}

pub fn query_name_taken(place: impl ToTokens, name: &str, method: &str) -> Error {
    at(
        place,
        format_args!(
            "`{name}` is a part of a sort key, and would make a second `{method}` of its query"
        ),
        "give it another name",
    )
}

pub fn optional_in_primary_key(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is an `Option`, and every item has a primary key"),
        "leave out the `Option`, or move the field to an index, which is sparse then",
    )
}

pub fn not_a_part(place: impl ToTokens, ty: &str) -> Error {
    let help = match ty {
        "f32" | "f64" => "use an integer, such as cents for a price",
        "usize" => "use an integer with a range of its own, such as `u64`",
        "isize" => "use an integer with a range of its own, such as `i64`",
        _ if ty.starts_with('&') => "use `&str`, or the value without the `&`",
        _ => "use one value to a part, or derive `KeyPart` on a type of your own",
    };
    at(place, format_args!("`{ty}` cannot be a part of a key"), help)
}

pub fn owned_text(place: impl ToTokens, method: &str, ty: &str) -> Error {
    at(
        place,
        format_args!(
            "a key borrows its texts, and the `{ty}` of `{method}()` is gone after the call"
        ),
        "return `&str` out of a field, or store the text in one",
    )
}

pub fn empty_literal(place: impl ToTokens) -> Error {
    at(place, "an empty literal is no part", "write some text, or leave it out")
}

pub fn rest_not_last(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{{*{name}}}` takes the rest of the key, and something stands behind it"),
        "move it to the end, or leave out the `*`",
    )
}

// `#[derive(KeyPart)]`.

pub fn part_on_union(place: impl ToTokens) -> Error {
    at(
        place,
        "`KeyPart` is for an enum of unit variants or a newtype, and this is a union",
        "wrap one value, `struct Id(Ulid);`",
    )
}

pub fn part_with_named_fields(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` has named fields, and a part is one value"),
        format_args!("wrap one value, `struct {name}(String);`, or name several parts in the key"),
    )
}

pub fn not_a_newtype(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` does not wrap one value"),
        format_args!("write `struct {name}(String);`, or name several parts in the key"),
    )
}

pub fn no_variants(place: impl ToTokens, name: impl Display) -> Error {
    at(place, format_args!("`{name}` has no variants, and so no texts"), "add a variant")
}

pub fn variant_with_data(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("variant `{name}` holds data, and its text would be its name alone"),
        "leave out the data, or implement `KeyPart` by hand",
    )
}

pub fn duplicate_text(place: impl ToTokens, variant: &str, other: &str, text: &str) -> Error {
    at(
        place,
        format_args!("`{other}` and `{variant}` have one text, `{text}`"),
        "give one of them another, `#[key_part(rename = \"…\")]`",
    )
}

pub fn empty_text(place: impl ToTokens, variant: &str) -> Error {
    at(place, format_args!("the text of `{variant}` is empty"), "write some text")
}

pub fn rename_on_newtype(place: impl ToTokens) -> Error {
    at(place, "a newtype has the text of what it wraps", "leave out `rename_all`")
}

pub fn unknown_rename_rule(place: impl ToTokens, name: &str, known: &[&str]) -> Error {
    at(place, format_args!("no rule `{name}` for names"), suggestion("a rule", name, known))
}

// `#[derive(DdbTable)]`.

pub fn not_a_table(place: impl ToTokens, what: &str) -> Error {
    at(
        place,
        format_args!("`DdbTable` is for an enum of entities, and this is {what}"),
        "write `enum Shop { User(User), Order(Order) }`",
    )
}

pub fn generic_table(place: impl ToTokens) -> Error {
    at(
        place,
        "a table has no type parameters: which entities share it is known at compile time",
        "name the types in the variants",
    )
}

pub fn empty_table(place: impl ToTokens, name: impl Display) -> Error {
    at(place, format_args!("`{name}` has no entities"), "add a variant, `User(User)`")
}

pub fn not_an_entity(place: impl ToTokens, variant: impl Display) -> Error {
    at(
        place,
        format_args!("variant `{variant}` does not hold one entity"),
        format_args!("write `{variant}({variant})`, with the struct that has the keys"),
    )
}

pub fn entity_twice(place: impl ToTokens, entity: &str) -> Error {
    at(
        place,
        format_args!("`{entity}` stands twice in the table, and a key of it would read as both"),
        "leave out one of the variants",
    )
}

pub fn table_index_not_a_list(place: impl ToTokens, attribute: impl Display) -> Error {
    at(
        place,
        format_args!("`{attribute}` takes a name and attributes"),
        format_args!("write `{attribute}(\"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\")`"),
    )
}

pub fn table_index_without_name(place: impl ToTokens) -> Error {
    at(
        place,
        "the index of the table has no name",
        "put its name first, `\"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\"`",
    )
}

pub fn table_index_with_parts(place: impl ToTokens, keyword: &str) -> Error {
    at(
        place,
        "a table names the attributes of an index, and its entities say what they hold",
        format_args!("write `{keyword} = \"ATTRIBUTE\"`"),
    )
}

pub fn unknown_index_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("an index of a table has no `{name}`"),
        "name its attributes, `pk = \"GSI1PK\"` and `sk = \"GSI1SK\"`",
    )
}

// Templates.

pub fn unclosed_brace(place: impl ToTokens) -> Error {
    at(place, "a `{` is not closed", "close it with `}`, or write `{{` for the character itself")
}

pub fn unopened_brace(place: impl ToTokens) -> Error {
    at(place, "a `}` closes nothing", "write `}}` for the character itself")
}

pub fn empty_braces(place: impl ToTokens) -> Error {
    at(place, "`{}` names no field", "write `{field}`, or `{{}}` for the characters themselves")
}

pub fn not_a_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is no name of a field"),
        "write `{field}`, or `{field:05}` with how it is written",
    )
}

pub fn unknown_spec(place: impl ToTokens, spec: &str) -> Error {
    const WORDS: [&str; 6] = ["unordered", "year", "month", "day", "hour", "minute"];
    let help = match near(spec, &WORDS) {
        Some(near) => format!("a format with a similar name exists: `:{near}`"),
        None => "available formats are `:05` and `:unordered` for an integer, `:desc05` (up to 38 digits) for an unsigned one, \
                 `:.0 :.3 :.6 :.9` and `:year :month :day :hour :minute` for a timestamp"
            .into(),
    };
    at(place, format_args!("unknown format `:{spec}`"), help)
}

pub fn spec_on_rest(place: impl ToTokens, name: &str, spec: &str) -> Error {
    at(
        place,
        format_args!("`{{*{name}}}` takes the rest of the key as it is, and not `:{spec}`"),
        format_args!("leave out the `:{spec}` or the `*`"),
    )
}

/// The near name, if there is one within a third of the length in edits; else all of them.
fn suggestion(what: &str, name: &str, known: &[&str]) -> String {
    match near(name, known) {
        Some(near) => format!("{what} with a similar name exists: `{near}`"),
        None => {
            let known: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("there is {}", known.join(", "))
        }
    }
}

/// The known name that was probably meant.
pub fn near<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let distance = |other: &&&str| strsim::damerau_levenshtein(name, other);
    let near = known.iter().min_by_key(distance)?;
    (distance(&near) * 3 <= name.chars().count().max(3)).then_some(*near)
}
