//! Expressions.

use super::*;

#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(i32),
    Bool(bool),
    None,
    Text(Text),
    /// A name or a kind.
    Name(Name),
    Call {
        callee: Box<Expr>,
        args: Vec<Arg>,
    },
    Index {
        of: Box<Expr>,
        keys: Vec<Expr>,
    },
    Field {
        of: Box<Expr>,
        name: Name,
    },
    IsSome(Box<Expr>),
    IsNone(Box<Expr>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Otherwise {
        value: Box<Expr>,
        default: Box<Expr>,
    },
    List(Vec<Element>),
    If {
        arms: Vec<(Condition, Expr)>,
        otherwise: Box<Expr>,
    },
    Match {
        subject: Box<Expr>,
        arms: Vec<CaseValue>,
    },
    Query(Box<Query>),
    PlayersFrom(Box<Expr>),
    /// `Road from s`, `Road to s`.
    LinksOf {
        kind: Name,
        from: bool,
        space: Box<Expr>,
    },
}

#[derive(Clone, Debug)]
pub struct Arg {
    /// `over:` in `over: [next]`.
    pub name: Option<Name>,
    pub value: Expr,
    /// `5 of shot_die`: the value is the number, this is the die.
    pub of: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    And,
    Eq,
    Ne,
    Le,
    Ge,
    Lt,
    Gt,
    In,
    NotIn,
    Range,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Both,
}

#[derive(Clone, Debug)]
pub enum Element {
    Value(Expr),
    /// `key: value`.
    Pair(Expr, Expr),
    /// `else: value`.
    Else(Expr),
    /// A hop with a cost, or backwards: `l in Road cost l.toll`, `Road backwards cost 1`.
    Hop {
        variable: Option<Name>,
        link: Name,
        backwards: bool,
        cost: Option<Expr>,
    },
}

#[derive(Clone, Debug)]
pub struct CaseValue {
    pub span: Span,
    /// Empty for `else`.
    pub cases: Vec<Expr>,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub struct Query {
    pub quantifier: Quantifier,
    pub name: Name,
    pub source: Expr,
    pub filter: Option<Expr>,
    pub by: Vec<SortKey>,
    /// The part after the colon.
    pub value: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Any,
    Every,
    Count,
    Sum,
    Min,
    Max,
    First,
    The,
    Those,
}
