//! Pictures of the designer's own on the sheet. Their files lie beside the track. Threads read them, and read them again when a file has
//! changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use egui::{Align2, Color32, ColorImage, FontId, Rect, Shape, Stroke, TextureHandle, TextureOptions};

use super::OnSheet;
use crate::beside::Job;
use crate::board::Placed;
use crate::board::vision::Vision;
use crate::files;

/// The most pixels in a row or column. Larger pictures are scaled down when they are read.
const MOST_PIXELS: u32 = 4_096;

/// The pictures read so far, by file.
#[derive(Default)]
pub struct Pictures {
    read: BTreeMap<PathBuf, Picture>,
}

/// One picture.
struct Picture {
    /// The kind of eyesight it is made for.
    vision: Vision,
    /// When its file was last written.
    written: Option<SystemTime>,
    is: State,
}

enum State {
    Coming(Option<Job<Result<ColorImage, String>>>),
    /// The picture, or why it can't be read.
    There(Result<TextureHandle, String>),
}

impl Pictures {
    /// Shows pictures, whose files lie in this folder.
    pub fn show<'p>(&mut self, sheet: &OnSheet<'_>, pictures: impl Iterator<Item = &'p Placed>, folder: &Path, vision: Vision) {
        for picture in pictures {
            let bounds = picture.bounds();
            if !Rect::from_min_max(sheet.at(bounds.min), sheet.at(bounds.max)).intersects(sheet.seen) {
                continue;
            }
            let rect = Rect::from_min_max(sheet.at(picture.frame.min), sheet.at(picture.frame.max));
            let path = folder.join(&*picture.file);
            self.look(sheet.painter.ctx(), &path, vision);
            match self.read.get(&path).map(|read| &read.is) {
                Some(State::There(Ok(texture))) => {
                    let mut mesh = egui::Mesh::with_texture(texture.id());
                    mesh.add_rect_with_uv(rect, picture.part, Color32::WHITE.gamma_multiply(picture.opacity.clamp(0.0, 1.0)));
                    mesh.rotate(egui::emath::Rot2::from_angle(picture.turn.to_radians()), rect.center());
                    sheet.painter.add(Shape::mesh(mesh));
                }
                Some(State::There(Err(why))) => {
                    sheet.painter.rect(
                        rect,
                        0.0,
                        Color32::from_gray(0xe4),
                        Stroke::new(1.0, sheet.theme.error),
                        egui::StrokeKind::Inside,
                    );
                    let words = format!("{} can't be shown: {why}", picture.file);
                    let font = FontId::proportional(13.0);
                    sheet.painter.text(rect.center(), Align2::CENTER_CENTER, words, font, sheet.theme.error);
                }
                Some(State::Coming(_)) | None => {}
            }
        }
    }

    /// Starts reading a picture that is new or has changed, and takes a picture that has been read.
    fn look(&mut self, ctx: &egui::Context, path: &Path, vision: Vision) {
        let written = std::fs::metadata(path).and_then(|about| about.modified()).ok();
        let is_it = |picture: &Picture| picture.vision == vision && picture.written == written;
        if !self.read.get(path).is_some_and(is_it) {
            let (waker, of) = (ctx.clone(), path.to_owned());
            let coming = Job::begin(move || waker.request_repaint(), move || read(&of, vision));
            self.read.insert(path.to_owned(), Picture { vision, written, is: State::Coming(Some(coming)) });
        }
        let Some(picture) = self.read.get_mut(path) else { return };
        let State::Coming(coming) = &mut picture.is else { return };
        let Some(pixels) = Job::take(coming) else { return };
        let pixels = pixels.unwrap_or_else(|why| Err(format!("reading it broke off: {why}")));
        let texture = |pixels| ctx.load_texture(path.display().to_string(), pixels, TextureOptions::LINEAR);
        picture.is = State::There(pixels.map(texture));
    }
}

fn read(path: &Path, vision: Vision) -> Result<ColorImage, String> {
    let bytes = files::bytes(path, files::LARGEST_KEPT)?;
    let mut image = image::load_from_memory(&bytes).map_err(|why| why.to_string())?;
    if image.width().max(image.height()) > MOST_PIXELS {
        image = image.thumbnail(MOST_PIXELS, MOST_PIXELS);
    }
    let rgba = image.to_rgba8();
    let size = [rgba.width() as usize, rgba.height() as usize];
    let mut pixels = ColorImage::from_rgba_unmultiplied(size, rgba.as_raw());
    if vision != Vision::Full {
        pixels.pixels.iter_mut().for_each(|pixel| *pixel = vision.sees_colour(*pixel));
    }
    Ok(pixels)
}

/// Returns the width and height of a picture in pixels.
pub fn size(path: &Path) -> Option<(u32, u32)> {
    // Reading a named pipe would block the window.
    path.is_file().then(|| image::image_dimensions(path).ok())?
}
