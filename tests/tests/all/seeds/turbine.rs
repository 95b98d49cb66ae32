//! Turbine, "key patterns": keys as arrays of parts, and an index for each question.

use ddbkey::schema::{IndexLayout, Layout, TableLayout};
use ddbkey::{DdbKeys, KeyCondition, KeyPart};
use jiff::{Timestamp, ToSpan};
use serde_json::{Value as Json, json};

use super::arm::{Arm, Outcome};
use super::row::{Row, text, texts};
use super::show;

pub const ARMS: &[Arm] = &[
    Arm::new("pk array join", |row| show::pk(&contact(row.text("id"), "a@b.c"))),
    Arm::new("sk array join with email", |row| show::sk(&contact("u1", row.text("email")))),
    Arm::new("array join", two_parts),
    Arm::new("array join 3 parts", three_parts),
    Arm::new("string key", |_| show::pk(&Static)),
    Arm::new("number key stays a number", number),
    Arm::new("function key", function),
    Arm::new("users entity", |row| show::keys(&User { id: row.text("id").into() })),
    Arm::new("posts entity", |row| {
        show::keys(&Post { id: row.text("id").into(), author_id: row.text("authorId").into() })
    }),
    Arm::new("GSI query by entity type", |row| {
        by_type(row, &User::query_gsi1(UserGsi1Pk).build()?)
    })
    .when(|row| row.text("type") == "user"),
    Arm::new("GSI query by entity type", |row| {
        by_type(row, &Post::query_gsi1(PostGsi1Pk).build()?)
    })
    .when(|row| row.text("type") == "post"),
    Arm::new("one-to-many post", |row| {
        show::keys(&DatedPost {
            author_id: row.text("authorId").into(),
            created_at: row.value("createdAt"),
            id: row.text("id").into(),
        })
    }),
    Arm::new("query: posts of a user", posts_of_a_user),
    Arm::new("lookup by id GSI (literal contains the delimiter)", lookup_by_id),
    Arm::new("unique email GSI", unique_email),
    Arm::new("unique username GSI", unique_username),
    Arm::new("global feed GSI", global_feed),
    Arm::new("query: user posts newest first", newest_posts_of_a_user),
    Arm::new("query: global feed newest first", newest_posts_of_all),
    Arm::new("hierarchy org > team > member", |row| {
        show::keys(&member(row.text("orgId"), row.text("teamId"), row.text("userId")))
    }),
    Arm::new("query: all members of an org", members_of_an_org),
    Arm::new(
        "query: members of one team (NO trailing delimiter; also matches a literal that merely starts with \"member\")",
        members_of_a_team,
    ),
    Arm::new("ISO timestamps sort as strings", timestamps_sort),
    Arm::new("complete entity: all indexes", |row| {
        show::keys(&CompletePost {
            id: row.text("id").into(),
            author_id: row.text("authorId").into(),
            status: <Status as KeyPart>::read(row.text("status")).unwrap(),
            created_at: row.value("createdAt"),
        })
    }),
];

#[derive(DdbKeys)]
#[pk("user", id)]
#[sk("profile", email)]
struct Contact {
    id: String,
    email: String,
}

#[derive(DdbKeys)]
#[pk("post", date, id)]
struct ThreeParts {
    date: jiff::civil::Date,
    id: String,
}

fn contact(id: &str, email: &str) -> Contact {
    Contact { id: id.into(), email: email.into() }
}

fn two_parts(row: &Row<'_>) -> Outcome {
    let [_, id] = texts(&row.inputs)[..] else { panic!("not two parts") };
    show::pk(&contact(id, "a@b.c"))
}

fn three_parts(row: &Row<'_>) -> Outcome {
    let [_, date, id] = texts(&row.inputs)[..] else { panic!("not three parts") };
    show::pk(&ThreeParts { date: date.parse()?, id: id.into() })
}

#[derive(DdbKeys)]
#[pk("user")]
struct Static;

