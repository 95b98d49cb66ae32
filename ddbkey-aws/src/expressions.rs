//! Update and condition expressions, with a placeholder for each name and value.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use ddbkey::schema::EntitySchema;

use crate::value::{Attributes, Item};

/// What a request does to the attributes of an item, provided that the item exists and each attribute is as it was read.
#[derive(Clone, PartialEq)]
pub(super) struct Expressions {
    /// The partition key attribute of the table. Every existing item has it.
    pk: &'static str,
    /// Attributes that are set, then attributes with changed members, then removed attributes, then the rest. The position
    /// of an attribute is the number in its placeholder.
    attributes: Vec<AttributeAction>,
}

#[derive(Clone, PartialEq)]
struct AttributeAction {
    name: Cow<'static, str>,
    action: Action,
    /// The value that the condition expects; `None` if the attribute must not exist.
    old: Option<AttributeValue>,
}

#[derive(Clone, PartialEq)]
pub(super) enum Action {
    Set(AttributeValue),
    /// Sets and removes members of a map.
    SetMembers(Vec<Member>),
    Remove,
    /// Removes the attribute, whose value another attribute gets.
    MoveAway,
    Keep,
}

/// A change to a member of a map.
#[derive(Clone, PartialEq)]
pub(super) struct Member {
    /// The names on the path from the attribute to the member.
    pub(super) path: Vec<String>,
    /// The new value; `None` removes the member.
    pub(super) value: Option<AttributeValue>,
}

