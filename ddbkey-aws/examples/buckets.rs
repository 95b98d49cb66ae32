//! Three months of readings, in a partition for each hour: `cargo run --example buckets`.
//!
//! A sensor never stops writing, so its partition key contains the hour. `ReadingPk::at_buckets` yields the
//! hours that a range touches, with one query for each; the first and the last are exact at their ends.

use std::error::Error;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::BillingMode;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A measurement of a sensor. `at` is in both keys, in two formats, and is one field of `ReadingKey`.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("SENSOR", sensor, "{at:hour}")]
#[sk("{at:.3}")]
struct Reading {
    sensor: String,
    at: Timestamp,
    celsius: i32,
}

#[derive(DdbTable)]
enum Weather {
    Reading(Reading),
}

const TABLE: &str = "weather";
const SENSOR: &str = "roof";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = ddbkey_engine::in_process()?;
    let create = client.create_table().table_name(TABLE).billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Weather::SCHEMA)?.send().await?;

    // A reading every half hour, from a day before the range to a day after it.
    let from: Timestamp = "2024-10-01T00:30:00Z".parse()?;
    let to: Timestamp = "2025-01-01T00:00:00Z".parse()?;
    let half_hour = SignedDuration::from_mins(30);
    let day = SignedDuration::from_hours(24);
    let mut at = from.checked_sub(day)?;
    while at < to.checked_add(day)? {
        write(&client, at).await?;
        at = at.checked_add(half_hour)?;
    }

    let readings = read(&client, from, to).await?;
    let (Some(first), Some(last)) = (readings.first(), readings.last()) else {
        return Err("no readings".into());
    };
    println!("{} queries", ReadingPk::at_buckets(from..to).count());
    println!("{} readings from {from} up to, but not including, {to}", readings.len());
    println!("the first at {}, the last at {}", first.at, last.at);
    assert_eq!(first.at, from);
    assert_eq!(last.at, to.checked_sub(half_hour)?);
    assert_eq!(readings.len(), 92 * 48 - 1, "92 days, without the first half hour");
    Ok(())
}

async fn write(client: &Client, at: Timestamp) -> Result<(), Box<dyn Error>> {
    let reading = Reading { sensor: SENSOR.into(), at, celsius: 20 };
    client.put_item().table_name(TABLE).set_item(Some(reading.to_item()?)).send().await?;
    Ok(())
}

/// Returns all readings of a range, in order: one query for each hour.
async fn read(
    client: &Client,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<Reading>, Box<dyn Error>> {
    let mut readings = Vec::new();
    for at in ReadingPk::at_buckets(from..to) {
        // Each hour can use the whole range, since the hours in the middle are inside it.
        let hour = Reading::query(ReadingPk { sensor: SENSOR, at }).at_in(from..to).build()?;
        let query = client.query().table_name(TABLE).key_condition(&hour);
        let items = query.into_paginator().items().send().collect::<Result<Vec<_>, _>>().await?;
        readings.extend(Reading::read(&hour, items).rows);
    }
    Ok(readings)
}
