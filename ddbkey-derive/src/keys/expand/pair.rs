//! A partition key and a sort key together: `OrderKey`, `OrderByStatus`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::key::{KeyItem, KeyStruct};
use crate::keys::model::{Entity, Index, IndexKey, Value};
use crate::names::unraw;
use crate::types::with_lifetime;

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
    /// The code of the pair, by a template of the runtime.
    ///
    /// ```ignore
    /// pair! {
    ///     pub ('k) [] OrderKey [] []
    ///     halves 'k (OrderPk) [<'k,>] { user_id } (OrderSk) [<'k,>] { created_at id }
    ///     position [Position::TABLE]
    ///     join (__pk, __sk) {} { user_id: __pk, created_at: __sk, id: __sk }
    ///     methods [pk "partition" sk "sort"] (__pk: &'k str, __sk: &'k str) (__pk, __sk)
    /// }
    /// ```
    pub fn template(&self) -> TokenStream {
        let KeyStruct { entity, lifetime, .. } = self.fields;
        let runtime = &entity.runtime;
        let header = self.fields.for_template();
        let pk_half = half(&self.pk.fields);
        let sk_half = match self.sk {
            Some(sk) => half(&sk.fields),
            None => quote!((#runtime::key::NoSortKey) [] {}),
        };
        let (position, table) = (position(entity, self.index), self.table());
        let (join, texts) = (self.join(), self.texts());
        let (params, arguments) = self.parse_params(self.fields.own_lifetime());
        let owner = self.index.and_then(|_| super::generics::static_type(entity));
        let owner = owner.map(|entity| quote!(of [#entity]));
        quote! {
            #runtime::__private::pair! {
                #header
                halves #lifetime #pk_half #sk_half
                position [#position] #table
                join #join
                methods [#texts] (#params) (#arguments) #owner
            }
        }
    }

    /// How both halves become one, `(__pk, __sk) {} { user_id: __pk, id: __sk }`: in the braces, what fields
    /// of both must agree on.
    fn join(&self) -> TokenStream {
        let fields = self.fields.values.iter().map(|value| self.joined(value));
        let shared: Vec<_> = self.shared().collect();
        let checks = shared.iter().map(|(pk, sk)| self.agreement(pk, sk));
        let compares = !shared.is_empty();
        let pk = if compares || self.uses(&self.pk.fields) { quote!(__pk) } else { quote!(_) };
        let reads_sk = compares || self.sk.is_some_and(|sk| self.uses(&sk.fields));
        let sk = if reads_sk { quote!(__sk) } else { quote!(_) };
        quote!((#pk, #sk) { #(#checks)* } { #(#fields),* })
    }

    /// The keys of one attribute, which have methods that return their text: `pk "partition" sk "sort"`
    fn texts(&self) -> TokenStream {
        let is_text =
            |item: Option<&KeyItem<'_>>| item.is_some_and(|item| item.key.attributes() == 1);
        let pk = is_text(Some(self.pk)).then(|| quote!(pk "partition"));
        let sk = is_text(self.sk).then(|| quote!(sk "sort"));
        quote!(#pk #sk)
    }

    /// The keys of the table, for those of an index, unless they have type parameters that the index does
    /// not know: `in [OrderKey<'static>]`
    fn table(&self) -> Option<TokenStream> {
        let table = self.table.filter(|table| table.scope.is_known_to(&self.fields.scope))?;
        let table = table.static_ty();
        Some(quote!(in [#table]))
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
        quote!(#field: #half)
    }

    /// A field of both keys reads the same in both, as the coarser of them shows it.
    fn agreement(&self, pk: &Value, sk: &Value) -> TokenStream {
        let (runtime, field, name) =
            (&self.fields.entity.runtime, KeyStruct::field(pk), unraw(&pk.name));
        let coarser = if sk.format.is_coarser_than(pk.format) { sk } else { pk };
        let ty = with_lifetime(&coarser.ty, &self.fields.lifetime);
        let format = coarser.format.ty(runtime);
        quote! {
            if !#runtime::__private::same_text::<#ty, #format>(__pk.#field, __sk.#field) {
                return ::core::result::Result::Err(#runtime::__private::mismatch::<Self::Sk>(#name));
            }
        }
    }

    /// The parameters of a function that parses both keys, and the arguments to hand on: `&str` for a
    /// key of one attribute, `[&str; N]` for one of several, none for a key that is not there.
    pub fn parse_params(&self, lifetime: Option<&syn::Lifetime>) -> (TokenStream, TokenStream) {
        let param = |item: &KeyItem<'_>, name: &str| {
            let name = format_ident!("{name}");
            match item.key.attributes() {
                1 => quote!(#name: &#lifetime ::core::primitive::str),
                count => quote!(#name: [&#lifetime ::core::primitive::str; #count]),
            }
        };
        let pk = param(self.pk, "__pk");
        match self.sk {
            Some(sk) => {
                let sk = param(sk, "__sk");
                (quote!(#pk, #sk), quote!(__pk, __sk))
            }
            None => (pk, quote!(__pk, ::core::option::Option::None)),
        }
    }
}

/// `Position::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").sparse()`
pub fn position(entity: &Entity<'_>, index: Option<&Index>) -> TokenStream {
    let runtime = &entity.runtime;
    let position = match index {
        None => quote!(#runtime::__private::Position::TABLE),
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
                #runtime::__private::Position::index(#name, #runtime::schema::IndexKind::#kind, #pk, #sk)
                    #sparse
            }
        }
    };
    let in_table = entity
        .table
        .as_ref()
        .map(|table| quote!(.in_table(&<#table as #runtime::schema::TableLayout>::LAYOUT)));
    quote!(#position #in_table)
}

/// `(OrderPk) [<'k,>] { user_id }`
fn half(half: &KeyStruct<'_>) -> TokenStream {
    let (ident, args) = (format_ident!("{}", half.ident), &half.scope.args);
    let fields = half.values.iter().map(|value| KeyStruct::field(value));
    quote!((#ident) [#args] { #(#fields)* })
}
