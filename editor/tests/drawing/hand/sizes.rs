//! How large spaces are: what the track says, and never something else by itself.

use editor::board::Board;
use editor::drawing::hit::Hit;
use editor::drawing::problems::{About, Problem};
use editor::drawing::{Drawing, List, tiles};

use super::*;

fn drawn(table: &Table) -> Board {
    Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest())
}

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
    // To half a millimetre.
    assert!((desk.hand.settings.every - tile / 0.8).abs() <= 0.25, "{} for {tile}", desk.hand.settings.every);
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

#[test]
fn all_spaces_with_a_value_have_a_size_at_the_table_and_in_play() {
    let (game, track) = ("ski-the-mountain", "three-towns");
    let checker = Arc::new(Checker::new(&ruleset(game), &[]));
    let mut table = Table::of(shipped_document(game, track), checker.clone());
    let before = table.text();
    let sized = |table: &mut Table, name: &str, size: Option<f64>| {
        let edit = tiles::sized(table.desk.document().header(), name, size, vec![]);
        table.desk.apply(Deed::Edit(edit));
        assert_eq!(table.desk.refused, None);
    };
    let sides = |table: &Table| {
        let boards = [drawn(table), played(&checker, table.desk.document(), track)];
        let side =
            |board: &Board, id: &str| board.spaces.iter().find(|space| *space.id == *id).map(|space| space.tile.half * 2.0);
        let [drawn, played] = boards.map(|board| ["Saun", "Dahu", "Bear-1"].map(|id| side(&board, id).expect("it is there")));
        assert_eq!(drawn, played);
        drawn
    };
    assert_eq!(sides(&table), [34.2; 3]);
    sized(&mut table, "Spot.town", Some(50.0));
    assert!(table.text().contains("    tiles: { \"Spot.town\": 50.0 },\n"), "{}", &table.text()[..600]);
    assert_eq!(table.desk.drawing.undoes(), Some("make all town 50.0 mm wide"));
    assert_eq!(sides(&table), [50.0, 34.2, 34.2]);
    let town = table.desk.document().space("Saun").expect("it is there").clone();
    let beside = town.at.expect("it has a place") + kurbo::Vec2::new(-24.0, 0.0);
    assert_eq!(table.desk.places().at(beside, 0.0), Some(Hit::Space(town.key)));
    assert!(checker.problems(table.desk.document(), track).is_empty());
    // What goes without saying counts, too. A space's own size counts most.
    sized(&mut table, "Spot.piste", Some(20.0));
    assert_eq!(sides(&table), [50.0, 34.2, 20.0]);
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![town.key], name: "size".into(), value: Some("40.0".into()) }));
    assert_eq!(sides(&table), [40.0, 34.2, 20.0]);
    assert_eq!(text(&document(&table.text())), table.text());
    let edit = tiles::sized(table.desk.document().header(), "Spot.town", Some(45.0), vec![town.key]);
    table.desk.apply(Deed::Edit(edit));
    assert_eq!(sides(&table), [45.0, 34.2, 20.0]);
    sized(&mut table, "Spot.piste", None);
    assert_eq!(sides(&table), [45.0, 34.2, 34.2]);
    sized(&mut table, "Spot.town", None);
    assert!(!table.text().contains("tiles:"));
    (0..6).for_each(|_| table.desk.apply(Deed::Undo));
    assert_eq!(table.text(), before);
}

