//! Scans in the order of a hash of the partition key, as DynamoDB does. A program that reads only one of several pages
//! therefore misses rows in a test as well. Within a partition, rows are in the order of their sort keys.
//!
//! The engine keeps rows in the order of their keys. It reads the segments of a table by hash. This module computes the
//! order for an index.

use std::collections::HashMap;

use dynoxide::actions::TableDescription;
use dynoxide::actions::describe_table::DescribeTableRequest;
use dynoxide::actions::scan::{ScanRequest, ScanResponse};
use dynoxide::storage::{compute_hash_prefix, hash_in_segment};
use dynoxide::types::{
    ConsumedCapacity, KeySchemaElement, KeyType, consumed_capacity, consumed_capacity_with_indexes,
    item_size, read_capacity_units_with_consistency,
};
use dynoxide::{AttributeValue, Database, Item, Result};

use super::dispatch::decode;

/// The maximum size of a page in bytes, before its filter.
const PAGE: usize = 1 << 20;

pub(super) fn scan(database: &Database, body: &[u8]) -> Result<ScanResponse> {
    let mut request: ScanRequest = decode(body)?;
    if request.index_name.is_some() {
        return scan_index(database, body);
    }
    // The whole table is segment 0 of 1.
    if request.segment.is_none() && request.total_segments.is_none() {
        (request.segment, request.total_segments) = (Some(0), Some(1));
    }
    database.scan(request)
}

/// Finds the rows of the page, and lets the engine read them, with filter and projection: each run of rows that
/// are adjacent in the index is a separate scan.
fn scan_index(database: &Database, body: &[u8]) -> Result<ScanResponse> {
    let request: ScanRequest = decode(body)?;
    // If the engine refuses the request, it does so here.
    let first = database.scan(ScanRequest { limit: Some(1), ..decode(body)? })?;
    let index = Index::of(database, &request)?;
    let rows = index.rows(database)?;
    let ahead = index.ahead(database, &rows, &request)?;

    let limit = request.limit.unwrap_or(usize::MAX);
    let mut size = 0;
    let fits = |row: &&&Row| {
        size += row.size;
        size <= PAGE
    };
    let page: Vec<&Row> = ahead.iter().take(limit).take_while(fits).copied().collect();
    let is_last = page.len() == ahead.len() && page.len() < limit;

    let mut items = Vec::new();
    let mut count = 0;
    for run in page.chunk_by(|row, next| row.place + 1 == next.place) {
        let before = run[0].place.checked_sub(1).map(|place| rows[place].key.clone());
        let read = database.scan(ScanRequest {
            exclusive_start_key: before,
            exclusive_start_key_raw: None,
            limit: Some(run.len()),
            segment: None,
            total_segments: None,
            ..decode(body)?
        })?;
        items.extend(read.items.unwrap_or_default());
        count += read.count;
    }
    Ok(ScanResponse {
        // The answer to a request for a count has no items.
        items: first.items.map(|_| items),
        count,
        scanned_count: page.len(),
        last_evaluated_key: page.last().filter(|_| !is_last).map(|row| row.key.clone()),
        consumed_capacity: index.capacity(&request, page.iter().map(|row| row.size).sum()),
    })
}

struct Index<'r> {
    table: &'r str,
    name: &'r str,
    is_global: bool,
    /// The attributes of the partition key.
    partition: Vec<String>,
    /// The attributes of a start key: attributes of the index and of the table.
    key: Vec<String>,
}

/// A row of an index.
struct Row {
    /// The number of rows before it in the order of keys.
    place: usize,
    hash: String,
    key: Item,
    size: usize,
}

impl<'r> Index<'r> {
    /// Returns the index that an accepted request names.
    fn of(database: &Database, request: &'r ScanRequest) -> Result<Self> {
        let table_name = request.table_name.clone();
        let table = database.describe_table(DescribeTableRequest { table_name })?.table;
        let name = request.index_name.as_deref().unwrap_or_default();
        let (is_global, own) = key_schema(&table, name);
        let partition = own.iter().filter(|element| element.key_type == KeyType::HASH);
        Ok(Self {
            table: &request.table_name,
            name,
            is_global,
            partition: partition.map(|element| element.attribute_name.clone()).collect(),
            key: own
                .iter()
                .chain(&table.key_schema)
                .map(|element| element.attribute_name.clone())
                .collect(),
        })
    }

