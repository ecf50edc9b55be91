//! Every public item has an example, or links to an item that has one. An example of a method counts for its type, and vice versa.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// All Rust files in a folder and its subfolders.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("the folder should be readable")
        .map(|entry| entry.expect("the folder should be readable").path());
    let nested = entries.map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    nested.flatten().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The names in the links of a doc comment: every part of a path, as in [`Orbit::yaw`] and in [example](crate::guide::time).
fn links(docs: &str) -> impl Iterator<Item = &str> {
    let code = docs.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
    let named = docs.split("](crate::").skip(1).filter_map(|rest| rest.split_once(')'));
    code.chain(named).flat_map(|(link, _)| link.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The item that a line declares: a public item, an exported macro, or a documented property in a call of this crate's macros, such as
/// `OrbitYaw: yaw as Angle;` or, if more lines follow, `Rotation: Transform.rotation as Quat {`.
fn declared(line: &str, is_exported: bool, has_docs: bool) -> Option<String> {
    if line.starts_with("    ") && line.contains("fn ") {
        // A method in the body of a macro.
        return None;
    }
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix("macro_rules! ") {
        return is_exported.then(|| first_word(rest));
    }
    let item = line.strip_prefix("pub ").unwrap_or_default();
    let item = item.strip_prefix("const fn ").map_or(item.to_owned(), |rest| format!("fn {rest}"));
    for kind in ["struct ", "enum ", "trait ", "fn ", "const ", "type "] {
        if let Some(rest) = item.strip_prefix(kind) {
            return Some(first_word(rest));
        }
    }
    let name = first_word(line.strip_prefix("pub ").unwrap_or(line));
    let is_property = has_docs
        && line.ends_with([';', '{'])
        && line.contains(&format!("{name}: "))
        && name.starts_with(char::is_uppercase);
    is_property.then_some(name)
}

/// Collects the public items of a file with their documentation. Items in an `impl` block are collected under the name of its type.
fn public(file: &str, found: &mut Vec<(String, String)>) {
    let (mut docs, mut is_exported, mut is_hidden) = (String::new(), false, false);
    let (mut of_type, mut in_attribute) = (None, false);
    for line in file.lines() {
        let text = line.trim_start();
        if let Some(line) = text.strip_prefix("///") {
            docs.push_str(line);
            docs.push('\n');
            continue;
        }
        if text.starts_with("#[cfg(test)]") {
            // Tests are at the end of the file.
            break;
        }
        // An attribute may have several lines; the last one ends with a bracket.
        in_attribute |= text.starts_with("#[");
        let is_attribute = in_attribute;
        in_attribute &= !text.ends_with(']');
        is_exported |= text.starts_with("#[macro_export]");
        is_hidden |= text.starts_with("#[doc(hidden)]");
        if is_attribute {
            continue;
        }
        if (line.starts_with("impl ") || line.starts_with("impl<")) && !line.contains(" for ") {
            let rest = line.trim_start_matches("impl");
            // Skip the generic parameters.
            let rest = rest.strip_prefix('<').map_or(rest, |rest| rest.split_once("> ").map_or(rest, |(_, rest)| rest));
            of_type = Some(first_word(rest.trim_start())).filter(|name| !name.is_empty());
            // A documented block belongs to a public type.
            found.extend(of_type.iter().filter(|_| !docs.is_empty()).map(|of_type| (of_type.clone(), docs.clone())));
        } else if line.starts_with('}') {
            of_type = None;
        }
        let is_part = of_type.is_some() && line.starts_with("    ");
        let item = match &of_type {
            Some(of_type) if is_part => text.starts_with("pub ").then(|| of_type.clone()),
            _ => declared(line, is_exported, !docs.is_empty()).filter(|name| !is_hidden && !name.is_empty()),
        };
        found.extend(item.map(|item| (item, docs.clone())));
        docs.clear();
        (is_exported, is_hidden) = (false, false);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file should be readable")
}

/// The documented names that a module of the mathematics exports: its public re-exports, and those of its public modules. `module` is the
/// path of the module's file. Items that are marked `#[doc(hidden)]` are for the plugin only, and are left out.
fn exported(module: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let text = read(module);
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    for statement in code.split(';').filter(|statement| !statement.contains("#[doc(hidden)]")) {
        if let Some((_, name)) = statement.split_once("\npub mod ") {
            names.extend(exported(&module.with_file_name(name).join("mod.rs")));
        } else if let Some((_, path)) = statement.split_once("\npub use ") {
            let items = path.rsplit_once("::").map_or(path, |(_, items)| items);
            names.extend(items.split(',').map(|item| first_word(item.trim_start_matches(['{', ' ', '\n']))));
        }
    }
    names.remove("");
    names
}

#[test]
fn every_public_item_has_an_example_or_links_to_an_item_that_has_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mathematics = root.join("math/src");
    let documented = exported(&mathematics.join("lib.rs"));
    // The key says which crate an item is in, because both have a `Spring`.
    let mut items = BTreeMap::<(bool, String), String>::new();
    for path in files(&root.join("src")).into_iter().chain(files(&mathematics)) {
        let mut found = Vec::new();
        public(&read(&path), &mut found);
        let is_math = path.starts_with(&mathematics);
        for (name, docs) in found.into_iter().filter(|(name, _)| !is_math || documented.contains(name)) {
            items.entry((is_math, name)).or_default().push_str(&docs);
        }
    }
    let missing = documented.iter().find(|name| !items.contains_key(&(true, (*name).clone())));
    assert_eq!(missing, None, "every exported item of the mathematics should be found");
    let has_code = |docs: &str| docs.contains("```");
    let shown: BTreeSet<&str> =
        items.iter().filter(|(_, docs)| has_code(docs)).map(|((_, name), _)| name.as_str()).collect();
    assert!(items.len() > 150 && shown.len() > 75, "{} of {} have examples", shown.len(), items.len());
    let has_example = |docs: &str| has_code(docs) || links(docs).any(|link| link == "guide" || shown.contains(link));
    let without: Vec<_> =
        items.iter().filter(|(_, docs)| !has_example(docs)).map(|((_, name), _)| name.as_str()).collect();
    assert!(without.is_empty(), "{} of {}: {}", without.len(), items.len(), without.join(", "));
}
