//! `whenever`: what its condition reads is watched. A store to it sets a bit; where a decision is reached, and behind each line of the flow,
//! one look at the bits says whether there is anything to do.

use super::*;
use crate::ir::{Builtin, Condition, Expr, ExprKind, RuleBody, StmtKind};

/// By what may change: the bits of those that read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Watched {
    pub fields: Vec<i32>,
    pub pieces: Vec<i32>,
    /// By kind of cards.
    pub cards: Vec<i32>,
    /// Who still plays, and which place others have.
    pub players: i32,
}

/// The bits there are; more share them.
const BITS: usize = 31;
/// Set while nothing is to be looked at.
const BUSY: i32 = i32::MIN;

/// The bits of so many.
pub(super) fn all_bits(count: usize) -> i32 {
    if count >= BITS { i32::MAX } else { (1 << count) - 1 }
}

impl<'a> Compiler<'a> {
    pub(super) fn what_is_watched(&self) -> Watched {
        let ir = self.ir;
        let mut watched = Watched {
            fields: vec![0; ir.fields.len()],
            pieces: vec![0; ir.pieces.len()],
            cards: vec![0; ir.kinds.len()],
            players: 0,
        };
        for (n, rule) in ir.whenevers.iter().enumerate() {
            let bit = 1 << (n % BITS);
            let RuleBody::Block(block) = &ir.rules[rule.index()].body else { continue };
            let Some(StmtKind::While { condition: Condition::Expr(e) | Condition::Let(_, e), .. }) =
                block.first().map(|s| &s.kind)
            else {
                continue;
            };
            let mut called = vec![];
            let mut see = |e: &Expr, called: &mut Vec<RuleId>| match &e.kind {
                ExprKind::Field { field, .. } => watched.fields[field.index()] |= bit,
                ExprKind::At(piece) => {
                    if let Type::Piece(id) = piece.ty.present() {
                        watched.pieces[id.index()] |= bit;
                    }
                }
                ExprKind::Builtin(Builtin::Occupants, _) => watched.pieces.iter_mut().for_each(|bits| *bits |= bit),
                ExprKind::Builtin(Builtin::Place | Builtin::PreviousPlace | Builtin::NextPlayer, _)
                | ExprKind::Players
                | ExprKind::PlayersFrom(_)
                | ExprKind::Others(_) => watched.players |= bit,
                ExprKind::Pile { pile, .. } => {
                    if let Some(bits) = watched.cards.get_mut(ir.piles[pile.index()].kind.index()) {
                        *bits |= bit;
                    }
                }
                ExprKind::Call { rule, .. } => called.push(*rule),
                _ => {}
            };
            ir::walk::expr(e, &mut |e| see(e, &mut called));
            let mut seen = vec![false; ir.rules.len()];
            while let Some(rule) = called.pop() {
                if std::mem::replace(&mut seen[rule.index()], true) {
                    continue;
                }
                match &ir.rules[rule.index()].body {
                    RuleBody::Before { first, then } => called.extend([*first, *then]),
                    RuleBody::After { inner, then } => called.extend([*inner, *then]),
                    _ => ir::walk::rule(&ir.rules[rule.index()], &mut |e| see(e, &mut called)),
                }
            }
        }
        watched
    }

    /// Notes a change for those that read it.
    pub(super) fn touch(&mut self, bits: i32) {
        if bits != 0 {
            let (dst, b) = (self.layout.changed, self.constant(bits));
            self.emit(Op::BitOr { dst, a: dst, b });
        }
    }

    pub(super) fn touch_cards(&mut self, stmt: &'a StmtKind) {
        let pile = match stmt {
            StmtKind::MoveCard { to, .. } | StmtKind::MoveAll { to, .. } | StmtKind::Draw { to, .. } => to,
            _ => return,
        };
        if let ExprKind::Pile { pile, .. } = &pile.kind {
            let kind = self.ir.piles[pile.index()].kind;
            self.touch(self.watched.cards[kind.index()]);
        }
    }

    /// Looks whether something is to be done that waits for a change.
    pub(super) fn look(&mut self) {
        let Some(watch) = self.ir.watch.filter(|_| !self.loading) else { return };
        let (past, zero) = (self.label(), self.constant(0));
        self.jump(Op::JumpLe { a: self.layout.changed, b: zero, to: 0 }, past);
        self.call_out(watch, &[], Want::Anywhere);
        self.place(past);
    }

    /// While players act in secret nothing is looked at. Gives what [`Compiler::open_eyes`] needs.
    pub(super) fn close_eyes(&mut self) -> Slot {
        if self.ir.watch.is_none() {
            return 0;
        }
        let (changed, busy, before) = (self.layout.changed, self.constant(BUSY), self.alloc(1));
        self.emit(Op::BitAnd { dst: before, a: changed, b: busy });
        self.emit(Op::BitOr { dst: changed, a: changed, b: busy });
        before
    }

    pub(super) fn open_eyes(&mut self, before: Slot) {
        if self.ir.watch.is_none() {
            return;
        }
        let (changed, busy) = (self.layout.changed, self.constant(BUSY));
        self.emit(Op::BitAndNot { dst: changed, a: changed, b: busy });
        self.emit(Op::BitOr { dst: changed, a: changed, b: before });
    }

    /// The rule that looks at all: those whose bit is set, until none is.
    pub(super) fn watch_all(&mut self) {
        let (changed, busy) = (self.layout.changed, self.constant(BUSY));
        self.emit(Op::BitOr { dst: changed, a: changed, b: busy });
        let bit = self.alloc(1);
        let zero = self.constant(0);
        let top = self.placed();
        for (n, rule) in self.ir.whenevers.iter().enumerate() {
            let next = self.label();
            let own = self.constant(1 << (n % BITS));
            self.emit(Op::BitAnd { dst: bit, a: changed, b: own });
            self.jump(Op::JumpEq { a: bit, b: zero, to: 0 }, next);
            // Of several that share a bit, the last takes it away.
            if n + BITS >= self.ir.whenevers.len() {
                self.emit(Op::BitAndNot { dst: changed, a: changed, b: own });
            }
            self.call_out(*rule, &[], Want::Anywhere);
            self.place(next);
        }
        let done = self.label();
        self.jump(Op::JumpEq { a: changed, b: busy, to: 0 }, done);
        self.jump(Op::Back { to: 0 }, top);
        self.place(done);
        self.emit(Op::BitAndNot { dst: changed, a: changed, b: busy });
        self.leave();
    }
}
