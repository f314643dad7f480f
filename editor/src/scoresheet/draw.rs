//! Draws a score sheet in millimetres, as wide as there is room: blocks one below the other, and small ones side by side. All letters keep
//! their size, whatever the width.

use emath::{Pos2, Rect, Vec2, pos2, vec2};
use interpreter::reading::What;

use super::{Body, Count, Entry, Labelled, Part, ScoreSheet, Sign, State};
use crate::board::art::mark::Mark;
use crate::board::fonts::Weight;
use crate::board::letters::width;
use crate::board::print::between;
use crate::board::vision::contrast;
use crate::faces::paper::{Align, Paper, wrapped};
use crate::looks::{Rgb, Shape};

mod grid;
mod scale;
mod table;
mod ticks;

/// The drawing of a sheet.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pub size: Vec2,
    pub marks: Vec<Mark>,
    pub spots: Vec<Spot>,
    /// Where the tokens of the player stand. They are no marks: whoever shows the sheet puts them there.
    pub pawns: Vec<Pawn>,
}

/// A place with something to read.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub place: Rect,
    /// What it is: `Heart rate`.
    pub title: String,
    /// The same with what it says: `Heart rate: 6 of 15`.
    pub told: String,
    pub what: Option<What>,
}

/// A token on a meter.
#[derive(Clone, Debug, PartialEq)]
pub struct Pawn {
    pub at: Pos2,
    pub radius: f32,
    /// The number where it stands.
    pub text: String,
}

/// Font sizes: titles, what is read, and what is small.
const TITLE: f32 = 4.0;
const TEXT: f32 = 3.5;
const SMALL: f32 = 3.1;
/// The height of a line with boxes in it, and the room between blocks.
const LINE: f32 = 6.4;
const GAP: f32 = 2.2;
/// The side of a box, and the room between two.
const BOX: (f32, f32) = (4.4, 0.9);
const EDGE: f32 = 0.3;
const INK: Rgb = [0x1c, 0x24, 0x2c];
const WEAK: Rgb = [0x56, 0x62, 0x6c];
const SOFT: Rgb = [0xec, 0xf1, 0xf6];
const WHITE: Rgb = [0xff; 3];

/// Draws all of a sheet.
pub fn draw(sheet: &ScoreSheet, width: f32) -> Drawn {
    Desk::new(width, false).sheet(sheet)
}

/// Draws a sheet in as little height as can be, without titles above its meters and without notes.
pub fn draw_slim(sheet: &ScoreSheet, width: f32) -> Drawn {
    Desk::new(width, true).sheet(sheet)
}

impl Drawn {
    /// The marks of a sheet that is filled in: with a disc of this colour where each token stands.
    pub fn with_pawns(&self, colour: Rgb) -> Vec<Mark> {
        let mut paper = Paper { marks: self.marks.clone(), ..Paper::default() };
        for pawn in &self.pawns {
            paper.disc(pawn.at, pawn.radius, colour, (0.5, between(colour, [0; 3], 0.6)));
            let room = Rect::from_center_size(pawn.at, Vec2::splat(pawn.radius * 1.4));
            paper.fitted(&pawn.text, room, TEXT, Weight::Bold, contrast(colour), Align::Middle);
        }
        paper.marks
    }
}

/// A drawing that is being made.
struct Desk {
    paper: Paper,
    spots: Vec<Spot>,
    pawns: Vec<Pawn>,
    width: f32,
    is_slim: bool,
    /// Where the next block begins, and how far the line of small ones has come.
    top: f32,
    left: f32,
}

impl Desk {
    fn new(width: f32, is_slim: bool) -> Desk {
        let width = if width.is_finite() { width.clamp(30.0, 2_000.0) } else { 30.0 };
        Desk { paper: Paper::default(), spots: vec![], pawns: vec![], width, is_slim, top: 0.0, left: 0.0 }
    }

