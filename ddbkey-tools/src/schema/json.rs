//! Converts the parts of a schema to JSON that serde cannot derive.

use ddbkey::__private::IndexKind;
use ddbkey::__private::engine::ValueOrder;
use ddbkey::schema::AttributeType;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Schema;
use super::language::{Language, LanguageClass};

/// The version of the JSON.
pub(super) const VERSION: u32 = 1;

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Refuses what no declaration can express, as parsing a snapshot does.
impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let schema = Self::deserialize(deserializer)?;
        if schema.version != VERSION {
            let version = schema.version;
            return Err(D::Error::custom(format!(
                "the schema has version {version}, and this is version {VERSION}"
            )));
        }
        let text = schema.to_string();
        match Self::parse(&text) {
            Ok(read) if read.to_string() == text => Ok(schema),
            Ok(_) => Err(D::Error::custom("no schema prints like this")),
            Err(error) => Err(D::Error::custom(format!("as a snapshot, {error}"))),
        }
    }
}

/// A language as JSON: the string that is read, and properties derived from it.
#[derive(Serialize, Deserialize)]
struct LanguageJson {
    text: String,
    #[serde(skip_deserializing)]
    class: Option<LanguageClass>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    alphabet: Option<String>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    #[serde(skip_deserializing)]
    min_width: usize,
    #[serde(skip_deserializing)]
    max_width: Option<usize>,
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (min_width, max_width) = self.widths();
        let described = LanguageJson {
            text: self.to_string(),
            class: Some(self.class()),
            alphabet: self.alphabet(),
            words: self.words().map(Into::into),
            min_width,
            max_width,
        };
        described.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let LanguageJson { text, .. } = LanguageJson::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::custom(format!("no language prints as `{text}`")))
    }
}

/// An enum of `ddbkey` with named values.
pub(super) trait Named: Copy + PartialEq + 'static {
    const NAMES: &[(Self, &str)];
}

impl Named for AttributeType {
    const NAMES: &[(Self, &str)] = &[(Self::S, "S"), (Self::N, "N")];
}

impl Named for IndexKind {
    const NAMES: &[(Self, &str)] = &[(Self::Gsi, "gsi"), (Self::Lsi, "lsi")];
}

impl Named for ValueOrder {
    const NAMES: &[(Self, &str)] = &Self::NAMES;
}

/// A value as its name, in JSON.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ByName<T: Named>(#[serde(with = "named")] T);

/// For `#[serde(with)]`.
pub(super) mod named {
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Named;

    pub(in super::super) fn serialize<T: Named, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let name = T::NAMES.iter().find(|(own, _)| own == value).map(|(_, name)| name);
        name.ok_or_else(|| S::Error::custom("a value without a name"))?.serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let name = String::deserialize(deserializer)?;
        let value = T::NAMES.iter().find(|(_, own)| *own == name).map(|(value, _)| *value);
        value.ok_or_else(|| D::Error::custom(format!("unknown name `{name}`")))
    }
}

/// The same for a value that may be unknown.
pub(super) mod named_option {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{ByName, Named};

    #[expect(clippy::ref_option, reason = "serde hands fields over by reference")]
    pub(in super::super) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(ByName).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<ByName<T>>::deserialize(deserializer)?.map(|ByName(value)| value))
    }
}
