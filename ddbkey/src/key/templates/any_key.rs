//! Enums of primary keys.

/// The standard traits, `AnyKey` and the methods of an enum of primary keys.
///
/// ```ignore
/// any_key! {
///     vis: pub,
///     enum: OrderAnyKey,
///     lifetime: 'k,
///     borrows: 'k,
///     bounds: [where Status: IsPart],
///     keys: Current(OrderKey<'k>) V1(OrderV1<'k>),
///     plain: OrderKey<'k>,
///     others: [OrderV1<'static>],
///     from: [Current(OrderKey<'k>)],
///     texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
///     owned: " Returns an owned key, …" T [T: Order: MemberOf<T>],
/// }
/// ```
///
/// An enum that has the keys of another enum is `from: [OrderKey [OrderKey<'k>] WithTier Plain],`.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_key {
    (
        vis: $vis:vis,
        enum: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(bounds: [$($bounds:tt)*],)?
        keys: $($variant:ident($pair:ty))*,
        plain: $plain:ty,
        others: [$($other:ty),*],
        from: [$($from:tt)*],
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Clone for $name<$($borrowed)?> $($($bounds)*)? {
            #[inline]
            fn clone(&self) -> Self {
                match self {
                    $(Self::$variant(__key) => Self::$variant(__ddbkey::Clone::clone(__key)),)*
                }
            }
        }
        $crate::__copy! {
            [$($owns)?]
            $name
            [$($borrowed)?]
            [$($($bounds)*)?]
        }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Debug for $name<$($borrowed)?> $($($bounds)*)? {
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::debug_any(self, f)
            }
        }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::PartialEq for $name<$($borrowed)?> $($($bounds)*)? {
            fn eq(&self, other: &Self) -> __ddbkey::bool {
                match (self, other) {
                    $((Self::$variant(__one), Self::$variant(__other)) => __one == __other,)*
                    _ => false,
                }
            }
        }
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Eq for $name<$($borrowed)?> $($($bounds)*)? {}
        #[automatically_derived]
        impl<$($borrowed)?> __ddbkey::Hash for $name<$($borrowed)?> $($($bounds)*)? {
            fn hash<__H: __ddbkey::Hasher>(&self, state: &mut __H) {
                __ddbkey::hash_any(self, state)
            }
        }
        $crate::__from_keys! {
            [$lifetime]
            [$name<$($borrowed)?>]
            [$($($bounds)*)?]
            $($from)*
        }
        #[automatically_derived]
        impl<$lifetime> __ddbkey::Visit<$lifetime> for $name<$($borrowed)?> $($($bounds)*)? {
            fn visit<__V: __ddbkey::KeyVisitor<$lifetime>>(self, __visitor: __V) -> __V::Output {
                match self {
                    $(Self::$variant(__key) => __visitor.key(::core::stringify!($variant), __key),)*
                }
            }
            fn parse_any(
                __pk: &[&$lifetime __ddbkey::str],
                __sk: &[&$lifetime __ddbkey::str],
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                __ddbkey::parse_any(__pk, __sk)
            }
        }
        #[automatically_derived]
        impl<$lifetime> __ddbkey::AnyKey<$lifetime> for $name<$($borrowed)?> $($($bounds)*)? {
            const PLAIN: &'static __ddbkey::KeySchema = __ddbkey::schema_of::<$plain>();
            // The compiler does not evaluate code after a branch before it is used.
            const OTHERS: &'static [&'static __ddbkey::KeySchema] = {
                if true {}
                &[$(__ddbkey::schema_of::<$other>()),*]
            };
            fn try_parse(
                __pk: &[&$lifetime __ddbkey::str],
                __sk: &[&$lifetime __ddbkey::str],
            ) -> __ddbkey::Option<Self> {
                __ddbkey::None
                    $(.or_else(|| {
                        __ddbkey::AnyKey::try_parse(__pk, __sk).map(Self::$variant)
                    }))*
            }
            fn nearest(
                __nearest: __ddbkey::Nearest,
                __pk: &[&$lifetime __ddbkey::str],
                __sk: &[&$lifetime __ddbkey::str],
            ) -> __ddbkey::Nearest {
                __nearest$(.or::<$pair>(__pk, __sk))*
            }
        }
        impl<$($borrowed)?> $name<$($borrowed)?> $($($bounds)*)? {
            $crate::__primary_methods! {
                vis: $vis,
                module: of_any,
                texts: $($text $doc)*,
                parse: ($($param)*) => ($($argument)*),
                $(owned: $owned_doc $owned $([$table: $($member)*])?,)?
            }
        }
    };
}

/// `From` for an enum of keys: from each of these keys, or from an enum that has some of its keys.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_keys {
    ($params:tt $name:tt $bounds:tt $variant:ident($key:ty) $($others:tt)*) => {
        $crate::__from! { $params $name $bounds [$key] |value| Self::$variant(value) }
        $crate::__from_keys! { $params $name $bounds $($others)* }
    };
    ($params:tt $name:tt $bounds:tt $shapes:ident $key:tt $($variant:ident)*) => {
        $crate::__from! {
            $params $name $bounds $key
            |value| match value { $($shapes::$variant(__key) => Self::$variant(__key),)* }
        }
    };
    ($params:tt $name:tt $bounds:tt) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __from {
    ([$($params:tt)*] [$name:ty] [$($bounds:tt)*] [$key:ty] |$value:ident| $body:expr) => {
        #[automatically_derived]
        impl<$($params)*> __ddbkey::From<$key> for $name $($bounds)* {
            #[inline]
            fn from($value: $key) -> Self {
                $body
            }
        }
    };
}
