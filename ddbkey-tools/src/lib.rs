//! What a program's tests, examples and deployment tools use, and its release does not.
//!
//! The tools of a table are methods of its schema: [`check_snapshot`](crate::schema::TableSchema::check_snapshot), [`diff`](crate::schema::TableSchema::diff),
//! [`markdown`](crate::schema::TableSchema::markdown), [`mermaid`](crate::schema::TableSchema::mermaid),
//! [`cloud_formation`](crate::schema::TableSchema::cloud_formation) and
//! [`event_filter`](crate::schema::TableSchema::event_filter). [`picture`] shows real rows.

mod cloud_formation;
mod diff;
mod escape;
mod event_filter;
mod markdown;
mod mermaid;
mod picture;

pub use diff::{Cost, Deploy, SchemaChange, SnapshotError};
pub use event_filter::{EventFilter, FilterError};
pub use picture::picture;
