// The code of `Owner` in `expansion.rs`, which says how to write it anew.

#[allow(deprecated, reason = "a deprecated type is still a part")]
const _: () = (::ddbkey::__private_0_1::check_payload)(
    "USER",
    &<UserId as ::ddbkey::__private_0_1::PlainPart>::VALUE,
    '#',
    false,
);
#[allow(deprecated, reason = "a deprecated type is still a part")]
const _: () = (::ddbkey::__private_0_1::check_payload)(
    "ORG",
    &<u32 as ::ddbkey::__private_0_1::PlainPart>::VALUE,
    '#',
    false,
);
#[doc = " The borrowed form of [`Owner`] in key structs."]
#[allow(
    dead_code,
    deprecated,
    private_bounds,
    private_interfaces,
    reason = "it is as visible as the enum, and holds what that holds"
)]
#[derive(
    :: core :: clone :: Clone,
    :: core :: marker :: Copy,
    :: core :: fmt :: Debug,
    :: core :: cmp :: PartialEq,
    :: core :: cmp :: Eq,
    :: core :: hash :: Hash,
)]
enum OwnerRef<'k>
where
    for<'x> UserId: ::ddbkey::KeyPart,
{
    #[doc = " As [`Owner::User`]."]
    User(<UserId as ::ddbkey::KeyPart>::Ref<'k>),
    #[doc = " As [`Owner::Org`]."]
    Org(u32),
    #[doc = " As [`Owner::Everyone`]."]
    Everyone,
}
const _: () = {
    use ::ddbkey::__private_0_1::{self as __ddbkey, locals::*};
    #[allow(deprecated, reason = "a deprecated variant is still read and written")]
    #[automatically_derived]
    impl __ddbkey::KeyPart for Owner
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        type Ref<'k> = OwnerRef<'k>;
        type Order = __ddbkey::order::Never;
        const SHAPE: __ddbkey::Shape = __ddbkey::Shape::variants(
            "one of `USER#…`, `ORG#…`, `GLOBAL`",
            '#',
            &[
                __ddbkey::variants::Variant::of::<UserId>("USER"),
                __ddbkey::variants::Variant::of::<u32>("ORG"),
                __ddbkey::variants::Variant::word("GLOBAL"),
            ],
        );
        const IS_TRUSTED: __ddbkey::bool =
            <UserId as __ddbkey::KeyPart>::IS_TRUSTED && <u32 as __ddbkey::KeyPart>::IS_TRUSTED;
        #[inline]
        fn as_part(&self) -> OwnerRef<'_> {
            match self {
                Self::User(__value) => OwnerRef::User(<UserId as __ddbkey::KeyPart>::as_part(__value)),
                Self::Org(__value) => OwnerRef::Org(<u32 as __ddbkey::KeyPart>::as_part(__value)),
                Self::Everyone => OwnerRef::Everyone,
            }
        }
        #[inline]
        fn write(
            __value: OwnerRef<'_>,
            __out: &mut impl __ddbkey::Write,
        ) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
            match __value {
                OwnerRef::User(__value) => {
                    __ddbkey::Write::write_str(__out, "USER#")?;
                    <UserId as __ddbkey::KeyPart>::write(__value, __out)
                }
                OwnerRef::Org(__value) => {
                    __ddbkey::Write::write_str(__out, "ORG#")?;
                    <u32 as __ddbkey::KeyPart>::write(__value, __out)
                }
                OwnerRef::Everyone => {
                    __ddbkey::Write::write_str(__out, "GLOBAL")?;
                    __ddbkey::Ok(())
                }
            }
        }
        #[inline]
        fn read(__text: &__ddbkey::str) -> __ddbkey::Option<OwnerRef<'_>> {
            match __ddbkey::variants::word_and_payload(__text, '#') {
                ("USER", __ddbkey::Some(__text)) => {
                    <UserId as __ddbkey::KeyPart>::read(__text).map(OwnerRef::User)
                }
                ("ORG", __ddbkey::Some(__text)) => {
                    <u32 as __ddbkey::KeyPart>::read(__text).map(OwnerRef::Org)
                }
                ("GLOBAL", __ddbkey::None) => __ddbkey::Some(OwnerRef::Everyone),
                _ => __ddbkey::None,
            }
        }
    }
    #[automatically_derived]
    impl<'k> ::core::fmt::Display for OwnerRef<'k>
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        #[inline]
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            match <Owner as __ddbkey::KeyPart>::write(*self, __f) {
                __ddbkey::Ok(()) => __ddbkey::Ok(()),
                __ddbkey::Err(_) => ::core::fmt::Debug::fmt(self, __f),
            }
        }
    }
    #[automatically_derived]
    impl<'k> __ddbkey::ShardSource for OwnerRef<'k>
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        fn write_text(&self, __out: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
            <Owner as __ddbkey::KeyPart>::write(*self, __out)
        }
    }
    #[allow(deprecated, reason = "a deprecated type is still a part")]
    #[automatically_derived]
    impl Owner
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        #[doc = r" Borrows the value for a key struct."]
        #[allow(dead_code, private_interfaces, reason = "it is there for whoever needs it")]
        #[allow(clippy::same_name_method, reason = "it needs no trait in scope")]
        #[must_use]
        #[inline]
        fn as_part(&self) -> OwnerRef<'_> {
            <Self as __ddbkey::KeyPart>::as_part(self)
        }
    }
    #[allow(deprecated, reason = "a deprecated type is still a part")]
    #[automatically_derived]
    impl<'k> __ddbkey::From<&'k Owner> for OwnerRef<'k>
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        #[inline]
        fn from(__value: &'k Owner) -> Self {
            <Owner as __ddbkey::KeyPart>::as_part(__value)
        }
    }
    #[allow(deprecated, reason = "a deprecated type is still a part")]
    #[automatically_derived]
    impl __ddbkey::From<OwnerRef<'_>> for Owner
    where
        for<'x> UserId: ::ddbkey::KeyPart,
        for<'x> UserId: __ddbkey::From<<UserId as __ddbkey::KeyPart>::Ref<'x>>,
    {
        #[inline]
        fn from(__value: OwnerRef<'_>) -> Self {
            match __value {
                OwnerRef::User(__value) => Self::User(<UserId as __ddbkey::From<
                    <UserId as __ddbkey::KeyPart>::Ref<'_>,
                >>::from(__value)),
                OwnerRef::Org(__value) => Self::Org(__value),
                OwnerRef::Everyone => Self::Everyone,
            }
        }
    }
};
