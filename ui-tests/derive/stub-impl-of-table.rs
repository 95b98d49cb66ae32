// A variant holds no entity, and the table and its key are used elsewhere.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
enum Shop {
    User(User),
    Nothing,
}

fn main() {
    let shop = Shop::from(User { user_id: "u1".into() });
    let _ = (shop.keys(), Shop::SCHEMA.name(), Shop::Nothing.keys());
    match Shop::parse_key("USER#u1", "PROFILE") {
        Ok(ShopKey::User(UserKey { user_id })) => println!("{user_id}"),
        Err(error) => println!("{error}"),
    }
}
