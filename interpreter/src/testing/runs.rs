//! `run`: plays rules or the whole game with the answers that the test gives, along one way or all.

use super::answers::{self, Meant, Wanted};
use super::dealer::{Dealer, Path};
use super::ends::Ends;
use super::runner::{Failed, MOST_ROLLS, Runner, World, failed, misdealt, too_many};
use super::trace::Go;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{self, Question};
use crate::ir::{self, AnswerValue, Choosing, DecisionId, Run, RunWhat};
use crate::program::{Entry, LineCode, header};
use crate::show;
use crate::source::Span;
use crate::vm::random::derive_seed;
use crate::vm::{MOST_DECISIONS, Stop};

/// An answer: the decision, if the answer names one, and its values.
type Answer = (Option<DecisionId>, Vec<Wanted>);

impl<'a> Runner<'a> {
    pub(super) fn run(
        &mut self,
        span: Span,
        run: &'a Run,
        code: &'a LineCode,
        answers: &'a [Vec<Option<Entry>>],
    ) -> Result<(), Failed> {
        let worlds = std::mem::take(&mut self.worlds);
        let mut ends = Ends::default();
        let (mut most_used, mut forced) = (0, vec![]);
        for world in &worlds {
            let answers = self.answers(span, world, run, answers)?;
            let script = self.scripted.then_some(world.script.as_slice());
            let mut path = run.every_roll.then(Path::default);
            loop {
                let cards = self.draws_scripted.then_some(world.draws.as_slice());
                let mut dealer = Dealer::new(self.program, script, path.take()).with_cards(cards);
                let mut end = world.clone();
                let used = self.play(span, &mut end, run, code, &answers, &mut dealer)?;
                self.first_way_ends();
                most_used = most_used.max(used);
                forced.append(&mut dealer.forced);
                if let Some(problem) = self.left_over(&world.script[dealer.used..], &world.draws[dealer.drawn..]) {
                    return Err(Box::new(problem.label(span, "this needs no more")));
                }
                end.script.clear();
                end.draws.clear();
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
            return Err(self.not_asked(answer.span, answer.decision, &forced, &ends.worlds[0].0));
        }
        let (worlds, factor) = ends.finish().ok_or_else(|| too_many(span))?;
        self.worlds = worlds;
        self.total = self.total.checked_mul(factor).ok_or_else(|| too_many(span))?;
        Ok(())
    }

    /// The answers of a run, with their values in this world.
    fn answers(&mut self, span: Span, world: &World, run: &Run, entries: &[Vec<Option<Entry>>]) -> Result<Vec<Answer>, Failed> {
        let Choosing::Answers(list) = &run.choosing else { return Ok(vec![]) };
        list.iter()
            .zip(entries)
            .map(|(answer, entries)| Ok((answer.decision, self.wanted(span, world, &answer.values, entries)?)))
            .collect()
    }

    pub(super) fn wanted(
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
        answers: &[Answer],
        dealer: &mut Dealer<'_>,
    ) -> Result<usize, Failed> {
        let program = self.program;
        let went_on = world.waits && matches!(code, LineCode::Game { .. });
        (world.asked, world.question, world.result) = (vec![], None, vec![]);
        self.machine.set_state(&world.state);
        let mut used = 0;
        let mut stop = match code {
            LineCode::Call { pc, .. } => self.go(Go::Entry(*pc), dealer),
            _ if self.machine.is_over() => return Err(failed(span, "the game is over")),
            _ => self.go(Go::On, dealer),
        };
        loop {
            if let Some(trouble) = dealer.trouble.take() {
                return Err(misdealt(span, trouble));
            }
            if let Some(problem) = dealer.broken.take() {
                return Err(self.broken(span, *problem));
            }
            match stop {
                Stop::Trap(code, at) => return Err(self.rule_error(span, code, at)),
                Stop::Done | Stop::Over | Stop::Held => break,
                Stop::Decide => {}
            }
            if self.machine.memory[header::DECISIONS] >= MOST_DECISIONS {
                return Err(failed(span, format!("more than {MOST_DECISIONS} decisions")));
            }
            let question = game::question(program, self.machine).map_err(|found| self.broken(span, *found))?;
            let decision = program.sites[question.site].decision;
            let first = went_on && world.asked.is_empty();
            world.asked.push((decision, question.player));
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
            stop = self.go(Go::Choose(option), dealer);
        }
        if let Some(until) = run.until.filter(|_| world.question.is_none()) {
            let name = &program.ir.decisions[until.index()].name;
            let problem = Diagnostic::error(Code::TestFailed, span, format!("`{name}` was not asked"));
            return Err(Box::new(
                problem.hint(format!("{}; a decision with only one option is not asked", self.were_asked(world))),
            ));
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
        let said = || answers::said(self.program, wanted);
        let failed = |text: String, hint: String| Err(Box::new(Diagnostic::error(Code::TestFailed, span, text).hint(hint)));
        match answers::find(self.program, question, wanted) {
            Meant::One(option) => Ok(option),
            Meant::Nothing => {
                failed(format!("`{asked}` offers no {}", said()), format!("on offer: {}", answers::on_offer(question)))
            }
            Meant::Several(options) => {
                let names: Vec<String> = options.iter().map(|n| answers::written(question, *n)).collect();
                failed(format!("several options of `{asked}` are {}", said()), format!("write {}", names.join(" or ")))
            }
        }
    }

    fn no_answer(&self, span: Span, question: &Question) -> Failed {
        let name = &question.decision;
        let who = &self.program.names[question.player.min(self.program.players - 1)];
        let text = format!("{who} is asked `{name}`, but the test gives no answer");
        let example = if question.options.is_empty() { String::new() } else { answers::written(question, 0) };
        let hint = format!("write `choosing {name}: {example}`; on offer: {}", answers::on_offer(question));
        Box::new(Diagnostic::error(Code::TestFailed, span, text).hint(hint))
    }

    /// The failure of an answer that nothing asked for.
    fn not_asked(&self, span: Span, decision: Option<DecisionId>, forced: &[DecisionId], world: &World) -> Failed {
        if let Some(decision) = decision.filter(|decision| forced.contains(decision)) {
            let name = &self.program.ir.decisions[decision.index()].name;
            let text = format!("`{name}` had only one option here, so nobody was asked");
            let hint = format!("leave this answer out, or write `choose {name} by … \"…\" always` to ask all the same");
            return Box::new(Diagnostic::error(Code::TestFailed, span, text).hint(hint));
        }
        let problem = Diagnostic::error(Code::TestFailed, span, "nothing asks for this answer");
        Box::new(problem.hint(format!("{}; a decision with only one option is not asked", self.were_asked(world))))
    }

    pub(super) fn were_asked(&self, world: &World) -> String {
        match world.asked.as_slice() {
            [] => "nothing was asked".to_owned(),
            list => {
                let names = list.iter().map(|(d, who)| {
                    let who = show::word(self.program, &ir::Type::Player, *who as i32);
                    format!("`{}` of {who}", self.program.ir.decisions[d.index()].name)
                });
                format!("what was asked: {}", names.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
