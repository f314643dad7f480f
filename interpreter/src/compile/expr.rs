//! Compiles expressions to instructions.

use super::*;
use crate::ir::{Arithmetic, Comparison, Condition, Expr, ExprKind};

impl<'a> Compiler<'a> {
    /// Compiles an expression and returns where its value lies. With `Want::Anywhere`, that may be where the value lives (a field, a
    /// variable, a callee's result), so it must be read before anything else runs.
    pub(super) fn eval(&mut self, e: &'a Expr, want: Want) -> Slot {
        let ty = e.ty.clone();
        self.eval_as(e, &ty, want)
    }

    /// The same, for a place whose type may be longer (a list with a larger capacity).
    pub(super) fn eval_as(&mut self, e: &'a Expr, ty: &Type, want: Want) -> Slot {
        let span = std::mem::replace(&mut self.span, e.span);
        let slot = self.eval_here(e, ty, want);
        self.span = span;
        slot
    }

    /// Reports a set or table that goes where one of other numbers lies, or one of lists of another length. Its words would mean something
    /// else there.
    pub(super) fn same_bounds(&mut self, from: &Type, to: &Type, span: Span) {
        fn same(sizes: &crate::ir::shape::Sizes, fold: &Fold<'_>, from: &Type, to: &Type) -> bool {
            match (from, to) {
                (Type::List(..), Type::List(..)) => sizes.words(fold, from) == sizes.words(fold, to),
                (Type::Set(a), Type::Set(b)) => {
                    fold.first_member(a) == fold.first_member(b) && sizes.set_words(fold, a) == sizes.set_words(fold, b)
                }
                (Type::Per(a, keys), Type::Per(b, others)) => {
                    let keys = keys.iter().map(|k| fold.dimension(k));
                    keys.eq(others.iter().map(|k| fold.dimension(k))) && same(sizes, fold, a, b)
                }
                _ => true,
            }
        }
        if matches!(to, Type::Set(_) | Type::Per(..)) && !same(&self.sizes, &self.fold(), from, to) {
            let message = "the numbers in this are bounded otherwise than where it goes";
            let problem = Diagnostic::error(Code::WrongType, span, message);
            self.problems.push(problem.hint("declare both with the same bounds, or take one member after the other"));
        }
    }

    fn eval_here(&mut self, e: &'a Expr, ty: &Type, want: Want) -> Slot {
        self.same_bounds(&e.ty, ty, e.span);
        if let (Type::List(..), Type::List(..), Want::Fresh(_) | Want::Into(_)) = (ty, &e.ty, want) {
            return self.list_as(e, ty, want);
        }
        let at_most_one_word = !matches!(e.ty, Type::Set(_) | Type::List(..) | Type::Per(..) | Type::Range);
        if at_most_one_word {
            if let Some(word) = self.fold().word(e) {
                let slot = self.constant(word);
                return self.deliver(slot, 1, want);
            }
        } else if !matches!(e.ty, Type::List(..) | Type::Range)
            && let Some(words) = self.fold().words(e)
            && crate::data::out_of_range(&self.fold(), &e.ty, &words).is_none()
        {
            let slot = self.constants(&words);
            return self.deliver(slot, words.len(), want);
        }
        if self.hoists(e) {
            let words = self.words(&e.ty, e.span);
            let slot = self.hoist(e, words);
            return self.deliver(slot, words, want);
        }
        self.eval_plain(e, &e.ty, want)
    }

