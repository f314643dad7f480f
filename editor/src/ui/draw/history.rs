//! The history of the drawing: all steps by name.

use egui::RichText;

use super::{Act, Draw};
use crate::drawing::Deed;
use crate::ui::theme::strong;
use crate::ui::words::sentence;

/// The room for the word that tells the version on disk, in points.
const SAVED: f32 = 46.0;

/// Shows all steps by name; a click undoes or redoes up to that step.
pub fn history_ui(ui: &mut egui::Ui, draw: &mut Draw) -> Vec<Act> {
    draw.look_for_problems(ui.ctx());
    let drawing = &draw.desk.drawing;
    let (names, done) = drawing.steps();
    let names: Vec<&str> = names.collect();
    // A new sheet has no file yet.
    let is_there = draw.desk.on_disk.is_there();
    let mut acts = vec![];
    let text = ui.text_style_height(&egui::TextStyle::Button);
    let height = (text + 2.0 * ui.spacing().button_padding.y).max(ui.spacing().interact_size.y).ceil();
    let mut area = egui::ScrollArea::vertical().id_salt("history").auto_shrink([false, false]);
    // When the current step changes, it scrolls into view.
    let (id, now) = (ui.scope_id().with("stands"), (done, names.len()));
    if ui.data(|data| data.get_temp::<(usize, usize)>(id)) != Some(now) {
        ui.data_mut(|data| data.insert_temp(id, now));
        let row = height + ui.spacing().item_spacing.y;
        area = area.vertical_scroll_offset((done as f32 * row - ui.available_height() / 2.0).max(0.0));
    }
    area.show_rows(ui, height, names.len() + 1, |ui, rows| {
        for n in rows {
            let name = n.checked_sub(1).map_or("As opened".to_owned(), |at| sentence(names[at]));
            let text = match n.cmp(&done) {
                std::cmp::Ordering::Equal => strong(&name),
                std::cmp::Ordering::Less => RichText::new(&name),
                std::cmp::Ordering::Greater => RichText::new(&name).weak().italics(),
            };
            ui.horizontal(|ui| {
                ui.set_min_height(height);
                let is_saved = drawing.saved() == Some(n) && is_there;
                let room = ui.available_width() - if is_saved { SAVED } else { 0.0 };
                let row = egui::Button::selectable(n == done, text).truncate();
                let response = ui.scope(|ui| {
                    ui.set_max_width(room);
                    ui.add(row)
                });
                let response = response.inner;
                let hover = match n.cmp(&done) {
                    std::cmp::Ordering::Equal => "The current state",
                    std::cmp::Ordering::Less => "Undo back to here",
                    std::cmp::Ordering::Greater => "Redo up to here",
                };
                let response = response.on_hover_text(format!("{name}\n{hover}"));
                if response.clicked() && n != done {
                    acts.push(Act::Do(Deed::GoTo(n)));
                }
                response.context_menu(|ui| {
                    if ui.add_enabled(n != done, egui::Button::new(hover)).clicked() {
                        acts.push(Act::Do(Deed::GoTo(n)));
                    }
                    let saved = drawing.saved().filter(|saved| is_there && *saved != done);
                    if let Some(saved) = saved.filter(|_| ui.button("Go to the saved version").clicked()) {
                        acts.push(Act::Do(Deed::GoTo(saved)));
                    }
                    ui.separator();
                    if ui.button("Copy all steps").clicked() {
                        ui.ctx().copy_text(names.join("\n"));
                    }
                });
                if is_saved {
                    ui.label(RichText::new("saved").small().weak()).on_hover_text("The version on disk");
                }
            });
        }
    });
    acts
}
