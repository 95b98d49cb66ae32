//! The code that an alternative generates: alone, with a legacy key, and in a table.

use crate::listed::also_returned;
use ddbkey_tools::Schema;
use std::collections::HashSet;

use ddbkey::key::PrimaryKey;
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyErrorKind, Keys, OwnedKey, ParseErrorKind};

use crate::texts;

#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("PRODUCT", product)]
#[sk("VERSION", "{id:04}")]
#[or("with_both", pk = ("MARKET", market, product), sk = ("VERSION", "{id:04}", "V", variant))]
#[or("with_variant", sk = ("VERSION", "{id:04}", "V", variant), separator = "|")]
#[gsi("by_market", pk = ("M", market), sk = ("{id:04}"))]
#[gsi("inverted", pk = sk, sk = pk)]
struct Version {
    product: String,
    id: u16,
    variant: Option<String>,
    market: Option<String>,
}

#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("TASK", id)]
#[sk("TASK")]
#[or("of_team", pk = ("TASK", id, "{team():03}" -> Option<u8>))]
#[was("v1", pk = ("T", id))]
#[was("v0", pk = ("T0", id), sk = ("{level:03}"))]
struct Task {
    id: String,
    level: u8,
}

impl Task {
    fn team(&self) -> Option<u8> {
        (self.level > 9).then_some(self.level)
    }
}

#[derive(DdbTable, Debug)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("by_market")]
#[gsi("inverted", pk = "SK", sk = "PK")]
enum Shop {
    Version(Version),
    Task(Task),
}

fn version(variant: Option<&str>, market: Option<&str>) -> Version {
    let owned = |text: Option<&str>| text.map(Into::into);
    Version { product: "p1".into(), id: 7, variant: owned(variant), market: owned(market) }
}

fn task(level: u8) -> Task {
    Task { id: "t".into(), level }
}

#[test]
fn the_first_key_of_which_each_part_is_there_is_written() -> Result<(), KeyError> {
    let plain = VersionPlain { product: "p1", id: 7 };
    let with_variant = VersionWithVariant { product: "p1", id: 7, variant: "xl" };
    let with_both = VersionWithBoth { product: "p1", id: 7, variant: "xl", market: "at" };
    let keys = [
        (version(None, None), VersionKey::Plain(plain), "PRODUCT#p1", "VERSION#0007"),
        (version(None, Some("at")), VersionKey::Plain(plain), "PRODUCT#p1", "VERSION#0007"),
        (
            version(Some("xl"), None),
            VersionKey::WithVariant(with_variant),
            "PRODUCT#p1",
            "VERSION|0007|V|xl",
        ),
        (
            version(Some("xl"), Some("at")),
            VersionKey::WithBoth(with_both),
            "MARKET#at#p1",
            "VERSION#0007#V#xl",
        ),
    ];
    for (version, key, pk, sk) in keys {
        assert_eq!(version.key(), key);
        assert_eq!((version.pk()?, version.sk()?), (pk.to_owned(), sk.to_owned()));
        assert_eq!((key.pk()?, key.sk()?), (pk.to_owned(), sk.to_owned()));
        let keys = texts(&version.keys()?);
        assert_eq!(keys[..2], [("PK", pk.to_owned()), ("SK", sk.to_owned())]);
        assert_eq!(texts(&version.start_key()?), keys[..2]);
        assert_eq!(texts(&key.keys()?), keys[..2]);
        assert_eq!(texts(&version.inverted_start_key()?), keys[..2]);
        assert_eq!(Version::parse_key(pk, sk), Ok(key));
        assert_eq!(VersionKey::parse(pk, sk), Ok(key));
        assert_eq!(Shop::parse_key(pk, sk), Ok(ShopKey::Version(key)));
        assert_eq!(Shop::Version(version).key(), ShopKey::Version(key));
    }
    Ok(())
}

