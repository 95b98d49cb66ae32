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
    use ::ddbkey::__private_0_1::locals::*;
    #[allow(deprecated, reason = "a deprecated variant is still read and written")]
    #[automatically_derived]
    impl ::ddbkey::KeyPart for Owner
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        type Ref<'k> = OwnerRef<'k>;
        type Order = ::ddbkey::part::order::Never;
        const SHAPE: ::ddbkey::part::Shape = ::ddbkey::part::Shape::variants(
            "one of `USER#…`, `ORG#…`, `GLOBAL`",
            '#',
            &[
                ::ddbkey::__private_0_1::variants::Variant::of::<UserId>("USER"),
                ::ddbkey::__private_0_1::variants::Variant::of::<u32>("ORG"),
                ::ddbkey::__private_0_1::variants::Variant::word("GLOBAL"),
            ],
        );
        const IS_TRUSTED: ::core::primitive::bool =
            <UserId as ::ddbkey::KeyPart>::IS_TRUSTED && <u32 as ::ddbkey::KeyPart>::IS_TRUSTED;
        #[inline]
        fn as_part(&self) -> OwnerRef<'_> {
            match self {
                Self::User(__value) => OwnerRef::User(<UserId as ::ddbkey::KeyPart>::as_part(__value)),
                Self::Org(__value) => OwnerRef::Org(<u32 as ::ddbkey::KeyPart>::as_part(__value)),
                Self::Everyone => OwnerRef::Everyone,
            }
        }
        #[inline]
        fn write(
            __value: OwnerRef<'_>,
            __out: &mut impl ::core::fmt::Write,
        ) -> ::core::result::Result<(), ::ddbkey::part::OutOfRange> {
            match __value {
                OwnerRef::User(__value) => {
                    ::core::fmt::Write::write_str(__out, "USER#")?;
                    <UserId as ::ddbkey::KeyPart>::write(__value, __out)
                }
                OwnerRef::Org(__value) => {
                    ::core::fmt::Write::write_str(__out, "ORG#")?;
                    <u32 as ::ddbkey::KeyPart>::write(__value, __out)
                }
                OwnerRef::Everyone => {
                    ::core::fmt::Write::write_str(__out, "GLOBAL")?;
                    ::core::result::Result::Ok(())
                }
            }
        }
        #[inline]
        fn read(__text: &::core::primitive::str) -> ::core::option::Option<OwnerRef<'_>> {
            match ::ddbkey::__private_0_1::variants::word_and_payload(__text, '#') {
                ("USER", ::core::option::Option::Some(__text)) => {
                    <UserId as ::ddbkey::KeyPart>::read(__text).map(OwnerRef::User)
                }
                ("ORG", ::core::option::Option::Some(__text)) => {
                    <u32 as ::ddbkey::KeyPart>::read(__text).map(OwnerRef::Org)
                }
                ("GLOBAL", ::core::option::Option::None) => ::core::option::Option::Some(OwnerRef::Everyone),
                _ => ::core::option::Option::None,
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
            match <Owner as ::ddbkey::KeyPart>::write(*self, __f) {
                ::core::result::Result::Ok(()) => ::core::result::Result::Ok(()),
                ::core::result::Result::Err(_) => ::core::fmt::Debug::fmt(self, __f),
            }
        }
    }
    #[automatically_derived]
    impl<'k> ::ddbkey::__private_0_1::ShardSource for OwnerRef<'k>
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        fn write_text(
            &self,
            __out: &mut impl ::core::fmt::Write,
        ) -> ::core::result::Result<(), ::ddbkey::part::OutOfRange> {
            <Owner as ::ddbkey::KeyPart>::write(*self, __out)
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
            <Self as ::ddbkey::KeyPart>::as_part(self)
        }
    }
    #[allow(deprecated, reason = "a deprecated type is still a part")]
    #[automatically_derived]
    impl<'k> ::core::convert::From<&'k Owner> for OwnerRef<'k>
    where
        for<'x> UserId: ::ddbkey::KeyPart,
    {
        #[inline]
        fn from(__value: &'k Owner) -> Self {
            <Owner as ::ddbkey::KeyPart>::as_part(__value)
        }
    }
    #[allow(deprecated, reason = "a deprecated type is still a part")]
    #[automatically_derived]
    impl ::core::convert::From<OwnerRef<'_>> for Owner
    where
        for<'x> UserId: ::ddbkey::KeyPart,
        for<'x> UserId: ::core::convert::From<<UserId as ::ddbkey::KeyPart>::Ref<'x>>,
    {
        #[inline]
        fn from(__value: OwnerRef<'_>) -> Self {
            match __value {
                OwnerRef::User(__value) => Self::User(<UserId as ::core::convert::From<
                    <UserId as ::ddbkey::KeyPart>::Ref<'_>,
                >>::from(__value)),
                OwnerRef::Org(__value) => Self::Org(__value),
                OwnerRef::Everyone => Self::Everyone,
            }
        }
    }
};
