// What people write first who know another library.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk(USER, id)]
#[sk(prefix::ORDER, self.number)]
#[gsi("gsi1", as = by_day, pk = ("{number:5}"), sk = ("{at:ms}", "{number:desc}"))]
struct Order {
    id: String,
    number: u32,
    at: jiff::Timestamp,
}

#[derive(DdbKeys)]
struct Customer {
    #[pk]
    id: String,
    #[ddb(ttl)]
    expires_at: u64,
}

#[derive(DdbKeys)]
#[pk("FILE", path)]
#[sk(changed_at)]
struct File {
    path: std::path::PathBuf,
    changed_at: std::time::SystemTime,
}

fn main() {
    let _ = Customer { id: "c1".into(), expires_at: 0 }.pk();
}
