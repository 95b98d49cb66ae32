// The code of `Order` in `expansion.rs`, which says how to write it anew.

#[doc = " Partition key of [`Order`]: `USER#{user_id}`."]
struct OrderPk<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::ddbkey::__private_0_1::str,
}
#[doc = " Sort key of [`Order`]: `ORDER#{created_at:.3}#{id}`."]
struct OrderSk {
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private_0_1::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private_0_1::types::ulid::Ulid,
}
#[doc = " Partition key of [`Order`] in index `gsi1`: `ORDER#{status}`."]
struct OrderByStatusPk<'k>
where
    Status: ::ddbkey::__private_0_1::IsPart,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::__private_0_1::KeyPart>::Ref<'k>,
}
#[doc = " Primary key of [`Order`]: `USER#{user_id}` / `ORDER#{created_at:.3}#{id}`."]
struct OrderKey<'k> {
    #[doc = " The part `user_id`."]
    user_id: &'k ::ddbkey::__private_0_1::str,
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private_0_1::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private_0_1::types::ulid::Ulid,
}
#[doc = " Key of [`Order`] in index `gsi1`: `ORDER#{status}` / `{created_at:.3}#{id}`."]
struct OrderByStatus<'k>
where
    Status: ::ddbkey::__private_0_1::IsPart,
{
    #[doc = " The part `status`."]
    status: <Status as ::ddbkey::__private_0_1::KeyPart>::Ref<'k>,
    #[doc = " The part `created_at`."]
    created_at: ::ddbkey::__private_0_1::types::jiff::Timestamp,
    #[doc = " The part `id`."]
    id: ::ddbkey::__private_0_1::types::ulid::Ulid,
}
#[doc = " A query of [`Order`] in one partition: `ORDER#{created_at:.3}#{id}`.\n\n Give the parts in order, as many as you want. The last one may be a range or a prefix:\n\n ```text\n Order::query(OrderPk { user_id })\n     .created_at(created_at)\n     .id(id)\n     .build()?\n ```\n\n The type parameter counts the parts given so far, and the `where` clause of each method says how many it requires."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderQuery<const PART: ::core::primitive::usize>(::ddbkey::__private_0_1::OpenQuery<Self>);
#[doc = " A query of [`Order`] in one partition of index `gsi1`: `{created_at:.3}#{id}`.\n\n Give the parts in order, as many as you want. The last one may be a range or a prefix:\n\n ```text\n Order::query_by_status(OrderByStatusPk { status })\n     .created_at(created_at)\n     .id(id)\n     .build()?\n ```\n\n The type parameter counts the parts given so far, and the `where` clause of each method says how many it requires."]
#[must_use = "a query does nothing until its condition is built and sent"]
struct OrderByStatusQuery<const PART: ::core::primitive::usize>(::ddbkey::__private_0_1::OpenQuery<Self>);
#[allow(deprecated, reason = "a deprecated field is still a part of the key")]
#[allow(
    clippy::impl_trait_in_params,
    clippy::same_name_method,
    clippy::trait_duplication_in_bounds,
    non_snake_case,
    reason = "methods need no trait in scope and have the names of fields, and bounds are repeated"
)]
const _: () = {
    use ::ddbkey::__private_0_1::{self as __ddbkey, parameters::*};
    __ddbkey::key! { vis:, struct: OrderPk, lifetime: 'k, borrows: 'k, attributes: 1, patterns: [__ddbkey::Pattern { segments: &__ddbkey::linked ([__ddbkey::literal ("USER#"), __ddbkey::value::<__ddbkey::String, __ddbkey::formats::Plain>("user_id", "")]), .. __ddbkey::Pattern::new ("Order", __ddbkey::Owner::Table . pk (), '#') }], parts: one { user_id: __ddbkey::String as __ddbkey::formats::Plain, 0 1 . 0; }, partition: __ddbkey::schema_of::<OrderKey<'static>>, limit: " the key is longer than 2048 bytes.", }
    __ddbkey::key! { vis:, struct: OrderSk, lifetime: 'k, attributes: 1, patterns: [__ddbkey::Pattern { segments: &__ddbkey::linked ([__ddbkey::literal ("ORDER#"), __ddbkey::value::<__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction<3>>("created_at", ".3"), __ddbkey::literal ("#"), __ddbkey::value::<__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>("id", "")]), .. __ddbkey::Pattern::new ("Order", __ddbkey::Owner::Table . sk (), '#') }], parts: two { created_at: __ddbkey::types::jiff::Timestamp as __ddbkey::formats::Fraction<3>, 0 1 . 0; id: __ddbkey::types::ulid::Ulid as __ddbkey::formats::Plain, 0 3 . 1; }, limit: " the key is longer than 1024 bytes.", }
    __ddbkey::key! { vis:, struct: OrderByStatusPk, lifetime: 'k, borrows: 'k, bounds: [where Status: __ddbkey::IsPart,], attributes: 1, patterns: [__ddbkey::Pattern { segments: &__ddbkey::linked ([__ddbkey::literal ("ORDER#"), __ddbkey::value::<Status, __ddbkey::formats::Plain>("status", "")]), .. __ddbkey::Pattern::new ("Order", __ddbkey::Owner::Index ("gsi1") . pk (), '#') }], parts: one { status: Status as __ddbkey::formats::Plain, 0 1 . 0; }, partition: __ddbkey::schema_of::<OrderByStatus<'static>>, limit: " the key is longer than 2048 bytes.", }
    struct OrderByStatusSk_ {
        created_at: __ddbkey::types::jiff::Timestamp,
        id: __ddbkey::types::ulid::Ulid,
    }
    __ddbkey::declare! { struct: OrderByStatusSk_, lifetime: 'k, attributes: 1, patterns: [__ddbkey::Pattern { segments: &__ddbkey::linked ([__ddbkey::value::<__ddbkey::types::jiff::Timestamp, __ddbkey::formats::Fraction<3>>("created_at", ".3"), __ddbkey::literal ("#"), __ddbkey::value::<__ddbkey::types::ulid::Ulid, __ddbkey::formats::Plain>("id", "")]), .. __ddbkey::Pattern::new ("Order", __ddbkey::Owner::Index ("gsi1") . sk (), '#') }], parts: two { created_at: __ddbkey::types::jiff::Timestamp as __ddbkey::formats::Fraction<3>, 0 0 . 0; id: __ddbkey::types::ulid::Ulid as __ddbkey::formats::Plain, 0 2 . 1; }, }
    __ddbkey::pair! { vis:, struct: OrderKey, lifetime: 'k, borrows: 'k, pk: [OrderPk] ['k] { user_id }, sk: OrderSk = [OrderSk] { created_at, id }, of: __ddbkey::OfTable, declared: __ddbkey::KeySchema::TABLE, from: { user_id } { created_at id }, texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.", parse: (pk: &'k __ddbkey::str, sk: &'k __ddbkey::str) =>(pk, sk), owned: " Returns an owned key, which outlives the strings that this key borrows." Order, }
    __ddbkey::pair! { vis:, struct: OrderByStatus, lifetime: 'k, borrows: 'k, bounds: [where Status: __ddbkey::IsPart,], pk: [OrderByStatusPk] ['k] { status }, sk: OrderByStatusSk_ = [OrderByStatusSk_] { created_at, id }, of: __ddbkey::OfIndex, declared: __ddbkey::KeySchema::index ("gsi1", __ddbkey::IndexKind::Gsi, "gsi1pk", "gsi1sk") . called ("by_status") . of_table (__ddbkey::schema_of::<OrderKey<'static>>), from: { status } { created_at id }, texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.", parse: (pk: &'k __ddbkey::str, sk: &'k __ddbkey::str) =>(pk, sk), }
    const _: () = {
        use __ddbkey::types::jiff::Timestamp;
        use __ddbkey::types::ulid::Ulid;
        __ddbkey::query! { vis:, struct: OrderQuery, entity: Order, state: PART, of_request: limit filter, part: created_at (Timestamp) -> OrderQuery<1> { type: __ddbkey::types::jiff::Timestamp as __ddbkey::formats::Fraction<3>, place: 0 1, given: [__ddbkey::Given<{ PART }, 0>: (__ddbkey::InOrder)], value: " Restricts `created_at` to `value`.", range: created_at_in " Restricts `created_at` to a range, exact at both ends: a `BETWEEN`, or a comparison with one end." [], prefix: created_at_starting_with " Restricts `created_at` to strings that start with `text`." alias: "begins_with" [__ddbkey::Given<{ PART }, 0>: (__ddbkey::InOrder),], within: OrderQuery [], } part: id (Ulid) -> __ddbkey::RowQuery<Order> { type: __ddbkey::types::ulid::Ulid as __ddbkey::formats::Plain, place: 0 3, given: [__ddbkey::Given<{ PART }, 1>: (__ddbkey::InOrder)], value: " Restricts `id` to `value`.", range: id_in " Restricts `id` to a range, exact at both ends: a `BETWEEN`, or a comparison with one end." [], prefix: id_starting_with " Restricts `id` to strings that start with `text`." [__ddbkey::Given<{ PART }, 1>: (__ddbkey::InOrder),], finish: finish, } }
    };
    const _: () = {
        use __ddbkey::types::jiff::Timestamp;
        use __ddbkey::types::ulid::Ulid;
        __ddbkey::query! { vis:, struct: OrderByStatusQuery, entity: Order, state: PART, of_request: limit filter, part: created_at (Timestamp) -> OrderByStatusQuery<1> { type: __ddbkey::types::jiff::Timestamp as __ddbkey::formats::Fraction<3>, place: 0 0, given: [__ddbkey::Given<{ PART }, 0>: (__ddbkey::InOrder)], value: " Restricts `created_at` to `value`.", range: created_at_in " Restricts `created_at` to a range, exact at both ends: a `BETWEEN`, or a comparison with one end." [], prefix: created_at_starting_with " Restricts `created_at` to strings that start with `text`." alias: "begins_with" [__ddbkey::Given<{ PART }, 0>: (__ddbkey::InOrder),], within: OrderByStatusQuery [], } part: id (Ulid) -> __ddbkey::RowQuery<Order> { type: __ddbkey::types::ulid::Ulid as __ddbkey::formats::Plain, place: 0 2, given: [__ddbkey::Given<{ PART }, 1>: (__ddbkey::InOrder)], value: " Restricts `id` to `value`.", range: id_in " Restricts `id` to a range, exact at both ends: a `BETWEEN`, or a comparison with one end." [], prefix: id_starting_with " Restricts `id` to strings that start with `text`." [__ddbkey::Given<{ PART }, 1>: (__ddbkey::InOrder),], finish: finish, } }
    };
    #[doc = " - Primary key of [`Order`]: `USER#{user_id}` / `ORDER#{created_at:.3}#{id}`."]
    #[doc = " - Key of [`Order`] in index `gsi1`: `ORDER#{status}` / `{created_at:.3}#{id}`."]
    #[automatically_derived]
    impl __ddbkey::DdbKeys for Order
    where
        Status: __ddbkey::IsPart,
    {
        type Pk<'k> = OrderPk<'k>;
        type Sk<'k> = OrderSk;
        type Key<'k> = OrderKey<'k>;
        type AnyKey<'k> = OrderKey<'k>;
        type Query = OrderQuery<0>;
        const INDEXES: &'static [&'static __ddbkey::KeySchema] = {
            if true {}
            &[__ddbkey::schema_of::<OrderByStatus<'static>>()]
        };
        const ENTITY: __ddbkey::Entity = __ddbkey::Entity::new(
            "Order",
            __ddbkey::module_path!(),
            &[
                __ddbkey::Record::text("user_id").facts(1000),
                __ddbkey::Record::text("created_at").range("Timestamp").facts(21000),
                __ddbkey::Record::text("id").range("Ulid").facts(1000),
                __ddbkey::Record::unknown("status").facts(1000),
            ],
        );
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
        fn query(pk: OrderPk<'_>) -> OrderQuery<0> {
            OrderQuery(__ddbkey::OpenQuery::of::<OrderKey<'_>>(pk))
        }
        #[inline]
        fn collect_indexes<__C: __ddbkey::Collect>(&self, __collect: &mut __C) {
            __collect.index(self.by_status());
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl<'k> __ddbkey::KeyOf<Order> for OrderKey<'k> {}
    impl Order
    where
        Status: __ddbkey::IsPart,
    {
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
        #[doc = " Parses the keys of index `gsi1`, borrowing from them.\n\n # Errors\n\n Returns `ParseError` for any string that is not built from these parts."]
        #[inline]
        fn parse_by_status<'k>(
            pk: &'k __ddbkey::str,
            sk: &'k __ddbkey::str,
        ) -> __ddbkey::Result<OrderByStatus<'k>, __ddbkey::ParseError> {
            __ddbkey::KeyPair::parse_texts(pk, sk)
        }
        #[doc = " Returns a query of the entity in one partition of index `gsi1`."]
        #[inline]
        fn query_by_status(pk: OrderByStatusPk<'_>) -> OrderByStatusQuery<0> {
            OrderByStatusQuery(__ddbkey::OpenQuery::of::<OrderByStatus<'_>>(pk))
        }
        #[doc = " Returns the key attributes for `ExclusiveStartKey`, to continue a query of index `gsi1` after this row.\n\n # Errors\n\n Returns `KeyError` if one of the keys cannot be built."]
        #[inline]
        fn by_status_start_key(&self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
            __ddbkey::start_key(__ddbkey::DdbKeys::key(self), self.by_status())
        }
    }
    const _: () = {
        let __patterns: &[__ddbkey::Pattern] = &[__ddbkey::Pattern {
            segments: &__ddbkey::linked([
                __ddbkey::literal("ORDER#"),
                __ddbkey::Segment::Value(<Status as __ddbkey::PlainPart>::VALUE.named("status", "")),
            ]),
            ..__ddbkey::Pattern::new("Order", __ddbkey::Owner::Index("gsi1").pk(), '#')
        }];
        (__ddbkey::Pattern::check_value)(&__patterns[0usize], 1usize);
        (__ddbkey::Pattern::check_length)(&__patterns[0usize]);
    };
};
