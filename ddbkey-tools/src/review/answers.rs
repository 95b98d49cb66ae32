//! The answers to a review, in a committed file.

use std::path::Path;
use std::{env, fs, io};

use ddbkey::schema::TableSchema;

use super::{Note, review};
use crate::error::SchemaError;
use crate::schema::Schema;

/// Holds the [`review`] of a table against the answers in a file, which is committed beside the code. This is the whole
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
/// The file has a line for each note: its code and what it concerns, as the note prints, a colon, and the answer, which
/// can be any text. Lines that start with `#` are comments:
///
/// ```text
/// # every row of `Crate` is in one partition, `CRATES`
/// constant-partition Crate: 300 rows, for ever
/// # list `tags` is a part of each `Crate`, which has at most 400 KB and is written whole
/// growing-list Crate.tags: five at most
/// ```
///
/// With the environment variable `DDBKEY_SNAPSHOT=write` the file is written, and its folder if there is none: answers
/// that it has are kept, a note without one gets `accepted`, for you to say why, and an answer to no note is removed. A
/// table without notes needs no file. Cargo runs a test in the folder of its package, which a relative path starts from.
///
/// # Errors
///
/// Returns [`SchemaError`] with each note that the file does not answer, or if the file cannot be read or written.
pub fn check_review(schema: &TableSchema, path: impl AsRef<Path>) -> Result<(), SchemaError> {
    let is_accepted = env::var_os("DDBKEY_SNAPSHOT").is_some_and(|value| value == "write");
    let (path, notes) = (path.as_ref(), review(&Schema::of(schema)));
    let shown = path.display();
    let answers = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(SchemaError::new(format!("cannot read the review `{shown}`: {error}")));
        }
    };
    if is_accepted && (!notes.is_empty() || !answers.is_empty()) {
        return write(path, schema.name(), &notes, &answers).map_err(|error| {
            SchemaError::new(format!("cannot write the review `{shown}`: {error}"))
        });
    }
    let open = notes.iter().filter(|note| answer(&answers, note).is_none());
    let open: Vec<_> = open.map(ToString::to_string).collect();
    if open.is_empty() {
        return Ok(());
    }
    Err(SchemaError::new(format!(
        "`{shown}` does not answer each note on `{}`:\n{}\n\
         help: to answer them, run the test with `DDBKEY_SNAPSHOT=write`, say why in the file, and commit it",
        schema.name(),
        open.join("\n"),
    )))
}

/// What a file says of a note.
fn answer<'t>(answers: &'t str, note: &Note) -> Option<&'t str> {
    let subject = note.subject();
    let mut lines =
        answers.lines().filter_map(|line| line.strip_prefix(&subject)?.strip_prefix(':'));
    lines.next().map(str::trim).filter(|answer| !answer.is_empty())
}

pub(super) fn write(path: &Path, table: &str, notes: &[Note], answers: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut text = format!("# Answers to the review of `{table}`.\n");
    for note in notes {
        let answer = answer(answers, note).unwrap_or("accepted");
        text += &format!("\n# {}\n{}: {answer}\n", note.fact, note.subject());
    }
    fs::write(path, text)
}
