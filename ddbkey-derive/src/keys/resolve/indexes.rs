//! The indexes, their keys, and what they are called.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::Resolver;
use super::keys::empty_key;
use crate::keys::declaration::{IndexKeyForm, IndexList};
use crate::keys::model::{Index, IndexKey, IndexKind, Role};
use crate::keys::names::{Names, is_index_name};
use crate::message;
use crate::names::identifier;

impl Resolver<'_, '_> {
    pub(super) fn indexes(&mut self, has_sk: bool) -> Vec<Index> {
        let mut indexes: Vec<Index> = Vec::new();
        let mut taken = Names::reserved(&self.prefix);
        for attribute in &self.input.attrs {
            let kind = match attribute.path().get_ident() {
                Some(name) if name == "gsi" => IndexKind::Gsi,
                Some(name) if name == "lsi" => IndexKind::Lsi,
                _ => continue,
            };
            let list = IndexList::of(attribute, self.errors);
            let Some(list) = self.errors.ok(list) else { continue };
            let Some(index) = self.index(&list, kind, has_sk) else { continue };
            if indexes.iter().any(|other| other.name == index.name) {
                self.errors.push(message::index_given_twice(&list.name, &index.name));
            } else if self.claim_names(&list.name, &index, &mut taken) {
                indexes.push(index);
            }
        }
        indexes
    }

    pub(super) fn index(
        &mut self,
        list: &IndexList,
        kind: IndexKind,
        has_sk: bool,
    ) -> Option<Index> {
        let name = list.name.value();
        let ident = self.index_ident(list)?;
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
        Some(Index { name, ident, span: list.name.span(), kind, pk, sk })
    }

    pub(super) fn check_lsi(&mut self, name: &LitStr, has_own_sk: bool, has_sk: bool) {
        if !has_own_sk {
            self.errors.push(message::lsi_without_sk(name, &name.value()));
        } else if !has_sk {
            self.errors.push(message::lsi_without_table_sk(name, &name.value()));
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
    pub(super) fn index_ident(&mut self, list: &IndexList) -> Option<Ident> {
        let text = list.name.value();
        if !is_index_name(&text) {
            self.errors.push(message::index_name(&list.name, &text));
            return None;
        }
        let ident = match &list.alias {
            Some(alias) => identifier(&alias.to_string(), alias.span()),
            None => identifier(&text.replace('.', "_").to_snake_case(), Span::call_site()),
        };
        if ident.is_none() {
            self.errors.push(match &list.alias {
                Some(alias) => message::index_name_not_a_method(alias, alias, &text),
                None => message::index_name_not_a_method(&list.name, &text, &text),
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
        let items = Names::of(&self.prefix, Some(index)).items();
        match items.iter().find(|item| taken.contains(item)) {
            Some(item) => {
                self.errors.push(message::index_name_taken(place, &index.name, item));
                false
            }
            None => {
                taken.extend(items);
                true
            }
        }
    }
}
