//! All messages, to be read as a list: a fact about the user's code, then `help:` and one thing to do. Each is a
//! constructor, which takes the place to underline and the words of the message.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;
use syn::Error;

use crate::names::RustName;

fn at(place: impl ToTokens, fact: impl Display, help: impl Display) -> Error {
    Error::new_spanned(place, format!("{fact}\nhelp: {help}"))
}

macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident($($word:ident),*) $fact:literal => $help:literal;)+) => {$(
        $(#[$doc])*
        pub fn $name(place: impl ToTokens $(, $word: impl Display)*) -> Error {
            at(place, format_args!($fact), format_args!($help))
        }
    )+};
}

// The item under `#[derive(DdbKeys)]`.
messages! {
    not_a_struct(what) "`DdbKeys` can only be derived for structs, and this is {what}"
        => "derive it on the struct that has the fields";
    tuple_struct() "a key names its fields, but these have no names"
        => "name the fields";
    attribute_on_field(name, help) "`#[{name}]` is an attribute of the struct"
        => "{help}";
    no_pk(entity, upper) "`{entity}` has no partition key"
        => "add `#[pk(\"{upper}\", …)]`";
}

// Its attributes.
messages! {
    given_twice(name) "`{name}` is given twice"
        => "remove this one";
    index_given_twice(name) "index `{name}` is given twice under one name"
        => "for a key that is written where the first one is not, give this one another name, `\"{name}\" as by_field`; otherwise remove it";
    shapes_of_two_kinds(name, kind, one, other_kind, other) "index `{name}` is {kind} as `{one}`, but {other_kind} as `{other}`"
        => "make both `gsi`, or both `lsi`";
    shapes_of_two_layouts(name, keys, one, other_keys, other) "index `{name}` has its keys in {keys} as `{one}`, but in {other_keys} as `{other}`"
        => "give it the same attributes in both";
    shape_never_written(name, index, other, help) "`{name}` of index `{index}` is never written, because `{other}` comes first and has a key wherever `{name}` has one"
        => "{help}";
    name_given_twice(owner, name) "{owner} `{name}` is given twice"
        => "remove this one, or rename it";
    index_name_taken(owner, name, item) "{owner} `{name}` would generate a second {item}"
        => "give it another name for methods and types, `\"{name}\" as by_field`";
    index_name(name) "DynamoDB does not allow `{name}` as the name of an index"
        => "use 3 to 255 letters, digits, `_`, `-` and `.`";
    index_name_not_a_method(name, owner, index) "`{name}` cannot be the name of a method"
        => "give the {owner} a name for methods and types, `\"{index}\" as by_field`";
    not_a_method_name(name) "`{name}` is reserved, and no method can have that name"
        => "write the name of a method of this type, `method() -> Type`";
    index_alias_not_a_name(index) "expected a name for methods and types after `as`"
        => "write a name without quotes, `\"{index}\" as by_field`";
    not_a_list(keyword) "`{keyword}` takes a list of parts"
        => "write `{keyword}(\"TEXT\", field)`";
    /// The form of nested attributes: clippy reports every entity that has one part in two indexes.
    index_key_without_equals(keyword, list) "expected `=` after `{keyword}`"
        => "write `{keyword} = {list}`";
    no_parts(keyword) "`{keyword}` has no parts, and a key cannot be empty"
        => "add a part: `\"TEXT\"`, a field, or `method() -> Type`";
    no_part() "expected a literal, a field or `method() -> Type`"
        => "write one of these as the part";
    no_comma() "expected `,` between two parts"
        => "add a comma";
    after_element() "a part is one literal or one field"
        => "remove this, or compute the part: `method() -> Type`";
    unknown_owner_option(name, owner, last) "unknown option `{name}` of {owner}"
        => "available options are: `pk`, `sk`, `{last}`";
    unknown_index_key(name) "unknown key `{name}` of an index"
        => "write `pk = (…)` and `sk = (…)`, or `pk = sk` to reuse a key of the entity";
    alias_as_key(name, alias) "the name for methods and types follows the name of the index"
        => "write `\"{name}\" as {alias}`";
    index_without_pk(name) "index `{name}` has no partition key"
        => "add `pk = (…)`, or `pk = sk` to reuse a key of the entity";
    lsi_with_pk() "a local index shares the partition key of its table"
        => "remove `pk`, or make it a `gsi`";
    lsi_without_sk(name) "local index `{name}` has no sort key"
        => "add `sk = (…)`";
    lsi_without_table_sk(name) "local index `{name}` needs a table with a sort key"
        => "add `#[sk(…)]`, or make it a `gsi`";
    one_key_twice(name, key, help) "index `{name}` has `{key}` as both of its keys, and DynamoDB needs two attributes"
        => "{help}";
    reused_key() "expected parts, or a key of the entity"
        => "write `(\"TEXT\", field)`, or reuse a key with `pk` or `sk`";
    index_not_a_list(attribute, example) "`{attribute}` takes a name and keys"
        => "write `{attribute}(\"{example}\", pk = (…), sk = (…))`";
    index_without_name(owner, attribute, example) "the {owner} has no name"
        => "put its name first, `{attribute}(\"{example}\", …)`";
    name_not_text(owner, name) "the name of the {owner} is a string"
        => "put it in quotes, `\"{name}\"`";
    no_index_key(other) "expected a key"
        => "write `pk = (…)`, `sk = (…)` or {other}";
    path_as_part(path, last) "`{path}` is a path, and a part is a literal or a field"
        => "write the literal here, `\"{last}\"`: a declaration is the only place that has it";
    method_arguments(name) "`{name}` is computed from the entity alone, and takes no arguments here"
        => "remove them";
    /// `written` is the declared method, `month()` or `"{month():05}"`.
    method_without_type(name, written) "`{name}()` needs a return type"
        => "write `{written} -> Type`, with the type that the method returns";
    two_methods_in_text() "a string can hold one method, whose return type follows the string"
        => "write the other method as a separate part";
    type_without_method() "this return type belongs to no method"
        => "remove it, or name the method in the string, `\"{{method()}}\" -> Type`";
    reused_sk_missing(entity) "`{entity}` has no sort key to reuse"
        => "add `#[sk(…)]`, or write the parts out";
}

