//! `rulebook`: the rules as a page.

use super::*;

#[test]
fn a_rulebook_is_printed_as_it_is_played() {
    let folder = dash("rulebook", &[]);
    let plain = run_in(&folder, &["rulebook", "dash"], "");
    plain.check(0, &["# Dash", "For 1 to 4 players", "## What you need", "Tile by tile."]);
    assert!(!plain.out.contains("D-3"), "{}", plain.out);
    run_in(&folder, &["rulebook", "dash", "--citations"], "").check(0, &["\\[D-3\\]"]);
    let with = run_in(&folder, &["rulebook", "dash", "--with", "wind"], "");
    with.check(0, &["With the add-on *Wind*", "**Wind:** Wind in the back."]);
    assert!(!with.out.contains("Tile by tile."), "{}", with.out);
    run_in(&folder, &["rulebook", "dash", "--with", "wind", "--changes"], "").check(0, &["~~Tile by tile.~~"]);
}

#[test]
fn a_rulebook_is_written_over_an_earlier_one_and_over_nothing_else() {
    let folder = dash("rulebook-file", &[]);
    run_in(&folder, &["rulebook", "dash", "--to", "rules.html"], "").check(0, &["rules.html: ", "sections"]);
    let page = fs::read_to_string(folder.join("rules.html")).expect("it was written");
    assert!(page.starts_with("<!-- Written by Coursesetter -->\n<!DOCTYPE html>") && page.contains("<svg"), "{page:.300}");
    assert!(page.contains("<a href=\"#s1\">What you need") && page.contains("<h2 id=\"s1\">"), "{page:.600}");
    run_in(&folder, &["rulebook", "dash", "--to", "rules.html", "--plain"], "").check(0, &["0 examples"]);
    write(&folder.join("mine.md"), "my own notes");
    let mine = ["rulebook", "dash", "--to", "mine.md"];
    run_in(&folder, &mine, "").check(2, &["no rulebook written by Coursesetter", "--force"]);
    run_in(&folder, &[&mine[..], &["--force"]].concat(), "").check(0, &[]);
    run_in(&folder, &["rulebook", "dash", "--to", "rules.txt"], "").check(2, &[".html or .md"]);
    run_in(&folder, &["rulebook", "dash", "--to", "nowhere/rules.md"], "").check(2, &["can't be written"]);
}
