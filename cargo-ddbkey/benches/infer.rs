//! Measures how many rows of an export `infer` reads in a second of one core, in all passes together, and the memory that it
//! takes: `cargo bench -p cargo-ddbkey --bench infer`, with the number of rows as an argument.

use std::fs::File;
use std::io::{BufWriter, Write};

#[path = "../../ddbkey-tools/benches/process/mod.rs"]
mod process;

use cargo_ddbkey::infer::{Options, Rows, infer};
use process::{measured, peak};

fn main() {
    let count = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(200_000);
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    write(file.as_file(), count).expect("a file that can be written");
    let bytes = file.as_file().metadata().map_or(0, |meta| meta.len());
    let mut rows = Rows::default();
    rows.add_file(file.path());
    let (inferred, time) =
        measured(|| infer(&rows, &Options::new("Shop")).expect("rows that can be read"));
    assert_eq!(inferred.explained, inferred.rows, "{}", inferred.report);
    let rate = u128::from(inferred.rows) * 1_000_000 / time.as_micros().max(1);
    println!(
        "{} rows of {} bytes: {time:?}, {rate} rows a second, {}",
        inferred.rows,
        bytes / inferred.rows,
        peak()
    );
}

/// Writes lines of an export: users, and twice as many orders.
fn write(file: &File, count: usize) -> std::io::Result<()> {
    let mut rows = BufWriter::new(file);
    for at in 0..count {
        let user = at * 7 % 10_007;
        if at % 3 == 0 {
            writeln!(
                rows,
                r#"{{"Item":{{"pk":{{"S":"USER#u{user}"}},"sk":{{"S":"PROFILE"}},"user_id":{{"S":"u{user}"}},"name":{{"S":"Ann {at}"}},"email":{{"S":"u{user}@example.org"}},"gsi1pk":{{"S":"EMAIL#u{user}@example.org"}},"gsi1sk":{{"S":"USER#u{user}"}}}}}}"#
            )?;
        } else {
            let status = ["PENDING", "PAID", "SHIPPED"][at / 3 % 3];
            writeln!(
                rows,
                r#"{{"Item":{{"pk":{{"S":"USER#u{user}"}},"sk":{{"S":"ORDER#{at:08}"}},"user_id":{{"S":"u{user}"}},"number":{{"N":"{at}"}},"status":{{"S":"{status}"}},"total_cents":{{"N":"{user}"}},"address":{{"S":"{at} Long Street, Springfield"}},"gsi1pk":{{"S":"STATUS#{status}"}},"gsi1sk":{{"S":"ORDER#{at:08}"}}}}}}"#
            )?;
        }
    }
    rows.flush()
}