// Fields that serde does not store, or reads from other attributes.
messages! {
    alias_of_key(field, attribute, holder) "serde reads field `{field}` from attribute `{attribute}`, which holds a key of {holder}"
        => "remove the alias";
    key_of_unread_field(field, entity, help) "serde does not read `{field}` back, and the keys of `{entity}` are built from it"
        => "{help}";
    index_over_unread_field(field, index, help) "serde does not read `{field}` back, and index `{index}` is built from it"
        => "{help}";
}

// Parameters of the entity.
messages! {
    parameter_in_key(name, kind, parameter) "`{name}` has the {kind} parameter `{parameter}`: give the keys a concrete type"
        => "write the type in its place, or declare an entity for each type; fields that are in no key can keep `{parameter}`";
}

// The version.
messages! {
    version_not_a_number(field) "`{field}` cannot be the version: each update adds one to it"
        => "write `u32` or `u64`";
    version_too_small(field, bits) "version `{field}` has only {bits} bits, and each update adds one"
        => "write `u32` or `u64`";
    version_by_hand(field) "updates that are made by hand do not count version `{field}`"
        => "remove `version`, or `updates = by_hand`";
    version_in_key(field) "`{field}` is a part of a key, and cannot be the version, which each update changes"
        => "use another field for the version";
    version_not_stored(field) "serde does not write and read `{field}` as a number, and a version is compared with the stored one"
        => "remove the options of serde from `{field}`, but for `rename`, `alias` and `default`";
    version_without_attribute(field, option) "the attribute of version `{field}` cannot be known, because of `#[serde({option})]`"
        => "name it, `version = {field} as \"attribute\"`";
    version_elsewhere(field, attribute) "serde writes version `{field}` as `{attribute}`"
        => "write `version = {field}`";
    unguarded_without_name(field, option) "the attributes of `{field}` cannot be known, because of `#[serde({option})]`, and a condition cannot leave them out"
        => "remove `{field}` from `unguarded`";
    index_of_converted_struct(index, option) "index `{index}` uses fields that an update cannot compare, because of `#[serde({option})]`"
        => "add a field that each update adds one to, `#[ddb(version = field as \"attribute\")]`, or make updates by \
            hand, `#[ddb(updates = by_hand)]`";
    method_beside_flattened_field(index, method, inner) "`{method}()` in index `{index}` can read a flattened field, which no condition can name"
        => "{inner}add a field that each update adds one to, `#[ddb(version = field)]`, or make updates by hand, \
            `#[ddb(updates = by_hand)]`";
}