    /// Evaluates an expression. For a list, `ty` says how much room it has.
    pub(super) fn eval_plain(&mut self, e: &'a Expr, ty: &Type, want: Want) -> Slot {
        if let Some(slot) = self.eval_access(e, want) {
            return slot;
        }
        match &e.kind {
            ExprKind::Named(name) if matches!(e.ty.present(), Type::Row(_)) => {
                let slot = self.named_row(e, name);
                self.deliver(slot, 1, want)
            }
            ExprKind::Named(name) => {
                let slot = match self.board.spaces.iter().position(|s| s.id == *name) {
                    Some(n) => self.constant(n as i32),
                    None => {
                        let message = format!("the track `{}` has no space `{name}`", self.board.name);
                        let problem = Diagnostic::error(Code::UnknownName, e.span, message);
                        let near = nearest(name, self.board.spaces.iter().map(|s| &*s.id));
                        self.problems.push(problem.did_you_mean_text(near).or_hint(ir::rows::LACKING_HINT));
                        self.none()
                    }
                };
                self.deliver(slot, 1, want)
            }
            ExprKind::Text(text) => {
                let known = self.texts.iter().position(|known| known == text);
                let n = known.unwrap_or(self.texts.len());
                if known.is_none() {
                    self.texts.push(text.clone());
                }
                let slot = self.constant(n as i32);
                self.deliver(slot, 1, want)
            }
            ExprKind::PieceOf { player, number: None, .. } => self.eval(player, want),
            ExprKind::PieceOf { piece, player, number: Some(number) } => {
                self.numbered_piece(e.span, *piece, player, number, want)
            }
            ExprKind::OwnerOf(piece) | ExprKind::NumberOf(piece) => self.owner_or_number(e, piece, want),
            ExprKind::Call { rule, args } => self.call(*rule, args, want),
            ExprKind::Not(a) => {
                let a = self.eval(a, Want::Anywhere);
                let dst = self.target(want, 1);
                self.emit(Op::Not { dst, a });
                dst
            }
            ExprKind::Negative(a) => {
                let b = self.eval(a, Want::Anywhere);
                let (a, dst) = (self.constant(0), self.target(want, 1));
                self.emit(Op::Sub { dst, a, b });
                dst
            }
            ExprKind::Compare(op, a, b) if is_plain(&a.ty) && is_plain(&b.ty) => {
                let (a, b) = self.pair(a, b);
                let dst = self.target(want, 1);
                match op {
                    Comparison::Eq => self.emit(Op::Eq { dst, a, b }),
                    Comparison::Ne => {
                        self.emit(Op::Eq { dst, a, b });
                        self.emit(Op::Not { dst, a: dst })
                    }
                    Comparison::Lt => self.emit(Op::Lt { dst, a, b }),
                    Comparison::Le => self.emit(Op::Le { dst, a, b }),
                    Comparison::Gt => self.emit(Op::Lt { dst, a: b, b: a }),
                    Comparison::Ge => self.emit(Op::Le { dst, a: b, b: a }),
                };
                dst
            }
            ExprKind::Compare(op, a, b) => self.compare_many(*op, a, b, want),
            ExprKind::Arithmetic(op, a, b) => self.arithmetic(e.span, ty, *op, (a, b), want),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::IsSome(_) | ExprKind::In(..) => self.truth(e, want),
            ExprKind::Otherwise(a, b) => {
                let dst = self.fresh(want, 1);
                self.eval(a, Want::Fresh(dst));
                let (done, none) = (self.label(), self.none());
                self.jump(Op::JumpNe { a: dst, b: none, to: 0 }, done);
                self.eval(b, Want::Fresh(dst));
                self.place(done);
                self.deliver(dst, 1, want)
            }
            ExprKind::If { arms, otherwise } => self.if_value(ty, arms, otherwise, want),
            ExprKind::Match { subject, arms, otherwise } => self.match_value(ty, subject, arms, otherwise.as_deref(), want),
            ExprKind::Query(query) => self.query(e, ty, query, want),
            ExprKind::Members(members) => self.members(e.span, ty, members, want),
            ExprKind::PerRows(rows) => {
                let words = self.words(&e.ty, e.span);
                let dst = self.fresh(want, words);
                let row_ty = e.ty.row();
                let each = self.words(&row_ty, e.span);
                if each * rows.len() == words {
                    for (n, row) in rows.iter().enumerate() {
                        self.eval_as(row, &row_ty, Want::Fresh(dst + (n * each) as Slot));
                    }
                } else if let Type::Per(_, keys) = &e.ty
                    && let Some((_, count)) = self.fold().dimension(&keys[0]).filter(|(_, count)| *count != rows.len())
                {
                    self.problems.push(ir::table::wrong_rows(e.span, count, rows.len(), &keys[0]));
                }
                self.deliver(dst, words, want)
            }
            ExprKind::PerKeys { pairs, otherwise } => self.per_keys(e, pairs, otherwise.as_deref(), want),
            ExprKind::Players => self.deliver(crate::program::header::IN_PLAY as Slot, 1, want),
            ExprKind::Others(p) => {
                let p = self.eval(p, Want::Anywhere);
                let dst = self.fresh(want, 1);
                self.emit(Op::Move { dst, src: crate::program::header::IN_PLAY as Slot });
                self.emit(Op::SetRemove { set: dst, a: p, words: 1 });
                self.deliver(dst, 1, want)
            }
            ExprKind::PlayersFrom(from) => {
                let words = self.words(ty, e.span);
                let from = self.eval(from, Want::Anywhere);
                let list = self.fresh(want, words);
                self.emit(Op::PlayersFrom { list, from, capacity: (words - 1) as u16 });
                self.deliver(list, words, want)
            }
            ExprKind::Range(..) => self.collect_list(e),
            ExprKind::Builtin(which, args) => self.builtin(e, *which, args, want),
            ExprKind::Roll { dice, number: None } => {
                let dst = self.target(want, 1);
                self.emit(Op::Roll { dst, dice: dice.0 });
                dst
            }
            ExprKind::Roll { dice, number: Some(number) } => {
                let words = self.words(ty, e.span);
                let number = self.eval(number, Want::Anywhere);
                let list = self.fresh(want, words);
                self.emit(Op::RollMany { list, dice: dice.0, number });
                self.emit(Op::Extra { a: words as u16 - 1, b: 0, c: 0 });
                self.deliver(list, words, want)
            }
            ExprKind::Random(of) => self.random(of, want),
            ExprKind::Distance { from, to, over } => {
                let hops = self.hop_table(over);
                let from = self.eval_steady(from, std::slice::from_ref(&**to));
                let to_set = self.as_set(to);
                let dst = self.target(want, 1);
                self.emit(Op::Distance { dst, from, to_set });
                self.emit(Op::Extra { a: hops, b: 0, c: 0 });
                dst
            }
            ExprKind::Reach { from, over, within } => {
                let hops = self.hop_table(over);
                let words = self.words(&e.ty, e.span);
                let from = self.eval_steady(from, within.as_deref().map_or(&[], std::slice::from_ref));
                let within = match within {
                    Some(w) => self.eval(w, Want::Anywhere),
                    None => self.constant(i32::MAX),
                };
                let dst = self.fresh(want, words);
                self.emit(Op::Reach { dst, from, within });
                self.emit(Op::Extra { a: hops, b: words as u16, c: 0 });
                self.deliver(dst, words, want)
            }
            ExprKind::Choose(choose) => {
                let words = choose.result.as_ref().map_or(1, |ty| self.words(ty, e.span));
                let dst = self.fresh(want, words);
                self.choose(choose, Some(dst));
                self.deliver(dst, words, want)
            }
            ExprKind::Ways(condition) => self.ways(condition, want),
            // Whatever can be folded or accessed was handled above. Only mistakes that have been reported are left.
            _ => {
                let slot = self.none();
                self.deliver(slot, 1, want)
            }
        }
    }

