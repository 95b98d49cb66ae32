use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use ddbkey_aws::UpdateItems;
use ddbkey_aws::prelude::*;

/// Returns how many rows are left: those that cannot be read or built, and those that somebody else has changed
/// since the scan read them, which the next run takes.
async fn repair<T: UpdateItems>(client: &Client) -> Result<usize, Box<dyn std::error::Error>> {
    let mut left = 0;
    let mut items = client.scan().table_name("shop").into_paginator().items().send();
    while let Some(item) = items.next().await.transpose()? {
        let is_done = match (T::rekey(&item), T::repair(&item)) {
            (Ok(Some(rekey)), _) => {
                let transaction = client.transact_write_items().rekey(&rekey, "shop");
                is_written(transaction.send().await)?
            }
            (Ok(None), Ok(Some(repair))) => {
                let update = client.update_item().table_name("shop").item_update(&repair);
                is_written(update.send().await)?
            }
            (Ok(None), Ok(None)) => true,
            (Err(error), _) | (_, Err(error)) => {
                eprintln!("a row is left as it is: {error}");
                false
            }
        };
        left += usize::from(!is_done);
    }
    Ok(left)
}

/// Whether the condition of a request held. Any other error stops the run.
fn is_written<T, E>(sent: Result<T, SdkError<E>>) -> Result<bool, Box<dyn std::error::Error>>
where
    SdkError<E>: ProvideErrorMetadata + std::error::Error + 'static,
{
    const CHANGED: [&str; 2] = ["ConditionalCheckFailedException", "TransactionCanceledException"];
    match sent {
        Ok(_) => Ok(true),
        Err(error) if error.code().is_some_and(|code| CHANGED.contains(&code)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
