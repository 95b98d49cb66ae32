//! The trait `DdbKeys` on the entity itself.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use super::generics::{angled, lifetime, part, part_bounds};
use super::index::IndexItem;
use super::key::{KeyItem, KeyStruct, call_at};
use super::pair::PairItem;
use super::query::QueryItem;
use crate::keys::model::{Entity, Index, IndexKey, Key, Source, Value, plain};

/// ```ignore
/// impl DdbKeys for Order {
///     type Pk<'k> = OrderPk<'k>;
///     type Sk<'k> = OrderSk<'k>;
///     type Key<'k> = OrderKey<'k>;
///     const SCHEMA: &'static EntitySchema = &EntitySchema::new(…);
///     fn key(&self) -> OrderKey<'_> {
///         OrderKey { user_id: KeyPart::part(&self.user_id), id: KeyPart::part(&self.id) }
///     }
/// }
/// ```
pub fn trait_impl(
    entity: &Entity<'_>,
    pk: &KeyItem<'_>,
    sk: Option<&KeyItem<'_>>,
    primary: &PairItem<'_>,
    query: Option<&QueryItem<'_>>,
    indexes: &[IndexItem<'_>],
) -> TokenStream {
    let (runtime, ident, lifetime) = (&entity.runtime, &entity.input.ident, lifetime(entity));
    let query = query.map_or_else(|| quote!(#runtime::Query), QueryItem::start);
    let keys = keys(entity, indexes);
    let (impl_generics, type_generics, where_clause) = header(entity);
    let generic = |item: &KeyStruct<'_>| {
        let (ident, args) = (&item.ident, &item.scope.args);
        quote!(#ident #args)
    };
    let pk_type = generic(&pk.fields);
    let sk_type = sk.map_or_else(|| quote!(#runtime::NoSortKey), |sk| generic(&sk.fields));
    let key_type = generic(&primary.fields);
    let schema = schema(entity, indexes);
    let own: Vec<_> = std::iter::once(pk.key).chain(sk.map(|sk| sk.key)).collect();
    let key = value_struct(entity, &primary.fields, &own);
    let elided = (&primary.fields.ident, &primary.fields.scope.elided);
    let (key_ident, key_args) = elided;
    let parse_key = sk.is_none().then(|| parse_key_without_sk(entity, primary));
    quote! {
        #[automatically_derived]
        impl #impl_generics #runtime::DdbKeys for #ident #type_generics #where_clause {
            type Pk<#lifetime> = #pk_type;
            type Sk<#lifetime> = #sk_type;
            type Key<#lifetime> = #key_type;
            type Query = #query;
            const SCHEMA: &'static #runtime::EntitySchema = &#schema;
            #[inline]
            fn key(&self) -> #key_ident #key_args {
                #key
            }
            #keys
        }
        #parse_key
    }
}

/// `impl<…>`, `Order<…>`, `where …`, with what the parts need of the parameters.
pub fn header(entity: &Entity<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, where_clause) = entity.input.generics.split_for_impl();
    let values = entity.own_keys().flat_map(Key::values).map(|(_, value)| value);
    let bounds = part_bounds(entity, values);
    let declared = where_clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    let predicates = quote!(#(#declared,)* #bounds);
    let where_clause = if predicates.is_empty() { predicates } else { quote!(where #predicates) };
    (quote!(#impl_generics), quote!(#type_generics), where_clause)
}

/// `OrderKey { user_id: KeyPart::part(&self.user_id), … }`, each identifier of the attributes of `own` keys
/// once and with its span: from there an editor finds the field. Those of reused keys have it elsewhere.
pub fn value_struct(entity: &Entity<'_>, fields: &KeyStruct<'_>, own: &[&Key]) -> TokenStream {
    let ident = &fields.ident;
    let own: Vec<_> = own.iter().flat_map(|key| key.values()).map(|(_, value)| value).collect();
    let is_among =
        |values: &[&Value], value: &Value| values.iter().any(|other| std::ptr::eq(*other, value));
    let values = fields.values.iter().map(|value| {
        let field = KeyStruct::field(value);
        let name = if is_among(&own, value) { &value.name } else { &field };
        let borrowed = borrowed(value, name, &entity.runtime);
        quote!(#field: #borrowed)
    });
    // A second mention says nothing new.
    let mentions = own.iter().filter(|value| !is_among(&fields.values, value)).map(|value| {
        let name = &value.name;
        if value.source.is_method() { quote!(_ = Self::#name;) } else { quote!(_ = &self.#name;) }
    });
    quote! {
        #(#mentions)*
        #ident { #(#values),* }
    }
}

/// The borrowed form of a value. What is absent takes the item out of a sparse index.
fn borrowed(value: &Value, name: &Ident, runtime: &Path) -> TokenStream {
    let (ty, part) = (&value.ty, part(value, runtime));
    let source = match value.source {
        Source::Field => quote!(&self.#name),
        Source::OptionalField => quote!(self.#name.as_ref()?),
        // What a method lends out of the entity outlives a reference to it.
        Source::Method if !value.is_computed() => return call(name),
        Source::Method => {
            let call = call(name);
            let part = quote!(<#ty as #part>);
            let borrowed = call_at(name.span(), &part, &format_ident!("part"), quote!(&value));
            return quote!({
                let value: #ty = #call;
                #borrowed
            });
        }
        Source::FaultyField => quote!({
            _ = &self.#name;
            #runtime::__private::faulty()
        }),
        Source::FaultyMethod => quote!(#runtime::__private::faulty()),
    };
    quote!(<#ty as #part>::part(#source))
}

/// `(Self::month)(self)`, all of which an error underlines as `month`.
fn call(method: &Ident) -> TokenStream {
    call_at(method.span(), &quote!(Self), method, quote!(self))
}

/// The names of the attributes of the table's own keys.
pub fn table_attributes(entity: &Entity<'_>) -> TokenStream {
    let runtime = &entity.runtime;
    match &entity.table {
        Some(table) => quote_spanned! {table.span()=>
            <#table as #runtime::Table>::LAYOUT.table_attributes()
        },
        None => attributes(entity, "pk", entity.sk.as_ref().map(|_| "sk")),
    }
}

/// The names of the attributes of an index's keys.
pub fn index_attributes(entity: &Entity<'_>, index: &Index) -> TokenStream {
    let attribute = |key: &IndexKey, own: &str| match key {
        IndexKey::Own(_) => index.attribute(own),
        IndexKey::Pk => "pk".into(),
        IndexKey::Sk => "sk".into(),
    };
    let sk = index.sk.as_ref().map(|sk| attribute(sk, "sk"));
    let own = attributes(entity, &attribute(&index.pk, "pk"), sk.as_deref());
    let (runtime, name) = (&entity.runtime, &index.name);
    match &entity.table {
        Some(table) => quote_spanned! {table.span()=>
            <#table as #runtime::Table>::LAYOUT.index_attributes(#name, #own)
        },
        None => own,
    }
}

/// What must hold between the entity and its table: the shape of keys and indexes, and that no
/// attribute has two values.
pub fn table_checks(entity: &Entity<'_>) -> Option<TokenStream> {
    let table = entity.table.as_ref()?;
    let (runtime, name) = (&entity.runtime, plain(&entity.input.ident));
    let (layout, has_sk) = (quote!(&<#table as #runtime::Table>::LAYOUT), entity.sk.is_some());
    let check = |place, ty, function: &str, arguments| {
        let call = call_at(place, &quote!(#runtime::#ty), &format_ident!("{function}"), arguments);
        quote!(const _: () = #call;)
    };
    let keys = check(table.span(), quote!(Layout), "check_table", quote!(#layout, #name, #has_sk));
    let indexes = entity.indexes.iter().enumerate().map(|(place, index)| {
        let (index_name, kind, has_sk) = (&index.name, index.kind.tokens(), index.sk.is_some());
        let arguments = quote!(#layout, #name, #index_name, #runtime::IndexKind::#kind, #has_sk);
        let shape = check(index.span, quote!(Layout), "check_index", arguments);
        let values = static_type(entity).map(|ty| {
            let arguments = quote!(<#ty as #runtime::DdbKeys>::SCHEMA, #place);
            check(index.span, quote!(EntitySchema), "check_index", arguments)
        });
        quote!(#shape #values)
    });
    Some(quote!(#keys #(#indexes)*))
}

/// The entity as a type for constants, unless that needs to know its parameters.
fn static_type(entity: &Entity<'_>) -> Option<TokenStream> {
    let generics = &entity.input.generics;
    if generics.params.len() > generics.lifetimes().count() {
        return None;
    }
    let ident = &entity.input.ident;
    let lifetimes = generics.lifetimes().map(|_| quote!('static));
    let lifetimes = angled(quote!(#(#lifetimes),*));
    Some(quote!(#ident #lifetimes))
}

fn attributes(entity: &Entity<'_>, pk: &str, sk: Option<&str>) -> TokenStream {
    let runtime = &entity.runtime;
    let sk = match sk {
        Some(sk) => quote!(::core::option::Option::Some(#sk)),
        None => quote!(::core::option::Option::None),
    };
    quote!(#runtime::Attributes { pk: #pk, sk: #sk })
}

fn schema(entity: &Entity<'_>, indexes: &[IndexItem<'_>]) -> TokenStream {
    let (runtime, name) = (&entity.runtime, plain(&entity.input.ident));
    let indexes = indexes.iter().map(IndexItem::schema);
    let in_table =
        entity.table.as_ref().map(|table| quote!(.in_table(&<#table as #runtime::Table>::LAYOUT)));
    quote! {
        #runtime::EntitySchema::new(
            #name,
            <Self::Key<'static> as #runtime::KeyPair>::ATTRIBUTES,
            <Self::Pk<'static> as #runtime::KeyText>::PATTERN,
            <Self::Sk<'static> as #runtime::SortKey>::OPTIONAL_PATTERN,
            &[#(#indexes),*],
        )#in_table
    }
}

/// The keys of the table and of all indexes that add some.
fn keys(entity: &Entity<'_>, indexes: &[IndexItem<'_>]) -> Option<TokenStream> {
    let runtime = &entity.runtime;
    let added: Vec<_> =
        indexes.iter().map(IndexItem::add).filter(|added| !added.is_empty()).collect();
    if added.is_empty() {
        return None;
    }
    // Where the types are not known yet, whoever knows them checks.
    let checks = (entity.table.is_some() && static_type(entity).is_none()).then(|| {
        quote!(const { #runtime::EntitySchema::check_indexes(<Self as #runtime::DdbKeys>::SCHEMA) };)
    });
    Some(quote! {
        #[inline]
        fn keys(&self) -> ::core::result::Result<#runtime::Keys, #runtime::KeyError> {
            #checks
            let mut keys = #runtime::KeyPair::key_texts(&<Self as #runtime::DdbKeys>::key(self))?;
            #(#added)*
            ::core::result::Result::Ok(keys)
        }
    })
}

/// `Entity::parse_key(pk)`, which hides the one of the trait that takes a sort key.
fn parse_key_without_sk(entity: &Entity<'_>, primary: &PairItem<'_>) -> TokenStream {
    let (runtime, vis) = (&entity.runtime, &entity.input.vis);
    let ident: &Ident = &entity.input.ident;
    let (impl_generics, type_generics, where_clause) = header(entity);
    let (key, args) = (&primary.fields.ident, &primary.fields.scope.elided);
    quote! {
        impl #impl_generics #ident #type_generics #where_clause {
            /// Parses the partition key, which is the whole key, borrowing from it.
            ///
            /// # Errors
            ///
            /// Any text that `pk` does not yield.
            #[inline]
            #vis fn parse_key(pk: &str) -> ::core::result::Result<#key #args, #runtime::ParseError> {
                #runtime::KeyPair::parse_texts(pk, ::core::option::Option::None)
            }
        }
    }
}
