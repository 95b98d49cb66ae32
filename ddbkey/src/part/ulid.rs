//! `ulid::Ulid`.

use core::fmt::Write;

use ulid::{ULID_LEN, Ulid};

use super::{KeyPart, Language, OutOfRange, Shape, order};

#[diagnostic::do_not_recommend]
impl KeyPart for Ulid {
    type Ref<'k> = Self;
    type Order = order::Always;

    const SHAPE: Shape = Shape::exact("a ULID", Language::Ulid);

    #[inline]
    fn part(&self) -> Self {
        *self
    }

    #[inline]
    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(value.array_to_str(&mut [0; ULID_LEN]))?)
    }

    /// The crate reads lower case as well, and lets a first character above `7` overflow.
    #[inline]
    fn read(text: &str) -> Option<Self> {
        let ours = matches!(text.as_bytes(), [b'0'..=b'7', rest @ ..] if !rest.iter().any(u8::is_ascii_lowercase));
        if ours { Self::from_string(text).ok() } else { None }
    }
}
