//! What `for`, `any`, `find_map` and `eq_by` are for iterators, for lists in constants.

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

/// Runs a block for each item of a list, or for what a function returns for 0, 1, and so on until it returns `None`.
macro_rules! each {
    ($item:ident in $list:expr => $block:block) => {{
        let (list, mut at) = ($list, 0);
        while at < list.len() {
            let $item = &list[at];
            at += 1;
            $block
        }
    }};
    ($item:ident from $owner:ident.$get:ident => $block:block) => {{
        let mut at = 0;
        while let Some($item) = $owner.$get(at) {
            at += 1;
            $block
        }
    }};
}

/// Whether two lists have the same length, and a condition holds for each two items at the same position.
macro_rules! same {
    ($one:ident, $other:ident in $ones:expr, $others:expr => $condition:expr) => {{
        let (ones, others, mut at) = ($ones, $others, 0);
        let mut are_same = ones.len() == others.len();
        while are_same && at < ones.len() {
            let ($one, $other) = (&ones[at], &others[at]);
            are_same = $condition;
            at += 1;
        }
        are_same
    }};
}
