//! Queries over sort keys that are made up, against what their words mean, decided on the values.

use std::ops::{Bound, RangeBounds};

use std::sync::LazyLock;

use ddbkey::__private::OpenQuery;
use ddbkey::key::Query;
use ddbkey::part::Plain;
use ddbkey::schema::{KeySchema, Pattern, Role, Segment};
use ddbkey::{KeyCondition, KeyError, KeyValue};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::choices;
use super::kinds::{Datum, Order};
use super::recipe::{Place, Recipe, recipe_of};
use crate::laws::cases;
use crate::laws::values::{Mutation, any_text, mutated, mutation};

const LIMIT: usize = 1024;

/// A query and the rows that it is asked of.
#[derive(Clone, Debug)]
struct Case {
    recipe: Recipe,
    /// Values, of which each row takes some.
    rows: Vec<Vec<Datum>>,
    /// So many parts are given.
    given: usize,
    /// Those that are given, and where the next part begins and ends.
    asked: [Vec<Datum>; 3],
    next: Next,
    damage: Vec<Vec<Mutation>>,
    noise: Vec<String>,
}

/// What is said of the part after those that are given.
#[derive(Clone, Debug)]
enum Next {
    Nothing,
    In(Bound<()>, Bound<()>),
    StartingWith(Option<Index>, String),
}

fn case() -> impl Strategy<Value = Case> {
    recipe_of(&[Role::SortKey, Role::IndexSortKey("gsi1")])
        .prop_flat_map(|recipe| {
            let near = recipe.data(&recipe.short_texts());
            let data = recipe.data(&any_text().boxed());
            let rows = vec(near.clone(), 3);
            let asked = [near.clone(), near.clone(), prop_oneof![9 => near, 1 => data].boxed()];
            let noise = vec(recipe.short_texts(), 4);
            (Just(recipe), rows, asked, noise)
        })
        .prop_flat_map(|parts| {
            let picks = [any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>()];
            (Just(parts), next(), picks, vec(vec(mutation(), 1..3), 6), lengthen())
        })
        .prop_map(|((recipe, rows, asked, noise), next, picks, damage, lengthen)| {
            let mut case = Case { recipe, rows, given: 0, asked, next, damage, noise };
            case.lengthen(&lengthen);
            case.settle(picks);
            case
        })
}

fn next() -> impl Strategy<Value = Next> {
    let bound = || select(&[Bound::Unbounded, Bound::Included(()), Bound::Excluded(())]);
    let one = select(&["a", "0", "B", "y", "#", "\0"]).prop_map(String::from);
    let more = prop_oneof![Just(String::new()), one];
    prop_oneof![
        1 => Just(Next::Nothing),
        4 => (bound(), bound()).prop_map(|(from, to)| Next::In(from, to)),
        1 => (any::<Option<Index>>(), more).prop_map(|(at, more)| Next::StartingWith(at, more)),
    ]
}

/// Which texts to make as long as a key can be, and with what.
fn lengthen() -> impl Strategy<Value = (bool, Vec<(Index, char, usize)>)> {
    let filler = select(&['a', '\0', '~', '\u{10FFFF}', 'é']);
    (proptest::bool::weighted(0.2), vec((any::<Index>(), filler, 0..3_usize), 1..4))
}

impl Case {
    /// Lets some texts fill their key.
    fn lengthen(&mut self, (is_wanted, texts): &(bool, Vec<(Index, char, usize)>)) {
        let rows = self.rows.len();
        for (row, filler, less) in texts.iter().filter(|_| *is_wanted) {
            let row = row.index(rows + 3);
            let row = if row < rows { &mut self.rows[row] } else { &mut self.asked[row - rows] };
            let length = self.recipe.expected(row).text.len() + less;
            if let Some(Datum::Text(text)) =
                row.iter_mut().find(|datum| matches!(datum, Datum::Text(_)))
            {
                let room = LIMIT.saturating_sub(length);
                text.extend(std::iter::repeat_n(*filler, room / filler.len_utf8()));
                text.extend(std::iter::repeat_n('a', room % filler.len_utf8()));
            }
        }
    }

    /// Asks for what can be asked for, mostly for what rows have.
    fn settle(&mut self, [place, given, from, to]: [Index; 4]) {
        let last = self.recipe.pieces.len();
        let is_ordered = |(at, place): (usize, &Place)| match place.kind.order() {
            Order::Always => true,
            Order::Last => at + 1 == last,
            Order::Never => false,
        };
        let ordered = self.recipe.places().map(is_ordered);
        let ordered: Vec<_> = (0..).zip(ordered).filter(|(_, is)| *is).map(|(at, _)| at).collect();
        let places = self.recipe.places().count();
        match self.next {
            Next::In(..) if !ordered.is_empty() => self.given = *place.get(&ordered),
            Next::StartingWith(..) => self.given = place.index(places),
            Next::In(..) | Next::Nothing => {
                self.next = Next::Nothing;
                self.given = place.index(places + 1);
            }
        }
        for (asked, pick) in self.asked.iter_mut().zip([given, from, to]) {
            if let Some(row) = self.rows.get(pick.index(5)) {
                asked.clone_from(row);
            }
        }
    }

