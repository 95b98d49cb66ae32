//! The fields as serde stores them, beside the keys of an item.

use syn::LitStr;

use super::{AttributeName, FieldRecord, KeyField, NamedField};
use crate::keys::model::{Entity, Key, Owner, Source, Value};
use crate::keys::resolve::Resolver;
use crate::message;
use crate::names::RustName;
use crate::spans::here;

/// The help for a field that only the key of an item holds.
const SET_FROM_KEY: &str =
    "`#[ddb(fields_from_keys)]`, which reads the field from the key of the item";

impl Resolver<'_, '_> {
    /// A field that serde skips is stored only in the key. So the plain key needs each skipped field of another key,
    /// and each legacy key needs each skipped field of the plain key. Another rule makes alternatives have all parts of
    /// the plain key.
    pub(super) fn skipped_fields(&mut self, entity: &Entity<'_>) {
        let plain = entity.pair_values(None);
        for other in &entity.alternatives {
            let (values, place) = (entity.pair_values(Some(other)), here(other.span));
            let lost = self.skipped(&values, &plain, false).into_iter();
            if other.owner == Owner::Alternative {
                let options = self.skipped(&values, &[], true).into_iter();
                let lost = lost.chain(options.filter(|name| !entity.is_always_told(name)));
                self.errors.extend(lost.map(|name| message::alternative_loses_field(&place, name)));
                continue;
            }
            for name in self.skipped(&plain, &values, false) {
                self.errors.push(message::legacy_key_without_field(&place, &other.name, &name));
            }
            for name in lost {
                self.errors.push(message::field_of_legacy_key(&place, &other.name, &name));
            }
        }
    }

    /// The fields of a key that serde does not store and that another key lacks.
    fn skipped(&self, key: &[&Value], other: &[&Value], is_optional: bool) -> Vec<RustName> {
        let source = Source { is_method: false, is_optional };
        let fields = key.iter().filter(|value| value.source == source);
        let names = fields.map(|value| value.name.clone());
        names
            .filter(|name| {
                self.field_named(name).is_some_and(|field| field.unstored(self.serde).is_some())
                    && other.iter().all(|value| value.name != *name)
            })
            .collect()
    }

    /// The fields of primary keys that serde leaves out or defaults.
    pub(super) fn fields_from_keys(&self, entity: &Entity<'_>) -> Vec<KeyField> {
        let mut found: Vec<KeyField> = Vec::new();
        let keys = entity.primary_keys().flat_map(|(_, pk, sk)| [Some(pk), sk]);
        for value in keys.flatten().flat_map(Key::values) {
            let is_new = found.iter().all(|other| other.name != value.name);
            let field = self.field_named(&value.name);
            let field = field.filter(|_| is_new && !value.source.is_method);
            let Some(NamedField { name, read, has_default, .. }) = field else { continue };
            if !(*has_default || read.is_empty()) {
                continue;
            }
            let Some(name) = RustName::new(name.as_str(), name.span()) else { continue };
            let attributes = read.iter().map(LitStr::value).collect();
            found.push(KeyField { name, attributes });
        }
        found
    }

    /// Each field of a key that is written is one that serde reads back, or one that is set from the key of the item. For
    /// an index, that key has to hold the field in the same or a finer format.
    pub(super) fn unstored_fields(&mut self, entity: &Entity<'_>, from_keys: &[KeyField]) {
        for field in self.fields {
            let Some((option, place)) = field.unstored(self.serde) else { continue };
            let (name, is_renamed) = (&field.name, option.starts_with("rename"));
            let is_it = |value: &&Value| value.is_field(name);
            let is_set = from_keys.iter().any(|own| own.name == *name);
            let mut written = std::iter::once(None).chain(entity.written().map(Some));
            if !is_set && written.any(|owner| entity.pair_values(owner).iter().any(is_it)) {
                let help = if field.has_default || field.read.is_empty() {
                    format!("add {SET_FROM_KEY}")
                } else if is_renamed {
                    self.alias(field)
                } else {
                    format!("add `#[serde(default)]` and {SET_FROM_KEY}")
                };
                self.errors.push(message::key_of_unread_field(place, name, &self.name, help));
                continue;
            }
            let is_given = |value: &Value| {
                entity.primary_keys().all(|(_, pk, sk)| {
                    let values = pk.values().chain(sk.into_iter().flat_map(Key::values));
                    values.filter(is_it).any(|given| given.format.keeps(value.format))
                })
            };
            let lost = entity.indexes.iter().find(|index| {
                let mut values = index.own_keys().flat_map(Key::values).filter(is_it);
                values.any(|value| !is_set || !is_given(value))
            });
            let Some(index) = lost else { continue };
            let help = if is_renamed {
                self.alias(field)
            } else {
                format!(
                    "remove `{option}`, and give an API that hides `{name}` a struct of its own"
                )
            };
            self.errors.push(message::index_over_unread_field(place, name, &index.name, help));
        }
    }

    /// The help for a field that serde reads under another name than the one that it writes.
    fn alias(&self, field: &NamedField<'_>) -> String {
        let written = self.serde.field(&field.serde, &field.name).serialize;
        format!("add `#[serde(alias = \"{written}\")]`")
    }

    /// The fields as serde stores them. The keys and the time to live are the entity's.
    pub(super) fn records<'k>(
        &self,
        keys: impl Iterator<Item = &'k Key>,
        ttl: Option<&'k str>,
    ) -> Vec<FieldRecord> {
        let own = keys.flat_map(Key::own_attributes).filter(|own| own.is_field);
        let own: Vec<_> = own.map(|own| own.name.as_str()).chain(ttl).collect();
        let is_left_out = |field: &NamedField<'_>| {
            field.known_attribute().is_some_and(|own_name| own.contains(&own_name))
        };
        let records = self.fields.iter().flat_map(|field| {
            let unread = self.written_apart(field);
            let unread = unread.map(|name| FieldRecord::written_alone(field.name.clone(), name));
            [field.record(is_left_out(field))].into_iter().chain(unread)
        });
        records.collect()
    }

    /// The name that serde writes, if it reads the field under other names.
    fn written_apart(&self, field: &NamedField<'_>) -> Option<String> {
        let AttributeName::Unknown(option) = &field.attribute else { return None };
        let is_renamed = option.starts_with("rename") && !field.read.is_empty();
        let written = is_renamed.then(|| self.serde.field(&field.serde, &field.name).serialize)?;
        (field.read.iter().all(|own| own.value() != written)).then_some(written)
    }
}
