//! Builds a schema from a declaration.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey::__private::{Alternative, EntitySchema, KeySchema, NamedKeys, Segment};
use ddbkey::schema::{AttributeType, IndexLayout, KeyAttribute, Projection, TableSchema};

use super::{Attribute, Entity, Field, Key, Language, Piece, Schema, TableKey, Value};

impl Schema {
    /// Returns the schema of a table, with entities and indexes as they are declared.
    #[must_use]
    pub fn of(table: &TableSchema) -> Self {
        let mut schema = Self {
            name: table.name().into(),
            key: TableKey::of(&table.keys()),
            indexes: table.indexes().map(|own| TableKey::of_layout(&own)).collect(),
            numbers: BTreeSet::new(),
            type_attribute: table.type_attribute().map(Into::into),
            ttl: table.ttl_attribute().map(Into::into),
            entities: table.entities().iter().map(|entity| Entity::of(entity)).collect(),
        };
        let is_number = |name: &&str| table.type_of(name) == AttributeType::N;
        let names = schema.keys().flat_map(TableKey::names);
        schema.numbers = names.filter(is_number).map(Into::into).collect();
        schema.find_companions();
        schema
    }
}

impl From<&TableSchema> for Schema {
    fn from(table: &TableSchema) -> Self {
        Self::of(table)
    }
}

impl TableKey {
    fn of(keys: &NamedKeys) -> Self {
        let [partition_key, sort_key] =
            [keys.pk, keys.sk].map(|own| own.list().iter().map(ToString::to_string).collect());
        Self { index: None, kind: None, partition_key, sort_key, projection: None }
    }

    fn of_layout(index: &IndexLayout) -> Self {
        Self {
            index: Some(index.name.into()),
            kind: Some(index.kind),
            projection: (index.projection != Projection::All)
                .then(|| index.projection.included().into_iter().map(Into::into).collect()),
            ..Self::of(&index.keys)
        }
    }
}

impl Entity {
    fn of(entity: &'static EntitySchema) -> Self {
        let fields = entity.stored_fields();
        Self {
            name: entity.name().into(),
            type_name: entity.type_name().into(),
            type_names: owned(entity.entity.type_names),
            type_name_was: owned(entity.entity.legacy_type_names),
            prefix: entity.prefix().into(),
            version: entity.version_attribute().map(Into::into),
            ttl: entity.ttl_attribute().map(Into::into),
            tenant: entity.tenant_field().map(Into::into),
            separator: entity.key().attributes().next().map_or('#', |own| own.pattern().separator),
            fields: Field::all(fields.records),
            flattened: fields.has_flattened,
            strict: fields.is_strict,
            converted: fields.is_converted,
            keys: entity.primary_keys().map(Key::of).collect(),
            index_keys: entity.indexes().map(Key::of).collect(),
        }
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

impl Key {
    fn of(key: &'static KeySchema) -> Self {
        let name = key.index.or(key.alternative.map(|own| own.name));
        Self {
            index: key.index.map(Into::into),
            alternative: key.alternative.filter(|own| own.is_written).map(|own| own.name.into()),
            legacy: key.alternative.and_then(Alternative::legacy_name).map(Into::into),
            rust_name: key.called.or(name).map(Into::into),
            optional: key.optional.iter().map(ToString::to_string).collect(),
            attributes: key.attributes().map(Attribute::of).collect(),
            also_returned: BTreeMap::new(),
            also_returned_under: BTreeMap::new(),
        }
    }
}

impl Attribute {
    fn of(attribute: KeyAttribute) -> Self {
        let pattern = attribute.pattern();
        let pieces = pattern.segments.iter().map(|segment| match segment {
            Segment::Value(value) => Piece::Value(Value {
                source: format!("{}{}", value.field, value.call),
                is_rest: value.is_rest(),
                format: value.format.into(),
                language: Language::of(value.language()),
                order: value.order,
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