    /// The first copy of the row with this name.
    pub(super) fn named_row(&mut self, e: &Expr, name: &str) -> Slot {
        let Type::Row(kind) = e.ty.present() else { return self.none() };
        if let Some(row) = self.board.tables.named(*kind, name) {
            return self.constant(i32::from(row));
        }
        let tables = &self.board.tables;
        let lacking = tables.lacking(*kind, name);
        let names = tables.kinds.get(kind.index()).into_iter().filter(|_| lacking.is_none()).flat_map(|rows| rows.by_name.keys());
        let kind = &self.ir.kinds[kind.index()];
        let message = match (kind.on_track, lacking) {
            (_, Some(lacking)) => ir::rows::left_out(&self.board.name, lacking, &kind.name, name),
            (Some(_), None) => format!("the track `{}` has no {} {name:?}", self.board.name, kind.name),
            (None, None) => format!("there is no {} {name:?}", kind.name),
        };
        let problem = Diagnostic::error(Code::UnknownName, e.span, message);
        let on_track = kind.on_track.is_some() || lacking.is_some();
        let problem = problem.did_you_mean_text(nearest(name, names.map(|n| &**n)));
        let problem = if on_track { problem.or_hint(ir::rows::LACKING_HINT) } else { problem };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
        self.none()
    }

