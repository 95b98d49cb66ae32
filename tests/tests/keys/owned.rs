//! Owned keys, which outlive their source, in maps and messages.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;

use ddbkey::key::{ItemKey, Keyed, PrimaryKey};
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyErrorKind, KeyPart, Keys, OwnedKey, ParseErrorKind};
use jiff::Timestamp;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(DdbKeys, Debug, Clone, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[ddb(table = Shop)]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("MAIL", "{address:lower}")]
#[sk("{at:.3}", letter() -> String)]
#[ddb(table = Shop)]
struct Mail {
    address: String,
    at: Timestamp,
}

impl Mail {
    fn letter(&self) -> String {
        self.address.chars().take(1).collect()
    }
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
enum Shop {
    Order(Box<Order>),
    Mail(Mail),
}

/// Numbers of all widths, and no sort key.
macro_rules! numbered {
    ($($entity:ident $type:ty;)*) => {$(
        #[derive(DdbKeys, Debug, Clone, Copy)]
        #[pk[number as "number"]]
        #[sk[second as "second"]]
        struct $entity {
            number: $type,
            second: $type,
        }
    )*};
}
numbered! { Narrow u8; Signed i64; Unsigned u64; Wide i128; Widest u128; }

#[derive(DdbKeys, Debug, Clone)]
#[pk("LOCK", name)]
struct Lock {
    name: String,
}

#[derive(DdbTable)]
#[ddb(pk = "pk")]
enum Locks {
    Lock(Lock),
}

#[derive(DdbKeys)]
#[pk("EVENT", id)]
#[sk("DATA")]
struct Event<'e> {
    id: &'e str,
}

#[derive(DdbTable)]
enum Events<'e> {
    Event(Event<'e>),
}

/// Its key lacks the parameter.
#[derive(DdbKeys)]
#[pk("ROW", id)]
#[sk("DATA")]
struct Row<T> {
    id: String,
    value: T,
}

fn order(user_id: &str, number: u32) -> Order {
    Order { user_id: user_id.into(), number }
}

fn parsed<T: Keyed>(pk: &str, sk: &str) -> OwnedKey<T> {
    OwnedKey::parse(pk.into(), sk.into()).unwrap()
}

#[test]
fn a_key_outlives_its_source() {
    let (by_new, by_method) = {
        let order = order("u1", 7);
        (OwnedKey::<Order>::new(order.key()).unwrap(), order.key().into_owned().unwrap())
    };
    assert_eq!(by_new, by_method);
    assert_eq!(by_new, parsed("USER#u1", "ORDER2#00000007"));
    assert_eq!(by_new.key(), OrderKey { user_id: "u1", number: 7 });
    assert_eq!(by_new.keys(), order("u1", 7).key().keys().unwrap());
    let (pk, sk) = (String::from("USER#u1"), String::from("ORDER2#00000007"));
    let (at, length) = (pk.as_ptr(), pk.len());
    let keys = OwnedKey::<Order>::parse(pk, sk).unwrap().keys();
    assert_eq!((keys.pk().len(), keys.get("PK")), (length, Some("USER#u1")));
    let moved = OwnedKey::<Order>::parse(String::from("USER#u2"), "ORDER2#00000007".into());
    assert_ne!(moved.unwrap().keys().pk().as_ptr(), at);
}

#[test]
fn a_key_that_cannot_be_built_cannot_be_owned() {
    let error = order("u#1", 7).key().into_owned().unwrap_err();
    assert_eq!(error.kind(), KeyErrorKind::Separator);
    let error = OwnedKey::<Order>::new(OrderKey { user_id: "", number: 7 }).unwrap_err();
    assert_eq!(error.kind(), KeyErrorKind::Empty);
}

#[test]
fn texts_of_another_key_are_refused() {
    let parse = |pk: &str, sk: &str| OwnedKey::<Order>::parse(pk.into(), sk.into());
    assert_eq!(parse("USER#u1", "ORDER#00007").unwrap_err().kind(), ParseErrorKind::Literal);
    assert_eq!(parse("USER#u1", "ORDER2#7").unwrap_err().kind(), ParseErrorKind::Part);
    OwnedKey::<Order>::parse_pk("USER#u1".into()).unwrap_err();
    OwnedKey::<Shop>::parse_pk("USER#u1".into()).unwrap_err();
    let error = OwnedKey::<Shop>::parse("USER#u1".into(), "FILE#1".into()).unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::UnknownEntity);
}

