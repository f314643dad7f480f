//! Statements: what rules do.

use super::*;

pub type Block = Vec<Stmt>;

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `let` and `var`. `None` is a `var` that starts at its type's own default (none, empty) or unset.
    Let {
        local: LocalId,
        value: Option<Expr>,
    },
    /// `let x = E else …`: runs `otherwise` (which leaves) if the value is none.
    LetElse {
        local: LocalId,
        value: Expr,
        otherwise: Box<Stmt>,
    },
    Assign {
        place: Place,
        change: Change,
        value: Expr,
    },
    If {
        arms: Vec<(Condition, Block)>,
        otherwise: Option<Block>,
    },
    /// Exhaustive, or with `otherwise`. Cases are constants: enum cases, ints, bools, none.
    Match {
        subject: Expr,
        arms: Vec<(Vec<Expr>, Block)>,
        otherwise: Option<Block>,
    },
    While {
        condition: Condition,
        body: Block,
    },
    Repeat {
        times: Option<Expr>,
        body: Block,
    },
    /// Members and keys are fixed when the loop starts.
    For {
        local: LocalId,
        source: Expr,
        filter: Option<Expr>,
        by: Vec<SortKey>,
        body: Block,
    },
    Secretly {
        local: LocalId,
        source: Expr,
        body: Block,
    },
    Choose(Choose),
    Return(Option<Expr>),
    Break,
    Continue,
    Fail(Text),
    /// Moves a piece to a space, or off the board if `to` is `None`.
    Move {
        piece: Expr,
        to: Option<Expr>,
    },
    /// Moves a card to a pile. A literal card means a copy that lies elsewhere.
    MoveCard {
        card: Expr,
        to: Expr,
        bottom: bool,
    },
    /// Moves all cards from one pile to another and keeps their order.
    MoveAll {
        from: Expr,
        to: Expr,
        bottom: bool,
    },
    /// Draws at most as many cards as there are after a refill.
    Draw {
        number: Expr,
        from: Expr,
        to: Expr,
    },
    Shuffle(Expr),
    Say(Text),
    Count {
        measure: MeasureId,
        key: Option<Expr>,
        change: Change,
        by: Expr,
    },
    Finish(Expr),
    Eliminate(Expr),
    /// Ranks the members of a source. Without a ranking, the places given so far stand.
    EndGame {
        ranking: Option<Ranking>,
    },
    /// A call for its effect.
    Call(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    pub local: LocalId,
    pub source: Expr,
    pub by: Vec<SortKey>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Set,
    Add,
    Subtract,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Expr(Expr),
    /// `if let x = E`, where E is optional and x is not.
    Let(LocalId, Expr),
}

impl Condition {
    /// The expression that it looks at.
    pub fn expr(&self) -> &Expr {
        match self {
            Condition::Expr(e) | Condition::Let(_, e) => e,
        }
    }
}

/// A place that can be assigned to.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub span: Span,
    pub ty: Type,
    pub kind: PlaceKind,
}

impl Place {
    /// The variable or field that it is part of: `p.cards` for `p.cards[3]`.
    pub fn base(&self) -> &Place {
        match &self.kind {
            PlaceKind::Index { of, .. } => of.base(),
            _ => self,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum PlaceKind {
    Local(LocalId),
    /// `of` is the player or piece; `None` for the state.
    Field {
        field: FieldId,
        of: Option<Expr>,
    },
    Index {
        of: Box<Place>,
        keys: Vec<Expr>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct SortKey {
    pub value: Expr,
    pub descending: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Choose {
    pub span: Span,
    pub decision: DecisionId,
    pub by: Expr,
    pub prompt: Option<Text>,
    /// Whether to ask even if there is only one option.
    pub always: bool,
    pub quiet: bool,
    /// Whether a chain of such decisions offers only the shortest ways to each space.
    pub shortest: bool,
    pub options: Vec<OptionItem>,
    /// What happens if nothing is on offer.
    pub otherwise: Option<OptionBody>,
    /// The type of the options' values, for a `choose` that is a value.
    pub result: Option<Type>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum OptionItem {
    If { arms: Vec<(Condition, Vec<OptionItem>)>, otherwise: Option<Vec<OptionItem>> },
    Option(ChoiceOption),
}

#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceOption {
    pub span: Span,
    pub docs: Docs,
    /// `None` means that its values are shown.
    pub label: Option<Text>,
    /// What distinguishes it from other options, whatever its values: its label as it is written.
    pub written: Arc<str>,
    /// One option for each combination.
    pub each: Vec<Each>,
    pub body: OptionBody,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Each {
    pub local: LocalId,
    pub source: Expr,
    pub filter: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum OptionBody {
    Block(Block),
    Value(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    pub span: Span,
    pub parts: Vec<TextPart>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TextPart {
    Plain(Arc<str>),
    /// A value, shown by its type: a player's name, a case's name, a space's id, a number.
    Hole(Expr),
}
