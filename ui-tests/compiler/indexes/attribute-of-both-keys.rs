// A table written by hand has both keys of an index in one attribute.
use ddbkey::DdbKeys;
use ddbkey::schema::{IndexLayout, Layout, TableLayout};

struct Shop;

impl TableLayout for Shop {
    const LAYOUT: Layout =
        Layout::new("PK", Some("SK"), &[IndexLayout::gsi("GSI1", "GSI1PK", Some("GSI1PK"))]);
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: String,
}

fn main() {}
