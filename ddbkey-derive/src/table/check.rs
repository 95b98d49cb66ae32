//! From the input to the model: the entities, and the names of attributes and indexes.

use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Expr, ExprLit, Fields, GenericParam, Ident, Lit,
    LitStr, Meta, MetaNameValue, Path, Type, parse_quote,
};

use crate::errors::Errors;
use crate::keys::{IndexKind, is_index_name};
use crate::types::{boxed, mentions, type_text};
use crate::{message, options};

/// A table after its check. If no mistake was reported, all of it is valid.
pub struct Table<'a> {
    pub input: &'a DeriveInput,
    pub runtime: Path,
    /// The names of the table's own attributes, if the declaration gives them.
    pub names: Option<(String, Option<String>)>,
    pub type_attribute: Option<String>,
    pub indexes: Vec<TableIndex>,
    /// The variants and their entities.
    pub entities: Vec<(&'a Ident, &'a Type)>,
    /// The variants that hold their entity in a box.
    pub boxed: Vec<&'a Ident>,
    /// Whether a mistake was reported. Then variants may be left out.
    pub is_faulty: bool,
}

pub struct TableIndex {
    pub kind: IndexKind,
    pub name: String,
    pub pk: Vec<String>,
    pub sk: Vec<String>,
    pub projection: Projection,
}

/// The attributes that an index holds.
#[derive(Clone, Default)]
pub enum Projection {
    #[default]
    All,
    Keys,
    /// The keys and these attributes.
    Include(Vec<LitStr>),
}

/// The maximum number of attributes that DynamoDB allows in the projections of all indexes of a table.
const MAX_INCLUDED: usize = 100;

const KNOWN: [&str; 4] = ["pk", "sk", "type_attribute", "crate"];

pub fn check<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Table<'a> {
    let mut table = Table {
        input,
        runtime: parse_quote!(::ddbkey),
        names: None,
        type_attribute: None,
        indexes: Vec::new(),
        entities: Vec::new(),
        boxed: Vec::new(),
        is_faulty: false,
    };
    table.read_options(errors);
    table.read_indexes(errors);
    table.refuse_many_included(errors);
    match &input.data {
        Data::Enum(data) => table.read_entities(data, errors),
        Data::Struct(data) => errors.push(message::not_a_table(data.struct_token, "a struct")),
        Data::Union(data) => errors.push(message::not_a_table(data.union_token, "a union")),
    }
    table.refuse_parameters(errors);
    table
}

impl<'a> Table<'a> {
    /// Refuses type parameters, because entities are compared at compile time. An entity that mentions a type parameter
    /// is left out.
    fn refuse_parameters(&mut self, errors: &mut Errors) {
        for parameter in &self.input.generics.params {
            let ident = match parameter {
                GenericParam::Lifetime(_) => continue,
                GenericParam::Type(parameter) => &parameter.ident,
                GenericParam::Const(parameter) => &parameter.ident,
            };
            errors.push(message::generic_table(parameter));
            self.entities.retain(|(_, entity)| !mentions(entity, ident));
        }
    }

    /// The names of the table's own attributes.
    pub fn key_names(&self) -> (String, Option<String>) {
        self.names.clone().unwrap_or_else(|| ("pk".into(), Some("sk".into())))
    }

    fn read_options(&mut self, errors: &mut Errors) {
        let (mut pk, mut sk) = (None, None);
        let options = options::of(&self.input.attrs, "ddb", errors);
        for (name, option) in &options {
            let attribute =
                |example| options::some_text(option, example, message::empty_attribute_name);
            let read = match name.as_str() {
                "pk" => attribute("pk = \"PK\"").map(|text| pk = Some(text)),
                "sk" => attribute("sk = \"SK\"").map(|text| sk = Some(text)),
                "type_attribute" => attribute("type_attribute = \"type\"")
                    .map(|text| self.type_attribute = Some(text)),
                "crate" => options::runtime(option).map(|path| self.runtime = path),
                _ => Err(message::unknown_option(option.path(), "ddb", name, &KNOWN)),
            };
            errors.ok(read);
        }
        self.names = match (pk, sk) {
            (None, None) => None,
            (pk, sk) => Some((pk.unwrap_or_else(|| "pk".into()), sk)),
        };
        let place = |wanted: &str| {
            let option = options.iter().find(|(name, _)| name == wanted);
            option.map(|(_, option)| options::value(option))
        };
        if let Some((pk, Some(sk))) = &mut self.names
            && pk == sk
        {
            errors.push(message::both_keys_in_one_attribute(place("sk"), &*sk));
            *sk = format!("{sk}_sk");
        }
        let (pk, sk) = self.key_names();
        // An attribute of an index may hold the name of the entity as its literal, which the runtime checks.
        if let Some(name) = &mut self.type_attribute
            && [&pk].into_iter().chain(&sk).any(|key| key == name)
        {
            errors.push(message::type_attribute_of_key(place("type_attribute"), &*name));
            *name = format!("{name}_type");
        }
    }

