//! The tests beside the rules.

use std::sync::Arc;

use super::*;
use crate::ir::{Answer, AnswerValue, Choosing, Expect, Run, RunWhat, TestLine, TestLineKind};
use crate::syntax::tree::{ExprKind as E, ItemKind as I, ScriptKind, StmtKind as S};
use scope::{Role, Routine, Symbol};

impl<'t> Resolver<'t> {
    /// Resolves the tests that run under exactly these add-ons, and lists the others.
    pub(super) fn resolve_tests(&mut self) {
        for (origin, tree) in self.files.clone() {
            for item in &tree.items {
                if let I::Test(test) = &item.kind {
                    self.test(origin, item.span, test);
                }
            }
        }
    }

    fn test(&mut self, origin: Origin, span: Span, test: &'t tree::Test) {
        self.enter(origin);
        let mut needs: Vec<u16> = vec![];
        if let Some(own) = origin {
            needs.extend(self.needs.get(usize::from(own)).into_iter().flatten());
            needs.push(own);
        }
        let mut missing: Vec<Arc<str>> = vec![];
        for (name, value) in &test.with {
            if value.is_some() {
                continue;
            }
            let known = self.ir.addons.iter().position(|a| a.name == name.text);
            match known {
                Some(n) => {
                    needs.extend(self.needs.get(n).into_iter().flatten());
                    needs.push(n as u16);
                }
                None if matches!(self.global(&name.text).map(|g| g.symbol), Some(Symbol::Param(_))) => {
                    let problem =
                        Diagnostic::error(Code::WrongArguments, name.span, format!("what is `{}` in this test?", name.text));
                    self.report(problem.hint(format!("write `with {} = …`", name.text)));
                }
                None => missing.push(name.text.clone()),
            }
        }
        needs.sort_unstable();
        needs.dedup();
        let title = self.fixed_text(&test.title);
        if !missing.is_empty() || needs.len() != self.ir.addons.len() {
            let mut addons: Vec<Arc<str>> = needs.iter().map(|n| self.ir.addons[usize::from(*n)].name.clone()).collect();
            addons.extend(missing);
            self.ir.other_tests.push(OtherTest { span, addons });
            return;
        }
        needs.iter().for_each(|n| self.view |= scope::bit(Some(*n)));
        let mut with = vec![];
        for (name, value) in &test.with {
            let Some(value) = value else { continue };
            match self.global(&name.text).map(|g| g.symbol) {
                Some(Symbol::Param(p)) => {
                    let ty = self.ir.params[p.index()].ty.clone();
                    with.push((p, self.constant(value, &ty)));
                }
                _ => {
                    let params = self.ir.params.iter().map(|p| &*p.name);
                    self.report(no_such("param", name, params));
                }
            }
        }
        let track = test.track.as_ref().map(|track| self.fixed_text(track));
        let routine = Routine { name: title.clone(), role: Role::Test, ..Routine::default() };
        let (lines, routine) = self.in_routine(routine, |r| r.test_lines(&test.body));
        self.ir.tests.push(Test {
            title,
            span,
            with,
            track,
            players: test.players.map(|(n, span)| (n.max(0) as u32, span)),
            locals: routine.locals,
            lines,
        });
    }

    fn test_lines(&mut self, body: &tree::Block) -> Vec<TestLine> {
        let mut lines = vec![];
        let mut until = None;
        for line in &body.lines {
            let span = line.span;
            let kind = match &line.kind {
                S::Script { what: ScriptKind::Dice, values } => {
                    Some(TestLineKind::Dice(values.iter().map(|v| self.int(v)).collect()))
                }
                S::Script { what: ScriptKind::Draws, values } => Some(TestLineKind::Draws(self.draws(values))),
                S::Run(run) => {
                    let found = self.run(run);
                    until = found.as_ref().and_then(|r| r.until);
                    found.map(TestLineKind::Run)
                }
                S::Expect(expect) => self.expect(expect, until).map(TestLineKind::Expect),
                _ => {
                    let (kind, _) = self.stmt(line);
                    kind.map(|kind| TestLineKind::Stmt(Stmt { span, kind }))
                }
            };
            lines.extend(kind.map(|kind| TestLine { span, kind }));
        }
        lines
    }

