//! The struct that keys hold for a newtype: the borrowed form of the value, under its own type.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Field, GenericParam, Generics, Lifetime, WherePredicate, parse_quote};

use super::buckets::buckets;
use super::{as_part, from, lending_generics};
use crate::generics;
use crate::known::{Kind, borrowed_text, known};
use crate::names::{self, RustName};
use crate::part::check::{Newtype, RefStruct};
use crate::types::mentions_lifetime;

/// `UserIdRef<'k>(&'k str)`.
pub struct Reference<'a> {
    newtype: &'a Newtype<'a>,
    held: &'a RefStruct,
    /// The lifetime of the borrow, unless the value is known to borrow nothing.
    lifetime: Option<Lifetime>,
    /// The lifetime of bounds that hold for every lifetime: `for<'x>`.
    any: Lifetime,
    /// The parameters of the struct: its lifetime, and the parameters that it shares with the newtype.
    generics: Generics,
    /// The types of the fields, in the order of the newtype.
    fields: Vec<TokenStream>,
}

impl<'a> Reference<'a> {
    pub fn of(newtype: &'a Newtype<'a>, held: &'a RefStruct) -> Self {
        let borrows = matches!(held.kind, None | Some(Kind::Text));
        let lifetime = borrows.then(|| newtype.lifetime("k"));
        let any = newtype.lifetime("x");
        let generics = newtype.input.generics.clone();
        let mut reference = Self { newtype, held, lifetime, any, generics, fields: Vec::new() };
        reference.fields = reference.fields();
        reference.keep_parameters();
        reference
    }

    pub fn name(&self) -> &Ident {
        &self.held.name
    }

