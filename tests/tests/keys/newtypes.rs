//! Newtypes keep their type in key structs; enums agree with serde.

use core::fmt::Debug;
use core::hash::Hash;
use std::borrow::Cow;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::num::NonZero;
use std::sync::Arc;

use ddbkey::part::{Format, OutOfRange, Padded, Plain, Shape, Unordered, order};
use ddbkey::{DdbKeys, KeyPart};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct UserId(String);

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct OrderId(Ulid);

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Version(u32);

#[derive(DdbKeys, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", id, "{version:05}")]
#[gsi("gsi1", pk = ("VERSION", "{version:unordered}"), sk = (user_id))]
struct Order {
    user_id: UserId,
    id: OrderId,
    version: Version,
}

fn order() -> Order {
    Order { user_id: UserId("u1".into()), id: OrderId(Ulid::nil()), version: Version(7) }
}

#[test]
fn key_structs_hold_the_type() {
    let order = order();
    let OrderKey { user_id, id, version } = order.key();
    let _: UserIdRef<'_> = user_id;
    let _: OrderIdRef = id;
    let _: VersionRef = version;
    assert_eq!(order.pk().as_deref(), Ok("USER#u1"));
    let sk = order.sk().unwrap();
    assert_eq!(sk, "ORDER#00000000000000000000000000#00007");
    let parsed = Order::parse_key("USER#u1", &sk).unwrap();
    assert_eq!(parsed, order.key());
    let read = Order {
        user_id: parsed.user_id.into(),
        id: parsed.id.into(),
        version: parsed.version.into(),
    };
    assert_eq!((read.user_id, read.id, read.version), (order.user_id, order.id, order.version));
}

#[test]
fn values_go_in_as_they_are() {
    let order = order();
    let query = Order::query(OrderPk { user_id: order.user_id.as_part() }).id((&order.id).into());
    let condition = query.version_in(VersionRef::new(1)..).build().unwrap();
    assert!(condition.matches("USER#u1", &order.sk().unwrap()));
    assert_eq!(OrderPk { user_id: UserIdRef::new("u1") }.build().as_deref(), Ok("USER#u1"));
}

fn is_value<T: Copy + Debug + Eq + Hash + Send + Sync>(_: &T) {}

