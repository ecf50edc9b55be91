//! Every public item has an example, or links to an item that has one. A type has those of its methods, and a method those of its type.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// All files of a folder, and below.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it is read").path());
    let nested = entries.map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    nested.flatten().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

// What the documentation of an item links to: all names of its paths, of [`Orbit::yaw`] and of [example](crate::guide::time).
fn links(docs: &str) -> impl Iterator<Item = &str> {
    let code = docs.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
    let named = docs.split("](crate::").skip(1).filter_map(|rest| rest.split_once(')'));
    code.chain(named).flat_map(|(link, _)| link.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The item that a line declares: a public one, a macro that is exported, or a documented line of a macro of ours such as
/// `OrbitYaw: yaw as Angle;` or, where more follows, `Rotation: Transform.rotation as Quat {`.
fn declared(line: &str, is_exported: bool, has_docs: bool) -> Option<String> {
    if line.starts_with("    ") && line.contains("fn ") {
        // A method that a macro writes.
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
    let is_line = has_docs
        && line.ends_with([';', '{'])
        && line.contains(&format!("{name}: "))
        && name.starts_with(char::is_uppercase);
    is_line.then_some(name)
}

/// The public items of a file with their documentation; what is in a block of an `impl` counts for its type.
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
            // Tests are at the end of a file.
            break;
        }
        // An attribute of several lines ends with its bracket.
        in_attribute |= text.starts_with("#[");
        let is_attribute = in_attribute;
        in_attribute &= !text.ends_with(']');
        is_exported |= text.starts_with("#[macro_export]");
        is_hidden |= text.starts_with("#[doc(hidden)]");
        if is_attribute {
            continue;
        }
        if line.starts_with("impl") && !line.contains(" for ") {
            let rest = line.trim_start_matches("impl");
            // After the parameters in angle brackets.
            let rest = rest.strip_prefix('<').map_or(rest, |rest| rest.split_once("> ").map_or(rest, |(_, rest)| rest));
            of_type = Some(first_word(rest.trim_start())).filter(|name| !name.is_empty());
            // A block with documentation is of a public type.
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

#[test]
fn every_public_item_has_an_example_or_links_to_one_that_has() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    // Both halves have a `Spring`.
    let mut items = BTreeMap::<(bool, String), String>::new();
    for path in files(&source) {
        let mut found = Vec::new();
        public(&fs::read_to_string(&path).expect("it is read"), &mut found);
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
