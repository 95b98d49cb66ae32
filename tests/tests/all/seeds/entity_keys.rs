//! ddb-lib, "entity keys": `TYPE#id`, alone and in pairs.

use ddbkey::{DdbKeys, KeyError};
use serde_json::json;

use super::arm::{Arm, Outcome};
use super::row::Row;
use super::show;

pub const ARMS: &[Arm] = &[
    Arm::new("entityKey(USER) build", |row| show::pk(&user(row.text("id")))),
    Arm::new("entityKey(ORDER) build", |row| show::sk(&order("123", row.text("id")))),
    Arm::new("entityKey(PRODUCT) build", |row| show::pk(&product(row.text("id")))),
    Arm::new("entityKey(ORG) build", |row| show::pk(&organization(row.text("id")))),
    Arm::new("entityKey(TEAM) build", |row| show::sk(&team("acme", row.text("id")))),
    Arm::new("entityKey(STUDENT) build", |row| show::pk(&enrolment(row.text("id"), "art-1"))),
    Arm::new("entityKey(COURSE) build", |row| show::sk(&enrolment("123", row.text("id")))),
    Arm::new("entityKey(user) build", |row| show::pk(&LowerCase { id: row.text("id").into() })),
    Arm::new("entityKey(Order) build", |row| show::pk(&MixedCase { id: row.text("id").into() })),
    Arm::new("parseEntityKey", any_entity_key),
    Arm::new("parseEntityKey keeps later # in id (last part takes the rest)", any_entity_key),
    Arm::new("User item: same value in pk and sk", |row| show::keys(&user(row.text("id")))),
    Arm::new("User's order", |row| show::keys(&order(row.text("userId"), row.text("orderId")))),
    Arm::new("User's order (single-table example)", |row| {
        show::keys(&order(row.text("userId"), row.text("orderId")))
    }),
    Arm::new("Profile: static sort key", |row| show::keys(&profile(row.text("userId")))),
    Arm::new("Settings: static sort key", |row| {
        show::keys(&Settings { user_id: row.text("userId").into() })
    }),
    Arm::new("Product in its own partition", |row| show::keys(&product(row.text("sku")))),
    Arm::new("Organization", |row| show::keys(&organization(row.text("org")))),
    Arm::new("Team in organization", |row| show::keys(&team(row.text("org"), row.text("team")))),
    Arm::new("User in team", |row| {
        show::keys(&Member { team: row.text("team").into(), user_id: row.text("userId").into() })
    }),
    Arm::new("Student enrolled in course", |row| {
        show::keys(&enrolment(row.text("student"), row.text("course")))
    }),
    Arm::new("Course to student (inverted)", students_of_a_course),
    Arm::new("Query: all orders of a user", orders_of_a_user),
    Arm::new("Query: whole user partition", whole_partition),
    Arm::new("Type guard: isUserKey", |row| Ok(UserPk::parse(row.text("key")).is_ok().into())),
    Arm::new("Type guard: isOrderKey on a user key", |row| {
        Ok(OrderSk::parse(row.text("key")).is_ok().into())
    }),
    Arm::new("Recommended user-side check: delimiter in id is an error", |row| {
        let error = UserPk { user_id: row.text("userId") }.build().unwrap_err();
        Ok(show::refusal(row, "user_id", error))
    }),
];

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("USER", user_id)]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", order_id)]
struct Order {
    user_id: String,
    order_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct Profile {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("SETTINGS")]
struct Settings {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("PRODUCT", sku)]
struct Product {
    sku: String,
}

#[derive(DdbKeys)]
#[pk("ORG", org)]
#[sk("ORG", org)]
struct Organization {
    org: String,
}

#[derive(DdbKeys)]
#[pk("ORG", org)]
#[sk("TEAM", team)]
struct Team {
    org: String,
    team: String,
}

#[derive(DdbKeys)]
#[pk("TEAM", team)]
#[sk("USER", user_id)]
struct Member {
    team: String,
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("STUDENT", student)]
#[sk("COURSE", course)]
#[gsi("inverted", pk = sk, sk = pk)]
struct Enrolment {
    student: String,
    course: String,
}

#[derive(DdbKeys)]
#[pk("user", id)]
struct LowerCase {
    id: String,
}

#[derive(DdbKeys)]
#[pk("Order", id)]
struct MixedCase {
    id: String,
}

/// A key of any type: what stands before the first `#`, and the rest.
#[derive(DdbKeys)]
#[pk(entity_type, "{*id}")]
struct AnyEntity {
    entity_type: String,
    id: String,
}

fn user(user_id: &str) -> User {
    User { user_id: user_id.into() }
}

fn order(user_id: &str, order_id: &str) -> Order {
    Order { user_id: user_id.into(), order_id: order_id.into() }
}

fn profile(user_id: &str) -> Profile {
    Profile { user_id: user_id.into() }
}

fn product(sku: &str) -> Product {
    Product { sku: sku.into() }
}

fn organization(org: &str) -> Organization {
    Organization { org: org.into() }
}

fn team(org: &str, team: &str) -> Team {
    Team { org: org.into(), team: team.into() }
}

fn enrolment(student: &str, course: &str) -> Enrolment {
    Enrolment { student: student.into(), course: course.into() }
}

fn any_entity_key(row: &Row<'_>) -> Outcome {
    let parsed = AnyEntity::parse_key(row.text("key"))?;
    assert_eq!(parsed.pk()?, row.text("key"));
    Ok(json!({ "entityType": parsed.entity_type, "id": parsed.id }))
}

/// One item serves both directions; the guide writes a second one.
fn students_of_a_course(row: &Row<'_>) -> Outcome {
    let enrolment = enrolment(row.text("student"), row.text("course"));
    let key = enrolment.inverted();
    let (pk, sk) = (key.pk()?, key.sk()?);
    assert_eq!(Enrolment::parse_inverted(&pk, &sk)?, key);
    assert_eq!(enrolment.keys()?.len(), 2, "the index adds no attribute");

    let students = Enrolment::query_inverted(EnrolmentSk { course: &enrolment.course }).build()?;
    assert_eq!(students.index_name(), Some("inverted"));
    assert_eq!(show::condition(&students), json!({ "sk": pk, "pk_begins_with": "STUDENT#" }));
    let elsewhere = self::enrolment(&enrolment.student, "art-1");
    let elsewhere = elsewhere.inverted();
    show::assert_rows(
        &students,
        &[(pk.clone(), sk.clone())],
        &[(elsewhere.pk()?, elsewhere.sk()?), show::row(&enrolment)],
    );
    Ok(json!({ "pk": pk, "sk": sk }))
}

fn orders_of_a_user(row: &Row<'_>) -> Outcome {
    let user_id = row.text("userId");
    let orders = Order::query(OrderPk { user_id }).build()?;
    show::assert_rows(
        &orders,
        &[show::row(&order(user_id, "abc")), show::row(&order(user_id, "order-1"))],
        &[
            show::row(&user(user_id)),
            show::row(&profile(user_id)),
            show::row(&order("1234", "abc")),
        ],
    );
    Ok(show::condition(&orders))
}

fn whole_partition(row: &Row<'_>) -> Outcome {
    let user_id = row.text("userId");
    let all = UserPk { user_id }.condition()?;
    show::assert_rows(
        &all,
        &[
            show::row(&user(user_id)),
            show::row(&order(user_id, "abc")),
            show::row(&profile(user_id)),
            show::row(&Settings { user_id: user_id.into() }),
        ],
        &[show::row(&user("1234")), show::row(&order("12", "3"))],
    );
    Ok(show::condition(&all))
}

/// Each type guard has another side.
#[test]
fn a_key_is_of_one_type() -> Result<(), KeyError> {
    let (user, order) = (UserPk { user_id: "1" }.build()?, OrderSk { order_id: "1" }.build()?);
    assert!(UserPk::parse(&order).is_err() && OrderSk::parse(&user).is_err());
    assert!(UserPk::parse(&user).is_ok() && OrderSk::parse(&order).is_ok());
    Ok(())
}
