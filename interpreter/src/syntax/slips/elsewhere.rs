//! Constructs of other languages and rulebooks that this language expresses in another way. Each slip says how.

use std::ops::Range;

use super::{DECLARATIONS, Failure, Slip, shown};
use crate::syntax::lex::{self, Sort, Token};
use crate::syntax::recover::Part;

/// The construct behind a failure, if it is known.
pub(super) fn from_elsewhere(failure: &Failure) -> Option<Slip> {
    statement(failure)
        .or_else(|| every(failure))
        .or_else(|| loop_head(failure))
        .or_else(|| loop_step(failure))
        .or_else(|| option(failure))
        .or_else(|| secretly_with(failure))
        .or_else(|| declaration(failure))
        .or_else(|| without_kind(failure))
        .or_else(|| limit_of_goal(failure))
}

/// `goal "short": mean(rounds) < evening`
fn limit_of_goal(failure: &Failure) -> Option<Slip> {
    let [first, .., last] = &*failure.before else { return None };
    let is_limit = matches!(failure.slice(last), "<" | "<=" | ">" | ">=" | "==" | "!=" | "in" | "..");
    let slip = || Slip::at(failure.found.range.clone(), "a goal compares a figure with a number");
    (failure.slice(first) == "goal" && is_limit).then(|| slip().hint("write the number, such as `30`, or `5%` for a share"))
}

