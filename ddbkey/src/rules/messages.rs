//! The message of each rule of this folder, one constructor each, so that they can be read as a list: a fact about the
//! user's code, then `help:` and one thing to do.

use super::buffer::{Arg, Message, joint};
use super::disjoint::{Overlap, common_string, look_alike};
use crate::declaration::{
    Alternative, EntitySchema, IndexKind, IndexLayout, KeySchema, Layout, NameList, TableSchema,
};
use crate::language::{Integers, Language, Padding, count_digits};
use crate::pattern::{AttributeType, MAX_SORT_KEY_LEN, Owner, Pattern, Role, Segment, Value};
use crate::rules::DeclaredKey;
use crate::rules::tables::names_layout;
use crate::text::same_text;

/// A message with arguments in place of their names in braces.
macro_rules! message {
    ($text:expr $(, $arg:ident: $kind:ident)*) => {
        Message::of($text, &[$((stringify!($arg), Arg::$kind($arg))),*])
    };
}

macro_rules! messages {
    ($($name:ident($($arg:ident: $kind:ident),*): $fact:literal, help: $help:literal;)*) => {
        $(pub(super) const fn $name($($arg: type_of!($kind)),*) -> Message {
            message!(concat!($fact, "\nhelp: ", $help) $(, $arg: $kind)*)
        })*

        #[cfg(test)]
        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

/// The Rust type of an argument of a kind.
macro_rules! type_of {
    (Text) => { &str };
    (Char) => { char };
    (Number) => { usize };
    (Message) => { &Message };
    (Key) => { &Pattern };
    (Held) => { &Pattern };
    (Owner) => { Option<&str> };
    (Attribute) => { Option<&str> };
    (Type) => { AttributeType };
    (Attributes) => { &KeySchema };
    (Names) => { (&[&str], &[&str]) };
    (Entity) => { &KeySchema };
    (Own) => { &KeySchema };
    (Plain) => { &KeySchema };
}

// The parts of a key.
messages! {
    number_without_width(key: Key, field: Text, call: Text, ty: Message, own: Message):
        "{key}: `{field}` is a plain number, and `10` sorts before `9`",
        help: "pad it, `\"{{{field}{call}:05}}\"{ty}`{own}; for a table that already holds such keys, write `\"{{{field}{call}:unordered}}\"{ty}`";

    legacy_number_without_width(key: Key, field: Text, call: Text, ty: Message):
        "{key}: `{field}` is a plain number, and `10` sorts before `9`",
        help: "write `\"{{{field}{call}:unordered}}\"{ty}` for the stored numbers, or `\"{{{field}{call}:05}}\"{ty}` if they have five digits";

    owned_text(key: Key, field: Text, ty: Text):
        "{key}: `{field}()` returns `{ty}`, and a key can only borrow its string",
        help: "return its `String`, or a type that keys hold by value, such as a newtype of `arrayvec::ArrayString` with `#[key_part(copy)]`";

    impossible_order(key: Key, field: Text):
        "{key}: the type of `{field}` claims `order::Always`, but one of its strings can be a prefix of another",
        help: "declare a fixed width, or `order::Last` or `order::Never`";

    alphabet_without_case(key: Key, field: Text, case: Text):
        "{key}: the alphabet of `{field}` has nothing in {case} case",
        help: "remove the `:{case}`, or declare the alphabet of the strings that keys hold";

    free_width_neighbours(key: Key, field: Text, next: Text):
        "{key}: `{field}` and `{next}` are next to each other, and neither has a fixed width",
        help: "put a separator or a literal between them";

    value_right_after(key: Key, field: Text, next: Text):
        "{key}: a query by `{field}` would also find other values, because `{next}` follows it directly",
        help: "put a separator between them, or give `{field}` a fixed width";

    order_lost(key: Key, field: Text, next: Char):
        "{key}: `{field}` sorts out of time order when `{next}` follows it, because `{next}` sorts after the `.` of a fraction",
        help: "put `{field}` last, or a character that sorts below `.` after it, such as `#`; for a table that already holds such keys, return the stored string from a method, `{field}_text() -> ArrayString<26>`";

    literal_in_value(key: Key, field: Text, first: Char):
        "{key}: `{field}` can contain `{first}`, the first character of the literal after it",
        help: "start that literal with a character that `{field}` never contains, or put the separator between them; for a table that already holds such keys, give `{field}` a fixed width";

    separator_in_word(key: Key, field: Text, call: Text, word: Text, separator: Char):
        "{key}: `{field}` can be `{word}`, which contains `{separator}`, the separator",
        help: "make it the last part as `{{*{field}{call}}}`, or give that variant another string, `#[key_part(rename = \"\u{2026}\")]`";

    separator_in_type(key: Key, field: Text, call: Text, separator: Char, other: Char):
        "{key}: `{field}` can contain `{separator}`, the separator",
        help: "choose another separator, `#[ddb(separator = \"{other}\")]`; for a table that already holds such keys, give `{field}` a fixed width, make it the last part as `{{*{field}{call}}}`, or make it a separate attribute in square brackets";

    separator_of_variants(key: Key, field: Text, own: Char, separator: Char):
        "{key}: the payloads of `{field}` follow `{own}`, and the separator of the key is `{separator}`",
        help: "write `#[key_part(separator = \"{separator}\")]` on the type of `{field}`";

    rest_before_another(key: Key, field: Text, word: Text):
        "{key}: the payload of `{word}` takes the rest of the key, and `{field}` is not the last part",
        help: "make `{field}` the last part, or remove `rest` from the variant";

    value_after_payload(key: Key, field: Text, next: Text):
        "{key}: `{next}` follows `{field}` directly, so the payload of `{field}` has no clear end",
        help: "put a separator or a literal between them";

    payload_with_payloads(word: Text):
        "the payload of `{word}` is an enum with payloads itself",
        help: "write its variants in this enum";

    separator_in_payload(word: Text, separator: Char, other: Char):
        "the payload of `{word}` can contain `{separator}`, the separator",
        help: "choose another separator, `#[key_part(separator = \"{other}\")]`; or let the payload take the rest of the key, `#[key_part(rest)]`";

    longer_than_allowed(key: Key, is: Text, length: Number, limit: Number, because: Message):
        "{key} {is} {length} bytes long; DynamoDB allows {limit}{because}",
        help: "shorten the literals, or remove a part";

    serde_writes_otherwise(field: Text, attribute: Text):
        "serde may write `{field}` differently than keys do, but both share attribute `{attribute}`",
        help: "give the key a separate attribute, `\"{{{field}}}\" as \"{field}_key\"`; or, if `#[serde(with)]` or the like makes the strings agree, write `{field} as \"{attribute}\"`";

    // The attributes of an entity.

    attribute_of_two_keys(attribute: Text, one: Held, other: Held):
        "attribute `{attribute}` holds the {one} and the {other}",
        help: "make both keys the same, or give one of them another attribute";

    field_over_key(field: Text, attribute: Text, key: Held):
        "serde writes field `{field}` as attribute `{attribute}`, which holds the {key}",
        help: "give the field another name, `#[serde(rename = \"\u{2026}\")]`";

    alias_of_key(field: Text, attribute: Text, owner: Owner):
        "serde reads field `{field}` from attribute `{attribute}`, which holds a key of {owner}",
        help: "remove the alias";

    alias_of_type_attribute(field: Text, attribute: Text):
        "serde reads field `{field}` from attribute `{attribute}`, which holds the name of the entity",
        help: "remove the alias";

    both_keys_in_one_attribute(owner: Owner, attribute: Text):
        "{owner} has its partition key and its sort key in one attribute, `{attribute}`",
        help: "DynamoDB needs two; give one of them another name";

    attribute_without_name(owner: Owner):
        "{owner} has a key attribute without a name",
        help: "name it";

    type_attribute_is_key(attribute: Text):
        "attribute `{attribute}` holds a key and also the name of the entity",
        help: "give one of them another name";

    type_attribute_of_index(attribute: Text, name: Text, key: Held, what: Message):
        "attribute `{attribute}` holds `{name}`, the name of the entity, and also the {key}",
        help: "{what}";

    field_over_type(entity: Text, field: Text, attribute: Text, table: Text):
        "serde writes field `{field}` of `{entity}` as attribute `{attribute}`, in which table `{table}` stores the name of the entity",
        help: "give the field another name, `#[serde(rename = \"\u{2026}\")]`, or the table another `type_attribute`";

    entities_of_one_name(table: Text, entity: Text):
        "two entities of `{table}` are named `{entity}`",
        help: "rename one, or wrap it in a struct with another name";

    // An entity and its table.

    not_in_table(entity: Text, table: Text, arguments: Text):
        "`{entity}` is not in the table `{table}`",
        help: "add a variant: `{entity}({entity}{arguments})`";

    table_without_sort_key(entity: Text):
        "`{entity}` has a sort key, but its table has none",
        help: "remove `#[sk(\u{2026})]`, or give the table a sort key";

    entity_without_sort_key(entity: Text, pk: Text):
        "`{entity}` has no sort key, but its table has one",
        help: "add `#[sk(\u{2026})]`; for a table without sort keys, write `#[ddb(pk = \"{pk}\")]` on its enum";

    index_without_sort_key_in_table(entity: Text, index: Text):
        "index `{index}` has no sort key in its table, but one in `{entity}`",
        help: "remove `sk = (\u{2026})`";

    index_without_sort_key_in_entity(entity: Text, index: Text):
        "index `{index}` has a sort key in its table, but none in `{entity}`",
        help: "add `sk = (\u{2026})`";

    index_of_other_kind(index: Text, own: Text, entity: Text, other: Text):
        "index `{index}` is {own} in its table, but {other} in `{entity}`",
        help: "make both `gsi`, or both `lsi`";

    index_of_no_table(entity: Text, index: Text, what: Message):
        "`{entity}` is in index `{index}`, which its table does not have",
        help: "{what}";

    other_attributes(owner: Owner, entity: Text, theirs: Message, ours: Names, what: Message):
        "{owner} uses {ours}, but `{entity}` declares {theirs}",
        help: "{what}";

    joined_in_entity(owner: Owner, entity: Text):
        "{owner} has a key of several attributes, but `{entity}` joins its parts into one string",
        help: "write the parts in square brackets, one attribute each";

    // The entities of a table.

    keys_unlike_most(table: Text, entity: Text, own: Attributes, other: Attributes, what: Message):
        "`{entity}` has its keys in {own}, but most entities of `{table}` have them in {other}",
        help: "{what}";

    keys_in_other_attributes(one: Text, own: Attributes, entity: Text, other: Attributes, what: Message):
        "`{one}` has its keys in {own}, but `{entity}` has them in {other}",
        help: "{what}";

    entity_with_other_names(table: Text, entity: Text, own: Attributes, names: Names, what: Message):
        "`{entity}` has its keys in {own}, but table `{table}` has them in {names}",
        help: "{what}";

    entity_with_other_index_names(table: Text, entity: Text, index: Text, own: Attributes, names: Names, what: Message):
        "index `{index}` of `{entity}` has its keys in {own}, but table `{table}` has them in {names}",
        help: "{what}";

    entity_with_other_type_attribute(table: Text, ours: Attribute, entity: Text, theirs: Attribute, what: Message):
        "table `{table}` stores the name of the entity in {ours}, but `{entity}` stores it in {theirs}",
        help: "{what}";

    type_name_without_attribute(entity: Text, name: Text, table: Text):
        "`{entity}` has the type name `{name}`, but table `{table}` has no type attribute",
        help: "add `type_attribute = \"type\"` to the `#[ddb(…)]` of `{table}`";

    entities_disagree_on_index(index: Text, keys: Attributes, entity: Text, other_keys: Attributes, other: Text, what: Message):
        "index `{index}` has its keys in {keys} for `{entity}`, but in {other_keys} for `{other}`",
        help: "{what}";

    attribute_of_two_types(attribute: Text, ty: Type, entity: Text, other_ty: Type, other: Text):
        "key attribute `{attribute}` is {ty} for `{entity}`, but {other_ty} for `{other}`",
        help: "a table has one type for a key attribute; use the same in both";

    keys_of_both(one: Text, other: Text, share: Message, entity: Entity, other_entity: Entity, what: Message):
        "`{one}` and `{other}` {share}\n{entity}\n{other_entity}",
        help: "{what}";

    legacy_keys_overlap(entity: Text, share: Message, key: Own, legacy: Own, what: Message):
        "two keys of `{entity}` {share}\n{key}\n{legacy}",
        help: "{what}";

    alternatives_overlap(entity: Text, share: Message, plain: Plain, own: Own, what: Message):
        "two keys of `{entity}` {share}\n{plain}\n{own}",
        help: "{what}";

    shapes_disagree_on_index(index: Text, keys: Attributes, one: Text, other_keys: Attributes, other: Text):
        "index `{index}` has its keys in {keys} as `{one}`, but in {other_keys} as `{other}`",
        help: "give it the same attributes, of the same types, in both";

    shapes_overlap(entity: Text, index: Text, share: Message, one: Own, other: Own):
        "two keys of `{entity}` in index `{index}` {share}\n{one}\n{other}",
        help: "start one of them with another literal";

    unknown_projection(index: Text, table: Text, entity: Text):
        "index `{index}` of table `{table}` does not hold whole items, but `{entity}` does not know that",
        help: "add `#[ddb(table = {table})]` to `{entity}`";

    unknown_included_attribute(index: Text, attribute: Text, table: Text, what: Message):
        "index `{index}` includes `{attribute}`, but no entity of `{table}` writes it",
        help: "{what}";

    ttl_of_two_names(entity: Text, own: Text, other: Text, attribute: Text):
        "`{entity}` has its time to live in `{own}`, but `{other}` has it in `{attribute}`",
        help: "use one attribute in both, since a table has one: `#[serde(rename = \"{attribute}\")]`";

    field_without_ttl(entity: Text, field: Text, attribute: Text, other: Text):
        "`{entity}` has attribute `{attribute}`, and DynamoDB deletes rows by it, because it is the time to live of `{other}`",
        help: "add `#[ddb(ttl = {field})]` to `{entity}` if its rows expire as well, or give the field another name, `#[serde(rename = \"\u{2026}\")]`";

    key_without_ttl(entity: Text, attribute: Text, other: Text):
        "`{entity}` has key attribute `{attribute}`, and DynamoDB deletes rows by it, because it is the time to live of `{other}`",
        help: "give the key attribute another name";

    longer_than_sort_key_of_index(attribute: Text, entity: Text, index: Text, limit: Number, what: Message):
        "key attribute `{attribute}` of `{entity}` can be longer than the {limit} bytes that DynamoDB allows in the sort key of index `{index}`",
        help: "{what}";
}

/// `returned` is the type of a value that a method returns.
pub(super) const fn plain_number(key: &Pattern, field: &str, returned: Option<&str>) -> Message {
    let (call, ty) = match returned {
        Some(ty) => ("()", &message!(" -> {ty}", ty: Text)),
        None => ("", &Message::EMPTY),
    };
    if let Role { owner: Owner::LegacyKey(_), is_sort_key: true } = key.role {
        return legacy_number_without_width(key, field, call, ty);
    }
    let name = key.name_or(field);
    let part = &if key.entry.is_some() || returned.is_some() {
        message!("{field}{call}{ty} as \"{name}\"", field: Text, call: Text, ty: Message, name: Text)
    } else {
        message!("{field}", field: Text)
    };
    let (start, end) = if key.role.index().is_some() { ("sk = [", "]") } else { ("#[sk[", "]]") };
    let own = &if key.entry.is_some() {
        message!(", or remove the literal, which leaves a number: `{part}`", part: Message)
    } else if key.role.is_sort_key && !matches!(key.role.owner, Owner::Alternative(_)) {
        message!(
            ", or make it a separate attribute, which is a number: `{start}{part}{end}`",
            start: Text, part: Message, end: Text
        )
    } else if let Some(Owner::Index(index)) = key.limited_by {
        message!(
            ", or make it a separate attribute in index `{index}`, which is a number: `sk = [{part}]`",
            index: Text, part: Message
        )
    } else {
        Message::EMPTY
    };
    number_without_width(key, field, call, ty, own)
}

/// `is` precedes the length: "can be", "is at least".
pub(super) const fn key_too_long(key: &Pattern, is: &str, length: usize, limit: usize) -> Message {
    let because = match key.limited_by {
        Some(Owner::Index(index)) => {
            message!(" here, because index `{index}` uses it as its sort key", index: Text)
        }
        Some(_) => message!(" here, because the table uses it as its sort key"),
        None => Message::EMPTY,
    };
    let name = Pattern { limited_by: None, ..*key };
    longer_than_allowed(&name, is, length, limit, &because)
}

/// The attributes of a key do not have the names that the table gives. `theirs` also has the declaration of each
/// attribute.
pub(super) const fn attributes_of_other_names(
    owner: Option<&str>,
    entity: &str,
    theirs: &[(&str, &str)],
    ours: &[&str],
) -> Message {
    let (mut names, mut before) = (Message::EMPTY, "");
    each!(own in theirs => {
        let (others, name) = (&names, own.0);
        names = message!("{others}{before}`{name}`", others: Message, before: Text, name: Text);
        before = ", ";
    });
    let what = &names_to_write(theirs, ours);
    other_attributes(owner, entity, &names, (ours, &[]), what)
}

/// ``write `joined_at as "created_at"` ``, unless the names are the same in another order.
const fn names_to_write(theirs: &[(&str, &str)], ours: &[&str]) -> Message {
    let (mut what, mut is_first, mut at) = (Message::EMPTY, true, 0);
    while at < theirs.len() && theirs.len() == ours.len() {
        let ((name, entry), own) = (theirs[at], ours[at]);
        let mut place = 0;
        while place < theirs.len() && !same_text(theirs[place].0, own) {
            place += 1;
        }
        if !same_text(name, own) && place == theirs.len() {
            let (others, before) = (&what, if is_first { "write " } else { ", " });
            what = message!(
                "{others}{before}`{entry} as \"{own}\"`",
                others: Message, before: Text, entry: Text, own: Text
            );
            is_first = false;
        }
        at += 1;
    }
    if is_first { message!("name the same attributes in the same order") } else { what }
}

/// The help has the line for the table, with the entity's own attributes and names like those that the table has.
pub(super) const fn unknown_index(
    layout: &Layout,
    entity: &str,
    (index, kind): (&str, IndexKind),
    pk: DeclaredKey,
    sk: DeclaredKey,
) -> Message {
    let (mut all, mut before, mut joint) = (Message::EMPTY, "the table has ", "");
    each!(own in layout.indexes => {
        let (others, name) = (&all, own.name);
        all = message!("{others}{before}`{name}`", others: Message, before: Text, name: Text);
        (before, joint) = (", ", "; otherwise ");
    });
    let others = &all;
    let (pk, sk) = (&to_declare(layout, index, pk, "pk"), &to_declare(layout, index, sk, "sk"));
    let line = &line_of(kind, index, pk, sk);
    let what = &message!(
        "{others}{joint}declare it on the table, with the names of its attributes: {line}",
        others: Message, joint: Text, line: Message
    );
    index_of_no_table(entity, index, what)
}

/// `` `#[gsi("gsi1", pk = "GSI1PK", sk = "GSI1SK")]` ``, with both keys as [`to_declare`] has them.
const fn line_of(kind: IndexKind, index: &str, pk: &Message, sk: &Message) -> Message {
    match kind {
        IndexKind::Gsi => message!(
            "`#[gsi(\"{index}\"{pk}{sk})]`",
            index: Text, pk: Message, sk: Message
        ),
        IndexKind::Lsi => message!("`#[lsi(\"{index}\"{sk})]`", index: Text, sk: Message),
    }
}

/// `, pk = "GSI1PK"`, or nothing for a key that the index does not have.
const fn to_declare(
    layout: &Layout,
    index: &str,
    key: DeclaredKey,
    keyword: &'static str,
) -> Message {
    let own = match key {
        DeclaredKey::Nothing => return Message::EMPTY,
        DeclaredKey::Joined => {
            let suffix = suffix(layout, keyword);
            return message!(", {keyword} = \"{index}{suffix}\"", keyword: Text, index: Text, suffix: Text);
        }
        DeclaredKey::Pk => NameList::EMPTY.with(first(layout.keys.pk.list())),
        DeclaredKey::Sk => NameList::EMPTY.with(first(layout.keys.sk.list())),
        DeclaredKey::Attributes(entries) => {
            let mut names = NameList::EMPTY;
            each!(entry in entries => { names = names.with(entry.0) });
            names
        }
    };
    listed(keyword, own.list())
}

/// `, pk = "GSI1PK"`, or nothing without a name.
const fn listed(keyword: &'static str, names: &[&'static str]) -> Message {
    let (mut list, mut at) = (Message::EMPTY, 0);
    while at < names.len() {
        let (others, before, name) = (&list, if at == 0 { "" } else { ", " }, names[at]);
        list = message!("{others}{before}\"{name}\"", others: Message, before: Text, name: Text);
        at += 1;
    }
    let (list, (open, close)) = match names {
        [] => return Message::EMPTY,
        [_] => (&list, ("", "")),
        _ => (&list, ("[", "]")),
    };
    message!(
        ", {keyword} = {open}{list}{close}",
        keyword: Text, open: Text, list: Message, close: Text
    )
}

/// What the table adds to the name of an index for the attribute of a key: `_pk` if it has `gsi1_pk`, otherwise `pk`, in the
/// case of its own keys.
const fn suffix(layout: &Layout, keyword: &'static str) -> &'static str {
    let is_sort_key = same_text(keyword, "sk");
    let mut at = 0;
    while at < layout.indexes.len() {
        let IndexLayout { name, keys, .. } = &layout.indexes[at];
        let attribute = first(if is_sort_key { keys.sk.list() } else { keys.pk.list() });
        if let Some((start, suffix)) = attribute.split_at_checked(name.len())
            && same_text(start, name)
            && !suffix.is_empty()
        {
            return suffix;
        }
        at += 1;
    }
    let is_upper = same_text(first(layout.keys.pk.list()), "PK");
    match (is_upper, is_sort_key) {
        (true, true) => "SK",
        (true, false) => "PK",
        (false, _) => keyword,
    }
}

/// The first name of a list, or nothing.
const fn first(names: &[&'static str]) -> &'static str {
    match names {
        [name, ..] => name,
        [] => "",
    }
}

/// The help names the attribute that was probably meant.
pub(super) const fn unknown_included(
    index: &str,
    attribute: &str,
    table: &str,
    near: Option<&str>,
) -> Message {
    let what = &match near {
        Some(near) => {
            message!("an attribute with a similar name exists: `{near}`", near: Text)
        }
        None => message!("write the name under which serde writes a field"),
    };
    unknown_included_attribute(index, attribute, table, what)
}

/// The index writes the attribute anyway, so the table need not.
pub(super) const fn type_attribute_of_key(
    table: &str,
    attribute: &str,
    entity: &EntitySchema,
    key: &Pattern,
) -> Message {
    let (name, text) = (entity.name(), key.prefix());
    let or = &if key.is_static() {
        message!(
            ", or add `#[ddb(type_name = \"{text}\")]` to `{name}`",
            text: Text, name: Text
        )
    } else {
        Message::EMPTY
    };
    let what = &message!(
        "remove `type_attribute` from `{table}`, since the index writes the attribute{or}",
        table: Text, or: Message
    );
    type_attribute_of_index(attribute, entity.type_name(), key, what)
}

/// Two entities have the keys of an index in different attributes. If only one field has another name, the help renames
/// it.
pub(super) const fn other_index(
    (entity, key): (&EntitySchema, &KeySchema),
    (other, other_key): (&EntitySchema, &KeySchema),
) -> Message {
    let index = match key.index {
        Some(name) => name,
        None => "",
    };
    let what = &match other_field(key, other_key) {
        Some((name, field)) => {
            let entity = other.name();
            message!(
                "write `{field} as \"{name}\"` in `{entity}`",
                field: Text, name: Text, entity: Text
            )
        }
        None => message!("give it the same attributes, of the same types, in both"),
    };
    entities_disagree_on_index(index, key, entity.name(), other_key, other.name(), what)
}

/// The first attribute of the other key that has another name and holds a field, if nothing else differs there.
const fn other_field(key: &KeySchema, other: &KeySchema) -> Option<(&'static str, &'static str)> {
    let mut at = 0;
    while let (Some(left), Some(right)) = (key.attribute_at(at), other.attribute_at(at)) {
        if !same_text(left.name(), right.name()) {
            let is_elsewhere = key.attribute(right.name()).is_some()
                || other.attribute(left.name()).is_some()
                || left.attribute_type() as u8 != right.attribute_type() as u8;
            return match right.pattern() {
                Pattern { entry: Some(_), segments: [Segment::Value(value)], .. }
                    if !is_elsewhere && value.format.is_empty() && value.call.is_empty() =>
                {
                    Some((left.name(), value.field))
                }
                _ => None,
            };
        }
        at += 1;
    }
    None
}

/// One of several entities has its keys in other attributes.
pub(super) const fn keys_of_other_kind(
    table: &str,
    entity: &EntitySchema,
    other: &EntitySchema,
) -> Message {
    let name = entity.name();
    let what = &match (entity.sk(), other.sk()) {
        (None, Some(_)) => message!("add `#[sk(\u{2026})]` to `{name}`", name: Text),
        (Some(_), None) => message!("remove `#[sk(\u{2026})]` from `{name}`", name: Text),
        _ => message!("use the same attributes in all entities of a table"),
    };
    keys_unlike_most(table, name, entity.key(), other.key(), what)
}

/// Equally many entities have their keys in the attributes of one as in the attributes of the other.
pub(super) const fn keys_of_two_kinds(one: &EntitySchema, other: &EntitySchema) -> Message {
    let (name, other_name) = (one.name(), other.name());
    let (without, with) = match (one.sk(), other.sk()) {
        (None, Some(_)) => (name, other_name),
        (Some(_), None) => (other_name, name),
        _ => ("", ""),
    };
    let what = &if without.is_empty() {
        message!("use the same attributes in all entities of a table")
    } else {
        message!(
            "add `#[sk(\u{2026})]` to `{without}`, or remove it from `{with}`",
            without: Text, with: Text
        )
    };
    keys_in_other_attributes(name, one.key(), other_name, other.key(), what)
}

pub(super) const fn shared_keys(
    (one, key): (&EntitySchema, &KeySchema),
    (other, other_key): (&EntitySchema, &KeySchema),
    overlap: &Overlap,
) -> Message {
    let share = &shared("share keys", overlap);
    let what = &match (rest_of(key), rest_of(other_key)) {
        (Some(rest), _) | (None, Some(rest)) => {
            let (field, call) = (rest.field, rest.call);
            message!(
                "put a literal, or another one, in front of `{{*{field}{call}}}`",
                field: Text, call: Text
            )
        }
        (None, None) => {
            let what = if !look_alike(key, other_key) {
                "write the prefix of an id into its key, such as `\"ALBUM_{id}\"`, or give the id a type with its own alphabet, `#[key_part(ascii = \"0-9a-f\", len = 24)]`"
            } else if one.type_attribute().is_some() {
                "make them one entity, with an enum in a field with `#[serde(flatten)]`, whose tag is the type attribute, `#[ddb(type_names(\"A\", \"B\"))]`"
            } else {
                "make them one entity, with a tagged enum for the differences in a field with `#[serde(flatten)]`"
            };
            message!(
                "start the keys of one of them with another literal; in a table that already holds such keys, {what}",
                what: Text
            )
        }
    };
    keys_of_both(one.name(), other.name(), share, key, other_key, what)
}

/// The part that takes the rest of one of the two keys. The sort key is checked first.
const fn rest_of(key: &KeySchema) -> Option<&Value> {
    find!(key in [key.table_sk(), Some(key.table_pk())] => match key {
        Some(Pattern { segments: [.., Segment::Value(last)], .. }) if last.is_rest() => Some(last),
        _ => None,
    })
}

/// Two primary keys of an entity. The first is the plain key or comes first.
pub(super) const fn overlapping_keys(
    key: &KeySchema,
    own: &KeySchema,
    overlap: &Overlap,
) -> Message {
    let (entity, share) = (key.table_pk().entity(), &shared("overlap", overlap));
    match (key.alternative, own.alternative) {
        (None, Some(Alternative { is_written: true, .. })) => {
            alternatives_overlap(entity, share, key, own, &other_literal(own, own))
        }
        (Some(_), Some(Alternative { is_written: true, .. })) => {
            legacy_keys_overlap(entity, share, key, own, &other_literal(own, own))
        }
        _ => overlapping_legacy_key(key, own, share),
    }
}

const fn overlapping_legacy_key(key: &KeySchema, legacy: &KeySchema, share: &Message) -> Message {
    let what = if let Some(Alternative { is_written: false, .. }) = key.alternative {
        message!(
            "move the rows of one of them, and remove it; no program can tell which key a row is under"
        )
    } else {
        let literal = &other_literal(key, legacy);
        match digits_that_tell(key, legacy) {
            Some(UnpaddedNumber { field, digits, of_type }) => {
                let (longer, all) = (digits + 1, of_type + 1);
                let outgrown = &if digits < of_type {
                    message!(
                        "for stored numbers that have outgrown {digits} digits, write `{{{field}:0{longer}}}` in the legacy key; otherwise ",
                        digits: Number, field: Text, longer: Number
                    )
                } else {
                    Message::EMPTY
                };
                message!(
                    "{outgrown}pad the number to more digits than it can have, `{{{field}:0{all}}}`, or {literal}",
                    outgrown: Message, field: Text, all: Number, literal: Message
                )
            }
            None => *literal,
        }
    };
    legacy_keys_overlap(key.table_pk().entity(), share, key, legacy, &what)
}

/// Two keys of an index have different attributes.
pub(super) const fn shapes_of_two_layouts(one: &KeySchema, other: &KeySchema) -> Message {
    shapes_disagree_on_index(one.name(), one, one.shape(), other, other.shape())
}

pub(super) const fn overlapping_shapes(
    entity: &str,
    one: &KeySchema,
    other: &KeySchema,
    overlap: &Overlap,
) -> Message {
    let share = &if one.pk.len() > 1 || one.sk.len() > 1 {
        shared_attributes(one, other)
    } else {
        shared("overlap", overlap)
    };
    shapes_overlap(entity, one.name(), share, one, other)
}

/// "may overlap: `SCOPE`, `1` / `7` fits both"
const fn shared_attributes(one: &KeySchema, other: &KeySchema) -> Message {
    let (mut strings, mut at) = (Message::EMPTY, 0);
    while let (Some(left), Some(right)) = (one.attribute_at(at), other.attribute_at(at))
        && let Some(string) = common_string(left.pattern(), right.pattern())
    {
        let (before, joint, own) = (&strings, joint(at, one.pk.len()), string.text());
        strings = message!("{before}{joint}`{own}`", before: Message, joint: Text, own: Text);
        at += 1;
    }
    if at < one.len() {
        return message!("may overlap");
    }
    let strings = &strings;
    message!("may overlap: {strings} fits both", strings: Message)
}

/// "share keys: `USER#0` / `PROFILE` reads as both"
const fn shared(verb: &str, overlap: &Overlap) -> Message {
    let (may, reads) = if overlap.is_certain { ("", "reads as") } else { ("may ", "fits") };
    match &overlap.example {
        Some([pk, sk]) => {
            let (pk, sk) = (pk.text(), sk.text());
            let slash = if sk.is_empty() { "" } else { "` / `" };
            message!(
                "{may}{verb}: `{pk}{slash}{sk}` {reads} both",
                may: Text, verb: Text, pk: Text, slash: Text, sk: Text, reads: Text
            )
        }
        None => message!("{may}{verb}", may: Text, verb: Text),
    }
}

/// "start the current sort key with another literal, such as `\"ORDER2\"`". It names a key that the other key does not
/// share, preferably one that starts with a literal.
const fn other_literal(key: &KeySchema, other: &KeySchema) -> Message {
    let (pk, other_pk) = (key.table_pk(), other.table_pk());
    let is_own_pk = !matches!(other_pk.role.owner, Owner::Table);
    let (role, pattern) = match (key.table_sk(), other.table_sk()) {
        (Some(sk), Some(other))
            if !matches!(other.role.owner, Owner::Table)
                && (!is_own_pk || !sk.prefix().is_empty() && !other.prefix().is_empty()) =>
        {
            ("sort", sk)
        }
        _ => ("partition", pk),
    };
    let (prefix, mut end) = (pattern.prefix().as_bytes(), 0);
    while end < prefix.len() && prefix[end] != pattern.separator as u8 {
        end += 1;
    }
    let literal = if end == 0 { "V" } else { pattern.prefix().split_at(end).0 };
    match key.alternative {
        None => message!(
            "start the current {role} key with another literal, such as `\"{literal}2\"`",
            role: Text, literal: Text
        ),
        Some(Alternative { name, .. }) => message!(
            "start the {role} key of alternative `{name}` with another literal, such as `\"{literal}2\"`",
            role: Text, name: Text, literal: Text
        ),
    }
}

/// A number that the current key pads and the legacy key does not.
struct UnpaddedNumber {
    field: &'static str,
    /// The number of digits to which the current key pads it.
    digits: usize,
    /// The maximum number of digits of its type.
    of_type: usize,
}

const fn digits_that_tell(key: &KeySchema, legacy: &KeySchema) -> Option<UnpaddedNumber> {
    let (keys, others) =
        ([Some(key.table_pk()), key.table_sk()], [Some(legacy.table_pk()), legacy.table_sk()]);
    let mut at = 0;
    while at < keys.len() {
        if let (Some(key), Some(other)) = (keys[at], others[at]) {
            let mut place = 0;
            while place < key.segments.len() && place < other.segments.len() {
                if let (Segment::Value(one), Segment::Value(other)) =
                    (&key.segments[place], &other.segments[place])
                    && let Language::Integers(Integers { padding: Padding::Zeros(digits), .. }) =
                        one.shape.language
                    && let Language::Integers(Integers {
                        max, below, padding: Padding::None, ..
                    }) = other.shape.language
                {
                    let of_type = count_digits(if below > max { below } else { max });
                    if digits <= of_type {
                        return Some(UnpaddedNumber { field: one.field, digits, of_type });
                    }
                }
                place += 1;
            }
        }
        at += 1;
    }
    None
}

/// Only the layout of its table gives an entity the limit of the sort key. If the table lacks the index, `undeclared` is the
/// index and the entity that has it.
pub(super) const fn longer_than_sort_key(
    table: &TableSchema,
    entity: &EntitySchema,
    attribute: &str,
    index: &str,
    undeclared: Option<(&EntitySchema, &KeySchema)>,
) -> Message {
    let is_in_layout = names_layout(entity, &table.layout);
    let mut lines = if is_in_layout { Message::EMPTY } else { lines_of(&table.layout, entity) };
    if let Some((owner, key)) = undeclared
        && (is_in_layout || entity.index(index).is_none())
    {
        lines = with_line(&table.layout, owner, key, &lines);
    }
    let what = &if is_in_layout {
        let (lines, table) = (&lines, table.name());
        message!("add {lines} to `{table}`", lines: Message, table: Text)
    } else {
        table_and_lines(table.name(), entity.name(), &lines)
    };
    longer_than_sort_key_of_index(attribute, entity.name(), index, MAX_SORT_KEY_LEN, what)
}

/// An entity that does not refer to its table, and so has other names. The help has the lines that the table then needs.
pub(super) const fn refer_to_table(table: &TableSchema, entity: &EntitySchema) -> Message {
    table_and_lines(table.name(), entity.name(), &lines_of(&table.layout, entity))
}

const fn table_and_lines(table: &str, entity: &str, lines: &Message) -> Message {
    if lines.as_str().is_empty() {
        return message!("add `#[ddb(table = {table})]` to `{entity}`", table: Text, entity: Text);
    }
    message!(
        "add `#[ddb(table = {table})]` to `{entity}`, and {lines} to `{table}`",
        table: Text, entity: Text, lines: Message
    )
}

/// The lines for the indexes of an entity that the table lacks.
const fn lines_of(layout: &Layout, entity: &EntitySchema) -> Message {
    let (mut lines, mut place) = (Message::EMPTY, 0);
    while let Some(key) = entity.key_at(place) {
        let mut earlier = 0;
        while earlier < place && !matches!(entity.key_at(earlier), Some(own) if own.is_beside(key))
        {
            earlier += 1;
        }
        if earlier == place {
            lines = with_line(layout, entity, key, &lines);
        }
        place += 1;
    }
    lines
}

/// Other lines and the line for an index, unless the table has the index.
const fn with_line(
    layout: &Layout,
    entity: &EntitySchema,
    key: &KeySchema,
    lines: &Message,
) -> Message {
    let Some(index) = key.index else { return *lines };
    if layout.index(index).is_some() {
        return *lines;
    }
    let names = key.attribute_names();
    let pk = &to_declare_key(layout, entity, index, key.pk, names.pk.list(), "pk");
    let sk = &to_declare_key(layout, entity, index, key.sk, names.sk.list(), "sk");
    let line = &line_of(key.kind, index, pk, sk);
    let joint = if lines.as_str().is_empty() { "" } else { " " };
    message!("{lines}{joint}{line}", lines: Message, joint: Text, line: Message)
}

/// [`to_declare`] for a key of an entity that does not refer to its table.
const fn to_declare_key(
    layout: &Layout,
    entity: &EntitySchema,
    index: &str,
    key: &[Pattern],
    names: &[&'static str],
    keyword: &'static str,
) -> Message {
    let ([Pattern { entry: None, .. }], [name]) = (key, names) else {
        return listed(keyword, names);
    };
    let (pk, sk) = entity.key().names;
    let key = if same_text(name, pk) {
        DeclaredKey::Pk
    } else if same_text(name, sk) {
        DeclaredKey::Sk
    } else {
        DeclaredKey::Joined
    };
    to_declare(layout, index, key, keyword)
}
