//! A program: the rules compiled for one board, one set of parameters and a number of players.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::ir::fold::Fold;
use crate::ir::rows::Rows;
use crate::ir::shape::Sizes;
use crate::ir::{self, DecisionId, Docs, Ir, Owner, RuleId};
use crate::source::Span;

pub mod in_play;
pub(crate) mod joins;
pub mod op;
pub mod places;
pub mod verify;

pub use in_play::InPlay;
pub use op::{Kind, Op};
pub use places::Room;

/// An address in memory.
pub type Slot = u16;
/// A position in the code.
pub type Pc = u16;

/// The words at the start of every state, the same in all programs.
pub mod header {
    /// Where a waiting game goes on.
    pub const PC: usize = 0;
    /// The number of calls that wait.
    pub const DEPTH: usize = 1;
    /// The number of words kept by rules that call themselves.
    pub const KEPT: usize = 2;
    /// The player whose turn it is, or none.
    pub const TURN_OF: usize = 3;
    /// The number of turns begun so far.
    pub const TURNS: usize = 4;
    /// The number of rules that the flow has called so far.
    pub const CHECKPOINT: usize = 5;
    /// The number of questions answered that had two or more options.
    pub const DECISIONS: usize = 6;
    /// 1 when the game is over.
    pub const OVER: usize = 7;
    /// The player who acts in secret, or none.
    pub const SECRET: usize = 8;
    /// The seed, low half and high half.
    pub const SEED: usize = 9;
    /// The set of players still in the game.
    pub const IN_PLAY: usize = 11;
    /// The best place that nobody has.
    pub const BEST: usize = 12;
    /// The worst place that nobody has.
    pub const WORST: usize = 13;
    /// The player who had the first turn of the game, or none.
    pub const FIRST_TURN: usize = 14;
    /// The number of words.
    pub const LEN: usize = 16;
}

/// The words that the state keeps for each `whenever` that goes through players. What a condition reads is recorded in classes, with a bit
/// for each.
pub mod watch {
    /// Its bit among those that tell what to check.
    pub const BIT: usize = 0;
    /// The set of players for whom its condition must be evaluated again.
    pub const AWAKE: usize = 1;
    /// The set of players for whom it has read things of others.
    pub const SHARERS: usize = 2;
    /// The classes of those things.
    pub const SHARED: usize = 3;
    /// From here on, for each player, the classes of that player's own things that it has read.
    pub const OWN: usize = 4;
}

/// The largest number of players that a machine can seat.
pub const MOST_PLAYERS: usize = 32;

/// The set of all players of a game: one bit for each, including the highest bit for 32 players.
pub fn everybody(players: usize) -> i32 {
    u32::MAX.checked_shr((MOST_PLAYERS - players.min(MOST_PLAYERS)) as u32).unwrap_or(0) as i32
}

/// Rules compiled for one setup. A program never changes, and all games of the setup share it.
#[derive(Clone, Debug)]
pub struct Program {
    /// The rules it was compiled from.
    pub ir: Arc<Ir>,
    pub players: usize,
    /// The values of all params, in order.
    pub params: Vec<Vec<i32>>,
    pub code: Vec<Op>,
    /// The same code, filled up with traps to the last position that an address can reach, so that fetching needs no check.
    pub(crate) steps: Box<[Op; 65_536]>,
    /// For each instruction, the place it was compiled from.
    pub spans: Vec<Span>,
    /// For some instructions, what they check or address, if their operands don't tell.
    pub subjects: BTreeMap<Pc, Subject>,
    /// Memory at the start of a game: the state, then constants.
    pub image: Vec<i32>,
    /// The number of words that belong to the state. Constants follow.
    pub state_len: usize,
    pub layout: Layout,
    /// Where the flow begins.
    pub flow: Pc,
    pub rules: Vec<RuleCode>,
    /// Stretches of code compiled in place: start, end (exclusive), rule. They are sorted by their ends. If several end together, the inner
    /// ones come first.
    pub inlined: Vec<(Pc, Pc, RuleId)>,
    pub sites: Vec<Site>,
    /// For each place in the code where a game may wait (a decision, a checkpoint, a call), the words of its frame that are in use, as
    /// start and end (exclusive). Sorted by place.
    pub live: Vec<(Pc, Slot, Slot)>,
    /// Where the code of rules may store in frames: variables, and room for intermediate values.
    pub rooms: Vec<Room>,
    pub messages: Vec<Template>,
    pub dice: Vec<DiceTable>,
    pub streams: Vec<Stream>,
    pub checkpoints: Vec<Checkpoint>,
    pub hops: Vec<HopTable>,
    /// `prospects(p)`, if the rules have it.
    pub prospects: Option<Entry>,
    pub tests: Vec<TestCode>,
    /// The names of the players.
    pub names: Vec<Arc<str>>,
    /// For each kind of piece, the name of each piece, without its owner. Empty for pieces that have only a number.
    pub piece_names: Vec<Vec<Arc<str>>>,
    /// The ids of the spaces.
    pub spaces: Vec<Arc<str>>,
    /// What texts for people call the spaces: by their ids, unless the setup wants names.
    pub called: Vec<Arc<str>>,
    /// The numbers of players, spaces and rows.
    pub sizes: Sizes,
    /// The rows of each kind.
    pub rows: Vec<Rows>,
    /// For each kind, where its cards lie. Empty for kinds other than cards.
    pub cards: Vec<Cards>,
    /// The values of fields of type text.
    pub texts: Vec<Arc<str>>,
    /// Positions of the spaces in thousandths of a millimetre, for directions.
    pub positions: Vec<(i64, i64)>,
    /// What players hide from one another.
    pub hiding: Hiding,
    /// What of the rules matters in a game, once somebody asks.
    pub(crate) in_play: OnceLock<Arc<InPlay>>,
}

