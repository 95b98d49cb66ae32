//! Refuses what DynamoDB refuses and the engine accepts: an index key that is too long, an expression with too many
//! operators, an empty key value in a query.

use std::collections::HashMap;

use dynoxide::actions::describe_table::DescribeTableRequest;
use dynoxide::errors::CancellationReason;
use dynoxide::types::{KeySchemaElement, KeyType};
use dynoxide::{AttributeValue, Database, DynoxideError, Item, Result};
use serde::Deserialize;

/// The maximum number of operators and functions in an expression.
const MAX_OPERATORS: usize = 300;

/// What the checks read of a request, or of an action of a transaction.
#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Request {
    table_name: String,
    item: Item,
    update_expression: Option<String>,
    condition_expression: Option<String>,
    filter_expression: Option<String>,
    key_condition_expression: Option<String>,
    expression_attribute_names: HashMap<String, String>,
    expression_attribute_values: Item,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Transaction {
    transact_items: Vec<HashMap<String, Request>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Batch {
    request_items: HashMap<String, Vec<HashMap<String, Request>>>,
}

/// Checks the body of a request. The engine refuses a body that cannot be read.
pub(super) fn check(database: &Database, operation: &str, body: &[u8]) -> Result<()> {
    match operation {
        "TransactWriteItems" => {
            read::<Transaction>(body).map_or(Ok(()), |all| check_actions(database, &all))
        }
        "BatchWriteItem" => {
            read::<Batch>(body).map_or(Ok(()), |batch| check_batch(database, batch))
        }
        "PutItem" | "UpdateItem" | "DeleteItem" | "Query" | "Scan" => {
            read::<Request>(body).map_or(Ok(()), |request| {
                request.check_expressions()?;
                request.check_index_keys(database)
            })
        }
        _ => Ok(()),
    }
}

fn read<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Option<T> {
    serde_json::from_slice(body).ok()
}

/// Like DynamoDB, refuses a transaction with an expression that is too large, and cancels one whose action writes a wrong key.
fn check_actions(database: &Database, transaction: &Transaction) -> Result<()> {
    let actions: Vec<_> = transaction.transact_items.iter().flat_map(HashMap::values).collect();
    for action in &actions {
        action.check_expressions()?;
    }
    let answers = actions.iter().map(|action| action.check_index_keys(database));
    let reasons: Vec<_> = answers.map(reason).collect();
    if reasons.iter().all(|reason| reason.message.is_none()) {
        return Ok(());
    }
    let codes: Vec<_> = reasons.iter().map(|reason| reason.code.as_str()).collect();
    let message = format!(
        "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
        codes.join(", ")
    );
    Err(DynoxideError::TransactionCanceledException(message, reasons))
}

fn reason(answer: Result<()>) -> CancellationReason {
    let message = answer.err().map(|error| error.to_string());
    let code = if message.is_some() { "ValidationError" } else { "None" };
    CancellationReason { code: code.to_owned(), message, item: None }
}

fn check_batch(database: &Database, batch: Batch) -> Result<()> {
    for (table_name, writes) in batch.request_items {
        for write in writes.into_iter().flat_map(HashMap::into_values) {
            Request { table_name: table_name.clone(), ..write }.check_index_keys(database)?;
        }
    }
    Ok(())
}

impl Request {
    fn check_expressions(&self) -> Result<()> {
        let expressions = [
            ("UpdateExpression", &self.update_expression),
            ("ConditionExpression", &self.condition_expression),
            ("FilterExpression", &self.filter_expression),
            ("KeyConditionExpression", &self.key_condition_expression),
        ];
        for (name, expression) in expressions {
            let tokens = tokens(expression.as_deref().unwrap_or_default());
            if operators(&tokens, name == "UpdateExpression") > MAX_OPERATORS {
                return Err(DynoxideError::ValidationException(format!(
                    "Invalid {name}: The expression contains more than {MAX_OPERATORS} operators"
                )));
            }
        }
        let tokens = tokens(self.key_condition_expression.as_deref().unwrap_or_default());
        let mut values =
            tokens.iter().filter_map(|name| self.expression_attribute_values.get(*name));
        if values.any(|value| length(value) == Some(0)) {
            return Err(DynoxideError::ValidationException(
                "One or more parameter values are not valid. The AttributeValue for a key attribute cannot \
                 contain an empty string value."
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Checks the values that the request itself writes. An update can also copy a value from another attribute of the
    /// row, which nobody checks here.
    fn check_index_keys(&self, database: &Database) -> Result<()> {
        let written = self.written();
        if written.iter().all(|(_, value)| length(value) <= Some(limit(&KeyType::RANGE))) {
            return Ok(());
        }
        let Ok(keys) = index_keys(database, &self.table_name) else { return Ok(()) };
        for (name, value) in written {
            let is_too_long = |key: &&KeySchemaElement| {
                key.attribute_name == name && length(value) > Some(limit(&key.key_type))
            };
            if let Some(key) = keys.iter().find(is_too_long) {
                let limit = limit(&key.key_type);
                return Err(DynoxideError::ValidationException(format!(
                    "One or more parameter values were invalid: Size of index key {name} has exceeded the \
                     maximum size limit of {limit} bytes"
                )));
            }
        }
        Ok(())
    }

    /// Returns the attributes of an item, or those that an update sets to a value.
    fn written(&self) -> Vec<(&str, &AttributeValue)> {
        let item = self.item.iter().map(|(name, value)| (name.as_str(), value));
        let tokens = tokens(self.update_expression.as_deref().unwrap_or_default());
        let set = tokens.windows(3).filter(|set| set[1] == "=").filter_map(|set| {
            let name = self.expression_attribute_names.get(set[0]).map_or(set[0], String::as_str);
            Some((name, self.expression_attribute_values.get(set[2])?))
        });
        item.chain(set).collect()
    }
}

/// Returns the number of operators and functions. The `=` of an assignment is none, and `BETWEEN` is one with its `AND`.
fn operators(tokens: &[&str], is_update: bool) -> usize {
    let next = tokens.iter().skip(1).chain([&""]);
    let is_operator = |(token, next): &(&&str, &&str)| match **token {
        "=" | "<>" | "<" | "<=" | ">" | ">=" => !is_update,
        "+" | "-" => true,
        word => {
            let is_word =
                ["AND", "OR", "NOT", "IN"].iter().any(|name| name.eq_ignore_ascii_case(word));
            is_word || (**next == "(" && word.starts_with(|c: char| c.is_ascii_alphabetic()))
        }
    };
    tokens.iter().zip(next).filter(is_operator).count()
}

/// Returns the words and signs of an expression.
fn tokens(expression: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_same = |c: char| match first {
            '<' | '>' => ['<', '>', '='].contains(&c),
            _ => is_word(first) && is_word(c),
        };
        let others = &rest[first.len_utf8()..];
        let end = others.find(|c| !is_same(c)).unwrap_or(others.len());
        let (token, after) = rest.split_at(first.len_utf8() + end);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || ['_', '#', ':'].contains(&c)
}

fn index_keys(database: &Database, table_name: &str) -> Result<Vec<KeySchemaElement>> {
    let table_name = table_name.to_owned();
    let table = database.describe_table(DescribeTableRequest { table_name })?.table;
    let global = table.global_secondary_indexes.into_iter().flatten().map(|index| index.key_schema);
    let local = table.local_secondary_indexes.into_iter().flatten().map(|index| index.key_schema);
    Ok(global.chain(local).flatten().collect())
}

/// Returns the maximum number of bytes of a key attribute.
pub(super) fn limit(place: &KeyType) -> usize {
    if *place == KeyType::HASH { 2048 } else { 1024 }
}

/// Returns the number of bytes of a string or of binary data.
pub(super) fn length(value: &AttributeValue) -> Option<usize> {
    match value {
        AttributeValue::S(string) => Some(string.len()),
        AttributeValue::B(bytes) => Some(bytes.len()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_counted_as_dynamodb_documents_it() {
        for (expression, is_update, expected) in [
            ("", false, 0),
            ("a = :a", false, 1),
            ("#a<>:a AND(attribute_exists(b) or NOT c <= :c)", false, 6),
            ("a BETWEEN :a AND :b AND b IN (:a, :b)", false, 3),
            ("SET a = :a + :b + :c REMOVE d", true, 2),
            ("SET #in = if_not_exists(#in, :zero) - :one ADD and_more :one", true, 2),
        ] {
            assert_eq!(operators(&tokens(expression), is_update), expected, "{expression}");
        }
    }
}
