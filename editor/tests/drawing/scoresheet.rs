//! Score sheets: what the manifest declares, read from a state, and drawn in millimetres.

use std::sync::Arc;

use editor::drawing::svg;
use editor::scoresheet::{self, Body, Cells, Drawn, Eyes, ScoreSheet, State};
use interpreter::data::Manifest;
use interpreter::game::{Game, Status};
use interpreter::program::Program;
use interpreter::ruleset::Setup;
use kurbo::Shape;

use super::*;

const GAMES: [&str; 4] = ["biathlon-blast", "hell-on-eight-wheels", "ski-the-mountain", "skoot"];

fn built(game: &str, setup: Setup) -> (Arc<Program>, Manifest) {
    let ruleset = ruleset(game);
    let program = ruleset.build(&setup).program.expect("it can be played");
    (program, ruleset.manifest)
}

/// A race in which so many questions have been answered by one option after the other.
fn played(program: &Arc<Program>, answers: usize) -> Game {
    let mut game = Game::start(program.clone(), 5);
    for n in 0..answers {
        let Status::Asking(question) = &game.status else { break };
        let option = n % question.options.len();
        game.choose(option).expect("it can be chosen");
    }
    game
}

fn sheet(game: &Game, manifest: &Manifest, player: usize, viewer: Option<usize>) -> ScoreSheet {
    scoresheet::sheet(&game.program, manifest, Some(Eyes { machine: &game.machine, viewer }), player)
}

fn lies_on(drawn: &Drawn) -> bool {
    let (wide, high) = (f64::from(drawn.size.x) + 0.4, f64::from(drawn.size.y) + 0.4);
    let lies = |frame: kurbo::Rect| frame.x0 >= -0.4 && frame.y0 >= -0.4 && frame.x1 <= wide && frame.y1 <= high;
    drawn.marks.iter().all(|mark| lies(mark.path.bounding_box()))
}

#[test]
fn every_game_has_a_sheet_that_fits_any_width_filled_in_and_blank() {
    let folder = std::env::var_os("SHEETS").map(std::path::PathBuf::from);
    for name in GAMES {
        let addons = [vec![], vec!["heart_rate".to_owned()], vec!["heart_rate".to_owned(), "realistic_shooting".to_owned()]];
        for (n, addons) in addons.into_iter().enumerate().filter(|(n, _)| *n == 0 || name == "skoot") {
            let (program, manifest) = built(name, Setup { addons, names_spaces: true, ..Setup::default() });
            let game = played(&program, 150);
            let filled = sheet(&game, &manifest, 0, Some(0));
            let blank = scoresheet::sheet(&program, &manifest, None, 0);
            assert!(filled.parts.len() > 2, "{name}");
            // On paper the piles lie there themselves.
            let of_piles = usize::from(name == "biathlon-blast");
            assert_eq!(filled.parts.len() - blank.parts.len(), of_piles, "{name}");
            for (what, sheet) in [("filled", &filled), ("blank", &blank)] {
                for width in [60.0, 95.0, 190.0] {
                    let drawn = scoresheet::draw(sheet, width);
                    assert!(drawn.size.x == width && drawn.size.y > 20.0 && lies_on(&drawn), "{name} {what} {width}");
                    assert!(drawn.spots.len() > 5 && drawn.marks.len() > 20);
                    if let Some(folder) = &folder {
                        let marks = drawn.with_pawns([0x1f, 0x66, 0xb8]);
                        let tree = resvg::usvg::Tree::from_str(&svg::of_marks(drawn.size, &marks, false), &Default::default());
                        let tree = tree.expect("it is an SVG");
                        let size = (drawn.size * 6.0).ceil();
                        let mut picture = resvg::tiny_skia::Pixmap::new(size.x as u32, size.y as u32).expect("it has a size");
                        picture.fill(resvg::tiny_skia::Color::WHITE);
                        let scale = resvg::tiny_skia::Transform::from_scale(6.0 * 25.4 / 96.0, 6.0 * 25.4 / 96.0);
                        resvg::render(&tree, scale, &mut picture.as_mut());
                        picture.save_png(folder.join(format!("{name}-{n}-{what}-{width}.png"))).expect("it is written");
                    }
                }
            }
            // A token stands on a meter that is filled in, and on no other.
            let pawns = |sheet: &ScoreSheet| scoresheet::draw(sheet, 95.0).pawns.len();
            let meters = filled.parts.iter().filter(|part| matches!(part.body, Body::Scale(_))).count();
            assert_eq!((pawns(&filled), pawns(&blank)), (meters, 0), "{name}");
        }
    }
}

