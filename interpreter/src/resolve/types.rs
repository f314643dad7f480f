//! Types: how they are written, whether they fit, and what they are called.

use std::sync::Arc;

use super::*;
use crate::syntax::{self, tree::TypeKind as T};
use scope::Symbol;

/// Whether the types are the same, apart from bounds of numbers and capacities of lists.
pub(super) fn same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::Int(_), Type::Int(_))
        | (Type::Bool, Type::Bool)
        | (Type::Player, Type::Player)
        | (Type::Space, Type::Space)
        | (Type::Text, Type::Text)
        | (Type::Range, Type::Range)
        | (Type::Nothing, Type::Nothing) => true,
        (Type::Enum(a), Type::Enum(b)) => a == b,
        (Type::Piece(a), Type::Piece(b)) => a == b,
        (Type::Row(a), Type::Row(b)) => a == b,
        (Type::Rule(a), Type::Rule(b)) => same_rule(a, b),
        (Type::Optional(a), Type::Optional(b)) | (Type::Set(a), Type::Set(b)) | (Type::List(a, _), Type::List(b, _)) => {
            same(a, b)
        }
        (Type::Per(a, k), Type::Per(b, l)) => {
            same(a, b) && k.len() == l.len() && k.iter().zip(l.iter()).all(|(k, l)| same_key(k, l))
        }
        _ => false,
    }
}

/// Whether two rules have the same parameters and result.
pub fn same_rule(a: &RuleType, b: &RuleType) -> bool {
    let results = match (&a.result, &b.result) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    };
    let params = a.params.len() == b.params.len() && a.params.iter().zip(&b.params).all(|(a, b)| same(a, b));
    a.is_value == b.is_value && params && results
}

fn same_key(a: &Key, b: &Key) -> bool {
    let number = |e: &Expr| if let ExprKind::Int(n) = e.kind { Some(n) } else { None };
    let alike = |a: &Expr, b: &Expr| match (number(a), number(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    match (a, b) {
        (Key::Each(a), Key::Each(b)) => same(a, b),
        (Key::Range(a, b), Key::Range(c, d)) => alike(a, c) && alike(b, d),
        _ => false,
    }
}

/// Whether a value of type `from` can stand where `to` is expected.
pub(super) fn fits(from: &Type, to: &Type) -> bool {
    match to {
        Type::Optional(inner) => matches!(from, Type::Nothing) || same(from.present(), inner),
        _ => same(from, to),
    }
}

/// A type that both fit, if there is one.
pub(super) fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some(Type::Unknown),
        (Type::Nothing, Type::Nothing) => Some(Type::Nothing),
        (Type::Nothing, other) | (other, Type::Nothing) => other.is_single().then(|| other.clone().optional()),
        (Type::List(of, a), Type::List(other, b)) if same(of, other) => {
            let max = more_room(of, a.as_ref().zip(b.as_ref()), a.as_ref().or(b.as_ref()));
            Some(Type::List(Box::new((**of).clone().unbounded()), max))
        }
        _ if same(a, b) => Some(a.clone().unbounded()),
        _ if same(a.present(), b.present()) => Some(a.present().clone().unbounded().optional()),
        _ => None,
    }
}

/// The larger of two capacities, of which both, one or neither may be declared.
fn more_room(of: &Type, both: Option<(&Arc<Expr>, &Arc<Expr>)>, one: Option<&Arc<Expr>>) -> Option<Arc<Expr>> {
    let number = |kind| Expr { span: Span::default(), ty: Type::int(), kind };
    let usual = || match of {
        Type::Enum(_) | Type::Player | Type::Space | Type::Piece(_) | Type::Row(_) | Type::Bool => {
            let all = Expr { span: Span::default(), ty: Type::set_of(of.clone()), kind: ExprKind::All(of.clone()) };
            number(ExprKind::Builtin(Builtin::Size, vec![all]))
        }
        _ => number(ExprKind::Int(shape::LIST_CAPACITY as i32)),
    };
    let pair = both.map(|(a, b)| ((**a).clone(), (**b).clone())).or_else(|| Some(((**one?).clone(), usual())))?;
    Some(Arc::new(number(ExprKind::Builtin(Builtin::Max, vec![pair.0, pair.1]))))
}

