//! How often keys allocate. This is a separate test binary, since the counter is the global allocator.

use std::cell::Cell;
use std::fmt::Write;

use allocation_counter::{AllocationInfo, measure};
use ddbkey::part::{Day, Descending, Fraction, OutOfRange, Padded, Plain, Shape, order};
use ddbkey::{DdbKeys, DdbTable, KeyPart, ParseError, ParseErrorKind};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
    status: Status,
}

/// Parts of every width: free, after a literal, signed, the rest.
#[derive(DdbKeys)]
#[pk("{tenant}@v{version}", balance)]
#[sk("{delta:05}", flag, note, "{*rest}")]
struct Mixed {
    tenant: String,
    version: u64,
    balance: i128,
    delta: i32,
    flag: bool,
    note: Box<str>,
    rest: String,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Paid,
}

/// Keys of separate attributes.
#[derive(DdbKeys)]
#[pk[player]]
#[sk[score]]
#[gsi("by_kind", pk = ["SCORE" as "kind", region], sk = [level, player])]
struct Score {
    player: String,
    score: i64,
    region: String,
    level: u8,
}

#[derive(KeyPart)]
#[key_part(check = Lower::is_lower)]
struct Lower(String);

impl Lower {
    fn is_lower(text: &str) -> bool {
        text.bytes().all(|byte| byte.is_ascii_lowercase())
    }
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

const ORDER_SK: &str = "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M";

fn order() -> Order {
    Order {
        user_id: "u1".into(),
        created_at: "2024-12-01T10:30:00.123Z".parse().unwrap(),
        id: "01HX7MBJK3V9WQBZ7XNDK5ZT2M".parse().unwrap(),
        status: Status::Paid,
    }
}

fn mixed() -> Mixed {
    Mixed {
        tenant: "t".repeat(300),
        version: u64::MAX,
        balance: i128::MIN,
        delta: -7,
        flag: false,
        note: "n\u{e9}".into(),
        rest: "a#b#c".into(),
    }
}

/// Returns the allocations of a call and its result. Growing a string counts as one more.
fn counted<T>(call: impl FnOnce() -> T) -> (AllocationInfo, T) {
    let mut result = None;
    let info = measure(|| result = Some(call()));
    (info, result.unwrap())
}

#[track_caller]
fn assert_exact(build: impl FnOnce() -> Result<String, ddbkey::KeyError>) {
    let (info, text) = counted(build);
    let text = text.unwrap();
    assert_eq!((info.count_total, info.bytes_total), (1, text.len() as u64), "{text}");
    assert_eq!(text.capacity(), text.len(), "{text}");
}

#[track_caller]
fn assert_none<T>(call: impl FnOnce() -> T) {
    let (info, _) = counted(call);
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_key_is_one_allocation_of_its_length() {
    let (order, mixed) = (order(), mixed());
    assert_exact(|| order.pk());
    assert_exact(|| order.sk());
    assert_exact(|| order.gsi1().pk());
    assert_exact(|| order.gsi1().sk());
    assert_exact(|| mixed.pk());
    assert_exact(|| mixed.sk());
    assert_exact(|| UserSk.build());
}

#[test]
fn building_into_a_text_with_room_is_none() {
    let (order, mut room) = (order(), String::with_capacity(64));
    assert_none(|| OrderPk { user_id: &order.user_id }.build_into(&mut room).unwrap());
    assert_eq!(room, "USER#u1");
    room.clear();
    let sk = OrderSk { created_at: order.created_at, id: order.id };
    assert_none(|| sk.build_into(&mut room).unwrap());
    assert_eq!(room, ORDER_SK);
}

#[test]
fn a_value_that_is_refused_is_none_where_there_is_room() {
    let mut room = String::with_capacity(64);
    assert_none(|| OrderPk { user_id: "a#b" }.build_into(&mut room).unwrap_err());
    assert_eq!(room, "");
}

#[test]
fn parsing_is_none() {
    let mixed = mixed();
    let (pk, sk) = (mixed.pk().unwrap(), mixed.sk().unwrap());
    assert_none(|| Order::parse_key("USER#u1", ORDER_SK).unwrap().user_id.len());
    assert_none(|| Mixed::parse_key(&pk, &sk).unwrap().balance);
    assert_none(|| Order::parse_sk("ORDER#nonsense").unwrap_err());
    assert_none(|| Order::parse_pk(&pk).unwrap_err());
}

#[test]
fn dispatch_is_none() {
    assert_none(|| matches!(Shop::parse_key("USER#u1", ORDER_SK), Ok(ShopKey::Order(_))));
    assert_none(|| matches!(Shop::parse_key("USER#u1", "PROFILE"), Ok(ShopKey::User(_))));
    assert_none(|| Shop::parse_key("USER#u1", "NOTHING").is_err());
}

const MEGABYTE: usize = 1 << 20;

/// Returns strings of a megabyte, mostly with the start of a key.
fn megabytes() -> Vec<String> {
    [
        "",
        "USER#",
        "ORDER#",
        "ORDER#2024-12-01T10:30:00.123Z#",
        "t@v",
        "-1#true#n#",
        "SCORE#",
        "-",
        "0.",
    ]
    .iter()
    .flat_map(|start| {
        ["a", "#", "@", "|", "9", "0", "-", ":", "\0", "\u{e9}", "\u{10ffff}"]
            .map(|text| format!("{start}{}", text.repeat(MEGABYTE / text.len())))
    })
    .collect()
}

/// A string that is longer than any key is refused for its length, without being read.
#[test]
fn refusing_a_megabyte_is_none() {
    for text in megabytes() {
        let text = text.as_str();
        let is_too_long = |error: ParseError| error.kind() == ParseErrorKind::TooLong;
        assert_none(|| assert!(Order::parse_pk(text).is_err_and(is_too_long)));
        assert_none(|| assert!(Order::parse_sk(text).is_err_and(is_too_long)));
        assert_none(|| assert!(Mixed::parse_key(text, text).is_err_and(is_too_long)));
        assert_none(|| assert!(Mixed::parse_key("t@v1#2", text).is_err_and(is_too_long)));
        assert_none(|| assert!(Order::parse_gsi1(text, text).is_err_and(is_too_long)));
        assert_none(|| assert!(Score::parse_key("ann", text).is_err_and(is_too_long)));
        assert_none(|| assert!(Score::parse_by_kind([text, text], ["1", text]).is_err()));
        assert_none(|| assert!(Score::parse_by_kind(["SCORE", "eu"], ["1", text]).is_err()));
        for (pk, sk) in [(text, text), ("USER#u1", text), (text, ORDER_SK)] {
            assert_none(|| assert!(Shop::parse_key(pk, sk).is_err()));
        }
    }
}

/// Asking an error for details does not allocate either.
#[test]
fn what_an_error_is_about_is_none() {
    let text = "a".repeat(MEGABYTE);
    for (pk, sk) in [(text.as_str(), "PROFILE"), ("USER#u1", "ORDER#x"), ("USER#", ""), ("", "")] {
        assert_none(|| Shop::parse_key(pk, sk).unwrap_err().reason());
        assert_none(|| Order::parse_key(pk, sk).unwrap_err().part());
    }
}

/// The parts by themselves, which have no length limit.
#[test]
fn reading_a_part_of_a_megabyte_is_none() {
    fn check<T: KeyPart<F>, F: ddbkey::part::Format>(text: &str) {
        assert_none(|| T::read(text).is_some());
    }
    for text in megabytes() {
        let text = text.as_str();
        check::<String, Plain>(text);
        check::<u8, Plain>(text);
        check::<u128, Plain>(text);
        check::<i128, Plain>(text);
        check::<i64, Padded<5>>(text);
        check::<u64, Descending<38>>(text);
        check::<bool, Plain>(text);
        check::<char, Plain>(text);
        check::<Ulid, Plain>(text);
        check::<uuid::Uuid, Plain>(text);
        check::<Timestamp, Plain>(text);
        check::<Timestamp, Fraction<3>>(text);
        check::<Timestamp, Day>(text);
        check::<jiff::civil::Date, Plain>(text);
        check::<std::net::IpAddr, Plain>(text);
        check::<Status, Plain>(text);
        check::<Lower, Plain>(text);
    }
}

/// A condition that is decided locally.
#[test]
fn matching_a_megabyte_is_none() {
    let order = order();
    let query = Order::query(OrderPk { user_id: "u1" }).created_at_in(order.created_at..).build();
    let (query, scores) = (query.unwrap(), Score::query(ScorePk { player: "ann" }).score_in(7..));
    let scores = scores.build().unwrap();
    for text in megabytes() {
        let text = text.as_str();
        assert_none(|| assert!(!query.matches(text, text)));
        assert_none(|| query.matches("USER#u1", text));
        assert_none(|| scores.matches("ann", text));
    }
}

thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

/// A string that counts how many of its bytes are passed to it, to be read or to be written.
#[derive(Debug)]
struct Counted(String);

impl KeyPart for Counted {
    type Ref<'k> = &'k str;
    type Order = order::Last;
    const SHAPE: Shape = Shape::text("a text");

    fn as_part(&self) -> &str {
        &self.0
    }

    fn write(value: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
        SEEN.set(SEEN.get() + value.len());
        Ok(out.write_str(value)?)
    }

    fn read(text: &str) -> Option<&str> {
        SEEN.set(SEEN.get() + text.len());
        Some(text)
    }
}

#[derive(DdbKeys)]
#[pk("A", a)]
#[sk("{b}@{c}", d, "{*rest}")]
struct All {
    a: Counted,
    b: Counted,
    c: Counted,
    d: Counted,
    rest: Counted,
}

/// A field of both keys, whose strings are compared.
#[derive(DdbKeys)]
#[pk("A", a)]
#[sk("B", a)]
struct Shared {
    a: Counted,
}

/// Each byte of a key is passed to the code of its part once to be read, and once to check that it would be
/// written the same. The bytes of a refused key are not passed more often.
#[test]
fn each_byte_is_read_once() {
    fn seen<T>(parse: impl FnOnce() -> T) -> (T, usize) {
        SEEN.set(0);
        (parse(), SEEN.get())
    }
    for length in [1, 64, 100, 500, 1000] {
        let text = "a".repeat(length);
        let (pk, sk) = (format!("A#{text}"), format!("B#{text}"));
        let (parsed, bytes) = seen(|| Shared::parse_key(&pk, &sk));
        assert_eq!(parsed.map(|key| key.a), Ok(text.as_str()));
        assert!(bytes <= 8 * length, "{bytes} of twice {length}");
    }
    for length in [1, 10, 100, 200] {
        let [a, b, c, d, rest] = ["a", "b", "c", "d", "r#"].map(|text| text.repeat(length));
        let (pk, sk) = (format!("A#{a}"), format!("{b}@{c}#{d}#{rest}"));
        let (parsed, bytes) = seen(|| All::parse_key(&pk, &sk));
        assert_eq!(parsed.map(|key| key.rest), Ok(rest.as_str()));
        assert_eq!(bytes, 2 * (pk.len() + sk.len() - "A##".len() - "@#".len()));
        for text in [&sk[..sk.len() - rest.len()], &"@".repeat(5 * length), &"b@".repeat(length)] {
            let (parsed, bytes) = seen(|| All::parse_sk(text));
            assert!(parsed.is_err() && bytes <= 2 * text.len(), "{bytes} of {text:?}");
        }
    }
}

/// Keys in a list: one allocation for each key, and one for the list.
#[test]
fn keys_are_one_each_and_a_list() {
    let order = order();
    let (info, keys) = counted(|| order.keys().unwrap());
    assert_eq!(info.count_total, keys.len() as u64 + 1);
}

/// If a query allocates more than the strings of its condition, this is how often.
#[test]
fn queries() {
    let order = order();
    let (from, id) = (order.created_at, order.id);
    let later = from + jiff::SignedDuration::from_hours(1);
    let query = || Order::query(OrderPk { user_id: "u1" });
    let count = |build: &dyn Fn() -> ddbkey::KeyCondition| counted(build).0.count_total;
    let counts = [
        ("partition", count(&|| OrderPk { user_id: "u1" }.condition().unwrap())),
        ("entity", count(&|| query().build().unwrap())),
        ("one part", count(&|| query().created_at(from).build().unwrap())),
        ("all parts", count(&|| query().created_at(from).id(id).build().unwrap())),
        ("from", count(&|| query().created_at_in(from..).build().unwrap())),
        ("from, to", count(&|| query().created_at_in(from..later).build().unwrap())),
        ("starting", count(&|| query().created_at_starting_with("2024").build().unwrap())),
    ];
    let expected = [
        ("partition", 1),
        ("entity", 1),
        ("one part", 2),
        ("all parts", 3),
        ("from", 4),
        ("from, to", 3),
        ("starting", 2),
    ];
    assert_eq!(counts, expected);
}
