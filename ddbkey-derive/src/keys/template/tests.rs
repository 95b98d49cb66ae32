use syn::parse_quote;

use super::{Format, Piece, parse};
use crate::errors::Errors;

#[test]
fn the_rest_takes_a_case_and_no_other_format() {
    let mut errors = Errors::default();
    let pieces = parse(&parse_quote!("{*email:lower}"), None, &mut errors);
    let [Piece::Value(value)] = &*pieces else { panic!("one value") };
    assert!(errors.in_source_order().is_empty());
    assert!(value.is_rest && value.format == Format::Lower);
    for text in ["{*n:05}", "{*at:.3}", "{*email:title}", "{*email:}"] {
        let mut errors = Errors::default();
        parse(&syn::LitStr::new(text, proc_macro2::Span::call_site()), None, &mut errors);
        assert!(!errors.in_source_order().is_empty(), "{text}");
    }
}

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