    fn read_indexes(&mut self, errors: &mut Errors) {
        for attribute in &self.input.attrs {
            let Some(kind) = IndexKind::of(attribute) else { continue };
            let names = IndexNames::of(attribute, errors);
            let Some(names) = errors.ok(names).flatten() else { continue };
            let name = names.name.value();
            if !is_index_name(&name) {
                errors.push(message::index_name(&names.name, &name));
            }
            if self.indexes.iter().any(|index| index.name == name) {
                errors.push(message::name_given_twice(&names.name, "index", &name));
            } else if let Some(index) = errors.ok(self.index(kind, &names)) {
                self.indexes.push(index);
            }
        }
    }

    fn refuse_many_included(&self, errors: &mut Errors) {
        let mut included = self.indexes.iter().flat_map(|index| index.projection.included());
        errors.extend(included.nth(MAX_INCLUDED).map(message::too_many_included));
    }

    fn index(&self, kind: IndexKind, names: &IndexNames) -> Result<TableIndex, Error> {
        let name = names.name.value();
        if let (IndexKind::Lsi, Some((keyword, _))) = (kind, names.given("pk")) {
            return Err(message::lsi_with_pk(keyword));
        }
        for (keyword, texts) in &names.keys {
            if let Some(empty) = texts.iter().find(|text| text.value().is_empty()) {
                return Err(message::empty_attribute_name(empty));
            }
            if let [_, _, _, _, fifth, ..] = texts.as_slice() {
                let which = if keyword.is_ident("pk") { "partition key" } else { "sort key" };
                return Err(message::too_many_attributes(fifth, &name, which));
            }
            if let (IndexKind::Lsi, [_, second, ..]) = (kind, texts.as_slice()) {
                let what = "the sort key of a local index";
                return Err(message::several_attributes(second, what, "remove this attribute"));
            }
        }
        let text = |key: &str| {
            names.given(key).map(|(_, texts)| texts.iter().map(LitStr::value).collect::<Vec<_>>())
        };
        let pk = match kind {
            IndexKind::Gsi => text("pk").unwrap_or_else(|| vec![format!("{name}pk")]),
            IndexKind::Lsi => vec![self.key_names().0],
        };
        let has_sk = kind == IndexKind::Lsi || names.keys.is_empty();
        let default_sk = has_sk.then(|| format!("{name}sk"));
        let sk = text("sk").unwrap_or_else(|| default_sk.into_iter().collect());
        let all: Vec<_> = pk.iter().chain(&sk).collect();
        if let Some(twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
            let mut given = names.keys.iter().flat_map(|(_, texts)| texts).rev();
            let place = given.find(|text| text.value() == *all[twice]).unwrap_or(&names.name);
            return Err(message::attribute_twice(place, all[twice], &name));
        }
        let projection = names.projection.clone().unwrap_or_default();
        Ok(TableIndex { kind, name, pk, sk, projection })
    }

    fn read_entities(&mut self, data: &'a DataEnum, errors: &mut Errors) {
        if data.variants.is_empty() {
            errors.push(message::empty_table(&self.input.ident, &self.input.ident));
        }
        for variant in &data.variants {
            match &variant.fields {
                Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                    let held = &fields.unnamed[0].ty;
                    let inner = boxed(held);
                    self.boxed.extend(inner.map(|_| &variant.ident));
                    let entity = inner.unwrap_or(held);
                    let name = type_text(entity);
                    if self.entities.iter().any(|(_, other)| type_text(other) == name) {
                        errors.push(message::entity_twice(entity, &name));
                    }
                    self.entities.push((&variant.ident, entity));
                }
                Fields::Unit => {
                    errors.push(message::not_an_entity(&variant.ident, &variant.ident));
                }
                fields => errors.push(message::not_an_entity(fields, &variant.ident)),
            }
        }
    }
}

