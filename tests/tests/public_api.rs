//! The public names of `ddbkey`, held against `ddbkey/public-api.txt`, which a release must not change by
//! accident. It is read from the source, so that it needs neither nightly nor a build of the crate.
//!
//! `PUBLIC_API=overwrite cargo test -p ddbkey-tests --test public_api` writes the list anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use syn::{Attribute, Ident, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// A module by its path below the crate, `["key", "keys"]`.
type ModulePath = Vec<String>;

/// A definition: its module and its name.
type Definition = (ModulePath, String);

#[test]
fn is_the_committed_list() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ddbkey");
    let names = Crate::read(&crate_root.join("src")).public_names();
    let listed = names.into_iter().map(|name| name + "\n").collect::<String>();
    let list = crate_root.join("public-api.txt");
    if env::var_os("PUBLIC_API").is_some_and(|value| value == "overwrite") {
        fs::write(&list, &listed).expect("the list can be written");
    }
    let committed = fs::read_to_string(&list).expect("the list is there");
    let missing = committed.lines().filter(|name| !listed.lines().any(|other| other == *name));
    let added = listed.lines().filter(|name| !committed.lines().any(|other| other == *name));
    let changes: Vec<String> = missing
        .map(|name| format!("- {name}"))
        .chain(added.map(|name| format!("+ {name}")))
        .collect();
    assert!(
        changes.is_empty(),
        "public names have changed:\n{}\nhelp: if that is intended, run this test with `PUBLIC_API=overwrite`",
        changes.join("\n"),
    );
}

/// The modules of a crate, without those for tests.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<ModulePath, Vec<Item>>,
}

impl Crate {
    fn read(src: &Path) -> Self {
        let mut this = Self::default();
        this.add_file(Vec::new(), &src.join("lib.rs"), src);
        this
    }

    /// Adds the module of a file; `folder` has the files of its modules.
    fn add_file(&mut self, path: ModulePath, file: &Path, folder: &Path) {
        let shown = file.display();
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{shown}: {error}")).items;
        self.add(path, items, folder);
    }

    fn add(&mut self, path: ModulePath, items: Vec<Item>, folder: &Path) {
        for item in &items {
            let Item::Mod(module) = item else { continue };
            if is_hidden(&module.attrs) || has(&module.attrs, "cfg", "test)") {
                continue;
            }
            let name = module.ident.to_string();
            let (own, below) =
                (path.iter().cloned().chain([name.clone()]).collect(), folder.join(&name));
            match &module.content {
                Some((_, items)) => self.add(own, items.clone(), &below),
                None if below.with_extension("rs").exists() => {
                    self.add_file(own, &below.with_extension("rs"), &below);
                }
                None => self.add_file(own, &below.join("mod.rs"), &below),
            }
        }
        self.modules.insert(path, items);
    }

    /// Every public item under its public paths, with its variants, fields, methods and constants.
    fn public_names(&self) -> BTreeSet<String> {
        let members = self.members();
        let mut names = BTreeSet::new();
        self.add_public(&Vec::new(), "ddbkey", &members, &mut names);
        names
    }

    fn add_public(
        &self,
        module: &ModulePath,
        shown: &str,
        members: &BTreeMap<Definition, BTreeSet<String>>,
        names: &mut BTreeSet<String>,
    ) {
        for item in &self.modules[module] {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) && !is_hidden(&inner.attrs) => {
                    let name = inner.ident.to_string();
                    let path = module.iter().cloned().chain([name.clone()]).collect();
                    let (count, shown) = (names.len(), format!("{shown}::{name}"));
                    self.add_public(&path, &shown, members, names);
                    // A page of the guide has no items.
                    if names.len() > count {
                        names.insert(shown);
                    }
                }
                Item::Use(import) if is_public(&import.vis) && !is_hidden(&import.attrs) => {
                    for (path, name) in leaves(&import.tree) {
                        add_item(self.definition(module, &path), shown, &name, members, names);
                    }
                }
                _ => {
                    let public = declared(item)
                        .filter(|(vis, attrs, _)| is_public(vis) && !is_hidden(attrs));
                    if let Some((_, _, name)) = public {
                        let name = name.to_string();
                        let own = Some((module.clone(), name.clone()));
                        add_item(own, shown, &name, members, names);
                    }
                }
            }
        }
    }

    /// What belongs to a type or trait: what its definition has, and what its own `impl` blocks add.
    fn members(&self) -> BTreeMap<Definition, BTreeSet<String>> {
        let mut members: BTreeMap<Definition, BTreeSet<String>> = BTreeMap::new();
        for (path, items) in &self.modules {
            for item in items {
                let (definition, own) = match item {
                    Item::Impl(block) if block.trait_.is_none() => {
                        let Type::Path(own) = &*block.self_ty else { continue };
                        let Some(name) = own.path.segments.last() else { continue };
                        (self.find(path, &name.ident.to_string()), inherent(&block.items))
                    }
                    _ => match declared(item) {
                        Some((_, _, name)) => (Some((path.clone(), name.to_string())), of(item)),
                        None => continue,
                    },
                };
                if let Some(definition) = definition {
                    members.entry(definition).or_default().extend(own);
                }
            }
        }
        members
    }

    /// The definition that a name in a module means, if this crate has it.
    fn find(&self, module: &ModulePath, name: &str) -> Option<Definition> {
        let items = self.modules.get(module)?;
        if items.iter().filter_map(declared).any(|(_, _, own)| own == name) {
            return Some((module.clone(), name.to_owned()));
        }
        let imports = items.iter().filter_map(|item| match item {
            Item::Use(import) => Some(leaves(&import.tree)),
            _ => None,
        });
        let (path, _) = imports.flatten().find(|(_, leaf)| leaf == name)?;
        self.definition(module, &path)
    }

    /// The definition at a path, as a module writes it.
    fn definition(&self, module: &ModulePath, path: &[String]) -> Option<Definition> {
        let (name, path) = path.split_last()?;
        let mut target = module.clone();
        for (at, segment) in path.iter().enumerate() {
            match segment.as_str() {
                "crate" => target.clear(),
                "self" => {}
                "super" => drop(target.pop()),
                _ => target.push(segment.clone()),
            }
            if at == 0 && !self.modules.contains_key(&target) {
                return None;
            }
        }
        self.find(&target, name)
    }
}

