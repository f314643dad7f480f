//! Constructs of other languages and rulebooks that this language expresses in another way. Each slip says how.

use std::ops::Range;

use super::{Failure, Slip, options, shown};
use crate::syntax::lex::{Sort, Token};
use crate::syntax::recover::Part;
use crate::syntax::words::{DECLARATIONS, RESERVED, STATEMENTS};

/// The construct behind a failure, if it is known.
pub(super) fn from_elsewhere(failure: &Failure) -> Option<Slip> {
    statement(failure)
        .or_else(|| every(failure))
        .or_else(|| options::option(failure))
        .or_else(|| choice(failure))
        .or_else(|| test_head(failure))
        .or_else(|| secretly_with(failure))
        .or_else(|| declaration(failure))
        .or_else(|| without_kind(failure))
        .or_else(|| without_value(failure))
        .or_else(|| goal(failure))
}

/// `goal "short": mean(rounds) < evening`, `goal "short": mean(rounds)` and `goal "short" mean(rounds) < 30`
fn goal(failure: &Failure) -> Option<Slip> {
    let [first, .., last] = &*failure.before else { return None };
    if failure.slice(first) == "goal" && last.sort == Sort::Text && failure.wanted.has(":") {
        let end = last.range.end..last.range.end;
        return Some(failure.found(failure.message()).hint("write `:` after the goal's name").replacing(end, ":"));
    }
    if failure.slice(first) == "goal" && failure.found.sort == Sort::End && failure.wanted.has("in") {
        let typed = failure.between(first.range.start, last.range.end);
        return Some(failure.found(failure.message()).hint(format!("write what it should be, such as `{typed} < 30`")));
    }
    let is_limit = matches!(failure.slice(last), "<" | "<=" | ">" | ">=" | "==" | "!=" | "in" | "..");
    let slip = || Slip::at(failure.found.range.clone(), "a goal compares a figure with a number");
    (failure.slice(first) == "goal" && is_limit).then(|| slip().hint("write the number, such as `30`, or `5%` for a share"))
}

