//! A table that was created from the schema matches it; a table that differs in one
//! property has one mismatch.

use aws_sdk_dynamodb::operation::update_table::UpdateTableInput;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndexDescription, IndexStatus,
    KeySchemaElement, KeyType, LocalSecondaryIndex, LocalSecondaryIndexDescription, Projection,
    ProjectionType, ScalarAttributeType, TableDescription, TableStatus,
};
use ddbkey::schema::TableSchema;
use ddbkey_aws::{CreateTableExt as _, Mismatch, UpdateTableExt as _, verify};

use super::league::League;
use crate::deals;
use crate::store::Store;
use crate::tables::{gaming, seeds};

async fn created(schema: &TableSchema) -> TableDescription {
    let store = Store::new(schema).await;
    let describe = store.client.describe_table().table_name(&store.table);
    describe.send().await.unwrap().table.unwrap()
}

#[tokio::test]
async fn what_was_created_from_a_schema_fits_it() {
    for schema in [deals::SCHEMA, gaming::SCHEMA, seeds::COMMANDS, seeds::LIBRARY, League::SCHEMA] {
        assert_eq!(verify(schema, &created(schema).await), [], "{}", schema.name());
    }
}

#[tokio::test]
async fn indexes_that_are_added_later_fit_as_well() {
    for schema in [deals::SCHEMA, gaming::SCHEMA, seeds::COMMANDS, League::SCHEMA] {
        let client = ddbkey_engine::in_process().unwrap();
        let table = ddbkey_engine::table_name("added");
        let create = client.create_table().table_name(&table).table_schema(schema).unwrap();
        let create = create.billing_mode(BillingMode::PayPerRequest);
        let indexes = create.get_global_secondary_indexes().clone().unwrap_or_default();
        let local = create.get_local_secondary_indexes().iter().flatten();
        let local = local.flat_map(LocalSecondaryIndex::key_schema);
        let keys = create.get_key_schema().iter().flatten().chain(local);
        let keys: Vec<_> = keys.map(|key| key.attribute_name().to_owned()).collect();
        let mut definitions = create.get_attribute_definitions().clone().unwrap();
        definitions.retain(|definition| keys.contains(&definition.attribute_name));
        let create = create.set_attribute_definitions(Some(definitions));
        create.set_global_secondary_indexes(None).send().await.unwrap();
        for index in indexes {
            let update = client.update_table().table_name(&table);
            update.add_index(schema, index.index_name()).unwrap().send().await.unwrap();
        }
        let described = client.describe_table().table_name(&table).send().await.unwrap();
        assert_eq!(verify(schema, &described.table.unwrap()), [], "{}", schema.name());
    }
    let unknown = UpdateTableInput::builder().add_index(League::SCHEMA, "by_rejion");
    let error = format!("{:?}", unknown.unwrap_err());
    assert!(error.contains("`League` declares no global index `by_rejion`"), "{error}");
}

/// Changes one thing of the deployed table, and returns what is reported.
async fn after(change: impl FnOnce(&mut TableDescription)) -> Mismatch {
    let mut table = created(League::SCHEMA).await;
    change(&mut table);
    let mut wrong = verify(League::SCHEMA, &table);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    wrong.remove(0)
}

fn global<'t>(
    table: &'t mut TableDescription,
    name: &str,
) -> &'t mut GlobalSecondaryIndexDescription {
    let mut indexes = table.global_secondary_indexes.iter_mut().flatten();
    indexes.find(|index| index.index_name() == Some(name)).unwrap()
}

fn rename(keys: &mut Option<Vec<KeySchemaElement>>, name: &str, other: &str) {
    let element = keys.iter_mut().flatten().find(|key| key.attribute_name == name).unwrap();
    element.attribute_name = other.into();
}

/// Also defines the attribute that replaces a key attribute.
fn define(table: &mut TableDescription, name: &str) {
    let definition = AttributeDefinition::builder().attribute_name(name);
    let definition = definition.attribute_type(ScalarAttributeType::S).build().unwrap();
    table.attribute_definitions.get_or_insert_default().push(definition);
}

#[tokio::test]
async fn another_name_of_a_key_of_the_table() {
    let wrong = after(|table| {
        rename(&mut table.key_schema, "pk", "id");
        let definitions = table.attribute_definitions.as_mut().unwrap();
        definitions.retain(|definition| definition.attribute_name != "pk");
        define(table, "id");
    })
    .await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(
        wrong.to_string(),
        "the key of the table is `id` / `sk`, but the schema says `pk` / `sk`; use a table with that key, \
         or declare the names that it has"
    );
}

#[tokio::test]
async fn no_sort_key() {
    let wrong = after(|table| {
        table.key_schema.as_mut().unwrap().retain(|key| key.key_type == KeyType::Hash);
    })
    .await;
    assert!(
        wrong
            .to_string()
            .starts_with("the key of the table is `pk`, but the schema says `pk` / `sk`")
    );
}

#[tokio::test]
async fn another_name_of_a_key_of_an_index() {
    let wrong = after(|table| {
        define(table, "day");
        rename(&mut global(table, "by_region").key_schema, "created_key", "day");
    })
    .await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(
        wrong.to_string(),
        "the key of index `by_region` is `tournament`, `region` / `round`, `day`, `id`, but the schema says \
         `tournament`, `region` / `round`, `created_key`, `id`; recreate the index, or declare the \
         names that it has"
    );
}

