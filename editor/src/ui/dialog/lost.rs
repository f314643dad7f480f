//! Questions before work could be lost: unsaved, changed by somebody else, left over from last time.

use std::path::Path;
use std::sync::Arc;

use eframe::egui::{self, RichText};

use super::form::Ended;
use crate::drawing::disk::{Side, both};
use crate::drawing::recovery::Recovered;
use crate::drawing::{read, write};
use crate::ui::app::{Action, App};
use crate::ui::theme::Theme;

/// What is asked before the drawing table is cleared.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsaved {
    /// What was wanted.
    pub then: Action,
}

impl Unsaved {
    pub(super) fn ui(&self, ui: &mut egui::Ui, app: &App) -> Option<Ended> {
        let name = app.draw.as_ref().map(|draw| named(draw.desk.on_disk.path())).unwrap_or_default();
        ui.heading(format!("Save {name}?"));
        ui.label("What you have drawn since it was saved last would be lost.");
        ui.add_space(8.0);
        choose_ui(
            ui,
            &[
                ("Save", Some(Action::SaveThen(Box::new(self.then.clone())))),
                ("Don't save", Some(Action::LoseThen(Box::new(self.then.clone())))),
                ("Cancel", None),
            ],
        )
    }
}

/// What is asked where somebody else has written to the file that is being drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    pub theirs: Arc<str>,
    /// Whether both texts are shown.
    pub shows_both: bool,
}

impl Outside {
    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &App) -> Option<Ended> {
        let draw = app.draw.as_ref()?;
        ui.heading(format!("{} was changed by another program", named(draw.desk.on_disk.path())));
        let readable = read::read(&self.theirs).is_ok();
        ui.label("You have changed it here, too. Which of the two is to stay?");
        if !readable {
            ui.label(RichText::new("What the other program has written can't be read as a track.").color(Theme::of(ui).warning));
        }
        if self.shows_both {
            both_ui(ui, &write::text(draw.desk.document()), &self.theirs);
        }
        ui.add_space(8.0);
        let mut ended = None;
        ui.horizontal(|ui| {
            if ui.button("Keep mine").on_hover_text("Writes what is drawn here over the file").clicked() {
                ended = Some(Ended::Done(Box::new(Action::KeepMine)));
            }
            let theirs = ui.add_enabled(readable, egui::Button::new("Take theirs"));
            if theirs.on_hover_text("Reads the file; what is drawn here is dropped").clicked() {
                ended = Some(Ended::Done(Box::new(Action::TakeTheirs)));
            }
            ui.toggle_value(&mut self.shows_both, "Show both");
            if ui.button("Later").on_hover_text("Leaves both as they are; Save asks again").clicked() {
                ended = Some(Ended::Cancelled);
            }
        });
        ended
    }
}

/// Two texts side by side, line by line; what is the same stands in both.
fn both_ui(ui: &mut egui::Ui, mine: &str, theirs: &str) {
    let lines = both(mine, theirs);
    // Around what differs, some lines that don't.
    let differs: Vec<usize> = (0..lines.len()).filter(|n| !matches!(lines[*n], Side::Both(_))).collect();
    let near = |n: usize| {
        let at = differs.partition_point(|d| *d < n);
        [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|at| differs.get(at)).any(|d| d.abs_diff(n) <= 2)
    };
    let shown: Vec<&Side<'_>> = lines.iter().enumerate().filter(|(n, _)| near(*n)).map(|(_, line)| line).collect();
    let theme = Theme::of(ui);
    ui.add_space(6.0);
    ui.columns(2, |columns| {
        columns[0].strong("Mine");
        columns[1].strong("Theirs");
    });
    let height = (ui.ctx().content_rect().height() - 260.0).clamp(60.0, 360.0);
    let row = ui.text_style_height(&egui::TextStyle::Monospace);
    let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
    area.show_rows(ui, row, shown.len(), |ui, rows| {
        for line in &shown[rows] {
            ui.columns(2, |columns| {
                let (left, right) = match line {
                    Side::Both(line) => ((*line, None), (*line, None)),
                    Side::Mine(line) => ((*line, Some(theme.offer)), ("", None)),
                    Side::Theirs(line) => (("", None), (*line, Some(theme.offer))),
                };
                for (column, (line, colour)) in columns.iter_mut().zip([left, right]) {
                    let text = RichText::new(if line.is_empty() { " " } else { line }).monospace();
                    let text = colour.map_or(text.clone().weak(), |colour| text.color(colour));
                    column.add(egui::Label::new(text).truncate()).on_hover_text(line);
                }
            });
        }
    });
}

/// What is asked where unsaved work was left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    pub works: Vec<Recovered>,
}

impl Left {
    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        ui.heading("Unsaved work from last time");
        ui.label("The program ended before this was saved.");
        ui.add_space(6.0);
        let mut ended = None;
        for work in &self.works {
            ui.horizontal(|ui| {
                ui.label(named(&work.of)).on_hover_text(work.of.display().to_string());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Throw away").clicked() {
                        ended = Some(Ended::Done(Box::new(Action::Forget(work.clone()))));
                    }
                    if ui.button("Restore").on_hover_text("Puts it on the drawing table; it is not saved by that").clicked() {
                        ended = Some(Ended::Done(Box::new(Action::Restore(work.clone()))));
                    }
                });
            });
        }
        ui.add_space(8.0);
        if ui.button("Later").on_hover_text("It is kept, and offered again at the next start").clicked() {
            ended = Some(Ended::Cancelled);
        }
        ended
    }
}

fn choose_ui(ui: &mut egui::Ui, choices: &[(&str, Option<Action>)]) -> Option<Ended> {
    let mut ended = None;
    ui.horizontal(|ui| {
        for (title, action) in choices {
            if ui.button(*title).clicked() {
                ended = Some(action.clone().map_or(Ended::Cancelled, |action| Ended::Done(Box::new(action))));
            }
        }
    });
    ended
}

/// The name of a file without its folder.
pub fn named(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
