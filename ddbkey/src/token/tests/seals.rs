//! Tokens that were tampered with.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error as _;
use std::sync::mpsc::channel;
use std::{panic, thread};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};

use super::keys::{OrderKey, OrderPk, OrderScores, OrderSk, ScoresPk, ScoresSk};
use crate::entity::start_key;
use crate::key::{KeyPair, KeyValue, Keys};
use crate::query::{KeyCondition, OpenQuery, Query};
use crate::token::{HmacSha256, Seal, SealError, TokenError, Unsealed};

const TABLE: OrderKey<'_> = OrderKey(OrderPk { user: "u1", k: &() }, OrderSk { id: "17", k: &() });

fn orders() -> KeyCondition {
    OpenQuery::<Query<()>>::of::<OrderKey<'_>>(OrderPk { user: "u1", k: &() })
        .finish()
        .build()
        .unwrap()
}

fn scores() -> KeyCondition {
    let pk = ScoresPk { game: "chess", region: "eu", k: &() };
    OpenQuery::<Query<()>>::of::<OrderScores<'_>>(pk).finish().build().unwrap()
}

fn start() -> Keys {
    let pk = ScoresPk { game: "chess", region: "eu", k: &() };
    let sk = ScoresSk { score: 9, id: "17", day: "mon", k: &() };
    start_key(TABLE, OrderScores(pk, sk)).unwrap()
}

fn seal() -> HmacSha256 {
    HmacSha256::new([7; 32])
}

#[test]
fn a_token_holds_what_the_query_does_not_fix() {
    let token = orders().token(&TABLE.keys().unwrap(), &Unsealed).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(token).unwrap();
    assert_eq!(bytes[9..], *b"\0\x08ORDER#17");

    let token = scores().token(&start(), &Unsealed).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(token).unwrap();
    assert_eq!(bytes[9..], *b"\0\x07USER#u1\0\x08ORDER#17\0\x019\0\x05id#17\0\x03mon");
}

/// Clients' tokens outlive a release: neither the fingerprint nor the layout may change
/// without a new version. A few lines of Python computed these two from the description alone.
#[test]
fn a_token_stays_as_it_is() {
    let token = orders().token(&TABLE.keys().unwrap(), &seal()).unwrap();
    assert_eq!(token, "AYmhHMNkGNifAAhPUkRFUiMxN0QgdUfbw8KMi82nRD56bYg");
    let token = scores().descending().token(&start(), &Unsealed).unwrap();
    assert_eq!(token, "AUVpd9F7yyFgAAdVU0VSI3UxAAhPUkRFUiMxNwABOQAFaWQjMTcAA21vbg");
}

#[test]
fn every_change_breaks_the_seal() {
    let token = scores().token(&start(), &seal()).unwrap();
    assert_eq!(scores().start_at(Some(&token), &seal()), Ok(Some(start())));
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut forged = bytes.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        let error = if bit < 8 { TokenError::Malformed } else { TokenError::Seal };
        let forged = URL_SAFE_NO_PAD.encode(forged);
        assert_eq!(scores().start_at(Some(&forged), &seal()), Err(error));
    }
    for length in 0..bytes.len() {
        let forged = URL_SAFE_NO_PAD.encode(&bytes[..length]);
        assert!(scores().start_at(Some(&forged), &seal()).is_err());
    }
    for more in [1, 16, 17, 3000] {
        let forged = URL_SAFE_NO_PAD.encode([&bytes[..], &[0].repeat(more)].concat());
        assert_eq!(scores().start_at(Some(&forged), &seal()), Err(TokenError::Seal));
    }
}

#[test]
fn other_texts_are_malformed() {
    let token = scores().token(&start(), &Unsealed).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    let texts: Vec<String> = [
        "",
        " ",
        "=",
        "AQ==",
        "A",
        "\0",
        "é",
        "%41",
        "+/+/",
        "null",
        "{\"pk\":{\"S\":\"USER#u2\"}}",
    ]
    .map(String::from)
    .into_iter()
    .chain([
        format!("{token} "),
        format!("{token}="),
        format!("{token}\n"),
        format!(" {token}"),
        STANDARD.encode([255; 40]),
        URL_SAFE.encode(&bytes[..bytes.len() - 1]) + "=",
        URL_SAFE_NO_PAD.encode([&[2], &bytes[1..]].concat()),
        URL_SAFE_NO_PAD.encode([&bytes[..], b"\0\x01x"].concat()),
        URL_SAFE_NO_PAD.encode(&bytes[..bytes.len() - 6]),
        "A".repeat(1 << 20),
        token.repeat(1 << 14),
    ])
    .collect();
    for text in texts {
        assert_eq!(
            scores().start_at(Some(&text), &Unsealed),
            Err(TokenError::Malformed),
            "{text:.80}"
        );
    }
    for length in 0..bytes.len() {
        let cut = URL_SAFE_NO_PAD.encode(&bytes[..length]);
        assert_eq!(scores().start_at(Some(&cut), &Unsealed), Err(TokenError::Malformed));
    }
}

