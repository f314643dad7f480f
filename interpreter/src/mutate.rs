//! Mutation testing: changes the rules by one small thing at a time and runs the tests on each change.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::diagnostic::has_errors;
use crate::ruleset::Ruleset;
use crate::source::{Sources, Span};
use crate::syntax::tree::Tree;
use crate::testing::{self, Options};

mod changes;

/// Fuel for changed rules, so that a loop that no longer ends keeps nobody waiting.
const FUEL: u32 = 100_000;

/// What is never changed, in words for people: tests can't look at it, or the rules don't do it.
pub const NOT_TRIED: &str = "texts, what is only said or counted, goals, types and their ranges, dropping a variable, a result or a check, \
    data files and tracks";

/// One small change of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutation {
    /// The part of the text that is changed.
    pub span: Span,
    /// From what to what: "`>=` → `>`".
    pub text: String,
    pub verdict: Verdict,
}

/// The outcome of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A test failed.
    Noticed,
    /// The changed rules have a problem, so nobody can play them.
    Rejected,
    /// Every test still passes.
    Unnoticed,
}

/// Which of the texts is changed.
#[derive(Clone, Copy)]
enum File {
    Base(usize),
    Addon(usize),
}

/// Changes all rules, one thing at a time, in the order of the texts, and runs the tests that may notice each change. Calls `progress`
/// whenever one more change has been tried, and stops once `cancel` is true.
///
/// # Errors
/// If the unchanged rules have problems, or tests that fail.
pub fn run(ruleset: &Ruleset, progress: &(dyn Fn(usize) + Sync), cancel: &AtomicBool) -> Result<Vec<Mutation>, testing::Report> {
    let usual = testing::run(ruleset, None);
    if !usual.passed() {
        return Err(usual);
    }
    let bases = (0..ruleset.base.len()).map(File::Base);
    let files = bases.chain((0..ruleset.addons.len()).map(File::Addon));
    let jobs: Vec<(File, usize, Mutation)> = files
        .flat_map(|file| {
            let found = changes::all(&ruleset.sources, tree(ruleset, file));
            found.into_iter().enumerate().map(move |(n, change)| (file, n, change))
        })
        .collect();
    let all = jobs.len();
    let changes = jobs.into_par_iter().filter(|_| !cancel.load(Ordering::Relaxed)).map(|(file, n, change)| {
        let verdict = judge(ruleset, file, n);
        progress(all);
        Mutation { verdict, ..change }
    });
    Ok(changes.collect())
}

fn tree(ruleset: &Ruleset, file: File) -> &Tree {
    match file {
        File::Base(n) => &ruleset.base[n],
        File::Addon(n) => &ruleset.addons[n].tree,
    }
}

fn judge(ruleset: &Ruleset, file: File, number: usize) -> Verdict {
    let mut changed = ruleset.clone();
    let (tree, under) = match file {
        File::Base(n) => (&mut changed.base[n], None),
        File::Addon(n) => (&mut changed.addons[n].tree, Some(ruleset.addons[n].name.clone())),
    };
    changes::apply(&ruleset.sources, Arc::make_mut(tree), number);
    let options = Options { under: under.as_deref(), stop_at_failure: true, fuel: FUEL, ..Options::default() };
    let report = testing::run_with(&changed, &options);
    if has_errors(&report.problems) {
        Verdict::Rejected
    } else if report.passed() {
        Verdict::Unnoticed
    } else {
        Verdict::Noticed
    }
}

/// A change with its place: `my-race/my-race.rules:41:30 …`.
pub fn line(sources: &Sources, change: &Mutation) -> String {
    let (line, column) = sources.line_column(change.span);
    format!("{}:{line}:{column}  {}", sources.get(change.span.source).name, change.text)
}
