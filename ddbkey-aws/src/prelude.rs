//! Every extension trait: `use ddbkey_aws::prelude::*`.

pub use crate::{
    ConditionExt, CreateTableExt, ItemExt, KeyExt, KeysExt, QueryExt, TableExt, TimeToLiveExt,
    TransactExt, UpdateExt,
};
