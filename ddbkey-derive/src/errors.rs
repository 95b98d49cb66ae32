//! Where mistakes are collected. Nothing stops at the first one: each stage reports what it finds,
//! puts something harmless in its place and goes on, so that one compile shows every mistake of a
//! declaration, in source order.

use proc_macro2::TokenStream;
use syn::Error;

/// The mistakes found so far.
#[derive(Default)]
pub struct Errors(Vec<Error>);

impl Errors {
    pub fn push(&mut self, error: Error) {
        self.0.push(error);
    }

    /// The value, or `None` and one more mistake.
    pub fn ok<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One `compile_error!` for each mistake.
    pub fn to_tokens(&self) -> TokenStream {
        self.0.iter().map(Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &Error> {
        self.0.iter()
    }
}
