//! One key: the struct of its parts, its declaration, and its two conversions.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Lifetime;

use super::docs;
use super::generics::{Scope, is_primitive, lifetime, part_ref, reference};
use crate::keys::model::{
    Entity, Entry, Format, Index, IndexKey, Key, KeyForm, Role, Segment, Value,
};
use crate::names::{self, unraw};
use crate::types::with_lifetime;

/// A key struct: its name, the values that are its fields, its generics.
pub struct KeyStruct<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub values: Vec<&'e Value>,
    pub scope: Scope,
    pub lifetime: Lifetime,
    /// The index that it is made for.
    span: Span,
}

impl<'e> KeyStruct<'e> {
    /// The struct of these values, each field once, in the finest format that it has.
    pub fn new(
        entity: &'e Entity<'_>,
        ident: Ident,
        index: Option<&Index>,
        all: impl Iterator<Item = &'e Value>,
    ) -> Self {
        // It remains generated code, which the user's lints leave alone.
        let span = Span::call_site();
        let span = index.map_or(span, |index| span.located_at(index.span));
        let mut values: Vec<&Value> = Vec::new();
        for value in all {
            match values.iter_mut().find(|other| unraw(&other.name) == unraw(&value.name)) {
                Some(other) if other.format.is_coarser_than(value.format) => *other = value,
                Some(_) => {}
                None => values.push(value),
            }
        }
        let scope = Scope::of(entity, &values);
        Self { entity, ident, values, scope, lifetime: lifetime(entity), span }
    }

