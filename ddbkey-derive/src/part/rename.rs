//! `rename_all`, as serde has it: each upper-case letter of a variant's name starts a word.

/// A rule of serde's.
#[derive(Clone, Copy)]
pub struct Rule {
    separator: &'static str,
    case: Case,
}

#[derive(Clone, Copy)]
enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
}

impl Rule {
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
        let (separator, case) = match name {
            "lowercase" => ("", Case::Lower),
            "UPPERCASE" => ("", Case::Upper),
            "PascalCase" => ("", Case::Pascal),
            "camelCase" => ("", Case::Camel),
            "snake_case" => ("_", Case::Lower),
            "SCREAMING_SNAKE_CASE" => ("_", Case::Upper),
            "kebab-case" => ("-", Case::Lower),
            "SCREAMING-KEBAB-CASE" => ("-", Case::Upper),
            _ => return None,
        };
        Some(Self { separator, case })
    }

    /// The text of a variant.
    pub fn apply(self, variant: &str) -> String {
        let mut text = String::new();
        for (at, letter) in variant.char_indices() {
            if at > 0 && letter.is_uppercase() {
                text.push_str(self.separator);
            }
            text.push(match self.case {
                _ if letter == '_' && self.separator == "-" => '-',
                Case::Upper => letter.to_ascii_uppercase(),
                Case::Lower => letter.to_ascii_lowercase(),
                Case::Camel if at == 0 => letter.to_ascii_lowercase(),
                Case::Camel | Case::Pascal => letter,
            });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn as_serde_does() {
        let applied = |variant| Rule::NAMES.map(|name| Rule::named(name).unwrap().apply(variant));
        assert_eq!(
            applied("VeryTasty"),
            [
                "verytasty",
                "VERYTASTY",
                "VeryTasty",
                "veryTasty",
                "very_tasty",
                "VERY_TASTY",
                "very-tasty",
                "VERY-TASTY"
            ]
        );
        assert_eq!(applied("Z42")[4..6], ["z42", "Z42"]);
        assert_eq!(applied("HTTP")[4], "h_t_t_p");
        assert_eq!(applied("Foo_Bar")[4..], ["foo__bar", "FOO__BAR", "foo--bar", "FOO--BAR"]);
    }
}
