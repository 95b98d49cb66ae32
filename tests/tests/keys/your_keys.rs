//! The page `your_keys` of the guide.

use ddbkey::{DdbKeys, KeyPart};
use jiff::Timestamp;
use jiff::civil::Date;
use ulid::Ulid;
use uuid::Uuid;

#[derive(KeyPart)]
#[key_part(ascii = "0-9a-f", len = 24)]
struct ObjectId(String);

#[derive(KeyPart)]
#[key_part(ascii = "0-9a-f", len = 32)]
struct Hyphenless(String);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Pending,
    Paid,
}

#[derive(KeyPart)]
#[key_part(rename_all = "UPPERCASE")]
enum Owner {
    User(String),
}

fn at() -> Timestamp {
    "2024-12-01T10:30:00.123Z".parse().unwrap()
}

/// A time with a zero that some write and others do not.
fn short() -> Timestamp {
    "2024-12-01T10:30:00.12Z".parse().unwrap()
}

/// Each key of its lists, declared and built.
#[test]
fn each_key_of_the_guide_is_built_as_it_is_declared() {
    let page = include_str!("../../../ddbkey/src/guide/your_keys.md");
    let mut count = 0;

    macro_rules! rows {
        ($($key:literal $separator:literal $declared:tt { $($field:ident: $type:ty = $value:expr),* })+) => {$({
            #[derive(DdbKeys)]
            #[ddb(separator = $separator)]
            #[pk $declared]
            struct Row { $($field: $type),* }

            let row = Row { $($field: $value),* };
            assert_eq!(row.pk().unwrap(), $key);
            let lines = format!("\n- `{}`\\\n  `{}`", $key, stringify!($declared));
            assert!(page.contains(&lines), "the page lacks {lines}");
            count += 1;
        })+};
    }

    rows! {
        "USER#u1" "#" ("USER", user_id) { user_id: String = "u1".into() }
        "PROFILE" "#" ("PROFILE") {}
        "PROFILE#" "#" ("PROFILE#") {}
        "u1" "#" (user_id) { user_id: String = "u1".into() }
        "USER#u1#ORDER#o1" "#" ("USER", user_id, "ORDER", id) { user_id: String = "u1".into(), id: String = "o1".into() }
        "org-acme#repo-api" "#" ("org-{org}", "repo-{repo}") { org: String = "acme".into(), repo: String = "api".into() }
        "ORDER#01HX7MBJK3V9WQBZ7XNDK5ZT2M" "#" ("ORDER", id) { id: Ulid = "01HX7MBJK3V9WQBZ7XNDK5ZT2M".parse().unwrap() }
        "DEVICE#67e55044-10b1-426f-9247-bb680e5fe0c8" "#" ("DEVICE", id) { id: Uuid = "67e55044-10b1-426f-9247-bb680e5fe0c8".parse().unwrap() }
        "DEVICE#67e5504410b1426f9247bb680e5fe0c8" "#" ("DEVICE", id) { id: Hyphenless = Hyphenless("67e5504410b1426f9247bb680e5fe0c8".into()) }
        "FILE#5f2c9d1e8a7b6c5d4e3f2a1b" "#" ("FILE", id) { id: ObjectId = ObjectId("5f2c9d1e8a7b6c5d4e3f2a1b".into()) }
        "ORDER#2024-12-01T10:30:00.123Z" "#" ("ORDER", "{at:.3}") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00Z" "#" ("ORDER", "{at:.0}") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00.123+00:00" "#" ("ORDER", "{at:rfc3339}") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00.123000" "#" ("ORDER", "{at:isoformat}") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00.123000+00:00" "#" ("ORDER", "{at:isoformat}+00:00") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00.120Z" "#" ("ORDER", "{at:instant}") { at: Timestamp = short() }
        "ORDER#2024-12-01T10:30:00.12Z" "#" ("ORDER", "{at:rfc3339nano}") { at: Timestamp = short() }
        "ORDER#2024-12-01T10:30:00" "#" ("ORDER", "{at:%Y-%m-%dT%H:%M:%S}") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00+0000" "#" ("ORDER", "{at:%Y-%m-%dT%H:%M:%S}+0000") { at: Timestamp = at() }
        "ORDER#2024-12-01T10:30:00.123000+0000" "#" ("ORDER", "{at:%Y-%m-%dT%H:%M:%S.%6f}+0000") { at: Timestamp = at() }
        "GAME#2024-12-01 10:30:00.123000" "#" ("GAME", "{at:%Y-%m-%d %H:%M:%S.%6f}") { at: Timestamp = at() }
        "FILE#2024-12-01T10-30-00-123Z" "#" ("FILE", "{at:%Y-%m-%dT%H-%M-%S-%3fZ}") { at: Timestamp = at() }
        "READING#1733049000" "#" ("READING", "{at:epoch}") { at: Timestamp = at() }
        "READING#1733049000123" "#" ("READING", "{at:epoch_ms}") { at: Timestamp = at() }
        "READING#0001733049000" "#" ("READING", "{seconds:013}") { seconds: u64 = 1_733_049_000 }
        "EVENT#1733049000123" "#" ("EVENT", "{ms:013}") { ms: u64 = 1_733_049_000_123 }
        "DAY#2024-12-01" "#" ("DAY", day) { day: Date = at().to_zoned(jiff::tz::TimeZone::UTC).date() }
        "SENSOR#2024-12" "#" ("SENSOR", "{at:month}") { at: Timestamp = at() }
        "USAGE#20241201" "#" ("USAGE", "{at:%Y%m%d}") { at: Timestamp = at() }
        "USAGE#2024-12-01-10" "#" ("USAGE", "{at:%Y-%m-%d-%H}") { at: Timestamp = at() }
        "TASK#00042" "#" ("TASK", "{n:05}") { n: u32 = 42 }
        "VERSION#v3" "#" ("VERSION", "v{n:unordered}") { n: u32 = 3 }
        "SCORE#99957" "#" ("SCORE", "{n:desc05}") { n: u32 = 42 }
        "ACTIVE#true" "#" ("ACTIVE", active) { active: bool = true }
        "STATUS#PAID" "#" ("STATUS", status) { status: Status = Status::Paid }
        "OWNER#USER#u1" "#" ("OWNER", owner) { owner: Owner = Owner::User("u1".into()) }
        "#USER#u1" "#" ("{tenant:empty}", "USER", user_id) { tenant: String = String::new(), user_id: String = "u1".into() }
        "EMAIL#ann@example.org" "#" ("EMAIL", "{email:lower}") { email: String = "Ann@Example.org".into() }
        "BRAND#OMEGA" "#" ("BRAND", "{brand:upper}") { brand: String = "Omega".into() }
        "FILE#a/b#c" "#" ("FILE", "{*path}") { path: String = "a/b#c".into() }
        "acme/docs#d1" "#" ("{site}/docs", id) { site: String = "acme".into(), id: String = "d1".into() }
        "USER##u1" "#" ("USER##{user_id}") { user_id: String = "u1".into() }
        "#t1" "#" ("#{task_id}") { task_id: String = "t1".into() }
        "acme.u1" "#" ("{client}.{subject}") { client: String = "acme".into(), subject: String = "u1".into() }
        "TENANT|acme" "|" ("TENANT", tenant) { tenant: String = "acme".into() }
        "DEVICE-67e55044-10b1-426f-9247-bb680e5fe0c8-0007" "-" ("DEVICE", id, "{n:04}") { id: Uuid = "67e55044-10b1-426f-9247-bb680e5fe0c8".parse().unwrap(), n: u16 = 7 }
        "EMAIL#ann#1@example.org" "#" ("EMAIL", "{*email:lower}") { email: String = "Ann#1@Example.org".into() }
        "$shop#userid_u1" "#" ("$shop", "userid_{*user_id:lower}") { user_id: String = "U1".into() }
        "$shop#n_7" "#" ("$shop", "n_{n:unordered}") { n: u32 = 7 }
        "u1" "#" [user_id] { user_id: String = "u1".into() }
        "3" "#" [version] { version: u32 = 3 }
        "1733049000" "#" ["{at:epoch}" as "created"] { at: Timestamp = at() }
    }
    assert_eq!(page.lines().filter(|line| line.starts_with("- `")).count(), count);
}
