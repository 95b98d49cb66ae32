//! The time to live: the field by which DynamoDB deletes expired items.

use syn::Error;

use super::{AttributeName, NamedField};
use crate::keys::resolve::Resolver;
use crate::known::{Kind, kind_of, not_a_part};
use crate::message;
use crate::names::RustName;
use crate::types::{bare, is_one_of, option};

/// Integers that cannot hold the present time in seconds.
const SMALL_TYPES: [(&str, u32); 4] =
    [("u8", u8::BITS), ("i8", i8::BITS), ("u16", u16::BITS), ("i16", i16::BITS)];

/// With these options, serde writes a field by other code, which may write a timestamp as seconds.
const WRITING_CODE: [&str; 2] = ["with", "serialize_with"];

impl Resolver<'_, '_> {
    /// The attribute of the time to live: a field that serde may write as an integer. If the name of the type is
    /// unknown, each write checks the value.
    pub(super) fn ttl(&mut self, ident: &RustName) -> Option<String> {
        let field = self.find(ident)?;
        let attribute = self.ttl_of(field, ident);
        self.errors.ok(attribute)
    }

    fn ttl_of(&self, field: &NamedField<'_>, ident: &RustName) -> Result<String, Error> {
        let name = &field.name;
        if let Some((option, _)) = field.serde.unwritten() {
            return Err(message::ttl_not_stored(ident, name, option));
        }
        if !field.serde.has_any(&WRITING_CODE) {
            let ty = bare(field.ty);
            let ty = option(ty).map_or(ty, bare);
            let mut small = SMALL_TYPES.iter().filter(|(small, _)| is_one_of(ty, &[*small]));
            if let Some((_, bits)) = small.next() {
                return Err(message::ttl_too_small(field.ty, name, bits));
            }
            let is_number = match kind_of(ty) {
                Some(kind) => matches!(kind, Kind::Integer | Kind::Wide),
                None => is_one_of(ty, &["usize", "isize"]) || not_a_part(ty).is_none(),
            };
            if !is_number || field.serde.has("flatten") {
                return Err(message::ttl_not_a_number(field.ty, name));
            }
        }
        match &field.attribute {
            AttributeName::Unknown(option) if !option.starts_with("rename") => {
                Err(message::ttl_without_attribute(ident, name, option))
            }
            // Serde may read the field under other names.
            _ => Ok(self.serde.field(&field.serde, &field.name).serialize),
        }
    }
}
