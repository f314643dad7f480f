//! Queries: `any every count sum min max first the those`.

use std::sync::Arc;

use super::*;
use crate::syntax::tree::Quantifier as Q;
use operate::member_of;
use scope::LocalKind;

impl Resolver<'_> {
    /// Resolves a collection to go through. Also returns the type of its members.
    pub(super) fn collection(&mut self, e: &tree::Expr) -> (Expr, Type) {
        let found = self.expr(e, None);
        match &found.ty {
            Type::Unknown => (found, Type::Unknown),
            Type::Set(_) | Type::List(..) | Type::Range => {
                let member = member_of(&found.ty).unbounded();
                (found, member)
            }
            other => {
                let message = format!("a set, a list or a range is expected here, but this is {}", self.words(other));
                let problem = Diagnostic::error(Code::WrongType, found.span, message);
                let problem = match other {
                    Type::Int(_) => problem.hint("count from 1 up to it: `1..…`"),
                    single if single.is_single() => problem.hint("put it in brackets: `[…]`"),
                    _ => problem,
                };
                (self.wrong(problem), Type::Unknown)
            }
        }
    }

    pub(super) fn query(&mut self, span: Span, q: &tree::Query, want: Option<&Type>) -> Expr {
        let (source, member) = self.collection(&q.source);
        let mark = self.mark();
        let local = self.open_local(&q.name, member, LocalKind::Loop);
        let (filter, by, value) = self.looking(Purity::Query, |r| {
            let filter = q.filter.as_ref().map(|f| r.filter(f));
            let by = r.sort_keys(&q.by);
            let value = q.value.as_ref().map(|v| match q.quantifier {
                Q::Every => {
                    let found = r.bool(v);
                    r.note_facts(&found, true);
                    found
                }
                Q::Sum | Q::Min | Q::Max => r.int(v),
                _ => r.expr(v, None),
            });
            (filter, by, value)
        });
        let member = self.local_type(local);
        self.reset(mark);
        self.check_query_parts(span, q);
        let ty = match q.quantifier {
            Q::Any | Q::Every => Type::Bool,
            Q::Count | Q::Sum | Q::Min | Q::Max => Type::int(),
            Q::First => member.optional(),
            Q::The => member,
            Q::Those if !q.by.is_empty() => match types::most_members(&source).filter(|_| matches!(member, Type::Int(_))) {
                Some(most) => types::list_for(most),
                None => Type::list_of(member),
            },
            Q::Those => self.set_found(&source, member, want),
        };
        if source.ty.is_unknown() {
            return Expr { ty, ..unknown(span) };
        }
        let kind = ExprKind::Query(Box::new(Query { quantifier: q.quantifier, local, source, filter, by, value }));
        Expr { span, ty, kind }
    }

    /// The type of a set of found members. Numbers need bounds, from the place they go to or from where they come from.
    fn set_found(&self, source: &Expr, member: Type, want: Option<&Type>) -> Type {
        if !matches!(member, Type::Int(_)) {
            return Type::set_of(member);
        }
        match (want, &source.ty, &source.kind) {
            (Some(Type::Set(of)), ..) if matches!(**of, Type::Int(Some(_))) => Type::Set(of.clone()),
            (_, Type::Set(of), _) => Type::Set(of.clone()),
            (_, _, ExprKind::Range(low, high)) if fixed::is_constant(low) && fixed::is_constant(high) => {
                Type::set_of(Type::Int(Some(Arc::new(((**low).clone(), (**high).clone())))))
            }
            _ => Type::set_of(member),
        }
    }

    /// Resolves the condition after `where`. What it says holds from then on.
    pub(super) fn filter(&mut self, e: &tree::Expr) -> Expr {
        let found = self.bool(e);
        self.note_facts(&found, true);
        found
    }

    pub(super) fn sort_keys(&mut self, keys: &[tree::SortKey]) -> Vec<SortKey> {
        let key = |k: &tree::SortKey| {
            let value = self.looking(Purity::Query, |r| r.expr(&k.value, None));
            let value = match &value.ty {
                Type::Optional(_) => {
                    let problem =
                        Diagnostic::error(Code::MayBeNone, value.span, "this may be none, so nothing can be sorted by it");
                    self.wrong(problem.hint("say which value counts instead, in brackets: `by (… otherwise 0)`"))
                }
                _ => self.plain(value),
            };
            let value = match &value.ty {
                Type::Int(_) | Type::Enum(_) | Type::Bool | Type::Unknown => value,
                other => {
                    let message = format!("things are sorted by numbers or cases, but this is {}", self.words(other));
                    self.wrong(Diagnostic::error(Code::WrongType, value.span, message))
                }
            };
            SortKey { value, descending: k.descending }
        };
        keys.iter().map(key).collect()
    }

    fn check_query_parts(&mut self, span: Span, q: &tree::Query) {
        let word = match q.quantifier {
            Q::Any => "any",
            Q::Every => "every",
            Q::Count => "count",
            Q::Sum => "sum",
            Q::Min => "min",
            Q::Max => "max",
            Q::First => "first",
            Q::The => "the",
            Q::Those => "those",
        };
        let x = &q.name.text;
        match (q.quantifier, &q.value) {
            (Q::Every | Q::Sum | Q::Min | Q::Max, None) => {
                let what = if q.quantifier == Q::Every { "condition" } else { "number" };
                let problem = Diagnostic::error(Code::WrongArguments, span, format!("`{word}` needs a {what} after a `:`"));
                self.report(problem.hint(format!("write `{word} {x} in … : …`")));
            }
            (Q::Any | Q::Count | Q::First | Q::The | Q::Those, Some(value)) => {
                let problem = Diagnostic::error(Code::WrongArguments, value.span, format!("`{word}` takes no `:`"));
                self.report(problem.hint(format!("write the condition as `{word} {x} in … where …`")));
            }
            _ => {}
        }
        if let (false, Some(key)) = (matches!(q.quantifier, Q::First | Q::Those), q.by.first()) {
            let message = format!("`by` sorts what `first` and `those` find, not `{word}`");
            self.error(Code::WrongArguments, key.value.span, message);
        }
    }
}
