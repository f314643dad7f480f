//! What art is made of: filled paths and lines, each in one colour, which the window, SVG and PDF can all draw.

use emath::{Pos2, Vec2};
use kurbo::{BezPath, Point};

use crate::board::fonts::Weight;
use crate::board::letters;
use crate::board::print::{HALO, Pen, Press, Words, drawn};
use crate::looks::{Picture, Rgb};

/// One shape. It is filled where an odd number of its outlines lie around.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    pub path: BezPath,
    pub fill: Option<Ink>,
    pub line: Option<Line>,
    /// A picture that is as large as the path.
    pub picture: Option<Picture>,
    /// Whether it is a part of the same thing as the mark before it: a picture may keep such a thing once, and draw it in many places.
    pub joins: bool,
    /// What it says, if it is letters.
    pub says: Option<Box<Said>>,
}

/// A line of words that are drawn as outlines: with it, a page can be searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    pub text: String,
    /// Where its baseline begins.
    pub at: Pos2,
    pub font: f32,
    pub weight: Weight,
}

/// A colour, and its opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    pub colour: Rgb,
    pub opacity: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub ink: Ink,
    pub width: f32,
    /// Lengths drawn and left out, in turn.
    pub dash: Vec<f32>,
    /// Whether its ends are round.
    pub is_round: bool,
}

impl Ink {
    pub fn of(colour: Rgb) -> Ink {
        Ink { colour, opacity: 1.0 }
    }
}

impl Mark {
    pub fn fill(path: BezPath, ink: Ink) -> Mark {
        Mark { path, fill: Some(ink), ..Mark::default() }
    }

    /// A line with round ends.
    pub fn line(path: BezPath, width: f32, ink: Ink) -> Mark {
        Mark { path, line: Some(Line { ink, width, dash: vec![], is_round: true }), ..Mark::default() }
    }
}

/// The path through points.
pub fn path(points: &[Pos2], is_closed: bool) -> BezPath {
    let mut path = BezPath::new();
    for (n, at) in points.iter().enumerate() {
        let at = Point::new(f64::from(at.x), f64::from(at.y));
        if n == 0 { path.move_to(at) } else { path.line_to(at) }
    }
    if is_closed && !points.is_empty() {
        path.close_path();
    }
    path
}

/// A frame with rounded corners.
pub fn rounded(min: Pos2, size: Vec2, round: f32) -> BezPath {
    let (a, b) = (min, min + size);
    let frame = kurbo::Rect::new(f64::from(a.x), f64::from(a.y), f64::from(b.x), f64::from(b.y));
    kurbo::Shape::to_path(&frame.to_rounded_rect(f64::from(round)), 0.01)
}

pub fn disc(at: Pos2, radius: f32) -> BezPath {
    kurbo::Shape::to_path(&kurbo::Circle::new((f64::from(at.x), f64::from(at.y)), f64::from(radius)), 0.01)
}

/// Draws shadows that get softer outwards, below a line of this width; below a filled shape if it has none.
pub fn shadow(marks: &mut Vec<Mark>, path: &BezPath, width: f32, far: f32, colour: Rgb) {
    let moved = kurbo::Affine::translate((f64::from(far) * 0.7, f64::from(far))) * path.clone();
    for wider in [2.5, 1.5, 0.6] {
        let ink = Ink { colour, opacity: 0.07 };
        let mut mark = Mark::line(moved.clone(), width + wider * far, ink);
        mark.fill = (width == 0.0).then_some(ink);
        marks.push(mark);
    }
}

/// A line of words as outlines.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub text: &'a str,
    /// Where its baseline begins.
    pub at: Pos2,
    pub font: f32,
    pub weight: Weight,
    pub colour: Rgb,
    /// The extra room between letters, as a multiple of the font size.
    pub apart: f32,
}

impl Text<'_> {
    pub fn width(&self) -> f32 {
        let apart = self.apart * self.font * self.text.chars().count().saturating_sub(1) as f32;
        letters::width(self.text, self.font, self.weight) + apart
    }

    pub fn print(&self, marks: &mut Vec<Mark>) {
        let glyphs = letters::outlines(drawn(self.text), self.at, self.font, self.weight, self.apart);
        let path: BezPath = glyphs.into_iter().flatten().collect();
        if !path.is_empty() {
            let says = Said { text: self.text.to_owned(), at: self.at, font: self.font, weight: self.weight };
            marks.push(Mark { says: Some(Box::new(says)), ..Mark::fill(path, Ink::of(self.colour)) });
        }
    }

    /// Prints it with a pale rim that keeps it readable on any ground.
    pub fn print_on(&self, marks: &mut Vec<Mark>, ground: Rgb) {
        let first = marks.len();
        self.print(marks);
        if marks.len() > first {
            let rim = Ink { colour: ground, opacity: 0.85 };
            let path = marks[first].path.clone();
            marks.insert(first, Mark::line(path, self.font * 0.3, rim));
        }
    }
}

/// A printer that makes marks of what is printed.
pub struct Marks<'m>(pub &'m mut Vec<Mark>);

impl Press for Marks<'_> {
    fn polygon(&mut self, corners: &[Pos2], fill: Option<Rgb>, edge: Option<Pen>) {
        let line = edge.and_then(|pen| Mark::line(BezPath::new(), pen.width, Ink::of(pen.colour)).line);
        self.0.push(Mark { path: path(corners, true), fill: fill.map(Ink::of), line, ..Mark::default() });
    }

    fn line(&mut self, way: &[Pos2], pen: Pen, dash: &[f32]) {
        let line = Line { ink: Ink::of(pen.colour), width: pen.width, dash: dash.to_vec(), is_round: false };
        self.0.push(Mark { path: path(way, false), line: Some(line), ..Mark::default() });
    }

    fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>) {
        let line = edge.and_then(|pen| Mark::line(BezPath::new(), pen.width, Ink::of(pen.colour)).line);
        self.0.push(Mark { path: disc(at, radius), fill: Some(Ink::of(fill)), line, ..Mark::default() });
    }

    fn picture(&mut self, picture: &Picture, at: Pos2, half: f32) {
        let square = rounded(at - Vec2::splat(half), Vec2::splat(2.0 * half), 0.0);
        self.0.push(Mark { path: square, picture: Some(picture.clone()), ..Mark::default() });
    }

    fn shade(&mut self, corners: &[Pos2], opacity: f32) {
        self.0.push(Mark::fill(path(corners, true), Ink { colour: [0; 3], opacity }));
    }

    fn words(&mut self, words: Words<'_>) {
        let ink = |colour| Ink { colour, opacity: words.opacity };
        let path: BezPath = words.outlines().into_iter().flatten().collect();
        if !path.is_empty() {
            self.0.extend(words.halo.map(|halo| Mark::line(path.clone(), words.font * HALO, ink(halo))));
            self.0.push(Mark::fill(path, ink(words.colour)));
        }
    }
}
