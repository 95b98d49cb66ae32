//! Keys in tables that other programs filled: times, cases, alphabets and separators that are not
//! this crate's defaults.

use crate::listed::printed;
use std::ops::{Bound, RangeBounds};

use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyErrorKind, KeyPart, ParseErrorKind};
use jiff::Timestamp;
use uuid::Uuid;

fn at(text: &str) -> Timestamp {
    text.parse().expect("a timestamp")
}

/// Returns the strings of a condition: the partition, then what the sort key is compared with.
fn texts(condition: &KeyCondition) -> Vec<String> {
    condition.values().map(|(_, value)| value.as_str().to_owned()).collect()
}

/// The tables on this page.
pub(crate) const SCHEMAS: [(&str, &ddbkey::schema::TableSchema); 4] = [
    ("pages", alphabets::SCHEMA),
    ("gateway", prefixes::SCHEMA),
    ("revisions", advised::REVISIONS),
    ("music", advised::MUSIC),
];

mod times {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("USAGE", tenant, "{at:%Y%m}")]
    #[sk("{at:epoch_ms}", id)]
    #[gsi("log", pk = ("LOG", "{at:%Y-%m-%d-%H}"), sk = ("{at:rfc3339}", id))]
    #[gsi("by_time", pk = [tenant as "t"], sk = ["{at:epoch}" as "seconds", id as "i"])]
    #[gsi("named", pk = ("N", "{at:%Y-%m-%d}"), sk = ("{at:%Y-%m-%dT%H:%M:%SZ}"))]
    struct Usage {
        tenant: String,
        at: Timestamp,
        id: String,
    }

    fn usage() -> Usage {
        Usage { tenant: "t1".into(), at: at("2024-12-01T10:30:00.123456Z"), id: "i".into() }
    }

    #[test]
    fn build_and_parse() {
        let usage = usage();
        let keys = usage.keys().unwrap();
        let texts: Vec<_> = keys.iter().map(|(name, value)| (name, value.into_string())).collect();
        let expected = [
            ("pk", "USAGE#t1#202412"),
            ("sk", "1733049000123#i"),
            ("logpk", "LOG#2024-12-01-10"),
            ("logsk", "2024-12-01T10:30:00.123456+00:00#i"),
            ("t", "t1"),
            ("seconds", "1733049000"),
            ("i", "i"),
            ("namedpk", "N#2024-12-01"),
            ("namedsk", "2024-12-01T10:30:00Z"),
        ];
        assert_eq!(texts, expected.map(|(name, text)| (name, text.to_owned())));
        assert!(keys.get("seconds").is_some());
        let key = Usage::parse_key("USAGE#t1#202412", "1733049000123#i").unwrap();
        assert_eq!(key.at, at("2024-12-01T10:30:00.123Z"), "the finer of its two texts");
        let key = Usage::parse_by_time("t1", ["-1", "i"]).unwrap();
        assert_eq!(key.at, at("1969-12-31T23:59:59Z"));
        for sk in ["1733049000123", "733049000123#i", "01733049000123#i", "17330490001234#i"] {
            assert!(Usage::parse_sk(sk).is_err(), "{sk}");
        }
        // The month before.
        let other = Usage::parse_key("USAGE#t1#202411", "1733049000123#i");
        assert!(
            matches!(other, Err(error) if error.kind() == ParseErrorKind::Mismatch),
            "{other:?}"
        );
    }

    #[test]
    fn what_lies_outside_is_out_of_range() {
        for time in ["1969-12-31T23:59:59.999Z", "2286-11-20T17:46:40Z"] {
            let early = Usage { at: at(time), ..usage() };
            assert!(
                matches!(early.sk(), Err(error) if error.kind() == KeyErrorKind::OutOfRange),
                "{time}"
            );
            assert!(early.by_time().keys().is_ok(), "a number has every year");
        }
    }

    #[test]
    fn query() {
        let pk = UsagePk { tenant: "t1", at: usage().at };
        let from = at("2024-12-01T10:30:00.1239Z");
        let range = Usage::query(pk).at_in(from..).build().unwrap();
        assert!(range.matches("USAGE#t1#202412", "1733049000123#i"), "in which the start falls");
        assert!(!range.matches("USAGE#t1#202412", "1733049000122#i"));
        let start = Usage::query(pk).at_starting_with("17330").build().unwrap();
        assert!(start.matches("USAGE#t1#202412", "1733049000123#i"));

        let by_time = || Usage::query_by_time(UsageByTimePk { tenant: "t1" });
        let before = by_time().at_in(..at("1970-01-01T00:00:00.5Z")).build().unwrap();
        assert!(before.matches("t1", ["0", "i"]) && before.matches("t1", ["-5", "i"]));
        assert!(!before.matches("t1", ["1", "i"]));

        let log = Usage::query_log(UsageLogPk { at: usage().at });
        let second = log.at_in(at("2024-12-01T10:30:00Z")..at("2024-12-01T10:30:01Z"));
        let second = second.build().unwrap();
        let pk = "LOG#2024-12-01-10";
        assert!(second.matches(pk, "2024-12-01T10:30:00+00:00#i"));
        assert!(second.matches(pk, "2024-12-01T10:30:00.123456+00:00#i"));
        assert!(!second.matches(pk, "2024-12-01T10:30:01+00:00#i"));
        assert!(!second.matches(pk, "2024-12-01T10:29:59.999+00:00#i"));
    }

    #[test]
    fn buckets() {
        let range = || at("2024-11-30T23:30:00Z")..at("2024-12-01T01:00:00Z");
        let months: Vec<_> = UsagePk::at_buckets(range()).collect();
        assert_eq!(months, [at("2024-11-01T00:00:00Z"), at("2024-12-01T00:00:00Z")]);
        assert_eq!(UsageLogPk::at_buckets(range()).count(), 2, "hours");
        assert_eq!(UsageNamedPk::at_buckets(range()).count(), 2, "days");
    }

    #[test]
    fn the_schema_names_what_is_stored() {
        let schema = printed(Usage::SCHEMA);
        for text in
            ["time %Y%m}", "integer 013}", "timestamp +00:00}", ": date}", ": timestamp .0}"]
        {
            assert!(schema.contains(text), "{text} in {schema}");
        }
    }
}

