//! The status line below the text: the problem at the cursor, and the state of the tests.

use egui::RichText;

use super::results::Counts;
use super::{Order, RulesPane, Shown, colours, marks};
use crate::text::line_column;
use crate::ui::theme::Theme;
use crate::ui::words::without_ticks;

/// The seconds without a key press before a problem is shown.
pub(super) const REST: f64 = 0.6;

/// The view above the status line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Text,
    /// A table, which has no cursor.
    Table,
}

/// Shows the line. A click on the count of passed tests leads to a failed one.
pub(super) fn status_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>, of: Of) {
    let theme = Theme::of(ui);
    let Some(sheet) = pane.sheets.get(&pane.open) else { return };
    let mut is_asked = false;
    let (line, column) = line_column(sheet.text(), sheet.cursor().end);
    let rests = ui.input(|i| i.time) - sheet.edited() > REST;
    let wrong = pane.problems_in(shown, None);
    let here = match of {
        Of::Text => sheet.mark_near(sheet.cursor().end),
        Of::Table => sheet.marks().iter().min_by_key(|mark| !mark.is_error),
    };
    egui::Panel::bottom("state of the rules").show_separator_line(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            if of == Of::Text {
                ui.weak(format!("{}:{}", line + 1, column + 1));
            }
            match (sheet.refused(), here.filter(|_| rests)) {
                (Some(why), _) => {
                    ui.add(egui::Label::new(RichText::new(why).color(theme.warning)).truncate());
                }
                (None, Some(mark)) => {
                    let colour = marks::colour(mark, &theme);
                    let hint = mark.hint.as_ref().map(|hint| format!(" · {hint}")).unwrap_or_default();
                    let text = RichText::new(without_ticks(&format!("{}{hint}", mark.message))).color(colour);
                    ui.add(egui::Label::new(text).truncate());
                }
                (None, None) => {
                    if wrong > 0 && rests {
                        let text = if wrong == 1 { "1 problem (F8)".to_owned() } else { format!("{wrong} problems (F8)") };
                        ui.label(RichText::new(text).color(theme.error));
                    }
                    if let Some(Counts { passed, all, has_failed, not_run }) = pane.results.counts(&shown.texts.name) {
                        let text = format!("{passed} of {all} tests passed");
                        if let (false, Some(why)) = (has_failed, &not_run) {
                            ui.label(RichText::new(text).color(theme.warning)).on_hover_text(why);
                        } else if passed == all {
                            ui.label(RichText::new(text).color(colours::passed(ui.visuals().dark_mode)));
                        } else {
                            let failed = ui.link(RichText::new(format!("{text} (F8)")).color(theme.error));
                            is_asked = failed.on_hover_text("Go to a failed test; F8 goes to the next").clicked();
                        }
                    }
                    if pane.runs.is_running() {
                        ui.weak("running tests …");
                    }
                }
            }
        });
    });
    if is_asked {
        // The order waits for the next frame, because in this one a click beside the text takes the focus from it.
        pane.order(Order::NextProblem);
        ui.ctx().request_repaint();
    }
}
