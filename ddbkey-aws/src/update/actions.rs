//! Turns the difference between two states of an entity into the actions of an update.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::schema::EntitySchema;
use serde_dynamo::AttributeValue as SerdeValue;

use super::ItemState;
use super::members::{self, Lost};
use crate::error::{AttributeFault, FormatFault, ItemError, ItemFault, VersionFault};
use crate::expressions::{Action, NamedActions, with_members};
use crate::guard::Guard;
use crate::items::check_time_to_live;
use crate::number::Number;
use crate::schema::ItemSchema as _;
use crate::value::{Item, attribute_value};

/// The actions of an update, at most one for each attribute.
pub(super) struct Actions<'i> {
    guard: &'i Guard,
    schema: &'static EntitySchema,
    item: &'i Item,
    list: NamedActions,
}

impl<'i> Actions<'i> {
    /// Returns the actions that turn the item of one state into the item of the other. `None` if the states are equal.
    pub(super) fn between(
        guard: &'i Guard,
        item: &'i Item,
        before: &ItemState,
        after: &ItemState,
    ) -> Result<Option<NamedActions>, ItemError> {
        let mut actions = Actions { guard, schema: before.schema, item, list: Vec::new() };
        actions.fields(before, after)?;
        actions.key_attributes(after)?;
        actions.indexes(before, after)?;
        check_time_to_live(actions.schema, actions.time_to_live())?;
        if actions.list.is_empty() {
            return Ok(None);
        }
        actions.version(before, after)?;
        // This comes last: a field that is set has no other name.
        actions.second_names();
        Ok(Some(actions.list))
    }

    fn error(&self, fault: ItemFault) -> ItemError {
        ItemError::new(self.schema.name(), fault)
    }

    /// Returns the time to live that the actions set.
    fn time_to_live(&self) -> Option<&AttributeValue> {
        let name = self.schema.ttl_attribute()?;
        self.list.iter().find_map(|(other, action)| match action {
            Action::Set(value) if other == name => Some(value),
            _ => None,
        })
    }

    fn is_field(&self, name: &str) -> bool {
        self.schema.writes(name)
    }

    fn has(&self, name: &str) -> bool {
        self.list.iter().any(|(other, _)| other == name)
    }

    /// Adds the fields that serde writes differently or no longer writes. No flattened field writes a key attribute.
    fn fields(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let (mut changed, mut kept) = (Vec::new(), 0);
        for (name, old) in &before.fields {
            let Some(new) = after.fields.get(name) else {
                changed.push((name, Action::Remove));
                continue;
            };
            kept += 1;
            if !is_same(old, new) {
                changed.push((name, self.set(name, old, new)?));
            }
        }
        let is_new = |(name, _): &(&String, &SerdeValue)| !before.fields.contains_key(*name);
        // Most changes add no field, and then none is looked up.
        let new = after.fields.iter().filter(is_new).take(after.fields.len() - kept);
        changed.extend(new.map(|(name, new)| (name, Action::Set(new.clone().into()))));
        changed.sort_unstable_by_key(|(name, _)| *name);
        for (name, action) in changed {
            let mut added = self.schema.added_names();
            if let Some(added) = added.find(|added| added == name && !self.is_field(added)) {
                return Err(self.error(ItemFault::Attribute(added, AttributeFault::Duplicate)));
            }
            self.check_is_read(name)?;
            self.list.push((name.clone().into(), action));
        }
        Ok(())
    }

    /// Sets an attribute to what serde writes. For a map, sets only the members that differ.
    fn set(
        &self,
        name: &str,
        before: &SerdeValue,
        after: &SerdeValue,
    ) -> Result<Action, ItemError> {
        let names = self
            .guard
            .field(name)
            .map(|field| field.stored_names(|name| self.item.contains_key(name)));
        let at = names.and_then(|names| names.first().copied()).unwrap_or(name);
        let stored = self.item.get(at);
        let members = match members::changes(stored, before, after) {
            Ok(members) => members,
            Err(Lost) => return Err(self.error(ItemFault::NotRepresented(name.into()))),
        };
        Ok(match (members, stored) {
            (Some(members), _) if at == name => Action::SetMembers(members),
            // The field gets the name that serde writes, with the members that the struct does not know.
            (Some(members), Some(stored)) => Action::Set(with_members(stored, &members)),
            _ => Action::Set(after.clone().into()),
        })
    }