#[derive(DdbKeys)]
#[pk[number as "pk"]]
struct Number {
    number: u64,
}

/// An attribute of type N.
fn number(row: &Row<'_>) -> Outcome {
    let number = row.inputs.as_u64().unwrap();
    let pk = show::pk(&Number { number })?;
    assert_eq!(NumberPk::parse(&pk.to_string())?, NumberPk { number });
    Ok(pk)
}

/// A key from a function of the item: here one that answers what an arrow function does.
#[derive(DdbKeys)]
#[pk(value() -> &str)]
struct Function {
    source: String,
}

impl Function {
    fn value(&self) -> &str {
        self.source.trim_start_matches("() => ").trim_matches('"')
    }
}

fn function(row: &Row<'_>) -> Outcome {
    show::pk(&Function { source: text(&row.inputs).into() })
}

/// The guide's first table: one index, over the attribute `type` and the table's own sort key.
struct ByType;

impl TableLayout for ByType {
    const LAYOUT: Layout =
        Layout::new("pk", Some("sk"), &[IndexLayout::gsi("gsi1", "type", Some("sk"))]);
}

#[derive(DdbKeys)]
#[ddb(table = ByType)]
#[pk("user", id)]
#[sk("profile")]
#[gsi("gsi1", pk = ("user"), sk = sk)]
struct User {
    id: String,
}

#[derive(DdbKeys)]
#[ddb(table = ByType)]
#[pk("user", author_id)]
#[sk("post", id)]
#[gsi("gsi1", pk = ("post"), sk = sk)]
struct Post {
    id: String,
    author_id: String,
}

/// The guide's `pk` is that of the index, stored as `type`.
fn by_type(row: &Row<'_>, all: &KeyCondition) -> Outcome {
    assert_eq!(all.index_name(), Some(row.text("index")));
    let user = User { id: "u1".into() };
    let post = Post { id: "p1".into(), author_id: "u1".into() };
    let (user, post) = (user.gsi1(), post.gsi1());
    let (users, posts) = ([(user.pk()?, user.sk()?)], [(post.pk()?, post.sk()?)]);
    if row.text("type") == "user" {
        show::assert_rows(all, &users, &posts);
    } else {
        show::assert_rows(all, &posts, &users);
    }
    let shown = show::condition(all);
    Ok(json!({ "pk": shown["type"] }))
}

/// A post in its author's partition, in order of time, and in a feed of all.
#[derive(DdbKeys)]
#[pk("user", author_id)]
#[sk("post", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("post#feed"), sk = ("{created_at:.3}", id))]
struct FeedPost {
    author_id: String,
    created_at: Timestamp,
    id: String,
}

/// The same without the feed.
#[derive(DdbKeys)]
#[pk("user", author_id)]
#[sk("post", "{created_at:.3}", id)]
struct DatedPost {
    author_id: String,
    created_at: Timestamp,
    id: String,
}

#[derive(DdbKeys)]
#[pk("user", author_id)]
#[sk("post", id)]
#[gsi("gsi1", pk = ("post#id"), sk = (id))]
struct PostById {
    author_id: String,
    id: String,
}

/// A user without an email address is not in the index of those, nor one without a name in theirs.
#[derive(DdbKeys)]
#[pk("user", id)]
#[sk("profile")]
#[gsi("gsi1", pk = ("user#email"), sk = (email))]
#[gsi("gsi2", pk = ("user#username"), sk = (username))]
struct Unique {
    id: String,
    email: Option<String>,
    username: Option<String>,
}

fn posts_of_a_user(row: &Row<'_>) -> Outcome {
    let author_id = row.text("userId");
    let posts = DatedPost::query(DatedPostPk { author_id }).build()?;
    let post = |author_id: &str| DatedPost {
        author_id: author_id.into(),
        created_at: Timestamp::UNIX_EPOCH,
        id: "p1".into(),
    };
    show::assert_rows(
        &posts,
        &[show::row(&post(author_id))],
        &[show::row(&post("u10")), show::row(&User { id: author_id.into() })],
    );
    Ok(show::condition(&posts))
}

