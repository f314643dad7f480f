//! Types of values.

use super::*;

#[derive(Clone, PartialEq, Debug)]
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
    /// A rule or value with these parameters and this result, by its number.
    Rule(Arc<RuleType>),
    /// For showing only.
    Text,
    /// `a..b` as a collection of ints.
    Range,
    /// The type of `none` alone.
    Nothing,
    /// An optional value of a type that takes one word.
    Optional(Box<Type>),
    Set(Box<Type>),
    /// A list with its capacity: a constant expression, or `None` if the place decides.
    List(Box<Type>, Option<Arc<Expr>>),
    Per(Box<Type>, Arc<[Key]>),
    /// The type of a wrong expression. It fits everywhere, so that one mistake is one problem.
    Unknown,
}

/// The parameters and the result of a rule that a field may hold.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleType {
    /// Whether it is a `value`, which only looks.
    pub is_value: bool,
    /// Whether the owner of the field comes first in `params`.
    pub takes_self: bool,
    pub params: Vec<Type>,
    pub result: Option<Type>,
}

/// A dimension of a `per` table.
#[derive(Clone, PartialEq, Debug)]
pub enum Key {
    /// An enum, players, spaces or pieces.
    Each(Type),
    /// Constant expressions, both inclusive.
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

    /// The type of one row of a table. If the table has several keys, this is a table with the others.
    pub fn row(&self) -> Type {
        match self {
            Type::Per(of, keys) if keys.len() > 1 => Type::Per(of.clone(), keys[1..].into()),
            Type::Per(of, _) => (**of).clone(),
            other => other.clone(),
        }
    }

    /// The type without its `?`.
    pub fn present(&self) -> &Type {
        match self {
            Type::Optional(inner) => inner,
            other => other,
        }
    }
}

impl Ir {
    /// The type in the designer's words: `a number`.
    pub fn words(&self, ty: &Type) -> String {
        match ty {
            Type::Int(_) => "a number".into(),
            Type::Bool => "true or false".into(),
            Type::Enum(e) => match self.enums.get(e.index()) {
                Some(e) if e.name.starts_with(|c: char| c.is_uppercase()) => with_article(&e.name),
                Some(e) => format!("a value of `{}`", e.name),
                None => "a case".into(),
            },
            Type::Player => "a player".into(),
            Type::Space => "a space".into(),
            Type::Piece(p) => self.pieces.get(p.index()).map_or("a piece".into(), |p| with_article(&p.name)),
            Type::Row(k) => self.kinds.get(k.index()).map_or("a row".into(), |k| with_article(&k.name)),
            Type::Rule(of) if of.is_value => "the name of a value".into(),
            Type::Rule(_) => "the name of a rule".into(),
            Type::Text => "a text".into(),
            Type::Range => "a range of numbers".into(),
            Type::Nothing => "none".into(),
            Type::Optional(inner) => format!("{} or none", self.words(inner)),
            Type::Set(of) => format!("a set of {}", self.many(of)),
            Type::List(of, _) => format!("a list of {}", self.many(of)),
            Type::Per(of, _) => format!("a table of {}", self.many(of)),
            Type::Unknown => "something unknown".into(),
        }
    }

    pub(crate) fn many(&self, ty: &Type) -> String {
        match ty {
            Type::Int(_) => "numbers".into(),
            Type::Bool => "true or false".into(),
            Type::Enum(e) => self.enums.get(e.index()).map_or("cases".into(), |e| format!("{} cases", e.name)),
            Type::Player => "players".into(),
            Type::Space => "spaces".into(),
            Type::Piece(p) => self.pieces.get(p.index()).map_or("pieces".into(), |p| format!("{}s", p.name)),
            Type::Row(k) => self.kinds.get(k.index()).map_or("rows".into(), |k| format!("{}s", k.name)),
            Type::Set(_) => "sets".into(),
            Type::Optional(inner) => format!("{} (some none)", self.many(inner)),
            other => self.words(other),
        }
    }
}

/// The word with `a` or `an` before it.
pub fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {word}")
}
