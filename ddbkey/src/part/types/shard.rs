//! Shards: one of `N` partitions, calculated from another part of the key.

use core::fmt::{self, Display, Write};
use core::hash::Hasher;

use twox_hash::XxHash64;

use super::{Language, OutOfRange, Shape, order};
use crate::language::{Integers, Padding};
use crate::part::shard::ShardSource;

/// One of the `N` shards over which a hot partition is spread.
///
/// The shard of a part is the XXH64 of its string, with seed 0, modulo `N`. The string of a shard is that number,
/// zero-padded to the digits of `N` - 1. Both are part of the stored key for ever: the schema names the
/// function and the count.
///
/// Declare it as a computed part, and read all shards with one query each:
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey::part::Shard;
///
/// #[derive(DdbKeys)]
/// #[pk("JOB", shard() -> Shard<16>)]
/// #[sk("JOB", id)]
/// struct Job { id: String }
///
/// impl Job {
///     fn shard(&self) -> Shard<16> {
///         Shard::of(&self.id)
///     }
/// }
///
/// let job = Job { id: "o-1".into() };
/// assert_eq!(job.pk()?, "JOB#04");
///
/// let queries = Shard::all().map(|shard| Job::query(JobPk { shard }).build());
/// assert_eq!(queries.count(), 16);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard<const N: usize>(usize);

impl<const N: usize> Shard<N> {
    const DIGITS: usize = {
        assert!(N > 0, "there is no shard among 0");
        let last = N - 1;
        if last == 0 { 1 } else { last.ilog10() as usize + 1 }
    };

    /// Returns the shard of a part, calculated from the string that it has without a format.
    ///
    /// Takes a reference to a field or to its borrowed form in a key struct; both give the same shard.
    /// A value that no key can hold, such as a year after 9999, has the shard of the empty string.
    #[must_use]
    pub fn of(part: &(impl ShardSource + ?Sized)) -> Self {
        let mut text = Digest(XxHash64::with_seed(0));
        let hash = match part.write_text(&mut text) {
            Ok(()) => text.0.finish(),
            Err(OutOfRange) => XxHash64::with_seed(0).finish(),
        };
        let count = const {
            assert!(N > 0, "there is no shard among 0");
            N as u64
        };
        Self((hash % count) as usize)
    }

    /// Returns all shards, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..N).map(Self)
    }

    /// Returns the number of the shard, from 0 to `N` - 1.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

impl<const N: usize> Display for Shard<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$}", self.0, width = Self::DIGITS)
    }
}

known_part! {
    [const N: usize] Shard<N>, order::Always;
    shape: {
        assert!(N > 0, "there is no shard among 0");
        Shape::exact("the number of a shard", Language::Integers(Integers::to(N as u128 - 1, Padding::Shard)))
    };
    write: |value, out| Ok(write!(out, "{value}")?);
    read: |text| {
        if text.len() != Self::DIGITS || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        text.parse().ok().filter(|shard| *shard < N).map(Self)
    };
}

/// Hashes the output as one string, in however many pieces it comes.
struct Digest(XxHash64);

impl Write for Digest {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
