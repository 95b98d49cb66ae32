//! Stand-ins for the parts that a wrong declaration lacks, so that one mistake is one error.
//!
//! A faulty declaration generates the same items as a correct one, and this code never runs. A method that would read a
//! value of the entity calls the runtime's `fallback`, which returns any type. So does the arm of a `match` for a variant
//! that is no entity. The only checks that remain are those of the types of parts, and no table compares the entity with
//! others.
//!
//! The model holds the closest correct value: the field that was probably meant, the first of two entries, a key without
//! the parts that cannot be read. Where there is none, it holds a value from here.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Type, parse_quote};

use crate::generics;
use crate::keys::Format;
use crate::part::check::{Part, VariantPart};
use crate::private::Private;
use crate::types::last_segment;

/// A type and its format, for a type that cannot be a part: an integer of the same kind, which keeps its format, or a
/// string.
pub fn part_type(refused: &Type, format: Format) -> (Type, Format) {
    match last_segment(refused).as_deref() {
        Some("usize") => (parse_quote!(u64), format),
        Some("isize") => (parse_quote!(i64), format),
        _ => (parse_quote!(&'static str), Format::Plain),
    }
}

/// A name for an attribute, for one that is taken: `PK_sk`.
pub fn attribute(taken: &str, purpose: &str) -> String {
    format!("{taken}_{purpose}")
}

/// Other words for the variants of an enum with payloads, since some of theirs may be empty, the same or contain the
/// separator.
pub fn words(variants: &mut [VariantPart<'_>]) {
    for (place, variant) in variants.iter_mut().enumerate() {
        variant.word = place.to_string();
    }
}

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
pub fn part(part: &Part<'_>, reference: Option<&Ident>) -> TokenStream {
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
    quote! {
        #reference
        #[automatically_derived]
        impl #impl_generics #runtime::KeyPart for #ident #type_generics #where_clause {
            type Ref<#lifetime> = #private::StandIn<#lifetime>;
            type Order = #runtime::part::order::Last;
            const SHAPE: #runtime::part::Shape = #runtime::part::Shape::text("a part");
            fn as_part(&self) -> Self::Ref<'_> {
                #private::fallback()
            }
            fn write(
                _: Self::Ref<'_>,
                _: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                #private::fallback()
            }
            fn read(_: &::core::primitive::str) -> ::core::option::Option<Self::Ref<'_>> {
                #private::fallback()
            }
        }
    }
}
