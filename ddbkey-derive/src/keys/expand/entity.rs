//! The trait `DdbKeys` on the entity itself.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, LifetimeParam};

use super::any::KeyEnum;
use super::checks;
use super::generics::{header, lifetime, static_type};
use super::index::IndexItem;
use super::pair::PairItem;
use super::query::{QueryItem, start};
use super::values::value_struct;
use crate::keys::items::expand::{hidden_updates, options, records, set_from_key};
use crate::keys::model::{Entity, Owner};

/// The keys of the table.
pub struct AllKeys<'e> {
    /// The plain keys.
    pub primary: &'e PairItem<'e>,
    pub others: &'e [IndexItem<'e>],
    /// The enum of the keys that are written, if there are several.
    pub shapes: Option<&'e KeyEnum<'e>>,
    /// The enum of all keys, if the entity has legacy keys.
    pub any: Option<&'e KeyEnum<'e>>,
}

impl<'e> AllKeys<'e> {
    /// The enum that has every key, unless the plain key is the only one.
    fn every(&self) -> Option<&'e KeyEnum<'e>> {
        self.any.or(self.shapes)
    }
}

/// ```ignore
/// /// - Primary key of [`Order`]: `USER#{user_id}` / `ORDER#{id}`.
/// impl DdbKeys for Order {
///     type Pk<'k> = OrderPk<'k>;
///     type Sk<'k> = OrderSk<'k>;
///     type Key<'k> = OrderKey<'k>;
///     type AnyKey<'k> = OrderKey<'k>;
///     type Query = OrderQuery<0>;
///     const ENTITY: Entity = Entity::new("Order", module_path!(), &[Record::text("user_id"), Record::text("id"), Record::number("total_cents")]);
///     fn key(&self) -> OrderKey<'_> {
///         OrderKey { user_id: &self.user_id, id: KeyPart::as_part(&self.id) }
///     }
///     fn query(pk: OrderPk<'_>) -> OrderQuery<0> {
///         OrderQuery(OpenQuery::of::<OrderKey<'_>>(pk))
///     }
///     fn collect_indexes<C: Collect>(&self, collect: &mut C) {
///         collect.index(self.gsi1());
///     }
/// }
/// ```
pub fn trait_impl(
    entity: &Entity<'_>,
    all: &AllKeys<'_>,
    query: Option<&QueryItem<'_>>,
    indexes: &[IndexItem<'_>],
) -> TokenStream {
    let &AllKeys { primary: primary @ &PairItem { pk, sk, .. }, others, shapes, any } = all;
    let (ident, lifetime) = (&entity.input.ident, lifetime(entity));
    let (impl_generics, type_generics, where_clause) = header(entity);
    let (constant, member) = (constant(entity), member(entity));
    let (pk_type, pk_elided) = (pk.fields.ty(), pk.fields.elided_ty());
    let sk_type = sk.map_or_else(|| quote!(__ddbkey::NoSortKey), |sk| sk.fields.ty());
    let (plain_type, plain_elided) = (primary.fields.ty(), primary.fields.elided_ty());
    let key_type = shapes.map_or(plain_type, KeyEnum::ty);
    let key_elided = shapes.map_or(plain_elided, KeyEnum::elided_ty);
    let (query_type, query) = start(primary, query);
    let index_keys = index_keys(indexes);
    let own: Vec<_> = std::iter::once(pk.key).chain(sk.map(|sk| sk.key)).collect();
    let plain = value_struct(primary.fields, &own);
    let key = shapes.map_or_else(|| plain.clone(), |shapes| shapes.of_entity(&plain));
    let collected = collect_indexes(entity, indexes);
    let any_type = any.map_or_else(|| key_type.clone(), KeyEnum::ty);
    let every = all.every();
    let from_keys = set_from_key(entity, primary, every);
    let key_under = every.map(|every| every.key_under(primary));
    let all_keys = any.map(|any| all_keys(any, &key_type, primary));
    let all_keys_of_key = any.and_then(|any| any.of_key(shapes));
    let hidden_updates = hidden_updates(entity);
    let of_entity = key_of(entity, all);
    let parse_key = sk.is_none().then(|| parse_key_without_sk(entity, &key_elided));
    let written = others.iter().filter(|own| own.index.owner == Owner::Alternative);
    let owners = written.chain(indexes).map(|owner| &owner.pair);
    let pairs = std::iter::once(primary).chain(owners);
    let docs = pairs.map(|pair| format!(" -{}", pair.doc));
    quote! {
        #(#[doc = #docs])*
        #[automatically_derived]
        impl #impl_generics __ddbkey::DdbKeys for #ident #type_generics #where_clause {
            type Pk<#lifetime> = #pk_type;
            type Sk<#lifetime> = #sk_type;
            type Key<#lifetime> = #key_type;
            type AnyKey<#lifetime> = #any_type;
            type Query = #query_type;
            #index_keys
            const ENTITY: __ddbkey::Entity = #constant;
            #[inline]
            fn key(&self) -> #key_elided {
                #member
                #key
            }
            #[inline]
            fn query(pk: #pk_elided) -> #query_type {
                #member
                #query
            }
            #collected
            #from_keys
            #key_under
            #all_keys
        }
        #of_entity
        #parse_key
        #all_keys_of_key
        #hidden_updates
    }
}

