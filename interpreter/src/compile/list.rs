//! Lists. A new list is made with the capacity of the place it goes to; any other list is copied there member by member.

use super::*;
use crate::ir::{Expr, ExprKind};

impl<'a> Compiler<'a> {
    /// A list for a place of this type. A new list is made in its place, with the capacity that the place has. Any other list is copied by
    /// its members.
    pub(super) fn list_as(&mut self, e: &'a Expr, ty: &Type, want: Want) -> Slot {
        let words = self.words(ty, e.span);
        let src = match want {
            _ if self.hoists(e) => {
                let words = self.words(&e.ty, e.span);
                self.hoist(e, words)
            }
            Want::Fresh(dst) if is_new_list(e) => return self.eval_plain(e, ty, Want::Fresh(dst)),
            _ if is_new_list(e) => {
                let list = self.alloc(words);
                self.eval_plain(e, ty, Want::Fresh(list))
            }
            _ => self.eval_plain(e, &e.ty, Want::Anywhere),
        };
        let dst = self.target(want, words);
        self.copy_list(dst, src, words);
        dst
    }

    /// Copies a list into `words` words. If it has more members, the rules can't go on.
    pub(super) fn copy_list(&mut self, dst: Slot, src: Slot, words: usize) {
        if src != dst {
            self.emit(Op::ListCopy { dst, src, capacity: (words - 1) as u16 });
        }
    }

    /// Appends a member, or all members of a list. `of` is the type of the members, if it must still be checked, and the name of the place.
    pub(super) fn extend_list(&mut self, list: Slot, capacity: usize, what: &'a Expr, of: Option<(&Type, &Subject)>) {
        let capacity = capacity as u16;
        if matches!(what.ty, Type::List(..) | Type::Set(_) | Type::Range) {
            let of = of.filter(|(of, _)| !self.members_within(of, what));
            let mut add = |this: &mut Self, member| {
                of.iter().for_each(|(of, place)| this.check_stored(of, member, None, place));
                this.emit(Op::ListAdd { list, a: member, capacity });
            };
            if !matches!(what.ty, Type::List(..)) {
                return self.each_member(what, None, &mut add);
            }
            let words = self.words(&what.ty, what.span);
            let mut from = self.eval(what, Want::Anywhere);
            if from == list {
                // A list appended to itself must not grow while it is read.
                from = self.alloc(words);
                self.copy_list(from, list, words);
            }
            let from = self.out_of_calls(from, words);
            let labels = (self.label(), self.label());
            self.over_list(from, labels, &mut add);
        } else {
            let a = self.eval(what, Want::Anywhere);
            of.iter().for_each(|(of, place)| self.check_stored(of, a, Some(what), place));
            self.emit(Op::ListAdd { list, a, capacity });
        }
    }

    /// A collection as a list.
    pub(super) fn as_list(&mut self, e: &'a Expr) -> Slot {
        match e.ty {
            Type::List(..) => self.eval(e, Want::Anywhere),
            _ => self.collect_list(e),
        }
    }

    /// The members of a collection in a new list, in their order.
    pub(super) fn collect_list(&mut self, e: &'a Expr) -> Slot {
        let capacity = self.most_members(e);
        let list = self.alloc(capacity + 1);
        let zero = self.constant(0);
        self.emit(Op::Move { dst: list, src: zero });
        self.each_member(e, None, &mut |this, a| {
            this.emit(Op::ListAdd { list, a, capacity: capacity as u16 });
        });
        list
    }
}

/// Whether evaluating the expression makes a new list.
fn is_new_list(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Members(_)
            | ExprKind::Query(_)
            | ExprKind::Roll { .. }
            | ExprKind::PlayersFrom(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::If { .. }
            | ExprKind::Match { .. }
    )
}