// The time to live.
messages! {
    ttl_not_a_number(field) "`{field}` cannot be the time to live: DynamoDB reads a number of seconds since 1970"
        => "write `u64` or `Option<u64>`; a timestamp can stay if serde writes it as seconds, `#[serde(with = \"…\")]`";
    ttl_too_small(field, bits) "time to live `{field}` has only {bits} bits, too few for seconds since 1970"
        => "write `u64` or `Option<u64>`";
    ttl_not_stored(field, option) "serde does not write `{field}`, and DynamoDB deletes an item by what is stored"
        => "remove `{option}`";
    ttl_without_attribute(field, option) "the attribute of time to live `{field}` cannot be known, because of `#[serde({option})]`"
        => "derive the keys on the struct that serde writes, or remove `{option}`";
}

// Primary keys of several shapes.
messages! {
    alternative_of_attributes(entity) "`{entity}` has a key in square brackets, and cannot have alternatives"
        => "write the keys in round brackets, or declare a second entity for the rows of the other shape";
    alternative_reused(keyword) "expected the parts of the alternative"
        => "write `{keyword} = (…)`, or leave `{keyword}` out to use the one in `#[{keyword}]`";
    alternative_without_option(name) "alternative `{name}` has no part that is an `Option`, so no key after it is ever written"
        => "add the part that some items lack, or write this key as `#[pk]` and `#[sk]`";
    alternative_never_written(name, other) "alternative `{name}` is never written: an item with its parts also has the parts of alternative `{other}`"
        => "put the alternative with more parts first, or remove this one";
    alternative_without_part(name, part) "alternative `{name}` lacks `{part}`, which `#[pk]` or `#[sk]` has"
        => "add the part: without it, two items could have the same key";
    alternative_loses_field(field) "serde skips `{field}`, so an item whose key lacks it would lose it"
        => "let serde write the field";
}

// Legacy keys.
messages! {
    name_of_two_kinds(name, kinds, noun) "`{name}` is the name of {kinds}"
        => "rename the {noun}, whose name is not stored";
    reserved_key_name(name, what, noun, example) "`{name}` is {what}, and no {noun} can have that name"
        => "give it another, such as `\"{example}\"`";
    legacy_key_name(name, noun) "`{name}` cannot be the name of {noun}"
        => "use letters, digits, `_`, `-` and `.`";
    legacy_key_of_attributes(entity) "`{entity}` has a key in square brackets, and cannot have legacy keys"
        => "write the keys in round brackets, or declare a second entity for the legacy rows";
    legacy_key_in_square_brackets(noun, keyword) "{noun} joins its parts into one string"
        => "write the parts in round brackets, `{keyword} = (…)`";
    legacy_key_reused(keyword) "expected the parts of the legacy key"
        => "write `{keyword} = (…)`, or leave `{keyword}` out if it is that of the current key";
    legacy_sk_without_sk(noun, name, entity) "{noun} `{name}` has a sort key, but `{entity}` has none"
        => "remove `sk`: a table with a sort key is another table";
    legacy_key_is_current(name) "legacy key `{name}` is the same as the current key"
        => "write the `pk` or the `sk` that it had, or remove it";
    legacy_key_twice(name, other) "legacy key `{name}` is the same as legacy key `{other}`"
        => "remove one of the two";
    legacy_key_without_field(name, field) "legacy key `{name}` lacks `{field}`, which serde skips, so no item under it has the field"
        => "let serde write the field, with `#[serde(default = \"…\")]` for the items that lack it";
    field_of_legacy_key(name, field) "legacy key `{name}` has `{field}`, which serde skips and the current key lacks, so a move loses it"
        => "let serde write the field, or add it to the current key";
    optional_in_legacy_key(name) "`{name}` is an `Option`, but every item under a legacy key has all of its parts"
        => "remove it from the legacy key, or declare a second entity for the items that have it in their keys";
    optional_method_in_legacy_key(method) "`{method}()` returns an `Option`, but every item under a legacy key has all of its parts"
        => "return the value";
}

// Keys in square brackets.
messages! {
    attribute_name_not_text(name) "expected the name of an attribute after `as`"
        => "write a string, `as \"{name}\"`";
    attribute_in_joined_key() "the parts of a key in round brackets are joined into one attribute"
        => "remove `as`, or write the key in square brackets, with an attribute for each entry";
    empty_attribute_name() "the name of the attribute is empty"
        => "write a name";
    empty_type_name() "the type attribute cannot hold an empty name"
        => "write a name";
    entry_without_attribute(name) "an entry that is not a field needs the name of its attribute"
        => "add `as \"{name}\"`";
    entry_with_two_values() "an entry has at most one value: its attribute is not divided into parts"
        => "write an entry for each value, or use round brackets to join them";
    rest_in_entry(name) "`{{*{name}}}` takes the rest of a joined key, and an entry has no rest"
        => "remove the `*`";
    attribute_of_field(attribute, field) "serde writes the field `{field}` to the attribute `{attribute}`"
        => "name another attribute";
    unknowable_attribute(field, option) "the attribute of `{field}` cannot be known, because of `#[serde({option})]`"
        => "name it, `{field} as \"attribute\"`";
    several_attributes(key, help) "{key} is one attribute in DynamoDB; only the keys of global indexes can have several"
        => "{help}";
    too_many_attributes(index, key) "the {key} of index `{index}` has more than four attributes, the most that DynamoDB allows"
        => "remove this entry";
    attribute_twice(attribute, index) "attribute `{attribute}` is in index `{index}` twice, which DynamoDB refuses"
        => "name another attribute, or remove this entry";
}