/// `foreach p in players { … }`: a first word that begins statements in other languages.
fn statement(failure: &Failure) -> Option<Slip> {
    if !matches!(failure.part, Part::Statement | Part::TestLine) {
        return None;
    }
    let token = failure.before.first().unwrap_or(&failure.found);
    let word = failure.slice(token);
    if let Some((range, each)) = bracketed_loop(failure, token) {
        let slip = Slip::at(range, "a loop is written `for … in …`, without brackets");
        return Some(slip.write(format!("for {each}")));
    }
    // A name that is called or assigned to is just a name.
    let follows = lex::token(failure.text, token.range.end);
    if token.sort != Sort::Word || matches!(failure.slice(&follows), "(" | "=" | "+=" | "-=" | "." | "[") {
        return None;
    }
    if failure.part == Part::Statement && matches!(word, "expect" | "run" | "dice" | "draws") && follows.sort != Sort::End {
        if !is_in_test(failure) {
            let slip = Slip::at(token.range.clone(), format!("`{word}` is only for tests"));
            return Some(
                slip.hint(
                    "a rule calls another by its name, `turn(…)`, and stops where something is wrong: `if … { fail \"…\" }`",
                ),
            );
        }
        let slip = Slip::at(
            token.range.clone(),
            format!("`{word}` is a line of its own in a test, and can't be inside another statement"),
        );
        return Some(slip.hint(match word {
            "expect" => "write it after the `}`; to check several at once: `expect every p in players: …`",
            "run" => "write a line of its own for each, such as `run turn(player(1))`",
            _ => "write it as a line of its own, before the `run` that it is for",
        }));
    }
    if failure.part == Part::TestLine && word == "roll" && follows.sort == Sort::Number {
        return Some(Slip::at(token.range.clone(), "in a test, `dice` sets what the next dice show").write("dice"));
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

/// `for (p in players) {`: the range from the first word to the closing bracket, and the text between the brackets.
fn bracketed_loop<'a>(failure: &Failure<'a>, first: &Token) -> Option<(Range<usize>, &'a str)> {
    let rest = failure.text[first.range.end..].trim_start().strip_prefix('(')?;
    let (each, behind) = rest.split_once(')').filter(|(each, _)| !each.contains(['(', '\n']))?;
    let is_loop = matches!(failure.slice(first), "for" | "foreach") && behind.trim_start().starts_with('{');
    is_loop.then(|| (first.range.start..failure.text.len() - behind.len(), each.trim()))
}

/// The number of lines above to look at, at most.
const LINES: usize = 500;

/// Whether the broken part is in a test, judging by the first words of the lines above.
fn is_in_test(failure: &Failure) -> bool {
    let lines = failure.text[..failure.start].rsplit('\n').take(LINES);
    let mut first = lines.filter_map(|line| line.split([' ', '\t', '(', '{']).next());
    first.find(|word| DECLARATIONS.contains(word)) == Some("test")
}

/// `check all s in space: …`
fn every(failure: &Failure) -> Option<Slip> {
    let all = failure.before.last().filter(|_| failure.word_before() == "all" && failure.found.sort == Sort::Word)?;
    let follows = lex::token(failure.text, failure.found.range.end);
    (failure.slice(&follows) == "in").then(|| Slip::at(all.range.clone(), "to check all of them, use `every`").write("every"))
}

/// `for each p in players { … }`, `for p in all players { … }`
fn loop_head(failure: &Failure) -> Option<Slip> {
    let word = failure.word();
    let left_out = |token: &Token, end: usize, message: &str| {
        let slip = Slip::at(token.range.clone(), message);
        Some(slip.hint(format!("leave out `{}`", failure.slice(token))).replacing(token.range.start..end, ""))
    };
    match &*failure.before {
        [first] if failure.slice(first) == "for" && word == "each" => {
            let name = lex::token(failure.text, failure.found.range.end);
            left_out(&failure.found, name.range.start, "`for` already goes through each of them")
        }
        [first, every] if failure.slice(first) == "for" && matches!(failure.slice(every), "every" | "all" | "any") => {
            left_out(every, failure.found.range.start, "`for` already goes through each of them")
        }
        [first, .., of, all] if [first, of].map(|token| failure.slice(token)) == ["for", "in"] => {
            let is_all = matches!(failure.slice(all), "all" | "every" | "each") && failure.found.sort == Sort::Word;
            is_all.then(|| left_out(all, failure.found.range.start, "`for` already goes through all of them"))?
        }
        _ => None,
    }
}

/// `for n in 1..9 step 2 { … }`
fn loop_step(failure: &Failure) -> Option<Slip> {
    if !failure.wanted.has("{") || !failure.has_before("for") || !matches!(failure.word(), "step" | "by") {
        return None;
    }
    let message = "a loop goes through every number: it has no steps";
    let step = lex::token(failure.text, failure.found.range.end);
    let slip = Slip::at(failure.found.range.start..step.range.end, message);
    let [.., name, word, low, dots, _] = &*failure.before else { return None };
    let parts = [word, dots].map(|token| failure.slice(token));
    let numbers = [low, &step].map(|token| failure.slice(token).parse::<u32>().ok());
    match (parts, numbers) {
        (["in", ".."], [Some(low), Some(by)]) if by > 0 => {
            let condition = format!("{} % {by} == {}", failure.slice(name), low % by);
            let more = lex::token(failure.text, step.range.end);
            Some(match failure.slice(&more) {
                "where" => slip.hint(format!("take those that count: `where {condition} and …`")),
                _ => slip.write(format!("where {condition}")),
            })
        }
        _ if failure.slice(&step) == "-" => Some(slip.hint("to count down, sort the numbers: `for n in 1..9 by n desc { … }`")),
        _ => {
            let by = if matches!(step.sort, Sort::Word | Sort::Number) { failure.slice(&step) } else { "2" };
            Some(slip.hint(format!("choose the numbers by a condition: `for n in … where n % {by} == 0 {{ … }}`")))
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
            let slip = failure.found(format!("expected `{{` or `=>` after the label, found `{word}`"));
            Some(match word {
                "weight" | "chance" | "probability" | "weighted" | "likely" => slip.hint(
                    "players are free to choose any option; to let chance decide, roll a die: `if roll(…) > … { … } else { … }`",
                ),
                "if" | "when" | "where" => slip.hint("put the condition around the option: `if … { \"label\" { … } }`"),
                _ => slip.hint("write what it does in braces: `\"label\" { … }`"),
            })
        }
        None if is_word && failure.found.range.start == failure.start => {
            let mut words = vec![failure.found.clone()];
            words.extend(failure.behind().into_iter().take_while(|token| failure.slice(token) != "=>"));
            let last = words.last()?.clone();
            let follows = lex::token(failure.text, last.range.end);
            if !matches!(failure.slice(&follows), "{" | "=>")
                || words.iter().any(|token| !matches!(token.sort, Sort::Word | Sort::Number))
            {
                return None;
            }
            let range = failure.start..last.range.end;
            let label = format!("\"{}\"", &failure.text[range.clone()]);
            Some(Slip::at(range, "the label of an option is written in quotes").write(label))
        }
        _ => None,
    }
}

/// `secretly each q in players where … { … }`, and with `by …`.
fn secretly_with(failure: &Failure) -> Option<Slip> {
    let is_secretly = failure.before.first().is_some_and(|first| failure.slice(first) == "secretly");
    match failure.word() {
        "where" if is_secretly => {
            let message = "`secretly` asks all of these players, so it takes no `where`";
            let head = &failure.text[failure.start..failure.found.range.start];
            failure.slip(message, format!("put the condition inside: `{} {{ if … {{ … }} }}`", head.trim()))
        }
        "by" if is_secretly => {
            let behind = failure.behind();
            let end = behind.iter().take_while(|token| failure.slice(token) != "where").last();
            let range = failure.found.range.start..end.unwrap_or(&failure.found).range.end;
            let hint = format!("leave out `{}`: who decides is written in `choose … by`", &failure.text[range.clone()]);
            let slip = Slip::at(range.clone(), "`secretly` asks everybody at the same time, so it takes no `by`");
            Some(slip.hint(hint).replacing(range, ""))
        }
        _ => None,
    }
}

/// `piece Camel 5 as camels`, `extend link Lift { … }`, `enum Colour = { … }`, `link way from space to space`
fn declaration(failure: &Failure) -> Option<Slip> {
    let first = failure.before.first().filter(|_| failure.part == Part::Item)?;
    match (failure.slice(first), failure.before.last()?) {
        (_, name) if failure.word() == "=" && failure.wanted.has("{") => {
            let behind = failure.behind();
            let is_braced = failure.text[failure.found.range.end..].trim_start().starts_with('{');
            let parts = if failure.slice(first) == "enum" { "cases" } else { "fields" };
            let slip = failure.found(format!("the {parts} of `{}` are written in braces, without `=`", failure.slice(name)));
            match (is_braced, behind.last()) {
                (true, _) => Some(slip.hint("leave out the `=`").replacing(failure.found.range.clone(), "")),
                (false, Some(last)) => {
                    let text = format!("{{ {} }}", failure.text[failure.found.range.end..last.range.end].trim());
                    Some(slip.hint(format!("write `{text}`")).replacing(failure.found.range.start..last.range.end, text))
                }
                (false, None) => None,
            }
        }
        ("link", name) if failure.before.len() == 2 && matches!(failure.word(), "from" | "to" | "between" | ":" | "->") => {
            let end = failure.behind().last().map_or(failure.found.range.end, |last| last.range.end);
            let range = failure.found.range.start..end;
            let slip = Slip::at(range, "every link leads from a space to a space: say how many a space may have");
            let name = failure.slice(name);
            let text = slip.write("many");
            Some(text.hint(format!("write `link {name} many`, or `link {name} one?` where no space has more than one")))
        }
        ("piece", number) if failure.wanted.has("per") => {
            let slip = failure.found("pieces belong to players: say how many each player has");
            let text = format!("{} per player", failure.slice(number));
            Some(slip.hint(format!("write `{text}`")).replacing(number.range.clone(), text))
        }
        ("extend", last) if last == first && matches!(failure.word(), "link" | "path" | "data" | "card" | "piece") => {
            let word = failure.word();
            let name: Token = lex::token(failure.text, failure.found.range.end);
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

/// `param x = 2`, and fields without a kind.
fn without_kind(failure: &Failure) -> Option<Slip> {
    let is_param = failure.part == Part::Item && failure.before.first().is_some_and(|first| failure.slice(first) == "param");
    let [.., name] = &*failure.before else { return None };
    if !is_param && failure.part != Part::Field || !failure.wanted.has(":") || name.sort != Sort::Word {
        return None;
    }
    if failure.word() == "in" {
        let slip = failure.found(format!("what kind of value is `{0}`? expected `:`, found `in`", failure.slice(name)));
        let hint = format!("a range is one of numbers: `{}: int in …`", failure.slice(name));
        return Some(slip.hint(hint).replacing(name.range.end..name.range.end, ": int"));
    }
    if failure.word() != "=" {
        return None;
    }
    let value = lex::token(failure.text, failure.found.range.end);
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
    let slip = slip.hint(format!("write it after the name: `{name_text}: {kind} = …`"));
    Some(if kind == "…" { slip } else { slip.replacing(name.range.end..name.range.end, format!(": {kind}")) })
}
