//! Why the last deed was refused, said where one looks.

use egui::{Align2, Pos2, Rect, vec2};

use super::scene_pos;
use crate::drawing::hand::{Shape, Shows};
use crate::drawing::{Desk, Key};
use crate::ui::draw::Draw;
use crate::ui::sheet::OnSheet;
use crate::ui::theme::strong;
use crate::ui::words::{sentence, without_ticks};

/// For how many seconds a refusal is said.
const SAID: f64 = 6.0;

/// The last refusal: its number, where it is said in points, and since when.
#[derive(Default)]
pub struct Refused(Option<((u64, u64), Pos2, f64)>);

impl Refused {
    /// What is refused at present, for people.
    pub fn now<'d>(&self, ui: &egui::Ui, desk: &'d Desk) -> Option<&'d str> {
        let now = ui.input(|i| i.time);
        let since = self.0.filter(|(of, ..)| *of == number(desk)).map_or(now, |(.., since)| since);
        desk.refused.as_deref().or(desk.crowded.as_deref()).filter(|_| now - since < SAID)
    }
}

/// Tells one refusal from the next.
fn number(desk: &Desk) -> (u64, u64) {
    (desk.refusals, desk.drawing.version())
}

/// Says for some seconds why the last deed was refused, or what it had no room for: at the pointer, else beside the selection, else at the
/// top of the sheet.
pub fn refused_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, draw: &mut Draw, over: Option<Pos2>) {
    let Some(why) = draw.canvas.refused.now(ui, &draw.desk).map(|why| without_ticks(&sentence(why))) else { return };
    let (now, number) = (ui.input(|i| i.time), number(&draw.desk));
    let known = draw.canvas.refused.0.filter(|(of, ..)| *of == number);
    let (_, at, since) = known.unwrap_or_else(|| {
        let keys: Vec<Key> = draw.desk.selected.iter().copied().collect();
        let places = draw.desk.places();
        let chosen = keys.iter().filter_map(|key| places.middle(*key)).map(|at| Rect::from_pos(sheet.at(scene_pos(at))));
        let chosen = chosen.reduce(Rect::union).map(|frame| frame.right_center()).filter(|at| sheet.view.contains(*at));
        (number, over.or(chosen).unwrap_or(sheet.view.center_top() - vec2(160.0, 0.0)), now)
    });
    draw.canvas.refused.0 = Some((number, at, since));
    ui.ctx().request_repaint_after_secs((SAID - (now - since)) as f32);
    say_ui(ui, sheet, (at, false), egui::Stroke::new(1.5, sheet.theme.error), &why);
}

/// Says at the pointer what is wrong with what is being done.
pub fn warning_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, shows: &Shows, over: Option<Pos2>) {
    let Some(at) = over else { return };
    for shape in &shows.shapes {
        if let Shape::Warning(words) = shape {
            say_ui(ui, sheet, (at, false), egui::Stroke::new(1.5, sheet.theme.warning), words);
        }
    }
}

/// Says something beside a place of the window that one looks at: below it, or above.
pub(super) fn say_ui(ui: &egui::Ui, sheet: &OnSheet<'_>, (at, is_above): (Pos2, bool), edge: egui::Stroke, words: &str) {
    let (pivot, aside) = if is_above { (Align2::LEFT_BOTTOM, -10.0) } else { (Align2::LEFT_TOP, 10.0) };
    let area = egui::Area::new(egui::Id::unique(("said", edge.color))).fixed_pos(at + vec2(16.0, aside)).pivot(pivot);
    area.interactable(false).order(egui::Order::Foreground).constrain_to(sheet.view).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).stroke(edge).show(ui, |ui| {
            ui.set_max_width(320.0);
            ui.add(egui::Label::new(strong(words).size(14.0)).wrap());
        });
    });
}
