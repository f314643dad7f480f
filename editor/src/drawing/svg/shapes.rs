//! The shapes of an SVG in few bytes: hundredths of a millimetre, each place measured from the one before it. What is drawn again elsewhere,
//! or in another colour, is written once.

use std::collections::BTreeMap;
use std::fmt::Write;

use emath::Pos2;
use kurbo::{BezPath, PathEl, Point, Shape as _};

use super::short;
use crate::board::art::Mark;
use crate::board::art::mark::{Ink, Line, Said};
use crate::board::fonts::Font;
use crate::looks::{Picture, hex};
use crate::words::escaped;

/// What is drawn, from below.
#[derive(Default)]
pub struct Shapes {
    pieces: Vec<Piece>,
    /// What is said by letters that can't be seen, if that is wanted.
    said: Option<String>,
}

enum Piece {
    Shape(Shape),
    Element(String),
    /// An icon of the designer's own, its middle and half its side.
    Picture(Picture, (f32, f32), f32),
}

struct Shape {
    path: Path,
    paint: String,
    /// Whether it is drawn together with the shape before it, wherever that is drawn.
    joins: bool,
}

/// A path, written from its first place on.
struct Path {
    first: Point,
    text: String,
    /// In hundredths of a millimetre from the first place: where the pen is, and where its line began.
    pen: [i64; 2],
    began: [i64; 2],
    /// The command that goes without saying.
    command: char,
}

/// Shapes that are drawn together: their paths, their colours, and their places from that of the first.
type Group<'s> = Vec<(&'s str, &'s str, [i64; 2])>;

/// About how many bytes it takes to draw something again.
const AGAIN: usize = 34;

impl Shapes {
    /// No shapes yet; with `letters`, the words of marks are written as letters that can't be seen, too.
    pub fn new(letters: bool) -> Shapes {
        Shapes { pieces: vec![], said: letters.then(String::new) }
    }

    pub fn mark(&mut self, mark: &Mark) {
        if let Some(said) = &mark.says {
            self.say(said, said.at, 0.0);
        }
        if let Some(picture) = &mark.picture {
            let frame = mark.path.bounding_box();
            let middle = frame.center();
            return self.picture(picture.clone(), (middle.x as f32, middle.y as f32), frame.width() as f32 / 2.0);
        }
        self.shape(&mark.path, mark.fill, mark.line.as_ref());
        if let (true, Some(Piece::Shape(shape))) = (mark.joins, self.pieces.last_mut()) {
            shape.joins = true;
        }
    }

    pub fn shape(&mut self, path: &BezPath, fill: Option<Ink>, line: Option<&Line>) {
        let Some(PathEl::MoveTo(first)) = path.elements().first().copied() else { return };
        let paint = paint(fill, line);
        let mut written = Path { first, text: String::new(), pen: [0; 2], began: [0; 2], command: ' ' };
        path.iter().skip(1).for_each(|part| written.add(part));
        self.pieces.push(Piece::Shape(Shape { path: written, paint, joins: false }));
    }

    pub fn picture(&mut self, picture: Picture, at: (f32, f32), half: f32) {
        self.pieces.push(Piece::Picture(picture, at, half));
    }

    /// Writes words as letters that can't be seen, if that is wanted; they are turned around a place by so many degrees.
    pub fn say(&mut self, said: &Said, around: Pos2, turn: f32) {
        let Some(all) = &mut self.said else { return };
        let (x, y) = (short(said.at.x), short(said.at.y));
        let turned = format!(" transform=\"rotate({} {} {})\"", short(turn), short(around.x), short(around.y));
        let turned = if turn == 0.0 { "" } else { &turned };
        let (size, family, text) = (short(said.font), Font::Board(said.weight).family(), escaped(&said.text));
        let _ = writeln!(
            all,
            "<text x=\"{x}\" y=\"{y}\"{turned} font-size=\"{size}\" font-family=\"{family}\" fill-opacity=\"0\">{text}</text>"
        );
    }

    pub fn element(&mut self, text: String) {
        self.pieces.push(Piece::Element(text));
    }

    /// Writes it all. The ids of what is drawn again begin with `prefix`.
    pub fn write(&self, svg: &mut String, prefix: &str) {
        let chunks = || self.pieces.chunk_by(|_, next| matches!(next, Piece::Shape(shape) if shape.joins));
        let mut groups: BTreeMap<Group<'_>, usize> = BTreeMap::new();
        chunks().filter(|chunk| chunk.len() > 1).for_each(|chunk| *groups.entry(group(chunk)).or_default() += 1);
        groups.retain(|_, count| *count > 1);
        let mut paths: BTreeMap<&str, usize> = BTreeMap::new();
        for group in chunks().map(group).filter(|group| !groups.contains_key(group)) {
            group.into_iter().for_each(|(path, ..)| *paths.entry(path).or_default() += 1);
        }
        paths.retain(|path, count| (*count - 1) * path.len() > *count * AGAIN);
        let mut again = Again { prefix, defs: String::new(), paths: BTreeMap::new(), groups: BTreeMap::new() };
        let mut body = String::new();
        for chunk in chunks() {
            match chunk {
                [Piece::Element(text)] => body.push_str(text),
                [Piece::Picture(picture, at, half)] => super::icon(svg, &mut body, picture, *at, *half),
                _ => {}
            }
            let (shapes, group) = (chunk.iter().filter_map(shape), group(chunk));
            let Some(first) = chunk.iter().find_map(shape) else { continue };
            if groups.contains_key(&group) {
                let id = again.group(group);
                let [x, y] = first.path.at().map(number);
                let _ = writeln!(body, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
                continue;
            }
            for Shape { path, paint, .. } in shapes {
                let [x, y] = path.at().map(number);
                let _ = if paths.contains_key(&*path.text) {
                    writeln!(body, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"{paint}/>", again.path(&path.text))
                } else {
                    writeln!(body, "<path d=\"M{x} {y}{}\"{paint}/>", path.text)
                };
            }
        }
        if !again.defs.is_empty() {
            let _ = write!(svg, "<defs>\n{}</defs>\n", again.defs);
        }
        svg.push_str(&body);
        self.said.iter().for_each(|said| svg.push_str(said));
    }
}

/// What is drawn again, with the ids that it has got.
struct Again<'s> {
    prefix: &'s str,
    defs: String,
    paths: BTreeMap<&'s str, String>,
    groups: BTreeMap<Group<'s>, String>,
}

