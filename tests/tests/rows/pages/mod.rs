//! Page tokens: which ones open, which are refused, and walks over an engine page by page.

mod orders;
mod refused;
mod releases;
mod walk;