/// In base64, different strings can stand for the same bytes.
#[test]
fn a_token_has_one_text() {
    for condition in [orders(), orders().descending()] {
        let token = condition.token(&TABLE.keys().unwrap(), &Unsealed).unwrap();
        let (start, last) = token.split_at(token.len() - 1);
        let opens = |last: char| {
            let text = format!("{start}{last}");
            matches!(condition.start_at(Some(&text), &Unsealed), Ok(Some(keys)) if keys == TABLE.keys().unwrap())
        };
        let alphabet = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(['-', '_']);
        let found: String = alphabet.filter(|last| opens(*last)).collect();
        assert_eq!(found, last);
    }
}

#[test]
fn a_text_that_is_no_utf8_is_malformed() {
    let token = orders().token(&TABLE.keys().unwrap(), &Unsealed).unwrap();
    let mut bytes = URL_SAFE_NO_PAD.decode(token).unwrap();
    *bytes.last_mut().unwrap() = 0xff;
    let forged = URL_SAFE_NO_PAD.encode(bytes);
    assert_eq!(orders().start_at(Some(&forged), &Unsealed), Err(TokenError::Malformed));
}

#[test]
fn a_secret_can_be_rotated() {
    let (old, new) = (HmacSha256::new([1; 16]), HmacSha256::new([2; 16]));
    let rotating = HmacSha256::new([2; 16]).with_previous([1; 16]);
    let tokens = [&old, &new, &rotating].map(|seal| scores().token(&start(), seal).unwrap());
    let opened = |seal: &HmacSha256| {
        tokens.each_ref().map(|token| scores().start_at(Some(token), seal).is_ok())
    };
    assert_eq!(opened(&old), [true, false, false]);
    assert_eq!(opened(&new), [false, true, true]);
    assert_eq!(opened(&rotating), [true, true, true]);
    assert_eq!(format!("{rotating:?}"), "HmacSha256 { .. }");
}

#[test]
fn a_context_is_sealed_too_and_does_not_run_into_the_content() {
    let sealed = seal().seal(b"ab", b"c").unwrap();
    assert_eq!(seal().open(&sealed, b"c").unwrap().as_deref(), Some(&b"ab"[..]));
    assert_eq!(seal().open(&sealed, b"d").unwrap(), None);
    let moved = [b"bab", &sealed[2..]].concat();
    assert_eq!(seal().open(&moved, b"").unwrap(), None);
    let tag = |content: &[u8], context: &[u8]| {
        seal().seal(content, context).unwrap().split_off(content.len())
    };
    assert_ne!(tag(b"b", b"ca"), tag(b"ab", b"c"));
    assert_eq!(seal().open(b"", b"").unwrap(), None);
}

/// A row of another client's item.
struct Row(Vec<(&'static str, KeyValue<'static>)>);

impl Row {
    fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_borrowed())
    }
}

#[test]
fn a_token_is_made_of_a_whole_row_of_the_query_alone() {
    let row = |name: &str, value: Option<KeyValue<'static>>| {
        let others = start().into_iter().filter(|(other, _)| *other != name);
        let name = start().iter().map(|(name, _)| name).find(|other| *other == name).unwrap();
        Row(others.chain(value.map(|value| (name, value))).collect())
    };
    let token = |row: &Row| scores().token_of(|name| row.value(name), &Unsealed);
    for (name, value) in start() {
        assert_eq!(token(&row(name, None)), Err(TokenError::Attribute { name }));
        let other_type = match value {
            KeyValue::S(text) => KeyValue::N(text),
            KeyValue::N(digits) => KeyValue::S(digits),
        };
        assert_eq!(token(&row(name, Some(other_type))), Err(TokenError::Attribute { name }));
        assert!(token(&row(name, Some(KeyValue::S("".into())))).is_err());
        assert!(token(&row(name, Some(KeyValue::S("a".repeat(2049).into())))).is_err());
    }
    for digits in ["1e999", "007", "", "-0", &"9".repeat(39)] {
        let value = Some(KeyValue::N(String::from(digits).into()));
        assert_eq!(token(&row("score", value)), Err(TokenError::Attribute { name: "score" }));
    }
    let other = row("region", Some(KeyValue::S("us".into())));
    assert_eq!(token(&other), Err(TokenError::OtherRow));
    // A row of another entity, among ours in the range.
    let other = row("score", Some(KeyValue::N("1.5".into())));
    let token = token(&other).unwrap();
    let keys = scores().start_at(Some(&token), &Unsealed).unwrap().unwrap();
    assert_eq!(keys.get("score"), Some("1.5"));
}

