//! The requests that create a table: the attribute definitions, the key schema and the indexes of `CreateTable`, an index of
//! `UpdateTable`, and the time to live.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::builders::{
    CreateTableFluentBuilder, CreateTableInputBuilder,
};
use aws_sdk_dynamodb::operation::update_table::builders::{
    UpdateTableFluentBuilder, UpdateTableInputBuilder,
};
use aws_sdk_dynamodb::operation::update_time_to_live::builders::{
    UpdateTimeToLiveFluentBuilder, UpdateTimeToLiveInputBuilder,
};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndex,
    GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, LocalSecondaryIndex, ProjectionType,
    TimeToLiveSpecification,
};

use ddbkey::schema::{AttributeType, IndexLayout, Projection, TableSchema};

use crate::private::{IndexKind, NamedKeys};

/// Builds the indexes of one kind. Both kinds have the same builder, but no common trait.
macro_rules! secondary_indexes {
    ($schema:expr, $kind:ident, $index:ident) => {{
        let indexes = $schema.indexes().filter(|index| index.kind == IndexKind::$kind);
        let build = indexes.map(|index| {
            $index::builder()
                .index_name(index.name)
                .set_key_schema(Some(key_schema(&index.keys)?))
                .projection(projection(&index))
                .build()
        });
        build.collect()
    }};
}

/// Every key attribute of the table and its indexes once, with its type.
fn attribute_definitions(schema: &TableSchema) -> Result<Vec<AttributeDefinition>, BuildError> {
    let define = |(name, kind): (&str, AttributeType)| {
        let definition = AttributeDefinition::builder().attribute_name(name);
        definition.attribute_type(kind.letter().into()).build()
    };
    schema.key_attributes().into_iter().map(define).collect()
}

fn global_indexes(schema: &TableSchema) -> Result<Vec<GlobalSecondaryIndex>, BuildError> {
    secondary_indexes!(schema, Gsi, GlobalSecondaryIndex)
}

fn local_indexes(schema: &TableSchema) -> Result<Vec<LocalSecondaryIndex>, BuildError> {
    secondary_indexes!(schema, Lsi, LocalSecondaryIndex)
}

/// The attributes of the partition key, then of the sort key, in the declared order.
fn key_schema(keys: &NamedKeys) -> Result<Vec<KeySchemaElement>, BuildError> {
    let element =
        |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
    let pk = keys.pk.list().iter().map(|name| element(name, KeyType::Hash));
    let sk = keys.sk.list().iter().map(|name| element(name, KeyType::Range));
    pk.chain(sk).collect()
}

fn projection(index: &IndexLayout) -> aws_sdk_dynamodb::types::Projection {
    let (kind, included) = match index.projection {
        Projection::Keys => (ProjectionType::KeysOnly, None),
        Projection::Include(_) => (ProjectionType::Include, Some(index.projection.included())),
        _ => (ProjectionType::All, None),
    };
    let included = included.map(|names| names.into_iter().map(Into::into).collect());
    aws_sdk_dynamodb::types::Projection::builder()
        .projection_type(kind)
        .set_non_key_attributes(included)
        .build()
}

/// Sets a [`TableSchema`] on the SDK's builders of `CreateTable`.
///
/// ```
/// use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
/// use aws_sdk_dynamodb::types::{BillingMode, ScalarAttributeType};
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::prelude::*;
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
                let global = Some(global_indexes(schema)?);
                let local = Some(local_indexes(schema)?);
                Ok(self
                    .set_attribute_definitions(Some(attribute_definitions(schema)?))
                    .set_key_schema(Some(key_schema(&schema.keys())?))
                    .set_global_secondary_indexes(global.filter(|indexes| !indexes.is_empty()))
                    .set_local_secondary_indexes(local.filter(|indexes| !indexes.is_empty())))
            }
        }
    };
}

create_table_ext!(CreateTableFluentBuilder);
create_table_ext!(CreateTableInputBuilder);

