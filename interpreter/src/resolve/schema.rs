//! Turns declarations into tables: first the names, then their types.

use std::sync::Arc;

use super::*;
use crate::syntax::tree::{ItemKind as I, Member, Name};
use scope::Symbol;

/// The trees behind the tables of the [`Ir`], at the same positions.
#[derive(Default)]
pub(super) struct Schema<'t> {
    pub params: Vec<ParamTree<'t>>,
    /// `None` for fields that every link or path has.
    pub fields: Vec<Option<&'t tree::Field>>,
    pub consts: Vec<ConstTree<'t>>,
    pub derives: Vec<DeriveTree<'t>>,
    pub checks: Vec<(&'t tree::Expr, &'t tree::Text, Origin)>,
    pub dice: Vec<(&'t tree::Expr, Origin)>,
    pub pieces: Vec<PieceTree<'t>>,
    /// For each kind, the name of the field seen from behind.
    pub backs: Vec<Option<&'t Name>>,
    pub piles: Vec<&'t tree::Pile>,
    pub measures: Vec<(&'t Option<Name>, Origin)>,
    pub flow: Option<(RuleId, &'t tree::Block)>,
    pub whenevers: Vec<(RuleId, &'t tree::Item, Origin)>,
    /// `set p = v` of add-ons.
    pub sets: Vec<SetTree<'t>>,
    pub link_origins: Vec<Origin>,
    /// The origins of cases, by enum and case.
    pub case_origins: Vec<Vec<Origin>>,
    /// Where each case is declared, by its name.
    pub case_spans: BTreeMap<(EnumId, Arc<str>), Span>,
    /// Members that this version can't run yet.
    pub later_members: Vec<(Owner, Arc<str>)>,
}

pub(super) struct ParamTree<'t> {
    pub name: &'t Name,
    pub ty: &'t tree::Type,
    pub default: &'t tree::ParamDefault,
}

pub(super) struct ConstTree<'t> {
    pub value: &'t tree::Expr,
    pub ty: Option<&'t tree::Type>,
    pub problem: Option<&'t tree::Text>,
    pub name: &'t Name,
    pub origin: Origin,
    pub state: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    Working,
    Done,
}

pub(super) struct DeriveTree<'t> {
    pub ty: &'t tree::Type,
    pub value: &'t tree::Expr,
    pub origin: Origin,
}

pub(super) struct PieceTree<'t> {
    pub count: Option<&'t tree::Expr>,
    pub place: &'t tree::PiecePlace,
    pub origin: Origin,
}

pub(super) struct SetTree<'t> {
    pub name: &'t Name,
    pub value: &'t tree::Expr,
    pub over: Option<&'t Name>,
    pub origin: Origin,
}

impl<'t> Resolver<'t> {
    pub(super) fn declare_names(&mut self) {
        for (origin, tree) in self.files.clone() {
            self.enter(origin);
            for item in &tree.items {
                self.declare_item(item);
            }
        }
        // Members come last, because `extend Racer { … }` may stand before its kind.
        for (origin, tree) in self.files.clone() {
            self.enter(origin);
            for item in &tree.items {
                match &item.kind {
                    I::Fields { owner, fields } | I::Extend { owner, fields } => self.declare_fields(owner, fields),
                    I::Piece { name, fields, .. } | I::Data { name, fields, .. } | I::Card { name, fields, .. } => {
                        self.declare_fields(&tree::Owner::Kind(name.clone()), fields)
                    }
                    I::ExtendEnum { name, cases } => self.extend_enum(name, cases),
                    I::Link(link) => self.declare_link(link, &item.docs),
                    I::Path { name, fields } => self.declare_path(name, fields),
                    I::Derive { owner, name, ty, value, problem } => {
                        self.declare_derive(item, owner, name, ty, value, problem.as_ref())
                    }
                    _ => {}
                }
            }
        }
    }

