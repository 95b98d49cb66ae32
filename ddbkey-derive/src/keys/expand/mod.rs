//! The code of a checked entity. Nothing here can fail.
//!
//! Each key has a struct of its parts ([`key`]). Each pair of keys has a struct of both ([`pair`]) and a typed query
//! over its sort key ([`query`]). The entity has the trait ([`entity`]) and the methods of its indexes ([`index`]).
//! Constants check the rules ([`checks`]).

pub mod any;
mod checks;
mod docs;
mod entity;
pub mod generics;
mod index;
pub mod key;
pub mod pair;
mod query;
mod values;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Path;

use self::any::KeyEnum;
use self::entity::AllKeys;
use self::index::IndexItem;
use self::key::{KeyItem, KeyStruct};
use self::pair::PairItem;
use self::query::{QueryItem, part_parameter};
use crate::keys::model::{Entity, IndexKey, Key, KeyDeclaration, Owner};
use crate::keys::names::ItemNames;
use crate::names;
use crate::private::Private;
use crate::spans::within;

/// All code of an entity.
pub fn expand(entity: &Entity<'_>) -> TokenStream {
    let plain = pair_struct(entity, None);
    let pairs: Vec<_> = entity.owners().map(|owner| pair_struct(entity, Some(owner))).collect();
    let keys = KeyItems::of(entity, &plain, &pairs);
    let primary = keys.primary_pair(entity, &plain);
    let query = query(entity, &primary);
    let owners = entity.owners().zip(&pairs).zip(&keys.indexes);
    let owners: Vec<_> =
        owners.map(|((owner, pair), own)| keys.index(entity, owner, pair, &plain, own)).collect();
    let (indexes, others) = owners.split_at(entity.indexes.len());
    let shapes = KeyEnum::of_written(entity, &primary, others);
    let any = KeyEnum::of_all(entity, &primary, others);

    let all_pairs = || std::iter::once(&primary).chain(owners.iter().map(|owner| &owner.pair));
    let queries = || query.iter().chain(owners.iter().filter_map(|owner| owner.query.as_ref()));
    let structs = || keys.all().filter(|item| item.is_public());
    let hidden_structs = keys.all().filter(|item| !item.is_public()).map(KeyItem::hidden);
    let key_structs = structs().map(|item| item.fields.declare(&item.doc()));
    let pair_structs = all_pairs().map(|pair| pair.fields.declare(&pair.doc));
    let query_structs = queries().map(QueryItem::declare);
    let key_impls = structs().map(KeyItem::code);
    let pair_impls = all_pairs().map(PairItem::code);
    let query_impls = queries().map(QueryItem::code);
    let all_keys =
        AllKeys { primary: &primary, others, shapes: shapes.as_ref(), any: any.as_ref() };
    let trait_impl = entity::trait_impl(entity, &all_keys, query.as_ref(), indexes);
    let index_methods = owners.iter().map(IndexItem::methods);
    let key_enums = || shapes.iter().chain(&any);
    let key_enum_types = key_enums().map(KeyEnum::declare);
    let key_enum_impls = key_enums().map(KeyEnum::code);
    let checks = if entity.is_faulty {
        keys.all().map(checks::types).collect()
    } else {
        let keys = keys.all().filter_map(checks::key);
        let (table, attributes) = (checks::table(entity), checks::attributes(entity));
        let (fields, aliases) = (checks::fields(entity), checks::aliases(entity));
        let alternatives = checks::alternatives(entity);
        quote!(#(#keys)* #table #attributes #fields #aliases #alternatives)
    };
    let (runtime, allowed) = (&entity.runtime, names::allowed_in_methods());
    // A variable, as elsewhere: `quote!` makes the compiler parse a literal, and not a variable.
    let reason = "a deprecated field is still a part of the key";
    quote! {
        #(#key_structs)*
        #(#pair_structs)*
        #(#query_structs)*
        #(#key_enum_types)*
        #[allow(deprecated, reason = #reason)]
        #allowed
        const _: () = {
            use #runtime::#Private::{self as __ddbkey, parameters::*};
            #(#key_impls)*
            #(#hidden_structs)*
            #(#pair_impls)*
            #(#query_impls)*
            #(#key_enum_impls)*
            #trait_impl
            #(#index_methods)*
            #checks
        };
    }
}

/// The runtime under the name that the `const` block around generated code imports. A path in it is four tokens instead
/// of nine, and some entities have hundreds of paths.
pub fn runtime() -> Ident {
    format_ident!("__ddbkey")
}

/// The runtime where structs are declared, outside of the block.
fn outside(entity: &Entity<'_>) -> Path {
    let mut path = entity.runtime.clone();
    path.segments.push(Private::ident().into());
    path
}

/// The items of all keys that an entity declares.
struct KeyItems<'e> {
    pk: KeyItem<'e>,
    sk: Option<KeyItem<'e>>,
    /// The keys of each index and of each other primary key.
    indexes: Vec<[Option<KeyItem<'e>>; 2]>,
}

impl<'e> KeyItems<'e> {
    fn of(entity: &'e Entity<'e>, plain: &KeyStruct<'e>, pairs: &[KeyStruct<'e>]) -> Self {
        let mut pk = key_item(entity, &entity.pk, None);
        let mut sk = entity.sk.as_ref().map(|sk| key_item(entity, sk, None));
        pk.partition = Some(partition(plain));
        if let Some(sk) = &mut sk {
            sk.partition = one_index(entity, |key| matches!(key, IndexKey::Sk))
                .map(|place| partition(&pairs[place]));
        }
        // `query_…` queries an index over the table's own partition key; `condition` queries the table.
        let owners = entity.owners().zip(pairs);
        let indexes = owners.map(|(index, pair)| index_keys(entity, index, pair)).collect();
        Self { pk, sk, indexes }
    }

    fn all(&self) -> impl Iterator<Item = &KeyItem<'e>> {
        let primary = [Some(&self.pk), self.sk.as_ref()].into_iter().flatten();
        primary.chain(self.indexes.iter().flatten().flatten())
    }

    fn primary_pair(&'e self, entity: &'e Entity<'e>, fields: &'e KeyStruct<'e>) -> PairItem<'e> {
        let (pk, sk) = (&self.pk, self.sk.as_ref());
        let doc = format!("Primary key of [`{}`]", entity.name.as_str());
        let doc = format!(" {doc}: {}.", shape(pk, sk));
        PairItem { fields, pk, sk, index: None, table: None, doc }
    }

    fn index(
        &'e self,
        entity: &'e Entity<'e>,
        index: &'e KeyDeclaration,
        fields: &'e KeyStruct<'e>,
        plain: &'e KeyStruct<'e>,
        [partition, sort]: &'e [Option<KeyItem<'e>>; 2],
    ) -> IndexItem<'e> {
        let find = |key: &IndexKey, own: &'e Option<KeyItem<'e>>| match key {
            IndexKey::Own(_) => own.as_ref(),
            IndexKey::Pk => Some(&self.pk),
            IndexKey::Sk => self.sk.as_ref(),
        };
        let pk = find(&index.pk, partition).unwrap_or(&self.pk);
        let sk = index.sk.as_ref().and_then(|sk| find(sk, sort));
        let (name, owner) = (entity.name.as_str(), &index.name);
        let doc = match index.owner {
            Owner::Index(_) => format!("Key of [`{name}`] in index `{owner}`"),
            Owner::Alternative => format!("Alternative `{owner}` of [`{name}`]"),
            Owner::LegacyKey => format!("Legacy key `{owner}` of [`{name}`]"),
        };
        let pair = PairItem {
            fields,
            pk,
            sk,
            index: Some(index),
            table: index.owner.is_index().then_some(plain),
            doc: format!(" {doc}: {}.", shape(pk, sk)),
        };
        let query = query(entity, &pair);
        IndexItem { index, pair, query }
    }
}

