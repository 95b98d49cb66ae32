//! Strings in every place: at the limits of the key, in characters of one to four bytes, empty, and at the
//! borders where a character takes one more byte.

use super::check;
use super::rows::{Joined, Place, Plain, Reused};

/// Characters of one to four bytes.
const FILLERS: [&str; 4] = ["a", "ß", "日", "\u{10FFFF}"];

/// The last and the first character of each length in UTF-8, and the ones next to the surrogates.
const BORDERS: [&str; 9] = [
    "\u{7F}",
    "\u{80}",
    "\u{7FF}",
    "\u{800}",
    "\u{D7FF}",
    "\u{E000}",
    "\u{FFFF}",
    "\u{10000}",
    "\u{10FFFF}",
];

/// Returns this many bytes of a filler, padded with `a`.
fn filled(filler: &str, bytes: usize) -> String {
    filler.repeat(bytes / filler.len()) + &"a".repeat(bytes % filler.len())
}

/// Returns the strings that can be built in a place, in the order of their bytes.
pub(super) fn allowed(place: &Place) -> Vec<String> {
    let most = place.limit - place.others;
    let at_limit =
        FILLERS.iter().flat_map(|filler| [filled(filler, most - 1), filled(filler, most)]);
    let borders = BORDERS.iter().map(|border| (*border).to_owned());
    let mut texts: Vec<_> = at_limit.chain(borders).collect();
    texts.sort();
    texts
}

/// Returns the strings that are one byte too long for it.
pub(super) fn too_long(place: &Place) -> impl Iterator<Item = String> {
    let most = place.limit - place.others;
    FILLERS.iter().map(move |filler| filled(filler, most) + "a")
}

#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn joined_keys() {
    check::places::<Joined>().await;
}

#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn keys_that_are_fields() {
    check::places::<Plain>().await;
}

#[tokio::test]
#[ignore = "slow: `.ci/run` runs it"]
async fn keys_that_serve_twice() {
    check::places::<Reused>().await;
}
