//! Words alone, and words with a payload.

use alloc::string::{String, ToString};

use super::automaton::{accepts, census};
use crate::language::{Head, Language, Variant};
use crate::part::Shape;

const OWNERS: &[Variant] = &[
    Variant::of::<String>("USER"),
    Variant::of::<u8>("ORG"),
    Variant::of::<bool>("US"),
    Variant::rest::<String>("PATH"),
    Variant::word("OR"),
    Variant::word("GLOBAL"),
];

const LIMITED: &[Variant] =
    &[Variant::of::<bool>("A"), Variant::word("BBB"), Variant::of::<u8>("A2")];
const ONE: &[Variant] = &[Variant::of::<bool>("A"), Variant::word("AAAAAA")];

const fn owners() -> Language {
    Shape::variants("an owner", '#', OWNERS).language
}

#[test]
fn texts_are_a_word_or_a_word_and_a_payload() {
    for text in
        ["USER#a", "USER#a#b", "USER##", "ORG#0", "ORG#255", "US#true", "PATH##", "OR", "GLOBAL"]
    {
        assert!(accepts(owners(), text) && owners().contains(text), "{text}");
        assert!(owners().is_sure_of(text), "{text}");
    }
    for text in [
        "", "USER", "USER#", "ORG#256", "ORG#01", "ORG#", "US", "US#tru", "OR#", "OR#1", "GLOBA",
        "GLOBAL#", "#", "#a", "user#a",
    ] {
        assert!(!accepts(owners(), text) && !owners().contains(text), "{text}");
    }
}

#[test]
fn lengths_and_bytes_are_those_of_all_variants() {
    assert_eq!(owners().lengths(), (2, None));
    assert!(owners().is_free() && owners().alphabet().is_all() && !owners().is_prefix_free());
    let limited = Shape::variants("limited", '|', LIMITED);
    assert_eq!(limited.language.lengths(), (3, Some(7)));
    assert!(!limited.is_unrestricted() && limited.width().is_none());
    assert_eq!(limited.alphabet.to_string(), r"0-9ABaeflr-u\|");
    let found = census(limited.language);
    assert_eq!((found.texts, found.shortest, found.longest), (1 + 2 + 256, 3, 7));
    assert_eq!(Shape::variants("of one length", '|', ONE).width(), None);
}

#[test]
fn a_text_starts_with_the_word_of_a_payload() {
    let Language::Variants(owners) = owners() else { panic!("variants") };
    let head = |text| owners.head(text);
    assert_eq!(head("USER#a"), Head { length: 5, is_rest: false });
    assert_eq!(head("US#USER#"), Head { length: 3, is_rest: false });
    assert_eq!(head("PATH#"), Head { length: 5, is_rest: true });
    for text in ["OR#a", "USER", "USERS#", "", "#", "é#"] {
        assert_eq!(head(text), Head { length: 0, is_rest: false }, "{text}");
    }
    assert!(owners.begin("OR#a") && owners.begin("USER") && !owners.begin("USERS#"));
}

#[test]
fn faulty_lists_are_refused() {
    const FAULTS: [(char, &[Variant]); 6] = [
        ('é', OWNERS),
        ('#', &[]),
        ('#', &[Variant::word("")]),
        ('#', &[Variant::word("a#")]),
        ('#', &[Variant::word("a"), Variant::of::<String>("a")]),
        ('#', &[Variant::word("a"); 128]),
    ];
    for (separator, variants) in FAULTS {
        let shape = std::panic::catch_unwind(|| Shape::variants("faulty", separator, variants));
        assert!(shape.is_err(), "{separator} {variants:?}");
    }
}

/// A payload has no byte that ends it, unless it takes the rest.
#[test]
fn excluded_bytes_are_those_of_payloads() {
    let Language::Variants(owners) = owners() else { panic!("variants") };
    let hash = crate::language::ByteSet::ascii('#');
    let after = |text: &str| -> String {
        let mut states = alloc::vec![0];
        for byte in text.bytes() {
            let steps =
                states.iter().flat_map(|state| Language::Variants(owners).all_steps(*state, hash));
            states = steps.filter(|step| step.bytes.contains(byte)).map(|step| step.to).collect();
        }
        if states.is_empty() { "nothing".into() } else { "something".into() }
    };
    assert_eq!((after("USER#a"), after("USER##")), ("something".into(), "nothing".into()));
    assert_eq!((after("PATH##"), after("OR#")), ("something".into(), "nothing".into()));
}
