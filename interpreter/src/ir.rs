//! The resolved rules: a base and its add-ons woven into one, with ids for names and a type for every expression. Nothing is left to look
//! up; names are kept for display only. Parameters, constants and the board are still symbolic, and `compile` fixes them for one setup.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::source::Span;
pub use crate::syntax::tree::{Comparison, Docs, Drawn, LinkArity, Quantifier, Visibility};

pub mod fold;
pub mod rows;
pub mod shape;
pub mod table;
pub mod walk;

mod expr;
mod goal;
mod stmt;
mod tests;
mod types;

pub use expr::*;
pub use goal::*;
pub use stmt::*;
pub use tests::*;
pub use types::*;

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
    /// A [`Local`] of the routine that contains it.
    LocalId,
}

/// One ruleset, with its add-ons woven in.
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
    /// For each name of a rule or value, the rule that calls enter.
    pub entries: BTreeMap<Arc<str>, RuleId>,
    /// The rules that are checked again when something that their conditions read has changed.
    pub whenevers: Vec<RuleId>,
    /// The rule that checks all of `whenevers`, if there are any.
    pub watch: Option<RuleId>,
    /// The rule that is the `flow`. It has no parameters.
    pub flow: Option<RuleId>,
    /// `value prospects(p: player) -> int`, if there is one.
    pub prospects: Option<RuleId>,
    /// The tests that run under exactly these add-ons.
    pub tests: Vec<Test>,
    /// Tests in these files that need another set of add-ons.
    pub other_tests: Vec<OtherTest>,
}

#[derive(Clone, Debug, Default)]
pub struct Game {
    pub name: Arc<str>,
    pub title: Arc<str>,
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

/// The file that something comes from: the base, or the add-on at this position of [`Ir::addons`].
pub type Origin = Option<u16>;

#[derive(Clone, Debug)]
pub struct Enum {
    /// The name. A param's anonymous enum has the param's name.
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
    /// The base's default, or the value that the last add-on `set`.
    pub default: ParamDefault,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum ParamDefault {
    /// A constant expression over earlier params.
    Expr(Expr),
    /// A RON file beside the rules.
    File(Arc<str>, Span),
}

#[derive(Clone, Debug)]
pub struct Dice {
    pub name: Arc<str>,
    /// A constant range or list of ints.
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

impl Owner {
    /// Whether its fields belong to the state, which a game changes. Fields of the board and of rows don't.
    pub fn is_of_state(self) -> bool {
        matches!(self, Owner::State | Owner::Player | Owner::Piece(_))
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub owner: Owner,
    pub name: Arc<str>,
    pub ty: Type,
    /// The default, as written. Without a default, an optional field starts at `none`, a set or list starts empty, and any other field is
    /// unset: reading it is a rule error, and a track must give it for itself and its spaces. A default for spaces may use `self` (local
    /// 0).
    pub default: Option<Formula>,
    /// Only players and pieces have secret fields, so each has a player who may see it.
    pub secret: bool,
    pub drawn: Option<Drawn>,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

/// A link from space to space. In lower case it is a field of spaces; with a capital it is also a kind of rows.
#[derive(Clone, Debug)]
pub struct Link {
    pub name: Arc<str>,
    pub arity: LinkArity,
    pub both_ways: bool,
    /// The name of the set of spaces at the other end.
    pub back: Option<Arc<str>>,
    pub drawn: Option<Drawn>,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Const {
    pub name: Arc<str>,
    pub value: Formula,
    /// The message for a missing value.
    pub problem: Option<Arc<str>>,
    pub docs: Docs,
    pub span: Span,
}

/// A computed column of spaces or rows.
#[derive(Clone, Debug)]
pub struct Derive {
    pub owner: Owner,
    pub name: Arc<str>,
    /// The declared type. `value` may be optional even if this is not. Then none is a problem of the track.
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
    /// The number of pieces that each player has, as a constant expression.
    pub count: Expr,
    /// The player's field that is the piece: `racer` in `p.racer`.
    pub as_name: Arc<str>,
    /// The space where it starts. `None` means off the board, and then its `at` is optional.
    pub start: Option<Formula>,
    pub docs: Docs,
    pub span: Span,
}

/// A kind of rows, which no game changes.
#[derive(Clone, Debug)]
pub struct RowKind {
    pub name: Arc<str>,
    /// The RON file with the rows.
    pub file: Option<(Arc<str>, Span)>,
    /// What they are on the track, if the track draws them.
    pub on_track: Option<OnTrack>,
    /// Whether the rows lie in piles.
    pub is_card: bool,
    /// The field that cards show from behind. Without it, all cards look alike.
    pub back: Option<FieldId>,
    pub docs: Docs,
    pub span: Span,
}

impl RowKind {
    /// Whether its rows have no names. Such rows are written out where they are wanted, and nobody knows them all.
    pub fn is_record(&self) -> bool {
        self.file.is_none() && self.on_track.is_none()
    }
}

/// Rows that a track draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnTrack {
    /// One for each link. `from` and `to` are its first two fields.
    Links(LinkId),
    /// One for each path. `spaces` is its first field.
    Paths,
}

/// Cards of a kind that lie together. Each player or piece has a pile of its own, or the state has one.
#[derive(Clone, Debug)]
pub struct Pile {
    pub owner: Owner,
    pub name: Arc<str>,
    /// The kind of the cards. Outside of [`Ir::kinds`] if nothing declares it.
    pub kind: KindId,
    pub visibility: Visibility,
    /// Whether all cards of the kind begin here.
    pub full: bool,
    /// A constant expression.
    pub max: Option<Expr>,
    /// The pile that is shuffled into this one when it is empty and a card is to be drawn.
    pub refills: Option<PileId>,
    pub docs: Docs,
    pub span: Span,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub struct Measure {
    pub name: Arc<str>,
    /// `Type::Player`, an enum and so on; `None` for one figure per game.
    pub per: Option<Type>,
    pub docs: Docs,
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
    /// Whether a turn begins when this is called. Set on the outermost layer of a `turn rule`. If its first parameter is a player, it is
    /// that player's turn.
    pub is_turn: bool,
    /// The number of locals that are parameters. They come first.
    pub params: u16,
    pub locals: Vec<Local>,
    pub result: Option<Type>,
    pub body: RuleBody,
    pub docs: Docs,
    /// The name in the declaration.
    pub span: Span,
}

impl Ir {
    /// Everything that is computed when rules and board come together.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        (self.consts.iter().map(|c| &c.value))
            .chain(self.derives.iter().map(|d| &d.value))
            .chain(self.fields.iter().filter_map(|f| f.default.as_ref()))
            .chain(self.pieces.iter().filter_map(|p| p.start.as_ref()))
            .chain(self.checks.iter().map(|c| &c.condition))
    }
}

#[derive(Clone, Debug)]
pub enum RuleBody {
    Block(Block),
    Expr(Expr),
    /// Calls `first` (without result), then `then` with the same arguments, and returns its result.
    Before {
        first: RuleId,
        then: RuleId,
    },
    /// Runs the whenevers whose bit is set, until no bit is.
    Watch,
    /// Calls `inner`, then `then` with the original arguments, and returns `inner`'s result.
    After {
        inner: RuleId,
        then: RuleId,
    },
}

impl RuleBody {
    /// The two rules of a layer, in the order in which they are called.
    pub fn layers(&self) -> Option<[RuleId; 2]> {
        match self {
            RuleBody::Before { first: a, then: b } | RuleBody::After { inner: a, then: b } => Some([*a, *b]),
            _ => None,
        }
    }
}
