//! Tools in the hand: pointer and keys in, a document out. No window is open.

use editor::drawing::disk::OnDisk;
use editor::drawing::hand::{HandKey, Mark, Pointer, PointerIs, Settings, Shape, Tool};
use editor::drawing::tools::arrange::Align;
use editor::drawing::tools::select::Mode;
use editor::drawing::{Checker, Deed, Desk, Edit, begin};
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
    /// An empty sheet for a shipped game.
    pub fn new(game: &str) -> Table {
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let document = begin::track(&checker.schema, "Mine", Size::new(400.0, 300.0));
        Table::of(document, checker)
    }

    pub fn of(document: Document, checker: Arc<Checker>) -> Table {
        let mut desk = Desk::new(document, OnDisk::new(Path::new("nowhere/mine.ron")), checker);
        // Gestures are of these measures, whatever fits the sheet.
        desk.apply(Deed::Settings(Settings::default()));
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
        self.desk.apply(Deed::Settings(settings));
    }

    /// Clicks a brush with a tool in hand that draws spaces.
    pub fn bears(&mut self, tool: Tool, field: &str, value: &str) {
        self.set(|settings| settings.new.entry(tool).or_default().set(field, Some(value.into())));
    }

    pub fn brush(&mut self, field: &str, value: &str) {
        self.set(|settings| settings.brush = Some((field.into(), Some(value.into()))));
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
fn a_line_may_be_dragged_and_what_it_bears_is_said() {
    for tool in [Tool::Course, Tool::Grid] {
        let mut table = Table::new("skoot");
        table.take(Tool::Paint);
        table.brush("terrain", "downhill");
        table.take(tool);
        table.set(|settings| settings.segments = 6);
        table.bears(tool, "terrain", "climb");
        table.drag(&[(50.0, 50.0), (120.0, 52.0)]);
        let words = table.desk.shows().words;
        assert!(words.contains("New spaces: terrain climb"), "{words}");
        table.key(HandKey::Enter);
        let text = table.text();
        assert_eq!(table.desk.document().spaces().len(), 6, "{text}");
        assert!(text.matches("terrain: climb").count() == 6 && !text.contains("downhill"), "{text}");
        // A single point is no line, and that is said.
        table.click(50.0, 150.0);
        table.desk.apply(Deed::Key(HandKey::Enter));
        assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("too short")), "{tool:?}: {:?}", table.desk.refused);
    }
}

#[test]
fn a_course_leads_on_by_a_plain_link_where_no_tool_draws_one() {
    let mut table = Table::new("ski-the-mountain");
    table.take(Tool::Link);
    table.set(|settings| settings.link = Some("Lift".into()));
    table.take(Tool::Course);
    table.drag(&[(50.0, 50.0), (150.0, 52.0)]);
    table.key(HandKey::Enter);
    let links = table.desk.document().links();
    assert!(!links.is_empty() && links.iter().all(|link| *link.kind == *"Piste"), "{}", table.text());
}

#[test]
fn a_course_that_comes_round_goes_on_from_the_space_it_begins_on() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    table.click(100.0, 50.0);
    table.take(Tool::Course);
    table.set(|settings| settings.is_closed = true);
    for (x, y) in [(100.0, 50.0), (300.0, 60.0), (320.0, 200.0), (111.0, 222.0)] {
        table.click(x, y);
    }
    table.key(HandKey::Enter);
    let (spaces, steps) = (table.desk.document().spaces().to_vec(), table.steps());
    assert_eq!(steps.len(), spaces.len(), "each leads on, and the last one to the first: {steps:?}");
    assert_eq!(steps.iter().filter(|step| step.ends_with(">a01")).count(), 1, "{steps:?}");
    let first = spaces[0].at.expect("it has a place");
    assert!(spaces[1..].iter().all(|space| space.at.is_some_and(|at| at.distance(first) > 5.0)), "nothing lies on it");
}

