//! From the input to the model: the kind of a part, the string of each variant, and how keys hold a newtype.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use syn::{
    Data, DataEnum, DeriveInput, Expr, ExprLit, Field, Fields, Ident, Index, Lit, LitStr, Meta,
    Path, RangeLimits, Type, Variant, parse_quote,
};

use crate::errors::Errors;
use crate::known::{Kind, kind_of, not_a_part};
use crate::names::RustName;
use crate::rename::RenameRule;
use crate::types::{bare, is_one_of, last_segment, type_text};
use crate::{message, options, serde};

/// A part type after its check.
pub struct Part<'a> {
    pub input: &'a DeriveInput,
    pub runtime: Path,
    pub form: PartKind<'a>,
}

pub enum PartKind<'a> {
    Enum(EnumPart<'a>),
    Variants(Variants<'a>),
    Newtype(Newtype<'a>),
    /// An item that cannot be a part, and the name of the struct that keys would hold.
    Faulty(Option<Ident>),
}

pub struct EnumPart<'a> {
    /// The variants with their strings.
    pub words: Vec<(&'a Ident, String)>,
    /// Additional strings that serde reads.
    pub aliases: Vec<String>,
    /// Whether serde writes and reads the same strings.
    pub is_serde_text: bool,
    pub has_as_str: bool,
}

/// An enum in which some variants have a payload.
pub struct Variants<'a> {
    pub list: Vec<VariantPart<'a>>,
    /// The character between a word and its payload.
    pub separator: char,
    /// The enum that keys hold.
    pub reference: Ident,
}

pub struct VariantPart<'a> {
    pub ident: &'a Ident,
    /// The start of its strings.
    pub word: String,
    pub payload: Option<Payload<'a>>,
}

/// The value in a variant.
pub struct Payload<'a> {
    pub ty: &'a Type,
    /// Its kind, if the type is well known.
    pub kind: Option<Kind>,
    /// Whether it takes the rest of the key.
    pub is_rest: bool,
}

/// A struct that wraps one value.
pub struct Newtype<'a> {
    pub input: &'a DeriveInput,
    pub runtime: Path,
    pub value: &'a Field,
    /// The position of the value among the fields.
    pub at: Index,
    /// All fields: the value, and any number of `PhantomData`.
    pub fields: &'a Fields,
    /// The struct that keys hold, unless they hold the newtype itself.
    pub reference: Option<RefStruct>,
    /// The function that accepts or refuses the value on each build and parse.
    pub check: Option<Path>,
    /// The characters and lengths of its strings, if they are restricted.
    pub alphabet: Option<Alphabet>,
    /// Whether serde writes and reads it as the value.
    pub is_serde_text: bool,
}

/// The strings that a newtype of a string can have.
#[derive(Clone)]
pub struct Alphabet {
    /// As declared, `0-9a-f`.
    pub declared: String,
    pub characters: String,
    pub min: usize,
    pub max: Option<usize>,
}

/// The struct that keys hold for a newtype.
pub struct RefStruct {
    pub name: Ident,
    /// The kind of the value that it holds, if the type is well known.
    pub kind: Option<Kind>,
    /// Whether it converts into the newtype.
    pub has_from: bool,
}

#[derive(Default)]
struct KeyPartOptions {
    runtime: Option<Path>,
    rename_all: Option<(RenameRule, Meta)>,
    serde: bool,
    as_str: Option<Meta>,
    separator: Option<(char, Meta)>,
    copy: Option<Meta>,
    reference: Option<Ident>,
    check: Option<Path>,
    ascii: Option<(String, String, Meta)>,
    len: Option<(usize, usize, Meta)>,
}

const KNOWN: [&str; 10] =
    ["rename_all", "serde", "as_str", "separator", "ref", "check", "copy", "ascii", "len", "crate"];
const OF_ENUM: [&str; 4] = ["rename_all", "serde", "as_str", "separator"];
const OF_NEWTYPE: [&str; 4] = ["check", "copy", "ascii", "len"];
const OF_VARIANT: [&str; 2] = ["rename", "rest"];

const MAX_LEN: usize = 2048;

