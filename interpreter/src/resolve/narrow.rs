//! Keeps track of values that are known not to be none, after `is some` on fixed names and on fields of the board reached from them.

use super::*;
use crate::ir::Condition;
use scope::LocalKind;

/// A path to a value that can't change while a rule runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    root: Root,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Local(LocalId),
    Param(ParamId),
    Const(ConstId),
    Track(FieldId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Field(FieldId),
    Derived(DeriveId),
    Link(LinkId),
}

impl Resolver<'_> {
    /// Gives the expression the plain type if it is known not to be none.
    pub(super) fn narrowed(&self, mut e: Expr) -> Expr {
        if let Type::Optional(plain) = &e.ty
            && !self.routine.facts.is_empty()
            && let Some(path) = self.path(&e)
            && self.routine.facts.contains(&path)
        {
            e.ty = (**plain).clone();
        }
        e
    }

    /// The path of an expression that can't change.
    pub(super) fn path(&self, e: &Expr) -> Option<Path> {
        let (step, of) = match &e.kind {
            ExprKind::Local(l) => {
                let fixed = self.routine.kinds.get(l.index()).is_some_and(|k| *k != LocalKind::Var);
                return fixed.then_some(Path { root: Root::Local(*l), steps: vec![] });
            }
            ExprKind::Param(p) => return Some(Path { root: Root::Param(*p), steps: vec![] }),
            ExprKind::Const(c) => return Some(Path { root: Root::Const(*c), steps: vec![] }),
            ExprKind::Field { field, of } => match (self.ir.fields.get(field.index())?.owner, of) {
                (Owner::Track, _) => return Some(Path { root: Root::Track(*field), steps: vec![] }),
                (Owner::Space | Owner::Rows(_), Some(of)) => (Step::Field(*field), of),
                _ => return None,
            },
            ExprKind::Derived { derive, of } => (Step::Derived(*derive), of),
            ExprKind::Link { link, of, backwards: false } => (Step::Link(*link), of),
            _ => return None,
        };
        let mut path = self.path(of)?;
        path.steps.push(step);
        Some(path)
    }

    /// Notes what holds where the condition is true (or false).
    pub(super) fn note_facts(&mut self, condition: &Expr, truth: bool) {
        match &condition.kind {
            ExprKind::IsSome(e) if truth => self.note_some(e),
            ExprKind::Compare(Comparison::Ne, a, b) if truth => match (&a.kind, &b.kind) {
                (ExprKind::None, _) => self.note_some(b),
                (_, ExprKind::None) => self.note_some(a),
                _ => {}
            },
            ExprKind::Compare(Comparison::Eq, a, b) if !truth => match (&a.kind, &b.kind) {
                (ExprKind::None, _) => self.note_some(b),
                (_, ExprKind::None) => self.note_some(a),
                _ => {}
            },
            ExprKind::Not(inner) => self.note_facts(inner, !truth),
            ExprKind::And(a, b) if truth => {
                self.note_facts(a, true);
                self.note_facts(b, true);
            }
            ExprKind::Or(a, b) if !truth => {
                self.note_facts(a, false);
                self.note_facts(b, false);
            }
            _ => {}
        }
    }

    /// Notes what holds where a condition of a statement is false.
    pub(super) fn note_failed(&mut self, condition: &Condition) {
        if let Condition::Expr(e) = condition {
            self.note_facts(e, false);
        }
    }

    /// Notes that a value is not none. Then nothing on the path to it is none, either.
    fn note_some(&mut self, e: &Expr) {
        let Some(mut path) = self.path(e) else { return };
        loop {
            if !self.routine.facts.contains(&path) {
                self.routine.facts.push(path.clone());
            }
            if path.steps.pop().is_none() {
                return;
            }
        }
    }

    /// The type of a variable, given what is known here.
    pub(super) fn local_type(&self, local: LocalId) -> Type {
        match self.routine.locals.get(local.index()) {
            Some(l) => self.narrowed(Expr { span: l.span, ty: l.ty.clone(), kind: ExprKind::Local(local) }).ty,
            None => Type::Unknown,
        }
    }
}
