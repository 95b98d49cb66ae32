//! An enum: its variants, and the string of each.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{assert_value, in_block, value_traits};
use crate::generics;
use crate::names::RustName;
use crate::part::check::{EnumPart, Part};

/// The maximum number of strings that a message lists.
const MAX_LISTED: usize = 8;

/// ```ignore
/// impl KeyPart for Status {
///     type Ref<'k> = Self;
///     type Order = order::Never;
///     const SHAPE: Shape = Shape::words("one of `PENDING`, `PAID`", &["PENDING", "PAID"]);
///     fn as_part(&self) -> Self {
///         *self
///     }
///     fn write(__value: Self, __out: &mut impl Write) -> Result<(), OutOfRange> {
///         let __text = match __value { Self::Pending => "PENDING", Self::Paid => "PAID" };
///         Ok(__out.write_str(__text)?)
///     }
///     fn read(__text: &::core::primitive::str) -> Option<Self> {
///         match __text { "PENDING" => Some(Self::Pending), "PAID" => Some(Self::Paid), _ => None }
///     }
/// }
/// ```
pub fn expand(part: &Part<'_>, words: &EnumPart<'_>) -> TokenStream {
    let (runtime, ident) = (&part.runtime, &part.input.ident);
    let (impl_generics, type_generics, where_clause) = part.input.generics.split_for_impl();
    let declared = where_clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    let lifetime = generics::lifetime(&part.input.generics, "k");
    let any = generics::lifetime(&part.input.generics, "x");
    let (is_value, value_traits) = (assert_value(runtime, part.input), value_traits());
    let variants: Vec<_> = words.words.iter().map(|(variant, _)| variant).collect();
    let texts: Vec<_> = words.words.iter().map(|(_, text)| text).collect();
    // Sorted strings are faster to prove disjoint. Duplicates were reported.
    let sorted = texts.iter().copied().collect::<std::collections::BTreeSet<_>>();
    let sorted = sorted.iter();
    let what = what(ident, &words.words);
    let is_serde_text = words.is_serde_text;
    let aliases = &words.aliases;
    let aliases =
        (is_serde_text && !aliases.is_empty()).then(|| quote!(.aliases(&[#(#aliases),*])));
    let as_str = words.has_as_str.then(|| as_str(part, &words.words));
    let key_part = quote! {
        #[allow(deprecated, reason = "a deprecated variant is still read and written")]
        #[automatically_derived]
        impl #impl_generics __ddbkey::KeyPart for #ident #type_generics
        where
            #(#declared,)*
            for<#any> Self: #value_traits,
        {
            type Ref<#lifetime> = Self;
            type Order = __ddbkey::order::Never;
            const SHAPE: __ddbkey::Shape = __ddbkey::Shape::words(#what, &[#(#sorted),*])#aliases;
            const IS_TRUSTED: __ddbkey::bool = true;
            const IS_SERDE_TEXT: __ddbkey::bool = #is_serde_text;
            #[inline]
            fn as_part(&self) -> Self {
                match self {
                    #(Self::#variants => Self::#variants,)*
                }
            }
            #[inline]
            fn write(__value: Self, __out: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
                let __text = match __value {
                    #(Self::#variants => #texts,)*
                };
                __ddbkey::Write::write_str(__out, __text).map_err(__ddbkey::From::from)
            }
            #[inline]
            fn read(__text: &__ddbkey::str) -> __ddbkey::Option<Self> {
                match __text {
                    #(#texts => __ddbkey::Some(Self::#variants),)*
                    _ => __ddbkey::None,
                }
            }
        }
    };
    let key_part = in_block(runtime, &key_part);
    quote!(#is_value #key_part #as_str)
}

/// The strings of the enum, as messages name them.
fn what(ident: &Ident, words: &[(&Ident, String)]) -> String {
    one_of(ident, &words.iter().map(|(_, text)| format!("`{text}`")).collect::<Vec<_>>())
}

/// The strings in a list, or the name of the enum if there are too many.
pub fn one_of(ident: &Ident, texts: &[String]) -> String {
    if texts.len() > MAX_LISTED {
        return format!("a string of `{}`", RustName::of(ident));
    }
    format!("one of {}", texts.join(", "))
}

/// ```ignore
/// impl Status {
///     pub const fn as_str(self) -> &'static ::core::primitive::str {
///         match self { Self::Pending => "PENDING", Self::Paid => "PAID" }
///     }
/// }
/// ```
fn as_str(part: &Part<'_>, words: &[(&Ident, String)]) -> TokenStream {
    let (vis, ident) = (&part.input.vis, &part.input.ident);
    let (impl_generics, type_generics, where_clause) = part.input.generics.split_for_impl();
    let arms = words.iter().map(|(variant, text)| quote!(Self::#variant => #text,));
    quote! {
        #[allow(deprecated, reason = "a deprecated variant still has its string")]
        #[automatically_derived]
        impl #impl_generics #ident #type_generics #where_clause {
            /// Returns the string of the variant, as keys hold it.
            #[allow(dead_code, reason = "it was asked for, and is there for whoever needs it")]
            #[must_use]
            #[inline]
            #vis const fn as_str(self) -> &'static ::core::primitive::str {
                match self {
                    #(#arms)*
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::{MAX_LISTED, what};

    #[test]
    fn few_words_are_listed() {
        let (ident, variant) = (format_ident!("Status"), format_ident!("Open"));
        let described = |count| what(&ident, &vec![(&variant, "OPEN".to_owned()); count]);
        assert_eq!(described(1), "one of `OPEN`");
        assert_eq!(described(MAX_LISTED).matches("`OPEN`").count(), MAX_LISTED);
        assert_eq!(described(MAX_LISTED + 1), "a string of `Status`");
        assert_eq!(described(MAX_LISTED + 2), "a string of `Status`");
    }
}