    fn place(&self) -> Option<(usize, &Place)> {
        self.recipe.places().nth(self.given)
    }

    fn ends(&self) -> Option<(Bound<&Datum>, Bound<&Datum>)> {
        match self.next {
            Next::In(from, to) => Some((
                from.map(|()| &self.asked[1][self.given]),
                to.map(|()| &self.asked[2][self.given]),
            )),
            _ => None,
        }
    }

    fn start(&self) -> Option<String> {
        let Next::StartingWith(at, more) = &self.next else { return None };
        let text = self.asked[1][self.given].text().unwrap_or_default();
        let places: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
        let end = at.filter(|_| !places.is_empty()).map_or(text.len(), |at| *at.get(&places));
        Some(text[..end].to_owned() + more)
    }

    fn ask(&self) -> Result<KeyCondition, KeyError> {
        static PARTITION: LazyLock<&Pattern> = LazyLock::new(|| {
            let name = Segment::value::<String, Plain>("name", "");
            Pattern::made_up("Made", Role::PartitionKey, '#', vec![name])
        });
        let schema = KeySchema::made_up(&PARTITION, Some(self.recipe.pattern));
        let query = OpenQuery::<Query>::over(schema, "p".into());
        let places = self.recipe.places().take(self.given);
        let query = places
            .zip(&self.asked[0])
            .fold(query, |query, ((at, _), value)| value.given(query, at));
        let query = match (self.place(), self.ends(), self.start()) {
            (Some((at, place)), Some((from, to)), _) => place.kind.range(query, at, from, to),
            (Some((at, _)), _, Some(start)) => query.starting_with(0, at, &start),
            _ => query.finish(),
        };
        query.build()
    }

    /// Whether the words of the query mean this row.
    fn means(&self, row: &[Datum]) -> bool {
        let given = row.iter().zip(&self.asked[0]).take(self.given);
        given.into_iter().all(|(value, asked)| *value == asked.stored())
            && row.get(self.given).is_none_or(|value| self.takes_in(value))
    }

    /// Whether what is said of the next part is true of this value.
    fn takes_in(&self, value: &Datum) -> bool {
        let starts = |start: String| value.text().is_some_and(|text| text.starts_with(&start));
        self.ends().is_none_or(|bounds| stored(bounds).contains(value))
            && self.start().is_none_or(starts)
    }

    /// Whether all values that are asked for can stand in a key.
    fn is_sound(&self) -> bool {
        let given = self.recipe.places().zip(&self.asked[0]).take(self.given);
        let mut values = given.map(|((_, place), value)| (place, value)).collect::<Vec<_>>();
        if let (Some((_, place)), Some((from, to))) = (self.place(), self.ends()) {
            values.extend([from, to].into_iter().filter_map(value_of).map(|value| (place, value)));
        }
        let is_start_sound = match (self.place(), self.start()) {
            (Some((_, place)), Some(start)) => !start.contains(|c| place.ends.contains(c)),
            _ => true,
        };
        is_start_sound && values.iter().all(|(place, value)| place.takes(value))
    }

    /// The text before the part that is asked for last.
    fn prefix(&self) -> String {
        let upto = self.place().map_or(self.recipe.pieces.len(), |(at, _)| at);
        self.recipe.text(&self.asked[0], upto)
    }

    /// The bytes of the longest text that the query must hold.
    fn length(&self) -> usize {
        let text = |value: &Datum| value.text().unwrap_or_default().len();
        let behind = self.place().map_or(0, |(at, _)| self.recipe.behind(at));
        let bounds = self.ends().map(|(from, to)| [from, to]).into_iter().flatten();
        let longest = bounds.filter_map(value_of).map(|value| text(value) + behind).max();
        let start = self.start().map(|start| start.len());
        self.prefix().len() + longest.or(start).unwrap_or(0)
    }

    /// Whether the values alone say that the range holds nothing.
    fn is_crossed(&self) -> bool {
        match self.ends().map(stored) {
            Some((Bound::Included(from), Bound::Included(to))) => from > to,
            Some((Bound::Unbounded, _) | (_, Bound::Unbounded)) | None => false,
            Some((
                Bound::Included(from) | Bound::Excluded(from),
                Bound::Included(to) | Bound::Excluded(to),
            )) => from >= to,
        }
    }

