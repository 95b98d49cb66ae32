//! The social network of a guide: its own attribute names, the entity's name next to the keys, an
//! index over all entities of a type, and several kinds of rows in one index.

#![allow(clippy::duplicated_attributes, reason = "two indexes have one sort key attribute")]

use crate::listed::also_returned;
use ddbkey::{DdbKeys, DdbTable, ParseErrorKind};
use jiff::Timestamp;

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Social::SCHEMA;

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "type")]
#[gsi("by_type", pk = "type_key", sk = "SK")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("GSI2", pk = "GSI2PK", sk = "GSI1SK")]
enum Social {
    User(User),
    Post(Post),
    Member(Member),
    Tenant(Tenant),
}

#[derive(DdbKeys)]
#[ddb(table = Social)]
#[pk("user", id)]
#[sk("profile")]
#[gsi("by_type", pk = ("user"), sk = sk)]
#[gsi("GSI1", pk = ("user#email"), sk = (email))]
struct User {
    id: String,
    email: String,
}

/// By feed and by state, both newest first: two indexes share an attribute.
#[derive(DdbKeys)]
#[ddb(table = Social)]
#[pk("user", author)]
#[sk("post", "{created_at:.3}", id)]
#[gsi("by_type", pk = ("post"), sk = sk)]
#[gsi("GSI1", pk = ("post#feed"), sk = ("{created_at:.3}", id))]
#[gsi("GSI2", pk = ("status", status), sk = ("{created_at:.3}", id))]
struct Post {
    id: String,
    author: String,
    created_at: Timestamp,
    status: String,
}

#[derive(DdbKeys)]
#[ddb(table = Social)]
#[pk("org", org)]
#[sk("team", team, "member", user)]
struct Member {
    org: String,
    team: String,
    user: String,
}

#[derive(DdbKeys)]
#[ddb(table = Social)]
#[pk("org", org)]
#[sk("team", team)]
struct Tenant {
    org: String,
    team: String,
}

fn post() -> Post {
    Post {
        id: "p1".into(),
        author: "u1".into(),
        created_at: "2024-01-15T10:30:00Z".parse().unwrap(),
        status: "published".into(),
    }
}

#[test]
fn dispatch() {
    let at = "2024-01-15T10:30:00.000Z";
    assert!(matches!(
        Social::parse_key("user#u1", "profile"),
        Ok(SocialKey::User(UserKey { id: "u1" }))
    ));
    assert!(matches!(
        Social::parse_key("user#u1", &format!("post#{at}#p1")),
        Ok(SocialKey::Post(PostKey { author: "u1", id: "p1", .. }))
    ));
    assert!(matches!(
        Social::parse_key("org#o1", "team#t1#member#u1"),
        Ok(SocialKey::Member(MemberKey { org: "o1", team: "t1", user: "u1" }))
    ));
    assert!(matches!(
        Social::parse_key("org#o1", "team#t1"),
        Ok(SocialKey::Tenant(TenantKey { org: "o1", team: "t1" }))
    ));
    for (pk, sk) in [("user#u1", "profile#"), ("user#u1", "post#p1"), ("org#o1", "team#t1#u1")] {
        let parsed = Social::parse_key(pk, sk);
        assert!(
            matches!(parsed, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Social`")),
            "{pk} {sk}"
        );
    }
}

#[test]
fn shared_attributes_are_written_once() {
    let keys = Social::from(post()).keys().unwrap();
    let names: Vec<_> = keys.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["PK", "SK", "type_key", "GSI1PK", "GSI1SK", "GSI2PK"]);
    assert_eq!(keys.get("type_key"), Some("post"));
    assert_eq!(keys.get("GSI1PK"), Some("post#feed"));
    assert_eq!(keys.get("GSI2PK"), Some("status#published"));
    assert_eq!(keys.get("GSI1SK"), Some("2024-01-15T10:30:00.000Z#p1"));
    assert_eq!(Social::SCHEMA.type_attribute(), Some("type"));
}

#[test]
fn nesting_is_shown() {
    assert_eq!(also_returned(Social::SCHEMA, "Tenant"), ["Member"]);
    assert_eq!(also_returned(Social::SCHEMA, "Member"), ["Tenant"]);
    let all = Tenant::query(TenantPk { org: "o1" }).build().unwrap();
    assert!(all.matches("org#o1", "team#t1#member#u1"));
    let of_a_team = Member::query(MemberPk { org: "o1" }).team("t1").build().unwrap();
    assert!(!of_a_team.matches("org#o1", "team#t1"));
}
