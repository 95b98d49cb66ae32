// Types that have the name of a well-known one, and are another: one error each.
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
