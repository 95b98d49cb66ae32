//! Tables that change while they have rows: an added and removed index, and time to live.

use std::thread;
use std::time::Duration;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::update_table::UpdateTableError;
use aws_sdk_dynamodb::operation::update_table::builders::UpdateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, CreateGlobalSecondaryIndexAction, DeleteGlobalSecondaryIndexAction,
    GlobalSecondaryIndexUpdate, IndexStatus, TableDescription, TableStatus, TimeToLiveDescription,
    TimeToLiveSpecification, TimeToLiveStatus,
};

use super::table::{Table, attribute, gsi, item, text};

fn create(name: &str, attribute: &str) -> GlobalSecondaryIndexUpdate {
    let index = gsi(name, &[attribute], &[]);
    let create = CreateGlobalSecondaryIndexAction::builder()
        .index_name(index.index_name)
        .set_key_schema(Some(index.key_schema))
        .set_projection(index.projection);
    GlobalSecondaryIndexUpdate::builder().create(create.build().unwrap()).build()
}

fn delete(name: &str) -> GlobalSecondaryIndexUpdate {
    let delete = DeleteGlobalSecondaryIndexAction::builder().index_name(name);
    GlobalSecondaryIndexUpdate::builder().delete(delete.build().unwrap()).build()
}

impl Table {
    fn update(&self, update: GlobalSecondaryIndexUpdate) -> UpdateTableFluentBuilder {
        let request = self.client.update_table().table_name(&self.name);
        request.global_secondary_index_updates(update)
    }

    async fn add_by_email(&self) {
        let request = self.update(create("by_email", "email"));
        request.attribute_definitions(attribute("email", "S")).send().await.unwrap();
        self.settled().await;
    }

