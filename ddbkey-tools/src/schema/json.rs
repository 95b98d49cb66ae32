//! The parts of a schema as JSON, where serde does not write them by itself.

use ddbkey::__private_0_1::IndexKind;
use ddbkey::__private_0_1::engine::ValueOrder;
use ddbkey::schema::{AttributeType, Projection};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Schema;
use super::language::{Language, LanguageClass};

/// The version of the JSON.
const VERSION: u32 = 1;

/// The version as a field that every schema has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        VERSION.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self),
            version => Err(D::Error::custom(format!(
                "the schema has version {version}, and this is version {VERSION}"
            ))),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// What no declaration can say is refused, as it is in a text.
impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let schema = Self::deserialize(deserializer)?;
        let text = schema.to_string();
        match Self::parse(&text) {
            Ok(read) if read.to_string() == text => Ok(schema),
            Ok(_) => Err(D::Error::custom("no schema prints so")),
            Err(error) => Err(D::Error::custom(format!("as a text, {error}"))),
        }
    }
}

/// A language as JSON: the text that is read, and what follows from it.
#[derive(Serialize, Deserialize)]
struct Described {
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
        let described = Described {
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
        let Described { text, .. } = Described::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| D::Error::custom(format!("no texts print as `{text}`")))
    }
}

/// Declares modules for `#[serde(with)]`, with the name of each value of an enum.
macro_rules! named {
    ($($module:ident: $type:ty = $names:expr;)*) => {$(
        pub(super) mod $module {
            use super::*;

            pub(in super::super) fn serialize<S: Serializer>(
                value: &$type,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let mut names = $names.into_iter();
                let name = names.find(|(own, _)| own == value).map(|(_, name)| name);
                name.ok_or_else(|| S::Error::custom("a value without a name"))?.serialize(serializer)
            }

            pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let name = String::deserialize(deserializer)?;
                let mut values = $names.into_iter();
                let value = values.find(|(_, own)| *own == name).map(|(value, _)| value);
                value.ok_or_else(|| D::Error::custom(format!("unknown name `{name}`")))
            }
        }
    )*};
}

named! {
    attribute_type: AttributeType = [(AttributeType::S, "S"), (AttributeType::N, "N")];
    index_kind: IndexKind = [(IndexKind::Gsi, "gsi"), (IndexKind::Lsi, "lsi")];
    projection: Projection = [(Projection::All, "all"), (Projection::Keys, "keys")];
    value_order: ValueOrder = ValueOrder::NAMES;
}

/// An order, if it is known.
pub(super) mod order {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Known(#[serde(with = "value_order")] ValueOrder);

    #[expect(clippy::ref_option, reason = "serde hands the field over by reference")]
    pub(in super::super) fn serialize<S: Serializer>(
        value: &Option<ValueOrder>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(Known).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ValueOrder>, D::Error> {
        Ok(Option::<Known>::deserialize(deserializer)?.map(|Known(order)| order))
    }
}

/// Attributes with their types.
pub(super) mod typed_names {
    use super::*;
    use crate::schema::TypedName;

    #[derive(Serialize, Deserialize)]
    struct Typed<N> {
        name: N,
        #[serde(rename = "type", with = "attribute_type")]
        attribute_type: AttributeType,
    }

    pub(in super::super) fn serialize<S: Serializer>(
        names: &[TypedName],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let typed = names
            .iter()
            .map(|(name, attribute_type)| Typed { name, attribute_type: *attribute_type });
        serializer.collect_seq(typed)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<TypedName>, D::Error> {
        let typed = Vec::<Typed<String>>::deserialize(deserializer)?;
        Ok(typed.into_iter().map(|Typed { name, attribute_type }| (name, attribute_type)).collect())
    }
}