fn add_item(
    definition: Option<Definition>,
    shown: &str,
    name: &str,
    members: &BTreeMap<Definition, BTreeSet<String>>,
    names: &mut BTreeSet<String>,
) {
    names.insert(format!("{shown}::{name}"));
    let members = definition.and_then(|definition| members.get(&definition));
    names.extend(members.into_iter().flatten().map(|member| format!("{shown}::{name}::{member}")));
}

/// The paths of an import, each with the name that it gives.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            let join =
                |(rest, name)| ([first.clone()].into_iter().chain::<Vec<_>>(rest).collect(), name);
            leaves(&path.tree).into_iter().map(join).collect()
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(rename) => {
            vec![(vec![rename.ident.to_string()], rename.rename.to_string())]
        }
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Glob(_) => Vec::new(),
    }
}

/// Visibility, attributes and name of an item that can be exported by name.
fn declared(item: &Item) -> Option<(&Visibility, &[Attribute], &Ident)> {
    match item {
        Item::Const(item) => Some((&item.vis, &item.attrs, &item.ident)),
        Item::Enum(item) => Some((&item.vis, &item.attrs, &item.ident)),
        Item::Fn(item) => Some((&item.vis, &item.attrs, &item.sig.ident)),
        Item::Static(item) => Some((&item.vis, &item.attrs, &item.ident)),
        Item::Struct(item) => Some((&item.vis, &item.attrs, &item.ident)),
        Item::Trait(item) => Some((&item.vis, &item.attrs, &item.ident)),
        Item::Type(item) => Some((&item.vis, &item.attrs, &item.ident)),
        _ => None,
    }
}

/// The variants, public fields and trait items of a definition.
fn of(item: &Item) -> Vec<String> {
    match item {
        Item::Enum(item) => {
            let variants = item.variants.iter().filter(|variant| !is_hidden(&variant.attrs));
            let fields = |variant: &syn::Variant| {
                let name = variant.ident.to_string();
                let fields = variant.fields.iter().filter(|field| !is_hidden(&field.attrs));
                let fields = fields.filter_map(|field| field.ident.as_ref());
                let fields = fields.map(|field| format!("{name}::{field}")).collect::<Vec<_>>();
                [name].into_iter().chain(fields)
            };
            variants.flat_map(fields).collect()
        }
        Item::Struct(item) => {
            let public = item
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| is_public(&field.vis) && !is_hidden(&field.attrs));
            let name = |(at, field): (usize, &syn::Field)| {
                field.ident.as_ref().map_or_else(|| at.to_string(), Ident::to_string)
            };
            public.map(name).collect()
        }
        Item::Trait(item) => {
            let names = item.items.iter().filter_map(|item| match item {
                TraitItem::Const(item) if !is_hidden(&item.attrs) => Some(&item.ident),
                TraitItem::Fn(item) if !is_hidden(&item.attrs) => Some(&item.sig.ident),
                TraitItem::Type(item) if !is_hidden(&item.attrs) => Some(&item.ident),
                _ => None,
            });
            names.map(Ident::to_string).collect()
        }
        _ => Vec::new(),
    }
}

/// The public functions and constants of an `impl` block.
fn inherent(items: &[ImplItem]) -> Vec<String> {
    let names = items.iter().filter_map(|item| match item {
        ImplItem::Const(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
            Some(&item.ident)
        }
        ImplItem::Fn(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
            Some(&item.sig.ident)
        }
        _ => None,
    });
    names.map(Ident::to_string).collect()
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    has(attributes, "doc", "hidden")
}

/// Whether an attribute of this name, `#[doc(…)]`, mentions a word.
fn has(attributes: &[Attribute], name: &str, word: &str) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident(name) && format!("{})", list.tokens).contains(word)
        }
        _ => false,
    })
}
