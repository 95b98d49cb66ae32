//! Where the order of a part's texts is the order of its values: the choices for
//! [`KeyPart::Order`](crate::KeyPart::Order).

/// Everywhere in a key: no text is the beginning of another, and texts sort as UTF-8 bytes as the
/// values do. Dates, ULIDs, padded numbers.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Everywhere in a key, the other way round: the greatest value sorts first. Numbers with
/// `{field:desc05}`.
#[derive(Clone, Copy, Debug)]
pub struct Descending;

/// As the last part of a key only. Text: ` `, `!` and `"` sort below `#`, so `San Jose#…` would
/// sort before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// As an attribute of its own only, which is a number there: plain integers.
#[derive(Clone, Copy, Debug)]
pub struct Number;

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

/// An order that makes a range exact for an attribute that holds one part alone.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values do",
    label = "no range here",
    note = "query one value with the method that has the name of the part"
)]
pub trait InAttribute {}

/// A part that is text, of which a query can give the beginning.
#[diagnostic::on_unimplemented(
    message = "this part is a number in an attribute of its own or in descending order, and has no text to start with",
    label = "not text",
    note = "query a range; an attribute of its own can also have a format, `\"{{field:05}}\" as \"attribute\"`"
)]
pub trait IsText {}

#[diagnostic::do_not_recommend]
impl InMiddle for Always {}
#[diagnostic::do_not_recommend]
impl AtEnd for Always {}
#[diagnostic::do_not_recommend]
impl InMiddle for Descending {}
#[diagnostic::do_not_recommend]
impl AtEnd for Descending {}
#[diagnostic::do_not_recommend]
impl AtEnd for Last {}
#[diagnostic::do_not_recommend]
impl<T: AtEnd> InAttribute for T {}
#[diagnostic::do_not_recommend]
impl InAttribute for Number {}
#[diagnostic::do_not_recommend]
impl IsText for Always {}
#[diagnostic::do_not_recommend]
impl IsText for Last {}
#[diagnostic::do_not_recommend]
impl IsText for Never {}
