//! Layouts that differ in one name, and what is found in them.

use super::{IndexLayout, Layout};
use crate::pattern::Owner;

const GSI: IndexLayout = IndexLayout::gsi("GSI1", "A", Some("B"));
const LSI: IndexLayout = IndexLayout::lsi("LSI1", "PK", "L");
const SEVERAL: IndexLayout = IndexLayout::gsi_with_attributes("GSI2", &["c", "d"], &["e", "f"]);

/// Each differs from each of the others in at least one name.
const LAYOUTS: [Layout; 16] = [
    Layout::new("PK", Some("SK"), &[]),
    Layout::new("PK", None, &[]),
    Layout::new("pk", Some("SK"), &[]),
    Layout::new("PK", Some("sk"), &[]),
    Layout::new("PK", Some("SK"), &[]).with_type_attribute("type"),
    Layout::new("PK", Some("SK"), &[]).with_type_attribute("kind"),
    Layout::new("PK", Some("SK"), &[GSI]),
    Layout::new("PK", Some("SK"), &[GSI, LSI]),
    Layout::new("PK", Some("SK"), &[GSI, SEVERAL]),
    Layout::new("PK", Some("SK"), &[IndexLayout::gsi("GSI2", "A", Some("B"))]),
    Layout::new("PK", Some("SK"), &[IndexLayout::gsi("GSI1", "a", Some("B"))]),
    Layout::new("PK", Some("SK"), &[IndexLayout::gsi("GSI1", "A", Some("b"))]),
    Layout::new("PK", Some("SK"), &[IndexLayout::gsi("GSI1", "A", None)]),
    Layout::new("PK", Some("SK"), &[IndexLayout::lsi("GSI1", "A", "B")]),
    Layout::new(
        "PK",
        Some("SK"),
        &[GSI, IndexLayout::gsi_with_attributes("GSI2", &["c", "d"], &["e", "x"])],
    ),
    Layout::new(
        "PK",
        Some("SK"),
        &[GSI, IndexLayout::gsi_with_attributes("GSI2", &["c", "x"], &["e", "f"])],
    ),
];

#[test]
fn a_layout_is_the_same_as_itself_alone() {
    for (at, one) in LAYOUTS.iter().enumerate() {
        for (other_at, other) in LAYOUTS.iter().enumerate() {
            assert_eq!(one.same_as(other), at == other_at, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn an_index_is_found_by_its_name_and_a_sort_key_by_its_attributes() {
    let layout = Layout::new("PK", Some("SK"), &[GSI, LSI, SEVERAL]);
    for index in [GSI, LSI, SEVERAL] {
        assert_eq!(layout.index(index.name), Some(&index));
    }
    assert_eq!(layout.index("GSI3"), None);
    let found = ["B", "L", "e", "f", "SK", "A", "c"].map(|name| layout.sort_key_with(name));
    let [gsi, lsi, several] = ["GSI1", "LSI1", "GSI2"].map(|index| Some(Owner::Index(index)));
    assert_eq!(found, [gsi, lsi, several, several, Some(Owner::Table), None, None]);
}
