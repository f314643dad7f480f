//! Operators between two values.

use super::*;
use crate::ir::Arithmetic as A;
use crate::syntax;
use crate::syntax::tree::{BinaryOp as Op, ExprKind as E, Name};
use types::{fits, same};

impl Resolver<'_> {
    pub(super) fn binary(&mut self, span: Span, op: Op, left: &tree::Expr, right: &tree::Expr, want: Option<&Type>) -> Expr {
        match op {
            Op::And | Op::Or => self.connective(span, op, left, right),
            Op::Eq => self.equality(span, Comparison::Eq, left, right),
            Op::Ne => self.equality(span, Comparison::Ne, left, right),
            Op::Le => self.ordering(span, Comparison::Le, left, right),
            Op::Ge => self.ordering(span, Comparison::Ge, left, right),
            Op::Lt => self.ordering(span, Comparison::Lt, left, right),
            Op::Gt => self.ordering(span, Comparison::Gt, left, right),
            Op::In | Op::NotIn => self.membership(span, op, left, right),
            Op::Range => {
                let (low, high) = (self.int(left), self.int(right));
                if let (Some(from), Some(to)) = (fixed::literal(&low), fixed::literal(&high))
                    && from > to
                {
                    let message = format!("there is no number in `{from}..{to}`: a range goes up");
                    let hint = format!("write `{to}..{from}`; to count down: `for n in {to}..{from} by n desc`");
                    let problem = Diagnostic::warning(Code::WrongType, span, message).hint(hint);
                    self.report(problem.replacing(format!("{to}..{from}")));
                }
                Expr { span, ty: Type::Range, kind: ExprKind::Range(Box::new(low), Box::new(high)) }
            }
            Op::Add => self.arithmetic(span, A::Add, left, right, want),
            Op::Sub => self.arithmetic(span, A::Subtract, left, right, want),
            Op::Both => self.arithmetic(span, A::Both, left, right, want),
            Op::Mul => self.numbers(span, A::Multiply, left, right),
            Op::Div => self.numbers(span, A::Divide, left, right),
            Op::Rem => self.numbers(span, A::Remainder, left, right),
        }
    }

    fn connective(&mut self, span: Span, op: Op, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let left = self.bool(left);
        let mark = self.mark();
        self.note_facts(&left, op == Op::And);
        let right = self.bool(right);
        self.reset(mark);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = if op == Op::And { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
        Expr { span, ty: Type::Bool, kind }
    }

    fn equality(&mut self, span: Span, op: Comparison, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let (left, right) = self.pair(left, right, Type::clone);
        let (left, right) = (with_own_room(left), with_own_room(right));
        if left.ty.is_unknown() || right.ty.is_unknown() {
            return Expr { ty: Type::Bool, ..unknown(span) };
        }
        let comparable = same(left.ty.present(), right.ty.present()) && !matches!(left.ty, Type::Text);
        let with_none = matches!((&left.ty, &right.ty), (Type::Nothing, Type::Optional(_)) | (Type::Optional(_), Type::Nothing));
        if !comparable && !with_none {
            let message = format!("this compares {} with {}", self.words(&left.ty), self.words(&right.ty));
            let hint = match [left.ty.present(), right.ty.present()] {
                [Type::Player, Type::Int(_)] | [Type::Int(_), Type::Player] => "the player of that number is `player(…)`",
                _ => "only values of the same kind can be compared",
            };
            return self.wrong(Diagnostic::error(Code::WrongType, span, message).hint(hint));
        }
        Expr { span, ty: Type::Bool, kind: ExprKind::Compare(op, Box::new(left), Box::new(right)) }
    }

    fn ordering(&mut self, span: Span, op: Comparison, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let (left, right) = self.pair(left, right, Type::clone);
        let (left, right) = (self.plain(left), self.plain(right));
        if left.ty.is_unknown() || right.ty.is_unknown() {
            return Expr { ty: Type::Bool, ..unknown(span) };
        }
        let ordered = matches!(left.ty, Type::Int(_) | Type::Enum(_)) && same(&left.ty, &right.ty);
        if !ordered {
            let message = format!(
                "which is more, {} or {}? only numbers, and cases of one enum, have an order",
                self.words(&left.ty),
                self.words(&right.ty)
            );
            return self.wrong(Diagnostic::error(Code::WrongType, span, message));
        }
        Expr { span, ty: Type::Bool, kind: ExprKind::Compare(op, Box::new(left), Box::new(right)) }
    }

    fn membership(&mut self, span: Span, op: Op, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let left_needs = self.needs_type(left);
        let (left, right) = if left_needs && !self.needs_type(right) {
            let right_value = self.expr(right, None);
            let member = member_of(&right_value.ty);
            if let (E::Name(name), E::Name(all)) = (&left.kind, &right.kind)
                && matches!(right_value.kind, ExprKind::All(_) | ExprKind::Players)
                && !self.is_case(name, &member)
            {
                // Whether something is among all there are is hardly asked.
                let problem = Diagnostic::error(Code::UnknownName, name.span, format!("there is nothing named `{}`", name.text));
                let list = format!("{} in {}", name.text, all.text);
                return self.wrong(problem.hint(syntax::all_or_one(&list, "where")));
            }
            (self.expr(left, Some(&member)), right_value)
        } else {
            let left = self.expr(left, None);
            let set = match left.ty.present().clone() {
                // There are no sets of numbers without bounds: `n in [2, 4]` is a list.
                Type::Int(_) => Type::list_of(Type::int()),
                member => Type::set_of(member),
            };
            (left, self.expr(right, Some(&set)))
        };
        if left.ty.is_unknown() || right.ty.is_unknown() {
            return Expr { ty: Type::Bool, ..unknown(span) };
        }
        let member = match &right.ty {
            Type::Set(of) | Type::List(of, _) => (**of).clone(),
            Type::Range => Type::int(),
            other => {
                let message = format!("something can be `in` a set, a list or a range, but this is {}", self.words(other));
                return self.wrong(Diagnostic::error(Code::WrongType, right.span, message));
            }
        };
        let looks_for_none = matches!(left.ty, Type::Nothing) && member.is_optional();
        if !looks_for_none && !same(left.ty.present(), member.present()) {
            let message = format!("this looks for {} in {}", self.words(&left.ty), self.words(&right.ty));
            return self.wrong(Diagnostic::error(Code::WrongType, span, message));
        }
        let found = Expr { span, ty: Type::Bool, kind: ExprKind::In(Box::new(left), Box::new(right)) };
        if op == Op::NotIn { Expr { span, ty: Type::Bool, kind: ExprKind::Not(Box::new(found)) } } else { found }
    }

    /// Whether a value of this type may be written as this name.
    fn is_case(&self, name: &Name, ty: &Type) -> bool {
        matches!(ty.present(), Type::Enum(e) if self.case_of(*e, &name.text).is_some())
    }

    fn numbers(&mut self, span: Span, op: A, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let (left, right) = (self.int(left), self.int(right));
        Expr { span, ty: Type::int(), kind: ExprKind::Arithmetic(op, Box::new(left), Box::new(right)) }
    }

    /// `+`, `-` and `&`, which work on sets and lists as well.
    fn arithmetic(&mut self, span: Span, op: A, left: &tree::Expr, right: &tree::Expr, want: Option<&Type>) -> Expr {
        let (left, right) = if self.needs_type(left) && self.needs_type(right) {
            (self.expr(left, want), self.expr(right, want))
        } else {
            self.pair(left, right, Type::clone)
        };
        if left.ty.is_unknown() || right.ty.is_unknown() {
            return unknown(span);
        }
        let build = |ty: Type, left, right| Expr { span, ty, kind: ExprKind::Arithmetic(op, Box::new(left), Box::new(right)) };
        match left.ty.clone() {
            Type::Set(member) => {
                let right = match &right.ty {
                    single if fits(single, &member) => {
                        Expr { span: right.span, ty: left.ty.clone(), kind: ExprKind::Members(vec![right]) }
                    }
                    _ => self.fit(right, &left.ty),
                };
                build(left.ty.clone(), left, right)
            }
            Type::List(member, _) if op == A::Add => {
                let ty = Type::List(Box::new(member.clone().unbounded()), None);
                let right = if fits(&right.ty, &member) { right } else { self.fit(right, &left.ty) };
                build(ty, left, right)
            }
            Type::Int(_) if op != A::Both => {
                let right = self.fit(right, &Type::int());
                build(Type::int(), left, right)
            }
            Type::Optional(_) | Type::Nothing => {
                self.plain(left);
                unknown(span)
            }
            other => {
                let sign = match op {
                    A::Add => "+",
                    A::Subtract => "-",
                    _ => "&",
                };
                let takes = if op == A::Both { "sets" } else { "numbers and sets" };
                let message = format!("`{sign}` is for {takes}, but this is {}", self.words(&other));
                self.wrong(Diagnostic::error(Code::WrongType, left.span, message))
            }
        }
    }
}

/// The type of a collection's members. Unknown for anything that is not a collection.
pub(super) fn member_of(ty: &Type) -> Type {
    match ty {
        Type::Set(of) | Type::List(of, _) => (**of).clone(),
        Type::Range => Type::int(),
        _ => Type::Unknown,
    }
}

/// A list that is written out, with room for its members: what it is compared with may have less.
fn with_own_room(mut e: Expr) -> Expr {
    if let (ExprKind::Members(members), Type::List(_, max)) = (&e.kind, &mut e.ty) {
        *max = Some(Arc::new(Expr { span: e.span, ty: Type::int(), kind: ExprKind::Int(members.len() as i32) }));
    }
    e
}
