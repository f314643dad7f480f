//! Shapes painted once and shown for as long as they stay the same.

use editor::board::vision::Vision;
use editor::ui::draw::board::painting::{CHOSEN, Painting};
use egui::epaint::Mesh;
use egui::{Rect, Vec2};

#[test]
fn what_is_shown_elsewhere_again_and_again_lies_where_it_should() {
    let ctx = egui::Context::default();
    let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
        let square = Rect::from_min_size(egui::pos2(10.0, 20.0), Vec2::splat(5.0));
        let mut kept = Painting::painted(ui.ctx(), Rect::EVERYTHING, Vision::Full, |painter| {
            painter.rect_filled(square, 0.0, CHOSEN);
        });
        let places = |mesh: &Mesh| mesh.vertices.iter().map(|vertex| vertex.pos).collect::<Vec<_>>();
        let before = places(&kept.mesh);
        assert!(!before.is_empty());
        // Every second mesh is still in use, as if it were being drawn, and must not be changed.
        let mut held = vec![];
        for n in 0..6 {
            let by = egui::vec2(n as f32 * 3.0, -1.5 * n as f32);
            let shown = kept.mesh_moved(by);
            assert_eq!(places(&shown), before.iter().map(|at| *at + by).collect::<Vec<_>>());
            if n % 2 == 0 {
                held.push(shown);
            }
        }
        assert_eq!(places(&kept.mesh), before);
    });
    output.textures_delta.clear();
}
