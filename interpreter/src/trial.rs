//! What the options of a question lead to, tried on copies before one is taken.
//!
//! A trial goes on to the first chance, the first further question or the end of the turn. It begins in states imagined from what the player
//! sees, and keeps only what all of these agree on. So it tells nothing that the player doesn't know: neither what others hide nor what dice
//! are about to show. Chances go on beyond dice, but never draw from the game's own luck.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::RngExt;

use crate::game::Moved;
use crate::ir::fold::NONE;
use crate::ir::{FieldId, Owner, PieceId, Type};
use crate::players::bot_stream;
use crate::program::{Op, Pc, Program, header};
use crate::reading::What;
use crate::show;
use crate::view::{self, Imagination};
use crate::vm::host::Shuffled;
use crate::vm::random::{BotStream, Draw};
use crate::vm::{Event, Host, Machine, Moment, Stop};

/// The number of states imagined where something is hidden.
const WORLDS: usize = 6;
/// The number of states besides in which secret fields have any values: few ways in which a game may have gone could agree by chance.
const STRAYS: usize = 10;
/// The most options that are tried.
const MOST_OPTIONS: usize = 64;
/// The most ways of dice and cards that are counted one by one, and the most draws in one of them.
const MOST_WAYS: usize = 7_776;
const MOST_DRAWS: usize = 12;
/// The number of playouts where there are more.
const PLAYOUTS: usize = 400;

/// What an option leads to, as far as it is certain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    /// The pieces that move, each with its whole way.
    pub moved: Vec<Moved>,
    pub changes: Vec<Change>,
    /// Whether chance decides what comes next: dice, or cards that are drawn.
    pub meets_chance: bool,
    pub meets_dice: bool,
    /// Whether the same player is asked something else next.
    pub goes_on: bool,
    /// Who else is asked something next, in the same turn.
    pub asks: Option<usize>,
}

/// A value that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The player it belongs to, or nobody.
    pub owner: Option<usize>,
    /// What it is a field of, in a manifest's words: `state`, `player`, or a kind of piece.
    pub of: Arc<str>,
    /// As people read it: `speed tokens`.
    pub name: String,
    pub old: String,
    pub new: String,
}

/// What may follow from an option that leads to chance, up to the next question or the end of the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// In the order of their values.
    pub outcomes: Vec<Outcome>,
    pub counted: Counted,
}

/// One thing that may follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// `to tile 16`, `misses 2`.
    pub told: String,
    /// Where the piece then stands, if that is what differs.
    pub space: Option<usize>,
    /// Its chance, from 0 to 1.
    pub share: f64,
}

/// What chances rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// So many ways in which dice may fall and cards be drawn: all there are.
    All(usize),
    /// So many playouts.
    Playouts(usize),
}

/// The states that agree with what the player who is asked sees, and that player.
struct Worlds {
    player: usize,
    all: Vec<Moment>,
    strays: Vec<Moment>,
}

impl Worlds {
    fn of(program: &Program, machine: &Machine, thought: &mut Machine) -> Option<Worlds> {
        let player = asked(program, machine)?;
        if machine.memory[header::SECRET] != NONE {
            return None;
        }
        let mut stream = bot_stream(machine.hash(program), player);
        let mut imagination = Imagination::default();
        imagination.prepare(program, machine, thought, player);
        let count = if view::has_secrets(program) { WORLDS } else { 1 };
        let mut all = vec![];
        for _ in 0..count {
            if imagination.imagine(program, machine, thought, &mut stream) {
                let mut moment = Moment::default();
                thought.keep(program, &mut moment);
                all.push(moment);
            }
        }
        let mut strays = vec![];
        for _ in 0..if program.hiding.is_asked_again && !all.is_empty() { STRAYS } else { 0 } {
            let mut moment = Moment::default();
            thought.go_back(&all[strays.len() % all.len()]);
            imagination.stray(program, thought, &mut stream);
            thought.keep(program, &mut moment);
            strays.push(moment);
        }
        Some(Worlds { player, all, strays }).filter(|worlds| !worlds.all.is_empty())
    }
}

/// The player who is asked where a machine waits.
fn asked(program: &Program, machine: &Machine) -> Option<usize> {
    let site = &program.sites[machine.options().site()];
    usize::try_from(machine.word(site.by)).ok().filter(|player| *player < program.players)
}

