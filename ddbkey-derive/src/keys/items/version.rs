//! The version of an item, and the indexes that require one.

use syn::{Error, Type};

use super::{AttributeName, Version};
use crate::keys::model::{Entity, Key, KeyDeclaration};
use crate::keys::options::VersionOption;
use crate::keys::resolve::Resolver;
use crate::message;
use crate::names::RustName;
use crate::spans::here;
use crate::types::{bare, is_one_of};

/// The types of a version, with their maximum values.
const TYPES: [(&str, u64); 2] = [("u32", u32::MAX as u64), ("u64", u64::MAX)];

/// Types whose values a busy row would use up. After that, the row could never be updated again.
const SMALL_TYPES: [(&str, u32); 2] = [("u8", u8::BITS), ("u16", u16::BITS)];

/// Types that are flattened without being structs.
const MAPS: [&str; 4] = ["HashMap", "BTreeMap", "IndexMap", "Map"];

/// With these options on the struct, serde converts it, and no condition can name its fields.
const CONVERSIONS: [&str; 4] = ["from", "try_from", "into", "remote"];

impl Resolver<'_, '_> {
    /// The version: an unsigned integer that serde writes and reads and that is in no key.
    pub(super) fn version(
        &mut self,
        entity: &Entity<'_>,
        option: &VersionOption,
    ) -> Option<Version> {
        let version = self.version_of(entity, option)?;
        self.errors.ok(version)
    }

    fn version_of(
        &mut self,
        entity: &Entity<'_>,
        VersionOption { field: ident, attribute }: &VersionOption,
    ) -> Option<Result<Version, Error>> {
        let field = self.find(ident)?;
        let name = &field.name;
        let is_in_key = entity.own_keys().flat_map(Key::values).any(|value| value.is_field(name));
        let ty = bare(field.ty);
        let known = TYPES.iter().find(|(known, _)| is_one_of(ty, &[*known]));
        let small = SMALL_TYPES.iter().find(|(small, _)| is_one_of(ty, &[*small]));
        let is_code = field.serde.has_any(&["with", "serialize_with", "deserialize_with"]);
        let unstored = field.unstored(self.serde);
        Some(match (known, &field.attribute, attribute) {
            (None, ..) => Err(match small {
                Some((_, bits)) => message::version_too_small(field.ty, name, bits),
                None => message::version_not_a_number(field.ty, name),
            }),
            _ if is_in_key => Err(message::version_in_key(ident, name)),
            _ if is_code || unstored.is_some() => Err(message::version_not_stored(ident, name)),
            (Some(_), AttributeName::Skipped, _) => Err(message::version_not_stored(ident, name)),
            (Some(_), AttributeName::Unknown(option), None) => {
                Err(message::version_without_attribute(ident, name, option))
            }
            (Some(_), AttributeName::Known(known), Some(own)) if own.value() != *known => {
                Err(message::version_elsewhere(own, name, known))
            }
            (Some((_, max)), AttributeName::Known(known), _) => {
                Ok(Version { attribute: known.clone(), max: *max })
            }
            (Some((_, max)), AttributeName::Unknown(_), Some(own)) => {
                Ok(Version { attribute: own.value(), max: *max })
            }
        })
    }

    /// The fields that the wide condition of an update leaves out. Only fields whose attributes are known can be left
    /// out.
    pub(super) fn unguarded(&mut self, unguarded: &[RustName]) -> Vec<String> {
        let mut names = Vec::new();
        for ident in unguarded {
            let Some(field) = self.find(ident) else { continue };
            let converted = self.serde.options.first(&CONVERSIONS);
            let flattened = field.serde.first(&["flatten"]);
            match converted.or(flattened) {
                Some((option, _)) => {
                    self.errors.push(message::unguarded_without_name(ident, &field.name, option));
                }
                None => names.push(field.name.to_string()),
            }
        }
        names
    }

    /// If no condition can name the fields that an index is built from, the entity needs a version.
    pub(super) fn unguarded_indexes(&mut self, entity: &Entity<'_>) {
        let has_flattened_field = self.has_flattened_field();
        let converted = self.serde.options.first(&CONVERSIONS);
        for index in entity.indexes.iter().filter(|_| !self.is_guarded) {
            let method = method_of(index);
            let place = here(index.span);
            self.errors.extend(match (&converted, method) {
                (Some((option, _)), _) => {
                    Some(message::index_of_converted_struct(place, &index.name, option))
                }
                (None, Some(method)) if has_flattened_field => {
                    let inner = self.flattened_struct();
                    let inner = inner.map(|inner| format!("derive the keys on `{inner}`, "));
                    let inner = inner.unwrap_or_default();
                    Some(message::method_beside_flattened_field(place, &index.name, method, inner))
                }
                _ => None,
            });
        }
    }

    pub(super) fn has_flattened_field(&self) -> bool {
        self.fields.iter().any(|field| field.serde.has("flatten"))
    }

    /// The name of the type that is flattened, unless it is a map, which has no keys.
    fn flattened_struct(&self) -> Option<String> {
        let mut flattened = self.fields.iter().filter(|field| field.serde.has("flatten"));
        let Type::Path(path) = bare(flattened.next()?.ty) else { return None };
        let name = path.path.segments.last()?.ident.to_string();
        (!MAPS.contains(&&*name)).then_some(name)
    }
}

/// A method that a part of the index calls.
fn method_of(index: &KeyDeclaration) -> Option<String> {
    let mut methods = index.own_keys().flat_map(Key::values).filter(|own| own.source.is_method);
    methods.next().map(|value| value.name.to_string())
}