#[test]
fn references_have_the_traits_of_key_structs() {
    let (user, version, id) =
        (UserIdRef::new("u1"), VersionRef::new(7), OrderIdRef::new(Ulid::nil()));
    is_value(&user);
    is_value(&version);
    is_value(&id);
    assert_eq!(user.to_string(), "u1");
    assert_eq!(format!("{user:>4}|{version:03}"), "  u1|007");
    assert_eq!(id.to_string(), "00000000000000000000000000");
    assert_eq!(user.as_ref(), "u1");
    assert_eq!(format!("{user:?} {version:?}"), r#"UserId("u1") Version(7)"#);
    assert_eq!(HashSet::from([user, user, UserIdRef::new("u2")]).len(), 2);
}

/// One struct holds the value in all formats.
#[test]
fn one_reference_serves_all_formats() {
    fn text<F: Format>(version: &Version) -> String
    where
        for<'x> Version: KeyPart<F, Ref<'x> = VersionRef>,
    {
        let mut text = String::new();
        <Version as KeyPart<F>>::write(version.as_part(), &mut text).unwrap();
        text
    }
    let version = Version(7);
    assert_eq!(text::<Plain>(&version), "7");
    assert_eq!(text::<Padded<3>>(&version), "007");
    assert_eq!(text::<Unordered>(&version), "7");
}

mod names_and_visibility {
    use super::{DdbKeys, KeyPart};

    pub(super) mod inner {
        use super::KeyPart;

        #[derive(KeyPart)]
        #[key_part(ref = TenantKey)]
        pub(crate) struct Tenant(pub(crate) String);

        #[derive(KeyPart)]
        pub struct Hidden(Private);

        /// As visible as the newtype, but its module is private.
        #[derive(KeyPart)]
        pub struct Private(String);

        impl Hidden {
            pub(crate) fn new(text: &str) -> Self {
                Self(Private(text.to_owned()))
            }
        }

        /// Another part that is out of reach, written by hand.
        pub struct Code(u8);

        impl Code {
            pub(crate) fn new(code: u8) -> Self {
                Self(code)
            }
        }

        impl KeyPart for Code {
            type Ref<'k> = u8;
            type Order = ddbkey::part::order::Always;
            const SHAPE: ddbkey::part::Shape =
                ddbkey::part::Shape::ascii("a digit", "0123456789", 1, 1);

            fn as_part(&self) -> u8 {
                self.0
            }

            fn write(
                value: u8,
                out: &mut impl core::fmt::Write,
            ) -> Result<(), ddbkey::part::OutOfRange> {
                Ok(write!(out, "{value}")?)
            }

            fn read(text: &str) -> Option<u8> {
                text.parse().ok()
            }
        }
    }

    /// A type that is out of reach in a public one.
    #[derive(KeyPart)]
    pub struct Public(inner::Code);

    #[derive(KeyPart)]
    pub(super) struct Field(pub(self) inner::Hidden);

    #[derive(DdbKeys)]
    #[pk("T", tenant)]
    #[sk("H", hidden, code, field)]
    pub(super) struct Entity {
        tenant: inner::Tenant,
        hidden: inner::Hidden,
        code: Public,
        field: Field,
    }

    #[test]
    fn works() {
        let tenant: inner::TenantKey<'_> = inner::TenantKey::new("t");
        assert_eq!(EntityPk { tenant }.build().as_deref(), Ok("T#t"));
        let entity = Entity {
            tenant: inner::Tenant("t".into()),
            hidden: inner::Hidden::new("h"),
            code: Public(inner::Code::new(7)),
            field: Field(inner::Hidden::new("f")),
        };
        assert_eq!(entity.sk().as_deref(), Ok("H#h#7#f"));
        assert_eq!(Entity::parse_sk("H#h#7#f").unwrap().hidden, entity.hidden.as_part());
        assert_eq!(entity.field.as_part().to_string(), "f");
        assert_eq!(entity.code.as_part().to_string(), "7");
    }
}

const ADMIN: UserIdRef<'static> = UserIdRef::new("admin");

/// A constant is `'static`, and can be used together with values that live shorter.
#[test]
fn constants_shrink() {
    fn longer<'k>(one: UserIdRef<'k>, other: UserIdRef<'k>) -> UserIdRef<'k> {
        if one.as_ref().len() > other.as_ref().len() { one } else { other }
    }
    let id = UserId(String::from("u1"));
    assert_eq!(longer(id.as_part(), ADMIN), ADMIN);
    assert!(matches!(ADMIN.get(), "admin"));
}

#[derive(KeyPart)]
struct Name<'a>(&'a str);
#[derive(KeyPart)]
struct Fixed(&'static str);
#[derive(KeyPart)]
struct Title<'a>(Cow<'a, str>);
#[derive(KeyPart)]
struct Slug(Cow<'static, str>);
#[derive(KeyPart)]
struct Boxed(Box<str>);
#[derive(KeyPart)]
struct Shared(Arc<str>);
#[derive(KeyPart, PartialEq, Debug)]
struct Count(NonZero<u8>);
#[derive(KeyPart, PartialEq, Debug)]
struct At(Timestamp);
#[derive(KeyPart, PartialEq, Debug)]
struct Letter(char);
/// A type without the name of a known one.
#[derive(KeyPart)]
struct Owner(UserId);

#[test]
fn from_is_there_for_known_types() {
    let text = String::from("text");
    let lent: &str = &text;
    let name: Name<'_> = NameRef::new(lent).into();
    assert_eq!(name.0, "text");
    assert_eq!(Fixed::from(FixedRef::new("text")).0, "text");
    let title: Title<'static> = TitleRef::new(lent).into();
    assert_eq!(title.0, "text");
    assert_eq!(Slug::from(SlugRef::new(lent)).0, "text");
    assert_eq!(&*Boxed::from(BoxedRef::new(lent)).0, "text");
    assert_eq!(&*Shared::from(SharedRef::new(lent)).0, "text");
    assert_eq!(Count::from(CountRef::new(NonZero::<u8>::MIN)), Count(NonZero::<u8>::MIN));
    assert_eq!(At::from(AtRef::new(Timestamp::UNIX_EPOCH)), At(Timestamp::UNIX_EPOCH));
    assert_eq!(Letter::from(LetterRef::new('a')), Letter('a'));
}

mod text_by_value {
    use core::fmt::{Display, Formatter, Result as FmtResult, Write};

    use super::{DdbKeys, KeyPart, OutOfRange, Shape, order};

    /// A type as in `arrayvec`, known by its name.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct ArrayString<const N: usize>([u8; N]);

    impl<const N: usize> AsRef<str> for ArrayString<N> {
        fn as_ref(&self) -> &str {
            core::str::from_utf8(&self.0).unwrap()
        }
    }

    impl<const N: usize> Display for ArrayString<N> {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            f.write_str(self.as_ref())
        }
    }

    impl<const N: usize> KeyPart for ArrayString<N> {
        type Ref<'k> = Self;
        type Order = order::Last;
        const SHAPE: Shape = Shape::text("text");

        fn as_part(&self) -> Self {
            *self
        }

        fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
            Ok(out.write_str(value.as_ref())?)
        }

        fn read(text: &str) -> Option<Self> {
            Some(Self(text.as_bytes().try_into().ok()?))
        }
    }

    #[derive(KeyPart)]
    struct Code<const N: usize>(ArrayString<N>);

    #[derive(DdbKeys)]
    #[pk("CODE", code)]
    struct Coded {
        code: Code<2>,
    }

    #[test]
    fn a_string_of_another_length_is_not_called_empty() {
        let error = Coded::parse_pk("CODE#abc").unwrap_err();
        assert_eq!(error.reason().to_string(), "part `code` is not text");
    }

    #[test]
    fn borrows_nothing() {
        let held: CodeRef<2> = Code(ArrayString(*b"ab")).as_part();
        assert_eq!((held.as_ref(), held.to_string().as_str()), ("ab", "ab"));
        assert_eq!(Code::from(held).0, held.get());
        assert_eq!(<Code<2> as KeyPart>::read("ab"), Some(held));
    }
}

