//! What a designer waits for while a race goes on: problems after a keystroke, the race under the new rules, files saved outside, and any
//! moment of the past. And what of it keeps the window's own thread busy.
//!
//! `cargo bench -p editor --bench live`. Waiting is measured by the clock, on a machine that should be idle; the window's thread by its work.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use editor::files::Library;
use editor::live::{Live, News};
use editor::playtest::Takes;
use editor::playtest::{Act, Pace, Waiting};
use editor::ui::action::{Action, FileMessage, RaceMessage, SetupMessage, TextMessage};
use editor::ui::app::{App, Begin};
use egui::{Pos2, vec2};
use interpreter::players::Seat;
use interpreter::program::Program;
use interpreter::ruleset::Setup;

mod work;

use work::worked_ms;

const TIMES: usize = 15;
/// So long bots think.
const THINKING: Duration = Duration::from_secs(4);
/// So long something is waited for that never comes.
const MOST: Duration = Duration::from_secs(20);

/// The rulesets and tracks that are there, copied.
fn copied() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().expect("there is room for a copy");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for part in ["rulesets", "tracks"] {
        copy(&project.join(part), &folder.path().join(part));
    }
    let library = Library { rulesets: folder.path().join("rulesets"), tracks: folder.path().join("tracks") };
    (folder, library)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder is made");
    for entry in std::fs::read_dir(from).expect("it can be read").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("it is copied");
        }
    }
}

/// The window without a screen.
struct Window {
    ctx: egui::Context,
    app: App,
    begun: Instant,
    /// The longest frame with what was asked for before it, in milliseconds: its work, and how long it took.
    longest: (f64, f64),
}

impl Window {
    fn new(library: Library, ruleset: &str) -> Window {
        let begin = Begin { pace: Pace::Instant, seed: Some(3), ruleset: Some(ruleset.to_owned()), ..Begin::default() };
        let mut window =
            Window { ctx: egui::Context::default(), app: App::begin(library, begin), begun: Instant::now(), longest: (0.0, 0.0) };
        editor::ui::theme::apply(&window.ctx);
        (0..8).for_each(|seat| window.app.apply(RaceMessage::Seat(seat, Seat::Random)));
        (0..5).for_each(|_| window.frame());
        window
    }

    fn frame(&mut self) {
        self.frame_with([]);
    }

    /// A frame, and before it what somebody asks for.
    fn frame_with(&mut self, actions: impl IntoIterator<Item = Action>) {
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = egui::RawInput { screen_rect, time: Some(self.begun.elapsed().as_secs_f64()), ..Default::default() };
        let (before, began) = (worked_ms(self.begun), Instant::now());
        actions.into_iter().for_each(|action| self.app.apply(action));
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.window_ui(ui));
        let (work, clock) = (worked_ms(self.begun) - before, began.elapsed().as_secs_f64() * 1e3);
        self.longest = (self.longest.0.max(work), self.longest.1.max(clock));
        output.textures_delta.clear();
    }

    /// Frames until something is so; milliseconds by the clock.
    fn until(&mut self, is: impl Fn(&App) -> bool) -> f64 {
        let begun = Instant::now();
        while !is(&self.app) {
            assert!(begun.elapsed() < MOST, "it never comes");
            self.frame();
            std::thread::sleep(Duration::from_micros(500));
        }
        begun.elapsed().as_secs_f64() * 1e3
    }

    /// Asks for something and draws frames until nothing more is to come of it; milliseconds by the clock.
    fn done(&mut self, action: Action) -> f64 {
        let begun = Instant::now();
        self.frame_with([action]);
        self.until(|app| !app.is_building());
        begun.elapsed().as_secs_f64() * 1e3
    }

    /// The longest frame since this was asked last.
    fn longest(&mut self) -> String {
        let (work, clock) = std::mem::take(&mut self.longest);
        format!("longest frame {work:5.1} ({clock:5.1} by the clock)")
    }

    /// Plays until so many questions were answered, or to the end.
    fn play(&mut self, choices: usize) {
        let begun = Instant::now();
        while begun.elapsed() < MOST {
            self.frame();
            let race = self.app.sitting.race.as_ref().expect("a race is open");
            if race.path().sum().choices >= choices || race.waiting(Pace::Instant) == Waiting::Nobody {
                return;
            }
        }
    }
}

