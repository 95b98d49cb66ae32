//! The layout of a snapshot: what is a table of TOML, or an object of JSON, and under which name.
//!
//! People review the differences of this document. Each header names its entity, lists are only where the order matters, and
//! what follows from the rest is left out.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey::__private::engine::ValueOrder;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::key::CURRENT;
use super::{Attribute, Entity, Field, Key, Piece, Schema, TableKey, Value, template};

/// The version of the layout.
const FORMAT: u32 = 1;

/// The types of attributes that a field can have.
const FIELD_TYPES: [&str; 4] = ["S", "N", "BOOL", "L"];

/// The names of the orders of values.
const ORDERS: [(&str, ValueOrder); 5] = [
    ("always", ValueOrder::Always),
    ("descending", ValueOrder::Descending),
    ("last", ValueOrder::Last),
    ("number", ValueOrder::Number),
    ("never", ValueOrder::Never),
];

type Map<T> = BTreeMap<String, T>;

/// The layout of a document, which may have anything else. It is read before the document.
#[derive(Deserialize)]
pub(super) struct Format {
    #[serde(rename = "format", deserialize_with = "known_format")]
    _format: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    #[serde(deserialize_with = "known_format")]
    format: u32,
    table: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_attribute: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<String>,
    /// The key attributes of type N. All others have type S.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    numbers: BTreeSet<String>,
    key: TableKey,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    index: Map<TableKey>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    entity: Map<EntityTable>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntityTable {
    #[serde(skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    type_names: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    type_name_was: BTreeSet<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    separator: Option<char>,
    /// Whether a field is flattened.
    #[serde(default, skip_serializing_if = "is_false")]
    flattened: bool,
    /// Whether serde denies unknown fields.
    #[serde(default, skip_serializing_if = "is_false")]
    strict: bool,
    /// Whether serde converts the struct from or into another type.
    #[serde(default, skip_serializing_if = "is_false")]
    converted: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entries: Vec<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    separators: Map<char>,
    key: Map<Template>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    also_returned: Map<usize>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    also_returned_under: Map<usize>,
    /// The alternatives, in the order in which they are tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    or: Vec<KeyTable>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    was: Map<KeyTable>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    index: Map<KeyTable>,
    /// The indexes that the entity declares several times, with their keys in the order in which they are tried.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    shapes: Map<Vec<KeyTable>>,
    /// What templates do not tell about some values.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    value: Map<ValueTable>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    field: Map<FieldTable>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyTable {
    /// The name of an alternative.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The name in Rust.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    rust_name: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    optional: Vec<String>,
    /// The attributes in square brackets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entries: Vec<String>,
    /// The separators that differ from the separator of the entity.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    separators: Map<char>,
    key: Map<Template>,
    /// The entities whose rows a query also returns, with the greatest number of parts.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    also_returned: Map<usize>,
    /// The same for rows of the entity under its other keys.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    also_returned_under: Map<usize>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueTable {
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of the document")]
struct FieldTable {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    attribute_type: Option<String>,
    /// The type in Rust, if not each value of the attribute's type is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    /// Whether it is an `Option`.
    #[serde(default, skip_serializing_if = "is_false")]
    optional: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    default: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    omitted: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    demanded: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    custom: bool,
    /// The attribute, if it does not have the name of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    unwritten: bool,
    /// The attributes that are read, if these are not only the written one.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<Vec<String>>,
}

/// A template, as a string.
struct Template(Vec<Piece>);

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        template::print(&self.0, ToString::to_string).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        template::read(&text).map(Self).map_err(D::Error::custom)
    }
}

fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let format = u32::deserialize(deserializer)?;
    if format == FORMAT {
        return Ok(format);
    }
    Err(D::Error::custom(format_args!(
        "the schema has format {format}, and this version of `ddbkey-tools` reads format {FORMAT}"
    )))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
const fn is_false(is_set: &bool) -> bool {
    !*is_set
}

