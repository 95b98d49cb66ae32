#![no_std]
#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! DynamoDB single-table keys, declared once on the domain struct.
//!
//! ```
//! use ddbkey::DdbKeys;
//!
//! #[derive(DdbKeys)]
//! #[pk("USER", user_id)]
//! #[sk("ORDER", id)]
//! struct Order { user_id: String, id: String }
//!
//! let order = Order { user_id: "u1".into(), id: "7".into() };
//! assert_eq!(order.pk()?, "USER#u1");
//! assert_eq!(order.sk()?, "ORDER#7");
//!
//! let OrderKey { user_id, id } = Order::parse_key("USER#u1", "ORDER#7")?;
//! assert_eq!((user_id, id), ("u1", "7"));
//!
//! let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
//! assert!(orders.matches("USER#u1", "ORDER#7"));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What is derived
//!
//! [`DdbKeys`](derive@DdbKeys) generates, for a struct with `#[pk]`, `#[sk]`, `#[gsi]` and `#[lsi]`:
//!
//! | for `Order` | what it is |
//! |---|---|
//! | `OrderPk<'k>`, `OrderSk<'k>` | the parts of one key, as public fields named as in the struct, with `build`, `build_into`, `parse`, and `condition` for a partition key |
//! | `OrderKey<'k>` | the primary key: the fields of both, with `pk`, `sk`, `keys`, `parse` |
//! | `OrderByStatusPk`, `OrderByStatusSk`, `OrderByStatus` | the same for each index, its name in camel case |
//! | `order.by_status()` | the keys of the index; an `Option` if it is sparse |
//! | `Order::query_by_status`, `Order::parse_by_status` | a query and the parser of the index |
//! | `order.by_status_start_key()` | the keys after which a query of the index continues |
//! | `Order::BY_STATUS_ATTRIBUTES` | the attributes that an update of the index may touch |
//! | `OrderPk::at_buckets(from..to)` | the start of each calendar unit that the range touches, for a partition key with `{at:month}` |
//! | the trait [`DdbKeys`](trait@DdbKeys) | `pk`, `sk`, `key`, `keys`, `parse_pk`, `parse_sk`, `parse_key`, `query`, `start_key`, `index_update`, `to_item`, `from_item`, `SCHEMA` |
//!
//! The methods of a query are named after the parts of the sort key, and are called in their order:
//!
//! | method | meaning |
//! |---|---|
//! | `.created_at(v)` | this part is `v`; continues with the next part |
//! | `.created_at_in(range)` | this part lies in the range, exact at both ends; ends the query |
//! | `.created_at_starting_with(text)` | the text of this part starts with `text`; ends the query |
//! | `.descending()` | reads the rows in descending order |
//! | `.build()`, `.build_or_none()` | returns the [`KeyCondition`]; the second returns `None` for an empty range |
//!
//! Where a format keeps less than the value (`{created_at:.3}`), a range also returns the rows of the unit into
//! which a bound falls, and those of the unit of an excluded start, which may lie after it.
//!
//! A key of several attributes (`pk = [tournament, region]`) has `texts` instead of `build`, and takes
//! `[&str; N]` where a key of one attribute takes `&str`.
//!
//! [`KeyPart`](derive@KeyPart) makes an enum of unit variants or a newtype a part of keys, and
//! [`DdbTable`](derive@DdbTable) makes an enum of entities a table.
//!
//! # Where things live
//!
//! What every program uses is in the root. [`key`] has the bounds for generic code, [`part`] has what a
//! hand-written part type needs, [`schema`] has the types of schemas and layouts, `token` has the page
//! tokens, and `tools` has what a program's tests and deployment tools use.
//!
//! # Part types
//!
//! | type | text | width in bytes | sorts as its values |
//! |---|---|---|---|
//! | `String`, `&str`, `Cow<str>`, `Box<str>`, `Rc<str>`, `Arc<str>` | itself, not empty | free | as the last part only |
//! | `compact_str::CompactString`, `smol_str::SmolStr` | itself, not empty | free | as the last part only |
//! | `arrayvec::ArrayString<N>`, which is `Copy`, so that a method can return it | itself, not empty | free, at most N | as the last part only |
//! | `u8` … `u128`, `i8` … `i128`, `NonZero…` | decimal, no leading zeros | free | no; does not compile in a sort key |
//! | the same, `{n:05}` | 5 digits; below zero `-` and the digits of 10⁵ + n | 5; signed: free | yes |
//! | unsigned integers, `{n:desc05}` | the 5 digits of 10⁵ − 1 − n; up to 38 digits | 5 | in reverse: the greatest comes first |
//! | integers, `{n:unordered}` | decimal, no leading zeros | free | no |
//! | text, `{email:lower}`, `{email:upper}` | as `str::to_lowercase`, `to_uppercase` | free | as the last part only |
//! | `bool` | `true`, `false` | free | yes |
//! | `char` | itself | free | yes |
//! | `ulid::Ulid`, versions 3 and 1 | 26 upper-case characters | 26 | yes |
//! | `uuid::Uuid` | hyphenated, lower case | 36 | yes |
//! | `svix_ksuid::Ksuid` | 27 characters of base 62 | 27 | yes |
//! | `part::Shard<N>` | zero-padded to the digits of N − 1 | fixed | yes |
//! | `core::net::{Ipv4Addr, Ipv6Addr, IpAddr}` | the canonical text, `192.0.2.1` or `2001:db8::1` | free | no |
//! | `jiff::Timestamp`, `chrono::DateTime<Utc>`, `time::OffsetDateTime` | `2024-12-01T10:30:00.123456789Z`, in UTC | 30 | yes |
//! | the same, `{at:.3}` | `2024-12-01T10:30:00.123Z`, the rest cut off; also `.0`, `.6`, `.9` | 24; 20, 27, 30 | yes |
//! | the same, `{at:year}`, `month`, `day`, `hour`, `minute` | `2024`, `2024-12`, `2024-12-01`, `2024-12-01T10`, `2024-12-01T10:30`, in UTC | 4, 7, 10, 13, 16 | yes |
//! | the same, `{at:%Y%m%d}`: `%Y %m %d %H %M %S` in this order, without a gap, with at most one character of punctuation, `T` or `Z` after each | `20241201`, in UTC | fixed | yes |
//! | the same, `{at:epoch}`, `{at:epoch_ms}` | seconds, milliseconds since 1970, up to 2286; alone in square brackets a number (N) of every year | 10, 13 | yes |
//! | the same, `{at:rfc3339}` | `2024-12-01T10:30:00.123+00:00`, with 0, 3, 6 or 9 digits, as chrono writes it | free | yes |
//! | `jiff::civil::Date`, `chrono::NaiveDate`, `time::Date` | `2024-12-01` | 10 | yes |
//! | the same, `{day:year}`, `{day:month}`, `{day:%Y%m%d}` | `2024`, `2024-12`, `20241201` | 4, 7, fixed | yes |
//! | an enum with [`KeyPart`](derive@KeyPart) | the variant's name, renamed as in serde | free | no |
//! | a newtype with [`KeyPart`](derive@KeyPart) | the same as what it wraps | the same | the same |
//! | a newtype of text with `#[key_part(ascii = "0-9a-f", len = 24)]` | itself | fixed; free with `len = 8..=64` | yes; as the last part only |
//!
//! Years outside 0000 to 9999 and leap seconds have no text. A calendar unit reads as its start:
//! `2024-12` as the first of December at midnight. A parser accepts only what its builder writes: it
//! refuses `007` as a number and a lower-case ULID.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | what it adds |
//! |---|---|
//! | `arrayvec`, `chrono`, `compact_str`, `jiff`, `smol_str`, `time`, `uuid` | the part types of the crate of that name |
//! | `ulid`, `ulid1` | `Ulid` of version 3 and of version 1 |
//! | `ksuid` | `Ksuid` of `svix-ksuid` |
//! | `shard` | `part::Shard` |
//! | `serde` | `Serialize` for [`Keys`] and [`KeyValue`] |
//! | `aws-sdk` | `to_item` and `from_item`, `QueryExt`, `UpdateExt` and `CreateTableExt` for `aws-sdk-dynamodb` 1; includes `serde` |
//! | `page-token` | `token`, tokens for the pages of a web API |
//! | `lambda` | `Change`, the records of a table's stream as `aws_lambda_events` 1 has them; includes `aws-sdk` |
//! | `tools` | `tools`: `SCHEMA.diff`, `markdown`, `mermaid`, `cloud_formation` and `event_filter`, and `picture`; for tests and deployment tools |

