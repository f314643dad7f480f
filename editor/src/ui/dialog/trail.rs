//! The form for a new track along a trail of the real world.

use super::Around;
use super::form::{Ended, checked_ui, choice_ui};
use super::new_sheet::NewSheet;
use super::path::{Browsing, PathField, path_ui};
use crate::drawing::trail::{PERCENT, Plan, SMOOTH, SlopeRule, SlopeValue, TILES, Trail, far_text};
use crate::ui::action::{Action, FileMessage, Start};
use crate::ui::browse::Looks;
use crate::ui::theme::Theme;
use crate::ui::widget::drop_down;

mod desk;
mod profile;

pub use desk::TrailDesk;

/// *New track from GPX*.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTrail {
    pub new: NewSheet,
    /// Whether the name was typed. It no longer follows the trail then.
    is_named: bool,
    pub gpx: PathField,
    /// The trails of the file, or why there are none; `None` before it is read.
    trails: Option<Result<Vec<Trail>, String>>,
    chosen: usize,
    /// What tiles of this game can say, or why its rules can't be read; `None` before they are.
    values: Option<Result<Vec<SlopeValue>, String>>,
    pub plan: Option<Plan>,
    /// Why the trail can't be laid on the sheet.
    unlaid: Option<String>,
}

/// The height of the small picture of the board, in points.
const PICTURE: f32 = 230.0;
/// From this width on, the picture is beside the fields, and not below them.
const BESIDE: f32 = 780.0;

impl NewTrail {
    pub fn of(app: &Around<'_>) -> NewTrail {
        NewTrail {
            new: NewSheet::of(app),
            is_named: false,
            gpx: PathField::default(),
            trails: None,
            chosen: 0,
            values: None,
            plan: None,
            unlaid: None,
        }
    }

    fn trail(&self) -> Option<&Trail> {
        self.trails.as_ref()?.as_ref().ok()?.get(self.chosen)
    }

    /// Takes the chosen trail's name, unless the user has typed one.
    fn take_name(&mut self) {
        let name = self.trail().map(|trail| trail.name.clone()).filter(|_| !self.is_named);
        if let Some(name) = name {
            self.new.name_it(name);
        }
    }

