//! Finds the functions for an item by the entity of its key, and for a row by the entity of its variant.
//!
//! A module that does something with each entity of a table has a marker type, and implements [`FunctionsFor`] for it. A table
//! knows the position of each entity, and has functions for an entity if serde supports what they need.
//!
//! [`FunctionsFor`]: crate::private::FunctionsFor

use ddbkey::DdbTable;

use crate::error::{ItemError, ItemFault, stored};
use crate::private::Visit as _;
use crate::private::{Each, Functions, Holds};
use crate::value::{Item, ItemAttributes};

/// Parses the key of an item.
pub(crate) fn key_of<T: DdbTable>(item: &impl ItemAttributes) -> Result<T::Key<'_>, ItemError> {
    let schema = T::SCHEMA;
    let text = |(name, expected)| {
        let fault = |fault| ItemError::new(schema.name(), ItemFault::Attribute(name, fault));
        stored(item, name, expected).map_err(fault)
    };
    let (pk, sk) = schema.key_names();
    let (pk, sk) = (text(pk)?, sk.map(text).transpose()?);
    T::Key::parse_any(&[pk], sk.as_slice()).map_err(ItemError::from)
}

/// Returns the functions for the entity of an item.
pub(crate) fn of_item<F: Functions, T: Each<F>>(item: &Item) -> Result<F::Of<T>, ItemError> {
    Ok(T::functions(T::place_of(&key_of::<T>(item)?)))
}

/// Returns the functions for the entity of a row.
pub(crate) fn of_row<F: Functions, T: Each<F>>(row: &T) -> F::Of<T> {
    T::functions(row.place())
}

/// Returns the entity of a row, in a function for this entity.
pub(crate) fn entity<E, T: Holds<E>>(row: &T) -> &E {
    match row.get() {
        Some(entity) => entity,
        None => unreachable!("the derive uses one position for both"),
    }
}