/// Adds an index of a [`TableSchema`] to a table that exists, on the SDK's builders of `UpdateTable`.
///
/// ```
/// use aws_sdk_dynamodb::operation::update_table::UpdateTableInput;
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
/// struct Order { user_id: String, id: String, status: String }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let input = UpdateTableInput::builder()
///     .table_name("shop")
///     .add_index(Shop::SCHEMA, "gsi1")?
///     .build()?;
/// assert_eq!(input.attribute_definitions().len(), 2);
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
///
/// DynamoDB then fills the index with the items that have its attributes. Rows that were written before the index was declared
/// have none: [`repair`](crate::TableExt::repair) them. A table in provisioned mode also needs the throughput of the index, which the
/// schema does not know.
pub trait UpdateTableExt: Sized {
    /// Adds the creation of a global index, and the definitions of its key attributes.
    ///
    /// # Errors
    ///
    /// Returns [`BuildError`] if the table declares no global index of this name.
    fn add_index(self, schema: &TableSchema, index: &str) -> Result<Self, BuildError>;
}

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! update_table_ext {
    ($($builder:ty)*) => {$(
        impl UpdateTableExt for $builder {
            fn add_index(self, schema: &TableSchema, index: &str) -> Result<Self, BuildError> {
                let index = global_index(schema, index)?;
                let create = CreateGlobalSecondaryIndexAction::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(key_schema(&index.keys)?))
                    .projection(projection(&index))
                    .build()?;
                let update = GlobalSecondaryIndexUpdate::builder().create(create).build();
                let definitions = attribute_definitions(schema)?.into_iter();
                let builder = self.global_secondary_index_updates(update);
                Ok(definitions
                    .filter(|definition| index.keys.has(definition.attribute_name()))
                    .fold(builder, Self::attribute_definitions))
            }
        }
    )*};
}

update_table_ext! { UpdateTableFluentBuilder UpdateTableInputBuilder }

fn global_index(schema: &TableSchema, name: &str) -> Result<IndexLayout, BuildError> {
    let mut indexes = schema.indexes().filter(|index| index.kind == IndexKind::Gsi);
    let why = || format!("`{}` declares no global index `{name}`", schema.name());
    indexes
        .find(|index| index.name == name)
        .ok_or_else(|| BuildError::invalid_field("index_name", why()))
}

/// Sets the time to live of a [`TableSchema`] on the SDK's builders of `UpdateTimeToLive`.
///
/// `CreateTable` cannot set the time to live. Turning it on is a separate request, once for each table. From then on,
/// DynamoDB deletes items within a few days after the time in the attribute, **including every item whose time passed
/// within the last five years**.
///
/// ```
/// use aws_sdk_dynamodb::operation::update_time_to_live::UpdateTimeToLiveInput;
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[ddb(ttl = expires_at)]
/// #[pk("SESSION", id)]
/// #[sk("META")]
/// struct Session { id: String, expires_at: u64 }
///
/// #[derive(DdbTable)]
/// enum Shop { Session(Session) }
///
/// let input = UpdateTimeToLiveInput::builder()
///     .table_name("shop")
///     .time_to_live_schema(Shop::SCHEMA)
///     .build()?;
/// let specification = input.time_to_live_specification().expect("a table with a time to live");
/// assert_eq!((specification.attribute_name(), specification.enabled()), ("expires_at", true));
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
pub trait TimeToLiveExt: Sized {
    /// Sets the attribute, and turns the time to live on. If no entity of the table declares a time to live, this sets nothing,
    /// and the SDK refuses the request.
    #[must_use]
    fn time_to_live_schema(self, schema: &TableSchema) -> Self;
}

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! time_to_live_ext {
    ($($builder:ty)*) => {$(
        impl TimeToLiveExt for $builder {
            fn time_to_live_schema(self, schema: &TableSchema) -> Self {
                let specification = schema.ttl_attribute().and_then(|name| {
                    let specification = TimeToLiveSpecification::builder().attribute_name(name);
                    // The builder has both values that it needs.
                    specification.enabled(true).build().ok()
                });
                self.set_time_to_live_specification(specification)
            }
        }
    )*};
}

time_to_live_ext! { UpdateTimeToLiveFluentBuilder UpdateTimeToLiveInputBuilder }
