//! The pictures of the documentation: each is taken where a few clicks lead.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p editor --features snapshots --test ui pictures` writes them into `editor/docs`. It needs a software renderer,
//! and the machine to itself, as what draws gives up after some seconds. `mogrify +dither -colors 256 -define png:format=png8` makes them small.

use std::f64::consts::TAU;
use std::fs;
use std::sync::Arc;

use editor::drawing::hand::Tool;
use editor::ui::action::{Arrangement, Pane, Room, WindowMessage};
use editor::ui::command::Command;
use editor::ui::draw::Vision;
use editor::ui::statistics;
use egui::{Modifiers, pos2, vec2};
use egui_kittest::kittest::NodeT;

use super::*;
use crate::draw::artist::Artist;

const RULES: &str = "skoot/skoot.rules";

/// A window with a renderer, in which this is on show.
fn opened(begin: Begin, library: Library) -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(1.0 / 60.0).wgpu();
    let builder = builder.with_context_setup(editor::ui::theme::apply);
    // At the drawing table nobody plays on.
    let until_quiet = if begin.room == Room::Draw { built } else { settle };
    let mut window = builder.build_ui_state(|ui: &mut egui::Ui, app: &mut App| app.window_ui(ui), App::begin(library, begin));
    until_quiet(&mut window);
    window
}

/// A race in which people and bots have answered for a while.
fn raced(ruleset: &str, people: &[usize], answers: usize) -> Harness<'static, App> {
    let mut window =
        opened(Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(ruleset.into()), ..Begin::default() }, library());
    for seat in 0..race(&window).program.players {
        let is_person = people.contains(&seat);
        window.state_mut().apply(RaceMessage::Seat(seat, if is_person { Seat::Human } else { Seat::Greedy }));
    }
    settle(&mut window);
    (0..answers).for_each(|answer| {
        let options = race(&window).question().map_or(1, |question| question.options.len());
        window.state_mut().apply(RaceMessage::Choose(answer % options));
        settle(&mut window);
    });
    window.state_mut().apply(RaceMessage::Pace(Pace::Quick));
    window
}

fn drawing(ruleset: &str, track: &str) -> Artist {
    let (track, room) = (Some(track.to_owned()), Room::Draw);
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some(ruleset.into()), track, room, ..Begin::default() };
    let mut artist = Artist::sitting_at(opened(begin, library()));
    drawn(&mut artist.window);
    artist
}

/// Draws frames until all that is worked out beside the window is on show.
fn drawn(window: &mut Harness<'static, App>) {
    for _ in 0..600 {
        let draw = window.state().table.draw.as_ref();
        if draw.is_none_or(|draw| draw.watch.found().is_some_and(|(_, is_newest)| is_newest) && !draw.canvas.awaits_art()) {
            break;
        }
        wait(window);
    }
    (0..120).for_each(|_| window.step());
}

