//! Compares maps member by member at every depth, so that members that the struct does not know stay.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_dynamo::AttributeValue as SerdeValue;

use super::actions::is_same;
use crate::expressions::Member;

/// The error if an update would lose members of a stored map or list that serde does not write.
pub(super) struct Lost;

/// Returns the changes to the members of a stored map that turn one written value into another. `None` if any of the
/// three is not a map: then the update sets the whole value.
pub(super) fn changes(
    stored: Option<&AttributeValue>,
    before: &SerdeValue,
    after: &SerdeValue,
) -> Result<Option<Vec<Member>>, Lost> {
    if !matches!(
        (stored, before, after),
        (Some(AttributeValue::M(_)), SerdeValue::M(_), SerdeValue::M(_))
    ) {
        let is_lost = stored.is_some_and(|stored| !is_given_back(stored, before));
        return if is_lost { Err(Lost) } else { Ok(None) };
    }
    let mut members = Vec::new();
    add(&mut members, &mut Vec::new(), stored, Some(before), Some(after))?;
    Ok(Some(members))
}

/// Adds the changes at a path.
fn add(
    members: &mut Vec<Member>,
    path: &mut Vec<String>,
    stored: Option<&AttributeValue>,
    before: Option<&SerdeValue>,
    after: Option<&SerdeValue>,
) -> Result<(), Lost> {
    match (stored, before, after) {
        (_, Some(before), Some(after)) if is_same(before, after) => {}
        (
            Some(AttributeValue::M(stored)),
            Some(SerdeValue::M(before)),
            Some(SerdeValue::M(after)),
        ) => {
            let has_unknown = stored.keys().any(|name| !before.contains_key(name));
            for name in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
                let (old, new) = (before.get(name), after.get(name));
                let is_changed = match (old, new) {
                    (Some(old), Some(new)) => !is_same(old, new),
                    _ => true,
                };
                let is_stored = stored.contains_key(name);
                // A stored member that serde does not know may be an old name of this member, or serde may not read what it writes.
                if is_changed && has_unknown && is_stored != old.is_some() {
                    return Err(Lost);
                }
                path.push(name.clone());
                add(members, path, stored.get(name), old, new)?;
                path.pop();
            }
        }
        (None, _, None) => {}
        (Some(_), _, None) => members.push(Member { path: path.clone(), value: None }),
        (stored, before, Some(after)) => {
            if let (Some(stored), Some(before)) = (stored, before)
                && !is_given_back(stored, before)
            {
                return Err(Lost);
            }
            members.push(Member { path: path.clone(), value: Some(after.clone().into()) });
        }
    }
    Ok(())
}

/// Returns whether serde writes every member of a stored map or list, in whatever form.
fn is_given_back(stored: &AttributeValue, written: &SerdeValue) -> bool {
    match (stored, written) {
        (AttributeValue::M(stored), SerdeValue::M(written)) => {
            stored.iter().all(|(name, stored)| {
                written.get(name).is_some_and(|written| is_given_back(stored, written))
            })
        }
        (AttributeValue::L(stored), SerdeValue::L(written)) => {
            let is_any = |stored| written.iter().any(|written| is_given_back(stored, written));
            stored.len() == written.len() && stored.iter().all(is_any)
        }
        // Serde writes this set as a set.
        (AttributeValue::L(stored), SerdeValue::Ss(written) | SerdeValue::Ns(written)) => {
            stored.len() == written.len()
        }
        (AttributeValue::L(stored), SerdeValue::Bs(written)) => stored.len() == written.len(),
        (AttributeValue::M(_) | AttributeValue::L(_), _) => false,
        _ => true,
    }
}
