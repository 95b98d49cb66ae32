//! A partition key together with its sort key: `OrderKey`, `OrderByStatus`.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::generics::{part_type, static_type};
use super::key::{KeyItem, KeyStruct};
use super::{docs, runtime};
use crate::generics;
use crate::keys::model::{Entity, IndexKey, KeyDeclaration, Owner, Value};

/// A pair of keys and its struct.
pub struct PairItem<'e> {
    pub fields: &'e KeyStruct<'e>,
    pub pk: &'e KeyItem<'e>,
    pub sk: Option<&'e KeyItem<'e>>,
    pub index: Option<&'e KeyDeclaration>,
    /// For an index, the keys of the table.
    pub table: Option<&'e KeyStruct<'e>>,
    pub doc: String,
}

impl PairItem<'_> {
    /// The declaration of the pair, the standard traits, and the methods that need no trait in scope, as the runtime's
    /// template `pair!` takes them.
    pub fn code(&self) -> TokenStream {
        let (header, pk) = (self.fields.header(), self.partition_key());
        let sk = self.sort_key();
        let position = position(self.fields.entity, self.index);
        let is_index = self.index.is_some_and(|index| index.owner.is_index());
        let of = format_ident!("{}", if is_index { "OfIndex" } else { "OfTable" });
        let (table, same, texts, owned) = (self.table(), self.same(), self.texts(), self.owned());
        let (from_pk, from_sk): (Vec<_>, Vec<_>) =
            self.fields.values.iter().partition(|value| self.is_from_pk(value));
        let from_pk = from_pk.into_iter().map(cloned);
        let from_sk = from_sk.into_iter().map(cloned);
        let (parameters, arguments) = self.parse_params(self.fields.own_lifetime());
        quote! {
            __ddbkey::pair! {
                #header
                pk: #pk,
                sk: #sk,
                of: __ddbkey::#of,
                declared: #position #table,
                #same
                from: { #(#from_pk)* } { #(#from_sk)* },
                texts: #texts,
                parse: (#parameters) => (#arguments),
                #owned
            }
        }
    }

    /// The arguments of the template for `into_owned`, for a primary key.
    fn owned(&self) -> Option<TokenStream> {
        match self.index.map(|index| index.owner) {
            None | Some(Owner::Alternative) => owned_by_entity(self.fields.entity),
            Some(Owner::LegacyKey) => owned_by_table(self.fields.entity),
            Some(Owner::Index(_)) => None,
        }
    }

    /// The type of the sort key, and the fields that the pair passes to it: `OrderSk = [OrderSk] { created_at, id }`
    fn sort_key(&self) -> TokenStream {
        let Some(sk) = self.sk else {
            return quote!(__ddbkey::NoSortKey = [__ddbkey::NoSortKey] {});
        };
        let (ty, ident, fields) = (sk.fields.ty(), &sk.fields.ident, fields(&sk.fields));
        quote!(#ty = [#ident] { #fields })
    }

    /// The struct of the partition key, and the fields that the pair passes to it: `[OrderPk] ['k] { user_id }`. A
    /// string that the pair owns and also needs for the sort key is cloned.
    fn partition_key(&self) -> TokenStream {
        let half = &self.pk.fields;
        let (ident, lifetime) = (&half.ident, half.own_lifetime());
        let fields = half.values.iter().map(|value| match self.sk {
            Some(sk) if sk.fields.has(value) => cloned(value),
            _ => KeyStruct::field(value).to_token_stream(),
        });
        quote!([#ident] [#lifetime] { #(#fields),* })
    }

    /// The keys of one attribute, which have methods that return their strings, with the documentation of these
    /// methods.
    pub fn texts(&self) -> TokenStream {
        let keys = [("pk", Some(self.pk), "partition"), ("sk", self.sk, "sort")];
        let is_text = |key: &KeyItem<'_>| key.key.entries.len() == 1;
        let texts = keys.into_iter().filter(|(_, key, _)| key.is_some_and(is_text));
        let texts = texts.map(|(method, _, role)| {
            (format_ident!("{method}"), format!(" Returns the string of the {role} key."))
        });
        let (methods, docs): (Vec<_>, Vec<_>) = texts.unzip();
        quote!(#(#methods #docs)*)
    }

    /// For an index, `.of_table(…)` with the keys of the table.
    fn table(&self) -> Option<TokenStream> {
        let table = self.table?.static_ty();
        Some(quote!(.of_table(__ddbkey::schema_of::<#table>)))
    }

    /// The values that are in both keys.
    fn shared(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let sk = self.sk.map(|sk| &sk.fields.values).into_iter().flatten();
        sk.filter_map(|sk| {
            let same = |pk: &&&Value| pk.name == sk.name;
            self.pk.fields.values.iter().find(same).map(|pk| (*pk, *sk))
        })
    }

    /// Whether a field is taken from the partition key instead of the sort key: the key that holds the finer value.
    fn is_from_pk(&self, value: &Value) -> bool {
        let mut in_pk = self.pk.fields.values.iter();
        self.sk.is_none() || in_pk.any(|pk| pk.name == value.name && pk.format == value.format)
    }

    /// Checks that a field of both keys has one value in both, as the coarser key shows it.
    fn same(&self) -> Option<TokenStream> {
        let fields = self.shared().map(|(pk, sk)| {
            let (field, name) = (KeyStruct::field(pk), pk.name.as_str());
            let coarser = if sk.format.is_coarser_than(pk.format) { sk } else { pk };
            let ty = part_type(coarser, &self.fields.lifetime);
            let format = coarser.format.ty(&runtime());
            let borrow = sk.held.is_owned().then(|| quote!([&]));
            quote!(#field #borrow, #ty as #format, #name;)
        });
        let fields: TokenStream = fields.collect();
        (!fields.is_empty()).then(|| quote!(same: [#fields],))
    }

    /// The parameters of a function that parses both keys, and the arguments to pass on: `&str` for a key of one
    /// attribute, `[&str; N]` for a key of several, nothing for a key that does not exist.
    pub fn parse_params(&self, lifetime: Option<&syn::Lifetime>) -> (TokenStream, TokenStream) {
        let param = |item: &KeyItem<'_>, name: &str| {
            let name = format_ident!("{name}");
            match item.key.entries.len() {
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

/// `KeySchema::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").sparse(&["email"])`, and `KeySchema::TABLE.was("v1")`
pub fn position(entity: &Entity<'_>, index: Option<&KeyDeclaration>) -> TokenStream {
    let position = match index {
        None => quote!(__ddbkey::KeySchema::TABLE),
        Some(KeyDeclaration { owner: Owner::LegacyKey, name, .. }) => {
            quote!(__ddbkey::KeySchema::TABLE.was(#name))
        }
        Some(index @ KeyDeclaration { owner: Owner::Alternative, name, .. }) => {
            let optional = index.optional_sources().into_iter();
            quote!(__ddbkey::KeySchema::TABLE.or(#name, &[#(#optional),*]))
        }
        Some(index @ KeyDeclaration { owner: Owner::Index(kind), name, .. }) => {
            let attribute = |key: Option<&IndexKey>, suffix: &str| match key {
                Some(IndexKey::Pk) => "pk".into(),
                Some(IndexKey::Sk) => "sk".into(),
                // A table may name it otherwise.
                Some(IndexKey::Own(_)) | None => format!("{name}{suffix}"),
            };
            let pk = attribute(Some(&index.pk), "pk");
            let sk = attribute(index.sk.as_ref(), "sk");
            let optional: Vec<_> = index.optional_sources().into_iter().collect();
            let sparse = (!optional.is_empty()).then(|| quote!(.sparse(&[#(#optional),*])));
            quote! {
                __ddbkey::KeySchema::index(#name, #kind, #pk, #sk)
                    #sparse
            }
        }
    };
    let called = index.map(|index| (index.ident.as_str(), index));
    let called = called.filter(|(ident, index)| *ident != index.name || entity.has_shapes(index));
    let called = called.map(|(ident, _)| quote!(.called(#ident)));
    let in_table = entity
        .table
        .as_ref()
        .map(|table| quote!(.in_table(&<#table as __ddbkey::TableLayout>::LAYOUT)));
    quote!(#position #called #in_table)
}

/// The argument for `into_owned` of a key that the entity writes: `owned: " Returns …" Order,`
pub fn owned_by_entity(entity: &Entity<'_>) -> Option<TokenStream> {
    let (entity, doc) = (static_type(entity)?, docs::INTO_OWNED);
    Some(quote!(owned: #doc #entity,))
}

/// The argument for `into_owned` of a key that only a table has: `owned: " Returns …" T [T: Order: MemberOf<T>],`
pub fn owned_by_table(entity: &Entity<'_>) -> Option<TokenStream> {
    let (ty, doc) = (static_type(entity)?, docs::INTO_OWNED_BY_TABLE);
    let name = if entity.input.ident == "T" { "Table" } else { "T" };
    let table = generics::parameter(&entity.input.generics, name);
    Some(quote!(owned: #doc #table [#table: #ty: __ddbkey::MemberOf<#table>],))
}

/// `user_id`, or `letter.clone` for a string that a struct owns.
fn cloned(value: &Value) -> TokenStream {
    let field = KeyStruct::field(value);
    let clone = value.held.is_owned().then(|| quote!(.clone));
    quote!(#field #clone)
}

/// `created_at, id`
fn fields(key: &KeyStruct<'_>) -> TokenStream {
    let fields = key.values.iter().map(|value| KeyStruct::field(value));
    quote!(#(#fields),*)
}
