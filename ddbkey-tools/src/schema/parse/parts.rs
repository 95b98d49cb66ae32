//! Reads the parts of a line: what a query also returns, keys and projections, values and fields.

use ddbkey::__private::engine::ValueOrder;

use super::cursor::{Cursor, INCLUDE, KEYS_ONLY};
use crate::schema::language::{Language, escaped, words};
use crate::schema::{AlsoReturned, Field, Fields, Projection, TableKey, Value};

impl AlsoReturned {
    /// `Team (index all, up to 1 part given)`
    pub(super) fn read(mut line: Cursor<'_>) -> Option<Self> {
        let entity = line.name()?;
        let key = if line.take(" under ") { Some(line.name()?) } else { None };
        let (index, shape, alternative, legacy) = (None, None, None, None);
        let mut own = Self { entity, key, index, shape, alternative, legacy, parts: 0 };
        let mut more = line.take(" (");
        if !more {
            return line.end().map(|()| own);
        }
        let queried = match line.take_alternative() {
            Some(true) => Some(&mut own.alternative),
            Some(false) => Some(&mut own.legacy),
            None => line.take("index ").then_some(&mut own.index),
        };
        if let Some(queried) = queried {
            *queried = Some(line.name()?);
            if own.index.is_some() && line.take(" as ") {
                own.shape = Some(line.name()?);
            }
            more = line.take(", ");
        }
        if more {
            line.expect("up to ")?;
            let (parts, rest) = line.0.split_once(' ')?;
            own.parts = parts.parse().ok()?;
            line.0 = rest.strip_prefix("part")?;
            line.take("s");
            line.expect(" given")?;
        }
        line.expect(")")?;
        line.end().map(|()| own)
    }
}

impl TableKey {
    /// `tournament, region / round (N)`
    pub(super) fn read(line: &mut Cursor<'_>) -> Option<Self> {
        let partition_key = line.typed_names()?;
        let sort_key = if line.take(" / ") { line.typed_names()? } else { Vec::new() };
        Some(Self::new(partition_key, sort_key))
    }
}

impl Projection {
    /// Nothing, `, keys only` or `, include(status, total)`.
    pub(super) fn read(mut line: Cursor<'_>) -> Option<Self> {
        let projection = if line.take(KEYS_ONLY) {
            Self::Keys
        } else if line.take(INCLUDE) {
            let names = line.names()?;
            line.expect(")")?;
            Self::Include(names)
        } else {
            Self::All
        };
        line.end()?;
        Some(projection)
    }
}

impl Value {
    /// `*path: text`
    pub(super) fn read(text: &str) -> Option<Self> {
        let (source, texts) = text.split_once(": ")?;
        let rest = source.strip_prefix('*');
        let language = Language::read(texts)?;
        Some(Self::new(rest.unwrap_or(source).into(), rest.is_some(), language))
    }

    /// `.3`
    pub(super) fn read_format(&mut self, text: &str) -> Option<()> {
        let (mut format, mut characters) = (String::new(), text.chars());
        while let Some(character) = characters.next() {
            format.push(if character == '\\' { escaped(&mut characters)? } else { character });
        }
        self.format = Some(format);
        Some(())
    }

    /// ` always`
    pub(super) fn read_order(&mut self, text: &str) -> Option<()> {
        let name = text.strip_prefix(' ')?;
        let order = ValueOrder::NAMES.iter().find(|(_, own)| *own == name);
        self.order = Some(order?.0);
        Some(())
    }

    /// ` OPEN|PAYED`
    pub(super) fn read_aliases(&mut self, text: &str) -> Option<()> {
        self.aliases = words(text.strip_prefix(' ')?)?;
        Some(())
    }
}

impl Fields {
    /// `, flattened, strict`
    pub(super) fn read(mut line: Cursor<'_>) -> Option<Self> {
        let flattened = line.take(", flattened");
        let (strict, converted) = (line.take(", strict"), line.take(", converted"));
        line.end()?;
        Some(Self { all: Vec::new(), flattened, strict, converted })
    }
}

impl Field {
    /// `email as mail: S, nullable, reads mail, email`
    pub(super) fn read(mut line: Cursor<'_>) -> Option<Self> {
        let name = line.name()?;
        let written = if line.take(" as ") {
            Some(line.name()?)
        } else {
            (!line.take(", not written")).then(|| name.clone())
        };
        let stored = if line.take(": ") { Some(line.name()?) } else { None };
        let nullable = line.take(", nullable");
        let mut read: Vec<_> = written.iter().cloned().collect();
        if line.take(", reads ") {
            read = line.names()?;
        }
        line.end()?;
        let is_type = |name: &String| ["S", "N", "BOOL", "L"].contains(&&**name);
        let is_known = stored.as_ref().is_none_or(is_type);
        is_known.then_some(Self { name, written, read, stored, nullable })
    }
}
