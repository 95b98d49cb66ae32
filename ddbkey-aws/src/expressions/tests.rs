//! Merging actions into an expression.

use super::merged;

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
    ] {
        assert_eq!(merged(yours, "SET", set), wanted, "{yours:?}");
    }
}