/// Tries each option of the question at which a machine waits. Options of which nothing is certain lead to nothing.
pub fn tries(program: &Program, machine: &Machine) -> Vec<Tried> {
    let mut thought = Machine::new(program).without_journal();
    let Some(Worlds { player, all, strays }) = Worlds::of(program, machine, &mut thought) else { return vec![] };
    let mut before = Machine::new(program).without_journal();
    let options = machine.options().len().min(MOST_OPTIONS);
    let mut tried = |option: usize| {
        let mut agreed: Option<Tried> = None;
        for (n, world) in all.iter().chain(&strays).enumerate() {
            thought.go_back(world);
            if option >= thought.options().len() {
                return Tried::default();
            }
            let mut trial = Trial { state: thought.state(program).to_vec(), ..Trial::default() };
            before.set_state(&trial.state);
            let stop = thought.choose(program, option, &mut trial);
            match stop {
                // Rules may fail in a state that can't come about.
                Stop::Trap(..) if n >= all.len() => continue,
                Stop::Trap(..) => return Tried::default(),
                _ => {}
            }
            let asked = asked(program, &thought).filter(|_| !trial.is_over && stop == Stop::Decide);
            let (goes_on, asks) = (asked == Some(player), asked.filter(|asked| *asked != player));
            if !trial.is_over {
                trial.state.copy_from_slice(thought.state(program));
            }
            thought.set_state(&trial.state);
            let changes = changes(program, &before, &thought, player);
            let Trial { moved, meets_chance, meets_dice, .. } = trial;
            let found = Tried { moved, changes, meets_chance, meets_dice, goes_on, asks };
            agreed = Some(match agreed {
                None => found,
                Some(agreed) => agreed.with(&found),
            });
        }
        agreed.unwrap_or_default()
    };
    (0..options).map(&mut tried).collect()
}

impl Tried {
    /// What two trials agree on.
    fn with(self, other: &Tried) -> Tried {
        let same = self.moved.iter().zip(&other.moved).take_while(|(own, other)| own == other).count();
        let mut moved = self.moved;
        moved.truncate(same);
        let changes = self.changes.into_iter().filter(|change| other.changes.contains(change)).collect();
        Tried {
            moved,
            changes,
            meets_chance: self.meets_chance || other.meets_chance,
            meets_dice: self.meets_dice || other.meets_dice,
            goes_on: self.goes_on || other.goes_on,
            asks: self.asks.filter(|asks| other.asks == Some(*asks)),
        }
    }
}

/// What a player sees change, besides where pieces stand.
fn changes(program: &Program, before: &Machine, after: &Machine, player: usize) -> Vec<Change> {
    let [before, after] = [before, after].map(|machine| view::fields(program, machine, Some(player)));
    let both = before.into_iter().zip(after).filter(|(old, _)| !matches!(old.what, Some(What::Piece(..))));
    both.filter_map(|(old, new)| {
        let (old_value, new_value) = (old.value?, new.value?);
        let change = Change { owner: old.owner, of: old.of, name: old.name, old: old_value, new: new_value };
        (change.old != change.new).then_some(change)
    })
    .collect()
}

/// Follows one option to the first chance, question or end of a turn.
#[derive(Default)]
struct Trial {
    /// As it is before anything that isn't certain.
    state: Vec<i32>,
    moved: Vec<Moved>,
    is_over: bool,
    meets_chance: bool,
    meets_dice: bool,
}

impl Host for Trial {
    const TRACE: bool = true;
    const TEXTS: bool = false;

    fn draw(&mut self, _: u64, _: Draw, _: u32) -> u32 {
        self.meets_chance |= !self.is_over;
        self.meets_dice |= !self.is_over;
        self.is_over = true;
        0
    }

    fn draw_card(&mut self, _: &Program, _: &Machine, _: Shuffled, _: Draw) -> u32 {
        self.meets_chance |= !self.is_over;
        self.is_over = true;
        0
    }

    fn forced(&mut self, _: &Program, _: &Machine) -> bool {
        !self.is_over
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        !self.is_over
    }

    fn rest(&mut self) -> bool {
        !self.is_over
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        if !self.is_over {
            let len = self.state.len();
            self.state.copy_from_slice(&machine.memory[..len]);
        }
        self.is_over = true;
        false
    }

    fn event(&mut self, program: &Program, machine: &Machine, pc: Pc, event: Event) {
        if self.is_over {
            return;
        }
        match event {
            Event::Turn { .. } => self.is_over = true,
            Event::Stored { .. } | Event::CardMoved { .. } | Event::Moved { .. } => {
                let len = self.state.len();
                self.state.copy_from_slice(&machine.memory[..len]);
            }
            _ => {}
        }
        if let (Event::Moved { piece, from, to }, Op::MovePiece { at, .. }) = (event, program.code[usize::from(pc)])
            && from != to
            && let Some(kind) = program.layout.pieces.iter().position(|(base, _)| *base == at)
        {
            let (kind, piece) = (PieceId(kind as u16), piece as usize);
            let space = |word: i32| usize::try_from(word).ok();
            match self.moved.iter_mut().find(|moved| (moved.kind, moved.piece) == (kind, piece)) {
                Some(moved) => moved.way.push(space(to)),
                None => self.moved.push(Moved { kind, piece, way: vec![space(from), space(to)] }),
            }
        }
    }
}