    fn sheet(mut self, sheet: &ScoreSheet) -> Drawn {
        for part in &sheet.parts {
            match &part.body {
                Body::Boxes(count) => self.count(part, count),
                Body::Values(values) => values.iter().for_each(|value| self.labelled(value)),
                body => {
                    self.end_line();
                    match body {
                        Body::Scale(scale) => self.scale(part, scale),
                        Body::Table(table) => self.table(part, table),
                        Body::Grid(grid) => self.grid(part, grid),
                        Body::Ticks(ticks) => self.ticks(part, ticks),
                        Body::Boxes(_) | Body::Values(_) => {}
                    }
                    self.note(&part.note);
                    self.top += GAP;
                }
            }
        }
        self.end_line();
        let size = vec2(self.width, (self.top - GAP).max(0.0));
        Drawn { size, marks: self.paper.marks, spots: self.spots, pawns: self.pawns }
    }

    /// Ends a line of small blocks.
    fn end_line(&mut self) {
        if self.left > 0.0 {
            (self.top, self.left) = (self.top + LINE + GAP, 0.0);
        }
    }

    /// A place of this width in the line of small blocks.
    fn place(&mut self, wide: f32) -> Rect {
        if self.left > 0.0 && self.left + wide > self.width {
            (self.top, self.left) = (self.top + LINE + GAP * 0.5, 0.0);
        }
        let place = Rect::from_min_size(pos2(self.left, self.top), vec2(wide.min(self.width), LINE));
        self.left += wide + 2.0 * GAP;
        place
    }

    fn spot(&mut self, place: Rect, title: &str, told: String, what: Option<What>) {
        self.spots.push(Spot { place, title: title.to_owned(), told, what });
    }

    /// Writes the title of a block in a line of its own.
    fn title(&mut self, part: &Part) {
        if part.title.is_empty() {
            return;
        }
        let line = Rect::from_min_size(pos2(0.0, self.top), vec2(self.width, 5.4));
        self.words_with_icon(part, line, TITLE);
        self.top += 6.2;
    }

    /// Writes a title into a place, behind its icon. Returns where it ends.
    fn words_with_icon(&mut self, part: &Part, place: Rect, font: f32) -> f32 {
        let mut room = place;
        if let Some(icon) = &part.icon {
            let wide = font * 1.35;
            let at = pos2(room.left() + wide / 2.0, room.center().y);
            self.paper.icon(icon, at, wide, part.colour.unwrap_or(INK), WHITE);
            room.min.x += wide + 1.0;
        }
        self.paper.fitted(&part.title, room, font, Weight::Bold, INK, Align::Left);
        room.left() + width(&part.title, font, Weight::Bold).min(room.width())
    }

    fn note(&mut self, note: &str) {
        if note.is_empty() || self.is_slim {
            return;
        }
        let lines = wrapped(note, self.width, SMALL).len() as f32;
        let room = Rect::from_min_size(pos2(0.0, self.top + 0.6), vec2(self.width, lines * SMALL * 1.25));
        self.paper.paragraph(note, room, &[SMALL], WEAK);
        self.top = room.bottom();
    }

    /// Draws a number as a line of boxes behind its title.
    fn count(&mut self, part: &Part, count: &Count) {
        let icon = if part.icon.is_some() { TEXT * 1.35 + 1.0 } else { 0.0 };
        let head = icon + width(&part.title, TEXT, Weight::Bold) + 1.6;
        let boxes = row_of(count.of.max(1), BOX.0);
        let place = self.place(head + boxes);
        let (left, right) = place.split_left_right_at_x(place.right() - boxes.min(place.width() * 0.7));
        self.words_with_icon(part, left, TEXT);
        let sign = Sign { colour: part.colour, icon: part.icon.clone(), shape: None };
        match count.of {
            0 => self.paper.fitted("–", right, TEXT, Weight::Bold, WEAK, Align::Middle),
            of => self.boxes(right, of, &count.value, &sign),
        }
        self.spot(place, &part.title, format!("{}: {} of {}", part.title, said(&count.value), count.of), count.value.what);
    }

    /// Draws a value behind its title.
    fn labelled(&mut self, value: &Labelled) {
        let head = width(&value.title, TEXT, Weight::Regular) + 1.6;
        let wide = self.width_of(&value.value);
        let place = self.place(head + wide);
        let (left, right) = place.split_left_right_at_x(place.right() - wide.min(place.width() * 0.7));
        self.paper.fitted(&value.title, left, TEXT, Weight::Regular, WEAK, Align::Left);
        self.written(right, &value.value, false);
        self.spot(place, &value.title, format!("{}: {}", value.title, said(&value.value)), value.value.what);
    }

