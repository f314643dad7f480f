//! The window's state, what can be done with it, and the one place where it is done.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use interpreter::data::track::Track;
use interpreter::diagnostic::{Diagnostic, Severity, has_errors};
use interpreter::game::{Choice, Game, Status};
use interpreter::players::Seat;
use interpreter::ruleset::{Built, Ruleset};
use interpreter::series::{Plan, Series};
use interpreter::vm::random::derive_seed;

use super::canvas::camera::Camera;
use super::draw::{self, Draw};
use super::panel_problems::Problem;
use super::race::{Pace, Race, Waiting};
use super::wanted::Wanted;
use super::{canvas, log, panel_cards, panel_players, panel_problems, panel_setup, panel_turn, theme};
use crate::drawing::disk::OnDisk;
use crate::drawing::{Checker, Desk, write};
use crate::files::Library;

/// Everything that panels can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Ruleset(String),
    /// By position in the manifest.
    Variant(usize),
    /// No add-ons, all parameters as in the rules.
    AsWritten,
    Addon(String, bool),
    Track(String),
    /// A series of the manifest by name; `None`: a single race.
    Series(Option<String>),
    /// The race of the series that follows.
    NextRace,
    Players(usize),
    /// A parameter's value as written; `None`: the rules' own.
    Set(String, Option<String>),
    /// All parameters as the rules have them.
    Unset,
    Seed(u64),
    /// A new race, or a whole new series, with a new seed.
    NewRace,
    /// The same race from the start.
    Restart,
    /// Reads the files again.
    Reload,
    Seat(usize, Seat),
    /// Takes an option of the question.
    Choose(usize),
    /// Answers this question and those that follow it, as long as they are asked.
    Follow(Vec<Choice>),
    /// The person who is asked sits before the window; the others look away.
    TakeSeat,
    Undo,
    NextTurn,
    /// Shows at once what is being shown.
    Skip,
    Pace(Pace),
    /// People's questions are answered by bots, too.
    PlayOn(bool),
    /// Where to look at the board; `None`: all of it.
    Look(Option<Camera>),
    /// Goes to the drawing table, with the track that is raced on unless one lies there already.
    Draw,
    /// Races on the board as it is drawn.
    PlayDrawn,
    /// Leaves the drawing table.
    Play,
    Board(draw::Act),
}

/// What the window is used for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Room {
    #[default]
    Play,
    Draw,
}

/// What to begin with; tests take away haste and chance.
#[derive(Clone, Debug)]
pub struct Begin {
    pub pace: Pace,
    /// `None`: by the clock.
    pub seed: Option<u64>,
    pub ruleset: Option<String>,
    pub addons: Vec<String>,
    pub track: Option<String>,
}

impl Default for Begin {
    fn default() -> Begin {
        Begin { pace: Pace::Quick, seed: None, ruleset: None, addons: vec![], track: None }
    }
}

/// A track to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackName {
    /// As in files and settings: `hilly`.
    pub file: String,
    /// As on the board: `Gratwald`.
    pub title: String,
}

/// The window.
pub struct App {
    library: Library,
    /// All rulesets: their names and titles.
    pub rulesets: Vec<(String, String)>,
    pub wanted: Wanted,
    pub ruleset: Option<Arc<Ruleset>>,
    pub tracks: Vec<TrackName>,
    /// Of the wanted rules; the race on show may be of earlier ones.
    pub problems: Vec<Problem>,
    /// Whether what is wanted can't be played.
    pub is_broken: bool,
    /// The last race that could be played.
    pub race: Option<Race>,
    /// The series that the race belongs to, with the races before it.
    pub series: Option<Series>,
    /// Who sits where, for as many seats as were ever needed.
    pub seats: Vec<Seat>,
    pub seed: u64,
    pub pace: Pace,
    pub play_on: bool,
    pub camera: Option<Camera>,
    pub room: Room,
    /// The track that is being drawn.
    pub draw: Option<Draw>,
    /// What was on the table before it was begun anew, for undo.
    before: Option<Before>,
}

