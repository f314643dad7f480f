//! Names after a dot, and keys in square brackets.

use super::*;
use crate::syntax::tree::{ExprKind as E, LinkArity, Name};
use literal::key_type;

/// What a name after a dot means.
enum Found {
    Expr(Type, ExprKind),
    Later,
    Missing,
}

impl Resolver<'_> {
    pub(super) fn field(&mut self, span: Span, of: &tree::Expr, name: &Name) -> Expr {
        if let E::Name(track) = &of.kind
            && &*track.text == "track"
        {
            return self.track_field(span, name);
        }
        if let E::Name(state) = &of.kind
            && &*state.text == "state"
            && !self.means_something("state")
        {
            return self.state_field(span, name);
        }
        let of = self.expr(of, None);
        self.member(span, of, name)
    }

    /// The member of a value. If the value is none, so is the member.
    pub(super) fn member(&mut self, span: Span, of: Expr, name: &Name) -> Expr {
        let passes_none = of.ty.is_optional();
        let owner = of.ty.present().clone();
        let found = match owner {
            Type::Unknown => return unknown(span),
            Type::Space => self.space_member(&of, name),
            Type::Player => self.player_member(&of, name),
            Type::Piece(piece) => self.piece_member(&of, piece, name),
            Type::Row(kind) => {
                let owner = Owner::Rows(kind);
                let found = self.plain_field(owner, &of, name).or_else(|| self.derived(owner, &of, name));
                found.unwrap_or_else(|| self.later(owner, name))
            }
            ref other => {
                let problem = self.no_dot(span, &of, other, name);
                return self.wrong(problem);
            }
        };
        match found {
            Found::Later => unknown(span),
            Found::Missing => self.no_member(&owner, name),
            Found::Expr(ty, kind) => {
                if ty.is_unknown() {
                    return unknown(span);
                }
                let ty = match (passes_none, ty) {
                    (true, ty) if ty.is_single() => ty.optional(),
                    (true, _) => {
                        let problem = Diagnostic::error(
                            Code::MayBeNone,
                            of.span,
                            format!("this may be none, and then has no `{}`", name.text),
                        );
                        return self.wrong(types::none_hint(problem));
                    }
                    (false, ty) => ty,
                };
                self.narrowed(Expr { span, ty, kind })
            }
        }
    }

    /// The problem of a dot after a value that has no members.
    fn no_dot(&self, span: Span, of: &Expr, ty: &Type, name: &Name) -> Diagnostic {
        if let ExprKind::All(Type::Enum(e)) = of.kind
            && let Some(found) = self.ir.enums.get(e.index())
        {
            let cases = || found.cases.iter().map(|case| &*case.name);
            if cases().any(|case| *case == *name.text) {
                let message = format!("a case is written alone, without `{}.`", found.name);
                return Diagnostic::error(Code::WrongType, span, message).write(&*name.text);
            }
            let problem =
                Diagnostic::error(Code::UnknownName, span, format!("there is no case `{}` of {}", name.text, found.name));
            return problem.did_you_mean(nearest(&name.text, cases()));
        }
        let message = format!("{} has no `.{}`", self.words(ty), name.text);
        let problem = Diagnostic::error(Code::WrongType, name.span, message);
        if !matches!(ty, Type::Set(_) | Type::List(..)) {
            return problem;
        }
        problem.hint(match &*name.text {
            "size" | "length" | "len" | "count" => "how many there are: `size(…)`",
            "add" | "push" | "append" | "insert" => "something is added by `… += …`",
            "remove" | "delete" => "something is taken out by `… -= …`",
            "contains" | "has" | "includes" => "whether something is among them: `… in …`",
            "first" | "last" if matches!(ty, Type::List(..)) => "the members of a list are numbered from 1: `…[1]`, `…[size(…)]`",
            _ => "choose one of them: `first x in …`, or check all: `every x in …`",
        })
    }

    fn own_field(&self, owner: Owner, name: &Name) -> Option<FieldId> {
        let found = self.ir.fields.iter().position(|f| f.owner == owner && f.name == name.text && self.sees(f.origin));
        found.map(|n| FieldId(n as u16))
    }

    fn plain_field(&self, owner: Owner, of: &Expr, name: &Name) -> Option<Found> {
        if let Some(pile) = self.own_pile(owner, name) {
            let found = self.pile_value(name.span, pile, Some(of.clone()));
            return Some(Found::Expr(found.ty, found.kind));
        }
        let field = self.own_field(owner, name)?;
        let ty = self.ir.fields[field.index()].ty.clone();
        Some(Found::Expr(ty, ExprKind::Field { field, of: Some(Box::new(of.clone())) }))
    }

    fn later(&self, owner: Owner, name: &Name) -> Found {
        let listed = self.schema.later_members.iter().any(|(o, n)| *o == owner && *n == name.text);
        if listed { Found::Later } else { Found::Missing }
    }

    fn track_field(&mut self, span: Span, name: &Name) -> Expr {
        match self.own_field(Owner::Track, name) {
            Some(field) => {
                let ty = self.ir.fields[field.index()].ty.clone();
                if ty.is_unknown() {
                    return unknown(span);
                }
                self.narrowed(Expr { span, ty, kind: ExprKind::Field { field, of: None } })
            }
            None => {
                let fields = self.ir.fields.iter().filter(|f| f.owner == Owner::Track).map(|f| &*f.name);
                let near = nearest(&name.text, fields).map(str::to_owned);
                self.no_such(name, "the track", near, None)
            }
        }
    }

    /// A field of the state after `state.`, which is not written.
    fn state_field(&mut self, span: Span, name: &Name) -> Expr {
        let problem = Diagnostic::error(Code::UnknownName, span, "what belongs to the state is named alone, without `state.`");
        let fields = self.ir.fields.iter().filter(|f| f.owner == Owner::State && self.sees(f.origin)).map(|f| &*f.name);
        let piles = self.ir.piles.iter().filter(|p| p.owner == Owner::State).map(|p| &*p.name);
        let mut known = fields.chain(piles);
        let problem = if known.clone().any(|known| *known == *name.text) {
            problem.write(&*name.text)
        } else {
            problem.did_you_mean(nearest(&name.text, known.by_ref()))
        };
        self.wrong(problem)
    }

    fn space_member(&mut self, of: &Expr, name: &Name) -> Found {
        if let Some(field) = self.plain_field(Owner::Space, of, name) {
            return field;
        }
        let of_box = || Box::new(of.clone());
        for (n, link) in self.ir.links.iter().enumerate() {
            if !self.sees(self.schema.link_origins[n]) {
                continue;
            }
            let id = LinkId(n as u16);
            let is_kind = link.name.starts_with(|c: char| c.is_uppercase());
            if link.name == name.text && !is_kind {
                let ty = match link.arity {
                    LinkArity::One => Type::Space,
                    LinkArity::OneOptional => Type::Space.optional(),
                    LinkArity::Many => Type::set_of(Type::Space),
                };
                return Found::Expr(ty, ExprKind::Link { link: id, of: of_box(), backwards: false });
            }
            if link.back.as_ref() == Some(&name.text) {
                let kind = ExprKind::Link { link: id, of: of_box(), backwards: true };
                return Found::Expr(Type::set_of(Type::Space), kind);
            }
        }
        let paths = self.ir.kinds.iter().position(|k| {
            k.on_track == Some(OnTrack::Paths) && *schema::paths_through(&k.name) == *name.text && self.global(&k.name).is_some()
        });
        if let Some(n) = paths {
            let kind = KindId(n as u16);
            return Found::Expr(Type::set_of(Type::Row(kind)), self.rows_at(kind, "spaces", of.clone()));
        }
        self.derived(Owner::Space, of, name).unwrap_or_else(|| self.later(Owner::Space, name))
    }

    /// A computed column.
    fn derived(&self, owner: Owner, of: &Expr, name: &Name) -> Option<Found> {
        let n = self.ir.derives.iter().position(|d| d.owner == owner && d.name == name.text)?;
        let seen = self.sees(self.schema.derives[n].origin);
        let kind = ExprKind::Derived { derive: DeriveId(n as u16), of: Box::new(of.clone()) };
        seen.then(|| Found::Expr(self.ir.derives[n].ty.clone(), kind))
    }

    /// The links from or to a space, or the paths that lead through it.
    pub(super) fn rows_at(&self, kind: KindId, field: &str, of: Expr) -> ExprKind {
        let field = self.ir.fields.iter().position(|f| f.owner == Owner::Rows(kind) && *f.name == *field);
        match field {
            Some(n) => ExprKind::RowsAt { field: FieldId(n as u16), of: Box::new(of) },
            None => ExprKind::Wrong,
        }
    }

    fn player_member(&mut self, of: &Expr, name: &Name) -> Found {
        if let Some(field) = self.plain_field(Owner::Player, of, name) {
            return field;
        }
        let piece = self.ir.pieces.iter().position(|p| p.as_name == name.text);
        match piece.filter(|n| self.sees(self.schema.pieces[*n].origin)) {
            Some(n) if self.ir.pieces[n].count.is_one() => {
                let piece = PieceId(n as u16);
                Found::Expr(Type::Piece(piece), ExprKind::PieceOf { piece, player: Box::new(of.clone()), number: None })
            }
            Some(n) => {
                let piece = PieceId(n as u16);
                let own = |_: &mut Self, member: &Expr, span| {
                    let owner = Expr { span, ty: Type::Player, kind: ExprKind::OwnerOf(Box::new(member.clone())) };
                    Expr { span, ty: Type::Bool, kind: ExprKind::Compare(Comparison::Eq, Box::new(owner), Box::new(of.clone())) }
                };
                let query = self.piece_query(Quantifier::Those, piece, name.span, own);
                Found::Expr(Type::set_of(Type::Piece(piece)), query)
            }
            None => self.later(Owner::Player, name),
        }
    }

    /// A query over all pieces of a kind.
    fn piece_query(
        &mut self,
        quantifier: Quantifier,
        piece: PieceId,
        span: Span,
        filter: impl FnOnce(&mut Self, &Expr, Span) -> Expr,
    ) -> ExprKind {
        let ty = Type::Piece(piece);
        let local = self.hidden_local("piece".into(), span, ty.clone(), scope::LocalKind::Loop, false);
        let member = Expr { span, ty: ty.clone(), kind: ExprKind::Local(local) };
        let filter = filter(self, &member, span);
        let source = Expr { span, ty: Type::set_of(ty.clone()), kind: ExprKind::All(ty) };
        ExprKind::Query(Box::new(Query { quantifier, local, source, filter: Some(filter), by: vec![], value: None }))
    }

    fn piece_member(&mut self, of: &Expr, piece: PieceId, name: &Name) -> Found {
        let of_box = Box::new(of.clone());
        match &*name.text {
            "at" => {
                let off_board =
                    self.schema.pieces.get(piece.index()).is_some_and(|p| matches!(p.place, tree::PiecePlace::OffBoard));
                let ty = if off_board { Type::Space.optional() } else { Type::Space };
                return Found::Expr(ty, ExprKind::At(of_box));
            }
            "owner" => return Found::Expr(Type::Player, ExprKind::OwnerOf(of_box)),
            "number" => return Found::Expr(Type::int(), ExprKind::NumberOf(of_box)),
            _ => {}
        }
        self.plain_field(Owner::Piece(piece), of, name).unwrap_or_else(|| self.later(Owner::Piece(piece), name))
    }

    fn no_member(&mut self, ty: &Type, name: &Name) -> Expr {
        let owner = match ty {
            Type::Space => Owner::Space,
            Type::Piece(p) => Owner::Piece(*p),
            Type::Row(k) => Owner::Rows(*k),
            _ => Owner::Player,
        };
        let piles = self.ir.piles.iter().filter(|p| p.owner == owner).map(|p| &*p.name);
        let fields = self.ir.fields.iter().filter(|f| f.owner == owner).map(|f| &*f.name).chain(piles);
        let near = match ty {
            Type::Space => {
                let links = self.ir.links.iter().flat_map(|l| [Some(&*l.name), l.back.as_deref()]).flatten();
                let derives = self.ir.derives.iter().filter(|d| d.owner == owner).map(|d| &*d.name);
                nearest(&name.text, fields.chain(links).chain(derives))
            }
            Type::Player => nearest(&name.text, fields.chain(self.ir.pieces.iter().map(|p| &*p.as_name))),
            Type::Row(_) => {
                let derives = self.ir.derives.iter().filter(|d| d.owner == owner).map(|d| &*d.name);
                nearest(&name.text, fields.chain(derives))
            }
            _ => nearest(&name.text, fields.chain(["at", "owner", "number"])),
        };
        let near = near.map(str::to_owned);
        let of_player = self.ir.fields.iter().any(|f| f.owner == Owner::Player && f.name == name.text);
        let near = match ty {
            Type::Piece(_) if of_player => Some(format!("owner.{}", name.text)),
            _ => near,
        };
        let owner_words = self.words(ty);
        let hint = match &*name.text {
            "at" | "x" | "y" | "place" | "position" if owner == Owner::Space => Some(
                "rules don't know where a space is on the sheet: give spaces a field, such as `number: int`, and set it on the track"
                    .into(),
            ),
            _ => {
                let fields = self.ir.fields.iter().filter(|f| f.owner == owner && self.sees(f.origin)).map(|f| &*f.name);
                let known: Vec<&str> = fields.take(13).collect();
                (1..13).contains(&known.len()).then(|| format!("its fields are {}", list_names(known.into_iter())))
            }
        };
        self.no_such(name, &owner_words, near, hint)
    }

    fn no_such(&mut self, name: &Name, owner: &str, near: Option<String>, hint: Option<String>) -> Expr {
        if self.missed_before(owner, name) {
            return unknown(name.span);
        }
        let problem = Diagnostic::error(Code::UnknownName, name.span, format!("{owner} has nothing named `{}`", name.text));
        let problem = problem.did_you_mean(near);
        self.wrong(match hint {
            Some(hint) => problem.or_hint(hint),
            None => problem,
        })
    }

    pub(super) fn index(&mut self, span: Span, of: &tree::Expr, keys: &[tree::Expr]) -> Expr {
        let of = self.expr(of, None);
        match of.ty.clone() {
            Type::Unknown => {
                keys.iter().filter(|k| !self.needs_type(k)).collect::<Vec<_>>().into_iter().for_each(|k| {
                    self.expr(k, None);
                });
                unknown(span)
            }
            Type::Per(value, dims) => {
                let keys = self.keys(span, keys, &dims);
                if keys.iter().any(|k| k.ty.is_unknown()) {
                    return Expr { ty: *value, ..unknown(span) };
                }
                Expr { span, ty: *value, kind: ExprKind::Index { of: Box::new(of), keys } }
            }
            Type::List(member, _) => match keys {
                [at] => {
                    let at = self.int(at);
                    Expr { span, ty: *member, kind: ExprKind::Index { of: Box::new(of), keys: vec![at] } }
                }
                _ => self.wrong(Diagnostic::error(Code::WrongArguments, span, "a list takes one number, counted from 1")),
            },
            Type::Set(member) => {
                if let (Type::Piece(piece), [number], ExprKind::Query(q)) = (&*member, keys, &of.kind)
                    && let Some(Expr { kind: ExprKind::Compare(_, _, owner), .. }) = &q.filter
                    && matches!(&q.source.kind, ExprKind::All(_))
                    && matches!(owner.ty, Type::Player)
                {
                    let number = self.int(number);
                    let kind = ExprKind::PieceOf { piece: *piece, player: owner.clone(), number: Some(Box::new(number)) };
                    return Expr { span, ty: *member, kind };
                }
                let problem = Diagnostic::error(Code::WrongType, of.span, "the members of a set have no numbers");
                self.wrong(problem.hint("take one with `first x in … where …`, or make a list of it with `those x in … by …`"))
            }
            other => {
                let message = format!("only tables and lists are read with `[…]`, but this is {}", self.words(&other));
                self.wrong(Diagnostic::error(Code::WrongType, of.span, message))
            }
        }
    }

    /// The keys of a table.
    pub(super) fn keys(&mut self, span: Span, keys: &[tree::Expr], dims: &[Key]) -> Vec<Expr> {
        if keys.len() != dims.len() {
            let (needs, has) = (dims.len(), keys.len());
            let keys_of = |n: usize| if n == 1 { "1 key".to_owned() } else { format!("{n} keys") };
            let message = format!("this table has {}, but gets {} here", keys_of(needs), keys_of(has));
            let hint = format!("write `[{}]` behind the table", call::blanks(needs));
            self.report(Diagnostic::error(Code::WrongArguments, span, message).hint(hint));
            return vec![unknown(span)];
        }
        keys.iter().zip(dims).map(|(key, dim)| self.expr_as(key, &key_type(dim))).collect()
    }
}

impl Expr {
    /// Whether it is the number 1, written as such.
    fn is_one(&self) -> bool {
        matches!(self.kind, ExprKind::Int(1))
    }
}
