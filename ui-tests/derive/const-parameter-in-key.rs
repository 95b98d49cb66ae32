// A method that an index calls returns a type with a parameter of the entity.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Tag<const N: usize>(String);

#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi("by_tag", pk = (tag() -> Tag<N>))]
struct User<const N: usize> {
    id: String,
    payload: [u8; N],
}

impl<const N: usize> User<N> {
    fn tag(&self) -> Tag<N> {
        Tag(String::new())
    }
}

fn main() {}