/// A race that was left for another with the same rules.
struct Before {
    race: Race,
    series: Option<Series>,
    seed: u64,
}

/// The bots' share of a frame.
const BOTS_PER_FRAME: Duration = Duration::from_millis(8);
/// Seeds are short enough to be told to somebody.
const SEEDS: u64 = 1_000_000;
/// More tracks than this are listed by file name alone.
const MOST_TITLES: usize = 60;

impl App {
    /// Opens on a race of the ruleset to begin with.
    pub fn new(library: Library, ctx: &egui::Context) -> App {
        theme::apply(ctx);
        App::begin(library, Begin::default())
    }

    /// The same, begun as wanted.
    pub fn begin(library: Library, begin: Begin) -> App {
        let rulesets = titles(&library);
        let ruleset = begin.ruleset.or_else(|| library.first()).unwrap_or_default();
        let wanted = Wanted { ruleset, addons: begin.addons, track: begin.track, ..Wanted::default() };
        let mut app = App {
            library,
            rulesets,
            wanted,
            ruleset: None,
            tracks: vec![],
            problems: vec![],
            is_broken: false,
            race: None,
            series: None,
            seats: vec![Seat::Human],
            seed: begin.seed.unwrap_or_else(seed_by_clock),
            pace: begin.pace,
            play_on: false,
            camera: None,
            room: Room::Play,
            draw: None,
            before: None,
        };
        app.read();
        app
    }

    /// Does what was asked for.
    pub fn apply(&mut self, action: Action) {
        let known = self.ruleset.as_ref().map(|r| r.addons.as_slice()).unwrap_or_default();
        match action {
            Action::Ruleset(name) => {
                self.wanted = Wanted { ruleset: name, ..Wanted::default() };
                self.read();
            }
            Action::Variant(n) => {
                if let Some(variant) = self.ruleset.as_ref().and_then(|r| r.manifest.variants.get(n)) {
                    self.wanted.take(known, variant);
                    self.build();
                }
            }
            Action::AsWritten => {
                self.wanted.addons.clear();
                self.wanted.settings.clear();
                self.build();
            }
            Action::Addon(name, on) => {
                self.wanted.switch(known, &name, on);
                self.build();
            }
            Action::Track(name) => {
                self.wanted.track = Some(name);
                self.build();
            }
            Action::Series(name) => {
                self.wanted.series = name;
                self.build();
            }
            Action::NextRace => self.next_race(),
            Action::Players(count) => {
                self.wanted.players = Some(count);
                self.build();
            }
            Action::Set(name, value) => {
                match value {
                    Some(value) => self.wanted.settings.insert(name, value),
                    None => self.wanted.settings.remove(&name),
                };
                self.build();
            }
            Action::Unset => {
                self.wanted.settings.clear();
                self.build();
            }
            Action::Seed(seed) => {
                self.seed = seed;
                self.build();
            }
            Action::NewRace => {
                let (camera, before) = (self.camera, self.left());
                self.seed = derive_seed(self.seed, 1) % SEEDS;
                self.build();
                match (&self.race, before) {
                    // The rules can't be played any more: the last good race goes on.
                    (None, Some(before)) => self.bring_back(before),
                    (Some(race), Some(before)) => {
                        if race.track_name == before.race.track_name {
                            self.camera = camera;
                        }
                        self.before = before.race.can_undo().then_some(before);
                    }
                    _ => {}
                }
            }
            Action::Restart => match self.left() {
                Some(before) => {
                    self.race = Some(before.race.again());
                    // One in which nothing was decided needs not be brought back.
                    if before.race.can_undo() {
                        self.before = Some(before);
                    }
                }
                None => self.build(),
            },
            Action::Reload => self.read(),
            Action::Seat(seat, kind) => {
                if let Some(place) = self.seats.get_mut(seat) {
                    *place = kind;
                }
            }
            Action::Choose(option) => {
                if let Some(race) = self.race.as_mut().filter(|r| r.waiting(self.pace) == Waiting::Person) {
                    race.choose(option, true);
                }
            }
            Action::Follow(steps) => {
                if let Some(race) = self.race.as_mut().filter(|r| r.waiting(self.pace) == Waiting::Person) {
                    race.follow(&steps);
                }
            }
            Action::TakeSeat => {
                if let Some(race) = &mut self.race {
                    race.take_seat();
                }
            }
            Action::Undo => {
                self.play_on = false;
                match (&mut self.race, self.before.take()) {
                    (Some(race), before) if race.can_undo() => {
                        race.undo();
                        self.before = before;
                    }
                    (_, Some(before)) => self.bring_back(before),
                    _ => {}
                }
            }
            Action::NextTurn => {
                if let Some(race) = &mut self.race {
                    race.show_next_turn();
                }
            }
            Action::Skip => {
                if let Some(race) = &mut self.race {
                    race.skip();
                }
            }
            Action::Pace(pace) => self.pace = pace,
            Action::PlayOn(on) => self.play_on = on,
            Action::Look(camera) => self.camera = camera,
            Action::Draw => self.go_drawing(),
            Action::PlayDrawn => self.play_drawn(),
            Action::Play => self.room = Room::Play,
            Action::Board(act) => {
                if let Some(draw) = &mut self.draw {
                    draw.apply(act);
                }
            }
        }
    }

