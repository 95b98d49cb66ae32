//! Bounds on entities with one error message each: what serde can do with them.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// An entity that serde can write as an item. Every `Serialize` type is one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot write it as an item",
    note = "derive it on the struct: `#[derive(serde::Serialize)]`"
)]
pub trait WriteItem: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> WriteItem for T {}

/// An entity that serde can read from an item. Every `Deserialize` type that borrows nothing is one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot read it from an item",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Deserialize)]`"
)]
pub trait ReadItem: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadItem for T {}

/// An entity that serde can both write and read, as updates need it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot both write it as an item and read it from one",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Serialize, serde::Deserialize)]`"
)]
pub trait UpdateItem: WriteItem + ReadItem {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> UpdateItem for T {}
