//! Defects that were reported from outside, each with the code that showed it.

use crate::listed::printed;
use std::fmt::Write;

use ddbkey::part::{Fraction, OutOfRange, Plain, Shape, order};
use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, KeyPart, ParseErrorKind};
use ddbkey_tools::{Schema, diff, event_filter};

/// An attribute that is the sort key of another index has the limit of that index, whatever its name.
mod limit_of_shared_attributes {
    use super::*;

    #[derive(DdbTable)]
    #[ddb(pk = "PK", sk = "SK")]
    #[gsi("inv", pk = "SK", sk = "PK")]
    enum Inverted {
        Row(Row),
    }

    #[derive(DdbKeys)]
    #[ddb(table = Inverted)]
    #[pk("U", id)]
    #[sk("X", x)]
    #[gsi("inv", pk = ("X", x), sk = ("U", id))]
    struct Row {
        id: String,
        x: String,
    }

    #[derive(DdbTable)]
    #[ddb(pk = "PK", sk = "SK")]
    #[gsi("gs1", pk = "A", sk = "B")]
    #[gsi("gs2", pk = "B", sk = "A")]
    enum Crossed {
        Pair(Pair),
    }

    #[derive(DdbKeys)]
    #[ddb(table = Crossed)]
    #[pk("P", a)]
    #[sk("P")]
    #[gsi("gs1", pk = ("A", a), sk = ("B", b))]
    #[gsi("gs2", pk = ("B", b), sk = ("A", a))]
    struct Pair {
        a: String,
        b: String,
    }

    #[test]
    fn of_the_table() {
        let row = |bytes: usize| Row { id: "x".repeat(bytes - 2), x: "a".into() };
        assert!(row(1024).keys().is_ok());
        let errors = [row(1025).keys(), row(1025).key().keys(), row(1025).inv().keys()];
        for error in errors.map(Result::unwrap_err) {
            assert!(
                error.kind() == KeyErrorKind::TooLong
                    && error.reason().to_string().contains("is 1025 bytes"),
                "{error}"
            );
        }
        let error = row(1025).pk().unwrap_err().to_string();
        let because = "DynamoDB allows 1024 here, because index `inv` uses it as its sort key";
        assert!(error.ends_with(because), "{error}");
        let pk = format!("U#{}", "x".repeat(1023));
        assert!(
            matches!(Row::parse_key(&pk, "X#a"), Err(error) if error.kind() == ParseErrorKind::TooLong)
        );
        assert!(Row::query(RowPk { id: &pk[2..] }).build().is_err());
    }

    #[test]
    fn of_two_indexes() {
        let pair = |bytes: usize| Pair { a: "x".repeat(bytes - 2), b: "b".into() };
        assert!(pair(1024).keys().is_ok());
        for error in [pair(1025).keys(), pair(1025).gs1().keys(), pair(1025).gs2().keys()] {
            assert!(
                matches!(error, Err(error) if error.kind() == KeyErrorKind::TooLong && error.reason().to_string().contains("is 1025 bytes")),
                "{error:?}"
            );
        }
    }
}

/// Fields of both keys are compared by their strings, whatever the type considers equal.
mod fields_of_both_keys {
    use super::*;

    struct Email(String);