#[test]
fn newtypes_of_newtypes() {
    let owner = Owner(UserId("u1".into()));
    let held: OwnerRef<'_> = owner.as_part();
    assert_eq!(held.get(), UserIdRef::new("u1"));
    assert_eq!((held.to_string(), held.as_ref()), ("u1".to_owned(), "u1"));
    assert_eq!(OwnerRef::new(UserIdRef::new("u1")), held);
}

#[test]
fn what_has_no_text_still_prints() {
    assert_eq!(AtRef::new(Timestamp::UNIX_EPOCH).to_string(), "1970-01-01T00:00:00.000000000Z");
    assert_eq!(AtRef::new(Timestamp::MIN).to_string(), format!("{:?}", Timestamp::MIN));
}

mod shards {
    use std::borrow::Cow;

    use ddbkey::__private::ShardSource;
    use ddbkey::KeyPart;
    use ddbkey::part::Shard;
    use jiff::Timestamp;

    use super::{At, OrderId, Owner, UserId, Version};

    #[derive(KeyPart)]
    struct Word<'a>(Cow<'a, str>);

    #[derive(KeyPart)]
    struct Any<T>(T);

    #[derive(KeyPart)]
    #[key_part(check = Short::is_valid)]
    struct Short(String);

    impl Short {
        fn is_valid(text: &str) -> bool {
            text.len() < 3
        }
    }

    /// A parsed key and the value that it was built from have the same shard.
    #[test]
    fn of_both_forms_are_one() {
        fn same<'k, T: KeyPart<Ref<'k>: ShardSource>>(value: &'k T) {
            assert_eq!(Shard::<1000>::of(value), Shard::of(&value.as_part()));
        }
        same(&UserId("u1".into()));
        same(&OrderId(ulid::Ulid::nil()));
        same(&Version(7));
        same(&Word("w".into()));
        same(&Owner(UserId("u1".into())));
        same(&Any(7_u8));
        same(&Any(UserId("u1".into())));
        same(&At(Timestamp::UNIX_EPOCH));
        same(&Short("ab".into()));
        same(&Short("refused".into()));
        assert_ne!(Shard::<1000>::of(&UserId("u1".into())), Shard::of(&UserId("u2".into())));
    }
}

mod buckets {
    use ddbkey::{DdbKeys, KeyPart};
    use jiff::Timestamp;

    use super::{At, AtRef};

