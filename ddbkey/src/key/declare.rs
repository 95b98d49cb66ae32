//! What generated code says of a key: a constant that describes it, and two conversions.
//!
//! Everything else is generic and lives here in the runtime. The types of the parts appear in
//! bodies and constants only, never as an associated type: they may be private where the key is public.

use alloc::string::String;

use super::parts::{PartList, PartSource, PartVisitor};
use super::schema::KeySchema;
use crate::error::{KeyError, ParseError};
use crate::layout::Layout;
use crate::pattern::{Extent, OwnAttribute, Pattern, Role, Segment, Value, link, part_name};
use crate::rules;

/// The parts of one key, as generated code declares them.
#[doc(hidden)]
pub trait Declare<'k>: Copy + core::fmt::Debug + Eq + core::hash::Hash + Send + Sync {
    /// The number of segments and of attributes: `Size<3, 1>`.
    type Size: Count + Patterns<'k, Self>;

    /// The declaration.
    const KEY: Declaration;

    /// Hands all parts over, in order.
    fn put<V: PartVisitor>(self, visitor: &mut V) -> Result<(), KeyError>;

    /// Takes all parts, in order.
    fn take<S: PartSource<'k>>(source: &mut S) -> Result<Self, ParseError>;
}

/// A key as it was declared.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name of the entity.
    pub entity: &'static str,
    /// Which key of the entity it is.
    pub role: Role,
    /// The character between parts.
    pub separator: char,
    /// The parts by their names.
    pub form: Form,
    /// The types of the parts, in the same order.
    pub types: Option<&'static PartList>,
    /// The sort key in which each attribute of a partition key is as well, as the entity says.
    pub limited_by: [Option<Role>; MAX_ATTRIBUTES],
    /// The table, which says the same of every attribute.
    pub layout: Option<&'static Layout>,
    /// The keys of the one table or index whose partition key it is: as a function, so that the
    /// constant costs nothing where it is declared.
    pub partition: Option<fn() -> &'static KeySchema>,
}

/// How the parts of a key are stored.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Joined into one text: a literal, a part, a literal and so on, `["ORDER#", "created_at:.3", "#", "id", ""]`,
    /// with an empty literal where there is none.
    Joined(&'static [&'static str]),
    /// An attribute for each entry.
    Attributes(&'static [DeclaredEntry]),
}

/// An entry of a key in square brackets.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct DeclaredEntry {
    /// The attribute.
    pub attribute: &'static str,
    /// Whether the attribute is a field.
    pub is_field: bool,
    /// Its text, in the same way.
    pub text: &'static [&'static str],
}

impl DeclaredEntry {
    const fn has_value(&self) -> bool {
        self.text.len() > 1
    }

    /// The number of its literals and values.
    const fn segments(&self) -> usize {
        let (mut at, mut segments) = (0, self.text.len() / 2);
        while at < self.text.len() {
            segments += !self.text[at].is_empty() as usize;
            at += 2;
        }
        segments
    }
}

/// Where a part is: which attribute of the key, and which segment of that.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The attribute, counted from 0.
    pub attribute: usize,
    /// The segment of its pattern.
    pub at: usize,
}

/// The most attributes of a key.
const MAX_ATTRIBUTES: usize = 4;

impl Declaration {
    /// The fields that most keys leave at their defaults.
    pub const DEFAULT: Self = Self {
        entity: "",
        role: Role::SortKey,
        separator: '#',
        form: Form::Attributes(&[]),
        types: None,
        limited_by: [None; MAX_ATTRIBUTES],
        layout: None,
        partition: None,
    };

    /// The sort key that limits the attribute of this number to its length.
    const fn limiting_key(&self, attribute: usize) -> Option<Role> {
        match (self.limited_by[attribute], self.layout) {
            (None, Some(layout)) if !self.role.is_sort_key() => {
                match (self.form, layout.keys(self.role.index())) {
                    (Form::Attributes(entries), _) => {
                        layout.sort_key_with(entries[attribute].attribute)
                    }
                    (Form::Joined(_), Some(keys)) => layout.sort_key_with(keys.pk.list()[0]),
                    (Form::Joined(_), None) => None,
                }
            }
            (limiting, _) => limiting,
        }
    }

    /// The place of the part of this number.
    pub(super) const fn place(&self, part: usize) -> Place {
        match self.form {
            Form::Joined(texts) => {
                let (mut at, mut before) = (0, 0);
                while before <= part {
                    at += if texts[2 * before].is_empty() { 1 } else { 2 };
                    before += 1;
                }
                Place { attribute: 0, at: at - 1 }
            }
            Form::Attributes(entries) => {
                let (mut attribute, mut left) = (0, part);
                while !entries[attribute].has_value() || left > 0 {
                    left -= entries[attribute].has_value() as usize;
                    attribute += 1;
                }
                Place { attribute, at: !entries[attribute].text[0].is_empty() as usize }
            }
        }
    }

