//! Declarations of many shapes. Most share the partition of a user, as one table would have them.

#![allow(dead_code, reason = "no test uses every generated method of every entity")]

#[path = "../../../../../fuzz/src/shelf.rs"]
mod shelf;

use ddbkey::key::KeyPair;
use ddbkey::{DdbKeys, KeyPart, Keys};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;
use proptest::sample::select;
use ulid::Ulid;

use self::shelf::Shelf;
use super::check_pair;
use crate::laws::expected::Expected;
use crate::laws::texts::{floor, four_digits, padded, timestamp};
use crate::laws::values::{day, hostile_char, moment, text, ulid};
use crate::laws::{Parts, check_text, parts_of};

/// A declaration, and the same by hand.
pub trait Declared: DdbKeys + Clone + std::fmt::Debug + 'static {
    fn any() -> BoxedStrategy<Self>;

    /// Returns the keys in the order of [`DdbKeys::keys`].
    fn expected(&self) -> Vec<Expected>;

    /// Returns what a parser can give back: timestamps are cut as declared.
    fn stored(&self) -> Self {
        self.clone()
    }

    /// Law 1 for the keys in indexes.
    fn check_indexes(&self, _keys: &Keys) {}
}

/// Declares a struct, with a strategy for each field.
macro_rules! declare {
    (
        $(#[$attribute:meta])*
        struct $entity:ident { $($field:ident: $type:ty = $strategy:expr),+ $(,)? }
        $($item:item)+
    ) => {
        #[derive(DdbKeys, Clone, Debug)]
        $(#[$attribute])*
        pub struct $entity { $(pub $field: $type),+ }

        impl Declared for $entity {
            fn any() -> BoxedStrategy<Self> {
                ($($strategy,)+).prop_map(|($($field,)+)| Self { $($field),+ }).boxed()
            }

            $($item)+
        }
    };
}

/// Calls all parsers and entities, for the laws that compare them.
macro_rules! all {
    ($($entity:ident $module:ident: $pk:ident $($sk:ident)?,)+) => {
        /// Returns the entities that accept these keys, by name, and the parts as they read them.
        pub fn readings(pk: &str, sk: Option<&str>) -> Vec<(&'static str, Parts)> {
            let mut readings = Vec::new();
            $(if <$entity as DdbKeys>::Key::parse_texts(pk, sk).is_ok() {
                let parts = parts_of(&$pk::parse(pk).expect("it was read"));
                $(
                    let mut parts = parts;
                    let sk = $sk::parse(sk.expect("it was read")).expect("it was read");
                    parts.extend(parts_of(&sk));
                )?
                readings.push((stringify!($entity), parts));
            })+
            readings
        }

        /// Checks both directions of law 1 for any string, with every parser.
        pub fn check_all(text: &str) {
            $(
                check_text::<$pk>(text);
                $(check_text::<$sk>(text);)?
            )+
        }

        /// One test for each declaration.
        macro_rules! each {
            ($test:ident) => {$( $test!($entity $module); )+};
        }
        pub(super) use each;
    };
}

all! {
    Profile profile: ProfilePk ProfileSk,
    Order order: OrderPk OrderSk,
    Item item: ItemPk ItemSk,
    Note note: NotePk NoteSk,
    File file: FilePk FileSk,
    Document document: DocumentPk DocumentSk,
    Draft draft: DraftPk DraftSk,
    Event event: EventPk EventSk,
    Visit visit: VisitPk VisitSk,
    Word word: WordPk WordSk,
    Meta meta: MetaPk MetaSk,
    Feed feed: FeedPk FeedSk,
    Mark mark: MarkPk MarkSk,
    Stock stock: StockPk StockSk,
    Reading reading: ReadingPk ReadingSk,
    Pipe pipe: PipePk PipeSk,
    Diary diary: DiaryPk DiarySk,
    Count count: CountPk CountSk,
    Bare bare: BarePk BareSk,
    Ticket ticket: TicketPk TicketSk,
    Config config: ConfigPk,
    Deed deed: DeedPk DeedSk,
    Gap gap: GapPk GapSk,
    Trail trail: TrailPk TrailSk,
}

fn user_pk(user: &str) -> Expected {
    Expected::new("pk", 2048).literal("USER#").text("user", user, "#")
}

fn sk(literal: &str) -> Expected {
    sk_of("sk").literal(literal)
}

fn sk_of(attribute: &'static str) -> Expected {
    Expected::new(attribute, 1024)
}

// A static sort key, and a sparse index.
declare! {
    #[pk("USER", user)]
    #[sk("PROFILE")]
    #[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user))]
    struct Profile {
        user: String = text("#"),
        email: Option<String> = proptest::option::of(text("#")),
    }
    fn expected(&self) -> Vec<Expected> {
        let mut keys = vec![user_pk(&self.user), sk("PROFILE")];
        if let Some(email) = &self.email {
            keys.push(Expected::new("gsi1pk", 2048).literal("EMAIL#").text("email", email, "#"));
            keys.push(Expected::new("gsi1sk", 1024).literal("USER#").text("user", &self.user, "#"));
        }
        keys
    }
    fn check_indexes(&self, keys: &Keys) {
        let texts = (keys.get("gsi1pk"), keys.get("gsi1sk"));
        match self.gsi1() {
            Some(pair) => {
                let read = ProfileGsi1::parse(texts.0.unwrap(), texts.1.unwrap());
                assert_eq!(read, Ok(pair));
                check_pair(&pair, texts.0.unwrap(), texts.1);
            }
            None => assert_eq!(texts, (None, None)),
        }
    }
}

// An index of three shapes. No string belongs to two of them.
declare! {
    #[pk("USER", user)]
    #[sk("TICKET", id)]
    #[gsi("gsi1" as queued, pk = ("TEAM", team, "QUEUE", queue), sk = ("TICKET", id))]
    #[gsi("gsi1" as of_team, pk = ("TEAM", team), sk = ("TICKET", id))]
    #[gsi("gsi1" as of_user, pk = ("USER", user), sk = ("TICKET", id))]
    struct Ticket {
        user: String = text("#"),
        id: String = text("#"),
        team: Option<String> = proptest::option::of(text("#")),
        queue: Option<String> = proptest::option::of(text("#")),
    }
    fn expected(&self) -> Vec<Expected> {
        let team = |team| Expected::new("gsi1pk", 2048).literal("TEAM#").text("team", team, "#");
        let pk = match (&self.team, &self.queue) {
            (Some(name), Some(queue)) => team(name).literal("#QUEUE#").text("queue", queue, "#"),
            (Some(name), None) => team(name),
            (None, _) => Expected::new("gsi1pk", 2048).literal("USER#").text("user", &self.user, "#"),
        };
        let id = |attribute| sk_of(attribute).literal("TICKET#").text("id", &self.id, "#");
        vec![user_pk(&self.user), id("sk"), pk, id("gsi1sk")]
    }
    fn check_indexes(&self, keys: &Keys) {
        let (pk, sk) = (keys.get("gsi1pk").unwrap(), keys.get("gsi1sk").unwrap());
        assert_eq!(TicketQueued::parse(pk, sk).ok(), self.queued());
        assert_eq!(TicketOfTeam::parse(pk, sk).ok(), self.of_team());
        assert_eq!(TicketOfUser::parse(pk, sk).ok(), self.of_user());
        let filled = [self.queued().is_some(), self.of_team().is_some(), self.of_user().is_some()];
        assert_eq!(filled.into_iter().filter(|is_filled| *is_filled).count(), 1);
    }
}

// A cut timestamp, and indexes of every kind.
declare! {
    #[pk("USER", user)]
    #[sk("ORDER", "{at:.3}", id)]
    #[gsi("day", pk = ("DAY", "{at:.0}"), sk = (user, id))]
    #[gsi("inverted", pk = sk, sk = pk)]
    #[gsi("by_type", pk = ("order"), sk = sk)]
    #[lsi("rank", sk = ("{rank:03}", id))]
    struct Order {
        user: String = text("#"),
        at: Timestamp = moment(),
        id: Ulid = ulid(),
        rank: u16 = 0..1100_u16,
    }
    fn expected(&self) -> Vec<Expected> {
        let rank = padded(self.rank.into(), 3);
        // The inverted index makes the partition key a sort key as well.
        let pk = Expected::new("pk", 1024).literal("USER#").text("user", &self.user, "#");
        vec![
            pk,
            sk("ORDER#").ranged("at", timestamp(self.at, 3)).literal("#").typed("id", &self.id),
            Expected::new("daypk", 2048).literal("DAY#").ranged("at", timestamp(self.at, 0)),
            sk_of("daysk").text("user", &self.user, "#").literal("#").typed("id", &self.id),
            Expected::new("by_typepk", 2048).literal("order"),
            sk_of("ranksk").ranged("rank", rank).literal("#").typed("id", &self.id),
        ]
    }
    fn stored(&self) -> Self {
        Self { at: floor(self.at, 3), ..self.clone() }
    }
    fn check_indexes(&self, keys: &Keys) {
        let get = |name| keys.get(name).unwrap();
        let stored = self.stored();
        let coarse = Self { at: floor(self.at, 0), ..self.clone() };
        let day = (get("daypk"), get("daysk"));
        assert_eq!(OrderDay::parse(day.0, day.1), Ok(coarse.day()));
        check_pair(&self.day(), day.0, Some(day.1));
        let (pk, sk) = (get("pk"), get("sk"));
        assert_eq!(OrderInverted::parse(sk, pk), Ok(stored.inverted()));
        check_pair(&self.inverted(), sk, Some(pk));
        let by_type = get("by_typepk");
        assert_eq!(OrderByType::parse(by_type, sk), Ok(stored.by_type()));
        check_pair(&self.by_type(), by_type, Some(sk));
        let rank = get("ranksk");
        assert_eq!(OrderRank::parse(pk, rank), Ok(stored.rank()));
        check_pair(&self.rank(), pk, Some(rank));
    }
}

// Nested under an order.
declare! {
    #[pk("USER", user)]
    #[sk("ORDER", "{at:.3}", id, "ITEM", "{line:02}", name)]
    struct Item {
        user: String = text("#"),
        at: Timestamp = moment(),
        id: Ulid = ulid(),
        line: u8 = any::<u8>(),
        name: String = text("#"),
    }
    fn expected(&self) -> Vec<Expected> {
        let at = sk("ORDER#").ranged("at", timestamp(self.at, 3)).literal("#");
        let line = at.typed("id", &self.id).literal("#ITEM#");
        let line = line.ranged("line", padded(self.line.into(), 2));
        vec![user_pk(&self.user), line.literal("#").text("name", &self.name, "#")]
    }
    fn stored(&self) -> Self {
        Self { at: floor(self.at, 3), ..self.clone() }
    }
}

// Strings in the middle and at the end, and a field in both keys.
declare! {
    #[pk("USER", user)]
    #[sk("NOTE", topic, "by", author, user)]
    struct Note {
        user: String = text("#"),
        topic: String = text("#"),
        author: String = text("#"),
    }
    fn expected(&self) -> Vec<Expected> {
        let topic = sk("NOTE#").text("topic", &self.topic, "#").literal("#by#");
        let author = topic.text("author", &self.author, "#").literal("#");
        vec![user_pk(&self.user), author.text("user", &self.user, "#")]
    }
}

// The rest of the key.
declare! {
    #[pk("USER", user)]
    #[sk("FILE", drive, "{*path}")]
    struct File {
        user: String = text("#"),
        drive: String = text("#"),
        path: String = text(""),
    }
    fn expected(&self) -> Vec<Expected> {
        let drive = sk("FILE#").text("drive", &self.drive, "#").literal("#");
        vec![user_pk(&self.user), drive.text("path", &self.path, "")]
    }
}

// A literal directly after a string, and a padded number directly after that.
declare! {
    #[pk("USER", user)]
    #[sk("DOC", "{id}@v{version:05}")]
    struct Document {
        user: String = text("#"),
        id: String = text("#@"),
        version: u32 = prop_oneof![0..100_001_u32, any::<u32>()],
    }
    fn expected(&self) -> Vec<Expected> {
        let id = sk("DOC#").text("id", &self.id, "#@").literal("@v");
        vec![user_pk(&self.user), id.ranged("version", padded(self.version.into(), 5))]
    }
}

// A literal directly before a plain number.
declare! {
    #[pk("USER", user)]
    #[sk("DRAFT", "v{number:unordered}", "{change:unordered}!")]
    struct Draft {
        user: String = text("#"),
        number: u64 = any::<u64>(),
        change: i8 = any::<i8>(),
    }
    fn expected(&self) -> Vec<Expected> {
        let number = sk("DRAFT#v").typed("number", &self.number).literal("#");
        vec![user_pk(&self.user), number.typed("change", &self.change).literal("!")]
    }
}

// A value of fixed width, directly followed by a free one.
declare! {
    #[pk("USER", user)]
    #[sk("EVENT", "{day}{name}")]
    struct Event {
        user: String = text("#"),
        day: Date = day(),
        name: String = text("#"),
    }
    fn expected(&self) -> Vec<Expected> {
        let day = sk("EVENT#").ranged("day", four_digits(self.day));
        vec![user_pk(&self.user), day.text("name", &self.name, "#")]
    }
}

// The reverse, twice, and before a literal without separator: in a partition key, since in a sort key a query by the
// first of the two would find others.
declare! {
    #[pk("VISIT", "{place}{day}", "{name}{id}{begin}!{other}{end}")]
    #[sk("USER", user)]
    struct Visit {
        user: String = text("#"),
        place: String = text("#"),
        day: Date = day(),
        name: String = text("#!"),
        id: Ulid = ulid(),
        begin: Date = day(),
        other: String = text("#"),
        end: Date = day(),
    }
    fn expected(&self) -> Vec<Expected> {
        let place = Expected::new("pk", 2048).literal("VISIT#").text("place", &self.place, "#");
        let day = place.ranged("day", four_digits(self.day)).literal("#");
        let name = day.text("name", &self.name, "#!").typed("id", &self.id);
        let begin = name.ranged("begin", four_digits(self.begin)).literal("!");
        let end = begin.text("other", &self.other, "#").ranged("end", four_digits(self.end));
        vec![end, sk("USER#").text("user", &self.user, "#")]
    }
}

// Literals of several bytes, one of them directly after a string.
declare! {
    #[pk("USER", user)]
    #[sk("ключ#日", "{name}é{tail}本")]
    struct Word {
        user: String = text("#"),
        name: String = text("#é"),
        tail: String = text("#本"),
    }
    fn expected(&self) -> Vec<Expected> {
        let name = sk("ключ#日#").text("name", &self.name, "#é").literal("é");
        vec![user_pk(&self.user), name.text("tail", &self.tail, "#本").literal("本")]
    }
}

// A literal that consists mostly of separators.
declare! {
    #[pk("USER", user)]
    #[sk("#METADATA#")]
    struct Meta { user: String = text("#") }
    fn expected(&self) -> Vec<Expected> {
        vec![user_pk(&self.user), sk("#METADATA#")]
    }
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
pub enum Kind {
    Post,
    Postscript,
    #[key_part(rename = "é!")]
    Other,
}

#[derive(KeyPart, Clone, Debug)]
pub struct Author(pub String);

// An enum and a newtype, a literal with a separator in it.
declare! {
    #[pk("USER", user)]
    #[sk("post#feed", kind, "{author}##end#")]
    struct Feed {
        user: String = text("#"),
        kind: Kind = select(&[Kind::Post, Kind::Postscript, Kind::Other]),
        author: Author = text("#").prop_map(Author),
    }
    fn expected(&self) -> Vec<Expected> {
        let kind = match self.kind {
            Kind::Post => "POST",
            Kind::Postscript => "POSTSCRIPT",
            Kind::Other => "é!",
        };
        let kind = sk("post#feed#").typed("kind", &kind).literal("#");
        vec![user_pk(&self.user), kind.text("author", &self.author.0, "#").literal("##end#")]
    }
}

#[derive(KeyPart, Clone, Debug)]
#[key_part(rename_all = "UPPERCASE")]
pub enum Owner {
    User(Author),
    Org(u32),
    Kind(Kind),
    #[key_part(rename = "USE")]
    Everyone,
}

fn owner(without: &'static str) -> impl Strategy<Value = Owner> {
    prop_oneof![
        3 => text(without).prop_map(|text| Owner::User(Author(text))),
        1 => any::<u32>().prop_map(Owner::Org),
        1 => select(&[Kind::Post, Kind::Postscript]).prop_map(Owner::Kind),
        1 => Just(Owner::Everyone),
    ]
}

impl Expected {
    fn owner(self, field: &'static str, owner: &Owner, without: &str) -> Self {
        match owner {
            Owner::User(id) => self.variant(field, "USER#", &id.0, without),
            Owner::Org(id) => self.typed(field, &format!("ORG#{id}")),
            Owner::Kind(Kind::Post) => self.typed(field, &"KIND#POST"),
            Owner::Kind(Kind::Postscript) => self.typed(field, &"KIND#POSTSCRIPT"),
            Owner::Kind(Kind::Other) => self.typed(field, &"KIND#é!"),
            Owner::Everyone => self.typed(field, &"USE"),
        }
    }
}

// Payloads: in the middle, before a literal without a separator, and last.
declare! {
    #[pk("USER", user)]
    #[sk("DEED", owner, "by{author}@", heir)]
    struct Deed {
        user: String = text("#"),
        owner: Owner = owner("#"),
        author: Owner = owner("#@"),
        heir: Owner = owner("#"),
    }
    fn expected(&self) -> Vec<Expected> {
        let owner = sk("DEED#").owner("owner", &self.owner, "#").literal("#by");
        let author = owner.owner("author", &self.author, "#@").literal("@#");
        vec![user_pk(&self.user), author.owner("heir", &self.heir, "#")]
    }
}

// Strings that may be empty: first, between two other parts, and last.
declare! {
    #[pk("{tenant:empty}", "GAP", user)]
    #[sk("{first:empty}", "{second:empty}", user, "{last:empty}")]
    struct Gap {
        user: String = text("#"),
        tenant: String = or_empty(),
        first: String = or_empty(),
        second: Author = or_empty().prop_map(Author),
        last: String = or_empty(),
    }
    fn expected(&self) -> Vec<Expected> {
        let pk = Expected::new("pk", 2048).or_empty("tenant", &self.tenant, "#").literal("#GAP#");
        let first = sk("").or_empty("first", &self.first, "#").literal("#");
        let second = first.or_empty("second", &self.second.0, "#").literal("#");
        let user = second.text("user", &self.user, "#").literal("#");
        vec![pk.text("user", &self.user, "#"), user.or_empty("last", &self.last, "#")]
    }
}

fn or_empty() -> impl Strategy<Value = String> {
    prop_oneof![1 => Just(String::new()), 2 => text("#")]
}

#[derive(KeyPart, Clone, Debug)]
pub enum Goal {
    #[key_part(rest)]
    Path(String),
    Name(String),
    Home,
}

// A payload that takes the rest.
declare! {
    #[pk("USER", user)]
    #[sk("TRAIL", goal)]
    struct Trail {
        user: String = text("#"),
        goal: Goal = prop_oneof![
            text("").prop_map(Goal::Path),
            text("#").prop_map(Goal::Name),
            Just(Goal::Home),
        ],
    }
    fn expected(&self) -> Vec<Expected> {
        let goal = match &self.goal {
            Goal::Path(path) => sk("TRAIL#").variant("goal", "Path#", path, ""),
            Goal::Name(name) => sk("TRAIL#").variant("goal", "Name#", name, "#"),
            Goal::Home => sk("TRAIL#").typed("goal", &"Home"),
        };
        vec![user_pk(&self.user), goal]
    }
}

// Characters, truth, numbers below zero.
declare! {
    #[pk("USER", user)]
    #[sk("MARK", letter, flag, "{level:03}", "{sign}=")]
    struct Mark {
        user: String = text("#"),
        letter: char = hostile_char(),
        flag: bool = any::<bool>(),
        level: i16 = prop_oneof![-1001..1001_i16, any::<i16>()],
        sign: char = hostile_char(),
    }
    fn expected(&self) -> Vec<Expected> {
        let letter = sk("MARK#").text("letter", &self.letter.to_string(), "#").literal("#");
        let flag = letter.typed("flag", &self.flag).literal("#");
        let level = flag.ranged("level", padded(self.level.into(), 3)).literal("#");
        vec![user_pk(&self.user), level.text("sign", &self.sign.to_string(), "#=").literal("=")]
    }
}

// A part whose code can be wrong: `I-07` and `A-100` are not shelves.
declare! {
    #[pk("USER", user)]
    #[sk("SHELF", shelf)]
    struct Stock {
        user: String = text("#"),
        shelf: Shelf = (select(&['A', 'H', 'I', '#']), 90..101_u8)
            .prop_map(|(aisle, level)| Shelf { aisle, level }),
    }
    fn expected(&self) -> Vec<Expected> {
        let Shelf { aisle, level } = self.shelf;
        let is_shelf = "ABCDEFGH".contains(aisle) && level < 100;
        let text = is_shelf.then(|| format!("{aisle}-{level:02}"));
        vec![user_pk(&self.user), sk("SHELF#").ranged("shelf", text)]
    }
}

// One field in both keys, more precise in one of them.
declare! {
    #[pk("DEVICE", device, "{at:.0}")]
    #[sk("{at:.3}", device)]
    struct Reading {
        device: String = text("#"),
        at: Timestamp = moment(),
    }
    fn expected(&self) -> Vec<Expected> {
        let pk = Expected::new("pk", 2048).literal("DEVICE#").text("device", &self.device, "#");
        let at = sk("").ranged("at", timestamp(self.at, 3)).literal("#");
        vec![
            pk.literal("#").ranged("at", timestamp(self.at, 0)),
            at.text("device", &self.device, "#"),
        ]
    }
    fn stored(&self) -> Self {
        Self { at: floor(self.at, 3), ..self.clone() }
    }
}

// Another separator, so that literals may contain `#`.
declare! {
    #[ddb(separator = "|")]
    #[pk("T|#x", tenant)]
    #[sk(name, "b#c", "{kind}#{tenant}")]
    struct Pipe {
        tenant: String = text("|"),
        name: String = text("|"),
        kind: String = text("|#"),
    }
    fn expected(&self) -> Vec<Expected> {
        let name = sk("").text("name", &self.name, "|").literal("|b#c|");
        let kind = name.text("kind", &self.kind, "|#").literal("#");
        vec![
            Expected::new("pk", 2048).literal("T|#x|").text("tenant", &self.tenant, "|"),
            kind.text("tenant", &self.tenant, "|"),
        ]
    }
}

// A rest that may contain the separator, directly after a string that may not.
declare! {
    #[ddb(separator = "-")]
    #[pk("{name}{*day}")]
    #[sk("DIARY", owner)]
    struct Diary {
        owner: String = text("-"),
        name: String = text("-"),
        day: Date = day(),
    }
    fn expected(&self) -> Vec<Expected> {
        let name = Expected::new("pk", 2048).text("name", &self.name, "-");
        vec![
            name.ranged("day", four_digits(self.day)),
            sk("DIARY-").text("owner", &self.owner, "-"),
        ]
    }
}

// Plain numbers in a partition key, and one of them padded in the sort key.
declare! {
    #[pk("N", number, big)]
    #[sk("{number:05}")]
    struct Count {
        number: i32 = prop_oneof![-100_001..100_001_i32, any::<i32>()],
        big: u128 = any::<u128>(),
    }
    fn expected(&self) -> Vec<Expected> {
        let pk = Expected::new("pk", 2048).literal("N#").typed("number", &self.number);
        vec![
            pk.literal("#").typed("big", &self.big),
            sk("").ranged("number", padded(self.number.into(), 5)),
        ]
    }
}

// Values alone, and the partition key as a sort key, which makes it shorter.
declare! {
    #[pk(name)]
    #[sk(name)]
    #[gsi("kind", pk = ("KIND"), sk = pk)]
    #[gsi("alone", pk = ("ALONE", name))]
    struct Bare { name: String = text("#") }
    fn expected(&self) -> Vec<Expected> {
        vec![
            Expected::new("pk", 1024).text("name", &self.name, "#"),
            sk("").text("name", &self.name, "#"),
            Expected::new("kindpk", 2048).literal("KIND"),
            Expected::new("alonepk", 2048).literal("ALONE#").text("name", &self.name, "#"),
        ]
    }
    fn check_indexes(&self, keys: &Keys) {
        let [pk, kind, alone] = ["pk", "kindpk", "alonepk"].map(|name| keys.get(name).unwrap());
        assert_eq!(BareKind::parse(kind, pk), Ok(self.kind()));
        assert_eq!(BareAlone::parse(alone), Ok(self.alone()));
        check_pair(&self.kind(), kind, Some(pk));
        check_pair(&self.alone(), alone, None);
        assert_eq!(BareKindPk.build().as_deref(), Ok("KIND"));
    }
}

// No sort key, and braces.
declare! {
    #[pk("CONFIG##{{{name}}}")]
    struct Config { name: String = text("#}") }
    fn expected(&self) -> Vec<Expected> {
        let pk = Expected::new("pk", 2048).literal("CONFIG##{");
        vec![pk.text("name", &self.name, "#}").literal("}")]
    }
}
