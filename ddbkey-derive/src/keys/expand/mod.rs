//! The code of a checked entity. Nothing here can fail.
//!
//! For each key there is a struct of its parts ([`key`]), for each pair of keys one of both ([`pair`])
//! and a typed query over its sort key ([`query`]); on the entity itself the trait ([`entity`]) and the
//! methods of its indexes ([`index`]); and the constants that check the rules ([`checks`]).

mod checks;
mod docs;
mod entity;
mod generics;
mod index;
mod key;
mod pair;
mod query;
mod values;

use proc_macro2::TokenStream;
use quote::quote;

use self::index::IndexItem;
use self::key::{KeyItem, KeyStruct};
use self::pair::{PairItem, position};
use self::query::QueryItem;
use crate::keys::model::{Entity, Index, IndexKey, Key, KeyForm};
use crate::keys::names::Names;
use crate::names::unraw;

/// All code of an entity, without the checks if the declaration is known to be wrong.
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
        let (declared, template) = (item.declare_impl(), item.template());
        quote!(#declared #template)
    });
    let pair_impls = pairs().map(|pair| {
        let (pair_impl, template) = (pair.pair_impl(), pair.template());
        quote!(#pair_impl #template)
    });
    let query_impls = queries().map(QueryItem::impls);
    let trait_impl =
        entity::trait_impl(entity, &keys.pk, keys.sk.as_ref(), &primary, query.as_ref(), &indexes);
    let index_methods = indexes.iter().map(IndexItem::methods);
    let checks = is_checked.then(|| {
        let (keys, table) = (checks::keys(entity, keys.all()), checks::table(entity, &indexes));
        quote!(#keys #table)
    });
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
            #checks
        };
    }
}

/// The items of all keys that an entity declares.
struct Keys<'e> {
    pk: KeyItem<'e>,
    sk: Option<KeyItem<'e>>,
    /// For each index, its own keys.
    indexes: Vec<[Option<KeyItem<'e>>; 2]>,
}

impl<'e> Keys<'e> {
    fn of(entity: &'e Entity<'e>) -> Self {
        let mut pk = key_item(entity, &entity.pk, None);
        let mut sk = entity.sk.as_ref().map(|sk| key_item(entity, sk, None));
        pk.partition = Some(partition(entity, &pk, None));
        if let Some(sk) = &mut sk {
            sk.partition = one_index(entity, |key| matches!(key, IndexKey::Sk))
                .map(|index| partition(entity, sk, Some(index)));
        }
        // An index over the table's own partition key is queried by `query_…`; `condition` is the table's.
        let indexes = entity.indexes.iter().map(|index| index_keys(entity, index)).collect();
        Self { pk, sk, indexes }
    }

    fn all(&self) -> impl Iterator<Item = &KeyItem<'e>> {
        let primary = [Some(&self.pk), self.sk.as_ref()].into_iter().flatten();
        primary.chain(self.indexes.iter().flatten().flatten())
    }

    fn primary_pair(&'e self, entity: &'e Entity<'e>) -> PairItem<'e> {
        let doc = format!("Primary key of [`{}`]", unraw(&entity.input.ident));
        pair_item(entity, None, (&self.pk, self.sk.as_ref()), &doc)
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
        let doc = format!("Key of [`{}`] in index `{}`", unraw(&entity.input.ident), index.name);
        IndexItem {
            index,
            pair: pair_item(entity, Some(index), (pk, sk), &doc),
            query: query(entity, Some(index), sk),
        }
    }
}

/// The one index whose partition key is this key.
fn one_index<'e>(entity: &'e Entity<'_>, is_it: impl Fn(&IndexKey) -> bool) -> Option<&'e Index> {
    let mut indexes = entity.indexes.iter().filter(|index| is_it(&index.pk));
    let (first, second) = (indexes.next()?, indexes.next());
    second.is_none().then_some(first)
}

