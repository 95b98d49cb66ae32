//! Every form of index, over rows as small as can be.

use std::collections::BTreeMap;

use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

use crate::memory::Key;
use crate::search::{Action, Does, Form, Found, Row, item, keys_of, search};

/// What is done with each form.
pub(crate) trait Visitor {
    fn visit<T: Row>(&mut self, form: &Form<T>, sample: &T);
}

macro_rules! table {
    ($table:ident($entity:ident)) => {
        #[derive(DdbTable, Clone, PartialEq, Debug)]
        pub(super) enum $table {
            $entity($entity),
        }

        impl Row for $table {
            fn all_keys(&self) -> Vec<Key> {
                let Self::$entity(entity) = self;
                keys_of(entity)
            }
        }
    };
}

macro_rules! actions {
    ($table:ident::$entity:ident: $($name:literal |$row:ident| $body:expr;)*) => {
        vec![$(Action { name: $name, does: Does::Update(|$table::$entity($row)| $body) }),*]
    };
}

macro_rules! action {
    ($name:literal $does:expr) => {
        Action { name: $name, does: $does }
    };
}

/// Two fields in one text, and nothing else: the form that most indexes have.
mod joined {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("X", x), sk = (y))]
    #[gsi("reused", pk = ("ALL"), sk = pk)]
    pub(super) struct Entity {
        id: String,
        x: String,
        y: String,
        note: String,
        n: u32,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let row = |x: &str, y: &str| {
            let (id, x, y, note) = ("1".into(), x.into(), y.into(), "-".into());
            Table::Entity(Entity { id, x, y, note, n: 0 })
        };
        let sample = row("a", "b");
        let mut actions = actions! { Table::Entity:
            "x" |row| row.x = "c".into();
            "y" |row| row.y = "d".into();
            "both" |row| (row.x, row.y) = ("e".into(), "f".into());
            "note" |row| row.note = "written".into();
            "count" |row| row.n += 1;
        };
        actions.extend([
            action!("add" Does::Add("n", |Table::Entity(row)| row.n += 1)),
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
            action!("create" Does::Create(|| {
                let (id, x, y, note) = ("1".into(), "g".into(), "h".into(), "new".into());
                Table::Entity(Entity { id, x, y, note, n: 0 })
            })),
        ]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&sample, &[], &["gpk", "gsk"])),
            Some(item(&sample, &[("gpk", "X#stale")], &[])),
            Some(item(&sample, &[], &["gsk", "reusedpk"])),
            None,
        ];
        (Form { name: "joined", items, actions, others: &[] }, sample)
    }
}

/// A field decides whether the row is in the index.
mod sparse {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("X", x), sk = ("{y:lower}"))]
    pub(super) struct Entity {
        id: String,
        x: Option<String>,
        y: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let row = |x: Option<&str>| {
            let (id, x, y) = ("1".into(), x.map(Into::into), "B".into());
            Table::Entity(Entity { id, x, y, note: None })
        };
        let sample = row(Some("a"));
        let mut actions = actions! { Table::Entity:
            "leave" |row| row.x = None;
            "join" |row| row.x = Some("c".into());
            "y" |row| row.y = "D".into();
            "note" |row| row.note = Some("written".into());
        };
        actions.extend([
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
            action!("create" Does::Create(|| {
                Table::Entity(Entity { id: "1".into(), x: Some("e".into()), y: "F".into(), note: None })
            })),
        ]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&row(None), &[], &[])),
            Some(item(&row(None), &[("gpk", "X#ghost"), ("gsk", "b")], &[])),
            Some(item(&sample, &[], &["gpk", "gsk"])),
            Some(item(&sample, &[], &["gpk"])),
        ];
        (Form { name: "sparse", items, actions, others: &[] }, sample)
    }
}

