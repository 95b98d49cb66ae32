//! The pages on the derives list the options that the parser accepts.

use super::messages::mistakes;

/// The options that a derive takes in an attribute of this name, as the message for an unknown option lists them.
fn options(derive: &str, attribute: &str, item: &str) -> Vec<String> {
    let unknown = "an_option_that_is_like_no_other";
    let found = mistakes(&format!("#[derive({derive})] #[{attribute}({unknown})] {item}"));
    let [mistake] = &*found else { panic!("{derive}: {found:?}") };
    let mistake = mistake.to_string();
    let (_, list) = mistake.split_once("available options are: ").expect("a list");
    list.split(", ").map(|option| option.trim_matches('`').to_owned()).collect()
}

/// The first cell of each row under a heading.
fn rows<'p>(page: &'p str, heading: &str) -> Vec<&'p str> {
    let (_, section) = page.split_once(&format!("\n# {heading}\n")).expect(heading);
    let section = section.split("\n# ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split_once('`').expect("a cell").0).collect()
}

/// The word before a value: `separator` of `separator = "\|"`.
fn word(option: &str) -> &str {
    option.split([' ', '(']).next().unwrap_or_default()
}

#[test]
fn each_option_of_an_entity_has_a_row() {
    let mut known = options("DdbKeys", "ddb", r#"#[pk("A")] struct Row;"#);
    let rows = rows(include_str!("../docs/keys.md"), "Options");
    // The first row is the heading of the table.
    let mut listed: Vec<_> = rows.iter().skip(1).map(|row| word(row).to_owned()).collect();
    known.sort();
    listed.sort();
    assert_eq!(listed, known);
}

#[test]
fn each_option_of_a_table_and_of_a_part_is_named() {
    let pages = [
        (include_str!("../docs/table.md"), options("DdbTable", "ddb", "enum Shop { Row(Row) }")),
        (include_str!("../docs/part.md"), options("KeyPart", "key_part", "enum Status { Open }")),
        (include_str!("../docs/part.md"), options("KeyPart", "key_part", "struct Id(String);")),
    ];
    for (page, options) in pages {
        for option in options {
            let named = [" = ", "`", ","].map(|end| format!("{option}{end}"));
            assert!(
                named.iter().any(|named| page.contains(named)),
                "`{option}` is not in the page"
            );
        }
    }
}
