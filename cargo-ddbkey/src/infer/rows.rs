//! Reads rows from files and standard input, in each supported format.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::InferError;
use super::value::{StoredRow, StoredValue};
use ddbkey_tools::cli::decompressed;

/// The rows of a table, or a sample of them: the input of [`infer`](super::infer).
///
/// Each file, compressed by gzip or not, holds one of these:
///
/// - the output of one or more calls of `aws dynamodb scan`;
/// - lines of an export to S3, full or incremental; deleted items are ignored;
/// - lines that are items in DynamoDB's JSON, `{"pk": {"S": "USER#u1"}, …}`;
/// - lines of key strings: the partition key, a tab, the sort key.
///
/// Rows are read twice. Input that can be read only once is therefore copied to a temporary file that nobody else can open.
#[derive(Debug, Default)]
pub struct Rows {
    sources: Vec<RowSource>,
}

#[derive(Debug)]
struct RowSource {
    name: String,
    content: SourceContent,
}

#[derive(Debug)]
enum SourceContent {
    Path(PathBuf),
    /// A temporary file, which is removed when it is closed.
    Temporary(File),
    Text(Vec<u8>),
}

/// The attribute names for a line that only has the strings of a key.
pub(super) const KEY_LINE: (&str, &str) = ("pk", "sk");

/// The format of the rows in a source.
#[derive(Clone, Copy, PartialEq)]
enum RowFormat {
    /// JSON that may have line breaks anywhere.
    Documents,
    /// A JSON document on each line.
    Lines,
    Keys,
}

impl Rows {
    /// Reads rows from files.
    pub fn files(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let sources = paths.into_iter().map(|path| {
            let path = path.into();
            RowSource { name: path.display().to_string(), content: SourceContent::Path(path) }
        });
        Self { sources: sources.collect() }
    }

    /// Reads rows from memory.
    ///
    /// ```
    /// use cargo_ddbkey::infer::Rows;
    ///
    /// let rows = Rows::text("USER#u1\tPROFILE\nUSER#u1\tORDER#00042\n");
    /// ```
    pub fn text(rows: impl Into<Vec<u8>>) -> Self {
        let content = SourceContent::Text(rows.into());
        Self { sources: vec![RowSource { name: "rows".into(), content }] }
    }

    /// Adds the rows of a reader, such as standard input, which are copied to a temporary file.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or the temporary file cannot be written.
    pub fn add_reader(&mut self, name: &str, mut reader: impl Read) -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut reader, &mut file)?;
        self.sources.push(RowSource { name: name.into(), content: SourceContent::Temporary(file) });
        Ok(())
    }

    /// Adds a file.
    pub fn add_file(&mut self, path: &Path) {
        self.sources.extend(Self::files([path]).sources);
    }

    /// Passes each row to a function.
    pub(super) fn for_each(&self, mut each: impl FnMut(StoredRow)) -> Result<(), InferError> {
        self.sources.iter().try_for_each(|source| source.for_each(&mut each))
    }
}

impl RowSource {
    fn for_each(&self, each: &mut dyn FnMut(StoredRow)) -> Result<(), InferError> {
        let failed = |error: &dyn fmt::Display| InferError::new(format!("{}: {error}", self.name));
        let mut reader = self.open().map_err(|error| failed(&error))?;
        let result = match RowFormat::of(&mut reader).map_err(|error| failed(&error))? {
            RowFormat::Keys => key_lines(reader, each),
            RowFormat::Lines => json_lines(reader, each),
            RowFormat::Documents => documents(reader, each),
        };
        result.map_err(|error| failed(&error))
    }

    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        let file: Box<dyn Read> = match &self.content {
            SourceContent::Path(path) => Box::new(File::open(path)?),
            SourceContent::Temporary(file) => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(0))?;
                Box::new(file)
            }
            SourceContent::Text(text) => Box::new(&text[..]),
        };
        decompressed(file)
    }
}

impl RowFormat {
    /// Detects the format from the first line, without consuming it.
    fn of(reader: &mut dyn BufRead) -> io::Result<Self> {
        let start = reader.fill_buf()?;
        let end = start.iter().position(|byte| *byte == b'\n').unwrap_or(start.len());
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        Ok(match first {
            Some(b'{') if serde_json::from_slice::<IgnoredAny>(&start[..end]).is_ok() => {
                Self::Lines
            }
            Some(b'{' | b'[') => Self::Documents,
            _ => Self::Keys,
        })
    }
}

