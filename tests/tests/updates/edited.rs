//! Edits among the other writers: with a version, indexes of several attributes and of a field alone, a legacy key, sums
//! that reach the end of their range, conditions, and fields that a row lacks.

#![allow(
    dead_code,
    reason = "rustc checks what a derive writes in a macro of this crate like its own code"
)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::requests::{Edit, EditRow};
use ddbkey_aws::{Table as Handle, field};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;

use crate::Item;
use crate::forms::{action, actions, guarded, table};
use crate::memory::{Key, Request, key_item, key_of};
use crate::search::{Action, Does, Form, Row, item, keys_of};

/// The place for the actions that a request sends.
pub(crate) type Slot = Arc<Mutex<Option<Vec<TransactWriteItem>>>>;

thread_local! {
    static ENGINE: (Runtime, Client) = {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        (runtime.expect("a runtime"), ddbkey_engine::in_process().expect("an engine"))
    };
    static SENT: RefCell<HashMap<String, Vec<TransactWriteItem>>> = RefCell::default();
}

/// Returns the request of this name, which is asked for once.
pub(crate) fn sent(name: String, ask: impl FnOnce(&Runtime, &Client, Slot)) -> Request {
    let known = SENT.with_borrow(|sent| sent.get(&name).cloned());
    Request::Transaction(known.unwrap_or_else(|| {
        let slot = Slot::default();
        ENGINE.with(|(runtime, client)| ask(runtime, client, Arc::clone(&slot)));
        let sent = slot.lock().expect("a slot").take().expect("it was sent");
        SENT.with_borrow_mut(|all| all.insert(name, sent.clone()));
        sent
    }))
}

/// Returns what an edit of this name sends to the row of an item, under whichever of its keys.
pub(crate) fn request<T: DdbTable, R: EditRow>(
    name: &'static str,
    item: &Item,
    edit: impl FnOnce(&Handle<T>) -> Edit<'_, R>,
) -> Request {
    let key = key_of(item);
    sent(format!("{name} {key:?}"), |runtime, client, slot| {
        let table = Handle::new(client, "no_such_table");
        let edit = edit(&table).customize(move |request| {
            let update = Update::builder()
                .table_name("no_such_table")
                .set_key(Some(key_item(&key)))
                .set_update_expression(request.get_update_expression().clone())
                .set_condition_expression(request.get_condition_expression().clone())
                .set_expression_attribute_names(request.get_expression_attribute_names().clone())
                .set_expression_attribute_values(request.get_expression_attribute_values().clone());
            let update = update.build().expect("an update");
            let action = TransactWriteItem::builder().update(update).build();
            *slot.lock().expect("a slot") = Some(vec![action]);
            request
        });
        let edited = runtime.block_on(edit.into_future());
        assert!(edited.is_err(), "there is no such table");
    })
}

macro_rules! edits {
    ($table:ident::$entity:ident: $($name:literal |$edit:ident| $does:expr, |$row:ident| $body:expr;)*) => {
        vec![$(Action {
            name: $name,
            does: Does::Edit(
                |item| $crate::edited::request::<$table, $entity>(
                    concat!(module_path!(), $name),
                    item,
                    |table| {
                        let $edit = table.edit(key());
                        $does
                    },
                ),
                |$table::$entity($row)| $body,
            ),
        }),*]
    };
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug)]
#[ddb(version = version)]
#[pk("ROW", id)]
#[sk("NEW", "{number:05}")]
#[was("v1", sk = ("OLD", "{number:03}"))]
#[gsi("gsi", pk = ["{x}" as "a"], sk = ["{y}" as "b"])]
#[gsi("scores", pk = ("GAME", x), sk = [score])]
pub(crate) struct Entity {
    id: String,
    number: u32,
    x: String,
    y: String,
    score: u32,
    tiny: u8,
    #[serde(default)]
    visits: u8,
    note: Option<String>,
    tags: Vec<String>,
    #[serde(default)]
    version: u32,
}
table!(Table(Entity));

/// The version counts writes.
impl PartialEq for Entity {
    fn eq(&self, other: &Self) -> bool {
        (&self.id, self.number, &self.x, &self.y, self.score, self.tiny)
            == (&other.id, other.number, &other.x, &other.y, other.score, other.tiny)
            && (self.visits, &self.note, &self.tags) == (other.visits, &other.note, &other.tags)
    }
}

fn key() -> EntityKey<'static> {
    EntityKey { id: "1", number: 7 }
}

