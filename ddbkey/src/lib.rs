#![no_std]
#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../../README.md")]

extern crate alloc;
#[cfg(feature = "aws-sdk")]
extern crate std;

#[cfg(feature = "aws-sdk")]
mod client;
mod disjoint;
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

pub use ddbkey_derive::{DdbKeys, DdbTable, KeyPart};

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
pub use table::{
    Companion, DdbTable, IndexLayout, Layout, Markdown, Mermaid, Table, TableIndex, TableSchema,
};

/// What generated code uses besides the public items.
#[doc(hidden)]
pub mod __private {
    pub use alloc::string::String;

    #[cfg(feature = "aws-sdk")]
    pub use serde::{Deserialize, Serialize};

    #[cfg(feature = "aws-sdk")]
    pub use crate::client::{SdkItem, key_of_item};
    pub use crate::key::{Reader, Sink, append, build, mismatch, same_text};
    pub use crate::part::{FractionPart, PaddedPart, UnorderedPart};
    pub use crate::schema::OwnAttributes;
    pub use crate::table::{try_parse, unknown_entity};
}

/// The items of a table, for the AWS SDK.
#[cfg(feature = "aws-sdk")]
#[doc(hidden)]
#[macro_export]
macro_rules! __table_items {
    ($vis:vis $table:ident $key:ident { $($variant:ident($entity:ty)),+ }) => {
        impl $table {
            /// The entity as an item: its fields, and every key attribute beside them.
            ///
            /// # Errors
            ///
            /// As for the entity's own `to_item`.
            $vis fn to_item(&self) -> ::core::result::Result<$crate::__private::SdkItem, $crate::ItemError>
            where
                $(for<'x> $entity: $crate::__private::Serialize,)+
            {
                match self {
                    $(Self::$variant(entity) => $crate::DdbKeys::to_item(entity),)+
                }
            }

            /// The entity whose keys an item has.
            ///
            /// # Errors
            ///
            /// An item of no entity, or as for the entity's own `from_item`.
            $vis fn from_item(item: $crate::__private::SdkItem) -> ::core::result::Result<Self, $crate::ItemError>
            where
                $(for<'x> $entity: $crate::__private::Deserialize<'x>,)+
            {
                match $crate::__private::key_of_item::<Self>(&item)? {
                    $($key::$variant(_) => $crate::DdbKeys::from_item(item).map(Self::$variant),)+
                }
            }
        }
    };
}

/// Without the AWS SDK there are none.
#[cfg(not(feature = "aws-sdk"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __table_items {
    ($($table:tt)*) => {};
}
