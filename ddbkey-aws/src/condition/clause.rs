//! A condition as an expression of DynamoDB, with placeholders that no other part of a request uses.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::schema::EntitySchema;

use super::{Joint, Leaf, Node, Sign, Test};
use crate::expressions::{MAX_EXPRESSION_LEN, MAX_OPERATORS};

/// An expression, and its placeholders.
#[derive(Default)]
pub(crate) struct Clause {
    /// The expression. It joins others by `AND` without parentheses.
    pub(crate) text: String,
    names: Vec<(String, &'static str)>,
    values: Vec<(String, AttributeValue)>,
    taken: Taken,
    operators: usize,
}

/// How many names and values of earlier conditions a request has.
#[derive(Clone, Copy, Default)]
pub(crate) struct Taken {
    names: usize,
    values: usize,
}

impl Taken {
    /// Counts the placeholders of conditions in a request.
    pub(crate) fn of(
        names: Option<&HashMap<String, String>>,
        values: Option<&HashMap<String, AttributeValue>>,
    ) -> Self {
        let is_own = |name: &&String| name[1..].starts_with("dkc");
        Self {
            names: names.map_or(0, |names| names.keys().filter(is_own).count()),
            values: values.map_or(0, |values| values.keys().filter(is_own).count()),
        }
    }
}

impl Node {
    /// Returns the expression of the condition. Its placeholders are numbered after the placeholders of earlier conditions.
    pub(crate) fn clause(&self, taken: Taken) -> Clause {
        let mut clause = Clause { taken, ..Clause::default() };
        let text = clause.write(self);
        clause.text = if self.is_alternative() { format!("({text})") } else { text };
        clause
    }

    /// Returns whether the expression has an `OR` outside of parentheses.
    fn is_alternative(&self) -> bool {
        match self {
            Self::Joined(Joint::Or, nodes) => match &*kept(nodes) {
                [only] => only.is_alternative(),
                _ => true,
            },
            _ => false,
        }
    }
}

/// Returns the alternatives that an item can meet. If there are none, returns the first alternative.
fn kept(nodes: &[Node]) -> Vec<&Node> {
    let kept: Vec<_> = nodes.iter().filter(|node| !node.is_never()).collect();
    if kept.is_empty() { nodes.iter().take(1).collect() } else { kept }
}

impl Node {
    /// Returns the expression that the row exists and meets the condition.
    pub(crate) fn clause_of_row(&self, schema: &EntitySchema, taken: Taken) -> Clause {
        let mut clause = Clause::of_row(schema);
        let met = self.clause(taken);
        clause.require(&met.text, met.operators);
        clause.names.extend(met.names);
        Clause { values: met.values, ..clause }
    }
}

impl Node {
    /// Returns the expression that the row does not exist, or meets the condition.
    pub(crate) fn clause_or_absent(&self, schema: &EntitySchema) -> Clause {
        let mut clause = self.clause(Taken::default());
        let absent = "attribute_not_exists(#dk)".to_owned();
        clause.text = if self.is_never() { absent } else { format!("{absent} OR {}", clause.text) };
        if self.is_never() {
            clause = Clause { text: clause.text, ..Clause::default() };
        }
        clause.names.extend(Clause::of_row(schema).names);
        clause
    }
}

impl Clause {
    /// Returns the expression that the row exists.
    pub(crate) fn of_row(schema: &EntitySchema) -> Self {
        Self::of_key(schema.key_attributes().next().map_or("pk", |pk| pk.name()), true)
    }

    /// Returns the expression that the key has an item, or has none. `pk` is its first attribute.
    pub(crate) fn of_key(pk: &'static str, exists: bool) -> Self {
        let text = if exists { "attribute_exists(#dk)" } else { "attribute_not_exists(#dk)" };
        let names = vec![("#dk".into(), pk)];
        Self { text: text.into(), names, operators: 1, ..Self::default() }
    }

    /// Adds an expression that has no `OR` outside of parentheses.
    pub(crate) fn require(&mut self, text: &str, operators: usize) {
        self.operators += operators + 1;
        self.text.push_str(" AND ");
        self.text.push_str(text);
    }

    /// Adds that an attribute has this type, or may be missing.
    pub(crate) fn require_type(&mut self, name: &str, letter: &str, may_be_missing: bool) {
        let letter = self.value(AttributeValue::S(letter.into()));
        let is_it = format!("attribute_type({name}, {letter})");
        if may_be_missing {
            self.require(&format!("(attribute_not_exists({name}) OR {is_it})"), 3);
        } else {
            self.require(&is_it, 1);
        }
    }

    /// Returns the operand of an update: the attribute, or this value if it is missing.
    pub(crate) fn or_missing(&mut self, name: &str, value: Option<AttributeValue>) -> String {
        match value {
            Some(value) => format!("if_not_exists({name}, {})", self.value(value)),
            None => name.to_owned(),
        }
    }

