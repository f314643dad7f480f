//! Expressions, by their form.

use super::*;
use crate::syntax::tree::ExprKind as E;

impl Resolver<'_> {
    /// Resolves an expression. `want` is the type that its place takes, if known. Cases, names in quotes and literals get their meaning
    /// from it, but the caller must check whether the result fits.
    pub(super) fn expr(&mut self, e: &tree::Expr, want: Option<&Type>) -> Expr {
        if self.depth >= MOST_DEPTH {
            self.too_deep(e.span);
            return unknown(e.span);
        }
        self.depth += 1;
        let found = self.by_form(e, want);
        self.depth -= 1;
        found
    }

    /// Resolves an expression that must fit `want`.
    pub(super) fn expr_as(&mut self, e: &tree::Expr, want: &Type) -> Expr {
        let found = self.expr(e, Some(want));
        self.fit(found, want)
    }

    /// Resolves an expression that is true or false.
    pub(super) fn bool(&mut self, e: &tree::Expr) -> Expr {
        self.expr_as(e, &Type::Bool)
    }

    /// Resolves a number.
    pub(super) fn int(&mut self, e: &tree::Expr) -> Expr {
        self.expr_as(e, &Type::int())
    }

    /// Resolves an expression that is checked for none. An empty `min` or `max` is none here.
    pub(super) fn maybe(&mut self, e: &tree::Expr, want: Option<&Type>) -> Expr {
        let mut found = self.expr(e, want);
        if let ExprKind::Query(q) = &found.kind
            && matches!(q.quantifier, Quantifier::Min | Quantifier::Max)
        {
            found.ty = found.ty.optional();
        }
        found
    }

    fn by_form(&mut self, e: &tree::Expr, want: Option<&Type>) -> Expr {
        let span = e.span;
        match &e.kind {
            E::Int(n) => Expr { span, ty: Type::int(), kind: ExprKind::Int(*n) },
            E::Bool(b) => Expr { span, ty: Type::Bool, kind: ExprKind::Bool(*b) },
            E::None => Expr { span, ty: Type::Nothing, kind: ExprKind::None },
            E::Text(text) => self.text_literal(text, want),
            E::Name(name) => self.name(name, want),
            E::Call { callee, args } => self.call(span, callee, args, false),
            E::Index { of, keys } => self.index(span, of, keys),
            E::Field { of, name } => self.field(span, of, name),
            E::IsSome(of) => self.is_some(span, of),
            E::IsNone(of) => {
                let some = self.is_some(span, of);
                self.not(span, some)
            }
            E::Not(of) => {
                let of = self.bool(of);
                self.not(span, of)
            }
            E::Negative(of) => {
                let of = self.int(of);
                if of.ty.is_unknown() {
                    return unknown(span);
                }
                Expr { span, ty: Type::int(), kind: ExprKind::Negative(Box::new(of)) }
            }
            E::Binary { op, left, right } => self.binary(span, *op, left, right, want),
            E::Otherwise { value, default } => self.otherwise(span, value, default, want),
            E::List(elements) => self.list(span, elements, want),
            E::If { arms, otherwise } => self.if_value(span, arms, otherwise, want),
            E::Match { subject, arms } => self.match_value(span, subject, arms, want),
            E::Query(query) => self.query(span, query, want),
            E::PlayersFrom(first) => {
                let first = self.expr_as(first, &Type::Player);
                Expr { span, ty: Type::list_of(Type::Player), kind: ExprKind::PlayersFrom(Box::new(first)) }
            }
            E::LinksOf { kind, from, space } => {
                let of = self.expr_as(space, &Type::Space);
                match self.global(&kind.text).map(|g| g.symbol) {
                    Some(scope::Symbol::Rows(k)) if matches!(self.ir.kinds[k.index()].on_track, Some(OnTrack::Links(_))) => {
                        let kind = self.rows_at(k, if *from { "from" } else { "to" }, of);
                        Expr { span, ty: Type::set_of(Type::Row(k)), kind }
                    }
                    Some(_) => {
                        let message = format!("`{}` is not a kind of link", kind.text);
                        let problem = Diagnostic::error(Code::WrongType, kind.span, message);
                        self.wrong(problem.hint("declare one with a capital: `link Road many { … }`"))
                    }
                    None => {
                        let problem = self.unknown_name(kind, None, None);
                        self.wrong(problem)
                    }
                }
            }
        }
    }

    fn not(&self, span: Span, of: Expr) -> Expr {
        if of.ty.is_unknown() {
            return unknown(span);
        }
        Expr { span, ty: Type::Bool, kind: ExprKind::Not(Box::new(of)) }
    }

    fn is_some(&mut self, span: Span, of: &tree::Expr) -> Expr {
        let of = self.maybe(of, None);
        match &of.ty {
            Type::Unknown => return unknown(span),
            Type::Optional(_) => {}
            _ if self.path(&of).is_some_and(|p| self.routine.facts.contains(&p)) => {}
            other => {
                let message = format!("this is {}, which is never none", self.words(other));
                return self.wrong(Diagnostic::error(Code::WrongType, of.span, message));
            }
        }
        Expr { span, ty: Type::Bool, kind: ExprKind::IsSome(Box::new(of)) }
    }

    fn otherwise(&mut self, span: Span, value: &tree::Expr, default: &tree::Expr, want: Option<&Type>) -> Expr {
        let value = self.maybe(value, want);
        let Type::Optional(inner) = value.ty.clone() else {
            let default = self.expr(default, want);
            return match value.ty {
                Type::Unknown => Expr { ty: default.ty.clone(), ..unknown(span) },
                Type::Nothing => default,
                _ => {
                    let message = format!("this is {}, which is never none: `otherwise` is not needed", self.words(&value.ty));
                    let problem = Diagnostic::error(Code::WrongType, value.span, message);
                    self.wrong(match value.kind {
                        ExprKind::Query(_) | ExprKind::Wrong => {
                            problem.hint("it belongs to the whole search here; put brackets around the part that may be none")
                        }
                        _ => problem,
                    })
                }
            };
        };
        let default = self.expr(default, Some(&inner));
        let default = self.fit(default, &Type::Optional(inner.clone()));
        let ty = match &default.ty {
            Type::Optional(_) => Type::Optional(inner),
            Type::Unknown => Type::Unknown,
            _ => *inner,
        };
        Expr { span, ty: ty.unbounded(), kind: ExprKind::Otherwise(Box::new(value), Box::new(default)) }
    }

    /// Whether an expression gets its meaning only from the type that is expected.
    pub(super) fn needs_type(&self, e: &tree::Expr) -> bool {
        match &e.kind {
            E::Text(_) | E::List(_) | E::None => true,
            E::Name(name) => !self.means_something(&name.text),
            E::If { arms, otherwise } => arms.iter().all(|(_, value)| self.needs_type(value)) && self.needs_type(otherwise),
            E::Match { arms, .. } => arms.iter().all(|arm| self.needs_type(&arm.value)),
            E::Otherwise { value, default } => self.needs_type(value) && self.needs_type(default),
            _ => false,
        }
    }

    /// Resolves two expressions that explain each other, beginning with the surer one.
    pub(super) fn pair(&mut self, left: &tree::Expr, right: &tree::Expr, of_list: impl Fn(&Type) -> Type) -> (Expr, Expr) {
        let is_name = |e: &tree::Expr| matches!(e.kind, E::Name(_));
        let right_first = !self.needs_type(right) && (self.needs_type(left) || is_name(left) && !is_name(right));
        if right_first {
            let right = self.expr(right, None);
            let left = self.expr(left, Some(&of_list(&right.ty)));
            (left, right)
        } else {
            let left = self.expr(left, None);
            let right = self.expr(right, Some(&of_list(&left.ty)));
            (left, right)
        }
    }
}
