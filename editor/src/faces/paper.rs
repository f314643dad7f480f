//! What faces and sheets are drawn with: boxes, lines, words that fit their room, and icons, all as marks.

use emath::{Pos2, Rect, pos2};

use crate::board::art::mark::{self, Ink, Mark, Marks, Text};
use crate::board::fonts::Weight;
use crate::board::letters::{self, BASE};
use crate::board::print::{self, Pen};
use crate::board::shapes::Tile;
use crate::board::{icons, tile};
use crate::looks::{Icon, Rgb, Shape};

/// Where words stand in their room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
}

/// The smallest font as a share of the wanted one; words that need a smaller one are cut.
const SMALLEST: f32 = 0.5;
/// The distance of lines, as a multiple of the font size.
const LINE: f32 = 1.22;

/// Marks that are being made.
#[derive(Clone, Debug, Default)]
pub struct Paper {
    pub marks: Vec<Mark>,
    /// The texts that are cut because they don't fit even in small letters.
    pub cut: Vec<String>,
}

impl Paper {
    /// Draws a frame with rounded corners.
    pub fn boxed(&mut self, place: Rect, round: f32, fill: Option<Rgb>, edge: Option<(f32, Rgb)>) {
        if place.is_negative() {
            return;
        }
        let round = round.min(place.width() / 2.0).min(place.height() / 2.0);
        let path = mark::rounded(place.min, place.size(), round);
        let line = edge.and_then(|(width, colour)| Mark::line(path.clone(), width, Ink::of(colour)).line);
        self.marks.push(Mark { path, fill: fill.map(Ink::of), line, ..Mark::default() });
    }

    pub fn line(&mut self, way: &[Pos2], width: f32, colour: Rgb) {
        self.marks.push(Mark::line(mark::path(way, false), width, Ink::of(colour)));
    }

