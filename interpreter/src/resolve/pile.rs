//! Cards and their piles.

use super::*;
use crate::ir::StmtKind;
use crate::syntax::tree::{ExprKind as E, MoveTo, Name};
use scope::Symbol;

/// What to write where a pile is meant.
const A_PILE: &str = "name a pile, such as `deck` or `p.hand`";

/// The kind of a pile whose cards nothing declares.
const NO_KIND: KindId = KindId(u16::MAX);

impl<'t> Resolver<'t> {
    /// Declares rows that a track draws.
    pub(super) fn declare_on_track(&mut self, name: &'t Name, on_track: OnTrack, docs: &Docs) {
        self.declare_kind(name, None, None, docs);
        if let Some(kind) = self.ir.kinds.last_mut() {
            kind.on_track = Some(on_track);
        }
    }

    /// Declares data, records or cards. For cards, `back` names the field seen from behind.
    pub(super) fn declare_kind(
        &mut self,
        name: &'t Name,
        from: Option<&tree::Text>,
        back: Option<Option<&'t Name>>,
        docs: &Docs,
    ) {
        self.declare(name, Symbol::Rows(KindId(self.ir.kinds.len() as u16)));
        let file = from.map(|file| (self.fixed_text(file), file.span));
        self.schema.backs.push(back.flatten());
        self.ir.kinds.push(RowKind {
            name: name.text.clone(),
            file,
            on_track: None,
            is_card: back.is_some(),
            back: None,
            docs: docs.clone(),
            span: name.span,
        });
    }

    pub(super) fn declare_pile(&mut self, owner: Owner, pile: &'t tree::Pile) {
        let id = PileId(self.ir.piles.len() as u16);
        match owner {
            Owner::State => self.declare(&pile.name, Symbol::Pile(id)),
            Owner::Player | Owner::Piece(_) => self.check_member(owner, &pile.name, None),
            Owner::Space | Owner::Track | Owner::Rows(_) => {
                self.not_yet(pile.name.span, "a pile on the board", "move it to `state`, `player` or a piece");
                self.schema.later_members.push((owner, pile.name.text.clone()));
                return;
            }
        }
        if owner == Owner::State && pile.visibility == Visibility::Private {
            let problem =
                Diagnostic::error(Code::Misplaced, pile.name.span, "a private pile is seen by its owner, but this has none");
            self.report(problem.hint("say `hidden` for nobody, `open` for all, or declare it in `player { … }`"));
        }
        self.schema.piles.push(pile);
        self.ir.piles.push(Pile {
            owner,
            name: pile.name.text.clone(),
            kind: NO_KIND,
            visibility: pile.visibility,
            full: pile.full,
            max: None,
            refills: None,
            docs: pile.docs.clone(),
            span: pile.name.span,
            origin: self.origin,
        });
    }

    /// Resolves the backs of cards, and which cards lie in which pile.
    pub(super) fn resolve_piles(&mut self) {
        for n in 0..self.ir.kinds.len() {
            let Some(name) = self.schema.backs[n] else { continue };
            let owner = Owner::Rows(KindId(n as u16));
            let found = self.ir.fields.iter().position(|f| f.owner == owner && f.name == name.text);
            self.ir.kinds[n].back = found.map(|n| FieldId(n as u16));
            if found.is_none() {
                let fields = self.ir.fields.iter().filter(|f| f.owner == owner).map(|f| &*f.name);
                let message = format!("{} has nothing named `{}`", with_article(&self.ir.kinds[n].name), name.text);
                let problem = Diagnostic::error(Code::UnknownName, name.span, message);
                let problem = problem.did_you_mean(nearest(&name.text, fields));
                self.report(problem.or_hint("`back by` takes a field of the card"));
            }
        }
        for n in 0..self.ir.piles.len() {
            self.enter(self.ir.piles[n].origin);
            let of = &self.schema.piles[n].of;
            let Type::Row(kind) = self.named_kind(of) else { continue };
            if !self.ir.kinds[kind.index()].is_card {
                let problem = Diagnostic::error(Code::WrongType, of.span, format!("{} is not a kind of card", of.text));
                self.report(problem.hint("declare it with `card` in place of `data`"));
                continue;
            }
            self.ir.piles[n].kind = kind;
        }
        self.check_full();
        for n in 0..self.ir.piles.len() {
            let Some(from) = &self.schema.piles[n].refills else { continue };
            let (owner, kind) = (self.ir.piles[n].owner, self.ir.piles[n].kind);
            let of = |o: Owner| self.ir.piles.iter().position(|p| p.owner == o && p.name == from.text && p.kind == kind);
            match of(owner).or_else(|| of(Owner::State)) {
                Some(other) if other != n => self.ir.piles[n].refills = Some(PileId(other as u16)),
                _ if kind == NO_KIND => {}
                _ => {
                    let piles = self.ir.piles.iter().filter(|p| p.kind == kind).map(|p| &*p.name);
                    let near = nearest(&from.text, piles).filter(|near| *near != &*self.ir.piles[n].name);
                    let message = format!("there is no other pile `{}` of the same cards", from.text);
                    self.report(Diagnostic::error(Code::UnknownName, from.span, message).did_you_mean(near));
                }
            }
        }
    }

