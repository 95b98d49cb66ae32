//! The struct that keys hold for a newtype: `UserIdRef<'k>(&'k str)` for `UserId(String)`.
//!
//! It has the fields of the newtype in their order: what keys hold for the value, and each `PhantomData`. Its parameters
//! are those of the newtype, but a lifetime that only the value mentions is gone: `Slug<'a>(&'a str)` has `SlugRef<'k>`.
//! If there is a type parameter, a bound such as `T: 'a` may need that lifetime, so a `PhantomData` mentions it.
//! [`Borrowed`] has the impls that an enum needs too.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Field, GenericParam, Generics, Lifetime, WherePredicate, parse_quote};

use super::borrowed::{Borrowed, printed};
use super::buckets::buckets;
use crate::generics;
use crate::known::{Kind, borrowed_text};
use crate::names::RustName;
use crate::part::check::{Newtype, RefStruct};
use crate::types::mentions_lifetime;

pub struct Reference<'a> {
    newtype: &'a Newtype<'a>,
    held: &'a RefStruct,
    pub borrowed: Borrowed<'a>,
    /// The types of the fields, in the order of the newtype.
    fields: Vec<TokenStream>,
}

impl<'a> Reference<'a> {
    pub fn of(newtype: &'a Newtype<'a>, held: &'a RefStruct) -> Self {
        let borrows = matches!(held.kind, None | Some(Kind::Text));
        let lifetime = borrows.then(|| newtype.lifetime("k"));
        let any = newtype.lifetime("x");
        let mut fields = fields(newtype, held, lifetime.as_ref().unwrap_or(&any));
        let shared = shared_parameters(newtype, &mut fields);
        let bounds = bound(newtype, held, &any).into_iter().collect();
        let Newtype { input, runtime, .. } = newtype;
        let name = &held.name;
        let borrowed = Borrowed { input, runtime, name, lifetime, any, shared, bounds };
        Self { newtype, held, borrowed, fields }
    }

    /// What keys hold for the value, with this lifetime.
    pub fn inner(&self, lifetime: &Lifetime) -> TokenStream {
        Borrowed::held(&self.newtype.runtime, &self.newtype.value.ty, self.held.kind, lifetime)
    }

    /// ```ignore
    /// pub struct UserIdRef<'k>(&'k str);
    /// impl UserId {
    ///     pub fn as_part(&self) -> UserIdRef<'_> { … }
    /// }
    /// impl<'k> From<&'k UserId> for UserIdRef<'k> { … }
    /// impl From<UserIdRef<'_>> for UserId { … }
    /// ```
    /// and the traits that keys need, but for the struct itself.
    pub fn implementations(&self) -> TokenStream {
        let parts = [
            self.standard_impls(),
            self.display(),
            self.as_ref().unwrap_or_default(),
            self.shard_source().unwrap_or_default(),
            self.buckets().unwrap_or_default(),
            self.borrowed.as_part(&self.borrow(&quote!(self))),
            self.borrowed.lend(&self.borrow(&quote!(__value))),
            self.take().unwrap_or_default(),
        ];
        parts.into_iter().collect()
    }

