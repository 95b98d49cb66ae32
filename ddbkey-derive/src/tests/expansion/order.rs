// The code of `Order` in `expansion.rs`, which says how to write it anew.

#[doc = " Partition key of [`Order`]: `USER#{user_id}`."]
struct OrderPk<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::core::primitive::str,
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
    status: <Status as ::ddbkey::KeyPart>::Ref<'k>,
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
    user_id: &'k ::core::primitive::str,
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
    status: <Status as ::ddbkey::KeyPart>::Ref<'k>,
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
    #[allow(unused_imports, reason = "they hide constants that have the names of parameters")]
    use ::ddbkey::__private::parameters::{f, other, out, pk, range, sk, state, text, texts, value};
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderPk<'k> {
        type Size = ::ddbkey::__private::sizes::Size2;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration {
            entity: "Order",
            role: ::ddbkey::__private::Role::PartitionKey,
            separator: '#',
            form: ::ddbkey::__private::Form::Joined {
                parts: &[::ddbkey::__private::DeclaredPart { before: "USER#", name: "user_id", format: "" }],
                end: "",
            },
            types:
                <((::ddbkey::__private::String, ::ddbkey::part::Plain), ()) as ::ddbkey::__private::Parts<
                    'k,
                >>::LIST,
            partition: ::core::option::Option::Some(::ddbkey::__private::schema_of::<OrderKey<'static>>),
            ..::ddbkey::__private::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: ::ddbkey::__private::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            < ((:: ddbkey :: __private :: String , :: ddbkey :: part :: Plain) , ()) as :: ddbkey :: __private :: Parts < 'k >> :: put :: < Self , __V > ((self . user_id , ()) , __visitor)
        }
        #[inline]
        fn take<__S: ::ddbkey::__private::PartSource<'k>>(
            __source: &mut __S,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let (__0 , ()) = match < ((:: ddbkey :: __private :: String , :: ddbkey :: part :: Plain) , ()) as :: ddbkey :: __private :: Parts < 'k >> :: take :: < Self , __S > (__source) { :: core :: result :: Result :: Ok (__values) => __values , :: core :: result :: Result :: Err (__error) => return :: core :: result :: Result :: Err (__error) , } ;
            ::core::result::Result::Ok(Self { user_id: __0 })
        }
    }
    ::ddbkey::__private::standard! { debug hash ['k,] OrderPk ['k,] [] user_id }
    impl<'k> OrderPk<'k> {
        ::ddbkey::__private::key_methods! { , 'k 2048 }
        #[doc = " Returns the condition of the whole partition: every entity in it.\n\n # Errors\n\n Returns `KeyError` if the key cannot be built."]
        #[inline]
        fn condition(self) -> ::core::result::Result<::ddbkey::KeyCondition, ::ddbkey::KeyError> {
            ::ddbkey::KeyCondition::partition((::ddbkey::__private::schema_of::<OrderKey<'static>>)(), self)
        }
    }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderSk {
        type Size = ::ddbkey::__private::sizes::Size4;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration {
            entity: "Order",
            role: ::ddbkey::__private::Role::SortKey,
            separator: '#',
            form: ::ddbkey::__private::Form::Joined {
                parts: &[
                    ::ddbkey::__private::DeclaredPart { before: "ORDER#", name: "created_at", format: ".3" },
                    ::ddbkey::__private::DeclaredPart { before: "#", name: "id", format: "" },
                ],
                end: "",
            },
            types: <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::LIST,
            ..::ddbkey::__private::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: ::ddbkey::__private::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::put::<Self, __V>(
                (self.created_at, (self.id, ())),
                __visitor,
            )
        }
        #[inline]
        fn take<__S: ::ddbkey::__private::PartSource<'k>>(
            __source: &mut __S,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let (__0, (__1, ())) = match <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::take::<Self, __S>(
                __source
            ) {
                ::core::result::Result::Ok(__values) => __values,
                ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
            };
            ::core::result::Result::Ok(Self { created_at: __0, id: __1 })
        }
    }
    ::ddbkey::__private::standard! { debug hash [] OrderSk [] [] created_at id }
    impl OrderSk {
        ::ddbkey::__private::key_methods! { , 1024 }
    }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderByStatusPk<'k>
    where
        Status: ::ddbkey::__private::Assumed,
    {
        type Size = ::ddbkey::__private::sizes::Size2;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration {
            entity: "Order",
            role: ::ddbkey::__private::Role::IndexPartitionKey("gsi1"),
            separator: '#',
            form: ::ddbkey::__private::Form::Joined {
                parts: &[::ddbkey::__private::DeclaredPart { before: "ORDER#", name: "status", format: "" }],
                end: "",
            },
            types: <((Status, ::ddbkey::part::Plain), ()) as ::ddbkey::__private::Parts<'k>>::LIST,
            partition: ::core::option::Option::Some(::ddbkey::__private::schema_of::<OrderByStatus<'static>>),
            ..::ddbkey::__private::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: ::ddbkey::__private::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            <((Status, ::ddbkey::part::Plain), ()) as ::ddbkey::__private::Parts<'k>>::put::<Self, __V>(
                (self.status, ()),
                __visitor,
            )
        }
        #[inline]
        fn take<__S: ::ddbkey::__private::PartSource<'k>>(
            __source: &mut __S,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let (__0, ()) =
                match <((Status, ::ddbkey::part::Plain), ()) as ::ddbkey::__private::Parts<'k>>::take::<
                    Self,
                    __S,
                >(__source)
                {
                    ::core::result::Result::Ok(__values) => __values,
                    ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
                };
            ::core::result::Result::Ok(Self { status: __0 })
        }
    }
    ::ddbkey::__private::standard! { debug hash ['k,] OrderByStatusPk ['k,] [where Status: ::ddbkey::__private::Assumed,] status }
    impl<'k> OrderByStatusPk<'k>
    where
        Status: ::ddbkey::__private::Assumed,
    {
        ::ddbkey::__private::key_methods! { , 'k 2048 }
        #[doc = " Returns the condition of the whole partition: every entity in it.\n\n # Errors\n\n Returns `KeyError` if the key cannot be built."]
        #[inline]
        fn condition(self) -> ::core::result::Result<::ddbkey::KeyCondition, ::ddbkey::KeyError> {
            ::ddbkey::KeyCondition::partition(
                (::ddbkey::__private::schema_of::<OrderByStatus<'static>>)(),
                self,
            )
        }
    }
    impl<'k> ::ddbkey::__private::Declare<'k> for OrderByStatusSk {
        type Size = ::ddbkey::__private::sizes::Size3;
        const KEY: ::ddbkey::__private::Declaration = ::ddbkey::__private::Declaration {
            entity: "Order",
            role: ::ddbkey::__private::Role::IndexSortKey("gsi1"),
            separator: '#',
            form: ::ddbkey::__private::Form::Joined {
                parts: &[
                    ::ddbkey::__private::DeclaredPart { before: "", name: "created_at", format: ".3" },
                    ::ddbkey::__private::DeclaredPart { before: "#", name: "id", format: "" },
                ],
                end: "",
            },
            types: <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::LIST,
            ..::ddbkey::__private::Declaration::DEFAULT
        };
        #[inline]
        fn put<__V: ::ddbkey::__private::PartVisitor>(
            self,
            __visitor: &mut __V,
        ) -> ::core::result::Result<(), ::ddbkey::KeyError> {
            <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::put::<Self, __V>(
                (self.created_at, (self.id, ())),
                __visitor,
            )
        }
        #[inline]
        fn take<__S: ::ddbkey::__private::PartSource<'k>>(
            __source: &mut __S,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            let (__0, (__1, ())) = match <(
                (::ddbkey::__private::types::jiff::Timestamp, ::ddbkey::__private::formats::Fraction3),
                ((::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain), ()),
            ) as ::ddbkey::__private::Parts<'k>>::take::<Self, __S>(
                __source
            ) {
                ::core::result::Result::Ok(__values) => __values,
                ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
            };
            ::core::result::Result::Ok(Self { created_at: __0, id: __1 })
        }
    }
    ::ddbkey::__private::standard! { debug hash [] OrderByStatusSk [] [] created_at id }
    impl OrderByStatusSk {
        ::ddbkey::__private::key_methods! { , 1024 }
    }
    impl<'k> ::ddbkey::__private::Pair<'k> for OrderKey<'k> {
        type Pk = OrderPk<'k>;
        type Sk = OrderSk;
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
    ::ddbkey::__private::standard! { debug_pair hash_pair ['k,] OrderKey ['k,] [] user_id created_at id }
    impl<'k> OrderKey<'k> {
        ::ddbkey::__private::pair_methods! { , pk "partition" sk "sort" }
        #[doc = " Parses both keys, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between them."]
        #[inline]
        fn parse(
            pk: &'k ::core::primitive::str,
            sk: &'k ::core::primitive::str,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            ::ddbkey::__private::methods::parse_pair(pk, sk)
        }
    }
    impl<'k> ::ddbkey::__private::Pair<'k> for OrderByStatus<'k>
    where
        Status: ::ddbkey::__private::Assumed,
    {
        type Pk = OrderByStatusPk<'k>;
        type Sk = OrderByStatusSk;
        const POSITION: ::ddbkey::__private::Position = ::ddbkey::__private::Position::index(
            "gsi1",
            ::ddbkey::schema::IndexKind::Gsi,
            "gsi1pk",
            "gsi1sk",
        );
        const TABLE: ::core::option::Option<fn() -> &'static ::ddbkey::__private::KeySchema> =
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
    ::ddbkey::__private::standard! { debug_pair hash_pair ['k,] OrderByStatus ['k,] [where Status: ::ddbkey::__private::Assumed,] status created_at id }
    impl<'k> OrderByStatus<'k>
    where
        Status: ::ddbkey::__private::Assumed,
    {
        ::ddbkey::__private::pair_methods! { , pk "partition" sk "sort" }
        #[doc = " Parses both keys, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between them."]
        #[inline]
        fn parse(
            pk: &'k ::core::primitive::str,
            sk: &'k ::core::primitive::str,
        ) -> ::core::result::Result<Self, ::ddbkey::ParseError> {
            ::ddbkey::__private::methods::parse_pair(pk, sk)
        }
        #[doc = " Returns the actions that bring the attributes of this index up to date.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn update(self) -> ::core::result::Result<::ddbkey::key::IndexUpdate, ::ddbkey::KeyError> {
            ::ddbkey::__private::update::<Self>(self)
        }
    }
    impl<const PART: ::core::primitive::usize> OrderQuery<{ PART }> {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at(self, value: ::ddbkey::__private::types::jiff::Timestamp) -> OrderQuery<1usize>
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            OrderQuery (self . 0 . value :: < OrderQuery < 1usize > , :: ddbkey :: __private :: types :: jiff :: Timestamp , :: ddbkey :: __private :: formats :: Fraction3 > (0 , 1 , value))
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in(
            self,
            range: impl ::core::ops::RangeBounds<::ddbkey::__private::types::jiff::Timestamp>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self . 0 . range :: < :: ddbkey :: __private :: types :: jiff :: Timestamp , :: ddbkey :: __private :: formats :: Fraction3 > (0 , 1 , range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0, 1, text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id(self, value: ::ddbkey::__private::types::ulid::Ulid) -> ::ddbkey::key::KeyQuery
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self . 0 . value :: < :: ddbkey :: key :: KeyQuery , :: ddbkey :: __private :: types :: ulid :: Ulid , :: ddbkey :: part :: Plain > (0 , 3 , value) . finish ()
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in(
            self,
            range: impl ::core::ops::RangeBounds<::ddbkey::__private::types::ulid::Ulid>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.range::<::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain>(0, 3, range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0, 3, text)
        }
        ::ddbkey::__private::query_methods! { , [] }
    }
    ::ddbkey::__private::query_traits! { [] OrderQuery [] [] PART [] }
    impl<const PART: ::core::primitive::usize> OrderByStatusQuery<{ PART }> {
        #[doc = " Restricts `created_at` to `value`."]
        #[inline]
        fn created_at(self, value: ::ddbkey::__private::types::jiff::Timestamp) -> OrderByStatusQuery<1usize>
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            OrderByStatusQuery (self . 0 . value :: < OrderByStatusQuery < 1usize > , :: ddbkey :: __private :: types :: jiff :: Timestamp , :: ddbkey :: __private :: formats :: Fraction3 > (0 , 0 , value))
        }
        #[doc = " Restricts `created_at` to a range, exact at both ends."]
        #[inline]
        fn created_at_in(
            self,
            range: impl ::core::ops::RangeBounds<::ddbkey::__private::types::jiff::Timestamp>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self . 0 . range :: < :: ddbkey :: __private :: types :: jiff :: Timestamp , :: ddbkey :: __private :: formats :: Fraction3 > (0 , 0 , range)
        }
        #[doc = " Restricts `created_at` to texts that start with `text`."]
        #[inline]
        fn created_at_starting_with(self, text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given0<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0, 0, text)
        }
        #[doc = " Restricts `id` to `value`."]
        #[inline]
        fn id(self, value: ::ddbkey::__private::types::ulid::Ulid) -> ::ddbkey::key::KeyQuery
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self . 0 . value :: < :: ddbkey :: key :: KeyQuery , :: ddbkey :: __private :: types :: ulid :: Ulid , :: ddbkey :: part :: Plain > (0 , 2 , value) . finish ()
        }
        #[doc = " Restricts `id` to a range, exact at both ends."]
        #[inline]
        fn id_in(
            self,
            range: impl ::core::ops::RangeBounds<::ddbkey::__private::types::ulid::Ulid>,
        ) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.range::<::ddbkey::__private::types::ulid::Ulid, ::ddbkey::part::Plain>(0, 2, range)
        }
        #[doc = " Restricts `id` to texts that start with `text`."]
        #[inline]
        fn id_starting_with(self, text: &::core::primitive::str) -> ::ddbkey::key::Query
        where
            ::ddbkey::__private::states::Given1<{ PART }>: ::ddbkey::__private::InOrder,
        {
            self.0.starting_with(0, 2, text)
        }
        ::ddbkey::__private::query_methods! { , [] }
    }
    ::ddbkey::__private::query_traits! { [] OrderByStatusQuery [] [] PART [] }
    #[automatically_derived]
    impl ::ddbkey::DdbKeys for Order
    where
        Status: ::ddbkey::__private::Assumed,
    {
        type Pk<'k> = OrderPk<'k>;
        type Sk<'k> = OrderSk;
        type Key<'k> = OrderKey<'k>;
        type Query = OrderQuery<0usize>;
        type Indexes = (OrderByStatus<'static>, ());
        const ENTITY: ::ddbkey::__private::Entity =
            ::ddbkey::__private::Entity::new("Order", "S user_id\nS created_at\nS id\n_ status");
        #[inline]
        fn key(&self) -> OrderKey<'_> {
            OrderKey {
                user_id: &self.user_id,
                created_at: *<Timestamp as ::ddbkey::__private::Is<
                    ::ddbkey::__private::types::jiff::Timestamp,
                >>::same(&self.created_at),
                id: *<Ulid as ::ddbkey::__private::Is<::ddbkey::__private::types::ulid::Ulid>>::same(
                    &self.id,
                ),
            }
        }
        #[inline]
        fn query(pk: OrderPk<'_>) -> OrderQuery<0usize> {
            OrderQuery(::ddbkey::__private::OpenQuery::of::<OrderKey<'_>>(pk))
        }
        #[inline]
        fn collect_indexes<__C: ::ddbkey::__private::Collect>(&self, __collect: &mut __C) {
            __collect.index(self.by_status());
        }
    }
    impl Order
    where
        Status: ::ddbkey::__private::Assumed,
    {
        #[doc = " The attributes that an update of index `gsi1` may touch: those that are neither key attributes of the table nor fields."]
        const BY_STATUS_ATTRIBUTES: &'static [&'static ::core::primitive::str] = &["gsi1pk", "gsi1sk"];
        #[doc = " Returns the key in index `gsi1`, borrowed from the entity."]
        #[must_use]
        #[inline]
        fn by_status(&self) -> OrderByStatus<'_> {
            OrderByStatus {
                status: <Status as ::ddbkey::KeyPart>::as_part(&self.status),
                created_at: *<Timestamp as ::ddbkey::__private::Is<
                    ::ddbkey::__private::types::jiff::Timestamp,
                >>::same(&self.created_at),
                id: *<Ulid as ::ddbkey::__private::Is<::ddbkey::__private::types::ulid::Ulid>>::same(
                    &self.id,
                ),
            }
        }
        #[doc = " Parses the keys of index `gsi1`, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any text that is not built from these parts."]
        #[inline]
        fn parse_by_status<'k>(
            pk: &'k ::core::primitive::str,
            sk: &'k ::core::primitive::str,
        ) -> ::core::result::Result<OrderByStatus<'k>, ::ddbkey::ParseError> {
            ::ddbkey::key::KeyPair::parse_texts(pk, sk)
        }
        #[doc = " Returns a query of the entity in one partition of index `gsi1`."]
        #[inline]
        fn query_by_status(pk: OrderByStatusPk<'_>) -> OrderByStatusQuery<0usize> {
            OrderByStatusQuery(::ddbkey::__private::OpenQuery::of::<OrderByStatus<'_>>(pk))
        }
        #[doc = " Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `gsi1` after this row.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn by_status_start_key(&self) -> ::core::result::Result<::ddbkey::Keys, ::ddbkey::KeyError> {
            ::ddbkey::__private::start_key(::ddbkey::DdbKeys::key(self), self.by_status())
        }
    }
    const _: () = (::ddbkey::__private::check_part)(
        &::ddbkey::__private::KeyName {
            entity: "Order",
            role: ::ddbkey::__private::Role::IndexPartitionKey("gsi1"),
            template: ::ddbkey::__private::Template::Text("ORDER#{status}"),
            separator: '#',
            limited_by: ::core::option::Option::None,
        },
        "status",
        "",
        <Status as ::ddbkey::__private::PlainPart>::VALUE,
    );
};
