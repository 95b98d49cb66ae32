//! A declaration after its check. If no mistake was reported, every name in it exists, and nothing occurs twice. With or
//! without [mistakes](crate::errors), code generation cannot fail.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Path, Type};

pub use super::format::Format;
use super::held::HeldAs;
use super::items::Items;
use crate::names::RustName;
use crate::spans::within;
use crate::types::type_text;

/// A struct and its keys.
pub struct Entity<'a> {
    pub input: &'a DeriveInput,
    pub name: RustName,
    pub runtime: Path,
    /// The prefix of the names of generated types: the entity's own name by default.
    pub prefix: RustName,
    pub table: Option<Path>,
    pub pk: Key,
    pub sk: Option<Key>,
    pub indexes: Vec<KeyDeclaration>,
    /// The primary keys besides the plain key: the alternatives, then the legacy keys. If one of them leaves out a key,
    /// it has the plain one.
    pub alternatives: Vec<KeyDeclaration>,
    pub items: Items,
    /// Whether a mistake was reported. Then the generated code reads no values.
    pub is_faulty: bool,
}

/// One key.
pub struct Key {
    pub role: Role,
    /// Its attributes: a joined key has one.
    pub entries: Vec<Entry>,
    /// The separator of its parts.
    pub separator: char,
    pub span: Span,
}

/// The key of an entity that a [`Key`] is.
#[derive(Clone, Copy)]
pub struct Role {
    /// What has the key, unless it is the table.
    pub owner: Option<Owner>,
    pub is_sort_key: bool,
}

/// What has a name, a partition key and perhaps a sort key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Index(IndexKind),
    /// A primary key that is written if all its parts have values.
    Alternative,
    /// A primary key that is never written.
    LegacyKey,
}

impl Role {
    /// Whether a part may come from this source: some items lack some keys, which may have an `Option`.
    pub fn takes(self, source: Source) -> bool {
        !source.is_optional || !matches!(self.owner, None | Some(Owner::LegacyKey))
    }

    /// The word that declares it.
    pub fn keyword(self) -> &'static str {
        if self.is_sort_key { "sk" } else { "pk" }
    }
}

pub enum Segment {
    Literal(String),
    Value(Value),
}

/// An attribute of a key: the whole of a joined key, or an entry in square brackets.
pub struct Entry {
    /// The attribute of an entry in square brackets. `None` for a joined key, whose attribute a table may name.
    pub own: Option<OwnAttribute>,
    /// Literals and values in order. Separators are inside the literals. An entry in square brackets has at most one
    /// value.
    pub segments: Vec<Segment>,
    pub span: Span,
}

/// The attribute of an entry in square brackets.
pub struct OwnAttribute {
    /// Its name, and the place in the declaration that gives the name.
    pub name: String,
    pub span: Span,
    /// Whether it is also a field of the entity, which serde writes.
    pub is_field: bool,
    /// Whether the field was named without `as`. Then its type has to guarantee the string that serde writes.
    pub is_bare: bool,
}

/// A value in a key.
#[derive(Clone)]
pub struct Value {
    /// The identifier in the attribute, with its span, which a message underlines.
    pub name: RustName,
    /// The place where the field is declared. The names that generated code gives to the part have this span, so that
    /// an editor finds the field and renames both.
    pub declared: Span,
    pub source: Source,
    /// The type, without the `Option` of a sparse index and without the `&` of a method that lends the value.
    pub ty: Type,
    /// Whether it comes from a method that returns a reference to it. The type of a borrowed string has its `&`.
    pub is_lent: bool,
    pub held: HeldAs,
    pub format: Format,
    pub is_rest: bool,
}

/// The origin of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Whether a method computes it, and it is not a field.
    pub is_method: bool,
    /// Whether it may be `None`, which keeps the item out of its index.
    pub is_optional: bool,
}

/// The place of a value in its key: the attribute, and the segment in the attribute.
#[derive(Clone, Copy)]
pub struct ValuePlace {
    pub attribute: usize,
    pub at: usize,
    /// Whether the value is the last segment of its attribute.
    pub is_last: bool,
}

