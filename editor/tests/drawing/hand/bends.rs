//! Links that bend, and what becomes of their bends.

use editor::board::Board;
use editor::board::curve::Bent;
use editor::drawing::bends::{self, Flag};
use editor::drawing::hit::Hit;
use editor::drawing::kit::{KitChange, KitList, Template, changed};
use editor::drawing::svg::{self, Options};
use editor::drawing::tools::line::{Line, Node};

use super::*;

/// A bend through one node.
fn passing(x: f64, y: f64) -> Bent {
    Bent { nodes: vec![Node::smooth(Point::new(x, y))], ..Bent::default() }
}

/// Three spaces in a row with small tiles, of which the second step is bent upwards.
fn bent() -> Table {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("6.0".into()) }));
    let link = table.desk.document().links()[0].clone();
    let line = bends::between(Point::ZERO, &passing(50.0, 80.0), Point::ZERO);
    let value = bends::with(&link, 1, &line);
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![link.key], name: "bends".into(), value }));
    assert_eq!(table.desk.refused, None);
    table
}

/// The bends of all links: `a02 a03: (50, 80)`.
fn all(table: &Table) -> Vec<String> {
    let bends = table.desk.document().links().iter().flat_map(|link| bends::read(link));
    let node = |node: &Node| format!(" ({}, {})", node.at.x, node.at.y);
    bends.map(|bend| format!("{} {}:{}", bend.from, bend.to, bend.bent.nodes.iter().map(node).collect::<String>())).collect()
}

/// Whether the track is read as it was, and has no problem with its links.
fn reads_back(table: &Table) {
    assert_eq!(text(&document(&table.text())), table.text());
    let problems = table.desk.checker.problems(table.desk.document(), "mine");
    let of_bends = problems.iter().filter(|problem| problem.message.contains("bend") || problem.message.contains("bent"));
    assert_eq!(of_bends.map(|problem| problem.message.clone()).collect::<Vec<_>>(), Vec::<String>::new());
}

fn chosen(table: &mut Table, ids: &[&str]) {
    let keys = ids.iter().map(|id| table.desk.document().space(id).expect("it is there").key).collect();
    table.desk.apply(Deed::Select(keys, Mode::Replace));
}

#[test]
fn a_bend_is_drawn_and_clicked_where_it_is() {
    let mut table = bent();
    reads_back(&table);
    let link = table.desk.document().links()[0].key;
    assert_eq!(table.desk.places().at(Point::new(50.0, 80.5), 1.0), Some(Hit::Step(link, 1)));
    assert_eq!(table.desk.places().at(Point::new(50.0, 100.0), 1.0), None);
    table.click(50.0, 80.5);
    assert_eq!(table.selected(), ["ahead"]);
    let board = Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
    let way = board.arrows[1].way(&board.spaces).expect("there is room");
    assert!(way.distance(emath::pos2(50.0, 80.0)) < 0.1);
    assert!(way.arrives(way.length(), 2.0).y > 0.5, "it comes from above");
    let svg = svg::draw(&board, table.desk.document(), Path::new("."), Options::default());
    let passes = |line: &kurbo::BezPath| line.elements().iter().any(|part| part.end_point() == Some(Point::new(50.0, 80.0)));
    assert!(lines(&spelt_out(&svg)).iter().any(passes), "{svg}");
    // It is raced on as it is drawn.
    let track = meaning("skoot", &table.text());
    let bend = track.link_drawings.values().next().expect("it is kept").bend.clone();
    assert_eq!(bend.iter().map(|node| node.at).collect::<Vec<_>>(), [(50.0, 80.0)]);
}

