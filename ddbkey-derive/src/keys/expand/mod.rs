//! The code of a checked entity. Nothing here can fail.
//!
//! For each key a struct of its parts ([`key`]), for each pair of keys one of both ([`pair`]) and a
//! typed query over its sort key ([`query`]); on the entity itself the trait ([`entity`]) and the
//! methods of its indexes ([`index`]).

mod docs;
mod entity;
mod generics;
mod index;
mod key;
mod pair;
mod query;

pub use self::generics::with_lifetime;

use heck::{ToShoutySnakeCase, ToUpperCamelCase};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use self::index::IndexItem;
use self::key::{KeyItem, KeyStruct};
use self::pair::PairItem;
use self::query::QueryItem;
use crate::keys::model::{Entity, Index, IndexKey, Key, plain};

/// All code of an entity. Without the checks for a declaration that is known to be wrong.
pub fn expand(entity: &Entity<'_>, is_checked: bool) -> TokenStream {
    let keys = Keys::of(entity);
    let primary = keys.primary_pair(entity);
    let query = query(entity, None, keys.sk.as_ref());
    let indexes: Vec<_> =
        entity.indexes.iter().enumerate().map(|(place, _)| keys.index(entity, place)).collect();

    let pairs = || std::iter::once(&primary).chain(indexes.iter().map(|index| &index.pair));
    let queries = || query.iter().chain(indexes.iter().filter_map(|index| index.query.as_ref()));
    let key_structs = keys.all().map(|item| item.fields.declare(&item.doc()));
    let pair_structs = pairs().map(|pair| pair.fields.declare(&pair.doc));
    let query_structs = queries().map(QueryItem::declare);
    let key_impls = keys.all().map(|item| {
        let (pattern, text) = (item.pattern(is_checked), item.key_text());
        let (methods, standard) = (item.methods(), item.fields.standard_impls());
        quote!(#pattern #text #methods #standard)
    });
    let pair_impls = pairs().map(|pair| {
        let (pair_impl, methods) = (pair.key_pair(), pair.methods());
        let standard = pair.fields.standard_impls();
        quote!(#pair_impl #methods #standard)
    });
    let query_impls = queries().map(QueryItem::impls);
    let trait_impl =
        entity::trait_impl(entity, &keys.pk, keys.sk.as_ref(), &primary, query.as_ref(), &indexes);
    let index_methods = indexes.iter().map(IndexItem::methods);
    quote! {
        #(#key_structs)*
        #(#pair_structs)*
        #(#query_structs)*
        #[allow(deprecated, reason = "a deprecated field is still a part of the key")]
        const _: () = {
            #(#key_impls)*
            #(#pair_impls)*
            #(#query_impls)*
            #trait_impl
            #(#index_methods)*
        };
    }
}

/// The items of all keys that an entity declares.
struct Keys<'e> {
    pk: KeyItem<'e>,
    sk: Option<KeyItem<'e>>,
    /// Of each index those of its own.
    indexes: Vec<[Option<KeyItem<'e>>; 2]>,
}

impl<'e> Keys<'e> {
    fn of(entity: &'e Entity<'e>) -> Self {
        let mut pk = key_item(entity, &entity.pk, None, "Pk");
        pk.partition = Some((None, entity::table_attributes(entity)));
        let mut sk = entity.sk.as_ref().map(|sk| key_item(entity, sk, None, "Sk"));
        let inverted = entity.indexes.iter().find(|index| matches!(index.pk, IndexKey::Sk));
        if let (Some(sk), Some(index)) = (&mut sk, inverted) {
            sk.partition = Some((Some(&index.name), entity::index_attributes(entity, index)));
        }
        let indexes = entity.indexes.iter().map(|index| index_keys(entity, index)).collect();
        Self { pk, sk, indexes }
    }

    fn all(&self) -> impl Iterator<Item = &KeyItem<'e>> {
        let primary = [Some(&self.pk), self.sk.as_ref()].into_iter().flatten();
        primary.chain(self.indexes.iter().flatten().flatten())
    }

    fn primary_pair(&'e self, entity: &'e Entity<'e>) -> PairItem<'e> {
        let doc = format!("Primary key of [`{}`]", plain(&entity.input.ident));
        let attributes = entity::table_attributes(entity);
        pair_item(entity, None, (&self.pk, self.sk.as_ref()), attributes, &doc)
    }

    fn index(&'e self, entity: &'e Entity<'e>, place: usize) -> IndexItem<'e> {
        let index = &entity.indexes[place];
        let [partition, sort] = &self.indexes[place];
        let find = |key: &IndexKey, own: &'e Option<KeyItem<'e>>| match key {
            IndexKey::Own(_) => own.as_ref(),
            IndexKey::Pk => Some(&self.pk),
            IndexKey::Sk => self.sk.as_ref(),
        };
        let pk = find(&index.pk, partition).unwrap_or(&self.pk);
        let sk = index.sk.as_ref().and_then(|sk| find(sk, sort));
        let doc = format!("Key of [`{}`] in index `{}`", plain(&entity.input.ident), index.name);
        let attributes = entity::index_attributes(entity, index);
        IndexItem {
            index,
            place,
            pair: pair_item(entity, Some(index), (pk, sk), attributes, &doc),
            query: query(entity, Some(index), sk),
        }
    }
}

/// The query over a sort key, unless none of its parts can be given.
fn query<'e>(
    entity: &'e Entity<'e>,
    index: Option<&'e Index>,
    sk: Option<&'e KeyItem<'e>>,
) -> Option<QueryItem<'e>> {
    let sk = sk.filter(|sk| !sk.fields.values.is_empty())?;
    let camel = index.map(camel).unwrap_or_default();
    let place = index.map(|index| format!(" of index `{}`", index.name)).unwrap_or_default();
    let name = plain(&entity.input.ident);
    Some(QueryItem {
        entity,
        ident: format_ident!("{}{camel}Query", entity.input.ident),
        key: sk.key,
        fields: &sk.fields,
        doc: format!(
            " A query of [`{name}`] in one partition{place}: `{}`.\n\n `PART` counts the parts given so \
             far: each state has the methods of the next one.",
            sk.key.shape()
        ),
    })
}

fn camel(index: &Index) -> String {
    plain(&index.ident).to_upper_camel_case()
}

fn key_item<'e>(
    entity: &'e Entity<'e>,
    key: &'e Key,
    index: Option<&'e Index>,
    suffix: &str,
) -> KeyItem<'e> {
    let camel = index.map(camel).unwrap_or_default();
    let ident = format_ident!("{}{camel}{suffix}", entity.input.ident);
    let constant = format_ident!("{}", format!("{camel}{suffix}").to_shouty_snake_case());
    let fields = KeyStruct::new(entity, ident, key.values().map(|(_, value)| value));
    KeyItem {
        key,
        fields,
        constant,
        index: index.map(|index| index.name.as_str()),
        partition: None,
    }
}

