//! Pictures of the designer's own on the sheet, each a file beside the track.

use std::sync::Arc;

use emath::{Rect, pos2, vec2};
use interpreter::data::track::decor::DecorKind;
use interpreter::data::track::{Decor, Layer};

/// A picture on the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The name of its file, as the track gives it.
    pub file: Arc<str>,
    pub layer: Layer,
    /// Where it would lie if it weren't turned about its middle.
    pub frame: Rect,
    /// In degrees clockwise.
    pub turn: f32,
    /// The opacity from 0 to 1.
    pub opacity: f32,
    /// The part of the file that is seen, as shares of its width and height.
    pub part: Rect,
}

/// The width of pictures that give neither a width nor a height, in millimetres.
pub const USUAL: f64 = 100.0;

/// The width and height of a picture that gives these.
pub fn size(width: Option<f64>, height: Option<f64>) -> (f64, f64) {
    let width = width.or(height).unwrap_or(USUAL);
    (width, height.unwrap_or(width))
}

/// The part of a file that is seen, where these shares of it are cut off.
pub fn part([left, top, right, bottom]: [f64; 4]) -> Rect {
    Rect::from_min_max(pos2(left as f32, top as f32), pos2((1.0 - right) as f32, (1.0 - bottom) as f32))
}

/// The picture that a track places; `None` for everything else.
pub fn of(decor: &Decor) -> Option<Placed> {
    let DecorKind::Picture(file) = &decor.kind else { return None };
    let (wide, high) = size(decor.width, decor.height);
    Some(Placed {
        file: file.clone(),
        layer: decor.layer,
        frame: Rect::from_center_size(pos2(decor.at.0 as f32, decor.at.1 as f32), vec2(wide as f32, high as f32)),
        turn: decor.turn as f32,
        opacity: decor.opacity as f32,
        part: part(decor.crop),
    })
}

impl Placed {
    /// The upright frame around it as it is turned.
    pub fn bounds(&self) -> Rect {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let half = self.frame.size() / 2.0;
        let turned = vec2(half.x * cos.abs() + half.y * sin.abs(), half.x * sin.abs() + half.y * cos.abs());
        Rect::from_center_size(self.frame.center(), turned * 2.0)
    }
}
