//! Entities of a table as items and back.

use alloc::string::String;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::items::{Read, read_item};
use super::update::ItemState;
use crate::entity::DdbKeys;
use crate::item::ItemError;
use crate::key::Keys;
use crate::table::DdbTable;

/// An item as the SDK has it.
#[doc(hidden)]
pub type SdkItem = HashMap<String, AttributeValue>;

/// A table whose entities serde can write and read, for code that is generic over tables.
///
/// The methods of [`DdbTable`] that take items ask for it. On a table itself, `to_item` is inherent.
///
/// `#[derive(DdbTable)]` implements it.
pub trait TableItems: DdbTable {
    /// Returns the entity as an item, as its own [`to_item`](crate::DdbKeys::to_item) does.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as the entity's own `to_item` does.
    fn to_item(&self) -> Result<SdkItem, ItemError>;

    /// What a job does with an item as one of the entity that its key belongs to.
    #[doc(hidden)]
    fn with_entity<J: ItemJob<Self>>(item: SdkItem, job: J) -> Result<J::Output, ItemError>;

    /// What the entity makes of this item, which is stored under a key.
    #[doc(hidden)]
    fn state(&self, key: &Keys, item: &SdkItem) -> Result<ItemState, ItemError>;
}

/// What can be done with an item as soon as its entity is known.
#[doc(hidden)]
pub trait ItemJob<T: DdbTable> {
    type Output;

    fn run<E: DdbKeys + Serialize + DeserializeOwned + Into<T>>(
        self,
        item: SdkItem,
    ) -> Result<Self::Output, ItemError>;
}

/// Reads the entity.
pub(crate) struct ReadItem;

impl<T: DdbTable> ItemJob<T> for ReadItem {
    type Output = Read<T>;

    fn run<E: DdbKeys + DeserializeOwned + Into<T>>(
        self,
        item: SdkItem,
    ) -> Result<Self::Output, ItemError> {
        let Read { entity, key, former } = read_item::<E>(item)?;
        Ok(Read { entity: entity.into(), key, former })
    }
}

/// The items of a table: `table_items! { pub Shop ShopKey { User(User), Order(Order) } }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __table_items {
    ($vis:vis $table:ident $key:ident { $($variant:ident($entity:ty)),+ $(; $other:tt)? }) => {
        #[automatically_derived]
        impl $crate::items::TableItems for $table
        where
            $(for<'__x> $entity:
                $crate::DdbKeys + $crate::__private_0_1::Serialize + $crate::__private_0_1::Deserialize<'__x>,)+
        {
            fn to_item(
                &self,
            ) -> ::core::result::Result<$crate::__private_0_1::SdkItem, $crate::ItemError> {
                <$table>::to_item(self)
            }

            fn with_entity<__J: $crate::__private_0_1::ItemJob<Self>>(
                __item: $crate::__private_0_1::SdkItem,
                __job: __J,
            ) -> ::core::result::Result<__J::Output, $crate::ItemError> {
                // No key borrows the item any more when it is handed on, whatever type the key may have.
                let __run: fn(
                    __J,
                    $crate::__private_0_1::SdkItem,
                ) -> ::core::result::Result<__J::Output, $crate::ItemError> =
                    match <Self as $crate::DdbTable>::key_of(&__item)? {
                        $($key::$variant(_) => {
                            <__J as $crate::__private_0_1::ItemJob<Self>>::run::<$entity>
                        })+
                    };
                __run(__job, __item)
            }

            fn state(
                &self,
                __key: &$crate::Keys,
                __item: &$crate::__private_0_1::SdkItem,
            ) -> ::core::result::Result<$crate::__private_0_1::ItemState, $crate::ItemError> {
                match self {
                    $(Self::$variant(__entity) => {
                        $crate::__private_0_1::state::<$entity>(__entity, __key, __item)
                    })+
                    $($other => $crate::__private_0_1::faulty(),)?
                }
            }
        }

        impl $table {
            /// Returns the entity as an item: its fields, and every key attribute beside them.
            ///
            /// # Errors
            ///
            /// Returns `ItemError` as the entity's own `to_item` does.
            $vis fn to_item(
                &self,
            ) -> ::core::result::Result<$crate::__private_0_1::SdkItem, $crate::ItemError>
            where
                $(for<'__x> $entity: $crate::DdbKeys + $crate::__private_0_1::Serialize,)+
            {
                match self {
                    $(Self::$variant(__entity) => <$entity as $crate::DdbKeys>::to_item(__entity),)+
                    $($other => $crate::__private_0_1::faulty(),)?
                }
            }
        }
    };
}
