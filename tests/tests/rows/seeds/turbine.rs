//! Turbine, "key patterns": keys as arrays of parts, and an index for each question.

use ddbkey::schema::{IndexLayout, Layout, TableLayout};
use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyPart};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::row::{Row, texts};
use super::{Outcome, all_keys, condition, entities, keys, text, unknown, without_separator};

entities! {
    #[pk("user", id)] #[sk("profile", email)]
    Contact { id: String, email: String }
    #[pk("post", date, id)]
    ThreeParts { date: Date, id: String }
    #[pk("user")]
    Static {}
    #[pk[number as "pk"]]
    Number { number: u64 }
    #[pk(value() -> &str)]
    Function { source: String }
    #[ddb(table = ByType)] #[pk("user", id)] #[sk("profile")] #[gsi("gsi1", pk = ("user"), sk = sk)]
    User { id: String }
    #[ddb(table = ByType)] #[pk("user", author)] #[sk("post", id)] #[gsi("gsi1", pk = ("post"), sk = sk)]
    Post { id: String, author: String }
    #[pk("user", author)] #[sk("post", "{at:.3}", id)]
    DatedPost { author: String, at: Timestamp, id: String }
    #[pk("user", author)] #[sk("post", id)] #[gsi("gsi1", pk = ("post#id"), sk = (id))]
    PostById { author: String, id: String }
    #[pk("user", author)] #[sk("post", "{at:.3}", id)] #[gsi("gsi1", pk = ("post#feed"), sk = ("{at:.3}", id))]
    FeedPost { author: String, at: Timestamp, id: String }
    // A user without an email address is not in its index, and a user without a name is not in the other.
    #[pk("user", id)] #[sk("profile")]
    #[gsi("gsi1", pk = ("user#email"), sk = (email))] #[gsi("gsi2", pk = ("user#username"), sk = (username))]
    Unique { id: String, email: Option<String>, username: Option<String> }
    #[pk("org", org)] #[sk("team", team, "member", user)]
    Member { org: String, team: String, user: String }
    #[ddb(table = Complete)] #[pk("user", author)] #[sk("post", "{at:.3}", id)]
    #[gsi("by_type", pk = ("post"), sk = sk)] #[gsi("gsi1", pk = ("post#feed"), sk = ("{at:.3}", id))]
    #[gsi("gsi2", pk = ("post#id"), sk = (id))] #[gsi("gsi3", pk = ("post#status", status), sk = ("{at:.3}", id))]
    CompletePost { author: String, at: Timestamp, id: String, status: Status }
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "lowercase")]
enum Status {
    Draft,
    Published,
}

/// A key from a function of the item: here a method that returns the same as an arrow function.
impl Function {
    fn value(&self) -> &str {
        self.source.trim_start_matches("() => ").trim_matches('"')
    }
}

/// The guide's first table: one index, over the attribute `type` and the table's own sort key.
struct ByType;

impl TableLayout for ByType {
    const LAYOUT: Layout =
        Layout::new("pk", Some("sk"), &[IndexLayout::gsi("gsi1", "type", Some("sk"))]);
}

/// The guide's last table, with an index for each question and the type as an index over all.
struct Complete;

impl TableLayout for Complete {
    const LAYOUT: Layout = Layout::new(
        "pk",
        Some("sk"),
        &[
            IndexLayout::gsi("by_type", "type", Some("sk")),
            IndexLayout::gsi("gsi1", "gsi1pk", Some("gsi1sk")),
            IndexLayout::gsi("gsi2", "gsi2pk", Some("gsi2sk")),
            IndexLayout::gsi("gsi3", "gsi3pk", Some("gsi3sk")),
        ],
    );
}