/// Takes a picture. It isn't compared with the one that is there, which has been made smaller.
#[track_caller]
fn take(window: &mut Harness<'static, App>, name: &str) {
    drawn(window);
    let picture = window.render().unwrap_or_else(|why| panic!("{why}"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        picture.save(format!("docs/{name}.png")).expect("it can be written");
    }
}

fn away(artist: &mut Artist) {
    artist.moved(pos2(640.0, 8.0));
}

fn text(window: &Harness<'static, App>) -> Arc<str> {
    window.state().sitting.live.texts().get(RULES).and_then(|text| text.as_ref().ok()).expect("it can be read").clone()
}

/// Types in the place of another text.
fn write(window: &mut Harness<'static, App>, from: &str, to: &str) {
    let text = text(window);
    assert!(text.contains(from), "{from}");
    window.state_mut().apply(TextMessage::Write(RULES.to_owned(), text.replacen(from, to, 1).into()));
    settle(window);
}

fn show(window: &mut Harness<'static, App>, pane: Pane) {
    window.state_mut().apply(WindowMessage::Show(pane));
    settle(window);
}

#[test]
fn a_race() {
    let mut window = raced("skoot", &[0], 2);
    take(&mut window, "window");
    window.state_mut().apply(WindowMessage::Arrange(Arrangement::Present));
    take(&mut window, "present");
    let mut window = raced("skoot", &[0], 0);
    show(&mut window, Pane::Start);
    take(&mut window, "start");
}

#[test]
fn cards() {
    take(&mut raced("biathlon-blast", &[0], 4), "cards");
    take(&mut raced("ski-the-mountain", &[0], 3), "playtest");
}

#[test]
fn why() {
    let mut window = raced("skoot", &[0], 2);
    let names: Vec<String> =
        window.query_all_by_label_contains("Why: ").filter_map(|node| node.accesskit_node().label()).collect();
    let tactic = names.iter().find(|name| name.contains("Tactic of Player 2")).unwrap_or_else(|| panic!("{names:?}"));
    window.get_all_by_label(tactic).next().expect("it is there").scroll_to_me();
    settle(&mut window);
    window.get_all_by_label(tactic).next().expect("it is there").click_secondary();
    (0..2).for_each(|_| window.step());
    window.query_all_by_label_contains("Why does ").next().expect("it is offered").click();
    window.step();
    until(&mut window, |window| race(window).why().is_some_and(|asked| asked.writes.is_some()));
    take(&mut window, "why");
}

#[test]
fn a_change_of_the_rules() {
    let mut window = raced("skoot", &[0], 2);
    let (from, to) = ("tactic: int in 0..3", "tactic: int in 0..1");
    write(&mut window, from, to);
    let at = text(&window).find(to).expect("it was written");
    window.state_mut().apply(TextMessage::ShowText(RULES.into(), at..at));
    settle(&mut window);
    take(&mut window, "reload");
}

#[test]
fn a_problem_in_the_rules() {
    let mut window = raced("skoot", &[0], 1);
    let text = text(&window);
    let param = "param laps: int in 1..9 = 3";
    let end = text.find(param).expect("it is there") + param.len();
    window.state_mut().apply(TextMessage::ShowText(RULES.into(), end - 1..end));
    settle(&mut window);
    window.event(egui::Event::Text("lap".into()));
    settle(&mut window);
    take(&mut window, "rules-problem");
}

#[test]
fn a_test_that_fails() {
    let mut window = raced("skoot", &[0], 1);
    write(&mut window, "param laps: int in 1..9 = 3", "param laps: int in 1..9 = 2");
    window.state_mut().apply(TextMessage::ShowText("skoot/rulebook-tests.rules".into(), 0..0));
    settle(&mut window);
    let failed = |window: &Harness<'static, App>| {
        let is_it = |label: &str| label.starts_with("Test ") && label.ends_with(": failed");
        let mut marks = window.query_all_by_role(Role::Button);
        marks.find(|node| node.accesskit_node().label().is_some_and(|label| is_it(&label))).map(|mark| mark.rect().center())
    };
    until(&mut window, |window| failed(window).is_some());
    let mark = failed(&window).expect("it was there");
    window.hover_at(mark);
    window.step();
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: mark, button, pressed, modifiers });
        window.step();
    }
    until(&mut window, |window| window.query_by_label("Run again").is_some());
    take(&mut window, "rules-tests");
}

#[test]
fn statistics_of_two_rules() {
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), statistics: true, ..Begin::default() };
    let mut window = opened(begin, library());
    show(&mut window, Pane::Statistics);
    let played = |window: &mut Harness<'static, App>| {
        until(window, |window| {
            let statistics = &window.state().statistics;
            statistics.newest.as_ref().is_some_and(|newest| newest.is_done && statistics.is_current(newest))
        });
        settle(window);
    };
    played(&mut window);
    window.state_mut().apply(SetupMessage::Set("laps".into(), Some("2".into())));
    settle(&mut window);
    played(&mut window);
    window.state_mut().apply(Action::Statistics(statistics::Act::Heat(true)));
    take(&mut window, "statistics");
}

