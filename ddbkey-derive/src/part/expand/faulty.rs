//! The stub of a part whose declaration is wrong.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::in_block;
use crate::generics;
use crate::part::check::Part;
use crate::private::Private;

/// A part that keys hold as `StandIn`, which also has the name of the struct that they would hold.
///
/// ```ignore
/// pub use ddbkey::__private_0_1::StandIn as UserIdRef;
/// impl UserId {
///     pub fn as_part(&self) -> StandIn<'_> { fallback() }
/// }
/// impl KeyPart for UserId {
///     type Ref<'k> = StandIn<'k>;
///     …
/// }
/// ```
pub fn expand(part: &Part<'_>, reference: Option<&Ident>) -> TokenStream {
    let (runtime, vis, ident) = (&part.runtime, &part.input.vis, &part.input.ident);
    let private = quote!(#runtime::#Private);
    let lifetime = generics::lifetime(&part.input.generics, "k");
    let (impl_generics, type_generics, where_clause) = part.input.generics.split_for_impl();
    let reference = reference.map(|name| {
        quote! {
            #vis use #private::StandIn as #name;
            impl #impl_generics #ident #type_generics #where_clause {
                /// Borrows the value for a key struct.
                #vis fn as_part(&self) -> #name<'_> {
                    #private::fallback()
                }
            }
        }
    });
    let key_part = quote! {
        #[automatically_derived]
        impl #impl_generics __ddbkey::KeyPart for #ident #type_generics #where_clause {
            type Ref<#lifetime> = __ddbkey::StandIn<#lifetime>;
            type Order = __ddbkey::order::Last;
            const SHAPE: __ddbkey::Shape = __ddbkey::Shape::text("a part");
            fn as_part(&self) -> Self::Ref<'_> {
                __ddbkey::fallback()
            }
            fn write(_: Self::Ref<'_>, _: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
                __ddbkey::fallback()
            }
            fn read(_: &__ddbkey::str) -> __ddbkey::Option<Self::Ref<'_>> {
                __ddbkey::fallback()
            }
        }
    };
    let key_part = in_block(runtime, &key_part);
    quote!(#reference #key_part)
}
