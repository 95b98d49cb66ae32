// `DdbTable` on an enum without entities.
use ddbkey::DdbTable;

#[derive(DdbTable)]
enum Shop {}

fn main() {}
