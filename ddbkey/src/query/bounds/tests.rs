//! The neighbours of strings.

use alloc::string::String;

use super::{predecessor, previous, step_past, successor};

#[test]
fn characters_skip_surrogates() {
    assert_eq!(successor('\u{D7FF}'), Some('\u{E000}'));
    assert_eq!(predecessor('\u{E000}'), Some('\u{D7FF}'));
    assert_eq!(successor(char::MAX), None);
    assert_eq!(predecessor('\0'), None);
}

/// Returns all strings of at most three bytes over an alphabet that has every width but four.
fn texts() -> alloc::vec::Vec<String> {
    let mut texts = alloc::vec![String::new()];
    for _ in 0..3 {
        let longer = |text: &String| {
            ['\0', 'a', '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}']
                .map(|character| alloc::format!("{text}{character}"))
        };
        let more: alloc::vec::Vec<_> = texts.iter().flat_map(longer).collect();
        texts.extend(more);
    }
    texts.retain(|text| text.len() <= 3 && !text.is_empty());
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn neighbours_leave_nothing_between() {
    let texts = texts();
    for text in &texts {
        if let Some(before) = previous(text.clone(), 3) {
            assert!(before < *text && before.len() <= 3);
            assert!(!texts.iter().any(|other| other < text && *other > before));
        }
        let mut past = text.clone();
        if step_past(&mut past, 0, 3) {
            assert!(past.len() <= 3);
            let starts = |other: &&String| other.starts_with(text.as_str());
            assert!(texts.iter().filter(starts).all(|other| *other < past));
            assert!(
                texts
                    .iter()
                    .filter(|other| !starts(other))
                    .all(|other| { other < text || *other >= past })
            );
        }
    }
}
