//! Compares the fields of an entity: whether each version reads every form that the other can leave in a row.

use super::Deploy;
use super::change::{Difference, Effect, SchemaChange, section};
use super::versions::Versions;
use crate::schema::{Entity, Field};

impl Versions<'_> {
    /// Compares the fields that are new, gone, or stored or read in another form.
    pub(super) fn compare_fields(&self, changes: &mut Vec<SchemaChange>) {
        let (old, new) = (&self.old, self.new);
        let entity = format!("`{}`", self.new.name);
        if (old.flattened, old.converted) != (new.flattened, new.converted) {
            let fact = Difference::Other("stores its fields through other code".into());
            let meaning = (Effect::Unreadable, Deploy::Breaking, section::FIELD);
            let note = "with `flatten`, `from`, `into` or `with`, nobody knows what a row has";
            changes.push(self.change(entity, fact, meaning).note(note));
            return;
        }
        if new.converted {
            return;
        }
        for (field, now) in pairs(old, new) {
            let Some(any) = now.or(field) else { continue };
            let unread = field.and_then(|own| new.unread(own)).zip(now.and_then(Field::attribute));
            if let Some((name, written)) = unread {
                let subject = format!("attribute `{name}` of {entity}");
                let meaning = (Effect::UpdateEach, Deploy::Breaking, section::FIELD_NAME);
                let change = self.change(subject, Difference::Gone, meaning).of_attribute(name);
                let note = format!("if `{written}` is its new name, an alias reads both");
                changes.push(change.note(note));
                continue;
            }
            let is_read = now.is_none_or(|own| own.reads_all_of(old))
                && field.is_none_or(|own| new.accepts(own));
            let is_read_before = field.is_none_or(|own| own.reads_all_of(new))
                && now.is_none_or(|own| old.accepts(own));
            let deploy = match (is_read, is_read_before) {
                (true, true) => continue,
                (true, false) if !loses_updates(field, now) => Deploy::ReadersFirst,
                _ => Deploy::Breaking,
            };
            let fact = match (field, now) {
                (Some(field), Some(now)) => Difference::changed(field.form(), now.form()),
                (Some(_), None) => Difference::Gone,
                _ => Difference::New,
            };
            let effect = if is_read { Effect::Nothing } else { Effect::Unreadable };
            let is_renamed =
                matches!((field, now), (Some(old), Some(new)) if old.written != new.written);
            let section = if is_renamed { section::FIELD_NAME } else { section::FIELD };
            let meaning = (effect, deploy, section);
            let change = self.change(format!("field `{}` of {entity}", any.name), fact, meaning);
            let change = match (field, now) {
                (None, Some(_)) if !is_read => {
                    change.note("stored items lack it: `#[serde(default)]` reads them")
                }
                (Some(field), Some(now)) if is_read && deploy == Deploy::Breaking => {
                    let [old, new] = [field, now].map(|own| own.attribute().unwrap_or_default());
                    let note = format!(
                        "where a row has both `{old}` and `{new}`, an update of `{old}` is lost"
                    );
                    change.note(note)
                }
                _ => change,
            };
            changes.push(match &any.written {
                Some(name) => change.of_attribute(name),
                None => change,
            });
        }
    }
}

/// Pairs the fields of both versions by their names in Rust, then by the names that they share in rows. A field whose attribute
/// serde no longer reads may be any new one of its type.
fn pairs<'f>(old: &'f Entity, new: &'f Entity) -> Vec<(Option<&'f Field>, Option<&'f Field>)> {
    let mut added: Vec<_> = new.fields.iter().collect();
    let mut pairs = Vec::new();
    let (mut gone, mut renamed) = (Vec::new(), Vec::new());
    for field in &old.fields {
        match added.iter().position(|own| own.name == field.name) {
            Some(at) => pairs.push((Some(field), Some(added.remove(at)))),
            None => gone.push(field),
        }
    }
    for field in gone {
        let shares = |own: &&Field| {
            let is_read = |own: &Field, other: &Field| {
                other.written.as_ref().is_some_and(|name| own.read.contains(name))
            };
            is_read(own, field) || is_read(field, own)
        };
        let may_be_it = |own: &&Field| {
            let types = [&field.attribute_type, &own.attribute_type];
            let is_new = |name| old.field_written_as(name).is_none() && !old.reads_field(name);
            own.attribute().is_some_and(is_new) && (types[0] == types[1] || types.contains(&&None))
        };
        let now = match added.iter().position(shares) {
            Some(at) => Some(added.remove(at)),
            None => added.iter().copied().find(may_be_it).filter(|_| new.unread(field).is_some()),
        };
        renamed.extend(now);
        pairs.push((Some(field), now));
    }
    added.retain(|own| renamed.iter().all(|other| other.name != own.name));
    pairs.extend(added.into_iter().map(|own| (None, Some(own))));
    pairs
}

