//! What rules work out.

use std::mem::Discriminant;

use super::*;

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub span: Span,
    pub ty: Type,
    pub kind: ExprKind,
}

/// What tells an expression from all others.
pub type ExprPlace = (Span, Discriminant<ExprKind>, Option<RuleId>);

impl Expr {
    /// Where it is written, and as what. A call of a rule that a value names stands there once for each rule that it may be.
    pub fn place(&self) -> ExprPlace {
        let rule = if let ExprKind::Call { rule, .. } = self.kind { Some(rule) } else { None };
        (self.span, std::mem::discriminant(&self.kind), rule)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Int(i32),
    Bool(bool),
    None,
    /// A case of the enum that is the expression's type, by position.
    Case(u16),
    /// The space of this name on the track, or the row of this name, by the expression's type.
    Named(Arc<str>),
    /// A text for showing, one of several.
    Text(Arc<str>),
    Local(LocalId),
    Param(ParamId),
    Const(ConstId),
    /// Of the track (`of` is None), a space, a row, the state (None), a player, a piece. A dot on an optional passes `none` through: then
    /// the expression's type is optional too.
    Field {
        field: FieldId,
        of: Option<Box<Expr>>,
    },
    /// A computed column of a space or row; optional `of` as with fields.
    Derived {
        derive: DeriveId,
        of: Box<Expr>,
    },
    /// Where a link leads from a space: a space, an optional one, or a set. Backwards: the set `back` names.
    Link {
        link: LinkId,
        of: Box<Expr>,
        backwards: bool,
    },
    /// The rows whose field is a space, or a list in which it stands: a set.
    RowsAt {
        field: FieldId,
        of: Box<Expr>,
    },
    /// The most spaces that a path of the kind has on this track: an int.
    Longest(KindId),
    /// `p.racer`: the player's piece of a kind that has one per player.
    PieceOf {
        piece: PieceId,
        player: Box<Expr>,
    },
    /// The cards in a pile: a set. `of`: the player or piece; none for a pile of the state.
    Pile {
        pile: PileId,
        of: Option<Box<Expr>>,
    },
    /// `piece.at`.
    At(Box<Expr>),
    /// `piece.owner`.
    OwnerOf(Box<Expr>),
    /// `piece.number`, from 1.
    NumberOf(Box<Expr>),
    Index {
        of: Box<Expr>,
        keys: Vec<Expr>,
    },
    /// Its type is the result, or `Nothing` for a call that stands alone and has none.
    Call {
        rule: RuleId,
        args: Vec<Expr>,
    },
    Not(Box<Expr>),
    Negative(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `== != < <= > >=`. Either side may be optional for `==` and `!=`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// On ints: checked. `+ - &` on sets: union, difference, intersection. `+` on lists: append (a list, or one member).
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Membership in a set, list or range.
    In(Box<Expr>, Box<Expr>),
    IsSome(Box<Expr>),
    /// The first if it is some, else the second (of the plain or optional type). A `min` or `max` query of optional type as the
    /// first gives none where it is empty.
    Otherwise(Box<Expr>, Box<Expr>),
    If {
        arms: Vec<(Condition, Expr)>,
        otherwise: Box<Expr>,
    },
    Match {
        subject: Box<Expr>,
        arms: Vec<(Vec<Expr>, Expr)>,
        otherwise: Option<Box<Expr>>,
    },
    Query(Box<Query>),
    /// A set or list of these members, by the expression's type.
    Members(Vec<Expr>),
    /// A `per` table of one dimension by constant keys; `otherwise` for the rest. A table written as nested lists in key order is
    /// `Rows`.
    PerKeys {
        pairs: Vec<(Expr, Expr)>,
        otherwise: Option<Box<Expr>>,
    },
    /// A `per` table with the values in key order; for several dimensions each value is again `Rows`.
    PerRows(Vec<Expr>),
    /// `a..b`.
    Range(Box<Expr>, Box<Expr>),
    /// All values of the type: enum, space, player (all seats), piece, row. Its type is a set.
    All(Type),
    /// Players still in the game, in seat order. A set.
    Players,
    /// `players from p`: a list.
    PlayersFrom(Box<Expr>),
    /// `others(p)`: players still in the game but p. A set.
    Others(Box<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// One die: an int. With a number: a list of ints.
    Roll {
        dice: DiceId,
        number: Option<Box<Expr>>,
    },
    /// A member of a collection drawn at random; an empty one is a rule error.
    Random(Box<Expr>),
    /// Fewest hops from a space to any of a set, over these links; `int?`.
    Distance {
        from: Box<Expr>,
        to: Box<Expr>,
        over: Vec<Hop>,
    },
    /// The set of spaces within so many hops (`None`: any number), without the start.
    Reach {
        from: Box<Expr>,
        over: Vec<Hop>,
        within: Option<Box<Expr>>,
    },
    /// A decision that is a value; only as the right side of `let`, `var`, `=`, `return`, `if let`.
    Choose(Box<Choose>),
    /// In tests: in how many of all rolls of the last `run … on every roll` the condition holds.
    Ways(Box<Expr>),
    /// A wrong expression.
    Wrong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// `&` on sets.
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// Of two or more ints.
    Min,
    Max,
    /// Of one list, set or range of ints; empty is a rule error.
    MinOf,
    MaxOf,
    SumOf,
    Abs,
    /// `clamp(x, low, high)`.
    Clamp,
    /// Members of a set or list.
    Size,
    /// `top(pile)`: its uppermost card, none where it is empty.
    Top,
    /// The pieces standing on a space: `occupants(s)`, a set of pieces.
    Occupants,
    /// `direction(a, b)`: the compass direction from one space to another; optional arguments give none.
    Direction,
    /// `opposite(c)`.
    Opposite,
    /// `next_player(p)`: the next player still in the game.
    NextPlayer,
    /// `place(p)`: `int?`.
    Place,
    /// `previous_place(p)`: `int?`.
    PreviousPlace,
    /// `player(n)`, from 1; in tests.
    PlayerNumber,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Hop {
    pub link: LinkId,
    pub backwards: bool,
    /// Without it each step costs 1.
    pub cost: Option<Box<Cost>>,
}

/// What a step over a link costs: the same in every game.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// The link, where the cost depends on it.
    pub local: Option<LocalId>,
    pub value: Expr,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    pub quantifier: Quantifier,
    pub local: LocalId,
    /// A set, list or range.
    pub source: Expr,
    pub filter: Option<Expr>,
    pub by: Vec<SortKey>,
    pub value: Option<Expr>,
}
