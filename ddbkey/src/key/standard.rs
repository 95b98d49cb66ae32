//! `Debug` and `Hash` of key structs: generated code delegates to these, since a call of a generic
//! function costs the user's crate next to nothing.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::declare::Declare;
use super::pair::GeneratedKey;
use super::parts::{PartVisitor, Place};
use crate::error::KeyError;
use crate::part::{Format, KeyPart};
use crate::pattern::Pattern;

struct HashParts<'h, H>(&'h mut H);

impl<H: Hasher> PartVisitor for HashParts<'_, H> {
    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        _: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        value.hash(self.0);
        Ok(())
    }
}

/// Prints each part as a field, once.
struct DebugParts<'f, 'a, 'b> {
    fields: &'f mut fmt::DebugStruct<'a, 'b>,
    patterns: &'static [Pattern],
    was_shown: fn(&str) -> bool,
}

impl PartVisitor for DebugParts<'_, '_, '_> {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let name = self.patterns[place.attribute].value(place.at).field;
        if !(self.was_shown)(name) {
            self.fields.field(name, &value);
        }
        Ok(())
    }
}

fn has_part<'k, K: Declare<'k>>(name: &str) -> bool {
    K::PATTERNS.iter().any(|pattern| pattern.place_of(name).is_some())
}

/// `Hash` of a key.
#[inline]
pub fn hash<'k, K: Declare<'k>, H: Hasher>(key: &K, state: &mut H) {
    // Hashing has no errors.
    let _ = key.put(&mut HashParts(state));
}

/// `Hash` of a pair of keys.
#[inline]
pub fn hash_pair<'k, P: GeneratedKey<'k>, H: Hasher>(pair: &P, state: &mut H) {
    let (pk, sk) = pair.clone().split();
    hash(&pk, state);
    hash(&sk, state);
}

/// `Debug` of a key.
pub fn debug<'k, K: Declare<'k>>(key: &K, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut fields = f.debug_struct(name);
    show(key, &mut fields, |_| false);
    fields.finish()
}

/// `Debug` of a pair of keys: the fields of both, without duplicates.
pub fn debug_pair<'k, P: GeneratedKey<'k>>(
    pair: &P,
    name: &str,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut fields = f.debug_struct(name);
    let (pk, sk) = pair.clone().split();
    show(&pk, &mut fields, |_| false);
    show(&sk, &mut fields, has_part::<P::Pk>);
    fields.finish()
}

fn show<'k, K: Declare<'k>>(
    key: &K,
    fields: &mut fmt::DebugStruct<'_, '_>,
    was_shown: fn(&str) -> bool,
) {
    // Printing a part has no errors of its own: `finish` returns the errors of the formatter.
    let _ = key.put(&mut DebugParts { fields, patterns: K::PATTERNS, was_shown });
}
