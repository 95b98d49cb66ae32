// The formats are wrong; the parts exist nevertheless, wherever the structs are used.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("EVENT", "{kind:>5}", id)]
struct Event {
    user_id: String,
    kind: String,
    id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("{opened():.3}" -> Option<jiff::Timestamp>)]
#[gsi("gsi1", pk = [user_id], sk = [day as "month", "v{opened():day}" -> Option<jiff::Timestamp>])]
struct Case {
    user_id: String,
    day: u8,
    month: u8,
}

impl Case {
    fn opened(&self) -> Option<jiff::Timestamp> {
        None
    }
}

fn main() {
    let event = Event { user_id: "u1".into(), kind: "paid".into(), id: "7".into() };
    let EventKey { user_id, kind, id } = event.key();
    let _ = EventSk { kind, id }.build();
    let _ = Event::query(EventPk { user_id }).kind("paid").id("7").build();
    let case = Case { user_id: "u1".into(), day: 1, month: 2 };
    let CaseKey { user_id, opened } = case.key();
    let _ = (CaseSk { opened }.build(), case.opened(), case.day + case.month);
    let _ = Case::query_gsi1(CaseGsi1Pk { user_id }).day(1).opened(opened).build();
}
