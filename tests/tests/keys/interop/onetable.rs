//! OneTable fills templates, pads by their width, and writes the name of the model to `_type`.

use ddbkey::{DdbKeys, DdbTable};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use super::check;

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Crm)]
#[pk("Account", id)]
#[sk("Account#")]
#[gsi("gsi1" as by_kind, pk = ("Account#"), sk = ("Account", name))]
struct Account {
    id: Ulid,
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[ddb(table = Crm)]
#[pk("account", account_id)]
#[sk("user", email)]
#[gsi("gsi1" as by_kind, pk = ("user", email), sk = ("user#"))]
struct User {
    account_id: Ulid,
    email: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[ddb(table = Crm)]
#[pk("account", account_id)]
#[sk("invoice", "{created:.3}", "{number:08}")]
struct Invoice {
    account_id: Ulid,
    created: Timestamp,
    number: u32,
}

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Crm::SCHEMA;

#[derive(DdbTable)]
#[ddb(type_attribute = "_type")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
enum Crm {
    Account(Account),
    User(User),
    Invoice(Invoice),
}

#[test]
fn value_templates() {
    for (row, account) in check::<Account>("dynamodb-onetable", "value templates", "Account") {
        assert!(matches!(Crm::parse_key(row.pk(), row.sk()), Ok(CrmKey::Account(_))));
        let named = Account::query_by_kind(AccountByKindPk);
        let named = named.name_starting_with(&account.name[..2]).build().unwrap();
        assert!(named.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
    }
    for (row, user) in check::<User>("dynamodb-onetable", "value templates", "User") {
        assert!(matches!(Crm::parse_key(row.pk(), row.sk()), Ok(CrmKey::User(_))));
        let by_email = User::query_by_kind(UserByKindPk { email: &user.email }).build().unwrap();
        assert!(by_email.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
    }
    for (row, invoice) in check::<Invoice>("dynamodb-onetable", "value templates", "Invoice") {
        assert!(matches!(Crm::parse_key(row.pk(), row.sk()), Ok(CrmKey::Invoice(_))));
        let of_account = Invoice::query(InvoicePk { account_id: invoice.account_id });
        let from = of_account.created_in(invoice.created..).build().unwrap();
        assert!(from.matches(row.pk(), row.sk()));
    }
}