impl<'s> Again<'s> {
    fn next(&self) -> String {
        format!("{}{}", self.prefix, self.paths.len() + self.groups.len())
    }

    fn path(&mut self, path: &'s str) -> String {
        let next = self.next();
        let is_new = !self.paths.contains_key(path);
        if is_new {
            let _ = writeln!(self.defs, "<path id=\"{next}\" d=\"M0 0{path}\"/>");
        }
        self.paths.entry(path).or_insert(next).clone()
    }

    fn group(&mut self, group: Group<'s>) -> String {
        let next = self.next();
        if !self.groups.contains_key(&group) {
            let _ = writeln!(self.defs, "<g id=\"{next}\">");
            for (path, paint, at) in &group {
                let [x, y] = at.map(number);
                let _ = writeln!(self.defs, "<path d=\"M{x} {y}{path}\"{paint}/>");
            }
            self.defs.push_str("</g>\n");
        }
        self.groups.entry(group).or_insert(next).clone()
    }
}

fn shape(piece: &Piece) -> Option<&Shape> {
    if let Piece::Shape(shape) = piece { Some(shape) } else { None }
}

fn group(pieces: &[Piece]) -> Group<'_> {
    let first = pieces.iter().find_map(shape).map(|shape| shape.path.at()).unwrap_or_default();
    let from_first = |at: [i64; 2]| [at[0] - first[0], at[1] - first[1]];
    pieces.iter().filter_map(shape).map(|shape| (&*shape.path.text, &*shape.paint, from_first(shape.path.at()))).collect()
}

impl Path {
    /// Where it begins, in hundredths of a millimetre.
    fn at(&self) -> [i64; 2] {
        [self.first.x, self.first.y].map(hundredths)
    }

    fn add(&mut self, part: PathEl) {
        match part {
            PathEl::MoveTo(at) => {
                self.command = ' ';
                self.lead('m', &[at]);
                (self.command, self.began) = ('l', self.pen);
            }
            PathEl::LineTo(at) => self.lead('l', &[at]),
            PathEl::QuadTo(a, at) => self.lead('q', &[a, at]),
            PathEl::CurveTo(a, b, at) => self.lead('c', &[a, b, at]),
            PathEl::ClosePath => {
                self.text.push('z');
                (self.command, self.pen) = (' ', self.began);
            }
        }
    }

    /// Leads the pen to the last of these places.
    fn lead(&mut self, command: char, places: &[Point]) {
        if self.command != command {
            self.text.push(command);
            self.command = command;
        }
        let from = self.pen;
        for at in places {
            // What lies elsewhere is the same from its first place on.
            self.pen = [at.x - self.first.x, at.y - self.first.y].map(hundredths);
            for n in [0, 1] {
                let number = number(self.pen[n] - from[n]);
                if self.text.ends_with(|c: char| c.is_ascii_digit()) && !number.starts_with('-') {
                    self.text.push(' ');
                }
                self.text.push_str(&number);
            }
        }
    }
}

fn hundredths(millimetres: f64) -> i64 {
    (millimetres * 100.0).round() as i64
}

/// Writes hundredths of a millimetre in millimetres: `12`, `-.5`.
fn number(hundredths: i64) -> String {
    let (sign, whole, part) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs() / 100, hundredths.abs() % 100);
    match (whole, part) {
        (whole, 0) => format!("{}{whole}", if whole == 0 { "" } else { sign }),
        (0, part) => format!("{sign}.{part:02}").trim_end_matches('0').to_owned(),
        (whole, part) => format!("{sign}{whole}.{part:02}").trim_end_matches('0').to_owned(),
    }
}

/// The colours of a shape, as attributes.
pub fn paint(fill: Option<Ink>, line: Option<&Line>) -> String {
    let ink = |name: &str, Ink { colour, opacity }: Ink| {
        let see_through = if opacity < 1.0 { format!(" {name}-opacity=\"{}\"", short(opacity)) } else { String::new() };
        format!(" {name}=\"{}\"{see_through}", hex(colour))
    };
    let fill = fill.map_or_else(|| " fill=\"none\"".to_owned(), |fill| ink("fill", fill));
    let line = line.map(|line| {
        let dash: Vec<String> = line.dash.iter().map(|length| short(*length).to_string()).collect();
        let dash = if dash.is_empty() { dash.concat() } else { format!(" stroke-dasharray=\"{}\"", dash.join(" ")) };
        let round = if line.is_round { " stroke-linecap=\"round\"" } else { "" };
        format!("{} stroke-width=\"{}\"{dash}{round}", ink("stroke", line.ink), short(line.width))
    });
    fill + &line.unwrap_or_default()
}