/// Days of timestamps, asked for by dates.
mod days {
    use super::*;
    use ddbkey::part::midnight;

    macro_rules! days {
        ($($test:ident: $timestamp:ty, $date:expr;)+) => {$(
            #[test]
            fn $test() {
                #[derive(DdbKeys)]
                #[pk("SHOP", shop)]
                #[sk("{at:day}", id)]
                #[gsi("gsi1" as by_day, pk = ("SALES", "{at:day}"), sk = (id))]
                struct Sale {
                    shop: String,
                    at: $timestamp,
                    id: String,
                }

                let midnight = |day| midnight($date(day)).unwrap();
                let pk = SaleByDayPk { at: midnight(1) };
                assert_eq!(pk.build().unwrap(), "SALES#2024-12-01");

                let sales = || Sale::query(SalePk { shop: "s1" });
                let day = sales().at(midnight(1)).build().unwrap();
                assert_eq!(texts(&day), ["SHOP#s1", "2024-12-01#"]);
                let days = sales().at_in(midnight(1)..=midnight(2)).build().unwrap();
                let is_in = |sk| days.matches("SHOP#s1", sk);
                assert!(is_in("2024-12-01#i") && is_in("2024-12-02#i"));
                assert!(!is_in("2024-11-30#i") && !is_in("2024-12-03#i"));
            }
        )+};
    }

    days! {
        of_chrono: chrono::DateTime<chrono::Utc>,
            |day| chrono::NaiveDate::from_ymd_opt(2024, 12, day).unwrap();
        of_jiff: Timestamp, |day| jiff::civil::date(2024, 12, day);
        of_time: time::OffsetDateTime,
            |day| time::Date::from_calendar_date(2024, time::Month::December, day).unwrap();
    }
}

mod fractions {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("DAY", "{at:%Y-%m-%d}")]
    #[sk("{at:%Y-%m-%dT%H-%M-%S-%3fZ}", id)]
    #[gsi("log", pk = ("LOG"), sk = ("{at:%Y-%m-%dT%H:%M:%S.%6f}+0000"))]
    #[gsi("exact", pk = ("EXACT"), sk = ("{at:%Y%m%d%H%M%S%9f}", id))]
    struct Event {
        at: Timestamp,
        id: String,
    }

    fn event() -> Event {
        Event { at: at("2024-12-01T10:30:00.123456789Z"), id: "i".into() }
    }

    #[test]
    fn build_and_parse() {
        let keys = event().keys().unwrap();
        assert_eq!(keys.sk(), Some("2024-12-01T10-30-00-123Z#i"));
        assert_eq!(keys.get("logsk"), Some("2024-12-01T10:30:00.123456+0000"));
        let key = Event::parse_key("DAY#2024-12-01", "2024-12-01T10-30-00-123Z#i").unwrap();
        assert_eq!(key.at, at("2024-12-01T10:30:00.123Z"), "the finer of its two texts");
        let key = Event::parse_log("LOG", "2024-12-01T10:30:00.123456+0000").unwrap();
        assert_eq!(key.at, at("2024-12-01T10:30:00.123456Z"));
        for sk in
            ["2024-12-01T10-30-00-12Z#i", "2024-12-01T10-30-00-1234Z#i", "2024-12-01T10-30-00Z#i"]
        {
            assert!(Event::parse_sk(sk).is_err(), "{sk}");
        }
        let other = Event::parse_key("DAY#2024-12-02", "2024-12-01T10-30-00-123Z#i");
        assert!(matches!(other, Err(error) if error.kind() == ParseErrorKind::Mismatch));
    }

    /// A bound that is more precise than the key includes the row in which it falls.
    #[test]
    fn ranges_are_exact() {
        let pk = EventPk { at: event().at };
        let from = at("2024-12-01T10:30:00.1239Z");
        let range = Event::query(pk).at_in(from..at("2024-12-01T10:30:01Z")).build().unwrap();
        let is_in = |sk| range.matches("DAY#2024-12-01", sk);
        assert!(is_in("2024-12-01T10-30-00-123Z#i") && is_in("2024-12-01T10-30-00-999Z#i"));
        assert!(!is_in("2024-12-01T10-30-00-122Z#i") && !is_in("2024-12-01T10-30-01-000Z#i"));
        let second = Event::query_log(EventLogPk).at_starting_with("2024-12-01T10:30:00.");
        assert!(second.build().unwrap().matches("LOG", "2024-12-01T10:30:00.999999+0000"));
    }

    /// A pattern that has a name is that format.
    #[test]
    fn the_schema_names_what_is_stored() {
        let schema = printed(Event::SCHEMA);
        for text in [
            "{at: time %Y-%m-%dT%H-%M-%S-%3fZ}",
            "{at: time %Y-%m-%dT%H:%M:%S.%6f}+0000",
            "{at: time %Y%m%d%H%M%S%9f}",
        ] {
            assert!(schema.contains(text), "{text} in {schema}");
        }
        assert!(printed(Named::SCHEMA).contains("{at: timestamp .3}"));
    }

    #[derive(DdbKeys)]
    #[pk("{at:%Y-%m-%dT%H:%M:%S.%3fZ}")]
    struct Named {
        at: Timestamp,
    }
}

