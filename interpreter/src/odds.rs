//! Exact distributions of an outcome over every roll. The question is put as a test, so whatever can be tested can be asked.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Replacement, has_errors};
use crate::ir::{RunWhat, TestLineKind, Type, result_type};
use crate::program::LineCode;
use crate::ruleset::{Ruleset, Setup};
use crate::source::{SourceId, Sources, Span};
use crate::testing::runner::Runner;
use crate::vm::Machine;
use crate::{show, syntax};

/// A question, in the words of a test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// Lines that set up the position.
    pub given: &'a str,
    /// The rule to run.
    pub run: &'a str,
    /// Answers to decisions.
    pub choosing: &'a str,
    /// The outcome; `None` means the rule's result.
    pub of: Option<&'a str>,
}

/// How often each outcome comes about.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The number of all rolls.
    pub total: u128,
    /// The outcomes by value, lowest first.
    pub rows: Vec<Row>,
    /// The mean, where the outcome is a number.
    pub mean: Option<f64>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub words: Vec<i32>,
    pub shown: String,
    /// The number of rolls that lead to it.
    pub ways: u128,
}

/// What is wrong with the question or the rules, with the texts it refers to.
#[derive(Clone, Debug)]
pub struct Trouble {
    pub sources: Sources,
    pub problems: Vec<Diagnostic>,
}

/// Answers a question about a game.
///
/// # Errors
/// If the rules, the setup or the question have problems.
pub fn odds(ruleset: &Ruleset, setup: &Setup, question: &Question<'_>) -> Result<Distribution, Trouble> {
    let mut asked = ruleset.clone();
    let (addons, wrong) = ruleset.addon_names(&setup.addons);
    let addons = ruleset.with_required(&addons);
    let header = match addons.join(", ") {
        with if with.is_empty() => "test \"odds\" {\n".to_owned(),
        with => format!("test \"odds\" with {with} {{\n"),
    };
    let mut put = Put { text: header, pieces: vec![] };
    put.piece("--given", question.given, "", "\n");
    put.piece("--run", question.run, "run ", " on every roll");
    if !question.choosing.trim().is_empty() {
        put.piece("--choosing", question.choosing, " choosing ", "");
    }
    if let Some(of) = question.of {
        put.piece("--of", of, "\nexpect (", ")");
        put.piece("--of", of, " == (", ")");
    }
    put.text.push_str("\n}\n");
    let whole = asked.sources.add("the question", put.text.as_str());
    let mut named: Vec<(SourceId, Range<usize>)> = vec![];
    for (name, text, range) in put.pieces {
        let known = asked.sources.iter().find(|(_, s)| *s.name == *name).map(|(id, _)| id);
        let id = known.unwrap_or_else(|| asked.sources.add(name, text));
        named.push((id, range));
    }
    let (tree, found) = syntax::parse(&asked.sources, whole);
    asked.base.push(tree.into());
    let mut problems = ruleset.problems_of(setup);
    problems.extend(wrong);
    problems.extend(found);
    let stop = |sources: &Sources, problems: Vec<Diagnostic>| {
        let mut told: Vec<Diagnostic> = vec![];
        for problem in problems {
            let problem = replaced(problem, whole, &named);
            if !told.contains(&problem) {
                told.push(problem);
            }
        }
        Err(Trouble { sources: sources.clone(), problems: told })
    };
    if has_errors(&problems) {
        return stop(&asked.sources, problems);
    }
    let (ir, found) = asked.weave(&addons);
    problems.extend(found);
    let number = ir.tests.iter().position(|t| t.span.source == whole);
    let (Some(number), false) = (number, has_errors(&problems)) else {
        if !has_errors(&problems) {
            problems.push(Diagnostic::nowhere(Code::TestFailed, "these add-ons can't be asked about"));
        }
        return stop(&asked.sources, problems);
    };
    let built = asked.build_woven(ir, &Setup { tests: vec![number], ..setup.clone() });
    problems.extend(built.problems);
    let Some(program) = built.program.filter(|_| !has_errors(&problems)) else { return stop(&asked.sources, problems) };

    let mut machine = Machine::new(&program).without_journal();
    let mut runner = Runner::new(&asked.sources, &program, &mut machine, 0);
    runner.all_lines();
    if has_errors(&runner.problems) {
        problems.append(&mut runner.problems);
        return stop(&asked.sources, problems);
    }
    let (test, code) = (&program.ir.tests[number], &program.tests[0]);
    let (ty, entry) = match (code.lines.last(), test.lines.last().map(|line| &line.kind)) {
        (Some(LineCode::Expect(parts)), _) if question.of.is_some() => match parts.first().and_then(|p| p.sides.first()) {
            Some(side) => (side.ty.clone(), Some(side.entry.clone())),
            None => return stop(&asked.sources, vec![Diagnostic::nowhere(Code::TestFailed, "`--of` is no value")]),
        },
        (_, Some(TestLineKind::Run(run))) => match &run.what {
            RunWhat::Call(call) if result_type(&program.ir, call).is_some() => (call.ty.clone(), None),
            _ => {
                let problem = Diagnostic::nowhere(Code::TestFailed, "this rule gives nothing back");
                return stop(&asked.sources, vec![problem.hint("say what to look at afterwards: `--of player(1).…`")]);
            }
        },
        _ => return stop(&asked.sources, vec![Diagnostic::nowhere(Code::TestFailed, "nothing is run")]),
    };
    let worlds = std::mem::take(&mut runner.worlds);
    let mut rows: BTreeMap<Vec<i32>, u128> = BTreeMap::new();
    for world in &worlds {
        let words = match &entry {
            Some(entry) => match runner.value(test.span, world, entry, runner.words(&ty)) {
                Ok(words) => words,
                Err(problem) => return stop(&asked.sources, vec![*problem]),
            },
            None => world.result.clone(),
        };
        *rows.entry(words).or_default() += world.weight;
    }
    let total = runner.total;
    let number = matches!(ty, Type::Int(_));
    let sum = |rows: &BTreeMap<Vec<i32>, u128>| rows.iter().map(|(words, ways)| f64::from(words[0]) * *ways as f64).sum::<f64>();
    let mean = number.then(|| sum(&rows) / total as f64);
    let rows = rows.into_iter().map(|(words, ways)| Row { shown: show::value(&program, &ty, &words), words, ways }).collect();
    Ok(Distribution { total, rows, mean })
}