pub fn check<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Part<'a> {
    let options = KeyPartOptions::of(input, errors);
    let runtime = options.runtime.clone().unwrap_or_else(|| parse_quote!(::ddbkey));
    let form = match &input.data {
        Data::Enum(data) => words(input, data, &options, errors),
        Data::Struct(data) => newtype(input, &data.fields, options, &runtime, errors),
        Data::Union(data) => {
            errors.push(message::part_on_union(data.union_token));
            PartKind::Faulty(None)
        }
    };
    Part { input, runtime, form }
}

impl KeyPartOptions {
    fn of(input: &DeriveInput, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        for (name, option) in options::of(&input.attrs, "key_part", errors) {
            errors.ok(options.read(&name, option, &input.data));
        }
        if let (Some(copy), Some(reference)) = (&options.copy, &options.reference) {
            errors.push(message::ref_of_copy(reference, copy.path().to_token_stream()));
            options.reference = None;
        }
        options
    }

    /// The strings that a newtype of a string can have, if they are restricted.
    fn alphabet(&self, ty: &Type, kind: Option<Kind>, errors: &mut Errors) -> Option<Alphabet> {
        let Some((declared, characters, option)) = &self.ascii else {
            if let Some((_, _, len)) = &self.len {
                errors.push(message::len_without_ascii(len.path()));
            }
            return None;
        };
        if kind.is_some_and(|kind| !kind.is_text()) {
            errors.push(message::ascii_of_value(option.path(), type_text(ty)));
            return None;
        }
        let (min, max) = match &self.len {
            Some((min, max, _)) => (*min, Some(*max)),
            None => (1, None),
        };
        Some(Alphabet { declared: declared.clone(), characters: characters.clone(), min, max })
    }

    fn read(&mut self, name: &str, option: Meta, data: &Data) -> Result<(), syn::Error> {
        match name {
            name if OF_ENUM.contains(&name) && matches!(data, Data::Struct(_)) => {
                return Err(message::texts_of_newtype(option.path(), name));
            }
            name if OF_NEWTYPE.contains(&name) && matches!(data, Data::Enum(_)) => {
                return Err(message::held_on_enum(option.path(), name));
            }
            "serde" | "as_str" | "copy" => options::word(&option)?,
            _ => {}
        }
        match name {
            "crate" => self.runtime = Some(options::runtime(&option)?),
            "rename_all" => self.rename_all = Some((rename_rule(&option)?, option)),
            "serde" => self.serde = true,
            "as_str" => self.as_str = Some(option),
            "separator" => self.separator = Some((options::separator(&option)?, option)),
            "copy" => self.copy = Some(option),
            "check" => self.check = Some(options::path(&option, "check = UserId::is_valid")?),
            "ref" => {
                let name = options::name_of(&option, "ref = UserKey")?;
                self.reference = Some(name.ident().clone());
            }
            "ascii" => {
                let declared = options::text(&option, "ascii = \"0-9a-f\"")?;
                let place = options::value(&option);
                let in_brackets = declared.strip_prefix('[').and_then(|set| set.strip_suffix(']'));
                if let Some(set) = in_brackets.filter(|set| !set.is_empty()) {
                    return Err(message::alphabet_in_brackets(place, &declared, set));
                }
                let characters = alphabet(&declared)
                    .ok_or_else(|| message::faulty_alphabet(place, &declared))?;
                self.ascii = Some((declared, characters, option));
            }
            "len" => {
                let (min, max) =
                    length(&option).ok_or_else(|| message::faulty_len(options::value(&option)))?;
                self.len = Some((min, max, option));
            }
            _ => return Err(message::unknown_option(option.path(), "key_part", name, &KNOWN)),
        }
        Ok(())
    }
}

/// The characters of `0-9a-f_-`, in order, with the ranges expanded.
fn alphabet(declared: &str) -> Option<String> {
    if !declared.is_ascii() || declared.starts_with('^') || declared.contains('\\') {
        return None;
    }
    let (bytes, mut at, mut is_in) = (declared.as_bytes(), 0, [false; 128]);
    while let Some(from) = bytes.get(at) {
        let (to, next) = match &bytes[at + 1..] {
            [b'-', to, ..] if *from != b'-' => (to, at + 3),
            _ => (from, at + 1),
        };
        // A `-` inside the list belongs to a range.
        let is_stray = *from == b'-' && at > 0 && next < bytes.len();
        if is_stray || to < from || (*to == b'-' && *from != b'-') {
            return None;
        }
        (*from..=*to).for_each(|byte| is_in[usize::from(byte)] = true);
        at = next;
    }
    let characters = (0..128).filter(|byte| is_in[usize::from(*byte)]).map(char::from);
    Some(characters.collect()).filter(|characters: &String| !characters.is_empty())
}

