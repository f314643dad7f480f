//! What is locked or hidden, whatever is done to what lies beside it.

use editor::drawing::Key;
use editor::drawing::kit::Template;
use editor::drawing::tools::{arrange, clip};

use super::keep::{done, key, pull, select};
use super::reshape::ring;
use super::*;

fn held(table: &mut Table, ids: &[&str], hold: Hold) {
    select(table, ids);
    done(table, Deed::Hold(hold));
}

#[test]
fn a_locked_space_of_a_course_stays_where_it_is() {
    let mut table = ring();
    table.take(Tool::Select);
    held(&mut table, &["a05"], Hold::Lock);
    let before = (table.at("a05"), table.at("a06"));
    pull(&mut table, "a01", (20.0, 20.0));
    assert_eq!(table.at("a05"), before.0);
    assert_ne!(table.at("a06"), before.1);
    table.take(Tool::Select);
    select(&mut table, &["a09"]);
    done(&mut table, Deed::Delete { bridging: true });
    assert_eq!(table.at("a05"), before.0);
    table.take(Tool::Space);
    let middle = Point::from(table.at("a07")).midpoint(table.at("a08").into());
    table.click(middle.x, middle.y);
    assert_eq!(table.at("a05"), before.0);
    // With all others, the line moves on.
    let (line, count) = (super::reshape::kept(&table)[0].line.clone(), table.desk.document().spaces().len());
    table.desk.apply(Deed::SelectAll);
    assert_eq!(table.desk.selected.len(), count - 1);
    done(&mut table, Deed::Nudge((0.0, 7.0).into()));
    assert_eq!(table.at("a05"), before.0);
    let moved = super::reshape::kept(&table)[0].line.nodes[0].at - line.nodes[0].at;
    assert!((moved.y - 7.0).abs() < 0.1 && moved.x.abs() < 0.1, "{moved}");
    super::reshape::reads_back(&table);
}

#[test]
fn what_is_hidden_is_neither_selected_with_its_course_nor_deleted() {
    let mut table = Table::row("skoot", 4);
    held(&mut table, &["a02"], Hold::Hide);
    select(&mut table, &["a03"]);
    done(&mut table, Deed::SelectCourse);
    assert_eq!(table.selected(), ["a01", "a03", "a04"]);
    table.double_click(60.0, 100.0);
    assert_eq!(table.selected(), ["a01", "a03", "a04"]);
    select(&mut table, &["a02"]);
    table.desk.apply(Deed::Delete { bridging: false });
    assert_eq!(table.desk.refused.as_deref(), Some("it is hidden: show it first"));
    select(&mut table, &["a01", "a02"]);
    done(&mut table, Deed::Delete { bridging: false });
    assert_eq!(table.desk.document().spaces().len(), 3);
}

#[test]
fn copies_and_templates_are_neither_locked_nor_hidden_but_grouped() {
    let mut table = Table::row("skoot", 3);
    held(&mut table, &["a01", "a02"], Hold::Group);
    held(&mut table, &["a02"], Hold::Lock);
    held(&mut table, &["a03"], Hold::Hide);
    let keys: Vec<Key> = ["a01", "a02", "a03"].map(|id| key(&table, id)).into();
    let copied = clip::copied(table.desk.document(), &keys);
    assert!(!copied.contains("locked") && !copied.contains("hidden") && copied.matches("group: 1").count() == 2, "{copied}");
    // Nor where a file says so.
    let part = clip::read(&table.text()).expect("a track");
    let template = Template { name: "".into(), board: Default::default(), part };
    let turned = template.arranged(&table.desk.drawing.schema, |part, keys| arrange::turned(part, keys, Point::ZERO, 90.0));
    let at: Vec<_> = turned.expect("it turns").part.spaces().iter().filter_map(|space| space.at).map(|at| at.x).collect();
    assert_eq!(at, [-100.0; 3]);
}

#[test]
fn what_is_locked_can_be_unlocked_where_it_lies() {
    let mut table = Table::row("skoot", 3);
    let link = table.desk.document().links()[0].key;
    let keys = vec![key(&table, "a02"), link];
    table.desk.apply(Deed::Select(keys, Mode::Replace));
    done(&mut table, Deed::Hold(Hold::Lock));
    for (at, of) in [((40.0, 100.0), key(&table, "a02")), ((30.0, 100.0), link)] {
        assert_eq!(table.desk.lies_at(at.into(), 1.5), Some(of));
        table.desk.apply(Deed::Select(vec![of], Mode::Replace));
        done(&mut table, Deed::Hold(Hold::Unlock));
        assert!(!table.desk.document().is_locked(of));
    }
    assert_eq!(table.desk.document().held_back(), (0, 0));
}

#[test]
fn a_locked_picture_stays_where_it_is_while_another_is_placed() {
    let mut table = Table::new("skoot");
    done(&mut table, Deed::Picture { file: "map.png".into(), at: (200.0, 150.0).into(), width: 200.0, height: 100.0 });
    let map = table.desk.document().decor()[0].key;
    done(&mut table, Deed::Hold(Hold::Lock));
    table.take(Tool::Picture);
    table.drag(&[(150.0, 150.0), (160.0, 155.0)]);
    assert_eq!(table.desk.document().item(map).and_then(|map| map.at), Some(Point::new(200.0, 150.0)));
    table.click(150.0, 150.0);
    table.desk.apply(Deed::Answer("plan.png".to_owned()));
    assert_eq!(table.desk.document().decor().len(), 2);
}
