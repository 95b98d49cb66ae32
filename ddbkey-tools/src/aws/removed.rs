//! Determines which attributes a repair or a move removes.

use std::collections::HashMap;

use ddbkey_aws::{ItemUpdate, Rekey};

use super::Item;

/// Returns the attributes that an update removes.
pub(super) fn by_update(update: &ItemUpdate) -> Vec<String> {
    let expression = update.expression("");
    let Some((_, removed)) = expression.split_once("REMOVE ") else { return Vec::new() };
    let names: HashMap<_, _> = update.names().collect();
    let placeholders = removed.split([',', ' ']).map_while(|word| match word {
        "SET" | "ADD" | "DELETE" => None,
        word => Some(word),
    });
    placeholders.filter_map(|own| names.get(own)).map(|name| (*name).to_owned()).collect()
}

/// Returns the attributes that a row loses when it is moved.
pub(super) fn by_move(rekey: &Rekey, item: &Item) -> Vec<String> {
    let mut removed: Vec<_> =
        item.keys().filter(|name| !rekey.item().contains_key(*name)).cloned().collect();
    removed.sort_unstable();
    removed
}
