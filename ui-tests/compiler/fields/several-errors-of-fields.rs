// A field that no attribute holds as its type writes it, under one name, has one error in `field!`, whatever is done with it.
use ddbkey::DdbKeys;
use ddbkey_aws::field;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("ORDER", id)]
struct Order {
    id: String,
    total_cents: u64,
    tags: Vec<String>,
    #[serde(alias = "city")]
    town: String,
    #[serde(skip)]
    cache: u32,
    #[serde(with = "as_text")]
    code: u32,
    #[serde(flatten)]
    place: Place,
    #[serde(rename(serialize = "a", deserialize = "b"))]
    renamed: u32,
}

#[derive(Serialize, Deserialize)]
struct Place {
    x: u32,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone)]
#[serde(from = "Place", into = "Place")]
#[pk("CONVERTED", x)]
struct Converted {
    x: u32,
}

impl From<Place> for Converted {
    fn from(Place { x }: Place) -> Self {
        Self { x }
    }
}

impl From<Converted> for Place {
    fn from(Converted { x }: Converted) -> Self {
        Self { x }
    }
}

mod as_text {
    pub fn serialize<S: serde::Serializer>(code: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&code.to_string())
    }
    pub fn deserialize<'d, D: serde::Deserializer<'d>>(from: D) -> Result<u32, D::Error> {
        let text: String = serde::Deserialize::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

struct NoEntity {
    x: u32,
}

fn main() {
    let _ = field!(Order.town).eq("x");
    let _ = field!(Order.cache).missing();
    let _ = field!(Order.code);
    let _ = field!(Order.place);
    let _ = field!(Order.renamed).eq(1);
    let _ = field!(Converted.x).eq(1);
    let _ = field!(Order.totl_cents).eq(1);
    let _ = field!(Order.tags.len);
    let _ = field!(Order);
    let _ = field!(NoEntity.x);
}