    /// Returns all rows, in the order of their keys.
    fn rows(&self, database: &Database) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        let mut start = None;
        loop {
            let page = database.scan(self.from(start))?;
            for item in page.items.unwrap_or_default() {
                rows.push(self.row(rows.len(), &item));
            }
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(rows);
            }
        }
    }

    fn row(&self, place: usize, item: &Item) -> Row {
        let key = self.key.iter().filter_map(|name| Some((name.clone(), item.get(name)?.clone())));
        Row { place, hash: self.hash(item), key: key.collect(), size: item_size(item) }
    }

    /// Returns the rows of the request's segment after its start key, in hash order.
    fn ahead<'rows>(
        &self,
        database: &Database,
        rows: &'rows [Row],
        request: &ScanRequest,
    ) -> Result<Vec<&'rows Row>> {
        let mut ahead: Vec<&Row> = rows.iter().collect();
        if let (Some(segment), Some(segments)) = (request.segment, request.total_segments) {
            ahead.retain(|row| hash_in_segment(&row.hash, segment, segments));
        }
        if let Some(start) = &request.exclusive_start_key_raw {
            let start: Item = decode(start.to_string().as_bytes())?;
            let start = (self.hash(&start), self.place_after(database, rows, start)?);
            ahead.retain(|row| (&row.hash, row.place) >= (&start.0, start.1));
        }
        ahead.sort_by(|one, other| (&one.hash, one.place).cmp(&(&other.hash, other.place)));
        Ok(ahead)
    }

    /// Returns the position of the first row after a key, in the order of keys. The row with that key may be gone.
    fn place_after(&self, database: &Database, rows: &[Row], key: Item) -> Result<usize> {
        let page = database.scan(ScanRequest { limit: Some(1), ..self.from(Some(key)) })?;
        let next = page.last_evaluated_key;
        let place = next.and_then(|next| rows.iter().position(|row| row.key == next));
        Ok(place.unwrap_or(rows.len()))
    }

    fn from(&self, start: Option<Item>) -> ScanRequest {
        ScanRequest {
            table_name: self.table.to_owned(),
            index_name: Some(self.name.to_owned()),
            exclusive_start_key: start,
            ..ScanRequest::default()
        }
    }

    /// Returns a hash of the partition key.
    fn hash(&self, item: &Item) -> String {
        let values = self.partition.iter().filter_map(|name| item.get(name)?.to_key_string());
        compute_hash_prefix(&AttributeValue::B(values.collect::<String>().into_bytes()))
    }

    fn capacity(&self, request: &ScanRequest, size: usize) -> Option<ConsumedCapacity> {
        let is_consistent = request.consistent_read.unwrap_or_default();
        let units = read_capacity_units_with_consistency(size, is_consistent);
        let mode = &request.return_consumed_capacity;
        if self.is_global {
            let indexes = HashMap::from([(self.name.to_owned(), units)]);
            consumed_capacity_with_indexes(self.table, 0.0, &indexes, mode)
        } else {
            consumed_capacity(self.table, units, mode)
        }
    }
}

/// Returns whether an index is global, and its key schema.
fn key_schema<'t>(table: &'t TableDescription, name: &str) -> (bool, &'t [KeySchemaElement]) {
    let global = table.global_secondary_indexes.iter().flatten();
    let global = global.map(|index| (&index.index_name, true, &index.key_schema));
    let local = table.local_secondary_indexes.iter().flatten();
    let local = local.map(|index| (&index.index_name, false, &index.key_schema));
    let index = global.chain(local).find(|(own, ..)| *own == name);
    index.map_or((true, &[]), |(_, is_global, keys)| (is_global, keys))
}
