//! The example, on every engine: what it counts, what it prints, and which arguments it accepts.

#[path = "../../../ddbkey-aws/examples/shop/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

use std::ffi::OsString;

use example::load::Loaded;
use example::options::Command;
use example::table::{Table, check, create_if_missing};

pub(crate) const SCHEMA: &ddbkey::schema::TableSchema = example::entities::Shop::SCHEMA;

#[tokio::test]
async fn every_row_is_written_or_refused_and_every_step_finds_its_rows() {
    let (loaded, output) = run().await;
    assert_eq!((loaded.users, loaded.orders, loaded.refused.count()), (151, 1053, 26));
    for line in [
        "line 124        create: partition key of `User` (`USER#{user_id}`): `user_id` is empty",
        "lines 217, 477  a row with the same key is in the table already",
        "line 606        `id`: invalid length",
        "line 609        missing field `type`",
        "-> order 01JE0WA85VZAYJDPYF9EV1A9KW of u1, 2024-12-01T10:30:00.123Z, Shipped, 99.00",
        "130 keys in all",
        "-> order 01HK153WZZWAVSHTZE02SSNQTN of u1, 2023-12-31T23:59:59.999Z, Shipped, 287.23",
        "-> user u1, Ada Lovelace, ada.lovelace@example.com",
        "-> order 01HKNB1RDY35Y4XGJJY84DFP8M of u89, 2024-01-08T20:08:29.886Z, Paid, 433.44",
        "2 large orders",
        "32 orders in all",
        "-> 400 Bad Request: the page token was changed, or sealed with another secret",
        "-> 400 Bad Request: the page token belongs to another query",
        "-> order 01JMQ8JS94T3KHHED5VHPRPWB1 of ~tilde, 2025-02-22T16:41:51.14Z, Paid, 147.54",
        "0 users with that address",
        "-> INSERT an item of no entity of the shop",
        "- `Order::query(OrderPk { user_id }).created_at_in(from..to)`",
    ] {
        assert!(output.contains(line), "{line}\n{output}");
    }
    assert!(!output.contains("2024-01-01T00:00:00Z,"), "the end of a range of days is not in it");
    assert!(output.lines().count() < 350, "nobody reads more");
}

fn table() -> Table {
    let client = ddbkey_engine::from_env().unwrap();
    Table::new(&client, ddbkey_engine::table_name("shop"))
}

async fn run() -> (Loaded, String) {
    let table = table();
    create_if_missing(&table).await.unwrap();
    let mut output = Vec::new();
    let loaded = example::run(&table, &mut output).await.unwrap();
    (loaded, String::from_utf8(output).unwrap())
}

#[tokio::test]
async fn a_missing_table_is_told_how_to_make_it() {
    let table = table();
    let error = check(&table).await.unwrap_err().to_string();
    assert!(error.contains("does not exist\nhelp: "), "{error}");
    create_if_missing(&table).await.unwrap();
    check(&table).await.unwrap();
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (arguments, message) in [
        (&["--tabel"][..], "unknown option `--tabel`"),
        (&["table"], "unknown argument `table`"),
        (&["--endpoint"], "missing argument for option '--endpoint'"),
        (&["--aws"], "`--aws` without a table"),
        (&["--aws", "--endpoint", "http://127.0.0.1:1"], "give one of them"),
    ] {
        let error = parse(arguments).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
    assert_eq!(parse(&["--help"]), Ok(Command::Help));
    assert!(parse(&["--aws", "--table", "shop"]).is_ok());
}

fn parse(arguments: &[&str]) -> Result<Command, String> {
    let arguments = ["shop"].iter().chain(arguments).map(OsString::from);
    Command::parse(arguments).map_err(|error| error.to_string())
}
