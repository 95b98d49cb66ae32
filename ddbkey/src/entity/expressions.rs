//! Update and condition expressions, with a placeholder for each name and value.

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a request does to attributes of an item, and what they have to be before it. `V` is the type of their
/// values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Expressions<V> {
    /// The partition key of the table, which an item has if it exists; `None` for an update without a condition.
    pk: Option<&'static str>,
    /// Those that are set, then those that are removed, then the others: a placeholder has the place.
    attributes: Vec<ExpressionAttribute<V>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ExpressionAttribute<V> {
    pub(crate) name: Cow<'static, str>,
    pub(crate) action: Action<V>,
    /// What the condition compares it with; `None` if it has to be absent.
    pub(crate) old: Option<V>,
    /// Whether it may also be absent where it is compared.
    pub(crate) may_be_absent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action<V> {
    Set(V),
    Remove,
    #[cfg(feature = "aws-sdk")]
    Keep,
}

impl<V> Expressions<V> {
    pub(crate) fn new(
        pk: Option<&'static str>,
        mut attributes: Vec<ExpressionAttribute<V>>,
    ) -> Self {
        attributes.sort_by_key(|own| (!own.is_set(), !own.is_removed()));
        Self { pk, attributes }
    }

    pub(crate) fn set(&self) -> String {
        let actions = self.numbered().filter(|(_, own)| own.is_set());
        joined(actions.map(|(at, _)| format!("#ddbkey_{at} = :ddbkey_{at}")))
    }

    pub(crate) fn remove(&self) -> String {
        let actions = self.numbered().filter(|(_, own)| own.is_removed());
        joined(actions.map(|(at, _)| format!("#ddbkey_{at}")))
    }

    pub(crate) fn update(&self, yours: &str) -> String {
        let with_set = merged(yours, "SET", &self.set());
        merged(&with_set, "REMOVE", &self.remove())
    }

    pub(crate) fn condition(&self) -> Option<String> {
        self.pk?;
        let mut condition = String::from("attribute_exists(#ddbkey_pk)");
        for (at, own) in self.numbered() {
            condition += &match (&own.old, own.may_be_absent) {
                (Some(_), true) => format!(
                    " AND (#ddbkey_{at} = :ddbkey_{at}_old OR attribute_not_exists(#ddbkey_{at}))"
                ),
                (Some(_), false) => format!(" AND #ddbkey_{at} = :ddbkey_{at}_old"),
                (None, _) => format!(" AND attribute_not_exists(#ddbkey_{at})"),
            };
        }
        Some(condition)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (String, &str)> {
        let pk = self.pk.map(|pk| ("#ddbkey_pk".into(), pk));
        let names = self.numbered().map(|(at, own)| (format!("#ddbkey_{at}"), &*own.name));
        pk.into_iter().chain(names)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = (String, &V)> {
        let set = self.numbered().filter_map(|(at, own)| {
            let Action::Set(value) = &own.action else { return None };
            Some((format!(":ddbkey_{at}"), value))
        });
        let old = self.numbered();
        set.chain(
            old.filter_map(|(at, own)| Some((format!(":ddbkey_{at}_old"), own.old.as_ref()?))),
        )
    }

    /// Whether it does nothing.
    pub(crate) fn is_empty(&self) -> bool {
        !self.attributes.iter().any(|own| own.is_set() || own.is_removed())
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &ExpressionAttribute<V>)> {
        self.attributes.iter().enumerate()
    }
}

impl<V> ExpressionAttribute<V> {
    const fn is_set(&self) -> bool {
        matches!(self.action, Action::Set(_))
    }

    const fn is_removed(&self) -> bool {
        matches!(self.action, Action::Remove)
    }
}

fn joined(actions: impl Iterator<Item = String>) -> String {
    actions.collect::<Vec<_>>().join(", ")
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

/// The keywords of an update expression, each with its place. They are reserved words, so no attribute can
/// be written as one.
fn clauses(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || "_#:.-".contains(c);
    let mut rest = 0;
    let words = core::iter::from_fn(move || {
        let start = rest + expression.get(rest..)?.find(is_name)?;
        let word = expression.get(start..)?;
        let length = word.find(|c| !is_name(c)).unwrap_or(word.len());
        rest = start + length;
        Some((start, &word[..length]))
    });
    words.filter(|(_, word)| {
        ["SET", "REMOVE", "ADD", "DELETE"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword))
    })
}
