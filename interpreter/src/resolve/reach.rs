//! Checks that nothing computed before a game looks at the game, or depends on itself.

use std::collections::{BTreeMap, VecDeque};

use super::*;
use crate::graph;

/// Something computed when the track is loaded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Worked {
    Const(usize),
    Derive(usize),
    /// The default of a field.
    Field(usize),
    Start(usize),
    Check(usize),
}

impl Resolver<'_> {
    /// Visits all formulas.
    pub(super) fn each_formula<'a>(&'a self, visit: &mut dyn FnMut(&'a Formula, Worked)) {
        self.ir.consts.iter().enumerate().for_each(|(n, c)| visit(&c.value, Worked::Const(n)));
        self.ir.derives.iter().enumerate().for_each(|(n, d)| visit(&d.value, Worked::Derive(n)));
        for (n, field) in self.ir.fields.iter().enumerate() {
            field.default.iter().for_each(|f| visit(f, Worked::Field(n)));
        }
        for (n, piece) in self.ir.pieces.iter().enumerate() {
            piece.start.iter().for_each(|f| visit(f, Worked::Start(n)));
        }
        self.ir.checks.iter().enumerate().for_each(|(n, c)| visit(&c.condition, Worked::Check(n)));
    }

    pub(super) fn check_load_time(&mut self) {
        let mut problems = vec![];
        let live = self.values_of_the_game();
        // Computed things have the first numbers, rules the numbers after them.
        let mut number: BTreeMap<Worked, usize> = BTreeMap::new();
        self.each_formula(&mut |_, worked| {
            let next = number.len();
            number.insert(worked, next);
        });
        let own = number.len();
        let mut needs: Vec<Vec<usize>> = vec![];
        self.each_formula(&mut |formula, _| {
            let mut needed = vec![];
            walk::expr(&formula.expr, &mut |e| {
                if let Some(what) = self.looks_at_game(e) {
                    let message = format!("{what}, but this is worked out before the game");
                    let problem = Diagnostic::error(Code::NotConstant, e.span, message);
                    problems.push(match e.kind {
                        ExprKind::Players => problem.write("everyone"),
                        _ => problem.hint(
                            "use what is there before the game, or make it a `value`, which is worked out whenever it is read",
                        ),
                    });
                }
                if let ExprKind::Call { rule, .. } = e.kind {
                    needed.push(own + rule.index());
                    if let Some(Some((span, what))) = live.get(rule.index()) {
                        let message = "this looks at the game, but here something is worked out before it";
                        problems.push(Diagnostic::error(Code::NotConstant, e.span, message).label(*span, what.clone()));
                    }
                }
                needed.extend(self.worked_part(e).and_then(|part| number.get(&part)));
            });
            needs.push(needed);
        });
        for rule in &self.ir.rules {
            let mut needed = vec![];
            walk::rule(rule, &mut |e| {
                needed.extend(self.worked_part(e).and_then(|part| number.get(&part)));
                if let ExprKind::Call { rule, .. } = e.kind {
                    needed.push(own + rule.index());
                }
            });
            needs.push(needed);
        }
        self.each_cost(&mut |cost| {
            walk::expr(cost, &mut |e| {
                let called =
                    if let ExprKind::Call { rule, .. } = e.kind { live.get(rule.index()).cloned().flatten() } else { None };
                let looks = self.looks_at_game(e).map(|what| (e.span, what)).or(called);
                if let Some((span, what)) = looks {
                    let message = "what a step costs must be the same in every game";
                    let problem = Diagnostic::error(Code::NotConstant, e.span, message).label(span, what);
                    problems.push(problem.hint(board::FIXED_COST_HINT));
                }
            });
        });
        problems.extend(self.circles(&number, &needs));
        self.problems.extend(problems);
    }

    /// Visits the costs of steps in the rules.
    fn each_cost<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        for rule in &self.ir.rules {
            walk::rule(rule, &mut |e| {
                if let ExprKind::Distance { over, .. } | ExprKind::Reach { over, .. } = &e.kind {
                    walk::costs(over).for_each(&mut *visit);
                }
            });
        }
    }

    /// What must be computed before a part of a formula.
    fn worked_part(&self, e: &Expr) -> Option<Worked> {
        match &e.kind {
            ExprKind::Const(c) => Some(Worked::Const(c.index())),
            ExprKind::Derived { derive, .. } => Some(Worked::Derive(derive.index())),
            ExprKind::Field { field, .. } => self.ir.fields[field.index()].default.as_ref().map(|_| Worked::Field(field.index())),
            _ => None,
        }
    }

    /// The problems of what depends on itself.
    fn circles(&self, number: &BTreeMap<Worked, usize>, needs: &[Vec<usize>]) -> Vec<Diagnostic> {
        let group = graph::groups(needs, |n| *n);
        let members = graph::members(&group);
        let problem = |(worked, n): (&Worked, &usize)| {
            if members[group[*n]].len() == 1 && !needs[*n].contains(n) {
                return None;
            }
            let (name, span) = match *worked {
                Worked::Const(n) => (&self.ir.consts[n].name, self.ir.consts[n].span),
                Worked::Derive(n) => (&self.ir.derives[n].name, self.ir.derives[n].span),
                Worked::Field(n) => (&self.ir.fields[n].name, self.ir.fields[n].span),
                Worked::Start(_) | Worked::Check(_) => return None,
            };
            let problem = Diagnostic::error(Code::NotConstant, span, format!("`{name}` is defined in terms of itself"));
            Some(problem.hint("write a value that doesn't depend on it"))
        };
        number.iter().filter_map(problem).collect()
    }

    /// For each rule, where it looks at the game, itself or through others.
    fn values_of_the_game(&self) -> Vec<Option<(Span, String)>> {
        let mut calls: Vec<Vec<RuleId>> = vec![];
        let mut live: Vec<Option<(Span, String)>> = vec![];
        for rule in &self.ir.rules {
            let (mut own, mut called) = (None, vec![]);
            walk::calls(rule, &mut |rule| called.push(rule));
            walk::rule(rule, &mut |e| own = own.take().or_else(|| self.looks_at_game(e).map(|what| (e.span, what))));
            live.push(own);
            calls.push(called);
        }
        spread(&mut live, &calls);
        live
    }

    /// What an expression looks at that exists only in a game.
    fn looks_at_game(&self, e: &Expr) -> Option<String> {
        Some(match &e.kind {
            ExprKind::Field { field, .. } => {
                let field = &self.ir.fields[field.index()];
                match field.owner {
                    Owner::Space | Owner::Track | Owner::Rows(_) => return None,
                    _ => format!("`{}` changes in a game", field.name),
                }
            }
            ExprKind::Pile { .. } => "cards move in a game".into(),
            ExprKind::At(_) => "pieces move in a game".into(),
            ExprKind::Players | ExprKind::PlayersFrom(_) | ExprKind::Others(_) => "who still plays changes in a game".into(),
            ExprKind::Builtin(Builtin::NextPlayer | Builtin::Place | Builtin::PreviousPlace, _) => {
                "this changes in a game".into()
            }
            ExprKind::Builtin(Builtin::Occupants, _) => "pieces move in a game".into(),
            _ => return None,
        })
    }
}

/// Spreads what is known about rules to those that call them.
pub(super) fn spread<T: Clone>(known: &mut [Option<T>], calls: &[Vec<RuleId>]) {
    let callers = graph::backwards(calls, |rule| rule.index());
    let mut waiting: VecDeque<usize> = (0..known.len()).filter(|n| known[*n].is_some()).collect();
    while let Some(n) = waiting.pop_front() {
        for caller in &callers[n] {
            if known[*caller].is_none() {
                known[*caller] = known[n].clone();
                waiting.push_back(*caller);
            }
        }
    }
}
