//! Compiles conditions to jumps rather than values.

use super::*;
use crate::ir::{Comparison, Condition, Expr, ExprKind};

impl<'a> Compiler<'a> {
    /// Falls through if the condition holds, and jumps to `otherwise` if not. Declares the variables of `if let`.
    pub(super) fn condition(&mut self, condition: &'a Condition, otherwise: Label) {
        match condition {
            Condition::Expr(e) => self.branch(e, otherwise, false),
            Condition::Let(local, value) => {
                let slot = self.declare(*local);
                self.eval(value, Want::Fresh(slot));
                let none = self.none();
                self.jump(Op::JumpEq { a: slot, b: none, to: 0 }, otherwise);
            }
        }
    }

    /// Jumps to `to` if the expression's value is `when`, and falls through otherwise.
    pub(super) fn branch(&mut self, e: &'a Expr, to: Label, when: bool) {
        let span = std::mem::replace(&mut self.span, e.span);
        if let Some(word) = self.fold().word(e) {
            if (word != 0) == when {
                self.jump(Op::Jump { to: 0 }, to);
            }
            self.span = span;
            return;
        }
        match &e.kind {
            ExprKind::Not(a) => self.branch(a, to, !when),
            ExprKind::And(a, b) if when => {
                let no = self.label();
                self.branch(a, no, false);
                self.branch(b, to, true);
                self.place(no);
            }
            ExprKind::And(a, b) => {
                self.branch(a, to, false);
                self.branch(b, to, false);
            }
            ExprKind::Or(a, b) if when => {
                self.branch(a, to, true);
                self.branch(b, to, true);
            }
            ExprKind::Or(a, b) => {
                let yes = self.label();
                self.branch(a, yes, true);
                self.branch(b, to, false);
                self.place(yes);
            }
            ExprKind::IsSome(a) => {
                let a = self.eval(a, Want::Anywhere);
                let b = self.none();
                self.jump(if when { Op::JumpNe { a, b, to: 0 } } else { Op::JumpEq { a, b, to: 0 } }, to);
            }
            ExprKind::Compare(op, a, b) if expr::is_plain(&a.ty) && expr::is_plain(&b.ty) => {
                let (a, b) = self.pair(a, b);
                self.jump(compare_jump(*op, a, b, when), to);
            }
            ExprKind::In(a, set) => self.membership(a, set, to, when),
            ExprKind::Query(query)
                if matches!(query.quantifier, ir::Quantifier::Any | ir::Quantifier::Every) && !self.hoists(e) =>
            {
                self.any_or_every(query, to, when);
            }
            ExprKind::Call { rule, args } if self.is_formula(*rule) && !self.hoists(e) => {
                self.branch_in_place(*rule, args, to, when);
            }
            ExprKind::If { arms, otherwise } if self.known_arm(arms, otherwise).is_some() => {
                if let Some(value) = self.known_arm(arms, otherwise) {
                    self.branch(value, to, when);
                }
            }
            _ => {
                let a = self.eval(e, Want::Anywhere);
                self.jump(if when { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } }, to);
            }
        }
        self.span = span;
    }

    /// The value of a condition.
    pub(super) fn truth(&mut self, e: &'a Expr, want: Want) -> Slot {
        self.as_truth(want, |this, no| this.branch(e, no, false))
    }

    /// The value of what jumps away if it doesn't hold.
    pub(super) fn as_truth(&mut self, want: Want, branch: impl FnOnce(&mut Self, Label)) -> Slot {
        let dst = self.fresh(want, 1);
        let (no, end) = (self.label(), self.label());
        let (zero, one) = (self.constant(0), self.constant(1));
        branch(self, no);
        self.emit(Op::Move { dst, src: one });
        self.jump(Op::Jump { to: 0 }, end);
        self.place(no);
        self.emit(Op::Move { dst, src: zero });
        self.place(end);
        self.deliver(dst, 1, want)
    }

    fn membership(&mut self, a: &'a Expr, of: &'a Expr, to: Label, when: bool) {
        match (&of.kind, &of.ty) {
            (ExprKind::Range(low, high), _) => {
                let a = self.eval_steady(a, &[]);
                let no = self.label();
                let low = self.eval(low, Want::Anywhere);
                self.jump(Op::JumpLt { a, b: low, to: 0 }, if when { no } else { to });
                let high = self.eval(high, Want::Anywhere);
                self.jump(if when { Op::JumpLe { a, b: high, to: 0 } } else { Op::JumpLt { a: high, b: a, to: 0 } }, to);
                self.place(no);
            }
            (_, Type::Set(ty)) => {
                let a_slot = self.eval_kept(a, std::slice::from_ref(of));
                let set = self.eval(of, Want::Anywhere);
                let low = self.fold().first_member(ty);
                let mut member = a_slot;
                if low != 0 {
                    let b = self.constant(low);
                    member = self.alloc(1);
                    self.emit(Op::Sub { dst: member, a: a_slot, b });
                }
                // Ints may lie outside of the set's range.
                let mut no = None;
                if let Type::Int(Some(bounds)) = &**ty
                    && let Some(high) = self.fold().word(&bounds.1)
                {
                    let label = self.label();
                    let b = self.constant(high - low);
                    self.jump(Op::JumpLt { a: b, b: member, to: 0 }, if when { label } else { to });
                    no = Some(label);
                }
                // A name means any of its copies.
                let (copies, any) = (self.other_copies(a), self.label());
                for copy in copies {
                    let a = self.constant(copy);
                    self.jump(Op::JumpHas { set, a, to: 0 }, if when { to } else { any });
                }
                self.jump(
                    if when { Op::JumpHas { set, a: member, to: 0 } } else { Op::JumpHasNot { set, a: member, to: 0 } },
                    to,
                );
                if let Some(label) = no {
                    self.place(label);
                }
                self.place(any);
            }
            _ => {
                let a = self.eval_kept(a, std::slice::from_ref(of));
                let list = self.as_list(of);
                let dst = self.alloc(1);
                self.emit(Op::ListHas { dst, list, a });
                self.jump(if when { Op::JumpIf { a: dst, to: 0 } } else { Op::JumpUnless { a: dst, to: 0 } }, to);
            }
        }
    }

    /// The value of an `if … then … else` whose conditions are known beforehand.
    pub(super) fn known_arm(&self, arms: &'a [(Condition, Expr)], otherwise: &'a Expr) -> Option<&'a Expr> {
        for (condition, value) in arms {
            let Condition::Expr(c) = condition else { return None };
            match self.fold().word(c) {
                Some(0) => {}
                Some(_) => return Some(value),
                None => return None,
            }
        }
        Some(otherwise)
    }

    /// Whether a rule is a single expression that may be compiled in place.
    fn is_formula(&self, rule: RuleId) -> bool {
        self.may_inline(rule) && self.formula_of(rule).is_some()
    }

    fn branch_in_place(&mut self, id: RuleId, args: &'a [Expr], to: Label, when: bool) {
        let mut slots = vec![];
        for (n, arg) in args.iter().enumerate() {
            slots.push(self.argument(id, n, arg, &args[n + 1..]));
        }
        let rule = &self.ir.rules[id.index()];
        let Some(e) = self.formula_of(id) else { return };
        let start = self.here();
        let mut scope = self.scope_of(rule, Return::Stop);
        scope.rule_id = self.scope.rule_id;
        for (n, slot) in slots.iter().enumerate() {
            scope.slots[n] = Some(*slot);
            scope.intervals[n] = self.interval(&args[n]);
        }
        let outer = std::mem::replace(&mut self.scope, scope);
        let watching = self.watching.take();
        self.inline_depth += 1;
        self.branch(e, to, when);
        self.inline_depth -= 1;
        (self.scope, self.watching) = (outer, watching);
        self.inlined.push((start, self.here(), id));
    }
}

fn compare_jump(op: Comparison, a: Slot, b: Slot, when: bool) -> Op {
    match (op, when) {
        (Comparison::Eq, true) | (Comparison::Ne, false) => Op::JumpEq { a, b, to: 0 },
        (Comparison::Ne, true) | (Comparison::Eq, false) => Op::JumpNe { a, b, to: 0 },
        (Comparison::Lt, true) | (Comparison::Ge, false) => Op::JumpLt { a, b, to: 0 },
        (Comparison::Le, true) | (Comparison::Gt, false) => Op::JumpLe { a, b, to: 0 },
        (Comparison::Gt, true) | (Comparison::Le, false) => Op::JumpLt { a: b, b: a, to: 0 },
        (Comparison::Ge, true) | (Comparison::Lt, false) => Op::JumpLe { a: b, b: a, to: 0 },
    }
}
