//! The table in the guide, compared with what is measured here.

use crate::{button, clip, list, sequence};

const GUIDE: &str = include_str!("../../../docs/guide/15_coming_from.md");

/// The number of lines of code: without blank lines, comments and imports.
fn lines(source: &str) -> usize {
    let code = |line: &&str| !(line.is_empty() || line.starts_with("//") || line.starts_with("use "));
    source.lines().map(str::trim).filter(code).count()
}

/// Returns a row of the table: what is compared, and for each way the lines and what is measured.
fn row(what: &str, unit: &str, ways: &[(&str, f32)]) -> String {
    let cells = ways.iter().map(|(source, jump)| {
        let (lines, decimals) = (lines(source), usize::from(*jump < 10.0));
        format!(" {lines} lines, {jump:.decimals$} {unit} |")
    });
    format!("| {what} |{}", cells.collect::<String>())
}

#[test]
fn the_table_in_the_guide_has_what_is_measured() {
    let [a, b, c] = button::measured();
    let sources = [include_str!("button/ours.rs"), include_str!("button/tweening.rs"), include_str!("button/by_hand.rs")];
    let button = row("a button", "/s", &[(sources[0], a), (sources[1], b), (sources[2], c)]);
    let [a, b, c] = list::measured();
    let sources = [include_str!("list/ours.rs"), include_str!("list/tweening.rs"), include_str!("list/by_hand.rs")];
    let list = row("a list", "px/s", &[(sources[0], a), (sources[1], b), (sources[2], c)]);
    let [a, b, c] = sequence::measured();
    let sources =
        [include_str!("sequence/ours.rs"), include_str!("sequence/tweening.rs"), include_str!("sequence/by_hand.rs")];
    let sequence = row("a sequence", "px/s", &[(sources[0], a), (sources[1], b), (sources[2], c)]);
    let [a, b] = clip::measured();
    let sources = [include_str!("clip/ours.rs"), include_str!("clip/bevys.rs")];
    let clip = row("a change of clips", "/s", &[(sources[0], a), (sources[1], b)]) + "  |";
    let rows = [button, list, sequence, clip];
    println!("{}", rows.join("\n"));
    for row in rows {
        assert!(GUIDE.contains(&row), "the guide should have\n{row}");
    }
}
