//! Text as JSON has it, for the documents that are written without a JSON crate.

use core::fmt::{self, Write};

/// A text in quotes.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                character if character < ' ' => write!(f, "\\u{:04x}", u32::from(character))?,
                character => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use proptest::prelude::*;

    use super::Quoted;

    proptest! {
        #[test]
        fn is_read_as_it_was(text in any::<String>()) {
            let json = format!("{}", Quoted(&text));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(format!("{}", Quoted("a \n\"\\\u{7f}")), "\"a \\u000a\\\"\\\\\u{7f}\"");
    }
}
