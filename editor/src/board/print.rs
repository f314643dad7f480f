//! Turns a board into lines, discs and letters, in millimetres. The window, its palette and exported pictures all use this one printer.

use std::ops::Range;

use emath::{Pos2, Rect, Vec2, pos2, vec2};
use interpreter::data::track::Layer;
use interpreter::data::track::decor::{Align, LONGEST_LABEL};
use kurbo::{Affine, BezPath, Point};

use super::along::Along;
use super::fonts::Weight;
use super::letters::{self, BASE, width};
use super::shapes::Tile;
use super::vision::{WHITE, contrast};
use super::{Arrow, Board, Label, Space, Stretch, link, tile};
use crate::looks::{Badge, NumberPlace, Picture, Rgb, Shape};

/// The default resolution, in dots per inch.
pub const USUAL_DPI: u16 = 150;
/// The lowest and highest resolution, in dots per inch.
pub const DPI: std::ops::RangeInclusive<u16> = 20..=1_200;

/// A printer, which draws the parts of a board.
pub trait Press {
    /// Draws a convex shape.
    fn polygon(&mut self, corners: &[Pos2], fill: Option<Rgb>, edge: Option<Pen>);
    /// Draws a line. `dash` holds lengths drawn and left out in turn; it is empty for a solid line.
    fn line(&mut self, way: &[Pos2], pen: Pen, dash: &[f32]);
    fn disc(&mut self, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>);
    /// Draws a picture of the designer's own, upright and as large as fits into a square with this half side.
    fn picture(&mut self, picture: &Picture, at: Pos2, half: f32);
    /// Darkens a convex shape.
    fn shade(&mut self, corners: &[Pos2], opacity: f32);
    fn words(&mut self, words: Words<'_>);
    /// Whether anything inside this frame would be seen.
    fn sees(&self, _frame: Rect) -> bool {
        true
    }
    /// How many points of its picture a millimetre is long.
    fn scale(&self) -> f32 {
        12.0
    }
    /// Begins the shapes of one thing with this title.
    fn begin(&mut self, _title: &str) {}
    fn end(&mut self) {}
}

/// The width and colour of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    pub width: f32,
    pub colour: Rgb,
}

/// A text, placed by its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Words<'a> {
    pub text: &'a str,
    pub at: Pos2,
    /// The font size. Capitals are about three quarters as high.
    pub font: f32,
    pub weight: Weight,
    pub colour: Rgb,
    /// The colour of a rim around the letters.
    pub halo: Option<Rgb>,
    pub opacity: f32,
    /// The rotation in degrees.
    pub turn: f32,
}

impl Words<'_> {
    /// Where the baseline begins before it is turned.
    pub fn begin(&self) -> Pos2 {
        self.at + vec2(-width(self.text, self.font, self.weight) / 2.0, self.font * BASE)
    }

    /// Returns the outlines of its glyphs.
    pub fn outlines(&self) -> Vec<BezPath> {
        let begin = self.begin();
        let mut glyphs = letters::outlines(self.text, begin, self.font, self.weight, 0.0);
        if self.turn != 0.0 {
            let middle = Point::new(f64::from(self.at.x), f64::from(self.at.y));
            let turned = Affine::rotate_about(f64::from(self.turn).to_radians(), middle);
            glyphs.iter_mut().for_each(|glyph| glyph.apply_affine(turned));
        }
        glyphs
    }
}

/// The colours of paper and print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    pub paper: Rgb,
    /// A space without a colour of its own.
    pub tile: Rgb,
    pub ink: Rgb,
    pub faint: Rgb,
}

impl Inks {
    /// The colours on white paper.
    pub const PRINT: Inks =
        Inks { paper: [0xff; 3], tile: [0xf1, 0xef, 0xe8], ink: [0x2e, 0x33, 0x38], faint: [0x77, 0x7b, 0x7d] };

    /// Returns how a printed colour looks on this paper.
    pub fn printed(self, colour: Rgb) -> Rgb {
        // White paper leaves colours unchanged.
        let share = |n: usize| (u16::from(colour[n]) * u16::from(self.paper[n]) / 250).min(u16::from(colour[n])) as u8;
        [share(0), share(1), share(2)]
    }
}

/// The text on spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Says {
    /// The space's number in its path.
    #[default]
    Number,
    Id,
}

/// The weight of numbers, letters and names that stand on spaces and signs.
pub const SIGNS: Weight = Weight::Bold;
/// The font size of letters, as a multiple of their height.
pub const LETTERS: f32 = 1.3;

