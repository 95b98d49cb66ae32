//! DynamoDB itself, with only the credentials in environment variables.
//!
//! Profiles, SSO and instance roles would need `aws-config` with 32 more crates. For each of them,
//! `aws configure export-credentials --format env`
//! prints the credentials as environment variables.

use aws_sdk_dynamodb::Client;
#[cfg(feature = "aws")]
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};

use super::EngineError;
#[cfg(feature = "aws")]
use super::endpoint::http;

/// Returns a client of AWS with the credentials of the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
/// `AWS_REGION` and, if it is set, `AWS_SESSION_TOKEN`.
///
/// Nothing is sent yet.
///
/// # Errors
///
/// Returns [`EngineError::Variable`] for the first variable that is not set, and [`EngineError::Tls`] without the
/// feature `aws`.
pub fn aws() -> Result<Client, EngineError> {
    client()
}

#[cfg(not(feature = "aws"))]
fn client() -> Result<Client, EngineError> {
    Err(EngineError::Tls)
}

#[cfg(feature = "aws")]
fn client() -> Result<Client, EngineError> {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(credentials()?)
        .region(Region::new(variable("AWS_REGION")?))
        .http_client(http());
    Ok(Client::from_conf(config.build()))
}

#[cfg(feature = "aws")]
fn credentials() -> Result<Credentials, EngineError> {
    Ok(Credentials::new(
        variable("AWS_ACCESS_KEY_ID")?,
        variable("AWS_SECRET_ACCESS_KEY")?,
        variable("AWS_SESSION_TOKEN").ok(),
        None,
        "environment",
    ))
}

#[cfg(feature = "aws")]
fn variable(name: &'static str) -> Result<String, EngineError> {
    std::env::var(name).ok().filter(|value| !value.is_empty()).ok_or(EngineError::Variable(name))
}
