//! The rulesets that lie in the repository, and every program that they make. Each is built once in a process, when it is first wanted.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use interpreter::diagnostic::has_errors;
use interpreter::game::{Game, Status};
use interpreter::players::{Seat, Table};
use interpreter::playtest::{About, Build, Playtest};
use interpreter::program::Program;
use interpreter::replay::Saved;
use interpreter::ruleset::{Ruleset, Setup, Texts};

use crate::{Result, Unstructured, play};

/// Rulesets that are there for tests alone.
const FIXTURES: [&str; 2] = ["cards", "vault"];

/// A ruleset with one way to play it.
pub struct Shipped {
    pub texts: &'static Texts,
    pub ruleset: &'static Ruleset,
    pub setup: Setup,
    program: OnceLock<Arc<Program>>,
    begun: [OnceLock<Game>; GIVEN.len()],
    table: OnceLock<Table>,
}

/// How many answers are given, at random, in the games of each way to play that are kept.
pub const GIVEN: [usize; 5] = [0, 2, 6, 40, 120];
/// So many of them are played again from their starts in no time.
pub const NEAR: usize = 3;

impl Shipped {
    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        self.program.get_or_init(|| {
            let built = self.ruleset.build(&self.setup);
            built.program.unwrap_or_else(|| panic!("{} {:?}: {:?}", self.ruleset.name, self.setup, built.problems))
        })
    }

    /// A game that waits at a question after [`GIVEN`] answers, or where it is nearly over.
    pub fn begun(&self, n: usize) -> &Game {
        self.begun[n].get_or_init(|| {
            let mut game = Game::start(self.program().clone(), n as u64);
            play::at_random(&mut game, n as u64, GIVEN[n]);
            assert!(!matches!(game.status, Status::Failed(_)), "{:?}", game.status);
            play::check(&game);
            if game.status == Status::Over {
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
    pub fn others(&self) -> Vec<&'static Shipped> {
        ALL.iter().filter(|other| other.ruleset.name == self.ruleset.name).collect()
    }

    /// A file with a game of it.
    pub fn write(&self, game: &Game) -> String {
        let build = Build { texts: self.ruleset.texts(self.setup.track.as_deref()), setup: self.setup.clone() };
        let mut playtest = Playtest::of(Some(build), game, |_| true);
        playtest.write(&About { seats: vec!["human".into(); game.program.players], series: None })
    }

    /// A game of it as it is read from a file.
    pub fn save(&self, game: &Game) -> Saved {
        let mut races = Saved::read(&self.write(game)).expect("it was written so");
        races.pop().expect("it has a race")
    }

    /// The name of its track.
    pub fn track(&self) -> &str {
        self.setup.track.as_deref().expect("each has a track")
    }
}

/// The texts of the four games and of the fixtures, by name.
pub static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games = folder(&root.join("rulesets")).into_iter().filter(|path| path.is_dir());
    let games = games.map(|rules| {
        let name = file_name(&rules);
        let tracks = root.join("tracks").join(&name);
        (name, rules, tracks)
    });
    let fixtures = FIXTURES.map(|name| {
        let rules = root.join("interpreter/tests/fixtures").join(name);
        let tracks = rules.join("tracks");
        (name.to_owned(), rules, tracks)
    });
    games.chain(fixtures).map(|(name, rules, tracks)| read(name, &rules, &tracks)).collect()
});

/// The same, read.
pub static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| TEXTS.iter().map(Ruleset::read).collect());

/// Every sound set of add-ons on every track with the usual number of players, and on one track with the fewest and the most.
pub static ALL: LazyLock<Vec<Shipped>> = LazyLock::new(|| TEXTS.iter().zip(&*RULESETS).flat_map(ways).collect());

/// Any of them.
pub fn any(bytes: &mut Unstructured<'_>) -> Result<&'static Shipped> {
    bytes.choose(&ALL)
}

fn ways((texts, ruleset): (&'static Texts, &'static Ruleset)) -> Vec<Shipped> {
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
            ways.extend(players.map(|players| Shipped {
                texts,
                ruleset,
                setup: Setup {
                    addons: names.iter().map(|name| name.to_string()).collect(),
                    track: Some(track.clone()),
                    players: Some(players),
                    ..Setup::default()
                },
                program: OnceLock::new(),
                begun: Default::default(),
                table: OnceLock::new(),
            }));
        }
    }
    ways
}

fn read(name: String, rules: &Path, tracks: &Path) -> Texts {
    let mut texts = Texts { name, ..Texts::default() };
    let text = |path: &Path| Ok(std::fs::read_to_string(path).expect("a shipped file can be read").into());
    for path in folder(rules).iter().filter(|path| path.extension().is_some_and(|e| e == "rules" || e == "ron")) {
        texts.files.insert(file_name(path), text(path));
    }
    for path in folder(tracks).iter().filter(|path| path.extension().is_some_and(|e| e == "ron")) {
        texts.tracks.insert(file_name(path).trim_end_matches(".ron").into(), text(path));
    }
    texts
}

fn folder(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("its entries can be listed").path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("it has a name").to_string_lossy().into_owned()
}

/// The little race of the language reference, for the examples in it.
pub static MEADOW: LazyLock<Texts> = LazyLock::new(|| {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammar/README.md");
    let reference = std::fs::read_to_string(reference).expect("the reference is there");
    let block = |fence: &str| {
        let from = reference.find(fence).expect("it has such a block") + fence.len();
        reference[from..].split("```").next().expect("a split has a first part").to_owned()
    };
    Texts {
        name: "meadow".into(),
        files: [("meadow.rules".into(), Ok(block("```rules prelude\n").into()))].into(),
        tracks: [("line".into(), Ok(block("```ron track\n").into()))].into(),
    }
});
