// A type of the name that the derive generates.
use ddbkey::DdbKeys;

struct ApiKey(String);

#[derive(DdbKeys)]
#[pk("API", id)]
#[sk("VERSION", version)]
struct Api {
    id: String,
    version: String,
}

fn main() {
    let _ = ApiKey(String::new()).0;
}
