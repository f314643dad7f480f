//! How wide words are in the fonts of boards, and their outlines: the same for window, SVG and PNG.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use emath::{Pos2, Vec2, vec2};
use harfrust::{BufferFlags, ShapeOptions, ShaperData, UnicodeBuffer};
use kurbo::{BezPath, Point};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::fonts::{Font, Weight};

/// How far the baseline lies below the middle of capitals, as a share of the font size.
pub const BASE: f32 = 0.36;

/// A glyph of a line of words, for a font size of 1.
struct Glyph {
    face: &'static Face,
    id: GlyphId,
    /// Where it stands, from the beginning of the baseline, with y downwards.
    at: Vec2,
    /// Where the letters that it stands for begin in the text.
    letter: usize,
}

/// A font that is ready to be read.
struct Face {
    font: FontRef<'static>,
    shaper: ShaperData,
    per_em: f32,
}

impl Face {
    fn of(font: Font) -> Option<Face> {
        let font = FontRef::new(font.bytes()).ok()?;
        let per_em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em).max(1.0);
        Some(Face { shaper: ShaperData::new(&font), font, per_em })
    }

    fn has(&self, letter: char) -> bool {
        self.font.charmap().map(letter).is_some()
    }
}

/// The faces of each weight, in the order in which letters are looked for.
static FACES: LazyLock<[Vec<Face>; 3]> =
    LazyLock::new(|| WEIGHTS.map(|weight| Font::Board(weight).chain().into_iter().filter_map(Face::of).collect()));
const WEIGHTS: [Weight; 3] = [Weight::Regular, Weight::Bold, Weight::Black];

/// The stretches of a text that one face draws each. What no face has, the first one draws as a box.
fn runs(text: &str, weight: Weight) -> Vec<(&'static Face, Range<usize>)> {
    let faces = &FACES[weight as usize];
    let mut runs: Vec<(&'static Face, Range<usize>)> = vec![];
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            // Marks go with the letter before them.
            Some((_, range)) if is_mark(letter) => range.end = end,
            last => {
                let Some(face) = faces.iter().find(|face| face.has(letter)).or(faces.first()) else { return vec![] };
                match last {
                    Some((of, range)) if std::ptr::eq(*of, face) => range.end = end,
                    _ => runs.push((face, at..end)),
                }
            }
        }
    }
    runs
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{200d}')
}

/// Sets a line of words. Returns its glyphs, and how wide it is.
fn set(text: &str, weight: Weight) -> (Vec<Glyph>, f32) {
    let (mut glyphs, mut pen) = (vec![], 0.0);
    let runs = runs(text, weight);
    for (n, (face, range)) in runs.iter().enumerate() {
        let mut buffer = UnicodeBuffer::new();
        let mut flags = BufferFlags::empty();
        flags.set(BufferFlags::BEGINNING_OF_TEXT, n == 0);
        flags.set(BufferFlags::END_OF_TEXT, n + 1 == runs.len());
        buffer.set_flags(flags);
        buffer.push_str(&text[range.clone()]);
        buffer.guess_segment_properties();
        let set = face.shaper.shaper(&face.font).build().shape(buffer, ShapeOptions::new());
        for (glyph, place) in set.glyph_infos().iter().zip(set.glyph_positions()) {
            let part = |units: i32| units as f32 / face.per_em;
            let at = vec2(pen + part(place.x_offset), -part(place.y_offset));
            glyphs.push(Glyph { face, id: glyph.glyph_id.into(), letter: range.start + glyph.cluster as usize, at });
            pen += part(place.x_advance);
        }
    }
    (glyphs, pen)
}

thread_local! {
    /// The widths of words that were asked for before, for a font size of 1.
    static WIDTHS: RefCell<[HashMap<Box<str>, f32>; 3]> = RefCell::default();
}

/// As many widths are remembered for each weight.
const MOST: usize = 4_096;

/// Returns the width of a line of words in a font of this size.
pub fn width(text: &str, font: f32, weight: Weight) -> f32 {
    WIDTHS.with_borrow_mut(|all| {
        let known = &mut all[weight as usize];
        if let Some(width) = known.get(text) {
            return width * font;
        }
        if known.len() >= MOST {
            known.clear();
        }
        let width = set(text, weight).1;
        known.insert(text.into(), width);
        width * font
    })
}

/// Returns the parts of a line of words that are drawn as one, such as a letter with its accents, each with its middle for a font size of 1.
pub fn clusters(text: &str, weight: Weight) -> Vec<(Range<usize>, f32)> {
    let (mut glyphs, wide) = set(text, weight);
    glyphs.dedup_by_key(|glyph| glyph.letter);
    let mut letters: Vec<usize> = glyphs.iter().map(|glyph| glyph.letter).chain([text.len()]).collect();
    letters.sort_unstable();
    let cluster = |(n, glyph): (usize, &Glyph)| {
        let end = letters[letters.partition_point(|letter| *letter <= glyph.letter).min(letters.len() - 1)];
        let right = glyphs.get(n + 1).map_or(wide, |next| next.at.x);
        (glyph.letter..end, f32::midpoint(glyph.at.x, right))
    };
    glyphs.iter().enumerate().map(cluster).collect()
}

/// Returns the outlines of the glyphs of a line of words whose baseline begins at a place. `apart` is the extra room between letters, as a
/// multiple of the font size.
pub fn outlines(text: &str, at: Pos2, font: f32, weight: Weight, apart: f32) -> Vec<BezPath> {
    let outline = |(n, glyph): (usize, Glyph)| {
        let at = at + (glyph.at + vec2(apart * n as f32, 0.0)) * font;
        let mut pen = Outline { path: BezPath::new(), at: Point::new(f64::from(at.x), f64::from(at.y)) };
        let outline = glyph.face.font.outline_glyphs().get(glyph.id)?;
        outline.draw(DrawSettings::unhinted(Size::new(font), LocationRef::default()), &mut pen).ok()?;
        Some(pen.path).filter(|path| !path.is_empty())
    };
    set(text, weight).0.into_iter().enumerate().filter_map(outline).collect()
}

/// Draws a letter at a place, with y downwards.
struct Outline {
    path: BezPath,
    at: Point,
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> Point {
        Point::new(self.at.x + f64::from(x), self.at.y - f64::from(y))
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.place(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.place(x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.place(cx, cy), self.place(x, y));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.curve_to(self.place(cx0, cy0), self.place(cx1, cy1), self.place(x, y));
    }

    fn close(&mut self) {
        self.path.close_path();
    }
}
