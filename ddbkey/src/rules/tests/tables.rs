use alloc::boxed::Box;
use alloc::string::String;

use super::{pattern, refusal, text};
use crate::entity::EntitySchema;
use crate::layout::{IndexLayout, Layout};
use crate::pattern::{Role, Segment};
use crate::rules::check_entity;
use crate::table::TableSchema;

/// What a table says of an entity that was declared for another one.
fn of_tables(table: Layout, other: Layout) -> Option<String> {
    let pk = pattern(Role::PartitionKey, [Segment::Literal("USER#"), text("user_id")].into());
    let sk = pattern(Role::SortKey, [Segment::Literal("PROFILE")].into());
    let user: &_ =
        Box::leak(Box::new(EntitySchema::leak_for_test("User", pk, Some(sk)).in_table(other)));
    let table = TableSchema::new("Shop", table, true, Box::leak(Box::new([user])));
    refusal(|| check_entity(&table, 0))
}

const TABLE: Layout = Layout::new("pk", Some("sk"), &[]);
const OTHER: Layout = Layout::new("pk", Some("sk"), &[IndexLayout::gsi("gsi1", "A", None)]);

/// The items of an entity have the names of its own table.
#[test]
fn an_entity_of_another_table_has_the_same_names() {
    assert_eq!(of_tables(TABLE, OTHER), None);
    let named = Layout::new("PK", Some("SK"), &[]);
    let refusal = of_tables(named, OTHER).expect("the keys have other names");
    assert!(refusal.contains("`PK` / `SK`"), "{refusal}");
}

#[test]
fn an_entity_of_another_table_has_the_same_type_attribute() {
    let typed = |layout: Layout| layout.with_type_attribute("type");
    assert_eq!(of_tables(typed(TABLE), typed(OTHER)), None);
    for (table, other, names) in [
        (typed(TABLE), OTHER, "in `type`, but `User` stores it in no attribute"),
        (TABLE, typed(OTHER), "in no attribute, but `User` stores it in `type`"),
        (
            typed(TABLE),
            OTHER.with_type_attribute("kind"),
            "in `type`, but `User` stores it in `kind`",
        ),
    ] {
        let refusal = of_tables(table, other).expect("it is not the same attribute");
        assert!(refusal.contains(names), "{refusal}");
    }
}