    /// The struct.
    pub fn declare(&self) -> TokenStream {
        let (Borrowed { input, name, .. }, generics) = (&self.borrowed, self.borrowed.generics());
        let (vis, clause) = (&input.vis, where_clause(&generics));
        let fields = self.newtype.fields.iter().zip(&self.fields);
        let fields = fields.map(|(field, ty)| {
            let vis = &field.vis;
            quote!(#vis #ty)
        });
        let attributes =
            self.borrowed.attributes("newtype", [RustName::of(name).to_string()].into_iter());
        quote! {
            #attributes
            #vis struct #name #generics (#(#fields),*) #clause;
        }
    }

    /// `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq` and `Hash`, without the bounds on the newtype's parameters that the
    /// standard derives would add.
    fn standard_impls(&self) -> TokenStream {
        let (name, generics) = (self.borrowed.name, self.borrowed.generics());
        let at = &self.newtype.at;
        let (text, hasher) = (
            RustName::of(name).to_string(),
            generics::parameter(&self.newtype.input.generics, "__H"),
        );
        let (params, args, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #params ::core::clone::Clone for #name #args #clause {
                #[inline]
                fn clone(&self) -> Self {
                    *self
                }
            }
            #[automatically_derived]
            impl #params ::core::marker::Copy for #name #args #clause {}
            #[automatically_derived]
            impl #params ::core::fmt::Debug for #name #args #clause {
                #[inline]
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    let mut __f = ::core::fmt::Formatter::debug_tuple(__f, #text);
                    ::core::fmt::DebugTuple::field(&mut __f, &self.#at);
                    ::core::fmt::DebugTuple::finish(&mut __f)
                }
            }
            #[automatically_derived]
            impl #params ::core::cmp::PartialEq for #name #args #clause {
                #[inline]
                fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                    self.#at == __other.#at
                }
            }
            #[automatically_derived]
            impl #params ::core::cmp::Eq for #name #args #clause {}
            #[automatically_derived]
            impl #params ::core::hash::Hash for #name #args #clause {
                #[inline]
                fn hash<#hasher: ::core::hash::Hasher>(&self, __state: &mut #hasher) {
                    ::core::hash::Hash::hash(&self.#at, __state);
                }
            }
        }
    }

    fn display(&self) -> TokenStream {
        let Newtype { value, at, runtime, .. } = self.newtype;
        let ty = &value.ty;
        let print = if self.held.kind.is_some_and(Kind::prints_as_part) {
            quote!(::core::fmt::Display::fmt(&self.#at, __f))
        } else {
            printed(&quote!(<#ty as #runtime::KeyPart>::write(self.#at, __f)), &quote!(&self.#at))
        };
        self.borrowed.display(&self.generics_with_value(), &print)
    }

    /// The parameters of an impl in which the value writes its string, under the assumption that a type of another
    /// crate can.
    fn generics_with_value(&self) -> Generics {
        let (runtime, ty) = (&self.newtype.runtime, &self.newtype.value.ty);
        let (any, mut generics) = (&self.borrowed.any, self.borrowed.generics());
        if self.held.kind.is_some_and(|kind| !kind.prints_as_part()) {
            let inner = self.inner(any);
            generics.make_where_clause().predicates.push(parse_quote! {
                #ty: for<#any> #runtime::KeyPart<Ref<#any> = #inner>
            });
        }
        generics
    }

    /// `AsRef<str>`, if the value has it. Values that are known not to be strings have none.
    fn as_ref(&self) -> Option<TokenStream> {
        let at = &self.newtype.at;
        let mut generics = self.borrowed.generics();
        let text = match self.held.kind {
            Some(Kind::Text) => quote!(self.#at),
            Some(Kind::TextValue) | None => quote!(::core::convert::AsRef::as_ref(&self.#at)),
            Some(_) => return None,
        };
        let of = quote!(::core::convert::AsRef<::core::primitive::str>);
        if let (None, Some(lifetime)) = (self.held.kind, &self.borrowed.lifetime) {
            let inner = self.inner(lifetime);
            generics.make_where_clause().predicates.push(parse_quote!(#inner: #of));
        }
        let items = quote! {
            #[inline]
            fn as_ref(&self) -> &::core::primitive::str {
                #text
            }
        };
        Some(self.borrowed.implement(&generics, &of, &items))
    }

    fn shard_source(&self) -> Option<TokenStream> {
        let Newtype { value, at, runtime, .. } = self.newtype;
        let ty = &value.ty;
        let write = match self.held.kind {
            Some(Kind::Text) => {
                let of = quote!(#runtime::__private_0_1::ShardSource);
                quote!(<::core::primitive::str as #of>::write_text(__value, __out))
            }
            _ => quote!(<#ty as #runtime::KeyPart>::write(__value, __out)),
        };
        let write = quote!(let __value = self.#at; #write);
        self.borrowed.shard_source(&self.generics_with_value(), &write)
    }

    /// `Bucketed`, unless the value is known to have no calendar units.
    fn buckets(&self) -> Option<TokenStream> {
        let (name, generics) = (self.borrowed.name, self.borrowed.generics());
        let inner = self.inner(self.borrowed.own_lifetime());
        let has_units = self.held.kind.is_none_or(Kind::is_calendar);
        has_units.then(|| buckets(self.newtype, &generics, name, &inner))
    }

    /// The struct that borrows from a newtype.
    fn borrow(&self, newtype: &TokenStream) -> TokenStream {
        let Newtype { value, at, runtime, .. } = self.newtype;
        let ty = &value.ty;
        let value = match self.held.kind {
            Some(Kind::Text) => quote!(&*#newtype.#at),
            Some(_) => quote!(#newtype.#at),
            None => quote!(<#ty as #runtime::KeyPart>::as_part(&#newtype.#at)),
        };
        self.newtype.make(self.borrowed.name, &value)
    }

    /// Converts what keys hold into the newtype, if its type is known.
    fn take(&self) -> Option<TokenStream> {
        let Newtype { input, value, at, runtime, .. } = self.newtype;
        let kind = self.held.kind.filter(|_| self.held.has_from)?;
        let taken = Borrowed::taken(runtime, &value.ty, Some(kind), &quote!(__value.#at));
        let made = self.newtype.make(quote!(Self), &taken);
        Some(self.borrowed.take(&input.generics, borrowed_text(&value.ty), &made))
    }
}

/// The bound of a value whose borrowed form is unknown.
fn bound(newtype: &Newtype<'_>, held: &RefStruct, any: &Lifetime) -> Option<WherePredicate> {
    let (ty, runtime) = (&newtype.value.ty, &newtype.runtime);
    match held.kind {
        Some(_) => None,
        None if newtype.is_generic() => Some(parse_quote!(#ty: #runtime::KeyPart)),
        None => Some(parse_quote!(for<#any> #ty: #runtime::KeyPart)),
    }
}

fn fields(newtype: &Newtype<'_>, held: &RefStruct, lifetime: &Lifetime) -> Vec<TokenStream> {
    let of = |(at, Field { ty, .. }): (usize, &Field)| {
        if at == newtype.at.index as usize {
            Borrowed::held(&newtype.runtime, ty, held.kind, lifetime)
        } else {
            quote!(::core::marker::PhantomData<fn() -> #ty>)
        }
    };
    newtype.fields.iter().enumerate().map(of).collect()
}

/// All parameters of the newtype except the lifetimes that no field mentions any more: the lifetimes of borrowed
/// strings.
fn shared_parameters(newtype: &Newtype<'_>, fields: &mut [TokenStream]) -> Generics {
    let mut generics = newtype.input.generics.clone();
    let all = quote!(#(#fields)*);
    let lifetimes = generics.lifetimes().map(|param| param.lifetime.clone());
    let unused: Vec<_> = lifetimes.filter(|lifetime| !mentions_lifetime(&all, lifetime)).collect();
    if generics.type_params().next().is_none() {
        drop_lifetimes(&mut generics, &unused);
    } else if !unused.is_empty() {
        // A bound may name them, so the first `PhantomData` mentions them. A struct with a type parameter has a
        // `PhantomData`.
        let at = usize::from(newtype.at.index == 0);
        if let Some(phantom) = fields.get_mut(at) {
            *phantom = quote!(::core::marker::PhantomData<fn() -> (#phantom, #(&#unused (),)*)>);
        }
    }
    generics
}

fn drop_lifetimes(generics: &mut Generics, unused: &[Lifetime]) {
    let params = std::mem::take(&mut generics.params).into_iter();
    let params = params.filter_map(|mut param| {
        if let GenericParam::Lifetime(param) = &mut param {
            let bounds = std::mem::take(&mut param.bounds).into_iter();
            param.bounds = bounds.filter(|bound| !unused.contains(bound)).collect();
            if unused.contains(&param.lifetime) {
                return None;
            }
        }
        Some(param)
    });
    generics.params = params.collect();
    if let Some(clause) = &mut generics.where_clause {
        let predicates = std::mem::take(&mut clause.predicates).into_iter();
        let is_left = |predicate: &WherePredicate| {
            !unused.iter().any(|lifetime| mentions_lifetime(predicate, lifetime))
        };
        clause.predicates = predicates.filter(is_left).collect();
    }
}

/// The clause, unless it is empty: `struct Id(u8) where;` would be odd.
fn where_clause(generics: &Generics) -> Option<&syn::WhereClause> {
    generics.where_clause.as_ref().filter(|clause| !clause.predicates.is_empty())
}
