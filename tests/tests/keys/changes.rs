//! Runs changes of a live table: how each version of a program reads the rows of the other, and what must be done
//! with stored rows. `diff` must report the same.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::part::Shard;
use ddbkey::schema::TableSchema;
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyPart, Keys};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind};
use ddbkey_tools::{Cost, Deploy, Schema, SchemaChange, diff};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

type Item = HashMap<String, AttributeValue>;

/// A version of a program. Rows with the same number are the same row in both versions.
struct Version<T> {
    schema: &'static TableSchema,
    /// The rows as this version reads them: first its own, then further ones of the other version.
    rows: Vec<T>,
    /// The items that this version writes.
    items: Vec<Item>,
    queries: Vec<KeyCondition>,
}

/// What the macro below implements for the table of each version.
trait Program: DdbTable + PartialEq + Clone {
    fn read_item(item: &Item) -> Option<Self>;
    fn rows_of(condition: &KeyCondition, item: &Item) -> Vec<Self>;
    fn is_sound(item: &Item) -> bool;
    fn to_stored(&self) -> Item;
}

impl<T: Program> Version<T> {
    /// Returns whether a row of the other version is read correctly.
    fn reads(&self, number: usize, item: &Item) -> bool {
        self.rows.get(number).is_some_and(|row| T::read_item(item).as_ref() == Some(row))
    }

    fn reads_all(&self, items: &[Item]) -> bool {
        items.iter().enumerate().all(|(number, item)| self.reads(number, item))
    }

    /// Returns whether each query of an index finds the same rows as among its own. Queries of the table do so
    /// together, one for each key that an entity reads.
    fn finds_all(&self, index: Option<&str>, items: &[Item]) -> bool {
        let queries = self.queries.iter().filter(|query| query.index_name() == index);
        let together = if index.is_none() { self.queries.len().max(1) } else { 1 };
        let queries: Vec<_> = queries.collect();
        let mut cases = queries.chunks(together).flat_map(|queries| {
            self.rows.iter().zip(items).map(move |(row, item)| (queries, row, item))
        });
        cases.all(|(queries, row, item)| {
            let own = row.to_stored();
            let is_own = queries.iter().any(|query| query.matches_with(|name| text(&own, name)));
            !is_own || queries.iter().any(|query| finds(query, row, item))
        })
    }

    fn has_index(&self, index: &str) -> bool {
        self.schema.index_names().any(|name| name == index)
    }
}

fn finds<T: Program>(query: &KeyCondition, row: &T, item: &Item) -> bool {
    query.matches_with(|name| text(item, name)) && T::rows_of(query, item) == [row.clone()]
}

/// Returns the stored rows of the other version after this version has filled its indexes.
fn fill<T: Program>(items: &[Item]) -> Vec<Item> {
    let fill = |item| T::read_item(item).map_or_else(|| item.clone(), |row| row.to_stored());
    items.iter().map(fill).collect()
}

/// Returns the rows of the other version after this version has updated each row that it can read.
fn update<T: Program>(version: &Version<T>, items: &[Item]) -> Vec<Item> {
    let update = |item: &Item| {
        let Some(row) = T::read_item(item) else { return item.clone() };
        let (mut own, mut item) = (row.to_stored(), item.clone());
        for (name, _) in version.schema.key_attributes() {
            match own.remove(name) {
                _ if ["pk", "sk"].contains(&name) => continue,
                Some(value) => item.insert(name.to_owned(), value),
                None => item.remove(name),
            };
        }
        item
    };
    items.iter().map(update).collect()
}

/// Returns the string of a key attribute.
fn text<'i>(item: &'i Item, name: &str) -> Option<&'i str> {
    match item.get(name)? {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text),
        _ => None,
    }
}

/// Returns whether an item has the table key of these keys.
fn is_under(keys: &Keys, item: &Item) -> bool {
    ["pk", "sk"].iter().all(|name| text(item, name) == keys.get(name))
}

/// Returns how a change must be deployed, from how the two versions read each other's rows: the worst of the table
/// and of each index.
fn deploy<Old: Program, New: Program>(old: &Version<Old>, new: &Version<New>) -> Deploy {
    let (new_reads, old_reads) = (new.reads_all(&old.items), old.reads_all(&new.items));
    let of_table = judge(
        new_reads,
        new_reads && new.finds_all(None, &old.items),
        old_reads && old.finds_all(None, &new.items),
    );
    let names = old.schema.index_names().chain(new.schema.index_names());
    let of_index = |index: &str| {
        // DynamoDB creates an index, and fills it, after the old version.
        let exists = old.has_index(index) || !new.has_index(index);
        let deploy = judge(
            new_reads,
            exists && new.finds_all(Some(index), &old.items),
            old.finds_all(Some(index), &new.items),
        );
        // An update by a version without the index leaves the index attributes as they are.
        let is_kept = (old.has_index(index)
            || new.finds_all(Some(index), &update(old, &new.items)))
            && (new.has_index(index) || old.finds_all(Some(index), &update(new, &old.items)));
        if !is_kept {
            return Deploy::Breaking;
        }
        if deploy == Deploy::AfterBackfill {
            let filled = fill::<New>(&old.items);
            assert!(new.finds_all(Some(index), &filled), "{index} is not filled");
            assert!(filled.iter().all(New::is_sound));
        }
        deploy
    };
    let all = names.map(of_index).fold(of_table, Ord::max);
    // Two rows must stay two when they are moved.
    let moved = new.rows.iter().take(old.items.len()).map(|row| {
        let item = row.to_stored();
        ["pk", "sk"].map(|name| text(&item, name).map(str::to_owned))
    });
    let moved: Vec<_> = moved.collect();
    let are_distinct = moved.iter().collect::<BTreeSet<_>>().len() == moved.len();
    if are_distinct { all } else { Deploy::Breaking }
}

