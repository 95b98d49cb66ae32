//! One row of the table.

use std::fmt::Debug;
use std::str::FromStr;

use ddbkey::KeyPart;
use serde_json::Value as Json;

/// What a guide states: the expected output for these inputs.
pub struct Row<'t> {
    pub source: &'t str,
    pub description: &'t str,
    pub inputs: Json,
    /// JSON if it parses as JSON, otherwise the string itself.
    pub expected: Json,
}

impl<'t> Row<'t> {
    pub fn read(text: &'t str) -> Self {
        let columns: Vec<_> = text.split('\t').collect();
        let [source, description, inputs, expected] = columns[..] else { panic!("{text}") };
        let inputs = serde_json::from_str(inputs).unwrap();
        let expected = serde_json::from_str(expected).unwrap_or_else(|_| expected.into());
        Self { source, description, inputs, expected }
    }

    /// Returns the string with this name.
    pub fn text(&self, name: &str) -> &str {
        let input = &self.inputs[name];
        input.as_str().unwrap_or_else(|| panic!("`{name}` is {input}"))
    }

    /// Returns the string with this name, as a value of a type.
    pub fn value<T: FromStr<Err: Debug>>(&self, name: &str) -> T {
        self.text(name).parse().unwrap()
    }

    /// Returns the string with this name, as keys hold it.
    pub fn part<T: for<'k> KeyPart<Ref<'k> = T>>(&self, name: &str) -> T {
        T::read(self.text(name)).unwrap()
    }
}

/// Returns a list of strings.
pub fn texts(json: &Json) -> Vec<&str> {
    json.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}