#[test]
fn each_key_has_a_method_a_parser_and_a_query() -> Result<(), Box<dyn std::error::Error>> {
    let full = version(Some("xl"), Some("at"));
    let with_variant = full.with_variant().expect("a variant");
    assert_eq!(with_variant, VersionWithVariant { product: "p1", id: 7, variant: "xl" });
    assert_eq!(with_variant.sk()?, "VERSION|0007|V|xl");
    assert_eq!(Version::parse_with_variant("PRODUCT#p1", "VERSION|0007|V|xl")?, with_variant);
    assert_eq!(VersionWithVariant::parse("PRODUCT#p1", "VERSION|0007|V|xl")?, with_variant);
    let start = full.with_variant_start_key()?.expect("a variant");
    assert_eq!(start, with_variant.keys()?);
    let without = version(None, Some("at"));
    assert_eq!((without.with_variant(), without.with_both()), (None, None));
    assert_eq!(without.with_variant_start_key()?, None);
    assert!(Version::parse_with_variant("PRODUCT#p1", "VERSION#0007").is_err());

    let all = Version::query(VersionPk { product: "p1" }).build()?;
    assert!(all.matches("PRODUCT#p1", "VERSION#0007"));
    assert!(!all.matches("PRODUCT#p1", "VERSION|0007|V|xl"));
    let variants = Version::query_with_variant(VersionPk { product: "p1" }).id(7).build()?;
    assert!(variants.matches("PRODUCT#p1", "VERSION|0007|V|xl"));
    assert!(!variants.matches("PRODUCT#p1", "VERSION|0008|V|xl"));
    let pk = VersionWithBothPk { market: "at", product: "p1" };
    let both = Version::query_with_both(pk).id_in(6..8).build()?;
    assert!(both.matches("MARKET#at#p1", "VERSION#0007#V#xl"));
    assert_eq!(VersionPk { product: "p1" }.build()?, "PRODUCT#p1");
    assert_eq!(Version::parse_sk("VERSION#0007")?, VersionSk { id: 7 });
    assert_eq!(
        both.to_string(),
        "PK = MARKET#{market}#{product}, SK between VERSION#{id} and VERSION#{id} (Version, \
         or with_both)"
    );
    Ok(())
}

/// The next key would file the row under another item.
#[test]
fn a_part_that_cannot_be_built_is_an_error() {
    for variant in ["a|b", ""] {
        let error = version(Some(variant), None).keys().unwrap_err();
        let named = (error.entity(), error.part(), error.kind());
        let kind = if variant.is_empty() { KeyErrorKind::Empty } else { KeyErrorKind::Separator };
        assert_eq!(named, ("Version", Some("variant"), kind));
        assert!(
            error.to_string().starts_with("sort key of alternative `with_variant` of `Version`")
        );
    }
}

#[test]
fn the_key_is_like_other_keys() -> Result<(), KeyError> {
    let (plain, full) = (version(None, None), version(Some("xl"), Some("at")));
    let (one, other) = (plain.key(), full.key());
    let set = HashSet::from([one, other, plain.key(), VersionKey::Plain(full_plain(&full))]);
    assert_eq!(set.len(), 2);
    assert_eq!(format!("{one:?}"), r#"Plain(VersionPlain { product: "p1", id: 7 })"#);
    assert_eq!(VersionKey::from(VersionPlain { product: "p1", id: 7 }), one);
    assert_eq!(VersionKey::from(full.with_both().expect("both")), other);
    assert_eq!((one.legacy_name(), other.legacy_name()), (None, None));

    let owned: OwnedKey<Version> = other.into_owned()?;
    assert_eq!((owned.key(), owned.keys()), (other, other.keys()?));
    let of_pair: OwnedKey<Version> = full.with_both().expect("both").into_owned()?;
    assert_eq!(of_pair, owned);
    let parsed = OwnedKey::<Version>::parse("PRODUCT#p1".into(), "VERSION|0007|V|xl".into());
    assert_eq!(parsed.map(|owned| owned.keys()), Ok(full.with_variant().expect("one").keys()?));
    let of_table: OwnedKey<Shop> = Shop::Version(full).key().into_owned()?;
    assert_eq!(of_table.keys(), owned.keys());
    Ok(())
}

fn full_plain(version: &Version) -> VersionPlain<'_> {
    VersionPlain { product: &version.product, id: version.id }
}