/// `Entity::new("Order", module_path!(), &[…]).in_table(…)`
fn constant(entity: &Entity<'_>) -> TokenStream {
    let name = entity.name.as_str();
    let (fields, options) = (records(entity), options(entity));
    let prefix = Some(entity.prefix.as_str()).filter(|prefix| *prefix != name);
    let prefix = prefix.map(|prefix| quote!(.prefixed(#prefix)));
    let table = entity.table.iter();
    // The entity's own checks do not know its types; the checks of a table do.
    let generic = static_type(entity).is_none().then(|| quote!(.generic()));
    let faulty = entity.is_faulty.then(|| quote!(.faulty()));
    quote! {
        __ddbkey::Entity::new(#name, __ddbkey::module_path!(), #fields) #prefix #options
            #(.in_table(&<#table as __ddbkey::TableLayout>::LAYOUT))* #generic #faulty
    }
}

/// The check of an entity with parameters, where its types are known: its table has it.
fn member(entity: &Entity<'_>) -> Option<TokenStream> {
    let table = entity.table.as_ref().filter(|_| static_type(entity).is_none())?;
    let call = checks::member(table, &quote!(<Self as __ddbkey::DdbKeys>::ENTITY));
    Some(quote!(const { #call };))
}

/// Declares each primary key a key of the entity: `impl KeyOf<Order> for OrderKey<'_> {}`
fn key_of(
    entity: &Entity<'_>,
    &AllKeys { primary, others, shapes, any, .. }: &AllKeys<'_>,
) -> TokenStream {
    let (ident, lifetime) = (&entity.input.ident, lifetime(entity));
    let (_, type_generics, where_clause) = header(entity);
    let is_generic = !entity.input.generics.params.is_empty();
    let pairs = std::iter::once(primary).chain(others.iter().map(|other| &other.pair));
    let pairs = pairs.map(|pair| (&pair.fields.scope, pair.fields.ty(), None));
    let is_any = quote!(
        const IS_ANY: __ddbkey::bool = true;
    );
    let enums = shapes.into_iter().chain(any);
    let enums = enums.map(|own| (&own.scope, own.ty(), own.is_any.then_some(&is_any)));
    let keys = pairs.chain(enums).map(|(scope, key, is_any)| {
        let where_clause = if is_generic { &where_clause } else { &scope.impl_where_clause };
        let mut generics = entity.input.generics.clone();
        if scope.lifetime.is_some() {
            let lifetime = LifetimeParam::new(lifetime.clone());
            generics.params.insert(0, GenericParam::Lifetime(lifetime));
        }
        let (impl_generics, ..) = generics.split_for_impl();
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl #impl_generics __ddbkey::KeyOf<#ident #type_generics> for #key #where_clause {
                #is_any
            }
        }
    });
    keys.collect()
}

/// ```ignore
/// const INDEXES: &'static [&'static KeySchema] = {
///     if true {}
///     &[schema_of::<OrderGsi1<'static>>()]
/// };
/// ```
///
/// The compiler does not evaluate code after a branch before it is used.
fn index_keys(indexes: &[IndexItem<'_>]) -> Option<TokenStream> {
    let types = indexes.iter().map(|index| index.pair.fields.static_ty());
    (!indexes.is_empty()).then(|| {
        quote! {
            const INDEXES: &'static [&'static __ddbkey::KeySchema] = {
                if true {}
                &[#(__ddbkey::schema_of::<#types>()),*]
            };
        }
    })
}

/// Passes the keys of all indexes on, in declared order.
fn collect_indexes(entity: &Entity<'_>, indexes: &[IndexItem<'_>]) -> Option<TokenStream> {
    if indexes.is_empty() {
        return None;
    }
    let collected = indexes.iter().map(IndexItem::collected);
    // Where the types are not known yet, the code that knows them checks.
    let is_shared = entity.indexes.iter().any(|index| entity.may_share(index));
    let checks = (is_shared && static_type(entity).is_none()).then(|| {
        quote! {
            const { __ddbkey::check_indexes(<Self as __ddbkey::DdbKeys>::SCHEMA) };
        }
    });
    Some(quote! {
        #[inline]
        fn collect_indexes<__C: __ddbkey::Collect>(&self, __collect: &mut __C) {
            #checks
            __collect #(#collected)*;
        }
    })
}

/// Every key of the entity, the legacy keys first, and every key of a row by its current key, if that holds every field
/// of the legacy keys.
///
/// ```ignore
/// fn all_keys(&self) -> impl Iterator<Item = Self::AnyKey<'_>> {
///     [OrderAnyKey::V1(self.v1()), OrderAnyKey::Current(DdbKeys::key(self))].into_iter()
/// }
/// fn all_keys_of<'k>(__key: Self::Key<'k>) -> Option<impl Iterator<Item = Self::AnyKey<'k>>> {
///     Some(__key.all_keys())
/// }
/// ```
fn all_keys(any: &KeyEnum<'_>, key: &TokenStream, primary: &PairItem<'_>) -> TokenStream {
    let keys = any.of_item();
    let lifetime = lifetime(primary.fields.entity);
    let of_key = if any.is_told_by_key() {
        quote!(__ddbkey::Some(<#key>::all_keys(__key)))
    } else {
        quote! {
            let _ = __key;
            __ddbkey::None::<__ddbkey::Empty<Self::AnyKey<#lifetime>>>
        }
    };
    quote! {
        fn all_keys(&self) -> impl __ddbkey::Iterator<Item = Self::AnyKey<'_>> {
            __ddbkey::IntoIterator::into_iter(#keys)
        }
        fn all_keys_of<#lifetime>(
            __key: Self::Key<#lifetime>,
        ) -> __ddbkey::Option<impl __ddbkey::Iterator<Item = Self::AnyKey<#lifetime>>> {
            #of_key
        }
    }
}

/// `Entity::parse_key(pk)`, which hides the trait's method with a sort key.
fn parse_key_without_sk(entity: &Entity<'_>, key: &TokenStream) -> TokenStream {
    let vis = &entity.input.vis;
    let ident: &Ident = &entity.input.ident;
    let (impl_generics, type_generics, where_clause) = header(entity);
    quote! {
        impl #impl_generics #ident #type_generics #where_clause {
            /// Parses the partition key, which is the whole key, borrowing from it.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any string that `pk` does not return.
            #[inline]
            #vis fn parse_key(pk: &__ddbkey::str) -> __ddbkey::Result<#key, __ddbkey::ParseError> {
                __ddbkey::PrimaryKey::parse_texts(pk, __ddbkey::None)
            }
        }
    }
}
