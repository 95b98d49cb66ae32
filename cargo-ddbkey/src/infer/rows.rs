//! Reads rows from files and standard input, in each supported format.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ddbkey_tools::Schema;
use ddbkey_tools::cli::{Failure, decompressed};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::value::{StoredRow, StoredValue};
use super::workbench::Workbench;

/// The rows of a table, or a sample of them: the input of [`infer`](super::infer).
///
/// Each file, compressed by gzip or not, holds one of these:
///
/// - the output of one or more calls of `aws dynamodb scan` or `batch-get-item`;
/// - lines of an export to S3, full or incremental; deleted items are ignored;
/// - lines that are items in DynamoDB's JSON, `{"pk": {"S": "USER#u1"}, …}`;
/// - the input of `batch-write-item`, or a list of these;
/// - events of a stream, as a Lambda function gets them;
/// - a model of NoSQL Workbench, with its tables, indexes, facets and rows;
/// - lines of key strings: the partition key, a tab, the sort key.
///
/// Rows are read twice. Input that can be read only once is therefore copied to a temporary file that nobody else can open.
#[derive(Debug, Default)]
pub struct Rows {
    sources: Vec<RowSource>,
    /// Whether items are plain JSON, `{"pk": "USER#u1", "age": 3}`: numbers are N, arrays are L.
    pub(crate) is_plain: bool,
    /// The table of a NoSQL Workbench model that has several.
    pub(crate) model_table: Option<String>,
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

/// The format of the rows in a source.
#[derive(Clone, Copy, PartialEq)]
enum RowFormat {
    /// JSON that may have line breaks anywhere.
    Documents,
    /// A JSON document on each line.
    Lines,
    /// A model of NoSQL Workbench.
    Model,
    Keys,
}

/// What a document is read with.
struct RowReader<'f> {
    each: &'f mut dyn FnMut(StoredRow),
    is_plain: bool,
}

impl Rows {
    /// Reads rows from memory.
    ///
    /// ```
    /// use cargo_ddbkey::infer::Rows;
    ///
    /// let rows = Rows::text("USER#u1\tPROFILE\nUSER#u1\tORDER#00042\n");
    /// ```
    pub fn text(rows: impl Into<Vec<u8>>) -> Self {
        let mut all = Self::default();
        all.add("rows", SourceContent::Text(rows.into()));
        all
    }

    /// Adds the rows of a reader, such as standard input, which are copied to a temporary file.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or the temporary file cannot be written.
    pub fn add_reader(&mut self, name: &str, mut reader: impl Read) -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut reader, &mut file)?;
        self.add(name, SourceContent::Temporary(file));
        Ok(())
    }

    /// Adds a file.
    pub fn add_file(&mut self, path: &Path) {
        self.add(&path.display().to_string(), SourceContent::Path(path.into()));
    }

    fn add(&mut self, name: &str, content: SourceContent) {
        self.sources.push(RowSource { name: name.into(), content });
    }

    /// Passes each row to a function. The strings of a line of keys become attributes with these names.
    pub(super) fn for_each(
        &self,
        names: (&str, &str),
        mut each: impl FnMut(StoredRow),
    ) -> Result<(), Failure> {
        for source in &self.sources {
            let mut rows = RowReader { each: &mut each, is_plain: self.is_plain };
            source.read(|format, reader| match format {
                RowFormat::Keys => key_lines(reader, names, rows.each),
                RowFormat::Lines => json_lines(reader, &mut rows),
                RowFormat::Documents => documents(reader, &mut rows),
                RowFormat::Model => {
                    Workbench::read(reader)?.rows(self.model_table.as_deref(), rows.each)
                }
            })?;
        }
        Ok(())
    }

    /// Returns the layout of the table in a NoSQL Workbench model, if the rows come from one.
    pub(super) fn layout(&self) -> Result<Option<Schema>, Failure> {
        let mut layouts = self.sources.iter().map(|source| {
            source.read(|format, reader| match format {
                RowFormat::Model => {
                    Workbench::read(reader)?.layout(self.model_table.as_deref()).map(Some)
                }
                _ => Ok(None),
            })
        });
        layouts.find_map(Result::transpose).transpose()
    }
}

impl RowSource {
    /// Reads the source, whose name an error begins with.
    fn read<T>(
        &self,
        read: impl FnOnce(RowFormat, Box<dyn BufRead + '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let opened = || {
            let mut reader = self.open()?;
            Ok((RowFormat::of(&mut reader)?, reader))
        };
        let result = opened().and_then(|(format, reader)| read(format, reader));
        result.map_err(|error| format!("{}: {error}", self.name).into())
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
        let mut reader = decompressed(file)?;
        // A byte order mark.
        if reader.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
            reader.consume(3);
        }
        Ok(reader)
    }
}