/// `foreach p in players { … }`: a first word that begins statements in other languages.
fn statement(failure: &Failure) -> Option<Slip> {
    if !matches!(failure.part, Part::Statement | Part::TestLine) {
        return None;
    }
    let token = failure.first();
    let word = failure.slice(token);
    // A name that is called or assigned to is just a name.
    let follows = failure.after(token);
    if token.sort != Sort::Word || matches!(failure.slice(&follows), "(" | "=" | "+=" | "-=" | "." | "[") {
        return None;
    }
    if failure.part == Part::Statement && matches!(word, "expect" | "run" | "dice" | "draws") && follows.sort != Sort::End {
        if !is_in_test(failure) {
            let hint = "a rule calls another by its name, `turn(…)`, and stops where something is wrong: `if … { fail \"…\" }`";
            return Some(failure.at(token, format!("`{word}` is only for tests")).hint(hint));
        }
        let message = format!("`{word}` is a line of its own in a test, and can't be inside another statement");
        return Some(failure.at(token, message).hint(match word {
            "expect" => "write it after the `}`; to check several at once: `expect every p in players: …`",
            "run" => "write a line of its own for each, such as `run turn(player(1))`",
            _ => "write it as a line of its own, before the `run` that it is for",
        }));
    }
    let is_called = word != "roll" && failure.is_called(word);
    let third = failure.after(&follows);
    let is_number = follows.sort == Sort::Number && matches!(failure.slice(&third), "" | "\n" | "," | ";" | "}");
    if failure.part == Part::TestLine && is_number && !is_called && !STATEMENTS.contains(&word) {
        return Some(failure.at(token, "in a test, `dice` sets what the next dice show").write("dice"));
    }
    if failure.failed_at_head(token) && is_called {
        return None;
    }
    let name = failure.slice(&follows);
    let slip = failure.at(token, format!("`{word}` is not in the language"));
    if follows.sort == Sort::Word && failure.slice(&third) == "in" && !STATEMENTS.contains(&word) && !RESERVED.contains(&word) {
        return Some(slip.write("for"));
    }
    Some(match word {
        "switch" | "select" | "case" => slip.write("match"),
        "print" | "echo" => slip.write("say"),
        "loop" | "forever" | "do" if name == "{" => slip.write("repeat"),
        "repeat" if matches!(name, "until" | "while") => {
            let slip = Slip::at(token.range.start..follows.range.end, "`repeat` counts, and looks at no condition");
            if name == "while" { slip.write("while") } else { slip.hint("write `while not (…) { … }`") }
        }
        "goto" | "call" | "invoke" | "perform" | "execute" | "do" if follows.sort == Sort::Word => {
            let name = if failure.is_called(name) { name } else { "turn" };
            slip.hint(format!("a rule is called by its name, such as `{name}(…)`"))
        }
        "assert" | "require" | "ensure" | "verify" | "check" => match failure.part {
            Part::TestLine => slip.write("expect"),
            _ => slip.hint("a rule stops where something is wrong: `if not (…) { fail \"…\" }`"),
        },
        "end" if name != "game" && follows.sort == Sort::Word => {
            Slip::at(token.range.start..follows.range.end, format!("expected `game` after `end`, found `{name}`"))
                .hint("write `return` to leave this rule; `end game` ends the game")
                .put("return")
        }
        "move" if failure.word() == "board" && failure.word_before() == "off" => {
            let to = failure.before.iter().rev().nth(1).filter(|token| failure.slice(token) == "to")?;
            let off = failure.before.last()?.range.start;
            failure.at(to, "`off board` is no space").hint("leave out `to`").replacing(to.range.start..off, "")
        }
        "raise" | "throw" => slip.write("fail"),
        "unless" => slip.hint("write `if not (…) { … }`"),
        "until" => slip.hint("write `while not (…) { … }`"),
        "pass" | "skip" | "nothing" if follows.sort != Sort::Word => {
            slip.hint("where nothing is to be done, leave the braces empty: `{ }`")
        }
        "set" if follows.sort == Sort::Word => {
            let slip = Slip { message: "`set` is only for add-ons, outside of braces".to_owned(), ..slip };
            slip.hint("write `x = …` to store a value, `let x = …` to give one a name")
        }
        _ if follows.sort != Sort::Word
            || !failure.failed_at_head(token)
            || STATEMENTS.contains(&word)
            || RESERVED.contains(&word) =>
        {
            return None;
        }
        _ if matches!(name, "chooses" | "choose" | "picks" | "decides" | "selects") => {
            failure.at(&follows, format!("`{name}` is not in the language")).hint(format!("write `choose … by {word} {{ … }}`"))
        }
        _ if DECLARATIONS.contains(&word) => {
            let slip = failure.at(token, format!("`{word}` declares something, and can't be in braces"));
            match failure.slice(&third) {
                ":" | "=" => {
                    let slip =
                        slip.hint(format!("move it out of the braces, or write `let {name} = …` for a value of this block"));
                    if word == "const" { slip.replacing(token.range.clone(), "let") } else { slip }
                }
                _ => slip.hint("move it out of the braces"),
            }
        }
        // `int x = 3`
        _ if failure.slice(&third) == "=" && !STATEMENTS.contains(&&*word.to_lowercase()) => {
            Slip { message: format!("`{word}` begins no statement"), ..slip }
                .hint(format!("write `let {name} = …`, or `var {name} = …` for a value that changes"))
                .replacing(token.range.clone(), "let")
        }
        _ => return None,
    })
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
    let follows = failure.next();
    (failure.slice(&follows) == "in").then(|| failure.at(all, "to check all of them, use `every`").write("every"))
}

/// `choose x by p always "?"`, and a `choose … from …` whose answer is lost.
fn choice(failure: &Failure) -> Option<Slip> {
    if !failure.has_before("choose") {
        return None;
    }
    let last = failure.before.last()?;
    match failure.word() {
        text if failure.found.sort == Sort::Text && matches!(failure.slice(last), "always" | "quiet" | "shortest") => {
            let range = last.range.start..failure.found.range.end;
            let slip = Slip::at(range, format!("the text comes before `{}`", failure.slice(last)));
            Some(slip.write(format!("{text} {}", failure.slice(last))))
        }
        word @ ("from" | "in") if failure.slice(failure.first()) == "choose" && failure.wanted.has("{") => failure.slip(
            format!("expected `{{`, found `{word}`"),
            "what is chosen from a list must be kept: `let answer = choose x by … from …`",
        ),
        "in" | "of" | "among" if failure.wanted.has("from") => Some(failure.found(failure.message()).write("from")),
        _ => None,
    }
}

