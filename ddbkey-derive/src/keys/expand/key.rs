//! One key: the struct of its parts, its pattern, and how it is built and parsed.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::docs;
use super::generics::{
    Scope, angled, is_generic, is_primitive, lent, lifetime, reference, with_lifetime,
};
use crate::keys::model::{Entity, Form, Key, Role, Segment, Value, plain};
use crate::names;

/// A key struct: its name, the values that are its fields, its generics.
pub struct KeyStruct<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub values: Vec<&'e Value>,
    pub scope: Scope,
    pub lifetime: Lifetime,
}

impl<'e> KeyStruct<'e> {
    /// The struct of these values, each field once, in the finest form that it is written in.
    pub fn new(entity: &'e Entity<'_>, ident: Ident, all: impl Iterator<Item = &'e Value>) -> Self {
        let mut values: Vec<&Value> = Vec::new();
        for value in all {
            match values.iter_mut().find(|other| plain(&other.name) == plain(&value.name)) {
                Some(other) if other.form.is_coarser_than(value.form) => *other = value,
                Some(_) => {}
                None => values.push(value),
            }
        }
        let scope = Scope::of(entity, &values);
        Self { entity, ident, values, scope, lifetime: lifetime(entity) }
    }

    /// `<'static, T>`
    pub fn static_args(&self) -> TokenStream {
        let own_args = &self.scope.own_args;
        let lifetime = (!self.values.is_empty()).then(|| quote!('static,));
        angled(quote!(#lifetime #own_args))
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
    /// and what is derived from the fields.
    pub fn declare(&self, doc: &str) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let Scope { params, where_clause, .. } = &self.scope;
        // Some field has to have the lifetime.
        let written =
            if self.values.iter().all(|value| is_primitive(value)) { lent } else { reference };
        let fields = self.values.iter().map(|value| {
            let field = Self::field(value);
            let ty = written(value, &self.lifetime, &self.entity.runtime);
            let doc = format!(" The part `{}`.", plain(&value.name));
            quote!(#[doc = #doc] #vis #field: #ty,)
        });
        let body =
            if self.values.is_empty() { quote!(;) } else { quote!(#where_clause { #(#fields)* }) };
        let field_names = self.values.iter().map(|value| plain(&value.name));
        let allowed = names::allowed([ident.to_string()], field_names);
        quote!(#[doc = #doc] #allowed #vis struct #ident #params #body)
    }

    /// `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq` and `Hash`, which ask nothing of the entity's own
    /// parameters, as the standard derives would.
    pub fn standard_impls(&self) -> TokenStream {
        let ident = &self.ident;
        let Scope { params, args, where_clause, .. } = &self.scope;
        let fields: Vec<_> = self.values.iter().map(|value| Self::field(value)).collect();
        let name = ident.to_string();
        let hasher = names::parameter(&self.entity.input.generics, "H");
        let names = self.values.iter().map(|value| plain(&value.name));
        let (other, state) =
            if fields.is_empty() { (quote!(_), quote!(_)) } else { (quote!(other), quote!(state)) };
        let eq = if fields.is_empty() {
            quote!(true)
        } else {
            quote!(#(self.#fields == other.#fields)&&*)
        };
        quote! {
            #[automatically_derived]
            impl #params ::core::clone::Clone for #ident #args #where_clause {
                #[inline]
                fn clone(&self) -> Self {
                    *self
                }
            }
            #[automatically_derived]
            impl #params ::core::marker::Copy for #ident #args #where_clause {}
            #[automatically_derived]
            impl #params ::core::fmt::Debug for #ident #args #where_clause {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#name)#(.field(#names, &self.#fields))*.finish()
                }
            }
            #[automatically_derived]
            impl #params ::core::cmp::PartialEq for #ident #args #where_clause {
                #[inline]
                fn eq(&self, #other: &Self) -> bool {
                    #eq
                }
            }
            #[automatically_derived]
            impl #params ::core::cmp::Eq for #ident #args #where_clause {}
            #[automatically_derived]
            impl #params ::core::hash::Hash for #ident #args #where_clause {
                #[inline]
                fn hash<#hasher: ::core::hash::Hasher>(&self, #state: &mut #hasher) {
                    #(::core::hash::Hash::hash(&self.#fields, state);)*
                }
            }
        }
    }
}

/// `(ty::function)(arguments)`, all of which an error underlines as the place. Only its ends have the
/// place's span, so that an editor does not take a name of ours for what stands there.
pub fn call_at(
    place: Span,
    ty: &TokenStream,
    function: &Ident,
    arguments: TokenStream,
) -> TokenStream {
    let delimited = |tokens| {
        let mut group = Group::new(Delimiter::Parenthesis, tokens);
        group.set_span(place);
        group
    };
    let (function, arguments) = (delimited(quote!(#ty::#function)), delimited(arguments));
    quote!(#function #arguments)
}

/// A key and its struct.
pub struct KeyItem<'e> {
    pub key: &'e Key,
    pub fields: KeyStruct<'e>,
    /// `PK`, `GSI1_SK`: the constant that holds the pattern.
    pub constant: Ident,
    /// The index that it is a key of.
    pub index: Option<&'e str>,
    /// The index and the attributes of which it is the partition key, if it is one.
    pub partition: Option<(Option<&'e str>, TokenStream)>,
}

impl KeyItem<'_> {
    /// "Sort key of [`Order`]: `ORDER#{id}`."
    pub fn doc(&self) -> String {
        let entity = plain(&self.fields.entity.input.ident);
        let role = if self.is_sort_key() { "Sort key" } else { "Partition key" };
        let index = self.index.map(|index| format!(" in index `{index}`")).unwrap_or_default();
        format!(" {role} of [`{entity}`]{index}: `{}`.", self.key.shape())
    }

    fn is_sort_key(&self) -> bool {
        matches!(self.key.role, Role::Sk | Role::IndexSk)
    }

    /// Whether the pattern depends on parameters, and is known only where they are.
    fn is_generic(&self) -> bool {
        self.fields.values.iter().any(|value| is_generic(self.fields.entity, &value.ty))
    }

    /// The pattern as a constant. Where it can be checked at once, each check stands on the part or
    /// the key that it is about, and apart from the others: one compile shows all that is wrong.
    ///
    /// ```ignore
    /// const SK: &Pattern = &Pattern::new(…);
    /// const _: () = (Pattern::check_value)(SK, 1);
    /// const _: () = (Pattern::check_length)(SK);
    /// ```
    pub fn pattern(&self, is_checked: bool) -> TokenStream {
        if self.is_generic() {
            return TokenStream::new();
        }
        let (runtime, constant) = (&self.fields.entity.runtime, &self.constant);
        let pattern = self.pattern_expression();
        let checks = is_checked.then(|| self.checks());
        quote!(const #constant: &#runtime::Pattern = #pattern; #checks)
    }

    fn checks(&self) -> TokenStream {
        let (runtime, constant) = (&self.fields.entity.runtime, &self.constant);
        let check = |place, function: &str, argument| {
            let (ty, function) = (quote!(#runtime::Pattern), format_ident!("{function}"));
            let call = call_at(place, &ty, &function, quote!(#constant #argument));
            quote!(const _: () = #call;)
        };
        let values =
            self.key.values().map(|(at, value)| check(value.span, "check_value", quote!(, #at)));
        let length = check(self.key.span, "check_length", quote!());
        quote!(#(#values)* #length)
    }

    fn pattern_expression(&self) -> TokenStream {
        let entity = self.fields.entity;
        let runtime = &entity.runtime;
        let (name, separator) = (plain(&entity.input.ident), entity.separator);
        let role = self.role();
        let segments = self.key.segments.iter().map(|segment| self.segment(segment));
        let also = self.is_reused_as_sort_key().then(|| quote!(.also_sort_key()));
        quote! {
            &#runtime::Pattern::new(#name, #role, #separator, &#runtime::Pattern::link([#(#segments),*]))#also
        }
    }

    fn role(&self) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        match (self.index, self.is_sort_key()) {
            (None, false) => quote!(#runtime::Role::PartitionKey),
            (None, true) => quote!(#runtime::Role::SortKey),
            (Some(index), false) => quote!(#runtime::Role::IndexPartitionKey(#index)),
            (Some(index), true) => quote!(#runtime::Role::IndexSortKey(#index)),
        }
    }

    fn segment(&self, segment: &Segment) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        match segment {
            Segment::Literal(text) => quote!(#runtime::Segment::Literal(#text)),
            Segment::Value(value) => {
                let (name, shape) = (plain(&value.name), self.shape(value));
                if value.is_rest {
                    quote!(#runtime::Segment::rest(#name, #shape))
                } else {
                    let spec = value.form.spec();
                    quote!(#runtime::Segment::value(#name, #spec, #shape))
                }
            }
        }
    }

    /// The one place where a type that is no part is an error, in words that suit the form.
    fn shape(&self, value: &Value) -> TokenStream {
        let runtime = &self.fields.entity.runtime;
        let ty = with_lifetime(&value.ty, &syn::parse_quote!('static));
        let form = match value.form {
            Form::Plain => quote!(format::PlainPart),
            Form::Padded(digits) => quote!(format::PaddedPart<#digits>),
            Form::Descending(digits) => quote!(format::DescendingPart<#digits>),
            Form::Unordered => quote!(format::UnorderedPart),
            Form::Fraction(digits) => quote!(format::FractionPart<#digits>),
            Form::Unit(_) => {
                let unit = value.form.ty(runtime);
                quote!(format::UnitPart<#unit>)
            }
        };
        let place = syn::spanned::Spanned::span(&value.ty);
        quote_spanned!(place=> <#ty as #runtime::#form>::SHAPE)
    }

    fn is_reused_as_sort_key(&self) -> bool {
        use crate::keys::model::IndexKey;
        let reused = |key: &IndexKey| matches!((key, self.key.role), (IndexKey::Pk, Role::Pk));
        self.fields.entity.indexes.iter().any(|index| index.sk.as_ref().is_some_and(reused))
    }

    /// ```ignore
    /// impl<'k> KeyText<'k> for OrderSk<'k> {
    ///     const PATTERN: &'static Pattern = SK;
    ///     fn write<S: Sink>(&self, out: &mut S) -> Result<(), KeyError> {
    ///         out.value::<Ulid, Plain>(1, self.id)?;
    ///         out.end()
    ///     }
    ///     fn read(mut text: Reader<'k>) -> Result<Self, ParseError> {
    ///         let key = Self { id: text.value::<Ulid, Plain>(1)? };
    ///         text.end(key)
    ///     }
    /// }
    /// ```
    pub fn key_text(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, .. } = &self.fields;
        let runtime = &entity.runtime;
        let Scope { args, where_clause, own_params, .. } = &self.fields.scope;
        let pattern = if self.is_generic() {
            self.pattern_expression()
        } else {
            self.constant.to_token_stream()
        };
        let writes = self.key.values().map(|(at, value)| {
            let (field, generics) = (KeyStruct::field(value), self.value_generics(value));
            quote!(out.value::<#generics>(#at, self.#field)?;)
        });
        let reads = self.key.values().map(|(at, value)| {
            let (field, generics) = (KeyStruct::field(value), self.value_generics(value));
            quote!(#field: text.value::<#generics>(#at)?)
        });
        let sink = names::parameter(&entity.input.generics, "S");
        let mutable = (!self.fields.values.is_empty()).then(|| quote!(mut));
        quote! {
            impl<#lifetime, #own_params> #runtime::KeyText<#lifetime> for #ident #args #where_clause {
                const PATTERN: &'static #runtime::Pattern = #pattern;
                #[inline]
                fn write<#sink: #runtime::__private::Sink>(&self, out: &mut #sink) -> ::core::result::Result<(), #runtime::KeyError> {
                    #(#writes)*
                    out.end()
                }
                #[inline]
                fn read(#mutable text: #runtime::__private::Reader<#lifetime>) -> ::core::result::Result<Self, #runtime::ParseError> {
                    let key = Self { #(#reads),* };
                    text.end(key)
                }
            }
        }
    }

    fn value_generics(&self, value: &Value) -> TokenStream {
        let KeyStruct { entity, lifetime, .. } = &self.fields;
        let (ty, form) = (with_lifetime(&value.ty, lifetime), value.form.ty(&entity.runtime));
        quote!(#ty, #form)
    }

    /// The methods that need nothing in scope.
    pub fn methods(&self) -> TokenStream {
        let KeyStruct { entity, ident, lifetime, .. } = &self.fields;
        let (runtime, vis) = (&entity.runtime, &entity.input.vis);
        let Scope { params, args, where_clause, .. } = &self.fields.scope;
        let limit = if self.is_sort_key() { 1024 } else { 2048 };
        let (build, build_into, parse) =
            (docs::build(limit), docs::build_into(limit), docs::parse());
        let lifetime = (!self.fields.values.is_empty()).then_some(lifetime);
        let condition = self.condition();
        quote! {
            impl #params #ident #args #where_clause {
                #[doc = #build]
                #[inline]
                #vis fn build(self) -> ::core::result::Result<#runtime::__private::String, #runtime::KeyError> {
                    #runtime::KeyText::build_text(&self)
                }
                #[doc = #build_into]
                #[inline]
                #vis fn build_into(self, out: &mut #runtime::__private::String) -> ::core::result::Result<(), #runtime::KeyError> {
                    #runtime::KeyText::build_text_into(&self, out)
                }
                #[doc = #parse]
                #[inline]
                #vis fn parse(text: &#lifetime str) -> ::core::result::Result<Self, #runtime::ParseError> {
                    #runtime::KeyText::parse_text(text)
                }
                #condition
            }
        }
    }

    /// Reading a whole item collection: `OrderPk { … }.condition()`.
    fn condition(&self) -> Option<TokenStream> {
        let (runtime, vis) = (&self.fields.entity.runtime, &self.fields.entity.input.vis);
        let (index, attributes) = self.partition.as_ref()?;
        let index = match index {
            Some(index) => quote!(::core::option::Option::Some(#index)),
            None => quote!(::core::option::Option::None),
        };
        let doc = docs::condition();
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn condition(self) -> ::core::result::Result<#runtime::KeyCondition, #runtime::KeyError> {
                #runtime::KeyCondition::partition(&self, #index, #attributes)
            }
        })
    }
}
