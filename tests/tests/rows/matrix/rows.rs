//! Entities with strings in every place of a key, and a table of these places for each.

use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::__private::{Owner, Role};
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, Keys};
use ddbkey_aws::UpdateItems;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::engine::{BOTH, Engine, MOTO, NONE};
use crate::store::Item;

/// An attribute that holds the string of a cell.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) attribute: &'static str,
    /// The key that the attribute is in.
    pub(super) role: Role,
    /// The maximum length of that key in bytes.
    pub(super) limit: usize,
    /// The number of bytes in that key that do not belong to the string.
    pub(super) others: usize,
    /// The engines that store a key that is one byte too long.
    pub(super) store_too_long: &'static [Engine],
    /// The engines that store a key whose string is empty.
    pub(super) store_empty: &'static [Engine],
    /// Whether queries use it as their partition.
    pub(super) is_partition: bool,
}

const fn place(
    attribute: &'static str,
    role: Role,
    limit: usize,
    others: usize,
    store_too_long: &'static [Engine],
    store_empty: &'static [Engine],
) -> Place {
    let is_partition = !role.is_sort_key;
    Place { attribute, role, limit, others, store_too_long, store_empty, is_partition }
}

impl Place {
    /// Returns the same place in an index that swaps the two keys of the table.
    const fn inverted(self) -> Self {
        Self { is_partition: !self.is_partition, ..self }
    }
}

/// What a query asks of the string of a place. For a partition, it can only be its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked<'t> {
    Anything,
    Value(&'t str),
    Prefix(&'t str),
    Range(Bound<&'t str>, Bound<&'t str>),
}

impl Asked<'_> {
    pub(super) fn means(self, text: &str) -> bool {
        match self {
            Self::Anything => true,
            Self::Value(value) => text == value,
            Self::Prefix(prefix) => text.starts_with(prefix),
            Self::Range(from, to) => RangeBounds::<str>::contains(&(from, to), text),
        }
    }
}

/// Returns the condition with which a query of a partition asks this of a part, whose methods are named.
macro_rules! ask {
    ($query:expr, $asked:expr, $value:ident $in_range:ident $starting_with:ident) => {
        match $asked {
            Asked::Anything => $query.build(),
            Asked::Value(text) => $query.$value(text).build(),
            Asked::Prefix(text) => $query.$starting_with(text).build(),
            Asked::Range(from, to) => $query.$in_range((from, to)).build(),
        }
    };
}

pub(super) trait Row:
    DdbKeys + Serialize + DeserializeOwned + Clone + PartialEq + Debug
{
    type Table: DdbTable + UpdateItems + Debug;

    const PLACES: &'static [Place];

    /// Returns a row in every index. Rows with different numbers have different keys, and are in the same partition of the
    /// table and of every index, unless the string of a cell is the partition.
    fn numbered(number: usize) -> Self;

    /// Returns the same row with this string in a place.
    fn with(self, attribute: &str, text: String) -> Self;

    /// Returns the condition on the key that a place is in.
    fn ask(&self, attribute: &str, asked: Asked<'_>) -> Result<KeyCondition, KeyError>;

    /// Returns the start key of the same query.
    fn start(&self, attribute: &str) -> Result<Keys, KeyError>;

    /// Returns the item as `format!` writes it.
    fn by_hand(&self) -> Item;
}

fn item(texts: &[(&str, &str)]) -> Item {
    let attribute =
        |(name, text): &(&str, &str)| ((*name).to_owned(), AttributeValue::S((*text).to_owned()));
    texts.iter().map(attribute).collect()
}

/// Joined keys.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("P", owner)]
#[sk("S", title)]
#[gsi("joined", pk = ("GP", group), sk = ("GS", rank))]
#[lsi("local", sk = ("L", label))]
pub(super) struct Joined {
    owner: String,
    title: String,
    pub(super) group: Option<String>,
    pub(super) rank: Option<String>,
    pub(super) label: Option<String>,
}

#[derive(DdbTable, Debug)]
pub(super) enum JoinedTable {
    Joined(Joined),
}

impl Row for Joined {
    type Table = JoinedTable;

    const PLACES: &'static [Place] = &[
        // attribute, its key, maximum bytes, bytes of others, one byte too long and empty: stored by
        place("pk", Owner::Table.pk(), 2048, 2, NONE, BOTH),
        place("sk", Owner::Table.sk(), 1024, 2, NONE, BOTH),
        place("joinedpk", Owner::Index("joined").pk(), 2048, 3, NONE, BOTH),
        place("joinedsk", Owner::Index("joined").sk(), 1024, 3, NONE, BOTH),
        place("localsk", Owner::Index("local").sk(), 1024, 2, MOTO, BOTH),
    ];

    fn numbered(number: usize) -> Self {
        let some = |text: &str| Some(text.into());
        let (owner, title) = ("o".into(), format!("t{number:03}"));
        Self { owner, title, group: some("g"), rank: some("r"), label: some("l") }
    }

    fn with(self, attribute: &str, text: String) -> Self {
        match attribute {
            "pk" => Self { owner: text, ..self },
            "sk" => Self { title: text, ..self },
            "joinedpk" => Self { group: Some(text), ..self },
            "joinedsk" => Self { rank: Some(text), ..self },
            "localsk" => Self { label: Some(text), ..self },
            _ => unreachable!("{attribute}"),
        }
    }

    fn ask(&self, attribute: &str, asked: Asked<'_>) -> Result<KeyCondition, KeyError> {
        let (owner, group) = (self.owner.as_str(), self.group.as_deref().unwrap());
        let (rows, joined) = (|| Self::query(JoinedPk { owner }), JoinedJoinedPk { group });
        match attribute {
            "pk" | "sk" => ask!(rows(), asked, title title_in title_starting_with),
            "joinedpk" | "joinedsk" => {
                ask!(Self::query_joined(joined), asked, rank rank_in rank_starting_with)
            }
            "localsk" => {
                let local = Self::query_local(JoinedPk { owner });
                ask!(local, asked, label label_in label_starting_with)
            }
            _ => unreachable!("{attribute}"),
        }
    }

    fn start(&self, attribute: &str) -> Result<Keys, KeyError> {
        match attribute {
            "pk" | "sk" => self.start_key(),
            "localsk" => self.local_start_key().map(Option::unwrap),
            _ => self.joined_start_key().map(Option::unwrap),
        }
    }

    fn by_hand(&self) -> Item {
        let Self { owner, title, group, rank, label } = self;
        let [group, rank, label] = [group, rank, label].map(|text| text.as_deref().unwrap());
        item(&[
            ("pk", &format!("P#{owner}")),
            ("sk", &format!("S#{title}")),
            ("joinedpk", &format!("GP#{group}")),
            ("joinedsk", &format!("GS#{rank}")),
            ("localsk", &format!("L#{label}")),
            ("owner", owner),
            ("title", title),
            ("group", group),
            ("rank", rank),
            ("label", label),
        ])
    }
}

