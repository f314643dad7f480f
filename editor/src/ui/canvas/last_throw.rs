//! The last throw of dice, which lies beside the course with what was made of it, and what has just happened to somebody.

use egui::accesskit::Role;
use egui::{Align2, FontId, Painter, Rect, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use interpreter::game::{Line, LineKind};

use super::view::free_corner;
use crate::board::fonts::Font;
use crate::playtest::Race;
use crate::playtest::recent::Throw;
use crate::ui::dice;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::{self, Theme, strong};
use crate::ui::words::log_line;

/// The size of a die, of the space around the dice, and the most dice in a row.
const DIE: (f32, f32) = (32.0, 24.0);
const MARGIN: f32 = 10.0;
const IN_A_ROW: usize = 6;
/// The size of its letters, and the width of its words: always the same, so that it stays where it is. The second figures hold in views that
/// are narrower than this.
const LINE: f32 = 13.0;
const WORDS: (f32, f32) = (150.0, 92.0);
const NARROW: f32 = 700.0;
/// In how many lines a sentence may be set.
const MOST_ROWS: usize = 3;

/// Shows the last throw where it covers neither a space nor what is `taken`. `is_calm`: the dice don't tumble.
pub fn throw_ui(ui: &mut Ui, race: &Race, (camera, view): (Camera, Rect), taken: &[Rect], is_calm: bool) {
    let Some(throw) = race.last_throw() else { return };
    let faces: usize = throw.rolled.iter().map(|rolled| rolled.faces.len()).sum();
    if faces > IN_A_ROW || view.width() < 320.0 || view.height() < 200.0 {
        return;
    }
    let is_narrow = view.width() < NARROW;
    let (die, most) = if is_narrow { (DIE.1, WORDS.1) } else { (DIE.0, WORDS.0) };
    let theme = Theme::of(ui);
    let now = ui.input(|i| i.time);
    let is_last = |lines: usize| race.scene.sum.lines == lines;
    let falling = race.thrown.filter(|thrown| is_last(thrown.lines) && !race.looks_back && !is_calm);
    let fallen = falling.map_or(1.0, |thrown| thrown.share(now));
    let who = throw.thrown_by.and_then(|player| race.program.names.get(player));
    let first = throw.rolled.first().map_or(String::new(), |rolled| dice::told(race, rolled));
    let title = who.map_or_else(|| "Thrown".to_owned(), |name| format!("{name} threw"));
    let mut made = made(race, &throw, if is_narrow { 1 } else { 2 });
    if dice::differ(&throw.rolled) {
        made.insert(0, throw.rolled.iter().map(|rolled| dice::told(race, rolled)).collect::<Vec<_>>().join("; "));
    }
    let dice_wide = dice::width(faces, die);
    let layout = |text: String, is_title: bool| {
        let family = theme::family(if is_title { Font::Strong } else { Font::Text });
        let font = FontId::new(if is_title { LINE } else { LINE - 1.0 }, family);
        let mut job = egui::text::LayoutJob::simple_singleline(text, font, ui.visuals().text_color());
        job.wrap = egui::text::TextWrapping {
            max_rows: if is_title { 1 } else { MOST_ROWS },
            ..egui::text::TextWrapping::wrap_at_width(most)
        };
        ui.painter().layout_job(job)
    };
    let lines: Vec<_> =
        [layout(title.clone(), true)].into_iter().chain(made.iter().map(|line| layout(line.clone(), false))).collect();
    let words = vec2(most, lines.iter().map(|line| line.size().y + 2.0).sum());
    let size = vec2(dice_wide + words.x + 2.5 * MARGIN, words.y.max(if is_narrow { 34.0 } else { 50.0 }) + 1.4 * MARGIN);
    let (place, is_free) = free_corner(ui, race, (camera, view), size, taken, true);
    if !is_free {
        return;
    }
    let painter = ui.painter().clone();
    frame(&painter, ui, place);
    let mut left = place.left() + MARGIN;
    for rolled in &throw.rolled {
        let rect =
            Rect::from_min_size(egui::pos2(left, place.center().y - die / 2.0), vec2(dice::width(rolled.faces.len(), die), die));
        dice::paint(&painter, theme, race, rolled, (rect, die), fallen);
        left = rect.right();
    }
    let mut top = place.center().y - words.y / 2.0;
    for line in lines {
        let high = line.size().y + 2.0;
        painter.galley(egui::pos2(left + MARGIN * 0.3, top), line, ui.visuals().text_color());
        top += high;
    }
    let label = format!("Last throw: {title}. {first}. {}", made.join(" "));
    let response = ui.interact(place, ui.scope_id().with("last throw"), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_ui(|ui| {
        ui.label(strong(&title));
        throw.rolled.iter().for_each(|rolled| drop(ui.label(dice::told(race, rolled))));
        throw.made.iter().for_each(|line| drop(ui.weak(log_line(line.text_for(race.viewer())))));
    });
}

/// Says in so many lines at most what was made of a throw: what the rules say, and where the piece has come to.
fn made(race: &Race, throw: &Throw<'_>, most: usize) -> Vec<String> {
    let of_thrower = |line: &&&Line| throw.thrown_by.is_some() && line.moved.is_some();
    let last = throw.made.iter().rfind(of_thrower).and_then(|line| line.moved.as_ref()?.way.last().copied()).flatten();
    let to = last.and_then(|space| race.program.called.get(space)).map(|place| format!("To {place}"));
    let said = throw.made.iter().filter(|line| line.kind == LineKind::Said);
    let said = said.map(|line| log_line(line.text_for(race.viewer())));
    said.take(most - usize::from(to.is_some())).chain(to).collect()
}

/// Shows what has just happened to somebody in another's turn, as long as the race stops there.
pub fn event_ui(ui: &Ui, race: &Race, view: Rect) {
    let Some(line) = race.stops_at.and_then(|line| race.path().line(line)) else { return };
    let text = log_line(line.text_for(race.viewer()));
    let font = FontId::new(18.0, theme::family(Font::Strong));
    let galley = ui.painter().layout(text.clone(), font, ui.visuals().text_color(), view.width() * 0.7);
    let size = galley.size() + vec2(32.0, 20.0);
    let place = Align2::CENTER_CENTER.align_size_within_rect(size, view.with_max_y(view.top() + view.height() * 0.4));
    frame(ui.painter(), ui, place);
    ui.painter().galley(place.min + vec2(16.0, 10.0), galley, ui.visuals().text_color());
    let response = ui.interact(place, ui.scope_id().with("event"), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
}

/// Draws the ground of what floats over the board.
fn frame(painter: &Painter, ui: &Ui, place: Rect) {
    painter.rect_filled(place.translate(vec2(0.0, 2.0)).expand(1.0), 8.0, egui::Color32::from_black_alpha(40));
    let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    painter.rect(place, 8.0, ui.visuals().panel_fill, line, StrokeKind::Inside);
}