    pub fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, (width, edge): (f32, Rgb)) {
        let path = mark::disc(at, radius);
        let line = Mark::line(path.clone(), width, Ink::of(edge)).line;
        self.marks.push(Mark { path, fill: Some(Ink::of(fill)), line, ..Mark::default() });
    }

    pub fn shape(&mut self, shape: Shape, at: Pos2, radius: f32, fill: Rgb, (width, edge): (f32, Rgb)) {
        print::shape(&mut Marks(&mut self.marks), shape, at, radius, fill, Some(Pen { width, colour: edge }));
    }

    pub fn width(&self, text: &str, font: f32, weight: Weight) -> f32 {
        letters::width(text, font, weight)
    }

    /// Writes a line in the middle of its room's height, as large as fits. What doesn't fit even in small letters is cut.
    pub fn fitted(&mut self, text: &str, room: Rect, font: f32, weight: Weight, colour: Rgb, align: Align) {
        if text.is_empty() || room.is_negative() || room.height() <= 0.0 {
            return;
        }
        let font = font.min(room.height() * 1.1);
        let wide = letters::width(text, 1.0, weight).max(0.001);
        let fitting = (room.width() / wide).min(font).max(font * SMALLEST);
        let whole = text;
        let text = cut(text, room.width(), fitting, weight);
        self.note(whole, text == whole);
        let wide = letters::width(&text, fitting, weight);
        let left = match align {
            Align::Left => room.left(),
            Align::Middle => room.center().x - wide / 2.0,
            Align::Right => room.right() - wide,
        };
        let at = pos2(left, room.center().y + fitting * BASE);
        Text { text: &text, at, font: fitting, weight, colour, apart: 0.0 }.print(&mut self.marks);
    }

    /// Writes a text in as many lines as it takes, in the largest of these sizes that fits; the last one is cut where it doesn't.
    pub fn paragraph(&mut self, text: &str, room: Rect, sizes: &[f32], colour: Rgb) {
        let Some(last) = sizes.last() else { return };
        if room.is_negative() || room.height() <= 0.0 {
            return;
        }
        let lines = |font: f32| wrapped(text, room.width(), font);
        let fits = |font: &&f32| lines(**font).len() as f32 * **font * LINE <= room.height();
        let font = sizes.iter().find(fits).unwrap_or(last);
        let most = ((room.height() / (font * LINE)) as usize).max(1);
        let mut lines = lines(*font);
        self.note(text, lines.len() <= most && lines.join(" ").split(' ').eq(text.split_whitespace()));
        if lines.len() > most {
            lines.truncate(most);
            lines.last_mut().into_iter().for_each(|line| line.push('…'));
        }
        for (n, line) in lines.iter().enumerate() {
            let at = pos2(room.left(), room.top() + (n as f32 + 0.5) * font * LINE + font * BASE);
            Text { text: line, at, font: *font, weight: Weight::Regular, colour, apart: 0.0 }.print(&mut self.marks);
        }
    }

    /// Notes whether all of a text is written.
    fn note(&mut self, text: &str, is_whole: bool) {
        if !is_whole {
            self.cut.push(text.to_owned());
        }
    }

    /// Draws an icon this wide. An outline that closes around all of it is filled, so that it is seen from afar; `ground` is what lies below.
    pub fn icon(&mut self, icon: &Icon, at: Pos2, width: f32, ink: Rgb, ground: Rgb) {
        let lines = if let Icon::Other(name) = icon { icons::lines(name) } else { None };
        match (icon, lines) {
            (Icon::Shape(shape), _) => print::shape(&mut Marks(&mut self.marks), *shape, at, width * 0.4, ink, None),
            (_, Some(lines)) => {
                let fills = is_filled(icon);
                for line in lines {
                    let way: Vec<Pos2> = line.iter().map(|corner| at + corner.to_vec2() * (width / 2.0)).collect();
                    let is_closed = closes(line);
                    if span(line) < DOT {
                        self.marks.push(Mark::fill(mark::disc(way[0], width * 0.065), Ink::of(ink)));
                        continue;
                    }
                    let edge = Mark::line(mark::path(&way, is_closed), width * 0.08, Ink::of(ink));
                    self.marks.push(Mark { fill: (fills && is_closed).then_some(Ink::of(ink)), ..edge });
                }
            }
            _ => {
                let place = Tile { half: width * 0.62, ..Tile::upright(at) };
                tile::icon(&mut Marks(&mut self.marks), &place, icon, ink, print::between(ink, ground, 0.2));
            }
        }
    }
}

/// Lines of icons that are shorter are dots; the wide ones may hold a number. Icons are 2 wide.
const DOT: f32 = 0.1;
const WIDE: f32 = 1.2;

fn span(line: &[Pos2]) -> f32 {
    Rect::from_points(line).size().max_elem()
}

fn closes(line: &[Pos2]) -> bool {
    line.len() > 3 && line[0].distance(line[line.len() - 1]) < 0.05
}

/// Whether an icon is drawn filled: it has one closed outline, and nothing inside that would be lost.
pub fn is_filled(icon: &Icon) -> bool {
    let Icon::Other(name) = icon else { return matches!(icon, Icon::Shape(_)) };
    let Some(lines) = icons::lines(name) else { return false };
    let (closed, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| closes(line));
    let [outline] = closed[..] else { return false };
    let frame = Rect::from_points(outline).shrink(0.1);
    span(outline) >= WIDE && others.iter().all(|line| !frame.contains_rect(Rect::from_points(line)))
}

/// As much of a line as fits, with dots where it is cut.
fn cut(text: &str, width: f32, font: f32, weight: Weight) -> String {
    if letters::width(text, font, weight) <= width * 1.001 {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if letters::width(&shorter, font, weight) <= width {
            return shorter;
        }
    }
    "…".to_owned()
}

/// The lines of a text. A word that is wider than a line is cut.
pub fn wrapped(text: &str, width: f32, font: f32) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| letters::width(longer, font, Weight::Regular) <= width) {
            Some(longer) => lines.iter_mut().last().into_iter().for_each(|line| line.clone_from(&longer)),
            None => lines.push(cut(word, width, font, Weight::Regular)),
        }
    }
    lines
}
