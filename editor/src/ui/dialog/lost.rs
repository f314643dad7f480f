//! Questions before work is lost: unsaved work, files changed by another program, work left from an earlier run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::RichText;

use super::Around;
use super::form::{Ended, is_entered, primary};
use crate::drawing::disk::{Side, both};
use crate::drawing::recovery::Recovered;
use crate::drawing::{differs, read, write};
use crate::playtest::saved;
use crate::ui::action::{Action, FileMessage};
use crate::ui::theme::{Theme, strong};

/// The question before unsaved work is dropped.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsaved {
    /// The action that would drop it.
    pub then: Action,
}

impl Unsaved {
    pub(super) fn ui(&self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let drawn =
            app.draw.as_ref().filter(|_| app.is_unsaved && self.then.clears_table()).map(|draw| named(draw.desk.on_disk.path()));
        let typed = Some(app.unsaved_texts.clone()).filter(|_| self.then.leaves_library()).unwrap_or_default();
        let names: Vec<String> = drawn.into_iter().chain(typed).collect();
        ui.heading(format!("Save {}?", names.join(", ")));
        ui.label("Your changes since the last save would be lost.");
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

/// The question when another program has written to the file of the drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    pub theirs: Arc<str>,
    /// Whether the other program's text can be read as a track.
    is_track: bool,
    /// Both texts, while they are shown.
    pub both: Option<Both>,
}

impl Outside {
    pub fn new(theirs: Arc<str>) -> Outside {
        Outside { is_track: read::read(&theirs).is_ok(), theirs, both: None }
    }

    /// Takes the new text when the other program has written again.
    pub fn now(&mut self, theirs: Arc<str>) {
        if self.theirs != theirs {
            *self = Outside::new(theirs);
        }
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let draw = app.draw.as_ref()?;
        ui.heading(format!("{} was changed by another program", named(draw.desk.on_disk.path())));
        ui.label(if app.is_unsaved {
            "You have changed it here, too. Which version do you want to keep?"
        } else {
            "You have changed nothing here since it was saved. Which version do you want to keep?"
        });
        if !self.is_track {
            ui.label(RichText::new("The other program's version can't be read as a track.").color(Theme::of(ui).warning));
        }
        ui.weak(if self.is_track {
            "Nothing is lost: a copy of theirs is kept, and Undo brings yours back."
        } else {
            "Nothing is lost: a copy of theirs is kept."
        });
        let sides = Sides {
            keep: Action::File(FileMessage::KeepMine),
            keep_help: "Save your drawing over the file; a copy of theirs is kept",
            take: Action::File(FileMessage::TakeTheirs),
            take_help: "Read the file; Undo brings yours back",
            can_take: self.is_track,
            // What nobody has changed here can go.
            is_to_take: self.is_track && !app.is_unsaved,
        };
        sides.ui(ui, &mut self.both, || {
            let document = draw.desk.document();
            let theirs = read::read(&self.theirs).ok();
            let differs = theirs.map(|theirs| differs::between(document, &theirs));
            Both { differs, ..Both::of(&write::text(document), &self.theirs) }
        })
    }
}

/// The two texts to choose from.
pub(super) struct Sides {
    pub keep: Action,
    pub keep_help: &'static str,
    pub take: Action,
    pub take_help: &'static str,
    pub can_take: bool,
    /// Whether Enter takes theirs, instead of keeping mine.
    pub is_to_take: bool,
}

impl Sides {
    /// Shows both texts on request, and the buttons for each side.
    pub fn ui(self, ui: &mut egui::Ui, both: &mut Option<Both>, of: impl FnOnce() -> Both) -> Option<Ended> {
        if let Some(both) = both {
            both.ui(ui);
        }
        ui.add_space(8.0);
        let mut ended = None;
        ui.horizontal(|ui| {
            let enter = is_entered(ui);
            let button = |title: &'static str, ui: &egui::Ui, is_first: bool| {
                if is_first { primary(ui, title) } else { egui::Button::new(title) }
            };
            let mine = button("Keep mine", ui, !self.is_to_take);
            if ui.add(mine).on_hover_text(self.keep_help).clicked() || enter && !self.is_to_take {
                ended = Some(Ended::Done(vec![self.keep]));
            }
            let theirs = button("Take theirs", ui, self.is_to_take);
            let theirs = ui.add_enabled(self.can_take, theirs).on_hover_text(self.take_help);
            if theirs.clicked() || enter && self.is_to_take {
                ended = Some(Ended::Done(vec![self.take]));
            }
            both_button_ui(ui, both, of);
            if ui.button("Later").on_hover_text("Leave both as they are; Save asks again").clicked() {
                ended = Some(Ended::Cancelled);
            }
        });
        ended
    }
}

