//! Loops over collections, and the queries made of them.

use super::*;
use crate::ir::{Expr, ExprKind, Quantifier, Query, SortKey};
use crate::program::header;

/// A loop over a set of more words than this burns extra fuel.
const WIDE_SET: usize = 64;

/// Compiles what is done with each member, given the member's slot and the bounds within which it lies.
type Body<'b, C> = &'b mut dyn FnMut(&mut C, Slot, Option<(i32, i32)>);

impl<'a> Compiler<'a> {
    /// Compiles a loop over the members of a collection that pass the filter. Places `next` and `exit`.
    pub(super) fn each(
        &mut self,
        source: &'a Expr,
        local: LocalId,
        filter: Option<&'a Expr>,
        (next, exit): (Label, Label),
        body: &mut dyn FnMut(&mut Self),
    ) {
        let mut inner = |this: &mut Self, member: Slot, bounds: Option<(i32, i32)>| {
            this.scope.slots[local.index()] = Some(member);
            this.scope.intervals[local.index()] = bounds;
            if let Some(filter) = filter {
                this.branch(filter, next, false);
            }
            body(this);
        };
        self.loop_over(source, (next, exit), &mut inner);
    }

    /// Compiles a loop over the members of a collection. `body` gets each member's slot.
    pub(super) fn each_member(&mut self, source: &'a Expr, _: Option<&'a Expr>, body: &mut dyn FnMut(&mut Self, Slot)) {
        let labels = (self.label(), self.label());
        self.loop_over(source, labels, &mut |this, member, _| body(this, member));
    }

    fn loop_over(&mut self, source: &'a Expr, (next, exit): (Label, Label), body: Body<'_, Self>) {
        match (&source.kind, &source.ty) {
            (ExprKind::Range(low, high), _) => {
                let bounds = self.interval(low).zip(self.interval(high)).map(|(l, h)| (l.0, h.1));
                let filled = self.interval(low).zip(self.interval(high)).is_some_and(|(l, h)| l.1 <= h.0);
                let last = self.eval_steady(high, &[]);
                let i = self.alloc(1);
                self.eval(low, Want::Fresh(i));
                self.count_up(i, last, filled, bounds, (next, exit), body);
            }
            (ExprKind::All(ty), _) => {
                let fold = self.fold();
                let (low, size) = (fold.first_member(ty), self.sizes.members(&fold, ty).unwrap_or(0) as i32);
                let (first, last) = (self.constant(low), self.constant(low + size - 1));
                let i = self.alloc(1);
                self.emit(Op::Move { dst: i, src: first });
                self.count_up(i, last, size > 0, Some((low, low + size - 1)), (next, exit), body);
            }
            (ExprKind::PlayersFrom(p), _) => {
                let seats = self.sizes.players as i32;
                let from = self.eval_steady(p, &[]);
                let (zero, last, count) = (self.constant(0), self.constant(seats - 1), self.constant(seats));
                let (k, x) = (self.alloc(1), self.alloc(1));
                self.emit(Op::Move { dst: k, src: zero });
                let top = self.placed();
                self.emit(Op::Add { dst: x, a: from, b: k });
                let fits = self.label();
                self.jump(Op::JumpLt { a: x, b: count, to: 0 }, fits);
                self.emit(Op::Sub { dst: x, a: x, b: count });
                self.place(fits);
                self.jump(Op::JumpHasNot { set: header::IN_PLAY as Slot, a: x, to: 0 }, next);
                body(self, x, None);
                self.place(next);
                self.jump(Op::Next { i: k, last, to: 0 }, top);
                self.place(exit);
            }
            (_, Type::Set(ty)) => {
                let words = self.words(&source.ty, source.span);
                let low = self.fold().first_member(ty);
                let set = self.eval(source, Want::Anywhere);
                let set = self.out_of_calls(set, words);
                self.over_set((set, words, low), (next, exit), &mut |this, _, member| body(this, member, None));
            }
            _ => {
                let words = self.words(&source.ty, source.span);
                let list = self.eval(source, Want::Anywhere);
                let list = self.out_of_calls(list, words);
                self.over_list(list, (next, exit), &mut |this, member| body(this, member, None));
            }
        }
    }

