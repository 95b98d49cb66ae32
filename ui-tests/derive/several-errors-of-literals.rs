// What would compile and be wrong, and how to say that it is meant.
use ddbkey::{DdbKeys, KeyPart};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "order_id")]
struct Order {
    user_id: String,
    order_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", "#{user_id}")]
#[sk("${status}")]
struct Template {
    user_id: String,
    status: String,
}

#[derive(KeyPart)]
#[key_part(ascii = "[0-9a-f]")]
struct Digest(String);

// A field in a key, a field that could not be a part, a key with a method, and another case.
#[derive(DdbKeys)]
#[pk("user", user)]
#[sk("tags")]
#[gsi("gsi1", pk = ("status", kind() -> &str))]
#[gsi("gsi2", pk = ("NAME"))]
struct Meant {
    user: String,
    tags: Vec<String>,
    status: String,
    name: String,
}

impl Meant {
    fn kind(&self) -> &str {
        &self.name
    }
}

#[derive(DdbKeys)]
#[ddb(literals("profile", "$"))]
#[pk("USER", "${user_id}")]
#[sk("profile")]
struct Profile {
    user_id: String,
    profile: String,
}

fn main() {}
