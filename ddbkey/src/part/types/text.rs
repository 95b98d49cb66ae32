//! Text: `String` and the types that lend a `&str`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::Write;

use super::case::{self, case_part};
use super::{Case, KeyPart, Language, Lower, OutOfRange, Shape, Upper, order};

macro_rules! text_part {
    ($([$($lifetime:lifetime)?] $type:ty),+ $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl$(<$lifetime>)? KeyPart for $type {
            type Ref<'k> = &'k str;
            type Order = order::Last;

            const SHAPE: Shape = Shape::exact("text", Language::Text);
            const IS_TRUSTED: bool = true;
            const IS_SERDE_TEXT: bool = true;

            #[inline]
            fn as_part(&self) -> &str {
                self
            }

            #[inline]
            fn write(value: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
                Ok(out.write_str(value)?)
            }

            #[inline]
            fn read(text: &str) -> Option<&str> {
                Some(text)
            }

            #[inline]
            fn text_len(value: &str) -> usize {
                value.len()
            }
        }

        case_part!([$($lifetime)?] $type, &'k str, None;);
    )+};
}

text_part!([] String, ['s] &'s str, ['s] Cow<'s, str>, [] Box<str>, [] Rc<str>, [] Arc<str>);

#[cfg(feature = "compact_str")]
text_part!([] compact_str::CompactString);
#[cfg(feature = "smol_str")]
text_part!([] smol_str::SmolStr);
