//! Methods that return a `String`, a `Cow<str>` or a `Box<str>`, in every form of key.

use crate::listed::printed;
use ddbkey_tools::Schema;
use std::borrow::Cow;
use std::collections::HashSet;

use ddbkey::key::{KeyText, PrimaryKey};
use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, Keys, ParseErrorKind};
use ddbkey_aws::prelude::*;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// A contact under its first letter, as in other libraries.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("LETTER", letter() -> String)]
#[sk("{folded():lower}" -> Cow<'_, str>, "{number:05}")]
#[was("v1", pk = ("L", letter() -> String), sk = ("C", boxed() -> Box<str>))]
#[gsi("gsi1", pk = ("CITY", city() -> Option<String>), sk = (letter() -> String, city() -> Option<String>, "x"))]
#[gsi("gsi2", pk = [letter() -> String as "letter", name], sk = ["{boxed():upper}" -> Box<str> as "boxed"])]
#[lsi("local", sk = ("LOCAL{boxed()}" -> Box<str>))]
struct Contact {
    name: String,
    number: u32,
    city: String,
}

impl Contact {
    fn letter(&self) -> String {
        self.name.chars().take(1).collect()
    }

    fn folded(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.name)
    }

    fn boxed(&self) -> Box<str> {
        self.name.clone().into()
    }

    fn city(&self) -> Option<String> {
        (!self.city.is_empty()).then(|| self.city.replace('#', ""))
    }
}

/// In both keys, and a rest.
#[derive(DdbKeys, Clone, Debug, PartialEq)]
#[pk["{tenant()}" -> String as "tenant_key"]]
#[sk("{*path()}" -> String)]
#[gsi("paths", pk = ("P", tenant() -> String), sk = (tenant() -> String, "{*path()}" -> String))]
#[gsi("turned", pk = sk, sk = pk)]
struct File {
    folder: String,
    name: String,
}

impl File {
    fn tenant(&self) -> String {
        self.folder.split('/').next().unwrap_or_default().to_owned()
    }

    fn path(&self) -> String {
        format!("{}#{}", self.folder, self.name)
    }
}

#[derive(DdbKeys, Clone, Debug, PartialEq)]
#[pk("NOTE", id)]
#[sk("NOTE")]
struct Note {
    id: String,
}

#[derive(DdbTable, Debug, PartialEq)]
enum Contacts {
    Contact(Contact),
    Note(Note),
}

#[derive(DdbTable)]
enum Notes {
    Page(Page),
}

#[derive(DdbKeys)]
#[pk("PAGE", id)]
#[sk("PAGE")]
struct Page {
    id: String,
}

fn ann() -> Contact {
    Contact { name: "Ann".into(), number: 7, city: "Rome".into() }
}

fn texts(keys: &Keys) -> Vec<(&str, String)> {
    keys.iter().map(|(name, value)| (name, value.into_string())).collect()
}

#[test]
fn in_every_form_of_key() {
    assert_eq!(
        texts(&ann().keys().unwrap()),
        [
            ("pk", "LETTER#A".into()),
            ("sk", "ann#00007".into()),
            ("gsi1pk", "CITY#Rome".into()),
            ("gsi1sk", "A#Rome#x".into()),
            ("letter", "A".into()),
            ("name", "Ann".into()),
            ("boxed", "ANN".into()),
            ("localsk", "LOCALAnn".into()),
        ]
    );
    assert_eq!(ann().v1().pk().unwrap(), "L#A");
    assert_eq!(ann().v1().sk().unwrap(), "C#Ann");
    let file = File { folder: "t/docs".into(), name: "a#b".into() };
    assert_eq!(
        texts(&file.keys().unwrap()),
        [
            ("tenant_key", "t".into()),
            ("sk", "t/docs#a#b".into()),
            ("pathspk", "P#t".into()),
            ("pathssk", "t#t/docs#a#b".into()),
        ]
    );
}

#[test]
fn what_is_parsed_is_borrowed() {
    let (pk, sk) = (String::from("LETTER#A"), String::from("ann#00007"));
    let key = Contact::parse_key(&pk, &sk).unwrap();
    assert_eq!(key, ContactKey { letter: "A".into(), folded: "ann".into(), number: 7 });
    let ContactKey { letter: Cow::Borrowed(letter), folded: Cow::Borrowed(folded), .. } = key
    else {
        panic!("both are borrowed")
    };
    assert_eq!((letter.as_ptr(), folded.as_ptr()), (pk[7..].as_ptr(), sk.as_ptr()));
    let ContactKey { letter: Cow::Owned(letter), folded: Cow::Borrowed("Ann"), .. } = ann().key()
    else {
        panic!("what the method returned")
    };
    assert_eq!(letter, "A");
    assert_eq!(Contact::parse_sk("Ann#00007").unwrap_err().kind(), ParseErrorKind::Part);
}

