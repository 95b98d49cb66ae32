//! The user's own items have the names of standard ones.

#![allow(dead_code, unused_macros, reason = "they only shadow other names")]
#![allow(unused_qualifications, reason = "`self::String` says which one it is")]

mod core {}
mod std {}
mod alloc {}
mod ddbkey {}
struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Err;
struct Vec;
struct Box;
struct Cow;
struct Keys;
struct KeyError;
struct ParseError;
struct Pattern;
struct Query;
trait Copy {}
trait Clone {}
trait Debug {}
trait PartialEq {}
trait Eq {}
trait Hash {}
trait Send {}
trait Sync {}
trait Sized {}
trait From {}
trait Into {}
trait Default {}
trait Iterator {}
trait IntoIterator {}
trait AsRef {}
trait ToString {}
trait ToOwned {}
trait Drop {}
trait Fn {}
trait KeyPart {}
trait KeyText {}
trait DdbKeys {}
trait DdbTable {}
trait Table {}
fn drop() {}

macro_rules! unreachable {
    () => {
        compile_error!("not this one")
    };
}
macro_rules! panic {
    () => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    () => {
        compile_error!("not this one")
    };
}

/// The user's own string type. A path distinguishes it from the type that the name suggests.
#[derive(::ddbkey::KeyPart)]
struct String(&'static str);

#[derive(
    ::ddbkey::KeyPart,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::fmt::Debug,
)]
enum Status {
    Open,
    Paid,
}

#[derive(::ddbkey::KeyPart)]
enum Owner {
    Status(Status),
    Name(::std::string::String),
    Nobody,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("OWNER", owner)]
struct Owned {
    owner: Owner,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user)]
#[sk("ORDER", status, paid() -> bool, "{n:05}")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = pk)]
#[gsi("gsi2", pk = sk, sk = ("{at:.3}"))]
struct Order<T> {
    #[allow(dead_code)]
    payload: T,
    user: self::String,
    status: Status,
    n: u32,
    at: ::jiff::Timestamp,
    email: ::core::option::Option<::std::string::String>,
}

impl<T> Order<T> {
    fn paid(&self) -> bool {
        ::core::matches!(self.status, Status::Paid)
    }
}

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user)]
struct User {
    user: ::std::string::String,
}

#[derive(::ddbkey::DdbTable)]
#[ddb(pk = "PK")]
enum Shop {
    Account(Account),
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(table = Shop)]
#[pk("ACCOUNT", id)]
struct Account {
    id: ::std::string::String,
}

#[test]
fn works() {
    let order = Order {
        payload: (),
        user: String("u1"),
        status: Status::Open,
        n: 7,
        at: ::jiff::Timestamp::UNIX_EPOCH,
        email: ::core::option::Option::Some(::core::convert::From::from("a@b")),
    };
    let keys = ::ddbkey::DdbKeys::keys(&order).unwrap();
    assert_eq!(keys.sk(), ::core::option::Option::Some("ORDER#Open#false#00007"));
    assert_eq!(keys.get("gsi2sk"), ::core::option::Option::Some("1970-01-01T00:00:00.000Z"));
    assert_eq!(User::parse_key("USER#u1").unwrap().user, "u1");
    let shop = Shop::Account(Account { id: "a".into() });
    assert_eq!(
        ::ddbkey::DdbTable::keys(&shop).unwrap().get("PK"),
        ::core::option::Option::Some("ACCOUNT#a")
    );
}
