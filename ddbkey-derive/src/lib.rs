//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod keys;
mod message;
mod names;
mod options;
mod part;
mod table;
#[cfg(test)]
mod tests;
mod types;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares the keys of an entity.
///
/// ```text
/// #[pk(PART, …)]                               required, once
/// #[sk(PART, …)]                               once; left out where the table has no sort key
/// #[gsi("NAME", pk(PART, …), sk(PART, …))]     any number; sk may be left out; `pk = sk` reuses a key
/// #[lsi("NAME", sk(PART, …))]                  any number; shares the partition key
/// #[ddb(OPTION, …)]                            separator = "|" · table = Shop · crate = path
///
/// PART := "TEXT"              literal text; `{field}`, `{field:SPEC}`, `{*field}` inside; `{{` `}}` escape
///       | field               the same as "{field}"
///       | method() -> Type    a computed part, from `fn method(&self) -> Type`
/// SPEC := 0N                  an integer, zero-padded to N digits
///       | unordered           an integer in plain decimal, in a sort key that must have it so
///       | .0 .3 .6 .9         a timestamp with that many fractional digits
/// ```
///
/// Parts are joined with the separator, `#` unless `separator` names another ASCII punctuation
/// character. A text value must not be empty, nor contain the separator or the first character of a
/// literal glued behind it: building such a key is an error. `{*field}` takes the rest of the key,
/// separators included, and stands last. A field that is an `Option` makes its index sparse.
///
/// ```ignore
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{created_at:.3}", id)]
/// #[gsi("gsi1", pk("ORDER", status), sk("{created_at:.3}", id))]
/// struct Order { user_id: String, created_at: Timestamp, id: Ulid, status: Status }
/// ```
///
/// What comes of it stands in the documentation of the crate `ddbkey`.
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream {
    keys::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

/// Makes an enum of entities a table, and proves that no key is one of two.
///
/// ```ignore
/// #[derive(DdbTable)]
/// #[ddb(pk = "PK", sk = "SK", type_attribute = "entityType")]
/// #[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
/// enum Shop { User(User), Order(Order) }
/// ```
///
/// gives `ShopKey<'k>`, an enum of the keys of its entities, `From<User> for Shop`, `Shop::parse_key`,
/// `shop.keys()` and `Shop::SCHEMA`, the trait `DdbTable` for generic code, and, with the feature `aws-sdk`
/// of `ddbkey`, `to_item` and `from_item`. Without `#[ddb]` the attributes are `pk` and `sk`, and those of
/// an index `gsi1` are `gsi1pk` and `gsi1sk`. Where the table names them, its entities say
/// `#[ddb(table = Shop)]`. A table that names its `pk` alone has no sort key: `Shop::parse_key(pk)`.
///
/// It does not compile if some pair of keys could be read as two of the entities, or if they disagree on
/// the separator or on names.
#[proc_macro_derive(DdbTable, attributes(ddb, gsi, lsi))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    table::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

/// Makes an enum of unit variants, or a newtype, a part of keys.
///
/// ```ignore
/// #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// #[key_part(rename_all = "UPPERCASE")]
/// enum Status { Pending, #[key_part(rename = "PAYED")] Paid }
///
/// #[derive(KeyPart)]
/// struct UserId(String);
/// ```
///
/// An enum has the names of its variants as texts, `rename_all` and `rename` as in serde, and is held by
/// value in key structs: it has to be `Copy`. A newtype has the text, width and order of what it wraps, and
/// key structs hold the borrowed form of that: `&str` for `UserId`. Any number of `PhantomData` may stand
/// beside the one value.
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_part(input: TokenStream) -> TokenStream {
    part::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

fn without_places(mut input: DeriveInput) -> DeriveInput {
    names::without_places(&mut input.generics);
    input
}
