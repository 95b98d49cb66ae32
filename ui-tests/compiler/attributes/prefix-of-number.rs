// A number has no beginning to search by.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk[version]]
struct Draft {
    user_id: String,
    version: u32,
}

fn main() {
    let _ = Draft::query(DraftPk { user_id: "u1" }).version_starting_with("1").build();
}
