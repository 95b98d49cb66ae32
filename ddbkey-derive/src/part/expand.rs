//! The code of a part type.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Member, Path, Type, parse_quote};

use super::check::{Kind, Part};
use crate::keys::plain;
use crate::names;

/// The most texts that an error lists.
const MOST_LISTED: usize = 8;

pub fn expand(part: &Part<'_>) -> TokenStream {
    match &part.kind {
        Kind::Words(words) => expand_words(part, words),
        Kind::Newtype { field, ty } => expand_newtype(part, field, ty),
        Kind::Nothing => expand_nothing(part),
    }
}

/// ```ignore
/// impl KeyPart for Status {
///     type Ref<'k> = Self;
///     type Order = order::Never;
///     const SHAPE: Shape = Shape::words("one of `PENDING`, `PAID`", &["PAID", "PENDING"]);
///     fn part(&self) -> Self {
///         match self { Self::Pending => Self::Pending, Self::Paid => Self::Paid }
///     }
///     fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
///         Ok(out.write_str(match value { Self::Pending => "PENDING", Self::Paid => "PAID" })?)
///     }
///     fn read(text: &str) -> Option<Self> {
///         match text { "PENDING" => Some(Self::Pending), "PAID" => Some(Self::Paid), _ => None }
///     }
/// }
/// ```
fn expand_words(part: &Part<'_>, words: &[(&Ident, String)]) -> TokenStream {
    let (runtime, ident) = (&part.runtime, &part.input.ident);
    let (impl_generics, type_generics, where_clause) = part.input.generics.split_for_impl();
    let declared = where_clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    let lifetime = names::lifetime(&part.input.generics, "k");
    let any = names::lifetime(&part.input.generics, "x");
    let is_value = assert_value(part);
    let variants: Vec<_> = words.iter().map(|(variant, _)| variant).collect();
    let texts: Vec<_> = words.iter().map(|(_, text)| text).collect();
    // Sorted, which is faster to prove disjoint, and without the duplicates that were reported.
    let sorted = texts.iter().copied().collect::<std::collections::BTreeSet<_>>();
    let sorted = sorted.iter();
    let what = what(ident, words);
    quote! {
        #is_value
        #[allow(deprecated, unreachable_patterns, reason = "a deprecated variant is still read and written")]
        #[automatically_derived]
        impl #impl_generics #runtime::KeyPart for #ident #type_generics
        where
            #(#declared,)*
            for<#any> Self:
                ::core::marker::Copy + ::core::fmt::Debug + ::core::cmp::Eq + ::core::hash::Hash
                + ::core::marker::Send + ::core::marker::Sync,
        {
            type Ref<#lifetime> = Self;
            type Order = #runtime::order::Never;
            const SHAPE: #runtime::Shape = #runtime::Shape::words(#what, &[#(#sorted),*]);
            const IS_TRUSTED: bool = true;
            #[inline]
            fn part(&self) -> Self {
                match self {
                    #(Self::#variants => Self::#variants,)*
                }
            }
            #[inline]
            fn write(
                value: Self,
                out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::OutOfRange> {
                let text = match value {
                    #(Self::#variants => #texts,)*
                };
                ::core::fmt::Write::write_str(out, text).map_err(::core::convert::From::from)
            }
            #[inline]
            fn read(text: &str) -> ::core::option::Option<Self> {
                match text {
                    #(#texts => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

/// What a text of the enum is, for errors.
fn what(ident: &Ident, words: &[(&Ident, String)]) -> String {
    if words.len() > MOST_LISTED {
        return format!("a text of `{}`", plain(ident));
    }
    let texts: Vec<_> = words.iter().map(|(_, text)| format!("`{text}`")).collect();
    format!("one of {}", texts.join(", "))
}

/// ```ignore
/// impl<Form> KeyPart<Form> for UserId
/// where
///     String: KeyPart<Form>,
/// {
///     type Ref<'k> = <String as KeyPart<Form>>::Ref<'k>;
///     …
/// }
/// ```
fn expand_newtype(part: &Part<'_>, field: &Member, ty: &Type) -> TokenStream {
    let (runtime, ident) = (&part.runtime, &part.input.ident);
    let (_, type_generics, _) = part.input.generics.split_for_impl();
    let form = names::parameter(&part.input.generics, "Form");
    let mut generics = part.input.generics.clone();
    generics.params.push(GenericParam::Type(parse_quote!(#form: #runtime::Format)));
    generics.make_where_clause().predicates.push(parse_quote!(#ty: #runtime::KeyPart<#form>));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let inner = quote!(<#ty as #runtime::KeyPart<#form>>);
    let lifetime = names::lifetime(&part.input.generics, "k");
    let is_part = assert_inner(part, ty);
    quote! {
        #is_part
        #[allow(deprecated, reason = "a deprecated type is still read and written")]
        #[automatically_derived]
        impl #impl_generics #runtime::KeyPart<#form> for #ident #type_generics #where_clause {
            type Ref<#lifetime> = #inner::Ref<#lifetime>;
            type Order = #inner::Order;
            const SHAPE: #runtime::Shape = #inner::SHAPE;
            const IS_TRUSTED: bool = #inner::IS_TRUSTED;
            const IS_NUMBER: bool = #inner::IS_NUMBER;
            const IS_SERDE_TEXT: bool = #inner::IS_SERDE_TEXT;
            const IS_REVERSED: bool = #inner::IS_REVERSED;
            #[inline]
            fn part(&self) -> Self::Ref<'_> {
                #inner::part(&self.#field)
            }
            #[inline]
            fn write(
                value: Self::Ref<'_>,
                out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::OutOfRange> {
                #inner::write(value, out)
            }
            #[inline]
            fn read(text: &str) -> ::core::option::Option<Self::Ref<'_>> {
                #inner::read(text)
            }
            #[inline]
            fn is_cut(value: Self::Ref<'_>) -> bool {
                #inner::is_cut(value)
            }
            #[inline]
            fn len(value: Self::Ref<'_>) -> usize {
                #inner::len(value)
            }
        }
    }
}

/// Says once at the enum that it lacks `Copy` or another. In the impl this is an assumption: a `for`
/// makes it one.
fn assert_value(part: &Part<'_>) -> TokenStream {
    let (runtime, ident) = (&part.runtime, &part.input.ident);
    let (_, type_generics, _) = part.input.generics.split_for_impl();
    quote_spanned!(ident.span()=> #[allow(deprecated)] const _: () = <#ident #type_generics as #runtime::PartValue>::HELD;)
}

/// Says at the newtype that what it wraps is no part, and not first where the newtype is used.
fn assert_inner(part: &Part<'_>, ty: &Type) -> Option<TokenStream> {
    if !part.input.generics.params.is_empty() {
        return None;
    }
    let runtime: &Path = &part.runtime;
    Some(
        quote_spanned!(ty.span()=> const _: #runtime::Shape = <#ty as #runtime::format::PlainPart>::SHAPE;),
    )
}

/// Text that is never there, so that whoever uses the type meets no further error.
fn expand_nothing(part: &Part<'_>) -> TokenStream {
    let (runtime, ident) = (&part.runtime, &part.input.ident);
    let (impl_generics, type_generics, where_clause) = part.input.generics.split_for_impl();
    let lifetime = names::lifetime(&part.input.generics, "k");
    quote! {
        #[automatically_derived]
        impl #impl_generics #runtime::KeyPart for #ident #type_generics #where_clause {
            type Ref<#lifetime> = &#lifetime str;
            type Order = #runtime::order::Last;
            const SHAPE: #runtime::Shape = #runtime::Shape::text("a part");
            fn part(&self) -> &str {
                ""
            }
            fn write(
                _: &str,
                _: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::OutOfRange> {
                ::core::result::Result::Err(#runtime::OutOfRange)
            }
            fn read(_: &str) -> ::core::option::Option<&str> {
                ::core::option::Option::None
            }
        }
    }
}
