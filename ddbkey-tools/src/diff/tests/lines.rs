//! The name, the cost and the deploy order of each kind of change.

use super::super::{Cost, Deploy, SchemaChange, change};
use super::{USER, diff, snapshot, texts};
use crate::schema::tests::sketch::sketch;

const SHOP: &str = "\
ddbkey schema 1
table Shop
  key: pk / sk
  gsi gsi1: gsi1pk / gsi1sk
  type attribute: kind

Order
    pk: USER#{user_id: text}
    sk: ORDER#{number: integer 05}#{id: ULID}
  gsi gsi1
    gsi1pk: ORDER#{status: Paid|Shipped}
    gsi1sk: {id: ULID}

User
    pk: USER#{user_id: text}
    sk: PROFILE
  gsi gsi1, sparse
  optional: email
    gsi1pk: EMAIL#{email: text}
    gsi1sk: USER#{user_id: text}
";

/// Returns the changes since a snapshot that differs from the committed one in these strings.
fn since(texts: &[(&str, &str)]) -> Vec<SchemaChange> {
    let old = texts.iter().fold(SHOP.to_owned(), |text, (new, old)| {
        assert!(text.contains(new), "{new}");
        text.replace(new, old)
    });
    diff(&old, SHOP)
}

#[track_caller]
fn check(texts: &[(&str, &str)], cost: Cost, deploy: Deploy, line: &str) {
    let changes = since(texts);
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, [format!("{line}; {}", advice(deploy))]);
    assert_eq!((changes[0].cost(), changes[0].deploy()), (cost, deploy));
}

fn advice(deploy: Deploy) -> &'static str {
    match deploy {
        Deploy::AnyOrder => "deploy in any order",
        Deploy::ReadersFirst => "deploy every reader before a writer",
        Deploy::AfterBackfill => "queries of the index lack items until it is filled",
        Deploy::Breaking => "whatever you deploy first, one version misses what the other writes",
    }
}

#[test]
fn an_entity_that_is_new_or_gone() {
    check(
        &[(
            "User\n    pk: USER#{user_id: text}\n    sk: PROFILE\n  gsi gsi1, sparse\n  optional: email\n    gsi1pk: \
            EMAIL#{email: text}\n    gsi1sk: USER#{user_id: text}\n",
            "",
        )],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "`User` is new: stored items stay as they are",
    );
    check(
        &[("\nUser\n", "\nCart\n    pk: USER#{user_id: text}\n    sk: CART\n\nUser\n")],
        Cost::SomeItems,
        Deploy::Breaking,
        "`Cart` is gone: some stored items can no longer be read; move them, write them again or delete them first",
    );
}

#[test]
fn a_renamed_entity() {
    check(
        &[("\nUser\n", "\nCustomer\n")],
        Cost::EachItemUpdated,
        Deploy::Breaking,
        "`Customer` is now called `User`: one update per item; a release updates only items whose type name it has, also in \
         `type_name_was`",
    );
}

#[test]
fn another_set_of_texts() {
    check(
        &[("Paid|Shipped", "\"Paid\"")],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which allows more strings than \
         `\"Paid\"`: stored items stay as they are",
    );
    check(
        &[("Paid|Shipped", "Paid|Pending|Shipped")],
        Cost::SomeItems,
        Deploy::Breaking,
        "`status` in `gsi1pk` of `Order` is `Paid|Shipped`, which does not allow all strings of \
         `Paid|Pending|Shipped`: some stored items can no longer be read; move them, write them again or \
         delete them first",
    );
    check(
        &[("{email: text}", "{*email: text}")],
        Cost::SomeItems,
        Deploy::AfterBackfill,
        "`email` in `gsi1pk` of `User` is `text` without `#`, which does not allow all strings of `text`: \
         one update for each affected item",
    );
    let replaced = since(&[("Paid|Shipped", "Paid|Pending")]);
    let deploys: Vec<_> = replaced.iter().map(SchemaChange::deploy).collect();
    assert_eq!(deploys, [Deploy::ReadersFirst, Deploy::Breaking]);
}

