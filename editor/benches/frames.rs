//! What a frame of the room for drawing costs, with all of its panes: on a board of 2,000 spaces and 4,000 links, and on a shipped one with art.
//!
//! `cargo bench -p editor --bench frames`; with `-- bent` after it, only the rows with that word. It is the work of the one thread that counts,
//! not the clock.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use editor::board::{Board, art};
use editor::drawing::disk::OnDisk;
use editor::drawing::hand::{Settings, Tool};
use editor::drawing::kit::{Stamp, Template};
use editor::drawing::tools::clip;
use editor::drawing::tools::course::{CourseDraft, Spread};
use editor::drawing::tools::select::Mode;
use editor::drawing::{Checker, Deed, Desk, Document, Drawing, Fields, Size, begin, read};
use editor::files::Library;
use editor::ui::action::{Action, Room};
use editor::ui::app::{App, Begin};
use editor::ui::draw::{Act, Draw};
use editor::ui::sheet::camera::Camera;
use editor::ui::theme;
use egui::{Pos2, pos2, vec2};
use interpreter::ruleset::{Ruleset, Texts};
use kurbo::Point;

mod work;

use work::worked_ms;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const BENT: &str = "a link is bent";
const LANES: usize = 40;
const SEGMENTS: usize = 50;
const FRAMES: u32 = 120;
/// Points for a millimetre: all of the board is in view.
const SCALE: f32 = 0.6;
const VIEW: egui::Vec2 = vec2(1280.0, 800.0);

/// A ground for each space, a link along each lane, one across the lanes.
const RULES: &str = "game field \"Field\" for 1..4 players\nenum Ground { plain, sand }\nspace { ground: Ground = plain }\n\
    link on one? drawn along\nlink down one? drawn outward\npiece Runner 1 per player\n\
    flow { end game ranking p in everyone by 1 }\n";
const MANIFEST: &str = "(id: \"field\", title: \"Field\", modules: [\"field.rules\"], appearance: {\
    \"Ground.plain\": (colour: \"#f3e2a0\"), \"Ground.sand\": (colour: \"#b9bec6\", pattern: stripes, icon: \"two-arrows\") })";

fn checker() -> Arc<Checker> {
    let mut texts = Texts { name: "field".to_owned(), ..Texts::default() };
    texts.files.insert("game.ron".into(), Ok(MANIFEST.into()));
    texts.files.insert("field.rules".into(), Ok(RULES.into()));
    Arc::new(Checker::new(&Ruleset::read(&texts), &[]))
}

/// Every seventh space is sand.
fn board(checker: &Checker) -> Drawing {
    let sheet = Size::new(1_000.0, 800.0);
    let mut drawing = Drawing::new(begin::track(checker, "Large", sheet), checker.schema.clone());
    let tile = editor::drawing::Edit::Track { name: "tile".into(), value: Some("14.0".into()) };
    drawing.edit(&tile).expect("tiles don't touch");
    let course = CourseDraft {
        points: vec![Point::new(10.0, 400.0), Point::new(990.0, 400.0)],
        spread: Spread::Count(SEGMENTS),
        lanes: LANES,
        lane_width: 20.0,
        ..CourseDraft::default()
    };
    let edit = course.edit(drawing.document(), &drawing.schema).expect("there is room");
    drawing.edit(&edit).expect("it is drawn");
    let keys = drawing.document().spaces().iter().step_by(7).map(|space| space.key).collect();
    let edit = editor::drawing::Edit::Set { keys, name: "ground".into(), value: Some("sand".into()) };
    drawing.edit(&edit).expect("it is painted");
    drawing
}

/// The program in a window without a screen.
struct Window {
    ctx: egui::Context,
    app: App,
    now: f64,
}

impl Window {
    fn new(document: Document, checker: &Arc<Checker>) -> Window {
        let sheet = document.header().sheet();
        let middle = vec2(sheet.width as f32, sheet.height as f32) / 2.0;
        let desk = Desk::new(document, OnDisk::new(Path::new("nowhere/large.ron")), checker.clone());
        let mut draw = Draw::new(desk);
        draw.camera = Some(Camera { middle: middle.to_pos2(), scale: SCALE });
        let nowhere = Library { rulesets: "nowhere/rulesets".into(), tracks: "nowhere/tracks".into() };
        let mut app = App::begin(nowhere, Begin { seed: Some(1), ..Begin::default() });
        (app.table.draw, app.shell.room) = (Some(draw), Room::Draw);
        let ctx = egui::Context::default();
        theme::apply(&ctx);
        Window { ctx, app, now: 0.0 }
    }

