//! No attribute of an entity has two values: the table may let indexes share one.

use crate::message::Message;
use crate::pattern::Pattern;
use crate::schema::{EntitySchema, IndexSchema};
use crate::text::same_text;

/// What must hold of the indexes of an entity. A panic here is a compile error in the user's crate.
impl EntitySchema {
    /// Every attribute has one value, whichever index it comes from.
    ///
    /// # Panics
    ///
    /// If not.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_indexes(&self) {
        let mut at = 0;
        while at < self.indexes.len() {
            self.check_index(at);
            at += 1;
        }
    }

    /// The index at this place gives no attribute another value than the table's own keys and the
    /// indexes before it do.
    ///
    /// # Panics
    ///
    /// If it does.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_index(&self, at: usize) {
        let index = &self.indexes[at];
        let [pk, sk] = index.held();
        if let (Some(pk), Some(sk)) = (pk, sk) {
            pk.check(&sk);
        }
        let own = [
            Held::of(self.attributes.pk, Some(self.pk)),
            Held::of_optional(self.attributes.sk, self.sk),
        ];
        check_all(&[pk, sk], &own);
        let mut before = 0;
        while before < at {
            check_all(&[pk, sk], &self.indexes[before].held());
            before += 1;
        }
    }
}

impl IndexSchema {
    const fn held(&self) -> [Option<Held>; 2] {
        [
            Held::of(self.attributes.pk, Some(self.pk)),
            Held::of_optional(self.attributes.sk, self.sk),
        ]
    }
}

/// A key and the attribute that holds it.
#[derive(Clone, Copy)]
struct Held {
    attribute: &'static str,
    key: &'static Pattern,
}

impl Held {
    const fn of(attribute: &'static str, key: Option<&'static Pattern>) -> Option<Self> {
        match key {
            Some(key) => Some(Self { attribute, key }),
            None => None,
        }
    }

    const fn of_optional(
        attribute: Option<&'static str>,
        key: Option<&'static Pattern>,
    ) -> Option<Self> {
        match attribute {
            Some(attribute) => Self::of(attribute, key),
            None => None,
        }
    }

    #[track_caller]
    const fn check(&self, other: &Self) {
        if same_text(self.attribute, other.attribute) && !self.key.builds_as(other.key) {
            Message::new()
                .text("attribute ")
                .code(self.attribute)
                .text(" holds the ")
                .key(self.key)
                .text(", and also the ")
                .key(other.key)
                .text("\nhelp: make both keys the same, or name another attribute in the table")
                .fail();
        }
    }
}

#[track_caller]
const fn check_all(keys: &[Option<Held>; 2], others: &[Option<Held>; 2]) {
    let mut at = 0;
    while at < 4 {
        if let (Some(key), Some(other)) = (&keys[at / 2], &others[at % 2]) {
            key.check(other);
        }
        at += 1;
    }
}
