// The first entity of three has no sort key.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("CLINIC", clinic)]
struct Clinic {
    clinic: String,
}

#[derive(DdbKeys)]
#[pk("CLINIC", clinic)]
#[sk("PET", pet)]
struct Pet {
    clinic: String,
    pet: String,
}

#[derive(DdbKeys)]
#[pk("CLINIC", clinic)]
#[sk("VET", vet)]
struct Vet {
    clinic: String,
    vet: String,
}

#[derive(DdbTable)]
enum Practice {
    Clinic(Clinic),
    Pet(Pet),
    Vet(Vet),
}

fn main() {}
