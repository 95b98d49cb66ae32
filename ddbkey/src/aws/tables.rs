//! Entities of a table as items and back.

use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::audit::Fault;
use super::repair::Repair;
use crate::item::ItemError;
use crate::table::DdbTable;

/// An item as the SDK has it.
#[doc(hidden)]
pub type SdkItem = HashMap<String, AttributeValue>;

/// A table whose entities serde can write and read, for code that is generic over tables. The methods of
/// [`DdbTable`] that take items ask for it, and on a table itself `to_item` is inherent.
///
/// `#[derive(DdbTable)]` implements it.
///
/// ```
/// use ddbkey::key::TableItems;
/// use ddbkey::{DdbKeys, DdbTable, ItemError};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// #[derive(DdbTable, Debug, PartialEq)]
/// enum Shop { User(User) }
///
/// fn copy<T: TableItems>(row: &T) -> Result<T, ItemError> {
///     T::from_item(row.to_item()?)
/// }
///
/// let user = Shop::from(User { user_id: "u1".into() });
/// assert_eq!(copy(&user)?, user);
/// # Ok::<(), ItemError>(())
/// ```
pub trait TableItems: DdbTable {
    /// Returns the entity as an item, as its own [`to_item`](crate::DdbKeys::to_item) does.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as the entity's own `to_item` does.
    fn to_item(&self) -> Result<SdkItem, ItemError>;

    /// The entity of an item.
    #[doc(hidden)]
    fn read_item(item: SdkItem) -> Result<Self, ItemError>;

    /// The faults of an item whose keys are those of an entity.
    #[doc(hidden)]
    fn audit_entity(item: &SdkItem) -> Vec<Fault>;

    /// What is to be done about an item.
    #[doc(hidden)]
    fn repair_item(item: &SdkItem) -> Result<Option<Repair>, ItemError>;
}

/// The items of a table: `table_items! { pub Shop ShopKey { User(User), Order(Order) } }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __table_items {
    ($vis:vis $table:ident $key:ident { $($variant:ident($entity:ty)),+ }) => {
        #[automatically_derived]
        impl $crate::key::TableItems for $table
        where
            $(for<'__x> $entity: $crate::__private::Serialize + $crate::__private::Deserialize<'__x>,)+
        {
            fn to_item(
                &self,
            ) -> ::core::result::Result<$crate::__private::SdkItem, $crate::ItemError> {
                match self {
                    $(Self::$variant(__entity) => $crate::DdbKeys::to_item(__entity),)+
                }
            }

            fn read_item(
                __item: $crate::__private::SdkItem,
            ) -> ::core::result::Result<Self, $crate::ItemError> {
                match <Self as $crate::DdbTable>::key_of(&__item)? {
                    $($key::$variant(_) => {
                        <$entity as $crate::DdbKeys>::from_item(__item).map(Self::$variant)
                    })+
                }
            }

            fn audit_entity(
                __item: &$crate::__private::SdkItem,
            ) -> $crate::__private::Vec<$crate::schema::Fault> {
                match <Self as $crate::DdbTable>::key_of(__item) {
                    $(::core::result::Result::Ok($key::$variant(_)) => {
                        $crate::__private::audit_entity::<$entity>(
                            <Self as $crate::DdbTable>::SCHEMA,
                            __item,
                        )
                    })+
                    ::core::result::Result::Err(_) => $crate::__private::Vec::new(),
                }
            }

            fn repair_item(
                __item: &$crate::__private::SdkItem,
            ) -> ::core::result::Result<
                ::core::option::Option<$crate::__private::Repair>,
                $crate::ItemError,
            > {
                match <Self as $crate::DdbTable>::key_of(__item)? {
                    $($key::$variant(_) => $crate::__private::repair_entity::<$entity>(
                        <Self as $crate::DdbTable>::SCHEMA,
                        __item,
                    ),)+
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
            ) -> ::core::result::Result<$crate::__private::SdkItem, $crate::ItemError>
            where
                $(for<'__x> $entity: $crate::__private::Serialize,)+
            {
                match self {
                    $(Self::$variant(__entity) => $crate::DdbKeys::to_item(__entity),)+
                }
            }
        }
    };
}