/// `test "t" for 2 players on "line" { … }`
fn test_head(failure: &Failure) -> Option<Slip> {
    if failure.slice(failure.first()) != "test" || failure.part != Part::Item {
        return None;
    }
    let with = match failure.word_before() {
        "with" if failure.found.sort == Sort::Number => failure.before.last()?,
        _ if failure.word() == "with" => &failure.found,
        _ if matches!(failure.word(), "on" | "for") && failure.wanted.has("{") => &failure.found,
        _ => return None,
    };
    let slip = failure.at(with, failure.message());
    if failure.slice(with) == "with" && failure.after(with).sort == Sort::Number {
        return Some(slip.write("for"));
    }
    Some(slip.hint("keep this order: `test \"…\" with … on \"…\" for 2 players { … }`"))
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
            Some(Slip::at(range, "`secretly` asks everybody at the same time, so it takes no `by`").hint(hint).put(""))
        }
        _ => None,
    }
}

/// `piece Camel 5 as camels`, `extend link Lift { … }`, `enum Colour = { … }`, `link way from space to space`
fn declaration(failure: &Failure) -> Option<Slip> {
    let first = failure.before.first().filter(|_| failure.part == Part::Item)?;
    match (failure.slice(first), failure.before.last()?) {
        ("rule" | "turn", _) if matches!(failure.word(), "=" | ":") && failure.word_before() == ")" => {
            let behind = failure.behind();
            let slip = failure.found(failure.message()).hint("what a rule does is written in braces: `{ … }`");
            match behind.last().filter(|_| failure.word() == "=") {
                None if failure.word() == ":" && !behind.is_empty() => None,
                None => Some(slip),
                Some(last) => {
                    let done = failure.between(failure.found.range.end, last.range.end);
                    Some(slip.replacing(failure.found.range.start..last.range.end, format!("{{ {done} }}")))
                }
            }
        }
        (kind @ ("player" | "space" | "track" | "state"), _) if failure.before.len() == 1 && failure.found.sort == Sort::Word => {
            let end = failure.next().range.start;
            let slip = failure.found(format!("`{kind}` has no name: it declares fields"));
            Some(slip.hint(format!("leave out `{}`", failure.word())).replacing(failure.found.range.start..end, ""))
        }
        ("data" | "card", _) if failure.word() == "from" && failure.wanted.has("{") => failure.slip(
            "the fields come before the file".to_owned(),
            format!("write `{} {{ … }} from \"…\"`", &failure.text[first.range.start..failure.found.range.start].trim()),
        ),
        ("piece", _) if matches!(failure.word(), "on" | "in" | "from") && failure.wanted.has("at") => {
            Some(failure.found(failure.message()).write("at"))
        }
        ("piece", last) if matches!(failure.word(), "where" | "by") => {
            let place = failure.before.iter().rposition(|token| failure.slice(token) == "at")?;
            let name = failure.before.get(place + 1).filter(|name| name.sort == Sort::Word)?;
            let (start, shown) = (name.range.start, failure.slice(name));
            let slip = Slip::at(start..last.range.end, "a piece begins at one space")
                .hint(format!("write `at the {shown} in space {} …`", failure.word()));
            Some(match failure.before.get(place + 2) {
                None => slip.put(format!("the {shown} in space")),
                Some(of) if failure.slice(of) == "in" => slip.replacing(start..start, "the "),
                Some(_) => slip,
            })
        }
        ("link", last) if is_one_way(failure, last) => {
            let start = if failure.slice(last) == "one" { last } else { &failure.found }.range.start;
            let way = if failure.word() == "-" { failure.next() } else { failure.found.clone() };
            let slip = Slip::at(start..way.range.end, "a link leads one way unless it says `both ways`");
            let follows = failure.after(&way);
            Some(match failure.slice(&follows) {
                "one" | "many" => {
                    let hint = format!("leave out `{}`", &failure.text[start..way.range.end]);
                    slip.hint(hint).replacing(start..follows.range.start, "")
                }
                _ => slip.write("many"),
            })
        }
        (layer @ ("replace" | "before" | "after" | "around"), last) if last == first && failure.found.sort == Sort::Word => {
            let name = failure.word();
            let word = if failure.is_declared("value", name) { "value" } else { "rule" };
            let slip = failure.found(failure.message()).hint(format!("write `{layer} {word} {name}`"));
            Some(slip.replacing(failure.found.range.start..failure.found.range.start, format!("{word} ")))
        }
        ("link", _) if matches!(failure.word(), "two" | "twoway" | "bidirectional" | "undirected") => {
            let next = failure.next();
            let end = if matches!(failure.slice(&next), "way" | "ways") { next.range.end } else { failure.found.range.end };
            Some(Slip::at(failure.found.range.start..end, failure.message()).write("both ways"))
        }
        (_, name) if matches!(failure.word(), "=" | ":") && failure.wanted.has("{") && name.sort == Sort::Word => {
            let behind = failure.behind();
            let is_braced = failure.text[failure.found.range.end..].trim_start().starts_with('{');
            let parts = if failure.slice(first) == "enum" { "cases" } else { "fields" };
            let slip = failure.found(format!(
                "the {parts} of `{}` are written in braces, without `{}`",
                failure.slice(name),
                failure.word()
            ));
            match (is_braced, behind.last()) {
                (true, _) => Some(slip.hint(format!("leave out the `{}`", failure.word())).put("")),
                (false, Some(last)) => {
                    let inner = failure.between(failure.found.range.end, last.range.end);
                    let inner = inner.split('|').map(str::trim).collect::<Vec<_>>().join(", ");
                    let text = format!("{{ {inner} }}");
                    Some(slip.hint(format!("write `{text}`")).replacing(failure.found.range.start..last.range.end, text))
                }
                (false, None) => None,
            }
        }
        ("link", name) if failure.before.len() == 2 && matches!(failure.word(), "from" | "to" | "between" | ":" | "->") => {
            let range = failure.found.range.start..failure.end();
            let slip = Slip::at(range, "every link leads from a space to a space: say how many a space may have");
            let name = failure.slice(name);
            let text = slip.write("many");
            Some(text.hint(format!("write `link {name} many`, or `link {name} one?` where no space has more than one")))
        }
        ("piece", number) if failure.wanted.has("per") => {
            let slip = failure.found("pieces belong to players: say how many each player has");
            let text = match failure.slice(number) {
                "per" => "1 per".to_owned(),
                number => format!("{number} per player"),
            };
            Some(slip.hint(format!("write `{text}`")).replacing(number.range.clone(), text))
        }
        ("extend", last) if last == first && matches!(failure.word(), "link" | "path" | "data" | "card" | "piece" | "dice") => {
            let word = failure.word();
            let name: Token = failure.next();
            let kind = failure.slice(&name);
            if word == "dice" {
                let slip = failure.found("an add-on can't change the faces of a die");
                return Some(slip.hint("declare a die of another name, and replace the rule that rolls this one"));
            }
            let slip =
                Slip::at(failure.found.range.start..name.range.end, format!("`extend` takes the name alone, without `{word}`"));
            if kind.starts_with(|c: char| c.is_ascii_uppercase()) {
                return Some(slip.hint(format!("write `extend {kind}`")).put(kind));
            }
            Some(slip.hint("only kinds with fields, whose names have a capital, can be extended: `extend Road { … }`"))
        }
        _ => None,
    }
}