// Options.
messages! {
    option_value(name, what, example) "`{name}` takes {what}"
        => "write `{example}`";
    no_option() "expected `name = value`"
        => "write options as `name = value`, with a comma between them";
    options_not_a_list(attribute) "`{attribute}` takes a list of options"
        => "write `{attribute}(name = value)`";
    empty_separator() "the separator is empty"
        => "choose one, such as `separator = \"|\"`";
    separator(text) "`{text}` is not one ASCII punctuation character"
        => "choose one, such as `separator = \"|\"`; for a table that already holds such keys, write each as one string, `\"{{a}}{text}{{b}}\"`";
    option_without_name() "this option has no name"
        => "write `name = value`";
    option_with_value(option) "`{option}` takes no value"
        => "write `{option}` alone";
}

pub fn field_of_field(place: impl ToTokens, field: &str, rest: &str) -> Error {
    if field == "self" {
        let fact = format_args!("a part is named without `self`");
        return match rest.split_once('.') {
            Some((field, rest)) => field_of_field(place, field, rest),
            None if rest.ends_with(')') => at(place, fact, format_args!("write `{rest} -> Type`")),
            None => at(place, fact, format_args!("write `{rest}`")),
        };
    }
    let last = rest.rsplit('.').next().unwrap_or(rest).trim_end_matches("()");
    let method = RustName::new(last, Span::call_site());
    let method = method.map_or_else(|| "method".to_owned(), |method| method.ident().to_string());
    let case = match rest {
        "to_lowercase()" => Some("lower"),
        "to_uppercase()" => Some("upper"),
        "to_ascii_lowercase()" => Some("ascii_lower"),
        "to_ascii_uppercase()" => Some("ascii_upper"),
        _ => None,
    };
    if let Some(case) = case {
        let fact = format_args!("`{field}.{rest}` is a call, and a part is a field of the entity");
        return at(place, fact, format_args!("write `\"{{{field}:{case}}}\"`"));
    }
    let fact =
        format_args!("`{field}.{rest}` is a field of a field, and a part is a field of the entity");
    at(place, fact, format_args!("return it from a method, `{method}() -> Type`"))
}

pub fn unknown_option(
    place: impl ToTokens,
    attribute: impl Display,
    name: &str,
    known: &[&str],
) -> Error {
    let help = suggestion("an option", "options", name, known);
    at(place, format_args!("unknown option `{name}` in `#[{attribute}]`"), help)
}

// Parts.
messages! {
    field_twice(name) "`{name}` is in this key twice"
        => "remove one of the two: a key holds each field once";
    two_sources(name) "`{name}` is a field in one place and a method in another"
        => "rename the method, because both would be the same field of the key struct";
    two_results(method) "`{method}()` returns an `Option` in one place and a value in another"
        => "write the type that the method returns in both places";
    query_name_taken(name, method, help) "the part `{name}` would generate a second method `{method}` on its query"
        => "{help}";
    optional_in_primary_key(name, key) "`{name}` is an `Option`, but every item has a primary key"
        => "remove the `Option`, or put the field into a key that only items with it have, `#[or(\"with_{name}\", {key} = (…, {name}))]`";
    optional_method_in_primary_key(method, key) "`{method}()` returns an `Option`, but every item has a primary key"
        => "return the value, or put the method into a key that only items with it have, `#[or(\"with_{method}\", {key} = (…, {method}() -> Option<…>))]`";
    owned_text(method, ty) "`{method}()` returns `{ty}`, and a key can only borrow its string"
        => "return a `String`";
    empty_literal(help) "an empty literal cannot be a part"
        => "{help}";
    separator_before_separator(literal, separator, help) "`{literal}` ends with `{separator}`, and the separator follows it"
        => "{help}";
    separator_after_separator(literal, separator, help) "`{literal}` starts with `{separator}`, and the separator comes before it"
        => "{help}";
    field_in_quotes(field) "`\"{field}\"` is the same string in every key, and `{field}` is a field that no key has"
        => "write `{field}` without quotes; if the word is meant, add `#[ddb(literals(\"{field}\"))]`";
    dollar_before_braces(name) "`${{{name}}}` writes a `$` before the value"
        => "write `{{{name}}}`; for a table that already holds such keys, add `#[ddb(literals(\"$\"))]`";
    rest_not_last(name) "`{{*{name}}}` takes the rest of the key, but something follows it"
        => "move it to the end, or remove the `*`";
    empty_without_separator(name) "`{name}` may be empty, but is not between separators"
        => "make it a separate part next to another part";
    empty_attribute(name) "`{name}` may be empty, and an attribute of a key cannot be"
        => "remove the `:empty`, or join it with a literal in round brackets";
    two_cases(name, one, other) "`{name}` is written as `{one}` in one key and as `{other}` in the other"
        => "use the same format in both keys";
}

