//! The drawing table: an open track with the rules that it is drawn for, what is selected, and what is in hand. Everything that the window
//! can ask of it is a [`Deed`]; nothing else changes it.

use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use kurbo::{Point, Vec2};

use super::disk::OnDisk;
use super::document::{Document, Key, List};
use super::edit::Edit;
use super::hand::{Hand, HandKey, Pointer, Settings, Shows, Table, Tool, Want};
use super::history::Drawing;
use super::hit::Places;
use super::palette::Palette;
use super::problems::Checker;
use super::tools::arrange::{self, Align};
use super::tools::select::Mode;
use super::tools::{clip, course, pen, select};

/// How far a duplicate lies beside what it was made of, in sides of a usual space.
const BESIDE: Vec2 = Vec2::new(0.8, 0.8);

/// Everything that can be asked of the drawing table.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// An edit, as a step of its own.
    Edit(Edit),
    /// An edit that belongs to a drag, of a slider or on the board: all with the same number are one step.
    Drag(u64, Edit),
    /// The drag is over.
    EndDrag,
    /// The drag is broken off.
    CancelDrag(u64),
    Take(Tool),
    Settings(Settings),
    Pointer(Pointer),
    Key(HandKey),
    /// What was typed for what the hand asks.
    Answer(String),
    /// A picture to trace over, so many millimetres large: a file beside the track.
    Picture {
        file: String,
        at: Point,
        width: f64,
        height: f64,
    },
    Select(Vec<Key>, Mode),
    SelectAll,
    SelectNone,
    /// Everything of the same kind that says the same in this field as the first thing selected.
    SelectSame(Arc<str>),
    /// The whole course that the first selected space is part of.
    SelectCourse,
    Delete {
        bridging: bool,
    },
    Duplicate,
    /// What [`Desk::copied`] gave, perhaps of another track.
    Paste(String),
    /// In millimetres.
    Nudge(Vec2),
    Align(Align),
    /// Degrees clockwise, round the middle of the selection.
    Turn(f64),
    /// By factors, from the middle of the selection; negative ones mirror.
    Scale(f64, f64),
    CloseLoop,
    ReSpace,
    Reverse,
    /// Ids anew, in order, under the letters of the first.
    Renumber,
    Undo,
    Redo,
    /// Until so many steps are done.
    GoTo(usize),
}

/// An open track.
#[derive(Clone, Debug)]
pub struct Desk {
    pub drawing: Drawing,
    pub on_disk: OnDisk,
    pub checker: Arc<Checker>,
    pub palette: Arc<Palette>,
    pub hand: Hand,
    pub selected: BTreeSet<Key>,
    /// Why the last deed came to nothing, for people.
    pub refused: Option<String>,
    places: Places,
    /// The version that the places are of.
    placed: Option<u64>,
}

impl Desk {
    pub fn new(document: Document, on_disk: OnDisk, checker: Arc<Checker>) -> Desk {
        let palette = Arc::new(Palette::of(&checker.schema, checker.manifest()));
        Desk {
            drawing: Drawing::new(document, checker.schema.clone()),
            on_disk,
            checker,
            palette,
            hand: Hand::default(),
            selected: BTreeSet::new(),
            refused: None,
            places: Places::default(),
            placed: None,
        }
    }

