//! Every message of ours, one constructor each, so that they can be read as a list: a fact about
//! the user's code, then `help:` and one thing to do.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Error, Path};

use crate::keys::IndexKind;

fn at(place: impl ToTokens, fact: impl Display, help: impl Display) -> Error {
    Error::new_spanned(place, format!("{fact}\nhelp: {help}"))
}

// The item under `#[derive(DdbKeys)]`.

pub fn not_a_struct(place: impl ToTokens, what: &str) -> Error {
    at(
        place,
        format_args!("`DdbKeys` can only be derived for structs, and this is {what}"),
        "derive it on the struct that has the fields",
    )
}

pub fn tuple_struct(place: impl ToTokens) -> Error {
    at(place, "a key names its fields, but these have no names", "name the fields")
}

pub fn no_pk(place: impl ToTokens, entity: impl Display) -> Error {
    at(
        place,
        format_args!("`{entity}` has no partition key"),
        format_args!("add `#[pk(\"{}\", …)]`", entity.to_string().to_uppercase()),
    )
}

// Its attributes.

pub fn given_twice(place: impl ToTokens, name: impl Display) -> Error {
    at(place, format_args!("`{name}` is given twice"), "remove this one")
}

pub fn index_given_twice(place: impl ToTokens, name: &str) -> Error {
    at(place, format_args!("index `{name}` is given twice"), "remove this one, or rename it")
}

pub fn index_name_taken(place: impl ToTokens, name: &str, item: &str) -> Error {
    at(
        place,
        format_args!("index `{name}` would generate a second {item}"),
        format_args!("give it another name for methods and types, `\"{name}\" as by_field`"),
    )
}

pub fn index_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("DynamoDB does not allow `{name}` as the name of an index"),
        "use up to 255 letters, digits, `_`, `-` and `.`",
    )
}

pub fn index_name_not_a_method(place: impl ToTokens, name: impl Display, index: &str) -> Error {
    at(
        place,
        format_args!("`{name}` cannot be the name of a method"),
        format_args!("give the index a name for methods and types, `\"{index}\" as by_field`"),
    )
}

pub fn not_a_method_name(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` is reserved, and no method can have that name"),
        "write the name of a method of this type, `method() -> Type`",
    )
}

pub fn index_alias_not_a_name(place: impl ToTokens, index: &str) -> Error {
    at(
        place,
        "expected a name for methods and types after `as`",
        format_args!("write a name without quotes, `\"{index}\" as by_field`"),
    )
}

pub fn not_a_list(place: impl ToTokens, keyword: impl Display) -> Error {
    at(
        place,
        format_args!("`{keyword}` takes a list of parts"),
        format_args!("write `{keyword}(\"TEXT\", field)`"),
    )
}

/// The form of nested attributes: clippy flags every entity that has one part in two indexes.
pub fn index_key_without_equals(place: impl ToTokens, keyword: impl Display, list: &str) -> Error {
    at(
        place,
        format_args!("expected `=` after `{keyword}`"),
        format_args!("write `{keyword} = {list}`"),
    )
}

pub fn no_parts(place: impl ToTokens, keyword: impl Display) -> Error {
    at(
        place,
        format_args!("`{keyword}` has no parts, and a key cannot be empty"),
        "add a part: `\"TEXT\"`, a field, or `method() -> Type`",
    )
}

pub fn no_part(place: impl ToTokens) -> Error {
    at(place, "expected a literal, a field or `method() -> Type`", "write one of these as the part")
}

pub fn no_comma(place: Span) -> Error {
    Error::new(place, "expected `,` between two parts\nhelp: add a comma")
}

pub fn after_element(place: impl ToTokens) -> Error {
    at(
        place,
        "a part is one literal or one field",
        "remove this, or compute the part: `method() -> Type`",
    )
}