    fn named_kind(&mut self, name: &Name) -> Type {
        match self.global(&name.text).map(|g| g.symbol) {
            Some(Symbol::Rows(k)) => Type::Row(k),
            _ => {
                let cards = self.ir.kinds.iter().filter(|k| k.is_card).map(|k| &*k.name);
                let declaration = format!("declare it: `card {} {{ … }} from \"cards.ron\"`", name.text);
                self.report(no_such("card named", name, cards).or_hint(declaration));
                Type::Unknown
            }
        }
    }

    /// Checks that all cards of a kind begin in one full pile, because a card is always in exactly one pile.
    fn check_full(&mut self) {
        for n in 0..self.ir.kinds.len() {
            let of = |p: &&Pile| p.kind.index() == n;
            let full: Vec<(Span, Owner)> =
                self.ir.piles.iter().filter(of).filter(|p| p.full).map(|p| (p.span, p.owner)).collect();
            let name = self.ir.kinds[n].name.clone();
            match (full.as_slice(), self.ir.piles.iter().find(of)) {
                ([], Some(first)) => {
                    let message = format!("in which pile do the cards of {name} begin?");
                    let problem = Diagnostic::error(Code::Misplaced, first.span, message);
                    self.report(problem.hint("make one of their piles `full`: `pile deck of … hidden full`"));
                }
                ([(first, _), (second, _), ..], _) => {
                    let message = format!("all cards of {name} begin in one pile, and another is already `full`");
                    let problem = Diagnostic::error(Code::Misplaced, *second, message).label(*first, "this one");
                    self.report(problem.hint("leave out `full` at one of them"));
                }
                ([(span, owner)], _) if *owner != Owner::State => {
                    let message = "each player has this pile, so the cards can't all begin in it";
                    let problem = Diagnostic::error(Code::Misplaced, *span, message);
                    self.report(problem.hint("declare one outside of `player` that is `full`, and move the cards from there"));
                }
                _ => {}
            }
        }
    }

    pub(super) fn resolve_pile_sizes(&mut self) {
        for n in 0..self.ir.piles.len() {
            self.enter(self.ir.piles[n].origin);
            if let Some(max) = &self.schema.piles[n].max {
                self.ir.piles[n].max = Some(self.constant(max, &Type::int()));
            }
        }
    }

    pub(super) fn own_pile(&self, owner: Owner, name: &Name) -> Option<PileId> {
        let found = self.ir.piles.iter().position(|p| p.owner == owner && p.name == name.text && self.sees(p.origin));
        found.map(|n| PileId(n as u16))
    }

    /// The cards of a pile, as a set.
    pub(super) fn pile_value(&self, span: Span, pile: PileId, of: Option<Expr>) -> Expr {
        match self.ir.piles[pile.index()].kind {
            NO_KIND => unknown(span),
            kind => Expr { span, ty: Type::set_of(Type::Row(kind)), kind: ExprKind::Pile { pile, of: of.map(Box::new) } },
        }
    }

