//! The rules' own tests, as part of a check.

use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::ruleset::Ruleset;
use interpreter::testing;

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
    for test in &report.tests {
        if test.passed() {
            tested.passed += 1;
            continue;
        }
        tested.failed += 1;
        out::line(format!("{} {:?}", out::styled(out::BAD, "test"), &*test.title));
        out::print(render(&ruleset.sources, &test.problems, true));
    }
    tested
}
