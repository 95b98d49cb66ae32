//! Tests each note on a table that deserves it, and on a table that does not.

use std::{env, fs};

use ddbkey::{DdbKeys, DdbTable};

use super::{Note, review};
use crate::schema::Schema;
use crate::schema::tests::sketch::sketch;

/// Returns the notes with a code, on a table of these lines.
fn notes(code: &str, lines: &str) -> Vec<Note> {
    let table = sketch(&format!("table Shop\n{lines}\n"));
    review(&table).into_iter().filter(|note| note.code() == code).collect()
}

/// Asserts that the first of two tables has one note with a code, on an entity and an index, and the second has none.
#[track_caller]
fn tells_apart(code: &str, of: (Option<&str>, Option<&str>), wrong: &str, right: &str) -> String {
    let found = notes(code, wrong);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].entity(), found[0].index()), of);
    assert_eq!(notes(code, right), []);
    found[0].to_string()
}

const TABLE: &str = "  key: pk / sk\n  gsi gsi1: gsi1pk / gsi1sk\n\n";

/// Returns an entity `Order` with these keys, then the rest of its lines.
fn order(pk: &str, sk: &str, rest: &str) -> String {
    format!("{TABLE}Order\n    pk: {pk}\n    sk: {sk}\n{rest}")
}

/// Returns the same in `gsi1`.
fn indexed(gsi1pk: &str, sparse: &str) -> String {
    let index = format!("  gsi gsi1{sparse}\n    gsi1pk: {gsi1pk}\n    gsi1sk: {{id: text}}\n");
    order("ORDER#{id: text}", "ORDER", &index)
}

#[test]
fn a_constant_partition() {
    let note = tells_apart(
        "constant-partition",
        (Some("Order"), None),
        &order("ORDERS", "{id: text}", ""),
        &order("ORDERS#{user: text}", "{id: text}", ""),
    );
    assert_eq!(
        note,
        "constant-partition Order: every row of `Order` is in one partition, `ORDERS`\n\
         help: begin the partition key with a value, or spread the rows over a `Shard`",
    );
    let of = (Some("Order"), Some("gsi1"));
    tells_apart("constant-partition", of, &indexed("ORDERS", ""), &indexed("ORDERS", ", sparse"));
    // An index has as many rows with one key as the table.
    let constant = indexed("ORDERS", "").replace("gsi1sk: {id: text}", "gsi1sk: ORDER");
    assert_eq!(notes("constant-partition", &constant).len(), 1);
    // This is a row that exists once, and rows of a few kinds.
    assert_eq!(notes("constant-partition", &order("CONFIG", "GLOBAL", "")), []);
    assert_eq!(notes("constant-partition", &order("CONFIG", "{kind: A|B}", "")), []);
}

#[test]
fn few_partitions() {
    for few in ["{status: OPEN|PAID}", "{paid: false|true}#{shard(): shard(4, xxh64)}"] {
        let pk = format!("ORDER#{few}");
        let of = (Some("Order"), None);
        tells_apart(
            "few-partitions",
            of,
            &order(&pk, "{id: text}", ""),
            &order(&format!("{pk}#{{user: text}}"), "{id: text}", ""),
        );
        let of = (Some("Order"), Some("gsi1"));
        for code in ["few-partitions", "index-backpressure"] {
            tells_apart(code, of, &indexed(&pk, ""), &indexed(&format!("{pk}#{{user: text}}"), ""));
        }
    }
    assert_eq!(
        notes("few-partitions", &order("S#{shard(): shard(16, xxh64)}", "{id: text}", "")),
        []
    );
    assert_eq!(notes("few-partitions", &order("CONFIG#{kind: A|B}", "CONFIG", "")), []);
    assert_eq!(
        notes("index-backpressure", &order("ORDER#{status: OPEN|PAID}", "{id: text}", "")),
        []
    );
}

#[test]
fn a_hot_partition() {
    for unit in ["date", "hour", "minute", "month"] {
        let of = (Some("Order"), Some("gsi1"));
        let pk = format!("DAY#{{at: {unit}}}");
        tells_apart(
            "hot-partition",
            of,
            &indexed(&pk, ""),
            &indexed(&format!("{pk}#{{user: text}}"), ""),
        );
        tells_apart(
            "hot-partition",
            of,
            &indexed(&format!("{{status: A|B}}#{pk}"), ""),
            &indexed("{user: text}", ""),
        );
    }
    assert_eq!(notes("hot-partition", &indexed("{at: timestamp .3}", "")), []);
}