    fn draw(&self) -> &Draw {
        self.app.table.draw.as_ref().expect("a board lies on the table")
    }

    fn frame(&mut self, events: Vec<egui::Event>) -> egui::FullOutput {
        self.now += 1.0 / 60.0;
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, VIEW));
        let input = egui::RawInput { screen_rect, time: Some(self.now), events, ..Default::default() };
        let app = &mut self.app;
        self.ctx.run_ui(input, |ui| app.window_ui(ui))
    }

    fn step(&mut self, events: Vec<egui::Event>) {
        let mut output = self.frame(events);
        output.textures_delta.clear();
    }

    /// The mean work of so many frames, each after what `before` does with the window: that of the program, and that until egui has its triangles,
    /// in milliseconds.
    fn measured(&mut self, mut before: impl FnMut(&mut Window, u32) -> Vec<egui::Event>) -> (f64, f64) {
        let begun = Instant::now();
        let (mut own, mut triangles) = (0.0, 0.0);
        for n in 30..30 + FRAMES {
            let events = before(self, n);
            let start = worked_ms(begun);
            let mut output = self.frame(events);
            let between = worked_ms(begun);
            output.textures_delta.clear();
            black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
            own += between - start;
            triangles += worked_ms(begun) - between;
        }
        (own / f64::from(FRAMES), triangles / f64::from(FRAMES))
    }
}

fn tell(what: &str, (own, triangles): (f64, f64)) {
    println!("  {what:28} {own:>7.3} ms, and {triangles:.3} ms until egui has its triangles");
}

fn pressed(pos: Pos2) -> egui::Event {
    egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed: true, modifiers: egui::Modifiers::NONE }
}

/// The shipped board with most art: its art drawn anew, which is done off the frame, and frames with it.
fn with_art(wanted: impl Fn(&str) -> bool) {
    let [drawn, still, panned, dragged] =
        ["its art is drawn anew", "nothing happens with art", "a board with art is panned", "a space with art is dragged"];
    if ![drawn, still, panned, dragged].into_iter().any(&wanted) {
        return;
    }
    let at = |folder: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let texts = Library { rulesets: at("rulesets"), tracks: at("tracks") }.read("ski-the-mountain");
    let text = texts.tracks["three-towns"].as_ref().expect("it can be read");
    let document = read::read(text).expect("it is a track");
    let checker = Arc::new(Checker::new(&Ruleset::read(&texts), &[]));
    let board = Board::drawn(&document, &checker.schema, checker.manifest());
    let subject = board.art.as_ref().expect("it has art");
    let marks = art::draw(subject).marks.len();
    println!("{} spaces, {marks} marks of art:", board.spaces.len());
    if wanted(drawn) {
        let begun = Instant::now();
        let before = worked_ms(begun);
        (0..10).for_each(|_| drop(black_box(art::draw(black_box(subject)))));
        println!("  {drawn:28} {:>7.3} ms, off the frame", (worked_ms(begun) - before) / 10.0);
    }
    for what in [still, panned, dragged].into_iter().filter(|what| wanted(what)) {
        let mut window = Window::new(document.clone(), &checker);
        while window.draw().canvas.awaits_art() || window.now < 0.5 {
            window.step(vec![]);
        }
        let camera = window.draw().seen();
        let view = window.draw().view().expect("it was drawn");
        let first = board.spaces[0].tile.at;
        let start = camera.to_screen(view, first);
        if what == dragged {
            window.step(vec![egui::Event::PointerMoved(start)]);
            window.step(vec![pressed(start)]);
        }
        let each = |window: &mut Window, n: u32| {
            let by = vec2(n as f32, n as f32 * 0.5);
            if what == panned {
                window.app.apply(Action::Board(Act::Look(Some(camera.pan(by)))));
            }
            if what == dragged { vec![egui::Event::PointerMoved(start + by)] } else { vec![] }
        };
        tell(what, window.measured(each));
        let now = window.draw().desk.document().spaces()[0].at;
        assert_eq!(now != document.spaces()[0].at, what == dragged, "the drag moves it");
    }
}

