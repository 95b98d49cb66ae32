#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1" as by_courier, pk = ("COURIER", courier), sk = ("ORDER", "{number:08}"))] // sparse: `courier` is an `Option`
struct Order { user_id: String, number: u32, courier: Option<String>, cents: u64 }

#[derive(DdbTable)]
enum Shop { Order(Order) }
