//! The versions of other crates that an error of the compiler lists: those that `Cargo.toml` asks for.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

#[test]
fn the_listed_versions_are_the_supported_ones() {
    let (_, list) =
        include_str!("../bounds.rs").split_once("the supported versions are ").expect("a list");
    let (list, _) = list.split_once('"').expect("the end of the note");
    let list = list.replace(" (ulid 1 with feature `ulid1`) and ", ", ulid1 1, ");
    let listed: BTreeSet<String> = list.split(", ").map(Into::into).collect();

    let own = include_str!("../../../Cargo.toml");
    let workspace = include_str!("../../../../Cargo.toml");
    let (_, types) =
        own.split_once("# The types that the derive knows by name.\n").expect("a heading");
    let crates = types.lines().take_while(|line| !line.is_empty());
    let crates = crates.filter_map(|line| line.split_once("\"dep:")?.1.split('"').next());
    let version = |name: &str| {
        let (_, line) = workspace.split_once(&format!("\n{name} = {{"))?;
        line.lines().next()?.split_once("version = \"")?.1.split('"').next()
    };
    let supported = crates.filter(|name| *name != "twox-hash");
    let supported: BTreeSet<String> =
        supported.map(|name| format!("{name} {}", version(name).expect(name))).collect();
    assert_eq!(listed, supported);
}