#[test]
fn another_key() {
    check(
        &[("integer 05", "integer 04")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "`sk` of `Order` is `ORDER#{number: integer 05}#{id: ULID}` instead of \
         `ORDER#{number: integer 04}#{id: ULID}`: every item moves to another key",
    );
    check(
        &[("gsi1sk: {id: ULID}", "gsi1sk: {id: UUID}")],
        Cost::EachItemUpdated,
        Deploy::Breaking,
        "`gsi1sk` of `Order` is `{id: ULID}` instead of `{id: UUID}`: one update per item; a new index next to it \
         would serve both versions",
    );
    // The same names at other positions.
    let swapped = since(&[("{number: integer 05}#{id: ULID}", "{id: integer 05}#{number: ULID}")]);
    let [swapped] = &swapped[..] else { panic!("{swapped:?}") };
    assert_eq!((swapped.cost(), swapped.attribute()), (Cost::EachItemMoved, Some("sk")));
}

#[test]
fn renamed_attributes() {
    check(
        &[(" pk", " PK")],
        Cost::EachItemMoved,
        Deploy::Breaking,
        "key attribute `PK` is now called `pk`: every item moves to a new table",
    );
    check(
        &[("gsi1sk", "GSI1SK")],
        Cost::EachItemUpdated,
        Deploy::Breaking,
        "key attribute `GSI1SK` of index `gsi1` is now called `gsi1sk`: one update per item; a new index next to it \
         would serve both versions",
    );
    check(
        &[("attribute: kind", "attribute: type")],
        Cost::EachItemUpdated,
        Deploy::AnyOrder,
        "type attribute `type` is now called `kind`: one update per item",
    );
    check(
        &[("  type attribute: kind\n", "")],
        Cost::EachItemUpdated,
        Deploy::AnyOrder,
        "type attribute `kind` is new: one update per item",
    );
}

#[test]
fn a_renamed_field() {
    check(
        &[("{number:", "{no:")],
        Cost::Nothing,
        Deploy::AnyOrder,
        "field `no` of `Order` is now called `number`: stored items stay as they are; provided that it holds the \
         same values",
    );
    check(
        &[("table Shop", "table Store")],
        Cost::Nothing,
        Deploy::AnyOrder,
        "table `Store` is now called `Shop`: stored items stay as they are; `cloud_formation` prints a \
         resource of another name",
    );
}

/// Each of two fields is where the other was: neither was renamed, and stored keys mean something else.
#[test]
fn swapped_fields() {
    let swap = [
        ("{email: text}", "{none: text}"),
        ("{user_id: text}", "{email: text}"),
        ("{none: text}", "{user_id: text}"),
    ];
    let old = swap.iter().fold(SHOP.to_owned(), |old, (from, to)| old.replace(from, to));
    let changes = diff(&old, SHOP);
    let of_users: Vec<_> = changes
        .iter()
        .filter(|change| change.entity() == Some("User"))
        .inspect(|change| assert!(change.cost() > Cost::Nothing, "{change}"))
        .filter_map(SchemaChange::attribute)
        .collect();
    assert_eq!(of_users, ["pk", "gsi1pk", "gsi1sk"]);
}

#[test]
fn indexes() {
    check(
        &[("gsi1pk / gsi1sk", "gsi1pk / gsi1sk, keys only")],
        Cost::Index,
        Deploy::AfterBackfill,
        "index `gsi1` projects all attributes instead of only the key attributes: recreate it",
    );
    check(
        &[("gsi1pk / gsi1sk", "gsi1pk / gsi1sk, include(note, total)")],
        Cost::Index,
        Deploy::AfterBackfill,
        "index `gsi1` projects all attributes instead of the key attributes and `note`, `total`: recreate it",
    );
    check(
        &[("gsi1pk / gsi1sk", "gsi1sk / gsi1pk")],
        Cost::Index,
        Deploy::Breaking,
        "index `gsi1` is `gsi gsi1pk / gsi1sk` instead of `gsi gsi1sk / gsi1pk`: recreate it; a new index \
         next to it would serve both versions",
    );
    check(
        &[("gsi1, sparse\n  optional: email", "gsi1")],
        Cost::Nothing,
        Deploy::ReadersFirst,
        "`User` can now be absent from index `gsi1`: stored items stay as they are",
    );
    check(
        &[("  gsi gsi1\n    gsi1pk: ORDER#{status: Paid|Shipped}\n    gsi1sk: {id: ULID}\n", "")],
        Cost::EachItemUpdated,
        Deploy::AfterBackfill,
        "`Order` is now in index `gsi1` with `gsi1pk`, `gsi1sk`: one update per item",
    );
    check(
        &[("  type", "  gsi gsi2: gsi2pk\n  type")],
        Cost::Index,
        Deploy::ReadersFirst,
        "index `gsi2` is gone: delete it once nothing queries it",
    );
    let without_sk = SHOP.lines().filter(|line| !line.starts_with("    sk: "));
    let without_sk = without_sk.map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
    // With another type, it is another attribute.
    let numbers = SHOP.replace("    pk: USER#{user_id: text}", "    id (N) = {id: integer u32}");
    for (old, key) in [(without_sk, "pk"), (numbers, "id (N) / sk")] {
        let old = old.replace("  key: pk / sk", &format!("  key: {key}"));
        let change = diff(&old, SHOP).remove(0);
        let line = format!(
            "the key of the table is `pk / sk` instead of `{key}`: every item moves to a new table"
        );
        assert_eq!(change.to_string(), format!("{line}; {}", advice(Deploy::Breaking)));
        assert_eq!((change.cost(), change.deploy()), (Cost::EachItemMoved, Deploy::Breaking));
    }
}

#[track_caller]
fn lines(old: &[(&str, &str, &str)], new: &[(&str, &str, &str)], expected: &[&str]) {
    let changes = diff(&snapshot(old), &snapshot(new));
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(lines, expected);
}

#[test]
fn an_entity_is_found_under_another_name_after_other_changes() {
    let renamed =
        "`Order` is now called `Purchase`: stored items stay as they are; deploy in any order";
    lines(
        &[("Order", USER, "ORDER#{id: ULID}")],
        &[("Purchase", USER, "ORDER#{number: ULID}")],
        &[
            renamed,
            "field `id` of `Purchase` is now called `number`: stored items stay as they are; provided that it holds \
             the same values; deploy in any order",
        ],
    );
    lines(
        &[("Order", USER, "ORDER#{state: A|B}")],
        &[("Cart", USER, "CART"), ("Purchase", USER, "ORDER#{state: A|B|C}")],
        &[
            renamed,
            "`state` in `sk` of `Purchase` is `A|B|C`, which allows more strings than `A|B`: stored items stay \
             as they are; deploy every reader before a writer",
            "`Cart` is new: stored items stay as they are; deploy every reader before a writer",
        ],
    );
    // Its keys can be read, but mean something else.
    lines(
        &[("Order", USER, "ORDER#{day: date}#{id: ULID}")],
        &[("Purchase", USER, "ORDER#{*rest: text}")],
        &[
            renamed,
            "`sk` of `Purchase` is `ORDER#{*rest: text}` instead of `ORDER#{day: date}#{id: ULID}`: every item \
             moves to another key; old keys read as other values; whatever you deploy first, one version misses what the other writes",
        ],
    );
}

#[test]
fn what_another_entity_reads_is_not_to_be_deleted() {
    lines(
        &[("Doc", USER, "DOC#{id: text}"), ("Note", USER, "DOC#note-{id: ULID}")],
        &[("Doc", USER, "DOC#{id: text}")],
        &[
            "`Note` is gone: one update per item; `Doc` reads its keys; deploy every reader before a writer",
        ],
    );
    lines(
        &[("Doc", USER, "DOC#{id: ULID}"), ("Note", USER, "DOC#{id: text}")],
        &[("Doc", USER, "DOC#{id: ULID}")],
        &[
            "`Note` is gone: some stored items can no longer be read; move them, write them again or delete them first; old keys read as other values; whatever you deploy first, one version misses what the other writes",
        ],
    );
    lines(
        &[("Doc", USER, "DOC#{id: text}"), ("Note", USER, "NOTE#{id: text}")],
        &[("Doc", USER, "DOC#{id: text}")],
        &[
            "`Note` is gone: some stored items can no longer be read; move them, write them again or delete them first; whatever you deploy first, one version misses what the other writes",
        ],
    );
}

/// A key whose values must be equal is not read if they can differ.
#[test]
fn a_field_in_both_keys_reads_fewer_texts() {
    lines(
        &[("Doc", "A#{a: text}", "B#{b: text}"), ("Note", "A#{a: text}", "B#{a: text}")],
        &[("Note", "A#{a: text}", "B#{a: text}")],
        &[
            "`Doc` is gone: some stored items can no longer be read; move them, write them again or delete them first; old keys read as other values; whatever you deploy first, one version misses what the other writes",
        ],
    );
}

#[test]
fn an_old_key_that_has_its_own_entity() {
    let moved = "`sk` of `Order` is `ORDER#{number: integer 08}` instead of `ORDER#{number: integer 05}`: every \
                 item moves to another key";
    let old = ("Order", USER, "ORDER#{number: integer 05}");
    let new = ("Order", USER, "ORDER#{number: integer 08}");
    lines(
        &[old],
        &[new, ("Order5", USER, "ORDER#{number: integer 05}")],
        &[
            &format!("{moved}; `Order5` reads its keys; deploy every reader before a writer"),
            "`Order5` is new: stored items stay as they are; deploy every reader before a writer",
        ],
    );
    let breaking = "whatever you deploy first, one version misses what the other writes";
    lines(&[old], &[new], &[&format!("{moved}; {breaking}")]);
}

/// Twice as many shards leave half of the items in place, if the numbers have the same width as before.
#[test]
fn more_shards() {
    let sharded = |count: u8| format!("JOB#{{shard(): shard({count}, xxh64)}}");
    let cost = |old, new| {
        let of = |count| snapshot(&[("Job", &sharded(count), "JOB#{id: text}")]);
        let [change] = &diff(&of(old), &of(new))[..] else { panic!("one change") };
        (change.cost(), change.to_string().contains(": items of other shards move to another key;"))
    };
    assert_eq!(cost(16, 32), (Cost::SomeItems, true));
    assert_eq!(cost(8, 16), (Cost::EachItemMoved, false));
}

#[test]
fn seconds_are_not_milliseconds() {
    let keys = |format: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk / at (N)\n\nE\n    pk: A\n    at (N) = {{at: {format}}}\n"
        )
    };
    for (old, new) in [("epoch", "epoch_ms"), ("epoch_ms", "epoch"), ("epoch", "integer i64")] {
        let [change] = &diff(&keys(old), &keys(new))[..] else { panic!("one change") };
        assert_eq!((change.cost(), change.attribute()), (Cost::EachItemMoved, Some("at")));
    }
}

