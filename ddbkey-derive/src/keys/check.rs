//! From the attributes to the model: every rule that needs no types, one function each.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Ident, LitStr, Type, parse_quote};

use crate::errors::Errors;
use crate::keys::declaration::{IndexKeyForm, IndexList, Part, Parts};
use crate::keys::model::{
    Entity, Form, Index, IndexKey, IndexKind, Key, Role, Segment, Source, Value, bare, plain,
};
use crate::keys::options::Options;
use crate::keys::template::{self, Piece};
use crate::message;

/// The entity as declared. Of what is wrong, the next best thing: the model is whole in any case, and
/// whoever uses the struct meets no further error.
pub fn check<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Entity<'a> {
    let options = Options::of(&input.attrs, errors);
    let mut checker =
        Checker { input, fields: fields(input, errors), separator: options.separator, errors };
    let pk = checker.primary_key("pk", Role::Pk);
    let sk = checker.primary_key("sk", Role::Sk);
    let pk = pk.unwrap_or_else(|| checker.missing_pk());
    let indexes = checker.indexes(sk.is_some());
    let entity = Entity {
        input,
        runtime: options.runtime,
        separator: options.separator,
        table: options.table,
        pk,
        sk,
        indexes,
    };
    check_sources(&entity, errors);
    entity
}

/// What the rules look at.
struct Checker<'a, 'e> {
    input: &'a DeriveInput,
    fields: Vec<&'a Field>,
    separator: char,
    errors: &'e mut Errors,
}

/// The named fields. Without any, why the struct can have no keys.
fn fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<&'a Field> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return fields.named.iter().collect(),
            Fields::Unit => return Vec::new(),
            Fields::Unnamed(fields) => errors.push(message::tuple_struct(fields)),
        },
        Data::Enum(data) => errors.push(message::not_a_struct(data.enum_token, "an enum")),
        Data::Union(data) => errors.push(message::not_a_struct(data.union_token, "a union")),
    }
    Vec::new()
}