    fn eval_access(&mut self, e: &'a Expr, want: Want) -> Option<Slot> {
        let access = self.access(e)?;
        let words = self.words(&e.ty, e.span);
        let slot = self.read(access, words, want);
        // The bits of a set may be any word.
        if words == 1 && is_plain(&e.ty) && self.may_be_unset(e) {
            let at = self.emit(Op::CheckSet { a: slot });
            if let Some(name) = self.name_of(e) {
                self.about(at, Subject::Place(name.clone()));
            }
        }
        Some(slot)
    }

    /// Evaluates to a slot whose value stays while `rest` is evaluated.
    pub(super) fn eval_kept(&mut self, e: &'a Expr, rest: &[Expr]) -> Slot {
        if !rest.iter().any(fixed::has_call) {
            return self.eval(e, Want::Anywhere);
        }
        self.eval_steady(e, rest)
    }

    /// Evaluates to a slot that nothing changes while the frame keeps its room: a constant, a fixed variable or a copy.
    pub(super) fn eval_steady(&mut self, e: &'a Expr, _rest: &[Expr]) -> Slot {
        let words = self.words(&e.ty, e.span);
        let top = self.frame.top;
        let slot = self.eval(e, Want::Anywhere);
        let at = usize::from(slot);
        let temporary = at >= top && at < self.frame.top;
        let constant = at >= self.constants_start;
        let mut root = e;
        while let ExprKind::PieceOf { player, number: None, .. } = &root.kind {
            root = player;
        }
        let variable = matches!(&root.kind, ExprKind::Local(l) if !self.scope.is_assigned(*l));
        if temporary || constant || variable {
            return slot;
        }
        let copy = self.alloc(words);
        self.copy(copy, slot, words);
        copy
    }

    /// A place where a value survives calls. A call leaves its result in the called rule's frame, and the next call overwrites it.
    pub(super) fn out_of_calls(&mut self, slot: Slot, words: usize) -> Slot {
        let at = usize::from(slot);
        if at < usize::from(self.layout.frames) || at >= self.frame.base {
            return slot;
        }
        let copy = self.alloc(words);
        self.copy(copy, slot, words);
        copy
    }

    /// Evaluates both operands of an operation.
    pub(super) fn pair(&mut self, a: &'a Expr, b: &'a Expr) -> (Slot, Slot) {
        let (x, y) = (a, b);
        let a = self.eval_kept(a, std::slice::from_ref(b));
        let a = self.as_first_copy(a, x, y);
        let b = self.eval(b, Want::Anywhere);
        let b = self.as_first_copy(b, y, x);
        (a, b)
    }