/// Methods that read several fields.
mod methods {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("open_rows", pk = ("OPEN", open() -> Option<&str>), sk = (id))]
    #[gsi("ready_rows", pk = ("READY", ready() -> bool), sk = (id))]
    pub(super) struct Entity {
        id: String,
        paid: bool,
        packed: bool,
        #[serde(default)]
        who: String,
    }
    table!(Table(Entity));

    impl Entity {
        fn open(&self) -> Option<&str> {
            (!self.paid && !self.who.is_empty()).then_some(&self.who)
        }

        fn ready(&self) -> bool {
            self.paid && self.packed
        }
    }

    pub(super) fn form() -> (Form<Table>, Table) {
        let row =
            |paid, packed| Table::Entity(Entity { id: "1".into(), paid, packed, who: "a".into() });
        let sample = row(false, false);
        let mut actions = actions! { Table::Entity:
            "pay" |row| row.paid = true;
            "pack" |row| row.packed = true;
            "who" |row| row.who = "b".into();
            "reopen" |row| row.paid = false;
        };
        actions.extend([
            action!("unknown" Does::Set("unknown", "x", |_| {})),
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
        ]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&row(true, false), &[], &[])),
            Some(item(
                &sample,
                &[],
                &["open_rowspk", "open_rowssk", "ready_rowspk", "ready_rowssk"],
            )),
            Some(item(
                &row(true, true),
                &[("open_rowspk", "OPEN#a"), ("open_rowssk", "1")],
                &["who"],
            )),
        ];
        (Form { name: "methods", items, actions, others: &[] }, sample)
    }
}

/// Attributes that are fields, alone and beside texts that are made from the same fields.
mod attributes {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("leaders", pk = ("GAME", game), sk = [score])]
    #[gsi("texts", pk = [city, "{rank:04}" as "rank_text"], sk = [rank])]
    pub(super) struct Entity {
        id: String,
        game: String,
        score: u32,
        city: Option<String>,
        #[serde(default)]
        rank: u32,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let row = |city: Option<&str>| {
            let (id, game, city) = ("1".into(), "chess".into(), city.map(Into::into));
            Table::Entity(Entity { id, game, score: 1, city, rank: 0 })
        };
        let sample = row(Some("a"));
        let mut actions = actions! { Table::Entity:
            "game" |row| row.game = "go".into();
            "score" |row| row.score += 10;
            "leave" |row| row.city = None;
            "join" |row| row.city = Some("b".into());
            "rank" |row| row.rank = 7;
        };
        actions.extend([
            action!("add" Does::Add("score", |Table::Entity(row)| row.score += 1)),
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
        ]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&row(None), &[], &[])),
            Some(item(&row(None), &[], &["rank"])),
            Some(item(&sample, &[("rank_text", "0009")], &[])),
            Some(item(&sample, &[], &["leaderspk", "rank"])),
        ];
        (Form { name: "attributes", items, actions, others: &[] }, sample)
    }
}

/// Two sparse indexes with one attribute in common.
mod shared {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("one", pk = ["{x}" as "a"], sk = ["{z}" as "s"])]
    #[gsi("two", pk = ["{y}" as "b"], sk = ["{z}" as "s"])]
    pub(super) struct Entity {
        id: String,
        x: Option<String>,
        y: Option<String>,
        z: String,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let row = |x: Option<&str>, y: Option<&str>| {
            let (id, x, y, z) = ("1".into(), x.map(Into::into), y.map(Into::into), "z".into());
            Table::Entity(Entity { id, x, y, z })
        };
        let sample = row(Some("a"), Some("b"));
        let mut actions = actions! { Table::Entity:
            "leave one" |row| row.x = None;
            "leave two" |row| row.y = None;
            "join one" |row| row.x = Some("c".into());
            "join two" |row| row.y = Some("d".into());
            "z" |row| row.z = "e".into();
        };
        actions.extend([action!("repair" Does::Repair), action!("delete" Does::Delete)]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&row(None, None), &[], &[])),
            Some(item(&row(Some("a"), None), &[], &[])),
            Some(item(&row(None, Some("b")), &[], &["b", "s"])),
            Some(item(&row(None, None), &[("s", "ghost")], &[])),
        ];
        (Form { name: "shared", items, actions, others: &[] }, sample)
    }
}

/// Fields with two names, and with defaults that are not stored.
mod aliases {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("X", x), sk = (y))]
    #[gsi("h", pk = [x], sk = ["{y}" as "y_text"])]
    pub(super) struct Entity {
        id: String,
        #[serde(alias = "old_x")]
        x: String,
        #[serde(default = "nobody", alias = "old_y", alias = "older_y")]
        y: String,
        #[serde(default, alias = "old_note")]
        note: String,
    }
    table!(Table(Entity));

    fn nobody() -> String {
        "nobody".into()
    }

    pub(super) fn form() -> (Form<Table>, Table) {
        let (id, x, y, note) = ("1".into(), "a".into(), "b".into(), "-".into());
        let sample = Table::Entity(Entity { id, x, y, note });
        let mut actions = actions! { Table::Entity:
            "x" |row| row.x = "c".into();
            "y" |row| row.y = "d".into();
            "note" |row| row.note = "written".into();
        };
        actions.extend([
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
            action!("create" Does::Create(|| {
                let (id, x, y, note) = ("1".into(), "e".into(), "f".into(), "new".into());
                Table::Entity(Entity { id, x, y, note })
            })),
        ]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&sample, &[("old_x", "a")], &["x"])),
            Some(item(&sample, &[("old_y", "b")], &["y"])),
            Some(item(&sample, &[("older_y", "other"), ("old_note", "-")], &["note"])),
            Some(item(&sample, &[("old_x", "other"), ("old_note", "other")], &[])),
            Some(item(&sample, &[("gsk", "nobody"), ("y_text", "nobody")], &["y"])),
        ];
        (Form { name: "aliases", items, actions, others: &[] }, sample)
    }
}

