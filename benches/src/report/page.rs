//! Writes the tables into the page.

use std::{fs, path::Path};

/// Puts each text between `<!-- NAME -->` and `<!-- /NAME -->`. The rest of the page is unchanged.
pub fn fill(path: &Path, texts: &[(&str, String)]) {
    let mut page = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    for (name, text) in texts {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let place = page.find(&begin).zip(page.find(&end));
        let (from, to) = place.unwrap_or_else(|| panic!("{} has no markers for {name}", path.display()));
        page.replace_range(from + begin.len()..to, &format!("\n{}\n\n", text.trim_end()));
    }
    fs::write(path, page).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