/// `"GSI1", pk = "GSI1PK", sk = ["round", "id"], projection = keys`.
struct IndexNames {
    name: LitStr,
    keys: Vec<(Path, Vec<LitStr>)>,
    projection: Option<Projection>,
}

impl IndexNames {
    fn of(attribute: &Attribute, errors: &mut Errors) -> Result<Option<Self>, Error> {
        if !options::is_in_round_brackets(&attribute.meta) {
            let name = attribute.path().to_token_stream();
            errors.push(message::table_index_not_a_list(&attribute.meta, name));
        }
        let Meta::List(list) = &attribute.meta else { return Ok(None) };
        let mut options = options::nested(list)?.into_iter();
        let Some(NestedMeta::Lit(Lit::Str(name))) = options.next() else {
            return Err(message::table_index_without_name(&list.tokens));
        };
        let mut names = Self { name, keys: Vec::new(), projection: None };
        for option in options {
            let read = options::meta(option).and_then(|option| names.read(&option, errors));
            errors.ok(read);
        }
        Ok(Some(names))
    }

    fn read(&mut self, option: &Meta, errors: &mut Errors) -> Result<(), Error> {
        let (place, name) = (option.path(), options::name(option));
        match name.as_str() {
            "projection" if self.projection.is_some() => {
                return Err(message::given_twice(place, name));
            }
            "projection" => {
                let projection = self.projection.insert(Projection::All);
                *projection = Projection::read(option, errors)?;
            }
            "pk" | "sk" if self.given(&name).is_some() => {
                return Err(message::given_twice(place, name));
            }
            "pk" | "sk" => {
                let attributes = match option {
                    // Entities have parts there, `pk = ("USER", id)`.
                    Meta::NameValue(MetaNameValue {
                        value: Expr::Paren(_) | Expr::Tuple(_),
                        ..
                    })
                    | Meta::List(_) => {
                        errors.push(message::table_index_with_parts(place, &name));
                        let attribute = format!("{}{name}", self.name.value());
                        vec![LitStr::new(&attribute, place.span())]
                    }
                    _ => options::texts(option, &format!("{name} = \"ATTRIBUTE\""))?,
                };
                self.keys.push((place.clone(), attributes));
            }
            _ => return Err(message::unknown_owner_option(place, name, "an index", "projection")),
        }
        Ok(())
    }

    /// The keyword `pk` or `sk` and the attributes, if they are given.
    fn given(&self, key: &str) -> Option<&(Path, Vec<LitStr>)> {
        self.keys.iter().find(|(keyword, _)| keyword.is_ident(key))
    }
}

impl Projection {
    /// `all`, `keys` or `include("total", "status")`.
    fn read(option: &Meta, errors: &mut Errors) -> Result<Self, Error> {
        let called = match option {
            Meta::NameValue(MetaNameValue { value: Expr::Call(call), .. }) => match &*call.func {
                Expr::Path(path) => path.path.get_ident().map(|name| (name, call)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, call)) = called else {
            let name = options::name_of(option, "projection = keys")?;
            return match name.to_string().as_str() {
                "all" => Ok(Self::All),
                "keys" => Ok(Self::Keys),
                "include" => Err(message::nothing_included(name)),
                other => Err(message::unknown_projection(&name, other)),
            };
        };
        if name != "include" {
            return Err(message::unknown_projection(name, name));
        }
        if call.args.is_empty() {
            errors.push(message::nothing_included(call));
        }
        let mut included: Vec<LitStr> = Vec::new();
        for name in &call.args {
            let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = name else {
                let (what, example) =
                    ("the names of attributes", "projection = include(\"total\")");
                errors.push(message::option_value(name, "include", what, example));
                continue;
            };
            if name.value().is_empty() {
                errors.push(message::empty_attribute_name(name));
            } else if included.iter().any(|own| own.value() == name.value()) {
                errors.push(message::given_twice(name, name.value()));
            } else {
                included.push(name.clone());
            }
        }
        Ok(Self::Include(included))
    }

    /// The attributes of the projection besides the keys.
    pub fn included(&self) -> &[LitStr] {
        match self {
            Self::Include(names) => names,
            Self::All | Self::Keys => &[],
        }
    }
}