    /// `p.dogs[2]`: the pieces of a player lie side by side.
    fn numbered_piece(&mut self, span: Span, piece: ir::PieceId, player: &'a Expr, number: &'a Expr, want: Want) -> Slot {
        let kind = &self.ir.pieces[piece.index()];
        let each = self.fold().word(&kind.count).unwrap_or(1);
        let known = self.fold().word(number);
        if known.is_some_and(|n| !(1..=each).contains(&n)) {
            let message = format!("there is no such piece: each player has {each} of `{}`, counted from 1", kind.as_name);
            let hint = format!("write a number from 1 to {each}, such as `p.{}[1]`", kind.as_name);
            let problem = Diagnostic::error(Code::WrongType, span, message).hint(hint);
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
        let player_slot = self.eval_kept(player, std::slice::from_ref(number));
        let (one, last) = (self.constant(1), self.constant(each));
        let dst = self.alloc(1);
        let number = match known {
            Some(n) => self.constant(n),
            None => {
                let slot = self.eval(number, Want::Anywhere);
                let outer = std::mem::replace(&mut self.span, number.span);
                let at = self.emit(Op::CheckIndex { a: slot, low: one, high: last });
                self.span = outer;
                let owner = self.name_of(player).map_or("…", |name| &**name);
                self.about(at, Subject::Member(Some(format!("{owner}.{}", kind.as_name).into())));
                slot
            }
        };
        self.emit(Op::Scale { dst, a: player_slot, factor: each as u16 });
        self.emit(Op::Add { dst, a: dst, b: number });
        let to = self.target(want, 1);
        self.emit(Op::Sub { dst: to, a: dst, b: one });
        to
    }

    fn owner_or_number(&mut self, e: &'a Expr, piece: &'a Expr, want: Want) -> Slot {
        let Type::Piece(id) = piece.ty.present() else { return self.none() };
        let each = self.fold().word(&self.ir.pieces[id.index()].count).unwrap_or(1);
        let slot = self.eval(piece, Want::Anywhere);
        let owner = matches!(e.kind, ExprKind::OwnerOf(_));
        if each == 1 {
            let slot = if owner { slot } else { self.constant(1) };
            return self.deliver(slot, 1, want);
        }
        let (b, dst) = (self.constant(each), self.target(want, 1));
        if owner {
            self.emit(Op::Div { dst, a: slot, b });
        } else {
            self.emit(Op::Rem { dst, a: slot, b });
            let one = self.constant(1);
            self.emit(Op::Add { dst, a: dst, b: one });
        }
        dst
    }

    fn compare_many(&mut self, op: Comparison, a: &'a Expr, b: &'a Expr, want: Want) -> Slot {
        let lists = matches!(a.ty, Type::List(..));
        let words = self.words(&a.ty, a.span);
        self.same_bounds(&b.ty, &a.ty, b.span);
        let (a, b) = (self.eval_steady(a, std::slice::from_ref(b)), self.eval(b, Want::Anywhere));
        let dst = self.target(want, 1);
        if lists {
            self.emit(Op::ListEq { dst, a, b });
        } else {
            self.emit(Op::EqN { dst, a, b });
            self.emit(Op::Extra { a: words as u16, b: 0, c: 0 });
        }
        if op == Comparison::Ne {
            self.emit(Op::Not { dst, a: dst });
        }
        dst
    }

    fn arithmetic(&mut self, span: Span, ty: &Type, op: Arithmetic, (a, b): (&'a Expr, &'a Expr), want: Want) -> Slot {
        match ty {
            Type::Set(of) => {
                let words = self.words(ty, span);
                let member = |ty: &Type| !matches!(ty, Type::Set(_) | Type::List(..));
                if member(&b.ty) {
                    let set = self.fresh(want, words);
                    self.eval(a, Want::Fresh(set));
                    let m = self.eval(b, Want::Anywhere);
                    let a = self.set_member(m, of);
                    let count = words as u16;
                    self.emit(match op {
                        Arithmetic::Add => Op::SetAdd { set, a, words: count },
                        _ => Op::SetRemove { set, a, words: count },
                    });
                    return self.deliver(set, words, want);
                }
                self.same_bounds(&a.ty, ty, a.span);
                self.same_bounds(&b.ty, ty, b.span);
                let (a, b) = (self.eval_steady(a, std::slice::from_ref(b)), self.eval(b, Want::Anywhere));
                let dst = self.target(want, words);
                for w in 0..words as Slot {
                    let (dst, a, b) = (dst + w, a + w, b + w);
                    self.emit(match op {
                        Arithmetic::Add => Op::BitOr { dst, a, b },
                        Arithmetic::Both => Op::BitAnd { dst, a, b },
                        _ => Op::BitAndNot { dst, a, b },
                    });
                }
                dst
            }
            Type::List(..) => {
                let words = self.words(ty, span);
                let list = self.fresh(want, words);
                self.eval_as(a, ty, Want::Fresh(list));
                self.extend_list(list, words - 1, b, None);
                self.deliver(list, words, want)
            }
            _ => {
                let (a, b) = self.pair(a, b);
                let dst = self.target(want, 1);
                self.emit(int_op(op, dst, a, b));
                dst
            }
        }
    }

    /// A member's number within its set.
    pub(super) fn set_member(&mut self, member: Slot, of: &Type) -> Slot {
        let Type::Int(Some(bounds)) = of else { return member };
        let fold = self.fold();
        let (Some(low), Some(high)) = (fold.word(&bounds.0), fold.word(&bounds.1)) else { return member };
        let (low_slot, high) = (self.constant(low), self.constant(high));
        self.emit(Op::CheckRange { a: member, low: low_slot, high });
        if low == 0 {
            return member;
        }
        let dst = self.alloc(1);
        self.emit(Op::Sub { dst, a: member, b: low_slot });
        dst
    }

    fn if_value(&mut self, ty: &Type, arms: &'a [(Condition, Expr)], otherwise: &'a Expr, want: Want) -> Slot {
        let words = self.words(ty, self.span);
        let dst = self.fresh(want, words);
        let end = self.label();
        for (condition, value) in arms {
            // Conditions known beforehand cost nothing in the game.
            if let Condition::Expr(c) = condition {
                match self.fold().word(c) {
                    Some(0) => continue,
                    Some(_) => {
                        self.eval_as(value, ty, Want::Fresh(dst));
                        self.place(end);
                        return self.deliver(dst, words, want);
                    }
                    None => {}
                }
            }
            let next = self.label();
            self.condition(condition, next);
            self.eval_as(value, ty, Want::Fresh(dst));
            self.jump(Op::Jump { to: 0 }, end);
            self.place(next);
        }
        self.eval_as(otherwise, ty, Want::Fresh(dst));
        self.place(end);
        self.deliver(dst, words, want)
    }

    fn match_value(
        &mut self,
        ty: &Type,
        subject: &'a Expr,
        arms: &'a [(Vec<Expr>, Expr)],
        otherwise: Option<&'a Expr>,
        want: Want,
    ) -> Slot {
        let words = self.words(ty, self.span);
        let dst = self.fresh(want, words);
        let end = self.label();
        let known = self.fold().word(subject);
        let slot = self.eval_steady(subject, &[]);
        for (n, (cases, value)) in arms.iter().enumerate() {
            let next = self.label();
            let last = otherwise.is_none() && n + 1 == arms.len();
            match self.arm(known, slot, cases, last, next) {
                Arm::Never => {}
                Arm::Always => {
                    self.note_reads(value);
                    self.eval_as(value, ty, Want::Fresh(dst));
                    self.place(next);
                    self.place(end);
                    return self.deliver(dst, words, want);
                }
                Arm::Maybe => {
                    self.note_reads(value);
                    self.eval_as(value, ty, Want::Fresh(dst));
                    self.jump(Op::Jump { to: 0 }, end);
                }
            }
            self.place(next);
        }
        if let Some(value) = otherwise {
            self.note_reads(value);
            self.eval_as(value, ty, Want::Fresh(dst));
        }
        self.place(end);
        self.deliver(dst, words, want)
    }

    /// Jumps to `next` unless the subject is one of the cases.
    pub(super) fn arm(&mut self, known: Option<i32>, subject: Slot, cases: &'a [Expr], last: bool, next: Label) -> Arm {
        let words: Vec<Option<i32>> = cases.iter().map(|c| self.fold().word(c)).collect();
        if let Some(known) = known {
            return if words.contains(&Some(known)) { Arm::Always } else { Arm::Never };
        }
        if last {
            return Arm::Always;
        }
        let hit = self.label();
        for (n, case) in cases.iter().enumerate() {
            let b = self.eval(case, Want::Anywhere);
            if n + 1 == cases.len() {
                self.jump(Op::JumpNe { a: subject, b, to: 0 }, next);
            } else {
                self.jump(Op::JumpEq { a: subject, b, to: 0 }, hit);
            }
        }
        self.place(hit);
        Arm::Maybe
    }

    fn members(&mut self, span: Span, ty: &Type, members: &'a [Expr], want: Want) -> Slot {
        let words = self.words(ty, span);
        let dst = self.fresh(want, words);
        let zero = self.constant(0);
        match ty {
            Type::Set(of) => {
                self.emit(Op::Fill { dst, src: zero, words: words as u16 });
                for m in members {
                    let slot = self.eval(m, Want::Anywhere);
                    let slot = self.set_member(slot, of);
                    self.emit(Op::SetAdd { set: dst, a: slot, words: words as u16 });
                    for copy in self.other_copies(m) {
                        let a = self.constant(copy);
                        self.emit(Op::SetAdd { set: dst, a, words: words as u16 });
                    }
                }
            }
            _ => {
                self.emit(Op::Move { dst, src: zero });
                for m in members {
                    let slot = self.eval(m, Want::Anywhere);
                    self.emit(Op::ListAdd { list: dst, a: slot, capacity: words as u16 - 1 });
                }
            }
        }
        self.deliver(dst, words, want)
    }

    fn per_keys(&mut self, e: &'a Expr, pairs: &'a [(Expr, Expr)], otherwise: Option<&'a Expr>, want: Want) -> Slot {
        let words = self.words(&e.ty, e.span);
        let dst = self.fresh(want, words);
        let Type::Per(_, dims) = &e.ty else { return dst };
        if self.sizes.words(&self.fold(), &e.ty).is_none() {
            return dst;
        }
        let row_ty = e.ty.row();
        let each = self.words(&row_ty, e.span);
        let (low, size) = self.fold().dimension(&dims[0]).unwrap_or((0, 1));
        for n in 0..size {
            let key = low + n as i32;
            // Where a key is missing, that has been reported.
            let given = pairs.iter().find(|(k, _)| self.fold().word(k) == Some(key)).map(|(_, v)| v).or(otherwise);
            if let Some(value) = given {
                self.eval_as(value, &row_ty, Want::Fresh(dst + (n * each) as Slot));
            }
        }
        self.deliver(dst, words, want)
    }
}

/// Whether a value of the type is one word.
pub(super) fn is_plain(ty: &Type) -> bool {
    !matches!(ty, Type::Set(_) | Type::List(..) | Type::Per(..) | Type::Range)
}

pub(super) fn int_op(op: Arithmetic, dst: Slot, a: Slot, b: Slot) -> Op {
    match op {
        Arithmetic::Add => Op::Add { dst, a, b },
        Arithmetic::Subtract => Op::Sub { dst, a, b },
        Arithmetic::Multiply => Op::Mul { dst, a, b },
        Arithmetic::Divide => Op::Div { dst, a, b },
        Arithmetic::Remainder => Op::Rem { dst, a, b },
        Arithmetic::Both => Op::BitAnd { dst, a, b },
    }
}

/// Whether an arm of a `match` is taken.
pub(super) enum Arm {
    Always,
    Never,
    Maybe,
}
