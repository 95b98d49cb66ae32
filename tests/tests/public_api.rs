//! The public names of each crate are compared with its `public-api.txt`, and their signatures and traits with
//! its `public-signatures.txt`. A release must not change them by accident. Both are read from the source, so they
//! need neither nightly nor a build of the crate. Of what a macro writes, they only include the methods of requests, and not
//! traits, such as `KeyPart` for the types of other crates.
//!
//! `PUBLIC_API=overwrite cargo test --workspace --all-features --test public_api` writes the lists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Fields, Generics, Ident, ImplItem, Item, Macro, TraitItem, Type, UseTree, Visibility,
};

/// A module by its path below the crate, `["key", "keys"]`.
type ModulePath = Vec<String>;

/// A definition: its module and its name.
type Definition = (ModulePath, String);

/// What belongs to each definition: a name, empty for the definition itself, and its signature.
type Members = BTreeMap<Definition, BTreeSet<(String, String)>>;

/// The folders of the crates.
const CRATES: [&str; 4] = ["ddbkey", "ddbkey-aws", "ddbkey-tools", "ddbkey-engine"];

#[test]
fn are_the_committed_lists() {
    for folder in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        let public = Crate::read(&folder.join("src")).public(&crate_name(&folder));
        let names: BTreeSet<_> = public.iter().map(|(name, _)| name.clone()).collect();
        check(&folder.join("public-api.txt"), names.into_iter());
        let is_more = |(name, own): &&(String, String)| !own.is_empty() && !name.ends_with(&**own);
        let signatures = public.iter().filter(is_more).map(|(name, own)| format!("{name}: {own}"));
        check(&folder.join("public-signatures.txt"), signatures);
    }
}

fn crate_name(folder: &Path) -> String {
    folder.file_name().expect("a folder").to_string_lossy().replace('-', "_")
}

#[test]
fn what_generated_code_uses_has_the_version_in_its_name() {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    let module = format!("__private_{major}_{minor}::");
    for expansion in ["order", "owner"] {
        let path = format!("../ddbkey-derive/src/tests/expansion/{expansion}.rs");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let code = fs::read_to_string(path).expect("the expansion is there");
        let mut uses = code.match_indices("::__private").map(|(at, _)| &code[at + 2..]).peekable();
        assert!(uses.peek().is_some(), "{expansion}");
        for used in uses {
            let used = used.lines().next().unwrap_or_default();
            assert!(used.starts_with(&module), "{expansion}: {used}");
        }
    }
}