/// Two texts side by side, line by line: their differences, with a few common lines around them. Common lines stand on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Both {
    /// The differences in words, if both texts are tracks.
    differs: Option<Vec<String>>,
    lines: Vec<(Option<String>, Option<String>)>,
}

/// Shows a button that shows or hides both texts. They are compared only once.
fn both_button_ui(ui: &mut egui::Ui, both: &mut Option<Both>, of: impl FnOnce() -> Both) {
    let mut shows = both.is_some();
    if ui.toggle_value(&mut shows, "Show both").changed() {
        *both = shows.then(of);
    }
}

impl Both {
    pub(super) fn of(mine: &str, theirs: &str) -> Both {
        let lines = both(mine, theirs);
        // Common lines are kept only near a difference.
        let differs: Vec<usize> = (0..lines.len()).filter(|n| !matches!(lines[*n], Side::Both(_))).collect();
        let near = |n: usize| {
            let at = differs.partition_point(|d| *d < n);
            [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|at| differs.get(at)).any(|d| d.abs_diff(n) <= 2)
        };
        let owned = |line: &Side<'_>| match line {
            Side::Both(line) => (Some((*line).to_owned()), Some((*line).to_owned())),
            Side::Mine(line) => (Some((*line).to_owned()), None),
            Side::Theirs(line) => (None, Some((*line).to_owned())),
        };
        Both { differs: None, lines: lines.iter().enumerate().filter(|(n, _)| near(*n)).map(|(_, line)| owned(line)).collect() }
    }

    pub(super) fn ui(&self, ui: &mut egui::Ui) {
        let theme = Theme::of(ui);
        ui.add_space(6.0);
        let differs = self.differs.iter().flatten();
        for line in differs {
            ui.add(egui::Label::new(line).wrap());
        }
        if self.differs.as_ref().is_some_and(Vec::is_empty) {
            ui.label("Both draw the same: only the texts differ.");
        }
        ui.add_space(6.0);
        ui.columns(2, |columns| {
            columns[0].strong("Mine");
            columns[1].strong("Theirs");
        });
        let height = (ui.ctx().content_rect().height() - 260.0).clamp(60.0, 360.0);
        let row = ui.text_style_height(&egui::TextStyle::Monospace);
        let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        area.show_rows(ui, row, self.lines.len(), |ui, rows| {
            for (mine, theirs) in &self.lines[rows] {
                ui.columns(2, |columns| {
                    let colour = (mine.is_none() || theirs.is_none()).then_some(theme.accent);
                    for (column, line) in columns.iter_mut().zip([mine, theirs]) {
                        let line = line.as_deref().unwrap_or_default();
                        let text = RichText::new(if line.is_empty() { " " } else { line }).monospace();
                        let text = colour.map_or(text.clone().weak(), |colour| text.color(colour));
                        column.add(egui::Label::new(text).truncate()).on_hover_text(line);
                    }
                });
            }
        });
    }
}

/// The question when unsaved work is left from an earlier run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    pub works: Vec<Recovered>,
}

