//! Finds where names are used. Every expression knows its place, and the name is at its beginning or its end.

use std::collections::BTreeMap;

use super::*;
use crate::ir::walk::Part;

/// Notes all uses of names in the rules, their defaults and their tests.
pub(super) fn find(names: &mut Names, ir: &Ir, sources: &Sources) {
    let mut finder = Finder::new(names, ir, sources);
    for rule in &ir.rules {
        let locals = finder.locals(&rule.locals);
        ir::walk::all_of_rule(rule, &mut |part| finder.part(part, &locals));
    }
    for formula in ir.formulas() {
        let locals = finder.locals(&formula.locals);
        ir::walk::expr(&formula.expr, &mut |e| finder.expr(e, &locals));
    }
    for param in &ir.params {
        if let ParamDefault::Expr(value) = &param.default {
            ir::walk::expr(value, &mut |e| finder.expr(e, &[]));
        }
    }
    for test in &ir.tests {
        let locals = finder.locals(&test.locals);
        for (_, value) in &test.with {
            ir::walk::expr(value, &mut |e| finder.expr(e, &locals));
        }
        test.lines.iter().for_each(|line| ir::walk::test_line(line, &mut |part| finder.part(part, &locals)));
    }
}

struct Finder<'a> {
    names: &'a mut Names,
    ir: &'a Ir,
    sources: &'a Sources,
    /// Declared things by place and name, because one declaration may declare two things.
    by_span: BTreeMap<(Span, Arc<str>), usize>,
}

impl<'a> Finder<'a> {
    fn new(names: &'a mut Names, ir: &'a Ir, sources: &'a Sources) -> Finder<'a> {
        let key = |(n, d): (usize, &Declared)| d.span.map(|span| ((span, d.name.clone()), n));
        let by_span: BTreeMap<_, _> = names.declared.iter().enumerate().rev().filter_map(key).collect();
        for ((span, name), n) in &by_span {
            // A second name comes after the first: `back` of a link, `as` of a piece.
            let is_own = sources.slice(*span) == &**name;
            if let Some(own) = if is_own { Some(*span) } else { behind(sources, *span, name) } {
                names.declared[*n].span = Some(own);
                // A declaration is a use of its own name.
                names.uses.push((own, *n));
            }
        }
        Finder { names, ir, sources, by_span }
    }

    /// Notes the variables of a routine, and returns the number of each.
    fn locals(&mut self, locals: &[Local]) -> Vec<Option<usize>> {
        let mut numbers = vec![];
        for local in locals {
            let is_written = self.sources.slice(local.span) == &*local.name;
            numbers.push(is_written.then(|| {
                let n = self.names.add(&local.name, Sort::Local, local.span, &Docs::default(), Some(local.ty.clone()));
                self.names.uses.push((local.span, n));
                n
            }));
        }
        numbers
    }

    fn part(&mut self, part: Part, locals: &[Option<usize>]) {
        match part {
            Part::Expr(e) => self.expr(e, locals),
            Part::Stmt(Stmt { kind: StmtKind::Assign { place, .. }, .. }) => {
                let place = place.base();
                match &place.kind {
                    PlaceKind::Local(local) => self.local(place.span, *local, locals),
                    PlaceKind::Field { field, .. } => self.field(place.span, *field),
                    PlaceKind::Index { .. } => {}
                }
            }
            Part::Stmt(_) => {}
        }
    }

    fn expr(&mut self, e: &Expr, locals: &[Option<usize>]) {
        let ir = self.ir;
        match &e.kind {
            ExprKind::Local(local) => self.local(e.span, *local, locals),
            ExprKind::Param(p) => self.declared(e.span, ir.params.get(p.index()).map(|p| (p.span, &p.name))),
            ExprKind::Const(c) => self.declared(e.span, ir.consts.get(c.index()).map(|c| (c.span, &c.name))),
            ExprKind::Field { field, .. } => self.field(e.span, *field),
            ExprKind::Derived { derive, .. } => self.declared(e.span, ir.derives.get(derive.index()).map(|d| (d.span, &d.name))),
            ExprKind::Link { link, backwards, .. } => {
                let link = ir.links.get(link.index());
                let name = link.and_then(|l| Some((l.span, if *backwards { l.back.as_ref()? } else { &l.name })));
                self.declared(e.span, name);
            }
            ExprKind::Pile { pile, .. } => self.declared(e.span, ir.piles.get(pile.index()).map(|p| (p.span, &p.name))),
            ExprKind::PieceOf { piece, .. } => self.declared(e.span, ir.pieces.get(piece.index()).map(|p| (p.span, &p.as_name))),
            ExprKind::Case(case) => {
                if let Type::Enum(of) = e.ty.present() {
                    let case = ir.enums.get(of.index()).and_then(|e| e.cases.get(usize::from(*case)));
                    self.declared(e.span, case.map(|case| (case.span, &case.name)));
                }
            }
            ExprKind::Call { rule, .. } => {
                if let Some(n) = ir.rules.get(rule.index()).and_then(|rule| self.names.global(&rule.name)) {
                    self.note(e.span, n);
                }
            }
            ExprKind::All(ty) => {
                let name = match ty {
                    Type::Enum(e) => ir.enums.get(e.index()).map(|e| &e.name),
                    Type::Piece(p) => ir.pieces.get(p.index()).map(|p| &p.name),
                    Type::Row(k) => ir.kinds.get(k.index()).map(|k| &k.name),
                    _ => None,
                };
                if let Some(n) = name.and_then(|name| self.names.global(name)) {
                    self.note(e.span, n);
                }
            }
            _ => {}
        }
    }

    fn local(&mut self, span: Span, local: LocalId, locals: &[Option<usize>]) {
        if let Some(n) = locals.get(local.index()).copied().flatten() {
            self.note(span, n);
        }
    }

    fn field(&mut self, span: Span, field: FieldId) {
        self.declared(span, self.ir.fields.get(field.index()).map(|f| (f.span, &f.name)));
    }

    fn declared(&mut self, span: Span, what: Option<(Span, &Arc<str>)>) {
        let found = what.and_then(|(at, name)| self.by_span.get(&(at, name.clone())).copied());
        if let Some(n) = found {
            self.note(span, n);
        }
    }

    /// Notes the name within the text that was written.
    fn note(&mut self, span: Span, what: usize) {
        let name = &*self.names.declared[what].name;
        let text = self.sources.slice(span);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let found = if text == name {
            Some(span)
        } else if text.strip_suffix(name).is_some_and(|before| !before.ends_with(is_word)) {
            Some(Span { start: span.end - name.len() as u32, ..span })
        } else if text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word)) {
            Some(Span { end: span.start + name.len() as u32, ..span })
        } else {
            None
        };
        self.names.uses.extend(found.map(|span| (span, what)));
    }
}

/// The place of a word after another place, on the same line.
fn behind(sources: &Sources, span: Span, word: &str) -> Option<Span> {
    let rest = sources.get(span.source).text.get(span.end as usize..)?;
    let line = rest.split('\n').next().unwrap_or(rest);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |at: &usize| !line[..*at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part);
    let at = line.match_indices(word).map(|(at, _)| at).find(is_whole)?;
    let start = span.end + at as u32;
    Some(Span { start, end: start + word.len() as u32, ..span })
}
