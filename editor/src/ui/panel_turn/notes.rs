//! The notes at the moment on show.

use egui::accesskit::Role;
use egui::{Button, WidgetInfo};

use crate::playtest::{Act, Race};
use crate::ui::action::{Action, RaceMessage};
use crate::ui::note::sign_ui;
use crate::ui::theme::strong;
use crate::words::capital;

/// Shows the notes at the moment on show, each with what can be done with it.
pub fn notes_ui(ui: &mut egui::Ui, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let shown = race.stop_on_show();
    for noted in race.notes().iter().filter(|noted| noted.stop == Some(shown)) {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            sign_ui(ui, &noted.note.sign);
            ui.label(strong(capital(&noted.by)));
            ui.label(&noted.note.text);
            let mut button = |title: &str| {
                let shown = ui.add(Button::new(title).small());
                shown.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{title} note: {}", noted.told())));
                shown.clicked()
            };
            if button("Change") {
                actions.push(RaceMessage::ChangeNote(noted.note.clone()).into());
            }
            if button("Delete") {
                actions.push(Action::Playtest(Act::Note(vec![(Some(noted.note.clone()), None)])));
            }
        });
    }
    actions
}
