//! The items of an entity: how serde stores their fields, what updates compare, and when they expire. No key needs any of
//! it.

pub mod expand;
mod facts;
mod field;
mod model;
mod stored;
mod ttl;
mod version;

pub use self::field::{AttributeName, NamedField};
pub use self::model::{FieldRecord, Items, KeyField, Stored, Updates, Version};

use self::field::is_converted;
use super::model::Entity;
use super::options::ItemOptions;
use super::resolve::Resolver;

impl Resolver<'_, '_> {
    /// What the entity says about its items. Reports what does not fit its keys.
    pub fn items(&mut self, entity: &Entity<'_>, options: ItemOptions) -> Items {
        let ttl = options.ttl.and_then(|field| self.ttl(&field));
        let tenant = options.tenant.and_then(|field| Some(self.find(&field)?.name.to_string()));
        let mut fields = self.records(entity.own_keys(), ttl.as_deref());
        for field in self.fields {
            if let Some(record) = fields.iter_mut().find(|record| record.name == field.name) {
                record.facts = facts::of(entity, self.serde, field);
            }
        }
        self.skipped_fields(entity);
        let fields_from_keys =
            if options.fields_from_keys { self.fields_from_keys(entity) } else { Vec::new() };
        self.unstored_fields(entity, &fields_from_keys);
        let version = options.version.and_then(|option| self.version(entity, &option));
        let updates = match version {
            Some(version) => Updates::Counted(version),
            None if options.updates_by_hand => Updates::ByHand,
            None => Updates::Compared,
        };
        let unguarded = self.unguarded(&options.unguarded);
        self.unguarded_indexes(entity);
        Items {
            type_name: options.type_name,
            type_names: options.type_names,
            legacy_type_names: options.legacy_type_names,
            fields_from_keys,
            fields,
            has_flattened_field: self.has_flattened_field(),
            updates,
            ttl,
            tenant,
            unguarded,
            is_strict: self.serde.options.has("deny_unknown_fields"),
            is_converted: is_converted(self.serde),
        }
    }
}
