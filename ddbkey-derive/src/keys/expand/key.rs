//! One key: the struct of its parts, its declaration, and its two conversions.

use std::mem;

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Data, DataStruct, DeriveInput, Expr, ExprLit, Lifetime, Lit, Meta, MetaNameValue};

use super::generics::{Angled, Scope, lifetime, part_type, reference};
use super::{docs, names_place, outside, runtime};
use crate::keys::attributes::SortKeyOf;
use crate::keys::held::HeldAs;
use crate::keys::model::{Entity, Entry, Index, Key, OwnAttribute, Role, Segment, Value};
use crate::names::{self, unraw};

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
    /// The struct of these values, each field once, in the finest format that it has. Its code mentions the
    /// structs of others.
    pub fn new(
        entity: &'e Entity<'_>,
        ident: Ident,
        index: Option<&Index>,
        all: Vec<&'e Value>,
        others: &[&'e Value],
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
        let scope = Scope::of(entity, &values, others);
        Self { entity, ident, values, scope, lifetime: lifetime(entity), span }
    }

    /// `OrderSk<'k>`
    pub fn ty(&self) -> KeyType<'_> {
        KeyType { ident: &self.ident, args: self.scope.args() }
    }

    /// `OrderSk<'static>`
    pub fn static_ty(&self) -> KeyType<'_> {
        KeyType { ident: &self.ident, args: self.scope.args_at("'static") }
    }

    /// `OrderSk<'_>`
    pub fn elided_ty(&self) -> KeyType<'_> {
        KeyType { ident: &self.ident, args: self.scope.args_at("'_") }
    }

    /// `OrderPk { user_id }`, for documentation: its fields, if they fit on a line.
    pub fn literal(&self) -> String {
        let (ident, names) = (&self.ident, self.values.iter().map(|value| value.name.to_string()));
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

    /// The name of a part in its key struct and its query, with the span of the entity's field and nothing of ours, so
    /// that an editor takes both for one: the places in the attribute belong to that field as well.
    pub fn field(value: &Value) -> Ident {
        let mut name = value.name.clone();
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
            (self.scope.params(), &self.scope.declared_where_clause);
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
        let field_names = self.values.iter().map(|value| unraw(&value.name));
        let allowed = names::allowed([ident.to_string()], field_names);
        // Of two types of one name, each is underlined as the index that generates it: the ends of the
        // item have its span.
        let keyword = quote_spanned!(self.span=> struct);
        let bounds = self.scope.allowed();
        quote!(#[doc = #doc] #allowed #bounds #vis #keyword #ident #params #body)
    }

    /// What the field of a value says: the first paragraph of the entity's field, if it has one that says the same here.
    fn field_doc(&self, value: &Value) -> String {
        let first = documentation(self.entity.input, &unraw(&value.name));
        let is_same = |text: &String| !text.contains("Self") && !text.contains("```");
        first.filter(is_same).unwrap_or_else(|| format!(" The part `{}`.", value.printed_name()))
    }

    /// What a template of the runtime is told of the struct: `vis: pub, struct: OrderPk, lifetime: 'k, borrows: 'k,`
    pub fn header(&self) -> TokenStream {
        let Self { entity, ident, lifetime, scope, .. } = self;
        let (vis, borrows) = (&entity.input.vis, scope.lifetime.iter());
        let owns = self.is_owned().then(|| quote!(owns: text,));
        let generics = scope.in_template(&scope.impl_where_clause);
        quote!(vis: #vis, struct: #ident, lifetime: #lifetime, #(borrows: #borrows,)* #owns #generics)
    }

    /// Whether it has a field of this name.
    pub fn has(&self, value: &Value) -> bool {
        self.values.iter().any(|own| unraw(&own.name) == unraw(&value.name))
    }

    /// Whether it owns text, and so is not `Copy`.
    pub fn is_owned(&self) -> bool {
        self.values.iter().any(|value| value.held.is_owned())
    }
}

/// A key struct with its arguments, as code names it.
pub struct KeyType<'s> {
    ident: &'s Ident,
    args: Angled<'s>,
}

impl ToTokens for KeyType<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.ident.to_tokens(tokens);
        self.args.to_tokens(tokens);
    }
}

/// A key and its struct.
pub struct KeyItem<'e> {
    pub key: &'e Key,
    /// Of a key without a struct of its own, what code of it may assume.
    pub fields: KeyStruct<'e>,
    /// The index or the former key that it belongs to.
    pub index: Option<&'e Index>,
    /// The function that returns the keys whose partition key it is, if it is that of exactly one pair.
    pub partition: Option<TokenStream>,
}

