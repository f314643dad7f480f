//! What the conditions of `whenever` read: of the player they are asked for, and of all else.

use std::collections::BTreeSet;

use super::Item;
use crate::compile::Compiler;
use crate::ir::{self, Builtin, Expr, ExprKind, LocalId, RuleBody, RuleId, Type};

/// What a condition reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// Of the player it is asked for.
    pub own: BTreeSet<Item>,
    /// Of others, or of nobody in particular.
    pub shared: BTreeSet<Item>,
}

/// The variables that hold the player a condition is asked for.
type Members = u64;

fn one(local: LocalId) -> Members {
    1u64.checked_shl(local.0.into()).unwrap_or(0)
}

fn is_member(e: &Expr, members: Members) -> bool {
    matches!(e.kind, ExprKind::Local(local) if members & one(local) != 0)
}

impl<'a> Compiler<'a> {
    /// What an expression and all rules that it calls read. `member`: the variable that holds the player it is asked for. Without
    /// `arms`, what stands in the arms of a `match` is left out: which of them are read is known when the condition is worked out.
    pub(super) fn reads(&self, e: &'a Expr, member: Option<LocalId>, arms: bool) -> Reads {
        let mut left_out: Vec<*const Expr> = vec![];
        if !arms {
            ir::walk::expr(e, &mut |part| {
                if let ExprKind::Match { arms, otherwise, .. } = &part.kind {
                    let values = arms.iter().map(|(_, value)| value).chain(otherwise.as_deref());
                    values.for_each(|value| ir::walk::expr(value, &mut |inner| left_out.push(inner)));
                }
            });
        }
        let mut reads = Reads::default();
        let mut called: Vec<(RuleId, Members)> = vec![];
        let members = member.map_or(0, one);
        ir::walk::expr(e, &mut |part| {
            if left_out.is_empty() || !left_out.contains(&std::ptr::from_ref(part)) {
                self.see(part, members, &mut reads, &mut called);
            }
        });
        let mut seen = BTreeSet::new();
        while let Some((rule, members)) = called.pop() {
            if !seen.insert((rule.0, members)) {
                continue;
            }
            match &self.ir.rules[rule.index()].body {
                RuleBody::Before { first: a, then: b } | RuleBody::After { inner: a, then: b } => {
                    called.extend([(*a, members), (*b, members)]);
                }
                _ => ir::walk::rule(&self.ir.rules[rule.index()], &mut |part| {
                    self.see(part, members, &mut reads, &mut called);
                }),
            }
        }
        reads
    }

    fn see(&self, e: &Expr, members: Members, reads: &mut Reads, called: &mut Vec<(RuleId, Members)>) {
        let is_own = |of: &Expr| match &of.kind {
            ExprKind::PieceOf { player, .. } => is_member(player, members),
            _ => is_member(of, members),
        };
        let mut note = |item: Item, own: bool| {
            let into = if own { &mut reads.own } else { &mut reads.shared };
            into.insert(item);
        };
        match &e.kind {
            // No game changes what the track and rows of data say.
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
