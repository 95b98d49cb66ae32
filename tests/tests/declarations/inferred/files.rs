//! The kinds of tables that are in public repositories, with made-up names and values: each in a few rows, as the samples of
//! designers have them.

use serde_json::{Map, Value, json};

/// A table, and lines of its module.
pub struct File {
    pub name: &'static str,
    key: &'static str,
    indexes: &'static [(&'static str, &'static str)],
    rows: &'static [&'static str],
    /// The number of rows that no declaration explains.
    left: u64,
    pub lines: &'static [&'static str],
}

pub const FILES: [File; 20] = [
    File {
        name: "two candidates for the type attribute",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=TRAIN#t1, SK=INFO, type=train, class=local",
            "PK=TRAIN#t2, SK=INFO, type=train, class=night",
            "PK=TRAIN#t1, SK=FARE#f1, type=fare, class=local, cents:N=300",
            "PK=TRAIN#t2, SK=FARE#f2, type=fare, class=night, cents:N=900",
        ],
        left: 0,
        lines: &["type_attribute = \"type\"", "#[sk(\"FARE\", fare_id)]"],
    },
    File {
        name: "a natural key with one value",
        key: "payment/at",
        indexes: &[("ByBatch", "batchId/at")],
        rows: &[
            "payment=p-7, at=2024-05-01, batchId=AAAA-BBBB, cents:N=10",
            "payment=p-8, at=2024-05-01, batchId=AAAA-BBBB, cents:N=20",
            "payment=p-9, at=2024-05-02, batchId=AAAA-BBBB, cents:N=30",
        ],
        left: 0,
        lines: &["#[pk[payment]]\n#[sk[at]]", "pk = [batch_id], sk = sk)]"],
    },
    File {
        name: "a key attribute that names its parts",
        key: "Customer/State#Day",
        indexes: &[],
        rows: &[
            "Customer=c1, State#Day=OPEN#2024-05-01, sum:N=1",
            "Customer=c1, State#Day=DONE#2024-05-02, sum:N=2",
            "Customer=c2, State#Day=DONE#2024-05-03, sum:N=3",
        ],
        left: 0,
        lines: &["#[sk(state, day)]"],
    },
    File {
        name: "one letter before a number",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=I#1932, SK=ROOT, date=2024-05-01",
            "PK=I#1933, SK=ROOT, date=2024-05-02",
            "PK=I#1932, SK=P#1, units:N=3",
            "PK=I#1933, SK=P#2, units:N=4",
        ],
        left: 0,
        lines: &[
            "#[pk(\"I\", i_number)]\n#[sk(\"ROOT\")]",
            "#[pk(\"I\", i_number)]\n#[sk(\"P\", p_number)]",
        ],
    },
    File {
        name: "ids that are words",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=P#slate, SK=INFO, cents:N=1",
            "PK=P#desktop, SK=INFO, cents:N=2",
            "PK=P#phone, SK=INFO, cents:N=3",
            "PK=O#o1, SK=P#slate, count:N=1",
            "PK=O#o2, SK=P#phone, count:N=2",
        ],
        left: 0,
        lines: &["#[pk(\"P\", p_id)]\n#[sk(\"INFO\")]", "#[sk(\"P\", p_id)]"],
    },
    File {
        name: "two indexes that share an attribute",
        key: "PK/SK",
        indexes: &[("GSI1", "GSI1PK/GSISK"), ("GSI2", "GSI2PK/GSISK")],
        rows: &[
            "PK=LOAN#l1, SK=LOAN#l1, GSI1PK=BANK#b1, GSI2PK=OWNER#ann, GSISK=2024-05-01, bank=b1, owner=ann, day=2024-05-01",
            "PK=LOAN#l2, SK=LOAN#l2, GSI1PK=BANK#b2, GSI2PK=OWNER#bob, GSISK=2024-05-02, bank=b2, owner=bob, day=2024-05-02",
            "PK=LOAN#l3, SK=LOAN#l3, GSI1PK=BANK#b1, GSI2PK=OWNER#cay, GSISK=2024-05-03, bank=b1, owner=cay, day=2024-05-03",
        ],
        left: 0,
        lines: &[
            "pk = (\"BANK\", bank), sk = [gsisk])]",
            "pk = (\"OWNER\", owner), sk = [gsisk])]",
        ],
    },
    File {
        name: "a sparse index over an attribute with a name of its own",
        key: "PK/SK",
        indexes: &[("Escalations", "EscalatedTo/State#At")],
        rows: &[
            "PK=d#12345, SK=2024-05-01T10:00:00, State#At=WARN#2024-05-01T10:00:00, EscalatedTo=mira",
            "PK=d#12346, SK=2024-05-01T11:00:00, State#At=INFO#2024-05-01T11:00:00",
            "PK=d#12347, SK=2024-05-01T12:00:00, State#At=INFO#2024-05-01T12:00:00",
        ],
        left: 0,
        lines: &["#[pk(\"d\", d_number)]"],
    },
    File {
        name: "an inverted index",
        key: "PK/SK",
        indexes: &[("inverted", "SK/PK")],
        rows: &[
            "PK=CLUB#c1, SK=USER#u1, since=2024-05-01",
            "PK=CLUB#c1, SK=USER#u2, since=2024-05-02",
            "PK=CLUB#c2, SK=USER#u1, since=2024-05-02",
        ],
        left: 0,
        lines: &["#[gsi(\"inverted\", pk = sk, sk = pk)]", "#[sk(\"USER\", user_id)]"],
    },
    File {
        name: "prefixes that end with an underscore",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=buyer_1, SK=order_7, total:N=3",
            "PK=buyer_2, SK=order_8, total:N=4",
            "PK=buyer_1, SK=order_7#item_31, count:N=1",
            "PK=buyer_2, SK=order_8#item_32, count:N=2",
        ],
        left: 0,
        lines: &["#[pk(\"buyer_{buyer", "\"item_{"],
    },
    File {
        name: "a shelf and its readers",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=shelf, SK=catalog/01, isbn=i1",
            "PK=shelf, SK=catalog/02, isbn=i2",
            "PK=u101, SK=f1x, due=2024-05-01",
            "PK=u102, SK=f2x, due=2024-05-02",
        ],
        // The others have keys of any words, which the keys of the shelf are as well.
        left: 2,
        lines: &["#[pk(\"shelf\")]", "\"catalog/{"],
    },
    File {
        name: "sets of bytes, and a time with a blank",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=BLOB#b1, SK=BLOB, parts:BS=aGk=, at=2024-05-27 02:33:59.804927",
            "PK=BLOB#b2, SK=BLOB, parts:BS=aG8=, at=2024-05-28 02:33:59.100000",
        ],
        left: 0,
        lines: &["with = \"serde_dynamo::binary_set\"", "pub at: Option<Timestamp>,"],
    },
    File {
        name: "a date that nothing reads",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=FORUM#f1, SK=7/1/2019, by=u1",
            "PK=FORUM#f1, SK=7/2/2019, by=u2",
            "PK=FORUM#f2, SK=12/24/2019, by=u1",
        ],
        left: 0,
        lines: &["#[sk(id)]"],
    },
    File {
        name: "an index key that is the whole key",
        key: "PK/SK",
        indexes: &[("user_index", "user_index")],
        rows: &[
            "PK=USER#u1, SK=USER#u1, user_index=USER#u1, user_name=u1, entity_type=user",
            "PK=USER#u2, SK=USER#u2, user_index=USER#u2, user_name=u2, entity_type=user",
            "PK=BRAND#b1, SK=BRAND#b1, brand=b1, entity_type=brand",
            "PK=BRAND#b2, SK=BRAND#b2, brand=b2, entity_type=brand",
        ],
        left: 0,
        lines: &[
            "#[pk(\"USER\", user_name)]",
            "pk = (\"USER\", user_name))]",
            "#[pk(\"BRAND\", brand)]",
        ],
    },
    File {
        name: "four values with two characters between them",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=D#p1::eu::m1::a, SK=INFO, project=p1, region=eu, module=m1, name=a",
            "PK=D#p2::us::m2::b, SK=INFO, project=p2, region=us, module=m2, name=b",
            "PK=D#p1::us::m1::c, SK=INFO, project=p1, region=us, module=m1, name=c",
        ],
        left: 0,
        lines: &["{project}::{region}::{module}::{name}\""],
    },
    File {
        name: "kinds that one letter before a number and a type attribute tell apart",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=P1, SK=A, type=patient, born=1990-01-02",
            "PK=P2, SK=A, type=patient, born=1991-01-02",
            "PK=D1, SK=A, type=doctor, field=skin",
            "PK=D2, SK=A, type=doctor, field=heart",
            "PK=R1, SK=A, type=room, beds:N=2",
            "PK=R2, SK=A, type=room, beds:N=3",
        ],
        left: 0,
        lines: &[
            "#[pk(\"P{p_number}\")]\n#[sk(\"A\")]",
            "#[pk(\"D{d_number}\")]",
            "    Room(Room),",
        ],
    },
    File {
        name: "a constant that is the beginning of ids",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=C7, SK=A, type=customer, name=Ann",
            "PK=C8, SK=A, type=customer, name=Bob",
            "PK=C7, SK=A7, type=account, balance:N=5",
            "PK=C8, SK=A8, type=account, balance:N=6",
            "PK=A7, SK=T1, type=transfer, sum:N=5",
            "PK=A8, SK=T2, type=transfer, sum:N=6",
        ],
        left: 0,
        // An account can be called `A`, as the row of each customer is.
        lines: &[
            "#[pk(\"A{a_number}\")]\n#[sk(\"T{*t_number}\")]",
            "#[pk(\"C{c_number}\")]\n#[sk(id)]",
        ],
    },
    File {
        name: "literals of one lower-case letter",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=c#1, SK=c#1, name=Ann",
            "PK=c#2, SK=c#2, name=Bob",
            "PK=c#1, SK=o#7, total:N=5",
            "PK=c#2, SK=o#8, total:N=6",
            "PK=w#1, SK=w#1, city=bonn",
            "PK=w#2, SK=w#2, city=kiel",
        ],
        left: 0,
        lines: &[
            "#[pk(\"c\", c_number)]\n#[sk(\"c\", c_number)]",
            "#[sk(\"o\", o_number)]",
            "#[pk(\"w\", w_number)]",
        ],
    },
    File {
        name: "rows that repeat their key, and rows in the same partition",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=GAME#g1, SK=#METADATA#g1, map=sea, open=2024-05-01T10:00:00",
            "PK=GAME#g2, SK=#METADATA#g2, map=moor, open=2024-05-01T11:00:00",
            "PK=USER#ann, SK=#METADATA#ann, email=ann@x.org",
            "PK=USER#bob, SK=#METADATA#bob, email=bob@x.org",
            "PK=GAME#g1, SK=USER#ann, game_id=g1, username=ann",
            "PK=GAME#g2, SK=USER#bob, game_id=g2, username=bob",
        ],
        left: 0,
        lines: &[
            "#[sk(\"#METADATA\", game_id)]",
            "#[pk(\"GAME\", game_id)]\n#[sk(\"USER\", username)]",
            "#[pk(\"USER\", user_id)]",
        ],
    },
    File {
        name: "an index that one of two kinds is in",
        key: "pk/sk",
        indexes: &[("gsi1", "gsi1pk/gsi1sk")],
        rows: &[
            "pk=SERVICE#s1, sk=SERVICE#s1, gsi1pk=KIND#store, gsi1sk=s1, kind=store, id=s1",
            "pk=SERVICE#s2, sk=SERVICE#s2, gsi1pk=KIND#view, gsi1sk=s2, kind=view, id=s2",
            "pk=SERVICE#s1, sk=RUN#r1, id=r1, at=2024-05-01T10:00:00Z",
            "pk=SERVICE#s2, sk=RUN#r2, id=r2, at=2024-05-01T11:00:00Z",
        ],
        left: 0,
        lines: &[
            "#[gsi(\"gsi1\", pk = (\"KIND\", kind), sk = (id))]",
            "// Index `gsi1`: no row is in it.",
            "#[sk(\"RUN\", id)]",
        ],
    },
    File {
        name: "an id that one kind writes in another case",
        key: "PK/SK",
        indexes: &[],
        rows: &[
            "PK=USER#ann, SK=PROFILE, login=Ann",
            "PK=USER#bob, SK=PROFILE, login=Bob",
            "PK=USER#ann, SK=ORDER#o7, login=ann, order=o7",
            "PK=USER#bob, SK=ORDER#o8, login=bob, order=o8",
        ],
        left: 0,
        lines: &[
            "#[pk(\"USER\", \"{login:lower}\")]\n#[sk(\"PROFILE\")]",
            "#[pk(\"USER\", \"{login:lower}\")]\n#[sk(\"ORDER\", order)]",
        ],
    },
];

