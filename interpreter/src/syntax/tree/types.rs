//! Types as written.

use super::*;

#[derive(Clone, Debug)]
pub struct Type {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `int`, `int in a..b`, `int? in a..b`.
    Int {
        optional: bool,
        range: Option<(Expr, Expr)>,
    },
    /// A lower-case name (`bool`, `player`, `space`, `text`) or a kind.
    Named(Name),
    Optional(Box<Type>),
    SetOf(Box<Type>),
    ListOf(Box<Type>, Option<Expr>),
    Per(Box<Type>, Vec<Key>),
    /// `a | b | c`, in a param.
    Alternatives(Vec<Name>),
    /// `rule(self, p: player)` or `value(self) -> bool`, in a row.
    Rule {
        is_value: bool,
        params: Vec<Parameter>,
        result: Option<Box<Type>>,
    },
}

#[derive(Clone, Debug)]
pub enum Key {
    Named(Name),
    Range(Expr, Expr),
}
