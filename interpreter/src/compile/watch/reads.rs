//! What the conditions of `whenever` read, both of the player in question and of everything else.

use std::collections::BTreeSet;

use super::Item;
use crate::compile::Compiler;
use crate::ir::walk::Part;
use crate::ir::{self, Builtin, Expr, ExprKind, LocalId, RuleId, Type};

/// What a condition reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// Of the player for whom it is asked.
    pub own: BTreeSet<Item>,
    /// Of others, or of nobody in particular.
    pub shared: BTreeSet<Item>,
}

/// The variables that hold the player for whom a condition is asked.
type Members = u64;

fn one(local: LocalId) -> Members {
    1u64.checked_shl(local.0.into()).unwrap_or(0)
}

fn is_member(e: &Expr, members: Members) -> bool {
    matches!(e.kind, ExprKind::Local(local) if members & one(local) != 0)
}

impl<'a> Compiler<'a> {
    /// What an expression and all rules that it calls read. `member` is the variable that holds the player in question. Without `arms`, the
    /// arms of a `match` are left out, because only evaluating the condition shows which of them are read.
    pub(super) fn reads(&self, e: &'a Expr, member: Option<LocalId>, arms: bool) -> Reads {
        let mut reads = Reads::default();
        let mut called: Vec<(RuleId, Members)> = vec![];
        let members = member.map_or(0, one);
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            self.see(e, members, &mut reads, &mut called);
            match &e.kind {
                ExprKind::Match { subject, .. } if !arms => waiting.push(subject),
                _ => ir::walk::parts(Part::Expr(e), &mut |part| {
                    if let Part::Expr(e) = part {
                        waiting.push(e);
                    }
                }),
            }
        }
        let mut seen = BTreeSet::new();
        while let Some((rule, members)) = called.pop() {
            if !seen.insert((rule.0, members)) {
                continue;
            }
            let rule = &self.ir.rules[rule.index()];
            called.extend(rule.body.layers().into_iter().flatten().map(|rule| (rule, members)));
            ir::walk::rule(rule, &mut |part| self.see(part, members, &mut reads, &mut called));
        }
        reads
    }

    fn see(&self, e: &Expr, members: Members, reads: &mut Reads, called: &mut Vec<(RuleId, Members)>) {
        let is_own = |of: &Expr| match &of.kind {
            ExprKind::PieceOf { player, number: None, .. } => is_member(player, members),
            _ => is_member(of, members),
        };
        let mut note = |item: Item, own: bool| {
            let into = if own { &mut reads.own } else { &mut reads.shared };
            into.insert(item);
        };
        match &e.kind {
            // No game changes the fields of the track and of rows.
            ExprKind::Field { field, of } if self.ir.fields[field.index()].owner.is_of_state() => {
                note(Item::Field(field.index()), of.as_deref().is_some_and(is_own));
            }
            ExprKind::At(piece) => {
                if let Type::Piece(id) = piece.ty.present() {
                    note(Item::Piece(id.index()), is_own(piece));
                }
            }
            ExprKind::Builtin(Builtin::Occupants, _) => {
                reads.shared.extend((0..self.ir.pieces.len()).map(Item::Piece));
            }
            ExprKind::Builtin(Builtin::Place | Builtin::PreviousPlace | Builtin::NextPlayer, _)
            | ExprKind::Players
            | ExprKind::PlayersFrom(_)
            | ExprKind::Others(_) => {
                reads.shared.insert(Item::Players);
            }
            ExprKind::Pile { pile, of } => {
                note(Item::Cards(self.ir.piles[pile.index()].kind.index()), of.as_deref().is_some_and(is_own));
            }
            ExprKind::Call { rule, args } => {
                let taken = args.iter().enumerate().filter(|(_, arg)| is_member(arg, members));
                called.push((*rule, taken.fold(0, |all, (n, _)| all | one(LocalId(n as u16)))));
            }
            _ => {}
        }
    }
}