impl RowFormat {
    /// Detects the format from the start, without consuming it.
    fn of(reader: &mut dyn BufRead) -> io::Result<Self> {
        let start = reader.fill_buf()?;
        let end = start.iter().position(|byte| *byte == b'\n').unwrap_or(start.len());
        // The list of tables in a model. An attribute with this name holds no list.
        let is_model = || {
            let text = String::from_utf8_lossy(&start[..start.len().min(1 << 16)]);
            let after = text.split_once("\"DataModel\"").map(|(_, after)| after.trim_start());
            let list = after.and_then(|after| after.strip_prefix(':'));
            list.is_some_and(|list| list.trim_start().starts_with('['))
        };
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
        Ok(match first {
            Some(b'{') if is_model() => Self::Model,
            Some(b'{') if serde_json::from_slice::<IgnoredAny>(&start[..end]).is_ok() => {
                Self::Lines
            }
            Some(b'{' | b'[') => Self::Documents,
            _ => Self::Keys,
        })
    }
}

fn each_line(
    mut reader: impl BufRead,
    mut each: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
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

fn key_lines(
    reader: impl BufRead,
    names: (&str, &str),
    each: &mut dyn FnMut(StoredRow),
) -> Result<(), Failure> {
    let mut have_tabs = None;
    each_line(reader, |line| {
        let line = str::from_utf8(line)?;
        if let Some(form) = other_form(line) {
            return Err(form.into());
        }
        let has_tab = line.contains('\t');
        if *have_tabs.get_or_insert(has_tab) != has_tab {
            return Err(
                "neither JSON nor a line of keys: some lines have a tab and others do not".into()
            );
        }
        let mut texts = line.split('\t');
        let pk = texts.next().unwrap_or_default();
        let mut attributes = vec![(names.0.into(), StoredValue::S(pk.into()))];
        attributes.extend(texts.next().map(|sk| (names.1.into(), StoredValue::S(sk.into()))));
        if pk.is_empty() || texts.next().is_some() {
            return Err("expected a partition key, a tab and a sort key".into());
        }
        each(StoredRow { attributes });
        Ok(())
    })
}

/// Names the form of a line that is not a key string.
fn other_form(line: &str) -> Option<&'static str> {
    let has_tab = line.contains('\t');
    match line.as_bytes().first()? {
        _ if line.starts_with("$ion") => {
            Some("an ION export; export the table again as `DYNAMODB_JSON`")
        }
        _ if line.chars().any(|own| own.is_control() && own != '\t') => {
            Some("a control character; rows are text in UTF-8")
        }
        b'{' | b'"' | b'[' => Some("neither JSON nor a line of keys"),
        b'<' => Some("XML or HTML; rows are JSON, or lines of keys"),
        _ if !has_tab && line.contains(',') => {
            Some("a CSV; rows are JSON, or lines with a partition key, a tab and a sort key")
        }
        _ if !has_tab && line.contains(' ') => {
            Some("neither JSON nor a line of keys: a partition key, a tab and a sort key")
        }
        _ => None,
    }
}