/// Law 1, through each parser.
#[test]
fn each_form_reads_back() {
    let contact = ann();
    let by_city = contact.gsi1().unwrap();
    assert_eq!(Contact::parse_gsi1("CITY#Rome", "A#Rome#x"), Ok(by_city.clone()));
    assert_eq!(by_city.city, "Rome");
    let error = Contact::parse_gsi1("CITY#Rome", "A#Bari#x").unwrap_err();
    assert_eq!((error.kind(), error.part()), (ParseErrorKind::Mismatch, Some("city")));
    assert_eq!(Contact::parse_v1("L#A", "C#Ann"), Ok(contact.v1()));
    assert_eq!(Contact::parse_local("LETTER#A", "LOCALAnn"), Ok(contact.local()));
    let of_attributes = Contact::parse_gsi2(["A", "Ann"], "ANN").unwrap();
    assert_eq!(of_attributes.boxed, "ANN");
    assert_eq!(of_attributes.keys(), contact.gsi2().keys());
    let file = File { folder: "t/docs".into(), name: "a#b".into() };
    let keys = file.keys().unwrap();
    assert_eq!(File::parse_key(keys.pk(), keys.sk().unwrap()), Ok(file.key()));
    assert_eq!(File::parse_paths("P#t", "t#t/docs#a#b"), Ok(file.paths()));
    assert_eq!(File::parse_turned("t/docs#a#b", "t"), Ok(file.turned()));
    let condition = FileSk { path: "t/docs#a#b".into() }.condition().unwrap();
    assert_eq!(condition.index_name(), Some("turned"));
}

#[test]
fn without_a_value_it_is_in_no_index() {
    let contact = Contact { city: String::new(), ..ann() };
    assert_eq!(contact.gsi1(), None);
    assert_eq!(contact.gsi1_start_key().unwrap(), None);
    assert_eq!(contact.keys().unwrap().get("gsi1pk"), None);
    let item = contact.to_item().unwrap();
    assert!(!item.contains_key("gsi1pk") && item.contains_key("boxed"));
}

/// A rule about a string concerns what a method returns.
#[test]
fn texts_that_no_key_can_hold() {
    let named = |name: &str| Contact { name: name.into(), ..ann() };
    let error = named("#1").pk().unwrap_err();
    assert_eq!((error.kind(), error.part()), (KeyErrorKind::Separator, Some("letter")));
    assert_eq!(named("").pk().unwrap_err().kind(), KeyErrorKind::Empty);
    let error = named(&"a".repeat(1019)).sk().unwrap_err();
    assert_eq!(error.kind(), KeyErrorKind::TooLong);
    assert!(!format!("{error} {error:?}").contains("aaa"));
    assert_eq!(named("b#c").keys().unwrap_err().kind(), KeyErrorKind::Separator);
}

#[test]
fn queries_take_text() {
    let pk = || ContactPk { letter: "A".into() };
    let rows = |condition: &ddbkey::KeyCondition, sk| condition.matches("LETTER#A", sk);
    let all = Contact::query(pk()).build().unwrap();
    assert!(rows(&all, "ann#00007") && !all.matches("LETTER#B", "ann#00007"));
    let one = Contact::query(pk()).folded("ANN").number(7).build().unwrap();
    assert!(rows(&one, "ann#00007") && !rows(&one, "ann#00008"));
    let range = Contact::query(pk()).folded("Ann").number_in(3..7).build().unwrap();
    assert!(rows(&range, "ann#00006") && !rows(&range, "ann#00007") && !rows(&range, "anna#00006"));
    let start = Contact::query(pk()).folded_starting_with("AN").build().unwrap();
    assert!(rows(&start, "ann#00007") && !rows(&start, "bob#00007"));
    let owned = String::from("A");
    let legacy =
        Contact::query_v1(ContactV1Pk { letter: (&*owned).into() }).boxed_in("A".."B").build();
    assert!(legacy.unwrap().matches("L#A", "C#Ann"));
    let city = ContactGsi1Pk { city: Cow::Borrowed("Rome") };
    let city = Contact::query_gsi1(city).letter("A").build().unwrap();
    assert!(city.matches("CITY#Rome", "A#Rome#x"));
    let rest =
        File::query(FilePk { tenant: "t".into() }).path_starting_with("t/docs#").build().unwrap();
    assert!(rest.matches("t", "t/docs#a#b"));
    assert!(pk().condition().unwrap().matches("LETTER#A", "anything"));
}

