//! A partition key and a sort key together: `OrderKey`, `OrderGsi1`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::generics::{Scope, with_lifetime};
use super::key::KeyStruct;
use crate::keys::model::{Key, Value, plain};

/// A pair of keys and its struct.
pub struct PairItem<'e> {
    pub fields: KeyStruct<'e>,
    pub pk: (&'e Key, &'e KeyStruct<'e>),
    pub sk: Option<(&'e Key, &'e KeyStruct<'e>)>,
    pub index: Option<&'e str>,
    /// The names of the attributes, as an expression.
    pub attributes: TokenStream,
    pub doc: String,
}

impl PairItem<'_> {
    /// ```ignore
    /// impl<'k> KeyPair<'k> for OrderKey<'k> {
    ///     type Pk = OrderPk<'k>;
    ///     type Sk = OrderSk<'k>;
    ///     const INDEX: Option<&'static str> = None;
    ///     const ATTRIBUTES: Attributes = Attributes { pk: "pk", sk: Some("sk") };
    ///     fn split(self) -> (Self::Pk, Self::Sk) {
    ///         (OrderPk { user_id: self.user_id }, OrderSk { id: self.id })
    ///     }
    ///     fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError> {
    ///         Ok(Self { user_id: pk.user_id, id: sk.id })
    ///     }
    /// }
    /// ```
    pub fn key_pair(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, .. } = &self.fields;
        let runtime = &entity.runtime;
        let Scope { args, where_clause, own_params, .. } = &self.fields.scope;
        let (pk_type, pk_parts) = (half_type(self.pk.1), half(self.pk.1));
        let (sk_type, sk_parts) = match self.sk {
            Some((_, sk)) => (half_type(sk), half(sk)),
            None => (quote!(#runtime::NoSortKey), quote!(#runtime::NoSortKey)),
        };
        let attributes = &self.attributes;
        let index = match self.index {
            Some(index) => quote!(::core::option::Option::Some(#index)),
            None => quote!(::core::option::Option::None),
        };
        let fields = self.fields.values.iter().map(|value| self.joined(value));
        let shared: Vec<_> = self.shared().collect();
        let checks = shared.iter().map(|(pk, sk)| self.agreement(pk, sk));
        let pk = if self.uses(self.pk.1) || !shared.is_empty() { quote!(pk) } else { quote!(_) };
        let sk = match self.sk {
            Some((_, sk)) if self.uses(sk) || !shared.is_empty() => quote!(sk),
            _ => quote!(_),
        };
        quote! {
            impl<#lifetime, #own_params> #runtime::KeyPair<#lifetime> for #ident #args #where_clause {
                type Pk = #pk_type;
                type Sk = #sk_type;
                const INDEX: ::core::option::Option<&'static str> = #index;
                const ATTRIBUTES: #runtime::Attributes = #attributes;
                #[inline]
                fn split(self) -> (Self::Pk, Self::Sk) {
                    (#pk_parts, #sk_parts)
                }
                #[inline]
                fn join(#pk: Self::Pk, #sk: Self::Sk) -> ::core::result::Result<Self, #runtime::ParseError> {
                    #(#checks)*
                    ::core::result::Result::Ok(Self { #(#fields),* })
                }
            }
        }
    }

    /// The values that stand in both keys.
    fn shared(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let sk = self.sk.map(|(_, sk)| &sk.values).into_iter().flatten();
        sk.filter_map(|sk| {
            let same = |pk: &&&Value| plain(&pk.name) == plain(&sk.name);
            self.pk.1.values.iter().find(same).map(|pk| (*pk, *sk))
        })
    }

    /// Whether a field is taken from this half.
    fn uses(&self, half: &KeyStruct<'_>) -> bool {
        self.fields.values.iter().any(|value| std::ptr::eq(self.source(value), half))
    }

    /// The half that a field is taken from: the one that keeps more of it.
    fn source(&self, value: &Value) -> &KeyStruct<'_> {
        let holds = |half: &KeyStruct<'_>| {
            half.values
                .iter()
                .any(|other| plain(&other.name) == plain(&value.name) && other.form == value.form)
        };
        match self.sk {
            Some((_, sk)) if !holds(self.pk.1) => sk,
            _ => self.pk.1,
        }
    }

    fn joined(&self, value: &Value) -> TokenStream {
        let field = KeyStruct::field(value);
        let half =
            if std::ptr::eq(self.source(value), self.pk.1) { quote!(pk) } else { quote!(sk) };
        quote!(#field: #half.#field)
    }

    /// A field in both keys reads the same in both, as the coarser of them shows it.
    fn agreement(&self, pk: &Value, sk: &Value) -> TokenStream {
        let (runtime, field, name) =
            (&self.fields.entity.runtime, KeyStruct::field(pk), plain(&pk.name));
        let coarser = [(pk, sk), (sk, pk)]
            .into_iter()
            .find(|(one, other)| one.form.is_coarser_than(other.form));
        let differs = match coarser {
            Some((coarser, _)) => {
                let ty = with_lifetime(&coarser.ty, &self.fields.lifetime);
                let form = coarser.form.ty(runtime);
                quote!(!#runtime::__private::same_text::<#ty, #form>(pk.#field, sk.#field))
            }
            None => quote!(pk.#field != sk.#field),
        };
        quote! {
            if #differs {
                return ::core::result::Result::Err(#runtime::__private::mismatch::<Self::Sk>(#name));
            }
        }
    }

    /// The methods that need nothing in scope.
    pub fn methods(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, .. } = &self.fields;
        let (runtime, vis) = (&entity.runtime, &entity.input.vis);
        let Scope { params, args, where_clause, .. } = &self.fields.scope;
        let lifetime = (!self.fields.values.is_empty()).then_some(lifetime);
        let pk_doc = docs::text_of("partition key", 2048);
        let (keys_doc, parse_doc) = (docs::keys(), docs::parse());
        let sk = self.sk.is_some().then(|| {
            let doc = docs::text_of("sort key", 1024);
            quote! {
                #[doc = #doc]
                #[inline]
                #vis fn sk(self) -> ::core::result::Result<#runtime::__private::String, #runtime::KeyError> {
                    #runtime::KeyText::build_text(&#runtime::KeyPair::split(self).1)
                }
            }
        });
        let (sk_param, sk_arg) = match self.sk {
            Some(_) => {
                (Some(quote!(, sk: &#lifetime str)), quote!(::core::option::Option::Some(sk)))
            }
            None => (None, quote!(::core::option::Option::None)),
        };
        quote! {
            impl #params #ident #args #where_clause {
                #[doc = #pk_doc]
                #[inline]
                #vis fn pk(self) -> ::core::result::Result<#runtime::__private::String, #runtime::KeyError> {
                    #runtime::KeyText::build_text(&#runtime::KeyPair::split(self).0)
                }
                #sk
                #[doc = #keys_doc]
                #[inline]
                #vis fn keys(self) -> ::core::result::Result<#runtime::Keys, #runtime::KeyError> {
                    #runtime::KeyPair::key_texts(&self)
                }
                #[doc = #parse_doc]
                #[inline]
                #vis fn parse(pk: &#lifetime str #sk_param) -> ::core::result::Result<Self, #runtime::ParseError> {
                    #runtime::KeyPair::parse_texts(pk, #sk_arg)
                }
            }
        }
    }
}

/// `OrderPk<'k>`
fn half_type(half: &KeyStruct<'_>) -> TokenStream {
    let (ident, args) = (&half.ident, &half.scope.args);
    quote!(#ident #args)
}

/// `OrderPk { user_id: self.user_id }`
fn half(half: &KeyStruct<'_>) -> TokenStream {
    let ident = format_ident!("{}", half.ident);
    let fields = half.values.iter().map(|value| KeyStruct::field(value));
    let fields = fields.map(|field| quote!(#field: self.#field));
    quote!(#ident { #(#fields),* })
}
