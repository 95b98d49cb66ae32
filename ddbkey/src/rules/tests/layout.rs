use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{pattern, refusal};
use crate::declaration::{Entity, EntitySchema, IndexKind, IndexLayout, Layout, TableSchema};
use crate::pattern::{Owner, Segment};
use crate::rules::{DeclaredKey, check_index, check_member, check_table};

fn of_table(layout: &Layout, pk: DeclaredKey, sk: DeclaredKey) -> Option<String> {
    refusal(|| check_table(layout, "Order", pk, sk))
}

fn of_index(
    index: &'static [IndexLayout; 1],
    kind: IndexKind,
    pk: DeclaredKey,
    sk: DeclaredKey,
) -> Option<String> {
    let layout = Layout::new("PK", Some("SK"), index);
    refusal(|| check_index(&layout, "Order", "GSI1", kind, pk, sk))
}

/// An index whose keys are several attributes, and an entity that declares all of them.
fn of_attributes(pk: &'static [&'static str], sk: &'static [&'static str]) -> Option<String> {
    let index = Box::leak(Box::new([IndexLayout::gsi_with_attributes("GSI1", pk, sk)]));
    let sk = if sk.is_empty() { DeclaredKey::Nothing } else { fields(sk) };
    of_index(index, IndexKind::Gsi, fields(pk), sk)
}

/// Attributes that are fields.
fn fields(names: &[&'static str]) -> DeclaredKey {
    DeclaredKey::Attributes(names.iter().map(|name| (*name, *name)).collect::<Vec<_>>().leak())
}

#[track_caller]
fn assert_refused(refusal: Option<&str>, reason: &str) {
    assert!(refusal.is_some_and(|refusal| refusal.contains(reason)), "{refusal:?}");
}

#[test]
fn a_sort_key_is_on_both_sides_or_on_none() {
    let (with, without) = (Layout::new("PK", Some("SK"), &[]), Layout::new("PK", None, &[]));
    assert_eq!(of_table(&with, DeclaredKey::Joined, DeclaredKey::Joined), None);
    assert_eq!(of_table(&without, DeclaredKey::Joined, DeclaredKey::Nothing), None);
    assert_refused(
        of_table(&with, DeclaredKey::Joined, DeclaredKey::Nothing).as_deref(),
        "has no sort key",
    );
    assert_refused(
        of_table(&without, DeclaredKey::Joined, DeclaredKey::Joined).as_deref(),
        "sort key",
    );
}

#[test]
fn attributes_have_the_names_of_the_table() {
    let layout = Layout::new("PK", Some("SK"), &[]);
    let (pk, sk) = (fields(&["PK"]), fields(&["SK"]));
    assert_eq!(of_table(&layout, pk, sk), None);
    assert_eq!(of_table(&layout, DeclaredKey::Joined, sk), None);
    assert_refused(of_table(&layout, sk, sk).as_deref(), "`Order` declares `SK`");
    assert_refused(of_table(&layout, pk, pk).as_deref(), "`Order` declares `PK`");
}

#[test]
fn each_attribute_of_a_table_has_one_purpose() {
    let refused = |layout: &Layout| of_table(layout, DeclaredKey::Joined, DeclaredKey::Joined);
    let layout = Layout::new("PK", Some("SK"), &[]);
    assert_eq!(refused(&layout.with_type_attribute("type")), None);
    assert_refused(refused(&layout.with_type_attribute("PK")).as_deref(), "`PK`");
    assert_refused(refused(&layout.with_type_attribute("SK")).as_deref(), "`SK`");
    assert_refused(refused(&Layout::new("PK", Some("PK"), &[])).as_deref(), "one attribute");
    assert_refused(refused(&Layout::new("PK", Some(""), &[])).as_deref(), "without a name");
    assert_refused(refused(&Layout::new("", Some("SK"), &[])).as_deref(), "without a name");
}

/// Whichever two of the attributes of an index it is that are one.
#[test]
fn no_two_attributes_of_an_index_are_one() {
    assert_eq!(of_attributes(&["a", "b", "c"], &["d", "e", "f"]), None);
    assert_eq!(of_attributes(&["a", "b"], &[]), None);
    let all = ["a", "b", "c", "d", "e", "f"];
    for place in 0..all.len() {
        for before in 0..place {
            let mut names = all;
            names[place] = names[before];
            let (pk, sk) = Box::leak(Box::new(names)).split_at(3);
            assert_refused(of_attributes(pk, sk).as_deref(), "in one attribute");
        }
        let mut names = all;
        names[place] = "";
        let (pk, sk) = Box::leak(Box::new(names)).split_at(3);
        assert_refused(of_attributes(pk, sk).as_deref(), "without a name");
    }
}

#[test]
fn an_index_is_as_its_table_has_it() {
    const ONE: [IndexLayout; 1] = [IndexLayout::gsi("GSI1", "A", Some("B"))];
    const LOCAL: [IndexLayout; 1] = [IndexLayout::lsi("GSI1", "PK", "L")];
    const SEVERAL: [IndexLayout; 1] =
        [IndexLayout::gsi_with_attributes("GSI1", &["a", "b"], &["c", "d"])];
    let (gsi, lsi) = (IndexKind::Gsi, IndexKind::Lsi);
    let (a, b) = (fields(&["A"]), fields(&["B"]));
    let (ab, cd) = (fields(&["a", "b"]), fields(&["c", "d"]));
    assert_eq!(of_index(&ONE, gsi, DeclaredKey::Joined, DeclaredKey::Joined), None);
    assert_eq!(of_index(&ONE, gsi, a, b), None);
    assert_eq!(of_index(&SEVERAL, gsi, ab, cd), None);
    assert_refused(of_index(&ONE, lsi, a, b).as_deref(), "is global in its table, but local in");
    let (l, pk) = (fields(&["L"]), fields(&["PK"]));
    assert_refused(of_index(&LOCAL, gsi, pk, l).as_deref(), "is local in its table, but global in");
    assert_refused(of_index(&ONE, gsi, a, DeclaredKey::Nothing).as_deref(), "sort key");
    assert_refused(of_index(&ONE, gsi, b, b).as_deref(), "declares `B`");
    assert_refused(of_index(&ONE, gsi, a, a).as_deref(), "declares `A`");
    assert_refused(
        of_index(&SEVERAL, gsi, DeclaredKey::Joined, cd).as_deref(),
        "several attributes",
    );
    assert_refused(
        of_index(&SEVERAL, gsi, ab, DeclaredKey::Joined).as_deref(),
        "several attributes",
    );
}

/// Another struct of the same name has another place.
#[test]
fn an_entity_is_in_its_table() {
    let pk = pattern(Owner::Table.pk(), [Segment::Literal("USER")].into());
    let user = EntitySchema::leak_for_test("User", pk, None);
    let layout = Layout::new("PK", None, &[]);
    let table = TableSchema::new("Shop", layout, true, Box::leak(Box::new([user])));
    let refused = |entity: Entity| refusal(|| check_member(Some(&table), &entity));
    assert_eq!(refused(user.entity), None);
    for name in ["User", "Admin"] {
        let other = Entity::new(name, module_path!(), &[]);
        let fact = format!("`{name}` is not in the table `Shop`");
        assert_refused(refused(other).as_deref(), &fact);
        // A layout that is written by hand knows no entities.
        assert_eq!(refusal(|| check_member(None, &other)), None);
    }
}
