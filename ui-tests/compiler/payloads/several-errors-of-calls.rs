// The methods that a query does not have for an enum with payloads.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
enum Owner {
    User(String),
    Org(u32),
}

#[derive(DdbKeys)]
#[pk("DOC", id)]
#[sk(owner)]
struct Doc {
    id: String,
    owner: Owner,
}

fn main() {
    let query = || Doc::query(DocPk { id: "d1" });
    let _ = query().owner_in(OwnerRef::Org(1)..);
    let _ = query().owner("User#u1");
    let _ = query().owner(Owner::Org(1));
    let _ = query().owner(OwnerRef::Org(1)).owner_starting_with("Org#");
}