/// Times that Python, Java and Go wrote.
mod runtimes {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{at:isoformat}", id)]
    #[gsi("zone", pk = ("Z"), sk = ("{at:isoformat}+00:00"))]
    #[gsi("last", pk = ("L"), sk = ("{at:isoformat}"))]
    #[gsi("java", pk = ("J", "{at:instant}"), sk = ("{at:instant}", id))]
    #[gsi("golang" as go, pk = ("G", "{at:rfc3339nano}/{id}"), sk = (id, "{at:rfc3339nano}"))]
    struct Order {
        user_id: String,
        at: Timestamp,
        id: String,
    }

    fn order(time: &str) -> Order {
        Order { user_id: "u1".into(), at: at(time), id: "i".into() }
    }

    #[test]
    fn build_and_parse() {
        let keys = order("2024-12-01T10:30:00.1200005Z").keys().unwrap();
        let texts: Vec<_> = keys.iter().map(|(name, value)| (name, value.into_string())).collect();
        let expected = [
            ("pk", "USER#u1"),
            ("sk", "ORDER#2024-12-01T10:30:00.120000#i"),
            ("zonepk", "Z"),
            ("zonesk", "2024-12-01T10:30:00.120000+00:00"),
            ("lastpk", "L"),
            ("lastsk", "2024-12-01T10:30:00.120000"),
            ("javapk", "J#2024-12-01T10:30:00.120000500Z"),
            ("javask", "2024-12-01T10:30:00.120000500Z#i"),
            ("golangpk", "G#2024-12-01T10:30:00.1200005Z/i"),
            ("golangsk", "i#2024-12-01T10:30:00.1200005Z"),
        ];
        assert_eq!(texts, expected.map(|(name, text)| (name, text.to_owned())));
        let key = Order::parse_sk("ORDER#2024-12-01T10:30:00.120000#i").unwrap();
        assert_eq!(key.at, at("2024-12-01T10:30:00.12Z"));
        for sk in [".12#i", ".120#i", ".000000#i", ".#i", "Z#i", ".1200000#i"] {
            let sk = format!("ORDER#2024-12-01T10:30:00{sk}");
            assert!(Order::parse_sk(&sk).is_err(), "{sk}");
        }
    }

    /// Rows without fraction digits sort before rows of the same second with some, at the end of a key and before `#` and `+`.
    #[test]
    fn ranges_are_exact() {
        const TIMES: [&str; 8] = [
            "2024-12-01T10:29:59.999999Z",
            "2024-12-01T10:30:00Z",
            "2024-12-01T10:30:00.000001Z",
            "2024-12-01T10:30:00.0000015Z",
            "2024-12-01T10:30:00.5Z",
            "2024-12-01T10:30:00.999999999Z",
            "2024-12-01T10:30:01Z",
            "2024-12-01T10:30:01.1Z",
        ];
        let floor = |time| Timestamp::from_microsecond(at(time).as_microsecond()).unwrap();
        let ends = |time| [Bound::Included(at(time)), Bound::Excluded(at(time)), Bound::Unbounded];
        for (from, to) in TIMES.iter().flat_map(|from| TIMES.iter().map(move |to| (*from, *to))) {
            for (start, end) in ends(from).into_iter().flat_map(|one| ends(to).map(|to| (one, to)))
            {
                let range = (start, end);
                let table = Order::query(OrderPk { user_id: "u1" }).at_in(range).build();
                let zone = Order::query_zone(OrderZonePk).at_in(range).build();
                let last = Order::query_last(OrderLastPk).at_in(range).build();
                for row in TIMES {
                    // A bound between two microseconds, or an excluded start, includes the row in which it falls.
                    let is_after = match start {
                        Bound::Unbounded => true,
                        Bound::Included(_) | Bound::Excluded(_) => floor(row) >= floor(from),
                    };
                    let is_before = match end {
                        Bound::Unbounded => true,
                        Bound::Excluded(end) if end == floor(to) => floor(row) < end,
                        Bound::Included(_) | Bound::Excluded(_) => floor(row) <= floor(to),
                    };
                    let both = matches!((start, end), (Bound::Included(_), Bound::Included(_)));
                    let is_empty = ![start, end].contains(&Bound::Unbounded)
                        && (at(from) > at(to) || (from == to && !both));
                    let expected = is_after && is_before && !is_empty;
                    let keys = order(row).keys().unwrap();
                    for (condition, pk, sk) in [
                        (&table, "pk", "sk"),
                        (&zone, "zonepk", "zonesk"),
                        (&last, "lastpk", "lastsk"),
                    ] {
                        let (pk, sk) = (keys.get(pk).unwrap(), keys.get(sk).unwrap());
                        let found = condition.as_ref().is_ok_and(|range| range.matches(pk, sk));
                        assert_eq!(found, expected, "{sk} in {range:?}");
                    }
                }
            }
        }
    }

    /// A format that does not sort has queries by value and by prefix.
    #[test]
    fn query() {
        let time = at("2024-12-01T10:30:00.12Z");
        let exact = Order::query_java(OrderJavaPk { at: time }).at(time).build().unwrap();
        assert_eq!(texts(&exact), ["J#2024-12-01T10:30:00.120Z", "2024-12-01T10:30:00.120Z#"]);
        let pk = OrderGoPk { at: time, id: "i" };
        let second = Order::query_go(pk).id("i").at_starting_with("2024-12-01T10:30:00").build();
        assert_eq!(texts(&second.unwrap())[1], "i#2024-12-01T10:30:00");
    }

