//! Pictures of boards as the window draws them, compared with those in `snapshots/`: for machines with a software renderer.
//!
//! `cargo test -p editor --features snapshots --test snapshots`; with `UPDATE_SNAPSHOTS=1` before it they are made anew, to be looked at.

use std::path::Path;
use std::sync::Arc;

use editor::drawing::disk::OnDisk;
use editor::drawing::{Checker, Desk, read};
use editor::files::Library;
use editor::ui::draw::board::board_ui;
use editor::ui::draw::{Draw, Vision};
use egui_kittest::Harness;
use interpreter::ruleset::Ruleset;

/// What it is called, the game, the track, whether the window is dark, and whose eyes it is shown to.
const BOARDS: [(&str, &str, &str, bool, Vision); 6] = [
    ("skoot", "skoot", "hilly", false, Vision::Full),
    ("biathlon-blast", "biathlon-blast", "bad-wolfsheim-kurz", false, Vision::Full),
    ("ski-the-mountain", "ski-the-mountain", "three-towns", false, Vision::Full),
    ("ski-the-mountain-grey", "ski-the-mountain", "three-towns", false, Vision::Grey),
    ("ski-the-mountain-dark", "ski-the-mountain", "three-towns", true, Vision::Full),
    ("hell-on-eight-wheels", "hell-on-eight-wheels", "oval", false, Vision::Full),
];

/// A board on the table.
fn table(game: &str, track: &str) -> Draw {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the editor lies in the repository");
    let library = Library { rulesets: top.join("rulesets"), tracks: top.join("tracks") };
    let texts = library.read(game);
    let text = texts.tracks[track].as_ref().expect("it can be read");
    let document = read::read(text).expect("it is a track");
    let on_disk = OnDisk::new(&library.tracks.join(game).join(format!("{track}.ron")));
    Draw::new(Desk::new(document, on_disk, Arc::new(Checker::new(&Ruleset::read(&texts), &[]))))
}

#[test]
fn boards_look_as_they_did() {
    let mut results = egui_kittest::SnapshotResults::new();
    for (name, game, track, is_dark, vision) in BOARDS {
        let mut draw = table(game, track);
        draw.vision = vision;
        let builder = Harness::builder().with_size([480.0, 360.0]).wgpu().with_context_setup(editor::ui::theme::apply);
        let mut window = builder.build_ui_state(
            |ui: &mut egui::Ui, draw: &mut Draw| {
                draw.look_for_problems(ui.ctx());
                board_ui(ui, draw);
            },
            draw,
        );
        window.ctx.set_theme(if is_dark { egui::Theme::Dark } else { egui::Theme::Light });
        // What the rules work out is drawn, too.
        for _ in 0..1_000 {
            window.step();
            if window.state().watch.found().is_some_and(|(_, is_newest)| is_newest) && !window.state().canvas.awaits_art() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        window.step();
        window.step();
        results.add(window.try_snapshot(name));
    }
}
