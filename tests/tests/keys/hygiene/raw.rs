//! Names that are keywords, in lists and in templates.

use ddbkey::{DdbKeys, DdbTable, KeyPart};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(non_camel_case_types, reason = "keywords are in lower case")]
enum Kind {
    r#static,
    Other,
}

#[derive(KeyPart)]
#[expect(non_camel_case_types, reason = "keywords are in lower case")]
#[expect(clippy::upper_case_acronyms, reason = "a constant of the trait")]
enum r#struct {
    r#static(Kind),
    r#fn(String),
    // Names of associated items of the trait.
    Ref(u8),
    Order,
    SHAPE,
}

#[derive(DdbKeys)]
#[pk("OWNED", r#enum)]
struct Owned {
    r#enum: r#struct,
}

#[derive(DdbKeys)]
#[pk("USER", r#type, "{match}")]
#[sk("v{r#mod:03}", r#fn() -> Kind, r#type)]
#[gsi("loop", pk = ("IN", r#in), sk = ("{r#match}", r#type, fn() -> Kind))]
struct r#Struct {
    r#type: String,
    r#match: String,
    r#mod: u8,
    r#in: Option<String>,
}

impl r#Struct {
    fn r#fn(&self) -> Kind {
        if self.r#mod == 0 { Kind::r#static } else { Kind::Other }
    }
}

#[derive(DdbTable)]
enum r#Table {
    r#Struct(r#Struct),
}

/// Variants with the names of associated items of the traits.
#[derive(DdbTable)]
#[expect(clippy::upper_case_acronyms, reason = "a constant of the trait")]
enum Variants {
    Key(Struct),
    SCHEMA(Other),
}

#[derive(DdbKeys)]
#[pk("OTHER", kind)]
#[sk("OTHER")]
struct Other {
    kind: Associated,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::upper_case_acronyms, reason = "a constant of the trait")]
enum Associated {
    Ref,
    Order,
    SHAPE,
}

#[test]
fn variants_are_no_associated_items() {
    let key = Variants::parse_key("OTHER#Order", "OTHER").unwrap();
    let VariantsKey::SCHEMA(OtherKey { kind }) = key else { panic!("{key:?}") };
    let other = |kind| Variants::SCHEMA(Other { kind }).keys().unwrap().pk().to_owned();
    assert_eq!(other(kind), "OTHER#Order");
    assert_eq!([other(Associated::Ref), other(Associated::SHAPE)], ["OTHER#Ref", "OTHER#SHAPE"]);
    assert!(matches!(Variants::parse_key("USER#t#m", "v001#Other#t"), Ok(VariantsKey::Key(_))));
}

#[test]
fn works() {
    let owned = Owned { r#enum: r#struct::r#static(Kind::Other) };
    assert_eq!(owned.pk().unwrap(), "OWNED#static#Other");
    let raw = Struct { r#type: "t".into(), r#match: "m".into(), r#mod: 0, r#in: Some("i".into()) };
    assert_eq!(raw.pk().unwrap(), "USER#t#m");
    assert_eq!(raw.sk().unwrap(), "v000#static#t");
    let StructKey { r#type, r#match, r#mod, r#fn } =
        Struct::parse_key("USER#t#m", "v001#Other#t").unwrap();
    assert_eq!((r#type, r#match, r#mod, r#fn), ("t", "m", 1, Kind::Other));
    assert_eq!(raw.r#loop().unwrap().keys().unwrap().sk(), Some("m#t#static"));
    let query = Struct::query(StructPk { r#type: "t", r#match: "m" }).r#mod(1).r#fn(Kind::Other);
    assert!(query.type_in("a"..).build().unwrap().matches("USER#t#m", "v001#Other#t"));
    let query = Struct::query_loop(StructLoopPk { r#in: "i" }).match_starting_with("m");
    assert!(query.build().unwrap().matches("IN#i", "m#t#Other"));
    assert!(matches!(Table::parse_key("USER#t#m", "v001#Other#t"), Ok(TableKey::Struct(_))));
    assert_eq!(Struct::SCHEMA.key_attributes().next().unwrap().template(), "USER#{type}#{match}");
}