    #[test]
    fn the_schema_names_what_is_stored() {
        let schema = printed(Order::SCHEMA);
        for text in ["timestamp isoformat}", "timestamp instant}", "timestamp rfc3339nano}"] {
            assert!(schema.contains(text), "{text} in {schema}");
        }
    }

    #[derive(DdbKeys)]
    #[pk("P", "{at:isoformat}/{id}")]
    #[sk("{at:%Y-%m-%dT%H:%M:%S.%3fZ}")]
    #[gsi("gsi1", pk = ("{at:.3}"), sk = ("{at:isoformat}"))]
    struct Both {
        at: Timestamp,
        id: String,
    }

    #[derive(DdbKeys)]
    #[ddb(separator = "|")]
    #[pk("PET", pet)]
    #[sk("VISIT2", at, id)]
    #[was("v1", sk = ("VISIT", "{at:isoformat}", id))]
    struct Visit {
        pet: String,
        at: Timestamp,
        id: String,
    }

    /// A legacy key is declared in its stored form, even if its times do not sort. It then has no range of them.
    #[test]
    fn a_legacy_key_has_a_time_before_a_bar() {
        let visit = |time: &str| Visit { pet: "rex".into(), at: at(time), id: "i".into() };
        for (time, stored) in [
            ("2024-12-01T10:30:00Z", "VISIT|2024-12-01T10:30:00|i"),
            ("2024-12-01T10:30:00.12Z", "VISIT|2024-12-01T10:30:00.120000|i"),
        ] {
            let visit = visit(time);
            assert_eq!(visit.v1().sk().unwrap(), stored);
            let key = Visit::parse_v1("PET|rex", stored).unwrap();
            assert_eq!((key.pet, key.at, key.id), ("rex", at(time), "i"));
            let query = || Visit::query_v1(VisitPk { pet: "rex" }).at(at(time));
            for query in [query().build(), query().id_in("h".."j").build()] {
                assert!(query.unwrap().matches("PET|rex", stored));
            }
        }
        let at_half_past = Visit::query_v1(VisitPk { pet: "rex" })
            .at_starting_with("2024-12-01T10:30")
            .build()
            .unwrap();
        assert!(at_half_past.matches("PET|rex", "VISIT|2024-12-01T10:30:00.120000|i"));
    }

    /// In a partition key nothing sorts, so anything may follow. If both keys have different formats, the less precise one
    /// decides.
    #[test]
    fn a_time_is_in_both_keys() {
        let both = Both { at: at("2024-12-01T10:30:00.1234567Z"), id: "i".into() };
        let (pk, sk) = (both.pk().unwrap(), both.sk().unwrap());
        let key = Both::parse_key(&pk, &sk).unwrap();
        assert_eq!(
            (&*pk, key.at),
            ("P#2024-12-01T10:30:00.123456/i", at("2024-12-01T10:30:00.123456Z"))
        );
        let key =
            Both::parse_gsi1("2024-12-01T10:30:00.123Z", "2024-12-01T10:30:00.123456").unwrap();
        assert_eq!(key.at, at("2024-12-01T10:30:00.123456Z"), "the finer");
        assert!(Both::parse_key(&pk, "2024-12-01T10:30:00.124Z").is_err());
    }
}

mod dates {
    use jiff::civil::{Date, date};

    use super::*;

    #[derive(DdbKeys)]
    #[pk("DAY", "{day:%Y%m%d}")]
    #[sk("{day:%Y-%m-%d}")]
    #[gsi("gsi1", pk = ("M", "{day:%Y.%m.}"), sk = (day))]
    struct Day {
        day: Date,
    }

    /// A named format writes that format, and a day of a date is the date.
    #[test]
    fn build_parse_and_query() {
        let row = Day { day: date(2024, 2, 29) };
        let (pk, sk) = (row.pk().unwrap(), row.sk().unwrap());
        assert_eq!((&*pk, &*sk), ("DAY#20240229", "2024-02-29"));
        assert_eq!(Day::parse_key(&pk, &sk), Ok(DayKey { day: row.day }));
        assert!(Day::parse_key("DAY#20240228", &sk).is_err());
        assert!(Day::parse_pk("DAY#20230229").is_err());
        assert_eq!(Day::parse_gsi1("M#2024.02.", "2024-02-29").unwrap().day, row.day);
        let query = Day::query_gsi1(DayGsi1Pk { day: row.day });
        let week = query.day_in(date(2024, 2, 26)..date(2024, 3, 4)).build().unwrap();
        assert!(week.matches("M#2024.02.", "2024-02-29"));
        let months = DayGsi1Pk::day_buckets(date(2024, 2, 26)..date(2024, 3, 4));
        assert_eq!(months.collect::<Vec<_>>(), [date(2024, 2, 1), date(2024, 3, 1)]);
    }
}

