//! The first pass: a sample of rows for each kind of key, and the number of rows.

use std::collections::{BTreeMap, HashMap, HashSet};

use ddbkey_tools::cli::Failure;
use ddbkey_tools::{Schema, TableKey};

use super::layout::{KEY_LINE, guessed, line_names};
use super::rows::Rows;
use super::segments::split;
use super::value::StoredRow;

/// A sample of the rows of a table.
pub(super) struct Sample {
    pub(super) layout: Schema,
    pub(super) rows: u64,
    buckets: BTreeMap<String, Bucket>,
}

/// Rows whose keys look alike.
#[derive(Default)]
struct Bucket {
    count: u64,
    rows: Vec<StoredRow>,
}

/// The number of rows to keep in a bucket, and the number of buckets.
const ROWS: usize = 256;
const BUCKETS: usize = 2_000;
/// The number of rows to keep in all buckets, and the number that each bucket may keep beyond that.
const ALL_ROWS: usize = 50_000;
const ROWS_MORE: usize = 20;
/// The number of words that make a segment a value.
const WORDS: usize = 64;
/// The number of attribute names to count.
const NAMES: usize = 10_000;
/// The number of rows after which the key attributes must be decided.
const FIRST: usize = 2_000;

impl Sample {
    /// Reads all rows once.
    pub(super) fn of(rows: &Rows, described: Option<&Schema>) -> Result<Self, Failure> {
        let mut sampler = Sampler::default();
        let mut names: BTreeMap<String, u64> = BTreeMap::new();
        let names_of_lines = described.map_or(KEY_LINE, line_names);
        // Rows wait until the layout is guessed.
        let (mut waiting, mut layout) = (Vec::new(), described.cloned().map(Ok));
        rows.for_each(names_of_lines, |row| {
            sampler.rows += 1;
            for name in row.names() {
                if let Some(count) = names.get_mut(name) {
                    *count += 1;
                } else if names.len() < NAMES {
                    names.insert(name.to_owned(), 1);
                }
            }
            match &layout {
                Some(Ok(layout)) => sampler.add(row, layout),
                Some(Err(_)) => {}
                None => {
                    waiting.push(row);
                    if waiting.len() == FIRST {
                        let guess = guessed(&names, sampler.rows);
                        if let Ok(guess) = &guess {
                            waiting.drain(..).for_each(|row| sampler.add(row, guess));
                        }
                        layout = Some(guess);
                    }
                }
            }
        })?;
        if sampler.rows == 0 {
            return Err("there are no rows".into());
        }
        let mut layout = match (described, layout.transpose()?) {
            (Some(layout), _) => layout.clone(),
            // These are indexes that the first rows are not in.
            (None, _) => guessed(&names, sampler.rows)?,
        };
        for row in waiting {
            sampler.add(row, &layout);
        }
        let Sampler { rows, buckets, .. } = sampler;
        if described.is_none() {
            layout.indexes.retain(|index| has_keys(index, &buckets));
        }
        Ok(Self { layout, rows, buckets })
    }

    /// Returns each row with the number of rows that it stands for.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&StoredRow, f64)> {
        self.buckets.values().flat_map(|bucket| {
            #[allow(clippy::cast_precision_loss, reason = "an estimate")]
            let weight = bucket.count as f64 / bucket.rows.len().max(1) as f64;
            bucket.rows.iter().map(move |row| (row, weight))
        })
    }

    /// Adds rows that other rows in the sample stand for, so they are already counted.
    pub(super) fn add(&mut self, mut rows: Vec<StoredRow>) {
        let names: Vec<_> = self.layout.key.names().map(ToOwned::to_owned).collect();
        let key = |row: &StoredRow| -> Vec<String> {
            names.iter().map(|name| row.text(name).unwrap_or_default().into()).collect()
        };
        let known: HashSet<_> = self.rows().map(|(row, _)| key(row)).collect();
        rows.retain(|row| !known.contains(&key(row)));
        let bucket = self.buckets.entry("\0found later".into()).or_default();
        bucket.rows.extend(rows);
    }
}

/// Returns whether strings of an index look like keys in some row, so that its attribute names are not a coincidence.
fn has_keys(index: &TableKey, buckets: &BTreeMap<String, Bucket>) -> bool {
    let mut rows = buckets.values().flat_map(|bucket| &bucket.rows);
    rows.any(|row| index.partition_key.iter().all(|name| row.string(name).is_some()))
}

#[derive(Default)]
struct Sampler {
    rows: u64,
    buckets: BTreeMap<String, Bucket>,
    words: HashMap<(usize, usize), HashSet<String>>,
    kept: usize,
    random: u64,
}

impl Sampler {
    fn add(&mut self, row: StoredRow, layout: &Schema) {
        let mut shape = String::with_capacity(64);
        for (key, name) in layout.key.names().enumerate() {
            let text = row.string(name).unwrap_or_default();
            for (at, segment) in split(text).1.into_iter().take(12).enumerate() {
                shape.push_str(if self.is_word(key, at, segment) { segment } else { "*" });
                shape.push('\u{1f}');
            }
            shape.push('\u{1e}');
        }
        if !self.buckets.contains_key(&shape) && self.buckets.len() >= BUCKETS {
            shape = "others".into();
        }
        let random = self.random();
        let bucket = self.buckets.entry(shape).or_default();
        bucket.count += 1;
        let limit = if self.kept < ALL_ROWS { ROWS } else { ROWS_MORE };
        if bucket.rows.len() < limit {
            bucket.rows.push(row);
            self.kept += 1;
        } else if let Some(place) =
            bucket.rows.get_mut(usize::try_from(random % bucket.count).unwrap_or(ROWS))
        {
            *place = row;
        }
    }

    fn is_word(&mut self, key: usize, at: usize, segment: &str) -> bool {
        let is_word = !segment.is_empty()
            && segment.len() <= 40
            && segment.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_-$".contains(&byte));
        if !is_word {
            return false;
        }
        let words = self.words.entry((key, at)).or_default();
        words.contains(segment) || words.len() < WORDS && words.insert(segment.to_owned())
    }

    /// Returns a number of splitmix64, so that a run is reproducible.
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
