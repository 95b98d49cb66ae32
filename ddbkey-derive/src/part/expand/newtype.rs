//! A newtype: the text, width and order of the value that it wraps.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericParam, Generics, Ident, Path, parse_quote};

use super::buckets::buckets;
use super::reference::Reference;
use super::{assert_value, value_traits};
use crate::generics;
use crate::known::{Kind, kind_of};
use crate::names::unraw;
use crate::part::check::{Alphabet, Newtype};

/// The struct that keys hold, if it is not the newtype itself, and
///
/// ```ignore
/// impl<__F: Format, __O> KeyPart<__F> for UserId
/// where
///     String: KeyPart<__F, Order = __O> + for<'x> KeyPart<__F, Ref<'x> = &'x str>,
/// {
///     type Ref<'k> = UserIdRef<'k>;
///     type Order = __O;
///     const SHAPE: Shape = <String as KeyPart<__F>>::SHAPE;
///     fn as_part(&self) -> Self::Ref<'_> {
///         UserIdRef(<String as KeyPart<__F>>::as_part(&self.0))
///     }
///     fn write(__value: Self::Ref<'_>, __out: &mut impl Write) -> Result<(), OutOfRange> {
///         <String as KeyPart<__F>>::write(__value.0, __out)
///     }
///     fn read(__text: &::core::primitive::str) -> Option<Self::Ref<'_>> {
///         Some(UserIdRef(<String as KeyPart<__F>>::read(__text)?))
///     }
///     …
/// }
/// ```
///
/// That the value has one borrowed form in all formats is a bound, since one struct holds it. The order is
/// a parameter, because the impl of a public type cannot name an associated type of a private one.
pub fn expand(newtype: &Newtype<'_>) -> TokenStream {
    let reference = newtype.reference.as_ref().map(|held| Reference::of(newtype, held));
    let assertions = [
        assert_inner(newtype),
        reference.is_none().then(|| assert_value(&newtype.runtime, newtype.input)).flatten(),
        assert_alphabet(newtype),
    ];
    let key_part = key_part(newtype, reference.as_ref());
    let own_buckets = reference.is_none().then(|| own_buckets(newtype)).flatten();
    let reference = reference.map(|reference| reference.expand());
    quote!(#(#assertions)* #reference #key_part #own_buckets)
}

/// The buckets of a newtype that keys hold itself. A `check` might refuse the start of one.
fn own_buckets(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let (input, ty) = (newtype.input, &newtype.value.ty);
    let has_units = newtype.check.is_none() && kind_of(ty).is_none_or(Kind::is_calendar);
    has_units.then(|| buckets(newtype, &input.generics, &input.ident, &ty.to_token_stream()))
}

fn key_part(newtype: &Newtype<'_>, reference: Option<&Reference<'_>>) -> TokenStream {
    let Newtype { input, runtime, .. } = newtype;
    let ident = &input.ident;
    let (ty, at, lifetime) = (&newtype.value.ty, &newtype.at, newtype.lifetime("k"));
    let [format, order] =
        ["__F", "__O"].map(|name| generics::parameter(&newtype.input.generics, name));
    let generics = generics(newtype, &format, &order, reference);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, type_generics, _) = newtype.input.generics.split_for_impl();
    let inner = quote!(<#ty as #runtime::KeyPart<#format>>);
    let (held, borrowed, made) = match reference {
        None => (quote!(Self), quote!(*self), newtype.make(quote!(Self), &quote!(__value))),
        Some(reference) => (
            reference.ty(&lifetime),
            newtype.make(reference.name(), &quote!(#inner::as_part(&self.#at))),
            newtype.make(reference.name(), &quote!(__value)),
        ),
    };
    // What is written is read again, so that a check sees the text in its format.
    let (shape, is_trusted, guard) = texts(newtype, &inner);
    let own_order = match &newtype.alphabet {
        None => order.to_token_stream(),
        Some(alphabet) if Some(alphabet.min) == alphabet.max => {
            quote!(#runtime::part::order::Always)
        }
        Some(_) => quote!(#runtime::part::order::Last),
    };
    let is_serde_text =
        if newtype.is_serde_text { quote!(#inner::IS_SERDE_TEXT) } else { quote!(false) };
    quote! {
        #[allow(deprecated, reason = "a deprecated type is still read and written")]
        #[automatically_derived]
        impl #impl_generics #runtime::KeyPart<#format> for #ident #type_generics #where_clause {
            type Ref<#lifetime> = #held;
            type Order = #own_order;
            const SHAPE: #runtime::part::Shape = #shape;
            const IS_TRUSTED: ::core::primitive::bool = #is_trusted;
            const IS_NUMBER: ::core::primitive::bool = #inner::IS_NUMBER;
            const IS_SERDE_TEXT: ::core::primitive::bool = #is_serde_text;
            const CAN_TRUNCATE: ::core::primitive::bool = #inner::CAN_TRUNCATE;
            #[inline]
            fn as_part(&self) -> Self::Ref<'_> {
                #borrowed
            }
            #[inline]
            fn write(
                __value: Self::Ref<'_>,
                __out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                #inner::write(__value.#at, __out)
            }
            #[inline]
            fn read(__text: &::core::primitive::str) -> ::core::option::Option<Self::Ref<'_>> {
                match #inner::read(__text) {
                    ::core::option::Option::Some(__value) #guard => {
                        ::core::option::Option::Some(#made)
                    }
                    _ => ::core::option::Option::None,
                }
            }
            #[inline]
            fn is_truncated(__value: Self::Ref<'_>) -> ::core::primitive::bool {
                #inner::is_truncated(__value.#at)
            }
            #[inline]
            fn text_len(__value: Self::Ref<'_>) -> ::core::primitive::usize {
                #inner::text_len(__value.#at)
            }
        }
    }
}

/// The parameters of the newtype, the format and the order, and what is asked of the value.
fn generics(
    newtype: &Newtype<'_>,
    format: &Ident,
    order: &Ident,
    reference: Option<&Reference<'_>>,
) -> Generics {
    let (runtime, ty) = (&newtype.runtime, &newtype.value.ty);
    let any = newtype.lifetime("x");
    let held = reference.map_or_else(|| ty.to_token_stream(), |reference| reference.inner(&any));
    let mut generics = newtype.input.generics.clone();
    generics.params.push(parse_quote!(#format: #runtime::part::Format));
    generics.params.push(parse_quote!(#order: #runtime::part::order::Order));
    let predicates = &mut generics.make_where_clause().predicates;
    predicates.push(parse_quote! {
        #ty: #runtime::KeyPart<#format, Order = #order>
            + for<#any> #runtime::KeyPart<#format, Ref<#any> = #held>
    });
    match reference {
        Some(reference) => predicates.extend(reference.bound()),
        None => {
            let traits = value_traits();
            predicates.push(parse_quote!(for<#any> Self: #traits));
            predicates.push(parse_quote!(for<#any> #ty: ::core::marker::Copy));
        }
    }
    generics
}

/// The shape, whether the type is trusted to have it, and `if UserId::is_valid(__value)`. With an alphabet or a check
/// the texts are fewer than those of the value.
fn texts(
    newtype: &Newtype<'_>,
    inner: &TokenStream,
) -> (TokenStream, TokenStream, Option<TokenStream>) {
    let what = format!("a valid `{}`", unraw(&newtype.input.ident));
    let shape = match &newtype.alphabet {
        None => quote!(#inner::SHAPE),
        Some(Alphabet { declared, characters, min, max }) => {
            let count = match max {
                None => String::new(),
                Some(max) if max == min => format!("{min} "),
                Some(max) => format!("{min} to {max} "),
            };
            let what = format!("{what}, {count}characters of `{declared}`");
            let max = max.unwrap_or(usize::MAX);
            quote!(#inner::SHAPE.over(#what, #characters, #min, #max))
        }
    };
    let Some(check) = &newtype.check else {
        let is_plain = newtype.alphabet.is_none();
        let is_trusted = if is_plain { quote!(#inner::IS_TRUSTED) } else { quote!(false) };
        return (shape, is_trusted, None);
    };
    let function = function(check, newtype.input);
    // Where a macro of the user's wrote the path, only a local of its own is known there.
    let value = Ident::new("__value", check.span());
    let is_right = quote_spanned!(check.span()=> #function(#value));
    let guard = quote!(if match __value { #value => #is_right });
    (quote!(#shape.named(#what)), quote!(false), Some(guard))
}

/// The function as code about another type names it: `<UserId>::is_valid` for `Self::is_valid`.
fn function(check: &Path, newtype: &DeriveInput) -> TokenStream {
    if check.segments.first().is_none_or(|first| first.ident != "Self") {
        return check.to_token_stream();
    }
    let (ident, function) = (&newtype.ident, check.segments.iter().skip(1));
    let args = newtype.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => quote!('_),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    quote!(<#ident<#(#args),*>> #(::#function)*)
}

/// Reports at the newtype that what it wraps has no such texts.
fn assert_alphabet(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let (runtime, ident) = (&newtype.runtime, &newtype.input.ident);
    let is_known = newtype.alphabet.is_some() && newtype.input.generics.params.is_empty();
    is_known.then(|| {
        quote! {
            #[allow(deprecated, reason = "a deprecated type is still a part")]
            const _: #runtime::part::Shape = <#ident as #runtime::KeyPart>::SHAPE;
        }
    })
}

/// Reports at the newtype, and not where it is used, that what it wraps cannot be a part, or is not one that keys
/// hold by value.
fn assert_inner(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let (runtime, ty) = (&newtype.runtime, &newtype.value.ty);
    if !newtype.input.generics.params.is_empty() || kind_of(ty).is_some_and(Kind::is_primitive) {
        return None;
    }
    let asked = match newtype.reference {
        Some(_) => quote_spanned!(ty.span()=> PlainPart),
        None => quote_spanned!(ty.span()=> ValuePart),
    };
    Some(quote_spanned! {ty.span()=>
        #[allow(deprecated, reason = "a deprecated type is still a part")]
        const _: #runtime::__private::Value = <#ty as #runtime::__private::#asked>::VALUE;
    })
}
