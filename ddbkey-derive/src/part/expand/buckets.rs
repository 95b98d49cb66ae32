//! The buckets of a newtype of a timestamp or a date.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident, parse_quote};

use crate::generics;
use crate::part::check::Newtype;

/// ```ignore
/// impl<__F: Format> Bucketed<__F> for CreatedAtRef
/// where
///     Timestamp: Bucketed<__F>,
/// {
///     fn units(__start: Self, __end: Self, __is_included: bool) -> Range<u64> {
///         <Timestamp as Bucketed<__F>>::units(__start.0, __end.0, __is_included)
///     }
///     fn start(__unit: u64) -> Option<Self> {
///         match <Timestamp as Bucketed<__F>>::start(__unit) {
///             Some(__value) => Some(CreatedAtRef(__value)),
///             None => None,
///         }
///     }
/// }
/// ```
///
/// `held` is the type that keys hold for the newtype, and `inner` is the type that they hold for the value in it.
pub fn buckets(
    newtype: &Newtype<'_>,
    generics: &Generics,
    held: &Ident,
    inner: &TokenStream,
) -> TokenStream {
    let (runtime, at) = (&newtype.runtime, &newtype.at);
    let format = generics::parameter(generics, "__F");
    let bucketed = quote!(#runtime::__private_0_1::Bucketed<#format>);
    let mut with_format = generics.clone();
    with_format.params.push(parse_quote!(#format: #runtime::part::Format));
    with_format.make_where_clause().predicates.push(parse_quote!(#inner: #bucketed));
    let (params, _, clause) = with_format.split_for_impl();
    let (_, args, _) = generics.split_for_impl();
    let made = newtype.make(held, &quote!(__value));
    quote! {
        #[automatically_derived]
        impl #params #bucketed for #held #args #clause {
            fn units(
                __start: Self,
                __end: Self,
                __is_included: ::core::primitive::bool,
            ) -> ::core::ops::Range<::core::primitive::u64> {
                <#inner as #bucketed>::units(__start.#at, __end.#at, __is_included)
            }
            fn start(__unit: ::core::primitive::u64) -> ::core::option::Option<Self> {
                match <#inner as #bucketed>::start(__unit) {
                    ::core::option::Option::Some(__value) => ::core::option::Option::Some(#made),
                    ::core::option::Option::None => ::core::option::Option::None,
                }
            }
        }
    }
}