mod cases {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("EMAIL", "{email:lower}")]
    #[sk("BRAND", "{brand:upper}v{version:02}")]
    #[gsi("gsi1", pk = ("B"), sk = ("{brand:lower}"))]
    struct Watch {
        email: String,
        brand: String,
        version: u8,
    }

    fn watch(email: &str, brand: &str) -> Watch {
        Watch { email: email.into(), brand: brand.into(), version: 7 }
    }

    #[test]
    fn are_folded() {
        let watch = watch("Ann@X.org", "Straße");
        assert_eq!(watch.pk().unwrap(), "EMAIL#ann@x.org");
        assert_eq!(watch.sk().unwrap(), "BRAND#STRASSEv07");
        let key = Watch::parse_key("EMAIL#ann@x.org", "BRAND#STRASSEv07").unwrap();
        assert_eq!((key.email, key.brand), ("ann@x.org", "STRASSE"));
        assert!(Watch::parse_pk("EMAIL#Ann@x.org").is_err());
        assert_eq!(WatchPk { email: "ΟΔΟΣ" }.build().unwrap(), "EMAIL#οδος");
    }

    #[test]
    fn are_checked_as_they_are_stored() {
        // In upper case, no `v` is left that could be taken for the literal.
        assert_eq!(watch("a", "volvo").sk().unwrap(), "BRAND#VOLVOv07");
        assert!(
            matches!(watch("a#b", "x").pk(), Err(error) if error.kind() == KeyErrorKind::Separator)
        );
        assert!(matches!(watch("", "x").pk(), Err(error) if error.kind() == KeyErrorKind::Empty));
        let long = watch(&"ŉ".repeat(10), &"ŉ".repeat(400));
        assert!(
            matches!(long.sk(), Err(error) if error.kind() == KeyErrorKind::TooLong),
            "three bytes each"
        );
    }

    #[test]
    fn query() {
        let exact = Watch::query(WatchPk { email: "ANN@x.org" }).brand("Omega").build().unwrap();
        assert_eq!(texts(&exact), ["EMAIL#ann@x.org", "BRAND#OMEGAv"]);
        let all = Watch::query_gsi1(WatchGsi1Pk);
        assert_eq!(texts(&all.brand_starting_with("ΟΔΟΣ").build().unwrap()), ["B", "οδοσ"]);
        let range = Watch::query_gsi1(WatchGsi1Pk).brand_in("M".."Z").build().unwrap();
        assert!(range.matches("B", "omega") && !range.matches("B", "a"));
    }

    #[derive(DdbKeys)]
    #[pk("USER", "{*email:lower}")]
    #[sk("NAME", "{*name():upper}" -> &str)]
    #[gsi("gsi1", pk = ("PATH"), sk = ("{*path:lower}"))]
    struct Rest {
        email: String,
        path: String,
    }

    impl Rest {
        fn name(&self) -> &str {
            self.path.rsplit('/').next().unwrap_or_default()
        }
    }

    /// The rest includes separators.
    #[test]
    fn the_rest_of_a_key_has_a_case() {
        let row = Rest { email: "Ann#1@X.org".into(), path: "A#B/Σ#ΟΔΟΣ".into() };
        let keys = row.keys().unwrap();
        assert_eq!(keys.pk(), "USER#ann#1@x.org");
        assert_eq!(keys.sk(), Some("NAME#Σ#ΟΔΟΣ"));
        assert_eq!(keys.get("gsi1sk"), Some("a#b/σ#οδος"));
        let key = Rest::parse_key(keys.pk(), "NAME#Σ#ΟΔΟΣ").unwrap();
        assert_eq!((key.email, key.name), ("ann#1@x.org", "Σ#ΟΔΟΣ"));
        for pk in ["USER#Ann#1@x.org", "USER#ann#1@x.orG", "USER#"] {
            assert!(Rest::parse_pk(pk).is_err(), "{pk}");
        }
        let start = Rest::query_gsi1(RestGsi1Pk).path_starting_with("A#B/ΣΑΣ").build().unwrap();
        assert_eq!(texts(&start), ["PATH", "a#b/σασ"]);
        let range = Rest::query_gsi1(RestGsi1Pk).path_in("A#B".."A#C").build().unwrap();
        assert!(range.matches("PATH", "a#b/x") && !range.matches("PATH", "a#c"));
        let empty = Rest { email: String::new(), path: "a".into() };
        assert!(matches!(empty.pk(), Err(error) if error.kind() == KeyErrorKind::Empty));
        let schema = printed(Rest::SCHEMA);
        assert!(schema.contains("{*email: text lower}"), "{schema}");
    }

    /// No separator ends it: every string of one case is a key, and no other.
    #[test]
    fn the_rest_of_a_key_is_any_text_of_its_case() {
        let texts = ["a", "A", "#", "##", "a#", "#A", "é#", "É#", "ŉ", "\0", "a\0#\u{10FFFF}"];
        for text in texts {
            let row = Rest { email: text.into(), path: text.into() };
            let pk = row.pk().unwrap();
            assert_eq!(pk, format!("USER#{}", text.to_lowercase()));
            assert_eq!(
                Rest::parse_pk(&pk).map(|key| key.email.to_owned()),
                Ok(text.to_lowercase())
            );
            let other = format!("USER#{text}");
            assert_eq!(Rest::parse_pk(&other).is_ok(), other == pk, "{other}");
            let sk = row.sk().unwrap();
            assert_eq!(sk, format!("NAME#{}", text.to_uppercase()));
            assert_eq!(Rest::parse_sk(&sk).unwrap().name, text.to_uppercase());
        }
    }

    /// Ranges compare the stored string, whatever the case of their bounds.
    #[test]
    fn ranges_are_exact() {
        let names = ["a", "a\0", "ann", "ann\0", "anna", "b", "bob", "ΣΑΣ"];
        let rows = names.map(str::to_lowercase);
        let bounds = ["A", "a\0", "Ann", "aNN\0", "ANNA", "B", "C", "σας"];
        let ends = |bound| [Bound::Included(bound), Bound::Excluded(bound), Bound::Unbounded];
        for (from, to) in bounds.iter().flat_map(|from| bounds.iter().map(move |to| (*from, *to))) {
            for from in ends(from) {
                for to in ends(to) {
                    let stored = (from.map(str::to_lowercase), to.map(str::to_lowercase));
                    let range = Watch::query_gsi1(WatchGsi1Pk).brand_in((from, to)).build();
                    let matches =
                        |row: &str| range.as_ref().is_ok_and(|range| range.matches("B", row));
                    for row in &rows {
                        assert_eq!(matches(row), stored.contains(row), "{from:?} {to:?} {row:?}");
                    }
                }
            }
        }
        for empty in [
            (Bound::Excluded("ann"), Bound::Included("Ann")),
            (Bound::Included("ann"), Bound::Excluded("Ann")),
            (Bound::Excluded("A"), Bound::Excluded("a\0")),
        ] {
            let range = Watch::query_gsi1(WatchGsi1Pk).brand_in(empty).build();
            assert!(
                matches!(range, Err(error) if error.kind() == KeyErrorKind::EmptyRange),
                "{empty:?}"
            );
        }
    }
}