#[test]
fn a_bend_moves_with_its_spaces() {
    let mut table = bent();
    chosen(&mut table, &["a01", "a02", "a03"]);
    table.desk.apply(Deed::Nudge(kurbo::Vec2::new(10.0, 5.0)));
    assert_eq!(all(&table), ["a02 a03: (60, 85)"]);
    table.desk.apply(Deed::Turn(90.0));
    assert_eq!(all(&table), ["a02 a03: (70, 115)"]);
    table.desk.apply(Deed::Turn(-90.0));
    table.desk.apply(Deed::Scale(-1.0, 1.0));
    assert_eq!(all(&table), ["a02 a03: (40, 85)"], "mirrored, not turned");
    table.desk.apply(Deed::Undo);
    // If one end alone moves, the nodes go half the way.
    table.desk.apply(Deed::SelectNone);
    table.drag(&[(70.0, 105.0), (70.0, 145.0)]);
    assert_eq!(all(&table), ["a02 a03: (60, 105)"]);
    table.drag(&[(70.0, 145.0), (95.0, 20.0), (70.0, 105.0)]);
    let node = bends::read(&table.desk.document().links()[0])[0].bent.nodes[0];
    assert!(node.at.distance(Point::new(60.0, 85.0)) < 0.1, "there and back");
    reads_back(&table);
}

#[test]
fn an_arrow_that_is_flipped_is_drawn_as_before() {
    let mut table = bent();
    let link = table.desk.document().links()[0].key;
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![link], name: "over".into(), value: Some("true".into()) }));
    let flip = |from: &str, to: &str| Deed::Edit(Edit::Flip { kind: "ahead".into(), from: from.into(), to: to.into() });
    table.desk.apply(flip("a02", "a03"));
    let links = table.desk.document().links();
    assert!(links.len() == 2 && links.iter().all(|link| link.fields.is_true("over")), "{}", table.text());
    assert_eq!(all(&table), ["a03 a02: (50, 80)"]);
    table.desk.apply(flip("a03", "a02"));
    assert_eq!(table.desk.document().links().len(), 1, "one chain again");
    reads_back(&table);
}

#[test]
fn a_bend_that_cannot_be_read_stays_as_it_is_written() {
    let odd = ["(from: \"a\", to: \"b\", nodes: 7)", "(from: \"a\", nodes: [(at: (30, 30))])", "\"odd\""];
    let text = format!(
        "(ruleset: \"skoot\", spaces: [(id: \"a\", at: (20, 100)), (id: \"b\", at: (60, 100)), (id: \"c\", at: (90, 100))], \
         links: [(kind: \"ahead\", chain: [\"a\", \"b\", \"c\"], bends: [{}])])",
        odd.join(", ")
    );
    let mut table = Table::of(document(&text), Arc::new(Checker::new(&ruleset("skoot"), &[])));
    let is_there = |table: &Table| odd.iter().all(|odd| table.text().contains(odd));
    let link = table.desk.document().links()[0].clone();
    let value = bends::with(&link, 1, &bends::between(Point::ZERO, &passing(75.0, 80.0), Point::ZERO));
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![link.key], name: "bends".into(), value }));
    assert!(is_there(&table) && all(&table).contains(&"b c: (75, 80)".to_owned()), "{}", table.text());
    let keys = ["a", "b", "c"].map(|id| table.desk.document().space(id).expect("there").key).to_vec();
    table.desk.apply(Deed::Select(keys, Mode::Replace));
    table.desk.apply(Deed::Nudge((3.0, 0.0).into()));
    table.desk.apply(Deed::Edit(Edit::Disconnect { kind: "ahead".into(), from: "a".into(), to: "b".into() }));
    assert!(is_there(&table), "{}", table.text());
}