/// `24` or `8..=64`.
fn length(option: &Meta) -> Option<(usize, usize)> {
    let Meta::NameValue(option) = option else { return None };
    let number = |value: &Expr| match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    };
    let (min, max): (usize, usize) = match &option.value {
        Expr::Range(range) if matches!(range.limits, RangeLimits::Closed(_)) => {
            (number(range.start.as_ref()?)?, number(range.end.as_ref()?)?)
        }
        value => (number(value)?, number(value)?),
    };
    (0 < min && min <= max && max <= MAX_LEN).then_some((min, max))
}

fn rename_rule(option: &Meta) -> Result<RenameRule, syn::Error> {
    let text = options::text(option, "rename_all = \"UPPERCASE\"")?;
    RenameRule::named(&text).ok_or_else(|| {
        message::unknown_rename_rule(options::value(option), &text, &RenameRule::NAMES)
    })
}

/// The string of a variant, the place in the declaration that gives it, and whether the declaration gives one at all.
struct Word {
    text: String,
    place: TokenStream,
    is_given: bool,
    /// The place that says that the payload takes the rest of the key.
    rest: Option<Meta>,
}

fn words<'a>(
    input: &DeriveInput,
    data: &'a DataEnum,
    options: &KeyPartOptions,
    errors: &mut Errors,
) -> PartKind<'a> {
    if data.variants.is_empty() {
        errors.push(message::no_variants(&input.ident, &input.ident));
        return PartKind::Faulty(None);
    }
    let container = serde::SerdeContainer::of(&input.attrs);
    let foreign = container.foreign();
    if options.serde {
        if let Some((_, rename_all)) = &options.rename_all {
            errors.push(message::serde_and_own(rename_all.path(), "rename_all"));
        }
        errors.extend(not_names(&foreign, &input.ident));
    }
    let mut words: Vec<(&Ident, String)> = Vec::new();
    let mut payloads = Vec::new();
    let mut aliases = Vec::new();
    let (mut is_whole, mut is_serde_text, mut is_reported) = (true, foreign.is_empty(), false);
    for variant in &data.variants {
        let mut own = text(variant, options, errors);
        let payload = payload(input, variant, own.rest.take());
        is_whole &= payload.is_ok();
        let payload = errors.ok(payload).flatten();
        let (names, foreign) = (container.variant(variant), serde::foreign_to_variant(variant));
        is_serde_text &= foreign.is_empty();
        let word = if options.serde {
            errors.extend(not_names(&foreign, &variant.ident));
            serde_word(&container, variant, names, &mut is_reported, errors)
        } else {
            is_serde_text &= is_of_serde(&own, names, &mut is_reported, errors);
            own
        };
        if let Some((other, _)) = words.iter().find(|(_, other)| *other == word.text) {
            let (name, other) = (RustName::of(&variant.ident), RustName::of(other));
            let attribute = if options.serde { "serde" } else { "key_part" };
            errors.push(message::duplicate_text(&word.place, &name, &other, &word.text, attribute));
        }
        payloads.push((payload, word.place));
        words.push((&variant.ident, word.text));
        let serde = serde::SerdeOptions::of(&variant.attrs);
        aliases.extend(serde.aliases().map(LitStr::value));
    }
    if !is_whole {
        return PartKind::Faulty(None);
    }
    if payloads.iter().any(|(payload, _)| payload.is_some()) {
        return variants(input, words, payloads, options, errors);
    }
    if let Some((_, separator)) = &options.separator {
        errors.push(message::separator_without_payload(separator.path()));
    }
    if let Some(reference) = &options.reference {
        errors.push(message::ref_of_words(reference));
    }
    let has_as_str = options.as_str.is_some();
    PartKind::Enum(EnumPart { words, aliases, is_serde_text, has_as_str })
}

/// Reports the options with which serde writes and reads something other than this name.
fn not_names(foreign: &[(String, TokenStream)], name: &Ident) -> impl Iterator<Item = syn::Error> {
    let name = RustName::of(name);
    foreign.iter().map(move |(option, place)| message::not_names_in_serde(place, option, &name))
}

