//! What has to be typed before a tool goes on: a field right where it is about.

use std::path::Path;

use eframe::egui::{self, Key};

use super::{Act, Draw, pictures, scene_pos};
use crate::drawing::Deed;
use crate::drawing::hand::{HandKey, Question, Tool};
use crate::ui::canvas::sheet::OnSheet;

/// A question of the hand, and what is typed so far.
pub struct Typed {
    question: Question,
    text: String,
    /// For how many frames the field has been there.
    frames: u8,
}

/// After so many frames the field keeps the focus by itself.
const FIRST: u8 = 3;
/// How wide a new picture is, in millimetres.
const WIDTH: f64 = 200.0;

pub fn ask_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, draw: &mut Draw, folder: &Path) -> Vec<Act> {
    let Some(question) = draw.desk.hand.asks() else {
        draw.canvas.typed = None;
        return vec![];
    };
    let is_new = draw.canvas.typed.as_ref().is_none_or(|typed| typed.question != question);
    if is_new {
        draw.canvas.typed = Some(Typed { text: question.now.clone(), question: question.clone(), frames: 0 });
    }
    let Some(typed) = &mut draw.canvas.typed else { return vec![] };
    let mut acts = vec![];
    let at = sheet.at(scene_pos(question.at)).clamp(sheet.view.min, sheet.view.max - egui::vec2(240.0, 70.0));
    egui::Area::new(egui::Id::unique("what the hand asks")).fixed_pos(at).order(egui::Order::Foreground).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            let asks = ui.label(&question.asks);
            let field = egui::TextEdit::singleline(&mut typed.text).desired_width(220.0);
            let field = ui.add(field).labelled_by(asks.id);
            // The first frames of an area only find out how large it is.
            if typed.frames < FIRST {
                field.request_focus();
                typed.frames += 1;
                ui.ctx().request_repaint();
            }
            let (enter, escape) = ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape)));
            ui.horizontal(|ui| {
                let done = ui.button("OK").clicked() || field.lost_focus() && enter;
                if ui.button("Cancel").clicked() || escape {
                    acts.push(Act::Do(Deed::Key(HandKey::Escape)));
                } else if done {
                    acts.push(Act::Do(answer(typed, draw.desk.hand.tool, folder)));
                }
            });
        });
    });
    acts
}

/// A picture comes with its own proportions.
fn answer(typed: &Typed, tool: Tool, folder: &Path) -> Deed {
    let text = typed.text.trim();
    let size = (tool == Tool::Picture).then(|| pictures::size(&folder.join(text))).flatten();
    match size {
        Some((wide, high)) => Deed::Picture {
            file: text.to_owned(),
            at: typed.question.at,
            width: WIDTH,
            height: WIDTH * f64::from(high) / f64::from(wide.max(1)),
        },
        None => Deed::Answer(text.to_owned()),
    }
}
