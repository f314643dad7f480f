//! The drawing table: an open track with the rules it is drawn for, the selection, and the tool in hand. Everything that the window can ask
//! of it is a [`Deed`]; nothing else changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::ir::Drawn;
use kurbo::{Affine, Point, Vec2};

use super::bends;
use super::courses::{self, Beside, Course, fitted};
use super::decor::sort;
use super::disk::OnDisk;
use super::document::{Document, Item, Key, List};
use super::edit::{self, Edit};
use super::fields::rounded;
use super::fit;
use super::hand::{self, Hand, HandKey, LinePart, PointerIs, Shows, Table, Tool, Want};
use super::history::{Before, Drawing};
use super::hit::{Hit, Places};
use super::kit::{KitList, Stamp, Template};
use super::layers::{self, Layer};
use super::on_table::{self, Hold};
use super::palette::Palette;
use super::problems::Checker;
use super::schema::Link;
use super::shapes;
use super::tools::{arrange, clip, course, fill, insert, pen, select};

use crate::board::{Board, art};

mod aftermath;
mod deed;

pub use deed::Deed;

/// How far a duplicate lies beside the original, in sides of a usual space.
const BESIDE: Vec2 = Vec2::new(0.8, 0.8);

/// An open track.
#[derive(Clone, Debug)]
pub struct Desk {
    pub drawing: Drawing,
    pub on_disk: OnDisk,
    pub checker: Arc<Checker>,
    pub palette: Arc<Palette>,
    pub hand: Hand,
    pub selected: BTreeSet<Key>,
    /// Why the last deed was refused, for people.
    pub refused: Option<String>,
    /// How often something was refused.
    pub refusals: u64,
    /// What the last deed had no room for, for people.
    pub crowded: Option<String>,
    /// Side effects of the last deed, for people.
    pub told: Option<String>,
    /// Where the pointer is on the sheet, if it is there: what is pasted goes there.
    pub over: Option<Point>,
    /// The step of a link that was pressed last: its link, and from where to where it leads.
    step: Option<(Key, Arc<str>, Arc<str>)>,
    /// The selection before each step, by the number of steps done then.
    selected_before: BTreeMap<usize, BTreeSet<Key>>,
    places: Places,
    /// The version of the document that the places belong to.
    placed: Option<u64>,
}

impl Desk {
    pub fn new(document: Document, on_disk: OnDisk, checker: Arc<Checker>) -> Desk {
        let palette = Arc::new(Palette::of_rules(&checker));
        let settings = fit::settings(&document, checker.other_tracks(&on_disk.track_name()));
        Desk {
            drawing: Drawing::new(document, checker.schema.clone()),
            on_disk,
            checker,
            palette,
            hand: Hand::with(settings),
            selected: BTreeSet::new(),
            refused: None,
            refusals: 0,
            crowded: None,
            told: None,
            over: None,
            step: None,
            selected_before: BTreeMap::new(),
            places: Places::default(),
            placed: None,
        }
    }

    /// The same track under other rules, which were edited meanwhile.
    pub fn set_rules(&mut self, checker: Arc<Checker>) {
        self.drawing.schema = checker.schema.clone();
        self.palette = Arc::new(Palette::of_rules(&checker));
        self.checker = checker;
    }

    /// Returns to an earlier document and selection; the tool starts afresh.
    pub fn go_back(&mut self, before: Before, selected: BTreeSet<Key>) {
        self.drawing.go_back(before);
        self.selected = selected;
        self.hand.take(self.hand.tool);
        self.hand.drag += 1;
    }

    /// Replaces the drawing by what another program has written, as one step. The result counts as saved.
    pub fn take_theirs(&mut self, document: &Document, on_disk: OnDisk) {
        self.let_go();
        self.hand.begin_anew();
        self.drawing.replace(document, "take the changes of another program");
        self.drawing.mark_saved();
        self.on_disk = on_disk;
        self.keep_known();
    }

    pub fn document(&self) -> &Document {
        self.drawing.document()
    }

