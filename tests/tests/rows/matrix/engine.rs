//! The engines, which check different things.

use std::env;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    Dynoxide,
    Moto,
}

impl Engine {
    /// Returns the engine that the environment selects. A server is moto.
    pub(super) fn of_env() -> Self {
        match env::var("DDB_ENDPOINT") {
            Ok(url) if !url.is_empty() => Self::Moto,
            _ => Self::Dynoxide,
        }
    }

    pub(super) fn is_among(engines: &[Self]) -> bool {
        engines.contains(&Self::of_env())
    }
}

// Which engines store something.
pub(super) const NONE: &[Engine] = &[];
pub(super) const MOTO: &[Engine] = &[Engine::Moto];
pub(super) const BOTH: &[Engine] = &[Engine::Dynoxide, Engine::Moto];