#[test]
fn without_a_sort_key() {
    let lock = Lock { name: "door".into() };
    let owned = lock.key().into_owned().unwrap();
    assert_eq!(owned, OwnedKey::parse_pk("LOCK#door".into()).unwrap());
    assert_eq!(owned.key(), LockKey { name: "door" });
    assert_eq!((owned.keys().pk(), owned.keys().sk()), ("LOCK#door", None));
    OwnedKey::<Lock>::parse("LOCK#door".into(), "x".into()).unwrap_err();
    let row = Locks::Lock(lock);
    let owned = row.key().into_owned().unwrap();
    assert_eq!(owned, OwnedKey::<Locks>::parse_pk("LOCK#door".into()).unwrap());
    OwnedKey::<Locks>::parse("LOCK#door".into(), "x".into()).unwrap_err();
}

/// Two keys are equal if they belong to one row.
#[test]
fn it_keeps_what_the_key_keeps() {
    let mail = |address: &str, at: &str| Mail { address: address.into(), at: at.parse().unwrap() };
    let one = mail("Ann@x.org", "2024-12-01T10:30:00.123456Z");
    let other = mail("ANN@x.org", "2024-12-01T10:30:00.123Z");
    let (one, other) = (one.key().into_owned().unwrap(), other.key().into_owned().unwrap());
    assert_eq!(one, other);
    let MailKey { address, at, letter } = one.key();
    assert_eq!(
        (address, at.to_string(), &*letter),
        ("ann@x.org", "2024-12-01T10:30:00.123Z".into(), "A")
    );
    assert_eq!(one.key(), other.key());
    assert_eq!(HashSet::from([one.clone(), other]).len(), 1);
}

#[test]
fn of_a_table() {
    let order = order("u1", 7);
    let row = Shop::from(order.clone());
    let ShopKey::Order(OrderAnyKey::Current(key)) = row.key() else { panic!("an order") };
    assert_eq!(key, order.key());
    let owned = row.key().into_owned().unwrap();
    assert_eq!(owned, OwnedKey::<Shop>::new(row.key()).unwrap());
    assert_eq!(owned, parsed("USER#u1", "ORDER2#00000007"));
    assert_eq!(owned.key(), row.key());
    assert_eq!(owned.keys(), order.key().keys().unwrap());
    assert_eq!(row.key().keys().unwrap(), owned.keys());
    let mail = Shop::Mail(Mail { address: "Ann".into(), at: Timestamp::UNIX_EPOCH });
    let owned = mail.key().into_owned().unwrap();
    let ShopKey::Mail(MailKey { letter, .. }) = owned.key() else { panic!("a mail") };
    assert_eq!(letter, "A");
}

#[test]
fn a_legacy_key_is_one_of_a_table() {
    let order = order("u1", 7);
    let legacy: OwnedKey<Shop> = order.v1().into_owned().unwrap();
    assert_eq!(legacy.keys(), order.v1().keys().unwrap());
    assert_eq!(legacy, OrderAnyKey::V1(order.v1()).into_owned().unwrap());
    let ShopKey::Order(OrderAnyKey::V1(key)) = legacy.key() else { panic!("a legacy key") };
    assert_eq!(key, order.v1());
    let current: OwnedKey<Shop> = OrderAnyKey::from(order.key()).into_owned().unwrap();
    assert_eq!(current, Shop::from(order).key().into_owned().unwrap());
    assert_ne!(current, legacy);
}

#[test]
fn of_entities_with_parameters() {
    let event = Event { id: &String::from("e1") };
    let owned = event.key().into_owned().unwrap();
    assert_eq!(owned.key(), EventKey { id: "e1" });
    let row = Events::Event(event);
    assert_eq!(row.key().into_owned().unwrap().keys(), owned.keys());
    let row = Row { id: "r1".into(), value: 7_u8 };
    assert_eq!(row.value, 7);
    let owned: OwnedKey<Row<u8>> = PrimaryKey::into_owned(row.key()).unwrap();
    assert_eq!(owned, OwnedKey::new(row.key()).unwrap());
    assert_eq!(owned.key(), RowKey { id: "r1" });
}

