//! From the attributes to the model: looks up every name, and gives every part its type. Where something is wrong, the
//! model gets the [closest correct value](crate::errors).

mod fields;
mod indexes;
mod keys;
mod literals;
mod parts;
mod ttl;
mod version;

use syn::DeriveInput;

use super::field::{NamedField, is_converted};
use super::model::{Entity, KeyDeclaration, Role, Source, Updates};
use super::options::DdbOptions;
use crate::errors::Errors;
use crate::names::RustName;
use crate::serde::SerdeContainer;

/// The entity as declared.
pub fn resolve<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Entity<'a> {
    let options = DdbOptions::of(&input.attrs, errors);
    let serde = SerdeContainer::of(&input.attrs);
    let fields = fields::of(input, &serde, errors);
    let mut resolver = Resolver {
        input,
        fields: &fields,
        serde: &serde,
        separator: options.separator,
        prefix: options.prefix.unwrap_or_else(|| RustName::of(&input.ident)),
        name: RustName::of(&input.ident),
        sources: Vec::new(),
        is_guarded: options.version.is_some() || options.updates_by_hand,
        errors,
    };
    let pk = resolver.primary_key("pk", Role::Pk);
    let sk = resolver.primary_key("sk", Role::Sk);
    let pk = pk.unwrap_or_else(|| resolver.missing_pk());
    let (indexes, alternatives) = resolver.owners(&pk, sk.as_ref());
    let own_keys = [Some(&pk), sk.as_ref()].into_iter().flatten();
    let own_keys = own_keys.chain(indexes.iter().flat_map(KeyDeclaration::own_keys));
    let ttl = options.ttl.and_then(|field| resolver.ttl(&field));
    let tenant = options.tenant.and_then(|field| Some(resolver.find(&field)?.name.to_string()));
    let records = resolver.records(own_keys, ttl.as_deref());
    let mut entity = Entity {
        input,
        name: resolver.name.clone(),
        runtime: options.runtime,
        prefix: resolver.prefix.clone(),
        table: options.table,
        type_name: options.type_name,
        legacy_type_names: options.legacy_type_names,
        pk,
        sk,
        indexes,
        alternatives,
        fields_from_keys: Vec::new(),
        fields: records,
        unguarded: Vec::new(),
        updates: if options.updates_by_hand { Updates::ByHand } else { Updates::Compared },
        ttl,
        tenant,
        has_flattened_field: fields.iter().any(|field| field.serde.has("flatten")),
        is_strict: serde.options.has("deny_unknown_fields"),
        is_converted: is_converted(&serde),
        is_faulty: false,
    };
    resolver.skipped_fields(&entity);
    if options.fields_from_keys {
        entity.fields_from_keys = resolver.fields_from_keys(&entity);
    }
    resolver.unstored_fields(&entity);
    if let Some(version) = options.version.and_then(|option| resolver.version(&entity, &option)) {
        entity.updates = Updates::Counted(version);
    }
    entity.unguarded = resolver.unguarded(&options.unguarded);
    resolver.unguarded_indexes(&entity);
    entity
}

struct Resolver<'a, 'e> {
    input: &'a DeriveInput,
    fields: &'e [NamedField<'a>],
    serde: &'e SerdeContainer,
    separator: char,
    name: RustName,
    prefix: RustName,
    /// Whether every index is safe to update: a version is declared, with or without a mistake, or updates are made by
    /// hand.
    is_guarded: bool,
    /// The names of all values so far, and their sources.
    sources: Vec<(RustName, Source)>,
    errors: &'e mut Errors,
}