#[test]
fn tiles_that_overlap_are_told_by_what_they_cover() {
    let (game, track) = ("ski-the-mountain", "three-towns");
    let checker = Checker::new(&ruleset(game), &[]);
    let mut d = Drawing::new(shipped_document(game, track), checker.schema.clone());
    let last = checker.check(d.document(), track);
    assert!(last.problems.is_empty());
    let key = |d: &Drawing, id: &str| d.document().space(id).expect("it is there").key;
    let (halt, town) = (key(&d, "Halt-west"), key(&d, "Saun"));
    d.edit(&Edit::say(vec![halt], "name", "West Halt")).expect("it is named");
    d.edit(&tiles::sized(d.document().header(), "Spot.town", Some(300.0), vec![])).expect("towns are large");
    let (all, at_once) = (checker.problems(d.document(), track), checker.touched(&last, d.document(), track));
    let at_once = at_once.expect("little was touched");
    let told = |problems: &[Problem]| -> Vec<String> { problems.iter().map(|problem| problem.message.clone()).collect() };
    assert_eq!(told(&all), told(&at_once));
    let halt_of = |problem: &&Problem| problem.about[0] == About::Item(List::Spaces, halt);
    let problem = all.iter().find(halt_of).unwrap_or_else(|| panic!("{:#?}", told(&all)));
    assert_eq!(problem.about[1], About::Item(List::Spaces, town));
    assert_eq!(problem.message, "\"Halt-west\" overlaps \"Saun\" by 12.1 mm");
    assert_eq!(d.document().in_words(&problem.message), "West Halt overlaps Saun by 12.1 mm");
    assert!(problem.fixes.iter().all(|fix| !fix.title.contains("merge")), "{:?}", problem.fixes);
    // A size that no space can have.
    let wrong = Edit::Track { name: "tiles".into(), value: Some("{ \"Spot.twon\": 30.0 }".into()) };
    d.edit(&wrong).expect("it is written");
    let all = checker.problems(d.document(), track);
    let [problem] = &all[..] else { panic!("{all:#?}") };
    assert_eq!(problem.message, "no space can be \"Spot.twon\", so this size isn't used");
    assert_eq!(problem.about, [About::Entry("tiles".into())]);
}

#[test]
fn a_space_that_is_put_between_others_makes_none_of_them_smaller() {
    // Where too few lie to judge their size by.
    let mut table = Table::row("skoot", 3);
    let before = drawn(&table).spaces[0].tile.half;
    table.take(Tool::Space);
    table.desk.apply(Deed::SelectNone);
    table.click(30.0, 100.0);
    assert_eq!(table.desk.document().spaces().len(), 4);
    let all = drawn(&table);
    assert!(all.spaces.iter().all(|space| (space.tile.half - before).abs() < 0.01), "{before}: {:?}", all.spaces);
    // Where they touch, because each says how large it is.
    let mut table = Table::new("skoot");
    table.take(Tool::Grid);
    table.set(|settings| (settings.lanes, settings.segments) = (1, 10));
    table.click(30.0, 100.0);
    table.click(330.0, 100.0);
    table.key(HandKey::Enter);
    let places: Vec<Point> = table.desk.document().spaces().iter().filter_map(|space| space.at).collect();
    let before: Vec<_> = drawn(&table).spaces.iter().map(|space| space.tile.half).collect();
    assert_eq!((places.len(), before[0] > 10.0), (10, true), "{before:?}");
    table.take(Tool::Space);
    for n in [3, 6] {
        table.desk.apply(Deed::SelectNone);
        let middle = places[n].midpoint(places[n + 1]);
        table.with((false, false, true), |t| t.click(60.0, 200.0));
        let loose = table.desk.document().spaces().iter().find(|space| space.at == Some((60.0, 200.0).into())).cloned();
        let loose = loose.expect("it is drawn");
        let size = Edit::Set { keys: vec![loose.key], name: "size".into(), value: Some("8.0".into()) };
        table.desk.apply(Deed::Edit(size));
        table.take(Tool::Select);
        table.with((false, true, false), |t| t.drag(&[(60.0, 200.0), (middle.x, middle.y)]));
        table.take(Tool::Space);
    }
    let first = table.desk.document().spaces()[0].key;
    table.desk.apply(Deed::Select(vec![first], Mode::Replace));
    table.desk.apply(Deed::Insert);
    let all = drawn(&table);
    assert_eq!((table.desk.document().spaces().len(), table.steps().len()), (13, 12));
    let after: Vec<_> = all.spaces.iter().map(|space| space.tile.half).filter(|half| *half != 4.0).collect();
    assert_eq!(after.len(), 11, "the new one is as large as its neighbours");
    assert!(after.iter().all(|half| (half - before[0]).abs() < 0.02), "{before:?}: {after:?}");
}
