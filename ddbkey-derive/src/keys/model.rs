//! A declaration that is right: every name exists, nothing stands twice, and no attribute is left.
//! What is made from it cannot fail.

use proc_macro2::{Span, TokenStream};
use syn::{DeriveInput, Ident, Path, Type};

/// A struct and its keys.
pub struct Entity<'a> {
    pub input: &'a DeriveInput,
    pub runtime: Path,
    pub separator: char,
    pub table: Option<Path>,
    pub pk: Key,
    pub sk: Option<Key>,
    pub indexes: Vec<Index>,
}

/// One key: literals and values in order, separators inside the literals.
pub struct Key {
    pub role: Role,
    pub segments: Vec<Segment>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Pk,
    Sk,
    IndexPk,
    IndexSk,
}

pub enum Segment {
    Literal(String),
    Value(Value),
}

/// A value in a key.
#[derive(Clone)]
pub struct Value {
    /// The identifier as the attribute has it, with its span.
    pub name: Ident,
    pub source: Source,
    /// The type, without the `Option` of a sparse index.
    pub ty: Type,
    pub form: Form,
    pub is_rest: bool,
    /// The part in the attribute: what a message underlines.
    pub span: Span,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Field,
    OptionalField,
    Method,
    /// A field or method that cannot be a part, in a declaration that is known to be wrong.
    FaultyField,
    FaultyMethod,
}

impl Source {
    pub fn is_method(self) -> bool {
        matches!(self, Self::Method | Self::FaultyMethod)
    }
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Plain,
    Padded(usize),
    Descending(usize),
    Unordered,
    Fraction(usize),
    Unit(Unit),
}

/// The last calendar unit that is written, the coarsest first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
}

/// An index and its keys.
pub struct Index {
    pub name: String,
    /// The name in snake case, for methods.
    pub ident: Ident,
    pub span: Span,
    pub kind: IndexKind,
    pub pk: IndexKey,
    pub sk: Option<IndexKey>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    Gsi,
    Lsi,
}

/// A key of an index: its own, or one of its entity reused.
pub enum IndexKey {
    Own(Key),
    Pk,
    Sk,
}

impl Entity<'_> {
    /// Every key that is declared with parts.
    pub fn own_keys(&self) -> impl Iterator<Item = &Key> {
        let indexed = self.indexes.iter().flat_map(Index::own_keys);
        [Some(&self.pk), self.sk.as_ref()].into_iter().flatten().chain(indexed)
    }
}

impl Value {
    /// Whether a method yields it by value, so that the key cannot borrow from it.
    pub fn is_computed(&self) -> bool {
        self.source.is_method() && !matches!(self.ty, Type::Reference(_))
    }
}

impl Key {
    pub fn values(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.segments.iter().enumerate().filter_map(|(at, segment)| match segment {
            Segment::Value(value) => Some((at, value)),
            Segment::Literal(_) => None,
        })
    }

    /// The key as it prints, `ORDER#{created_at}#{id}`.
    pub fn shape(&self) -> String {
        let piece = |segment: &Segment| match segment {
            Segment::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
            Segment::Value(value) => {
                let rest = if value.is_rest { "*" } else { "" };
                format!("{{{rest}{}}}", plain(&value.name))
            }
        };
        self.segments.iter().map(piece).collect()
    }
}

impl IndexKind {
    /// The constructor of its layout.
    pub fn constructor(self) -> &'static str {
        match self {
            Self::Gsi => "gsi",
            Self::Lsi => "lsi",
        }
    }

    pub fn tokens(self) -> TokenStream {
        match self {
            Self::Gsi => quote::quote!(Gsi),
            Self::Lsi => quote::quote!(Lsi),
        }
    }
}

impl Index {
    /// The keys that are declared with parts.
    pub fn own_keys(&self) -> impl Iterator<Item = &Key> {
        let keys = [Some(&self.pk), self.sk.as_ref()].into_iter().flatten();
        keys.filter_map(|key| match key {
            IndexKey::Own(key) => Some(key),
            IndexKey::Pk | IndexKey::Sk => None,
        })
    }

    /// Whether its keys are attributes of the table already. Where the table names the attributes,
    /// only it knows.
    pub fn adds_nothing(&self, entity: &Entity<'_>) -> bool {
        let is_own = |key: &IndexKey| matches!(key, IndexKey::Own(_));
        entity.table.is_none() && !is_own(&self.pk) && !self.sk.as_ref().is_some_and(is_own)
    }

    /// The names of the attributes that it adds to the entity, unless a table has others.
    pub fn own_attributes(&self) -> impl Iterator<Item = String> {
        let keys = [(Some(&self.pk), "pk"), (self.sk.as_ref(), "sk")];
        let own = keys.into_iter().filter(|(key, _)| matches!(key, Some(IndexKey::Own(_))));
        own.map(|(_, suffix)| self.attribute(suffix))
    }

    /// The attribute of its own `pk` or `sk`, unless a table has another.
    pub fn attribute(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.name)
    }

    /// Whether a field of its keys is an `Option`.
    pub fn is_sparse(&self) -> bool {
        [Some(&self.pk), self.sk.as_ref()].into_iter().flatten().any(|key| match key {
            IndexKey::Own(key) => {
                key.values().any(|(_, value)| value.source == Source::OptionalField)
            }
            IndexKey::Pk | IndexKey::Sk => false,
        })
    }
}

impl Form {
    /// The form as a type of the runtime.
    pub fn ty(self, runtime: &Path) -> TokenStream {
        match self {
            Self::Plain => quote::quote!(#runtime::Plain),
            Self::Padded(digits) => quote::quote!(#runtime::Padded<#digits>),
            Self::Descending(digits) => quote::quote!(#runtime::format::Descending<#digits>),
            Self::Unordered => quote::quote!(#runtime::Unordered),
            Self::Fraction(digits) => quote::quote!(#runtime::Fraction<#digits>),
            Self::Unit(Unit::Year) => quote::quote!(#runtime::format::Year),
            Self::Unit(Unit::Month) => quote::quote!(#runtime::format::Month),
            Self::Unit(Unit::Day) => quote::quote!(#runtime::format::Day),
            Self::Unit(Unit::Hour) => quote::quote!(#runtime::format::Hour),
            Self::Unit(Unit::Minute) => quote::quote!(#runtime::format::Minute),
        }
    }

    /// The SPEC as declared.
    pub fn spec(self) -> String {
        match self {
            Self::Plain => String::new(),
            Self::Padded(digits) => format!("0{digits}"),
            Self::Descending(digits) => format!("desc0{digits}"),
            Self::Unordered => "unordered".into(),
            Self::Fraction(digits) => format!(".{digits}"),
            Self::Unit(unit) => unit.name().into(),
        }
    }

    /// Whether a value in this form says less than in the other.
    pub fn is_coarser_than(self, other: Self) -> bool {
        let fineness = |form| match form {
            Self::Unit(unit) => (0, unit as usize),
            Self::Fraction(digits) => (1, digits),
            _ => (1, 9),
        };
        fineness(self) < fineness(other)
    }
}

impl Unit {
    pub const ALL: [Self; 5] = [Self::Year, Self::Month, Self::Day, Self::Hour, Self::Minute];

    /// The unit as declared.
    pub fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
        }
    }
}

/// The name without `r#`.
pub fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// The type itself, without the invisible group that it stands in if a macro of the user's wrote it.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}
