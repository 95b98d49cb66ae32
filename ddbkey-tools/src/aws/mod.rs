//! Audits, repairs and moves the rows of a deployed table, and has a command-line program for all three.

mod audit;
mod command;
mod entry;
mod error;
mod export;
mod left;
mod pace;
mod pass;
mod plan;
mod progress;
mod report;
mod run;
mod scan;
mod step;
#[cfg(test)]
mod tests;

pub use audit::{audit, audit_export};
pub use command::main;
pub use error::RunError;
pub use pass::{move_rows, repair};
pub use report::Report;
pub use run::Run;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

type Item = HashMap<String, AttributeValue>;
