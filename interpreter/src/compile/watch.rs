//! Watches what the condition of a `whenever` reads. A store to it sets a bit. When the game reaches a decision, and after each line of the
//! flow, one look at the bits tells whether there is anything to do.
//!
//! A `whenever` that goes through players looks at each player separately. A store sets the bit only if the condition read the field for
//! some player when it was last evaluated, and then it is evaluated again for those players only. The arms of a `match` that it went
//! through count: where rows name the values to ask for, only those that the current row asks for are watched.

mod reads;

use std::collections::BTreeMap;

use super::*;
use crate::ir::{Condition, Expr, ExprKind, Owner, Quantifier, Query, RuleBody, Stmt, StmtKind};
use crate::program::watch;

/// Something that a condition reads and a statement may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Item {
    Field(usize),
    /// Where pieces of a kind stand.
    Piece(usize),
    /// Where cards of a kind lie.
    Cards(usize),
    /// Who still plays, and which place others have.
    Players,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Watched {
    /// For whatever may change, the bits of the `whenever`s that read it and don't go through players.
    whole: BTreeMap<Item, i32>,
    by_player: Vec<ByPlayer>,
}

/// A `whenever` that goes through players.
#[derive(Clone, Debug)]
struct ByPlayer {
    rule: RuleId,
    bit: i32,
    /// What its condition may read, in classes.
    classes: BTreeMap<Item, u16>,
    /// Where it keeps for whom to evaluate the condition, and what was read.
    block: Slot,
}

/// A condition being compiled, of a `whenever` that goes through players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watching {
    number: usize,
    member: LocalId,
    /// Two words: the classes read for the player in question, and those read for others.
    reads: Slot,
}

/// The number of bits. Further `whenever`s share them.
const BITS: usize = 31;
/// The number of classes. Further items share them.
const CLASSES: usize = 16;
/// Set while nothing is to be looked at.
const BUSY: i32 = i32::MIN;

/// The condition of a `whenever`, which is the first thing in its rule.
fn condition(rule: &ir::Rule) -> Option<&Expr> {
    let RuleBody::Block(block) = &rule.body else { return None };
    match block.first().map(|s| &s.kind) {
        Some(StmtKind::While { condition: Condition::Expr(e) | Condition::Let(_, e), .. }) => Some(e),
        _ => None,
    }
}

/// The query of a `whenever` that goes through all players, and its filter.
fn through_players(e: &Expr) -> Option<(&Query, &Expr)> {
    let ExprKind::Query(q) = &e.kind else { return None };
    let all = matches!(q.source.kind, ExprKind::Players | ExprKind::PlayersFrom(_) | ExprKind::All(Type::Player));
    let filter =
        q.filter.as_ref().filter(|_| all && q.quantifier == Quantifier::First && q.by.is_empty() && q.value.is_none())?;
    Some((q, filter))
}

impl<'a> Compiler<'a> {
    pub(super) fn what_is_watched(&self) -> Watched {
        let mut watched = Watched::default();
        for (n, rule) in self.ir.whenevers.iter().enumerate() {
            let bit = 1 << (n % BITS);
            let Some(e) = condition(&self.ir.rules[rule.index()]) else { continue };
            if let Some((q, filter)) = through_players(e) {
                let reads = self.reads(filter, Some(q.local), true);
                let items = reads.own.union(&reads.shared);
                let classes = items.enumerate().map(|(class, item)| (*item, 1 << (class % CLASSES))).collect();
                watched.by_player.push(ByPlayer { rule: *rule, bit, classes, block: 0 });
                continue;
            }
            let reads = self.reads(e, None, true);
            reads.shared.iter().for_each(|item| *watched.whole.entry(*item).or_default() |= bit);
        }
        watched
    }

    /// Takes room for the blocks of `whenever`s at the end of the state, so that it is known what a change to them may touch.
    pub(super) fn lay_out_watches(&mut self) {
        let players = self.sizes.players;
        for n in 0..self.watched.by_player.len() {
            let mut block = vec![0; watch::OWN + players];
            block[watch::BIT] = self.watched.by_player[n].bit;
            let block = self.grow(&block);
            self.watched.by_player[n].block = block;
            self.layout.watches.push(block);
        }
        // At the beginning everything is new.
        let count = self.ir.whenevers.len();
        self.layout.changed = self.grow(&[if count >= BITS { i32::MAX } else { (1 << count) - 1 }]);
        let all = self.memory[crate::program::header::IN_PLAY];
        for block in &self.layout.watches {
            if let Some(awake) = self.memory.get_mut(usize::from(*block) + watch::AWAKE) {
                *awake = all;
            }
        }
    }

    pub(super) fn is_watched(&self, item: Item) -> bool {
        self.watched.whole.contains_key(&item) || self.watched.by_player.iter().any(|w| w.classes.contains_key(&item))
    }