/// Nothing but the names of the attributes.
#[test]
fn logs_have_no_values() {
    let owned = order("secret", 12_345_678).key().into_owned().unwrap();
    assert_eq!(format!("{owned:?}"), "OwnedKey(PK, SK)");
    let owned = Narrow { number: 7, second: 9 }.key().into_owned().unwrap();
    assert_eq!(format!("{owned:?}"), "OwnedKey(number, second)");
    assert_eq!(
        format!("{:?}", Lock { name: "x".into() }.key().into_owned().unwrap()),
        "OwnedKey(pk)"
    );
}

/// Generic code infers the entity from its key, and needs no bound.
mod generic {
    use std::pin::Pin;

    use ddbkey::key::{KeyText, PrimaryKey, TypedQuery};
    use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, Keys, OwnedKey};

    use super::*;

    fn owned<T: DdbKeys>(key: T::Key<'_>) -> Result<OwnedKey<T>, KeyError> {
        key.into_owned()
    }

    /// The type of the entity is not written anywhere.
    fn through_owned<T: DdbKeys>(key: T::Key<'_>) -> Result<Keys, KeyError> {
        let owned = key.into_owned()?;
        let keys = owned.key().keys()?;
        assert_eq!(keys, owned.keys());
        Ok(keys)
    }

    fn texts<T: DdbKeys>(key: T::Key<'_>) -> Result<(String, Option<String>), KeyError> {
        Ok((key.clone().pk()?, key.sk()?))
    }

    fn read<T: DdbKeys>(keys: &Keys) -> T::Key<'_> {
        T::Key::parse_texts(keys.pk(), keys.sk()).unwrap()
    }

    fn all<T: DdbKeys>(key: T::Key<'_>) -> Option<Vec<Keys>> {
        key.all_keys().map(|keys| keys.map(|key| key.keys().unwrap()).collect())
    }

    fn partition<T: DdbKeys>(pk: T::Pk<'_>) -> Result<(KeyCondition, KeyCondition), KeyError> {
        Ok((pk.clone().condition()?, T::query(pk).build()?))
    }

    fn row<S: DdbTable>(row: &S) -> Result<OwnedKey<S>, KeyError> {
        row.key().into_owned()
    }

    fn again<S: DdbTable>(key: &OwnedKey<S>) -> Result<Keys, KeyError> {
        key.key().keys()
    }

    /// A key is held across an `await` of a future that can be sent.
    fn later<'a, T: DdbKeys + 'a>(
        key: T::Key<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<OwnedKey<T>, KeyError>> + Send + 'a>> {
        Box::pin(async move {
            let owned = key.clone().into_owned::<T>()?;
            std::future::ready(()).await;
            assert_eq!(owned.keys(), key.keys()?);
            Ok(owned)
        })
    }

    #[test]
    fn has_all_of_it() {
        let entity = order("u1", 7);
        let keys = entity.key().keys().unwrap();
        assert_eq!(owned::<Order>(entity.key()).unwrap().keys(), keys);
        assert_eq!(through_owned::<Order>(entity.key()).unwrap(), keys);
        let (pk, sk) = texts::<Order>(entity.key()).unwrap();
        assert_eq!((&*pk, sk.as_deref()), (keys.pk(), keys.sk()));
        let lock = Lock { name: "door".into() };
        assert_eq!(texts::<Lock>(lock.key()).unwrap(), ("LOCK#door".into(), None));
        assert_eq!(read::<Order>(&keys), entity.key());
        let legacy = entity.v1().keys().unwrap();
        assert_eq!(all::<Order>(entity.key()), Some(vec![legacy, keys.clone()]));
        assert_eq!(all::<Lock>(lock.key()), Some(vec![lock.key().keys().unwrap()]));
        let (whole, own) = partition::<Order>(OrderPk { user_id: "u1" }).unwrap();
        assert!(whole.matches("USER#u1", "X") && !own.matches("USER#u1", "X"));
        let shop = Shop::from(entity.clone());
        assert_eq!(again(&row(&shop).unwrap()).unwrap(), keys);
        let mut later = later::<Order>(entity.key());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let std::task::Poll::Ready(owned) = later.as_mut().poll(&mut context) else {
            panic!("nothing waits")
        };
        assert_eq!(owned.unwrap().keys(), keys);
    }

    /// The legacy key has one more field, which the key alone does not know.
    #[test]
    fn not_every_key_knows_all_keys() {
        #[derive(DdbKeys)]
        #[pk("DOC", id)]
        #[sk("DATA")]
        #[was("v1", pk = ("DOC", tenant, id), sk = ("DATA"))]
        struct Document {
            tenant: String,
            id: String,
        }

        let document = Document { tenant: "t".into(), id: "d".into() };
        assert_eq!(all::<Document>(document.key()), None);
        assert_eq!(document.all_keys().count(), 2);
    }
}