/// A text put together from pieces: each piece's name, its text, and where it lies.
struct Put<'a> {
    text: String,
    pieces: Vec<(&'static str, &'a str, Range<usize>)>,
}

impl<'a> Put<'a> {
    fn piece(&mut self, name: &'static str, piece: &'a str, before: &str, after: &str) {
        self.text.push_str(before);
        let start = self.text.len();
        self.text.push_str(piece);
        self.pieces.push((name, piece, start..self.text.len()));
        self.text.push_str(after);
    }
}

/// Moves a problem's places from the whole text to the pieces they lie in.
fn replaced(problem: Diagnostic, whole: SourceId, pieces: &[(SourceId, Range<usize>)]) -> Diagnostic {
    let place = |span: Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        let inside = |(_, range): &&(SourceId, Range<usize>)| range.start <= start && start <= range.end;
        let around = |(_, range): &&(SourceId, Range<usize>)| start <= range.start && range.end <= end;
        if let Some((source, range)) = pieces.iter().find(around).filter(|_| span.source == whole) {
            return Span { source: *source, start: 0, end: range.len() as u32 };
        }
        match pieces.iter().find(inside).filter(|_| span.source == whole) {
            Some((source, range)) => {
                let end = end.min(range.end).max(start);
                Span { source: *source, start: (start - range.start) as u32, end: (end - range.start) as u32 }
            }
            None => span,
        }
    };
    Diagnostic {
        span: problem.span.map(place),
        hint: problem.hint.map(|hint| hint.replace("`choosing ", "`--choosing ")),
        labels: problem.labels.into_iter().map(|(span, text)| (place(span), text)).collect(),
        replace: problem.replace.map(|edit| Box::new(Replacement { span: place(edit.span), ..*edit })),
        ..problem
    }
}