    /// Equality ignores case.
    #[derive(Clone, Copy, Debug, Eq)]
    struct AnyCase<'k>(&'k str);

    impl PartialEq for AnyCase<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.0.eq_ignore_ascii_case(other.0)
        }
    }

    impl std::hash::Hash for AnyCase<'_> {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.0.to_ascii_lowercase().hash(state);
        }
    }

    impl KeyPart for Email {
        type Ref<'k> = AnyCase<'k>;
        type Order = order::Never;
        const SHAPE: Shape = Shape::text("an email address");

        fn as_part(&self) -> AnyCase<'_> {
            AnyCase(&self.0)
        }

        fn write(value: AnyCase<'_>, out: &mut impl Write) -> Result<(), OutOfRange> {
            Ok(out.write_str(value.0)?)
        }

        fn read(text: &str) -> Option<AnyCase<'_>> {
            Some(AnyCase(text))
        }
    }

    #[derive(DdbKeys)]
    #[pk("A", email)]
    #[sk("B", email)]
    struct Account {
        email: Email,
    }

    #[test]
    fn a_coarse_equality_is_not_asked() {
        let account = Account { email: Email("abc".into()) };
        assert_eq!(account.sk().as_deref(), Ok("B#abc"));
        assert_eq!(Account::parse_key("A#abc", "B#abc"), Ok(account.key()));
        let error = Account::parse_key("A#abc", "B#ABC").unwrap_err();
        assert!(
            error.kind() == ParseErrorKind::Mismatch && error.part() == Some("email"),
            "{error:?}"
        );
    }

    #[test]
    fn texts_are_compared_to_their_ends() {
        for length in [1, 63, 64, 65, 128, 1000] {
            let text = "a".repeat(length);
            for other in [format!("{text}a"), format!("{text}b"), format!("{}b", &text[1..])] {
                for (one, other) in [(&text, &other), (&other, &text)] {
                    let (pk, sk) = (format!("A#{one}"), format!("B#{other}"));
                    let error = Account::parse_key(&pk, &sk).unwrap_err();
                    assert!(error.kind() == ParseErrorKind::Mismatch, "{pk} {sk}");
                }
            }
        }
    }

    /// A date in words, whose strings are longer than ours.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Spelled(u32);

    const LONG: &str = "the number of days since the beginning of the calendar is";

    impl Spelled {
        fn write_to(self, digits: usize, out: &mut impl Write) -> Result<(), OutOfRange> {
            Ok(write!(out, "{LONG} {:0digits$}", self.0)?)
        }

        fn read_from(text: &str, digits: usize) -> Option<Self> {
            let number = text.strip_prefix(LONG)?.strip_prefix(' ')?;
            (number.len() == digits).then_some(Self(number.parse().ok()?))
        }
    }

    macro_rules! spelled {
        ($format:ty, $digits:literal) => {
            impl KeyPart<$format> for Spelled {
                type Ref<'k> = Self;
                type Order = order::Never;
                const SHAPE: Shape = Shape::text("a number in words");

                fn as_part(&self) -> Self {
                    *self
                }

                fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                    value.write_to($digits, out)
                }

                fn read(text: &str) -> Option<Self> {
                    Self::read_from(text, $digits)
                }
            }
        };
    }

    spelled!(Plain, 9);
    spelled!(Fraction<3>, 12);

    #[derive(DdbKeys)]
    #[pk("A", at)]
    #[sk("B", "{at:.3}")]
    struct Log {
        at: Spelled,
    }

    #[test]
    fn long_texts_in_two_formats_are_compared() {
        let log = Log { at: Spelled(7) };
        let (pk, sk) = (log.pk().unwrap(), log.sk().unwrap());
        assert_ne!(pk[2..], sk[2..]);
        assert_eq!(Log::parse_key(&pk, &sk), Ok(log.key()));
        let other = Log { at: Spelled(8) }.sk().unwrap();
        assert!(matches!(
            Log::parse_key(&pk, &other),
            Err(error) if error.kind() == ParseErrorKind::Mismatch && error.part() == Some("at")
        ));
    }
}

/// What a snapshot of the schema shows, and what it does not.
mod snapshot {
    use super::*;

    macro_rules! declare {
        ($module:ident $text:ident $variants:tt $alphabet:literal $pk:literal) => {
            mod $module {
                use super::*;

                #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
                #[allow(dead_code, reason = "their texts alone matter")]
                enum Status $variants

                pub struct Code;

                impl KeyPart for Code {
                    type Ref<'k> = &'k str;
                    type Order = order::Never;
                    const SHAPE: Shape = Shape::ascii("a code", $alphabet, 1, 4);

                    fn as_part(&self) -> &str {
                        "a"
                    }

                    fn write(value: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
                        Ok(out.write_str(value)?)
                    }

                    fn read(text: &str) -> Option<&str> {
                        Some(text)
                    }
                }

                #[derive(DdbKeys)]
                #[pk($pk)]
                #[sk("S", status, code)]
                #[allow(dead_code, reason = "its schema alone matters")]
                struct Row {
                    id: String,
                    status: Status,
                    code: Code,
                }

                pub fn $text() -> String {
                    printed(Row::SCHEMA)
                }
            }
            use $module::$text;
        };
    }

