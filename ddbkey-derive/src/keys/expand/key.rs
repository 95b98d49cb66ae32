//! One key: the struct of its parts, its declaration, and its two conversions.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Data, DataStruct, DeriveInput, Expr, ExprLit, Lifetime, Lit, Meta, MetaNameValue};

use super::generics::{Scope, in_template, lifetime, part_type, reference};
use super::{docs, names_place, outside, runtime};
use crate::keys::held::HeldAs;
use crate::keys::model::{
    Entity, Key, KeyDeclaration, OwnAttribute, Owner, Segment, Value, ValuePlace,
};
use crate::names::{self, RustName};

/// The methods of the runtime for this number of parts. A key of more parts has the others `first`.
const NUMBERS: [&str; 5] = ["none", "one", "two", "three", "four"];

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
    /// The struct of these values. It has each field once, in the finest format among its keys. Its code also mentions
    /// the structs of `others`.
    pub fn new(
        entity: &'e Entity<'_>,
        ident: Ident,
        index: Option<&KeyDeclaration>,
        all: Vec<&'e Value>,
        others: &[&'e Value],
    ) -> Self {
        let span = names_place(entity, index);
        let mut values: Vec<&Value> = Vec::new();
        for value in all {
            match values.iter_mut().find(|other| other.name == value.name) {
                Some(other) if other.format.is_coarser_than(value.format) => *other = value,
                Some(_) => {}
                None => values.push(value),
            }
        }
        let scope = Scope::of(entity, &values, others);
        Self { entity, ident, values, scope, lifetime: lifetime(entity), span }
    }

    /// `OrderSk<'k>`
    pub fn ty(&self) -> TokenStream {
        self.named(self.scope.args().as_ref())
    }

    /// `OrderSk<'static>`
    pub fn static_ty(&self) -> TokenStream {
        self.named(self.scope.args_at("'static").as_ref())
    }

    /// `OrderSk<'_>`
    pub fn elided_ty(&self) -> TokenStream {
        self.named(self.scope.args_at("'_").as_ref())
    }

    fn named(&self, args: Option<&TokenStream>) -> TokenStream {
        let ident = &self.ident;
        quote!(#ident #args)
    }

    /// `OrderPk { user_id }`, for documentation: with its fields, if they fit on a line.
    pub fn literal(&self) -> String {
        let (ident, names) =
            (&self.ident, self.values.iter().map(|value| value.name.ident().to_string()));
        match names.collect::<Vec<_>>().join(", ") {
            names if names.is_empty() => ident.to_string(),
            names if names.len() > 30 => format!("{ident} {{ … }}"),
            names => format!("{ident} {{ {names} }}"),
        }
    }

    /// The lifetime, if the struct has one.
    pub fn own_lifetime(&self) -> Option<&Lifetime> {
        self.scope.lifetime.as_ref()
    }

    /// The name of a part in its key struct and its query, with only the span of the entity's field. An editor then
    /// takes the two for one, and finds the field from its places in the attribute as well.
    pub fn field(value: &Value) -> Ident {
        let mut name = value.name.ident().clone();
        name.set_span(value.declared);
        name
    }

    /// ```ignore
    /// /// Sort key of [`Order`]: `ORDER#{id}`.
    /// pub struct OrderSk {
    ///     /// The documentation of the field `id`, if it has any.
    ///     pub id: Ulid,
    /// }
    /// ```
    pub fn declare(&self, doc: &str) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (params, declared_where_clause) =
            (self.scope.args(), &self.scope.declared_where_clause);
        let body = if self.values.is_empty() {
            quote_spanned!(self.span=> ;)
        } else {
            let (values, home) = (&self.values, outside(self.entity));
            let docs = values.iter().map(|value| self.field_doc(value));
            let fields = values.iter().map(|value| Self::field(value));
            let types = values.iter().map(|value| reference(value, &self.lifetime, &home));
            let fields = quote!(#(#[doc = #docs] #vis #fields: #types,)*);
            let mut fields = Group::new(Delimiter::Brace, fields);
            fields.set_span(self.span);
            quote!(#declared_where_clause #fields)
        };
        let field_names = self.values.iter().map(|value| value.name.to_string());
        let allowed = names::allowed([ident.to_string()], field_names);
        // If two types have one name, the error underlines the index that generates each of them: the ends of the item
        // have the index's span.
        let keyword = quote_spanned!(self.span=> struct);
        quote!(#[doc = #doc] #allowed #vis #keyword #ident #params #body)
    }

    /// The documentation of a field: the first paragraph of the entity's field, unless it says something else there.
    fn field_doc(&self, value: &Value) -> String {
        let first = documentation(self.entity.input, value.name.as_str());
        let is_same = |text: &String| !text.contains("Self") && !text.contains("```");
        first.filter(is_same).unwrap_or_else(|| format!(" The part `{}`.", value.printed_name()))
    }

    /// The struct as a template of the runtime takes it: `vis: pub, struct: OrderPk, lifetime: 'k, borrows: 'k,`
    pub fn header(&self) -> TokenStream {
        let Self { entity, ident, lifetime, scope, .. } = self;
        let (vis, borrows) = (&entity.input.vis, scope.lifetime.iter());
        let owns = self.is_owned().then(|| quote!(owns: text,));
        let bounds = in_template(&scope.impl_where_clause);
        quote!(vis: #vis, struct: #ident, lifetime: #lifetime, #(borrows: #borrows,)* #owns #bounds)
    }

    /// Whether it has a field of this name.
    pub fn has(&self, value: &Value) -> bool {
        self.values.iter().any(|own| own.name == value.name)
    }

    /// Whether it owns a string, and so is not `Copy`.
    pub fn is_owned(&self) -> bool {
        self.values.iter().any(|value| value.held.is_owned())
    }
}

/// A key and its struct.
pub struct KeyItem<'e> {
    pub key: &'e Key,
    pub fields: KeyStruct<'e>,
    /// The index or the alternative or legacy key that it belongs to.
    pub index: Option<&'e KeyDeclaration>,
    /// The function that returns the pair's keys, if exactly one pair has this partition key.
    pub partition: Option<TokenStream>,
}

impl KeyItem<'_> {
    /// Whether users have its struct. The sort key of an index or of another primary key is a part of the pair's struct,
    /// and its own is hidden.
    pub fn is_public(&self) -> bool {
        self.index.is_none() || !self.key.is_sort_key()
    }

    /// The declaration of a hidden struct:
    ///
    /// ```ignore
    /// pub struct OrderByStatusSk_ { created_at: Timestamp, id: Ulid }
    /// declare! { … }
    /// ```
    pub fn hidden(&self) -> TokenStream {
        let KeyStruct { entity, ident, values, scope, lifetime, span } = &self.fields;
        let (vis, params) = (&entity.input.vis, scope.args());
        let clause = &scope.where_clause;
        let fields = values.iter().map(|value| KeyStruct::field(value));
        let types = values.iter().map(|value| reference(value, lifetime, &runtime()));
        let (borrows, declared) = (scope.lifetime.iter(), self.declared());
        let keyword = quote_spanned!(*span=> struct);
        let bounds = in_template(&scope.impl_where_clause);
        quote! {
            #vis #keyword #ident #params #clause { #(#fields: #types),* }
            __ddbkey::declare! {
                struct: #ident,
                lifetime: #lifetime,
                #(borrows: #borrows,)*
                #bounds
                #declared
            }
        }
    }

    /// ``Sort key of [`Order`]: `ORDER#{id}`.``
    pub fn doc(&self) -> String {
        let entity = self.fields.entity.name.as_str();
        let role = if self.key.is_sort_key() { "Sort key" } else { "Partition key" };
        let index = self.index.map(|index| format!(" in {} `{}`", index.noun(), index.name));
        let index = index.unwrap_or_default();
        format!(" {role} of [`{entity}`]{index}: `{}`.", self.key.shape())
    }

    /// The length limit of the key, for its documentation.
    fn limit(&self) -> &'static str {
        match (self.key.entries.len(), self.key.is_sort_key()) {
            (1, false) if !self.is_limited() => " the key is longer than 2048 bytes.",
            (1, _) => " the key is longer than 1024 bytes.",
            (_, false) => " an attribute or their sum is longer than 2048 bytes.",
            (_, true) => " an attribute or their sum is longer than 1024 bytes.",
        }
    }

    /// The declaration of the key, the standard traits, and the methods that need no trait in scope, as the runtime's
    /// template `key!` takes them.
    pub fn code(&self) -> TokenStream {
        let (header, declared) = (self.fields.header(), self.declared());
        let (partition, limit) = (self.partition.iter(), self.limit());
        let count = Some(self.key.entries.len()).filter(|count| *count != 1);
        let texts = count.into_iter().map(Literal::usize_unsuffixed);
        let buckets = self.buckets();
        quote! {
            __ddbkey::key! {
                #header
                #declared
                #(partition: #partition,)*
                limit: #limit,
                #(texts: #texts,)*
                #buckets
            }
        }
    }

    /// The patterns and the parts as the templates take them:
    /// `attributes: 1, patterns: [Pattern { … }], parts: one { id: Ulid as Plain, 0 1 .0; },`
    pub fn declared(&self) -> TokenStream {
        let attributes = Literal::usize_unsuffixed(self.key.entries.len());
        let patterns = self.patterns(|value| {
            let (ty, format) = self.part(value);
            let (name, text) = (value.name.as_str(), value.format.text());
            let function = match (value.source.is_method, value.is_rest) {
                (true, true) => quote!(computed_rest),
                (true, false) => quote!(computed),
                (false, true) => quote!(rest),
                (false, false) => quote!(value),
            };
            quote!(__ddbkey::#function::<#ty, #format>(#name, #text))
        });
        let placed: Vec<_> = self.key.placed().collect();
        let (first, last) = placed.split_at(placed.len().saturating_sub(NUMBERS.len() - 1));
        let number = format_ident!("{}", NUMBERS[last.len()]);
        let (first, last) = (self.parts(first), self.parts(last));
        let first = (!first.is_empty()).then(|| quote!(first: { #first },));
        quote! {
            attributes: #attributes,
            patterns: [#(#patterns),*],
            #first
            parts: #number { #last },
        }
    }

    /// `id: Ulid as Plain, 0 1 .0;`
    fn parts(&self, placed: &[(ValuePlace, &Value)]) -> TokenStream {
        let parts = placed.iter().enumerate().map(|(index, (place, value))| {
            let ((ty, format), field) = (self.part(value), KeyStruct::field(value));
            let [attribute, at, index] =
                [place.attribute, place.at, index].map(Literal::usize_unsuffixed);
            let owned = value.held.is_owned().then(|| quote!(, & Cow clone));
            quote!(#field: #ty as #format, #attribute #at .#index #owned;)
        });
        parts.collect()
    }

    /// The type of a value and its format, as code of keys names them.
    fn part(&self, value: &Value) -> (TokenStream, TokenStream) {
        (part_type(value, &self.fields.lifetime), value.format.ty(&runtime()))
    }

    /// The pattern of each attribute, with each value as the segment that the function returns.
    ///
    /// ```ignore
    /// Pattern {
    ///     segments: &linked([literal("ORDER#"), value::<Timestamp, Fraction<3>>("created_at", ".3"), …]),
    ///     ..Pattern::new("Order", Owner::Table.sk(), '#')
    /// }
    /// ```
    pub fn patterns(&self, of_value: impl Fn(&Value) -> TokenStream) -> Vec<TokenStream> {
        let entity = self.fields.entity;
        let (name, role, separator) = (entity.name.as_str(), self.role(), self.key.separator);
        let in_table = self.in_table();
        let entries = self.key.entries.iter().zip(self.limits());
        let patterns = entries.map(|(entry, limit)| {
            let segments = entry.segments.iter().map(|segment| match segment {
                Segment::Literal(text) => quote!(__ddbkey::literal(#text)),
                Segment::Value(value) => of_value(value),
            });
            let (function, own) = match &entry.own {
                None => (quote!(linked), None),
                Some(OwnAttribute { name, is_field: true, .. }) => {
                    (quote!(of_attribute), Some(quote!(.field(#name))))
                }
                Some(OwnAttribute { name, .. }) => {
                    (quote!(of_attribute), Some(quote!(.own(#name))))
                }
            };
            let limit = limit.map(|owner| quote!(.limited_by(#owner)));
            quote! {
                __ddbkey::Pattern {
                    segments: &__ddbkey::#function([#(#segments),*]),
                    ..__ddbkey::Pattern::new(#name, #role, #separator) #own #limit #in_table
                }
            }
        });
        patterns.collect()
    }

    /// `Owner::Index("gsi1").sk()`
    fn role(&self) -> TokenStream {
        let (owner, half) = (owner(self.index), format_ident!("{}", self.key.role.keyword()));
        quote!(#owner.#half())
    }

    /// For each attribute, what has it in its sort key and so limits its length: `Owner::Index("inverted")`
    fn limits(&self) -> Vec<Option<TokenStream>> {
        if self.key.is_sort_key() {
            return vec![None; self.key.entries.len()];
        }
        let entity = self.fields.entity;
        let is_other = self.index.is_some_and(|index| !index.owner.is_index());
        let key = if is_other { &entity.pk } else { self.key };
        let attributes = entity.attributes(key, self.index);
        let limits = attributes.iter().map(|attribute| entity.sorted_by(attribute).map(owner));
        limits.collect()
    }

    /// Whether an attribute of a partition key is in a sort key as well.
    pub fn is_limited(&self) -> bool {
        self.limits().iter().any(Option::is_some)
    }

    /// `.in_table(…)`, since the table may have a partition attribute in the sort key of an index that only other
    /// entities have.
    fn in_table(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let table = entity.table.as_ref().filter(|_| !self.key.is_sort_key())?;
        Some(quote!(.in_table(&<#table as __ddbkey::TableLayout>::LAYOUT)))
    }

    /// `ReadingPk::at_buckets(range)`, for each field of a partition key that is a calendar unit.
    fn buckets(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let vis = &entity.input.vis;
        let values = self.key.values().filter(|value| value.format.has_buckets());
        let methods = values.filter(|_| !self.key.is_sort_key()).map(|value| {
            let name = value.name.as_str();
            let method = format_ident!("{name}_buckets");
            let ty = reference(value, &self.fields.lifetime, &runtime());
            let format = value.format.ty(&runtime());
            let doc = docs::buckets(name, &value.format.text());
            let is_known = matches!(value.held, HeldAs::Value(..));
            let bound =
                (!is_known).then(|| quote!(where for<'x> #ty: __ddbkey::Bucketed<#format>,));
            quote! {
                #[doc = #doc]
                #[inline]
                #vis fn #method(
                    range: impl __ddbkey::BucketRange<#ty>,
                ) -> __ddbkey::Buckets<#ty, #format>
                #bound
                {
                    __ddbkey::buckets(range)
                }
            }
        });
        let methods: TokenStream = methods.collect();
        (!methods.is_empty()).then(|| quote!(methods: { #methods },))
    }
}

/// `Owner::Index("gsi1")`
fn owner(own: Option<&KeyDeclaration>) -> TokenStream {
    let own = match own.map(|own| (own.owner, &own.name)) {
        None => quote!(Table),
        Some((Owner::Index(_), name)) => quote!(Index(#name)),
        Some((Owner::Alternative, name)) => quote!(Alternative(#name)),
        Some((Owner::LegacyKey, name)) => quote!(LegacyKey(#name)),
    };
    quote!(__ddbkey::Owner::#own)
}

/// The first paragraph of a field's documentation.
fn documentation(entity: &DeriveInput, name: &str) -> Option<String> {
    let Data::Struct(DataStruct { fields, .. }) = &entity.data else { return None };
    let field = fields
        .iter()
        .find(|field| field.ident.as_ref().is_some_and(|own| RustName::of(own).as_str() == name))?;
    let lines = field.attrs.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(MetaNameValue {
            path,
            value: Expr::Lit(ExprLit { lit: Lit::Str(line), .. }),
            ..
        }) if path.is_ident("doc") => Some(line.value()),
        _ => None,
    });
    let lines: Vec<_> = lines.take_while(|line| !line.trim().is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
