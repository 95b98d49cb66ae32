#![no_std]
#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../../README.md")]

extern crate alloc;

mod entity;
mod error;
mod key;
mod message;
mod part;
mod pattern;
mod query;
mod schema;
mod table;
mod text;

pub use ddbkey_derive::{DdbKeys, KeyPart};

pub use entity::DdbKeys;
pub use error::{KeyError, ParseError};
pub use key::{Attributes, IntoIter, Iter, KeyPair, KeyText, Keys, NoSortKey, SortKey};
pub use part::{Fraction, KeyPart, OutOfRange, Padded, Plain, Shape, Unordered, order};
pub use pattern::{Pattern, Role, Segment, Value};
pub use query::{Expression, KeyCondition, Query};
pub use schema::{EntitySchema, IndexKind, IndexSchema};
pub use table::{IndexLayout, Layout, Table};

/// What generated code uses besides the public items.
#[doc(hidden)]
pub mod __private {
    pub use alloc::string::String;

    pub use crate::key::{Reader, Sink, mismatch, same_text};
    pub use crate::part::{FractionPart, PaddedPart, UnorderedPart};
    pub use crate::schema::OwnAttributes;
}
