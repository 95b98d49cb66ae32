//! A committed snapshot of a schema, in a file.

use std::path::PathBuf;
use std::process::Command;

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Schema, SchemaError, check_snapshot};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

fn printed() -> String {
    Schema::of(Shop::SCHEMA).to_string()
}

/// Returns a file in a folder that does not exist yet.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("snapshots").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.join("shop.schema.toml")
}

#[test]
fn the_first_run_writes_it_and_fails() {
    let path = file("first");
    let error = check_snapshot(Shop::SCHEMA, &path).unwrap_err();
    let shown = path.display();
    let text = format!("there was no snapshot `{shown}`\nhelp: commit it, now that it is written");
    assert_eq!((error.to_string(), error.line()), (text, None));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed());
    assert_eq!(check_snapshot(Shop::SCHEMA, &path), Ok(()));
    let of_windows = printed().replace('\n', "\r\n");
    std::fs::write(&path, of_windows).unwrap();
    assert_eq!(check_snapshot(Shop::SCHEMA, &path), Ok(()));
}

fn write_older(name: &str, older: &str) -> (PathBuf, SchemaError) {
    let path = file(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, older).unwrap();
    let error = check_snapshot(Shop::SCHEMA, &path).unwrap_err();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), older, "nothing is accepted by itself");
    (path, error)
}

#[test]
fn a_change_is_printed_with_what_to_do() {
    let older = printed().replace("integer 08", "integer 05");
    let (path, error) = write_older("changed", &older);
    let text = format!(
        "the schema of `Shop` differs from `{}`:\n\
         `sk` of `Order` is `ORDER#{{number: integer 08}}` instead of `ORDER#{{number: integer 05}}`: every item moves to \
         another key; whatever you deploy first, one version misses what the other writes\n  \
         cost: EachItemMoved, deploy: Breaking\n  \
         see https://docs.rs/ddbkey-aws/{}/ddbkey_aws/guide/live_tables/#primary-keys-that-change\n\
         help: to accept this, run the test with `DDBKEY_SNAPSHOT=write`, and commit the file",
        path.display(),
        env!("CARGO_PKG_VERSION"),
    );
    assert_eq!(error.to_string(), text);
    assert_eq!(format!("{error:?}"), text, "as `unwrap` prints it");
}

/// The name of a field in a template is not stored, and neither is an empty line.
#[test]
fn a_snapshot_that_prints_otherwise_is_not_the_same() {
    let (_, error) = write_older("printed", &format!("{}\n", printed()));
    let line = printed().lines().count() + 1;
    let says =
        format!(":\nno stored item is affected; the snapshots differ from line {line} on\nhelp: ");
    assert!(error.to_string().contains(&says), "{error}");
}

#[test]
fn what_is_no_snapshot_is_an_error() {
    let (_, error) = write_older("other", "format = 1\ntable = Shop\n");
    assert_eq!(error.line(), Some(2));
    let path = file("folder");
    std::fs::create_dir_all(&path).unwrap();
    let error = check_snapshot(Shop::SCHEMA, &path).unwrap_err().to_string();
    assert!(error.starts_with("cannot read the snapshot `"), "{error}");
    let error = check_snapshot(Shop::SCHEMA, path.join("\0")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read the snapshot `"), "{error}");
}

/// Runs in a separate process, which has the variable.
#[test]
fn it_is_accepted_by_a_variable() {
    let run = |value| {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "production::snapshot::as_a_user_has_it"]);
        test.env("DDBKEY_SNAPSHOT", value).output().unwrap()
    };
    let path = file("accepted");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "anything").unwrap();
    assert!(!run("").status.success());
    let accepted = run("write");
    assert!(accepted.status.success(), "{accepted:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed());
    assert!(run("").status.success());
}

/// Only runs in that process: without the variable it does nothing.
#[test]
fn as_a_user_has_it() -> Result<(), SchemaError> {
    if std::env::var_os("DDBKEY_SNAPSHOT").is_none() {
        return Ok(());
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("snapshots/accepted");
    check_snapshot(Shop::SCHEMA, folder.join("shop.schema.toml"))
}
