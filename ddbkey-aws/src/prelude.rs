//! Every extension trait, and the two traits that the derives implement: `use ddbkey_aws::prelude::*`.

pub use crate::{
    ConditionExt, CreateTableExt, ItemExt, KeyExt, KeysExt, QueryExt, ScanExt, TableExt,
    TimeToLiveExt, TransactExt, UpdateExt, UpdateTableExt,
};
pub use ddbkey::{DdbKeys as _, DdbTable as _};
