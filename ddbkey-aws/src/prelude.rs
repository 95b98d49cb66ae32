//! Every extension trait: `use ddbkey_aws::prelude::*`.

pub use crate::{
    ConditionExt, CreateTableExt, ItemExt, KeyExt, KeysExt, QueryExt, ScanExt, TableExt,
    TimeToLiveExt, TransactExt, UpdateExt,
};