    #[derive(KeyPart)]
    struct SeenAt(At);

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy)]
    struct DueAt(Timestamp);

    #[derive(DdbKeys)]
    #[pk("READING", "{at:day}", "{seen_at:month}", "{due_at:year}")]
    #[sk("{at:.3}")]
    struct Reading {
        at: At,
        seen_at: SeenAt,
        due_at: DueAt,
    }

    /// The ends are the types of key structs, as in other queries, and so are the buckets.
    #[test]
    fn are_those_of_the_value() {
        let [from, to] = ["2024-12-30T10:00:00Z", "2025-01-01T00:00:00Z"]
            .map(|text| text.parse::<Timestamp>().unwrap());
        let (seen_from, seen_to) = (SeenAt(At(from)), SeenAt(At(to)));
        let mut keys = Vec::new();
        for at in ReadingPk::at_buckets(AtRef::new(from)..AtRef::new(to)) {
            for seen_at in ReadingPk::seen_at_buckets(seen_from.as_part()..=seen_to.as_part()) {
                for due_at in ReadingPk::due_at_buckets(DueAt(from)..DueAt(to)) {
                    keys.push(ReadingPk { at, seen_at, due_at }.build().unwrap());
                }
            }
        }
        assert_eq!(
            keys,
            [
                "READING#2024-12-30#2024-12#2024",
                "READING#2024-12-30#2025-01#2024",
                "READING#2024-12-31#2024-12#2024",
                "READING#2024-12-31#2025-01#2024",
            ]
        );
        let reading = Reading { at: At(from), seen_at: seen_from, due_at: DueAt(from) };
        assert_eq!(reading.pk().as_ref(), Ok(&keys[0]));
        assert_eq!(ReadingPk::at_buckets(AtRef::new(to)..AtRef::new(from)).count(), 0);
    }
}

mod parameters {
    use super::{Cow, DdbKeys, Debug, Hash, KeyPart, PhantomData, Ulid, is_value};

    /// Neither `Copy` nor `Send`, and without a known size.
    struct Customer(#[expect(dead_code, reason = "it is not `Send`")] *const str);

    #[derive(KeyPart)]
    struct Id<T: ?Sized>(PhantomData<T>, Ulid);
    #[derive(KeyPart)]
    struct Tag<const N: usize>(String);
    #[derive(KeyPart)]
    struct Any<T>(T);
    /// The alias has one lifetime for all of them.
    #[derive(KeyPart)]
    struct Of<'a, 'b: 'a, T: Has<'a>>(&'b str, PhantomData<&'a T>)
    where
        T: ?Sized;
    #[derive(KeyPart)]
    struct Marked<'a, 'k>(&'k str, PhantomData<&'a ()>)
    where
        'a: 'k;
    #[derive(KeyPart)]
    struct Bound<T>(T)
    where
        T: for<'k> Has<'k> + KeyPart;

    trait Has<'a> {}
    impl Has<'_> for str {}
    impl Has<'_> for String {}

    #[derive(DdbKeys)]
    #[pk("CUSTOMER", customer)]
    #[sk("TAG", tag, any)]
    struct Entity {
        customer: Id<Customer>,
        tag: Tag<3>,
        any: Any<String>,
    }

    #[test]
    fn phantoms_stay() {
        let id = Id::<Customer>(PhantomData, Ulid::nil());
        let held: IdRef<Customer> = id.as_part();
        is_value(&held);
        is_value(&Id::<str>(PhantomData, Ulid::nil()).as_part());
        assert_eq!(held, IdRef::new(Ulid::nil()));
        assert_eq!(Id::from(held).1, id.1);
    }

    #[test]
    fn keys_have_them() {
        let entity = Entity {
            customer: Id(PhantomData, Ulid::nil()),
            tag: Tag("t".into()),
            any: Any(String::from("x")),
        };
        let tag: TagRef<'_, 3> = entity.key().tag;
        let any: AnyRef<'_, String> = entity.key().any;
        assert_eq!((tag.as_ref(), any.as_ref(), any.get()), ("t", "x", "x"));
        assert_eq!(entity.sk().as_deref(), Ok("TAG#t#x"));
        assert_eq!(Entity::parse_sk("TAG#t#x").unwrap().any, entity.any.as_part());
    }

    #[test]
    fn bounds_ask_nothing_of_parameters() {
        fn holds<T: KeyPart>(any: &Any<T>) -> impl Copy + Debug + Eq + Hash + Send + Sync + '_ {
            any.as_part()
        }
        is_value(&holds(&Any(7u8)));
    }

    #[test]
    fn lifetimes_that_are_left() {
        let of: OfRef<'_, str> = Of("x", PhantomData).as_part();
        let marked: MarkedRef<'_> = Marked("x", PhantomData).as_part();
        let bound: BoundRef<'_, String> = BoundRef::new("x");
        assert_eq!((of.as_ref(), marked.as_ref(), bound.as_ref()), ("x", "x", "x"));
        assert_eq!(Marked::from(marked).0, "x");
    }

