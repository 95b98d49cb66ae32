//! The documentation of generated methods. Each is one attribute: the compiler reads those of fifty
//! entities at every build.

/// `# Errors`, for what builds a key.
fn with_errors(what: &str, errors: &str) -> String {
    format!(" {what}\n\n # Errors\n\n {errors}")
}

fn key_errors(limit: usize) -> String {
    format!("A value that cannot stand in a key, or a key of more than {limit} bytes.")
}

pub fn build(limit: usize) -> String {
    with_errors("The key text, in one allocation of its exact size.", &key_errors(limit))
}

pub fn build_into(limit: usize) -> String {
    with_errors("Appends the key text. On an error the text is as it was.", &key_errors(limit))
}

pub fn parse() -> String {
    with_errors(
        "Parses a whole key, borrowing from it.",
        "Any text that is not built from such parts.",
    )
}

pub fn condition() -> String {
    with_errors("The condition of the whole partition: every entity in it.", &key_errors(2048))
}

pub fn text_of(key: &str, limit: usize) -> String {
    with_errors(&format!("The text of the {key}."), &key_errors(limit))
}

pub fn keys() -> String {
    with_errors(
        "The key texts by attribute name.",
        "A value that cannot stand in a key, or a key longer than DynamoDB takes.",
    )
}

pub fn query_build() -> String {
    with_errors(
        "The key condition.",
        "A value that cannot stand in a key, a key longer than DynamoDB takes, or a range that holds \
         nothing.",
    )
}

pub fn parse_index(name: &str) -> String {
    with_errors(
        &format!("Parses the keys of index `{name}`, borrowing from them."),
        "Any text that is not built from such parts.",
    )
}
