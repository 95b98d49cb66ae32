//! Fields and methods with the names of generated locals, parameters and methods.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("A", out, text, key, keys, pk, sk, state, f, other, "{query}")]
#[sk("B", self_, range, value, entity, pair, form, "{n:03}", part, condition, out)]
#[gsi("gsi1", pk = (range, index, name, build), sk = (text, f, keys, pk))]
#[gsi("value", pk = (names, values, end() -> bool), sk = pk)]
struct Locals {
    out: String,
    text: String,
    key: String,
    keys: String,
    pk: String,
    sk: String,
    state: String,
    f: String,
    other: String,
    build: String,
    query: String,
    self_: String,
    range: String,
    value: String,
    entity: String,
    pair: String,
    form: String,
    n: u8,
    part: String,
    condition: String,
    index: Option<String>,
    name: String,
    names: String,
    values: String,
}

impl Locals {
    fn end(&self) -> bool {
        self.n > 0
    }
}

#[test]
fn works() {
    let own = |name: &str| name.to_owned();
    let locals = Locals {
        out: own("out"),
        text: own("text"),
        key: own("key"),
        keys: own("keys"),
        pk: own("pk"),
        sk: own("sk"),
        state: own("state"),
        f: own("f"),
        other: own("other"),
        build: own("build"),
        query: own("query"),
        self_: own("self_"),
        range: own("range"),
        value: own("value"),
        entity: own("entity"),
        pair: own("pair"),
        form: own("form"),
        n: 7,
        part: own("part"),
        condition: own("condition"),
        index: Some(own("index")),
        name: own("name"),
        names: own("names"),
        values: own("values"),
    };
    let (pk, sk) = (locals.pk().unwrap(), locals.sk().unwrap());
    assert_eq!(pk, "A#out#text#key#keys#pk#sk#state#f#other#query");
    assert_eq!(sk, "B#self_#range#value#entity#pair#form#007#part#condition#out");
    assert_eq!(Locals::parse_key(&pk, &sk).unwrap(), locals.key());
    let keys = locals.keys().unwrap();
    assert_eq!(keys.get("gsi1pk"), Some("range#index#name#build"));
    assert_eq!(keys.get("valuepk"), Some("names#values#true"));
    assert_eq!(keys.get("valuesk"), None, "the partition key of the table is reused");
    let query = Locals::query(locals.key().split_pk()).self_("self_").range("range").value("value");
    assert!(query.entity_starting_with("ent").build().unwrap().matches(&pk, &sk));
}

impl LocalsKey<'_> {
    fn split_pk(&self) -> LocalsPk<'_> {
        ddbkey::__private::GeneratedKey::split(*self).0
    }
}