#[test]
fn a_line_that_is_not_ended_waits_for_its_tool() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.click(100.0, 50.0);
    table.click(200.0, 50.0);
    table.desk.apply(Deed::Take(Tool::Link));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("course is not ended")), "{:?}", table.desk.refused);
    assert_eq!(table.desk.hand.tool, Tool::Link);
    table.desk.apply(Deed::Take(Tool::Course));
    // Taken once more, it goes on all the same.
    table.desk.apply(Deed::Take(Tool::Course));
    table.key(HandKey::Enter);
    assert!(table.desk.document().spaces().len() > 5, "{}", table.text());
}

#[test]
fn a_course_is_a_loop_once_its_first_point_is_clicked() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    for (x, y) in [(100.0, 50.0), (300.0, 60.0), (320.0, 200.0)] {
        table.click(x, y);
    }
    table.click(111.0, 222.0);
    table.key(HandKey::Backspace);
    table.click(90.0, 210.0);
    table.point(PointerIs::Moved, 101.0, 50.0);
    let shows = table.desk.shows();
    assert!(shows.words.contains("close the loop"), "{}", shows.words);
    let ghosts = shows.shapes.iter().filter(|shape| matches!(shape, Shape::Tile(_, _, Mark::Draft))).count();
    assert!(table.desk.document().spaces().is_empty(), "nothing is drawn before it ends");
    table.click(101.0, 50.0);
    let count = table.desk.document().spaces().len();
    assert!(count > 40 && count == ghosts, "{count} spaces, {ghosts} ghosts");
    assert_eq!(table.steps().len(), count);
    assert_eq!(table.selected().len(), count);
    table.desk.apply(Deed::Undo);
    assert!(table.desk.document().spaces().is_empty() && table.desk.document().links().is_empty());
}

