//! The rules' own tests, as part of a check.

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::ruleset::Ruleset;
use interpreter::source::{Sources, Span};
use interpreter::testing::{self, Outcome};

use super::super::out;
use crate::render::render;

/// How the tests went.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tested {
    pub passed: usize,
    pub failed: usize,
}

/// Runs all tests of a ruleset without errors, and reports those that fail.
pub fn run_tests(ruleset: &Ruleset) -> Tested {
    let report = testing::run(ruleset, None);
    let mut tested = Tested::default();
    // Warnings have been told by the rest of the check.
    let errors: Vec<Diagnostic> = report.problems.into_iter().filter(|p| p.severity == Severity::Error).collect();
    out::print(render(&ruleset.sources, &errors, true));
    tested.failed += usize::from(!errors.is_empty());
    let (passed, failed): (Vec<&Outcome>, Vec<&Outcome>) = report.tests.iter().partition(|test| test.passed());
    (tested.passed, tested.failed) = (passed.len(), tested.failed + failed.len());
    out::print(told(&ruleset.sources, &failed, |test| format!("{} {:?}", out::styled(out::BAD, "test"), &*test.title)));
    tested
}

/// What is wrong with tests, under their headings. Those that fail for one reason at one place in the rules are told once, with the names of
/// the others.
pub fn told(sources: &Sources, tests: &[&Outcome], heading: impl Fn(&Outcome) -> String) -> String {
    let mut text = String::new();
    let reasons: Vec<Option<Reason<'_>>> = tests.iter().map(|test| reason(test)).collect();
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

/// Why a test fails that says nothing of itself: the place in the rules, or, where it could not be run at all, the message.
#[derive(PartialEq)]
enum Reason<'o> {
    Place(Vec<Span>),
    Message(&'o str),
}

fn reason(test: &Outcome) -> Option<Reason<'_>> {
    let [problem] = &test.problems[..] else { return None };
    let is_own = |at: &Span| at.source == test.span.source && (test.span.start..test.span.end).contains(&at.start);
    let places: Vec<Span> = problem.labels.iter().map(|(at, _)| *at).collect();
    match places.iter().any(is_own) {
        false if !places.is_empty() => Some(Reason::Place(places)),
        _ if problem.message.starts_with(testing::NOT_RUN) => Some(Reason::Message(&problem.message)),
        _ => None,
    }
}
