//! Tools in the hand: pointer and keys in, a document out. No window is open.

mod anything;
mod arrange;
mod bends;
mod beside;
mod course;
mod courses;
mod every;
mod fill;
mod folds;
mod insert;
mod join;
mod keep;
mod layers;
mod lengthen;
mod locked;
mod reshape;
mod select;
mod shapes;
mod sizes;

use editor::drawing::bends::{Flag, set as set_step, set_all};
use editor::drawing::disk::OnDisk;
use editor::drawing::hand::{HandKey, LineDeed, Mark, Pointer, PointerIs, Settings, Shape, Tool};
use editor::drawing::kit::{KitList, Stamp, Template};
use editor::drawing::layers::Layer;
use editor::drawing::on_table::{Hold, OnTable};
use editor::drawing::tools::arrange::{Align, Rise};
use editor::drawing::tools::select::Mode;
use editor::drawing::{Checker, Deed, Desk, Edit, Fields, begin};
use kurbo::{Point, Size};

use super::*;

/// A table on which somebody draws.
pub struct Table {
    pub desk: Desk,
    /// Presses with what follows them, until the button is up again.
    pub actions: usize,
    shift: bool,
    ctrl: bool,
    alt: bool,
}

impl Table {
    /// An empty sheet for a shipped game, which says no tile size, as those drawn before.
    pub fn new(game: &str) -> Table {
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let document = begin::track(&checker, "Mine", Size::new(400.0, 300.0));
        let unsaid = Edit::Track { name: "tile".into(), value: None };
        let document = editor::drawing::edit::apply(&document, &checker.schema, &unsaid).expect("it is a field of tracks");
        Table::of(document, checker)
    }

    pub fn of(document: Document, checker: Arc<Checker>) -> Table {
        let mut desk = Desk::new(document, OnDisk::new(Path::new("nowhere/mine.ron")), checker);
        // Gestures are of these measures, whatever fits the sheet.
        desk.apply(Deed::Settings(Box::default()));
        Table { desk, actions: 0, shift: false, ctrl: false, alt: false }
    }

    pub fn point(&mut self, is: PointerIs, x: f64, y: f64) {
        let (shift, ctrl, alt) = (self.shift, self.ctrl, self.alt);
        self.desk.apply(Deed::Pointer(Pointer { is, at: Point::new(x, y), slack: 1.5, shift, ctrl, alt }));
        assert_eq!(self.desk.refused, None);
        self.desk.shows();
    }

    pub fn click(&mut self, x: f64, y: f64) {
        self.actions += 1;
        [PointerIs::Moved, PointerIs::Pressed, PointerIs::Released].into_iter().for_each(|is| self.point(is, x, y));
    }

    pub fn double_click(&mut self, x: f64, y: f64) {
        self.click(x, y);
        [PointerIs::Twice, PointerIs::Released].into_iter().for_each(|is| self.point(is, x, y));
    }

    /// Presses, moves over all of these, lets go at the last.
    pub fn drag(&mut self, way: &[(f64, f64)]) {
        self.hold(way);
        let (x, y) = way[way.len() - 1];
        self.point(PointerIs::Released, x, y);
    }

    pub fn hold(&mut self, way: &[(f64, f64)]) {
        self.actions += 1;
        self.point(PointerIs::Pressed, way[0].0, way[0].1);
        for pair in way.windows(2) {
            for n in 1..=8 {
                let share = f64::from(n) / 8.0;
                let at = Point::from(pair[0]).lerp(Point::from(pair[1]), share);
                self.point(PointerIs::Dragged, at.x, at.y);
            }
        }
    }

    pub fn with(&mut self, (shift, ctrl, alt): (bool, bool, bool), act: impl FnOnce(&mut Table)) {
        (self.shift, self.ctrl, self.alt) = (shift, ctrl, alt);
        act(self);
        (self.shift, self.ctrl, self.alt) = (false, false, false);
    }

    pub fn key(&mut self, key: HandKey) {
        self.desk.apply(Deed::Key(key));
        assert_eq!(self.desk.refused, None);
    }

    pub fn take(&mut self, tool: Tool) {
        self.actions += 1;
        self.desk.apply(Deed::Take(tool));
    }

