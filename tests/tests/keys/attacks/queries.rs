//! Queries with bounds that a key cannot distinguish: no requested row is missed.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use ddbkey::{DdbKeys, KeyErrorKind, KeyPart};
use jiff::Timestamp;

/// A time that keys keep to the millisecond, the hour or the day.
#[derive(KeyPart, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[key_part(copy)]
struct At(Timestamp);

#[derive(DdbKeys)]
#[pk("P")]
#[sk("E", "{at:.3}", id)]
#[gsi("alone", pk = ("P"), sk = ("{at:.3}"))]
#[gsi("by_hour", pk = ("P"), sk = ("H", "{at:hour}", id))]
#[gsi("entry", pk = ("P"), sk = ["{at:day}" as "day", "{own:.3}" as "own", id])]
#[gsi("whole", pk = ("P"), sk = ("W", at, id))]
struct Event {
    at: Timestamp,
    own: At,
    id: String,
}

/// Moments around the starts of units.
fn moments() -> Vec<Timestamp> {
    [
        "2024-12-01T09:59:59.999999999Z",
        "2024-12-01T10:00:00Z",
        "2024-12-01T10:00:00.0007Z",
        "2024-12-01T10:00:00.001Z",
        "2024-12-01T10:00:00.0015Z",
        "2024-12-01T11:00:00Z",
        "2024-12-02T00:00:00Z",
        "2024-12-02T00:00:00.000000001Z",
    ]
    .map(|text| text.parse().unwrap())
    .into()
}

/// Every range over the moments.
fn ranges() -> Vec<(Bound<Timestamp>, Bound<Timestamp>)> {
    let bounds: Vec<_> = [Unbounded]
        .into_iter()
        .chain(moments().into_iter().flat_map(|at| [Included(at), Excluded(at)]))
        .collect();
    bounds.iter().flat_map(|from| bounds.iter().map(|to| (*from, *to))).collect()
}

const MILLISECOND: i128 = 1_000_000;
const HOUR: i128 = 3_600_000 * MILLISECOND;

/// Returns whether a row of this moment is requested: some moment of its unit is in the range, or an
/// excluded start is in the unit.
fn takes_in<const UNIT: i128>(range: (Bound<Timestamp>, Bound<Timestamp>), at: Timestamp) -> bool {
    let first = at.as_nanosecond().div_euclid(UNIT) * UNIT;
    let last = first + UNIT - 1;
    let after = match range.0 {
        Unbounded => true,
        Excluded(from) if UNIT == 1 => last > from.as_nanosecond(),
        Included(from) | Excluded(from) => last >= from.as_nanosecond(),
    };
    let before = match range.1 {
        Unbounded => true,
        Included(to) => first <= to.as_nanosecond(),
        Excluded(to) => first < to.as_nanosecond(),
    };
    after && before
}

#[test]
fn ranges_take_in_the_rows_of_a_unit() {
    for range in ranges() {
        for at in moments() {
            let event = Event { at, own: At(at), id: "i".into() };
            let own = (range.0.map(At), range.1.map(At));
            let asked = [
                (
                    "milliseconds",
                    Event::query(EventPk).at_in(range).build(),
                    takes_in::<MILLISECOND>(range, at),
                ),
                (
                    "milliseconds alone",
                    Event::query_alone(EventAlonePk).at_in(range).descending().build(),
                    takes_in::<MILLISECOND>(range, at),
                ),
                (
                    "hours",
                    Event::query_by_hour(EventByHourPk).at_in(range).build(),
                    takes_in::<HOUR>(range, at),
                ),
                (
                    "days of an entry",
                    Event::query_entry(EventEntryPk).at_in(range).build(),
                    takes_in::<{ 24 * HOUR }>(range, at),
                ),
                (
                    "a newtype in an entry",
                    Event::query_entry(EventEntryPk).at(at).own_in(own).build(),
                    takes_in::<MILLISECOND>(range, at),
                ),
                (
                    "nanoseconds",
                    Event::query_whole(EventWholePk).at_in(range).build(),
                    takes_in::<1>(range, at),
                ),
            ];
            let keys = event.keys().unwrap();
            for (what, condition, takes_in) in asked {
                let found = match condition {
                    Ok(condition) => condition.matches_with(|name| keys.get(name)),
                    Err(error) if error.kind() == KeyErrorKind::EmptyRange => false,
                    Err(error) => panic!("{error}"),
                };
                assert_eq!(found, takes_in && !is_empty(range), "{what}: {at} in {range:?}");
            }
        }
    }
}

/// Returns whether the range is backwards, or a single value and excludes it.
fn is_empty(range: (Bound<Timestamp>, Bound<Timestamp>)) -> bool {
    match range {
        (Included(from), Included(to)) => from > to,
        (Included(from) | Excluded(from), Included(to) | Excluded(to)) => from >= to,
        (Unbounded, _) | (_, Unbounded) => false,
    }
}

/// A page continues after its last row, and finds rows that the key cannot distinguish from it.
#[test]
fn what_follows_the_last_row_is_found() {
    let last: Timestamp = "2024-12-01T10:00:00Z".parse().unwrap();
    let next: Timestamp = "2024-12-01T10:00:00.0007Z".parse().unwrap();
    let rest = Event::query(EventPk).at_in((Excluded(last), Unbounded)).build().unwrap();
    let key = EventKey { at: next, id: "i" };
    assert!(rest.matches(&*key.pk().unwrap(), &*key.sk().unwrap()));
}