    fn run(&mut self, run: &tree::Run) -> Option<Run> {
        let what = match &run.call {
            None => Some(RunWhat::Game),
            Some(tree::Expr { kind: E::Name(name), .. }) if &*name.text == "game" => Some(RunWhat::Game),
            Some(call) => match &call.kind {
                E::Call { callee, args } => {
                    let found = self.call(call.span, callee, args, true);
                    match found.kind {
                        ExprKind::Call { .. } => Some(RunWhat::Call(found)),
                        ExprKind::Wrong => None,
                        _ => {
                            self.error(Code::WrongPlace, call.span, "only rules can be run");
                            None
                        }
                    }
                }
                _ => {
                    let problem = Diagnostic::error(Code::WrongPlace, call.span, "only rules can be run");
                    self.report(problem.hint("write `run turn(player(1))`, or `run game`"));
                    None
                }
            },
        };
        let until = run.until.as_ref().and_then(|name| self.known_decision(name));
        let choosing = match &run.choosing {
            tree::Choosing::Nothing => Choosing::Nothing,
            tree::Choosing::AtRandom => Choosing::AtRandom,
            tree::Choosing::Answers(answers) => Choosing::Answers(answers.iter().filter_map(|a| self.answer(a)).collect()),
        };
        Some(Run { what: what?, every_roll: run.every_roll, until, choosing })
    }

    fn answer(&mut self, answer: &tree::Answer) -> Option<Answer> {
        let decision = match &answer.decision {
            Some(name) => Some(self.known_decision(name)?),
            None => None,
        };
        let values = self.answer_values(&answer.values, decision);
        let first = answer.values.first().map(|v| v.span).unwrap_or_default();
        let last = answer.values.last().map(|v| v.span).unwrap_or_default();
        let span = answer.decision.as_ref().map_or(first, |d| d.span).to(last);
        Some(Answer { span, decision, values })
    }

    /// Resolves values of options. Cases and names in quotes get the types that the decision offers.
    fn answer_values(&mut self, values: &[tree::Expr], decision: Option<DecisionId>) -> Vec<AnswerValue> {
        let offered: Vec<Type> = match decision {
            Some(d) => self.answers.get(d.index()).cloned().unwrap_or_default(),
            None => self.answers.iter().flatten().cloned().collect(),
        };
        let mut found = vec![];
        for value in values {
            if let E::Text(text) = &value.kind
                && let Some(plain) = text.plain()
            {
                found.push(AnswerValue::Text(plain.into()));
                continue;
            }
            let want = match &value.kind {
                E::Name(name) => {
                    let has_case = |ty: &&Type| matches!(ty, Type::Enum(e) if self.case_of(*e, &name.text).is_some());
                    // A space or a row needs quotes, which the problem of an unknown name then says.
                    let is_named = |ty: &&Type| matches!(ty, Type::Space | Type::Row(_));
                    offered.iter().find(has_case).or_else(|| offered.iter().find(is_named))
                }
                _ => None,
            };
            let value = self.looking(Purity::Expect, |r| r.expr(value, want));
            found.push(AnswerValue::Value(value));
        }
        found
    }

    fn known_decision(&mut self, name: &tree::Name) -> Option<DecisionId> {
        if let Some(n) = self.ir.decisions.iter().position(|d| d.name == name.text) {
            return Some(DecisionId(n as u16));
        }
        let problem = no_such("decision", name, self.ir.decisions.iter().map(|d| &*d.name));
        self.report(problem.or_hint("a decision has the name that stands behind `choose`"));
        None
    }

    fn expect(&mut self, expect: &tree::Expect, until: Option<DecisionId>) -> Option<Expect> {
        Some(match expect {
            tree::Expect::Condition(e) => Expect::Condition(self.looking(Purity::Expect, |r| r.bool(e))),
            tree::Expect::Option { no, values, .. } => Expect::Option { no: *no, values: self.answer_values(values, until) },
            tree::Expect::Decision { no, name, by } => {
                let by = by.as_ref().map(|e| self.looking(Purity::Expect, |r| r.expr_as(e, &Type::Player)));
                Expect::Decision { no: *no, decision: self.known_decision(name)?, by }
            }
        })
    }
}
