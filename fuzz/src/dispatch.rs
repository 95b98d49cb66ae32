//! A table reads a key as the one entity that would read it alone.
//!
//! The input is a partition key and a sort key, one on each line.

use ddbkey::{DdbKeys, ParseErrorKind};

use crate::declared::*;

macro_rules! add {
    ($name:ident($alone:ident, $pk:ident, $sk:ident)) => {
        $alone.extend($name::parse_key($pk, $sk).map(DepotKey::$name))
    };
}

pub fn run(data: &[u8]) {
    let Some([pk, sk]) = texts(data) else { return };
    let mut alone: Vec<DepotKey<'_>> = Vec::new();
    each_entity!(add(alone, pk, sk));
    match Depot::parse_key(pk, sk) {
        Ok(key) => assert_eq!(alone, [key], "{pk:?} {sk:?}"),
        Err(error) => {
            assert!(alone.is_empty(), "{error}: {pk:?} {sk:?} {alone:?}");
            assert!(error.kind() == ParseErrorKind::UnknownEntity, "{error}");
        }
    }
}
