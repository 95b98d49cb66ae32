//! Evaluates conditions as IAM does: the operators that our policies use.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A token of a `StringLike` pattern, after its variables are replaced.
enum Token {
    Character(char),
    Any,
    One,
}

/// Returns whether a condition allows a request with these partition keys and this context.
pub(super) fn allows(condition: &str, keys: &[&str], context: &BTreeMap<&str, &str>) -> bool {
    let condition: Map<String, Value> = serde_json::from_str(condition).unwrap();
    condition.iter().all(|(operator, operands)| {
        operands.as_object().unwrap().iter().all(|(key, values)| {
            let values = strings(values);
            match operator.as_str() {
                "ForAllValues:StringLike" => {
                    assert_eq!(key, "dynamodb:LeadingKeys");
                    keys.iter().all(|key| values.iter().any(|own| is_like(key, own, context)))
                }
                "Null" => {
                    assert_eq!((key.as_str(), values), ("dynamodb:LeadingKeys", vec!["false"]));
                    !keys.is_empty()
                }
                // A negated operator is true if the context lacks the key.
                "StringNotEquals" => {
                    values.iter().all(|own| context.get(key.as_str()) != Some(own))
                }
                operator => panic!("{operator}"),
            }
        })
    })
}

fn strings(values: &Value) -> Vec<&str> {
    match values {
        Value::Array(values) => values.iter().map(|own| own.as_str().unwrap()).collect(),
        value => vec![value.as_str().unwrap()],
    }
}

fn is_like(text: &str, pattern: &str, context: &BTreeMap<&str, &str>) -> bool {
    let Some(tokens) = tokens(pattern, context) else { return false };
    let text: Vec<_> = text.chars().collect();
    matches(&text, &tokens)
}

fn matches(text: &[char], pattern: &[Token]) -> bool {
    match (pattern, text) {
        ([], rest) => rest.is_empty(),
        ([Token::Any, rest @ ..], _) => (0..=text.len()).any(|at| matches(&text[at..], rest)),
        ([Token::One, rest @ ..], [_, text @ ..]) => matches(text, rest),
        ([Token::Character(own), rest @ ..], [first, text @ ..]) => {
            own == first && matches(text, rest)
        }
        _ => false,
    }
}

/// Returns `None` if a variable has no value: the statement then does not apply.
fn tokens(pattern: &str, context: &BTreeMap<&str, &str>) -> Option<Vec<Token>> {
    let (mut tokens, mut rest) = (Vec::new(), pattern);
    while let Some(character) = rest.chars().next() {
        if let Some(variable) = rest.strip_prefix("${") {
            let (name, after) = variable.split_once('}').unwrap();
            let value = match name {
                "*" | "?" | "$" => name,
                name => context.get(name)?,
            };
            tokens.extend(value.chars().map(Token::Character));
            rest = after;
            continue;
        }
        tokens.push(match character {
            '*' => Token::Any,
            '?' => Token::One,
            character => Token::Character(character),
        });
        rest = &rest[character.len_utf8()..];
    }
    Some(tokens)
}

#[test]
fn operators_are_those_of_iam() {
    let condition = r#"{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["A${*}${t}#*","B?"]},
        "Null":{"dynamodb:LeadingKeys":"false"},"StringNotEquals":{"t":""}}"#;
    let allows = |keys: &[&str], tag| allows(condition, keys, &BTreeMap::from([("t", tag)]));
    assert!(allows(&["A*1#x", "B1"], "1"));
    assert!(!allows(&["A*12#x"], "1"));
    assert!(!allows(&["A*1#x", "C"], "1"));
    assert!(!allows(&["AA1#x"], "1"));
    assert!(!allows(&["a*1#x"], "1"));
    assert!(!allows(&[], "1"));
    assert!(!allows(&["A*#x"], ""));
    // A wildcard in a value is taken literally.
    assert!(!allows(&["A*1#x"], "*"));
}
