//! What writing in the rules costs the window's own thread, in a shipped file and in one of 1,500 lines: a frame in which nothing happens, and
//! one with a letter more. And what is worked out after each build, when somebody asks for names.
//!
//! `cargo bench -p editor --bench letters`. It is the work of one thread that counts, not the clock.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use editor::files::Library;
use editor::text::known::Known;
use editor::text::{Language, complete, hover};
use editor::ui::rules::{RulesPane, Shown, rules_ui};
use editor::workspace::{Build, Workspace};
use egui::{Event, Rect, vec2};
use interpreter::ruleset::{Setup, Texts};

mod work;

use work::worked_ms;

const FRAMES: usize = 100;
const LINES: usize = 1_500;

/// The pane in a window without a screen.
struct Window {
    ctx: egui::Context,
    pane: RulesPane,
    texts: Texts,
    build: Arc<Build>,
    now: f64,
}

impl Window {
    fn new(texts: Texts, name: &str) -> Window {
        let build = build(&texts);
        let ctx = egui::Context::default();
        editor::ui::theme::apply(&ctx);
        let mut window = Window { ctx, pane: RulesPane::default(), texts, build, now: 0.0 };
        window.frame(vec![]);
        window.pane.go_to(name, 0..0);
        (0..4).for_each(|_| drop(window.frame(vec![])));
        window
    }

    fn frame(&mut self, events: Vec<Event>) -> egui::FullOutput {
        self.now += 1.0 / 60.0;
        let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(900.0, 600.0));
        let input =
            egui::RawInput { screen_rect: Some(screen), time: Some(self.now), events, focused: true, ..Default::default() };
        let unsaved = BTreeSet::new();
        let shown = Shown { texts: &self.texts, newest: Some(&self.build), good: Some(&self.build), unsaved: &unsaved };
        let pane = &mut self.pane;
        self.ctx.run_ui(input, |ui| {
            black_box(rules_ui(ui, pane, &shown));
        })
    }
}

fn build(texts: &Texts) -> Arc<Build> {
    let mut workspace = Workspace::new(texts.clone(), Setup::default());
    let job = workspace.job().expect("something is to be built");
    workspace.finish(job.run());
    workspace.newest().expect("it is built").clone()
}

/// Mean work of so many frames, in milliseconds, and of the worst.
fn frames(window: &mut Window, events: impl Fn(usize) -> Vec<Event>) -> (f64, f64) {
    let begun = Instant::now();
    let (mut all, mut worst) = (0.0, 0.0_f64);
    for n in 0..FRAMES {
        let before = worked_ms(begun);
        let output = window.frame(events(n));
        black_box(window.ctx.tessellate(output.shapes, output.pixels_per_point));
        let took = worked_ms(begun) - before;
        all += took;
        worst = worst.max(took);
    }
    (all / FRAMES as f64, worst)
}

fn timed(what: &str, mut work: impl FnMut()) {
    let begun = Instant::now();
    let before = worked_ms(begun);
    let times = 20;
    (0..times).for_each(|_| work());
    println!("  {what:34} {:>7.3} ms", (worked_ms(begun) - before) / f64::from(times));
}

fn main() {
    let library = Library::built_in();
    let lines = |text: &str| text.lines().count();
    let all = library.names().into_iter().flat_map(|name| {
        let texts = library.read(&name);
        let rules = texts.files.clone().into_iter().filter(|(path, _)| path.ends_with(".rules"));
        let rules: Vec<(String, usize)> = rules.filter_map(|(path, text)| Some((path, lines(&text.ok()?)))).collect();
        rules.into_iter().map(move |(path, count)| (count, path, texts.clone()))
    });
    let (_, path, texts) = all.max_by_key(|(count, ..)| *count).expect("there are rules");
    let mut long = texts.clone();
    let text = texts.files[&path].as_ref().expect("it can be read").clone();
    let repeated: Vec<&str> = text.lines().cycle().take(LINES).collect();
    long.files.insert(path.clone(), Ok(repeated.join("\n").into()));
    let name = format!("{}/{path}", texts.name);
    for texts in [texts, long] {
        let text = texts.files[&path].as_ref().expect("it can be read").clone();
        println!("{name}, {} lines; work of this thread, mean and worst of {FRAMES} frames:", lines(&text));
        let mut window = Window::new(texts, &name);
        let (mean, worst) = frames(&mut window, |_| vec![]);
        println!("  nothing happens                    {mean:>7.3} ms {worst:>7.3} ms");
        let middle = text.floor_char_boundary(text.len() / 2);
        window.pane.go_to(&name, middle..middle);
        (0..4).for_each(|_| drop(window.frame(vec![])));
        let letters = ["p", ".", "a", " ", "x", "\n"];
        let (mean, worst) = frames(&mut window, |n| vec![Event::Text(letters[n % letters.len()].to_owned())]);
        println!("  a letter is written                {mean:>7.3} ms {worst:>7.3} ms");
        let build = window.build.clone();
        timed("what names mean, after a build", || drop(black_box(Known::of(&build, &name))));
        let known = Known::of(&build, &name);
        timed("what a word may become", || drop(black_box(complete::at(Language::Rules, &text, middle, Some(&known)))));
        timed("what a word means", || drop(black_box(hover::at(Language::Rules, &text, middle, Some(&known)))));
    }
}
