//! A hint: what a bot thinks of each option, and which one it would take.

use egui::RichText;
use interpreter::game::Question;
use interpreter::players::advice::{Advice, Value};
use interpreter::program::Program;

use crate::playtest::{Hint, Race};
use crate::ui::theme::{Theme, strong};
use crate::ui::words::{capital, without_citations};

/// The most options that are listed because they have no button here.
const MOST_LISTED: usize = 5;

/// Returns what a bot thinks of an option, if somebody wants a hint.
pub fn value(race: &Race, option: usize) -> Option<(String, bool)> {
    let Some(Hint::Given(advice)) = race.hint() else { return None };
    let value = advice.values.get(option)?;
    Some((told(value, option == advice.best), option == advice.best))
}

/// Frames the button of the option that a bot would take.
pub fn mark_best(ui: &egui::Ui, race: &Race, option: usize, button: &egui::Response) {
    if value(race, option).is_some_and(|(_, is_best)| is_best) {
        let stroke = egui::Stroke::new(2.0, Theme::of(ui).accent);
        ui.painter().rect_stroke(button.rect, 6.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Shows what a bot would do and what that rests on; with the values of options that have no button here. Where there is little room, all
/// but the option is in a tooltip.
pub fn advice_ui(ui: &mut egui::Ui, race: &Race, question: &Question, elsewhere: &[usize], is_brief: bool) {
    if !race.wants_hint() {
        return;
    }
    let advice = match race.hint() {
        None => return drop(ui.weak("A greedy bot is thinking …")),
        Some(Hint::Blind) => return drop(ui.weak("No hint: nothing that a bot imagines agrees with what is seen here.")),
        Some(Hint::Failed(why)) => {
            return drop(ui.colored_label(Theme::of(ui).error, format!("No hint: the rules can't go on. {}", capital(why))));
        }
        Some(Hint::Given(advice)) => advice,
    };
    let best = question.options.get(advice.best).map_or("", |option| &option.told);
    let rests_on = rests_on(advice, &race.program);
    let hint = strong(format!("Hint: {best}")).color(Theme::of(ui).accent);
    ui.add(egui::Label::new(hint).wrap()).on_hover_text(&rests_on);
    if is_brief {
        return;
    }
    for n in ranked(advice, elsewhere).into_iter().take(MOST_LISTED) {
        let told = told(&advice.values[n], n == advice.best);
        ui.add(egui::Label::new(RichText::new(format!("{}: {told}", question.options[n].told)).small()).truncate());
    }
    ui.add(egui::Label::new(RichText::new(rests_on).small().weak()).wrap());
}

/// Returns these options, the best first.
fn ranked(advice: &Advice, options: &[usize]) -> Vec<usize> {
    let mut ranked: Vec<usize> = options.iter().copied().filter(|n| *n < advice.values.len()).collect();
    ranked.sort_by(|a, b| advice.values[*b].mean.total_cmp(&advice.values[*a].mean));
    ranked
}

/// `Best: −34.2`, `−36.0, 1.8 less`, `−34.4, about as good`
fn told(value: &Value, is_best: bool) -> String {
    let mean = number(value.mean);
    match (is_best, value.is_less) {
        (true, _) => format!("Best: {mean}"),
        (false, true) => format!("{mean}, {} less", number(value.less)),
        (false, false) => format!("{mean}, about as good"),
    }
}

fn number(number: f64) -> String {
    let digits = usize::from(number.abs() < 1_000.0);
    format!("{number:.digits$}").replace('-', "−")
}

/// Says who thinks so, what the rules count, and what the values rest on.
fn rests_on(advice: &Advice, program: &Program) -> String {
    let states = match advice.states {
        1 => "1 imagined course of the game".to_owned(),
        n => format!("{n} imagined courses of the game"),
    };
    let counts = counted(program).map(|docs| format!(" What counts: {docs}")).unwrap_or_default();
    format!("A {} bot would do this. Means of {states}, a few turns ahead.{counts}", advice.by)
}

/// Returns the rules' own words for what bots look at: those of the last add-on that has any.
fn counted(program: &Program) -> Option<String> {
    let ir = &program.ir;
    let entry = ir.prospects.map(|rule| &ir.rules[rule.index()])?;
    let named = ir.rules.iter().rev().filter(|rule| rule.name == entry.name);
    let docs = std::iter::once(entry).chain(named).map(|rule| without_citations(&rule.docs.text)).find(|docs| !docs.is_empty());
    docs.map(|docs| capital(&docs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_beside_the_best_one() {
        let value = |mean, less, is_less| Value { mean, less, is_less };
        assert_eq!(told(&value(-34.21, 0.0, false), true), "Best: −34.2");
        assert_eq!(told(&value(-36.0, 1.79, true), false), "−36.0, 1.8 less");
        assert_eq!(told(&value(12_345.6, 0.1, false), false), "12346, about as good");
    }
}
