//! What an entity says about its items.

use syn::LitStr;

use crate::names::RustName;

#[derive(Default)]
pub struct Items {
    /// The value of the type attribute, if it is not the name of the struct.
    pub type_name: Option<String>,
    /// The values of the type attribute that older items may have.
    pub legacy_type_names: Vec<String>,
    pub type_names: Vec<String>,
    /// The fields of primary keys that are set from the key when an item is read.
    pub fields_from_keys: Vec<KeyField>,
    /// All fields, as serde writes and reads them.
    pub fields: Vec<FieldRecord>,
    pub has_flattened_field: bool,
    pub updates: Updates,
    /// The attribute by which DynamoDB deletes expired items.
    pub ttl: Option<String>,
    /// The field that identifies the tenant of an item.
    pub tenant: Option<String>,
    /// The fields that the wide condition of an update leaves out.
    pub unguarded: Vec<String>,
    /// Whether serde refuses names that are not fields.
    pub is_strict: bool,
    /// Whether serde converts the struct from another type.
    pub is_converted: bool,
}

/// A field and how it is stored, as far as serde's options and the name of its type show.
pub struct FieldRecord {
    pub name: RustName,
    /// The name of its attribute, unless serde leaves the field out or the name cannot be known.
    pub written: Option<String>,
    /// The names under which serde reads it, without duplicates: its own name, then its aliases. Empty if serde does
    /// not read it, or if the names cannot be known.
    pub read: Vec<LitStr>,
    pub stored: Stored,
    /// The name of its type, if not each value of the attribute's type is one.
    pub range: Option<String>,
    /// Which other forms of the attribute serde reads and writes, as the methods of `Record` call them: `omitted`.
    pub forms: Vec<&'static str>,
    /// What conditions and edits ask about the field.
    pub facts: u16,
}

/// How an item is updated.
#[derive(Default)]
pub enum Updates {
    /// An update compares the attributes that it is calculated from with what was read.
    #[default]
    Compared,
    /// An update also compares the version, and adds one to it.
    Counted(Version),
    /// The program makes its own updates.
    ByHand,
}

impl FieldRecord {
    /// The attribute that serde writes for a field but reads from another attribute. It has its own record.
    pub fn written_alone(name: RustName, written: String) -> Self {
        Self {
            name,
            written: Some(written),
            read: Vec::new(),
            stored: Stored::Unknown,
            range: None,
            forms: Vec::new(),
            facts: 0,
        }
    }
}

/// The attribute of the version, and the greatest number of its type.
pub struct Version {
    pub attribute: String,
    pub max: u64,
}

/// A field that an item may lack because its keys hold it.
pub struct KeyField {
    pub name: RustName,
    /// The attributes that take precedence over the key. Empty if serde skips the field.
    pub attributes: Vec<String>,
}

/// The type of the attribute that serde writes for a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    Text,
    Number,
    Bool,
    List,
    Unknown,
}
