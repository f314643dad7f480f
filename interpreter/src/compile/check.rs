//! Bounds of numbers. A place with bounds is checked whenever a value is put there, wherever the value comes from. So whatever is read from
//! such a place lies within its bounds, and needs no check where other bounds are as wide.
//!
//! Such places are fields, variables, parameters, results and members. The `max` of a list is checked in the same way, and so are values
//! computed before the game.

use super::*;
use crate::ir::{Expr, ExprKind};

impl<'a> Compiler<'a> {
    /// Computes a value for a place of this type, and checks that it may be put there.
    pub(super) fn put(&mut self, value: &'a Expr, ty: &Type, want: Want, place: &Subject) -> Slot {
        let from = self.code.len();
        let slot = self.eval_as(value, ty, want);
        self.about_members(from, slot, ty, place);
        self.check_stored(ty, slot, Some(value), place);
        slot
    }

    /// Names the list or set that the code from `from` on fills, for the message if it is full or doesn't take a member.
    pub(super) fn about_members(&mut self, from: usize, list: Slot, ty: &Type, place: &Subject) {
        let (Type::List(of, _) | Type::Set(of)) = ty else { return };
        for at in from..self.code.len() {
            if let (Type::Set(_), Op::CheckRange { .. }) = (ty, self.code[at]) {
                // All other places name what they check.
                let subject = || Subject::NewMember(place.clone().into(), (**of).clone());
                self.subjects.entry(at as Pc).or_insert_with(subject);
            }
            let filled = match self.code[at] {
                Op::ListAdd { list, .. } | Op::RollMany { list, .. } | Op::PlayersFrom { list, .. } => list,
                Op::ListCopy { dst, .. } => dst,
                _ => continue,
            };
            if filled == list && !self.subjects.contains_key(&(at as Pc)) {
                self.about(at, Subject::NewMember(place.clone().into(), (**of).clone()));
            }
        }
    }

    /// Checks that a value may be put into a place of this type, unless it is sure to fit.
    pub(super) fn check_stored(&mut self, ty: &Type, slot: Slot, value: Option<&Expr>, place: &Subject) {
        if value.is_some_and(|v| self.is_within(ty, v)) {
            return;
        }
        let leaf = leaf(ty);
        let number = if let Type::List(of, _) = leaf { of } else { leaf };
        let Some((low, high)) = self.bounds(number) else { return };
        let (low, high) = (self.constant(low), self.constant(high));
        let or_none = number.is_optional();
        if matches!(ty.present(), Type::Int(_)) {
            let at = self.emit(if or_none {
                Op::CheckRangeSome { a: slot, low, high }
            } else {
                Op::CheckRange { a: slot, low, high }
            });
            return self.about(at, place.clone());
        }
        let words = self.words(ty, self.span);
        let each = if matches!(leaf, Type::List(..)) { self.words(leaf, self.span) } else { 0 };
        let at = self.emit(Op::CheckEach { at: slot, low, high });
        self.about(at, place.clone());
        self.emit(Op::Extra { a: words as u16, b: each as u16, c: u16::from(or_none) });
    }

    /// The same for a value from a place of another type.
    pub(super) fn check_passed(&mut self, from: &Type, to: &Type, slot: Slot, place: &Subject) {
        if !self.bounds_fit(from, to) {
            self.check_stored(to, slot, None, place);
        }
    }

    /// The bounds of a number, or of a number that may be none.
    fn bounds(&self, ty: &Type) -> Option<(i32, i32)> {
        let Type::Int(Some(bounds)) = ty.present() else { return None };
        let fold = self.fold();
        Some((fold.word(&bounds.0)?, fold.word(&bounds.1)?))
    }

