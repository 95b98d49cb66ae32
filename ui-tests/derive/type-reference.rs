// The one reference that is a part is that to text.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", name)]
struct User<'a> {
    name: &'a String,
}

fn main() {}
