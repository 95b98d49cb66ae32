//! Templates as they are read.

use syn::parse_quote;

use super::{Piece, parse};
use crate::errors::Errors;

#[test]
fn a_method_takes_the_rest_as_a_field_does() {
    let mut errors = Errors::default();
    let method = parse(&parse_quote!("{*path()}"), Some(parse_quote!(&str)), &mut errors);
    let field = parse(&parse_quote!("{*path}"), None, &mut errors);
    assert!(errors.is_empty());
    for pieces in [method, field] {
        assert!(matches!(&*pieces, [Piece::Value(value)] if value.is_rest));
    }
}
