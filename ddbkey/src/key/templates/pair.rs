//! Pairs of keys.

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
///     sk: OrderByStatusSk_ = [OrderByStatusSk_] { created_at, id },
///     of: OfIndex,
///     declared: KeySchema::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").of_table(schema_of::<OrderKey<'static>>),
///     same: [status, String as Plain, "status";],
///     from: { status } { created_at id },
///     texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
///     owned: " Returns an owned key, …" Order,
/// }
/// ```
///
/// A field of both keys must be the `same`, and is `[&]` if the pair owns its string. The fields come `from` the partition
/// key and from the sort key, and are `letter.clone` if the pair owns them. Fields of the `pk` that the sort key needs as
/// well are cloned too. Keys of one attribute have a method that returns their string.
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
        sk: $sk:ty = [$($sk_path:tt)*] { $($in_sk:ident),* },
        of: $of:ty,
        declared: $declared:expr,
        $(same: [$($shared:ident $([$lent:tt])?, $type:ty as $format:ty, $shared_name:literal;)*],)?
        from: {
            $($from_pk:ident $(. $pk_copy:ident)?)*
        } {
            $($from_sk:ident $(. $sk_copy:ident)?)*
        },
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        impl<$lifetime> __ddbkey::GeneratedKey<$lifetime>
            for $name<$($borrowed)?>
        $($($bounds)*)?
        {
            type Pk = $($pk)*<$($pk_args)*>;
            type Sk = $sk;
            type Of = $of;
            const DECLARED: __ddbkey::KeySchema = $declared;
            #[inline]
            fn split(self) -> (Self::Pk, Self::Sk) {
                (
                    $($pk)* { $($in_pk: self.$in_pk $(.$split())?),* },
                    $($sk_path)* { $($in_sk: self.$in_sk),* },
                )
            }
            #[inline]
            fn join(
                __pk: Self::Pk,
                __sk: Self::Sk,
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                $($(
                    if !__ddbkey::same_text::<$type, $format>(
                        $($lent)? __pk.$shared,
                        $($lent)? __sk.$shared,
                    ) {
                        return __ddbkey::Err(
                            __ddbkey::mismatch::<Self::Sk>($shared_name),
                        );
                    }
                )*)?
                __ddbkey::Ok(Self {
                    $($from_pk: __pk.$from_pk,)*
                    $($from_sk: __sk.$from_sk,)*
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