    /// The same track, drawn for other rules: they were edited meanwhile.
    pub fn set_rules(&mut self, checker: Arc<Checker>) {
        self.drawing.schema = checker.schema.clone();
        self.palette = Arc::new(Palette::of(&checker.schema, checker.manifest()));
        self.checker = checker;
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
            self.places = Places::of(self.drawing.document());
            self.placed = Some(self.drawing.version());
        }
        &self.places
    }

    /// The selected things, in the order of the file: of spaces that of progress.
    pub fn chosen(&self) -> Vec<Key> {
        let lists = List::ALL.into_iter().flat_map(|list| self.document().list(list));
        lists.map(|item| item.key).filter(|key| self.selected.contains(key)).collect()
    }

    /// What is selected, as text for the clipboard; `None`: nothing.
    pub fn copied(&self) -> Option<String> {
        let chosen = self.chosen();
        (!chosen.is_empty()).then(|| clip::copied(self.document(), &chosen))
    }

    /// Does what was asked for; where that is refused nothing changes, and [`Desk::refused`] says why.
    pub fn apply(&mut self, deed: Deed) {
        let before = self.drawing.version();
        self.refused = None;
        if let Err(why) = self.make(deed) {
            self.refused = Some(why);
        }
        // What is gone can't be selected.
        if self.drawing.version() != before {
            let document = self.drawing.document();
            let known: BTreeSet<Key> = List::ALL.into_iter().flat_map(|list| document.list(list)).map(|item| item.key).collect();
            self.selected.retain(|key| known.contains(key));
        }
    }

    fn make(&mut self, deed: Deed) -> Result<(), String> {
        let chosen = self.chosen();
        let (document, schema) = (self.drawing.document(), self.drawing.schema.clone());
        let middle =
            || arrange::extent(document, &chosen).map(|frame| frame.center()).ok_or("nothing is selected that has a place");
        let edit = match deed {
            Deed::Edit(edit) => edit,
            Deed::Drag(drag, edit) => return self.drawing.drag(drag, &edit).map(drop),
            Deed::Delete { bridging } => Edit::Remove { keys: chosen, bridging },
            Deed::Nudge(by) => arrange::moved(document, &chosen, by),
            Deed::Align(by) => arrange::aligned(document, &chosen, by).ok_or("select what is to be lined up first")?,
            Deed::Turn(degrees) => arrange::turned(document, &chosen, middle()?, degrees),
            Deed::Scale(x, y) => arrange::scaled(document, &chosen, middle()?, x, y),
            Deed::CloseLoop => {
                course::close(document, &schema, &self.course()).ok_or("select a space of the course that is to come round")?
            }
            Deed::ReSpace => {
                self.spread(&chosen).ok_or("select three spaces or more of a course, each with a place, or one of it")?
            }
            Deed::Reverse => course::reverse(document, &schema, &self.course()),
            Deed::Renumber => Edit::Renumber { letters: course::letters(document, &chosen).into(), keys: chosen },
            other => return self.choose(other, &chosen),
        };
        self.drawing.edit(&edit).map(drop)
    }

    /// Deeds that are no edits by themselves: what is selected and in hand, drags, the clipboard, the history.
    fn choose(&mut self, deed: Deed, chosen: &[Key]) -> Result<(), String> {
        let (document, schema) = (self.drawing.document(), &self.drawing.schema);
        match deed {
            Deed::Drag(drag, edit) => drop(self.drawing.drag(drag, &edit)?),
            Deed::EndDrag => self.drawing.end_drag(),
            Deed::CancelDrag(drag) => {
                self.drawing.cancel_drag(drag);
            }
            Deed::Take(tool) => {
                self.let_go();
                self.hand.take(tool);
            }
            Deed::Pointer(pointer) => return self.wield(|hand, table| hand.pointer(table, pointer)),
            Deed::Key(key) => return self.key(key),
            Deed::Answer(text) => return self.wield(|hand, table| hand.answer(table, &text)),
            Deed::Picture { file, at, width, height } => {
                self.let_go();
                self.hand.take(self.hand.tool);
                self.drawing.edit(&pen::picture(at, &file, width, height, 0.5))?;
            }
            Deed::Settings(settings) => self.hand.settings = settings,
            Deed::Select(keys, mode) => self.selected = select::choose(&self.selected, &keys, mode),
            Deed::SelectAll => self.selected = self.keys().collect(),
            Deed::SelectNone => self.selected.clear(),
            Deed::SelectSame(field) => {
                let first = *chosen.first().ok_or("select a thing first: then all that are like it")?;
                self.selected = select::same(document, schema, first, &field).into_iter().collect();
            }
            Deed::SelectCourse => {
                let first = *chosen.first().ok_or("select a space of the course first")?;
                self.selected = select::course_of(document, schema, first).0.into_iter().collect();
            }
            Deed::Duplicate => {
                let text = self.copied().ok_or("select what is to be doubled first")?;
                self.paste(&text)?;
            }
            Deed::Paste(text) => self.paste(&text)?,
            Deed::Undo => {
                self.drawing.undo();
            }
            Deed::Redo => {
                self.drawing.redo();
            }
            Deed::GoTo(done) => self.drawing.go_to(done),
            // Edits are made above.
            _ => {}
        }
        Ok(())
    }

    /// What the tool in hand shows above the board, and how to go on.
    pub fn shows(&mut self) -> Shows {
        if !self.hand.is_moving() {
            self.places();
        }
        self.hand.shows(&self.table())
    }

    /// What a tool sees.
    fn table(&self) -> Table<'_> {
        Table {
            document: self.drawing.document(),
            schema: &self.drawing.schema,
            places: &self.places,
            selected: &self.selected,
            settings: &self.hand.settings,
            slack: self.hand.slack(),
        }
    }

    /// Lets the hand act, and does what it wants.
    fn wield(&mut self, act: impl FnOnce(&mut Hand, &Table<'_>) -> Vec<Want>) -> Result<(), String> {
        // What moves is no place to snap to, and nothing else is elsewhere.
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
                Want::Edit(edit) => drop(self.drawing.edit(&edit)?),
                Want::Drag(edit) => drop(self.drawing.drag(self.hand.drag, &edit)?),
                Want::EndDrag => {
                    self.drawing.end_drag();
                    self.hand.drag += 1;
                }
                Want::CancelDrag => {
                    self.drawing.cancel_drag(self.hand.drag);
                    self.hand.drag += 1;
                }
                Want::Select(keys) => self.selected = keys,
                Want::SelectNew => self.selected = self.keys().filter(|key| key.0 >= first_new).collect(),
                Want::Refuse(why) => return Err(why),
            }
        }
        Ok(())
    }

    /// A key for the hand; Escape goes down the ladder: what the tool is doing, the tool, the selection.
    fn key(&mut self, key: HandKey) -> Result<(), String> {
        self.places();
        let mut hand = self.hand.clone();
        let wants = hand.key(&self.table(), key);
        self.hand = hand;
        match wants {
            Some(wants) => return self.fulfil(wants),
            None if key == HandKey::Escape && self.hand.tool != Tool::Select => self.hand.take(Tool::Select),
            None if key == HandKey::Escape => self.selected.clear(),
            None => {}
        }
        Ok(())
    }

    /// Ends a drag that is under way where it is.
    fn let_go(&mut self) {
        self.drawing.end_drag();
        self.hand.drag += 1;
    }

    /// Spreads the selected spaces evenly along the courses that they are part of, each lane by itself; one stands for its whole course.
    fn spread(&self, chosen: &[Key]) -> Option<Edit> {
        let (document, schema) = (self.document(), &self.drawing.schema);
        let mut left: BTreeSet<Key> = chosen.iter().copied().collect();
        let mut edits = vec![];
        while let Some(first) = left.pop_first() {
            let (course, is_closed) = select::course_of(document, schema, first);
            let is_meant = |key: &&Key| chosen.len() == 1 || chosen.contains(key);
            let keys: Vec<Key> = course.iter().filter(is_meant).copied().collect();
            left.retain(|key| !keys.contains(key));
            edits.extend(course::re_space(document, &keys, is_closed && keys.len() == course.len()));
        }
        match edits.len() {
            0 | 1 => edits.pop(),
            lanes => Some(Edit::All(format!("re-space {lanes} courses"), edits)),
        }
    }

    /// What is selected, or where that is one space its whole course.
    fn course(&self) -> Vec<Key> {
        match self.chosen().as_slice() {
            [one] => select::course_of(self.document(), &self.drawing.schema, *one).0,
            chosen => chosen.to_vec(),
        }
    }

    fn paste(&mut self, text: &str) -> Result<(), String> {
        let before: BTreeSet<Key> = self.keys().collect();
        let by = BESIDE * (2.0 * self.places().half);
        let edit = clip::pasted(self.document(), text, by)?;
        self.drawing.edit(&edit)?;
        self.selected = self.keys().filter(|key| !before.contains(key)).collect();
        Ok(())
    }

    /// Of spaces and decor.
    fn keys(&self) -> impl Iterator<Item = Key> {
        self.document().spaces().iter().chain(self.document().decor()).map(|item| item.key)
    }
}
