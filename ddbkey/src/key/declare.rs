//! What generated code says of a key: a constant that describes it, and two conversions.
//!
//! Everything else is generic and lives here in the runtime. The types of the parts appear in
//! bodies and constants only, never as an associated type: they may be private where the key is public.

use super::parts::{PartList, Parts};
use super::schema::KeySchema;
use crate::error::{KeyError, ParseError};
use crate::layout::Layout;
use crate::pattern::{Entry, Extent, Pattern, Role, Segment, Value, link, part_name};
use crate::rules;

/// The parts of one key, as generated code declares them.
#[doc(hidden)]
pub trait Declare<'k>: Copy + core::fmt::Debug + Eq + core::hash::Hash + Send + Sync {
    /// The number of segments and of attributes: `Size<3, 1>`.
    type Size: Count + Patterns<'k, Self>;

    /// The declaration.
    const KEY: Declaration;

    /// The keys of the one table or index whose partition key it is: as a function, so that the
    /// constant costs nothing where it is declared.
    const PARTITION: Option<fn() -> &'static KeySchema> = None;

    /// Hands all parts over, in order.
    ///
    /// # Errors
    ///
    /// Returns the errors of the visitor.
    fn put<O: Out<'k>>(self, out: &mut O) -> Result<(), KeyError>;

    /// Takes all parts, in order.
    ///
    /// # Errors
    ///
    /// Returns the errors of the source.
    fn take<I: In<'k>>(text: &mut I) -> Result<Self, ParseError>;
}

/// Takes the parts of a key.
#[doc(hidden)]
pub trait Out<'k> {
    /// Takes all of them, which have these types and formats.
    ///
    /// # Errors
    ///
    /// Returns an error if a part cannot be part of a key.
    fn all<K: Declare<'k>, L: Parts<'k>>(&mut self, parts: L::Refs) -> Result<(), KeyError>;
}

/// Yields the parts of a key.
#[doc(hidden)]
pub trait In<'k> {
    /// Yields all of them, which have these types and formats.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a key.
    fn all<K: Declare<'k>, L: Parts<'k>>(&mut self) -> Result<L::Refs, ParseError>;
}

/// A key as it was declared.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    entity: &'static str,
    role: Role,
    separator: char,
    /// The sort key in which each attribute of a partition key is as well, as the entity says.
    limited_by: [Option<Role>; MOST_ATTRIBUTES],
    /// The table, which says the same of every attribute.
    layout: Option<&'static Layout>,
    form: Form,
    parts: Values,
}