pub fn field_of_field(place: impl ToTokens, field: impl Display, rest: &str) -> Error {
    let method = rest.split('.').next_back().unwrap_or(rest);
    at(
        place,
        format_args!("`{field}.{rest}` is a field of a field, and a part is a field of the entity"),
        format_args!("return it from a method, `{method}() -> Type`"),
    )
}

pub fn unknown_index_key(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("unknown key `{name}` of an index"),
        "write `pk = (…)` and `sk = (…)`, or `pk = sk` to reuse a key of the entity",
    )
}

pub fn index_without_pk(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("index `{name}` has no partition key"),
        "add `pk = (…)`, or `pk = sk` to reuse a key of the entity",
    )
}

pub fn lsi_with_pk(place: impl ToTokens) -> Error {
    at(
        place,
        "a local index shares the partition key of its table",
        "remove `pk`, or make it a `gsi`",
    )
}

pub fn lsi_without_sk(place: impl ToTokens, name: &str) -> Error {
    at(place, format_args!("local index `{name}` has no sort key"), "add `sk = (…)`")
}

pub fn lsi_without_table_sk(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("local index `{name}` needs a table with a sort key"),
        "add `#[sk(…)]`, or make it a `gsi`",
    )
}

pub fn one_key_twice(place: Span, name: &str, kind: IndexKind, is_sort_key: bool) -> Error {
    let key = if is_sort_key { "sk" } else { "pk" };
    let help = match kind {
        IndexKind::Gsi => "declare one of them with parts, or remove `sk`",
        IndexKind::Lsi => "declare `sk` with parts",
    };
    Error::new(
        place,
        format!(
            "index `{name}` has `{key}` as both of its keys, and DynamoDB needs two attributes\nhelp: {help}"
        ),
    )
}

pub fn reused_key(place: Span) -> Error {
    Error::new(
        place,
        "expected parts, or a key of the entity\nhelp: write `(\"TEXT\", field)`, or reuse a key with `pk` or `sk`",
    )
}

pub fn index_not_a_list(place: impl ToTokens, attribute: impl Display) -> Error {
    at(
        place,
        format_args!("`{attribute}` takes a name and keys"),
        format_args!("write `{attribute}(\"{attribute}1\", pk = (…), sk = (…))`"),
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
    at(place, "the name of an index is a string", format_args!("put it in quotes, `\"{name}\"`"))
}

pub fn no_index_key(place: impl ToTokens) -> Error {
    at(place, "expected a key of the index", "write `pk = (…)`, `sk = (…)` or `pk = sk`")
}

pub fn method_arguments(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` is computed from the entity alone, and takes no arguments here"),
        "remove them",
    )
}

/// `written` is the method as the declaration has it, `month()` or `"{month():05}"`.
pub fn method_without_type(
    place: impl ToTokens,
    name: impl Display,
    written: impl Display,
) -> Error {
    at(
        place,
        format_args!("`{name}()` needs a return type"),
        format_args!("write `{written} -> Type`, with the type that the method returns"),
    )
}

pub fn two_methods_in_text(place: impl ToTokens) -> Error {
    at(
        place,
        "a text can have one method, whose return type follows the text",
        "write the other as a part of its own",
    )
}

pub fn type_without_method(place: impl ToTokens) -> Error {
    at(
        place,
        "this return type belongs to no method",
        "remove it, or name the method in the text, `\"{method()}\" -> Type`",
    )
}

pub fn reused_sk_missing(place: impl ToTokens, entity: impl Display) -> Error {
    at(
        place,
        format_args!("`{entity}` has no sort key to reuse"),
        "add `#[sk(…)]`, or write the parts out",
    )
}

// Keys in square brackets.

pub fn attribute_name_not_text(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        "expected the name of an attribute after `as`",
        format_args!("write a string, `as \"{name}\"`"),
    )
}

pub fn attribute_in_joined_key(place: impl ToTokens) -> Error {
    at(
        place,
        "the parts of a key in round brackets are joined into one attribute",
        "remove `as`, or write the key in square brackets, an attribute for each entry",
    )
}

