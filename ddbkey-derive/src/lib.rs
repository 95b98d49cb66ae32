//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod generics;
mod keys;
mod known;
mod message;
mod names;
mod options;
mod part;
mod rename;
mod serde;
mod spans;
mod table;
#[cfg(test)]
mod tests;
mod types;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares the keys of an entity, and generates the code that builds, parses and queries them.
///
/// ```ignore
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{created_at:.3}", id)]
/// #[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
/// struct Order { user_id: String, created_at: Timestamp, id: Ulid, status: Status }
/// ```
///
/// The generated items are listed in the [documentation of the crate](index.html#what-is-derived).
///
/// # Grammar
///
/// ```text
/// #[pk(PART, …)]                          required, once
/// #[sk(PART, …)]                          once; left out where the table has no sort key
/// #[gsi("NAME", pk = KEY, sk = KEY)]      any number; sk may be left out
/// #[lsi("NAME", sk = KEY)]                any number; shares the entity's partition key
/// #[pk[ENTRY]]  #[sk[ENTRY]]              the key is an attribute of its own
/// #[ddb(OPTION, …)]                       separator = "|" · table = Shop · crate = path · fields_from_keys · prefix = ApiItem
///
/// NAME   := "gsi1" | "gsi1" as by_status  the second names methods and types: query_by_status, OrderByStatusPk
/// KEY    := (PART, …)                     parts, joined into one text
///         | [ENTRY, …]                    an attribute for each entry
///         | pk | sk                       the entity's own key, reused
/// PART   := "TEXT"                        literal text; `{field}`, `{field:FORMAT}`, `{*field}` inside it
///                                         interpolate; `{{` and `}}` escape
///         | field                         the same as "{field}"
///         | method() -> Type              a computed part, from `fn method(&self) -> Type`;
///                                         with a format: "{method():05}" -> Type;
///                                         in an index also `-> Option<Type>`: `None` is not in the index
/// FORMAT := 0N                            an integer, zero-padded to N digits
///         | desc0N                        an unsigned integer in N digits, 1 to 38, the greatest first
///         | unordered                     an integer in plain decimal, where a table already has it
///         | .0 .3 .6 .9                   a timestamp with that many fractional digits
///         | year month day hour minute    the calendar unit, in UTC, of a timestamp; year and month of a date
///         | %Y%m%d, %Y-%m-%d-%H …         the same in other punctuation, as strftime has it
///         | epoch epoch_ms                a timestamp in seconds or milliseconds since 1970
///         | rfc3339                       a timestamp as chrono's to_rfc3339 writes it
///         | lower upper                   text in lower or upper case
/// ENTRY  := field
///         | field as "attribute"
///         | "TEXT" as "attribute"         at most one value, with or without literals around it
///         | method() -> Type as "attribute"
/// ```
///
/// # Joined keys
///
/// Parts are joined with the separator, `#` unless `separator` names another ASCII punctuation character.
/// Literal text may contain the separator.
///
/// - A text value must not be empty, nor contain the separator or the first character of a literal glued
///   after it. Building such a key is an error. Nothing is escaped, trimmed or re-cased.
/// - `{*field}` takes the rest of the key, separators included. It must be last.
/// - A field whose type is `Option`, or a method that returns one, makes its index sparse: with `None`, the
///   attributes of that index are absent. `pk = ("INVOICE", open() -> Option<Status>)` is an index of the open
///   invoices alone; its key struct holds a `Status`. `Option` in the primary key does not compile.
/// - A plain integer in a sort key does not compile, since `10` sorts before `9`: pad it, make the key a
///   number (`#[sk[version]]`), or write `:unordered` for a table that already holds such keys.
/// - A field may be part of both keys, in two formats: it is one field of `OrderKey`, and parsing compares
///   the two texts as the coarser one shows them.
///
/// # Keys that are attributes
///
/// In square brackets each entry is an attribute of its own:
///
/// ```ignore
/// #[pk[customer_id]] #[sk[version]]                      // `version` is a number: 9 sorts before 10
/// #[gsi("scores", pk = ("GAME", game), sk = [score])]    // a joined partition key, a numeric sort key
/// #[gsi("by_region", pk = ["MATCH" as "_type", tournament, region], sk = [round, id])]
/// ```
///
/// - A table key and the sort key of a local index have one entry. A global index has one to four partition
///   attributes and none to four sort attributes.
/// - An integer without a format is a number (N) of at most 38 digits. Everything else is a string (S), and may
///   contain any character.
/// - The name of the attribute is the one under which serde writes the field (`rename`, `rename_all`), and the
///   attribute is written once. Where serde writes another text than the key has, as it does for timestamps, the
///   entry needs `as "…"`: another name, or the field's own if `with` makes the two agree.
/// - A literal entry, `"MATCH" as "_type"`, tells apart the entities of a shared index.
/// - A key of several attributes has `texts()` instead of `build()`, and takes `[&str; N]` where a key of one
///   attribute takes `&str`.
/// - DynamoDB takes a field of such a name for the index attribute in every entity of the table: it refuses an
///   item in which the type differs, and puts one that has all attributes into the index. `SCHEMA` of the table
///   lists these fields.
///
/// # Indexes
///
/// The name in quotes is that of the index in DynamoDB. `as by_status` names the methods and types of this
/// entity; without it they are named after the index.
///
/// `pk = sk`, `sk = pk` and `sk = sk` reuse a key of the entity. The query takes the key struct of the key that
/// it reuses: `#[gsi("inverted", pk = sk, sk = pk)]` on `Enrolment` gives
/// `Enrolment::query_inverted(EnrolmentSk { … })`.
///
/// # Options
///
/// | `#[ddb(…)]` | |
/// |---|---|
/// | `separator = "\|"` | joins the parts with another character |
/// | `table = Shop` | takes the names of attributes from a type with `TableLayout`, such as an enum with `DdbTable` |
/// | `type_name = "Comment"` | what the type attribute of the table holds for the entity, instead of the name of the struct; several entities may share it |
/// | `fields_from_keys` | sets the fields of the primary key that serde skips, and those with `#[serde(default)]` whose attribute is missing, from the parsed key |
/// | `prefix = ApiItem` | names the generated types `ApiItemKey`, `ApiItemPk` and so on, where `Api` would collide with another `ApiKey` |
/// | `crate = path::to::ddbkey` | for a crate that has another name |
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream {
    keys::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

/// Makes an enum of entities a table, and proves that no key could belong to two of them.
///
/// ```ignore
/// #[derive(DdbTable)]
/// #[ddb(pk = "PK", sk = "SK", type_attribute = "entityType")]
/// #[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
/// enum Shop { User(User), Order(Order) }
/// ```
///
/// It generates `ShopKey<'k>`, an enum of the keys of the entities; `From<User> for Shop`; `Shop::parse_key`,
/// `shop.keys()` and `Shop::SCHEMA`; the trait `DdbTable` for generic code; and with the feature `aws-sdk` of
/// `ddbkey` also `to_item` and `from_item`.
///
/// It does not compile if some pair of keys could be read as two of the entities: the message shows such a pair.
/// Nor does it compile if entities disagree on the names or the types of key attributes, or on the shape of an
/// index.
///
/// # Names
///
/// Without `#[ddb]` the key attributes are `pk` and `sk`, and those of an index `gsi1` are `gsi1pk` and
/// `gsi1sk`. Where the table names them, its entities point at it with `#[ddb(table = Shop)]`.
///
/// | attribute | |
/// |---|---|
/// | `#[ddb(pk = "PK", sk = "SK")]` | names the key attributes. With `pk` alone, the table has no sort key: `Shop::parse_key(pk)` |
/// | `#[ddb(type_attribute = "entityType")]` | every item holds the name of its entity in this attribute |
/// | `#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]` | names the attributes of a global index, `pk = ["tenant", "region"]` if there are several |
/// | `#[lsi("LSI1", sk = "LSI1SK")]` | names the sort attribute of a local index |
/// | `#[gsi(…, projection = keys)]` | declares that the index holds the key attributes alone |
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
/// A newtype is a tuple struct with one value; it may also have fields of type `PhantomData`. It has the text,
/// the width and the order of that value, in every format of the value.
///
/// Key structs hold a newtype under a type of its own. The derive generates `UserIdRef<'k>`, as visible as
/// `UserId`, with a field as visible as that of `UserId`. It holds:
///
/// | type of the value | held by `UserIdRef` |
/// |---|---|
/// | `String`, `&str`, `Cow<str>`, `Box<str>`, `Rc<str>`, `Arc<str>`, `CompactString`, `SmolStr` | `&'k str` |
/// | an integer, `NonZero`, `bool`, `char`, `Ulid`, `Uuid`, a timestamp, a date, `Shard`, an IP address, `Ksuid`, `ArrayString` | the value; the struct has no lifetime |
/// | any other | `<Value as KeyPart>::Ref<'k>` |
///
/// The derive knows the types of the first two rows by their names, alone or after the path of their
/// crate. If a type of yours has one of these names, write a path: `struct CreatedAt(self::Timestamp);`.
///
/// `UserIdRef` is `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq`, `Hash`, `Send` and `Sync`, whatever the type
/// parameters of the newtype are. It prints as the text of the key, and is `AsRef<str>` if the value is
/// text. `user_id.as_part()` and `From<&UserId>` make one, borrowed from the newtype. For the types of the
/// first two rows, `From<UserIdRef> for UserId` goes the other way.
/// `Shard::of` takes it as well as the newtype, and `…_buckets` of a newtype of a timestamp or date take and
/// return it.
///
/// | option | |
/// |---|---|
/// | `ref = UserKey` | names the generated struct |
/// | `copy` | key structs hold the newtype itself, which needs `Clone, Copy, PartialEq, Eq, Hash, Debug`; no other struct is generated. For values that key structs hold by value |
/// | `ascii = "0-9a-f"` | the characters of a newtype of text: each one, and ranges, with `-` first or last. It is checked like `check`, and the proof that entities are disjoint knows it |
/// | `len = 24`, `len = 8..=64` | beside `ascii`, the number of characters. A fixed one gives order and a place in the middle of a sort key |
/// | `check = UserId::is_valid` | a function from the held value (`&str`, `u32`) to `bool`. If it returns `false`, a text is not parsed (`ParseError::Part`), and a value is not built (`KeyError::OutOfRange`) |
///
/// With `#[serde(try_from = "…")]` and without `check`, `From<UserIdRef>` is not generated: it would bypass the
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
/// | `serde` | keys hold the texts that serde writes, by `rename_all` and `rename` of `#[serde(…)]`. Attributes that make serde write or read anything else do not compile: names that differ between the directions, `skip`, `tag`, `content`, `untagged`, `into`, `from`, `try_from`, `with`, `remote` |
/// | `rename_all = "UPPERCASE"` | renames all variants, by the rules of serde |
/// | `rename = "TEXT"` on a variant | sets its text |
/// | `as_str` | generates `const fn as_str(self) -> &'static str`, as visible as the enum |
///
/// An enum with a variant that serde renames must say what its keys hold: `serde`, or a text by `rename` or
/// `rename_all`.
///
/// Newtypes and enums also take `crate = path::to::ddbkey`, for a crate that has another name.
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_part(input: TokenStream) -> TokenStream {
    part::derive(&without_places(parse_macro_input!(input as DeriveInput))).into()
}

fn without_places(mut input: DeriveInput) -> DeriveInput {
    generics::without_places(&mut input.generics);
    input
}
