//! Drawings made of marks, such as icons and the faces of cards, anywhere in the window.

use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Color32, Pos2, Shape};

use super::art::Painted;
use crate::board::art::mark::{Mark, Marks};
use crate::board::shapes::Tile;
use crate::board::tile;
use crate::looks::{Icon, Rgb};
use crate::ui::look;

/// A drawing that is cut into triangles once, and painted as often as it is shown.
#[derive(Clone, Default)]
pub struct Drawing(Arc<Painted>);

impl Drawing {
    pub fn of(marks: &[Mark]) -> Drawing {
        Drawing(Arc::new(Painted::of(marks)))
    }

    /// Paints it with its zero at a place, `scale` points for a millimetre. `sees` says how its colours look.
    pub fn paint(&self, painter: &egui::Painter, zero: Pos2, scale: f32, sees: impl Fn(Rgb) -> Color32) {
        let colours = self.0.inks().map(|(colour, opacity)| sees(colour).gamma_multiply(opacity)).collect();
        let mut mesh = Mesh::default();
        self.0.place(&mut mesh, &(scale, zero, colours));
        if !mesh.is_empty() {
            painter.add(Shape::mesh(mesh));
        }
        for (picture, at, half) in self.0.pictures() {
            let (at, half) = (zero + at.to_vec2() * scale, half * scale);
            if let Some(texture) = super::icons::texture(painter.ctx(), picture, half * 2.0) {
                let rect = egui::Rect::from_center_size(at, egui::Vec2::splat(2.0 * half));
                let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                painter.image(texture, rect, whole, Color32::WHITE);
            }
        }
    }
}

/// Paints an icon of the manifest, as wide as that, in one colour.
pub fn icon_ui(ui: &egui::Ui, icon: &Icon, at: Pos2, width: f32, colour: Color32) {
    let mut marks = vec![];
    let ink = [colour.r(), colour.g(), colour.b()];
    tile::icon(&mut Marks(&mut marks), &Tile { half: 0.8, ..Tile::upright(Pos2::ZERO) }, icon, ink, ink);
    Drawing::of(&marks).paint(ui.painter(), at, width, look::colour);
}