#[test]
fn the_longest_row_has_a_token() {
    let row = Row(start()
        .into_iter()
        .map(|(name, value)| match name {
            "pk" => (name, KeyValue::S("p".repeat(2048).into())),
            "sk" | "id_key" | "day" => (name, KeyValue::S("s".repeat(1024).into())),
            _ => (name, value),
        })
        .collect());
    let token = scores().token_of(|name| row.value(name), &seal()).unwrap();
    assert!(scores().start_at(Some(&token), &seal()).unwrap().is_some());
}

struct Failing;

impl Seal for Failing {
    fn seal(&self, _: &[u8], _: &[u8]) -> Result<Vec<u8>, SealError> {
        Err("no key service".into())
    }

    fn open(&self, _: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        Err("no key service".into())
    }
}

struct Long;

impl Seal for Long {
    fn seal(&self, _: &[u8], _: &[u8]) -> Result<Vec<u8>, SealError> {
        Ok([0].repeat(20_000))
    }

    fn open(&self, _: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        Ok(Some(Vec::new()))
    }
}

#[test]
fn a_seal_that_fails_says_why() {
    let seals: [(&dyn Seal, _); 2] =
        [(&Failing, "no key service"), (&Long, "what it sealed is too long")];
    for (seal, why) in seals {
        check_failed(&scores().token(&start(), seal).unwrap_err(), why);
    }
    let token = scores().token(&start(), &Unsealed).unwrap();
    check_failed(&scores().start_at(Some(&token), &Failing).unwrap_err(), "no key service");
    assert_eq!(scores().start_at(Some(&token), &Long), Err(TokenError::Malformed));
}

fn check_failed(error: &TokenError, why: &str) {
    assert!(matches!(error, TokenError::Failed { .. }), "{error}");
    assert_eq!(error.to_string(), "the seal of the page token failed");
    assert_eq!(error.source().unwrap().to_string(), why);
}

/// The panic names the line with the secret, since the other line is in a library.
#[test]
fn a_short_secret_is_refused_where_it_is_given() {
    let (sender, receiver) = channel();
    let (usual, here) = (panic::take_hook(), thread::current().id());
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() != here {
            return usual(info);
        }
        let place = info.location().map(|at| (at.file().to_owned(), at.line()));
        let _ = sender.send((place, info.payload_as_str().map(ToOwned::to_owned)));
    }));
    let line = line!();
    let results = [
        panic::catch_unwind(|| HmacSha256::new([7; 15])),
        panic::catch_unwind(|| seal().with_previous("")),
    ];
    drop(panic::take_hook());
    assert!(results.iter().all(Result::is_err));
    for (after, length) in [(2, 15), (3, 0)] {
        let message = format!("the secret has {length} bytes; a seal needs at least 16 bytes");
        let place = (file!().to_owned(), line + after);
        assert_eq!(receiver.recv(), Ok((Some(place), Some(message))));
    }
    assert!(panic::catch_unwind(|| HmacSha256::new([7; 16]).with_previous([8; 16])).is_ok());
}

/// A handler can use one `From` for both directions.
#[test]
fn whose_mistake_an_error_is() {
    let opened = |text: &str| scores().start_at(Some(text), &seal()).unwrap_err();
    let token = scores().token(&start(), &seal()).unwrap();
    assert!(opened("%").is_client_error() && opened(&token[1..]).is_client_error());
    let failed = scores().start_at(Some(&token), &Failing).unwrap_err();
    assert!(!failed.is_client_error(), "{failed}");
    for error in
        [TokenError::Malformed, TokenError::OtherQuery, TokenError::Outside, TokenError::Seal]
    {
        assert!(error.is_client_error(), "{error}");
        assert_ne!(error, TokenError::OtherRow);
    }
    let row = |region: Cow<'static, str>| {
        let value = move |(name, value)| match name {
            "region" => (name, KeyValue::S(region.clone())),
            _ => (name, value),
        };
        Row(start().into_iter().map(value).collect())
    };
    let (us, none) = (row("us".into()), row("".into()));
    let of_another = scores().token_of(|name| us.value(name), &seal()).unwrap_err();
    assert!(matches!(of_another, TokenError::OtherRow) && !of_another.is_client_error());
    let empty = scores().token_of(|name| none.value(name), &seal()).unwrap_err();
    assert!(matches!(empty, TokenError::Attribute { .. }) && !empty.is_client_error());
}