pub fn empty_attribute_name(place: impl ToTokens) -> Error {
    at(place, "the name of an attribute is empty", "write some text")
}

pub fn empty_type_name(place: impl ToTokens) -> Error {
    at(place, "the type attribute cannot hold an empty name", "write some text")
}

pub fn entry_without_attribute(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        "an entry that is not a field needs the name of its attribute",
        format_args!("add `as \"{name}\"`"),
    )
}

pub fn entry_with_two_values(place: impl ToTokens) -> Error {
    at(
        place,
        "an entry has at most one value: its attribute is not divided into parts",
        "write an entry for each value, or use round brackets to join them",
    )
}

pub fn rest_in_entry(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{{*{name}}}` takes the rest of a joined key, and an entry has no rest"),
        "remove the `*`",
    )
}

pub fn attribute_of_field(place: impl ToTokens, attribute: &str, field: &str) -> Error {
    at(
        place,
        format_args!("serde writes the field `{field}` to the attribute `{attribute}`"),
        "name another attribute",
    )
}

pub fn unknowable_attribute(place: impl ToTokens, field: &str, option: &str) -> Error {
    at(
        place,
        format_args!("the attribute of `{field}` cannot be known, because of `#[serde({option})]`"),
        format_args!("name it, `{field} as \"attribute\"`"),
    )
}

pub fn several_attributes(place: Span, key: &str, has_parts: bool) -> Error {
    let help = if has_parts {
        "remove this entry, or join the parts in round brackets"
    } else {
        "remove this attribute"
    };
    Error::new(
        place,
        format!(
            "{key} is one attribute in DynamoDB; only the keys of global indexes can have several\n\
             help: {help}"
        ),
    )
}

pub fn too_many_attributes(place: Span, index: &str, key: &str) -> Error {
    Error::new(
        place,
        format!(
            "the {key} of index `{index}` has more than four attributes, the most that DynamoDB allows\n\
             help: remove this entry"
        ),
    )
}

pub fn attribute_twice(place: Span, attribute: &str, index: &str) -> Error {
    Error::new(
        place,
        format!(
            "attribute `{attribute}` is in index `{index}` twice, which DynamoDB refuses\n\
             help: name another attribute, or remove this entry"
        ),
    )
}

pub fn unknown_option(place: impl ToTokens, attribute: &str, name: &str, known: &[&str]) -> Error {
    at(
        place,
        format_args!("unknown option `{name}` in `#[{attribute}]`"),
        suggestion("an option", "options", name, known),
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

pub fn option_value(place: impl ToTokens, name: &str, what: &str, example: &str) -> Error {
    at(place, format_args!("`{name}` takes {what}"), format_args!("write `{example}`"))
}

pub fn no_option(place: Span) -> Error {
    Error::new(
        place,
        "expected `name = value`\nhelp: write options as `name = value`, with a comma between them",
    )
}

pub fn option_without_name(place: impl ToTokens) -> Error {
    at(place, "this option has no name", "write `name = value`")
}

pub fn separator(place: impl ToTokens, text: &str) -> Error {
    let fact = match text {
        "" => "the separator is empty".to_owned(),
        text => format!("`{text}` is not one ASCII punctuation character"),
    };
    at(place, fact, "choose one, such as `separator = \"|\"`")
}

// Parts.

pub fn no_such_field(place: impl ToTokens, name: &str, entity: &str, fields: &[&str]) -> Error {
    let help = if fields.is_empty() {
        format!("`{entity}` has no fields")
    } else {
        suggestion("a field", "fields", name, fields)
    };
    at(place, format_args!("no field `{name}` on `{entity}`"), help)
}

pub fn field_twice(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is in this key twice"),
        "remove one of the two: a key holds each field once",
    )
}

pub fn two_sources(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is a field in one place and a method in another"),
        "rename the method, because both would be the same field of the key struct",
    )
}

