//! Constructs that other languages and rulebooks have, where this one has another way: each says which.

use super::{Failure, Slip, shown};
use crate::syntax::recover::Part;
use crate::syntax::scan::{self, Sort, Token};

/// The construct behind a failure, if it is one that is known.
pub(super) fn from_elsewhere(failure: &Failure) -> Option<Slip> {
    statement(failure)
        .or_else(|| loop_step(failure))
        .or_else(|| option(failure))
        .or_else(|| secretly_where(failure))
        .or_else(|| declaration(failure))
        .or_else(|| without_kind(failure))
        .or_else(|| limit_of_goal(failure))
}

/// `goal "short": mean(rounds) < evening`
fn limit_of_goal(failure: &Failure) -> Option<Slip> {
    let [first, .., last] = &*failure.before else { return None };
    let is_limit = matches!(failure.slice(last), "<" | "<=" | ">" | ">=" | "==" | "!=" | "in" | "..");
    let slip = || Slip::at(failure.found.range.clone(), "what a figure should be is a number");
    (failure.slice(first) == "goal" && is_limit).then(|| slip().hint("write it out, such as `30`, or `5%` of a share"))
}

/// `foreach p in players { … }`: a first word that begins statements elsewhere.
fn statement(failure: &Failure) -> Option<Slip> {
    if !matches!(failure.part, Part::Statement | Part::TestLine) {
        return None;
    }
    let token = failure.before.first().unwrap_or(&failure.found);
    let word = failure.slice(token);
    // A name that is called or stored into is a name.
    let follows = scan::token(failure.text, token.range.end);
    if token.sort != Sort::Word || matches!(failure.slice(&follows), "(" | "=" | "+=" | "-=" | "." | "[") {
        return None;
    }
    if failure.part == Part::Statement && matches!(word, "expect" | "run" | "dice" | "draws") && follows.sort != Sort::End {
        let slip = Slip::at(token.range.clone(), format!("`{word}` stands in tests alone"));
        return Some(
            slip.hint("a rule calls others by name, `turn(…)`, and stops where something is wrong: `if … { fail \"…\" }`"),
        );
    }
    let slip = Slip::at(token.range.clone(), format!("`{word}` is not in the language"));
    Some(match word {
        "foreach" => slip.write("for"),
        "switch" | "select" | "case" => slip.write("match"),
        "print" | "echo" => slip.write("say"),
        "loop" | "forever" | "do" if failure.slice(&follows) == "{" => slip.write("repeat"),
        "raise" | "throw" => slip.write("fail"),
        "unless" => slip.hint("write `if not (…) { … }`"),
        "until" => slip.hint("write `while not (…) { … }`"),
        "pass" | "skip" | "nothing" if follows.sort != Sort::Word => {
            slip.hint("where nothing is to be done, leave the braces empty: `{ }`")
        }
        "set" | "const" if follows.sort == Sort::Word => {
            slip.hint("write `x = …` to store a value, `let x = …` to give one a name")
        }
        _ => return None,
    })
}

/// `for n in 1..9 step 2 { … }`
fn loop_step(failure: &Failure) -> Option<Slip> {
    if !failure.wanted.has("{") || !failure.has_before("for") || !matches!(failure.word(), "step" | "by") {
        return None;
    }
    let message = "a loop goes through every number: steps are not in the language";
    let step = scan::token(failure.text, failure.found.range.end);
    let slip = Slip::at(failure.found.range.start..step.range.end, message);
    let [.., name, word, low, dots, _] = &*failure.before else { return None };
    let parts = [word, dots].map(|token| failure.slice(token));
    let numbers = [low, &step].map(|token| failure.slice(token).parse::<u32>().ok());
    match (parts, numbers) {
        (["in", ".."], [Some(low), Some(by)]) if by > 0 => {
            let condition = format!("{} % {by} == {}", failure.slice(name), low % by);
            let more = scan::token(failure.text, step.range.end);
            Some(match failure.slice(&more) {
                "where" => slip.hint(format!("take those that count: `where {condition} and …`")),
                _ => slip.write(format!("where {condition}")),
            })
        }
        _ if failure.slice(&step) == "-" => {
            Some(slip.hint("to count down, turn the number round inside: `for n in 1..9 { let down = 10 - n … }`"))
        }
        _ => {
            let by = if matches!(step.sort, Sort::Word | Sort::Number) { failure.slice(&step) } else { "2" };
            Some(slip.hint(format!("take those that count: `for n in … where n % {by} == 0 {{ … }}`")))
        }
    }
}

