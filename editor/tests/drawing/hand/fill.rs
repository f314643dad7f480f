//! A course fills its sheet, and nothing about it changes but its size.

use editor::board::{Board, art};
use emath::Rect;

use super::*;

/// A table with a track of a shipped game.
fn table(game: &str, text: &str) -> Table {
    Table::of(document(text), Arc::new(Checker::new(&ruleset(game), &[])))
}

fn course(table: &Table) -> Rect {
    let board = Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
    art::course(&board).expect("it has a course")
}

fn sheet(table: &Table) -> [f32; 2] {
    let sheet = table.desk.document().header().sheet();
    [sheet.width as f32, sheet.height as f32]
}

/// Whether a course lies in the middle of its sheet, and how wide the rim is that it leaves free at its narrowest.
fn rim(table: &Table) -> f32 {
    let (frame, [width, height]) = (course(table), sheet(table));
    let rims = [frame.min.x, frame.min.y, width - frame.max.x, height - frame.max.y];
    assert!((rims[0] - rims[2]).abs() < 0.1 && (rims[1] - rims[3]).abs() < 0.1, "{frame} on {width} × {height}");
    rims.into_iter().fold(f32::INFINITY, f32::min)
}

/// A row of spaces of a game of our own making: their places, and more of the track.
fn row(places: &[(f64, f64)], more: &str) -> String {
    let spaces: Vec<String> = places.iter().enumerate().map(|(n, (x, y))| format!("(id: \"s{n}\", at: ({x}, {y}))")).collect();
    let ids: Vec<String> = (0..places.len()).map(|n| format!("\"s{n}\"")).collect();
    let chain = if places.len() > 1 { format!("(kind: \"ahead\", chain: [{}])", ids.join(", ")) } else { String::new() };
    format!("(ruleset: \"skoot\", name: \"Mine\", spaces: [{}], links: [{chain}], {more})", spaces.join(", "))
}

#[test]
fn every_shipped_course_fills_its_sheet_and_keeps_its_shape() {
    for (game, name, text) in shipped() {
        let mut table = table(&game, &text);
        let before = table.desk.document().clone();
        table.desk.apply(Deed::FitToSheet);
        let now = table.desk.document().clone();
        if let Some(why) = &table.desk.refused {
            assert_eq!((&**why, &now), ("The course fills the sheet already", &before), "{game}/{name}");
            table.desk.apply(Deed::Edit(Edit::Track { name: "sheet".into(), value: Some("(width: 500, height: 500)".into()) }));
            table.desk.apply(Deed::FitToSheet);
        }
        let now = table.desk.document().clone();
        assert_eq!(table.desk.refused, None, "{game}/{name}");
        let grown = now.header().tile().expect("it says so now") * 8.01 >= now.header().sheet().min_side();
        let [width, height] = sheet(&table);
        let wanted = 13_f32.min(width.min(height) / 16.0);
        assert!((rim(&table) - wanted).abs() < 0.3 || grown && rim(&table) > wanted, "{game}/{name}: {}", rim(&table));
        // One scale for everything, and nothing else has changed.
        let at = |document: &Document, n: usize| document.spaces()[n].at.expect("it has a place");
        let far = |document: &Document, n: usize| at(document, n).distance(at(document, 0));
        let last = now.spaces().len() - 1;
        let scale = far(&now, last) / far(&before, last);
        for n in 1..=last {
            assert!((far(&now, n) - far(&before, n) * scale).abs() < 0.1, "{game}/{name}: {}", now.spaces()[n].id);
        }
        let said = |document: &Document| -> Vec<_> {
            document.spaces().iter().map(|space| (space.id.clone(), space.fields.get("terrain").cloned())).collect()
        };
        assert_eq!((said(&now), now.links()), (said(&before), before.links()), "{game}/{name}");
        let words = |document: &Document| document.decor().iter().map(|label| label.title()).collect::<Vec<_>>();
        assert_eq!(words(&now), words(&before));
        for label in now.decor() {
            let frame = editor::drawing::decor::frame(label).expect("it has a place");
            let page = now.header().sheet().to_rect();
            assert!(page.contains(frame.origin()) && page.contains(Point::new(frame.x1, frame.y1)), "{game}/{name}: {frame}");
        }
        // What fills its sheet stays as it is, and undo brings all of it back.
        table.desk.apply(Deed::FitToSheet);
        assert_eq!(table.desk.refused.as_deref(), Some("The course fills the sheet already"), "{game}/{name}");
        while table.desk.drawing.undoes().is_some() {
            table.desk.apply(Deed::Undo);
        }
        assert_eq!(table.desk.document(), &before, "{game}/{name}");
    }
}

