//! A partition key and a sort key together: `OrderKey`, `OrderByStatus`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::generics::Scope;
use super::key::{KeyItem, KeyStruct};
use crate::keys::model::{Entity, Index, IndexKey, Value};
use crate::names::unraw;
use crate::types::with_lifetime;

/// A pair of keys and its struct.
pub struct PairItem<'e> {
    pub fields: KeyStruct<'e>,
    pub pk: &'e KeyItem<'e>,
    pub sk: Option<&'e KeyItem<'e>>,
    pub index: Option<&'e Index>,
    pub doc: String,
}

impl PairItem<'_> {
    /// ```ignore
    /// impl<'k> Pair<'k> for OrderKey<'k> {
    ///     type Pk = OrderPk<'k>;
    ///     type Sk = OrderSk<'k>;
    ///     const POSITION: Position = Position::TABLE;
    ///     fn split(self) -> (OrderPk<'k>, OrderSk<'k>) {
    ///         (OrderPk { user_id: self.user_id }, OrderSk { id: self.id })
    ///     }
    ///     fn join(pk: OrderPk<'k>, sk: OrderSk<'k>) -> Result<Self, ParseError> {
    ///         Ok(Self { user_id: pk.user_id, id: sk.id })
    ///     }
    /// }
    /// ```
    pub fn pair_impl(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, scope, .. } = &self.fields;
        let runtime = &entity.runtime;
        let Scope { args, impl_where_clause, own_params, .. } = scope;
        let (pk_type, pk_parts) = (self.pk.fields.ty(), half(&self.pk.fields));
        let (sk_type, sk_parts) = match self.sk {
            Some(sk) => (sk.fields.ty(), half(&sk.fields)),
            None => (quote!(#runtime::key::NoSortKey), quote!(#runtime::key::NoSortKey)),
        };
        let (position, table) = (position(entity, self.index), self.table());
        let fields = self.fields.values.iter().map(|value| self.joined(value));
        let shared: Vec<_> = self.shared().collect();
        let checks = shared.iter().map(|(pk, sk)| self.agreement(pk, sk));
        let compares = !shared.is_empty();
        let pk = if compares || self.uses(&self.pk.fields) { quote!(__pk) } else { quote!(_) };
        let reads_sk = compares || self.sk.is_some_and(|sk| self.uses(&sk.fields));
        let sk = if reads_sk { quote!(__sk) } else { quote!(_) };
        quote! {
            impl<#lifetime, #own_params> #runtime::__private::Pair<#lifetime> for #ident #args #impl_where_clause {
                type Pk = #pk_type;
                type Sk = #sk_type;
                const POSITION: #runtime::__private::Position = #position;
                #table
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

    /// `const TABLE: … = Some(schema_of::<OrderKey<'static>>);` of an index, unless the table's key has type
    /// parameters that the index does not know.
    fn table(&self) -> Option<TokenStream> {
        self.index?;
        let KeyStruct { entity, scope, .. } = &self.fields;
        let (runtime, key) = (&entity.runtime, super::pair_struct(entity, None));
        let is_known = key.scope.own_args.is_empty()
            || (key.scope.own_args.to_string() == scope.own_args.to_string()
                && key.scope.where_clause.to_string() == scope.where_clause.to_string());
        let key = key.static_ty();
        is_known.then(|| {
            quote! {
                const TABLE: ::core::option::Option<fn() -> &'static #runtime::schema::KeySchema> =
                    ::core::option::Option::Some(#runtime::__private::schema_of::<#key>);
            }
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

    /// The standard traits and the methods, by a template of the runtime.
    ///
    /// ```ignore
    /// pair! { [pk sk] (pk: &'k str, sk: &'k str) (pk, sk) [] pub [<'k>] OrderKey [<'k>] [] { user_id id } }
    /// ```
    pub fn template(&self) -> TokenStream {
        let entity = self.fields.entity;
        let runtime = &entity.runtime;
        let is_text =
            |item: Option<&KeyItem<'_>>| item.is_some_and(|item| item.key.attributes() == 1);
        let pk = is_text(Some(self.pk)).then(|| quote!(pk));
        let sk = is_text(self.sk).then(|| quote!(sk));
        let (params, arguments) = self.parse_params(self.fields.own_lifetime());
        let owner = self.index.and_then(|_| super::generics::static_type(entity));
        let fields = self.fields.for_template();
        quote! {
            #runtime::__private::pair! { [#pk #sk] (#params) (#arguments) [#owner] #fields }
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

/// `OrderPk { user_id: self.user_id }`
fn half(half: &KeyStruct<'_>) -> TokenStream {
    let ident = format_ident!("{}", half.ident);
    let fields = half.values.iter().map(|value| KeyStruct::field(value));
    let fields = fields.map(|field| quote!(#field: self.#field));
    quote!(#ident { #(#fields),* })
}