    pub(crate) fn condition(&self) -> &str {
        &self.text
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.names.iter().map(|(placeholder, name)| (placeholder.as_str(), *name))
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = (&str, AttributeValue)> {
        self.values.iter().map(|(placeholder, value)| (placeholder.as_str(), value.clone()))
    }

    /// Returns whether DynamoDB refuses the expression.
    pub(crate) fn is_too_large(&self) -> bool {
        self.text.len() > MAX_EXPRESSION_LEN || self.operators > MAX_OPERATORS
    }

    /// Returns the placeholder of an attribute.
    pub(crate) fn name(&mut self, name: &'static str) -> String {
        if let Some((placeholder, _)) = self.names.iter().find(|(_, other)| *other == name) {
            return placeholder.clone();
        }
        let own = self.names.iter().filter(|(placeholder, _)| placeholder != "#dk").count();
        let placeholder = format!("#dkc{}", self.taken.names + own);
        self.names.push((placeholder.clone(), name));
        placeholder
    }

    /// Returns the placeholder of a value.
    pub(crate) fn value(&mut self, value: AttributeValue) -> String {
        if let Some((placeholder, _)) = self.values.iter().find(|(_, other)| *other == value) {
            return placeholder.clone();
        }
        let placeholder = format!(":dkc{}", self.taken.values + self.values.len());
        self.values.push((placeholder.clone(), value));
        placeholder
    }

    fn write(&mut self, node: &Node) -> String {
        match node {
            Node::Leaf(leaf) => self.leaf(leaf),
            Node::Joined(joint, nodes) => {
                let nodes = match joint {
                    Joint::And => nodes.iter().collect(),
                    Joint::Or => kept(nodes),
                };
                self.operators += nodes.len().saturating_sub(1);
                let parts: Vec<_> = nodes
                    .into_iter()
                    .map(|node| match (joint, self.write(node)) {
                        (Joint::And, text) if node.is_alternative() => format!("({text})"),
                        (_, text) => text,
                    })
                    .collect();
                parts.join(joint.text())
            }
            // Requests of a table refuse this. On a builder of the SDK, the service refuses it and prints the reason.
            Node::Refused(why) => why.clone(),
        }
    }

    fn leaf(&mut self, Leaf { attribute, test, missing }: &Leaf) -> String {
        let name = self.name(attribute);
        let text = self.test(&name, test);
        if *missing == Some(true) {
            self.operators += 2;
            return format!("(attribute_not_exists({name}) OR {text})");
        }
        text
    }

    /// Returns the expression of a test, which has no `OR` outside of parentheses.
    fn test(&mut self, name: &str, test: &Test) -> String {
        if test.is_never() {
            self.operators += 3;
            return format!("attribute_exists({name}) AND attribute_not_exists({name})");
        }
        match test {
            Test::Compares(Sign::NotEqual, value) => {
                let value = self.value(value.clone());
                self.beside(name, 1, &format!("{name} <> {value}"))
            }
            Test::Compares(sign, value) => {
                self.operators += 1;
                format!("{name} {} {}", sign.text(), self.value(value.clone()))
            }
            Test::Between { low, high, is_within } => {
                let (low, high) = (self.value(low.clone()), self.value(high.clone()));
                self.operators += if *is_within { 1 } else { 3 };
                if *is_within {
                    format!("{name} BETWEEN {low} AND {high}")
                } else {
                    format!("({name} < {low} OR {name} > {high})")
                }
            }
            Test::OneOf { values, .. } if values.is_empty() => self.test(name, &Test::Exists(true)),
            Test::OneOf { values, is_one } => {
                let values: Vec<_> = values.iter().map(|value| self.value(value.clone())).collect();
                self.unless(name, *is_one, &format!("{name} IN ({})", values.join(", ")))
            }
            Test::BeginsWith { start, is_met } => {
                let start = self.value(AttributeValue::S(start.clone()));
                self.unless(name, *is_met, &format!("begins_with({name}, {start})"))
            }
            Test::Contains { value, is_met } => {
                let value = self.value(value.clone());
                self.unless(name, *is_met, &format!("contains({name}, {value})"))
            }
            Test::Length(sign, count) => {
                let list = self.value(AttributeValue::S("L".into()));
                let count = self.value(AttributeValue::N(count.to_string()));
                self.operators += 4;
                format!("attribute_type({name}, {list}) AND size({name}) {} {count}", sign.text())
            }
            Test::Exists(true) => {
                let null = self.value(AttributeValue::S("NULL".into()));
                self.operators += 4;
                format!("attribute_exists({name}) AND NOT attribute_type({name}, {null})")
            }
            Test::Exists(false) => {
                let null = self.value(AttributeValue::S("NULL".into()));
                self.operators += 3;
                format!("(attribute_not_exists({name}) OR attribute_type({name}, {null}))")
            }
        }
    }

    /// Returns a function, or that the attribute has a value which does not meet it.
    fn unless(&mut self, name: &str, is_met: bool, function: &str) -> String {
        if is_met {
            self.operators += 1;
            return function.to_owned();
        }
        self.beside(name, 2, &format!("NOT {function}"))
    }

    /// Returns a test that a missing attribute and NULL would meet, besides the test that the attribute exists.
    fn beside(&mut self, name: &str, operators: usize, test: &str) -> String {
        let exists = self.test(name, &Test::Exists(true));
        self.operators += operators + 1;
        format!("{exists} AND {test}")
    }
}