#[test]
fn start_keys_have_them() {
    let contact = ann();
    assert_eq!(
        texts(&contact.start_key().unwrap()),
        [("pk", "LETTER#A".into()), ("sk", "ann#00007".into())]
    );
    let start = contact.gsi1_start_key().unwrap().unwrap();
    assert_eq!((start.get("gsi1pk"), start.get("sk")), (Some("CITY#Rome"), Some("ann#00007")));
    assert_eq!(contact.gsi2_start_key().unwrap().get("boxed"), Some("ANN"));
    assert_eq!(contact.v1_start_key().unwrap(), contact.v1().keys().unwrap());
}

/// A key returns all legacy keys, and can be asked more than once.
#[test]
fn all_keys_of_a_key() {
    #[derive(DdbKeys)]
    #[pk("B", letter() -> String)]
    #[sk("X", "{number:08}")]
    #[was("v1", pk = ("A", letter() -> String), sk = ("X", letter() -> String))]
    #[was("v0", pk = ("O", letter() -> String), sk = ("Y", letter() -> String))]
    struct Entry {
        name: String,
        number: u32,
    }

    impl Entry {
        fn letter(&self) -> String {
            self.name.chars().take(1).collect()
        }
    }

    let entry = Entry { name: "Ann".into(), number: 7 };
    let of_entity: Vec<_> = entry.all_keys().map(|key| key.keys().unwrap()).collect();
    let of_key: Vec<_> = entry.key().all_keys().map(|key| key.keys().unwrap()).collect();
    assert_eq!(of_entity, of_key);
    assert_eq!(of_key.iter().map(Keys::pk).collect::<Vec<_>>(), ["A#A", "O#A", "B#A"]);
    let keys: HashSet<_> = entry.all_keys().collect();
    assert_eq!(keys, entry.key().all_keys().collect());
    let any = EntryAnyKey::from(entry.key());
    assert_eq!(any.clone(), any);
    assert_eq!(format!("{any:?}"), r#"Current(EntryKey { letter: "A", number: 7 })"#);
    assert_eq!((any.clone().pk().unwrap(), any.sk().unwrap()), ("B#A".into(), "X#00000007".into()));
    assert_eq!(EntryAnyKey::parse("O#A", "Y#A").unwrap(), EntryAnyKey::V0(entry.v0()));
}

#[test]
fn in_a_table() {
    let row = Contacts::from(ann());
    let keys = row.keys().unwrap();
    let key = Contacts::parse_key(keys.pk(), keys.sk().unwrap()).unwrap();
    let ContactsKey::Contact(ContactAnyKey::Current(own)) = key.clone() else {
        panic!("a contact")
    };
    assert_eq!(own.folded, "ann");
    assert_eq!(key.clone().keys().unwrap(), ann().key().keys().unwrap());
    assert_eq!(key.clone().into_owned().unwrap().key(), key);
    let ContactsKey::Contact(ContactAnyKey::V1(legacy)) =
        Contacts::parse_key("L#A", "C#Ann").unwrap()
    else {
        panic!("a legacy key")
    };
    assert_eq!(legacy, ann().v1());
    let text = Schema::of(Contacts::SCHEMA).to_string();
    assert!(text.contains("sk = \"{folded(): text lower}#{number: integer 05}"), "{text}");
}

/// The key of a table is `Copy` if the keys of its entities are.
#[test]
fn a_table_without_them_has_keys_that_are_copied() {
    fn copied<T: Copy>(value: &T) -> T {
        *value
    }

    let key = Notes::parse_key("PAGE#p1", "PAGE").unwrap();
    assert_eq!(copied(&key), key);
    assert_eq!(copied(&Note { id: "n".into() }.key()), NoteKey { id: "n" });
}

/// An item is read, updated and repaired as with any other method.
#[test]
fn in_items() {
    let contact = ann();
    let mut item = contact.to_item().unwrap();
    assert_eq!(Contact::from_item(item.clone()).unwrap(), contact);
    let update =
        Contact::update_item(&item, |contact| contact.city = "Bari".into()).unwrap().unwrap();
    assert!(update.names().any(|(_, name)| name == "gsi1pk"));
    item.insert("gsi1pk".into(), aws_sdk_dynamodb::types::AttributeValue::S("CITY#Bari".into()));
    let condition = Contact::query_gsi1(ContactGsi1Pk { city: "Bari".into() }).build().unwrap();
    assert_eq!(Contact::read(&condition, [item]).rows, []);
}

/// Generic code has a bound that also holds for them.
fn built<'k, K: KeyText<'k> + Clone>(key: &K) -> (String, String) {
    let mut appended = String::from("x");
    key.clone().build_into(&mut appended).unwrap();
    (key.clone().build().unwrap(), appended)
}

#[test]
fn in_generic_code() {
    assert_eq!(built(&ContactPk { letter: "A".into() }), ("LETTER#A".into(), "xLETTER#A".into()));
    let key = PrimaryKey::parse_texts("LETTER#A", "ann#00007");
    let key: ContactKey<'_> = key.unwrap();
    assert_eq!(PrimaryKey::sk(key), Ok(Some("ann#00007".into())));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reads_back(name in "\\PC{1,12}", city in "\\PC{0,8}", number in 0_u32..100_000) {
        let contact = Contact { name, number, city };
        let Ok(keys) = contact.keys() else {
            let is_refused = |text: &str| text.contains('#') || text.is_empty();
            prop_assert!(is_refused(&contact.name) || contact.city().is_some_and(|city| is_refused(&city)));
            return Ok(());
        };
        let read = Contact::parse_key(keys.pk(), keys.sk().unwrap()).unwrap();
        prop_assert_eq!(&read.letter, &contact.letter());
        prop_assert_eq!(&*read.folded, contact.name.to_lowercase());
        prop_assert_eq!(read.keys().unwrap(), contact.key().keys().unwrap());
        let owned = contact.key().into_owned().unwrap();
        prop_assert_eq!(owned.key().keys().unwrap(), owned.keys());
        let legacy = contact.v1().keys().unwrap();
        prop_assert_eq!(Contact::parse_v1(legacy.pk(), legacy.sk().unwrap()), Ok(contact.v1()));
        if let Some(index) = contact.gsi1() {
            let (pk, sk) = (keys.get("gsi1pk").unwrap(), keys.get("gsi1sk").unwrap());
            prop_assert_eq!(Contact::parse_gsi1(pk, sk), Ok(index));
        }
    }
}

/// A method that returns the rest of a key can read any field, and must agree with the other key.
#[test]
fn the_rest_of_a_key_is_a_method_like_any_other() {
    #[derive(DdbKeys, Serialize, Deserialize)]
    #[pk("FILE", id)]
    #[sk("FILE")]
    #[gsi("paths", pk = ("P", path() -> String), sk = ("P", "{*path()}" -> String))]
    struct File {
        id: String,
        name: String,
        size: u64,
    }

    impl File {
        fn path(&self) -> String {
            self.name.to_lowercase()
        }
    }

    let error = File::parse_paths("P#a", "P#b").unwrap_err();
    assert_eq!((error.kind(), error.part()), (ParseErrorKind::Mismatch, Some("path")));
    let text = printed(File::SCHEMA);
    assert!(text.contains("pathssk = \"P#{*path(): text}"), "{text}");
    let item = File { id: "1".into(), name: "A".into(), size: 5 }.to_item().unwrap();
    let update = File::update_item(&item, |file| file.name = "B".into()).unwrap().unwrap();
    assert!(update.names().any(|(_, name)| name == "size"), "{}", update.condition());
}

/// A key of any number of parts is built and parsed, whichever of them is a string of a method.
#[test]
fn keys_of_many_parts() {
    #[derive(DdbKeys)]
    #[pk("A", letter() -> String, a, "{b:02}", c, d, e, last() -> String)]
    #[sk("B", a, "{b:02}", c, d, last() -> String)]
    struct Entry {
        a: char,
        b: u8,
        c: char,
        d: char,
        e: char,
    }

    impl Entry {
        fn letter(&self) -> String {
            self.e.to_string()
        }

        fn last(&self) -> String {
            self.d.to_string()
        }
    }

    let entry = Entry { a: '1', b: 2, c: '3', d: '4', e: '5' };
    let (pk, sk) = (entry.pk().unwrap(), entry.sk().unwrap());
    assert_eq!((&*pk, &*sk), ("A#5#1#02#3#4#5#4", "B#1#02#3#4#4"));
    assert_eq!(Entry::parse_key(&pk, &sk).unwrap(), entry.key());
    assert!(Entry::parse_pk("A#5#1#02#3#4#5").is_err());
    assert!(Entry::parse_sk("B#1#02#3#4#4#").is_err());
}
