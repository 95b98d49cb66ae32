//! Every kind of part, with what its texts are, by other means than the crate's.

use std::fmt::{Display, Write};
use std::num::NonZero;
use std::ops::Bound;
use std::str::FromStr;

use ddbkey::__private::OpenQuery;
use ddbkey::__private::{PartVisitor, Place, Reader};
use ddbkey::key::Query;
use ddbkey::part::{
    Descending, Fraction, Month, OutOfRange, Padded, Plain, Shape, Unordered, order,
};
use ddbkey::schema::Segment;
use ddbkey::{KeyError, KeyPart, ParseError};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;
use proptest::sample::select;
use ulid::Ulid;
use uuid::Uuid;

use crate::laws::texts::{floor, four_digits, padded, timestamp};
use crate::laws::values::{day, hostile_char, moment, ulid};

/// For each kind its type and form, its values, the text of a value if it has one, and the value of
/// a text if it has one.
macro_rules! kinds {
    ($($kind:ident: $type:ty, $form:ty, $any:expr, $text:expr, $read:expr;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $($kind),+ }

        /// A value.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Datum { $($kind(<$type as Owned>::Value)),+ }

        impl Kind {
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// A part of this kind, as the derive macro declares it.
            pub fn segment(self, field: &'static str) -> Segment {
                match self {
                    $(Self::$kind => {
                        Segment::value::<$type, $form>(field, <$form as Declared>::FORMAT)
                    })+
                }
            }

            /// The same for the rest of a key.
            pub fn rest(self, field: &'static str) -> Segment {
                match self { $(Self::$kind => Segment::rest::<$type, $form>(field)),+ }
            }

            /// Where its texts sort as its values do.
            pub fn order(self) -> Order {
                match self { $(Self::$kind => <$type as KeyPart<$form>>::Order::ORDER),+ }
            }

            /// Leaves the part of this kind in a range of values of this kind.
            pub fn range(
                self,
                query: OpenQuery<Query>,
                at: usize,
                from: Bound<&Datum>,
                to: Bound<&Datum>,
            ) -> Query {
                match self {
                    $(Self::$kind => {
                        fn value(datum: &Datum) -> <$type as Owned>::Ref<'_> {
                            match datum {
                                Datum::$kind(value) => <$type as Owned>::borrow(value),
                                _ => panic!("another kind"),
                            }
                        }
                        query.range::<$type, $form>(0, at, (from.map(value), to.map(value)))
                    })+
                }
            }

            /// Any value. Those that are text come from `texts`.
            pub fn any(self, texts: BoxedStrategy<String>) -> BoxedStrategy<Datum> {
                match self { $(Self::$kind => ($any)(texts).prop_map(Datum::$kind).boxed()),+ }
            }

            /// The value with this text, by other means than the crate's.
            pub fn read(self, text: &str) -> Option<Datum> {
                match self { $(Self::$kind => ($read)(text).map(Datum::$kind)),+ }
            }

            /// The value that the crate reads.
            pub fn parse(self, reader: &mut Reader<'_>, at: usize) -> Result<Datum, ParseError> {
                Ok(match self {
                    $(Self::$kind => {
                        Datum::$kind(<$type as Owned>::own(reader.read_value::<$type, $form>(at)?))
                    })+
                })
            }
        }

        impl Datum {
            /// Its text, by other means than the crate's.
            pub fn text(&self) -> Option<String> {
                match self { $(Self::$kind(value) => ($text)(value).into()),+ }
            }

            /// Fixes the part at this place.
            pub fn given(&self, query: OpenQuery<Query>, at: usize) -> OpenQuery<Query> {
                match self {
                    $(Self::$kind(value) => {
                        query.value::<_, $type, $form>(0, at, <$type as Owned>::borrow(value))
                    })+
                }
            }

            pub fn write(&self, at: usize, out: &mut impl PartVisitor) -> Result<(), KeyError> {
                let place = Place { attribute: 0, at };
                match self {
                    $(Self::$kind(value) => {
                        out.value::<$type, $form>(place, <$type as Owned>::borrow(value))
                    })+
                }
            }
        }
    };
}

