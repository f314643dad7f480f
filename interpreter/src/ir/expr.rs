//! Expressions: what rules compute.

use std::mem::Discriminant;

use super::*;

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub span: Span,
    pub ty: Type,
    pub kind: ExprKind,
}

/// What distinguishes an expression from all others.
pub type ExprPlace = (Span, Discriminant<ExprKind>, Option<RuleId>);

impl Expr {
    /// The expression's place in the text, and its form. A call of a rule that a value names occurs once for each rule that it may be.
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
    /// The space or row of this name on the track, depending on the expression's type.
    Named(Arc<str>),
    /// A text for showing, one of several.
    Text(Arc<str>),
    Local(LocalId),
    Param(ParamId),
    Const(ConstId),
    /// A field of the track (`of` is None), a space, a row, the state (None), a player or a piece. A dot on an optional value passes `none`
    /// through, and then the expression's type is optional too.
    Field {
        field: FieldId,
        of: Option<Box<Expr>>,
    },
    /// A computed column of a space or row. An optional `of` works as with fields.
    Derived {
        derive: DeriveId,
        of: Box<Expr>,
    },
    /// Where a link leads from a space: a space, an optional space, or a set. Backwards, it is the set named by `back`.
    Link {
        link: LinkId,
        of: Box<Expr>,
        backwards: bool,
    },
    /// The set of rows whose field is a space, or a list that contains it.
    RowsAt {
        field: FieldId,
        of: Box<Expr>,
    },
    /// The largest number of spaces in a path of the kind on this track: an int.
    Longest(KindId),
    /// `p.racer`: the player's piece. `number` is that of `p.dogs[2]`, where there are several per player.
    PieceOf {
        piece: PieceId,
        player: Box<Expr>,
        number: Option<Box<Expr>>,
    },
    /// The set of cards in a pile. `of` is the player or piece; none for a pile of the state.
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
    /// A call. Its type is the result's, or `Nothing` for a call without result that stands alone.
    Call {
        rule: RuleId,
        args: Vec<Expr>,
    },
    Not(Box<Expr>),
    Negative(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `== != < <= > >=`. Either side of `==` and `!=` may be optional.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// On ints, checked arithmetic. On sets, `+ - &` are union, difference and intersection. On lists, `+` appends a list or one member.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Membership in a set, list or range.
    In(Box<Expr>, Box<Expr>),
    IsSome(Box<Expr>),
    /// The first value if it is some, else the second (of the plain or optional type). An empty `min` or `max` query of optional type in
    /// the first place counts as none.
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
    /// A set or list of these members, depending on the expression's type.
    Members(Vec<Expr>),
    /// A `per` table of one dimension by constant keys, with `otherwise` for the rest. A table written as nested lists in key order is
    /// `PerRows`.
    PerKeys {
        pairs: Vec<(Expr, Expr)>,
        otherwise: Option<Box<Expr>>,
    },
    /// A `per` table with its values in key order. With several dimensions, each value is again `PerRows`.
    PerRows(Vec<Expr>),
    /// `a..b`.
    Range(Box<Expr>, Box<Expr>),
    /// All values of the type: enum, space, player (all seats), piece or row. Its type is a set.
    All(Type),
    /// The set of players still in the game, in seat order.
    Players,
    /// `players from p`: a list.
    PlayersFrom(Box<Expr>),
    /// `others(p)`: the set of players still in the game except p.
    Others(Box<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// The roll of one die, an int. With a number, a list of ints.
    Roll {
        dice: DiceId,
        number: Option<Box<Expr>>,
    },
    /// A random member of a collection. An empty collection is a rule error.
    Random(Box<Expr>),
    /// The fewest hops from a space to any of a set, over these links; `int?`.
    Distance {
        from: Box<Expr>,
        to: Box<Expr>,
        over: Vec<Hop>,
    },
    /// The set of spaces within so many hops (`None` is any number), without the start.
    Reach {
        from: Box<Expr>,
        over: Vec<Hop>,
        within: Option<Box<Expr>>,
    },
    /// A decision that is a value. It occurs only on the right side of `let`, `var`, `=`, `return` and `if let`.
    Choose(Box<Choose>),
    /// In tests, the number of rolls of the last `run … on every roll` for which the condition holds.
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
    /// Of one list, set or range of ints. An empty one is a rule error.
    MinOf,
    MaxOf,
    SumOf,
    Abs,
    /// `clamp(x, low, high)`.
    Clamp,
    /// The number of members of a set or list.
    Size,
    /// `top(pile)`: its uppermost card, or none if it is empty.
    Top,
    /// `occupants(s)`: the set of pieces standing on a space.
    Occupants,
    /// `direction(a, b)`: the compass direction from one space to another. If an argument is none, so is the result.
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
    /// The cost of a step. Without it, each step costs 1.
    pub cost: Option<Box<Cost>>,
}

/// The cost of a step over a link, which is the same in every game.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// The variable for the link, if the cost depends on it.
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