/// Keys whose attributes are the fields.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk[id]]
#[sk[slug]]
#[gsi("single", pk = [email], sk = [phone])]
#[gsi("several", pk = [tenant, region], sk = [name, state])]
#[lsi("local", sk = [label])]
pub(super) struct Plain {
    id: String,
    slug: String,
    pub(super) email: Option<String>,
    pub(super) phone: Option<String>,
    pub(super) tenant: Option<String>,
    pub(super) region: Option<String>,
    pub(super) name: Option<String>,
    pub(super) state: Option<String>,
    pub(super) label: Option<String>,
}

#[derive(DdbTable, Debug)]
pub(super) enum PlainTable {
    Plain(Plain),
}

impl Row for Plain {
    type Table = PlainTable;

    const PLACES: &'static [Place] = &[
        // attribute, its key, maximum bytes, bytes of others, one byte too long and empty: stored by
        place("id", Owner::Table.pk(), 2048, 0, NONE, NONE),
        place("slug", Owner::Table.sk(), 1024, 0, NONE, NONE),
        place("email", Owner::Index("single").pk(), 2048, 0, NONE, NONE),
        place("phone", Owner::Index("single").sk(), 1024, 0, NONE, NONE),
        // No engine adds up the attributes of a key.
        place("tenant", Owner::Index("several").pk(), 2048, 3, BOTH, NONE),
        place("region", Owner::Index("several").pk(), 2048, 3, BOTH, NONE),
        place("name", Owner::Index("several").sk(), 1024, 3, BOTH, NONE),
        place("state", Owner::Index("several").sk(), 1024, 3, BOTH, NONE),
        place("label", Owner::Index("local").sk(), 1024, 0, MOTO, NONE),
    ];

    fn numbered(number: usize) -> Self {
        let some = |text: &str| Some(text.into());
        Self {
            id: "i".into(),
            slug: format!("s{number:03}"),
            email: some("e"),
            phone: some("p"),
            tenant: some("ten"),
            region: some("reg"),
            name: some("nam"),
            state: some("sta"),
            label: some("l"),
        }
    }

    fn with(self, attribute: &str, text: String) -> Self {
        let some = Some(text.clone());
        match attribute {
            "id" => Self { id: text, ..self },
            "slug" => Self { slug: text, ..self },
            "email" => Self { email: some, ..self },
            "phone" => Self { phone: some, ..self },
            "tenant" => Self { tenant: some, ..self },
            "region" => Self { region: some, ..self },
            "name" => Self { name: some, ..self },
            "state" => Self { state: some, ..self },
            "label" => Self { label: some, ..self },
            _ => unreachable!("{attribute}"),
        }
    }

    fn ask(&self, attribute: &str, asked: Asked<'_>) -> Result<KeyCondition, KeyError> {
        let [email, tenant, region, name, state] =
            [&self.email, &self.tenant, &self.region, &self.name, &self.state]
                .map(|text| text.as_deref().unwrap());
        let several = || Self::query_several(PlainSeveralPk { tenant, region });
        match attribute {
            "id" | "slug" => {
                ask!(Self::query(PlainPk { id: &self.id }), asked, slug slug_in slug_starting_with)
            }
            "email" | "phone" => {
                let single = Self::query_single(PlainSinglePk { email });
                ask!(single, asked, phone phone_in phone_starting_with)
            }
            // The whole key, so that it is too long if the row's key is.
            "name" if matches!(asked, Asked::Value(_)) => several().name(name).state(state).build(),
            "tenant" | "region" | "name" => ask!(several(), asked, name name_in name_starting_with),
            "state" => {
                let named = several().name(name);
                ask!(named, asked, state state_in state_starting_with)
            }
            "label" => {
                let local = Self::query_local(PlainPk { id: &self.id });
                ask!(local, asked, label label_in label_starting_with)
            }
            _ => unreachable!("{attribute}"),
        }
    }

    fn start(&self, attribute: &str) -> Result<Keys, KeyError> {
        match attribute {
            "id" | "slug" => self.start_key(),
            "email" | "phone" => self.single_start_key().map(Option::unwrap),
            "label" => self.local_start_key().map(Option::unwrap),
            _ => self.several_start_key().map(Option::unwrap),
        }
    }

    fn by_hand(&self) -> Item {
        let text = |text: &'_ Option<String>| text.clone().unwrap();
        item(&[
            ("id", &self.id),
            ("slug", &self.slug),
            ("email", &text(&self.email)),
            ("phone", &text(&self.phone)),
            ("tenant", &text(&self.tenant)),
            ("region", &text(&self.region)),
            ("name", &text(&self.name)),
            ("state", &text(&self.state)),
            ("label", &text(&self.label)),
        ])
    }
}