/// Works out what may follow from each option that leads to chance; `None` for the others. Where a piece of the player comes to stand counts
/// first, then the player's fields named in `shown`, or all of them if none is. What is only true or false tells too little. `goes_on` is
/// asked now and then.
pub fn chances(program: &Program, machine: &Machine, shown: &[String], goes_on: &dyn Fn() -> bool) -> Vec<Option<Chances>> {
    let mut thought = Machine::new(program).without_journal();
    let Some(worlds) = Worlds::of(program, machine, &mut thought) else { return vec![] };
    let dimensions = dimensions(program, worlds.player, shown);
    let options = machine.options().len().min(MOST_OPTIONS);
    let mut stream = bot_stream(machine.hash(program), worlds.player);
    let found: Vec<Option<(Ways, Counted)>> = (0..options)
        .map(|option| {
            let exact = worlds.counted(program, &mut thought, option, &dimensions, goes_on);
            exact.or_else(|| playouts(program, &mut thought, &worlds, option, &dimensions, &mut stream, goes_on))
        })
        .collect();
    // All options are told by the same thing, if it differs in any of them.
    let differs = |n: &usize| {
        let values = |ways: &Ways| ways.keys().map(|key| key[*n].clone()).collect::<BTreeSet<_>>().len();
        found.iter().flatten().any(|(ways, _)| values(ways) > 1)
    };
    let Some(n) = (0..dimensions.len()).find(differs) else { return found.iter().map(|_| None).collect() };
    let told = |(ways, counted): (Ways, Counted)| {
        let mut shares: BTreeMap<Vec<i32>, f64> = BTreeMap::new();
        for (key, share) in ways {
            *shares.entry(key[n].clone()).or_default() += share;
        }
        let outcomes = shares.into_iter().map(|(words, share)| dimensions[n].outcome(program, &words, share)).collect();
        Chances { outcomes, counted }
    };
    found.into_iter().map(|found| found.map(told)).collect()
}

/// How likely each end is, by the values of all dimensions there.
type Ways = BTreeMap<Vec<Vec<i32>>, f64>;

/// Something by which ends are told apart.
struct Dimension {
    what: What,
}

fn dimensions(program: &Program, player: usize, shown: &[String]) -> Vec<Dimension> {
    let mut pieces: Vec<Dimension> = vec![];
    for kind in program.piece_kinds() {
        let own = (0..program.pieces(kind)).filter(|piece| program.holder(Owner::Piece(kind), *piece) == Some(player));
        pieces.extend(own.map(|piece| Dimension { what: What::Piece(kind, piece) }));
    }
    let mut fields: Vec<(usize, FieldId)> = program
        .fields_of(Owner::Player)
        .filter(|(_, field)| !matches!(field.ty.present(), Type::Bool))
        .filter_map(|(id, field)| match shown.iter().position(|name| *name == *field.name) {
            None if !shown.is_empty() => None,
            at => Some((at.unwrap_or_default(), id)),
        })
        .collect();
    fields.sort();
    pieces.extend(fields.into_iter().map(|(_, id)| Dimension { what: What::Field(id, player) }));
    pieces
}

impl Dimension {
    fn outcome(&self, program: &Program, words: &[i32], share: f64) -> Outcome {
        let word = words.first().copied().unwrap_or(NONE);
        match self.what {
            What::Field(id, _) => {
                let field = &program.ir.fields[id.index()];
                let told = format!("{} {}", field.name.replace('_', " "), show::told(program, &field.ty, words));
                Outcome { told, space: None, share }
            }
            _ if word == NONE => Outcome { told: "off the board".to_owned(), space: None, share },
            _ => {
                let told = format!("to {}", show::told(program, &Type::Space, &[word]));
                Outcome { told, space: usize::try_from(word).ok(), share }
            }
        }
    }
}

/// Goes through chance in one of its ways, or at random, up to the next question or the end of the turn.
struct Way<'a> {
    /// What was drawn so far, of how many.
    drawn: Vec<(u32, u32)>,
    at: usize,
    /// Draws from these instead.
    stream: Option<&'a mut BotStream>,
    end: Option<Vec<i32>>,
    state_len: usize,
}