    /// Resolves an expression that is a pile. Also returns the kind of its cards.
    pub(super) fn pile(&mut self, e: &tree::Expr) -> Option<(Expr, KindId)> {
        if let E::Text(text) = &e.kind {
            let problem = Diagnostic::error(Code::WrongType, text.span, "a pile of cards is expected here, but this is a name");
            self.report(problem.hint(A_PILE));
            return None;
        }
        let pile = self.expr(e, None);
        if let ExprKind::Pile { pile: id, .. } = pile.kind {
            return Some((pile, self.ir.piles[id.index()].kind));
        }
        if !pile.ty.is_unknown() {
            let message = format!("a pile of cards is expected here, but this is {}", self.words(&pile.ty));
            self.report(Diagnostic::error(Code::WrongType, pile.span, message).hint(A_PILE));
        }
        None
    }

    /// Two piles of the same cards.
    fn two_piles(&mut self, from: &tree::Expr, to: &tree::Expr) -> Option<(Expr, Expr)> {
        let from = self.pile(from);
        let to = self.pile(to);
        let ((from, a), (to, b)) = (from?, to?);
        if a != b {
            let (a, b) = (&self.ir.kinds[a.index()].name, &self.ir.kinds[b.index()].name);
            let message = format!("this is a pile of {b}, but the cards come from one of {a}");
            let hint = format!("name a pile of {a}");
            self.report(Diagnostic::error(Code::WrongType, to.span, message).hint(hint));
            return None;
        }
        Some((from, to))
    }

    /// `move "Name" to pile`, `move all pile to pile`.
    pub(super) fn move_cards(&mut self, span: Span, all: bool, what: &tree::Expr, to: &MoveTo) -> Option<StmtKind> {
        let MoveTo::Place(place, end) = to else {
            self.error(Code::WrongType, span, "cards are in piles, so they can't be taken off the board");
            return None;
        };
        let bottom = *end == Some(tree::Top::Bottom);
        if all {
            let (from, to) = self.two_piles(what, place)?;
            return Some(StmtKind::MoveAll { from, to, bottom });
        }
        let (to, kind) = self.pile(place)?;
        let card = self.expr_as(what, &Type::Row(kind));
        Some(StmtKind::MoveCard { card, to, bottom })
    }

    /// `move card to pile`, where `card` has already been resolved.
    pub(super) fn move_card(&mut self, card: Expr, to: &MoveTo) -> Option<StmtKind> {
        let card = self.plain(card);
        let MoveTo::Place(place, end) = to else {
            self.error(Code::WrongType, card.span, "cards are in piles, so they can't be taken off the board");
            return None;
        };
        let (to, kind) = self.pile(place)?;
        let card = self.fit(card, &Type::Row(kind));
        Some(StmtKind::MoveCard { card, to, bottom: *end == Some(tree::Top::Bottom) })
    }

    pub(super) fn draw_line(&mut self, span: Span, count: &tree::Expr, from: &tree::Expr, to: &tree::Expr) -> Option<StmtKind> {
        self.may_act(span, "drawing cards");
        let number = self.int(count);
        let (from, to) = self.two_piles(from, to)?;
        Some(StmtKind::Draw { number, from, to })
    }

    pub(super) fn shuffle_line(&mut self, span: Span, pile: &tree::Expr) -> Option<StmtKind> {
        self.may_act(span, "shuffling");
        Some(StmtKind::Shuffle(self.pile(pile)?.0))
    }

    /// The cards of `draws "…", "…"`.
    pub(super) fn draws(&mut self, values: &[tree::Expr]) -> Vec<(Arc<str>, Span)> {
        let mut found = vec![];
        for value in values {
            match &value.kind {
                E::Text(text) if text.plain().is_some() => found.push((text.plain().unwrap_or_default().into(), value.span)),
                _ => {
                    let problem = Diagnostic::error(Code::WrongType, value.span, "the name of a card in quotes is expected here");
                    self.report(problem.hint("write `draws \"…\", \"…\"`"));
                }
            }
        }
        found
    }
}