mod alphabets {
    use super::*;

    #[derive(KeyPart)]
    #[key_part(ascii = "0-9a-f", len = 24)]
    struct ObjectId(String);

    #[derive(KeyPart)]
    #[key_part(ascii = "A-Za-z0-9_-", len = 8..=64, check = NanoId::is_valid)]
    struct NanoId(String);

    impl NanoId {
        fn is_valid(text: &str) -> bool {
            !text.starts_with('_')
        }
    }

    #[derive(KeyPart)]
    #[key_part(ascii = "0-9A-Za-z")]
    struct Slug(String);

    #[derive(DdbKeys)]
    #[pk("PB", id)]
    #[sk(id, "{slug:lower}")]
    struct Page {
        id: ObjectId,
        slug: Slug,
    }

    #[derive(DdbKeys)]
    #[pk("PB", "P")]
    #[sk("N", nano)]
    struct Published {
        nano: NanoId,
    }

    #[derive(DdbKeys)]
    #[pk("PB", "L")]
    #[sk("N", nano)]
    struct Latest {
        nano: NanoId,
    }

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Pages::SCHEMA;

    /// This compiles because no id is `P` or `L`.
    #[derive(DdbTable)]
    enum Pages {
        Page(Page),
        Published(Published),
        Latest(Latest),
    }

    const ID: &str = "0123456789abcdef01234567";

    #[test]
    fn build_and_parse() {
        let page = Page { id: ObjectId(ID.into()), slug: Slug("HeLLo".into()) };
        let (pk, sk) = (page.pk().unwrap(), page.sk().unwrap());
        assert_eq!((&*pk, &*sk), (&*format!("PB#{ID}"), &*format!("{ID}#hello")));
        assert!(matches!(Pages::parse_key(&pk, &sk), Ok(PagesKey::Page(_))));
        assert!(matches!(Pages::parse_key("PB#P", "N#a_234567"), Ok(PagesKey::Published(_))));
        for id in
            ["0123456789abcdef0123456", "0123456789abcdef012345678", "0123456789ABCDEF01234567"]
        {
            let built = PagePk { id: ObjectIdRef::new(id) }.build();
            assert!(
                matches!(built, Err(error) if error.kind() == KeyErrorKind::OutOfRange),
                "{id}"
            );
            assert!(Page::parse_pk(&format!("PB#{id}")).is_err(), "{id}");
        }
        assert!(
            matches!(PagePk { id: ObjectIdRef::new("") }.build(), Err(error) if error.kind() == KeyErrorKind::Empty)
        );
        let error = Page::parse_pk("PB#abc").unwrap_err().to_string();
        assert!(error.ends_with("is not a valid `ObjectId`, 24 characters of `0-9a-f`"), "{error}");
        for (nano, is_valid) in [("a_234567", true), ("_1234567", false), ("1234567", false)] {
            assert_eq!(
                PublishedSk { nano: NanoIdRef::new(nano) }.build().is_ok(),
                is_valid,
                "{nano}"
            );
            assert_eq!(Published::parse_sk(&format!("N#{nano}")).is_ok(), is_valid, "{nano}");
        }
    }

    /// A reader of the message knows what to look for, without having seen the value.
    #[test]
    fn a_character_outside_the_alphabet_is_not_out_of_range() {
        let error = |id: &str| PagePk { id: ObjectIdRef::new(id) }.build().unwrap_err();
        for id in [&ID.replace('a', "A"), "secret", "#"] {
            assert_eq!(
                (error(id).kind(), error(id).part()),
                (KeyErrorKind::OutOfRange, Some("id"))
            );
            let shown =
                "partition key of `Page` (`PB#{id}`): `id` has a character outside `0-9a-f`";
            assert_eq!(error(id).to_string(), shown);
        }
        assert_eq!(error("abc").reason().to_string(), "`id` is out of range");
        let nano = PublishedSk { nano: NanoIdRef::new("_1234567") }.build().unwrap_err();
        assert_eq!(nano.reason().to_string(), "`nano` is out of range");
    }

    #[test]
    fn a_fixed_length_has_order_in_the_middle_of_a_sort_key() {
        let (pk, other) = (format!("PB#{ID}"), "f".repeat(24));
        let id = ObjectIdRef::new(ID);
        let from = Page::query(PagePk { id }).id_in(id..ObjectIdRef::new(&other)).build().unwrap();
        assert!(from.matches(&*pk, &*format!("{ID}#hello")));
        assert!(!from.matches(&*pk, &*format!("{other}#hello")));
        let slug = Page::query(PagePk { id }).id(id).slug_starting_with("HE").build().unwrap();
        assert_eq!(texts(&slug), [pk, format!("{ID}#he")]);
    }

    #[test]
    fn a_case_leaves_the_letters_of_the_case() {
        let sk = |slug| PageSk { id: ObjectIdRef::new(ID), slug: SlugRef::new(slug) };
        assert_eq!(sk("ABC").build().unwrap(), format!("{ID}#abc"));
        assert!(Page::parse_sk(&format!("{ID}#Abc")).is_err());
        assert!(sk("a-b").build().is_err() && sk("é").build().is_err());
        let error = sk("a-b").build().unwrap_err();
        assert_eq!(error.reason().to_string(), "`slug` has a character outside `0-9A-Za-z`");
    }
}

