//! From the attributes to the model: every name is looked up, and every part gets its type. Where something
//! is wrong, the model has the next best thing, so that code which uses the struct causes no further error.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Ident, LitStr, Type, parse_quote};

use super::declaration::{self, Brackets, IndexKeyForm, IndexList, Part, Parts};
use super::model::{
    Entity, Entry, Format, Index, IndexKey, IndexKind, Key, KeyField, KeyForm, OtherField, Role,
    Segment, Source, Value,
};
use super::names::{Names, is_index_name};
use super::options::Options;
use super::serde_names::{self, Container, Name};
use super::stored;
use super::template::{self, Piece};
use crate::errors::Errors;
use crate::message;
use crate::names::{identifier, unraw};
use crate::types::{bare, last_segment, not_a_part, option, type_text};

/// The entity as declared.
pub fn resolve<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Entity<'a> {
    let options = Options::of(&input.attrs, errors);
    let mut resolver = Resolver {
        input,
        fields: fields(input, errors),
        serde: Container::of(&input.attrs),
        separator: options.separator,
        sources: Vec::new(),
        errors,
    };
    let pk = resolver.primary_key("pk", Role::Pk);
    let sk = resolver.primary_key("sk", Role::Sk);
    let pk = pk.unwrap_or_else(|| resolver.missing_pk());
    let indexes = resolver.indexes(sk.is_some());
    let fields_from_keys = if options.fields_from_keys {
        resolver.fields_from_keys(&pk, sk.as_ref())
    } else {
        Vec::new()
    };
    let own_keys = [Some(&pk), sk.as_ref()].into_iter().flatten();
    let own_keys = own_keys.chain(indexes.iter().flat_map(Index::own_keys));
    let other_fields = resolver.other_fields(own_keys);
    Entity {
        input,
        runtime: options.runtime,
        separator: options.separator,
        table: options.table,
        pk,
        sk,
        indexes,
        fields_from_keys,
        other_fields,
    }
}

struct Resolver<'a, 'e> {
    input: &'a DeriveInput,
    fields: Vec<&'a Field>,
    serde: Container,
    separator: char,
    /// The names of all values so far, and where each comes from.
    sources: Vec<(String, Source)>,
    errors: &'e mut Errors,
}

/// The named fields. Without any, why the struct cannot have keys.
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

// The keys.

