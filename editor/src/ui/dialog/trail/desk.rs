//! What is read and drawn beside the form: the file, the rules, the small picture of the board.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, Rect, TextureHandle, TextureOptions};
use interpreter::ruleset::Ruleset;

use super::NewTrail;
use crate::beside::{Beside, LOOK};
use crate::drawing::trail::{self, Laid, Plan, Trail};
use crate::drawing::{Checker, picture};
use crate::files;

/// The pixels of the picture's longer side.
const PIXELS: u32 = 900;

/// Everything that the form waits for.
#[derive(Default)]
pub struct TrailDesk {
    /// The file that is read or was read last.
    file: Option<PathBuf>,
    reading: Beside<Result<Vec<Trail>, String>>,
    /// The game whose rules are read or were read last.
    game: String,
    rules: Beside<Checker>,
    checker: Option<Arc<Checker>>,
    laid: Option<(Trail, Plan, Result<Laid, String>)>,
    drawing: Beside<Result<ColorImage, String>>,
    picture: Option<TextureHandle>,
}

impl TrailDesk {
    /// Reads and draws what the form asks for, and fills in what has come.
    pub(super) fn follow(&mut self, form: &mut NewTrail, ctx: &egui::Context) {
        self.follow_file(form);
        self.follow_game(form);
        if form.plan.is_none()
            && let Some((trail, checker)) = form.trail().zip(self.checker.as_ref())
        {
            form.plan = Some(Plan::proposed(trail, checker, form.new.sheet()));
        }
        let sheet = form.new.sheet();
        form.plan.iter_mut().for_each(|plan| plan.sheet = sheet);
        self.lay(form);
        if let Some(drawn) = self.drawing.take() {
            self.picture = drawn.ok().and_then(Result::ok).map(|image| ctx.load_texture("trail", image, TextureOptions::LINEAR));
        }
        if self.reading.is_at_it() || self.rules.is_at_it() || self.drawing.is_at_it() {
            ctx.request_repaint_after(LOOK);
        }
    }

    fn follow_file(&mut self, form: &mut NewTrail) {
        let file = Some(form.gpx.path()).filter(|_| !form.gpx.text.trim().is_empty());
        if file != self.file {
            (form.trails, form.plan) = (None, None);
            match file.clone() {
                Some(file) => self.reading.ask(move || {
                    let bytes = files::bytes(&file, files::LARGEST_KEPT).map_err(|why| format!("The file can't be read: {why}."))?;
                    trail::read(&bytes)
                }),
                None => self.reading.forget(),
            }
            self.file = file;
        }
        if let Some(read) = self.reading.take() {
            form.trails = Some(read.unwrap_or_else(|why| Err(format!("The file can't be read: {why}."))));
            (form.chosen, form.plan) = (0, None);
            form.take_name();
        }
    }

    fn follow_game(&mut self, form: &mut NewTrail) {
        if form.new.game() != self.game {
            let (library, game) = (form.new.library().clone(), form.new.game().to_owned());
            self.game.clone_from(&game);
            self.checker = None;
            (form.values, form.plan) = (None, None);
            self.rules.ask(move || Checker::new(&Ruleset::read(&library.read(&game)), &[]));
        }
        if let Some(Ok(checker)) = self.rules.take() {
            form.values = Some(trail::slope_values(&checker));
            self.checker = Some(Arc::new(checker));
        }
    }

    /// Lays the trail on the sheet, and has a picture drawn, if anything has changed.
    fn lay(&mut self, form: &mut NewTrail) {
        let Some(((trail, plan), checker)) = form.trail().zip(form.plan.as_ref()).zip(self.checker.as_ref()) else {
            (self.laid, self.picture, form.unlaid) = (None, None, None);
            self.drawing.forget();
            return;
        };
        if self.laid.as_ref().is_some_and(|(of, by, _)| of == trail && by == plan) {
            return;
        }
        let laid = trail::lay(trail, plan);
        let unlaid = laid.as_ref().err().cloned();
        let (checker, of, by, title) = (checker.clone(), trail.clone(), plan.clone(), form.new.title.clone());
        self.drawing.ask(move || {
            let document = trail::track(&checker, &title, &of, &by)?;
            let (size, rgba) = picture::small(&document, &checker, PIXELS)?;
            Ok(ColorImage::from_rgba_premultiplied(size, &rgba))
        });
        self.laid = Some((trail.clone(), plan.clone(), laid));
        form.unlaid = unlaid;
    }

    /// The trail on the sheet.
    pub(super) fn laid(&self) -> Option<&Laid> {
        self.laid.as_ref()?.2.as_ref().ok()
    }

    /// Shows the picture of the board, or an empty place.
    pub(super) fn picture_ui(&self, ui: &egui::Ui, rect: Rect) {
        let edge = ui.visuals().widgets.noninteractive.bg_stroke;
        let Some(texture) = &self.picture else {
            ui.painter().rect_stroke(rect, 0.0, edge, egui::StrokeKind::Inside);
            return;
        };
        let size = texture.size_vec2();
        let shown = Rect::from_center_size(rect.center(), size * (rect.size() / size).min_elem());
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), shown, whole, egui::Color32::WHITE);
        ui.painter().rect_stroke(shown, 0.0, edge, egui::StrokeKind::Outside);
    }
}