#[test]
fn a_key_that_moves() {
    let table = |second: &str| {
        format!(
            "  key: pk\n  gsi one: a / b\n  gsi two: c / d\n\nOrder\n    pk: {{id: text}}\n  gsi one\n    a: {{user: text}}\n    \
             b: {{status: text}}\n  gsi two\n    c: {{shop: text}}\n    d: {second}\n"
        )
    };
    let note = tells_apart(
        "moving-key",
        (Some("Order"), None),
        &table("{status: text}"),
        &table("{created_at: timestamp .3}"),
    );
    assert!(
        note.starts_with(
            "moving-key Order.status: an update of `status` of `Order` writes 4 index entries"
        ),
        "{note}"
    );
    // A field of the primary key never changes.
    let fixed = table("{status: text}").replace("pk: {id: text}", "pk: {status: text}#{id: text}");
    assert_eq!(notes("moving-key", &fixed), []);
}

#[test]
fn a_field_that_changes_in_the_primary_key() {
    let table =
        |part| format!("  key: pk / sk\n\nOrder\n    pk: ORDER#{part}\n    sk: {{id: text}}\n");
    tells_apart(
        "moving-primary-key",
        (Some("Order"), None),
        &table("{status: text}"),
        &table("{region: text}"),
    );
}

#[test]
fn an_index_with_a_method() {
    let of = (Some("Order"), Some("gsi1"));
    tells_apart("method-index", of, &indexed("{day(): text}", ""), &indexed("{day: text}", ""));
    // An LSI has the partition key of the table.
    let local = "  key: pk / sk\n  lsi l: pk / lsk\n\nA\n    pk: {shard(): text}\n    sk: {id: text}\n  lsi l\n    pk: \
                 {shard(): text}\n    lsk: {at: timestamp .3}\n";
    assert_eq!(notes("method-index", local), []);
}

#[test]
fn an_unordered_number() {
    let formats = "  in Rust\n    formats of sk: {n:unordered}\n  fields\n    id: S\n";
    let note = tells_apart(
        "unordered-number",
        (Some("Order"), None),
        &order("ORDER#{id: text}", "{n: integer u32}", formats),
        &order("ORDER#{id: text}", "{n: integer 05}", &formats.replace("unordered", "05")),
    );
    assert!(note.starts_with("unordered-number Order.n: "), "{note}");
    let in_partition = order("{n: integer u32}", "ORDER", &formats.replace("of sk", "of pk"));
    assert_eq!(notes("unordered-number", &in_partition), []);
}

#[test]
fn an_index_of_the_whole_table() {
    let inverted = |projection: &str| {
        format!(
            "  key: pk / sk\n  gsi inverted: sk / pk{projection}\n\nA\n    pk: A#{{id: text}}\n    sk: B#{{b: text}}\n  gsi inverted\n    sk: B#{{b: text}}\n    pk: A#{{id: text}}\n"
        )
    };
    tells_apart(
        "whole-table-index",
        (None, Some("inverted")),
        &inverted(""),
        &inverted(", keys only"),
    );
    let reused = |field: &str| {
        format!(
            "  key: pk\n  gsi by_user: user\n\nA\n    pk: A#{{id: text}}\n  gsi by_user\n    user = {{user: text}}\n  fields\n    user: S\n\nB\n    pk: B#{{id: text}}\n  fields\n    {field}: S\n"
        )
    };
    tells_apart("whole-table-index", (None, Some("by_user")), &reused("user"), &reused("owner"));
    assert_eq!(notes("whole-table-index", &indexed("{user: text}", "")), []);
}

#[test]
fn an_index_where_another_begins() {
    let table = |sk: &str, sparse: &str| {
        format!(
            "  key: pk\n  gsi one: a / b\n  gsi two: c / d\n\nOrder\n    pk: {{id: text}}\n  gsi one\n    a: U#{{user: text}}\n    \
             b: {{at: timestamp .3}}\n  gsi two{sparse}\n    c: U#{{user: text}}\n    d: {sk}\n"
        )
    };
    let note = tells_apart(
        "prefix-index",
        (None, Some("one")),
        &table("{at: timestamp .3}#{id: text}", ""),
        &table("{at: date}#{id: text}", ""),
    );
    assert!(note.contains("index `two`"), "{note}");
    // The other index lacks rows.
    assert_eq!(notes("prefix-index", &table("{at: timestamp .3}#{id: text}", ", sparse")), []);
    // The table answers as well.
    let of_table = |pk: &str| {
        format!(
            "{TABLE}Order\n    pk: U#{{user: text}}\n    sk: O#{{at: timestamp .3}}\n  gsi gsi1\n    gsi1pk: {pk}\n    gsi1sk: O#{{at: timestamp .3}}\n"
        )
    };
    tells_apart(
        "prefix-index",
        (None, Some("gsi1")),
        &of_table("U#{user: text}"),
        &of_table("U#{id: text}"),
    );
    // Of two equal indexes, one is superfluous.
    assert_eq!(notes("prefix-index", &table("{at: timestamp .3}", "")).len(), 1);
}

