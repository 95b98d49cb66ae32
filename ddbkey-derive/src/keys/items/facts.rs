//! What the conditions and edits of `ddbkey-aws` ask about a field, as one number of its record.

use syn::Type;

use super::field::{AttributeName, NamedField, is_converted};
use crate::keys::model::{Entity, Key, KeyDeclaration, Value};
use crate::known::{Kind, known};
use crate::serde::SerdeContainer;
use crate::types::{argument, bare, last_segment, option};

// The values of `facts` in `ddbkey/src/declaration/fields.rs`. The facts of a field are the sum of one value of each group.
const OWN_CODE: u16 = 1;
const SKIPPED: u16 = 2;
const FLATTENED: u16 = 3;
const ALIASED: u16 = 4;
const TWO_NAMES: u16 = 5;
const CONVERTED: u16 = 6;
const DEFAULTED: u16 = 10;
const MAY_BE_MISSING: u16 = 20;
const OPTIONAL: u16 = 100;
const IN_KEY: u16 = 1_000;
const READ_BY_METHOD: u16 = 2_000;
const LIST: u16 = 10_000;
const SEVERAL_FORMS: u16 = 20_000;

pub fn of(entity: &Entity<'_>, container: &SerdeContainer, field: &NamedField<'_>) -> u16 {
    let optional = option(bare(field.ty));
    let form = form(optional.unwrap_or(field.ty));
    let optional = if optional.is_some() { OPTIONAL } else { 0 };
    stored(container, field) + missing(container, field) + optional + used(entity, field) + form
}

/// Why the attribute does not hold the field as its type writes it, under one name.
fn stored(container: &SerdeContainer, field: &NamedField<'_>) -> u16 {
    if is_converted(container) {
        CONVERTED
    } else if field.serde.has("flatten") {
        FLATTENED
    } else if field.serde.unwritten().or_else(|| field.serde.unread()).is_some() {
        SKIPPED
    } else if field.has_other_code() {
        OWN_CODE
    } else if matches!(field.attribute, AttributeName::Unknown(_)) {
        TWO_NAMES
    } else if field.read.len() > 1 {
        ALIASED
    } else {
        0
    }
}

/// What a reader has for the field if an item lacks it. A missing `Option` is `None`, unless it has a default of its own.
fn missing(container: &SerdeContainer, field: &NamedField<'_>) -> u16 {
    let is_optional = option(bare(field.ty)).is_some();
    let is_left_out = field.serde.has("skip_serializing_if");
    match field.serde.default_is_plain() {
        Some(true) if is_optional => 0,
        Some(true) => DEFAULTED,
        Some(false) => MAY_BE_MISSING,
        None if container.options.has("default") || is_left_out && !is_optional => MAY_BE_MISSING,
        None => 0,
    }
}

/// How the keys of the entity use the field. An attribute of an index that holds the field alone is not built from it,
/// unless the item is in the index only if the field has a value.
fn used(entity: &Entity<'_>, field: &NamedField<'_>) -> u16 {
    let is_it = |value: &Value| value.is_field(&field.name);
    let mut primary = entity.primary_keys().flat_map(|(_, pk, sk)| [Some(pk), sk]).flatten();
    let mut of_indexes = entity.indexes.iter().flat_map(KeyDeclaration::own_keys);
    let is_input = |key: &Key| {
        key.entries.iter().any(|entry| {
            let is_alone = entry.own.as_ref().is_some_and(|own| own.is_field);
            let mut values = entry.segments.iter().filter_map(|segment| segment.value());
            values.any(|value| is_it(value) && (!is_alone || value.source.is_optional))
        })
    };
    if primary.any(|key| key.values().any(is_it)) || of_indexes.any(is_input) {
        IN_KEY
    } else if entity.own_keys().flat_map(Key::values).any(|value| value.source.is_method) {
        READ_BY_METHOD
    } else {
        0
    }
}

/// Types whose values serde writes in several forms: collections, and times and decimals, whose strings differ between
/// programs.
const SEVERAL: [&str; 20] = [
    "BTreeMap",
    "BTreeSet",
    "BigDecimal",
    "DateTime",
    "Decimal",
    "Duration",
    "HashMap",
    "HashSet",
    "IndexMap",
    "IndexSet",
    "LinkedList",
    "NaiveDateTime",
    "NaiveTime",
    "PrimitiveDateTime",
    "SystemTime",
    "Timestamp",
    "UtcDateTime",
    "Value",
    "VecDeque",
    "Zoned",
];

/// How many stored forms a value of the type has, as far as the name of the type shows.
fn form(ty: &Type) -> u16 {
    let ty = bare(ty);
    if let Some(element) = argument(ty, "Vec") {
        return if form(element) == 0 { LIST } else { SEVERAL_FORMS };
    }
    let name = last_segment(ty);
    let has_several = match known(ty).map(|known| known.kind) {
        Some(kind) => matches!(kind, Kind::Wide | Kind::Timestamp),
        None => name.is_some_and(|name| SEVERAL.contains(&name.as_str())),
    };
    let is_sequence = matches!(ty, Type::Tuple(_) | Type::Array(_) | Type::Slice(_));
    if has_several || is_sequence { SEVERAL_FORMS } else { 0 }
}

