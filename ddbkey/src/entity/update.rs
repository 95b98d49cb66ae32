//! Bringing the index attributes of a stored item up to date.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::DdbKeys;
use crate::error::{FaultyKey, KeyError};
use crate::key::schema::KeySchema;
use crate::key::{Collect, KeyPair, KeyTexts, KeyValue, Pair};
use crate::part::{Format, KeyPart};

/// The actions of an update expression that bring index attributes up to date: what to set, and what to
/// remove.
///
/// It never touches a key attribute of the table, nor an attribute that is a field of the entity: your own
/// update writes those. Every placeholder starts with `#ddbkey_` or `:ddbkey_`.
///
/// ```
/// use ddbkey::DdbKeys;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// #[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
/// struct User { user_id: String, email: Option<String> }
///
/// let mut user = User { user_id: "u1".into(), email: Some("ada@x.org".into()) };
/// let update = user.index_update()?;
/// assert_eq!(
///     update.expression("SET #name = :name"),
///     "SET #name = :name, #ddbkey_0 = :ddbkey_0, #ddbkey_1 = :ddbkey_1",
/// );
///
/// user.email = None;
/// let update = user.index_update()?;
/// assert_eq!(
///     update.expression("SET #name = :name"),
///     "SET #name = :name REMOVE #ddbkey_0, #ddbkey_1",
/// );
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[must_use = "an update does nothing until it is sent"]
pub struct IndexUpdate {
    set: Vec<(&'static str, KeyValue<'static>)>,
    remove: Vec<&'static str>,
    before: Option<Before>,
}

/// The item that an update is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Before {
    /// The partition key of the table, which every item has.
    pk: &'static str,
    /// What it has in the attributes of the update, in their order.
    values: Vec<(Option<KeyValue<'static>>, IsFilled)>,
}

/// Whether each item has an attribute, as soon as its index is filled: the index is not sparse.
type IsFilled = bool;

impl IndexUpdate {
    #[cfg(feature = "aws-sdk")]
    pub(crate) const fn new(
        set: Vec<(&'static str, KeyValue<'static>)>,
        remove: Vec<&'static str>,
    ) -> Self {
        Self { set, remove, before: None }
    }

    /// Returns the condition under which the update of [`index_update_from`](DdbKeys::index_update_from) may
    /// be made: the item exists, and its indexes are as they were read. An index that every item is in may
    /// also be missing, since a backfill may not have reached the item. `None` for an update that is made
    /// from nothing.
    #[must_use]
    pub fn condition(&self) -> Option<String> {
        let before = self.before.as_ref()?;
        let mut condition = String::from("attribute_exists(#ddbkey_pk)");
        for (at, value) in before.values.iter().enumerate() {
            condition += &match value {
                (Some(_), true) => format!(
                    " AND (#ddbkey_{at} = :ddbkey_{at}_old OR attribute_not_exists(#ddbkey_{at}))"
                ),
                (Some(_), false) => format!(" AND #ddbkey_{at} = :ddbkey_{at}_old"),
                (None, _) => format!(" AND attribute_not_exists(#ddbkey_{at})"),
            };
        }
        Some(condition)
    }

    /// Returns the actions of a `SET` clause, without the keyword; it prints nothing if there are none.
    #[must_use]
    pub fn set(&self) -> impl fmt::Display + '_ {
        Actions(self.set.len(), |f: &mut fmt::Formatter<'_>, at: usize| {
            write!(f, "#ddbkey_{at} = :ddbkey_{at}")
        })
    }

    /// Returns the paths of a `REMOVE` clause, without the keyword; it prints nothing if there are none.
    #[must_use]
    pub fn remove(&self) -> impl fmt::Display + '_ {
        let set = self.set.len();
        Actions(self.remove.len(), move |f: &mut fmt::Formatter<'_>, at: usize| {
            write!(f, "#ddbkey_{}", set + at)
        })
    }

    /// Returns your update expression with these actions merged in, each keyword once.
    #[must_use]
    pub fn expression(&self, yours: &str) -> String {
        let with_set = merged(yours, "SET", &format!("{}", self.set()));
        merged(&with_set, "REMOVE", &format!("{}", self.remove()))
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (String, &'static str)> {
        let names = self.set.iter().map(|(name, _)| *name).chain(self.remove.iter().copied());
        let names = names.enumerate().map(|(at, name)| (format!("#ddbkey_{at}"), name));
        names.chain(self.before.iter().map(|before| ("#ddbkey_pk".into(), before.pk)))
    }

    /// Returns placeholders and the values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (String, KeyValue<'_>)> {
        let values = self.set.iter().map(|(_, value)| value.as_borrowed());
        let values = values.enumerate().map(|(at, value)| (format!(":ddbkey_{at}"), value));
        let before = self.before.iter().flat_map(|before| before.values.iter().enumerate());
        values.chain(before.filter_map(|(at, (value, _))| {
            Some((format!(":ddbkey_{at}_old"), value.as_ref()?.as_borrowed()))
        }))
    }

    /// Returns whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.remove.is_empty()
    }
}