    /// Lays the track that is raced on onto the drawing table.
    fn go_drawing(&mut self) {
        self.room = Room::Draw;
        let (Some(ruleset), Some(race)) = (&self.ruleset, &self.race) else { return };
        let path = self.library.tracks.join(&*ruleset.name).join(format!("{}.ron", race.track_name));
        if self.draw.as_ref().is_some_and(|draw| draw.desk.on_disk.path() == path) {
            return;
        }
        let addons: Vec<Arc<str>> = self.wanted.addons.iter().map(|name| name.as_str().into()).collect();
        if let Ok((on_disk, document)) = OnDisk::open(&path) {
            let checker = Arc::new(Checker::new(ruleset, &addons));
            self.draw = Some(Draw::new(Desk::new(document, on_disk, checker)));
        }
    }

    /// Begins a race on the board as it is drawn, saved or not.
    fn play_drawn(&mut self) {
        let Some(draw) = &self.draw else { return };
        let name = draw.desk.on_disk.track_name();
        let mut texts = self.library.read(&self.wanted.ruleset);
        texts.tracks.insert(name.clone(), Ok(write::text(draw.desk.document()).into()));
        let ruleset = Arc::new(Ruleset::read(&texts));
        self.tracks = track_names(&ruleset);
        self.ruleset = Some(ruleset);
        self.wanted.track = Some(name);
        self.room = Room::Play;
        self.build();
    }

    pub fn can_undo(&self) -> bool {
        self.before.is_some() || self.race.as_ref().is_some_and(Race::can_undo)
    }

    fn bring_back(&mut self, before: Before) {
        (self.race, self.series, self.seed) = (Some(before.race), before.series, before.seed);
    }

    /// Takes the race from the table.
    fn left(&mut self) -> Option<Before> {
        let race = self.race.take()?;
        Some(Before { race, series: self.series.clone(), seed: self.seed })
    }

    /// Reads the files of the wanted ruleset, then builds.
    fn read(&mut self) {
        self.rulesets = titles(&self.library);
        let ruleset = Arc::new(Ruleset::read(&self.library.read(&self.wanted.ruleset)));
        self.tracks = track_names(&ruleset);
        self.ruleset = Some(ruleset);
        self.build();
    }