pub fn two_results(place: impl ToTokens, method: &str) -> Error {
    at(
        place,
        format_args!("`{method}()` returns an `Option` in one place and a value in another"),
        "write the type that the method returns in both places",
    )
}

pub fn query_name_taken(place: impl ToTokens, name: &str, method: &str) -> Error {
    at(
        place,
        format_args!("the part `{name}` would generate a second method `{method}` on its query"),
        "rename the field, or return it from a method with another name",
    )
}

pub fn optional_in_primary_key(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is an `Option`, but every item has a primary key"),
        "remove the `Option`, move the field to an index, which is then sparse, or declare a second entity for the items without it",
    )
}

pub fn optional_method_in_primary_key(place: impl ToTokens, method: &str) -> Error {
    at(
        place,
        format_args!("`{method}()` returns an `Option`, but every item has a primary key"),
        "return the value, or move the method to an index, which is then sparse",
    )
}

pub fn not_a_part(place: impl ToTokens, ty: &str) -> Error {
    let help = match ty {
        "f32" | "f64" => "use an integer, such as cents for a price",
        "usize" => "use an integer with a range of its own, such as `u64`",
        "isize" => "use an integer with a range of its own, such as `i64`",
        _ if ty.starts_with('&') => "use `&str`, or the value without the `&`",
        _ if ty.starts_with('[') => {
            "implement `KeyPart` by hand for a struct that holds it, with text such as its hexadecimal digits"
        }
        _ => "a part is one value, such as text, an integer, an id or a timestamp",
    };
    at(place, format_args!("`{ty}` cannot be a part of a key"), help)
}

pub fn owned_text(place: impl ToTokens, method: &str, ty: &str) -> Error {
    at(
        place,
        format_args!("`{method}()` returns an owned `{ty}`, and a key can only borrow"),
        "return a `&str` from a field, or a `Copy` type such as `arrayvec::ArrayString`; for the month of a timestamp, write `\"{created_at:month}\"`",
    )
}

pub fn empty_literal(place: impl ToTokens) -> Error {
    at(place, "an empty literal cannot be a part", "write some text, or remove it")
}

pub fn rest_not_last(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{{*{name}}}` takes the rest of the key, but something follows it"),
        "move it to the end, or remove the `*`",
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
    at(place, format_args!("`{name}` has no variants"), "add a variant")
}

pub fn variant_with_data(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("variant `{name}` holds data, and its text would be its name alone"),
        "remove the data, or implement `KeyPart` by hand",
    )
}

pub fn duplicate_text(
    place: impl ToTokens,
    variant: &str,
    other: &str,
    text: &str,
    attribute: &str,
) -> Error {
    at(
        place,
        format_args!("`{other}` and `{variant}` have the same text, `{text}`"),
        format_args!("give one of them another text, `#[{attribute}(rename = \"…\")]`"),
    )
}

pub fn empty_text(place: impl ToTokens, variant: &str) -> Error {
    at(place, format_args!("the text of `{variant}` is empty"), "write some text")
}

pub fn option_in_newtype(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("`{name}` wraps an `Option`, and a key has no text for `None`"),
        format_args!("wrap the value, and use `Option<{name}>` for the field"),
    )
}

pub fn texts_of_newtype(place: impl ToTokens, option: &str) -> Error {
    at(
        place,
        "a newtype has the text of the value that it wraps",
        format_args!("remove `{option}`"),
    )
}

pub fn held_on_enum(place: impl ToTokens, option: &str) -> Error {
    at(
        place,
        format_args!("`{option}` is for newtypes; keys always hold an enum by value"),
        format_args!("remove `{option}`"),
    )
}

pub fn option_with_value(place: impl ToTokens, option: &str) -> Error {
    at(place, format_args!("`{option}` takes no value"), format_args!("write `{option}` alone"))
}

