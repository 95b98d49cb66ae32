// The format is unknown; the field is there nevertheless, wherever the struct is used.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("EVENT", "{kind:>5}", id)]
struct Event {
    user_id: String,
    kind: String,
    id: String,
}

fn main() {
    let event = Event { user_id: "u1".into(), kind: "paid".into(), id: "7".into() };
    let EventKey { user_id, kind, id } = event.key();
    let _ = EventSk { kind, id }.build();
    let _ = Event::query(EventPk { user_id }).kind("paid").id("7").build();
}
