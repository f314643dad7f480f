//! What is chosen on the table, what commands take it for, and the deeds that choose something else.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::ir::Drawn;
use kurbo::{Affine, Point, Vec2};

use super::{BESIDE, Deed, Desk};
use crate::drawing::bends;
use crate::drawing::courses::{self, Course};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::{self, Edit};
use crate::drawing::hand::{self, Tool};
use crate::drawing::history::Drawing;
use crate::drawing::hit::Hit;
use crate::drawing::kit::{KitList, Stamp, Template};
use crate::drawing::layers::{self, Layer};
use crate::drawing::on_table::{self, Hold};
use crate::drawing::tools::{clip, course, pen, select};

impl Desk {
    /// What lies at a position, even if it is locked.
    pub fn lies_at(&mut self, at: Point, slack: f64) -> Option<Key> {
        let hit = self.places().at(at, slack);
        // Places pass over lines that are locked.
        let locked = || {
            let document = self.drawing.document().seen();
            let unlock = on_table::hold(&document, &self.drawing.schema, &BTreeSet::new(), Hold::UnlockAll).ok()?;
            self.placed(&edit::apply(&document, &self.drawing.schema, &unlock).ok()?).at(at, slack)
        };
        hit.filter(|hit| !matches!(hit, Hit::Below(_))).or_else(locked).or(hit).map(Hit::key)
    }

    /// Notes which step of a link lies at a position: what is said of a single step is said of that one.
    pub fn press_step(&mut self, at: Point, slack: f64) {
        let hit = self.places().at(at, slack);
        let step = |key: Key, n: usize| self.document().item(key)?.steps().nth(n);
        self.step = match hit {
            Some(Hit::Step(key, n)) => step(key, n).map(|(from, to)| (key, from.clone(), to.clone())),
            _ => None,
        };
    }

    /// The link that is selected alone, if it has several steps, with the step of it that was pressed last.
    pub fn step(&self) -> Option<(&Arc<Item>, usize)> {
        let (key, from, to) = self.step.as_ref().filter(|(key, ..)| self.selected.len() == 1 && self.selected.contains(key))?;
        let item = self.document().item(*key).filter(|item| item.spaces.len() > 2)?;
        Some((item, item.steps().position(|step| step == (from, to))?))
    }

    /// The link that is selected alone, with the step of it that was pressed, or its only one.
    pub fn single_step(&self) -> Option<(&Arc<Item>, usize)> {
        let only = || {
            let key = self.selected.first().filter(|_| self.selected.len() == 1)?;
            let (.., item) = self.document().find(*key).filter(|(list, ..)| *list == List::Links)?;
            (item.spaces.len() == 2).then_some((item, 0))
        };
        self.step().or_else(only)
    }

    /// Where a space would be inserted: the link, its step and the place.
    pub fn insertable(&self) -> Option<(Key, usize, Point)> {
        let document = self.document();
        let middle = |item: &Item, n: usize| {
            let (from, to) = item.steps().nth(n)?;
            Some(document.space(from)?.at?.midpoint(document.space(to)?.at?))
        };
        if let Some((item, n)) = self.single_step() {
            return Some((item.key, n, self.over.or(middle(item, n))?));
        }
        let key = self.selected.first().filter(|_| self.selected.len() == 1)?;
        let id = &document.find(*key).filter(|(list, ..)| *list == List::Spaces)?.2.id;
        let is_along = |item: &Item| self.drawing.schema.link(&item.kind).is_some_and(|link| link.drawn == Some(Drawn::Along));
        let leads = document.links().iter().filter_map(|item| Some((item, item.steps().position(|(from, _)| from == id)?)));
        let (item, n) = leads.min_by_key(|(item, _)| !is_along(item))?;
        Some((item.key, n, middle(item, n)?))
    }

    /// The edit that straightens the step that was pressed, else all links that are selected; `None` if nothing of them bends.
    pub fn straightened(&self) -> Option<Edit> {
        match self.step() {
            Some((item, step)) => bends::straightened(self.document(), [&**item].into_iter(), Some(step)),
            None => {
                let links = self.document().links().iter().filter(|item| self.selected.contains(&item.key));
                bends::straightened(self.document(), links.map(|item| &**item), None)
            }
        }
    }

    /// The field by which things are the same as the first one selected: the one that the brush paints, else the first that it says
    /// something in, else the first that there is.
    pub fn same_field(&self) -> Option<Arc<str>> {
        let first = self.document().item(*self.chosen().first()?)?;
        let painted = self.hand.settings.brush.as_ref().map(|(field, _)| field.clone());
        let fields = || self.checker.schema.space.iter().map(|field| field.name.clone());
        let said = fields().find(|field| first.fields.get(field).is_some());
        painted.or(said).or_else(|| fields().next()).or_else(|| Some("kind".into()))
    }

