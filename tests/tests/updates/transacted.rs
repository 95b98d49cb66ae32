//! Transactions among the other writers: closures, edits and conditional deletions, each beside an action on another row.

#![allow(
    dead_code,
    reason = "rustc checks what a derive writes in a macro of this crate like its own code"
)]

use aws_sdk_dynamodb::types::BillingMode;
use ddbkey_aws::prelude::*;
use ddbkey_aws::requests::Transaction;
use ddbkey_aws::{Table as Handle, field};

use crate::Item;
use crate::edited::plain::{Entity, EntityKey, Table, key, row};
use crate::edited::sent;
use crate::forms::{action, actions, guarded};
use crate::memory::Request;
use crate::search::{Action, Does, Form, item};

/// Returns what a transaction of this name sends if the row is this item. It is not applied.
fn request(
    name: &str,
    item: &Item,
    add: impl FnOnce(Transaction<'_, Table>) -> Transaction<'_, Table>,
) -> Request {
    let mut place: Vec<_> = item.iter().map(|attribute| format!("{attribute:?}")).collect();
    place.sort_unstable();
    sent(format!("{name} {place:?}"), |runtime, client, slot| {
        let create = client.create_table().table_name("rows");
        let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(Table::SCHEMA);
        // The table of an earlier request is as good.
        let _ = runtime.block_on(create.expect("a schema").send());
        let put = client.put_item().table_name("rows").set_item(Some(item.clone()));
        runtime.block_on(put.send()).expect("a put");
        let table = Handle::new(client, "rows");
        let both = add(table.transaction()).delete(EntityKey { id: "2" });
        let both = both.customize(move |request| {
            slot.lock().expect("a slot").clone_from(request.get_transact_items());
            request.set_transact_items(None)
        });
        runtime.block_on(both.send()).expect("nothing is sent");
    })
}

macro_rules! together {
    ($does:ident: $($name:literal |$own:ident| $add:expr, $change:expr;)*) => {
        vec![$(Action {
            name: $name,
            does: Does::$does(|item| request($name, item, |$own| $add), $change),
        }),*]
    };
}

macro_rules! closures {
    ($($name:literal |$row:ident| $body:expr;)*) => {
        together! { Together: $(
            $name |own| own.update(key(), |$row| $body), |Table::Entity($row)| $body;
        )* }
    };
}

pub(crate) fn form() -> (Form<Table>, Table) {
    let sample = row(Some("a"), 0);
    let mut all = closures! {
        "pay" |row| if row.note.is_some() { row.n += 1 };
        "join" |row| if row.n == 0 { row.x = Some("c".into()) };
        "leave" |row| row.x = None;
    };
    all.extend(together! { Edit:
        "score" |own| own.edit(key(), |row| row.add(field!(Entity.score), 10)),
            |Table::Entity(row)| row.score += 10;
        "once" |own| own.edit(key(), |row| row
            .set(field!(Entity.note), "once")
            .when(field!(Entity.note).missing() & field!(Entity.x).ne("c"))),
            |Table::Entity(row)| {
                assert!(row.note.is_none() && row.x.as_deref() != Some("c"), "{row:?}");
                row.note = Some("once".into());
            };
        "only if" |own| own.require_when(key(), field!(Entity.y).eq("b")),
            |Table::Entity(row)| assert_eq!(row.y, "b");
    });
    all.extend(together! { DeleteWhen:
        "delete" |own| own.delete_when(key(), field!(Entity.y).ne("b")),
            |Table::Entity(row)| row.y != "b";
    });
    all.extend(actions! { Table::Entity: "y" |row| row.y = "d".into(); });
    all.extend(guarded! { Table::Entity:
        "later" |row| if row.note.is_some() { row.y = "b".into() };
    });
    all.extend([action!("repair" Does::Repair)]);
    let items = vec![
        Some(item(&sample, &[], &[])),
        Some(item(&row(None, 0), &[("note", "-")], &[])),
        Some(item(&sample, &[("gsipk", "X#stale")], &["scorespk"])),
    ];
    (Form::of("transacted", items, all), sample)
}
