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

/// Whether an option is the best one, or hardly to be told from it.
fn is_good(advice: &Advice, option: usize) -> bool {
    option == advice.best || advice.values.get(option).is_some_and(|value| !value.is_less)
}

/// Returns what a bot thinks of an option, if somebody wants a hint, and whether it might take it.
pub fn value(race: &Race, option: usize) -> Option<(String, bool)> {
    let Some(Hint::Given(advice)) = race.hint() else { return None };
    let value = advice.values.get(option)?;
    Some((told(value, option == advice.best), is_good(advice, option)))
}

/// Frames the button of an option that a bot might take.
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
    let alike = (0..advice.values.len()).filter(|n| *n != advice.best && is_good(advice, *n)).count();
    let or = match alike {
        0 => String::new(),
        1 => ", and another option is about as good".to_owned(),
        n => format!(", and {n} other options are about as good"),
    };
    let hint = strong(format!("Hint: {best}{or}")).color(Theme::of(ui).accent);
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

/// Returns these options, the best first. Those that are about as good keep their order.
pub fn ranked(advice: &Advice, options: &[usize]) -> Vec<usize> {
    let mut ranked: Vec<usize> = options.iter().copied().filter(|n| *n < advice.values.len()).collect();
    let less = |n: usize| if is_good(advice, n) { 0.0 } else { advice.values[n].less };
    ranked.sort_by(|a, b| less(*a).total_cmp(&less(*b)));
    ranked
}

/// `Best`, `1.8 less`, `About as good`
pub fn told(value: &Value, is_best: bool) -> String {
    match (is_best, value.is_less) {
        (true, _) => "Best".to_owned(),
        (false, true) => format!("{} less", number(value.less)),
        (false, false) => "About as good".to_owned(),
    }
}

/// Returns a number with a decimal, if it is small enough for one to matter.
pub fn number(number: f64) -> String {
    let digits = usize::from(number.abs() < 1_000.0);
    format!("{number:.digits$}").replace('-', "−")
}

/// Says who thinks so, what the rules count, and what the values rest on.
fn rests_on(advice: &Advice, program: &Program) -> String {
    let states = match advice.states {
        1 => "1 imagined continuation".to_owned(),
        n => format!("{n} imagined continuations"),
    };
    let mean = advice.values.get(advice.best).map_or(String::new(), |value| number(value.mean));
    let counts = counted(program).map(|docs| format!(" What is counted: {docs}")).unwrap_or_default();
    format!("A {} bot would do this: {mean} on average over {states} of a few turns.{counts}", advice.by)
}

/// Returns the rules' own words for what bots look at: those of the last add-on that has any.
fn counted(program: &Program) -> Option<String> {
    let ir = &program.ir;
    let entry = ir.prospects.map(|rule| &ir.rules[rule.index()])?;
    let named = ir.rules.iter().rev().filter(|rule| rule.name == entry.name);
    let docs = std::iter::once(entry).chain(named).map(|rule| without_citations(&rule.docs.text)).find(|docs| !docs.is_empty());
    docs.map(|docs| capital(&docs))
}
