//! An engine behind a URL: moto, dynalite, or any other server that speaks DynamoDB.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::SharedHttpClient;
use aws_smithy_http_client::Builder;
#[cfg(feature = "aws")]
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

use super::stand_in;

/// A client of the server at `url`, as in `http://127.0.0.1:8000`, in region `us-east-1` with the
/// credentials `local`.
///
/// Nothing is sent yet. An `https` URL needs the feature `aws`.
#[must_use]
pub fn endpoint(url: &str) -> Client {
    let config = stand_in::config().endpoint_url(url).http_client(http());
    Client::from_conf(config.build())
}

#[cfg(not(feature = "aws"))]
pub(super) fn http() -> SharedHttpClient {
    Builder::new().build_http()
}

/// Speaks TLS, and plain HTTP to a URL that says so.
#[cfg(feature = "aws")]
pub(super) fn http() -> SharedHttpClient {
    Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https()
}
