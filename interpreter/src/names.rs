//! What the names of a ruleset mean, for people who edit it: everything that is declared, what may follow a value's dot, and where each
//! name is used. It is worked out from resolved rules when somebody wants it. Building rules doesn't use it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ir::{self, *};
use crate::resolve::schema::paths_through;
use crate::source::{SourceId, Sources, Span};

mod uses;

/// The kind of thing that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    Param,
    Constant,
    Dice,
    Enum,
    Case,
    /// Data, records, cards, paths and links that are rows.
    Rows,
    Field,
    /// A computed column.
    Derived,
    Link,
    Piece,
    Pile,
    Measure,
    Decision,
    Rule,
    Value,
    Local,
    Addon,
    /// A name that the language itself gives, such as `at` of a piece.
    BuiltIn,
}

/// Something that has a name.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Arc<str>,
    pub sort: Sort,
    /// The place where its name is declared; `None` for built-in names.
    pub span: Option<Span>,
    pub docs: Arc<str>,
    pub ty: Option<Type>,
    /// The owner of a field, column, link or pile.
    pub owner: Option<Owner>,
    /// Whether a bare name may mean it anywhere. No two such things have the same name.
    pub is_global: bool,
}

/// All names of one set of resolved rules.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub declared: Vec<Declared>,
    /// The uses of names in the order of the texts, each with the index of what it means.
    uses: Vec<(Span, usize)>,
    globals: BTreeMap<Arc<str>, usize>,
}

impl Names {
    /// Finds all names in resolved rules. The texts must be those that the rules were made from.
    pub fn of(ir: &Ir, sources: &Sources) -> Names {
        let mut names = Names::default();
        names.declare(ir);
        uses::find(&mut names, ir, sources);
        names.uses.sort();
        names.uses.dedup();
        names
    }

    /// What the name at this place means, if the rules say so.
    pub fn at(&self, source: SourceId, at: u32) -> Option<(Span, usize)> {
        let covers = |span: Span| span.source == source && span.start <= at && at <= span.end;
        let first = self.uses.partition_point(|(span, _)| (span.source, span.end) < (source, at));
        self.uses[first..]
            .iter()
            .take_while(|(span, _)| (span.source, span.start) <= (source, at))
            .find(|(span, _)| covers(*span))
            .copied()
    }

    /// Where a name is written: its declaration first, then all uses in the order of the texts.
    pub fn places(&self, what: usize) -> Vec<Span> {
        let declared = self.declared[what].span;
        let uses = self.uses.iter().filter(|(span, of)| *of == what && Some(*span) != declared).map(|(span, _)| *span);
        declared.into_iter().chain(uses).collect()
    }

    /// What a bare name means, if it is no variable.
    pub fn global(&self, name: &str) -> Option<usize> {
        self.globals.get(name).copied()
    }

    /// Everything that bare names may mean anywhere.
    pub fn globals(&self) -> impl Iterator<Item = usize> {
        self.globals.values().copied()
    }

    /// What may follow the dot of a value of this type.
    pub fn members(&self, ty: &Type) -> Vec<usize> {
        let is_member = |declared: &Declared| match (ty.present(), declared.owner) {
            (Type::Space, Some(Owner::Space)) | (Type::Player, Some(Owner::Player)) => true,
            (Type::Piece(piece), Some(Owner::Piece(of))) => *piece == of,
            (Type::Row(kind), Some(Owner::Rows(of))) => *kind == of,
            _ => false,
        };
        (0..self.declared.len()).filter(|n| is_member(&self.declared[*n])).collect()
    }

    /// The fields of the track.
    pub fn of_track(&self) -> Vec<usize> {
        (0..self.declared.len()).filter(|n| self.declared[*n].owner == Some(Owner::Track)).collect()
    }

    /// The cases of an enum.
    pub fn cases(&self, of: EnumId) -> Vec<usize> {
        let is_its = |declared: &Declared| declared.sort == Sort::Case && matches!(declared.ty, Some(Type::Enum(e)) if e == of);
        (0..self.declared.len()).filter(|n| is_its(&self.declared[*n])).collect()
    }

    fn add(&mut self, name: &Arc<str>, sort: Sort, span: Span, docs: &Docs, ty: Option<Type>) -> usize {
        let (span, docs) = (Some(span), docs.text.clone());
        self.declared.push(Declared { name: name.clone(), sort, span, docs, ty, owner: None, is_global: false });
        self.declared.len() - 1
    }

    fn add_global(&mut self, name: &Arc<str>, sort: Sort, span: Span, docs: &Docs, ty: Option<Type>) {
        let n = self.add(name, sort, span, docs, ty);
        self.declared[n].is_global = true;
        self.globals.entry(name.clone()).or_insert(n);
    }