pub fn ref_of_copy(place: impl ToTokens, copy: impl Display) -> Error {
    at(
        place,
        format_args!(
            "with `{copy}`, keys hold the newtype itself, and there is no other type to name"
        ),
        format_args!("remove `ref` or `{copy}`"),
    )
}

pub fn copy_of_text(place: impl ToTokens) -> Error {
    at(place, "`copy` is for values that keys hold by value, and keys borrow text", "remove `copy`")
}

pub fn serde_names(place: impl ToTokens, text: &str, other: &str) -> Error {
    at(
        place,
        format_args!("keys would hold `{text}` where items hold `{other}`"),
        "use serde's names, `#[key_part(serde)]`, or give keys their own, `#[key_part(rename_all = \"…\")]`",
    )
}

pub fn serde_and_own(place: impl ToTokens, option: &str) -> Error {
    at(
        place,
        format_args!("`serde` takes the texts from serde, and `{option}` gives others"),
        format_args!("remove `serde` or `{option}`"),
    )
}

pub fn serde_directions(
    place: impl ToTokens,
    variant: &str,
    serialize: &str,
    deserialize: &str,
) -> Error {
    at(
        place,
        format_args!("serde writes `{variant}` as `{serialize}` and reads `{deserialize}`"),
        "use one name for both, or give keys their own, `#[key_part(rename_all = \"…\")]` without `serde`",
    )
}

pub fn not_names_in_serde(place: impl ToTokens, option: &str, name: &str) -> Error {
    at(
        place,
        format_args!("with `{option}`, serde does not write and read `{name}` by name"),
        "remove it, or give keys their own texts, `#[key_part(rename_all = \"…\")]` without `serde`",
    )
}

pub fn unknown_rename_rule(place: impl ToTokens, name: &str, known: &[&str]) -> Error {
    at(
        place,
        format_args!("unknown rename rule `{name}`"),
        suggestion("a rename rule", "rename rules", name, known),
    )
}

// `#[derive(DdbTable)]`.

pub fn not_a_table(place: impl ToTokens, what: &str) -> Error {
    at(
        place,
        format_args!("`DdbTable` can only be derived for an enum of entities, and this is {what}"),
        "write `enum Shop { User(User), Order(Order) }`",
    )
}

pub fn generic_table(place: impl ToTokens) -> Error {
    at(
        place,
        "a table cannot have type parameters, because its entities are compared at compile time",
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
        format_args!("`{entity}` is in the table twice, and its keys would read as both variants"),
        "remove one of the variants",
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
        "a table only names the attributes of an index; its entities declare what they hold",
        format_args!("write `{keyword} = \"ATTRIBUTE\"`"),
    )
}

pub fn both_keys_in_one_attribute(place: impl ToTokens, attribute: &str) -> Error {
    at(
        place,
        format_args!("`{attribute}` is the attribute of both keys, and DynamoDB needs two"),
        "name another attribute",
    )
}

pub fn type_attribute_of_key(place: impl ToTokens, attribute: &str) -> Error {
    at(
        place,
        format_args!("`{attribute}` holds a key, and cannot also hold the name of the entity"),
        "name another attribute",
    )
}

pub fn unknown_projection(place: impl ToTokens, name: impl Display) -> Error {
    at(
        place,
        format_args!("unknown projection `{name}`"),
        "available projections are: `all`, `keys`",
    )
}

pub fn unknown_index_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("unknown option `{name}` of an index"),
        "available options are: `pk`, `sk`, `projection`",
    )
}

// Templates.

pub fn unclosed_brace(place: impl ToTokens) -> Error {
    at(place, "unclosed `{`", "close it with `}`, or write `{{` for the character itself")
}

pub fn unopened_brace(place: impl ToTokens) -> Error {
    at(place, "unmatched `}`", "write `}}` for the character itself")
}

pub fn empty_braces(place: impl ToTokens) -> Error {
    at(
        place,
        "expected a field in `{}`",
        "write `{field}`, or `{{}}` for the characters themselves",
    )
}

