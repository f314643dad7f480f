//! Looks over a print before it is made: what won't be readable, what can't be told apart, what printers can't do. Each finding has its place.

use std::collections::BTreeMap;
use std::ops::Range;

use emath::{Rect, Vec2, pos2, vec2};
use interpreter::data::manifest::Look;
use interpreter::face;
use interpreter::ir::KindId;
use interpreter::source::{Sources, Span, line_column};

use super::contents::pieces::room;
use super::folder::Source;
use super::typeset::{Placed, drawing_key};
use super::{Game, Order};
use crate::board::vision::{Vision, ratio};
use crate::drawing::picture::Drawn;
use crate::drawing::svg;
use crate::faces;
use crate::figures::words::count;
use crate::paper::{Colours, What};

mod size;

pub use size::{MOST_SHEETS, refused};

/// Something to look at before printing.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub message: String,
    pub place: Option<Place>,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The name of the text: `frogs/cards.ron`.
    pub text: String,
    pub range: Range<usize>,
    /// Its line and column, from 1 on.
    pub at: (usize, usize),
    /// Where it is printed, if that is one place.
    pub spot: Option<Spot>,
}

/// A part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The drawing's [`drawing_key`](super::typeset::drawing_key).
    pub drawing: u64,
    /// As shares of its width and height.
    pub part: Rect,
}