#[test]
fn several_nodes_of_a_link_are_pulled_at_once_and_forgotten_with_it() {
    let mut table = bent();
    table.take(Tool::Reshape);
    table.click(50.0, 80.5);
    let line = bends::line(table.desk.document(), &table.desk.document().links()[0], 1).expect("it bends");
    let on = line.at(0.25).expect("on it").at;
    table.click(on.x, on.y);
    table.with((true, false, false), |t| t.click(50.0, 80.0));
    table.drag(&[(50.0, 80.0), (53.0, 70.0)]);
    let nodes = bends::read(&table.desk.document().links()[0])[0].bent.nodes.clone();
    let far = [on + kurbo::Vec2::new(3.0, -10.0), Point::new(53.0, 70.0)];
    assert!(nodes.iter().zip(far).all(|(node, at)| node.at.distance(at) < 0.05), "{nodes:?}");
    // Another link that comes into hand has none of them.
    table.desk.apply(Deed::Edit(Edit::Connect { kind: "homeward".into(), spaces: vec!["a03".into(), "a01".into()] }));
    let other = table.desk.document().links().iter().find(|link| *link.kind == *"homeward").expect("linked").key;
    table.desk.apply(Deed::Select(vec![other], Mode::Replace));
    table.desk.apply(Deed::Key(HandKey::Backspace));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("Click the node")), "{:?}", table.desk.refused);
    reads_back(&table);
}

#[test]
fn a_bend_goes_with_its_step() {
    let mut table = bent();
    let apply = |table: &mut Table, edit: Edit| {
        table.desk.apply(Deed::Edit(edit));
        assert_eq!(table.desk.refused, None);
        reads_back(table);
    };
    let step = |from: &str, to: &str| ("ahead".into(), from.into(), to.into());
    // Cut beside it, it stays with its part; joined again, too.
    let (kind, from, to) = step("a01", "a02");
    apply(&mut table, Edit::Disconnect { kind, from, to });
    assert_eq!(all(&table), ["a02 a03: (50, 80)"]);
    apply(&mut table, Edit::Connect { kind: "ahead".into(), spaces: vec!["a01".into(), "a02".into()] });
    assert_eq!((all(&table), table.desk.document().links().len()), (vec!["a02 a03: (50, 80)".to_owned()], 1));
    let (kind, from, to) = step("a02", "a03");
    apply(&mut table, Edit::Flip { kind, from, to });
    assert_eq!(all(&table), ["a03 a02: (50, 80)"]);
    let key = table.desk.document().space("a03").expect("it is there").key;
    apply(&mut table, Edit::Rename { key, id: "far".into() });
    assert_eq!(all(&table), ["far a02: (50, 80)"]);
    chosen(&mut table, &["far", "a02"]);
    table.desk.apply(Deed::Duplicate);
    assert_eq!(all(&table).len(), 2, "{:?}", all(&table));
    table.desk.apply(Deed::Undo);
    let key = table.desk.document().space("far").expect("it is there").key;
    apply(&mut table, Edit::Remove { keys: vec![key], bridging: false });
    assert!(all(&table).is_empty());
    table.desk.apply(Deed::Undo);
    let (kind, from, to) = step("far", "a02");
    apply(&mut table, Edit::Disconnect { kind, from, to });
    assert!(all(&table).is_empty());
}

#[test]
fn what_lies_above_spaces_is_drawn_last_and_signs_stay_beside_what_hides_them() {
    let mut table = Table::row("ski-the-mountain", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("6.0".into()) }));
    let spaces = vec![table.desk.document().spaces()[0].id.clone(), table.desk.document().spaces()[2].id.clone()];
    let (from, to) = (spaces[0].clone(), spaces[1].clone());
    table.desk.apply(Deed::Edit(Edit::Connect { kind: "Lift".into(), spaces }));
    let link = table.desk.document().links().iter().find(|link| link.spaces == [from.clone(), to.clone()]).expect("drawn").key;
    let middle = Point::new(40.0, 100.4);
    let space = table.desk.document().spaces()[1].key;
    assert_eq!(table.desk.places().at(middle, 1.0), Some(Hit::Space(space)));
    let draw = |table: &Table| Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
    let board = draw(&table);
    let arrow = board.arrows.iter().find(|arrow| !arrow.hidden.is_empty()).expect("it passes below a space");
    assert!(arrow.hidden[0][0] > 0.3 && arrow.hidden[0][1] < 0.7, "{:?}", arrow.hidden);
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![link], name: "over".into(), value: Some("true".into()) }));
    assert!(draw(&table).arrows.iter().any(|arrow| arrow.is_over && arrow.hidden.is_empty()));
    assert_eq!(table.desk.places().at(middle, 1.0), Some(Hit::Step(link, 0)), "it lies above the space");
    assert!(matches!(table.desk.places().at(Point::new(20.0, 100.4), 1.0), Some(Hit::Space(_))), "but not above its ends");
    table.desk.apply(Deed::Edit(Edit::Set { keys: vec![link], name: "hidden".into(), value: Some("true".into()) }));
    assert!(draw(&table).arrows.iter().all(|arrow| !arrow.is_over || !arrow.look.is_seen));
    let line = Line::smooth([Point::ZERO], false);
    assert_eq!(bends::with(&table.desk.document().links()[0], 9, &line), None);
}

