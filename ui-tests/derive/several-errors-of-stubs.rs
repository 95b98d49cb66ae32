// Faulty keys, and code that uses them as they will be.
use ddbkey::{DdbKeys, KeyError};

// A local index has two sort attributes, and so has a table.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk[day, id]]
#[lsi("lsi1", sk = [status, id])]
struct Visit {
    user_id: String,
    day: String,
    id: String,
    status: String,
}

fn visit(visit: &Visit) -> Result<(), Box<dyn std::error::Error>> {
    Visit::parse_key("USER#u1", "2024-12-01")?;
    Visit::parse_lsi1("USER#u1", "open")?;
    Visit::query_lsi1(VisitPk { user_id: "u1" }).status_in("a".."b").build()?;
    let _ = (visit.sk()?, visit.lsi1().keys()?);
    Ok(())
}

// Formats that types do not have.
#[derive(DdbKeys)]
#[pk("DAY", "{day:05}")]
#[sk("{count:.3}", "{at():lower}" -> u8)]
#[gsi("gsi1", pk = ("{name:year}"))]
struct Count<'a> {
    day: &'a str,
    count: u32,
    name: Option<&'static str>,
}

impl Count<'_> {
    fn at(&self) -> u8 {
        7
    }
}

fn count(count: &Count<'_>) -> Result<(), KeyError> {
    Count::query(CountPk { day: "" }).count(7).at(7).build()?;
    let CountKey { day: _, count: 7, at: _ } = count.key() else { return Ok(()) };
    let _: Option<CountGsi1<'_>> = count.gsi1();
    count.keys().map(|_| ())
}

fn main() {}
