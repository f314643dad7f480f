//! `if` and `match`, both as values and as far as statements share them.

use super::*;
use crate::ir::Condition;
use scope::LocalKind;
use types::{fits, join, same};

impl Resolver<'_> {
    /// Resolves a condition. The variables and facts it introduces stay until the caller's mark.
    pub(super) fn condition(&mut self, condition: &tree::Condition) -> Condition {
        match condition {
            tree::Condition::Expr(e) => {
                let found = self.bool(e);
                self.note_facts(&found, true);
                Condition::Expr(found)
            }
            tree::Condition::Let(name, value) => {
                let value = match value {
                    tree::RightSide::Expr(e) => self.maybe(e, None),
                    tree::RightSide::Choose(choose) => self.choose_value(choose, None),
                };
                let value = self.asked_for_none(value);
                let ty = value.ty.present().clone().unbounded();
                Condition::Let(self.open_local(name, ty, LocalKind::Let), value)
            }
        }
    }

    /// Reports a check for none on a value that is never none.
    pub(super) fn asked_for_none(&mut self, value: Expr) -> Expr {
        match &value.ty {
            Type::Optional(_) | Type::Unknown => value,
            other => {
                let message = format!("this is {}, which is never none", self.words(other));
                let problem = Diagnostic::error(Code::WrongType, value.span, message);
                self.wrong(problem.hint("write a plain `let`"))
            }
        }
    }

    pub(super) fn if_value(
        &mut self,
        span: Span,
        arms: &[(tree::Condition, tree::Expr)],
        otherwise: &tree::Expr,
        want: Option<&Type>,
    ) -> Expr {
        let outer = self.mark();
        let mut conditions = vec![];
        for (condition, _) in arms {
            let mark = self.mark();
            let condition = self.condition(condition);
            let known = self.known_since(outer);
            self.reset(mark);
            self.note_failed(&condition);
            conditions.push((condition, known));
        }
        let rest = self.known_since(outer);
        self.reset(outer);
        let mut branches = Branches::new(want);
        // The last branch may have to explain the ones before: `if c then plain else s.terrain`.
        let last_first = want.is_none() && arms.iter().any(|(_, value)| self.needs_type(value)) && !self.needs_type(otherwise);
        let mut last = last_first.then(|| self.knowing(&rest, |r| r.branch(otherwise, &mut branches)));
        let mut found = vec![];
        for ((condition, known), (_, value)) in conditions.into_iter().zip(arms) {
            let value = self.knowing(&known, |r| r.branch(value, &mut branches));
            found.push((condition, value));
        }
        let last = last.take().unwrap_or_else(|| self.knowing(&rest, |r| r.branch(otherwise, &mut branches)));
        let Some(ty) = branches.ty else { return unknown(span) };
        Expr { span, ty, kind: ExprKind::If { arms: found, otherwise: Box::new(last) } }
    }

    /// One of several values, of which one is taken.
    fn branch(&mut self, value: &tree::Expr, branches: &mut Branches) -> Expr {
        let value = self.expr(value, branches.want.as_ref());
        self.join_branch(value, branches)
    }

    /// Adds a value to those of which one is taken.
    pub(super) fn join_branch(&mut self, value: Expr, branches: &mut Branches) -> Expr {
        let joined = match &branches.ty {
            None => Some(value.ty.clone().unbounded()),
            Some(ty) => join(ty, &value.ty),
        };
        match joined {
            Some(ty) => {
                // Bounds of sets come from the place that the value goes to.
                let ty = match &branches.expected {
                    Some(want) if fits(&ty, want) && same(&ty, want) => want.clone().unbounded(),
                    _ => ty,
                };
                if branches.want.as_ref().is_none_or(|w| matches!(w, Type::Nothing)) && !matches!(ty, Type::Nothing) {
                    branches.want = Some(ty.clone());
                }
                branches.ty = Some(ty);
                value
            }
            None => {
                let first = branches.ty.as_ref().map_or(String::new(), |ty| self.words(ty));
                let message = format!("this is {}, but the value before it is {first}", self.words(&value.ty));
                branches.ty = Some(Type::Unknown);
                self.wrong(Diagnostic::error(Code::WrongType, value.span, message))
            }
        }
    }

    pub(super) fn match_value(
        &mut self,
        span: Span,
        subject: &tree::Expr,
        arms: &[tree::CaseValue],
        want: Option<&Type>,
    ) -> Expr {
        let subject = self.expr(subject, None);
        let mut branches = Branches::new(want);
        let (mut found, mut otherwise) = (vec![], None);
        let mut cases = Cases::default();
        for arm in arms {
            let patterns = self.patterns(&subject.ty, &arm.cases, arm.span, &mut cases);
            let value = self.branch(&arm.value, &mut branches);
            match patterns {
                Some(patterns) => found.push((patterns, value)),
                None => otherwise = Some(Box::new(value)),
            }
        }
        self.check_exhaustive(span, &subject.ty, &cases);
        if subject.ty.is_unknown() {
            return Expr { ty: branches.ty.unwrap_or(Type::Unknown), ..unknown(span) };
        }
        let Some(ty) = branches.ty else { return unknown(span) };
        Expr { span, ty, kind: ExprKind::Match { subject: Box::new(subject), arms: found, otherwise } }
    }

    /// The cases of one arm; `None` for `else`.
    pub(super) fn patterns(&mut self, subject: &Type, cases: &[tree::Expr], span: Span, seen: &mut Cases) -> Option<Vec<Expr>> {
        if seen.has_else {
            self.error(Code::NotExhaustive, span, "this is never reached: the `else` before it takes all the rest");
        }
        if cases.is_empty() {
            seen.has_else = true;
            return None;
        }
        if let [tree::Expr { kind: tree::ExprKind::Name(name), span }] = cases
            && matches!(&*name.text, "_" | "default")
            && !self.means_something(&name.text)
            && !matches!(subject.present(), Type::Enum(e) if self.case_of(*e, &name.text).is_some())
        {
            self.report(Diagnostic::error(Code::UnknownName, *span, "all other cases are `else`").write("else"));
            seen.has_else = true;
            return None;
        }
        let mut patterns = vec![];
        for case in cases {
            let case = self.constant(case, subject);
            if case.ty.is_unknown() {
                seen.broken = true;
            } else if seen.patterns.iter().any(|p| literal::same_value(p, &case)) {
                let problem = Diagnostic::error(Code::NotExhaustive, case.span, "this case is listed twice");
                self.report(problem.hint("leave one of them out"));
            }
            seen.patterns.push(case.clone());
            patterns.push(case);
        }
        Some(patterns)
    }

    /// Reports the cases that a `match` leaves out.
    pub(super) fn check_exhaustive(&mut self, span: Span, subject: &Type, seen: &Cases) {
        if seen.has_else || seen.broken || subject.is_unknown() {
            return;
        }
        let listed = |test: &dyn Fn(&ExprKind) -> bool| seen.patterns.iter().any(|p| test(&p.kind));
        let mut missing: Vec<String> = vec![];
        let mut added: Vec<(String, Span)> = vec![];
        match subject.present() {
            Type::Enum(e) => {
                for (n, case) in self.ir.enums[e.index()].cases.iter().enumerate() {
                    if listed(&|k| matches!(k, ExprKind::Case(c) if usize::from(*c) == n)) {
                        continue;
                    }
                    if self.sees(self.schema.case_origins[e.index()][n]) {
                        missing.push(case.name.to_string());
                    } else {
                        added.push((case.name.to_string(), case.span));
                    }
                }
            }
            Type::Bool => {
                for b in [true, false] {
                    if !listed(&|k| matches!(k, ExprKind::Bool(c) if *c == b)) {
                        missing.push(b.to_string());
                    }
                }
            }
            _ => {
                let message = format!("a `match` over {} needs an `else`", self.words(subject));
                let hint = "say what happens otherwise: `else { … }`, or `else => …` where it is a value";
                return self.report(Diagnostic::error(Code::NotExhaustive, span, message).hint(hint));
            }
        }
        if subject.is_optional() && !listed(&|k| matches!(k, ExprKind::None)) {
            missing.push("none".into());
        }
        if !missing.is_empty() {
            let message = format!("this `match` has no case for {}", list_names(missing.iter().map(|m| &**m)));
            let hint = "add the missing cases, or `else`";
            self.report(Diagnostic::error(Code::NotExhaustive, span, message).hint(hint));
        }
        if self.discarding {
            return;
        }
        let rule = self.routine.name.clone();
        for (case, at) in added {
            let problem = Diagnostic::error(Code::NotExhaustive, at, format!("`{rule}` has no case for `{case}`"));
            self.report(problem.label(span, "this `match` doesn't know it").hint(format!("replace `{rule}` in the add-on")));
        }
    }
}

/// What is known about values of which one is taken.
pub(super) struct Branches {
    /// The type expected from outside.
    expected: Option<Type>,
    /// The type that the next value is read as.
    want: Option<Type>,
    /// The common type of all values so far.
    pub ty: Option<Type>,
}

impl Branches {
    pub(super) fn new(want: Option<&Type>) -> Branches {
        Branches { expected: want.cloned(), want: want.cloned(), ty: None }
    }

    pub(super) fn want(&self) -> Option<&Type> {
        self.want.as_ref()
    }
}

/// The cases of a `match` so far.
#[derive(Default)]
pub(super) struct Cases {
    patterns: Vec<Expr>,
    has_else: bool,
    broken: bool,
}
