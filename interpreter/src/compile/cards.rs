//! Cards: where they lie, how they move, and what a name with several copies means.

use super::*;
use crate::ir::{Each, Expr, ExprKind, KindId, Owner, PileId, StmtKind, Visibility};
use crate::program::{Cards, Heap, header};

impl<'a> Compiler<'a> {
    /// Lays out cards and piles, with all cards in their first pile.
    pub(super) fn lay_out_cards(&mut self) {
        let ir = self.ir;
        self.layout.piles = vec![(0, 1, 0); ir.piles.len()];
        for (k, kind) in ir.kinds.iter().enumerate() {
            if !kind.is_card {
                self.cards.push(Cards::default());
                continue;
            }
            let cards = self.lay_out_kind(KindId(k as u16));
            self.cards.push(cards);
        }
    }

    fn lay_out_kind(&mut self, kind: KindId) -> Cards {
        let ir = self.ir;
        let count = self.board.tables.kinds.get(kind.index()).map_or(0, |rows| rows.len());
        let words = count.div_ceil(32).max(1);
        let all_players = self.memory[header::IN_PLAY];
        let mut cards = Cards { count: count as u16, words: words as u16, backs: self.backs(kind), ..Cards::default() };
        let full = ir.piles.iter().find(|p| p.kind == kind && p.full && p.owner == Owner::State);
        for (n, pile) in ir.piles.iter().enumerate().filter(|(_, p)| p.kind == kind) {
            let owners = self.owners(pile.owner);
            let mut set = vec![0; words];
            if full.is_some_and(|f| f.span == pile.span) {
                (0..count).for_each(|card| set[card / 32] |= 1 << (card % 32));
            }
            let base = self.grow(&set.repeat(owners));
            self.layout.piles[n] = (base, words, cards.heaps.len() as u16);
            let most = pile.max.as_ref().map_or(i32::MAX, |max| self.fold().word(max).unwrap_or(i32::MAX));
            let stream = self.stream(&pile.name);
            for number in 0..owners {
                let owner = match pile.owner {
                    Owner::State => None,
                    Owner::Piece(_) => Some(number / (owners / self.sizes.players.max(1)).max(1)),
                    _ => Some(number),
                };
                let seen_by = match (pile.visibility, owner) {
                    (Visibility::Open, _) => all_players,
                    (Visibility::Private, Some(owner)) => 1 << owner,
                    _ => 0,
                };
                let set = base + (number * words) as Slot;
                let pile = PileId(n as u16);
                cards.heaps.push(Heap { pile, owner, number, set, seen_by, most, refill: None, stream });
            }
        }
        for heap in 0..cards.heaps.len() {
            let (pile, number) = (cards.heaps[heap].pile, cards.heaps[heap].number);
            let Some(from) = ir.piles[pile.index()].refills else { continue };
            let first = usize::from(self.layout.piles[from.index()].2);
            let own = ir.piles[from.index()].owner == ir.piles[pile.index()].owner;
            cards.heaps[heap].refill = Some((first + if own { number } else { 0 }) as u16);
        }
        let at = full.map(|f| ir.piles.iter().position(|p| p.span == f.span).unwrap_or(0));
        let home = at.map(|n| self.layout.piles[n].2);
        // Nobody knows the order of a hidden pile. In any other pile, the first row lies on top.
        let ordered = full.is_some_and(|f| f.visibility != Visibility::Hidden);
        let order: Words = (0..count).map(|n| if ordered { (count - n) as i32 } else { 0 }).collect();
        let known = home.map_or(0, |heap| cards.heaps[usize::from(heap)].seen_by);
        cards.place = self.grow(&vec![home.map_or(NONE, i32::from); count]);
        cards.order = self.grow(&order);
        cards.known = self.grow(&vec![known; count]);
        if self.moves_in_secret(kind) {
            cards.before = Some(self.grow(&vec![0; 3 * count]));
        }
        cards
    }

    /// Whether players may move cards of this kind while they act in secret.
    fn moves_in_secret(&self, kind: KindId) -> bool {
        let mut found = false;
        if self.ir.piles.iter().any(|pile| pile.kind == kind && pile.visibility == Visibility::Private) {
            let rules = self.ir.rules.iter();
            rules.for_each(|rule| ir::walk::all_of_rule(rule, &mut |part| found |= part.is_secretly()));
        }
        found
    }

