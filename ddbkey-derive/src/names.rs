//! Names in generated code: of parameters, beside those that the user's own already have, and of items,
//! which are made of the user's.

use std::mem;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Lifetime};

/// The name without `r#`.
pub fn unraw(name: &Ident) -> String {
    name.unraw().to_string()
}

/// The identifier of this name, raw if it is a keyword in any edition: generated code is in that of the
/// derive. `None` for what can be none, such as `crate`.
pub fn identifier(name: &str, place: Span) -> Option<Ident> {
    let plain = syn::parse_str::<Ident>(name).ok().filter(|ident| ident != "gen");
    let mut ident = plain.or_else(|| syn::parse_str(&format!("r#{name}")).ok())?;
    ident.set_span(place);
    Some(ident)
}

/// A lifetime of this name, `'k`, with as many `_` behind it as make it unique.
pub fn lifetime(generics: &Generics, name: &str) -> Lifetime {
    Lifetime::new(&format!("'{}", free(generics, name)), Span::call_site())
}

/// A lifetime of this name, with as many `_` behind it as it takes not to occur among the tokens, not even
/// in a `for<'k>`.
pub fn lifetime_beside(tokens: &dyn ToTokens, name: &str) -> Lifetime {
    let mut lifetime = Lifetime::new(&format!("'{name}"), Span::call_site());
    while has_lifetime(tokens, &lifetime) {
        lifetime = Lifetime::new(&format!("{lifetime}_"), Span::call_site());
    }
    lifetime
}

/// Whether this lifetime occurs among the tokens.
pub fn has_lifetime(tokens: &dyn ToTokens, lifetime: &Lifetime) -> bool {
    fn occurs(tokens: TokenStream, name: &Ident) -> bool {
        let mut is_quoted = false;
        tokens.into_iter().any(|token| {
            let was_quoted = mem::replace(
                &mut is_quoted,
                matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
            );
            match token {
                TokenTree::Group(group) => occurs(group.stream(), name),
                TokenTree::Ident(ident) => was_quoted && ident == *name,
                _ => false,
            }
        })
    }
    occurs(tokens.to_token_stream(), &lifetime.ident)
}

/// A type or const parameter of this name, with as many `_` behind it as make it unique.
pub fn parameter(generics: &Generics, name: &str) -> Ident {
    Ident::new(&free(generics, name), Span::call_site())
}

/// Gives the lifetimes the span of the macro: a lint about one is about what the user wrote, and would be
/// repeated for each impl.
pub fn without_places(generics: &mut Generics) {
    for param in &mut generics.params {
        if let GenericParam::Lifetime(param) = param {
            param.lifetime.set_span(Span::call_site());
        }
    }
}

/// Keeps lints about names off an item: the names are the user's, who was told about them where they are
/// written.
pub fn allowed(
    types: impl IntoIterator<Item = String>,
    fields: impl IntoIterator<Item = String>,
) -> TokenStream {
    let is_camel = |name: String| name.starts_with(char::is_uppercase) && !name.contains('_');
    let is_snake = |name: String| !name.contains(char::is_uppercase) && !name.contains("__");
    let is_usual = types.into_iter().all(is_camel) && fields.into_iter().all(is_snake);
    if is_usual {
        TokenStream::new()
    } else {
        quote!(#[allow(non_camel_case_types, non_snake_case, reason = "names of the entity")])
    }
}

fn free(generics: &Generics, name: &str) -> String {
    let is_taken = |name: &str| {
        generics.params.iter().any(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.ident == name,
            GenericParam::Type(param) => param.ident == name,
            GenericParam::Const(param) => param.ident == name,
        })
    };
    let mut free = name.to_owned();
    while is_taken(&free) {
        free.push('_');
    }
    free
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn lints_are_kept_off_unusual_names_alone() {
        let is_allowed = |ty: &str, fields: &[&str]| {
            let fields = fields.iter().map(ToString::to_string);
            !allowed([ty.to_owned()], fields).is_empty()
        };
        assert!(!is_allowed("OrderPk", &["user_id", "r"]));
        for ty in ["orderPk", "Order_Pk", "order_pk"] {
            assert!(is_allowed(ty, &["user_id"]), "{ty}");
        }
        for field in ["userId", "user__id", "USER"] {
            assert!(is_allowed("OrderPk", &["r", field]), "{field}");
        }
    }
}
