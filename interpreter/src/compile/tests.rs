//! Compiles the rules' own tests, line by line.

use super::*;
use crate::ir::{AnswerValue, Choosing, Expect, Expr, ExprKind, RunWhat, TestLineKind};
use crate::program::{Claim, Entry, Expectation, LineCode, Side};

/// The number of values that one message tells, at most.
const MOST_COMPARED: usize = 4;

impl<'a> Compiler<'a> {
    /// Compiles a test.
    pub(super) fn test(&mut self, n: usize) {
        let test = &self.ir.tests[n];
        self.loading = false;
        for line in &test.lines {
            self.ensure_in(|see| ir::walk::test_line(line, see));
        }
        if let Some(watch) = self.ir.watch {
            self.ensure(watch);
        }
        let (frame, lines) = self.alone(&test.locals, |this| {
            let frame = this.frame.base as Slot;
            (frame, test.lines.iter().map(|line| this.line(line)).collect())
        });
        self.tests.push(TestCode { test: n, frame, lines });
    }

    fn line(&mut self, line: &'a ir::TestLine) -> LineCode {
        self.span = line.span;
        match &line.kind {
            TestLineKind::Stmt(stmt) => {
                let pc = self.here();
                self.stmt(stmt);
                self.emit(Op::Stop {});
                LineCode::Run(pc)
            }
            TestLineKind::Dice(values) => LineCode::Dice(values.iter().map(|e| self.entry(e)).collect()),
            TestLineKind::Draws(names) => {
                LineCode::Draws(names.iter().filter_map(|(name, span)| self.drawn(name, *span)).collect())
            }
            TestLineKind::Run(run) => {
                let answers = match &run.choosing {
                    Choosing::Answers(list) => list.iter().map(|a| self.answer(&a.values)).collect(),
                    _ => vec![],
                };
                match &run.what {
                    RunWhat::Game => LineCode::Game { answers },
                    RunWhat::Call(e) => {
                        let pc = self.here();
                        let top = self.frame.top;
                        let result = self.eval(e, Want::Anywhere);
                        // A rule's result lies where other values may be put next.
                        if matches!(e.ty, Type::Nothing) {
                            self.look();
                        }
                        self.free(top);
                        self.emit(Op::Stop {});
                        LineCode::Call { pc, result, answers }
                    }
                }
            }
            TestLineKind::Expect(Expect::Condition(e)) => {
                let top = self.frame.top;
                let mut parts = vec![];
                self.expectations(e, &mut parts);
                self.free(top);
                LineCode::Expect(parts)
            }
            TestLineKind::Expect(Expect::Option { values, .. }) => LineCode::Option { values: self.answer(values) },
            TestLineKind::Expect(Expect::Decision { by, .. }) => LineCode::Decision { by: by.as_ref().map(|e| self.entry(e)) },
        }
    }

    fn answer(&mut self, values: &'a [AnswerValue]) -> Vec<Option<Entry>> {
        values
            .iter()
            .map(|v| match v {
                AnswerValue::Text(_) => None,
                AnswerValue::Value(e) => Some(self.entry(e)),
            })
            .collect()
    }

    /// A value that is evaluated by itself. Its room stays taken until the line ends, so that several values can be read together.
    fn entry(&mut self, e: &'a Expr) -> Entry {
        let words = self.words(&e.ty, e.span);
        let result = self.alloc(words);
        let pc = self.here();
        self.eval(e, Want::Fresh(result));
        self.emit(Op::Stop {});
        Entry { pc, inputs: vec![], result }
    }