/// An index and its keys. Another primary key of the table is one too, since it also has a name and keys.
pub struct KeyDeclaration {
    pub name: String,
    pub owner: Owner,
    /// The name for methods, in snake case.
    pub ident: RustName,
    pub span: Span,
    pub pk: IndexKey,
    pub sk: Option<IndexKey>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    Gsi,
    Lsi,
}

/// A key of an index: its own, or a key of the entity.
pub enum IndexKey {
    Own(Key),
    Pk,
    Sk,
}

impl Entity<'_> {
    /// Every key that is declared with parts.
    pub fn own_keys(&self) -> impl Iterator<Item = &Key> {
        let indexed = self.owners().flat_map(KeyDeclaration::own_keys);
        [Some(&self.pk), self.sk.as_ref()].into_iter().flatten().chain(indexed)
    }

    /// Everything that has keys besides the table: the indexes, then the other primary keys.
    pub fn owners(&self) -> impl Iterator<Item = &KeyDeclaration> {
        self.indexes.iter().chain(&self.alternatives)
    }

    /// The alternatives: primary keys that are written instead of the plain key if all their parts have values.
    pub fn written(&self) -> impl Iterator<Item = &KeyDeclaration> {
        self.alternatives.iter().filter(|own| own.owner == Owner::Alternative)
    }

    /// The legacy keys.
    pub fn legacy(&self) -> impl Iterator<Item = &KeyDeclaration> {
        self.alternatives.iter().filter(|own| own.owner == Owner::LegacyKey)
    }

    /// Whether several primary keys are written.
    pub fn has_alternatives(&self) -> bool {
        self.written().next().is_some()
    }

    /// Whether each item with a value in this optional field has the field in its key.
    pub fn is_always_told(&self, field: &RustName) -> bool {
        let is_it = |value: &Value| value.name == *field;
        let mut told =
            self.written().take_while(|own| self.pair_values(Some(own)).into_iter().any(is_it));
        told.any(|own| own.optional_values().all(is_it))
    }

    /// The values of both keys, of the table, of an index or of another primary key.
    pub fn pair_values<'s>(&'s self, owner: Option<&'s KeyDeclaration>) -> Vec<&'s Value> {
        let (pk, sk) = self.pair(owner);
        pk.values().chain(sk.into_iter().flat_map(Key::values)).collect()
    }

    /// The earlier declarations of the same index. The key of an item is the first one whose `Option` parts all have a
    /// value.
    pub fn shapes_before<'s>(
        &'s self,
        index: &'s KeyDeclaration,
    ) -> impl Iterator<Item = &'s KeyDeclaration> {
        let before = self.indexes.iter().take_while(move |other| !std::ptr::eq(*other, index));
        before.filter(move |other| other.name == index.name)
    }

    /// Whether the entity declares the index of this name several times.
    pub fn has_shapes(&self, index: &KeyDeclaration) -> bool {
        self.indexes.iter().filter(|other| other.name == index.name).count() > 1
    }

    /// Whether this is the last declaration of its index.
    pub fn is_last_shape(&self, index: &KeyDeclaration) -> bool {
        let last = self.indexes.iter().rfind(|other| other.name == index.name);
        last.is_none_or(|last| std::ptr::eq(last, index))
    }

    /// Whether an item may lack this key: because a part is an `Option`, or because the item has an earlier key of the
    /// index.
    pub fn may_lack(&self, index: &KeyDeclaration) -> bool {
        index.is_sparse() || self.shapes_before(index).next().is_some()
    }

    /// The primary keys of the table: the plain key, then the others.
    pub fn primary_keys(
        &self,
    ) -> impl Iterator<Item = (Option<&KeyDeclaration>, &Key, Option<&Key>)> {
        std::iter::once(None).chain(self.alternatives.iter().map(Some)).map(|owner| {
            let (pk, sk) = self.pair(owner);
            (owner, pk, sk)
        })
    }

    /// The keys of the table, of an index or of another primary key.
    pub fn pair<'s>(&'s self, owner: Option<&'s KeyDeclaration>) -> (&'s Key, Option<&'s Key>) {
        match owner {
            None => (&self.pk, self.sk.as_ref()),
            Some(owner) => (self.key(&owner.pk), owner.sk.as_ref().map(|sk| self.key(sk))),
        }
    }

    /// The key of an index, which may be a key of the entity.
    pub fn key<'s>(&'s self, key: &'s IndexKey) -> &'s Key {
        match (key, &self.sk) {
            (IndexKey::Own(key), _) => key,
            (IndexKey::Sk, Some(sk)) => sk,
            (IndexKey::Pk | IndexKey::Sk, _) => &self.pk,
        }
    }
}