    /// Notes a change for the conditions that read `item`. `of` is the word that holds the player concerned, if known.
    pub(super) fn touch(&mut self, item: Item, of: Option<Slot>) {
        if let Some(bits) = self.watched.whole.get(&item).copied() {
            let (dst, b) = (self.layout.changed, self.constant(bits));
            self.emit(Op::BitOr { dst, a: dst, b });
        }
        for n in 0..self.watched.by_player.len() {
            let ByPlayer { block, classes, .. } = &self.watched.by_player[n];
            let (block, Some(classes)) = (*block, classes.get(&item).copied()) else { continue };
            let of = of.unwrap_or_else(|| self.none());
            self.emit(Op::Touch { watch: block, of, classes });
        }
    }

    /// The player whose field is stored, if a variable holds that player.
    pub(super) fn whose(&mut self, place: &ir::Place) -> Option<Slot> {
        let ir::PlaceKind::Field { field, of: Some(of) } = &place.kind else { return None };
        match of.kind {
            ExprKind::Local(local) if self.ir.fields[field.index()].owner == Owner::Player => Some(self.local(local)),
            _ => None,
        }
    }

    pub(super) fn touch_cards(&mut self, stmt: &'a StmtKind) {
        let pile = match stmt {
            StmtKind::MoveCard { to, .. } | StmtKind::MoveAll { to, .. } | StmtKind::Draw { to, .. } => to,
            _ => return,
        };
        if let ExprKind::Pile { pile, .. } = &pile.kind {
            let kind = self.ir.piles[pile.index()].kind;
            self.touch(Item::Cards(kind.index()), None);
        }
    }

    /// The classes of what a part of a condition reads for sure, for the player and for others.
    fn classes_of(&self, number: usize, part: &'a Expr, member: LocalId) -> [u16; 2] {
        let reads = self.reads(part, Some(member), false);
        let classes = &self.watched.by_player[number].classes;
        [&reads.own, &reads.shared].map(|items| items.iter().filter_map(|item| classes.get(item)).fold(0, |all, c| all | c))
    }

    /// Notes the classes that an arm of a `match` reads, in a condition that is watched.
    pub(super) fn note_reads(&mut self, arm: &'a Expr) {
        let Some(Watching { number, member, reads }) = self.watching else { return };
        let classes = self.classes_of(number, arm, member);
        for (dst, classes) in (reads..).zip(classes).filter(|(_, classes)| *classes != 0) {
            let b = self.constant(classes.into());
            self.emit(Op::BitOr { dst, a: dst, b });
        }
    }

    /// Compiles the rule of a `whenever` that goes through players. Returns whether it is one.
    pub(super) fn through_awake(&mut self, rule: RuleId) -> bool {
        let Some(number) = self.watched.by_player.iter().position(|w| w.rule == rule) else { return false };
        let RuleBody::Block(block) = &self.ir.rules[rule.index()].body else { return false };
        let Some(Stmt { kind: StmtKind::While { condition: Condition::Let(found, e), body }, .. }) = block.first() else {
            return false;
        };
        let Some((q, filter)) = through_players(e) else { return false };
        let watch = self.watched.by_player[number].block;
        let awake = watch + watch::AWAKE as Slot;
        let (top, exit) = (self.placed(), self.label());
        let slot = self.declare(*found);
        let (none, nobody) = (self.none(), self.constant(0));
        self.emit(Op::Move { dst: slot, src: none });
        let labels = (self.label(), self.label());
        let classes = self.classes_of(number, filter, q.local);
        self.each(&q.source, q.local, None, labels, &mut |this| {
            let member = this.local(q.local);
            this.jump(Op::JumpHasNot { set: awake, a: member, to: 0 }, labels.0);
            let reads = this.alloc(2);
            for (dst, classes) in (reads..).zip(classes) {
                let src = this.constant(classes.into());
                this.emit(Op::Move { dst, src });
            }
            let asleep = this.label();
            this.watching = Some(Watching { number, member: q.local, reads });
            this.branch(filter, asleep, false);
            this.watching = None;
            this.copy(slot, member, 1);
            this.jump(Op::Jump { to: 0 }, labels.1);
            this.place(asleep);
            this.emit(Op::Doze { watch, member, reads });
            this.jump(Op::JumpEq { a: awake, b: nobody, to: 0 }, labels.1);
        });
        self.jump(Op::JumpEq { a: slot, b: none, to: 0 }, exit);
        self.endless(exit, top, body);
        // The condition is no longer evaluated for players who have left the game.
        self.emit(Op::Move { dst: awake, src: nobody });
        self.leave();
        true
    }

    /// Checks whether a change has set a bit, and if so runs what waits for it.
    pub(super) fn look(&mut self) {
        let Some(watch) = self.ir.watch.filter(|_| !self.loading) else { return };
        let (past, zero) = (self.label(), self.constant(0));
        self.jump(Op::JumpLe { a: self.layout.changed, b: zero, to: 0 }, past);
        self.call_out(watch, &[], Want::Anywhere);
        self.place(past);
    }

    /// Stops all checks while players act in secret. Returns what [`Compiler::open_eyes`] needs.
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

    /// Compiles the rule that runs all `whenever`s whose bit is set, until no bit is.
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
            // If several share a bit, the last one clears it.
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
