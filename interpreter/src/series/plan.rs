//! From a series in a manifest to the programs of its races.

use std::sync::Arc;

use super::Scoring;
use crate::data::manifest::series::{Race, Series};
use crate::data::manifest::{Setting, Variant};
use crate::diagnostic::{Code, Diagnostic, Severity, has_errors, nearest};
use crate::program::{MOST_PLAYERS, Program};
use crate::ruleset::{Built, Ruleset, Setup};

/// A series that can be played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub name: Arc<str>,
    pub note: Arc<str>,
    pub scoring: Scoring,
    pub players: usize,
    /// The races in playing order; at least one.
    pub races: Vec<PlannedRace>,
}

/// A race of a series.
#[derive(Clone, Debug)]
pub struct PlannedRace {
    /// The track's name, followed by the variant's if there is one.
    pub title: Arc<str>,
    /// The setup, with everything that the series adds.
    pub setup: Setup,
    pub built: Built,
    pub program: Arc<Program>,
}

impl Plan {
    /// Builds all races of a series. `setup` gives add-ons, parameters and players; its track is ignored. A parameter comes from `setup` if
    /// set there, else from the race, else from the race's variant.
    ///
    /// # Errors
    /// All problems, if there is no such series or one of its races can't be played.
    pub fn new(ruleset: &Ruleset, name: &str, setup: &Setup) -> Result<Plan, Vec<Diagnostic>> {
        let series = find(ruleset, name).map_err(|problem| vec![problem])?;
        let unknown = names(ruleset, series);
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let (mut races, mut problems): (Vec<PlannedRace>, Vec<Diagnostic>) = (vec![], vec![]);
        let mut players = setup.players;
        for race in &series.races {
            let setup = Setup { players, ..setup_of(ruleset, race, setup) };
            // Races that are alike share their program.
            let same = races.iter().find(|other| other.setup == setup).map(|other| other.built.clone());
            let built = same.unwrap_or_else(|| ruleset.build(&setup));
            if let Some(program) = built.program.clone() {
                players = Some(program.players);
                let setup = Setup { players, ..setup };
                races.push(PlannedRace { title: title(&built, race), setup, built, program });
                continue;
            }
            for problem in ruleset.problems_of(&setup).into_iter().chain(built.problems) {
                let problem = placed(ruleset, race, problem);
                if problem.severity == Severity::Error && !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        let players = players.unwrap_or(1);
        if problems.is_empty() {
            problems.extend(too_few_points(series, players));
        }
        if problems.is_empty() && races.len() == series.races.len() {
            Ok(Plan { name: series.name.clone(), note: series.note.clone(), scoring: Scoring::of(series), players, races })
        } else {
            Err(problems)
        }
    }
}

/// What is wrong with the series of a ruleset, each problem at its place in the manifest.
pub fn problems(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = vec![];
    if ruleset.manifest.series.is_empty() || ruleset.base.is_empty() {
        return found;
    }
    let (ir, woven) = ruleset.weave(&[]);
    let sound = !has_errors(&woven) && !ruleset.is_stopped(&[], None);
    for series in &ruleset.manifest.series {
        let unknown = names(ruleset, series);
        if sound {
            found.extend(too_few_points(series, (ir.game.max_players as usize).min(MOST_PLAYERS)));
        }
        if sound && unknown.is_empty() {
            for race in &series.races {
                let built = ruleset.build(&setup_of(ruleset, race, &Setup::default()));
                // Problems of rules and tracks are reported where those are checked.
                let own = built.problems.into_iter().filter(|p| p.severity == Severity::Error && p.span.is_none());
                found.extend(own.map(|problem| placed(ruleset, race, problem)));
            }
        }
        found.extend(unknown);
    }
    found.dedup();
    found
}

/// The series with this name, ignoring case.
fn find<'r>(ruleset: &'r Ruleset, name: &str) -> Result<&'r Series, Diagnostic> {
    let all = &ruleset.manifest.series;
    let wanted = name.trim().to_lowercase();
    if let Some(series) = all.iter().find(|s| s.name.to_lowercase() == wanted) {
        return Ok(series);
    }
    let problem = Diagnostic::nowhere(Code::UnknownName, format!("{} has no series {name:?}", ruleset.name));
    let known: Vec<String> = all.iter().map(|s| s.name.to_lowercase()).collect();
    let near = nearest(&wanted, known.iter().map(String::as_str)).and_then(|near| known.iter().position(|k| k == near));
    Err(match near {
        Some(n) => problem.did_you_mean_text(Some(&all[n].name)),
        None if all.is_empty() => problem.hint("it has none; a series is written in its game.ron, under `series`"),
        None => {
            let list: Vec<String> = all.iter().map(|s| format!("{:?}", s.name)).collect();
            problem.hint(format!("it has {}", list.join(", ")))
        }
    })
}