kinds! {
    Text: String, Plain, anything, itself, not_empty;
    Name: Name, Plain, anything, itself, not_empty;
    Trimmed: Trimmed, Plain, anything, trimmed, trimmed;
    Word: Word, Plain, of(&["A", "AB", "b0", "é", "B"]), word, word;
    Code: Code, Plain, of(&["ab", "a0", "--", "-b", "a"]), code, code;
    Tag: Tag, Plain, of(&["a", "aB", "0", "B0a", "0000"]), tag, tag;
    Status: Status, Plain, |_| select(&STATUSES), |status: &Status| spelled(*status), status;
    Letter: char, Plain, |_| hostile_char(), shown, reread;
    Flag: bool, Plain, |_| any::<bool>(), shown, reread;
    Byte: u8, Plain, |_| any::<u8>(), shown, reread;
    Signed: i16, Plain, |_| any::<i16>(), shown, reread;
    Huge: i128, Plain, |_| any::<i128>(), shown, reread;
    Unordered: i8, Unordered, |_| any::<i8>(), shown, reread;
    NotZero: NonZero<i8>, Unordered, |_| any::<NonZero<i8>>(), shown, reread;
    Free: u32, Unordered, |_| any::<u32>(), shown, reread;
    Three: u16, Padded<3>, |_| 0..1010_u16, in_digits::<_, 3>, of_digits::<_, 3>;
    Below: i16, Padded<2>, |_| -102..102_i16, in_digits::<_, 2>, of_digits::<_, 2>;
    Down: u16, Descending<3>, |_| 0..1010_u16, |n: &u16| from_the_top(*n), of_the_top;
    Wide: u128, Descending<38>, |_| any::<u128>(), |n: &u128| widest(*n), of_the_widest;
    Month: Timestamp, Month, |_| moment(), |at: &Timestamp| month(*at), read_month;
    Day: Date, Plain, |_| day(), |day: &Date| four_digits(*day), read_date;
    Second: Timestamp, Fraction<0>, |_| moment(), precise::<0>, read_precise::<0>;
    Milli: Timestamp, Fraction<3>, |_| moment(), precise::<3>, read_precise::<3>;
    Nano: Timestamp, Plain, |_| moment(), precise::<9>, read_precise::<9>;
    Ulid: Ulid, Plain, |_| ulid(), shown, reread;
    Uuid: Uuid, Plain, |_| any::<u128>().prop_map(Uuid::from_u128), shown, reread;
}

impl Datum {
    /// The value that is left when it is read back.
    pub fn stored(&self) -> Self {
        match self {
            Self::Month(at) => {
                let month = month(*at).and_then(|text| read_month(&text));
                Self::Month(month.unwrap_or(*at))
            }
            Self::Second(at) => Self::Second(floor(*at, 0)),
            Self::Milli(at) => Self::Milli(floor(*at, 3)),
            _ => self.clone(),
        }
    }
}

/// Where the texts of a type sort as its values do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Always,
    Last,
    Never,
}

/// The crate's types for that, as values.
trait Ordered {
    const ORDER: Order;
}

impl Ordered for order::Always {
    const ORDER: Order = Order::Always;
}

/// The greatest first: a range still takes values.
impl<Claim> Ordered for order::Descending<Claim> {
    const ORDER: Order = Order::Always;
}

impl Ordered for order::Last {
    const ORDER: Order = Order::Last;
}

impl Ordered for order::Never {
    const ORDER: Order = Order::Never;
}

/// Plain integers have an order only as attributes of their own.
impl<Claim> Ordered for order::Number<Claim> {
    const ORDER: Order = Order::Never;
}

/// What a declaration writes behind the colon.
trait Declared {
    const FORMAT: &'static str;
}

macro_rules! declared {
    ($($form:ty: $format:literal),+ $(,)?) => {$(
        impl Declared for $form {
            const FORMAT: &'static str = $format;
        }
    )+};
}

declared! {
    Plain: "",
    Unordered: "unordered",
    Padded<2>: "02",
    Padded<3>: "03",
    Descending<3>: "desc03",
    Descending<38>: "desc038",
    Fraction<0>: ".0",
    Fraction<3>: ".3",
    Month: "month",
}

/// What a key part is outside of keys.
pub trait Owned {
    type Value;
    type Ref<'v>;
    fn borrow(value: &Self::Value) -> Self::Ref<'_>;
    fn own(value: Self::Ref<'_>) -> Self::Value;
}

macro_rules! owned {
    (texts: $($type:ty),+) => {$(
        impl Owned for $type {
            type Value = String;
            type Ref<'v> = &'v str;
            fn borrow(value: &String) -> &str {
                value
            }
            fn own(value: &str) -> String {
                value.to_owned()
            }
        }
    )+};
    (copied: $($type:ty),+) => {$(
        impl Owned for $type {
            type Value = $type;
            type Ref<'v> = $type;
            fn borrow(value: &Self) -> Self {
                *value
            }
            fn own(value: Self) -> Self {
                value
            }
        }
    )+};
}

owned!(texts: String, Trimmed, Word, Code, Tag);
owned!(copied: char, bool, u8, u16, u32, u128, i8, i16, i128, NonZero<i8>);
owned!(copied: Date, Timestamp, Ulid, Uuid, Status);

#[derive(KeyPart)]
pub struct Name(String);

impl Owned for Name {
    type Value = String;
    type Ref<'v> = NameRef<'v>;
    fn borrow(value: &String) -> NameRef<'_> {
        NameRef(value)
    }
    fn own(value: NameRef<'_>) -> String {
        value.to_string()
    }
}

#[derive(KeyPart, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    A,
    Ab,
    #[key_part(rename = "-+")]
    Sign,
    #[key_part(rename = "日")]
    Day,
}

const STATUSES: [Status; 4] = [Status::A, Status::Ab, Status::Sign, Status::Day];

