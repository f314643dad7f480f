//! *Branches and playtests*: names of branches, the points where they part, and two of them side by side.

use egui::accesskit::Role;
use egui::{RichText, WidgetInfo};
use interpreter::playtest::compare::{self, Row};
use interpreter::ruleset::Texts;

use super::Around;
use super::form::{Ended, is_entered, primary};
use crate::playtest::wanted::{Difference, between, told};
use crate::playtest::{Act, Tip, Way};
use crate::ui::action::{Action, RaceMessage};
use crate::ui::theme::strong;
use crate::ui::widget::drop_down;

/// The width of names, both of branches and of compared figures, in points.
const NAME: f32 = 170.0;

/// *Branches and playtests*.
#[derive(Clone, PartialEq, Debug)]
pub struct Compare {
    /// The names as typed here, by the numbers of their branches.
    names: Vec<(usize, String)>,
    /// The two sides being compared.
    sides: [Way; 2],
    compared: Compared,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Compared {
    /// The sides that the results are for.
    of: Option<[Way; 2]>,
    figures: Vec<Row>,
    differences: Vec<Row>,
    /// Whether a side is still being shown.
    is_shown_on: bool,
    /// The rules that differ on the second side.
    rules: Vec<Difference>,
}

impl Compare {
    /// Compares the line being played with the next one.
    pub fn of(app: &Around<'_>) -> Option<Compare> {
        let race = app.sitting.race.as_ref()?;
        let (on, name) = race.played_branch();
        let others = race.branches().iter().map(|branch| (branch.number, branch.name.clone().unwrap_or_default()));
        let names = [(on, name.unwrap_or_default().to_owned())].into_iter().chain(others).collect();
        let mut ways = app.sitting.ways().into_iter().map(|(way, _)| way);
        let first = ways.next()?;
        Some(Compare { names, sides: [first, ways.next().unwrap_or(first)], compared: Compared::default() })
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        let race = app.sitting.race.as_ref()?;
        let mut ended = None;
        ui.heading("Branches and playtests");
        for (number, name) in &mut self.names {
            let branch = race.branches().iter().find(|branch| branch.number == *number);
            let told = branch.map_or("the current branch", |branch| &branch.told);
            ui.horizontal(|ui| {
                let field = ui.add_sized([NAME, 22.0], egui::TextEdit::singleline(name).hint_text("Name"));
                field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Name of {told}")));
                if let Some(branch) = branch {
                    let parts = ui.add_enabled(branch.parts.is_some(), egui::Button::new("Show where it parts").small());
                    if let Some(moment) = branch.parts.filter(|_| parts.clicked()) {
                        ended = Some(Act::LookAtMoment(moment));
                    }
                    if ui.small_button("Go on with it").clicked() {
                        ended = Some(Act::TakeUp(*number));
                    }
                }
                ui.add(egui::Label::new(told).truncate());
            });
        }
        ui.separator();
        let ways = app.sitting.ways();
        let pinned = if ways.len() > 1 {
            self.compare(app);
            ui.horizontal(|ui| {
                let side = side_width(ui);
                ui.add_space(NAME + ui.spacing().item_spacing.x);
                for (n, label) in ["First", "Second"].into_iter().enumerate() {
                    let shown = ways.iter().find(|(way, _)| *way == self.sides[n]).map_or("", |(_, title)| title);
                    let combo = egui::ComboBox::new(label, "").width(side).selected_text(shown).truncate();
                    drop_down(ui, combo, label, |ui| {
                        for (way, title) in &ways {
                            ui.selectable_value(&mut self.sides[n], *way, title);
                        }
                    });
                }
            });
            self.compared_ui(ui, app.sitting.live.texts())
        } else {
            ui.weak(
                "There is nothing to compare with yet. Look back and play on from there to make a branch, or begin another race.",
            );
            None
        };
        ui.add_space(6.0);
        let is_closed = ui.add(primary(ui, "Close")).clicked() || is_entered(ui);
        let is_named = |(number, name): &(usize, String)| match race.branches().iter().find(|branch| branch.number == *number) {
            Some(branch) => branch.name.as_deref().unwrap_or_default() != name.trim(),
            None => race.played_branch().1.unwrap_or_default() != name.trim(),
        };
        let named = Act::NameBranches(self.names.iter().filter(|named| is_named(named)).cloned().collect());
        let act = pinned.map(|pinned| RaceMessage::PinRulesOf(pinned).into()).or(ended.map(Action::Playtest));
        // Any click that closes the dialog also applies the typed names.
        (act.is_some() || is_closed).then(|| Ended::Done([Action::Playtest(named)].into_iter().chain(act).collect()))
    }

