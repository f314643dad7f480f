//! The tabs of the ruleset's files: rules, add-ons, data, the manifest and the track of the race.

use crate::ui::widget::row_area;
use egui::RichText;

use super::{Act, RulesPane, Shown};
use crate::text::problems;
use crate::ui::theme::Theme;

/// Returns the names of all texts in the order of their tabs. The names are those used in problems.
pub fn names(shown: &Shown<'_>) -> Vec<String> {
    let texts = shown.texts;
    let manifest = shown.newest.or(shown.good).map(|build| &build.ruleset.manifest);
    let named = manifest.into_iter().flat_map(|manifest| manifest.modules.iter().chain(&manifest.addons));
    let mut paths: Vec<&str> = named.map(|(path, _)| &**path).filter(|path| texts.files.contains_key(*path)).collect();
    let is_text = |path: &&str| path.ends_with(".rules") || path.ends_with(".ron");
    let others = || texts.files.keys().map(String::as_str).filter(is_text);
    paths.extend(others().filter(|path| path.ends_with(".rules")));
    paths.extend(others().filter(|path| *path != "game.ron"));
    paths.extend(others());
    let mut names: Vec<String> = vec![];
    for path in paths {
        let name = format!("{}/{path}", texts.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let track =
        shown.newest.or(shown.good).map(|build| &*build.built.track_name).filter(|track| texts.tracks.contains_key(*track));
    names.extend(track.map(|track| format!("tracks/{}/{track}.ron", texts.name)));
    names
}

/// Returns the text to open first: the first one with a problem, otherwise the first of all.
pub fn first(names: &[String], shown: &Shown<'_>) -> String {
    let wrong = shown.newest.and_then(|build| {
        let source = problems::all(build).find_map(|problem| Some(problem.span?.source))?;
        Some(build.ruleset.sources.get(source).name.to_string())
    });
    wrong.filter(|name| names.contains(name)).or_else(|| names.first().cloned()).unwrap_or_default()
}

pub(super) fn tabs_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, names: &[String], acts: &mut Vec<Act>) {
    let tabs: Vec<Tab<'_>> = names.iter().map(|name| Tab::of(name, pane.problems_in(shown, Some(name)), shown)).collect();
    let mut chosen = None;
    ui.horizontal(|ui| {
        let menu = ui.menu_button(format!("Files ({})", tabs.len()), |ui| {
            egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                for tab in &tabs {
                    if tab.ui(ui, pane.open == tab.name).clicked() {
                        chosen = Some(tab.name);
                        ui.close();
                    }
                }
            });
        });
        menu.response.on_hover_text("All files of the game");
        row_area(ui, "files").show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for tab in &tabs {
                let is_open = pane.open == tab.name;
                let response = tab.ui(ui, is_open);
                // The tab scrolls into view, however its text was opened.
                if is_open && pane.tab_shown != pane.open {
                    response.scroll_to_me(Some(egui::Align::Center));
                }
                if response.clicked() {
                    chosen = Some(tab.name);
                }
                response.context_menu(|ui| {
                    if ui.button("Open").clicked() {
                        chosen = Some(tab.name);
                    }
                    if ui.add_enabled(!shown.unsaved.is_empty(), egui::Button::new("Save")).clicked() {
                        acts.push(Act::Save);
                    }
                    ui.separator();
                    if ui.button("Copy path").clicked() {
                        acts.push(Act::CopyPath(tab.name.to_owned()));
                    }
                });
            }
        });
    });
    pane.tab_shown.clone_from(&pane.open);
    if let Some(name) = chosen.filter(|name| pane.open != **name) {
        pane.trail.push((pane.open.clone(), pane.selected().start));
        name.clone_into(&mut pane.open);
        pane.below = None;
        ui.ctx().request_repaint();
    }
}

/// The tab of a file.
struct Tab<'a> {
    name: &'a str,
    /// `wind.rules ● (2)`
    text: String,
    is_unsaved: bool,
    is_wrong: bool,
}

impl<'a> Tab<'a> {
    /// Returns the tab of a file with so many problems.
    fn of(name: &'a str, wrong: usize, shown: &Shown<'_>) -> Tab<'a> {
        let own = name.strip_prefix(&*shown.texts.name).and_then(|rest| rest.strip_prefix('/'));
        let mut text = own.or(name.rsplit('/').next()).unwrap_or(name).to_owned();
        let is_unsaved = shown.unsaved.contains(name);
        if is_unsaved {
            text.push_str(" ●");
        }
        if wrong > 0 {
            text.push_str(&format!(" ({wrong})"));
        }
        Tab { name, text, is_unsaved, is_wrong: wrong > 0 }
    }

    fn ui(&self, ui: &mut egui::Ui, is_open: bool) -> egui::Response {
        let text = RichText::new(&self.text);
        let text = if self.is_wrong { text.color(Theme::of(ui).error) } else { text };
        let unsaved = if self.is_unsaved { ", not saved yet" } else { "" };
        ui.selectable_label(is_open, text).on_hover_text(format!("{}{unsaved}", self.name))
    }
}
