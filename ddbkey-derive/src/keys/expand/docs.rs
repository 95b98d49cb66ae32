//! The documentation of generated methods. Each is one attribute: the compiler reads those of fifty
//! entities at every build.

/// `# Errors`, for what builds a key.
fn with_errors(what: &str, errors: &str) -> String {
    format!(" {what}\n\n # Errors\n\n {errors}")
}

const PARSE_ERRORS: &str = "Returns `ParseError` for any text that is not built from these parts.";

pub fn buckets(name: &str, unit: &str) -> String {
    format!(
        " Returns the start of each {unit} of `{name}` that the range touches, in order: one query for \
         each reads the whole range.\n\n The range is `a..b` or `a..=b`; an open end has no last query."
    )
}

pub fn parse_index(name: &str) -> String {
    let what = format!("Parses the keys of index `{name}`, borrowing from them.");
    with_errors(&what, PARSE_ERRORS)
}

pub fn start_key(name: &str) -> String {
    with_errors(
        &format!(
            "Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `{name}` after \
             this row."
        ),
        "Returns `KeyError` if one of the keys cannot be built.",
    )
}
