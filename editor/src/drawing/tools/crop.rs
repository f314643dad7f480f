//! Cropping pictures: what is left stays where it is, as large as it was.

use interpreter::data::track::decor::{CROPS, MOST_CROPPED};
use kurbo::{Affine, Point, Rect};

use crate::drawing::decor::{frame, turn};
use crate::drawing::document::Item;
use crate::drawing::edit::Edit;
use crate::drawing::fields::rounded;

/// The least side of what is left of a picture, in millimetres.
const LEAST: f64 = 1.0;

/// The shares of a picture that are cut off: at its left, its top, its right and its foot.
pub fn of(item: &Item) -> [f64; 4] {
    let shares = CROPS.map(|name| item.fields.number(name).unwrap_or(0.0).clamp(0.0, MOST_CROPPED));
    // What nobody could see is shown whole.
    if is_sound(shares) { shares } else { [0.0; 4] }
}

fn is_sound([left, top, right, bottom]: [f64; 4]) -> bool {
    left + right <= MOST_CROPPED && top + bottom <= MOST_CROPPED
}

/// The whole picture as it would lie without a turn.
fn whole(item: &Item) -> Option<Rect> {
    let (frame, [left, top, right, bottom]) = (frame(item)?, of(item));
    let (wide, high) = (frame.width() / (1.0 - left - right), frame.height() / (1.0 - top - bottom));
    Some(Rect::from_origin_size((frame.x0 - left * wide, frame.y0 - top * high), (wide, high)))
}

/// Crops a picture to a frame, as it would lie without a turn; `None` if nothing is left.
pub fn to_frame(item: &Item, to: Rect) -> Option<Edit> {
    let whole = whole(item)?;
    let to = to.abs().intersect(whole);
    let share = |from: f64, to: f64, side: f64| ((to - from) / side).clamp(0.0, 1.0);
    let (wide, high) = (whole.width(), whole.height());
    to_shares(
        item,
        [share(whole.x0, to.x0, wide), share(whole.y0, to.y0, high), share(to.x1, whole.x1, wide), share(to.y1, whole.y1, high)],
    )
}

/// Crops a picture by these shares; `None` if nothing is left.
pub fn to_shares(item: &Item, shares: [f64; 4]) -> Option<Edit> {
    let (whole, centre) = (whole(item)?, frame(item)?.center());
    let shares = shares.map(|share| (share * 1e4).round() / 1e4);
    let [left, top, right, bottom] = shares;
    let (wide, high) = (whole.width() * (1.0 - left - right), whole.height() * (1.0 - top - bottom));
    if !is_sound(shares) || wide < LEAST.min(whole.width()) || high < LEAST.min(whole.height()) {
        return None;
    }
    let origin = Point::new(whole.x0 + left * whole.width(), whole.y0 + top * whole.height());
    let middle = Rect::from_origin_size(origin, (wide, high)).center();
    let set = |name: &str, value: Option<f64>| Edit::Set {
        keys: vec![item.key],
        name: name.into(),
        value: value.map(|value| value.to_string().into()),
    };
    let mut edits: Vec<Edit> =
        CROPS.into_iter().zip(shares).map(|(name, share)| set(name, (share > 0.0).then_some(share))).collect();
    edits.extend([set("width", Some(rounded(wide))), set("height", Some(rounded(high)))]);
    edits.push(Edit::Place(vec![(item.key, Affine::rotate_about(turn(item), centre) * middle)]));
    Some(Edit::All("crop the picture".to_owned(), edits))
}
