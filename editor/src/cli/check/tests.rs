//! Runs the rules' own tests as part of a check.

use interpreter::diagnostic::{self, Diagnostic, Severity};
use interpreter::ruleset::Ruleset;
use interpreter::source::{Sources, Span};
use interpreter::testing::{self, Outcome};

use super::super::out;
use crate::render::render;

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
    out::print(outcomes(&ruleset.sources, &failed, |test| format!("{} {:?}", out::styled(out::BAD, "test"), &*test.title)));
    if let Some(why) = report.why_not_run() {
        out::line(out::styled(out::BAD, why));
    }
    Tested { passed: passed.len(), failed: failed.len(), errors: diagnostic::count(&errors) }
}

/// Returns the problems of tests under their headings. Tests that fail for the same reason at the same place in the rules are reported
/// once, with the names of the others.
pub fn outcomes(sources: &Sources, tests: &[&Outcome], heading: impl Fn(&Outcome) -> String) -> String {
    let mut text = String::new();
    let reasons: Vec<Option<Vec<Span>>> = tests.iter().map(|test| reason(test)).collect();
    for (n, test) in tests.iter().enumerate() {
        if reasons[n].is_some() && reasons[..n].contains(&reasons[n]) {
            continue;
        }
        text.push_str(&format!("{}\n", heading(test)));
        text.push_str(&render(sources, &test.problems, true));
        let alike = (n + 1..tests.len()).filter(|other| reasons[n].is_some() && reasons[*other] == reasons[n]);
        let names: Vec<String> = alike.map(|other| format!("{:?}", &*tests[other].title)).collect();
        if !names.is_empty() {
            let fail = if names.len() == 1 { "test fails" } else { "tests fail" };
            let line = format!("{} more {fail} for the same reason: {}", names.len(), names.join(", "));
            out::wrapped(&line, out::width()).iter().for_each(|line| text.push_str(&format!("{line}\n")));
            text.push('\n');
        }
    }
    text
}

/// Returns the places in the rules where a test fails, if its only problem lies outside its own text.
fn reason(test: &Outcome) -> Option<Vec<Span>> {
    let [problem] = &test.problems[..] else { return None };
    let is_own = |at: &Span| at.source == test.span.source && (test.span.start..test.span.end).contains(&at.start);
    let places: Vec<Span> = problem.labels.iter().map(|(at, _)| *at).collect();
    (!places.is_empty() && !places.iter().any(is_own)).then_some(places)
}