    /// Compares the chosen sides, unless that is already done.
    fn compare(&mut self, app: &Around<'_>) {
        if self.compared.of == Some(self.sides) {
            return;
        }
        self.compared = Compared { of: Some(self.sides), ..Compared::default() };
        if let [Some(first), Some(second)] = self.sides.map(|side| app.sitting.tip(side)) {
            let [Tip { scene, stage }, other] = [first, second];
            let scenes = [&scene, &other.scene];
            self.compared.is_shown_on = scenes.iter().any(|scene| scene.status.is_none());
            self.compared.figures = compare::figures(scenes);
            self.compared.differences = compare::differences(scenes, app.sitting.race.as_ref().and_then(|race| race.viewer()));
            self.compared.rules = between(&stage.build, &other.stage.build);
        }
    }

    /// Shows the figures of both sides, and their differences. Returns the side whose rules the user wants to pin.
    fn compared_ui(&self, ui: &mut egui::Ui, texts: &Texts) -> Option<Way> {
        let Compared { figures, differences, is_shown_on, rules, .. } = &self.compared;
        let mut pinned = None;
        let height = (ui.ctx().content_rect().height() - 360.0).max(120.0);
        egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            if !rules.is_empty() {
                ui.horizontal_wrapped(|ui| {
                    ui.label(format!("The second is played with: {}.", told(rules, texts)));
                    let hover = "Statistics compares what stands here with these rules";
                    for (n, title) in ["Pin the rules of the first", "Pin the rules of the second"].into_iter().enumerate() {
                        if ui.small_button(title).on_hover_text(hover).clicked() {
                            pinned = Some(self.sides[n]);
                        }
                    }
                });
            }
            if *is_shown_on {
                ui.weak("A race that is under way is compared as far as it was shown.");
            }
            rows_ui(ui, "figures", figures);
            ui.separator();
            if differences.is_empty() {
                ui.weak("Nothing on the table differs.");
            } else {
                rows_ui(ui, "differences", differences);
            }
        });
        pinned
    }
}

/// Returns the width of one side, next to the names of the compared figures.
fn side_width(ui: &egui::Ui) -> f32 {
    let bar = ui.spacing().scroll.allocated_width();
    ((ui.available_width() - NAME - bar) / 2.0 - ui.spacing().item_spacing.x).max(80.0)
}

fn rows_ui(ui: &mut egui::Ui, id: &str, rows: &[Row]) {
    let (side, gap) = (side_width(ui), ui.spacing().item_spacing.x);
    let cell = |ui: &mut egui::Ui, width: f32, text: RichText| {
        ui.allocate_ui(egui::vec2(width, 18.0), |ui| {
            ui.set_min_width(width);
            ui.add(egui::Label::new(text).wrap());
        });
    };
    egui::Grid::new(id).num_columns(3).striped(true).spacing([gap, 3.0]).show(ui, |ui| {
        for Row { name, values } in rows {
            let is_other = values[0] != values[1];
            cell(ui, NAME, RichText::new(name).weak());
            for value in values {
                let text = RichText::new(value.as_deref().unwrap_or("–"));
                cell(ui, side, if is_other { strong(text) } else { text });
            }
            ui.end_row();
        }
    });
}
