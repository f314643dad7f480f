//! An icon to choose: the signs that the program draws itself, and the pictures that it brings along.

use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::Role;
use egui::{Popup, PopupCloseBehavior, Pos2, ScrollArea, Sense, WidgetInfo, vec2};
use interpreter::data::manifest::look::{ICONS, Icon, SHAPES};
use interpreter::ruleset::Pictures;

use crate::board::print::between;
use crate::board::shapes::Tile;
use crate::board::{icons, tile};
use crate::ui::sheet::OnSheet;
use crate::ui::sheet::camera::Camera;
use crate::ui::theme::Theme;
use crate::ui::widget::keep_focus;

/// The side of an icon to click, in points, and how many stand in a row.
const SIDE: f32 = 26.0;
const COLUMNS: usize = 9;

/// What was chosen.
pub enum Chosen {
    Icon(Option<Icon>),
    /// One that lies in a file elsewhere.
    File,
}

/// Shows an icon with a popup to choose another one: one of the ruleset's own, or of those that the program has.
pub fn icon_ui(ui: &mut egui::Ui, id: impl Hash + Debug, now: Option<&Icon>, own: &Pictures) -> Option<Chosen> {
    let id = egui::Id::unique(("sought icon", id));
    let mut chosen = None;
    ui.horizontal(|ui| {
        let name = now.map_or("none", Icon::name);
        let button = sign_ui(ui, now, false, &format!("Icon: {name}"));
        if button.clicked() {
            ui.data_mut(|data| data.remove::<String>(id));
            button.surrender_focus();
            ui.ctx().request_repaint();
        }
        ui.label(name);
        if now.is_some() && ui.small_button("×").on_hover_text("No icon").clicked() {
            chosen = Some(Chosen::Icon(None));
        }
        Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            let mut sought: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
            let edit = ui.add(egui::TextEdit::singleline(&mut sought).hint_text("Find …"));
            edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find an icon"));
            keep_focus(ui, &edit);
            if edit.changed() {
                ui.data_mut(|data| data.insert_temp(id, sought.clone()));
            }
            let file =
                ui.button("Choose file…").on_hover_text("An SVG or PNG of your own, which is copied into the ruleset's folder");
            if file.clicked() {
                chosen = Some(Chosen::File);
                ui.close();
            }
            let own = own.values().flatten().map(|picture| Icon::Own(picture.clone()));
            let drawn =
                ICONS.iter().map(|(_, icon)| icon.clone()).chain(SHAPES[..7].iter().map(|(_, shape)| Icon::Shape(*shape)));
            let all = own.chain(drawn).chain(icons::names().map(|name| Icon::Other(name.into())));
            let sought = sought.trim().to_lowercase();
            let found: Vec<Icon> = all.filter(|icon| icon.name().contains(&*sought)).collect();
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            ui.set_width(COLUMNS as f32 * (SIDE + 2.0) + 8.0);
            let area = ScrollArea::vertical().max_height(260.0).min_scrolled_height(260.0).auto_shrink([false, false]);
            area.show_rows(ui, SIDE, found.len().div_ceil(COLUMNS), |ui, rows| {
                for row in rows {
                    ui.horizontal(|ui| {
                        for icon in found.iter().skip(row * COLUMNS).take(COLUMNS) {
                            if sign_ui(ui, Some(icon), now == Some(icon), icon.name()).clicked() {
                                chosen = Some(Chosen::Icon(Some(icon.clone())));
                                ui.close();
                            }
                        }
                    });
                }
            });
            if found.is_empty() {
                ui.weak("There is no such icon.");
            }
        });
    });
    chosen.filter(|chosen| !matches!(chosen, Chosen::Icon(icon) if icon.as_ref() == now))
}

/// A sign as it stands on a tile, to be clicked.
fn sign_ui(ui: &mut egui::Ui, icon: Option<&Icon>, is_on: bool, name: &str) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_on, name));
    if ui.is_rect_visible(rect) {
        let theme = Theme::of(ui);
        let visuals = ui.style().interact_selectable(&response, is_on);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect(rect, 3.0, theme.tile, egui::Stroke::new(1.0, visuals.fg_stroke.color), egui::StrokeKind::Inside);
        if let Some(icon) = icon {
            let camera = Camera { middle: Pos2::ZERO, scale: 1.0 };
            let mut press = OnSheet { painter: &painter, view: rect, seen: rect, camera, theme };
            let tile = Tile { half: SIDE * 0.55, ..Tile::upright(Pos2::ZERO) };
            let inks = theme.inks();
            tile::icon(&mut press, &tile, icon, inks.ink, between(inks.ink, inks.tile, 0.35));
        }
    }
    response.on_hover_text(name)
}
