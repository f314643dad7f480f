//! Constructs that other languages and rulebooks have, where this one has another way: each says which.

use super::{DECLARATIONS, Failure, Slip, shown};
use crate::syntax::recover::Part;
use crate::syntax::scan::{self, Sort, Token};

/// The construct behind a failure, if it is one that is known.
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
        if !is_in_test(failure) {
            let slip = Slip::at(token.range.clone(), format!("`{word}` stands in tests alone"));
            return Some(
                slip.hint("a rule calls others by name, `turn(…)`, and stops where something is wrong: `if … { fail \"…\" }`"),
            );
        }
        let slip = Slip::at(token.range.clone(), format!("`{word}` is a line of the test, and can't stand inside of another"));
        return Some(slip.hint(match word {
            "expect" => "write it behind the `}`; of several at once: `expect every p in players: …`",
            "run" => "write a line for each: `run turn(player(1))`, then `run turn(player(2))`, and so on",
            _ => "write it as a line of its own, before the `run` that it is for",
        }));
    }
    if failure.part == Part::TestLine && word == "roll" && follows.sort == Sort::Number {
        return Some(Slip::at(token.range.clone(), "what the next dice show is said by `dice`").write("dice"));
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

/// Most lines above that are looked at.
const LINES: usize = 500;

/// Whether what is broken stands in a test, as the first words of the lines above tell.
fn is_in_test(failure: &Failure) -> bool {
    let lines = failure.text[..failure.start].rsplit('\n').take(LINES);
    let mut first = lines.filter_map(|line| line.split([' ', '\t', '(', '{']).next());
    first.find(|word| DECLARATIONS.contains(word)) == Some("test")
}

/// `check all s in space: …`
fn every(failure: &Failure) -> Option<Slip> {
    let all = failure.before.last().filter(|_| failure.word_before() == "all" && failure.found.sort == Sort::Word)?;
    let follows = scan::token(failure.text, failure.found.range.end);
    (failure.slice(&follows) == "in")
        .then(|| Slip::at(all.range.clone(), "what holds for all is said with `every`").write("every"))
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
            let name = scan::token(failure.text, failure.found.range.end);
            left_out(&failure.found, name.range.start, "`for` goes through each by itself")
        }
        [first, every] if failure.slice(first) == "for" && matches!(failure.slice(every), "every" | "all" | "any") => {
            left_out(every, failure.found.range.start, "`for` goes through each by itself")
        }
        [first, .., of, all] if [first, of].map(|token| failure.slice(token)) == ["for", "in"] => {
            let is_all = matches!(failure.slice(all), "all" | "every" | "each") && failure.found.sort == Sort::Word;
            is_all.then(|| left_out(all, failure.found.range.start, "`for` goes through all of them by itself"))?
        }
        _ => None,
    }
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
            Some(slip.hint("to count down, put the numbers in order: `for n in 1..9 by n desc { … }`"))
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

/// `secretly each q in players where … { … }`, and with `by …`.
fn secretly_with(failure: &Failure) -> Option<Slip> {
    let is_secretly = failure.before.first().is_some_and(|first| failure.slice(first) == "secretly");
    match failure.word() {
        "where" if is_secretly => {
            let message = "`secretly` asks everybody whom it goes through: it takes no `where`";
            let head = &failure.text[failure.start..failure.found.range.start];
            failure.slip(message, format!("ask inside: `{} {{ if … {{ … }} }}`", head.trim()))
        }
        "by" if is_secretly => {
            let end = failure.behind().last().map_or(failure.found.range.end, |last| last.range.end);
            let range = failure.found.range.start..end;
            let hint = format!("leave out `{}`: who is asked stands behind `choose … by`", &failure.text[range.clone()]);
            let slip = Slip::at(range.clone(), "`secretly` asks all at the same time: it takes no `by`");
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
            let slip = failure.found(format!("what belongs to `{}` stands in braces, without `=`", failure.slice(name)));
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
            let slip = Slip::at(range, "links lead from spaces to spaces; what is to be said is to how many");
            let name = failure.slice(name);
            let text = slip.write("many");
            Some(text.hint(format!("write `link {name} many`, or `link {name} one?` where no space has more than one")))
        }
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