/// The original of a folded string is unknown.
#[test]
fn another_form_of_a_text_is_another_text() {
    let forms = ["text", "text lower", "text upper", "integer 05", "integer desc05", "year"];
    for (old, new) in forms.iter().flat_map(|old| forms.map(|new| (*old, new))) {
        let of = |form| snapshot(&[("E", USER, &format!("E#{{a: {form}}}"))]);
        let costs: Vec<_> = diff(&of(old), &of(new)).iter().map(SchemaChange::cost).collect();
        assert_eq!(costs.is_empty(), old == new);
        assert!(costs.iter().all(|cost| *cost == Cost::EachItemMoved), "{old} and {new}");
    }
}

/// The automaton of a date accepts months that do not exist.
#[test]
fn what_is_no_date_is_not_read_as_one() {
    lines(
        &[("Doc", USER, "{at: month}"), ("Note", USER, "{month: 2024-12|2024-13}")],
        &[("Doc", USER, "{at: month}")],
        &[
            "`Note` is gone: some stored items can no longer be read; move them, write them again or delete them first; old keys read as other values; whatever you deploy first, one version misses what the other writes",
        ],
    );
}

#[test]
fn an_entry_with_the_name_of_its_entity() {
    let named = |name: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n  gsi g: ty, a\n  type attribute: ty\n\n{name}\n    pk: \
             U#{{a: text}}\n  gsi g\n    ty = {name}\n    a = {{a: text}}\n"
        )
    };
    let changes = diff(&named("E"), &named("F"));
    let [renamed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::EachItemUpdated, Deploy::Breaking));
    assert_eq!((renamed.entity(), renamed.attribute()), (Some("F"), Some("ty")));
    assert!(renamed.to_string().starts_with("`E` is now called `F`: one update per item"));
}