    fn declare_item(&mut self, item: &'t tree::Item) {
        let docs = &item.docs;
        match &item.kind {
            I::Param { name, ty, default } => {
                self.declare(name, Symbol::Param(ParamId(self.ir.params.len() as u16)));
                self.schema.params.push(ParamTree { name, ty, default });
                self.ir.params.push(Param {
                    name: name.text.clone(),
                    ty: Type::Unknown,
                    default: ParamDefault::Expr(unknown(name.span)),
                    docs: docs.clone(),
                    span: name.span,
                    origin: self.origin,
                });
            }
            I::Enum { name, cases } => {
                let next = EnumId(self.ir.enums.len() as u16);
                self.declare(name, Symbol::Enum(next));
                self.add_enum(name, docs.clone(), cases.iter().map(|c| (&c.name, c.docs.clone())));
            }
            I::Dice { name, faces } => {
                self.declare(name, Symbol::Dice(DiceId(self.ir.dice.len() as u16)));
                self.schema.dice.push((faces, self.origin));
                let faces = unknown(faces.span);
                self.ir.dice.push(Dice { name: name.text.clone(), faces, docs: docs.clone(), span: name.span });
            }
            I::Const { name, ty, value, problem } => {
                self.declare(name, Symbol::Const(ConstId(self.ir.consts.len() as u16)));
                let own_problem = problem.as_ref().map(|text| self.fixed_text(text));
                self.schema.consts.push(ConstTree {
                    value,
                    ty: ty.as_ref(),
                    problem: problem.as_ref(),
                    name,
                    origin: self.origin,
                    state: Progress::Waiting,
                });
                self.ir.consts.push(Const {
                    name: name.text.clone(),
                    value: Formula { locals: vec![], expr: unknown(value.span) },
                    problem: own_problem,
                    docs: docs.clone(),
                    span: name.span,
                });
            }
            I::Check { condition, problem } => self.schema.checks.push((condition, problem, self.origin)),
            I::Piece { name, count, as_name, place, .. } => {
                self.declare_piece(name, count.as_ref(), as_name.as_ref(), place, docs)
            }
            I::Measure { name, per } => {
                self.declare(name, Symbol::Measure(MeasureId(self.ir.measures.len() as u16)));
                self.schema.measures.push((per, self.origin));
                self.ir.measures.push(Measure { name: name.text.clone(), per: None, docs: docs.clone(), span: name.span });
            }
            I::Set { name, value, over } => {
                self.schema.sets.push(SetTree { name, value, over: over.as_ref(), origin: self.origin });
            }
            I::Path { name, .. } => self.declare_on_track(name, OnTrack::Paths, docs),
            I::Data { name, from, .. } => self.declare_kind(name, from.as_ref(), None, docs),
            I::Card { name, from, back, .. } => self.declare_kind(name, Some(from), Some(back.as_ref()), docs),
            I::Pile(pile) => self.declare_pile(Owner::State, pile),
            I::Link(link) if is_kind(&link.name) => {
                let id = LinkId(self.ir.links.len() as u16);
                self.add_link(link, docs);
                self.declare_on_track(&link.name, OnTrack::Links(id), docs);
            }
            _ => {}
        }
    }

