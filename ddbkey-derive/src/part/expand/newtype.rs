//! A newtype: it has the strings, width and order of the value that it wraps.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Field, GenericParam, Ident, Lifetime, Path, parse_quote};

use super::reference::Reference;
use super::{assert_value, assertion, in_block, value_traits};
use crate::generics;
use crate::known::{Kind, Known, known, named};
use crate::names::RustName;
use crate::part::check::{Alphabet, Newtype, kind_in};
use crate::private::Private;
use crate::spans::within;
use crate::types::mentions;

/// The alias of what keys hold, unless they hold the newtype itself, and
///
/// ```ignore
/// impl<__F: Format, __O> KeyPart<__F> for UserId
/// where
///     String: KeyPart<__F, Order = __O> + for<'x> KeyPart<__F, Ref<'x> = &'x str>,
/// {
///     type Ref<'k> = Of<UserId, &'k str>;
///     type Order = __O;
///     const SHAPE: Shape = <String as KeyPart<__F>>::SHAPE;
///     fn as_part(&self) -> Self::Ref<'_> {
///         Of::new(<String as KeyPart<__F>>::as_part(&self.0))
///     }
///     fn write(__value: Self::Ref<'_>, __out: &mut impl Write) -> Result<(), OutOfRange> {
///         <String as KeyPart<__F>>::write(__value.get(), __out)
///     }
///     fn read(__text: &::core::primitive::str) -> Option<Self::Ref<'_>> {
///         match <String as KeyPart<__F>>::read(__text) {
///             Some(__value) => Some(Of::new(__value)),
///             _ => None,
///         }
///     }
///     …
/// }
/// ```
///
/// A bound requires one borrowed form of the value in all formats, since one type holds it. The order is a parameter,
/// because the impl of a public type cannot name an associated type of a private one.
pub fn expand(newtype: &Newtype<'_>) -> TokenStream {
    let reference = newtype.reference.as_ref().map(|held| Reference { newtype, held });
    let (assertions, key_part) = (assertions(newtype), key_part(newtype, reference.as_ref()));
    let alias = reference.as_ref().map(Reference::declare);
    let conversions = reference.as_ref().map(Reference::conversions);
    let buckets = reference.is_none().then(|| buckets(newtype));
    let sorted = sorted(newtype);
    let code = in_block(&newtype.runtime, &quote!(#conversions #buckets #key_part #sorted));
    quote!(#assertions #alias #code)
}

/// The buckets of a newtype that keys hold by value. A `check` might refuse the start of a bucket.
///
/// ```ignore
/// impl<__F: Format> Bucketed<__F> for CreatedAt
/// where
///     Timestamp: Bucketed<__F>,
/// {
///     fn units(__start: Self, __end: Self, __is_included: bool) -> Range<u64> {
///         <Timestamp as Bucketed<__F>>::units(__start.0, __end.0, __is_included)
///     }
///     fn start(__unit: u64) -> Option<Self> {
///         match <Timestamp as Bucketed<__F>>::start(__unit) {
///             Some(__value) => Some(Self(__value)),
///             None => None,
///         }
///     }
/// }
/// ```
fn buckets(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let Newtype { input, at, .. } = newtype;
    let (ident, ty) = (&input.ident, &newtype.value.ty);
    if newtype.check.is_some() || kind_in(input, ty).is_some_and(|kind| !kind.is_calendar()) {
        return None;
    }
    let format = generics::parameter(&input.generics, "__F");
    let bucketed = quote!(__ddbkey::Bucketed<#format>);
    let mut generics = input.generics.clone();
    generics.params.push(parse_quote!(#format: __ddbkey::Format));
    generics.make_where_clause().predicates.push(parse_quote!(#ty: #bucketed));
    let ((params, _, clause), (_, args, _)) =
        (generics.split_for_impl(), input.generics.split_for_impl());
    let made = newtype.make(&quote!(Self), &quote!(__value));
    Some(quote! {
        #[automatically_derived]
        impl #params #bucketed for #ident #args #clause {
            fn units(__start: Self, __end: Self, __is_included: __ddbkey::bool) -> ::core::ops::Range<::core::primitive::u64> {
                <#ty as #bucketed>::units(__start.#at, __end.#at, __is_included)
            }
            fn start(__unit: ::core::primitive::u64) -> __ddbkey::Option<Self> {
                match <#ty as #bucketed>::start(__unit) {
                    __ddbkey::Some(__value) => __ddbkey::Some(#made),
                    __ddbkey::None => __ddbkey::None,
                }
            }
        }
    })
}

fn key_part(newtype: &Newtype<'_>, reference: Option<&Reference<'_>>) -> TokenStream {
    let Newtype { input, value: Field { ty, .. }, at, .. } = newtype;
    let (ident, lifetime) = (&input.ident, newtype.lifetime("k"));
    let [format, order] = ["__F", "__O"].map(|name| generics::parameter(&input.generics, name));
    let mut generics = input.generics.clone();
    generics.params.push(parse_quote!(#format: __ddbkey::Format));
    generics.params.push(parse_quote!(#order: __ddbkey::order::Order));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let declared = where_clause.iter().flat_map(|clause| &clause.predicates);
    let (_, type_generics, _) = input.generics.split_for_impl();
    let bounds = bounds(newtype, &format, &order, reference);
    let inner = quote!(<#ty as __ddbkey::KeyPart<#format>>);
    let of = quote!(__ddbkey::Of);
    let (held, borrowed, made, value) = match reference {
        None => (
            quote!(Self),
            quote!(*self),
            newtype.make(&quote!(Self), &quote!(__value)),
            quote!(__value.#at),
        ),
        Some(reference) => (
            reference.ty(&lifetime),
            quote!(#of::new(#inner::as_part(&self.#at))),
            quote!(#of::new(__value)),
            quote!(__value.get()),
        ),
    };
    let place = within(ty.span());
    let reference_type = quote_spanned!(place=> type Ref<#lifetime> = #held;);
    let (constants, guard) = (constants(newtype, &inner, &order), guard(newtype));
    let truncation = truncation(newtype, &inner, &value);
    quote! {
        #[allow(deprecated, reason = "a deprecated type is still read and written")]
        #[automatically_derived]
        impl #impl_generics __ddbkey::KeyPart<#format> for #ident #type_generics
        where
            #(#declared,)*
            #bounds
        {
            #reference_type
            #constants
            #[inline]
            fn as_part(&self) -> Self::Ref<'_> {
                #borrowed
            }
            #[inline]
            fn write(__value: Self::Ref<'_>, __out: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
                #inner::write(#value, __out)
            }
            #[inline]
            fn read(__text: &__ddbkey::str) -> __ddbkey::Option<Self::Ref<'_>> {
                match #inner::read(__text) {
                    __ddbkey::Some(__value) #guard => __ddbkey::Some(#made),
                    _ => __ddbkey::None,
                }
            }
            #truncation
            #[inline]
            fn text_len(__value: Self::Ref<'_>) -> __ddbkey::usize {
                #inner::text_len(#value)
            }
        }
    }
}

/// If serde writes the newtype as its value, it sorts as its value does. The bound on a known type is under a `for`: then it
/// is an error only where the trait is needed.
///
/// ```ignore
/// impl Sorted for UserId where for<'x> String: Sorted {}
/// ```
fn sorted(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let Newtype { input, value, .. } = newtype;
    let (ident, ty, any) = (&input.ident, &value.ty, newtype.lifetime("x"));
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let declared = where_clause.iter().flat_map(|clause| &clause.predicates);
    newtype.is_serde_text.then(|| {
        quote! {
            #[allow(deprecated, reason = "a deprecated type also sorts")]
            #[automatically_derived]
            impl #impl_generics __ddbkey::Sorted for #ident #type_generics
            where
                #(#declared,)*
                for<#any> #ty: __ddbkey::Sorted,
            {}
        }
    })
}

/// The bounds on the value.
fn bounds(
    newtype: &Newtype<'_>,
    format: &Ident,
    order: &Ident,
    reference: Option<&Reference<'_>>,
) -> TokenStream {
    let (ty, any) = (&newtype.value.ty, newtype.lifetime("x"));
    let held = reference.map_or_else(|| ty.to_token_stream(), |reference| reference.inner(&any));
    let own = match reference {
        Some(reference) => {
            let bound = reference.bound(&any).into_iter();
            quote!(#(, #bound)*)
        }
        None => {
            let traits = value_traits();
            quote!(, for<#any> Self: #traits, for<#any> #ty: __ddbkey::Copy)
        }
    };
    quote!(#ty: for<#any> __ddbkey::KeyPart<#format, Order = #order, Ref<#any> = #held> #own)
}

/// The constants that describe the newtype's strings. With an alphabet or a check, a newtype has fewer strings than its
/// value.
fn constants(newtype: &Newtype<'_>, inner: &TokenStream, order: &Ident) -> TokenStream {
    let Newtype { alphabet, check, .. } = newtype;
    let what = format!("a valid `{}`", RustName::of(&newtype.input.ident));
    let (order, shape) = match alphabet {
        None => (quote!(#order), quote!(#inner::SHAPE)),
        Some(Alphabet { declared, characters, min, max }) => {
            let (order, count) = match max {
                None => (quote!(Last), String::new()),
                Some(max) if max == min => (quote!(Always), format!("{min} ")),
                Some(max) => (quote!(Last), format!("{min} to {max} ")),
            };
            let what = format!("{what}, {count}characters of `{declared}`");
            let max = max.unwrap_or(usize::MAX);
            let shape = quote!(#inner::SHAPE.over(#what, #declared, #characters, #min, #max));
            (quote!(__ddbkey::order::#order), shape)
        }
    };
    let named = check.as_ref().map(|_| quote!(.named(#what)));
    let is_plain = alphabet.is_none() && check.is_none();
    let is_trusted = if is_plain { quote!(#inner::IS_TRUSTED) } else { quote!(false) };
    let is_serde_text =
        if newtype.is_serde_text { quote!(#inner::IS_SERDE_TEXT) } else { quote!(false) };
    quote! {
        type Order = #order;
        const SHAPE: __ddbkey::Shape = #shape #named;
        const IS_TRUSTED: __ddbkey::bool = #is_trusted;
        const IS_SERDE_TEXT: __ddbkey::bool = #is_serde_text;
    }
}

/// Whether its strings keep less than a value, unless the value is a primitive or a string type of the standard
/// library. A type with another well-known name may be the user's own.
fn truncation(
    newtype: &Newtype<'_>,
    inner: &TokenStream,
    value: &TokenStream,
) -> Option<TokenStream> {
    let ty = &newtype.value.ty;
    let is_std_text = || known(ty).is_none_or(Known::is_std);
    let is_whole = kind_in(newtype.input, ty)
        .is_some_and(|kind| kind.is_primitive() || kind == Kind::Text && is_std_text());
    (!is_whole).then(|| {
        quote! {
            const CAN_TRUNCATE: __ddbkey::bool = #inner::CAN_TRUNCATE;
            #[inline]
            fn rest(__value: Self::Ref<'_>) -> ::core::primitive::u64 {
                #inner::rest(#value)
            }
        }
    })
}

/// `if UserId::is_valid(__value)`. Writing parses the string again, so that a check sees it in its format.
fn guard(newtype: &Newtype<'_>) -> Option<TokenStream> {
    let check = newtype.check.as_ref()?;
    let function = function(check, newtype.input);
    // If a macro of the user's wrote the path, the path sees a local only if the local has the span of that macro.
    let value = Ident::new("__value", check.span());
    let is_right = quote_spanned!(check.span()=> #function(#value));
    Some(quote!(if match __value { #value => #is_right }))
}

/// The function, with its lifetimes elided: `<Slug<'_>>::is_valid` for `Self::is_valid`.
fn function(check: &Path, newtype: &DeriveInput) -> TokenStream {
    if check.segments.first().is_none_or(|first| first.ident != "Self") {
        return check.to_token_stream();
    }
    let (ident, function) = (&newtype.ident, check.segments.iter().skip(1));
    let args = newtype.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => quote!('_),
        param => generics::argument(param),
    });
    quote!(<#ident<#(#args),*>> #(::#function)*)
}

/// Reports mistakes at the newtype, and not where it is used: the value cannot be a part, keys do not hold it by value,
/// or it has no such strings.
fn assertions(newtype: &Newtype<'_>) -> TokenStream {
    let Newtype { input, runtime, .. } = newtype;
    let (ident, ty) = (&input.ident, &newtype.value.ty);
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let asked = match (named(ty), &newtype.reference) {
        (Some(name), _) => {
            let plain = quote_spanned!(ty.span()=> #runtime::part::Plain);
            quote_spanned!(ty.span()=> #name<#plain>)
        }
        (None, Some(_)) => quote_spanned!(ty.span()=> PlainPart),
        (None, None) => quote_spanned!(ty.span()=> ValuePart),
    };
    let inner = (!kind_in(newtype.input, ty).is_some_and(Kind::is_primitive)).then(|| {
        let private = quote_spanned!(ty.span()=> #runtime::#Private);
        let value = quote_spanned!(ty.span()=> <#ty as #private::#asked>::VALUE);
        assertion(ty.span(), &quote_spanned!(ty.span()=> #private::Value), &value)
    });
    let value = newtype.reference.is_none().then(|| assert_value(runtime, input));
    let alphabet = newtype.alphabet.is_some().then(|| {
        let shape = quote!(<#ident as #runtime::KeyPart>::SHAPE);
        assertion(Span::call_site(), &quote!(#runtime::part::Shape), &shape)
    });
    quote!(#inner #value #alphabet)
}

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

    /// The constructor, with the value and with the `PhantomData` of the declaration.
    pub fn make(&self, name: &TokenStream, value: &TokenStream) -> TokenStream {
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
