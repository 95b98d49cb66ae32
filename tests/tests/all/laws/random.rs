//! The laws for patterns that are made up as the test runs, against a model that builds by
//! concatenation and reads by trying all ways to split a text.

mod kinds;
mod queries;
mod recipe;

use std::collections::HashMap;

use ddbkey::ParseError;
use proptest::collection::vec;
use proptest::prelude::*;

use self::kinds::Datum;
use self::recipe::{Recipe, recipe};
use super::values::{any_text, mutated, mutation};
use super::{cases, check_parse_error};

/// A pattern, and so many times values for it, with texts of any length.
fn with_data(times: usize) -> impl Strategy<Value = (Recipe, Vec<Vec<Datum>>)> {
    recipe().prop_flat_map(move |recipe| {
        let data = recipe.data(&any_text().boxed());
        (Just(recipe), vec(data, times))
    })
}

/// The same with short texts out of characters that the pattern is made of.
fn with_near_data(times: usize) -> impl Strategy<Value = (Recipe, Vec<Vec<Datum>>)> {
    recipe().prop_flat_map(move |recipe| {
        let data = recipe.data(&recipe.short_texts());
        (Just(recipe), vec(data, times))
    })
}

/// The crate reads a text if it can be read in exactly one way, and none can be read in two.
fn check_reading(recipe: &Recipe, text: &str) {
    let readings = recipe.readings(text);
    assert!(readings.len() < 2, "{readings:?} {text:?}");
    match (recipe.parse(text), readings.into_iter().next()) {
        (Ok(read), Some(wanted)) => {
            assert_eq!(read, wanted);
            assert_eq!(recipe.build(&read).as_deref(), Ok(text));
        }
        (Err(error), None) => check_error(error, recipe, text),
        (read, wanted) => panic!("{text:?} is read as {read:?}, and should be as {wanted:?}"),
    }
}

fn check_error(error: ParseError, recipe: &Recipe, text: &str) {
    check_parse_error(error, recipe.pattern, text);
}

proptest! {
    #![proptest_config(cases(2500))]

    /// Laws 1, 6 and 7.
    #[test]
    fn keys_are_built_and_read_back((recipe, data) in with_data(1)) {
        let [data] = data.as_slice() else { unreachable!() };
        let stored: Vec<_> = data.iter().map(Datum::stored).collect();
        let expected = recipe.expected(data);
        let built = recipe.build(data);
        expected.check(built.as_deref().map_err(|error| *error), recipe.pattern);
        let mut text = String::from("before");
        let appended = recipe.append(data, &mut text);
        match built {
            Ok(built) => {
                assert_eq!(built.capacity(), built.len());
                assert_eq!(recipe.parse(&built).as_ref(), Ok(&stored));
                assert_eq!(text, format!("before{built}"));
            }
            Err(error) => {
                assert_eq!(appended, Err(error));
                assert_eq!(text, "before");
            }
        }
    }

    /// Law 1 in the other direction, and law 2 as far as a model can say it: no text has two
    /// readings.
    #[test]
    fn a_text_is_read_if_it_can_be_read_in_one_way(
        (recipe, data) in with_near_data(1),
        damage in vec(mutation(), 0..3),
    ) {
        // Also what could not be built: literals and values one behind the other.
        let text = recipe.expected(&data[0]).text;
        check_reading(&recipe, &mutated(&text, &damage, recipe.separator()));
    }

    /// Laws 2 and 3: each value for each place, with each other. All that can be built differ, and
    /// read back as they are.
    #[test]
    fn values_stay_where_they_are((recipe, data) in with_near_data(3)) {
        let mut seen = HashMap::new();
        for choice in choices(&data) {
            if let Ok(text) = recipe.build(&choice) {
                let stored: Vec<_> = choice.iter().map(Datum::stored).collect();
                assert_eq!(recipe.parse(&text).as_ref(), Ok(&stored));
                if let Some(other) = seen.insert(text, stored.clone()) {
                    assert_eq!(other, stored, "one text");
                }
            }
        }
    }
}

/// All ways to take each value from one of these rows, up to a hundred or so.
fn choices(rows: &[Vec<Datum>]) -> Vec<Vec<Datum>> {
    (0..rows[0].len()).fold(vec![Vec::new()], |choices, at| {
        let rows = &rows[..if choices.len() > 50 { 1 } else { rows.len() }];
        let longer = |choice: &Vec<Datum>, row: &Vec<Datum>| {
            choice.iter().chain([&row[at]]).cloned().collect()
        };
        choices.iter().flat_map(|choice| rows.iter().map(|row| longer(choice, row))).collect()
    })
}
