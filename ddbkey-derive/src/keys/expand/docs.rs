//! The documentation of generated methods. Each is one attribute: the compiler reads those of fifty
//! entities at every build.

/// `# Errors`, for what builds a key.
fn with_errors(what: &str, errors: &str) -> String {
    format!(" {what}\n\n # Errors\n\n {errors}")
}

fn key_errors(limit: usize) -> String {
    format!(
        "Returns [`KeyError`](::ddbkey::KeyError) if a value is empty, contains the separator or is out \
         of range, or if the key is longer than {limit} bytes."
    )
}

const PARSE_ERRORS: &str =
    "Returns [`ParseError`](::ddbkey::ParseError) for any text that is not built from these parts.";

pub fn build(limit: usize) -> String {
    with_errors("Returns the key text, in one allocation of its exact size.", &key_errors(limit))
}

pub fn build_into(limit: usize) -> String {
    let what = "Appends the key text. On an error, the text is left unchanged.";
    with_errors(what, &key_errors(limit))
}

pub fn parse() -> String {
    with_errors("Parses a whole key, borrowing from it.", PARSE_ERRORS)
}

pub fn texts(limit: usize) -> String {
    with_errors("Returns the texts of the attributes, in the declared order.", &key_errors(limit))
}

pub fn parse_texts() -> String {
    let what = "Parses the texts of the attributes, in the declared order, borrowing from them.";
    with_errors(what, PARSE_ERRORS)
}

pub fn condition() -> String {
    let what = "Returns the condition of the whole partition: every entity in it.";
    with_errors(what, &key_errors(2048))
}

pub fn buckets(name: &str, unit: &str) -> String {
    format!(
        " Returns the start of each {unit} of `{name}` that the range touches, in order: one query for \
         each reads the whole range.\n\n The range is `a..b` or `a..=b`; an open end has no last query."
    )
}

pub fn text_of(key: &str, limit: usize) -> String {
    with_errors(&format!("Returns the text of the {key}."), &key_errors(limit))
}

pub fn keys() -> String {
    with_errors(
        "Returns the keys by attribute name.",
        "Returns [`KeyError`](::ddbkey::KeyError) if one of the keys cannot be built.",
    )
}

pub fn parse_pair() -> String {
    with_errors("Parses both keys, borrowing from them.", PARSE_ERRORS)
}

pub fn update() -> String {
    with_errors(
        "Returns the actions that bring the attributes of this index up to date.",
        "Returns [`KeyError`](::ddbkey::KeyError) if one of the keys cannot be built.",
    )
}

pub fn query_build() -> String {
    with_errors(
        "Returns the key condition.",
        "Returns [`KeyError`](::ddbkey::KeyError) if a value cannot be part of a key, if a key is longer \
         than DynamoDB allows, or if a range is empty.",
    )
}

pub fn query_build_or_none() -> String {
    with_errors(
        "Returns the key condition, or `None` for an empty range, which has no rows.",
        "Returns [`KeyError`](::ddbkey::KeyError) if a value cannot be part of a key, or if a key is longer \
         than DynamoDB allows.",
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
        "Returns [`KeyError`](::ddbkey::KeyError) if one of the keys cannot be built.",
    )
}
