use super::RenameRule;

fn all(apply: fn(RenameRule, &str) -> String, name: &str) -> [String; 8] {
    RenameRule::NAMES.map(|rule| apply(RenameRule::named(rule).unwrap(), name))
}

#[test]
fn variants_as_serde_does() {
    let applied = |variant| all(RenameRule::apply_to_variant, variant);
    assert_eq!(
        applied("VeryTasty"),
        [
            "verytasty",
            "VERYTASTY",
            "VeryTasty",
            "veryTasty",
            "very_tasty",
            "VERY_TASTY",
            "very-tasty",
            "VERY-TASTY"
        ]
    );
    assert_eq!(applied("Z42")[4..6], ["z42", "Z42"]);
    assert_eq!(applied("HTTP")[4], "h_t_t_p");
    assert_eq!(
        applied("Foo_Bar")[3..],
        ["foo_Bar", "foo__bar", "FOO__BAR", "foo--bar", "FOO--BAR"]
    );
    assert_eq!(applied("Ärger")[3], "Ärger");
}

#[test]
fn fields_as_serde_does() {
    let applied = |field| all(RenameRule::apply_to_field, field);
    assert_eq!(
        applied("total_cents"),
        [
            "total_cents",
            "TOTAL_CENTS",
            "TotalCents",
            "totalCents",
            "total_cents",
            "TOTAL_CENTS",
            "total-cents",
            "TOTAL-CENTS"
        ]
    );
    assert_eq!(applied("_a__b_")[2..4], ["AB", "aB"]);
    assert_eq!(applied("ärger_éclair")[2..4], ["ärgeréclair", "ärgeréclair"]);
    assert_eq!(applied("_")[2..4], ["", ""]);
}