/// A mistake in a document that is otherwise well formed.
pub(super) struct Mistake {
    /// The header of its table in TOML, without brackets.
    pub(super) header: String,
    pub(super) fault: String,
}

impl Document {
    pub(super) fn of(schema: &Schema) -> Self {
        let index = |key: &TableKey| (key.index.clone().unwrap_or_default(), key.clone());
        let entities = schema.entities.iter();
        Self {
            format: FORMAT,
            table: schema.name.clone(),
            type_attribute: schema.type_attribute.clone(),
            ttl: schema.ttl.clone(),
            numbers: schema.numbers.clone(),
            key: schema.key.clone(),
            index: schema.indexes.iter().map(index).collect(),
            entity: entities.map(|own| (own.name.clone(), EntityTable::of(own))).collect(),
        }
    }

    pub(super) fn into_schema(self) -> Result<Schema, Mistake> {
        let indexes = self.index.into_iter();
        let mut schema = Schema {
            name: self.table,
            key: self.key,
            indexes: indexes.map(|(name, own)| TableKey { index: Some(name), ..own }).collect(),
            numbers: self.numbers,
            type_attribute: self.type_attribute,
            ttl: self.ttl,
            entities: Vec::new(),
        };
        schema.check_attributes()?;
        let entities = self.entity.into_iter().map(|(name, own)| own.into_entity(name, &schema));
        schema.entities = entities.collect::<Result<_, _>>()?;
        Ok(schema)
    }
}

impl Schema {
    /// Checks the keys of the table and its indexes: each has a partition key and no attribute twice.
    fn check_attributes(&self) -> Result<(), Mistake> {
        for key in self.keys() {
            let header = key.index.as_ref().map_or("key".into(), |name| format!("index.{name}"));
            let names: BTreeSet<_> = key.names().collect();
            let fault = if key.index.is_some() != key.kind.is_some() {
                "an index has a `kind`, and the table has none"
            } else if key.partition_key.is_empty() {
                "the partition key has no attribute"
            } else if names.len() < key.names().count() {
                "an attribute is in the key twice"
            } else {
                continue;
            };
            return Err(Mistake { header, fault: fault.into() });
        }
        match self.numbers.iter().find(|name| self.keys().all(|key| !key.has(name))) {
            Some(name) => {
                let fault = format!("`{name}` in `numbers` is not a key attribute");
                Err(Mistake { header: String::new(), fault })
            }
            None => Ok(()),
        }
    }
}

impl EntityTable {
    fn of(entity: &Entity) -> Self {
        let other = |name: &String| Some(name.clone()).filter(|name| *name != entity.name);
        let plain = entity.keys.first().map(|key| KeyTable::of(key, entity)).unwrap_or_default();
        let named = |key: &Key| (key.name().to_owned(), KeyTable::of(key, entity));
        let mut shapes: Map<Vec<_>> = BTreeMap::new();
        for key in entity.index_keys.iter().filter(|key| entity.shape(key).is_some()) {
            shapes.entry(key.name().into()).or_default().push(KeyTable::of(key, entity));
        }
        let fields = entity.fields.iter();
        Self {
            type_name: other(&entity.type_name),
            type_names: entity.type_names.iter().cloned().collect(),
            type_name_was: entity.type_name_was.iter().cloned().collect(),
            prefix: other(&entity.prefix),
            version: entity.version.clone(),
            ttl: entity.ttl.clone(),
            tenant: entity.tenant.clone(),
            separator: Some(entity.separator).filter(|own| *own != '#'),
            flattened: entity.flattened,
            strict: entity.strict,
            converted: entity.converted,
            entries: plain.entries,
            separators: plain.separators,
            key: plain.key,
            also_returned: plain.also_returned,
            also_returned_under: plain.also_returned_under,
            or: entity.alternatives().map(|key| KeyTable::of(key, entity)).collect(),
            was: entity.legacy_keys().map(named).collect(),
            index: entity.single_index_keys().map(named).collect(),
            shapes,
            value: ValueTable::of(entity),
            field: fields.map(|own| (own.name.clone(), FieldTable::of(own))).collect(),
        }
    }