/// A part may also be the result of a method, or a value that the items do not have.
pub fn no_such_field(
    place: impl ToTokens,
    name: &str,
    entity: &str,
    fields: &[&str],
    is_part: bool,
) -> Error {
    let mut help = if is_part && name.starts_with(char::is_uppercase) {
        format!("write a literal in quotes: `\"{name}\"`")
    } else if fields.is_empty() {
        format!("`{entity}` has no fields")
    } else {
        suggestion("a field", "fields", name, fields)
    };
    if is_part && !name.starts_with(char::is_uppercase) && near(name, fields).is_none() {
        help += &format!(
            "; write `{name}() -> Type` for what a method computes, or declare the keys on a struct of their parts alone, \
             `struct {entity}Parts {{ {name}: Type, … }}`"
        );
    }
    at(place, format_args!("no field `{name}` on `{entity}`"), help)
}

pub fn not_a_part(place: impl ToTokens, ty: &str) -> Error {
    let help = match ty {
        "f32" | "f64" => "use an integer, such as cents for a price",
        "usize" => "use an integer of fixed size, such as `u64`",
        "isize" => "use an integer of fixed size, such as `i64`",
        "NaiveDateTime" | "PrimitiveDateTime" => {
            "hold a timestamp in UTC; for stored times without a zone, write it as `\"{at:%Y-%m-%dT%H:%M:%S}\"`"
        }
        "SystemTime" => {
            "hold a timestamp of `jiff`, `chrono` or `time`, with the `ddbkey` feature of that name"
        }
        "PathBuf" | "OsString" => {
            "hold a `String`, and take the rest of a key with `{*field}`, since a path may contain the separator"
        }
        _ if ty.starts_with('&') => "use `&str`, or the value without the `&`",
        _ if is_bytes(ty) => {
            "keys of bytes (B) are not supported; hold a string, such as hexadecimal digits in a newtype of `String` with `#[key_part(ascii = \"0-9a-f\")]`"
        }
        _ => "a part is one value, such as a string, an integer, an id or a timestamp",
    };
    at(place, format_args!("`{ty}` cannot be a part of a key"), help)
}

/// Whether a type, printed as source code, is a type of bytes.
fn is_bytes(ty: &str) -> bool {
    ty == "[u8]" || ty.starts_with("[u8;") || ty.ends_with("Vec<u8>")
}

// Formats that a type lacks. The runtime has the same sentences for types that are not known here.
messages! {
    no_zero_padding(ty, format) "`{ty}` cannot be zero-padded with `0N`, which is for integers"
        => "remove the `:{format}`";
    not_descending(ty, help) "`{ty}` cannot be written with `desc0N`, which is for unsigned integers"
        => "{help}";
    not_unordered(ty, format) "`{ty}` cannot be `unordered`, which is for integers"
        => "remove the `:{format}`";
    no_fraction(ty, format) "`{ty}` cannot be written with `.0`, `.3`, `.6` or `.9`, which are for timestamps"
        => "remove the `:{format}`";
    no_calendar_unit(ty) "`{ty}` does not have this calendar unit"
        => "timestamps take `year`, `month`, `day`, `hour`, `minute` and patterns such as `%Y%m%d`; dates take `year`, `month` and \
            patterns of `%Y %m %d`";
    not_a_timestamp(ty) "`{ty}` cannot be written with `epoch`, `rfc3339` or the like, which are for timestamps"
        => "a number of seconds or milliseconds since 1970 is written with `:010` or `:013`; for stored times without a zone, hold \
            a timestamp in UTC";
    no_case(ty, format) "`{ty}` cannot be written with `lower` or `upper`, which are for strings"
        => "remove the `:{format}`";
    not_empty(ty, format) "`{ty}` cannot be `empty`, which is for strings"
        => "remove the `:{format}`";
}

