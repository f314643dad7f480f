//! The board as a whole: its look, the knobs, what stands beside it, and its colours.

use interpreter::data::manifest::BoardLook;
use interpreter::data::manifest::board::{KNOBS, PARTS, STYLES, Style, TINTS};

use super::{Edits, warnings_ui};
use crate::board::legible;
use crate::drawing::subjects::Subject;
use crate::ui::draw::Act;
use crate::ui::draw::field::Number;
use crate::ui::words::titled;

/// Shows what is said of the board. What isn't said is as in `usual`. Returns the changes.
pub fn board_ui(ui: &mut egui::Ui, subject: &Subject, said: &BoardLook, usual: &BoardLook) -> Vec<Act> {
    let mut edits = Edits { ui, subject, acts: vec![] };
    let whole = said.over(usual);
    edits.word("look", "Look", &STYLES, said.style.as_ref());
    if whole.style() == Style::Plain {
        edits.ui.weak("Plain: spaces on paper, and nothing else.");
        return edits.acts;
    }
    warnings_ui(edits.ui, legible::of_board(&whole));
    let seed = Number { docs: "Another seed scatters what is placed by chance differently", ..Number::whole(0, 9_999) };
    edits.number("seed", "Seed", seed, said.seed.map(f64::from), f64::from(usual.seed()));
    for (n, (name, low, high, default)) in KNOBS.into_iter().enumerate() {
        let number = Number { range: low..=high, speed: (high - low) / 200.0, unit: "", decimals: 2, docs: "" };
        let usual = usual.knobs[n].unwrap_or(default);
        edits.number(name, &titled(name), number, said.knobs[n].map(f64::from), f64::from(usual));
    }
    for (n, (name, default)) in PARTS.into_iter().enumerate() {
        let usual = usual.parts[n].unwrap_or(default);
        let mut on = said.parts[n].unwrap_or(usual);
        if edits.ui.checkbox(&mut on, titled(name)).changed() {
            edits.set(name, (on != usual).then(|| on.to_string()));
        }
    }
    if whole.style() == Style::Map {
        for (n, (name, _)) in TINTS.into_iter().enumerate() {
            edits.colour(name, &titled(name), "", said.tints[n]);
        }
    }
    edits.acts
}