#[test]
fn what_players_do_by_hand_is_said_on_paper_alone() {
    let (program, manifest) = built("skoot", Setup::default());
    let notes = |sheet: &ScoreSheet| sheet.parts.iter().map(|part| part.note.clone()).collect::<Vec<String>>();
    let words = "Tick a box for each miss.";
    assert!(notes(&scoresheet::blank(&program, &manifest, Some(0))).iter().any(|note| note == words));
    assert!(!notes(&sheet(&played(&program, 0), &manifest, 0, Some(0))).iter().any(|note| note.contains(words)));
}

/// The only table with this head.
fn table<'s>(sheet: &'s ScoreSheet, head: &str) -> &'s scoresheet::Table {
    let is_it = |part: &'s scoresheet::Part| if let Body::Table(table) = &part.body { Some(table) } else { None };
    sheet.parts.iter().filter_map(is_it).find(|table| table.head == head).expect("there is such a table")
}

#[test]
fn parts_come_and_go_with_add_ons_and_numbers_are_those_that_are_set() {
    let told = |addons: &[&str], settings: &[&str]| {
        let own = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let (program, manifest) = built("skoot", Setup { addons: own(addons), settings: own(settings), ..Setup::default() });
        let blank = scoresheet::sheet(&program, &manifest, None, 0);
        let loops = table(&blank, "Loop");
        let columns: Vec<String> = loops.columns.iter().map(|column| column.title.clone()).collect();
        let steps = blank.parts.iter().find_map(|part| if let Body::Scale(scale) = &part.body { Some(scale.high) } else { None });
        (loops.rows.len(), columns, steps)
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(&[], &[]), (3, words(&["Tactic", "Dice to shoot", "Misses"]), None));
    assert_eq!(told(&["heart_rate"], &["laps=5"]), (5, words(&["Dice to shoot", "Misses"]), Some(15)));
    assert_eq!(told(&["heart_rate"], &["tactics_as_well=true", "meter_max=20"]).1.len(), 3);
    assert_eq!(told(&["heart_rate"], &["meter_max=20"]).2, Some(20));
    assert_eq!(told(&["heart_rate", "realistic_shooting"], &[]).1, words(&["Misses"]));
}

#[test]
fn what_somebody_may_not_see_is_a_question_mark() {
    let (program, manifest) = built("ski-the-mountain", Setup::default());
    let game = played(&program, 0);
    let target = |viewer| {
        let sheet = sheet(&game, &manifest, 1, viewer);
        let row = &table(&sheet, "Target").rows[0];
        (row.name.clone(), row.cells[0].state)
    };
    assert_eq!(target(Some(0)), ("1 card".to_owned(), State::Hidden));
    assert_eq!(target(None).1, State::Hidden);
    let (own, state) = target(Some(1));
    assert!(own != "1 card" && state == State::Known, "{own}");
}

#[test]
fn a_sheet_says_what_stands_in_the_state() {
    let (program, manifest) = built("skoot", Setup { settings: vec!["tactic_reveal=open".into()], ..Setup::default() });
    let game = played(&program, 6);
    let sheet = sheet(&game, &manifest, 0, None);
    let loops = table(&sheet, "Loop");
    let Cells::Circles(values) = &loops.columns[0].cells else { panic!("tactics are circles") };
    assert_eq!(values.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let first = &loops.rows[0];
    assert!(first.is_now && first.cells[0].state == State::Known && loops.rows[1].cells[0].state == State::Blank);
    assert_eq!(loops.rows[2].words, "Homeward: no shooting");
    let told: Vec<String> = scoresheet::draw(&sheet, 95.0).spots.into_iter().map(|spot| spot.told).collect();
    assert!(told.contains(&format!("Loop 1, now, Tactic: {}", first.cells[0].text)), "{told:?}");
    assert!(told.contains(&"Highest die, penalty loops, 6: 0".to_owned()), "{told:?}");
}
