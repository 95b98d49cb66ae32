//! The string form of a token: a version and base64.

use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::TokenError;

pub(super) const VERSION: u8 = 1;

/// Data that is sealed together with every token, so that nothing else under the same secret can pass as a token.
pub(super) const ASSOCIATED: &[u8] = b"ddbkey page token \x01";

/// The maximum length of a token. Eight attributes of an index and the two keys of the table have at most
/// 15 KiB; the rest is left to the seal.
const MAX_TOKEN_LEN: usize = 24 * 1024;

/// Returns the token, or `None` if it would be too long.
pub(super) fn print(sealed: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(1 + sealed.len());
    bytes.push(VERSION);
    bytes.extend_from_slice(sealed);
    let text = URL_SAFE_NO_PAD.encode(bytes);
    (text.len() <= MAX_TOKEN_LEN).then_some(text)
}

/// Returns the sealed content. A string that is too long is not even decoded.
pub(super) fn parse(text: &str) -> Result<Vec<u8>, TokenError> {
    if text.len() > MAX_TOKEN_LEN {
        return Err(TokenError::Malformed);
    }
    let mut bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| TokenError::Malformed)?;
    match bytes.first() {
        Some(&VERSION) => Ok(bytes.split_off(1)),
        _ => Err(TokenError::Malformed),
    }
}
