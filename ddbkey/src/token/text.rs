//! The text around what is sealed: a version and base64.

use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::TokenError;

pub(super) const VERSION: u8 = 1;

/// What is sealed together with every token, so that nothing else under the same secret can pass as one.
pub(super) const ASSOCIATED: &[u8] = b"ddbkey page token \x01";

/// The greatest length of a token. Eight attributes of an index and the two keys of the table have at most
/// 15 KiB; the rest is left to the seal.
const MOST_TEXT: usize = 24 * 1024;

/// `None` if the token would be too long.
pub(super) fn print(sealed: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(1 + sealed.len());
    bytes.push(VERSION);
    bytes.extend_from_slice(sealed);
    let text = URL_SAFE_NO_PAD.encode(bytes);
    (text.len() <= MOST_TEXT).then_some(text)
}

/// Returns what is sealed. A text that is too long is not even decoded.
pub(super) fn parse(text: &str) -> Result<Sealed, TokenError> {
    if text.len() > MOST_TEXT {
        return Err(TokenError::Malformed);
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| TokenError::Malformed)?;
    match bytes.first() {
        Some(&VERSION) => Ok(Sealed(bytes)),
        _ => Err(TokenError::Malformed),
    }
}

/// The bytes of a token of this version.
pub(super) struct Sealed(Vec<u8>);

impl Sealed {
    /// What the seal returned.
    pub(super) fn as_slice(&self) -> &[u8] {
        self.0.get(1..).unwrap_or_default()
    }
}
