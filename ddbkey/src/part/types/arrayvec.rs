//! `arrayvec::ArrayString`, a string that a method of the entity can return by value.

use arrayvec::ArrayString;

use super::{Language, Shape, order};

known_part! {
    [const N: usize] ArrayString<N>, order::Last, IS_SERDE_TEXT = true;
    shape: {
        assert!(N > 0, "an `ArrayString<0>` has no strings");
        Shape::exact("a string that fits into its `ArrayString`", Language::text(None, Some(N)))
    };
    write: |value, out| Ok(out.write_str(&value)?);
    read: |text| Self::from(text).ok();
    text_len: |value| -> usize { value.as_str().len() }
}

case_part!([const N: usize] ArrayString<N>, Self = |self| *self, Some(N));