/// Tracks and variants that don't exist.
fn names(ruleset: &Ruleset, series: &Series) -> Vec<Diagnostic> {
    let mut problems = vec![];
    let mut unknown = |span, what: &str, name: &str, known: Vec<&str>, without: String| {
        let problem = Diagnostic::error(Code::UnknownName, span, format!("{} has no {what} {name:?}", ruleset.name));
        let list: Vec<String> = known.iter().map(|k| format!("{k:?}")).collect();
        let there = if list.is_empty() { without } else { format!("there are {}", list.join(", ")) };
        problems.push(problem.did_you_mean_text(nearest(name, known)).or_hint(there));
    };
    for race in &series.races {
        if track(ruleset, race).is_none() {
            let without = format!("draw one and put it in the folder tracks/{}", ruleset.name);
            unknown(race.track_span, "track", &race.track, ruleset.tracks.keys().map(String::as_str).collect(), without);
        }
        if let Some((name, span)) = race.variant.as_ref().filter(|_| variant(ruleset, race).is_none()) {
            let known = ruleset.manifest.variants.iter().map(|v| &*v.name).collect();
            unknown(*span, "variant", name, known, "write one in `variants`".to_owned());
        }
    }
    problems
}

fn track(ruleset: &Ruleset, race: &Race) -> Option<String> {
    ruleset.track_name(Some(&race.track)).filter(|name| ruleset.tracks.contains_key(name))
}

fn variant<'r>(ruleset: &'r Ruleset, race: &Race) -> Option<&'r Variant> {
    let (name, _) = race.variant.as_ref()?;
    ruleset.manifest.variants.iter().find(|v| v.name == *name)
}

/// The setup of a race.
fn setup_of(ruleset: &Ruleset, race: &Race, setup: &Setup) -> Setup {
    let mut setup = Setup { track: track(ruleset, race), ..setup.clone() };
    let variant = variant(ruleset, race);
    for (name, _) in variant.iter().flat_map(|v| &v.addons) {
        if !setup.addons.iter().any(|a| a.replace('-', "_") == name.replace('-', "_")) {
            setup.addons.push(name.to_string());
        }
    }
    // The last value given for a parameter counts.
    let written = |s: &Setting| format!("{}={}", s.param, s.value);
    let of_series = variant.iter().flat_map(|v| &v.set).chain(&race.set).map(written);
    setup.settings = of_series.chain(setup.settings).collect();
    setup
}

fn title(built: &Built, race: &Race) -> Arc<str> {
    let track = if built.track.name.is_empty() { &built.track_name } else { &built.track.name };
    match &race.variant {
        Some((variant, _)) => format!("{track}, {variant}").into(),
        None => track.clone(),
    }
}

/// Places a problem with what a race says at that race; leaves others where they are.
fn placed(ruleset: &Ruleset, race: &Race, mut problem: Diagnostic) -> Diagnostic {
    if problem.span.is_none() && matches!(problem.code, Code::UnknownName | Code::WrongParameter | Code::AddonNeeds) {
        let named = |name: &str| problem.message.contains(&format!("`{name}`")) || problem.message.contains(&format!("{name:?}"));
        let own = race.set.iter().find(|s| named(&s.param)).map(|s| s.param_span);
        let variant = variant(ruleset, race);
        let setting = variant.iter().flat_map(|v| &v.set).any(|s| named(&s.param));
        let addon = variant.iter().flat_map(|v| &v.addons).any(|(name, _)| named(&name.replace('-', "_")));
        let whole = race.variant.as_ref().filter(|_| setting || addon).map(|(_, span)| *span);
        problem.span = own.or(whole);
    }
    problem
}

fn too_few_points(series: &Series, players: usize) -> Option<Diagnostic> {
    let given = series.points.len();
    if given >= players {
        return None;
    }
    let places = |n: usize| format!("{n} place{}", if n == 1 { "" } else { "s" });
    let message = format!("this gives points for {}, but the game may have {}", places(given), places(players));
    let next = match (series.lowest_wins, series.points.last()) {
        (true, Some(last)) => last.saturating_add(1),
        (true, None) => 1,
        (false, _) => 0,
    };
    let step = i32::from(series.lowest_wins);
    let more = (0..(players - given) as i32).map(|n| (next.saturating_add(n * step)).to_string());
    let list: Vec<String> = series.points.iter().map(i32::to_string).chain(more).collect();
    let problem = Diagnostic::error(Code::TooFewPoints, series.points_span, message);
    Some(problem.hint(format!("write a number for each place, such as `points: [{}]`", list.join(", "))))
}
