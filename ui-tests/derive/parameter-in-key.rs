// A key is the same for all instances of an entity.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Id<T>(String, std::marker::PhantomData<T>);

#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk("V", version)]
struct User<T, const N: usize> {
    id: Id<T>,
    // Fine: a type of its own.
    version: Id<u8>,
    payload: [T; N],
}

fn main() {}