impl Host for Way<'_> {
    fn draw(&mut self, _: u64, _: Draw, sides: u32) -> u32 {
        if self.end.is_some() {
            return 0;
        }
        self.at += 1;
        if let Some(stream) = &mut self.stream {
            return stream.random_range(0..sides.max(1));
        }
        if self.at > self.drawn.len() {
            self.drawn.push((0, sides));
        }
        self.drawn[self.at - 1].0
    }

    fn forced(&mut self, _: &Program, _: &Machine) -> bool {
        self.end.is_none()
    }

    fn checkpoint(&mut self, _: &Machine, _: u16) -> bool {
        self.end.is_none()
    }

    fn turn(&mut self, machine: &Machine, _: i32) {
        self.ends(machine);
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.ends(machine);
        false
    }
}

impl Way<'_> {
    fn ends(&mut self, machine: &Machine) {
        if self.end.is_none() {
            self.end = Some(machine.memory[..self.state_len].to_vec());
        }
    }

    /// Takes an option and returns the values of all dimensions at the end; `None` if the rules can't go on.
    fn go(&mut self, program: &Program, thought: &mut Machine, option: usize, of: &[Dimension]) -> Option<Vec<Vec<i32>>> {
        (self.at, self.end) = (0, None);
        if option >= thought.options().len() || matches!(thought.choose(program, option, self), Stop::Trap(..)) {
            return None;
        }
        let state = self.end.as_deref().unwrap_or(&thought.memory[..]);
        Some(of.iter().map(|dimension| program.read(state).of(dimension.what).to_vec()).collect())
    }
}

impl Worlds {
    /// Counts all ways of chance beyond an option, if that comes to the same whatever is hidden.
    fn counted(
        &self,
        program: &Program,
        thought: &mut Machine,
        option: usize,
        of: &[Dimension],
        goes_on: &dyn Fn() -> bool,
    ) -> Option<(Ways, Counted)> {
        let first = all_ways(program, thought, &self.all[0], option, of, goes_on)?;
        let mut others = self.all.iter().skip(1).chain(&self.strays);
        others.all(|world| all_ways(program, thought, world, option, of, goes_on).as_ref() == Some(&first)).then_some(first)
    }
}

/// Goes through all ways of chance one by one; `None` if there are too many of them or only one.
fn all_ways(
    program: &Program,
    thought: &mut Machine,
    world: &Moment,
    option: usize,
    of: &[Dimension],
    goes_on: &dyn Fn() -> bool,
) -> Option<(Ways, Counted)> {
    let mut way = Way { drawn: vec![], at: 0, stream: None, end: None, state_len: program.state_len };
    let (mut ways, mut count) = (Ways::new(), 0);
    loop {
        thought.go_back(world);
        let key = way.go(program, thought, option, of)?;
        count += 1;
        let share: f64 = way.drawn.iter().map(|(_, sides)| 1.0 / f64::from((*sides).max(1))).product();
        *ways.entry(key).or_default() += share;
        let all: f64 = way.drawn.iter().map(|(_, sides)| f64::from((*sides).max(1))).product();
        if count > MOST_WAYS || way.drawn.len() > MOST_DRAWS || all > MOST_WAYS as f64 || !goes_on() {
            return None;
        }
        // The next way: the last draw that has another result left.
        while way.drawn.last().is_some_and(|(side, sides)| side + 1 >= *sides) {
            way.drawn.pop();
        }
        match way.drawn.last_mut() {
            Some((side, _)) => *side += 1,
            None => break,
        }
    }
    (count > 1).then_some((ways, Counted::All(count)))
}

/// Plays an option out at random, in each of the imagined states alike; `None` if no chance comes of it.
fn playouts(
    program: &Program,
    thought: &mut Machine,
    worlds: &Worlds,
    option: usize,
    of: &[Dimension],
    stream: &mut BotStream,
    goes_on: &dyn Fn() -> bool,
) -> Option<(Ways, Counted)> {
    let mut way = Way { drawn: vec![], at: 0, stream: Some(stream), end: None, state_len: program.state_len };
    let mut ways = Ways::new();
    for n in 0..PLAYOUTS {
        thought.go_back(&worlds.all[n % worlds.all.len()]);
        let key = way.go(program, thought, option, of)?;
        if n == 0 && way.at == 0 || !goes_on() {
            return None;
        }
        *ways.entry(key).or_default() += 1.0 / PLAYOUTS as f64;
    }
    Some((ways, Counted::Playouts(PLAYOUTS)))
}
