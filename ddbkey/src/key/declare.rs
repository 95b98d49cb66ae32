//! What generated code says of a key: a constant that describes it, and how its parts are written.
//!
//! Everything else is generic and lives here in the runtime. The types of the parts appear in
//! bodies and constants only, never as an associated type: they may be private where the key is public.

use alloc::string::String;

use super::parts::{PartList, PartVisitor};
use super::schema::KeySchema;
use crate::error::KeyError;
use crate::layout::Layout;
use crate::pattern::{Extent, OwnAttribute, Pattern, Role, Segment, link, part_name};
use crate::rules;

/// The parts of one key, as generated code declares them.
#[doc(hidden)]
pub trait Declare<'k>: Clone {
    /// The number of segments and of attributes: `Size<3, 1>`.
    type Size: Count + Patterns<'k, Self>;

    /// The declaration.
    const KEY: Declaration;

    /// Hands all parts over, in order.
    fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError>;
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
    /// For each attribute, one of a joined key: the literal before each part, the name of the part as it prints, and its
    /// format, and the literal at the end, `["ORDER#", "created_at", ".3", "#", "id", "", ""]`. The name of a method is
    /// `month()`, and that of a part which takes the rest of the key is `*path`.
    pub texts: &'static [&'static [&'static str]],
    /// The attributes of a key in square brackets, in the same order.
    pub attributes: &'static [OwnAttribute],
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
        texts: &[],
        attributes: &[],
        types: None,
        limited_by: [None; MAX_ATTRIBUTES],
        layout: None,
        partition: None,
    };

    /// The sort key that limits the attribute of this number to its length.
    const fn limiting_key(&self, attribute: usize) -> Option<Role> {
        let (None, Some(layout)) = (self.limited_by[attribute], self.layout) else {
            return self.limited_by[attribute];
        };
        match (self.own(attribute), layout.keys(self.role.index())) {
            _ if self.role.is_sort_key() => None,
            (Some(own), _) => layout.sort_key_with(own.name),
            (None, Some(keys)) => layout.sort_key_with(keys.pk.list()[0]),
            (None, None) => None,
        }
    }

    /// The attribute of this number, of a key in square brackets.
    const fn own(&self, attribute: usize) -> Option<OwnAttribute> {
        match self.attributes {
            [] => None,
            attributes => Some(attributes[attribute]),
        }
    }

    /// The attribute that has the part of this number, and its number there.
    const fn find(&self, mut part: usize) -> (usize, usize) {
        let mut attribute = 0;
        while part >= self.texts[attribute].len() / 3 {
            part -= self.texts[attribute].len() / 3;
            attribute += 1;
        }
        (attribute, part)
    }

    /// The place of the part of this number.
    pub(super) const fn place(&self, part: usize) -> Place {
        let (attribute, part) = self.find(part);
        Place { attribute, at: segments_before(self.texts[attribute], part + 1) - 1 }
    }

    /// The name of the part of this number.
    pub(super) const fn part_name(&self, part: usize) -> &'static str {
        let (attribute, part) = self.find(part);
        part_name(self.texts[attribute][3 * part + 1])
    }

    /// Its literals and values, `N` in number.
    #[must_use]
    pub const fn segments<const N: usize>(&self) -> [Segment; N] {
        let mut segments = [Segment::Literal(""); N];
        let (mut at, mut attribute, mut types) = (0, 0, self.types);
        let extent = if self.attributes.is_empty() { Extent::Part } else { Extent::Attribute };
        while attribute < self.texts.len() {
            let mut text = self.texts[attribute];
            while let [literal, name, format, others @ ..] = text {
                at = push_literal(&mut segments, at, literal);
                let (value, later) = PartList::split(types);
                segments[at] = Segment::Value(value.named(name, format, extent));
                (at, text, types) = (at + 1, others, later);
            }
            at = push_literal(&mut segments, at, text[0]);
            attribute += 1;
        }
        if self.attributes.is_empty() {
            link(&mut segments);
        }
        segments
    }

    /// The templates of its attributes, `A` in number.
    #[must_use]
    pub const fn patterns<const A: usize>(&self, segments: &'static [Segment]) -> [Pattern; A] {
        let mut patterns = [Pattern::untyped(&[]); A];
        let (mut at, mut rest) = (0, segments);
        while at < A {
            let text = self.texts[at];
            let length =
                segments_before(text, text.len() / 3) + !text[text.len() - 1].is_empty() as usize;
            let (own, others) = rest.split_at(length);
            patterns[at] = Pattern::over(self.entity, self.role, self.separator, self.own(at), own)
                .limited_by(self.limiting_key(at));
            (at, rest) = (at + 1, others);
        }
        patterns
    }
}

/// The number of literals and values of the first parts of a text.
const fn segments_before(text: &[&str], parts: usize) -> usize {
    let (mut part, mut segments) = (0, parts);
    while part < parts {
        segments += !text[3 * part].is_empty() as usize;
        part += 1;
    }
    segments
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

/// The templates of the attributes of a key, in order.
pub(super) const fn patterns<'k, K: Declare<'k>>() -> &'static [Pattern] {
    <K::Size as Patterns<'k, K>>::PATTERNS
}

/// The pattern of a key of one attribute.
#[inline]
pub(super) const fn pattern<'k, K: Declare<'k>>() -> &'static Pattern {
    match patterns::<K>() {
        [pattern] => pattern,
        _ => panic!("a key of one attribute has one pattern"),
    }
}
