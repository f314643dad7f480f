//! The page on show: all of it, or a part as large as is wanted, moved by wheel, fingers, dragging and keys.

use egui::accesskit::Role;
use egui::{EventFilter, Key, Pos2, Rect, Sense, Vec2, WidgetInfo, vec2};

use super::{PrintDesk, PrintForm, paint};
use crate::ui::sheet::camera::Camera;
use crate::ui::sheet::moved_camera;
use crate::ui::theme::Theme;

/// The factor by which a key or a button enlarges the page.
const ZOOM: f32 = 1.25;
/// The points by which an arrow key moves an enlarged page.
const MOVE: f32 = 60.0;
/// The white around a page that is seen as a whole, in points.
const AROUND: f32 = 4.0;

/// What a key or a button asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Zoom {
    By(f32),
    Whole,
}

impl PrintForm {
    /// Shows which page is on show, with buttons that turn the pages and enlarge them.
    pub(super) fn bar_ui(&mut self, ui: &mut egui::Ui, desk: &PrintDesk) -> Option<Zoom> {
        let mut zoom = None;
        ui.horizontal_wrapped(|ui| {
            let named = |ui: &mut egui::Ui, is_enabled: bool, text: &str, name: &str, key: &str| {
                let button = ui.add_enabled(is_enabled, egui::Button::new(text).small());
                button.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, name));
                button.on_hover_text(format!("{name} ({key})")).clicked()
            };
            let (what, page) = self.shown;
            let all = super::all_pages(desk);
            let at = all.iter().position(|one| *one == self.shown).unwrap_or_default();
            if named(ui, at > 0, "⏴", "Previous page", "Page Up") {
                self.show(all[at - 1]);
            }
            let count = desk.documents.get(&what).map_or(0, super::desk::Document::count);
            ui.label(format!("{}: page {} of {count}", what.title(), page + 1));
            if named(ui, at + 1 < all.len(), "⏵", "Next page", "Page Down") {
                self.show(all[at + 1]);
            }
            ui.add_space(8.0);
            if named(ui, self.camera.is_some(), "−", "Smaller", "-") {
                zoom = Some(Zoom::By(1.0 / ZOOM));
            }
            ui.label(format!("{:.0} %", self.share * 100.0)).on_hover_text("100 % is true size on most screens");
            if named(ui, true, "+", "Larger", "+") {
                zoom = Some(Zoom::By(ZOOM));
            }
            if named(ui, self.camera.is_some(), "Whole page", "Whole page", "0") {
                zoom = Some(Zoom::Whole);
            }
        });
        zoom
    }

    /// What the keys ask for, unless something is typed.
    pub(super) fn zoom_keys(ui: &egui::Ui) -> Option<Zoom> {
        if ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
            return None;
        }
        let is_pressed = |key| ui.input(|i| i.key_pressed(key) && !i.modifiers.alt);
        if is_pressed(Key::Plus) || is_pressed(Key::Equals) {
            Some(Zoom::By(ZOOM))
        } else if is_pressed(Key::Minus) {
            Some(Zoom::By(1.0 / ZOOM))
        } else {
            is_pressed(Key::Num0).then_some(Zoom::Whole)
        }
    }

    /// Shows the page in the room that is left.
    pub(super) fn sheet_ui(&mut self, ui: &mut egui::Ui, desk: &mut PrintDesk, size: Vec2, zoom: Option<Zoom>) {
        let room = ui.available_rect_before_wrap();
        let page = Rect::from_min_size(Pos2::ZERO, size);
        let response = ui.allocate_rect(room, Sense::click_and_drag());
        let title = format!("{}, page {} as printed", self.shown.0.title(), self.shown.1 + 1);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &title));
        let whole = Camera::fit(page, room.shrink(AROUND));
        let mut camera = moved_camera(ui, &response, self.camera.unwrap_or(whole));
        if response.dragged_by(egui::PointerButton::Primary) && !ui.input(|i| i.key_down(Key::Space)) {
            camera = camera.pan(response.drag_delta());
        }
        if response.has_focus() {
            let arrows = self.camera.is_some();
            let filter = EventFilter { horizontal_arrows: arrows, vertical_arrows: arrows, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        // A click on the page gives the focus to nothing, so that Enter goes on printing.
        if response.has_focus() || ui.memory(|memory| memory.focused().is_none()) {
            let way = |less, more| ui.input(|i| i.num_presses(less) as f32 - i.num_presses(more) as f32);
            camera = camera.pan(vec2(way(Key::ArrowLeft, Key::ArrowRight), way(Key::ArrowUp, Key::ArrowDown)) * MOVE);
        }
        camera = match zoom {
            Some(Zoom::By(factor)) => camera.zoom(room, room.center(), factor),
            Some(Zoom::Whole) => whole,
            None => camera,
        };
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.double_clicked()) {
            let is_whole = self.camera.is_none();
            camera = if is_whole { camera.zoom(room, at, (1.0 / camera.share()).max(2.0)) } else { whole };
        }
        self.camera = (camera.scale > whole.scale * 1.001).then(|| within(camera, page, room));
        let camera = self.camera.unwrap_or(whole);
        self.share = camera.share();
        if self.camera.is_some() && response.hovered() {
            let is_down = response.is_pointer_button_down_on();
            ui.ctx().set_cursor_icon(if is_down { egui::CursorIcon::Grabbing } else { egui::CursorIcon::Grab });
        }
        let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
        let place = Rect::from_min_max(camera.to_screen(room, page.min), camera.to_screen(room, page.max));
        paint(&painter, desk, self.shown, place);
        let visuals = &ui.visuals().widgets;
        let edge = if response.has_focus() { visuals.hovered.fg_stroke } else { visuals.noninteractive.bg_stroke };
        painter.rect_stroke(place, 0.0, edge, egui::StrokeKind::Outside);
        if let Some((_, rect)) = self.outlined.filter(|(page, _)| *page == self.shown) {
            let rect = Rect::from_min_max(camera.to_screen(room, rect.min), camera.to_screen(room, rect.max)).expand(3.0);
            painter.rect_stroke(rect, 3.0, (3.0, Theme::of(ui).warning), egui::StrokeKind::Outside);
        }
    }
}

/// The same view, moved so that the page fills the room where it is larger, and lies in its middle where it isn't.
fn within(camera: Camera, page: Rect, room: Rect) -> Camera {
    let half = room.size() / camera.scale / 2.0;
    let along = |at: f32, from: f32, to: f32, half: f32| {
        if to - from <= 2.0 * half { (from + to) / 2.0 } else { at.clamp(from + half, to - half) }
    };
    let (x, y) = (camera.middle.x, camera.middle.y);
    let middle = Pos2::new(along(x, page.left(), page.right(), half.x), along(y, page.top(), page.bottom(), half.y));
    Camera { middle, ..camera }
}
