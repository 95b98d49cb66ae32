// The range of an integer depends on the machine.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("SHARD", shard)]
#[sk("ENTRY")]
struct Entry {
    shard: usize,
}

fn main() {
    let _ = EntryPk { shard: 7 }.build();
}
