//! GPX files: the trails in them, or in a designer's words why there are none.

use ::gpx::errors::GpxError;
use ::gpx::{Gpx, Waypoint};

use super::ground::{Fix, Trail};
use crate::fault::unwound;

/// The ending of such files.
pub const ENDING: &str = "gpx";
/// The number of trails of a file to choose from, at most.
const MOST_TRAILS: usize = 100;
/// The characters of a name, at most.
const NAME: usize = 80;

/// Reads the trails of a file: each of its tracks, each part of a track that has several, and each route.
///
/// # Errors
/// Why there is none.
pub fn read(bytes: &[u8]) -> Result<Vec<Trail>, String> {
    // Some times of day overflow there.
    let read = unwound(|| ::gpx::read(bytes)).map_err(|_| "This is not a GPX file that can be read.".to_owned())?;
    let file = read.map_err(|error| words(&error))?;
    let (mut trails, mut why) = (vec![], None);
    for (name, points) in ways(&file).into_iter().take(MOST_TRAILS) {
        match Trail::of(&name, &points.into_iter().map(fix).collect::<Vec<_>>()) {
            Ok(trail) => trails.push(trail),
            Err(short) => why = why.or(Some(short)),
        }
    }
    match why {
        _ if !trails.is_empty() => Ok(trails),
        Some(why) => Err(why),
        None if file.waypoints.is_empty() => Err("This GPX file is empty: it has neither a track nor a route.".to_owned()),
        None => Err("This GPX file has single places, but neither a track nor a route to follow.".to_owned()),
    }
}

/// The lists of points of a file, each with a name.
fn ways(file: &Gpx) -> Vec<(String, Vec<&Waypoint>)> {
    let named = |name: &Option<String>, what: &str, n: usize| {
        let name = shown(name.as_deref().unwrap_or_default());
        if name.is_empty() { format!("{what} {}", n + 1) } else { name }
    };
    let mut ways = vec![];
    for (n, track) in file.tracks.iter().enumerate() {
        let name = named(&track.name, "Track", n);
        let parts: Vec<_> = track.segments.iter().filter(|part| !part.points.is_empty()).collect();
        ways.push((name.clone(), parts.iter().flat_map(|part| &part.points).collect()));
        if parts.len() > 1 {
            let part = |(n, part): (usize, &&::gpx::TrackSegment)| (format!("{name}, part {}", n + 1), part.points.len());
            let names: Vec<_> = parts.iter().enumerate().map(part).collect();
            ways.extend(names.into_iter().zip(&parts).map(|((name, _), part)| (name, part.points.iter().collect())));
        }
    }
    let route = |(n, route): (usize, &::gpx::Route)| (named(&route.name, "Route", n), route.points.len());
    let names: Vec<_> = file.routes.iter().enumerate().map(route).collect();
    ways.extend(names.into_iter().zip(&file.routes).map(|((name, _), route)| (name, route.points.iter().collect())));
    ways
}

fn fix(point: &Waypoint) -> Fix {
    Fix { longitude: point.point().x(), latitude: point.point().y(), height: point.elevation }
}

/// A name from a file, as far as a line can show it.
fn shown(name: &str) -> String {
    let said = name.chars().filter(|c| !c.is_control()).skip_while(|c| c.is_whitespace());
    said.take(NAME).collect::<String>().trim_end().to_owned()
}

/// What is wrong with a file, for people.
fn words(error: &GpxError) -> String {
    match error {
        GpxError::XmlParseError(error) => {
            let at = xml_line(error);
            format!("This is not a GPX file, or it is damaged{at}.")
        }
        GpxError::InvalidChildElement(name, "gpx") => {
            let name = shown(name);
            format!("This is not a GPX file: it contains \u{201c}{name}\u{201d} where tracks and routes belong.")
        }
        GpxError::LonLatOutOfBoundsError(which, _, value) => {
            let (which, range) = if which.eq_ignore_ascii_case("latitude") {
                ("latitude", "latitudes run from \u{2212}90 to 90 degrees")
            } else {
                ("longitude", "longitudes run from \u{2212}180 to just below 180 degrees")
            };
            format!("A point has the {which} {value}, but {range}.")
        }
        GpxError::InvalidElementLacksAttribute("version", _) => "This GPX file doesn't say its version.".to_owned(),
        GpxError::UnknownVersionError(_) => "This GPX file is of a version other than 1.0 and 1.1.".to_owned(),
        GpxError::InvalidElementLacksAttribute(which, _) => format!("A point of this GPX file has no {which}."),
        GpxError::ParseFloatError(_) => "A place or a height in this GPX file is not a number.".to_owned(),
        GpxError::Iso8601Error(_) => "A time in this GPX file can't be read.".to_owned(),
        GpxError::MissingOpeningTag(_) => "This is not a GPX file: it is empty.".to_owned(),
        _ => "This GPX file is damaged.".to_owned(),
    }
}

/// Where an error is, in words.
fn xml_line(error: &impl std::fmt::Display) -> String {
    // It begins with line and column.
    let text = error.to_string();
    let line = text.split(':').next().unwrap_or_default();
    if !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()) { format!(" on line {line}") } else { String::new() }
}
