//! What keys hold for a newtype, `UserIdRef<'k>`, an alias of `Of<UserId, &'k str>`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ConstParam, GenericParam, Lifetime, TypeParam, WherePredicate, parse_quote};

use super::borrowed::{as_part, attributes, from, held, owned};
use crate::known::{Kind, borrowed_text};
use crate::names::RustName;
use crate::part::check::{Newtype, RefStruct};
use crate::types::{mentions_lifetime, with_lifetime};

pub struct Reference<'a> {
    pub newtype: &'a Newtype<'a>,
    pub held: &'a RefStruct,
}

impl Reference<'_> {
    /// What keys hold for the value, with this lifetime. The compiler refuses a type there that is less visible than the
    /// newtype, at its place.
    pub fn inner(&self, lifetime: &dyn ToTokens) -> TokenStream {
        held(&self.newtype.runtime, &self.newtype.value.ty, self.held.kind, lifetime)
    }

    /// `Of<UserId, &'k str>`
    pub fn ty(&self, lifetime: &dyn ToTokens) -> TokenStream {
        let Newtype { input, runtime, .. } = self.newtype;
        let (ident, inner) = (&input.ident, self.inner(lifetime));
        let (_, args, _) = input.generics.split_for_impl();
        quote!(#runtime::part::Of<#ident #args, #inner>)
    }

    /// The bound of a value whose borrowed form is unknown.
    pub fn bound(&self, any: &Lifetime) -> Option<WherePredicate> {
        let (ty, runtime) = (&self.newtype.value.ty, &self.newtype.runtime);
        match self.held.kind {
            Some(_) => None,
            None if self.newtype.is_generic() => Some(parse_quote!(#ty: #runtime::KeyPart)),
            None => Some(parse_quote!(for<#any> #ty: #runtime::KeyPart)),
        }
    }

    /// ```ignore
    /// pub type UserIdRef<'k> = Of<UserId, &'k str>;
    /// ```
    ///
    /// All lifetimes of the newtype are the lifetime of the key.
    pub fn declare(&self) -> TokenStream {
        let (input, name) = (self.newtype.input, &self.held.name);
        let (vis, lifetime) = (&input.vis, self.newtype.lifetime("k"));
        let borrows = matches!(self.held.kind, None | Some(Kind::Text));
        let has_lifetime = borrows || input.generics.lifetimes().next().is_some();
        let own = has_lifetime.then(|| quote!(#lifetime,));
        let params = input.generics.params.iter().filter_map(|param| match param {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(TypeParam { ident, default, .. }) => {
                let default = default.iter().map(|(equals, ty)| quote!(#equals #ty));
                Some(quote!(#ident #(#default)*,))
            }
            GenericParam::Const(ConstParam { ident, ty, default, .. }) => {
                let default = default.iter().map(|(equals, value)| quote!(#equals #value));
                Some(quote!(const #ident: #ty #(#default)*,))
            }
        });
        let target = with_lifetime(&self.ty(&lifetime), &lifetime);
        let attributes = attributes(input, "newtype", [RustName::of(name).to_string()].into_iter());
        quote! {
            #attributes
            #vis type #name<#own #(#params)*> = #target;
        }
    }

    /// ```ignore
    /// impl UserId {
    ///     pub fn as_part(&self) -> Of<UserId, &'_ str> { … }
    /// }
    /// impl From<Of<UserId, &'_ str>> for UserId { … }
    /// ```
    pub fn conversions(&self) -> TokenStream {
        let Newtype { input, value, at, .. } = self.newtype;
        let (ty, mut generics) = (&value.ty, input.generics.clone());
        let borrowed = match self.held.kind {
            Some(Kind::Text) => quote!(&*self.#at),
            Some(_) => quote!(self.#at),
            None => quote!(<#ty as __ddbkey::KeyPart>::as_part(&self.#at)),
        };
        generics.make_where_clause().predicates.extend(self.bound(&self.newtype.lifetime("x")));
        let part = self.ty(&quote!('_));
        let as_part = as_part(input, &generics, &part, &quote!(__ddbkey::Of::new(#borrowed)));
        let kind = self.held.kind.filter(|_| self.held.has_from);
        let from = kind.map(|kind| {
            // The text of an owned value has any lifetime.
            let (lifetime, mut generics) = (self.newtype.lifetime("k"), input.generics.clone());
            let part = borrowed_text(ty).map_or_else(
                || with_lifetime(&self.ty(&lifetime), &lifetime),
                |lifetime| self.ty(lifetime),
            );
            if mentions_lifetime(&part, &lifetime) {
                generics.params.insert(0, parse_quote!(#lifetime));
            }
            let owned = owned(ty, Some(kind), &quote!(__value.get()));
            let (ident, (_, args, _)) = (&input.ident, input.generics.split_for_impl());
            let made = self.newtype.make(&quote!(Self), &owned);
            from(&generics, &part, &quote!(#ident #args), &made)
        });
        quote!(#as_part #from)
    }
}