    /// Returns the form's request.
    ///
    /// # Errors
    /// Returns what still has to be corrected.
    pub fn check(&self) -> Result<Action, String> {
        if self.gpx.text.trim().is_empty() {
            return Err("Choose a GPX file.".to_owned());
        }
        match &self.trails {
            None => return Err("The file is being read.".to_owned()),
            Some(Err(why)) => return Err(why.clone()),
            Some(Ok(_)) => {}
        }
        match &self.values {
            None => return Err("The rules are being read.".to_owned()),
            Some(Err(why)) => return Err(format!("The rules can't be read: {why}.")),
            Some(Ok(_)) => {}
        }
        if let Some(why) = &self.unlaid {
            return Err(why.clone());
        }
        let Some((trail, plan)) = self.trail().zip(self.plan.as_ref()) else {
            return Err("The trail is being laid on the sheet.".to_owned());
        };
        let (title, path) = self.new.check()?;
        let start = Start::Trail(Box::new((trail.clone(), plan.clone())));
        Ok(Action::File(FileMessage::BeginTrack { ruleset: self.new.game().to_owned(), path, title, start }))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, desk: &mut TrailDesk, browsing: &mut Browsing<'_>) -> Option<Ended> {
        ui.heading("New track from GPX");
        let height = (ui.ctx().content_rect().height() - 190.0).clamp(60.0, 620.0);
        egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            let columns = if ui.available_width() < BESIDE { 1 } else { 2 };
            ui.columns(columns, |sides| {
                sides[0].vertical(|ui| self.left_ui(ui, browsing));
                desk.follow(self, sides[0].ctx());
                sides[columns - 1].vertical(|ui| self.right_ui(ui, desk));
            });
        });
        checked_ui(ui, "Create", self, Self::check)
    }

    fn left_ui(&mut self, ui: &mut egui::Ui, browsing: &mut Browsing<'_>) {
        path_ui(ui, "GPX file", &mut self.gpx, Looks::Gpx, browsing);
        if let Some(Ok(trails)) = self.trails.as_ref().filter(|trails| trails.as_ref().is_ok_and(|all| all.len() > 1)) {
            let names = trails.iter().map(|trail| format!("{} ({})", trail.name, far_text(trail.length())));
            if choice_ui(ui, "Trail", &names.collect::<Vec<_>>(), &mut self.chosen) {
                self.plan = None;
                self.take_name();
            }
        }
        if self.new.game_ui(ui) {
            (self.values, self.plan) = (None, None);
        }
        self.is_named |= self.new.title_ui(ui);
        self.new.sheet_ui(ui);
        self.new.path_ui(ui, browsing);
        let length = self.trail().map_or(0.0, Trail::length);
        let Some(plan) = &mut self.plan else { return };
        ui.separator();
        egui::Grid::new("shape of the trail").num_columns(2).show(ui, |ui| {
            let row = |ui: &mut egui::Ui, label: &str, help: &str, slider: egui::Slider<'_>| {
                let label = ui.label(label).on_hover_text(help);
                ui.add(slider).labelled_by(label.id);
                ui.end_row();
            };
            for (label, help, side) in [
                ("Begins at", "Where on the trail the course begins", &mut plan.from),
                ("Ends at", "Where on the trail the course ends", &mut plan.to),
            ] {
                let slider = egui::Slider::new(side, 0.0..=length).custom_formatter(|far, _| far_text(far)).custom_parser(metres);
                row(ui, label, help, slider);
            }
            row(ui, "Tiles", "The number of spaces", egui::Slider::new(&mut plan.count, TILES.0..=TILES.1).logarithmic(true));
            let smooth = egui::Slider::new(&mut plan.smooth, SMOOTH.0..=SMOOTH.2).logarithmic(true).max_decimals(2);
            row(ui, "Smoothing", "How many tiles the course may lie beside the trail: the more, the fewer nodes", smooth);
        });
        ui.checkbox(&mut plan.is_closed, "Closed loop").on_hover_text("The last tile leads on to the first one");
        let help = "Otherwise, the trail is rotated so that it fills the sheet";
        ui.checkbox(&mut plan.is_north_up, "North up").on_hover_text(help);
    }

    fn right_ui(&mut self, ui: &mut egui::Ui, desk: &TrailDesk) {
        let width = ui.available_width();
        let (rect, _) = ui.allocate_exact_size(egui::vec2(width, PICTURE), egui::Sense::hover());
        desk.picture_ui(ui, rect);
        let Some((trail, plan)) = self.trail().cloned().zip(self.plan.as_mut()) else { return };
        let Some((of, laid)) = desk.laid() else { return };
        let (tiles, each) = (laid.tiles.len(), far_text(laid.metres));
        ui.label(format!("{tiles} tiles, {:.0} mm apart; each is {each} of the trail", laid.spacing));
        ui.weak(format!("A line of {} nodes to reshape", laid.line.nodes.len()));
        if laid.crowded > 0 {
            let text = format!(
                "{} tiles overlap others: choose a shorter stretch, smooth more, or reshape the course later.",
                laid.crowded
            );
            ui.add(egui::Label::new(egui::RichText::new(text).color(Theme::of(ui).warning)).wrap());
        }
        if !trail.has_heights() {
            ui.label("The file has no elevations, so no tile climbs or falls.");
            return;
        }
        if let (unknown @ 1.., all) = trail.unknown_heights() {
            ui.weak(format!("{unknown} of {all} points have no height; theirs is taken from their neighbours."));
        }
        // What tiles say follows at once, their places as soon as they are known.
        let shown = Plan { rules: plan.rules.clone(), ..of.clone() };
        profile::profile_ui(ui, &trail, &shown, laid);
        let values = self.values.as_ref().and_then(|values| values.as_deref().ok()).unwrap_or_default();
        let mut gone = None;
        for n in 0..plan.rules.len() {
            let count = laid.slopes().iter().filter(|slope| plan.value_of(**slope) == Some(&plan.rules[n])).count();
            ui.horizontal_wrapped(|ui| {
                if rule_ui(ui, n, &mut plan.rules[n], values, count) {
                    gone = Some(n);
                }
            });
        }
        gone.into_iter().for_each(|n| drop(plan.rules.remove(n)));
        ui.horizontal(|ui| {
            for (is_climb, label) in [(true, "Add climb"), (false, "Add downhill")] {
                if ui.button(label).clicked() {
                    let percent =
                        plan.rules.iter().filter(|rule| rule.is_climb == is_climb).map(|rule| rule.percent).fold(2.5, f64::max);
                    plan.rules.push(SlopeRule { is_climb, percent: (percent * 2.0).min(PERCENT.1), value: None });
                }
            }
        });
    }
}

/// A distance as it is typed: `850 m`, `12.3 km`, or kilometres without a word.
fn metres(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, times) = match (text.strip_suffix("km"), text.strip_suffix('m')) {
        (None, Some(number)) => (number, 1.0),
        (number, _) => (number.unwrap_or(text), 1_000.0),
    };
    let number: f64 = number.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number * times)
}

/// Shows which value tiles get from which slope on. Returns whether the row is to go.
fn rule_ui(ui: &mut egui::Ui, n: usize, rule: &mut SlopeRule, values: &[SlopeValue], count: usize) -> bool {
    let what = if rule.is_climb { "Climb" } else { "Downhill" };
    let label = ui.label(format!("{what} from"));
    ui.spacing_mut().slider_width = 80.0;
    ui.add(egui::Slider::new(&mut rule.percent, PERCENT.0..=PERCENT.1).step_by(0.5).suffix(" %")).labelled_by(label.id);
    let shown = rule.value.as_ref().map_or("nothing", |value| &value.title);
    let combo = egui::ComboBox::new(("slope", n), "").width(110.0).truncate().selected_text(shown);
    drop_down(ui, combo, &format!("{what} is"), |ui| {
        ui.selectable_value(&mut rule.value, None, "nothing");
        for value in values {
            ui.selectable_value(&mut rule.value, Some(value.clone()), &value.title);
        }
    });
    ui.weak(format!("{count} tiles"));
    ui.small_button("\u{d7}").on_hover_text("Remove this row").clicked()
}
