//! The rulesets that lie in the repository, and every program that they make. Each is built once in a process, when it is first wanted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use interpreter::diagnostic::{Diagnostic, has_errors};
use interpreter::game::{Game, Status};
use interpreter::ir::Ir;
use interpreter::players::{Seat, Table};
use interpreter::playtest::{About, Build, Opened, Playtest};
use interpreter::program::Program;
use interpreter::replay::{Saved, Under};
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};

use crate::{Result, Unstructured, play};

/// Rulesets that are there for tests alone.
const FIXTURES: [&str; 2] = ["cards", "vault"];

/// A ruleset with one way to play it.
pub struct Shipped {
    pub texts: &'static Texts,
    pub ruleset: &'static Ruleset,
    pub setup: Setup,
    ir: Arc<Ir>,
    program: OnceLock<Arc<Program>>,
    begun: [OnceLock<Game>; GIVEN.len()],
    table: OnceLock<Table>,
}

/// How many answers are given, at random, in the games of each way to play that are kept.
pub const GIVEN: [usize; 5] = [0, 2, 6, 40, 120];
/// So many of them are played again from their starts in no time.
pub const NEAR: usize = 3;

/// So many rules are kept of those that are read from files.
const MOST_KNOWN: usize = 200;

impl Shipped {
    /// It is built anew.
    pub fn built(&self) -> Built {
        self.ruleset.build_woven(self.ir.clone(), &self.setup)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        self.program.get_or_init(|| {
            let built = self.built();
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

    /// A file with a game of it, with its rules or with their name.
    pub fn write(&self, game: &Game, is_whole: bool) -> String {
        Playtest::of(Some(build(self.ruleset, &self.setup, is_whole)), game, |_| true).write(&about(game))
    }

    /// A game of it as it would be read from a file.
    pub fn save(&self, game: &Game) -> Saved {
        let playtest = Playtest::of(None, game, |_| true);
        let rules = playtest.stages().into_iter().map(|stage| (stage, named(self.ruleset, &self.setup))).collect();
        let mut races = Saved::of(&mut Opened { playtest, rules, about: about(game), differs: None, ends_early: None })
            .expect("its rules are known");
        races.pop().expect("it has a race")
    }

    /// The name of its track.
    pub fn track(&self) -> &str {
        self.setup.track.as_deref().expect("each has a track")
    }
}

fn about(game: &Game) -> About {
    About { seats: vec!["human".into(); game.program.players], series: None }
}

/// What is saved of a ruleset with a way to play it: its texts, which take long to be written and read, or only the manifest.
pub fn build(ruleset: &'static Ruleset, setup: &Setup, is_whole: bool) -> Build {
    match is_whole {
        true => Build { texts: played(ruleset, setup.track.as_deref().expect("each has a track")), setup: setup.clone() },
        false => {
            let under = named(ruleset, setup);
            Build { texts: under.texts.clone(), setup: setup.clone() }
        }
    }
}

/// The rules that are meant where a file holds only the manifest of a ruleset.
fn named(ruleset: &'static Ruleset, setup: &Setup) -> Arc<Under> {
    let mut known = KNOWN.lock().expect("a panic ends the run");
    let manifest = &ruleset.texts(None).files["game.ron"];
    let is_it =
        |under: &&Arc<Under>| under.setup == *setup && under.texts.files.len() == 1 && under.texts.files["game.ron"] == *manifest;
    if let Some(under) = known.iter().find(is_it) {
        return under.clone();
    }
    let mut texts = Texts { name: ruleset.name.to_string(), ..Texts::default() };
    texts.files.insert("game.ron".into(), manifest.clone());
    let under = Under { texts, ruleset: Arc::new(ruleset.clone()), built: ruleset.build(setup), setup: setup.clone() };
    known.push(Arc::new(under));
    known[known.len() - 1].clone()
}

/// The rules of a ruleset with a game on a track. Tests in files of their own are left out.
fn played(ruleset: &'static Ruleset, track: &str) -> Texts {
    static PLAYED: Mutex<BTreeMap<(usize, String), Texts>> = Mutex::new(BTreeMap::new());
    let mut all = PLAYED.lock().expect("a panic ends the run");
    let known = all.entry((std::ptr::from_ref(ruleset).addr(), track.to_owned())).or_insert_with(|| {
        let mut texts = ruleset.texts(Some(track));
        let is_of_tests = |name: &str| name.contains("tests") || name.contains("examples");
        texts.files.iter_mut().filter(|(name, _)| is_of_tests(name)).for_each(|(_, text)| *text = Ok("".into()));
        texts
    });
    known.clone()
}

/// Rules that are read again are built once, as long as there are not too many.
static KNOWN: Mutex<Vec<Arc<Under>>> = Mutex::new(vec![]);

/// Reads a saved file. What is read is what is written again.
pub fn read_saved(text: &str) -> std::result::Result<Vec<Saved>, Diagnostic> {
    let mut opened = open(text)?;
    let again = opened.playtest.write(&opened.about);
    if again != text {
        let mut twice = open(&again).unwrap_or_else(|why| panic!("{why:?}\n{again}"));
        assert_eq!(twice.playtest.write(&twice.about), again, "{text}");
    }
    Saved::of(&mut opened)
}

fn open(text: &str) -> std::result::Result<Opened, Diagnostic> {
    Playtest::read_under(text, |build: Build| {
        let mut known = KNOWN.lock().expect("a panic ends the run");
        let is_it = |under: &&Arc<Under>| under.setup == build.setup && under.texts == build.texts;
        known.iter().find(is_it).cloned().unwrap_or_else(|| {
            let same = |under: &&Arc<Under>| under.texts == build.texts;
            let before = known.iter().find(same).map(|under| under.ruleset.clone());
            let under = Arc::new(Under::of(build, before.as_deref()));
            if under.built.program.is_some() && known.len() < MOST_KNOWN {
                known.push(under.clone());
            }
            under
        })
    })
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
                    names_spaces: true, // as rules that are read from a playtest are built
                    ..Setup::default()
                },
                ir: ir.clone(),
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
        ..Texts::default()
    }
});
