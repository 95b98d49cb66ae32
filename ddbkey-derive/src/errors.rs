//! Where mistakes are collected. Nothing stops at the first one: each stage reports what it finds,
//! puts something harmless in its place and goes on, so that one compile shows every mistake of a
//! declaration, in source order.

use proc_macro2::{Span, TokenStream};
use syn::Error;

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

    /// One `compile_error!` for each mistake, in source order.
    pub fn to_tokens(&self) -> TokenStream {
        self.in_source_order().into_iter().map(Error::to_compile_error).collect()
    }

    fn in_source_order(&self) -> Vec<&Error> {
        let mut errors: Vec<_> = self.0.iter().collect();
        errors.sort_by_key(|error| place(error.span()));
        errors
    }

    #[cfg(any(test, fuzzing))]
    pub fn into_vec(self) -> Vec<Error> {
        self.in_source_order().into_iter().cloned().collect()
    }
}

fn place(span: Span) -> (usize, usize) {
    #[cfg(any(test, fuzzing))]
    let place = (span.start().line, span.start().column);
    #[cfg(not(any(test, fuzzing)))]
    let place = (span.unwrap().line(), span.unwrap().column());
    place
}
