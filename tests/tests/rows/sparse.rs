//! Indexes that hold the items for which a method returns a value: invoices that are open, the latest versions,
//! users who are not deleted.

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::prelude::*;
use ddbkey_tools::Schema;
use jiff::Timestamp;
use jiff::civil::{Date, date};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

use crate::store::Store;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Open,
    Overdue,
    Paid,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("live", pk = ["live_email"], sk = ["name", "live_since"])]
#[lsi("latest", sk = "LSI1SK")]
enum Office {
    Invoice(Invoice),
    Document(Document),
    User(User),
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Office, fields_from_keys)]
#[pk("TENANT", tenant)]
#[sk("INVOICE", "{number:06}")]
#[gsi("GSI1" as by_due, pk = ("INVOICE", open() -> Option<Status>), sk = (due, "{number:06}"))]
struct Invoice {
    tenant: String,
    #[serde(skip)]
    number: u32,
    due: Date,
    status: Status,
}

impl Invoice {
    /// Returns its status, unless it is paid.
    fn open(&self) -> Option<Status> {
        Some(self.status).filter(|status| *status != Status::Paid)
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Office)]
#[pk("DOC", id)]
#[sk("V", "{version:05}")]
#[gsi("GSI1", pk = ("LATEST"), sk = ("{latest_at():.3}" -> Option<Timestamp>, id))]
#[lsi("latest", sk = ("LATEST", initial() -> Option<char>, "{latest_at():.3}" -> Option<Timestamp>))]
struct Document {
    id: String,
    version: u32,
    is_latest: bool,
    at: Timestamp,
}

impl Document {
    fn latest_at(&self) -> Option<Timestamp> {
        self.is_latest.then_some(self.at)
    }

    fn initial(&self) -> Option<char> {
        self.id.chars().next().filter(|first| first.is_alphabetic())
    }
}

/// Three kinds of entries of one index: a string that a method lends, a field, and a number that a method computes.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Office)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi(
    "live",
    pk = [live_email() -> Option<&str> as "live_email"],
    sk = [name, live_since() -> Option<u16> as "live_since"]
)]
struct User {
    id: String,
    email: String,
    name: String,
    since: u16,
    is_deleted: bool,
}

impl User {
    fn live_email(&self) -> Option<&str> {
        (!self.is_deleted).then_some(&self.email)
    }

    fn live_since(&self) -> Option<u16> {
        Some(self.since).filter(|since| *since > 0)
    }
}

fn invoice(number: u32, status: Status) -> Invoice {
    Invoice { tenant: "t".into(), number, due: date(2024, 9, 30), status }
}

fn document(version: u32, is_latest: bool) -> Document {
    let at = "2024-12-01T10:30:00.123Z".parse().unwrap();
    Document { id: "d1".into(), version, is_latest, at }
}

fn user() -> User {
    let (id, email, name) = ("u1".into(), "ann@example.org".into(), "Ann".into());
    User { id, email, name, since: 2019, is_deleted: false }
}

fn names(entity: &impl DdbKeys) -> Vec<&'static str> {
    entity.keys().unwrap().iter().map(|(name, _)| name).collect()
}

#[test]
fn the_key_struct_holds_the_value() {
    let (open, paid) = (invoice(7, Status::Open), invoice(7, Status::Paid));
    let key = InvoiceByDue { open: Status::Open, due: open.due, number: 7 };
    assert_eq!(open.by_due(), Some(key));
    assert_eq!(paid.by_due(), None);
    assert_eq!(Invoice::parse_by_due("INVOICE#Open", "2024-09-30#000007").unwrap(), key);
    let query = Invoice::query_by_due(InvoiceByDuePk { open: Status::Overdue });
    let query = query.due_in(..date(2025, 1, 1)).build().unwrap();
    assert!(query.matches("INVOICE#Overdue", "2024-09-30#000007"));

    let document = document(1, true);
    let latest = document.latest().unwrap();
    assert_eq!(latest.sk().unwrap(), "LATEST#d#2024-12-01T10:30:00.123Z");
    let user = user();
    let key = UserLive { live_email: "ann@example.org", name: "Ann", live_since: 2019 };
    assert_eq!(user.live(), Some(key));
}

