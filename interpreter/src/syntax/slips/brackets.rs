//! Brackets and braces that are missing, too many, or in the wrong place.

use super::{Failure, Slip, shown};
use crate::syntax::lex::{self, Sort, Token};
use crate::syntax::recover::Part;
use crate::syntax::words::RESERVED;

/// Missing brackets, and brackets too many.
pub(super) fn bracket(failure: &Failure) -> Option<Slip> {
    let found = &failure.found;
    let open = failure.open_bracket();
    let word = failure.word();
    match open.map(|token| (failure.slice(token), token)) {
        Some((sign @ ("(" | "["), token)) if failure.wanted.operator() || failure.wanted.has(")") || failure.wanted.has("]") => {
            let close = if sign == "(" { ")" } else { "]" };
            if matches!(found.sort, Sort::End) || matches!(word, "{" | "}" | ")" | "]" | "=>" | "=") {
                let message = format!("this `{sign}` is not closed");
                let hint = format!("write `{close}` before {}", shown(failure.text, found));
                let before = found.range.start..found.range.start;
                return Some(failure.at(token, message).hint(hint).replacing(before, close));
            }
            return Some(between_brackets(failure, token, close));
        }
        // The brace is the one around the fields.
        None if failure.part == Part::Field && word == "}" && failure.wanted.has(":") => {
            let name = failure.before.last().map_or("name", |last| failure.slice(last));
            let hint = format!("write what kind of value the field holds, as in `{name}: bool = false`");
            // Cases are written like fields without a kind.
            let head = failure.text[..found.range.start].rsplit_once('{').map_or("", |(head, _)| head).trim_end();
            let hint = match head.rsplit_once("extend ").map(|(_, kind)| kind.trim()) {
                Some(kind) if kind.starts_with(char::is_uppercase) && !kind.contains(char::is_whitespace) => {
                    format!("{hint}; cases are added by `extend enum {kind} {{ {name} }}`")
                }
                _ => hint,
            };
            return Some(failure.found(failure.message()).hint(hint));
        }
        _ if matches!(word, ")" | "]" | "}") && !failure.is_whole() && !failure.lacks_braces() => {
            let last = failure.before.last().map_or_else(String::new, |last| shown(failure.text, last));
            let what = format!("expected {} after {last}, found `{word}`", failure.missing());
            return Some(match failure.word_before() {
                "%" => failure.found(what).hint("`%` gives a remainder; half of it is `… * 50 / 100`"),
                _ => failure.found(what).hint(format!("write it before the `{word}`")),
            });
        }
        None if matches!(word, ")" | "]" | "}") && !failure.lacks_braces() => {
            let hint = if failure.part == Part::Item && word == "}" {
                "remove it, or look for a `}` too many above"
            } else {
                "remove it, or write what it closes"
            };
            return failure.slip(format!("nothing is open that this `{word}` could close"), hint);
        }
        _ => {}
    }
    if failure.lacks_braces() && word != "{" {
        let slip = failure.found(format!("expected `{{`, found {}", shown(failure.text, found)));
        let end = found.range.start..found.range.start;
        return Some(match found.sort {
            Sort::End => slip.hint("write `{` at the end of the line").replacing(end, " {"),
            _ => before_braces(failure, slip),
        });
    }
    None
}

/// `rule run(p: player, steps: int = 1)`
pub(super) fn default_value(failure: &Failure) -> Option<Slip> {
    let is_parameter = failure.open_bracket().is_some_and(|open| failure.slice(open) == "(") && !failure.wanted.operator();
    if failure.part != Part::Item || failure.word() != "=" || !is_parameter {
        return None;
    }
    let behind = failure.behind();
    let end = behind.iter().find(|token| matches!(failure.slice(token), "," | ")"))?.range.start;
    let range = failure.before.last()?.range.end..end;
    let slip = Slip::at(failure.found.range.start..end, "a parameter has no value of its own");
    Some(slip.hint("leave it out, and write the value in each call").replacing(range, ""))
}