    #[derive(KeyPart)]
    struct Name<'a, T>(&'a str, PhantomData<T>);
    #[derive(KeyPart)]
    struct Kind<T>(String, PhantomData<T>);

    /// Types of fields with lifetimes, and newtypes whose parameter borrows.
    #[derive(DdbKeys)]
    #[pk("A", name, any)]
    #[sk("B", kind, text)]
    #[gsi("gsi1", pk = sk, sk = [other as "other", "{name}" as "name_key"])]
    #[was("v1", sk = (text, kind))]
    struct Lent<'a, 'b> {
        name: Name<'a, char>,
        any: Any<Cow<'b, str>>,
        kind: Kind<&'a u8>,
        text: char,
        other: Option<Any<Name<'b, u8>>>,
    }

    #[test]
    fn keys_shorten_lifetimes() {
        let (name, any, other) = ("n".to_owned(), "a".to_owned(), "o".to_owned());
        let entity = Lent {
            name: Name(&name, PhantomData),
            any: Any(Cow::Borrowed(&any)),
            kind: Kind("k".into(), PhantomData),
            text: 'c',
            other: Some(Any(Name(&other, PhantomData))),
        };
        assert_eq!((entity.pk().unwrap(), entity.sk().unwrap()), ("A#n#a".into(), "B#k#c".into()));
        assert_eq!(entity.gsi1().unwrap().keys().unwrap().get("name_key"), Some("n"));
        let LentKey { text, kind, .. } = Lent::parse_key("A#n#a", "B#k#c").unwrap();
        assert_eq!((text, kind.as_ref()), ('c', "k"));
        let pk = LentPk { name: NameRef::new("n"), any: AnyRef::new("a") };
        let query = Lent::query(pk).kind(kind).text('d');
        assert!(query.build().unwrap().matches("A#n#a", "B#k#d"));
    }
}

mod by_value {
    use super::{DdbKeys, KeyPart, PhantomData, Timestamp, Ulid, is_value};

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy)]
    struct OrderId(Ulid);

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy, check = is_even)]
    struct Even<T>(T, PhantomData<u8>)
    where
        T: Into<u64>;

    fn is_even(number: impl Into<u64>) -> bool {
        number.into() % 2 == 0
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy)]
    struct At(Timestamp);

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy)]
    struct Outer(OrderId);

    #[derive(DdbKeys)]
    #[pk("ORDER", id)]
    #[sk("{at:.3}", "{even:03}", outer)]
    struct Order {
        id: OrderId,
        at: At,
        even: Even<u32>,
        outer: Outer,
    }

    #[test]
    fn as_itself() {
        let id = OrderId(Ulid::nil());
        let (at, even) = (At(Timestamp::UNIX_EPOCH), Even(8, PhantomData));
        let order = Order { id, at, even, outer: Outer(id) };
        is_value(&id);
        assert_eq!(OrderPk { id }.build(), order.pk());
        let sk = order.sk().unwrap();
        assert_eq!(sk, "1970-01-01T00:00:00.000Z#008#00000000000000000000000000");
        let read = Order::parse_sk(&sk).unwrap();
        assert_eq!((read.at, read.even, read.outer), (at, even, Outer(id)));
        assert!(Order::parse_sk(&sk.replace("008", "007")).is_err());
        assert!(OrderSk { even: Even(7, PhantomData), ..read }.build().is_err());
    }
}

mod checked {
    use ddbkey::{KeyErrorKind, ParseErrorKind};

    use super::{DdbKeys, Deserialize, KeyPart, Serialize};

    /// Lower case only.
    #[derive(KeyPart, Serialize, Deserialize, Debug)]
    #[key_part(check = Email::is_valid)]
    #[serde(try_from = "String")]
    struct Email(String);

    impl Email {
        fn is_valid(text: &str) -> bool {
            text.contains('@') && !text.contains(char::is_uppercase)
        }
    }

    impl TryFrom<String> for Email {
        type Error = &'static str;

        fn try_from(text: String) -> Result<Self, Self::Error> {
            if Self::is_valid(&text) { Ok(Self(text)) } else { Err("no e-mail address") }
        }
    }

    #[derive(KeyPart)]
    #[key_part(check = "Self::is_small")]
    struct Small(u8);

    impl Small {
        const fn is_small(value: u8) -> bool {
            value < 100
        }
    }

    #[derive(KeyPart)]
    #[key_part(check = Box::is_set)]
    struct Box(super::Owner);

    impl Box {
        fn is_set(owner: super::OwnerRef<'_>) -> bool {
            owner.as_ref() != "nobody"
        }
    }