#[test]
fn an_item_without_a_value_has_no_attributes_of_the_index() {
    let whole = ["PK", "SK", "GSI1PK", "GSI1SK"];
    assert_eq!(names(&invoice(7, Status::Open)), whole);
    assert_eq!(names(&invoice(7, Status::Paid)), ["PK", "SK"]);
    assert_eq!(names(&document(1, true)), ["PK", "SK", "GSI1PK", "GSI1SK", "LSI1SK"]);
    assert_eq!(names(&document(1, false)), ["PK", "SK"]);
    // One of two methods is enough, in one index and not in the other.
    assert_eq!(names(&Document { id: "1".into(), ..document(1, true) }), whole);

    // The field among the entries is always written.
    assert_eq!(names(&user()), ["PK", "SK", "live_email", "name", "live_since"]);
    assert_eq!(names(&User { is_deleted: true, ..user() }), ["PK", "SK", "name"]);
    assert_eq!(names(&User { since: 0, ..user() }), ["PK", "SK", "name"]);
}

#[test]
fn start_keys_are_those_of_items_in_the_index() {
    let start = invoice(7, Status::Open).by_due_start_key().unwrap().unwrap();
    assert_eq!(start.get("GSI1PK"), Some("INVOICE#Open"));
    assert_eq!(invoice(7, Status::Paid).by_due_start_key().unwrap(), None);
    assert_eq!(document(1, false).latest_start_key().unwrap(), None);
    let start = user().live_start_key().unwrap().unwrap();
    assert_eq!(start.get("live_since"), Some("2019"));
}

#[test]
fn an_update_removes_what_has_no_value() {
    let item = invoice(7, Status::Open).to_item().unwrap();
    let update = |status| Invoice::update_item(&item, |invoice| invoice.status = status).unwrap();
    let overdue = update(Status::Overdue).unwrap().expression("");
    assert!(overdue.starts_with("SET ") && !overdue.contains("REMOVE"), "{overdue}");
    let paid = update(Status::Paid).unwrap().expression("SET #s = :s");
    assert_eq!(paid, "SET #s = :s, #dk0 = :dk0 REMOVE #dk1, #dk2");
    let item = user().to_item().unwrap();
    let deleted = User::update_item(&item, |user| user.is_deleted = true).unwrap().unwrap();
    let names: Vec<_> = deleted.names().skip(1).take(3).map(|(_, name)| name).collect();
    assert_eq!(names, ["is_deleted", "live_email", "live_since"]);
}

#[test]
fn the_schema_says_that_the_index_is_sparse() {
    let schema = Schema::of(Office::SCHEMA);
    let keys = schema.entities.iter().flat_map(|entity| &entity.index_keys);
    let sparse: BTreeSet<_> =
        keys.filter(|key| key.is_sparse()).filter_map(|key| key.index.clone()).collect();
    assert!(sparse.is_superset(&["GSI1", "live", "latest"].map(Into::into).into()), "{sparse:?}");
    let markdown = ddbkey_tools::markdown(&schema);
    assert!(markdown.contains("| `INVOICE#{open()}` ? | `{due}#{number:06}` ? |"), "{markdown}");
}

#[test]
fn fields_come_from_the_keys_as_ever() {
    for invoice in [invoice(7, Status::Open), invoice(8, Status::Paid)] {
        let item = invoice.to_item().unwrap();
        assert!(!item.contains_key("number"));
        assert_eq!(Invoice::from_item(item).unwrap(), invoice);
    }
}

/// The fields decide whether an item is in the index, so no update can leave it there.
#[tokio::test]
async fn an_index_holds_the_open_invoices_alone() {
    let store = Store::new(Office::SCHEMA).await;
    for number in 1..=9 {
        let status = [Status::Open, Status::Overdue, Status::Paid][number as usize % 3];
        store.put(&invoice(number, status)).await;
    }
    let open = Invoice::query_by_due(InvoiceByDuePk { open: Status::Open }).build().unwrap();
    let numbers = |found: Vec<Invoice>| found.iter().map(|one| one.number).collect::<Vec<_>>();
    assert_eq!(numbers(store.read(&open).await), [3, 6, 9]);

    let paid = invoice(6, Status::Paid);
    let item = invoice(6, Status::Open).to_item().unwrap();
    let update = Invoice::update_item(&item, |invoice| invoice.status = Status::Paid);
    let request = store.client.update_item().table_name(&store.table);
    request.item_update(&update.unwrap().unwrap()).send().await.unwrap();
    assert_eq!(numbers(store.read(&open).await), [3, 9]);
    let all = Invoice::query(InvoicePk { tenant: "t" }).number(6).build().unwrap();
    assert_eq!(store.read::<Invoice>(&all).await, [paid]);
}
