//! The indexes and former keys, their keys, and their names.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::{Error, Ident};

use super::Resolver;
use super::keys::empty_key;
use crate::keys::declaration::{Brackets, DeclaredIndex, IndexKeyForm};
use crate::keys::model::{Index, IndexKey, IndexKind, Key, Role};
use crate::keys::names::{CURRENT, ItemNames, is_index_name, method_in_words};
use crate::message;
use crate::names::identifier;
use crate::options::separator;
use crate::spans::here;

impl Resolver<'_, '_> {
    /// The indexes and the former keys, in declared order.
    pub(super) fn owners(&mut self, pk: &Key, sk: Option<&Key>) -> (Vec<Index>, Vec<Index>) {
        let (mut indexes, mut former): (Vec<Index>, Vec<Index>) = Default::default();
        let mut taken = ItemNames::reserved(&self.prefix);
        if self.attributes("was").next().is_some() {
            taken.push(ItemNames::of(&self.prefix, None).any_key_in_words());
        }
        for attribute in &self.input.attrs {
            let list = DeclaredIndex::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list).flatten() else { continue };
            let Some(owner) = self.owner(&list, pk, sk) else { continue };
            let name = &owner.name;
            if let Some(other) = indexes.iter().chain(&former).find(|other| other.name == *name) {
                self.errors.push(match (owner.is_former, other.is_former) {
                    (false, false) => message::index_given_twice(&list.name, name),
                    (true, true) => message::name_given_twice(&list.name, list.owner(), name),
                    _ => message::former_key_named_as_index(&list.name, name),
                });
            } else if self.claim_names(&list, &owner, &mut taken) {
                let owners = if owner.is_former { &mut former } else { &mut indexes };
                owners.push(owner);
            }
        }
        for owners in [&mut indexes, &mut former] {
            owners.retain(|owner| self.is_beside_methods(owner));
        }
        (indexes, former)
    }

    /// An index or a former key. What a former key leaves out is as it is today.
    fn owner(&mut self, list: &DeclaredIndex, pk: &Key, sk: Option<&Key>) -> Option<Index> {
        let (name, ident) = (list.name.value(), self.index_ident(list)?);
        let is_former = list.kind.is_none();
        if is_former && [Some(pk), sk].into_iter().flatten().any(|key| key.joined().is_none()) {
            self.errors.push(message::former_key_of_attributes(&list.name, &self.input.ident));
            return None;
        }
        let own = list.separator.as_ref().and_then(|option| self.errors.ok(separator(option)));
        let today = self.separator;
        self.separator = own.unwrap_or(today);
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
        self.separator = today;
        let [has_pk, has_sk] = keys.each_ref().map(|key| key.is_some() || list.is_faulty);
        self.errors.extend(match list.kind {
            None if list.keys.is_empty() && !list.is_faulty => {
                Some(message::former_key_of_today(&list.name, &name))
            }
            Some(IndexKind::Gsi) if !has_pk => Some(message::index_without_pk(&list.name, &name)),
            Some(IndexKind::Lsi) if !has_sk => Some(message::lsi_without_sk(&list.name, &name)),
            Some(IndexKind::Lsi) if sk.is_none() => {
                Some(message::lsi_without_table_sk(&list.name, &name))
            }
            _ => None,
        });
        let [own_pk, own_sk] = keys;
        let today_sk = sk.filter(|_| is_former).map(|_| IndexKey::Sk);
        Some(Index {
            name,
            is_former,
            ident,
            span: list.name.span(),
            kind: list.kind.unwrap_or(IndexKind::Gsi),
            pk: own_pk.unwrap_or(IndexKey::Pk),
            sk: own_sk.or(today_sk),
        })
    }

    /// One key of an index or of a former key. One that cannot be reused has no parts.
    fn owned_key(
        &mut self,
        list: &DeclaredIndex,
        keyword: &Ident,
        form: &IndexKeyForm,
        has_sk: bool,
    ) -> Result<IndexKey, Error> {
        let (is_sk, entity) = (keyword == "sk", &self.input.ident);
        let role = match (list.kind, is_sk) {
            (Some(_), false) => Role::IndexPk,
            (Some(_), true) => Role::IndexSk,
            (None, false) => Role::FormerPk,
            (None, true) => Role::FormerSk,
        };
        match (list.kind, form) {
            (Some(IndexKind::Lsi), _) if !is_sk => Err(message::lsi_with_pk(keyword)),
            (None, IndexKeyForm::Parts(_)) if is_sk && !has_sk => {
                Err(message::former_sk_without_sk(keyword, list.name.value(), entity))
            }
            (None, IndexKeyForm::Parts(parts)) if parts.brackets == Brackets::Square => {
                Err(message::former_key_in_square_brackets(keyword, keyword))
            }
            (_, IndexKeyForm::Parts(parts)) => Ok(IndexKey::Own(self.key(parts, role))),
            (None, IndexKeyForm::Reused(key)) => Err(message::former_key_reused(key, keyword)),
            (Some(_), IndexKeyForm::Reused(key)) if key == "pk" => Ok(IndexKey::Pk),
            (Some(_), IndexKeyForm::Reused(key)) if key == "sk" && has_sk => Ok(IndexKey::Sk),
            (Some(_), IndexKeyForm::Reused(key)) => {
                self.errors.push(if key == "sk" {
                    message::reused_sk_missing(key, entity)
                } else {
                    message::reused_key(key)
                });
                Ok(IndexKey::Own(empty_key(role, key.span())))
            }
        }
    }

    /// The name for methods: the index's own in snake case, or the one that `as` gives it.
    fn index_ident(&mut self, list: &DeclaredIndex) -> Option<Ident> {
        let (text, owner) = (list.name.value(), list.owner());
        if !is_index_name(&text) {
            self.errors.push(match list.kind {
                None => message::former_key_name(&list.name, &text),
                Some(_) => message::index_name(&list.name, &text),
            });
            return None;
        }
        let ident = match &list.alias {
            Some(alias) => identifier(&alias.to_string(), alias.span()),
            None => identifier(&text.replace('.', "_").to_snake_case(), Span::call_site()),
        };
        if ident.is_none() {
            self.errors.push(match &list.alias {
                Some(alias) => message::index_name_not_a_method(alias, alias, owner, &text),
                None => message::index_name_not_a_method(&list.name, &text, owner, &text),
            });
        }
        ident
    }

    /// Takes the names of all items that the index adds. Returns whether they were free.
    fn claim_names(
        &mut self,
        list: &DeclaredIndex,
        index: &Index,
        taken: &mut Vec<String>,
    ) -> bool {
        let (names, place) = (ItemNames::of(&self.prefix, Some(index)), &list.name);
        if index.is_former && names.variant() == CURRENT {
            self.errors.push(message::former_key_named_current(place));
            return false;
        }
        let items = names.items();
        if let Some(item) = items.iter().find(|item| taken.contains(item)) {
            self.errors.push(message::index_name_taken(place, list.owner(), &index.name, item));
            return false;
        }
        taken.extend(items);
        true
    }

    /// Whether no item of the index is a method that computes a part, of this index or of another key.
    fn is_beside_methods(&mut self, index: &Index) -> bool {
        let items = ItemNames::of(&self.prefix, Some(index)).items();
        let methods = self.sources.iter().filter(|(_, source)| source.is_method());
        let mut methods = methods.map(|(name, _)| method_in_words(name));
        let Some(method) = methods.find(|method| items.contains(method)) else { return true };
        let owner = if index.is_former { "former key" } else { "index" };
        self.errors.push(message::index_name_taken(here(index.span), owner, &index.name, method));
        false
    }
}
