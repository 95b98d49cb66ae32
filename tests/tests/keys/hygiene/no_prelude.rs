//! No name is in scope that is not imported.

#![no_implicit_prelude]

#[derive(
    ::ddbkey::KeyPart,
    ::std::clone::Clone,
    ::std::marker::Copy,
    ::std::cmp::PartialEq,
    ::std::cmp::Eq,
    ::std::hash::Hash,
    ::std::fmt::Debug,
)]
#[key_part(rename_all = "lowercase")]
enum Status {
    Open,
    Paid,
}

#[derive(::ddbkey::KeyPart)]
struct Id(::std::string::String);

#[derive(::ddbkey::KeyPart)]
enum Owner {
    Id(Id),
    Name(::std::string::String),
    Number(u8),
    Nobody,
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(fields_from_keys)]
#[pk("OWNER", owner)]
struct Owned {
    owner: Owner,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user)]
#[sk("ORDER", status, month() -> bool, "{n:05}", id)]
#[gsi("gsi1", pk = ("EMAIL", email), sk = pk)]
#[lsi("lsi1", sk = ("{n:unordered}"))]
struct Order<'a, T> {
    #[allow(dead_code)]
    payload: T,
    user: &'a str,
    status: Status,
    n: u32,
    id: Id,
    email: ::std::option::Option<::std::string::String>,
}

impl<T> Order<'_, T> {
    fn month(&self) -> bool {
        self.n > 0
    }
}

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user)]
#[sk("PROFILE")]
struct User {
    user: ::std::string::String,
}

#[derive(::ddbkey::DdbTable)]
enum Shop {
    User(User),
    Draft(::std::boxed::Box<Draft>),
}

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user)]
#[sk("DRAFT")]
struct Draft {
    user: ::std::string::String,
}

#[::std::prelude::v1::test]
fn works() {
    let owned = Owned { owner: Owner::Name(::std::convert::From::from("x")) };
    let pk = ::ddbkey::DdbKeys::pk(&owned).unwrap();
    ::std::assert_eq!(pk, "OWNER#Name#x");
    let order = Order {
        payload: (),
        user: "u1",
        status: Status::Paid,
        n: 7,
        id: Id(::std::convert::From::from("x")),
        email: ::std::option::Option::Some(::std::convert::From::from("a@b")),
    };
    let keys = ::ddbkey::DdbKeys::keys(&order).unwrap();
    ::std::assert_eq!(keys.sk(), ::std::option::Option::Some("ORDER#paid#true#00007#x"));
    ::std::assert_eq!(keys.get("gsi1pk"), ::std::option::Option::Some("EMAIL#a@b"));
    ::std::assert_eq!(keys.get("gsi1sk"), ::std::option::Option::None);
    ::std::assert_eq!(order.gsi1().unwrap().email, "a@b");
    let query = <Order<'_, ()> as ::ddbkey::DdbKeys>::query(OrderPk { user: "u1" });
    let query = query.status(Status::Open).month(true).n_in(1..).build().unwrap();
    ::std::assert!(query.matches("USER#u1", "ORDER#open#true#00007#x"));
    let draft: Shop = ::std::convert::From::from(Draft { user: ::std::convert::From::from("u1") });
    ::std::assert_eq!(draft.keys().unwrap().sk(), ::std::option::Option::Some("DRAFT"));
    let shop: Shop = ::std::convert::From::from(User { user: ::std::convert::From::from("u1") });
    ::std::assert_eq!(shop.keys().unwrap().pk(), "USER#u1");
    ::std::assert!(::std::matches!(
        Shop::parse_key("USER#u1", "PROFILE"),
        ::std::result::Result::Ok(ShopKey::User(UserKey { user: "u1" }))
    ));
}
