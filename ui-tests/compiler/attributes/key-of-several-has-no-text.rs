// A key of several attributes has no one text.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [country, city])]
struct User {
    user_id: String,
    country: String,
    city: String,
}

fn main() {
    let _ = UserGsi1Pk { country: "fr", city: "Lyon" }.build();
}