#[test]
fn a_local_index() {
    let local = "  key: pk / sk\n  lsi newest: pk / at\n\nA\n    pk: {a: text}\n    sk: {b: text}\n  lsi newest\n    pk: {a: \
                 text}\n    at: {at: timestamp .3}\n";
    tells_apart("lsi-collection", (None, Some("newest")), local, &indexed("{user: text}", ""));
}

#[test]
fn a_tenant_that_is_not_first() {
    let table = |pk: &str| order(pk, "{id: text}", "  fields\n    org_id: S\n    id: S\n");
    let note = tells_apart(
        "tenant-last",
        (Some("Order"), None),
        &table("ORDER#{id: text}#{org_id: text}"),
        &table("ORG#{org_id: text}#{id: text}"),
    );
    assert!(
        note.starts_with(
            "tenant-last Order.org_id: the partition key of `Order` in the table does not"
        ),
        "{note}"
    );
    // If the field is declared, any name works.
    let declared =
        |pk: &str| order(pk, "{id: text}", "  in Rust\n    tenant: club\n  fields\n    club: S\n");
    tells_apart(
        "tenant-last",
        (Some("Order"), None),
        &declared("O#{id: text}"),
        &declared("C#{club: text}"),
    );
    // Few entities have the field.
    let few = table("ORDER#{id: text}")
        + "\nA\n    pk: A#{id: text}\n    sk: A\n\nB\n    pk: B#{id: text}\n    sk: B\n";
    assert_eq!(notes("tenant-last", &few), []);
    // Every entity has an `id`, which is not a tenant.
    assert_eq!(
        notes("tenant-last", &order("O#{a: text}", "{id: text}", "  fields\n    id: S\n")),
        []
    );
    let index =
        "  gsi gsi1\n    gsi1pk: MAIL#{mail: text}\n    gsi1sk: MAIL\n  fields\n    org: S\n";
    let of = (Some("Order"), Some("gsi1"));
    tells_apart(
        "tenant-last",
        of,
        &order("{org: text}", "A", index),
        &order("{org: text}", "A", "  fields\n    org: S\n"),
    );
}

#[test]
fn an_email_as_it_is_typed() {
    for field in ["email", "login", "owner_email"] {
        let table = |case: &str| order(&format!("USER#{{{field}: text{case}}}"), "USER", "");
        let note =
            tells_apart("unfolded-email", (Some("Order"), None), &table(""), &table(" lower"));
        assert!(note.ends_with(&format!("help: fold it, `{{{field}:lower}}`")), "{note}");
    }
    assert_eq!(notes("unfolded-email", &order("USER#{email: ASCII [.@a-z] 1..}", "USER", "")), []);
    assert_eq!(notes("unfolded-email", &order("USER#{email: letters 1..}", "USER", "")).len(), 1);
    assert_eq!(notes("unfolded-email", &order("USER#{email(): text}", "USER", "")), []);
}

#[test]
fn an_email_that_is_unique_by_an_index() {
    let of = (Some("Order"), Some("gsi1"));
    let wrong = indexed("EMAIL#{email: text lower}", "");
    let with_lock = format!("{wrong}\nLock\n    pk: LOCK#{{email: text lower}}\n    sk: LOCK\n");
    tells_apart("unique-by-index", of, &wrong, &with_lock);
    assert_eq!(notes("unique-by-index", &indexed("{org: text}#{email: text lower}", "")), []);
}

#[test]
fn a_counter_beside_other_fields() {
    let table =
        |fields: &str| order("POST#{id: text}", "POST", &format!("  fields\n    id: S\n{fields}"));
    for counter in ["views", "reply_count", "count"] {
        let note = tells_apart(
            "counter-in-row",
            (Some("Order"), None),
            &table(&format!("    {counter}: N\n    title: S\n")),
            &table(&format!("    {counter}: N\n    likes: N\n")),
        );
        assert!(note.starts_with(&format!("counter-in-row Order.{counter}: ")), "{note}");
    }
    assert_eq!(
        notes("counter-in-row", &table("    discount: N\n    account: S\n    views: S\n")),
        []
    );
}