    /// Clicks something in the palette.
    pub fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        self.actions += 1;
        let mut settings = self.desk.hand.settings.clone();
        change(&mut settings);
        self.desk.apply(Deed::Settings(settings.into()));
    }

    /// Clicks a brush with a tool in hand that draws spaces.
    pub fn bears(&mut self, tool: Tool, field: &str, value: &str) {
        self.set(|settings| settings.new.entry(tool).or_default().set(field, Some(value.into())));
    }

    pub fn brush(&mut self, field: &str, value: &str) {
        self.set(|settings| (settings.brush, settings.stamp) = (Some((field.into(), Some(value.into()))), None));
    }

    pub fn text(&self) -> String {
        text(self.desk.document())
    }

    pub fn at(&self, id: &str) -> (f64, f64) {
        let space = self.desk.document().space(id).unwrap_or_else(|| panic!("no space {id} in\n{}", self.text()));
        space.at.map(|at| (at.x, at.y)).expect("it has a place")
    }

    pub fn selected(&self) -> Vec<String> {
        self.desk.chosen().iter().map(|key| self.desk.document().item(*key).expect("it is there").title()).collect()
    }

    /// Spaces in a row from (20, 100), 20 mm apart, linked.
    pub fn row(game: &str, count: usize) -> Table {
        let mut table = Table::new(game);
        table.take(Tool::Space);
        (0..count).for_each(|n| table.click(20.0 + 20.0 * n as f64, 100.0));
        table.desk.apply(Deed::SelectNone);
        table.take(Tool::Select);
        table
    }

    fn steps(&self) -> Vec<String> {
        let links = self.desk.document().links();
        links.iter().flat_map(|link| link.steps().map(|(a, b)| format!("{} {a}>{b}", link.kind)).collect::<Vec<_>>()).collect()
    }
}

#[test]
fn spaces_are_linked_as_they_are_clicked() {
    let mut table = Table::row("skoot", 3);
    assert_eq!(table.steps(), ["ahead a01>a02", "ahead a02>a03"]);
    table.take(Tool::Space);
    table.click(20.0, 140.0);
    assert_eq!(table.steps().len(), 2, "nothing was selected: linked from nowhere");
    // Going on from one that is there.
    table.key(HandKey::Escape);
    table.click(60.0, 100.0);
    table.brush("terrain", "downhill");
    table.bears(Tool::Space, "terrain", "climb");
    table.click(80.0, 120.0);
    assert!(table.text().contains("(id: \"a05\", at: (80.0, 120.0), terrain: climb)"), "{}", table.text());
    assert_eq!(table.steps().last().map(String::as_str), Some("ahead a03>a05"));
    table.with((false, false, true), |t| t.click(200.0, 200.0));
    assert_eq!(table.steps().len(), 3);
    // Down the ladder.
    table.key(HandKey::Escape);
    assert!(table.desk.selected.is_empty() && table.desk.hand.tool == Tool::Space);
    table.key(HandKey::Escape);
    assert_eq!(table.desk.hand.tool, Tool::Select);
}

#[test]
fn a_space_is_linked_inserted_or_loose_by_where_it_is_clicked() {
    let said = |table: &mut Table, x: f64, y: f64| {
        table.point(PointerIs::Moved, x, y);
        let shows = table.desk.shows();
        (shows.words, shows.shapes.iter().filter(|shape| matches!(shape, Shape::Line(..))).count())
    };
    let mut table = Table::row("skoot", 4);
    table.take(Tool::Space);
    table.click(80.0, 100.0);
    // A near miss is an insertion, whatever is selected.
    assert!(said(&mut table, 30.0, 101.4).0.starts_with("Click to insert a space between tile 1 and tile 2"));
    table.click(30.0, 101.4);
    assert_eq!(table.steps(), ["ahead a01>a02", "ahead a02>a03", "ahead a03>a04", "ahead a04>a05"], "{}", table.text());
    // Far from the selected space, one is loose; with Shift it is linked all the same.
    let (words, lines) = said(&mut table, 300.0, 200.0);
    assert!(words.starts_with("Click to add a space without a link: tile 2 is far away") && lines == 0, "{words}");
    table.click(300.0, 200.0);
    assert_eq!(table.steps().len(), 4);
    table.with((true, false, false), |t| t.click(200.0, 200.0));
    assert_eq!(table.steps().last().map(String::as_str), Some("ahead a06>a07"));
    // From the end of a course, a click on a space close by links to it.
    table.key(HandKey::Escape);
    let (x, y) = table.at("a05");
    table.click(x, y);
    table.click(80.0, 130.0);
    table.click(50.0, 130.0);
    assert!(said(&mut table, 20.0, 100.0).0.starts_with("Click to link tile 7 to tile 1"));
    table.click(20.0, 100.0);
    assert!(table.steps().contains(&"ahead a09>a01".to_owned()), "{:?}", table.steps());
    assert_eq!(table.selected(), ["a01"]);
    // That one leads on already: the next click goes on from where it is.
    let steps = table.steps();
    table.click(80.0, 130.0);
    assert_eq!((table.steps(), table.selected()), (steps, vec!["a08".to_owned()]));
}