impl Spot {
    /// The page and the place on it where most of this is seen.
    pub fn find(self, drawings: &[Placed]) -> Option<(usize, Rect)> {
        let of_it = drawings.iter().filter(|one| one.key == self.drawing);
        let seen = of_it.filter_map(|one| {
            let size = one.place.size();
            let part = Rect::from_min_max(
                one.place.min + self.part.min.to_vec2() * size,
                one.place.min + self.part.max.to_vec2() * size,
            );
            let seen = part.intersect(one.seen);
            seen.is_positive().then_some((one.page, seen))
        });
        seen.max_by(|a, b| a.1.area().total_cmp(&b.1.area()))
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.text, self.at.0, self.at.1)
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// What most printers leave white at the edges at least, in millimetres.
const LEAST_MARGIN: f64 = 4.0;
/// The diameter of the smallest pawns, cubes and discs that are sold, in millimetres.
pub const PAWN: f64 = 8.0;
/// The least size of letters that are read on a table, in millimetres: five points.
const LETTERS: f64 = 1.75;
/// The least dots per inch of a picture that is printed.
const LEAST_DPI: f64 = 150.0;
/// The least contrast of two areas that are to be told apart.
const APART: f32 = 1.15;
/// As many findings of one kind are listed one by one.
const MOST: usize = 20;
const INCH: f64 = 25.4;

/// Looks over a document.
pub fn check(source: &Source<'_>, game: &Game<'_>, what: What, order: &Order) -> Vec<Finding> {
    let mut all = vec![];
    match what {
        What::Boards => {
            all.extend(margin(order));
            for board in &game.boards {
                all.extend(size::large(board, order));
                all.extend(size::nearly(board, order));
                all.extend(spaces(source, game, board, order));
                all.extend(letters(board, order));
                all.extend(pictures(source, board, order));
                all.extend(board.measures.left_out.iter().map(|why| Finding { message: why.clone(), place: None }));
            }
        }
        What::Pieces => all.extend(pieces(game, order)),
        What::Cards => {
            all.extend(margin(order));
            all.extend(cards(source, order));
        }
        _ => {}
    }
    if order.colours == Colours::Grey && matches!(what, What::Boards | What::Cards) {
        all.extend(greys(source));
    }
    all
}

/// Margins that most printers can't print into.
fn margin(order: &Order) -> Option<Finding> {
    let message = format!(
        "the margin is {} mm: most printers leave {LEAST_MARGIN} mm or more white, and cut off what lies there",
        short(order.margin)
    );
    (order.margin < LEAST_MARGIN).then_some(Finding { message, place: None })
}

/// Spaces on which no pawn finds room.
fn spaces(source: &Source<'_>, game: &Game<'_>, board: &Drawn, order: &Order) -> Option<Finding> {
    let small = || board.measures.spaces.iter().filter(|(_, _, side)| side * order.scale < PAWN - 0.01);
    let (id, name, side) = small().min_by(|a, b| a.2.total_cmp(&b.2))?;
    let message = format!(
        "{} narrower than a pawn of {PAWN} mm: {name}, for one, is {} mm wide as printed",
        match small().count() {
            1 => "one space is".to_owned(),
            n => format!("{n} spaces are"),
        },
        (side * order.scale * 10.0).floor() / 10.0
    );
    let sheet = vec2(board.sheet.width as f32, board.sheet.height as f32);
    let spot = game.board.spaces.iter().find(|space| space.id == *id).map(|space| {
        let part = Rect::from_center_size(space.tile.at, Vec2::splat(2.0 * space.tile.half));
        let part = Rect::from_min_max((part.min.to_vec2() / sheet).to_pos2(), (part.max.to_vec2() / sheet).to_pos2());
        Spot { drawing: drawing_key(order.colours.of(&board.svg).as_bytes()), part }
    });
    let place = in_track(source, &format!("\"{id}\"")).map(|place| Place { spot, ..place });
    Some(Finding { message, place })
}

/// Pieces to cut out that no space of the board holds.
fn pieces(game: &Game<'_>, order: &Order) -> Option<Finding> {
    let room = room(game, order)?;
    let message = format!(
        "pieces to cut out are {PAWN} mm wide, and the smallest space is {} mm wide as printed: they stand over its edges",
        short(room)
    );
    (room < PAWN - 0.01).then_some(Finding { message, place: None })
}

/// Letters that nobody can read.
fn letters(board: &Drawn, order: &Order) -> Option<Finding> {
    let small = || board.measures.letters.iter().filter(|(_, size)| size * order.scale < LETTERS - 0.01);
    let (text, size) = small().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let message = format!(
        "{} too small to be read on a table: the smallest letters, of {text}, have {} points as printed",
        match small().count() {
            1 => "one line is".to_owned(),
            n => format!("{n} lines are"),
        },
        short(size * order.scale / INCH * 72.0)
    );
    Some(Finding { message, place: None })
}

/// Pictures that are too coarse for the size at which they are printed.
fn pictures(source: &Source<'_>, board: &Drawn, order: &Order) -> Vec<Finding> {
    let coarse = |(file, (width, height)): &(std::path::PathBuf, (f64, f64))| {
        let name = file.file_name()?.to_string_lossy().into_owned();
        let place = in_track(source, &name);
        let Ok(pixels) = imagesize::size(file) else {
            return Some(Finding { message: format!("the picture {name} can't be read"), place });
        };
        let dpi = |pixels: usize, mm: f64| pixels as f64 / (mm * order.scale / INCH).max(f64::MIN_POSITIVE);
        let dpi = dpi(pixels.width, *width).min(dpi(pixels.height, *height));
        let message =
            format!("the picture {name} has {} dots per inch as printed; {LEAST_DPI} or more look sharp", dpi.floor().max(1.0));
        (dpi < LEAST_DPI).then_some(Finding { message, place })
    };
    board.measures.pictures.iter().filter_map(coarse).collect()
}

/// Cards with text that doesn't fit, without any text, or that look like others.
fn cards(source: &Source<'_>, order: &Order) -> Vec<Finding> {
    let (program, manifest) = (source.program, &source.ruleset.manifest);
    let mut all = vec![];
    for n in (0..program.ir.kinds.len()).filter(|n| program.ir.kinds[*n].is_card) {
        let (kind, rows) = (KindId(n as u16), &program.rows[n]);
        let (mut cut, mut bare, mut alike) = (vec![], vec![], vec![]);
        let mut is_told = false;
        let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
        for card in (0..rows.len()).filter(|card| usize::from(rows.first[*card]) == *card) {
            let face = faces::front(program, manifest, kind, card);
            let title = faces::title(program, manifest, kind, card);
            let place = rows.spans.get(card).map(|span| in_text(&source.ruleset.sources, *span));
            let finding = |message: String| {
                let svg = order.colours.of(&svg::of_marks(face.size, &face.marks, true));
                let spot =
                    Spot { drawing: drawing_key(svg.as_bytes()), part: Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)) };
                Finding { message, place: place.clone().map(|place| Place { spot: Some(spot), ..place }) }
            };
            if let Some(text) = face.cut.first() {
                cut.push(finding(format!("on the card {title}, this doesn't fit and is cut: {text}")));
            }
            // What a card is called is no text of its own.
            let says = |text: String| !text.trim().is_empty() && text != title;
            if face::facts(program, kind, card).iter().any(|fact| fact.is_words && says(fact.said.text())) {
                is_told = true;
            } else {
                bare.push(finding(format!("the card {title} has no text, as other cards of its kind have")));
            }
            match drawn.entry(svg::of_marks(face.size, &face.marks, false)) {
                std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(card)),
                std::collections::btree_map::Entry::Occupied(entry) => {
                    let other = faces::title(program, manifest, kind, *entry.get());
                    alike.push(finding(format!("the card {title} looks the same as {other}, which is another row")));
                }
            }
        }
        bare.retain(|_| is_told);
        [cut, bare, alike].into_iter().for_each(|found| all.extend(few(found)));
    }
    all
}

