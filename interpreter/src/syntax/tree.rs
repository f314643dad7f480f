//! The syntax tree of a `.rules` file. No name is resolved yet, and every node has its span.

use std::sync::Arc;

use crate::source::{SourceId, Span};

mod expr;
mod stmt;
mod tests;
mod types;

pub use expr::*;
pub use stmt::*;
pub use tests::*;
pub use types::*;

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: Arc<str>,
    pub span: Span,
}

/// A whole file. Whatever could not be read is missing here, and is in the list of problems instead.
#[derive(Clone, Debug)]
pub struct Tree {
    pub source: SourceId,
    pub items: Vec<Item>,
}

/// The `///` lines above a declaration, case, field or option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// The lines joined by spaces, without the slashes. Empty if there are none.
    pub text: Arc<str>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub docs: Docs,
    /// From the first word of the declaration (without docs) to its end.
    pub span: Span,
    pub kind: ItemKind,
}

#[derive(Clone, Debug)]
pub enum ItemKind {
    Game {
        name: Name,
        title: Text,
        players: Expr,
    },
    Addon {
        name: Name,
        title: Text,
        base: Name,
    },
    Requires(Vec<Name>),
    Excludes(Vec<Name>),
    Param {
        name: Name,
        ty: Type,
        default: ParamDefault,
    },
    Enum {
        name: Name,
        cases: Vec<Case>,
    },
    Dice {
        name: Name,
        faces: Expr,
    },
    Fields {
        owner: Owner,
        fields: Vec<Member>,
    },
    Path {
        name: Name,
        fields: Vec<Member>,
    },
    Link(Link),
    Const {
        name: Name,
        ty: Option<Type>,
        value: Expr,
        problem: Option<Text>,
    },
    Derive {
        owner: Owner,
        name: Name,
        ty: Type,
        value: Expr,
        problem: Option<Text>,
    },
    Check {
        condition: Expr,
        problem: Text,
    },
    Data {
        name: Name,
        fields: Vec<Member>,
        from: Option<Text>,
    },
    Card {
        name: Name,
        fields: Vec<Member>,
        from: Text,
        back: Option<Name>,
    },
    Pile(Pile),
    Piece {
        name: Name,
        count: Option<Expr>,
        as_name: Option<Name>,
        place: PiecePlace,
        fields: Vec<Member>,
    },
    Measure {
        name: Name,
        per: Option<Name>,
    },
    /// A goal. The statistics judge it.
    Goal {
        title: Text,
        figure: Figure,
        limit: GoalLimit,
    },
    Rule {
        name: Name,
        is_turn: bool,
        params: Vec<Parameter>,
        result: Option<Type>,
        body: Option<Block>,
    },
    Value {
        name: Name,
        params: Vec<Parameter>,
        result: Option<Type>,
        body: Body,
    },
    Flow(Block),
    Whenever {
        each: Option<(Name, Expr)>,
        condition: Option<Expr>,
        body: Block,
    },
    Layer(Layer),
    Extend {
        owner: Owner,
        fields: Vec<Member>,
    },
    ExtendEnum {
        name: Name,
        cases: Vec<Case>,
    },
    Set {
        name: Name,
        value: Expr,
        over: Option<Name>,
    },
    Test(Test),
}

#[derive(Clone, Debug)]
pub enum ParamDefault {
    Value(Expr),
    From(Text),
}

/// An owner of fields: `track`, `space`, `state`, `player`, or a declared kind.
#[derive(Clone, Debug)]
pub enum Owner {
    Track(Span),
    Space(Span),
    State(Span),
    Player(Span),
    Kind(Name),
}

#[derive(Clone, Debug)]
pub struct Case {
    pub docs: Docs,
    pub name: Name,
}

#[derive(Clone, Debug)]
pub enum Member {
    Field(Field),
    Pile(Pile),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub docs: Docs,
    pub secret: Option<Span>,
    pub name: Name,
    pub ty: Type,
    pub default: Option<Expr>,
    pub drawn: Option<Drawn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    Along,
    Across,
    Inward,
    Outward,
}

#[derive(Clone, Debug)]
pub struct Pile {
    pub docs: Docs,
    pub name: Name,
    pub of: Name,
    pub visibility: Visibility,
    pub full: bool,
    pub max: Option<Expr>,
    pub refills: Option<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Hidden,
    Private,
    Open,
}

#[derive(Clone, Debug)]
pub struct Link {
    /// In lower case a field of a space, with a capital a kind of values.
    pub name: Name,
    pub arity: LinkArity,
    pub both_ways: bool,
    pub back: Option<Name>,
    pub drawn: Option<Drawn>,
    pub fields: Vec<Member>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkArity {
    OneOptional,
    One,
    Many,
}

#[derive(Clone, Debug)]
pub enum PiecePlace {
    OffBoard,
    At(Expr),
    Unsaid,
}

#[derive(Clone, Debug)]
pub struct Figure {
    pub name: Name,
    pub of: Option<Box<Figure>>,
    pub by: Option<Name>,
    pub span: Span,
}

/// Limits as written: `3%`, `45`, `-0.5`.
#[derive(Clone, Debug)]
pub enum GoalLimit {
    Compare(Comparison, Name),
    Within(Name, Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Le,
    Ge,
    Lt,
    Gt,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub ty: Option<Type>,
}

#[derive(Clone, Debug)]
pub enum Body {
    Expr(Expr),
    Block(Block),
}

#[derive(Clone, Debug)]
pub struct Layer {
    pub kind: LayerKind,
    /// Whether it says `value` rather than `rule`.
    pub is_value: bool,
    pub name: Name,
    pub params: Vec<Parameter>,
    pub result: Option<Type>,
    pub over: Option<Name>,
    pub body: Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    Replace,
    Before,
    After,
    Around,
}

impl LayerKind {
    /// The word that it is written with.
    pub fn word(self) -> &'static str {
        match self {
            LayerKind::Replace => "replace",
            LayerKind::Before => "before",
            LayerKind::After => "after",
            LayerKind::Around => "around",
        }
    }
}
