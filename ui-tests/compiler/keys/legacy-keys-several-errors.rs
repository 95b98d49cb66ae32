// Legacy keys that read strings of each other, or of the current key.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}")]
#[was("v1", sk = ("ORDER", "{number:unordered}"))]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("LOG", "{level:03}")]
#[sk("LINE", id)]
#[was("swapped", pk = ("LOG", "{line:03}"))]
struct Line {
    level: u8,
    line: u8,
    id: String,
}

#[derive(DdbKeys)]
#[pk("DOC", tenant)]
#[sk("FILE", folder, "{*path}")]
#[was("v2", sk = ("FILE", "{*path}"))]
#[was("v1", pk = ("DOC", tenant), sk = ("FILE", path, folder))]
struct File {
    tenant: String,
    folder: String,
    path: String,
}

fn main() {
    let _ = Order::query_v1;
    let _ = |line: Line| line.swapped().keys();
    let _ = |key: FileAnyKey<'static>| key.keys();
}
