//! Layers: what lies in which, which are locked or hidden, and which are printed.

use editor::board::Board;
use editor::drawing::hit::Hit;
use editor::drawing::layers::{self, Layer};
use editor::drawing::on_table::{Hold, OnTable};
use editor::drawing::{Deed, Edit, svg};
use interpreter::data::track::decor::DecorKind;

use super::*;

const HIDDEN: OnTable = OnTable { is_hidden: true, is_locked: false, group: None };
const LOCKED: OnTable = OnTable { is_locked: true, is_hidden: false, group: None };

/// Writes a label with the tool.
fn label(table: &mut Table, layer: Layer, at: (f64, f64), text: &str) {
    table.desk.apply(Deed::Settings(Settings { label_layer: layer, ..table.desk.hand.settings.clone() }.into()));
    table.take(Tool::Label);
    table.click(at.0, at.1);
    table.desk.apply(Deed::Answer(text.into()));
    assert_eq!(table.desk.refused, None);
}

fn labels(board: &Board) -> Vec<(Layer, &str)> {
    board.labels.iter().map(|label| (label.layer, &*label.text)).collect()
}

#[test]
fn labels_lie_in_layers_and_notes_are_neither_played_nor_printed() {
    let mut table = Table::row("skoot", 3);
    label(&mut table, Layer::Notes, (30.0, 30.0), "too steep?");
    label(&mut table, Layer::Spaces, (60.0, 30.0), "Start");
    label(&mut table, Layer::Ground, (90.0, 30.0), "Forest");
    let text = table.text();
    assert!(text.contains("at: (30.0, 30.0), size: 6.0, layer: notes"), "{text}");
    assert!(text.contains("at: (90.0, 30.0), size: 6.0, layer: ground"), "{text}");
    assert_eq!(self::text(&document(&text)), text);
    let drawn = |document: &Document| Board::drawn(document, &table.desk.drawing.schema, table.desk.manifest());
    let all = [(Layer::Ground, "Forest"), (Layer::Spaces, "Start"), (Layer::Notes, "too steep?")];
    assert_eq!(labels(&drawn(table.desk.document())), all);
    assert_eq!(labels(&drawn(&table.desk.document().printed(false))), all[..2]);
    // In a race, too.
    let track = meaning("skoot", &text);
    let in_play = track.decor.iter().filter(|decor| decor.layer.is_printed() && matches!(decor.kind, DecorKind::Label(_)));
    assert_eq!(in_play.count(), 2);
    // Somebody finds that it is worth printing.
    let note = table.desk.document().in_layer(Layer::Notes).next().expect("it is there").key;
    table.desk.apply(Deed::Select(vec![note], Mode::Replace));
    table.desk.apply(Deed::ToLayer(Layer::Spaces));
    assert!(table.text().contains("at: (30.0, 30.0), size: 6.0)"), "{}", table.text());
    table.desk.apply(Deed::ToLayer(Layer::Spaces));
    assert_eq!(table.desk.refused.as_deref(), Some("it lies in that layer already"));
    table.desk.apply(Deed::Undo);
    assert_eq!(table.text(), text);
}

#[test]
fn pictures_are_a_backdrop_unless_they_are_moved_to_the_ground() {
    let mut table = Table::row("skoot", 3);
    let add = editor::drawing::tools::pen::picture((50.0, 50.0).into(), "map.png", 20.0, 20.0, 0.5);
    table.desk.apply(Deed::Edit(add));
    let picture = table.desk.document().decor()[0].clone();
    assert_eq!(layers::of(&picture), Layer::Backdrop);
    assert!(table.desk.document().printed(false).decor().is_empty());
    assert_eq!(table.desk.document().printed(true).decor().len(), 1);
    table.desk.apply(Deed::Select(vec![picture.key], Mode::Replace));
    table.desk.apply(Deed::ToLayer(Layer::Ground));
    assert_eq!(table.desk.document().printed(false).decor().len(), 1);
    // A space of no kind stays where it is.
    let space = table.desk.document().spaces()[0].key;
    table.desk.apply(Deed::Select(vec![space], Mode::Replace));
    table.desk.apply(Deed::ToLayer(Layer::Notes));
    assert!(table.desk.refused.is_some());
}

