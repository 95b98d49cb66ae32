//! Blocks of the guide that need an engine: those of the page "With the AWS SDK" are functions of an example, and that of
//! the page on testing is a doc test of `ddbkey-engine`.

#[path = "../../../examples/aws.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

#[tokio::test]
async fn each_function_of_the_page_does_what_it_says() {
    example::run(&ddbkey_engine::from_env().unwrap()).await.unwrap();
}

#[test]
fn each_block_of_the_page_is_in_the_example() {
    let page = include_str!("../../../../ddbkey/src/guide/aws_sdk.md");
    let example = include_str!("../../../examples/aws.rs");
    let blocks: Vec<_> = page.split("```").skip(1).step_by(2).collect();
    let rust: Vec<_> = blocks.iter().filter_map(|block| block.strip_prefix('\n')).collect();
    assert!(rust.len() > 15, "{} blocks", rust.len());
    for block in rust {
        assert!(example.contains(block), "not in the example:\n{block}");
    }
}

#[test]
fn the_test_with_an_engine_is_the_one_that_runs() {
    let page = include_str!("../../../../ddbkey/src/guide/testing.md");
    let (_, block) = page.split_once("```ignore\n").expect("a block");
    let (block, _) = block.split_once("```").expect("its end");
    let runs: String = include_str!("../../../src/lib.rs")
        .lines()
        .map(|line| line.trim_start_matches("//! ").trim_end_matches("//!").to_owned() + "\n")
        .collect();
    assert!(runs.contains(block), "not in the doc test:\n{block}");
}

/// In the order of the table on the guide's first page.
#[test]
fn each_page_leads_to_the_next() {
    let pages = pages();
    for pair in pages.windows(2) {
        let [(page, text), (next, _)] = pair else { unreachable!() };
        let last = text.lines().next_back().unwrap();
        assert!(last.starts_with("Next: ["), "{page}: {last}");
        assert!(last.ends_with(&format!("](crate::guide::{next}).")), "{page}: {last}");
    }
}

/// No table is wider than a phone.
#[test]
fn each_table_has_three_columns_at_most() {
    for (page, text) in pages() {
        for line in text.lines().filter(|line| line.starts_with("|---")) {
            assert!(line.matches('|').count() <= 4, "{page}: {line}");
        }
    }
}

/// The pages, in the order of the table on the first one.
fn pages() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ddbkey/src/guide");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let first = read("mod.rs");
    let names = first.lines().filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'));
    let pages: Vec<_> =
        names.map(|(page, _)| (page.to_owned(), read(&format!("{page}.md")))).collect();
    assert!(pages.len() > 10, "{pages:?}");
    pages
}
