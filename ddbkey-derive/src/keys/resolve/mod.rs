//! From the attributes to the model: looks up every name, and gives every part its type. Where something is wrong, the
//! model gets the [closest correct value](crate::errors).

mod fields;
mod indexes;
mod keys;
mod literals;
mod parts;

use proc_macro2::Span;
use syn::DeriveInput;

use super::items::{Items, NamedField};
use super::model::{Entity, Source};
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
        is_guarded: options.items.is_guarded(),
        literals: options.literals,
        quoted: Vec::new(),
        errors,
    };
    resolver.attributes_on_fields();
    let pk = resolver.primary_key("pk");
    let sk = resolver.primary_key("sk");
    let pk = pk.unwrap_or_else(|| resolver.missing_pk());
    let (indexes, alternatives) = resolver.owners(&pk, sk.as_ref());
    resolver.quoted_fields();
    let mut entity = Entity {
        input,
        name: resolver.name.clone(),
        runtime: options.runtime,
        prefix: resolver.prefix.clone(),
        table: options.table,
        pk,
        sk,
        indexes,
        alternatives,
        items: Items::default(),
        is_faulty: false,
    };
    entity.items = resolver.items(&entity, options.items);
    entity
}

pub struct Resolver<'a, 'e> {
    input: &'a DeriveInput,
    pub fields: &'e [NamedField<'a>],
    pub serde: &'e SerdeContainer,
    separator: char,
    pub name: RustName,
    prefix: RustName,
    /// Whether every index is safe to update: a version is declared, with or without a mistake, or updates are made by
    /// hand.
    pub is_guarded: bool,
    /// The names of all values so far, and their sources.
    sources: Vec<(RustName, Source)>,
    /// The words that the entity declares as literals.
    literals: Vec<String>,
    /// The literals that are names of fields which their key could have.
    quoted: Vec<(&'e NamedField<'a>, Span)>,
    pub errors: &'e mut Errors,
}