#[tokio::test]
async fn another_order_of_attributes() {
    for (one, other) in [(0, 1), (2, 3)] {
        let wrong = after(|table| {
            global(table, "by_region").key_schema.as_mut().unwrap().swap(one, other);
        })
        .await;
        assert!(wrong.to_string().starts_with("the key of index `by_region` is "), "{wrong}");
    }
}

#[tokio::test]
async fn another_type_of_an_attribute_of_two_indexes() {
    let wrong = after(|table| {
        let mut definitions = table.attribute_definitions.iter_mut().flatten();
        let round = definitions.find(|definition| definition.attribute_name == "round").unwrap();
        round.attribute_type = ScalarAttributeType::S;
    })
    .await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(
        wrong.to_string(),
        "key attribute `round` is S, but the schema says N; recreate the table or index, or declare a \
         part of type S"
    );
}

#[tokio::test]
async fn a_missing_index() {
    let wrong = after(|table| {
        table.global_secondary_indexes.as_mut().unwrap().remove(0);
    })
    .await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(wrong.to_string(), "index `by_region` does not exist; create it with `UpdateTable`");
    let wrong = after(|table| table.local_secondary_indexes = None).await;
    assert_eq!(
        wrong.to_string(),
        "local index `newest` does not exist; it can only be created with the table"
    );
}

#[tokio::test]
async fn another_kind_of_index() {
    let wrong = after(|table| {
        let local = table.local_secondary_indexes.take().unwrap().remove(0);
        let global = GlobalSecondaryIndexDescription::builder()
            .set_index_name(local.index_name)
            .set_key_schema(local.key_schema)
            .set_projection(local.projection);
        table.global_secondary_indexes.as_mut().unwrap().push(global.build());
    })
    .await;
    assert_eq!(
        wrong.to_string(),
        "index `newest` is global, but the schema says `#[lsi]`; declare it as `#[gsi]`"
    );
}

#[tokio::test]
async fn less_projected_than_declared() {
    for kind in [ProjectionType::KeysOnly, ProjectionType::Include] {
        let less = Projection::builder().projection_type(kind.clone()).build();
        let wrong = after(|table| global(table, "by_region").projection = Some(less.clone())).await;
        assert!(!wrong.is_wrong_shape());
        assert!(wrong.to_string().contains(kind.as_str()), "{wrong}");
        let wrong = after(|table| {
            let local = table.local_secondary_indexes.as_mut().unwrap();
            local[0].projection = Some(less);
        })
        .await;
        assert!(wrong.to_string().starts_with("index `newest` projects "), "{wrong}");
    }
}

#[tokio::test]
async fn more_than_declared_is_no_mismatch() {
    let mut table = created(League::SCHEMA).await;
    let all = Projection::builder().projection_type(ProjectionType::All).build();
    global(&mut table, "by_round").projection = Some(all);
    define(&mut table, "other");
    let other = LocalSecondaryIndexDescription::builder().index_name("other").build();
    table.local_secondary_indexes.as_mut().unwrap().push(other);
    assert_eq!(verify(League::SCHEMA, &table), []);
}

#[tokio::test]
async fn not_active() {
    let wrong = after(|table| {
        // While an index is built, the table is `UPDATING`.
        table.table_status = Some(TableStatus::Updating);
        global(table, "by_round").index_status = Some(IndexStatus::Creating);
    })
    .await;
    assert!(!wrong.is_wrong_shape());
    assert_eq!(wrong.to_string(), "index `by_round` is CREATING; wait until it is ACTIVE");
    let wrong = after(|table| table.table_status = Some(TableStatus::Creating)).await;
    assert!(!wrong.is_wrong_shape());
    assert_eq!(wrong.to_string(), "the table is CREATING; wait until it is ACTIVE");
}

/// With these, no application can start.
#[tokio::test]
async fn no_longer_active() {
    let no_longer = [
        (TableStatus::Deleting, "DELETING; create it again once it is gone"),
        (TableStatus::Archived, "ARCHIVED; restore it from its backup"),
        (
            TableStatus::InaccessibleEncryptionCredentials,
            "INACCESSIBLE_ENCRYPTION_CREDENTIALS; give DynamoDB access to its KMS key",
        ),
        (TableStatus::from("LOST"), "LOST; it must be ACTIVE"),
    ];
    for (status, line) in no_longer {
        let wrong = after(|table| table.table_status = Some(status)).await;
        assert!(wrong.is_wrong_shape(), "{wrong}");
        assert_eq!(wrong.to_string(), format!("the table is {line}"));
    }
    let wrong =
        after(|table| global(table, "by_round").index_status = Some(IndexStatus::Deleting)).await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(wrong.to_string(), "index `by_round` is DELETING; create it again once it is gone");
}

#[tokio::test]
async fn a_description_without_a_key() {
    let wrong = after(|table| table.key_schema = None).await;
    assert!(wrong.is_wrong_shape());
    assert_eq!(
        wrong.to_string(),
        "the description of the table has no key, but the schema says `pk` / `sk`"
    );
}