/// A request accepts it, by value or by reference.
#[test]
fn requests_take_it() {
    fn keys(key: impl ItemKey) -> Result<Keys, KeyError> {
        ItemKey::primary_keys(key)
    }

    let owned = order("u1", 7).key().into_owned().unwrap();
    assert_eq!(keys(&owned), keys(OrderKey { user_id: "u1", number: 7 }));
    assert_eq!(keys(owned.clone()), keys(owned.key()));
}

/// Checks the order of the rows in a partition of DynamoDB.
fn check_order<T: DdbKeys>(one: &T, other: &T, expected: Ordering)
where
    for<'k> T::Key<'k>: Debug,
{
    let own = |entity: &T| entity.key().into_owned().unwrap();
    let (one, other): (OwnedKey<T>, OwnedKey<T>) = (own(one), own(other));
    assert_eq!(one.cmp(&other), expected, "{:?} {:?}", one.key(), other.key());
    assert_eq!(one == other, expected == Ordering::Equal);
    let set = BTreeSet::from([one, other]);
    assert_eq!(set.len(), if expected == Ordering::Equal { 1 } else { 2 });
}

/// Checks that its message reads back as the same key.
fn check_message<T: Keyed>(key: &OwnedKey<T>) {
    let text = serde_json::to_string(key).unwrap();
    assert!(serde_json::from_str::<OwnedKey<T>>(&text).unwrap() == *key, "{text}");
    let texts: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let keys = key.keys();
    assert!(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).eq(
        keys.iter().map(|(name, _)| (name, keys.get(name).unwrap())).collect::<BTreeMap<_, _>>()
    ));
    assert!(serde_json::from_slice::<OwnedKey<T>>(text.as_bytes()).unwrap() == *key);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_sort_by_value(one: (i64, i64), other: (i64, i64), near in 0_u64..1000, far: u64) {
        let signed = |(number, second)| Signed { number, second };
        check_order(&signed(one), &signed(other), one.cmp(&other));
        check_order(&signed(one), &signed((one.0, other.1)), one.1.cmp(&other.1));
        check_order(&signed(one), &signed(one), Ordering::Equal);
        let unsigned = |number| Unsigned { number, second: u64::MAX };
        check_order(&unsigned(near), &unsigned(far), near.cmp(&far));
        let wide = |number: i64| Wide { number: i128::from(number) << 60, second: 0 };
        check_order(&wide(one.0), &wide(other.0), one.0.cmp(&other.0));
    }

    #[test]
    fn strings_sort_by_bytes(users: [String; 2], numbers in [0_u32..100_000_000, 0_u32..100_000_000]) {
        let user = |text: &String| format!("u{}", text.replace('#', ""));
        let one = order(&user(&users[0]), numbers[0]);
        let other = order(&user(&users[1]), numbers[1]);
        let by_user = one.user_id.as_bytes().cmp(other.user_id.as_bytes());
        check_order(&one, &other, by_user.then(one.number.cmp(&other.number)));
    }

    #[test]
    fn messages_carry_them(number: i64, wide in -(10_i128.pow(38) - 1)..10_i128.pow(38), user in "[^#]{1,20}") {
        check_message(&Signed { number, second: number }.key().into_owned().unwrap());
        check_message(&Unsigned { number: number.cast_unsigned(), second: 7 }.key().into_owned().unwrap());
        check_message(&Wide { number: wide, second: 7 }.key().into_owned().unwrap());
        check_message(&Widest { number: wide.unsigned_abs(), second: 7 }.key().into_owned().unwrap());
        let order = order(&user, 7);
        check_message(&order.key().into_owned().unwrap());
        check_message::<Shop>(&order.v1().into_owned().unwrap());
        check_message(&Lock { name: user }.key().into_owned().unwrap());
    }
}

