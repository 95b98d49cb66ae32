//! The types that methods of a [`Table`](crate::Table) return, and the traits that they require of a row.

pub use crate::field::Length;
pub use crate::field::values::{AddTo, ComparedWith, ContainedIn, SetTo};
pub use crate::rows::{ItemRow, KeyRow, ReadRow, UpdateRow, WriteRow};
pub use crate::table::create::Create;
pub use crate::table::delete::Delete;
pub use crate::table::edit::{Edit, EditRow};
pub use crate::table::get::Get;
pub use crate::table::get_all::GetAll;
pub use crate::table::next::Next;
pub use crate::table::put::Put;
pub use crate::table::query::{Count, Query, QueryKeys, RowStream, Rows};
pub use crate::table::scan::Scan;
pub use crate::table::transaction::Transaction;
pub use crate::table::update::Update;
pub use crate::table::write_all::WriteAll;
