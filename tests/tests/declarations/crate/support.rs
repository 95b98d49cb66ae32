//! The types that generated declarations use, and the conversion from the model's values to them.

pub use crate::model::V;
use ddbkey::{KeyCondition, KeyError, KeyPart, Keys, ParseError};
use serde::{Deserialize, Serialize};
use std::ops::Bound;

#[derive(KeyPart, Serialize, Deserialize, Debug)]
pub struct Name(pub String);

#[derive(KeyPart, Serialize, Deserialize, Debug)]
#[key_part(check = starts_low)]
pub struct Checked(pub String);

fn starts_low(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
}

#[derive(KeyPart, Serialize, Deserialize, Debug)]
pub struct Version(pub u32);

macro_rules! words {
    ($name:ident: $($word:ident $text:literal),*) => {
        #[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $name { $(#[key_part(rename = $text)] $word),* }
        impl Of<'_> for $name {
            fn of(value: &V) -> Self {
                let V::Word(at) = value else { panic!("{value:?}") };
                [$(Self::$word),*][*at]
            }
        }
        impl ToV for $name {
            fn v(&self) -> V {
                V::Word([$(Self::$word),*].iter().position(|word| word == self).unwrap())
            }
        }
    };
}
words!(Status: Open "Open", Paid "Paid", Shipped "Shipped");
words!(Nested: A "A", Ab "AB", Abc "ABC", B "B");
words!(Even: Aa "aa", Ab "ab", Zz "zz");

#[derive(KeyPart, Serialize, Deserialize, Debug)]
pub enum Owner {
    User(String),
    Number(u8),
    Nobody,
}

impl<'v> Of<'v> for OwnerRef<'v> {
    fn of(value: &'v V) -> Self {
        match text(value).split_once('#') {
            Some(("User", id)) => Self::User(id),
            Some((_, number)) => Self::Number(number.parse().unwrap()),
            None => Self::Nobody,
        }
    }
}
impl Of<'_> for Owner {
    fn of(value: &V) -> Self {
        OwnerRef::of(value).into()
    }
}
impl ToV for OwnerRef<'_> {
    fn v(&self) -> V {
        V::Text(self.to_string())
    }
}

pub trait Of<'v>: Sized {
    fn of(value: &'v V) -> Self;
}

pub trait ToV {
    fn v(&self) -> V;
}

pub fn of<'v, T: Of<'v>>(value: &'v V) -> T {
    T::of(value)
}

fn text(value: &V) -> &str {
    match value {
        V::Text(text) => text,
        other => panic!("no text: {other:?}"),
    }
}

impl<'v, T: Of<'v>> Of<'v> for Option<T> {
    fn of(value: &'v V) -> Self {
        (*value != V::None).then(|| T::of(value))
    }
}

macro_rules! texts {
    ($($name:ty),*) => { $(impl Of<'_> for $name {
        fn of(value: &V) -> Self { text(value).to_owned().into() }
    })* };
}
texts!(String, Box<str>, std::sync::Arc<str>, std::borrow::Cow<'_, str>);
texts!(compact_str::CompactString, smol_str::SmolStr);

impl<'v> Of<'v> for &'v str {
    fn of(value: &'v V) -> Self {
        text(value)
    }
}
impl ToV for std::borrow::Cow<'_, str> {
    fn v(&self) -> V {
        V::Text(self.to_string())
    }
}
impl ToV for &str {
    fn v(&self) -> V {
        V::Text((*self).to_owned())
    }
}

macro_rules! news {
    ($($name:ident),*) => { $(impl Of<'_> for $name {
        fn of(value: &V) -> Self { Self(of(value)) }
    })* };
}
news!(Name, Checked, Version);

impl<'v, T, R: Of<'v>> Of<'v> for ddbkey::part::Of<T, R> {
    fn of(value: &'v V) -> Self {
        Self::new(of(value))
    }
}
impl<T, R: ToV + Copy> ToV for ddbkey::part::Of<T, R> {
    fn v(&self) -> V {
        self.get().v()
    }
}

