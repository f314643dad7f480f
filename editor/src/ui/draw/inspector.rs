//! The inspector: all fields of the selection, for many things at once. With nothing selected it shows the track itself.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::field::{Turned, ValueChange};
use super::{Act, Draw};
use crate::drawing::decor::sort;
use crate::drawing::says::{self, FieldValue};
use crate::drawing::tools::select::Mode;
use crate::drawing::{Deed, Desk, Document, Edit, Item, Key, List, Schema};
use crate::ui::theme::strong;

mod decor;
mod fields;
mod lines;
mod links;
mod place;
mod sizes;
mod spaces;
mod track;

/// Shows all fields of the selection.
pub fn inspector_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    draw.look_for_problems(ui.ctx());
    super::field::end_typing(ui);
    if let Some(field) = draw.wanted_field.take() {
        super::field::go_to(ui, crate::ui::words::titled(&field));
    }
    let mut acts = vec![];
    if draw.pick.is_some() {
        ui.horizontal_wrapped(|ui| {
            ui.label(strong("Click a space on the board."));
            if ui.button("Cancel").clicked() {
                acts.push(Act::Do(Deed::Key(crate::drawing::hand::HandKey::Escape)));
            }
        });
        ui.separator();
    }
    let found = draw.watch.found().map(|(found, _)| found.checked.clone());
    let usual_size = draw.desk.usual_size();
    draw.inspected.follow(&draw.desk);
    let is_other = draw.inspected.is_other_kind(&draw.desk);
    let of = Selected { draw, checked: found.as_deref(), items: selected(draw), usual_size };
    let area = egui::ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]);
    // With another thing of the same kind one goes on where one is.
    let area = if is_other { area.vertical_scroll_offset(0.0) } else { area };
    area.show(ui, |ui| {
        // Leaves room for the scroll bar.
        ui.set_max_width((ui.available_width() - 6.0).max(120.0));
        match of.one_list() {
            None if of.items.is_empty() => track::track_ui(ui, draw, usual_size, &mut acts),
            None => many_kinds_ui(ui, &of, &mut acts),
            Some(List::Spaces) => spaces::spaces_ui(ui, &of, &mut acts),
            Some(list @ (List::Links | List::Paths)) => lines::lines_ui(ui, &of, list, &mut acts),
            // The line of a course is never selected, only its spaces.
            Some(List::Courses) => {}
            Some(List::Decor) => decor::decor_ui(ui, &of, &mut acts),
        }
        if !of.items.is_empty() {
            section(ui, "At the drawing table");
            place::hold_ui(ui, &of, &mut acts);
        }
    });
    acts
}

/// The values of the selection, by field. They are worked out once, and stay while things are only moved.
#[derive(Default)]
pub struct Inspected {
    of: Option<(u64, Arc<Schema>, BTreeSet<Key>)>,
    said: RefCell<BTreeMap<Arc<str>, FieldValue>>,
    /// The list and the kind of the things, if they are all of one.
    kind: Option<(List, Arc<str>)>,
}

impl Inspected {
    /// Forgets the values if they may have changed.
    fn follow(&mut self, desk: &Desk) {
        let (version, schema) = (desk.drawing.version(), &desk.drawing.schema);
        let is_same = self.of.as_ref().is_some_and(|(of, by, selected)| {
            (*of == version || desk.is_moving()) && Arc::ptr_eq(by, schema) && *selected == desk.selected
        });
        match &mut self.of {
            Some((of, ..)) if is_same => *of = version,
            _ => {
                self.of = Some((version, schema.clone(), desk.selected.clone()));
                self.said.get_mut().clear();
            }
        }
    }

    /// Whether the things are of another kind than those that were selected before.
    fn is_other_kind(&mut self, desk: &Desk) -> bool {
        let first = desk.selected.first().and_then(|key| desk.document().find(*key));
        let kind = first.map(|(list, .., item)| (list, item.kind.clone()));
        std::mem::replace(&mut self.kind, kind.clone()) != kind
    }
}

/// The selection, looked up once.
struct Selected<'d> {
    draw: &'d Draw,
    /// What the rules last worked out for the board.
    checked: Option<&'d crate::drawing::problems::Checked>,
    /// In the order of the file.
    items: Vec<(List, &'d Item)>,
    /// The size of spaces that don't give one, in millimetres.
    usual_size: f64,
}

