//! How large spaces are: what the track says, and never something else by itself.

use editor::board::Board;

use super::*;

/// The board as it is played.
fn played(checker: &Checker, document: &Document, track: &str) -> Board {
    let built = checker.built(document, track, None);
    let program = built.program.unwrap_or_else(|| panic!("{track}: {:#?}", built.problems));
    Board::new(&program, &built.track, checker.manifest())
}

#[test]
fn a_new_track_says_its_size_from_the_beginning_and_courses_are_laid_with_it() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let document = begin::track(&checker, "Mine", Size::new(400.0, 300.0));
    let tile = document.header().tile().expect("a new track has one");
    let desk = Desk::new(document.clone(), OnDisk::new(Path::new("nowhere/mine.ron")), checker.clone());
    assert!((desk.hand.settings.every - tile / 0.8).abs() < 1e-6, "{}", desk.hand.settings.every);
    let mut table = Table::of(document, checker);
    assert_eq!(table.desk.usual_size(), tile);
    table.take(Tool::Course);
    table.set(|settings| settings.every = desk.hand.settings.every + 3.5);
    table.drag(&[(30.0, 100.0), (330.0, 100.0)]);
    table.key(HandKey::Enter);
    assert_eq!(table.desk.document().header().tile(), Some(tile), "{}", table.text());
}

#[test]
fn the_size_is_written_down_with_the_first_course_and_stays() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.set(|settings| settings.every = 15.0);
    table.drag(&[(30.0, 100.0), (330.0, 100.0)]);
    table.key(HandKey::Enter);
    assert_eq!(table.desk.document().header().tile(), Some(12.0), "{}", table.text());
    let told = |table: &Table| table.desk.told.clone();
    // Two in the place of one would have been half as large.
    table.desk.apply(Deed::SelectNone);
    table.take(Tool::Space);
    table.with((false, false, true), |t| t.click(37.5, 100.0));
    assert_eq!((table.desk.document().header().tile(), table.desk.usual_size(), told(&table)), (Some(12.0), 12.0, None));
    let board = editor::board::Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
    assert!(board.spaces.iter().all(|space| space.tile.half == 6.0), "none is smaller than the others");
}

#[test]
fn a_track_drawn_before_looks_as_it_did_after_its_first_change() {
    for (game, track) in [("biathlon-blast", "bad-wolfsheim-lang"), ("skoot", "hilly")] {
        let shipped = text(&shipped_document(game, track));
        let document = document(&shipped.lines().filter(|line| !line.contains("tile:")).collect::<Vec<_>>().join("\n"));
        assert_eq!(document.header().tile(), None);
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let mut table = Table::of(document, checker);
        let look = |table: &Table| -> Vec<f32> {
            let board = editor::board::Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
            board.spaces.iter().map(|space| space.tile.half).collect()
        };
        let before = look(&table);
        let last = table.desk.document().spaces().last().expect("spaces").key;
        table.desk.apply(Deed::Select(vec![last], Mode::Replace));
        table.desk.apply(Deed::Nudge(kurbo::Vec2::new(0.5, 0.0)));
        let after = look(&table);
        assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 0.01), "{track}: {before:?} {after:?}");
        // Nothing that comes near another one shrinks it.
        let place = table.at(&table.desk.document().spaces()[0].id.clone());
        let edit = Edit::Place(vec![(last, Point::new(place.0 + 3.0, place.1))]);
        table.desk.apply(Deed::Edit(edit));
        assert_eq!(look(&table), after);
    }
}

#[test]
fn tiles_lie_in_play_as_at_the_table() {
    for (game, track, text) in shipped() {
        let checker = Checker::new(&ruleset(&game), &[]);
        let document = document(&text);
        let drawn = Board::drawn(&document, &checker.schema, checker.manifest());
        let played = played(&checker, &document, &track);
        for (a, b) in drawn.spaces.iter().zip(&played.spaces) {
            assert_eq!(a.tile, b.tile, "{game}/{track}: {}", a.id);
        }
    }
}