/// Parts written by hand, all as text: each with its shape, and what it writes and reads of a text.
macro_rules! by_hand {
    ($($type:ident: $shape:expr, $write:expr, $read:expr;)+) => {$(
        pub enum $type {}

        impl KeyPart for $type {
            type Ref<'k> = &'k str;
            type Order = order::Never;
            const SHAPE: Shape = $shape;

            fn part(&self) -> &str {
                match *self {}
            }

            fn write(value: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
                let text: Option<&str> = ($write)(value).into();
                Ok(out.write_str(text.ok_or(OutOfRange)?)?)
            }

            fn read(text: &str) -> Option<&str> {
                ($read)(text).into()
            }
        }
    )+};
}

const WORDS: &[&str] = &["A", "AB", "b0", "é"];

by_hand! {
    // Reads more than it writes.
    Trimmed: Shape::text("trimmed text"), if_trimmed, trim;
    // Write and read anything: the shape says what is wrong.
    Word: Shape::words("a word", WORDS), Some, Some;
    Code: Shape::ascii("a code", "ab0-", 2, 2), Some, Some;
    Tag: Shape::ascii("a tag", "aB0", 1, 3), Some, Some;
}

fn trim(text: &str) -> &str {
    text.trim_start()
}

fn if_trimmed(text: &str) -> Option<&str> {
    Some(text).filter(|text| trim(text) == *text)
}

fn anything(texts: BoxedStrategy<String>) -> BoxedStrategy<String> {
    texts
}

fn of(words: &'static [&str]) -> impl Fn(BoxedStrategy<String>) -> BoxedStrategy<String> {
    move |texts| prop_oneof![4 => select(words).prop_map(String::from), 1 => texts].boxed()
}

fn itself(text: &str) -> String {
    text.into()
}

fn not_empty(text: &str) -> Option<String> {
    Some(itself(text)).filter(|text| !text.is_empty())
}

fn trimmed(text: &str) -> Option<String> {
    if_trimmed(text).map(String::from)
}

fn word(text: &str) -> Option<String> {
    Some(itself(text)).filter(|text| text.is_empty() || WORDS.contains(&text.as_str()))
}

/// Of an alphabet and of so many bytes. What is empty is not out of range but empty.
fn code(text: &str) -> Option<String> {
    Some(itself(text))
        .filter(|text| text.chars().all(|c| "ab0-".contains(c)) && [0, 2].contains(&text.len()))
}

fn tag(text: &str) -> Option<String> {
    Some(itself(text)).filter(|text| text.chars().all(|c| "aB0".contains(c)) && text.len() <= 3)
}

fn spelled(status: Status) -> String {
    ["A", "Ab", "-+", "日"][status as usize].into()
}

fn status(text: &str) -> Option<Status> {
    STATUSES.into_iter().find(|status| spelled(*status) == text)
}

fn shown(value: &impl Display) -> String {
    value.to_string()
}

/// The value that shows itself as this text.
fn reread<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

fn in_digits<T: Copy + Into<i64>, const N: u32>(number: &T) -> Option<String> {
    padded((*number).into(), N)
}

fn of_digits<T: Copy + Into<i64> + TryFrom<i64>, const N: u32>(text: &str) -> Option<T> {
    let below =
        text.strip_prefix('-').map(|digits| reread_digits(digits).map(|n| n - 10_i64.pow(N)));
    let number = below.unwrap_or_else(|| reread_digits(text))?;
    T::try_from(number).ok().filter(|number| in_digits::<T, N>(number).as_deref() == Some(text))
}

fn from_the_top(number: u16) -> Option<String> {
    999_u16.checked_sub(number).map(|rest| format!("{rest:03}"))
}

fn of_the_top(text: &str) -> Option<u16> {
    let number = 999_u16.checked_sub(text.parse().ok()?)?;
    Some(number).filter(|number| from_the_top(*number).as_deref() == Some(text))
}

fn widest(number: u128) -> Option<String> {
    (10_u128.pow(38) - 1).checked_sub(number).map(|rest| format!("{rest:038}"))
}

fn of_the_widest(text: &str) -> Option<u128> {
    let number = (10_u128.pow(38) - 1).checked_sub(text.parse().ok()?)?;
    Some(number).filter(|number| widest(*number).as_deref() == Some(text))
}

fn month(at: Timestamp) -> Option<String> {
    timestamp(at, 0).map(|text| text[..7].into())
}

fn read_month(text: &str) -> Option<Timestamp> {
    let start = format!("{text}-01T00:00:00Z").parse().ok()?;
    Some(start).filter(|start| month(*start).as_deref() == Some(text))
}

fn reread_digits(text: &str) -> Option<i64> {
    text.parse().ok()
}

fn read_date(text: &str) -> Option<Date> {
    text.parse().ok().filter(|day| four_digits(*day).as_deref() == Some(text))
}

fn precise<const N: usize>(at: &Timestamp) -> Option<String> {
    timestamp(*at, N)
}

fn read_precise<const N: usize>(text: &str) -> Option<Timestamp> {
    text.parse().ok().filter(|at| precise::<N>(at).as_deref() == Some(text))
}
