//! Prints the modules that read and write times as they are stored.

use std::fmt::Write as _;

use super::Printer;
use crate::infer::time::TimeFormat;

impl Printer<'_> {
    /// Prints the modules that read and write times as they are stored.
    pub(super) fn modules(&mut self) {
        let (time, import) = if self.types.is_chrono {
            ("DateTime<Utc>", "chrono::{DateTime, Utc}")
        } else {
            ("Timestamp", "jiff::Timestamp")
        };
        for (name, (format, is_optional)) in std::mem::take(&mut self.modules) {
            let Some((part, own)) = format.part() else { continue };
            let (before, after) = if import < "ddbkey" {
                (format!("    use {import};\n"), String::new())
            } else {
                (String::new(), format!("    use {import};\n"))
            };
            let mut text = format!(
                "
/// Timestamps as strings in the format `{}`.
mod {name} {{
{before}    use ddbkey::KeyPart;
    use ddbkey::part::{part};
{after}    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{{Deserialize, Deserializer, Serializer}};

    type Format = {own};

    pub fn serialize<S: Serializer>(time: &{time}, serializer: S) -> Result<S::Ok, S::Error> {{
        let mut text = String::new();
        <{time} as KeyPart<Format>>::write(*time, &mut text).map_err(S::Error::custom)?;
        serializer.serialize_str(&text)
    }}

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<{time}, D::Error> {{
        let text = String::deserialize(deserializer)?;
        let time = <{time} as KeyPart<Format>>::read(&text);
        time.ok_or_else(|| D::Error::custom(\"not a timestamp of this format\"))
    }}
",
                format.name()
            );
            if is_optional {
                let _ = write!(
                    text,
                    "
    pub mod option {{
        use {import};
        use serde::{{Deserialize, Deserializer, Serializer}};

        #[derive(Deserialize)]
        struct Time(#[serde(with = \"super\")] {time});

        pub fn serialize<S: Serializer>(
            time: &Option<{time}>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {{
            match time {{
                Some(time) => super::serialize(time, serializer),
                None => serializer.serialize_none(),
            }}
        }}

        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<{time}>, D::Error> {{
            let time = Option::<Time>::deserialize(deserializer)?;
            Ok(time.map(|Time(time)| time))
        }}
    }}
"
                );
            }
            text.push_str("}\n");
            self.out.push_str(&text);
        }
    }

    /// Prints the modules that read and write sets that may be NULL.
    pub(super) fn sets(&mut self) {
        for set in std::mem::take(&mut self.sets) {
            let text = format!(
                "
/// Sets, or NULL.
mod {set}_or_null {{
    use serde::{{Deserialize, Deserializer, Serialize, Serializer}};

    pub fn serialize<T: Serialize, S: Serializer>(
        set: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {{
        match set {{
            Some(set) => serde_dynamo::{set}::serialize(set, serializer),
            None => serializer.serialize_none(),
        }}
    }}

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {{
        Option::deserialize(deserializer)
    }}
}}
"
            );
            self.out.push_str(&text);
        }
    }
}

pub(super) fn module_name(format: TimeFormat) -> String {
    let of_units = match format.units() {
        7 => "milliseconds",
        8 => "microseconds",
        9 => "nanoseconds",
        _ => "seconds",
    };
    format.trimmed().map_or_else(|| of_units.into(), str::to_lowercase)
}
