//! Builds a schema from a declaration.

use ddbkey::__private::{Alternative, EntitySchema, KeySchema, NamedKeys, Segment};
use ddbkey::schema::{self, IndexLayout, KeyAttribute, TableSchema};

use super::{
    AlsoReturned, Attribute, Entity, Fields, Key, Language, Piece, Projection, Schema, TableKey,
    TypedName, Value, json,
};

impl Schema {
    /// Returns the schema of a table, with entities and indexes as they are declared.
    #[must_use]
    pub fn of(table: &TableSchema) -> Self {
        Self {
            version: json::VERSION,
            name: table.name().into(),
            key: TableKey::of(table, &table.keys()),
            indexes: table.indexes().map(|own| TableKey::of_layout(table, &own)).collect(),
            type_attribute: table.type_attribute().map(Into::into),
            ttl: table.ttl_attribute().map(Into::into),
            entities: table.entities().iter().map(|entity| Entity::of(entity, table)).collect(),
        }
    }
}

impl From<&TableSchema> for Schema {
    fn from(table: &TableSchema) -> Self {
        Self::of(table)
    }
}

impl TableKey {
    fn of(table: &TableSchema, keys: &NamedKeys) -> Self {
        let typed = |name: &&'static str| TypedName {
            name: (*name).into(),
            attribute_type: table.type_of(name),
        };
        let [partition_key, sort_key] =
            [keys.pk, keys.sk].map(|names| names.list().iter().map(typed).collect());
        Self::new(partition_key, sort_key)
    }

    fn of_layout(table: &TableSchema, index: &IndexLayout) -> Self {
        let projection = Projection::of(index.projection);
        Self::of(table, &index.keys).of_index(index.name.into(), index.kind, projection)
    }
}

impl Projection {
    fn of(projection: schema::Projection) -> Self {
        match projection {
            schema::Projection::Keys => Self::Keys,
            schema::Projection::Include(_) => {
                Self::Include(projection.included().into_iter().map(Into::into).collect())
            }
            _ => Self::All,
        }
    }
}

impl Entity {
    fn of(entity: &'static EntitySchema, table: &TableSchema) -> Self {
        Self {
            name: entity.name().into(),
            type_name: entity.type_name().into(),
            prefix: Some(entity.prefix().into()),
            version: entity.version_attribute().map(Into::into),
            ttl: entity.ttl_attribute().map(Into::into),
            tenant: entity.tenant_field().map(Into::into),
            separator: entity.key().attributes().next().map_or('#', |own| own.pattern().separator),
            fields: Some(Fields::of(entity.stored_fields())),
            keys: entity.primary_keys().map(Key::of).collect(),
            index_keys: entity.indexes().map(Key::of).collect(),
            also_returned: table.also_returned(entity).map(AlsoReturned::of).collect(),
            notes: table.notes_of(entity),
        }
    }
}

impl AlsoReturned {
    fn of(rows: schema::AlsoReturned) -> Self {
        Self {
            entity: rows.entity().into(),
            key: rows.key().map(Into::into),
            index: rows.index().map(Into::into),
            alternative: rows.alternative().and_then(written),
            shape: rows.shape().map(Into::into),
            legacy: rows.former().map(Into::into),
            parts: rows.parts(),
        }
    }
}

impl Key {
    fn of(key: &'static KeySchema) -> Self {
        let name = key.index.or(key.alternative.map(|own| own.name));
        Self {
            index: key.index.map(Into::into),
            alternative: key.alternative.and_then(written),
            legacy: key.alternative.and_then(Alternative::former_name).map(Into::into),
            rust_name: key.called.or(name).map(Into::into),
            sparse: key.is_sparse(),
            optional: Some(key.optional.iter().map(ToString::to_string).collect()),
            attributes: key.attributes().map(Attribute::of).collect(),
        }
    }
}

/// The name of an alternative that is written.
fn written(own: Alternative) -> Option<String> {
    own.is_written.then(|| own.name.into())
}

impl Attribute {
    fn of(attribute: KeyAttribute) -> Self {
        let pattern = attribute.pattern();
        let pieces = pattern.segments.iter().map(|segment| match segment {
            Segment::Value(value) => Piece::Value(Value {
                source: format!("{}{}", value.field, value.call),
                is_rest: value.is_rest(),
                format: Some(value.format.into()),
                language: Language::of(value.language()),
                order: Some(value.order),
                aliases: value.aliases().iter().map(ToString::to_string).collect(),
            }),
            Segment::Literal(text) => Piece::Literal((*text).into()),
        });
        Self {
            name: attribute.name().into(),
            attribute_type: attribute.attribute_type(),
            is_sort_key: attribute.is_sort_key(),
            is_entry: pattern.entry.is_some(),
            separator: pattern.separator,
            pieces: pieces.collect(),
        }
    }
}