fn read<T: DeserializeOwned>(message: &Value) -> Result<T, String> {
    let by_text = serde_json::from_str(&message.to_string()).map_err(|error| error.to_string());
    let by_value = T::deserialize(message).map_err(|error| error.to_string());
    let (Ok(read), Ok(_)) = (by_text, by_value) else {
        let errors = [
            serde_json::from_str::<T>(&message.to_string()).err().map(|error| error.to_string()),
            T::deserialize(message).err().map(|error| error.to_string()),
        ];
        let [Some(error), Some(_)] = &errors else { panic!("{message}: {errors:?}") };
        assert!(errors.iter().flatten().all(|error| !error.contains("ann")), "{errors:?}");
        return Err(error.split(" at line ").next().unwrap_or_default().to_owned());
    };
    Ok(read)
}

#[test]
fn a_message_is_the_attributes_by_name() {
    let key = order("u1", 7).key().into_owned().unwrap();
    assert_eq!(
        serde_json::to_value(&key).unwrap(),
        json!({ "PK": "USER#u1", "SK": "ORDER2#00000007" })
    );
    let key = Signed { number: -7, second: 7 }.key().into_owned().unwrap();
    assert_eq!(serde_json::to_value(&key).unwrap(), json!({ "number": "-7", "second": "7" }));
    // In any order, with others.
    let message =
        json!({ "x": [{ "PK": 1 }], "SK": "ORDER2#00000007", "kind": "ann", "PK": "USER#u1" });
    assert_eq!(read(&message), Ok(order("u1", 7).key().into_owned().unwrap()));
}

#[test]
fn no_message_carries_a_key_that_is_none() {
    let order = |message: Value| read::<OwnedKey<Order>>(&message).unwrap_err();
    assert_eq!(order(json!("USER#ann")), "invalid type: expected a map of key attributes");
    assert_eq!(order(json!(7.5)), "invalid type: expected a map of key attributes");
    assert_eq!(
        order(json!(["USER#ann"])),
        "invalid type: sequence, expected a map of key attributes"
    );
    assert_eq!(order(json!({})), "missing field `PK`");
    assert_eq!(order(json!({ "PK": "USER#ann" })), "missing field `SK`");
    assert_eq!(order(json!({ "PK": 7, "SK": "ann" })), "invalid type: expected a string");
    assert_eq!(
        order(json!({ "PK": "USER#ann", "SK": null })),
        "invalid type: null, expected a string"
    );
    assert_eq!(
        order(json!({ "PK": "USER#ann", "SK": "ORDER2#ann" })),
        "sort key of `Order` (`ORDER2#{number:08}`): part `number` is not a zero-padded `u32`"
    );
    assert_eq!(
        order(json!({ "PK": "USER#ann", "SK": "ORDER#00007" })),
        "sort key of `Order` (`ORDER2#{number:08}`): expected `ORDER2#`"
    );
    let twice = r#"{ "PK": "USER#ann", "PK": "USER#ann", "SK": "ORDER2#00000007" }"#;
    let error = serde_json::from_str::<OwnedKey<Order>>(twice).unwrap_err().to_string();
    assert!(error.starts_with("duplicate field `PK` at line 1"), "{error}");
    let number = |message: Value| read::<OwnedKey<Signed>>(&message).unwrap_err();
    assert_eq!(
        number(json!({ "number": "ann", "second": "1" })),
        "partition key of `Signed` (`{number} (N)`): part `number` is not a plain `i64`"
    );
    assert_eq!(number(json!({ "number": 1, "second": "1" })), "invalid type: expected a string");
    assert_eq!(number(json!({ "number": 1.0, "second": "1" })), "invalid type: expected a string");
    let narrow = |message: Value| read::<OwnedKey<Narrow>>(&message).unwrap_err();
    assert_eq!(
        narrow(json!({ "number": "256", "second": "1" })),
        "partition key of `Narrow` (`{number} (N)`): part `number` is not a plain `u8`"
    );
    let shop = |message: Value| read::<OwnedKey<Shop>>(&message).unwrap_err();
    assert!(shop(json!({ "PK": "FILE#ann", "SK": "x" })).contains("`Shop`"));
}

