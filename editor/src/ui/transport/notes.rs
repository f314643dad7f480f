//! The notes above the strip, each at its moment. A click leads there; the right button changes and deletes.

use egui::text::{LayoutJob, TextWrapping};
use egui::{FontId, Rect, Sense, WidgetInfo, accesskit::Role, pos2, vec2};
use interpreter::playtest::Sign;

use super::strip;
use crate::playtest::{Act, Noted, Race};
use crate::ui::action::{Action, RaceMessage};
use crate::ui::note;

/// The least distance of two notes, and from which width on there is room for what one says.
const APART: f32 = 15.0;
const SAYS_FROM: f32 = 60.0;
/// The longest text beside a note.
const LONGEST: f32 = 150.0;

/// Shows the notes of a race above its strip in a frame, in which a slider's handle has this radius.
pub fn notes_ui(ui: &mut egui::Ui, race: &Race, (frame, radius): (Rect, f32)) -> Vec<Action> {
    let mut actions = vec![];
    let last = race.last_seen();
    let top = frame.center().y - strip::HEIGHT / 2.0;
    let half = ((top - frame.top()) / 2.0 - 0.5).clamp(4.5, 7.0);
    let y = top - half - 1.5;
    let placed = placed(race, |stop| strip::x_of((frame, radius), stop, last), frame.right() - half);
    for (n, (x, noted)) in placed.iter().enumerate() {
        let place = Rect::from_center_size(pos2(*x, y), vec2(APART, 2.0 * half + 2.0));
        let response = ui.interact(place, ui.scope_id().with(("note", n)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, noted.told()));
        let visuals = ui.style().interact(&response);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(place, 3.0, visuals.weak_bg_fill);
        }
        let colour = visuals.text_color();
        ui.painter().extend(note::shapes(&noted.note.sign, pos2(*x, y), half, colour));
        let room = placed.get(n + 1).map_or(frame.right(), |(next, _)| *next) - x - APART - 6.0;
        if noted.note.sign == Sign::Word && room >= SAYS_FROM {
            say(ui, &noted.note.text, pos2(x + half + 4.0, y), room.min(LONGEST));
        }
        if response.clicked() {
            actions.extend(noted.leads(race).map(Action::Playtest));
        }
        response.container_context_menu(|ui| {
            if ui.button("Change the note…").clicked() {
                actions.push(RaceMessage::ChangeNote(noted.note.clone()).into());
            }
            if ui.button("Delete the note").clicked() {
                actions.push(Action::Playtest(Act::Note(vec![(Some(noted.note.clone()), None)])));
            }
        });
        response.on_hover_text(noted.told());
    }
    actions
}

/// Where each note of this branch stands. Those of one moment stand side by side.
fn placed(race: &Race, x_of: impl Fn(usize) -> f32, most: f32) -> Vec<(f32, &Noted)> {
    let mut notes: Vec<(usize, &Noted)> = race.notes().iter().filter_map(|noted| Some((noted.stop?, noted))).collect();
    notes.sort_by_key(|(stop, _)| *stop);
    let mut before = f32::NEG_INFINITY;
    let place = |(stop, noted)| {
        before = x_of(stop).max(before + APART);
        (before.min(most), noted)
    };
    notes.into_iter().map(place).collect()
}

/// Writes what a note says beside it, cut where there is no more room.
fn say(ui: &egui::Ui, text: &str, at: egui::Pos2, width: f32) {
    let weak = ui.visuals().weak_text_color();
    let mut job = LayoutJob::simple_singleline(format!("“{text}”"), FontId::proportional(11.0), weak);
    job.wrap = TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, weak);
}