    /// Waits until each index is active or gone, which takes time on AWS.
    async fn settled(&self) {
        loop {
            let table = self.describe().await;
            let mut indexes = table.global_secondary_indexes().iter();
            if table.table_status() == Some(&TableStatus::Active)
                && indexes.all(|index| index.index_status() == Some(&IndexStatus::Active))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    async fn put_email(&self, sk: &str, email: &str) {
        self.put(item(&[("pk", "USER#u1"), ("sk", sk), ("email", email)])).await;
    }

    async fn by_email(&self, email: &str) -> i32 {
        let query = self.query("email = :email", &[("email", email)]);
        query.index_name("by_email").send().await.unwrap().count()
    }

    async fn describe(&self) -> TableDescription {
        let describe = self.client.describe_table().table_name(&self.name);
        describe.send().await.unwrap().table.unwrap()
    }

    async fn index_names(&self) -> Vec<String> {
        let table = self.describe().await;
        let indexes = table.global_secondary_indexes().iter();
        indexes.map(|index| index.index_name().unwrap().to_owned()).collect()
    }

    async fn count(&self) -> i32 {
        self.client.scan().table_name(&self.name).send().await.unwrap().count()
    }
}

#[tokio::test]
async fn an_index_that_is_added_has_the_rows_that_are_there() {
    let table = Table::new().await.with(&["a", "b"]).await;
    table.put_email("c", "ann@example.com").await;
    table.put_email("d", "bob@example.com").await;
    table.add_by_email().await;

    let mut names = table.index_names().await;
    names.sort();
    assert_eq!(names, ["by_email", "gsi1"]);

    assert_eq!(table.by_email("ann@example.com").await, 1);
    table.put_email("e", "ann@example.com").await;
    assert_eq!(table.by_email("ann@example.com").await, 2);
    assert_eq!(table.count().await, 5);
    let old = table.query("gsi1pk = :pk", &[("pk", "ALL")]).index_name("gsi1");
    assert_eq!(old.send().await.unwrap().count(), 2);
}

/// DynamoDB would leave that row out of the index, and refuse to write it from then on.
#[tokio::test]
async fn a_row_that_the_added_index_cannot_hold_keeps_it_away() {
    let number = AttributeValue::N("1".to_owned());
    let binary = AttributeValue::B(b"1".to_vec().into());
    let map = AttributeValue::M([].into());
    for value in [number, binary, map, text(""), text(&"x".repeat(2049))] {
        let table = Table::on(ddbkey_engine::in_process().unwrap()).await;
        table.put_email("string", "ann@example.com").await;
        let mut row = item(&[("pk", "USER#u1"), ("sk", "row")]);
        row.insert("email".to_owned(), value);
        table.put(row.clone()).await;

        let request = table.update(create("by_email", "email"));
        let request = request.attribute_definitions(attribute("email", "S"));
        assert_eq!(code(&request.send().await.expect_err("a row")), "ValidationException");
        assert_eq!(table.index_names().await, ["gsi1"]);
        assert_eq!(table.get("USER#u1", "row").await, Some(row));
        assert_eq!(table.count().await, 2);
    }
}

#[tokio::test]
async fn a_removed_index_leaves_the_rows() {
    let table = Table::new().await.with(&["a", "b"]).await;
    table.put_email("c", "ann@example.com").await;
    table.add_by_email().await;
    table.update(delete("by_email")).send().await.unwrap();
    table.settled().await;

    assert_eq!(table.index_names().await, ["gsi1"]);
    let query = table.query("email = :email", &[("email", "ann@example.com")]);
    assert!(query.index_name("by_email").send().await.is_err());
    assert_eq!(table.count().await, 3);

    table.add_by_email().await;
    assert_eq!(table.by_email("ann@example.com").await, 1);
}

#[tokio::test]
async fn a_refused_update_changes_nothing() {
    let table = Table::on(ddbkey_engine::in_process().unwrap()).await;
    table.put_email("a", "ann@example.com").await;
    let email = || attribute("email", "S");
    let nowhere = table.client.update_table().table_name("nowhere");
    let refused = [
        (table.update(create("by_email", "email")), "ValidationException"),
        (
            table.update(create("gsi1", "email")).attribute_definitions(email()),
            "ValidationException",
        ),
        (table.update(delete("by_email")), "ResourceNotFoundException"),
        (
            table
                .update(create("by_email", "email"))
                .global_secondary_index_updates(delete("gsi1"))
                .attribute_definitions(email()),
            "LimitExceededException",
        ),
        (nowhere.global_secondary_index_updates(delete("gsi1")), "ResourceNotFoundException"),
    ];
    for (request, expected) in refused {
        assert_eq!(code(&request.send().await.unwrap_err()), expected);
        assert_eq!(table.index_names().await, ["gsi1"]);
    }
    assert_eq!(table.count().await, 1);
}

fn code(error: &SdkError<UpdateTableError>) -> &str {
    error.as_service_error().and_then(UpdateTableError::code).unwrap()
}

/// Each row is written before the index is added, or after.
#[test]
fn rows_that_are_written_meanwhile_are_in_the_added_index() {
    let table = &block_on(Table::on(ddbkey_engine::in_process().unwrap()));
    thread::scope(|scope| {
        for writer in 0..3 {
            scope.spawn(move || write(table, writer));
        }
        block_on(table.add_by_email());
    });
    assert_eq!(block_on(table.by_email("ann@example.com")), 150);
}

fn write(table: &Table, writer: usize) {
    for row in 0..50 {
        block_on(table.put_email(&format!("{writer}#{row}"), "ann@example.com"));
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[tokio::test]
async fn time_to_live_is_described_as_it_was_set() {
    let table = Table::new().await;
    let disabled = time_to_live(&table).await;
    assert_eq!(disabled.time_to_live_status(), Some(&TimeToLiveStatus::Disabled));

    let specification =
        TimeToLiveSpecification::builder().attribute_name("expires_at").enabled(true);
    let update = table.client.update_time_to_live().table_name(&table.name);
    let update = update.time_to_live_specification(specification.build().unwrap());
    update.send().await.unwrap();
    let enabled = time_to_live(&table).await;
    assert_eq!(enabled.time_to_live_status(), Some(&TimeToLiveStatus::Enabled));
    assert_eq!(enabled.attribute_name(), Some("expires_at"));

    let mut expired = item(&[("pk", "USER#u1"), ("sk", "SESSION")]);
    expired.insert("expires_at".to_owned(), AttributeValue::N("1".to_owned()));
    table.put(expired.clone()).await;
    assert_eq!(table.get("USER#u1", "SESSION").await, Some(expired), "nothing expires");
}

async fn time_to_live(table: &Table) -> TimeToLiveDescription {
    let describe = table.client.describe_time_to_live().table_name(&table.name);
    describe.send().await.unwrap().time_to_live_description.unwrap()
}
