//! A table parses every key as the one entity that would parse it alone.

use ddbkey::{DdbKeys, DdbTable, KeyPart, ParseErrorKind};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;
use proptest::sample::Index;
use ulid::Ulid;

macro_rules! entities {
    ($($(#[$attribute:meta])+ $name:ident { $($field:ident: $type:ty),* })+) => {
        $(
            #[derive(DdbKeys, Debug)]
            $(#[$attribute])+
            struct $name { $($field: $type),* }
        )+

        #[derive(DdbTable, Debug)]
        enum Mixed {
            $($name($name)),+
        }

        /// Returns every entity that parses these keys.
        fn one_by_one<'k>(pk: &'k str, sk: &'k str) -> Vec<MixedKey<'k>> {
            let mut keys = Vec::new();
            $(keys.extend($name::parse_key(pk, sk).map(MixedKey::$name));)+
            keys
        }
    };
}

entities! {
    #[pk("USER", user)]
    #[sk("USER", user)]
    User { user: String }

    #[pk("USER", user)]
    #[sk("PROFILE")]
    Profile { user: String }

    #[pk("USER", user)]
    #[sk("ORDER", at, id)]
    Order { user: String, at: Timestamp, id: Ulid }

    #[pk("USER", user)]
    #[sk("ORDER", at, id, "ITEM", "{n:03}")]
    Item { user: String, at: Timestamp, id: Ulid, n: u16 }

    #[pk("USER", user)]
    #[sk("ORDER", "{at:.0}", id)]
    OldOrder { user: String, at: Timestamp, id: Ulid }

    #[pk("USER", user)]
    #[sk("#METADATA", user)]
    Metadata { user: String }

    #[pk("USER", user)]
    #[sk("{id}@v{version:unordered}")]
    Version { user: String, id: Ulid, version: i32 }

    #[pk("USER", user)]
    #[sk(state, day)]
    Daily { user: String, state: State, day: Date }

    #[pk("TENANT", tenant, "USER", user)]
    #[sk("LOG", "{*path}")]
    Log { tenant: String, user: String, path: String }

    #[pk("TENANT", tenant)]
    #[sk("LOG", "{*path}")]
    TenantLog { tenant: String, path: String }

    #[pk("SHARD", shard, letter)]
    #[sk("{day}{id}")]
    Sharded { shard: u8, letter: char, day: Date, id: Ulid }

    #[pk("SHARD", shard)]
    #[sk(is_last, name)]
    Shard { shard: u8, is_last: bool, name: String }
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum State {
    Open,
    Done,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("u1".to_owned()),
        Just("PROFILE".to_owned()),
        Just("USER".to_owned()),
        "[a-zA-Z0-9@é -]{1,4}"
    ]
}

/// Some entity.
fn entity() -> impl Strategy<Value = Mixed> {
    let numbers = (0..=255u8, any::<i32>(), 0..1000u16, any::<u128>(), 0..4_000_000_000i64);
    (0..12usize, text(), text(), numbers).prop_map(|(kind, user, other, numbers)| {
        let (shard, version, n, id, seconds) = numbers;
        let id = Ulid::from(id);
        let at = Timestamp::from_second(seconds).unwrap();
        let day = at.to_zoned(jiff::tz::TimeZone::UTC).date();
        match kind {
            0 => Mixed::User(User { user }),
            1 => Mixed::Profile(Profile { user }),
            2 => Mixed::Order(Order { user, at, id }),
            3 => Mixed::Item(Item { user, at, id, n }),
            4 => Mixed::OldOrder(OldOrder { user, at, id }),
            5 => Mixed::Metadata(Metadata { user }),
            6 => Mixed::Version(Version { user, id, version }),
            7 => {
                let state = if n % 2 == 0 { State::Open } else { State::Done };
                Mixed::Daily(Daily { user, state, day })
            }
            8 => Mixed::Log(Log { tenant: other, user, path: "a#b".into() }),
            9 => Mixed::TenantLog(TenantLog { tenant: user, path: other }),
            10 => {
                let letter = other.chars().next().unwrap();
                Mixed::Sharded(Sharded { shard, letter, day, id })
            }
            _ => Mixed::Shard(Shard { shard, is_last: n % 2 == 0, name: user }),
        }
    })
}

/// A mutation of a key.
#[derive(Clone, Debug)]
enum Edit {
    None,
    Delete(Index),
    Insert(Index, char),
    Cut(Index),
    Append(String),
}

fn edit() -> impl Strategy<Value = Edit> {
    let character = prop::sample::select(vec!['#', '@', '0', 'v', 'Z', 'é', '-', 'A']);
    prop_oneof![
        3 => Just(Edit::None),
        1 => any::<Index>().prop_map(Edit::Delete),
        1 => (any::<Index>(), character).prop_map(|(at, character)| Edit::Insert(at, character)),
        1 => any::<Index>().prop_map(Edit::Cut),
        1 => "[#@v0-9A-Z]{1,5}".prop_map(Edit::Append),
        1 => Just(Edit::Append("#ITEM#007".into())),
    ]
}

fn edited(text: &str, edit: &Edit) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    match edit {
        Edit::None => {}
        Edit::Delete(at) => drop(characters.remove(at.index(characters.len()))),
        Edit::Insert(at, character) => {
            characters.insert(at.index(characters.len() + 1), *character);
        }
        Edit::Cut(at) => characters.truncate(at.index(characters.len())),
        Edit::Append(text) => characters.extend(text.chars()),
    }
    characters.into_iter().collect()
}

fn check(pk: &str, sk: &str) {
    let expected = one_by_one(pk, sk);
    assert!(expected.len() <= 1, "{pk} / {sk}: {expected:?}");
    match Mixed::parse_key(pk, sk) {
        Ok(key) => assert_eq!(Some(&key), expected.first(), "{pk} / {sk}"),
        Err(error) => {
            assert!(
                error.kind() == ParseErrorKind::UnknownEntity
                    && error.to_string().contains("`Mixed`")
            );
            assert!(expected.is_empty(), "{pk} / {sk}: {expected:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn of_keys(entity in entity()) {
        let keys = entity.keys().unwrap();
        let (pk, sk) = (keys.pk(), keys.sk().unwrap());
        prop_assert!(Mixed::parse_key(pk, sk).is_ok(), "{} / {}", pk, sk);
        check(pk, sk);
    }

    #[test]
    fn of_edited_keys(one in entity(), other in entity(), pk_edit in edit(), sk_edit in edit(), mixes in any::<bool>()) {
        let (keys, other) = (one.keys().unwrap(), other.keys().unwrap());
        let sk = if mixes { other.sk() } else { keys.sk() };
        check(&edited(keys.pk(), &pk_edit), &edited(sk.unwrap(), &sk_edit));
    }

    #[test]
    fn of_any_texts(pk in "\\PC{0,8}", sk in "[A-Z0-9#@v:.-]{0,12}") {
        check(&pk, &sk);
    }
}

mod nearest {
    use ddbkey::{DdbKeys, DdbTable};

    #[derive(DdbKeys)]
    #[pk("USER", "{number:03}")]
    #[sk("COUNT")]
    struct Counted {
        number: u16,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("ORDER", "{number:03}")]
    struct Order {
        user: String,
        number: u16,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("PLACE", user)]
    struct Place {
        user: String,
    }

    #[derive(DdbTable)]
    enum Users {
        Counted(Counted),
        Order(Order),
        Place(Place),
    }

    #[track_caller]
    fn assert_nearest(pk: &str, sk: &str, expected: Option<&str>) {
        let error = Users::parse_key(pk, sk).err().unwrap().to_string();
        let nearest = error.split_once("; the nearest is the ").map(|(_, nearest)| nearest);
        assert_eq!(nearest.map(|text| text.split_once(": ").unwrap().0), expected, "{error}");
    }

    /// The nearest entity is the one that could read most; of two that are equally near, the first.
    #[test]
    fn the_nearest_entity_is_the_one_that_reads_most() {
        let order = Some("sort key of `Order` (`ORDER#{number:03}`)");
        assert_nearest("USER#ann", "ORDER#7", order);
        assert_nearest(
            "USER#ann",
            "COUNT#",
            Some("partition key of `Counted` (`USER#{number:03}`)"),
        );
        assert_nearest("USER#ann", "x", order);
        assert_nearest("USER#007", "x", Some("sort key of `Counted` (`COUNT`)"));
        assert_nearest("USER#ann", "PLACE#bob", Some("sort key of `Place` (`PLACE#{user}`)"));
        assert_nearest("TEAM#ann", "x", None);
        assert_nearest("MYUSER#ann", "x", None);
    }
}