    /// Refuses to change a field that serde writes under one name and reads only under others: the closure has not seen the
    /// stored value.
    fn check_is_read(&self, name: &str) -> Result<(), ItemError> {
        let fields = self.guard.fields();
        let Some(written) = fields.iter().find(|field| field.written() == Some(name)) else {
            return Ok(());
        };
        // Such a field has two records, and the record of the written name reads no name.
        let mut read = fields.iter().filter(|field| field.field == written.field);
        match read.find_map(|field| field.read_names().next()) {
            Some(read) if written.read_names().next().is_none() => {
                let fault = FormatFault::NotReadBack { written: name.into(), read };
                Err(self.error(ItemFault::Format(fault, None)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that fields which are set and are also key attributes hold the strings of the key.
    fn key_attributes(&self, after: &ItemState) -> Result<(), ItemError> {
        let of_indexes = |name: &str| {
            let attribute = self.schema.indexes().find_map(|index| index.attribute(name))?;
            (!self.schema.key().has_attribute(name)).then_some(attribute.name())
        };
        for (name, action) in &self.list {
            let (Some(name), Action::Set(written)) = (of_indexes(name), action) else { continue };
            match after.indexes.written(name)?.map(attribute_value) {
                Some(built) if built == *written => {}
                Some(_) => {
                    return Err(self.error(ItemFault::Mismatch(name)));
                }
                None if after.indexes.unbuilt().any(|unbuilt| unbuilt.name() == name) => {}
                None => {
                    return Err(self.error(ItemFault::Attribute(name, AttributeFault::Unexpected)));
                }
            }
        }
        Ok(())
    }

    /// Adds the attributes of each index whose parts differ, and of the indexes that share an attribute with it.
    fn indexes(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let is_unchanged = |name: &str| {
            let mut fields = self.guard.fields().iter().filter(|field| field.field == name);
            fields.all(|field| field.names().all(|name| !self.has(name)))
        };
        let is_lost = |name: &str| {
            let lost = before.indexes.lost_of(name).chain(after.indexes.lost_of(name));
            lost.map(|part| part.field).any(is_unchanged)
        };
        let attributes = self.guard.groups().iter().flat_map(|group| &group.attributes);
        let lost: Vec<&str> = attributes.copied().filter(|name| is_lost(name)).collect();
        for group in self.guard.groups() {
            let differs = |place| before.indexes.index(place).differs(after.indexes.index(place));
            if !group.places().any(differs) {
                continue;
            }
            for place in group.places() {
                let error = |state: &ItemState| state.indexes.error_in_index(place);
                if let (None, Some(error)) = (error(before), error(after)) {
                    return Err(error.into());
                }
            }
            for name in &group.attributes {
                self.index_attribute(name, after, lost.contains(name))?;
            }
        }
        Ok(())
    }

    /// Adds an index attribute that differs. If a part is lost, only the item has its value.
    fn index_attribute(
        &mut self,
        name: &'static str,
        after: &ItemState,
        is_lost: bool,
    ) -> Result<(), ItemError> {
        let at = self.list.iter().position(|(other, _)| other == name);
        let Some(built) = after.indexes.built(name).map(attribute_value) else {
            // If the attribute is a field, the closure has decided its value.
            if at.is_none() && !self.is_field(name) && self.item.contains_key(name) {
                self.list.push((name.into(), Action::Remove));
            }
            return Ok(());
        };
        let written = after.fields.get(name).cloned().map(AttributeValue::from);
        match at.map(|at| &mut self.list[at].1) {
            Some(Action::Set(_)) => {}
            // Serde leaves out a value that an index needs.
            Some(action) => *action = Action::Set(built),
            None if is_lost || self.item.get(name) == Some(&built) => {}
            None if written.is_some_and(|written| written != built) => {
                return Err(self.error(ItemFault::Mismatch(name)));
            }
            None => self.list.push((name.into(), Action::Set(built))),
        }
        Ok(())
    }

    /// Touches a field under all of its names, and keeps the name that serde writes.
    fn second_names(&mut self) {
        let touched = |name: &str| self.has(name);
        let fields = self.guard.fields().iter().filter(|field| field.names().any(touched));
        let others = fields
            .flat_map(|field| field.names().filter(move |name| Some(*name) != field.written()));
        let others: Vec<_> = others.filter(|name| self.item.contains_key(*name)).collect();
        self.list.extend(others.into_iter().map(|name| (name.into(), Action::Remove)));
    }

    /// Sets the version to one more than was read, or to 1.
    fn version(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let Some(version) = self.schema.version() else { return Ok(()) };
        let name = version.attribute;
        let fault = |fault| self.error(ItemFault::Version(name, fault));
        if before.fields.get(name) != after.fields.get(name) {
            return Err(fault(VersionFault::Changed));
        }
        let is_stored = |name: &&str| self.item.contains_key(*name);
        let stored = self.guard.field(name).and_then(|field| field.read_names().find(is_stored));
        let next = match self.item.get(stored.unwrap_or(name)) {
            None => 1,
            Some(AttributeValue::N(digits)) => {
                let read: u64 = digits.parse().map_err(|_| fault(VersionFault::NotANumber))?;
                if read >= version.max {
                    return Err(fault(VersionFault::AtMaximum));
                }
                read + 1
            }
            Some(_) => return Err(fault(VersionFault::NotANumber)),
        };
        self.list.push((name.into(), Action::Set(AttributeValue::N(next.to_string()))));
        Ok(())
    }
}

/// Returns whether two values are equal to DynamoDB: sets in any order, and numbers by their values.
pub(super) fn is_same(one: &SerdeValue, other: &SerdeValue) -> bool {
    use SerdeValue::{Bs, L, M, N, Ns, Ss};
    fn sorted<T: Ord>(set: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut sorted: Vec<_> = set.into_iter().collect();
        sorted.sort();
        sorted
    }
    if one == other {
        return true;
    }
    let number = |digits: &String| Number::of(digits);
    match (one, other) {
        (N(one), N(other)) => number(one).is_some() && number(one) == number(other),
        (Ns(one), Ns(other)) => sorted(one.iter().map(number)) == sorted(other.iter().map(number)),
        (Ss(one), Ss(other)) => sorted(one) == sorted(other),
        (Bs(one), Bs(other)) => sorted(one) == sorted(other),
        (L(one), L(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (M(one), M(other)) => {
            let has = |(name, value): (&String, &SerdeValue)| {
                other.get(name).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(has)
        }
        _ => false,
    }
}
