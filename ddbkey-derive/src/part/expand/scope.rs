//! What the impls of a newtype share.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Lifetime;

use crate::generics;
use crate::part::check::Newtype;
use crate::types::mentions;

impl Newtype<'_> {
    /// A lifetime that does not occur in the declaration.
    pub fn lifetime(&self, name: &str) -> Lifetime {
        let generics = &self.input.generics;
        let (clause, fields) = (&generics.where_clause, self.fields);
        generics::lifetime(&quote!(#generics #clause #fields), name)
    }

    /// Whether the type of the value depends on parameters of the newtype.
    pub fn is_generic(&self) -> bool {
        let (generics, ty) = (&self.input.generics, &self.value.ty);
        let types = generics.type_params().map(|param| &param.ident);
        types.chain(generics.const_params().map(|param| &param.ident)).any(|it| mentions(ty, it))
    }

    /// The constructor with the value, and with the `PhantomData` of the declaration.
    pub fn make(&self, name: impl ToTokens, value: &TokenStream) -> TokenStream {
        let values = (0..self.fields.len()).map(|at| {
            if at == self.at.index as usize {
                value.clone()
            } else {
                quote!(::core::marker::PhantomData)
            }
        });
        quote!(#name(#(#values),*))
    }
}