/// The descriptions of the parts, without their names.
#[derive(Clone, Copy, Debug)]
enum Values {
    List(Option<&'static PartList>),
    Slice(&'static [Value]),
}

impl Values {
    /// The first, and the rest.
    const fn split(self) -> (Value, Self) {
        match self {
            Self::List(Some(list)) => (list.value, Self::List(list.next)),
            Self::Slice([first, rest @ ..]) => (*first, Self::Slice(rest)),
            Self::List(None) | Self::Slice([]) => panic!("a part without a type"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// Parts joined into one text, and the literal behind the last.
    Joined(&'static [Joined], &'static str),
    /// An attribute for each entry.
    Attributes(&'static [Attribute]),
}

/// A part of a joined key: the literal before it, its name, with `()` that of a method, its format, `*` for
/// the rest of the key.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Joined(pub &'static str, pub &'static str, pub &'static str);

/// A key attribute: its name, whether it is a field, the literal before the value, the value's name and
/// format, the literal behind it. Without a value the name is empty.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Attribute(
    pub &'static str,
    pub bool,
    pub &'static str,
    pub &'static str,
    pub &'static str,
    pub &'static str,
);

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
const MOST_ATTRIBUTES: usize = 4;

impl Declaration {
    /// A key of parts that are joined into one text.
    #[must_use]
    pub const fn joined<'k, L: Parts<'k>>(
        entity: &'static str,
        role: Role,
        separator: char,
        parts: &'static [Joined],
        end: &'static str,
    ) -> Self {
        let form = Form::Joined(parts, end);
        let parts = Values::List(L::LIST);
        Self::new(entity, role, separator, form, parts)
    }

    /// The same with the types as values, which name what is wrong with a type.
    #[must_use]
    pub const fn joined_of(
        values: &'static [Value],
        entity: &'static str,
        role: Role,
        separator: char,
        parts: &'static [Joined],
        end: &'static str,
    ) -> Self {
        let form = Form::Joined(parts, end);
        let parts = Values::Slice(values);
        Self::new(entity, role, separator, form, parts)
    }

    /// A key of attributes.
    #[must_use]
    pub const fn attributes<'k, L: Parts<'k>>(
        entity: &'static str,
        role: Role,
        separator: char,
        attributes: &'static [Attribute],
    ) -> Self {
        let form = Form::Attributes(attributes);
        let parts = Values::List(L::LIST);
        Self::new(entity, role, separator, form, parts)
    }

    /// The same with the types as values, which name what is wrong with a type.
    #[must_use]
    pub const fn attributes_of(
        values: &'static [Value],
        entity: &'static str,
        role: Role,
        separator: char,
        attributes: &'static [Attribute],
    ) -> Self {
        let form = Form::Attributes(attributes);
        let parts = Values::Slice(values);
        Self::new(entity, role, separator, form, parts)
    }

    const fn new(
        entity: &'static str,
        role: Role,
        separator: char,
        form: Form,
        parts: Values,
    ) -> Self {
        Self {
            entity,
            role,
            separator,
            limited_by: [None; MOST_ATTRIBUTES],
            layout: None,
            form,
            parts,
        }
    }

    /// The same partition key, whose attribute of this number is also in the sort key of this index.
    #[must_use]
    pub const fn also_sort_key_of(mut self, attribute: usize, index: &'static str) -> Self {
        self.limited_by[attribute] = Some(Role::IndexSortKey(index));
        self
    }

    /// The same partition key, whose attribute of this number is also the sort key of the table.
    #[must_use]
    pub const fn also_sort_key(mut self, attribute: usize) -> Self {
        self.limited_by[attribute] = Some(Role::SortKey);
        self
    }

    /// The same key in a table that may have its attributes in another sort key.
    #[must_use]
    pub const fn in_table(self, layout: &'static Layout) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// The sort key that limits the attribute of this number to its length.
    const fn limiting_key(&self, attribute: usize) -> Option<Role> {
        match (self.limited_by[attribute], self.layout) {
            (None, Some(layout)) if !self.role.is_sort_key() => {
                layout.sort_key_with(match self.form {
                    Form::Attributes(attributes) => attributes[attribute].0,
                    Form::Joined(..) => layout.partition_attribute(self.role),
                })
            }
            (limiting, _) => limiting,
        }
    }

    /// The place of the part of this number.
    pub(super) const fn place(&self, part: usize) -> Place {
        match self.form {
            Form::Joined(parts, _) => {
                let (mut at, mut before) = (0, 0);
                while before <= part {
                    at += if parts[before].0.is_empty() { 1 } else { 2 };
                    before += 1;
                }
                Place { attribute: 0, at: at - 1 }
            }
            Form::Attributes(attributes) => {
                let (mut attribute, mut left) = (0, part);
                while attributes[attribute].3.is_empty() || left > 0 {
                    if !attributes[attribute].3.is_empty() {
                        left -= 1;
                    }
                    attribute += 1;
                }
                Place { attribute, at: !attributes[attribute].2.is_empty() as usize }
            }
        }
    }

    /// The name of the part of this number.
    pub(super) const fn part_name(&self, part: usize) -> &'static str {
        match self.form {
            Form::Joined(parts, _) => part_name(parts[part].1),
            Form::Attributes(attributes) => part_name(attributes[self.place(part).attribute].3),
        }
    }

    /// Its literals and values, `N` in number.
    #[must_use]
    pub const fn segments<const N: usize>(&self) -> [Segment; N] {
        let mut segments = [Segment::Literal(""); N];
        let (mut at, mut part, mut list) = (0, 0, self.parts);
        match self.form {
            Form::Joined(parts, end) => {
                while part < parts.len() {
                    let Joined(before, name, format) = parts[part];
                    at = push_literal(&mut segments, at, before);
                    let (value, others) = list.split();
                    let extent = if is_star(format) { Extent::Rest } else { Extent::Part };
                    let format = if is_star(format) { "" } else { format };
                    segments[at] = Segment::Value(value.named(name, format, extent));
                    (at, part, list) = (at + 1, part + 1, others);
                }
                push_literal(&mut segments, at, end);
                link(&mut segments);
                segments
            }
            Form::Attributes(attributes) => {
                while part < attributes.len() {
                    let Attribute(_, _, before, name, format, after) = attributes[part];
                    at = push_literal(&mut segments, at, before);
                    if !name.is_empty() {
                        let (value, others) = list.split();
                        segments[at] = Segment::Value(value.named(name, format, Extent::Attribute));
                        (at, list) = (at + 1, others);
                    }
                    at = push_literal(&mut segments, at, after);
                    part += 1;
                }
                segments
            }
        }
    }

    /// The templates of its attributes, `A` in number.
    #[must_use]
    pub const fn patterns<const A: usize>(&self, segments: &'static [Segment]) -> [Pattern; A] {
        let whole = Pattern::over(self.entity, self.role, self.separator, None, segments);
        let Form::Attributes(attributes) = self.form else {
            return [whole.limited_by(self.limiting_key(0)); A];
        };
        let mut patterns = [whole; A];
        let (mut part, mut rest) = (0, segments);
        while part < attributes.len() {
            let Attribute(name, is_field, before, value, _, after) = attributes[part];
            let count = !before.is_empty() as usize
                + !value.is_empty() as usize
                + !after.is_empty() as usize;
            let (own, behind) = rest.split_at(count);
            let entry = Some(Entry { name, is_field });
            patterns[part] = Pattern::over(self.entity, self.role, self.separator, entry, own)
                .limited_by(self.limiting_key(part));
            (part, rest) = (part + 1, behind);
        }
        patterns
    }
}

const fn is_star(format: &str) -> bool {
    matches!(format.as_bytes(), b"*")
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
    /// As many texts as attributes.
    type Array<T>: AsRef<[T]> + AsMut<[T]> + IntoIterator<Item = T>;

    /// As many values as attributes, made one after the other.
    fn array<T>(make: impl FnMut(usize) -> T) -> Self::Array<T>;
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

/// As many attributes, for the compiler to name in an error.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<const N: usize>;

#[diagnostic::do_not_recommend]
impl OneAttribute for Attributes<1> {}

impl<const N: usize, const A: usize> Count for Size<N, A> {
    type Array<T> = [T; A];

    fn array<T>(make: impl FnMut(usize) -> T) -> [T; A] {
        core::array::from_fn(make)
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
