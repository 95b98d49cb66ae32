//! The table in production: deployed, verified, watched, audited and looked at, all by its schema.

mod cloud_formation;
mod diff;
mod league;
mod stream;
mod verify;