/// What to do about something between brackets that is no further value.
fn between_brackets(failure: &Failure, open: &Token, close: &str) -> Slip {
    let slip = failure.found(format!("expected `,` or `{close}`, found {}", shown(failure.text, &failure.found)));
    if failure.word() != "," {
        let start = failure.found.range.start..failure.found.range.start;
        return match failure.found.sort {
            Sort::Word | Sort::Text | Sort::Number
                if close == "]" || !failure.wanted.operator() || failure.is_call() && !RESERVED.contains(&failure.word()) =>
            {
                slip.hint("write `,` before it").replacing(start, ", ")
            }
            Sort::Word | Sort::Text | Sort::Number => slip.hint("write an operator between two values, such as `and`"),
            _ => slip,
        };
    }
    // Only brackets around a single value refuse a comma.
    let slip = Slip { message: "only one value can be in these brackets".into(), ..slip };
    let behind = failure.behind();
    match behind.iter().position(|token| failure.slice(token) == ")") {
        Some(end) if failure.innermost_open(&behind[..end]).is_none() => {
            let end = &behind[end];
            let list = format!("[{}]", &failure.text[open.range.end..end.range.start]);
            Slip { range: open.range.start..end.range.end, ..slip }.write(list)
        }
        _ => slip.hint("several values are a list: `[…, …]`"),
    }
}

/// What may be before the braces where something else is.
fn before_braces(failure: &Failure, slip: Slip) -> Slip {
    const CLAUSES: &[(&str, &str)] =
        &[("where", "`where …`"), ("by", "`by …`"), ("desc", "`desc`"), ("at", "`at …`"), ("per", "`per player`")];
    let brace = lex::token(failure.text, failure.end());
    let has_braces = failure.slice(&brace) == "{";
    if has_braces && failure.behind().is_empty() && matches!(failure.word(), "do" | "then" | ":" | "=>" | "->") {
        let range = failure.found.range.start..brace.range.start;
        return slip
            .hint(format!("leave out `{}`", failure.word()))
            .replacing(range, if failure.word() == ":" { " " } else { "" });
    }
    if has_braces && failure.wanted.operator() && matches!(failure.found.sort, Sort::Word | Sort::Number | Sort::Text) {
        let clauses: Vec<&str> = CLAUSES.iter().filter(|(word, _)| failure.wanted.has(word)).map(|(_, shown)| *shown).collect();
        return slip.hint(match &*clauses {
            [] => "write an operator between two values, such as `and`".into(),
            clauses => format!("only {} can stand before the `{{`", clauses.join(" or ")),
        });
    }
    let what = match failure.slice(failure.first()) {
        "enum" => "the cases",
        "data" | "card" | "path" | "player" | "space" | "track" | "state" | "extend" => "the fields",
        "choose" => "the options",
        _ => "what is to be done",
    };
    slip.hint(format!("write {what} in braces: `{{ … }}`"))
}

/// `effort p`
pub(super) fn call_without_brackets(failure: &Failure) -> Option<Slip> {
    let (name, value) = (failure.word_before(), failure.word());
    let is_value = failure.found.sort == Sort::Number || failure.found.sort == Sort::Word && !RESERVED.contains(&value);
    let follows = failure.wanted.operator() || failure.wanted.has("(") && failure.wanted.has("=");
    (follows && is_value && failure.is_called(name)).then(|| called_with(failure, name, value))?
}

fn called_with(failure: &Failure, name: &str, value: &str) -> Option<Slip> {
    let call = format!("{name}({value})");
    let start = failure.before.last()?.range.start;
    let slip = failure.found(failure.message());
    // What follows belongs in the brackets, too, but nobody knows how far.
    Some(if failure.behind().is_empty() {
        slip.hint(format!("write `{call}` to call it")).replacing(start..failure.found.range.end, call)
    } else {
        slip.hint(format!("write `{name}(…)` to call it"))
    })
}

/// The brace that is likelier to lack its `}` than the one that the parser believes open, judging by indentation.
///
/// In `if x {` … `}` with the `}` further left than the `if`, that `}` was meant for something outside.
pub(in crate::syntax) fn suspicious_brace(text: &str, open: usize, end: usize) -> Option<usize> {
    let indent = |at: usize| {
        let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let depth = text[line..].find(|c| c != ' ' && c != '\t').unwrap_or(0);
        (depth, line + depth == at)
    };
    let mut braces = Vec::new();
    for token in lex::tokens(text, open..end).filter(|token| token.sort == Sort::Sign) {
        let at = token.range.start;
        match &text[token.range] {
            "{" => braces.push(at),
            "}" => {
                let from = braces.pop()?;
                let (depth, is_first) = indent(at);
                if is_first && depth < indent(from).0 {
                    return Some(from);
                }
            }
            _ => {}
        }
    }
    None
}
