//! From what is wanted to a race.

use std::sync::Arc;

use interpreter::data::track::Track;
use interpreter::diagnostic::{Diagnostic, Severity, has_errors};
use interpreter::game::{Game, Status};
use interpreter::players::Seat;
use interpreter::ruleset::{Built, Ruleset, Texts};
use interpreter::series::{Plan, Series};

use super::{App, Before, TrackName};
use crate::drawing::write;
use crate::files::Library;
use crate::ui::panel_problems::Problem;
use crate::ui::panes::Pane;
use crate::ui::race::Race;

/// More tracks than this are listed by file name alone.
const MOST_TITLES: usize = 60;

impl App {
    pub fn can_undo(&self) -> bool {
        self.before.is_some() || self.race.as_ref().is_some_and(Race::can_undo)
    }

    pub(super) fn bring_back(&mut self, before: Before) {
        (self.race, self.series, self.seed) = (Some(before.race), before.series, before.seed);
    }

    /// Takes the race from the table.
    pub(super) fn left(&mut self) -> Option<Before> {
        let race = self.race.take()?;
        Some(Before { race, series: self.series.clone(), seed: self.seed })
    }

    /// The texts of the wanted ruleset. Where it is raced on what lies on the drawing table, that is as it is drawn.
    pub(super) fn texts(&self) -> Texts {
        let mut texts = self.library.read(&self.wanted.ruleset);
        if let Some(draw) = &self.draw {
            let (name, document) = (draw.desk.on_disk.track_name(), draw.desk.document());
            let game = document.header().text("ruleset");
            let is_its = game == self.wanted.ruleset || !self.library.has(&game);
            if is_its && self.wanted.track.as_ref() == Some(&name) {
                texts.tracks.insert(name, Ok(write::text(document).into()));
            }
        }
        texts
    }

    /// Reads the files of the wanted ruleset, then builds.
    pub(super) fn read(&mut self) {
        self.rulesets = titles(&self.library);
        let ruleset = Arc::new(Ruleset::read(&self.texts()));
        self.tracks = track_names(&ruleset);
        self.ruleset = Some(ruleset);
        self.build();
    }

    /// Reads the files of the wanted ruleset, and lets the race go on.
    pub(super) fn read_quietly(&mut self) {
        let ruleset = Arc::new(Ruleset::read(&self.texts()));
        self.tracks = track_names(&ruleset);
        self.ruleset = Some(ruleset);
    }

    /// Builds what is wanted and begins a new race; if that can't be played, the last race stays and the problems are shown.
    pub(super) fn build(&mut self) {
        let Some(ruleset) = self.ruleset.clone() else { return };
        let mut built = ruleset.build(&self.wanted.setup());
        // Parameters go with the add-on that they belong to.
        let known = |name: &str| built.ir.params.iter().any(|p| *p.name == *name);
        let left = self.wanted.settings.keys().filter(|name| !known(name)).cloned().collect::<Vec<_>>();
        if !left.is_empty() && !built.ir.params.is_empty() {
            self.wanted.settings.retain(|name, _| !left.contains(name));
            built = ruleset.build(&self.wanted.setup());
        }
        let mut found: Vec<&Diagnostic> = ruleset.problems.iter().chain(&built.problems).collect();
        found.sort_by_key(|problem| problem.severity != Severity::Error);
        self.problems = found.iter().map(|p| Problem::new(&ruleset.sources, p)).collect();
        let was_broken = self.is_broken;
        self.is_broken = built.program.is_none() || has_errors(&ruleset.problems);
        if self.is_broken != was_broken {
            // What is wrong comes to the front, and goes when it is mended.
            self.layouts.wanted = Some(if self.is_broken { Pane::Problems } else { Pane::Log });
        }
        if let Some(name) = self.wanted.series.clone().filter(|_| !self.is_broken) {
            match Plan::new(&ruleset, &name, &self.wanted.setup()) {
                Ok(plan) => {
                    let series = Series::new(Arc::new(plan), self.seed);
                    self.begin_race_of(series);
                }
                Err(problems) => {
                    self.problems = problems.iter().map(|p| Problem::new(&ruleset.sources, p)).collect();
                    self.is_broken = true;
                    self.layouts.wanted = Some(Pane::Problems);
                }
            }
            return;
        }
        let Built { track, track_name, program: Some(program), .. } = built else { return };
        self.series = None;
        let game = Game::start(program, self.seed);
        self.open(ruleset, track, track_name, game);
    }

    /// Shows a race at its first question.
    pub(super) fn open(&mut self, ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, game: Game) {
        while self.seats.len() < game.program.players {
            self.seats.push(Seat::Greedy);
        }
        self.before = None;
        let is_other_board = self.race.as_ref().is_none_or(|r| r.track_name != track_name || r.ruleset.name != ruleset.name);
        if is_other_board {
            self.camera = None;
        }
        let seats = self.seats_at_table(game.program.players);
        self.race = Some(Race::new(ruleset, track, track_name, game, &seats));
    }

    /// Begins the race of a series that comes now.
    pub(super) fn begin_race_of(&mut self, series: Series) {
        let Some(ruleset) = self.ruleset.clone() else { return };
        let planned = series.now().and_then(|n| series.plan.races.get(n));
        if let (Some(game), Some(planned)) = (series.next_race(), planned) {
            let (track, track_name) = (planned.built.track.clone(), planned.built.track_name.clone());
            self.open(ruleset, track, track_name, game);
            self.series = Some(series);
        }
    }

    /// Goes on with the series once its race is over and a race is left.
    pub(super) fn next_race(&mut self) {
        let Some(mut series) = self.series.clone() else { return };
        let Some(race) = self.race.as_ref().filter(|race| race.game.status == Status::Over) else { return };
        if series.add(race.game.clone()).is_ok() {
            self.begin_race_of(series);
        }
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
