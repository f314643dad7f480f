//! A program: the rules compiled for one board, one set of parameters and a number of players.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ir::fold::Fold;
use crate::ir::rows::Rows;
use crate::ir::shape::Sizes;
use crate::ir::{self, DecisionId, Docs, Ir, Owner, RuleId};
use crate::source::Span;

pub mod op;
pub mod places;
pub mod verify;

pub use op::{Kind, Op};
pub use places::Room;

/// An address in memory.
pub type Slot = u16;
/// A position in the code.
pub type Pc = u16;

/// Words at the start of every state, the same in all programs.
pub mod header {
    /// Where a waiting game goes on.
    pub const PC: usize = 0;
    /// Calls that wait.
    pub const DEPTH: usize = 1;
    /// Words kept by rules that call themselves.
    pub const KEPT: usize = 2;
    /// Whose turn it is, or none.
    pub const TURN_OF: usize = 3;
    /// Turns begun so far.
    pub const TURNS: usize = 4;
    /// Rules called by the flow so far.
    pub const CHECKPOINT: usize = 5;
    /// Questions answered among two or more options.
    pub const DECISIONS: usize = 6;
    /// 1 when the game is over.
    pub const OVER: usize = 7;
    /// Who acts in secret, or none.
    pub const SECRET: usize = 8;
    /// The seed, low half and high half.
    pub const SEED: usize = 9;
    /// The set of players still in the game.
    pub const IN_PLAY: usize = 11;
    /// The best place that nobody has.
    pub const BEST: usize = 12;
    /// The worst place that nobody has.
    pub const WORST: usize = 13;
    /// Who had the first turn of the game, or none.
    pub const FIRST_TURN: usize = 14;
    /// How many words.
    pub const LEN: usize = 16;
}

/// Words that the state keeps for each `whenever` that goes through players. What a condition reads is told in classes, a bit for each.
pub mod watch {
    /// Its bit among those that say what is to be looked at.
    pub const BIT: usize = 0;
    /// The set of players whom it is to be asked for again.
    pub const AWAKE: usize = 1;
    /// The set of players for whom it has read things of others.
    pub const SHARERS: usize = 2;
    /// The classes of those things.
    pub const SHARED: usize = 3;
    /// From here on, by player: the classes of what it has read of that player's own things.
    pub const OWN: usize = 4;
}

/// The most players that a machine can seat.
pub const MOST_PLAYERS: usize = 32;

/// All of so many players, as a set: a bit for each, the highest of 32 too.
pub fn everybody(players: usize) -> i32 {
    u32::MAX.checked_shr((MOST_PLAYERS - players.min(MOST_PLAYERS)) as u32).unwrap_or(0) as i32
}

/// Rules compiled for one setup. Immutable; shared by all games of it.
#[derive(Debug)]
pub struct Program {
    /// What it was compiled from.
    pub ir: Arc<Ir>,
    pub players: usize,
    /// The values of all params, in order.
    pub params: Vec<Vec<i32>>,
    pub code: Vec<Op>,
    /// The same, filled up with traps to all that an address in the code can reach, so that fetching needs no check.
    pub(crate) steps: Box<[Op; 65_536]>,
    /// For each instruction the place that it was compiled from.
    pub spans: Vec<Span>,
    /// By instruction: what it checks or addresses, where its operands don't tell.
    pub subjects: BTreeMap<Pc, Subject>,
    /// Memory at the start of a game: the state, then constants.
    pub image: Vec<i32>,
    /// How many words of memory are the state; constants follow.
    pub state_len: usize,
    pub layout: Layout,
    /// Where the flow begins.
    pub flow: Pc,
    pub rules: Vec<RuleCode>,
    /// Stretches of code compiled in place: first, one behind the last, rule. In order of their ends; of those that end alike the inner first.
    pub inlined: Vec<(Pc, Pc, RuleId)>,
    pub sites: Vec<Site>,
    /// For each place in the code where a game may wait (a decision, a checkpoint, a call): the words of its frame that are in use, from
    /// and to. In order of place.
    pub live: Vec<(Pc, Slot, Slot)>,
    /// Variables, and room for values on their way: where the code of a rule may store in frames.
    pub rooms: Vec<Room>,
    pub messages: Vec<Template>,
    pub dice: Vec<DiceTable>,
    pub streams: Vec<Stream>,
    pub checkpoints: Vec<Checkpoint>,
    pub hops: Vec<HopTable>,
    /// `prospects(p)`, if the rules have it.
    pub prospects: Option<Entry>,
    pub tests: Vec<TestCode>,
    /// What the players are called.
    pub names: Vec<Arc<str>>,
    /// By kind of piece: what each is called, without its owner; empty where it has only a number.
    pub piece_names: Vec<Vec<Arc<str>>>,
    /// Names of the spaces.
    pub spaces: Vec<Arc<str>>,
    /// How many there are of what.
    pub sizes: Sizes,
    /// By kind: its rows.
    pub rows: Vec<Rows>,
    /// By kind: where its cards lie; empty for what is no card.
    pub cards: Vec<Cards>,
    /// What fields of type text say.
    pub texts: Vec<Arc<str>>,
    /// Positions of the spaces in thousandths of a millimetre, for directions.
    pub positions: Vec<(i64, i64)>,
    /// What players hide from one another.
    pub hiding: Hiding,
}