#[test]
fn a_link_is_bent_by_its_nodes() {
    let mut table = Table::row("skoot", 3);
    table.desk.apply(Deed::Edit(Edit::Track { name: "tile".into(), value: Some("6.0".into()) }));
    table.take(Tool::Reshape);
    let steps = table.desk.drawing.steps().1;
    table.drag(&[(30.0, 100.0), (30.0, 80.0)]);
    assert_eq!((all(&table), table.selected()), (vec!["a01 a02: (30, 80)".to_owned()], vec!["ahead".to_owned()]));
    assert_eq!(table.desk.drawing.steps().1, steps + 1, "one step");
    table.drag(&[(30.0, 80.0), (32.0, 85.0)]);
    assert_eq!(all(&table), ["a01 a02: (32, 85)"]);
    table.double_click(32.0, 85.0);
    assert!(table.text().contains("corner: true"));
    table.click(50.0, 100.0);
    assert_eq!(all(&table), ["a01 a02: (32, 85)", "a02 a03: (50, 100)"], "a click on the line adds a node");
    table.key(HandKey::Backspace);
    assert_eq!(all(&table), ["a01 a02: (32, 85)"]);
    table.hold(&[(50.0, 100.0), (50.0, 120.0)]);
    assert_eq!(all(&table).len(), 2);
    table.key(HandKey::Escape);
    table.point(PointerIs::Released, 50.0, 120.0);
    assert_eq!(all(&table), ["a01 a02: (32, 85)"]);
    table.click(32.0, 85.0);
    table.desk.apply(Deed::Delete { bridging: false });
    assert!(all(&table).is_empty(), "the node is deleted, and not the link");
    assert_eq!(table.desk.document().links().len(), 1);
    reads_back(&table);
    // A space of the course brings its line into hand.
    table.click(20.0, 100.0);
    assert_eq!(table.selected(), ["a01"]);
}

#[test]
fn a_selected_link_bends_where_it_is_dragged_and_stays_selected() {
    let mut table = Table::row("skoot", 3);
    let (link, before) = (table.desk.document().links()[0].key, table.desk.document().clone());
    let nodes = |table: &Table| -> Vec<(f64, f64)> {
        let bends = bends::read(&table.desk.document().links()[0]).into_iter();
        bends.flat_map(|bend| bend.bent.nodes).map(|node| (node.at.x, node.at.y)).collect()
    };
    table.click(30.0, 100.0);
    assert_eq!(table.desk.chosen(), [link]);
    table.with((false, true, false), |t| t.drag(&[(30.0, 100.0), (40.0, 130.0)]));
    assert_eq!((table.desk.chosen(), nodes(&table)), (vec![link], vec![(40.0, 130.0)]));
    assert_eq!(["a01", "a02", "a03"].map(|id| table.at(id)), [(20.0, 100.0), (40.0, 100.0), (60.0, 100.0)]);
    assert_eq!(table.desk.drawing.undoes(), Some("bend a link"));
    // Its node is shown, and dragged on; a click on it does nothing.
    let shown = table.desk.shows().shapes;
    assert!(shown.contains(&Shape::Dot(Point::new(40.0, 130.0), Mark::Handle)), "{shown:?}");
    table.drag(&[(40.0, 130.0), (35.0, 140.0)]);
    table.click(35.0, 140.0);
    assert_eq!((table.desk.chosen(), nodes(&table)), (vec![link], vec![(35.0, 140.0)]));
    table.hold(&[(35.0, 140.0), (10.0, 170.0)]);
    table.key(HandKey::Escape);
    table.point(PointerIs::Released, 10.0, 170.0);
    assert_eq!((table.desk.chosen(), nodes(&table)), (vec![link], vec![(35.0, 140.0)]));
    // The right button takes it away, and Delete the link.
    table.desk.over = Some(Point::new(35.0, 140.0));
    table.desk.apply(Deed::OnLine(LineDeed::RemoveNode));
    assert_eq!((table.desk.refused.as_ref(), nodes(&table)), (None, vec![]));
    table.key(HandKey::Backspace);
    assert!(table.desk.document().links().is_empty());
    (0..4).for_each(|_| table.desk.apply(Deed::Undo));
    assert_eq!(*table.desk.document(), before);
}

