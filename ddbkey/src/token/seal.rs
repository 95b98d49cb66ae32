//! The trait of seals, which protect tokens, and a seal that protects nothing.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::error::Error;

/// Protects the content of a token, against changes or also against reading.
///
/// [`HmacSha256`](super::HmacSha256) detects changes. A cipher with authentication also hides the key values;
/// with `chacha20poly1305`:
///
/// ```
/// use chacha20poly1305::aead::{Aead, AeadCore, KeyInit, OsRng, Payload};
/// use chacha20poly1305::XChaCha20Poly1305;
/// use ddbkey::DdbKeys;
/// use ddbkey::token::{Seal, SealError, TokenError};
///
/// struct Encrypted(XChaCha20Poly1305);
///
/// impl Seal for Encrypted {
///     fn seal(&self, content: &[u8], associated: &[u8]) -> Result<Vec<u8>, SealError> {
///         let nonce = XChaCha20Poly1305::generate_nonce(&mut OsRng);
///         let payload = Payload { msg: content, aad: associated };
///         let sealed = self.0.encrypt(&nonce, payload).map_err(|error| error.to_string())?;
///         Ok([&nonce[..], &sealed].concat())
///     }
///
///     fn open(&self, sealed: &[u8], associated: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
///         let Some((nonce, sealed)) = sealed.split_at_checked(24) else { return Ok(None) };
///         Ok(self.0.decrypt(nonce.into(), Payload { msg: sealed, aad: associated }).ok())
///     }
/// }
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let seal = Encrypted(XChaCha20Poly1305::new(&XChaCha20Poly1305::generate_key(&mut OsRng)));
/// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
/// let start = Order { user_id: "u1".into(), id: "17".into() }.start_key()?;
/// let token = orders.token(&start, &seal)?;
/// assert_eq!(orders.start_at(Some(&token), &seal)?, Some(start));
///
/// let other = Encrypted(XChaCha20Poly1305::new(&XChaCha20Poly1305::generate_key(&mut OsRng)));
/// assert_eq!(orders.start_at(Some(&token), &other), Err(TokenError::Seal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With AWS KMS, do the same with a data key: call `GenerateDataKey` once when the process starts, store its
/// `CiphertextBlob` where every server finds it, and use the plain key in the cipher. A call of KMS for
/// each token would be one request for each page.
///
/// A seal can bind more than its secret. If it adds the id of the viewer to the associated
/// data, it opens no other viewer's tokens. If it adds the time to the content, tokens can expire.
pub trait Seal {
    /// Seals the content.
    ///
    /// The associated data is sealed with the content but is not part of the result:
    /// [`open`](Self::open) receives it again.
    ///
    /// # Errors
    ///
    /// Returns the reason if the content cannot be sealed.
    fn seal(&self, content: &[u8], associated: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Returns the content for what [`seal`](Self::seal) returned, or `None` for any other bytes, another
    /// secret or other associated data.
    ///
    /// # Errors
    ///
    /// Returns the reason if the seal cannot tell whether the bytes were sealed.
    fn open(&self, sealed: &[u8], associated: &[u8]) -> Result<Option<Vec<u8>>, SealError>;
}

/// Why a [`Seal`] failed: the error of the cipher or of the service that it calls.
pub type SealError = Box<dyn Error + Send + Sync>;

/// Does not protect tokens: they are the base64 of key values.
///
/// **It exposes the keys of rows**: whoever has a token can read them. A token for a table query has the
/// sort key of its row. A token for an index also has the row's table key, such as `USER#…` with an e-mail
/// address, even if the reader may not see that row.
///
/// **Anybody can write an unsealed token.** It starts anywhere within the partition and the range of the query,
/// but never outside them: tokens hold no partition, and every value is checked. Use it if clients may
/// know the keys of all rows of the query, and in tests.
///
/// ```
/// use ddbkey::token::{Seal, Unsealed};
///
/// assert_eq!(Unsealed.seal(b"ORDER#17", b"")?, b"ORDER#17");
/// # Ok::<(), ddbkey::token::SealError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unsealed;

impl Seal for Unsealed {
    fn seal(&self, content: &[u8], _: &[u8]) -> Result<Vec<u8>, SealError> {
        Ok(content.into())
    }

    fn open(&self, sealed: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        Ok(Some(sealed.into()))
    }
}
