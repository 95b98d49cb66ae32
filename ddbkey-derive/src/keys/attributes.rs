//! The attributes of an entity's keys. A table may rename the attributes of joined keys, and only the runtime knows
//! those names.

use syn::LitStr;

use super::items::{FieldRecord, Stored};
use super::model::{Entity, Key, KeyDeclaration, OwnAttribute, Owner};

/// An attribute of a key.
pub struct KeyAttribute<'e> {
    pub key: &'e Key,
    /// The attribute that its entry declares, unless the key is joined.
    pub own: Option<&'e OwnAttribute>,
    /// Its name, unless only the table knows it.
    pub name: Option<String>,
}

impl KeyAttribute<'_> {
    /// Whether both are one attribute, as far as the declaration shows.
    pub fn is(&self, other: &Self) -> bool {
        match (&self.name, &other.name) {
            (Some(one), Some(other)) => one == other,
            _ => std::ptr::eq(self.key, other.key),
        }
    }

    /// Whether its key is a key of the table, which an index may reuse.
    pub fn is_reused(&self) -> bool {
        self.key.role.owner.is_none()
    }
}

impl Entity<'_> {
    /// The attributes of a key of the table or of an index, which may be the table's own.
    pub fn attributes<'s>(
        &'s self,
        key: &'s Key,
        index: Option<&KeyDeclaration>,
    ) -> Vec<KeyAttribute<'s>> {
        let owner = index
            .filter(|_| key.role.owner.is_some_and(Owner::is_index))
            .map_or("", |index| &index.name);
        let suffix = key.role.keyword();
        let joined = self.table.is_none().then(|| format!("{owner}{suffix}"));
        let attributes = key.entries.iter().map(|entry| {
            let own = entry.own.as_ref();
            KeyAttribute { key, own, name: own.map(|own| own.name.clone()).or(joined.clone()) }
        });
        attributes.collect()
    }

    /// The attributes of the sort key of the table or of an index.
    fn sort_attributes<'s>(&'s self, index: Option<&'s KeyDeclaration>) -> Vec<KeyAttribute<'s>> {
        let (_, sk) = self.pair(index);
        sk.map(|key| self.attributes(key, index)).unwrap_or_default()
    }

    /// The attributes of both keys of the table or of an index.
    pub fn pair_attributes<'s>(
        &'s self,
        index: Option<&'s KeyDeclaration>,
    ) -> Vec<KeyAttribute<'s>> {
        let mut attributes = self.attributes(self.pair(index).0, index);
        attributes.extend(self.sort_attributes(index));
        attributes
    }

    /// The attributes of an index, as a message names them. A table names the attributes of joined keys.
    pub fn names_of_attributes(&self, index: &KeyDeclaration) -> String {
        let name =
            |own: KeyAttribute<'_>| own.name.map_or("(…)".into(), |name| format!("`{name}`"));
        let names = |own: Vec<_>| own.into_iter().map(name).collect::<Vec<_>>().join(", ");
        let pk = names(self.attributes(self.pair(Some(index)).0, Some(index)));
        let sk = names(self.sort_attributes(Some(index)));
        if sk.is_empty() { pk } else { format!("{pk} / {sk}") }
    }

    /// The table, which is `None`, or the first index, that has an attribute in its sort key.
    #[expect(
        clippy::option_option,
        reason = "the table is the owner without an index, as everywhere here"
    )]
    pub fn sorted_by(&self, attribute: &KeyAttribute<'_>) -> Option<Option<&KeyDeclaration>> {
        let mut owners = std::iter::once(None).chain(self.indexes.iter().map(Some));
        owners.find(|index| self.sort_attributes(*index).iter().any(|other| other.is(attribute)))
    }

    /// The first attribute of an index that the table or an earlier index also has, under another declaration.
    pub fn shared_attribute<'s>(&'s self, index: &'s KeyDeclaration) -> Option<KeyAttribute<'s>> {
        let before = self.indexes.iter().take_while(|other| !std::ptr::eq(*other, index));
        let before = std::iter::once(None).chain(before.map(Some));
        let before: Vec<_> = before.flat_map(|index| self.pair_attributes(index)).collect();
        let is_other = |one: &KeyAttribute<'_>, other: &KeyAttribute<'_>| {
            one.is(other) && !std::ptr::eq(one.key, other.key)
        };
        let own = self.pair_attributes(Some(index));
        own.into_iter().find(|own| before.iter().any(|other| is_other(own, other)))
    }

    /// Whether an index may share an attribute with the table or an earlier index, under another declaration. Only the
    /// runtime knows what a table calls these attributes.
    pub fn may_share(&self, index: &KeyDeclaration) -> bool {
        self.table.is_some() || self.shared_attribute(index).is_some()
    }

    /// The aliases of the fields, and the fields.
    pub fn aliases(&self) -> impl Iterator<Item = (&FieldRecord, &LitStr)> {
        self.items
            .fields
            .iter()
            .flat_map(|field| field.read.iter().skip(1).map(move |name| (field, name)))
    }

    /// The table or the first index that has an attribute of this name, as far as the declaration shows.
    pub fn holder(&self, name: &str) -> Option<String> {
        let has = |index| {
            let attributes = self.pair_attributes(index);
            attributes.iter().any(|own| own.name.as_deref() == Some(name))
        };
        let mut owners = std::iter::once(None).chain(self.indexes.iter().map(Some));
        let holder = owners.find(|index| has(*index))?;
        Some(holder.map_or("the table".into(), |index| format!("index `{}`", index.name)))
    }

    /// The fields that serde may write over a joined key with another string, with their attributes.
    pub fn overwriting_fields(&self) -> impl Iterator<Item = (&FieldRecord, &str)> {
        let owners = std::iter::once(None).chain(self.owners().map(Some));
        let joined: Vec<_> = owners
            .flat_map(|index| self.pair_attributes(index))
            .filter(|attribute| attribute.own.is_none())
            .collect();
        let entries: Vec<_> = self.own_keys().flat_map(Key::own_attributes).collect();
        self.items.fields.iter().filter_map(move |field| {
            let own = field.written.as_deref()?;
            if entries.iter().any(|entry| entry.name == own) {
                return None;
            }
            let is_overwritten = joined.iter().any(|attribute| {
                let is_named = attribute.name.as_ref().is_none_or(|name| name == own);
                is_named && field.is_unlike(attribute.key)
            });
            is_overwritten.then_some((field, own))
        })
    }
}

impl FieldRecord {
    /// Whether serde never writes the string of a joined key for the field.
    fn is_unlike(&self, key: &Key) -> bool {
        match self.stored {
            Stored::Number | Stored::Bool | Stored::List => true,
            Stored::Text => key.segments() > 1 && key.values().any(|value| value.name == self.name),
            Stored::Unknown => false,
        }
    }
}