fn lookup_by_id(row: &Row<'_>) -> Outcome {
    let id = row.text("id");
    let post = PostById { author_id: "u1".into(), id: id.into() };
    let key = post.gsi1();
    let (pk, sk) = (key.pk()?, key.sk()?);
    assert_eq!(PostById::parse_gsi1(&pk, &sk)?, key);

    let lookup = PostById::query_gsi1(PostByIdGsi1Pk).id(id).build()?;
    assert_eq!(show::condition(&lookup), json!({ "gsi1pk": pk, "gsi1sk_equals": sk }));
    let longer = PostByIdGsi1 { id: &format!("{id}0") }.sk()?;
    show::assert_rows(&lookup, &[(pk.clone(), sk.clone())], &[(pk.clone(), longer)]);
    show::index_keys(&key)
}

fn unique_email(row: &Row<'_>) -> Outcome {
    let email = row.text("email");
    let user = Unique { id: "u1".into(), email: Some(email.into()), username: None };
    let key = user.gsi1().unwrap();
    assert_eq!(key, UniqueGsi1 { email });
    assert_eq!(Unique::parse_gsi1(&key.pk()?, &key.sk()?)?.email, email);
    assert_eq!(user.gsi2(), None);
    assert_eq!(user.keys()?.get("gsi2pk"), None);
    show::index_keys(&key)
}

fn unique_username(row: &Row<'_>) -> Outcome {
    let username = row.text("username");
    let user = Unique { id: "u1".into(), email: None, username: Some(username.into()) };
    let key = user.gsi2().unwrap();
    assert_eq!(key, UniqueGsi2 { username });
    assert_eq!(Unique::parse_gsi2(&key.pk()?, &key.sk()?)?.username, username);
    assert_eq!(user.gsi1(), None);
    assert_eq!(user.keys()?.get("gsi1pk"), None);
    show::index_keys(&key)
}

fn global_feed(row: &Row<'_>) -> Outcome {
    let key = FeedPostGsi1 { created_at: row.value("createdAt"), id: row.text("id") };
    let (pk, sk) = (key.pk()?, key.sk()?);
    assert_eq!(FeedPost::parse_gsi1(&pk, &sk)?, key);
    show::index_keys(&key)
}

fn newest_posts_of_a_user(row: &Row<'_>) -> Outcome {
    let posts = FeedPost::query(FeedPostPk { author_id: row.text("userId") }).build()?;
    let key = |post: &FeedPost| show::row(post);
    Ok(newest_first(row, &posts, row.text("userId"), key))
}

fn newest_posts_of_all(row: &Row<'_>) -> Outcome {
    let posts = FeedPost::query_gsi1(FeedPostGsi1Pk).build()?;
    let key = |post: &FeedPost| (post.gsi1().pk().unwrap(), post.gsi1().sk().unwrap());
    Ok(newest_first(row, &posts, "u1", key))
}

/// The condition with the row's direction and page size, which the request has and no key: with them
/// it returns the newest posts, the newest of all first.
fn newest_first(
    row: &Row<'_>,
    condition: &KeyCondition,
    author_id: &str,
    key: impl Fn(&FeedPost) -> show::Texts,
) -> Json {
    let (forward, limit) = (&row.expected["forward"], &row.expected["limit"]);
    let page_size = usize::try_from(limit.as_u64().unwrap()).unwrap();
    let first: Timestamp = "2024-01-15T10:30:00.000Z".parse().unwrap();
    let posts = (0..30).map(|hours| FeedPost {
        author_id: author_id.into(),
        created_at: first + hours.hours(),
        id: format!("p{hours}"),
    });
    let mut rows: Vec<_> = posts.map(|post| (key(&post), post.created_at)).collect();
    let newest: Vec<_> =
        rows.iter().rev().take(page_size).map(|(_, created_at)| *created_at).collect();

    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    if forward == false {
        rows.reverse();
    }
    rows.retain(|((pk, sk), _)| condition.matches(pk, sk));
    rows.truncate(page_size);
    let page: Vec<_> = rows.into_iter().map(|(_, created_at)| created_at).collect();
    assert_eq!(page, newest);

    let mut request = show::condition(condition);
    request["forward"] = forward.clone();
    request["limit"] = limit.clone();
    request
}

