//! Which entities remain after the first bytes of a key.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn prefix() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[A-C]{0,4}").expect("a pattern")
}

proptest! {
    /// Exactly the entities that the first bytes do not rule out remain, in order.
    #[test]
    fn are_those_with_the_same_first_bytes(
        prefixes in vec((prefix(), prefix()), 0..=64),
        pk in prefix(),
        sk in prefix(),
    ) {
        let entities: Vec<_> = prefixes
            .iter()
            .map(|(pk, sk)| Prefixes { pk: pk.clone().leak(), sk: sk.clone().leak() })
            .collect();
        let keys: Vec<_> = entities.iter().map(core::slice::from_ref).collect();
        let candidates = Candidates::of(&keys);
        let fits = |text: &str, prefix: &str, bytes: usize| {
            text.starts_with(&prefix[..prefix.len().min(bytes)])
        };
        let expected: Vec<_> = (0_u32..)
            .zip(&entities)
            .filter(|(_, entity)| fits(&pk, entity.pk, PK_BYTES) && fits(&sk, entity.sk, SK_BYTES))
            .map(|(number, _)| number)
            .collect();
        prop_assert_eq!(candidates.matching(&[&pk], &[&sk]).collect::<Vec<_>>(), expected);
        prop_assert_eq!(candidates.matching(&[], &[&pk, &sk]).count(), entities.len());
    }
}
