//! What `any` and `find_map` are for iterators, for lists in constants.

/// The first value that an expression finds for an item of a list.
macro_rules! find {
    ($item:ident in $list:expr => $found:expr) => {{
        let (list, mut at) = ($list, 0);
        loop {
            if at == list.len() {
                break None;
            }
            let $item = &list[at];
            if let found @ Some(_) = $found {
                break found;
            }
            at += 1;
        }
    }};
}

/// Whether a condition holds for an item of a list.
macro_rules! any {
    ($item:ident in $list:expr => $condition:expr) => {
        find!($item in $list => if $condition { Some(()) } else { None }).is_some()
    };
}
