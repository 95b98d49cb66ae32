//! The enum of all primary keys of an entity with former keys: `OrderAnyKey`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::generics::{Scope, lifetime};
use super::index::IndexItem;
use super::key::KeyStruct;
use super::pair::{PairItem, owned_by_table};
use super::{docs, names_place};
use crate::keys::model::{Entity, Index};
use crate::keys::names::{CURRENT, ItemNames};
use crate::names::{self, unraw};

/// The current key and the former ones, and the enum of them.
pub struct AnyKey<'e> {
    entity: &'e Entity<'e>,
    pub ident: Ident,
    current: &'e PairItem<'e>,
    former: &'e [IndexItem<'e>],
    pub scope: Scope,
    lifetime: Lifetime,
}

impl<'e> AnyKey<'e> {
    pub fn of(
        entity: &'e Entity<'e>,
        current: &'e PairItem<'e>,
        former: &'e [IndexItem<'e>],
    ) -> Self {
        let pairs = std::iter::once(current).chain(former.iter().map(|former| &former.pair));
        let halves = pairs.flat_map(|pair| [Some(pair.pk), pair.sk]).flatten();
        let values: Vec<_> = halves.flat_map(|half| half.key.values()).collect();
        Self {
            entity,
            ident: ItemNames::of(&entity.prefix, None).any_key(),
            current,
            former,
            scope: Scope::of(entity, &values, &[]),
            lifetime: lifetime(entity),
        }
    }

    /// The variants with the structs that they hold: `Current` and `OrderKey<'k>`, `V1` and `OrderV1<'k>`.
    pub fn variants(&self) -> impl Iterator<Item = (Ident, &KeyStruct<'e>, Option<&'e Index>)> {
        let former = self.former.iter().map(|former| {
            let variant = ItemNames::of(&self.entity.prefix, Some(former.index)).variant();
            (variant, former.pair.fields, Some(former.index))
        });
        std::iter::once((format_ident!("{CURRENT}"), self.current.fields, None)).chain(former)
    }

    /// The same, the former keys in front.
    pub fn former_first(&self) -> impl Iterator<Item = (Ident, &KeyStruct<'e>, Option<&'e Index>)> {
        self.variants().skip(1).chain(self.variants().take(1))
    }

    /// `OrderAnyKey<'k>`
    pub fn ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, self.scope.args());
        quote!(#ident #args)
    }

    /// Whether the current key tells every field of the former ones.
    pub fn is_told_by_key(&self) -> bool {
        let current = &self.current.fields.values;
        let mut former = self.former.iter().flat_map(|former| &former.pair.fields.values);
        former.all(|value| {
            let mut own = current.iter().filter(|own| unraw(&own.name) == unraw(&value.name));
            own.any(|own| own.source == value.source && own.format.keeps(value.format))
        })
    }

    /// All keys of the current key, if that tells every field of the former ones.
    ///
    /// ```ignore
    /// impl<'k> OrderKey<'k> {
    ///     pub fn all_keys(self) -> impl Iterator<Item = OrderAnyKey<'k>> {
    ///         [OrderAnyKey::V1(OrderV1 { user_id: self.user_id, number: self.number }), OrderAnyKey::Current(self)].into_iter()
    ///     }
    /// }
    /// ```
    pub fn of_key(&self) -> Option<TokenStream> {
        if !self.is_told_by_key() {
            return None;
        }
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let keys = self.former_first().map(|(variant, fields, former)| {
            let key = former.map_or_else(
                || quote!(self),
                |_| {
                    let name = format_ident!("{}", fields.ident);
                    let parts = fields.values.iter().map(|value| {
                        let part = KeyStruct::field(value);
                        let field = quote!(self.#part);
                        if value.held.is_owned() {
                            quote!(#part: __ddbkey::Clone::clone(&#field))
                        } else {
                            quote!(#part: #field)
                        }
                    });
                    quote!(#name { #(#parts),* })
                },
            );
            quote!(#ident::#variant(#key))
        });
        let (params, args) = (self.scope.params(), self.scope.args());
        let impl_where_clause = &self.scope.impl_where_clause;
        let ty = self.current.fields.ty();
        Some(quote! {
            impl #params #ty #impl_where_clause {
                /// Returns every key that the row may be under: the former ones, then this one.
                #vis fn all_keys(self) -> impl __ddbkey::Iterator<Item = #ident #args> {
                    __ddbkey::IntoIterator::into_iter([#(#keys),*])
                }
            }
        })
    }

    /// The schemas of the former keys, as a type: `(OrderV1<'static>, (OrderV0<'static>, ()))`.
    fn list(&self) -> TokenStream {
        self.former.iter().rev().fold(quote!(()), |others, former| {
            let ty = former.pair.fields.static_ty();
            quote!((#ty, #others))
        })
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
            (self.scope.params(), &self.scope.declared_where_clause);
        let name = unraw(&self.entity.input.ident);
        let doc = docs::any_key(&name);
        let variants = self.variants().map(|(variant, fields, former)| {
            let ty = fields.ty();
            let doc = match former {
                None => " The current key.".to_owned(),
                Some(former) => format!(" The former key `{}`.", former.name),
            };
            quote!(#[doc = #doc] #variant(#ty),)
        });
        let variant_names = self.variants().map(|(variant, ..)| variant.to_string());
        let allowed = names::allowed(variant_names.chain([ident.to_string()]), []);
        let bounds = self.scope.allowed();
        let keyword = quote_spanned!(names_place(self.entity, None)=> enum);
        quote! {
            #[doc = #doc]
            #allowed
            #bounds
            #vis #keyword #ident #params #declared_where_clause { #(#variants)* }
        }
    }

    /// What the runtime knows of the enum, as the template `any_key!` of the runtime shows it.
    pub fn code(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (lifetime, list) = (&self.lifetime, self.list());
        let own_lifetime = self.scope.lifetime.as_ref();
        let borrows = own_lifetime.map(|lifetime| quote!(borrows: #lifetime,));
        let generics = self.scope.in_template(&self.scope.impl_where_clause);
        let (names, types): (Vec<_>, Vec<_>) =
            self.variants().map(|(variant, fields, _)| (variant, fields.ty())).unzip();
        let (current, key) = (&names[0], &types[0]);
        let (former, pairs) = (&names[1..], &types[1..]);
        let texts = self.current.texts();
        let (parameters, arguments) = self.current.parse_params(own_lifetime);
        let owned = owned_by_table(self.entity);
        let is_owned = self.variants().any(|(_, fields, _)| fields.is_owned());
        let owns = is_owned.then(|| quote!(owns: text,));
        quote! {
            __ddbkey::any_key! {
                vis: #vis,
                enum: #ident,
                lifetime: #lifetime,
                #borrows
                #owns
                #generics
                current: #current(#key),
                former: #list #(#former(#pairs))*,
                texts: #texts,
                parse: (#parameters) => (#arguments),
                #owned
            }
        }
    }

    /// Code for each key, in a `match` over `__key`: `match __key { OrderAnyKey::Current(_) => { … } … }`
    pub fn matched(
        &self,
        binding: &TokenStream,
        mut arm: impl FnMut(&Ident, &KeyStruct<'_>, Option<&Index>) -> TokenStream,
    ) -> TokenStream {
        let ident = &self.ident;
        let arms = self.variants().map(|(variant, fields, former)| {
            let arm = arm(&variant, fields, former);
            quote!(#ident::#variant(#binding) => { #arm })
        });
        quote!(match __key { #(#arms)* })
    }
}