    fn add_owned(&mut self, owner: Owner, name: &Arc<str>, sort: Sort, span: Span, docs: &Docs, ty: Option<Type>) {
        match owner {
            Owner::State => self.add_global(name, sort, span, docs, ty),
            _ => {
                self.add(name, sort, span, docs, ty);
            }
        }
        self.declared.last_mut().expect("it was just added").owner = Some(owner);
    }

    fn built_in(&mut self, owner: Owner, name: &str, docs: &str, ty: Type) {
        let (name, docs) = (name.into(), docs.into());
        let (sort, ty, owner) = (Sort::BuiltIn, Some(ty), Some(owner));
        self.declared.push(Declared { name, sort, span: None, docs, ty, owner, is_global: false });
    }

    fn declare(&mut self, ir: &Ir) {
        for addon in &ir.addons {
            self.add(&addon.name, Sort::Addon, addon.span, &addon.docs, None);
        }
        for p in &ir.params {
            self.add_global(&p.name, Sort::Param, p.span, &p.docs, Some(p.ty.clone()));
        }
        for c in &ir.consts {
            self.add_global(&c.name, Sort::Constant, c.span, &c.docs, Some(c.value.expr.ty.clone()));
        }
        for d in &ir.dice {
            self.add_global(&d.name, Sort::Dice, d.span, &d.docs, None);
        }
        for (n, e) in ir.enums.iter().enumerate() {
            let ty = Type::Enum(EnumId(n as u16));
            // A param's anonymous enum has no name of its own.
            if e.name.starts_with(|c: char| c.is_uppercase()) {
                self.add_global(&e.name, Sort::Enum, e.span, &e.docs, Some(ty.clone()));
            }
            for case in &e.cases {
                self.add(&case.name, Sort::Case, case.span, &case.docs, Some(ty.clone()));
            }
        }
        for (n, kind) in ir.kinds.iter().enumerate() {
            let id = KindId(n as u16);
            self.add_global(&kind.name, Sort::Rows, kind.span, &kind.docs, Some(Type::Row(id)));
            if kind.on_track == Some(OnTrack::Paths) {
                let ty = Type::Set(Box::new(Type::Row(id)));
                self.add_owned(Owner::Space, &paths_through(&kind.name), Sort::Rows, kind.span, &kind.docs, Some(ty));
            }
        }
        for f in &ir.fields {
            self.add_owned(f.owner, &f.name, Sort::Field, f.span, &f.docs, Some(f.ty.clone()));
        }
        for d in &ir.derives {
            self.add_owned(d.owner, &d.name, Sort::Derived, d.span, &d.docs, Some(d.ty.clone()));
        }
        for l in &ir.links {
            let many = || Type::Set(Box::new(Type::Space));
            let ty = match l.arity {
                LinkArity::One => Type::Space,
                LinkArity::OneOptional => Type::Space.optional(),
                LinkArity::Many => many(),
            };
            if l.name.starts_with(|c: char| c.is_lowercase()) {
                self.add_owned(Owner::Space, &l.name, Sort::Link, l.span, &l.docs, Some(ty));
            }
            if let Some(back) = &l.back {
                self.add_owned(Owner::Space, back, Sort::Link, l.span, &l.docs, Some(many()));
            }
        }
        for (n, p) in ir.pieces.iter().enumerate() {
            let id = PieceId(n as u16);
            self.add_global(&p.name, Sort::Piece, p.span, &p.docs, Some(Type::Piece(id)));
            let own = match p.count.kind {
                ExprKind::Int(1) => Type::Piece(id),
                _ => Type::Set(Box::new(Type::Piece(id))),
            };
            self.add_owned(Owner::Player, &p.as_name, Sort::Piece, p.span, &p.docs, Some(own));
            let at = if p.start.is_some() { Type::Space } else { Type::Space.optional() };
            self.built_in(Owner::Piece(id), "at", "The space that it stands on.", at);
            self.built_in(Owner::Piece(id), "owner", "Whose it is.", Type::Player);
            self.built_in(Owner::Piece(id), "number", "Its number among those of its owner, from 1.", Type::int());
        }
        for p in &ir.piles {
            let ty = Type::Set(Box::new(Type::Row(p.kind)));
            self.add_owned(p.owner, &p.name, Sort::Pile, p.span, &p.docs, Some(ty));
        }
        for m in &ir.measures {
            self.add_global(&m.name, Sort::Measure, m.span, &m.docs, None);
        }
        for d in &ir.decisions {
            self.add(&d.name, Sort::Decision, d.span, &Docs::default(), None);
        }
        // Of a rule with layers, the first body is the rule itself. Rules that wrap it have no text of their own.
        for rule in &ir.rules {
            let is_named = matches!(rule.body, ir::RuleBody::Block(_) | ir::RuleBody::Expr(_));
            if !is_named || !ir.entries.contains_key(&rule.name) {
                continue;
            }
            let sort = if rule.kind == RuleKind::Value { Sort::Value } else { Sort::Rule };
            self.add_global(&rule.name, sort, rule.span, &rule.docs, rule.result.clone());
        }
    }
}