    declare!(first one { Open, Paid } "abc" "{id}");
    declare!(second reordered { Paid, Open } "abc" "{id}");
    declare!(third other_alphabet { Open, Paid } "abd" "{id}");
    declare!(fourth more { Open, Paid, Shipped } "abc" "{id}");

    /// Literals that look like values.
    #[derive(DdbKeys)]
    #[pk("{{id: text}}")]
    #[sk("X\nY#\u{7F}")]
    struct Braces;

    #[derive(DdbKeys)]
    #[pk("{id}")]
    #[sk("X#Y")]
    #[allow(dead_code, reason = "its schema alone matters")]
    struct Plain {
        id: String,
    }

    #[test]
    fn changes_where_keys_do() {
        assert_eq!(one(), reordered(), "the order of variants is in no key");
        assert_ne!(one(), other_alphabet());
        assert_ne!(one(), more());
        let (braces, plain) = (printed(Braces::SCHEMA), printed(Plain::SCHEMA));
        assert_ne!(braces.replace("Braces", ""), plain.replace("Plain", ""));
    }

    mod other {
        #[derive(ddbkey::DdbKeys)]
        #[pk("OTHER", id)]
        #[sk("A\nB")]
        pub struct BracesToo {
            pub id: String,
        }
    }

    #[derive(DdbTable)]
    #[allow(dead_code, reason = "its schema alone matters")]
    enum Table {
        Braces(Braces),
        Others(other::BracesToo),
    }

    /// A line break in a literal does not break a row.
    #[test]
    fn pictures_hold_together() {
        let markdown = ddbkey_tools::markdown(&Schema::of(Table::SCHEMA));
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let rows: Vec<_> = markdown.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), 4, "{markdown}");
        assert!(rows.iter().all(|row| cells(row) == cells(rows[0])), "{markdown}");
        let mermaid = ddbkey_tools::mermaid(&Schema::of(Table::SCHEMA));
        let nodes: std::collections::BTreeSet<_> =
            mermaid.lines().filter_map(|line| line.trim().split_once("[\"Braces")).collect();
        let ids: std::collections::BTreeSet<_> = nodes.iter().map(|(id, _)| id).collect();
        assert_eq!((nodes.len(), ids.len()), (2, 2), "{mermaid}");
    }
}

/// A key that is the partition key of two indexes has no `condition`, since it would be ambiguous.
mod conditions {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("ORDER", id)]
    #[gsi("one", pk = sk)]
    #[gsi("two", pk = sk, sk = pk)]
    #[gsi("three", pk = ("STATE", user))]
    struct Order {
        user: String,
        id: String,
    }

    /// An inherent method would be called instead.
    trait NoCondition {
        fn condition(&self) -> &'static str {
            "none"
        }
    }

    impl NoCondition for OrderSk<'_> {}

    /// A finished query cannot become a query that takes parts. This would be a way to do so.
    impl From<ddbkey::key::RowQuery<Order>> for OrderQuery<0> {
        fn from(_: ddbkey::key::RowQuery<Order>) -> Self {
            Order::query(OrderPk { user: "u1" })
        }
    }

    #[test]
    fn are_of_one_index() {
        assert_eq!(OrderSk { id: "7" }.condition(), "none");
        let of_index = OrderThreePk { user: "u1" }.condition().unwrap();
        assert_eq!(of_index.index_name(), Some("three"));
        assert_eq!(OrderPk { user: "u1" }.condition().unwrap().index_name(), None);
        for (condition, index) in [
            (Order::query_one(OrderSk { id: "7" }).build(), "one"),
            (Order::query_two(OrderSk { id: "7" }).build(), "two"),
        ] {
            assert_eq!(condition.unwrap().index_name(), Some(index));
        }
        let finished = Order::query(OrderPk { user: "u2" }).id("7");
        assert_eq!(
            OrderQuery::from(finished).build(),
            Order::query(OrderPk { user: "u1" }).build()
        );
    }
}