    #[derive(DdbKeys)]
    #[pk("USER", email)]
    #[sk("N", "{small:03}", owner)]
    struct User {
        email: Email,
        small: Small,
        owner: Box,
    }

    #[test]
    fn on_each_parse_and_build() {
        assert!(User::parse_pk("USER#a@b").is_ok());
        let error = User::parse_pk("USER#A@b").unwrap_err();
        assert!(error.kind() == ParseErrorKind::Part);
        assert!(error.to_string().contains("`email` is not a valid `Email`"), "{error}");
        let error = UserPk { email: EmailRef::new("nobody") }.build().unwrap_err();
        assert!(error.kind() == KeyErrorKind::OutOfRange);
        assert!(User::parse_sk("N#099#o").is_ok());
        assert!(User::parse_sk("N#100#o").is_err());
        assert!(User::parse_sk("N#099#nobody").is_err());
        let read = User::parse_sk("N#099#o").unwrap();
        assert!(UserSk { small: SmallRef::new(100), ..read }.build().is_err());
        assert!(User::query(UserPk { email: EmailRef::new("A@b") }).build().is_err());
        let query = User::query(UserPk { email: EmailRef::new("a@b") });
        assert!(query.small_in(SmallRef::new(0)..=SmallRef::new(100)).build().is_err());
    }

    #[test]
    fn it_has_from_since_it_is_checked() {
        let email: Email = User::parse_pk("USER#a@b").unwrap().email.into();
        assert_eq!(email.0, "a@b");
        assert_eq!(EmailRef::new("prints").to_string(), "prints");
        let user =
            User { email, small: Small(7), owner: Box(super::Owner(super::UserId("o".into()))) };
        assert_eq!(user.sk().as_deref(), Ok("N#007#o"));
    }
}

/// A user's own conversion, where ours would skip the check.
mod unchecked {
    use super::{Deserialize, KeyPart, Serialize};

    #[derive(KeyPart, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(try_from = "String", into = "String")]
    struct Email(String);

    impl From<EmailRef<'_>> for Email {
        fn from(held: EmailRef<'_>) -> Self {
            Self(held.as_ref().to_lowercase())
        }
    }

    impl TryFrom<String> for Email {
        type Error = &'static str;

        fn try_from(text: String) -> Result<Self, Self::Error> {
            Ok(Self(text))
        }
    }

    impl From<Email> for String {
        fn from(email: Email) -> Self {
            email.0
        }
    }

    #[test]
    fn works() {
        assert_eq!(Email::from(EmailRef::new("A@b")), Email("a@b".into()));
    }
}

mod constants {
    use super::{KeyPart, OutOfRange, PhantomData, Serialize, Shape, order};

    #[derive(KeyPart)]
    struct Text(String);
    #[derive(KeyPart)]
    struct Number(u32);
    #[derive(KeyPart)]
    struct Outer(Number);
    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(copy)]
    struct Held(u64);
    #[derive(KeyPart)]
    #[key_part(check = str::is_ascii)]
    struct Checked(String);
    #[derive(KeyPart)]
    struct ByHand(Hand);
    #[derive(KeyPart, Serialize)]
    #[serde(into = "u64")]
    #[derive(Clone)]
    struct Into(String);
    #[derive(KeyPart, Serialize)]
    struct With(#[serde(serialize_with = "write")] String);
    #[derive(KeyPart, Serialize)]
    struct Pair(String, PhantomData<u8>);
    #[derive(KeyPart, Serialize)]
    #[serde(transparent)]
    struct Single(String, PhantomData<u8>);
    #[derive(KeyPart)]
    struct Big(u128);

    impl From<Into> for u64 {
        fn from(value: Into) -> Self {
            value.0.len() as Self
        }
    }

    fn write<S: serde::Serializer>(_: &str, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(7)
    }

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Hand;

    impl KeyPart for Hand {
        type Ref<'k> = Self;
        type Order = order::Never;
        const SHAPE: Shape = Shape::words("a hand", &["hand"]);

        fn as_part(&self) -> Self {
            Self
        }

        fn write(_: Self, out: &mut impl core::fmt::Write) -> Result<(), OutOfRange> {
            Ok(out.write_str("hand")?)
        }

        fn read(text: &str) -> Option<Self> {
            (text == "hand").then_some(Self)
        }
    }

    const fn is_number<T: KeyPart>() -> bool {
        matches!(<T::Order as order::Order>::VALUE, order::ValueOrder::Number)
    }

    #[test]
    fn pass_through() {
        const {
            assert!(<Text as KeyPart>::IS_TRUSTED && <Text as KeyPart>::IS_SERDE_TEXT);
            assert!(!is_number::<Text>() && <Text as KeyPart<ddbkey::part::Lower>>::IS_TRUSTED);
            assert!(is_number::<Number>() && is_number::<Outer>());
            assert!(is_number::<Held>() && <Held as KeyPart>::IS_TRUSTED);
            assert!(!<Checked as KeyPart>::IS_TRUSTED && !<ByHand as KeyPart>::IS_TRUSTED);
            assert!(
                !<Into as KeyPart>::IS_SERDE_TEXT
                    && !<With as KeyPart>::IS_SERDE_TEXT
                    && !<Pair as KeyPart>::IS_SERDE_TEXT
            );
            assert!(<Single as KeyPart>::IS_SERDE_TEXT && <Number as KeyPart>::IS_SERDE_TEXT);
            assert!(!<Big as KeyPart>::IS_SERDE_TEXT && is_number::<Big>());
        };
        let _ = (With(String::new()), Pair(String::new(), PhantomData));
        let _ = (Single(String::new(), PhantomData), u64::from(Into(String::new())));
        assert_eq!(ByHand(Hand).as_part().to_string(), "hand");
    }
}

