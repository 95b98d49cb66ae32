//! The texts of enums.

use quote::format_ident;

use super::{MAX_LISTED, what};

#[test]
fn few_words_are_listed() {
    let (ident, variant) = (format_ident!("Status"), format_ident!("Open"));
    let described = |count| what(&ident, &vec![(&variant, "OPEN".to_owned()); count]);
    assert_eq!(described(1), "one of `OPEN`");
    assert_eq!(described(MAX_LISTED).matches("`OPEN`").count(), MAX_LISTED);
    assert_eq!(described(MAX_LISTED + 1), "a text of `Status`");
    assert_eq!(described(MAX_LISTED + 2), "a text of `Status`");
}
