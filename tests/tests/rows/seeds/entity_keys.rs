//! ddb-lib, "entity keys": `TYPE#id`, alone and in pairs.

use ddbkey::DdbKeys;
use serde_json::json;

use super::row::Row;
use super::{Outcome, condition, entities, keys, refused, text, unknown};

entities! {
    #[pk("USER", id)] #[sk("USER", id)]
    User { id: String }
    #[pk("USER", user)] #[sk("ORDER", id)]
    Order { user: String, id: String }
    #[pk("USER", user)] #[sk("PROFILE")]
    Profile { user: String }
    #[pk("USER", user)] #[sk("SETTINGS")]
    Settings { user: String }
    #[pk("PRODUCT", sku)] #[sk("PRODUCT", sku)]
    Product { sku: String }
    #[pk("ORG", org)] #[sk("ORG", org)]
    Organization { org: String }
    #[pk("ORG", org)] #[sk("TEAM", team)]
    Team { org: String, team: String }
    #[pk("TEAM", team)] #[sk("USER", user)]
    Member { team: String, user: String }
    #[pk("STUDENT", student)] #[sk("COURSE", course)] #[gsi("inverted", pk = sk, sk = pk)]
    Enrolment { student: String, course: String }
    #[pk("user", id)]
    LowerCase { id: String }
    #[pk("Order", id)]
    MixedCase { id: String }
    // A key of any type: the string before the first `#`, and the rest.
    #[pk(kind, "{*id}")]
    Any { kind: String, id: String }
}

pub fn of(row: &Row<'_>) -> Outcome {
    let name = |name| row.text(name);
    match row.description {
        "entityKey(USER) build" => text(UserPk { id: name("id") }),
        "entityKey(ORDER) build" => text(OrderSk { id: name("id") }),
        "entityKey(PRODUCT) build" => text(ProductPk { sku: name("id") }),
        "entityKey(ORG) build" => text(OrganizationPk { org: name("id") }),
        "entityKey(TEAM) build" => text(TeamSk { team: name("id") }),
        "entityKey(STUDENT) build" => text(EnrolmentPk { student: name("id") }),
        "entityKey(COURSE) build" => text(EnrolmentSk { course: name("id") }),
        "entityKey(user) build" => text(LowerCasePk { id: name("id") }),
        "entityKey(Order) build" => text(MixedCasePk { id: name("id") }),
        "parseEntityKey" | "parseEntityKey keeps later # in id (last part takes the rest)" => {
            let AnyKey { kind, id } = Any::parse_key(name("key"))?;
            Ok(json!({ "entityType": kind, "id": id }))
        }
        "User item: same value in pk and sk" => keys(UserKey { id: name("id") }),
        "User's order" | "User's order (single-table example)" => {
            keys(OrderKey { user: name("userId"), id: name("orderId") })
        }
        "Profile: static sort key" => keys(ProfileKey { user: name("userId") }),
        "Settings: static sort key" => keys(SettingsKey { user: name("userId") }),
        "Product in its own partition" => keys(ProductKey { sku: name("sku") }),
        "Organization" => keys(OrganizationKey { org: name("org") }),
        "Team in organization" => keys(TeamKey { org: name("org"), team: name("team") }),
        "User in team" => keys(MemberKey { team: name("team"), user: name("userId") }),
        "Student enrolled in course" => {
            keys(EnrolmentKey { student: name("student"), course: name("course") })
        }
        "Course to student (inverted)" => students_of_a_course(name("student"), name("course")),
        "Query: all orders of a user" => {
            condition(Order::query(OrderPk { user: name("userId") }).build())
        }
        "Query: whole user partition" => condition(UserPk { id: name("userId") }.condition()),
        "Type guard: isUserKey" => Ok(UserPk::parse(name("key")).is_ok().into()),
        "Type guard: isOrderKey on a user key" => Ok(OrderSk::parse(name("key")).is_ok().into()),
        "Recommended user-side check: delimiter in id is an error" => {
            Ok(refused(row, "id", &UserPk { id: name("userId") }.build()))
        }
        _ => unknown(row),
    }
}

/// One item serves both directions; the guide writes a second one.
fn students_of_a_course(student: &str, course: &str) -> Outcome {
    let enrolment = Enrolment { student: student.into(), course: course.into() };
    assert_eq!(enrolment.keys()?.len(), 2, "the index adds no attribute");
    let students = Enrolment::query_inverted(EnrolmentSk { course }).build();
    let (pk, sk) = (enrolment.inverted().pk()?, enrolment.inverted().sk()?);
    assert_eq!(condition(students)?, json!({ "sk": pk, "pk_begins_with": "STUDENT#" }));
    Ok(json!({ "pk": pk, "sk": sk }))
}
