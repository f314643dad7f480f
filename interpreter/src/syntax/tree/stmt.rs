//! Statements and decisions.

use super::*;

#[derive(Clone, Debug, Default)]
pub struct Block {
    pub span: Span,
    pub lines: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Let {
        name: Name,
        ty: Option<Type>,
        value: RightSide,
        otherwise: Option<Box<Stmt>>,
    },
    Var {
        name: Name,
        ty: Option<Type>,
        value: Option<RightSide>,
    },
    If {
        arms: Vec<(Condition, Block)>,
        otherwise: Option<Block>,
    },
    Match {
        subject: Expr,
        arms: Vec<Arm>,
    },
    While {
        condition: Condition,
        body: Block,
    },
    Repeat {
        times: Option<Expr>,
        body: Block,
    },
    For {
        name: Name,
        source: Expr,
        filter: Option<Expr>,
        by: Vec<SortKey>,
        body: Block,
    },
    Secretly {
        name: Name,
        source: Expr,
        body: Block,
    },
    Choose(Choose),
    Return(Option<RightSide>),
    Break,
    Continue,
    Fail(Text),
    Move {
        all: bool,
        what: Expr,
        to: MoveTo,
    },
    Draw {
        count: Expr,
        from: Expr,
        to: Expr,
    },
    Shuffle(Expr),
    Say(Text),
    Count {
        place: Expr,
        change: Change,
        by: Expr,
    },
    EndGame {
        ranking: Option<(Name, Expr, Vec<SortKey>)>,
    },
    /// A call that stands alone.
    Act(Expr),
    Assign {
        place: Expr,
        change: Change,
        value: RightSide,
    },
    // Only in tests:
    Script {
        what: ScriptKind,
        values: Vec<Expr>,
    },
    Run(Run),
    Expect(Expect),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Set,
    Add,
    Subtract,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    Dice,
    Draws,
}

#[derive(Clone, Debug)]
pub enum RightSide {
    Expr(Expr),
    Choose(Choose),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Expr(Expr),
    Let(Name, RightSide),
}

#[derive(Clone, Debug)]
pub struct Arm {
    pub span: Span,
    /// Empty for `else`.
    pub cases: Vec<Expr>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub enum MoveTo {
    OffBoard,
    Place(Expr, Option<Top>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    Top,
    Bottom,
}

#[derive(Clone, Debug)]
pub struct SortKey {
    pub value: Expr,
    pub descending: bool,
}

#[derive(Clone, Debug)]
pub struct Choose {
    pub span: Span,
    pub name: Name,
    pub by: Expr,
    pub prompt: Option<Text>,
    pub always: bool,
    pub quiet: bool,
    pub shortest: bool,
    pub options: Options,
}

#[derive(Clone, Debug)]
pub enum Options {
    List(Vec<OptionItem>),
    From(Expr),
}

#[derive(Clone, Debug)]
pub enum OptionItem {
    If { docs: Docs, arms: Vec<(Condition, Vec<OptionItem>)>, otherwise: Option<Vec<OptionItem>> },
    Option(ChoiceOption),
}

#[derive(Clone, Debug)]
pub struct ChoiceOption {
    pub docs: Docs,
    pub span: Span,
    /// `None` for `each` without a text, and for `otherwise`.
    pub label: Option<Text>,
    /// Its label as it is written, with `{…}` for its values. Without a label, the names of the `each` variables: `{space}, {steps}`.
    pub written: Arc<str>,
    pub each: Vec<EachPart>,
    pub is_otherwise: bool,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub struct EachPart {
    pub name: Name,
    pub source: Expr,
    pub filter: Option<Expr>,
}

/// A text with values in it. `"plain"` has one part, `""` none.
#[derive(Clone, Debug)]
pub struct Text {
    pub span: Span,
    pub parts: Vec<TextPart>,
}

#[derive(Clone, Debug)]
pub enum TextPart {
    Plain(Arc<str>),
    Hole(Expr),
}

impl Text {
    /// The text, if it has no holes.
    pub fn plain(&self) -> Option<String> {
        self.parts
            .iter()
            .map(|p| match p {
                TextPart::Plain(t) => Some(&**t),
                TextPart::Hole(_) => None,
            })
            .collect()
    }
}