/// The value of a variant, if it has one.
fn payload<'a>(
    input: &DeriveInput,
    variant: &'a Variant,
    rest: Option<Meta>,
) -> Result<Option<Payload<'a>>, syn::Error> {
    let name = RustName::of(&variant.ident);
    let field = match &variant.fields {
        Fields::Unit => {
            let error = rest.map(|rest| message::rest_without_payload(rest, &name));
            return error.map_or(Ok(None), Err);
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => &fields.unnamed[0],
        fields => return Err(message::variant_with_data(fields, &name)),
    };
    if let Some(what) = not_a_part(&field.ty) {
        return Err(message::not_a_part(&field.ty, &what));
    }
    if is_named(&field.ty, "Option") {
        return Err(message::option_in_variant(&field.ty, &name));
    }
    let kind = kind_in(input, &field.ty);
    Ok(Some(Payload { ty: &field.ty, kind, is_rest: rest.is_some() }))
}

/// The maximum number of variants of an enum with payloads, as in `ddbkey`.
const MAX_VARIANTS: usize = 127;

fn variants<'a>(
    input: &DeriveInput,
    words: Vec<(&'a Ident, String)>,
    payloads: Vec<(Option<Payload<'a>>, TokenStream)>,
    options: &KeyPartOptions,
    errors: &mut Errors,
) -> PartKind<'a> {
    let separator = options.separator.as_ref().map_or('#', |(separator, _)| *separator);
    if let Some(as_str) = &options.as_str {
        errors.push(message::as_str_with_payload(as_str));
    }
    let parameters: Vec<_> = input.generics.type_params().collect();
    if let Some(parameter) = parameters.first() {
        errors.push(message::variants_of_any_type(parameter));
    }
    if words.len() > MAX_VARIANTS {
        errors.push(message::many_variants(words[MAX_VARIANTS].0, MAX_VARIANTS));
    }
    let is_faulty = !parameters.is_empty() || words.len() > MAX_VARIANTS;
    let mut list = Vec::new();
    for ((ident, word), (payload, place)) in words.into_iter().zip(payloads) {
        if word.contains(separator) {
            errors.push(message::separator_in_word(place, RustName::of(ident), &word, separator));
        }
        list.push(VariantPart { ident, word, payload });
    }
    if !errors.is_empty() {
        // Some of these may be empty, the same or contain the separator.
        for (place, variant) in list.iter_mut().enumerate() {
            variant.word = place.to_string();
        }
    }
    let reference = options.reference.clone().unwrap_or_else(|| reference_name(&input.ident));
    if is_faulty {
        return PartKind::Faulty(Some(reference));
    }
    PartKind::Variants(Variants { list, separator, reference })
}

/// Whether serde writes and reads the string of a variant. If not, an enum has to say which strings its keys have. This
/// is reported once.
fn is_of_serde(
    own: &Word,
    names: serde::SerdeNames,
    is_reported: &mut bool,
    errors: &mut Errors,
) -> bool {
    let other = [names.serialize, names.deserialize].into_iter().find(|name| *name != own.text);
    if let (Some(other), Some(place)) = (&other, names.place)
        && !own.is_given
        && !*is_reported
    {
        errors.push(message::serde_names(place, &own.text, other));
        *is_reported = true;
    }
    other.is_none()
}

/// The string that serde has for a variant.
fn serde_word(
    container: &serde::SerdeContainer,
    variant: &Variant,
    names: serde::SerdeNames,
    is_reported: &mut bool,
    errors: &mut Errors,
) -> Word {
    let (ident, own) = (RustName::of(&variant.ident), names.place.filter(|_| names.is_own));
    if names.serialize != names.deserialize && (names.is_own || !*is_reported) {
        let place = own.clone().or_else(|| container.rename_all());
        let (serialize, deserialize) = (&names.serialize, &names.deserialize);
        errors.push(message::serde_directions(place, &ident, serialize, deserialize));
        *is_reported |= !names.is_own;
    }
    let place = own.unwrap_or_else(|| variant.ident.to_token_stream());
    if names.serialize.is_empty() {
        errors.push(message::empty_text(&place, &ident));
    }
    Word { text: names.serialize, place, is_given: true, rest: None }
}

