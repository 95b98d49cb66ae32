use aws_sdk_dynamodb::Client;
use ddbkey_aws::UpdateItems;
use ddbkey_aws::prelude::*;

async fn mend<T: UpdateItems>(client: &Client) -> Result<(), Box<dyn std::error::Error>> {
    let mut items = client.scan().table_name("shop").into_paginator().items().send();
    while let Some(item) = items.next().await.transpose()? {
        if let Some(rekey) = T::rekey(&item)? {
            client.transact_write_items().rekey(&rekey, "shop").send().await?;
        } else if let Some(repair) = T::repair(&item)? {
            client.update_item().table_name("shop").item_update(&repair).send().await?;
        }
    }
    Ok(())
}
