//! Runs the rules' own tests as part of a check.

use std::collections::HashMap;

use interpreter::diagnostic::{self, Diagnostic, Severity};
use interpreter::ruleset::Ruleset;
use interpreter::source::{Sources, Span};
use interpreter::testing::{self, Outcome};

use super::super::out;
use crate::render::{MOST, more, render, short};

/// The results of the tests.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tested {
    pub passed: usize,
    pub failed: usize,
    /// The number of errors that had not been reported yet.
    pub errors: usize,
}

/// Runs the tests of a ruleset, and reports those that fail or can't run. The problems in `told` have been reported before.
pub fn run_tests(ruleset: &Ruleset, told: &[Diagnostic]) -> Tested {
    let report = testing::run(ruleset, None);
    let is_new = |p: &Diagnostic| !told.iter().any(|known| (known.code, known.span) == (p.code, p.span));
    // The rest of the check has already reported the warnings.
    let errors: Vec<Diagnostic> =
        report.problems.iter().filter(|p| p.severity == Severity::Error && is_new(p)).cloned().collect();
    out::print(render(&ruleset.sources, &errors, true));
    let (passed, failed): (Vec<&Outcome>, Vec<&Outcome>) = report.tests.iter().partition(|test| test.passed());
    let told = told.iter().filter(|p| p.severity == Severity::Error).count() + errors.len();
    let room = MOST.saturating_sub(told);
    let heading = |test: &Outcome| format!("{} {}", out::styled(out::BAD, "test"), title(&test.title));
    out::print(outcomes(&ruleset.sources, &failed, room, heading));
    if let Some(why) = report.why_not_run() {
        out::line(out::styled(out::BAD, why));
    }
    Tested { passed: passed.len(), failed: failed.len(), errors: diagnostic::count(&errors) }
}

/// Returns the problems of tests under their headings, as many as there is room for, and the number of the others. Tests that fail for the
/// same reason at the same place in the rules are reported once, with the names of the others.
pub fn outcomes(sources: &Sources, tests: &[&Outcome], mut room: usize, heading: impl Fn(&Outcome) -> String) -> String {
    let mut text = String::new();
    let reasons: Vec<Option<Vec<Span>>> = tests.iter().map(|test| reason(test)).collect();
    let mut alike: HashMap<&[Span], Vec<&str>> = HashMap::new();
    for (test, reason) in tests.iter().zip(&reasons) {
        reason.iter().for_each(|places| alike.entry(places).or_default().push(&test.title));
    }
    let mut left_out = 0;
    for (test, reason) in tests.iter().zip(&reasons) {
        let names = match reason {
            None => vec![],
            Some(places) => match alike.remove(&places[..]) {
                Some(names) => names,
                None => continue,
            },
        };
        let shown = test.problems.len().min(room);
        room -= shown;
        left_out += test.problems.len() - shown;
        if shown == 0 {
            left_out += names.len().saturating_sub(1);
            continue;
        }
        text.push_str(&format!("{}\n", heading(test)));
        text.push_str(&render(sources, &test.problems[..shown], true));
        if let [_, others @ ..] = &names[..]
            && !others.is_empty()
        {
            let fail = if others.len() == 1 { "test fails" } else { "tests fail" };
            let mut list: Vec<String> = others.iter().take(MOST).map(|name| title(name)).collect();
            list.extend((others.len() > MOST).then(|| "…".to_owned()));
            let line = format!("{} more {fail} for the same reason: {}", others.len(), list.join(", "));
            out::wrapped(&line, out::width()).iter().for_each(|line| text.push_str(&format!("{line}\n")));
            text.push('\n');
        }
    }
    if left_out > 0 {
        text.push_str(&format!("{}\n\n", more(left_out)));
    }
    text
}

/// Returns a test's title in quotes, cut if it is too long to read.
pub fn title(title: &str) -> String {
    short(&format!("{title:?}")).into_owned()
}

/// Returns the places in the rules where a test fails, if its only problem lies outside its own text.
fn reason(test: &Outcome) -> Option<Vec<Span>> {
    let [problem] = &test.problems[..] else { return None };
    let is_own = |at: &Span| at.source == test.span.source && (test.span.start..test.span.end).contains(&at.start);
    let places: Vec<Span> = problem.labels.iter().map(|(at, _)| *at).collect();
    (!places.is_empty() && !places.iter().any(is_own)).then_some(places)
}
