//! The parts of a key, taken from an entity.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::generics::part;
use super::key::KeyStruct;
use super::runtime;
use crate::keys::held::HeldAs;
use crate::keys::model::{Key, Source, Value};
use crate::spans::{call_at, within};
use crate::types::{last_segment, with_lifetime};

/// `OrderKey { user_id: &self.user_id, … }`. Each identifier in the attributes of `own` keys occurs once with its span,
/// by which an editor finds the field. The identifiers of reused keys occur elsewhere.
pub fn value_struct(fields: &KeyStruct<'_>, own: &[&Key]) -> TokenStream {
    let ident = &fields.ident;
    let own: Vec<_> = own.iter().flat_map(|key| key.values()).collect();
    let is_among =
        |values: &[&Value], value: &Value| values.iter().any(|other| std::ptr::eq(*other, value));
    let is_faulty = fields.entity.is_faulty;
    // A second mention adds nothing.
    let mentions = own.iter().filter(|value| is_faulty || !is_among(&fields.values, value));
    let mentions = mentions.map(|value| {
        let name = &value.name;
        if value.source.is_method { quote!(_ = Self::#name;) } else { quote!(_ = &self.#name;) }
    });
    if is_faulty {
        return quote!(#(#mentions)* __ddbkey::fallback());
    }
    let locals = fields.values.iter().filter(|value| has_local(value)).map(|value| {
        let name = if is_among(&own, value) {
            value.name.ident().clone()
        } else {
            KeyStruct::field(value)
        };
        let (local, ty, call) = (local(value), local_type(value), call(&name));
        quote!(let #local: #ty = #call;)
    });
    let values = fields.values.iter().map(|value| {
        let field = KeyStruct::field(value);
        let name = if is_among(&own, value) { value.name.ident() } else { &field };
        let borrowed = borrowed(value, name);
        quote!(#field: #borrowed)
    });
    quote! {
        #(#mentions)*
        #(#locals)*
        #ident { #(#values),* }
    }
}

/// Whether the return value of a method is stored before the key is built from it.
fn has_local(value: &Value) -> bool {
    value.is_computed() || value.source.is_method && value.source.is_optional
}

/// The variable for the return value of a method. The compiler names it in the error about a returned type that owns
/// its string, since a key can only borrow.
fn local(value: &Value) -> Ident {
    format_ident!("__text_owned_by_{}", value.name.as_str(), span = value.ty.span())
}

/// The borrowed form of a value. An absent value takes the item out of a sparse index.
fn borrowed(value: &Value, name: &Ident) -> TokenStream {
    let (local, Source { is_method, is_optional }) = (local(value), value.source);
    let question_mark = is_optional.then(|| quote!(?));
    if !is_method {
        let field = if is_optional { quote!(self.#name.as_ref()?) } else { quote!(&self.#name) };
        return as_held(value, &field);
    }
    // A method that returns a borrow of the entity needs no local variable.
    if !value.is_computed() {
        let lent = if is_optional { quote!(#local?) } else { call(name) };
        return if value.is_lent { as_held(value, &lent) } else { lent };
    }
    if value.held.is_owned() {
        return owned(value, &quote!(#local #question_mark));
    }
    let reference = if is_optional {
        quote!(__ddbkey::Option::as_ref(&#local)?)
    } else {
        quote_spanned!(name.span()=> &#local)
    };
    if let HeldAs::Primitive(_) | HeldAs::Value(..) = value.held {
        return as_held(value, &reference);
    }
    // The key's check finds a type that the key cannot hold.
    let computed = computed(value, &value.ty.to_token_stream());
    call_at(name.span(), &computed, &format_ident!("held"), reference)
}

/// `Cow<str>` of the string that a method returned.
fn owned(value: &Value, text: &TokenStream) -> TokenStream {
    match last_segment(&value.ty).as_deref() {
        Some("Cow") => text.clone(),
        Some("Box") => quote!(__ddbkey::Cow::Owned(__ddbkey::str::into_string(#text))),
        _ => quote!(__ddbkey::Cow::Owned(#text)),
    }
}

/// The type that a method returned. If a key owns it, it gets the runtime's name, so that another type of the same name
/// is an error here.
fn local_type(value: &Value) -> TokenStream {
    let place = within(value.ty.span());
    let ty = match last_segment(&value.ty).as_deref() {
        Some("String") if value.held.is_owned() => quote_spanned!(place=> __ddbkey::String),
        Some("Box") if value.held.is_owned() => {
            quote_spanned!(place=> __ddbkey::Box<__ddbkey::str>)
        }
        _ => return value.declared_type(),
    };
    if value.source.is_optional { quote_spanned!(place=> __ddbkey::Option<#ty>) } else { ty }
}

/// `About::<Month, Plain>`: a type that a method returns, and whether a key can hold it.
pub fn computed(value: &Value, ty: &TokenStream) -> TokenStream {
    let format = value.format.ty(&runtime());
    quote!(__ddbkey::About::<#ty, #format>)
}

/// The form in which a key holds the value behind a reference. Here the compiler finds a type that only shares the name
/// of a well-known type, and reports it once for all places, since they are identical.
pub fn as_held(value: &Value, reference: &TokenStream) -> TokenStream {
    let ty = &value.ty;
    let same = |known: &TokenStream| {
        let same = quote_spanned!(ty.span()=> <#ty as __ddbkey::Is<#known>>::same);
        quote!(#same(#reference))
    };
    match &value.held {
        HeldAs::Text(None) | HeldAs::Owned => reference.clone(),
        HeldAs::Text(Some(known)) => same(&known.at(&runtime())),
        HeldAs::Primitive(_) => quote!(*#reference),
        HeldAs::Value(known, _) => {
            let same = same(&known.at(&runtime()));
            quote!(*#same)
        }
        HeldAs::Unknown => {
            // The lifetimes of the type become the lifetime of the key, since the borrowed form of a type with parameters
            // may be invariant in them.
            let (part, ty) = (part(value, &runtime()), with_lifetime(ty, &syn::parse_quote!('_)));
            quote!(<#ty as #part>::as_part(#reference))
        }
    }
}

/// `(Self::month)(self)`, where an error underlines `month`.
pub fn call(method: &Ident) -> TokenStream {
    call_at(method.span(), &quote!(Self), method, quote!(self))
}
