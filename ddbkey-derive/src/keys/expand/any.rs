//! The enums of primary keys: `OrderKey` holds the keys that are written, if there are several, and `OrderAnyKey` also
//! holds the legacy keys.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::generics::{Scope, in_template, lifetime};
use super::index::IndexItem;
use super::key::KeyStruct;
use super::pair::{PairItem, owned_by_entity, owned_by_table};
use super::values::value_struct;
use super::{docs, names_place};
use crate::keys::model::{Entity, KeyDeclaration, Owner, Value};
use crate::keys::names::{CURRENT, ItemNames, PLAIN};
use crate::names;

/// An enum of the plain key and other primary keys.
pub struct KeyEnum<'e> {
    entity: &'e Entity<'e>,
    pub ident: Ident,
    plain: &'e PairItem<'e>,
    others: Vec<&'e IndexItem<'e>>,
    pub scope: Scope,
    lifetime: Lifetime,
    /// Whether it holds legacy keys.
    pub is_any: bool,
}

/// A variant and the struct in it: `Current` and `OrderKey<'k>`, `V1` and `OrderV1<'k>`.
type KeyVariant<'s, 'e> = (Ident, &'s KeyStruct<'e>, Option<&'e KeyDeclaration>);

impl<'e> KeyEnum<'e> {
    /// `OrderKey`, if several keys are written.
    pub fn of_written(
        entity: &'e Entity<'e>,
        plain: &'e PairItem<'e>,
        others: &'e [IndexItem<'e>],
    ) -> Option<Self> {
        let is_written = |other: &&IndexItem<'_>| other.index.owner == Owner::Alternative;
        let ident = ItemNames::of(&entity.prefix, None).pair();
        let others = others.iter().filter(is_written).collect();
        entity.has_alternatives().then(|| Self::new(entity, ident, plain, others, false))
    }

    /// `OrderAnyKey`, if there are legacy keys.
    pub fn of_all(
        entity: &'e Entity<'e>,
        plain: &'e PairItem<'e>,
        others: &'e [IndexItem<'e>],
    ) -> Option<Self> {
        entity.legacy().next()?;
        let ident = ItemNames::of(&entity.prefix, None).any_key();
        Some(Self::new(entity, ident, plain, others.iter().collect(), true))
    }

    fn new(
        entity: &'e Entity<'e>,
        ident: Ident,
        plain: &'e PairItem<'e>,
        others: Vec<&'e IndexItem<'e>>,
        is_any: bool,
    ) -> Self {
        let pairs = std::iter::once(plain).chain(others.iter().map(|other| &other.pair));
        let halves = pairs.flat_map(|pair| [Some(pair.pk), pair.sk]).flatten();
        let values: Vec<_> = halves.flat_map(|half| half.key.values()).collect();
        let scope = Scope::of(entity, &values, &[]);
        Self { entity, ident, plain, others, scope, lifetime: lifetime(entity), is_any }
    }

    /// The variants in the order in which a parser tries them: first the keys that are written, the plain key last
    /// among them, then the legacy keys.
    pub fn variants(&self) -> impl Iterator<Item = KeyVariant<'_, 'e>> {
        let plain = if self.entity.has_alternatives() { PLAIN } else { CURRENT };
        let plain = (format_ident!("{plain}"), self.plain.fields, None);
        let written = self.others_of(Owner::Alternative);
        written.chain([plain]).chain(self.others_of(Owner::LegacyKey))
    }

    fn others_of(&self, owner: Owner) -> impl Iterator<Item = KeyVariant<'_, 'e>> {
        let others = self.others.iter().filter(move |other| other.index.owner == owner);
        others.map(|other| {
            let variant = ItemNames::of(&self.entity.prefix, Some(other.index)).variant();
            (variant, other.pair.fields, Some(other.index))
        })
    }

    fn legacy(&self) -> impl Iterator<Item = KeyVariant<'_, 'e>> {
        self.others_of(Owner::LegacyKey)
    }

    fn written(&self) -> impl Iterator<Item = KeyVariant<'_, 'e>> {
        let is_written = |own: &KeyDeclaration| own.owner == Owner::Alternative;
        self.variants().filter(move |(.., owner)| owner.is_none_or(is_written))
    }

    /// `OrderAnyKey<'k>`
    pub fn ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, self.scope.args());
        quote!(#ident #args)
    }

    /// `OrderAnyKey<'_>`
    pub fn elided_ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, self.scope.args_at("'_"));
        quote!(#ident #args)
    }

    /// The key of an entity: the first alternative whose parts are all there, or the plain key.
    ///
    /// ```ignore
    /// if let Some(__key) = self.with_variant() {
    ///     return OrderKey::WithVariant(__key);
    /// }
    /// OrderKey::Plain(OrderPlain { … })
    /// ```
    pub fn of_entity(&self, plain: &TokenStream) -> TokenStream {
        let ident = &self.ident;
        let written = self.others_of(Owner::Alternative).map(|(variant, _, own)| {
            let method = own.map(|own| &own.ident);
            quote! {
                if let __ddbkey::Some(__key) = self.#method() {
                    return #ident::#variant(__key);
                }
            }
        });
        let name = format_ident!("{PLAIN}");
        quote!(#(#written)* #ident::#name({ #plain }))
    }

    /// The entity's key of the same variant as the given key, unless the entity lacks a part of it.
    ///
    /// ```ignore
    /// fn key_under(&self, __key: Self::AnyKey<'_>) -> Option<Self::AnyKey<'_>> {
    ///     match __key {
    ///         OrderAnyKey::Current(_) => Some(OrderAnyKey::Current(DdbKeys::key(self))),
    ///         OrderAnyKey::V1(_) => Some(OrderAnyKey::V1(self.v1())),
    ///     }
    /// }
    /// ```
    pub fn key_under(&self, plain: &PairItem<'_>) -> TokenStream {
        let ident = &self.ident;
        let key = self.matched(&quote!(_), |variant, _, owner| {
            let method = owner.map(|owner| &owner.ident);
            match owner.map(|owner| owner.owner) {
                Some(Owner::Alternative) => {
                    quote!(__ddbkey::Option::map(self.#method(), #ident::#variant))
                }
                Some(_) => quote!(__ddbkey::Some(#ident::#variant(self.#method()))),
                None if self.entity.has_alternatives() => {
                    let plain = value_struct(plain.fields, &[]);
                    quote!(__ddbkey::Some(#ident::#variant({ #plain })))
                }
                None => {
                    quote!(__ddbkey::Some(#ident::#variant(__ddbkey::DdbKeys::key(self))))
                }
            }
        });
        quote! {
            fn key_under<'__s>(
                &'__s self,
                __key: Self::AnyKey<'_>,
            ) -> __ddbkey::Option<Self::AnyKey<'__s>> {
                #key
            }
        }
    }

    /// Whether each key that is written holds every field of the legacy keys.
    pub fn is_told_by_key(&self) -> bool {
        let mut legacy = self.legacy().flat_map(|(_, key, _)| &key.values);
        legacy.all(|value| {
            let is_it = |own: &&Value| {
                own.name == value.name
                    && own.source == value.source
                    && own.format.keeps(value.format)
            };
            self.written().all(|(_, key, _)| key.values.iter().copied().any(|own| is_it(&own)))
        })
    }

    /// All keys of the row that a written key names, if the written key holds every field of the legacy keys.
    ///
    /// ```ignore
    /// impl<'k> OrderKey<'k> {
    ///     pub fn all_keys(self) -> impl Iterator<Item = OrderAnyKey<'k>> {
    ///         [OrderAnyKey::V1(OrderV1 { user_id: self.user_id, number: self.number }), OrderAnyKey::Current(self)].into_iter()
    ///     }
    /// }
    /// ```
    pub fn of_key(&self, shapes: Option<&Self>) -> Option<TokenStream> {
        if !self.is_told_by_key() {
            return None;
        }
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (ty, keys) = match shapes {
            None => {
                (self.plain.fields.ty(), self.beside(&format_ident!("{CURRENT}"), &quote!(self)))
            }
            Some(shapes) => {
                let key = quote!(__key);
                let keys = shapes.variants().map(|(variant, ..)| {
                    let (written, keys) = (&shapes.ident, self.beside(&variant, &key));
                    quote!(#written::#variant(__key) => #keys,)
                });
                (shapes.ty(), quote!(match self { #(#keys)* }))
            }
        };
        let args = self.scope.args();
        let impl_where_clause = &self.scope.impl_where_clause;
        Some(quote! {
            impl #args #ty #impl_where_clause {
                /// Returns every key that the row may be under: the legacy keys, then this key.
                #vis fn all_keys(self) -> impl __ddbkey::Iterator<Item = #ident #args> {
                    __ddbkey::IntoIterator::into_iter(#keys)
                }
            }
        })
    }

    /// `[OrderAnyKey::V1(OrderV1 { user_id: self.user_id, … }), OrderAnyKey::Current(self)]`
    fn beside(&self, variant: &Ident, key: &TokenStream) -> TokenStream {
        let ident = &self.ident;
        let legacy = self.legacy().map(|(variant, fields, _)| {
            let name = &fields.ident;
            let parts = fields.values.iter().map(|value| {
                let part = KeyStruct::field(value);
                let field = quote!(#key.#part);
                if value.held.is_owned() {
                    quote!(#part: __ddbkey::Clone::clone(&#field))
                } else {
                    quote!(#part: #field)
                }
            });
            quote!(#ident::#variant(#name { #(#parts),* }))
        });
        quote!([#(#legacy,)* #ident::#variant(#key)])
    }

    /// Every key of an item, the legacy keys first.
    pub fn of_item(&self) -> TokenStream {
        let ident = &self.ident;
        let legacy = self.legacy().map(|(variant, _, legacy)| {
            let method = legacy.map(|legacy| &legacy.ident);
            quote!(#ident::#variant(self.#method()))
        });
        let key = quote!(__ddbkey::DdbKeys::key(self));
        let key = if self.entity.has_alternatives() {
            quote!(__ddbkey::From::from(#key))
        } else {
            let current = format_ident!("{CURRENT}");
            quote!(#ident::#current(#key))
        };
        quote!([#(#legacy,)* #key])
    }

    /// All keys but the plain one: `OrderV1<'static>, OrderV0<'static>`
    fn list(&self) -> TokenStream {
        let types = self.others.iter().map(|other| other.pair.fields.static_ty());
        quote!(#(#types),*)
    }

    /// ```ignore
    /// pub enum OrderAnyKey<'k> {
    ///     Current(OrderKey<'k>),
    ///     V1(OrderV1<'k>),
    /// }
    /// ```
    pub fn declare(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (params, declared_where_clause) =
            (self.scope.args(), &self.scope.declared_where_clause);
        let name = self.entity.name.as_str();
        let doc = if self.is_any { docs::any_key(name) } else { docs::shapes(name) };
        let variants = self.variants().map(|(variant, fields, other)| {
            let ty = fields.ty();
            let doc = match other {
                None if self.entity.has_alternatives() => {
                    " The key of `#[pk]` and `#[sk]`, of an item without the parts of another."
                        .into()
                }
                None => " The current key.".to_owned(),
                Some(other) => format!(" The {} `{}`.", other.noun(), other.name),
            };
            quote!(#[doc = #doc] #variant(#ty),)
        });
        let variant_names = self.variants().map(|(variant, ..)| variant.to_string());
        let allowed = names::allowed(variant_names.chain([ident.to_string()]), []);
        let keyword = quote_spanned!(names_place(self.entity, None)=> enum);
        quote! {
            #[doc = #doc]
            #allowed
            #vis #keyword #ident #params #declared_where_clause { #(#variants)* }
        }
    }

    /// Describes the enum to the runtime, as the template `any_key!` takes it.
    pub fn code(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (lifetime, list) = (&self.lifetime, self.list());
        let own_lifetime = self.scope.lifetime.as_ref();
        let borrows = own_lifetime.map(|lifetime| quote!(borrows: #lifetime,));
        let bounds = in_template(&self.scope.impl_where_clause);
        let (names, types): (Vec<_>, Vec<_>) =
            self.variants().map(|(variant, fields, _)| (variant, fields.ty())).unzip();
        let plain = self.plain.fields.ty();
        let from = self.from();
        let texts = self.plain.texts();
        let (parameters, arguments) = self.plain.parse_params(own_lifetime);
        let owned =
            if self.is_any { owned_by_table(self.entity) } else { owned_by_entity(self.entity) };
        let is_owned = self.variants().any(|(_, fields, _)| fields.is_owned());
        let owns = is_owned.then(|| quote!(owns: text,));
        quote! {
            __ddbkey::any_key! {
                vis: #vis,
                enum: #ident,
                lifetime: #lifetime,
                #borrows
                #owns
                #bounds
                keys: #(#names(#types))*,
                plain: #plain,
                others: [#list],
                from: [#from],
                texts: #texts,
                parse: (#parameters) => (#arguments),
                #owned
            }
        }
    }

    /// The keys that the template takes: `Current(OrderKey<'k>)`, or an enum of the keys that are written, `OrderKey
    /// [OrderKey<'k>] WithTier Plain`.
    fn from(&self) -> TokenStream {
        let written: Vec<_> = self.written().collect();
        let names = written.iter().map(|(variant, ..)| variant);
        if self.is_any && self.entity.has_alternatives() {
            let shapes = ItemNames::of(&self.entity.prefix, None).pair();
            let keys = written.iter().flat_map(|(_, key, _)| &key.values);
            let scope = Scope::of(self.entity, &keys.copied().collect::<Vec<_>>(), &[]);
            let args = scope.args();
            return quote!(#shapes [#shapes #args] #(#names)*);
        }
        let types = written.iter().map(|(_, key, _)| key.ty());
        quote!(#(#names(#types))*)
    }

    /// Code for each key, in a `match` over `__key`: `match __key { OrderAnyKey::Current(_) => { … } … }`
    pub fn matched(
        &self,
        binding: &TokenStream,
        mut arm: impl FnMut(&Ident, &KeyStruct<'_>, Option<&KeyDeclaration>) -> TokenStream,
    ) -> TokenStream {
        let ident = &self.ident;
        let arms = self.variants().map(|(variant, fields, legacy)| {
            let arm = arm(&variant, fields, legacy);
            quote!(#ident::#variant(#binding) => { #arm })
        });
        quote!(match __key { #(#arms)* })
    }
}