/// Why a source cannot be read, with the line.
type SourceError = Box<dyn std::error::Error + Send + Sync>;

fn each_line(
    mut reader: impl BufRead,
    mut each: impl FnMut(&[u8]) -> Result<(), SourceError>,
) -> Result<(), SourceError> {
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        number += 1;
        if reader.read_until(b'\n', &mut line).map_err(|error| format!("line {number}: {error}"))?
            == 0
        {
            return Ok(());
        }
        let text = line.trim_ascii();
        if !text.is_empty() {
            each(text).map_err(|error| format!("line {number}: {error}"))?;
        }
    }
}

fn key_lines(reader: impl BufRead, each: &mut dyn FnMut(StoredRow)) -> Result<(), SourceError> {
    each_line(reader, |line| {
        let line = std::str::from_utf8(line).map_err(|_| "not UTF-8")?;
        let mut texts = line.split('\t');
        let pk = texts.next().unwrap_or_default();
        let mut attributes = vec![(KEY_LINE.0.into(), StoredValue::S(pk.into()))];
        attributes.extend(texts.next().map(|sk| (KEY_LINE.1.into(), StoredValue::S(sk.into()))));
        if pk.is_empty() || texts.next().is_some() {
            return Err("expected a partition key, a tab and a sort key".into());
        }
        each(StoredRow { attributes });
        Ok(())
    })
}

fn json_lines(reader: impl BufRead, each: &mut dyn FnMut(StoredRow)) -> Result<(), SourceError> {
    each_line(reader, |line| {
        let mut document = serde_json::Deserializer::from_slice(line);
        DocumentVisitor(each).deserialize(&mut document).map_err(|error| without_line(&error))?;
        document.end().map_err(|error| without_line(&error).into())
    })
}

/// Describes what is wrong with a line, without its number inside the line and without its content.
fn without_line(error: &serde_json::Error) -> String {
    format!("{}, column {}", kind(error), error.column())
}

/// Returns the kind of an error, which prints no value.
fn kind(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Io => "cannot be read",
        serde_json::error::Category::Syntax => "not JSON",
        serde_json::error::Category::Data => "not an item in DynamoDB's JSON",
        serde_json::error::Category::Eof => "ends within a value",
    }
}

fn documents(reader: impl BufRead, each: &mut dyn FnMut(StoredRow)) -> Result<(), SourceError> {
    let mut documents = serde_json::Deserializer::from_reader(reader);
    let failed = |error: serde_json::Error| {
        format!("line {}: {}, column {}", error.line(), kind(&error), error.column())
    };
    while documents.end().is_err() {
        DocumentVisitor(each).deserialize(&mut documents).map_err(failed)?;
    }
    Ok(())
}

/// A scan, a line of an export, an item, or a list of items.
struct DocumentVisitor<'f>(&'f mut dyn FnMut(StoredRow));

impl<'de> DeserializeSeed<'de> for DocumentVisitor<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for DocumentVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(row) = list.next_element()? {
            (self.0)(row);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut attributes = Vec::with_capacity(12);
        while let Some(name) = map.next_key::<String>()? {
            match &*name {
                "Items" => {
                    let value = map.next_value_seed(ItemsVisitor(&mut *self.0))?;
                    attributes.extend(value.map(|value| (name, value)));
                }
                "Item" | "NewImage" => (self.0)(map.next_value()?),
                // An item can have attributes with these names.
                "Count" | "ScannedCount" | "ConsumedCapacity" | "LastEvaluatedKey"
                | "NextToken" | "Metadata" | "Keys" | "OldImage" => {
                    let value: serde_json::Value = map.next_value()?;
                    attributes
                        .extend(serde_json::from_value(value).ok().map(|value| (name, value)));
                }
                _ => attributes.push((name, map.next_value()?)),
            }
        }
        if !attributes.is_empty() {
            (self.0)(StoredRow { attributes });
        }
        Ok(())
    }
}

/// The list of a scan, or an attribute with this name.
struct ItemsVisitor<'f>(&'f mut dyn FnMut(StoredRow));

impl<'de> DeserializeSeed<'de> for ItemsVisitor<'_> {
    type Value = Option<StoredValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ItemsVisitor<'_> {
    type Value = Option<StoredValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        DocumentVisitor(self.0).visit_seq(list).map(|()| None)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(Some)
    }
}