mod enums {
    use super::{DdbKeys, Deserialize, KeyPart, Serialize};

    macro_rules! part {
        ($(#[$attribute:meta])* $name:ident { $($(#[$of_variant:meta])* $variant:ident),+ }) => {
            #[derive(
                KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug,
            )]
            $(#[$attribute])*
            enum $name { $($(#[$of_variant])* $variant),+ }

            impl $name {
                /// Returns strings of keys, each with whether serde writes and reads it.
                fn texts() -> Vec<(String, bool)> {
                    [$(Self::$variant),+].map(|variant| {
                        let mut text = String::new();
                        <Self as KeyPart>::write(variant, &mut text).unwrap();
                        assert_eq!(<Self as KeyPart>::read(&text), Some(variant));
                        let json = serde_json::to_string(&variant).unwrap();
                        let is_serde = json == format!("\"{text}\"")
                            && serde_json::from_str::<Self>(&json).is_ok_and(|it| it == variant);
                        (text, is_serde)
                    }).into()
                }
            }
        };
    }

    part! {
        #[key_part(serde, as_str)]
        #[serde(rename_all = "UPPERCASE")]
        Status { Pending, Paid, #[serde(rename = "sent", alias = "SHIPPED")] Shipped }
    }
    part! {
        #[key_part(serde)]
        #[serde(rename_all(serialize = "kebab-case", deserialize = "kebab-case"), deny_unknown_fields)]
        Kebab { VeryTasty, #[serde(rename(serialize = "S", deserialize = "S"))] Sweet }
    }
    part! {
        #[key_part(rename_all = "lowercase")]
        #[serde(rename_all = "UPPERCASE")]
        Differs { One, Two }
    }
    part! {
        #[key_part(rename_all = "lowercase")]
        #[serde(rename_all = "lowercase")]
        Agrees { One, Two }
    }
    part! {
        Own { One, #[serde(rename = "2")] #[key_part(rename = "zwei")] Two }
    }
    part! { Bare { One, Two } }
    part! {
        #[serde(rename = "AnotherType", rename_all = "PascalCase")]
        Same { One, #[serde(rename = "Two")] Two }
    }
    part! {
        #[serde(tag = "type")]
        Tagged { One, Two }
    }

    #[test]
    fn texts() {
        let of = |texts: Vec<(String, bool)>| -> Vec<_> {
            texts.into_iter().map(|(text, is_serde)| format!("{text} {is_serde}")).collect()
        };
        assert_eq!(of(Status::texts()), ["PENDING true", "PAID true", "sent true"]);
        assert_eq!(of(Kebab::texts()), ["very-tasty true", "S true"]);
        assert_eq!(of(Differs::texts()), ["one false", "two false"]);
        assert_eq!(of(Agrees::texts()), ["one true", "two true"]);
        assert_eq!(of(Own::texts()), ["One true", "zwei false"]);
        assert_eq!(of(Bare::texts()), ["One true", "Two true"]);
        assert_eq!(of(Same::texts()), ["One true", "Two true"]);
        assert_eq!(of(Tagged::texts()), ["One false", "Two false"]);
    }

    #[test]
    fn it_is_known_where_serde_writes_them() {
        const {
            assert!(Status::IS_SERDE_TEXT && Kebab::IS_SERDE_TEXT && Agrees::IS_SERDE_TEXT);
            assert!(Bare::IS_SERDE_TEXT && Same::IS_SERDE_TEXT);
            assert!(!Differs::IS_SERDE_TEXT && !Own::IS_SERDE_TEXT && !Tagged::IS_SERDE_TEXT);
        }
    }

    const PAID: &str = Status::Paid.as_str();

    #[derive(DdbKeys)]
    #[pk("STATUS", status)]
    struct Entity {
        status: Status,
    }

    #[test]
    fn as_str_on_request() {
        assert_eq!((PAID, Status::Shipped.as_str()), ("PAID", "sent"));
        assert_eq!(Entity { status: Status::Paid }.pk().as_deref(), Ok("STATUS#PAID"));
    }

    /// Without it, the name is free.
    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Mine<const N: usize> {
        One,
    }

    impl<const N: usize> Mine<N> {
        fn as_str(self) -> &'static str {
            let Self::One = self;
            "mine"
        }
    }

    #[test]
    fn as_str_of_the_users_own() {
        assert_eq!(Mine::<3>::One.as_str(), "mine");
        assert_eq!(Mine::<3>::read("One"), Some(Mine::<3>::One));
    }
}

/// The user's own type with the name of a well-known one, whose string only keeps the hundreds.
mod named {
    use std::fmt::Write;

    use ddbkey::KeyPart;
    use ddbkey::part::{OutOfRange, Shape, order};

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(super) struct Ulid(pub(super) u16);

    impl KeyPart for Ulid {
        type Ref<'k> = Self;
        type Order = order::Always;
        const SHAPE: Shape = Shape::ascii("two digits", "0123456789", 2, 2);
        const CAN_TRUNCATE: bool = true;

        fn as_part(&self) -> Self {
            *self
        }

        fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
            Ok(write!(out, "{:02}", value.0 / 100)?)
        }

        fn read(text: &str) -> Option<Self> {
            text.parse::<u16>().ok().map(|hundreds| Self(100 * hundreds))
        }

        fn rest(value: Self) -> u64 {
            (value.0 % 100).into()
        }
    }

    #[derive(KeyPart)]
    pub(super) struct Id(pub(super) Ulid);
}

#[test]
fn a_newtype_says_what_its_value_cuts_off() {
    use named::{Id, Ulid};
    const { assert!(<Id as KeyPart>::CAN_TRUNCATE) }
    assert_eq!(<Id as KeyPart>::rest(Id(Ulid(107)).as_part()), 7);
    assert_eq!(<Id as KeyPart>::rest(Id(Ulid(100)).as_part()), 0);
}

/// Identity in a field of its own, whose parts are lent by methods.
#[derive(DdbKeys, Clone, Debug, PartialEq)]
#[pk("REPO", owner() -> &Login)]
#[sk("{number():05}" -> &u32, name() -> &String)]
#[gsi("forks", pk = ("FORK", origin() -> Option<&Login>), sk = (owner() -> &Login))]
struct Repo {
    id: (Login, u32, String),
    origin: Option<Login>,
}

#[derive(KeyPart, Clone, Debug, PartialEq)]
struct Login(String);

impl Repo {
    fn owner(&self) -> &Login {
        &self.id.0
    }

    fn number(&self) -> &u32 {
        &self.id.1
    }

    fn name(&self) -> &String {
        &self.id.2
    }

    fn origin(&self) -> Option<&Login> {
        self.origin.as_ref()
    }
}

#[test]
fn a_method_lends_a_newtype_that_keeps_its_type() {
    let owner = LoginRef::new("ann");
    let repo = Repo { id: (Login("ann".into()), 7, "r".into()), origin: None };
    assert_eq!(repo.keys().unwrap().pk(), "REPO#ann");
    assert_eq!(repo.sk().unwrap(), "00007#r");
    assert!(repo.forks().is_none());
    let key: RepoKey<'_> = Repo::parse_key("REPO#ann", "00007#r").unwrap();
    assert_eq!(key, repo.key());
    assert_eq!(key, RepoKey { owner, number: 7, name: "r" });
    let fork = Repo { origin: Some(Login("bob".into())), ..repo };
    let RepoForks { origin, owner } = fork.forks().unwrap();
    assert_eq!((origin, owner), (LoginRef::new("bob"), LoginRef::new("ann")));
    let query = Repo::query_forks(RepoForksPk { origin }).owner(owner).build().unwrap();
    assert!(query.matches("FORK#bob", "ann"));
}
