//! The functions agree with the methods of `str`.

use proptest::prelude::*;

use super::{compare, find, holds, same_text};

proptest! {
    #[test]
    fn as_the_methods_of_str(left in "[ab#é]{0,4}", right in "[ab#é]{0,4}") {
        prop_assert_eq!(same_text(&left, &right), left == right);
        prop_assert_eq!(compare(&left, &right), left.cmp(&right));
        for character in ['a', '#', 'é', 'ã'] {
            prop_assert_eq!(find(&left, character), left.find(character));
            prop_assert_eq!(holds(&left, character), left.contains(character));
        }
    }
}