/// The part of an expression that doesn't fit: one of its branches, if it has any.
fn misfit<'e>(mut e: &'e Expr, to: &Type) -> &'e Expr {
    loop {
        let branch = match &e.kind {
            ExprKind::If { arms, otherwise } => arms.iter().map(|(_, v)| v).chain([&**otherwise]).find(|v| !fits(&v.ty, to)),
            ExprKind::Match { arms, otherwise, .. } => {
                arms.iter().map(|(_, v)| v).chain(otherwise.as_deref()).find(|v| !fits(&v.ty, to))
            }
            _ => None,
        };
        match branch {
            Some(branch) => e = branch,
            None => return e,
        }
    }
}

impl Type {
    /// A number without its bounds, which belong to a place.
    pub(super) fn unbounded(self) -> Type {
        match self {
            Type::Int(_) => Type::Int(None),
            Type::Optional(inner) => Type::Optional(Box::new(inner.unbounded())),
            Type::List(of, max) => Type::List(Box::new(of.unbounded()), max),
            other => other,
        }
    }

    /// Whether the type takes one word, so that it can be optional or a member.
    pub(super) fn is_single(&self) -> bool {
        !matches!(self, Type::Set(_) | Type::List(..) | Type::Per(..) | Type::Range | Type::Text | Type::Nothing)
    }

    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown)
    }

    pub(super) fn set_of(member: Type) -> Type {
        if member.is_unknown() { Type::Unknown } else { Type::Set(Box::new(member)) }
    }

    pub(super) fn list_of(member: Type) -> Type {
        if member.is_unknown() { Type::Unknown } else { Type::List(Box::new(member), None) }
    }
}

/// A list of numbers with room for `most`, but at least for as many as a list without a declared capacity.
pub(super) fn list_for(most: Expr) -> Type {
    let span = most.span;
    let usual = Expr { span, ty: Type::int(), kind: ExprKind::Int(shape::LIST_CAPACITY as i32) };
    let max = Expr { span, ty: Type::int(), kind: ExprKind::Builtin(Builtin::Max, vec![usual, most]) };
    Type::List(Box::new(Type::int()), Some(Arc::new(max)))
}

/// The largest number of members of a collection of numbers, if something limits it.
pub(super) fn most_members(e: &Expr) -> Option<Expr> {
    let both = |op, a: &Expr, b: &Expr| {
        let kind = ExprKind::Arithmetic(op, Box::new(a.clone()), Box::new(b.clone()));
        Expr { span: e.span, ty: Type::int(), kind }
    };
    let one = Expr { span: e.span, ty: Type::int(), kind: ExprKind::Int(1) };
    let from_to = |low: &Expr, high: &Expr| both(Arithmetic::Add, &both(Arithmetic::Subtract, high, low), &one);
    match (&e.kind, &e.ty) {
        (ExprKind::Range(low, high), _) if fixed::is_constant(low) && fixed::is_constant(high) => Some(from_to(low, high)),
        (_, Type::Set(of)) => match &**of {
            Type::Int(Some(bounds)) => Some(from_to(&bounds.0, &bounds.1)),
            _ => None,
        },
        (ExprKind::Arithmetic(Arithmetic::Add, ..) | ExprKind::Members(_), _) => None,
        (_, Type::List(of, Some(max))) if matches!(**of, Type::Int(_)) => Some((**max).clone()),
        _ => None,
    }
}

