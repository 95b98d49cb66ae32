//! The names of all items that are generated for an entity. The rules look for duplicates among them, and the generated
//! code uses them.

use std::fmt;

use heck::ToUpperCamelCase;
use proc_macro2::Span;
use quote::format_ident;
use syn::Ident;

use super::model::KeyDeclaration;
use crate::names::RustName;

/// The methods that every entity has and that a method of an index would hide. A test compares them with the traits.
pub const RESERVED_METHODS: [&str; 18] = [
    "pk",
    "sk",
    "key",
    "keys",
    "query",
    "parse_pk",
    "parse_sk",
    "parse_key",
    "start_key",
    "all_keys",
    "update_item",
    "update_item_narrow",
    "try_update_item",
    "check_item",
    "to_item",
    "from_item",
    "read",
    "read_page",
];

/// The variant of the current key in the enum of all keys of an entity with legacy keys.
pub const CURRENT: &str = "Current";

/// The variant of the key in `#[pk]` and `#[sk]` in the enum of the keys that are written.
pub const PLAIN: &str = "Plain";

/// The structs that every entity has.
const RESERVED_SUFFIXES: [&str; 4] = ["Pk", "Sk", "Key", "Query"];

/// The methods that every query has and that a method of a part would hide. A test compares them as well.
pub const QUERY_METHODS: [&str; 3] = ["build", "build_or_none", "descending"];

/// Methods that queries have in other libraries. Here, a call of one does not compile, and the error says why. A part may have
/// one of these names.
pub const OF_REQUEST: [&str; 2] = ["limit", "filter"];

/// Whether DynamoDB allows the name for an index.
pub fn is_index_name(name: &str) -> bool {
    name.len() >= 3 && is_key_name(name)
}

/// Whether it can be the name of a primary key: the name of an index, or a shorter one.
pub fn is_key_name(name: &str) -> bool {
    (1..=255).contains(&name.len())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// The names that are generated for an entity or for one of its indexes.
#[derive(Clone, Copy)]
pub struct ItemNames<'e> {
    entity: &'e RustName,
    index: Option<&'e RustName>,
}

impl<'e> ItemNames<'e> {
    pub fn of(entity: &'e RustName, index: Option<&'e KeyDeclaration>) -> Self {
        Self { entity, index: index.map(|index| &index.ident) }
    }

    fn index(self) -> String {
        self.index.map(ToString::to_string).unwrap_or_default()
    }

    fn structure(self, suffix: &str) -> Ident {
        // The entity's span lets an editor rename these with the entity.
        format_ident!("{}{}{suffix}", self.entity.ident(), self.index().to_upper_camel_case())
    }

    /// The span of the index's name leads an editor to the name.
    fn method(self, name: fmt::Arguments<'_>) -> Ident {
        Ident::new(&name.to_string(), self.index.map_or_else(Span::call_site, RustName::span))
    }

    /// `OrderPk`, `OrderByStatusPk`
    pub fn pk(self) -> Ident {
        self.structure("Pk")
    }

    /// `OrderSk`
    pub fn sk(self) -> Ident {
        self.structure("Sk")
    }

    /// `OrderKey`, `OrderByStatus`
    pub fn pair(self) -> Ident {
        self.structure(if self.index.is_some() { "" } else { "Key" })
    }

    /// `OrderQuery`, `OrderByStatusQuery`
    pub fn query(self) -> Ident {
        self.structure("Query")
    }

    /// `parse_by_status`
    pub fn parse(self) -> Ident {
        self.method(format_args!("parse_{}", self.index()))
    }

    /// `query_by_status`
    pub fn start_query(self) -> Ident {
        self.method(format_args!("query_{}", self.index()))
    }

    /// `by_status_start_key`
    pub fn start_key(self) -> Ident {
        self.method(format_args!("{}_start_key", self.index()))
    }

    /// `OrderAnyKey`
    pub fn any_key(self) -> Ident {
        self.structure("AnyKey")
    }

    /// `OrderPlain`
    pub fn plain(self) -> Ident {
        self.structure(PLAIN)
    }

    /// `V1`, the variant of a primary key
    pub fn variant(self) -> Ident {
        format_ident!("{}", self.index().to_upper_camel_case())
    }

    /// The items that an index adds to its entity, as messages name them.
    pub fn items(self) -> Vec<String> {
        let structs = [self.pair(), self.pk(), self.query()];
        let methods =
            [format_ident!("{}", self.index()), self.parse(), self.start_query(), self.start_key()];
        methods
            .iter()
            .map(|name| method_in_words(&name.to_string()))
            .chain(structs.iter().map(type_in_words))
            .collect()
    }

    /// The items that an entity has without any index, as messages name them.
    pub fn reserved(entity: &RustName) -> Vec<String> {
        RESERVED_METHODS
            .iter()
            .map(|method| method_in_words(method))
            .chain(RESERVED_SUFFIXES.iter().map(|suffix| format!("type `{entity}{suffix}`")))
            .collect()
    }
}

/// A method of the entity, as messages name it.
pub fn method_in_words(name: &str) -> String {
    format!("method `{name}`")
}

/// A type, as messages name it.
pub fn type_in_words(name: &Ident) -> String {
    format!("type `{name}`")
}

/// The methods of a query for one part.
pub fn part_methods(name: &str) -> [String; 3] {
    [name.to_owned(), format!("{name}_in"), format!("{name}_starting_with")]
}
