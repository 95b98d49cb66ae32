//! What a declaration promises, independent of how `ddbkey` does it: what each value looks
//! like, which strings are keys, what a query returns. The model is slow and tries everything.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The keys that a move writes, and the attributes that it leaves as they are stored.
pub type Moved = (Vec<(String, String)>, BTreeSet<String>);

/// A table and its entities.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Table {
    pub entities: Vec<Entity>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Entity {
    pub name: String,
    pub separator: char,
    /// `fields_from_keys`.
    pub from_keys: bool,
    /// Whether an index of the table has the partition key as its sort key, whether or not the entity declares it.
    pub pk_sorts: bool,
    pub fields: Vec<Field>,
    pub pk: Key,
    /// The sort key, without attributes if there is none.
    pub sk: Key,
    pub indexes: Vec<Index>,
    pub expires: Option<Expires>,
}

/// The field of a time to live, in addition to the others.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Expires {
    Number,
    Option,
    /// An `Option` that is `None`.
    Never,
}

impl Expires {
    /// The time to live attribute of a table.
    pub const ATTRIBUTE: &str = "zz_ends";

    /// Returns the stored value.
    pub fn seconds(self) -> Option<u64> {
        (self != Self::Never).then_some(1_764_000_000)
    }

    /// The value of the field.
    pub fn value(self) -> String {
        match (self, self.seconds()) {
            (Self::Number, Some(seconds)) => seconds.to_string(),
            (_, seconds) => format!("{seconds:?}"),
        }
    }
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Field {
    pub name: String,
    pub kind: Kind,
    pub is_option: bool,
    /// The string type that the method with this name returns, if it is a method.
    pub returned: Option<String>,
    pub stored: Stored,
    /// The number of other names under which serde reads it: see [`Field::aliases`].
    pub aliases: usize,
    /// Whether its aliases are given twice, and include its own name.
    pub repeats: bool,
}

impl Field {
    /// Returns the field of the struct. If a method has its name, the field has another name.
    pub fn held(&self) -> String {
        match self.returned {
            Some(_) => format!("held_by_{}", self.attribute()),
            None => self.name.clone(),
        }
    }

    pub fn attribute(&self) -> &str {
        self.name.trim_start_matches("r#")
    }

    /// The other names that count, in order.
    pub fn aliases(&self) -> Vec<String> {
        let ages = ["old", "older"].into_iter().take(self.aliases);
        ages.map(|age| format!("{age}_{}", self.attribute())).collect()
    }

    /// The aliases as they are declared.
    pub fn declared_aliases(&self) -> Vec<String> {
        let aliases = self.aliases();
        if !self.repeats {
            return aliases;
        }
        let own = self.attribute().to_owned();
        aliases.iter().cloned().chain([own]).chain(aliases.iter().cloned()).collect()
    }
}

/// Whether the items of an entity have a field as an attribute.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Stored {
    Always,
    /// As of this version. It has a default.
    Since(usize),
    /// Serde skips it.
    Never,
    /// The field does not exist yet.
    Missing,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Index {
    /// The name in DynamoDB, which several keys of one index share; empty for a key of the table.
    pub index: String,
    /// The name in snake case, as in methods.
    pub name: String,
    pub pk: Key,
    pub sk: Key,
    /// `lsi`, `gsi`, `or` for an alternative of the table's key, or `was` for a legacy key of the table.
    pub form: String,
}

impl Index {
    pub fn is_primary(&self) -> bool {
        matches!(&*self.form, "or" | "was")
    }

    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.pk.attributes.iter().chain(&self.sk.attributes)
    }
}

