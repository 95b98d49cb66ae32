//! What holds for every case and its snapshot, whatever the compiler prints.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

/// Returns the files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("the folder is there");
    files.map(|file| file.expect("readable").path()).collect()
}

/// Returns each case with its snapshot.
fn cases() -> Vec<(PathBuf, String, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let by_subject = files(&here.join("compiler")).into_iter().flat_map(|folder| files(&folder));
    let files = files(&here.join("derive")).into_iter().chain(by_subject);
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    sources
        .map(|path| {
            let read = |path| fs::read_to_string(path).expect("each case has its snapshot");
            let (source, snapshot) = (read(path.clone()), read(path.with_extension("stderr")));
            (path, source, snapshot)
        })
        .collect()
}

#[test]
fn each_case_says_what_the_user_did() {
    for (path, source, _) in cases() {
        let first = source.lines().next().unwrap_or_default();
        assert!(first.starts_with("// ") && first.ends_with('.'), "{}: {first}", path.display());
    }
}

#[test]
fn each_has_one_error_and_no_warning() {
    for (path, _, snapshot) in cases() {
        let starts = |word: &str| snapshot.lines().filter(|line| line.starts_with(word)).count();
        let errors = starts("error");
        let has_several = path.to_string_lossy().contains("several-errors");
        assert!(errors == 1 || (has_several && errors >= 4), "{}: {snapshot}", path.display());
        assert_eq!(starts("warning"), 0, "{}: {snapshot}", path.display());
    }
}

/// Source files that do not belong to the user, and names that generated code uses.
const INSIDE: [&str; 10] = [
    "$WORKSPACE",
    "$CARGO",
    "__private",
    "the following other types",
    "Declare",
    "Parts",
    "PartList",
    "Size<",
    "Pair",
    "StandIn",
];

#[test]
fn none_shows_what_is_inside() {
    for (path, _, snapshot) in cases() {
        let shown = without_bounds(&snapshot);
        for word in INSIDE {
            assert!(!shown.contains(word), "{} shows {word}: {snapshot}", path.display());
        }
    }
}

/// Returns a snapshot without the names and positions of bounds, which rustc shows wherever they are, and without the
/// heads of lists of types that the user has declared.
fn without_bounds(snapshot: &str) -> String {
    let lines = snapshot.lines();
    let before = iter::once("").chain(lines.clone());
    let after = lines.clone().skip(1).chain(iter::once(""));
    let shown = lines.zip(before).zip(after).filter(|((line, before), after)| {
        let names_bound = |line: &str| line.starts_with("note: required by a bound in");
        let is_bound =
            names_bound(line) || line.trim_start().starts_with("--> ") && names_bound(before);
        let is_own =
            line.starts_with("help: the following other types") && after.contains("--> compiler/");
        !is_bound && !is_own
    });
    shown.flat_map(|((line, _), _)| [line, "\n"]).collect()
}

/// Our messages have a help; messages of rustc that ddbkey steers have a help or a note.
#[test]
fn each_says_what_to_do() {
    for (path, _, snapshot) in cases() {
        let is_ours = path.parent().is_some_and(|folder| folder.ends_with("derive"));
        let has_help = snapshot.contains("\n       help: ");
        let is_const = snapshot.contains("evaluation panicked");
        assert!(!is_ours || has_help, "{}: {snapshot}", path.display());
        assert!(!is_const || snapshot.contains("\n              help: "), "{}", path.display());
        let is_steered = snapshot.contains("E0277");
        assert!(!is_steered || snapshot.contains("= note: "), "{}: {snapshot}", path.display());
    }
}
