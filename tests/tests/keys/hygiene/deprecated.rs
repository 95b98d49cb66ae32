//! Deprecated fields and methods still have keys, and generated code causes no warning.

#![deny(deprecated)]

use ddbkey::{DdbKeys, DdbTable, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    #[deprecated]
    Shut,
}

#[derive(KeyPart)]
enum Owner {
    #[deprecated]
    User(String),
    #[deprecated]
    Nobody,
    Status(Status),
}

#[derive(DdbKeys)]
#[pk("OWNER", owner)]
struct Owned {
    owner: Owner,
}

/// A deprecated field, and a deprecated method.
#[derive(DdbKeys)]
#[pk("USER", user, old)]
#[sk("ORDER", status, ancient() -> bool)]
#[gsi("gsi1", pk = ("OLD", old), sk = (maybe))]
struct Order {
    user: String,
    #[deprecated]
    old: String,
    #[deprecated]
    maybe: Option<String>,
    status: Status,
}

impl Order {
    #[deprecated]
    #[expect(clippy::unused_self, reason = "it computes a part")]
    fn ancient(&self) -> bool {
        true
    }
}

mod old {
    use super::{DdbKeys, KeyPart};

    #[deprecated]
    #[derive(KeyPart)]
    pub(super) struct Id(pub(super) String);

    #[deprecated]
    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(super) enum Kind {
        One,
        Two,
    }

    #[deprecated]
    #[derive(DdbKeys)]
    #[pk("OLD", user)]
    #[sk("ORDER", "{n:03}")]
    #[gsi("gsi1", pk = ("OLD", user), sk = sk)]
    pub(super) struct Order {
        pub(super) user: String,
        pub(super) n: u8,
    }
}

#[derive(DdbTable)]
#[deprecated]
enum Shop {
    #[deprecated]
    Order(Order),
}

#[test]
#[expect(deprecated, reason = "here it is used")]
fn works() {
    let owned = Owned { owner: Owner::Nobody };
    assert_eq!(owned.pk().unwrap(), "OWNER#Nobody");
    let order = Order { user: "u".into(), old: "o".into(), maybe: None, status: Status::Shut };
    assert_eq!(order.pk().unwrap(), "USER#u#o");
    assert_eq!(order.sk().unwrap(), "ORDER#Shut#true");
    assert!(matches!(OrderSk::parse("ORDER#Open#true"), Ok(OrderSk { status: Status::Open, .. })));
    assert_eq!(old::Order { user: "u".into(), n: 7 }.sk().unwrap(), "ORDER#007");
    assert_eq!(old::Id("x".into()).as_part().as_ref(), "x");
    assert_eq!([old::Kind::One, old::Kind::Two].len(), 2);
    assert_eq!(Shop::from(order).keys().unwrap().pk(), "USER#u#o");
}
