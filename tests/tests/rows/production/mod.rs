//! The table in production: deployed, verified, watched, audited and looked at, all by its schema.

mod audit;
mod audit_export;
mod cloud_formation;
#[path = "../../declarations/crate/document.rs"]
mod document;
mod expiring;
mod fields;
mod guide;
mod included;
mod lambda;
mod league;
mod legacy;
mod picture;
mod printed;
mod recipes;
mod runs;
mod snapshot;
mod stream;
mod verify;

pub(crate) const BACKFILL: &ddbkey::schema::TableSchema = runs::SCHEMA;
