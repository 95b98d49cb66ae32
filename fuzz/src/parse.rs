//! A parser accepts what its builder writes, and nothing else; and a query finds what its parser accepts.
//!
//! The input is the strings of a key, one on each line.

use ddbkey::DdbKeys;
use ddbkey::key::{KeyPair, KeyTexts, PrimaryKey as _, TypedQuery};

use crate::declared::*;

macro_rules! check {
    ($name:ident($pk:ident, $sk:ident)) => {
        entity::<$name>($pk, $sk)
    };
}

pub fn run(data: &[u8]) {
    if let Some([pk, sk]) = texts(data) {
        each_entity!(check(pk, sk));
        entity::<Game>(pk, sk);
        pair::<OrderByStatus<'_>>(&[pk], &[sk]);
        pair::<UserInverted<'_>>(&[pk], &[sk]);
        pair::<GameByGift<'_>>(&[pk], &[sk]);
        pair::<GameInverted<'_>>(&[pk], &[sk]);
        pair::<GameNewest<'_>>(&[pk], &[sk]);
    }
    if let Some([kind, region, level, at, player]) = texts(data) {
        pair::<GameByRegion<'_>>(&[kind, region], &[level, at, player]);
    }
}

fn entity<'k, E: DdbKeys>(pk: &'k str, sk: &'k str) {
    key::<E::Pk<'k>>(&[pk]);
    key::<E::Sk<'k>>(&[sk]);
    match E::Key::<'k>::parse_texts(pk, sk) {
        Ok(key) => {
            let keys = key.keys().expect("what was read is written");
            assert_eq!((keys.pk(), keys.sk()), (pk, Some(sk)));
            let partition = E::parse_pk(pk).expect("half of what was read");
            let rows = E::query(partition).build().expect("a partition that was read");
            assert!(rows.matches(pk, sk), "{rows:?} does not match {pk:?} {sk:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks an index key, which must build the strings that it was read from.
fn pair<'k, P: KeyPair<'k>>(pk: &[&'k str], sk: &[&'k str]) {
    let own = key::<P::Pk>(pk);
    match P::parse_texts(pk, sk) {
        Ok(pair) => {
            assert_eq!(Some(pair.clone().split().0), own);
            let keys = pair.keys().expect("what was read is written");
            for (attribute, text) in P::SCHEMA.attributes().zip(pk.iter().chain(sk)) {
                let built = keys.get(attribute.name());
                assert_eq!(built, Some(*text));
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.reason().to_string().is_empty());
        }
    }
}

/// Reads a key, which must build the strings that it was read from.
fn key<'k, K: KeyTexts<'k>>(texts: &[&'k str]) -> Option<K> {
    match K::from_texts(texts) {
        Ok(key) => {
            let built = key.clone().texts().expect("what was read is written");
            assert_eq!(built.as_ref(), texts);
            Some(key)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.reason().to_string().is_empty());
            None
        }
    }
}
