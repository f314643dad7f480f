//! Space: one space at a time, each linked from the last.

use std::collections::BTreeSet;

use kurbo::Point;

use super::{Grip, HandKey, Mark, Pointer, PointerIs, Shape, Shows, Table, Tool, Want};
use crate::drawing::document::Key;
use crate::drawing::tools::{insert, pen};
use crate::drawing::{bends, fit};

#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The pointer over the sheet, and where a new space would lie.
    over: Option<(Pointer, Point)>,
    guides: Vec<Shape>,
}

/// A space farther than this from the selected one is loose, in usual distances between linked spaces: from the end of a course, and from a
/// space that leads on, behind which it would come in between.
const FAR: f64 = 3.0;
const FAR_BETWEEN: f64 = 1.5;

/// What a click does.
enum Click {
    /// Goes on from nowhere.
    LetGo,
    GoOn(Key),
    /// Links the selected space to another and goes on from there.
    Link(Key, Key),
    /// Puts a space into this step of a link.
    Insert(Key, usize),
    /// Adds a space, linked from this one.
    Add(Option<Key>),
}

impl Click {
    /// Alt leaves links alone; Shift links over any distance.
    fn of(table: &Table<'_>, pointer: &Pointer) -> Click {
        let selected = table.one_space();
        let linked = selected.filter(|_| !pointer.alt);
        let is_within = |far: f64, from: Key, to: Point| {
            let spacing = || fit::usual_step(table.document).unwrap_or(table.settings.every);
            pointer.shift || table.middle(from).is_some_and(|from| from.distance(to) <= far * spacing())
        };
        match (table.space_at(pointer.at, 0.0), linked) {
            (Some((key, _)), _) if selected == Some(key) => Click::LetGo,
            (Some((key, at)), Some(from))
                if is_within(FAR, from, at) && pen::can_close(table.document, table.schema, from, key) =>
            {
                Click::Link(from, key)
            }
            (Some((key, _)), _) => Click::GoOn(key),
            (None, _) => match table.places.step_near(pointer.at, table.places.beside_line(pointer.slack)) {
                Some((link, n)) if !pointer.alt => Click::Insert(link, n),
                _ => Click::Add(linked.filter(|from| {
                    let far = if pen::leads_on(table.document, table.schema, *from) { FAR_BETWEEN } else { FAR };
                    is_within(far, *from, pointer.at)
                })),
            },
        }
    }
}

impl Grip for Space {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        let snapped = table.snapped(&pointer, pointer.at, &BTreeSet::new());
        self.over = Some((pointer, snapped.at));
        self.guides.clear();
        self.guides
            .extend([snapped.column, snapped.row].into_iter().flatten().map(|p| Shape::line([p, snapped.at], Mark::Guide)));
        if !matches!(pointer.is, PointerIs::Pressed | PointerIs::Twice) {
            return vec![];
        }
        match Click::of(table, &pointer) {
            Click::LetGo => vec![Want::Select(BTreeSet::new())],
            Click::GoOn(key) => vec![Want::Select(BTreeSet::from([key]))],
            Click::Link(from, to) => {
                let edit = pen::closed(table.document, table.schema, from, to);
                vec![Want::Edit(edit), Want::Select(BTreeSet::from([to]))]
            }
            Click::Insert(link, n) => {
                match insert::at_step(table.document, (table.schema, table.manifest), (link, n, pointer.at), None) {
                    Ok(edit) => vec![Want::Edit(edit), Want::SelectNew],
                    Err(why) => vec![Want::Refuse(why)],
                }
            }
            Click::Add(from) => {
                let edit = pen::space(table.document, table.schema, snapped.at, &table.brushed(Tool::Space), from);
                vec![Want::Edit(edit), Want::SelectNew]
            }
        }
    }

    /// First leaves the next space unlinked, then puts the tool down.
    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        (key == HandKey::Escape && table.one_space().is_some()).then(|| vec![Want::Select(BTreeSet::new())])
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        let mut shapes = self.guides.clone();
        let Some((pointer, at)) = self.over else { return Shows::default() };
        let from_to = |a: Key, to: Point| table.middle(a).map(|from| Shape::line([from, to], Mark::Draft));
        let words = match Click::of(table, &pointer) {
            Click::LetGo => "Click to deselect: the next space isn't linked".to_owned(),
            Click::GoOn(key) => format!("Click to continue from {}{}", table.title(key), table.paints_words(Tool::Space)),
            Click::Link(from, to) => {
                shapes.extend(table.middle(to).and_then(|to| from_to(from, to)));
                let (from, to) = (table.title(from), table.title(to));
                format!("Click to link {from} to {to}; Alt-click to continue from {to}")
            }
            Click::Insert(key, n) => {
                let item = table.document.item(key);
                let line = item.and_then(|link| bends::line(table.document, link, n));
                shapes.extend(line.map(|line| Shape::along(&line.path(), Mark::Draft)));
                shapes.push(Shape::Tile(pointer.at, table.places.half * 0.6, Mark::Draft));
                let (from, to) = item.and_then(|link| link.steps().nth(n)).unzip();
                let [from, to] = [from, to].map(|id| id.map(|id| table.document.called(id)).unwrap_or_default());
                format!("Click to insert a space between {from} and {to}; Alt-click to add one beside the link")
            }
            Click::Add(from) => {
                shapes.push(Shape::Tile(at, table.places.half_of(&table.brushed(Tool::Space)), Mark::Draft));
                shapes.extend(from.and_then(|from| from_to(from, at)));
                let brushed = table.brushed_words(Tool::Space);
                match (from, table.one_space()) {
                    (Some(from), _) => {
                        let from = table.title(from);
                        format!("Click to add a space after {from}; Alt-click or Escape first: without a link{brushed}")
                    }
                    (None, Some(far)) if !pointer.alt => {
                        let far = table.title(far);
                        format!("Click to add a space without a link: {far} is far away; Shift-click: after {far}{brushed}")
                    }
                    (None, Some(_)) => format!("Click to add a space without a link{brushed}"),
                    (None, None) => format!("Click to add a space; click an existing one to continue from it{brushed}"),
                }
            }
        };
        Shows { shapes, words }
    }
}
