//! `uuid::Uuid`.

use core::fmt::Write;

use uuid::Uuid;
use uuid::fmt::Hyphenated;

use super::{KeyPart, Language, OutOfRange, Shape, order};

#[diagnostic::do_not_recommend]
impl KeyPart for Uuid {
    type Ref<'k> = Self;
    type Order = order::Always;

    const SHAPE: Shape = Shape::exact("a hyphenated lower-case UUID", Language::Uuid);
    const IS_TRUSTED: bool = true;
    const IS_SERDE_TEXT: bool = true;

    #[inline]
    fn as_part(&self) -> Self {
        *self
    }

    #[inline]
    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(value.hyphenated().encode_lower(&mut [0; Hyphenated::LENGTH]))?)
    }

    /// The crate reads upper case and other layouts as well.
    #[inline]
    fn read(text: &str) -> Option<Self> {
        let ours =
            text.len() == Hyphenated::LENGTH && !text.bytes().any(|b| b.is_ascii_uppercase());
        if ours { Self::try_parse(text).ok() } else { None }
    }
}
