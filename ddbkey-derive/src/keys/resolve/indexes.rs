//! The indexes, their keys, and what they are called.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::Resolver;
use super::keys::empty_key;
use crate::keys::declaration::{Brackets, DeclaredIndex, IndexKeyForm};
use crate::keys::model::{Index, IndexKey, IndexKind, Key, Role};
use crate::keys::names::{ItemNames, TODAY, is_index_name};
use crate::keys::options::separator;
use crate::message;
use crate::names::identifier;

impl Resolver<'_, '_> {
    /// The indexes and the former keys, in declared order.
    pub(super) fn owners(&mut self, pk: &Key, sk: Option<&Key>) -> (Vec<Index>, Vec<Index>) {
        let (mut indexes, mut former): (Vec<Index>, Vec<Index>) = Default::default();
        let mut taken = ItemNames::reserved(&self.prefix);
        if self.attributes("was").next().is_some() {
            taken.push(ItemNames::of(&self.prefix, None).any_key_in_words());
        }
        for attribute in &self.input.attrs {
            let kind = match attribute.path().get_ident() {
                Some(name) if name == "gsi" => Some(IndexKind::Gsi),
                Some(name) if name == "lsi" => Some(IndexKind::Lsi),
                Some(name) if name == "was" => None,
                _ => continue,
            };
            let list = DeclaredIndex::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list) else { continue };
            let owner = match kind {
                Some(kind) => self.index(&list, kind, sk.is_some()),
                None => self.former_key(&list, pk, sk),
            };
            let Some(owner) = owner else { continue };
            let name = &owner.name;
            if let Some(other) = indexes.iter().chain(&former).find(|other| other.name == *name) {
                self.errors.push(match (owner.is_former, other.is_former) {
                    (false, false) => message::index_given_twice(&list.name, name),
                    (true, true) => message::former_key_given_twice(&list.name, name),
                    _ => message::former_key_named_as_index(&list.name, name),
                });
            } else if self.claim_names(&list.name, &owner, &mut taken) {
                let owners = if owner.is_former { &mut former } else { &mut indexes };
                owners.push(owner);
            }
        }
        (indexes, former)
    }

    /// A former key. One that is left out is the one of today.
    fn former_key(&mut self, list: &DeclaredIndex, pk: &Key, sk: Option<&Key>) -> Option<Index> {
        let (name, ident) = (list.name.value(), self.index_ident(list, "former key")?);
        if [Some(pk), sk].into_iter().flatten().any(|key| !key.is_joined()) {
            self.errors.push(message::former_key_of_attributes(&list.name, &self.input.ident));
            return None;
        }
        let separator =
            list.separator.as_ref().and_then(|option| self.errors.ok(separator(option)));
        let separator = separator.unwrap_or(self.separator);
        let today = std::mem::replace(&mut self.separator, separator);
        let mut keys: [Option<IndexKey>; 2] = [None, None];
        for (keyword, form) in &list.keys {
            let is_sk = keyword == "sk";
            let role = if is_sk { Role::FormerSk } else { Role::FormerPk };
            match form {
                _ if keys[usize::from(is_sk)].is_some() => {
                    self.errors.push(message::given_twice(keyword, keyword));
                }
                IndexKeyForm::Parts(_) if is_sk && sk.is_none() => {
                    let entity = &self.input.ident;
                    self.errors.push(message::former_sk_without_sk(keyword, &name, entity));
                }
                IndexKeyForm::Parts(parts) if parts.brackets == Brackets::Square => {
                    self.errors.push(message::former_key_in_square_brackets(keyword, keyword));
                }
                IndexKeyForm::Parts(parts) => {
                    keys[usize::from(is_sk)] = Some(IndexKey::Own(self.key(parts, role)));
                }
                IndexKeyForm::Reused(key) => {
                    self.errors.push(message::former_key_reused(key, keyword));
                }
            }
        }
        self.separator = today;
        if list.keys.is_empty() && !list.is_faulty {
            self.errors.push(message::former_key_of_today(&list.name, &name));
        }
        let [pk, own_sk] = keys;
        Some(Index {
            name,
            is_former: true,
            ident,
            span: list.name.span(),
            kind: IndexKind::Gsi,
            pk: pk.unwrap_or(IndexKey::Pk),
            sk: own_sk.or_else(|| sk.map(|_| IndexKey::Sk)),
        })
    }

    pub(super) fn index(
        &mut self,
        list: &DeclaredIndex,
        kind: IndexKind,
        has_sk: bool,
    ) -> Option<Index> {
        let name = list.name.value();
        let ident = self.index_ident(list, "index")?;
        let mut keys: [Option<IndexKey>; 2] = [None, None];
        for (keyword, form) in &list.keys {
            let (place, role) =
                if keyword == "pk" { (0, Role::IndexPk) } else { (1, Role::IndexSk) };
            if keys[place].is_some() {
                self.errors.push(message::given_twice(keyword, keyword));
            } else if kind == IndexKind::Lsi && keyword == "pk" {
                self.errors.push(message::lsi_with_pk(keyword));
            } else {
                keys[place] = Some(self.index_key(form, role, has_sk));
            }
        }
        let [pk, sk] = keys;
        let pk = match kind {
            IndexKind::Gsi => {
                if pk.is_none() && !list.is_faulty {
                    self.errors.push(message::index_without_pk(&list.name, &name));
                }
                pk.unwrap_or(IndexKey::Pk)
            }
            IndexKind::Lsi => {
                self.check_lsi(&list.name, sk.is_some() || list.is_faulty, has_sk);
                IndexKey::Pk
            }
        };
        Some(Index { name, is_former: false, ident, span: list.name.span(), kind, pk, sk })
    }

    pub(super) fn check_lsi(&mut self, name: &LitStr, has_own_sk: bool, has_sk: bool) {
        if !has_own_sk {
            self.errors.push(message::lsi_without_sk(name, name.value()));
        } else if !has_sk {
            self.errors.push(message::lsi_without_table_sk(name, name.value()));
        }
    }

    /// For a key that cannot be reused, one without parts.
    pub(super) fn index_key(&mut self, form: &IndexKeyForm, role: Role, has_sk: bool) -> IndexKey {
        match form {
            IndexKeyForm::Parts(parts) => IndexKey::Own(self.key(parts, role)),
            IndexKeyForm::Reused(key) if key == "pk" => IndexKey::Pk,
            IndexKeyForm::Reused(key) if key == "sk" && has_sk => IndexKey::Sk,
            IndexKeyForm::Reused(key) => {
                self.errors.push(if key == "sk" {
                    message::reused_sk_missing(key, &self.input.ident)
                } else {
                    message::reused_key(key)
                });
                IndexKey::Own(empty_key(role, key.span()))
            }
        }
    }

    /// The name for methods: the index's own in snake case, or the one that `as` gives it.
    fn index_ident(&mut self, list: &DeclaredIndex, owner: &str) -> Option<Ident> {
        let text = list.name.value();
        if !is_index_name(&text) {
            self.errors.push(match owner {
                "index" => message::index_name(&list.name, &text),
                _ => message::former_key_name(&list.name, &text),
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

    /// Whether nothing that the index adds has a name that is taken.
    pub(super) fn claim_names(
        &mut self,
        place: &LitStr,
        index: &Index,
        taken: &mut Vec<String>,
    ) -> bool {
        let names = ItemNames::of(&self.prefix, Some(index));
        if index.is_former && names.variant() == TODAY {
            self.errors.push(message::former_key_named_today(place));
            return false;
        }
        let items = names.items();
        match items.iter().find(|item| taken.contains(item)) {
            Some(item) => {
                let owner = if index.is_former { "former key" } else { "index" };
                self.errors.push(message::index_name_taken(place, owner, &index.name, item));
                false
            }
            None => {
                taken.extend(items);
                true
            }
        }
    }
}
