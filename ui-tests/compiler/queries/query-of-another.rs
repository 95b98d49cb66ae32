// A query made from another entity's, or from a finished one.
use ddbkey::DdbKeys;
use ddbkey::key::{Query, TypedQuery};

mod keys {
    use ddbkey::DdbKeys;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", year, id)]
    pub struct Order {
        pub user_id: String,
        pub year: String,
        pub id: String,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("A", a, b, c)]
    pub struct Longer {
        pub user_id: String,
        pub a: String,
        pub b: String,
        pub c: String,
    }

    pub fn moved() -> LongerQuery<1> {
        LongerQuery(OrderQuery::<1>::of("u1").0)
    }

    impl<const PART: usize> OrderQuery<PART> {
        pub fn of(user_id: &str) -> OrderQuery<1> {
            Order::query(OrderPk { user_id }).year("2024")
        }
    }
}

use keys::{Longer, LongerPk, LongerQuery, Order, OrderPk};

fn turned<T: DdbKeys>(query: Query) -> T::Query {
    T::Query::from_query(query)
}

fn opened<Q: TypedQuery>(query: Q) -> Query {
    query.into_query()
}

fn main() {
    let order = Order::query(OrderPk { user_id: "u1" });
    let finished = Order::query(OrderPk { user_id: "u1" }).year("2024").id("7");
    let longer = Longer::query(LongerPk { user_id: "u1" });
    let _ = LongerQuery::<2>::from_query(finished);
    let _ = LongerQuery::<0>(order.0);
    let _ = LongerQuery::<1>::from(longer);
    let _ = finished.value::<String, ddbkey::part::Plain>(0, 5, "x");
}