    /// `OrderSk<'k>`
    pub fn ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, &self.scope.args);
        quote!(#ident #args)
    }

    /// `OrderSk<'static>`
    pub fn static_ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, &self.scope.static_args);
        quote!(#ident #args)
    }

    /// `OrderSk<'_>`
    pub fn elided_ty(&self) -> TokenStream {
        let (ident, args) = (&self.ident, &self.scope.elided);
        quote!(#ident #args)
    }

    /// The lifetime, if the struct has one.
    pub fn own_lifetime(&self) -> Option<&Lifetime> {
        (!self.values.is_empty()).then_some(&self.lifetime)
    }

    /// The field's name, with no span of the attribute: those belong to the entity's field.
    pub fn field(value: &Value) -> Ident {
        let mut name = value.name.clone();
        name.set_span(Span::call_site());
        name
    }

    /// ```ignore
    /// /// Sort key of [`Order`]: `ORDER#{id}`.
    /// pub struct OrderSk<'k> {
    ///     /// The part `id`.
    ///     pub id: <Ulid as KeyPart>::Ref<'k>,
    /// }
    /// ```
    pub fn declare(&self, doc: &str) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let Scope { params, where_clause, .. } = &self.scope;
        // Some field has to have the lifetime.
        let written =
            if self.values.iter().all(|value| is_primitive(value)) { part_ref } else { reference };
        let fields = self.values.iter().map(|value| {
            let field = Self::field(value);
            let ty = written(value, &self.lifetime, &self.entity.runtime);
            let doc = format!(" The part `{}`.", unraw(&value.name));
            quote!(#[doc = #doc] #vis #field: #ty,)
        });
        let body = if self.values.is_empty() {
            quote_spanned!(self.span=> ;)
        } else {
            let mut fields = Group::new(Delimiter::Brace, quote!(#(#fields)*));
            fields.set_span(self.span);
            quote!(#where_clause #fields)
        };
        let field_names = self.values.iter().map(|value| unraw(&value.name));
        let allowed = names::allowed([ident.to_string()], field_names);
        // Of two types of one name, each is underlined as the index that generates it: the ends of the
        // item have its span.
        let keyword = quote_spanned!(self.span=> struct);
        quote!(#[doc = #doc] #allowed #vis #keyword #ident #params #body)
    }

    /// `pub [<'k>] OrderSk [<'k>] [where …] { created_at id }`, for the templates of the runtime.
    pub fn for_template(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let Scope { params, args, impl_where_clause, .. } = &self.scope;
        let fields = self.values.iter().map(|value| Self::field(value));
        quote!(#vis [#params] #ident [#args] [#impl_where_clause] { #(#fields)* })
    }
}

/// A key and its struct.
pub struct KeyItem<'e> {
    pub key: &'e Key,
    pub fields: KeyStruct<'e>,
    /// The index that it is a key of.
    pub index: Option<&'e Index>,
    /// The function that returns the keys whose partition key it is, if it is that of exactly one pair.
    pub partition: Option<TokenStream>,
}

impl KeyItem<'_> {
    /// "Sort key of [`Order`]: `ORDER#{id}`."
    pub fn doc(&self) -> String {
        let entity = unraw(&self.fields.entity.input.ident);
        let role = if self.key.is_sort_key() { "Sort key" } else { "Partition key" };
        let index = self.index.map(|index| format!(" in index `{}`", index.name));
        let index = index.unwrap_or_default();
        format!(" {role} of [`{entity}`]{index}: `{}`.", self.key.shape())
    }

    /// The greatest length of the key, for its documentation.
    fn limit(&self) -> usize {
        let is_limited = self.key.is_sort_key() || self.reusing_index().is_some();
        if is_limited { 1024 } else { 2048 }
    }

    /// The index that has this partition key as its sort key.
    fn reusing_index(&self) -> Option<&str> {
        if self.key.role != Role::Pk {
            return None;
        }
        let mut indexes = self.fields.entity.indexes.iter();
        let index = indexes.find(|index| matches!(index.sk, Some(IndexKey::Pk)));
        index.map(|index| index.name.as_str())
    }

    /// The types of the parts with their formats: `((Timestamp, Fraction<3>), ((Ulid, Plain), ()))`.
    pub fn part_types(&self, lifetime: &Lifetime) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        let values: Vec<_> = self.key.values().collect();
        values.iter().rev().fold(quote!(()), |others, value| {
            let (ty, format) = (with_lifetime(&value.ty, lifetime), value.format.ty(runtime));
            quote!(((#ty, #format), #others))
        })
    }

    /// What the key is declared as, but for the types of its parts.
    ///
    /// ```ignore
    /// "Order", Role::SortKey, '#', &[Joined("ORDER#", "created_at", ".3"), Joined("#", "id", "")], ""
    /// ```
    pub fn declared(&self) -> TokenStream {
        let entity = self.fields.entity;
        let (runtime, separator) = (&entity.runtime, entity.separator);
        let (name, role) = (unraw(&entity.input.ident), self.role());
        let parts = match &self.key.form {
            KeyForm::Joined(segments) => joined(segments, runtime),
            KeyForm::Attributes(entries) => {
                let entries = entries.iter().map(|entry| attribute(entry, runtime));
                quote!(&[#(#entries),*])
            }
        };
        quote!(#name, #role, #separator, #parts)
    }

    fn role(&self) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        let index = self.index.map(|index| index.name.as_str()).unwrap_or_default();
        match self.key.role {
            Role::Pk => quote!(#runtime::schema::Role::PartitionKey),
            Role::Sk => quote!(#runtime::schema::Role::SortKey),
            Role::IndexPk => quote!(#runtime::schema::Role::IndexPartitionKey(#index)),
            Role::IndexSk => quote!(#runtime::schema::Role::IndexSortKey(#index)),
        }
    }

    /// `joined` or `attributes`, the constructor of the declaration.
    pub fn constructor(&self) -> TokenStream {
        if self.key.is_joined() { quote!(joined) } else { quote!(attributes) }
    }

    /// What limits a partition key to the length of a sort key.
    pub fn limits(&self) -> Option<TokenStream> {
        if self.key.is_sort_key() {
            return None;
        }
        let entity = self.fields.entity;
        let reused = self.reusing_index().map(|index| quote!(.also_sort_key_of(#index)));
        let in_table = entity.table.as_ref().map(|table| {
            let runtime = &entity.runtime;
            quote!(.in_table(&<#table as #runtime::schema::TableLayout>::LAYOUT))
        });
        Some(quote!(#reused #in_table))
    }

    /// ```ignore
    /// impl<'k> Declare<'k> for OrderSk<'k> {
    ///     type Size = Size<4, 1>;
    ///     const KEY: Declaration = Declaration::joined::<((Timestamp, Fraction<3>), ((Ulid, Plain), ()))>(
    ///         "Order", Role::SortKey, '#', &[Joined("ORDER#", "created_at", ".3"), Joined("#", "id", "")], "",
    ///     );
    ///     fn put<O: Out<'k>>(self, out: &mut O) -> Result<(), KeyError> {
    ///         out.all::<Self, (…)>((self.created_at, (self.id, ())))
    ///     }
    ///     fn take<I: In<'k>>(text: &mut I) -> Result<Self, ParseError> {
    ///         let parts = text.all::<Self, (…)>()?;
    ///         Ok(Self { created_at: parts.0, id: parts.1.0 })
    ///     }
    /// }
    /// ```
    pub fn declare_impl(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, scope, .. } = &self.fields;
        let runtime = &entity.runtime;
        let Scope { args, impl_where_clause, own_params, .. } = scope;
        let (segments, attributes) = (self.key.segments(), self.key.attributes());
        let (declared, constructor, limits) = (self.declared(), self.constructor(), self.limits());
        let types = self.part_types(lifetime);
        let static_types = self.part_types(&syn::parse_quote!('static));
        let values: Vec<_> = self.key.values().collect();
        let given = values.iter().rev().fold(quote!(()), |others, value| {
            let field = KeyStruct::field(value);
            quote!((self.#field, #others))
        });
        let taken = values.iter().enumerate().map(|(part, value)| {
            let field = KeyStruct::field(value);
            let tails = (0..part).map(|_| quote!(.1));
            quote!(#field: __parts #(#tails)*.0)
        });
        let parts = if values.is_empty() { quote!(()) } else { quote!(__parts) };
        let partition = self.partition.as_ref().map(|schema| {
            quote! {
                const PARTITION: ::core::option::Option<fn() -> &'static #runtime::schema::KeySchema> =
                    ::core::option::Option::Some(#schema);
            }
        });
        quote! {
            impl<#lifetime, #own_params> #runtime::__private::Declare<#lifetime> for #ident #args #impl_where_clause {
                type Size = #runtime::__private::Size<#segments, #attributes>;
                const KEY: #runtime::__private::Declaration =
                    #runtime::__private::Declaration::#constructor::<#static_types>(#declared)#limits;
                #partition
                #[inline]
                fn put<__O: #runtime::__private::Out<#lifetime>>(self, __out: &mut __O) -> ::core::result::Result<(), #runtime::KeyError> {
                    __out.all::<Self, #types>(#given)
                }
                #[inline]
                fn take<__I: #runtime::__private::In<#lifetime>>(__text: &mut __I) -> ::core::result::Result<Self, #runtime::ParseError> {
                    let #parts = __text.all::<Self, #types>()?;
                    ::core::result::Result::Ok(Self { #(#taken),* })
                }
            }
        }
    }

    /// The standard traits and the methods, by a template of the runtime.
    ///
    /// ```ignore
    /// key! { 1024 (text) ('k) [] pub [<'k>] OrderSk [<'k>] [] { created_at id } }
    /// ```
    pub fn template(&self) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        let (limit, lifetime) =
            (Literal::usize_unsuffixed(self.limit()), self.fields.own_lifetime());
        let form = match self.key.attributes() {
            1 => quote!(text),
            count => {
                let count = Literal::usize_unsuffixed(count);
                quote!(texts #count)
            }
        };
        let (schema, fields) = (&self.partition, self.fields.for_template());
        let buckets = self.buckets();
        quote! {
            #runtime::__private::key! { #limit (#form) (#lifetime) [#schema] #fields }
            #buckets
        }
    }

    /// `ReadingPk::at_buckets(range)`, for each field of a partition key that is a calendar unit.
    fn buckets(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let (runtime, vis) = (&entity.runtime, &entity.input.vis);
        let values = self.key.values().filter(|value| matches!(value.format, Format::Unit(_)));
        let methods = values.filter(|_| !self.key.is_sort_key()).map(|value| {
            let name = unraw(&value.name);
            let method = quote::format_ident!("{name}_buckets");
            let (ty, format) = (value.ty.to_token_stream(), value.format.ty(runtime));
            let doc = docs::buckets(&name, &value.format.text());
            quote! {
                #[doc = #doc]
                #[inline]
                #vis fn #method(
                    __range: impl #runtime::__private::BucketRange<#ty>,
                ) -> #runtime::__private::Buckets<#ty, #format>
                where
                    for<'x> #ty: #runtime::__private::Bucketed<#format>,
                {
                    #runtime::__private::buckets(__range)
                }
            }
        });
        let methods: Vec<_> = methods.collect();
        let KeyStruct { ident, scope: Scope { params, args, impl_where_clause, .. }, .. } =
            &self.fields;
        (!methods.is_empty())
            .then(|| quote!(impl #params #ident #args #impl_where_clause { #(#methods)* }))
    }
}

/// `&[Joined("ORDER#", "created_at", ".3"), Joined("#", "id", "")], ""`
fn joined(segments: &[Segment], runtime: &syn::Path) -> TokenStream {
    let mut literal = "";
    let mut parts = Vec::new();
    for segment in segments {
        match segment {
            Segment::Literal(text) => literal = text,
            Segment::Value(value) => {
                let (name, text) = (unraw(&value.name), value.format.text());
                let format = if value.is_rest { "*".to_owned() } else { text };
                parts.push(quote!(#runtime::__private::Joined(#literal, #name, #format)));
                literal = "";
            }
        }
    }
    quote!(&[#(#parts),*], #literal)
}

/// `Attribute("created_key", false, "", "created_at", ".3", "")`
fn attribute(entry: &Entry, runtime: &syn::Path) -> TokenStream {
    let Entry { name, is_field, before, value, after, .. } = entry;
    let (field, format) = match value {
        Some(value) => (unraw(&value.name), value.format.text()),
        None => (String::new(), String::new()),
    };
    quote!(#runtime::__private::Attribute(#name, #is_field, #before, #field, #format, #after))
}
