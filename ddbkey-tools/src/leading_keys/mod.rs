//! The condition of an IAM policy that confines a principal to the partitions of one value of a field.
//!
//! A condition does not know which index a request uses. Its strings are therefore compared with every partition of the
//! table and of all indexes, by automata that know every string that a key can have.

mod meet;
mod partitions;
mod policy;
mod value;

#[cfg(test)]
mod tests;

use self::meet::meet;
use self::partitions::{Confined, Partition, nothing_begins_with, partitions};
pub use self::policy::LeadingKeys;
use self::value::Granted;
use crate::error::SchemaError;
use crate::schema::{PlacedTexts, Schema};

/// The requests that no condition on partition keys confines.
const OUTSIDE: [&str; 3] = [
    "`Scan`: it reads every partition",
    "PartiQL: a statement without a partition key is a scan",
    "streams, exports and backups: they contain the items of every partition",
];

/// The error of [`leading_keys`]. Functions that build documents return the same type.
pub type LeadingKeysError = SchemaError;

/// Returns the condition that confines a principal to the partitions whose field has a value, with `dynamodb:LeadingKeys`.
///
/// The value is a string, or one policy variable such as `${aws:PrincipalTag/tenant}`, with or without a default:
/// `${aws:PrincipalTag/tenant, 'none'}`. Each partition key of the table or of an index that starts with the field,
/// optionally after a literal, becomes a string of the condition. If the key continues after the field, the string
/// continues with the separator, or with the literal directly after the field, and with `*`. The tenant `1` therefore never
/// reaches the tenant `12`, as it would with `TENANT#${…}*`.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, leading_keys};
///
/// #[derive(DdbKeys)]
/// #[pk("TENANT", tenant_id)]
/// #[sk("USER", user_id)]
/// struct User { tenant_id: String, user_id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("TENANT", tenant_id, "ORDER", order_id)]
/// #[sk("ORDER")]
/// struct Order { tenant_id: String, order_id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("COUNTRY", code)]
/// #[sk("COUNTRY")]
/// struct Country { code: String }
///
/// #[derive(DdbTable)]
/// enum Shop { User(User), Order(Order), Country(Country) }
///
/// let schema = Schema::of(Shop::SCHEMA);
/// let policy = leading_keys(&schema, "tenant_id", "${aws:PrincipalTag/tenant}")?;
/// assert_eq!(policy.outside()[0], "`Country` in the table: `COUNTRY#{code}` does not begin with `tenant_id`");
/// assert_eq!(policy.covers()[0], "`User` in the table: reads and writes of `TENANT#{tenant_id}`");
/// assert_eq!(
///     policy.condition(),
///     r#"{
///   "ForAllValues:StringLike": {
///     "dynamodb:LeadingKeys": [
///       "TENANT#${aws:PrincipalTag/tenant}",
///       "TENANT#${aws:PrincipalTag/tenant}#*"
///     ]
///   },
///   "Null": {
///     "dynamodb:LeadingKeys": "false"
///   },
///   "StringNotEquals": {
///     "aws:PrincipalTag/tenant": ""
///   }
/// }"#,
/// );
/// # Ok::<(), ddbkey_tools::SchemaError>(())
/// ```
///
/// It only covers strings. A number, a field with a format such as `{tenant_id:lower}`, a ULID or an enum is
/// [outside](LeadingKeys::outside): a value in another notation than the key would match nothing, or another
/// tenant. The output of your own `KeyPart` type counts as the string.
///
/// # Errors
///
/// Returns [`SchemaError`] in these cases:
///
/// - a string of the condition also matches a partition key without the field there, or with another value of the
///   field, in the table or in any index, as a current or a legacy key; the error names both;
/// - no partition key starts with the field;
/// - the value contains `*`, `?` or `$` and is not one variable, or the field cannot have the value.
pub fn leading_keys(
    schema: &Schema,
    field: &str,
    value: &str,
) -> Result<LeadingKeys, LeadingKeysError> {
    let granted = Granted::of(value)?;
    let partitions = partitions(schema);
    let mut policy = LeadingKeys::new(&granted);
    let mut confined = Vec::new();
    for partition in &partitions {
        match partition.confined(field) {
            Ok(own) => {
                policy.cover(partition);
                confined.push((partition, own));
            }
            Err(reason) => policy.outside.push(format!("{partition}: {reason}")),
        }
    }
    if confined.is_empty() {
        return Err(nothing_begins_with(schema, field, &partitions));
    }
    policy.outside.extend(OUTSIDE.map(Into::into));
    if let Some(literal) = granted.literal() {
        for (partition, own) in &confined {
            refuse(literal, field, partition, own)?;
        }
    }
    let delimiters: Vec<_> =
        confined.iter().flat_map(|(_, own)| &own.delimiters).copied().collect();
    let texts = granted.texts(&delimiters);
    let mut faults = Vec::new();
    for (_, own) in &confined {
        let string = own.string(value);
        if policy.strings.contains(&string) {
            continue;
        }
        for partition in &partitions {
            faults.extend(conflict(own, &texts, &string, partition, field));
        }
        policy.strings.push(string);
    }
    if !faults.is_empty() {
        return Err(SchemaError::new(faults.join("\n")));
    }
    if let Granted::Variable(variable) = &granted {
        policy.warn_of_delimiters(variable, delimiters);
    }
    policy.warn_of_writers(&confined, &partitions, field);
    policy.warn_of_unknown_fields(schema);
    Ok(policy)
}

