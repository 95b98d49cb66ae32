//! Measures how many rows `infer` reads in a second of one core, in both passes together:
//! `cargo bench -p cargo-ddbkey --bench infer`, with the number of rows as an argument.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use cargo_ddbkey::infer::{Options, Rows, infer};

fn main() {
    let count = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(200_000);
    let rows = rows(count);
    let bytes = rows.len();
    let rows = Rows::text(rows);
    let (start, before) = (Instant::now(), busy());
    let inferred = infer(&rows, &Options::new("Shop")).expect("rows that can be read");
    let time =
        busy().zip(before).map_or(start.elapsed(), |(now, before)| now.saturating_sub(before));
    assert_eq!(inferred.explained, inferred.rows, "{}", inferred.report);
    let rate = u128::from(inferred.rows) * 1_000_000 / time.as_micros().max(1);
    println!("{} rows of {} bytes: {time:?}, {rate} rows a second", inferred.rows, bytes / count);
}

/// Returns how long the process was on a core, which other processes do not change, or `None` if the system does not tell.
fn busy() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Returns lines of an export: users, and twice as many orders.
fn rows(count: usize) -> String {
    let mut rows = String::new();
    for at in 0..count {
        let user = at * 7 % 10_007;
        let _ = if at % 3 == 0 {
            writeln!(
                rows,
                r#"{{"Item":{{"pk":{{"S":"USER#u{user}"}},"sk":{{"S":"PROFILE"}},"user_id":{{"S":"u{user}"}},"name":{{"S":"Ann {at}"}},"email":{{"S":"u{user}@example.org"}},"gsi1pk":{{"S":"EMAIL#u{user}@example.org"}},"gsi1sk":{{"S":"USER#u{user}"}}}}}}"#
            )
        } else {
            let status = ["PENDING", "PAID", "SHIPPED"][at / 3 % 3];
            writeln!(
                rows,
                r#"{{"Item":{{"pk":{{"S":"USER#u{user}"}},"sk":{{"S":"ORDER#{at:08}"}},"user_id":{{"S":"u{user}"}},"number":{{"N":"{at}"}},"status":{{"S":"{status}"}},"total_cents":{{"N":"{user}"}},"address":{{"S":"{at} Long Street, Springfield"}},"gsi1pk":{{"S":"STATUS#{status}"}},"gsi1sk":{{"S":"ORDER#{at:08}"}}}}}}"#
            )
        };
    }
    rows
}
