//! ElectroDB writes the name and the value of each attribute, in lower case by default.

use ddbkey::{DdbKeys, DdbTable};
use serde::Deserialize;

use super::check;

#[derive(DdbKeys, Deserialize)]
#[serde(rename_all = "camelCase")]
#[pk("$shop", "userid_{*user_id:lower}")]
#[sk("$user_1")]
#[gsi("gsi1" as by_email, pk = ("$shop", "email_{*email:lower}"), sk = ("$user_1", "userid_{*user_id:lower}"))]
struct User {
    user_id: String,
    email: String,
}

#[derive(DdbKeys, Deserialize)]
#[serde(rename_all = "camelCase")]
#[pk("$shop", "userid_{*user_id:lower}")]
#[sk("$order_1", "createdat_{created_at:lower}", "orderid_{*order_id:lower}")]
#[gsi("gsi1" as by_status, pk = ("$shop", "status_{status:lower}"), sk = ("$order_1", "createdat_{created_at:lower}"))]
struct Order {
    user_id: String,
    created_at: String,
    order_id: String,
    status: String,
}

#[derive(DdbKeys, Deserialize)]
#[pk("$shop", "project_{project:lower}")]
#[sk("$task_2", "number_{number:06}")]
struct Task {
    project: String,
    number: u32,
}

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
    Task(Task),
}

#[test]
fn its_own_format() {
    for (row, user) in check::<User>("electrodb", "default", "User") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::User(_))));
        let by_email = User::query_by_email(UserByEmailPk { email: &user.email });
        let by_email = by_email.user_id(&user.user_id).build().unwrap();
        assert!(by_email.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
    }
    for (row, order) in check::<Order>("electrodb", "default", "Order") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Order(_))));
        let of_user = || Order::query(OrderPk { user_id: &order.user_id });
        let at = of_user().created_at(&order.created_at).order_id_starting_with("01HX7");
        assert!(at.build().unwrap().matches(row.pk(), row.sk()));
        let year = of_user().created_at_starting_with(&order.created_at[..4]).build().unwrap();
        assert!(year.matches(row.pk(), row.sk()));
        let by_status = Order::query_by_status(OrderByStatusPk { status: &order.status });
        let since = by_status.created_at_in(&*order.created_at..).build().unwrap();
        assert!(since.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
    }
    for (row, task) in check::<Task>("electrodb", "default", "Task") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Task(_))));
        let project = TaskPk { project: &task.project };
        let from = Task::query(project).number_in(task.number..).build().unwrap();
        assert!(from.matches(row.pk(), row.sk()));
        let after = Task::query(project).number_in(task.number + 1..).build().unwrap();
        assert!(!after.matches(row.pk(), row.sk()));
    }
}

/// Templates, each with its own casing.
pub(super) mod templates {
    use jiff::Timestamp;
    use ulid::Ulid;

    use super::{DdbKeys, DdbTable, Deserialize, check};

    #[derive(DdbKeys, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[pk("USER", user_id)]
    #[sk("PROFILE")]
    #[gsi("gsi1" as by_email, pk = ("email", "{email:lower}"), sk = ("USER", user_id))]
    struct User {
        user_id: String,
        email: String,
    }

    #[derive(DdbKeys, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{created_at:.3}", order_id)]
    struct Order {
        user_id: String,
        created_at: Timestamp,
        order_id: Ulid,
    }

    #[derive(DdbKeys, Deserialize)]
    #[pk("TENANT_{tenant:upper}")]
    #[sk("DOC", "V{version:04}", "{*path}")]
    struct Doc {
        tenant: String,
        path: String,
        version: u16,
    }

    pub(in super::super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

    #[derive(DdbTable)]
    enum Shop {
        User(User),
        Order(Order),
        Doc(Doc),
    }

    #[test]
    fn templates() {
        for (row, user) in check::<User>("electrodb", "template", "User") {
            assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::User(_))));
            let by_email = User::query_by_email(UserByEmailPk { email: &user.email });
            let by_email = by_email.user_id(&user.user_id).build().unwrap();
            assert!(by_email.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
        }
        for (row, order) in check::<Order>("electrodb", "template", "Order") {
            assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Order(_))));
            let of_user = Order::query(OrderPk { user_id: &order.user_id });
            let at = of_user.created_at_in(order.created_at..=order.created_at).build().unwrap();
            assert!(at.matches(row.pk(), row.sk()));
        }
        for (row, doc) in check::<Doc>("electrodb", "template", "Doc") {
            assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Doc(_))));
            let of_tenant = Doc::query(DocPk { tenant: &doc.tenant });
            let below = of_tenant.version(doc.version).path_starting_with("a/").build().unwrap();
            assert!(below.matches(row.pk(), row.sk()));
        }
    }
}
