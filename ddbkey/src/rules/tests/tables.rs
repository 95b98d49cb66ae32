use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{attribute, number, pattern, refusal, text};
use crate::declaration::{EntitySchema, IndexLayout, KeySchema, Layout, Projection, TableSchema};
use crate::pattern::{OwnAttribute, Owner, Pattern, Segment};
use crate::rules::{TableSummary, check_entity};

/// Checks an entity of a table of up to four.
fn check(table: &TableSchema, at: usize) {
    check_entity(table, &TableSummary::<4>::of(table), at);
}

/// The messages of a table about an entity that was declared for another table.
fn of_tables(table: Layout, other: Layout) -> Option<String> {
    let pk = pattern(Owner::Table.pk(), [Segment::Literal("USER#"), text("user_id")].into());
    let sk = pattern(Owner::Table.sk(), [Segment::Literal("PROFILE")].into());
    let user: &_ =
        Box::leak(Box::new(EntitySchema::leak_for_test("User", pk, Some(sk)).in_table(other)));
    let table = TableSchema::new("Shop", table, true, Box::leak(Box::new([user])));
    refusal(|| check(&table, 0))
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

/// An entity of a table, and the key attribute of its one index.
fn entity(name: &'static str, layout: Layout, of_index: Pattern) -> &'static EntitySchema {
    let pk = pattern(Owner::Table.pk(), [Segment::Literal(name), text("id")].into());
    let sk = pattern(Owner::Table.sk(), [Segment::Literal("META")].into());
    let index = KeySchema::leak_for_test(Box::leak(Box::new(of_index)), None);
    let entity = EntitySchema::leak_for_test(name, pk, Some(sk)).in_table(layout);
    Box::leak(Box::new(entity.with_indexes(&[index])))
}

/// A row of an index that does not hold whole items would be one of serde's defaults.
#[test]
fn an_entity_knows_which_indexes_hold_whole_items() {
    const ALL: [IndexLayout; 2] =
        [IndexLayout::gsi("gsi1", "A", None), IndexLayout::lsi("lsi1", "pk", "B")];
    const GSI: [IndexLayout; 2] = [ALL[0].projecting(Projection::Keys), ALL[1]];
    const LSI: [IndexLayout; 2] = [ALL[0], ALL[1].projecting(Projection::Keys)];
    let layout = |indexes| Layout::new("pk", Some("sk"), indexes);
    for (of_table, index) in [(&GSI, "gsi1"), (&LSI, "lsi1")] {
        assert_eq!(of_tables(layout(of_table), layout(of_table)), None);
        for other in [&[][..], &ALL] {
            let refusal = of_tables(layout(of_table), layout(other)).expect("it does not know");
            let fact = format!("index `{index}` of table `Shop` does not hold whole items");
            assert!(refusal.starts_with(&fact), "{refusal}");
        }
    }
    assert_eq!(of_tables(layout(&ALL), layout(&GSI)), None);
}

/// The messages of a table about its entities, each with or without a sort key.
fn of_entities(have_sk: &[bool]) -> Vec<Option<String>> {
    let pk = pattern(Owner::Table.pk(), [Segment::Literal("C#"), text("clinic")].into());
    let sk = pattern(Owner::Table.sk(), [Segment::Literal("P#"), text("pet")].into());
    let names = ["Vet", "Pet", "Owner", "Visit"];
    let entities = have_sk.iter().zip(names).map(|(has_sk, name)| {
        // A separate key, which no other entity has.
        let own = pattern(Owner::Table.pk(), [Segment::Literal(name)].into());
        EntitySchema::leak_for_test(name, if *has_sk { own } else { pk }, has_sk.then_some(sk))
    });
    let entities: Vec<_> = entities.collect();
    let table = TableSchema::new("Clinic", TABLE, false, entities.leak());
    (0..have_sk.len()).map(|at| refusal(|| check(&table, at))).collect()
}

/// The odd one is blamed, wherever it is, and of two both.
#[test]
fn an_entity_has_its_keys_in_the_attributes_of_most() {
    for odd in 0..3 {
        for has_sk in [true, false] {
            let mut have_sk = [has_sk; 3];
            have_sk[odd] = !has_sk;
            let refusals = of_entities(&have_sk);
            for (at, refusal) in refusals.iter().enumerate() {
                let is_blamed =
                    refusal.as_ref().is_some_and(|said| said.contains("but most entities of"));
                assert_eq!(is_blamed, at == odd, "{have_sk:?} {at}: {refusal:?}");
            }
        }
    }
    let [None, Some(refusal)] = &*of_entities(&[false, true]) else { panic!("one error") };
    assert!(refusal.contains("add `#[sk(…)]` to `Vet`, or remove it from `Pet`"), "{refusal}");
    let halves = of_entities(&[true, false, false, true]);
    assert_eq!(halves.iter().filter(|refusal| refusal.is_some()).count(), 2, "{halves:?}");
}

/// An attribute that holds this string.
fn literal(name: &'static str, text: &'static str) -> Pattern {
    let entry = Some(OwnAttribute { name, is_field: false });
    let segments = Box::leak(Box::new([Segment::Literal(text)]));
    Pattern::over("Order", Owner::Index("gsi1").pk(), '#', entry, segments)
}

#[test]
fn an_index_over_the_type_attribute_holds_the_name_of_the_entity() {
    let layout = TABLE.with_type_attribute("type");
    for (text, is_kept) in [("User", true), ("Order", false)] {
        let user = entity("User", layout, literal("type", text));
        let table = TableSchema::new("Shop", layout, true, Box::leak(Box::new([user])));
        let refusal = refusal(|| check(&table, 0));
        assert_eq!(refusal.is_none(), is_kept, "{text}: {refusal:?}");
    }
}

#[test]
fn an_attribute_has_one_type_in_all_entities() {
    for (name, is_kept) in [("version", false), ("round", true)] {
        let order = entity("Order", TABLE, literal("version", "V"));
        let user = entity("User", TABLE, attribute(name, [number(name)].into()));
        for entities in [[order, user], [user, order]] {
            let table = TableSchema::new("Shop", TABLE, true, Box::leak(Box::new(entities)));
            let refusal = refusal(|| check(&table, 1));
            assert_eq!(refusal.is_none(), is_kept, "{name}: {refusal:?}");
        }
    }
}

/// An entity with one index, and the patterns of its keys there.
fn indexed(
    name: &'static str,
    index: &'static str,
    pk: Pattern,
    sk: Option<Pattern>,
) -> &'static EntitySchema {
    let leaked = |pattern| -> &'static Pattern { Box::leak(Box::new(pattern)) };
    let keys = KeySchema::leak_for_test(leaked(pk), sk.map(leaked));
    let keys = Box::leak(Box::new(KeySchema { index: Some(index), ..*keys }));
    let id = pattern(Owner::Table.pk(), [Segment::Literal(name), text("id")].into());
    let sk = pattern(Owner::Table.sk(), [Segment::Literal("META")].into());
    let entity = EntitySchema::leak_for_test(name, id, Some(sk)).in_table(TABLE);
    Box::leak(Box::new(entity.with_indexes(&[keys])))
}

/// Whichever of the two entities is declared first.
#[test]
fn an_attribute_in_a_sort_key_of_another_entity_fits_there() {
    for (length, is_kept) in [(1024, true), (1025, false)] {
        let long = literal("x", "L".repeat(length).leak());
        let order = indexed("Order", "gsi1", long, None);
        let sorted = attribute("x", [text("x")].into());
        let user = indexed("User", "gsi2", literal("y", "Y"), Some(sorted));
        for entities in [[order, user], [user, order]] {
            let table = TableSchema::new("Shop", TABLE, true, Box::leak(Box::new(entities)));
            let refusals: Vec<_> = (0..2).filter_map(|at| refusal(|| check(&table, at))).collect();
            assert_eq!(refusals.len(), usize::from(!is_kept), "{refusals:?}");
            assert!(refusals.iter().all(|said| said.contains("`x`")), "{refusals:?}");
        }
    }
}
