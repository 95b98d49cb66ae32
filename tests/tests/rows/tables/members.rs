//! Entities that are in their table under another name, in a box, with parameters, in two tables.

use ddbkey::{DdbKeys, DdbTable};

mod model {
    use ddbkey::DdbKeys;

    #[derive(DdbKeys)]
    #[ddb(table = super::Shop)]
    #[pk("USER", id)]
    #[sk("PROFILE")]
    pub struct User {
        pub id: String,
    }
}

use model::User as DbUser;

/// It is checked when its parameter is known.
#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("ROW", id)]
#[sk("META")]
#[gsi("by_id", pk = ("ROW"), sk = ("{id:03}"))]
struct Row<T> {
    id: u8,
    payload: T,
}

#[derive(DdbTable)]
#[gsi("by_id")]
enum Shop {
    User(DbUser),
    Row(Box<Row<bool>>),
    Local(Local<'static>),
}

/// A second table of the same names.
#[derive(DdbTable)]
#[gsi("by_id")]
enum Archive {
    User(model::User),
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("LOCAL", id)]
#[sk("META")]
struct Local<'a> {
    id: &'a str,
}

#[test]
fn each_has_its_keys() {
    let row = Row { id: 7, payload: true };
    assert_eq!((row.pk().unwrap().as_str(), row.payload), ("ROW#7", true));
    let query = Row::<bool>::query(RowPk { id: 7 }).build().unwrap();
    assert!(query.matches("ROW#7", "META"));
    assert_eq!(Shop::from(row).keys().unwrap().sk(), Some("META"));
    assert_eq!(Shop::from(Local { id: "l" }).keys().unwrap().pk(), "LOCAL#l");
    for keys in [
        Shop::from(DbUser { id: "u1".into() }).keys(),
        Archive::from(model::User { id: "u1".into() }).keys(),
    ] {
        assert_eq!(keys.unwrap().pk(), "USER#u1");
    }
}
