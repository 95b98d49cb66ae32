//! Pairs of keys, and the sort keys that have no struct and belong to a pair.

/// The declaration of a pair of keys, with the standard traits and the methods of its struct.
///
/// ```ignore
/// pair! {
///     vis: pub,
///     struct: OrderByStatus,
///     lifetime: 'k,
///     borrows: 'k,
///     bounds: [where Status: IsPart],
///     pk: [OrderByStatusPk] ['k] { status },
///     sk: SortKey<Self> = SortKey,
///     parts: { __0: Timestamp as Fraction<3>, 0 0; __1: Ulid as Plain, 0 2; },
///     of: OfIndex,
///     position: Position::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").of_table(schema_of::<OrderKey<'static>>),
///     same: [status = __2, String as Plain, "status";],
///     from: { status } { created_at = __0, id = __1 },
///     texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
///     owned: " Returns an owned key, …" Order,
/// }
/// ```
///
/// A sort key that has a struct is `sk: OrderSk = [OrderSk] { created_at, id } __sk`, and the pair reads it as `__sk`.
/// Without a struct, the pair reads the `parts`. A field of both keys must be the `same`. The fields come `from` the
/// partition key and from the parts that were read, and are `letter.clone` if the pair owns them. Fields of the `pk`
/// that the sort key needs as well are cloned too. Keys of one attribute have a method that returns their string.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(bounds: [$($bounds:tt)*],)?
        pk: [$($pk:tt)*] [$($pk_args:tt)*] { $($in_pk:ident $(. $split:ident)?),* },
        sk: $sk:ty = $([$($sk_path:tt)*] { $($in_sk:ident),* } $read:ident)? $($own:ident)?,
        $(parts: {
            $($local:ident: $part:ty as $part_format:ty, $attribute:literal $at:literal $(, $cow:ident)?;)*
        },)?
        of: $of:ty,
        position: $position:expr,
        $(same: [$($shared:ident $([$lent:tt])? = $other:expr, $type:ty as $format:ty, $shared_name:literal;)*],)?
        from: {
            $($from_pk:ident $(. $pk_copy:ident)?)*
        } {
            $($from_sk:ident $(. $sk_copy:ident)? = $value:expr),*
        },
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        impl<$lifetime> __ddbkey::Pair<$lifetime>
            for $name<$($borrowed)?>
        $($($bounds)*)?
        {
            type Pk = $($pk)*<$($pk_args)*>;
            type Sk = $sk;
            type Of = $of;
            const POSITION: __ddbkey::Position = $position;
            #[inline]
            fn split(self) -> (Self::Pk, Self::Sk) {
                (
                    $($pk)* { $($in_pk: self.$in_pk $(.$split())?),* },
                    $($($sk_path)* { $($in_sk: self.$in_sk),* })? $(__ddbkey::$own(self))?
                )
            }
            #[inline]
            fn join<__S: __ddbkey::PartSource<$lifetime>>(
                __pk: Self::Pk,
                __source: &mut __S,
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                $(let $read = $crate::__try!(<Self::Sk as __ddbkey::KeyTexts>::take(__source));)?
                $(
                    $(
                        let $local = $(__ddbkey::$cow::Borrowed)? (
                            $crate::__try!(__source.value::<$part, $part_format>(__ddbkey::at($attribute, $at)))
                        );
                    )*
                    if let __ddbkey::Err(__error) = __source.end() {
                        return __ddbkey::Err(__error);
                    }
                )?
                $($(
                    if !__ddbkey::same_text::<$type, $format>($($lent)? __pk.$shared, $other) {
                        return __ddbkey::Err(
                            __ddbkey::mismatch::<Self::Sk>($shared_name),
                        );
                    }
                )*)?
                __ddbkey::Ok(Self {
                    $($from_pk: __pk.$from_pk,)*
                    $($from_sk: $value,)*
                })
            }
        }
        $crate::__standard! {
            struct: $name,
            borrows: [$($borrowed)?],
            bounds: [$($($bounds)*)?],
            owns: [$($owns)?],
            fields: $($from_pk $(. $pk_copy)?)* $($from_sk $(. $sk_copy)?)*,
            debug: debug_pair,
            hash: hash_pair,
        }
        impl<$($borrowed)?> $name<$($borrowed)?> $($($bounds)*)? {
            $crate::__primary_methods! {
                vis: $vis,
                module: of_pair,
                texts: $($text $doc)*,
                parse: ($($param)*) => ($($argument)*),
                $(owned: $owned_doc $owned $([$table: $($member)*])?,)?
            }
        }
    };
}

/// The methods of a pair of keys, and of an enum of pairs. Their code is in a `module` of `private.rs`.
#[doc(hidden)]
#[macro_export]
macro_rules! __primary_methods {
    (
        vis: $vis:vis,
        module: $module:ident,
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        $(
            #[doc = $doc]
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if the
            /// key is longer than DynamoDB allows.
            #[inline]
            $vis fn $text(
                self,
            ) -> __ddbkey::Result<__ddbkey::String, __ddbkey::KeyError> {
                __ddbkey::$module::$text(self)
            }
        )*
        /// Returns the keys by attribute name.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if one of the keys cannot be built.
        #[inline]
        $vis fn keys(self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
            __ddbkey::$module::keys(self)
        }
        $(
            #[doc = $owned_doc]
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #[inline]
            $vis fn into_owned $(<$table>)? (
                self,
            ) -> __ddbkey::Result<__ddbkey::OwnedKey<$owned>, __ddbkey::KeyError>
            $(where $($member)*)?
            {
                __ddbkey::into_owned(self)
            }
        )?
        /// Parses both keys, borrowing from them.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any strings that are not such keys, or if a field of both keys differs between
        /// them.
        #[inline]
        $vis fn parse($($param)*) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::$module::parse($($argument)*)
        }
    };
}

/// The declaration of a sort key that has no struct and belongs to a pair.
///
/// ```ignore
/// sort_key! {
///     vis: pub,
///     struct: OrderByStatus,
///     lifetime: 'k,
///     borrows: 'k,
///     bounds: [where Status: IsPart],
///     attributes: 1,
///     patterns: [Pattern { segments: &joined([…]), ..Pattern::new("Order", Role::IndexSortKey("gsi1"), '#') }],
///     parts: { created_at: Timestamp as Fraction<3>, 0 0; id: Ulid as Plain, 0 2; },
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __sort_key {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(bounds: [$($bounds:tt)*],)?
        attributes: $attributes:literal,
        patterns: [$($pattern:expr),*],
        parts: {
            $($field:ident: $type:ty as $format:ty, $attribute:literal $at:literal $(, $lent:tt $cow:ident $copy:ident)?;)*
        },
    ) => {
        impl<$lifetime> __ddbkey::Sorted<$lifetime>
            for $name<$($borrowed)?>
        $($($bounds)*)?
        {
            type Attributes = __ddbkey::Attributes<$attributes>;
            const PATTERNS: &'static [__ddbkey::Pattern] = {
                // The compiler does not evaluate code after a branch before it is used.
                if true {}
                &[$($pattern),*]
            };
            #[inline]
            fn put<__V: __ddbkey::PartVisitor>(
                &self,
                __visitor: &mut __V,
            ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
                $(
                    if let __ddbkey::Err(__error) = __visitor.value::<$type, $format>(
                        __ddbkey::at($attribute, $at),
                        $($lent)? self.$field,
                    ) {
                        return __ddbkey::Err(__error);
                    }
                )*
                __ddbkey::Ok(())
            }
        }
    };
}