/// The first findings of one kind, and how many more there are.
fn few(mut found: Vec<Finding>) -> Vec<Finding> {
    if found.len() > MOST {
        let more = found.len() - MOST;
        found.truncate(MOST);
        found.push(Finding { message: format!("and {} more like this", count(more as u64, "card")), place: None });
    }
    found
}

/// Values of one type that have nothing but a colour, and look the same without colours.
fn greys(source: &Source<'_>) -> Vec<Finding> {
    let (ir, manifest) = (&source.program.ir, &source.ruleset.manifest);
    let mut all = vec![];
    for of in &ir.enums {
        let coloured = |case: &str| {
            let look = manifest.look(&format!("{}.{case}", of.name));
            is_bare(look).then_some(look.colour)?.map(|colour| (look, colour))
        };
        let cases: Vec<(&str, &Look, [u8; 3])> =
            of.cases.iter().filter_map(|case| coloured(&case.name).map(|(look, colour)| (&*case.name, look, colour))).collect();
        let pairs = cases.iter().enumerate().flat_map(|(n, a)| cases[n + 1..].iter().map(move |b| (a, b)));
        let alike = pairs.filter(|((_, _, a), (_, _, b))| ratio(Vision::Grey.sees(*a), Vision::Grey.sees(*b)) < APART);
        let named: Vec<String> = alike.map(|((a, ..), (b, ..))| format!("{a} and {b}").replace('_', " ")).collect();
        let Some(first) = named.first() else { continue };
        let more = match named.len() {
            1 => String::new(),
            n => format!(" and {} more pairs", n - 1),
        };
        let message =
            format!("in grey, {first}{more} of {} can't be told apart: give them an icon, a shape or a pattern", of.name);
        let place = in_file(source, "game.ron", &format!("\"{}.", of.name));
        all.push(Finding { message, place });
    }
    all
}

/// Whether a value has nothing but its colour.
fn is_bare(look: &Look) -> bool {
    look.icon.is_none() && look.shape.is_none() && look.pattern.is_none()
}

fn in_text(sources: &Sources, span: Span) -> Place {
    let text = sources.get(span.source).name.to_string();
    Place { text, range: span.start as usize..span.end as usize, at: sources.line_column(span), spot: None }
}

/// The first place of some words in the text of the track.
fn in_track(source: &Source<'_>, words: &str) -> Option<Place> {
    let text = source.text?.as_ref().ok()?;
    found(text, format!("tracks/{}/{}.ron", source.ruleset.name, source.track), words)
}

/// The first place of some words in a file of the ruleset.
fn in_file(source: &Source<'_>, file: &str, words: &str) -> Option<Place> {
    let name = format!("{}/{file}", source.ruleset.name);
    let (_, text) = source.ruleset.sources.iter().find(|(_, text)| *text.name == *name)?;
    found(&text.text, name, words)
}

fn found(text: &str, name: String, words: &str) -> Option<Place> {
    let start = text.find(words)?;
    Some(Place { text: name, range: start..start + words.len(), at: line_column(text, start), spot: None })
}

/// A length with one digit behind the point.
fn short(mm: f64) -> f64 {
    (mm * 10.0).round() / 10.0
}
