//! Literals in brackets: sets, lists and tables, typed by the place they go to.

use super::*;
use crate::ir::fold::Fold;
use crate::ir::shape::Sizes;
use crate::syntax::tree::Element;

impl Resolver<'_> {
    pub(super) fn list(&mut self, span: Span, elements: &[Element], want: Option<&Type>) -> Expr {
        match want {
            Some(Type::Per(of, keys)) => self.table(span, elements, of, keys),
            Some(Type::Set(member)) => self.members(span, elements, Some(member), |ty| Type::Set(Box::new(ty))),
            Some(Type::List(member, max)) => {
                self.members(span, elements, Some(member), |ty| Type::List(Box::new(ty), max.clone()))
            }
            Some(Type::Unknown) => {
                for value in elements.iter().filter_map(plain_value) {
                    if !self.needs_type(value) {
                        self.expr(value, None);
                    }
                }
                unknown(span)
            }
            _ => {
                let many = elements.len() > shape::LIST_CAPACITY;
                let count = Expr { span, ty: Type::int(), kind: ExprKind::Int(elements.len() as i32) };
                let max = many.then(|| std::sync::Arc::new(count));
                self.members(span, elements, None, |ty| Type::List(Box::new(ty), max.clone()))
            }
        }
    }

    fn members(&mut self, span: Span, elements: &[Element], member: Option<&Type>, build: impl Fn(Type) -> Type) -> Expr {
        let mut values: Vec<&tree::Expr> = vec![];
        for element in elements {
            match element {
                Element::Value(value) => values.push(value),
                Element::Pair(key, _) | Element::Else(key) => {
                    let problem = Diagnostic::error(Code::WrongType, key.span, "a pair with `:` belongs in a table");
                    return self.wrong(problem);
                }
                Element::Hop { link, .. } => {
                    let problem = Diagnostic::error(Code::WrongType, link.span, "this belongs after `over:`");
                    return self.wrong(problem);
                }
            }
        }
        // If no type is expected, the surest member decides the type of the others.
        let surest = values.iter().position(|v| !self.needs_type(v)).unwrap_or(0);
        let mut first = None;
        let member = match (member, values.get(surest)) {
            (Some(ty), _) => ty.clone(),
            (None, Some(value)) => {
                let value = self.expr(value, None);
                let ty = value.ty.clone().unbounded();
                first = Some(value);
                ty
            }
            (None, None) => {
                let problem = Diagnostic::error(Code::WrongType, span, "a list or set of what?");
                return self.wrong(problem.hint("give it a type: `let x: set of space = []`"));
            }
        };
        let mut members = vec![];
        for (n, value) in values.iter().enumerate() {
            let value = match first.take_if(|_| n == surest) {
                Some(first) => first,
                None => self.expr_as(value, &member),
            };
            members.push(value);
        }
        if member.is_unknown() {
            return unknown(span);
        }
        if !member.is_single() {
            let message = format!("{} can't be a member of a list or set", self.words(&member));
            return self.wrong(Diagnostic::error(Code::WrongType, span, message));
        }
        Expr { span, ty: build(member), kind: ExprKind::Members(members) }
    }

    fn table(&mut self, span: Span, elements: &[Element], of: &Type, keys: &std::sync::Arc<[Key]>) -> Expr {
        let ty = Type::Per(Box::new(of.clone()), keys.clone());
        let inner = ty.row();
        let by_key = elements.iter().any(|e| matches!(e, Element::Pair(..) | Element::Else(_)));
        if !by_key {
            let rows: Vec<Expr> = elements.iter().filter_map(plain_value).map(|value| self.expr_as(value, &inner)).collect();
            self.check_rows(span, rows.len(), &keys[0]);
            return Expr { span, ty, kind: ExprKind::PerRows(rows) };
        }
        let key_type = key_type(&keys[0]);
        let (mut pairs, mut otherwise): (Vec<(Expr, Expr)>, Option<Box<Expr>>) = (vec![], None);
        for element in elements {
            match element {
                Element::Pair(key, value) => {
                    let key = self.constant(key, &key_type);
                    let value = self.expr_as(value, &inner);
                    pairs.push((key, value));
                }
                Element::Else(value) => {
                    if otherwise.is_some() {
                        self.report(table::twice(value.span, "`else`"));
                    }
                    otherwise = Some(Box::new(self.rest(value, of, &inner)));
                }
                Element::Value(value) => {
                    let problem = Diagnostic::error(Code::WrongType, value.span, "which key is this for?");
                    self.report(problem.hint("write `key: value`, or `else: value` for all others"));
                }
                Element::Hop { link, .. } => self.error(Code::WrongType, link.span, "this belongs after `over:`"),
            }
        }
        let table = Expr { span, ty, kind: ExprKind::PerKeys { pairs, otherwise } };
        // How many players, spaces and rows there are, and what params are, is known only where the rules are compiled.
        if let Key::Range(..) | Key::Each(Type::Enum(_)) = &keys[0] {
            let problems = table::wrong_keys(&Fold { ir: &self.ir, params: &[], sizes: &Sizes::default() }, &table);
            problems.into_iter().for_each(|problem| self.report(problem));
        }
        table
    }

    /// What a table has under all other keys. If it has several keys, that is a table for the rest of them, or one value for all of those.
    fn rest(&mut self, value: &tree::Expr, of: &Type, inner: &Type) -> Expr {
        if !matches!(inner, Type::Per(..)) || matches!(value.kind, tree::ExprKind::List(_)) {
            return self.expr_as(value, inner);
        }
        let found = self.expr(value, Some(of));
        if matches!(found.ty, Type::Per(..)) {
            return self.fit(found, inner);
        }
        everywhere(self.fit(found, of), inner)
    }

    /// Reports a table with too many or too few rows, if the number of keys is known.
    fn check_rows(&mut self, span: Span, rows: usize, key: &Key) {
        let keys = match key {
            Key::Each(Type::Enum(e)) => self.ir.enums.get(e.index()).map(|e| e.cases.len()),
            Key::Range(Expr { kind: ExprKind::Int(low), .. }, Expr { kind: ExprKind::Int(high), .. }) => {
                usize::try_from(i64::from(*high) - i64::from(*low) + 1).ok()
            }
            _ => None,
        };
        if let Some(keys) = keys
            && keys != rows
        {
            self.report(table::wrong_rows(span, keys, rows, key));
        }
    }
}

/// A table that has the same value under all its keys.
fn everywhere(value: Expr, ty: &Type) -> Expr {
    let Type::Per(..) = ty else { return value };
    let otherwise = Some(Box::new(everywhere(value, &ty.row())));
    let span = otherwise.as_ref().map_or(Span::default(), |value| value.span);
    Expr { span, ty: ty.clone(), kind: ExprKind::PerKeys { pairs: vec![], otherwise } }
}

fn plain_value(element: &Element) -> Option<&tree::Expr> {
    match element {
        Element::Value(value) | Element::Pair(_, value) | Element::Else(value) => Some(value),
        Element::Hop { .. } => None,
    }
}

/// The type of a table's key.
pub(super) fn key_type(key: &Key) -> Type {
    match key {
        Key::Each(ty) => ty.clone(),
        Key::Range(..) => Type::int(),
    }
}

/// Whether two constants are obviously the same.
pub(super) fn same_value(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Case(a), ExprKind::Case(b)) => a == b,
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Named(a), ExprKind::Named(b)) => a == b,
        (ExprKind::None, ExprKind::None) => true,
        (ExprKind::Negative(a), ExprKind::Negative(b)) => same_value(a, b),
        _ => false,
    }
}
