//! Options of a decision that are not written as `"label" { … }`.

use super::{Failure, Slip, shown};
use crate::syntax::lex::{Sort, Token};
use crate::syntax::recover::Part;
use crate::syntax::words::{RESERVED, STATEMENTS};

/// Why an option has no weight.
pub(super) const NO_WEIGHTS: &str =
    "players are free to choose any option; to let chance decide, roll a die: `if roll(…) > … { … } else { … }`";

/// `"Rest" weight 3 { … }`, `option "Rest" { … }`, and `Rest { … }` without quotes.
pub(super) fn option(failure: &Failure) -> Option<Slip> {
    if failure.part != Part::Option {
        return None;
    }
    let is_word = failure.found.sort == Sort::Word;
    if failure.word() == "=" && failure.has_before("=>") && failure.wanted.operator() {
        let arrow = failure.before.iter().rfind(|token| failure.slice(token) == "=>")?;
        let slip = failure.at(arrow, "`=>` gives a value, and does nothing").hint("write what it does in braces: `{ … }`");
        let behind = failure.behind();
        return Some(match behind.last().filter(|_| failure.innermost_open(&behind).is_none()) {
            Some(last) => {
                let done = failure.between(arrow.range.end, last.range.end);
                slip.replacing(arrow.range.start..last.range.end, format!("{{ {done} }}"))
            }
            None => slip,
        });
    }
    match failure.before.last() {
        Some(label) if label.sort == Sort::Text && failure.wanted.has("=>") => behind_label(failure, label),
        None if matches!(failure.word(), "else" | "default") => {
            let slip = failure.found(format!("`{}` begins no option", failure.word()));
            let follows = failure.next();
            Some(match failure.slice(&follows) {
                "if" => slip.hint("conditions go around options: `if … { … } else if … { … }`"),
                _ => {
                    let hint = "write `otherwise` for what happens if no option is on offer, or conditions around options: `if … { … } else { … }`";
                    slip.hint(hint).put("otherwise")
                }
            })
        }
        None if is_word && failure.next().sort == Sort::Text && failure.word() != "each" => {
            let end = failure.next().range.start;
            let slip = failure.found("an option begins with its text").hint(format!("leave out `{}`", failure.word()));
            Some(slip.replacing(failure.found.range.start..end, ""))
        }
        None if failure.word() == "for" => Some(failure.found("options are not made by `for`").write("each")),
        None if is_word && (STATEMENTS.contains(&failure.word()) || RESERVED.contains(&failure.word())) => failure
            .slip("only options can be in the braces of a `choose`", "write what an option does behind its text: `\"…\" { … }`"),
        None => before_label(failure),
        Some(arrow) if failure.slice(arrow) == "=>" && failure.word() == "{" => {
            let range = arrow.range.start..failure.found.range.start;
            let slip = failure.at(arrow, "`=>` gives a value, and does nothing");
            Some(slip.hint("leave out `=>` before what is done").replacing(range, ""))
        }
        _ => None,
    }
}

/// Something between a label and its braces: `"Rest" weight 3 { … }`, `"Rest", { … }`, or nothing at all.
fn behind_label(failure: &Failure, label: &Token) -> Option<Slip> {
    let found = &failure.found;
    let word = failure.word();
    let brace = if found.sort == Sort::End { failure.next_line() } else { failure.next() };
    let has_braces = failure.slice(&brace) == "{";
    let slip = failure.found(format!("expected `{{` or `=>` after the label, found {}", shown(failure.text, found)));
    Some(match word {
        "weight" | "chance" | "probability" | "weighted" | "likely" => slip.hint(NO_WEIGHTS),
        "if" | "when" | "where" => slip.hint("put the condition around the option: `if … { \"label\" { … } }`"),
        ":" | "->" | "do" | "then" => return None,
        _ if found.sort == Sort::End && has_braces => {
            slip.hint("write the `{` on the line of its label").replacing(label.range.end..brace.range.start, " ")
        }
        "," if has_braces => slip.hint("leave out `,`").replacing(found.range.start..brace.range.start, " "),
        _ => slip.hint(format!("write what it does in braces: `{} {{ … }}`", failure.slice(label))),
    })
}

/// What begins no option, such as `Rest { … }` without quotes, `Rest: { … }`, `1 { … }`, `1: "Rest" { … }` or `q in players { … }`.
fn before_label(failure: &Failure) -> Option<Slip> {
    let found = &failure.found;
    let mut words = vec![found.clone()];
    words.extend(failure.behind().into_iter().take_while(|token| failure.slice(token) != "=>"));
    let is_of = |token: &Token, signs: &[&str]| signs.contains(&failure.slice(token));
    if let [.., mark, text] = &*words
        && text.sort == Sort::Text
        && words.len() <= 3
        && is_of(mark, &[":", ")", ".", "-", "*"])
    {
        let number = failure.between(found.range.start, mark.range.end);
        let slip = failure.found("an option begins with its text").hint(format!("leave out `{number}`"));
        return Some(slip.replacing(found.range.start..text.range.start, ""));
    }
    if words.get(1).is_some_and(|of| is_of(of, &["in"])) {
        let slip = failure.found("one option for each of several begins with `each`").hint("write `each` before it");
        return Some(slip.replacing(found.range.start..found.range.start, "each "));
    }
    let colon = words.last().is_some_and(|last| is_of(last, &[":"])).then(|| words.pop()).flatten();
    let is_label = |token: &Token| matches!(token.sort, Sort::Word | Sort::Number);
    let last = words.last().unwrap_or(found);
    let follows = failure.after(colon.as_ref().unwrap_or(last));
    if !words.is_empty() && words.iter().all(is_label) && is_of(&follows, &["{", "=>"]) {
        let range = found.range.start..last.range.end;
        let label = format!("\"{}\"", &failure.text[range.clone()]);
        let all = range.start..colon.as_ref().unwrap_or(last).range.end;
        let slip = Slip::at(range, "the label of an option is written in quotes");
        return Some(slip.hint(format!("write `{label}`")).replacing(all, label));
    }
    None
}

/// How an option is written, where nothing is known of what stands there.
pub(super) fn no_option(failure: &Failure) -> Option<Slip> {
    let is_it = failure.part == Part::Option && failure.before.is_empty();
    is_it.then(|| failure.found(failure.message()).hint("an option is a text and what it does: `\"…\" { … }`"))
}
