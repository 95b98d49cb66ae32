//! The words of every rule of this folder, one constructor each, so that they can be read as a list: a
//! fact about the user's code, then `help:` and one thing to do.

use super::buffer::Message;
use crate::entity::EntitySchema;
use crate::key::schema::KeySchema;
use crate::layout::{IndexKind, IndexLayout, Layout, Names};
use crate::pattern::{AttributeType, Pattern, Role, Value};
use crate::rules::disjoint::{Example, Overlap, have_same_keys};

// The parts of a key.

/// `returned` is the type of a value that a method returns.
pub(super) const fn plain_number(
    key: &KeyName<'_>,
    value: &Value,
    returned: Option<&str>,
) -> Message {
    let message = key
        .named()
        .code(value.field())
        .text(" is a plain number, and `10` sorts before `9`\nhelp: pad it, ")
        .template(value, returned, "05");
    let message = if key.role.is_sort_key() {
        own_attribute(
            message.text(", or make it an attribute of its own, which is a number: "),
            key,
            value,
            returned,
        )
    } else {
        message
    };
    message.text("; for a table that already holds such keys, write ").template(
        value,
        returned,
        "unordered",
    )
}

/// "`sk = [version]`"
const fn own_attribute(
    message: Message,
    key: &KeyName<'_>,
    value: &Value,
    returned: Option<&str>,
) -> Message {
    let (before, after) =
        if key.role.index().is_some() { ("`sk = [", "]`") } else { ("`#[sk[", "]]`") };
    let message = message.text(before).text(value.field());
    let message = match returned {
        Some(ty) => message.text("() -> ").text(ty).text(" as \"").text(value.field()).text("\""),
        None => message,
    };
    message.text(after)
}

pub(super) const fn impossible_order(key: &KeyName<'_>, value: &Value) -> Message {
    key.named()
        .text("the type of ")
        .code(value.field())
        .text(" claims `order::Always`, but one of its texts can be the beginning of another\nhelp: declare a fixed width, or `order::Last` or `order::Never`")
}

pub(super) const fn alphabet_without_case(key: &KeyName<'_>, value: &Value) -> Message {
    key.named()
        .text("the alphabet of ")
        .code(value.field())
        .text(" has nothing in ")
        .text(value.format())
        .text(" case\nhelp: remove the `:")
        .text(value.format())
        .text("`, or declare the alphabet of the texts that keys hold")
}

pub(super) const fn free_width_neighbours(key: &Pattern, one: &Value, other: &Value) -> Message {
    named(key)
        .code(one.field())
        .text(" and ")
        .code(other.field())
        .text(" are next to each other, and neither has a fixed width\nhelp: put a separator or a literal between them")
}

pub(super) const fn value_right_behind(key: &Pattern, value: &Value, behind: &Value) -> Message {
    named(key)
        .text("a query by ")
        .code(value.field())
        .text(" would also find other values, because ")
        .code(behind.field())
        .text(" follows it directly\nhelp: put a separator between them, or give ")
        .code(value.field())
        .text(" a fixed width")
}

pub(super) const fn literal_in_value(key: &Pattern, value: &Value, first: char) -> Message {
    named(key)
        .code(value.field())
        .text(" can contain `")
        .char(first)
        .text("`, the first character of the literal behind it\nhelp: start that literal with a character that ")
        .code(value.field())
        .text(" never contains, or put the separator between them; for a table that already holds such keys, give ")
        .code(value.field())
        .text(" a fixed width")
}

pub(super) const fn separator_in_word(key: &KeyName<'_>, value: &Value, word: &str) -> Message {
    key.named()
        .code(value.field())
        .text(" can be ")
        .code(word)
        .text(", which contains `")
        .char(key.separator)
        .text("`, the separator\nhelp: give that variant another text, `#[key_part(rename = \"\u{2026}\")]`")
}

pub(super) const fn separator_in_type(key: &KeyName<'_>, value: &Value) -> Message {
    key.named()
        .code(value.field())
        .text(" can contain `")
        .char(key.separator)
        .text("`, the separator\nhelp: choose another separator, `#[ddb(separator = \"")
        .char(if key.separator == '|' { '#' } else { '|' })
        .text("\")]`; for a table that already holds such keys, give ")
        .code(value.field())
        .text(" a fixed width, make it the last part as `{*")
        .text(value.field())
        .text("}`, or give it an attribute of its own in square brackets")
}

