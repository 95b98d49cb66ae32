// Mistakes in enums with payloads, and in keys that have one.
use ddbkey::{DdbKeys, KeyPart};
use jiff::Timestamp;

struct Unknown;

#[derive(KeyPart)]
enum Owner {
    User(String),
    Everyone,
}

// A payload that cannot be a part, one that has payloads itself, and one that can contain the separator.
#[derive(KeyPart)]
enum OfUnknown {
    User(Unknown),
    Everyone,
}

#[derive(KeyPart)]
enum OfOwner {
    Owner(Owner),
    Nobody,
}

#[derive(KeyPart)]
#[key_part(separator = ":")]
enum OfTime {
    At(Timestamp),
    Never,
}

// Another separator.
#[derive(DdbKeys)]
#[pk("DOC", owner)]
#[ddb(separator = "|")]
struct OtherSeparator {
    owner: Owner,
}

#[derive(KeyPart)]
enum Place {
    #[key_part(rest)]
    Path(String),
    Home,
}

// The rest of a key in the middle of it: between separators, and before a literal.
#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk(place, "{version:04}")]
#[gsi("gsi1", pk = ("PLACE"), sk = ("{place}!"))]
struct RestInMiddle {
    id: String,
    place: Place,
    version: u16,
}

// A value directly after a payload, and a literal whose first character the word contains.
#[derive(DdbKeys)]
#[pk("USER", "{owner}{version:04}")]
#[sk("{owner}er")]
struct RightAfter {
    owner: Owner,
    version: u16,
}

fn main() {}
