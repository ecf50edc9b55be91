//! Every public item has an example, or links to an item that has one. A type has those of its methods, and a method those of its type.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Expr, Item, Lit, Meta, Visibility};

/// All files of a folder, and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it is read").path());
    let nested = entries.map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    nested.flatten().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// What rustdoc shows of these attributes.
fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(line) => Some(line.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Tests, what rustdoc leaves out, and deprecated items.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        Meta::List(list) if list.path.is_ident("doc") => list.tokens.to_string() == "hidden",
        _ => false,
    })
}

/// What the documentation of an item links to: all names of its paths, of `[`Orbit::yaw`]` and of `[example](crate::guide::time)`.
fn links(docs: &str) -> impl Iterator<Item = &str> {
    let code = docs.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
    let named = docs.split("](crate::").skip(1).filter_map(|rest| rest.split_once(')'));
    code.chain(named).flat_map(|(link, _)| link.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

/// Names of public items with their documentation.
fn public(items: &[Item], found: &mut Vec<(String, String)>) {
    for item in items {
        let (attributes, visibility, name) = match item {
            Item::Struct(item) => (&item.attrs, &item.vis, item.ident.to_string()),
            Item::Enum(item) => (&item.attrs, &item.vis, item.ident.to_string()),
            Item::Trait(item) => (&item.attrs, &item.vis, item.ident.to_string()),
            Item::Fn(item) => (&item.attrs, &item.vis, item.sig.ident.to_string()),
            Item::Const(item) => (&item.attrs, &item.vis, item.ident.to_string()),
            Item::Type(item) => (&item.attrs, &item.vis, item.ident.to_string()),
            Item::Impl(item) if item.trait_.is_none() => {
                // Methods' examples are their type's.
                let syn::Type::Path(path) = &*item.self_ty else { continue };
                let name = path.path.segments.last().expect("a name").ident.to_string();
                let methods = item.items.iter().filter_map(|part| match part {
                    syn::ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => {
                        Some(docs(&method.attrs))
                    }
                    _ => None,
                });
                found.extend(methods.filter(|docs| docs.contains("```")).map(|docs| (name.clone(), docs)));
                continue;
            }
            Item::Mod(item) => {
                if !is_left_out(&item.attrs) {
                    public(item.content.as_ref().map_or(&[], |(_, items)| items), found);
                }
                continue;
            }
            Item::Macro(item) => {
                let is_exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
                match &item.ident {
                    Some(name) if is_exported => found.push((name.to_string(), docs(&item.attrs))),
                    Some(_) => {}
                    None if FOREIGN.iter().any(|name| item.mac.path.is_ident(name)) => {}
                    None => declared(item.mac.tokens.clone(), found),
                }
                continue;
            }
            _ => continue,
        };
        if matches!(visibility, Visibility::Public(_)) && !is_left_out(attributes) {
            found.push((name, docs(attributes)));
        }
    }
}

/// What a macro of ours makes of lines such as `/// Documentation` and `Name: …;`: all have documentation, and private ones have none.
fn declared(tokens: TokenStream, found: &mut Vec<(String, String)>) {
    let mut lines = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                let Some(TokenTree::Group(attribute)) = tokens.next() else { continue };
                let mut parts = attribute.stream().into_iter();
                let is_doc = matches!(parts.next(), Some(TokenTree::Ident(name)) if name == "doc");
                if let (true, Some(TokenTree::Literal(line))) = (is_doc, parts.nth(1)) {
                    let line: syn::LitStr = syn::parse_str(&line.to_string()).expect("it is a line");
                    lines.push(line.value());
                }
            }
            TokenTree::Ident(name) if name != "pub" && !lines.is_empty() => {
                found.push((name.to_string(), lines.join("\n")));
                lines.clear();
            }
            _ => {}
        }
    }
}

/// Macros that implement traits for types of others.
const FOREIGN: [&str; 3] = ["linear_space", "tangent", "numbers"];

#[test]
fn every_public_item_has_an_example_or_links_to_one_that_has() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    // Both halves have a `Spring`.
    let mut items = BTreeMap::<(bool, String), String>::new();
    for path in files(&source) {
        let file = syn::parse_file(&fs::read_to_string(&path).expect("it is read")).expect("it is Rust");
        let mut found = Vec::new();
        public(&file.items, &mut found);
        let is_math = path.starts_with(source.join("math"));
        for (name, docs) in found {
            items.entry((is_math, name)).or_default().push_str(&docs);
        }
    }
    let has_code = |docs: &str| docs.contains("```");
    let shown: BTreeSet<&str> =
        items.iter().filter(|(_, docs)| has_code(docs)).map(|((_, name), _)| name.as_str()).collect();
    assert!(items.len() > 200 && shown.len() > 80, "{} of {} have examples", shown.len(), items.len());
    let has_example = |docs: &str| has_code(docs) || links(docs).any(|link| link == "guide" || shown.contains(link));
    let without: Vec<_> =
        items.iter().filter(|(_, docs)| !has_example(docs)).map(|((_, name), _)| name.as_str()).collect();
    assert!(without.is_empty(), "{} of {}: {}", without.len(), items.len(), without.join(", "));
}
