//! Measures how many rows `audit_export`, `audit` and `repair` read in a second of one core, and the memory that they take:
//! `cargo bench -p ddbkey-tools --features aws --bench rows -- repair 1000000`. `export` is an audit of a file with one line
//! for each row, and `scan` an audit of the output of `aws dynamodb scan`. `audit` and `repair` scan a table, whose rows a
//! thread of this process makes up and forgets, in the time that is measured: it answers over HTTP as DynamoDB does. One row in
//! a hundred is repaired.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;
use std::{env, fs, thread};

mod process;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_smithy_http_client::Builder;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_tools::{Report, Run, audit, audit_export, repair};
use process::{measured, peak};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("{number:08}"))]
struct Order {
    user_id: String,
    number: u32,
    status: String,
    address: String,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

/// The number of rows on a page.
const PAGE: u64 = 100;

fn main() {
    let what = env::args().nth(1).filter(|own| !own.starts_with('-'));
    let what = what.unwrap_or_else(|| "export".into());
    let count = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(200_000);
    let (report, time) = match &*what {
        "export" | "scan" => of_file(&what, count),
        _ => measured(|| of_table(&what, count)),
    };
    assert_eq!(report.rows.values().sum::<u64>(), count, "{report}");
    assert_eq!(report.faults().map(|(.., count)| count).sum::<u64>(), count.div_ceil(100));
    let rate = u128::from(count) * 1_000_000 / time.as_micros().max(1);
    println!("{what} of {count} rows: {time:?}, {rate} rows a second, {}", peak());
}

/// Returns a row in DynamoDB's JSON. One in a hundred has a status that its index does not have.
fn row(number: u64) -> Value {
    let (user_id, status) = (format!("u{}", number % 10_007), "PAID".to_owned());
    let address = format!("{number} Long Street, Springfield");
    let order = Order { user_id, number: number as u32, status, address };
    let mut item: serde_dynamo::Item = order.to_item().expect("a key").into();
    if number.is_multiple_of(100) {
        item.insert("status".into(), serde_dynamo::AttributeValue::S("SENT".into()));
    }
    serde_json::to_value(item).expect("JSON")
}

fn of_file(what: &str, count: u64) -> (Report, Duration) {
    let path = env::temp_dir().join(format!("ddbkey-rows-{}.json", std::process::id()));
    write(&path, what == "scan", count).expect("a file that can be written");
    let audited = measured(|| audit_export::<Shop>([&path]).expect("a file that can be read"));
    fs::remove_file(path).expect("the file");
    audited
}

fn write(path: &std::path::Path, is_scan: bool, count: u64) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for number in 0..count {
        let item = row(number);
        match (is_scan, number) {
            (true, 0) => write!(file, "{{\"Items\":[{item}")?,
            (true, _) => write!(file, ",{item}")?,
            (false, _) => writeln!(file, "{}", json!({ "Item": item }))?,
        }
    }
    file.write_all(if is_scan { b"]}" } else { b"" })?;
    file.flush()
}

fn of_table(what: &str, count: u64) -> Report {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(&stream, count));
        }
    });
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "bench"))
        .http_client(Builder::new().build_http())
        .endpoint_url(format!("http://{address}"));
    let client = Client::from_conf(config.build());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let mut run = Run::new("shop");
    run.write = true;
    let report = runtime.expect("a runtime").block_on(async {
        match what {
            "audit" => audit::<Shop>(&client, &run).await,
            _ => repair::<Shop>(&client, &run).await,
        }
    });
    report.expect("a table")
}

/// Answers the requests of a connection.
fn serve(mut stream: &TcpStream, count: u64) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim().split_once(": ") {
                Some((name, value)) => headers.insert(name.to_ascii_lowercase(), value.to_owned()),
                None if line.trim().is_empty() => break,
                None => None,
            };
        }
        let length = headers.get("content-length").and_then(|own| own.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let request: Value = serde_json::from_slice(&body)?;
        let answer = match headers.get("x-amz-target").and_then(|own| own.rsplit('.').next()) {
            Some("Scan") => page(&request, count),
            Some("DescribeTable") => json!({ "Table": { "TableName": "shop" } }),
            _ => json!({}),
        };
        let answer = answer.to_string();
        let length = answer.len();
        write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: {length}\r\n\r\n{answer}"
        )?;
    }
}

/// Returns the next rows of a segment.
fn page(request: &Value, count: u64) -> Value {
    let segments = request["TotalSegments"].as_u64().unwrap_or(1);
    let segment = request["Segment"].as_u64().unwrap_or(0);
    let end = count * (segment + 1) / segments;
    let after = request["ExclusiveStartKey"]["sk"]["S"].as_str();
    let after = after.and_then(|sk| sk.strip_prefix("ORDER#")?.parse::<u64>().ok());
    let start = after.map_or(count * segment / segments, |number| number + 1);
    let next = end.min(start + PAGE);
    let items: Vec<_> = (start..next).map(row).collect();
    let last = items.last().map(|own| json!({ "pk": own["pk"], "sk": own["sk"] }));
    let mut page = json!({ "Count": items.len(), "Items": items });
    if let Some(last) = last.filter(|_| next < end) {
        page["LastEvaluatedKey"] = last;
    }
    page
}