fn judge(new_reads: bool, new_finds: bool, old_finds: bool) -> Deploy {
    match (new_finds, old_finds) {
        (true, true) => Deploy::AnyOrder,
        (true, false) => Deploy::ReadersFirst,
        (false, true) if new_reads => Deploy::AfterBackfill,
        _ => Deploy::Breaking,
    }
}

/// Returns what must be done with the stored rows: move rows under another key, and update rows that the audit
/// reports. Rows that cannot be read must be moved or deleted.
fn cost<Old: Program, New: Program>(old: &Version<Old>, new: &Version<New>) -> Cost {
    let stored = || old.items.iter().zip(&new.rows);
    let moved = stored().filter(|(item, row)| !is_under(&row.keys().unwrap(), item)).count();
    let updated = old.items.iter().filter(|item| !New::is_sound(item)).count();
    let changed = moved.max(updated);
    if changed == 0 {
        let is_same = old.schema.index_names().eq(new.schema.index_names());
        return if is_same { Cost::Nothing } else { Cost::Index };
    }
    match (changed == old.items.len(), moved) {
        (false, _) => Cost::SomeItems,
        (true, 0) => Cost::EachItemUpdated,
        (true, _) => Cost::EachItemMoved,
    }
}

#[track_caller]
fn check<Old: Program, New: Program>(
    old: &Version<Old>,
    new: &Version<New>,
    said: Option<(Cost, Deploy)>,
    happened: (Cost, Deploy),
) {
    assert!(old.reads_all(&old.items) && new.reads_all(&new.items));
    assert_eq!((cost(old, new), deploy(old, new)), happened, "by running it");
    let changes = diff(&Schema::of(old.schema), &Schema::of(new.schema));
    let max = changes.iter().map(|change| (change.cost(), change.deploy()));
    let max = max.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
    let lines: Vec<_> = changes.iter().map(SchemaChange::to_string).collect();
    assert_eq!(max, said, "{lines:#?}");
    let mut read = old.items.iter().zip(&new.rows).map(|(item, row)| (New::read_item(item), row));
    let is_misread = read.any(|(read, row)| read.is_some_and(|read| read != *row));
    let is_said = lines.iter().any(|line| line.contains("old keys read as other values"));
    assert!(is_said || !is_misread, "{lines:#?}");
}

