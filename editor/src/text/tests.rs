//! The tests in a file, and how they ended.

use std::ops::Range;

use interpreter::source::Span;
use interpreter::syntax::tree::ItemKind;
use interpreter::testing::{Outcome, Report};

use super::shift::Shift;
use crate::workspace::Build;

/// A test and its place in the current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    pub title: String,
    pub range: Range<usize>,
    /// Its place in the text that was built.
    pub span: Span,
    /// Its number, from 0, among the file's tests of the same title.
    pub nth: usize,
}

/// Returns the tests in the file of this name.
pub fn of(build: &Build, name: &str, text: &str) -> Vec<Test> {
    let ruleset = &build.ruleset;
    let Some((id, source)) = ruleset.sources.iter().find(|(_, source)| *source.name == *name) else { return vec![] };
    let shift = Shift::between(&source.text, text);
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree));
    let items = trees.filter(|tree| tree.source == id).flat_map(|tree| &tree.items);
    let tests = items.filter_map(|item| match &item.kind {
        ItemKind::Test(test) => Some((test.title.plain().unwrap_or_default(), item.span)),
        _ => None,
    });
    // While a test is being edited, its place is only its start.
    let place = |span: Span| {
        shift.map(span.start as usize..span.end as usize).or_else(|| shift.map(span.start as usize..span.start as usize))
    };
    let nth = |span| nth(build, span);
    tests.filter_map(|(title, span)| Some(Test { title: title.to_owned(), range: place(span)?, span, nth: nth(span) })).collect()
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    #[default]
    NotRun,
    Passed,
    Failed,
}

impl Verdict {
    pub fn of(outcome: Option<&Outcome>) -> Verdict {
        match outcome {
            None => Verdict::NotRun,
            Some(outcome) if outcome.passed() => Verdict::Passed,
            Some(_) => Verdict::Failed,
        }
    }
}

/// Returns the number, from 0, of the test at this place among the file's tests of the same title.
fn nth(build: &Build, span: Span) -> usize {
    let ruleset = &build.ruleset;
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree));
    let items = trees.filter(|tree| tree.source == span.source).flat_map(|tree| &tree.items);
    let titled = |item: &interpreter::syntax::tree::Item| match &item.kind {
        ItemKind::Test(test) => Some((item.span, test.title.plain().unwrap_or_default().to_owned())),
        _ => None,
    };
    let tests: Vec<_> = items.filter_map(titled).collect();
    let own = tests.iter().find(|(at, _)| *at == span).map(|(_, title)| title);
    tests.iter().filter(|(at, title)| at.start < span.start && Some(title) == own).count()
}

/// Returns the index in a report of a file's test, whichever build it ran in. The test is known by its title and its number among the tests
/// of that title.
pub fn outcome(report: &Report, build: &Build, name: &str, title: &str, number: usize) -> Option<usize> {
    let is_there = |outcome: &Outcome| {
        let file = &build.ruleset.sources.get(outcome.span.source).name;
        *outcome.title == *title && **file == *name && nth(build, outcome.span) == number
    };
    report.tests.iter().position(is_there)
}

/// Like [`outcome`], for a test that was run by itself.
pub fn same(report: &Report, build: &Build, run: &Outcome, run_of: &Build) -> Option<usize> {
    let name = &run_of.ruleset.sources.get(run.span.source).name;
    outcome(report, build, name, &run.title, nth(run_of, run.span))
}
