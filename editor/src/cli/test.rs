//! `test`: runs the tests in the rules.

use std::collections::HashSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use interpreter::diagnostic::{Diagnostic, Severity, has_errors};
use interpreter::mutate::{self, Verdict};
use interpreter::ruleset::{Ruleset, Setup};
use interpreter::source::{SourceId, Sources};
use interpreter::testing::{self, Outcome, Report};

use super::check::{self, tests};
use super::long::{self, INTERRUPTED};
use super::{FOUND, WRONG, out, setup};
use crate::args;
use crate::files::Library;
use crate::render::{MOST, render, short};

/// Runs the tests of the named rulesets, or of all.
pub fn run(args: &args::Test, library: &Library) -> ExitCode {
    let names = if args.rulesets.is_empty() { library.names() } else { args.rulesets.clone() };
    if names.is_empty() {
        return setup::refused(WRONG, library.is_empty());
    }
    // Without names, what no ruleset finds is a problem, too.
    let strays = if args.rulesets.is_empty() { check::strays(library) } else { vec![] };
    let (mut good, mut tests) = (strays.is_empty(), 0);
    let cancel = if args.mutate { long::cancel() } else { Arc::default() };
    for name in names {
        let ruleset = match setup::ruleset(library, &name) {
            Ok(ruleset) => ruleset,
            Err(code) => return code,
        };
        let mut report = testing::run(&ruleset, args.only.as_deref());
        report.problems.extend(unread_tracks(&ruleset, &report.problems));
        let is_beside = args.only.is_some() && report.tests.is_empty() && report.passed();
        if !is_beside {
            out::print(summary(&ruleset.sources, &report));
        }
        good &= report.passed();
        tests += report.tests.len();
        if args.mutate && report.passed() && !is_beside {
            mutate(&ruleset, &cancel);
        }
        if cancel.load(Ordering::Relaxed) {
            return ExitCode::from(INTERRUPTED);
        }
    }
    strays.iter().for_each(|message| check::note_error(message));
    if let (Some(only), true, 0) = (&args.only, good, tests) {
        out::line(format!("no test has {only:?} in its name"));
        good = false;
    }
    ExitCode::from(if good { 0 } else { FOUND })
}

/// Returns the errors of tracks that can't be read, whether a test needs them or not. Of a track with an error in `told`, all are known.
fn unread_tracks(ruleset: &Ruleset, told: &[Diagnostic]) -> Vec<Diagnostic> {
    let (ir, problems) = ruleset.weave(&[]);
    if ruleset.is_stopped(&[], None) || has_errors(&problems) {
        return vec![];
    }
    let of_track = |(track, source): (&String, &SourceId)| {
        let setup = Setup { track: Some(track.clone()), ..Setup::default() };
        let problems = ruleset.read_woven(ir.clone(), &setup).problems.into_iter();
        let source = *source;
        problems.filter(move |p| p.span.is_some_and(|span| span.source == source)).collect::<Vec<_>>()
    };
    let is_error = |p: &&Diagnostic| p.severity == Severity::Error && !p.code.is_unfinished();
    let told: HashSet<SourceId> = told.iter().filter(is_error).filter_map(|p| Some(p.span?.source)).collect();
    ruleset.tracks.iter().filter(|(_, source)| !told.contains(source)).flat_map(of_track).filter(|p| is_error(&p)).collect()
}

/// Changes the rules bit by bit, and prints the changes that no test noticed.
fn mutate(ruleset: &Ruleset, cancel: &AtomicBool) {
    let bar = long::bar(0, "changes");
    let of = AtomicUsize::new(0);
    let progress = |all: usize| {
        of.store(all, Ordering::Relaxed);
        bar.set_length(all as u64);
        bar.inc(1);
    };
    let changes = mutate::run(ruleset, &progress, cancel);
    bar.finish_and_clear();
    let changes = match changes {
        Ok(changes) => changes,
        Err(report) => return out::print(summary(&ruleset.sources, &report)),
    };
    let count = |verdict: Verdict| changes.iter().filter(|c| c.verdict == verdict).count();
    for change in changes.iter().filter(|c| c.verdict == Verdict::Unnoticed) {
        out::line(format!("not noticed: {}", short(&mutate::line(&ruleset.sources, change))));
    }
    let (noticed, rejected, unnoticed) = (count(Verdict::Noticed), count(Verdict::Rejected), count(Verdict::Unnoticed));
    let playable = noticed + unnoticed;
    let share = 100.0 * noticed as f64 / playable.max(1) as f64;
    out::line(format!("{noticed} of {playable} changes noticed ({share:.0} %); {rejected} more rejected by the checker"));
    out::line(format!("not tried: {}", mutate::NOT_TRIED));
    if cancel.load(Ordering::Relaxed) {
        out::line(format!("stopped by Ctrl-C after {} of {} changes", changes.len(), of.into_inner()));
    }
}

/// Returns the results of the tests: the problems, then a line for each file, then the total.
fn summary(sources: &Sources, report: &Report) -> String {
    // Warnings about the rules are reported by `check`.
    let errors: Vec<Diagnostic> = report.problems.iter().filter(|p| p.severity == Severity::Error).cloned().collect();
    let mut text = render(sources, &errors, true);
    let told: Vec<&Outcome> = report.tests.iter().filter(|test| !test.problems.is_empty()).collect();
    text.push_str(&tests::outcomes(sources, &told, MOST.saturating_sub(errors.len()), |test| {
        out::styled(out::STRONG, heading(sources, test))
    }));
    let mut files: Vec<(&str, usize, usize)> = vec![];
    for test in &report.tests {
        let file = &*sources.get(test.span.source).name;
        if files.last().is_none_or(|(name, ..)| *name != file) {
            files.push((file, 0, 0));
        }
        if let Some((_, passed, failed)) = files.last_mut() {
            *(if test.passed() { passed } else { failed }) += 1;
        }
    }
    let width = files.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, passed, failed) in &files {
        let wrong = if *failed > 0 { out::styled(out::BAD, format!(", {failed} failed")) } else { String::new() };
        text.push_str(&format!("{name:width$}  {passed:3} passed{wrong}\n"));
    }
    let failed = report.tests.iter().filter(|t| !t.passed()).count();
    let checked: usize = report.tests.iter().map(|t| t.expectations).sum();
    let all = report.tests.len();
    text.push_str(&report.why_not_run().map(|why| format!("{}\n", out::styled(out::BAD, why))).unwrap_or_default());
    let verdict = match (failed, all) {
        (_, 0) if report.all() > 0 => return text,
        (_, 0) => "no tests".to_owned(),
        (0, _) => out::styled(out::GOOD, format!("{} with {} passed", count(all, "test"), count(checked, "expectation"))),
        _ => out::styled(out::BAD, format!("{failed} of {} failed", count(all, "test"))),
    };
    text.push_str(&format!("{verdict}\n"));
    text
}

fn heading(sources: &Sources, test: &Outcome) -> String {
    let (line, _) = sources.line_column(test.span);
    let with = if test.addons.is_empty() { String::new() } else { format!(" with {}", test.addons.join(", ")) };
    format!("{}:{line} {}{with}", sources.get(test.span.source).name, tests::title(&test.title))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