#[test]
fn a_stroke_of_the_brush_is_one_step() {
    let mut table = Table::row("skoot", 8);
    table.take(Tool::Paint);
    table.brush("terrain", "climb");
    table.drag(&[(40.0, 100.0), (80.0, 101.0)]);
    let climbs = |table: &Table| table.text().matches("terrain: climb").count();
    assert_eq!(climbs(&table), 3);
    assert_eq!(table.desk.drawing.undoes(), Some("terrain climb on 3 spaces"));
    // Shift paints all of the way since the last one.
    table.with((true, false, false), |t| t.click(140.0, 100.0));
    assert_eq!(climbs(&table), 6);
    table.desk.apply(Deed::Undo);
    assert_eq!(climbs(&table), 3);
    table.desk.apply(Deed::Undo);
    assert_eq!(climbs(&table), 0);
    table.desk.apply(Deed::Redo);
    table.set(|settings| settings.brush = Some(("terrain".into(), None)));
    table.click(60.0, 100.0);
    assert_eq!(climbs(&table), 2);
    table.hold(&[(20.0, 100.0), (160.0, 100.0)]);
    assert_eq!(climbs(&table), 0);
    table.key(HandKey::Escape);
    assert_eq!(climbs(&table), 2, "a stroke that is broken off leaves nothing");
}

#[test]
fn what_a_space_says_is_picked_up_and_painted_on_others() {
    let mut table = Table::row("skoot", 6);
    table.take(Tool::Paint);
    table.brush("terrain", "climb");
    table.click(20.0, 100.0);
    table.brush("area", "recovery");
    table.click(20.0, 100.0);
    table.brush("terrain", "downhill");
    table.click(40.0, 100.0);
    table.with((false, false, true), |t| t.click(20.0, 100.0));
    assert!(table.desk.shows().words.contains("spaces like Recovery: "), "{}", table.desk.shows().words);
    table.drag(&[(40.0, 100.0), (80.0, 100.0)]);
    let said = |table: &Table| table.text().matches("area: recovery, terrain: climb").count();
    assert_eq!(said(&table), 4, "{}", table.text());
    assert_eq!(table.desk.drawing.undoes(), Some("paint spaces like Recovery"));
    table.desk.apply(Deed::Undo);
    assert_eq!(said(&table), 1);
    // What says nothing clears the others; a brush chosen in the palette is the brush again.
    table.with((false, false, true), |t| t.click(120.0, 100.0));
    table.click(20.0, 100.0);
    assert_eq!(said(&table), 0);
    table.brush("terrain", "climb");
    table.click(60.0, 100.0);
    assert!(table.text().contains("(id: \"a03\", at: (60.0, 100.0), terrain: climb)"), "{}", table.text());
}

