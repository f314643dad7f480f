//! What is painted once and shown as long as it stays the same: thousands of shapes as few meshes.

use std::sync::Arc;

use eframe::egui::epaint::{Mesh, TessellationOptions, Tessellator, TextShape};
use eframe::egui::{self, Color32, Id, LayerId, Order, Painter, Rect, Shape, Vec2};

use super::vision::Vision;

/// Shapes ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    mesh: Arc<Mesh>,
    /// Above the mesh. Letters stay shapes: their texture may be another one tomorrow.
    texts: Vec<TextShape>,
}

impl Kept {
    /// Paints once, for keeping. `clip`: what lies beyond is left out.
    pub fn painted(ctx: &egui::Context, clip: Rect, vision: Vision, paint: impl FnOnce(&Painter)) -> Kept {
        // A layer that is never shown.
        let aside = LayerId::new(Order::Background, Id::unique("painted aside"));
        paint(&Painter::new(ctx.clone(), aside, clip));
        let list = ctx.graphics_mut(|graphics| std::mem::take(graphics.entry(aside)));
        // Small discs as triangles, so that the mesh needs no texture.
        let options = TessellationOptions { prerasterized_discs: false, ..ctx.tessellation_options(|options| *options) };
        let mut tessellator = Tessellator::new(ctx.pixels_per_point(), options, [1, 1], vec![]);
        tessellator.set_clip_rect(clip);
        let mut kept = Kept::default();
        let mut mesh = Mesh::default();
        for entry in list.all_entries() {
            add(entry.shape.clone(), &mut tessellator, &mut mesh, &mut kept.texts);
        }
        if vision != Vision::Full {
            mesh.vertices.iter_mut().for_each(|vertex| vertex.color = vision.sees_colour(vertex.color));
            for text in &mut kept.texts {
                let colour = text.galley.job.sections.first().map_or(text.fallback_color, |section| section.format.color);
                text.override_text_color = Some(vision.sees_colour(text.override_text_color.unwrap_or(colour)));
            }
        }
        kept.mesh = Arc::new(mesh);
        kept
    }

    /// Shows it, moved by so many points.
    pub fn show(&self, painter: &Painter, by: Vec2) {
        let mut mesh = self.mesh.clone();
        if by != Vec2::ZERO {
            Arc::make_mut(&mut mesh).translate(by);
        }
        if !mesh.is_empty() {
            painter.add(Shape::Mesh(mesh));
        }
        painter.extend(self.texts.iter().map(|text| Shape::Text(TextShape { pos: text.pos + by, ..text.clone() })));
    }
}

fn add(shape: Shape, tessellator: &mut Tessellator, mesh: &mut Mesh, texts: &mut Vec<TextShape>) {
    match shape {
        Shape::Text(text) => texts.push(text),
        Shape::Vec(list) => list.into_iter().for_each(|shape| add(shape, tessellator, mesh, texts)),
        shape => tessellator.tessellate_shape(shape, mesh),
    }
}

/// Stands out on paper and on tiles, in both themes.
pub const CHOSEN: Color32 = Color32::from_rgb(0x1a, 0x6f, 0xe0);