#[test]
fn odd_courses_fit_too() {
    // One space, all in a line, all in one place, far away, on a sheet hardly larger than a space.
    let line: Vec<(f64, f64)> = (0..9).map(|n| (40.0 + 3.0 * f64::from(n), 50.0)).collect();
    let heap = vec![(10.0, 10.0); 9];
    let huge: Vec<(f64, f64)> = (0..3_000).map(|n| (f64::from(n) * 33.0, f64::from(n % 7) * 90.0)).collect();
    let letter = "sheet: (width: 279.4, height: 215.9)";
    for (places, more) in [
        (&[(90_000.0, 3.0)][..], letter),
        (&line, letter),
        (&heap, letter),
        (&huge, letter),
        (&line, "sheet: (width: 8, height: 3)"),
    ] {
        let mut table = table("skoot", &row(places, more));
        let was = table.desk.usual_size();
        table.desk.apply(Deed::FitToSheet);
        assert_eq!(table.desk.refused, None, "{} spaces", places.len());
        let [width, height] = sheet(&table);
        let tile = table.desk.document().header().tile().expect("it says so now");
        // Nothing gets smaller than a space may be.
        let least = tile <= 0.5;
        assert!(rim(&table) >= 13_f32.min(width.min(height) / 16.0) - 0.1 || least, "{} spaces: {}", places.len(), rim(&table));
        assert!(tile <= (f64::from(height) / 8.0).max(was) + 0.01, "{tile}");
    }
    let mut empty = table("skoot", "(ruleset: \"skoot\", name: \"Mine\", spaces: [])");
    empty.desk.apply(Deed::FitToSheet);
    assert_eq!(empty.desk.refused.as_deref(), Some("There are no spaces on the sheet"));
}

#[test]
fn lines_bends_and_pictures_go_with_the_course() {
    let places: Vec<(f64, f64)> = (0..8).map(|n| (100.0 + 10.0 * f64::from(n), 90.0)).collect();
    let ids: Vec<String> = (0..8).map(|n| format!("\"s{n}\"")).collect();
    let more = format!(
        "sheet: (width: 400, height: 100), tile: 5, guides: (x: [40.0]), courses: [(nodes: [(at: (100, 90)), (at: (170, 90))], \
         spaces: [{}])], decor: [(kind: \"picture\", file: \"a.png\", at: (135, 90), width: 70, height: 10)]",
        ids.join(", ")
    );
    let text = row(&places, &more);
    let bent = "bends: [(from: \"s0\", to: \"s1\", nodes: [(at: (105, 95))])]";
    let mut table = table("skoot", &text.replace("])], sheet", &format!("], {bent})], sheet")));
    table.desk.apply(Deed::FitToSheet);
    assert_eq!(table.desk.refused, None);
    let now = text_of(&table);
    let at = |n: usize| table.desk.document().spaces()[n].at.expect("it has a place");
    let scale = at(0).distance(at(7)) / 70.0;
    assert!(scale > 2.0, "{now}");
    let course = editor::drawing::courses::Course::of(table.desk.document(), "s0").expect("it is kept");
    for (lies, at) in course.places()[0].iter().zip((0..8).map(at)) {
        assert!(lies.distance(at) < 0.1, "{lies} and {at}: {now}");
    }
    let bend = editor::drawing::bends::read(&table.desk.document().links()[0]);
    let middle = at(0).midpoint(at(1)) + kurbo::Vec2::new(0.0, 5.0 * scale);
    assert!(bend[0].bent.nodes[0].at.distance(middle) < 0.1, "{now}");
    let picture = &table.desk.document().decor()[0];
    assert!((picture.fields.number("width").expect("said") / 70.0 / scale - 1.0).abs() < 0.01, "{now}");
    assert!(picture.at.expect("said").distance(at(0).midpoint(at(7))) < 0.1, "{now}");
    assert!(now.contains("guides: (x: [40.0])"));
}