pub fn not_a_name(place: impl ToTokens, name: &str) -> Error {
    at(
        place,
        format_args!("`{name}` is not a field name"),
        "write `{field}`, or `{field:05}` with a format",
    )
}

pub fn unknown_format(place: impl ToTokens, written: &str) -> Error {
    const WORDS: [&str; 11] = [
        "unordered",
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "epoch",
        "epoch_ms",
        "rfc3339",
        "lower",
        "upper",
    ];
    let help = match near(written, &WORDS) {
        Some(near) => format!("a format with a similar name exists: `:{near}`"),
        None => "available formats are `:05` (up to 39 digits; 13, `:013`, for milliseconds) and `:unordered` for an integer, \
                 `:desc05` (up to 38 digits) for an unsigned one, `:lower` and `:upper` for text, `:.0 :.3 :.6 :.9`, \
                 `:year :month :day :hour :minute`, `:%Y%m%d` and the like, `:epoch`, `:epoch_ms` and `:rfc3339` for a \
                 timestamp; for any other text, implement `KeyPart` on a type of your own"
            .into(),
    };
    at(place, format_args!("unknown format `:{written}`"), help)
}

pub fn two_cases(place: Span, name: &str, one: &str, other: &str) -> Error {
    let spelled = |format: &str| match format {
        "" => format!("`{{{name}}}`"),
        format => format!("`{{{name}:{format}}}`"),
    };
    let (one, other) = (spelled(one), spelled(other));
    Error::new(
        place,
        format!(
            "`{name}` is written as {one} in one key and as {other} in the other\n\
             help: write it in one way in both keys"
        ),
    )
}

pub fn faulty_alphabet(place: impl ToTokens, declared: &str) -> Error {
    at(
        place,
        format_args!("`{declared}` is not a list of ASCII characters"),
        "list characters and ranges, with `-` first or last: `ascii = \"A-Za-z0-9_-\"`",
    )
}

pub fn faulty_len(place: impl ToTokens) -> Error {
    at(
        place,
        "`len` is a number of characters from 1 to 2048, or a range of such numbers",
        "write it like `len = 24` or `len = 8..=64`",
    )
}

pub fn len_without_ascii(place: impl ToTokens) -> Error {
    at(
        place,
        "`len` counts the characters of an alphabet, and there is none",
        "add the alphabet: `ascii = \"0-9a-f\"`",
    )
}

pub fn ascii_of_value(place: impl ToTokens, ty: &str) -> Error {
    at(
        place,
        format_args!("`ascii` is for text, and `{ty}` is not"),
        "remove it, or wrap a `String`",
    )
}

pub fn faulty_strftime(place: impl ToTokens, written: &str) -> Error {
    at(
        place,
        format_args!("`:{written}` does not sort as time does, or cannot be read back"),
        "start with `%Y` and go on in the order `%Y %m %d %H %M %S`, leaving none out, with at most one character of \
         punctuation, `T` or `Z` after each",
    )
}

pub fn format_on_rest(place: impl ToTokens, name: &str, written: &str) -> Error {
    at(
        place,
        format_args!("`{{*{name}}}` takes the rest of the key, which has no format"),
        format_args!("remove the `:{written}` or the `*`"),
    )
}

/// The near name, if there is one within a third of the length in edits; otherwise all of them.
fn suggestion(one: &str, all: &str, name: &str, known: &[&str]) -> String {
    match near(name, known) {
        Some(near) => format!("{one} with a similar name exists: `{near}`"),
        None => {
            let known: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("available {all} are: {}", known.join(", "))
        }
    }
}

/// The known name that was probably meant.
pub fn near<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let distance = |other: &&&str| strsim::damerau_levenshtein(name, other);
    let near = known.iter().min_by_key(distance)?;
    (distance(&near) * 3 <= name.chars().count().max(3)).then_some(*near)
}
