//! The table on any engine: the handle that all steps share, and what the table must look like.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::operation::describe_table::DescribeTableError;
use aws_sdk_dynamodb::types::BillingMode;
use ddbkey_aws::prelude::*;

use super::Result;
use super::entities::Shop;

/// The handle of the table, with a method for each request.
pub(crate) type Table = ddbkey_aws::Table<Shop>;

pub(crate) async fn create_if_missing(table: &Table) -> Result<()> {
    let create = table.client().create_table().table_name(table.name());
    let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(Shop::SCHEMA)?;
    match create.send().await.map_err(SdkError::into_service_error) {
        Ok(_) | Err(CreateTableError::ResourceInUseException(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Checks that the table exists and has the keys and the indexes of the shop.
pub(crate) async fn check(table: &Table) -> Result<()> {
    let answer = table.client().describe_table().table_name(table.name()).send().await;
    let answer = match answer.map_err(SdkError::into_service_error) {
        Ok(answer) => answer,
        Err(DescribeTableError::ResourceNotFoundException(_)) => {
            return Err(unfit(table, "does not exist").into());
        }
        Err(error) => return Err(error.into()),
    };
    let described = answer.table().ok_or("the engine describes no table")?;
    let wrong = ddbkey_aws::verify(Shop::SCHEMA, described);
    match wrong.iter().find(|wrong| wrong.is_wrong_shape()) {
        Some(wrong) => Err(unfit(table, &format!("does not fit: {wrong}")).into()),
        None => Ok(()),
    }
}

fn unfit(table: &Table, fact: &str) -> String {
    let name = table.name();
    format!(
        "table `{name}` {fact}
help: this makes one that fits:

  aws dynamodb create-table --table-name {name} --billing-mode PAY_PER_REQUEST \\
    --attribute-definitions AttributeName=pk,AttributeType=S AttributeName=sk,AttributeType=S \\
        AttributeName=gsi1pk,AttributeType=S AttributeName=gsi1sk,AttributeType=S \\
        AttributeName=_type,AttributeType=S AttributeName=status,AttributeType=S \\
        AttributeName=total_cents,AttributeType=N \\
    --key-schema AttributeName=pk,KeyType=HASH AttributeName=sk,KeyType=RANGE \\
    --global-secondary-indexes 'IndexName=gsi1,Projection={{ProjectionType=ALL}},\
KeySchema=[{{AttributeName=gsi1pk,KeyType=HASH}},{{AttributeName=gsi1sk,KeyType=RANGE}}]' \\
        'IndexName=by_total,Projection={{ProjectionType=ALL}},\
KeySchema=[{{AttributeName=_type,KeyType=HASH}},{{AttributeName=status,KeyType=HASH}},\
{{AttributeName=total_cents,KeyType=RANGE}}]'"
    )
}