macro_rules! version {
    ($name:ident {
        $($(#[$of_entity:meta])* $entity:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* })*
    } [$($item:item)*] [$($row:expr),* $(,)?] [$($keys:expr),*] [$($read:expr),*] [$($query:expr),* $(,)?]) => {
        #[allow(dead_code, reason = "a version uses some of what is generated")]
        mod $name {
            use super::*;

            $(
                #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq)]
                $(#[$of_entity])*
                pub(super) struct $entity { $($(#[$of_field])* $field: $type,)* }
            )*
            $($item)*

            #[derive(DdbTable, Clone, PartialEq)]
            pub(super) enum Table { $($entity($entity),)* }

            impl Program for Table {
                fn read_item(item: &Item) -> Option<Self> {
                    Self::from_item(item.clone()).ok()
                }

                fn rows_of(condition: &KeyCondition, item: &Item) -> Vec<Self> {
                    Self::read(condition, [item.clone()]).rows
                }

                fn is_sound(item: &Item) -> bool {
                    Self::audit(item).is_empty()
                }

                fn to_stored(&self) -> Item {
                    match self { $(Self::$entity(row) => row.to_item().unwrap(),)* }
                }
            }

            pub(super) fn version() -> Version<Table> {
                let written: Vec<Table> = vec![$($row.into()),*];
                let mut items: Vec<Item> = written.iter().map(Program::to_stored).collect();
                let under: Vec<Keys> = vec![$($keys.keys().unwrap()),*];
                for (item, keys) in items.iter_mut().zip(under) {
                    item.extend(keys.into_item());
                }
                let rows = written.into_iter().chain([$(Table::from($read)),*]).collect();
                let queries = vec![$($query.build().unwrap()),*];
                Version { schema: Table::SCHEMA, rows, items, queries }
            }
        }
    };
}

/// Versions: what each declares and writes, the legacy keys of its first rows, what else it expects to read, its queries.
macro_rules! versions {
    () => {};
    (
        $name:ident: $entities:tt $(with $items:tt)? writes $rows:tt $(under $keys:tt)? $(reads $reads:tt)?
        queries $queries:tt
        $($rest:tt)*
    ) => {
        versions!(@one $name $entities [$($items)?] $rows [$($keys)?] [$($reads)?] $queries);
        versions!($($rest)*);
    };
    // Versions of one struct that write the same.
    (
        each $entity:ident $fields:tt writes $rows:tt: {
            $($name:ident: $(#[$of_entity:meta])* [$($query:expr),*];)*
        }
        $($rest:tt)*
    ) => {
        $(version!($name { $(#[$of_entity])* $entity $fields } [] $rows [] [] [$($query),*]);)*
        versions!($($rest)*);
    };
    (
        @one $name:ident $entities:tt [$({ $($item:item)* })?] $rows:tt [$([$($keys:expr),*])?]
        [$([$($read:expr),*])?] $queries:tt
    ) => {
        version!($name $entities [$($($item)*)?] $rows [$($($keys),*)?] [$($($read),*)?] $queries);
    };
}

/// A change as a test: two versions, the cost of the change and its deploy order. After `but`: what `diff` reports if it
/// cannot know that.
macro_rules! changes {
    ($(
        $(#[$attribute:meta])*
        $name:ident: $old:ident => $new:ident, $cost:ident, $deploy:ident $(, but $said:expr)?;
    )*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            let happened = (Cost::$cost, Deploy::$deploy);
            let said = [$($said,)? Some(happened)][0];
            check(&$old::version(), &$new::version(), said, happened);
        }
    )*};
}

macro_rules! status {
    ($($variant:tt)*) => {
        #[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[key_part(serde)]
        pub(super) enum Status { $($variant)* }
    };
}

macro_rules! method {
    ($entity:ident.$name:ident() -> $type:ty, |$of:ident| $value:expr) => {
        impl $entity {
            fn $name(&self) -> $type {
                let $of = self;
                $value
            }
        }
    };
}

macro_rules! order {
    ($($field:ident: $value:expr),*) => {
        Order { $($field: $value.into()),* }
    };
}

versions! {
    each Order { user: String, id: String, status: String, }
    writes [order!(user: "u", id: "o", status: "PAID")]: {
        orders: #[pk("USER", user)] #[sk("ORDER", id)]
            [Order::query(OrderPk { user: "u" })];
        by_status: #[pk("USER", user)] #[sk("ORDER", id)] #[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
            [Order::query(OrderPk { user: "u" }), Order::query_gsi1(OrderGsi1Pk { status: "PAID" })];
        by_status_with_user: #[pk("USER", user)] #[sk("ORDER", id)]
            #[gsi("gsi1", pk = ("STATUS", status), sk = (user, id))]
            [Order::query_gsi1(OrderGsi1Pk { status: "PAID" })];
        by_user_and_status: #[pk("USER", user)] #[sk("ORDER", id)]
            #[gsi("gsi1", pk = ("USER", user, "STATUS", status), sk = (id))]
            [Order::query_gsi1(OrderGsi1Pk { user: "u", status: "PAID" })];
        by_status_with_user_and_by_both: #[pk("USER", user)] #[sk("ORDER", id)]
            #[gsi("gsi1", pk = ("STATUS", status), sk = (user, id))]
            #[gsi("gsi2", pk = ("USER", user, "STATUS", status), sk = (id))]
            [Order::query_gsi1(OrderGsi1Pk { status: "PAID" }),
             Order::query_gsi2(OrderGsi2Pk { user: "u", status: "PAID" })];
        by_attributes: #[pk("USER", user)] #[sk("ORDER", id)] #[gsi("by_status", pk = [status], sk = [id])]
            [Order::query_by_status(OrderByStatusPk { status: "PAID" })];
        by_attribute: #[pk("USER", user)] #[sk("ORDER", id)] #[gsi("gsi1", pk = [status])]
            [Order::query_gsi1(OrderGsi1Pk { status: "PAID" })];
    }

    orders_and_carts: {
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        Order { user: String, id: String, status: String, }
        #[pk("USER", user)]
        #[sk("CART")]
        Cart { user: String, }
    }
    writes [order!(user: "u", id: "o", status: "PAID"), Cart { user: "u".into() }]
    queries [Order::query(OrderPk { user: "u" }), Cart::query(CartPk { user: "u" })]

    id_renamed_in_rust: {
        #[pk("USER", user)]
        #[sk("ORDER", number)]
        Order { user: String, #[serde(rename = "id")] number: String, status: String, }
    }
    writes [order!(user: "u", number: "o", status: "PAID")]
    queries [Order::query(OrderPk { user: "u" }).number("o")]

    each Order { user: String, id: String, #[serde(rename = "state", alias = "status")] status: String, }
    writes [order!(user: "u", id: "o", status: "PAID")]: {
        status_renamed_in_serde: #[pk("USER", user)] #[sk("ORDER", id)]
            [Order::query(OrderPk { user: "u" })];
        by_attribute_renamed_in_serde: #[pk("USER", user)] #[sk("ORDER", id)] #[gsi("gsi1", pk = [status])]
            [Order::query_gsi1(OrderGsi1Pk { status: "PAID" })];
    }

    orders_and_carts_in_an_index: {
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        #[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
        Order { user: String, id: String, status: String, }
        #[pk("USER", user)]
        #[sk("CART")]
        #[gsi("gsi1", pk = ("CART"), sk = (user))]
        Cart { user: String, }
    }
    writes [order!(user: "u", id: "o", status: "PAID")]
    queries [Order::query_gsi1(OrderGsi1Pk { status: "PAID" })]

    carts_in_an_index: {
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        Order { user: String, id: String, status: String, }
        #[pk("USER", user)]
        #[sk("CART")]
        #[gsi("gsi1", pk = ("CART"), sk = (user))]
        Cart { user: String, }
    }
    writes [order!(user: "u", id: "o", status: "PAID")]
    queries [Order::query(OrderPk { user: "u" })]

    carts_by_user: {
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        #[gsi("own", pk = [user], sk = [id])]
        Order { user: String, id: String, }
        #[pk("CART", id)]
        #[sk("CART")]
        #[gsi("by_user", pk = [user], sk = [id])]
        Cart { user: String, id: String, }
    }
    writes [order!(user: "u", id: "o"), Cart { user: "u".into(), id: "c".into() }]
    queries [Cart::query_by_user(CartByUserPk { user: "u" })]

    orders_and_carts_by_user: {
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        #[gsi("own", pk = [user], sk = [id])]
        #[gsi("by_user", pk = [user], sk = [id])]
        Order { user: String, id: String, }
        #[pk("CART", id)]
        #[sk("CART")]
        #[gsi("by_user", pk = [user], sk = [id])]
        Cart { user: String, id: String, }
    }
    writes [order!(user: "u", id: "o"), Cart { user: "u".into(), id: "c".into() }]
    queries [
        Cart::query_by_user(CartByUserPk { user: "u" }),
        Order::query_by_user(OrderByUserPk { user: "u" }),
    ]

    each Order { user: String, number: u32, }
    writes [order!(user: "u", number: 42_u32)]: {
        five_digits: #[pk("USER", user)] #[sk("ORDER", "{number:05}")]
            [Order::query(OrderPk { user: "u" }).number_in(40..50)];
        eight_digits: #[pk("USER", user)] #[sk("ORDER", "{number:08}")]
            [Order::query(OrderPk { user: "u" }).number_in(40..50)];
        eight_digits_next: #[pk("USER", user)] #[sk("ORDER", "{number:05}")]
            #[was("next", sk = ("ORDER2", "{number:08}"))]
            [Order::query(OrderPk { user: "u" }).number_in(40..50),
             Order::query_next(OrderPk { user: "u" }).number_in(40..50)];
        five_digits_before: #[pk("USER", user)] #[sk("ORDER2", "{number:08}")]
            #[was("v1", sk = ("ORDER", "{number:05}"))]
            [Order::query(OrderPk { user: "u" }).number_in(40..50),
             Order::query_v1(OrderPk { user: "u" }).number_in(40..50)];
        eight_digits_next_in_an_index: #[pk("USER", user)] #[sk("ORDER", "{number:05}")]
            #[was("next", sk = ("ORDER", "{number:08}"))]
            #[gsi("all", pk = ("ALL"), sk = sk)]
            [Order::query_all(OrderAllPk).number_in(40..50)];
        five_digits_before_in_an_index: #[pk("USER", user)] #[sk("ORDER", "{number:08}")]
            #[was("v1", sk = ("ORDER", "{number:05}"))]
            #[gsi("all", pk = ("ALL"), sk = sk)]
            [Order::query_all(OrderAllPk).number_in(40..50)];
    }

    a_struct_for_each: {
        #[pk("USER", user)]
        #[sk("ORDER2", "{number:08}")]
        Order { user: String, number: u32, }
        #[pk("USER", user)]
        #[sk("ORDER", "{number:05}")]
        OldOrder { user: String, number: u32, }
    }
    writes [OldOrder { user: "u".into(), number: 42 }, order!(user: "u", number: 43_u32)]
    queries [OldOrder::query(OldOrderPk { user: "u" }), Order::query(OrderPk { user: "u" })]

    five_digits_before_and_one_row_moved: {
        #[pk("USER", user)]
        #[sk("ORDER2", "{number:08}")]
        #[was("v1", sk = ("ORDER", "{number:05}"))]
        Order { user: String, number: u32, }
    }
    writes [order!(user: "u", number: 42_u32), order!(user: "u", number: 43_u32)]
    under [order!(user: "u", number: 42_u32).v1()]
    queries [Order::query(OrderPk { user: "u" }).number_in(40..50), Order::query_v1(OrderPk { user: "u" }).number_in(40..50)]

    eight_digits_only: {
        #[pk("USER", user)]
        #[sk("ORDER2", "{number:08}")]
        Order { user: String, number: u32, }
    }
    writes [order!(user: "u", number: 42_u32), order!(user: "u", number: 43_u32)]
    queries [Order::query(OrderPk { user: "u" }).number_in(40..50)]

    a_status_in_the_key: {
        #[pk("USER", user)]
        #[sk("ORDER", status)]
        Order { user: String, status: Status, }
    }
    with { status! { Open, Paid } }
    writes [order!(user: "u", status: Status::Open), order!(user: "u", status: Status::Paid)]
    queries [Order::query(OrderPk { user: "u" })]

    another_status_in_the_key: {
        #[pk("USER", user)]
        #[sk("ORDER", status)]
        Order { user: String, status: Status, }
    }
    with { status! { Open, #[serde(alias = "Paid")] Settled } }
    writes [order!(user: "u", status: Status::Open), order!(user: "u", status: Status::Settled)]
    queries [Order::query(OrderPk { user: "u" })]

    users: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("EMAIL", email), sk = (user))]
        User { user: String, email: String, }
    }
    writes [User { user: "u1".into(), email: "e".into() }]
    queries [User::query_gsi1(UserGsi1Pk { email: "e" })]

    optional_email: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("EMAIL", email), sk = (user))]
        User { user: String, #[serde(skip_serializing_if = "Option::is_none")] email: Option<String>, }
    }
    writes [
        User { user: "u1".into(), email: Some("e".into()) },
        User { user: "u2".into(), email: None },
    ]
    queries [User::query_gsi1(UserGsi1Pk { email: "e" })]

    default_email: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("EMAIL", email), sk = (user))]
        User { user: String, #[serde(default = "unknown")] email: String, }
    }
    with {
        fn unknown() -> String {
            "unknown".into()
        }
    }
    writes [User { user: "u1".into(), email: "e".into() }]
    reads [User { user: "u2".into(), email: "unknown".into() }]
    queries [
        User::query_gsi1(UserGsi1Pk { email: "e" }),
        User::query_gsi1(UserGsi1Pk { email: "unknown" }),
    ]

    optional_email_and_nick: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("EMAIL", email), sk = (nick))]
        User { user: String, #[serde(skip_serializing_if = "Option::is_none")] email: Option<String>, nick: String, }
    }
    writes [
        User { user: "u1".into(), email: Some("e".into()), nick: "n".into() },
        User { user: "u2".into(), email: None, nick: "n".into() },
    ]
    queries [User::query_gsi1(UserGsi1Pk { email: "e" })]

    email_and_optional_nick: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("EMAIL", email), sk = (nick))]
        User { user: String, email: String, #[serde(skip_serializing_if = "Option::is_none")] nick: Option<String>, }
    }
    writes [User { user: "u1".into(), email: "e".into(), nick: Some("n".into()) }]
    queries [User::query_gsi1(UserGsi1Pk { email: "e" })]

    optional_state: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("STATE", state() -> Option<&str>), sk = (user))]
        User { user: String, is_open: bool, }
    }
    with { method!(User.state() -> Option<&str>, |user| user.is_open.then_some("OPEN")); }
    writes [User { user: "u1".into(), is_open: true }, User { user: "u2".into(), is_open: false }]
    queries [User::query_gsi1(UserGsi1Pk { state: "OPEN" })]

    state: {
        #[pk("USER", user)]
        #[sk("PROFILE")]
        #[gsi("gsi1", pk = ("STATE", state() -> &str), sk = (user))]
        User { user: String, is_open: bool, }
    }
    with { method!(User.state() -> &str, |user| if user.is_open { "OPEN" } else { "CLOSED" }); }
    writes [User { user: "u1".into(), is_open: true }, User { user: "u2".into(), is_open: false }]
    queries [
        User::query_gsi1(UserGsi1Pk { state: "OPEN" }),
        User::query_gsi1(UserGsi1Pk { state: "CLOSED" }),
    ]

    files: {
        #[pk("USER", user)]
        #[sk("FILE", name)]
        File { user: String, name: String, }
    }
    writes [File { user: "u".into(), name: "n".into() }]
    queries [File::query(FilePk { user: "u" })]

    each File { user: String, #[serde(default = "home")] volume: String, name: String, }
    writes [File { user: "u".into(), volume: home(), name: "n".into() }]: {
        files_of_volumes: #[pk("USER", user)] #[sk("FILE", volume, name)] [File::query(FilePk { user: "u" })];
        files_before_volumes: #[pk("USER", user)] #[sk("FILE", volume, name)] #[was("v1", sk = ("FILE", name))]
            [File::query(FilePk { user: "u" }), File::query_v1(FilePk { user: "u" })];
    }

    paths: {
        #[ddb(fields_from_keys)]
        #[pk("USER", user)]
        #[sk("FILE", "{*path}")]
        File { user: String, #[serde(skip)] path: String, }
    }
    writes [File { user: "u".into(), path: "home#ann#n".into() }]
    queries [File::query(FilePk { user: "u" })]

    paths_of_volumes: {
        #[ddb(fields_from_keys)]
        #[pk("USER", user)]
        #[sk("FILE", volume, "{*path}")]
        File { user: String, #[serde(skip)] volume: String, #[serde(skip)] path: String, }
    }
    writes [File { user: "u".into(), volume: "disk".into(), path: "home#ann#n".into() }]
    queries [File::query(FilePk { user: "u" })]

    docs: {
        #[pk("USER", user)]
        #[sk("DOC", id)]
        Doc { user: String, id: String, }
    }
    writes [Doc { user: "u".into(), id: "1".into() }, Doc { user: "u".into(), id: "2".into() }]
    queries [Doc::query(DocPk { user: "u" })]

    docs_and_notes: {
        #[pk("USER", user)]
        #[sk("DOC", id)]
        Doc { user: String, id: String, }
        #[pk("USER", user)]
        #[sk("NOTE", id)]
        Note { user: String, id: String, }
    }
    writes [
        Doc { user: "u".into(), id: "1".into() },
        Doc { user: "u".into(), id: "2".into() },
        Note { user: "u".into(), id: "3".into() },
    ]
    queries [Doc::query(DocPk { user: "u" }), Note::query(NotePk { user: "u" })]

    each Order { user: String, tenant: String, id: String, }
    writes [order!(user: "u", tenant: "t", id: "o")]: {
        users_of_tenants: #[pk("USER", user)] #[sk("ORDER", id)]
            [Order::query(OrderPk { user: "u" })];
        tenants: #[pk("TENANT", tenant)] #[sk("ORDER", id)]
            [Order::query(OrderPk { tenant: "t" })];
        users_before_tenants: #[pk("TENANT", tenant)] #[sk("ORDER", user, id)]
            #[was("by_user", pk = ("USER", user), sk = ("ORDER", id))]
            [Order::query(OrderPk { tenant: "t" }), Order::query_by_user(OrderByUserPk { user: "u" })];
    }

    each Order { user: String, tenant: String, id: String, }
    writes [order!(user: "u", tenant: "t", id: "o"), order!(user: "v", tenant: "t", id: "o")]: {
        two_users_of_tenants: #[pk("USER", user)] #[sk("ORDER", id)]
            [Order::query(OrderPk { user: "u" })];
        two_users_before_one_tenant: #[pk("TENANT", tenant)] #[sk("ORDER", id)] #[was("by_user", pk = ("USER", user))]
            [Order::query(OrderPk { tenant: "t" }), Order::query_by_user(OrderByUserPk { user: "u" })];
    }

    each Order {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")] x: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] y: Option<String>,
        z: String,
    }
    writes [
        Order { id: "1".into(), x: Some("x".into()), y: None, z: "z".into() },
        Order { id: "2".into(), x: None, y: Some("y".into()), z: "z".into() }
    ]: {
        one_of_two_indexes: #[pk("ORDER", id)] #[sk("ORDER")]
            #[gsi("one", pk = ["X#{x}" as "one_pk"], sk = ["{z}" as "both"])]
            [Order::query_one(OrderOnePk { x: "x" })];
        two_indexes_that_share_an_attribute: #[pk("ORDER", id)] #[sk("ORDER")]
            #[gsi("one", pk = ["X#{x}" as "one_pk"], sk = ["{z}" as "both"])]
            #[gsi("two", pk = ["Y#{y}" as "two_pk"], sk = ["{z}" as "both"])]
            [Order::query_one(OrderOnePk { x: "x" }), Order::query_two(OrderTwoPk { y: "y" })];
    }

    each Log { at: Timestamp, }
    writes [Log { at: Timestamp::UNIX_EPOCH }]: {
        months: #[pk("LOG", "{at:month}")] #[sk("{at:.3}")]
            [Log::query(LogPk { at: Timestamp::UNIX_EPOCH })];
        days: #[pk("LOG", "{at:day}")] #[sk("{at:.3}")]
            [Log::query(LogPk { at: Timestamp::UNIX_EPOCH })];
        months_before_days: #[pk("LOG", "{at:day}")] #[sk("{at:.3}")] #[was("by_month", pk = ("LOG", "{at:month}"))]
            [Log::query(LogPk { at: Timestamp::UNIX_EPOCH }),
             Log::query_by_month(LogByMonthPk { at: Timestamp::UNIX_EPOCH })];
    }

    shards_of_8: {
        #[pk("JOB", shard() -> Shard<8>)]
        #[sk("JOB", id)]
        Job { id: String, }
    }
    with { method!(Job.shard() -> Shard<8>, |job| Shard::of(&job.id)); }
    writes [Job { id: "1".into() }, Job { id: "2".into() }]
    queries [Job::query(JobPk { shard: Shard::of("1") }), Job::query(JobPk { shard: Shard::of("2") })]

    shards_of_16: {
        #[pk("JOB", shard() -> Shard<16>)]
        #[sk("JOB", id)]
        Job { id: String, }
    }
    with { method!(Job.shard() -> Shard<16>, |job| Shard::of(&job.id)); }
    writes [Job { id: "1".into() }, Job { id: "2".into() }]
    queries [Job::query(JobPk { shard: Shard::of("1") }), Job::query(JobPk { shard: Shard::of("2") })]

    shards_of_32: {
        #[pk("JOB", shard() -> Shard<32>)]
        #[sk("JOB", id)]
        Job { id: String, }
    }
    with { method!(Job.shard() -> Shard<32>, |job| Shard::of(&job.id)); }
    writes [Job { id: "1".into() }, Job { id: "2".into() }]
    queries [Job::query(JobPk { shard: Shard::of("1") }), Job::query(JobPk { shard: Shard::of("2") })]

    shards_of_8_before_16: {
        #[pk("JOB", shard_of_16() -> Shard<16>)]
        #[sk("JOB", id)]
        #[was("v1", pk = ("JOB", shard() -> Shard<8>))]
        Job { id: String, }
    }
    with {
        method!(Job.shard() -> Shard<8>, |job| Shard::of(&job.id));
        method!(Job.shard_of_16() -> Shard<16>, |job| Shard::of(&job.id));
    }
    writes [Job { id: "1".into() }, Job { id: "2".into() }]
    queries [
        Job::query(JobPk { shard_of_16: Shard::of("1") }),
        Job::query(JobPk { shard_of_16: Shard::of("2") }),
        Job::query_v1(JobV1Pk { shard: Shard::of("1") }),
        Job::query_v1(JobV1Pk { shard: Shard::of("2") }),
    ]
}

/// Versions of an order in an index by its status, which differ in the variants of the status.
macro_rules! statuses {
    ($($name:ident: { $($(#[$of:meta])* $variant:ident),* }
        writes [$($id:literal $row:ident),*] $(reads [$($read_id:literal $read:ident),*])?;)*
    ) => {$(
        version!(
            $name {
                #[pk("ORDER", id)]
                #[sk("ORDER")]
                #[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
                Order { id: String, status: Status, }
            }
            [status! { $($(#[$of])* $variant),* }]
            [$(order!(id: $id, status: Status::$row)),*]
            []
            [$($(order!(id: $read_id, status: Status::$read)),*)?]
            [$(Order::query_gsi1(OrderGsi1Pk { status: Status::$variant })),*]
        );
    )*};
}

statuses! {
    open: { Open } writes ["1" Open];
    open_or_paid: { Open, Paid } writes ["1" Open, "2" Paid];
    open_or_settled: { Open, #[serde(alias = "Paid")] Settled } writes ["1" Open, "2" Settled];
    open_paid_or_settled: { Open, Paid, Settled } writes ["1" Open, "2" Paid, "3" Settled];
    paid_is_an_alias: { Open, #[serde(alias = "Paid")] Settled }
        writes ["1" Open] reads ["2" Settled, "3" Settled];
}

fn home() -> String {
    "home".into()
}

changes! {
    a_an_index_added: orders => by_status, EachItemUpdated, AfterBackfill;
    b_an_entity_added: orders => orders_and_carts, Nothing, ReadersFirst;

    c_more_digits: five_digits => eight_digits, EachItemMoved, Breaking;
    /// The old rows stay in place until they are moved, and `diff` counts that.
    c_both_structs: five_digits => a_struct_for_each, Nothing, ReadersFirst,
        but Some((Cost::EachItemMoved, Deploy::ReadersFirst));
    c_its_next_key_announced: five_digits => eight_digits_next, Nothing, AnyOrder;
    c_and_written_a_release_later: eight_digits_next => five_digits_before, EachItemMoved, AnyOrder;
    c_and_written_a_release_later_with_an_index_over_the_key:
        eight_digits_next_in_an_index => five_digits_before_in_an_index, EachItemMoved, Breaking;
    c_with_its_legacy_key: five_digits => five_digits_before, EachItemMoved, ReadersFirst;
    c_its_legacy_key_dropped: five_digits_before_and_one_row_moved => eight_digits_only, SomeItems, Breaking;

    d_another_pattern_in_an_index: by_status_with_user => by_user_and_status, EachItemUpdated, Breaking;
    d_a_new_index_beside_the_old_one:
        by_status_with_user => by_status_with_user_and_by_both, EachItemUpdated, AfterBackfill;

    e_a_field_renamed_in_rust: orders => id_renamed_in_rust, Nothing, AnyOrder;
    /// The new release reads the old rows, but an update by the old one would be lost.
    e_a_field_renamed_in_serde: orders => status_renamed_in_serde, Nothing, ReadersFirst,
        but Some((Cost::Nothing, Deploy::Breaking));
    e_a_field_renamed_in_serde_that_is_an_attribute_of_an_index:
        by_attribute => by_attribute_renamed_in_serde, EachItemUpdated, Breaking;

    f_a_text_of_an_enum_in_the_key: a_status_in_the_key => another_status_in_the_key, SomeItems, Breaking;
    f_a_text_of_an_enum_in_an_index: open_or_paid => open_or_settled, SomeItems, Breaking;
    f_a_text_of_an_enum_added: open_or_paid => open_paid_or_settled, Nothing, ReadersFirst;
    f_a_variant_removed: open_or_paid => open, SomeItems, Breaking;
    f_a_variant_that_became_an_alias_of_another: open_paid_or_settled => paid_is_an_alias, SomeItems, AfterBackfill;

    g_a_field_becomes_optional: users => optional_email, Nothing, ReadersFirst;
    /// A default reads the rows without the field, but `diff` does not know that.
    g_a_field_is_no_longer_optional: optional_email => default_email, SomeItems, AfterBackfill,
        but Some((Cost::SomeItems, Deploy::Breaking));
    g_a_field_without_a_default_is_no_longer_optional: optional_email => users, SomeItems, Breaking;
    g_another_field_is_optional: optional_email_and_nick => email_and_optional_nick, SomeItems, Breaking;
    g_a_method_is_no_longer_optional: optional_state => state, SomeItems, AfterBackfill;

    h_a_part_in_the_middle: files => files_of_volumes, EachItemMoved, Breaking;
    h_a_part_in_the_middle_with_its_legacy_key: files => files_before_volumes, EachItemMoved, ReadersFirst;
    /// The old row reads as another row, and its audit is clean.
    h_a_part_before_the_rest: paths => paths_of_volumes, EachItemMoved, Breaking;

    i_an_entity_split: docs => docs_and_notes, Nothing, ReadersFirst;

    j_another_partition: users_of_tenants => tenants, EachItemMoved, Breaking;
    j_another_partition_with_its_legacy_key:
        users_of_tenants => users_before_tenants, EachItemMoved, ReadersFirst;
    j_a_key_that_lacks_a_field_of_the_legacy_one:
        two_users_of_tenants => two_users_before_one_tenant, EachItemMoved, Breaking;

    /// While both versions run, an update by the old one removes what the two indexes share.
    k_an_index_added_that_shares_an_attribute: one_of_two_indexes => two_indexes_that_share_an_attribute,
        SomeItems, Breaking, but Some((Cost::EachItemUpdated, Deploy::Breaking));
    k_an_index_removed: by_status => orders, Index, ReadersFirst;
    k_an_index_that_another_entity_keeps:
        orders_and_carts_in_an_index => carts_in_an_index, EachItemUpdated, ReadersFirst;

    /// The attributes are fields, so DynamoDB fills the new index.
    l_joined_keys_to_attributes: by_status => by_attributes, Index, AfterBackfill;
    /// An existing index already has every item with its attributes.
    l_an_index_over_fields_that_another_entity_has: carts_by_user => orders_and_carts_by_user, Nothing, AnyOrder;

    m_days_instead_of_months: months => days, EachItemMoved, Breaking;
    m_days_with_months_as_the_legacy_key: months => months_before_days, EachItemMoved, ReadersFirst;

    n_more_shards: shards_of_8 => shards_of_16, EachItemMoved, Breaking;
    /// The legacy key keeps the name of the method. `diff` knows nothing else about it.
    n_more_shards_with_the_legacy_key: shards_of_8 => shards_of_8_before_16, EachItemMoved, ReadersFirst;
    /// Half of the items keep their shard among twice as many.
    n_shards_of_as_many_digits: shards_of_16 => shards_of_32, SomeItems, Breaking;
}

/// An index that the table still has and no entity is in: a backfill removes what is left over in stored rows.
#[test]
fn k_a_backfill_removes_what_the_table_still_declares() {
    mod old {
        use super::*;

        #[derive(DdbKeys, Serialize, Deserialize)]
        #[pk("USER", user)]
        #[sk("ORDER", id)]
        #[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
        pub(super) struct Order {
            pub(super) user: String,
            pub(super) id: String,
            pub(super) status: String,
        }
    }

    #[derive(DdbKeys, Serialize, Deserialize)]
    #[ddb(table = Shop)]
    #[pk("USER", user)]
    #[sk("ORDER", id)]
    struct Order {
        user: String,
        id: String,
        status: String,
    }

    #[derive(DdbTable)]
    #[gsi("gsi1")]
    enum Shop {
        Order(Order),
    }

    let order = old::Order { user: "u".into(), id: "o".into(), status: "PAID".into() };
    let item = order.to_item().unwrap();
    let faults: Vec<_> = Shop::audit(&item).iter().map(Fault::kind).collect();
    assert_eq!(faults, [FaultKind::LeftOver; 2]);
    let repair = Shop::repair(&item).unwrap().unwrap();
    assert!(repair.expression("").starts_with("REMOVE "), "{}", repair.expression(""));
    let names: BTreeSet<_> = repair.names().map(|(_, name)| name).collect();
    assert!(names.is_superset(&["gsi1pk", "gsi1sk"].into()), "{names:?}");
}
