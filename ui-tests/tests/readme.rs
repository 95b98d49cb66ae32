//! The errors in the README are those that the compiler prints, with long lines broken.

use std::fs;
use std::path::Path;

/// The blocks that follow a comment with the name of a snapshot: `<!-- ui-tests/derive/NAME.stderr -->`.
fn shown(readme: &str) -> Vec<(&str, &str)> {
    let blocks = readme.split("<!-- ui-tests/").skip(1);
    blocks
        .map(|block| {
            let (name, block) = block.split_once(" -->\n```text\n").expect("a block follows");
            (name, block.split_once("```").expect("the block is closed").0)
        })
        .collect()
}

#[test]
fn shows_what_the_compiler_prints() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(here.join("../README.md")).expect("the README is there");
    let shown = shown(&readme);
    assert!(shown.len() >= 3, "the README shows three errors or more");
    for (name, block) in shown {
        let snapshot = fs::read_to_string(here.join(name)).expect(name);
        assert!(block.split_whitespace().eq(snapshot.split_whitespace()), "{name}: {snapshot}");
        assert!(block.lines().all(|line| line.len() <= 100), "{name}: {block}");
    }
}