    fn check(&self) {
        let rows: Vec<_> = choices(&self.rows)
            .into_iter()
            .map(|row| row.iter().map(Datum::stored).collect::<Vec<_>>())
            .filter_map(|row| Some((self.recipe.build(&row).ok()?, row)))
            .collect();
        match self.ask() {
            Ok(condition) => {
                assert!(self.is_sound() && !self.is_crossed() && self.length() <= LIMIT);
                for (text, row) in &rows {
                    self.check_row(&condition, text, row);
                }
                for text in self.strangers(&rows) {
                    self.check_stranger(&condition, &text);
                }
                self.check_texts(&condition);
            }
            Err(KeyError::EmptyRange { .. }) => {
                assert!(self.is_sound());
                assert!(!rows.iter().any(|(_, row)| self.means(row)));
                assert!(self.is_crossed() || self.holds_nothing());
            }
            Err(KeyError::TooLong { .. }) => assert!(self.length() >= LIMIT),
            Err(error) => assert!(!self.is_sound(), "{error}"),
        }
    }

    fn check_row(&self, condition: &KeyCondition, text: &str, row: &[Datum]) {
        assert_eq!(condition.matches("p", text), self.means(row), "{row:?} {condition:?}");
        assert!(!condition.matches("q", text));
    }

    /// Texts near the rows, and others.
    fn strangers(&self, rows: &[(String, Vec<Datum>)]) -> Vec<String> {
        let prefix = self.recipe.pattern.prefix();
        let near = rows.iter().filter(|(text, _)| text.len() < 200).zip(&self.damage);
        let near = near.map(|((text, _), damage)| mutated(text, damage, self.recipe.separator()));
        let noise = self.noise.iter().flat_map(|text| [text.clone(), format!("{prefix}{text}")]);
        near.chain(noise)
            .chain([prefix.into(), format!("{prefix}\0"), format!("{prefix}\u{10FFFF}")])
            .collect()
    }

    fn check_stranger(&self, condition: &KeyCondition, text: &str) {
        match self.recipe.readings(text).first() {
            Some(row) => self.check_row(condition, text, row),
            None => assert!(!condition.matches("p", text) || text.starts_with(&self.prefix())),
        }
    }

    /// Texts that DynamoDB takes, all of them within the entity's prefix.
    fn check_texts(&self, condition: &KeyCondition) {
        let texts: Vec<_> = condition.values().map(|(_, text)| text).collect();
        let (pk, ends) = texts.split_first().expect("a partition");
        assert_eq!(pk, "p");
        assert!(!texts.iter().any(KeyValue::is_number));
        let ends: Vec<&str> = ends.iter().map(|end| &**end).collect();
        assert!(ends.is_sorted(), "{ends:?}");
        assert!(ends.iter().all(|end| !end.is_empty() && end.len() <= LIMIT), "{ends:?}");
        assert!(ends.iter().all(|end| end.starts_with(&self.prefix())), "{ends:?}");
    }

    /// Whether no value that is easy to think of is what the query means.
    fn holds_nothing(&self) -> bool {
        let Some((at, place)) = self.place() else { return false };
        let rows = self.rows.iter().chain(&self.asked);
        let mut values: Vec<Datum> = rows.map(|row| row[self.given].clone()).collect();
        let longer = values.iter().filter_map(|value| match value {
            Datum::Text(text) => Some(Datum::Text(format!("{text}\0"))),
            _ => None,
        });
        values.extend(longer.collect::<Vec<_>>());
        let room = LIMIT - self.prefix().len() - self.recipe.behind(at);
        let fits = |value: &&Datum| {
            place.takes(value) && value.text().is_some_and(|text| text.len() <= room)
        };
        !values.iter().filter(fits).any(|value| self.takes_in(&value.stored()))
    }
}

fn value_of(bound: Bound<&Datum>) -> Option<&Datum> {
    match bound {
        Bound::Included(value) | Bound::Excluded(value) => Some(value),
        Bound::Unbounded => None,
    }
}

/// The bounds as the key keeps them: what is cut takes in the value in which it falls.
fn stored((from, to): (Bound<&Datum>, Bound<&Datum>)) -> (Bound<Datum>, Bound<Datum>) {
    let bound = |bound: Bound<&Datum>| match bound {
        Bound::Excluded(value) if value.stored() == *value => Bound::Excluded(value.clone()),
        Bound::Included(value) | Bound::Excluded(value) => Bound::Included(value.stored()),
        Bound::Unbounded => Bound::Unbounded,
    };
    (bound(from), bound(to))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn a_query_returns_what_it_means(case in case()) {
        case.check();
    }
}