/// What players hide from one another and where it comes from, which bots must imagine.
#[derive(Clone, Debug, Default)]
pub struct Hiding {
    /// Whether chance and players must be asked again to imagine it. Otherwise it is enough to deal cards anew.
    pub is_asked_again: bool,
    /// The values of secret fields.
    pub secrets: Vec<Secret>,
    /// The words of a state that everybody sees, as start and end.
    pub open: Vec<(usize, usize)>,
    /// For each decision, whether variables or loops may hold something hidden there.
    pub held: Vec<bool>,
    /// The instructions whose draws may end up in secret fields, or decide what does.
    pub draws: BTreeSet<Pc>,
    /// For each decision, whether its answers are hidden.
    pub by_answer: Vec<bool>,
    /// For each place where the flow waits, whether the flow holds something hidden there, and the secret fields that may be stored from
    /// there on before the game waits again.
    pub rests: BTreeMap<Pc, (bool, u64)>,
    /// The secret fields that may be stored before the game waits again, from each decision on and from the start on.
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
    /// The field's bit in sets of secret fields. If there are many, the last ones share a bit.
    pub bit: u8,
    /// The player who holds it.
    pub holder: usize,
    pub at: usize,
    pub words: usize,
}

/// What an instruction checks, fills or addresses, by the name in the rules. Intermediate values have no name.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A field or a variable, or an entry of one.
    Place(Arc<str>),
    /// An argument: the name of the parameter, and that of its rule.
    Argument(Arc<str>, Arc<str>),
    /// The result of a rule.
    Result(Arc<str>),
    /// A new member of a list of this type.
    NewMember(Box<Subject>, ir::Type),
    /// A key of a table. If the table has several keys, the number says which, counted from 0.
    Key(Option<Arc<str>>, Option<usize>),
    /// A member of a list, counted from 1.
    Member(Option<Arc<str>>),
    /// A player, counted from 1.
    Player,
    /// What `the` looks for, and the words of the first two that it finds.
    Sought(ir::Type, [Slot; 2]),
}

/// Where things lie in the state.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The places given, by player; none until then.
    pub place: Slot,
    /// The places in the previous race, by player.
    pub previous: Slot,
    /// The turns begun, by player.
    pub turns_of: Slot,
    /// The draws made in this turn, by stream.
    pub draws: Slot,
    /// By field id, the first address and the words of one value. Board fields lie among the constants.
    pub fields: Vec<(Slot, usize)>,
    /// By piece id, the table of positions and the number of pieces.
    pub pieces: Vec<(Slot, usize)>,
    /// By pile id, the table of sets of cards, the words of a set, and the number of the first pile among the heaps of its kind.
    pub piles: Vec<(Slot, usize, u16)>,
    /// By measure id, the first address and the number of figures.
    pub measures: Vec<(Slot, usize)>,
    /// By param id, where its words lie among the constants, if they do.
    pub params: Vec<Option<Slot>>,
    /// By const id.
    pub consts: Vec<Slot>,
    /// By derive id.
    pub derives: Vec<(Slot, usize)>,
    /// By link id, the table of links (for each space a space, or the words of a set) and the words per space.
    pub links: Vec<(Slot, usize)>,
    /// A bit for each `whenever` that must be checked again. Negative while one is checked, or while players act in secret. 0 if there are
    /// no `whenever`s.
    pub changed: Slot,
    /// Where each `whenever` that goes through players keeps the players in question: see [`watch`].
    pub watches: Vec<Slot>,
    /// The first address of the frames. Everything below is state that rules can name.
    pub frames: Slot,
    /// Return addresses.
    pub stack: Slot,
    pub stack_len: usize,
    /// Words kept by rules that call themselves.
    pub kept: Slot,
    pub kept_len: usize,
    /// Places among the constants for results of rules that call themselves, which would be lost when the frame is put back. They are read
    /// at once.
    pub around: Vec<(Slot, usize)>,
}

