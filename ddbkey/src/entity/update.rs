//! Bringing the index attributes of a stored item up to date.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::DdbKeys;
use super::expressions::{Action, ExpressionAttribute, Expressions};
use crate::error::{FaultyKey, KeyError};
use crate::key::schema::KeySchema;
use crate::key::{KeyPair, KeyValue, Keys, Pair};

/// The actions of an update expression that bring index attributes up to date.
///
/// They set some attributes and remove others. They never touch a key attribute of the table, nor an attribute that is a field of the entity: your own
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "an update does nothing until it is sent"]
pub struct IndexUpdate(pub(crate) Expressions<KeyValue<'static>>);

impl IndexUpdate {
    /// Returns the condition under which the update of [`index_update_from`](DdbKeys::index_update_from) may
    /// be made: the item exists, and its indexes are as they were read. An index that every item is in may
    /// also be missing, since a backfill may not have reached the item. `None` for an update that is made
    /// from nothing.
    #[must_use]
    pub fn condition(&self) -> Option<String> {
        self.0.condition()
    }

    /// Returns the actions of a `SET` clause, without the keyword; it prints nothing if there are none.
    #[must_use]
    pub fn set(&self) -> impl fmt::Display + '_ {
        self.0.set()
    }

    /// Returns the paths of a `REMOVE` clause, without the keyword; it prints nothing if there are none.
    #[must_use]
    pub fn remove(&self) -> impl fmt::Display + '_ {
        self.0.remove()
    }

    /// Returns your update expression with these actions merged in, each keyword once.
    #[must_use]
    pub fn expression(&self, yours: &str) -> String {
        self.0.update(yours)
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        self.0.names()
    }

    /// Returns placeholders and the values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (String, KeyValue<'_>)> {
        self.0.values().map(|(placeholder, value)| (placeholder, value.as_borrowed()))
    }

    /// Returns whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What brings these attributes, each once, from the old keys to the new ones.
    fn of(
        names: impl Iterator<Item = &'static str>,
        new: &Keys,
        old: Option<(&Keys, &'static KeySchema)>,
        is_filled: impl Fn(&str) -> bool,
    ) -> Self {
        let mut attributes: Vec<ExpressionAttribute<_>> = Vec::new();
        for name in names {
            if attributes.iter().all(|other| other.name != name) {
                let owned = |keys: &Keys| keys.value(name).map(KeyValue::into_owned);
                attributes.push(ExpressionAttribute {
                    name: name.into(),
                    action: owned(new).map_or(Action::Remove, Action::Set),
                    old: old.and_then(|(old, _)| owned(old)),
                    may_be_absent: is_filled(name),
                });
            }
        }
        let pk = old.and_then(|(_, table)| table.attribute_at(0)).map(|pk| pk.name());
        Self(Expressions::new(pk, attributes))
    }
}

/// The update of all indexes of an entity.
pub(super) fn of_entity<T: DdbKeys>(entity: &T) -> Result<IndexUpdate, KeyError> {
    let names = T::SCHEMA.indexes().flat_map(|index| touched(T::SCHEMA.key(), index));
    Ok(IndexUpdate::of(names, &entity.keys()?, None, |_| false))
}

/// The update of the indexes in which two versions of an item differ.
pub(super) fn between<T: DdbKeys>(old: &T, new: &T) -> Result<IndexUpdate, KeyError> {
    let (was, is) = (old.keys()?, new.keys()?);
    let (table, indexes) = (T::SCHEMA.key(), T::SCHEMA.indexes());
    let differs = |name: &str| was.value(name) != is.value(name);
    if let Some(other) = table.attributes().find(|own| differs(own.name())) {
        return Err(KeyError::OtherItem { key: FaultyKey(other.pattern()) });
    }
    let changed = indexes.clone().filter(|index| touched(table, index).any(differs));
    // An item may lack what its index does not have yet.
    let is_filled = |name: &str| {
        let mut filled = indexes.clone().filter(|index| !index.is_sparse);
        filled.any(|index| index.has_attribute(name))
    };
    let names = changed.flat_map(|index| touched(table, index));
    Ok(IndexUpdate::of(names, &is, Some((&was, table)), is_filled))
}

/// The update of one index, whose keys know those of the table.
///
/// # Errors
///
/// Returns [`KeyError`] if a key cannot be built.
pub fn update<'k, P: Pair<'k>>(pair: P) -> Result<IndexUpdate, KeyError> {
    let names = touched(P::POSITION.table.map_or(P::SCHEMA, |table| table()), P::SCHEMA);
    Ok(IndexUpdate::of(names, &pair.keys()?, None, |_| false))
}

/// The attributes of an index that an update may touch: no key attribute of the table, and no field.
fn touched(
    table: &'static KeySchema,
    index: &'static KeySchema,
) -> impl Iterator<Item = &'static str> {
    let AttributeNames { names, length } = AttributeNames::of(table, index);
    names.into_iter().take(length)
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
    AttributeNames::of(
        <T::Key<'static> as KeyPair<'static>>::SCHEMA,
        <P as KeyPair<'static>>::SCHEMA,
    )
}

impl AttributeNames {
    const fn of(table: &KeySchema, index: &KeySchema) -> Self {
        let (mut names, mut length, mut at) = ([""; 8], 0, 0);
        while let Some(attribute) = index.attribute_at(at) {
            if !attribute.is_field() && !table.has_attribute(attribute.name()) {
                names[length] = attribute.name();
                length += 1;
            }
            at += 1;
        }
        Self { names, length }
    }

    /// The names.
    #[must_use]
    pub const fn as_slice(&'static self) -> &'static [&'static str] {
        self.names.split_at(self.length).0
    }
}
