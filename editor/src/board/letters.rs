//! How wide words are in the font of boards, and their outlines.

use std::sync::LazyLock;

use emath::Pos2;
use kurbo::{BezPath, Point};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::print::drawn;

/// The widths of ASCII letters, as multiples of the font size.
static WIDTHS: LazyLock<[f32; 128]> = LazyLock::new(|| {
    let font = FontRef::new(epaint_default_fonts::UBUNTU_LIGHT).ok();
    let width = |letter: u8| {
        let font = font.as_ref()?;
        font.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(font.charmap().map(letter as char)?)
    };
    std::array::from_fn(|letter| width(letter as u8).unwrap_or(OTHER))
});

/// The width of any other letter, which is wide for a Latin one.
const OTHER: f32 = 0.62;

/// Returns the width of a line of words in a font of this size. Letters beyond ASCII are estimated.
pub fn width(text: &str, font: f32) -> f32 {
    text.chars().map(|letter| WIDTHS.get(letter as usize).copied().unwrap_or(OTHER)).sum::<f32>() * font
}

/// Returns the outlines of a line of words whose baseline begins at a place. `apart` is the extra room between letters, as a multiple of the
/// font size. Letters that the font lacks leave a gap.
pub fn outlines(text: &str, at: Pos2, font: f32, apart: f32) -> BezPath {
    let mut pen = Outline { path: BezPath::new(), at: Point::new(f64::from(at.x), f64::from(at.y)) };
    let Ok(face) = FontRef::new(epaint_default_fonts::UBUNTU_LIGHT) else { return pen.path };
    let (charmap, glyphs) = (face.charmap(), face.outline_glyphs());
    for letter in drawn(text).chars() {
        if let Some(glyph) = charmap.map(letter).and_then(|id| glyphs.get(id)) {
            let _ = glyph.draw(DrawSettings::unhinted(Size::new(font), LocationRef::default()), &mut pen);
        }
        pen.at.x += f64::from(width(letter.encode_utf8(&mut [0; 4]), font) + apart * font);
    }
    pen.path
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