/// Prints this many actions, separated by commas.
struct Actions<F>(usize, F);

impl<F: Fn(&mut fmt::Formatter<'_>, usize) -> fmt::Result> fmt::Display for Actions<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.0).try_for_each(|at| {
            f.write_str(if at == 0 { "" } else { ", " })?;
            self.1(f, at)
        })
    }
}

/// Adds actions to the clause of a keyword, or as a clause of their own.
fn merged(expression: &str, keyword: &str, actions: &str) -> String {
    if actions.is_empty() {
        return expression.into();
    }
    let clauses: Vec<_> = clauses(expression).collect();
    let own = clauses.iter().position(|(_, word)| word.eq_ignore_ascii_case(keyword));
    match own {
        Some(own) => {
            let end = clauses.get(own + 1).map_or(expression.len(), |(at, _)| *at);
            let (before, behind) = expression.split_at(end);
            let space = if behind.is_empty() { "" } else { " " };
            format!("{}, {actions}{space}{behind}", before.trim_end())
        }
        None if expression.trim().is_empty() => format!("{keyword} {actions}"),
        None => format!("{} {keyword} {actions}", expression.trim_end()),
    }
}

/// The keywords of an update expression, each with its place. They are reserved words, so no attribute can
/// be written as one.
fn clauses(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || "_#:.-".contains(c);
    let mut rest = 0;
    let words = core::iter::from_fn(move || {
        let start = rest + expression.get(rest..)?.find(is_name)?;
        let word = expression.get(start..)?;
        let length = word.find(|c| !is_name(c)).unwrap_or(word.len());
        rest = start + length;
        Some((start, &word[..length]))
    });
    words.filter(|(_, word)| {
        ["SET", "REMOVE", "ADD", "DELETE"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
    })
}

/// The update of all indexes of an entity.
pub(super) fn of_entity<T: DdbKeys>(entity: &T) -> Result<IndexUpdate, KeyError> {
    let mut collector = UpdateCollector::new(<T::Key<'static> as KeyPair<'static>>::SCHEMA);
    entity.collect_indexes(&mut collector);
    collector.finish()
}

/// The update of the indexes in which two versions of an item differ.
pub(super) fn between<T: DdbKeys>(old: &T, new: &T) -> Result<IndexUpdate, KeyError> {
    let (was, is) = (old.keys()?, new.keys()?);
    let table = T::SCHEMA.key();
    if let Some(other) = table.attributes().find(|own| was.get(own.name()) != is.get(own.name())) {
        return Err(KeyError::OtherItem { key: FaultyKey(other.pattern()) });
    }
    let ours = |index: &'static KeySchema| {
        let attributes = index.attributes();
        attributes.filter(|own| is_ours(table, own.name(), own.is_field())).map(|own| own.name())
    };
    let differs =
        |index: &&'static KeySchema| ours(index).any(|name| was.value(name) != is.value(name));
    let mut names: Vec<&'static str> = Vec::new();
    for name in T::SCHEMA.indexes().filter(differs).flat_map(ours) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| is.get(name).is_none());
    let is_filled = |name: &str| {
        let mut indexes = T::SCHEMA.indexes().filter(|index| !index.is_sparse());
        indexes.any(|index| index.has_attribute(name))
    };
    let values = names
        .iter()
        .map(|name| (was.value(name).map(KeyValue::into_owned), is_filled(name)))
        .collect();
    let set = names.iter().filter_map(|name| Some((*name, is.value(name)?.into_owned())));
    Ok(IndexUpdate {
        set: set.collect(),
        remove: names.iter().copied().filter(|name| is.get(name).is_none()).collect(),
        before: table.attribute_at(0).map(|pk| Before { pk: pk.name(), values }),
    })
}

