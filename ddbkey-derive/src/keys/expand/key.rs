//! One key: the struct of its parts, its declaration, and its two conversions.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::generics::{Scope, is_primitive, lifetime, part_ref, reference};
use super::{docs, names_place};
use crate::keys::attributes::SortKeyOf;
use crate::keys::model::{Entity, Entry, Index, Key, KeyForm, Role, Segment, Value};
use crate::names::{self, unraw};
use crate::types::with_lifetime;

/// A key struct: its name, the values that are its fields, its generics.
pub struct KeyStruct<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub values: Vec<&'e Value>,
    pub scope: Scope,
    pub lifetime: Lifetime,
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
        let span = names_place(entity, index);
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

    /// `pub ('k) [] OrderSk [] [where …]`, for the templates of the runtime.
    pub fn for_template(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let Scope { own_params, own_args, impl_where_clause, .. } = &self.scope;
        let lifetime = self.own_lifetime();
        quote!(#vis (#lifetime) [#own_params] #ident [#own_args] [#impl_where_clause])
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
        let is_limited =
            self.key.is_sort_key() || (self.key.attributes() == 1 && !self.limits().is_empty());
        if is_limited { 1024 } else { 2048 }
    }

    /// The code of the key, by a template of the runtime.
    ///
    /// ```ignore
    /// key! {
    ///     pub ('k) [] OrderSk [] []
    ///     declared 'k "Order" [SortKey] '#' 4 1 joined
    ///         Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
    ///     parts ((Timestamp, Fraction<3>), ((Ulid, Plain), ()))
    ///     values (__0, (__1, ())) { created_at __0 id __1 }
    ///     methods 1024 text
    /// }
    /// ```
    pub fn template(&self) -> TokenStream {
        let KeyStruct { entity, lifetime, .. } = &self.fields;
        let (runtime, header) = (&entity.runtime, self.fields.for_template());
        let declared = self.declared(&self.form());
        let (types, values, fields) = self.parts();
        let limit = Literal::usize_unsuffixed(self.limit());
        let texts = match self.key.attributes() {
            1 => quote!(text),
            count => {
                let count = Literal::usize_unsuffixed(count);
                quote!(texts #count)
            }
        };
        let partition = self.partition.as_ref().map(|schema| quote!(partition [#schema]));
        let buckets = self.buckets();
        quote! {
            #runtime::__private::key! {
                #header
                declared #lifetime #declared
                parts #types
                values #values { #fields }
                methods #limit #texts
                #partition
            }
            #buckets
        }
    }

    /// The declaration, made by one of its constructors.
    ///
    /// ```ignore
    /// "Order" [SortKey] '#' 4 1 joined Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
    /// ```
    pub fn declared(&self, form: &Ident) -> TokenStream {
        let (entity, role) = (self.fields.entity, self.role());
        let (limits, in_table) = (self.limits(), self.in_table());
        let (name, separator) = (unraw(&entity.input.ident), entity.separator);
        let segments = Literal::usize_unsuffixed(self.key.segments());
        let attributes = Literal::usize_unsuffixed(self.key.attributes());
        let entries = match &self.key.form {
            KeyForm::Joined(segments) => joined(segments),
            KeyForm::Attributes(entries) => {
                let entries = entries.iter().map(attribute);
                quote!(Attribute [#(#entries)*] [])
            }
        };
        quote!(#name [#role] #separator #segments #attributes #form #entries [#limits #in_table])
    }

    /// The types of the parts with their formats, `((Timestamp, Fraction<3>), ((Ulid, Plain), ()))`; names
    /// for their values in the same places, `(__0, (__1, ()))`; and their fields, `created_at __0 id __1`.
    fn parts(&self) -> (TokenStream, TokenStream, TokenStream) {
        let runtime = &self.fields.entity.runtime;
        let (mut types, mut values) = (quote!(()), quote!(()));
        let mut fields = TokenStream::new();
        let all: Vec<_> = self.key.values().collect();
        for (part, value) in all.iter().enumerate().rev() {
            let ty = with_lifetime(&value.ty, &self.fields.lifetime);
            let (format, local) = (value.format.ty(runtime), format_ident!("__{part}"));
            types = quote!(((#ty, #format), #types));
            values = quote!((#local, #values));
        }
        for (part, value) in all.iter().enumerate() {
            let (field, local) = (KeyStruct::field(value), format_ident!("__{part}"));
            fields.extend(quote!(#field #local));
        }
        (types, values, fields)
    }

    /// `IndexSortKey("gsi1")`
    fn role(&self) -> TokenStream {
        let index = self.index.map(|index| index.name.as_str()).unwrap_or_default();
        match self.key.role {
            Role::Pk => quote!(PartitionKey),
            Role::Sk => quote!(SortKey),
            Role::IndexPk => quote!(IndexPartitionKey(#index)),
            Role::IndexSk => quote!(IndexSortKey(#index)),
        }
    }

    /// `joined` or `attributes`, the constructor of the declaration.
    pub fn form(&self) -> Ident {
        format_ident!("{}", if self.key.is_joined() { "joined" } else { "attributes" })
    }

    /// The attributes of a partition key that are in a sort key as well, whose length limits them:
    /// `.also_sort_key_of(0, "inverted")`
    fn limits(&self) -> TokenStream {
        if self.key.is_sort_key() {
            return TokenStream::new();
        }
        let attributes = self.fields.entity.attributes(self.key, self.index);
        let limits = attributes.iter().enumerate().map(|(at, attribute)| {
            match self.fields.entity.sorted_by(attribute)? {
                SortKeyOf::Table => Some(quote!(.also_sort_key(#at))),
                SortKeyOf::Index(index) => Some(quote!(.also_sort_key_of(#at, #index))),
            }
        });
        limits.flatten().collect()
    }

    /// A table may have a partition attribute in the sort key of an index that only other entities have.
    fn in_table(&self) -> Option<TokenStream> {
        let (entity, runtime) = (self.fields.entity, &self.fields.entity.runtime);
        let table = entity.table.as_ref().filter(|_| !self.key.is_sort_key())?;
        Some(quote!(.in_table(&<#table as #runtime::schema::TableLayout>::LAYOUT)))
    }

    /// `ReadingPk::at_buckets(range)`, for each field of a partition key that is a calendar unit.
    fn buckets(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let (runtime, vis) = (&entity.runtime, &entity.input.vis);
        let values = self.key.values().filter(|value| value.format.has_buckets());
        let methods = values.filter(|_| !self.key.is_sort_key()).map(|value| {
            let name = unraw(&value.name);
            let method = format_ident!("{name}_buckets");
            let ty = reference(value, &self.fields.lifetime, runtime);
            let format = value.format.ty(runtime);
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

/// `Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""]`
fn joined(segments: &[Segment]) -> TokenStream {
    let mut literal = "";
    let mut parts = TokenStream::new();
    for segment in segments {
        match segment {
            Segment::Literal(text) => literal = text,
            Segment::Value(value) => {
                let (name, text) = (value.printed_name(), value.format.text());
                let format = if value.is_rest { "*".to_owned() } else { text };
                parts.extend(quote!((#literal, #name, #format)));
                literal = "";
            }
        }
    }
    quote!(Joined [#parts] [#literal])
}

/// `("created_key", false, "", "created_at", ".3", "")`
fn attribute(entry: &Entry) -> TokenStream {
    let Entry { name, is_field, before, value, after, .. } = entry;
    let (field, format) = match value {
        Some(value) => (value.printed_name(), value.format.text()),
        None => (String::new(), String::new()),
    };
    quote!((#name, #is_field, #before, #field, #format, #after))
}
