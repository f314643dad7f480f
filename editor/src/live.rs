//! The ruleset being worked on, in its current state: its files on disk, the text typed and the track drawn over them, and the builds of
//! all that. Threads make the builds. The newest one counts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use interpreter::ruleset::{Setup, Texts};

use crate::beside::{Job, Wake};
use crate::fault::unwound;
use crate::files::Library;
use crate::workspace::{self, Build, Workspace};

mod typed;
mod watching;

pub use typed::{NotSaved, Typed};
use watching::Watching;

/// A ruleset being worked on.
#[derive(Default)]
pub struct Live {
    /// The texts on disk.
    disk: Texts,
    /// The unsaved texts, by name, of any ruleset.
    typed: BTreeMap<String, Typed>,
    /// The drawn track, by name.
    drawn: Option<(String, Arc<str>)>,
    /// When something was last saved from here. Texts read before that are out of date.
    saved: Option<Instant>,
    workspace: Workspace,
    /// Whether any text has changed since the ruleset was opened.
    is_changed: bool,
    building: Option<Building>,
    watching: Option<Watching>,
}

/// A build running on a thread.
struct Building {
    number: u64,
    /// The job; `None` once it has ended.
    done: Option<Job<Build>>,
}

/// The result of a build.
pub enum News {
    /// A build, good or not.
    Built(Arc<Build>),
    /// A fault of the program, with its message.
    Failed(String),
}

impl Live {
    /// Switches to the ruleset with these texts. Unsaved texts stay as they are typed.
    pub fn open(&mut self, disk: Texts, setup: Setup) {
        self.disk = disk;
        self.drawn = None;
        self.is_changed = false;
        self.building = None;
        self.forget_saved();
        self.workspace = self.workspace.followed_by(self.composed(), setup);
    }

    /// Starts watching the files of the ruleset.
    pub fn watch(&mut self, library: &Library, wake: Wake) {
        if self.watching.as_ref().is_none_or(|watching| !watching.is_of(library, &self.disk.name)) {
            self.watching = Some(Watching::begin(library.clone(), self.disk.name.clone(), wake));
        }
    }

    /// Returns the current texts, with everything typed and drawn here.
    pub fn texts(&self) -> &Texts {
        self.workspace.texts()
    }

    /// Returns the texts on disk.
    pub fn disk(&self) -> &Texts {
        &self.disk
    }

    /// Returns the newest build, good or not.
    pub fn newest(&self) -> Option<&Arc<Build>> {
        self.workspace.newest()
    }

    /// Returns the newest build that can be played.
    pub fn good(&self) -> Option<&Arc<Build>> {
        self.workspace.good()
    }

    /// Whether any text has changed since the ruleset was opened, here or elsewhere.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Returns the number of the build that is wanted now.
    pub fn asked(&self) -> u64 {
        self.workspace.asked()
    }

    /// Whether a build is still to come.
    pub fn is_busy(&self) -> bool {
        self.building.is_some() || self.workspace.job().is_some()
    }

    /// Sets the add-ons, parameters, players and track for the next build.
    pub fn want(&mut self, setup: Setup) {
        if *self.workspace.setup() != setup {
            self.workspace.set_setup(setup);
        }
    }

    /// Takes the new texts on disk. Returns the names of the current texts that change with them.
    pub fn set_disk(&mut self, disk: Texts) -> Vec<String> {
        self.disk = disk;
        self.forget_saved();
        self.compose()
    }

    /// Takes a track as it is drawn, by its name; `None` takes it as it is saved.
    pub fn set_drawn(&mut self, drawn: Option<(String, Arc<str>)>) {
        if self.drawn != drawn {
            self.drawn = drawn;
            self.compose();
        }
    }

    /// Takes a finished build and starts the next one, which will call `wake` when it is finished.
    pub fn poll(&mut self, wake: &Wake) -> Option<News> {
        if let Some(watching) = &self.watching
            && let Some(heard) = watching.heard().filter(|heard| heard.texts.name == self.disk.name)
        {
            if self.saved.is_none_or(|saved| heard.began > saved) {
                drop(self.set_disk(heard.texts))
            } else {
                watching.tell_again()
            }
        }
        let news = match self.building.as_mut().map(|building| (building.number, Job::take(&mut building.done))) {
            Some((number, Some(done))) => self.finish(number, done),
            Some((_, None)) => return None,
            None => None,
        };
        if let Some(job) = self.workspace.job() {
            self.begin(job, wake);
        }
        news
    }

    /// Builds what is wanted now, and waits for the build.
    pub fn build_now(&mut self) -> Option<News> {
        self.building = None;
        let job = self.workspace.job()?;
        self.finish(job.number(), unwound(|| job.run()))
    }

    fn begin(&mut self, job: workspace::Job, wake: &Wake) {
        let (number, wake) = (job.number(), wake.clone());
        self.building = Some(Building { number, done: Some(Job::begin(move || wake(), move || job.run())) });
    }

    fn finish(&mut self, number: u64, done: Result<Build, String>) -> Option<News> {
        self.building = None;
        match done {
            Ok(build) => self.workspace.finish(build).then(|| self.workspace.newest().cloned().map(News::Built))?,
            Err(why) => {
                self.workspace.give_up(number);
                Some(News::Failed(why))
            }
        }
    }

    /// Returns the texts on disk, with everything typed and drawn over them.
    fn composed(&self) -> Texts {
        let mut texts = self.disk.clone();
        for (name, typed) in &self.typed {
            texts.set(name, Ok(typed.mine.clone()));
        }
        if let Some((name, text)) = &self.drawn {
            texts.set(name, Ok(text.clone()));
        }
        texts
    }

    fn compose(&mut self) -> Vec<String> {
        let texts = self.composed();
        let changed = self.workspace.set_texts(texts);
        self.is_changed |= !changed.is_empty();
        changed
    }
}