#[test]
fn beside_legacy_keys_the_enum_of_all_has_each() -> Result<(), Box<dyn std::error::Error>> {
    let (small, large) = (task(3), task(12));
    assert_eq!(small.key(), TaskKey::Plain(TaskPlain { id: "t" }));
    assert_eq!(large.key(), TaskKey::OfTeam(TaskOfTeam { id: "t", team: 12 }));
    let keys = [
        ("TASK#t", "TASK", TaskAnyKey::Plain(TaskPlain { id: "t" })),
        ("TASK#t#012", "TASK", TaskAnyKey::OfTeam(TaskOfTeam { id: "t", team: 12 })),
        ("T#t", "TASK", TaskAnyKey::V1(TaskV1 { id: "t" })),
        ("T0#t", "012", TaskAnyKey::V0(TaskV0 { id: "t", level: 12 })),
    ];
    for (pk, sk, key) in keys {
        assert_eq!(Shop::parse_key(pk, sk)?, ShopKey::Task(key));
        assert_eq!(TaskAnyKey::parse(pk, sk)?, key);
        assert_eq!((key.pk()?, key.sk()?), (pk.to_owned(), sk.to_owned()));
    }
    assert_eq!(TaskAnyKey::from(large.key()), keys[1].2);
    assert_eq!([keys[1].2.legacy_name(), keys[2].2.legacy_name()], [None, Some("v1")]);
    let all: Vec<_> = large.all_keys().collect();
    assert_eq!(
        all,
        [keys[2].2, keys[3].2, keys[1].2],
        "the legacy ones, then the one that it writes"
    );
    let error = Task::parse_key("T#t", "TASK").unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::Literal);
    // The key does not hold the level, which a legacy key has.
    assert_eq!(PrimaryKey::all_keys(large.key()).map(Iterator::count), None);
    Ok(())
}

#[derive(DdbKeys, Debug)]
#[pk("NOTE", user, id)]
#[or("filed", pk = ("NOTE", user, id, folder))]
#[was("v1", pk = ("N", id, user))]
struct Note<'a> {
    user: &'a str,
    id: u64,
    folder: Option<String>,
}

#[test]
fn a_key_that_tells_the_legacy_ones_has_all() -> Result<(), KeyError> {
    let note = Note { user: "u", id: 4, folder: Some("f".into()) };
    let all: Result<Vec<_>, _> = note.key().all_keys().map(NoteAnyKey::pk).collect();
    assert_eq!(all?, ["N#4#u", "NOTE#u#4#f"]);
    let plain = Note { folder: None, ..note };
    let all = PrimaryKey::all_keys(plain.key()).expect("it tells all");
    assert_eq!(all.map(NoteAnyKey::pk).collect::<Result<Vec<_>, _>>()?, ["N#4#u", "NOTE#u#4"]);
    assert_eq!(
        Note::parse_key("NOTE#u#4#f"),
        Ok(NoteKey::Filed(NoteFiled { user: "u", id: 4, folder: "f" }))
    );
    assert_eq!(Note::parse_key("NOTE#u#4"), Ok(plain.key()));
    assert_eq!(NoteKey::parse("NOTE#u#4"), Ok(plain.key()));
    Ok(())
}

/// In generic code.
fn keys_of<T: DdbKeys>(entity: &T) -> Result<(Keys, Keys), KeyError> {
    let owned = entity.key().into_owned()?;
    Ok((owned.key().keys()?, entity.start_key()?))
}

#[derive(DdbKeys, Debug, Clone, PartialEq)]
#[pk("ROW", id)]
#[sk("ROW")]
#[or("extended", sk = ("ROW", more))]
struct Generic<T> {
    id: u32,
    more: Option<char>,
    payload: T,
}

