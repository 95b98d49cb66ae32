//! A trait of the user has methods with common names on every type.

#![allow(
    dead_code,
    clippy::iter_not_returning_iterator,
    clippy::repeat_once,
    clippy::wrong_self_convention,
    reason = "the methods only hide others of their names"
)]

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;

macro_rules! blanket {
    ($($method:ident)*) => {
        trait OnEveryType {
            $(fn $method(&self) {})*
        }

        impl<T: ?Sized> OnEveryType for T {}
    };
}

blanket! {
    as_part as_ref borrow build clone cmp collect collect_indexes debug_struct debug_tuple eq error extend field finish
    fmt from hash index into into_field into_iter is_empty iter join key key_under keys len map map_err matching next ok
    or owned parse pk put query read result_mut set_from_key sk split start_key start to_owned to_string try_into units
    value visit write write_str write_text
}

#[derive(KeyPart)]
struct UserId(String);

#[derive(KeyPart)]
struct CreatedAt(Timestamp);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(as_str)]
enum Status {
    Open,
}

#[derive(KeyPart)]
enum Owner {
    User(UserId),
    Number(u8),
    Nobody,
}

#[derive(DdbKeys)]
#[pk("OWNER", owner)]
#[sk("OWNER", owner)]
struct Owned {
    owner: Owner,
}

#[derive(DdbKeys)]
#[pk("USER", user)]
#[sk("ORDER", "{at:day}", "{number:05}")]
#[gsi("gsi1", pk = ("STATUS", status), sk = (parity() -> bool))]
#[was("v1", sk = ("O", "{number:03}"))]
struct Order {
    user: UserId,
    at: CreatedAt,
    number: u32,
    status: Option<Status>,
}

impl Order {
    fn parity(&self) -> bool {
        self.number % 2 == 1
    }
}

#[derive(DdbTable)]
enum Shop {
    Order(Box<Order>),
}

#[test]
fn works() {
    let order = Order {
        user: UserId("u1".repeat(1)),
        at: CreatedAt(Timestamp::UNIX_EPOCH),
        number: 7,
        status: Some(Status::Open),
    };
    assert_eq!(
        format!("{:?}", KeyPart::<ddbkey::part::Plain>::as_part(&order.user)),
        "UserId(\"u1\")"
    );
    let keys = DdbKeys::keys(&order).unwrap();
    assert_eq!(keys.get("sk"), Some("ORDER#1970-01-01#00007"));
    assert_eq!(keys.get("gsi1sk"), Some("true"));
    let shop = <Shop as From<Order>>::from(order);
    assert_eq!(DdbTable::keys(&shop).unwrap().get("pk"), Some("USER#u1"));
}