    /// Compiles a loop over the members of a set that doesn't change meanwhile: its words, their number, and its lowest possible member.
    /// The body gets each member's place in the set, and the member.
    pub(super) fn over_set(
        &mut self,
        (set, words, low): (Slot, usize, i32),
        (next, exit): (Label, Label),
        body: &mut dyn FnMut(&mut Self, Slot, Slot),
    ) {
        self.burn_for_set(set, words);
        let (cursor, start) = (self.alloc(1), self.constant(-1));
        self.emit(Op::Move { dst: cursor, src: start });
        let top = self.placed();
        self.jump(Op::SetNext { cursor, set, to: 0 }, exit);
        self.emit(Op::Extra { a: words as u16, b: 0, c: 0 });
        let mut member = cursor;
        if low != 0 {
            let b = self.constant(low);
            member = self.alloc(1);
            self.emit(Op::Add { dst: member, a: cursor, b });
        }
        body(self, cursor, member);
        self.place(next);
        self.jump(Op::Jump { to: 0 }, top);
        self.place(exit);
    }

    /// Compiles a loop over the members of a list that doesn't grow meanwhile.
    pub(super) fn over_list(&mut self, list: Slot, (next, exit): (Label, Label), body: &mut dyn FnMut(&mut Self, Slot)) {
        let (n, member) = (self.alloc(1), self.alloc(1));
        let (zero, one) = (self.constant(0), self.constant(1));
        self.emit(Op::Move { dst: n, src: zero });
        let top = self.placed();
        self.jump(Op::JumpLe { a: list, b: n, to: 0 }, exit);
        self.emit(Op::Load { dst: member, base: list.wrapping_add(1), index: n });
        body(self, member);
        self.place(next);
        self.emit(Op::Add { dst: n, a: n, b: one });
        self.jump(Op::Back { to: 0 }, top);
        self.place(exit);
    }

    /// Burns fuel for a wide set, once per loop, because a step from member to member costs the same in a set of any size.
    pub(super) fn burn_for_set(&mut self, set: Slot, words: usize) {
        if words > WIDE_SET {
            let dst = self.alloc(1);
            self.emit(Op::SetSize { dst, set, words: words as u16 });
        }
    }

    fn count_up(
        &mut self,
        i: Slot,
        last: Slot,
        filled: bool,
        bounds: Option<(i32, i32)>,
        (next, exit): (Label, Label),
        body: Body<'_, Self>,
    ) {
        if !filled {
            self.jump(Op::JumpLt { a: last, b: i, to: 0 }, exit);
        }
        let top = self.placed();
        body(self, i, bounds);
        self.place(next);
        self.jump(Op::Next { i, last, to: 0 }, top);
        self.place(exit);
    }

    /// Compiles `any` and `every` as conditions.
    pub(super) fn any_or_every(&mut self, q: &'a Query, to: Label, when: bool) {
        let every = q.quantifier == Quantifier::Every;
        let (next, exit, found) = (self.label(), self.label(), self.label());
        // A hit decides that `any` holds, or that `every` doesn't.
        let decided = !every;
        let target = if decided == when { to } else { found };
        self.each(&q.source, q.local, q.filter.as_ref(), (next, exit), &mut |this| match &q.value {
            Some(value) => this.branch(value, target, !every),
            None => this.jump(Op::Jump { to: 0 }, target),
        });
        if decided != when {
            self.jump(Op::Jump { to: 0 }, to);
        }
        self.place(found);
    }

