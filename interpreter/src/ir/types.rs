//! What values there are.

use super::*;

#[derive(Clone, Debug)]
pub enum Type {
    /// 32 bits. The bounds are constant expressions, both inclusive, and checked at each store.
    Int(Option<Arc<(Expr, Expr)>>),
    Bool,
    Enum(EnumId),
    Player,
    Space,
    Piece(PieceId),
    /// A row of a kind, by its position.
    Row(KindId),
    /// One of the rules or values that take and give this, by its number.
    Rule(Arc<RuleType>),
    /// For showing only.
    Text,
    /// `a..b` as a collection of ints.
    Range,
    /// What `none` alone has.
    Nothing,
    /// Of a type that takes one word.
    Optional(Box<Type>),
    Set(Box<Type>),
    /// With the most members it can hold: a constant expression, or `None` where its place decides.
    List(Box<Type>, Option<Arc<Expr>>),
    Per(Box<Type>, Arc<[Key]>),
    /// What a wrong expression has: fits everywhere, so that one mistake is one problem.
    Unknown,
}

/// What a rule takes and gives that a field may hold.
#[derive(Clone, Debug)]
pub struct RuleType {
    /// A `value`, which only looks.
    pub is_value: bool,
    /// Whether whose field it is comes first of `params`.
    pub takes_self: bool,
    pub params: Vec<Type>,
    pub result: Option<Type>,
}

/// A dimension of a `per` table.
#[derive(Clone, Debug)]
pub enum Key {
    /// An enum, players, spaces, pieces.
    Each(Type),
    /// Both bounds inclusive, constant expressions.
    Range(Expr, Expr),
}

impl Type {
    pub fn int() -> Type {
        Type::Int(None)
    }

    pub fn optional(self) -> Type {
        match self {
            Type::Optional(_) | Type::Unknown => self,
            other => Type::Optional(Box::new(other)),
        }
    }

    pub fn is_optional(&self) -> bool {
        matches!(self, Type::Optional(_))
    }

    /// The type without its `?`.
    pub fn present(&self) -> &Type {
        match self {
            Type::Optional(inner) => inner,
            other => other,
        }
    }
}
