//! What became of the tests, as far as they were run.

use std::sync::Arc;

use interpreter::testing::{Outcome, Report};

use super::below::Below;
use crate::text::problems::{self, Mark};
use crate::text::runs::{Ran, Runs};
use crate::text::tests::{self, Test, Verdict};
use crate::workspace::Build;

/// The tests of the last build that could be run.
#[derive(Default)]
pub struct Results {
    all: Option<(Arc<Build>, Report)>,
    /// Counts what came in, so that others know when to look again.
    pub count: u64,
}

impl Results {
    /// Takes what has been finished.
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
        }
    }

    /// What became of a test in a file.
    pub fn verdict(&self, name: &str, test: &Test) -> Verdict {
        let Some((build, report)) = &self.all else { return Verdict::NotRun };
        let found = tests::outcome(report, build, name, &test.title, test.nth);
        Verdict::of(found.and_then(|n| report.tests.get(n)))
    }

    /// What failed, at its places in the file.
    pub fn marks(&self, name: &str, text: &str) -> Vec<Mark> {
        let Some((build, report)) = &self.all else { return vec![] };
        let failed = report.tests.iter().filter(|test| !test.passed()).flat_map(|test| &test.problems);
        // Such rules can be played.
        problems::marks(build, failed, name, text).into_iter().map(|mark| Mark { is_error: false, ..mark }).collect()
    }

    /// Where tests failed: the names of files, and bytes in them, file by file.
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

    /// How many of a ruleset's passed, and how many there are.
    pub fn counts(&self, ruleset: &str) -> Option<(usize, usize)> {
        let (_, report) = self.all.as_ref().filter(|(build, _)| *build.ruleset.name == *ruleset)?;
        Some((report.tests.iter().filter(|test| test.passed()).count(), report.tests.len()))
    }
}
