//! The standard traits, and what the other templates share.

/// The standard traits of a key struct. `debug` and `hash` are functions of `private.rs`.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    (
        struct: $name:ident,
        borrows: [$($borrowed:lifetime)?],
        bounds: [$($bounds:tt)*],
        owns: [$($owns:ident)?],
        fields: $($field:ident $(. $copy:ident)?)*,
        debug: $debug:ident,
        hash: $hash:ident,
    ) => {
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Clone for $name<$($borrowed)?> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                // Clones field by field: a type that does not resolve is then the only error.
                Self { $($field: self.$field $(.$copy())?),* }
            }
        }
        $crate::__copy! { [$($owns)?] $name [$($borrowed)?] [$($bounds)*] }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Debug for $name<$($borrowed)?> $($bounds)* {
            #[inline]
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::$debug(self, ::core::stringify!($name), f)
            }
        }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::PartialEq for $name<$($borrowed)?> $($bounds)* {
            #[inline]
            fn eq(&self, other: &Self) -> __ddbkey::bool {
                true $(&& self.$field == other.$field)*
            }
        }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Eq for $name<$($borrowed)?> $($bounds)* {}
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Hash for $name<$($borrowed)?> $($bounds)* {
            #[inline]
            fn hash<__H: __ddbkey::Hasher>(&self, state: &mut __H) {
                __ddbkey::$hash(self, state)
            }
        }
    };
}

/// `Copy`, unless the struct owns a string.
#[doc(hidden)]
#[macro_export]
macro_rules! __copy {
    ([] $name:ident [$($borrowed:lifetime)?] [$($bounds:tt)*]) => {
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Copy for $name<$($borrowed)?> $($bounds)* {}
    };
    ([$owns:ident] $($others:tt)*) => {};
}

/// The value of a result. On an error, the function returns the error: `?` converts the error, which costs 4 % of
/// `cargo check`.
#[doc(hidden)]
#[macro_export]
macro_rules! __try {
    ($result:expr) => {
        match $result {
            __ddbkey::Ok(__value) => __value,
            __ddbkey::Err(__error) => return __ddbkey::Err(__error),
        }
    };
}
