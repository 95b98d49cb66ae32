//! `uuid::Uuid`.

use uuid::Uuid;
use uuid::fmt::Hyphenated;

use super::{Language, Shape, order};
use crate::language::Runs;

known_part! {
    [] Uuid, order::Always, IS_SERDE_TEXT = true;
    shape: Shape::exact("a hyphenated lower-case UUID", Language::Runs(Runs::UUID));
    write: |value, out| {
        Ok(out.write_str(value.hyphenated().encode_lower(&mut [0; Hyphenated::LENGTH]))?)
    };
    // The crate also reads upper case and other layouts.
    read: |text| {
        let ours =
            text.len() == Hyphenated::LENGTH && !text.bytes().any(|b| b.is_ascii_uppercase());
        if ours { Self::try_parse(text).ok() } else { None }
    };
}