#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct Key {
    /// The source as declared: `("A", a)`, `[b as "c"]`, `pk`.
    pub source: String,
    pub attributes: Vec<Attribute>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Attribute {
    pub name: String,
    pub is_number: bool,
    /// Whether the attribute is in square brackets.
    pub is_entry: bool,
    /// Whether the attribute is the field of that name itself.
    pub is_field: bool,
    /// The character that joins its parts.
    pub separator: char,
    pub pieces: Vec<Piece>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Piece {
    Literal(String),
    Value { field: usize, format: Format, is_rest: bool },
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Format {
    Plain,
    Padded(usize),
    Descending(usize),
    Unordered,
    Fraction(usize),
    /// The first characters of the string, this many.
    Unit(usize),
    /// One of [`STRFTIMES`].
    Strftime(usize),
    /// Seconds since 1970 with this many further digits.
    Epoch(usize),
    /// The same as a number.
    EpochNumber(usize),
    Rfc3339,
    Isoformat,
    Instant,
    Rfc3339Nano,
    Lower,
    Upper,
    AsciiLower,
    AsciiUpper,
    Empty,
}

impl Format {
    pub const CASES: [Self; 4] = [Self::Lower, Self::Upper, Self::AsciiLower, Self::AsciiUpper];

    /// For a time with as few digits as possible, returns the possible numbers of digits, and what follows.
    fn trimmed(self) -> Option<(&'static [usize], &'static str)> {
        match self {
            Self::Rfc3339 => Some((&[0, 3, 6, 9], "+00:00")),
            Self::Isoformat => Some((&[0, 6], "")),
            Self::Instant => Some((&[0, 3, 6, 9], "Z")),
            Self::Rfc3339Nano => Some((&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "Z")),
            _ => None,
        }
    }

    /// Returns whether a value that is read in this format is complete in another.
    pub fn keeps(self, other: Self) -> bool {
        let is_case = |format: Self| Self::CASES.contains(&format);
        // The known characters of a time, and as many as a nanosecond has.
        let fineness = |format| match format {
            Self::Unit(length) => length,
            // The point before a fraction is not a digit.
            Self::Strftime(at) => match end(STRFTIMES[at]) {
                length @ 20.. => length - 1,
                length => length,
            },
            Self::Fraction(digits) | Self::Epoch(digits) | Self::EpochNumber(digits) => 19 + digits,
            Self::Isoformat => 25,
            _ => 28,
        };
        (!is_case(self) || self == other) && fineness(self) >= fineness(other)
    }
}

/// Patterns, patterns of dates first.
pub const STRFTIMES: [&str; 11] = [
    "%Y%m%d",
    "%Y%m",
    "%Y/%m/%d",
    "%YZ",
    "%Y-%m-%d-%H",
    "%Y%m%dT%H%MZ",
    "%Y-%m-%dT%H-%M-%SZ",
    "%Y%m%d%H%M%S",
    "%Y-%m-%dT%H-%M-%S-%3fZ",
    "%Y-%m-%dT%H:%M:%S.%6f",
    "%Y%m%d%H%M%S%9f",
];
pub const DATE_STRFTIMES: usize = 4;

/// The start of the calendar.
const START: &str = "0000-01-01T00:00:00.000000000";

/// The position of each unit in [`START`].
const UNITS: [(&str, std::ops::Range<usize>); 9] = [
    ("%Y", 0..4),
    ("%m", 5..7),
    ("%d", 8..10),
    ("%H", 11..13),
    ("%M", 14..16),
    ("%S", 17..19),
    ("%3f", 20..23),
    ("%6f", 20..26),
    ("%9f", 20..29),
];

/// Returns where the last unit of a pattern ends.
fn end(pattern: &str) -> usize {
    let ends = UNITS.into_iter().filter(|(unit, _)| pattern.contains(unit)).map(|(_, at)| at.end);
    ends.max().expect("a pattern has units")
}

/// Returns the string of a pattern for a date, or for a timestamp with nine digits.
fn spelled(pattern: &str, whole: &str) -> String {
    let units = UNITS.into_iter().filter_map(|(unit, at)| Some((unit, whole.get(at)?)));
    units.fold(pattern.to_owned(), |text, (unit, digits)| text.replace(unit, digits))
}

/// Returns the earliest time that a string of a pattern can mean, with nine digits.
fn unspelled(pattern: &str, text: &str) -> Option<String> {
    let mut whole = START.to_owned();
    let (mut pattern, mut text) = (pattern, text);
    while let Some(first) = pattern.get(..1) {
        if first == "%" {
            let (unit, at) = UNITS.into_iter().find(|(unit, _)| pattern.starts_with(unit))?;
            whole.replace_range(at.clone(), text.get(..at.len())?);
            (pattern, text) = (&pattern[unit.len()..], &text[at.len()..]);
        } else {
            (pattern, text) = (&pattern[1..], text.strip_prefix(first)?);
        }
    }
    text.is_empty().then_some(whole)
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Kind {
    /// `String` and similar types, by the Rust type.
    Text(String),
    /// A string newtype; `is_checked`: its strings start with a lower-case letter.
    Name {
        is_checked: bool,
    },
    Unsigned {
        bits: u32,
        non_zero: bool,
    },
    Signed {
        bits: u32,
        non_zero: bool,
    },
    /// A newtype of a `u32`.
    Version,
    Bool,
    Char,
    Ulid,
    Uuid,
    Time(Library),
    Date(Library),
    /// An enum, by its name, and its strings.
    Words(String, Vec<String>),
    /// An enum with payloads: `User#` and a string, `Number#` and a `u8`, or `Nobody`. Its value is its string.
    Owner,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub enum Library {
    Jiff,
    Chrono,
    Time,
}

/// A value. Values of one kind sort as Rust sorts them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum V {
    None,
    Text(String),
    Unsigned(u128),
    Signed(i128),
    Nanos(i128),
    Days(i64),
    Word(usize),
}

const DAY: i128 = 86_400_000_000_000;

impl Kind {
    /// Returns the string of a value, if it has one.
    pub fn text(&self, format: Format, value: &V) -> Option<String> {
        Some(match (self, value) {
            (Self::Text(_) | Self::Char | Self::Owner, V::Text(text)) => folded(format, text),
            (Self::Name { is_checked }, V::Text(text)) => {
                let text = folded(format, text);
                let is_valid = !is_checked || text.starts_with(|c: char| c.is_ascii_lowercase());
                return is_valid.then(|| text.clone());
            }
            (Self::Bool, V::Unsigned(value)) => (*value == 1).to_string(),
            (Self::Ulid, V::Unsigned(value)) => crockford(*value),
            (Self::Uuid, V::Unsigned(value)) => {
                let hex = format!("{value:032x}");
                let groups = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
                groups.join("-")
            }
            (_, V::Unsigned(value)) => match format {
                Format::Padded(n) => return exact(format!("{value:0n$}"), n),
                Format::Descending(n) => {
                    let most = 10u128.pow(u32::try_from(n).ok()?) - 1;
                    return exact(format!("{:0n$}", most.checked_sub(*value)?), n);
                }
                _ => value.to_string(),
            },
            (_, V::Signed(value)) => match format {
                Format::Padded(n) if *value < 0 => {
                    let power = 10i128.checked_pow(u32::try_from(n).ok()?)?;
                    let above = u128::try_from(power.checked_add(*value)?).ok()?;
                    return exact(format!("{above:0n$}"), n).map(|digits| format!("-{digits}"));
                }
                Format::Padded(n) => return exact(format!("{value:0n$}"), n),
                _ => value.to_string(),
            },
            (_, V::Nanos(nanos)) => {
                let days = i64::try_from(nanos.div_euclid(DAY)).ok()?;
                let of_day = nanos.rem_euclid(DAY);
                let (seconds, fraction) = (of_day / 1_000_000_000, of_day % 1_000_000_000);
                let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
                let date = civil(days)?;
                let whole = format!("{date}T{hour:02}:{minute:02}:{second:02}");
                if let Some((lengths, tail)) = format.trimmed() {
                    let fraction = &format!("{fraction:09}")[..*lengths.last()?];
                    let is_whole =
                        |length: &&usize| fraction[**length..].trim_matches('0').is_empty();
                    let length = *lengths.iter().find(is_whole)?;
                    let point = if length == 0 { "" } else { "." };
                    return Some(format!("{whole}{point}{}{tail}", &fraction[..length]));
                }
                match format {
                    Format::Unit(length) => whole[..length].to_owned(),
                    Format::Strftime(at) => {
                        spelled(STRFTIMES[at], &format!("{whole}.{fraction:09}"))
                    }
                    Format::Epoch(digits) | Format::EpochNumber(digits) => {
                        let unit = 1_000_000_000 / 10i128.pow(u32::try_from(digits).ok()?);
                        let time = nanos.div_euclid(unit);
                        if let Format::EpochNumber(_) = format {
                            return Some(time.to_string());
                        }
                        let width = 10 + digits;
                        let time = u128::try_from(time).ok()?;
                        return exact(format!("{time:0width$}"), width);
                    }
                    Format::Fraction(0) => format!("{whole}Z"),
                    Format::Fraction(n) => format!("{whole}.{}Z", &format!("{fraction:09}")[..n]),
                    _ => format!("{whole}.{fraction:09}Z"),
                }
            }
            (_, V::Days(days)) => match format {
                Format::Unit(length) => civil(*days)?[..length].to_owned(),
                Format::Strftime(at) => spelled(STRFTIMES[at], &civil(*days)?),
                _ => civil(*days)?,
            },
            (Self::Words(_, words), V::Word(word)) => words[*word].clone(),
            other => panic!("no such value: {other:?}"),
        })
    }

    /// Returns the value with this string.
    pub fn read(&self, format: Format, text: &str) -> Option<V> {
        let value = self.guess(format, text)?;
        (self.text(format, &value).as_deref() == Some(text)).then_some(value)
    }

    fn guess(&self, format: Format, text: &str) -> Option<V> {
        Some(match self {
            Self::Text(_) | Self::Name { .. } => V::Text(text.to_owned()),
            Self::Char => (text.chars().count() == 1).then(|| V::Text(text.to_owned()))?,
            Self::Bool => V::Unsigned(u128::from(text == "true")),
            Self::Ulid => {
                let mut digits = text.bytes().map(|b| ALPHABET.bytes().position(|a| a == b));
                let value = digits.try_fold(0u128, |sum, digit| {
                    sum.checked_mul(32)?.checked_add(u128::try_from(digit?).ok()?)
                })?;
                V::Unsigned(value)
            }
            Self::Uuid => V::Unsigned(u128::from_str_radix(&text.replace('-', ""), 16).ok()?),
            Self::Unsigned { .. } | Self::Version => {
                let (bits, non_zero) = match self {
                    Self::Unsigned { bits, non_zero } => (*bits, *non_zero),
                    _ => (32, false),
                };
                let mut value: u128 = text.parse().ok()?;
                if let Format::Descending(n) = format {
                    value = (10u128.pow(u32::try_from(n).ok()?) - 1).checked_sub(value)?;
                }
                let fits = bits == 128 || value >> bits == 0;
                (fits && !(non_zero && value == 0)).then_some(V::Unsigned(value))?
            }
            Self::Signed { bits, non_zero } => {
                let value: i128 = match (format, text.strip_prefix('-')) {
                    (Format::Padded(n), Some(digits)) => {
                        let power = 10i128.checked_pow(u32::try_from(n).ok()?)?;
                        digits.parse::<i128>().ok()? - power
                    }
                    _ => text.parse().ok()?,
                };
                let most = i128::MAX >> (128 - bits);
                let fits = value <= most && value >= -most - 1;
                (fits && !(*non_zero && value == 0)).then_some(V::Signed(value))?
            }
            Self::Date(_) => match format {
                Format::Strftime(at) => {
                    V::Days(days_of(unspelled(STRFTIMES[at], text)?.get(..10)?)?)
                }
                _ => V::Days(days_of(text)?),
            },
            Self::Time(library) => {
                let text = match format {
                    Format::Epoch(digits) | Format::EpochNumber(digits) => {
                        let unit = 1_000_000_000 / 10i128.pow(u32::try_from(digits).ok()?);
                        let nanos = text.parse::<i128>().ok()?.checked_mul(unit)?;
                        return self.in_range(*library, nanos);
                    }
                    Format::Strftime(at) => &unspelled(STRFTIMES[at], text)?,
                    _ => match format.trimmed() {
                        Some((_, tail)) => text.strip_suffix(tail)?,
                        None => text,
                    },
                };
                let bare = text.strip_suffix('Z').unwrap_or(text);
                let rest = START.get(bare.len()..)?;
                let full = format!("{bare}{rest}");
                let number = |at: std::ops::Range<usize>| full.get(at)?.parse::<i128>().ok();
                let seconds = number(11..13)? * 3600 + number(14..16)? * 60 + number(17..19)?;
                let day = i128::from(days_of(full.get(..10)?)?);
                let nanos = day * DAY + seconds * 1_000_000_000 + number(20..29)?;
                self.in_range(*library, nanos)?
            }
            Self::Words(_, words) => V::Word(words.iter().position(|word| word == text)?),
            Self::Owner => {
                let is_owner = match text.split_once('#') {
                    Some(("User", payload)) => !payload.is_empty(),
                    Some(("Number", payload)) => {
                        payload.parse().is_ok_and(|number: u8| number.to_string() == payload)
                    }
                    _ => text == "Nobody",
                };
                is_owner.then(|| V::Text(text.to_owned()))?
            }
        })
    }

    /// jiff's greatest timestamp leaves room for any offset.
    fn in_range(&self, library: Library, nanos: i128) -> Option<V> {
        let is_jiff = library == Library::Jiff;
        (!is_jiff || nanos < 253_402_207_201_000_000_000).then_some(V::Nanos(nanos))
    }

    /// Returns what a key keeps of the value.
    pub fn stored(&self, format: Format, value: &V) -> V {
        let text = self.text(format, value);
        text.and_then(|text| self.read(format, &text)).unwrap_or_else(|| value.clone())
    }

    /// Returns whether a key can cut off a part of a value. A case does not: its ranges compare what is stored.
    pub fn can_truncate(&self, format: Format) -> bool {
        match format {
            Format::Unit(_) | Format::Epoch(_) | Format::EpochNumber(_) => true,
            Format::Strftime(at) => !STRFTIMES[at].contains("%9f"),
            Format::Fraction(digits) => digits < 9,
            Format::Isoformat => true,
            _ => false,
        }
    }

    /// Returns the default value of a field.
    pub fn first(&self) -> V {
        match self {
            Self::Text(_) | Self::Name { .. } => V::Text("home".into()),
            Self::Char => V::Text("h".into()),
            Self::Owner => V::Text("Nobody".into()),
            Self::Signed { .. } => V::Signed(1),
            Self::Time(_) => V::Nanos(0),
            Self::Date(_) => V::Days(0),
            Self::Words(..) => V::Word(0),
            _ => V::Unsigned(1),
        }
    }

    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Name { .. })
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Unsigned { .. } | Self::Signed { .. } | Self::Version)
    }

    /// Returns the length of all its strings, if they share one.
    pub fn width(&self, format: Format) -> Option<usize> {
        match (self, format) {
            (Self::Signed { .. }, _) => None,
            (_, format) if format.trimmed().is_some() => None,
            (_, Format::Strftime(at)) => Some(spelled(STRFTIMES[at], START).len()),
            (_, Format::Epoch(digits)) => Some(10 + digits),
            (_, Format::Padded(n) | Format::Descending(n) | Format::Unit(n)) => Some(n),
            (_, Format::Fraction(n)) => Some(if n == 0 { 20 } else { 21 + n }),
            (Self::Ulid, _) => Some(26),
            (Self::Uuid, _) => Some(36),
            (Self::Time(_), _) => Some(30),
            (Self::Date(_), _) => Some(10),
            (Self::Words(_, words), _) => {
                words.iter().all(|w| w.len() == words[0].len()).then(|| words[0].len())
            }
            _ => None,
        }
    }

    /// Returns whether strings sort like values in every position.
    pub fn is_ordered(&self, format: Format) -> bool {
        match self {
            Self::Text(_) | Self::Name { .. } | Self::Words(..) | Self::Owner => false,
            Self::Unsigned { .. } | Self::Signed { .. } | Self::Version => {
                matches!(format, Format::Padded(_) | Format::Descending(_))
            }
            _ => !matches!(format, Format::Instant | Format::Rfc3339Nano),
        }
    }
}