/// `schema_of::<OrderKey<'static>>`, a function that returns the keys of which this is the partition key.
///
/// Where the sort key has parameters that this key does not know, only its attributes are named:
/// `|| const { &KeySchema::partition::<Self>(Position::TABLE, const { &[Pattern::untyped(…)] }) }`
fn partition(entity: &Entity<'_>, key: &KeyItem<'_>, index: Option<&Index>) -> TokenStream {
    let runtime = &entity.runtime;
    let pair = pair_struct(entity, index);
    let (of_pair, own) = (&pair.scope, &key.fields.scope);
    let is_known = of_pair.own_args.is_empty()
        || (of_pair.own_args.to_string() == own.own_args.to_string()
            && of_pair.where_clause.to_string() == own.where_clause.to_string());
    if is_known {
        let pair = pair.static_ty();
        return quote!(#runtime::__private::schema_of::<#pair>);
    }
    let sk = match index {
        None => entity.sk.as_ref(),
        Some(index) => index.sk.as_ref().map(|sk| entity.key(sk)),
    };
    let attributes = sk.map(|sk| match &sk.form {
        KeyForm::Joined(_) => vec![quote!(#runtime::schema::Pattern::untyped(::core::option::Option::None))],
        KeyForm::Attributes(entries) => {
            let names = entries.iter().map(|entry| &entry.name);
            names
                .map(|name| quote!(#runtime::schema::Pattern::untyped(::core::option::Option::Some(#name))))
                .collect()
        }
    });
    let attributes = attributes.unwrap_or_default();
    let position = position(entity, index);
    quote! {
        || const {
            &#runtime::schema::KeySchema::partition::<Self>(#position, const { &[#(#attributes),*] })
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
    let place = index.map(|index| format!(" of index `{}`", index.name)).unwrap_or_default();
    let name = unraw(&entity.input.ident);
    Some(QueryItem {
        entity,
        ident: Names::of(&entity.input.ident, index).query(),
        sk,
        doc: format!(
            " A query of [`{name}`] in one partition{place}: `{}`.\n\n The parameter counts the parts that \
             are given; each state has the methods of the next part.",
            sk.key.shape()
        ),
    })
}

fn key_item<'e>(entity: &'e Entity<'e>, key: &'e Key, index: Option<&'e Index>) -> KeyItem<'e> {
    let names = Names::of(&entity.input.ident, index);
    let ident = if key.is_sort_key() { names.sk() } else { names.pk() };
    let values: Vec<_> = key.placed().into_iter().map(|(_, value)| value).collect();
    let fields = KeyStruct::new(entity, ident, index, values.into_iter());
    KeyItem { key, fields, index, partition: None }
}

/// The keys that an index adds to its entity.
fn index_keys<'e>(entity: &'e Entity<'e>, index: &'e Index) -> [Option<KeyItem<'e>>; 2] {
    let own = |key: Option<&'e IndexKey>| match key {
        Some(IndexKey::Own(key)) => Some(key_item(entity, key, Some(index))),
        _ => None,
    };
    let mut pk = own(Some(&index.pk));
    if let Some(pk) = &mut pk {
        pk.partition = Some(partition(entity, pk, Some(index)));
    }
    [pk, own(index.sk.as_ref())]
}

/// The struct of both keys, of the table or of an index.
fn pair_struct<'e>(entity: &'e Entity<'e>, index: Option<&'e Index>) -> KeyStruct<'e> {
    let keys: Vec<&Key> = match index {
        None => [Some(&entity.pk), entity.sk.as_ref()].into_iter().flatten().collect(),
        Some(index) => index.keys().map(|key| entity.key(key)).collect(),
    };
    let values: Vec<_> = keys.iter().flat_map(|key| key.placed()).map(|(_, value)| value).collect();
    let ident = Names::of(&entity.input.ident, index).pair();
    KeyStruct::new(entity, ident, index, values.into_iter())
}

fn pair_item<'e>(
    entity: &'e Entity<'e>,
    index: Option<&'e Index>,
    (pk, sk): (&'e KeyItem<'e>, Option<&'e KeyItem<'e>>),
    doc: &str,
) -> PairItem<'e> {
    let shape = match sk {
        Some(sk) => format!("`{}` / `{}`", pk.key.shape(), sk.key.shape()),
        None => format!("`{}`", pk.key.shape()),
    };
    PairItem { fields: pair_struct(entity, index), pk, sk, index, doc: format!(" {doc}: {shape}.") }
}