impl<'d> Selected<'d> {
    fn document(&self) -> &'d Document {
        self.draw.desk.document()
    }

    /// Returns their common value of a field.
    fn said(&self, name: &str) -> FieldValue {
        let known = self.draw.inspected.said.borrow().get(name).cloned();
        known.unwrap_or_else(|| {
            let said = says::said(&self.draw.desk.drawing.schema, &self.items, name);
            self.draw.inspected.said.borrow_mut().insert(name.into(), said.clone());
            said
        })
    }

    fn keys(&self) -> Vec<Key> {
        self.items.iter().map(|(_, item)| item.key).collect()
    }

    /// Returns the selected thing, if it is the only one.
    fn one(&self) -> Option<&'d Item> {
        match self.items.as_slice() {
            [(_, item)] => Some(item),
            _ => None,
        }
    }

    fn one_list(&self) -> Option<List> {
        let (first, _) = self.items.first()?;
        self.items.iter().all(|(list, _)| list == first).then_some(*first)
    }

    /// Tells text fields of this selection from those of other selections.
    fn id(&self) -> (Option<Key>, usize) {
        (self.items.first().map(|(_, item)| item.key), self.items.len())
    }
}

fn selected(draw: &Draw) -> Vec<(List, &Item)> {
    let keys = &draw.desk.selected;
    if keys.is_empty() {
        return vec![];
    }
    let document = draw.desk.document();
    let of = |list: List| document.list(list).iter().map(move |item| (list, &**item));
    List::ALL.into_iter().flat_map(of).filter(|(_, item)| keys.contains(&item.key)).collect()
}

/// Shows things of several kinds: their place, and buttons that narrow the selection to one kind.
fn many_kinds_ui(ui: &mut egui::Ui, of: &Selected<'_>, acts: &mut Vec<Act>) {
    ui.heading(format!("{} things", of.items.len()));
    place::middle_ui(ui, of, acts);
    place::arrange_ui(ui, of, acts);
    ui.add_space(6.0);
    for (list, one, what) in [
        (List::Spaces, "space", "spaces"),
        (List::Links, "link", "links"),
        (List::Paths, "path", "paths"),
        (List::Decor, "", "labels, pictures, areas and strokes"),
    ] {
        let alike: Vec<&Item> = of.items.iter().filter(|(l, _)| *l == list).map(|(_, item)| *item).collect();
        let keys: Vec<Key> = alike.iter().map(|item| item.key).collect();
        let named = match alike.as_slice() {
            [item] => format!("Only the {}", if list == List::Decor { sort(item).word() } else { one }),
            _ => format!("Only the {} {what}", keys.len()),
        };
        if !keys.is_empty() && ui.button(named).clicked() {
            acts.push(select(keys));
        }
    }
}

fn section(ui: &mut egui::Ui, title: &str) {
    ui.add_space(6.0);
    ui.separator();
    ui.label(strong(title));
}

fn select(keys: Vec<Key>) -> Act {
    Act::Do(Deed::Select(keys, Mode::Replace))
}

/// Asks for an edit as a step of its own.
fn edit(edit: Edit) -> Act {
    Act::Do(Deed::Edit(edit))
}

/// The number of all drags in the inspector. One is enough, because they never overlap and each is ended.
const DRAG: u64 = 0x1_5EC7;

/// Turns a change of a number into a request. All changes of one drag are one step.
fn turned(turned: Turned, of: impl FnOnce(f64) -> Edit) -> Act {
    Act::Do(match turned {
        Turned::Dragged(n) => Deed::Drag(DRAG, of(n)),
        Turned::Typed(n) => Deed::Edit(of(n)),
        Turned::Done => Deed::EndDrag,
    })
}

/// Turns a change of a value into a request.
fn changed(change: ValueChange, of: impl FnOnce(Option<Arc<str>>) -> Edit, pick: super::pick::Pick) -> Act {
    match change {
        ValueChange::To(value) => edit(of(value)),
        ValueChange::Dragged(value) => Act::Do(Deed::Drag(DRAG, of(Some(value)))),
        ValueChange::Done => Act::Do(Deed::EndDrag),
        ValueChange::Pick => Act::Pick(pick),
    }
}
