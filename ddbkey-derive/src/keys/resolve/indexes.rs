//! The indexes and the other primary keys, their keys, and their names.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::{Error, Ident, LitStr};

use super::Resolver;
use crate::keys::declaration::{Brackets, DeclaredIndex, DeclaredParts, IndexKeyForm};
use crate::keys::model::{IndexKey, IndexKind, Key, KeyDeclaration, Owner, Role};
use crate::keys::names::{
    CURRENT, ItemNames, PLAIN, is_index_name, is_key_name, method_in_words, type_in_words,
};
use crate::message;
use crate::names::RustName;
use crate::options::separator;
use crate::spans::here;

impl Resolver<'_, '_> {
    /// The indexes, and the other primary keys with the alternatives first. Both lists are in declared order.
    pub(super) fn owners(
        &mut self,
        pk: &Key,
        sk: Option<&Key>,
    ) -> (Vec<KeyDeclaration>, Vec<KeyDeclaration>) {
        let (mut indexes, mut alternatives): (Vec<KeyDeclaration>, Vec<KeyDeclaration>) =
            Default::default();
        let mut taken = ItemNames::reserved(&self.prefix);
        let names = ItemNames::of(&self.prefix, None);
        let generated = [("was", names.any_key()), ("or", names.plain())];
        let generated = generated.iter().filter(|(name, _)| self.attributes(name).next().is_some());
        taken.extend(generated.map(|(_, ident)| type_in_words(ident)));
        for attribute in &self.input.attrs {
            let list = DeclaredIndex::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list).flatten() else { continue };
            let Some(owner) = self.owner(&list, pk, sk) else { continue };
            let name = &owner.name;
            let is_given = |other: &&KeyDeclaration| {
                let are_indexes = owner.owner.is_index() && other.owner.is_index();
                other.name == *name && !(are_indexes && other.ident != owner.ident)
            };
            if let Some(other) = indexes.iter().chain(&alternatives).find(is_given) {
                self.errors.push(name_of_two(&list.name, &owner, other));
            } else if self.claim_names(&list, &owner, &mut taken) {
                if owner.owner.is_index() { &mut indexes } else { &mut alternatives }.push(owner);
            }
        }
        for owners in [&mut indexes, &mut alternatives] {
            owners.retain(|owner| self.is_beside_methods(owner));
        }
        alternatives.sort_by_key(|owner| owner.owner != Owner::Alternative);
        (indexes, alternatives)
    }

    /// An index or another primary key. A primary key inherits what it leaves out from the plain key.
    fn owner(
        &mut self,
        list: &DeclaredIndex,
        pk: &Key,
        sk: Option<&Key>,
    ) -> Option<KeyDeclaration> {
        let (name, ident) = (list.name.value(), self.index_ident(list)?);
        let mut plain = [Some(pk), sk].into_iter().flatten();
        if !list.owner.is_index() && plain.any(|key| key.joined().is_none()) {
            let entity = &self.input.ident;
            self.errors.push(if list.owner == Owner::Alternative {
                message::alternative_of_attributes(&list.name, entity)
            } else {
                message::legacy_key_of_attributes(&list.name, entity)
            });
            return None;
        }
        let own = list.separator.as_ref().and_then(|option| self.errors.ok(separator(option)));
        let current = self.separator;
        self.separator = own.unwrap_or(current);
        let mut keys: [Option<IndexKey>; 2] = [None, None];
        for (keyword, form) in &list.keys {
            let place = usize::from(keyword == "sk");
            let key = match keys[place] {
                Some(_) => Err(message::given_twice(keyword, keyword)),
                None => self.owned_key(list, keyword, form, sk.is_some()),
            };
            if let Some(key) = self.errors.ok(key) {
                keys[place] = Some(key);
            }
        }
        self.separator = current;
        let [has_pk, has_sk] = keys.each_ref().map(|key| key.is_some() || list.is_faulty);
        self.errors.extend(match list.owner {
            Owner::LegacyKey if list.keys.is_empty() && !list.is_faulty => {
                Some(message::legacy_key_is_current(&list.name, &name))
            }
            Owner::Index(IndexKind::Gsi) if !has_pk => {
                Some(message::index_without_pk(&list.name, &name))
            }
            Owner::Index(IndexKind::Lsi) if !has_sk => {
                Some(message::lsi_without_sk(&list.name, &name))
            }
            Owner::Index(IndexKind::Lsi) if sk.is_none() => {
                Some(message::lsi_without_table_sk(&list.name, &name))
            }
            _ => None,
        });
        let [own_pk, own_sk] = keys;
        let current_sk = sk.filter(|_| !list.owner.is_index()).map(|_| IndexKey::Sk);
        Some(KeyDeclaration {
            name,
            owner: list.owner,
            ident,
            span: list.name.span(),
            pk: own_pk.unwrap_or(IndexKey::Pk),
            sk: own_sk.or(current_sk),
        })
    }

    /// One key of an index or of another primary key. A reused key with a mistake becomes a key without parts.
    fn owned_key(
        &mut self,
        list: &DeclaredIndex,
        keyword: &Ident,
        form: &IndexKeyForm,
        has_sk: bool,
    ) -> Result<IndexKey, Error> {
        let (is_sk, entity) = (keyword == "sk", &self.input.ident);
        let role = Role { owner: Some(list.owner), is_sort_key: is_sk };
        match (list.owner, form) {
            (Owner::Index(IndexKind::Lsi), _) if !is_sk => Err(message::lsi_with_pk(keyword)),
            (owner, IndexKeyForm::Parts(_)) if !owner.is_index() && is_sk && !has_sk => {
                let name = list.name.value();
                Err(message::legacy_sk_without_sk(keyword, owner.noun(), name, entity))
            }
            (owner, IndexKeyForm::Parts(parts))
                if !owner.is_index() && parts.brackets == Brackets::Square =>
            {
                Err(message::legacy_key_in_square_brackets(keyword, owner.a_noun(), keyword))
            }
            (_, IndexKeyForm::Parts(parts)) => Ok(IndexKey::Own(self.key(parts, role))),
            (Owner::Alternative, IndexKeyForm::Reused(key)) => {
                Err(message::alternative_reused(key, keyword))
            }
            (Owner::LegacyKey, IndexKeyForm::Reused(key)) => {
                Err(message::legacy_key_reused(key, keyword))
            }
            (Owner::Index(_), IndexKeyForm::Reused(key)) if key == "pk" => Ok(IndexKey::Pk),
            (Owner::Index(_), IndexKeyForm::Reused(key)) if key == "sk" && has_sk => {
                Ok(IndexKey::Sk)
            }
            (Owner::Index(_), IndexKeyForm::Reused(key)) => {
                self.errors.push(if key == "sk" {
                    message::reused_sk_missing(key, entity)
                } else {
                    message::reused_key(key)
                });
                Ok(IndexKey::Own(self.key(&DeclaredParts::fallback(key.clone()), role)))
            }
        }
    }

    /// The name for methods: the index's name in snake case, or the name after `as`.
    fn index_ident(&mut self, list: &DeclaredIndex) -> Option<RustName> {
        let text = list.name.value();
        let refused = match list.owner {
            Owner::Index(_) if !is_index_name(&text) => message::index_name(&list.name, &text),
            owner if !owner.is_index() && !is_key_name(&text) => {
                message::legacy_key_name(&list.name, &text, owner.a_noun())
            }
            _ => return self.method_ident(list, &text),
        };
        self.errors.push(refused);
        None
    }

    fn method_ident(&mut self, list: &DeclaredIndex, text: &str) -> Option<RustName> {
        let owner = list.owner.noun();
        let ident = match &list.alias {
            Some(alias) => RustName::new(&alias.to_string(), alias.span()),
            None => RustName::new(&text.replace('.', "_").to_snake_case(), Span::call_site()),
        };
        if ident.is_none() {
            self.errors.push(match &list.alias {
                Some(alias) => message::index_name_not_a_method(alias, alias, owner, text),
                None => message::index_name_not_a_method(&list.name, text, owner, text),
            });
        }
        ident
    }

    /// Reserves the names of all items that the index adds. Returns whether they were free.
    fn claim_names(
        &mut self,
        list: &DeclaredIndex,
        index: &KeyDeclaration,
        taken: &mut Vec<String>,
    ) -> bool {
        let (names, place) = (ItemNames::of(&self.prefix, Some(index)), &list.name);
        if let Some(reserved) = self.reserved_variant(names, index) {
            self.errors.push(reserved);
            return false;
        }
        let items = names.items();
        if let Some(item) = items.iter().find(|item| taken.contains(item)) {
            self.errors.push(message::index_name_taken(place, index.noun(), &index.name, item));
            return false;
        }
        taken.extend(items);
        true
    }

    /// Whether no item of the index has the name of a method that computes a part, of this index or of another key.
    fn is_beside_methods(&mut self, index: &KeyDeclaration) -> bool {
        let items = ItemNames::of(&self.prefix, Some(index)).items();
        let methods = self.sources.iter().filter(|(_, source)| source.is_method);
        let mut methods = methods.map(|(name, _)| method_in_words(name.as_str()));
        let Some(method) = methods.find(|method| items.contains(method)) else { return true };
        let owner = index.noun();
        self.errors.push(message::index_name_taken(here(index.span), owner, &index.name, method));
        false
    }

    /// Reports a primary key whose name is the variant of the plain key.
    fn reserved_variant(&self, names: ItemNames<'_>, index: &KeyDeclaration) -> Option<Error> {
        let (owner, variant) = (index.owner, names.variant());
        if owner.is_index() {
            return None;
        }
        let has_plain = self.attributes("or").next().is_some();
        let (name, what) = if variant == CURRENT {
            (CURRENT, "the key that the entity has now")
        } else if variant == PLAIN && has_plain {
            (PLAIN, "the key of `#[pk]` and `#[sk]`")
        } else {
            return None;
        };
        let place = here(index.span);
        Some(message::reserved_key_name(place, name, what, owner.noun(), owner.example()))
    }
}

/// Reports a name that another index or primary key has.
fn name_of_two(place: &LitStr, own: &KeyDeclaration, other: &KeyDeclaration) -> Error {
    let name = &own.name;
    match (own.owner, other.owner) {
        (Owner::Index(_), Owner::Index(_)) => message::index_given_twice(place, name),
        (one, other) if one == other => message::name_given_twice(place, one.noun(), name),
        (Owner::Index(_), key) | (key, Owner::Index(_)) => {
            let kinds = format_args!("an index and of {}", key.a_noun());
            message::name_of_two_kinds(place, name, kinds, key.noun())
        }
        (one, _) => {
            let kinds = "an alternative and of a legacy key";
            message::name_of_two_kinds(place, name, kinds, one.noun())
        }
    }
}
