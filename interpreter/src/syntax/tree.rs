//! The syntax tree of a `.rules` file: every name unresolved, every node with its span.

use std::sync::Arc;

use crate::source::{SourceId, Span};

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: Arc<str>,
    pub span: Span,
}

/// A whole file. What could not be read is left out of it, and stands in the list of problems instead.
#[derive(Clone, Debug)]
pub struct Tree {
    pub source: SourceId,
    pub items: Vec<Item>,
}

/// The `///` lines above a declaration, case, field or option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// The lines joined by spaces, without the slashes; empty if there are none.
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
    /// `text` is the whole declaration behind the title; goals are judged by the statistics.
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

/// What has fields: `track`, `space`, `state`, `player`, or a declared kind.
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
    /// Lower case: a field of a space. Upper case: a kind of values.
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
    /// Whether it says `rule` or `value`.
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

// ── Types ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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

// ── Statements ─────────────────────────────────────────────────────────────────────────────────────────────────────

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
    /// A call standing alone.
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
    /// The text if it has no holes.
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

// ── Expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

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
    /// `Lift from s`, `Lift to s`.
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
    /// `5 of shot_die`: the value is the number, this the die.
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
    /// A hop with a cost, or backwards: `l in Piste cost l.toll`, `Lift backwards cost 1`.
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
    /// Behind the colon.
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

// ── Tests ──────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Test {
    pub title: Text,
    pub with: Vec<(Name, Option<Expr>)>,
    pub track: Option<Text>,
    pub players: Option<i32>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Run {
    /// `None`: `run game`.
    pub call: Option<Expr>,
    pub every_roll: bool,
    pub until: Option<Name>,
    pub choosing: Choosing,
}

#[derive(Clone, Debug)]
pub enum Choosing {
    Nothing,
    AtRandom,
    Answers(Vec<Answer>),
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub decision: Option<Name>,
    /// One value, or as many as the option has `each` parts.
    pub values: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Expect {
    Condition(Expr),
    Option { no: bool, values: Vec<Expr>, span: Span },
    Decision { no: bool, name: Name },
}