/// Refuses a value that the field cannot have.
fn refuse(
    value: &str,
    field: &str,
    partition: &Partition<'_>,
    own: &Confined,
) -> Result<(), SchemaError> {
    let texts = partition.attributes.iter().flat_map(|own| partition.texts(own)).nth(own.at);
    let can_be =
        texts.is_some_and(|texts| meet(&[texts], &[PlacedTexts::literal(value)], None).is_some());
    if can_be {
        return Ok(());
    }
    let template = partition.template();
    Err(SchemaError::new(format!("`{field}` of {partition} is never `{value}` in `{template}`")))
}

/// Returns the error if a string of the condition matches a partition that it must not match.
fn conflict(
    own: &Confined,
    value: &PlacedTexts,
    string: &str,
    partition: &Partition<'_>,
    field: &str,
) -> Option<String> {
    // AWS does not document the value for several attributes. The statement names no index with several attributes.
    let [attribute] = &partition.attributes[..] else { return None };
    let texts = partition.texts(attribute);
    let other = partition.confined(field).ok().filter(|other| other.before == own.before);
    let same = other.as_ref().map(|other| (usize::from(!own.before.is_empty()), other.at));
    let matched = own.texts(value).iter().find_map(|own| meet(own, &texts, same))?;
    let which = match same {
        Some(_) => format!("of another `{field}`"),
        None => format!("which does not have `{field}` there"),
    };
    let example = match &*matched {
        "" => String::new(),
        matched => format!(", as in `{matched}`"),
    };
    let template = partition.template();
    Some(format!(
        "`{string}` also matches `{template}` of {partition}, {which}{example}\n\
         help: start one of the two with another literal"
    ))
}

impl Granted<'_> {
    /// Returns the strings that the field can be granted. For a variable, they contain no delimiter, since no value of the
    /// field does: whoever issues the value must refuse delimiters, and a warning says so.
    fn texts(&self, delimiters: &[char]) -> PlacedTexts {
        match self {
            Self::Literal(text) => PlacedTexts::literal(text),
            Self::Variable(variable) => PlacedTexts::any_without(
                ('\0'..='\x7F')
                    .filter(|own| delimiters.contains(own) || !variable.can_hold(*own))
                    .collect(),
            ),
        }
    }
}

impl Confined {
    /// Returns the string of the condition.
    fn string(&self, value: &str) -> String {
        let before = escaped(&self.before);
        match &self.after {
            Some(after) => format!("{before}{value}{}*", escaped(after)),
            None => before + value,
        }
    }

    /// Returns the strings that the condition matches, with and without something in the place of the `*`.
    fn texts(&self, value: &PlacedTexts) -> Vec<Vec<PlacedTexts>> {
        let before = Some(&*self.before).filter(|text| !text.is_empty());
        let start = before.map(PlacedTexts::literal).into_iter().chain([value.clone()]);
        let after = self.after.as_deref().map(PlacedTexts::literal);
        let exact: Vec<_> = start.chain(after).collect();
        let mut all = vec![exact.clone()];
        if self.after.is_some() {
            let any = PlacedTexts::any_without(Vec::new());
            all.push(exact.into_iter().chain([any]).collect());
        }
        all
    }
}

/// Escapes a literal so that IAM takes each character literally.
fn escaped(literal: &str) -> String {
    let characters = literal.chars().map(|character| match character {
        '*' | '?' | '$' => format!("${{{character}}}"),
        _ => character.to_string(),
    });
    characters.collect()
}
