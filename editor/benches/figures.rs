//! How soon figures come after a change, and what their pane costs the window itself in a frame.
//!
//! `cargo bench -p editor --bench figures`. Of a frame it is the work of the one thread that counts, not the clock.

use std::path::Path;
use std::time::{Duration, Instant};

use editor::files::Library;
use editor::playtest::Pace;
use editor::ui::action::{Action, Pane};
use editor::ui::app::{App, Begin};
use editor::ui::statistics::Act;
use egui::{Pos2, vec2};

const FRAMES: u32 = 120;

/// A window without a screen.
struct Window {
    ctx: egui::Context,
    app: App,
    now: f64,
}

impl Window {
    fn new(ruleset: &str) -> Window {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let library = Library { rulesets: project.join("rulesets"), tracks: project.join("tracks") };
        let begin =
            Begin { pace: Pace::Step, seed: Some(7), ruleset: Some(ruleset.to_owned()), statistics: true, ..Begin::default() };
        let ctx = egui::Context::default();
        editor::ui::theme::apply(&ctx);
        Window { ctx, app: App::begin(library, begin), now: 0.0 }
    }

    fn frame(&mut self) {
        self.now += 1.0 / 60.0;
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = egui::RawInput { screen_rect, time: Some(self.now), ..Default::default() };
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.window_ui(ui));
        output.textures_delta.clear();
    }

    /// Draws frames until there are figures of what is wanted now; how long that takes.
    fn first_figures(&mut self) -> Duration {
        let begun = Instant::now();
        loop {
            self.frame();
            let statistics = &self.app.statistics;
            if statistics.newest.as_ref().is_some_and(|newest| statistics.is_current(newest)) && !self.app.is_building() {
                return begun.elapsed();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Draws frames until all games are played.
    fn all_figures(&mut self) -> Duration {
        let begun = Instant::now();
        while self.app.statistics.runner.is_busy() {
            self.frame();
            std::thread::sleep(Duration::from_millis(5));
        }
        self.frame();
        begun.elapsed()
    }

    /// Milliseconds of this thread in a frame.
    fn mean_ms(&mut self) -> f64 {
        (0..20).for_each(|_| self.frame());
        let begun = Instant::now();
        let before = worked_ms(begun);
        (0..FRAMES).for_each(|_| self.frame());
        (worked_ms(begun) - before) / f64::from(FRAMES)
    }
}

/// Milliseconds that this thread has been at work, whatever else the machine does meanwhile; off Linux those of the clock.
fn worked_ms(begun: Instant) -> f64 {
    let known = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = known.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64() * 1e3, |n| n / 1e6)
}

fn main() {
    println!("from a change to the first figures, then to those of 5 000 games, with random players:");
    for ruleset in ["skoot", "biathlon-blast", "ski-the-mountain", "hell-on-eight-wheels"] {
        let mut window = Window::new(ruleset);
        window.first_figures();
        // The other bots are another job; the first figures of the greedy ones are the slowest.
        window.app.apply(Action::Statistics(Act::Bots(interpreter::players::Seat::Greedy)));
        window.frame();
        let greedy = window.first_figures();
        window.app.apply(Action::Statistics(Act::Bots(interpreter::players::Seat::Random)));
        window.frame();
        let first = window.first_figures();
        let all = window.all_figures();
        let games = window.app.statistics.newest.as_ref().map_or(0, |newest| newest.games());
        println!("  {ruleset:22} {first:>8.0?} first, {all:>8.1?} more to {games}; greedy players {greedy:>8.0?} first");
    }
    let mut window = Window::new("biathlon-blast");
    window.frame();
    window.all_figures();
    println!("work of the window's thread for a frame of Biathlon Blast, 1280 by 800 points, mean of {FRAMES}:");
    for (what, pane) in [("the log is on show", Pane::Log), ("the figures are on show", Pane::Statistics)] {
        window.app.shell.layouts.want(pane);
        println!("  {what:28} {:>7.3} ms", window.mean_ms());
    }
    window.app.apply(Action::Statistics(Act::Heat(true)));
    println!("  {:28} {:>7.3} ms", "and stops on the board", window.mean_ms());
}
