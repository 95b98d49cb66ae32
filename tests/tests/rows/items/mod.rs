//! Items: key attributes next to the fields, written and read.

mod adopted;
mod applied;
mod audited;
mod basics;
mod by_hand;
mod carried;
mod defaults;
mod errors;
mod expiring;
mod fields;
mod formats;
mod groups;
mod literals;
mod moves;
mod numbers;
mod pages;
mod random;
mod read;
mod refused;
mod repaired;
mod shapes;
mod sparse;
mod tables;
mod updates;
mod wide;
mod writers;
