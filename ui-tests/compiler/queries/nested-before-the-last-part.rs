// Rows are below a whole sort key alone.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", "LINE", "{line:02}")]
struct Line {
    user_id: String,
    number: u32,
    line: u8,
}

fn main() {
    let _ = Line::query(LinePk { user_id: "u1" }).number(1).nested();
}
