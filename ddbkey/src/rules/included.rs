//! The attributes that an index includes besides its keys: an entity of the table must write each of them.

use super::messages;
use crate::declaration::{EntitySchema, TableSchema};
use crate::text::same_text;

/// Some entity may write each attribute that an index includes.
#[track_caller]
pub const fn check_included(table: &TableSchema, index: &str, attribute: &str) {
    if matches!(table.type_attribute(), Some(own) if same_text(own, attribute)) {
        return;
    }
    let mut nearest = NearestName { to: attribute, distance: usize::MAX, name: "" };
    if any!(entity in table.entities() => may_write(entity, attribute, &mut nearest)) {
        return;
    }
    messages::unknown_included(index, attribute, table.name(), nearest.name()).fail();
}

/// Whether serde or a key of the entity may write an attribute. If not, the names of its attributes are compared with
/// the nearest name.
const fn may_write(entity: &EntitySchema, attribute: &str, nearest: &mut NearestName<'_>) -> bool {
    let fields = entity.stored_fields();
    if fields.may_have_others() {
        return true;
    }
    any!(own in fields.records => matches!(own.written(), Some(name) if nearest.is_it(name)))
        || entity.attribute(attribute).is_some()
}

/// The name that was probably meant.
struct NearestName<'t> {
    to: &'t str,
    distance: usize,
    name: &'static str,
}

impl NearestName<'_> {
    /// Whether the names are the same. If not, the name may become the nearest.
    const fn is_it(&mut self, name: &'static str) -> bool {
        let distance = distance(self.to, name);
        if distance < self.distance {
            (self.distance, self.name) = (distance, name);
        }
        distance == 0
    }

    /// The nearest name, if it is within a third of the length in edits.
    const fn name(&self) -> Option<&'static str> {
        let length = if self.to.len() < 3 { 3 } else { self.to.len() };
        if self.distance <= length / 3 { Some(self.name) } else { None }
    }
}

/// The maximum length of a name whose edits are counted.
const MAX_LEN: usize = 64;

/// The number of bytes to insert, remove or replace in one string to get the other. For long strings, it is a large
/// number.
const fn distance(one: &str, other: &str) -> usize {
    if same_text(one, other) {
        return 0;
    }
    if one.len() > MAX_LEN || other.len() > MAX_LEN {
        return usize::MAX;
    }
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let (mut row, mut at) = ([0; MAX_LEN + 1], 0);
    while at < row.len() {
        row[at] = at;
        at += 1;
    }
    let mut place = 0;
    while place < one.len() {
        let (mut before, mut at) = (row[0], 0);
        row[0] = place + 1;
        while at < other.len() {
            let replaced = before + (one[place] != other[at]) as usize;
            before = row[at + 1];
            row[at + 1] = least(replaced, least(row[at], before) + 1);
            at += 1;
        }
        place += 1;
    }
    row[other.len()]
}

const fn least(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::{NearestName, distance};

    #[test]
    fn edits_are_counted() {
        for (one, other, expected) in [
            ("total", "total", 0),
            ("totl", "total", 1),
            ("total", "totals", 1),
            ("tutal", "total", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{other} {one}");
        }
        assert_eq!(distance(&"a".repeat(65), "a"), usize::MAX);
    }

    #[test]
    fn a_name_is_near_within_a_third_of_its_length() {
        let near = |to| {
            let mut nearest = NearestName { to, distance: usize::MAX, name: "" };
            let _ = ["id", "total_cents"].map(|name| nearest.is_it(name));
            nearest.name()
        };
        assert_eq!(near("total_cent"), Some("total_cents"));
        assert_eq!(near("ids"), Some("id"));
        assert_eq!(near("status"), None);
    }
}