/// Returns whether an older writer would change a name that the new version only reads if the row lacks the new one.
fn loses_updates(old: Option<&Field>, new: Option<&Field>) -> bool {
    let (Some(old), Some(new)) = (old, new) else { return false };
    let rank = |name: &Option<String>| new.read.iter().position(|own| Some(own) == name.as_ref());
    old.written != new.written
        && rank(&old.written).is_some_and(|old| rank(&new.written).is_some_and(|new| new < old))
}

impl Entity {
    /// Returns the attribute of another version's field, if serde no longer reads it.
    fn unread<'f>(&self, field: &'f Field) -> Option<&'f str> {
        field.attribute().filter(|name| !self.flattened && !self.reads_field(name))
    }

    /// Returns whether serde accepts the attribute of another version's field.
    fn accepts(&self, field: &Field) -> bool {
        !self.strict || field.written.as_ref().is_none_or(|name| self.reads_field(name))
    }
}

impl Field {
    /// Returns the attribute that serde writes.
    fn attribute(&self) -> Option<&str> {
        self.written.as_deref()
    }

    /// Returns whether serde reads each form in which a version can leave the field.
    fn reads_all_of(&self, writer: &Entity) -> bool {
        if self.read.is_empty() {
            return true;
        }
        let is_own =
            |own: &&Field| own.written.as_ref().is_some_and(|name| self.read.contains(name));
        let mut writers = writer.fields.iter().filter(is_own).peekable();
        if writers.peek().is_none() {
            return self.reads_absent() || writer.flattened;
        }
        writers.all(|own| {
            let reads_absent = self.reads_absent() || !own.optional && !own.omitted;
            reads_absent && (self.optional || !own.optional) && self.reads_values_of(own)
        })
    }

    const fn reads_absent(&self) -> bool {
        self.default || self.optional && !self.demanded
    }

    /// Returns whether serde reads each value of another field.
    fn reads_values_of(&self, other: &Self) -> bool {
        if self.custom != other.custom || self.attribute_type != other.attribute_type {
            return false;
        }
        match (&self.range, &other.range) {
            (own, other) if own == other => true,
            (Some(own), Some(other)) => is_within(other, own),
            // Any text, or any number.
            (own, _) => own.is_none(),
        }
    }

    /// Describes how rows have it: `` `text`, N of `u32`, optional ``.
    fn form(&self) -> String {
        let mut form = match &self.written {
            Some(name) => format!("`{name}`"),
            None => "not written".into(),
        };
        match (&self.attribute_type, &self.range) {
            (Some(own), Some(range)) => form += &format!(", {own} of `{range}`"),
            (Some(own), None) => form += &format!(", {own}"),
            (None, _) => {}
        }
        let marks = [
            (self.optional, "optional"),
            (self.default, "with a default"),
            (self.omitted, "left out in some rows"),
            (self.demanded, "never missing"),
            (self.custom, "through other code"),
        ];
        for (_, mark) in marks.into_iter().filter(|(is_set, _)| *is_set) {
            form += &format!(", {mark}");
        }
        if !self.read.iter().eq(&self.written) {
            let names: Vec<_> = self.read.iter().map(|name| format!("`{name}`")).collect();
            form += &format!(", read as {}", names.join(", "));
        }
        form
    }
}

/// Returns whether a type of Rust has all numbers of another. Only strings of the same type are alike.
fn is_within(name: &str, other: &str) -> bool {
    let number = |name: &str| {
        let name = name.replace("size", "64");
        let bits: u32 = name.get(1..)?.parse().ok()?;
        Some((name.chars().next()?, bits))
    };
    let (Some((kind, bits)), Some((other, other_bits))) = (number(name), number(other)) else {
        return false;
    };
    match (kind, other) {
        ('u', 'u') | ('i', 'i') | ('f', 'f') => bits <= other_bits,
        ('u', 'i') => bits < other_bits,
        // A float has the integers of half its bits exactly.
        ('u' | 'i', 'f') => 2 * bits <= other_bits,
        _ => false,
    }
}