// `#[derive(KeyPart)]`.
messages! {
    part_on_union() "`KeyPart` is for an enum or a newtype, and this is a union"
        => "wrap one value, `struct Id(Ulid);`";
    part_with_named_fields(name) "`{name}` has named fields, and a part is one value"
        => "wrap one value, `struct {name}(String);`, or name several parts in the key";
    not_a_newtype(name) "`{name}` does not wrap one value"
        => "write `struct {name}(String);`, or name several parts in the key";
    no_variants(name) "`{name}` has no variants"
        => "add a variant";
    variant_with_data(name) "a variant holds one value without a name, and `{name}` does not"
        => "write `{name}(String)` with the type of one value, or `{name}`";
    option_in_variant(name) "`{name}` holds an `Option`, and a key has no string for `None`"
        => "hold the value, and add a variant without one";
    rest_without_payload(name) "`{name}` has no payload that could take the rest of the key"
        => "remove `rest`";
    separator_without_payload() "`separator` is between a word and its payload, and no variant has a payload"
        => "remove `separator`";
    ref_of_words() "`ref` names what keys hold of a newtype or a payload, and no variant has a payload"
        => "remove `ref`";
    as_str_with_payload() "`as_str` is for enums without payloads, whose strings are constants"
        => "remove `as_str`";
    variants_of_any_type() "an enum with payloads cannot have type parameters"
        => "name the type of the payload";
    many_variants(most) "an enum with payloads has at most {most} variants"
        => "remove this one";
    separator_in_word(variant, word, separator) "the string of `{variant}` is `{word}`, which contains `{separator}`, the separator"
        => "rename it, `#[key_part(rename = \"…\")]`";
    duplicate_text(variant, other, text, attribute) "`{other}` and `{variant}` have the same string, `{text}`"
        => "give one of them another string, `#[{attribute}(rename = \"…\")]`";
    empty_text(variant) "the string of `{variant}` is empty"
        => "write a string that is not empty";
    option_in_newtype(name) "`{name}` wraps an `Option`, and a key has no string for `None`"
        => "wrap the value, and use `Option<{name}>` for the field";
    texts_of_newtype(option) "a newtype has the string of the value that it wraps"
        => "remove `{option}`";
    held_on_enum(option) "`{option}` is for newtypes, and this is an enum"
        => "remove `{option}`";
    ref_of_copy(copy) "with `{copy}`, keys hold the newtype itself, and there is no other type to name"
        => "remove `ref` or `{copy}`";
    copy_of_text() "`copy` is for values that keys hold by value, and keys borrow strings"
        => "remove `copy`";
    serde_names(text, other) "keys would hold `{text}` where items hold `{other}`"
        => "use serde's names, `#[key_part(serde)]`, or give keys their own, `#[key_part(rename_all = \"…\")]`";
    serde_and_own(option) "`serde` takes the strings from serde, and `{option}` gives others"
        => "remove `serde` or `{option}`";
    serde_directions(variant, serialize, deserialize) "serde writes `{variant}` as `{serialize}` and reads `{deserialize}`"
        => "use one name for both, or give keys their own, `#[key_part(rename_all = \"…\")]` without `serde`";
    not_names_in_serde(option, name) "with `{option}`, serde does not write and read `{name}` by name"
        => "remove it, or give keys their own strings, `#[key_part(rename_all = \"…\")]` without `serde`";
    faulty_alphabet(declared) "`{declared}` is not a list of ASCII characters"
        => "list characters and ranges, with `-` first or last: `ascii = \"A-Za-z0-9_-\"`";
    alphabet_in_brackets(declared, set) "`{declared}` lists `[` and `]` as characters"
        => "write `{set}`; to allow brackets, write them in the middle";
    faulty_len() "`len` is a number of characters from 1 to 2048, or a range of such numbers"
        => "write it like `len = 24` or `len = 8..=64`";
    len_without_ascii() "`len` counts the characters of an alphabet, and there is none"
        => "add the alphabet: `ascii = \"0-9a-f\"`";
    ascii_of_value(ty) "`ascii` is for strings, and `{ty}` is not one"
        => "remove it, or wrap a `String`";
}

pub fn unknown_rename_rule(place: impl ToTokens, name: &str, known: &[&str]) -> Error {
    let help = suggestion("a rename rule", "rename rules", name, known);
    at(place, format_args!("unknown rename rule `{name}`"), help)
}

