use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use serde::{Deserialize, Serialize};
type Item = HashMap<String, AttributeValue>;

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
struct Order { user_id: String, id: String, status: String, total: u64, note: Option<String>, count: u32 }

fn key(parts: &[&str], text: &str) -> String {
    assert!(!text.is_empty() && !text.contains('#'));
    let n = parts.iter().map(|p| p.len()).sum::<usize>() + text.len();
    let mut s = String::with_capacity(n);
    for p in parts { s.push_str(p); }
    s.push_str(text);
    s
}
fn keys(o: &Order) -> [(&'static str, String); 4] {
    [("pk", key(&["USER#"], &o.user_id)), ("sk", key(&["ORDER#"], &o.id)),
     ("gsi1pk", key(&["STATUS#"], &o.status)), ("gsi1sk", key(&[], &o.id))]
}
fn hand_to(o: &Order) -> Item {
    let mut item: Item = serde_dynamo::to_item(o).unwrap();
    for (name, text) in keys(o) { item.insert(name.into(), AttributeValue::S(text)); }
    item
}
fn hand_from(mut item: Item) -> Order {
    let stored = ["pk", "sk", "gsi1pk", "gsi1sk"].map(|name| item.remove(name).unwrap());
    let o: Order = serde_dynamo::from_item(item).unwrap();
    for ((_, text), stored) in keys(&o).into_iter().zip(stored) { assert_eq!(stored.as_s().unwrap(), &text); }
    o
}
fn time(name: &str, mut f: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..60 {
        let t = Instant::now();
        for _ in 0..2000 { f(); }
        best = best.min(t.elapsed().as_nanos() as f64 / 2000.0);
    }
    println!("{name}: {best:.0} ns");
    best
}
#[test]
fn bench() {
    let o = Order { user_id: "u1".into(), id: "01HX7MBJK3V9WQBZ7XNDK5ZT2M".into(), status: "PAID".into(), total: 5, note: Some("n".into()), count: 3 };
    let item = o.to_item().unwrap();
    assert_eq!(item, hand_to(&o));
    let a = time("to_item by hand", || { black_box(hand_to(black_box(&o))); });
    let b = time("to_item", || { black_box(black_box(&o).to_item().unwrap()); });
    let clone = time("clone", || { black_box(black_box(&item).clone()); });
    let c = time("from_item by hand", || { black_box(hand_from(black_box(&item).clone())); });
    let d = time("from_item", || { black_box(Order::from_item(black_box(&item).clone()).unwrap()); });
    time("keys by hand", || { black_box(keys(black_box(&o))); });
    time("keys", || { black_box(black_box(&o).keys().unwrap()); });
    let mut bare: Item = serde_dynamo::to_item(&o).unwrap(); bare.shrink_to_fit();
    time("clone bare", || { black_box(black_box(&bare).clone()); });
    time("serde_dynamo from bare", || { black_box(serde_dynamo::from_item::<_, Order>(black_box(&bare).clone()).unwrap()); });
    time("clone + remove 4", || { let mut i = black_box(&item).clone(); for n in ["pk","sk","gsi1pk","gsi1sk"] { black_box(i.remove(n)); } black_box(i); });
    println!("ratios {:.2} {:.2}", b / a, (d - clone) / (c - clone));
}
