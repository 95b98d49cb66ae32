//! What a derive says after a panic, which is a mistake of the derive itself.

use std::panic::{self, AssertUnwindSafe};

use proc_macro2::TokenStream;
use syn::{DeriveInput, Error};

use crate::errors::{Derive, output};

/// The output of a derive. If the derive panics, the only error says where to report it.
pub fn output_or_report(derive: Derive, input: &DeriveInput) -> TokenStream {
    let output = panic::catch_unwind(AssertUnwindSafe(|| output(derive, input)));
    output.unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref().copied()).unwrap_or("no message");
        let message = format!(
            "the derive panicked: {text}\nhelp: this is a mistake in `ddbkey`, and not in your code; report it with this \
             declaration, <https://crates.io/crates/ddbkey> links to the repository"
        );
        Error::new_spanned(&input.ident, message).into_compile_error()
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::output_or_report;

    /// The only error underlines the name of the item.
    #[test]
    fn a_panic_is_reported() {
        let input = parse_quote!(
            struct Order;
        );
        let code = output_or_report(|_, _| panic!("no {}", "key"), &input).to_string();
        assert_eq!(code.matches("compile_error").count(), 1, "{code}");
        assert!(code.contains("the derive panicked: no key"), "{code}");
        assert!(code.contains("https://crates.io/crates/ddbkey"), "{code}");
    }
}
