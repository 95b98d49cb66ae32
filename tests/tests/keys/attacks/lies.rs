//! Hand-written parts whose code and shape disagree. Whatever they declare, a key that is built is read as
//! what it was built from, belongs to its entity, and is found by its query. Everything else is an error.

use std::fmt::{self, Write};

use ddbkey::part::{OutOfRange, Padded, Shape, order};
use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, KeyPart, ParseErrorKind};

/// Values to build, and strings to read.
const TEXTS: [&str; 24] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "aB",
    "A",
    "v",
    "v1",
    "1",
    "01",
    "00007",
    "é",
    "日本",
    "a#b",
    "#",
    "a#",
    "##",
    "ORDER#7",
    "ORDER",
    " a ",
    "\0",
    "a\0#",
    "\u{10ffff}",
];

type Written = Result<(), OutOfRange>;

/// Declares a hand-written string part, its entity, and a table in which the key of another entity could be taken for the
/// part's string. Then attacks it.
macro_rules! lies {
    ($($(#[$doc:meta])+ $name:ident: $order:ident, $shape:expr, $write:expr, $read:expr $(, $len:expr)?;)+) => {$(
        $(#[$doc])+
        mod $name {
            use super::*;

            #[derive(Debug)]
            struct Lie(&'static str);

            impl KeyPart for Lie {
                type Ref<'k> = &'k str;
                type Order = order::$order;
                const SHAPE: Shape = $shape;

                fn as_part(&self) -> &str {
                    self.0
                }

                fn write(value: &str, out: &mut impl Write) -> Written {
                    let write: fn(&str, &mut dyn Write) -> Written = $write;
                    write(value, out)
                }

                fn read(text: &str) -> Option<&str> {
                    let read: fn(&str) -> Option<&str> = $read;
                    read(text)
                }

                $(fn text_len(_: &str) -> usize {
                    $len
                })?
            }

            #[derive(DdbKeys, Debug)]
            #[pk("A", lie)]
            #[sk("B", lie)]
            #[gsi("gsi1", pk = ("C", lie, "{*rest}"))]
            #[gsi("gsi2", pk = [lie as "lie_key"], sk = ["D{lie}" as "lie_sk"])]
            struct One {
                lie: Lie,
                rest: &'static str,
            }

            #[derive(DdbKeys, Debug)]
            #[pk("A", "ORDER", id)]
            #[sk("B", id)]
            struct Two {
                id: String,
            }

            #[derive(DdbTable, Debug)]
            enum Both {
                One(One),
                Two(Two),
            }

            #[test]
            fn is_an_error_and_nothing_else() {
                for text in TEXTS {
                    check_built(text);
                    check_read(text);
                }
            }

            fn check_built(text: &'static str) {
                let one = One { lie: Lie(text), rest: "r#s" };
                let mut built = String::from("before");
                let into = OnePk { lie: text }.build_into(&mut built);
                let Ok(keys) = one.keys() else {
                    assert!(into.is_err() || one.sk().is_err() || one.gsi1().keys().is_err());
                    assert!(into.is_ok() || built == "before", "{built:?}");
                    return;
                };
                let (pk, sk) = (keys.pk(), keys.sk().unwrap());
                assert_eq!(built, format!("before{pk}"));
                let key = match Both::parse_key(pk, sk) {
                    Ok(BothKey::One(key)) => key,
                    other => panic!("{text:?} builds {pk:?}, {sk:?}, which is read as {other:?}"),
                };
                assert_eq!(key.keys().as_ref().map(|keys| keys.pk()), Ok(pk), "{text:?}");
                let gsi1 = One::parse_gsi1(keys.get("gsi1pk").unwrap()).unwrap();
                assert_eq!((gsi1.lie, gsi1.rest), (key.lie, "r#s"), "{text:?}");
                let [lie, own] = ["lie_key", "lie_sk"].map(|name| keys.get(name).unwrap());
                assert_eq!(One::parse_gsi2(lie, own).unwrap().lie, key.lie, "{text:?}");
                for query in [One::query(OnePk { lie: text }), One::query(OnePk { lie: key.lie })] {
                    assert!(query.build().unwrap().matches(pk, sk), "{text:?}");
                }
                let query = One::query(OnePk { lie: text }).lie(text).build().unwrap();
                assert!(query.matches(pk, sk), "{text:?}");
            }

            fn check_read(text: &str) {
                let (pk, sk) = (format!("A#{text}"), format!("B#{text}"));
                if let Ok(key) = OnePk::parse(&pk) {
                    assert_eq!(key.build().as_ref(), Ok(&pk));
                }
                if let Ok(key) = One::parse_key(&pk, &sk) {
                    let keys = key.keys().unwrap();
                    assert_eq!((keys.pk(), keys.sk()), (pk.as_str(), Some(sk.as_str())));
                }
                let gsi1 = format!("C#{text}#r");
                if let Ok(key) = One::parse_gsi1(&gsi1) {
                    assert_eq!(key.pk(), Ok(gsi1));
                }
            }
        }
    )+};
}

fn itself(value: &str, out: &mut dyn Write) -> Written {
    Ok(out.write_str(value)?)
}

#[expect(clippy::unnecessary_wraps, reason = "other parts refuse texts")]
fn as_it_is(text: &str) -> Option<&str> {
    Some(text)
}

lies! {
    /// Claims that strings are two bytes long.
    width: Never, Shape::ascii("two letters", "abcABC", 2, 2), itself, as_it_is;
    /// Claims to use only these letters.
    alphabet: Never, Shape::ascii("letters", "abc", 1, 40), itself, as_it_is;
    /// Claims to be one of these words.
    words: Never, Shape::words("a word", &["a", "ORDER"]), itself, as_it_is;
    /// Claims to be any string that is not empty.
    text: Last, Shape::text("a text"), itself, as_it_is;
    /// Writes five digits, with the shape of another format.
    borrowed_shape: Never, <u32 as KeyPart<Padded<5>>>::SHAPE, itself, |_| Some("any");
    /// Reads more than it writes.
    trims: Never, <String as KeyPart>::SHAPE, itself, |text| Some(text.trim());
    /// Reads nothing.
    reads_nothing: Never, Shape::text("a text"), itself, |_| None;
    /// Writes nothing.
    writes_nothing: Never, Shape::text("a text"), |_, _| Ok(()), as_it_is;
    /// Fails when it has written.
    fails_late: Never, Shape::text("a text"), |value, out| {
        itself(value, out)?;
        Err(OutOfRange)
    }, as_it_is;
    /// Writes strings that are read as other values.
    swaps: Never, Shape::text("a text"), |value, out| match value {
        "a" => itself("b", out),
        "b" => itself("a", out),
        _ => itself(value, out),
    }, as_it_is;
    /// Writes what it cannot read.
    reads_less: Never, Shape::text("a text"), itself, |text| (text.len() > 1).then_some(text);
    /// Ignores that it must stop, and reads what it would write differently.
    ignores_errors: Never, Shape::text("a text"), |value, out| {
        let _: fmt::Result = out.write_str("v");
        let _: fmt::Result = out.write_str(value);
        Ok(())
    }, |text| Some(text.strip_prefix('v').unwrap_or(text));
    /// Declares a string shorter than it is.
    short: Never, Shape::text("a text"), itself, as_it_is, 0;
    /// Declares a string longer than possible.
    long: Never, Shape::text("a text"), itself, as_it_is, usize::MAX;
    /// Slices without checking.
    slices: Never, Shape::ascii("a code", "abAB01", 2, 4), |value, out| {
        itself(value, out)
    }, |text| [&text[..1], &text[1..]].concat().eq(text).then_some(text);
}

/// A part that never writes the same string twice.
mod unsteady {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Unsteady;

    impl KeyPart for Unsteady {
        type Ref<'k> = Self;
        type Order = order::Never;
        const SHAPE: Shape = Shape::text("a text");

        fn as_part(&self) -> Self {
            *self
        }

        fn write(_: Self, out: &mut impl Write) -> Written {
            static COUNT: AtomicU8 = AtomicU8::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            Ok(out.write_str(&"#".repeat(usize::from(count % 2)))?)
        }

        fn read(_: &str) -> Option<Self> {
            Some(Self)
        }
    }

    #[derive(DdbKeys)]
    #[pk("A", part)]
    struct Row {
        part: Unsteady,
    }

    #[test]
    fn has_no_key() {
        for _ in 0..4 {
            let error = Row { part: Unsteady }.pk().unwrap_err();
            assert!(matches!(
                error.kind(),
                KeyErrorKind::Empty | KeyErrorKind::OutOfRange | KeyErrorKind::Separator
            ));
            assert!(
                matches!(Row::parse_key("A#x"), Err(error) if error.kind() == ParseErrorKind::Part)
            );
        }
    }
}