#[test]
fn a_course_goes_on_from_a_space_and_leads_to_one() {
    let mut table = Table::row("skoot", 4);
    table.take(Tool::Course);
    table.click(80.0, 100.0);
    table.click(120.0, 150.0);
    table.click(20.0, 101.0);
    let (all, comes_round) = editor::drawing::tools::select::course_of(
        table.desk.document(),
        &table.desk.drawing.schema,
        table.desk.document().space("a01").expect("the first").key,
    );
    assert!(comes_round && all.len() == table.desk.document().spaces().len(), "{}", table.text());
    assert!(all.len() > 10);
    // From where the way on is taken it needs another kind of link.
    table.take(Tool::Course);
    table.desk.apply(Deed::Pointer(Pointer {
        is: PointerIs::Pressed,
        at: Point::new(40.0, 100.0),
        slack: 1.0,
        shift: false,
        ctrl: false,
        alt: false,
    }));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("a02 leads on already")), "{:?}", table.desk.refused);
    table.set(|settings| settings.link = Some("around".into()));
    table.click(40.0, 100.0);
    table.click(40.0, 60.0);
    table.double_click(60.0, 60.0);
    let branch = table.steps().into_iter().find(|step| step.starts_with("around a02>")).expect("it branches off");
    let first = branch.trim_start_matches("around a02>").to_owned();
    assert!(table.steps().iter().any(|step| step.starts_with(&format!("ahead {first}>"))), "{:?}", table.steps());
    assert!(table.steps().contains(&"ahead a02>a03".to_owned()));
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
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("a02 leads to a03 already")), "{:?}", table.desk.refused);
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
fn clicks_frames_and_modifiers_select() {
    let mut table = Table::row("skoot", 5);
    table.click(40.0, 100.0);
    assert_eq!(table.selected(), ["a02"]);
    table.with((true, false, false), |t| t.click(60.0, 100.0));
    assert_eq!(table.selected(), ["a02", "a03"]);
    table.with((false, true, false), |t| t.click(40.0, 100.0));
    assert_eq!(table.selected(), ["a03"]);
    table.with((false, true, false), |t| t.click(100.0, 100.0));
    assert_eq!(table.selected(), ["a03"], "Ctrl only takes out");
    table.with((true, false, false), |t| t.drag(&[(90.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a03", "a05"]);
    table.with((false, true, false), |t| t.drag(&[(70.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a03"], "a frame, too");
    table.drag(&[(10.0, 80.0), (45.0, 120.0)]);
    assert_eq!(table.selected(), ["a01", "a02"]);
    table.with((true, false, false), |t| t.drag(&[(90.0, 80.0), (120.0, 120.0)]));
    assert_eq!(table.selected(), ["a01", "a02", "a05"]);
    table.click(30.0, 100.0);
    assert_eq!(table.selected(), ["ahead"], "a link");
    table.double_click(60.0, 100.0);
    assert_eq!(table.selected().len(), 5, "the whole course");
    table.click(200.0, 200.0);
    assert!(table.selected().is_empty());
}

#[test]
fn dragging_moves_snaps_duplicates_and_is_broken_off() {
    let mut table = Table::row("skoot", 3);
    let steps = table.desk.drawing.steps().1;
    // Near the row of its neighbours it comes into it.
    table.drag(&[(60.0, 100.0), (90.0, 130.0), (75.0, 101.0)]);
    assert_eq!(table.at("a03"), (75.0, 100.0));
    assert_eq!(table.desk.drawing.steps().1, steps + 1, "one step");
    table.with((false, true, false), |t| t.drag(&[(75.0, 100.0), (75.0, 101.0)]));
    assert_eq!(table.at("a03"), (75.0, 101.0), "Ctrl flips snapping");
    table.with((true, false, false), |t| t.drag(&[(75.0, 101.0), (90.0, 104.0)]));
    assert_eq!(table.at("a03"), (90.0, 101.0), "Shift keeps it straight");
    table.hold(&[(90.0, 101.0), (200.0, 200.0)]);
    assert_eq!(table.at("a03"), (200.0, 200.0));
    table.key(HandKey::Escape);
    assert_eq!(table.at("a03"), (90.0, 101.0));
    table.point(PointerIs::Released, 200.0, 200.0);
    assert_eq!(table.at("a03"), (90.0, 101.0));
    table.desk.apply(Deed::SelectAll);
    let steps = table.desk.drawing.steps().1;
    table.with((false, false, true), |t| t.drag(&[(20.0, 100.0), (20.0, 160.0), (20.0, 180.0)]));
    assert_eq!(table.desk.document().spaces().len(), 6);
    assert_eq!((table.at("a01"), table.at("a04")), ((20.0, 100.0), (20.0, 180.0)));
    assert_eq!(table.desk.drawing.steps().1, steps + 1);
    assert_eq!(table.selected(), ["a04", "a05", "a06"]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().spaces().len(), 3);
}

#[test]
fn a_handle_lies_above_spaces_that_are_not_selected() {
    let mut table = Table::row("skoot", 6);
    let near = table.desk.document().space("a04").expect("it is there").key;
    table.desk.apply(Deed::Edit(Edit::Place(vec![(near, Point::new(77.0, 100.0))])));
    table.drag(&[(30.0, 80.0), (70.0, 120.0)]);
    assert_eq!(table.selected(), ["a02", "a03"]);
    let dots = table.desk.shows().shapes.into_iter().filter_map(|shape| match shape {
        Shape::Dot(at, _) if at.y == 100.0 => Some(at),
        _ => None,
    });
    let right = dots.max_by(|a, b| a.x.total_cmp(&b.x)).expect("the frame has handles");
    let under = table.desk.places().at(right, 0.0).map(|hit| hit.key());
    assert_eq!(under, Some(near), "a neighbour lies there");
    table.point(PointerIs::Moved, right.x, right.y);
    assert!(table.desk.hand.grips().is_some_and(|handle| (handle.x, handle.y) == (1.0, 0.0)));
    assert!(table.desk.shows().words.starts_with("Drag to scale"), "{}", table.desk.shows().words);
    table.drag(&[(right.x, right.y), (right.x + 10.0, right.y)]);
    assert_eq!((table.at("a04"), table.selected()), ((77.0, 100.0), vec!["a02".to_owned(), "a03".to_owned()]));
    assert!(table.at("a03").0 > 62.0, "{:?}", table.at("a03"));
    // A click that pulls nothing means what lies there.
    table.desk.apply(Deed::Undo);
    table.click(right.x, right.y);
    assert_eq!(table.selected(), ["a04"]);
}

#[test]
fn handles_scale_and_turn_what_is_selected() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    for (x, y) in [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0)] {
        table.click(x, y);
    }
    table.desk.apply(Deed::SelectAll);
    table.take(Tool::Select);
    let frame = |table: &mut Table| {
        let shows = table.desk.shows();
        shows.shapes.iter().find_map(|shape| if let Shape::Frame(frame, _) = shape { Some(*frame) } else { None })
    };
    let before = frame(&mut table).expect("several are selected");
    table.drag(&[(before.x1, before.y1), (before.x1 + before.width(), before.y1)]);
    let (first, last) = (table.at("a01"), table.at("a03"));
    assert!((last.0 - first.0 - 200.0).abs() < 0.1 && (last.1 - first.1 - 100.0).abs() < 0.1, "{first:?} {last:?}");
    let handle =
        table.desk.shows().shapes.into_iter().filter_map(|shape| if let Shape::Dot(at, _) = shape { Some(at) } else { None });
    let above = handle.min_by(|a, b| a.y.total_cmp(&b.y)).expect("a handle to turn by");
    let after = frame(&mut table).expect("several are selected");
    let right = (after.center().x + 100.0, after.center().y);
    table.with((true, false, false), |t| t.drag(&[(above.x, above.y), right]));
    let (first, last) = (table.at("a01"), table.at("a03"));
    assert!((last.1 - first.1 - 200.0).abs() < 0.1 && (first.0 - last.0 - 100.0).abs() < 0.1, "{first:?} {last:?}");
    let done: Vec<&str> = table.desk.drawing.steps().0.skip(3).collect();
    assert_eq!(done, ["scale 3 spaces", "turn 3 spaces"]);
    // Over a space a handle is gripped by a drag; a click means the space.
    let after = frame(&mut table).expect("several are selected");
    table.take(Tool::Space);
    table.with((false, false, true), |table| table.click(after.x1, after.y1));
    let other = table.desk.document().spaces().last().expect("it is drawn").key;
    table.take(Tool::Select);
    table.desk.apply(Deed::SelectAll);
    table.desk.apply(Deed::Select(vec![other], Mode::Subtract));
    let place = table.at("a04");
    table.drag(&[(after.x1, after.y1), (after.x1 + 30.0, after.y1)]);
    assert_eq!((table.at("a04"), table.desk.drawing.undoes()), (place, Some("scale 3 spaces")));
    table.desk.apply(Deed::Undo);
    table.click(after.x1, after.y1);
    assert_eq!(table.selected(), ["a04"]);
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
fn what_was_selected_before_comes_back_by_undo() {
    let mut table = Table::row("skoot", 4);
    table.drag(&[(30.0, 80.0), (70.0, 120.0)]);
    table.desk.apply(Deed::Duplicate);
    assert_ne!(table.selected(), ["a02", "a03"]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), ["a02", "a03"]);
    table.desk.apply(Deed::Delete { bridging: true });
    assert_eq!(table.selected(), [""; 0]);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), ["a02", "a03"]);
    // Who chose something else meanwhile keeps it.
    table.desk.apply(Deed::Nudge((1.0, 0.0).into()));
    table.desk.apply(Deed::SelectNone);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.selected(), [""; 0]);
}

#[test]
fn what_takes_several_things_says_so() {
    let mut table = Table::row("skoot", 3);
    let before = table.text();
    table.click(40.0, 100.0);
    for deed in [Deed::Align(Align::Left), Deed::Scale(-1.0, 1.0)] {
        table.desk.apply(deed.clone());
        assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("two things or more")), "{deed:?}");
    }
    assert_eq!(table.text(), before);
}

#[test]
fn a_space_lies_as_its_links_lead_or_as_somebody_turns_it() {
    let mut table = Table::row("hell-on-eight-wheels", 3);
    table.click(40.0, 100.0);
    let said = |table: &Table| table.desk.document().space("a02").and_then(|space| space.fields.number("turn"));
    assert_eq!(said(&table), None);
    table.desk.apply(Deed::Turn(90.0));
    assert_eq!(said(&table), Some(90.0), "links lead to the right");
    let lies = |table: &Table| {
        let board = editor::board::Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
        board.spaces[1].tile.towards
    };
    assert!((lies(&table) - emath::vec2(0.0, 1.0)).length() < 1e-3, "{:?}", lies(&table));
    (0..3).for_each(|_| table.desk.apply(Deed::Turn(90.0)));
    assert_eq!(said(&table), Some(0.0));
    let key = table.desk.selected.first().copied().expect("one is selected");
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![key], name: "turn".into(), value: None }));
    assert!((lies(&table) - emath::vec2(1.0, 0.0)).length() < 1e-3, "{:?}", lies(&table));
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
    assert!(table.steps().contains(&"ahead a02>a04".to_owned()), "bridged: {:?}", table.steps());
    let steps = table.desk.drawing.steps().1;
    table.drag(&[(100.0, 100.0), (160.0, 100.0)]);
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
    assert!(table.desk.shows().words.starts_with("4 steps from a02 to a06, 80 mm"), "{}", table.desk.shows().words);
    let before = table.text();
    table.key(HandKey::Escape);
    assert!(table.desk.shows().words.starts_with("Click a space"));
    assert_eq!(table.text(), before);
}