/// A type name is compared if the table stores it. If it stays, the name of the entity is free.
#[test]
fn a_type_name_is_compared() {
    let named = |table: &str, name: &str, type_name: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n{table}\n{name}\n{type_name}    pk: U#{{a: text}}\n"
        )
    };
    let typed = "  type attribute: ty\n";
    let changes = diff(&named(typed, "E", ""), &named(typed, "E", "  type name: e\n"));
    let [changed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((changed.cost(), changed.deploy()), (Cost::EachItemUpdated, Deploy::Breaking));
    let old = named(typed, "E", "  type name was: e\n");
    let new = named(typed, "E", "  type name: e\n  type name was: E\n");
    assert_eq!(diff(&old, &new)[0].deploy(), Deploy::AnyOrder);
    assert_eq!((changed.entity(), changed.attribute()), (Some("E"), Some("ty")));
    assert!(
        changed.to_string().starts_with("`ty` of `E` is `e` instead of `E`: one update per item")
    );
    assert!(diff(&named("", "E", ""), &named("", "E", "  type name: e\n")).is_empty());
    let changes = diff(&named(typed, "E", ""), &named(typed, "F", "  type name: E\n"));
    let [renamed] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::Nothing, Deploy::AnyOrder));
}

/// A release updates only rows whose type name it knows. The order of the names means nothing.
#[test]
fn several_type_names_are_compared() {
    let named = |names: &str| {
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n  type attribute: ty\n\nE\n{names}    pk: U#{{a: text}}\n"
        )
    };
    let judged = |old: &str, new: &str, line: &str| {
        let changes = diff(&named(old), &named(new));
        let [change] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((change.entity(), change.attribute()), (Some("E"), Some("ty")));
        let told = format!("`ty` of `E` is {line}: ");
        assert!(change.to_string().starts_with(&told), "{change}");
        (change.cost(), change.deploy())
    };
    let (two, three) = ("  type names: org, user\n", "  type names: bot, org, user\n");
    assert_eq!(diff(&named(two), &named("  type names: user, org\n")), []);
    // Stored items have names that both know, and the old release meets another.
    let (nothing, some) = ((Cost::Nothing, Deploy::Breaking), (Cost::SomeItems, Deploy::Breaking));
    assert_eq!(judged(two, three, "`bot | org | user` instead of `org | user`"), nothing);
    let announced = format!("{two}  type name was: bot\n");
    let known = (Cost::Nothing, Deploy::AnyOrder);
    assert_eq!(judged(&announced, three, "`bot | org | user` instead of `org | user`"), known);
    assert_eq!(judged(three, two, "`org | user` instead of `bot | org | user`"), some);
    let known = (Cost::SomeItems, Deploy::AnyOrder);
    assert_eq!(judged(three, &announced, "`org | user` instead of `bot | org | user`"), known);
    let each = (Cost::EachItemUpdated, Deploy::Breaking);
    assert_eq!(judged("", two, "`org | user` instead of `E`"), each);
    assert_eq!(judged(two, "", "`E` instead of `org | user`"), each);
    assert_eq!(judged("  type name: org\n", two, "`org | user` instead of `org`"), nothing);
    assert_eq!(judged(two, "  type name: org\n", "`org` instead of `org | user`"), some);
}

/// Returns a table of one entity with these legacy keys.
fn with_legacy(sk: &str, legacy: &[(&str, &str)]) -> String {
    let mut text = snapshot(&[("Order", USER, sk)]);
    for (name, sk) in legacy {
        text += &format!("  was {name}: for people\n    pk: {USER}\n    sk: {sk}\n");
    }
    text
}

