//! The code of a checked table.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Lifetime, LifetimeParam, LitStr, Type, TypePath, parse_quote};

use super::check::{Projection, Table, TableIndex};
use crate::generics;
use crate::keys::IndexKind;
use crate::names::{self, RustName};
use crate::private::Private;
use crate::spans::call_at;
use crate::types::{may_borrow, type_text, with_lifetime};

pub fn expand(table: &Table<'_>) -> TokenStream {
    let (runtime, key, primary_key) = (&table.runtime, key_enum(table), primary_key(table));
    let schema = schema(table);
    let checks = (!table.is_faulty).then(|| checks(table));
    let (layout, entities, variants, each) =
        (layout(table), table_impl(table), variants(table), each(table));
    let allowed = names::allowed_in_methods();
    quote! {
        #key
        #[allow(deprecated, reason = "a deprecated entity is still one of the table")]
        #allowed
        const _: () = {
            use #runtime::#Private::{self as __ddbkey, parameters::*};
            #schema
            #checks
            #layout
            #entities
            #primary_key
            #variants
            #each
        };
    }
}

fn lifetime(table: &Table<'_>) -> Lifetime {
    generics::lifetime(&table.input.generics, "k")
}

/// `<Order as DdbKeys>::AnyKey<'k>`, which is `OrderKey<'k>`, or `OrderAnyKey<'k>` if the entity has legacy keys.
fn key_type(table: &Table<'_>, entity: &Type, lifetime: &Lifetime) -> TokenStream {
    let (runtime, ty) = (&table.runtime, with_lifetime(entity, lifetime));
    quote!(<#ty as #runtime::DdbKeys>::AnyKey<#lifetime>)
}

/// `ShopKey<'k>`, without the lifetime if the table has no entities.
fn table_key_type(table: &Table<'_>) -> TokenStream {
    let (ident, lifetime) = (key_ident(table), lifetime(table));
    if table.entities.is_empty() { quote!(#ident) } else { quote!(#ident<#lifetime>) }
}

/// ```ignore
/// pub enum ShopKey<'k> {
///     /// A key of [`Shop::Order`]: [`OrderKey`].
///     Order(<Order as DdbKeys>::AnyKey<'k>),
/// }
/// ```
///
/// The bounds reduce an entity without keys to one error. Documentation has no such error, and shows no bounds.
fn key_enum(table: &Table<'_>) -> TokenStream {
    let (vis, ident, ty, lifetime) =
        (&table.input.vis, key_ident(table), table_key_type(table), lifetime(table));
    let name = RustName::of(&table.input.ident);
    let variants = table.entities.iter().map(|(variant, entity)| {
        let key = key_type(table, entity, &lifetime);
        let link = key_link(entity).map(|link| format!(": {link}")).unwrap_or_default();
        let doc = format!(" A key of [`{name}::{variant}`]{link}.");
        quote!(#[doc = #doc] #variant(#key),)
    });
    let doc = format!(" The primary key of an entity of [`{name}`].");
    let clause = key_clause(table);
    let variant_names = table.entities.iter().map(|(variant, _)| RustName::of(variant).to_string());
    let allowed = names::allowed(variant_names.chain([ident.to_string()]), []);
    let (derives, copy) = (names::derives(false), copy(table));
    let attributes = quote! {
        #[doc = #doc]
        #[allow(rustdoc::broken_intra_doc_links, rustdoc::private_intra_doc_links, reason = "a key of another module may have no name here")]
        #allowed
        #derives
    };
    let variants = quote!({ #(#variants)* });
    quote! {
        #[cfg(not(doc))]
        #attributes #vis enum #ty #clause #variants
        #[cfg(doc)]
        #attributes #vis enum #ty #variants
        #copy
    }
}

fn key_clause(table: &Table<'_>) -> Option<TokenStream> {
    let bounds = bounds(table);
    (!table.entities.is_empty()).then(|| quote!(where #bounds))
}

/// `impl Visit for ShopKey<'_>`, which makes it a `PrimaryKey`
fn primary_key(table: &Table<'_>) -> TokenStream {
    let (ty, lifetime, clause) = (table_key_type(table), lifetime(table), key_clause(table));
    let name = RustName::of(&table.input.ident).to_string();
    let arms = table.entities.iter().map(
        |(variant, _)| quote!(Self::#variant(__key) => __ddbkey::Visit::visit(__key, __visitor),),
    );
    let other = other(table);
    let attempts = table.entities.iter().map(|(variant, entity)| attempt(table, variant, entity));
    let keys = table.entities.iter().map(|(_, entity)| key_type(table, entity, &lifetime));
    quote! {
        #[automatically_derived]
        impl<#lifetime> __ddbkey::Visit<#lifetime> for #ty #clause {
            fn parse_any(
                __pk: &[&#lifetime __ddbkey::str],
                __sk: &[&#lifetime __ddbkey::str],
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                #(#attempts)*
                __ddbkey::Err(__ddbkey::Nearest::of(#name) #(.or::<#keys>(__pk, __sk))* .error())
            }
            fn visit<__V: __ddbkey::KeyVisitor<#lifetime>>(self, __visitor: __V) -> __V::Output {
                match self { #(#arms)* #other }
            }
        }
    }
}

/// A key is `Copy` if the keys of all entities are, which only the compiler knows. Documentation does not show the
/// bounds.
///
/// ```ignore
/// impl<'k> Copy for ShopKey<'k> where <Order as DdbKeys>::AnyKey<'k>: Copy {}
/// ```
fn copy(table: &Table<'_>) -> TokenStream {
    let (ty, lifetime, bounds) = (table_key_type(table), lifetime(table), bounds(table));
    if table.entities.is_empty() {
        return quote!(#[automatically_derived] impl ::core::marker::Copy for #ty {});
    }
    let keys = table.entities.iter().map(|(_, entity)| key_type(table, entity, &lifetime));
    quote! {
        #[doc(hidden)]
        #[allow(trivial_bounds, reason = "a key has no lifetime if it borrows nothing")]
        #[automatically_derived]
        impl<#lifetime> ::core::marker::Copy for #ty
        where
            #bounds
            #(#keys: ::core::marker::Copy,)*
        {}
    }
}

/// ``[`model::OrderKey`]`` for `model::Order`, which links to the key if it has that name.
fn key_link(entity: &Type) -> Option<String> {
    let Type::Path(TypePath { qself: None, path, .. }) = entity else { return None };
    let segments = path.segments.iter().map(|segment| RustName::of(&segment.ident).to_string());
    let path = segments.collect::<Vec<_>>().join("::");
    Some(format!("[`{path}Key`]"))
}

fn key_ident(table: &Table<'_>) -> syn::Ident {
    format_ident!("{}Key", table.input.ident)
}

/// `impl<…>`, `Shop<…>`, and the bounds of the table and of its entities.
fn header(table: &Table<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, clause) = table.input.generics.split_for_impl();
    let (ident, bounds) = (&table.input.ident, bounds(table));
    let declared = clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    (
        quote!(impl #impl_generics),
        quote!(#ident #type_generics),
        quote!(where #(#declared,)* #bounds),
    )
}

/// One check for each entity, of its names and of its keys: no entity before it has the same key. And one check for
/// each attribute that an index includes.
fn checks(table: &Table<'_>) -> TokenStream {
    let check = |place, function, arguments| {
        let call = call_at(place, &quote!(__ddbkey), &format_ident!("{function}"), arguments);
        quote!(const _: () = #call;)
    };
    let entities = table.entities.iter().enumerate();
    let entities = entities.map(|(at, (_, entity))| {
        check(entity.span(), "check_entity", quote!(__SCHEMA, __SUMMARY, #at))
    });
    let included = table.indexes.iter().flat_map(|index| {
        let name = &index.name;
        index.projection.included().iter().map(move |own| {
            let attribute = own.value();
            check(own.span(), "check_included", quote!(__SCHEMA, #name, #attribute))
        })
    });
    entities.chain(included).collect()
}

/// The only place where an entity without keys is an error:
///
/// ```ignore
/// const SCHEMA: &TableSchema = &TableSchema::new("Shop", …, &[<User as DdbKeys>::SCHEMA, …]);
/// ```
///
/// The function is for impls with a `where` clause, in which the compiler would evaluate the constant again.
fn schema(table: &Table<'_>) -> TokenStream {
    let (ident, runtime) = (&table.input.ident, &table.runtime);
    let name = RustName::of(ident).to_string();
    let lifetimes: Vec<_> = table.input.generics.lifetimes().map(|_| quote!('static)).collect();
    let arguments = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
    let layout = if table.input.generics.params.len() > lifetimes.len() {
        quote!(__ddbkey::Layout::new("pk", __ddbkey::None, &[]))
    } else {
        quote!(<#ident #arguments as __ddbkey::TableLayout>::LAYOUT)
    };
    let entities = table.entities.iter().map(|(_, entity)| {
        let ty = with_lifetime(entity, &Lifetime::new("'static", Span::call_site()));
        // From the root of the crate, no lint of the user's finds the path longer than it must be.
        quote_spanned!(entity.span()=> <#ty as #runtime::#Private::InTable>::ENTITY)
    });
    let names_its_attributes = table.names.is_some();
    quote! {
        const __SCHEMA: &'static __ddbkey::TableSchema = &__ddbkey::TableSchema::new(
            #name,
            #layout,
            #names_its_attributes,
            &[#(#entities),*],
        );
        const __SUMMARY: &'static __ddbkey::TableSummary<{ __ddbkey::count_keys(__SCHEMA) }> =
            &__ddbkey::TableSummary::of(__SCHEMA);
        const fn __schema() -> &'static __ddbkey::TableSchema {
            __SCHEMA
        }
    }
}

/// `for<'x> Order: DdbKeys,` for each entity: after a `for`, it is an assumption and no error, wherever it is repeated.
fn bounds(table: &Table<'_>) -> TokenStream {
    let runtime = &table.runtime;
    let any = generics::lifetime(&table.input.generics, "x");
    let entities = table.entities.iter().filter(|(_, entity)| !may_borrow(entity));
    entities.map(|(_, entity)| quote!(for<#any> #entity: #runtime::DdbKeys,)).collect()
}

/// `impl TableLayout for Shop`. If the table has mistakes, no entity gets an error that it is missing from the table.
fn layout(table: &Table<'_>) -> TokenStream {
    let ident = &table.input.ident;
    let (impl_generics, type_generics, where_clause) = table.input.generics.split_for_impl();
    let (pk, sk) = table.key_names();
    let sk = optional(sk.as_deref());
    let indexes = table.indexes.iter().map(index_layout);
    let type_attribute = table.type_attribute.iter();
    let entities = (!table.is_faulty).then(|| {
        quote! {
            const TABLE: __ddbkey::Option<&'static __ddbkey::TableSchema> =
                __ddbkey::Some(__SCHEMA);
        }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics __ddbkey::TableLayout for #ident #type_generics #where_clause {
            const LAYOUT: __ddbkey::Layout =
                __ddbkey::Layout::new(#pk, #sk, &[#(#indexes),*])#(.with_type_attribute(#type_attribute))*;
            #entities
        }
    }
}

fn index_layout(index: &TableIndex) -> TokenStream {
    let TableIndex { kind, name, pk, sk, projection } = index;
    let layout = match (kind, pk.as_slice(), sk.as_slice()) {
        (IndexKind::Gsi, [pk], [] | [_]) => {
            let sk = optional(sk.first().map(String::as_str));
            quote!(gsi(#name, #pk, #sk))
        }
        (IndexKind::Gsi, pk, sk) => quote!(gsi_with_attributes(#name, &[#(#pk),*], &[#(#sk),*])),
        (IndexKind::Lsi, pk, sk) => quote!(lsi(#name, #(#pk)*, #(#sk)*)),
    };
    let projection = match projection {
        Projection::All => None,
        Projection::Keys => Some(quote!(Keys)),
        Projection::Include(names) => {
            let names = names.iter().map(LitStr::value);
            Some(quote!(Include(&[#(#names),*])))
        }
    };
    let projection = projection.map(|kind| quote!(.projecting(__ddbkey::Projection::#kind)));
    quote!(__ddbkey::IndexLayout::#layout #projection)
}

fn optional(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => quote!(__ddbkey::Some(#text)),
        None => quote!(__ddbkey::None),
    }
}

/// `impl DdbTable for Shop`
fn table_impl(table: &Table<'_>) -> TokenStream {
    let ((params, ty, clause), lifetime) = (header(table), lifetime(table));
    let (key_ident, key) = (key_ident(table), table_key_type(table));
    let (members, key_of) = (members(table), key_of(table));
    let variants: Vec<_> = table.entities.iter().map(|(variant, _)| *variant).collect();
    let types: Vec<_> = table.entities.iter().map(|(_, entity)| *entity).collect();
    let places: Vec<_> = (0..types.len()).collect();
    let inherent = inherent_items(table);
    let other = other(table);
    quote! {
        #[automatically_derived]
        #params __ddbkey::Keyed for #ty #clause {
            type Key<#lifetime> = #key;
            type Kind = __ddbkey::TableKind;
            const ENTITIES: &'static [&'static __ddbkey::EntitySchema] = __schema().entities();
        }
        #members
        #key_of
        #[automatically_derived]
        #params __ddbkey::DdbTable for #ty #clause {
            const SCHEMA: &'static __ddbkey::TableSchema = __schema();
            fn keys(&self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
                match self {
                    #(Self::#variants(__entity) => <#types as __ddbkey::DdbKeys>::keys(__entity),)*
                    #other
                }
            }
            fn key(&self) -> <Self as __ddbkey::Keyed>::Key<'_> {
                match self {
                    #(Self::#variants(__entity) => {
                        #key_ident::#variants(__ddbkey::From::from(<#types as __ddbkey::DdbKeys>::key(__entity)))
                    })*
                    #other
                }
            }
            #[inline]
            fn place(&self) -> __ddbkey::usize {
                match self {
                    #(Self::#variants(_) => #places,)*
                    #other
                }
            }
            #[inline]
            fn place_of(__key: &<Self as __ddbkey::Keyed>::Key<'_>) -> __ddbkey::usize {
                match __key {
                    #(#key_ident::#variants(_) => #places,)*
                    #other
                }
            }
        }
        #inherent
    }
}

/// ```ignore
/// impl<'k> ShopKey<'k> {
///     pub fn keys(self) -> Result<Keys, KeyError> { … }
///     pub fn into_owned(self) -> Result<OwnedKey<Shop>, KeyError> { … }
/// }
/// impl<'k> KeyOf<Shop> for ShopKey<'k> {}
/// ```
fn key_of(table: &Table<'_>) -> TokenStream {
    let (vis, lifetime) = (&table.input.vis, lifetime(table));
    let ((_, ty, clause), key) = (header(table), table_key_type(table));
    let mut generics = table.input.generics.clone();
    if !table.entities.is_empty() {
        generics.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    }
    let (params, ..) = generics.split_for_impl();
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #params __ddbkey::KeyOf<#ty> for #key #clause {}
        impl #params #key #clause {
            /// Returns the keys by attribute name: what a get, an update or a delete of the row takes.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #vis fn keys(self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
                __ddbkey::PrimaryKey::keys(self)
            }
            /// Returns an owned key, which outlives the strings that this key borrows.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #vis fn into_owned(self) -> __ddbkey::Result<__ddbkey::OwnedKey<#ty>, __ddbkey::KeyError> {
                __ddbkey::into_owned(self)
            }
        }
    }
}

/// The arm for variants that are left out because of a mistake.
fn other(table: &Table<'_>) -> Option<TokenStream> {
    table.is_faulty.then(|| quote!(_ => __ddbkey::fallback(),))
}

/// The members of a table, its entities and itself: `impl MemberOf<Shop> for Order {}`
fn members(table: &Table<'_>) -> TokenStream {
    let (params, ty, _) = header(table);
    let clause = &table.input.generics.where_clause;
    let mut seen = BTreeSet::new();
    let entities = table.entities.iter().map(|(_, entity)| entity.to_token_stream());
    let members = entities.filter(|entity| seen.insert(entity.to_string())).chain([ty.clone()]);
    let impls = members.map(|member| {
        quote! {
            #[automatically_derived]
            #params __ddbkey::MemberOf<#ty> for #member #clause {}
        }
    });
    impls.collect()
}

/// Returns the key of this entity, if the strings are one.
fn attempt(table: &Table<'_>, variant: &syn::Ident, entity: &Type) -> TokenStream {
    let (key_ident, key) = (key_ident(table), key_type(table, entity, &lifetime(table)));
    quote! {
        if let __ddbkey::Some(__key) = <#key as __ddbkey::AnyKey<'_>>::try_parse(__pk, __sk) {
            return __ddbkey::Ok(#key_ident::#variant(__key));
        }
    }
}

/// The items that can be used without the trait in scope:
///
/// ```ignore
/// impl Shop {
///     pub const SCHEMA: &'static TableSchema = <Self as DdbTable>::SCHEMA;
///     pub fn keys(&self) -> Result<Keys, KeyError> { … }
///     pub fn parse_key<'k>(pk: &'k str, sk: &'k str) -> Result<ShopKey<'k>, ParseError> { … }
/// }
/// ```
fn inherent_items(table: &Table<'_>) -> TokenStream {
    let (vis, lifetime) = (&table.input.vis, lifetime(table));
    let ((params, ty, clause), key) = (header(table), table_key_type(table));
    let key_ident = key_ident(table);
    let elided = (!table.entities.is_empty()).then(|| quote!(<'_>));
    let text = quote!(&#lifetime __ddbkey::str);
    // If the table names no attributes, only its entities know whether it has a sort key.
    let (sk, parsed) = match table.names {
        Some((_, None)) => (None, quote!(__ddbkey::None)),
        Some((_, Some(_))) => (Some(quote!(sk: #text,)), quote!(sk)),
        None => (Some(quote!(sk: impl __ddbkey::Texts<#lifetime>,)), quote!(sk)),
    };
    quote! {
        #params #ty #clause {
            /// Describes the entities.
            #vis const SCHEMA: &'static __ddbkey::TableSchema = __schema();
            /// Returns every key attribute to write, including the attributes of indexes.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value is empty, contains the separator or is
            /// out of range, or if a key is longer than DynamoDB allows.
            #[inline]
            #vis fn keys(&self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
                __ddbkey::DdbTable::keys(self)
            }
            /// Returns the primary key, borrowed from the entity: its current key.
            #[must_use]
            #[inline]
            #vis fn key(&self) -> #key_ident #elided {
                __ddbkey::DdbTable::key(self)
            }
            /// Parses the keys of any entity, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` if they are the keys of no entity. It names the
            /// entity that came nearest.
            #[inline]
            #vis fn parse_key<#lifetime>(pk: #text, #sk) -> __ddbkey::Result<#key, __ddbkey::ParseError> {
                <Self as __ddbkey::DdbTable>::parse_key(pk, #parsed)
            }
        }
    }
}

/// ```ignore
/// impl<F> Each<F> for Shop
/// where
///     F: Functions + FunctionsFor<Self, User> + FunctionsFor<Self, Order>,
/// {
///     fn functions(place: usize) -> F::Of<Self> {
///         match place {
///             0 => <F as FunctionsFor<Self, User>>::functions(),
///             1 => <F as FunctionsFor<Self, Order>>::functions(),
///             _ => fallback(),
///         }
///     }
/// }
/// ```
fn each(table: &Table<'_>) -> TokenStream {
    let (_, ty, clause) = header(table);
    let mut generics = table.input.generics.clone();
    let types: Vec<_> = table.entities.iter().map(|(_, entity)| *entity).collect();
    let places = 0..types.len();
    generics.params.push(parse_quote!(__F));
    let (impl_generics, ..) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        #[doc(hidden)]
        impl #impl_generics __ddbkey::Each<__F> for #ty
        #clause
            __F: __ddbkey::Functions #(+ __ddbkey::FunctionsFor<Self, #types>)*,
        {
            fn functions(__place: __ddbkey::usize) -> __F::Of<Self> {
                match __place {
                    #(#places => <__F as __ddbkey::FunctionsFor<Self, #types>>::functions(),)*
                    _ => __ddbkey::fallback(),
                }
            }
        }
    }
}

/// `impl From<Order> for Shop`, and `impl Holds<Order> for Shop`. If two variants have one type, which is a mistake,
/// the impls belong to the first.
fn variants(table: &Table<'_>) -> TokenStream {
    let ident = &table.input.ident;
    let (impl_generics, type_generics, where_clause) = table.input.generics.split_for_impl();
    let mut seen = BTreeSet::new();
    let entities = table.entities.iter().filter(|(_, entity)| seen.insert(type_text(entity)));
    let is_one_of_several = table.entities.len() > 1 || table.is_faulty;
    let other = is_one_of_several.then(|| quote!(_ => __ddbkey::None,));
    let impls = entities.map(|(variant, entity)| {
        let is_boxed = table.boxed.contains(variant);
        let value = if is_boxed { quote!(__ddbkey::From::from(value)) } else { quote!(value) };
        let found = if is_boxed { quote!(&**__entity) } else { quote!(__entity) };
        quote! {
            #[automatically_derived]
            impl #impl_generics __ddbkey::From<#entity> for #ident #type_generics #where_clause {
                #[inline]
                fn from(value: #entity) -> Self {
                    Self::#variant(#value)
                }
            }
            #[automatically_derived]
            #[doc(hidden)]
            impl #impl_generics __ddbkey::Holds<#entity> for #ident #type_generics #where_clause {
                #[inline]
                fn get(&self) -> __ddbkey::Option<&#entity> {
                    match self {
                        Self::#variant(__entity) => __ddbkey::Some(#found),
                        #other
                    }
                }
            }
        }
    });
    impls.collect()
}
