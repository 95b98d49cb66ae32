//! How a condition prints: with the names of its parts, and with their values.

use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyPart};
use jiff::Timestamp;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Paid,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[was("v1", sk = ("O", "{number:unordered}"))]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
#[gsi("gsi2", pk = [user_id, status as "status"], sk = ["ORDER" as "_type", number, "{created_at:.3}" as "at", id as "order_id"])]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: String,
    status: Status,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk[user_id]]
#[sk[version]]
struct Draft {
    user_id: String,
    version: u32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("FILE{{}}", path() -> &str)]
struct File {
    user_id: String,
}

impl File {
    fn path(&self) -> &str {
        &self.user_id
    }
}

#[derive(DdbKeys)]
#[pk("LOG", day)]
struct Log {
    day: u32,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("newest", pk = "GSI1PK")]
enum Forum {
    Reply(Reply),
}

#[derive(DdbKeys)]
#[ddb(table = Forum)]
#[pk("POST", post)]
#[sk("REPLY", "{n:desc05}")]
#[gsi("newest", pk = ("REPLY"))]
struct Reply {
    post: u32,
    n: u32,
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn orders() -> OrderQuery<0> {
    Order::query(OrderPk { user_id: "u1" })
}

fn by_status() -> OrderByStatusQuery<0> {
    Order::query_by_status(OrderByStatusPk { status: Status::Paid })
}

/// Declares what each condition prints, without its values and with them.
macro_rules! assert_printed {
    ($($condition:expr => $printed:literal, $with_values:literal;)+) => {$(
        let condition: KeyCondition = $condition.unwrap();
        assert_eq!(condition.to_string(), $printed);
        assert_eq!(condition.with_values().to_string(), $with_values);
        assert_eq!(format!("{condition:?}"), format!("KeyCondition({condition})"));
    )+};
}

#[test]
fn of_a_table() {
    assert_printed! {
        OrderPk { user_id: "u1" }.condition() => "pk = USER#{user_id}", r#"pk = "USER#u1""#;
        Log::query(LogPk { day: 7 }).build() => "pk = LOG#{day} (Log)", r#"pk = "LOG#7" (Log)"#;
        User::query(UserPk { user_id: "u1" }).build() =>
            "pk = USER#{user_id}, sk = PROFILE (User)", r#"pk = "USER#u1", sk = "PROFILE" (User)"#;
        orders().build() =>
            "pk = USER#{user_id}, sk begins with ORDER# (Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#" (Order)"#;
        orders().created_at(at(0)).build() =>
            "pk = USER#{user_id}, sk begins with ORDER#{created_at}# (Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#1970-01-01T00:00:00.000Z#" (Order)"#;
        orders().created_at(at(0)).id("7").build() =>
            "pk = USER#{user_id}, sk = ORDER#{created_at}#{id} (Order)",
            r#"pk = "USER#u1", sk = "ORDER#1970-01-01T00:00:00.000Z#7" (Order)"#;
        File::query(FilePk { user_id: "u1" }).path("a").descending().build() =>
            "pk = USER#{user_id}, sk = FILE{{}}#{path()}, descending (File)",
            r#"pk = "USER#u1", sk = "FILE{}#a", descending (File)"#;
    }
}

#[test]
fn of_ranges_and_beginnings() {
    assert_printed! {
        orders().created_at_in(at(0)..at(1)).build() =>
            "pk = USER#{user_id}, sk between ORDER#{created_at} and ORDER#{created_at} (Order)",
            r#"pk = "USER#u1", sk between "ORDER#1970-01-01T00:00:00.000Z#" and "ORDER#1970-01-01T00:00:01.000Z#" (Order)"#;
        orders().created_at_in(at(0)..).build() =>
            "pk = USER#{user_id}, sk between ORDER#{created_at} and ORDER#… (Order)",
            r#"pk = "USER#u1", sk between "ORDER#1970-01-01T00:00:00.000Z#" and "ORDER#[" (Order)"#;
        orders().created_at_in(..at(1)).build() =>
            "pk = USER#{user_id}, sk between ORDER# and ORDER#{created_at} (Order)",
            r#"pk = "USER#u1", sk between "ORDER#" and "ORDER#1970-01-01T00:00:01.000Z#" (Order)"#;
        orders().created_at_in(..).build() =>
            "pk = USER#{user_id}, sk begins with ORDER# (Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#" (Order)"#;
        orders().created_at_starting_with("1970").build() =>
            "pk = USER#{user_id}, sk begins with ORDER#{created_at} (Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#1970" (Order)"#;
        orders().created_at_starting_with("").build() =>
            "pk = USER#{user_id}, sk begins with ORDER# (Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#" (Order)"#;
        orders().created_at(at(0)).id_in(.."7").build() =>
            "pk = USER#{user_id}, sk between ORDER#{created_at}# and ORDER#{created_at}#{id} (Order)",
            "pk = \"USER#u1\", sk between \"ORDER#1970-01-01T00:00:00.000Z#\" \
             and \"ORDER#1970-01-01T00:00:00.000Z#6\"… (Order)";
    }
}

#[test]
fn of_rows_below() {
    assert_printed! {
        orders().created_at(at(0)).id("7").nested().build() =>
            "pk = USER#{user_id}, sk begins with ORDER#{created_at}#{id}# (nested in Order)",
            r#"pk = "USER#u1", sk begins with "ORDER#1970-01-01T00:00:00.000Z#7#" (nested in Order)"#;
        User::query(UserPk { user_id: "u1" }).nested().build() =>
            "pk = USER#{user_id}, sk begins with PROFILE# (nested in User)",
            r#"pk = "USER#u1", sk begins with "PROFILE#" (nested in User)"#;
    }
}

#[test]
fn of_an_index() {
    assert_printed! {
        OrderByStatusPk { status: Status::Paid }.condition() =>
            "gsi1: gsi1pk = ORDER#{status}", r#"gsi1: gsi1pk = "ORDER#PAID""#;
        by_status().build() =>
            "gsi1: gsi1pk = ORDER#{status} (Order)", r#"gsi1: gsi1pk = "ORDER#PAID" (Order)"#;
        by_status().created_at_in(at(0)..=at(1)).descending().build() =>
            "gsi1: gsi1pk = ORDER#{status}, gsi1sk between {created_at} and {created_at}, descending (Order)",
            "gsi1: gsi1pk = \"ORDER#PAID\", gsi1sk between \"1970-01-01T00:00:00.000Z#\" \
             and \"1970-01-01T00:00:01.000Z$\", descending (Order)";
        by_status().created_at_in(at(0)..).build() =>
            "gsi1: gsi1pk = ORDER#{status}, gsi1sk >= {created_at} (Order)",
            r#"gsi1: gsi1pk = "ORDER#PAID", gsi1sk >= "1970-01-01T00:00:00.000Z#" (Order)"#;
        by_status().created_at_in(..at(1)).build() =>
            "gsi1: gsi1pk = ORDER#{status}, gsi1sk <= {created_at} (Order)",
            r#"gsi1: gsi1pk = "ORDER#PAID", gsi1sk <= "1970-01-01T00:00:01.000Z#" (Order)"#;
        Reply::query_newest(ReplyNewestPk).build() =>
            "newest: GSI1PK = REPLY (Reply)", r#"newest: GSI1PK = "REPLY" (Reply)"#;
    }
}

#[test]
fn of_attributes_of_their_own() {
    let of_user = || Order::query_gsi2(OrderGsi2Pk { user_id: "u,1", status: Status::Paid });
    assert_printed! {
        Draft::query(DraftPk { user_id: "u1" }).version_in(2..).build() =>
            "user_id = {user_id}, version >= {version} (Draft)",
            r#"user_id = "u1", version >= 2 (Draft)"#;
        Draft::query(DraftPk { user_id: "u1" }).version_in(..2).build() =>
            "user_id = {user_id}, version <= {version} (Draft)",
            r#"user_id = "u1", version <= 1 (Draft)"#;
        Draft::query(DraftPk { user_id: "u1" }).version_in(2..9).build() =>
            "user_id = {user_id}, version between {version} and {version} (Draft)",
            r#"user_id = "u1", version between 2 and 8 (Draft)"#;
        of_user().build() =>
            "gsi2: user_id = {user_id}, status = {status}, _type = ORDER (Order)",
            r#"gsi2: user_id = "u,1", status = "PAID", _type = "ORDER" (Order)"#;
        of_user().number(7).created_at_starting_with("1970").descending().build() =>
            "gsi2: user_id = {user_id}, status = {status}, _type = ORDER, number = {number}, \
             at begins with {created_at}, descending (Order)",
            "gsi2: user_id = \"u,1\", status = \"PAID\", _type = \"ORDER\", number = 7, \
             at begins with \"1970\", descending (Order)";
        of_user().number(7).created_at(at(0)).id("a\n\"b\"").build() =>
            "gsi2: user_id = {user_id}, status = {status}, _type = ORDER, number = {number}, \
             at = {created_at}, order_id = {id} (Order)",
            "gsi2: user_id = \"u,1\", status = \"PAID\", _type = \"ORDER\", number = 7, \
             at = \"1970-01-01T00:00:00.000Z\", order_id = \"a\\n\\\"b\\\"\" (Order)";
    }
}

/// The ends of a descending part swap places, like its strings.
#[test]
fn of_a_descending_part() {
    let replies = || Reply::query(ReplyPk { post: 1 });
    assert_printed! {
        replies().n_in(7..).build() =>
            "PK = POST#{post}, SK between REPLY# and REPLY#{n} (Reply)",
            r#"PK = "POST#1", SK between "REPLY#" and "REPLY#99992" (Reply)"#;
        replies().n_in(..=7).build() =>
            "PK = POST#{post}, SK between REPLY#{n} and REPLY#… (Reply)",
            r#"PK = "POST#1", SK between "REPLY#99992" and "REPLY#:" (Reply)"#;
    }
}

#[test]
fn of_a_legacy_key() {
    assert_printed! {
        Order::query_v1(OrderPk { user_id: "u1" }).number(7).build() =>
            "pk = USER#{user_id}, sk = O#{number} (Order, was v1)",
            r#"pk = "USER#u1", sk = "O#7" (Order, was v1)"#;
    }
}

/// A query that is not built yet prints no values either.
#[test]
fn no_debug_output_holds_a_value() {
    let query = orders().created_at(at(0)).id("secret");
    assert!(!format!("{query:?}").contains("secret"), "{query:?}");
    assert!(!format!("{:?}", query.build()).contains("u1"));
}
