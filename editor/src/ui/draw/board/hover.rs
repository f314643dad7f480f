//! The thing under the pointer: its mark and its name.

use egui::{Pos2, Rect};
use kurbo::Point;

use super::SLACK;
use crate::drawing::hand::Tool;
use crate::drawing::hit::Hit;
use crate::drawing::shapes::is_drawn;
use crate::ui::draw::Draw;
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::tip::tip_ui;
use crate::ui::words::titled;

/// How wide the words about a thing may be, in points.
const TIP: f32 = 280.0;

/// Marks the thing under the pointer and shows its name.
pub fn hover(ui: &egui::Ui, response: &egui::Response, sheet: &OnSheet<'_>, draw: &mut Draw, over: Option<Pos2>) {
    let Some(pointer) =
        over.filter(|_| !draw.canvas.is_busy() && draw.desk.hand.grips().is_none() && !egui::Popup::is_any_open(ui.ctx()))
    else {
        return;
    };
    let at = sheet.camera.to_sheet(sheet.view, pointer);
    let at = Point::new(f64::from(at.x), f64::from(at.y));
    let Some(hit) = draw.desk.places().at(at, f64::from(SLACK / sheet.camera.scale)) else { return };
    let words = match hit {
        Hit::Space(key) => {
            let Some(n) = draw.canvas.scene.index.get(&key) else { return };
            sheet.under_pointer(&draw.canvas.scene.board.spaces[*n]);
            draw.canvas.scene.words()[*n].clone()
        }
        Hit::Below(_) => return,
        Hit::Step(key, step) => {
            let Some(item) = draw.desk.document().item(key) else { return };
            let called = |id| draw.desk.document().called(id);
            let ends = item.steps().nth(step).map(|(from, to)| format!(" from {} to {}", called(from), called(to)));
            let ends = ends.unwrap_or_default();
            format!("{}{ends}", titled(&item.title()))
        }
        Hit::Path(key) | Hit::Name(key) | Hit::Decor(key) => {
            let Some(item) = draw.desk.document().item(key) else { return };
            if is_drawn(item) { titled(&item.kind) } else { format!("{} {}", titled(&item.kind), item.title()) }
        }
    };
    // Other tools say in their own words what a click would do. What was refused is more urgent.
    if draw.desk.hand.tool == Tool::Select && draw.canvas.refused.now(ui, &draw.desk).is_none() {
        let own = draw.canvas.scene.index.get(&hit.key()).map(|n| sheet.rect_of(&draw.canvas.scene.board.spaces[*n].tile));
        // One works on the spaces nearby. Words that kept off all others, too, would lie far from what they are about where there are many.
        let own = own.unwrap_or(Rect::from_pos(pointer));
        let near = sheet.view.intersect(own.expand(2.0 * own.size().max_elem() + SLACK));
        let spaces = draw.canvas.scene.board.spaces.iter().map(|space| sheet.rect_of(&space.tile));
        let spaces: Vec<Rect> = spaces.filter(|rect| *rect != own && rect.intersects(near)).collect();
        tip_ui(ui, response, hit.key(), (own, &spaces), |ui| {
            // Near an edge of the window, they would be broken after each word.
            let font = egui::TextStyle::Body.resolve(ui.style());
            let words = ui.painter().layout(words, font, ui.visuals().text_color(), TIP);
            ui.label(words);
        });
    }
}