pub(crate) fn form() -> (Form<Table>, Table) {
    let row = |tiny: u8| {
        let (id, x, y, tags) = ("1".into(), "a".into(), "b".into(), vec!["t".into()]);
        let (number, score, note) = (7, 1, Some("-".into()));
        Table::Entity(Entity { id, number, x, y, score, tiny, visits: 0, note, tags, version: 0 })
    };
    let sample = row(254);
    let mut all = edits! { Table::Entity:
        "tiny" |edit| edit.add(field!(Entity.tiny), 1), |row| row.tiny += 1;
        "visits" |edit| edit.add(field!(Entity.visits), 1), |row| row.visits += 1;
        "no visits" |edit| edit.add(field!(Entity.visits), -1), |row| row.visits -= 1;
        "score" |edit| edit.add(field!(Entity.score), 10), |row| row.score += 10;
        "note" |edit| edit.set(field!(Entity.note), "door"), |row| row.note = Some("door".into());
        "tag" |edit| edit.append(field!(Entity.tags), ["u"]), |row| row.tags.push("u".into());
        "no note" |edit| edit
            .remove(field!(Entity.note))
            .when(field!(Entity.x).eq("c") & !field!(Entity.note).eq("door")),
            |row| row.note = None;
    };
    all.extend(actions! { Table::Entity:
        "x" |row| row.x = "c".into();
        "y" |row| row.y = "d".into();
        "count" |row| row.score += 1;
    });
    all.extend(guarded! { Table::Entity:
        "later" |row| if row.note.as_deref() == Some("door") { row.y = "e".into() };
    });
    all.extend([
        action!("move" Does::Rekey),
        action!("repair" Does::Repair),
        action!("delete" Does::Delete),
        action!("create" Does::Create(|| {
            let (id, x, y) = ("1".into(), "g".into(), "h".into());
            // The version of a row that is created again is one that no row of the key had.
            let (number, note, tags, version) = (7, None, Vec::new(), 1000);
            Table::Entity(Entity { id, number, x, y, score: 2, tiny: 0, visits: 0, note, tags, version })
        })),
    ]);
    let old = ("sk", "OLD#007");
    let items = vec![
        Some(item(&sample, &[], &[])),
        Some(item(&row(255), &[], &["visits", "version", "note"])),
        Some(item(&sample, &[old], &[])),
        Some(item(&sample, &[old, ("a", "stale")], &["scorespk"])),
        None,
    ];
    (Form::of("edited", items, all), sample)
}

/// The same without a version, which would also stop an update that edits nothing of what it compares.
pub(crate) mod plain {
    use super::{
        Action, DdbKeys, DdbTable, Deserialize, Does, Form, Key, Row, Serialize, action, actions,
        field, guarded, item, keys_of, table,
    };

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("gsi", pk = ("X", x), sk = (y))]
    #[gsi("scores", pk = ("GAME", x), sk = [score])]
    pub(crate) struct Entity {
        id: String,
        pub(crate) x: Option<String>,
        pub(crate) y: String,
        pub(crate) score: u32,
        pub(crate) n: u8,
        pub(crate) note: Option<String>,
    }
    table!(Table(Entity));

    pub(crate) fn key() -> EntityKey<'static> {
        EntityKey { id: "1" }
    }

    pub(crate) fn row(x: Option<&str>, n: u8) -> Table {
        let (id, x, y) = ("1".into(), x.map(Into::into), "b".into());
        Table::Entity(Entity { id, x, y, score: 1, n, note: None })
    }

    pub(crate) fn form() -> (Form<Table>, Table) {
        let sample = row(Some("a"), 254);
        let mut all = edits! { Table::Entity:
            "n" |edit| edit.add(field!(Entity.n), 1), |row| row.n += 1;
            "score" |edit| edit.add(field!(Entity.score), 10), |row| row.score += 10;
            "note" |edit| edit.set(field!(Entity.note), "door"), |row| row.note = Some("door".into());
            "once" |edit| edit
                .set(field!(Entity.note), "once")
                .when(field!(Entity.note).missing() & field!(Entity.x).ne("c")),
                |row| row.note = Some("once".into());
        };
        all.extend(actions! { Table::Entity:
            "leave" |row| row.x = None;
            "join" |row| row.x = Some("c".into());
            "y" |row| row.y = "d".into();
            "count" |row| row.n = row.n.saturating_add(1);
        });
        all.extend(guarded! { Table::Entity:
            "later" |row| if row.note.is_some() { row.y = "e".into() };
        });
        all.extend([action!("repair" Does::Repair), action!("delete" Does::Delete)]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&row(None, 254), &[], &["note"])),
            Some(item(&sample, &[("gsipk", "X#stale")], &["scorespk"])),
        ];
        (Form::of("edited without a version", items, all), sample)
    }
}
