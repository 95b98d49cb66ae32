// Types with the name of a well-known type that they are not: one error each.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Timestamp(String);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("LOGIN", at)]
#[gsi("by_time", pk = ("LOGIN"), sk = (at, user_id))]
struct Own {
    user_id: String,
    at: Timestamp,
}

// A format that the well-known type lacks.
#[derive(KeyPart)]
struct Date(u32);

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("DAY", "{day:05}")]
#[gsi("by_day", pk = ("DAY"), sk = (day))]
struct Numbered {
    user_id: String,
    day: Date,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("CREATED", "{at:05}")]
struct LacksFormat {
    user_id: String,
    at: jiff::Timestamp,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("LOGIN", "{at:.3}", user_id)]
struct WithoutItsFeature {
    user_id: String,
    at: time::OffsetDateTime,
}

// Returned by a method, and in a newtype.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("by_day", pk = ("DAY", day() -> Option<time::OffsetDateTime>))]
struct MethodWithoutItsFeature {
    user_id: String,
}

impl MethodWithoutItsFeature {
    fn day(&self) -> Option<time::OffsetDateTime> {
        None
    }
}

#[derive(KeyPart)]
struct At(time::OffsetDateTime);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct CopiedAt(time::OffsetDateTime);

// Times of a zone.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("LOGIN", "{at:.3}", "{local:day}")]
struct Zones {
    user_id: String,
    at: chrono::DateTime<chrono::FixedOffset>,
    local: jiff::Zoned,
}

// The user's own types that are parts, whatever their names are.
#[derive(KeyPart)]
struct Zoned(String);

#[derive(KeyPart)]
struct OffsetDateTime(u64);

#[derive(KeyPart)]
struct Uuid(String);

#[derive(DdbKeys)]
#[pk("ZONED", zoned, id)]
#[sk("{at:05}")]
struct OwnZone {
    zoned: Zoned,
    id: Uuid,
    at: OffsetDateTime,
}

mod version {
    use ulid1::Ulid;

    use super::DdbKeys;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", id)]
    #[gsi("by_id", pk = ("ORDER", id), sk = pk)]
    struct Field {
        user_id: String,
        id: Ulid,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", latest() -> Ulid)]
    struct Method {
        user_id: String,
    }

    impl Method {
        fn latest(&self) -> Ulid {
            Ulid::nil()
        }
    }

    #[derive(DdbKeys, serde::Serialize, serde::Deserialize)]
    #[ddb(fields_from_keys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", id)]
    struct FromKeys {
        user_id: String,
        #[serde(skip)]
        id: Ulid,
    }
}

fn main() {}
