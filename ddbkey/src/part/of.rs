//! What keys hold for a newtype.

use alloc::string::String;
use core::any;
use core::fmt::{self, Debug, Display, Write};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Range;

use super::buckets::Bucketed;
use super::shard::ShardSource;
use super::{Format, KeyPart, OutOfRange, Plain};

/// The borrowed form of a newtype `T` in key structs. It holds an `R`: what keys hold for the value in the newtype.
///
/// `#[derive(KeyPart)]` generates an alias for each newtype, named after it. The lifetime belongs to the key, and a value
/// that keys do not borrow needs none.
///
/// ```
/// use ddbkey::{DdbKeys, KeyPart};
///
/// #[derive(KeyPart)]
/// struct UserId(String); // pub type UserIdRef<'k> = Of<UserId, &'k str>;
///
/// #[derive(KeyPart)]
/// struct Version(u32); // pub type VersionRef = Of<Version, u32>;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("{version:05}")]
/// struct User { user_id: UserId, version: Version }
///
/// const ADMIN: UserIdRef<'static> = UserIdRef::new("admin");
///
/// let pk = UserPk { user_id: ADMIN };
/// assert_eq!(pk.build()?, "USER#admin");
/// let UserSk { version } = User::parse_sk("00007")?;
/// assert_eq!((pk.user_id.get(), version.get()), ("admin", 7));
/// assert_eq!(ADMIN.to_string(), "admin");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Of<T, R> {
    held: R,
    newtype: PhantomData<fn() -> T>,
}

impl<T, R> Of<T, R> {
    /// Returns the borrowed form of a newtype of this value.
    ///
    /// Nothing is checked here. A `check` or an alphabet of the newtype is asked when a key is built.
    #[inline]
    #[must_use]
    pub const fn new(held: R) -> Self {
        Self { held, newtype: PhantomData }
    }

    /// Returns the value.
    #[inline]
    #[must_use]
    pub const fn get(self) -> R
    where
        R: Copy,
    {
        self.held
    }
}

impl<T, R: Clone> Clone for Of<T, R> {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.held.clone())
    }
}

impl<T, R: Copy> Copy for Of<T, R> {}

/// Prints the name of the newtype, `UserId("u1")`.
impl<T, R: Debug> Debug for Of<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = any::type_name::<T>();
        let name = name.split_once('<').map_or(name, |(name, _)| name);
        let name = name.rsplit_once("::").map_or(name, |(_, name)| name);
        f.debug_tuple(name).field(&self.held).finish()
    }
}

impl<T, R: PartialEq> PartialEq for Of<T, R> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.held == other.held
    }
}

impl<T, R: Eq> Eq for Of<T, R> {}

impl<T, R: Hash> Hash for Of<T, R> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.held.hash(state);
    }
}

/// Writes the string that the newtype has in a key without a format. A value without a string prints as with `Debug`, so
/// that `to_string` does not panic.
impl<'k, T: KeyPart<Plain, Ref<'k> = Self>, R: Copy + Debug + 'k> Display for Of<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return T::write(*self, f).or_else(|OutOfRange| Debug::fmt(&self.held, f));
        }
        let mut text = String::new();
        match T::write(*self, &mut text) {
            Ok(()) if f.sign_aware_zero_pad() => {
                let digits = text.trim_start_matches('-');
                f.pad_integral(digits.len() == text.len(), "", digits)
            }
            Ok(()) => f.pad(&text),
            Err(OutOfRange) => Debug::fmt(&self.held, f),
        }
    }
}

impl<T, R: AsRef<str>> AsRef<str> for Of<T, R> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.held.as_ref()
    }
}

impl<'k, T: KeyPart<Plain, Ref<'k> = Self>, R> From<&'k T> for Of<T, R> {
    #[inline]
    fn from(newtype: &'k T) -> Self {
        newtype.as_part()
    }
}

#[diagnostic::do_not_recommend]
impl<'k, T: KeyPart<Plain, Ref<'k> = Self>, R: Copy + 'k> ShardSource for Of<T, R> {
    fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
        T::write(*self, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T, R: Bucketed<F>, F: Format> Bucketed<F> for Of<T, R> {
    fn units(start: Self, end: Self, is_included: bool) -> Range<u64> {
        R::units(start.held, end.held, is_included)
    }

    fn start(unit: u64) -> Option<Self> {
        R::start(unit).map(Self::new)
    }
}
