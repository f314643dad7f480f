//! Courses drawn by hand.

use super::*;

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
fn a_branch_does_not_come_round_unless_it_is_led_back() {
    let mut table = Table::new("skoot");
    table.take(Tool::Space);
    table.click(100.0, 50.0);
    table.take(Tool::Course);
    for back in [false, true] {
        table.set(|settings| settings.is_closed = true);
        for (x, y) in [(100.0, 50.0), (300.0, 60.0), (320.0, 200.0), (111.0, 222.0)] {
            table.click(x, y);
        }
        let shown = table.desk.shows().words;
        if back {
            table.click(100.0, 50.0);
        } else {
            table.key(HandKey::Enter);
        }
        let (spaces, steps) = (table.desk.document().spaces().to_vec(), table.steps());
        assert!(shown.starts_with(&format!("{} spaces", spaces.len() - 1)) || back, "{shown}: {}", spaces.len());
        assert_eq!(steps.len(), if back { spaces.len() } else { spaces.len() - 1 }, "each leads on: {steps:?}");
        assert_eq!(steps.iter().filter(|step| step.ends_with(">a01")).count(), usize::from(back), "{steps:?}");
        assert!(!table.desk.hand.settings.is_closed, "the next one may be a branch, which leads elsewhere");
        table.desk.apply(Deed::Undo);
    }
}

#[test]
fn a_space_far_beside_a_course_is_loose() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.drag(&[(50.0, 100.0), (250.0, 100.0)]);
    table.key(HandKey::Enter);
    let (steps, gap) = (table.steps().len(), reshape::kept(&table)[0].spacing());
    let last = table.desk.document().spaces().last().expect("a course").clone();
    let middle = table.desk.document().space("a04").expect("the fourth").clone();
    let at = |item: &editor::drawing::Item, away: f64| item.at.map(|at| (at.x, at.y + away * gap)).expect("placed");
    for (from, away, linked) in [(&*middle, 1.4, true), (&*middle, 2.0, false), (&*last, 2.0, true), (&*last, 4.0, false)] {
        table.take(Tool::Space);
        table.desk.apply(Deed::Select(vec![from.key], Mode::Replace));
        let (x, y) = at(from, away);
        table.click(x, y);
        assert_eq!(table.steps().len() > steps, linked, "{away} from {}: {:?}", from.id, table.desk.refused);
        table.desk.apply(Deed::Undo);
    }
}

#[test]
fn a_line_that_is_not_ended_waits_for_its_tool() {
    let mut table = Table::new("skoot");
    table.take(Tool::Course);
    table.click(100.0, 50.0);
    table.click(200.0, 50.0);
    table.desk.apply(Deed::Take(Tool::Link));
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("course is unfinished")), "{:?}", table.desk.refused);
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
    let ghosts = shows.shapes.iter().filter(|shape| matches!(shape, Shape::Space(_, Mark::Draft))).count();
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
    assert!(table.desk.refused.as_ref().is_some_and(|why| why.contains("tile 2 leads on already")), "{:?}", table.desk.refused);
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
fn rows_of_lanes_are_distributed_together() {
    let checker = Arc::new(Checker::new(&ruleset("hell-on-eight-wheels"), &[]));
    let mut table = Table::of(shipped_document("hell-on-eight-wheels", "oval"), checker);
    let before = table.desk.document().clone();
    table.desk.apply(Deed::SelectAll);
    table.desk.apply(Deed::ReSpace);
    assert_eq!(table.desk.refused, None);
    let document = table.desk.document();
    let at = |id: &Arc<str>| document.space(id).and_then(|space| space.at).expect("it is drawn");
    let course = editor::drawing::courses::Course::of(document, "0-1").expect("its line is kept");
    assert_eq!((course.lanes, course.count()), (6, 40));
    let lanes: Vec<&[Arc<str>]> = course.by_lane().collect();
    let middles: Vec<Point> = (0..40).map(|n| at(&lanes[0][n]).midpoint(at(&lanes[5][n]))).collect();
    let gaps = (0..40).map(|n| middles[n].distance(middles[(n + 1) % 40]));
    let (least, most) = gaps.fold((f64::MAX, 0.0_f64), |(least, most), gap| (least.min(gap), most.max(gap)));
    assert!(most < 1.1 * least, "{least} to {most} mm");
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
}