#[derive(DdbKeys)]
#[pk("org", org)]
#[sk("team", team, "member", user)]
struct Member {
    org: String,
    team: String,
    user: String,
}

/// A neighbour whose literal merely starts with that of a member.
#[derive(DdbKeys)]
#[pk("org", org)]
#[sk("team", team, "membership", user)]
struct Membership {
    org: String,
    team: String,
    user: String,
}

fn member(org: &str, team: &str, user: &str) -> Member {
    Member { org: org.into(), team: team.into(), user: user.into() }
}

fn members_of_an_org(row: &Row<'_>) -> Outcome {
    let org = row.text("orgId");
    let members = Member::query(MemberPk { org }).build()?;
    show::assert_rows(
        &members,
        &[show::row(&member(org, "t1", "u1")), show::row(&member(org, "t2", "u1"))],
        &[show::row(&member("o10", "t1", "u1"))],
    );
    Ok(show::condition(&members))
}

/// The guide's prefix is ours without the separator at its end, and takes in another entity.
fn members_of_a_team(row: &Row<'_>) -> Outcome {
    let (org, team) = (row.text("orgId"), row.text("teamId"));
    let members = Member::query(MemberPk { org }).team(team).build()?;
    let membership =
        show::row(&Membership { org: org.into(), team: team.into(), user: "u1".into() });
    show::assert_rows(
        &members,
        &[show::row(&member(org, team, "u1")), show::row(&member(org, team, "u2"))],
        &[show::row(&member(org, &format!("{team}0"), "u1")), membership.clone()],
    );
    let mut theirs = show::condition(&members);
    let prefix = text(&theirs["sk_begins_with"]).strip_suffix('#').unwrap().to_owned();
    assert!(membership.1.starts_with(&prefix));
    theirs["sk_begins_with"] = prefix.into();
    Ok(theirs)
}

/// Texts sort as the points in time do.
fn timestamps_sort(row: &Row<'_>) -> Outcome {
    let parsed: Result<Vec<Timestamp>, _> =
        texts(&row.inputs).into_iter().map(str::parse).collect();
    let mut timestamps = parsed?;
    let key = |created_at: &Timestamp| FeedPostGsi1Sk { created_at: *created_at, id: "p1" }.build();
    let mut keys = timestamps.iter().map(key).collect::<Result<Vec<_>, _>>()?;
    keys.sort();
    timestamps.sort();
    let created_at = |key: &String| FeedPostGsi1Sk::parse(key).map(|parts| parts.created_at);
    assert_eq!(keys.iter().map(created_at).collect::<Result<Vec<_>, _>>()?, timestamps);
    Ok(keys.iter().map(|key| key.split('#').next()).collect())
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

#[derive(DdbKeys)]
#[ddb(table = Complete)]
#[pk("user", author_id)]
#[sk("post", "{created_at:.3}", id)]
#[gsi("by_type", pk = ("post"), sk = sk)]
#[gsi("gsi1", pk = ("post#feed"), sk = ("{created_at:.3}", id))]
#[gsi("gsi2", pk = ("post#id"), sk = (id))]
#[gsi("gsi3", pk = ("post#status", status), sk = ("{created_at:.3}", id))]
struct CompletePost {
    id: String,
    author_id: String,
    status: Status,
    created_at: Timestamp,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "lowercase")]
enum Status {
    Draft,
    Published,
}