/// A flattened map, which can have any other attribute, and an index without a method.
mod flattened {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("X", x), sk = ("{y}"))]
    pub(super) struct Entity {
        id: String,
        x: Option<String>,
        y: String,
        #[serde(flatten)]
        more: BTreeMap<String, String>,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let (id, x, y) = ("1".into(), Some("a".into()), "b".into());
        let sample = Table::Entity(Entity { id, x, y, more: BTreeMap::new() });
        let mut actions = actions! { Table::Entity:
            "leave" |row| row.x = None;
            "y" |row| row.y = "d".into();
            "more" |row| drop(row.more.insert("m".into(), "1".into()));
        };
        actions.extend([
            action!("set" Does::Set("k", "2", |Table::Entity(row)| drop(row.more.insert("k".into(), "2".into())))),
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
        ]);
        let items = vec![
            Some(item(&sample, &[("m", "0")], &[])),
            Some(item(&sample, &[], &["gpk", "gsk"])),
            Some(item(&sample, &[("gsk", "stale")], &[])),
        ];
        (Form { name: "flattened", items, actions, others: &[] }, sample)
    }
}

/// What no condition can name: a method beside a flattened map. A version stands for it.
mod versioned {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug)]
    #[ddb(version = version)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("M", mark() -> Option<&str>), sk = (y))]
    pub(super) struct Entity {
        id: String,
        y: String,
        #[serde(default)]
        version: u32,
        #[serde(flatten)]
        more: BTreeMap<String, String>,
    }
    table!(Table(Entity));

    impl Entity {
        fn mark(&self) -> Option<&str> {
            self.more.get("mark").map(String::as_str)
        }
    }

    /// The version counts writes.
    impl PartialEq for Entity {
        fn eq(&self, other: &Self) -> bool {
            (&self.id, &self.y, &self.more) == (&other.id, &other.y, &other.more)
        }
    }

    pub(super) fn form() -> (Form<Table>, Table) {
        let more = [("mark".to_owned(), "a".to_owned())].into();
        let sample = Table::Entity(Entity { id: "1".into(), y: "b".into(), version: 0, more });
        let mut actions = actions! { Table::Entity:
            "mark" |row| drop(row.more.insert("mark".into(), "c".into()));
            "leave" |row| drop(row.more.remove("mark"));
            "y" |row| row.y = "d".into();
            "more" |row| drop(row.more.insert("m".into(), "1".into()));
        };
        actions.extend([action!("repair" Does::Repair), action!("delete" Does::Delete)]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&sample, &[], &["version"])),
            Some(item(&sample, &[], &["mark", "gpk", "gsk"])),
            Some(item(&sample, &[("gpk", "M#stale")], &["version"])),
        ];
        (Form { name: "versioned", items, actions, others: &[] }, sample)
    }
}

/// A struct that serde converts, of which no field has a known name.
mod converted {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Raw {
        key: String,
        parts: (String, String),
        #[serde(default)]
        count: u64,
    }

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug)]
    #[serde(from = "Raw", into = "Raw")]
    #[ddb(version = version as "count")]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("g", pk = ("X", x), sk = (y))]
    pub(super) struct Entity {
        id: String,
        x: String,
        y: String,
        version: u64,
    }
    table!(Table(Entity));

    impl From<Raw> for Entity {
        fn from(Raw { key, parts: (x, y), count }: Raw) -> Self {
            Self { id: key, x, y, version: count }
        }
    }

    impl From<Entity> for Raw {
        fn from(Entity { id, x, y, version }: Entity) -> Self {
            Self { key: id, parts: (x, y), count: version }
        }
    }

    impl PartialEq for Entity {
        fn eq(&self, other: &Self) -> bool {
            (&self.id, &self.x, &self.y) == (&other.id, &other.x, &other.y)
        }
    }

    pub(super) fn form() -> (Form<Table>, Table) {
        let (id, x, y) = ("1".into(), "a".into(), "b".into());
        let sample = Table::Entity(Entity { id, x, y, version: 0 });
        let mut actions = actions! { Table::Entity:
            "x" |row| row.x = "c".into();
            "y" |row| row.y = "d".into();
        };
        actions.extend([action!("repair" Does::Repair), action!("delete" Does::Delete)]);
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&sample, &[], &["count", "gpk"])),
            Some(item(&sample, &[("gsk", "stale")], &[])),
        ];
        (Form { name: "converted", items, actions, others: &[] }, sample)
    }
}

