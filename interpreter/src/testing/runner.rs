//! Runs one test line by line, in every state to which the rolls so far may have led.

use super::dealer::{Dealer, Wrong};
use super::trace::{Go, Trace};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Question;
use crate::ir::{self, DecisionId, Expect, TestLineKind, Type};
use crate::program::{Entry, LineCode, Pc, Program, TestCode, header};
use crate::show;
use crate::source::{Sources, Span};
use crate::vm::{Machine, Stop};

/// The number of ways that `on every roll` goes through, at most.
pub(super) const MOST_ROLLS: usize = 2_000_000;

/// A state that the test has reached.
#[derive(Clone)]
pub(crate) struct World {
    pub state: Vec<i32>,
    /// The number of all rolls that lead here.
    pub weight: u128,
    /// The result of the last rule, if it has one.
    pub result: Vec<i32>,
    /// The decisions asked in the last run, and the players who were asked.
    pub(super) asked: Vec<(DecisionId, usize)>,
    /// The decision at which the last run stopped.
    pub(super) question: Option<Question>,
    /// Whether the flow waits at a decision.
    pub(super) waits: bool,
    /// Dice still to come, with where they are written.
    pub(super) script: Vec<(i32, Span)>,
    /// Cards still to be drawn, with where they are written.
    pub(super) draws: Vec<(ir::KindId, u16, Span)>,
    /// The number of random answers given.
    pub(super) random: u64,
}

/// Why a line can't go on.
pub(super) type Failed = Box<Diagnostic>;

/// A test being run.
pub(crate) struct Runner<'a> {
    pub(super) sources: &'a Sources,
    pub(super) program: &'a Program,
    pub(super) machine: &'a mut Machine,
    test: &'a ir::Test,
    code: &'a TestCode,
    pub worlds: Vec<World>,
    /// The weights of all worlds together.
    pub total: u128,
    /// Whether dice have been scripted.
    pub(super) scripted: bool,
    /// Whether draws of cards have been scripted.
    pub(super) draws_scripted: bool,
    /// The number of expectations checked.
    pub checked: usize,
    pub problems: Vec<Diagnostic>,
    /// What happens is written down here, if somebody wants it.
    pub trace: Option<Box<Trace>>,
}

