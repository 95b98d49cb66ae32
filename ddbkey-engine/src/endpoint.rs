//! An engine behind a URL: moto, dynalite, or any other server with the DynamoDB API.

use aws_sdk_dynamodb::Client;
#[cfg(feature = "endpoint")]
use aws_sdk_dynamodb::config::SharedHttpClient;
#[cfg(feature = "endpoint")]
use aws_smithy_http_client::Builder;
#[cfg(feature = "aws")]
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

use super::EngineError;
#[cfg(feature = "endpoint")]
use super::stand_in;

/// Returns a client of the server at `url`, such as `http://127.0.0.1:8000`, in the region `us-east-1` and with the
/// credentials `local`.
///
/// Nothing is sent yet.
///
/// # Errors
///
/// Returns [`EngineError::Http`] without the feature `endpoint`, and [`EngineError::Tls`] for an `https` URL without
/// the feature `aws`.
pub fn endpoint(url: &str) -> Result<Client, EngineError> {
    if is_https(url) && cfg!(not(feature = "aws")) {
        return Err(EngineError::Tls);
    }
    client(url)
}

/// A scheme may be written in capitals.
fn is_https(url: &str) -> bool {
    url.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
}

#[cfg(feature = "endpoint")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it fails")]
fn client(url: &str) -> Result<Client, EngineError> {
    let config = stand_in::config().endpoint_url(url).http_client(http());
    Ok(Client::from_conf(config.build()))
}

#[cfg(not(feature = "endpoint"))]
fn client(_: &str) -> Result<Client, EngineError> {
    Err(EngineError::Http)
}

#[cfg(all(feature = "endpoint", not(feature = "aws")))]
fn http() -> SharedHttpClient {
    Builder::new().build_http()
}

/// Supports TLS, and plain HTTP for an `http` URL.
#[cfg(feature = "aws")]
pub(super) fn http() -> SharedHttpClient {
    Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_needs_tls_in_capitals_too() {
        for url in ["https://example.com", "HTTPS://example.com", "Https://example.com"] {
            assert!(is_https(url), "{url}");
            let answer = endpoint(url);
            assert_eq!(answer.is_ok(), cfg!(feature = "aws"), "{answer:?}");
        }
        for url in ["http://example.com", "example.com", "http://https:8000"] {
            assert!(!is_https(url), "{url}");
        }
    }
}