    /// The struct as a type with this lifetime.
    pub fn ty(&self, lifetime: &impl ToTokens) -> TokenStream {
        let name = self.name();
        let own = self.lifetime.as_ref().map(|_| lifetime.to_token_stream());
        let others = self.generics.params.iter().filter_map(|param| match param {
            GenericParam::Lifetime(param) if Some(&param.lifetime) == self.lifetime.as_ref() => {
                None
            }
            GenericParam::Lifetime(param) => Some(param.lifetime.to_token_stream()),
            GenericParam::Type(param) => Some(param.ident.to_token_stream()),
            GenericParam::Const(param) => Some(param.ident.to_token_stream()),
        });
        let args: Vec<_> = own.into_iter().chain(others).collect();
        if args.is_empty() { quote!(#name) } else { quote!(#name<#(#args),*>) }
    }

    /// The borrowed form of the value with this lifetime.
    pub fn inner(&self, lifetime: &Lifetime) -> TokenStream {
        let (ty, runtime) = (&self.newtype.value.ty, &self.newtype.runtime);
        match self.held.kind {
            Some(Kind::Text) => quote!(&#lifetime ::core::primitive::str),
            Some(_) => ty.to_token_stream(),
            None => quote!(<#ty as #runtime::KeyPart>::Ref<#lifetime>),
        }
    }

    /// The bound for a value whose borrowed form is unknown. For a type without parameters, it is a `for<'x>` bound:
    /// rustc takes it as an assumption, so that the only error is at the newtype.
    pub fn bound(&self) -> Option<WherePredicate> {
        let (ty, runtime) = (&self.newtype.value.ty, &self.newtype.runtime);
        let any = &self.any;
        match self.held.kind {
            Some(_) => None,
            None if self.newtype.is_generic() => Some(parse_quote!(#ty: #runtime::KeyPart)),
            None => Some(parse_quote!(for<#any> #ty: #runtime::KeyPart)),
        }
    }

    fn fields(&self) -> Vec<TokenStream> {
        let newtype = self.newtype;
        let of = |(at, field): (usize, &Field)| {
            let ty = &field.ty;
            if at == newtype.at.index as usize {
                self.inner(self.lifetime.as_ref().unwrap_or(&self.any))
            } else {
                quote!(::core::marker::PhantomData<fn() -> #ty>)
            }
        };
        newtype.fields.iter().enumerate().map(of).collect()
    }

    /// All parameters except the lifetimes that no field mentions any more: the lifetimes of borrowed strings.
    fn keep_parameters(&mut self) {
        let fields = &self.fields;
        let fields = quote!(#(#fields)*);
        let lifetimes = self.generics.lifetimes().map(|param| param.lifetime.clone());
        let unused: Vec<_> =
            lifetimes.filter(|lifetime| !mentions_lifetime(&fields, lifetime)).collect();
        if self.generics.type_params().next().is_none() {
            self.drop_lifetimes(&unused);
        } else if !unused.is_empty() {
            // A bound may name them, so the first `PhantomData` mentions them. A struct with a type parameter has a
            // `PhantomData`.
            let at = usize::from(self.newtype.at.index == 0);
            if let Some(phantom) = self.fields.get_mut(at) {
                *phantom =
                    quote!(::core::marker::PhantomData<fn() -> (#phantom, #(&#unused (),)*)>);
            }
        }
        if let Some(lifetime) = &self.lifetime {
            self.generics.params.insert(0, parse_quote!(#lifetime));
        }
        let bound = self.bound();
        self.generics.make_where_clause().predicates.extend(bound);
    }

    fn drop_lifetimes(&mut self, unused: &[Lifetime]) {
        let params = std::mem::take(&mut self.generics.params).into_iter();
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
        self.generics.params = params.collect();
        if let Some(clause) = &mut self.generics.where_clause {
            let predicates = std::mem::take(&mut clause.predicates).into_iter();
            let is_left = |predicate: &WherePredicate| {
                !unused.iter().any(|lifetime| mentions_lifetime(predicate, lifetime))
            };
            clause.predicates = predicates.filter(is_left).collect();
        }
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
            self.as_part(),
            self.lend(),
            self.take().unwrap_or_default(),
        ];
        parts.into_iter().collect()
    }

    /// The struct.
    pub fn declare(&self) -> TokenStream {
        let (input, name, generics) = (self.newtype.input, self.name(), &self.generics);
        let (vis, clause) = (&input.vis, where_clause(generics));
        let doc =
            format!(" The borrowed form of [`{}`] in key structs.", RustName::of(&input.ident));
        let fields = self.newtype.fields.iter().zip(&self.fields);
        let fields = fields.map(|(field, ty)| {
            let vis = &field.vis;
            quote!(#vis #ty)
        });
        let allowed = names::allowed([RustName::of(name).to_string()], []);
        quote! {
            #[doc = #doc]
            #[allow(
                dead_code,
                deprecated,
                private_bounds,
                private_interfaces,
                reason = "it is as visible as the newtype, and holds what that holds"
            )]
            #allowed
            #vis struct #name #generics (#(#fields),*) #clause;
        }
    }

    /// `impl … for UserIdRef<'k>`
    fn implement(&self, generics: &Generics, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let name = self.name();
        let (_, args, _) = self.generics.split_for_impl();
        let (params, _, clause) = generics.split_for_impl();
        quote!(#[automatically_derived] impl #params #of for #name #args #clause { #items })
    }

    /// `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq` and `Hash`, without the bounds on the newtype's parameters that the
    /// standard derives would add.
    fn standard_impls(&self) -> TokenStream {
        let (name, at) = (self.name(), &self.newtype.at);
        let (text, hasher) = (
            RustName::of(name).to_string(),
            generics::parameter(&self.newtype.input.generics, "__H"),
        );
        let (params, args, clause) = self.generics.split_for_impl();
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

    /// Prints the string of the key. A value without a string prints as with `Debug`, so that `to_string` does not
    /// panic.
    fn display(&self) -> TokenStream {
        let Newtype { value, at, .. } = self.newtype;
        let (runtime, ty) = (&self.newtype.runtime, &value.ty);
        let write = if self.held.kind.is_some_and(Kind::prints_as_part) {
            quote!(::core::fmt::Display::fmt(&self.#at, __f))
        } else {
            quote! {
                match <#ty as #runtime::KeyPart>::write(self.#at, __f) {
                    ::core::result::Result::Ok(()) => ::core::result::Result::Ok(()),
                    ::core::result::Result::Err(_) => ::core::fmt::Debug::fmt(&self.#at, __f),
                }
            }
        };
        let items = quote! {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #write
            }
        };
        self.implement(&self.generics_with_value(), &quote!(::core::fmt::Display), &items)
    }

    /// The parameters of an impl in which the value writes its string, under the assumption that a type of another
    /// crate can.
    fn generics_with_value(&self) -> Generics {
        let (runtime, ty, any) = (&self.newtype.runtime, &self.newtype.value.ty, &self.any);
        let mut generics = self.generics.clone();
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
        let mut generics = self.generics.clone();
        let text = match self.held.kind {
            Some(Kind::Text) => quote!(self.#at),
            Some(Kind::TextValue) | None => quote!(::core::convert::AsRef::as_ref(&self.#at)),
            Some(_) => return None,
        };
        let of = quote!(::core::convert::AsRef<::core::primitive::str>);
        if let (None, Some(lifetime)) = (self.held.kind, &self.lifetime) {
            let inner = self.inner(lifetime);
            generics.make_where_clause().predicates.push(parse_quote!(#inner: #of));
        }
        let items = quote! {
            #[inline]
            fn as_ref(&self) -> &::core::primitive::str {
                #text
            }
        };
        Some(self.implement(&generics, &of, &items))
    }

    /// `ShardSource`, so that `Shard::of` takes the struct as well as the newtype, if there is a `Shard`. Tests of this
    /// crate read the code of all features, whichever are enabled.
    #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
    fn shard_source(&self) -> Option<TokenStream> {
        if !cfg!(any(test, feature = "shard")) {
            return None;
        }
        let Newtype { value, at, .. } = self.newtype;
        let (runtime, ty) = (&self.newtype.runtime, &value.ty);
        let of = quote!(#runtime::__private_0_1::ShardSource);
        let write = match self.held.kind {
            Some(Kind::Text) => quote!(<::core::primitive::str as #of>::write_text(__value, __out)),
            _ => quote!(<#ty as #runtime::KeyPart>::write(__value, __out)),
        };
        let items = quote! {
            fn write_text(
                &self,
                __out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                let __value = self.#at;
                #write
            }
        };
        Some(self.implement(&self.generics_with_value(), &of, &items))
    }

    /// `Bucketed`, unless the value is known to have no calendar units.
    fn buckets(&self) -> Option<TokenStream> {
        let has_units = self.held.kind.is_none_or(Kind::is_calendar);
        let lifetime = self.lifetime.as_ref().unwrap_or(&self.any);
        has_units.then(|| buckets(self.newtype, &self.generics, self.name(), &self.inner(lifetime)))
    }

    /// The struct that borrows from a newtype.
    fn borrow(&self, newtype: &TokenStream) -> TokenStream {
        let Newtype { value, at, .. } = self.newtype;
        let (ty, runtime) = (&value.ty, &self.newtype.runtime);
        let value = match self.held.kind {
            Some(Kind::Text) => quote!(&*#newtype.#at),
            Some(_) => quote!(#newtype.#at),
            None => quote!(<#ty as #runtime::KeyPart>::as_part(&#newtype.#at)),
        };
        self.newtype.make(self.name(), &value)
    }

    /// The newtype's parameters with the bound of the struct, and its lifetime.
    fn newtype_generics(&self, lifetime: Option<&Lifetime>) -> Generics {
        lending_generics(self.newtype.input, lifetime, self.bound())
    }

    fn as_part(&self) -> TokenStream {
        let (generics, borrowed) = (self.newtype_generics(None), self.borrow(&quote!(self)));
        as_part(self.newtype.input, &generics, &self.ty(&quote!('_)), &borrowed)
    }

    fn lend(&self) -> TokenStream {
        let (ident, lifetime) = (&self.newtype.input.ident, self.lifetime.as_ref());
        let (_, args, _) = self.newtype.input.generics.split_for_impl();
        let (newtype, borrowed) = (quote!(&#lifetime #ident #args), self.borrow(&quote!(__value)));
        from(&self.newtype_generics(lifetime), &newtype, &self.ty(&lifetime), &borrowed)
    }

    /// Converts what keys hold into the newtype, if its type is known.
    fn take(&self) -> Option<TokenStream> {
        let kind = self.held.kind.filter(|_| self.held.has_from)?;
        let (ident, at) = (&self.newtype.input.ident, &self.newtype.at);
        let ty = &self.newtype.value.ty;
        let lifetime = borrowed_text(ty);
        let held = lifetime.map_or_else(|| self.ty(&quote!('_)), |lifetime| self.ty(lifetime));
        let value = match kind {
            Kind::Text if lifetime.is_some() => quote!(__value.#at),
            // `From` would borrow, which requires a string that lives as long.
            Kind::Text if known(ty)?.ident == "Cow" => quote! {
                <#ty as ::core::iter::FromIterator<&::core::primitive::str>>::from_iter(
                    ::core::option::Option::Some(__value.#at)
                )
            },
            Kind::Text => {
                quote!(<#ty as ::core::convert::From<&::core::primitive::str>>::from(__value.#at))
            }
            _ => quote!(__value.#at),
        };
        let made = self.newtype.make(quote!(Self), &value);
        let generics = &self.newtype.input.generics;
        let (_, args, _) = generics.split_for_impl();
        Some(from(generics, &held, &quote!(#ident #args), &made))
    }
}

/// The clause, unless it is empty: `struct Id(u8) where;` would be odd.
fn where_clause(generics: &Generics) -> Option<&syn::WhereClause> {
    generics.where_clause.as_ref().filter(|clause| !clause.predicates.is_empty())
}
