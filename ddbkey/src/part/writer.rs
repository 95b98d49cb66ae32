//! Two sinks for [`KeyPart::write`]: one counts, one compares.

use core::fmt::{self, Write};

use super::{Format, KeyPart};

/// Counts the written bytes.
#[derive(Default)]
pub(crate) struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Compares the output with an expected string. Holds the rest that is still expected, or `None` after a
/// mismatch, whether or not the writer stops there.
struct Expected<'t>(Option<&'t str>);

impl Write for Expected<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.and_then(|left| left.strip_prefix(text));
        self.0.map(drop).ok_or(fmt::Error)
    }
}

/// Returns the length of a value's string, or of as much of it as could be written.
pub(super) fn count<T: KeyPart<F>, F: Format>(value: T::Ref<'_>) -> usize {
    let mut counter = Counter::default();
    // A value without a string is refused when it is written; its length is never used.
    let _ = T::write(value, &mut counter);
    counter.0
}

/// Returns the length of a value's string, which is counted if the type is not trusted.
#[inline]
pub(crate) fn text_len<T: KeyPart<F>, F: Format>(value: T::Ref<'_>) -> usize {
    if const { T::IS_TRUSTED } { T::text_len(value) } else { count::<T, F>(value) }
}

/// Returns whether the value has exactly this string.
pub(crate) fn writes<T: KeyPart<F>, F: Format>(value: T::Ref<'_>, text: &str) -> bool {
    let mut expected = Expected(Some(text));
    T::write(value, &mut expected).is_ok() && expected.0 == Some("")
}