/// What players hide from one another, and where it comes from: what bots must imagine.
#[derive(Clone, Debug, Default)]
pub struct Hiding {
    /// Whether chance and answers have to be asked again to imagine it; else it is enough to deal cards anew.
    pub is_asked_again: bool,
    /// The values of secret fields.
    pub secrets: Vec<Secret>,
    /// The words of a state that everybody sees: from and to.
    pub open: Vec<(usize, usize)>,
    /// By decision: whether variables or loops may hold there what somebody hides.
    pub held: Vec<bool>,
    /// The instructions that draw what may come to be stored in secret fields, or decide about it.
    pub draws: BTreeSet<Pc>,
    /// By decision: whether answers are hidden.
    pub by_answer: Vec<bool>,
    /// By place where the flow waits: whether it does there itself, and the secret fields that may be stored from there on, before the game
    /// waits again.
    pub rests: BTreeMap<Pc, (bool, u64)>,
    /// By decision and at the start: the secret fields that may be stored from there on, before the game waits again.
    pub behind_sites: Vec<u64>,
    pub behind_start: u64,
}

impl Hiding {
    /// Whether nobody is told what an instruction draws.
    pub fn is_drawn_hidden(&self, pc: Pc) -> bool {
        self.draws.contains(&pc)
    }
}

/// The value of a secret field of one player or piece.
#[derive(Clone, Copy, Debug)]
pub struct Secret {
    pub field: ir::FieldId,
    /// The field's bit where sets of secret fields are meant; the last is shared where there are many.
    pub bit: u8,
    /// Whose it is.
    pub holder: usize,
    pub at: usize,
    pub words: usize,
}

/// What an instruction checks, fills or addresses, as the rules call it; no name where it is worked out on the way.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field or a variable, or an entry of one.
    Place(Arc<str>),
    /// An argument: the parameter's name, and that of its rule.
    Argument(Arc<str>, Arc<str>),
    /// What a rule gives.
    Result(Arc<str>),
    /// What is put into a list, of this type.
    NewMember(Box<Subject>, ir::Type),
    /// A key of a table: which one, counted from 0, where the table has several.
    Key(Option<Arc<str>>, Option<usize>),
    /// A member of a list, counted from 1.
    Member(Option<Arc<str>>),
    /// A player, counted from 1.
    Player,
}