impl File {
    /// Returns lines of an export.
    pub fn rows(&self) -> String {
        let row = |row: &&str| {
            let members = row.split(", ").map(|member| {
                let (name, value) = member.split_once('=').expect("a value");
                let (name, kind) = name.split_once(':').unwrap_or((name, "S"));
                let value = if kind == "BS" { json!([value]) } else { json!(value) };
                (name.to_owned(), json!({ kind: value }))
            });
            json!({ "Item": members.collect::<Map<String, Value>>() }).to_string() + "\n"
        };
        self.rows.iter().map(row).collect()
    }

    /// Returns the number of rows that the module explains.
    pub fn explained(&self) -> u64 {
        self.rows.len() as u64 - self.left
    }

    /// Returns the output of `describe-table`.
    pub fn described(&self) -> String {
        let schema = |key: &str| -> Value {
            let keys = key.split('/').zip(["HASH", "RANGE"]);
            keys.map(|(name, kind)| json!({ "AttributeName": name, "KeyType": kind })).collect()
        };
        let indexes = self.indexes.iter();
        let indexes =
            indexes.map(|(name, key)| json!({ "IndexName": name, "KeySchema": schema(key) }));
        let indexes: Vec<_> = indexes.collect();
        json!({ "Table": { "KeySchema": schema(self.key), "GlobalSecondaryIndexes": indexes } })
            .to_string()
    }
}