    /// Builds what is wanted and begins a new race; if that can't be played, the last race stays and the problems are shown.
    fn build(&mut self) {
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
        self.is_broken = built.program.is_none() || has_errors(&ruleset.problems);
        if let Some(name) = self.wanted.series.clone().filter(|_| !self.is_broken) {
            match Plan::new(&ruleset, &name, &self.wanted.setup()) {
                Ok(plan) => {
                    let series = Series::new(Arc::new(plan), self.seed);
                    self.begin_race_of(series);
                }
                Err(problems) => {
                    self.problems = problems.iter().map(|p| Problem::new(&ruleset.sources, p)).collect();
                    self.is_broken = true;
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
    fn open(&mut self, ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, game: Game) {
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
    fn begin_race_of(&mut self, series: Series) {
        let Some(ruleset) = self.ruleset.clone() else { return };
        let planned = series.now().and_then(|n| series.plan.races.get(n));
        if let (Some(game), Some(planned)) = (series.next_race(), planned) {
            let (track, track_name) = (planned.built.track.clone(), planned.built.track_name.clone());
            self.open(ruleset, track, track_name, game);
            self.series = Some(series);
        }
    }

    /// Goes on with the series once its race is over and a race is left.
    fn next_race(&mut self) {
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
    fn seats_at_table(&self, players: usize) -> Vec<Seat> {
        let bots = |seat: &Seat| if self.play_on && *seat == Seat::Human { Seat::Greedy } else { *seat };
        self.seats.iter().take(players).map(bots).collect()
    }

    /// Lets the race go on: shows what there is to show, asks the bots.
    fn go_on(&mut self, ctx: &egui::Context) {
        let Some(players) = self.race.as_ref().map(|r| r.program.players) else { return };
        let seats = self.seats_at_table(players);
        let Some(race) = &mut self.race else { return };
        race.set_seats(&seats);
        let now = ctx.input(|i| i.time);
        let moves = race.show(now, self.pace);
        let answered = race.ask_bots(self.pace, BOTS_PER_FRAME);
        race.look_ahead();
        if moves || answered || race.waiting(self.pace) == Waiting::Bot {
            ctx.request_repaint();
        }
    }

    /// Keys that work wherever one is, but for text being written.
    fn keys(&self, ctx: &egui::Context) -> Vec<Action> {
        if ctx.text_edit_focused() {
            return vec![];
        }
        let mut actions = vec![];
        ctx.input_mut(|i| {
            if i.consume_key(egui::Modifiers::COMMAND, egui::Key::Z) {
                actions.push(Action::Undo);
            }
            if i.key_pressed(egui::Key::Home) {
                actions.push(Action::Look(None));
            }
            if i.key_pressed(egui::Key::Escape) {
                actions.push(Action::Skip);
            }
            if i.key_pressed(egui::Key::F5) {
                actions.push(Action::Reload);
            }
            if i.key_pressed(egui::Key::N) {
                actions.push(Action::NextTurn);
            }
            let waits = self.race.as_ref().filter(|r| r.waiting(self.pace) == Waiting::Person).and_then(|r| r.question());
            for (n, key) in NUMBERS.into_iter().enumerate() {
                if i.key_pressed(key) && waits.is_some_and(|q| n < q.options.len()) {
                    actions.push(Action::Choose(n));
                }
            }
        });
        actions
    }

    /// The whole window.
    pub fn window_ui(&mut self, ui: &mut egui::Ui) {
        if self.room == Room::Draw {
            return self.drawing_ui(ui);
        }
        self.go_on(&ui.ctx().clone());
        let mut actions = self.keys(ui.ctx());
        let height = ui.available_height();
        let bar = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(10, 6));
        egui::Panel::top("bar").frame(bar).show(ui, |ui| actions.extend(panel_setup::bar_ui(ui, self)));
        let side = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(12, 10));
        egui::Panel::right("race").frame(side).default_size(336.0).size_range(260.0..=620.0).show(ui, |ui| match &self.race {
            Some(race) => {
                actions.extend(panel_turn::turn_ui(ui, race, self.series.as_ref(), self.pace));
                ui.add_space(4.0);
                ui.separator();
                actions.extend(panel_players::players_ui(ui, race, &self.seats));
            }
            None => drop(ui.label("No race yet.")),
        });
        // What lies below goes to the window's left edge, so that cards have room.
        let with_cards = self.race.as_ref().is_some_and(panel_cards::has_cards);
        if let Some(race) = self.race.as_ref().filter(|_| with_cards) {
            egui::Panel::bottom("cards").frame(side).default_size(panel_cards::height(height)).size_range(150.0..=500.0).show(
                ui,
                |ui| {
                    actions.extend(panel_cards::cards_ui(ui, race));
                },
            );
        }
        egui::Panel::left("setup").frame(side).default_size(238.0).size_range(190.0..=420.0).show(ui, |ui| {
            actions.extend(panel_setup::setup_ui(ui, self));
        });
        if let Some(race) = &self.race {
            egui::Panel::bottom("log").frame(side).default_size(height * 0.25).size_range(60.0..=500.0).show(ui, |ui| {
                log::log_ui(ui, race);
            });
        }
        if self.is_broken {
            let most = ui.available_height() * 0.5;
            // As high as they are likely to be, and anew for other problems.
            let (id, likely) = (egui::Id::unique(("problems", self.problems.len())), 60.0 + 84.0 * self.problems.len() as f32);
            let panel = egui::Panel::top(id).frame(side).default_size(likely.min(most)).size_range(90.0..=most.max(91.0) * 1.5);
            panel.show(ui, |ui| {
                actions.extend(panel_problems::problems_ui(ui, &self.problems, self.race.is_some()));
            });
        }
        egui::CentralPanel::no_frame().show(ui, |ui| match &self.race {
            Some(race) => actions.extend(canvas::canvas_ui(ui, race, self.camera)),
            None => drop(ui.centered_and_justified(|ui| ui.weak("Nothing can be played yet."))),
        });
        let changed = !actions.is_empty();
        for action in actions {
            self.apply(action);
        }
        if changed {
            ui.ctx().request_repaint();
        }
    }
}

impl App {
    /// The window as a drawing table.
    fn drawing_ui(&mut self, ui: &mut egui::Ui) {
        let mut actions = vec![];
        egui::Panel::top("bar").show(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Play this board").clicked() {
                    actions.push(Action::PlayDrawn);
                }
                if ui.button("Back").clicked() {
                    actions.push(Action::Play);
                }
            });
        });
        if let Some(draw) = &mut self.draw {
            let mut acts = vec![];
            egui::Panel::left("tools").show(ui, |ui| {
                acts.extend(draw::tools_ui(ui, draw));
                acts.extend(draw::palette_ui(ui, draw));
            });
            egui::Panel::right("inspector").show(ui, |ui| acts.extend(draw::inspector_ui(ui, draw)));
            egui::Panel::bottom("problems").show(ui, |ui| {
                acts.extend(draw::problems_ui(ui, draw));
                acts.extend(draw::history_ui(ui, draw));
            });
            egui::CentralPanel::no_frame().show(ui, |ui| acts.extend(draw::board::board_ui(ui, draw)));
            actions.extend(acts.into_iter().map(Action::Board));
        }
        for action in actions {
            self.apply(action);
            ui.ctx().request_repaint();
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.window_ui(ui);
    }
}

const NUMBERS: [egui::Key; 9] = [
    egui::Key::Num1,
    egui::Key::Num2,
    egui::Key::Num3,
    egui::Key::Num4,
    egui::Key::Num5,
    egui::Key::Num6,
    egui::Key::Num7,
    egui::Key::Num8,
    egui::Key::Num9,
];

fn seed_by_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    derive_seed(now.as_nanos() as u64, 0) % SEEDS
}

/// All rulesets, by name and title.
fn titles(library: &Library) -> Vec<(String, String)> {
    library.names().into_iter().map(|name| (name.clone(), library.title(&name))).collect()
}

/// The ruleset's tracks with their titles, as far as reading them is quick.
fn track_names(ruleset: &Ruleset) -> Vec<TrackName> {
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