fn shown(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    format!("{:6.1} ms, at most {:6.1}", times[times.len() / 2], times[times.len() - 1])
}

/// The file of rules that is the longest, and a line to be written at its end.
fn rules(library: &Library, ruleset: &str) -> (String, PathBuf, String) {
    let texts = library.read(ruleset);
    let longest =
        texts.named().filter(|(name, _)| name.ends_with(".rules")).max_by_key(|(_, text)| text.as_ref().map_or(0, |t| t.len()));
    let (name, text) = longest.expect("a ruleset has rules");
    let path = library.path(&name).expect("it lies in the folder");
    (name, path, text.as_ref().expect("it can be read").to_string())
}

fn main() {
    println!("median of {TIMES}; the longest frame is the work of the window's thread, with what was asked for");
    for ruleset in copied().1.names() {
        let (_folder, library) = copied();
        let (name, path, text) = rules(&library, &ruleset);
        println!("{ruleset} ({} lines in {name})", text.lines().count());
        // A comment would change nothing that is played.
        let edited = |n: usize| format!("{text}rule nothing_{n}() {{ }}\n");

        let mut live = Live::default();
        live.open(library.read(&ruleset), Setup::default());
        let problems = (0..TIMES).map(|n| {
            live.write(&name, format!("{}\nrule broken_{n}( {{ }}\n", text).into());
            let begun = Instant::now();
            let built = live.build_now();
            assert!(matches!(built, Some(News::Built(_))), "it is built");
            begun.elapsed().as_secs_f64() * 1e3
        });
        println!("  keystroke to problems, broken text    {}", shown(problems.collect()));
        let problems = (0..TIMES).map(|n| {
            live.write(&name, edited(n).into());
            let begun = Instant::now();
            live.build_now();
            begun.elapsed().as_secs_f64() * 1e3
        });
        println!("  keystroke to problems, good text      {}", shown(problems.collect()));

        let mut window = Window::new(library.clone(), &ruleset);
        let ctx = window.ctx.clone();
        window.app.watch(&ctx);
        window.app.apply(RaceMessage::PlayOn(true));
        window.play(40);
        (0..TIMES).for_each(|_| window.frame());
        window.app.apply(RaceMessage::PlayOn(false));
        (0..8).for_each(|seat| window.app.apply(RaceMessage::Seat(seat, Seat::Human)));
        (0..50).for_each(|_| window.frame());
        let program = |app: &App| app.sitting.race.as_ref().map(|race| race.program.clone());
        let is_under =
            |app: &App, known: &Option<Arc<Program>>| program(app).as_ref().map(Arc::as_ptr) == known.as_ref().map(Arc::as_ptr);
        window.longest();
        let typed = (0..TIMES).map(|n| {
            let before = program(&window.app);
            window.frame_with([Action::Text(TextMessage::Write(name.clone(), edited(n).into()))]);
            window.until(|app| !is_under(app, &before))
        });
        let typed = shown(typed.collect());
        println!("  edit to the race under the new rules  {typed}; {}", window.longest());
        window.app.apply(TextMessage::TakeText(name.clone()));
        window.until(|app| !app.is_building());
        (0..200).for_each(|_| window.frame());
        window.longest();
        let saved = (0..TIMES).map(|n| {
            std::thread::sleep(Duration::from_millis(130));
            let before = program(&window.app);
            std::fs::write(&path, edited(n + 100)).expect("it is saved");
            window.until(|app| !is_under(app, &before))
        });
        let saved = shown(saved.collect());
        println!("  saved outside to the race following   {saved}; {}", window.longest());

        window.app.apply(RaceMessage::PlayOn(true));
        window.app.apply(RaceMessage::NewRace);
        window.play(usize::MAX);
        (0..3).for_each(|_| window.frame());
        let stops = window.app.sitting.race.as_ref().map_or(0, |race| race.timeline().last());
        // Looked through from its end, so that all of it is played again.
        window.longest();
        window.app.apply(RaceMessage::Takes(Takes::Replay));
        let replays = (0..TIMES).map(|n| {
            let before = program(&window.app);
            window.frame_with([Action::Text(TextMessage::Write(name.clone(), edited(n + 200).into()))]);
            window.until(|app| !is_under(app, &before))
        });
        let replays = shown(replays.collect());
        println!("  the whole race replayed under them    {replays}; {}", window.longest());
        window.longest();
        let scrubs = (0..TIMES * 4).map(|n| {
            let begun = Instant::now();
            window.frame_with([Action::Playtest(Act::LookAt((n * 7919) % (stops + 1)))]);
            begun.elapsed().as_secs_f64() * 1e3
        });
        let scrubs = shown(scrubs.collect());
        println!("  scrub to one of {stops:5} moments          {scrubs}; {}", window.longest());

        let saved = library.rulesets.join("race.ron");
        window.frame_with([Action::Text(TextMessage::TakeText(name.clone())), Action::Race(RaceMessage::NewRace)]);
        window.until(|app| !app.is_building());
        window.play(usize::MAX);
        window.done(Action::File(FileMessage::SaveGame(saved.clone())));
        window.longest();
        let opened = shown((0..TIMES).map(|_| window.done(Action::File(FileMessage::OpenGame(saved.clone())))).collect());
        println!("  a saved game opened                   {opened}; {}", window.longest());
        begun(&mut window, &ruleset);
        thought(&mut window);
    }
}

