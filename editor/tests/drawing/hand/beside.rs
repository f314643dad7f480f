//! What lies beside a course goes along when it is reshaped: labels, loose spaces, branches.

use editor::drawing::courses::Course;

use super::reshape::*;
use super::*;

#[test]
fn labels_loose_spaces_and_branches_go_along() {
    let checker = Arc::new(Checker::new(&ruleset("skoot"), &[]));
    let mut table = Table::of(shipped_document("skoot", "hilly"), checker);
    let far_off = editor::drawing::tools::pen::label(Point::new(8.0, 208.0), "Mine", 3.0, Layer::Spaces);
    table.desk.apply(Deed::Edit(far_off));
    let course = |table: &Table, id: &str| Course::of(table.desk.document(), id);
    assert!(course(&table, "a05").is_none(), "drawn before tracks kept lines");
    let key = table.desk.document().space("a02").expect("there").key;
    table.desk.apply(Deed::Select(vec![key], Mode::Replace));
    table.take(Tool::Reshape);
    let line = Course::through(table.desk.document(), &table.desk.drawing.schema, key).expect("a loop").line;
    let (start, joins, title) = (Point::from(table.at("st")), Point::from(table.at("a02")), labels(&table));
    let near = line.nodes.iter().min_by(|a, b| a.at.distance(joins).total_cmp(&b.at.distance(joins))).expect("nodes").at;
    table.drag(&[(near.x, near.y), (near.x + 12.0, near.y - 9.0)]);
    let by = Point::from(table.at("a02")) - joins;
    let far = Point::from(table.at("st")).distance(Point::from(table.at("a02")));
    assert!(by.hypot() > 2.0 && (far - start.distance(joins)).abs() < 0.1, "{by:?}");
    // The way home follows, too, though another kind of link leads to it.
    assert_eq!(course(&table, "f1").and_then(|way| way.from).as_deref(), Some("rec"));
    // The penalty loop is kept, and ends on the same spaces.
    let branch = course(&table, "p1").expect("kept, too");
    let nodes = &branch.line.nodes;
    let ends = [(nodes.first(), &branch.from), (nodes.last(), &branch.to)].into_iter();
    let far: Vec<f64> = ends.filter_map(|(node, id)| Some(node?.at.distance(table.at(id.as_ref()?).into()))).collect();
    assert!(!far.is_empty() && far.iter().all(|far| *far < 0.1), "{far:?}");
    // Labels close to it move with it, those far off do not.
    let stayed = title.iter().zip(labels(&table)).map(|(a, b)| *a == b).collect::<Vec<_>>();
    assert_eq!((stayed[1], &stayed[stayed.len() - 2..]), (false, &[true; 2][..]), "{stayed:?}");
    reads_back(&table);
    table.desk.apply(Deed::Undo);
    assert_eq!((labels(&table), Point::from(table.at("st"))), (title, start));
}

fn labels(table: &Table) -> Vec<Point> {
    table.desk.document().decor().iter().filter_map(|item| item.at).collect()
}

#[test]
fn a_label_beside_a_course_keeps_its_place_beside_it() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    let corner = (0..ids.len()).min_by(|a, b| {
        let far = |n: usize| Point::from(table.at(&ids[n])).distance(Point::new(220.0, 160.0));
        far(*a).total_cmp(&far(*b))
    });
    let space = ids[corner.expect("spaces")].clone();
    let at = Point::from(table.at(&space));
    let label = |at: Point| editor::drawing::document::Item {
        kind: "label".into(),
        at: Some(at),
        fields: editor::drawing::fields::Fields::default().with("text", "\"Here\""),
        ..Default::default()
    };
    let items = vec![label(at + kurbo::Vec2::new(12.0, 0.0)), label(Point::new(150.0, 120.0))];
    table.desk.apply(Deed::Edit(Edit::Add { list: editor::drawing::List::Decor, items, before: None }));
    let before = labels(&table);
    table.drag(&[(220.0, 160.0), (250.0, 190.0)]);
    let by = Point::from(table.at(&space)) - at;
    let after = labels(&table);
    let far = Point::from(table.at(&space)).distance(after[0]);
    assert!(by.hypot() > 5.0 && (far - 12.0).abs() < 0.1, "{by:?}, {before:?}, {after:?}");
    assert_eq!(after[1], before[1]);
    // A locked one stays.
    let label = table.desk.document().decor()[0].key;
    table.desk.apply(Deed::Undo);
    let locked = Edit::Set { keys: vec![label], name: "table".into(), value: Some("(locked: true)".into()) };
    table.desk.apply(Deed::Edit(locked));
    table.drag(&[(220.0, 160.0), (250.0, 190.0)]);
    assert_eq!(labels(&table), before);
    assert_ne!(Point::from(table.at(&space)), at);
}

#[test]
fn what_lies_beside_a_space_that_goes_keeps_its_place_beside_the_next_one() {
    let mut table = ring();
    let ids = kept(&table)[0].spaces.clone();
    let (gone, next) = (Point::from(table.at(&ids[6])), Point::from(table.at(&ids[7])));
    let outwards = kurbo::Vec2::new((next - gone).y, (gone - next).x).normalize() * 12.0;
    let label = |at: Point, text: &str| editor::drawing::document::Item {
        kind: "label".into(),
        at: Some(at),
        fields: editor::drawing::fields::Fields::default().with("text", format!("{text:?}")),
        ..Default::default()
    };
    let items = vec![label(gone.lerp(next, 0.2) + outwards, "Beside"), label(gone, "Here")];
    table.desk.apply(Deed::Edit(Edit::Add { list: editor::drawing::List::Decor, items, before: None }));
    let (before, far) = (table.desk.document().clone(), labels(&table)[0].distance(next));
    let keys = [&ids[6], &ids[7]].map(|id| table.desk.document().space(id).expect("there").key);
    table.take(Tool::Select);
    table.desk.apply(Deed::Select(vec![keys[0]], Mode::Replace));
    table.desk.apply(Deed::Delete { bridging: true });
    let now = table.desk.document().item(keys[1]).and_then(|space| space.at).expect("it stays");
    assert!(now.distance(next) > 3.0, "it closes up");
    assert_eq!(labels(&table).len(), 1, "the label on it goes with it");
    assert!((labels(&table)[0].distance(now) - far).abs() < 0.1, "{} was {far}", labels(&table)[0].distance(now));
    table.desk.apply(Deed::Undo);
    assert_eq!(*table.desk.document(), before);
}
