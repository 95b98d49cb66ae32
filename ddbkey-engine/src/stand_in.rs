//! What every client of a stand-in has in common: the region, and credentials that nobody
//! checks.

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Config, Credentials, Region};

/// Returns a configuration without a connection to the engine. It does not retry: if a stand-in fails once, it
/// would fail again.
pub(super) fn config() -> Builder {
    Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "stand-in"))
        .retry_config(RetryConfig::disabled())
}
