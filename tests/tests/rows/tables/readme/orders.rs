#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User { user_id: String }

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
struct Order { user_id: String, number: u32 }

#[derive(DdbTable)]
enum Shop { User(User), Order(Order) }
