//! An export of any size, in the layouts of S3, with planted faults.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::prelude::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_dynamo::Item;
use serde_json::{Value, json};

use super::shop::{Order, Shop, User};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The items of one file.
const ITEMS: usize = 50_000;

/// A way to spoil an item.
type Fault = fn(&mut Stored);

/// Ways to spoil an item, and what the audit should report for each.
pub(super) const FAULTS: [(Fault, &str); 8] = [
    (
        |item| insert(item, "status", "SHIPPED"),
        "`gsi1pk` is not what the fields of `Order` produce",
    ),
    (
        |item| remove(item, "gsi1sk"),
        "index `gsi1` of `Order` has other attributes, but lacks `gsi1sk`",
    ),
    (
        |item| {
            remove(item, "gsi1pk");
            remove(item, "gsi1sk");
        },
        "`gsi1pk` of `Order` is missing",
    ),
    (
        |item| drop(item.insert("gsi1sk".into(), AttributeValue::Bool(true))),
        "`gsi1sk` of `Order` is not a string",
    ),
    (
        |item| insert(item, "user_id", "mallory"),
        "`pk` is not the key that the fields of `Order` produce",
    ),
    (|item| remove(item, "address"), "the fields of `Order` cannot be read (missing: address)"),
    (
        |item| insert(item, "sk", "INVOICE#1"),
        "no entity of table `Shop` has these keys; the nearest is the sort key of `User` (`PROFILE`): \
         expected `PROFILE`",
    ),
    (|item| remove(item, "sk"), "no key attribute `sk` of table `Shop`"),
];

type Stored = std::collections::HashMap<String, AttributeValue>;

fn insert(item: &mut Stored, name: &str, text: &str) {
    item.insert(name.into(), AttributeValue::S(text.into()));
}

fn remove(item: &mut Stored, name: &str) {
    item.remove(name);
}

pub(super) fn export(folder: &Path, count: usize, is_incremental: bool) -> Result<()> {
    let data = folder.join("AWSDynamoDB/01732800000000-generated/data");
    fs::create_dir_all(&data)?;
    let mut files = Vec::new();
    for start in (0..count).step_by(ITEMS) {
        let name = format!("{:08}.json.gz", start / ITEMS);
        let end = count.min(start + ITEMS);
        let mut file = GzEncoder::new(File::create(data.join(&name))?, Compression::fast());
        for at in start..end {
            writeln!(file, "{}", line(at, is_incremental)?)?;
        }
        file.finish()?;
        files.push(json!({ "itemCount": end - start, "dataFileS3Key": name }).to_string());
    }
    let manifest = data.with_file_name("manifest-files.json");
    fs::write(manifest, files.join("\n"))?;
    Ok(())
}

/// One in ten is a user, the others are orders; one in a hundred has a fault, one kind after the other.
fn line(at: usize, is_incremental: bool) -> Result<Value> {
    let fault = (at % 100 == 99).then(|| FAULTS[at / 100 % FAULTS.len()].0);
    let image: Item = item(at, fault)?.into();
    if !is_incremental {
        return Ok(json!({ "Item": image }));
    }
    let micros = (1_732_800_000_000_000 + at).to_string();
    let keys = json!({ "pk": { "S": "USER#u" }, "sk": { "S": "PROFILE" } });
    let mut line = json!({ "Metadata": { "WriteTimestampMicros": { "N": micros } }, "Keys": keys });
    // Every tenth was deleted.
    let name = if at % 10 == 5 { "OldImage" } else { "NewImage" };
    line[name] = serde_json::to_value(image)?;
    Ok(line)
}

pub(super) fn item(at: usize, fault: Option<Fault>) -> Result<Stored> {
    let user_id = format!("{:026}", at / 10);
    let entity = if at.is_multiple_of(10) {
        let email = at.is_multiple_of(20).then(|| format!("{user_id}@example.com"));
        Shop::User(User { user_id, email, name: "Ada Lovelace".into() })
    } else {
        let status = ["PENDING", "PAID", "SENT"][at % 3].into();
        let address = format!("{at} Example Street, {}", "Springfield ".repeat(15));
        Shop::Order(Order { user_id, number: at as u32, status, total_cents: at as u64, address })
    };
    let mut item = entity.to_item()?;
    if let Some(fault) = fault {
        fault(&mut item);
    }
    Ok(item)
}