mod separators {
    use super::*;

    #[derive(DdbKeys)]
    #[ddb(separator = "-")]
    #[pk("U", id)]
    #[sk("E", child, "{n:04}")]
    struct Hyphens {
        id: Uuid,
        child: Uuid,
        n: u16,
    }

    #[derive(DdbKeys)]
    #[ddb(separator = ":")]
    #[pk("API")]
    #[sk("{at:.3}", "{id}-{n:04}")]
    struct Colons {
        at: Timestamp,
        id: Uuid,
        n: u16,
    }

    #[test]
    fn are_read_by_width() {
        let (id, child) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let row = Hyphens { id, child, n: 7 };
        let (pk, sk) = (row.pk().unwrap(), row.sk().unwrap());
        assert_eq!(sk, format!("E-{child}-0007"));
        assert_eq!(Hyphens::parse_key(&pk, &sk).unwrap(), HyphensKey { id, child, n: 7 });
        for sk in [format!("E-{child}0007"), format!("E-{child}-0007-"), format!("E-{child}--007")]
        {
            assert!(Hyphens::parse_sk(&sk).is_err(), "{sk}");
        }
        let row = Colons { at: at("2024-12-01T10:30:00.123Z"), id, n: 3 };
        let sk = row.sk().unwrap();
        assert_eq!(sk, format!("2024-12-01T10:30:00.123Z:{id}-0003"));
        assert_eq!(Colons::parse_sk(&sk).unwrap(), ColonsSk { at: row.at, id, n: 3 });
    }

    #[test]
    fn query() {
        let (id, child) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let query = || Hyphens::query(HyphensPk { id });
        let part = query().child_starting_with("00000000-0000").build().unwrap();
        assert_eq!(texts(&part)[1], "E-00000000-0000");
        let past = query().child_starting_with(&format!("{child}-0")).build();
        assert!(
            matches!(past, Err(error) if error.kind() == KeyErrorKind::EmptyRange),
            "no UUID goes on: {past:?}"
        );
        let range = query().child_in(child..=child).build().unwrap();
        let pk = format!("U-{id}");
        assert!(range.matches(&*pk, &*format!("E-{child}-0007")));
        assert!(!range.matches(&*pk, &*format!("E-{}-0007", Uuid::from_u128(3))));
        let at = at("2024-12-01T10:30:00Z");
        let colons = Colons::query(ColonsPk).at(at).id_starting_with(&format!("{id}-0")).build();
        assert!(
            matches!(colons, Err(error) if error.kind() == KeyErrorKind::EmptyRange),
            "{colons:?}"
        );
    }
}

mod nested {
    use super::*;

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{number:05}")]
    #[gsi("gsi1", pk = ("ALL"), sk = sk)]
    struct Order {
        user_id: String,
        number: u32,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{number:05}", "ITEM", "{line:02}")]
    #[gsi("gsi1", pk = ("ALL"), sk = sk)]
    struct Item {
        user_id: String,
        number: u32,
        line: u8,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("PROFILE")]
    struct Profile {
        user_id: String,
    }

    #[test]
    fn are_the_rows_below() {
        let item = Item { user_id: "u1".into(), number: 7, line: 1 };
        let (pk, sk) = (item.pk().unwrap(), item.sk().unwrap());
        let order = || Order::query(OrderPk { user_id: "u1" }).number(7);
        let below = order().nested().build().unwrap();
        assert_eq!(texts(&below), ["USER#u1", "ORDER#00007#"]);
        assert!(below.matches(&*pk, &*sk) && !below.matches(&*pk, "ORDER#00007"));
        assert_eq!(order().descending().nested().build(), Ok(below.descending()));
        let profile = Profile::query(ProfilePk { user_id: "u1" });
        assert_eq!(texts(&profile.nested().build().unwrap()), ["USER#u1", "PROFILE#"]);
        let all = Order::query_gsi1(OrderGsi1Pk).number(7).nested().build().unwrap();
        assert_eq!(all.index_name(), Some("gsi1"));
        assert!(all.matches("ALL", &*sk) && !all.matches("ALL", "ORDER#00007"));
        // An error of a part stays.
        let error = Order::query(OrderPk { user_id: "u1" }).number(100_000).nested().build();
        assert!(matches!(error, Err(error) if error.kind() == KeyErrorKind::OutOfRange));
    }
}

mod prefixes {
    use super::*;

    /// Without the prefix, its key would be `ApiKey`.
    #[derive(DdbKeys)]
    #[ddb(prefix = ApiItem)]
    #[pk("API", id)]
    #[sk("API")]
    #[gsi("gsi1" as by_name, pk = ("NAME", name), sk = (id))]
    struct Api {
        id: String,
        name: String,
    }

    #[derive(DdbKeys)]
    #[pk("API", api)]
    #[sk("KEY", id)]
    struct ApiKey {
        api: String,
        id: String,
    }

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Gateway::SCHEMA;

    #[derive(DdbTable)]
    enum Gateway {
        Api(Api),
        ApiKey(ApiKey),
    }

