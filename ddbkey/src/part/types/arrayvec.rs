//! `arrayvec::ArrayString`, text that a method of the entity can return by value.

use core::fmt::Write;

use arrayvec::ArrayString;

use super::case::{self, case_part};
use super::{Case, KeyPart, Language, Lower, OutOfRange, Shape, Upper, order};

case_part!([const N: usize] ArrayString<N>, Self, Some(N););

#[diagnostic::do_not_recommend]
impl<const N: usize> KeyPart for ArrayString<N> {
    type Ref<'k> = Self;
    type Order = order::Last;

    const SHAPE: Shape = {
        assert!(N > 0, "an `ArrayString<0>` has no text");
        Shape::exact("text that fits into its `ArrayString`", Language::ShortText { max: N })
    };
    const IS_TRUSTED: bool = true;
    const IS_SERDE_TEXT: bool = true;

    #[inline]
    fn as_part(&self) -> Self {
        *self
    }

    #[inline]
    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(&value)?)
    }

    #[inline]
    fn read(text: &str) -> Option<Self> {
        Self::from(text).ok()
    }

    #[inline]
    fn text_len(value: Self) -> usize {
        value.as_str().len()
    }
}
