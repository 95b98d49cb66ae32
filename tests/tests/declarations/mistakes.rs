//! Declarations that are refused: a random entity with one mistake.

use crate::draw::{Drawn, Role, draw};
use crate::random::Random;

/// Attributes with a mistake, in addition to the entity's own.
const ATTRIBUTES: [&str; 58] = [
    r#"#[pk("AGAIN", zs)]"#,
    r#"#[gsi("zzz", pk = ("X", nosuch))]"#,
    r#"#[gsi("zzz", pk = ())]"#,
    r#"#[gsi("zzz", pk = ("X", zs), sk = (zn))]"#,
    r#"#[gsi("zzz", pk = ("X", zs), sk = ("X", zn, zs))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs}{zt}"))]"#,
    r#"#[gsi("zzz", pk = ("X", zs), sk = ("{zt}{zd}"))]"#,
    r#"#[gsi("zzz", pk = ("X", zs), sk = ("{zi:unordered}{zd}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zn:unordered}0"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zi}-{zs}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{*zs}", zt))]"#,
    r#"#[gsi("zzz", pk = ("X", ""))]"#,
    r#"#[gsi("zzz", pk = ("X", "{}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs"))]"#,
    r#"#[gsi("zzz", pk = ("X", "zs}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zn:5}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zn:00}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zn:desc00}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zn:desc039}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zi:desc05}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs:05}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs:.3}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zd:.3}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zd:hour}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs:unordered}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{*zs:05}"))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs.len}"))]"#,
    r#"#[gsi("zzz", pk = ("X", zs.len))]"#,
    r#"#[gsi("zzz", pk = ("X", zf))]"#,
    r#"#[gsi("zzz", pk = ("X", zv))]"#,
    r#"#[gsi("zzz", pk("X", zs))]"#,
    r#"#[gsi("zzz", pk = ("X", zs), pk = ("Y", zs))]"#,
    r#"#[gsi("zzz", pk = ("X", zs))] #[gsi("zzz", pk = ("X", zs))]"#,
    r#"#[gsi("zzz")]"#,
    r#"#[gsi("zzz", sk = ("X", zs))]"#,
    r#"#[gsi("9zz", pk = ("X", zs))]"#,
    r#"#[gsi("Self", pk = ("X", zs))]"#,
    r#"#[gsi("zzz" as self, pk = ("X", zs))]"#,
    r#"#[gsi("zzz", pk = pk, sk = pk)]"#,
    r#"#[gsi("zzz", pk = [zs, zs])]"#,
    r#"#[gsi("zzz", pk = [zs, zt, zn, zi, zd])]"#,
    r#"#[gsi("zzz", pk = [zf])]"#,
    r#"#[gsi("zzz", pk = [zn as "zs"])]"#,
    r#"#[gsi("zzz", pk = ["{zs}{zt}" as "k"])]"#,
    r#"#[gsi("zzz", pk = ["{zs}"])]"#,
    r#"#[gsi("zzz", pk = [])]"#,
    r#"#[gsi("zzz", pk = [zs], sk = [zs])]"#,
    r#"#[gsi("zzz", pk = ("X"), sk = (zs, "{*zt}", "Y"))]"#,
    r#"#[ddb(separator = "5")]"#,
    r##"#[ddb(separator = "::")]"##,
    r#"#[ddb(separator = "é")]"#,
    r#"#[ddb(ttl = nosuch)]"#,
    r#"#[ddb(ttl = zs)]"#,
    r#"#[ddb(ttl = zf)]"#,
    r#"#[ddb(ttl = zd)]"#,
    r#"#[ddb(nosuch = "x")]"#,
    r#"#[lsi("zzz", pk = ("X", zs), sk = (zs))]"#,
    r#"#[gsi("zzz", pk = ("X", "{zs:}"))]"#,
];

/// The number of kinds of mistakes.
pub const COUNT: usize = ATTRIBUTES.len() + 7;

pub fn mistake(random: &mut Random, number: usize) -> Drawn {
    loop {
        let mut drawn = draw(random);
        if drawn.source.contains("table = ZTable") {
            continue;
        }
        let enumeration = drawn.source.find("#[derive(DdbTable)]").expect("a table");
        let head = "use ddbkey::{DdbKeys, DdbTable};\n";
        let own = drawn.source.find("#[derive(DdbKeys)]").expect("an entity");
        let end = drawn.source[own + 1..].find("#[derive").expect("another") + own + 1;
        let entity = drawn.source[own..end].to_owned();
        let extra = "    pub zs: String, pub zt: String, pub zn: u32, pub zi: i32, pub zf: f64,\n    \
                     pub zd: jiff::civil::Date, pub zv: Vec<u8>, pub zo: Option<String>,\n}\n";
        let name = drawn.table.entities[0].name.clone();
        let source = match number.checked_sub(ATTRIBUTES.len()) {
            None => {
                let attribute = ATTRIBUTES[number];
                let is_given = |name| attribute.contains(name) && entity.contains(name);
                if is_given("separator") || is_given("ttl = ") {
                    continue;
                }
                drawn.role = Role::Mistake(attribute);
                let entity = entity.replacen('\n', &format!("\n{attribute}\n"), 1);
                let body = entity.rfind("}\n").expect("a struct");
                format!("{}{extra}", &entity[..body])
            }
            // The entity is in one table again under another name: every key belongs to both.
            Some(0) => {
                drawn.role = Role::Mistake("an entity twice");
                let twin = entity.replace(&format!("pub struct {name} "), "pub struct Twin ");
                let variants = format!("{name}({name}), Twin(Twin)");
                format!("{entity}{twin}#[derive(DdbTable)] pub enum ZTable {{ {variants} }}\n")
            }
            Some(1) => {
                drawn.role = Role::Mistake("no pk");
                let line = entity.find("#[pk").expect("a pk");
                let rest = entity[line..].find('\n').expect("a line") + line;
                format!("{}{}", &entity[..line], &entity[rest..])
            }
            Some(2) => {
                drawn.role = Role::Mistake("a tuple struct");
                "#[derive(DdbKeys)] #[pk(\"A\")] pub struct Tuple(String);\n".into()
            }
            Some(3) => {
                drawn.role = Role::Mistake("an option in the pk");
                "#[derive(DdbKeys)] #[pk(\"A\", a)] pub struct E { pub a: Option<String> }\n".into()
            }
            Some(4) => {
                drawn.role = Role::Mistake("a key of two attributes");
                "#[derive(DdbKeys)] #[pk[a, b]] pub struct E { pub a: String, pub b: String }\n"
                    .into()
            }
            Some(5) => {
                drawn.role = Role::Mistake("a value right behind, in a reused key");
                "#[derive(DdbKeys)] #[pk(\"A\", \"{a}{d}\")] #[sk(\"B\", b)] #[gsi(\"g\", pk = sk, sk = pk)] \
                 pub struct E { pub a: String, pub b: String, pub d: jiff::civil::Date }\n"
                    .into()
            }
            Some(_) => {
                drawn.role = Role::Mistake("an option in a reused key");
                "#[derive(DdbKeys)] #[pk(\"A\", a)] #[sk(\"B\", b)] #[gsi(\"g\", pk = sk, sk = pk)] \
                 pub struct E { pub a: String, pub b: Option<String> }\n"
                    .into()
            }
        };
        let _ = enumeration;
        drawn.source = format!("{head}#[allow(unused_imports)] use crate::support::*;\n{source}");
        return drawn;
    }
}
