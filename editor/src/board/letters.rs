//! How wide words are in the font of boards.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

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