#[cfg(test)]
mod tests {
    use syn::{DeriveInput, parse_quote};

    use super::{
        ALIASED, CONVERTED, DEFAULTED, FLATTENED, IN_KEY, LIST, MAY_BE_MISSING, OPTIONAL, OWN_CODE,
        READ_BY_METHOD, SEVERAL_FORMS, SKIPPED, TWO_NAMES,
    };
    use crate::errors::Errors;
    use crate::keys::resolve;

    /// The facts of each field but `id`.
    fn facts(input: &DeriveInput) -> Vec<u16> {
        let mut errors = Errors::default();
        let entity = resolve::resolve(input, &mut errors);
        let errors = errors.in_source_order();
        assert!(errors.is_empty(), "{errors:?}");
        let fields = entity.items.fields.iter().filter(|field| field.name.as_str() != "id");
        fields
            .filter(|field| !field.read.is_empty() || field.facts != 0)
            .map(|own| own.facts)
            .collect()
    }

    #[test]
    fn how_serde_stores_a_field() {
        let of_fields = facts(&parse_quote! {
            #[pk("A", id)]
            struct A {
                id: String,
                plain: u32,
                #[serde(with = "w")] with: u32,
                #[serde(deserialize_with = "w")] read_with: u32,
                #[serde(skip)] skipped: u32,
                #[serde(skip_deserializing)] unread: u32,
                #[serde(flatten)] flattened: B,
                #[serde(alias = "b")] aliased: u32,
                #[serde(rename = "c")] renamed: u32,
                #[serde(rename(serialize = "d"))] two: u32,
            }
        });
        let two = [TWO_NAMES];
        let expected =
            [0, OWN_CODE, OWN_CODE, SKIPPED, SKIPPED, FLATTENED, ALIASED, 0].into_iter().chain(two);
        assert_eq!(of_fields, expected.collect::<Vec<_>>());
        let converted = facts(&parse_quote! {
            #[pk("A", id)]
            #[serde(from = "Raw")]
            struct A { id: String, plain: u32 }
        });
        assert_eq!(converted, [CONVERTED]);
    }

    #[test]
    fn what_a_row_without_it_has() {
        let of_fields = facts(&parse_quote! {
            #[pk("A", id)]
            struct A {
                id: String,
                #[serde(default)] plain: u32,
                #[serde(default = "f")] other: u32,
                #[serde(skip_serializing_if = "is_zero")] left_out: u32,
                maybe: Option<u32>,
                #[serde(default, skip_serializing_if = "Option::is_none")] bare: Option<u32>,
                #[serde(default = "f")] some: Option<u32>,
            }
        });
        let (other, some) = (MAY_BE_MISSING, OPTIONAL + MAY_BE_MISSING);
        assert_eq!(of_fields, [DEFAULTED, other, other, OPTIONAL, OPTIONAL, some]);
        let of_struct = facts(&parse_quote! {
            #[pk("A", id)]
            #[serde(default)]
            struct A { id: String, n: u32, maybe: Option<u32>, #[serde(default)] own: u32 }
        });
        assert_eq!(of_struct, [other, some, DEFAULTED]);
    }

    #[test]
    fn how_keys_use_a_field() {
        let of_fields = facts(&parse_quote! {
            #[pk("A", id)]
            #[sk("A", a)]
            #[was("v1", sk = ("A", legacy))]
            #[gsi("one", pk = ("B", part), sk = [score])]
            #[gsi("two", pk = ["{rank:04}" as "text"], sk = [rank])]
            #[gsi("three", pk = [maybe])]
            struct A {
                id: String, a: u32, legacy: u32, part: String, score: u32, rank: u32,
                maybe: Option<u32>, free: u32,
            }
        });
        let maybe = IN_KEY + OPTIONAL;
        assert_eq!(of_fields, [IN_KEY, IN_KEY, IN_KEY, 0, IN_KEY, maybe, 0]);
        let with_method = facts(&parse_quote! {
            #[pk("BAND", band() -> u8)]
            #[gsi("one", pk = ("B", part), sk = (id))]
            struct A { id: String, part: u32, free: u32 }
        });
        assert_eq!(with_method, [IN_KEY, READ_BY_METHOD]);
    }

    #[test]
    fn how_many_forms_a_value_has() {
        let of_fields = facts(&parse_quote! {
            #[pk("A", id)]
            struct A {
                id: String, status: Status, day: jiff::civil::Date, at: jiff::Timestamp, wide: u128,
                tags: Vec<String>, times: Vec<Timestamp>, map: std::collections::HashMap<u8, u8>,
                pair: (u8, u8), maybe: Option<Vec<u8>>,
            }
        });
        let several = SEVERAL_FORMS;
        let maybe = OPTIONAL + LIST;
        assert_eq!(of_fields, [0, 0, several, several, LIST, several, several, several, maybe]);
    }
}
