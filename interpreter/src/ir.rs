//! The resolved rules: a base and its add-ons woven into one, names turned into ids, every expression typed.
//! Nothing is left to look up; names are kept for display only. Parameters, constants and the board are still symbolic:
//! `compile` fixes them for one setup.

use std::sync::Arc;

use crate::source::Span;
pub use crate::syntax::tree::{Comparison, Docs, Drawn, Figure, GoalLimit, LinkArity, Quantifier, Visibility};

pub mod fold;
pub mod rows;
pub mod shape;
pub mod walk;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident),+ $(,)?) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);
        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize { usize::from(self.0) }
        }
    )+};
}

ids! {
    /// An [`Enum`] of [`Ir::enums`].
    EnumId,
    /// A [`Param`] of [`Ir::params`].
    ParamId,
    /// A [`Dice`] of [`Ir::dice`].
    DiceId,
    /// A [`Field`] of [`Ir::fields`].
    FieldId,
    /// A [`Link`] of [`Ir::links`].
    LinkId,
    /// A [`Const`] of [`Ir::consts`].
    ConstId,
    /// A [`Derive`] of [`Ir::derives`].
    DeriveId,
    /// A [`Piece`] of [`Ir::pieces`].
    PieceId,
    /// A [`RowKind`] of [`Ir::kinds`].
    KindId,
    /// A [`Pile`] of [`Ir::piles`].
    PileId,
    /// A [`Measure`] of [`Ir::measures`].
    MeasureId,
    /// A [`Decision`] of [`Ir::decisions`].
    DecisionId,
    /// A [`Rule`] of [`Ir::rules`].
    RuleId,
    /// A [`Local`] of the routine in which it stands.
    LocalId,
}

/// One ruleset, woven.
#[derive(Clone, Debug, Default)]
pub struct Ir {
    pub game: Game,
    /// The add-ons that are woven in, in order.
    pub addons: Vec<Addon>,
    pub enums: Vec<Enum>,
    pub params: Vec<Param>,
    pub dice: Vec<Dice>,
    /// Kinds of rows: data, records and cards.
    pub kinds: Vec<RowKind>,
    /// Fields of the track, of spaces, of rows, of the state, of players and of pieces, in order of declaration.
    pub fields: Vec<Field>,
    pub links: Vec<Link>,
    pub consts: Vec<Const>,
    pub derives: Vec<Derive>,
    pub checks: Vec<Check>,
    pub pieces: Vec<Piece>,
    pub piles: Vec<Pile>,
    pub measures: Vec<Measure>,
    pub goals: Vec<Goal>,
    pub decisions: Vec<Decision>,
    /// All bodies and layers. Calls name the outermost layer.
    pub rules: Vec<Rule>,
    /// The rule that is the `flow`; it has no parameters.
    pub flow: Option<RuleId>,
    /// `value prospects(p: player) -> int`, if there is one.
    pub prospects: Option<RuleId>,
    /// The tests that run under exactly these add-ons.
    pub tests: Vec<Test>,
    /// Tests of these files that need another set of add-ons.
    pub other_tests: Vec<OtherTest>,
}

