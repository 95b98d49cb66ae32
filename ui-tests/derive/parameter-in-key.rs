// A key is the same for all instances of an entity.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Id<T>(String, std::marker::PhantomData<T>);

#[derive(KeyPart)]
struct Tag<const N: usize>(String);

#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk("V", version)]
#[gsi("by_owner", pk = (owner), sk = (shard() -> Tag<N>))]
struct User<T, const N: usize> {
    id: Id<T>,
    // Fine: a type of its own.
    version: Id<u8>,
    owner: Option<T>,
    payload: [T; N],
}

impl<T, const N: usize> User<T, N> {
    fn shard(&self) -> Tag<N> {
        Tag(String::new())
    }
}

fn main() {}