#[test]
fn legacy_keys_and_the_order_of_deploys() {
    const OLD: &str = "ORDER#{number: integer 05}";
    const NEW: &str = "ORDER2#{number: integer 08}";
    let alone = (with_legacy(OLD, &[]), with_legacy(NEW, &[]));
    let announced = with_legacy(OLD, &[("next", NEW)]);
    let swapped = with_legacy(NEW, &[("v1", OLD)]);
    let moves =
        "`sk` of `Order` is `ORDER2#{number: integer 08}` instead of `ORDER#{number: integer 05}`";
    let key = "`USER#{user: text} / ORDER2#{number: integer 08}`";
    let old_key = "`USER#{user: text} / ORDER#{number: integer 05}`";
    let still = format!("{moves}, which is still read as `v1`: every item moves to another key");
    let cases = [
        (
            (&alone.0, &announced),
            (Cost::Nothing, Deploy::AnyOrder),
            format!(
                "`Order` also reads {key}, as its legacy key `next`: stored items stay as they are"
            ),
        ),
        ((&announced, &swapped), (Cost::EachItemMoved, Deploy::AnyOrder), still.clone()),
        ((&alone.0, &swapped), (Cost::EachItemMoved, Deploy::ReadersFirst), still),
        (
            (&swapped, &alone.1),
            (Cost::SomeItems, Deploy::Breaking),
            format!(
                "`Order` no longer reads {old_key}, its legacy key `v1`: some stored items can no longer be read; move them, write them again or delete them first; wait until an audit counts no `OtherKey`"
            ),
        ),
        (
            (&alone.0, &alone.1),
            (Cost::EachItemMoved, Deploy::Breaking),
            format!("{moves}: every item moves to another key"),
        ),
    ];
    for ((old, new), judged, line) in cases {
        let [change] = &diff(old, new)[..] else { panic!("one change: {line}") };
        assert!(change.to_string().starts_with(&format!("{line}; ")), "{change}");
        assert_eq!((change.cost(), change.deploy()), judged, "{change}");
        assert_eq!(change.entity(), Some("Order"));
    }
    assert_eq!(diff(&announced, &announced), []);
}

#[test]
fn legacy_keys_under_other_names_and_separators() {
    const OLD: &str = "ORDER#{number: integer 05}";
    const NEW: &str = "ORDER2#{number: integer 08}";
    let legacy = with_legacy(NEW, &[("v1", OLD)]);
    // Neither the name of a legacy key nor its description for people is stored.
    assert_eq!(diff(&legacy, &legacy.replace("was v1: for people", "was v2: x")), []);
    // A field is renamed in all keys.
    let renamed = diff(&legacy, &legacy.replace("{number:", "{no:"));
    let [renamed] = &renamed[..] else { panic!("{renamed:?}") };
    assert_eq!((renamed.cost(), renamed.deploy()), (Cost::Nothing, Deploy::AnyOrder));
    // Without a `|`, the string is another.
    let free = with_legacy(NEW, &[("v1", "O|{number: integer 05}|{user: text}")]);
    let separated = free.replace(
        "    pk: USER#{user: text}\n    sk: O|",
        "    separator of sk: |\n    pk: USER#{user: text}\n    sk: O|",
    );
    assert_ne!(free, separated);
    assert_eq!(diff(&free, &separated).len(), 2);
    // A renamed entity, and an entity that is gone because it is now a legacy key of another.
    let purchase = legacy.replace("\nOrder\n", "\nPurchase\n");
    let changes = diff(&with_legacy(OLD, &[]), &purchase);
    assert!(changes[0].to_string().starts_with("`Order` is now called `Purchase`"), "{changes:?}");
    let both = snapshot(&[("Order", USER, NEW), ("OldOrder", USER, OLD)]);
    let changes = diff(&both, &legacy);
    assert!(
        changes.iter().any(|change| {
            change
                .to_string()
                .starts_with("`OldOrder` is gone: one update per item; `Order` reads its keys")
        }),
        "{changes:?}"
    );
}

/// A field or a method was optional and no longer is. What code of the program reads is unknown.
#[test]
fn a_part_that_is_no_longer_optional() {
    let table = |index: &str, part: &str, marks: &str| {
        let is = if index.contains("optional: b") { ", nullable" } else { "" };
        let field = if part == "b" { format!("    b: S{is}\n") } else { String::new() };
        format!(
            "ddbkey schema 1\ntable T\n  key: pk\n  gsi g: gpk\n\nE\n    pk: U#{{a: text}}\n  {index}\n    gpk: \
             {{{part}: text}}#{{c: text}}\n  fields{marks}\n{field}"
        )
    };
    let judged = |old: &str, new: &str, part, marks| {
        let changes = diff(&table(old, part, marks), &table(new, part, marks));
        changes.iter().map(SchemaChange::deploy).collect::<Vec<_>>()
    };
    let (field, method) = ("gsi g, sparse\n  optional: b", "gsi g, sparse\n  optional: b()");
    assert_eq!(judged(field, "gsi g", "b", ""), [Deploy::Breaking]);
    assert_eq!(judged(method, "gsi g", "b()", ""), [Deploy::AfterBackfill]);
    let other = "gsi g, sparse\n  optional: c";
    assert_eq!(judged(field, other, "b", ""), [Deploy::Breaking, Deploy::ReadersFirst]);
    for (old, part) in [(field, "b"), (method, "b()")] {
        assert_eq!(judged(old, "gsi g", part, ", converted"), [Deploy::Breaking]);
    }
}