/// Where things lie in the state.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Places given, by player; none until then.
    pub place: Slot,
    /// Places in the race before, by player.
    pub previous: Slot,
    /// Turns begun, by player.
    pub turns_of: Slot,
    /// Draws made in this turn, by stream.
    pub draws: Slot,
    /// By field id: first address, words of one value. Board fields lie among the constants.
    pub fields: Vec<(Slot, usize)>,
    /// By piece id: the table of positions, and how many pieces.
    pub pieces: Vec<(Slot, usize)>,
    /// By pile id: the table of sets of cards, words of a set, and the number of the first among the heaps of its kind.
    pub piles: Vec<(Slot, usize, u16)>,
    /// By measure id: first address, number of figures.
    pub measures: Vec<(Slot, usize)>,
    /// By param id: where its words lie among the constants, if they do.
    pub params: Vec<Option<Slot>>,
    /// By const id.
    pub consts: Vec<Slot>,
    /// By derive id.
    pub derives: Vec<(Slot, usize)>,
    /// By link id: the table of links (a space, or words of a set, per space) and words for each.
    pub links: Vec<(Slot, usize)>,
    /// A bit for each `whenever` that has to be looked at again; negative while one is looked at, or players act in secret. 0: there are
    /// none.
    pub changed: Slot,
    /// Where each `whenever` that goes through players keeps whom to ask: see [`watch`].
    pub watches: Vec<Slot>,
    /// First address of the frames; below it everything is state that rules can name.
    pub frames: Slot,
    /// Return addresses.
    pub stack: Slot,
    pub stack_len: usize,
    /// Words kept by rules that call themselves.
    pub kept: Slot,
    pub kept_len: usize,
    /// Among the constants: results of rules that call themselves, on their way round the frame that is put back. Read at once.
    pub around: Vec<(Slot, usize)>,
}

/// Where a rule's code and frame lie.
#[derive(Clone, Debug, Default)]
pub struct RuleCode {
    /// `None`: nothing calls it.
    pub entry: Option<Pc>,
    /// One behind its last instruction.
    pub end: Pc,
    /// The first word of its result; its parameters follow it.
    pub result: Slot,
    /// By parameter.
    pub params: Vec<Slot>,
    /// One behind its frame's last word.
    pub frame_end: Slot,
}

/// A piece of code run by itself: set the inputs, run from `pc` to `Stop`, read the result.
#[derive(Clone, Debug)]
pub struct Entry {
    pub pc: Pc,
    pub inputs: Vec<Slot>,
    pub result: Slot,
}

/// A text with values.
#[derive(Clone, Debug)]
pub struct Template {
    /// Where its values are worked out; `None` where there are none.
    pub entry: Option<Pc>,
    pub parts: Vec<Part>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Part {
    Plain(Arc<str>),
    /// The value at an address, shown by its type.
    Value(Slot, ir::Type, Reader),
}

/// Who may read a value in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    Everybody,
    /// The player at this address: it is that player's secret.
    Player(Slot),
    /// It is made of secrets of several.
    Nobody,
}

/// A `choose` in the code.
#[derive(Clone, Debug)]
pub struct Site {
    pub decision: DecisionId,
    pub span: Span,
    /// Where the options are gathered.
    pub pc: Pc,
    /// The address of the deciding player.
    pub by: Slot,
    pub prompt: Option<Template>,
    pub always: bool,
    pub quiet: bool,
    pub shortest: bool,
    pub options: Vec<SiteOption>,
    /// Where it goes on when nothing is on offer.
    pub otherwise: Option<Pc>,
    /// Words of one option on offer: its number and its values.
    pub stride: usize,
}

#[derive(Clone, Debug)]
pub struct SiteOption {
    /// What tells it from the other options of its site in any rules: its label as it is written, with a number where several have the same
    /// (`Go #2`).
    pub branch: Arc<str>,
    /// `None`: shown as its values.
    pub label: Option<Template>,
    /// Where taking it gives a row of data: that row, to be shown.
    pub gives: Option<Template>,
    /// The `each` variables, with what they are.
    pub values: Vec<(Slot, ir::Type)>,
    pub to: Pc,
    pub docs: Docs,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct DiceTable {
    /// The address of the first face.
    pub faces: Slot,
    pub sides: u32,
    pub stream: u16,
}

/// A source of chance: a die, or a rule with `random`.
#[derive(Clone, Debug)]
pub struct Stream {
    pub name: Arc<str>,
    /// What its draws are keyed by: made from the name alone.
    pub key: u32,
}

/// The cards of a kind: where each lies, and the heaps in which they can lie.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    /// By card: the number of its heap.
    pub place: Slot,
    /// By card: above 0 counted from the shuffled part of its heap upwards, below 0 downwards, 0 in the shuffled part.
    pub order: Slot,
    /// By card: the set of players who know where it is.
    pub known: Slot,
    /// How many cards.
    pub count: u16,
    /// Words of a set of them.
    pub words: u16,
    /// By card: equal numbers look alike from behind.
    pub backs: Vec<u16>,
    pub heaps: Vec<Heap>,
}