/// What a program prints about its table fits on the stack of a small thread.
mod small_stacks {
    use super::*;

    #[derive(DdbTable)]
    enum Tree {
        Node(Node),
        Leaf(Leaf),
        Path(Path),
    }

    #[derive(DdbKeys)]
    #[pk("TREE", tree)]
    #[sk("NODE", "{id:05}")]
    struct Node {
        tree: String,
        id: u32,
    }

    #[derive(DdbKeys)]
    #[pk("TREE", tree)]
    #[sk("NODE", "{id:05}", "LEAF", color)]
    struct Leaf {
        tree: String,
        id: u32,
        color: Color,
    }

    #[derive(DdbKeys)]
    #[pk("PATH", "{*path}")]
    #[sk("NODE", "{a}.{b}")]
    struct Path {
        path: String,
        a: Color,
        b: Color,
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Color {
        Green,
        Red,
        Yellow,
    }

    #[test]
    fn hold_schema_comparison_and_filter() {
        let prints = || {
            let text = Schema::of(Tree::SCHEMA).to_string();
            assert!(text.contains("Leaf"));
            let schema = Schema::of(Tree::SCHEMA);
            assert_eq!(diff(&Schema::parse(&text).unwrap(), &schema), []);
            let filter = event_filter(&schema, &["Node"]).unwrap();
            assert_eq!(filter.also_lets_through(), ["Leaf"]);
        };
        let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(prints);
        thread.unwrap().join().unwrap();
    }
}

/// A string that is longer than any key tells nothing about the intended entity.
mod long_texts {
    use super::*;

    #[derive(DdbTable)]
    enum Shop {
        Order(Order),
    }

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("ORDER", id, "LINE", line)]
    struct Order {
        user: String,
        id: String,
        line: String,
    }

    fn nearest(pk: &str, sk: &str) -> Option<String> {
        match Shop::parse_key(pk, sk) {
            Err(error) if error.kind() == ParseErrorKind::UnknownEntity => {
                error.nearest().map(|near| near.to_string())
            }
            other => unreachable!("{:?}", other.err()),
        }
    }

    #[test]
    fn are_not_searched_for_literals() {
        let sk = |bytes: usize| format!("ORDER#1#{}", "#LINE".repeat(bytes / 5));
        assert!(nearest("PLAYER#1", &sk(500)).is_some());
        assert_eq!(nearest("PLAYER#1", &sk(5_000_000)), None);
        let pk = format!("USER#{}", "1".repeat(2048));
        assert_eq!(nearest(&pk, "GAME#1"), None);
        // The correct partition key alone is near enough.
        assert!(nearest("USER#1", &sk(5_000_000)).is_some_and(|near| near.contains("1024")));
    }
}

/// Tables whose entities share no key, although the strings of each single key overlap. They compile.
mod entities_without_a_shared_key {
    use std::num::NonZero;

    use super::*;

    #[derive(DdbTable, Debug, PartialEq)]
    enum Documents {
        ByState(ByState),
        Fixed(Fixed),
        Latest(Latest),
        Version(Version),
    }

    /// `state` is the same in both keys.
    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("U", state)]
    #[sk(state)]
    struct ByState {
        state: State,
    }

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("U", "A")]
    #[sk("B")]
    struct Fixed {}

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("DOC", id)]
    #[sk("v0")]
    struct Latest {
        id: String,
    }

    /// Versions count from 1.
    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("DOC", id)]
    #[sk("v{version:unordered}")]
    struct Version {
        id: String,
        version: NonZero<u32>,
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum State {
        A,
        B,
    }

    #[test]
    fn are_told_apart() {
        assert!(matches!(Documents::parse_key("U#A", "A"), Ok(DocumentsKey::ByState(_))));
        assert!(matches!(Documents::parse_key("U#A", "B"), Ok(DocumentsKey::Fixed(_))));
        assert!(matches!(Documents::parse_key("DOC#1", "v0"), Ok(DocumentsKey::Latest(_))));
        assert!(matches!(Documents::parse_key("DOC#1", "v1"), Ok(DocumentsKey::Version(_))));
        assert!(Documents::parse_key("U#B", "A").is_err());
    }
}
