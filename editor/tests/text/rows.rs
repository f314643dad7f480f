//! Rows of data as a table, cell by cell.

use editor::text::rows::{self, Column, Table};

const CARDS: &str = "// Ours.\n{\n    // Common.\n    \"Offset\": (die: red, times: 2,\n        top: (cost: 1)),\n    \"Tuck\": (), // nothing yet\n    \"Glide\": (times: 4),\n}\n";

fn column(name: &str) -> Column {
    Column { name: name.to_owned(), ..Column::default() }
}

fn table(text: &str) -> Table {
    rows::table(text, &["die", "times", "top"].map(column)).expect("it is a table")
}

fn set(text: &str, row: usize, column: usize, wanted: &str) -> String {
    let mut changed = text.to_owned();
    if let Some(change) = table(text).set(text, row, column, wanted) {
        change.apply(&mut changed);
    }
    changed
}

#[test]
fn a_file_is_read_cell_by_cell() {
    let table = table(CARDS);
    let names: Vec<_> = (0..3).filter_map(|row| table.name(CARDS, row)).collect();
    assert_eq!(names, ["Offset", "Tuck", "Glide"]);
    let cells = |row: usize| (0..3).map(|column| table.cell(CARDS, row, column)).collect::<Vec<_>>();
    assert_eq!((cells(0), cells(1), cells(2)), (words(["red", "2", "(cost: 1)"]), words(["", "", ""]), words(["", "4", ""])));
    // A field that the rules don't know has a column, too.
    let text = CARDS.replace("times: 4", "other: 4");
    let table = rows::table(&text, &[column("times")]).expect("it is a table");
    assert_eq!(table.columns.iter().map(|column| &*column.name).collect::<Vec<_>>(), ["times", "die", "top", "other"]);
}

fn words(words: [&str; 3]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

#[test]
fn a_cell_changes_its_own_words_alone() {
    assert_eq!(set(CARDS, 0, 1, "3"), CARDS.replace("times: 2", "times: 3"));
    assert_eq!(set(CARDS, 0, 1, ""), CARDS.replace(" times: 2,", ""));
    assert_eq!(set(CARDS, 2, 1, " "), CARDS.replace("(times: 4)", "()"));
    assert_eq!(set(CARDS, 1, 0, "red"), CARDS.replace("\"Tuck\": ()", "\"Tuck\": (die: red)"));
    assert_eq!(set(CARDS, 2, 0, "red"), CARDS.replace("(times: 4)", "(die: red, times: 4)"));
    assert_eq!(set(CARDS, 2, 2, "()"), CARDS.replace("(times: 4)", "(times: 4, top: ())"));
    assert_eq!(set(CARDS, 1, 0, ""), CARDS);
    assert_eq!(set(CARDS, 0, 2, ""), CARDS.replace(",\n        top: (cost: 1)", ""));
}

#[test]
fn rows_come_and_go_and_get_other_names() {
    let table = table(CARDS);
    let changed = |change: Option<editor::text::edits::TextEdit>| {
        let mut text = CARDS.to_owned();
        change.expect("there is such a row").apply(&mut text);
        text
    };
    assert_eq!(changed(table.rename(1, "Tuck \"low\"")), CARDS.replace("\"Tuck\"", "\"Tuck \\\"low\\\"\""));
    let copied = changed(table.copy(CARDS, 2, &table.free_name(CARDS, "Glide")));
    assert_eq!(copied, CARDS.replace("(times: 4)", "(times: 4),\n    \"Glide 2\": (times: 4)"));
    assert_eq!(changed(table.remove(CARDS, 2)), CARDS.replace("    \"Glide\": (times: 4),\n", ""));
    let first = changed(table.remove(CARDS, 0));
    assert!(!first.contains("Offset") && rows::table(&first, &[]).is_some_and(|table| table.rows.len() == 2), "{first}");
    let one = "{ \"A\": (n: 1), \"B\": (n: 2) }";
    let table = rows::table(one, &[]).expect("a table");
    let mut last = one.to_owned();
    table.remove(one, 1).expect("it is there").apply(&mut last);
    assert_eq!(last, "{ \"A\": (n: 1) }");
}

#[test]
fn a_list_of_lists_is_a_table_of_two_keys() {
    const GRID: &str = "[\n    [19, 20], // 0 misses\n    [ 5,  9],\n]\n";
    let table = rows::table(GRID, &["calm", "full"].map(column)).expect("it is a table");
    assert!(table.is_grid && table.columns.iter().map(|column| &*column.name).eq(["calm", "full"]));
    assert_eq!([table.cell(GRID, 0, 1), table.cell(GRID, 1, 0)], ["20", "5"]);
    let set = |row, column, wanted| {
        let mut changed = GRID.to_owned();
        table.set(GRID, row, column, wanted).iter().for_each(|change| change.apply(&mut changed));
        changed
    };
    assert_eq!(set(1, 1, "12"), GRID.replace("  9", "  12"));
    assert_eq!(set(0, 0, ""), GRID, "no cell can be empty");
    assert_eq!(rows::table("[[1, 2], [3]]", &[]), None);
}

#[test]
fn what_is_no_table_is_none() {
    for text in ["", "[1, 2]", "(a: 1)", "{ \"A\": 3 }", "{ \"A\": (", "\u{feff}", "é"] {
        assert_eq!(rows::table(text, &[]), None, "{text}");
    }
    assert!(rows::table("[(a: 1), (a: 2)]", &[]).is_some_and(|table| table.rows.len() == 2));
}

/// Whatever is written into a cell, the others of a readable file stay as they are.
#[test]
fn every_cell_of_shipped_data_can_be_written() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    let mut tables = 0;
    for ruleset in std::fs::read_dir(folder).expect("the rulesets").flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(ruleset.path()).expect("its files").flatten() {
            let path = file.path();
            if path.extension().is_none_or(|extension| extension != "ron") || path.ends_with("game.ron") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let Some(table) = rows::table(&text, &[]) else { continue };
            tables += 1;
            for row in (0..table.rows.len()).step_by(7) {
                for column in 0..table.columns.len() {
                    for wanted in ["", "99"] {
                        let Some(change) = table.set(&text, row, column, wanted) else { continue };
                        let mut changed = text.clone();
                        change.apply(&mut changed);
                        let after =
                            rows::table(&changed, &table.columns).unwrap_or_else(|| panic!("{path:?} {row} {column} {wanted:?}"));
                        assert_eq!(after.cell(&changed, row, column), wanted);
                        let others = (0..table.columns.len()).filter(|other| *other != column);
                        for other in others {
                            assert_eq!(after.cell(&changed, row, other), table.cell(&text, row, other));
                        }
                    }
                }
            }
        }
    }
    assert!(tables >= 5, "{tables}");
}
