//! Runs one test line by line, in every state that the rolls so far may have led to.

use std::collections::HashMap;

use super::answers::{self, Wanted};
use super::claims;
use super::dealer::{Dealer, Path};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{self, Question};
use crate::ir::fold::Fold;
use crate::ir::shape::Sizes;
use crate::ir::{self, AnswerValue, Choosing, DecisionId, Expect, Run, RunWhat, TestLineKind, Type};
use crate::program::{Entry, Expectation, LineCode, Pc, Program, Slot, TestCode, header};
use crate::source::{Sources, Span};
use crate::vm::random::derive_seed;
use crate::vm::{MOST_DECISIONS, Machine, Stop};

/// Most ways that `on every roll` goes through.
const MOST_ROLLS: usize = 2_000_000;

/// A state of the game that the test has come to.
#[derive(Clone)]
pub(crate) struct World {
    pub state: Vec<i32>,
    /// In how many of all rolls it comes to this.
    pub weight: u128,
    /// What the last rule gave back, if it gave anything.
    pub result: Vec<i32>,
    /// Decisions asked in the last run.
    asked: Vec<DecisionId>,
    /// The decision at which the last run stopped.
    question: Option<Question>,
    /// Whether the flow waits at a decision.
    waits: bool,
    /// Dice still to come.
    script: Vec<i32>,
    /// Random answers given.
    random: u64,
}

/// Why a line can't go on.
type Failed = Box<Diagnostic>;

