//! A seal that detects changes.

use alloc::vec::Vec;
use core::fmt;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::{Seal, SealError};

/// The length of a tag: half of SHA-256, which RFC 2104 allows.
const TAG: usize = 16;

const MIN_SECRET: usize = 16;

/// Seals with HMAC-SHA-256, truncated to 128 bits.
///
/// A token that was changed, or that was sealed with another secret, is refused. The comparison takes constant time.
///
/// It does not encrypt: whoever has a token can read the key values in it. [`Seal`] has an example that
/// encrypts.
///
/// # Rotation
///
/// A seal with a previous secret opens tokens of both secrets, and seals with the new one:
///
/// ```
/// use ddbkey::token::{HmacSha256, Seal};
///
/// let old = HmacSha256::new("32 bytes that were random");
/// let token = old.seal(b"ORDER#17", b"")?;
///
/// let rotating = HmacSha256::new("32 other random bytes").with_previous("32 bytes that were random");
/// assert_eq!(rotating.open(&token, b"")?.as_deref(), Some(&b"ORDER#17"[..]));
///
/// let new = HmacSha256::new("32 other random bytes");
/// assert_eq!(new.open(&token, b"")?, None);
/// # Ok::<(), ddbkey::token::SealError>(())
/// ```
#[derive(Clone)]
pub struct HmacSha256 {
    secret: Hmac<Sha256>,
    previous: Option<Hmac<Sha256>>,
}

impl HmacSha256 {
    /// Returns a seal with this secret.
    ///
    /// Use 32 random bytes, and different ones for each purpose.
    ///
    /// # Panics
    ///
    /// Panics if the secret has fewer than 16 bytes.
    #[must_use]
    #[track_caller]
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self { secret: keyed(secret.as_ref()), previous: None }
    }

    /// Also opens tokens that were sealed with this secret. Drop it once nobody holds one.
    ///
    /// # Panics
    ///
    /// Panics if the secret has fewer than 16 bytes.
    #[must_use]
    #[track_caller]
    pub fn with_previous(self, secret: impl AsRef<[u8]>) -> Self {
        Self { previous: Some(keyed(secret.as_ref())), ..self }
    }
}

impl Seal for HmacSha256 {
    fn seal(&self, content: &[u8], associated: &[u8]) -> Result<Vec<u8>, SealError> {
        let tag = tagged(&self.secret, content, associated).finalize().into_bytes();
        let mut sealed = Vec::with_capacity(content.len() + TAG);
        sealed.extend_from_slice(content);
        sealed.extend(tag.into_iter().take(TAG));
        Ok(sealed)
    }

    fn open(&self, sealed: &[u8], associated: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        let Some((content, tag)) = sealed.split_last_chunk::<TAG>() else { return Ok(None) };
        let mut secrets = [Some(&self.secret), self.previous.as_ref()].into_iter().flatten();
        let is_sealed = secrets
            .any(|secret| tagged(secret, content, associated).verify_truncated_left(tag).is_ok());
        Ok(is_sealed.then(|| content.into()))
    }
}

/// `Debug` does not print the secrets.
impl fmt::Debug for HmacSha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HmacSha256").finish_non_exhaustive()
    }
}

#[track_caller]
fn keyed(secret: &[u8]) -> Hmac<Sha256> {
    assert!(
        secret.len() >= MIN_SECRET,
        "the secret has {} bytes; a seal needs at least {MIN_SECRET} bytes",
        secret.len()
    );
    match Hmac::new_from_slice(secret) {
        Ok(keyed) => keyed,
        Err(_) => unreachable!("HMAC takes keys of any length"),
    }
}

/// Returns the tag. The length comes first, so that no other content has the same bytes together with its associated data.
fn tagged(secret: &Hmac<Sha256>, content: &[u8], associated: &[u8]) -> Hmac<Sha256> {
    let length = (associated.len() as u64).to_be_bytes();
    secret.clone().chain_update(length).chain_update(associated).chain_update(content)
}
