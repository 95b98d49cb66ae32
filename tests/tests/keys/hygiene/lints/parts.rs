//! Unused parts under a few more lints of clippy.

#![deny(clippy::exhaustive_structs, clippy::single_call_fn)]
#![expect(clippy::exhaustive_structs, reason = "those that are declared here are")]

use core::marker::PhantomData;

use ddbkey::KeyPart;
use jiff::Timestamp;
use ulid::Ulid;

/// A string.
#[derive(KeyPart, Debug)]
pub struct Text(pub String);

/// A number with a private field.
#[derive(KeyPart, Debug, Clone, Copy)]
pub struct Number(u32);

/// A value that is recognized by its name.
#[derive(KeyPart, Debug, Clone, Copy)]
#[key_part(ref = At)]
pub struct CreatedAt(pub Timestamp);

/// A value that is not recognized.
#[derive(KeyPart, Debug)]
pub struct Outer(pub Text);

/// A borrowed string.
#[derive(KeyPart, Debug)]
pub struct Lent<'a>(&'a str);

/// Parameters and a clause.
#[derive(KeyPart, Debug)]
pub struct Generic<'a, T, U, const N: usize>(pub T, PhantomData<&'a [U; N]>)
where
    U: Into<u8>;

/// By value.
#[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[key_part(copy, check = Self::is_set)]
pub struct OrderId(Ulid);

impl OrderId {
    const fn is_set(id: Ulid) -> bool {
        !id.is_nil()
    }
}

/// A name that the user may choose.
#[allow(non_camel_case_types, reason = "the name of the newtype")]
#[derive(KeyPart, Debug)]
pub struct user_id(pub String);

/// An enum.
#[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[key_part(as_str)]
#[expect(clippy::exhaustive_enums, reason = "it is one")]
pub enum Status {
    /// Not paid yet.
    Pending,
}

/// An enum with payloads.
#[derive(KeyPart, Debug)]
#[expect(clippy::exhaustive_enums, reason = "it is one")]
pub enum Owner<'a> {
    /// A user.
    User(Text),
    /// Somebody by name.
    Named(&'a str),
    /// A number.
    Number(u32),
    /// Nobody.
    Nobody,
}

/// Nothing is used here.
pub(crate) mod inner {
    use super::{KeyPart, Ulid};

    #[derive(KeyPart, Debug)]
    pub(crate) struct Crate(String);

    #[derive(KeyPart, Debug)]
    pub(super) struct Super(pub(super) Private);

    #[derive(KeyPart, Debug)]
    #[key_part(check = str::is_ascii)]
    pub(super) struct Private(String);

    #[derive(KeyPart, Debug)]
    struct Unused(Ulid);

    #[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[key_part(as_str)]
    enum Kind {
        One,
    }
}

#[test]
fn they_work() {
    let (text, number, outer) = (Text("t".into()), Number(7), Outer(Text("o".into())));
    assert_eq!((text.as_part().as_ref(), number.as_part().to_string().as_str()), ("t", "7"));
    assert_eq!((outer.as_part().as_ref(), Lent("l").as_part().as_ref()), ("o", "l"));
    let generic = Generic::<_, u8, 3>(7_u8, PhantomData);
    assert_eq!(generic.as_part().get(), 7);
    assert!(OrderId::is_set(Ulid::from(7)) && !OrderId::is_set(OrderId(Ulid::nil()).0));
    assert_eq!(user_idRef::new("u").as_ref(), user_id("u".into()).as_part().as_ref());
    assert_eq!(At::new(Timestamp::UNIX_EPOCH), CreatedAt(Timestamp::UNIX_EPOCH).as_part());
    assert_eq!(Status::Pending.as_str(), "Pending");
}
