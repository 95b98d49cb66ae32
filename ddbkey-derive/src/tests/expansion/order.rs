// The code of `Order` in `expansion.rs`, which says how to write it anew.

#[doc = " Partition key of [`Order`]: `USER#{user_id}`."]
struct OrderPk<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::ddbkey::__private::str,
}
#[doc = " Sort key of [`Order`]: `ORDER#{created_at}#{id}`."]
struct OrderSk {
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private::types::ulid::Ulid,
}
#[doc = " Partition key of [`Order`] in index `gsi1`: `ORDER#{status}`."]
struct OrderByStatusPk<'k>
where
    Status: ::ddbkey::__private::Assumed,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::__private::KeyPart>::Ref<'k>,
}
#[doc = " Sort key of [`Order`] in index `gsi1`: `{created_at}#{id}`."]
struct OrderByStatusSk {
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private::types::ulid::Ulid,
}
#[doc = " Primary key of [`Order`]: `USER#{user_id}` / `ORDER#{created_at}#{id}`."]
struct OrderKey<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::ddbkey::__private::str,
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private::types::ulid::Ulid,
}
#[doc = " Key of [`Order`] in index `gsi1`: `ORDER#{status}` / `{created_at}#{id}`."]
struct OrderByStatus<'k>
where
    Status: ::ddbkey::__private::Assumed,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::__private::KeyPart>::Ref<'k>,
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private::types::ulid::Ulid,
}
#[doc = " A query of [`Order`] in one partition: `ORDER#{created_at}#{id}`.\n\n The parameter counts the parts that are given; each state has the methods of the next part."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderQuery<const PART: ::core::primitive::usize>(::ddbkey::__private::OpenQuery<Self>);
#[doc = " A query of [`Order`] in one partition of index `gsi1`: `{created_at}#{id}`.\n\n The parameter counts the parts that are given; each state has the methods of the next part."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderByStatusQuery<const PART: ::core::primitive::usize>(::ddbkey::__private::OpenQuery<Self>);
#[allow(deprecated, reason = "a deprecated field is still a part of the key")]
const _: () = {
    use ::ddbkey::__private::{self as __ddbkey, parameters::*};
    impl<'k> __ddbkey::Declare<'k> for OrderPk<'k> {
        type Size = __ddbkey::sizes::Size2;
        const KEY: __ddbkey::Declaration = __ddbkey::Declaration {
            entity: "Order",
            role: __ddbkey::Role::PartitionKey,
            separator: '#',
            form: __ddbkey::Form::Joined {
                parts: &[__ddbkey::DeclaredPart { before: "USER#", name: "user_id", format: "" }],
                end: "",
            },
            types: <((__ddbkey::String, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<'k>>::LIST,
            partition: __ddbkey::Some(__ddbkey::schema_of::<OrderKey<'static>>),
            ..__ddbkey::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: __ddbkey::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
            <((__ddbkey::String, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<'k>>::put::<Self, __V>(
                (self.user_id, ()),
                __visitor,
            )
        }
        #[inline]
        fn take<__S: __ddbkey::PartSource<'k>>(
            __source: &mut __S,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            let (__0, ()) = match <((__ddbkey::String, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<
                'k,
            >>::take::<Self, __S>(__source)
            {
                __ddbkey::Ok(__values) => __values,
                __ddbkey::Err(__error) => return __ddbkey::Err(__error),
            };
            __ddbkey::Ok(Self { user_id: __0 })
        }
    }
    __ddbkey::standard! { debug hash ['k,] OrderPk ['k,] [] user_id }
    impl<'k> OrderPk<'k> {
        __ddbkey::key_methods! { , 'k 2048 }
        #[doc = " Returns the condition of the whole partition: every entity in it.\n\n # Errors\n\n Returns `KeyError` if the key cannot be built."]
        #[inline]
        fn condition(self) -> __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
            __ddbkey::KeyCondition::partition((__ddbkey::schema_of::<OrderKey<'static>>)(), self)
        }
    }
    impl<'k> __ddbkey::Declare<'k> for OrderSk {
        type Size = __ddbkey::sizes::Size4;
        const KEY: __ddbkey::Declaration = __ddbkey::Declaration {
            entity: "Order",
            role: __ddbkey::Role::SortKey,
            separator: '#',
            form: __ddbkey::Form::Joined {
                parts: &[
                    __ddbkey::DeclaredPart { before: "ORDER#", name: "created_at", format: ".3" },
                    __ddbkey::DeclaredPart { before: "#", name: "id", format: "" },
                ],
                end: "",
            },
            types: <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::LIST,
            ..__ddbkey::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: __ddbkey::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
            <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::put::<Self, __V>(
                (self.created_at, (self.id, ())), __visitor
            )
        }
        #[inline]
        fn take<__S: __ddbkey::PartSource<'k>>(
            __source: &mut __S,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            let (__0, (__1, ())) = match <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::take::<Self, __S>(__source)
            {
                __ddbkey::Ok(__values) => __values,
                __ddbkey::Err(__error) => return __ddbkey::Err(__error),
            };
            __ddbkey::Ok(Self { created_at: __0, id: __1 })
        }
    }
    __ddbkey::standard! { debug hash [] OrderSk [] [] created_at id }
    impl OrderSk {
        __ddbkey::key_methods! { , 1024 }
    }
    impl<'k> __ddbkey::Declare<'k> for OrderByStatusPk<'k>
    where
        Status: __ddbkey::Assumed,
    {
        type Size = __ddbkey::sizes::Size2;
        const KEY: __ddbkey::Declaration = __ddbkey::Declaration {
            entity: "Order",
            role: __ddbkey::Role::IndexPartitionKey("gsi1"),
            separator: '#',
            form: __ddbkey::Form::Joined {
                parts: &[__ddbkey::DeclaredPart { before: "ORDER#", name: "status", format: "" }],
                end: "",
            },
            types: <((Status, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<'k>>::LIST,
            partition: __ddbkey::Some(__ddbkey::schema_of::<OrderByStatus<'static>>),
            ..__ddbkey::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: __ddbkey::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
            <((Status, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<'k>>::put::<Self, __V>(
                (self.status, ()),
                __visitor,
            )
        }
        #[inline]
        fn take<__S: __ddbkey::PartSource<'k>>(
            __source: &mut __S,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            let (__0, ()) =
                match <((Status, __ddbkey::formats::Plain), ()) as __ddbkey::Parts<'k>>::take::<Self, __S>(
                    __source,
                ) {
                    __ddbkey::Ok(__values) => __values,
                    __ddbkey::Err(__error) => return __ddbkey::Err(__error),
                };
            __ddbkey::Ok(Self { status: __0 })
        }
    }
    __ddbkey::standard! { debug hash ['k,] OrderByStatusPk ['k,] [where Status: __ddbkey::Assumed,] status }
    impl<'k> OrderByStatusPk<'k>
    where
        Status: __ddbkey::Assumed,
    {
        __ddbkey::key_methods! { , 'k 2048 }
        #[doc = " Returns the condition of the whole partition: every entity in it.\n\n # Errors\n\n Returns `KeyError` if the key cannot be built."]
        #[inline]
        fn condition(self) -> __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
            __ddbkey::KeyCondition::partition((__ddbkey::schema_of::<OrderByStatus<'static>>)(), self)
        }
    }
    impl<'k> __ddbkey::Declare<'k> for OrderByStatusSk {
        type Size = __ddbkey::sizes::Size3;
        const KEY: __ddbkey::Declaration = __ddbkey::Declaration {
            entity: "Order",
            role: __ddbkey::Role::IndexSortKey("gsi1"),
            separator: '#',
            form: __ddbkey::Form::Joined {
                parts: &[
                    __ddbkey::DeclaredPart { before: "", name: "created_at", format: ".3" },
                    __ddbkey::DeclaredPart { before: "#", name: "id", format: "" },
                ],
                end: "",
            },
            types: <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::LIST,
            ..__ddbkey::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: __ddbkey::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
            <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::put::<Self, __V>(
                (self.created_at, (self.id, ())), __visitor
            )
        }
        #[inline]
        fn take<__S: __ddbkey::PartSource<'k>>(
            __source: &mut __S,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            let (__0, (__1, ())) = match <(
                (__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3),
                ((__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain), ()),
            ) as __ddbkey::Parts<'k>>::take::<Self, __S>(__source)
            {
                __ddbkey::Ok(__values) => __values,
                __ddbkey::Err(__error) => return __ddbkey::Err(__error),
            };
            __ddbkey::Ok(Self { created_at: __0, id: __1 })
        }
    }
    __ddbkey::standard! { debug hash [] OrderByStatusSk [] [] created_at id }
    impl OrderByStatusSk {
        __ddbkey::key_methods! { , 1024 }
    }
    impl<'k> __ddbkey::Pair<'k> for OrderKey<'k> {
        type Pk = OrderPk<'k>;
        type Sk = OrderSk;
        const POSITION: __ddbkey::Position = __ddbkey::Position::TABLE;
        #[inline]
        fn split(self) -> (Self::Pk, Self::Sk) {
            (OrderPk { user_id: self.user_id }, OrderSk { created_at: self.created_at, id: self.id })
        }
        #[inline]
        fn join(__pk: Self::Pk, __sk: Self::Sk) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::Ok(Self { user_id: __pk.user_id, created_at: __sk.created_at, id: __sk.id })
        }
    }
    __ddbkey::standard! { debug_pair hash_pair ['k,] OrderKey ['k,] [] user_id created_at id }
    impl<'k> OrderKey<'k> {
        __ddbkey::pair_methods! { , pk "partition" sk "sort" }
        #[doc = " Parses both keys, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between them."]
        #[inline]
        fn parse(
            pk: &'k __ddbkey::str,
            sk: &'k __ddbkey::str,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::methods::parse_pair(pk, sk)
        }
    }
    impl<'k> __ddbkey::Pair<'k> for OrderByStatus<'k>
    where
        Status: __ddbkey::Assumed,
    {
        type Pk = OrderByStatusPk<'k>;
        type Sk = OrderByStatusSk;
        const POSITION: __ddbkey::Position =
            __ddbkey::Position::index("gsi1", __ddbkey::IndexKind::Gsi, "gsi1pk", "gsi1sk");
        const TABLE: __ddbkey::Option<fn() -> &'static __ddbkey::KeySchema> =
            __ddbkey::Some(__ddbkey::schema_of::<OrderKey<'static>>);
        #[inline]
        fn split(self) -> (Self::Pk, Self::Sk) {
            (
                OrderByStatusPk { status: self.status },
                OrderByStatusSk { created_at: self.created_at, id: self.id },
            )
        }
        #[inline]
        fn join(__pk: Self::Pk, __sk: Self::Sk) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::Ok(Self { status: __pk.status, created_at: __sk.created_at, id: __sk.id })
        }
    }
    __ddbkey::standard! { debug_pair hash_pair ['k,] OrderByStatus ['k,] [where Status: __ddbkey::Assumed,] status created_at id }
    impl<'k> OrderByStatus<'k>
    where
        Status: __ddbkey::Assumed,
    {
        __ddbkey::pair_methods! { , pk "partition" sk "sort" }
        #[doc = " Parses both keys, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between them."]
        #[inline]
        fn parse(
            pk: &'k __ddbkey::str,
            sk: &'k __ddbkey::str,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::methods::parse_pair(pk, sk)
        }
        #[doc = " Returns the actions that bring the attributes of this index up to date.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn update(self) -> __ddbkey::Result<__ddbkey::IndexUpdate, __ddbkey::KeyError> {
            __ddbkey::update::<Self>(self)
        }
    }
    impl<const PART: __ddbkey::usize> OrderQuery<{ PART }> {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at(self, value: __ddbkey::types::jiff::Timestamp) -> OrderQuery<1usize>
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            OrderQuery (self . 0 . value :: < OrderQuery < 1usize > , __ddbkey :: types :: jiff :: Timestamp , __ddbkey :: formats :: Fraction3 > (0 , 1 , value))
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in(
            self,
            range: impl __ddbkey::RangeBounds<__ddbkey::types::jiff::Timestamp>,
        ) -> __ddbkey::Query
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            self.0.range::<__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3>(0, 1, range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, text: &__ddbkey::str) -> __ddbkey::Query
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            self.0.starting_with(0, 1, text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id(self, value: __ddbkey::types::ulid::Ulid) -> __ddbkey::Query<true>
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0
                .value::<__ddbkey::Query<true>, __ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>(
                    0, 3, value,
                )
                .finish()
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in(self, range: impl __ddbkey::RangeBounds<__ddbkey::types::ulid::Ulid>) -> __ddbkey::Query
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0.range::<__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>(0, 3, range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, text: &__ddbkey::str) -> __ddbkey::Query
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0.starting_with(0, 3, text)
        }
        __ddbkey::query_methods! { , [] }
    }
    __ddbkey::query_traits! { [] OrderQuery [] [] PART [] }
    impl<const PART: __ddbkey::usize> OrderByStatusQuery<{ PART }> {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at(self, value: __ddbkey::types::jiff::Timestamp) -> OrderByStatusQuery<1usize>
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            OrderByStatusQuery (self . 0 . value :: < OrderByStatusQuery < 1usize > , __ddbkey :: types :: jiff :: Timestamp , __ddbkey :: formats :: Fraction3 > (0 , 0 , value))
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in(
            self,
            range: impl __ddbkey::RangeBounds<__ddbkey::types::jiff::Timestamp>,
        ) -> __ddbkey::Query
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            self.0.range::<__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction3>(0, 0, range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, text: &__ddbkey::str) -> __ddbkey::Query
        where
            __ddbkey::states::Given0<{ PART }>: __ddbkey::InOrder,
        {
            self.0.starting_with(0, 0, text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id(self, value: __ddbkey::types::ulid::Ulid) -> __ddbkey::Query<true>
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0
                .value::<__ddbkey::Query<true>, __ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>(
                    0, 2, value,
                )
                .finish()
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in(self, range: impl __ddbkey::RangeBounds<__ddbkey::types::ulid::Ulid>) -> __ddbkey::Query
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0.range::<__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>(0, 2, range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, text: &__ddbkey::str) -> __ddbkey::Query
        where
            __ddbkey::states::Given1<{ PART }>: __ddbkey::InOrder,
        {
            self.0.starting_with(0, 2, text)
        }
        __ddbkey::query_methods! { , [] }
    }
    __ddbkey::query_traits! { [] OrderByStatusQuery [] [] PART [] }
    #[automatically_derived]
    impl __ddbkey::DdbKeys for Order
    where
        Status: __ddbkey::Assumed,
    {
        type Pk<'k> = OrderPk<'k>;
        type Sk<'k> = OrderSk;
        type Key<'k> = OrderKey<'k>;
        type AnyKey<'k> = OrderKey<'k>;
        type Query = OrderQuery<0usize>;
        type Indexes = (OrderByStatus<'static>, ());
        const ENTITY: __ddbkey::Entity =
            __ddbkey::Entity::new("Order", "S user_id\nS created_at\nS id\n_ status");
        #[inline]
        fn key(&self) -> OrderKey<'_> {
            OrderKey {
                user_id: &self.user_id,
                created_at: *<Timestamp as __ddbkey::Is<__ddbkey::types::jiff::Timestamp>>::same(
                    &self.created_at,
                ),
                id: *<Ulid as __ddbkey::Is<__ddbkey::types::ulid::Ulid>>::same(&self.id),
            }
        }
        #[inline]
        fn query(pk: OrderPk<'_>) -> OrderQuery<0usize> {
            OrderQuery(__ddbkey::OpenQuery::of::<OrderKey<'_>>(pk))
        }
        #[inline]
        fn collect_indexes<__C: __ddbkey::Collect>(&self, __collect: &mut __C) {
            __collect.index(self.by_status());
        }
    }
    impl Order
    where
        Status: __ddbkey::Assumed,
    {
        #[doc = " The attributes that an update of index `gsi1` may touch: those that are neither key attributes of the table nor fields."]
        const BY_STATUS_ATTRIBUTES: &'static [&'static __ddbkey::str] = &["gsi1pk", "gsi1sk"];
        #[doc = " Returns the key in index `gsi1`, borrowed from the entity."]
        #[must_use]
        #[inline]
        fn by_status(&self) -> OrderByStatus<'_> {
            OrderByStatus {
                status: <Status as __ddbkey::KeyPart>::as_part(&self.status),
                created_at: *<Timestamp as __ddbkey::Is<__ddbkey::types::jiff::Timestamp>>::same(
                    &self.created_at,
                ),
                id: *<Ulid as __ddbkey::Is<__ddbkey::types::ulid::Ulid>>::same(&self.id),
            }
        }
        #[doc = " Parses the keys of index `gsi1`, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any text that is not built from these parts."]
        #[inline]
        fn parse_by_status<'k>(
            pk: &'k __ddbkey::str,
            sk: &'k __ddbkey::str,
        ) -> __ddbkey::Result<OrderByStatus<'k>, __ddbkey::ParseError> {
            __ddbkey::KeyPair::parse_texts(pk, sk)
        }
        #[doc = " Returns a query of the entity in one partition of index `gsi1`."]
        #[inline]
        fn query_by_status(pk: OrderByStatusPk<'_>) -> OrderByStatusQuery<0usize> {
            OrderByStatusQuery(__ddbkey::OpenQuery::of::<OrderByStatus<'_>>(pk))
        }
        #[doc = " Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `gsi1` after this row.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn by_status_start_key(&self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
            __ddbkey::start_key(__ddbkey::DdbKeys::key(self), self.by_status())
        }
    }
    const _: () = (__ddbkey::check_part)(
        &__ddbkey::KeyName {
            entity: "Order",
            role: __ddbkey::Role::IndexPartitionKey("gsi1"),
            template: __ddbkey::Template::Text("ORDER#{status}"),
            separator: '#',
            limited_by: __ddbkey::None,
        },
        "status",
        "",
        <Status as __ddbkey::PlainPart>::VALUE,
    );
};