extern crate alloc;
#[cfg(any(feature = "aws-sdk", test))]
extern crate std;

#[cfg(feature = "aws-sdk")]
mod aws;
mod entity;
mod error;
pub mod guide;
mod item;
pub mod key;
mod language;
mod layout;
pub mod part;
mod pattern;
mod query;
mod rules;
pub mod schema;
#[cfg(feature = "lambda")]
mod stream;
mod table;
mod text;
#[cfg(feature = "page-token")]
#[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
pub mod token;
#[cfg(feature = "tools")]
#[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
pub mod tools;

pub use ddbkey_derive::{DdbKeys, DdbTable, KeyPart};

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use aws::{CreateTableExt, Page, QueryExt, SkipReason, Skipped, UpdateExt};
pub use entity::DdbKeys;
pub use error::{KeyError, ParseError};
pub use item::ItemError;
pub use key::keys::Keys;
pub use key::value::KeyValue;
pub use part::KeyPart;
pub use query::KeyCondition;
#[cfg(feature = "lambda")]
#[cfg_attr(docsrs, doc(cfg(feature = "lambda")))]
pub use stream::{Change, ChangeKind, Image};
pub use table::DdbTable;

/// What generated code uses besides the public items.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// The README's examples, as tests.
#[cfg(all(
    doctest,
    feature = "aws-sdk",
    feature = "jiff",
    feature = "lambda",
    feature = "page-token",
    feature = "shard",
    feature = "tools",
    feature = "ulid"
))]
#[doc = include_str!("../README.md")]
struct Readme;
