//! Blocks of the guide that need an engine. The pages `table` and `aws_sdk` consist of functions of an example, and the block of
//! the page on testing is a doc test of `ddbkey-engine`.

#[path = "../../../../ddbkey-aws/examples/aws/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

#[tokio::test]
async fn each_function_of_the_pages_does_what_it_says() {
    example::run(&ddbkey_engine::from_env().unwrap()).await.unwrap();
}

#[test]
fn each_block_of_the_pages_is_in_the_example() {
    let lines = include_str!("../../../../ddbkey-aws/examples/aws/main.rs");
    let by_hand = include_str!("../../../../ddbkey-aws/examples/aws/by_hand.rs");
    for (name, example) in [("table.md", lines), ("aws_sdk.md", by_hand)] {
        let (page, example) = (page("ddbkey-aws", name), example.replace("pub(crate) ", ""));
        let blocks: Vec<_> = page.split("```").skip(1).step_by(2).collect();
        let rust: Vec<_> = blocks.iter().filter_map(|block| block.strip_prefix('\n')).collect();
        assert!(rust.len() > 13, "{name}: {} blocks", rust.len());
        for block in rust {
            assert!(example.contains(block), "{name}: not in the example:\n{block}");
        }
    }
}

#[test]
fn the_test_with_an_engine_is_the_one_that_runs() {
    let page = include_str!("../../../../ddbkey/src/guide/testing.md");
    let (_, page) = page.split_once("# With an engine\n").expect("a section");
    let (_, block) = page.split_once("```ignore\n").expect("a block");
    let (block, _) = block.split_once("```").expect("its end");
    let runs: String = include_str!("../../../../ddbkey-engine/src/lib.rs")
        .lines()
        .map(|line| line.trim_start_matches("//! ").trim_end_matches("//!").to_owned() + "\n")
        .collect();
    assert!(runs.contains(block), "not in the doc test:\n{block}");
}

/// The crates that have a guide.
const CRATES: [&str; 2] = ["ddbkey", "ddbkey-aws"];

/// Returns a page of a guide, or its first one, `mod.rs`.
fn page(of: &str, name: &str) -> String {
    let path = format!("{}/../{of}/src/guide/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Returns the pages in the order of the list on the first one.
fn pages(of: &str) -> Vec<String> {
    let first = page(of, "mod.rs");
    // `//! 1. [`start`]: …` on the first day, and `//! - [`items`]: …` for reference.
    let items = first.lines().filter_map(|line| line.strip_prefix("//! ")?.split_once(" [`"));
    let items = items.filter(|(mark, _)| *mark == "-" || mark.ends_with('.'));
    let pages: Vec<_> = items.map(|(_, item)| item.split('`').next().unwrap().to_owned()).collect();
    assert!(pages.len() > 4, "{of}: {pages:?}");
    pages
}

#[test]
fn each_page_leads_to_the_next() {
    for of in CRATES {
        for pair in pages(of).windows(2) {
            let text = page(of, &format!("{}.md", pair[0]));
            let last = text.lines().next_back().unwrap();
            assert!(last.starts_with("Next: ["), "{}: {last}", pair[0]);
            let link = format!("](crate::guide::{}).", pair[1]);
            assert!(last.ends_with(&link), "{}: {last}", pair[0]);
        }
    }
}

/// The order in which docs.rs shows them, as `rustdoc-args` requests.
#[test]
fn the_pages_are_in_reading_order() {
    for of in CRATES {
        let first = page(of, "mod.rs");
        let modules = first.lines().filter_map(|line| line.strip_prefix("pub mod "));
        let modules: Vec<_> = modules.map(|module| module.trim_end_matches(" {}")).collect();
        assert_eq!(modules, pages(of));
    }
}

/// On a phone, a fourth column is cut off, and a sentence in a cell is a column of single words.
#[test]
fn tables_fit_a_phone() {
    for (of, name) in
        CRATES.into_iter().flat_map(|of| pages(of).into_iter().map(move |name| (of, name)))
    {
        let text = page(of, &format!("{name}.md"));
        for row in text.lines().filter(|line| line.starts_with('|')) {
            let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            assert!(cells.len() <= 3, "{name}: {} columns: {row}", cells.len());
            let is_sentence = |cell: &&str| cell.ends_with('.') || cell.contains(". ");
            assert_eq!(
                cells.iter().find(|cell| is_sentence(cell)),
                None,
                "{name}: a sentence in a table"
            );
        }
    }
}
