//! Compares both keys of an entity with both keys of another.
//!
//! The automata compare one string with one string. Two entities share a key only if they share both strings, and a field
//! that is in both keys of one entity has the same string in both. The proof uses this in four steps, from cheap to
//! expensive, and stops at the first that decides:
//!
//! 1. `outline.rs` compares what all strings of each key have in common, before `overlap` is called. This distinguishes
//!    most entities.
//! 2. `overlap` compares the partition keys, and separately the sort keys. If either pair of automata accepts no
//!    common string, the entities share no key.
//! 3. `fields.rs` examines each field that one entity has in both keys, a *repeated* field. If the other entity fixes its
//!    string, that string replaces the field in both keys. If the field is an enum, its words are tried one by one. For
//!    any other field, the strings that the other entity has in its two places are compared.
//! 4. `example.rs` searches a string for each key, and checks that repeated fields have one string in both. Such a pair of
//!    strings is the key to show.
//!
//! For example, let two entities have these keys:
//!
//! ```text
//!           partition key   sort key
//! Document  T#{tenant}      DOC#{tenant}#{id}
//! Template  T#public        DOC#shared#{id}
//! ```
//!
//! Step 1: no field without values differs, so nothing is decided. Step 2: `T#public` belongs to both partition keys,
//! and `DOC#shared#1` to both sort keys. So each key by itself overlaps. Step 3: `tenant` is repeated in `Document`.
//! The walk over both partition keys has `public` opposite `tenant`, so `Document` can only share keys with `Template`
//! that are `T#public` / `DOC#public#{id}`. Compared again, the sort keys `DOC#public#{id}` and `DOC#shared#{id}` have
//! no common string: the entities share no key.
//!
//! Were the keys of `Template` `T#{owner}` / `DOC#shared#{id}`, then `shared` would replace `tenant`, both pairs would
//! still have common strings, and step 4 would find `T#shared` / `DOC#shared#1`.
//!
//! The example of step 4 is a key of both entities according to the automata. User code can still refuse it, and so can a
//! language with more strings than its type. The example is then only possible (`is_certain`).

mod example;
mod fields;
mod narrowed;
mod outline;

pub(crate) use example::look_alike;
pub(crate) use outline::Outline;

use self::example::{LEFT, RIGHT, example};
use self::narrowed::Narrowed;
use super::automaton::Automaton;
use super::{Witness, are_disjoint, are_trivially_disjoint, witness};
use crate::declaration::KeySchema;
use crate::pattern::Pattern;

/// The keys that two entities share, or may share.
pub(crate) struct Overlap {
    /// The partition key and the sort key of one shared key, if one was found.
    pub(crate) example: Option<[Witness; 2]>,
    /// Whether both entities certainly read it.
    pub(crate) is_certain: bool,
}

/// Both keys of an entity. A missing sort key is the empty string.
type Both<T> = [T; 2];
const PK: usize = 0;
const SK: usize = 1;

/// Returns the keys that two entities may share. `None` if no key belongs to both entities.
pub(crate) const fn overlap(one: &KeySchema, other: &KeySchema) -> Option<Overlap> {
    let (left, right) = (automata(one), automata(other));
    // Checks what needs no search, for both keys: most entities differ in the first literal of the sort key.
    if are_trivially_disjoint(left[SK], right[SK])
        || are_trivially_disjoint(left[PK], right[PK])
        || !meet(left, right)
    {
        return None;
    }
    let (Some(one), Some(other)) = (Narrowed::of(left), Narrowed::of(right)) else {
        return Some(Overlap { example: example(left, right), is_certain: false });
    };
    let Some((one, other)) = fields::narrow(one, other) else { return None };
    match example(one.automata(), other.automata()) {
        Some(example) if one.agrees(&example, LEFT) && other.agrees(&example, RIGHT) => {
            let is_certain = one.is_sure_of(&example, LEFT) && other.is_sure_of(&example, RIGHT);
            Some(Overlap { example: Some(example), is_certain })
        }
        _ => Some(Overlap { example: None, is_certain: false }),
    }
}

/// Returns `None` if no strings are keys of both declarations of an index, which have the same attributes. If there are
/// several attributes, each is compared separately.
pub(crate) const fn index_overlap(one: &KeySchema, other: &KeySchema) -> Option<Overlap> {
    if one.pk.len() == 1 && one.sk.len() <= 1 {
        return overlap(one, other);
    }
    let mut at = 0;
    while let (Some(left), Some(right)) = (one.attribute_at(at), other.attribute_at(at)) {
        if are_disjoint(Automaton::of_key(left.pattern()), Automaton::of_key(right.pattern())) {
            return None;
        }
        at += 1;
    }
    Some(Overlap { example: None, is_certain: false })
}

/// Returns a string that both attributes can have, unless none was found.
pub(crate) const fn common_string(one: &Pattern, other: &Pattern) -> Option<Witness> {
    witness(Automaton::of_key(one), Automaton::of_key(other))
}

const fn automata(key: &KeySchema) -> Both<Automaton<'static>> {
    let sk = match key.table_sk() {
        Some(sk) => Automaton::of_key(sk),
        None => Automaton::of(&[], key.table_pk().separator),
    };
    [Automaton::of_key(key.table_pk()), sk]
}

/// Returns whether the partition keys and the sort keys, each by itself, may have a string in common.
const fn meet(left: Both<Automaton<'_>>, right: Both<Automaton<'_>>) -> bool {
    !are_disjoint(left[PK], right[PK]) && !are_disjoint(left[SK], right[SK])
}