#[test]
fn what_lies_in_the_layer_of_spaces_lies_above_them_and_is_hit_there() {
    let mut table = Table::row("skoot", 3);
    let space = table.desk.document().spaces()[1].clone();
    let at = space.at.expect("it has a place");
    label(&mut table, Layer::Ground, (at.x + 1.0, at.y), "Forest");
    label(&mut table, Layer::Spaces, (at.x + 1.0, at.y), "Start");
    let edges = |table: &mut Table| table.desk.places().at((at.x + 2.0, at.y).into(), 0.0);
    let start = table.desk.document().in_layer(Layer::Spaces).last().expect("it is there").key;
    assert_eq!(edges(&mut table), Some(Hit::Decor(start)), "what lies on top");
    for (file, layer) in [("below.png", Layer::Ground), ("above.png", Layer::Spaces)] {
        table.desk.apply(Deed::Edit(editor::drawing::tools::pen::picture(at, file, 20.0, 20.0, 0.5)));
        let picture = table.desk.document().decor().last().expect("it is there").key;
        table.desk.apply(Deed::Select(vec![picture], Mode::Replace));
        table.desk.apply(Deed::ToLayer(layer));
    }
    let document = table.desk.document();
    let board = Board::drawn(document, &table.desk.drawing.schema, table.desk.manifest());
    let all = svg::draw(&board, document, Path::new(""), svg::Options::default());
    let place = |text: &str| all.find(text).unwrap_or_else(|| panic!("{text} isn't drawn: {all}"));
    let label = |text: &str| place(&format!("<g aria-label=\"{text}\">"));
    // The last space ends where all that began in it has ended.
    let last = all.rfind("<g>").expect("there are spaces");
    let has_ended = |end: &usize| all[last..*end].matches("<g").count() == all[last..*end].matches("</g>").count();
    let ends = all[last..].match_indices("</g>").map(|(n, end)| last + n + end.len()).find(has_ended).expect("it ends");
    let order = [place("below.png"), label("Forest"), place("<g>"), ends, place("above.png"), label("Start")];
    assert!(order.is_sorted(), "{order:?}: {all}");
    table.desk.apply(Deed::Delete { bridging: false });
    table.desk.apply(Deed::Edit(Edit::Remove { keys: vec![start], bridging: false }));
    assert_eq!(edges(&mut table), Some(Hit::Space(space.key)), "the ground lies below it");
}

#[test]
fn a_whole_layer_is_locked_or_hidden() {
    let mut table = Table::row("skoot", 3);
    label(&mut table, Layer::Notes, (30.0, 30.0), "too steep?");
    let before = table.text();
    let space = table.desk.document().spaces()[0].key;
    let hit = |table: &mut Table, at: (f64, f64)| table.desk.places().at(at.into(), 0.5).map(Hit::key);
    table.desk.apply(Deed::Layer(Layer::Spaces, LOCKED));
    assert!(table.text().contains("layers: (spaces: (locked: true)),"), "{}", table.text());
    table.take(Tool::Select);
    table.click(20.0, 100.0);
    assert!(!table.desk.selected.contains(&space), "clicks pass over it");
    table.desk.apply(Deed::SelectAll);
    assert_eq!(table.desk.selected.len(), 1, "only the note");
    table.desk.apply(Deed::Layer(Layer::Notes, HIDDEN));
    assert_eq!(hit(&mut table, (30.0, 30.0)), None);
    assert_eq!(table.desk.document().held_back(), (1, 4), "three spaces and their link are locked, one note is hidden");
    assert_eq!(self::text(&document(&table.text())), table.text());
    // What is written into a hidden layer is seen.
    label(&mut table, Layer::Notes, (60.0, 30.0), "better");
    assert_eq!(table.desk.document().held_back(), (0, 4));
    table.desk.apply(Deed::Undo);
    assert_eq!(table.desk.document().held_back(), (1, 4));
    table.desk.apply(Deed::Hold(Hold::ShowAll));
    table.desk.apply(Deed::Hold(Hold::UnlockAll));
    assert_eq!(table.text(), before);
    table.desk.apply(Deed::Hold(Hold::UnlockAll));
    assert_eq!(table.desk.refused.as_deref(), Some("nothing is locked"));
    assert!(
        matches!(table.desk.document().layers().with(Layer::Notes, LOCKED), Edit::All(told, _) if told == "lock the layer notes")
    );
}
