//! The trait `DdbKeys` on the entity itself.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;
use syn::{GenericParam, LifetimeParam};

use super::any::KeyEnum;
use super::generics::{header, lifetime, static_type};
use super::index::IndexItem;
use super::key::{KeyItem, KeyStruct};
use super::pair::PairItem;
use super::query::{QueryItem, start};
use super::values::value_struct;
use super::{checks, runtime};
use crate::keys::held::HeldAs;
use crate::keys::model::{
    Alternative, Entity, FieldRecord, KeyDeclaration, KeyField, Stored, Updates, Value, Version,
};
use crate::spans::{call_at, within};

/// The keys of the table.
pub struct AllKeys<'e> {
    pub pk: &'e KeyItem<'e>,
    pub sk: Option<&'e KeyItem<'e>>,
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
///     type Indexes = (OrderGsi1<'static>, ());
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
    let &AllKeys { pk, sk, primary, others, shapes, any } = all;
    let (ident, lifetime) = (&entity.input.ident, lifetime(entity));
    let (impl_generics, type_generics, where_clause) = header(entity);
    let name = entity.name.as_str();
    let in_table = entity
        .table
        .as_ref()
        .map(|table| quote!(.in_table(&<#table as __ddbkey::TableLayout>::LAYOUT)));
    // The entity's own checks do not know its types; the checks of a table do.
    let is_generic = static_type(entity).is_none();
    let generic = is_generic.then(|| quote!(.generic()));
    let faulty = entity.is_faulty.then(|| quote!(.faulty()));
    let member = entity.table.as_ref().filter(|_| is_generic).map(|table| {
        let call = checks::member(table, &quote!(<Self as __ddbkey::DdbKeys>::ENTITY));
        quote!(const { #call };)
    });
    let (fields, type_name) = (records(entity), entity.type_name.iter());
    let legacy_type_names = Some(&entity.legacy_type_names).filter(|names| !names.is_empty());
    let legacy_type_names =
        legacy_type_names.map(|names| quote!(.legacy_type_names(&[#(#names),*])));
    let prefix = Some(entity.prefix.as_str()).filter(|prefix| *prefix != name);
    let prefix = prefix.map(|prefix| quote!(.prefixed(#prefix)));
    let serde = [
        entity.has_flattened_field.then(|| quote!(flattened)),
        entity.is_strict.then(|| quote!(strict)),
        entity.is_converted.then(|| quote!(converted)),
    ];
    let serde = serde.iter().flatten();
    let updates = match &entity.updates {
        Updates::Compared => None,
        Updates::Counted(Version { attribute, max }) => {
            let max = Literal::u64_unsuffixed(*max);
            Some(quote!(.version(#attribute, #max)))
        }
        Updates::ByHand => Some(quote!(.by_hand())),
    };
    let (ttl, tenant) = (entity.ttl.iter(), entity.tenant.iter());
    let unguarded = Some(&entity.unguarded).filter(|fields| !fields.is_empty());
    let unguarded = unguarded.map(|fields| quote!(.unguarded(&[#(#fields),*])));
    let (pk_type, pk_elided) = (pk.fields.ty(), pk.fields.elided_ty());
    let sk_type =
        sk.map_or_else(|| quote!(__ddbkey::NoSortKey), |sk| sk.fields.ty().to_token_stream());
    let (plain_type, plain_elided) = (primary.fields.ty(), primary.fields.elided_ty());
    let key_type = shapes.map_or_else(|| quote!(#plain_type), KeyEnum::ty);
    let key_elided = shapes.map_or_else(|| quote!(#plain_elided), KeyEnum::elided_ty);
    let (query_type, query) = start(primary, query);
    let index_types = indexes.iter().rev().fold(quote!(()), |others, index| {
        let ty = index.pair.fields.static_ty();
        quote!((#ty, #others))
    });
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
    let written = others.iter().filter(|own| own.index.alternative == Some(Alternative::Or));
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
            type Indexes = #index_types;
            const ENTITY: __ddbkey::Entity =
                __ddbkey::Entity::new(#name, __ddbkey::module_path!(), #fields)#(.typed(#type_name))* #legacy_type_names #prefix #(.#serde())* #updates #unguarded #(.ttl(#ttl))* #(.tenant(#tenant))* #in_table #generic #faulty;
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

/// The methods that hide trait methods which the entity does not have: all update methods if updates are made by hand,
/// and the methods with a wide condition if no condition can name everything that a closure sees. Generic code over
/// entities calls the trait methods without a bound. On the entity, a bound under a `for` makes the call an error:
///
/// ```ignore
/// impl Order {
///     pub fn update_item<I, R>(_: &I, _: impl FnOnce(&mut Self)) -> R
///     where
///         for<'x> Self: HasUpdateItem,
///     { … }
/// }
/// ```
fn hidden_updates(entity: &Entity<'_>) -> Option<TokenStream> {
    let sees_all = entity.has_flattened_field || entity.is_converted;
    let (bound, has_narrow) = match entity.updates {
        Updates::ByHand => (quote!(__ddbkey::HasUpdateItem), false),
        Updates::Compared if sees_all => (quote!(__ddbkey::HasVersion), true),
        _ => return None,
    };
    let (ident, vis) = (&entity.input.ident, &entity.input.vis);
    let (impl_generics, type_generics, where_clause) = header(entity);
    let change = quote!(impl ::core::ops::FnOnce(&mut Self));
    let result = quote!(__ddbkey::Result<(), __E>);
    let methods = [
        ("update_item", None, Some(change.clone())),
        ("update_item_narrow", None, Some(change.clone())),
        ("try_update_item", Some(quote!(__E,)), Some(quote!(#change -> #result))),
        ("check_item", None, None),
    ];
    let methods = methods.iter().filter(|(name, ..)| !has_narrow || *name != "update_item_narrow");
    let methods = methods.map(|(name, error, change)| {
        let (name, change) = (format_ident!("{name}"), change.iter());
        quote! {
            #[doc(hidden)]
            #vis fn #name<__I: ?::core::marker::Sized, #error __R>(_: &__I #(, _: #change)*) -> __R
            where
                for<'__x> Self: #bound,
            {
                <Self as #bound>::none()
            }
        }
    });
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #ident #type_generics #where_clause {
            #(#methods)*
        }
    })
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
    let pairs = pairs.map(|pair| (&pair.fields.scope, pair.fields.ty().to_token_stream(), None));
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

/// The fields as serde stores them: `&[Record::text("user_id"), Record::unknown("status").nullable()]`
fn records(entity: &Entity<'_>) -> TokenStream {
    let records = entity.fields.iter().map(record);
    quote!(&[#(#records),*])
}

fn record(record: &FieldRecord) -> TokenStream {
    let FieldRecord { name, written, read, stored, is_nullable, needs_null } = record;
    let (field, read) = (name.as_str(), read.iter().map(LitStr::value).collect::<Vec<_>>());
    let stored = format_ident!(
        "{}",
        match stored {
            Stored::Text => "text",
            Stored::Number => "number",
            Stored::Bool => "bool",
            Stored::List => "list",
            Stored::Unknown => "unknown",
        }
    );
    let is_read = written.is_some() && written.as_ref() == read.first();
    let name = written.iter().filter(|name| **name != field).map(|name| quote!(.renamed(#name)));
    let aliases = &read[usize::from(is_read)..];
    let aliases = (!aliases.is_empty()).then(|| quote!(.aliases(&[#(#aliases),*])));
    let flags = [
        (written.is_none(), quote!(.unwritten())),
        (written.is_some() && !is_read, quote!(.unread())),
        (written.is_some() && *is_nullable, quote!(.nullable())),
        (*needs_null, quote!(.needing_null())),
    ];
    let flags = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag);
    quote!(__ddbkey::Record::#stored(#field) #(#name)* #(#flags)* #aliases)
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

/// The fields that an item may lack because its keys hold them.
fn set_from_key(
    entity: &Entity<'_>,
    primary: &PairItem<'_>,
    every: Option<&KeyEnum<'_>>,
) -> Option<TokenStream> {
    if entity.fields_from_keys.is_empty() || entity.is_faulty {
        return None;
    }
    let set = |key: &KeyStruct<'_>| {
        let fields = entity.fields_from_keys.iter();
        let fields = fields.filter_map(|field| match value_of(key, field) {
            Some(value) => Some(set_field(field, value)),
            None => set_none(entity, field),
        });
        fields.collect::<TokenStream>()
    };
    let fields = match every {
        None => set(primary.fields),
        Some(every) => every.matched(&quote!(__key), |_, key, _| set(key)),
    };
    let names = entity.fields_from_keys.iter().flat_map(|field| &field.attributes);
    Some(quote! {
        const FROM_KEY: __ddbkey::Option<&'static [&'static __ddbkey::str]> =
            __ddbkey::Some(&[#(#names),*]);
        #[allow(clippy::useless_conversion, reason = "the key may hold the field's own type")]
        #[inline]
        fn set_from_key(
            &mut self,
            __key: Self::AnyKey<'_>,
            __is_stored: impl __ddbkey::Fn(&__ddbkey::str) -> __ddbkey::bool,
        ) {
            let _ = &__is_stored;
            #fields
        }
    })
}

/// The value of a field in a key.
fn value_of<'e>(key: &KeyStruct<'e>, field: &KeyField) -> Option<&'e Value> {
    let mut values = key.values.iter().filter(|value| !value.source.is_method());
    values.find(|value| value.name == field.name).copied()
}

/// `self.id = __key.id.into_field();`, unless an attribute has the field. A field of a known type has the type that its
/// key holds.
fn set_field(field: &KeyField, value: &Value) -> TokenStream {
    let ty = &value.ty;
    let place = ty.span();
    let (trait_, function) = match &value.held {
        HeldAs::Value(known, _) => {
            let known = known.at(&runtime());
            (quote_spanned!(place=> <#ty as __ddbkey::Is<#known>>), format_ident!("of"))
        }
        _ => (quote_spanned!(place=> <_ as __ddbkey::IntoField<#ty>>), format_ident!("into_field")),
    };
    let mut part = field.name.ident().clone();
    part.set_span(within(place));
    let part = quote_spanned!(within(place)=> __key.#part);
    let part = call_at(place, &trait_, &function, part);
    let is_optional = value.source.is_optional();
    set_unless_stored(field, &if is_optional { quote!(__ddbkey::Some(#part)) } else { part })
}

/// `self.variant = None;`, for a field that only other written keys have.
fn set_none(entity: &Entity<'_>, field: &KeyField) -> Option<TokenStream> {
    let is_it = |value: &&Value| value.name == field.name;
    entity.written().flat_map(KeyDeclaration::optional_values).find(is_it)?;
    Some(set_unless_stored(field, &quote!(__ddbkey::None)))
}

fn set_unless_stored(field: &KeyField, value: &TokenStream) -> TokenStream {
    let name = &field.name;
    let set = quote!(self.#name = #value;);
    match &*field.attributes {
        [] => set,
        names => quote! {
            if #(!__is_stored(#names))&&* {
                #set
            }
        },
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