/// Whether a link says here that it leads one way: `one-way`, `one way`, `oneway`.
fn is_one_way(failure: &Failure, last: &Token) -> bool {
    let next = failure.next();
    match failure.word() {
        "-" => [last, &next].map(|token| failure.slice(token)) == ["one", "way"],
        "way" => failure.slice(last) == "one",
        word => matches!(word, "oneway" | "directed"),
    }
}

/// `param x = 2`, `derive space.x = 2`, and fields without a kind.
fn without_kind(failure: &Failure) -> Option<Slip> {
    let has_kind = |first: &Token| matches!(failure.slice(first), "param" | "derive");
    let is_param = failure.part == Part::Item && failure.before.first().is_some_and(has_kind);
    let [.., name] = &*failure.before else { return None };
    if !is_param && failure.part != Part::Field
        || !failure.wanted.has(":")
        || name.sort != Sort::Word
        || is_param && failure.open_bracket().is_some()
    {
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
    let value = failure.next();
    let name_text = failure.slice(name);
    let slip = failure
        .found(format!("what kind of value is `{name_text}`? expected `:`, found {}", shown(failure.text, &failure.found)));
    if value.sort == Sort::Text && !may_be_text(failure) {
        let hint = "it can be a number, `true` or `false`, or one of several cases; texts are written where they are shown";
        return Some(slip.hint(hint));
    }
    if let Some((low, range, rest)) = numbers(failure, &failure.behind())
        && rest.first().is_none_or(|next| failure.slice(next) == ",")
    {
        let kind = format!(": int in {} = {low}", &failure.text[range.clone()]);
        let slip = slip.hint(format!("write its kind, and what it is to begin with: `{name_text}{kind}`"));
        return Some(slip.replacing(name.range.end..range.end, kind));
    }
    let kind = match (value.sort, failure.slice(&value)) {
        (Sort::Number, _) => "int",
        (_, "-") => "int",
        (_, "true" | "false") => "bool",
        (Sort::Text, _) => "text",
        _ => "…",
    };
    let slip = slip.hint(format!("write it after the name: `{name_text}: {kind} = …`"));
    Some(if kind == "…" { slip } else { slip.replacing(name.range.end..name.range.end, format!(": {kind}")) })
}

/// `param laps: int in 1..9`, without what it is to begin with.
fn without_value(failure: &Failure) -> Option<Slip> {
    let [param, .., last] = &*failure.before else { return None };
    if failure.slice(param) != "param" || failure.found.sort != Sort::End || !failure.wanted.has("=") || !failure.has_before(":")
    {
        return None;
    }
    let slip = failure.found("a param needs a value to begin with");
    let typed = failure.between(param.range.start, last.range.end);
    let end = last.range.end;
    let low = match &*failure.before {
        [_, _, colon, kind, word, range @ ..] if [colon, kind, word].map(|token| failure.slice(token)) == [":", "int", "in"] => {
            numbers(failure, range).filter(|(.., rest)| rest.is_empty()).map(|(low, ..)| low)
        }
        _ => None,
    };
    Some(match low {
        Some(low) => slip.hint(format!("write `{typed} = {low}`")).replacing(end..end, format!(" = {low}")),
        None => slip.hint(format!("write `{typed} = …`")),
    })
}

/// The lowest number of the range that tokens begin with, where the range stands, and what follows it.
fn numbers<'a, 't>(failure: &Failure<'a>, tokens: &'t [Token]) -> Option<(&'a str, Range<usize>, &'t [Token])> {
    let number = |tokens: &'t [Token]| -> Option<(Range<usize>, &'t [Token])> {
        match tokens {
            [minus, number, rest @ ..] if failure.slice(minus) == "-" && number.sort == Sort::Number => {
                Some((minus.range.start..number.range.end, rest))
            }
            [number, rest @ ..] if number.sort == Sort::Number => Some((number.range.clone(), rest)),
            _ => None,
        }
    };
    let (low, rest) = number(tokens)?;
    let (_, rest) = rest.split_first().filter(|(dots, _)| failure.slice(dots) == "..")?;
    let (high, rest) = number(rest)?;
    Some((&failure.text[low.clone()], low.start..high.end, rest))
}

/// Whether the broken field may be a text: one of a track, a space or a row.
fn may_be_text(failure: &Failure) -> bool {
    let above = failure.text[..failure.start].rfind('{').filter(|_| failure.part == Part::Field).unwrap_or(0);
    let line = failure.text[..above].rsplit('\n').next().unwrap_or_default();
    let mut words = line.split_whitespace().filter(|word| *word != "extend");
    words.next().is_some_and(|word| {
        matches!(word, "data" | "card" | "link" | "path" | "space" | "track") || word.starts_with(char::is_uppercase)
    })
}