/// A series is begun, where there is one, and the ruleset is chosen after another.
fn begun(window: &mut Window, ruleset: &str) {
    window.app.apply(RaceMessage::PlayOn(false));
    (0..8).for_each(|seat| window.app.apply(RaceMessage::Seat(seat, Seat::Human)));
    let series = window.app.ruleset.as_ref().and_then(|ruleset| ruleset.manifest.series.first().map(|s| s.name.to_string()));
    if let Some(name) = series {
        window.longest();
        let begin = |_| {
            window.done(Action::Setup(SetupMessage::Series(None)));
            window.done(Action::Setup(SetupMessage::Series(Some(name.clone()))))
        };
        let begun = shown((0..TIMES).map(begin).collect());
        println!("  a series begun                        {begun}; {}", window.longest());
        assert!(window.app.race_number().is_some(), "it can be played");
    }
    let other = window.app.catalogue.library.names().into_iter().find(|name| name != ruleset).expect("there are several");
    let choose = |window: &mut Window| {
        window.done(Action::Setup(SetupMessage::Ruleset(other.clone())));
        (0..3).for_each(|_| window.frame());
        window.longest();
        let time = window.done(Action::Setup(SetupMessage::Ruleset(ruleset.to_owned())));
        (0..3).for_each(|_| window.frame());
        (time, window.longest)
    };
    let chosen: Vec<(f64, (f64, f64))> = (0..TIMES).map(|_| choose(window)).collect();
    let most = |of: fn(&(f64, f64)) -> f64| chosen.iter().map(|(_, longest)| of(longest)).fold(0.0, f64::max);
    window.longest = (most(|longest| longest.0), most(|longest| longest.1));
    let chosen = shown(chosen.iter().map(|(time, _)| *time).collect());
    println!("  the ruleset chosen after another      {chosen}; {}", window.longest());
}

/// Bots that think in all seats.
fn thought(window: &mut Window) {
    (0..8).for_each(|seat| window.app.apply(RaceMessage::Seat(seat, Seat::Greedy)));
    window.longest();
    let (begun, mut answers) = (Instant::now(), 0);
    while begun.elapsed() < THINKING {
        window.done(Action::Race(RaceMessage::NewRace));
        while begun.elapsed() < THINKING
            && window.app.sitting.race.as_ref().is_some_and(|race| race.waiting(Pace::Instant) == Waiting::Bot)
        {
            window.frame();
        }
        answers += window.app.sitting.race.as_ref().map_or(0, |race| race.path().sum().choices);
    }
    let rate = answers as f64 / begun.elapsed().as_secs_f64();
    println!("  greedy bots in all seats, answers/s   {rate:6.0}                    ; {}", window.longest());
}
