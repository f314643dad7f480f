//! The tests in the rules: resolved with the add-ons they need, compiled, run, and reported in the designer's words.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::Track;
use crate::diagnostic::{Code, Diagnostic, has_errors, nearest};
use crate::ir::fold::Fold;
use crate::ir::{Ir, ParamId, Test, TestLine, TestLineKind};
use crate::program::Program;
use crate::ruleset::{self, Ruleset, Setup};
use crate::source::{Sources, Span};
use crate::syntax::tree::ItemKind;
use crate::vm::{FUEL, Machine};

mod answers;
mod claims;
mod dealer;
mod ends;
mod expectations;
pub mod record;
pub(crate) mod runner;
mod runs;
mod trace;

use runner::Runner;
pub use trace::{Step, StepKind};

/// The seed of all chance in tests that script none.
pub const SEED: u64 = 1;

/// Which tests to run, and how far.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Only tests whose title contains this.
    pub only: Option<&'a str>,
    /// Only tests with exactly this title.
    pub titled: Option<&'a str>,
    /// Only under sets of add-ons that include this one.
    pub under: Option<&'a str>,
    /// Only the test at this place.
    pub at: Option<Span>,
    /// Whether to write down what happens.
    pub trace: bool,
    /// Whether the tests are examples for players: only those that set no parameter and that try no more than one way, told with what the
    /// board calls spaces.
    pub as_examples: bool,
    /// Whether to stop at the first failure.
    pub stop_at_failure: bool,
    /// The machine's fuel between two answers.
    pub fuel: u32,
}

impl Options<'_> {
    /// Whether to run a test with this title.
    fn wants(&self, title: &str) -> bool {
        self.only.is_none_or(|text| title.to_lowercase().contains(&text.to_lowercase()))
            && self.titled.is_none_or(|titled| title == titled)
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            only: None,
            titled: None,
            under: None,
            at: None,
            trace: false,
            as_examples: false,
            stop_at_failure: false,
            fuel: FUEL,
        }
    }
}

/// The results of a ruleset's tests.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order of their texts.
    pub tests: Vec<Outcome>,
    /// What is wrong with the rules, their data and the tracks. Tests that need those were not run.
    pub problems: Vec<Diagnostic>,
    /// The files with tests that were not run because the rules or the track they need have errors: the name, and the number of those
    /// tests.
    pub not_run: Vec<(Arc<str>, usize)>,
}

/// The result of one test.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub title: Arc<str>,
    /// Its place.
    pub span: Span,
    /// The add-ons that it ran with.
    pub addons: Vec<Arc<str>>,
    /// The track that it asks for.
    pub track: Option<Arc<str>>,
    /// The number of expectations checked.
    pub expectations: usize,
    /// Failures and warnings.
    pub problems: Vec<Diagnostic>,
    /// What happened, if that was wanted. If there were several ways, this is the first.
    pub trace: Vec<Step>,
    /// Of an example, what it makes of the board.
    pub scene: Option<Scene>,
}

/// The states before and after what a test runs.
#[derive(Clone, Debug)]
pub struct Scene {
    pub program: Arc<Program>,
    pub track: Arc<Track>,
    pub before: Vec<i32>,
    pub after: Vec<i32>,
}

impl PartialEq for Scene {
    fn eq(&self, other: &Scene) -> bool {
        Arc::ptr_eq(&self.program, &other.program) && (&self.before, &self.after) == (&other.before, &other.after)
    }
}

impl Outcome {
    /// Whether nothing failed.
    pub fn passed(&self) -> bool {
        !has_errors(&self.problems)
    }
}

impl Report {
    /// Whether everything could be run and nothing failed.
    pub fn passed(&self) -> bool {
        !has_errors(&self.problems) && self.tests.iter().all(Outcome::passed)
    }

    /// The number of all tests, including those that were not run.
    pub fn all(&self) -> usize {
        self.tests.len() + self.not_run.iter().map(|(_, tests)| tests).sum::<usize>()
    }

    /// Why some tests were not run, if any: `2 tests have not been run (2 of my-race/wind.rules): mend the errors first`.
    pub fn why_not_run(&self) -> Option<String> {
        let files = self.not_run.iter().map(|(file, tests)| format!("{tests} of {file}")).collect::<Vec<_>>();
        match self.all() - self.tests.len() {
            0 => None,
            1 => Some(format!("1 test has not been run ({}): mend the errors first", files.join(", "))),
            n => Some(format!("{n} tests have not been run ({}): mend the errors first", files.join(", "))),
        }
    }

