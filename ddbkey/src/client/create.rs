//! What it takes to create a table: attribute definitions, key schema, indexes.

use alloc::vec::Vec;

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::builders::{
    CreateTableFluentBuilder, CreateTableInputBuilder,
};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection, ProjectionType, ScalarAttributeType,
};

use crate::key::Attributes;
use crate::schema::IndexKind;
use crate::table::TableSchema;

impl TableSchema {
    /// Every key attribute of the table and its indexes, once, all of them text.
    ///
    /// # Errors
    ///
    /// None that a schema can cause; the SDK's builders return them.
    pub fn attribute_definitions(&self) -> Result<Vec<AttributeDefinition>, BuildError> {
        let define = |name: &&str| {
            let definition = AttributeDefinition::builder().attribute_name(*name);
            definition.attribute_type(ScalarAttributeType::S).build()
        };
        self.attribute_names().iter().map(define).collect()
    }

    /// The key schema of the table itself.
    ///
    /// # Errors
    ///
    /// None that a schema can cause; the SDK's builders return them.
    pub fn key_schema(&self) -> Result<Vec<KeySchemaElement>, BuildError> {
        key_schema(self.attributes())
    }

    /// The global secondary indexes, with all attributes projected.
    ///
    /// # Errors
    ///
    /// None that a schema can cause; the SDK's builders return them.
    pub fn global_secondary_indexes(&self) -> Result<Vec<GlobalSecondaryIndex>, BuildError> {
        let indexes = self.indexes().filter(|index| index.kind == IndexKind::Gsi);
        let build = indexes.map(|index| {
            GlobalSecondaryIndex::builder()
                .index_name(index.name)
                .set_key_schema(Some(key_schema(index.attributes)?))
                .projection(all_attributes())
                .build()
        });
        build.collect()
    }

    /// The local secondary indexes, with all attributes projected.
    ///
    /// # Errors
    ///
    /// None that a schema can cause; the SDK's builders return them.
    pub fn local_secondary_indexes(&self) -> Result<Vec<LocalSecondaryIndex>, BuildError> {
        let indexes = self.indexes().filter(|index| index.kind == IndexKind::Lsi);
        let build = indexes.map(|index| {
            LocalSecondaryIndex::builder()
                .index_name(index.name)
                .set_key_schema(Some(key_schema(index.attributes)?))
                .projection(all_attributes())
                .build()
        });
        build.collect()
    }
}

fn key_schema(attributes: Attributes) -> Result<Vec<KeySchemaElement>, BuildError> {
    let keys = [(Some(attributes.pk), KeyType::Hash), (attributes.sk, KeyType::Range)];
    keys.into_iter()
        .filter_map(|(name, kind)| Some((name?, kind)))
        .map(|(name, kind)| KeySchemaElement::builder().attribute_name(name).key_type(kind).build())
        .collect()
}

fn all_attributes() -> Projection {
    Projection::builder().projection_type(ProjectionType::All).build()
}

/// Sets a [`TableSchema`] on the SDK's builders of `CreateTable`.
///
/// ```
/// use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
/// use aws_sdk_dynamodb::types::BillingMode;
/// use ddbkey::{CreateTableExt, DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// #[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
/// struct User { user_id: String, email: String }
///
/// #[derive(DdbTable)]
/// enum Shop { User(User) }
///
/// let input = CreateTableInput::builder()
///     .table_name("shop")
///     .billing_mode(BillingMode::PayPerRequest)
///     .table_schema(Shop::SCHEMA)?
///     .build()?;
/// assert_eq!(input.attribute_definitions().len(), 4);
/// assert_eq!(input.global_secondary_indexes()[0].index_name(), "gsi1");
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
pub trait CreateTableExt: Sized {
    /// Sets the attribute definitions, the key schema and the indexes, which project all attributes.
    ///
    /// # Errors
    ///
    /// None that a schema can cause; the SDK's builders return them.
    fn table_schema(self, schema: &TableSchema) -> Result<Self, BuildError>;
}

/// The two builders have the same methods and no trait.
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