/// The update of one index, whose keys know those of the table.
///
/// # Errors
///
/// Returns [`KeyError`] if a key cannot be built.
pub fn update<'k, P: Pair<'k>>(pair: P) -> Result<IndexUpdate, KeyError> {
    let mut collector = UpdateCollector::new(P::TABLE.map_or(P::SCHEMA, |table| table()));
    collector.index(pair);
    collector.finish()
}

/// Collects an [`IndexUpdate`].
struct UpdateCollector {
    table: &'static KeySchema,
    update: IndexUpdate,
    error: Option<KeyError>,
}

impl UpdateCollector {
    fn new(table: &'static KeySchema) -> Self {
        Self { table, update: IndexUpdate::default(), error: None }
    }

    fn finish(mut self) -> Result<IndexUpdate, KeyError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let IndexUpdate { set, remove, .. } = &mut self.update;
        remove.retain(|name| !set.iter().any(|(other, _)| other == name));
        Ok(self.update)
    }

    fn add<'k, P: Pair<'k>>(&mut self, pair: P) -> Result<(), KeyError> {
        let (pk, sk) = pair.split();
        let (pk, sk) = (pk.texts()?, sk.texts()?);
        for (attribute, text) in P::SCHEMA.attributes().zip(pk.into_iter().chain(sk)) {
            let is_known = self.update.set.iter().any(|(other, _)| *other == attribute.name());
            if !is_known && is_ours(self.table, attribute.name(), attribute.is_field()) {
                let value = KeyValue::of(attribute.attribute_type(), text);
                self.update.set.push((attribute.name(), value));
            }
        }
        Ok(())
    }
}

/// Whether an update of the index may touch an attribute.
fn is_ours(table: &KeySchema, name: &str, is_field: bool) -> bool {
    !is_field && table.attributes().all(|attribute| attribute.name() != name)
}

impl Collect for UpdateCollector {
    fn index<'k, P: Pair<'k>>(&mut self, pair: P) -> &mut Self {
        if self.error.is_none() {
            self.error = self.add(pair).err();
        }
        self
    }

    fn sparse<'k, P: Pair<'k>>(&mut self, pair: Option<P>) -> &mut Self {
        if let Some(pair) = pair {
            return self.index(pair);
        }
        for attribute in P::SCHEMA.attributes() {
            let name = attribute.name();
            if is_ours(self.table, name, attribute.is_field())
                && !self.update.remove.contains(&name)
            {
                self.update.remove.push(name);
            }
        }
        self
    }

    fn field<'k, P: Pair<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        _: &'static str,
        _: Option<T::Ref<'k>>,
    ) -> &mut Self {
        self
    }
}

/// The attributes that the update of an index may touch.
#[derive(Clone, Copy, Debug)]
pub struct AttributeNames {
    names: [&'static str; 8],
    length: usize,
}

/// The attributes that the update of an index may touch, for an entity in a table that names them.
#[must_use]
pub const fn attribute_names<T: DdbKeys, P: Pair<'static>>() -> AttributeNames {
    let (table, index) =
        (<T::Key<'static> as KeyPair<'static>>::SCHEMA, <P as KeyPair<'static>>::SCHEMA);
    let mut names = AttributeNames { names: [""; 8], length: 0 };
    let mut at = 0;
    while let Some(attribute) = index.attribute_at(at) {
        if !attribute.is_field() && !table.has_attribute(attribute.name()) {
            names.names[names.length] = attribute.name();
            names.length += 1;
        }
        at += 1;
    }
    names
}

impl AttributeNames {
    /// The names.
    #[must_use]
    pub const fn as_slice(&'static self) -> &'static [&'static str] {
        self.names.split_at(self.length).0
    }
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn actions_join_the_clause_of_their_keyword() {
        for (yours, set, wanted) in [
            ("", "a = b", "SET a = b"),
            ("SET x = :x", "a = b", "SET x = :x, a = b"),
            ("set x = :x REMOVE y", "a = b", "set x = :x, a = b REMOVE y"),
            ("REMOVE y", "a = b", "REMOVE y SET a = b"),
            ("ADD n :one", "a = b", "ADD n :one SET a = b"),
            (
                "SET #set = :set, x.remove = if_not_exists(y, :z) ADD n :n",
                "a = b",
                "SET #set = :set, x.remove = if_not_exists(y, :z), a = b ADD n :n",
            ),
            ("SET x = :x", "", "SET x = :x"),
        ] {
            assert_eq!(merged(yours, "SET", set), wanted, "{yours:?}");
        }
    }
}