#[test]
fn tools_begin_with_what_fits_the_track() {
    let of = |game: &str, document: Option<Document>, width: f64| {
        let checker = Arc::new(Checker::new(&ruleset(game), &[]));
        let document = document.unwrap_or_else(|| begin::track(&checker.schema, "Mine", Size::new(width, width * 0.75)));
        let desk = Desk::new(document, OnDisk::new(Path::new("nowhere/mine.ron")), checker);
        (desk.hand.settings.every, desk.hand.settings.segments)
    };
    // On a sheet twice as large all is twice as far apart, and a row has as many.
    let ((small, few), (large, many)) = (of("skoot", None, 200.0), of("skoot", None, 400.0));
    assert!((large / small - 2.0).abs() < 0.2 && few.abs_diff(many) <= 1, "{small} {large}, {few} {many}");
    // Other games have other spaces.
    assert!(of("ski-the-mountain", None, 400.0).0 > 1.3 * large);
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
fn whatever_is_done_with_any_tool_nothing_breaks() {
    use editor::drawing::edit::random::Numbers;
    for seed in 1..=12 {
        let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
        let mut table = Table::of(shipped_document("skoot", "test-loop"), checker);
        let mut numbers = Numbers(seed);
        for _ in 0..400 {
            let at = Point::new(numbers.below(300) as f64, numbers.below(220) as f64);
            let is = [
                PointerIs::Pressed,
                PointerIs::Dragged,
                PointerIs::Dragged,
                PointerIs::Released,
                PointerIs::Moved,
                PointerIs::Twice,
            ][numbers.below(6)];
            let pointer = Pointer {
                is,
                at,
                slack: numbers.below(5) as f64,
                shift: numbers.below(4) == 0,
                ctrl: numbers.below(4) == 0,
                alt: numbers.below(4) == 0,
            };
            let deed = match numbers.below(14) {
                0 => Deed::Take(Tool::ALL[numbers.below(11)]),
                1 => Deed::Key([HandKey::Enter, HandKey::Backspace, HandKey::Escape][numbers.below(3)]),
                2 => Deed::Answer("12".to_owned()),
                3 if numbers.below(2) == 0 => Deed::Undo,
                4 => Deed::Select(table.desk.document().spaces().iter().map(|s| s.key).take(5).collect(), Mode::Toggle),
                5 => Deed::Settings(Settings {
                    brush: Some(("terrain".into(), Some("climb".into()))),
                    lanes: 1 + numbers.below(3),
                    grid: Some(5.0),
                    ..Settings::default()
                }),
                _ => Deed::Pointer(pointer),
            };
            table.desk.apply(deed);
            table.desk.shows();
        }
        let (end, done) = (table.desk.document().clone(), table.desk.drawing.steps().1);
        table.desk.apply(Deed::GoTo(0));
        assert_eq!(*table.desk.document(), shipped_document("skoot", "test-loop"), "seed {seed}");
        table.desk.apply(Deed::GoTo(done));
        assert_eq!(*table.desk.document(), end, "seed {seed}");
    }
}

#[test]
fn lanes_are_re_spaced_each_by_itself() {
    let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
    let mut table = Table::of(shipped_document("hell-on-eight-wheels", "oval"), checker);
    let before = table.desk.document().clone();
    table.desk.apply(Deed::SelectAll);
    table.desk.apply(Deed::ReSpace);
    assert_eq!(table.desk.refused, None);
    let document = table.desk.document();
    let at = |id: &Arc<str>| document.space(id).and_then(|space| space.at).expect("it is drawn");
    let lanes: Vec<_> = document.links().iter().filter(|link| *link.kind == *"ahead" && link.spaces.len() > 20).collect();
    assert_eq!(lanes.len(), 6);
    for lane in lanes {
        let gaps: Vec<f64> = lane.steps().map(|(from, to)| at(from).distance(at(to))).collect();
        let (least, most) = gaps.iter().fold((f64::MAX, 0.0_f64), |(least, most), gap| (least.min(*gap), most.max(*gap)));
        assert!(most < 1.3 * least, "{least} to {most} mm");
    }
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
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

#[test]
fn what_shrinks_beside_a_junction_is_told() {
    let mut table = Table::row("skoot", 10);
    table.set(|settings| settings.every = 20.0);
    table.take(Tool::Course);
    table.click(100.0, 111.0);
    table.double_click(100.0, 191.0);
    let told = table.desk.told.clone().expect("it is told");
    assert!(told.starts_with("a05, a11 are drawn smaller"), "{told}");
    table.desk.apply(Deed::SelectNone);
    assert_eq!(table.desk.told, None, "with the next deed it has been read");
    // What is far from all else is as large as ever.
    table.take(Tool::Course);
    table.click(20.0, 250.0);
    table.double_click(200.0, 250.0);
    assert_eq!(table.desk.told, None);
    // Spread evenly, one comes to lie by another.
    let mut table = Table::row("skoot", 10);
    let keys = ["a04", "a05", "a06"].map(|id| table.desk.document().space(id).expect("it is drawn").key);
    table.desk.apply(Deed::Select(vec![keys[1]], Mode::Replace));
    table.desk.apply(Deed::Nudge(kurbo::Vec2::new(14.0, 0.0)));
    assert_eq!(table.desk.told, None, "what is moved by hand is watched");
    table.take(Tool::Space);
    table.with((false, false, true), |table| table.click(100.0, 112.0));
    table.desk.apply(Deed::Select(keys.to_vec(), Mode::Replace));
    table.desk.apply(Deed::ReSpace);
    let told = table.desk.told.clone().expect("it is told");
    assert!(told.starts_with("a11 is drawn smaller"), "{told}");
}
