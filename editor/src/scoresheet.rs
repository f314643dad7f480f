//! Score sheets and meters as the manifest declares them: what stands on them in a state, and the same as a drawing in millimetres. The
//! window and every print draw the same marks, filled in or blank.

use interpreter::reading::What;

use crate::looks::{Icon, Rgb, Shape};

pub mod draw;
mod read;

pub use draw::{Drawn, Pawn, Spot, draw, draw_slim};
pub use read::{Eyes, at_questions, blank, fields, is_there, sheet, table};

/// The score sheet of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreSheet {
    pub parts: Vec<Part>,
}

/// One part of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub title: String,
    pub icon: Option<Icon>,
    pub colour: Option<Rgb>,
    pub note: String,
    /// Whether it also stands beside questions.
    pub is_at_questions: bool,
    /// Whether it says the same of all players.
    pub is_shared: bool,
    pub body: Body,
}

/// What a part shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Scale(Scale),
    Boxes(Count),
    Values(Vec<Labelled>),
    Table(Table),
    Grid(Grid),
    Ticks(Vec<Tick>),
}

/// What is written in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub state: State,
    pub text: String,
    /// The value as a number, if there is one that may be read.
    pub number: Option<i32>,
    pub sign: Sign,
    /// What it is a value of, if *Why* can be asked about it.
    pub what: Option<What>,
}

/// Whether there is anything to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing is written there yet.
    #[default]
    Blank,
    /// Not for these eyes.
    Hidden,
    Known,
}

/// The look of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sign {
    pub colour: Option<Rgb>,
    pub icon: Option<Icon>,
    pub shape: Option<Shape>,
}

/// A number on a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The first step and the last one.
    pub low: i32,
    pub high: i32,
    pub value: Entry,
    /// In order; the first begins at the first step.
    pub zones: Vec<Stretch>,
    pub marks: Vec<ScaleMark>,
    /// From the first zone to the last.
    pub colours: Vec<Rgb>,
}

/// A zone of a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub from: i32,
    pub title: String,
}

/// A sign at a step.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleMark {
    pub at: Entry,
    pub title: String,
    pub sign: Sign,
}

/// A number as boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    pub value: Entry,
    pub of: usize,
}

/// A value with what it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    pub title: String,
    pub value: Entry,
}

/// A table of a player's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub head: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub title: String,
    pub cells: Cells,
    pub sign: Sign,
}

/// How the values of a column are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    Value,
    /// So many boxes.
    Boxes(usize),
    /// A circle for each of these values, with its words.
    Circles(Vec<(i32, String)>),
    /// A box that is ticked or not.
    Tick,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    pub is_now: bool,
    /// What stands there instead of cells.
    pub words: String,
    /// By column.
    pub cells: Vec<Entry>,
}

/// A table of the rules: values by one key or two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub keys: Vec<(String, Sign)>,
    /// The first key, of tables that have two, and what it is called.
    pub rows: Vec<String>,
    pub corner: String,
    /// By row, and in it by key.
    pub values: Vec<Vec<Entry>>,
}

impl Grid {
    /// Says what its keys are: the first one above the names of rows, the other, or the only one, before each key.
    fn called(mut self, keys: &[impl AsRef<str>]) -> Grid {
        let mut keys = keys.iter().map(AsRef::as_ref);
        if !self.rows.is_empty() {
            self.corner = keys.next().unwrap_or_default().to_owned();
        }
        if let Some(name) = keys.next() {
            self.keys.iter_mut().for_each(|(key, _)| *key = format!("{name} {key}"));
        }
        self
    }
}

/// Something that can be ticked off.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub name: String,
    pub sign: Sign,
    /// Its number: `15` points.
    pub number: String,
    pub state: State,
    pub is_in: bool,
    pub what: Option<What>,
}