    /// Compiles a query as a value.
    pub(super) fn query(&mut self, e: &'a Expr, ty: &Type, q: &'a Query, want: Want) -> Slot {
        let labels = (self.label(), self.label());
        let (next, exit) = labels;
        match q.quantifier {
            Quantifier::Any | Quantifier::Every => self.truth_of_query(e, want),
            Quantifier::Count | Quantifier::Sum => {
                let acc = self.fresh(want, 1);
                let (zero, one) = (self.constant(0), self.constant(1));
                self.emit(Op::Move { dst: acc, src: zero });
                self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
                    let b = match &q.value {
                        Some(value) if q.quantifier == Quantifier::Sum => this.eval(value, Want::Anywhere),
                        _ => one,
                    };
                    this.emit(Op::Add { dst: acc, a: acc, b });
                });
                self.deliver(acc, 1, want)
            }
            Quantifier::Min | Quantifier::Max => {
                let acc = self.fresh(want, 1);
                let none = self.none();
                self.emit(Op::Move { dst: acc, src: none });
                self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
                    let b = match &q.value {
                        Some(value) => this.eval(value, Want::Anywhere),
                        None => this.local(q.local),
                    };
                    if q.quantifier == Quantifier::Max {
                        this.emit(Op::Max { dst: acc, a: acc, b });
                        return;
                    }
                    let (first, done) = (this.label(), this.label());
                    this.jump(Op::JumpEq { a: acc, b: none, to: 0 }, first);
                    this.emit(Op::Min { dst: acc, a: acc, b });
                    this.jump(Op::Jump { to: 0 }, done);
                    this.place(first);
                    this.emit(Op::Move { dst: acc, src: b });
                    this.place(done);
                });
                if !e.ty.is_optional() {
                    self.trap_if_none(acc, crate::vm::TrapCode::EmptyCollection);
                }
                self.deliver(acc, 1, want)
            }
            Quantifier::First if q.by.is_empty() => {
                let acc = self.fresh(want, 1);
                let none = self.none();
                self.emit(Op::Move { dst: acc, src: none });
                self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
                    let member = this.query_value(q);
                    this.copy(acc, member, 1);
                    this.jump(Op::Jump { to: 0 }, exit);
                });
                self.deliver(acc, 1, want)
            }
            Quantifier::First => self.first_by(q, labels, want),
            Quantifier::The => {
                let acc = self.fresh(want, 1);
                let none = self.none();
                self.emit(Op::Move { dst: acc, src: none });
                self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
                    let (fine, member) = (this.label(), this.query_value(q));
                    this.jump(Op::JumpEq { a: acc, b: none, to: 0 }, fine);
                    let at = this.emit(Op::Trap { code: crate::vm::TrapCode::NotOne as u16 });
                    this.about(at, Subject::Sought(ty.present().clone(), [acc, member]));
                    this.place(fine);
                    this.copy(acc, member, 1);
                });
                if !e.ty.is_optional() {
                    let at = self.trap_if_none(acc, crate::vm::TrapCode::NotEvenOne);
                    self.about(at, Subject::Sought(ty.present().clone(), [acc; 2]));
                }
                self.deliver(acc, 1, want)
            }
            Quantifier::Those => {
                let _ = next;
                let words = self.words(ty, e.span);
                let dst = self.fresh(want, words);
                if let Type::Set(of) = ty {
                    let zero = self.constant(0);
                    self.emit(Op::Fill { dst, src: zero, words: words as u16 });
                    self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
                        let member = this.query_value(q);
                        let a = this.set_member(member, of);
                        this.emit(Op::SetAdd { set: dst, a, words: words as u16 });
                    });
                } else {
                    self.gather(&q.source, q.local, q.filter.as_ref(), &q.by, dst, words - 1);
                }
                self.deliver(dst, words, want)
            }
        }
    }

    fn truth_of_query(&mut self, e: &'a Expr, want: Want) -> Slot {
        let ExprKind::Query(q) = &e.kind else { return self.none() };
        self.as_truth(want, |this, no| this.any_or_every(q, no, false))
    }

    fn query_value(&mut self, q: &'a Query) -> Slot {
        match &q.value {
            Some(value) => self.eval(value, Want::Anywhere),
            None => self.local(q.local),
        }
    }

    /// Returns where the trap is.
    fn trap_if_none(&mut self, slot: Slot, code: crate::vm::TrapCode) -> usize {
        let (fine, none) = (self.label(), self.none());
        self.jump(Op::JumpNe { a: slot, b: none, to: 0 }, fine);
        let at = self.emit(Op::Trap { code: code as u16 });
        self.place(fine);
        at
    }

    fn first_by(&mut self, q: &'a Query, labels: (Label, Label), want: Want) -> Slot {
        let (next, _) = labels;
        let acc = self.fresh(want, 1);
        let best = self.alloc(q.by.len());
        let none = self.none();
        self.emit(Op::Move { dst: acc, src: none });
        self.each(&q.source, q.local, q.filter.as_ref(), labels, &mut |this| {
            let keys: Vec<Slot> = q.by.iter().map(|key| this.sort_key(key)).collect();
            let take = this.label();
            this.jump(Op::JumpEq { a: acc, b: none, to: 0 }, take);
            for (n, &key) in keys.iter().enumerate() {
                let best = best + n as Slot;
                this.jump(Op::JumpLt { a: key, b: best, to: 0 }, take);
                this.jump(Op::JumpLt { a: best, b: key, to: 0 }, next);
            }
            this.jump(Op::Jump { to: 0 }, next);
            this.place(take);
            for (n, &key) in keys.iter().enumerate() {
                this.copy(best + n as Slot, key, 1);
            }
            let member = this.query_value(q);
            this.copy(acc, member, 1);
        });
        self.deliver(acc, 1, want)
    }

    /// A key that sorts upwards, in a slot of its own.
    fn sort_key(&mut self, key: &'a SortKey) -> Slot {
        let dst = self.alloc(1);
        if key.descending {
            // 1 minus the key sorts the other way round, and is a number for every key.
            let a = self.eval(&key.value, Want::Anywhere);
            self.emit(Op::Not { dst, a });
        } else {
            self.eval(&key.value, Want::Fresh(dst));
        }
        dst
    }

    /// Collects members into a list, sorted by the keys. Returns where the keys lie.
    pub(super) fn gather(
        &mut self,
        source: &'a Expr,
        local: LocalId,
        filter: Option<&'a Expr>,
        by: &'a [SortKey],
        list: Slot,
        capacity: usize,
    ) -> Slot {
        let keys = self.alloc(capacity * by.len());
        let zero = self.constant(0);
        self.emit(Op::Move { dst: list, src: zero });
        let labels = (self.label(), self.label());
        self.each(source, local, filter, labels, &mut |this| {
            let a = this.local(local);
            this.emit(Op::ListAdd { list, a, capacity: capacity as u16 });
            for (n, key) in by.iter().enumerate() {
                let src = this.sort_key(key);
                // The list is one longer by now.
                let column = keys + (n * capacity) as Slot;
                this.emit(Op::Store { base: column.wrapping_sub(1), index: list, src });
                this.emit(Op::Extra { a: column, b: capacity as u16, c: 0 });
            }
        });
        if !by.is_empty() {
            self.emit(Op::Sort { list, keys, count: by.len() as u16 });
            self.emit(Op::Extra { a: capacity as u16, b: 0, c: 0 });
        }
        keys
    }

    /// The largest number of members that a collection may have.
    pub(super) fn most_members(&mut self, e: &Expr) -> usize {
        match (&e.kind, &e.ty) {
            (ExprKind::Range(low, high), _) => match self.interval(low).zip(self.interval(high)) {
                Some((l, h)) if i64::from(h.1) - i64::from(l.0) < 4096 => (i64::from(h.1) - i64::from(l.0) + 1).max(0) as usize,
                _ => crate::ir::shape::LIST_CAPACITY,
            },
            (_, Type::Set(of)) => self.sizes.members(&self.fold(), of).unwrap_or(crate::ir::shape::LIST_CAPACITY),
            (_, ty) => self.words(ty, e.span).saturating_sub(1),
        }
    }

    /// A collection of spaces as a set.
    pub(super) fn as_set(&mut self, e: &'a Expr) -> Slot {
        if matches!(e.ty, Type::Set(_)) {
            return self.eval(e, Want::Anywhere);
        }
        let words = self.sizes.spaces.div_ceil(32).max(1);
        let set = self.alloc(words);
        let zero = self.constant(0);
        self.emit(Op::Fill { dst: set, src: zero, words: words as u16 });
        self.each_member(e, None, &mut |this, a| {
            this.emit(Op::SetAdd { set, a, words: words as u16 });
        });
        set
    }
}