fn folded(format: Format, text: &str) -> String {
    match format {
        Format::Lower => text.to_lowercase(),
        Format::Upper => text.to_uppercase(),
        Format::AsciiLower => text.to_ascii_lowercase(),
        Format::AsciiUpper => text.to_ascii_uppercase(),
        _ => text.to_owned(),
    }
}

fn exact(text: String, length: usize) -> Option<String> {
    (text.len() == length).then_some(text)
}

const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

fn crockford(value: u128) -> String {
    let digit = |at: u32| char::from(ALPHABET.as_bytes()[(value >> (5 * at) & 31) as usize]);
    (0..26).rev().map(digit).collect()
}

/// Returns the date this many days after 1970-01-01, for the years 0000 to 9999.
pub fn civil(days: i64) -> Option<String> {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    let year = yoe + era * 400 + i64::from(month <= 2);
    (0..=9999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn days_of(text: &str) -> Option<i64> {
    let full = format!("{text}{}", "0000-01-01".get(text.len()..)?);
    let number = |at: std::ops::Range<usize>| full.get(at)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let year = if month <= 2 { year - 1 } else { year };
    let (era, yoe) = (year.div_euclid(400), year.rem_euclid(400));
    let doy = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    Some(era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719_468)
}

impl Attribute {
    /// Returns the characters that a string at this position must not contain.
    fn ends(&self, at: usize) -> Vec<char> {
        // An entry has one value, whose string may contain any character.
        if self.is_entry {
            return Vec::new();
        }
        let mut ends = vec![self.separator];
        let behind = self.pieces[at + 1..].iter().find_map(|piece| match piece {
            Piece::Literal(text) => text.chars().next(),
            Piece::Value { .. } => None,
        });
        ends.extend(behind);
        ends
    }

    /// Returns the string of a value at this position.
    pub fn part(&self, entity: &Entity, at: usize, value: &V) -> Option<String> {
        let Piece::Value { field, format, is_rest } = &self.pieces[at] else {
            panic!("a literal");
        };
        let kind = &entity.fields[*field].kind;
        let text = kind.text(*format, value)?;
        // Other strings do not contain it, or are read by their width.
        let is_free = kind.is_text() || matches!(kind, Kind::Char | Kind::Owner);
        let ends = if *is_rest || !is_free { Vec::new() } else { self.ends(at) };
        // A payload has its own separator before it.
        let own = match text.split_once('#') {
            Some((_, payload)) if *kind == Kind::Owner => payload,
            _ => &text,
        };
        let is_full = !own.is_empty() || *format == Format::Empty;
        let is_sound = is_full && !own.contains(|c| ends.contains(&c));
        (is_sound && (!self.is_number || text.trim_start_matches('-').len() <= 38)).then_some(text)
    }

    pub fn build(&self, entity: &Entity, values: &[V]) -> Option<String> {
        let mut out = String::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Value { field, .. } => {
                    out.push_str(&self.part(entity, at, &values[*field])?);
                }
            }
        }
        Some(out)
    }

    /// Returns all readings of a string: for each field, its value or `None`.
    pub fn parse(&self, entity: &Entity, text: &str) -> Vec<Vec<V>> {
        let mut found = Vec::new();
        let mut values = vec![V::None; entity.fields.len()];
        self.parse_from(entity, 0, text, &mut values, &mut found);
        found
    }

    fn parse_from(
        &self,
        entity: &Entity,
        at: usize,
        text: &str,
        values: &mut Vec<V>,
        found: &mut Vec<Vec<V>>,
    ) {
        match self.pieces.get(at) {
            None if text.is_empty() => found.push(values.clone()),
            None => {}
            Some(Piece::Literal(literal)) => {
                if let Some(rest) = text.strip_prefix(&**literal) {
                    self.parse_from(entity, at + 1, rest, values, found);
                }
            }
            Some(Piece::Value { field, format, .. }) => {
                let kind = &entity.fields[*field].kind;
                let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
                for end in ends {
                    // The last value takes everything that is left.
                    if at + 1 == self.pieces.len() && end < text.len() {
                        continue;
                    }
                    let Some(value) = kind.read(*format, &text[..end]) else { continue };
                    if self.part(entity, at, &value).as_deref() != Some(&text[..end]) {
                        continue;
                    }
                    let before = std::mem::replace(&mut values[*field], value);
                    self.parse_from(entity, at + 1, &text[end..], values, found);
                    values[*field] = before;
                }
            }
        }
    }
}

