//! `bool` and `char`.

use core::fmt::Write;

use super::{KeyPart, Language, OutOfRange, Shape, order};

#[diagnostic::do_not_recommend]
impl KeyPart for bool {
    type Ref<'k> = Self;
    type Order = order::Always;

    const SHAPE: Shape = Shape::words("`true` or `false`", &["false", "true"]);
    const IS_TRUSTED: bool = true;

    #[inline]
    fn as_part(&self) -> Self {
        *self
    }

    #[inline]
    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(if value { "true" } else { "false" })?)
    }

    #[inline]
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    #[inline]
    fn text_len(value: Self) -> usize {
        if value { 4 } else { 5 }
    }
}

#[diagnostic::do_not_recommend]
impl KeyPart for char {
    type Ref<'k> = Self;
    type Order = order::Always;

    const SHAPE: Shape = Shape::exact("a single character", Language::Char);
    const IS_TRUSTED: bool = true;
    const IS_SERDE_TEXT: bool = true;

    #[inline]
    fn as_part(&self) -> Self {
        *self
    }

    #[inline]
    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_char(value)?)
    }

    #[inline]
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    #[inline]
    fn text_len(value: Self) -> usize {
        value.len_utf8()
    }
}
