//! What generated code uses besides the public items, and what tests use to make up patterns at run time.
//! Nothing here is part of the public API.

pub use alloc::string::String;
pub use alloc::vec::Vec;

#[cfg(feature = "aws-sdk")]
pub use serde::Deserialize;
#[cfg(feature = "serde")]
pub use serde::Serialize;

pub use crate::__checks as checks;
pub use crate::__key as key;
pub use crate::__pair as pair;
pub use crate::__query as query;
pub use crate::__table_items as table_items;
#[cfg(feature = "aws-sdk")]
pub use crate::aws::{SdkItem, audit_entity};
pub use crate::entity::{
    AttributeNames, Entity, InTable, Indexes, attribute_names, sparse_start_key, start_key, update,
};
pub use crate::key::build::{Values, append, build};
pub use crate::key::declare::{
    Attribute, Count, Declaration, Declare, In, Joined, Out, Patterns, Place, Size,
};
pub use crate::key::keys::Collect;
pub use crate::key::pair::{Pair, Position};
pub use crate::key::parse::Reader;
pub use crate::key::parts::{PartSource, PartVisitor, Parts};
pub use crate::key::shared::{mismatch, same_text};
pub use crate::key::standard::{debug, debug_pair, hash, hash_pair};
pub use crate::key::{Attributes, OneAttribute};
pub use crate::part::PartValue;
pub use crate::part::buckets::{Buckets, buckets};
pub use crate::part::{
    AtEnd, BucketRange, Bucketed, CasePart, DescendingPart, FractionPart, InAttribute, InMiddle,
    IntoField, IsText, PaddedPart, PlainPart, TimestampPart, UnitPart, UnorderedPart, ValuePart,
};
pub use crate::query::{GeneratedQuery, Given, InOrder, OpenQuery};
pub use crate::rules::{
    Held, check_entity, check_field, check_index, check_index_at, check_indexes, check_serde_text,
    check_table,
};
pub use crate::table::{Candidates, Nearest, keys_in_table, prefixes, try_parse};

/// What methods of key structs call.
pub mod methods {
    pub use crate::key::methods::{build, build_into, keys, parse, parse_pair, pk, sk};
}

/// The keys of one table or index, as a function.
#[must_use]
pub fn schema_of<'k, P: Pair<'k>>() -> &'static crate::key::schema::KeySchema {
    <P as crate::key::KeyPair<'k>>::SCHEMA
}

/// What a method returns: a call that an error can underline.
#[inline]
#[must_use]
pub const fn returned<T: Copy>(value: T) -> T {
    value
}

/// A value in the code of a declaration that is wrong, which never runs.
#[must_use]
pub fn faulty<T>() -> T {
    unreachable!("the declaration does not compile")
}

/// Whether serde writes a type, which has this constant by itself if it does, and else by [`MaybeSerialize`].
#[derive(Debug)]
pub struct Serializes<T>(core::marker::PhantomData<T>);

#[cfg(feature = "serde")]
impl<T: Serialize> Serializes<T> {
    /// It does.
    pub const ANSWER: bool = true;
}

/// What [`Serializes`] says of any type.
pub trait MaybeSerialize {
    /// It does not.
    const ANSWER: bool = false;
}

impl<T> MaybeSerialize for Serializes<T> {}
