//! Where the order of a part's texts is the order of its values: the choices for
//! [`KeyPart::Order`](crate::KeyPart::Order).

/// Everywhere in a key: no text is the beginning of another, and texts sort as UTF-8 bytes as the
/// values do. Dates, ULIDs, padded numbers.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// As the last part of a key only. Text: ` `, `!` and `"` sort below `#`, so `San Jose#…` would
/// sort before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// Nowhere: `10` sorts before `9`.
#[derive(Clone, Copy, Debug)]
pub struct Never;

/// An order that makes a range exact for a part with more behind it.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values",
    label = "no range here",
    note = "pad a number, `{{field:05}}`; move text to the end of the key; or query one value with the method of the part's own name"
)]
pub trait InMiddle {}

/// An order that makes a range exact for the last part of a key.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values",
    label = "no range here",
    note = "pad a number, `{{field:05}}`; or query one value with the method of the part's own name"
)]
pub trait AtEnd {}

#[diagnostic::do_not_recommend]
impl InMiddle for Always {}
#[diagnostic::do_not_recommend]
impl AtEnd for Always {}
#[diagnostic::do_not_recommend]
impl AtEnd for Last {}