#[test]
fn the_name_of_a_path_is_dragged_elsewhere_and_hidden() {
    let mut table = Table::row("ski-the-mountain", 4);
    let spaces = table.desk.document().spaces().iter().map(|space| space.id.clone()).collect();
    let path = editor::drawing::Item { kind: "Run".into(), spaces, ..Default::default() };
    let path = editor::drawing::Item { fields: editor::drawing::Fields::default().with("name", "\"The Bear\""), ..path };
    table.desk.apply(Deed::Edit(Edit::Add { list: editor::drawing::List::Paths, items: vec![path], before: None }));
    let key = table.desk.document().paths()[0].key;
    let at = table.desk.places().name_of(key).expect("it finds a place");
    table.drag(&[(at.x, at.y), (at.x + 30.0, at.y + 60.0)]);
    assert_eq!(table.desk.selected, [key].into());
    let moved = table.desk.document().paths()[0].fields.point("name_at").expect("it is kept");
    assert!(moved.distance(at + kurbo::Vec2::new(30.0, 60.0)) < 0.1, "{moved:?} was {at:?}");
    assert!(table.desk.places().name_of(key).is_some_and(|at| at.distance(moved) < 0.1));
    assert_eq!(meaning("ski-the-mountain", &table.text()).path_drawings.len(), 1);
    // It goes with its spaces.
    table.desk.apply(Deed::SelectAll);
    table.desk.apply(Deed::Nudge(kurbo::Vec2::new(0.0, 10.0)));
    let now = table.desk.document().paths()[0].fields.point("name_at").expect("it is kept");
    assert!(now.distance(moved + kurbo::Vec2::new(0.0, 10.0)) < 0.1);
    table.take(Tool::Erase);
    table.click(now.x, now.y);
    assert_eq!((table.desk.places().name_of(key), table.desk.document().paths().len()), (None, 1), "hidden, and no more");
}

