//! Runs the rules' tests on a thread: all of them after each good build, and a single one with its trace on request.

use std::sync::Arc;

use interpreter::diagnostic::Diagnostic;
use interpreter::source::Span;
use interpreter::testing::{self, Options, Outcome, Report};

use crate::beside::Job;
use crate::workspace::Build;

/// The result of a run.
pub enum Ran {
    /// All tests, with the problems that add-ons have when they are combined.
    All(Arc<Build>, Report),
    One(Arc<Build>, Box<Outcome>),
    /// Why nothing ran.
    Nothing(String),
}

/// The runs that are under way.
#[derive(Default)]
pub struct Runs {
    all: Option<Job<Ran>>,
    one: Option<Job<Ran>>,
    /// The build whose tests ran last or are running.
    last: Option<Arc<Build>>,
}

impl Runs {
    /// Runs all tests of a build, unless they ran already. Does nothing while another run goes on; the newest build is next.
    pub fn run_all(&mut self, build: &Arc<Build>, wake: impl FnOnce() + Send + 'static) {
        let is_new = self.last.as_ref().is_none_or(|last| !Arc::ptr_eq(last, build));
        if !is_new || self.all.is_some() || !build.is_good() {
            return;
        }
        self.last = Some(build.clone());
        let build = build.clone();
        self.all = Some(Job::begin(wake, move || {
            let mut report = testing::run(&build.ruleset, None);
            let is_new = |p: &Diagnostic| !report.problems.iter().any(|known| (known.code, known.span) == (p.code, p.span));
            let clashes: Vec<Diagnostic> = build.ruleset.clashes().into_iter().filter(is_new).collect();
            report.problems.extend(clashes);
            Ran::All(build, report)
        }));
    }

    /// Runs one test with its trace.
    pub fn run_one(&mut self, build: &Arc<Build>, at: Span, wake: impl FnOnce() + Send + 'static) {
        let build = build.clone();
        self.one = Some(Job::begin(wake, move || {
            let report = testing::run_with(&build.ruleset, &Options { at: Some(at), trace: true, ..Options::default() });
            match report.tests.into_iter().next() {
                Some(outcome) => Ran::One(build, Box::new(outcome)),
                None => Ran::Nothing("It can't be run before the rules are mended.".to_owned()),
            }
        }));
    }

    pub fn is_running(&self) -> bool {
        self.all.is_some() || self.one.is_some()
    }

    /// Returns the runs that have ended since the last call.
    pub fn poll(&mut self) -> Vec<Ran> {
        let done = [&mut self.all, &mut self.one].map(Job::take).into_iter().flatten();
        done.map(|ran| ran.unwrap_or_else(|why| Ran::Nothing(format!("The test broke down: {why}")))).collect()
    }
}
