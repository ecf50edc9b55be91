//! A strict reader of reference tables: anything unexpected fails the test that reads them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the folder in the environment variable `variable`, or the folder `default` of this package if the variable is not set.
pub(crate) fn folder(variable: &str, default: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join(default), PathBuf::from)
}

/// Returns the names of the CSV files in a folder, sorted. Subfolders are ignored.
pub(crate) fn csv_files(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot read the folder {}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("a folder entry should be readable").path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == "csv"))
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect()
}

/// A table with exactly the expected columns and at least one row.
pub(crate) struct Table {
    pub(crate) name: String,
    columns: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
}

/// One row. Its fields are read by the name of their column.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    table: &'a Table,
    line: u64,
    fields: &'a [String],
}

impl Table {
    /// Reads the file `name`. `columns` are the expected columns, separated by spaces. Lines that begin with `#` are comments.
    pub(crate) fn read(folder: &Path, name: &str, columns: &str) -> Self {
        let path = folder.join(name);
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_path(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found: Vec<String> =
            reader.headers().unwrap_or_else(|error| panic!("{name}: {error}")).iter().map(str::to_owned).collect();
        let expected: BTreeSet<&str> = columns.split(' ').collect();
        let unique: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(unique, expected, "{name}: unknown or missing columns");
        assert_eq!(unique.len(), found.len(), "{name}: a column appears twice");
        let rows: Vec<(u64, Vec<String>)> = reader
            .records()
            .map(|record| {
                // The reader rejects rows whose length differs from the header's.
                let record = record.unwrap_or_else(|error| panic!("{name}: {error}"));
                let line = record.position().map_or(0, csv::Position::line);
                (line, record.iter().map(str::to_owned).collect())
            })
            .collect();
        assert!(!rows.is_empty(), "{name}: no rows");
        Self { name: name.to_owned(), columns: found, rows }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(line, fields)| Row { table: self, line: *line, fields })
    }
}

impl<'a> Row<'a> {
    pub(crate) fn text(&self, column: &str) -> &'a str {
        let index = self.table.columns.iter().position(|name| name == column);
        let index = index.unwrap_or_else(|| panic!("{}: no column {column}", self.table.name));
        &self.fields[index]
    }

    /// Returns the number in this column, which may be infinite or NaN.
    pub(crate) fn any(&self, column: &str) -> f64 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{self}: {column} should be a number, not {text:?}"))
    }

    /// Returns the number in this column. Panics if it is not finite.
    pub(crate) fn number(&self, column: &str) -> f64 {
        let value = self.any(column);
        assert!(value.is_finite(), "{self}: {column} should be a finite number, not {value}");
        value
    }

    /// Returns the numbers in several columns. Panics if one is not finite.
    pub(crate) fn numbers<const N: usize>(&self, columns: [&str; N]) -> [f64; N] {
        columns.map(|column| self.number(column))
    }
}

impl std::fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} line {}", self.table.name, self.line)
    }
}
