//! What is worked out before a game may not look at the game, nor at itself.

use std::collections::BTreeMap;

use super::*;
use walk::{each_expr, each_expr_of_body};

/// Something that is worked out when the track is loaded.
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
        let mut needs: BTreeMap<Worked, Vec<Worked>> = BTreeMap::new();
        let live = self.values_of_the_game();
        self.each_formula(&mut |formula, worked| {
            let needed = needs.entry(worked).or_default();
            let mut calls = vec![];
            each_expr(&formula.expr, &mut |e| {
                if let Some(what) = self.looks_at_game(e) {
                    problems.push(Diagnostic::error(
                        Code::NotConstant,
                        e.span,
                        format!("{what}, but this is worked out before the game"),
                    ));
                }
                if let ExprKind::Call { rule, .. } = e.kind {
                    calls.push(rule);
                    if let Some(Some((span, what))) = live.get(rule.index()) {
                        let message = "this looks at the game, but here something is worked out before it";
                        problems.push(Diagnostic::error(Code::NotConstant, e.span, message).label(*span, what.clone()));
                    }
                }
                needed.extend(self.worked_part(e));
            });
            let mut seen = vec![false; self.ir.rules.len()];
            while let Some(rule) = calls.pop() {
                if std::mem::replace(&mut seen[rule.index()], true) {
                    continue;
                }
                each_expr_of_body(&self.ir.rules[rule.index()].body, &mut |e| {
                    needed.extend(self.worked_part(e));
                    if let ExprKind::Call { rule, .. } = e.kind {
                        calls.push(rule);
                    }
                });
            }
        });
        problems.extend(self.circles(needs));
        self.problems.extend(problems);
    }

    /// What a part of a formula needs to be worked out before.
    fn worked_part(&self, e: &Expr) -> Option<Worked> {
        match &e.kind {
            ExprKind::Const(c) => Some(Worked::Const(c.index())),
            ExprKind::Derived { derive, .. } => Some(Worked::Derive(derive.index())),
            ExprKind::Field { field, .. } => self.ir.fields[field.index()].default.as_ref().map(|_| Worked::Field(field.index())),
            _ => None,
        }
    }

    /// What needs itself: takes away whatever needs nothing more, or is needed by nothing more, until only circles are left.
    fn circles(&self, mut needs: BTreeMap<Worked, Vec<Worked>>) -> Vec<Diagnostic> {
        loop {
            let before = needs.len();
            let known: Vec<Worked> = needs.keys().copied().collect();
            let mut needed: Vec<Worked> = needs.values().flatten().copied().collect();
            needed.sort_unstable();
            needed.dedup();
            needs.retain(|own, of| of.iter().any(|n| known.binary_search(n).is_ok()) && needed.binary_search(own).is_ok());
            if needs.len() == before {
                break;
            }
        }
        let problem = |(worked, _): (&Worked, &Vec<Worked>)| {
            let (name, span) = match *worked {
                Worked::Const(n) => (&self.ir.consts[n].name, self.ir.consts[n].span),
                Worked::Derive(n) => (&self.ir.derives[n].name, self.ir.derives[n].span),
                Worked::Field(n) => (&self.ir.fields[n].name, self.ir.fields[n].span),
                Worked::Start(_) | Worked::Check(_) => return None,
            };
            Some(Diagnostic::error(Code::NotConstant, span, format!("`{name}` is defined by itself")))
        };
        needs.iter().filter_map(problem).collect()
    }

    /// By rule: where it looks at the game, itself or through others.
    fn values_of_the_game(&self) -> Vec<Option<(Span, String)>> {
        let mut calls: Vec<Vec<RuleId>> = vec![];
        let mut live: Vec<Option<(Span, String)>> = vec![];
        for rule in &self.ir.rules {
            let (mut own, mut called) = (None, vec![]);
            match &rule.body {
                RuleBody::Before { first, then } => called.extend([*first, *then]),
                RuleBody::After { inner, then } => called.extend([*inner, *then]),
                body => each_expr_of_body(body, &mut |e| {
                    if own.is_none() {
                        own = self.looks_at_game(e).map(|what| (e.span, what));
                    }
                    if let ExprKind::Call { rule, .. } = e.kind {
                        called.push(rule);
                    }
                }),
            }
            live.push(own);
            calls.push(called);
        }
        spread(&mut live, &calls);
        live
    }

    /// What an expression looks at that there is only in a game.
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

/// Spreads what is known of rules to those that call them.
pub(super) fn spread<T: Clone>(known: &mut [Option<T>], calls: &[Vec<RuleId>]) {
    loop {
        let mut changed = false;
        for n in 0..known.len() {
            if known[n].is_none()
                && let Some(found) = calls[n].iter().find_map(|c| known.get(c.index()).cloned().flatten())
            {
                known[n] = Some(found);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}