impl<'a> Runner<'a> {
    pub fn new(sources: &'a Sources, program: &'a Program, machine: &'a mut Machine, number: usize) -> Runner<'a> {
        let code = &program.tests[number];
        machine.start(program, super::SEED);
        let world = World {
            state: machine.state(program).to_vec(),
            weight: 1,
            result: vec![],
            asked: vec![],
            question: None,
            waits: false,
            script: vec![],
            draws: vec![],
            random: 0,
        };
        Runner {
            sources,
            program,
            machine,
            test: &program.ir.tests[code.test],
            code,
            worlds: vec![world],
            total: 1,
            scripted: false,
            draws_scripted: false,
            checked: 0,
            problems: vec![],
            trace: None,
        }
    }

    /// Runs all lines, up to one that can't go on.
    pub fn all_lines(&mut self) {
        let (test, code) = (self.test, self.code);
        for (line, code) in test.lines.iter().zip(&code.lines) {
            self.trace_line(line.span);
            if let (Some(trace), Some(world), TestLineKind::Run(_)) = (&mut self.trace, self.worlds.first(), &line.kind) {
                trace.before.get_or_insert_with(|| world.state.clone());
            }
            let done = self.line(line, code);
            self.first_way_ends();
            if let Err(problem) = done {
                self.problems.push(*problem);
                return;
            }
        }
        let left = self.worlds.iter().find_map(|world| self.left_over(&world.script, &world.draws));
        self.problems.extend(left.map(|problem| problem.hint("write it above the line that needs it, or leave it out")));
    }

    /// The failure of a test whose script goes on when nothing is rolled or drawn any more.
    pub(super) fn left_over(&self, script: &[(i32, Span)], draws: &[(ir::KindId, u16, Span)]) -> Option<Diagnostic> {
        let (message, span) = match (script, draws.first()) {
            ([(_, span), ..], _) => {
                let left = script.iter().map(|(face, _)| face.to_string()).collect::<Vec<_>>().join(", ");
                (format!("not all scripted dice were rolled: {left} left over"), *span)
            }
            ([], Some((kind, first, span))) => {
                let name = &self.program.rows[kind.index()].names[usize::from(*first)];
                (format!("not all scripted cards were drawn: {name:?} is left over"), *span)
            }
            ([], None) => return None,
        };
        Some(Diagnostic::error(Code::TestFailed, span, message).hint("leave out what is left over"))
    }

    fn line(&mut self, line: &'a ir::TestLine, code: &'a LineCode) -> Result<(), Failed> {
        match (code, &line.kind) {
            (LineCode::Run(pc), _) => self.statement(line.span, *pc),
            (LineCode::Dice(values), TestLineKind::Dice(written)) => {
                self.scripted = true;
                self.each_world(|this, world| {
                    for (value, written) in values.iter().zip(written) {
                        let face = this.value(line.span, world, value, 1)?[0];
                        world.script.push((face, written.span));
                    }
                    Ok(())
                })
            }
            (LineCode::Draws(cards), TestLineKind::Draws(written)) => {
                self.draws_scripted = true;
                let cards = || cards.iter().zip(written).map(|((kind, first), (_, written))| (*kind, *first, *written));
                self.worlds.iter_mut().for_each(|world| world.draws.extend(cards()));
                Ok(())
            }
            (LineCode::Call { answers, .. } | LineCode::Game { answers }, TestLineKind::Run(run)) => {
                self.run(line.span, run, code, answers)
            }
            (LineCode::Expect(parts), _) => {
                for part in parts {
                    self.expect(part)?;
                }
                Ok(())
            }
            (LineCode::Option { values }, TestLineKind::Expect(Expect::Option { no, values: written })) => {
                self.expect_option(line.span, *no, written, values)
            }
            (LineCode::Decision { by }, TestLineKind::Expect(Expect::Decision { no, decision, .. })) => {
                self.expect_decision(line.span, *no, *decision, by.as_ref())
            }
            _ => Ok(()),
        }
    }

    fn each_world(&mut self, mut work: impl FnMut(&mut Self, &mut World) -> Result<(), Failed>) -> Result<(), Failed> {
        let mut worlds = std::mem::take(&mut self.worlds);
        let done = worlds.iter_mut().try_for_each(|world| work(self, world));
        self.worlds = worlds;
        done
    }

    fn statement(&mut self, span: Span, pc: Pc) -> Result<(), Failed> {
        self.each_world(|this, world| {
            this.machine.set_state(&world.state);
            let script = std::mem::take(&mut world.script);
            let draws = std::mem::take(&mut world.draws);
            let cards = this.draws_scripted.then_some(draws.as_slice());
            let mut dealer = Dealer::new(this.program, this.scripted.then_some(&script), None).with_cards(cards);
            let stop = this.go(Go::Entry(pc), &mut dealer);
            this.first_way_ends();
            let (trouble, broken, used, drawn) = (dealer.trouble, dealer.broken, dealer.used, dealer.drawn);
            world.script = script[used..].to_vec();
            world.draws = draws[drawn..].to_vec();
            if let Some(trouble) = trouble {
                return Err(misdealt(span, trouble));
            }
            if let Some(problem) = broken {
                return Err(this.broken(span, *problem));
            }
            match stop {
                Stop::Trap(code, at) => return Err(this.rule_error(span, code, at)),
                Stop::Decide => {
                    let text = "this leads to a decision outside of `run`";
                    return Err(Box::new(Diagnostic::error(Code::TestFailed, span, text).hint("call the rule with `run`")));
                }
                _ => {}
            }
            this.keep(world);
            Ok(())
        })
    }

    /// Takes over what the machine has changed, except what belongs to calls and to the waiting flow.
    pub(super) fn keep(&self, world: &mut World) {
        let layout = &self.program.layout;
        let (frames, own, stack) = (usize::from(layout.frames), usize::from(self.code.frame), usize::from(layout.stack));
        let kept = [header::PC, header::DEPTH, header::KEPT, header::TURN_OF, header::SECRET].map(|w| (w, world.state[w]));
        world.state[..frames].copy_from_slice(&self.machine.memory[..frames]);
        world.state[own..stack].copy_from_slice(&self.machine.memory[own..stack]);
        for (at, word) in kept {
            world.state[at] = word;
        }
    }

    /// Evaluates an expression in a world, which stays as it is.
    pub fn value(&mut self, span: Span, world: &World, entry: &Entry, words: usize) -> Result<Vec<i32>, Failed> {
        self.machine.set_state(&world.state);
        self.value_here(span, entry, words)
    }

    pub(super) fn value_here(&mut self, span: Span, entry: &Entry, words: usize) -> Result<Vec<i32>, Failed> {
        let mut dealer = Dealer::new(self.program, None, None);
        if let Stop::Trap(code, at) = self.machine.run_entry(self.program, entry.pc, &mut dealer) {
            return Err(self.rule_error(span, code, at));
        }
        let at = usize::from(entry.result);
        Ok(self.machine.memory[at..at + words].to_vec())
    }

    /// The number of words in a value of the type.
    pub fn words(&self, ty: &Type) -> usize {
        let fold = self.program.fold();
        self.program.sizes.words(&fold, ty).unwrap_or(1)
    }

    pub(super) fn rule_error(&self, span: Span, code: crate::vm::TrapCode, at: Pc) -> Failed {
        self.broken(span, show::describe(self.program, self.machine, code, at))
    }

    /// A rule error as the failure of a line.
    pub(super) fn broken(&self, span: Span, found: Diagnostic) -> Failed {
        let mut problem = Diagnostic::error(Code::TestFailed, span, format!("the rules could not go on: {}", found.message));
        if let Some(place) = found.span.filter(|s| !(s.source == span.source && s.start >= span.start && s.end <= span.end)) {
            problem = problem.label(place, "here");
        }
        for (at, text) in found.labels {
            match problem.labels.iter_mut().find(|(known, _)| *known == at) {
                Some((_, known)) => *known = text,
                None => problem.labels.push((at, text)),
            }
        }
        problem.hint = found.hint;
        Box::new(problem)
    }
}

pub(super) fn failed(span: Span, text: impl Into<String>) -> Failed {
    Box::new(Diagnostic::error(Code::TestFailed, span, text))
}

/// The failure of a line whose script can't be followed. It is shown where the script is wrong.
pub(super) fn misdealt(span: Span, (why, wrong): (String, Wrong)) -> Failed {
    Box::new(match wrong {
        Wrong::Written(written) => {
            let problem = Diagnostic::error(Code::TestFailed, written, why).hint("write another one in its place");
            if written == span { problem } else { problem.label(span, "needed here") }
        }
        Wrong::UsedUp(word) => Diagnostic::error(Code::TestFailed, span, why).hint(format!("write one more behind `{word}`")),
    })
}

pub(super) fn too_many(span: Span) -> Failed {
    let problem = Diagnostic::error(Code::TestFailed, span, "there are too many rolls to go through them all");
    Box::new(problem.hint("script some of the dice before the run: `dice 3, 3`"))
}