#[test]
fn links_are_dragged_clicked_turned_and_deleted() {
    let mut table = Table::row("skoot", 4);
    table.take(Tool::Link);
    table.set(|settings| settings.link = Some("homeward".into()));
    table.drag(&[(20.0, 100.0), (60.0, 130.0), (80.0, 100.0)]);
    assert!(table.steps().contains(&"homeward a01>a04".to_owned()), "{:?}", table.steps());
    table.click(40.0, 100.0);
    table.click(80.0, 101.0);
    assert!(table.steps().contains(&"homeward a02>a04".to_owned()));
    // An arrow between two spaces.
    table.click(70.0, 100.0);
    assert!(table.steps().contains(&"ahead a04>a03".to_owned()), "{:?}", table.steps());
    table.with((false, false, true), |t| t.click(70.0, 100.0));
    assert!(!table.steps().iter().any(|step| step.contains("a03>a04") || step.contains("a04>a03")), "{:?}", table.steps());
    // Where turning one would take the next one away, nothing is turned, and it is said why.
    let before = table.steps();
    for is in [PointerIs::Pressed, PointerIs::Released, PointerIs::Moved] {
        let at = Point::new(30.0, 100.0);
        table.desk.apply(Deed::Pointer(Pointer { is, at, slack: 1.5, shift: false, ctrl: false, alt: false }));
    }
    assert!(
        table.desk.refused.as_ref().is_some_and(|why| why.contains("tile 2 leads to tile 3 already")),
        "{:?}",
        table.desk.refused
    );
    assert_eq!(table.steps(), before);
    table.desk.refused = None;
    // What is begun can be left.
    table.click(40.0, 100.0);
    table.key(HandKey::Escape);
    table.click(20.0, 100.0);
    table.click(20.0, 100.0);
    assert_eq!(table.steps().len(), 4, "{:?}", table.steps());
}

#[test]
fn a_link_with_a_name_keeps_it_when_it_is_turned() {
    let mut table = Table::new("ski-the-mountain");
    table.take(Tool::Space);
    table.click(50.0, 50.0);
    table.with((false, false, true), |t| t.click(150.0, 50.0));
    table.take(Tool::Link);
    table.set(|settings| settings.link = Some("Lift".into()));
    table.drag(&[(50.0, 50.0), (150.0, 50.0)]);
    table.click(100.0, 50.0);
    assert!(table.text().contains("name: \"Lift 1\", from: \"a02\", to: \"a01\""), "{}", table.text());
}

#[test]
fn a_path_is_clicked_in_order() {
    let mut table = Table::row("ski-the-mountain", 6);
    table.take(Tool::Link);
    table.set(|settings| settings.link = Some("Piste".into()));
    for n in 0..5 {
        let x = 20.0 + 20.0 * f64::from(n);
        table.drag(&[(x, 100.0), (x + 20.0, 100.0)]);
    }
    table.take(Tool::Path);
    table.set(|settings| settings.path_fields = settings.path_fields.clone().with("points", "7"));
    table.click(20.0, 100.0);
    table.click(60.0, 100.0);
    table.key(HandKey::Backspace);
    table.with((true, false, false), |t| t.click(80.0, 100.0));
    table.key(HandKey::Enter);
    let line = "(kind: \"Run\", name: \"Run 1\", spaces: [\"a01\", \"a02\", \"a03\", \"a04\"], points: 7)";
    assert!(table.text().contains(line), "{}", table.text());
    // Those that are selected, in their order.
    table.take(Tool::Select);
    table.drag(&[(90.0, 90.0), (130.0, 110.0)]);
    table.take(Tool::Path);
    table.key(HandKey::Enter);
    assert!(table.text().contains("spaces: [\"a05\", \"a06\"]"), "{}", table.text());
}