pub(super) const fn key_can_be_too_long(key: &Pattern, length: usize) -> Message {
    too_long(key_of(key).text("can be ").number(length).text(" bytes long"), key)
}

pub(super) const fn key_is_too_long(key: &Pattern) -> Message {
    too_long(key_of(key).text("is at least ").number(key.min_len()).text(" bytes long"), key)
}

const fn too_long(message: Message, key: &Pattern) -> Message {
    let message = message.text("; DynamoDB allows ").number(key.limit());
    let message = match key.limiting_key() {
        Some(Role::IndexSortKey(index)) => {
            message.text(" here, because index ").code(index).text(" uses it as its sort key")
        }
        Some(_) => message.text(" here, because the table uses it as its sort key"),
        None => message,
    };
    message.text("\nhelp: shorten the literals, or remove a part")
}

pub(super) const fn serde_writes_otherwise(field: &str, attribute: &str) -> Message {
    Message::new()
        .text("serde may write ")
        .code(field)
        .text(" differently than keys do, but both share attribute ")
        .code(attribute)
        .text("\nhelp: give the key an attribute of its own, `\"{")
        .text(field)
        .text("}\" as \"")
        .text(field)
        .text("_key\"`; or, if `#[serde(with)]` or the like makes the texts agree, write `")
        .text(field)
        .text(" as \"")
        .text(attribute)
        .text("\"`")
}

/// "sort key of `Order` (`ORDER#{id}`) "
const fn key_of(key: &Pattern) -> Message {
    let message = Message::new().role(key.role()).text(" of ").code(key.entity());
    message.text(" (`").pattern(key).text("`) ")
}

/// "sort key of `Order` (`ORDER#{id}`): "
const fn named(key: &Pattern) -> Message {
    KeyName::of(key).named()
}

/// What a message says of a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyName<'a> {
    /// The name of the entity.
    pub entity: &'a str,
    /// Which key of the entity it is.
    pub role: Role,
    /// The key as it prints.
    pub template: Template<'a>,
    /// The separator.
    pub separator: char,
    /// The sort key that the key is as well.
    pub limited_by: Option<Role>,
}