/// Checks that the lines equal a file of the crate.
fn check(list: &Path, lines: impl Iterator<Item = String>) {
    let listed = lines.map(|line| line + "\n").collect::<String>();
    if env::var_os("PUBLIC_API").is_some_and(|value| value == "overwrite") {
        fs::write(list, &listed).expect("the list can be written");
    }
    let committed = fs::read_to_string(list).expect("the list is there");
    let missing = committed.lines().filter(|name| !listed.lines().any(|other| other == *name));
    let added = listed.lines().filter(|name| !committed.lines().any(|other| other == *name));
    let changes: Vec<String> = missing
        .map(|name| format!("- {name}"))
        .chain(added.map(|name| format!("+ {name}")))
        .collect();
    assert!(
        changes.is_empty(),
        "{} has changed:\n{}\nhelp: if that is intended, run this test with `PUBLIC_API=overwrite`",
        list.display(),
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

    /// Every public item under its public paths, with its variants, fields, methods, constants and traits.
    fn public(&self, root: &str) -> BTreeSet<(String, String)> {
        let members = self.members();
        let mut names = BTreeSet::new();
        self.add_public(&Vec::new(), root, &members, &mut names);
        // A prelude only repeats names, so their members are listed at the original path.
        let prelude = format!("{root}::prelude::");
        names.retain(|(name, own)| {
            let repeated = name.strip_prefix(&prelude);
            repeated.is_none_or(|name| !name.contains("::") && own.is_empty())
        });
        names
    }

    fn add_public(
        &self,
        module: &ModulePath,
        shown: &str,
        members: &Members,
        names: &mut BTreeSet<(String, String)>,
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
                        names.insert((shown, String::new()));
                    }
                }
                Item::Use(import) if is_public(&import.vis) && !is_hidden(&import.attrs) => {
                    for (path, name) in leaves(&import.tree) {
                        let definition = self.definition(module, &path);
                        if !definition.as_ref().is_some_and(|own| self.hides(own)) {
                            add_item(definition, shown, &name, members, names);
                        }
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

    /// Returns whether a definition is hidden where it is declared, so that rustdoc also hides where it is exported.
    fn hides(&self, (module, name): &Definition) -> bool {
        let items = self.modules.get(module).into_iter().flatten();
        items.filter_map(declared).any(|(_, attrs, own)| own == name && is_hidden(attrs))
    }

    /// Returns what belongs to a type or trait: the parts of its definition, and its own `impl` blocks.
    fn members(&self) -> Members {
        let mut members = Members::new();
        for (path, items) in &self.modules {
            for item in items {
                let (definition, own) = match item {
                    Item::Impl(block) => {
                        let own = match &*block.self_ty {
                            Type::Path(own) => Some(&own.path),
                            _ => None,
                        };
                        let own_trait = block.trait_.as_ref().map(|(path, _)| path);
                        let mut names = own
                            .into_iter()
                            .chain(own_trait)
                            .filter_map(|path| path.segments.last());
                        let added = match own_trait {
                            Some(own_trait) => {
                                vec![(String::new(), implementation(block, own_trait))]
                            }
                            None => self.inherent(&block.items),
                        };
                        (names.find_map(|name| self.find(path, &name.ident.to_string())), added)
                    }
                    Item::Macro(item) => match self.customized(&item.mac) {
                        Some((name, own)) => (self.find(path, &name), own),
                        None => continue,
                    },
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

    /// The public functions and constants of an `impl` block.
    fn inherent(&self, items: &[ImplItem]) -> Vec<(String, String)> {
        let members = items.iter().flat_map(|item| match item {
            ImplItem::Const(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                let (name, ty) = (&item.ident, &item.ty);
                vec![(name.to_string(), line(quote!(const #name: #ty)))]
            }
            ImplItem::Fn(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                vec![(item.sig.ident.to_string(), line(&item.sig))]
            }
            ImplItem::Macro(item) => self.written_by(&item.mac),
            _ => Vec::new(),
        });
        members.collect()
    }

    /// Returns the request of a `request!` that sends an operation, and the methods that the macro writes for it.
    fn customized(&self, call: &Macro) -> Option<(String, Vec<(String, String)>)> {
        let tokens = call.tokens.clone().into_iter().map(|token| token.to_string());
        let tokens: Vec<_> = tokens.collect();
        let is_request = call.path.is_ident("request") && tokens.iter().any(|word| word == "sends");
        is_request.then(|| (tokens[0].clone(), self.written_by(call)))
    }

    /// Returns the methods that a macro of this crate writes.
    fn written_by(&self, call: &Macro) -> Vec<(String, String)> {
        let items = self.modules.values().flatten();
        let mut macros = items.filter_map(|item| match item {
            Item::Macro(item) => Some((item.ident.as_ref()?, &item.mac)),
            _ => None,
        });
        let written = macros.find(|(name, _)| call.path.is_ident(*name));
        let names = written.map(|(_, own)| functions(own.tokens.clone())).unwrap_or_default();
        names.into_iter().map(|name| (name.clone(), name)).collect()
    }

    /// Returns the definition of a name in a module, if it is in this crate.
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

    /// Returns the definition at a path, as a module writes it.
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
    members: &Members,
    names: &mut BTreeSet<(String, String)>,
) {
    names.insert((format!("{shown}::{name}"), String::new()));
    let members = definition.and_then(|definition| members.get(&definition));
    names.extend(members.into_iter().flatten().map(|(member, signature)| {
        let separator = if member.is_empty() { "" } else { "::" };
        (format!("{shown}::{name}{separator}{member}"), signature.clone())
    }));
}

/// Tokens as a line of Rust.
fn line(tokens: impl ToTokens) -> String {
    let spaced = tokens.to_token_stream().to_string();
    let joints = [(" :", ":"), (":: ", "::"), (" ,", ","), (" <", "<"), ("< ", "<"), (" >", ">")];
    let brackets = [(" (", "("), ("( ", "("), (" )", ")"), ("[ ", "["), (" ]", "]"), ("& ", "&")];
    let others = [("# ", "#"), (" ;", ";"), ("? ", "?"), ("=(", "= (")];
    let joints = joints.into_iter().chain(brackets).chain(others);
    joints.fold(spaced, |text, (spaced, joined)| text.replace(spaced, joined))
}

/// `impl Display for KeyError`
fn implementation(block: &syn::ItemImpl, own_trait: &syn::Path) -> String {
    let (generics, own, bounds) = (&block.generics, &block.self_ty, &block.generics.where_clause);
    line(quote!(impl #generics #own_trait for #own #bounds))
}

/// Returns an item up to its `{`.
fn signature(item: &Item) -> String {
    let (attributes, tokens) = match item {
        Item::Const(item) => {
            let (name, ty) = (&item.ident, &item.ty);
            (&item.attrs, quote!(const #name: #ty))
        }
        Item::Enum(item) => (&item.attrs, head(item.enum_token, &item.ident, &item.generics)),
        Item::Fn(item) => (&item.attrs, item.sig.to_token_stream()),
        Item::Struct(item) => (&item.attrs, head(item.struct_token, &item.ident, &item.generics)),
        Item::Trait(item) => {
            let name = head(item.trait_token, &item.ident, &item.generics);
            let (colon, traits) = (&item.colon_token, &item.supertraits);
            (&item.attrs, quote!(#name #colon #traits))
        }
        Item::Type(item) => {
            let (name, ty) = (head(item.type_token, &item.ident, &item.generics), &item.ty);
            (&item.attrs, quote!(#name = #ty))
        }
        _ => return String::new(),
    };
    line(with_promises(attributes, &tokens))
}

fn head(keyword: impl ToTokens, name: &Ident, generics: &Generics) -> TokenStream {
    let bounds = &generics.where_clause;
    quote!(#keyword #name #generics #bounds)
}

/// Returns the tokens after the attributes that others rely on.
fn with_promises(attributes: &[Attribute], tokens: &TokenStream) -> TokenStream {
    let is_promise = |own: &&Attribute| {
        ["derive", "non_exhaustive"].iter().any(|name| own.path().is_ident(name))
    };
    let promises = attributes.iter().filter(is_promise);
    quote!(#(#promises)* #tokens)
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

/// A definition, and its variants, public fields and trait items.
fn of(item: &Item) -> Vec<(String, String)> {
    let mut members = vec![(String::new(), signature(item))];
    match item {
        Item::Enum(item) => {
            for variant in item.variants.iter().filter(|variant| !is_hidden(&variant.attrs)) {
                let name = variant.ident.to_string();
                let (ident, mut tuple) = (&variant.ident, None);
                match &variant.fields {
                    Fields::Unnamed(types) => tuple = Some(types),
                    own => members.extend(
                        fields(own, |_| true).map(|(field, ty)| (format!("{name}::{field}"), ty)),
                    ),
                }
                members.push((name, line(with_promises(&variant.attrs, &quote!(#ident #tuple)))));
            }
        }
        Item::Struct(item) => members.extend(fields(&item.fields, is_public)),
        Item::Trait(item) => {
            members.extend(item.items.iter().filter_map(|item| match item {
                TraitItem::Const(item) if !is_hidden(&item.attrs) => {
                    let (name, ty) = (&item.ident, &item.ty);
                    Some((name.to_string(), line(quote!(const #name: #ty))))
                }
                TraitItem::Fn(item) if !is_hidden(&item.attrs) => {
                    let body = if item.default.is_some() { quote!({}) } else { quote!() };
                    let sig = &item.sig;
                    Some((sig.ident.to_string(), line(quote!(#sig #body))))
                }
                TraitItem::Type(item) if !is_hidden(&item.attrs) => {
                    let (name, generics) = (&item.ident, &item.generics);
                    let (colon, bounds) = (&item.colon_token, &item.bounds);
                    Some((name.to_string(), line(quote!(type #name #generics #colon #bounds))))
                }
                _ => None,
            }));
        }
        _ => {}
    }
    members
}

/// The public fields, by name or by number, with their types.
fn fields(
    fields: &Fields,
    is_public: fn(&Visibility) -> bool,
) -> impl Iterator<Item = (String, String)> {
    let public = fields.iter().enumerate();
    let public = public.filter(move |(_, field)| is_public(&field.vis) && !is_hidden(&field.attrs));
    public.map(|(at, field)| {
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), Ident::to_string);
        (name, line(&field.ty))
    })
}

/// The names after `pub fn`.
fn functions(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.to_string() == word);
    let names = tokens.iter().enumerate().flat_map(|(at, token)| match token {
        TokenTree::Group(group) => functions(group.stream()),
        TokenTree::Ident(name) if at > 1 && is(at - 1, "fn") && is(at - 2, "pub") => {
            vec![name.to_string()]
        }
        _ => Vec::new(),
    });
    names.collect()
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
