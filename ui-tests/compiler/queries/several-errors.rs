// Keys and queries that their declarations do not have.
use ddbkey::DdbKeys;
use jiff::Timestamp;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", status, id)]
struct Order {
    user_id: String,
    status: String,
    id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{priority:desc03}", id)]
struct Task {
    user_id: String,
    priority: u8,
    id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk[version]]
#[gsi("gsi1", pk = [country, city])]
struct Draft {
    user_id: String,
    version: u32,
    country: String,
    city: String,
}

#[derive(DdbKeys)]
#[pk("SENSOR", sensor, "{at:day}")]
#[sk("{at:.3}")]
struct Reading {
    sensor: String,
    at: Timestamp,
}

fn main() {
    let _ = OrderSk { status: "open" }.build();
    let _ = Order::query(OrderPk { user_id: "u1" }).created_at("7").build();
    let _ = Order::query(OrderPk { user_id: "u1" }).id("7").build();
    let _ = Order::query(OrderPk { user_id: "u1" }).status_in("a".."b").build();
    let _ = Order::query(OrderPk { user_id: "u1" }).status("a").nested();
    let _ = Task::query(TaskPk { user_id: "u1" }).priority_starting_with("1").build();
    let _ = Draft::query(DraftPk { user_id: "u1" }).version_starting_with("1").build();
    let _ = DraftGsi1Pk { country: "fr", city: "Lyon" }.build();
    let _ = ReadingPk::at_buckets(Timestamp::UNIX_EPOCH..);
    let _ = ddbkey::part::midnight("2024-12-01");
}