    fn problem(&mut self, problem: Diagnostic) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

/// Runs the tests of a ruleset: the base's without add-ons, an add-on's with what it requires, and others with what they ask for.
pub fn run(ruleset: &Ruleset, only: Option<&str>) -> Report {
    run_with(ruleset, &Options { only, ..Options::default() })
}

/// The same, with options.
pub fn run_with(ruleset: &Ruleset, options: &Options<'_>) -> Report {
    let mut report = Report { problems: ruleset.problems.clone(), ..Report::default() };
    if ruleset.is_stopped(&[], None) {
        report.not_run = not_run(ruleset, options, &report);
        return report;
    }
    let mut sets: Vec<Vec<Arc<str>>> = vec![vec![]];
    for addon in &ruleset.addons {
        let set = ruleset.with_required(std::slice::from_ref(&addon.name));
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    let mut next = 0;
    let mut ruleset = Cow::Borrowed(ruleset);
    while let Some(set) = sets.get(next).cloned() {
        next += 1;
        let (ir, problems) = ruleset.weave(&set);
        for other in &ir.other_tests {
            if let Some(unknown) = other.addons.iter().find(|name| !ruleset.addons.iter().any(|a| a.name == **name)) {
                // It may be an add-on whose file can't be read, which has been reported.
                if ruleset.lacks_addons() {
                    continue;
                }
                let known = ruleset.addons.iter().map(|a| &*a.name);
                let text = format!("there is no add-on `{unknown}`");
                let problem = Diagnostic::error(Code::UnknownName, head(&ruleset.sources, other.span), text);
                let near = nearest(unknown, known);
                // The problem marks the whole first line of the test, so it can't be replaced.
                report.problem(Diagnostic { replace: None, ..problem.did_you_mean(near) });
                continue;
            }
            let wider = ruleset.with_required(&other.addons);
            if !sets.contains(&wider) {
                sets.push(wider);
            }
        }
        if options.under.is_some_and(|addon| !set.iter().any(|name| **name == *addon)) {
            continue;
        }
        let broken = has_errors(&problems) || ruleset.is_stopped(&set, None);
        problems.into_iter().for_each(|p| report.problem(p));
        if !broken {
            run_set(&mut ruleset, &ir, &set, options, &mut report);
        }
        // The only test that was wanted has been found.
        let found = options.at.is_some() && !report.tests.is_empty();
        if found || options.stop_at_failure && !report.passed() {
            return report;
        }
    }
    report.tests.sort_by_key(|t| (t.span.source, t.span.start));
    report.not_run = not_run(&ruleset, options, &report);
    report
}

/// The files with tests that were wanted but aren't in the report.
fn not_run(ruleset: &Ruleset, options: &Options<'_>, report: &Report) -> Vec<(Arc<str>, usize)> {
    if options.under.is_some() || options.at.is_some() {
        return vec![];
    }
    let trees = ruleset.base.iter().chain(ruleset.addons.iter().map(|addon| &addon.tree));
    let left = trees.map(|tree| {
        let tests = tree.items.iter().filter(|item| match &item.kind {
            ItemKind::Test(test) => options.wants(&test.title.plain().unwrap_or_default()),
            _ => false,
        });
        let run = report.tests.iter().filter(|test| test.span.source == tree.source).count();
        (ruleset.sources.get(tree.source).name.clone(), tests.count().saturating_sub(run))
    });
    left.filter(|(_, tests)| *tests > 0).collect()
}

/// Tests that are compiled into one program.
struct Group {
    track: Option<Arc<str>>,
    players: Option<u32>,
    values: Vec<(ParamId, Vec<i32>)>,
    tests: Vec<usize>,
}

fn run_set(ruleset: &mut Cow<'_, Ruleset>, ir: &Arc<Ir>, set: &[Arc<str>], options: &Options<'_>, report: &mut Report) {
    let mut groups: Vec<Group> = vec![];
    for (n, test) in ir.tests.iter().enumerate() {
        if !options.wants(&test.title) || options.at.is_some_and(|span| span != test.span) {
            continue;
        }
        let tries_all = |line: &TestLine| matches!(&line.kind, TestLineKind::Run(run) if run.every_roll);
        if options.as_examples && (!test.with.is_empty() || test.lines.iter().any(tries_all)) {
            continue;
        }
        let players = test.players.map(|(n, _)| n);
        let wrong = || {
            let too_many = test.players.and_then(|(n, span)| ruleset::wrong_players(ir, n as usize, Some(span)));
            unknown_track(ruleset, test).or(too_many)
        };
        match values(ruleset, ir, test).and_then(|values| wrong().map_or(Ok(values), Err)) {
            Ok(values) => {
                let track = test.track.clone();
                match groups.iter_mut().find(|g| g.track == track && g.players == players && g.values == values) {
                    Some(group) => group.tests.push(n),
                    None => groups.push(Group { track, players, values, tests: vec![n] }),
                }
            }
            Err(problem) => report.tests.push(outcome(test, set, 0, vec![problem])),
        }
    }
    for group in groups {
        let setup = Setup {
            track: group.track.as_deref().map(str::to_owned),
            players: group.players.map(|n| n as usize),
            values: group.values,
            tests: group.tests,
            names_spaces: options.as_examples,
            ..Setup::default()
        };
        let built = ruleset.build_woven(ir.clone(), &setup);
        if let Some(without) = ruleset.without_refused(&built) {
            *ruleset = Cow::Owned(without);
        }
        built.problems.into_iter().for_each(|p| report.problem(p));
        let Some(program) = built.program else { continue };
        let track = options.as_examples.then(|| Arc::new(built.track));
        let mut machine = Machine::new(&program).without_journal();
        machine.set_tank(options.fuel);
        for number in 0..program.tests.len() {
            let done = run_one(&ruleset.sources, &program, &mut machine, number, set, options.trace, track.as_ref());
            let failed = !done.passed();
            report.tests.push(done);
            if failed && options.stop_at_failure {
                return;
            }
        }
    }
}

fn run_one(
    sources: &Sources,
    program: &Arc<Program>,
    machine: &mut Machine,
    number: usize,
    set: &[Arc<str>],
    traced: bool,
    track: Option<&Arc<Track>>,
) -> Outcome {
    let mut runner = Runner::new(sources, program, machine, number);
    if traced {
        runner.trace = Some(Default::default());
    }
    runner.all_lines();
    let (expectations, mut problems) = (runner.checked, runner.problems);
    let after = runner.worlds.first().map(|world| world.state.clone());
    let (trace, before) = runner.trace.map(|trace| (trace.steps, trace.before)).unwrap_or_default();
    let scene = track.zip(before).zip(after).map(|((track, before), after)| {
        let (program, track) = (program.clone(), track.clone());
        Scene { program, track, before, after }
    });
    let test = &program.ir.tests[program.tests[number].test];
    if problems.is_empty() && !test.lines.iter().any(|line| matches!(line.kind, crate::ir::TestLineKind::Expect(_))) {
        let warning = Diagnostic::warning(Code::TestFailed, head(sources, test.span), "this test expects nothing");
        problems.push(warning.hint("add a line such as `expect player(1).… == …`"));
    }
    Outcome { trace, scene, ..outcome(test, set, expectations, problems) }
}

fn outcome(test: &Test, set: &[Arc<str>], expectations: usize, problems: Vec<Diagnostic>) -> Outcome {
    Outcome {
        title: test.title.clone(),
        span: test.span,
        addons: set.to_vec(),
        track: test.track.clone(),
        expectations,
        problems,
        trace: vec![],
        scene: None,
    }
}

/// The params that the test sets by `with name = …`.
fn values(ruleset: &Ruleset, ir: &Ir, test: &Test) -> Result<Vec<(ParamId, Vec<i32>)>, Diagnostic> {
    let players = test.players.map_or_else(|| ruleset.usual_players(ir), |(n, _)| n as usize);
    let sizes = ruleset.sizes(ir, players);
    let (params, _) = ruleset.params(ir, &sizes, &[]);
    let fold = Fold { ir, params: &params, sizes: &sizes };
    let mut values = vec![];
    for (param, value) in &test.with {
        let Some(mut words) = fold.words(value) else {
            return Err(Diagnostic::error(Code::NotConstant, value.span, "this can't be worked out before the game"));
        };
        if let Some(size) = sizes.words(&fold, &ir.params[param.index()].ty) {
            words.resize(size, 0);
        }
        values.push((*param, words));
    }
    Ok(values)
}

fn unknown_track(ruleset: &Ruleset, test: &Test) -> Option<Diagnostic> {
    let wanted = test.track.as_deref()?;
    if ruleset.track_name(Some(wanted)).is_some_and(|name| ruleset.has_track(&name)) {
        return None;
    }
    let mut span = head(&ruleset.sources, test.span);
    let quoted = format!("on \"{wanted}\"");
    if let Some(at) = ruleset.sources.slice(span).rfind(&quoted) {
        span.start += at as u32 + 3;
        span.end = span.start + quoted.len() as u32 - 3;
    }
    Some(ruleset.no_track(wanted, Some(span)))
}

/// The first line of a declaration.
fn head(sources: &Sources, span: Span) -> Span {
    let len = sources.slice(span).lines().next().map_or(0, |line| line.trim_end().trim_end_matches('{').trim_end().len());
    Span { end: span.start + len as u32, ..span }
}
