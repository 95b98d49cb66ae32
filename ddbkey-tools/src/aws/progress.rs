//! Saves the position of each segment to a file, so that a killed run can continue.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::Item;
use super::error::RunError;
use super::left::for_owner;
use super::run::Run;
use super::step::Work;

pub(super) struct Progress {
    path: Option<PathBuf>,
    is_resumed: bool,
    state: Mutex<State>,
}

/// The content of the file.
#[derive(Serialize, Deserialize, Clone)]
struct State {
    of: Identity,
    segments: Vec<PageStart>,
}

/// What a run must have in common with the run that it continues.
#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Identity {
    /// The ARN of the table, which contains its account and Region.
    table: String,
    /// The printed schema.
    schema: String,
    work: Work,
    entity: Option<String>,
    removes: bool,
    aliases: bool,
}

/// The position where the next page of a segment starts.
#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "snake_case")]
pub(super) enum PageStart {
    Start,
    /// After the row with this key. The row may be gone by now.
    After(serde_dynamo::Item),
    End,
}

impl PageStart {
    pub(super) fn key(self) -> Option<Item> {
        match self {
            Self::After(key) => Some(key.into()),
            Self::Start | Self::End => None,
        }
    }
}

impl Progress {
    /// Opens the file. `table` is the ARN of the table.
    pub(super) fn open(
        run: &Run,
        work: Work,
        table: &str,
        schema: String,
    ) -> Result<Self, RunError> {
        // A run that writes nothing leaves no file, and does not continue from one.
        let path = run.progress.clone().filter(|_| run.write);
        let entity = run.entity.clone();
        let (table, removes, aliases) = (table.into(), run.remove, run.aliases);
        let of = Identity { table, schema, work, entity, removes, aliases };
        let new = State { of, segments: vec![PageStart::Start; run.segments.into()] };
        let old = match &path {
            Some(path) if path.exists() => Some(read(path, &new)?),
            _ => None,
        };
        let is_resumed = old.is_some();
        Ok(Self { path, is_resumed, state: Mutex::new(old.unwrap_or(new)) })
    }

    pub(super) const fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    pub(super) fn place(&self, segment: u16) -> PageStart {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.segments[usize::from(segment)].clone()
    }

    /// Saves that everything before this position is done. The file is replaced as a whole, so that after a kill it is the
    /// old or the new file.
    pub(super) fn save(&self, segment: u16, place: &PageStart) -> Result<(), RunError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.segments[usize::from(segment)] = place.clone();
        let Some(path) = &self.path else { return Ok(()) };
        // Added to the whole name, so that it is never the name of another file of the user.
        let mut new = path.clone().into_os_string();
        new.push(".new");
        let mut file = OpenOptions::new();
        let mut file = for_owner(file.create(true).write(true).truncate(true)).open(&new)?;
        file.write_all(&serde_json::to_vec(&*state)?)?;
        Ok(fs::rename(&new, path)?)
    }

    /// Removes the file, when all segments are at their end.
    pub(super) fn remove(&self) -> Result<(), RunError> {
        match &self.path {
            Some(path) if path.exists() => Ok(fs::remove_file(path)?),
            _ => Ok(()),
        }
    }
}

fn read(path: &Path, new: &State) -> Result<State, RunError> {
    let shown = path.display();
    let old: State = serde_json::from_slice(&fs::read(path)?)
        .map_err(|error| format!("`{shown}` is not the progress file of a run: {error}"))?;
    if old.of == new.of && old.segments.len() == new.segments.len() {
        return Ok(old);
    }
    Err(format!("`{shown}` belongs to another run\nhelp: pass the same table, schema and options, or remove the file").into())
}
