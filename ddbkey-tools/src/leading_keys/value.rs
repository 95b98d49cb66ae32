//! The granted value of the field: a string, or a policy variable.

use crate::error::SchemaError;

/// The value of the field.
pub(super) enum Granted<'v> {
    Literal(&'v str),
    Variable(Variable<'v>),
}

/// One whole `${…}`.
pub(super) struct Variable<'v> {
    /// The context key of the variable.
    pub(super) key: &'v str,
    /// The value without that key.
    pub(super) default: Option<&'v str>,
}

impl<'v> Granted<'v> {
    pub(super) fn of(value: &'v str) -> Result<Self, SchemaError> {
        let inner = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
        let Some(inner) = inner else { return literal(value).map(Self::Literal) };
        let (key, default) = match inner.split_once(',') {
            Some((key, default)) => (key, Some(default.trim())),
            None => (inner, None),
        };
        let key = key.trim();
        let is_key = key.contains(':') && key.chars().all(is_of_a_tag);
        let quoted =
            default.map(|text| text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')));
        match (is_key, quoted) {
            (true, None) => Ok(Self::Variable(Variable { key, default: None })),
            (true, Some(Some(default))) => {
                let default = Some(literal(default)?);
                Ok(Self::Variable(Variable { key, default }))
            }
            _ => Err(SchemaError::new(format!(
                "`{value}` is not one variable of a policy\n\
                 help: write one whole variable, such as `${{aws:PrincipalTag/tenant}}`, or a string"
            ))),
        }
    }

    /// Returns the string that is in the policy, or can be: the value, or the default of the variable.
    pub(super) const fn literal(&self) -> Option<&'v str> {
        match self {
            Self::Literal(text) => Some(text),
            Self::Variable(variable) => variable.default,
        }
    }
}

/// Checks that IAM takes a string literally.
fn literal(text: &str) -> Result<&str, SchemaError> {
    if text.is_empty() {
        return Err(SchemaError::new(
            "the value is empty, and no key contains an empty value".into(),
        ));
    }
    match text.chars().find(|character| matches!(character, '*' | '?' | '$')) {
        Some('$') => Err(SchemaError::new(format!(
            "`{text}` holds `$`, which starts a variable\n\
             help: write one whole variable, such as `${{aws:PrincipalTag/tenant}}`, or a string without `$`"
        ))),
        Some(wildcard) => Err(SchemaError::new(format!(
            "`{text}` holds `{wildcard}`, which IAM matches with other characters"
        ))),
        None => Ok(text),
    }
}

/// Returns whether the value or the key of a session tag can contain a character: `[\p{L}\p{Z}\p{N}_.:/=+\-@]`.
fn is_of_a_tag(character: char) -> bool {
    !character.is_ascii() && !character.is_control()
        || character.is_ascii_alphanumeric()
        || " _.:/=+-@".contains(character)
}

impl Variable<'_> {
    /// Returns whether the variable can contain a character. If an identity provider fills it, any character is possible.
    pub(super) fn can_hold(&self, character: char) -> bool {
        !self.is_limited() || is_of_a_tag(character) || character == ','
    }

    /// Returns whether AWS limits its characters: in tags, and in the names and ids that AWS creates.
    pub(super) fn is_limited(&self) -> bool {
        let limited =
            ["aws:principaltag/", "aws:userid", "aws:username", "cognito-identity.amazonaws.com:"];
        let key = self.key.to_ascii_lowercase();
        limited.iter().any(|start| key.starts_with(start))
    }
}