/// Within a message, next to other fields and among them.
#[test]
fn a_field_of_a_message() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Paid {
        order: OwnedKey<Order>,
        #[serde(flatten)]
        by: OwnedKey<Lock>,
        cents: u32,
    }

    let paid = Paid {
        order: order("u1", 7).key().into_owned().unwrap(),
        by: OwnedKey::parse_pk("LOCK#door".into()).unwrap(),
        cents: 250,
    };
    let message = json!({
        "order": { "PK": "USER#u1", "SK": "ORDER2#00000007" },
        "pk": "LOCK#door",
        "cents": 250,
    });
    assert_eq!(serde_json::to_value(&paid).unwrap(), message);
    assert_eq!(read(&message), Ok(paid));
}

/// In DynamoDB's own JSON: an attribute that refers to a row.
#[test]
fn an_attribute_of_an_item() {
    let key = Unsigned { number: u64::MAX, second: 0 }.key().into_owned().unwrap();
    let item: serde_dynamo::Item = serde_dynamo::to_item(&key).unwrap();
    assert_eq!(item.get("number"), Some(&serde_dynamo::AttributeValue::S(u64::MAX.to_string())));
    assert_eq!(serde_dynamo::from_item::<_, OwnedKey<Unsigned>>(item).unwrap(), key);
}

/// A hand-written, careless part: it reads a string once, and then never again.
#[test]
#[should_panic(expected = "a part accepted a string once and not again")]
fn a_part_that_changes_its_mind() {
    use std::fmt::Write;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use ddbkey::part::{OutOfRange, Shape, order};

    static WAS_READ: AtomicBool = AtomicBool::new(false);

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Moody;

    impl KeyPart for Moody {
        type Ref<'k> = Self;
        type Order = order::Never;
        const SHAPE: Shape = Shape::ascii("a mood", "m", 1, 1);

        fn as_part(&self) -> Self {
            *self
        }

        fn write(_: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
            Ok(out.write_str("m")?)
        }

        fn read(_: &str) -> Option<Self> {
            (!WAS_READ.swap(true, Relaxed)).then_some(Self)
        }
    }

    #[derive(DdbKeys)]
    #[pk("MOOD", mood)]
    #[sk("DATA")]
    struct Mood {
        mood: Moody,
    }

    let owned = OwnedKey::<Mood>::parse("MOOD#m".into(), "DATA".into()).unwrap();
    let _ = owned.key();
}

/// A map of static keys takes a key that borrows from a request, if the derive knows the types of its parts.
#[test]
fn a_key_of_known_types_is_covariant() {
    use std::collections::HashMap;

    #[derive(DdbKeys)]
    #[pk("CART", id)]
    #[sk("{at:.3}", token, "{number:05}")]
    struct Cart {
        id: String,
        at: Timestamp,
        token: uuid::Uuid,
        number: u32,
    }

    #[derive(KeyPart)]
    struct UserId(String);

    fn shorter<'a>(
        key: CartKey<'static>,
        id: UserIdRef<'static>,
        _: &'a str,
    ) -> (CartKey<'a>, UserIdRef<'a>) {
        (key, id)
    }
    fn found(map: &HashMap<CartPk<'static>, u32>, id: &str) -> Option<u32> {
        map.get(&CartPk { id }).copied()
    }
    let map = HashMap::from([(CartPk { id: "c1" }, 7)]);
    assert_eq!(found(&map, &String::from("c1")), Some(7));
    let cart = CartKey { id: "c1", at: Timestamp::UNIX_EPOCH, token: uuid::Uuid::nil(), number: 1 };
    let (shorter, id) = shorter(cart, UserIdRef::new("u1"), "");
    assert_eq!((shorter, id.get()), (cart, "u1"));
}
