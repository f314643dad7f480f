//! The field for words that a tool needs before it goes on, shown at the place they are for.

use std::path::Path;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, RichText};
use kurbo::Size;

use super::{Act, Draw, scene_pos};
use crate::drawing::Deed;
use crate::drawing::hand::{HandKey, Question, Tool};
use crate::drawing::tools::pen::fitted;
use crate::files;
use crate::ui::browse::{Browse, Looks};
use crate::ui::sheet::{OnSheet, pictures};
use crate::ui::theme::Theme;
use crate::ui::widget::{keep_focus, primary};

/// A question of the hand, and the answer typed so far.
pub struct Typed {
    question: Question,
    text: String,
    /// The system's file dialog.
    browse: Option<Browse>,
    /// Whether the dialog closed without a choice, or did not open.
    was_left: bool,
    /// Whether nothing was typed when it was to be done.
    is_missed: bool,
    /// The number of frames the field has been shown.
    frames: u8,
}

/// The number of first frames in which the field asks for the focus.
const FIRST: u8 = 3;

pub fn ask_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, draw: &mut Draw, folder: &Path) -> Vec<Act> {
    let Some(question) = draw.desk.hand.asks() else {
        draw.canvas.typed = None;
        return vec![];
    };
    let is_new = draw.canvas.typed.as_ref().is_none_or(|typed| typed.question != question);
    if is_new {
        draw.canvas.typed = Some(Typed {
            text: question.now.clone(),
            question: question.clone(),
            browse: None,
            was_left: false,
            is_missed: false,
            frames: 0,
        });
    }
    let sheet_size = draw.desk.document().header().sheet();
    let Some(typed) = &mut draw.canvas.typed else { return vec![] };
    let mut acts = vec![];
    // The field stays inside the pane, unless the pane is smaller than the field.
    let at = sheet.at(scene_pos(question.at)).min(sheet.view.max - egui::vec2(240.0, 70.0)).max(sheet.view.min);
    egui::Area::new(egui::Id::unique("what the hand asks")).fixed_pos(at).order(egui::Order::Foreground).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            let asks = ui.label(&question.asks);
            let field = egui::TextEdit::singleline(&mut typed.text).desired_width(220.0);
            let field = ui.add(field).labelled_by(asks.id);
            // In the first frames, egui only finds out how large the area is.
            if typed.frames < FIRST {
                field.request_focus();
                // All of the text is selected, so that typing replaces it.
                let mut state = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
                let all = CCursorRange::two(CCursor::new(0), CCursor::new(typed.text.chars().count()));
                state.cursor.set_char_range(Some(all));
                state.store(ui.ctx(), field.id);
                typed.frames += 1;
                ui.ctx().request_repaint();
            }
            if let Some(picked) = typed.browse.as_mut().and_then(Browse::answer) {
                typed.browse = None;
                typed.was_left = picked.is_none();
                if let Some(file) = picked {
                    typed.text = files::beside(&file, folder);
                }
            }
            if typed.was_left {
                ui.small("Nothing was chosen. If no dialog opens, type the name here.");
            }
            typed.is_missed &= typed.text.trim().is_empty();
            if typed.is_missed {
                ui.label(RichText::new("Type it here first").color(Theme::of(ui).error));
            }
            let (enter, escape) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
            ui.horizontal(|ui| {
                if draw.desk.hand.tool == Tool::Picture && question.now.is_empty() {
                    let button = ui.add_enabled(typed.browse.is_none(), egui::Button::new("Browse…"));
                    if button.on_hover_text("Choose in the system's dialog").clicked() {
                        typed.browse = Some(Browse::open(ui.ctx(), Looks::Open, &folder.join("picture")));
                    }
                }
                let done = ui.add(primary(ui, if question.now.is_empty() { "Add" } else { "Change" })).clicked()
                    || field.lost_focus() && enter;
                if ui.button("Cancel").clicked() || escape {
                    acts.push(Act::Do(Deed::Key(HandKey::Escape)));
                } else if done && typed.text.trim().is_empty() {
                    typed.is_missed = true;
                } else if done {
                    acts.push(Act::Do(answer(typed, draw.desk.hand.tool, folder, sheet_size)));
                }
            });
            if acts.is_empty() {
                keep_focus(ui, &field);
            }
        });
    });
    acts
}

/// Answers a question. A picture keeps its proportions, and is as large as fits on the sheet. One that lies elsewhere is copied beside the
/// track when that is saved.
fn answer(typed: &Typed, tool: Tool, folder: &Path, sheet: Size) -> Deed {
    let text = typed.text.trim();
    let size = (tool == Tool::Picture).then(|| pictures::size(&folder.join(text))).flatten();
    match size {
        Some((wide, high)) => {
            let frame = fitted(sheet, f64::from(wide), f64::from(high));
            Deed::Picture {
                file: files::beside(Path::new(text), folder),
                at: frame.center(),
                width: frame.width(),
                height: frame.height(),
            }
        }
        None => Deed::Answer(text.to_owned()),
    }
}
