//! Compiles statements to instructions.

use super::watch::Item;
use super::*;
use crate::ir::{Change, Condition, Expr, ExprKind, Ranking, SortKey, Stmt, StmtKind};

impl<'a> Compiler<'a> {
    /// Compiles the statements of a block. Its variables end with it.
    pub(super) fn block(&mut self, block: &'a [Stmt]) {
        let top = self.frame.top;
        for stmt in block {
            self.stmt(stmt);
        }
        self.free(top);
    }

    /// Compiles a statement. Room for intermediate values is free again after it, but variables stay until the block ends.
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        let span = std::mem::replace(&mut self.span, stmt.span);
        match &stmt.kind {
            StmtKind::Let { local, value } => {
                let slot = self.declare(*local);
                let ty = &self.scope.locals[local.index()].ty;
                let top = self.frame.top;
                match value {
                    Some(value) => {
                        let name = self.scope.locals[local.index()].name.clone();
                        self.put(value, ty, Want::Fresh(slot), &Subject::Place(name));
                        if !self.scope.is_assigned(*local) {
                            self.scope.intervals[local.index()] = self.interval(value);
                        }
                    }
                    None => {
                        self.scope.unset.push(*local);
                        let words = self.words(ty, stmt.span);
                        let empty = self.empty_value(ty, words);
                        let src = self.constants(&empty);
                        self.copy(slot, src, words);
                    }
                }
                self.free(top);
            }
            StmtKind::LetElse { local, value, otherwise } => {
                let slot = self.declare(*local);
                self.eval(value, Want::Fresh(slot));
                let (some, none) = (self.label(), self.none());
                self.jump(Op::JumpNe { a: slot, b: none, to: 0 }, some);
                self.stmt(otherwise);
                self.place(some);
                let local = &self.scope.locals[local.index()];
                self.check_passed(&value.ty, &local.ty, slot, &Subject::Place(local.name.clone()));
            }
            _ => {
                let top = self.frame.top;
                self.other(stmt);
                self.free(top);
            }
        }
        self.span = span;
    }

    fn other(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Let { .. } | StmtKind::LetElse { .. } => {}
            StmtKind::Assign { place, change, value } => {
                let root = place.base();
                let item = match &root.kind {
                    ir::PlaceKind::Field { field, .. } => Some(Item::Field(field.index())).filter(|item| self.is_watched(*item)),
                    _ => None,
                };
                // A value that doesn't change wakes nobody.
                let past = self.label();
                self.assign(place, *change, value, item.map(|_| past));
                if let Some(item) = item {
                    let of = self.whose(root);
                    self.touch(item, of);
                }
                self.place(past);
            }
            StmtKind::If { arms, otherwise } => self.if_stmt(arms, otherwise.as_deref()),
            StmtKind::Match { subject, arms, otherwise } => {
                let end = self.label();
                let known = self.fold().word(subject);
                let slot = self.eval_steady(subject, &[]);
                let mut settled = false;
                for (n, (cases, block)) in arms.iter().enumerate() {
                    let next = self.label();
                    let last = otherwise.is_none() && n + 1 == arms.len();
                    match self.arm(known, slot, cases, last, next) {
                        expr::Arm::Never => {}
                        expr::Arm::Always => {
                            self.block(block);
                            settled = true;
                        }
                        expr::Arm::Maybe => {
                            self.block(block);
                            self.jump(Op::Jump { to: 0 }, end);
                        }
                    }
                    self.place(next);
                    if settled {
                        break;
                    }
                }
                if let (Some(block), false) = (otherwise, settled) {
                    self.block(block);
                }
                self.place(end);
            }
            StmtKind::While { condition, body } => {
                let (exit, top) = (self.label(), self.placed());
                self.condition(condition, exit);
                self.endless(exit, top, body);
            }
            StmtKind::Repeat { times: None, body } => {
                let (exit, top) = (self.label(), self.placed());
                self.endless(exit, top, body);
            }
            StmtKind::Repeat { times: Some(times), body } => {
                let (exit, next) = (self.label(), self.label());
                let last = self.alloc(1);
                self.eval(times, Want::Fresh(last));
                let (i, one) = (self.alloc(1), self.constant(1));
                self.emit(Op::Move { dst: i, src: one });
                self.jump(Op::JumpLt { a: last, b: i, to: 0 }, exit);
                let top = self.placed();
                let times = self.fold().word(times);
                self.looping(exit, next, ("".into(), Progress::Times { last, now: i, times }), body);
                self.place(next);
                self.jump(Op::Next { i, last, to: 0 }, top);
                self.place(exit);
            }
            StmtKind::For { local, source, filter, by, body } => self.for_stmt(*local, source, filter.as_ref(), by, body),
            StmtKind::Secretly { local, source, body } => {
                let open = self.close_eyes();
                let words = self.words(&source.ty, source.span);
                let labels = (self.label(), self.label());
                let copy = self.alloc(words);
                if matches!(source.ty, Type::Set(_)) {
                    self.eval(source, Want::Fresh(copy));
                    self.over_copied(copy, words, *local, labels, &mut |this| {
                        let player = this.local(*local);
                        let here = this.here();
                        this.note_live(here);
                        this.emit(Op::Secret { player });
                        this.block(body);
                    });
                } else {
                    self.each(source, *local, None, labels, &mut |this| {
                        let player = this.local(*local);
                        let here = this.here();
                        this.note_live(here);
                        this.emit(Op::Secret { player });
                        this.block(body);
                    });
                }
                let player = self.none();
                self.emit(Op::Secret { player });
                self.open_eyes(open);
            }
            StmtKind::Choose(choose) => self.choose(choose, None),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    let ty = self.scope.result_ty.unwrap_or(&value.ty);
                    // Nobody reads the result's place before the rule is left.
                    let result = self.result_slot();
                    self.put(value, ty, Want::Fresh(result), &Subject::Result(self.scope.rule.clone()));
                }
                self.leave();
            }
            StmtKind::Break | StmtKind::Continue => {
                let Some(innermost) = self.scope.loops.last() else { return };
                let to = if matches!(stmt.kind, StmtKind::Break) { innermost.exit } else { innermost.next };
                self.jump(Op::Jump { to: 0 }, to);
            }
            StmtKind::Fail(text) => {
                let parts = self.template_parts(text);
                let message = self.message(Template { entry: None, parts });
                self.emit(Op::Fail { message });
            }
            StmtKind::Move { piece, to } => {
                let Type::Piece(id) = piece.ty.present() else { return };
                let (at, count) = self.layout.pieces[id.index()];
                let piece = self.eval_steady(piece, &[]);
                let space = match to {
                    Some(to) => self.eval(to, Want::Anywhere),
                    None => self.none(),
                };
                self.emit(Op::MovePiece { at, piece, space });
                self.emit(Op::Extra { a: at, b: count as u16, c: 0 });
                // If every player has one of these pieces, the piece's number is the player's.
                let of = (self.piece_count(*id) == self.sizes.players).then_some(piece);
                self.touch(Item::Piece(id.index()), of);
            }
            StmtKind::MoveCard { .. } | StmtKind::MoveAll { .. } | StmtKind::Draw { .. } | StmtKind::Shuffle(_) => {
                self.cards_stmt(&stmt.kind);
                self.touch_cards(&stmt.kind);
            }
            StmtKind::Say(text) => {
                let over = self.label();
                let at = self.here();
                self.jump(Op::Say { message: 0, to: 0 }, over);
                let parts = self.template_parts(text);
                let message = self.message(Template { entry: None, parts });
                if let Some(Op::Say { message: number, .. }) = self.code.get_mut(usize::from(at)) {
                    *number = message;
                }
                self.emit(Op::Said { message });
                self.place(over);
            }
            StmtKind::Count { measure, key, change, by } => {
                let (base, figures) = self.layout.measures[measure.index()];
                let within = Op::Extra { a: base, b: figures as u16, c: 0 };
                let index = match key {
                    Some(key) => self.eval_kept(key, std::slice::from_ref(by)),
                    None => self.constant(0),
                };
                let mut by = self.eval(by, Want::Anywhere);
                if *change == Change::Set {
                    self.emit(Op::Store { base, index, src: by });
                    self.emit(within);
                    return;
                }
                if *change == Change::Subtract {
                    let (a, dst) = (self.constant(0), self.alloc(1));
                    self.emit(Op::Sub { dst, a, b: by });
                    by = dst;
                }
                self.emit(Op::AddAt { base, index, by });
                self.emit(within);
            }
            StmtKind::Finish(p) => {
                let player = self.eval(p, Want::Anywhere);
                self.emit(Op::Finish { player });
                self.touch(Item::Players, None);
            }
            StmtKind::Eliminate(p) => {
                let player = self.eval(p, Want::Anywhere);
                self.emit(Op::Eliminate { player });
                self.touch(Item::Players, None);
            }
            StmtKind::EndGame { ranking } => {
                if let Some(Ranking { local, source, by }) = ranking {
                    let capacity = self.sizes.players.max(1);
                    let list = self.alloc(capacity + 1);
                    let keys = self.gather(source, *local, None, by, list, capacity);
                    self.emit(Op::Rank { list, keys, count: by.len() as u16 });
                    self.emit(Op::Extra { a: capacity as u16, b: 0, c: 0 });
                }
                self.emit(Op::EndGame {});
            }
            StmtKind::Call(e) => {
                if let (true, ExprKind::Call { rule, .. }) = (self.in_flow, &e.kind) {
                    self.checkpoint(*rule, stmt.span);
                }
                self.eval(e, Want::Anywhere);
            }
        }
        if self.in_flow && matches!(stmt.kind, StmtKind::Call(_) | StmtKind::Assign { .. }) {
            self.look();
        }
    }

    fn message(&mut self, template: Template) -> u16 {
        self.messages.push(template);
        (self.messages.len() - 1) as u16
    }

    /// The body of a loop that goes back to `top` until it is left. `continue` goes there too, for fuel.
    pub(super) fn endless(&mut self, exit: Label, top: Label, body: &'a [Stmt]) {
        let next = self.label();
        self.looping(exit, next, ("".into(), Progress::Endless), body);
        self.place(next);
        self.jump(Op::Back { to: 0 }, top);
        self.place(exit);
    }

    /// The body of a loop, with its `break` and `continue`.
    pub(super) fn looping(&mut self, exit: Label, next: Label, place: (Arc<str>, Progress), body: &'a [Stmt]) {
        self.scope.loops.push(Loop { exit, next });
        let in_flow = self.in_flow;
        if in_flow {
            self.flow_loops.push(LoopPlace { variable: place.0, progress: place.1 });
        }
        self.block(body);
        if in_flow {
            self.flow_loops.pop();
        }
        self.scope.loops.pop();
    }

    fn for_stmt(&mut self, local: LocalId, source: &'a Expr, filter: Option<&'a Expr>, by: &'a [SortKey], body: &'a [Stmt]) {
        // Hidden values may decide which members there are, and their order.
        if self.in_flow && (filter.is_some() || !by.is_empty()) && self.ir.fields.iter().any(|field| field.secret) {
            self.emit(Op::Rest {});
        }
        let labels = (self.label(), self.label());
        let (next, exit) = labels;
        let name = self.scope.locals[local.index()].name.clone();
        let of = self.scope.locals[local.index()].ty.clone();
        let fixed = match &source.kind {
            ExprKind::All(_) => true,
            // In the flow, the end of a range would have to be found again.
            ExprKind::Range(_, high) => !self.in_flow || self.fold().word(high).is_some(),
            _ => false,
        };
        if fixed && filter.is_none() && by.is_empty() {
            self.each(source, local, None, labels, &mut |this| {
                let place = Progress::Counting { member: this.local(local), ty: of.clone() };
                this.looping(exit, next, (name.clone(), place), body);
            });
            return;
        }
        // Members and keys are fixed when the loop starts, whatever the body does to them.
        if by.is_empty() && matches!(source.ty, Type::Set(_)) {
            let words = self.words(&source.ty, source.span);
            let copy = self.alloc(words);
            if let Some(filter) = filter {
                let Type::Set(of) = &source.ty else { return };
                let zero = self.constant(0);
                self.emit(Op::Fill { dst: copy, src: zero, words: words as u16 });
                let inner = (self.label(), self.label());
                self.each(source, local, Some(filter), inner, &mut |this| {
                    let member = this.local(local);
                    let a = this.set_member(member, of);
                    this.emit(Op::SetAdd { set: copy, a, words: words as u16 });
                });
            } else {
                self.eval(source, Want::Fresh(copy));
            }
            let low = match &source.ty {
                Type::Set(of) => self.fold().first_member(of),
                _ => 0,
            };
            self.over_copied_from(copy, words, low, local, labels, &mut |this, now| {
                let place = Progress::Set { set: copy, words, now, member: this.local(local), of: of.clone() };
                this.looping(exit, next, (name.clone(), place), body);
            });
            return;
        }
        let capacity = self.most_members(source);
        let list = self.alloc(capacity + 1);
        self.gather(source, local, filter, by, list, capacity);
        let (n, member) = (self.alloc(1), self.alloc(1));
        let (zero, one) = (self.constant(0), self.constant(1));
        self.emit(Op::Move { dst: n, src: zero });
        let top = self.placed();
        self.jump(Op::JumpLe { a: list, b: n, to: 0 }, exit);
        self.emit(Op::Load { dst: member, base: list + 1, index: n });
        self.scope.slots[local.index()] = Some(member);
        self.scope.intervals[local.index()] = None;
        let place = Progress::List { list, capacity, done: n, member, of };
        self.looping(exit, next, (name, place), body);
        self.place(next);
        self.emit(Op::Add { dst: n, a: n, b: one });
        self.jump(Op::Back { to: 0 }, top);
        self.place(exit);
    }

    pub(super) fn over_copied(
        &mut self,
        set: Slot,
        words: usize,
        local: LocalId,
        labels: (Label, Label),
        body: &mut dyn FnMut(&mut Self),
    ) {
        self.over_copied_from(set, words, 0, local, labels, &mut |this, _| body(this));
    }

    /// Compiles a loop over a set that only the loop uses.
    fn over_copied_from(
        &mut self,
        set: Slot,
        words: usize,
        low: i32,
        local: LocalId,
        labels: (Label, Label),
        body: &mut dyn FnMut(&mut Self, Slot),
    ) {
        self.over_set((set, words, low), labels, &mut |this, cursor, member| {
            this.scope.slots[local.index()] = Some(member);
            this.scope.intervals[local.index()] = None;
            body(this, cursor);
        });
    }

    fn if_stmt(&mut self, arms: &'a [(Condition, Vec<Stmt>)], otherwise: Option<&'a [Stmt]>) {
        let end = self.label();
        for (n, (condition, block)) in arms.iter().enumerate() {
            if let Condition::Expr(c) = condition {
                match self.fold().word(c) {
                    Some(0) => continue,
                    Some(_) => {
                        self.block(block);
                        self.place(end);
                        return;
                    }
                    None => {}
                }
            }
            let next = self.label();
            let top = self.frame.top;
            self.condition(condition, next);
            self.block(block);
            self.free(top);
            if n + 1 < arms.len() || otherwise.is_some() {
                self.jump(Op::Jump { to: 0 }, end);
            }
            self.place(next);
        }
        if let Some(block) = otherwise {
            self.block(block);
        }
        self.place(end);
    }

    /// Checks that a whole table has all its entries, if they are read without a check from where it goes.
    fn check_all_set(&mut self, place: &ir::Place, value: &Expr, slot: Slot, words: usize) {
        let ir::PlaceKind::Field { field, .. } = &place.kind else { return };
        if matches!(place.ty, Type::Per(..)) && self.ir.fields[field.index()].default.is_some() && self.may_hold_unset(value) {
            let at = self.emit(Op::CheckAllSet { at: slot, words: words as u16 });
            if let Some(name) = self.name_of(value) {
                self.about(at, Subject::Place(name.clone()));
            }
        }
    }

    /// Compiles an assignment. `unchanged` is where to go if the place already holds the value, as far as this can be told.
    fn assign(&mut self, place: &'a ir::Place, change: Change, value: &'a Expr, unchanged: Option<Label>) {
        let words = self.words(&place.ty, place.span);
        let subject = Subject::Place(self.name_of_place(place).clone());
        match (&place.ty, change) {
            (_, Change::Set) => {
                let want = match &place.kind {
                    // A variable of this frame or a word of the state may be written directly if nothing must be checked first.
                    ir::PlaceKind::Local(local)
                        if !matches!(place.ty, Type::Per(..) | Type::List(..)) && self.is_within(&place.ty, value) =>
                    {
                        let slot = self.local(*local);
                        self.eval_as(value, &place.ty, Want::Into(slot));
                        return;
                    }
                    _ if matches!(place.ty, Type::List(..)) => {
                        // The whole capacity is stored, so words after the members must not be leftovers of the frame.
                        let (dst, src) = (self.alloc(words), self.constant(0));
                        self.emit(Op::Fill { dst, src, words: words as u16 });
                        Want::Fresh(dst)
                    }
                    _ => Want::Anywhere,
                };
                let slot = self.put(value, &place.ty, want, &subject);
                self.check_all_set(place, value, slot, words);
                let slot = self.survive(slot, words, place);
                let access = self.place_access(place);
                if let Some(past) = unchanged.filter(|_| words == 1) {
                    let old = self.read(access, 1, Want::Anywhere);
                    self.jump(Op::JumpEq { a: old, b: slot, to: 0 }, past);
                }
                self.write(access, words, slot);
            }
            (Type::Set(of), _) => {
                let access = self.place_access(place);
                let set = if access.index.is_none() { access.base } else { self.read(access, words, Want::Anywhere) };
                if matches!(value.ty, Type::Set(_)) {
                    self.same_bounds(&value.ty, &place.ty, value.span);
                    let other = self.eval(value, Want::Anywhere);
                    for w in 0..words as Slot {
                        let (a, b) = (set + w, other + w);
                        self.emit(match change {
                            Change::Add => Op::BitOr { dst: a, a, b },
                            _ => Op::BitAndNot { dst: a, a, b },
                        });
                    }
                } else {
                    let member = self.eval(value, Want::Anywhere);
                    let check = self.code.len();
                    let a = self.set_member(member, of);
                    if let Some(Op::CheckRange { .. }) = self.code.get(check) {
                        self.about(check, Subject::NewMember(subject.into(), (**of).clone()));
                    }
                    let words = words as u16;
                    if let Some(past) = unchanged {
                        let is_so =
                            if change == Change::Add { Op::JumpHas { set, a, to: 0 } } else { Op::JumpHasNot { set, a, to: 0 } };
                        self.jump(is_so, past);
                    }
                    self.emit(match change {
                        Change::Add => Op::SetAdd { set, a, words },
                        _ => Op::SetRemove { set, a, words },
                    });
                }
                if access.index.is_some() {
                    self.write(access, words, set);
                }
            }
            (Type::List(of, _), _) => {
                let access = self.place_access(place);
                let list = if access.index.is_none() { access.base } else { self.read(access, words, Want::Anywhere) };
                if change == Change::Add {
                    let from = self.code.len();
                    let member = Subject::NewMember(subject.clone().into(), (**of).clone());
                    self.extend_list(list, words - 1, value, Some((of, &member)));
                    self.about_members(from, list, &place.ty, &subject);
                } else {
                    let a = self.eval(value, Want::Anywhere);
                    self.emit(Op::ListRemove { list, a, capacity: (words - 1) as u16 });
                }
                if access.index.is_some() {
                    self.write(access, words, list);
                }
            }
            _ => {
                let by = self.eval_steady(value, &[]);
                let access = self.place_access(place);
                let old = self.read(access, 1, Want::Anywhere);
                if self.place_may_be_unset(place) {
                    let at = self.emit(Op::CheckSet { a: old });
                    self.about(at, subject.clone());
                }
                let direct = access.index.is_none() && matches!(place.ty, Type::Int(None));
                let dst = if direct { access.base } else { self.alloc(1) };
                self.emit(if change == Change::Add { Op::Add { dst, a: old, b: by } } else { Op::Sub { dst, a: old, b: by } });
                if !direct {
                    self.check_stored(&place.ty, dst, None, &subject);
                    self.write(access, 1, dst);
                }
            }
        }
    }

    /// Keeps a value while the place it goes to is computed.
    fn survive(&mut self, slot: Slot, words: usize, place: &ir::Place) -> Slot {
        fn calls(place: &ir::Place) -> bool {
            match &place.kind {
                ir::PlaceKind::Local(_) => false,
                ir::PlaceKind::Field { of, .. } => of.as_ref().is_some_and(fixed::has_call),
                ir::PlaceKind::Index { of, keys } => calls(of) || keys.iter().any(fixed::has_call),
            }
        }
        if !calls(place) {
            return slot;
        }
        let copy = self.alloc(words);
        self.copy(copy, slot, words);
        copy
    }

    fn place_may_be_unset(&self, place: &ir::Place) -> bool {
        match &place.kind {
            ir::PlaceKind::Local(_) => true,
            ir::PlaceKind::Field { field, .. } => self.ir.fields[field.index()].default.is_none(),
            ir::PlaceKind::Index { of, .. } => self.place_may_be_unset(of),
        }
    }

    /// A place that can be found again, before each rule that the flow calls.
    fn checkpoint(&mut self, rule: RuleId, span: Span) {
        let name = self.ir.rules[rule.index()].name.clone();
        let ordinal = self.checkpoints.iter().filter(|c| c.rule == name).count();
        let id = self.checkpoints.len() as u16;
        self.emit(Op::Checkpoint { id });
        let pc = self.here();
        self.note_live(pc);
        let loops = self.flow_loops.clone();
        let variables = self.variables_here(&loops);
        self.checkpoints.push(Checkpoint { rule: name, ordinal, loops, variables, pc, span });
    }

    /// The variables whose values are known at this place, except those that loops go through.
    fn variables_here(&self, loops: &[LoopPlace]) -> Vec<(Arc<str>, Slot, Type)> {
        let of_loop = |slot: Slot| loops.iter().any(|l| l.progress.member() == Some(slot));
        let mut by_slot = BTreeMap::new();
        for (slot, local) in self.scope.slots.iter().zip(self.scope.locals) {
            // If several variables share room, the last one is in use.
            if let Some(slot) =
                slot.filter(|slot| (self.frame.base..self.frame.top).contains(&usize::from(*slot)) && !of_loop(*slot))
            {
                by_slot.insert(slot, (local.name.clone(), slot, local.ty.clone()));
            }
        }
        by_slot.into_values().collect()
    }
}