macro_rules! numbers {
    ($variant:ident: $($name:ident $non_zero:ident),*) => { $(
        impl Of<'_> for $name {
            fn of(value: &V) -> Self {
                let V::$variant(number) = value else { panic!("{value:?}") };
                Self::try_from(*number).unwrap()
            }
        }
        impl ToV for $name {
            fn v(&self) -> V { V::$variant((*self).into()) }
        }
        impl Of<'_> for std::num::$non_zero {
            fn of(value: &V) -> Self { Self::new(of(value)).unwrap() }
        }
        impl ToV for std::num::$non_zero {
            fn v(&self) -> V { self.get().v() }
        }
    )* };
}
numbers!(Unsigned: u8 NonZeroU8, u16 NonZeroU16, u32 NonZeroU32, u64 NonZeroU64, u128 NonZeroU128);
numbers!(Signed: i8 NonZeroI8, i16 NonZeroI16, i32 NonZeroI32, i64 NonZeroI64, i128 NonZeroI128);

macro_rules! values {
    ($($name:ty: $variant:ident, |$value:ident| $of:expr, |$this:ident| $to:expr;)*) => { $(
        impl Of<'_> for $name {
            fn of(value: &V) -> Self {
                let V::$variant($value) = value else { panic!("{value:?}") };
                $of
            }
        }
        impl ToV for $name {
            fn v(&self) -> V { let $this = self; V::$variant($to) }
        }
    )* };
}
const SECOND: i128 = 1_000_000_000;
values! {
    bool: Unsigned, |n| *n == 1, |b| u128::from(*b);
    char: Text, |t| t.chars().next().unwrap(), |c| c.to_string();
    ulid::Ulid: Unsigned, |n| ulid::Ulid::from_bytes(n.to_be_bytes()), |u| u128::from_be_bytes(u.to_bytes());
    uuid::Uuid: Unsigned, |n| uuid::Uuid::from_u128(*n), |u| u.as_u128();
    jiff::Timestamp: Nanos, |n| jiff::Timestamp::from_nanosecond(*n).unwrap(), |t| t.as_nanosecond();
    chrono::DateTime<chrono::Utc>: Nanos,
        |n| chrono::DateTime::from_timestamp(n.div_euclid(SECOND) as i64, n.rem_euclid(SECOND) as u32).unwrap(),
        |t| i128::from(t.timestamp()) * SECOND + i128::from(t.timestamp_subsec_nanos());
    time::OffsetDateTime: Nanos,
        |n| time::OffsetDateTime::from_unix_timestamp_nanos(*n).unwrap(), |t| t.unix_timestamp_nanos();
    jiff::civil::Date: Days,
        |n| jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().days(*n)).unwrap(),
        |d| i64::from(jiff::civil::date(1970, 1, 1).until(*d).unwrap().get_days());
    chrono::NaiveDate: Days,
        |n| chrono::NaiveDate::from_num_days_from_ce_opt((*n + 719_163) as i32).unwrap(),
        |d| i64::from(chrono::Datelike::num_days_from_ce(d)) - 719_163;
    time::Date: Days,
        |n| time::Date::from_julian_day((*n + 2_440_588) as i32).unwrap(),
        |d| i64::from(d.to_julian_day()) - 2_440_588;
}

pub type Built = Result<Vec<(String, String)>, String>;

/// The way to a piece of generated code.
#[derive(Clone, Copy)]
pub struct Subject {
    pub keys: fn(&[V]) -> Built,
    pub pair: fn(usize, &[V]) -> Built,
    pub own: fn(usize, &[V]) -> Option<Built>,
    /// The position of the primary key that is written, and its strings.
    pub written: fn(&[V]) -> (usize, Built),
    pub parse: fn(usize, &[&str]) -> Option<Vec<V>>,
    pub query: fn(usize, &[V], usize, &Ask) -> Option<Condition>,
}

pub type Condition = Result<KeyCondition, String>;

pub enum Ask {
    All,
    In(Bound<V>, Bound<V>),
    Starting(String),
}

pub fn built(keys: Result<Keys, KeyError>) -> Built {
    match keys {
        Ok(keys) => Ok(keys.iter().map(|(name, text)| (name.to_owned(), text.to_string())).collect()),
        Err(error) => Err(format!("{error} / {}", error.reason())),
    }
}

pub fn said<T>(result: Result<T, ParseError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            spoken(&error);
            None
        }
    }
}

pub fn spoken(error: &ParseError) {
    assert!(!format!("{error} {}", error.reason()).contains("SECRET"), "{error}");
}

pub fn condition(build: impl FnOnce() -> Result<KeyCondition, KeyError>) -> Condition {
    build().map_err(|error| error.to_string())
}

pub fn range<'v, T: Of<'v>>(from: &'v Bound<V>, to: &'v Bound<V>) -> (Bound<T>, Bound<T>) {
    (from.as_ref().map(of), to.as_ref().map(of))
}
