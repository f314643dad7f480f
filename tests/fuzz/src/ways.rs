//! Every way to play a ruleset that is shipped or generated. What is built is built once in a process, when it is first wanted, and so are some games of
//! it that are on their way.

use std::sync::{Arc, LazyLock, OnceLock};

use interpreter::diagnostic::has_errors;
use interpreter::game::{Game, Status};
use interpreter::ir::Ir;
use interpreter::players::{Seat, Table, bot_stream};
use interpreter::program::Program;
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};
use interpreter::vm::{Machine, Quiet, Stop};
use rand::RngExt;

use crate::shipped::{RULESETS, TEXTS};
use crate::{Result, Unstructured, play, rules};

/// A ruleset with one way to play it.
pub struct Way {
    pub texts: &'static Texts,
    pub ruleset: &'static Ruleset,
    pub setup: Setup,
    /// The number of the generated ruleset; `None` if it is shipped, and so can always go on.
    pub made: Option<usize>,
    ir: Arc<Ir>,
    built: OnceLock<Built>,
    begun: [OnceLock<Game>; GIVEN.len()],
    table: OnceLock<Table>,
}

/// How many answers are given, at random, in the games of each way to play that are kept.
pub const GIVEN: [usize; 5] = [0, 2, 6, 40, 120];
/// So many of them are played again from their starts in no time.
pub const NEAR: usize = 3;

/// So many rulesets are generated in a process. `SEED` says which.
pub const MADE: usize = 64;
/// Rulesets that are generated for one that asks something, at most.
const TRIES: usize = 10_000;

impl Way {
    /// It is built anew.
    pub fn build(&self) -> Built {
        self.ruleset.build_woven(self.ir.clone(), &self.setup)
    }

    pub fn built(&self) -> &Built {
        self.built.get_or_init(|| self.build())
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        let built = self.built();
        built.program.as_ref().unwrap_or_else(|| panic!("{} {:?}: {:?}", self.ruleset.name, self.setup, built.problems))
    }

    /// A game that waits at a question after [`GIVEN`] answers, or where it is nearly over.
    pub fn begun(&self, n: usize) -> &Game {
        self.begun[n].get_or_init(|| {
            let mut game = Game::start(self.program().clone(), n as u64);
            game.machine.set_tank(play::FUEL);
            play::at_random(&mut game, n as u64, GIVEN[n]);
            assert!(self.made.is_some() || !matches!(game.status, Status::Failed(_)), "{:?}", game.status);
            play::check(&game);
            if !matches!(game.status, Status::Asking(_)) {
                assert!(game.go_back(game.choices.len() - 1));
            }
            game
        })
    }

    /// Bots that have not thought yet.
    pub fn table(&self) -> Table {
        self.table.get_or_init(|| Table::new(self.program(), &[Seat::Quick, Seat::Greedy])).clone()
    }

    /// All ways to play the same game, this one among them.
    pub fn others(&self) -> Vec<&'static Way> {
        let all = self.made.map_or(&**SHIPPED, made);
        all.iter().filter(|other| other.ruleset.name == self.ruleset.name).collect()
    }

    /// The name of its track.
    pub fn track(&self) -> &str {
        self.setup.track.as_deref().expect("each has a track")
    }
}

