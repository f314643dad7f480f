//! What the log says of a change: the sentences in which the rules told of it.

use crate::game::{Game, Line, LineKind, Raw};
use crate::program::Program;
use crate::reading::What;
use crate::show::has_words;

/// How many lines before and after a change are looked through.
const MOST_LINES: usize = 40;

/// Returns the sentence nearest to a change, after the one that led to it, if they were written between the same two choices by the same rule,
/// by one that it was called by, or by one that it called itself. A sentence that names only others is not about it.
pub(super) fn said(game: &Game, raw: &Raw, what: What, new: &str, reader: Option<usize>) -> Vec<String> {
    let (log, blocks) = (&game.log, game.sum().blocks);
    let at = raw.lines.min(log.len());
    let is_same = |line: &&Line| (line.turn, line.choices) == (raw.turn, raw.choices);
    let from = at - log[..at].iter().rev().take(MOST_LINES).take_while(is_same).count();
    let to = at + log[at..].iter().take(MOST_LINES).take_while(is_same).count();
    let holder = super::holder(&game.program, what);
    let told = log[from..to].iter().enumerate().filter(|(_, line)| line.kind == LineKind::Said && line.is_for(reader, blocks));
    let told = told.filter_map(|(n, line)| Some((from + n, kinship(raw, line)?, line.text_for(reader))));
    let told: Vec<_> = told.filter(|(.., text)| is_about(&game.program, holder, text)).collect();
    let best = told.iter().enumerate().min_by_key(|(_, (n, kinship, text))| (*kinship, !has_words(text, new), at.abs_diff(*n)));
    let Some((best, _)) = best else { return vec![] };
    let before = best.checked_sub(1).filter(|before| told[*before].1 <= 1);
    before.into_iter().chain([best]).map(|n| told[n].2.to_owned()).collect()
}

/// Leaves out what leads to a change if it has been told of the change before, or if it says the same as the sentence nearest to the change.
pub(super) fn leave_out(said: &mut Vec<String>, before: &[String]) {
    if let Some(nearest) = said.pop() {
        said.retain(|text| *text != nearest && !before.contains(text));
        said.push(nearest);
    }
}

/// How near the rule that wrote a line is to the one that made a change: 0 for the same. Returns `None` for rules that neither called each
/// other. What a rule calls tells of it only if it is called directly, and never of the whole flow.
fn kinship(raw: &Raw, line: &Line) -> Option<usize> {
    let away = raw.rules.len().abs_diff(line.rules.len());
    let calls = || away <= 1 && raw.rules.len() > 1 && line.rules.ends_with(&raw.rules);
    (!line.rules.is_empty() && (raw.rules.ends_with(&line.rules) || calls())).then_some(away)
}

fn is_about(program: &Program, holder: Option<usize>, text: &str) -> bool {
    let named = |player: usize| program.names.get(player).is_some_and(|name| has_words(text, name));
    holder.is_none_or(|holder| named(holder) || !(0..program.players).any(named))
}
