//! `bool` and `char`.

use super::{Language, Shape, order};

known_part! {
    [] bool, order::Always;
    shape: Shape::words("`true` or `false`", &["false", "true"]);
    write: |value, out| Ok(out.write_str(if value { "true" } else { "false" })?);
    read: |text| text.parse().ok();
    text_len: |value| -> usize { if value { 4 } else { 5 } }
}

known_part! {
    [] char, order::Always, IS_SERDE_TEXT = true;
    shape: Shape::exact("a single character", Language::Char);
    write: |value, out| Ok(out.write_char(value)?);
    read: |text| text.parse().ok();
    text_len: |value| -> usize { value.len_utf8() }
}
