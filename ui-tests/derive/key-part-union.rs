// `KeyPart` on a union.
use ddbkey::KeyPart;

#[derive(KeyPart)]
union Status {
    open: u32,
}

fn main() {}
