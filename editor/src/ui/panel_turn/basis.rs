//! What a choice rests on: the piece that is asked about and where it stands, the dice just thrown, the card just played, what was chosen
//! before it in this turn, or what somebody else has just done.

use egui::RichText;
use interpreter::data::manifest::Use;
use interpreter::face;
use interpreter::game::Question;

use crate::playtest::Race;
use crate::ui::theme::strong;
use crate::ui::words::{log_line, sentence, titled};
use crate::ui::{card, dice};

/// The size of dice beside a question.
const DIE: f32 = 22.0;
/// The width of the words before what they are about.
const WORDS: f32 = 58.0;
/// The most cards that are named.
const MOST_NAMED: usize = 4;
/// The most cards of which it is also said what is on them.
const MOST_TOLD: usize = 2;

/// Says where the piece stands that a question is about.
pub fn place(race: &Race, question: &Question) -> Option<String> {
    let (kind, piece) = race.asked_about(question)?;
    let look = race.looks().pieces.get(kind)?;
    let stands = race.pieces().find(|(of, n, _)| (*of, *n) == (kind, piece))?.2;
    let place =
        stands.and_then(|space| race.program.called.get(space)).map_or("off the board".to_owned(), |place| place.to_string());
    let lane = race.lane_of(kind, piece).filter(|_| stands.is_some()).map_or(String::new(), |lane| format!(", lane {lane}"));
    let is_only = race.pieces().filter(|(of, n, _)| race.owner(*of, *n) == race.owner(kind, piece)).count() == 1;
    let name = if is_only { String::new() } else { format!("{}, ", look.name(&race.program, &race.table_state, kind, piece)) };
    let signs = look.told(&race.program, &race.table_state, race.viewer(), piece);
    let signs: String = signs.iter().map(|(name, count)| format!(", {} {count}", name.replace('_', " "))).collect();
    Some(sentence(&format!("{name}{place}{lane}{signs}")))
}

/// Shows what a question rests on, in as few lines as there are things.
pub fn basis_ui(ui: &mut egui::Ui, race: &Race, question: &Question) {
    let basis = race.basis(question, race.asked_about(question));
    if !basis.rolled.is_empty() {
        row_ui(ui, "Thrown", |ui| dice::dice_ui(ui, race, &basis.rolled, DIE));
    }
    if let Some(moved) = basis.cards {
        let heap = moved.to.and_then(|heap| race.program.cards.get(moved.kind.index())?.heaps.get(heap));
        // One's own piles lie below the board, and the name of a playing card says all of it.
        let kind = &race.program.ir.kinds[moved.kind.index()].name;
        let is_named = race.ruleset.manifest.look(kind).fields(Use::Pips).is_some();
        let is_told = !is_named && moved.cards.len() <= MOST_TOLD && heap.is_some_and(|heap| heap.owner.is_none());
        let pile = heap.map_or(String::new(), |heap| titled(&race.program.ir.piles[heap.pile.index()].name));
        let cards = race.laid_with(moved);
        row_ui(ui, &pile, |ui| {
            for card in cards.iter().take(MOST_NAMED) {
                card::name_ui(ui, race, moved.kind, *card, &[]);
            }
            if let Some(more) = cards.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                ui.weak(format!("and {more} more"));
            }
        });
        for card in moved.cards.iter().filter(|_| is_told) {
            let told = face::told(&face::facts(&race.program, moved.kind, *card));
            ui.add(egui::Label::new(RichText::new(told).small().weak()).wrap());
        }
    }
    if !basis.chosen.is_empty() {
        let chosen: Vec<String> = basis.chosen.iter().map(|chosen| log_line(chosen)).collect();
        row_ui(ui, "Chosen", |ui| drop(ui.label(chosen.join(", "))));
    }
    for line in &basis.hits {
        ui.add(egui::Label::new(strong(log_line(line.text_for(race.viewer()))).small()).wrap());
    }
    for line in &basis.others {
        ui.add(egui::Label::new(RichText::new(log_line(line.text_for(race.viewer()))).small()).wrap());
    }
}

/// Shows things after the words for them, in as many lines as they need.
fn row_ui(ui: &mut egui::Ui, words: &str, contents: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let label = ui.weak(RichText::new(words).small());
        ui.add_space((WORDS - label.rect.width()).max(2.0));
        contents(ui);
    });
}
