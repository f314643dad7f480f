//! The window: a race on a real track, played with the mouse, and a drawing table for boards.
//!
//! Panels read the state and return [`action::Action`]s; one place carries them out. Nothing here knows any game: the window draws what the
//! rules declare, as the manifest's appearance says.
//!
//! The window holds no game logic. Everything it draws comes from a state or a log. Of several people, only the one who has taken the seat
//! sees secrets (`Race::viewer`).

use std::process::ExitCode;

use crate::files::Library;
use crate::{board, words};

pub mod action;
pub mod app;
pub mod browse;
pub mod canvas;
mod card;
pub mod command;
pub mod dialog;
mod dice;
pub mod draw;
mod editing;
pub mod help;
mod hint;
pub mod layout;
mod log;
pub mod look;
mod note;
pub mod odds;
mod panel_cards;
pub mod panel_players;
mod panel_problems;
mod panel_rulebook;
mod panel_series;
mod panel_setup;
mod panel_start;
mod panel_statistics;
pub mod panel_turn;
mod panel_why;
pub mod panes;
mod pieces;
mod problem;
pub mod race;
mod rows;
pub mod rules;
mod scoresheet;
pub mod sheet;
pub mod statistics;
pub mod target;
pub mod theme;
mod thing;
mod told;
pub mod tour;
pub mod transport;
pub mod widget;
mod window;

/// Opens the window and returns when it is closed. `is_usual` says that nobody has named a folder of rulesets. If the window can't be
/// opened, prints one line that names an alternative.
pub fn open(library: &Library, is_usual: bool) -> ExitCode {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Coursesetter")
        .with_app_id("coursesetter")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([800.0, 560.0]);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let (advice, library) = (library.advice(), library.clone());
    let made = eframe::run_native("coursesetter", options, Box::new(|cc| Ok(Box::new(app::App::new(library, is_usual, cc)))));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let why = why.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            eprintln!("coursesetter: the window can't be opened ({why}); {advice}");
            ExitCode::FAILURE
        }
    }
}
