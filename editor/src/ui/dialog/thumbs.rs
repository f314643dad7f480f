//! Small pictures of tracks, drawn on a thread, one after the other, and kept by what they show.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ColorImage, Rect, Response, Sense, TextureHandle, TextureOptions, Vec2};
use interpreter::ruleset::{Ruleset, Texts};

use crate::beside::Job;
use crate::drawing::{Checker, picture, read};
use crate::files::{self, Library};

/// The room for a picture, in points.
pub const ROOM: Vec2 = Vec2::new(64.0, 46.0);
/// The pixels of a picture's longer side.
const PIXELS: u32 = 160;
/// As many pictures are kept. More than that, and all are drawn again.
const MOST_KEPT: usize = 500;

/// The pictures drawn so far.
#[derive(Default)]
pub struct Thumbs {
    /// The pictures by what they show; `None` for a track that can't be drawn.
    drawn: BTreeMap<u64, Option<TextureHandle>>,
    /// What the files of this dialog show.
    files: BTreeMap<PathBuf, u64>,
    /// The rules of the last picture.
    rules: Option<Rules>,
    job: Option<(PathBuf, Job<Made>)>,
}

/// The rules of a game, and their texts.
#[derive(Clone)]
pub struct Rules {
    texts: Arc<Texts>,
    checker: Arc<Checker>,
}

/// What became of a picture.
pub struct Made {
    /// What the picture shows, as a number.
    pub key: u64,
    /// `None` if it is known already.
    pub picture: Option<Result<ColorImage, String>>,
    /// The rules that it was drawn with.
    pub rules: Option<Rules>,
}

impl Thumbs {
    /// Looks at the files again; pictures that still show the same are kept.
    pub fn look_again(&mut self) {
        self.files.clear();
    }

    /// Shows the picture of a track, as soon as there is one. It can be clicked.
    pub fn thumb_ui(&mut self, ui: &mut egui::Ui, library: &Library, game: &str, file: &Path) -> Response {
        // The name beside it takes the focus.
        let (rect, response) = ui.allocate_exact_size(ROOM, Sense::CLICK);
        if ui.is_rect_visible(rect) {
            self.show(ui, rect, library, game, file);
        }
        response
    }

    fn show(&mut self, ui: &egui::Ui, rect: Rect, library: &Library, game: &str, file: &Path) {
        self.take(ui.ctx());
        match self.files.get(file) {
            Some(key) => {
                let Some(Some(texture)) = self.drawn.get(key) else { return };
                let size = texture.size_vec2();
                let shown = Rect::from_center_size(rect.center(), size * (ROOM / size).min_elem());
                let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter().image(texture.id(), shown, whole, egui::Color32::WHITE);
                let edge = ui.visuals().widgets.noninteractive.bg_stroke;
                ui.painter().rect_stroke(shown, 0.0, edge, egui::StrokeKind::Outside);
            }
            None if self.job.is_none() => {
                let (waker, library, game, of) = (ui.ctx().clone(), library.clone(), game.to_owned(), file.to_owned());
                let (known, rules): (BTreeSet<u64>, _) = (self.drawn.keys().copied().collect(), self.rules.clone());
                let job = Job::begin(move || waker.request_repaint(), move || make(&library, &game, &of, &known, rules));
                self.job = Some((file.to_owned(), job));
            }
            None => {}
        }
    }

    /// Takes a picture that has been drawn.
    fn take(&mut self, ctx: &egui::Context) {
        let Some((file, job)) = self.job.take() else { return };
        let mut job = Some(job);
        match Job::take(&mut job) {
            None => self.job = job.map(|job| (file, job)),
            Some(Ok(made)) => {
                if self.drawn.len() >= MOST_KEPT {
                    self.drawn.clear();
                    self.files.clear();
                }
                if let Some(picture) = made.picture {
                    let name = file.display().to_string();
                    let texture = picture.ok().map(|picture| ctx.load_texture(name, picture, TextureOptions::LINEAR));
                    self.drawn.insert(made.key, texture);
                }
                // What was known may have been dropped meanwhile.
                if self.drawn.contains_key(&made.key) {
                    self.files.insert(file, made.key);
                }
                self.rules = made.rules.or(self.rules.take());
                ctx.request_repaint();
            }
            Some(Err(_)) => {
                self.drawn.insert(0, None);
                self.files.insert(file, 0);
            }
        }
    }
}

/// Draws a picture, unless it is known.
pub fn make(library: &Library, game: &str, file: &Path, known: &BTreeSet<u64>, rules: Option<Rules>) -> Made {
    let text = files::read(file);
    let texts = library.read(game);
    let mut hasher = DefaultHasher::new();
    (&texts.name, &texts.files, &text).hash(&mut hasher);
    let key = hasher.finish();
    if known.contains(&key) {
        return Made { key, picture: None, rules };
    }
    let rules = rules.filter(|rules| rules.texts.name == texts.name && rules.texts.files == texts.files);
    let rules = rules.unwrap_or_else(|| {
        let checker = Arc::new(Checker::new(&Ruleset::read(&texts), &[]));
        Rules { texts: Arc::new(texts), checker }
    });
    let document = text.and_then(|text| read::read(&text).map_err(|problem| problem.message));
    let small = document.and_then(|document| picture::small(&document, &rules.checker, PIXELS));
    let picture = small.map(|(size, rgba)| ColorImage::from_rgba_premultiplied(size, &rgba));
    Made { key, picture: Some(picture), rules: Some(rules) }
}
