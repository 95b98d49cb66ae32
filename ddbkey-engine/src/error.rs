//! The errors of connecting to an engine. The answer of an engine to a request has the SDK's own error type.

/// Why an engine cannot be reached.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine in this process does not start.
    #[error("the engine in this process does not start")]
    Start(#[source] Box<dyn std::error::Error + Send + Sync>),

    /// The engine in this process needs the feature `in-process`.
    #[error(
        "the engine in this process is not in this build\nhelp: turn on the feature `in-process`"
    )]
    InProcess,

    /// A server needs the feature `endpoint`.
    #[error(
        "a server needs HTTP, which is not in this build\nhelp: turn on the feature `endpoint`"
    )]
    Http,

    /// AWS, and an `https` URL, need the feature `aws`.
    #[error(
        "AWS and `https` need TLS, which is not in this build\nhelp: turn on the feature `aws`"
    )]
    Tls,

    /// A variable is absent or empty.
    #[error("the environment variable `{0}` is not set")]
    Variable(&'static str),
}