/// The settings of the hand with a stamp, or with a template of the first spaces.
fn settings(draw: &Draw, tool: Tool) -> Settings {
    let mut settings = draw.desk.hand.settings.clone();
    let fields = Fields::default().with("ground", "sand").with("note", "\"stamped\"");
    settings.stamp = (tool == Tool::Paint).then(|| Stamp { name: "Sand".into(), fields, is_whole: false }.into());
    if tool == Tool::Template {
        let document = draw.desk.document();
        let keys: Vec<_> = document.spaces().iter().take(200).map(|space| space.key).collect();
        let part = clip::part(document, &keys);
        let board = Board::drawn(&part, &draw.desk.drawing.schema, draw.desk.manifest());
        settings.template = Some(Template { name: "Part".into(), part, board: board.into() }.into());
    }
    settings
}

fn main() {
    // Cargo itself adds an option.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |what: &str| wanted.iter().all(|word| what.contains(word));
    let checker = checker();
    let links: usize = board(&checker).document().links().iter().map(|link| link.steps().count()).sum();
    println!(
        "{} spaces, {links} links, {} by {} points; work of this thread for a frame, mean of {FRAMES}:",
        LANES * SEGMENTS,
        VIEW.x,
        VIEW.y
    );
    for (what, count, moves, tool) in [
        ("nothing happens", 0, false, Tool::Select),
        ("the pointer moves over it", 0, true, Tool::Select),
        ("one space is dragged", 1, true, Tool::Select),
        ("a hundred are dragged", 100, true, Tool::Select),
        ("all are dragged", LANES * SEGMENTS, true, Tool::Select),
        ("their course is reshaped", 1, true, Tool::Reshape),
        (BENT, 1, true, Tool::Select),
        ("a stamp is painted", 1, true, Tool::Paint),
        ("a template of 200 is placed", 1, true, Tool::Template),
    ]
    .into_iter()
    .filter(|(what, ..)| is_wanted(what))
    {
        let mut window = Window::new(board(&checker).document().clone(), &checker);
        (0..3).for_each(|_| window.step(vec![]));
        let spaces = || window.draw().desk.document().spaces().iter();
        let first = spaces().next().and_then(|space| space.at).expect("the first space");
        let mut chosen: Vec<_> = spaces().take(count).map(|space| space.key).collect();
        if what == BENT {
            chosen = vec![window.draw().desk.document().links()[0].key];
        }
        window.app.apply(Action::Board(Act::Do(Deed::Select(chosen, Mode::Replace))));
        let settings = settings(window.draw(), tool);
        window.app.apply(Action::Board(Act::Do(Deed::Settings(settings.into()))));
        window.app.apply(Action::Board(Act::Do(Deed::Take(tool))));
        let place = |id: &str| window.draw().desk.document().space(id).and_then(|space| space.at);
        let link = || window.draw().desk.document().links().first().expect("the first link");
        let grip = match tool {
            Tool::Select if what == BENT => link().spaces[0..2].iter().filter_map(|id| place(id)).reduce(|a, b| a.midpoint(b)),
            Tool::Reshape => Some(Point::new(10.0, 400.0)),
            _ => Some(first),
        };
        let grip = grip.expect("it lies somewhere");
        let (camera, view) = window.draw().camera.zip(window.draw().view()).expect("it was drawn");
        let start = camera.to_screen(view, pos2(grip.x as f32, grip.y as f32));
        window.step(vec![egui::Event::PointerMoved(start)]);
        if count > 0 {
            window.step(vec![pressed(start)]);
        }
        let moved = |n: u32| if moves { vec![egui::Event::PointerMoved(start + vec2(n as f32, n as f32 * 0.5))] } else { vec![] };
        // The first moves make what the others keep.
        (1..30).for_each(|n| window.step(moved(n)));
        let work = window.measured(|_, n| moved(n));
        let document = window.draw().desk.document();
        let now = document.spaces().first().and_then(|space| space.at);
        let is_bent = document.links().iter().any(|link| link.fields.get("bends").is_some());
        let moves_it = count > 0 && what != BENT && matches!(tool, Tool::Select | Tool::Reshape);
        assert_eq!((now != Some(first), is_bent), (moves_it, what == BENT), "the drag moves it");
        assert_eq!(document.spaces().len() > LANES * SEGMENTS, tool == Tool::Template, "it is placed");
        let is_painted = document.spaces().iter().any(|space| space.fields.get("note").is_some());
        assert_eq!(is_painted, tool == Tool::Paint, "it is painted");
        tell(what, work);
    }
    with_art(is_wanted);
}
