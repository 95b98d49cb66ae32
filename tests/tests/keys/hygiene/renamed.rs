//! The crate under another name. `ddbkey-derive` asserts on tokens that generated code has no other path to
//! it.

mod reexport {
    pub(super) extern crate ddbkey as keys;
}

use reexport::keys::{DdbKeys, DdbTable, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(crate = crate::hygiene::renamed::reexport::keys)]
enum Status {
    Open,
    Paid,
}

#[derive(KeyPart)]
#[key_part(crate = "crate::hygiene::renamed::reexport::keys")]
struct Id(String);

#[derive(KeyPart)]
#[key_part(crate = crate::hygiene::renamed::reexport::keys)]
enum Owner {
    Id(Id),
    Nobody,
}

#[derive(DdbKeys)]
#[ddb(crate = crate::hygiene::renamed::reexport::keys)]
#[pk("OWNER", owner)]
struct Owned {
    owner: Owner,
}

#[derive(DdbKeys)]
#[ddb(crate = crate::hygiene::renamed::reexport::keys)]
#[pk("USER", id)]
#[sk("ORDER", status, "{n:03}")]
#[gsi("gsi1", pk = ("N", "{n:unordered}"), sk = (id))]
struct Order {
    id: Id,
    status: Status,
    n: u16,
}

#[derive(DdbTable)]
#[ddb(crate = self::reexport::keys)]
enum Shop {
    Order(Order),
}

#[test]
fn works() {
    let owned = Owned { owner: Owner::Id(Id("u".into())) };
    assert_eq!(owned.pk().unwrap(), "OWNER#Id#u");
    assert_eq!(Owner::Nobody.as_part().to_string(), "Nobody");
    let order = Order { id: Id("u".into()), status: Status::Open, n: 7 };
    assert_eq!(order.keys().unwrap().get("gsi1pk"), Some("N#7"));
    let query = Order::query(OrderPk { id: IdRef::new("u") })
        .status(Status::Paid)
        .n_in(..9)
        .build()
        .unwrap();
    assert!(query.matches("USER#u", "ORDER#Paid#007"));
    assert_eq!(Shop::from(order).keys().unwrap().sk(), Some("ORDER#Open#007"));
}
