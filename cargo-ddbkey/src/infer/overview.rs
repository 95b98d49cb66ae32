//! What is known about the whole table while its entities are learned.

use std::collections::BTreeSet;

use super::Options;
use super::group::Group;
use super::layout::{Layout, is_key_name};
use super::usual::{are_usual, most};
use super::vocabulary::{Vocabulary, is_type_name};

/// What all rows tell about each entity.
pub(super) struct Overview<'o> {
    /// The keys of the table and of its indexes.
    pub(super) layout: &'o Layout,
    pub(super) vocabulary: Vocabulary,
    /// The attribute that holds the name of each row's entity.
    pub(super) type_attribute: Option<String>,
    /// The attributes with one value in each group.
    pub(super) type_like: BTreeSet<String>,
    pub(super) options: &'o Options,
}

impl Overview<'_> {
    /// Finds the attributes with one value in each group, and among them the one with the name of the entity.
    pub(super) fn find_types(&mut self, groups: &[Group<'_>]) {
        let names: BTreeSet<_> =
            groups.iter().flat_map(|group| &group.rows).flat_map(|row| row.names()).collect();
        let mut types = Vec::new();
        let is_field = |name: &&str| !is_key_name(name) && !self.layout.key.has(name);
        for name in names.into_iter().filter(is_field) {
            let (mut values, mut is_always, mut is_one) = (BTreeSet::new(), true, true);
            for group in groups.iter().filter(|group| group.has_literal() || groups.len() == 1) {
                let own: Vec<_> = group.rows.iter().filter_map(|row| row.string(name)).collect();
                let usual = most(own.iter().copied());
                let of_usual = own.iter().filter(|text| Some(**text) == usual).count();
                is_always &= are_usual(own.len(), group.rows.len());
                is_one &= are_usual(of_usual, own.len());
                values.extend(usual);
            }
            let is_short = values.iter().all(|text| !text.is_empty() && text.len() <= 60);
            let is_named = is_type_name(name);
            if is_one && !values.is_empty() && is_short && (values.len() > 1 || is_named) {
                self.type_like.insert(name.to_owned());
                if is_always && is_named {
                    types.push((values.len(), name));
                }
            }
        }
        types.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
        let is_key = |name: &str| self.layout.indexes.iter().any(|index| index.has(name));
        let mut names = types.into_iter().map(|(_, name)| name);
        self.type_attribute = names.find(|name| !is_key(name)).map(ToOwned::to_owned);
    }

    /// Returns whether a key attribute is only a key, and not a field.
    pub(super) fn is_joined_name(&self, name: &str) -> bool {
        is_key_name(name) && !self.is_number(name)
    }

    pub(super) fn is_number(&self, name: &str) -> bool {
        self.layout.is_number(name)
    }

    /// Returns whether an attribute of an index, or a key attribute of the table, is also a field.
    pub(super) fn is_entry_name(&self, name: &str) -> bool {
        self.layout.keys().any(|key| key.has(name)) && !self.is_joined_name(name)
    }

    /// Returns the value of a group's type attribute.
    pub(super) fn type_name<'r>(&self, group: &Group<'r>) -> Option<&'r str> {
        let name = self.type_attribute.as_ref()?;
        most(group.rows.iter().filter_map(|row| row.string(name)))
    }
}
