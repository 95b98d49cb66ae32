//! What a step shows the reader: plain words, the code, the request that it makes, and rows.

use std::cmp::Reverse;
use std::fmt::{self, Display};

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use ddbkey::{KeyCondition, Keys};

/// The output of one step of the example.
pub(crate) struct Step {
    text: String,
}

/// Returns an expression, and its source as a string for the reader.
macro_rules! shown {
    ($code:expr) => {
        (stringify!($code), $code)
    };
}
pub(crate) use shown;

impl Step {
    pub(crate) fn new(heading: &str) -> Self {
        Self { text: format!("\n== {heading}\n\n") }
    }

    /// Adds a line of plain words, or of a list.
    pub(crate) fn say(&mut self, line: impl Display) {
        self.text.push_str(format!("   {line}").trim_end());
        self.text.push('\n');
    }

    /// Adds a string of several lines.
    pub(crate) fn text(&mut self, text: &str) {
        text.lines().for_each(|line| self.say(line));
    }

    /// Adds the code that produced what comes next.
    pub(crate) fn code(&mut self, code: &str) {
        code.lines().for_each(|line| self.say(format_args!("| {line}")));
    }

    /// Adds a request by key: the attributes and their strings.
    pub(crate) fn keys(&mut self, keys: &Keys) {
        for (name, text) in keys {
            self.field(name, format_args!("{:?}", text.as_str()));
        }
    }

    /// Adds a query: what the key condition sets on the request.
    pub(crate) fn condition(&mut self, condition: &KeyCondition) {
        if let Some(index) = condition.index_name() {
            self.field("index", index);
        }
        self.field("condition", condition.expression());
        for (placeholder, name) in condition.names() {
            self.field("name", format_args!("{placeholder} is {name}"));
        }
        for (placeholder, text) in condition.values() {
            self.field("value", format_args!("{placeholder} is {:?}", text.as_str()));
        }
    }

    /// Adds an update: its actions and its condition, with the values of their placeholders.
    pub(crate) fn update(&mut self, update: &UpdateItemFluentBuilder) {
        let names = update.get_expression_attribute_names().iter().flatten();
        let names = names.map(|(placeholder, name)| (placeholder, name.clone()));
        let values = update.get_expression_attribute_values().iter().flatten();
        let values = values.map(|(placeholder, value)| (placeholder, format!("{value:?}")));
        let mut meanings: Vec<_> = names.chain(values).collect();
        // `#dk10` starts with `#dk1`.
        meanings.sort_by_key(|(placeholder, _)| Reverse(placeholder.len()));
        for (name, expression) in [
            ("update", update.get_update_expression()),
            ("condition", update.get_condition_expression()),
        ] {
            let expression = expression.clone().unwrap_or_default();
            let shown = meanings.iter().fold(expression, |shown, (placeholder, meaning)| {
                shown.replace(*placeholder, meaning)
            });
            self.field(name, shown);
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: impl Display) {
        self.say(format_args!("  -> {row}"));
    }

    fn field(&mut self, name: &str, value: impl Display) {
        self.say(format_args!("  {name:<10} {value}"));
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