pub(crate) struct Runner<'a> {
    sources: &'a Sources,
    program: &'a Program,
    machine: &'a mut Machine,
    test: &'a ir::Test,
    code: &'a TestCode,
    pub worlds: Vec<World>,
    /// The weights of all worlds together.
    pub total: u128,
    /// Whether dice have been scripted.
    scripted: bool,
    /// Expectations looked at.
    pub checked: usize,
    pub problems: Vec<Diagnostic>,
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
            checked: 0,
            problems: vec![],
        }
    }

    /// Runs all lines, up to one that can't go on.
    pub fn all_lines(&mut self) {
        let (test, code) = (self.test, self.code);
        for (line, code) in test.lines.iter().zip(&code.lines) {
            if let Err(problem) = self.line(line, code) {
                self.problems.push(*problem);
                return;
            }
        }
    }

    fn line(&mut self, line: &'a ir::TestLine, code: &'a LineCode) -> Result<(), Failed> {
        match (code, &line.kind) {
            (LineCode::Run(pc), _) => self.statement(line.span, *pc),
            (LineCode::Dice(values), _) => {
                self.scripted = true;
                self.each_world(|this, world| {
                    for value in values {
                        let face = this.value(line.span, world, value, 1)?[0];
                        world.script.push(face);
                    }
                    Ok(())
                })
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
            (LineCode::Decision, TestLineKind::Expect(Expect::Decision { no, decision })) => {
                self.expect_decision(line.span, *no, *decision);
                Ok(())
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

    // ── Statements and values ────────────────────────────────────────────────────────────────────────────────────

    fn statement(&mut self, span: Span, pc: Pc) -> Result<(), Failed> {
        self.each_world(|this, world| {
            this.machine.set_state(&world.state);
            let script = std::mem::take(&mut world.script);
            let mut dealer = Dealer::new(this.program, this.scripted.then_some(&script), None);
            let stop = this.machine.run_entry(this.program, pc, &mut dealer);
            let (trouble, used) = (dealer.trouble, dealer.used);
            world.script = script[used..].to_vec();
            if let Some(why) = trouble {
                return Err(failed(span, why));
            }
            match stop {
                Stop::Trap(code, at) => return Err(this.rule_error(span, code, at)),
                Stop::Decide => {
                    let text = "a decision is reached outside of `run`";
                    return Err(Box::new(Diagnostic::error(Code::TestFailed, span, text).hint("call the rule with `run`")));
                }
                _ => {}
            }
            this.keep(world);
            Ok(())
        })
    }

    /// Takes over what the machine has changed, but not what belongs to calls and to the waiting flow.
    fn keep(&self, world: &mut World) {
        let layout = &self.program.layout;
        let (frames, own, stack) = (usize::from(layout.frames), usize::from(self.code.frame), usize::from(layout.stack));
        let kept = [header::PC, header::DEPTH, header::KEPT, header::TURN_OF, header::SECRET].map(|w| (w, world.state[w]));
        world.state[..frames].copy_from_slice(&self.machine.memory[..frames]);
        world.state[own..stack].copy_from_slice(&self.machine.memory[own..stack]);
        for (at, word) in kept {
            world.state[at] = word;
        }
    }

    /// Works out a value in a world; the world stays as it is.
    pub fn value(&mut self, span: Span, world: &World, entry: &Entry, words: usize) -> Result<Vec<i32>, Failed> {
        self.machine.set_state(&world.state);
        self.value_here(span, entry, words)
    }

    fn value_here(&mut self, span: Span, entry: &Entry, words: usize) -> Result<Vec<i32>, Failed> {
        let mut dealer = Dealer::new(self.program, None, None);
        if let Stop::Trap(code, at) = self.machine.run_entry(self.program, entry.pc, &mut dealer) {
            return Err(self.rule_error(span, code, at));
        }
        let at = usize::from(entry.result);
        Ok(self.machine.memory[at..at + words].to_vec())
    }

    /// How many words a value of the type takes.
    pub fn words(&self, ty: &Type) -> usize {
        let sizes = Sizes { players: self.program.players, spaces: self.program.spaces.len() };
        let fold = Fold { ir: &self.program.ir, params: &self.program.params, sizes: &sizes };
        sizes.words(&fold, ty).unwrap_or(1)
    }

    fn rule_error(&self, span: Span, code: crate::vm::TrapCode, at: Pc) -> Failed {
        let found = game::describe(self.program, self.machine, code, at);
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

    // ── Runs ─────────────────────────────────────────────────────────────────────────────────────────────────────

    fn run(&mut self, span: Span, run: &'a Run, code: &'a LineCode, answers: &'a [Vec<Option<Entry>>]) -> Result<(), Failed> {
        let worlds = std::mem::take(&mut self.worlds);
        let mut ends = Ends::default();
        let mut most_used = 0;
        for world in &worlds {
            let answers = self.answers(span, world, run, answers)?;
            let script = self.scripted.then_some(world.script.as_slice());
            let mut path = run.every_roll.then(Path::default);
            loop {
                let mut dealer = Dealer::new(self.program, script, path.take());
                let mut end = world.clone();
                let used = self.play(span, &mut end, run, code, &answers, &mut dealer)?;
                most_used = most_used.max(used);
                if dealer.used < world.script.len() {
                    let left = world.script[dealer.used..].iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
                    return Err(failed(span, format!("not all scripted dice were rolled: {left} left over")));
                }
                end.script.clear();
                path = dealer.every;
                let rolls = path.as_ref().map_or(Some(1), Path::rolls).ok_or_else(|| too_many(span))?;
                ends.add(end, rolls, world.weight).ok_or_else(|| too_many(span))?;
                if !path.as_mut().is_some_and(Path::advance) {
                    break;
                }
                if ends.ways > MOST_ROLLS {
                    return Err(too_many(span));
                }
            }
        }
        if let Choosing::Answers(list) = &run.choosing
            && let Some(answer) = list.get(most_used)
        {
            return Err(self.not_asked(answer.span, &ends.worlds[0].0));
        }
        let (worlds, factor) = ends.finish().ok_or_else(|| too_many(span))?;
        self.worlds = worlds;
        self.total = self.total.checked_mul(factor).ok_or_else(|| too_many(span))?;
        Ok(())
    }

    /// The answers of a run, as they are worth in this world.
    fn answers(
        &mut self,
        span: Span,
        world: &World,
        run: &Run,
        entries: &[Vec<Option<Entry>>],
    ) -> Result<Vec<(Option<DecisionId>, Vec<Wanted>)>, Failed> {
        let Choosing::Answers(list) = &run.choosing else { return Ok(vec![]) };
        list.iter()
            .zip(entries)
            .map(|(answer, entries)| Ok((answer.decision, self.wanted(span, world, &answer.values, entries)?)))
            .collect()
    }

    fn wanted(
        &mut self,
        span: Span,
        world: &World,
        values: &[AnswerValue],
        entries: &[Option<Entry>],
    ) -> Result<Vec<Wanted>, Failed> {
        let mut list = vec![];
        for (value, entry) in values.iter().zip(entries) {
            list.push(match (value, entry) {
                (AnswerValue::Text(text), _) => Wanted::Text(text.clone()),
                (AnswerValue::Value(e), Some(entry)) => {
                    Wanted::Value(self.value(span, world, entry, self.words(&e.ty))?[0], e.ty.clone())
                }
                (AnswerValue::Value(_), None) => continue,
            });
        }
        Ok(list)
    }

    /// Runs a rule or the flow in a world. Returns how many answers were used.
    fn play(
        &mut self,
        span: Span,
        world: &mut World,
        run: &Run,
        code: &LineCode,
        answers: &[(Option<DecisionId>, Vec<Wanted>)],
        dealer: &mut Dealer<'_>,
    ) -> Result<usize, Failed> {
        let program = self.program;
        let went_on = world.waits && matches!(code, LineCode::Game { .. });
        (world.asked, world.question, world.result) = (vec![], None, vec![]);
        self.machine.set_state(&world.state);
        let mut used = 0;
        let mut stop = match code {
            LineCode::Call { pc, .. } => self.machine.run_entry(program, *pc, dealer),
            _ if self.machine.is_over() => return Err(failed(span, "the game is over")),
            _ => self.machine.resume(program, dealer),
        };
        loop {
            if let Some(why) = dealer.trouble.take() {
                return Err(failed(span, why));
            }
            match stop {
                Stop::Trap(code, at) => return Err(self.rule_error(span, code, at)),
                Stop::Done | Stop::Over | Stop::Held => break,
                Stop::Decide => {}
            }
            if self.machine.memory[header::DECISIONS] >= MOST_DECISIONS {
                return Err(failed(span, format!("more than {MOST_DECISIONS} decisions")));
            }
            let question = game::question(program, self.machine);
            let decision = program.sites[question.site].decision;
            let first = went_on && world.asked.is_empty();
            world.asked.push(decision);
            let answer = answers.get(used);
            let named = answer.is_some_and(|(name, _)| *name == Some(decision));
            let resumes = first && (answer.is_some() || matches!(run.choosing, Choosing::AtRandom));
            if run.until == Some(decision) && !named && !resumes {
                world.question = Some(question);
                break;
            }
            let option = match (&run.choosing, answer) {
                (Choosing::AtRandom, _) => {
                    world.random += 1;
                    (derive_seed(super::SEED, world.random) % question.options.len() as u64) as usize
                }
                (_, Some((name, wanted))) => {
                    used += 1;
                    self.answer(run, used - 1, *name, wanted, decision, &question)?
                }
                (_, None) => return Err(self.no_answer(span, &question)),
            };
            stop = self.machine.choose(program, option, dealer);
        }
        if let Some(until) = run.until.filter(|_| world.question.is_none()) {
            let name = &program.ir.decisions[until.index()].name;
            let problem = Diagnostic::error(Code::TestFailed, span, format!("`{name}` was not asked"));
            return Err(Box::new(problem.hint(format!("{}; a decision with one option is not asked", self.were_asked(world)))));
        }
        match code {
            LineCode::Call { result, .. } => {
                if let RunWhat::Call(call) = &run.what
                    && ir::result_type(&self.program.ir, call).is_some()
                {
                    let at = usize::from(*result);
                    world.result = self.machine.memory[at..at + self.words(&call.ty)].to_vec();
                }
                self.keep(world);
            }
            _ => {
                world.state.copy_from_slice(self.machine.state(program));
                world.waits = world.question.is_some();
            }
        }
        Ok(used)
    }

    fn answer(
        &self,
        run: &Run,
        number: usize,
        name: Option<DecisionId>,
        wanted: &[Wanted],
        decision: DecisionId,
        question: &Question,
    ) -> Result<usize, Failed> {
        let span = match &run.choosing {
            Choosing::Answers(list) => list[number].span,
            _ => Span::default(),
        };
        let asked = &question.decision;
        if let Some(name) = name.filter(|n| *n != decision) {
            let name = &self.program.ir.decisions[name.index()].name;
            let problem = Diagnostic::error(Code::TestFailed, span, format!("here `{asked}` is asked, not `{name}`"));
            return Err(Box::new(problem.hint(format!("on offer in `{asked}`: {}", answers::on_offer(question)))));
        }
        answers::find(self.program, question, wanted).ok_or_else(|| {
            let text = format!("`{asked}` offers no {}", answers::said(self.program, wanted));
            Box::new(Diagnostic::error(Code::TestFailed, span, text).hint(format!("on offer: {}", answers::on_offer(question))))
        })
    }

    fn no_answer(&self, span: Span, question: &Question) -> Failed {
        let name = &question.decision;
        let who = &self.program.names[question.player.min(self.program.players - 1)];
        let text = format!("`{name}` is asked of {who}, and there is no answer");
        let example = question.options.first().map_or(String::new(), answers::written);
        let hint = format!("write `choosing {name}: {example}`; on offer: {}", answers::on_offer(question));
        Box::new(Diagnostic::error(Code::TestFailed, span, text).hint(hint))
    }

    fn not_asked(&self, span: Span, world: &World) -> Failed {
        let problem = Diagnostic::error(Code::TestFailed, span, "nothing asked for this answer");
        Box::new(problem.hint(format!("{}; a decision with one option is not asked", self.were_asked(world))))
    }

    fn were_asked(&self, world: &World) -> String {
        match world.asked.as_slice() {
            [] => "nothing was asked".to_owned(),
            list => {
                let names = list.iter().map(|d| format!("`{}`", self.program.ir.decisions[d.index()].name));
                format!("asked: {}", names.collect::<Vec<_>>().join(", "))
            }
        }
    }

    // ── Expectations ─────────────────────────────────────────────────────────────────────────────────────────────

    fn expect(&mut self, expectation: &Expectation) -> Result<(), Failed> {
        self.checked += 1;
        let span = expectation.span;
        let worlds = std::mem::take(&mut self.worlds);
        let mut counts: Vec<(Slot, i32)> = vec![];
        for (condition, slot) in &expectation.ways {
            let mut ways = 0;
            for world in &worlds {
                if self.value(span, world, condition, 1)?[0] != 0 {
                    ways += world.weight;
                }
            }
            let Ok(ways) = i32::try_from(ways) else {
                return Err(failed(span, format!("{ways} ways are too many for a number")));
            };
            counts.push((*slot, ways));
        }
        let looked_at = if counts.is_empty() { worlds.len() } else { 1 };
        let mut wrong: Option<(Vec<String>, u128)> = None;
        for world in &worlds[..looked_at] {
            self.machine.set_state(&world.state);
            let put = |machine: &mut Machine| counts.iter().for_each(|(slot, n)| machine.memory[usize::from(*slot)] = *n);
            put(self.machine);
            if self.value_here(span, &expectation.holds, 1)?[0] != 0 {
                continue;
            }
            match &mut wrong {
                Some((_, weight)) => *weight += world.weight,
                None => {
                    let mut shown = vec![];
                    for side in &expectation.sides {
                        put(self.machine);
                        let words = self.value_here(span, &side.entry, self.words(&side.ty))?;
                        shown.push(crate::show::value(self.program, &side.ty, &words));
                    }
                    wrong = Some((shown, world.weight));
                }
            }
        }
        self.worlds = worlds;
        if let Some((shown, weight)) = wrong {
            let mut text = claims::failure(self.sources, expectation, &shown);
            if self.worlds.len() > 1 && counts.is_empty() {
                text.push_str(&format!("; so in {weight} of {} rolls", self.total));
            }
            self.problems.push(Diagnostic::error(Code::TestFailed, span, text));
        }
        Ok(())
    }

    fn expect_option(&mut self, span: Span, no: bool, written: &[AnswerValue], entries: &[Option<Entry>]) -> Result<(), Failed> {
        self.checked += 1;
        let worlds = std::mem::take(&mut self.worlds);
        for world in &worlds {
            let Some(question) = &world.question else {
                let problem = Diagnostic::error(Code::TestFailed, span, "nothing is being asked here");
                return Err(Box::new(problem.hint("stop the run at the decision: `run … until DECISION`")));
            };
            let wanted = self.wanted(span, world, written, entries)?;
            if answers::find(self.program, question, &wanted).is_some() == no {
                let (name, said) = (&question.decision, answers::said(self.program, &wanted));
                let text = if no { format!("`{name}` offers {said}") } else { format!("`{name}` offers no {said}") };
                let problem = Diagnostic::error(Code::TestFailed, span, text);
                self.problems.push(problem.hint(format!("on offer: {}", answers::on_offer(question))));
                break;
            }
        }
        self.worlds = worlds;
        Ok(())
    }

    fn expect_decision(&mut self, span: Span, no: bool, decision: DecisionId) {
        self.checked += 1;
        let name = &self.program.ir.decisions[decision.index()].name;
        if let Some(world) = self.worlds.iter().find(|w| w.asked.contains(&decision) == no) {
            let problem = match no {
                true => Diagnostic::error(Code::TestFailed, span, format!("`{name}` was asked")),
                false => Diagnostic::error(Code::TestFailed, span, format!("`{name}` was not asked"))
                    .hint(format!("{}; a decision with one option is not asked", self.were_asked(world))),
            };
            self.problems.push(problem);
        }
    }
}

/// Where a run has led, equal ends put together.
#[derive(Default)]
struct Ends {
    /// Each with the rolls of which it is one way, and how many such ways led to it.
    worlds: Vec<(World, u128, u128)>,
    known: HashMap<EndKey, usize>,
    ways: usize,
}

#[derive(PartialEq, Eq, Hash)]
struct EndKey {
    state: Vec<i32>,
    result: Vec<i32>,
    asked: Vec<DecisionId>,
    offered: Option<Vec<String>>,
    rolls: u128,
}

impl Ends {
    /// Adds an end; `None` where the weights are beyond counting.
    fn add(&mut self, world: World, rolls: u128, weight: u128) -> Option<()> {
        self.ways += 1;
        let key = EndKey {
            state: world.state.clone(),
            result: world.result.clone(),
            asked: world.asked.clone(),
            offered: world.question.as_ref().map(|q| q.options.iter().map(|o| o.label.clone()).collect()),
            rolls,
        };
        match self.known.get(&key) {
            Some(at) => self.worlds[*at].2 = self.worlds[*at].2.checked_add(weight)?,
            None => {
                self.known.insert(key, self.worlds.len());
                self.worlds.push((world, rolls, weight));
            }
        }
        Some(())
    }

    /// The worlds with weights of one measure, and by what the total grew.
    fn finish(self) -> Option<(Vec<World>, u128)> {
        let all = self.worlds.iter().try_fold(1_u128, |all, (_, rolls, _)| (all / common(all, *rolls)).checked_mul(*rolls))?;
        let mut worlds = vec![];
        for (world, rolls, ways) in self.worlds {
            worlds.push(World { weight: ways.checked_mul(all / rolls)?, ..world });
        }
        Some((worlds, all))
    }
}

/// The greatest common divisor.
fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

fn failed(span: Span, text: impl Into<String>) -> Failed {
    Box::new(Diagnostic::error(Code::TestFailed, span, text))
}

fn too_many(span: Span) -> Failed {
    let problem = Diagnostic::error(Code::TestFailed, span, "these are too many rolls to go through them all");
    Box::new(problem.hint("script some of the dice before the run: `dice 3, 3`"))
}
