//! Saved games of any way to play: written, with their rules or with the rules' name, and read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use interpreter::diagnostic::Diagnostic;
use interpreter::game::Game;
use interpreter::playtest::{About, Build, Opened, Playtest};
use interpreter::replay::{Saved, Under};
use interpreter::ruleset::{Built, Ruleset, Setup, Texts};

use crate::ways::Way;

/// So many rules are kept of those that are read from files.
const MOST_KNOWN: usize = 1000;

impl Way {
    /// A file with a game of it, with its rules or with their name.
    pub fn write(&self, game: &Game, is_whole: bool) -> String {
        Playtest::of(Some(build(self.ruleset, &self.setup, self.built(), is_whole)), game, |_| true).write(&about(game))
    }

    /// A game of it as it would be read from a file.
    pub fn save(&self, game: &Game) -> Saved {
        let playtest = Playtest::of(None, game, |_| true);
        let rules = playtest.stages().into_iter().map(|stage| (stage, named(self.ruleset, &self.setup, self.built()))).collect();
        let mut races = Saved::of(&mut Opened { playtest, rules, about: about(game), differs: None, ends_early: None })
            .expect("its rules are known");
        races.pop().expect("it has a race")
    }
}

fn about(game: &Game) -> About {
    About { seats: vec!["human".into(); game.program.players], ..About::default() }
}

/// What is saved of a ruleset with a way to play it: its texts, which take long to be written and read, or only the manifest.
pub fn build(ruleset: &'static Ruleset, setup: &Setup, built: &Built, is_whole: bool) -> Build {
    match is_whole {
        true => Build { texts: played(ruleset, setup.track.as_deref().expect("each has a track")), setup: setup.clone() },
        false => {
            let under = named(ruleset, setup, built);
            Build { texts: under.texts.clone(), setup: setup.clone() }
        }
    }
}

/// The rules that are meant where a file holds only the manifest of a ruleset.
fn named(ruleset: &'static Ruleset, setup: &Setup, built: &Built) -> Arc<Under> {
    let mut known = KNOWN.lock().expect("a panic ends the run");
    let manifest = &ruleset.texts(None).files["game.ron"];
    let is_it =
        |under: &&Arc<Under>| under.setup == *setup && under.texts.files.len() == 1 && under.texts.files["game.ron"] == *manifest;
    if let Some(under) = known.iter().find(is_it) {
        return under.clone();
    }
    let mut texts = Texts { name: ruleset.name.to_string(), ..Texts::default() };
    texts.files.insert("game.ron".into(), manifest.clone());
    let under = Under { texts, ruleset: Arc::new(ruleset.clone()), built: built.clone(), setup: setup.clone() };
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
