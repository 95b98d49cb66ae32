//! What a query returns from a partition with rows of many entities, decided by their values, and what it
//! sends to get them.

use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};

use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyErrorKind, KeyPart};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

use super::cases;
use super::expected::length;
use super::fixed::{Stock, StockPk};
use super::texts::floor;

/// A stored row: the string of its sort key, and its values.
#[derive(Clone, Debug)]
struct Stored {
    sk: String,
    row: Row,
}

/// Declares entities of one partition, and any row of them.
macro_rules! rows {
    ($($(#[$attribute:meta])* $entity:ident { $($field:ident: $type:ty = $any:expr),* })+) => {
        $(
            #[derive(DdbKeys, Clone, Debug)]
            #[pk("P", p)]
            $(#[$attribute])*
            #[allow(dead_code, reason = "no test uses all of what is generated")]
            struct $entity { p: char, $($field: $type),* }
        )+

        #[derive(Clone, Debug)]
        #[allow(dead_code, reason = "some are there to be in the way")]
        enum Row { $($entity($entity)),+ }

        fn row() -> impl Strategy<Value = Stored> {
            let any = [$(
                (Just(()), $($any),*).prop_map(|((), $($field),*)| {
                    let row = $entity { p: 'p', $($field),* };
                    row.sk().ok().map(|sk| Stored { sk, row: Row::$entity(row) })
                }).boxed()
            ),+];
            Union::new(any).prop_filter_map("a value that no key takes", |row| row)
        }
    };
}

rows! {
    #[sk("ORDER", day, name)]
    Order { day: Date = day(), name: String = name() }

    #[sk("ORDER", day, name, "LINE", "{n:02}")]
    Line { day: Date = day(), name: String = name(), n: u8 = 0..12_u8 }

    #[sk("ORDERS", name)]
    Orders { name: String = name() }

    #[sk(name)]
    Bare { name: String = name() }

    #[sk("LEVEL", "{n:03}", name)]
    Level { n: i16 = level(), name: String = name() }

    #[sk("v{n:03}@{name}!{grade}")]
    Glued { n: i16 = level(), name: String = name(), grade: Grade = grade() }

    #[sk("{letter}x")]
    Closed { letter: char = letter() }

    #[sk("MARK", letter, flag, "{at:.3}")]
    Mark { letter: char = letter(), flag: bool = any::<bool>(), at: Timestamp = near_moment() }

    #[sk("PATH", "{*path}")]
    Path { path: String = prop_oneof![name(), name().prop_map(|name| name + "#a")] }

    #[sk("EVENT", "{day}{name}")]
    Event { day: Date = day(), name: String = name() }

    #[sk("LETTER", "{letter}{day}")]
    Letter { letter: char = letter(), day: Date = day() }

    #[sk("TEMPERATURE", "{n:02}\u{10FFFF}{name}")]
    Highest { n: i16 = -9..9_i16, name: String = name() }

    #[sk("HEAD")]
    Head {}
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Grade {
    A,
    Aa,
    B,
}

fn grade() -> impl Strategy<Value = Grade> {
    select(&[Grade::A, Grade::Aa, Grade::B])
}

/// Names that sort near each other, and near the separator.
fn name() -> impl Strategy<Value = String> {
    const NAMES: [&str; 20] = [
        "a",
        "a!",
        "a ",
        "a\"",
        "a$",
        "ab",
        "aa",
        "a\0",
        "a\0\0",
        "\0",
        "b",
        "A",
        "~",
        "\u{7F}",
        "\u{80}",
        "é",
        "\u{D7FF}",
        "\u{E000}",
        "\u{10FFFF}",
        "a\u{10FFFF}",
    ];
    let long = (select(&["a", "\0", "\u{10FFFF}"]), 990..1024_usize)
        .prop_map(|(filler, bytes)| filler.repeat(bytes / filler.len()));
    prop_oneof![12 => select(NAMES.as_slice()).prop_map(String::from), 1 => long]
}

fn day() -> impl Strategy<Value = Date> {
    select(vec![
        date(0, 1, 1),
        date(2024, 1, 30),
        date(2024, 1, 31),
        date(2024, 2, 1),
        date(2024, 10, 9),
        date(9999, 12, 31),
    ])
}

fn level() -> impl Strategy<Value = i16> {
    prop_oneof![-12..12_i16, select(&[-1000, -999, -101, -100, -99, 99, 100, 999])]
}

fn letter() -> impl Strategy<Value = char> {
    select(&['a', 'b', '~', '\0', '!', '"', '$', 'é', '\u{D7FF}', '\u{E000}', '\u{10FFFF}'])
}

/// Within a few milliseconds.
fn near_moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![0..4_000_i64, (0..4_i64).prop_map(|milliseconds| milliseconds * 1_000)]
        .prop_map(|thousands| Timestamp::from_nanosecond(i128::from(thousands) * 1_000).unwrap())
}

pub(super) fn bounds<T: Debug + Clone>(
    any: impl Strategy<Value = T>,
) -> impl Strategy<Value = (Bound<T>, Bound<T>)> {
    let bound = |value: T, kind| match kind {
        0 => Bound::Unbounded,
        1 => Bound::Included(value),
        _ => Bound::Excluded(value),
    };
    let any = std::sync::Arc::new(any);
    (any.clone(), 0..3, any, 0..3).prop_map(move |(from, from_kind, to, to_kind)| {
        (bound(from, from_kind), bound(to, to_kind))
    })
}

/// Returns the bounds by reference, as a query takes them.
pub(super) fn lent<'b, T, R>(
    (from, to): &'b (Bound<T>, Bound<T>),
    lend: impl Fn(&'b T) -> R,
) -> (Bound<R>, Bound<R>) {
    (from.as_ref().map(&lend), to.as_ref().map(&lend))
}

/// Returns whether bounds are crossed, or are a single value that is excluded.
pub(super) fn is_crossed<T: Ord>(bounds: &(Bound<T>, Bound<T>)) -> bool {
    match bounds {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
        (Bound::Included(from), Bound::Included(to)) => from > to,
        (
            Bound::Included(from) | Bound::Excluded(from),
            Bound::Included(to) | Bound::Excluded(to),
        ) => from >= to,
    }
}

fn store() -> impl Strategy<Value = Vec<Stored>> {
    vec(row(), 1..40)
}

/// Checks that the query returns exactly these rows of the entity, and no rows of others except those that start with
/// what all rows of the entity start with.
fn check<E: DdbKeys>(
    store: &[Stored],
    built: Result<KeyCondition, KeyError>,
    is_crossed: bool,
    is_meant: impl Fn(&Row) -> Option<bool>,
) {
    let wanted = |stored: &Stored| is_meant(&stored.row).unwrap_or(false);
    let condition = match built {
        Ok(condition) => condition,
        Err(error) if error.kind() == KeyErrorKind::EmptyRange => {
            assert!(!store.iter().any(wanted));
            return;
        }
        // A long name, as a bound or before the part.
        Err(error) if error.kind() == KeyErrorKind::TooLong => {
            return assert!(length(error) > 1024);
        }
        Err(error) => panic!("{error}"),
    };
    assert!(!is_crossed, "{condition:?}");
    let template = E::SCHEMA.key_attributes().nth(1).expect("a sort key").template();
    let prefix = template.split('{').next().expect("a text has a beginning");
    for stored in store {
        let matches = condition.matches("P#p", &stored.sk);
        match is_meant(&stored.row) {
            Some(is_meant) => assert_eq!(matches, is_meant, "{:?} {condition:?}", stored.row),
            None => {
                assert!(
                    !matches || stored.sk.starts_with(prefix),
                    "{:?} {condition:?}",
                    stored.row
                );
            }
        }
        assert!(!condition.matches("P#q", &stored.sk));
    }
    check_texts(&condition);
}

fn check_texts(condition: &KeyCondition) {
    let texts: Vec<_> = condition.values().skip(1).map(|(_, text)| text.into_string()).collect();
    assert!(texts.is_sorted() && texts.len() <= 2, "{condition:?}");
    assert!(texts.iter().all(|text| (1..=1024).contains(&text.len())), "{condition:?}");
    let shown = condition.expression().to_string();
    let names = condition.names().map(|(placeholder, _)| placeholder);
    for placeholder in names.chain(condition.values().map(|(placeholder, _)| placeholder)) {
        assert!(shown.contains(placeholder), "{shown}");
    }
}

/// Selects the rows by the meaning of the query.
macro_rules! ask {
    ($store:ident, $query:expr, $bounds:expr, $entity:ident($row:ident) => $means:expr) => {
        check::<$entity>(&$store, $query.build(), is_crossed(&$bounds), |row| match row {
            Row::$entity($row) => Some($means),
            _ => None,
        });
    };
    ($store:ident, $query:expr, $entity:ident($row:ident) => $means:expr) => {
        ask!($store, $query, (Bound::Unbounded::<()>, Bound::Unbounded), $entity($row) => $means);
    };
}

/// Returns bounds as a key with milliseconds keeps them: an excluded start includes the rest of its millisecond. An empty
/// range stays empty.
pub(super) fn kept(
    (from, to): (Bound<Timestamp>, Bound<Timestamp>),
) -> (Bound<Timestamp>, Bound<Timestamp>) {
    if is_crossed(&(from, to)) {
        return (from, to);
    }
    let bound = |bound: Bound<Timestamp>, is_start: bool| match bound {
        Bound::Excluded(at) if floor(at, 3) == at && !is_start => Bound::Excluded(at),
        Bound::Included(at) | Bound::Excluded(at) => Bound::Included(floor(at, 3)),
        Bound::Unbounded => Bound::Unbounded,
    };
    (bound(from, true), bound(to, false))
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_date_and_a_name(
        store in store(),
        day in day(),
        days in bounds(day()),
        name in name(),
        names in bounds(name()),
    ) {
        let all = || Order::query(OrderPk { p: 'p' });
        let start = &name[..name.chars().next().map_or(0, char::len_utf8)];
        ask!(store, all(), Order(_row) => true);
        ask!(store, all().day(day), Order(row) => row.day == day);
        ask!(store, all().day_in(days), days, Order(row) => days.contains(&row.day));
        ask!(store, all().day_starting_with("2024-"), Order(row) => row.day.year() == 2024);
        ask!(store, all().day(day).name(&name), Order(row) => (row.day, &row.name) == (day, &name));
        ask!(store, all().day(day).name_in(lent(&names, String::as_str)), names,
            Order(row) => row.day == day && names.contains(&row.name));
        ask!(store, all().day(day).name_starting_with(start),
            Order(row) => row.day == day && row.name.starts_with(start));
        let bare = || Bare::query(BarePk { p: 'p' });
        ask!(store, bare(), Bare(_row) => true);
        ask!(store, bare().name(&name), Bare(row) => row.name == name);
        ask!(store, bare().name_in(lent(&names, String::as_str)), names,
            Bare(row) => names.contains(&row.name));
        ask!(store, bare().name_starting_with(start), Bare(row) => row.name.starts_with(start));
        ask!(store, Orders::query(OrdersPk { p: 'p' }).name_in(lent(&names, String::as_str)), names,
            Orders(row) => names.contains(&row.name));
        ask!(store, Head::query(HeadPk { p: 'p' }), Head(_row) => true);
    }

    #[test]
    fn numbers_below_zero_and_glued_literals(
        store in store(),
        n in level(),
        ns in bounds(level()),
        name in name().prop_filter("ends the part", |name| !name.contains('!')),
        names in bounds(name()),
    ) {
        let levels = || Level::query(LevelPk { p: 'p' });
        ask!(store, levels().n_in(ns), ns, Level(row) => ns.contains(&row.n));
        ask!(store, levels().n(n).name_in(lent(&names, String::as_str)), names,
            Level(row) => row.n == n && names.contains(&row.name));
        ask!(store, levels().n_starting_with("-"), Level(row) => row.n < 0);
        let glued = || Glued::query(GluedPk { p: 'p' });
        ask!(store, glued().n_in(ns), ns, Glued(row) => ns.contains(&row.n));
        ask!(store, glued().n(n), Glued(row) => row.n == n);
        ask!(store, glued().n(n).name(&name), Glued(row) => (row.n, &row.name) == (n, &name));
        ask!(store, glued().n(n).name(&name).grade(Grade::A),
            Glued(row) => (row.n, &row.name, row.grade) == (n, &name, Grade::A));
        ask!(store, glued().n(n).name(&name).grade_starting_with("A"),
            Glued(row) => (row.n, &row.name) == (n, &name) && row.grade != Grade::B);
        let highest = || Highest::query(HighestPk { p: 'p' });
        let few = (ns.0.map(|n| n % 10), ns.1.map(|n| n % 10));
        ask!(store, highest().n_in(few), few, Highest(row) => few.contains(&row.n));
        ask!(store, highest().n(n % 10).name_in(lent(&names, String::as_str)), names,
            Highest(row) => row.n == n % 10 && names.contains(&row.name));
    }

    #[test]
    fn characters_truth_and_cut_timestamps(
        store in store(),
        letter in letter(),
        letters in bounds(letter()),
        flags in bounds(any::<bool>()),
        moments in bounds(near_moment()),
    ) {
        let marks = || Mark::query(MarkPk { p: 'p' });
        ask!(store, marks().letter_in(letters), letters,
            Mark(row) => letters.contains(&row.letter));
        ask!(store, marks().letter(letter).flag_in(flags), flags,
            Mark(row) => row.letter == letter && flags.contains(&row.flag));
        let flagged = || marks().letter(letter).flag(true);
        let is_flagged = |row: &Mark| row.letter == letter && row.flag;
        ask!(store, flagged().at_in(moments), kept(moments),
            Mark(row) => is_flagged(row) && kept(moments).contains(&floor(row.at, 3)));
        ask!(store, flagged().at_starting_with("1970-01-01T00:00:00.001Z"),
            Mark(row) => is_flagged(row) && floor(row.at, 3).as_millisecond() == 1);
        let closed = || Closed::query(ClosedPk { p: 'p' });
        ask!(store, closed().letter(letter), Closed(row) => row.letter == letter);
        ask!(store, closed().letter_in(letters), letters,
            Closed(row) => letters.contains(&row.letter));
    }

    #[test]
    fn values_without_anything_between_and_the_rest(
        store in store(),
        day in day(),
        days in bounds(day()),
        names in bounds(name()),
        letter in letter(),
        letters in bounds(letter()),
        paths in bounds(name().prop_map(|name| name + "#")),
    ) {
        let events = || Event::query(EventPk { p: 'p' });
        ask!(store, events().day(day), Event(row) => row.day == day);
        ask!(store, events().day_in(days), days, Event(row) => days.contains(&row.day));
        ask!(store, events().day(day).name_in(lent(&names, String::as_str)), names,
            Event(row) => row.day == day && names.contains(&row.name));
        let letters_of = || Letter::query(LetterPk { p: 'p' });
        ask!(store, letters_of().letter_in(letters), letters,
            Letter(row) => letters.contains(&row.letter));
        ask!(store, letters_of().letter(letter).day_in(days), days,
            Letter(row) => row.letter == letter && days.contains(&row.day));
        let paths_of = || Path::query(PathPk { p: 'p' });
        ask!(store, paths_of().path_in(lent(&paths, String::as_str)), paths,
            Path(row) => paths.contains(&row.path));
        ask!(store, paths_of().path_starting_with("a#"), Path(row) => row.path.starts_with("a#"));
    }
}

/// The condition is the same, whatever the form of the range.
#[test]
fn ranges_come_in_every_form() {
    let pk = OrdersPk { p: 'p' };
    let same = |one: ddbkey::key::Query<Orders>, from, to| {
        assert_eq!(one.build(), Orders::query(pk).name_in((from, to)).build());
    };
    let [from, to] = [Bound::Included("a"), Bound::Included("b")];
    same(Orders::query(pk).name_in("a".."b"), from, Bound::Excluded("b"));
    same(Orders::query(pk).name_in("a"..="b"), from, to);
    same(Orders::query(pk).name_in("a"..), from, Bound::Unbounded);
    same(Orders::query(pk).name_in(.."b"), Bound::Unbounded, Bound::Excluded("b"));
    same(Orders::query(pk).name_in(..="b"), Bound::Unbounded, to);
    same(Orders::query(pk).name_in(..), Bound::Unbounded, Bound::Unbounded);
    assert_eq!(Orders::query(pk).name_in(..).build(), Orders::query(pk).build());
}

/// Two conditions that send the same request are one key of a cache.
#[test]
fn conditions_that_ask_for_the_same_are_equal() {
    let bare = || Bare::query(BarePk { p: 'p' });
    let same = [bare().build(), bare().name_in(..).build(), bare().name_starting_with("").build()];
    let same: HashSet<_> = same.into_iter().map(Result::unwrap).collect();
    assert_eq!(same.len(), 1, "{same:?}");
    assert_ne!(bare().build(), bare().descending().build());
    assert_ne!(bare().build(), BarePk { p: 'p' }.condition());
}

/// A bound must be a value that fits the part, and crossed bounds are a separate error.
#[test]
fn bounds_are_values() {
    let names = |from, to| Orders::query(OrdersPk { p: 'p' }).name_in((from, to)).build();
    let (a, b) = (Bound::Included("a"), Bound::Included("b"));
    assert!(
        matches!(names(b, a), Err(error) if error.kind() == KeyErrorKind::EmptyRange && error.part() == Some("name"))
    );
    assert!(
        matches!(names(Bound::Included(""), a), Err(error) if error.kind() == KeyErrorKind::Empty && error.part() == Some("name"))
    );
    let error = names(a, Bound::Excluded("b#")).unwrap_err();
    assert!(
        error.kind() == KeyErrorKind::Separator
            && error.part() == Some("name")
            && error.to_string().contains("`#`")
    );
    let long = "b".repeat(1018);
    let error = names(a, Bound::Included(&long)).unwrap_err();
    assert!(
        error.kind() == KeyErrorKind::TooLong
            && error.reason().to_string().contains("is 1025 bytes")
    );
    let levels = |n| Level::query(LevelPk { p: 'p' }).n_in(..n).build();
    assert!(
        matches!(levels(1000), Err(error) if error.kind() == KeyErrorKind::OutOfRange && error.part() == Some("n"))
    );
}

/// Nothing is less than the least string, or greater than the greatest.
#[test]
fn a_range_beyond_the_ends_holds_nothing() {
    let names = |from, to| Orders::query(OrdersPk { p: 'p' }).name_in((from, to)).build();
    let is_empty = |built: Result<_, KeyError>| matches!(built, Err(error) if error.kind() == KeyErrorKind::EmptyRange);
    assert!(is_empty(names(Bound::Unbounded, Bound::Excluded("\0"))));
    assert!(!is_empty(names(Bound::Unbounded, Bound::Included("\0"))));
    assert!(is_empty(names(Bound::Excluded("a"), Bound::Excluded("a\0"))));
    assert!(!is_empty(names(Bound::Excluded("a"), Bound::Excluded("a\0\0"))));
    let greatest = "\u{10FFFF}".repeat(254) + "\u{7F}";
    assert!(is_empty(names(Bound::Excluded(&greatest), Bound::Unbounded)));
    assert!(!is_empty(names(Bound::Included(&greatest), Bound::Unbounded)));
    let bare = |from, to| Bare::query(BarePk { p: 'p' }).name_in((from, to)).build();
    assert!(is_empty(bare(Bound::Unbounded, Bound::Excluded("\0"))));
    let greatest = "\u{10FFFF}".repeat(256);
    assert!(is_empty(bare(Bound::Excluded(&greatest), Bound::Unbounded)));
}

/// No character is greater, in a literal or in a value.
#[test]
fn the_greatest_character_ends_a_range() {
    let sk = |n, name| HighestSk { n, name }.build().unwrap();
    let query = Highest::query(HighestPk { p: 'p' }).n_in(-2..=1).build().unwrap();
    let found = [-3, -2, 0, 1, 2].map(|n| query.matches("P#p", &sk(n, "\u{10FFFF}")));
    assert_eq!(found, [false, true, true, true, false]);
    let sk = |letter| LetterSk { letter, day: date(9999, 12, 31) }.build().unwrap();
    let query = Letter::query(LetterPk { p: 'p' }).letter_in('b'..=char::MAX).build().unwrap();
    let found = ['a', 'b', char::MAX].map(|letter| query.matches("P#p", &sk(letter)));
    assert_eq!(found, [false, true, true]);
    assert!(!query.matches("P#p", "LETTER$"));
}

#[derive(DdbKeys)]
#[pk("P", p)]
#[sk(name, "{n:02}\u{7F}")]
#[allow(dead_code, reason = "only the query of keys is used")]
struct Deleted {
    p: char,
    name: String,
    n: u8,
}

/// The character after `\u{7F}` takes one byte more than is available.
#[test]
fn a_key_of_the_greatest_length_is_in_range() {
    let name = "n".repeat(1024 - 4);
    let sk = DeletedSk { name: &name, n: 7 }.build().unwrap();
    assert_eq!(sk.len(), 1024);
    let query = || Deleted::query(DeletedPk { p: 'p' }).name(&name);
    assert!(query().n_in(..=7).build().unwrap().matches("P#p", &sk));
    assert!(query().n_in(7..).build().unwrap().matches("P#p", &sk));
    assert!(!query().n_in(8..).build().unwrap().matches("P#p", &sk));
    let next = "n".repeat(1024 - 3);
    let query = Deleted::query(DeletedPk { p: 'p' }).name(&next).n_in(..=7).build();
    assert!(
        matches!(query, Err(error) if error.kind() == KeyErrorKind::TooLong && error.reason().to_string().contains("is 1025 bytes"))
    );
}

/// A prefix of a string need not be a valid string of its type.
#[test]
fn a_part_of_ones_own_can_be_begun() {
    let query = |start| Stock::query(StockPk { user: "u" }).shelf_starting_with(start).build();
    let condition = query("B-").unwrap();
    assert!(
        condition.matches("USER#u", "SHELF#B-07") && !condition.matches("USER#u", "SHELF#A-07")
    );
    assert!(
        matches!(query("B#"), Err(error) if error.kind() == KeyErrorKind::Separator && error.part() == Some("shelf"))
    );
}

#[derive(DdbKeys)]
#[pk("P", p)]
#[sk("{n:03}{day}")]
#[allow(dead_code, reason = "only the query of keys is used")]
struct Signed {
    p: char,
    n: i16,
    day: Date,
}

/// `EVENT#2024-01-31a` starts with the date, but its date is another.
#[test]
fn a_beginning_does_not_run_into_the_next_part() {
    let query = |start| Event::query(EventPk { p: 'p' }).day_starting_with(start).build();
    assert!(query("2024-01-31").is_ok());
    assert!(
        matches!(query("2024-01-31a"), Err(error) if error.kind() == KeyErrorKind::EmptyRange && error.part() == Some("day"))
    );
    let query = |start| Signed::query(SignedPk { p: 'p' }).n_starting_with(start).build();
    assert!(query("001").is_ok() && query("-999").is_ok());
    assert!(
        matches!(query("0012"), Err(error) if error.kind() == KeyErrorKind::EmptyRange && error.part() == Some("n"))
    );
}

#[derive(DdbKeys, Clone, Debug)]
#[pk("TENANT", tenant)]
#[sk("TICKET", id)]
#[gsi("status", pk = ("STATUS", status), sk = ("{at:.0}", id))]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("by_type", pk = ("ticket"), sk = sk)]
#[gsi("alone", pk = ("GRADE", grade))]
#[lsi("rank", sk = ("{rank:03}", id))]
#[allow(dead_code, reason = "no test uses all of what is generated")]
struct Ticket {
    tenant: String,
    id: String,
    status: Option<String>,
    at: Timestamp,
    grade: Grade,
    rank: u16,
}

fn ticket() -> impl Strategy<Value = Ticket> {
    let few = || select(&["a", "a!", "ab", "a\0", "b"]).prop_map(String::from);
    let at = near_moment().prop_map(|at| floor(at, 6) + jiff::Span::new().milliseconds(998));
    (few(), few(), proptest::option::of(few()), at, grade(), 0..20_u16).prop_map(
        |(tenant, id, status, at, grade, rank)| Ticket { tenant, id, status, at, grade, rank },
    )
}

/// An index, the attributes of its keys, and which tickets are meant.
struct IndexQuery<'q> {
    name: &'q str,
    attributes: [&'q str; 2],
    is_crossed: bool,
    means: &'q dyn Fn(&Ticket) -> bool,
}

impl IndexQuery<'_> {
    fn check(&self, tickets: &[Ticket], built: Result<KeyCondition, KeyError>) {
        let in_index = |ticket: &Ticket| {
            let keys = ticket.keys().unwrap();
            let [pk, sk] = self.attributes.map(|name| keys.get(name).map(String::from));
            pk.filter(|_| sk.is_some() || self.attributes[1].is_empty()).map(|pk| (pk, sk))
        };
        let rows = tickets.iter().filter_map(|ticket| Some((in_index(ticket)?, ticket)));
        match built {
            Ok(condition) => {
                assert!(!self.is_crossed);
                assert_eq!(condition.index_name(), Some(self.name));
                let names = condition.names().map(|(_, name)| name);
                assert!(names.zip(self.attributes).all(|(name, wanted)| name == wanted));
                check_texts(&condition);
                for ((pk, sk), ticket) in rows {
                    let means = (self.means)(ticket);
                    assert_eq!(
                        condition.matches(&pk, sk.as_deref()),
                        means,
                        "{ticket:?} {condition:?}"
                    );
                }
            }
            Err(error) if error.kind() == KeyErrorKind::EmptyRange => {
                assert!(rows.into_iter().all(|(_, ticket)| !(self.means)(ticket)));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn indexes_are_asked_for_their_own_keys(
        tickets in vec(ticket(), 1..20),
        ids in bounds(select(&["a", "a\0", "ab", "b"])),
        ranks in bounds(0..20_u16),
        one in ticket(),
        wanted in select(&["a", "b"]),
    ) {
        let holds = |text: &str| RangeBounds::<str>::contains(&ids, text);
        let by_status = Ticket::query_status(TicketStatusPk { status: wanted }).at(one.at).build();
        IndexQuery {
            name: "status",
            attributes: ["statuspk", "statussk"],
            is_crossed: false,
            means: &|ticket| {
                ticket.status.as_deref() == Some(wanted) && floor(ticket.at, 0) == floor(one.at, 0)
            },
        }
        .check(&tickets, by_status);
        IndexQuery {
            name: "inverted",
            attributes: ["sk", "pk"],
            is_crossed: is_crossed(&ids),
            means: &|ticket| ticket.id == one.id && holds(&ticket.tenant),
        }
        .check(&tickets, Ticket::query_inverted(TicketSk { id: &one.id }).tenant_in(ids).build());
        IndexQuery {
            name: "by_type",
            attributes: ["by_typepk", "sk"],
            is_crossed: is_crossed(&ids),
            means: &|ticket| holds(&ticket.id),
        }
        .check(&tickets, Ticket::query_by_type(TicketByTypePk).id_in(ids).build());
        IndexQuery {
            name: "alone",
            attributes: ["alonepk", ""],
            is_crossed: false,
            means: &|ticket| ticket.grade == one.grade,
        }
        .check(&tickets, Ticket::query_alone(TicketAlonePk { grade: one.grade }).build());
        let by_rank = Ticket::query_rank(TicketPk { tenant: &one.tenant }).rank_in(ranks).build();
        IndexQuery {
            name: "rank",
            attributes: ["pk", "ranksk"],
            is_crossed: is_crossed(&ranks),
            means: &|ticket| ticket.tenant == one.tenant && ranks.contains(&ticket.rank),
        }
        .check(&tickets, by_rank);
    }
}
