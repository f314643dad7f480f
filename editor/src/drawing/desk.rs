//! The drawing table: an open track with the rules it is drawn for, the selection, and the tool in hand. Everything that the window can ask
//! of it is a [`Deed`]; nothing else changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use kurbo::{Affine, Point, Vec2};

use super::courses::{Beside, Course, fitted};
use super::decor::sort;
use super::disk::OnDisk;
use super::document::{Document, Item, Key, List};
use super::edit::Edit;
use super::fields::rounded;
use super::fit;
use super::hand::{self, Hand, HandKey, PointerIs, Tool, Want};
use super::history::{Before, Drawing};
use super::hit::Places;
use super::layers;
use super::on_table::{self, Hold};
use super::palette::Palette;
use super::problems::Checker;
use super::schema::Link;
use super::shapes;
use super::tiles;
use super::tools::{arrange, clip, course, fill, insert, pen, select};

use crate::board::{Board, art};

mod aftermath;
mod choose;
mod deed;
mod wield;

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
        self.drawing.set_schema(checker.schema.clone());
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

    /// The side of spaces that don't give their own, in millimetres. While things are moved it stays as it was, because it depends on how
    /// far apart most spaces are.
    pub fn usual_size(&mut self) -> f64 {
        if !self.is_moving() {
            self.places();
        }
        self.places.half * 2.0
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
        let is_released = matches!(&deed, Deed::Pointer(pointer) if pointer.is == PointerIs::Released);
        let drops = is_released && self.hand.tool == Tool::Select;
        let counts = drops || self.hand.tool == Tool::Space || matches!(deed, Deed::Delete { bridging: true } | Deed::Insert);
        let drawn = counts.then(|| self.document().clone());
        if let Err(why) = self.make(deed) {
            self.refuse(why);
        }
        if let Some(drawn) = drawn.filter(|_| self.drawing.version() != before) {
            self.told = aftermath::counted_on(&drawn, self.document());
            self.crowded = tiles::without_room(&drawn, self.document(), (&self.drawing.schema, self.manifest()), None);
        }
        if is_new && self.drawing.steps().1 > done {
            self.selected_before.insert(done, selected);
        }
        let only_moves = is_pointer && self.hand.is_moving();
        if self.drawing.version() != before && !only_moves {
            self.keep_known();
        }
        if !only_moves && (is_released || self.drawing.version() != before) {
            self.drawing.name_anew();
        }
    }

    /// Says why something can't be done.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.refused = Some(why.into());
        self.refusals += 1;
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
                let first_new = self.document().next_key;
                self.fulfil(vec![Want::Edit(edit)])?;
                // Of a row, one: the next comes in behind it.
                let new = self.document().spaces().iter().map(|space| space.key).find(|key| key.0 >= first_new);
                self.selected = new.into_iter().collect();
                return Ok(());
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
        let to_page = frames.len() == 1 || self.hand.settings.aids.aligns_to_page;
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
                    true => {
                        let edit = insert::deleted(document, &schema, keys.clone());
                        return self.drawing.take_out(&edit, &keys.into_iter().collect()).map(drop);
                    }
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
                let edit = course::close(document, (&schema, self.manifest()), &self.course(), self.hand.settings.is_even)?;
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
}