/// Where a rule's code and frame lie.
#[derive(Clone, Debug, Default)]
pub struct RuleCode {
    /// `None` if nothing calls it.
    pub entry: Option<Pc>,
    /// The position after its last instruction.
    pub end: Pc,
    /// The first word of its result. Its parameters follow it.
    pub result: Slot,
    /// The address of each parameter.
    pub params: Vec<Slot>,
    /// The address after its frame.
    pub frame_end: Slot,
}

/// A piece of code that is run by itself: set the inputs, run from `pc` to `Stop`, read the result.
#[derive(Clone, Debug)]
pub struct Entry {
    pub pc: Pc,
    pub inputs: Vec<Slot>,
    pub result: Slot,
}

/// A text with values.
#[derive(Clone, Debug)]
pub struct Template {
    /// The code that computes its values; `None` if it has none.
    pub entry: Option<Pc>,
    pub parts: Vec<Part>,
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
    /// The player at this address, whose secret it is.
    Player(Slot),
    /// It is made from secrets of several players.
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
    /// Where the code goes on if nothing is on offer.
    pub otherwise: Option<Pc>,
    /// The words of one option on offer: its number and its values.
    pub stride: usize,
}

#[derive(Clone, Debug)]
pub struct SiteOption {
    /// What distinguishes it from the other options of its site, whatever the rules: its label as it is written, with a number if several
    /// have the same label (`Go #2`).
    pub branch: Arc<str>,
    /// `None` means that its values are shown.
    pub label: Option<Template>,
    /// The row of data that taking it gives, if it gives one, to be shown.
    pub gives: Option<Template>,
    /// The `each` variables with their types.
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
    /// The key of its draws, made from the name alone.
    pub key: u32,
}

/// The cards of a kind: where each lies, and the heaps in which they can lie.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    /// For each card, the number of its heap.
    pub place: Slot,
    /// For each card, 0 if it lies in the shuffled part of its heap, a positive number counted upwards from that part, or a negative number
    /// counted downwards.
    pub order: Slot,
    /// For each card, the set of players who know where it is.
    pub known: Slot,
    /// The three columns, one behind the other, as they were when players began to act in secret. Only rules in which cards may move in
    /// secret have them.
    pub before: Option<Slot>,
    /// The number of cards.
    pub count: u16,
    /// The words of a set of cards.
    pub words: u16,
    /// For each card, a number for its back. Cards with equal numbers look alike from behind.
    pub backs: Vec<u16>,
    pub heaps: Vec<Heap>,
}

/// One pile of one owner.
#[derive(Clone, Debug)]
pub struct Heap {
    pub pile: ir::PileId,
    /// The player it belongs to; `None` for a pile of the state.
    pub owner: Option<usize>,
    /// Its number among those of its declaration.
    pub number: usize,
    /// The set of its cards.
    pub set: Slot,
    /// The set of players who see its cards.
    pub seen_by: i32,
    /// The number of cards that it holds, at most.
    pub most: i32,
    /// The heap that is shuffled into it when nothing is left to draw.
    pub refill: Option<u16>,
    /// The stream that draws from it belong to.
    pub stream: u16,
}

/// A call of the flow, named so that it can be found again in changed rules.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The called rule.
    pub rule: Arc<str>,
    /// The number of this call among the flow's calls of that rule, from 0.
    pub ordinal: usize,
    /// The loops around it, outermost first.
    pub loops: Vec<LoopPlace>,
    /// The other variables of the flow that are known there: name, first word, type.
    pub variables: Vec<(Arc<str>, Slot, ir::Type)>,
    /// Where a game that was held there goes on.
    pub pc: Pc,
    pub span: Span,
}

/// A loop of the flow, and how far it has got.
#[derive(Clone, Debug)]
pub struct LoopPlace {
    /// Empty for `repeat` and `while`.
    pub variable: Arc<str>,
    pub progress: Progress,
}

/// Where a loop keeps how far it has got.
#[derive(Clone, Debug)]
pub enum Progress {
    /// `while`, and `repeat` without an end, keep nothing.
    Endless,
    /// `repeat n`: the number of the last round and of the current one, from 1. `times` is set if it is known before the game.
    Times { last: Slot, now: Slot, times: Option<i32> },
    /// Over all values of a type: the variable itself.
    Counting { member: Slot, ty: ir::Type },
    /// Over members fixed when the loop began: a set of `words` words, and the current member with its bit.
    Set { set: Slot, words: usize, now: Slot, member: Slot, of: ir::Type },
    /// The same in an order: the number of members, then each of them, how many are done, and the current member.
    List { list: Slot, capacity: usize, done: Slot, member: Slot, of: ir::Type },
}

