//! `series` of a manifest: several races whose points are added up.

use std::sync::Arc;

use super::{Setting, settings};
use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Most races of one series.
const MOST_RACES: usize = 64;

/// A series of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    pub name: Arc<str>,
    /// For readers.
    pub note: Arc<str>,
    /// In the order in which they are played.
    pub races: Vec<Race>,
    /// By place, the winner's first.
    pub points: Vec<i32>,
    /// The list of points, or, where there is none, the name.
    pub points_span: Span,
    /// Whether the fewest points win.
    pub lowest_wins: bool,
    pub ties: Ties,
    /// The name.
    pub span: Span,
}

/// A game of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct Race {
    /// A file name without `.ron`.
    pub track: Arc<str>,
    pub track_span: Span,
    /// The name of one of the manifest's variants.
    pub variant: Option<(Arc<str>, Span)>,
    /// Stronger than the variant's.
    pub set: Vec<Setting>,
}

/// What decides between equal totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The better place in the last race, then in the one before, and so on.
    #[default]
    LastRace,
    /// Nothing: the place is shared.
    Shared,
}

const FIELDS: [&str; 8] = ["name", "note", "tracks", "races", "points", "wins", "ties", "seats"];

pub(super) fn read(node: Node<'_>, problems: &mut Problems) -> Option<Series> {
    let form = Form::read(node, "a series", problems)?;
    form.only("a series", FIELDS.into_iter(), problems);
    let name = form.required("name", "this series", "\"World Cup\"", problems);
    let races = races(&form, problems);
    let list = form.required("points", "this series", "[1, 2, 3, 4]", problems);
    let points = list.and_then(|node| form::list(node, "numbers", problems)).unwrap_or_default();
    let points = points.into_iter().filter_map(|n| form::whole(n, -9999, 9999, problems)).map(|n| n as i32).collect();
    form.required("wins", "this series", "highest", problems);
    let lowest_wins = one_of(&form, "wins", &[("highest", false), ("lowest", true)], problems).unwrap_or_default();
    let ties = one_of(&form, "ties", &[("last_race", Ties::LastRace), ("shared", Ties::Shared)], problems).unwrap_or_default();
    one_of(&form, "seats", &[("stay", ())], problems);
    let note = form.get("note").and_then(|node| form::text(node, problems)).unwrap_or_default();
    let name = name?;
    let points_span = list.map_or(name.span(), |node| node.span());
    Some(Series { name: form::text(name, problems)?, note, races, points, points_span, lowest_wins, ties, span: name.span() })
}

/// `tracks: ["first", "second"]`, or `races`, of which each may have more to say.
fn races(form: &Form<'_>, problems: &mut Problems) -> Vec<Race> {
    let node = match (form.get("races"), form.get("tracks")) {
        (Some(_), Some(tracks)) => {
            let problem = Diagnostic::error(Code::WrongValue, tracks.span(), "this series has both `tracks` and `races`");
            problems.add(problem.hint("name the tracks in `races`, and leave `tracks` out"));
            return vec![];
        }
        (Some(races), None) => races,
        (None, _) => match form.required("tracks", "this series", "[\"…\", \"…\"]", problems) {
            Some(tracks) => tracks,
            None => return vec![],
        },
    };
    let Some(items) = form::list(node, "tracks", problems) else { return vec![] };
    if items.is_empty() || items.len() > MOST_RACES {
        let problem = format!("a series has from 1 to {MOST_RACES} races, not {}", items.len());
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), problem).hint("name a track for each race"));
        return vec![];
    }
    items.into_iter().filter_map(|item| race(item, problems)).collect()
}

/// `"first-track"`, or `(track: "first-track", variant: "Sprint", set: { "laps": 2 })`
fn race(node: Node<'_>, problems: &mut Problems) -> Option<Race> {
    if !matches!(node.shape(), Shape::Fields | Shape::Call(_)) {
        return Some(Race { track: form::text(node, problems)?, track_span: node.span(), variant: None, set: vec![] });
    }
    let form = Form::read(node, "a race", problems)?;
    form.only("a race", ["track", "variant", "set"].into_iter(), problems);
    let track = form.required("track", "this race", "\"…\"", problems);
    let variant = form.get("variant").and_then(|node| Some((form::text(node, problems)?, node.span())));
    let set = form.get("set").map(|node| settings(node, problems)).unwrap_or_default();
    let track = track?;
    Some(Race { track: form::text(track, problems)?, track_span: track.span(), variant, set })
}

fn one_of<T: Clone>(form: &Form<'_>, name: &str, words: &[(&str, T)], problems: &mut Problems) -> Option<T> {
    form::one_of(form.get(name)?, words).map_err(|problem| problems.add(*problem)).ok()
}