    /// The selected things in the order of the file; spaces in order of progress.
    pub fn chosen(&self) -> Vec<Key> {
        let lists = List::ALL.into_iter().flat_map(|list| self.document().list(list));
        lists.map(|item| item.key).filter(|key| self.selected.contains(key)).collect()
    }

    /// The same with what goes with it when it is deleted.
    pub fn chosen_to_delete(&mut self) -> Vec<Key> {
        self.places();
        pen::with_labels(self.document(), &self.places, self.chosen())
    }

    /// The selection as text for the clipboard; `None` if nothing is selected.
    pub fn copied(&self) -> Option<String> {
        let chosen = self.chosen();
        (!chosen.is_empty()).then(|| clip::copied(self.document(), &chosen))
    }

    /// What there is to save as a stamp or a template, as it is written: with the brush in hand, what was picked up, else the selection.
    ///
    /// # Errors
    /// Why there is nothing.
    pub fn to_kit(&self, list: KitList) -> Result<String, &'static str> {
        let chosen = self.chosen();
        if list == KitList::Templates {
            return Template::written(self.document(), &chosen).ok_or("Select the spaces of the template first");
        }
        let picked_up = self.hand.settings.stamp.as_ref().filter(|stamp| stamp.is_whole);
        let selected = || match chosen.as_slice() {
            [key] => self.document().find(*key).filter(|(list, ..)| *list == List::Spaces).map(|(.., item)| &item.fields),
            _ => None,
        };
        let picked_up = picked_up.map(|stamp| &stamp.fields);
        let fields = if self.hand.tool == Tool::Paint { picked_up.or_else(selected) } else { selected().or(picked_up) };
        let fields = fields.ok_or("Select a space, or Alt-click one with Paint: the stamp takes its values")?;
        Stamp::written(fields, &self.drawing.schema).ok_or("That space has no values for a stamp")
    }

    /// Deselects what is gone.
    pub(super) fn keep_known(&mut self) {
        let document = self.drawing.document();
        let known: BTreeSet<Key> = List::ALL.into_iter().flat_map(|list| document.list(list)).map(|item| item.key).collect();
        self.selected.retain(|key| known.contains(key));
    }

    /// Deeds that aren't edits themselves: selection, tool, drags, the clipboard, the history.
    pub(super) fn choose(&mut self, deed: Deed, chosen: &[Key]) -> Result<(), String> {
        let (document, schema) = (self.drawing.document(), &self.drawing.schema);
        match deed {
            Deed::EndDrag => self.drawing.end_drag(),
            Deed::CancelDrag(drag) => {
                self.drawing.cancel_drag(drag);
            }
            Deed::Take(tool) => {
                self.let_go();
                let is_left = self.hand.is_under_way() && tool != self.hand.tool;
                let line = match self.hand.tool {
                    Tool::Grid => "grid",
                    Tool::Area => "area",
                    Tool::Stroke => "stroke",
                    _ => "course",
                };
                if self.hand.tool.draws_spaces() && tool != self.hand.tool && !self.hand.is_under_way() {
                    self.hand.settings.unused(self.hand.tool, tool == Tool::Paint);
                }
                self.hand.take(tool);
                if is_left {
                    return Err(format!("The {line} is unfinished: choose its tool again to continue it"));
                }
            }
            Deed::Key(key) => return self.key(key),
            Deed::Answer(text) => return self.wield(|hand, table| hand.answer(table, &text)),
            Deed::Picture { file, at, width, height } => {
                self.let_go();
                self.hand.take(self.hand.tool);
                let new = self.document().next_key;
                let add = pen::picture(at, &file, width, height, 0.5);
                let add = layers::shown(self.document(), Layer::Backdrop, add);
                self.drawing.edit(&add)?;
                self.selected = self.document().decor().iter().map(|item| item.key).filter(|key| key.0 >= new).collect();
            }
            Deed::Settings(settings) => self.hand.settings = *settings,
            Deed::Select(keys, mode) => self.selected = select::choose(&self.selected, &keys, mode),
            Deed::SelectAll => {
                let layers = document.layers();
                let is_free = |item: &&Arc<Item>| layers.is_free(item);
                self.selected = document.spaces().iter().chain(document.decor()).filter(is_free).map(|item| item.key).collect();
            }
            Deed::SelectNone => self.selected.clear(),
            Deed::SelectSame(field) => {
                let first = *chosen.first().ok_or("select something first, and then everything like it")?;
                self.selected = select::same(document, schema, first, &field).into_iter().collect();
            }
            Deed::SelectCourse => {
                let first = *chosen.first().ok_or("select a space of the course first")?;
                self.selected = select::free_course(document, schema, first);
            }
            Deed::Duplicate => {
                let text = self.copied().ok_or("select what to duplicate first")?;
                self.paste(&clip::read(&text)?, "duplicate", None)?;
            }
            Deed::Paste(text) => {
                let part = clip::read(&text)?;
                let middle = self.over.and_then(|_| clip::middle(&part));
                let by = self.over.zip(middle).map(|(over, middle)| over - middle);
                self.paste(&part, "paste", by)?;
            }
            Deed::Undo | Deed::Redo | Deed::GoTo(_) => {
                match deed {
                    Deed::Undo => self.back_by(|drawing| {
                        drawing.undo();
                    }),
                    Deed::GoTo(done) if done < self.drawing.steps().1 => self.back_by(|drawing| drawing.go_to(done)),
                    Deed::GoTo(done) => self.drawing.go_to(done),
                    _ => drop(self.drawing.redo()),
                }
                // The nodes that were selected may be others now.
                if self.hand.tool == Tool::Reshape {
                    self.hand.take(Tool::Reshape);
                }
            }
            // These are handled above.
            Deed::Edit(_)
            | Deed::Drag(..)
            | Deed::Pointer(_)
            | Deed::Delete { .. }
            | Deed::Nudge(_)
            | Deed::Align(_)
            | Deed::Distribute { .. }
            | Deed::Turn(_)
            | Deed::Scale(..)
            | Deed::FitToSheet
            | Deed::Hold(_)
            | Deed::ToLayer(_)
            | Deed::Layer(..)
            | Deed::Rise(_)
            | Deed::Straighten
            | Deed::FlipLink
            | Deed::Insert
            | Deed::OnLine(_)
            | Deed::CloseLoop
            | Deed::ReSpace
            | Deed::Reverse
            | Deed::Split
            | Deed::Join
            | Deed::Renumber => {}
        }
        Ok(())
    }

    /// Takes steps back. Where this removes what is selected, or brings back something deleted, the selection of that time returns, too.
    pub(super) fn back_by(&mut self, back: impl FnOnce(&mut Drawing)) {
        let (had, count) = (!self.selected.is_empty(), self.keys().count());
        back(&mut self.drawing);
        self.keep_known();
        let is_other = had || self.keys().count() > count;
        let done = self.drawing.steps().1;
        if is_other && self.selected.is_empty() {
            self.selected = self.selected_before.get(&done).cloned().unwrap_or_default();
            self.keep_known();
        }
    }

    /// A space of the course whose line is shown.
    pub(super) fn in_hand(&self) -> Option<Key> {
        hand::course_in_hand(&self.table()).filter(|_| self.hand.tool == Tool::Reshape)
    }

    /// Whether the course that commands are about comes round already.
    pub fn comes_round(&self) -> bool {
        let space = self.in_hand().or_else(|| self.chosen().first().copied());
        space.is_some_and(|space| course::comes_round(self.document(), &self.drawing.schema, space))
    }

    /// The spaces of the course whose line is shown, else the selection, or the whole course of a single selected space with all its lanes.
    pub(super) fn course(&self) -> Vec<Key> {
        let through = |space: Key| Course::through(self.document(), &self.drawing.schema, space);
        let shown = match (self.in_hand(), self.chosen().as_slice()) {
            (Some(space), _) => through(space),
            (None, [one]) => through(*one).filter(|course| course.lanes > 1),
            (None, _) => None,
        };
        if let Some(course) = shown {
            let keys = courses::keys(self.document());
            return course.spaces.iter().filter_map(|id| keys.get(&**id).copied()).collect();
        }
        match self.chosen().as_slice() {
            [one] => select::course_of(self.document(), &self.drawing.schema, *one).0,
            chosen => chosen.to_vec(),
        }
    }

    /// Pastes a copy moved by this much, else a little beside the original.
    pub(super) fn paste(&mut self, part: &Document, verb: &str, by: Option<Vec2>) -> Result<(), String> {
        let before: BTreeSet<Key> = self.keys().collect();
        let by = by.unwrap_or(BESIDE * (2.0 * self.places().half));
        let edit = clip::pasted(self.document(), &self.drawing.schema, part, Affine::translate(by), verb)?;
        self.drawing.edit(&edit)?;
        self.selected = self.keys().filter(|key| !before.contains(key)).collect();
        Ok(())
    }

    /// The keys of spaces and decor.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.document().spaces().iter().chain(self.document().decor()).map(|item| item.key)
    }
}