impl Left {
    pub(super) fn ui(&mut self, ui: &mut egui::Ui) -> Option<Ended> {
        ui.heading("Unsaved work from last time");
        ui.label(match self.works.as_slice() {
            [] => "There is none: everything was saved or discarded.",
            _ => "The program ended before this was saved.",
        });
        ui.add_space(6.0);
        let mut ended = None;
        let height = (ui.ctx().content_rect().height() - 260.0).clamp(60.0, 360.0);
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| ended = self.works_ui(ui));
        ui.add_space(8.0);
        let (close, help) = match self.works.as_slice() {
            [] => ("Close", ""),
            _ => ("Later", "It is kept, and offered again at the next start and by File, Recover unsaved work…"),
        };
        let is_all = self.works.is_empty();
        let button = if is_all { primary(ui, close) } else { egui::Button::new(close) };
        if ui.add(button).on_hover_text(help).clicked() || is_all && is_entered(ui) {
            ended = Some(Ended::Cancelled);
        }
        ended
    }

    fn works_ui(&self, ui: &mut egui::Ui) -> Option<Ended> {
        let mut ended = None;
        for (n, work) in self.works.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.label(strong(named(&work.of))).on_hover_text(work.of.display().to_string());
                if saved::is_race(&work.text) {
                    ui.weak("a race");
                }
                if self.works[..n].iter().any(|newer| newer.of == work.of) {
                    ui.weak("as it was earlier");
                }
                if let Some(ago) = work.kept.and_then(|kept| kept.elapsed().ok()) {
                    ui.weak(ago_words(ago.as_secs()));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let hover = "It won't be offered again; a copy is kept, and you are told where";
                    if ui.button("Discard").on_hover_text(hover).clicked() {
                        ended = Some(Ended::Done(vec![Action::File(FileMessage::Forget(work.clone()))]));
                    }
                    // The newest comes first, and Enter restores it.
                    let button = if n == 0 { primary(ui, "Restore") } else { egui::Button::new("Restore") };
                    let hover = if saved::is_race(&work.text) {
                        "Go on with the race, without saving it"
                    } else {
                        "Put it on the drawing table, without saving it"
                    };
                    let button = ui.add(button).on_hover_text(hover);
                    if button.clicked() || n == 0 && is_entered(ui) {
                        ended = Some(Ended::Done(vec![Action::File(FileMessage::Restore(work.clone()))]));
                    }
                });
            });
            let folder = work.of.parent().unwrap_or(Path::new("")).display().to_string();
            ui.add(egui::Label::new(RichText::new(&folder).small().weak()).truncate()).on_hover_text(&folder);
        }
        ended
    }
}

/// Returns in words how long ago something was.
fn ago_words(secs: u64) -> String {
    let (count, unit) = match secs {
        ..60 => return "less than a minute ago".to_owned(),
        60..3_600 => (secs / 60, "minute"),
        3_600..86_400 => (secs / 3_600, "hour"),
        _ => (secs / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

pub(super) fn choose_ui(ui: &mut egui::Ui, choices: &[(&str, Option<Action>)]) -> Option<Ended> {
    let mut ended = None;
    ui.horizontal(|ui| {
        for (n, (title, action)) in choices.iter().enumerate() {
            let button = if n == 0 { primary(ui, title) } else { egui::Button::new(*title) };
            if ui.add(button).clicked() || n == 0 && is_entered(ui) {
                ended = Some(action.clone().map_or(Ended::Cancelled, |action| Ended::Done(vec![action])));
            }
        }
    });
    ended
}

/// Returns the name of a file, with as many of its folders as tell it apart from others.
pub fn told_apart<'p>(path: &Path, others: impl Iterator<Item = &'p Path> + Clone) -> String {
    let tail = |path: &Path, count: usize| {
        let parts: Vec<_> = path.components().rev().take(count).map(|part| part.as_os_str().to_owned()).collect();
        parts.into_iter().rev().collect::<PathBuf>()
    };
    let is_alone = |count: &usize| others.clone().all(|other| other == path || tail(other, *count) != tail(path, *count));
    let count = (1..path.components().count()).find(is_alone).unwrap_or(1);
    tail(path, count).display().to_string()
}

/// Returns the name of a file without its folder.
pub fn named(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