/// The only index that has this key as its partition key.
fn one_index(entity: &Entity<'_>, is_it: impl Fn(&IndexKey) -> bool) -> Option<usize> {
    let indexes = entity.indexes.iter().enumerate();
    let mut places = indexes.filter(|(_, index)| is_it(&index.pk)).map(|(place, _)| place);
    let (first, second) = (places.next()?, places.next());
    second.is_none().then_some(first)
}

/// `schema_of::<OrderKey<'static>>`, a function that returns the keys with this partition key.
fn partition(pair: &KeyStruct<'_>) -> TokenStream {
    let pair = pair.static_ty();
    quote!(__ddbkey::schema_of::<#pair>)
}

/// The query over a sort key, unless the sort key has no part to restrict.
fn query<'e>(entity: &'e Entity<'e>, pair: &PairItem<'e>) -> Option<QueryItem<'e>> {
    let sk = pair.sk.filter(|sk| !sk.fields.values.is_empty())?;
    let index = pair.index;
    let place = index.map_or_else(String::new, |index| {
        let relation = if index.owner.is_index() { "of" } else { "under" };
        format!(" {relation} {} `{}`", index.noun(), index.name)
    });
    let (name, names) = (entity.name.as_str(), ItemNames::of(&entity.prefix, index));
    let start = index.map_or_else(|| "query".to_owned(), |_| names.start_query().to_string());
    let start = format!("{name}::{start}({})", pair.pk.fields.literal());
    let parts = sk.key.values().map(|value| &value.name);
    let parts = parts.map(|part| format!("\n     .{part}({part})")).collect::<Vec<_>>().concat();
    Some(QueryItem {
        entity,
        ident: names.query(),
        sk,
        part: part_parameter(entity, sk),
        doc: format!(
            " A query of [`{name}`] in one partition{place}: `{}`.\n\n Give the parts in order, as many as you \
             want. The last one may be a range or a prefix:\n\n ```text\n {start}{parts}\n     .build()?\n \
             ```\n\n The type parameter counts the parts given so far, and the `where` clause of each method says \
             how many it requires.",
            sk.key.shape()
        ),
        span: names_place(entity, index),
    })
}