    fn into_entity(self, name: String, schema: &Schema) -> Result<Entity, Mistake> {
        let plain = KeyTable {
            entries: self.entries,
            separators: self.separators,
            key: self.key,
            also_returned: self.also_returned,
            also_returned_under: self.also_returned_under,
            ..KeyTable::default()
        };
        let header = format!("entity.{name}");
        let reader = KeyReader { schema, entity: &name, separator: self.separator.unwrap_or('#') };
        let mut keys = vec![reader.key(plain, &header, None)?];
        for own in self.or {
            let alternative = own.name.clone();
            let Some(alternative) = alternative.filter(|own| own != CURRENT) else {
                let fault = "the name of an alternative is missing".into();
                return Err(Mistake { header: format!("{header}.or"), fault });
            };
            let mut key = reader.key(own, &format!("{header}.or"), None)?;
            key.rust_name.get_or_insert_with(|| alternative.clone());
            keys.push(Key { alternative: Some(alternative), ..key });
        }
        for (legacy, own) in self.was {
            let key = reader.key(own, &format!("{header}.was.{legacy}"), None)?;
            let rust_name = key.rust_name.or_else(|| Some(legacy.clone()));
            keys.push(Key { legacy: Some(legacy), rust_name, ..key });
        }
        let mut indexes: Map<Vec<_>> =
            self.index.into_iter().map(|(index, own)| (index, vec![own])).collect();
        for (index, own) in self.shapes {
            indexes.entry(index).or_default().extend(own);
        }
        let mut index_keys = Vec::new();
        for (index, own) in indexes {
            let header =
                format!("{header}.{}.{index}", if own.len() > 1 { "shapes" } else { "index" });
            for own in own {
                index_keys.push(reader.key(own, &header, Some(&index))?);
            }
        }
        let fields = self.field.into_iter().map(|(name, own)| {
            let header = format!("{header}.field.{name}");
            own.into_field(name).map_err(|fault| Mistake { header, fault })
        });
        let mut entity = Entity {
            type_name: self.type_name.unwrap_or_else(|| name.clone()),
            type_names: self.type_names.into_iter().collect(),
            type_name_was: self.type_name_was.into_iter().collect(),
            prefix: self.prefix.unwrap_or_else(|| name.clone()),
            name,
            version: self.version,
            ttl: self.ttl,
            tenant: self.tenant,
            separator: self.separator.unwrap_or('#'),
            fields: fields.collect::<Result<_, _>>()?,
            flattened: self.flattened,
            strict: self.strict,
            converted: self.converted,
            keys,
            index_keys,
        };
        for value in entity.values_mut() {
            let Some(own) = self.value.get(&value.source) else { continue };
            value.aliases.clone_from(&own.aliases);
            let Some(name) = &own.order else { continue };
            let order = ORDERS.iter().find(|(own, _)| own == name).ok_or_else(|| Mistake {
                header: format!("{header}.value"),
                fault: format!("`{name}` is not an order of values"),
            })?;
            value.order = order.1;
        }
        Ok(entity)
    }
}

impl Entity {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let keys = self.keys.iter_mut().chain(&mut self.index_keys);
        let pieces = keys.flat_map(|key| &mut key.attributes).flat_map(|own| &mut own.pieces);
        pieces.filter_map(Piece::value_mut)
    }
}

/// What the attributes of a key follow from.
struct KeyReader<'r> {
    schema: &'r Schema,
    entity: &'r str,
    separator: char,
}

