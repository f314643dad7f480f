//! The numbers beside the titles of tabs.

use std::collections::BTreeSet;

use crate::ui::action::Pane;
use crate::ui::app::App;
use crate::ui::draw;
use crate::ui::problem::Kind;
use crate::ui::theme::Theme;

/// What stands beside the title of a tab.
pub struct Badge {
    /// A number, or words where tests fail: they are no problems of the rules.
    pub text: String,
    pub ink: egui::Color32,
    /// What is counted.
    pub words: String,
}

/// What the tab of a pane counts, if that is anything.
pub fn badge(app: &mut App, pane: Pane, theme: Theme) -> Option<Badge> {
    let quiet = egui::Color32::PLACEHOLDER;
    let mut failed = 0;
    let (errors, warnings) = match (pane, &mut app.table.draw) {
        (Pane::Problems, _) => {
            let found = app.rules.told(app.sitting.live.newest());
            let all = || app.problems.iter().chain(found).map(|problem| &problem.kind);
            let titles = all().filter_map(|kind| if let Kind::Test(title) = kind { Some(title) } else { None });
            failed = titles.collect::<BTreeSet<_>>().len();
            let count = |wanted: Kind| all().filter(|kind| **kind == wanted).count();
            (count(Kind::Error), count(Kind::Warning))
        }
        (Pane::Faults, Some(draw)) => {
            // This takes the newest results of the check.
            draw.watch.found();
            draw::counted_problems(draw)
        }
        (Pane::Steps, Some(draw)) => {
            draw.watch.found();
            let count = draw::counted_steps(draw);
            return (count > 0).then(|| Badge { text: count.to_string(), ink: quiet, words: count.to_string() });
        }
        _ => return None,
    };
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let parts = [(errors, "error"), (warnings, "warning"), (failed, "failed test")].into_iter().filter(|(n, _)| *n > 0);
    let words: Vec<String> = parts.map(|(n, what)| count(n, what)).collect();
    let ink = if errors + failed > 0 { theme.error } else { theme.warning };
    let words = words.join(", ");
    let text = if failed > 0 { words.clone() } else { (errors + warnings).to_string() };
    (!words.is_empty()).then_some(Badge { text, ink, words })
}
