// A number in descending order has no beginning to search by.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{priority:desc03}", id)]
struct Task {
    user_id: String,
    priority: u8,
    id: String,
}

fn main() {
    let _ = Task::query(TaskPk { user_id: "u1" }).priority_starting_with("1").build();
}
