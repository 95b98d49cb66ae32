//! Collects the mistakes of a declaration. Nothing stops at the first one: each stage reports what it finds, puts
//! something in its place and goes on, so that one compile shows every mistake of a declaration, in source order.
//!
//! One mistake is one error. A faulty declaration generates the same items as a correct one, and this code never runs. A
//! method that would read a value of the entity calls the runtime's `fallback`, which returns any type. So does the arm of
//! a `match` for a variant that is not an entity. Only the types of parts are still checked, and no table
//! compares the entity with others.
//!
//! The model holds the closest correct value: the field that was probably meant, the first of two entries, a key without
//! the parts that cannot be read.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Error};

/// Generates the code for an item, and reports its mistakes.
pub type Derive = fn(&DeriveInput, &mut Errors) -> TokenStream;

/// The output of a derive: one `compile_error!` for each mistake, in source order, and the code.
pub fn output(derive: Derive, input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let code = derive(input, &mut errors);
    let messages = errors.in_source_order().into_iter().map(Error::into_compile_error);
    quote!(#(#messages)* #code)
}

/// The mistakes alone.
#[cfg(any(test, fuzzing))]
pub fn mistakes(derive: Derive, input: &DeriveInput) -> Vec<Error> {
    let mut errors = Errors::default();
    derive(input, &mut errors);
    errors.in_source_order()
}

/// Dropping it unread panics, so that no mistake is lost.
#[derive(Default)]
pub struct Errors(Vec<Error>);

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "mistakes that nobody reads");
    }
}

impl Errors {
    pub fn push(&mut self, error: Error) {
        self.0.push(error);
    }

    pub fn extend(&mut self, errors: impl IntoIterator<Item = Error>) {
        self.0.extend(errors);
    }

    /// The value, or `None` and one more mistake.
    pub fn ok<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the mistakes out.
    pub fn in_source_order(mut self) -> Vec<Error> {
        let mut errors = std::mem::take(&mut self.0);
        errors.sort_by_key(|error| place(error.span()));
        errors
    }
}

fn place(span: Span) -> (usize, usize) {
    #[cfg(any(test, fuzzing))]
    let place = (span.start().line, span.start().column);
    #[cfg(not(any(test, fuzzing)))]
    let place = (span.unwrap().line(), span.unwrap().column());
    place
}