    /// Adds an enum, and reports cases that occur twice.
    pub(super) fn add_enum<'n>(&mut self, name: &Name, docs: Docs, cases: impl Iterator<Item = (&'n Name, Docs)>) -> EnumId {
        let id = EnumId(self.ir.enums.len() as u16);
        self.ir.enums.push(Enum { name: name.text.clone(), cases: vec![], docs, span: name.span });
        self.schema.case_origins.push(vec![]);
        for (case, docs) in cases {
            self.add_case(id, case, docs);
        }
        id
    }

    fn add_case(&mut self, e: EnumId, name: &Name, docs: Docs) {
        if let Some(first) = self.schema.case_spans.get(&(e, name.text.clone())) {
            let problem = Diagnostic::error(Code::DuplicateName, name.span, format!("there is already a case `{}`", name.text));
            let problem = problem.label(*first, "here");
            self.report(problem);
            return;
        }
        self.schema.case_spans.insert((e, name.text.clone()), name.span);
        self.ir.enums[e.index()].cases.push(Case { name: name.text.clone(), docs, span: name.span });
        self.schema.case_origins[e.index()].push(self.origin);
    }

    fn extend_enum(&mut self, name: &Name, cases: &[tree::Case]) {
        if self.origin.is_none() {
            return;
        }
        match self.global(&name.text).map(|g| g.symbol) {
            Some(Symbol::Enum(e)) => cases.iter().for_each(|c| self.add_case(e, &c.name, c.docs.clone())),
            _ => self.target_gone(name, "enum"),
        }
    }

    fn declare_piece(
        &mut self,
        name: &'t Name,
        count: Option<&'t tree::Expr>,
        as_name: Option<&'t Name>,
        place: &'t tree::PiecePlace,
        docs: &Docs,
    ) {
        let id = PieceId(self.ir.pieces.len() as u16);
        self.declare(name, Symbol::Piece(id));
        if count.is_none() {
            let instead = "let each player have some, such as `piece Ball 1 per player as ball off board`";
            self.not_yet(name.span, "a piece that no player owns", instead);
        }
        let field = as_name.map_or_else(|| name.text.to_lowercase().into(), |n| n.text.clone());
        self.schema.pieces.push(PieceTree { count, place, origin: self.origin });
        self.ir.pieces.push(Piece {
            name: name.text.clone(),
            count: Expr { span: name.span, ty: Type::int(), kind: ExprKind::Int(1) },
            as_name: field,
            start: None,
            docs: docs.clone(),
            span: name.span,
        });
        if let Some(n) = as_name {
            self.check_member(Owner::Player, n, Some(id));
        }
    }

    fn declare_fields(&mut self, owner: &tree::Owner, members: &'t [Member]) {
        let owner = match owner {
            tree::Owner::Track(_) => Owner::Track,
            tree::Owner::Space(_) => Owner::Space,
            tree::Owner::State(_) => Owner::State,
            tree::Owner::Player(_) => Owner::Player,
            tree::Owner::Kind(name) => match self.global(&name.text).map(|g| g.symbol) {
                Some(Symbol::Piece(p)) => Owner::Piece(p),
                Some(Symbol::Rows(k)) => Owner::Rows(k),
                _ => return self.target_gone(name, "kind"),
            },
        };
        for member in members {
            match member {
                Member::Pile(pile) => self.declare_pile(owner, pile),
                Member::Field(field) => self.declare_field(owner, field),
            }
        }
    }

    fn declare_field(&mut self, owner: Owner, field: &'t tree::Field) {
        let id = FieldId(self.ir.fields.len() as u16);
        if owner == Owner::State {
            self.declare(&field.name, Symbol::State(id));
        } else {
            self.check_member(owner, &field.name, None);
        }
        if let Some(span) = field.secret
            && !matches!(owner, Owner::Player | Owner::Piece(_))
        {
            let problem = Diagnostic::error(Code::Misplaced, span, "only fields of players and of their pieces can be secret");
            self.report(problem.hint("leave out `secret`").replacing(""));
        }
        self.schema.fields.push(Some(field));
        self.ir.fields.push(Field {
            owner,
            name: field.name.text.clone(),
            ty: Type::Unknown,
            default: None,
            secret: field.secret.is_some() && matches!(owner, Owner::Player | Owner::Piece(_)),
            drawn: field.drawn,
            docs: field.docs.clone(),
            span: field.name.span,
            origin: self.origin,
        });
    }

    /// Reports a second member of an owner with the same name.
    pub(super) fn check_member(&mut self, owner: Owner, name: &Name, but: Option<PieceId>) {
        let text = &*name.text;
        let taken = matches!(owner, Owner::Piece(_)) && matches!(text, "at" | "owner" | "number");
        let pieces = self
            .ir
            .pieces
            .iter()
            .enumerate()
            .filter(|(n, p)| owner == Owner::Player && Some(PieceId(*n as u16)) != but && &*p.as_name == text);
        let links =
            self.ir.links.iter().filter(|l| owner == Owner::Space && (&*l.name == text || l.back.as_deref() == Some(text)));
        let derives = self.ir.derives.iter().filter(|d| d.owner == owner && &*d.name == text);
        let is_path = |k: &&RowKind| k.on_track == Some(OnTrack::Paths);
        let through = self.ir.kinds.iter().filter(|k| owner == Owner::Space && is_path(k) && *paths_through(&k.name) == *text);
        let fields = self.ir.fields.iter().filter(|f| f.owner == owner && &*f.name == text);
        let piles = self.ir.piles.iter().filter(|p| p.owner == owner && &*p.name == text);
        let first = (fields.map(|f| f.span))
            .chain(piles.map(|p| p.span))
            .chain(links.map(|l| l.span))
            .chain(derives.map(|d| d.span))
            .chain(pieces.map(|(_, p)| p.span))
            .chain(through.map(|k| k.span).filter(|span| *span != name.span))
            .next();
        if taken {
            self.error(Code::DuplicateName, name.span, format!("every piece already has `{text}`"));
        } else if let Some(first) = first {
            let problem = Diagnostic::error(Code::DuplicateName, name.span, format!("`{text}` is already declared"));
            self.report(problem.label(first, "here").hint("choose another name, or leave one of them out"));
        }
    }

    fn declare_link(&mut self, link: &'t tree::Link, docs: &Docs) {
        if let Some(Symbol::Rows(kind)) = self.global(&link.name.text).map(|g| g.symbol).filter(|_| is_kind(&link.name)) {
            if let Some(back) = &link.back {
                self.check_back(back, &link.name);
            }
            self.declare_built_in(kind, "from", Type::Space, link.name.span);
            self.declare_built_in(kind, "to", Type::Space, link.name.span);
            return self.declare_fields(&tree::Owner::Kind(link.name.clone()), &link.fields);
        }
        if is_kind(&link.name) {
            return;
        }
        if !link.fields.is_empty() {
            let problem = Diagnostic::error(Code::Misplaced, link.name.span, "a link with fields is a kind of its own");
            let name = capital(&link.name.text);
            self.report(
                problem.hint(format!("write its name with a capital, `link {name} …`, and read it with `{name} from …`")),
            );
        }
        self.check_member(Owner::Space, &link.name, None);
        if let Some(back) = &link.back {
            self.check_member(Owner::Space, back, None);
        }
        self.add_link(link, docs);
    }

    fn add_link(&mut self, link: &'t tree::Link, docs: &Docs) {
        self.schema.link_origins.push(self.origin);
        self.ir.links.push(Link {
            name: link.name.text.clone(),
            arity: link.arity,
            both_ways: link.both_ways,
            back: link.back.as_ref().map(|b| b.text.clone()),
            drawn: link.drawn,
            docs: docs.clone(),
            span: link.name.span,
        });
    }

    /// Declares a path's `spaces` and its own fields.
    fn declare_path(&mut self, name: &'t Name, fields: &'t [Member]) {
        let Some(Symbol::Rows(kind)) = self.global(&name.text).map(|g| g.symbol) else { return };
        let through = Name { text: paths_through(&name.text), span: name.span };
        self.check_member(Owner::Space, &through, None);
        let longest = Expr { span: name.span, ty: Type::int(), kind: ExprKind::Longest(kind) };
        let spaces = Type::List(Box::new(Type::Space), Some(Arc::new(longest)));
        self.declare_built_in(kind, "spaces", spaces, name.span);
        self.declare_fields(&tree::Owner::Kind(name.clone()), fields);
    }

    /// Declares a field that every link or path has.
    fn declare_built_in(&mut self, kind: KindId, name: &str, ty: Type, span: Span) {
        self.schema.fields.push(None);
        self.ir.fields.push(Field {
            owner: Owner::Rows(kind),
            name: name.into(),
            ty,
            default: None,
            secret: false,
            drawn: None,
            docs: Docs::default(),
            span,
            origin: self.origin,
        });
    }

    /// Checks that the name for the other ends of a kind of links is free. The link itself has been declared by now.
    fn check_back(&mut self, back: &Name, link: &Name) {
        let own = self.ir.links.iter().position(|l| l.name == link.text);
        let name = own.and_then(|n| self.ir.links[n].back.take());
        self.check_member(Owner::Space, back, None);
        if let Some(n) = own {
            self.ir.links[n].back = name;
        }
    }

    fn declare_derive(
        &mut self,
        item: &'t tree::Item,
        owner: &tree::Owner,
        name: &'t Name,
        ty: &'t tree::Type,
        value: &'t tree::Expr,
        problem: Option<&tree::Text>,
    ) {
        let owner = match owner {
            tree::Owner::Space(_) => Owner::Space,
            tree::Owner::Kind(kind) => match self.global(&kind.text).map(|g| g.symbol) {
                Some(Symbol::Rows(k)) if !self.ir.kinds[k.index()].is_record() => Owner::Rows(k),
                None => return self.target_gone(kind, "kind"),
                _ => return self.not_computed(item.span, name),
            },
            _ => return self.not_computed(item.span, name),
        };
        self.check_member(owner, name, None);
        let problem = problem.map(|text| self.fixed_text(text));
        self.schema.derives.push(DeriveTree { ty, value, origin: self.origin });
        self.ir.derives.push(Derive {
            owner,
            name: name.text.clone(),
            ty: Type::Unknown,
            value: Formula { locals: vec![], expr: unknown(value.span) },
            problem,
            docs: item.docs.clone(),
            span: name.span,
        });
    }

    fn not_computed(&mut self, span: Span, name: &Name) {
        let problem = Diagnostic::error(Code::Misplaced, span, "what changes in a game can't be worked out before it");
        self.report(problem.hint(format!("make it a value: `value {}(p: player) -> … = …`", name.text)));
    }

    /// Resolves the types of params, fields, computed columns and measures.
    pub(super) fn resolve_types(&mut self) {
        for n in 0..self.schema.params.len() {
            self.enter(self.ir.params[n].origin);
            let ParamTree { name, ty, .. } = self.schema.params[n];
            self.ir.params[n].ty = self.ty(ty, Some(name));
            if let Type::Text = self.ir.params[n].ty {
                let problem = Diagnostic::error(Code::WrongType, ty.span, "a param can't be a text");
                let hint = format!(
                    "name what there is to choose from: `param {0}: … | … = …`, or write the text where it is shown",
                    name.text
                );
                self.report(problem.hint(hint));
                self.ir.params[n].ty = Type::Unknown;
            }
        }
        for n in 0..self.schema.fields.len() {
            self.enter(self.ir.fields[n].origin);
            let Some(field) = self.schema.fields[n] else { continue };
            self.field_of = self.owner_type(self.ir.fields[n].owner);
            self.ir.fields[n].ty = self.ty(&field.ty, None);
            self.field_of = None;
            let of_board = matches!(self.ir.fields[n].owner, Owner::Rows(_) | Owner::Space | Owner::Track);
            if let (Type::Text, span, false) = (&self.ir.fields[n].ty, field.ty.span, of_board) {
                let problem = Diagnostic::error(Code::WrongType, span, "a text can't be kept in the state of a game");
                self.report(
                    problem.hint("keep what the text depends on, such as a number or a case, and write it where it is shown"),
                );
                self.ir.fields[n].ty = Type::Unknown;
            }
        }
        self.resolve_piles();
        for n in 0..self.schema.derives.len() {
            self.enter(self.schema.derives[n].origin);
            self.ir.derives[n].ty = self.ty(self.schema.derives[n].ty, None);
        }
        for n in 0..self.schema.measures.len() {
            let (per, origin) = self.schema.measures[n];
            self.enter(origin);
            self.ir.measures[n].per = per.as_ref().map(|name| self.ty_named(name));
        }
    }

    /// The type of `self` in a field.
    fn owner_type(&self, owner: Owner) -> Option<Type> {
        match owner {
            Owner::Space => Some(Type::Space),
            Owner::Player => Some(Type::Player),
            Owner::Piece(piece) => Some(Type::Piece(piece)),
            Owner::Rows(kind) => Some(Type::Row(kind)),
            Owner::Track | Owner::State => None,
        }
    }

    fn ty_named(&mut self, name: &'t Name) -> Type {
        match self.key_of(name) {
            Some(Key::Each(ty)) => ty,
            _ => Type::Unknown,
        }
    }

    /// Reports that an add-on names something that its base lacks.
    pub(super) fn target_gone(&mut self, name: &Name, what: &str) {
        let near = self.names.iter().filter(|(_, g)| self.sees(g.origin)).map(|(n, _)| *n);
        let problem = Diagnostic::error(Code::AddonTarget, name.span, format!("there is no {what} `{}` to change", name.text));
        self.report(match self.how_to_change(&name.text) {
            Some(change) => problem.hint(format!("it is something else: write `{change}`")),
            None => {
                let hint = "an add-on changes what its base declares; what is new is declared as in the base";
                problem.did_you_mean(nearest(&name.text, near)).or_hint(hint)
            }
        });
    }
}

/// Whether a link is a kind of its own. The names of kinds begin with a capital.
fn is_kind(link: &Name) -> bool {
    link.text.starts_with(|c: char| c.is_uppercase())
}

/// The name by which a space knows the paths of a kind that lead through it: `runs`.
pub(crate) fn paths_through(kind: &str) -> Arc<str> {
    format!("{}s", kind.to_lowercase()).into()
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
