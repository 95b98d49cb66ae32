#![no_std]
#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../../README.md")]

extern crate alloc;
#[cfg(feature = "aws-sdk")]
extern crate std;

#[cfg(feature = "aws-sdk")]
mod client;
mod entity;
mod error;
#[cfg(feature = "serde")]
mod item;
mod key;
mod message;
mod part;
mod pattern;
mod query;
mod schema;
mod table;
mod text;

pub use ddbkey_derive::{DdbKeys, KeyPart};

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use client::{ItemError, QueryExt};
pub use entity::DdbKeys;
pub use error::{KeyError, ParseError};
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub use item::Item;
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
