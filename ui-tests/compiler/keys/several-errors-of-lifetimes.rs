// Each reference without a lifetime is one mistake.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("NAME", name))]
struct Order {
    user_id: &str,
    id: String,
    name: Option<&str>,
    tags: std::borrow::Cow<str>,
    notes: Vec<&str>,
}

fn main() {
    let order = Order { user_id: "u1", id: String::new(), name: None, tags: "".into(), notes: vec![] };
    let _ = order.pk();
    let _ = Order::parse_pk("USER#1");
}