impl KeyItem<'_> {
    /// Whether it has a struct of its own: the sort key of an index or of a former key is the pair's alone.
    pub fn has_struct(&self) -> bool {
        self.index.is_none() || !self.key.is_sort_key()
    }

    /// "Sort key of [`Order`]: `ORDER#{id}`."
    pub fn doc(&self) -> String {
        let entity = unraw(&self.fields.entity.input.ident);
        let role = if self.key.is_sort_key() { "Sort key" } else { "Partition key" };
        let index = match self.index {
            None => String::new(),
            Some(index) if index.is_former => format!(" in former key `{}`", index.name),
            Some(index) => format!(" in index `{}`", index.name),
        };
        format!(" {role} of [`{entity}`]{index}: `{}`.", self.key.shape())
    }

    /// How long the key may be, for its documentation.
    fn limit(&self) -> &'static str {
        match (self.key.entries.len(), self.key.is_sort_key()) {
            (1, false) if self.limits().is_none() => " the key is longer than 2048 bytes.",
            (1, _) => " the key is longer than 1024 bytes.",
            (_, false) => " an attribute or their sum is longer than 2048 bytes.",
            (_, true) => " an attribute or their sum is longer than 1024 bytes.",
        }
    }

    /// What the runtime knows of the key, the standard traits, and the methods that need nothing in scope, as the
    /// template `key!` of the runtime takes them.
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

    /// What the templates are told of the declaration and its parts:
    /// `size: Size2, key: { … }, types: ((Ulid, Plain), ()), parts: (__0, ()) => { id: __0 },`
    pub fn declared(&self) -> TokenStream {
        let (size, key) = (size(self.key), self.declared_fields(self.partition.is_some()));
        let (types, parts) = self.parts();
        let fields = self.key.values().enumerate().map(|(part, value)| {
            let (field, local) = (KeyStruct::field(value), local(part));
            let owned = value.held.is_owned().then(|| quote!(ref clone));
            quote!(#field: #local #owned)
        });
        quote! {
            size: #size,
            key: { #key },
            types: #types,
            parts: #parts => { #(#fields),* },
        }
    }

    /// What the declaration says, with the types of its parts.
    ///
    /// ```ignore
    /// Declaration {
    ///     entity: "Order",
    ///     role: Role::SortKey,
    ///     separator: '#',
    ///     texts: &[&["ORDER#", "created_at", ".3", "#", "id", "", ""]],
    ///     types: …,
    ///     ..Declaration::DEFAULT
    /// }
    /// ```
    pub fn declaration(&self, types: &TokenStream) -> TokenStream {
        let declared = self.declared_fields(false);
        quote!(__ddbkey::Declaration { types: #types, #declared })
    }

    /// The fields of the declaration but for the types, and for the keys whose partition key it is.
    fn declared_fields(&self, has_partition: bool) -> TokenStream {
        let entity = self.fields.entity;
        let (role, limits, in_table) = (self.role(), self.limits(), self.in_table());
        let (name, separator) = (unraw(&entity.input.ident), self.key.separator);
        let texts = self.key.entries.iter().map(declared_text);
        let own: Vec<_> = self.key.own_attributes().map(declared_attribute).collect();
        let attributes = (!own.is_empty()).then(|| quote!(attributes: &[#(#own),*],));
        let is_whole =
            attributes.is_some() && limits.is_some() && in_table.is_some() && has_partition;
        let others = (!is_whole).then(|| quote!(..__ddbkey::Declaration::DEFAULT));
        quote! {
            entity: #name,
            role: __ddbkey::Role::#role,
            separator: #separator,
            texts: &[#(#texts),*],
            #attributes
            #limits
            #in_table
            #others
        }
    }

    /// The types of the parts with their formats, `((Timestamp, Fraction<3>), ((Ulid, Plain), ()))`, and names
    /// for their values in the same places, `(__0, (__1, ()))`.
    pub fn parts(&self) -> (TokenStream, TokenStream) {
        let (mut types, mut values) = (quote!(()), quote!(()));
        let all: Vec<_> = self.key.values().collect();
        for (part, value) in all.iter().enumerate().rev() {
            let ty = part_type(value, &self.fields.lifetime);
            let (format, local) = (value.format.ty(&runtime()), local(part));
            types = if value.held.is_owned() {
                quote!((__ddbkey::Returned<#format>, #types))
            } else {
                quote!(((#ty, #format), #types))
            };
            values = quote!((#local, #values));
        }
        (types, values)
    }

    /// `IndexSortKey("gsi1")`
    pub fn role(&self) -> TokenStream {
        let index = self.index.map(|index| index.name.as_str()).unwrap_or_default();
        match self.key.role {
            Role::Pk => quote!(PartitionKey),
            Role::Sk => quote!(SortKey),
            Role::IndexPk => quote!(IndexPartitionKey(#index)),
            Role::IndexSk => quote!(IndexSortKey(#index)),
            Role::FormerPk => quote!(FormerPartitionKey(#index)),
            Role::FormerSk => quote!(FormerSortKey(#index)),
        }
    }

    /// The attributes of a partition key that are in a sort key as well, whose length limits them:
    /// `limited_by: [Some(Role::IndexSortKey("inverted")), None, None, None],`
    pub fn limits(&self) -> Option<TokenStream> {
        if self.key.is_sort_key() {
            return None;
        }
        let entity = self.fields.entity;
        let key = if self.key.role == Role::FormerPk { &entity.pk } else { self.key };
        let attributes = entity.attributes(key, self.index);
        let keys: Vec<_> = attributes.iter().map(|attribute| entity.sorted_by(attribute)).collect();
        keys.iter().flatten().next()?;
        let limits = (0..MAX_ATTRIBUTES).map(|at| match keys.get(at) {
            Some(Some(SortKeyOf::Table)) => {
                quote!(__ddbkey::Some(__ddbkey::Role::SortKey))
            }
            Some(Some(SortKeyOf::Index(index))) => {
                quote!(__ddbkey::Some(__ddbkey::Role::IndexSortKey(#index)))
            }
            Some(None) | None => quote!(__ddbkey::None),
        });
        Some(quote!(limited_by: [#(#limits),*],))
    }

    /// A table may have a partition attribute in the sort key of an index that only other entities have.
    fn in_table(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let table = entity.table.as_ref().filter(|_| !self.key.is_sort_key())?;
        let layout = quote!(&<#table as __ddbkey::TableLayout>::LAYOUT);
        Some(quote!(layout: __ddbkey::Some(#layout),))
    }

    /// `ReadingPk::at_buckets(range)`, for each field of a partition key that is a calendar unit.
    fn buckets(&self) -> Option<TokenStream> {
        let entity = self.fields.entity;
        let vis = &entity.input.vis;
        let values = self.key.values().filter(|value| value.format.has_buckets());
        let methods = values.filter(|_| !self.key.is_sort_key()).map(|value| {
            let name = unraw(&value.name);
            let method = format_ident!("{name}_buckets");
            let ty = reference(value, &self.fields.lifetime, &runtime());
            let format = value.format.ty(&runtime());
            let doc = docs::buckets(&name, &value.format.text());
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

/// What a value of a key is called where its parts are taken.
pub fn local_of(key: &Key, value: &Value) -> Ident {
    let part = key.values().position(|own| unraw(&own.name) == unraw(&value.name));
    local(part.unwrap_or_default())
}

/// The first paragraph of a field's documentation.
fn documentation(entity: &DeriveInput, name: &str) -> Option<String> {
    let Data::Struct(DataStruct { fields, .. }) = &entity.data else { return None };
    let field =
        fields.iter().find(|field| field.ident.as_ref().is_some_and(|own| unraw(own) == name))?;
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

fn local(part: usize) -> Ident {
    format_ident!("__{part}")
}

/// The most attributes of a key.
const MAX_ATTRIBUTES: usize = 4;

/// The most segments of a key whose size has a name.
const MAX_NAMED_SIZE: usize = 16;

/// `Size4` for a joined key of four segments: a name costs less than literals, each of which the compiler checks
/// as a body of its own.
fn size(key: &Key) -> TokenStream {
    match (key.segments(), key.entries.len()) {
        (segments @ 1..=MAX_NAMED_SIZE, 1) => {
            let size = format_ident!("Size{segments}");
            quote!(__ddbkey::sizes::#size)
        }
        (segments, attributes) => quote!(__ddbkey::Size<#segments, #attributes>),
    }
}

/// `&["ORDER#", "created_at", ".3", "#", "id", "", ""]`
fn declared_text(entry: &Entry) -> TokenStream {
    let (mut literal, mut text) = ("", Vec::new());
    for segment in &entry.segments {
        match segment {
            Segment::Literal(text) => literal = text,
            Segment::Value(value) => text.extend([
                mem::take(&mut literal).into(),
                value.template_name(),
                value.format.text(),
            ]),
        }
    }
    quote!(&[#(#text,)* #literal])
}

fn declared_attribute(OwnAttribute { name, is_field, .. }: &OwnAttribute) -> TokenStream {
    quote!(__ddbkey::OwnAttribute { name: #name, is_field: #is_field })
}