/// Rows under a former key, which are moved meanwhile, and ids that only the keys have.
mod former {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[ddb(fields_from_keys)]
    #[pk("ROW", id)]
    #[sk("NEW", "{number:05}")]
    #[was("v1", sk = ("OLD", "{number:03}"))]
    #[gsi("g", pk = ("X", x), sk = ("{number:05}", y))]
    pub(super) struct Entity {
        #[serde(skip)]
        id: String,
        #[serde(default)]
        number: u32,
        x: Option<String>,
        y: String,
        n: u32,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let sample = Table::Entity(Entity {
            id: "1".into(),
            number: 7,
            x: Some("a".into()),
            y: "b".into(),
            n: 0,
        });
        let mut actions = actions! { Table::Entity:
            "leave" |row| row.x = None;
            "y" |row| row.y = "d".into();
        };
        actions.extend([
            action!("add" Does::Add("n", |Table::Entity(row)| row.n += 1)),
            action!("move" Does::Rekey),
            action!("repair" Does::Repair),
            action!("delete" Does::Delete),
            action!("create" Does::Create(|| {
                let (id, x, y) = ("1".into(), Some("e".into()), "f".into());
                Table::Entity(Entity { id, number: 7, x, y, n: 0 })
            })),
        ]);
        let old = &[("sk", "OLD#007")][..];
        let items = vec![
            Some(item(&sample, &[], &[])),
            Some(item(&sample, old, &[])),
            Some(item(&sample, old, &["number"])),
            Some(item(&sample, old, &["gpk", "gsk"])),
            Some(item(&sample, &[("sk", "OLD#007"), ("gpk", "X#stale")], &[])),
            None,
        ];
        (Form { name: "former", items, actions, others: &[] }, sample)
    }
}

/// Values that an index cannot hold.
mod unbuildable {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("mails", pk = ("MAIL", mail), sk = (status))]
    #[gsi("states", pk = ("STATUS", status), sk = (id))]
    pub(super) struct Entity {
        id: String,
        mail: Option<String>,
        status: String,
        note: String,
    }
    table!(Table(Entity));

    pub(super) fn form() -> (Form<Table>, Table) {
        let (id, mail, status) = ("1".into(), Some("b@x".into()), "new".into());
        let sample = Table::Entity(Entity { id, mail, status, note: "-".into() });
        let mut actions = actions! { Table::Entity:
            "status" |row| row.status = "paid".into();
            "mend" |row| row.mail = Some("c@x".into());
            "leave" |row| row.mail = None;
            "note" |row| row.note = "written".into();
        };
        actions.extend([action!("repair" Does::Repair), action!("delete" Does::Delete)]);
        let items = vec![
            Some(item(&sample, &[("mail", "a#b")], &["mailspk", "mailssk"])),
            Some(item(&sample, &[("mail", "a#b"), ("mailspk", "MAIL#a#b")], &[])),
            Some(item(&sample, &[("mail", "")], &["statessk"])),
        ];
        (Form { name: "unbuildable", items, actions, others: &[] }, sample)
    }
}

pub(crate) fn visit_all(visitor: &mut impl Visitor) {
    macro_rules! visit {
        ($($form:ident)*) => {$({
            let (form, sample) = $form::form();
            visitor.visit(&form, &sample);
        })*};
    }
    visit! {
        joined sparse methods attributes shared aliases flattened versioned converted former unbuildable
    }
}

/// How many writers meet in the search.
struct Search(usize);

impl Visitor for Search {
    fn visit<T: Row>(&mut self, form: &Form<T>, sample: &T) {
        let found: Found = search(form, self.0, sample);
        println!("{} with {} writers: {found:?}", form.name, self.0);
        assert!(found.schedules > 0 && found.refused > 0, "{}", form.name);
    }
}

#[test]
fn every_order_of_two_writers() {
    visit_all(&mut Search(2));
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn every_order_of_three_writers() {
    visit_all(&mut Search(3));
}
