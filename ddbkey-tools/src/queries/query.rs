//! A query of a key: how a program spells it, which condition it becomes, and what it reads.

use ddbkey::__private::engine::ValueOrder;
use heck::ToUpperCamelCase;

use crate::escape::span;
use crate::schema::{Attribute, Entity, Key, Piece, Schema, Value, print_pieces};

/// A query of a key with some parts of the sort key.
pub(crate) struct ListedQuery<'s> {
    pub(super) entity: &'s Entity,
    pub(super) key: &'s Key,
    pub(super) given: usize,
    last: QueryEnd,
}

/// How a query ends after the given parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QueryEnd {
    Nothing,
    /// The next part is in a range.
    Range,
    /// The next part starts with a string.
    Beginning,
    /// The query returns rows below the row, but not the row itself.
    Nested,
}

impl<'s> ListedQuery<'s> {
    /// Returns the queries of a key, from the fewest parts to the most.
    pub(crate) fn all(schema: &Schema, entity: &'s Entity, key: &'s Key) -> Vec<Self> {
        let of = |given, last| Self { entity, key, given, last };
        let parts: Vec<_> = parts(key).collect();
        let mut all = Vec::new();
        for (given, part) in parts.iter().enumerate() {
            let lasts = [
                (true, QueryEnd::Nothing),
                (part.is_ordered(), QueryEnd::Range),
                (part.has_beginnings(), QueryEnd::Beginning),
            ];
            all.extend(
                lasts
                    .into_iter()
                    .filter(|(is_there, _)| *is_there)
                    .map(|(_, last)| of(given, last)),
            );
        }
        all.push(of(parts.len(), QueryEnd::Nothing));
        if is_nested_in(schema, key) {
            all.push(of(parts.len(), QueryEnd::Nested));
        }
        all
    }

    /// `Order::query_by_status(OrderByStatusPk { status }).created_at(created_at).id_in(from..to)`
    pub(crate) fn spelled(&self) -> String {
        let name = self.key.method_name();
        let method = if name.is_empty() { "query".into() } else { format!("query_{name}") };
        let mut spelled = format!("{}::{method}({})", &self.entity.name, self.partition());
        let mut parts = parts(self.key).map(|part| part.value.name());
        for name in parts.by_ref().take(self.given) {
            spelled += &format!(".{name}({name})");
        }
        let next = parts.next().unwrap_or_default();
        spelled += &match self.last {
            QueryEnd::Nothing => String::new(),
            QueryEnd::Range => format!(".{next}_in(from..to)"),
            QueryEnd::Beginning => format!(".{next}_starting_with(text)"),
            QueryEnd::Nested => ".nested()".into(),
        };
        spelled
    }

    /// Returns `OrderByStatusPk { status }`. A key that equals the table's key has no separate struct.
    fn partition(&self) -> String {
        let own = self.key.method_name().to_upper_camel_case();
        let (sk, pk): (Vec<_>, Vec<_>) = self.entity.key().iter().partition(|own| own.is_sort_key);
        let is = |half: &[&Attribute]| {
            self.key.partition().map(|own| &own.name).eq(half.iter().map(|own| &own.name))
        };
        let is_current = || {
            let mut pairs = self.key.partition().zip(&pk);
            is(&pk) && pairs.all(|(one, other)| one.stored() == other.stored())
        };
        let suffix = match (self.key.index(), self.key.noun()) {
            (Some(_), _) if is(&sk) => "Sk".into(),
            (Some(_), _) if is(&pk) => "Pk".into(),
            (None, Some(_)) if !is_current() => format!("{own}Pk"),
            (Some(_), _) => format!("{own}Pk"),
            _ => "Pk".into(),
        };
        let mut values: Vec<_> = Vec::new();
        for name in self.key.partition_values().map(Value::name) {
            if !values.contains(&name) {
                values.push(name);
            }
        }
        let prefix = &self.entity.prefix;
        match &values[..] {
            [] => format!("{prefix}{suffix} {{}}"),
            _ => format!("{prefix}{suffix} {{ {} }}", values.join(", ")),
        }
    }

    /// Returns the same string as `KeyCondition`: `gsi1: gsi1pk = ORDER#{status}, gsi1sk begins with {created_at}# (Order)`.
    pub(crate) fn condition(&self) -> String {
        let index = self.key.index().map(|index| format!("{index}: ")).unwrap_or_default();
        let whole = |own: &Attribute| format!("{} = {}", own.name, text(&own.pieces));
        let mut terms: Vec<_> = self.key.partition().map(whole).collect();
        terms.extend(self.sort_terms());
        let nested = if self.last == QueryEnd::Nested { "nested in " } else { "" };
        let other = self.key.noun().map(|(_, name)| format!(", {} {name}", self.key.keyword()));
        let (terms, other) = (terms.join(", "), other.unwrap_or_default());
        format!("{index}{terms} ({nested}{}{other})", &self.entity.name)
    }