    /// The back of each card, as a number.
    fn backs(&mut self, kind: KindId) -> Vec<u16> {
        let Some(rows) = self.board.tables.kinds.get(kind.index()) else { return vec![] };
        let fields = self.ir.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::Rows(kind));
        let column = self.ir.kinds[kind.index()].back.and_then(|back| fields.map(|(n, _)| n).position(|n| n == back.index()));
        let Some(column) = column else { return vec![0; rows.len()] };
        let mut seen: Vec<Option<&Words>> = vec![];
        let mut backs = vec![];
        for values in &rows.values {
            let value = values.get(column).and_then(Option::as_ref);
            let known = seen.iter().position(|v| *v == value);
            backs.push(known.unwrap_or(seen.len()) as u16);
            if known.is_none() {
                seen.push(value);
            }
        }
        backs
    }

    /// The number of a pile among the heaps of its kind, and the kind.
    fn heap(&mut self, pile: &'a Expr) -> (Slot, u16) {
        let ExprKind::Pile { pile: id, of } = &pile.kind else { return (self.none(), 0) };
        let first = self.layout.piles[id.index()].2;
        let kind = self.ir.piles[id.index()].kind.0;
        let Some(of) = of else { return (self.constant(i32::from(first)), kind) };
        let owner = self.eval(of, Want::Anywhere);
        let (b, dst) = (self.constant(i32::from(first)), self.alloc(1));
        self.emit(Op::Add { dst, a: owner, b });
        (dst, kind)
    }

    pub(super) fn cards_stmt(&mut self, stmt: &'a StmtKind) {
        match stmt {
            StmtKind::MoveCard { card, to, bottom } => {
                let by_name = matches!(card.kind, ExprKind::Named(_)) && self.has_copies(&card.ty);
                let card = self.eval_steady(card, &[]);
                let (to, kind) = self.heap(to);
                self.emit(Op::MoveCard { card, to });
                self.emit(Op::Extra { a: kind, b: u16::from(*bottom), c: u16::from(by_name) });
            }
            StmtKind::MoveAll { from, to, bottom } => {
                let (from, kind) = self.heap(from);
                let (to, _) = self.heap(to);
                self.emit(Op::MoveAll { from, to });
                self.emit(Op::Extra { a: kind, b: u16::from(*bottom), c: 0 });
            }
            StmtKind::Draw { number, from, to } => {
                let number = self.eval_steady(number, &[]);
                let (from, kind) = self.heap(from);
                let (to, _) = self.heap(to);
                self.emit(Op::DrawCards { number, from, to });
                self.emit(Op::Extra { a: kind, b: 0, c: 0 });
            }
            StmtKind::Shuffle(pile) => {
                let (heap, kind) = self.heap(pile);
                self.emit(Op::Shuffle { heap, kind });
            }
            _ => {}
        }
    }

    /// Compiles `top(pile)`.
    pub(super) fn top(&mut self, pile: &'a Expr, want: Want) -> Slot {
        let (heap, kind) = self.heap(pile);
        let dst = self.target(want, 1);
        self.emit(Op::TopCard { dst, heap, kind });
        dst
    }

    /// Whether a value of this type may be one of several copies.
    pub(super) fn has_copies(&self, ty: &Type) -> bool {
        match ty {
            Type::Row(kind) => self.board.tables.kinds.get(kind.index()).is_some_and(|rows| rows.has_copies()),
            Type::Set(of) | Type::Optional(of) => self.has_copies(of),
            _ => false,
        }
    }

    /// All copies but the first, if a name has several.
    pub(super) fn other_copies(&self, e: &Expr) -> Vec<i32> {
        let (ExprKind::Named(name), Type::Row(kind)) = (&e.kind, e.ty.present()) else { return vec![] };
        let Some(rows) = self.board.tables.kinds.get(kind.index()) else { return vec![] };
        let Some(first) = rows.by_name.get(name) else { return vec![] };
        let copies = (usize::from(*first)..rows.len()).take_while(|n| rows.first[*n] == *first);
        copies.skip(1).map(|n| n as i32).collect()
    }

    /// A card that is compared with a name counts as the first of its copies.
    pub(super) fn as_first_copy(&mut self, slot: Slot, e: &Expr, other: &Expr) -> Slot {
        let by_name = matches!(other.kind, ExprKind::Named(_)) && !matches!(e.kind, ExprKind::Named(_));
        let Type::Row(kind) = e.ty.present() else { return slot };
        if !by_name || !self.has_copies(&e.ty) {
            return slot;
        }
        let table: Words = self.board.tables.kinds[kind.index()].first.iter().map(|n| i32::from(*n)).collect();
        let (base, dst) = (self.constants(&table), self.alloc(1));
        self.emit(Op::LoadSome { dst, base, index: slot });
        dst
    }

    /// Offers cards as options. Copies in the same pile are one option, and so are all copies whose place the decider doesn't know.
    pub(super) fn offer_cards(&mut self, first: &'a Each, rest: &'a [Each], number: u16, site: u16, labels: (Label, Label)) {
        let Type::Set(of) = &first.source.ty else {
            self.each(&first.source, first.local, first.filter.as_ref(), labels, &mut |this| {
                this.offer_each(rest, number, site);
            });
            return;
        };
        let Type::Row(kind) = **of else { return };
        let words = self.words(&first.source.ty, first.source.span);
        let set = self.alloc(words);
        self.eval(&first.source, Want::Fresh(set));
        self.over_copied(set, words, first.local, labels, &mut |this| {
            let card = this.local(first.local);
            if let Some(filter) = &first.filter {
                let fits = this.label();
                this.branch(filter, fits, true);
                // What isn't meant stands for no copy.
                this.emit(Op::SetRemove { set, a: card, words: words as u16 });
                this.jump(Op::Jump { to: 0 }, labels.0);
                this.place(fits);
            }
            this.jump(Op::JumpCopy { set, card, to: 0 }, labels.0);
            this.emit(Op::Extra { a: kind.0, b: site, c: 0 });
            this.offer_each(rest, number, site);
        });
    }

    /// The kind and first copy of a card named in `draws`.
    pub(super) fn drawn(&mut self, name: &str, span: Span) -> Option<(KindId, u16)> {
        let kinds = || (0..self.ir.kinds.len()).map(|k| KindId(k as u16)).filter(|k| self.ir.kinds[k.index()].is_card);
        let found = kinds().find_map(|kind| Some((kind, self.board.tables.named(kind, name)?)));
        if found.is_none() {
            let names = kinds().filter_map(|k| self.board.tables.kinds.get(k.index())).flat_map(|rows| rows.by_name.keys());
            let problem = Diagnostic::error(Code::UnknownName, span, format!("there is no card {name:?}"));
            self.problems.push(problem.did_you_mean_text(nearest(name, names.map(|n| &**n))));
        }
        found
    }
}
