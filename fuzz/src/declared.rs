//! Declarations of every shape, as one table, and another table whose keys are attributes.

use std::net::IpAddr;

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use jiff::civil::Date;
use ulid::Ulid;
use uuid::Uuid;

use crate::shelf::Shelf;

/// Declares entities, a table of all of them, and a way to call each of them.
macro_rules! entities {
    ($($(#[$attribute:meta])+ $name:ident { $($field:ident: $type:ty),* })+) => {
        $(
            #[derive(DdbKeys, Clone, Debug)]
            $(#[$attribute])+
            pub struct $name { $(pub $field: $type),* }
        )+

        #[derive(DdbTable, Clone, Debug)]
        #[gsi("inverted", pk = "sk", sk = "pk")]
        #[gsi("by_status")]
        pub enum Depot {
            $($name($name)),+
        }

        /// Passes the name of each entity to a macro.
        macro_rules! each_entity {
            ($then:ident $arguments:tt) => { $($then!($name $arguments);)+ };
        }
    };
}

entities! {
    #[ddb(table = Depot)]
    #[pk("USER", user)]
    #[sk("PROFILE")]
    #[gsi("inverted", pk = sk, sk = pk)]
    User { user: Name }

    #[ddb(table = Depot)]
    #[pk("USER", user)]
    #[sk("ORDER", "{created_at:.3}", id)]
    #[gsi("by_status", pk = ("STATUS", status), sk = ("{created_at:.0}", id))]
    Order { user: Name, created_at: Timestamp, id: Ulid, status: Status }

    // Nested under the previous entity.
    #[ddb(table = Depot)]
    #[pk("USER", user)]
    #[sk("ORDER", "{created_at:.3}", id, "ITEM", "{n:03}")]
    Item { user: Name, created_at: Timestamp, id: Ulid, n: u16 }

    #[ddb(table = Depot)]
    #[pk("USER", user)]
    #[sk("FILE", "{*path}")]
    File { user: Name, path: String }

    #[ddb(table = Depot)]
    #[pk("USER", user)]
    #[sk("TAG", tag)]
    Tagged { user: Name, tag: Tag }

    // Literals directly next to values.
    #[pk("DOCUMENT", id)]
    #[sk("v{version:05}@{author}")]
    Version { id: Uuid, version: u32, author: String }

    #[pk("DOCUMENT", id)]
    #[sk("{letter}={author}@{host}")]
    Line { id: Uuid, letter: char, author: Box<str>, host: IpAddr }

    // A field in both keys, less precise in one of them.
    #[ddb(table = Depot)]
    #[pk("SENSOR", sensor, "{at:day}")]
    #[sk(at)]
    Reading { sensor: String, at: Timestamp }

    #[pk("SENSOR", sensor, "{day:month}")]
    #[sk(done, "{day}{id}")]
    Summary { sensor: u64, day: Date, done: bool, id: Ulid }

    #[pk("LEDGER", account)]
    #[sk("{balance:04}", "{rank:desc02}", shelf)]
    Ledger { account: i128, balance: i32, rank: u8, shelf: Shelf }

    #[ddb(table = Depot, separator = "|")]
    #[pk("TASK", project)]
    #[sk(due, "{n:unordered}")]
    Task { project: String, due: Date, n: i64 }
}

#[derive(KeyPart, Clone, Debug)]
pub struct Name(pub String);

/// A newtype with an invariant.
#[derive(KeyPart, Clone, Debug)]
#[key_part(check = Tag::is_tag)]
pub struct Tag(String);

impl Tag {
    fn is_tag(text: &str) -> bool {
        text.bytes().all(|byte| byte.is_ascii_lowercase())
    }
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    Paid,
    PartlyPaid,
}

/// Keys that are attributes, and every kind of index.
#[derive(DdbKeys, Clone, PartialEq, Debug)]
#[pk[player]]
#[sk[score]]
#[gsi("by_region", pk = ["GAME" as "_type", region], sk = [level, "{at:.0}" as "at_key", player])]
#[gsi("by_gift", pk = ("GIFT", gift), sk = ("{level:03}"))]
#[gsi("inverted", pk = [score], sk = pk)]
#[lsi("newest", sk = ["{at:.3}" as "newest"])]
pub struct Game {
    pub player: String,
    pub score: i64,
    pub region: String,
    pub level: u16,
    pub at: Timestamp,
    pub gift: Option<String>,
}

#[derive(DdbTable, Clone, PartialEq, Debug)]
pub enum League {
    Game(Game),
}

/// Returns the strings of an input: its lines.
pub fn texts<const N: usize>(data: &[u8]) -> Option<[&str; N]> {
    let mut lines = std::str::from_utf8(data).ok()?.splitn(N, '\n');
    let texts = [(); N].map(|()| lines.next());
    texts.iter().all(Option::is_some).then(|| texts.map(Option::unwrap_or_default))
}
