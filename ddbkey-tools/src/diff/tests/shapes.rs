//! The lines for an entity that has other keys in an index, or the same keys in another order.

use super::super::{Cost, Deploy};
use super::diff;

const CAMPAIGN: &str = "  gsi scope, sparse
  optional: campaign
    scope: CAMPAIGN#{client: text}#{campaign: text}
";
const TEAM: &str = "  gsi scope, sparse
  optional: team
    scope: TEAM#{team: text}
";
const CLIENT: &str = "  gsi scope
    scope: CLIENT#{client: text}
";

/// Returns a snapshot of an entity with these keys in one index.
fn snapshot(keys: &[&str]) -> String {
    let all = [(CAMPAIGN, "of_campaign"), (TEAM, "of_team"), (CLIENT, "of_client")];
    let names = keys.iter().filter_map(|key| all.iter().find(|(own, _)| own == key));
    let names = names.map(|(_, name)| format!("    gsi scope as {name}\n"));
    let names = names.collect::<Vec<_>>().concat();
    format!(
        "ddbkey schema 1\ntable Shop\n  key: pk\n  gsi scope: scope\n\nOrder\n    pk: ORDER#{{id: text}}\n{}  in Rust\n{names}  \
         fields\n    campaign: S, nullable\n    client: S\n    id: S\n    team: S, nullable\n",
        keys.concat()
    )
}

/// Returns the changes between two lists of keys: each line without its advice, its cost and its order of deploys.
fn changes(old: &[&str], new: &[&str]) -> Vec<(String, Cost, Deploy)> {
    let changes = diff(&snapshot(old), &snapshot(new));
    let line = |line: String| line.split(';').next().unwrap_or_default().to_owned();
    changes.iter().map(|own| (line(own.to_string()), own.cost(), own.deploy())).collect()
}

#[track_caller]
fn check(old: &[&str], new: &[&str], lines: &[(&str, Cost, Deploy)]) {
    let lines: Vec<_> =
        lines.iter().map(|(line, cost, deploy)| ((*line).to_owned(), *cost, *deploy)).collect();
    assert_eq!(changes(old, new), lines);
}

#[test]
fn a_key_in_front_takes_rows_from_those_behind_it() {
    let line = "`Order` is in index `scope` as `of_campaign` where it was as `of_client`: one update for each affected item";
    check(&[CLIENT], &[CAMPAIGN, CLIENT], &[(line, Cost::SomeItems, Deploy::Breaking)]);
    check(&[TEAM, CLIENT], &[TEAM, CAMPAIGN, CLIENT], &[(line, Cost::SomeItems, Deploy::Breaking)]);
}

#[test]
fn a_key_behind_all_others_takes_rows_that_were_in_no_index() {
    let line = "`Order` is now in index `scope` as `of_client`: one update for each affected item";
    check(&[CAMPAIGN], &[CAMPAIGN, CLIENT], &[(line, Cost::SomeItems, Deploy::AfterBackfill)]);
    let line = "`Order` is now in index `scope` as `of_team`: one update for each affected item";
    check(&[CAMPAIGN], &[CAMPAIGN, TEAM], &[(line, Cost::SomeItems, Deploy::AfterBackfill)]);
}

#[test]
fn a_key_between_others_does_both() {
    let line = |name| {
        format!(
            "`Order` is in index `scope` as `of_campaign` where it was as `{name}`: one update for each affected item"
        )
    };
    let moved = line("of_team");
    let joined =
        "`Order` is now in index `scope` as `of_campaign`: one update for each affected item";
    check(
        &[TEAM],
        &[CAMPAIGN, TEAM],
        &[
            (&moved, Cost::SomeItems, Deploy::Breaking),
            (joined, Cost::SomeItems, Deploy::AfterBackfill),
        ],
    );
}

#[test]
fn the_rows_of_a_key_that_is_gone_go_to_those_behind_it() {
    let line = "`Order` is in index `scope` as `of_client` where it was as `of_campaign`: one update for each affected item";
    check(&[CAMPAIGN, CLIENT], &[CLIENT], &[(line, Cost::SomeItems, Deploy::Breaking)]);
    let line =
        "`Order` is no longer in index `scope` as `of_client`: one update for each affected item";
    check(&[CAMPAIGN, CLIENT], &[CAMPAIGN], &[(line, Cost::SomeItems, Deploy::ReadersFirst)]);
}

#[test]
fn the_order_of_two_keys_decides_where_rows_with_both_are() {
    let line = "`Order` is in index `scope` as `of_team` where it was as `of_campaign`: one update for each affected item";
    check(
        &[CAMPAIGN, TEAM, CLIENT],
        &[TEAM, CAMPAIGN, CLIENT],
        &[(line, Cost::SomeItems, Deploy::Breaking)],
    );
}

#[test]
fn the_same_keys_are_no_change() {
    check(&[CAMPAIGN, TEAM, CLIENT], &[CAMPAIGN, TEAM, CLIENT], &[]);
    let snapshot = snapshot(&[CAMPAIGN, CLIENT]);
    assert_eq!(diff(&snapshot, &snapshot), []);
}

/// Keys correspond by their strings, whatever their names and fields are.
#[test]
fn a_renamed_key_is_the_same() {
    let (old, new) = (
        snapshot(&[CAMPAIGN, CLIENT]),
        snapshot(&[CAMPAIGN, CLIENT]).replace("of_client", "by_client"),
    );
    let [change] = &diff(&old, &new)[..] else { panic!("one change") };
    assert!(change.to_string().starts_with("the name in Rust of index `scope`"), "{change}");
    assert_eq!((change.cost(), change.deploy()), (Cost::Nothing, Deploy::AnyOrder));
    let new = old
        .replace("{client: text}", "{customer: text}")
        .replace("    client: S", "    customer as client: S");
    let lines: Vec<_> = diff(&old, &new).iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("field `client` of `Order`"), "{lines:?}");
}

/// The string of one of several keys.
#[test]
fn another_pattern_is_another_key() {
    let old = snapshot(&[CAMPAIGN, CLIENT]);
    let new = old.replace("CLIENT#", "CUSTOMER#");
    let [change] = &diff(&old, &new)[..] else { panic!("one change") };
    assert!(change.to_string().starts_with("`scope` of `Order`"), "{change}");
    assert_eq!(change.deploy(), Deploy::Breaking);
}
