//! The laws: what holds for every declaration and every value, compared with models that do not know
//! how the crate works.
//!
//! `fixed` has declarations of many shapes, `queries` requests rows of a sorted list, and `ranges` by ranges that hold next to nothing. The values come
//! from `values`.

mod attributes;
mod expected;
mod fixed;
mod queries;
mod ranges;
mod shapes;
mod texts;
mod values;

use std::fmt::{Debug, Write as _};

use ddbkey::__private::engine::Language;
use ddbkey::__private::{PartVisitor, Place};
use ddbkey::__private::{Pattern, Segment};
use ddbkey::key::KeyText;
use ddbkey::part::Format;
use ddbkey::{KeyError, KeyPart, ParseError, ParseErrorKind};
use proptest::test_runner::Config;
use values::MARKER;

/// Returns a configuration with this many cases, times `LAWS_TIMES` for a long run.
fn cases(cases: u32) -> Config {
    let times = std::env::var("LAWS_TIMES").ok().and_then(|times| times.parse().ok());
    let cases = cases * times.unwrap_or(1);
    Config { cases, max_local_rejects: 10 * cases, ..Config::default() }
}

/// The field and the string of each value of a key, in order.
type Parts = Vec<(&'static str, String)>;

/// A visitor that keeps the values separate.
struct Record {
    pattern: &'static Pattern,
    parts: Parts,
}

impl PartVisitor for Record {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        assert_eq!(place.attribute, 0);
        let Segment::Value(place) = &self.pattern.segments[place.at] else { panic!("a literal") };
        let mut text = String::new();
        T::write(value, &mut text).expect("only of values that were read or built");
        self.parts.push((place.field, text));
        Ok(())
    }
}

/// Returns the parts of a key, as strings.
fn parts_of<'k, K: KeyText<'k>>(key: &K) -> Parts {
    let mut record = Record { pattern: &K::PATTERNS[0], parts: Vec::new() };
    key.put(&mut record).expect("a visitor without errors");
    record.parts
}

/// Checks both directions of law 1 for any string, and law 7.
fn check_text<'k, K: KeyText<'k>>(text: &'k str) {
    match K::parse(text) {
        Ok(parts) => assert_eq!(parts.build().as_deref(), Ok(text)),
        Err(error) => check_parse_error(error, &K::PATTERNS[0], text),
    }
}

/// Checks that the error names entity, key and part, prints nothing of the string, and has the correct kind.
fn check_parse_error(error: ParseError, key: &'static Pattern, text: &str) {
    assert_eq!((error.pattern(), error.entity()), (Some(key.to_string()), Some(key.entity())));
    assert_eq!(error.index(), key.role.index());
    check_message(&error, key, error.part());
    let separator = key.separator;
    let literals: Vec<&str> = literals(key).collect();
    let separators = |text: &str| text.matches(separator).count();
    assert_eq!(error.kind() == ParseErrorKind::TooLong, text.len() > key.limit());
    let reason = error.reason().to_string();
    match error.kind() {
        ParseErrorKind::Literal => {
            assert!(literals.iter().any(|own| reason == format!("expected `{own}`")));
        }
        ParseErrorKind::Part => assert!(fields(key).any(|field| Some(field) == error.part())),
        // The separator before a payload is not one of the literals.
        ParseErrorKind::Missing if has_payloads(key) => {}
        ParseErrorKind::Missing => {
            assert!(!holds_in_order(text, &literals), "{error}: nothing is missing in {text:?}");
        }
        ParseErrorKind::Trailing => {
            let declared = literals.iter().map(|literal| separators(literal)).sum::<usize>();
            assert!(separators(text) > declared, "{error}: nothing trails in {text:?}");
        }
        ParseErrorKind::TooLong => {}
        _ => panic!("{error}: one key alone cannot be at fault so"),
    }
}

/// Checks what must hold for the message of every error.
fn check_message(error: &(impl std::error::Error + Copy), key: &Pattern, part: Option<&str>) {
    let (mut shown, mut debugged) = (String::new(), String::new());
    write!(shown, "{error}").expect("a string");
    write!(debugged, "{error:?}").expect("a string");
    assert!(shown.contains(&format!("{}", key.role)), "{shown}");
    assert!(shown.contains(&format!("`{}`", key.entity())), "{shown}");
    assert!(shown.contains(&format!("`{key}`")), "{shown}");
    if let Some(part) = part {
        assert!(shown.contains(&format!("`{part}`")), "{shown}");
    }
    for text in [shown, debugged] {
        assert!(!text.contains(MARKER), "a value in an error: {text}");
    }
}

/// Checks that the message of an error contains no value, except for what the declaration also contains.
fn check_holds_no_value(error: &impl Debug, shown: &str, key: &Pattern, values: &[&str]) {
    let declared = format!("{key:?} {:?}", key.segments);
    for value in values.iter().filter(|value| value.len() > 5 && !declared.contains(*value)) {
        assert!(!shown.contains(value) && !format!("{error:?}").contains(value), "{shown}");
    }
}

fn literals(key: &Pattern) -> impl Iterator<Item = &'static str> {
    key.segments.iter().filter_map(|segment| match segment {
        Segment::Literal(text) => Some(*text),
        Segment::Value(_) => None,
    })
}

fn fields(key: &Pattern) -> impl Iterator<Item = &'static str> {
    key.segments.iter().filter_map(|segment| match segment {
        Segment::Value(value) => Some(value.field),
        Segment::Literal(_) => None,
    })
}

fn has_payloads(key: &Pattern) -> bool {
    key.segments.iter().any(|segment| {
        matches!(segment, Segment::Value(value) if matches!(value.language(), Language::Variants(_)))
    })
}

/// Returns whether the string contains the literals, one after the other.
fn holds_in_order(mut text: &str, literals: &[&str]) -> bool {
    literals.iter().all(|literal| match text.split_once(literal) {
        Some((_, behind)) => {
            text = behind;
            true
        }
        None => false,
    })
}
