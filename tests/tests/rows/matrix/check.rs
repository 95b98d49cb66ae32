//! Checks the cells of a place.

use std::fmt;
use std::ops::Bound::{Excluded, Included, Unbounded};

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use ddbkey::key::PrimaryKey as _;
use ddbkey::token::HmacSha256;
use ddbkey::{DdbTable, KeyCondition, KeyError, KeyErrorKind};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemErrorKind, UpdateItems};
use serde::Serialize;

use super::engine::Engine;
use super::rows::{Asked, Place, Row};
use super::texts::{allowed, too_long};
use crate::store::{Item, Store};

/// Every cell of every place of an entity.
pub(super) async fn places<R: Row>() {
    for place in R::PLACES {
        allowed_texts::<R>(place).await;
        refused_texts::<R>(place).await;
    }
}

/// A row with a string in a place.
struct Cell<R> {
    place: &'static Place,
    text: String,
    row: R,
}

impl<R: Row> Cell<R> {
    fn new(place: &'static Place, number: usize, text: String) -> Self {
        let row = R::numbered(number).with(place.attribute, text.clone());
        Self { place, text, row }
    }
}

impl<R: Row> fmt::Display for Cell<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, first) = (self.text.len(), self.text.chars().next());
        let attribute = self.place.attribute;
        write!(f, "{}, `{attribute}`: {bytes} bytes of {first:?}", R::SCHEMA.name())
    }
}

/// Checks that whatever can be built is stored, found, updated and deleted.
async fn allowed_texts<R: Row>(place: &'static Place) {
    let store = Store::new(R::Table::SCHEMA).await;
    let numbered = allowed(place).into_iter().enumerate();
    let cells: Vec<Cell<R>> =
        numbered.map(|(number, text)| Cell::new(place, number, text)).collect();
    for cell in &cells {
        check_writes(&store, cell).await;
    }
    for at in 0..cells.len() {
        check_queries(&store, &cells, at).await;
    }
}

/// Writes the row with a repair and deletes it by its key, then puts it; reads it by its key each time. No assertion
/// prints kilobytes of text.
async fn check_writes<R: Row>(store: &Store, cell: &Cell<R>) {
    let item = cell.row.to_item().unwrap_or_else(|error| panic!("{cell}: {error}"));
    assert!(item == cell.row.by_hand(), "{cell}: not the item by hand");
    let key = cell.row.key().keys().unwrap().into_item();
    put_and_repair::<R::Table>(store, &cell.row, &key).await;
    assert!(read(store, &key).await.as_ref() == Some(&cell.row), "{cell}: repaired");
    let delete = store.client.delete_item().table_name(&store.table);
    delete.set_key(Some(key.clone())).send().await.unwrap();
    assert!(read::<R>(store, &key).await.is_none(), "{cell}: deleted");
    store.put_item(item).await;
    assert!(read(store, &key).await.as_ref() == Some(&cell.row), "{cell}: put");
}

/// Puts only the fields under the key, and repairs what is missing.
pub(super) async fn put_and_repair<T: UpdateItems>(
    store: &Store,
    row: &impl Serialize,
    key: &Item,
) {
    let mut item: Item = serde_dynamo::to_item(row).unwrap();
    item.extend(key.clone());
    store.put_item(item.clone()).await;
    if let Some(repair) = T::repair(&item).unwrap() {
        let request = store.client.update_item().table_name(&store.table);
        request.item_update(&repair).send().await.unwrap();
    }
}

pub(super) async fn get(store: &Store, key: &Item) -> Option<Item> {
    let get = store.client.get_item().table_name(&store.table);
    get.set_key(Some(key.clone())).send().await.unwrap().item
}

async fn read<R: Row>(store: &Store, key: &Item) -> Option<R> {
    get(store, key).await.map(|item| R::from_item(item).unwrap())
}

/// Checks what the string of one cell finds among all cells, in both directions.
async fn check_queries<R: Row>(store: &Store, cells: &[Cell<R>], at: usize) {
    let cell = &cells[at];
    // A query covers a whole partition.
    let is_meant = |asked: Asked<'_>, other: &Cell<R>| {
        if cell.place.is_partition { other.text == cell.text } else { asked.means(&other.text) }
    };
    for asked in questions(cells, at) {
        let mut meant: Vec<_> = cells.iter().filter(|other| is_meant(asked, other)).collect();
        let condition = match cell.row.ask(cell.place.attribute, asked) {
            Err(error) if error.kind() == KeyErrorKind::EmptyRange => {
                assert!(meant.is_empty(), "{cell}: no empty range");
                continue;
            }
            condition => condition.unwrap_or_else(|error| panic!("{cell}: {error}")),
        };
        for condition in [condition.clone(), condition.descending()] {
            check_rows(store, &condition, &meant, cell).await;
            if matches!(asked, Asked::Anything) {
                check_next_page(store, &condition, &meant, cell).await;
            }
            meant.reverse();
        }
    }
}

/// Returns queries by value, by prefix, and in ranges that end at this string, or at this and the next.
fn questions<R>(cells: &[Cell<R>], at: usize) -> Vec<Asked<'_>> {
    let text = &*cells[at].text;
    if cells[at].place.is_partition {
        return vec![Asked::Anything];
    }
    let next = cells.get(at + 1).map_or(text, |next| &next.text);
    vec![
        Asked::Anything,
        Asked::Value(text),
        Asked::Prefix(text),
        Asked::Range(Included(text), Included(next)),
        Asked::Range(Excluded(text), Unbounded),
        Asked::Range(Unbounded, Excluded(text)),
    ]
}

