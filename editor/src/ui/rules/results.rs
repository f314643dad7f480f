//! The results of tests.

use std::sync::Arc;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::testing::{Outcome, Report};

use super::below::Below;
use crate::render::{MOST, more};
use crate::text::problems::{self, Mark};
use crate::text::runs::{Ran, Runs};
use crate::text::tests::{self, Test, Verdict};
use crate::ui::problem::{Kind, Problem};
use crate::workspace::Build;

/// The tests of the last build whose tests ran.
#[derive(Default)]
pub struct Results {
    all: Option<(Arc<Build>, Report)>,
    /// The number of results so far, so that others notice new ones.
    pub count: u64,
    /// The problems found by tests that no build reports.
    told: Vec<Problem>,
}

impl Results {
    /// Takes the results of runs that have ended.
    pub fn take(&mut self, runs: &mut Runs, below: &mut Option<Below>) {
        for ran in runs.poll() {
            self.count += 1;
            match ran {
                Ran::All(build, report) => self.all = Some((build, report)),
                Ran::One(build, outcome) => {
                    if let Some((of, report)) = &mut self.all
                        && let Some(known) = tests::same(report, of, &outcome, &build)
                        && let Some(known) = report.tests.get_mut(known)
                    {
                        (known.problems, known.expectations) = (outcome.problems.clone(), outcome.expectations);
                    }
                    *below = Some(Below::Trace(build, outcome));
                }
                Ran::Nothing(why) => *below = Some(Below::Words(why)),
            }
            self.told = self.all.as_ref().map(|(build, report)| told(build, report)).unwrap_or_default();
        }
    }

    /// Returns the problems that the build itself doesn't report: those of add-ons that are off, and failed tests. Returns none while the
    /// rules can't be played.
    pub fn told(&self, newest: &Build) -> &[Problem] {
        let is_its = self.all.as_ref().is_some_and(|(build, _)| build.ruleset.name == newest.ruleset.name);
        if is_its && newest.is_good() { &self.told } else { &[] }
    }

    /// Returns how a test in a file ended.
    pub fn verdict(&self, name: &str, test: &Test) -> Verdict {
        let Some((build, report)) = &self.all else { return Verdict::NotRun };
        let found = tests::outcome(report, build, name, &test.title, test.nth);
        Verdict::of(found.and_then(|n| report.tests.get(n)))
    }

    /// Returns the failures at their places in the file.
    pub fn marks(&self, name: &str, text: &str) -> Vec<Mark> {
        let Some((build, report)) = &self.all else { return vec![] };
        let failed = report.tests.iter().filter(|test| !test.passed()).flat_map(|test| &test.problems);
        // They are warnings: rules with failing tests can still be played.
        problems::marks(build, failed, name, text).into_iter().map(|mark| Mark { is_error: false, ..mark }).collect()
    }

    /// Returns the places of failures, sorted by file: each file's name and the byte in it.
    pub fn failed(&self) -> Vec<(String, usize)> {
        let Some((build, report)) = &self.all else { return vec![] };
        let failed = report.tests.iter().filter(|test| !test.passed());
        let place = |test: &Outcome| {
            let span = test.problems.iter().find_map(|problem| problem.span).unwrap_or(test.span);
            (build.ruleset.sources.get(span.source).name.to_string(), span.start as usize)
        };
        let mut places: Vec<_> = failed.map(place).collect();
        places.sort();
        places
    }

    /// Returns how the tests of a ruleset went.
    pub fn counts(&self, ruleset: &str) -> Option<Counts> {
        let (_, report) = self.all.as_ref().filter(|(build, _)| *build.ruleset.name == *ruleset)?;
        let passed = report.tests.iter().filter(|test| test.passed()).count();
        Some(Counts { passed, all: report.all(), has_failed: passed < report.tests.len(), not_run: report.why_not_run() })
    }
}

/// How many tests passed.
pub struct Counts {
    pub passed: usize,
    /// All tests, including those that did not run.
    pub all: usize,
    pub has_failed: bool,
    /// Why some did not run.
    pub not_run: Option<String>,
}

fn told(build: &Build, report: &Report) -> Vec<Problem> {
    let sources = &build.ruleset.sources;
    let is_known =
        |problem: &&Diagnostic| problems::all(build).any(|known| known.code == problem.code && known.span == problem.span);
    let (elsewhere, mut found) = (report.problems.iter().filter(|problem| !is_known(problem)), vec![]);
    for problem in elsewhere {
        let of = build.ruleset.addons.iter().find(|addon| problem.span.is_some_and(|span| span.source == addon.tree.source));
        let mut told = Problem::new(sources, problem);
        if let Some(addon) = of.filter(|addon| !build.built.ir.addons.iter().any(|on| on.name == addon.name)) {
            told.message.push_str(&format!(" (in the add-on {}, which is off)", addon.title));
        }
        found.push(told);
    }
    for test in report.tests.iter().filter(|test| !test.passed()) {
        let failures = test.problems.iter().filter(|problem| problem.severity == Severity::Error);
        found.extend(
            failures.map(|problem| Problem { kind: Kind::Test(test.title.to_string()), ..Problem::new(sources, problem) }),
        );
    }
    let left_out = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    found.extend((left_out > 0).then(|| Problem { message: more(left_out), ..Problem::default() }));
    found
}