/// The older release does not count a new version. With two different versions, neither sees updates of the other.
#[test]
fn a_version_is_compared() {
    let table =
        |line| format!("ddbkey schema 1\ntable T\n  key: pk\n\nE\n{line}    pk: U#{{a: text}}\n");
    let [none, one, other] = ["", "  version: n\n", "  version: count\n"].map(table);
    for same in [&none, &one] {
        assert_eq!(diff(same, same), []);
    }
    let check = |old: &str, new: &str, deploy, line| {
        let [change] = &diff(old, new)[..] else { panic!("one change") };
        assert_eq!((change.cost(), change.deploy()), (Cost::Nothing, deploy));
        assert!(change.to_string().starts_with(line), "{change}");
    };
    check(&none, &one, Deploy::ReadersFirst, "the version of `E` is `n` instead of none: ");
    check(&one, &none, Deploy::Breaking, "the version of `E` is none instead of `n`: ");
    check(&one, &other, Deploy::Breaking, "the version of `E` is `count` instead of `n`: ");
}

/// DynamoDB deletes items whose time is past as soon as it knows the attribute.
#[test]
fn a_time_to_live_is_compared() {
    let table = |ttl: &str| {
        format!("ddbkey schema 1\ntable T\n  key: pk\n{ttl}\nE\n{ttl}    pk: U#{{a: text}}\n")
    };
    let [none, one, other] = ["", "  ttl: until\n", "  ttl: expires_at\n"].map(table);
    let check = |old: &str, new: &str, line, attribute| {
        let [change] = &diff(old, new)[..] else { panic!("one change") };
        assert_eq!((change.to_string().as_str(), change.attribute()), (line, attribute));
        (change.cost(), change.deploy())
    };
    let added = check(
        &none,
        &one,
        "the time to live is `until` instead of none: DynamoDB deletes every item whose time has \
         passed; whatever you deploy first, those items are gone",
        Some("until"),
    );
    let changed = check(
        &one,
        &other,
        "the time to live is `expires_at` instead of `until`: DynamoDB deletes every item whose \
         time has passed; whatever you deploy first, those items are gone",
        Some("expires_at"),
    );
    assert_eq!([added, changed], [(Cost::SomeItems, Deploy::Breaking); 2]);
    let removed = check(
        &one,
        &none,
        "the time to live is none instead of `until`: stored items stay as they are; it stays on until \
         `UpdateTimeToLive` turns it off; deploy in any order",
        None,
    );
    assert_eq!(removed, (Cost::Nothing, Deploy::AnyOrder));
    // If another entity has the attribute, nothing changes for stored items.
    let [old, new] = ["", "  ttl: until\n"].map(|ttl| format!("{one}\nF\n{ttl}    pk: F\n"));
    assert_eq!(diff(&old, &new), []);
}

/// It is unknown what a method with a new name computes, and what a field held that is now
/// computed.
#[test]
fn computed_parts_are_not_renamed() {
    for (old, new) in [("a", "a()"), ("a()", "a"), ("a()", "b()"), ("a", "b()")] {
        let key = |name: &str| format!("S#{{{name}: text}}");
        let changes =
            diff(&snapshot(&[("E", USER, &key(old))]), &snapshot(&[("E", USER, &key(new))]));
        let [changed] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((changed.cost(), changed.attribute()), (Cost::EachItemMoved, Some("sk")));
    }
}

/// Digits and dots are not always addresses.
#[test]
fn a_text_in_the_shape_of_an_address_is_not_known_to_be_one() {
    lines(
        &[("Host", USER, "{ip: 192.0.2.1|999.0.0.0}")],
        &[("Host", USER, "{ip: IPv4}")],
        &[
            "`sk` of `Host` is `{ip: IPv4}` instead of `{ip: 192.0.2.1|999.0.0.0}`: every item moves to another \
             key; old keys read as other values; whatever you deploy first, one version misses what the other writes",
        ],
    );
}

/// Compares the sections with the links that rustdoc derives from headings.
#[test]
fn every_change_has_a_section_of_the_guide() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../ddbkey-aws/src/guide/live_tables.md");
    let guide = std::fs::read_to_string(guide).expect("a checkout has the guide");
    let headings = guide.lines().filter_map(|line| line.strip_prefix("# "));
    let links: Vec<_> = headings.map(|heading| heading.to_lowercase().replace(' ', "-")).collect();
    for section in change::section::ALL {
        assert!(links.iter().any(|link| link == section), "{section} of {links:?}");
    }
}

/// Numbers with the same number of digits mean the same in ranges that only overlap.
#[test]
fn overlapping_ranges_of_padded_numbers_are_alike() {
    let read = |text| texts(text, &[]).unwrap();
    let (signed, unsigned) = (read("integer 03 from -128 to 127"), read("integer 03 to 255"));
    assert!(!signed.are_within(&unsigned) && !unsigned.are_within(&signed));
    assert!(signed.are_like(&unsigned) && unsigned.are_like(&signed));
    assert!(!signed.are_like(&read("integer 02")));
}

