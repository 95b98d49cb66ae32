// A type without keys where one with keys is asked for.
use ddbkey::DdbKeys;

struct Order {
    user_id: String,
}

fn partition(item: &impl DdbKeys) -> String {
    item.pk().unwrap_or_default()
}

fn main() {
    partition(&Order { user_id: String::new() });
}
