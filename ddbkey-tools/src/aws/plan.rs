//! Describes a deployed table before a run.

use std::fmt;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::TableDescription;

use super::error::RunError;
use super::report::write_units;

/// A table as DynamoDB describes it.
pub(super) struct Deployed {
    pub(super) description: TableDescription,
}

impl Deployed {
    pub(super) async fn of(client: &Client, table: &str) -> Result<Self, RunError> {
        let describe = client.describe_table().table_name(table).send().await;
        let description = describe.map_err(RunError::of_request)?.table;
        let description = description.ok_or("the answer describes no table")?;
        Ok(Self { description })
    }

    /// Returns the ARN, which contains account and Region, or the name if the server has neither.
    pub(super) fn arn(&self) -> &str {
        let name = self.description.table_name().unwrap_or_default();
        self.description.table_arn().unwrap_or(name)
    }

    pub(super) fn items(&self) -> u64 {
        self.description.item_count().unwrap_or_default().unsigned_abs()
    }

    fn bytes(&self) -> u64 {
        self.description.table_size_bytes().unwrap_or_default().unsigned_abs()
    }
}

impl fmt::Display for Deployed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.arn().splitn(6, ':').skip(3);
        let region = parts.next().unwrap_or("unknown");
        let account = parts.next().unwrap_or("unknown");
        writeln!(f, "account {account}, Region {region}, {}", self.arn())?;
        let average = self.bytes().checked_div(self.items()).unwrap_or_default();
        writeln!(
            f,
            "about {} items of {average} bytes, as DynamoDB counts them every six hours",
            self.items()
        )?;
        writeln!(f, "{:>12}  read units for each scan", self.bytes().div_ceil(4096))?;
        let (repair, moved) = (write_units(average), 4 * write_units(average));
        writeln!(f, "{repair:>12}  write units for a repair")?;
        writeln!(f, "{moved:>12}  write units for a move, two writes in a transaction")?;
        writeln!(
            f,
            "{:>12}  more at most for each index that a row enters, leaves or moves within",
            2 * repair
        )
    }
}