/// A key as it prints.
#[derive(Clone, Copy, Debug)]
pub enum Template<'a> {
    /// Its pattern.
    Pattern(&'a Pattern),
    /// The text, where the pattern is not at hand.
    Text(&'a str),
}

impl<'a> KeyName<'a> {
    pub(super) const fn of(key: &'a Pattern) -> Self {
        Self {
            entity: key.entity(),
            role: key.role(),
            template: Template::Pattern(key),
            separator: key.separator(),
            limited_by: key.limiting_key(),
        }
    }

    const fn named(&self) -> Message {
        let message = Message::new().role(self.role).text(" of ").code(self.entity).text(" (`");
        let message = match self.template {
            Template::Pattern(pattern) => message.pattern(pattern),
            Template::Text(text) => message.text(text),
        };
        match self.limited_by {
            Some(role) => message.text("`), also the ").role(role).text(": "),
            None => message.text("`): "),
        }
    }
}

// The attributes of an entity.

pub(super) const fn attribute_of_two_keys(
    attribute: &str,
    one: &Pattern,
    other: &Pattern,
) -> Message {
    Message::new()
        .text("attribute ")
        .code(attribute)
        .text(" holds the ")
        .key(one)
        .text(" and the ")
        .key(other)
        .text("\nhelp: make both keys the same, or give one of them another attribute")
}

pub(super) const fn field_over_key(field: &str, attribute: &str, key: &Pattern) -> Message {
    Message::new()
        .text("serde writes field ")
        .code(field)
        .text(" as attribute ")
        .code(attribute)
        .text(", which holds the ")
        .key(key)
        .text("\nhelp: give the field another name, `#[serde(rename = \"\u{2026}\")]`")
}

pub(super) const fn both_keys_in_one_attribute(owner: Message, attribute: &str) -> Message {
    owner
        .text(" has its partition key and its sort key in one attribute, ")
        .code(attribute)
        .text("\nhelp: DynamoDB needs two; give one of them another name")
}

pub(super) const fn attribute_without_name(owner: Message) -> Message {
    owner.text(" has a key attribute without a name\nhelp: name it")
}

pub(super) const fn type_attribute_is_key(attribute: &str) -> Message {
    Message::new()
        .text("attribute ")
        .code(attribute)
        .text(" holds a key and also the name of the entity\nhelp: give one of them another name")
}

pub(super) const fn entities_of_one_name(table: &str, entity: &str) -> Message {
    Message::new()
        .text("two entities of ")
        .code(table)
        .text(" are named ")
        .code(entity)
        .text("\nhelp: rename one, or wrap it in a struct of its own name")
}

pub(super) const fn the_table() -> Message {
    Message::new().text("the table")
}

pub(super) const fn the_index(index: &str) -> Message {
    Message::new().text("index ").code(index)
}

// An entity and the layout of its table.

pub(super) const fn table_without_sort_key(entity: &str) -> Message {
    Message::new().code(entity).text(
        " has a sort key, but its table has none\nhelp: remove `#[sk(\u{2026})]`, or give the table a sort key",
    )
}

pub(super) const fn entity_without_sort_key(entity: &str) -> Message {
    Message::new()
        .code(entity)
        .text(" has no sort key, but its table has one\nhelp: add `#[sk(\u{2026})]`")
}

pub(super) const fn index_without_sort_key_in_table(entity: &str, index: &str) -> Message {
    the_index(index)
        .text(" has no sort key in its table, but one in ")
        .code(entity)
        .text("\nhelp: remove `sk = (\u{2026})`")
}

pub(super) const fn index_without_sort_key_in_entity(entity: &str, index: &str) -> Message {
    the_index(index)
        .text(" has a sort key in its table, but none in ")
        .code(entity)
        .text("\nhelp: add `sk = (\u{2026})`")
}

pub(super) const fn index_of_other_kind(entity: &str, index: &str, kind: IndexKind) -> Message {
    the_index(index)
        .text(match kind {
            IndexKind::Gsi => " is global in its table, but local in ",
            IndexKind::Lsi => " is local in its table, but global in ",
        })
        .code(entity)
        .text("\nhelp: make both `gsi`, or both `lsi`")
}

pub(super) const fn unknown_index(layout: &Layout, entity: &str, index: &str) -> Message {
    let mut message = Message::new()
        .code(entity)
        .text(" is in index ")
        .code(index)
        .text(", which its table does not have\nhelp: ");
    let indexes = layout.indexes();
    if indexes.is_empty() {
        return message
            .text("declare it on the table, `#[gsi(\"NAME\", pk = \"PK\", sk = \"SK\")]`");
    }
    message = message.text("the table has ");
    let mut at = 0;
    while at < indexes.len() {
        message = message.text(if at == 0 { "" } else { ", " }).code(indexes[at].name());
        at += 1;
    }
    message
}

pub(super) const fn other_attributes(
    owner: Message,
    entity: &str,
    theirs: Names,
    ours: Names,
) -> Message {
    owner
        .text(" uses ")
        .names(ours, Names::NONE)
        .text(", but ")
        .code(entity)
        .text(" declares ")
        .names(theirs, Names::NONE)
        .text("\nhelp: name the same attributes in the same order")
}

pub(super) const fn joined_in_entity(owner: Message, entity: &str) -> Message {
    owner.text(" has a key of several attributes, but ").code(entity).text(
        " joins its parts into one text\nhelp: write the parts in square brackets, one attribute each",
    )
}

// The entities of a table.

pub(super) const fn entity_with_other_keys(
    table: &str,
    entity: &EntitySchema,
    ours: &EntitySchema,
) -> Message {
    let message =
        other_keys(Message::new().code(entity.name()), entity.key(), table).attributes(ours.key());
    match (entity.sk(), ours.sk()) {
        (None, Some(_)) => message.text("\nhelp: add `#[sk(\u{2026})]`"),
        (Some(_), None) => message.text("\nhelp: remove `#[sk(\u{2026})]`"),
        _ => message.text("\nhelp: use the same attributes in all entities of a table"),
    }
}

pub(super) const fn entity_with_other_names(
    table: &str,
    entity: &EntitySchema,
    layout: &Layout,
) -> Message {
    let message = other_keys(Message::new().code(entity.name()), entity.key(), table)
        .names(layout.partition_key(), layout.sort_key());
    points_at(message, table, entity)
}

pub(super) const fn entity_with_other_index_names(
    table: &str,
    entity: &EntitySchema,
    index: &KeySchema,
    layout: &IndexLayout,
) -> Message {
    let owner = the_index(layout.name()).text(" of ").code(entity.name());
    let message = other_keys(owner, index, table).names(layout.partition_key(), layout.sort_key());
    points_at(message, table, entity)
}

/// "`User` has its keys in `pk` / `sk`, but table `Shop` has them in "
const fn other_keys(owner: Message, key: &KeySchema, table: &str) -> Message {
    owner
        .text(" has its keys in ")
        .attributes(key)
        .text(", but table ")
        .code(table)
        .text(" has them in ")
}

pub(super) const fn entity_with_other_type_attribute(
    table: &str,
    layout: &Layout,
    entity: &EntitySchema,
) -> Message {
    let message = Message::new()
        .text("table ")
        .code(table)
        .text(" stores the name of the entity in ")
        .attribute_or_none(layout.type_attribute())
        .text(", but ")
        .code(entity.name())
        .text(" stores it in ")
        .attribute_or_none(entity.type_attribute());
    points_at(message, table, entity)
}

pub(super) const fn entities_disagree_on_index(
    index: &str,
    one: (&EntitySchema, &KeySchema),
    other: (&EntitySchema, &KeySchema),
) -> Message {
    the_index(index)
        .text(" has its keys in ")
        .attributes(one.1)
        .text(" for ")
        .code(one.0.name())
        .text(", but in ")
        .attributes(other.1)
        .text(" for ")
        .code(other.0.name())
        .text("\nhelp: give it the same attributes, of the same types, in both")
}

pub(super) const fn attribute_of_two_types(
    attribute: &str,
    one: (&EntitySchema, AttributeType),
    other: (&EntitySchema, AttributeType),
) -> Message {
    Message::new()
        .text("key attribute ")
        .code(attribute)
        .text(" is ")
        .attribute_type(one.1)
        .text(" for ")
        .code(one.0.name())
        .text(", but ")
        .attribute_type(other.1)
        .text(" for ")
        .code(other.0.name())
        .text("\nhelp: a table has one type for a key attribute; use the same in both")
}

pub(super) const fn shared_keys(
    one: &EntitySchema,
    other: &EntitySchema,
    overlap: &Overlap,
) -> Message {
    let message = Message::new().code(one.name()).text(" and ").code(other.name());
    let message = message.text(if overlap.is_certain { " share keys" } else { " may share keys" });
    let message = match &overlap.example {
        Some(Example { pk, sk }) => {
            let message = message.text(": ").code(pk.text());
            let message = match sk {
                Some(sk) => message.text(" / ").code(sk.text()),
                None => message,
            };
            message.text(if overlap.is_certain { " reads as both" } else { " fits both" })
        }
        None => message,
    };
    let message = message.text("\n").entity(one).text("\n").entity(other);
    message.text(if have_same_keys(one, other) {
        "\nhelp: make them one entity, with a tagged enum in a field of `#[serde(flatten)]` for what differs; in a table without items, start the keys of one of them with another literal"
    } else {
        "\nhelp: give an id a type of its own alphabet, `#[key_part(ascii = \"0-9a-f\", len = 24)]`; in a table without items, start the keys of one of them with another literal"
    })
}

/// "help: add `#[ddb(table = Shop)]` to `User`"
const fn points_at(message: Message, table: &str, entity: &EntitySchema) -> Message {
    message.text("\nhelp: add `#[ddb(table = ").text(table).text(")]` to ").code(entity.name())
}
