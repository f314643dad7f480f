//! A colour to choose: from the Okabe–Ito palette, whose colours can be told apart with every kind of colour vision, or freely.

use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::Role;
use egui::ecolor::Hsva;
use egui::{Color32, Popup, PopupCloseBehavior, Sense, Stroke, StrokeKind, WidgetInfo, vec2};
use interpreter::data::manifest::look::{Rgb, rgb};

use crate::looks::hex;
use crate::ui::draw::field::{Lines, text_ui};

/// The palette of Okabe and Ito, with white and grey.
const PALETTE: [(&str, Rgb); 10] = [
    ("Orange", [0xe6, 0x9f, 0x00]),
    ("Sky blue", [0x56, 0xb4, 0xe9]),
    ("Bluish green", [0x00, 0x9e, 0x73]),
    ("Yellow", [0xf0, 0xe4, 0x42]),
    ("Blue", [0x00, 0x72, 0xb2]),
    ("Vermilion", [0xd5, 0x5e, 0x00]),
    ("Reddish purple", [0xcc, 0x79, 0xa7]),
    ("Black", [0x00, 0x00, 0x00]),
    ("Grey", [0x99, 0x99, 0x99]),
    ("White", [0xff, 0xff, 0xff]),
];
/// The side of a colour to click, in points.
const SIDE: f32 = 20.0;

/// Shows a colour with a popup to choose another one. Returns what was chosen; `Some(None)`: none.
pub fn colour_ui(ui: &mut egui::Ui, id: impl Hash + Debug, name: &str, now: Option<Rgb>) -> Option<Option<Rgb>> {
    let id = egui::Id::unique(("picked colour", id));
    let mut chosen = None;
    // A colour that is dragged to counts once the button is let go.
    let held: Option<Hsva> = ui.data(|data| data.get_temp(id));
    let shown = held.map(|held| held.to_srgb()).or(now);
    ui.horizontal(|ui| {
        let written = shown.map_or("default".to_owned(), hex);
        let button = patch_ui(ui, shown, vec2(SIDE * 1.6, SIDE), &format!("{name}: {written}"));
        ui.label(&written);
        if now.is_some() && ui.small_button("×").on_hover_text("Use the default").clicked() {
            chosen = Some(None);
        }
        let popup = Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        popup.show(|ui| {
            ui.set_max_width(220.0);
            ui.weak("Okabe–Ito: told apart by everybody");
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
                ui.set_max_width(5.0 * (SIDE + 4.0));
                for (name, colour) in PALETTE {
                    if patch_ui(ui, Some(colour), vec2(SIDE, SIDE), name).clicked() {
                        chosen = Some(Some(colour));
                    }
                }
            });
            ui.separator();
            let mut colour = held.unwrap_or_else(|| Hsva::from_srgb(now.unwrap_or([0x99; 3])));
            let before = colour;
            for (title, part) in [("Hue", &mut colour.h), ("Saturation", &mut colour.s), ("Brightness", &mut colour.v)] {
                ui.add(egui::Slider::new(part, 0.0..=1.0).show_value(false).text(title));
            }
            if colour != before {
                ui.data_mut(|data| data.insert_temp(id, colour));
            }
            let check = |typed: &str| rgb(typed.trim()).map(|_| ()).ok_or("# and six digits from 0 to f".to_owned());
            let typed = text_ui(ui, id.with("typed"), "As digits", &written, Lines::default(), check);
            chosen = typed.map(|typed| rgb(typed.trim())).or(chosen.take());
        });
    });
    if let Some(held) = held.filter(|_| chosen.is_none() && !ui.input(|i| i.pointer.any_down())) {
        ui.data_mut(|data| data.remove::<Hsva>(id));
        chosen = Some(Some(held.to_srgb()));
    }
    chosen.filter(|chosen| *chosen != now)
}

/// A patch of a colour that can be clicked; struck through where there is none.
fn patch_ui(ui: &mut egui::Ui, colour: Option<Rgb>, size: egui::Vec2, name: &str) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let stroke = ui.style().interact(&response).fg_stroke;
    let fill = colour.map_or(Color32::TRANSPARENT, |[r, g, b]| Color32::from_rgb(r, g, b));
    ui.painter().rect(rect, 3.0, fill, Stroke::new(1.0, stroke.color), StrokeKind::Inside);
    if colour.is_none() {
        ui.painter().line_segment([rect.left_bottom(), rect.right_top()], Stroke::new(1.0, stroke.color));
    }
    response.on_hover_text(name)
}
