//! What a user would write for `Order` without this crate: carefully with the same checks, with
//! `format!` and `split`, and the lower bound that nothing can beat.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use ulid::{ULID_LEN, Ulid};

use super::shop::Order;

/// Why a value cannot be part of a key, or a string is not a key.
#[derive(Debug)]
pub enum Refusal {
    Empty,
    Separator,
    OutOfRange,
    TooLong,
    Text,
}

/// By hand: every check that `ddbkey` makes, one allocation of the exact size, no formatting
/// machinery.
pub mod by_hand {
    use super::{Date, DateTime, Offset, Order, Refusal, Time, Timestamp, ULID_LEN, Ulid};

    const TIMESTAMP_LEN: usize = 24;
    const SK_LEN: usize = "ORDER#".len() + TIMESTAMP_LEN + "#".len() + ULID_LEN;

    pub fn build(order: &Order) -> Result<(String, String), Refusal> {
        let (mut pk, mut sk) =
            (String::with_capacity(pk_len(&order.user_id)?), String::with_capacity(SK_LEN));
        push_pk(&order.user_id, &mut pk);
        push_sk(order, &mut sk)?;
        Ok((pk, sk))
    }

    pub fn build_into(order: &Order, pk: &mut String, sk: &mut String) -> Result<(), Refusal> {
        pk.reserve(pk_len(&order.user_id)?);
        sk.reserve(SK_LEN);
        push_pk(&order.user_id, pk);
        push_sk(order, sk)
    }

    fn pk_len(user_id: &str) -> Result<usize, Refusal> {
        if user_id.is_empty() {
            return Err(Refusal::Empty);
        }
        if user_id.contains('#') {
            return Err(Refusal::Separator);
        }
        let length = "USER#".len() + user_id.len();
        if length > 2048 { Err(Refusal::TooLong) } else { Ok(length) }
    }

    fn push_pk(user_id: &str, out: &mut String) {
        out.push_str("USER#");
        out.push_str(user_id);
    }

    fn push_sk(order: &Order, out: &mut String) -> Result<(), Refusal> {
        out.push_str("ORDER#");
        push_timestamp(order.created_at, out)?;
        out.push('#');
        out.push_str(order.id.array_to_str(&mut [0; ULID_LEN]));
        Ok(())
    }

    fn push_timestamp(timestamp: Timestamp, out: &mut String) -> Result<(), Refusal> {
        let at = Offset::UTC.to_datetime(timestamp);
        let year = u16::try_from(at.year()).map_err(|_| Refusal::OutOfRange)?;
        if year > 9999 {
            return Err(Refusal::OutOfRange);
        }
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let mut put = |at: usize, number: u16| {
            text[at] = b'0' + (number / 10 % 10) as u8;
            text[at + 1] = b'0' + (number % 10) as u8;
        };
        put(0, year / 100);
        put(2, year % 100);
        put(5, at.month().unsigned_abs().into());
        put(8, at.day().unsigned_abs().into());
        put(11, at.hour().unsigned_abs().into());
        put(14, at.minute().unsigned_abs().into());
        put(17, at.second().unsigned_abs().into());
        let millisecond = at.millisecond().unsigned_abs();
        put(20, millisecond / 10);
        text[22] = b'0' + (millisecond % 10) as u8;
        out.push_str(str::from_utf8(&text).map_err(|_| Refusal::OutOfRange)?);
        Ok(())
    }

    /// Returns `begins_with`, as the values of the two placeholders.
    pub fn query(user_id: &str) -> Result<(String, String), Refusal> {
        let mut pk = String::with_capacity(pk_len(user_id)?);
        push_pk(user_id, &mut pk);
        Ok((pk, "ORDER#".into()))
    }

    /// Returns `begins_with` for the orders of one time.
    pub fn query_value(order: &Order) -> Result<(String, String), Refusal> {
        let mut pk = String::with_capacity(pk_len(&order.user_id)?);
        push_pk(&order.user_id, &mut pk);
        Ok((pk, orders_of(order.created_at)?))
    }

    /// Returns `BETWEEN`, as the values of the three placeholders.
    pub fn query_range(order: &Order, to: Timestamp) -> Result<(String, String, String), Refusal> {
        let mut pk = String::with_capacity(pk_len(&order.user_id)?);
        push_pk(&order.user_id, &mut pk);
        let (from, to) = (orders_of(order.created_at)?, orders_of(to)?);
        if from < to { Ok((pk, from, to)) } else { Err(Refusal::OutOfRange) }
    }

    fn orders_of(timestamp: Timestamp) -> Result<String, Refusal> {
        let mut text = String::with_capacity("ORDER#".len() + TIMESTAMP_LEN + "#".len());
        text.push_str("ORDER#");
        push_timestamp(timestamp, &mut text)?;
        text.push('#');
        Ok(text)
    }

