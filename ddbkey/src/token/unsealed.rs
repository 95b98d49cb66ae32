//! A seal that protects nothing.

use alloc::vec::Vec;

use super::Seal;

/// Does not protect tokens: they are the base64 of key values.
///
/// **It exposes the keys of rows**: whoever holds a token reads them. A token for a table query has the
/// sort key of its row; one for an index also has the row's table key, such as `USER#…` with an e-mail
/// address, of a row that the reader may not be allowed to see.
///
/// **Anybody can write such a token.** It starts anywhere within the partition and the range of the query,
/// but never outside them: tokens hold no partition, and every value is checked. Use it where clients may
/// know the keys of all rows of the query, and in tests.
///
/// ```
/// use ddbkey::token::{Seal, Unsealed};
///
/// assert_eq!(Unsealed.seal(b"ORDER#17", b"").as_deref(), Some(&b"ORDER#17"[..]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unsealed;

impl Seal for Unsealed {
    fn seal(&self, content: &[u8], _: &[u8]) -> Option<Vec<u8>> {
        Some(content.into())
    }

    fn open(&self, sealed: &[u8], _: &[u8]) -> Option<Vec<u8>> {
        Some(sealed.into())
    }
}