/// The keys that an index adds to its entity.
fn index_keys<'e>(entity: &'e Entity<'e>, index: &'e Index) -> [Option<KeyItem<'e>>; 2] {
    let own = |key: Option<&'e IndexKey>, suffix| match key {
        Some(IndexKey::Own(key)) => Some(key_item(entity, key, Some(index), suffix)),
        _ => None,
    };
    let mut pk = own(Some(&index.pk), "Pk");
    if let Some(pk) = &mut pk {
        pk.partition = Some((Some(&index.name), entity::index_attributes(entity, index)));
    }
    [pk, own(index.sk.as_ref(), "Sk")]
}

fn pair_item<'e>(
    entity: &'e Entity<'e>,
    index: Option<&'e Index>,
    (pk, sk): (&'e KeyItem<'e>, Option<&'e KeyItem<'e>>),
    attributes: TokenStream,
    doc: &str,
) -> PairItem<'e> {
    let name = match index {
        Some(index) => format_ident!("{}{}", entity.input.ident, camel(index)),
        None => format_ident!("{}Key", entity.input.ident),
    };
    let values = pk.key.values().chain(sk.iter().flat_map(|sk| sk.key.values()));
    let fields = KeyStruct::new(entity, name, values.map(|(_, value)| value));
    let shape = match sk {
        Some(sk) => format!("`{}` / `{}`", pk.key.shape(), sk.key.shape()),
        None => format!("`{}`", pk.key.shape()),
    };
    PairItem {
        fields,
        index: index.map(|index| index.name.as_str()),
        pk: (pk.key, &pk.fields),
        sk: sk.map(|sk| (sk.key, &sk.fields)),
        attributes,
        doc: format!(" {doc}: {shape}."),
    }
}
