//! The parts of a `CreateTable` request: attribute definitions, key schema, indexes.

use alloc::vec::Vec;

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::builders::{
    CreateTableFluentBuilder, CreateTableInputBuilder,
};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    ProjectionType, ScalarAttributeType,
};

use crate::layout::{IndexKind, Projection};
use crate::pattern::AttributeType;
use crate::table::{TableKey, TableSchema};

/// Both kinds have the same builder, but no trait in common.
macro_rules! secondary_indexes {
    ($schema:expr, $kind:ident, $index:ident) => {{
        let indexes = $schema.indexes().filter(|index| index.kind == IndexKind::$kind);
        let build = indexes.map(|index| {
            $index::builder()
                .set_index_name(index.index.map(Into::into))
                .set_key_schema(Some(key_schema(&index)?))
                .projection(projection(&index))
                .build()
        });
        build.collect()
    }};
}

#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
impl TableSchema {
    /// Returns every key attribute of the table and its indexes once, with its type.
    ///
    /// # Errors
    ///
    /// Returns the error of the SDK's builders, which no schema causes.
    pub fn attribute_definitions(&self) -> Result<Vec<AttributeDefinition>, BuildError> {
        let define = |(name, kind)| {
            let definition = AttributeDefinition::builder().attribute_name(name);
            let kind = match kind {
                AttributeType::S => ScalarAttributeType::S,
                AttributeType::N => ScalarAttributeType::N,
            };
            definition.attribute_type(kind).build()
        };
        self.key_attributes().into_iter().map(define).collect()
    }

    /// Returns the key schema of the table itself.
    ///
    /// # Errors
    ///
    /// Returns the error of the SDK's builders, which no schema causes.
    pub fn key_schema(&self) -> Result<Vec<KeySchemaElement>, BuildError> {
        key_schema(&self.key())
    }

    /// Returns the global secondary indexes.
    ///
    /// # Errors
    ///
    /// Returns the error of the SDK's builders, which no schema causes.
    pub fn global_secondary_indexes(&self) -> Result<Vec<GlobalSecondaryIndex>, BuildError> {
        secondary_indexes!(self, Gsi, GlobalSecondaryIndex)
    }

    /// Returns the local secondary indexes.
    ///
    /// # Errors
    ///
    /// Returns the error of the SDK's builders, which no schema causes.
    pub fn local_secondary_indexes(&self) -> Result<Vec<LocalSecondaryIndex>, BuildError> {
        secondary_indexes!(self, Lsi, LocalSecondaryIndex)
    }
}

/// The attributes of the partition key, then those of the sort key, in the declared order.
fn key_schema(key: &TableKey) -> Result<Vec<KeySchemaElement>, BuildError> {
    let element =
        |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
    let pk = key.partition_key.iter().map(|(name, _)| element(name, KeyType::Hash));
    let sk = key.sort_key.iter().map(|(name, _)| element(name, KeyType::Range));
    pk.chain(sk).collect()
}

fn projection(index: &TableKey) -> aws_sdk_dynamodb::types::Projection {
    let kind = match index.projection {
        Projection::All => ProjectionType::All,
        Projection::Keys => ProjectionType::KeysOnly,
    };
    aws_sdk_dynamodb::types::Projection::builder().projection_type(kind).build()
}

/// Sets a [`TableSchema`] on the SDK's builders of `CreateTable`.
///
/// ```
/// use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
/// use aws_sdk_dynamodb::types::{BillingMode, ScalarAttributeType};
/// use ddbkey::{CreateTableExt, DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("PLAYER", player_id)]
/// #[sk("SCORE", game)]
/// #[gsi("scores", pk = ("GAME", game), sk = [score])]
/// struct Score { player_id: String, game: String, score: u32 }
///
/// #[derive(DdbTable)]
/// enum Games { Score(Score) }
///
/// let input = CreateTableInput::builder()
///     .table_name("games")
///     .billing_mode(BillingMode::PayPerRequest)
///     .table_schema(Games::SCHEMA)?
///     .build()?;
/// assert_eq!(input.attribute_definitions().len(), 4);
/// assert_eq!(input.attribute_definitions()[3].attribute_type(), &ScalarAttributeType::N);
/// assert_eq!(input.global_secondary_indexes()[0].index_name(), "scores");
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
pub trait CreateTableExt: Sized {
    /// Sets the attribute definitions, the key schema and the indexes.
    ///
    /// # Errors
    ///
    /// Returns the error of the SDK's builders, which no schema causes.
    fn table_schema(self, schema: &TableSchema) -> Result<Self, BuildError>;
}

/// The two builders have the same methods, but no trait in common.
macro_rules! create_table_ext {
    ($builder:ty) => {
        impl CreateTableExt for $builder {
            fn table_schema(self, schema: &TableSchema) -> Result<Self, BuildError> {
                let global = Some(schema.global_secondary_indexes()?);
                let local = Some(schema.local_secondary_indexes()?);
                Ok(self
                    .set_attribute_definitions(Some(schema.attribute_definitions()?))
                    .set_key_schema(Some(schema.key_schema()?))
                    .set_global_secondary_indexes(global.filter(|indexes| !indexes.is_empty()))
                    .set_local_secondary_indexes(local.filter(|indexes| !indexes.is_empty())))
            }
        }
    };
}

create_table_ext!(CreateTableFluentBuilder);
create_table_ext!(CreateTableInputBuilder);
