//! From the attributes to the model: every rule that needs no types, one function each.

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::Span;
use quote::ToTokens;
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
    let mut checker = Checker {
        input,
        fields: fields(input, errors),
        separator: options.separator,
        sources: Vec::new(),
        errors,
    };
    let pk = checker.primary_key("pk", Role::Pk);
    let sk = checker.primary_key("sk", Role::Sk);
    let pk = pk.unwrap_or_else(|| checker.missing_pk());
    let indexes = checker.indexes(sk.is_some());
    checker.check_queries(&pk, sk.as_ref(), &indexes);
    Entity {
        input,
        runtime: options.runtime,
        separator: options.separator,
        table: options.table,
        pk,
        sk,
        indexes,
    }
}

/// What the rules look at.
struct Checker<'a, 'e> {
    input: &'a DeriveInput,
    fields: Vec<&'a Field>,
    separator: char,
    /// The names of all values so far, and where each comes from.
    sources: Vec<(String, Source)>,
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
            self.errors.push(message::given_twice(again.path(), format_args!("#[{name}]")));
        }
        match Parts::of(first, self.errors) {
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
            Part::Method { name, ty } => {
                let (source, ty) = self.method_type(name, ty);
                let (name, span) = (name.clone(), name.span());
                vec![Segment::Value(Value {
                    name,
                    source,
                    ty,
                    form: Form::Plain,
                    is_rest: false,
                    span,
                })]
            }
            Part::Text(text) => self.text(text, role),
        }
    }

    fn text(&mut self, text: &LitStr, role: Role) -> Vec<Segment> {
        let pieces = template::parse(text, self.errors);
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

    /// The value of a field. It has the field's name, which may be a raw identifier where that in a
    /// template is not, and the place of the attribute's.
    fn field(&mut self, name: &Ident, form: Form, is_rest: bool, role: Role) -> Option<Value> {
        let field = self.find(name)?;
        let (source, ty, form) = self.field_type(name, field, form, role);
        let (mut own, span) = (field.ident.clone()?, name.span());
        own.set_span(span);
        Some(Value { name: own, source, ty, form, is_rest, span })
    }

    /// The field of a name. One that is off by a letter stands for the one that was meant.
    fn find(&mut self, name: &Ident) -> Option<&'a Field> {
        let name_of = |field: &&Field| field.ident.as_ref().map(plain);
        let find = |wanted: &str| {
            let is_it = |field: &&&Field| name_of(field).is_some_and(|name| name == wanted);
            self.fields.iter().find(is_it).copied()
        };
        let wanted = plain(name);
        if let Some(field) = find(&wanted) {
            return Some(field);
        }
        if !self.has_fields() {
            return None;
        }
        let names: Vec<_> = self.fields.iter().filter_map(name_of).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let meant = message::near(&wanted, &names).and_then(find);
        let entity = plain(&self.input.ident);
        self.errors.push(message::no_such_field(name, &wanted, &entity, &names));
        meant
    }

    /// The type of a field as a part, without the `Option` of a sparse index. Another stands for one that
    /// is no part.
    fn field_type(
        &mut self,
        name: &Ident,
        field: &Field,
        form: Form,
        role: Role,
    ) -> (Source, Type, Form) {
        let ty = bare(&field.ty);
        let (mut source, ty) = match option(ty) {
            Some(inner) => (Source::OptionalField, bare(inner)),
            None => (Source::Field, ty),
        };
        if source == Source::OptionalField && matches!(role, Role::Pk | Role::Sk) {
            self.errors.push(message::optional_in_primary_key(&field.ty, &plain(name)));
            source = Source::FaultyField;
        }
        if let Some(what) = not_a_part(ty) {
            self.errors.push(message::not_a_part(ty, &what));
            return match what.as_str() {
                "usize" => (Source::FaultyField, parse_quote!(u64), form),
                "isize" => (Source::FaultyField, parse_quote!(i64), form),
                _ => (Source::FaultyField, parse_quote!(&'static str), Form::Plain),
            };
        }
        (source, ty.clone(), form)
    }

    /// The type of a computed part. There is nothing to borrow owned text from.
    fn method_type(&mut self, method: &Ident, ty: &Type) -> (Source, Type) {
        let error = match last_segment(ty).as_deref() {
            Some(what) if what == "Option" || not_a_part(ty).is_some() => {
                message::not_a_part(ty, what)
            }
            Some("String" | "Cow" | "Box" | "Rc" | "Arc") => {
                message::owned_text(ty, &plain(method), &type_text(ty))
            }
            _ => return (Source::Method, ty.clone()),
        };
        self.errors.push(error);
        (Source::FaultyMethod, parse_quote!(&'static str))
    }

    fn push_value(&mut self, segments: &mut Vec<Segment>, value: Value) {
        let again = segments.iter().any(|segment| match segment {
            Segment::Value(other) => plain(&other.name) == plain(&value.name),
            Segment::Literal(_) => false,
        });
        let name = plain(&value.name);
        if again {
            self.errors.push(message::field_twice(&value.name, &name));
        } else if self
            .sources
            .iter()
            .any(|(other, source)| *other == name && source.is_method() != value.source.is_method())
        {
            self.errors.push(message::two_sources(&value.name, &name));
        } else {
            self.sources.push((name, value.source));
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
            let list = IndexList::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list) else { continue };
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
                self.errors.push(message::given_twice(keyword, keyword));
            } else if kind == IndexKind::Lsi && keyword == "pk" {
                self.errors.push(message::lsi_with_pk(keyword));
            } else {
                keys[place] = Some(self.index_key(form, role, has_sk));
            }
        }
        let [pk, sk] = keys;
        let pk = match kind {
            IndexKind::Gsi if pk.is_none() => {
                if !list.is_faulty {
                    self.errors.push(message::index_without_pk(&list.name, &name));
                }
                IndexKey::Pk
            }
            IndexKind::Gsi => pk.unwrap_or(IndexKey::Pk),
            IndexKind::Lsi => {
                self.check_lsi(&list.name, sk.is_some() || list.is_faulty, has_sk);
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

    /// Of a key that cannot be reused, one without parts.
    fn index_key(&mut self, form: &IndexKeyForm, role: Role, has_sk: bool) -> IndexKey {
        match form {
            IndexKeyForm::Parts(parts) => IndexKey::Own(self.key(parts, role)),
            IndexKeyForm::Reused(key) if key == "pk" => IndexKey::Pk,
            IndexKeyForm::Reused(key) if key == "sk" && has_sk => IndexKey::Sk,
            IndexKeyForm::Reused(key) if key == "sk" => {
                self.errors.push(message::reused_sk_missing(key, &self.input.ident));
                IndexKey::Own(Key { role, segments: Vec::new(), span: key.span() })
            }
            IndexKeyForm::Reused(key) => {
                self.errors.push(message::reused_key(key.span()));
                IndexKey::Own(Key { role, segments: Vec::new(), span: key.span() })
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
        if indexes.iter().any(|other| other.name == index.name) {
            self.errors.push(message::index_given_twice(name, &index.name));
            return false;
        }
        let entity = plain(&self.input.ident);
        let taken: Vec<_> = RESERVED
            .iter()
            .map(|method| format!("method `{method}`"))
            .chain(RESERVED_SUFFIXES.iter().map(|suffix| format!("struct `{entity}{suffix}`")))
            .chain(indexes.iter().flat_map(|other| index_items(&entity, other)))
            .collect();
        let second = index_items(&entity, index).into_iter().find(|item| taken.contains(item));
        if let Some(item) = &second {
            self.errors.push(message::index_name_taken(name, &index.name, item));
        }
        second.is_none()
    }

    /// The methods of a query are named after the parts of its sort key.
    fn check_queries(&mut self, pk: &Key, sk: Option<&Key>, indexes: &[Index]) {
        let is_reused = indexes.iter().any(|index| matches!(index.sk, Some(IndexKey::Pk)));
        let of_indexes = indexes.iter().filter_map(|index| match &index.sk {
            Some(IndexKey::Own(key)) => Some(key),
            _ => None,
        });
        for key in sk.into_iter().chain(is_reused.then_some(pk)).chain(of_indexes) {
            let mut taken = vec!["build".to_owned()];
            for (_, value) in key.values() {
                let name = plain(&value.name);
                let methods = query_methods(&name);
                if let Some(method) = methods.iter().find(|method| taken.contains(method)) {
                    self.errors.push(message::query_name_taken(&value.name, &name, method));
                }
                taken.extend(methods);
            }
        }
    }
}

fn push_literal(segments: &mut Vec<Segment>, text: &str) {
    match segments.last_mut() {
        Some(Segment::Literal(before)) => before.push_str(text),
        _ => segments.push(Segment::Literal(text.to_owned())),
    }
}

/// The methods of every entity, which one of an index would hide.
const RESERVED: [&str; 10] = [
    "pk",
    "sk",
    "key",
    "keys",
    "query",
    "parse_pk",
    "parse_sk",
    "parse_key",
    "to_item",
    "from_item",
];

/// What the names of an entity's own structs end with.
const RESERVED_SUFFIXES: [&str; 4] = ["Pk", "Sk", "Key", "Query"];

/// The structs and methods that an index adds to an entity.
fn index_items(entity: &str, index: &Index) -> Vec<String> {
    let (snake, camel) = (plain(&index.ident), plain(&index.ident).to_upper_camel_case());
    let structs =
        ["", "Pk", "Sk", "Query"].map(|suffix| format!("struct `{entity}{camel}{suffix}`"));
    let methods = ["", "parse_", "query_"].map(|prefix| format!("method `{prefix}{snake}`"));
    methods.into_iter().chain(structs).collect()
}

/// The methods of one part.
fn query_methods(name: &str) -> [String; 3] {
    [name.to_owned(), format!("{name}_in"), format!("{name}_starting_with")]
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

/// The well-known types that are no parts, as far as they can be told by their names, and every
/// reference but one to text; of all others the compiler speaks.
pub fn not_a_part(ty: &Type) -> Option<String> {
    const NAMES: [&str; 5] = ["f32", "f64", "Vec", "usize", "isize"];
    match ty {
        Type::Reference(reference) => {
            let is_text = last_segment(bare(&reference.elem)).is_some_and(|name| name == "str");
            (!is_text).then(|| format!("&{}", type_text(&reference.elem)))
        }
        _ => last_segment(ty).filter(|name| NAMES.contains(&name.as_str())),
    }
}

/// The name of a type, without its path and its arguments.
fn last_segment(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The type as one would write it.
pub fn type_text(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}
