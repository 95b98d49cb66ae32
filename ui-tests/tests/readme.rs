//! The README shows errors as the compiler prints them: word for word those of the snapshots.

use std::fs;
use std::path::Path;

#[test]
fn shows_errors_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let shown: Vec<_> = readme.split("<!-- ui-tests/").skip(1).collect();
    assert!(shown.len() >= 3, "the README shows {} errors", shown.len());
    for block in shown {
        let (name, rest) = block.split_once(" -->\n```text\n").expect("a block follows the name");
        let (text, _) = rest.split_once("\n```").expect("the block ends");
        let snapshot = fs::read_to_string(root.join("ui-tests").join(name)).expect(name);
        assert_eq!(text, snapshot.trim_end(), "README.md shows another text than {name}");
    }
}
