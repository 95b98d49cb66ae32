//! The pages that rustdoc writes about crates above ours: they show none of our traits on types that have nothing to do
//! with keys, and on other types only those that users need.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scratch::{dependencies, root, rustc};

/// A crate above `ddbkey`.
const KEYS: &str = r##"
//! Keys.
use ddbkey::{DdbKeys, DdbTable, KeyPart};

/// A type without keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nothing;

/// A part.
#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status { Open, Paid }

/// Another part.
#[derive(KeyPart, Clone, PartialEq, Eq, Hash, Debug)]
pub struct UserId(String);

/// An entity.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", status, "{number:05}")]
#[was("v1", sk = ("OLD", status, "{number:03}"))]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:05}"))]
pub struct Order { pub user_id: UserId, pub status: Status, pub number: u32 }

/// A table.
#[derive(DdbTable)]
pub enum Shop { Order(Order) }
"##;

/// A crate above that crate, which does not know `ddbkey`.
const FAR: &str = "
//! Nothing.
pub use keys::Nothing as Other;

/// A type.
pub struct Nothing;
";

/// A crate above `ddbkey-aws`.
const ITEMS: &str = r##"
//! Items.
use ddbkey::DdbKeys;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

/// A type without keys.
#[derive(Serialize, Deserialize)]
pub struct Nothing { pub a: u8 }

/// An entity.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
pub struct User { pub user_id: String }

/// Reads an item.
pub fn user(item: ddbkey_aws::Item) -> Option<User> { User::from_item(item).ok() }
"##;

/// Items of traits that only generated code and our other crates use.
const HIDDEN: [&str; 13] = [
    "ENTITIES",
    "ENTITY",
    "INDEXES",
    "Kind",
    "OTHERS",
    "PATTERN",
    "PLAIN",
    "nearest",
    "parse_any",
    "patterns",
    "primary_keys",
    "take",
    "try_parse",
];

/// Compiles a crate and writes its pages.
fn document(name: &str, source: &str, others: &[&str]) -> PathBuf {
    let folder = root().join("target/declarations/documented");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name).with_extension("rs"), source).expect("written");
    let externs = others.iter().flat_map(|other| {
        [
            "--extern".to_owned(),
            format!("{other}={}", folder.join(format!("lib{other}.rmeta")).display()),
        ]
    });
    let externs: Vec<String> = externs.chain(dependencies().iter().cloned()).collect();
    let run = |mut command: Command| {
        let output = command
            .args(["--edition", "2024", "--crate-name", name, &format!("{name}.rs")])
            .args(&externs)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let mut compile = rustc();
    compile.args(["--crate-type", "lib", "--emit", "metadata"]);
    run(compile);
    let mut rustdoc = Command::new(Path::new(env!("CARGO")).with_file_name("rustdoc"));
    // A link names the crate of a trait.
    rustdoc.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "unstable-options", "-o", "doc"]);
    for own in ["ddbkey", "ddbkey_aws"] {
        rustdoc.args(["--extern-html-root-url", &format!("{own}=https://docs.rs/")]);
    }
    run(rustdoc);
    folder.join("doc").join(name)
}

/// Returns our traits that a page says its type implements, and the items of traits that it lists.
fn shown(page: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let html = fs::read_to_string(page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
    let named = |start: &str, ends: &[char]| -> BTreeSet<String> {
        let places = html.split(start).skip(1);
        places.map(|rest| rest[..rest.find(ends).expect("an end")].to_owned()).collect()
    };
    let is_ours = |name: &&String| {
        html.match_indices(&format!("::{name}\"")).any(|(at, _)| {
            let title = html[..at].rsplit('"').next().unwrap_or_default();
            title.starts_with("trait ddbkey")
        })
    };
    let implemented = named("id=\"impl-", &['-', '%', '"']);
    let traits = implemented.iter().filter(is_ours).cloned().collect();
    let items = ["method", "associatedconstant", "associatedtype"];
    let items = items.iter().flat_map(|kind| named(&format!("id=\"{kind}."), &['"', '-']));
    (traits, items.collect())
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().copied().map(ToOwned::to_owned).collect()
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn pages_of_users_show_few_of_our_traits() {
    let keys = document("keys", KEYS, &[]);
    let far = document("far", FAR, &["keys"]);
    let items = document("items", ITEMS, &[]);
    let traits = |folder: &Path, page: &str| shown(&folder.join(page)).0;
    for (folder, page) in [
        (&keys, "struct.Nothing.html"),
        (&far, "struct.Nothing.html"),
        (&items, "struct.Nothing.html"),
    ] {
        assert_eq!(traits(folder, page), set(&[]), "{folder:?}");
    }
    let expected: [(&Path, &str, &[&str]); 9] = [
        (&keys, "enum.Status.html", &["IsPart", "KeyPart"]),
        (&keys, "struct.UserId.html", &["IsPart", "KeyPart", "Sorted"]),
        (&keys, "struct.Order.html", &["DdbKeys", "Keyed"]),
        (&keys, "struct.OrderPk.html", &["KeyTexts"]),
        (&keys, "struct.OrderKey.html", &["ItemKey", "KeyPair", "PrimaryKey"]),
        (&keys, "struct.OrderV1.html", &["ItemKey", "KeyPair", "PrimaryKey"]),
        (&keys, "enum.OrderAnyKey.html", &["ItemKey", "PrimaryKey"]),
        (&keys, "enum.ShopKey.html", &["ItemKey", "PrimaryKey"]),
        (
            &items,
            "struct.User.html",
            &[
                "DdbKeys",
                "EditRow",
                "ItemExt",
                "ItemRow",
                "KeyRow",
                "Keyed",
                "ReadRow",
                "UpdateRow",
                "WriteRow",
            ],
        ),
    ];
    for (folder, page, expected) in expected {
        let (traits, items) = shown(&folder.join(page));
        assert_eq!(traits, set(expected), "{page}");
        assert_eq!(items.intersection(&set(&HIDDEN)).next(), None, "{page}: {items:?}");
    }
}