impl Entity {
    /// Returns the keys of the table with their names: the keys that are written, with the plain key last, then the
    /// legacy keys.
    pub fn primary(&self) -> impl Iterator<Item = (Option<&str>, &Key, &Key)> {
        let named = |form: &'static str| {
            let named = self.indexes.iter().filter(move |index| index.form == form);
            named.map(|own| (Some(&*own.name), &own.pk, &own.sk))
        };
        named("or").chain([(None, &self.pk, &self.sk)]).chain(named("was"))
    }

    pub fn has_alternatives(&self) -> bool {
        self.indexes.iter().any(|index| index.form == "or")
    }

    /// Returns the position among the pairs of the primary key that is written: the first that is filled.
    pub fn written_primary(&self, values: &[V]) -> usize {
        let is_written =
            |own: &Index| own.form == "or" && !self.is_absent(&own.pk, &own.sk, values);
        self.indexes.iter().position(is_written).map_or(0, |at| at + 1)
    }

    /// Returns the name of the primary key that is written, or `None` for the plain one.
    #[allow(dead_code, reason = "only the histories have names of rows")]
    pub fn written_name(&self, values: &[V]) -> Option<&str> {
        let at = self.written_primary(values).checked_sub(1)?;
        Some(&self.indexes[at].name)
    }

    /// Returns the positions of the keys of the same index, this one among them.
    pub fn shapes(&self, at: usize) -> impl Iterator<Item = usize> {
        let own = &self.indexes[at];
        let is_shape = move |other: &usize| {
            *other == at || !own.is_primary() && self.indexes[*other].index == own.index
        };
        (0..self.indexes.len()).filter(is_shape)
    }

    /// Returns the positions of the keys of the same index before this one.
    pub fn shapes_before(&self, at: usize) -> impl Iterator<Item = usize> {
        self.shapes(at).take_while(move |other| *other < at)
    }

    /// Returns whether an item has a pair: the plain key if no alternative is filled, an alternative if it is filled, and the
    /// first key of an index that is filled.
    pub fn has(&self, which: usize, values: &[V]) -> bool {
        let Some(at) = which.checked_sub(1) else { return self.written_primary(values) == 0 };
        self.is_filled(at, values) && !self.shapes_before(at).any(|at| self.is_filled(at, values))
    }

    fn is_filled(&self, at: usize, values: &[V]) -> bool {
        !self.is_absent(&self.indexes[at].pk, &self.indexes[at].sk, values)
    }

    /// Returns all keys: of the table, then of each index and each legacy key.
    pub fn pairs(&self) -> impl Iterator<Item = (&Key, &Key)> {
        let own = std::iter::once((&self.pk, &self.sk));
        own.chain(self.indexes.iter().map(|index| (&index.pk, &index.sk)))
    }

    /// Returns the maximum length of an attribute in bytes. It may serve several keys.
    fn limit(&self, attribute: &str) -> usize {
        let is_sort = |(_, sk): (&Key, &Key)| sk.attributes.iter().any(|a| a.name == attribute);
        let is_sorted = self.pk_sorts && self.pk.attributes[0].name == attribute;
        if is_sorted || self.pairs().any(is_sort) { 1024 } else { 2048 }
    }

    /// Returns the strings of one pair, if DynamoDB accepts them.
    pub fn build(&self, pk: &Key, sk: &Key, values: &[V]) -> Option<Vec<(String, String)>> {
        self.build_beside(pk, sk, values, &[])
    }

    /// Returns the strings of one pair. A key that other pairs have added wholly is only measured.
    fn build_beside(
        &self,
        pk: &Key,
        sk: &Key,
        values: &[V],
        added: &[(String, String)],
    ) -> Option<Vec<(String, String)>> {
        let mut all = Vec::new();
        for (key, limit) in [(pk, 2048), (sk, 1024)] {
            let text_of = |own: &Attribute| {
                let mut added = added.iter().filter(|(name, _)| *name == own.name);
                added.next().map(|(_, text)| text.clone())
            };
            let added: Option<Vec<_>> = key.attributes.iter().map(text_of).collect();
            let built = || key.attributes.iter().map(|own| own.build(self, values)).collect();
            let mut sum = 0;
            for (attribute, text) in key.attributes.iter().zip(added.or_else(built)?) {
                sum += text.len();
                if text.is_empty() || text.len() > self.limit(&attribute.name) {
                    return None;
                }
                all.push((attribute.name.clone(), text));
            }
            if sum > limit {
                return None;
            }
        }
        Some(all)
    }

    /// Returns whether a field of this pair has no value.
    pub fn is_absent(&self, pk: &Key, sk: &Key, values: &[V]) -> bool {
        fields(pk).chain(fields(sk)).any(|field| values[field] == V::None)
    }

    /// Returns the result of `keys()`, if all of it can be built.
    pub fn keys(&self, values: &[V]) -> Option<Vec<(String, String)>> {
        let mut keys: Vec<(String, String)> = Vec::new();
        for (pk, sk) in self.written_pairs(values) {
            for (name, text) in self.keys_of(pk, sk, values, &keys)? {
                add(&mut keys, name, text);
            }
        }
        Some(keys)
    }

    /// Returns the keys that are written: one for the table, and one for each index, the last one if none is filled.
    fn written_pairs(&self, values: &[V]) -> Vec<(&Key, &Key)> {
        let of_index = |at: &usize| {
            let is_last = || self.shapes(*at).last() == Some(*at);
            let has_none = || !self.shapes(*at).any(|other| self.has(other + 1, values));
            let own = &self.indexes[*at];
            !own.is_primary() && (self.has(at + 1, values) || is_last() && has_none())
        };
        let indexes = (0..self.indexes.len()).filter(of_index).map(|at| at + 1);
        let written = std::iter::once(self.written_primary(values)).chain(indexes);
        written.map(|which| self.pairs().nth(which).expect("a pair")).collect()
    }

    /// Returns what a pair adds to `keys()`.
    fn keys_of(
        &self,
        pk: &Key,
        sk: &Key,
        values: &[V],
        added: &[(String, String)],
    ) -> Option<Vec<(String, String)>> {
        if !self.is_absent(pk, sk, values) {
            return self.build_beside(pk, sk, values, added);
        }
        let fields = pk.attributes.iter().chain(&sk.attributes).filter(|own| own.is_field);
        let written = fields.filter(|own| fields_of(own).all(|at| values[at] != V::None));
        let built = written.map(|own| {
            let text = own.build(self, values)?;
            (text.len() <= self.limit(&own.name)).then(|| (own.name.clone(), text))
        });
        built.collect()
    }

    /// Returns what a move writes: `keys()` without the indexes that cannot be built. Attributes that only these indexes have
    /// stay as they are stored, and are returned too.
    #[allow(dead_code, reason = "only the histories move rows")]
    pub fn moved_keys(&self, values: &[V]) -> Option<Moved> {
        let mut pairs = self.written_pairs(values).into_iter();
        let (pk, sk) = pairs.next()?;
        let mut keys = self.keys_of(pk, sk, values, &[])?;
        let own = |pk: &Key, sk: &Key| -> BTreeSet<String> {
            let is_key = |name: &str| {
                self.pk.attributes.iter().chain(&self.sk.attributes).any(|key| key.name == name)
            };
            let own = pk.attributes.iter().chain(&sk.attributes).filter(|own| !own.is_field);
            own.map(|own| own.name.clone()).filter(|name| !is_key(name)).collect()
        };
        let mut left: BTreeSet<String> = BTreeSet::new();
        for (pk, sk) in pairs {
            match self.keys_of(pk, sk, values, &keys) {
                None => left.extend(own(pk, sk)),
                Some(built) => {
                    built.into_iter().for_each(|(name, text)| add(&mut keys, name, text))
                }
            }
        }
        left.retain(|own| keys.iter().all(|(name, _)| name != own));
        Some((keys, left))
    }

    /// Returns all readings of the strings of a pair.
    pub fn parse(&self, pk: &Key, sk: &Key, texts: &[&str]) -> Vec<Vec<V>> {
        let mut found = vec![vec![V::None; self.fields.len()]];
        let attributes: Vec<_> = pk.attributes.iter().chain(&sk.attributes).collect();
        for (attribute, text) in attributes.iter().zip(texts) {
            let mut next = Vec::new();
            for reading in attribute.parse(self, text) {
                for before in &found {
                    next.extend(self.merge(&attributes, before, &reading));
                }
            }
            found = next;
        }
        // The limits are the same as for building.
        found.retain(|values| {
            self.build(pk, sk, values).is_some_and(|built| {
                built.iter().zip(texts).all(|((_, built), text)| built == text)
            })
        });
        found
    }

    /// Merges two readings: a field that is in both gets its more precise value.
    fn merge(&self, attributes: &[&Attribute], one: &[V], other: &[V]) -> Option<Vec<V>> {
        let mut merged = one.to_vec();
        for (field, value) in other.iter().enumerate() {
            if *value == V::None || *value == merged[field] {
                continue;
            }
            if merged[field] == V::None {
                merged[field] = value.clone();
                continue;
            }
            let kind = &self.fields[field].kind;
            let formats =
                attributes.iter().flat_map(|a| &a.pieces).filter_map(|piece| match piece {
                    Piece::Value { field: at, format, .. } if *at == field => Some(*format),
                    _ => None,
                });
            let agree = |format| kind.text(format, value) == kind.text(format, &merged[field]);
            if !formats.into_iter().any(agree) {
                return None;
            }
            // The greater value is the more precise one, since values are cut down.
            merged[field] = value.clone().max(merged[field].clone());
        }
        Some(merged)
    }
}

fn add(keys: &mut Vec<(String, String)>, name: String, text: String) {
    if keys.iter().all(|(other, _)| *other != name) {
        keys.push((name, text));
    }
}

/// Returns the fields of a key, in order.
pub fn fields(key: &Key) -> impl Iterator<Item = usize> {
    key.attributes.iter().flat_map(fields_of)
}

pub fn fields_of(attribute: &Attribute) -> impl Iterator<Item = usize> {
    attribute.pieces.iter().filter_map(|piece| match piece {
        Piece::Value { field, .. } => Some(*field),
        Piece::Literal(_) => None,
    })
}

/// A part of a sort key that a query takes.
pub struct Part {
    pub field: usize,
    pub format: Format,
    pub is_last: bool,
    pub is_number: bool,
}

pub fn parts(key: &Key) -> Vec<Part> {
    let mut parts = Vec::new();
    for attribute in &key.attributes {
        for (at, piece) in attribute.pieces.iter().enumerate() {
            if let Piece::Value { field, format, .. } = piece {
                let is_last = at + 1 == attribute.pieces.len();
                let is_number = attribute.is_number;
                parts.push(Part { field: *field, format: *format, is_last, is_number });
            }
        }
    }
    parts
}