impl<'a> Resolver<'a, '_> {
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
                Some(empty_key(role, first.span()))
            }
        }
    }

    fn missing_pk(&mut self) -> Key {
        if self.has_fields() {
            self.errors.push(message::no_pk(&self.input.ident, &self.input.ident));
        }
        empty_key(Role::Pk, self.input.ident.span())
    }

    fn key(&mut self, parts: &Parts, role: Role) -> Key {
        let form = match parts.brackets {
            Brackets::Round => KeyForm::Joined(self.joined(parts, role)),
            Brackets::Square => KeyForm::Attributes(self.entries(parts, role)),
        };
        Key { role, form, span: parts.keyword.span() }
    }

    /// Parts joined with the separator, neighbouring literals merged.
    fn joined(&mut self, parts: &Parts, role: Role) -> Vec<Segment> {
        let mut segments = Vec::new();
        for (at, part) in parts.parts.iter().enumerate() {
            if let Some(attribute) = &part.attribute {
                self.errors.push(message::attribute_in_joined_key(attribute));
            }
            if at > 0 {
                push_literal(&mut segments, &self.separator.to_string());
            }
            for segment in self.part(&part.source, role) {
                match segment {
                    Segment::Literal(text) => push_literal(&mut segments, &text),
                    Segment::Value(value) => {
                        if let Some(value) = self.new_value(&value_names(&segments), value) {
                            segments.push(Segment::Value(value));
                        }
                    }
                }
            }
        }
        segments
    }

    /// An attribute for each entry.
    fn entries(&mut self, parts: &Parts, role: Role) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for part in &parts.parts {
            let Some(mut entry) = self.entry(part, role) else { continue };
            let names = entries.iter().filter_map(|entry| entry.value.as_ref());
            let names: Vec<_> = names.map(|value| unraw(&value.name)).collect();
            if let Some(value) = entry.value.take() {
                entry.value = self.new_value(&names, value);
                if entry.value.is_none() {
                    continue;
                }
            }
            entries.push(entry);
        }
        entries
    }

    fn entry(&mut self, part: &Part, role: Role) -> Option<Entry> {
        let span = match &part.source {
            declaration::Source::Text(text, _) => text.span(),
            declaration::Source::Field(name) | declaration::Source::Method { name, .. } => {
                name.span()
            }
        };
        let name_span = part.attribute.as_ref().map_or(span, LitStr::span);
        let (mut before, mut after, mut value) = (String::new(), String::new(), None);
        for segment in self.part(&part.source, role) {
            match segment {
                Segment::Literal(text) if value.is_none() => before.push_str(&text),
                Segment::Literal(text) => after.push_str(&text),
                Segment::Value(second) if value.is_some() => {
                    self.errors.push(message::entry_with_two_values(&second.name));
                }
                Segment::Value(first) => {
                    if first.is_rest {
                        self.errors.push(message::rest_in_entry(&first.name, &unraw(&first.name)));
                    }
                    value = Some(Value { is_rest: false, ..first });
                }
            }
        }
        if before.is_empty() && value.is_none() {
            return None;
        }
        let is_plain = before.is_empty() && after.is_empty();
        if let Some(value) = value.as_mut()
            && let Format::Epoch(digits) = value.format
            && is_plain
        {
            value.format = Format::EpochNumber(digits);
        }
        let (name, is_field) = self.entry_name(part, value.as_ref(), is_plain);
        let is_bare = part.attribute.is_none();
        Some(Entry { name, name_span, is_field, is_bare, before, value, after, span })
    }

    /// The name of an entry's attribute, and whether that is the field. One that is wrong or missing is
    /// replaced, so that the entry keeps its methods.
    fn entry_name(&mut self, part: &Part, value: Option<&Value>, is_plain: bool) -> (String, bool) {
        let own = value.filter(|value| !value.source.is_method()).map(|value| unraw(&value.name));
        match (&part.attribute, &part.source) {
            (Some(attribute), _) => {
                let name = attribute.value();
                if name.is_empty() {
                    self.errors.push(message::empty_attribute_name(attribute));
                }
                match self.field_serialised_as(&name) {
                    Some(owner) if own.as_ref() == Some(&owner) && is_plain => (name, true),
                    Some(owner) => {
                        self.errors.push(message::attribute_of_field(attribute, &name, &owner));
                        (format!("{name}_key"), false)
                    }
                    None => (name, false),
                }
            }
            (None, declaration::Source::Field(field)) => self.field_attribute(field),
            (None, declaration::Source::Method { name: method, .. }) => {
                let name = unraw(method);
                self.errors.push(message::entry_without_attribute(method, &name));
                (name, false)
            }
            (None, declaration::Source::Text(text, _)) => {
                let name = value.map(|value| format!("{}_key", unraw(&value.name)));
                let name = name.unwrap_or_else(|| "type".into());
                self.errors.push(message::entry_without_attribute(text, &name));
                (name, false)
            }
        }
    }

    /// The field that serde serialises under a name.
    fn field_serialised_as(&self, name: &str) -> Option<String> {
        self.fields.iter().find_map(|field| {
            let ident = field.ident.as_ref()?;
            match self.serde.name(field, ident) {
                Name::Known(known) if known == name => Some(unraw(ident)),
                _ => None,
            }
        })
    }

    /// The attribute of a field that is an entry by its name alone.
    fn field_attribute(&mut self, name: &Ident) -> (String, bool) {
        let own = unraw(name);
        let Some((field, ident)) =
            self.field_named(&own).and_then(|field| Some((field, field.ident.as_ref()?)))
        else {
            return (own, true);
        };
        match self.serde.name(field, ident) {
            Name::Known(known) => (known, true),
            Name::Skipped => (own, false),
            Name::Unknown(option) => {
                self.errors.push(message::unknowable_attribute(name, &own, &option));
                (own, true)
            }
        }
    }
}