#[test]
fn a_list_that_grows() {
    let table =
        |kind: &str| order("POST#{id: text}", "POST", &format!("  fields\n    lines: {kind}\n"));
    tells_apart("growing-list", (Some("Order"), None), &table("L"), &table("S"));
}

#[test]
fn a_wide_struct() {
    let table = |count: usize| {
        let fields: Vec<_> = (0..count).map(|at| format!("    f{at}: S\n")).collect();
        let fields = fields.concat();
        order("POST#{f0: text}", "POST", &format!("  fields\n{fields}"))
    };
    tells_apart("wide-struct", (Some("Order"), None), &table(101), &table(100));
}

#[test]
fn an_expiry_that_nothing_is_deleted_by() {
    for field in ["expires_at", "expires", "ttl"] {
        let table = |declared: &str| {
            let keys = order("LOCK#{id: text}", "LOCK", "");
            format!(
                "{}  fields\n    {field}: N\n",
                keys.replace("Order\n", &format!("Order\n{declared}"))
            )
        };
        let declared = format!("  ttl: {field}\n");
        let note = tells_apart("no-ttl", (Some("Order"), None), &table(""), &table(&declared));
        assert!(note.contains(&format!("`#[ddb(ttl = {field})]`")), "{note}");
        assert_eq!(notes("no-ttl", &table("").replace(": N", ": S")), []);
    }
}

#[test]
fn a_legacy_key_without_a_version() {
    let table = |version: &str| {
        let keys =
            order("ORDER#{id: text}", "ORDER", "  was v1: x\n    pk: O#{id: text}\n    sk: O\n");
        keys.replace("Order\n", &format!("Order\n{version}"))
    };
    tells_apart("no-former-version", (Some("Order"), None), &table(""), &table("  version: v\n"));
}

#[derive(DdbKeys)]
#[ddb(tenant = club)]
#[pk("CRATES")]
#[sk("CRATE", name)]
#[allow(dead_code, reason = "a declaration")]
struct Crate {
    name: String,
    club: String,
    tags: Vec<String>,
}

#[derive(DdbTable)]
#[allow(dead_code, reason = "a declaration")]
enum Registry {
    Crate(Crate),
}

#[test]
fn a_declaration_has_what_the_review_asks_about() {
    let schema = Schema::of(Registry::SCHEMA);
    assert_eq!(schema.entities[0].tenant.as_deref(), Some("club"));
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
    let notes = review(&schema);
    let codes: Vec<_> = notes.iter().map(Note::code).collect();
    assert_eq!(codes, ["constant-partition", "tenant-last", "growing-list"]);
}

/// A single test, since the environment belongs to the whole program: it calls the underlying function to write.
#[test]
fn a_committed_file_answers_each_note() {
    let path =
        env::temp_dir().join(format!("ddbkey-review-{}", std::process::id())).join("review.txt");
    let check = || super::check_review(Registry::SCHEMA, &path);
    let error = check().unwrap_err().to_string();
    assert!(error.contains("constant-partition Crate: every row of `Crate`"), "{error}");
    assert!(!path.exists());

    let notes = review(&Schema::of(Registry::SCHEMA));
    let answers = "growing-list Crate.tags: five\nmoving-key A: gone\n";
    let text = super::answers::text("Registry", &notes, answers);
    crate::committed::write(&path, "review", &text).unwrap();
    check().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(
        text,
        "# Answers to the review of `Registry`.\n\
         \n# every row of `Crate` is in one partition, `CRATES`\nconstant-partition Crate: accepted\n\
         \n# the partition key of `Crate` in the table does not begin with `club`, so that no policy confines a tenant to its \
         rows there\ntenant-last Crate.club: accepted\n\
         \n# list `tags` is a part of each `Crate`, which has at most 400 KB and is written whole\ngrowing-list Crate.tags: five\n",
    );

    fs::write(&path, format!("{text}moving-key Crate.price: rarely\n")).unwrap();
    let error = check().unwrap_err().to_string();
    assert!(
        error.contains("does not ask:\nmoving-key Crate.price: rarely\nhelp: remove"),
        "{error}"
    );

    fs::write(&path, text.replace("Crate: accepted", "Crate:")).unwrap();
    let error = check().unwrap_err().to_string();
    assert!(error.contains("constant-partition Crate: every row"), "{error}");
    assert!(!error.contains("growing-list"), "{error}");
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}
