//! `check`: finds everything that can be found in rulesets, add-ons, data and tracks without a player, and tries random games.

use std::collections::BTreeMap;
use std::process::ExitCode;

use interpreter::diagnostic::{self, Diagnostic, Severity};
use interpreter::ruleset::Ruleset;

use super::{FOUND, WRONG, out};
use crate::args;
use crate::files::Library;
use crate::render::render;

mod look;
mod target;
pub mod tests;

pub use look::variant_built;
pub use target::strays;
use target::{Only, Target, Targets};

/// Checks what the paths name, or all rulesets without paths. Warnings alone count as success.
pub fn run(args: &args::Check, library: &Library) -> ExitCode {
    let Targets { found: targets, strays } = match target::targets(&args.paths, library) {
        Ok(targets) => targets,
        Err(message) => {
            note_error(&message);
            return ExitCode::from(WRONG);
        }
    };
    let mut found = false;
    for target in &targets {
        found |= check(target);
    }
    strays.iter().for_each(|message| note_error(message));
    ExitCode::from(if found || !strays.is_empty() { FOUND } else { 0 })
}

/// Prints an error that is in no text.
pub fn note_error(message: &str) {
    out::note(format!("{}: {message}", out::styled(out::BAD, "error")));
}

/// Reports on one target. Returns whether it has errors or failing tests.
fn check(target: &Target) -> bool {
    let ruleset = Ruleset::read(&target.texts());
    let look::Looked { problems, games, ruleset: readable } = look::look(&ruleset, target);
    out::print(render(&ruleset.sources, &problems, true));
    if matches!(target.only, Only::Track(_)) && !is_playable(&ruleset) {
        let (title, game) = (out::styled(out::STRONG, target.title()), &target.ruleset);
        let verdict = out::styled(out::BAD, "can't be checked");
        out::line(format!("{title}: {verdict}, because the rules have errors; `coursesetter check {game}` lists them"));
        return true;
    }
    let told = problems.clone();
    let (unfinished, problems): (Vec<_>, Vec<_>) = problems.into_iter().partition(|p| is_of_unfinished(&ruleset, target, p));
    let tested = match &target.only {
        Only::Track(_) => tests::Tested::default(),
        Only::All | Only::File(_) => tests::run_tests(&readable, &told),
    };
    let errors = diagnostic::count(problems.iter().filter(|p| p.severity == Severity::Error)) + tested.errors;
    let warnings = diagnostic::count(problems.iter().filter(|p| p.severity == Severity::Warning));
    out::line(summary(&ruleset, target, (errors, warnings), games, &tested));
    let mut tracks: BTreeMap<&str, usize> = BTreeMap::new();
    for (problem, track) in unfinished.iter().filter_map(|problem| Some((problem, track_of(&ruleset, problem)?))) {
        *tracks.entry(track).or_default() += diagnostic::count([problem]);
    }
    for (track, errors) in tracks {
        let verdict = out::styled(out::WARN, format!("can't be raced on yet, {}", count(errors, "error")));
        out::line(format!("{} on track {track}: {verdict}", target.ruleset));
    }
    errors > 0 || tested.failed > 0
}

/// Whether the rules without add-ons can be played on a track.
fn is_playable(ruleset: &Ruleset) -> bool {
    !ruleset.is_stopped(&[], None) && !diagnostic::has_errors(&ruleset.weave(&[]).1)
}

/// Whether the error is in an unfinished track that nothing else needs. The game is fine without such a track.
fn is_of_unfinished(ruleset: &Ruleset, target: &Target, problem: &Diagnostic) -> bool {
    let is_error = problem.severity == Severity::Error && target.only == Only::All;
    is_error && problem.code.is_unfinished() && track_of(ruleset, problem).is_some_and(|track| !needs(ruleset, track))
}

/// Returns the track whose file contains a problem.
fn track_of<'r>(ruleset: &'r Ruleset, problem: &Diagnostic) -> Option<&'r str> {
    let file = &*ruleset.sources.get(problem.span?.source).name;
    file.strip_prefix("tracks/")?.strip_prefix(&*ruleset.name)?.strip_prefix('/')?.strip_suffix(".ron")
}

/// Whether the game opens on this track, or has a series with it.
fn needs(ruleset: &Ruleset, track: &str) -> bool {
    let races = ruleset.manifest.series.iter().flat_map(|series| &series.races);
    ruleset.track_name(None).as_deref() == Some(track) || races.map(|race| &*race.track).any(|of_race| of_race == track)
}

fn summary(ruleset: &Ruleset, target: &Target, (errors, warnings): (usize, usize), games: u64, tested: &tests::Tested) -> String {
    let mut parts = match &target.only {
        Only::All => vec![count(ruleset.tracks.len(), "track"), count(ruleset.addons.len(), "add-on")],
        Only::File(_) | Only::Track(_) => vec![],
    };
    if tested.passed + tested.failed > 0 {
        parts.push(count(tested.passed + tested.failed, "test"));
    }
    let (style, verdict) = match (errors + tested.failed, warnings) {
        (0, 0) => (out::GOOD, vec!["no problems".to_owned()]),
        (0, _) => (out::WARN, vec![count(warnings, "warning")]),
        _ => {
            let mut all = vec![];
            all.extend((errors > 0).then(|| count(errors, "error")));
            all.extend((warnings > 0).then(|| count(warnings, "warning")));
            all.extend((tested.failed > 0).then(|| format!("{} failed", count(tested.failed, "test"))));
            (out::BAD, all)
        }
    };
    parts.push(out::styled(style, verdict.join(", ")));
    let tried = if games > 0 { format!("; {}", count(games as usize, "trial game")) } else { String::new() };
    format!("{}: {}{tried}", out::styled(out::STRONG, target.title()), parts.join(", "))
}

fn count(n: usize, what: &str) -> String {
    let shown = if n == 0 { "no".to_owned() } else { n.to_string() };
    format!("{shown} {what}{}", if n == 1 { "" } else { "s" })
}