/// The string of a variant: its own `rename`, or its name under the enum's rule.
fn text(variant: &Variant, options: &KeyPartOptions, errors: &mut Errors) -> Word {
    let name = RustName::of(&variant.ident).to_string();
    let rule = options.rename_all.as_ref().map(|(rule, _)| rule);
    let mut word = Word {
        text: rule.map_or_else(|| name.clone(), |rule| rule.apply_to_variant(&name)),
        place: variant.ident.to_token_stream(),
        is_given: rule.is_some(),
        rest: None,
    };
    for (option_name, option) in options::of(&variant.attrs, "key_part", errors) {
        if option_name == "rest" {
            word.rest = errors.ok(options::word(&option)).map(|()| option);
            continue;
        }
        let read = match option_name.as_str() {
            "rename" if options.serde => Err(message::serde_and_own(option.path(), "rename")),
            "rename" => options::some_text(&option, "rename = \"TEXT\"", |place| {
                message::empty_text(place, &name)
            }),
            other => Err(message::unknown_option(option.path(), "key_part", other, &OF_VARIANT)),
        };
        if let Some(text) = errors.ok(read) {
            word = Word { text, place: options::value(&option), is_given: true, ..word };
        }
    }
    word
}

/// One field, besides any number of `PhantomData`.
fn newtype<'a>(
    input: &'a DeriveInput,
    fields: &'a Fields,
    options: KeyPartOptions,
    runtime: &Path,
    errors: &mut Errors,
) -> PartKind<'a> {
    let name = options.reference.clone().unwrap_or_else(|| reference_name(&input.ident));
    let ident = &input.ident;
    let is_real = |(_, field): &(usize, &Field)| !is_named(&field.ty, "PhantomData");
    let real: Vec<_> = fields.iter().enumerate().filter(is_real).collect();
    let error = match (fields, real.as_slice()) {
        (Fields::Unnamed(_), [(at, field)]) => match not_a_part(&field.ty) {
            Some(what) => message::not_a_part(&field.ty, &what),
            None if is_named(&field.ty, "Option") => message::option_in_newtype(&field.ty, ident),
            None => {
                let container = serde::SerdeContainer::of(&input.attrs);
                let kind = kind_in(input, &field.ty);
                return PartKind::Newtype(Newtype {
                    input,
                    runtime: runtime.clone(),
                    value: field,
                    at: Index::from(*at),
                    fields,
                    alphabet: options.alphabet(&field.ty, kind, errors),
                    reference: ref_struct(&container, kind, name, &options, errors),
                    check: options.check,
                    is_serde_text: serde::is_as_inner(&container, field, fields.len() > 1),
                });
            }
        },
        (Fields::Named(_), _) => message::part_with_named_fields(ident, ident),
        _ => message::not_a_newtype(ident, ident),
    };
    errors.push(error);
    PartKind::Faulty(options.copy.is_none().then_some(name))
}

/// The kind of a type. A type parameter with a well-known name is still a type parameter.
pub fn kind_in(input: &DeriveInput, ty: &Type) -> Option<Kind> {
    let mut parameters = input.generics.type_params();
    let is_parameter = parameters.any(|own| is_one_of(bare(ty), &[&*own.ident.to_string()]));
    kind_of(ty).filter(|_| !is_parameter)
}

/// `UserIdRef`, which an editor renames together with `UserId`.
fn reference_name(newtype: &Ident) -> Ident {
    let mut name = format_ident!("{newtype}Ref");
    name.set_span(newtype.span());
    name
}

fn ref_struct(
    container: &serde::SerdeContainer,
    kind: Option<Kind>,
    name: Ident,
    options: &KeyPartOptions,
    errors: &mut Errors,
) -> Option<RefStruct> {
    if let Some(copy) = &options.copy {
        if kind != Some(Kind::Text) {
            return None;
        }
        errors.push(message::copy_of_text(copy));
    }
    let is_unchecked = container.options.has("try_from") && options.check.is_none();
    Some(RefStruct { name, kind, has_from: kind.is_some() && !is_unchecked })
}

/// Whether a type has this name, whatever its path and arguments.
fn is_named(ty: &Type, name: &str) -> bool {
    last_segment(bare(ty)).is_some_and(|last| last == name)
}