/// Prints a whole board without its art and its pictures.
pub fn board(press: &mut dyn Press, board: &Board, inks: Inks, says: Says) {
    spaces_and_links(press, board, inks, says);
    labels(press, board, inks);
}

/// Prints the labels in the layer of spaces, which lie above all of them.
pub fn labels(press: &mut dyn Press, board: &Board, inks: Inks) {
    board.labels_in(Layer::Spaces..Layer::Notes).for_each(|label| self::label(press, label, inks));
}

/// Prints spaces and links, with the labels below them.
pub fn spaces_and_links(press: &mut dyn Press, board: &Board, inks: Inks, says: Says) {
    board.labels_in(..Layer::Spaces).for_each(|label| self::label(press, label, inks));
    arrows(press, board, false, inks);
    spaces(press, &board.spaces.iter().collect::<Vec<_>>(), inks, says);
    arrows(press, board, true, inks);
}

/// Prints the links that lie above spaces, or those below them.
pub fn arrows(press: &mut dyn Press, board: &Board, is_over: bool, inks: Inks) {
    for arrow in board.arrows.iter().filter(|arrow| arrow.look.is_seen && arrow.is_above() == is_over) {
        self::arrow(press, board, arrow, inks);
    }
}

/// Prints spaces with everything on them. Parts that stick out lie above the neighbours.
pub fn spaces(press: &mut dyn Press, spaces: &[&Space], inks: Inks, says: Says) {
    let seen: Vec<&Space> = spaces.iter().copied().filter(|space| press.sees(frame(&space.tile))).collect();
    seen.iter().for_each(|space| tile::shadow(press, &space.tile, &space.look.drawn));
    for space in &seen {
        press.begin(&space.id);
        tile::print(press, &space.tile, &space.look.drawn, space.look.points, inks);
        press.end();
    }
    for space in seen {
        if let Some(stretch) = &space.stretch {
            self::stretch(press, space, stretch, inks);
        }
        let number = self::says(press, space, inks, says);
        let has_icon = !space.look.drawn.icons.is_empty() || space.stretch.is_some();
        tile::label(press, &space.tile, &space.look.drawn, has_icon, number, inks);
        letters(press, space, number, inks);
        if let Some(badge) = &space.look.drawn.badge {
            self::badge(press, &space.tile, badge);
        }
    }
}

/// Prints a space's part of an arrow that leads over several of them.
fn stretch(press: &mut dyn Press, space: &Space, stretch: &Stretch, inks: Inks) {
    let (half, fill) = (space.tile.half, tile::fill(&space.look.drawn, inks));
    let colour = space.look.drawn.ink.map_or(contrast(fill), |ink| inks.printed(ink));
    press.line(&stretch.way, Pen { width: half * 0.3, colour }, &[]);
    if let (true, [.., before, tip]) = (stretch.has_head, &*stretch.way) {
        let way = (*tip - *before).normalized() * half;
        let across = vec2(-way.y, way.x) * 0.52;
        press.polygon(&[*tip - way * 0.05 + across, *tip + way * 0.72, *tip - way * 0.05 - across], Some(colour), None);
    }
}

/// Returns the frame of a tile with its badge.
pub fn frame(tile: &Tile) -> Rect {
    Rect::from_center_size(tile.at, Vec2::splat(tile.most() * 4.0))
}

pub fn arrow(press: &mut dyn Press, board: &Board, arrow: &Arrow, inks: Inks) {
    let (from, to) = (&board.spaces[arrow.from].tile, &board.spaces[arrow.to].tile);
    // Most links are straight, and seen without any reckoning.
    if arrow.bend.is_straight() && !press.sees(Rect::from_two_pos(from.at, to.at).expand(from.half)) {
        return;
    }
    if let Some(way) = arrow.way(&board.spaces)
        && press.sees(Rect::from_points(way.points()).expand(from.half))
    {
        link::print(press, &way, from.half.min(to.half), &arrow.look, &arrow.hidden, inks);
    }
}

/// The room for the shape on a flag, as a multiple of the height of letters.
const FLAG: f32 = 1.2;

/// Returns half the size of a label's ground, as if it lay upright.
pub fn ground(label: &Label) -> Vec2 {
    let wide = width(drawn(&label.text), label.size * LETTERS, label.lettering.weight) / 2.0 + label.size * 0.2;
    match label.flag {
        Some(_) => vec2(wide + label.size * (0.2 + FLAG / 2.0), label.size * 0.86),
        None => vec2(wide, label.size * 0.62),
    }
}