#[test]
fn a_single_link_of_a_chain_lies_above_spaces_or_is_left_out() {
    let mut table = bent();
    table.click(50.0, 80.5);
    let flags = |table: &Table| -> Vec<(bool, bool)> {
        let board = Board::drawn(table.desk.document(), &table.desk.drawing.schema, table.desk.manifest());
        let of_rules = meaning("skoot", &table.text());
        let drawn = board.arrows.iter().map(|arrow| (arrow.is_over, !arrow.look.is_seen)).collect();
        let raced =
            |n: u16| of_rules.link_drawings.iter().find(|((_, from, _), _)| *from == n).map(|(_, is)| (is.is_over, is.is_hidden));
        assert_eq!(drawn, [raced(0).unwrap_or_default(), raced(1).unwrap_or_default()], "it is raced on as it is drawn");
        reads_back(table);
        drawn
    };
    let set = |table: &mut Table, flag: Flag, is: bool| {
        let edit = table
            .desk
            .step()
            .and_then(|(item, step)| bends::set(table.desk.document(), item, step, flag, is))
            .expect("one was clicked");
        table.desk.apply(Deed::Edit(edit));
    };
    set(&mut table, Flag::Over, true);
    assert_eq!(flags(&table), [(false, false), (true, false)]);
    assert_eq!(table.desk.drawing.undoes(), Some("draw above spaces from tile 2 to tile 3"));
    set(&mut table, Flag::Hidden, true);
    assert_eq!(flags(&table), [(false, false), (true, true)]);
    // It can be clicked all the same, to take that back.
    table.desk.apply(Deed::SelectNone);
    table.click(50.0, 80.5);
    assert_eq!(table.desk.step().map(|(_, step)| step), Some(1));
    // What is said of all takes back what was said of one, which can then be left out again.
    let all = |table: &mut Table, flag: Flag, is: bool| {
        let edit = bends::set_all(table.desk.document().links().iter().map(|item| &**item), flag, is);
        table.desk.apply(Deed::Edit(edit));
    };
    all(&mut table, Flag::Hidden, false);
    all(&mut table, Flag::Over, true);
    set(&mut table, Flag::Over, false);
    assert_eq!(flags(&table), [(true, false), (false, false)]);
    // A chain of which only single links say something goes on as one.
    all(&mut table, Flag::Over, false);
    set(&mut table, Flag::Over, true);
    table.take(Tool::Space);
    table.click(60.0, 100.0);
    table.click(90.0, 100.0);
    assert_eq!(table.desk.document().links().len(), 1);
    table.take(Tool::Select);
    let end = table.text();
    all(&mut table, Flag::Over, false);
    table.desk.apply(Deed::Undo);
    assert_eq!(table.text(), end);
}

#[test]
fn straightening_means_the_link_that_was_clicked_else_all() {
    let mut table = bent();
    table.take(Tool::Reshape);
    table.drag(&[(30.0, 100.0), (30.0, 80.0)]);
    table.take(Tool::Select);
    table.click(50.0, 80.5);
    table.desk.apply(Deed::Straighten);
    assert_eq!(all(&table), ["a01 a02: (30, 80)"]);
    assert_eq!(table.desk.drawing.undoes(), Some("straighten the link from tile 2 to tile 3"));
    table.desk.apply(Deed::Undo);
    let link = table.desk.document().links()[0].key;
    table.click(20.0, 100.0);
    table.desk.apply(Deed::Select(vec![link], Mode::Replace));
    table.desk.apply(Deed::Straighten);
    assert_eq!((all(&table), table.desk.drawing.undoes()), (vec![], Some("straighten 1 link")));
    table.desk.apply(Deed::Straighten);
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("bends")));
}

#[test]
fn a_link_is_bent_by_the_handles_at_its_ends() {
    let mut table = bent();
    table.take(Tool::Reshape);
    let ends = |table: &Table| bends::read(&table.desk.document().links()[0])[0].bent.ends;
    // The handles show once the line bends; the first is pulled.
    let dots = |table: &mut Table| {
        let shapes = table.desk.shows().shapes.into_iter();
        shapes.filter_map(|shape| if let Shape::Dot(at, Mark::Guide) = shape { Some(at) } else { None }).collect::<Vec<_>>()
    };
    table.click(42.0, 93.0);
    let handles = dots(&mut table);
    assert_eq!(handles.len(), 2, "{handles:?}");
    let from = (handles[0].x, handles[0].y);
    table.drag(&[from, (40.0, 70.0)]);
    let [Some(leaves), None] = ends(&table) else { panic!("{:?}", ends(&table)) };
    assert!((leaves - kurbo::Vec2::new(0.0, -30.0)).hypot() < 0.1, "{leaves:?}");
    reads_back(&table);
    let bend = meaning("skoot", &table.text()).link_drawings.values().next().expect("it is kept").ends;
    assert_eq!(bend.map(|end| end.is_some()), [true, false]);
    // It turns with its spaces, and leads back when the link does.
    table.take(Tool::Select);
    chosen(&mut table, &["a01", "a02", "a03"]);
    table.desk.apply(Deed::Turn(90.0));
    assert!(ends(&table)[0].is_some_and(|end| (end - kurbo::Vec2::new(30.0, 0.0)).hypot() < 0.1), "{:?}", ends(&table));
    table.desk.apply(Deed::Undo);
    let (kind, from, to) = ("ahead".into(), "a02".into(), "a03".into());
    table.desk.apply(Deed::Edit(Edit::Flip { kind, from, to }));
    let bend = table.desk.document().links().iter().flat_map(|link| bends::read(link)).next().expect("it bends");
    assert_eq!(bend.bent.ends, [None, Some(leaves)]);
    table.desk.apply(Deed::Undo);
    table.desk.apply(Deed::SelectNone);
    table.take(Tool::Reshape);
    table.click(40.0, 90.0);
    table.double_click(40.0, 70.0);
    assert_eq!(ends(&table), [None; 2], "a double click lets it go its own way again");
}

