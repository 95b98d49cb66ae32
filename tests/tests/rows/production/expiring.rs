//! The time to live of a deployed table.

use aws_sdk_dynamodb::types::{TimeToLiveDescription, TimeToLiveStatus};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::verify_ttl;

use super::included::Shop;
use super::league::League;
use crate::store::Store;

async fn described(store: &Store) -> TimeToLiveDescription {
    let describe = store.client.describe_time_to_live().table_name(&store.table);
    describe.send().await.unwrap().time_to_live_description.unwrap()
}

#[tokio::test]
async fn it_is_turned_on_and_verified() {
    let store = Store::new(Shop::SCHEMA).await;
    let wrong = verify_ttl(Shop::SCHEMA, &described(&store).await);
    assert_eq!(wrong.len(), 1);
    assert!(!wrong[0].is_wrong_shape());
    assert_eq!(
        wrong[0].to_string(),
        "the table has no time to live, but the schema says `expires_at`; turn it on with `UpdateTimeToLive`"
    );
    let update = store.client.update_time_to_live().table_name(&store.table);
    update.time_to_live_schema(Shop::SCHEMA).send().await.unwrap();
    let deployed = described(&store).await;
    assert_eq!(deployed.attribute_name(), Some("expires_at"));
    assert!(verify_ttl(Shop::SCHEMA, &deployed).iter().all(|wrong| !wrong.is_wrong_shape()));
}

/// A table that declares none sets nothing, and the SDK refuses the request.
#[tokio::test]
async fn a_table_without_one_is_refused() {
    let store = Store::new(League::SCHEMA).await;
    assert_eq!(verify_ttl(League::SCHEMA, &described(&store).await), []);
    let update = store.client.update_time_to_live().table_name(&store.table);
    let update = update.time_to_live_schema(League::SCHEMA);
    assert!(update.get_time_to_live_specification().is_none());
    assert!(update.send().await.is_err());
}

fn deployed(status: &TimeToLiveStatus, attribute: &str) -> TimeToLiveDescription {
    let description = TimeToLiveDescription::builder().time_to_live_status(status.clone());
    description.attribute_name(attribute).build()
}

#[test]
fn each_status_is_told() {
    let wrong = |status: &TimeToLiveStatus, attribute: &str| {
        let wrong = verify_ttl(Shop::SCHEMA, &deployed(status, attribute));
        wrong.iter().map(|own| (own.to_string(), own.is_wrong_shape())).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&TimeToLiveStatus::Enabled, "expires_at"), []);
    let line = "the time to live is ENABLING; wait until it is ENABLED";
    assert_eq!(wrong(&TimeToLiveStatus::Enabling, "expires_at"), [(line.to_owned(), false)]);
    for status in [TimeToLiveStatus::Disabled, TimeToLiveStatus::Disabling] {
        assert_eq!(wrong(&status, "expires_at").len(), 1, "{status}");
    }
    let line = "the time to live of the table is `ttl`, but the schema says `expires_at`; turn it off and the other \
                on with `UpdateTimeToLive`, or declare the attribute that it has";
    assert_eq!(wrong(&TimeToLiveStatus::Enabled, "ttl"), [(line.to_owned(), true)]);
}

/// For a table that declares none, only the rows that DynamoDB deletes are reported.
#[test]
fn an_attribute_that_nobody_declares() {
    #[derive(DdbKeys)]
    #[pk("COUPON", id)]
    #[sk("META")]
    #[gsi("due", pk = ["COUPON" as "kind"], sk = ["{due}" as "due_key"])]
    #[allow(dead_code, reason = "a field that expires")]
    struct Coupon {
        id: String,
        until: u64,
        due: String,
    }

    #[derive(DdbTable)]
    enum Coupons {
        Coupon(Coupon),
    }

    let enabled = |name| deployed(&TimeToLiveStatus::Enabled, name);
    assert_eq!(verify_ttl(Coupons::SCHEMA, &enabled("other")), []);
    for name in ["until", "due_key"] {
        let [wrong] = <[_; 1]>::try_from(verify_ttl(Coupons::SCHEMA, &enabled(name))).unwrap();
        assert!(wrong.is_wrong_shape());
        assert_eq!(
            wrong.to_string(),
            format!(
                "the time to live of the table is `{name}`, by which DynamoDB deletes rows of `Coupon`; turn it \
                 off with `UpdateTimeToLive`, or declare it with `#[ddb(ttl = …)]`"
            )
        );
    }
    assert_eq!(verify_ttl(Coupons::SCHEMA, &deployed(&TimeToLiveStatus::Disabled, "until")), []);
}
