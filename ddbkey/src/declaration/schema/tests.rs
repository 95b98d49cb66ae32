//! Entities that tests make up at run time. They are never freed.

use alloc::boxed::Box;

use super::EntitySchema;
use crate::declaration::{Entity, KeySchema, Layout};
use crate::pattern::Pattern;

impl EntitySchema {
    pub(crate) fn leak_for_test(
        name: &'static str,
        pk: &'static Pattern,
        sk: Option<&'static Pattern>,
    ) -> &'static Self {
        let own = |pattern: &Pattern| -> &'static Pattern {
            Box::leak(Box::new(pattern.of_entity(name)))
        };
        let key = KeySchema::leak_for_test(own(pk), sk.map(own));
        Box::leak(Box::new(Self::new(Entity::new(name, module_path!(), &[]), key, &[], &[])))
    }

    pub(crate) fn in_table(&self, layout: Layout) -> Self {
        Self { entity: self.entity.in_table(Box::leak(Box::new(layout))), ..*self }
    }

    pub(crate) fn with_indexes(&self, indexes: &[&'static KeySchema]) -> Self {
        let list = Box::leak(Box::from(indexes));
        Self::new(self.entity, self.key, list, self.alternatives)
    }
}
