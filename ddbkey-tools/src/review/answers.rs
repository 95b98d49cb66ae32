//! Compares a review with the answers in a committed file.

use std::path::Path;

use ddbkey::schema::TableSchema;

use super::{Note, review};
use crate::committed;
use crate::error::SchemaError;
use crate::schema::Schema;

/// The name of the file for messages.
const KIND: &str = "review";

/// Compares the [`review`] of a table with the answers in a file, which is committed next to the code. This is the whole
/// test:
///
/// ```no_run
/// # use ddbkey::{DdbKeys, DdbTable};
/// # #[derive(DdbKeys)]
/// # #[pk("USER", user_id)]
/// # #[sk("PROFILE")]
/// # struct User { user_id: String }
/// # #[derive(DdbTable)]
/// # enum Shop { User(User) }
/// # /*
/// #[test]
/// # */
/// fn each_note_has_an_answer() -> Result<(), ddbkey_tools::SchemaError> {
///     ddbkey_tools::check_review(Shop::SCHEMA, "docs/review.txt")
/// }
/// # each_note_has_an_answer().unwrap();
/// ```
///
/// The file has a line for each note: its code and subject, as the note prints them, a colon, and the answer, which
/// can be any text. Lines that start with `#` are comments:
///
/// ```text
/// # every row of `Crate` is in one partition, `CRATES`
/// constant-partition Crate: 300 rows, for ever
/// # list `tags` is a part of each `Crate`, which has at most 400 KB and is written whole
/// growing-list Crate.tags: five at most
/// ```
///
/// If the environment variable `DDBKEY_SNAPSHOT=write` is set, this writes the file, and creates its folder if necessary.
/// It keeps existing answers, adds `accepted` for a new note, which you replace by the reason, and removes answers without
/// a note. A table without notes needs no file. Cargo runs a test in the folder of its package, so a relative path starts
/// there.
///
/// # Errors
///
/// Returns [`SchemaError`] with each note that the file does not answer, with each answer to a note that the table does not
/// have, or if the file cannot be read or written.
pub fn check_review(schema: &TableSchema, path: impl AsRef<Path>) -> Result<(), SchemaError> {
    let (path, notes) = (path.as_ref(), review(&Schema::of(schema)));
    let shown = path.display();
    let answers = committed::read(path, KIND)?.unwrap_or_default();
    if committed::is_accepted() && (!notes.is_empty() || !answers.is_empty()) {
        return committed::write(path, KIND, &text(schema.name(), &notes, &answers));
    }
    let open = notes.iter().filter(|note| answer(&answers, note).is_none());
    let open: Vec<_> = open.map(ToString::to_string).collect();
    if open.is_empty() {
        return refuse_stale(schema.name(), path, &notes, &answers);
    }
    Err(SchemaError::new(format!(
        "`{shown}` does not answer each note on `{}`:\n{}\n\
         help: to answer them, run the test with `DDBKEY_SNAPSHOT=write`, say why in the file, and commit it",
        schema.name(),
        open.join("\n"),
    )))
}

/// Refuses answers to notes that the review no longer has.
fn refuse_stale(
    table: &str,
    path: &Path,
    notes: &[Note],
    answers: &str,
) -> Result<(), SchemaError> {
    let is_answer = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    let is_asked = |line: &str| {
        notes.iter().any(|note| {
            line.strip_prefix(&note.subject()).is_some_and(|rest| rest.starts_with(':'))
        })
    };
    let stale: Vec<_> = answers.lines().filter(is_answer).filter(|line| !is_asked(line)).collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(SchemaError::new(format!(
        "`{}` answers what the review of `{table}` does not ask:\n{}\nhelp: remove these lines",
        path.display(),
        stale.join("\n"),
    )))
}

/// Returns the answer that a file has for a note.
fn answer<'t>(answers: &'t str, note: &Note) -> Option<&'t str> {
    let subject = note.subject();
    let mut lines =
        answers.lines().filter_map(|line| line.strip_prefix(&subject)?.strip_prefix(':'));
    lines.next().map(str::trim).filter(|answer| !answer.is_empty())
}

/// Returns the file with an answer for each note.
pub(super) fn text(table: &str, notes: &[Note], answers: &str) -> String {
    let mut text = format!("# Answers to the review of `{table}`.\n");
    for note in notes {
        let answer = answer(answers, note).unwrap_or("accepted");
        text += &format!("\n# {}\n{}: {answer}\n", note.fact, note.subject());
    }
    text
}
