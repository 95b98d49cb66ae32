//! Update and condition expressions, with a placeholder for each name and value.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use ddbkey::schema::EntitySchema;

use crate::value::Item;

/// What a request does to attributes of an item, on the condition that the item exists and each is as it was read.
#[derive(Clone, PartialEq)]
pub(super) struct Expressions {
    /// The partition key of the table, which an item has if it exists.
    pk: &'static str,
    /// Those that are set, then those of which members are, then those that are removed, then the others: a placeholder has
    /// the place.
    attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq)]
struct Attribute {
    name: Cow<'static, str>,
    action: Action,
    /// What the condition compares it with; `None` if it has to be absent.
    old: Option<AttributeValue>,
}

#[derive(Clone, PartialEq)]
pub(super) enum Action {
    Set(AttributeValue),
    /// Sets and removes members of a map.
    SetMembers(Vec<Member>),
    Remove,
    Keep,
}

/// What is done to a member of a map.
#[derive(Clone, PartialEq)]
pub(super) struct Member {
    /// The names that lead to it from the attribute.
    pub(super) path: Vec<String>,
    /// What it is set to; `None` if it is removed.
    pub(super) value: Option<AttributeValue>,
}

/// Actions, each on the attribute of this name.
pub(super) type NamedActions = Vec<(Cow<'static, str>, Action)>;

/// The longest expression that DynamoDB takes, in bytes, and the most operators.
const MAX_EXPRESSION_LEN: usize = 4096;
const MAX_OPERATORS: usize = 300;
/// So many attributes have room in an expression, whatever is done with them: each takes less than 40 bytes.
const FITTING_ATTRIBUTES: usize = MAX_EXPRESSION_LEN / 40 - 1;

impl Expressions {
    /// These actions; of several on one attribute the first. The key of the table, which is what the request asks for,
    /// is not among them.
    pub(super) fn on(
        schema: &EntitySchema,
        item: &Item,
        actions: impl IntoIterator<Item = (Cow<'static, str>, Action)>,
    ) -> Self {
        let actions = actions.into_iter();
        let mut attributes: Vec<Attribute> = Vec::with_capacity(actions.size_hint().0);
        for (name, action) in actions {
            if !schema.key().has_attribute(&name) && attributes.iter().all(|own| own.name != name) {
                let old = item.get(&*name).cloned();
                attributes.push(Attribute { name, action, old });
            }
        }
        attributes.sort_by_key(|own| match own.action {
            Action::Set(_) => 0,
            Action::SetMembers(_) => 1,
            Action::Remove => 2,
            Action::Keep => 3,
        });
        let pk = schema.key().attribute_at(0).map(|pk| pk.name()).unwrap_or_default();
        let expressions = Self { pk, attributes };
        if expressions.is_too_large() { expressions.with_whole_maps() } else { expressions }
    }

    /// The same actions, with maps as wholes: what the struct does not know is in them as it was read.
    fn with_whole_maps(mut self) -> Self {
        for own in &mut self.attributes {
            if let (Action::SetMembers(members), Some(old)) = (&own.action, &own.old) {
                own.action = Action::Set(with_members(old, members));
            }
        }
        self
    }

    /// The same actions, comparing beside what they touch only these.
    pub(super) fn comparing(&self, names: &[Cow<'_, str>]) -> Self {
        let is_kept =
            |own: &&Attribute| !matches!(own.action, Action::Keep) || names.contains(&own.name);
        Self { pk: self.pk, attributes: self.attributes.iter().filter(is_kept).cloned().collect() }
    }

    /// Whether DynamoDB would refuse them.
    pub(super) fn is_too_large(&self) -> bool {
        // Each attribute has a function or a comparison, and an `AND`.
        let operators = 2 * self.attributes.len() + 1;
        let members = self.numbered().map(|(_, own)| own.members().len()).sum::<usize>();
        let longest = || self.condition().len().max(self.update("").len());
        operators.max(members) > MAX_OPERATORS
            || (members > 0 || self.attributes.len() > FITTING_ATTRIBUTES)
                && longest() > MAX_EXPRESSION_LEN
    }

    pub(super) fn update(&self, yours: &str) -> String {
        let (mut set, mut removed) = (Vec::new(), Vec::new());
        for (at, own) in self.numbered() {
            match &own.action {
                Action::Set(_) => set.push(format!("#dk{at} = :dk{at}")),
                Action::Remove => removed.push(format!("#dk{at}")),
                Action::SetMembers(members) => {
                    let names = own.member_names();
                    for (place, member) in members.iter().enumerate() {
                        let path = member.path.iter().map(|name| {
                            let name = names.iter().position(|own| own == name);
                            format!(".#dk{at}_{}", name.unwrap_or_default())
                        });
                        let path = format!("#dk{at}{}", path.collect::<String>());
                        match member.value {
                            Some(_) => set.push(format!("{path} = :dk{at}_{place}")),
                            None => removed.push(path),
                        }
                    }
                }
                Action::Keep => {}
            }
        }
        merged(&merged(yours, "SET", &set.join(", ")), "REMOVE", &removed.join(", "))
    }

    pub(super) fn condition(&self) -> String {
        let compared = self.numbered().map(|(at, own)| match own.old {
            Some(_) => format!(" AND #dk{at} = :dk{at}_old"),
            None => format!(" AND attribute_not_exists(#dk{at})"),
        });
        std::iter::once("attribute_exists(#dk)".to_owned()).chain(compared).collect()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = (String, &str)> {
        let names = self.numbered().flat_map(|(at, own)| {
            let members = own.member_names().into_iter().enumerate();
            let members = members.map(move |(place, name)| (format!("#dk{at}_{place}"), name));
            std::iter::once((format!("#dk{at}"), &*own.name)).chain(members)
        });
        std::iter::once(("#dk".to_owned(), self.pk)).chain(names)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.numbered().flat_map(|(at, own)| {
            let set = match &own.action {
                Action::Set(value) => Some((format!(":dk{at}"), value.clone())),
                _ => None,
            };
            let members = own.members().iter().enumerate().filter_map(move |(place, member)| {
                Some((format!(":dk{at}_{place}"), member.value.clone()?))
            });
            let old = own.old.iter().map(move |old| (format!(":dk{at}_old"), old.clone()));
            set.into_iter().chain(members).chain(old)
        })
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Attribute)> {
        self.attributes.iter().enumerate()
    }
}

impl Attribute {
    fn members(&self) -> &[Member] {
        match &self.action {
            Action::SetMembers(members) => members,
            _ => &[],
        }
    }

    /// The names in the paths of its members, each once.
    fn member_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.members().iter().flat_map(|member| &member.path) {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        names
    }
}

/// A map after what is done to its members.
pub(super) fn with_members(map: &AttributeValue, members: &[Member]) -> AttributeValue {
    let mut map = map.clone();
    for Member { path, value } in members {
        let Some((last, path)) = path.split_last() else { continue };
        let at = path.iter().try_fold(&mut map, |at, name| match at {
            AttributeValue::M(members) => members.get_mut(name),
            _ => None,
        });
        if let Some(AttributeValue::M(members)) = at {
            match value {
                Some(value) => drop(members.insert(last.clone(), value.clone())),
                None => drop(members.remove(last)),
            }
        }
    }
    map
}

/// The names of the attributes, without any value.
impl fmt::Debug for Expressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |is_it: fn(&Action) -> bool| -> Vec<_> {
            let attributes = self.attributes.iter().filter(|own| is_it(&own.action));
            attributes.map(|own| &own.name).collect()
        };
        f.debug_struct("Expressions")
            .field("set", &named(|action| matches!(action, Action::Set(_) | Action::SetMembers(_))))
            .field("removed", &named(|action| matches!(action, Action::Remove)))
            .field("compared", &named(|action| matches!(action, Action::Keep)))
            .finish_non_exhaustive()
    }
}

/// Adds actions to the clause of a keyword, or as a clause of their own.
fn merged(expression: &str, keyword: &str, actions: &str) -> String {
    if actions.is_empty() {
        return expression.into();
    }
    let mut following =
        clauses(expression).skip_while(|(_, word)| !word.eq_ignore_ascii_case(keyword));
    match following.next() {
        Some(_) => {
            let end = following.next().map_or(expression.len(), |(at, _)| at);
            let (before, after) = expression.split_at(end);
            let space = if after.is_empty() { "" } else { " " };
            format!("{}, {actions}{space}{after}", before.trim_end())
        }
        None if expression.trim().is_empty() => format!("{keyword} {actions}"),
        None => format!("{} {keyword} {actions}", expression.trim_end()),
    }
}

/// The conditions of a request: the caller's in brackets, unless it is blank, and then ours.
pub(super) fn both(yours: Option<&str>, ours: &str) -> String {
    match yours.filter(|yours| !yours.trim().is_empty()) {
        Some(yours) => format!("({yours}) AND {ours}"),
        None => ours.into(),
    }
}

/// The keywords of an update expression, each with its place.
///
/// `REMOVE` is not among DynamoDB's reserved words, so it may be an attribute: a word is a keyword only at the start and
/// after an operand, where an action cannot go on with a name. Whether DynamoDB takes such a name is for it to say.
fn clauses(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_operand_next = false;
    tokens(expression).filter(move |(_, token)| {
        let is_keyword = !is_operand_next
            && ["SET", "REMOVE", "ADD", "DELETE"]
                .iter()
                .any(|keyword| token.eq_ignore_ascii_case(keyword));
        is_operand_next = is_keyword || !token.ends_with(|c| is_name(c) || c == ')' || c == ']');
        is_keyword
    })
}

/// Names, placeholders and numbers, and the characters between them that are not white space, each with its place.
fn tokens(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        let start = rest + expression.get(rest..)?.find(|c: char| !c.is_whitespace())?;
        let token = expression.get(start..)?;
        let first = token.chars().next().map_or(0, char::len_utf8);
        let length = token.find(|c| !is_name(c)).unwrap_or(token.len()).max(first);
        rest = start + length;
        Some((start, &token[..length]))
    })
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || "_#:".contains(character)
}
