//! A partition key and a sort key together: `OrderKey`, `OrderByStatus`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::generics::{Scope, part_type, static_type};
use super::key::{KeyItem, KeyStruct};
use super::{docs, runtime};
use crate::keys::model::{Entity, Index, IndexKey, Value};
use crate::names::unraw;

/// A pair of keys and its struct.
pub struct PairItem<'e> {
    pub fields: &'e KeyStruct<'e>,
    pub pk: &'e KeyItem<'e>,
    pub sk: Option<&'e KeyItem<'e>>,
    pub index: Option<&'e Index>,
    /// The keys of the table, for those of an index.
    pub table: Option<&'e KeyStruct<'e>>,
    pub doc: String,
}

impl PairItem<'_> {
    /// What the runtime knows of the pair, the standard traits, and the methods that need nothing in scope.
    ///
    /// ```ignore
    /// impl<'k> Pair<'k> for OrderKey<'k> {
    ///     type Pk = OrderPk<'k>;
    ///     type Sk = OrderSk;
    ///     const POSITION: Position = Position::TABLE;
    ///     fn split(self) -> (Self::Pk, Self::Sk) {
    ///         (OrderPk { user_id: self.user_id }, OrderSk { created_at: self.created_at, id: self.id })
    ///     }
    ///     fn join(__pk: Self::Pk, __sk: Self::Sk) -> Result<Self, ParseError> {
    ///         Ok(Self { user_id: __pk.user_id, created_at: __sk.created_at, id: __sk.id })
    ///     }
    /// }
    /// standard! { debug_pair hash_pair ['k,] OrderKey ['k,] [] user_id created_at id }
    /// impl<'k> OrderKey<'k> {
    ///     pair_methods! { pub, pk "partition" sk "sort" }
    ///     pub fn parse(pk: &'k str, sk: &'k str) -> Result<Self, ParseError> { … }
    /// }
    /// ```
    pub fn code(&self) -> TokenStream {
        let pair = self.pair();
        let standard = self.fields.standard("debug_pair", "hash_pair");
        let methods = self.methods();
        quote!(#pair #standard #methods)
    }

    fn pair(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, scope, .. } = self.fields;
        let Scope { own_params, args, impl_where_clause, .. } = scope;
        let (pk, pk_value) = half(&self.pk.fields);
        let (sk, sk_value) = match self.sk {
            Some(sk) => half(&sk.fields),
            None => (quote!(__ddbkey::NoSortKey), quote!(__ddbkey::NoSortKey)),
        };
        let (position, table, join) = (position(entity, self.index), self.table(), self.join());
        quote! {
            impl<#lifetime, #own_params> __ddbkey::Pair<#lifetime> for #ident #args #impl_where_clause {
                type Pk = #pk;
                type Sk = #sk;
                const POSITION: __ddbkey::Position = #position;
                #table
                #[inline]
                fn split(self) -> (Self::Pk, Self::Sk) {
                    (#pk_value, #sk_value)
                }
                #join
            }
        }
    }

    /// How both halves become one. What is in both must agree.
    fn join(&self) -> TokenStream {
        let fields = self.fields.values.iter().map(|value| self.joined(value));
        let shared: Vec<_> = self.shared().collect();
        let checks = shared.iter().map(|(pk, sk)| self.agreement(pk, sk));
        let compares = !shared.is_empty();
        let pk = if compares || self.uses(&self.pk.fields) { quote!(__pk) } else { quote!(_) };
        let reads_sk = compares || self.sk.is_some_and(|sk| self.uses(&sk.fields));
        let sk = if reads_sk { quote!(__sk) } else { quote!(_) };
        quote! {
            #[inline]
            fn join(#pk: Self::Pk, #sk: Self::Sk) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                #(#checks)*
                __ddbkey::Ok(Self { #(#fields),* })
            }
        }
    }

    fn methods(&self) -> TokenStream {
        let KeyStruct { entity, ident, scope, .. } = self.fields;
        let vis = &entity.input.vis;
        let Scope { params, args, impl_where_clause, .. } = scope;
        let (parameters, arguments) = self.parse_params(self.fields.own_lifetime());
        let (texts, update, doc) = (self.texts(), self.update(), docs::PARSE_PAIR);
        quote! {
            impl #params #ident #args #impl_where_clause {
                __ddbkey::pair_methods! { #vis, #texts }
                #[doc = #doc]
                #[inline]
                #vis fn parse(#parameters) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                    __ddbkey::methods::parse_pair(#arguments)
                }
                #update
            }
        }
    }

    /// The keys of one attribute, which have methods that return their text: `pk "partition" sk "sort"`
    fn texts(&self) -> TokenStream {
        let is_text =
            |item: Option<&KeyItem<'_>>| item.is_some_and(|item| item.key.attributes() == 1);
        let pk = is_text(Some(self.pk)).then(|| quote!(pk "partition"));
        let sk = is_text(self.sk).then(|| quote!(sk "sort"));
        quote!(#pk #sk)
    }

    /// The update of an index whose entity is a type without parameters.
    fn update(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        self.index.filter(|index| !index.is_former)?;
        static_type(entity)?;
        let vis = &entity.input.vis;
        let doc = docs::UPDATE;
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn update(self) -> __ddbkey::Result<__ddbkey::IndexUpdate, __ddbkey::KeyError> {
                __ddbkey::update::<Self>(self)
            }
        })
    }

    /// The keys of the table, for those of an index, unless they have type parameters that the index does
    /// not know.
    fn table(&self) -> Option<TokenStream> {
        let table = self.table.filter(|table| table.scope.is_known_to(&self.fields.scope))?;
        let table = table.static_ty();
        Some(quote! {
            const TABLE: __ddbkey::Option<fn() -> &'static __ddbkey::KeySchema> =
                __ddbkey::Some(__ddbkey::schema_of::<#table>);
        })
    }

    /// The values that are in both keys.
    fn shared(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let sk = self.sk.map(|sk| &sk.fields.values).into_iter().flatten();
        sk.filter_map(|sk| {
            let same = |pk: &&&Value| unraw(&pk.name) == unraw(&sk.name);
            self.pk.fields.values.iter().find(same).map(|pk| (*pk, *sk))
        })
    }

    /// Whether a field is taken from this half.
    fn uses(&self, half: &KeyStruct<'_>) -> bool {
        self.fields.values.iter().any(|value| std::ptr::eq(self.source(value), half))
    }

    /// The half that a field is taken from: the one that keeps more of it.
    fn source(&self, value: &Value) -> &KeyStruct<'_> {
        let has_it = |half: &KeyStruct<'_>| {
            half.values.iter().any(|other| {
                unraw(&other.name) == unraw(&value.name) && other.format == value.format
            })
        };
        match self.sk {
            Some(sk) if !has_it(&self.pk.fields) => &sk.fields,
            _ => &self.pk.fields,
        }
    }

    fn joined(&self, value: &Value) -> TokenStream {
        let field = KeyStruct::field(value);
        let is_pk = std::ptr::eq(self.source(value), &raw const self.pk.fields);
        let half = if is_pk { quote!(__pk) } else { quote!(__sk) };
        quote!(#field: #half.#field)
    }

    /// A field of both keys reads the same in both, as the coarser of them shows it.
    fn agreement(&self, pk: &Value, sk: &Value) -> TokenStream {
        let (field, name) = (KeyStruct::field(pk), unraw(&pk.name));
        let coarser = if sk.format.is_coarser_than(pk.format) { sk } else { pk };
        let ty = part_type(coarser, &self.fields.lifetime);
        let format = coarser.format.ty(&runtime());
        quote! {
            if !__ddbkey::same_text::<#ty, #format>(__pk.#field, __sk.#field) {
                return __ddbkey::Err(__ddbkey::mismatch::<Self::Sk>(#name));
            }
        }
    }

    /// The parameters of a function that parses both keys, and the arguments to hand on: `&str` for a
    /// key of one attribute, `[&str; N]` for one of several, none for a key that is not there.
    pub fn parse_params(&self, lifetime: Option<&syn::Lifetime>) -> (TokenStream, TokenStream) {
        let param = |item: &KeyItem<'_>, name: &str| {
            let name = format_ident!("{name}");
            match item.key.attributes() {
                1 => quote!(#name: &#lifetime __ddbkey::str),
                count => quote!(#name: [&#lifetime __ddbkey::str; #count]),
            }
        };
        let pk = param(self.pk, "pk");
        match self.sk {
            Some(sk) => {
                let sk = param(sk, "sk");
                (quote!(#pk, #sk), quote!(pk, sk))
            }
            None => (pk, quote!(pk, __ddbkey::None)),
        }
    }
}

/// `Position::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").sparse()`, and `Position::TABLE.former("v1")`
pub fn position(entity: &Entity<'_>, index: Option<&Index>) -> TokenStream {
    let position = match index {
        None => quote!(__ddbkey::Position::TABLE),
        Some(Index { is_former: true, name, .. }) => {
            quote!(__ddbkey::Position::TABLE.former(#name))
        }
        Some(index) => {
            let (name, kind) = (&index.name, index.kind.tokens());
            let attribute = |key: Option<&IndexKey>, suffix: &str| match key {
                Some(IndexKey::Pk) => "pk".into(),
                Some(IndexKey::Sk) => "sk".into(),
                Some(IndexKey::Own(_)) | None => index.attribute(suffix),
            };
            let pk = attribute(Some(&index.pk), "pk");
            let sk = attribute(index.sk.as_ref(), "sk");
            let sparse = index.is_sparse().then(|| quote!(.sparse()));
            quote! {
                __ddbkey::Position::index(#name, __ddbkey::IndexKind::#kind, #pk, #sk)
                    #sparse
            }
        }
    };
    let in_table = entity
        .table
        .as_ref()
        .map(|table| quote!(.in_table(&<#table as __ddbkey::TableLayout>::LAYOUT)));
    quote!(#position #in_table)
}

/// `OrderPk<'k>`, and `OrderPk { user_id: self.user_id }`
fn half(half: &KeyStruct<'_>) -> (TokenStream, TokenStream) {
    let (ident, args) = (format_ident!("{}", half.ident), &half.scope.args);
    let fields = half.values.iter().map(|value| {
        let field = KeyStruct::field(value);
        quote!(#field: self.#field)
    });
    (quote!(#ident #args), quote!(#ident { #(#fields),* }))
}