impl Value {
    /// Whether it is this field.
    pub fn is_field(&self, name: &RustName) -> bool {
        !self.source.is_method && self.name == *name
    }

    /// The type as a method declares it, with the `Option` of a sparse index.
    pub fn declared_type(&self) -> TokenStream {
        let (ty, place) = (&self.ty, within(self.ty.span()));
        let ty = if self.is_lent { quote_spanned!(place=> &#ty) } else { ty.to_token_stream() };
        if !(self.source.is_method && self.source.is_optional) {
            return ty;
        }
        quote_spanned!(place=> ::core::option::Option<#ty>)
    }

    /// The declared type as a string: `Option<u8>`.
    pub fn declared_text(&self) -> String {
        let lent = if self.is_lent { "&" } else { "" };
        let ty = format!("{lent}{}", type_text(&self.ty));
        if self.source.is_optional { format!("Option<{ty}>") } else { ty }
    }

    /// Whether a method returns it by value, so that the key cannot borrow from it.
    pub fn is_computed(&self) -> bool {
        self.source.is_method && !self.is_lent && !matches!(self.ty, Type::Reference(_))
    }
}

impl Key {
    pub fn is_sort_key(&self) -> bool {
        self.role.is_sort_key
    }

    /// The values with their places.
    pub fn placed(&self) -> impl Iterator<Item = (ValuePlace, &Value)> {
        self.entries.iter().enumerate().flat_map(|(attribute, entry)| {
            entry.segments.iter().enumerate().filter_map(move |(at, segment)| {
                let is_last = at + 1 == entry.segments.len();
                Some((ValuePlace { attribute, at, is_last }, segment.value()?))
            })
        })
    }

    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.placed().map(|(_, value)| value)
    }

    /// The attributes of a key in square brackets.
    pub fn own_attributes(&self) -> impl Iterator<Item = &OwnAttribute> {
        self.entries.iter().filter_map(|entry| entry.own.as_ref())
    }

    /// The literals and values of a key in round brackets.
    pub fn joined(&self) -> Option<&[Segment]> {
        match &*self.entries {
            [Entry { own: None, segments, .. }] => Some(segments),
            _ => None,
        }
    }

    /// The total number of literals and values.
    pub fn segments(&self) -> usize {
        self.entries.iter().map(|entry| entry.segments.len()).sum()
    }

    /// The literal at the start of the key.
    fn start(&self) -> &str {
        match self.entries.first().map(|entry| &*entry.segments) {
            Some([Segment::Literal(text), ..]) => text,
            _ => "",
        }
    }

    /// Whether the literals at the start of the two keys tell them apart.
    pub fn starts_unlike(&self, other: &Self) -> bool {
        self.start().bytes().zip(other.start().bytes()).any(|(own, other)| own != other)
    }

    /// Whether both have the same declaration.
    pub fn is(&self, other: &Self) -> bool {
        self.separator == other.separator
            && self.shape() == other.shape()
            && self.values().map(|value| value.format).eq(other.values().map(|value| value.format))
    }

    /// The key as it prints, `ORDER#{created_at:.3}#{id}`.
    pub fn shape(&self) -> String {
        self.entries.iter().map(Entry::shape).collect::<Vec<_>>().join(", ")
    }
}

impl Segment {
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Literal(_) => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl Value {
    /// The name of the field, `id`, or of the method that computes the value, `id()`.
    pub fn printed_name(&self) -> String {
        let call = if self.source.is_method { "()" } else { "" };
        format!("{}{call}", self.name)
    }

    /// The name as a template has it: `*id` for a value that takes the rest of the key.
    pub fn template_name(&self) -> String {
        let rest = if self.is_rest { "*" } else { "" };
        format!("{rest}{}", self.printed_name())
    }
}

impl Entry {
    pub fn value(&self) -> Option<&Value> {
        self.segments.iter().find_map(Segment::value)
    }

    /// The entry as it prints: `ORDER#{created_at:.3}#{*path}`, `tournament`, `created_key={created_at:.3}`.
    fn shape(&self) -> String {
        match &self.own {
            Some(own) if own.is_field => own.name.clone(),
            Some(own) => format!("{}={}", own.name, self.template()),
            None => self.template(),
        }
    }

    fn template(&self) -> String {
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
            Segment::Value(value) => {
                let (name, format) = (value.template_name(), value.format.text());
                let colon = if format.is_empty() { "" } else { ":" };
                format!("{{{name}{colon}{format}}}")
            }
        });
        segments.collect()
    }

    /// The entry as it can be declared, before `as`: `tournament`, `"{created_at:.3}"`, `month() -> u8`.
    pub fn written(&self) -> String {
        let method = self.value().filter(|value| value.source.is_method);
        let ty = method.map(|method| format!(" -> {}", method.declared_text())).unwrap_or_default();
        match &*self.segments {
            [Segment::Value(value)] if value.format == Format::Plain => {
                format!("{}{ty}", value.printed_name())
            }
            _ => format!("\"{}\"{ty}", self.template()),
        }
    }
}

impl Owner {
    /// The owner that `#[gsi(…)]`, `#[lsi(…)]`, `#[or(…)]` or `#[was(…)]` declares.
    pub fn of(attribute: &Attribute) -> Option<Self> {
        match attribute.path() {
            path if path.is_ident("or") => Some(Self::Alternative),
            path if path.is_ident("was") => Some(Self::LegacyKey),
            _ => IndexKind::of(attribute).map(Self::Index),
        }
    }

