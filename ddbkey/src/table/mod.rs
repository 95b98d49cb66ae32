//! Tables: the names that their entities share, and which entities they hold.

mod layout;

pub use layout::{IndexLayout, Layout, Table};
