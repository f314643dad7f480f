//! Shapes painted once and shown for as long as they stay the same. Thousands of shapes become a few meshes.

use std::sync::Arc;

use egui::epaint::text::TextOptions;
use egui::epaint::{Mesh, TessellationOptions, Tessellator, TextShape};
use egui::{Color32, Context, Id, LayerId, Order, Painter, Rect, Shape, TextureId, Vec2};

use super::vision::Vision;
use crate::ui::sheet::icons;

/// Shapes ready to show.
#[derive(Clone, Debug, Default)]
pub struct Painting {
    /// The shapes as triangles.
    pub mesh: Arc<Mesh>,
    /// The mesh as it was last shown in another place. It is reused, so that a large mesh isn't allocated in each frame.
    moved: Arc<Mesh>,
    /// Icons of the designer's own above the mesh, each a mesh with a texture.
    pictures: Vec<Mesh>,
    /// The letters above the mesh. They stay shapes, because their texture may change.
    texts: Vec<TextShape>,
}

impl Painting {
    /// Paints the shapes to keep. Everything outside `clip` is left out.
    pub fn painted(ctx: &egui::Context, clip: Rect, vision: Vision, paint: impl FnOnce(&Painter)) -> Painting {
        // This layer is never shown.
        let aside = LayerId::new(Order::Background, Id::unique("painted aside"));
        paint(&Painter::new(ctx.clone(), aside, clip));
        let list = ctx.graphics_mut(|graphics| std::mem::take(graphics.entry(aside)));
        // Small discs become triangles, so that the mesh needs no texture.
        let options = TessellationOptions { prerasterized_discs: false, ..ctx.tessellation_options(|options| *options) };
        let mut tessellator = Tessellator::new(ctx.pixels_per_point(), options, [1, 1], vec![]);
        tessellator.set_clip_rect(clip);
        let mut kept = Painting::default();
        let mut mesh = Mesh::default();
        for entry in list.all_entries() {
            add(entry.shape.clone(), &mut tessellator, &mut mesh, &mut kept);
        }
        if vision != Vision::Full {
            mesh.vertices.iter_mut().for_each(|vertex| vertex.color = vision.sees_colour(vertex.color));
            for picture in &mut kept.pictures {
                let sees = |colour| vision.sees_colour(colour);
                picture.texture_id = icons::seen_by(ctx, picture.texture_id, vision.title(), sees);
            }
            for text in &mut kept.texts {
                let colour = text.galley.job.sections.first().map_or(text.fallback_color, |section| section.format.color);
                text.override_text_color = Some(vision.sees_colour(text.override_text_color.unwrap_or(colour)));
            }
        }
        kept.mesh = Arc::new(mesh);
        kept
    }

    /// Shows the shapes, moved by this many points.
    pub fn show(&mut self, painter: &Painter, by: Vec2) {
        if !self.mesh.is_empty() {
            painter.add(Shape::Mesh(self.mesh_moved(by)));
        }
        for picture in &self.pictures {
            let mut picture = picture.clone();
            picture.translate(by);
            painter.add(Shape::mesh(picture));
        }
        painter.extend(self.texts.iter().map(|text| Shape::Text(TextShape { pos: text.pos + by, ..text.clone() })));
    }

    /// Returns the mesh in another place.
    pub fn mesh_moved(&mut self, by: Vec2) -> Arc<Mesh> {
        if by == Vec2::ZERO {
            return self.mesh.clone();
        }
        match Arc::get_mut(&mut self.moved).filter(|moved| moved.vertices.len() == self.mesh.vertices.len()) {
            Some(moved) => {
                let vertices = moved.vertices.iter_mut().zip(&self.mesh.vertices);
                vertices.for_each(|(moved, vertex)| moved.pos = vertex.pos + by);
            }
            None => {
                let mut moved = (*self.mesh).clone();
                moved.translate(by);
                self.moved = Arc::new(moved);
            }
        }
        self.moved.clone()
    }
}

/// The font atlas that the meshes point into. egui builds a new one when the theme needs other letters, and when the atlas is full.
#[derive(Clone, PartialEq)]
pub struct Letters {
    options: TextOptions,
    /// How full the atlas is, from 0 to 1. In one atlas this only grows.
    taken: f32,
}

impl Letters {
    pub fn now(ctx: &Context) -> Letters {
        ctx.fonts(|fonts| Letters { options: *fonts.options(), taken: fonts.font_atlas_fill_ratio() })
    }

    /// Whether letters of then can still be shown.
    pub fn are_of(&self, later: &Letters) -> bool {
        self.options == later.options && self.taken <= later.taken
    }
}

fn add(shape: Shape, tessellator: &mut Tessellator, mesh: &mut Mesh, kept: &mut Painting) {
    match shape {
        Shape::Text(text) => kept.texts.push(text),
        Shape::Mesh(picture) if picture.texture_id != TextureId::default() => kept.pictures.push((*picture).clone()),
        Shape::Vec(list) => list.into_iter().for_each(|shape| add(shape, tessellator, mesh, kept)),
        shape => tessellator.tessellate_shape(shape, mesh),
    }
}

/// The colour of the selection, which stands out on paper and on tiles in both themes.
pub const CHOSEN: Color32 = Color32::from_rgb(0x1a, 0x6f, 0xe0);
