//! How far each segment is, in a file, so that a run that was killed goes on where it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Item, Options, Result};

pub(super) struct Progress {
    path: Option<PathBuf>,
    is_resumed: bool,
    state: Mutex<State>,
}

/// The file.
#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct State {
    table: String,
    is_repair_only: bool,
    entity: Option<String>,
    segments: Vec<Place>,
}

/// Where the next page of a segment starts.
#[derive(Serialize, Deserialize, Clone, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    Start,
    /// After the item with this key, which need not be there any more.
    After(serde_dynamo::Item),
    End,
}

impl Place {
    pub(super) fn key(self) -> Option<Item> {
        match self {
            Self::After(key) => Some(key.into()),
            Self::Start | Self::End => None,
        }
    }
}

impl Progress {
    pub(super) fn open(options: &Options) -> Result<Self> {
        // A run that writes nothing leaves no file, and does not go on from one.
        let path = options.progress.clone().filter(|_| !options.is_dry_run);
        let new = State {
            table: options.table.clone(),
            is_repair_only: options.is_repair_only,
            entity: options.entity.clone(),
            segments: vec![Place::Start; options.segments.try_into()?],
        };
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

    pub(super) fn place(&self, segment: i32) -> Place {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        usize::try_from(segment).map_or(Place::End, |segment| state.segments[segment].clone())
    }

    /// Everything before this place is done. The file is replaced as a whole, so that a kill leaves the old or the
    /// new one.
    pub(super) fn save(&self, segment: i32, place: &Place) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.segments[usize::try_from(segment)?] = place.clone();
        let Some(path) = &self.path else { return Ok(()) };
        let new = path.with_extension("new");
        fs::write(&new, serde_json::to_vec(&*state)?)?;
        Ok(fs::rename(new, path)?)
    }

    /// All segments are at their end.
    pub(super) fn remove(&self) -> Result<()> {
        match &self.path {
            Some(path) if path.exists() => Ok(fs::remove_file(path)?),
            _ => Ok(()),
        }
    }
}

fn read(path: &Path, new: &State) -> Result<State> {
    let old: State = serde_json::from_slice(&fs::read(path)?)?;
    let is_same = State { segments: new.segments.clone(), ..old.clone() } == *new
        && old.segments.len() == new.segments.len();
    if is_same {
        return Ok(old);
    }
    let path = path.display();
    Err(format!(
        "`{path}` is of a run with other options\nhelp: give the same ones, or remove the file"
    )
    .into())
}