#[test]
fn a_generic_entity_has_them() -> Result<(), KeyError> {
    let row = Generic { id: 7, more: Some('x'), payload: 'y' };
    assert_eq!(row.key(), GenericKey::Extended(GenericExtended { id: 7, more: 'x' }));
    assert_eq!(row.sk()?, "ROW#x");
    let plain = Generic { id: 7, more: None, payload: row.payload };
    assert_eq!(plain.key(), GenericKey::Plain(GenericPlain { id: 7 }));
    for (one, other) in [keys_of(&row)?, keys_of(&plain)?, keys_of(&version(Some("x"), None))?] {
        assert_eq!(one, other);
    }
    assert_eq!(
        Generic::<char>::parse_key("ROW#7", "ROW#y").map(GenericKey::sk),
        Ok(Ok("ROW#y".into()))
    );
    Ok(())
}

/// If a method returns a `String`, the key owns its string.
#[derive(DdbKeys, Debug)]
#[pk("WORD", word)]
#[or("marked", pk = ("WORD", word, mark() -> Option<String>))]
struct Word {
    word: String,
}

impl Word {
    fn mark(&self) -> Option<String> {
        self.word.starts_with('q').then(|| self.word.to_uppercase())
    }
}

#[test]
fn a_key_may_own_its_text() -> Result<(), KeyError> {
    let word = Word { word: "quiz".into() };
    let key = word.key();
    assert_eq!(key.clone().pk()?, "WORD#quiz#QUIZ");
    assert_eq!(WordKey::parse("WORD#quiz#QUIZ"), Ok(key));
    assert_eq!(Word { word: "a".into() }.pk()?, "WORD#a");
    Ok(())
}

#[test]
fn a_near_miss_names_the_alternative() {
    let error = Version::parse_key("MARKET#at#p1", "VERSION#7#V#xl").unwrap_err();
    assert_eq!(
        error.to_string(),
        "sort key of alternative `with_both` of `Version` (`VERSION#{id:04}#V#{variant}`): part `id` is not a \
         zero-padded `u16`"
    );
}

#[test]
fn the_schema_prints_each_in_its_order() {
    let printed = Schema::of(Shop::SCHEMA).to_string();
    let version = printed.split_once("\n[entity.Version.key]\n").expect("the entity").1;
    let keys = r#"PK = "PRODUCT#{product: text}"
SK = "VERSION#{id: integer 04}"

[[entity.Version.or]]
name = "with_both"
optional = ["market", "variant"]

[entity.Version.or.key]
PK = "MARKET#{market: text}#{product: text}"
SK = "VERSION#{id: integer 04}#V#{variant: text}"

[[entity.Version.or]]
name = "with_variant"
optional = ["variant"]

[entity.Version.or.separators]
SK = "|"

[entity.Version.or.key]
PK = "PRODUCT#{product: text}"
SK = "VERSION|{id: integer 04}|V|{variant: text}"
"#;
    assert!(version.starts_with(keys), "{version}");
    assert!(printed.contains("name = \"of_team\"\noptional = [\"team()\"]\n"));
}

/// Rows of one shape are among the rows of another if the first literals are the same.
#[test]
fn a_query_also_returns_other_shapes() {
    #[derive(DdbKeys)]
    #[pk("PRODUCT", product)]
    #[sk("VERSION", "{id:04}")]
    #[or("with_variant", sk = ("VERSION", "{id:04}", variant))]
    #[or("draft", sk = ("DRAFT", "{id:04}", editor))]
    #[was("v1", sk = ("VERSION", "{id:04}", "OLD", "X"))]
    #[allow(dead_code, reason = "only the schema matters")]
    struct Nested {
        product: String,
        id: u16,
        variant: Option<String>,
        editor: Option<String>,
    }

    #[derive(DdbTable)]
    #[allow(dead_code, reason = "only the schema matters")]
    enum Own {
        Nested(Nested),
    }

    let rows = also_returned(Own::SCHEMA, "Nested");
    let expected = [
        "Nested under v1",
        "Nested under with_variant",
        "Nested under current (or with_variant)",
        "Nested under v1 (or with_variant, up to 1 part given)",
        "Nested under current (was v1)",
        "Nested under with_variant (was v1)",
    ];
    assert_eq!(rows, expected);
}
