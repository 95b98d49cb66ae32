//! `UpdateTable`: refuses what DynamoDB refuses or handles differently from the engine.

use dynoxide::actions::describe_table::DescribeTableRequest;
use dynoxide::actions::scan::ScanRequest;
use dynoxide::actions::update_table::{CreateGsiAction, UpdateTableRequest, UpdateTableResponse};
use dynoxide::types::{AttributeDefinition, KeySchemaElement, KeyType, ScalarAttributeType};
use dynoxide::{AttributeValue, Database, DynoxideError, Item, Result};

use super::refused::{length, limit};

pub(super) fn update_table(
    database: &Database,
    request: UpdateTableRequest,
) -> Result<UpdateTableResponse> {
    let updates = request.global_secondary_index_updates.as_deref().unwrap_or_default();
    if updates.iter().filter(|one| one.create.is_some() || one.delete.is_some()).count() > 1 {
        return Err(DynoxideError::LimitExceededException(
            "Subscriber limit exceeded: Only 1 online index can be created or deleted \
             simultaneously per table"
                .to_owned(),
        ));
    }
    if let Some(create) = updates.iter().find_map(|update| update.create.as_ref()) {
        hold_all_rows(database, &request, create)?;
    }
    database.update_table(request)
}

/// Refuses an index for rows that it cannot hold. DynamoDB leaves such rows out, and the engine would put them in.
fn hold_all_rows(
    database: &Database,
    request: &UpdateTableRequest,
    create: &CreateGsiAction,
) -> Result<()> {
    let table_name = request.table_name.clone();
    let mut definitions =
        database.describe_table(DescribeTableRequest { table_name })?.table.attribute_definitions;
    // An existing attribute keeps its type.
    definitions.extend(request.attribute_definitions.iter().flatten().cloned());
    let mut start = None;
    loop {
        let page = database.scan(ScanRequest {
            table_name: request.table_name.clone(),
            exclusive_start_key: start,
            ..ScanRequest::default()
        })?;
        for item in page.items.iter().flatten() {
            if let Some(attribute) = misfit(&create.key_schema, &definitions, item) {
                return Err(DynoxideError::ValidationException(format!(
                    "index `{}` cannot hold a row whose `{attribute}` has another type or length; DynamoDB \
                     leaves such a row out, which the engine in this process cannot",
                    create.index_name
                )));
            }
        }
        start = page.last_evaluated_key;
        if start.is_none() {
            return Ok(());
        }
    }
}

/// Returns the attribute that keeps an index from holding an item that has all of its keys.
fn misfit<'k>(
    keys: &'k [KeySchemaElement],
    definitions: &[AttributeDefinition],
    item: &Item,
) -> Option<&'k str> {
    let values: Option<Vec<_>> = keys.iter().map(|key| item.get(&key.attribute_name)).collect();
    let mut keys = keys.iter().zip(values?);
    let (key, _) = keys.find(|(key, value)| {
        let name = &key.attribute_name;
        let definition = definitions.iter().find(|one| one.attribute_name == *name);
        // The engine refuses an attribute without a definition.
        definition.is_some_and(|one| !fits(value, &one.attribute_type, &key.key_type))
    })?;
    Some(&key.attribute_name)
}

fn fits(value: &AttributeValue, ty: &ScalarAttributeType, place: &KeyType) -> bool {
    match (value, ty) {
        (AttributeValue::N(_), ScalarAttributeType::N) => true,
        (AttributeValue::S(_), ScalarAttributeType::S)
        | (AttributeValue::B(_), ScalarAttributeType::B) => {
            length(value).is_some_and(|length| (1..=limit(place)).contains(&length))
        }
        _ => false,
    }
}