pub fn of(row: &Row<'_>) -> Outcome {
    let name = |name| row.text(name);
    let at = || row.value::<Timestamp>("createdAt");
    match row.description {
        "pk array join" => text(ContactPk { id: name("id") }),
        "sk array join with email" => text(ContactSk { email: name("email") }),
        "array join" => text(ContactPk { id: texts(&row.inputs)[1] }),
        "array join 3 parts" => {
            let parts = texts(&row.inputs);
            text(ThreePartsPk { date: parts[1].parse()?, id: parts[2] })
        }
        "string key" => text(StaticPk),
        "number key stays a number" => {
            let number = row.inputs.as_u64().unwrap();
            assert_eq!(text(NumberPk { number })?, number.to_string());
            Ok(all_keys(&Number { number })?["pk"].clone())
        }
        "function key" => {
            let source = row.inputs.as_str().unwrap().into();
            Ok(Function { source }.pk()?.into())
        }
        "users entity" => all_keys(&User { id: name("id").into() }),
        "posts entity" => {
            all_keys(&Post { id: name("id").into(), author: name("authorId").into() })
        }
        "GSI query by entity type" if name("type") == "user" => {
            by_type(row, User::query_gsi1(UserGsi1Pk).build())
        }
        "GSI query by entity type" => by_type(row, Post::query_gsi1(PostGsi1Pk).build()),
        "one-to-many post" => {
            keys(DatedPostKey { author: name("authorId"), at: at(), id: name("id") })
        }
        "query: posts of a user" => {
            condition(DatedPost::query(DatedPostPk { author: name("userId") }).build())
        }
        "lookup by id GSI (literal contains the delimiter)" => {
            let key = PostByIdGsi1 { id: name("id") };
            let lookup = PostById::query_gsi1(PostByIdGsi1Pk).id(name("id")).build();
            let asked = json!({ "gsi1pk": key.pk()?, "gsi1sk_equals": key.sk()? });
            assert_eq!(condition(lookup)?, asked);
            keys(key)
        }
        "unique email GSI" => {
            let email = Some(name("email").into());
            let user = Unique { id: "u1".into(), email, username: None };
            assert_eq!((user.gsi2(), user.keys()?.get("gsi2pk")), (None, None));
            keys(user.gsi1().unwrap())
        }
        "unique username GSI" => {
            let username = Some(name("username").into());
            let user = Unique { id: "u1".into(), email: None, username };
            assert_eq!((user.gsi1(), user.keys()?.get("gsi1pk")), (None, None));
            keys(user.gsi2().unwrap())
        }
        "global feed GSI" => keys(FeedPostGsi1 { at: at(), id: name("id") }),
        "query: user posts newest first" => {
            let posts = FeedPost::query(FeedPostPk { author: name("userId") });
            newest_first(row, posts.descending().build())
        }
        "query: global feed newest first" => {
            newest_first(row, FeedPost::query_gsi1(FeedPostGsi1Pk).descending().build())
        }
        "hierarchy org > team > member" => {
            keys(MemberKey { org: name("orgId"), team: name("teamId"), user: name("userId") })
        }
        "query: all members of an org" => {
            condition(Member::query(MemberPk { org: name("orgId") }).build())
        }
        "query: members of one team (NO trailing delimiter; also matches a literal that merely starts with \"member\")" =>
        {
            let members = Member::query(MemberPk { org: name("orgId") }).team(name("teamId"));
            without_separator(members.build()?, "team#t1#membership#u1")
        }
        "ISO timestamps sort as strings" => {
            let parse = |at| Ok(FeedPostGsi1 { at: str::parse(at)?, id: "p1" }.sk()?);
            let keys = texts(&row.inputs).into_iter().map(parse);
            let mut keys = keys.collect::<Result<Vec<String>, Box<dyn std::error::Error>>>()?;
            keys.sort();
            Ok(keys.iter().map(|key| key.split('#').next()).collect())
        }
        "complete entity: all indexes" => all_keys(&CompletePost {
            author: name("authorId").into(),
            at: at(),
            id: name("id").into(),
            status: row.part("status"),
        }),
        _ => unknown(row),
    }
}

/// The guide's `pk` is the key of the index, stored as `type`.
fn by_type(row: &Row<'_>, all: Result<KeyCondition, KeyError>) -> Outcome {
    assert_eq!(all.as_ref().unwrap().index_name(), Some(row.text("index")));
    Ok(json!({ "pk": condition(all)?["type"] }))
}

/// Returns the condition with its direction, and the row's page size, which belongs to the request and not to a key.
fn newest_first(row: &Row<'_>, posts: Result<KeyCondition, KeyError>) -> Outcome {
    let forward = !posts.as_ref().unwrap().is_descending();
    let mut request = condition(posts)?;
    request["forward"] = forward.into();
    request["limit"] = row.expected["limit"].clone();
    Ok(request)
}
