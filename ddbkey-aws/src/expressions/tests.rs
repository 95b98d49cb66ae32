//! Tests of merging actions into an expression.

use super::{both, merged};

#[test]
fn actions_join_the_clause_of_their_keyword() {
    for (yours, set, wanted) in [
        ("", "a = b", "SET a = b"),
        ("SET x = :x", "a = b", "SET x = :x, a = b"),
        ("set x = :x REMOVE y", "a = b", "set x = :x, a = b REMOVE y"),
        ("REMOVE y", "a = b", "REMOVE y SET a = b"),
        ("ADD n :one", "a = b", "ADD n :one SET a = b"),
        (
            "SET #set = :set, x.remove = if_not_exists(y, :z) ADD n :n",
            "a = b",
            "SET #set = :set, x.remove = if_not_exists(y, :z), a = b ADD n :n",
        ),
        ("SET x = :x", "", "SET x = :x"),
        // Where an operand is expected, `remove` is a name.
        ("SET remove = :x", "a = b", "SET remove = :x, a = b"),
        ("SET x = remove ADD n :n", "a = b", "SET x = remove, a = b ADD n :n"),
        ("SET x = :x - remove", "a = b", "SET x = :x - remove, a = b"),
        ("SET x=:x,remove=:y REMOVE y", "a = b", "SET x=:x,remove=:y, a = b REMOVE y"),
        (
            "SET x = if_not_exists( remove , :z )",
            "a = b",
            "SET x = if_not_exists( remove , :z ), a = b",
        ),
        ("REMOVE remove, x[0] SET y = :y", "a = b", "REMOVE remove, x[0] SET y = :y, a = b"),
        ("REMOVE x . remove", "a = b", "REMOVE x . remove SET a = b"),
        ("remove remove", "a = b", "remove remove SET a = b"),
        ("DELETE remove :x", "a = b", "DELETE remove :x SET a = b"),
        ("SET é = :x\nREMOVE\ty", "a = b", "SET é = :x, a = b REMOVE\ty"),
    ] {
        assert_eq!(merged(yours, "SET", set), wanted, "{yours:?}");
    }
}

#[test]
fn actions_that_remove_join_the_clause_that_removes() {
    for (yours, wanted) in [
        ("SET remove = :x", "SET remove = :x REMOVE a"),
        ("SET x = remove REMOVE y", "SET x = remove REMOVE y, a"),
        ("REMOVE remove", "REMOVE remove, a"),
    ] {
        assert_eq!(merged(yours, "REMOVE", "a"), wanted, "{yours:?}");
    }
}

#[test]
fn a_blank_condition_is_none() {
    assert_eq!(both(None, "b"), "b");
    assert_eq!(both(Some(" "), "b"), "b");
    assert_eq!(both(Some("a OR c"), "b"), "(a OR c) AND b");
}