/// One pile of one owner.
#[derive(Clone, Debug)]
pub struct Heap {
    pub pile: ir::PileId,
    /// Whose it is; `None`: the state's.
    pub owner: Option<usize>,
    /// Its number among those of its declaration.
    pub number: usize,
    /// The set of its cards.
    pub set: Slot,
    /// The set of players who see what is in it.
    pub seen_by: i32,
    /// The most cards that it holds.
    pub most: i32,
    /// What is shuffled into it when nothing is left to draw.
    pub refill: Option<u16>,
    /// What draws from it are keyed by.
    pub stream: u16,
}

/// A call of the flow, named so that it can be found again in changed rules.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The called rule.
    pub rule: Arc<str>,
    /// The how manieth call of that rule in the flow it is, from 0.
    pub ordinal: usize,
    /// The loops around it, outermost first.
    pub loops: Vec<LoopPlace>,
    /// The other variables of the flow that are known there: name, first word, type.
    pub variables: Vec<(Arc<str>, Slot, ir::Type)>,
    /// Where a game goes on that was held there.
    pub pc: Pc,
    pub span: Span,
}

/// A loop of the flow, and how far it is.
#[derive(Clone, Debug)]
pub struct LoopPlace {
    /// Empty for `repeat` and `while`.
    pub variable: Arc<str>,
    pub progress: Progress,
}

/// Where a loop keeps how far it is.
#[derive(Clone, Debug)]
pub enum Progress {
    /// `while`, and `repeat` without an end: nowhere.
    Endless,
    /// `repeat n`: the last round and this one, from 1; `times` where it is known before the game.
    Times { last: Slot, now: Slot, times: Option<i32> },
    /// Over all values of a type: the variable itself.
    Counting { member: Slot, ty: ir::Type },
    /// Over members that were taken when it began: a set of `words` words, and the bit of the member it has come to.
    Set { set: Slot, words: usize, now: Slot, member: Slot, of: ir::Type },
    /// The same in an order: how many, then each; how many are done, and the member it has come to.
    List { list: Slot, capacity: usize, done: Slot, member: Slot, of: ir::Type },
}

impl Progress {
    /// Where the member lies that a loop has come to.
    pub fn member(&self) -> Option<Slot> {
        match self {
            Progress::Counting { member, .. } | Progress::Set { member, .. } | Progress::List { member, .. } => Some(*member),
            Progress::Endless | Progress::Times { .. } => None,
        }
    }
}

/// Hops of a `distance` or `reach`: for each space the spaces that one hop leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HopTable {
    pub neighbours: Vec<Vec<u16>>,
    /// The same with where it stands what each hop costs; empty where each costs 1.
    pub costs: Vec<Vec<Slot>>,
}

/// A test, line by line.
#[derive(Clone, Debug)]
pub struct TestCode {
    /// Its position in [`Ir::tests`].
    pub test: usize,
    /// Where its variables begin: frames of rules lie below.
    pub frame: Slot,
    pub lines: Vec<LineCode>,
}

#[derive(Clone, Debug)]
pub enum LineCode {
    Run(Pc),
    /// Works out values: each of one word unless it says more.
    Dice(Vec<Entry>),
    /// The cards to be drawn: kind and first copy.
    Draws(Vec<(ir::KindId, u16)>),
    /// A call; its result, if it has one, is found at `result`.
    Call {
        pc: Pc,
        result: Slot,
        answers: Vec<Vec<Option<Entry>>>,
    },
    Game {
        answers: Vec<Vec<Option<Entry>>>,
    },
    Expect(Vec<Expectation>),
    Option {
        values: Vec<Option<Entry>>,
    },
    /// Of whom it is asked, where that counts.
    Decision {
        by: Option<Entry>,
    },
}