/// `300300` has `300` twice as three digits and the rest, and `30` and `0300` as a `u8` and the rest.
#[test]
fn values_of_one_field_are_cut_where_they_were() {
    let read = |kind| {
        let sk = format!("{{b: {kind}}}{{b: text}}");
        let text =
            format!("ddbkey schema 1\ntable T\n  key: pk / sk\n\nA\n    pk: A#\n    sk: {sk}\n");
        sketch(&text)
    };
    let (old, new) = (read("integer 03"), read("integer u8"));
    let shared = new.entities[0].shared_keys(old.entities[0].key());
    assert!(shared.any && !shared.all);
    assert!(old.entities[0].shared_keys(old.entities[0].key()).all);
}

const DECLARED: &str = "\
ddbkey schema 1
table Shop
  key: pk / sk
  gsi gsi1: gsi1pk

Order
    pk: USER#{user: text}
    sk: ORDER#{number: integer u32}
  gsi gsi1
    gsi1pk: {note: text}
  in Rust
    prefix: ShopOrder
    gsi gsi1 as by_note
    formats of sk: {number:unordered}
  fields
    note as remark: S, reads remark, memo
    number: N
    user: S
";

/// Returns the changes since a snapshot that differs from the declared one in this string.
fn declared_since(new: &str, old: &str) -> Vec<SchemaChange> {
    assert!(DECLARED.contains(new), "{new}");
    diff(&DECLARED.replace(new, old), DECLARED)
}

#[test]
fn names_in_rust_store_nothing() {
    for (new, old, line) in [
        (
            "prefix: ShopOrder",
            "prefix: Purchase",
            "the prefix of types of `Order` is `ShopOrder` instead of `Purchase`",
        ),
        (
            "as by_note",
            "as notes",
            "the name in Rust of index `gsi1` of `Order` is `by_note` instead of `notes`",
        ),
        (
            "    formats of sk: {number:unordered}\n",
            "",
            "the template of `sk` of `Order` is `ORDER#{number:unordered}` instead of `ORDER#{number}`",
        ),
    ] {
        let [change] = &declared_since(new, old)[..] else { panic!("one change: {line}") };
        assert_eq!((change.cost(), change.deploy()), (Cost::Nothing, Deploy::AnyOrder));
        let says = format!("{line}: stored items stay as they are; deploy in any order");
        assert_eq!((change.entity(), change.to_string()), (Some("Order"), says));
    }
    // A new name of the entity is also the new name of its types.
    let renamed = DECLARED.replace("    prefix: ShopOrder\n", "");
    assert_eq!(diff(&renamed, &renamed.replace("\nOrder\n", "\nPurchase\n")).len(), 1);
}

/// A row with only the old name cannot be read any more. If an alias reads it, the older release still changes it alone.
#[test]
fn an_attribute_that_serde_reads_no_more() {
    let field = "note as remark: S, reads remark, memo";
    let judged = |old: &str| -> Vec<_> {
        let changes = declared_since(field, old);
        changes
            .iter()
            .map(|change| (change.deploy(), change.attribute().map(String::from)))
            .collect()
    };
    assert_eq!(judged("note as memo: S"), [(Deploy::Breaking, Some("remark".into()))]);
    assert_eq!(judged("note as memo: S, reads memo, remark"), []);
    assert_eq!(judged("note as text: S"), [(Deploy::Breaking, Some("text".into()))]);
    assert_eq!(judged("text: S"), [(Deploy::Breaking, Some("text".into()))]);
    // It cannot have become a string.
    let gone = (Deploy::ReadersFirst, Some("count".into()));
    assert_eq!(judged("count: N"), [gone, (Deploy::Breaking, Some("remark".into()))]);
    let with = |field: &str| DECLARED.replace("    user: S\n", &format!("    user: S\n{field}"));
    let lines =
        |changes: Vec<SchemaChange>| changes.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        lines(diff(&with("    zip: S\n"), DECLARED)),
        [
            "field `zip` of `Order` is gone: stored items stay as they are; deploy every reader before a writer"
        ]
    );
    assert_eq!(
        lines(diff(DECLARED, &with("    zip: S\n"))),
        [
            "field `zip` of `Order` is new: some stored items can no longer be read; move them, write them again or delete \
             them first; stored items lack it: `#[serde(default)]` reads them; whatever you deploy first, one version misses \
             what the other writes"
        ]
    );
    let flattened = DECLARED.replace("  fields\n", "  fields, flattened\n");
    let [change] = &diff(&DECLARED.replace(field, "text: S"), &flattened)[..] else {
        panic!("one change")
    };
    assert_eq!((change.deploy(), change.attribute()), (Deploy::Breaking, None));
    let [change] = &declared_since(field, "text: S")[..] else { panic!("one change") };
    assert_eq!(change.cost(), Cost::EachItemUpdated);
    let line = "attribute `text` of `Order` is gone: one update per item; if `remark` is its new name, an alias reads \
                both; whatever you deploy first, ";
    assert!(change.to_string().starts_with(line), "{change}");
}

