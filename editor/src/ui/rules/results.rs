//! The results of tests.

use std::sync::Arc;

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Span;
use interpreter::testing::Report;

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
    /// The problems that no build reports, such as those of add-ons that are off.
    elsewhere: Vec<Diagnostic>,
    /// Those and the failed tests, as they are listed.
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
                    *below = Some(Below::Trace { build, outcome, is_new: true });
                }
                Ran::Nothing(why) => *below = Some(Below::Words(why)),
            }
            self.elsewhere = self.all.as_ref().map(|(build, report)| elsewhere(build, report)).unwrap_or_default();
            let told = |(build, report): &(Arc<Build>, Report)| told(build, report, &self.elsewhere);
            self.told = self.all.as_ref().map(told).unwrap_or_default();
        }
    }

    /// Whether the results are of the rules of a build that can be played.
    pub fn is_of(&self, newest: &Build) -> bool {
        newest.is_good() && self.all.as_ref().is_some_and(|(build, _)| build.ruleset.name == newest.ruleset.name)
    }

    /// Returns the problems that the build itself doesn't report: those of add-ons that are off, and failed tests. Returns none while the
    /// rules can't be played.
    pub fn told(&self, newest: &Build) -> &[Problem] {
        if self.is_of(newest) { &self.told } else { &[] }
    }

    /// Returns how a test in a file ended.
    pub fn verdict(&self, name: &str, test: &Test) -> Verdict {
        let Some((build, report)) = &self.all else { return Verdict::NotRun };
        let found = tests::outcome(report, build, name, &test.title, test.nth);
        Verdict::of(found.and_then(|n| report.tests.get(n)))
    }

    /// Returns the failures at their places in the file.
    pub fn failures(&self, name: &str, text: &str) -> Vec<Mark> {
        let Some((build, report)) = &self.all else { return vec![] };
        let failed = report.tests.iter().filter(|test| !test.passed()).flat_map(|test| &test.problems);
        // They are warnings: rules with failing tests can still be played.
        problems::marks(build, failed, name, text).into_iter().map(|mark| Mark { is_error: false, ..mark }).collect()
    }

    /// Returns the problems in the file that no build reports, at their places.
    pub fn elsewhere(&self, name: &str, text: &str) -> Vec<Mark> {
        let Some((build, _)) = &self.all else { return vec![] };
        problems::marks(build, self.elsewhere.iter(), name, text)
    }

    /// Returns how many problems no build reports in the file of this name, or in all files.
    pub fn count_elsewhere(&self, name: Option<&str>) -> usize {
        let Some((build, _)) = &self.all else { return 0 };
        let is_there = |span: Span| name.is_none_or(|name| *build.ruleset.sources.get(span.source).name == *name);
        self.elsewhere.iter().filter_map(|problem| problem.span).filter(|span| is_there(*span)).count()
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

/// Returns the problems of a report that the build itself doesn't report. Those of add-ons that are off say so.
fn elsewhere(build: &Build, report: &Report) -> Vec<Diagnostic> {
    let is_known =
        |problem: &&Diagnostic| problems::all(build).any(|known| known.code == problem.code && known.span == problem.span);
    let told = |problem: &Diagnostic| {
        let mut told = problem.clone();
        let of = build.ruleset.addons.iter().find(|addon| problem.span.is_some_and(|span| span.source == addon.tree.source));
        if let Some(addon) = of.filter(|addon| !build.built.ir.addons.iter().any(|on| on.name == addon.name)) {
            told.message.push_str(&format!(" (in the add-on {}, which is off)", addon.title));
        }
        told
    };
    report.problems.iter().filter(|problem| !is_known(problem)).map(told).collect()
}

fn told(build: &Build, report: &Report, elsewhere: &[Diagnostic]) -> Vec<Problem> {
    let sources = &build.ruleset.sources;
    let mut found: Vec<Problem> = elsewhere.iter().map(|problem| Problem::new(sources, problem)).collect();
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
