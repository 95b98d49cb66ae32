//! The input of a shard. It does not depend on the feature `shard`, because derived newtypes always implement it.

use core::fmt::Write;

use super::{KeyPart, OutOfRange};

/// The argument of `Shard::of`: a value of any type that can be a part, its borrowed form, or a string. The derive
/// implements it for the borrowed form of a newtype, so that both give the same shard.
#[diagnostic::on_unimplemented(
    message = "a shard cannot be calculated from `{Self}`, which is not a part of a key",
    label = "not a key part",
    note = "give a reference to a field that is a part: `Shard::of(&self.id)`"
)]
pub trait ShardSource {
    /// Writes the string that the part has without a format.
    ///
    /// # Errors
    ///
    /// Returns [`OutOfRange`] if the value has no string.
    fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange>;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart> ShardSource for T {
    #[inline]
    fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
        T::write(self.as_part(), out)
    }
}

#[diagnostic::do_not_recommend]
impl ShardSource for str {
    #[inline]
    fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(self)?)
    }
}
