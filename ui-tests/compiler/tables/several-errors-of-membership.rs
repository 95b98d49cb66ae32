// Entities that point at a table without being a variant of it.
use ddbkey::schema::{Layout, TableLayout};
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

// Members: by a renamed import, in a box, by an alias, from a macro, with a lifetime.
use model::User as DbUser;

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("ORDER", id)]
#[sk("META")]
struct Order {
    id: String,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("FILE", id)]
#[sk("META")]
struct File {
    id: String,
}

type Document = File;

macro_rules! entity {
    ($name:ident) => {
        #[derive(DdbKeys)]
        #[ddb(table = Shop)]
        #[pk("ITEM", id)]
        #[sk("META")]
        struct $name {
            id: String,
        }
    };
}
entity!(Item);

#[derive(DdbTable)]
enum Shop {
    User(DbUser),
    Order(Box<Order>),
    Document(Document),
    Item(Item),
}

// Another entity with the same name.
mod other {
    use ddbkey::DdbKeys;

    #[derive(DdbKeys)]
    #[ddb(table = crate::Shop)]
    #[pk("USER", id)]
    #[sk("PROFILE")]
    struct User {
        id: String,
    }
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct Admin {
    id: String,
}

// An entity of another table.
#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("GUEST", id)]
#[sk("PROFILE")]
struct Guest {
    id: String,
}

#[derive(DdbTable)]
enum Hotel {
    Guest(Guest),
}

struct Handler<'a>(std::marker::PhantomData<&'a str>);

impl<'a> Handler<'a> {
    fn handle() {
        #[derive(DdbKeys)]
        #[ddb(table = Shop)]
        #[pk("LOCAL", id)]
        #[sk("META")]
        struct Order<'a> {
            id: &'a str,
        }
    }
}

// A hand-written layout has no variants.
struct Events;

impl TableLayout for Events {
    const LAYOUT: Layout = Layout::new("PK", Some("SK"), &[]);
}

#[derive(DdbKeys)]
#[ddb(table = Events)]
#[pk("EVENT", id)]
#[sk("META")]
struct Event {
    id: String,
}

// An entity with a wrong declaration, and an entity of a wrong table, report that and nothing else.
#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", idd)]
#[sk("PROFILE")]
struct Faulty {
    id: String,
}

#[derive(DdbKeys)]
#[ddb(table = Partial)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct OfFaulty {
    id: String,
}

#[derive(DdbTable)]
enum Partial {
    OfFaulty,
}

struct NotAPart;

#[derive(DdbKeys)]
#[ddb(table = Parts)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct OfNoPart {
    id: NotAPart,
}

#[derive(DdbKeys)]
#[ddb(table = Parts)]
#[pk("OTHER", id)]
#[sk("PROFILE")]
struct BesideIt {
    id: String,
}

#[derive(DdbTable)]
enum Parts {
    OfNoPart(OfNoPart),
    BesideIt(BesideIt),
}

fn main() {}