    /// Whether every value in a place of type `from` may lie in one of type `to`.
    fn bounds_fit(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::List(a, _) | Type::Per(a, _), Type::List(b, _) | Type::Per(b, _)) => self.bounds_fit(a, b),
            _ => match (self.bounds(from), self.bounds(to)) {
                (_, None) => true,
                (Some((a, b)), Some((low, high))) => low <= a && b <= high,
                (None, Some(_)) => matches!(from, Type::Nothing),
            },
        }
    }

    /// Whether a value is sure to lie within the bounds of a type.
    pub(super) fn is_within(&self, ty: &Type, e: &Expr) -> bool {
        if let Type::List(of, _) = ty {
            return self.members_within(of, e);
        }
        if let Some((low, high)) = self.bounds(ty) {
            if self.interval(e).is_some_and(|(a, b)| low <= a && b <= high) {
                return true;
            }
        } else if !matches!(ty, Type::Per(..)) {
            return true;
        }
        match &e.kind {
            _ if is_kept(e) => self.bounds_fit(&e.ty, ty),
            ExprKind::None => ty.is_optional(),
            ExprKind::Otherwise(a, b) => self.is_within(ty, a) && self.is_within(ty, b),
            ExprKind::PerRows(_) | ExprKind::PerKeys { .. } => {
                let row = ty.row();
                parts_of(e).all(|value| self.is_within(&row, value))
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => parts_of(e).all(|value| self.is_within(ty, value)),
            _ => false,
        }
    }

    /// The same for the members of a collection.
    pub(super) fn members_within(&self, of: &Type, e: &Expr) -> bool {
        let Some((low, high)) = self.bounds(of) else { return true };
        match (&e.kind, &e.ty) {
            (_, Type::List(member, _)) if is_kept(e) => self.bounds_fit(member, of),
            (_, Type::Set(member)) => self.bounds_fit(member, of),
            (ExprKind::Members(members), _) => members.iter().all(|member| self.is_within(of, member)),
            (ExprKind::Arithmetic(_, a, b), _) => [a, b].into_iter().all(|e| match e.ty {
                Type::List(..) | Type::Set(_) | Type::Range => self.members_within(of, e),
                _ => self.is_within(of, e),
            }),
            (ExprKind::Query(q), _) if q.value.is_none() => self.members_within(of, &q.source),
            (ExprKind::Range(a, b), _) => self.interval(a).zip(self.interval(b)).is_some_and(|(a, b)| low <= a.0 && b.1 <= high),
            (ExprKind::Roll { dice, .. }, _) => self.dice.get(dice.index()).is_some_and(|table| {
                let start = usize::from(table.faces);
                self.memory[start..start + table.sides as usize].iter().all(|face| (low..=high).contains(face))
            }),
            (ExprKind::If { .. } | ExprKind::Match { .. }, _) => parts_of(e).all(|value| self.members_within(of, value)),
            _ => false,
        }
    }
}

/// Whether the value comes from a place with a type of its own, where it was checked.
fn is_kept(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Field { .. }
            | ExprKind::Param(_)
            | ExprKind::Const(_)
            | ExprKind::Derived { .. }
            | ExprKind::Local(_)
            | ExprKind::Index { .. }
            | ExprKind::Call { .. }
    )
}

/// The possible values of an `if` or a `match`, or the entries of a table that is written out.
pub(super) fn parts_of(e: &Expr) -> Box<dyn Iterator<Item = &Expr> + '_> {
    match &e.kind {
        ExprKind::If { arms, otherwise } => Box::new(arms.iter().map(|(_, value)| value).chain([&**otherwise])),
        ExprKind::Match { arms, otherwise, .. } => Box::new(arms.iter().map(|(_, value)| value).chain(otherwise.as_deref())),
        ExprKind::PerRows(rows) => Box::new(rows.iter()),
        ExprKind::PerKeys { pairs, otherwise } => Box::new(pairs.iter().map(|(_, value)| value).chain(otherwise.as_deref())),
        _ => Box::new(std::iter::empty()),
    }
}

/// The type of a table's entries, through all levels.
pub(super) fn leaf(ty: &Type) -> &Type {
    match ty {
        Type::Per(of, _) => leaf(of),
        other => other,
    }
}