    fn sort_terms(&self) -> Vec<String> {
        let (mut terms, mut given) = (Vec::new(), self.given);
        for own in self.key.sort() {
            let name = &own.name;
            let count = own.values().count();
            if given >= count && self.last == QueryEnd::Nested {
                terms.push(format!("{name} begins with {}{}", text(&own.pieces), own.separator));
            } else if given >= count {
                terms.push(format!("{name} = {}", text(&own.pieces)));
            } else {
                let next = value_places(own).nth(given).map_or(0, |at| at + 1);
                let (with_next, before) =
                    (text(&own.pieces[..next]), text(&own.pieces[..next - 1]));
                terms.extend(match self.last {
                    QueryEnd::Range => Some(format!("{name} between {with_next} and {with_next}")),
                    QueryEnd::Beginning => Some(format!("{name} begins with {with_next}")),
                    _ if before.is_empty() => None,
                    _ => Some(format!("{name} begins with {before}")),
                });
                break;
            }
            given -= count;
        }
        terms
    }

    /// Returns what the query reads, and charges for.
    pub(crate) fn reads(&self) -> &'static str {
        let is_of_index = self.key.index().is_some();
        let is_whole = self.given == parts(self.key).count();
        if is_whole && !is_of_index && self.last == QueryEnd::Nothing {
            "one item"
        } else if !self.sort_terms().is_empty() {
            "rows of one partition"
        } else if is_of_index {
            "a whole index partition"
        } else {
            "a whole partition"
        }
    }
}

/// Returns the order of the rows after this many given parts, unless the rows have only one sort key.
pub(crate) fn rows_order(key: &Key, given: usize) -> Option<String> {
    let parts: Vec<_> = parts(key).skip(given).map(|part| part.order()).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A value of a sort key at its position.
struct SortPart<'s> {
    value: &'s Value,
    /// Whether the value ends its attribute.
    is_last: bool,
    /// Whether the value has its own attribute.
    is_entry: bool,
}

/// Returns the values of a sort key, in order.
fn parts(key: &Key) -> impl Iterator<Item = SortPart<'_>> {
    key.sort().flat_map(|own| {
        let last = value_places(own).last();
        let values = value_places(own).zip(own.values());
        values.map(move |(at, value)| SortPart {
            value,
            is_last: Some(at) == last,
            is_entry: own.is_entry,
        })
    })
}

impl SortPart<'_> {
    /// Returns whether a range of its values is a range of its strings at this position.
    fn is_ordered(&self) -> bool {
        match self.value.order {
            ValueOrder::Always | ValueOrder::Descending => true,
            ValueOrder::Last => self.is_last,
            ValueOrder::Number => self.is_entry,
            _ => false,
        }
    }

    fn has_beginnings(&self) -> bool {
        matches!(self.value.language.class(), "text" | "variants" | "time" | "timestamp")
    }

    fn order(&self) -> String {
        let name = span(&self.value.source);
        match self.value.order {
            ValueOrder::Descending => format!("{name}, the greatest first"),
            _ if self.is_ordered() => name,
            _ => format!("{name} as a string"),
        }
    }
}

/// Returns whether rows of other entities are below a row of this table key: their sort keys continue after the separator.
fn is_nested_in(schema: &Schema, key: &Key) -> bool {
    let mut sort = key.sort();
    let (Some(sk), None) = (sort.next(), sort.next()) else { return false };
    if key.index().is_some() || sk.is_entry || sk.values().any(|value| value.is_rest) {
        return false;
    }
    let mut keys = schema.entities.iter().flat_map(|entity| &entity.keys);
    keys.any(|other| {
        let mut partitions = key.partition().zip(other.partition());
        partitions.all(|(one, other)| one.texts() == other.texts())
            && other.sort().all(|other| goes_on_after(other, sk))
    })
}

/// Returns whether the strings of an attribute are the strings of another followed by the separator and more.
fn goes_on_after(longer: &Attribute, short: &Attribute) -> bool {
    let (texts, start) = (longer.texts(), short.texts());
    let Some((last, before)) = short.pieces.split_last() else { return false };
    match last {
        Piece::Literal(text) => {
            let literal = longer.pieces.get(before.len());
            let mut literal = literal.and_then(|piece| match piece {
                Piece::Literal(literal) => literal.strip_prefix(text.as_str()),
                Piece::Value(_) => None,
            });
            texts.starts_with(&start[..before.len()])
                && literal.take_if(|rest| rest.starts_with(short.separator)).is_some()
        }
        Piece::Value(_) => {
            let next = longer.pieces.get(start.len());
            let goes_on = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.starts_with(short.separator));
            texts.starts_with(&start) && next.is_some_and(goes_on)
        }
    }
}

/// Returns the positions of the values among the pieces.
fn value_places(own: &Attribute) -> impl Iterator<Item = usize> {
    let pieces = own.pieces.iter().enumerate();
    pieces.filter(|(_, piece)| matches!(piece, Piece::Value(_))).map(|(at, _)| at)
}

/// `ORDER#{created_at}#`, without formats.
fn text(pieces: &[Piece]) -> String {
    print_pieces(pieces, Value::without_format)
}
