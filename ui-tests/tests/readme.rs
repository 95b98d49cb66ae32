//! The README, the guide and `AGENTS.md` show the errors that the compiler prints, with long lines broken.

use std::fs;
use std::path::Path;

/// A file of the repository.
fn read(path: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(here.join(path)).expect(path)
}

/// An error that a page shows.
struct Shown<'p> {
    /// The path of its snapshot, without the extension.
    case: &'p str,
    text: &'p str,
    /// The faulty code before it, if that is also shown.
    code: Option<&'p str>,
}

/// Returns the blocks that follow a comment with the name of a snapshot: `<!-- ui-tests/derive/NAME.stderr -->`.
fn shown(page: &str) -> Vec<Shown<'_>> {
    let mut before = page;
    let mut found = Vec::new();
    while let Some((code, rest)) = before.split_once("<!-- ui-tests/") {
        let (case, rest) = rest.split_once(".stderr -->\n```text\n").expect("a block follows");
        let (text, rest) = rest.split_once("```").expect("the block is closed");
        let code = code.trim_end().strip_suffix("```");
        let code = code.and_then(|code| Some(code.rsplit_once("```rust,compile_fail\n")?.1));
        found.push(Shown { case, text, code });
        before = rest;
    }
    found
}

fn check(page: &str) {
    for Shown { case, text, .. } in shown(page) {
        let snapshot = read(&format!("{case}.stderr"));
        assert!(text.split_whitespace().eq(snapshot.split_whitespace()), "{case}: {snapshot}");
        assert!(text.lines().all(|line| line.len() <= 100), "{case}: {text}");
    }
}

#[test]
fn shows_what_the_compiler_prints() {
    for (path, errors) in [("../README.md", 1), ("../ddbkey/src/guide/declaring.md", 2)] {
        let page = read(path);
        assert_eq!(shown(&page).len(), errors, "{path}");
        check(&page);
    }
}

#[test]
fn agents_see_what_the_compiler_prints_of_the_code_they_see() {
    let page = read("../ddbkey/AGENTS.md");
    let shown = shown(&page);
    assert_eq!(shown.len(), 5, "the five commonest errors");
    check(&page);
    assert_eq!(page.matches("compile_fail").count(), 5, "each has its code");
    for Shown { case, code, .. } in shown {
        let code = code.expect("the code stands in front of its error");
        let file = read(&format!("{case}.rs"));
        assert!(file.contains(code), "{case}: {file}");
    }
}