/// One side or both of an expectation, joined by `and` with the others of its line.
#[derive(Clone, Debug)]
pub struct Expectation {
    pub span: Span,
    /// 1 where it holds.
    pub holds: Entry,
    /// What kind of statement it is, for saying how it fails.
    pub claim: Claim,
    /// The sides of a comparison, or the one thing that something is said of.
    pub sides: Vec<Side>,
    /// Of one that looks at each of several: right behind it, the one for which it doesn't hold.
    pub failing: Option<Side>,
    /// The `ways(…)` in it: the condition to count, and where the count is put.
    pub ways: Vec<(Entry, Slot)>,
}

/// What an expectation claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    Compares(ir::Comparison),
    IsSome,
    IsNone,
    IsIn,
    Holds,
}

/// One side of an expectation.
#[derive(Clone, Debug)]
pub struct Side {
    pub span: Span,
    pub entry: Entry,
    pub ty: ir::Type,
}

/// Code, filled up.
pub(crate) fn fill_up(code: &[Op]) -> Box<[Op; 65_536]> {
    let mut steps = vec![Op::Trap { code: u16::MAX }; 65_536];
    steps[..code.len()].copy_from_slice(code);
    steps.into_boxed_slice().try_into().expect("it has its one size")
}

impl Program {
    /// Works out constant expressions of this setup.
    pub fn fold(&self) -> Fold<'_> {
        Fold { ir: &self.ir, params: &self.params, sizes: &self.sizes }
    }

    /// Whether there may be something that not all players see: cards in piles, or secret fields.
    pub fn has_secrets(&self) -> bool {
        !self.ir.piles.is_empty() || self.ir.fields.iter().any(|f| f.secret)
    }

    /// How many things in the state have a field of this owner; their values lie one behind the other. 0: it is no part of the state.
    pub fn owners(&self, owner: Owner) -> usize {
        match owner {
            Owner::State => 1,
            Owner::Player => self.players,
            Owner::Piece(kind) => self.layout.pieces[kind.index()].1,
            Owner::Track | Owner::Space | Owner::Rows(_) => 0,
        }
    }

    /// The player who has the thing of this number among those that have a field of this owner; `None`: it is nobody's.
    pub fn holder(&self, owner: Owner, n: usize) -> Option<usize> {
        match owner {
            Owner::Player => Some(n),
            Owner::Piece(_) => Some(n / self.of_each(owner)),
            _ => None,
        }
    }

    /// How many of the things that have a field of this owner each player has.
    pub fn of_each(&self, owner: Owner) -> usize {
        (self.owners(owner) / self.players.max(1)).max(1)
    }

    /// The words of a field's value for an owner (player, space or piece number; 0 for state and track).
    pub fn field_slot(&self, field: ir::FieldId, owner: usize) -> (Slot, usize) {
        let (base, words) = self.layout.fields[field.index()];
        (base + (owner * words) as u16, words)
    }

    /// The rule whose code stands at a place, innermost of those compiled in place.
    pub fn rule_at(&self, pc: Pc) -> Option<RuleId> {
        self.rules_at(pc).first().copied()
    }

    /// The rule whose code stands at a place and, where that was compiled in place, those around it, innermost first.
    pub fn rules_at(&self, pc: Pc) -> Vec<RuleId> {
        let own = self.rules.iter().position(|r| r.entry.is_some_and(|e| (e..r.end).contains(&pc)));
        let end = own.map_or(Pc::MAX, |n| self.rules[n].end);
        let behind = &self.inlined[self.inlined.partition_point(|(_, to, _)| *to <= pc)..];
        let around = behind.iter().take_while(|(_, to, _)| *to <= end).filter(|(from, ..)| *from <= pc);
        around.map(|(.., rule)| *rule).chain(own.map(|n| RuleId(n as u16))).collect()
    }

    /// The words of the frame that are in use where a game waits.
    pub fn live_frame(&self, pc: Pc) -> (Slot, Slot) {
        self.live.binary_search_by_key(&pc, |(at, ..)| *at).map_or((0, 0), |n| (self.live[n].1, self.live[n].2))
    }

    /// Param values by name, for headers and tables.
    pub fn param_values(&self) -> BTreeMap<Arc<str>, &[i32]> {
        self.ir.params.iter().zip(&self.params).map(|(p, w)| (p.name.clone(), w.as_slice())).collect()
    }
}