    pub fn is_index(self) -> bool {
        matches!(self, Self::Index(_))
    }

    /// Its name in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Index(_) => "index",
            Self::Alternative => "alternative",
            Self::LegacyKey => "legacy key",
        }
    }

    /// Its name in messages, with an article.
    pub fn a_noun(self) -> &'static str {
        match self {
            Self::Index(_) => "an index",
            Self::Alternative => "an alternative",
            Self::LegacyKey => "a legacy key",
        }
    }

    /// An example name in a declaration.
    pub fn example(self) -> &'static str {
        match self {
            Self::Index(IndexKind::Gsi) => "gsi1",
            Self::Index(IndexKind::Lsi) => "lsi1",
            Self::Alternative => "with_field",
            Self::LegacyKey => "v1",
        }
    }
}

impl IndexKind {
    /// The kind that `#[gsi(…)]` or `#[lsi(…)]` declares.
    pub fn of(attribute: &Attribute) -> Option<Self> {
        match attribute.path() {
            path if path.is_ident("gsi") => Some(Self::Gsi),
            path if path.is_ident("lsi") => Some(Self::Lsi),
            _ => None,
        }
    }
}

impl ToTokens for IndexKind {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Gsi => quote!(__ddbkey::IndexKind::Gsi),
            Self::Lsi => quote!(__ddbkey::IndexKind::Lsi),
        });
    }
}

impl KeyDeclaration {
    /// Its name in messages.
    pub fn noun(&self) -> &'static str {
        self.owner.noun()
    }

    pub fn keys(&self) -> impl Iterator<Item = &IndexKey> {
        [Some(&self.pk), self.sk.as_ref()].into_iter().flatten()
    }

    /// The keys that are declared with parts.
    pub fn own_keys(&self) -> impl Iterator<Item = &Key> {
        self.keys().filter_map(|key| match key {
            IndexKey::Own(key) => Some(key),
            IndexKey::Pk | IndexKey::Sk => None,
        })
    }

    /// Whether an item may be missing from it because a field or method of its keys is an `Option`. Legacy keys have no
    /// such parts.
    pub fn is_sparse(&self) -> bool {
        match self.owner {
            Owner::Alternative => true,
            Owner::LegacyKey => false,
            Owner::Index(_) => self.optional_values().next().is_some(),
        }
    }

    /// The fields and methods of its keys that are an `Option`.
    pub fn optional_values(&self) -> impl Iterator<Item = &Value> {
        self.own_keys().flat_map(Key::values).filter(|value| value.source.is_optional)
    }

    /// The same names without duplicates, as the schema has them.
    pub fn optional_sources(&self) -> BTreeSet<String> {
        self.optional_values().map(Value::printed_name).collect()
    }
}