/// Any of them: one of two is generated.
pub fn any(bytes: &mut Unstructured<'_>) -> Result<&'static Way> {
    let ways = if bytes.arbitrary()? { any_made(bytes)? } else { &**SHIPPED };
    bytes.choose(ways)
}

/// The ways to play any generated ruleset.
pub fn any_made(bytes: &mut Unstructured<'_>) -> Result<&'static [Way]> {
    Ok(made(bytes.choose_index(MADE)?))
}

/// Every sound set of add-ons on every track with the usual number of players, and on one track with the fewest and the most.
pub static SHIPPED: LazyLock<Vec<Way>> =
    LazyLock::new(|| TEXTS.iter().zip(&*RULESETS).flat_map(|(texts, ruleset)| ways(texts, ruleset, &[], None)).collect());

/// The ways to play a generated ruleset, the usual one first. All of them ask something, and end.
pub fn made(n: usize) -> &'static [Way] {
    static ALL: [OnceLock<Vec<Way>>; MADE] = [const { OnceLock::new() }; MADE];
    static SEED: LazyLock<u64> = LazyLock::new(|| std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1));
    ALL[n].get_or_init(|| {
        let mut luck = bot_stream(*SEED, n);
        let ways = (0..TRIES).find_map(|_| make(n, (0..luck.random_range(200..1500)).map(|_| luck.random()).collect()));
        ways.expect("many rules can be played")
    })
}

fn make(n: usize, noise: Vec<u8>) -> Option<Vec<Way>> {
    let made = rules::any(&format!("made{n}"), &mut Unstructured::new(&noise)).ok()?;
    let ruleset = Ruleset::read(&made.texts);
    let setup = Setup { settings: made.settings.clone(), ..Setup::default() };
    if !ruleset.build(&setup).program.is_some_and(|program| asks(&program) && (n % 2 == 0 || !program.hiding.secrets.is_empty()))
    {
        return None;
    }
    made.show();
    // As long as the process.
    let (texts, ruleset) = (Box::leak(Box::new(made.texts)), Box::leak(Box::new(ruleset)));
    let mut ways = ways(texts, ruleset, &made.settings, Some(n));
    ways.retain(|way| way.built().program.as_ref().is_some_and(|program| asks(program)));
    Some(ways).filter(|ways| !ways.is_empty())
}

/// Whether players are asked something, and asked again, without an endless rule.
fn asks(program: &Arc<Program>) -> bool {
    let mut most = 0;
    let mut machine = Machine::new(program);
    machine.set_tank(play::FUEL);
    let is_asked = (0..GIVEN.len() as u64).all(|seed| {
        machine.start(program, seed);
        if machine.resume(program, &mut Quiet) != Stop::Decide {
            return false;
        }
        let mut game = Game::start(program.clone(), seed);
        game.machine.set_tank(play::FUEL);
        play::at_random(&mut game, seed, 12);
        most = most.max(game.choices.len());
        !play::is_endless(&game)
    });
    is_asked && most > 1
}

fn ways(texts: &'static Texts, ruleset: &'static Ruleset, settings: &[String], made: Option<usize>) -> Vec<Way> {
    let mut ways = vec![];
    for set in 0..1_u32 << ruleset.addons.len() {
        let chosen: Vec<_> = ruleset.addons.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1).map(|(_, a)| a).collect();
        let names: Vec<Arc<str>> = chosen.iter().map(|addon| addon.name.clone()).collect();
        if chosen.iter().any(|addon| addon.requires.iter().any(|other| !names.contains(other))) {
            continue;
        }
        let (ir, problems) = ruleset.weave(&names);
        if has_errors(&problems) {
            continue; // two that exclude each other
        }
        let usual = ruleset.usual_players(&ir);
        let mut others = vec![ir.game.min_players as usize, ir.game.max_players as usize];
        others.dedup();
        others.retain(|players| *players != usual);
        for track in ruleset.tracks.keys() {
            let players = [usual].into_iter().chain(others.drain(..));
            ways.extend(players.map(|players| Way {
                texts,
                ruleset,
                setup: Setup {
                    addons: names.iter().map(|name| name.to_string()).collect(),
                    track: Some(track.clone()),
                    players: Some(players),
                    settings: settings.to_vec(),
                    names_spaces: true, // as rules that are read from a playtest are built
                    ..Setup::default()
                },
                ir: ir.clone(),
                made,
                built: OnceLock::new(),
                begun: Default::default(),
                table: OnceLock::new(),
            }));
        }
    }
    ways
}
