//! `rename_all`, with the rules of serde.

#[cfg(test)]
#[path = "rename/tests.rs"]
mod tests;

/// A rename rule of serde.
#[derive(Clone, Copy)]
pub struct RenameRule(&'static str);

impl RenameRule {
    pub const NAMES: [&'static str; 8] = [
        "lowercase",
        "UPPERCASE",
        "PascalCase",
        "camelCase",
        "snake_case",
        "SCREAMING_SNAKE_CASE",
        "kebab-case",
        "SCREAMING-KEBAB-CASE",
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|rule| *rule == name).map(Self)
    }

    /// The name of a variant. Each upper-case letter starts a word.
    pub fn apply_to_variant(self, variant: &str) -> String {
        match self.0 {
            "lowercase" => variant.to_ascii_lowercase(),
            "UPPERCASE" => variant.to_ascii_uppercase(),
            "PascalCase" => variant.to_owned(),
            "camelCase" => with_first(variant, char::to_ascii_lowercase),
            _ => self.apply_to_field(&snake(variant)),
        }
    }

    /// The name of a field, which is in snake case.
    pub fn apply_to_field(self, field: &str) -> String {
        match self.0 {
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
            "PascalCase" => pascal(field),
            "camelCase" => with_first(&pascal(field), char::to_ascii_lowercase),
            "kebab-case" => field.replace('_', "-"),
            "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
            _ => field.to_owned(),
        }
    }
}

fn snake(variant: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in variant.char_indices() {
        if at > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

fn pascal(field: &str) -> String {
    field.split('_').map(|word| with_first(word, char::to_ascii_uppercase)).collect()
}

/// Changes the first letter of a string. Serde's own derive panics if the letter is not ASCII.
fn with_first(text: &str, change: fn(&char) -> char) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| change(&first));
    first.into_iter().chain(letters).collect()
}
