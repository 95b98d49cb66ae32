// Declarations of every shape. `ddbkey-derive` expands them for `names.rs`. The integration tests compile them in
// modules that have an item with each of those names. So these declarations name everything that generated code names
// by a path from the root.

#[derive(::ddbkey::DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
pub(crate) struct Order {
    pub(crate) user_id: ::std::string::String,
    pub(crate) created_at: ::jiff::Timestamp,
    pub(crate) id: ::ulid::Ulid,
    pub(crate) status: Status,
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER", user_id))]
#[gsi("inverted", pk = sk, sk = pk)]
#[lsi("LSI1", sk = (domain() -> &str, user_id, "{*email}"))]
#[gsi("live", pk = ("LIVE", joined() -> ::core::option::Option<Month>), sk = (alias() -> ::core::option::Option<&str>))]
pub(crate) struct User {
    pub(crate) user_id: UserId,
    pub(crate) email: ::core::option::Option<::std::string::String>,
}

impl User {
    fn domain(&self) -> &str {
        "example.org"
    }

    fn joined(&self) -> ::core::option::Option<Month> {
        ::core::option::Option::Some(Month(202_412))
    }

    fn alias(&self) -> ::core::option::Option<&str> {
        ::core::option::Option::None
    }
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(table = Shop, updates = by_hand)]
#[pk("SENSOR", sensor, "{at:day}")]
#[sk("{at:.3}", "{level:03}@{count:desc05}", sensor)]
#[gsi("GSI1", pk = ("MONTH", month() -> Month), sk = pk)]
pub(crate) struct Reading {
    pub(crate) sensor: Sensor,
    pub(crate) at: ::jiff::Timestamp,
    pub(crate) level: i16,
    pub(crate) count: u32,
}

impl Reading {
    fn month(&self) -> Month {
        Month(202_412)
    }
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("CARD", id)]
#[was("v1", sk = ("CARD", id, "{level:03}"))]
#[was("v0" as oldest, pk = ("CARDS", grade() -> Status), sk = ("CARD", user_id), separator = "|")]
pub(crate) struct Card {
    pub(crate) user_id: UserId,
    pub(crate) id: ::ulid::Ulid,
    pub(crate) level: i16,
}

impl Card {
    fn grade(&self) -> Status {
        Status::Paid
    }
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(table = Shop)]
#[pk("PRICE", user_id)]
#[sk("PRICE", id)]
#[or("with_both", pk = ("PRICE_OF", user_id, region), sk = ("PRICE", id, tier() -> ::core::option::Option<Status>))]
#[or("with_region" as in_region, sk = ("PRICE", id, region), separator = "|")]
#[was("v1", sk = ("PRICES", id))]
pub(crate) struct Price {
    pub(crate) user_id: UserId,
    pub(crate) id: ::ulid::Ulid,
    pub(crate) region: ::core::option::Option<::std::string::String>,
}

impl Price {
    fn tier(&self) -> ::core::option::Option<Status> {
        ::core::option::Option::None
    }
}

#[derive(::ddbkey::DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "type")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("inverted", pk = "SK", sk = "PK")]
#[lsi("LSI1", sk = "LSI1SK")]
#[gsi("live")]
pub(crate) enum Shop {
    User(User),
    Reading(Reading),
    Card(Card),
    Price(Price),
}

#[derive(::ddbkey::DdbKeys)]
#[pk[customer]]
#[sk[version]]
#[gsi("by_region", pk = ["MATCH" as "_type", region], sk = [round, "{at:.3}" as "at_key", grade])]
pub(crate) struct Document {
    pub(crate) customer: ::std::string::String,
    pub(crate) version: u64,
    pub(crate) region: ::core::option::Option<::std::string::String>,
    pub(crate) round: u8,
    pub(crate) at: ::jiff::Timestamp,
    pub(crate) grade: char,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("TASK", id)]
#[gsi("scope" as of_team, pk = ("TEAM", team, rated() -> ::core::option::Option<Status>), sk = (id))]
#[gsi("scope" as of_all, pk = ("ALL"), sk = (id))]
pub(crate) struct Task {
    pub(crate) id: ::std::string::String,
    pub(crate) team: ::core::option::Option<::std::string::String>,
}

impl Task {
    fn rated(&self) -> ::core::option::Option<Status> {
        ::core::option::Option::None
    }
}

#[derive(::ddbkey::DdbKeys)]
#[pk("CONFIG", name)]
pub(crate) struct Config {
    pub(crate) name: &'static str,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("EVENT", tenant)]
#[sk("EVENT", id, "{kind:03}")]
#[gsi("gsi1", pk = (kind), sk = (id))]
pub(crate) struct Event<'a, Kind: ::ddbkey::KeyPart>
where
    Kind: ::core::marker::Copy,
{
    pub(crate) tenant: &'a str,
    pub(crate) id: ::std::string::String,
    pub(crate) kind: u8,
    pub(crate) payload: Kind,
}

#[derive(::ddbkey::DdbKeys)]
#[pk("COUNTER")]
#[sk("COUNTER")]
pub(crate) struct Counter;

#[derive(
    ::ddbkey::KeyPart,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::fmt::Debug,
)]
#[key_part(rename_all = "UPPERCASE", as_str)]
pub(crate) enum Status {
    Pending,
    Paid,
}

#[derive(::ddbkey::KeyPart)]
#[key_part(check = UserId::is_valid)]
pub(crate) struct UserId(pub(crate) ::std::string::String);

impl UserId {
    fn is_valid(it: &str) -> ::core::primitive::bool {
        it != "0"
    }
}

#[derive(::ddbkey::KeyPart)]
pub(crate) struct Sensor(pub(crate) UserId, pub(crate) ::core::marker::PhantomData<u8>);

#[derive(
    ::ddbkey::KeyPart,
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::fmt::Debug,
)]
#[key_part(copy)]
pub(crate) struct Month(u32);

#[derive(::ddbkey::KeyPart)]
pub(crate) struct Tagged<'t, Tag>(
    pub(crate) ::std::borrow::Cow<'t, str>,
    pub(crate) ::core::marker::PhantomData<Tag>,
);

#[derive(::ddbkey::KeyPart)]
#[key_part(rename_all = "UPPERCASE", ref = AnyOwner)]
pub(crate) enum Owner<'t> {
    User(UserId),
    Month(Month),
    Name(::std::string::String),
    Lent(&'t str),
    Number(u32),
    #[key_part(rest)]
    Path(::std::borrow::Cow<'t, str>),
    Everyone,
}

#[derive(::ddbkey::DdbKeys)]
#[ddb(fields_from_keys)]
#[pk("DEED", owner)]
#[sk("DEED", "{name:lower}")]
pub(crate) struct Deed {
    pub(crate) owner: Owner<'static>,
    pub(crate) name: ::std::string::String,
}
