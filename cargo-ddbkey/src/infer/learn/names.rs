//! Names the entities of a table.

use std::collections::BTreeSet;

use crate::infer::group::Group;
use crate::infer::literals::ShapeSegment;
use crate::infer::overview::Overview;
use crate::infer::shapes::Family;
use crate::infer::words;

impl Overview<'_> {
    /// Names each group by the value of its type attribute, or by its literals, or by all of its literals if some are
    /// not enough.
    pub(super) fn names(&self, families: &[Family<'_>]) -> Vec<String> {
        let groups: Vec<_> = families.iter().map(|family| &family.group).collect();
        let guesses: Vec<_> = groups.iter().map(|group| self.guessed_name(group)).collect();
        let mut taken: BTreeSet<String> = [words::camel(&self.options.name)].into();
        let names = groups.iter().zip(&guesses).map(|(group, guess)| {
            let is_shared = guesses.iter().filter(|own| *own == guess).count() > 1;
            let first = literals(group, 0).first().map(|own| words::camel(own));
            let base = match first.filter(|first| is_shared && !guess.starts_with(first)) {
                Some(first) => format!("{first}{guess}"),
                None => guess.clone(),
            };
            // `Order` generates `OrderKey`.
            let table = words::camel(&self.options.name);
            let is_free = |name: &String| {
                let bases = guesses.iter().filter(|own| **own != base).chain([&table]);
                let is_written = |own: &String| words::generated(own).any(|own| own == *name);
                !taken.contains(name) && !bases.into_iter().any(is_written)
            };
            let numbered = (2..).map(|number| format!("{base}{number}"));
            let mut names =
                std::iter::once(base.clone()).chain([format!("{base}Row")]).chain(numbered);
            let name = names.find(is_free).unwrap_or(base);
            taken.insert(name.clone());
            name
        });
        names.collect()
    }

    pub(super) fn guessed_name(&self, group: &Group<'_>) -> String {
        if let Some(name) = self.type_name(group) {
            return words::camel(name);
        }
        let has_values = |key: usize| {
            group
                .shape
                .get(key)
                .is_some_and(|own| own.iter().any(|own| !matches!(own, ShapeSegment::Literal(_))))
        };
        match (literals(group, 0).last(), literals(group, 1).last()) {
            (_, Some(sk)) if has_values(1) => words::camel(sk),
            (Some(pk), Some(sk)) if is_whole(sk) || words::camel(pk) == words::camel(sk) => {
                words::camel(pk)
            }
            (Some(pk), Some(sk)) => format!("{}{}", words::camel(pk), words::camel(sk)),
            (None, Some(one)) | (Some(one), None) => words::camel(one),
            (None, None) => "Item".into(),
        }
    }
}

/// Returns the literals of a key of a group.
fn literals<'g>(group: &'g Group<'_>, key: usize) -> Vec<&'g str> {
    let own = group.shape.get(key).into_iter().flatten().filter_map(ShapeSegment::word);
    own.filter(|word| !word.is_empty()).collect()
}

/// Returns whether a literal stands for the thing itself, as in `USER#u1` / `PROFILE`.
fn is_whole(word: &str) -> bool {
    ["PROFILE", "METADATA", "META", "INFO", "DETAIL", "DETAILS", "#METADATA", "A", "ROOT", "DATA"]
        .contains(&&*word.to_ascii_uppercase())
}
