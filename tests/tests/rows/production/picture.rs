//! The page of a table: its content, its order, and that no value leaves its place.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::picture;
use proptest::prelude::*;

use crate::deals;

#[derive(DdbKeys, Clone, Debug)]
#[ddb(table = Games)]
#[pk("GAME", game)]
#[sk[score]]
#[gsi("by_region", pk = [game, region], sk = [score, note as "note_key"])]
struct Score {
    game: String,
    score: i32,
    region: Option<String>,
    note: String,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "score")]
#[gsi("by_region", pk = ["game", "region"], sk = ["score", "note_key"])]
enum Games {
    Score(Score),
}

fn score(game: &str, score: i32, region: Option<&str>, note: &str) -> Games {
    let (game, region) = (game.into(), region.map(Into::into));
    Games::Score(Score { game, score, region, note: note.into() })
}

/// Returns the strings of a kind of element in one panel, as they are in the page.
fn texts(page: &str, panel: usize, element: &str) -> Vec<String> {
    let (_, rest) = page.split_once(&format!("<section id=\"p{panel}\"")).unwrap();
    let (section, _) = rest.split_once("</section>").unwrap();
    let start = format!("<{element}");
    let starts = section.split(&start).skip(1);
    let inner = starts.map(|text| {
        let (inner, _) = text.split_once(&format!("</{element}>")).unwrap();
        inner.split_once('>').unwrap().1.to_owned()
    });
    inner.collect()
}

#[test]
fn rows_are_grouped_and_sorted() {
    let rows = [
        score("b", 10, None, "x"),
        score("a", 10, Some("eu"), "x"),
        score("a", 9, Some("us"), "x"),
        score("a", -9, Some("eu"), "x"),
    ];
    let page = picture(&rows).unwrap();
    assert_eq!(texts(&page, 0, "caption"), ["2 partitions, 4 items"]);
    assert_eq!(texts(&page, 1, "caption"), ["2 partitions, 3 of 4 items"]);
    let partitions = texts(&page, 0, "tbody");
    assert_eq!(partitions.len(), 2);
    let keys = |text: &str| -> Vec<String> {
        let starts = text.split("<bdi>").skip(1);
        starts.map(|text| text.split_once("</bdi>").unwrap().0.to_owned()).collect()
    };
    let first = keys(&partitions[0]);
    assert_eq!((&*first[0], &*first[1]), ("GAME#a", "-9"));
    let scores: Vec<_> = first.iter().filter(|text| text.parse::<i32>().is_ok()).collect();
    assert_eq!(scores, ["-9", "9", "10"]);
    let headings = texts(&page, 1, "thead");
    for heading in ["game, region", "score (N)", "note_key", "entity"] {
        assert!(headings[0].contains(&format!(">{heading}</th>")), "{headings:?}");
    }
}

/// The first tab is the table, and it is open.
#[test]
fn the_table_and_each_index_have_a_tab() {
    let page = picture(&[score("a", 9, Some("eu"), "x")]).unwrap();
    let (_, tabs) = page.split_once("<legend>").unwrap();
    let (tabs, _) = tabs.split_once("<div").unwrap();
    let labels: Vec<_> = tabs.match_indices("<label for=\"").map(|(at, _)| &tabs[at..]).collect();
    assert_eq!(labels.len(), 2);
    assert!(labels[0].starts_with("<label for=\"t0\">table</label>"), "{tabs}");
    assert!(labels[1].starts_with("<label for=\"t1\">by_region</label>"), "{tabs}");
    assert!(tabs.contains("id=\"t0\" checked>") && tabs.contains("id=\"t1\">"), "{tabs}");
}

/// A key of several attributes is a list, and attributes without a column are listed next to the row.
#[test]
fn every_key_attribute_is_on_the_page() {
    let page = picture(&[score("a", 9, Some("eu"), "x")]).unwrap();
    assert!(texts(&page, 1, "tbody")[0].contains("><bdi>a</bdi>, <bdi>eu</bdi></th>"), "{page}");
    assert_eq!(texts(&page, 0, "dt"), ["game", "region", "note_key"]);
    assert_eq!(texts(&page, 1, "dt"), ["pk"]);
}

/// A row has the colour of its entity in the legend, which lists the entities with rows.
#[test]
fn the_legend_has_the_colours_of_the_rows() {
    let page = deals::picture();
    let coloured = |element: &str| -> Vec<(String, String)> {
        let start = format!("<{element} class=\"entity\" style=\"");
        let starts = page.split(&start).skip(1);
        let parts = starts.map(|text| text.split_once("\">").unwrap());
        parts.map(|(colour, rest)| (colour.into(), rest.into())).collect()
    };
    let legend: Vec<_> = coloured("li")
        .into_iter()
        .map(|(colour, rest)| (colour, rest.split_once("</li>").unwrap().0.to_owned()))
        .collect();
    assert!(legend.len() > 1);
    let mut found = std::collections::BTreeSet::new();
    for (colour, row) in coloured("tr role=\"row\"") {
        let (row, _) = row.split_once("</tr>").unwrap();
        let (_, name) = row.split_once("data-label=\"entity\">").unwrap();
        let (name, _) = name.split_once("</td>").unwrap();
        assert!(legend.contains(&(colour, name.into())), "{name}");
        found.insert(name.to_owned());
    }
    assert_eq!(found.len(), legend.len());
    assert!(!picture::<Games>(&[]).unwrap().contains("<li"));
}

#[test]
fn no_rows_are_a_page_as_well() {
    let page = picture::<Games>(&[]).unwrap();
    assert_eq!(texts(&page, 0, "caption"), ["0 partitions, 0 items"]);
}

#[test]
fn a_key_that_cannot_be_built_is_an_error() {
    assert!(picture(&[score("a#b", 1, None, "x")]).is_err());
}

#[test]
fn nothing_is_loaded() {
    let page = deals::picture();
    for word in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(word), "{word}");
    }
}

/// Returns the tags of a page, without what the rows decide: the number of rows and the colours.
fn tags(page: &str) -> Vec<&str> {
    let starts = page.match_indices('<').map(|(at, _)| &page[at..]);
    starts.map(|text| &text[..=text.find('>').unwrap()]).collect()
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        any::<char>().prop_map(String::from),
        proptest::sample::select(
            &[
                "</td>",
                "<script>",
                "\" onload=\"",
                "'",
                "&lt;",
                "-->",
                "</style>",
                "\0",
                "\u{202E}"
            ][..]
        )
        .prop_map(String::from),
    ];
    let text = proptest::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat());
    text.prop_filter("a separator", |text| !text.contains('#'))
}

proptest! {
    #[test]
    fn a_value_is_never_markup(game in hostile(), region in hostile(), note in hostile()) {
        let page = picture(&[score(&game, 1, Some(&region), &note)]).unwrap();
        let plain = picture(&[score("a", 1, Some("b"), "c")]).unwrap();
        prop_assert_eq!(tags(&page), tags(&plain));
        let is_allowed = |character: char| character == '\n' || !character.is_control();
        prop_assert!(page.chars().all(is_allowed));
        let turns = page.contains('\u{202E}');
        prop_assert!(!turns);
        // Every `&` starts a character reference.
        for (at, _) in page.match_indices('&') {
            let rest = &page[at..];
            let names = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
            prop_assert!(names.iter().any(|name| rest.starts_with(name)));
        }
    }
}
