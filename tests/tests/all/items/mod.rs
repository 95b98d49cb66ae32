//! Items: key attributes beside the fields, written and read in three formats and by the AWS SDK.

mod adopted;
mod audited;
mod basics;
mod formats;
mod literals;
mod numbers;
mod pages;
mod random;
mod read;
mod refused;
mod sparse;
mod tables;
mod updates;