#[test]
fn a_trail() {
    // In a folder of its own, as its path is in the picture.
    let folder = std::env::temp_dir().join("coursesetter-pictures");
    let library = copy_into(&folder);
    let point = |n: usize| {
        let turn = TAU * n as f64 / 400.0;
        let from_middle = 1.0 + 0.22 * (3.0 * turn).sin() + 0.12 * (5.0 * turn + 1.0).cos();
        let (latitude, longitude) = (47.0 + 0.018 * from_middle * turn.sin(), 10.0 + 0.044 * from_middle * turn.cos());
        let height = 850.0 + 130.0 * (turn - 1.0).sin() + 45.0 * (3.0 * turn).sin() + 20.0 * (7.0 * turn).cos();
        format!("<trkpt lat=\"{latitude}\" lon=\"{longitude}\"><ele>{height}</ele></trkpt>")
    };
    let points: String = (0..=400).map(point).collect();
    let text =
        format!("<gpx version=\"1.1\" creator=\"us\"><trk><name>Larch Valley Round</name><trkseg>{points}</trkseg></trk></gpx>");
    let file = folder.join("larch-valley.gpx");
    fs::write(&file, text).expect("it is written");
    let begin = Begin { pace: Pace::Instant, seed: Some(7), ruleset: Some("skoot".into()), ..Begin::default() };
    let mut window = opened(begin, library);
    let action = Command::NewTrail.action(window.state());
    window.state_mut().apply(action);
    settle(&mut window);
    window.get_by_role_and_label(Role::TextInput, "GPX file").click();
    settle(&mut window);
    window.event(egui::Event::Text(file.display().to_string()));
    settle(&mut window);
    until(&mut window, |window| window.query_by_label_contains("Profile:").is_some());
    (0..60).for_each(|_| wait(&mut window));
    take(&mut window, "trail");
    fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn boards() {
    let mut artist = drawing("skoot", "hilly");
    artist.click(artist.space("a08"));
    away(&mut artist);
    take(&mut artist.window, "drawing");
    for (name, game, track, vision, is_dark) in [
        ("drawing-biathlon-blast", "biathlon-blast", "bad-wolfsheim-kurz", Vision::Full, false),
        ("drawing-ski-the-mountain", "ski-the-mountain", "three-towns", Vision::Full, false),
        ("drawing-greyscale", "ski-the-mountain", "three-towns", Vision::Grey, false),
        ("drawing-dark", "hell-on-eight-wheels", "oval", Vision::Full, true),
    ] {
        let mut artist = drawing(game, track);
        artist.act(editor::ui::draw::Act::See(vision));
        if is_dark {
            artist.window.state_mut().apply(WindowMessage::Theme(egui::ThemePreference::Dark));
        }
        take(&mut artist.window, name);
    }
}

#[test]
fn a_course_that_is_reshaped() {
    let mut artist = drawing("skoot", "hilly");
    artist.take(Tool::Reshape);
    let (x, y) = artist.space("a24");
    artist.click((x, y));
    // Not so soon that it is a double click.
    artist.window.run_steps(30);
    let from = artist.at(x, y);
    artist.button(from, true);
    for n in 1..=6 {
        artist.moved(from + vec2(-4.0, 7.0) * n as f32);
        artist.window.step();
    }
    take(&mut artist.window, "reshaping");
}

#[test]
fn a_stamp_that_is_painted() {
    let mut artist = drawing("skoot", "hilly");
    artist.choose("Stamp: Climb");
    let way: Vec<_> = ["a34", "a35", "a36"].iter().map(|id| artist.space(id)).collect();
    artist.drag(&way);
    take(&mut artist.window, "stamp");
}

#[test]
fn looks() {
    let mut artist = drawing("skoot", "hilly");
    for label in ["Looks", "Look of Area.exit"] {
        artist.window.get_by_role_and_label(Role::Button, label).click();
        artist.window.run_steps(4);
    }
    let icon =
        artist.window.query_all_by_label_contains("Icon").filter(|node| node.accesskit_node().role() == Role::Button).next_back();
    icon.expect("its icon can be chosen").focus();
    artist.window.run_steps(2);
    artist.window.key_press(Key::Enter);
    artist.window.run_steps(4);
    take(&mut artist.window, "looks");
}
