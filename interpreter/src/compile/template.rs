//! Texts with values in them, and who may read which value.

use super::*;
use crate::ir::{ExprKind, Text};
use crate::program::Reader;

impl<'a> Compiler<'a> {
    /// Makes a template of a text, and compiles the code for its values here and now.
    pub(super) fn template(&mut self, text: &'a Text) -> Template {
        let holes = text.parts.iter().any(|p| matches!(p, ir::TextPart::Hole(_)));
        let entry = holes.then(|| self.here());
        let parts = self.template_parts(text);
        if holes {
            self.emit(Op::Stop {});
        }
        Template { entry, parts }
    }

    pub(super) fn template_parts(&mut self, text: &'a Text) -> Vec<Part> {
        let mut parts = vec![];
        for part in &text.parts {
            parts.push(match part {
                ir::TextPart::Plain(t) => Part::Plain(t.clone()),
                ir::TextPart::Hole(e) => self.template_value(e),
            });
        }
        parts
    }

    /// A value, evaluated into room of its own.
    pub(super) fn template_value(&mut self, e: &'a ir::Expr) -> Part {
        let words = self.words(&e.ty, e.span);
        let slot = self.alloc(words);
        self.eval(e, Want::Fresh(slot));
        let reader = self.reader(e);
        Part::Value(slot, e.ty.clone(), reader)
    }

    /// Who may read a value. If it reads a secret field of one player, only that player may. A variable that holds a secret is open, and so
    /// is an open field that a secret was stored in: that is how rules reveal one.
    fn reader(&mut self, e: &'a ir::Expr) -> Reader {
        let mut owners = vec![];
        self.secrets_in(e, &mut owners);
        let Some(first) = owners.pop() else { return Reader::Everybody };
        let same = |other: &Option<&ir::Expr>| matches!((first, other), (Some(a), Some(b)) if is_same(a, b));
        match first {
            Some(owner) if owners.iter().all(same) => {
                let slot = self.alloc(1);
                self.eval(owner, Want::Fresh(slot));
                Reader::Player(slot)
            }
            _ => Reader::Nobody,
        }
    }

    /// Whose secrets an expression reads, itself or through the rules it calls. `None` stands for anything but one named player.
    fn secrets_in(&self, e: &'a ir::Expr, owners: &mut Vec<Option<&'a ir::Expr>>) {
        if !self.ir.fields.iter().any(|f| f.secret) {
            return;
        }
        let mut calls = vec![];
        ir::walk::expr(e, &mut |e| match &e.kind {
            ExprKind::Field { field, of: Some(of) } if self.ir.fields[field.index()].secret => owners.push(player_of(of)),
            ExprKind::Call { rule, args } => calls.push((*rule, args)),
            _ => {}
        });
        for (rule, args) in calls {
            if self.reads_secrets(rule) {
                let whose = |e: &&ir::Expr| matches!(e.ty, Type::Player | Type::Piece(_));
                let mut named = args.iter().filter(whose);
                let one = named.next();
                owners.push(one.filter(|_| named.next().is_none()).and_then(player_of));
            }
        }
    }

    /// Whether a rule, or a rule it calls, reads a secret field.
    fn reads_secrets(&self, rule: RuleId) -> bool {
        let mut seen = vec![rule];
        let mut next = 0;
        while let Some(rule) = seen.get(next).copied() {
            next += 1;
            let mut found = false;
            ir::walk::rule(&self.ir.rules[rule.index()], &mut |e| {
                if let ExprKind::Field { field, of: Some(_) } = &e.kind {
                    found |= self.ir.fields[field.index()].secret;
                }
            });
            if found {
                return true;
            }
            let called = self.graph.calls[rule.index()].iter().filter(|c| !seen.contains(c)).copied().collect::<Vec<_>>();
            seen.extend(called);
        }
        false
    }
}

/// The player that an expression is, or whose piece it is. Texts change nothing, so it may be evaluated a second time.
fn player_of(e: &ir::Expr) -> Option<&ir::Expr> {
    match &e.kind {
        ExprKind::PieceOf { player, .. } => player_of(player),
        _ => matches!(e.ty, Type::Player).then_some(e),
    }
}

/// Whether both name the same variable.
fn is_same(a: &ir::Expr, b: &ir::Expr) -> bool {
    matches!((&a.kind, &b.kind), (ExprKind::Local(a), ExprKind::Local(b)) if a == b)
}
