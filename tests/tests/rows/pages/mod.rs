//! Page tokens: what opens, what is refused, and walks over an engine page by page.

mod orders;
mod refused;
mod releases;
mod walk;
