//! Trial games: random games that look only for rule errors, as many as are cheap. All texts are worked out, and everybody's prospects after each turn.

use std::ops::RangeInclusive;

use rand::RngExt;

use crate::diagnostic::Diagnostic;
use crate::ir::fold::NONE;
use crate::players::playout::prospects;
use crate::players::{BotStream, bot_stream};
use crate::program::{Program, header};
use crate::show::{Texts, describe};
use crate::vm::random::derive_seed;
use crate::vm::{FUEL, Host, Machine, Stop};

/// The games tried of each setup, at least and at most. Between the two, what they cost decides.
pub const TRIAL_GAMES: RangeInclusive<u64> = 2..=100;
/// The number of decisions after which a trial game is broken off.
pub const TRIAL_DECISIONS: usize = 2_000;
/// What the games of a setup may cost: the fuel that they, their texts and prospects burn, and some for each look at these. After that, no
/// further game begins. This is the same on any machine, however fast it is.
const BUDGET: u64 = 200_000;
const COST_OF_LOOK: u64 = 100;
/// What texts and prospects that take long may cost in a setup. After that, the game is broken off.
const MOST_ASIDE: u64 = 10 * FUEL as u64;

/// What trial games have shown.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    pub games: u64,
    /// The first rule error of each game, without repetitions.
    pub problems: Vec<Diagnostic>,
    /// Whether the last of them is one that doesn't come to an end. No game was tried after it, as each would take as long.
    pub is_endless: bool,
}

/// Plays trial games.
pub fn trial(program: &Program) -> Trial {
    let mut machine = Machine::new(program).without_journal();
    let stream = bot_stream(0, 0);
    let mut player = Player { program, texts: Texts::new(program), stream, decisions: 0, spent: 0, trouble: None };
    let mut trial = Trial::default();
    let enough = |games: u64, spent: u64| games >= *TRIAL_GAMES.end() || games >= *TRIAL_GAMES.start() && spent >= BUDGET;
    while !trial.is_endless && !enough(trial.games, player.spent + player.texts.burnt()) {
        let seed = derive_seed(0, trial.games);
        trial.games += 1;
        machine.start(program, seed);
        (player.stream, player.decisions) = (bot_stream(seed, 0), 0);
        let stop = machine.resume(program, &mut player);
        player.spent += machine.burnt();
        let problem = match stop {
            Stop::Trap(code, pc) => Some(describe(program, &machine, code, pc)),
            Stop::Over => player.look(&machine).err().map(|problem| *problem),
            _ => player.trouble.take().map(|problem| *problem),
        };
        trial.is_endless = problem.as_ref().is_some_and(|problem| problem.is_endless);
        trial.problems.extend(problem.filter(|problem| !trial.problems.contains(problem)));
    }
    trial
}

/// Plays at random, and looks at everything.
struct Player<'p> {
    program: &'p Program,
    texts: Texts,
    stream: BotStream,
    decisions: usize,
    spent: u64,
    trouble: Option<Box<Diagnostic>>,
}

impl Player<'_> {
    /// Whether the game goes on: nothing has gone wrong, and it isn't too long.
    fn goes_on(&self) -> bool {
        self.trouble.is_none() && self.decisions <= TRIAL_DECISIONS && self.texts.burnt() <= MOST_ASIDE
    }

    fn look(&mut self, machine: &Machine) -> Result<(), Box<Diagnostic>> {
        if self.program.prospects.is_none() {
            return Ok(());
        }
        self.spent += COST_OF_LOOK;
        (0..self.program.players).try_for_each(|player| {
            let beside = self.texts.take_over(self.program, machine);
            beside.memory[header::TURN_OF] = NONE;
            prospects(self.program, beside, player).map(|_| ())
        })
    }
}

impl Host for Player<'_> {
    const TEXTS: bool = true;

    fn decide(&mut self, program: &Program, machine: &Machine) -> Option<usize> {
        self.decisions += 1;
        self.spent += machine.burnt() + COST_OF_LOOK;
        if self.goes_on() {
            self.trouble = self.texts.work_out(program, machine).err();
        }
        self.goes_on().then(|| self.stream.random_range(..machine.options().len()))
    }

    fn forced(&mut self, program: &Program, machine: &Machine) -> bool {
        self.trouble = self.texts.work_out_only(program, machine).err();
        self.goes_on()
    }

    fn turn_ends(&mut self, machine: &Machine) -> bool {
        self.trouble = self.look(machine).err();
        self.goes_on()
    }
}