/// Actions, each with the name of its attribute.
pub(super) type NamedActions = Vec<(Cow<'static, str>, Action)>;

/// The limits of DynamoDB for an expression: its length in bytes and its number of operators.
pub(super) const MAX_EXPRESSION_LEN: usize = 4096;
pub(super) const MAX_OPERATORS: usize = 300;
/// An expression always has room for this many attributes, whatever the actions are: each takes less than 40 bytes.
const FITTING_ATTRIBUTES: usize = MAX_EXPRESSION_LEN / 40 - 1;

impl Expressions {
    /// Collects these actions. If there are several for one attribute, the first counts. Actions on the table's key are
    /// dropped, since the request itself names the key.
    pub(super) fn on(
        schema: &EntitySchema,
        item: &Item,
        actions: impl IntoIterator<Item = (Cow<'static, str>, Action)>,
    ) -> Self {
        let actions = actions.into_iter();
        let mut attributes: Vec<AttributeAction> = Vec::with_capacity(actions.size_hint().0);
        for (name, action) in actions {
            if !schema.key().has_attribute(&name)
                && attributes.iter().all(|attribute| attribute.name != name)
            {
                let old = item.get(&*name).cloned();
                attributes.push(AttributeAction { name, action, old });
            }
        }
        attributes.sort_by_key(|attribute| match attribute.action {
            Action::Set(_) => 0,
            Action::SetMembers(_) => 1,
            Action::Remove | Action::MoveAway => 2,
            Action::Keep => 3,
        });
        let pk = schema.key().attribute_at(0).map(|pk| pk.name()).unwrap_or_default();
        let expressions = Self { pk, attributes };
        if expressions.is_too_large() { expressions.with_whole_maps() } else { expressions }
    }

    /// Returns the same actions, but sets each map as a whole. Members that the struct does not know keep the values that
    /// were read.
    fn with_whole_maps(mut self) -> Self {
        for attribute in &mut self.attributes {
            if let (Action::SetMembers(members), Some(old)) = (&attribute.action, &attribute.old) {
                attribute.action = Action::Set(with_members(old, members));
            }
        }
        self
    }

    /// Returns the same actions with a condition on the attributes that they touch and on these names only.
    pub(super) fn comparing(&self, names: &[Cow<'_, str>]) -> Self {
        let is_kept = |attribute: &&AttributeAction| {
            !matches!(attribute.action, Action::Keep) || names.contains(&attribute.name)
        };
        Self { pk: self.pk, attributes: self.attributes.iter().filter(is_kept).cloned().collect() }
    }

    /// Returns whether DynamoDB would refuse the expressions.
    pub(super) fn is_too_large(&self) -> bool {
        // Each attribute takes a function or a comparison, and an `AND`.
        let operators = 2 * self.attributes.len() + 1;
        let members =
            self.numbered().map(|(_, attribute)| attribute.members().len()).sum::<usize>();
        let longest = || self.condition().len().max(self.update("").len());
        operators.max(members) > MAX_OPERATORS
            || (members > 0 || self.attributes.len() > FITTING_ATTRIBUTES)
                && longest() > MAX_EXPRESSION_LEN
    }

    /// Returns whether the request changes an attribute.
    pub(super) fn touches(&self, name: &str) -> bool {
        self.changed().any(|attribute| attribute.name == name)
    }

    fn changed(&self) -> impl Iterator<Item = &AttributeAction> {
        self.attributes.iter().take_while(|attribute| !matches!(attribute.action, Action::Keep))
    }

    pub(super) fn update(&self, yours: &str) -> String {
        let (mut set, mut removed) = (Vec::new(), Vec::new());
        for (path, value) in self.numbered().flat_map(|(at, attribute)| attribute.changes(at)) {
            match value {
                Some((placeholder, _)) => set.push(format!("{path} = {placeholder}")),
                None => removed.push(path),
            }
        }
        with_actions(yours, &set, &removed)
    }

    /// Returns the attributes that are removed with their values.
    pub(super) fn removed(&self) -> impl Iterator<Item = &str> {
        let is_removed = |attribute: &&AttributeAction| attribute.action == Action::Remove;
        self.attributes.iter().filter(is_removed).map(|attribute| &*attribute.name)
    }

    pub(super) fn condition(&self) -> String {
        let compared = self.numbered().map(|(at, attribute)| match attribute.old {
            Some(_) => format!(" AND #dk{at} = :dk{at}_old"),
            None => format!(" AND attribute_not_exists(#dk{at})"),
        });
        std::iter::once("attribute_exists(#dk)".to_owned()).chain(compared).collect()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = (String, &str)> {
        let names = self.numbered().flat_map(|(at, attribute)| {
            let members = attribute.member_names().into_iter().enumerate();
            let members = members.map(move |(place, name)| (format!("#dk{at}_{place}"), name));
            std::iter::once((format!("#dk{at}"), &*attribute.name)).chain(members)
        });
        std::iter::once(("#dk".to_owned(), self.pk)).chain(names)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.numbered().flat_map(|(at, attribute)| {
            let set = attribute.changes(at).into_iter().filter_map(|(_, value)| value);
            let old = attribute.old.iter().map(move |old| (format!(":dk{at}_old"), old));
            set.chain(old).map(|(placeholder, value)| (placeholder, value.clone()))
        })
    }

    /// Returns the attributes of the item after the request.
    pub(super) fn applied<'i>(&'i self, item: &'i Item) -> Attributes<'i> {
        let kept = item.iter().filter(|(name, _)| !self.touches(name));
        let kept = kept.map(|(name, value)| (name.into(), Cow::Borrowed(value)));
        let changes = self.changed().filter_map(|AttributeAction { name, action, .. }| {
            let value = match action {
                Action::Set(value) => Cow::Borrowed(value),
                Action::SetMembers(members) => {
                    Cow::Owned(with_members(item.get(&**name)?, members))
                }
                Action::Remove | Action::MoveAway | Action::Keep => return None,
            };
            Some((Cow::Borrowed(&**name), value))
        });
        let mut attributes = Vec::with_capacity(item.len() + self.attributes.len());
        attributes.extend(kept.chain(changes));
        attributes
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &AttributeAction)> {
        self.attributes.iter().enumerate()
    }
}

/// The placeholder of a new value, and the value.
type NewValue<'a> = (String, &'a AttributeValue);

impl AttributeAction {
    /// Returns the paths that the action changes, each with its new value. `None` removes the path.
    fn changes(&self, at: usize) -> Vec<(String, Option<NewValue<'_>>)> {
        let path = format!("#dk{at}");
        match &self.action {
            Action::Set(value) => vec![(path, Some((format!(":dk{at}"), value)))],
            Action::Remove | Action::MoveAway => vec![(path, None)],
            Action::Keep => Vec::new(),
            Action::SetMembers(members) => {
                let names = self.member_names();
                let step = |name: &String| {
                    let place = names.iter().position(|other| other == name);
                    format!(".{path}_{}", place.unwrap_or_default())
                };
                let changes = members.iter().enumerate().map(|(place, member)| {
                    let value = member.value.as_ref();
                    let value = value.map(|value| (format!(":dk{at}_{place}"), value));
                    (path.clone() + &member.path.iter().map(step).collect::<String>(), value)
                });
                changes.collect()
            }
        }
    }

    fn members(&self) -> &[Member] {
        match &self.action {
            Action::SetMembers(members) => members,
            _ => &[],
        }
    }

    /// Returns each name in the paths of the members once.
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

/// Returns a map after these changes to its members.
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

/// Prints the names of the attributes, but no values.
impl fmt::Debug for Expressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |is_it: fn(&Action) -> bool| -> Vec<_> {
            let attributes = self.attributes.iter().filter(|attribute| is_it(&attribute.action));
            attributes.map(|attribute| &attribute.name).collect()
        };
        f.debug_struct("Expressions")
            .field("set", &named(|action| matches!(action, Action::Set(_) | Action::SetMembers(_))))
            .field("removed", &named(|action| matches!(action, Action::Remove | Action::MoveAway)))
            .field("compared", &named(|action| matches!(action, Action::Keep)))
            .finish_non_exhaustive()
    }
}

/// Adds what is set and what is removed to an update expression.
pub(super) fn with_actions(expression: &str, set: &[String], removed: &[String]) -> String {
    merged(&merged(expression, "SET", &set.join(", ")), "REMOVE", &removed.join(", "))
}

/// Adds actions to the clause of a keyword, or adds a clause for them.
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

/// Joins two conditions: the caller's in parentheses, unless it is blank, then ours.
pub(super) fn both(yours: Option<&str>, ours: &str) -> String {
    match yours.filter(|yours| !yours.trim().is_empty()) {
        Some(yours) => format!("({yours}) AND {ours}"),
        None => ours.into(),
    }
}

/// Returns the keywords of an update expression with their positions.
///
/// `REMOVE` is not a reserved word of DynamoDB, so an attribute may have that name. A word is therefore a keyword only at
/// the start and after an operand, where no name can follow. Whether that name is allowed is left to DynamoDB.
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

/// Returns the tokens of an expression with their positions: names, placeholders and numbers, and every other character
/// that is not white space.
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