#[test]
fn what_was_chosen_for_new_spaces_and_not_used_paints_those_that_are_there() {
    let mut table = Table::row("skoot", 4);
    table.take(Tool::Course);
    table.set(|settings| settings.wear(Tool::Course, "terrain", Some("climb".into()), false));
    table.point(PointerIs::Moved, 40.0, 100.0);
    let said = table.desk.shows().words;
    assert!(said.ends_with("; B paints it terrain climb"), "{said}");
    let press =
        Pointer { is: PointerIs::Pressed, at: Point::new(40.0, 100.0), slack: 1.5, shift: false, ctrl: false, alt: false };
    table.desk.apply(Deed::Pointer(press));
    assert!(
        table.desk.refused.as_ref().is_some_and(|why| why.ends_with("; B paints it terrain climb")),
        "{:?}",
        table.desk.refused
    );
    // Nothing came of it: what is chosen next stands by itself.
    table.set(|settings| settings.wear(Tool::Course, "area", Some("exit".into()), false));
    let new = |table: &Table| table.desk.hand.settings.new.get(&Tool::Course).map(|new| new.written()).unwrap_or_default();
    assert_eq!(new(&table), "(area: exit)");
    // What is chosen on end adds up; a line that is broken off ends that.
    table.set(|settings| settings.wear(Tool::Course, "terrain", Some("climb".into()), false));
    assert_eq!(new(&table), "(area: exit, terrain: climb)");
    table.click(40.0, 200.0);
    table.key(HandKey::Escape);
    table.set(|settings| settings.wear(Tool::Course, "area", Some("recovery".into()), false));
    assert_eq!(new(&table), "(area: recovery)");
    table.take(Tool::Paint);
    table.click(40.0, 100.0);
    assert!(table.text().contains("(id: \"a02\", at: (40.0, 100.0), area: recovery)"), "{}", table.text());
    assert_eq!(new(&table), "", "it was meant for painting");
}

#[test]
fn labels_are_typed() {
    let mut table = Table::new("skoot");
    table.take(Tool::Label);
    assert!(table.desk.hand.asks().is_none());
    table.click(50.0, 60.0);
    assert!(table.desk.hand.asks().is_some_and(|asked| asked.at == Point::new(50.0, 60.0)));
    table.desk.apply(Deed::Answer("Finish".to_owned()));
    assert!(table.text().contains("(kind: \"label\", text: \"Finish\", at: (50.0, 60.0), size: 6.0)"), "{}", table.text());
    table.click(50.0, 60.0);
    assert_eq!(table.desk.hand.asks().map(|asked| asked.now).as_deref(), Some("Finish"));
    table.desk.apply(Deed::Answer("Start".to_owned()));
    assert_eq!(table.desk.document().decor()[0].title(), "Start");
    table.click(90.0, 60.0);
    table.key(HandKey::Escape);
    assert!(table.desk.hand.asks().is_none() && table.desk.document().decor().len() == 1);
    // A label is dragged like a space.
    table.take(Tool::Select);
    table.drag(&[(50.0, 60.0), (70.0, 90.0)]);
    assert_eq!(table.desk.document().decor()[0].at, Some(Point::new(70.0, 90.0)));
}

#[test]
fn erasing_one_by_one_or_by_a_stroke() {
    let mut table = Table::row("skoot", 8);
    table.take(Tool::Erase);
    table.click(30.0, 100.0);
    assert_eq!(table.steps().len(), 6, "one step of the chain");
    table.with((false, false, true), |t| t.click(60.0, 100.0));
    assert!(table.steps().contains(&"ahead a02>a03".to_owned()), "bridged: {:?}", table.steps());
    assert_eq!(table.at("a03"), (64.0, 100.0), "ids count back, and the others close up");
    let steps = table.desk.drawing.steps().1;
    table.drag(&[(88.0, 100.0), (160.0, 100.0)]);
    assert_eq!(table.desk.document().spaces().len(), 3, "{}", table.text());
    assert_eq!(table.desk.drawing.steps().1, steps + 1);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().spaces().len(), 7);
}

#[test]
fn measuring_reach_and_the_way() {
    let mut table = Table::row("skoot", 10);
    table.take(Tool::Measure);
    table.click(40.0, 100.0);
    let shows = table.desk.shows();
    let numbers: Vec<&str> =
        shows.shapes.iter().filter_map(|s| if let Shape::Words(_, words, _) = s { Some(words.as_str()) } else { None }).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7"]);
    table.click(120.0, 100.0);
    assert!(table.desk.shows().words.starts_with("4 steps from tile 2 to tile 6, 80 mm"), "{}", table.desk.shows().words);
    let before = table.text();
    table.key(HandKey::Escape);
    assert!(table.desk.shows().words.starts_with("Click a space"));
    assert_eq!(table.text(), before);
}