impl KeyReader<'_> {
    /// Returns the key of the table or of an index, which has exactly its attributes.
    fn key(&self, own: KeyTable, header: &str, index: Option<&str>) -> Result<Key, Mistake> {
        let mistake = |fault| Mistake { header: header.into(), fault };
        let table = self.schema.key_of(index).ok_or_else(|| {
            mistake(format!("`{}` is in an index that the table does not have", self.entity))
        })?;
        let named = own.entries.iter().chain(own.separators.keys()).chain(own.key.keys());
        if let Some(name) = named.into_iter().find(|name| !table.has(name)) {
            let names = table.names().collect::<Vec<_>>().join("`, `");
            return Err(mistake(format!(
                "`{name}` of `{}` is not an attribute of this key, which are: `{names}`",
                self.entity
            )));
        }
        let mut templates = own.key;
        let attributes = table.names().enumerate().map(|(at, name)| {
            let Template(pieces) = templates.remove(name).ok_or_else(|| {
                mistake(format!("key attribute `{name}` of `{}` is missing", self.entity))
            })?;
            Ok(Attribute {
                attribute_type: self.schema.type_of(name),
                is_sort_key: at >= table.partition_key.len(),
                is_entry: own.entries.iter().any(|own| own == name),
                separator: own.separators.get(name).copied().unwrap_or(self.separator),
                name: name.into(),
                pieces,
            })
        });
        let attributes = attributes.collect::<Result<_, _>>()?;
        Ok(Key {
            index: index.map(Into::into),
            alternative: None,
            legacy: None,
            rust_name: own.rust_name.or(index.map(Into::into)),
            optional: own.optional,
            attributes,
            also_returned: own.also_returned,
            also_returned_under: own.also_returned_under,
        })
    }
}

impl KeyTable {
    fn of(key: &Key, entity: &Entity) -> Self {
        let attributes = || key.attributes.iter();
        let others = attributes().filter(|own| own.separator != entity.separator);
        let template = |own: &Attribute| (own.name.clone(), Template(own.pieces.clone()));
        Self {
            name: key.alternative.clone(),
            rust_name: key.given_name().map(Into::into),
            optional: key.optional.clone(),
            entries: attributes().filter(|own| own.is_entry).map(|own| own.name.clone()).collect(),
            separators: others.map(|own| (own.name.clone(), own.separator)).collect(),
            key: attributes().map(template).collect(),
            also_returned: key.also_returned.clone(),
            also_returned_under: key.also_returned_under.clone(),
        }
    }
}

impl ValueTable {
    /// Returns what templates do not tell: an order that differs from the usual one, and aliases.
    fn of(entity: &Entity) -> Map<Self> {
        let keys = entity.keys.iter().chain(&entity.index_keys);
        let unusual = keys.flat_map(Key::values).filter_map(|value| {
            let order = ORDERS.iter().find(|(_, order)| *order == value.order);
            let order = order.filter(|_| value.order != value.usual_order());
            let order = order.map(|(name, _)| (*name).to_owned());
            let mut aliases = value.aliases.clone();
            aliases.sort();
            let is_unusual = order.is_some() || !aliases.is_empty();
            is_unusual.then(|| (value.source.clone(), Self { order, aliases }))
        });
        unusual.collect()
    }
}

impl FieldTable {
    fn of(field: &Field) -> Self {
        Self {
            attribute_type: field.attribute_type.clone(),
            range: field.range.clone(),
            optional: field.optional,
            default: field.default,
            omitted: field.omitted,
            demanded: field.demanded,
            custom: field.custom,
            written: field.written.clone().filter(|written| *written != field.name),
            unwritten: field.written.is_none(),
            read: (!field.read.iter().eq(&field.written)).then(|| field.read.clone()),
        }
    }

    fn into_field(self, name: String) -> Result<Field, String> {
        let is_known = |own: &String| FIELD_TYPES.contains(&own.as_str());
        if let Some(other) = self.attribute_type.as_ref().filter(|own| !is_known(own)) {
            return Err(format!("`{other}` is not a type of attributes of fields"));
        }
        let written = (!self.unwritten).then(|| self.written.unwrap_or_else(|| name.clone()));
        Ok(Field {
            read: self.read.unwrap_or_else(|| written.iter().cloned().collect()),
            name,
            written,
            attribute_type: self.attribute_type,
            range: self.range,
            optional: self.optional,
            default: self.default,
            omitted: self.omitted,
            demanded: self.demanded,
            custom: self.custom,
        })
    }
}
