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

/// A trail on the sheet, as planned, and its picture.
struct OnSheet {
    plan: Plan,
    laid: Result<(Laid, Option<ColorImage>), String>,
}

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
    /// The trail and the plan that are laid or were laid last; without a plan, one is proposed.
    asked: Option<(Trail, Option<Plan>)>,
    laying: Beside<OnSheet>,
    laid: Option<(Plan, Laid)>,
    picture: Option<TextureHandle>,
}

impl TrailDesk {
    /// Reads and draws what the form asks for, and fills in what has come.
    pub(super) fn follow(&mut self, form: &mut NewTrail, ctx: &egui::Context) {
        self.follow_file(form);
        self.follow_game(form);
        let sheet = form.new.sheet();
        form.plan.iter_mut().for_each(|plan| plan.sheet = sheet);
        self.lay(form);
        if let Some(done) = self.laying.take() {
            self.take_laid(form, done, ctx);
            // The plan may have changed meanwhile.
            ctx.request_repaint();
        }
        if self.reading.is_at_it() || self.rules.is_at_it() || self.laying.is_at_it() {
            ctx.request_repaint_after(LOOK);
        }
    }

    fn follow_file(&mut self, form: &mut NewTrail) {
        let file = Some(form.gpx.path()).filter(|_| !form.gpx.text.trim().is_empty());
        if file != self.file {
            (form.trails, form.plan) = (None, None);
            match file.clone() {
                Some(file) => self.reading.ask(move || {
                    let bytes =
                        files::bytes(&file, files::LARGEST_KEPT).map_err(|why| format!("The file can't be read: {why}."))?;
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
        if let Some(read) = self.rules.take() {
            form.values = Some(read.as_ref().map(trail::slope_values).map_err(Clone::clone));
            self.checker = read.ok().map(Arc::new);
        }
    }

    /// Has the trail laid on the sheet and drawn, if anything has changed. What is laid already is shown
    /// before the next one begins, so that something is seen while a slider is dragged.
    fn lay(&mut self, form: &mut NewTrail) {
        let Some((trail, checker)) = form.trail().zip(self.checker.as_ref()) else {
            (self.asked, self.laid, self.picture, form.unlaid) = (None, None, None, None);
            self.laying.forget();
            return;
        };
        let asked = (trail.clone(), form.plan.clone());
        if self.asked.as_ref() == Some(&asked) || (asked.1.is_some() && self.laying.is_at_it()) {
            return;
        }
        let ((trail, plan), checker) = (asked.clone(), checker.clone());
        let (sheet, title) = (form.new.sheet(), form.new.title().to_owned());
        self.laying.ask(move || {
            let plan = plan.unwrap_or_else(|| Plan::proposed(&trail, &checker, sheet));
            let laid = on_sheet(&checker, &title, &trail, &plan);
            OnSheet { plan, laid }
        });
        if asked.1.is_none() {
            form.unlaid = None;
        }
        self.asked = Some(asked);
    }

    /// Takes what was laid, or why nothing could be.
    fn take_laid(&mut self, form: &mut NewTrail, done: Result<OnSheet, String>, ctx: &egui::Context) {
        let done = done.map_err(|why| format!("The trail can't be laid on the sheet: {why}."));
        let laid = done.and_then(|OnSheet { plan, laid }| {
            if let Some((_, asked @ None)) = &mut self.asked {
                (*asked, form.plan) = (Some(plan.clone()), Some(plan.clone()));
            }
            laid.map(|(laid, image)| (plan, laid, image))
        });
        form.unlaid = laid.as_ref().err().cloned();
        (self.laid, self.picture) = match laid {
            Ok((plan, laid, image)) => {
                (Some((plan, laid)), image.map(|image| ctx.load_texture("trail", image, TextureOptions::LINEAR)))
            }
            Err(_) => (None, None),
        };
    }

    /// The trail on the sheet, and the plan after which it was laid.
    pub(super) fn laid(&self) -> Option<&(Plan, Laid)> {
        self.laid.as_ref()
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

/// Lays a trail on the sheet and draws it.
fn on_sheet(checker: &Checker, title: &str, trail: &Trail, plan: &Plan) -> Result<(Laid, Option<ColorImage>), String> {
    let laid = trail::lay(trail, plan)?;
    let drawn = picture::small(&trail::track(checker, title, trail, plan)?, checker, PIXELS);
    Ok((laid, drawn.ok().map(|(size, rgba)| ColorImage::from_rgba_premultiplied(size, &rgba))))
}