/// A link in a template bends at each place as it bends there.
#[test]
fn links_of_templates_keep_their_bends_when_they_are_turned_and_mirrored() {
    let mut table = bent();
    table.take(Tool::Reshape);
    table.click(42.0, 93.0);
    let shown = table.desk.shows().shapes;
    let handle = shown.iter().find_map(|shape| if let Shape::Dot(at, Mark::Guide) = shape { Some(*at) } else { None });
    let handle = handle.expect("its ends have handles");
    table.drag(&[(handle.x, handle.y), (40.0, 70.0)]);
    table.take(Tool::Select);
    table.desk.apply(Deed::SelectAll);
    let written = table.desk.to_kit(KitList::Templates).expect("something is selected");
    let file = changed(KitList::Templates, None, &KitChange::Add("Bow".into(), written)).expect("it can be added");
    let mut texts = library().read("skoot");
    texts.files.insert("templates.ron".to_owned(), Ok(file.into()));
    let checker = Arc::new(Checker::new(&Ruleset::read(&texts), &[]));
    let mut table = Table::of(table.desk.document().clone(), checker);
    let template = Template::all(&table.desk.checker).into_iter().next().map(Arc::new);
    table.set(|settings| settings.template = template);
    table.take(Tool::Template);
    // Each placed one: where its node is, and its handle, both from its first space.
    let last = |table: &Table| {
        let link = table.desk.document().links().last().expect("it has links");
        let bend = bends::read(link).into_iter().next_back().expect("it bends");
        let from = table.desk.document().space(&bend.from).and_then(|space| space.at).expect("it lies somewhere");
        let node = bend.bent.nodes[0].at - from;
        let leaves = bend.bent.ends[0].expect("it keeps its handle");
        [node.x, node.y, leaves.x, leaves.y].map(f64::round)
    };
    for (deed, expected) in [
        (None, [10.0, -20.0, 0.0, -30.0]),
        (Some(Deed::Turn(90.0)), [20.0, 10.0, 30.0, 0.0]),
        (Some(Deed::Scale(-1.0, 1.0)), [-20.0, 10.0, -30.0, 0.0]),
        (Some(Deed::Scale(1.0, -1.0)), [-20.0, -10.0, -30.0, 0.0]),
    ] {
        deed.into_iter().for_each(|deed| table.desk.apply(deed));
        let at = 60.0 + 60.0 * table.desk.document().links().len() as f64;
        table.click(at, 200.0);
        assert_eq!(last(&table), expected);
        reads_back(&table);
    }
}

#[test]
fn a_link_has_few_points_however_far_away_its_handles_are() {
    for far in [100.0, 1e5] {
        let ends = [Some(kurbo::Vec2::new(far, far)), Some(kurbo::Vec2::new(-far, far))];
        let bent = editor::board::curve::Bent { nodes: vec![], ends };
        let points = editor::board::curve::flat(emath::Pos2::ZERO, &bent, emath::pos2(50.0, 0.0));
        assert!((10..300).contains(&points.len()), "{far}: {}", points.len());
        assert_eq!((points[0], points[points.len() - 1]), (emath::Pos2::ZERO, emath::pos2(50.0, 0.0)));
    }
}
