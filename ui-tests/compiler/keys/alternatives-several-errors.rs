// Alternatives share strings with the plain key, with each other, or with a legacy key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("FILE", tenant)]
#[sk("FILE", "{*path}")]
#[or("tagged", sk = ("FILE", tag, "{*path}"))]
struct File {
    tenant: String,
    path: String,
    tag: Option<String>,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[or("noted", sk = ("ORDER", id, note))]
#[or("flagged", sk = ("ORDER", id, flag))]
#[was("v1", sk = ("ORDER", id, "X"))]
#[was("v0", sk = ("ORDER", "{*id}"))]
struct Order {
    user_id: String,
    id: String,
    note: Option<String>,
    flag: Option<String>,
}

fn main() {
    let _ = |order: Order| order.flagged().map(|key| key.keys());
    let _ = |file: File| file.tagged().map(|key| key.keys());
}
