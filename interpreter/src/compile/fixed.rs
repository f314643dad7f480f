//! What is known about expressions before the game: values that no game changes, and bounds of ints.

use super::*;
use crate::ir::{Builtin, Condition, Expr, ExprKind, Owner};

impl Compiler<'_> {
    /// Whether the expression has the same value in every game on this board, and is worth computing once.
    pub(super) fn is_fixed(&self, e: &Expr) -> bool {
        let costly = matches!(
            e.kind,
            ExprKind::Call { .. }
                | ExprKind::Query(_)
                | ExprKind::Distance { .. }
                | ExprKind::Reach { .. }
                | ExprKind::Otherwise(..)
        );
        costly && !matches!(e.ty, Type::List(_, None)) && is_steady(self.ir, &self.graph.steady, e, 0)
    }

    /// Bounds within which an int expression always lies.
    pub(super) fn interval(&self, e: &Expr) -> Option<(i32, i32)> {
        if let Some(word) = self.fold().word(e) {
            return Some((word, word));
        }
        if e.ty.is_optional() {
            return None;
        }
        let declared = || match &e.ty {
            Type::Int(Some(bounds)) => Some((self.fold().word(&bounds.0)?, self.fold().word(&bounds.1)?)),
            _ => None,
        };
        match &e.kind {
            ExprKind::Local(l) => self.scope.intervals.get(l.index()).copied().flatten(),
            ExprKind::Field { .. } if !self.may_be_unset(e) => declared(),
            ExprKind::Index { of, .. } => match (&of.kind, &of.ty) {
                (ExprKind::Param(_) | ExprKind::Field { .. }, Type::Per(each, _)) if !self.may_be_unset(e) => match &**each {
                    Type::Int(Some(bounds)) => Some((self.fold().word(&bounds.0)?, self.fold().word(&bounds.1)?)),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Roll { dice, number: None } => {
                let table = self.dice.get(dice.index())?;
                let start = usize::from(table.faces);
                let faces = &self.memory[start..start + table.sides as usize];
                Some((*faces.iter().min()?, *faces.iter().max()?))
            }
            ExprKind::Arithmetic(op, a, b) if matches!(e.ty, Type::Int(_)) => {
                let ((a, b), (c, d)) = (self.interval(a)?, self.interval(b)?);
                match op {
                    ir::Arithmetic::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                    ir::Arithmetic::Subtract => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
                    _ => None,
                }
            }
            ExprKind::Builtin(Builtin::Max, args) => {
                let known: Vec<_> = args.iter().map(|a| self.interval(a)).collect();
                let low = known.iter().flatten().map(|(low, _)| *low).max()?;
                let high =
                    if known.iter().all(Option::is_some) { known.iter().flatten().map(|(_, h)| *h).max()? } else { i32::MAX };
                Some((low, high))
            }
            ExprKind::Builtin(Builtin::Min, args) => {
                let known: Vec<_> = args.iter().map(|a| self.interval(a)).collect();
                let high = known.iter().flatten().map(|(_, high)| *high).min()?;
                let low =
                    if known.iter().all(Option::is_some) { known.iter().flatten().map(|(l, _)| *l).min()? } else { i32::MIN };
                Some((low, high))
            }
            ExprKind::If { arms, otherwise } => {
                let mut all = self.interval(otherwise)?;
                for (_, value) in arms {
                    let (low, high) = self.interval(value)?;
                    all = (all.0.min(low), all.1.max(high));
                }
                Some(all)
            }
            _ => None,
        }
    }
}

/// Whether the expression depends on no state, no chance and no variables from outside, apart from the first `params`. `rules` says the
/// same of the rules it calls.
pub(super) fn is_steady(ir: &Ir, rules: &[bool], e: &Expr, params: u16) -> bool {
    let (mut bound, mut used): (Vec<LocalId>, Vec<LocalId>) = ((0..params).map(LocalId).collect(), vec![]);
    let mut steady = true;
    ir::walk::expr(e, &mut |e| match &e.kind {
        ExprKind::Local(l) => used.push(*l),
        ExprKind::Query(q) => bound.push(q.local),
        ExprKind::Distance { over, .. } | ExprKind::Reach { over, .. } => {
            bound.extend(over.iter().filter_map(|hop| hop.cost.as_ref()?.local));
        }
        ExprKind::Field { field, .. } => {
            steady &= matches!(ir.fields[field.index()].owner, Owner::Space | Owner::Track | Owner::Rows(_));
        }
        ExprKind::If { arms, .. } => arms.iter().for_each(|(c, _)| {
            if let Condition::Let(l, _) = c {
                bound.push(*l);
            }
        }),
        ExprKind::Call { rule, .. } => steady &= rules[rule.index()],
        ExprKind::Pile { .. }
        | ExprKind::At(_)
        | ExprKind::Players
        | ExprKind::PlayersFrom(_)
        | ExprKind::Others(_)
        | ExprKind::Random(_) => steady = false,
        ExprKind::Roll { .. } | ExprKind::Choose(_) | ExprKind::Ways(_) | ExprKind::Wrong => steady = false,
        ExprKind::Builtin(which, _) => {
            steady &= !matches!(which, Builtin::Occupants | Builtin::Place | Builtin::PreviousPlace | Builtin::NextPlayer);
        }
        _ => {}
    });
    bound.sort_unstable();
    steady && used.iter().all(|l| bound.binary_search(l).is_ok())
}

/// Whether evaluating the expression calls a rule or asks a player. Values elsewhere may change meanwhile.
pub(super) fn has_call(e: &Expr) -> bool {
    let mut found = false;
    ir::walk::expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Call { .. } | ExprKind::Choose(_)));
    found
}
