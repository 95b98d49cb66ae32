// Attributes whose names differ in the table or in another entity, and the type attribute as the key of an index.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi("by_time", pk = [tenant], sk = [joined_at, "{id}" as "id_key"])]
#[gsi("by_day", pk = [day() -> &str as "date"], sk = ["D{id}" as "user_key"])]
#[lsi("local", sk = [joined_at])]
#[gsi("swapped", pk = [joined_at, tenant])]
struct User {
    id: String,
    tenant: String,
    joined_at: String,
}

impl User {
    fn day(&self) -> &str {
        &self.joined_at[..10]
    }
}

#[derive(DdbTable)]
#[gsi("by_time", pk = "tenant", sk = ["created_at", "id_key"])]
#[gsi("by_day", pk = "day", sk = "user_key")]
#[gsi("swapped", pk = ["tenant", "joined_at"])]
#[lsi("local", sk = "created_at")]
enum Shop {
    User(User),
}

// Without names in the table, two entities agree.
#[derive(DdbKeys)]
#[pk("POST", id)]
#[sk("POST")]
#[gsi("by_time", pk = [author], sk = [created_at])]
struct Post {
    id: String,
    author: String,
    created_at: String,
}

#[derive(DdbKeys)]
#[pk("REPLY", id)]
#[sk("REPLY")]
#[gsi("by_time", pk = [author], sk = [replied_at])]
struct Reply {
    id: String,
    author: String,
    replied_at: String,
}

#[derive(DdbTable)]
enum Forum {
    Post(Post),
    Reply(Reply),
}

// `Dog` is the name of the entity in both, and the others are not.
#[derive(DdbKeys)]
#[ddb(table = Clinic)]
#[pk("DOG", id)]
#[sk("DOG")]
#[gsi("by_type", pk = ("Dog"), sk = (id))]
struct Dog {
    id: String,
}

#[derive(DdbKeys)]
#[ddb(table = Clinic)]
#[pk("CAT", id)]
#[sk("CAT")]
#[gsi("by_type", pk = ["cat" as "type"], sk = (id))]
struct Cat {
    id: String,
}

#[derive(DdbKeys)]
#[ddb(table = Clinic)]
#[pk("PET", id)]
#[sk("PET")]
#[gsi("by_type", pk = (kind), sk = (id))]
struct Pet {
    id: String,
    kind: String,
}

#[derive(DdbTable)]
#[ddb(type_attribute = "type")]
#[gsi("by_type", pk = "type", sk = "type_key")]
enum Clinic {
    Dog(Dog),
    Cat(Cat),
    Pet(Pet),
}

fn main() {}
