//! From the attributes to the model: every name is looked up, and every part gets its type. Where something
//! is wrong, the model has the next best thing, so that code which uses the struct causes no further error.

mod fields;
mod indexes;
mod keys;
mod parts;

use syn::{DeriveInput, Field, Ident};

use super::model::{Entity, Index, Role, Source};
use super::options::DdbOptions;
use super::stored;
use crate::errors::Errors;
use crate::serde::{SerdeContainer, SerdeOptions};

/// The entity as declared.
pub fn resolve<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Entity<'a> {
    let options = DdbOptions::of(&input.attrs, errors);
    let mut resolver = Resolver {
        input,
        fields: fields::of(input, errors),
        serde: SerdeContainer::of(&input.attrs),
        runtime: options.runtime,
        separator: options.separator,
        prefix: options.prefix.unwrap_or_else(|| input.ident.clone()),
        sources: Vec::new(),
        errors,
    };
    let pk = resolver.primary_key("pk", Role::Pk);
    let sk = resolver.primary_key("sk", Role::Sk);
    let pk = pk.unwrap_or_else(|| resolver.missing_pk());
    let (indexes, former) = resolver.owners(&pk, sk.as_ref());
    let own_keys = [Some(&pk), sk.as_ref()].into_iter().flatten();
    let own_keys = own_keys.chain(indexes.iter().flat_map(Index::own_keys));
    let other_fields = resolver.other_fields(own_keys);
    let mut fields = resolver.fields.iter().map(|(_, field)| SerdeOptions::of(&field.attrs));
    let has_flattened_field = fields.any(|options| options.has("flatten"));
    let is_strict = resolver.serde.options.has("deny_unknown_fields");
    let is_converted = stored::is_converted(&resolver.serde);
    let mut entity = Entity {
        input,
        runtime: resolver.runtime.clone(),
        prefix: resolver.prefix.clone(),
        table: options.table,
        type_name: options.type_name,
        pk,
        sk,
        indexes,
        former,
        fields_from_keys: Vec::new(),
        other_fields,
        has_flattened_field,
        is_strict,
        is_converted,
    };
    resolver.skipped_fields(&entity);
    if options.fields_from_keys {
        entity.fields_from_keys = resolver.fields_from_keys(&entity);
    }
    entity
}

struct Resolver<'a, 'e> {
    input: &'a DeriveInput,
    fields: Vec<(&'a Ident, &'a Field)>,
    serde: SerdeContainer,
    runtime: syn::Path,
    separator: char,
    prefix: Ident,
    /// The names of all values so far, and where each comes from.
    sources: Vec<(String, Source)>,
    errors: &'e mut Errors,
}
