//! The documentation of generated methods. Each is a single attribute, since the compiler reads the attributes of fifty
//! entities at every build.

use crate::keys::model::{KeyDeclaration, Owner};

/// Adds the section `# Errors` for a method that builds or parses a key.
fn with_errors(what: &str, errors: &str) -> String {
    format!(" {what}\n\n # Errors\n\n {errors}")
}

pub const INTO_OWNED: &str =
    " Returns an owned key, which outlives the strings that this key borrows.";

pub const INTO_OWNED_BY_TABLE: &str =
    " Returns an owned key, as a key of a table that the entity is in.";

pub fn buckets(name: &str, unit: &str) -> String {
    format!(
        " Returns the start of each {unit} of `{name}` that the range touches, in order: one query for \
         each reads the whole range.\n\n The range is `a..b` or `a..=b`; an open end has no last query."
    )
}

/// A method that returns the key of an index or of another primary key, with `None` if the item may lack it. The entity
/// has several keys in the index if it `has_shapes`.
pub fn key(own: &KeyDeclaration, may_lack: bool, has_shapes: bool) -> String {
    let name = &own.name;
    match (own.owner, may_lack) {
        (Owner::Index(_), false) => {
            format!(" Returns the key in index `{name}`, borrowed from the entity.")
        }
        (Owner::Index(_), true) => {
            let otherwise = if has_shapes {
                "the item has another key in it, or none"
            } else {
                "the item is not in it"
            };
            format!(
                " Returns the key in index `{name}`, borrowed from the entity, or `None` if {otherwise}."
            )
        }
        (Owner::Alternative, _) => format!(
            " Returns the key of shape `{name}`, borrowed from the entity, or `None` if a part of it is `None`.\n\n \
             The item may be written under another key: `key` returns the key that is written."
        ),
        (Owner::LegacyKey, _) => format!(
            " Returns the legacy key `{name}`, borrowed from the entity.\n\n The entity does not know the key that \
             it was read under. If the row was found under this legacy key, pass its `keys()` to a get, an update or \
             a delete. A put writes a second row, under the current key. To create an item that must be \
             new, add a `ConditionCheck` on this key."
        ),
    }
}

pub fn parse(own: &KeyDeclaration) -> String {
    let row = if own.owner.is_index() { "" } else { "a row under " };
    let what =
        format!("Parses the keys of {row}{} `{}`, borrowing from them.", own.noun(), own.name);
    with_errors(&what, "Returns `ParseError` for any string that is not built from these parts.")
}

pub fn query(own: &KeyDeclaration) -> String {
    let (noun, name) = (own.noun(), &own.name);
    if own.owner.is_index() {
        return format!(" Returns a query of the entity in one partition of index `{name}`.");
    }
    format!(
        " Returns a query of the entity's rows in one partition that are under {noun} `{name}`."
    )
}

pub fn start_key(own: &KeyDeclaration) -> String {
    let (noun, name) = (own.noun(), &own.name);
    let key = if own.owner.is_index() { "one of the keys" } else { "the key" };
    with_errors(
        &format!(
            "Returns the key attributes for `ExclusiveStartKey`, to continue a query of {noun} `{name}` after \
             this row."
        ),
        &format!("Returns `KeyError` if {key} cannot be built."),
    )
}

pub fn any_key(entity: &str) -> String {
    format!(
        " A primary key that items of [`{entity}`] may have: one that is written, or a legacy key."
    )
}

pub fn shapes(entity: &str) -> String {
    format!(
        " The primary key of [`{entity}`], in one of several shapes: an item has the first shape whose parts it has."
    )
}

pub fn value(name: &str) -> String {
    format!(" Restricts `{name}` to `value`.")
}

pub fn range(name: &str) -> String {
    format!(
        " Restricts `{name}` to a range, exact at both ends: a `BETWEEN`, or a comparison with one end."
    )
}

pub fn starting_with(name: &str) -> String {
    format!(" Restricts `{name}` to strings that start with `text`.")
}