// `#[derive(DdbTable)]`.
messages! {
    not_a_table(what) "`DdbTable` can only be derived for an enum of entities, and this is {what}"
        => "write `enum Shop {{ User(User), Order(Order) }}`";
    generic_table() "a table cannot have type parameters, because its entities are compared at compile time"
        => "name the types in the variants";
    empty_table(name) "`{name}` has no entities"
        => "add a variant, `User(User)`";
    not_an_entity(variant) "variant `{variant}` does not hold one entity"
        => "write `{variant}({variant})`, with the struct that has the keys";
    entity_twice(entity) "`{entity}` is in the table twice, and its keys would read as both variants"
        => "remove one of the variants";
    table_index_not_a_list(attribute) "`{attribute}` takes a name and attributes"
        => "write `{attribute}(\"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\")`";
    table_index_without_name() "the index of the table has no name"
        => "put its name first, `\"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\"`";
    table_index_with_parts(keyword) "a table only names the attributes of an index; its entities declare what they hold"
        => "write `{keyword} = \"ATTRIBUTE\"`";
    both_keys_in_one_attribute(attribute) "`{attribute}` is the attribute of both keys, and DynamoDB needs two"
        => "name another attribute";
    type_attribute_of_key(attribute) "`{attribute}` holds a key, and cannot also hold the name of the entity"
        => "name another attribute";
    unknown_projection(name) "unknown projection `{name}`"
        => "available projections are: `all`, `keys`, `include(\"attribute\")`";
    nothing_included() "`include` names no attribute"
        => "write `include(\"attribute\")`, or `keys` for the key attributes alone";
    too_many_included() "the indexes of the table include more than 100 attributes, the most that DynamoDB allows"
        => "remove this one, or project `all`";
}

// Templates.
messages! {
    unclosed_brace() "unclosed `{{`"
        => "close it with `}}`, or write `{{{{` for the character itself";
    unopened_brace() "unmatched `}}`"
        => "write `}}}}` for the character itself";
    empty_braces() "expected a field in `{{}}`"
        => "write `{{field}}`, or `{{{{}}}}` for the characters themselves";
    not_a_name(name) "`{name}` is not a field name"
        => "write `{{field}}`, or `{{field:05}}` with a format";
    format_on_rest(name, written) "`{{*{name}}}` takes the rest of the key, which has no format but a case, such as `lower`"
        => "remove the `:{written}` or the `*`";
}

/// `own` is the format with the fraction in our spelling.
pub fn fraction_in_strftime(place: impl ToTokens, written: &str, own: Option<String>) -> Error {
    let help = match own {
        Some(format) => format!("write `:{format}`, which is the same"),
        None => "write `%3f`, `%6f` or `%9f` after `%S`, with at most one character between".into(),
    };
    let fact =
        format_args!("`:{written}` has a fraction of a second that is not `%3f`, `%6f` or `%9f`");
    at(place, fact, help)
}

/// `nearest` has the same units, in order.
pub fn faulty_strftime(place: impl ToTokens, written: &str, nearest: Option<String>) -> Error {
    let help = match nearest {
        Some(format) => format!("write `:{format}`"),
        None => "start with `%Y` and go on in the order `%Y %m %d %H %M %S`, leaving none out, with at most one character \
                 of punctuation, a blank, `T` or `Z` after each; `%3f`, `%6f` or `%9f` can follow `%S`"
            .into(),
    };
    let fact = format_args!("`:{written}` does not sort like time, or cannot be read back");
    at(place, fact, help)
}

/// The formats, each row with one that stands for all of them, and the types that have them.
const FORMATS: [(&str, &str, &str); 5] = [
    ("05", "an integer", "`:05` (up to 39 digits; 13, `:013`, for milliseconds), `:unordered`"),
    ("desc05", "an unsigned one", "`:desc05` (up to 38 digits)"),
    ("lower", "a string", "`:lower`, `:upper`, `:ascii_lower`, `:ascii_upper`, `:empty`"),
    ("month", "a timestamp or a date", "`:year`, `:month`, `:%Y%m%d` and the like"),
    (
        "hour",
        "a timestamp",
        "`:day`, `:hour`, `:minute`, `:.0 :.3 :.6 :.9`, `:epoch`, `:epoch_ms`, `:rfc3339`, `:isoformat`, `:instant`, \
         `:rfc3339nano`",
    ),
];

