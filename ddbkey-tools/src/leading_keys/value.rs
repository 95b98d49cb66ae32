//! What a policy grants a field to be: a string, or a variable of the policy.

use super::LeadingKeysError;

/// The value of the field.
pub(super) enum Granted<'v> {
    Literal(&'v str),
    Variable(Variable<'v>),
}

/// One whole `${…}`.
pub(super) struct Variable<'v> {
    /// The key of the request's context that it stands for.
    pub(super) key: &'v str,
    /// What it is without one.
    pub(super) default: Option<&'v str>,
}

impl<'v> Granted<'v> {
    pub(super) fn of(value: &'v str) -> Result<Self, LeadingKeysError> {
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
            _ => Err(LeadingKeysError(format!(
                "`{value}` is not one variable of a policy\n\
                 help: write one whole variable, such as `${{aws:PrincipalTag/tenant}}`, or a string"
            ))),
        }
    }

    /// The strings that are in the policy, or can be: the value, or the default of the variable.
    pub(super) const fn literal(&self) -> Option<&'v str> {
        match self {
            Self::Literal(text) => Some(text),
            Self::Variable(variable) => variable.default,
        }
    }
}

/// A string that IAM takes as it is.
fn literal(text: &str) -> Result<&str, LeadingKeysError> {
    if text.is_empty() {
        return Err(LeadingKeysError("the value is empty, and no key holds an empty one".into()));
    }
    match text.chars().find(|character| matches!(character, '*' | '?' | '$')) {
        Some('$') => Err(LeadingKeysError(format!(
            "`{text}` holds `$`, which starts a variable\n\
             help: write one whole variable, such as `${{aws:PrincipalTag/tenant}}`, or a string without `$`"
        ))),
        Some(wildcard) => Err(LeadingKeysError(format!(
            "`{text}` holds `{wildcard}`, which IAM matches with other characters"
        ))),
        None => Ok(text),
    }
}

/// Whether the value or the key of a session tag can hold a character: `[\p{L}\p{Z}\p{N}_.:/=+\-@]`.
fn is_of_a_tag(character: char) -> bool {
    !character.is_ascii() && !character.is_control()
        || character.is_ascii_alphanumeric()
        || " _.:/=+-@".contains(character)
}

impl Variable<'_> {
    /// Whether AWS lets it hold a character. Of one that an identity provider fills, nothing is known.
    pub(super) fn can_hold(&self, character: char) -> bool {
        !self.is_limited() || is_of_a_tag(character) || character == ','
    }

    /// Whether AWS limits its characters: those of tags, and of the names and ids that it makes itself.
    pub(super) fn is_limited(&self) -> bool {
        let limited =
            ["aws:principaltag/", "aws:userid", "aws:username", "cognito-identity.amazonaws.com:"];
        let key = self.key.to_ascii_lowercase();
        limited.iter().any(|start| key.starts_with(start))
    }
}