fn text_of(table: &Table) -> String {
    text(table.desk.document())
}

#[test]
fn the_lanes_of_a_course_stay_as_far_apart_as_its_spaces() {
    let mut table = table(
        "hell-on-eight-wheels",
        "(ruleset: \"hell-on-eight-wheels\", name: \"Mine\", sheet: (width: 400, height: 300), tile: 5, spaces: [(id: \"a\", at: (0, 0), line: 0, \
         lane: 1), (id: \"b\", at: (20, 0), line: 1, lane: 1), (id: \"c\", at: (0, 8), line: 0, lane: 2), (id: \"d\", at: (20, 8), line: 1, lane: \
         2)], courses: [(nodes: [(at: (0, 4)), (at: (20, 4))], lanes: 2, lane_width: 8.0, spaces: [\"a\", \"b\", \"c\", \"d\"])])",
    );
    table.desk.apply(Deed::FitToSheet);
    let course = editor::drawing::courses::Course::of(table.desk.document(), "a").expect("it is kept");
    let at = |n: usize| table.desk.document().spaces()[n].at.expect("it has a place");
    assert!((course.lane_width - at(0).distance(at(2))).abs() < 0.05, "{}", text_of(&table));
    assert!(course.lane_width > 9.0, "{}", text_of(&table));
}

#[test]
fn a_space_that_stays_in_the_middle_belongs_to_the_course() {
    let mut table = table(
        "skoot",
        "(ruleset: \"skoot\", name: \"Mine\", sheet: (width: 200, height: 100), tile: 5, spaces: [(id: \"a\", at: (80, 50)), (id: \"b\", at: (100, \
         50)), (id: \"c\", at: (120, 50))], courses: [(nodes: [(at: (80, 50)), (at: (120, 50))], spaces: [\"a\", \"b\", \"c\"])])",
    );
    table.desk.apply(Deed::FitToSheet);
    let document = table.desk.document();
    assert_eq!(document.spaces()[1].at, Some(Point::new(100.0, 50.0)));
    let course = editor::drawing::courses::Course::of(document, "a").expect("it is kept");
    assert!(course.places()[0][0].distance(document.spaces()[0].at.expect("it has a place")) < 0.1, "{}", text_of(&table));
}

#[test]
fn what_is_locked_is_not_fitted() {
    for locked in
        ["layers: (spaces: (locked: true))", "decor: [(kind: \"label\", text: \"Mine\", at: (9, 9), table: (locked: true))]"]
    {
        let mut table = table("skoot", &row(&[(10.0, 10.0), (30.0, 10.0)], locked));
        let before = table.desk.document().clone();
        table.desk.apply(Deed::FitToSheet);
        assert_eq!(table.desk.refused.as_deref(), Some("Something on the sheet is locked: unlock all first"));
        assert_eq!(table.desk.document(), &before);
    }
}

#[test]
fn what_finds_no_place_on_the_fitted_board_is_told() {
    let places: Vec<(f64, f64)> = (0..30).map(|n| (f64::from(n % 6) * 20.0, f64::from(n / 6) * 20.0)).collect();
    let mut table = table("skoot", &row(&places, "sheet: (width: 140, height: 120), tile: 20"));
    table.desk.apply(Deed::FitToSheet);
    let told = table.desk.told.clone().unwrap_or_default();
    assert!(told.contains("times as large") && told.contains("finds no free place on the sheet"), "{told}");
}
