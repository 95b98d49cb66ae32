//! Compares the stored key of the table with the keys that the fields produce.

use ddbkey::key::PrimaryKey;
use ddbkey::{DdbKeys, KeyError, Keys};

use super::Audit;
use super::fault::{Fault, FaultCause, FaultKind};
use crate::items::{lacking, written_key};
use crate::private::Alternative;

/// The keys of the table that the fields of an item produce.
pub(super) struct BuiltKeys {
    /// The key under the pattern of the stored key. `None` if the fields lack a part of it.
    under_pattern: Option<Result<Keys, KeyError>>,
    /// Which key the fields write, and why it cannot be built.
    written: Option<Alternative>,
    written_error: Option<KeyError>,
}

impl BuiltKeys {
    pub(super) fn of<T: DdbKeys>(entity: &T, stored: T::AnyKey<'_>) -> Self {
        Self {
            under_pattern: entity.key_under(stored).map(PrimaryKey::keys),
            written: written_key(entity),
            written_error: entity.key().keys().err(),
        }
    }
}

impl Audit<'_> {
    /// Returns the faults of the stored key, which is this one of the entity's keys.
    pub(super) fn of_key(
        self,
        stored: &Keys,
        alternative: Option<Alternative>,
        built: BuiltKeys,
    ) -> Vec<Fault> {
        let is_other = built.under_pattern.is_some() && built.written != alternative;
        let mut faults: Vec<_> =
            is_other.then(|| self.other_key(alternative)).into_iter().collect();
        let differs = |name| self.fault(FaultKind::Key).at(name, None);
        match built.under_pattern {
            Some(Ok(built)) => {
                let other =
                    stored.iter().filter(|(name, value)| built.value(name).as_ref() != Some(value));
                faults.extend(other.map(|(name, _)| differs(name)));
            }
            Some(Err(error)) => faults.push(self.unbuildable(error)),
            None => faults.push(differs(lacking(self.entity, alternative))),
        }
        faults.extend(built.written_error.map(|error| self.unbuildable(error)));
        faults
    }

    pub(super) fn unbuildable(self, error: KeyError) -> Fault {
        self.fault(FaultKind::Unbuildable).because(FaultCause::Key(error))
    }

    /// Returns the fault of an item under a key that its fields do not write.
    pub(super) fn other_key(self, alternative: Option<Alternative>) -> Fault {
        self.fault(FaultKind::OtherKey).because(FaultCause::OtherKey(alternative))
    }
}
