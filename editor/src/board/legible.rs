//! Whether what is drawn can be told from its ground: contrasts, as WCAG reckons them, and what they should be.

use interpreter::data::manifest::BoardLook;
use interpreter::data::manifest::board::{Style, Tint};

use super::print::Inks;
use super::tile;
use super::vision::{Vision, contrast, ratio};
use crate::looks::{Rgb, SpaceLook, hex};

/// The least contrast of text and of marks on their tile.
const MARK: f32 = 4.5;
/// The least contrast of the course's edge.
const EDGE: f32 = 3.0;
/// The greatest contrast of contours: they are only ground.
const CONTOUR: f32 = 1.6;

/// Whose eyes are asked. In grey, contrasts are the same, for they go by brightness alone.
const EYES: [(Vision, &str); 2] = [(Vision::Full, ""), (Vision::Deuteranopia, " to eyes without green")];

/// What can hardly be seen on a space with this look.
pub fn of_space(look: &SpaceLook) -> Vec<String> {
    let fill = tile::fill(look, Inks::PRINT);
    let mut all = vec![];
    if !look.icons.is_empty() {
        let marks = tile::marks(look, fill, Inks::PRINT);
        all.extend(too_low("The icon", marks[0], "its ground", fill, MARK));
    }
    if look.letters.is_some() || look.icons.is_empty() {
        all.extend(too_low("Text", contrast(fill), "its ground", fill, MARK));
    }
    all
}

/// What can hardly be seen of a board with this look, or is too loud.
pub fn of_board(look: &BoardLook) -> Vec<String> {
    if look.style() == Style::Plain {
        return vec![];
    }
    let [edge, ribbon] = [Tint::Edge, Tint::Ribbon].map(|tint| look.tint(tint));
    let mut all = Vec::from_iter(too_low("The edge", edge, "the ribbon", ribbon, EDGE));
    let [contour, low] = [Tint::Contour, Tint::Low].map(|tint| look.tint(tint));
    let is = ratio(contour, low);
    if is > CONTOUR {
        all.push(format!(
            "Contours ({}) on low ground ({}): {is:.1} : 1. At most {CONTOUR} : 1 keeps them quiet.",
            hex(contour),
            hex(low)
        ));
    }
    all
}

fn too_low(what: &str, ink: Rgb, on: &str, ground: Rgb, least: f32) -> Option<String> {
    EYES.into_iter().find_map(|(vision, whose)| {
        let is = ratio(vision.sees(ink), vision.sees(ground));
        let pair = || format!("{what} ({}) on {on} ({})", hex(ink), hex(ground));
        (is < least).then(|| format!("{}: {is:.1} : 1{whose}. It should be {least} : 1 or more.", pair()))
    })
}