/// Checks that the engine returns these rows in this order, and continues with a token after this cell's row.
async fn check_rows<R: Row>(
    store: &Store,
    condition: &KeyCondition,
    meant: &[&Cell<R>],
    cell: &Cell<R>,
) {
    let rows: Vec<_> = meant.iter().map(|cell| &cell.row).collect();
    let query = store.client.query().table_name(&store.table).key_condition(condition);
    let page = query.send().await.unwrap();
    assert!(
        read_page::<R>(&page).iter().eq(rows.iter().copied()),
        "{cell}: {}",
        condition.expression()
    );
}

/// Checks that the engine continues with a token after this cell's row.
async fn check_next_page<R: Row>(
    store: &Store,
    condition: &KeyCondition,
    meant: &[&Cell<R>],
    cell: &Cell<R>,
) {
    let mut behind = meant.iter().skip_while(|other| other.text != cell.text).skip(1);
    let start = cell.row.start(cell.place.attribute).unwrap();
    let seal = HmacSha256::new("sixteen bytes...");
    let token = condition.token(&start, &seal).unwrap();
    let query = store.client.query().table_name(&store.table).key_condition(condition);
    let page = query.limit(1).start_at(condition, Some(&token), &seal).unwrap();
    let page = page.send().await.unwrap();
    let next = behind.next().map(|next| &next.row);
    assert!(read_page::<R>(&page).iter().eq(next), "{cell}: the page behind it");
    if let (Some(key), Some(next)) = (page.last_evaluated_key(), next) {
        let start = next.start(cell.place.attribute).unwrap().into_item();
        assert!(*key == start, "{cell}: the start key of the page behind it");
    }
}

fn read_page<R: Row>(page: &QueryOutput) -> Vec<R> {
    page.items().iter().map(|item| R::from_item(item.clone()).unwrap()).collect()
}

/// Checks that whatever is refused is an error with the correct cause. The same hand-written item is either also refused by
/// the engine, or comes back unchanged and has a fault; if the fault is in the key of the table, no entity reads it.
async fn refused_texts<R: Row>(place: &'static Place) {
    let store = Store::new(R::Table::SCHEMA).await;
    for text in too_long(place) {
        let cell = Cell::<R>::new(place, 0, text);
        let reason = format!("is {} bytes", place.limit + 1);
        check_refused(&cell, |error| {
            error.kind() == KeyErrorKind::TooLong
                && error.to_string().starts_with(&place.role.to_string())
                && error.reason().to_string().contains(&reason)
        });
        check_by_hand(&store, &cell, Engine::is_among(place.store_too_long)).await;
    }
    let cell = Cell::<R>::new(place, 0, String::new());
    check_refused(&cell, |error| error.kind() == KeyErrorKind::Empty);
    check_by_hand(&store, &cell, Engine::is_among(place.store_empty)).await;
}

fn check_refused<R: Row>(cell: &Cell<R>, is_cause: impl Fn(&KeyError) -> bool) {
    let Cell { place, text, row } = cell;
    let error = refusal(row.keys(), cell);
    assert!(is_cause(&error), "{cell}: {error}");
    assert_eq!(row.to_item().unwrap_err().key_error(), Some(&error), "{cell}");
    let asked = if place.is_partition { Asked::Anything } else { Asked::Value(text) };
    let error = refusal(row.ask(place.attribute, asked), cell);
    assert!(is_cause(&error), "{cell}: {error}");
}

/// Does not call `unwrap_err`, which would print the string.
fn refusal<T, E, R: Row>(result: Result<T, E>, cell: &Cell<R>) -> E {
    result.err().unwrap_or_else(|| panic!("{cell}: not refused"))
}

async fn check_by_hand<R: Row>(store: &Store, cell: &Cell<R>, is_stored: bool) {
    let item = cell.row.by_hand();
    let put = store.client.put_item().table_name(&store.table).set_item(Some(item.clone()));
    match put.send().await {
        Ok(_) => assert!(is_stored, "{cell}: the engine stores it"),
        Err(error) => {
            assert_eq!(error.code(), Some("ValidationException"), "{cell}");
            assert!(!is_stored, "{cell}: the engine refuses it");
            return;
        }
    }
    let key = R::SCHEMA
        .key_attributes()
        .filter(|own| own.index_name().is_none())
        .map(|own| own.name().to_owned());
    let key: Item = key.map(|name| (name.clone(), item[&name].clone())).collect();
    assert!(get(store, &key).await.as_ref() == Some(&item), "{cell}: stored as something else");
    assert!(!R::Table::audit(&item).is_empty(), "{cell}: no fault");
    if cell.place.role.index().is_none() {
        check_unread::<R>(&item, cell);
    }
}

/// Checks that no entity of the table reads the item.
fn check_unread<R: Row>(item: &Item, cell: &Cell<R>) {
    let error = refusal(R::from_item(item.clone()), cell);
    assert_ne!(error.kind(), ItemErrorKind::Format, "{cell}: {error}");
    let error = refusal(R::Table::from_item(item.clone()), cell);
    assert_ne!(error.kind(), ItemErrorKind::Format, "{cell}: {error}");
}
