//! Strings: `String` and the types that lend a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Language, Shape, order};

macro_rules! text_part {
    ($([$($lifetime:lifetime)?] $type:ty),+ $(,)?) => {$(
        known_part! {
            [$($lifetime)?] $type, order::Last, IS_SERDE_TEXT = true;
            held: &'k str = |self| self;
            shape: Shape::plain_text();
            write: |value, out| Ok(out.write_str(value)?);
            read: |text| Some(text);
            text_len: |value| -> usize { value.len() }
        }
        case_part!([$($lifetime)?] $type, &'k str = |self| self, None);
    )+};
}

text_part!([] String, ['s] &'s str, ['s] Cow<'s, str>, [] Box<str>, [] Rc<str>, [] Arc<str>);

#[cfg(feature = "compact_str")]
text_part!([] compact_str::CompactString);
#[cfg(feature = "smol_str")]
text_part!([] smol_str::SmolStr);