impl<'a> Checker<'a, '_> {
    /// Whether the fields are known: if the derive stands on an enum, none can be missing.
    fn has_fields(&self) -> bool {
        matches!(&self.input.data, Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)))
    }

    fn attributes(&self, name: &'static str) -> impl Iterator<Item = &'a Attribute> + use<'a> {
        self.input.attrs.iter().filter(move |attribute| attribute.path().is_ident(name))
    }

    /// `#[pk(…)]` or `#[sk(…)]`, at most once.
    fn primary_key(&mut self, name: &'static str, role: Role) -> Option<Key> {
        let mut attributes = self.attributes(name);
        let first = attributes.next()?;
        for again in attributes {
            self.errors.push(message::given_twice(again.path(), name));
        }
        match Parts::of(first) {
            Ok(parts) => Some(self.key(&parts, role)),
            Err(error) => {
                self.errors.push(error);
                Some(Key { role, segments: Vec::new(), span: first.span() })
            }
        }
    }

    fn missing_pk(&mut self) -> Key {
        if self.has_fields() {
            self.errors.push(message::no_pk(&self.input.ident, &self.input.ident));
        }
        Key { role: Role::Pk, segments: Vec::new(), span: self.input.ident.span() }
    }

    /// Parts joined with the separator, neighbouring literals merged.
    fn key(&mut self, parts: &Parts, role: Role) -> Key {
        let mut segments = Vec::new();
        for (at, part) in parts.parts.iter().enumerate() {
            if at > 0 {
                push_literal(&mut segments, &self.separator.to_string());
            }
            for segment in self.part(part, role) {
                match segment {
                    Segment::Literal(text) => push_literal(&mut segments, &text),
                    Segment::Value(value) => self.push_value(&mut segments, value),
                }
            }
        }
        self.check_rest(&segments);
        Key { role, segments, span: parts.keyword.span() }
    }

    /// The literals and values of one part; nothing for what is wrong.
    fn part(&mut self, part: &Part, role: Role) -> Vec<Segment> {
        match part {
            Part::Field(name) => {
                self.field(name, Form::Plain, false, role).into_iter().map(Segment::Value).collect()
            }
            Part::Method { name, ty } => vec![Segment::Value(Value {
                name: name.clone(),
                source: Source::Method,
                ty: ty.clone(),
                form: Form::Plain,
                is_rest: false,
                span: name.span(),
            })],
            Part::Text(text) => self.text(text, role),
        }
    }

    fn text(&mut self, text: &LitStr, role: Role) -> Vec<Segment> {
        let pieces = self.errors.ok(template::parse(text)).unwrap_or_default();
        pieces
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Literal(text) => Some(Segment::Literal(text)),
                Piece::Value { name, form, is_rest } => {
                    self.field(&name, form, is_rest, role).map(Segment::Value)
                }
            })
            .collect()
    }

    /// The value of a field. A name that is off by a letter stands for the one that was meant.
    fn field(&mut self, name: &Ident, form: Form, is_rest: bool, role: Role) -> Option<Value> {
        let wanted = plain(name);
        let find = |wanted: &str| {
            self.fields
                .iter()
                .find(|field| field.ident.as_ref().is_some_and(|name| plain(name) == wanted))
        };
        let (name, field) = match find(&wanted) {
            Some(field) => (name.clone(), *field),
            None if !self.has_fields() => return None,
            None => {
                let names: Vec<_> = self
                    .fields
                    .iter()
                    .filter_map(|field| field.ident.as_ref())
                    .map(plain)
                    .collect();
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                let entity = plain(&self.input.ident);
                self.errors.push(message::no_such_field(name, &wanted, &entity, &names));
                let meant = *find(message::near(&wanted, &names)?)?;
                (meant.ident.clone()?, meant)
            }
        };
        let (source, ty) = self.field_type(&name, field, role);
        // The field may be a raw identifier, and the name in a template not.
        let mut own = field.ident.clone()?;
        own.set_span(name.span());
        let name = own;
        Some(Value { span: name.span(), name, source, ty, form, is_rest })
    }

    /// The type of a field as a part, without the `Option` of a sparse index.
    fn field_type(&mut self, name: &Ident, field: &Field, role: Role) -> (Source, Type) {
        let ty = bare(&field.ty);
        let (mut source, ty) = match option(ty) {
            Some(inner) => (Source::OptionalField, bare(inner)),
            None => (Source::Field, ty),
        };
        if source == Source::OptionalField && matches!(role, Role::Pk | Role::Sk) {
            self.errors.push(message::optional_in_primary_key(&field.ty, &plain(name)));
            source = Source::Faulty;
        }
        if let Some(what) = not_a_part(ty) {
            self.errors.push(message::not_a_part(ty, &what));
            return (Source::Faulty, parse_quote!(&'static str));
        }
        (source, ty.clone())
    }

    fn push_value(&mut self, segments: &mut Vec<Segment>, value: Value) {
        let again = segments.iter().any(|segment| match segment {
            Segment::Value(other) => plain(&other.name) == plain(&value.name),
            Segment::Literal(_) => false,
        });
        if again {
            self.errors.push(message::field_twice(&value.name, &plain(&value.name)));
        } else {
            segments.push(Segment::Value(value));
        }
    }

    /// `{*field}` takes the rest of the key.
    fn check_rest(&mut self, segments: &[Segment]) {
        let Some((_, before)) = segments.split_last() else { return };
        for segment in before {
            if let Segment::Value(value) = segment
                && value.is_rest
            {
                self.errors.push(message::rest_not_last(&value.name, &plain(&value.name)));
            }
        }
    }

    fn indexes(&mut self, has_sk: bool) -> Vec<Index> {
        let mut indexes: Vec<Index> = Vec::new();
        for attribute in &self.input.attrs {
            let kind = match attribute.path().get_ident() {
                Some(name) if name == "gsi" => IndexKind::Gsi,
                Some(name) if name == "lsi" => IndexKind::Lsi,
                _ => continue,
            };
            let Some(list) = self.errors.ok(IndexList::of(attribute)) else { continue };
            if let Some(index) = self.index(&list, kind, has_sk)
                && self.is_new(&list.name, &index, &indexes)
            {
                indexes.push(index);
            }
        }
        indexes
    }

    fn index(&mut self, list: &IndexList, kind: IndexKind, has_sk: bool) -> Option<Index> {
        let name = list.name.value();
        let ident = self.index_ident(&list.name)?;
        let mut keys: [Option<IndexKey>; 2] = [None, None];
        for (keyword, form) in &list.keys {
            let (place, role) =
                if keyword == "pk" { (0, Role::IndexPk) } else { (1, Role::IndexSk) };
            if keys[place].is_some() {
                self.errors.push(message::option_given_twice(keyword, &keyword.to_string()));
            } else if kind == IndexKind::Lsi && keyword == "pk" {
                self.errors.push(message::lsi_with_pk(keyword));
            } else {
                keys[place] = self.index_key(form, role, has_sk);
            }
        }
        let [pk, sk] = keys;
        let pk = match kind {
            IndexKind::Gsi if pk.is_none() => {
                if !list.keys.iter().any(|(keyword, _)| keyword == "pk") {
                    self.errors.push(message::index_without_pk(&list.name, &name));
                }
                IndexKey::Pk
            }
            IndexKind::Gsi => pk?,
            IndexKind::Lsi => {
                self.check_lsi(&list.name, sk.is_some(), has_sk);
                IndexKey::Pk
            }
        };
        Some(Index { name, ident, span: list.name.span(), kind, pk, sk })
    }

    fn check_lsi(&mut self, name: &LitStr, has_own_sk: bool, has_sk: bool) {
        if !has_own_sk {
            self.errors.push(message::lsi_without_sk(name, &name.value()));
        } else if !has_sk {
            self.errors.push(message::lsi_without_table_sk(name, &name.value()));
        }
    }

    fn index_key(&mut self, form: &IndexKeyForm, role: Role, has_sk: bool) -> Option<IndexKey> {
        match form {
            IndexKeyForm::Parts(parts) => Some(IndexKey::Own(self.key(parts, role))),
            IndexKeyForm::Reused(key) if key == "pk" => Some(IndexKey::Pk),
            IndexKeyForm::Reused(key) if key == "sk" && has_sk => Some(IndexKey::Sk),
            IndexKeyForm::Reused(key) if key == "sk" => {
                self.errors.push(message::reused_sk_missing(key, &self.input.ident));
                None
            }
            IndexKeyForm::Reused(key) => {
                self.errors.push(message::reused_key(key.span()));
                None
            }
        }
    }

    /// The index's name in snake case. Its methods need one that is an identifier.
    fn index_ident(&mut self, name: &LitStr) -> Option<Ident> {
        let text = name.value();
        let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        if !is_name {
            self.errors.push(message::index_name(name, &text));
            return None;
        }
        let snake = text.replace('.', "_").to_snake_case();
        syn::parse_str::<Ident>(&snake)
            .or_else(|_| syn::parse_str(&format!("r#{snake}")))
            .map(|mut ident| {
                ident.set_span(Span::call_site());
                ident
            })
            .ok()
    }

    fn is_new(&mut self, name: &LitStr, index: &Index, indexes: &[Index]) -> bool {
        let Some(other) = indexes.iter().find(|other| other.ident == index.ident) else {
            return true;
        };
        self.errors.push(if other.name == index.name {
            message::index_given_twice(name, &index.name)
        } else {
            message::index_names_clash(name, &index.name, &other.name, &plain(&index.ident))
        });
        false
    }
}

fn push_literal(segments: &mut Vec<Segment>, text: &str) {
    match segments.last_mut() {
        Some(Segment::Literal(before)) => before.push_str(text),
        _ => segments.push(Segment::Literal(text.to_owned())),
    }
}

/// A field and a method of one name would be one field of a key struct.
fn check_sources(entity: &Entity<'_>, errors: &mut Errors) {
    let is_method = |value: &Value| value.source == Source::Method;
    let values: Vec<_> = entity.own_keys().flat_map(Key::values).map(|(_, value)| value).collect();
    for (at, value) in values.iter().enumerate() {
        let clash = |other: &&&Value| {
            plain(&other.name) == plain(&value.name) && is_method(other) != is_method(value)
        };
        if values[..at].iter().find(clash).is_some() {
            errors.push(message::two_sources(&value.name, &plain(&value.name)));
        }
    }
}

/// `T` of `Option<T>`.
fn option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            syn::GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The well-known types that are no parts, by name; of all others the compiler speaks.
fn not_a_part(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    matches!(name.as_str(), "f32" | "f64" | "Vec").then_some(name)
}
