// The code of `Order` in `expansion.rs`, which says how to write it anew.

#[doc = " Partition key of [`Order`]: `USER#{user_id}`."]
struct OrderPk<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::core::primitive::str,
}
#[doc = " Sort key of [`Order`]: `ORDER#{created_at}#{id}`."]
struct OrderSk<'k>
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart,
{
    #[doc = " The part `created_at`."]
    created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'k>,
    #[doc = " The part `id`."]
    id: <Ulid as ::ddbkey::KeyPart>::Ref<'k>,
}
#[doc = " Partition key of [`Order`] in index `gsi1`: `ORDER#{status}`."]
struct OrderByStatusPk<'k>
where
    for<'x> Status: ::ddbkey::KeyPart,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::KeyPart>::Ref<'k>,
}
#[doc = " Sort key of [`Order`] in index `gsi1`: `{created_at}#{id}`."]
struct OrderByStatusSk<'k>
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart,
{
    #[doc = " The part `created_at`."]
    created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'k>,
    #[doc = " The part `id`."]
    id: <Ulid as ::ddbkey::KeyPart>::Ref<'k>,
}
#[doc = " Primary key of [`Order`]: `USER#{user_id}` / `ORDER#{created_at}#{id}`."]
struct OrderKey<'k>
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart,
{
    #[doc = " The part `user_id`."]
    user_id: &'k ::core::primitive::str,
    #[doc = " The part `created_at`."]
    created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'k>,
    #[doc = " The part `id`."]
    id: <Ulid as ::ddbkey::KeyPart>::Ref<'k>,
}
#[doc = " Key of [`Order`] in index `gsi1`: `ORDER#{status}` / `{created_at}#{id}`."]
struct OrderByStatus<'k>
where
    for<'x> Status: ::ddbkey::KeyPart,
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::KeyPart>::Ref<'k>,
    #[doc = " The part `created_at`."]
    created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'k>,
    #[doc = " The part `id`."]
    id: <Ulid as ::ddbkey::KeyPart>::Ref<'k>,
}
#[doc = " A query of [`Order`] in one partition: `ORDER#{created_at}#{id}`.\n\n The parameter counts the parts that are given; each state has the methods of the next part."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderQuery<const __PART: ::core::primitive::usize>(::ddbkey::key::Query)
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart;
#[doc = " A query of [`Order`] in one partition of index `gsi1`: `{created_at}#{id}`.\n\n The parameter counts the parts that are given; each state has the methods of the next part."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderByStatusQuery<const __PART: ::core::primitive::usize>(::ddbkey::key::Query)
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart;
#[allow(deprecated, reason = "a deprecated field is still a part of the key")]
const _: () = {
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderPk<'k>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        type Size = ::ddbkey::__private::Size<2usize, 1usize>;
        const KEY: ::ddbkey::__private::Declaration =
            ::ddbkey::__private::Declaration::joined::<((String, ::ddbkey::part::Plain), ())>(
                "Order",
                ::ddbkey::schema::Role::PartitionKey,
                '#',
                &[::ddbkey::__private::Joined("USER#", "user_id", "")],
                "",
            );
        const PARTITION: ::core::option::Option<fn() -> &'static ::ddbkey::schema::KeySchema> =
            ::core::option::Option::Some(::ddbkey::__private::schema_of::<OrderKey<'static>>);
        #[inline]
        fn put<__O: ::ddbkey::__private::Out<'k>>(
            self,
            __out: &mut __O,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            __out.all::<Self, ((String, ::ddbkey::part::Plain), ())>((self.user_id, ()))
        }
        #[inline]
        fn take<__I: ::ddbkey::__private::In<'k>>(
            __text: &mut __I,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let __parts = __text.all::<Self, ((String, ::ddbkey::part::Plain), ())>()?;
            ::core::result::Result::Ok(Self { user_id: __parts.0 })
        }
    }
    ::ddbkey::__private::key! { 2048 (text) ('k) [:: ddbkey :: __private :: schema_of :: < OrderKey < 'static , > >] [< 'k , >] OrderPk [< 'k , >] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart , for < 'x > Status : :: ddbkey :: KeyPart ,] { user_id } }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderSk<'k>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        type Size = ::ddbkey::__private::Size<4usize, 1usize>;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration::joined::<(
            (Timestamp, ::ddbkey::part::Fraction<3usize>),
            ((Ulid, ::ddbkey::part::Plain), ()),
        )>(
            "Order",
            ::ddbkey::schema::Role::SortKey,
            '#',
            &[
                ::ddbkey::__private::Joined("ORDER#", "created_at", ".3"),
                ::ddbkey::__private::Joined("#", "id", ""),
            ],
            "",
        );
        #[inline]
        fn put<__O: ::ddbkey::__private::Out<'k>>(
            self,
            __out: &mut __O,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            __out . all :: < Self , ((Timestamp , :: ddbkey :: part :: Fraction < 3usize >) , ((Ulid , :: ddbkey :: part :: Plain) , ())) > ((self . created_at , (self . id , ())))
        }
        #[inline]
        fn take<__I: ::ddbkey::__private::In<'k>>(
            __text: &mut __I,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let __parts = __text . all :: < Self , ((Timestamp , :: ddbkey :: part :: Fraction < 3usize >) , ((Ulid , :: ddbkey :: part :: Plain) , ())) > () ? ;
            ::core::result::Result::Ok(Self { created_at: __parts.0, id: __parts.1.0 })
        }
    }
    ::ddbkey::__private::key! { 1024 (text) ('k) [] [< 'k , >] OrderSk [< 'k , >] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart , for < 'x > Status : :: ddbkey :: KeyPart ,] { created_at id } }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderByStatusPk<'k>
    where
        for<'x> Status: ::ddbkey::KeyPart,
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
    {
        type Size = ::ddbkey::__private::Size<2usize, 1usize>;
        const KEY: ::ddbkey::__private::Declaration =
            ::ddbkey::__private::Declaration::joined::<((Status, ::ddbkey::part::Plain), ())>(
                "Order",
                ::ddbkey::schema::Role::IndexPartitionKey("gsi1"),
                '#',
                &[::ddbkey::__private::Joined("ORDER#", "status", "")],
                "",
            );
        const PARTITION: ::core::option::Option<fn() -> &'static ::ddbkey::schema::KeySchema> =
            ::core::option::Option::Some(::ddbkey::__private::schema_of::<OrderByStatus<'static>>);
        #[inline]
        fn put<__O: ::ddbkey::__private::Out<'k>>(
            self,
            __out: &mut __O,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            __out.all::<Self, ((Status, ::ddbkey::part::Plain), ())>((self.status, ()))
        }
        #[inline]
        fn take<__I: ::ddbkey::__private::In<'k>>(
            __text: &mut __I,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let __parts = __text.all::<Self, ((Status, ::ddbkey::part::Plain), ())>()?;
            ::core::result::Result::Ok(Self { status: __parts.0 })
        }
    }
    ::ddbkey::__private::key! { 2048 (text) ('k) [:: ddbkey :: __private :: schema_of :: < OrderByStatus < 'static , > >] [< 'k , >] OrderByStatusPk [< 'k , >] [where for < 'x > Status : :: ddbkey :: KeyPart , for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart ,] { status } }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderByStatusSk<'k>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        type Size = ::ddbkey::__private::Size<3usize, 1usize>;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration::joined::<(
            (Timestamp, ::ddbkey::part::Fraction<3usize>),
            ((Ulid, ::ddbkey::part::Plain), ()),
        )>(
            "Order",
            ::ddbkey::schema::Role::IndexSortKey("gsi1"),
            '#',
            &[
                ::ddbkey::__private::Joined("", "created_at", ".3"),
                ::ddbkey::__private::Joined("#", "id", ""),
            ],
            "",
        );
        #[inline]
        fn put<__O: ::ddbkey::__private::Out<'k>>(
            self,
            __out: &mut __O,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            __out . all :: < Self , ((Timestamp , :: ddbkey :: part :: Fraction < 3usize >) , ((Ulid , :: ddbkey :: part :: Plain) , ())) > ((self . created_at , (self . id , ())))
        }
        #[inline]
        fn take<__I: ::ddbkey::__private::In<'k>>(
            __text: &mut __I,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let __parts = __text . all :: < Self , ((Timestamp , :: ddbkey :: part :: Fraction < 3usize >) , ((Ulid , :: ddbkey :: part :: Plain) , ())) > () ? ;
            ::core::result::Result::Ok(Self { created_at: __parts.0, id: __parts.1.0 })
        }
    }
    ::ddbkey::__private::key! { 1024 (text) ('k) [] [< 'k , >] OrderByStatusSk [< 'k , >] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart , for < 'x > Status : :: ddbkey :: KeyPart ,] { created_at id } }
    impl<'k> ::ddbkey::__private::Pair<'k> for OrderKey<'k>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        type Pk = OrderPk<'k>;
        type Sk = OrderSk<'k>;
        const POSITION: ::ddbkey::__private::Position = ::ddbkey::__private::Position::TABLE;
        #[inline]
        fn split(self) -> (Self::Pk, Self::Sk) {
            (OrderPk { user_id: self.user_id }, OrderSk { created_at: self.created_at, id: self.id })
        }
        #[inline]
        fn join(__pk: Self::Pk, __sk: Self::Sk) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            ::core::result::Result::Ok(Self {
                user_id: __pk.user_id,
                created_at: __sk.created_at,
                id: __sk.id,
            })
        }
    }
    ::ddbkey::__private::pair! { [pk sk] (__pk : & 'k :: core :: primitive :: str , __sk : & 'k :: core :: primitive :: str) (__pk , __sk) [] [< 'k , >] OrderKey [< 'k , >] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart , for < 'x > Status : :: ddbkey :: KeyPart ,] { user_id created_at id } }
    impl<'k> ::ddbkey::__private::Pair<'k> for OrderByStatus<'k>
    where
        for<'x> Status: ::ddbkey::KeyPart,
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
    {
        type Pk = OrderByStatusPk<'k>;
        type Sk = OrderByStatusSk<'k>;
        const POSITION: ::ddbkey::__private::Position = ::ddbkey::__private::Position::index(
            "gsi1",
            ::ddbkey::schema::IndexKind::Gsi,
            "gsi1pk",
            "gsi1sk",
        );
        const TABLE: ::core::option::Option<fn() -> &'static ::ddbkey::schema::KeySchema> =
            ::core::option::Option::Some(::ddbkey::__private::schema_of::<OrderKey<'static>>);
        #[inline]
        fn split(self) -> (Self::Pk, Self::Sk) {
            (
                OrderByStatusPk { status: self.status },
                OrderByStatusSk { created_at: self.created_at, id: self.id },
            )
        }
        #[inline]
        fn join(__pk: Self::Pk, __sk: Self::Sk) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            ::core::result::Result::Ok(Self { status: __pk.status, created_at: __sk.created_at, id: __sk.id })
        }
    }
    ::ddbkey::__private::pair! { [pk sk] (__pk : & 'k :: core :: primitive :: str , __sk : & 'k :: core :: primitive :: str) (__pk , __sk) [Order] [< 'k , >] OrderByStatus [< 'k , >] [where for < 'x > Status : :: ddbkey :: KeyPart , for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart ,] { status created_at id } }
    impl<const __PART: ::core::primitive::usize> OrderQuery<__PART>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
    {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at<'v>(
            self,
            __value: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>,
        ) -> OrderQuery<1usize>
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
        {
            OrderQuery(self.0.value::<Timestamp, ::ddbkey::part::Fraction<3usize>>(0usize, 1usize, __value))
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in<'v>(
            self,
            __range: impl ::core::ops::RangeBounds<
                <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>,
            >,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
            for<'x> <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Order:
                ::ddbkey::__private::InMiddle,
        {
            self.0.range::<Timestamp, ::ddbkey::part::Fraction<3usize>>(0usize, 1usize, __range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, __text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0usize, 1usize, __text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id<'v>(self, __value: <Ulid as ::ddbkey::KeyPart>::Ref<'v>) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
        {
            self.0.value::<Ulid, ::ddbkey::part::Plain>(0usize, 3usize, __value)
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in<'v>(
            self,
            __range: impl ::core::ops::RangeBounds<<Ulid as ::ddbkey::KeyPart>::Ref<'v>>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
            for<'x> <Ulid as ::ddbkey::KeyPart>::Order: ::ddbkey::__private::AtEnd,
        {
            self.0.range::<Ulid, ::ddbkey::part::Plain>(0usize, 3usize, __range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, __text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0usize, 3usize, __text)
        }
    }
    ::ddbkey::__private::query! { [] OrderQuery [] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart ,] [] }
    impl<const __PART: ::core::primitive::usize> OrderByStatusQuery<__PART>
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
    {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at<'v>(
            self,
            __value: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>,
        ) -> OrderByStatusQuery<1usize>
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
        {
            OrderByStatusQuery(
                self.0.value::<Timestamp, ::ddbkey::part::Fraction<3usize>>(0usize, 0usize, __value),
            )
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in<'v>(
            self,
            __range: impl ::core::ops::RangeBounds<
                <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>,
            >,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
            for<'x> <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Order:
                ::ddbkey::__private::InMiddle,
        {
            self.0.range::<Timestamp, ::ddbkey::part::Fraction<3usize>>(0usize, 0usize, __range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, __text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0usize, 0usize, __text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id<'v>(self, __value: <Ulid as ::ddbkey::KeyPart>::Ref<'v>) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
        {
            self.0.value::<Ulid, ::ddbkey::part::Plain>(0usize, 2usize, __value)
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in<'v>(
            self,
            __range: impl ::core::ops::RangeBounds<<Ulid as ::ddbkey::KeyPart>::Ref<'v>>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
            for<'x> <Ulid as ::ddbkey::KeyPart>::Order: ::ddbkey::__private::AtEnd,
        {
            self.0.range::<Ulid, ::ddbkey::part::Plain>(0usize, 2usize, __range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, __text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0usize, 2usize, __text)
        }
    }
    ::ddbkey::__private::query! { [] OrderByStatusQuery [] [where for < 'x > Timestamp : :: ddbkey :: KeyPart < :: ddbkey :: part :: Fraction < 3usize > > , for < 'x > Ulid : :: ddbkey :: KeyPart ,] [] }
    #[automatically_derived]
    impl ::ddbkey::DdbKeys for Order
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        type Pk<'k> = OrderPk<'k>;
        type Sk<'k> = OrderSk<'k>;
        type Key<'k> = OrderKey<'k>;
        type Query = OrderQuery<0usize>;
        type Indexes = (OrderByStatus<'static>, ());
        const ENTITY: ::ddbkey::__private::Entity =
            ::ddbkey::__private::Entity::new("Order", "S user_id\nS created_at\nS id\n_ status");
        #[inline]
        fn key(&self) -> OrderKey<'_> {
            OrderKey {
                user_id: &self.user_id,
                created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::part(
                    &self.created_at,
                ),
                id: <Ulid as ::ddbkey::KeyPart>::part(&self.id),
            }
        }
        #[inline]
        fn query(__pk: OrderPk<'_>) -> OrderQuery<0usize> {
            OrderQuery(::ddbkey::key::Query::of::<OrderKey<'_>>(__pk))
        }
        #[inline]
        fn collect_indexes<__C: ::ddbkey::__private::Collect>(&self, __collect: &mut __C) {
            __collect.index(self.by_status());
        }
    }
    impl Order
    where
        for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
        for<'x> Ulid: ::ddbkey::KeyPart,
        for<'x> Status: ::ddbkey::KeyPart,
    {
        #[doc = " The attributes that an update of index `gsi1` may touch: those that are neither key attributes of the table nor fields."]
        const BY_STATUS_ATTRIBUTES: &'static [&'static ::core::primitive::str] = &["gsi1pk", "gsi1sk"];
        #[doc = " Returns the key in index `gsi1`, borrowed from the entity."]
        #[must_use]
        #[inline]
        fn by_status(&self) -> OrderByStatus<'_> {
            OrderByStatus {
                status: <Status as ::ddbkey::KeyPart>::part(&self.status),
                created_at: <Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::part(
                    &self.created_at,
                ),
                id: <Ulid as ::ddbkey::KeyPart>::part(&self.id),
            }
        }
        #[doc = " Parses the keys of index `gsi1`, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any text that is not built from these parts."]
        #[inline]
        fn parse_by_status<'k>(
            __pk: &'k ::core::primitive::str,
            __sk: &'k ::core::primitive::str,
        ) -> ::core::result::Result<OrderByStatus<'k>, ::ddbkey::ParseError> {
            ::ddbkey::key::KeyPair::parse_texts(__pk, __sk)
        }
        #[doc = " Returns a query of the entity in one partition of index `gsi1`."]
        #[inline]
        fn query_by_status(__pk: OrderByStatusPk<'_>) -> OrderByStatusQuery<0usize> {
            OrderByStatusQuery(::ddbkey::key::Query::of::<OrderByStatus<'_>>(__pk))
        }
        #[doc = " Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `gsi1` after this row.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn by_status_start_key(&self) -> ::core::result::Result<::ddbkey::Keys, ::ddbkey::KeyError> {
            ::ddbkey::__private::start_key(::ddbkey::DdbKeys::key(self), self.by_status())
        }
    }
    const _: () = {
        const __TYPES: &[::ddbkey::schema::Value] = &[
            <Timestamp as ::ddbkey::__private::FractionPart<3usize>>::VALUE,
            <Ulid as ::ddbkey::__private::PlainPart>::VALUE,
        ];
        const __KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration::joined_of(
            __TYPES,
            "Order",
            ::ddbkey::schema::Role::SortKey,
            '#',
            &[
                ::ddbkey::__private::Joined("ORDER#", "created_at", ".3"),
                ::ddbkey::__private::Joined("#", "id", ""),
            ],
            "",
        );
        const __SEGMENTS: &[::ddbkey::schema::Segment; 4usize] = &__KEY.segments();
        const __PATTERNS: &[::ddbkey::schema::Pattern; 1usize] = &__KEY.patterns(__SEGMENTS);
        const _: () = (::ddbkey::schema::Pattern::check_value)(&__PATTERNS[0usize], 1usize);
        const _: () = (::ddbkey::schema::Pattern::check_value)(&__PATTERNS[0usize], 3usize);
        const _: () = (::ddbkey::schema::Pattern::check_length)(&__PATTERNS[0usize]);
    };
    const _: () = {
        const __TYPES: &[::ddbkey::schema::Value] = &[<Status as ::ddbkey::__private::PlainPart>::VALUE];
        const __KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration::joined_of(
            __TYPES,
            "Order",
            ::ddbkey::schema::Role::IndexPartitionKey("gsi1"),
            '#',
            &[::ddbkey::__private::Joined("ORDER#", "status", "")],
            "",
        );
        const __SEGMENTS: &[::ddbkey::schema::Segment; 2usize] = &__KEY.segments();
        const __PATTERNS: &[::ddbkey::schema::Pattern; 1usize] = &__KEY.patterns(__SEGMENTS);
        const _: () = (::ddbkey::schema::Pattern::check_value)(&__PATTERNS[0usize], 1usize);
        const _: () = (::ddbkey::schema::Pattern::check_length)(&__PATTERNS[0usize]);
    };
    const _: () = {
        const __TYPES: &[::ddbkey::schema::Value] = &[
            <Timestamp as ::ddbkey::__private::FractionPart<3usize>>::VALUE,
            <Ulid as ::ddbkey::__private::PlainPart>::VALUE,
        ];
        const __KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration::joined_of(
            __TYPES,
            "Order",
            ::ddbkey::schema::Role::IndexSortKey("gsi1"),
            '#',
            &[
                ::ddbkey::__private::Joined("", "created_at", ".3"),
                ::ddbkey::__private::Joined("#", "id", ""),
            ],
            "",
        );
        const __SEGMENTS: &[::ddbkey::schema::Segment; 3usize] = &__KEY.segments();
        const __PATTERNS: &[::ddbkey::schema::Pattern; 1usize] = &__KEY.patterns(__SEGMENTS);
        const _: () = (::ddbkey::schema::Pattern::check_value)(&__PATTERNS[0usize], 0usize);
        const _: () = (::ddbkey::schema::Pattern::check_value)(&__PATTERNS[0usize], 2usize);
        const _: () = (::ddbkey::schema::Pattern::check_length)(&__PATTERNS[0usize]);
    };
};
