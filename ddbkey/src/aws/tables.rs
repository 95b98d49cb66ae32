//! Entities of a table as items and back.

use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::audit::Fault;
use super::image::Image;
use crate::item::ItemError;
use crate::table::DdbTable;

/// An item as the SDK has it.
#[doc(hidden)]
pub type SdkItem = HashMap<String, AttributeValue>;

/// A table whose entities serde can write and read, for code that is generic over tables. On a table itself
/// the methods are inherent.
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
    /// Returns the entity as an item: its fields, and every key attribute beside them.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as the entity's own [`to_item`](crate::DdbKeys::to_item) does.
    fn to_item(&self) -> Result<SdkItem, ItemError>;

    /// Returns the entity whose keys an item has.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the item is one of no entity, or as the entity's own
    /// [`from_item`](crate::DdbKeys::from_item) does.
    fn from_item(item: SdkItem) -> Result<Self, ItemError>;

    /// Whether an item is as its entity writes it. A *no* can be wrong.
    #[doc(hidden)]
    fn is_sound<I: Image>(item: &I) -> bool;

    /// The faults of an item whose keys are those of an entity.
    #[doc(hidden)]
    fn audit_entity(item: &SdkItem) -> Vec<Fault>;
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
            fn to_item(&self) -> ::core::result::Result<$crate::__private::SdkItem, $crate::ItemError> {
                match self {
                    $(Self::$variant(__entity) => $crate::DdbKeys::to_item(__entity),)+
                }
            }

            fn from_item(
                __item: $crate::__private::SdkItem,
            ) -> ::core::result::Result<Self, $crate::ItemError> {
                match <Self as $crate::DdbTable>::key_of(&__item)? {
                    $($key::$variant(_) => {
                        <$entity as $crate::DdbKeys>::from_item(__item).map(Self::$variant)
                    })+
                }
            }

            fn is_sound<__I: $crate::__private::Image>(__item: &__I) -> ::core::primitive::bool {
                match <Self as $crate::DdbTable>::key_of(__item) {
                    $(::core::result::Result::Ok($key::$variant(_)) => {
                        $crate::__private::is_sound::<$entity, __I>(__item)
                    })+
                    ::core::result::Result::Err(_) => false,
                }
            }

            fn audit_entity(
                __item: &$crate::__private::SdkItem,
            ) -> $crate::__private::Vec<$crate::schema::Fault> {
                match <Self as $crate::DdbTable>::key_of(__item) {
                    $(::core::result::Result::Ok($key::$variant(_)) => {
                        $crate::__private::audit_entity::<$entity>(__item)
                    })+
                    ::core::result::Result::Err(_) => $crate::__private::Vec::new(),
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

            /// Returns the entity whose keys an item has.
            ///
            /// # Errors
            ///
            /// Returns `ItemError` if the item is one of no entity, or as the entity's own `from_item` does.
            $vis fn from_item(
                __item: $crate::__private::SdkItem,
            ) -> ::core::result::Result<Self, $crate::ItemError>
            where
                $(for<'__x> $entity: $crate::__private::Deserialize<'__x>,)+
            {
                match <Self as $crate::DdbTable>::key_of(&__item)? {
                    $($key::$variant(_) => {
                        <$entity as $crate::DdbKeys>::from_item(__item).map(Self::$variant)
                    })+
                }
            }
        }
    };
}