/// Returns the middle of a label, which lies at its place unless it is aligned otherwise.
pub fn middle(label: &Label) -> Pos2 {
    let (text, font, weight) = (drawn(&label.text), label.size * LETTERS, label.lettering.weight);
    let aside = begin(text, font, weight, label.lettering.align) + width(text, font, weight) / 2.0;
    label.at + Vec2::angled(label.turn.to_radians()) * aside
}

/// Returns the part of a line on which the letters of a label lie, if they follow one.
pub fn line(label: &Label) -> Option<Vec<Pos2>> {
    let along = label.along.as_ref()?;
    let (text, font, lettering) = (drawn(&label.text), label.size * LETTERS, label.lettering);
    let start = along.middle + begin(text, font, lettering.weight, lettering.align);
    Some(along.way.part(start, start + width(text, font, lettering.weight)))
}

/// The width of the rim around letters, as a share of the font size.
pub const HALO: f32 = 0.2;

/// The paper of notes.
const NOTE: Rgb = [0xff, 0xf0, 0xb3];

pub fn label(press: &mut dyn Press, label: &Label, inks: Inks) {
    let is_note = label.layer == Layer::Notes;
    let (middle, (sin, cos)) = (middle(label), label.turn.to_radians().sin_cos());
    let turned = |at: Pos2| middle + vec2(at.x * cos - at.y * sin, at.x * sin + at.y * cos);
    let colour = label.colour.unwrap_or(inks.ink);
    let pen = Pen { width: label.size * 0.13, colour };
    if let Some(flag) = label.flag {
        press.line(&[middle, flag.of], pen, &[]);
    }
    if label.has_ground || is_note && label.along.is_none() {
        let corners: Vec<Pos2> = rounded(Pos2::ZERO, ground(label), label.size * 0.5).into_iter().map(turned).collect();
        press.polygon(&corners, Some(if is_note { NOTE } else { inks.paper }), label.flag.map(|_| pen));
    }
    let mut at = middle;
    if let Some(flag) = label.flag {
        let aside = label.size * FLAG;
        shape(press, flag.shape, turned(pos2(aside * 0.6 - ground(label).x, 0.0)), label.size * 0.42, colour, None);
        at = turned(pos2(aside / 2.0, 0.0));
    }
    let ink = if is_note { contrast(NOTE) } else { inks.ink };
    let words = Words {
        text: drawn(&label.text),
        at,
        font: label.size * LETTERS,
        weight: label.lettering.weight,
        // The name of a path has the colour of its spaces, darkened so that it is readable on paper.
        colour: label.colour.map_or(ink, |colour| if label.has_ground { between(colour, [0; 3], 0.35) } else { colour }),
        halo: label.lettering.halo.map(|halo| inks.printed(halo)),
        opacity: label.opacity,
        turn: label.turn,
    };
    match &label.along {
        Some(along) => letters_along(press, words, along, label.lettering.align),
        None => press.words(words),
    }
}

/// Prints words letter by letter along a line.
fn letters_along(press: &mut dyn Press, words: Words<'_>, along: &Along, align: Align) {
    let begin = along.middle + begin(words.text, words.font, words.weight, align);
    let place = |(letters, middle): (Range<usize>, f32)| {
        let (at, way) = along.way.at(begin + middle * words.font);
        Words { text: &words.text[letters], at, turn: way.angle().to_degrees(), ..words }
    };
    let all: Vec<Words<'_>> = letters::clusters(words.text, words.weight).into_iter().map(place).collect();
    // The rim of a letter doesn't lie over the one before it.
    if let Some(halo) = words.halo {
        all.iter().for_each(|letter| press.words(Words { colour: halo, ..*letter }));
    }
    all.iter().for_each(|letter| press.words(Words { halo: None, ..*letter }));
}

/// Where aligned words begin along their line, measured from their place.
pub fn begin(text: &str, font: f32, weight: Weight, align: Align) -> f32 {
    let share = match align {
        Align::Left => 0.0,
        Align::Centre => 0.5,
        Align::Right => 1.0,
    };
    -share * width(text, font, weight)
}

/// A sign on a ground, upright.
pub fn plain(text: &str, at: Pos2, font: f32, on: Rgb) -> Words<'_> {
    Words { text: drawn(text), at, font, weight: SIGNS, colour: contrast(on), halo: None, opacity: 1.0, turn: 0.0 }
}

/// Returns as much of a text as is drawn.
pub fn drawn(text: &str) -> &str {
    text.char_indices().nth(LONGEST_LABEL).map_or(text, |(at, _)| &text[..at])
}

