//! Labels, pictures, areas and strokes as things of a document: of which kind they are, and where they lie.

use interpreter::data::track::decor::KINDS;
use kurbo::{Rect, Vec2};

use super::document::Item;
use super::drawn::lettering;
use super::shapes;
use crate::board::letters::width;
use crate::board::print::{LETTERS as LETTER, begin, drawn};
use crate::board::{LETTERS, placed};

/// The kinds of decor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Label,
    Picture,
    Area,
    Stroke,
}

impl Sort {
    /// The word in files.
    pub fn word(self) -> &'static str {
        KINDS[self as usize]
    }
}

/// What kind of decor this is.
pub fn sort(decor: &Item) -> Sort {
    match &*decor.kind {
        "area" => Sort::Area,
        "stroke" => Sort::Stroke,
        "picture" => Sort::Picture,
        _ if decor.fields.get("picture").is_some() => Sort::Picture,
        _ => Sort::Label,
    }
}

pub fn is_picture(decor: &Item) -> bool {
    sort(decor) == Sort::Picture
}

pub fn is_label(decor: &Item) -> bool {
    sort(decor) == Sort::Label
}

/// How far a label or picture is turned about its middle, in radians. Areas and strokes lie as their lines do.
pub fn turn(decor: &Item) -> f64 {
    if shapes::is_drawn(decor) {
        return 0.0;
    }
    decor.fields.number("turn").unwrap_or(0.0).to_radians()
}

/// Where decor would be drawn if it weren't turned.
pub fn frame(decor: &Item) -> Option<Rect> {
    if shapes::is_drawn(decor) {
        return shapes::frame(decor);
    }
    let at = decor.at?;
    let number = |name: &str| decor.fields.number(name).filter(|n| *n > 0.0);
    let size = if is_picture(decor) {
        placed::size(number("width"), number("height"))
    } else {
        let letters = number("size").unwrap_or(LETTERS);
        let (text, font, lettering) = (decor.title(), LETTER * letters as f32, lettering(decor));
        let wide = f64::from(width(drawn(&text), font, lettering.weight));
        let aside = f64::from(begin(drawn(&text), font, lettering.weight, lettering.align)) + wide / 2.0;
        let middle = at + Vec2::from_angle(turn(decor)) * aside;
        return Some(Rect::from_center_size(middle, (wide.max(letters), letters * 1.2)));
    };
    Some(Rect::from_center_size(at, size))
}
