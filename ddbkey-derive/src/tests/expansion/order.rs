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
struct OrderQuery<const __PART: ::core::primitive::usize>(::ddbkey::__private::OpenQuery<Self>)
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart;
#[doc = " A query of [`Order`] in one partition of index `gsi1`: `{created_at}#{id}`.\n\n The parameter counts the parts that are given; each state has the methods of the next part."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderByStatusQuery<const __PART: ::core::primitive::usize>(::ddbkey::__private::OpenQuery<Self>)
where
    for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>,
    for<'x> Ulid: ::ddbkey::KeyPart;
#[allow(deprecated, reason = "a deprecated field is still a part of the key")]
const _: () = {
    ::ddbkey::__private::key! {
        ('k) [] OrderPk [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart, for<'x> Status: ::ddbkey::KeyPart,]
        declared 'k "Order" [PartitionKey] '#' 2 1 joined Joined [("USER#", "user_id", "")] [""] []
        parts ((String, ::ddbkey::part::Plain), ())
        values (__0, ()) { user_id __0 }
        methods 2048 text
        partition [::ddbkey::__private::schema_of::<OrderKey<'static,>>]
    }
    ::ddbkey::__private::key! {
        ('k) [] OrderSk [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart, for<'x> Status: ::ddbkey::KeyPart,]
        declared 'k "Order" [SortKey] '#' 4 1 joined Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
        parts ((Timestamp, ::ddbkey::part::Fraction<3usize>), ((Ulid, ::ddbkey::part::Plain), ()))
        values (__0, (__1, ())) { created_at __0 id __1 }
        methods 1024 text
    }
    ::ddbkey::__private::key! {
        ('k) [] OrderByStatusPk [] [where for<'x> Status: ::ddbkey::KeyPart, for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart,]
        declared 'k "Order" [IndexPartitionKey ("gsi1")] '#' 2 1 joined Joined [("ORDER#", "status", "")] [""] []
        parts ((Status, ::ddbkey::part::Plain), ())
        values (__0, ()) { status __0 }
        methods 2048 text
        partition [::ddbkey::__private::schema_of::<OrderByStatus<'static,>>]
    }
    ::ddbkey::__private::key! {
        ('k) [] OrderByStatusSk [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart, for<'x> Status: ::ddbkey::KeyPart,]
        declared 'k "Order" [IndexSortKey ("gsi1")] '#' 3 1 joined Joined [("", "created_at", ".3") ("#", "id", "")] [""] []
        parts ((Timestamp, ::ddbkey::part::Fraction<3usize>), ((Ulid, ::ddbkey::part::Plain), ()))
        values (__0, (__1, ())) { created_at __0 id __1 }
        methods 1024 text
    }
    ::ddbkey::__private::pair! {
        ('k) [] OrderKey [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart, for<'x> Status: ::ddbkey::KeyPart,]
        halves 'k (OrderPk) [<'k,>] { user_id } (OrderSk) [<'k,>] { created_at id }
        position [::ddbkey::__private::Position::TABLE]
        join (__pk, __sk) {} { user_id: __pk, created_at: __sk, id: __sk }
        methods [pk "partition" sk "sort"] (__pk: &'k ::core::primitive::str, __sk: &'k ::core::primitive::str) (__pk, __sk)
    }
    ::ddbkey::__private::pair! {
        ('k) [] OrderByStatus [] [where for<'x> Status: ::ddbkey::KeyPart, for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart,]
        halves 'k (OrderByStatusPk) [<'k,>] { status } (OrderByStatusSk) [<'k,>] { created_at id }
        position [::ddbkey::__private::Position::index ("gsi1", ::ddbkey::schema::IndexKind::Gsi, "gsi1pk", "gsi1sk")] in [OrderKey<'static,>]
        join (__pk, __sk) {} { status: __pk, created_at: __sk, id: __sk }
        methods [pk "partition" sk "sort"] (__pk: &'k ::core::primitive::str, __sk: &'k ::core::primitive::str) (__pk, __sk) of [Order]
    }
    ::ddbkey::__private::query! {
        [] OrderQuery [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart,] []
        part created_at "created_at" 0 1 [<'v>] (<Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>) (Timestamp) (::ddbkey::part::Fraction<3usize>) [::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder]
        next (OrderQuery<1usize>) [OrderQuery] []
        range created_at_in [for<'x><Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Order: ::ddbkey::__private::InMiddle]
        beginning created_at_starting_with [::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder]
        part id "id" 0 3 [<'v>] (<Ulid as ::ddbkey::KeyPart>::Ref<'v>) (Ulid) (::ddbkey::part::Plain) [::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder]
        next (::ddbkey::key::ItemQuery) [::ddbkey::__private::OpenQuery::<::ddbkey::key::ItemQuery>::finish] []
        range id_in [for<'x><Ulid as ::ddbkey::KeyPart>::Order: ::ddbkey::__private::AtEnd]
        beginning id_starting_with [::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder]
    }
    ::ddbkey::__private::query! {
        [] OrderByStatusQuery [] [where for<'x> Timestamp: ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>, for<'x> Ulid: ::ddbkey::KeyPart,] []
        part created_at "created_at" 0 0 [<'v>] (<Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Ref<'v>) (Timestamp) (::ddbkey::part::Fraction<3usize>) [::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder]
        next (OrderByStatusQuery<1usize>) [OrderByStatusQuery] []
        range created_at_in [for<'x><Timestamp as ::ddbkey::KeyPart<::ddbkey::part::Fraction<3usize>>>::Order: ::ddbkey::__private::InMiddle]
        beginning created_at_starting_with [::ddbkey::__private::Given<__PART, 0usize>: ::ddbkey::__private::InOrder]
        part id "id" 0 2 [<'v>] (<Ulid as ::ddbkey::KeyPart>::Ref<'v>) (Ulid) (::ddbkey::part::Plain) [::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder]
        next (::ddbkey::key::ItemQuery) [::ddbkey::__private::OpenQuery::<::ddbkey::key::ItemQuery>::finish] []
        range id_in [for<'x><Ulid as ::ddbkey::KeyPart>::Order: ::ddbkey::__private::AtEnd]
        beginning id_starting_with [::ddbkey::__private::Given<__PART, 1usize>: ::ddbkey::__private::InOrder]
    }
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
            OrderQuery(::ddbkey::__private::OpenQuery::of::<OrderKey<'_>>(__pk))
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
            OrderByStatusQuery(::ddbkey::__private::OpenQuery::of::<OrderByStatus<'_>>(__pk))
        }
        #[doc = " Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `gsi1` after this row.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn by_status_start_key(&self) -> ::core::result::Result<::ddbkey::Keys, ::ddbkey::KeyError> {
            ::ddbkey::__private::start_key(::ddbkey::DdbKeys::key(self), self.by_status())
        }
    }
    ::ddbkey::__private::checks! {
       
        declared "Order" [SortKey] '#' 4 1 joined_of Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
        types [<Timestamp as ::ddbkey::__private::FractionPart<3usize>>::VALUE,<Ulid as ::ddbkey::__private::PlainPart>::VALUE] { (::ddbkey::schema::Pattern::check_value) (&__PATTERNS [0usize], 1usize); (::ddbkey::schema::Pattern::check_value) (&__PATTERNS [0usize], 3usize); (::ddbkey::schema::Pattern::check_length) (&__PATTERNS [0usize]); }
    }
    ::ddbkey::__private::checks! {
       
        declared "Order" [IndexPartitionKey ("gsi1")] '#' 2 1 joined_of Joined [("ORDER#", "status", "")] [""] []
        types [<Status as ::ddbkey::__private::PlainPart>::VALUE] { (::ddbkey::schema::Pattern::check_value) (&__PATTERNS [0usize], 1usize); (::ddbkey::schema::Pattern::check_length) (&__PATTERNS [0usize]); }
    }
    ::ddbkey::__private::checks! {
       
        declared "Order" [IndexSortKey ("gsi1")] '#' 3 1 joined_of Joined [("", "created_at", ".3") ("#", "id", "")] [""] []
        types [<Timestamp as ::ddbkey::__private::FractionPart<3usize>>::VALUE,<Ulid as ::ddbkey::__private::PlainPart>::VALUE] { (::ddbkey::schema::Pattern::check_value) (&__PATTERNS [0usize], 0usize); (::ddbkey::schema::Pattern::check_value) (&__PATTERNS [0usize], 2usize); (::ddbkey::schema::Pattern::check_length) (&__PATTERNS [0usize]); }
    }
};