/// Prints the number of a space in its path, or its id. Returns where it stands, if it does.
fn says(press: &mut dyn Press, space: &Space, inks: Inks, says: Says) -> Option<NumberPlace> {
    let look = &space.look.drawn;
    let (text, place) = match says {
        Says::Number => (space.number.as_deref()?, space.number_place()),
        Says::Id => (&*space.id, NumberPlace::Middle),
    };
    tile::written(press, &space.tile, look, text, place, inks);
    Some(place).filter(|place| *place != NumberPlace::Nowhere)
}

/// The number of edges of a rounded corner, which nobody sees however far one zooms in.
const STEPS: usize = 8;

/// Returns the corners of an upright frame with rounded corners.
pub fn rounded(at: Pos2, half: Vec2, round: f32) -> Vec<Pos2> {
    let round = round.min(half.x).min(half.y);
    let inner = half - Vec2::splat(round);
    let corner = |n: usize, sign: Vec2| {
        (0..=STEPS).map(move |step| {
            at + inner * sign + Vec2::angled((n as f32 + step as f32 / STEPS as f32) * std::f32::consts::FRAC_PI_2) * round
        })
    };
    let signs = [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
    signs.into_iter().enumerate().flat_map(|(n, sign)| corner(n, sign)).collect()
}

/// Prints the letters of a space whose value has only a colour. They are upright, in the middle, or at the foot of the tile if a number
/// needs the room.
fn letters(press: &mut dyn Press, space: &Space, number: Option<NumberPlace>, inks: Inks) {
    let (tile, look) = (&space.tile, &space.look.drawn);
    let is_bare = look.icons.is_empty() && look.patterns.is_empty() && look.label.is_none();
    if let Some(letters) = look.letters.as_ref().filter(|_| is_bare) {
        let (at, font) = match number {
            Some(_) => (tile.at + vec2(-0.45, 0.5) * tile.half, tile.half * 0.62),
            None => (tile.at, tile.half * 1.1),
        };
        press.words(plain(letters, at, font, tile::fill(look, inks)));
    }
}

/// Prints a small sign at the corner of a tile, upright: a shape, a colour and a text.
pub fn badge(press: &mut dyn Press, tile: &Tile, badge: &Badge) {
    let radius = tile.half * 0.52;
    let at = tile.at + vec2(-0.86, -0.86) * tile.half;
    let edge = if contrast(badge.colour) == WHITE { WHITE } else { [0x40; 3] };
    shape(press, badge.shape, at, radius, badge.colour, Some(Pen { width: radius * 0.14, colour: edge }));
    let (down, font) = match badge.shape {
        Shape::Triangle => (0.22, 1.15),
        Shape::Shield => (-0.1, 1.2),
        _ => (0.0, 1.2),
    };
    press.words(plain(&badge.says, at + vec2(0.0, down * radius), radius * font, badge.colour));
}

/// Prints an upright shape, about as large as a disc with this radius.
pub fn shape(press: &mut dyn Press, shape: Shape, at: Pos2, radius: f32, fill: Rgb, edge: Option<Pen>) {
    match corners(shape, at, radius) {
        Some(corners) => press.polygon(&corners, Some(fill), edge),
        None => press.disc(at, radius, fill, edge),
    }
}

/// The corners of a shape; none if it is a disc.
pub fn corners(shape: Shape, at: Pos2, radius: f32) -> Option<Vec<Pos2>> {
    let ring = |count: usize, first: f32, far: f32| -> Vec<Pos2> {
        (0..count).map(|n| at + Vec2::angled((first + 360.0 * n as f32 / count as f32).to_radians()) * radius * far).collect()
    };
    let by = |corners: &[(f32, f32)]| corners.iter().map(|(x, y)| at + vec2(*x, *y) * radius).collect();
    Some(match shape {
        Shape::Round => return None,
        Shape::Square => ring(4, 45.0, 1.25),
        Shape::Diamond => ring(4, 0.0, 1.3),
        Shape::Triangle => ring(3, -90.0, 1.6),
        Shape::Hexagon => ring(6, 0.0, 1.12),
        Shape::Shield => by(&[(-0.9, -0.95), (0.9, -0.95), (0.9, 0.35), (0.0, 1.2), (-0.9, 0.35)]),
        Shape::Card => by(&[(-0.65, -0.9), (0.65, -0.9), (0.65, 0.9), (-0.65, 0.9)]),
    })
}

/// Returns a colour between two, for a share from 0 to 1.
pub fn between(a: Rgb, b: Rgb, t: f32) -> Rgb {
    let part = |n: usize| (f32::from(a[n]) + (f32::from(b[n]) - f32::from(a[n])) * t.clamp(0.0, 1.0)).round() as u8;
    [part(0), part(1), part(2)]
}