/// The help has the nearest format that the type may have, or all of its formats.
pub fn unknown_format(
    place: impl ToTokens,
    written: &str,
    ty: &str,
    names: &[&str],
    has: impl Fn(&str) -> bool,
) -> Error {
    let names: Vec<_> = names.iter().copied().filter(|name| has(name)).collect();
    let nearest = meant(written).filter(|format| has(format));
    let nearest = nearest.or_else(|| near(written, &names).map(ToOwned::to_owned));
    let help = match (hexadecimal(written), unit_since_1970(written), nearest) {
        (Some((alphabet, digits)), ..) => format!(
            "hold the digits as a string, in a newtype of `String` with `#[key_part(ascii = \"{alphabet}\"{digits})]`"
        ),
        (_, Some((unit, format)), _) => {
            format!("hold the {unit} since 1970 in an integer, and write `:{format}`")
        }
        (.., Some(near)) => format!("write `:{near}`"),
        _ => available_formats(ty, has).map_or_else(
            || format!("remove the `:{written}`: `{ty}` has no formats"),
            |formats| {
                format!(
                    "{formats}; hold any other string as it is stored, in a newtype of `String` with `#[derive(KeyPart)]`"
                )
            },
        ),
    };
    at(place, format_args!("unknown format `:{written}`"), help)
}

/// The formats of a type, or all of them with the types that have them.
fn available_formats(ty: &str, has: impl Fn(&str) -> bool) -> Option<String> {
    let rows: Vec<_> = FORMATS.iter().filter(|(format, ..)| has(format)).collect();
    if rows.len() == FORMATS.len() {
        let rows = rows.iter().map(|(_, of, formats)| format!("for {of}, {formats}"));
        return Some(format!("available formats are: {}", rows.collect::<Vec<_>>().join("; ")));
    }
    let formats: Vec<_> = rows.iter().map(|(.., formats)| *formats).collect();
    (!rows.is_empty()).then(|| format!("available formats of `{ty}` are: {}", formats.join(", ")))
}

/// The format that another spelling means: `5` and `desc`, and the words of other languages.
fn meant(written: &str) -> Option<String> {
    const WORDS: [(&str, &[&str]); 11] = [
        ("epoch_ms", &["ms", "millis", "milliseconds", "epoch_millis", "unix_ms", "timestamp_ms"]),
        ("epoch", &["s", "sec", "secs", "seconds", "unix", "timestamp", "epoch_s", "epoch_secs"]),
        ("day", &["date", "ymd", "yyyy-mm-dd"]),
        ("%Y%m%d", &["yyyymmdd"]),
        ("month", &["ym", "yyyy-mm"]),
        ("rfc3339", &["iso", "iso8601"]),
        ("lower", &["lowercase", "to_lowercase"]),
        ("upper", &["uppercase", "to_uppercase"]),
        ("ascii_lower", &["to_ascii_lowercase"]),
        ("ascii_upper", &["to_ascii_uppercase"]),
        ("unordered", &["plain", "raw"]),
    ];
    let word = written.to_lowercase();
    let found = WORDS.iter().find(|(_, others)| others.contains(&&*word));
    if let Some((format, _)) = found {
        return Some((*format).to_owned());
    }
    let (start, width) = match word.strip_prefix("desc") {
        Some(width) => ("desc", width),
        None => ("", word.strip_prefix("asc").unwrap_or(&word)),
    };
    let width = width.trim_start_matches(['<', '>', '_', '0']).trim_end_matches('d');
    let most = if start.is_empty() { 39 } else { 38 };
    let digits = match width {
        "" if word.starts_with("desc") || word.starts_with("asc") => 5,
        _ => most.min(width.parse().ok()?),
    };
    Some(format!("{start}0{digits}"))
}

/// The alphabet of hexadecimal digits, and the option for their number, for Rust's formats `016x` and `simple`.
fn hexadecimal(written: &str) -> Option<(&'static str, String)> {
    let (alphabet, width) = match written.strip_suffix('X') {
        Some(width) => ("0-9A-F", width),
        None if written == "simple" => ("0-9a-f", "32"),
        None => ("0-9a-f", written.strip_suffix('x')?),
    };
    let width = width.trim_start_matches(['#', '0']);
    if !width.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let len = if width.is_empty() { String::new() } else { format!(", len = {width}") };
    Some((alphabet, len))
}

/// The unit of `epoch_us` and `epoch_ns`, in which keys have no timestamps, and the format of its integer.
fn unit_since_1970(written: &str) -> Option<(&'static str, &'static str)> {
    let unit = written.strip_prefix("epoch_")?;
    match unit.bytes().next()? {
        b'u' => Some(("microseconds", "016")),
        b'n' => Some(("nanoseconds", "019")),
        _ if unit.starts_with("mic") => Some(("microseconds", "016")),
        _ => None,
    }
}

/// The nearest name, if it is within a third of the length in edits; otherwise all names.
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