    fn expectations(&mut self, e: &'a Expr, parts: &mut Vec<Expectation>) {
        if let ExprKind::And(a, b) = &e.kind {
            self.expectations(a, parts);
            self.expectations(b, parts);
            return;
        }
        let mut counted: Vec<(&'a Expr, Slot)> = vec![];
        find_ways(e, &mut |condition| {
            let slot = self.alloc(1);
            counted.push((condition, slot));
        });
        let mut ways = vec![];
        for (condition, slot) in &counted {
            ways.push((self.entry(condition), *slot));
        }
        let outer = std::mem::replace(&mut self.counted, counted.iter().map(|(c, s)| (c.place(), *s)).collect());
        let (claim, sides): (Claim, Vec<&'a Expr>) = match &e.kind {
            ExprKind::Compare(op, a, b) => (Claim::Compares(*op), vec![a, b]),
            ExprKind::IsSome(a) => (Claim::IsSome, vec![a]),
            ExprKind::In(a, _) => (Claim::IsIn, vec![a]),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::IsSome(a) => (Claim::IsNone, vec![a]),
                _ => {
                    let mut compared = vec![];
                    compared_in(inner, &mut compared);
                    (Claim::Holds, compared)
                }
            },
            _ => {
                let mut compared = vec![];
                compared_in(e, &mut compared);
                (Claim::Holds, compared)
            }
        };
        let sides = sides.into_iter().map(|a| Side { span: a.span, entry: self.entry(a), ty: a.ty.clone() }).collect();
        let queries = stopping(e);
        let (holds, failing) = if queries.is_empty() {
            (self.entry(e), vec![])
        } else {
            // Evaluated in place, a query leaves the member at which it stopped.
            let outer = std::mem::replace(&mut self.in_place, ALL_IN_PLACE);
            let holds = self.entry(e);
            self.in_place = outer;
            (holds, queries.into_iter().filter_map(|q| self.failing(q)).collect())
        };
        self.counted = outer;
        parts.push(Expectation { span: e.span, holds, claim, sides, failing, ways });
    }

    /// The last member that a query looked at when the claim doesn't hold.
    fn failing(&mut self, q: &ir::Query) -> Option<Side> {
        let src = self.scope.slots[q.local.index()]?;
        let (ty, result, pc) = (self.scope.locals[q.local.index()].ty.clone(), self.alloc(1), self.here());
        self.emit(Op::Move { dst: result, src });
        self.emit(Op::Stop {});
        Some(Side { span: q.source.span, entry: Entry { pc, inputs: vec![], result }, ty })
    }

    /// The number that the runner puts in.
    pub(super) fn ways(&mut self, condition: &'a Expr, want: Want) -> Slot {
        let known = self.counted.iter().find(|(c, _)| *c == condition.place()).map(|(_, slot)| *slot);
        let slot = known.unwrap_or_else(|| self.none());
        self.deliver(slot, 1, want)
    }
}

/// The queries that stop at a member for which a claim fails: of `not any`, of `every`, and of an `every` within that.
fn stopping(e: &Expr) -> Vec<&ir::Query> {
    let mut found = vec![];
    let mut next = match &e.kind {
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Query(q) if q.quantifier == ir::Quantifier::Any => return vec![q],
            _ => return vec![],
        },
        _ => Some(e),
    };
    while let Some(ExprKind::Query(q)) = next.map(|e| &e.kind)
        && q.quantifier == ir::Quantifier::Every
    {
        found.push(&**q);
        next = q.value.as_ref();
    }
    found
}

/// What is compared with something in a condition made of several, outside of searches.
fn compared_in<'a>(e: &'a Expr, found: &mut Vec<&'a Expr>) {
    match &e.kind {
        ExprKind::Or(a, b) | ExprKind::And(a, b) => {
            compared_in(a, found);
            compared_in(b, found);
        }
        ExprKind::Not(a) => compared_in(a, found),
        ExprKind::Compare(_, a, _) | ExprKind::IsSome(a) | ExprKind::In(a, _) if found.len() < MOST_COMPARED => found.push(a),
        _ => {}
    }
}

fn find_ways<'a>(e: &'a Expr, see: &mut dyn FnMut(&'a Expr)) {
    match &e.kind {
        ExprKind::Ways(condition) => see(condition),
        ExprKind::Compare(_, a, b) | ExprKind::Arithmetic(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            find_ways(a, see);
            find_ways(b, see);
        }
        ExprKind::Not(a) | ExprKind::Negative(a) => find_ways(a, see),
        ExprKind::Members(members) => members.iter().for_each(|m| find_ways(m, see)),
        _ => {}
    }
}
