//! The layers: which are seen, which are locked, and what lies in them.

use egui::accesskit::Role;
use egui::{Button, Color32, Painter, Rect, Stroke, WidgetInfo, vec2};

use super::field::{MIXED, choice_ui};
use super::{Act, Draw};
use crate::drawing::Deed;
use crate::drawing::layers::{self, Layer, titles};
use crate::drawing::on_table::OnTable;
use crate::drawing::tools::select::Mode;

/// Shows a choice of layers; `None` stands for several. Returns another one that is chosen.
pub fn layer_ui(ui: &mut egui::Ui, now: Option<Layer>) -> Option<Layer> {
    let mut chosen = None;
    choice_ui(ui, "layer", "Layer", now.map_or(MIXED, |layer| titles(layer).0), "", |ui| {
        for layer in Layer::ALL.into_iter().rev() {
            let (title, _, help) = titles(layer);
            if ui.selectable_label(now == Some(layer), title).on_hover_text(help).clicked() {
                chosen = Some(layer).filter(|_| now != Some(layer));
            }
        }
    });
    chosen
}

/// Shows all layers, the topmost first.
pub fn layers_ui(ui: &mut egui::Ui, draw: &Draw) -> Vec<Act> {
    let (document, mut acts) = (draw.desk.document(), vec![]);
    let layers = document.layers();
    for layer in Layer::ALL.into_iter().rev() {
        let (on, (title, _, help)) = (layers.get(layer), titles(layer));
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let verb = if on.is_hidden { "Show" } else { "Hide" };
            if toggle_ui(ui, eye, !on.is_hidden, format!("{verb} {title}")) {
                acts.push(Act::Do(Deed::Layer(layer, OnTable { is_hidden: !on.is_hidden, ..on })));
            }
            let verb = if on.is_locked { "Unlock" } else { "Lock" };
            if toggle_ui(ui, padlock, on.is_locked, format!("{verb} {title}")) {
                acts.push(Act::Do(Deed::Layer(layer, OnTable { is_locked: !on.is_locked, ..on })));
            }
            ui.add_space(4.0);
            let count = document.in_layer(layer).count();
            let name = ui.add(Button::new(title).frame(false)).on_hover_text(format!("{help}. Click to select all in it"));
            if name.clicked() {
                let keys = document.in_layer(layer).filter(|item| layers.is_free(item)).map(|item| item.key);
                acts.push(Act::Do(Deed::Select(keys.collect(), Mode::Replace)));
            }
            if count > 0 {
                ui.weak(count.to_string());
            }
        });
        row.response.container_context_menu(|ui| acts.extend(menu_ui(ui, draw, layer, on)));
    }
    acts
}

/// Shows what can be done with a layer.
fn menu_ui(ui: &mut egui::Ui, draw: &Draw, layer: Layer, on: OnTable) -> Option<Act> {
    let (document, selected) = (draw.desk.document(), &draw.desk.selected);
    let layers = document.layers();
    let keys = || document.in_layer(layer).filter(|item| layers.is_free(item)).map(|item| item.key).collect();
    let choices = [
        (document.in_layer(layer).next().is_some() && on.is_free(), "Select all in it", Deed::Select(keys(), Mode::Replace)),
        (layers::moved(document, selected, layer).is_ok(), "Move the selection here", Deed::ToLayer(layer)),
        (true, if on.is_hidden { "Show" } else { "Hide" }, Deed::Layer(layer, OnTable { is_hidden: !on.is_hidden, ..on })),
        (true, if on.is_locked { "Unlock" } else { "Lock" }, Deed::Layer(layer, OnTable { is_locked: !on.is_locked, ..on })),
    ];
    let mut chosen = None;
    for (can, title, deed) in choices {
        if can && ui.button(title).clicked() {
            chosen = Some(Act::Do(deed));
        }
    }
    chosen
}

/// Shows a sign that says whether something is on. Returns whether it was clicked.
fn toggle_ui(ui: &mut egui::Ui, sign: fn(&Painter, Rect, bool, Color32), is_on: bool, named: String) -> bool {
    let response = ui.add(Button::new("").min_size(vec2(24.0, 20.0)).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &named));
    let ink = if is_on { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
    sign(ui.painter(), Rect::from_center_size(response.rect.center(), vec2(15.0, 13.0)), is_on, ink);
    response.on_hover_text(&named).clicked()
}

/// An eye, open or closed.
fn eye(painter: &Painter, rect: Rect, is_open: bool, ink: Color32) {
    let lid = |up: f32| (0..=8).map(|n| n as f32 / 8.0).map(move |x| (x, 0.5 - up * 2.0 * x * (1.0 - x)));
    let line = |points: Vec<(f32, f32)>| points.into_iter().map(|(x, y)| rect.lerp_inside(vec2(x, y))).collect::<Vec<_>>();
    let pen = Stroke::new(1.4, ink);
    painter.line(line(lid(-0.85).collect()), pen);
    if is_open {
        painter.line(line(lid(0.85).collect()), pen);
        painter.circle_filled(rect.center(), rect.height() * 0.2, ink);
    }
}

/// A padlock, closed or open.
fn padlock(painter: &Painter, rect: Rect, is_closed: bool, ink: Color32) {
    let at = |x: f32, y: f32| rect.lerp_inside(vec2(x, y));
    painter.rect_filled(Rect::from_min_max(at(0.2, 0.48), at(0.8, 1.0)), 1.5, ink);
    let up = if is_closed { 0.0 } else { 0.52 };
    let bow = [(0.32 + up, 0.5), (0.32 + up, 0.2), (0.4 + up, 0.06), (0.6 + up, 0.06), (0.68 + up, 0.2), (0.68 + up, 0.5)];
    let bow: Vec<_> = bow.into_iter().take(if is_closed { 6 } else { 5 }).map(|(x, y)| at(x, y)).collect();
    painter.line(bow, Stroke::new(1.4, ink));
}