/// The order in which entities and indexes are declared does not matter.
#[test]
fn an_order_is_no_change() {
    let (head, order) = SHOP.split_once("\nOrder\n").unwrap();
    let (order, user) = order.split_once("\nUser\n").unwrap();
    let turned = format!("{head}\nUser\n{user}\nOrder\n{order}");
    assert_eq!(diff(&turned, SHOP), []);
    assert_eq!(sketch(&turned), sketch(SHOP));
}

/// A table of one entity, with these keys besides the plain one.
fn with_keys(sk: &str, others: &[(&str, &str)]) -> String {
    let mut text = snapshot(&[("Order", USER, sk)]);
    for (word_and_name, sk) in others {
        let optional = if word_and_name.starts_with("or ") { "  optional: note\n" } else { "" };
        text += &format!("  {word_and_name}: for people\n{optional}    pk: {USER}\n    sk: {sk}\n");
    }
    text
}

#[test]
fn alternatives_and_the_order_of_deploys() {
    const PLAIN: &str = "ORDER#{number: integer 05}";
    const NOTED: &str = "ORDER#{number: integer 05}#N#{note: text}";
    const OTHER: &str = "ORDER#{number: integer 05}#O#{note: text}";
    const KEY: &str = "`USER#{user: text} / ORDER#{number: integer 05}#N#{note: text}`";
    let alone = with_keys(PLAIN, &[]);
    let both = with_keys(PLAIN, &[("or noted", NOTED)]);
    let added = format!(
        "`Order` also writes {KEY}, as its alternative `noted`: every item moves to another key"
    );
    let cases = [
        ((&alone, &both), (Cost::EachItemMoved, Deploy::ReadersFirst), added.clone()),
        (
            (&with_keys(PLAIN, &[("was next", NOTED)]), &both),
            (Cost::EachItemMoved, Deploy::AnyOrder),
            added,
        ),
        (
            (&both, &alone),
            (Cost::SomeItems, Deploy::Breaking),
            format!(
                "`Order` no longer writes {KEY}, its alternative `noted`: some stored items can no longer be read; move them, write them again or delete them first"
            ),
        ),
        (
            (
                &with_keys(PLAIN, &[("or noted", NOTED), ("or other", OTHER)]),
                &with_keys(PLAIN, &[("or other", OTHER), ("or noted", NOTED)]),
            ),
            (Cost::SomeItems, Deploy::Breaking),
            "`Order` writes its alternatives in another order: each affected item moves to another key".into(),
        ),
        (
            (&with_keys(NOTED, &[]), &both),
            (Cost::Nothing, Deploy::ReadersFirst),
            format!(
                "`sk` of `Order` is `{PLAIN}` instead of `{NOTED}`, which is still read as `noted`: stored items stay as they are"
            ),
        ),
    ];
    for ((old, new), judged, line) in cases {
        let [change] = &diff(old, new)[..] else { panic!("one change: {line}") };
        assert!(change.to_string().starts_with(&format!("{line}; ")), "{change}");
        assert_eq!((change.cost(), change.deploy()), judged, "{change}");
        assert_eq!(change.entity(), Some("Order"));
    }
    // Its name is not stored.
    assert_eq!(diff(&both, &both.replace("or noted: for people", "or with_note: x")), []);
    // As a legacy key, it is read, and has a field that the other keys lack.
    let changes = diff(&both, &with_keys(PLAIN, &[("was noted", NOTED)]));
    assert!(changes.len() > 1 && changes.iter().all(|own| own.deploy() == Deploy::Breaking));
}

/// A variant counts like a word of an enum without payloads: only new readers read an added variant, and no reader a
/// removed one.
#[test]
fn a_variant_that_is_new_or_gone() {
    let lines = |old: &str, new: &str| -> Vec<_> {
        let [old, new] = [old, new].map(|texts| SHOP.replace("Paid|Shipped", texts));
        diff(&old, &new).iter().map(ToString::to_string).collect()
    };
    let more = |old, new| {
        let [line] = &lines(old, new)[..] else { return false };
        line.contains("allows more strings") && line.ends_with(advice(Deploy::ReadersFirst))
    };
    let fewer = |old, new| {
        let has = |line: &String| {
            line.contains("does not allow all strings") && line.ends_with(advice(Deploy::Breaking))
        };
        lines(old, new).iter().any(has)
    };
    for (one, other) in [
        ("A|B", "A|B|C"),
        ("A#{text} | B", "A#{text} | B | C#{ULID}"),
        ("A#{ULID} | B", "A#{text} | B"),
        ("A#{text} | B", "A#{*text} | B"),
        ("text", "text 0.."),
    ] {
        assert!(more(one, other) && fewer(other, one), "{one} and {other}");
    }
    assert!(fewer("A|B", "A | B#{text}") && fewer("A#{text} | B", r"A\|{text} | B"));
    let rewritten = lines("A#{integer 05} | B", "A#{integer 06} | B");
    assert!(
        matches!(&rewritten[..], [line] if line.contains("one update per item")),
        "{rewritten:?}"
    );
}
