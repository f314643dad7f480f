//! Icons of the designer's own on the screen: each is a texture about as large as it is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use egui::{Color32, ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use crate::board::own;
use crate::looks::Picture;

/// The smallest and the largest side of a texture, in pixels.
const SIDES: (u32, u32) = (16, 512);
/// The number of textures kept, at most.
const MOST: usize = 600;

/// Which icon it is, how large, and how else its colours are seen.
type Key = (u64, u32, &'static str);
/// The textures made so far, with what they show; without a texture, it can't be drawn.
type Made = BTreeMap<Key, (Picture, Option<TextureHandle>)>;

fn made(ctx: &Context) -> Arc<Mutex<Made>> {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Made>>>(egui::Id::unique("icons of the designer's own")).clone())
}

/// The texture of an icon that is so wide, in points; `None` if it can't be drawn.
pub fn texture(ctx: &Context, picture: &Picture, wide: f32) -> Option<TextureId> {
    let side = ((wide * ctx.pixels_per_point()).clamp(1.0, SIDES.1 as f32) as u32).next_power_of_two().clamp(SIDES.0, SIDES.1);
    seen(ctx, picture, side, "", |colour| colour)
}

/// The texture that shows the same as this one as others see it; `eyes` is their name.
pub fn seen_by(ctx: &Context, texture: TextureId, eyes: &'static str, sees: impl Fn(Color32) -> Color32) -> TextureId {
    let made = made(ctx);
    let shown = {
        let made = made.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(_, is): &(&Key, &(Picture, Option<TextureHandle>))| is.1.as_ref().is_some_and(|is| is.id() == texture);
        made.iter().find(is_it).map(|((_, side, _), (picture, _))| (picture.clone(), *side))
    };
    shown.and_then(|(picture, side)| seen(ctx, &picture, side, eyes, sees)).unwrap_or(texture)
}

fn seen(ctx: &Context, picture: &Picture, side: u32, eyes: &'static str, sees: impl Fn(Color32) -> Color32) -> Option<TextureId> {
    let made = made(ctx);
    let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
    if made.len() > MOST {
        made.clear();
    }
    let load = || {
        let mut image = drawn(picture, side)?;
        image.pixels.iter_mut().for_each(|pixel| *pixel = sees(*pixel));
        Some(ctx.load_texture(&*picture.file, image, TextureOptions::LINEAR))
    };
    let (_, texture) = made.entry((picture.hash, side, eyes)).or_insert_with(|| (picture.clone(), load()));
    texture.as_ref().map(TextureHandle::id)
}

/// The pixels of an icon, in the middle of a square.
fn drawn(picture: &Picture, side: u32) -> Option<ColorImage> {
    let size = [side as usize; 2];
    if own::is_png(&picture.bytes) {
        let image = image::load_from_memory(&picture.bytes).ok()?;
        let image = image.resize(side, side, image::imageops::FilterType::Triangle).to_rgba8();
        let mut square = image::RgbaImage::new(side, side);
        let left = |own: u32| i64::from((side - own.min(side)) / 2);
        image::imageops::overlay(&mut square, &image, left(image.width()), left(image.height()));
        return Some(ColorImage::from_rgba_unmultiplied(size, square.as_raw()));
    }
    own::pixels(&picture.bytes, side).map(|pixels| ColorImage::from_rgba_premultiplied(size, &pixels))
}