    pub fn manifest(&self) -> &Manifest {
        self.checker.manifest()
    }

    /// Where everything lies now.
    pub fn places(&mut self) -> &Places {
        if self.placed != Some(self.drawing.version()) {
            self.places = self.placed(&self.drawing.document().seen());
            self.placed = Some(self.drawing.version());
        }
        &self.places
    }

    /// Where everything lies in a document.
    fn placed(&self, seen: &Document) -> Places {
        let (schema, manifest) = (&self.drawing.schema, self.checker.manifest());
        let is_special = |link: &Link| {
            let look = manifest.look(&link.name);
            look.is_hidden || look.is_across
        };
        let is_long = |space: &Arc<Item>| space.fields.get("length").is_some();
        let mut places = Places::of(seen, schema);
        // Only where it matters, because a board takes long to make.
        if !seen.paths().is_empty() || schema.links.iter().any(is_special) || seen.spaces().iter().any(is_long) {
            places.note_board(seen, &Board::drawn(seen, schema, manifest));
        }
        places
    }

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

    /// The part of the line in hand under the pointer.
    pub fn line_part(&self) -> Option<LinePart> {
        self.hand.line_part(&self.table(), self.over?)
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

    /// Whether things are being moved. Until they rest, the inspector and the list of problems don't look at them again.
    pub fn is_moving(&self) -> bool {
        self.hand.is_moving() && self.drawing.is_dragging(self.hand.drag)
    }

    /// The side of spaces that don't give their own, in millimetres. While things are moved it stays as it was, because it depends on how
    /// far apart most spaces are.
    pub fn usual_size(&mut self) -> f64 {
        if !self.is_moving() {
            self.places();
        }
        self.places.half * 2.0
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

    /// Does what was asked for. If that is refused, nothing changes and [`Desk::refused`] says why.
    pub fn apply(&mut self, deed: Deed) {
        let before = self.drawing.version();
        let (done, selected) = (self.drawing.steps().1, self.selected.clone());
        let is_new = !matches!(deed, Deed::Redo | Deed::GoTo(_));
        // A refusal when the button goes down must still be readable when it comes up again.
        if !matches!(&deed, Deed::Pointer(pointer) if !matches!(pointer.is, PointerIs::Pressed | PointerIs::Twice)) {
            (self.refused, self.crowded, self.told) = (None, None, None);
        }
        let is_pointer = matches!(deed, Deed::Pointer(_));
        let drops =
            matches!(&deed, Deed::Pointer(pointer) if self.hand.tool == Tool::Select && pointer.is == PointerIs::Released);
        let counts = drops || self.hand.tool == Tool::Space || matches!(deed, Deed::Delete { bridging: true } | Deed::Insert);
        let drawn = counts.then(|| self.document().clone());
        if let Err(why) = self.make(deed) {
            self.refuse(why);
        }
        if let Some(drawn) = drawn.filter(|_| self.drawing.version() != before) {
            self.told = aftermath::counted_on(&drawn, self.document());
            self.crowded = aftermath::crowded(&drawn, self.document(), (&self.drawing.schema, self.manifest()));
        }
        if is_new && self.drawing.steps().1 > done {
            self.selected_before.insert(done, selected);
        }
        let only_moves = is_pointer && self.hand.is_moving();
        if self.drawing.version() != before && !only_moves {
            self.keep_known();
        }
    }

    /// Says why something can't be done.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.refused = Some(why.into());
        self.refusals += 1;
    }

    /// Deselects what is gone.
    fn keep_known(&mut self) {
        let document = self.drawing.document();
        let known: BTreeSet<Key> = List::ALL.into_iter().flat_map(|list| document.list(list)).map(|item| item.key).collect();
        self.selected.retain(|key| known.contains(key));
    }

    fn make(&mut self, deed: Deed) -> Result<(), String> {
        let deed = match deed {
            // These come with every frame, whatever is selected.
            Deed::Drag(drag, edit) => return self.drawing.drag(drag, &edit).map(drop),
            Deed::Pointer(pointer) => {
                if pointer.is == PointerIs::Pressed {
                    self.press_step(pointer.at, pointer.slack);
                }
                return self.wield(|hand, table| hand.pointer(table, pointer));
            }
            other => other,
        };
        // With the line of a course in hand, its nodes are what is selected.
        match deed {
            Deed::Delete { .. } if self.hand.tool == Tool::Reshape => return self.key(HandKey::Backspace),
            Deed::SelectAll if self.hand.tool == Tool::Reshape => return self.key(HandKey::All),
            Deed::OnLine(deed) => {
                let at = self.over.ok_or("point at a node or the line first")?;
                return self.wield(|hand, table| hand.on_line(table, at, deed));
            }
            Deed::Insert => {
                let step = self.insertable().ok_or("select a link first, or a space from which one leads on")?;
                let edit = insert::at_step(self.document(), (&self.drawing.schema, self.manifest()), step, None)?;
                return self.fulfil(vec![Want::Edit(edit), Want::SelectNew]);
            }
            _ => {}
        }
        let chosen = self.chosen();
        let is_of_frames = matches!(deed, Deed::Align(_) | Deed::Distribute { .. });
        let frames = if is_of_frames { self.places().frames(&chosen) } else { vec![] };
        if matches!(deed, Deed::Delete { .. }) {
            self.places();
        }
        // Both ends of what is one course then are no part of it that could be meant.
        let joined = chosen.first().copied().filter(|_| matches!(deed, Deed::Join));
        let sets_aside = matches!(deed, Deed::Hold(Hold::Lock | Hold::Hide));
        let to_page = frames.len() == 1 || self.hand.settings.aligns_to_page;
        // A template in hand is turned before it is placed.
        if let (Tool::Template, Some(template)) = (self.hand.tool, self.hand.settings.template.clone()) {
            let centre = |part: &Document| clip::middle(part).unwrap_or_default();
            let arranged = match deed {
                Deed::Turn(by) => Some(template.arranged(&self.drawing.schema, |p, k| arrange::turned(p, k, centre(p), by))),
                Deed::Scale(x, y) => Some(template.arranged(&self.drawing.schema, |p, k| arrange::scaled(p, k, centre(p), x, y))),
                _ => None,
            };
            if let Some(arranged) = arranged {
                self.hand.settings.template = arranged.map(Arc::new).or(Some(template));
                return Ok(());
            }
        }
        let (document, schema) = (self.drawing.document(), self.drawing.schema.clone());
        let is_drawn =
            |chosen: &[Key]| chosen.first().and_then(|key| document.item(*key)).is_some_and(|item| shapes::is_drawn(item));
        let middle = || {
            arrange::extent(document, &chosen)
                .map(|frame| frame.center())
                .ok_or("nothing that is selected has a place on the sheet")
        };
        let edit = match deed {
            Deed::Edit(edit) => edit,
            Deed::Delete { bridging } => {
                let layers = document.layers();
                let lies = |key: &Key| document.item(*key).map(|item| layers.lies(item)).unwrap_or_default();
                let keys: Vec<Key> = chosen.iter().copied().filter(|key| lies(key).is_free()).collect();
                let keys = pen::with_labels(document, &self.places, keys);
                match bridging {
                    _ if keys.is_empty() && chosen.iter().any(|key| lies(key).is_locked) => {
                        return Err("it is locked: unlock it first".to_owned());
                    }
                    _ if keys.is_empty() && !chosen.is_empty() => return Err("it is hidden: show it first".to_owned()),
                    true => insert::deleted(document, &schema, keys),
                    false => Edit::Remove { keys, bridging },
                }
            }
            Deed::Hold(hold) => on_table::hold(document, &schema, &self.selected, hold)?,
            Deed::Straighten => self.straightened().ok_or("no link that is selected bends")?,
            Deed::FlipLink => {
                let flipped = self.single_step().and_then(|(item, step)| hand::flip(item, step));
                flipped.ok_or("select a single link first")?
            }
            Deed::ToLayer(layer) => layers::moved(document, &self.selected, layer)?,
            Deed::Layer(layer, on) => document.layers().with(layer, on),
            Deed::Rise(by) => arrange::raised(document, &chosen, by)?,
            Deed::Nudge(by) => arrange::moved(document, &chosen, by),
            Deed::Align(by) if to_page => arrange::on_page(document, &frames, document.header().sheet(), by)
                .ok_or("nothing that is selected has a place on the sheet")?,
            Deed::Distribute { across } => arrange::distributed(document, &frames, across)
                .ok_or("distributing needs three things or more: select others, too (Shift+click)")?,
            Deed::Align(by) => arrange::aligned(document, &chosen, by)
                .ok_or("aligning needs two things or more: select others, too (Shift+click)")?,
            Deed::Turn(degrees) => match self.turned_alone(&chosen, degrees) {
                Some(edit) => edit,
                None => arrange::turned(document, &chosen, middle()?, degrees),
            },
            Deed::Scale(x, y) if chosen.len() > 1 || is_drawn(&chosen) => arrange::scaled(document, &chosen, middle()?, x, y),
            Deed::Scale(..) => {
                return Err("flipping and scaling need two things or more: select others, too (Shift+click)".to_owned());
            }
            Deed::FitToSheet => return self.fit_to_sheet(),
            Deed::CloseLoop => {
                let edit = course::close(document, &schema, &self.course()).ok_or("select a space of the course to close")?;
                let count = document.spaces().len();
                let selected = std::mem::take(&mut self.selected);
                let made = self.fulfil(vec![Want::Edit(edit), Want::SelectNew]);
                // Without any new one, the same stay selected.
                if self.document().spaces().len() == count {
                    self.selected = selected;
                }
                return made;
            }
            Deed::ReSpace => self
                .spread(&self.in_hand().map_or(chosen, |space| vec![space]))
                .ok_or("select one space of a course, or three or more that have a place")?,
            Deed::Reverse => course::reverse(document, &schema, &self.course()),
            Deed::Split => course::split(document, &schema, &chosen)?,
            Deed::Join => course::join(document, &schema, &chosen)?,
            Deed::Renumber => {
                let keys = if self.in_hand().is_some() { self.course() } else { chosen };
                Edit::Renumber { letters: course::letters(document, &keys).into(), keys }
            }
            other => return self.choose(other, &chosen),
        };
        let made = self.drawing.edit(&edit).map(drop);
        if sets_aside && made.is_ok() {
            self.selected.clear();
        }
        if let Some(one) = joined.filter(|_| made.is_ok()) {
            self.selected = BTreeSet::from([one]);
        }
        made
    }

    /// Scales all that lies on the sheet, and tells what found no place on the board then.
    fn fit_to_sheet(&mut self) -> Result<(), String> {
        let (edit, scale) = fill::fitted(self.document(), &self.drawing.schema, self.manifest())?;
        self.drawing.edit(&edit)?;
        let board = Board::drawn(self.document(), &self.drawing.schema, self.manifest());
        let left_out = board.art.map(|subject| art::draw(&subject).left_out).unwrap_or_default();
        let told = match scale {
            0.995..1.005 => "The course lies in the middle of the sheet".to_owned(),
            _ => format!("The course is {scale:.2} times as large"),
        };
        self.told = Some([vec![told], left_out].concat().join("\n"));
        Ok(())
    }

    /// Deeds that aren't edits themselves: selection, tool, drags, the clipboard, the history.
    fn choose(&mut self, deed: Deed, chosen: &[Key]) -> Result<(), String> {
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

    /// What the tool shows above the board, with hints.
    pub fn shows(&mut self) -> Shows {
        if !self.hand.is_moving() {
            self.places();
        }
        self.hand.shows(&self.table())
    }

    /// What a tool can see.
    fn table(&self) -> Table<'_> {
        Table {
            document: self.drawing.document(),
            begun: self.drawing.begun(self.hand.drag),
            schema: &self.drawing.schema,
            places: &self.places,
            selected: &self.selected,
            settings: &self.hand.settings,
            manifest: self.manifest(),
            slack: self.hand.slack(),
        }
    }

    /// Lets the tool act, and does what it wants.
    fn wield(&mut self, act: impl FnOnce(&mut Hand, &Table<'_>) -> Vec<Want>) -> Result<(), String> {
        // Moving things aren't snap targets, and everything else stays where it is.
        if !self.hand.is_moving() {
            self.places();
        }
        let mut hand = self.hand.clone();
        let wants = act(&mut hand, &self.table());
        self.hand = hand;
        self.fulfil(wants)
    }

    fn fulfil(&mut self, wants: Vec<Want>) -> Result<(), String> {
        let first_new = self.document().next_key;
        for want in wants {
            match want {
                Want::Edit(edit) => {
                    let spaces = self.document().spaces().len();
                    self.drawing.edit(&edit)?;
                    if self.hand.tool.draws_spaces() && self.document().spaces().len() > spaces {
                        self.hand.settings.worn.insert(self.hand.tool);
                        // The next line may be a branch: it comes round only if that is asked for again.
                        self.hand.settings.is_closed = false;
                    }
                }
                Want::Drag(edit) => {
                    let made = self.drawing.drag(self.hand.drag, &edit);
                    self.dragged(made)?;
                }
                Want::Pull(edit) => {
                    let made = self.drawing.pull(self.hand.drag, &edit);
                    self.dragged(made)?;
                }
                Want::EndDrag => {
                    self.drawing.end_drag();
                    self.hand.drag += 1;
                }
                Want::CancelDrag => {
                    self.drawing.cancel_drag(self.hand.drag);
                    self.hand.drag += 1;
                }
                Want::Select(keys) => self.selected = keys,
                Want::PickUp(key) => {
                    let stamp = |item: &Arc<Item>| Stamp { name: item.id.clone(), fields: item.fields.clone(), is_whole: true };
                    self.hand.settings.stamp = self.document().item(key).map(stamp).map(Arc::new);
                }
                Want::SelectNew => self.selected = self.keys().filter(|key| key.0 >= first_new).collect(),
                Want::Refuse(why) => {
                    if self.hand.tool.draws_spaces() {
                        self.hand.settings.unused(self.hand.tool, false);
                    }
                    return Err(why);
                }
            }
        }
        Ok(())
    }

    fn dragged(&mut self, made: Result<bool, String>) -> Result<(), String> {
        if made.is_err() && !self.drawing.is_dragging(self.hand.drag) {
            // The drag can't even begin, so whatever follows would be done to the wrong things.
            self.hand.take(self.hand.tool);
        }
        made.map(drop)
    }

    /// A key for the tool. Escape works step by step: it ends what the tool is doing, then puts the tool down, then clears the selection.
    fn key(&mut self, key: HandKey) -> Result<(), String> {
        self.places();
        let mut hand = self.hand.clone();
        let wants = hand.key(&self.table(), key);
        if key == HandKey::Escape && self.hand.tool.draws_spaces() && self.hand.is_under_way() {
            hand.settings.unused(hand.tool, false);
        }
        self.hand = hand;
        match wants {
            Some(wants) => return self.fulfil(wants),
            None if key == HandKey::Escape && self.hand.tool != Tool::Select => self.hand.take(Tool::Select),
            None if key == HandKey::Escape => self.selected.clear(),
            None if key == HandKey::Backspace && self.hand.tool == Tool::Select && !self.selected.is_empty() => {
                return self.make(Deed::Delete { bridging: false });
            }
            None => {}
        }
        Ok(())
    }

    /// A single thing that is rotated stays where it is and changes its direction: a space, a label or a picture.
    fn turned_alone(&self, chosen: &[Key], degrees: f64) -> Option<Edit> {
        let [key] = chosen else { return None };
        let (list, _, item) = self.document().find(*key)?;
        if let Some(line) = shapes::line(item) {
            let turn = Affine::rotate_about(degrees.to_radians(), shapes::frame(item)?.center());
            return Some(shapes::laid(item, &line.transformed(turn), &format!("rotate the {}", sort(item).word())));
        }
        let now = match list {
            List::Spaces => item.fields.number("turn").or_else(|| self.direction(*key))?,
            List::Decor => item.fields.number("turn").unwrap_or(0.0),
            _ => return None,
        };
        let turn = (now + degrees).rem_euclid(360.0);
        Some(Edit::Set { keys: vec![*key], name: "turn".into(), value: Some(rounded(turn).to_string().into()) })
    }

    /// The direction of a space as drawn or set, in degrees clockwise from the right.
    fn direction(&self, key: Key) -> Option<f64> {
        let mut placed = self.document().spaces().iter().filter(|space| space.at.is_some());
        let at = placed.position(|space| space.key == key)?;
        let board = Board::drawn(self.document(), &self.drawing.schema, self.manifest());
        Some(f64::from(board.spaces.get(at)?.tile.turn()))
    }

    /// Ends the current drag where it is.
    fn let_go(&mut self) {
        self.drawing.end_drag();
        self.hand.drag += 1;
    }

    /// Spreads the selected spaces evenly along their courses, or the part of one that lies between them; a single space stands for its
    /// whole course.
    fn spread(&self, chosen: &[Key]) -> Option<Edit> {
        let (document, schema) = (self.document(), &self.drawing.schema);
        let mut left: BTreeSet<Key> = chosen.iter().copied().collect();
        let ids: BTreeSet<&Arc<str>> =
            chosen.iter().filter_map(|key| Some(&document.item(*key)?.id)).filter(|id| !id.is_empty()).collect();
        let mut edits = vec![];
        let ways = select::Ways::of(document, schema);
        while let Some(first) = left.pop_first() {
            let Some(item) = document.item(first) else { continue };
            let course = Course::of(document, &item.id).or_else(|| fitted(document, schema, &ways, first));
            let Some(course) = course else { continue };
            left.retain(|key| !document.item(*key).is_some_and(|item| course.spaces.contains(&item.id)));
            let is_whole = chosen.len() == 1;
            if let Some((count, spread)) = course.spread(|id| is_whole && !id.is_empty() || ids.contains(id)) {
                let laid = Beside::of(document, schema, &course).laid(document, &spread);
                edits.push(Edit::All(format!("distribute {count} spaces"), laid));
            }
        }
        match edits.len() {
            0 | 1 => edits.pop(),
            lanes => Some(Edit::All(format!("distribute the spaces of {lanes} courses"), edits)),
        }
    }

    /// Takes steps back. Where this removes what is selected, or brings back something deleted, the selection of that time returns, too.
    fn back_by(&mut self, back: impl FnOnce(&mut Drawing)) {
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
    fn in_hand(&self) -> Option<Key> {
        hand::course_in_hand(&self.table()).filter(|_| self.hand.tool == Tool::Reshape)
    }

    /// Whether the course that commands are about comes round already.
    pub fn comes_round(&self) -> bool {
        let space = self.in_hand().or_else(|| self.chosen().first().copied());
        space.is_some_and(|space| course::comes_round(self.document(), &self.drawing.schema, space))
    }

    /// The spaces of the course whose line is shown, else the selection, or the whole course of a single selected space.
    fn course(&self) -> Vec<Key> {
        let shown = self.in_hand().and_then(|space| Course::through(self.document(), &self.drawing.schema, space));
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
    fn paste(&mut self, part: &Document, verb: &str, by: Option<Vec2>) -> Result<(), String> {
        let before: BTreeSet<Key> = self.keys().collect();
        let by = by.unwrap_or(BESIDE * (2.0 * self.places().half));
        let edit = clip::pasted(self.document(), &self.drawing.schema, part, Affine::translate(by), verb)?;
        self.drawing.edit(&edit)?;
        self.selected = self.keys().filter(|key| !before.contains(key)).collect();
        Ok(())
    }

    /// The keys of spaces and decor.
    fn keys(&self) -> impl Iterator<Item = Key> {
        self.document().spaces().iter().chain(self.document().decor()).map(|item| item.key)
    }
}
