//! The ruleset being worked on: texts go in, and the last good build comes out. Nothing here knows files or a clock. Changes are found by
//! content, and building is a function that can run anywhere.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use interpreter::data::node::Node;
use interpreter::program::Program;
use interpreter::ruleset::{AddonFile, Built, Ruleset, Setup, Texts};
use interpreter::source::SourceId;

pub mod watcher;

/// The texts, the wanted setup, and the builds made of them.
#[derive(Default)]
pub struct Workspace {
    texts: Texts,
    setup: Setup,
    /// Counts the requests.
    asked: u64,
    /// The last request for which no build could be made.
    given_up: u64,
    /// The newest build, good or not.
    newest: Option<Arc<Build>>,
    good: Option<Arc<Build>>,
}

/// A build to make.
pub struct Job {
    number: u64,
    texts: Texts,
    setup: Setup,
    /// The last ruleset read, most of which is probably unchanged.
    before: Option<Arc<Ruleset>>,
}

/// The result of a build.
pub struct Build {
    /// The number of the request. Of two builds, the one with the larger number is newer.
    pub number: u64,
    pub texts: Texts,
    pub ruleset: Arc<Ruleset>,
    pub setup: Setup,
    pub built: Built,
}

impl Workspace {
    pub fn new(texts: Texts, setup: Setup) -> Workspace {
        Workspace { texts, setup, asked: 1, ..Workspace::default() }
    }

    /// Starts a workspace with other texts. It continues the count of builds, so that its builds are newer than all of this one's.
    pub fn followed_by(&self, texts: Texts, setup: Setup) -> Workspace {
        Workspace { asked: self.asked + 1, ..Workspace::new(texts, setup) }
    }

    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Takes new texts, from the disk or typed. Returns the names of those that differ, as used in problems. If none differ, there is
    /// nothing to do.
    pub fn set_texts(&mut self, texts: Texts) -> Vec<String> {
        let changed = differences(&self.texts, &texts);
        if !changed.is_empty() {
            self.texts = texts;
            self.asked += 1;
        }
        changed
    }

    /// Sets the add-ons, parameters, players and track for the next build.
    pub fn set_setup(&mut self, setup: Setup) {
        self.setup = setup;
        self.asked += 1;
    }

    /// Returns the number of the build that is wanted now.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// Gives up the request with this number and all earlier ones: they can't be built.
    pub fn give_up(&mut self, number: u64) {
        self.given_up = self.given_up.max(number);
    }

    /// Returns the next build to make, unless the newest one is up to date.
    pub fn job(&self) -> Option<Job> {
        let done = self.newest.as_ref().map_or(0, |build| build.number).max(self.given_up);
        let before = self.newest.as_ref().map(|build| build.ruleset.clone());
        (done < self.asked).then(|| Job { number: self.asked, texts: self.texts.clone(), setup: self.setup.clone(), before })
    }

    /// Takes a finished build, unless a newer one came first. Returns whether it was taken. It counts even if other texts are wanted by
    /// now.
    pub fn finish(&mut self, build: Build) -> bool {
        if self.newest.as_ref().is_some_and(|newest| newest.number >= build.number) {
            return false;
        }
        let build = Arc::new(build);
        if build.is_good() {
            self.good = Some(build.clone());
        }
        self.newest = Some(build);
        true
    }

    /// Returns the newest build, good or not.
    pub fn newest(&self) -> Option<&Arc<Build>> {
        self.newest.as_ref()
    }

    /// Returns the newest build that can be played.
    pub fn good(&self) -> Option<&Arc<Build>> {
        self.good.as_ref()
    }
}

impl Job {
    /// Makes the build.
    pub fn run(self) -> Build {
        let ruleset = Arc::new(Ruleset::read_after(&self.texts, self.before.as_deref()));
        let built = ruleset.build(&self.setup);
        Build { number: self.number, texts: self.texts, ruleset, setup: self.setup, built }
    }

    /// Returns the number of the request, as in [`Build::number`].
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl Build {
    /// Whether it can be played, because all the files it depends on are sound.
    pub fn is_good(&self) -> bool {
        self.built.program.is_some()
    }

    pub fn program(&self) -> Option<&Arc<Program>> {
        self.built.program.as_ref()
    }

    /// Builds the same rules for another track or number of players; what is built already where they can't be played so.
    pub fn on(&self, track: &str, players: usize) -> Cow<'_, Built> {
        let is_built = |program: &Arc<Program>| program.players == players && *self.built.track_name == *track;
        if self.program().is_some_and(is_built) {
            return Cow::Borrowed(&self.built);
        }
        let setup = Setup { track: Some(track.to_owned()), players: Some(players), ..self.setup.clone() };
        let other = self.ruleset.build(&setup);
        if other.program.is_some() { Cow::Owned(other) } else { Cow::Borrowed(&self.built) }
    }

    /// Returns the parts of a text that matter in play, which leaves out tests and comments in rules, and comments and the arrangement of
    /// lines in data. Returns `None` if nothing matters, as in other tracks.
    pub fn played(&self, name: &str) -> Option<Cow<'_, str>> {
        let picture = name.strip_prefix(&*self.texts.name).and_then(|path| self.texts.pictures.get(path.strip_prefix('/')?));
        if let Some(picture) = picture {
            return picture.as_ref().ok().map(|picture| format!("{:016x}", picture.hash).into());
        }
        let text = self.texts.get(name)?.as_ref().ok().filter(|_| self.has(name))?;
        let data = || Some(Node::parse(SourceId::default(), text).ok()?.plain()).filter(|_| name.ends_with(".ron"));
        Some(self.ruleset.played(name).or_else(data).map_or(Cow::Borrowed(&**text), Cow::Owned))
    }

    /// Returns the names of the texts that are played differently from an earlier build.
    pub fn played_otherwise(&self, before: &Build) -> Vec<String> {
        let is_other = |name: &String| self.has(name) && self.played(name) != before.played(name);
        differences(&before.texts, &self.texts).into_iter().filter(is_other).collect()
    }

    /// Whether a text of this name can matter to the build, which has only one track, and only the add-ons that are switched on.
    fn has(&self, name: &str) -> bool {
        let is_on = |addon: &AddonFile| self.setup.addons.iter().any(|on| on.trim().replace('-', "_") == *addon.name);
        let is_of = |addon: &&AddonFile| *self.ruleset.sources.get(addon.tree.source).name == *name;
        if self.ruleset.addons.iter().find(is_of).is_some_and(|addon| !is_on(addon)) {
            return false;
        }
        !name.starts_with("tracks/") || name == format!("tracks/{}/{}.ron", self.ruleset.name, self.built.track_name)
    }
}

/// Returns the names of the texts that differ.
pub fn differences(old: &Texts, new: &Texts) -> Vec<String> {
    let gone = old.named().filter(|(name, _)| new.get(name).is_none()).map(|(name, _)| name);
    let other = new.named().filter(|(name, text)| old.get(name) != Some(text)).map(|(name, _)| name);
    let files: BTreeSet<&String> = old.pictures.keys().chain(new.pictures.keys()).collect();
    let pictures = files.into_iter().filter(|file| old.pictures.get(*file) != new.pictures.get(*file));
    gone.chain(other).chain(pictures.map(|file| format!("{}/{file}", new.name))).collect()
}