/// Attributes that serve in two places.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("P", owner)]
#[sk("S", title)]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("words", pk = [kind], sk = [word])]
#[gsi("of_word", pk = [word])]
pub(super) struct Reused {
    owner: String,
    title: String,
    word: String,
    pub(super) kind: Option<String>,
}

#[derive(DdbTable, Debug)]
pub(super) enum ReusedTable {
    Reused(Reused),
}

impl Row for Reused {
    type Table = ReusedTable;

    const PLACES: &'static [Place] = &[
        // attribute, its key, maximum bytes, bytes of others, one byte too long and empty: stored by
        place("pk", Owner::Table.pk(), 1024, 2, NONE, BOTH).inverted(),
        place("sk", Owner::Table.sk(), 1024, 2, NONE, BOTH).inverted(),
        place("word", Owner::Index("words").sk(), 1024, 0, NONE, NONE),
    ];

    fn numbered(number: usize) -> Self {
        let (owner, title) = (format!("o{number:03}"), "t".into());
        Self { owner, title, word: "w".into(), kind: Some("k".into()) }
    }

    fn with(self, attribute: &str, text: String) -> Self {
        match attribute {
            "pk" => Self { owner: text, ..self },
            "sk" => Self { title: text, ..self },
            "word" => Self { word: text, ..self },
            _ => unreachable!("{attribute}"),
        }
    }

    fn ask(&self, attribute: &str, asked: Asked<'_>) -> Result<KeyCondition, KeyError> {
        let kind = self.kind.as_deref().unwrap();
        let inverted = || Self::query_inverted(ReusedSk { title: &self.title });
        match attribute {
            "pk" | "sk" => ask!(inverted(), asked, owner owner_in owner_starting_with),
            "word" => {
                let words = Self::query_words(ReusedWordsPk { kind });
                ask!(words, asked, word word_in word_starting_with)
            }
            _ => unreachable!("{attribute}"),
        }
    }

    fn start(&self, attribute: &str) -> Result<Keys, KeyError> {
        match attribute {
            "word" => self.words_start_key().map(Option::unwrap),
            _ => self.inverted_start_key(),
        }
    }

    fn by_hand(&self) -> Item {
        let Self { owner, title, word, kind } = self;
        item(&[
            ("pk", &format!("P#{owner}")),
            ("sk", &format!("S#{title}")),
            ("owner", owner),
            ("title", title),
            ("word", word),
            ("kind", kind.as_deref().unwrap()),
        ])
    }
}
