#[path = "tables/gaming.rs"]
pub(crate) mod gaming;
#[path = "tables/seeds.rs"]
pub(crate) mod seeds;
