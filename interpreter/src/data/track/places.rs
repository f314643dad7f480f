//! Checks where spaces lie: outside of the sheet, or on one another.

use std::collections::BTreeMap;

use crate::data::problems::Problems;
use crate::data::track::{SpaceData, Track};
use crate::diagnostic::{Code, Diagnostic};

/// Spaces lie on one another if they are nearer than this share of the side of a square with the sheet's area.
const NEAR: f64 = 0.01;
/// Anything nearer than this is in the same place.
const SAME: f64 = 0.001;

/// If more small spaces lie within that width, further ones are not compared with.
const MOST_IN_FIELD: usize = 64;

/// What these checks need to know of a space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Its middle in millimetres.
    pub at: (f64, f64),
    /// Its width in millimetres, if it has one.
    pub size: Option<f64>,
}

/// The spaces that lie on an earlier one, each with that one. `sheet` is its width and height.
pub fn on_one_another(places: &[Place], sheet: (f64, f64)) -> Vec<(usize, usize)> {
    let near = ((sheet.0 * sheet.1).sqrt() * NEAR).max(SAME);
    // Spaces that lie on no earlier one are kept in fields of that width. A field holds only a few of them, however many lie there.
    let mut fields: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    let mut found = vec![];
    for (n, place) in places.iter().enumerate() {
        let (x, y) = ((place.at.0 / near).floor() as i64, (place.at.1 / near).floor() as i64);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x.saturating_add(dx), y.saturating_add(dy))));
        let mut others = around.filter_map(|field| fields.get(&field)).flatten().copied();
        match others.find(|other| lie_on_one_another(&places[*other], place, near)) {
            Some(other) => found.push((n, other)),
            None => {
                let field = fields.entry((x, y)).or_default();
                if field.len() < MOST_IN_FIELD {
                    field.push(n);
                }
            }
        }
    }
    found
}

/// Small spaces may lie closer together than others.
fn lie_on_one_another(a: &Place, b: &Place, near: f64) -> bool {
    let far = distance(a.at, b.at);
    let own = a.size.zip(b.size).map(|(a, b)| a.min(b) / 2.0);
    far <= SAME || far < own.map_or(near, |own| own.min(near))
}

/// The distance between two places.
pub fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The message about a space that lies on another one.
pub fn said_of(id: &str, other: &str, far: f64) -> String {
    if far <= SAME {
        format!("{id:?} is in the same place as {other:?}")
    } else {
        format!("{id:?} is on top of {other:?}, {far:.1} mm from its middle")
    }
}

/// Warns of spaces outside of the sheet.
pub fn check_sheet(track: &Track, problems: &mut Problems) {
    let (width, height) = track.sheet;
    for space in &track.spaces {
        let (x, y) = space.at;
        if !(0.0..=width).contains(&x) || !(0.0..=height).contains(&y) {
            let message = format!("{:?} is outside the sheet, which is {width} by {height} mm", space.id);
            problems.add(Diagnostic::warning(Code::WrongValue, space.span, message).hint("move it, or make the `sheet` larger"));
        }
    }
}

/// Warns of spaces that lie on one another.
pub fn check_overlaps(track: &Track, problems: &mut Problems) {
    // A space without a place is reported elsewhere.
    let placed: Vec<&SpaceData> = track.spaces.iter().filter(|space| !problems.any_error_at(space.span)).collect();
    let places: Vec<Place> = placed.iter().map(|space| Place { at: space.at, size: space.size }).collect();
    for (n, other) in on_one_another(&places, track.sheet) {
        let (space, other) = (placed[n], placed[other]);
        let message = said_of(&space.id, &other.id, distance(space.at, other.at));
        let problem = Diagnostic::warning(Code::Overlap, space.span, message);
        problems.add(problem.label(other.span, "the other one").hint("move one of them"));
    }
}