fn json_lines(reader: impl BufRead, rows: &mut RowReader<'_>) -> Result<(), Failure> {
    each_line(reader, |line| {
        let mut document = serde_json::Deserializer::from_str(str::from_utf8(line)?);
        rows.deserialize(&mut document).map_err(|error| without_line(&error))?;
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
        serde_json::error::Category::Data => {
            "not an item in DynamoDB's JSON (`--plain` reads plain JSON)"
        }
        serde_json::error::Category::Eof => "ends within a value",
    }
}

fn documents(reader: impl BufRead, rows: &mut RowReader<'_>) -> Result<(), Failure> {
    let mut documents = serde_json::Deserializer::from_reader(reader);
    let failed =
        |error: serde_json::Error| format!("line {}: {}", error.line(), without_line(&error));
    while documents.end().is_err() {
        rows.deserialize(&mut documents).map_err(failed)?;
    }
    Ok(())
}

/// The names that DynamoDB and its tools put around the attributes of items, each with whether its value holds items.
static NAMES: LazyLock<BTreeMap<&str, bool>> = LazyLock::new(|| {
    let wrappers = "Item NewImage Items Records Responses PutRequest dynamodb Attributes";
    let others = "ConsumedCapacity Count DeleteRequest Keys LastEvaluatedKey Metadata NextToken OldImage ResponseMetadata \
        ScannedCount UnprocessedItems UnprocessedKeys WriteTimestampMicros userIdentity";
    let wrappers = wrappers.split(' ').map(|name| (name, true));
    wrappers.chain(others.split(' ').map(|name| (name, false))).collect()
});

/// The value of a member: of an attribute, or of another member, which may have held items.
enum Member {
    Value(StoredValue),
    Items,
    Scalar,
}

impl RowReader<'_> {
    /// Reads a document: an item, or something that holds items.
    fn deserialize<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<(), D::Error> {
        if self.is_plain {
            return self.plain(&serde_json::Value::deserialize(deserializer)?);
        }
        let member = MemberVisitor { rows: self, is_attribute: false };
        match member.deserialize(deserializer)? {
            Member::Items => Ok(()),
            Member::Value(_) | Member::Scalar => Err(D::Error::custom("expected an item")),
        }
    }

    fn plain<E: Error>(&mut self, value: &serde_json::Value) -> Result<(), E> {
        match value {
            serde_json::Value::Array(values) => values.iter().try_for_each(|own| self.plain(own)),
            serde_json::Value::Object(members) => {
                (self.each)(StoredRow::of_json(members));
                Ok(())
            }
            _ => Err(E::custom("expected an item")),
        }
    }

    /// Reads the members of a map that is an item or holds items. The first name may be read already.
    fn members<'de, A: MapAccess<'de>>(
        &mut self,
        mut first: Option<String>,
        mut map: A,
    ) -> Result<Member, A::Error> {
        let mut attributes = Vec::with_capacity(12);
        let (mut has_scalar, mut is_known) = (false, false);
        while let Some(name) =
            first.take().map_or_else(|| map.next_key::<String>(), |name| Ok(Some(name)))?
        {
            let holds_items = NAMES.get(&*name);
            if holds_items == Some(&false) {
                // An item can have attributes with these names.
                let value: serde_json::Value = map.next_value()?;
                let value: Option<StoredValue> = serde_json::from_value(value).ok();
                is_known |= value.is_none();
                attributes.extend(value.map(|value| (name, value)));
                continue;
            }
            let is_attribute = holds_items.is_none();
            let member = MemberVisitor { rows: &mut *self, is_attribute };
            match map.next_value_seed(member)? {
                Member::Value(value) => attributes.push((name, value)),
                Member::Items => is_known = true,
                Member::Scalar => has_scalar = true,
            }
        }
        if !attributes.is_empty() && !has_scalar {
            (self.each)(StoredRow { attributes });
        } else if has_scalar && !is_known {
            return Err(A::Error::custom("plain values"));
        }
        Ok(Member::Items)
    }
}

/// Reads the value of a member.
struct MemberVisitor<'v, 'f> {
    rows: &'v mut RowReader<'f>,
    is_attribute: bool,
}

impl<'de> DeserializeSeed<'de> for MemberVisitor<'_, '_> {
    type Value = Member;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Member, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($visit:ident: $type:ty),*) => {$(
        fn $visit<E: Error>(self, _: $type) -> Result<Member, E> {
            Ok(Member::Scalar)
        }
    )*};
}

impl<'de> Visitor<'de> for MemberVisitor<'_, '_> {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("items")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Member, A::Error> {
        if self.is_attribute {
            let value = Deserialize::deserialize(MapAccessDeserializer::new(&mut map))?;
            return match map.next_key::<IgnoredAny>()? {
                None => Ok(Member::Value(value)),
                Some(_) => Err(A::Error::custom("a value with two types")),
            };
        }
        let Some(first) = map.next_key::<String>()? else { return Ok(Member::Items) };
        if !StoredValue::is_type(&first) {
            return self.rows.members(Some(first), map);
        }
        // An attribute that is called `Item`, or an item with an attribute that is called `N`.
        let mut members = serde_json::Map::new();
        members.insert(first, map.next_value()?);
        while let Some((name, value)) = map.next_entry::<String, _>()? {
            members.insert(name, value);
        }
        let members = serde_json::Value::Object(members);
        if let Ok(value) = serde_json::from_value::<StoredValue>(members.clone()) {
            return Ok(Member::Value(value));
        }
        let row = serde_json::from_value(members).map_err(A::Error::custom)?;
        (self.rows.each)(row);
        Ok(Member::Items)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Member, A::Error> {
        while list
            .next_element_seed(MemberVisitor { rows: &mut *self.rows, is_attribute: false })?
            .is_some()
        {}
        Ok(Member::Items)
    }

    scalars! { visit_str: &str, visit_f64: f64, visit_i64: i64, visit_u64: u64, visit_bool: bool }

    fn visit_unit<E: Error>(self) -> Result<Member, E> {
        Ok(Member::Scalar)
    }
}