    fn width_of(&self, entry: &Entry) -> f32 {
        (width(&entry.text, TEXT, Weight::Bold) + 2.4).clamp(8.0, self.width * 0.5)
    }

    /// Draws a box with what is written in it. What is printed there anyway needs none.
    fn written(&mut self, place: Rect, entry: &Entry, is_printed: bool) {
        if !(is_printed && entry.state == State::Known) {
            self.paper.boxed(place.shrink2(vec2(0.0, 0.2)), 0.9, Some(WHITE), Some((EDGE, INK)));
        }
        let (text, colour) = match entry.state {
            State::Blank => return,
            State::Hidden => ("?", WEAK),
            State::Known => (&*entry.text, INK),
        };
        self.paper.fitted(text, place.shrink2(vec2(0.6, 0.4)), TEXT, Weight::Bold, colour, Align::Middle);
    }

    /// Draws so many boxes, as many of them filled as a value says.
    fn boxes(&mut self, place: Rect, of: usize, value: &Entry, sign: &Sign) {
        let side = BOX.0.min(place.height() * 0.8).min(place.width() / (of.max(1) as f32 * (1.0 + BOX.1 / BOX.0)));
        let step = side * (1.0 + BOX.1 / BOX.0);
        let full = sign.colour.unwrap_or(INK);
        let count = value.number.and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        for n in 0..of {
            let at = pos2(place.left() + step * n as f32 + side / 2.0, place.center().y);
            let (fill, edge) = if n < count { (full, between(full, [0; 3], 0.35)) } else { (WHITE, INK) };
            match sign.shape {
                Some(shape) => self.paper.shape(shape, at, side * 0.5, fill, (EDGE, edge)),
                None => {
                    let square = Rect::from_center_size(at, Vec2::splat(side));
                    self.paper.boxed(square, side * 0.18, Some(fill), Some((EDGE, edge)));
                }
            }
            // Not by colour alone: what is full has a cross on it.
            if n < count {
                self.cross(at, side * 0.24, contrast(full));
            }
        }
        if value.state == State::Hidden {
            self.paper.fitted("?", place, TEXT, Weight::Bold, WEAK, Align::Middle);
        }
    }

    fn cross(&mut self, at: Pos2, half: f32, colour: Rgb) {
        for turn in [1.0, -1.0] {
            let arm = vec2(half, half * turn);
            self.paper.line(&[at - arm, at + arm], half * 0.42, colour);
        }
    }

    /// Draws a tick into a box.
    fn tick(&mut self, place: Rect, state: State, is_in: bool) {
        let square = Rect::from_center_size(place.center(), Vec2::splat(BOX.0.min(place.height())));
        self.paper.boxed(square, 0.8, Some(WHITE), Some((EDGE, INK)));
        let on = |x: f32, y: f32| square.min + vec2(x, y) * square.width();
        match state {
            State::Hidden => self.paper.fitted("?", square, SMALL, Weight::Bold, WEAK, Align::Middle),
            State::Known if is_in => {
                self.paper.line(&[on(0.2, 0.55), on(0.42, 0.78), on(0.84, 0.22)], square.width() * 0.14, INK);
            }
            _ => {}
        }
    }

    fn sign(&mut self, sign: &Sign, at: Pos2, radius: f32) {
        self::sign(&mut self.paper, sign, at, radius);
    }
}

/// Draws the sign of a case: its icon on its colour, or its shape.
pub fn sign(paper: &mut Paper, sign: &Sign, at: Pos2, radius: f32) {
    let Some(colour) = sign.colour else { return };
    let shape = sign.shape.unwrap_or(Shape::Round);
    paper.shape(shape, at, radius, colour, (0.25, between(colour, [0; 3], 0.4)));
    if let Some(icon) = &sign.icon {
        paper.icon(icon, at, radius * 1.3, contrast(colour), colour);
    }
}

/// How wide a row of boxes is.
fn row_of(count: usize, side: f32) -> f32 {
    count as f32 * (side + BOX.1) - BOX.1
}

/// What a screen reader says of a value.
fn said(entry: &Entry) -> &str {
    match entry.state {
        State::Blank => "empty",
        State::Hidden => "hidden",
        State::Known => &entry.text,
    }
}