#[test]
fn tools_begin_with_what_fits_the_track() {
    let of = |game: &str, document: Option<Document>, width: f64| {
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let document = document.unwrap_or_else(|| begin::track(&checker, "Mine", Size::new(width, width * 0.75)));
        let desk = Desk::new(document, OnDisk::new(Path::new("nowhere/mine.ron")), checker);
        (desk.hand.settings.every, desk.hand.settings.segments)
    };
    // Pawns are as large on a sheet twice as large: all is as far apart, and a row has twice as many.
    let ((large, many), (huge, most)) = (of("skoot", None, 400.0), of("skoot", None, 800.0));
    assert!(huge == large && most.abs_diff(many * 2) <= 1, "{large} {huge}, {many} {most}");
    // A sheet smaller than those of other tracks has less room.
    let (small, few) = of("skoot", None, 200.0);
    assert!((0.6..0.8).contains(&(small / large)) && few.abs_diff(most / 3) <= 2, "{small} {large}, {few} {most}");
    // Other games have other spaces.
    assert!(of("hell-on-eight-wheels", None, 400.0).0 * 1.3 < large);
    // What is drawn already says it best.
    assert_eq!(of("hell-on-eight-wheels", Some(shipped_document("hell-on-eight-wheels", "test-straight")), 0.0).0, 18.0);
}

#[test]
fn a_picture_is_placed_moved_and_scaled() {
    let mut table = Table::new("skoot");
    table.take(Tool::Picture);
    table.click(200.0, 150.0);
    table.desk.apply(Deed::Picture { file: "map.png".into(), at: (200.0, 150.0).into(), width: 200.0, height: 100.0 });
    assert!(table.desk.hand.asks().is_none());
    assert!(table.desk.selected.contains(&table.desk.document().decor()[0].key), "it is selected");
    table.drag(&[(150.0, 150.0), (160.0, 155.0)]);
    assert_eq!(table.desk.document().decor()[0].at, Some(Point::new(210.0, 155.0)));
    table.click(160.0, 150.0);
    table.click(260.0, 150.0);
    assert_eq!(table.desk.hand.asks().map(|asked| asked.now).as_deref(), Some("100.0"));
    table.desk.apply(Deed::Answer("50 mm".to_owned()));
    assert_eq!(table.desk.document().decor()[0].fields.number("width"), Some(100.0));
    // It lies below: a frame can be drawn above it.
    table.take(Tool::Select);
    table.desk.apply(Deed::SelectNone);
    table.drag(&[(190.0, 150.0), (220.0, 170.0)]);
    assert_eq!(table.desk.document().decor()[0].at.map(|at| at.y), Some(152.5));
}

#[test]
fn an_arrow_is_taken_away_by_a_double_click_in_one_step() {
    let mut table = Table::row("skoot", 3);
    let (before, steps) = (table.text(), table.desk.drawing.steps().1);
    table.take(Tool::Link);
    table.double_click(50.0, 100.0);
    assert_eq!(table.steps(), ["ahead a01>a02"]);
    assert_eq!(table.desk.drawing.steps().1, steps + 1);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.text(), before);
    // A click turns it, and another one later turns it back: two steps.
    table.click(50.0, 100.0);
    table.click(50.0, 100.0);
    assert_eq!((table.text() == before, table.desk.drawing.steps().1), (true, steps + 2));
}

#[test]
fn what_is_chosen_on_end_adds_up_and_begins_anew_once_it_was_drawn() {
    let mut table = Table::new("ski-the-mountain");
    table.take(Tool::Space);
    table.set(|settings| {
        settings.wear(Tool::Space, "kind", Some("town".into()), false);
        settings.wear(Tool::Space, "town_bonus", Some("4".into()), false);
    });
    table.click(50.0, 50.0);
    table.set(|settings| settings.wear(Tool::Space, "colour", Some("red".into()), true));
    assert_eq!(table.desk.hand.settings.new[&Tool::Space].written(), "(kind: town, town_bonus: 4, colour: red)");
    table.click(150.0, 50.0);
    table.set(|settings| settings.wear(Tool::Space, "kind", Some("lift".into()), false));
    assert_eq!(table.desk.hand.settings.new[&Tool::Space].written(), "(kind: lift)");
}
