//! What generated code uses besides the public items. Nothing here is part of the public API.

pub use alloc::borrow::Cow;
pub use alloc::boxed::Box;
pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::cmp::{Eq, PartialEq};
pub use core::convert::From;
pub use core::fmt::{Debug, Formatter, Result as FmtResult, Write};
pub use core::hash::{Hash, Hasher};
pub use core::iter::{Empty, IntoIterator, Iterator};
pub use core::marker::Copy;
pub use core::module_path;
pub use core::ops::Fn;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, str, usize};
pub use core::result::Result::{self, Err, Ok};

pub use crate::__any_key as any_key;
pub use crate::__declare as declare;
pub use crate::__key as key;
pub use crate::__pair as pair;
pub use crate::__query as query;
pub use crate::declaration::{
    Alternative, AttributeUse, Entity, EntitySchema, Fields, IndexKind, IndexLayout, KeySchema,
    Layout, NamedKeys, Projection, Record, Version, facts,
};
pub use crate::entity::{
    HasUpdateItem, HasVersion, InTable, sparse_keys, sparse_start_key, start_key,
};
pub use crate::fallback::{About, Fallback, fallback};
pub use crate::key::any::{AnyKey, debug_any, hash_any, parse_any};
pub use crate::key::build::{append_field, check_field_text};
pub use crate::key::declare::Declare;
pub use crate::key::keys::Collect;
pub use crate::key::nearest::Nearest;
pub use crate::key::owned::into_owned;
pub use crate::key::pair::{GeneratedKey, OfIndex, OfTable};
pub use crate::key::parse::Reader;
pub use crate::key::parts::{PartSource, PartVisitor, Place, at};
pub use crate::key::primary::{EntityKind, KeyVisitor, TableKind, Visit};
pub use crate::key::shared::{mismatch, same_text};
pub use crate::key::standard::{debug, debug_pair, hash, hash_pair};
pub use crate::key::{
    KeyOf, KeyPair, KeyTexts, Keyed, MemberOf, NoSortKey, OneAttribute, OwnedKey, PrimaryKey,
    Query, RowQuery, Texts, TypedQuery,
};
pub use crate::part::PartValue;
pub use crate::part::buckets::{Buckets, buckets};
pub use crate::part::known as types;
pub use crate::part::named::*;
pub use crate::part::order::{self, Never};
pub use crate::part::shard::ShardSource;
pub use crate::part::{
    BucketRange, Bucketed, CasePart, DescendingPart, EmptyPart, Format, FractionPart, IntoField,
    Is, IsPart, IsText, Of, OutOfRange, PaddedPart, PlainPart, Shape, Sorted, SortsAtEnd,
    SortsInAttribute, SortsInMiddle, StandIn, TimestampPart, UnitPart, UnorderedPart, ValuePart,
};
pub use crate::pattern::{
    KeyInMessage, OwnAttribute, Owner, Pattern, Role, Segment, Value, computed, computed_rest,
    linked, literal, of_attribute, rest, value,
};
pub use crate::query::{GeneratedQuery, Given, HasLimitAndFilter, InOrder, OpenQuery};
pub use crate::rules::{
    DeclaredKey, TableSummary, check_alias, check_alternative, check_entity, check_field,
    check_included, check_index, check_index_at, check_indexes, check_member, check_payload,
    check_serde_text, check_table, count_keys,
};
pub use crate::schema::{TableLayout, TableSchema};
pub use crate::table::{Each, Functions, FunctionsFor, Holds};

pub use crate::{DdbKeys, DdbTable, KeyCondition, KeyError, KeyPart, Keys, ParseError};

/// The items for `ddbkey-tools`, which reads a schema and compares automata.
pub mod engine {
    pub use crate::declaration::{Fields, KeySchema, Record};
    pub use crate::language::{
        ByteSet, Case, Integers, Language, Padding, Payload, Runs, Spelling, Step, Steps, Trimmed,
        Variant, Variants, Words,
    };
    pub use crate::part::order::ValueOrder;
    pub use crate::pattern::EscapedLiteral;
    pub use crate::query::compare_numbers;
}

/// The items for the code of enums with payloads.
pub mod variants {
    pub use crate::language::Variant;

    /// Returns the word of a string, and its payload. A string without either is only a word.
    #[inline]
    #[must_use]
    pub fn word_and_payload(text: &str, separator: char) -> (&str, Option<&str>) {
        match text.split_once(separator) {
            Some((word, payload)) if !payload.is_empty() => (word, Some(payload)),
            _ => (text, None),
        }
    }
}

/// The functions for methods of key structs.
pub mod methods {
    pub use crate::key::methods::{build, build_into, keys_beside, parse};
}

/// The functions for methods of pairs.
pub mod of_pair {
    pub use crate::key::methods::{keys, parse_pair as parse, pk, sk};
}

/// The functions for methods of enums of pairs.
pub mod of_any {
    pub use crate::key::any::{keys, parse, pk, sk};
}

/// The keys of one table or index. It is a call, since the compiler evaluates a constant that names another constant
/// where it is declared.
#[must_use]
pub const fn schema_of<'k, P: GeneratedKey<'k>>() -> &'static KeySchema {
    <P as KeyPair<'k>>::SCHEMA
}

/// Formats.
pub mod formats {
    pub use crate::part::{
        AsciiLower, AsciiUpper, Day, Descending, Empty, Epoch, EpochNumber, Fraction, Hour,
        Instant, Isoformat, Lower, Minute, Month, Padded, Plain, Rfc3339, Rfc3339Nano, Strftime,
        Unordered, Upper, Year,
    };
}

macro_rules! functions {
    ($($name:ident)*) => { $(pub fn $name() {})* };
}

/// Functions with the names of the parameters of generated methods. A user's `const pk` would turn the parameter `pk`
/// into a pattern. Importing these functions shadows it.
///
/// It also brings the trait [`Fallback`] into scope.
pub mod parameters {
    pub use super::Fallback as _;
    pub use super::locals::*;

    functions! {
        f other out pk range sk state text texts value
    }
}

/// Functions with the names of the locals and parameters of generated code that begin with `__`, for the same reason.
pub mod locals {
    functions! {
        __0 __1 __2 __3 __4 __5 __6 __7 __8 __9 __10 __11 __12 __13 __14 __15 __collect __end
        __entity __error __f __first __is_included __is_stored __item __key __nearest __one __other
        __out __parts __patterns __pk __place __sk __source __start __state __text __unit __value __visitor
        __x
    }
}
