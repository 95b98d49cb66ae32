use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("O", number))]
#[was("v0", pk = ("USERS", month() -> u32), sk = ("P", grade))]
struct Order {
    user_id: String,
    number: u32,
    grade: Grade,
}

struct Grade;

fn main() {}