    /// The name of the part of this number.
    pub(super) const fn part_name(&self, part: usize) -> &'static str {
        match self.form {
            Form::Joined(texts) => declared_name(texts[2 * part + 1]),
            Form::Attributes(entries) => declared_name(entries[self.place(part).attribute].text[1]),
        }
    }

    /// Its literals and values, `N` in number.
    #[must_use]
    pub const fn segments<const N: usize>(&self) -> [Segment; N] {
        let mut segments = [Segment::Literal(""); N];
        match self.form {
            Form::Joined(text) => {
                push_text(&mut segments, 0, text, self.types, Extent::Part);
                link(&mut segments);
            }
            Form::Attributes(entries) => {
                let (mut at, mut entry, mut types) = (0, 0, self.types);
                while entry < entries.len() {
                    let text = entries[entry].text;
                    (at, types) = push_text(&mut segments, at, text, types, Extent::Attribute);
                    entry += 1;
                }
            }
        }
        segments
    }

    /// The templates of its attributes, `A` in number.
    #[must_use]
    pub const fn patterns<const A: usize>(&self, segments: &'static [Segment]) -> [Pattern; A] {
        let whole = Pattern::over(self.entity, self.role, self.separator, None, segments);
        let Form::Attributes(entries) = self.form else {
            return [whole.limited_by(self.limiting_key(0)); A];
        };
        let mut patterns = [whole; A];
        let (mut part, mut rest) = (0, segments);
        while part < entries.len() {
            let entry = &entries[part];
            let (own, others) = rest.split_at(entry.segments());
            let entry = Some(OwnAttribute { name: entry.attribute, is_field: entry.is_field });
            patterns[part] = Pattern::over(self.entity, self.role, self.separator, entry, own)
                .limited_by(self.limiting_key(part));
            (part, rest) = (part + 1, others);
        }
        patterns
    }
}

/// Adds the literals and the values of a text. Returns where the next text begins, and its types.
const fn push_text<const N: usize>(
    segments: &mut [Segment; N],
    mut at: usize,
    text: &'static [&'static str],
    mut types: Option<&'static PartList>,
    extent: Extent,
) -> (usize, Option<&'static PartList>) {
    let mut part = 1;
    while part < text.len() {
        at = push_literal(segments, at, text[part - 1]);
        let (value, others) = PartList::split(types);
        segments[at] = Segment::Value(declared(value, text[part], extent));
        (at, part, types) = (at + 1, part + 2, others);
    }
    (push_literal(segments, at, text[part - 1]), types)
}

/// The value of a part as it is declared: `created_at:.3`, or `path:*` for the rest of the key.
const fn declared(value: Value, part: &'static str, extent: Extent) -> Value {
    let (name, format) = split_format(part);
    match format.as_bytes() {
        b"*" => value.named(name, "", Extent::Rest),
        _ => value.named(name, format, extent),
    }
}

/// The name of a part as it is declared.
const fn declared_name(part: &'static str) -> &'static str {
    part_name(split_format(part).0)
}

/// The field, or the method with `()`, and the format.
const fn split_format(part: &'static str) -> (&'static str, &'static str) {
    let bytes = part.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b':' {
            let (name, format) = part.split_at(at);
            return (name, format.split_at(1).1);
        }
        at += 1;
    }
    (part, "")
}

const fn push_literal<const N: usize>(
    segments: &mut [Segment; N],
    at: usize,
    text: &'static str,
) -> usize {
    if text.is_empty() {
        return at;
    }
    segments[at] = Segment::Literal(text);
    at + 1
}

/// The size of a key: `SEGMENTS` literals and values in `ATTRIBUTES` attributes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Size<const SEGMENTS: usize, const ATTRIBUTES: usize>;

/// The number of attributes of a key.
#[doc(hidden)]
pub trait Count {
    /// The number.
    const ATTRIBUTES: usize;

    /// As many texts as attributes.
    type Texts: AsRef<[String]> + AsMut<[String]> + IntoIterator<Item = String>;

    /// As many empty texts as attributes.
    fn texts() -> Self::Texts;
}

/// A key of one attribute, in either brackets.
#[diagnostic::on_unimplemented(
    message = "this key has several attributes or none, and no single text",
    label = "not a key of one attribute",
    note = "a key of several attributes has `texts()` and `parse([…])`"
)]
pub trait OneAttribute {}

#[diagnostic::do_not_recommend]
impl<const N: usize> OneAttribute for Size<N, 1> {}

impl<const N: usize, const A: usize> Count for Size<N, A> {
    const ATTRIBUTES: usize = A;

    type Texts = [String; A];

    fn texts() -> [String; A] {
        [const { String::new() }; A]
    }
}

/// The patterns of a key, built where they are used and not where the key is declared: an associated
/// constant of the key itself would be evaluated in every build of the user's crate.
#[doc(hidden)]
pub trait Patterns<'k, K> {
    /// One for each attribute.
    const PATTERNS: &'static [Pattern];

    /// The rules of the declaration, for keys whose types are not known where they are declared.
    const CHECKED: ();
}

impl<'k, K: Declare<'k>, const N: usize, const A: usize> Patterns<'k, K> for Size<N, A> {
    const PATTERNS: &'static [Pattern] = {
        struct Of<K, const N: usize, const A: usize>(core::marker::PhantomData<K>);
        impl<'k, K: Declare<'k>, const N: usize, const A: usize> Of<K, N, A> {
            const SEGMENTS: &'static [Segment; N] = &K::KEY.segments();
            const PATTERNS: &'static [Pattern; A] = &K::KEY.patterns(Self::SEGMENTS);
        }
        Of::<K, N, A>::PATTERNS
    };
    const CHECKED: () = rules::check_patterns(<Self as Patterns<'k, K>>::PATTERNS);
}

/// The pattern of a key of one attribute.
#[inline]
pub(super) const fn pattern<'k, K: Declare<'k>>() -> &'static Pattern {
    match <K::Size as Patterns<'k, K>>::PATTERNS {
        [pattern] => pattern,
        _ => panic!("a key of one attribute has one pattern"),
    }
}