#[derive(Clone, Debug, Default)]
pub struct Game {
    pub name: Arc<str>,
    pub title: Arc<str>,
    pub docs: Docs,
    pub min_players: u32,
    pub max_players: u32,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Addon {
    pub name: Arc<str>,
    pub title: Arc<str>,
    pub docs: Docs,
    pub span: Span,
}

/// Which file a thing comes from: the base, or the add-on at this position of [`Ir::addons`].
pub type Origin = Option<u16>;

#[derive(Clone, Debug)]
pub struct Enum {
    /// For a param's anonymous enum the param's name.
    pub name: Arc<str>,
    pub cases: Vec<Case>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub name: Arc<str>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Arc<str>,
    pub ty: Type,
    /// The base's default, or what the last add-on `set`.
    pub default: ParamDefault,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum ParamDefault {
    /// A constant expression over earlier params.
    Expr(Expr),
    /// Read from a RON file beside the rules.
    File(Arc<str>, Span),
}

#[derive(Clone, Debug)]
pub struct Dice {
    pub name: Arc<str>,
    /// A constant range, or list of ints.
    pub faces: Expr,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    Track,
    Space,
    State,
    Player,
    Piece(PieceId),
    /// The columns of a kind of rows.
    Rows(KindId),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub owner: Owner,
    pub name: Arc<str>,
    pub ty: Type,
    /// As written. Without it, optional fields start `none`, sets and lists empty, and others are unset: reading one is a
    /// rule error (on spaces and the track: the track must give it). May use `self` (local 0) on spaces.
    pub default: Option<Formula>,
    pub secret: bool,
    pub drawn: Option<Drawn>,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

/// A lower-case link: a field of spaces.
#[derive(Clone, Debug)]
pub struct Link {
    pub name: Arc<str>,
    pub arity: LinkArity,
    pub both_ways: bool,
    /// Name of the set of spaces at the other end.
    pub back: Option<Arc<str>>,
    pub drawn: Option<Drawn>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Const {
    pub name: Arc<str>,
    pub value: Formula,
    /// What to say when there is no value.
    pub problem: Option<Arc<str>>,
    pub docs: Docs,
    pub span: Span,
}

/// A computed column of spaces.
#[derive(Clone, Debug)]
pub struct Derive {
    pub name: Arc<str>,
    /// The declared type. `value` may be optional where this is not: none is then a track problem.
    pub ty: Type,
    /// `self` is local 0.
    pub value: Formula,
    pub problem: Option<Arc<str>>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Check {
    pub condition: Formula,
    pub problem: Arc<str>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Piece {
    pub name: Arc<str>,
    /// How many each player has: a constant expression.
    pub count: Expr,
    /// The player's field that is the piece: `racer` in `p.racer`.
    pub as_name: Arc<str>,
    /// Where it starts; `None`: off board, and then its `at` is optional.
    pub start: Option<Formula>,
    pub docs: Docs,
    pub span: Span,
}

/// A kind of rows, which no game changes.
#[derive(Clone, Debug)]
pub struct RowKind {
    pub name: Arc<str>,
    /// The RON file with the rows; `None`: records, written out wherever one is wanted.
    pub file: Option<(Arc<str>, Span)>,
    /// Whether the rows lie in piles.
    pub is_card: bool,
    /// The field that cards show from behind; without it all look alike.
    pub back: Option<FieldId>,
    pub docs: Docs,
    pub span: Span,
}

/// Cards of a kind that lie together; each player or piece has one of its own, or the state has one.
#[derive(Clone, Debug)]
pub struct Pile {
    pub owner: Owner,
    pub name: Arc<str>,
    /// Out of the table where nothing declares it.
    pub kind: KindId,
    pub visibility: Visibility,
    /// All cards of the kind begin here.
    pub full: bool,
    /// A constant expression.
    pub max: Option<Expr>,
    /// What is shuffled into it when something is to be drawn and nothing is there.
    pub refills: Option<PileId>,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub struct Measure {
    pub name: Arc<str>,
    /// `Type::Player`, an enum …; `None` for one figure a game.
    pub per: Option<Type>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub title: Arc<str>,
    pub figure: Figure,
    pub limit: GoalLimit,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Decision {
    pub name: Arc<str>,
    /// Where it is first declared.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: Arc<str>,
    pub ty: Type,
    pub span: Span,
}

/// A constant or load-time expression with its variables.
#[derive(Clone, Debug)]
pub struct Formula {
    pub locals: Vec<Local>,
    pub expr: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    Rule,
    Value,
    Flow,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub name: Arc<str>,
    pub kind: RuleKind,
    /// A turn begins when this is called (set on the outermost layer of a `turn rule`); its first parameter is the player, if it
    /// has one of that type.
    pub is_turn: bool,
    /// The first so many locals.
    pub params: u16,
    pub locals: Vec<Local>,
    pub result: Option<Type>,
    pub body: RuleBody,
    pub docs: Docs,
    /// The name in the declaration.
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum RuleBody {
    Block(Block),
    Expr(Expr),
    /// Calls `first` (without result), then `then` with the same arguments, and gives its result.
    Before {
        first: RuleId,
        then: RuleId,
    },
    /// Calls `inner`, then `then` with the arguments as they came in, and gives `inner`'s result.
    After {
        inner: RuleId,
        then: RuleId,
    },
}

// ── Types ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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

// ── Statements ─────────────────────────────────────────────────────────────────────────────────────────────────────

pub type Block = Vec<Stmt>;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let` and `var`; `None`: a `var` that starts at its type's own default (none, empty) or unset.
    Let {
        local: LocalId,
        value: Option<Expr>,
    },
    /// `let x = E else …`: runs `otherwise` (which leaves) where the value is none.
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
    /// Members and keys are taken when the loop starts.
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
    /// `to`: a space; `None`: off board.
    Move {
        piece: Expr,
        to: Option<Expr>,
    },
    /// `to`: a pile. A literal means a copy that lies elsewhere.
    MoveCard {
        card: Expr,
        to: Expr,
        bottom: bool,
    },
    /// Both are piles; the order is kept.
    MoveAll {
        from: Expr,
        to: Expr,
        bottom: bool,
    },
    /// As many as there are, after a refill.
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
    /// Ranks the members of a source; without it the places given so far stand.
    EndGame {
        ranking: Option<Ranking>,
    },
    /// A call for what it does.
    Call(Expr),
}

#[derive(Clone, Debug)]
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

#[derive(Clone, Debug)]
pub enum Condition {
    Expr(Expr),
    /// `if let x = E`: E is optional, x is not.
    Let(LocalId, Expr),
}

/// What can be assigned to.
#[derive(Clone, Debug)]
pub struct Place {
    pub span: Span,
    pub ty: Type,
    pub kind: PlaceKind,
}

#[derive(Clone, Debug)]
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

#[derive(Clone, Debug)]
pub struct SortKey {
    pub value: Expr,
    pub descending: bool,
}

#[derive(Clone, Debug)]
pub struct Choose {
    pub span: Span,
    pub decision: DecisionId,
    pub by: Expr,
    pub prompt: Option<Text>,
    /// Asked even where there is one option.
    pub always: bool,
    pub quiet: bool,
    pub options: Vec<OptionItem>,
    /// What happens where nothing is on offer.
    pub otherwise: Option<OptionBody>,
    /// The type of the options' values, for a `choose` that is a value.
    pub result: Option<Type>,
}

#[derive(Clone, Debug)]
pub enum OptionItem {
    If { arms: Vec<(Condition, Vec<OptionItem>)>, otherwise: Option<Vec<OptionItem>> },
    Option(ChoiceOption),
}

#[derive(Clone, Debug)]
pub struct ChoiceOption {
    pub span: Span,
    pub docs: Docs,
    /// `None`: shown as its values.
    pub label: Option<Text>,
    /// One option for each combination.
    pub each: Vec<Each>,
    pub body: OptionBody,
}

#[derive(Clone, Debug)]
pub struct Each {
    pub local: LocalId,
    pub source: Expr,
    pub filter: Option<Expr>,
}

#[derive(Clone, Debug)]
pub enum OptionBody {
    Block(Block),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub struct Text {
    pub span: Span,
    pub parts: Vec<TextPart>,
}

#[derive(Clone, Debug)]
pub enum TextPart {
    Plain(Arc<str>),
    /// Shown by its type: a player's name, a case's name, a space's id, a number.
    Hole(Expr),
}

// ── Expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    pub ty: Type,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(i32),
    Bool(bool),
    None,
    /// A case of the enum that is the expression's type, by position.
    Case(u16),
    /// The space of this name on the track, or the row of this name, by the expression's type.
    Named(Arc<str>),
    /// A text literal for showing.
    Text(Text),
    Local(LocalId),
    Param(ParamId),
    Const(ConstId),
    /// Of the track (`of` is None), a space, a row, the state (None), a player, a piece. A dot on an optional passes `none` through: then
    /// the expression's type is optional too.
    Field {
        field: FieldId,
        of: Option<Box<Expr>>,
    },
    /// A computed column of a space; optional `of` as with fields.
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

#[derive(Clone, Debug)]
pub struct Hop {
    pub link: LinkId,
    pub backwards: bool,
}

#[derive(Clone, Debug)]
pub struct Query {
    pub quantifier: Quantifier,
    pub local: LocalId,
    /// A set, list or range.
    pub source: Expr,
    pub filter: Option<Expr>,
    pub by: Vec<SortKey>,
    pub value: Option<Expr>,
}

// ── Tests ──────────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Debug)]
pub struct Test {
    pub title: Arc<str>,
    pub span: Span,
    pub origin: Origin,
    /// `with laps = 1`: constant values.
    pub with: Vec<(ParamId, Expr)>,
    /// The track's file name without `.ron`.
    pub track: Option<Arc<str>>,
    pub players: Option<u32>,
    pub locals: Vec<Local>,
    pub lines: Vec<TestLine>,
}

#[derive(Clone, Debug)]
pub struct OtherTest {
    pub title: Arc<str>,
    pub span: Span,
    /// The add-ons that it needs, in manifest order.
    pub addons: Vec<Arc<str>>,
}

#[derive(Clone, Debug)]
pub struct TestLine {
    pub span: Span,
    pub kind: TestLineKind,
}

#[derive(Clone, Debug)]
pub enum TestLineKind {
    /// `let`, assignments, `move`, `if`, `for` … acting on the state.
    Stmt(Stmt),
    /// The next results of dice, in the order in which they are rolled.
    Dice(Vec<Expr>),
    /// The next cards that chance decides, by name.
    Draws(Vec<(Arc<str>, Span)>),
    Run(Run),
    Expect(Expect),
}

#[derive(Clone, Debug)]
pub struct Run {
    pub what: RunWhat,
    pub every_roll: bool,
    pub until: Option<DecisionId>,
    pub choosing: Choosing,
}

#[derive(Clone, Debug)]
pub enum RunWhat {
    /// `ExprKind::Call`.
    Call(Expr),
    Game,
}

/// What a called rule gives back; `None`: nothing.
pub fn result_type<'a>(ir: &'a Ir, call: &Expr) -> Option<&'a Type> {
    match call.kind {
        ExprKind::Call { rule, .. } => ir.rules[rule.index()].result.as_ref(),
        _ => None,
    }
}

#[derive(Clone, Debug)]
pub enum Choosing {
    Nothing,
    AtRandom,
    Answers(Vec<Answer>),
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub span: Span,
    /// `None`: whatever decision comes next.
    pub decision: Option<DecisionId>,
    pub values: Vec<AnswerValue>,
}

#[derive(Clone, Debug)]
pub enum AnswerValue {
    /// A label, or the name of a space.
    Text(Arc<str>),
    Value(Expr),
}

#[derive(Clone, Debug)]
pub enum Expect {
    Condition(Expr),
    Option { no: bool, values: Vec<AnswerValue> },
    Decision { no: bool, decision: DecisionId },
}
