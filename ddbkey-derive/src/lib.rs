//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod keys;
mod known;
mod message;
mod names;
mod options;
mod part;
mod spans;
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
///       | desc0N              an unsigned integer in N digits, 1 to 38, the greatest first
///       | unordered           an integer in plain decimal, in a sort key that must have it so
///       | .0 .3 .6 .9         a timestamp with that many fractional digits
///       | year month day hour minute    the calendar unit, in UTC, of a timestamp; `year` and `month` of a date
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

/// Makes a newtype or an enum of unit variants a part of keys.
///
/// # Newtypes
///
/// ```ignore
/// #[derive(KeyPart)]
/// struct UserId(String);
///
/// #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// #[key_part(copy)]
/// struct OrderId(Ulid);
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: UserId, id: OrderId }
///
/// let user_id = UserId("u1".into());
/// OrderPk { user_id: user_id.as_part() }.build()?;        // "USER#u1"
/// OrderPk { user_id: UserIdRef("u1") }.build()?;          // the same
/// OrderPk { user_id: order_id };                          // does not compile
///
/// let OrderKey { user_id, id } = Order::parse_key(pk, sk)?;
/// let order = Order { user_id: user_id.into(), id };      // `UserId` from `UserIdRef`
/// ```
///
/// A newtype is a tuple struct of one value; any number of `PhantomData` may stand beside it. It has the
/// text, the width and the order of the value, in every format of the value.
///
/// Key structs hold a newtype as a type of its own. `UserIdRef<'k>` is generated, as visible as `UserId`, and
/// its field as visible as that of `UserId`. It holds
///
/// | for a value of type | |
/// |---|---|
/// | `String`, `&str`, `Cow<str>`, `Box<str>`, `Rc<str>`, `Arc<str>`, `CompactString`, `SmolStr` | `&'k str` |
/// | an integer, `NonZero`, `bool`, `char`, `Ulid`, `Uuid`, a timestamp, a date, `Shard`, an IP address, `Ksuid`, `ArrayString` | the value, and the struct has no lifetime |
/// | any other | `<Value as KeyPart>::Ref<'k>` |
///
/// The types of the first two rows are known by their names, alone or behind the path of their crate. For a
/// type of yours that has such a name, write a path: `struct CreatedAt(self::Timestamp);`.
///
/// `UserIdRef` is `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq`, `Hash`, `Send` and `Sync`, whatever the type
/// parameters of the newtype are. It prints as the text of the key, and is `AsRef<str>` if the value is text.
/// `user_id.as_part()` and `From<&UserId>` lend one; `From<UserIdRef>` makes a `UserId` of one, for the types of
/// the first two rows.
///
/// | option | |
/// |---|---|
/// | `ref = UserKey` | names the generated struct |
/// | `copy` | key structs hold the newtype itself, which needs `Clone, Copy, PartialEq, Eq, Hash, Debug`; no other struct is generated. For values that key structs hold by value |
/// | `check = UserId::is_valid` | a function from the held value (`&str`, `u32`) to `bool`. A text for which it is `false` is not parsed (`ParseError::Part`), and a value for which it is `false` is not built (`KeyError::OutOfRange`) |
///
/// With `#[serde(try_from = "…")]` and without `check`, there is no `From<UserIdRef>`: it would go past the
/// checks of `TryFrom`.
///
/// # Enums
///
/// ```ignore
/// #[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// #[key_part(serde, as_str)]
/// #[serde(rename_all = "UPPERCASE")]
/// enum Status { Pending, Paid, #[serde(rename = "SENT")] Shipped }
///
/// Status::Shipped.as_str()                                // "SENT", in keys and in items
/// ```
///
/// The text of a variant is its name. Key structs hold the enum itself, which needs `Clone, Copy, PartialEq, Eq,
/// Hash, Debug`.
///
/// | option | |
/// |---|---|
/// | `serde` | the texts are those that serde writes: `rename_all` and `rename` of `#[serde(…)]`. Whatever has serde write or read anything else does not compile: names that differ between the directions, `skip`, `tag`, `content`, `untagged`, `into`, `from`, `try_from`, `with`, `remote` |
/// | `rename_all = "UPPERCASE"` | renames all variants, by the rules of serde |
/// | `rename = "TEXT"` on a variant | its text |
/// | `as_str` | generates `const fn as_str(self) -> &'static str`, as visible as the enum |
///
/// A variant that serde renames and `#[key_part(…)]` does not mention is an error: say `serde`, or give it a
/// text. `as_str` is generated on request only, since many an enum has a method of that name already.
///
/// Both take `crate = path::to::ddbkey`, for a crate that has another name.
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_part(input: TokenStream) -> TokenStream {
    part::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

fn without_places(mut input: DeriveInput) -> DeriveInput {
    names::without_places(&mut input.generics);
    input
}
