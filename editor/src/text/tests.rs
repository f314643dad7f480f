//! The tests that stand in a file, with what became of them.

use std::ops::Range;

use interpreter::source::Span;
use interpreter::syntax::tree::ItemKind;
use interpreter::testing::{Outcome, Report};

use super::shift::Shift;
use crate::workspace::Build;

/// A test at its place in the text as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    pub title: String,
    pub range: Range<usize>,
    /// In the text that was built.
    pub span: Span,
    /// Its number among those of this title in the file, from 0.
    pub nth: usize,
}

/// The tests of the file with this name.
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
    // One that is being written goes on from its first word.
    let place = |span: Span| {
        shift.map(span.start as usize..span.end as usize).or_else(|| shift.map(span.start as usize..span.start as usize))
    };
    let nth = |span| nth(build, span);
    tests.filter_map(|(title, span)| Some(Test { title: title.to_owned(), range: place(span)?, span, nth: nth(span) })).collect()
}

/// What became of a test.
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

/// The number of the test that stands there among those of its title in the file, from 0.
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

/// Where in a report it says what became of a test of a file, in whichever build it was run: by its title and its number among those of
/// that title.
pub fn outcome(report: &Report, build: &Build, name: &str, title: &str, number: usize) -> Option<usize> {
    let is_there = |outcome: &Outcome| {
        let file = &build.ruleset.sources.get(outcome.span.source).name;
        *outcome.title == *title && **file == *name && nth(build, outcome.span) == number
    };
    report.tests.iter().position(is_there)
}

/// The same of a test that was run by itself.
pub fn same(report: &Report, build: &Build, run: &Outcome, run_of: &Build) -> Option<usize> {
    let name = &run_of.ruleset.sources.get(run.span.source).name;
    outcome(report, build, name, &run.title, nth(run_of, run.span))
}