    pub fn parse<'t>(pk: &'t str, sk: &'t str) -> Result<(&'t str, Timestamp, Ulid), Refusal> {
        let user_id = parse_pk(pk)?;
        let (created_at, id) = parse_sk(sk).ok_or(Refusal::Text)?;
        Ok((user_id, created_at, id))
    }

    pub fn parse_pk(text: &str) -> Result<&str, Refusal> {
        parse_id(text, "USER#", 2048)
    }

    pub fn parse_review<'t>(pk: &'t str, sk: &'t str) -> Result<(&'t str, &'t str), Refusal> {
        Ok((parse_id(pk, "PRODUCT#", 2048)?, parse_id(sk, "REVIEW#", 1024)?))
    }

    #[inline]
    fn parse_id<'t>(text: &'t str, prefix: &str, limit: usize) -> Result<&'t str, Refusal> {
        if text.len() > limit {
            return Err(Refusal::TooLong);
        }
        let id = text.strip_prefix(prefix).ok_or(Refusal::Text)?;
        if id.is_empty() {
            return Err(Refusal::Empty);
        }
        if id.contains('#') { Err(Refusal::Separator) } else { Ok(id) }
    }

    fn parse_sk(text: &str) -> Option<(Timestamp, Ulid)> {
        let rest = text.strip_prefix("ORDER#")?;
        let (created_at, rest) = rest.split_at_checked(TIMESTAMP_LEN)?;
        let id = rest.strip_prefix('#')?;
        Some((parse_timestamp(created_at)?, parse_ulid(id)?))
    }

    fn parse_timestamp(text: &str) -> Option<Timestamp> {
        let &[
            y1,
            y2,
            y3,
            y4,
            b'-',
            n1,
            n2,
            b'-',
            d1,
            d2,
            b'T',
            h1,
            h2,
            b':',
            m1,
            m2,
            b':',
            s1,
            s2,
            b'.',
            f1,
            f2,
            f3,
            b'Z',
        ] = text.as_bytes()
        else {
            return None;
        };
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let two = |tens, ones| Some((digit(tens)? * 10 + digit(ones)?).cast_signed());
        let year = i16::from(two(y1, y2)?) * 100 + i16::from(two(y3, y4)?);
        let millisecond = i32::from(two(f1, f2)?) * 10 + i32::from(digit(f3)?);
        let date = Date::new(year, two(n1, n2)?, two(d1, d2)?).ok()?;
        let time =
            Time::new(two(h1, h2)?, two(m1, m2)?, two(s1, s2)?, millisecond * 1_000_000).ok()?;
        Offset::UTC.to_timestamp(DateTime::from_parts(date, time)).ok()
    }

    /// `Ulid::from_string` also reads lower case and a first character above `7`.
    fn parse_ulid(text: &str) -> Option<Ulid> {
        let bytes = text.as_bytes();
        if !matches!(bytes.first(), Some(b'0'..=b'7')) || bytes.iter().any(u8::is_ascii_lowercase) {
            return None;
        }
        Ulid::from_string(text).ok()
    }
}

/// The most obvious code, with only the checks that the crates make.
pub mod plain {
    use super::{Order, Timestamp, Ulid};

    pub fn build(order: &Order) -> (String, String) {
        (format!("USER#{}", order.user_id), format!("ORDER#{:.3}#{}", order.created_at, order.id))
    }

    pub fn query(user_id: &str) -> (String, String) {
        (format!("USER#{user_id}"), "ORDER#".to_string())
    }

    pub fn query_value(order: &Order) -> (String, String) {
        (format!("USER#{}", order.user_id), format!("ORDER#{:.3}#", order.created_at))
    }

    pub fn query_range(order: &Order, to: Timestamp) -> (String, String, String) {
        let (user_id, from) = (&order.user_id, order.created_at);
        (format!("USER#{user_id}"), format!("ORDER#{from:.3}#"), format!("ORDER#{to:.3}#"))
    }

    pub fn parse<'t>(pk: &'t str, sk: &'t str) -> Option<(&'t str, Timestamp, Ulid)> {
        let user_id = parse_pk(pk)?;
        let mut parts = sk.split('#');
        match (parts.next()?, parts.next()?, parts.next()?, parts.next()) {
            ("ORDER", created_at, id, None) => {
                Some((user_id, created_at.parse().ok()?, id.parse().ok()?))
            }
            _ => None,
        }
    }

    pub fn parse_pk(pk: &str) -> Option<&str> {
        parse_id(pk, "USER")
    }

    pub fn parse_review<'t>(pk: &'t str, sk: &'t str) -> Option<(&'t str, &'t str)> {
        Some((parse_id(pk, "PRODUCT")?, parse_id(sk, "REVIEW")?))
    }

    #[inline]
    fn parse_id<'t>(text: &'t str, first: &str) -> Option<&'t str> {
        let mut parts = text.split('#');
        match (parts.next()?, parts.next()?, parts.next()) {
            (literal, id, None) if literal == first => Some(id),
            _ => None,
        }
    }
}

/// Allocates and copies the finished strings.
pub fn floor(pk: &str, sk: &str) -> (String, String) {
    (pk.into(), sk.into())
}