/// `"Rest" weight 3 { … }`, and `Rest { … }` without quotes.
fn option(failure: &Failure) -> Option<Slip> {
    if failure.part != Part::Option {
        return None;
    }
    let is_word = failure.found.sort == Sort::Word;
    match failure.before.last() {
        Some(label) if label.sort == Sort::Text && is_word => {
            let word = failure.word();
            let slip = failure.found(format!("expected `{{` or `=>` behind the label, found `{word}`"));
            Some(match word {
                "weight" | "chance" | "probability" | "weighted" | "likely" => slip
                    .hint("players choose among options freely; let chance decide by a throw: `if roll(…) > … { … } else { … }`"),
                "if" | "when" | "where" => slip.hint("the condition stands around the option: `if … { \"label\" { … } }`"),
                _ => slip.hint("what is done when it is taken stands in braces: `\"label\" { … }`"),
            })
        }
        None if is_word && failure.found.range.start == failure.start => {
            let mut words = vec![failure.found.clone()];
            words.extend(failure.behind());
            let last = words.last()?.clone();
            let follows = scan::token(failure.text, last.range.end);
            if failure.slice(&follows) != "{" || words.iter().any(|token| !matches!(token.sort, Sort::Word | Sort::Number)) {
                return None;
            }
            let range = failure.start..last.range.end;
            let label = format!("\"{}\"", &failure.text[range.clone()]);
            Some(Slip::at(range, "the label of an option stands in quotes").write(label))
        }
        _ => None,
    }
}

/// `secretly each q in players where … { … }`
fn secretly_where(failure: &Failure) -> Option<Slip> {
    let is_secretly = failure.before.first().is_some_and(|first| failure.slice(first) == "secretly");
    if !is_secretly || failure.word() != "where" {
        return None;
    }
    let message = "`secretly` asks everybody whom it goes through: it takes no `where`";
    let head = &failure.text[failure.start..failure.found.range.start];
    failure.slip(message, format!("ask inside: `{} {{ if … {{ … }} }}`", head.trim()))
}

/// `piece Camel 5 as camels`, `extend link Lift { … }`
fn declaration(failure: &Failure) -> Option<Slip> {
    let first = failure.before.first().filter(|_| failure.part == Part::Item)?;
    match (failure.slice(first), failure.before.last()?) {
        ("piece", number) if failure.wanted.has("per") => {
            let slip = failure.found("this doesn't say whose pieces these are: pieces belong to players");
            let text = format!("{} per player", failure.slice(number));
            Some(slip.hint(format!("write `{text}`")).replacing(number.range.clone(), text))
        }
        ("extend", last) if last == first && matches!(failure.word(), "link" | "path" | "data" | "card" | "piece") => {
            let word = failure.word();
            let name: Token = scan::token(failure.text, failure.found.range.end);
            let kind = failure.slice(&name);
            let slip =
                Slip::at(failure.found.range.start..name.range.end, format!("`extend` takes the name alone, without `{word}`"));
            if kind.starts_with(|c: char| c.is_ascii_uppercase()) {
                let range = slip.range.clone();
                return Some(slip.hint(format!("write `extend {kind}`")).replacing(range, kind));
            }
            Some(slip.hint("only kinds with fields, whose names have a capital, can be extended: `extend Road { … }`"))
        }
        _ => None,
    }
}

/// `param x = 2`, and fields likewise.
fn without_kind(failure: &Failure) -> Option<Slip> {
    let is_param = failure.part == Part::Item && failure.before.first().is_some_and(|first| failure.slice(first) == "param");
    let [.., name] = &*failure.before else { return None };
    if !is_param && failure.part != Part::Field || failure.word() != "=" || !failure.wanted.has(":") || name.sort != Sort::Word {
        return None;
    }
    let value = scan::token(failure.text, failure.found.range.end);
    let kind = match (value.sort, failure.slice(&value)) {
        (Sort::Number, _) => "int",
        (_, "-") => "int",
        (_, "true" | "false") => "bool",
        (Sort::Text, _) => "text",
        _ => "…",
    };
    let name_text = failure.slice(name);
    let slip = failure
        .found(format!("what kind of value is `{name_text}`? expected `:`, found {}", shown(failure.text, &failure.found)));
    let slip = slip.hint(format!("say it behind the name: `{name_text}: {kind} = …`"));
    Some(if kind == "…" { slip } else { slip.replacing(name.range.end..name.range.end, format!(": {kind}")) })
}
