// Entities with mistakes, in a table that compares them with others.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk(7)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk = "TEAM"]
#[sk("PROFILE")]
struct Team {
    team_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(price)]
struct Offer {
    user_id: String,
    price: f64,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk(points)]
struct Bonus {
    user_id: String,
    points: f32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("CART")]
struct Cart {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Team(Team),
    Offer(Offer),
    Bonus(Bonus),
    Cart(Cart),
}

fn main() {
    let user = Shop::from(User { user_id: "u1".into() });
    let team = Shop::from(Team { team_id: "t1".into() });
    let offer = Shop::from(Offer { user_id: "u1".into(), price: 7.5 });
    let bonus = Shop::from(Bonus { user_id: "u1".into(), points: 7.5 });
    let cart = Shop::from(Cart { user_id: "u1".into() });
    let _ = [user.keys(), team.keys(), offer.keys(), bonus.keys(), cart.keys()];
}
