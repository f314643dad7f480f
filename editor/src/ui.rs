//! The window: a race on a real track, to be played with the mouse; later the room in which boards and rules are made.
//!
//! Panels read the state and return [`app::Action`]s; one place applies them. Nothing here knows any game: what is drawn comes from
//! the rules' declarations and the manifest's appearance.

use std::process::ExitCode;

use crate::files::Library;

pub mod app;
mod board;
mod canvas;
mod log;
mod look;
mod panel_players;
mod panel_problems;
mod panel_setup;
mod panel_turn;
pub mod race;
mod theme;
mod wanted;
mod words;

/// What to use where no window can be opened.
const HEADLESS: &str = "play in the terminal instead: coursesetter play skoot";

/// Opens the window and stays until it is closed. Where there is no display, says so in one line.
pub fn open(library: &Library) -> ExitCode {
    if !has_display() {
        eprintln!("There is no display for a window; {HEADLESS}");
        return ExitCode::FAILURE;
    }
    let viewport = eframe::egui::ViewportBuilder::default()
        .with_title("Coursesetter")
        .with_app_id("coursesetter")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([800.0, 560.0]);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let library = library.clone();
    let made = eframe::run_native("coursesetter", options, Box::new(|cc| Ok(Box::new(app::App::new(library, &cc.egui_ctx)))));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let why = why.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            eprintln!("The window can't be opened ({why}); {HEADLESS}");
            ExitCode::FAILURE
        }
    }
}

/// Whether there is anything to show a window on. Only Unix says so beforehand.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(unix) || cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}
