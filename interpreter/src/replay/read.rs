//! Reads a saved text, and reports what is wrong with it by line.

use ron::value::RawValue;
use serde::Deserialize;

use super::{Edited, End, LAST_FORMAT, Labels, OfSeries, Saved, Step};
use crate::diagnostic::{Code, Diagnostic};
use crate::playtest::Playtest;
use crate::vm::random::derive_seed;

impl Saved {
    /// Reads a saved file: a game, or the races of a series so far. Of a playtest, these are the races on the way to where it stands.
    ///
    /// # Errors
    /// If it isn't a saved game, or has another form.
    pub fn read(text: &str) -> Result<Vec<Saved>, Diagnostic> {
        if Playtest::is_written_in(text) {
            return Playtest::read(text).and_then(|mut opened| Saved::of(&mut opened));
        }
        if is_series(text) {
            return read_form(text, "series", |series: &Series| series.format)?.races(text);
        }
        let saved = read_form(text, "game", |saved: &Saved| saved.format)?;
        saved.check(text)?;
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
    fn races(self, text: &str) -> Result<Vec<Saved>, Diagnostic> {
        let stretches: Vec<_> = self.races.iter().map(|race| (&race.edits[..], 0..=race.choices.len())).collect();
        in_order(text, "series", &stretches)?;
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

/// The places of changes by hand in a text: in the stretches under earlier rules, in the game, and in the races of a series.
#[derive(Deserialize)]
struct Places<'a> {
    #[serde(borrow, default)]
    earlier: Vec<Places<'a>>,
    #[serde(borrow, default)]
    edits: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    races: Vec<Places<'a>>,
}

/// For one stretch, its changes by hand, and the range for the number of choices made before them. Stretches are in the order of the text.
type Stretch<'a> = (&'a [super::Edited], std::ops::RangeInclusive<usize>);

/// Checks that changes by hand are in the order in which they were made, each among the choices of its stretch.
///
/// # Errors
/// The first that isn't: its line, and what was expected.
pub(super) fn in_order(text: &str, what: &str, stretches: &[Stretch<'_>]) -> Result<(), Diagnostic> {
    for (n, (edits, choices)) in stretches.iter().enumerate() {
        let mut least = *choices.start();
        for (at, edited) in edits.iter().enumerate() {
            if (least..=*choices.end()).contains(&edited.after) {
                least = edited.after;
                continue;
            }
            let place = line_of(text, n, at).map_or(String::new(), |line| format!("line {line}: "));
            let expected =
                if least == *choices.end() { least.to_string() } else { format!("a number from {least} to {}", choices.end()) };
            let message = format!("this is no saved {what}: {place}`after: {}` where {expected} is expected", edited.after);
            let hint = "changes by hand stand in the order in which they were made; `after` counts the choices before each";
            return Err(Diagnostic::nowhere(Code::BadReplay, message).hint(hint));
        }
    }
    Ok(())
}

/// The line on which a change by hand begins, from 1.
fn line_of(text: &str, stretch: usize, n: usize) -> Option<usize> {
    let text = text.trim_start_matches('\u{feff}');
    let body = text.find("Series(").filter(|_| is_series(text)).map_or(text, |at| &text[at + 6..]);
    let places: Places<'_> = ron::from_str(body).ok()?;
    let all: Vec<&Vec<&RawValue>> = if places.races.is_empty() {
        places.earlier.iter().map(|earlier| &earlier.edits).chain([&places.edits]).collect()
    } else {
        places.races.iter().map(|race| &race.edits).collect()
    };
    let raw = all.get(stretch)?.get(n)?.get_ron();
    let raw = raw.trim_start();
    let at = (raw.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    Some(text.get(..at)?.matches('\n').count() + 1)
}
