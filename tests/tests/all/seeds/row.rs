//! One row of the table.

use std::fmt::Debug;
use std::str::FromStr;

use serde_json::Value as Json;

/// What a guide says: from these inputs comes this.
pub struct Row<'t> {
    /// Where it stands in the table, from 1.
    pub line: usize,
    pub source: &'t str,
    pub description: &'t str,
    pub inputs: Json,
    /// JSON where it reads as that, otherwise the text itself.
    pub expected: Json,
}

impl<'t> Row<'t> {
    pub fn read(line: usize, text: &'t str) -> Result<Self, String> {
        let columns: Vec<_> = text.split('\t').collect();
        let [source, description, inputs, expected] = columns[..] else {
            return Err(format!("line {line}: {} columns instead of 4", columns.len()));
        };
        let inputs = serde_json::from_str(inputs)
            .map_err(|error| format!("line {line}: the inputs are no JSON: {error}"))?;
        let expected = serde_json::from_str(expected).unwrap_or_else(|_| expected.into());
        Ok(Self { line, source, description, inputs, expected })
    }

    /// The text of this name.
    pub fn text(&self, name: &str) -> &str {
        text(&self.inputs[name])
    }

    /// The text of this name, as a value of a type.
    pub fn value<T: FromStr<Err: Debug>>(&self, name: &str) -> T {
        self.text(name).parse().unwrap()
    }

    /// The texts of this name.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        texts(&self.inputs[name])
    }
}

/// A text.
pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("{json} is no text"))
}

/// A list of texts.
pub fn texts(json: &Json) -> Vec<&str> {
    json.as_array().unwrap_or_else(|| panic!("{json} is no list")).iter().map(text).collect()
}
