//! Reads a saved text, and reports what is wrong with it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Deserialize;

use super::{Edited, End, LAST_FORMAT, Labels, OfSeries, Saved, Step, Under};
use crate::diagnostic::{Code, Diagnostic};
use crate::playtest::{Build, Playtest};
use crate::vm::random::derive_seed;

impl Saved {
    /// Reads a saved file: a game, or the races of a series so far. Of a playtest, these are the races on the way to where it stands.
    ///
    /// # Errors
    /// If it isn't a saved game, or has another form.
    pub fn read(text: &str) -> Result<Vec<Saved>, Diagnostic> {
        Saved::read_under(text, Under::builder())
    }

    /// The same. `build` builds the rules that a playtest was played under, or knows them already.
    ///
    /// # Errors
    /// As [`Saved::read`].
    pub fn read_under(text: &str, build: impl FnMut(Build) -> Arc<Under>) -> Result<Vec<Saved>, Diagnostic> {
        if Playtest::is_written_in(text) {
            return Playtest::read_under(text, build).and_then(|mut opened| Saved::of(&mut opened));
        }
        if is_series(text) {
            return read_form(text, "series", |series: &Series| series.format)?.races();
        }
        let saved = read_form(text, "game", |saved: &Saved| saved.format)?;
        saved.check()?;
        Ok(vec![saved])
    }
}

/// Whether a text is a saved game, or at least a whole series or playtest is meant.
pub fn is_saved(text: &str) -> bool {
    Playtest::is_written_in(text) || is_series(text) || Saved::read(text).is_ok()
}

/// The races of a series, as earlier versions wrote them.
#[derive(Deserialize)]
#[serde(rename = "Series")]
struct Series {
    format: u32,
    ruleset: String,
    series: String,
    addons: Vec<String>,
    set: Vec<String>,
    seats: Vec<String>,
    seed: u64,
    races: Vec<Race>,
    #[serde(default)]
    labels: Labels,
}

#[derive(Deserialize)]
struct Race {
    track: String,
    drawn: String,
    start: String,
    choices: Vec<Step>,
    #[serde(default)]
    edits: Vec<Edited>,
    end: End,
}

impl Series {
    fn races(self) -> Result<Vec<Saved>, Diagnostic> {
        self.races.iter().try_for_each(|race| in_order("series", &race.edits, 0..=race.choices.len()))?;
        let Series { format, ruleset, series: name, addons, set, seats, seed, races, labels } = self;
        let races = races.into_iter().enumerate().map(|(n, Race { track, drawn, start, choices, edits, end })| Saved {
            format,
            ruleset: ruleset.clone(),
            addons: addons.clone(),
            set: set.clone(),
            track,
            seats: seats.clone(),
            seed: derive_seed(seed, n as u64),
            previous: vec![],
            series: Some(OfSeries {
                name: name.clone(),
                race: n + 1,
                seed: Some(seed),
                addons: addons.clone(),
                set: set.clone(),
            }),
            earlier: vec![],
            // The file has a mark of the texts with all add-ons that its series had then.
            rules: String::new(),
            drawn,
            start,
            choices,
            edits,
            end,
            labels: labels.clone(),
        });
        Ok(races.collect())
    }
}

/// Says what is wrong with the form, in a designer's words.
pub(crate) fn amiss(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::ExpectedInteger => "expected a whole number".into(),
        Error::ExpectedString => "expected a text in quotes".into(),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) | Error::ExpectedAttribute => "expected `(`".into(),
        Error::ExpectedArray => "expected `[`".into(),
        Error::MissingStructField { field, .. } => format!("`{field}` is missing"),
        Error::DuplicateStructField { field, .. } => format!("`{field}` stands there twice"),
        Error::Eof => "the file ends too early".into(),
        other => other.to_string(),
    }
}

/// Reads the text of a saved `what`. `format` returns the version of its form.
fn read_form<'t, T: Deserialize<'t>>(text: &'t str, what: &str, format: fn(&T) -> u32) -> Result<T, Diagnostic> {
    let saved = ron::from_str(text).map_err(|e| {
        let at = e.span.start;
        let message = format!("this is no saved {what}: line {}, column {}: {}", at.line, at.col, amiss(&e.code));
        Diagnostic::nowhere(Code::BadReplay, message)
            .hint("write one with `play --save FILE`; a file that was cut off or edited may have lost a bracket or a quote")
    })?;
    match format(&saved) {
        1..=LAST_FORMAT => Ok(saved),
        other => {
            let message = format!("it is of form {other}, and this version reads forms 1 to {LAST_FORMAT}");
            Err(Diagnostic::nowhere(Code::BadReplay, message))
        }
    }
}

/// Whether a text is meant as a saved series rather than a single game.
fn is_series(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    lines.find(|line| !line.is_empty() && !line.starts_with("//")).is_some_and(|line| line.starts_with("Series"))
}

/// Checks that changes by hand are in the order in which they were made, each among the choices of its stretch.
///
/// # Errors
/// The first that isn't, and what was expected.
pub(super) fn in_order(what: &str, edits: &[Edited], choices: RangeInclusive<usize>) -> Result<(), Diagnostic> {
    let mut least = *choices.start();
    for Edited { after, .. } in edits {
        if !(least..=*choices.end()).contains(after) {
            let message =
                format!("this is no saved {what}: `after: {after}` where a number from {least} to {} is expected", choices.end());
            let hint = "changes by hand stand in the order in which they were made; `after` counts the choices before each";
            return Err(Diagnostic::nowhere(Code::BadReplay, message).hint(hint));
        }
        least = *after;
    }
    Ok(())
}