    #[test]
    fn name_what_is_generated() {
        let key: ApiItemKey<'_> = Api::parse_key("API#a1", "API").unwrap();
        assert_eq!(key.pk().unwrap(), "API#a1");
        let by_name = ApiItemByName { name: "n", id: "a1" };
        assert_eq!(Api::parse_by_name("NAME#n", "a1"), Ok(by_name));
        assert!(matches!(Gateway::parse_key("API#a1", "API"), Ok(GatewayKey::Api(_))));
        let api_key = ApiKey { api: "a1".into(), id: "k".into() };
        let (pk, sk) = (api_key.pk().unwrap(), api_key.sk().unwrap());
        assert!(matches!(Gateway::parse_key(&pk, &sk), Ok(GatewayKey::ApiKey(_))));
        assert_eq!(Api { id: "a1".into(), name: "n".into() }.pk().unwrap(), "API#a1");
    }
}

/// What the messages advise for keys that a table already holds.
mod advised {
    use super::*;

    /// A separator of two characters, and one that does not print.
    #[derive(DdbKeys)]
    #[pk("{tenant}::{day}")]
    #[sk("{tenant}\u{1f}{id}")]
    struct Joined {
        tenant: String,
        day: u8,
        id: String,
    }

    #[test]
    fn separators_of_any_text() {
        let joined = Joined { tenant: "t1".into(), day: 7, id: "i".into() };
        assert_eq!(
            (joined.pk().unwrap(), joined.sk().unwrap()),
            ("t1::7".into(), "t1\u{1f}i".into())
        );
        assert_eq!(Joined::parse_key("t1::7", "t1\u{1f}i").unwrap(), joined.key());
        assert!(JoinedPk { tenant: "t1:", day: 7 }.build().is_err());
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Role {
        #[key_part(rename = "USER#ADMIN")]
        Admin,
        #[key_part(rename = "USER")]
        User,
    }

    #[derive(KeyPart)]
    #[key_part(ascii = "0-9a-f", len = 16)]
    struct Digest(String);

    #[derive(DdbKeys)]
    #[pk("FILE", digest, "{us:016}")]
    #[sk("ROLE", "{*role}")]
    #[gsi("times", pk = ("{at:%Y-%m-%dT%H:%M:%S}"), sk = ("{exact:.3}"))]
    #[gsi("scopes", pk = ("{*scope()}" -> Option<&str>), sk = ("{build_number:05}"))]
    struct Texts {
        digest: Digest,
        us: u64,
        role: Role,
        at: Timestamp,
        exact: Timestamp,
        client: Option<String>,
        build_number: u32,
    }

    impl Texts {
        fn scope(&self) -> Option<&str> {
            self.client.as_deref()
        }
    }

    #[test]
    fn texts_of_their_own() {
        let instant = at("2024-12-01T10:30:00.123Z");
        let texts = |role| Texts {
            digest: Digest("00ff00ff00ff00ff".into()),
            us: 1_733_049_000_123_456,
            role,
            at: instant,
            exact: instant,
            client: Some("CLIENT#c1".into()),
            build_number: 7,
        };
        let built = texts(Role::Admin).keys().unwrap();
        let built: Vec<_> = built.iter().map(|(_, value)| value.into_string()).collect();
        let expected = [
            "FILE#00ff00ff00ff00ff#1733049000123456",
            "ROLE#USER#ADMIN",
            "2024-12-01T10:30:00",
            "2024-12-01T10:30:00.123Z",
            "CLIENT#c1",
            "00007",
        ];
        assert_eq!(built, expected);
        for role in [Role::Admin, Role::User] {
            assert_eq!(Texts::parse_sk(&texts(role).sk().unwrap()).unwrap().role, role);
        }
        let TextsScopes { scope, build_number } =
            Texts::parse_scopes("CLIENT#c1", "00007").unwrap();
        assert_eq!((scope, build_number), ("CLIENT#c1", 7));
    }

    /// Numbers that were padded to at least four digits; one has five.
    #[derive(DdbKeys)]
    #[pk("DOC", id)]
    #[sk("REV", "{n:04}")]
    #[was("outgrown", sk = ("REV", "{n:05}"))]
    struct Revision {
        id: String,
        n: u32,
    }

    pub(super) const REVISIONS: &ddbkey::schema::TableSchema = Revisions::SCHEMA;

    #[derive(DdbTable)]
    enum Revisions {
        Revision(Revision),
    }

    #[test]
    fn numbers_that_have_outgrown_their_width() {
        let read = |sk| {
            let RevisionsKey::Revision(key) = Revisions::parse_key("DOC#d", sk).unwrap();
            match key {
                RevisionAnyKey::Current(key) => (key.n, false),
                RevisionAnyKey::Outgrown(key) => (key.n, true),
            }
        };
        assert_eq!([read("REV#0042"), read("REV#10000")], [(42, false), (10_000, true)]);
        let error = Revision::parse_sk("REV#10000").unwrap_err();
        assert_eq!(
            error.to_string(),
            "sort key of `Revision` (`REV#{n:04}`): part `n` is not a zero-padded `u32`",
        );
    }

    #[derive(DdbKeys)]
    #[pk("ALBUM_{id}")]
    struct Album {
        id: String,
    }

    #[derive(DdbKeys)]
    #[pk("ARTIST_{id}")]
    struct Artist {
        id: String,
    }

    pub(super) const MUSIC: &ddbkey::schema::TableSchema = Music::SCHEMA;

    #[derive(DdbTable)]
    enum Music {
        Album(Album),
        Artist(Artist),
    }

    #[test]
    fn literals_that_tell_ids_apart() {
        assert!(matches!(
            Music::parse_key("ALBUM_1", None),
            Ok(MusicKey::Album(AlbumKey { id: "1" }))
        ));
        assert!(matches!(
            Music::parse_key("ARTIST_1", None),
            Ok(MusicKey::Artist(ArtistKey { id: "1" }))
        ));
        for row in [Music::from(Album { id: "1".into() }), Artist { id: "1".into() }.into()] {
            assert!(Music::parse_key(row.keys().unwrap().pk(), None).is_ok());
        }
    }
}