impl Progress {
    /// Where the current member of a loop lies.
    pub fn member(&self) -> Option<Slot> {
        match self {
            Progress::Counting { member, .. } | Progress::Set { member, .. } | Progress::List { member, .. } => Some(*member),
            Progress::Endless | Progress::Times { .. } => None,
        }
    }
}

/// The hops of a `distance` or `reach`: for each space, the spaces that one hop leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HopTable {
    pub neighbours: Vec<Vec<u16>>,
    /// For each hop, the address of its cost. Empty if each hop costs 1.
    pub costs: Vec<Vec<Slot>>,
}

/// A test, line by line.
#[derive(Clone, Debug)]
pub struct TestCode {
    /// Its position in [`Ir::tests`].
    pub test: usize,
    /// Where its variables begin. Frames of rules lie below.
    pub frame: Slot,
    pub lines: Vec<LineCode>,
}

#[derive(Clone, Debug)]
pub enum LineCode {
    Run(Pc),
    /// Computes values. Each takes one word unless said otherwise.
    Dice(Vec<Entry>),
    /// The cards to be drawn: kind and first copy.
    Draws(Vec<(ir::KindId, u16)>),
    /// A call. Its result, if it has one, is at `result`.
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
    /// The player who must be the one asked, if that matters.
    Decision {
        by: Option<Entry>,
    },
}

/// One side or both of an expectation. `and` joins it to the others of its line.
#[derive(Clone, Debug)]
pub struct Expectation {
    pub span: Span,
    /// 1 if it holds.
    pub holds: Entry,
    /// The kind of claim, for the message if it fails.
    pub claim: Claim,
    /// The two sides of a comparison, or the one thing that the claim is about.
    pub sides: Vec<Side>,
    /// For a claim about each of several, the first for which it doesn't hold; behind it, the first of those that it is about in turn. Read
    /// right after `holds`.
    pub failing: Vec<Side>,
    /// Each `ways(…)` in it: the condition to count, and the place for the count.
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

/// The code, filled up with traps.
pub(crate) fn fill_up(code: &[Op]) -> Box<[Op; 65_536]> {
    let mut steps = vec![Op::Trap { code: u16::MAX }; 65_536];
    steps[..code.len()].copy_from_slice(code);
    steps.into_boxed_slice().try_into().expect("it has its one size")
}

impl Program {
    /// The same program with each instruction a step of its own, so that a host hears of all of them.
    pub(crate) fn step_by_step(&self) -> Program {
        let code: Vec<Op> = self.code.iter().map(|op| op.alone()).collect();
        Program { steps: fill_up(&code), code, ..self.clone() }
    }

    /// Replaces an instruction. Afterwards, [`verify::verify`] has to say whether the program can still be run.
    pub fn put(&mut self, pc: usize, op: Op) {
        self.code[pc] = op;
        self.steps[pc] = op;
    }

    /// Evaluates constant expressions of this setup.
    pub fn fold(&self) -> Fold<'_> {
        Fold { ir: &self.ir, params: &self.params, sizes: &self.sizes }
    }

    /// What of the rules a game can come to.
    pub fn in_play(&self) -> &InPlay {
        self.in_play.get_or_init(|| Arc::new(InPlay::of(self)))
    }

    /// Whether there may be something that not all players see: cards in piles, or secret fields.
    pub fn has_secrets(&self) -> bool {
        !self.ir.piles.is_empty() || self.ir.fields.iter().any(|f| f.secret)
    }

    /// The number of things in the state with a field of this owner. Their values lie one after the other. 0 if the owner is no part of the
    /// state.
    pub fn owners(&self, owner: Owner) -> usize {
        match owner {
            Owner::State => 1,
            Owner::Player => self.players,
            Owner::Piece(kind) => self.layout.pieces[kind.index()].1,
            Owner::Track | Owner::Space | Owner::Rows(_) => 0,
        }
    }

    /// The player who has thing number `n` among those with a field of this owner; `None` if it is nobody's.
    pub fn holder(&self, owner: Owner, n: usize) -> Option<usize> {
        match owner {
            Owner::Player => Some(n),
            Owner::Piece(_) => Some(n / self.of_each(owner)),
            _ => None,
        }
    }

    /// How many of the things with a field of this owner each player has.
    pub fn of_each(&self, owner: Owner) -> usize {
        (self.owners(owner) / self.players.max(1)).max(1)
    }

    /// The words of a field's value for an owner (player, space or piece number; 0 for state and track).
    pub fn field_slot(&self, field: ir::FieldId, owner: usize) -> (Slot, usize) {
        let (base, words) = self.layout.fields[field.index()];
        (base + (owner * words) as u16, words)
    }

    /// The rule to which the code at a place belongs and, if it was compiled in place, the rules around it, innermost first.
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
}