impl Resolver<'_> {
    /// The type as a designer would call it: "a space or none".
    pub(super) fn words(&self, ty: &Type) -> String {
        self.ir.words(ty)
    }

    /// Returns the expression if it fits, and reports a problem otherwise.
    pub(super) fn fit(&mut self, mut e: Expr, to: &Type) -> Expr {
        if fits(&e.ty, to) {
            if matches!(e.ty, Type::Nothing) {
                e.ty = to.clone();
            }
            return e;
        }
        let problem = self.misfit(misfit(&e, to), to);
        self.wrong(problem)
    }

    /// The problem of an expression that doesn't fit.
    fn misfit(&self, e: &Expr, to: &Type) -> Diagnostic {
        let expected = self.words(to);
        match (to, &e.ty) {
            (_, Type::Optional(inner)) if fits(inner, to) => {
                let message = format!("{expected} is expected here, but this may be none");
                return none_hint(Diagnostic::error(Code::MayBeNone, e.span, message));
            }
            (_, Type::Nothing) => {
                let message = format!("{expected} is expected here, which can't be none");
                let hint = "write a value, or put `?` behind the kind where it is declared";
                return Diagnostic::error(Code::MayBeNone, e.span, message).hint(hint);
            }
            _ => {}
        }
        let message = format!("{expected} is expected here, but this is {}", self.words(&e.ty));
        let problem = Diagnostic::error(Code::WrongType, e.span, message);
        match (to, &e.ty) {
            (Type::Bool, Type::Int(_)) => problem.hint("compare it: `… > 0`"),
            (Type::Bool, Type::Optional(_)) => problem.hint("ask with `is some` or `is none`"),
            (Type::Bool, Type::Set(_) | Type::List(..)) => problem.hint("compare its size: `size(…) > 0`"),
            (Type::Per(each, keys), single) if fits(single, each) => {
                let list = match keys.len() {
                    1 => "a list with one value for each key in turn",
                    _ => "a list for each first key, such as `[[1, 2], [3, 4]]`, in the order of the keys",
                };
                problem.hint(format!("write `[else: …]` for the same value under every key, or {list}"))
            }
            (Type::Set(_) | Type::List(..), single) if single.is_single() => problem.hint("put it in brackets: `[…]`"),
            (Type::Int(_), Type::Range) => {
                problem.hint("write one number; which numbers are allowed belongs to the kind, as in `int in 1..3`")
            }
            _ => problem,
        }
    }

    /// The plain value of an expression that must not be none.
    pub(super) fn plain(&mut self, e: Expr) -> Expr {
        match &e.ty {
            Type::Optional(_) | Type::Nothing => self.wrong(none_hint(Diagnostic::error(
                Code::MayBeNone,
                e.span,
                "this may be none, so it can't be used as it is",
            ))),
            _ => e,
        }
    }

    /// Resolves a type as written. `anonymous` names the param that an `a | b` may belong to.
    pub(super) fn ty(&mut self, ty: &tree::Type, anonymous: Option<&tree::Name>) -> Type {
        if self.depth > MOST_DEPTH {
            self.too_deep(ty.span);
            return Type::Unknown;
        }
        self.depth += 1;
        let found = self.type_inside(ty, anonymous);
        self.depth -= 1;
        found
    }

    fn type_inside(&mut self, ty: &tree::Type, anonymous: Option<&tree::Name>) -> Type {
        match &ty.kind {
            T::Int { optional, range } => {
                let bounds = range
                    .as_ref()
                    .map(|(low, high)| Arc::new((self.constant(low, &Type::int()), self.constant(high, &Type::int()))));
                if *optional { Type::Int(bounds).optional() } else { Type::Int(bounds) }
            }
            T::Named(name) => self.named_type(name),
            T::Optional(inner) => {
                let inner_type = self.ty(inner, anonymous);
                self.single(&inner_type, inner.span, "what may be none");
                inner_type.optional()
            }
            T::SetOf(inner) => {
                let member = self.ty(inner, anonymous);
                if let Type::Int(None) = member {
                    let problem =
                        Diagnostic::error(Code::WrongType, inner.span, "a set of numbers needs the range of its numbers");
                    self.report(problem.hint("write their range, such as `set of int in 0..9`"));
                    return Type::Unknown;
                }
                let is_record = matches!(member, Type::Row(k) if self.ir.kinds[k.index()].is_record());
                if member.is_optional() || !member.is_single() || is_record {
                    let message = format!("there are no sets of {}", self.ir.many(&member));
                    self.error(Code::WrongType, inner.span, message);
                    return Type::Unknown;
                }
                Type::set_of(member)
            }
            T::ListOf(inner, max) => {
                let member = self.ty(inner, anonymous);
                self.single(&member, inner.span, "a member of a list");
                let max = max.as_ref().map(|max| Arc::new(self.constant(max, &Type::int())));
                if member.is_unknown() { Type::Unknown } else { Type::List(Box::new(member), max) }
            }
            T::Per(inner, keys) => {
                let of = self.ty(inner, anonymous);
                let keys: Vec<Option<Key>> = keys.iter().map(|k| self.key(k)).collect();
                match keys.into_iter().collect::<Option<Vec<Key>>>() {
                    Some(keys) if !of.is_unknown() => Type::Per(Box::new(of), keys.into()),
                    _ => Type::Unknown,
                }
            }
            T::Alternatives(names) => match anonymous {
                Some(param) => {
                    let cases = names.iter().map(|n| (n, Docs::default()));
                    Type::Enum(self.add_enum(param, Docs::default(), cases))
                }
                None => {
                    let problem = Diagnostic::error(Code::Misplaced, ty.span, "`a | b` is only for a `param`");
                    self.report(problem.hint("declare an `enum` and write its name here"));
                    Type::Unknown
                }
            },
            T::Rule { is_value, params, result } => self.rule_type(ty.span, *is_value, params, result.as_deref()),
        }
    }

    /// `value(self, p: player) -> bool`, in a field.
    fn rule_type(&mut self, span: Span, is_value: bool, params: &[tree::Parameter], result: Option<&tree::Type>) -> Type {
        let (mut types, mut takes_self) = (vec![], false);
        for (n, param) in params.iter().enumerate() {
            let ty = match (&param.ty, &*param.name.text) {
                (Some(ty), _) => self.ty(ty, None),
                (None, "self") if n == 0 && self.field_of.is_some() => {
                    takes_self = true;
                    self.field_of.clone().unwrap_or(Type::Unknown)
                }
                (None, "self") => {
                    let message = "`self` can only come first, in a field of a player, a space, a piece or a row";
                    self.error(Code::WrongType, param.name.span, message);
                    Type::Unknown
                }
                (None, name) => {
                    let problem = Diagnostic::error(Code::WrongType, param.name.span, format!("what is `{name}`?"));
                    self.report(problem.hint(format!("give it a type: `{name}: player`")));
                    Type::Unknown
                }
            };
            types.push(ty);
        }
        if is_value && result.is_none() {
            let problem = Diagnostic::error(Code::NoResult, span, "what kind of value does it give?");
            self.report(problem.hint("say it: `-> int`, `-> bool`, `-> space?` …"));
            return Type::Unknown;
        }
        let result = result.map(|ty| self.ty(ty, None));
        if types.iter().chain(&result).any(Type::is_unknown) {
            return Type::Unknown;
        }
        Type::Rule(Arc::new(RuleType { is_value, takes_self, params: types, result }))
    }

    fn single(&mut self, ty: &Type, span: Span, what: &str) {
        if !ty.is_single() {
            let message = format!("{what} can't be {}", self.words(ty));
            self.error(Code::WrongType, span, message);
        }
    }

    fn named_type(&mut self, name: &tree::Name) -> Type {
        match &*name.text {
            "bool" => return Type::Bool,
            "player" => return Type::Player,
            "space" => return Type::Space,
            "text" => return Type::Text,
            "int" => return Type::int(),
            "Compass" => return Type::Enum(self.compass()),
            _ => {}
        }
        match self.global(&name.text).map(|g| g.symbol) {
            Some(Symbol::Enum(e)) => Type::Enum(e),
            Some(Symbol::Piece(p)) => Type::Piece(p),
            Some(Symbol::Rows(k)) => Type::Row(k),
            Some(_) => {
                let problem = Diagnostic::error(Code::WrongType, name.span, format!("`{}` is not a kind of thing", name.text));
                self.report(problem.hint("kinds are `int`, `bool`, `player`, `space`, and declared enums, pieces and data"));
                Type::Unknown
            }
            None => {
                let kinds = self.names.iter().filter(|(_, g)| self.sees(g.origin)).map(|(n, _)| *n);
                let kinds = kinds.chain(["bool", "player", "space", "text", "int", "Compass"]);
                let problem = no_such("kind named", name, kinds);
                let foreign = match &*name.text.to_lowercase() {
                    "number" | "integer" | "int" | "count" => Some(("int", "write `int` for a whole number")),
                    "float" | "double" | "real" | "decimal" => {
                        Some(("int", "numbers are whole, `int`: count in smaller units, such as tenths"))
                    }
                    "boolean" | "bool" | "flag" => Some(("bool", "write `bool` for `true` or `false`")),
                    "string" | "str" | "text" => Some(("text", "write `text`")),
                    "rule" | "value" => {
                        Some(("rule(self)", "say what it takes, such as `rule(self)` or `value(p: player) -> int`"))
                    }
                    _ => None,
                };
                self.report(match foreign {
                    _ if matches!(&*name.text, "void" | "nothing" | "unit") => {
                        problem.hint("leave out `->` and this: a rule without them has no result")
                    }
                    Some((kind, hint)) => problem.hint(hint).replacing(kind),
                    None => problem.or_hint(format!("declare it, as in `enum {} {{ … }}`", syntax::kind_name(&name.text))),
                });
                Type::Unknown
            }
        }
    }

    fn key(&mut self, key: &tree::Key) -> Option<Key> {
        match key {
            tree::Key::Range(low, high) => Some(Key::Range(self.constant(low, &Type::int()), self.constant(high, &Type::int()))),
            tree::Key::Named(name) => self.key_of(name),
        }
    }

    /// A kind that a table can have an entry for each of.
    pub(super) fn key_of(&mut self, name: &tree::Name) -> Option<Key> {
        match self.named_type(name) {
            Type::Unknown => None,
            ty @ (Type::Enum(_) | Type::Player | Type::Space | Type::Piece(_)) => Some(Key::Each(ty)),
            ty @ Type::Row(k) if !self.ir.kinds[k.index()].is_record() => Some(Key::Each(ty)),
            _ => {
                let message = format!("there can't be one for each `{}`", name.text);
                self.error(Code::WrongType, name.span, message);
                None
            }
        }
    }

    /// The built-in enum of the four directions.
    pub(super) fn compass(&mut self) -> EnumId {
        if let Some(e) = self.compass {
            return e;
        }
        let e = EnumId(self.ir.enums.len() as u16);
        let case = |name: &str| Case { name: name.into(), docs: Docs::default(), span: Span::default() };
        let cases = ["north", "east", "south", "west"].map(case).into();
        self.ir.enums.push(Enum { name: "Compass".into(), cases, docs: Docs::default(), span: Span::default() });
        self.schema.case_origins.push(vec![None; 4]);
        self.compass = Some(e);
        e
    }
}

/// Adds a hint about how to use a value that may be none.
pub(super) fn none_hint(problem: Diagnostic) -> Diagnostic {
    problem.hint("write `if let x = …`, or a value to use instead: `… otherwise …`")
}
