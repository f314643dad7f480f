//! From what is wanted to a race.

use std::sync::Arc;
use std::time::Duration;

use interpreter::players::Seat;
use interpreter::ruleset::Ruleset;
use interpreter::series::Series;

use super::begin::What;
use super::follow::failed;
use super::{App, TrackName};
use crate::files::Library;
use crate::ui::action::Room;
use crate::ui::layout::Pane;
use crate::ui::problem::Problem;
use crate::workspace::Build;

/// More tracks than this are listed by file name alone.
const MOST_TITLES: usize = 60;
/// So long one look waits for what is being begun, before there is a window.
const LONG: Duration = Duration::from_millis(100);

impl App {
    /// Reads the files of the wanted ruleset, then begins a race of it.
    pub(super) fn read(&mut self) {
        self.read_for(What::Anew(None));
    }

    /// The same to begin something of it.
    pub(super) fn read_for(&mut self, what: What) {
        self.rulesets = titles(&self.library);
        self.live.open(self.library.read(&self.wanted.ruleset), self.wanted.setup());
        if let Some(wake) = &self.wake {
            self.live.watch(&self.library, wake.clone());
        }
        self.live.set_drawn(self.drawn());
        self.opening.forget();
        (self.follow.told, self.follow.undone) = (None, None);
        self.begin_once_built(what);
    }

    /// The same before there is a window: waits for it.
    pub(super) fn read_now(&mut self) {
        self.read();
        while let Some(news) = self.live.build_now() {
            self.hear(news);
        }
        while self.is_building() {
            self.take_titles(LONG);
            self.take_begun(LONG);
        }
    }

    /// Reads the files of the wanted ruleset, and lets the race follow.
    pub(super) fn read_quietly(&mut self) {
        self.live.set_disk(self.library.read(&self.wanted.ruleset));
    }

    /// Drops settings of parameters that there are none of. Returns whether there were any.
    pub(super) fn leave_unknown(&mut self, build: &Build) -> bool {
        let params = &build.built.ir.params;
        let before = self.wanted.settings.len();
        if !params.is_empty() {
            self.wanted.settings.retain(|name, _| params.iter().any(|p| *p.name == **name));
        }
        self.wanted.settings.len() < before
    }

    /// Shows what was built: the ruleset, its tracks and its problems. The race is left as it is.
    pub(super) fn show_build(&mut self, build: &Arc<Build>) {
        let ruleset = &build.ruleset;
        if self.tracks_of.as_ref() != Some(&build.texts.tracks) {
            // What they are called is read beside the window.
            if self.ruleset.as_ref().is_none_or(|last| last.name != ruleset.name || last.tracks.len() != ruleset.tracks.len()) {
                self.tracks = ruleset.tracks.keys().map(|file| TrackName { file: file.clone(), title: file.clone() }).collect();
            }
            let of = ruleset.clone();
            self.titles.ask(move || track_names(&of));
            self.tracks_of = Some(build.texts.tracks.clone());
        }
        self.ruleset = Some(ruleset.clone());
        self.problems = Problem::all(&ruleset.sources, ruleset.problems.iter().chain(&build.built.problems));
        self.set_broken(!build.is_good());
    }

    /// Takes the titles of the tracks, once they have been read; waits for them so long at most.
    pub(super) fn take_titles(&mut self, most: Duration) {
        match self.titles.wait(most) {
            Some(Ok(tracks)) => self.tracks = tracks,
            // They keep the names of their files.
            Some(Err(why)) => self.notice = Some(failed(&why)),
            None => {}
        }
    }

    /// What is wrong comes to the front, and goes when it is mended: who looked at figures looks at them again.
    pub(super) fn set_broken(&mut self, is_broken: bool) {
        if self.is_broken != is_broken && !self.follow.is_typing() {
            if is_broken {
                self.statistics.were_in_front = self.layouts.is_in_front(Room::Play, Pane::Statistics);
            }
            let before = if self.statistics.were_in_front { Pane::Statistics } else { Pane::Log };
            self.layouts.want(if is_broken { Pane::Problems } else { before });
        }
        self.is_broken = is_broken;
    }

    /// Which race of the series is on show, from 0.
    pub fn race_number(&self) -> Option<usize> {
        self.series.as_ref().and_then(Series::now)
    }

    /// Who answers in each seat now.
    pub(super) fn seats_at_table(&self, players: usize) -> Vec<Seat> {
        let bots = |seat: &Seat| if self.play_on && *seat == Seat::Human { Seat::Greedy } else { *seat };
        self.seats.iter().take(players).map(bots).collect()
    }
}

/// All rulesets, by name and title.
pub fn titles(library: &Library) -> Vec<(String, String)> {
    library.names().into_iter().map(|name| (name.clone(), library.title(&name))).collect()
}

/// The ruleset's tracks with their titles, as far as reading them is quick.
pub fn track_names(ruleset: &Ruleset) -> Vec<TrackName> {
    let reads = ruleset.tracks.len() <= MOST_TITLES;
    let ir = if reads { Some(ruleset.weave(&[]).0) } else { None };
    let title = |file: &String, source| {
        let ir = ir.as_ref()?;
        let sizes = ruleset.sizes(ir, 1);
        let (track, _) = interpreter::data::track::read(&ruleset.sources, source, ir, &[], &sizes);
        (!track.name.is_empty() && *track.name != **file).then(|| track.name.to_string())
    };
    let name = |(file, source): (&String, &_)| TrackName {
        file: file.clone(),
        title: title(file, *source).unwrap_or_else(|| file.clone()),
    };
    ruleset.tracks.iter().map(name).collect()
}