fn empty_key(role: Role, span: Span) -> Key {
    Key { role, form: KeyForm::Joined(Vec::new()), span }
}

fn value_names(segments: &[Segment]) -> Vec<String> {
    let values = segments.iter().filter_map(|segment| match segment {
        Segment::Value(value) => Some(unraw(&value.name)),
        Segment::Literal(_) => None,
    });
    values.collect()
}

fn push_literal(segments: &mut Vec<Segment>, text: &str) {
    match segments.last_mut() {
        Some(Segment::Literal(before)) => before.push_str(text),
        _ => segments.push(Segment::Literal(text.to_owned())),
    }
}

// The parts.

impl<'a> Resolver<'a, '_> {
    /// Whether the fields are known: on an enum, none can be missing.
    fn has_fields(&self) -> bool {
        matches!(&self.input.data, Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)))
    }

    /// The literals and values of one part; nothing for what is wrong.
    fn part(&mut self, source: &declaration::Source, role: Role) -> Vec<Segment> {
        match source {
            declaration::Source::Field(name) => {
                let value = self.field(name, Format::Plain, false, role);
                value.into_iter().map(Segment::Value).collect()
            }
            declaration::Source::Method { name, ty } => {
                vec![Segment::Value(self.method(name, ty, Format::Plain))]
            }
            declaration::Source::Text(text, ty) => self.text(text, ty.as_ref(), role),
        }
    }

    fn text(&mut self, text: &LitStr, ty: Option<&Type>, role: Role) -> Vec<Segment> {
        let pieces = template::parse(text, self.errors);
        let mut segments = Vec::new();
        let mut is_used = false;
        for piece in pieces {
            match piece {
                Piece::Literal(text) => segments.push(Segment::Literal(text)),
                Piece::Value { name, is_method: true, format, .. } => match ty {
                    Some(ty) if !is_used => {
                        is_used = true;
                        segments.push(Segment::Value(self.method(&name, ty, format)));
                    }
                    Some(_) => self.errors.push(message::two_methods_in_text(text)),
                    None => {
                        self.errors.push(message::method_without_type(text, &name, text.token()));
                    }
                },
                Piece::Value { name, format, is_rest, .. } => {
                    segments.extend(self.field(&name, format, is_rest, role).map(Segment::Value));
                }
            }
        }
        if let (Some(ty), false) = (ty, is_used) {
            self.errors.push(message::type_without_method(ty));
        }
        segments
    }

    fn method(&mut self, name: &Ident, ty: &Type, format: Format) -> Value {
        let (source, ty) = self.method_type(name, ty);
        let format = if source == Source::Method { format } else { Format::Plain };
        let span = name.span();
        Value { name: name.clone(), source, ty, format, is_rest: false, span }
    }

    /// The value of a field.
    fn field(&mut self, name: &Ident, format: Format, is_rest: bool, role: Role) -> Option<Value> {
        let field = self.find(name)?;
        let (source, ty, format) = self.field_type(name, field, format, role);
        let span = name.span();
        let name = identifier(&unraw(field.ident.as_ref()?), span)?;
        Some(Value { name, source, ty, format, is_rest, span })
    }

    fn field_named(&self, wanted: &str) -> Option<&'a Field> {
        let is_it =
            |field: &&&Field| field.ident.as_ref().is_some_and(|name| unraw(name) == wanted);
        self.fields.iter().find(is_it).copied()
    }

    /// The field of a name. A name that is off by a letter is taken for the one that was meant.
    fn find(&mut self, name: &Ident) -> Option<&'a Field> {
        let wanted = unraw(name);
        if let Some(field) = self.field_named(&wanted) {
            return Some(field);
        }
        if !self.has_fields() {
            return None;
        }
        let names: Vec<_> =
            self.fields.iter().filter_map(|field| field.ident.as_ref().map(unraw)).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let entity = unraw(&self.input.ident);
        self.errors.push(message::no_such_field(name, &wanted, &entity, &names));
        // What is wrong with the field that was probably meant is not this mistake.
        let meant = message::near(&wanted, &names).and_then(|name| self.field_named(name))?;
        let is_sound = option(bare(&meant.ty)).is_none() && not_a_part(bare(&meant.ty)).is_none();
        is_sound.then_some(meant)
    }

    /// The type of a field as a part, without the `Option` of a sparse index. Another takes the place of
    /// one that cannot be a part.
    fn field_type(
        &mut self,
        name: &Ident,
        field: &Field,
        format: Format,
        role: Role,
    ) -> (Source, Type, Format) {
        let ty = bare(&field.ty);
        let (mut source, ty) = match option(ty) {
            Some(inner) => (Source::OptionalField, bare(inner)),
            None => (Source::Field, ty),
        };
        if source == Source::OptionalField && matches!(role, Role::Pk | Role::Sk) {
            self.errors.push(message::optional_in_primary_key(&field.ty, &unraw(name)));
            source = Source::FaultyField;
        }
        if let Some(what) = not_a_part(ty) {
            self.errors.push(message::not_a_part(ty, &what));
            return match what.as_str() {
                "usize" => (Source::FaultyField, parse_quote!(u64), format),
                "isize" => (Source::FaultyField, parse_quote!(i64), format),
                _ => (Source::FaultyField, parse_quote!(&'static str), Format::Plain),
            };
        }
        (source, ty.clone(), format)
    }

    /// The type of a computed part. There is nothing to borrow owned text from.
    fn method_type(&mut self, method: &Ident, ty: &Type) -> (Source, Type) {
        let error = match (not_a_part(ty), last_segment(ty).as_deref()) {
            (Some(what), _) => message::not_a_part(ty, &what),
            (None, Some("Option")) => message::not_a_part(ty, "Option"),
            (None, Some("String" | "Cow" | "Box" | "Rc" | "Arc" | "CompactString" | "SmolStr")) => {
                message::owned_text(ty, &unraw(method), &type_text(ty))
            }
            _ => return (Source::Method, ty.clone()),
        };
        self.errors.push(error);
        (Source::FaultyMethod, parse_quote!(&'static str))
    }

    /// A value that is not in its key yet, and whose name is a field everywhere or a method everywhere.
    fn new_value(&mut self, in_key: &[String], value: Value) -> Option<Value> {
        let name = unraw(&value.name);
        let is_method = value.source.is_method();
        let mut sources = self.sources.iter();
        if in_key.contains(&name) {
            self.errors.push(message::field_twice(&value.name, &name));
        } else if sources.any(|(other, source)| *other == name && source.is_method() != is_method) {
            self.errors.push(message::two_sources(&value.name, &name));
        } else {
            self.sources.push((name, value.source));
            return Some(value);
        }
        None
    }
}

// The indexes.

impl Resolver<'_, '_> {
    fn indexes(&mut self, has_sk: bool) -> Vec<Index> {
        let mut indexes: Vec<Index> = Vec::new();
        let mut taken = Names::reserved(&self.input.ident);
        for attribute in &self.input.attrs {
            let kind = match attribute.path().get_ident() {
                Some(name) if name == "gsi" => IndexKind::Gsi,
                Some(name) if name == "lsi" => IndexKind::Lsi,
                _ => continue,
            };
            let list = IndexList::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list) else { continue };
            let Some(index) = self.index(&list, kind, has_sk) else { continue };
            if indexes.iter().any(|other| other.name == index.name) {
                self.errors.push(message::index_given_twice(&list.name, &index.name));
            } else if self.claim_names(&list.name, &index, &mut taken) {
                indexes.push(index);
            }
        }
        indexes
    }

    fn index(&mut self, list: &IndexList, kind: IndexKind, has_sk: bool) -> Option<Index> {
        let name = list.name.value();
        let ident = self.index_ident(list)?;
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
            IndexKind::Gsi => {
                if pk.is_none() && !list.is_faulty {
                    self.errors.push(message::index_without_pk(&list.name, &name));
                }
                pk.unwrap_or(IndexKey::Pk)
            }
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

    /// For a key that cannot be reused, one without parts.
    fn index_key(&mut self, form: &IndexKeyForm, role: Role, has_sk: bool) -> IndexKey {
        match form {
            IndexKeyForm::Parts(parts) => IndexKey::Own(self.key(parts, role)),
            IndexKeyForm::Reused(key) if key == "pk" => IndexKey::Pk,
            IndexKeyForm::Reused(key) if key == "sk" && has_sk => IndexKey::Sk,
            IndexKeyForm::Reused(key) => {
                self.errors.push(if key == "sk" {
                    message::reused_sk_missing(key, &self.input.ident)
                } else {
                    message::reused_key(key.span())
                });
                IndexKey::Own(empty_key(role, key.span()))
            }
        }
    }

    /// The name for methods: the index's own in snake case, or the one that `as` gives it.
    fn index_ident(&mut self, list: &IndexList) -> Option<Ident> {
        let text = list.name.value();
        if !is_index_name(&text) {
            self.errors.push(message::index_name(&list.name, &text));
            return None;
        }
        let ident = match &list.alias {
            Some(alias) => identifier(&alias.to_string(), alias.span()),
            None => identifier(&text.replace('.', "_").to_snake_case(), Span::call_site()),
        };
        if ident.is_none() {
            self.errors.push(match &list.alias {
                Some(alias) => message::index_name_not_a_method(alias, alias, &text),
                None => message::index_name_not_a_method(&list.name, &text, &text),
            });
        }
        ident
    }

    /// Whether nothing that the index adds has a name that is taken.
    fn claim_names(&mut self, place: &LitStr, index: &Index, taken: &mut Vec<String>) -> bool {
        let items = Names::of(&self.input.ident, Some(index)).items();
        match items.iter().find(|item| taken.contains(item)) {
            Some(item) => {
                self.errors.push(message::index_name_taken(place, &index.name, item));
                false
            }
            None => {
                taken.extend(items);
                true
            }
        }
    }

    /// The fields of the primary key that serde leaves out or defaults.
    fn fields_from_keys(&self, pk: &Key, sk: Option<&Key>) -> Vec<KeyField> {
        let mut found: Vec<KeyField> = Vec::new();
        for value in pk.values().chain(sk.into_iter().flat_map(Key::values)) {
            let field = self.field_named(&unraw(&value.name));
            let Some((field, ident)) = field.and_then(|field| Some((field, field.ident.as_ref()?)))
            else {
                continue;
            };
            if value.source != Source::Field || found.iter().any(|other| other.ident == *ident) {
                continue;
            }
            let (container, field_attributes) = (&self.input.attrs, &field.attrs);
            let attributes = if serde_names::is_skipped(field_attributes) {
                Vec::new()
            } else if serde_names::has_default(container, field_attributes) {
                serde_names::read_names(container, field_attributes, ident)
            } else {
                continue;
            };
            let Some(ident) = identifier(&unraw(ident), ident.span()) else { continue };
            found.push(KeyField { ident, ty: field.ty.clone(), attributes });
        }
        found
    }

    /// The fields whose attributes are none of these keys, as far as their names can be known.
    fn other_fields<'k>(&self, keys: impl Iterator<Item = &'k Key>) -> Vec<OtherField> {
        let entries: Vec<_> = keys.flat_map(Key::entries).collect();
        let fields = self.fields.iter().filter_map(|field| {
            let ident = field.ident.clone()?;
            let Name::Known(name) = self.serde.name(field, &ident) else { return None };
            let stored = stored::of(field);
            let is_nullable = stored::is_nullable(field);
            Some(OtherField { ident, name, stored, is_nullable })
        });
        fields.filter(|field| entries.iter().all(|entry| entry.name != field.name)).collect()
    }
}