/// The span of a struct in errors about a duplicate name: the entity, or the index that adds the struct. It still
/// counts as generated code, so that the user's lints ignore it.
fn names_place(entity: &Entity<'_>, index: Option<&KeyDeclaration>) -> Span {
    within(index.map_or_else(|| entity.input.ident.span(), |index| index.span))
}

/// A key. Its code mentions the structs of the pairs that it is the partition key of. Code of an index mentions the
/// structs of the table as well.
fn key_item<'e>(
    entity: &'e Entity<'e>,
    key: &'e Key,
    index: Option<&'e KeyDeclaration>,
) -> KeyItem<'e> {
    let names = ItemNames::of(&entity.prefix, index);
    let ident = match (key.is_sort_key(), index) {
        (false, _) => names.pk(),
        (true, None) => names.sk(),
        (true, Some(_)) => format_ident!("{}_", names.sk()),
    };
    let values: Vec<_> = key.values().collect();
    let mut others = Vec::new();
    if index.is_some() && !key.is_sort_key() {
        others.extend(entity.pair_values(index));
    }
    if !key.is_sort_key() {
        others.extend(entity.pair_values(None));
    } else if key.role.owner.is_none()
        && let Some(place) = one_index(entity, |key| matches!(key, IndexKey::Sk))
    {
        others.extend(entity.pair_values(Some(&entity.indexes[place])));
        others.extend(entity.pair_values(None));
    }
    let fields = KeyStruct::new(entity, ident, index, values, &others);
    KeyItem { key, fields, index, partition: None }
}

/// The keys that an index adds to its entity.
fn index_keys<'e>(
    entity: &'e Entity<'e>,
    index: &'e KeyDeclaration,
    pair: &KeyStruct<'_>,
) -> [Option<KeyItem<'e>>; 2] {
    let own = |key: Option<&'e IndexKey>| match key {
        Some(IndexKey::Own(key)) => Some(key_item(entity, key, Some(index))),
        _ => None,
    };
    let mut pk = own(Some(&index.pk));
    if let Some(pk) = &mut pk {
        pk.partition = Some(partition(pair));
    }
    [pk, own(index.sk.as_ref())]
}

/// The struct of both keys, of the table or of an index.
fn pair_struct<'e>(entity: &'e Entity<'e>, index: Option<&'e KeyDeclaration>) -> KeyStruct<'e> {
    let names = ItemNames::of(&entity.prefix, index);
    let is_plain = index.is_none() && entity.has_alternatives();
    let ident = if is_plain { names.plain() } else { names.pair() };
    // A field of both keys may have two formats, and the struct has one of them.
    let mut others = entity.pair_values(index);
    others.extend(index.iter().flat_map(|_| entity.pair_values(None)));
    KeyStruct::new(entity, ident, index, entity.pair_values(index), &others)
}

/// `` `USER#{user_id}` / `ORDER#{created_at}#{id}` ``
fn shape(pk: &KeyItem<'_>, sk: Option<&KeyItem<'_>>) -> String {
    match sk {
        Some(sk) => format!("`{}` / `{}`", pk.key.shape(), sk.key.shape()),
        None => format!("`{}`", pk.key.shape()),
    }
}
