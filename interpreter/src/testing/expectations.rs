//! `expect`: what must hold in every state to which the rolls may have led.

use super::answers::{self, Meant};
use super::claims;
use super::runner::{Failed, Runner, failed};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{AnswerValue, DecisionId, Type};
use crate::program::{Entry, Expectation, Side, Slot};
use crate::show;
use crate::source::Span;
use crate::vm::Machine;

impl Runner<'_> {
    pub(super) fn expect(&mut self, expectation: &Expectation) -> Result<(), Failed> {
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
        let mut wrong: Option<(Vec<String>, Vec<String>, u128)> = None;
        let put = |machine: &mut Machine| counts.iter().for_each(|(slot, n)| machine.memory[usize::from(*slot)] = *n);
        for world in &worlds[..looked_at] {
            self.machine.set_state(&world.state);
            put(self.machine);
            if self.value_here(span, &expectation.holds, 1)?[0] != 0 {
                continue;
            }
            match &mut wrong {
                Some((.., weight)) => *weight += world.weight,
                None => {
                    let failing = expectation.failing.iter().map(|side| self.side(span, side)).collect::<Result<_, _>>()?;
                    let shown = self.sides(expectation, put)?;
                    self.trace_expected(expectation, false, &shown);
                    wrong = Some((shown, failing, world.weight));
                }
            }
        }
        if let (None, Some(world), true) = (&wrong, worlds.first(), self.trace.is_some()) {
            self.machine.set_state(&world.state);
            let shown = self.sides(expectation, put)?;
            self.trace_expected(expectation, true, &shown);
        }
        self.worlds = worlds;
        if let Some((shown, failing, weight)) = wrong {
            let mut text = claims::failure(self.sources, expectation, &shown, &failing);
            if self.worlds.len() > 1 && counts.is_empty() {
                text.push_str(&format!("; so in {weight} of {} rolls", self.total));
            }
            self.problems.push(Diagnostic::error(Code::TestFailed, span, text));
        }
        Ok(())
    }

    /// The values of an expectation's sides, in words.
    fn sides(&mut self, expectation: &Expectation, put: impl Fn(&mut Machine)) -> Result<Vec<String>, Failed> {
        let mut shown = vec![];
        for side in &expectation.sides {
            put(self.machine);
            shown.push(self.side(expectation.span, side)?);
        }
        Ok(shown)
    }

    fn side(&mut self, span: Span, side: &Side) -> Result<String, Failed> {
        let words = self.value_here(span, &side.entry, self.words(&side.ty))?;
        Ok(show::value(self.program, &side.ty, &words))
    }

    pub(super) fn expect_option(
        &mut self,
        span: Span,
        no: bool,
        written: &[AnswerValue],
        entries: &[Option<Entry>],
    ) -> Result<(), Failed> {
        self.checked += 1;
        let worlds = std::mem::take(&mut self.worlds);
        for world in &worlds {
            let Some(question) = &world.question else {
                let problem = Diagnostic::error(Code::TestFailed, span, "nothing is asked here");
                return Err(Box::new(problem.hint("stop the run at the decision: `run … until DECISION`")));
            };
            let wanted = self.wanted(span, world, written, entries)?;
            if !matches!(answers::find(self.program, question, &wanted), Meant::Nothing) == no {
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

    /// Checks whether a decision was asked, of the player `by` if one is given.
    pub(super) fn expect_decision(
        &mut self,
        span: Span,
        no: bool,
        decision: DecisionId,
        by: Option<&Entry>,
    ) -> Result<(), Failed> {
        self.checked += 1;
        let name = self.program.ir.decisions[decision.index()].name.clone();
        let worlds = std::mem::take(&mut self.worlds);
        for world in &worlds {
            let by = by.map(|entry| self.value(span, world, entry, 1)).transpose()?.map(|words| words[0]);
            let is_meant = |(asked, who): &(DecisionId, usize)| *asked == decision && by.is_none_or(|by| by == *who as i32);
            if world.asked.iter().any(is_meant) != no {
                continue;
            }
            let whom = by.map(|by| format!(" of {}", show::word(self.program, &Type::Player, by))).unwrap_or_default();
            let problem = if no {
                Diagnostic::error(Code::TestFailed, span, format!("`{name}` was asked{whom}"))
            } else {
                Diagnostic::error(Code::TestFailed, span, format!("`{name}` was not asked{whom}"))
                    .hint(format!("{}; a decision with only one option is not asked", self.were_asked(world)))
            };
            self.problems.push(problem);
            break;
        }
        self.worlds = worlds;
        Ok(())
    }
}
