//! Prints the queries of each key as a page.

mod query;
#[cfg(test)]
mod tests;

pub(crate) use query::{ListedQuery, rows_order};

use crate::escape::span;
use crate::schema::{CURRENT, Entity, Key, Schema};

/// Returns a page of Markdown with the queries of a table, for each key of each entity.
///
/// Each query is printed as a program spells it, with the condition that it becomes, without values. Below the query is
/// what it reads, in which order, and which other rows it [also returns](Key::also_returned). There is a query for each
/// number of parts of the sort key. There is one for a range of the next part if its strings sort like its values, and one
/// for a prefix of the next part if the part is a string or a time.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, queries};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let page = queries(&Schema::of(Shop::SCHEMA));
/// assert!(page.contains("\
/// - `Order::query(OrderPk { user_id }).number_in(from..to)`
///   - `pk = USER#{user_id}, sk between ORDER#{number} and ORDER#{number} (Order)`
///   - reads rows of one partition
///   - order: `number`
/// - `Order::query(OrderPk { user_id }).number(number)`
///   - `pk = USER#{user_id}, sk = ORDER#{number} (Order)`
///   - reads one item
/// "));
/// ```
#[must_use]
pub fn queries(schema: &Schema) -> String {
    let mut page = format!("# Queries of {}\n", span(&schema.name));
    for entity in &schema.entities {
        page += &format!("\n## {}\n", span(&entity.name));
        for key in entity.keys.iter().chain(&entity.index_keys) {
            page += &format!("\n### {}\n\n", heading(entity, key));
            page += &about(schema, entity, key)
                .into_iter()
                .map(|line| line + "\n\n")
                .collect::<String>();
            let queries = ListedQuery::all(schema, entity, key);
            page += &queries.iter().map(entry).collect::<String>();
        }
    }
    page
}

fn heading(entity: &Entity, key: &Key) -> String {
    let shape = entity.shape(key).map(|name| format!(" as {}", span(name))).unwrap_or_default();
    match (key.index(), key.noun()) {
        (Some(index), _) => format!("Index {}{shape}", span(index)),
        (None, Some(("alternative", name))) => format!("Alternative {}", span(name)),
        (None, Some((_, name))) => format!("Legacy key {}", span(name)),
        (None, None) => "The table".into(),
    }
}

/// Returns what holds for each query of an index.
fn about(schema: &Schema, entity: &Entity, key: &Key) -> Vec<String> {
    let before = entity.index_keys_in(key.name()).take_while(|other| !std::ptr::eq(*other, key));
    let before: Vec<_> = before.filter_map(|key| key.rust_name.clone()).collect();
    let others = (!before.is_empty())
        .then(|| format!("Holds the items that are not in the index as {}.", list(&before)));
    let optional = (!key.optional.is_empty())
        .then(|| format!("Holds the items with {}.", list(&key.optional)));
    let projection = match schema.key_of(key.index()).map(|own| &own.projection) {
        Some(Some(names)) if names.is_empty() => Some("Returns only the keys.".into()),
        Some(Some(names)) => Some(format!("Returns the keys and {}.", list(names))),
        _ => None,
    };
    optional.into_iter().chain(others).chain(projection).collect()
}

fn entry(query: &ListedQuery<'_>) -> String {
    let (spelled, condition) = (span(&query.spelled()), span(&query.condition()));
    let reads = query.reads();
    let order = rows_order(query.key, query.given);
    let order = order.map(|order| format!("  - order: {order}\n")).unwrap_or_default();
    let (also, _) = also_returned(query.entity, query.key, query.given);
    let also = also.map(|also| format!("  - also returns {also}\n")).unwrap_or_default();
    format!("- {spelled}\n  - {condition}\n  - reads {reads}\n{order}{also}")
}

/// Returns the other rows that a query with this many parts of a key returns, if there are any, and the names of the other
/// entities among them.
pub(crate) fn also_returned(
    entity: &Entity,
    key: &Key,
    given: usize,
) -> (Option<String>, Vec<String>) {
    let name = span(&entity.name);
    let is_returned = |(_, parts): &(&String, &usize)| **parts >= given;
    let own = key.also_returned_under.iter().filter(is_returned).map(|(under, _)| {
        if key.index().is_none() && under == CURRENT {
            format!("{name} under its current key")
        } else {
            format!("{name} under {}", span(under))
        }
    });
    let others = key.also_returned.iter().filter(is_returned);
    let others: Vec<_> = others.map(|(entity, _)| entity.clone()).collect();
    let shown: Vec<_> = own.chain(others.iter().map(|name| span(name))).collect();
    ((!shown.is_empty()).then(|| shown.join(", ")), others)
}

/// Returns names as a list.
pub(crate) fn list<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    names.into_iter().map(|name| span(name)).collect::<Vec<_>>().join(", ")
}
