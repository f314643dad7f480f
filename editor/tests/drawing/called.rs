//! What people call spaces, at the drawing table and in a race.

use interpreter::ruleset::Setup;

use super::*;
use editor::board::Board;
use editor::drawing::Drawing;

/// The names of a shipped track's spaces at the drawing table, by id.
fn called(game: &str, track: &str) -> impl Fn(&str) -> String {
    let drawing = Drawing::new(shipped_document(game, track), schema(game));
    move |id: &str| drawing.document().called(id)
}

#[test]
fn spaces_are_called_by_what_the_board_shows() {
    let skoot = called("skoot", "hilly");
    // The board has 5 beside the first climb.
    let names = ["st", "a01", "a06", "rec", "sho", "p2", "f3", "fin"].map(&skoot);
    assert_eq!(names, ["Start", "First tile", "tile 5", "Recovery", "Range", "Penalty loop 2", "Finish section 3", "Finish"]);
    let biathlon = called("biathlon-blast", "port-rock-short");
    assert_eq!(
        ["a00", "a01", "range", "g2", "f00", "f13"].map(&biathlon),
        ["Start", "tile 1", "Range", "Grid 2", "Home 1", "Home 14"]
    );
    let derby = called("hell-on-eight-wheels", "oval");
    assert_eq!(derby("39-2"), "line 39 lane 2");
    let mountain = called("ski-the-mountain", "three-towns");
    let names = ["Saun", "Mid-Saun", "Bear-2", "Halt-west", "Dahu"].map(&mountain);
    assert_eq!(names, ["Saun", "Mid Saun", "Bear 2", "Halt west", "Grand Dahu"]);
}

#[test]
fn a_race_calls_spaces_as_the_drawing_table_does_and_never_by_their_ids() {
    for (game, name, text) in shipped() {
        let setup = Setup { track: Some(name.clone()), names_spaces: true, ..Setup::default() };
        let program = ruleset(&game).build(&setup).program.expect("it can be played");
        let drawing = Drawing::new(document(&text), schema(&game));
        let mut names = std::collections::BTreeSet::new();
        for (id, called) in program.spaces.iter().zip(&program.called) {
            assert_eq!(drawing.document().called(id), **called, "{game} {name} {id}");
            let is_id = called == id && id.contains(|c: char| c.is_ascii_digit());
            let is_known = !called.starts_with("space ") || name.starts_with("test-");
            assert!(!is_id && is_known && names.insert(called.clone()), "{game} {name} {id}: {called}");
        }
    }
}

#[test]
fn what_a_name_says_is_said_once() {
    let board = Board::drawn(
        &shipped_document("hell-on-eight-wheels", "oval"),
        &schema("hell-on-eight-wheels"),
        &ruleset("hell-on-eight-wheels").manifest,
    );
    let told = board.described(board.spaces.iter().position(|space| space.title() == "Line 10 lane 3").expect("it is there"));
    assert!(!told.contains(", line 10") && !told.contains(", lane 3"), "{told}");
    assert!(told.contains(", ahead to"), "{told}");
}

#[test]
fn what_a_name_only_begins_with_is_still_said_of_the_space() {
    let said = |name: &str| {
        let text = format!("(ruleset: \"skoot\", spaces: [(id: \"a\", name: \"{name}\", at: (40, 100), area: finish)])");
        Board::drawn(&document(&text), &schema("skoot"), &ruleset("skoot").manifest).described(0)
    };
    assert_eq!(said("Finish"), "Finish");
    assert_eq!(said("Old mill"), "Old mill, finish");
    assert_eq!(said("Finish meadow"), "Finish meadow, finish");
}
