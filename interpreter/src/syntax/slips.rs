//! Common slips: what people write who come from rulebooks or from other languages, and what they should write instead.

use std::ops::Range;

use super::expected::Wanted;
use super::lex::{self, Sort, Token, is_word};
use super::recover::Part;
use super::words::{BUILT_IN_CALLS, DECLARATIONS, RESERVED, STATEMENTS, forms};
use crate::diagnostic::nearest;
use crate::source::Sources;

mod brackets;
mod elsewhere;
mod loops;
mod options;
mod searches;
mod signs;

pub(super) use brackets::suspicious_brace;
use brackets::{bracket, call_without_brackets, default_value};
use elsewhere::from_elsewhere;
use searches::search;
use signs::foreign_sign;

/// Where and how the parser stopped.
pub(super) struct Failure<'a> {
    /// All texts, whose rules and values this one may call.
    pub(super) sources: &'a Sources,
    pub(super) text: &'a str,
    /// Where the broken node begins.
    pub(super) start: usize,
    /// The token at which the parser stopped.
    pub(super) found: Token,
    /// The tokens between `start` and that one.
    pub(super) before: Vec<Token>,
    pub(super) part: Part,
    pub(super) wanted: Wanted,
}

/// A slip that was recognised.
pub(super) struct Slip {
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
    /// The hint, as an edit.
    pub(super) replace: Option<(Range<usize>, String)>,
}

impl Slip {
    fn at(range: Range<usize>, message: impl Into<String>) -> Slip {
        Slip { range, message: message.into(), hint: None, replace: None }
    }

    fn hint(self, hint: impl Into<String>) -> Slip {
        Slip { hint: Some(hint.into()), ..self }
    }

    /// Adds the hint's text as an edit of this place.
    fn replacing(self, range: Range<usize>, text: impl Into<String>) -> Slip {
        Slip { replace: Some((range, text.into())), ..self }
    }

    /// Adds a text as an edit of everything that is marked.
    fn put(self, text: impl Into<String>) -> Slip {
        let range = self.range.clone();
        self.replacing(range, text)
    }

    /// Hints at what to write in place of everything that is marked.
    fn write(self, text: impl Into<String>) -> Slip {
        let text = text.into();
        self.hint(format!("write `{text}`")).put(text)
    }
}

impl<'a> Failure<'a> {
    fn slice(&self, token: &Token) -> &'a str {
        &self.text[token.range.clone()]
    }

    fn word(&self) -> &'a str {
        self.slice(&self.found)
    }

    fn word_before(&self) -> &'a str {
        self.before.last().map_or("", |token| self.slice(token))
    }

    fn slip(&self, message: impl Into<String>, hint: impl Into<String>) -> Option<Slip> {
        Some(self.found(message).hint(hint))
    }

    fn at(&self, token: &Token, message: impl Into<String>) -> Slip {
        Slip::at(token.range.clone(), message)
    }

    /// A slip at the token where the parser stopped.
    fn found(&self, message: impl Into<String>) -> Slip {
        self.at(&self.found, message)
    }

    fn after(&self, token: &Token) -> Token {
        lex::token(self.text, token.range.end)
    }

    /// The token after the one where the parser stopped.
    fn next(&self) -> Token {
        self.after(&self.found)
    }

    /// The first token on a later line.
    fn next_line(&self) -> Token {
        let line = self.text[self.found.range.end..].find(|c: char| !c.is_whitespace());
        lex::token(self.text, self.found.range.end + line.unwrap_or_default())
    }

    /// The end of [`Failure::behind`], or of the token where the parser stopped.
    fn end(&self) -> usize {
        self.behind().last().unwrap_or(&self.found).range.end
    }

    /// What stands between two places, without the spaces around it.
    fn between(&self, start: usize, end: usize) -> &'a str {
        self.text[start..end].trim()
    }

    /// The tokens after the one where the parser stopped, up to the end of the line or to `;`, `{` or `}`.
    fn behind(&self) -> Vec<Token> {
        let (mut at, mut list) = (self.found.range.end, vec![]);
        loop {
            let next = lex::token(self.text, at);
            if next.sort == Sort::End || matches!(self.slice(&next), ";" | "{" | "}") || list.len() > 99 {
                return list;
            }
            at = next.range.end;
            list.push(next);
        }
    }

    /// The first token of the broken part.
    fn first(&self) -> &Token {
        self.before.first().unwrap_or(&self.found)
    }

    /// Whether the parser stopped right after this first word, or at it.
    fn failed_at_head(&self, first: &Token) -> bool {
        self.before.len() <= 1 && self.first() == first
    }

    /// Whether there is a rule, value or function of this name.
    fn is_called(&self, name: &str) -> bool {
        let declares = |line: &str| {
            let line = line.strip_prefix("turn ").unwrap_or(line);
            let head = line.strip_prefix("rule ").or_else(|| line.strip_prefix("value "));
            let rest = head.and_then(|head| head.trim_start().strip_prefix(name));
            rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        };
        let mut rules = self.sources.iter().map(|(_, source)| source).filter(|source| source.name.ends_with(".rules"));
        !name.is_empty() && (BUILT_IN_CALLS.contains(&name) || rules.any(|source| source.text.lines().any(declares)))
    }

    /// Whether a line declares something of this name with this word: `dice d6`.
    fn is_declared(&self, word: &str, name: &str) -> bool {
        let declares = |line: &str| {
            let rest = line.strip_prefix(word).and_then(|rest| rest.trim_start().strip_prefix(name));
            rest.is_some_and(|rest| !rest.starts_with(is_word))
        };
        let mut rules = self.sources.iter().map(|(_, source)| source).filter(|source| source.name.ends_with(".rules"));
        rules.any(|source| source.text.lines().any(declares))
    }

    /// The first bracket among these tokens that closes one before them.
    fn closing<'t>(&self, tokens: &'t [Token]) -> Option<&'t Token> {
        let mut open = 0;
        tokens.iter().find(|token| {
            match self.slice(token) {
                "(" | "[" => open += 1,
                ")" | "]" => open -= 1,
                _ => {}
            }
            open < 0
        })
    }

    /// The name and the list of the innermost `… in …` before the place where the parser stopped.
    fn listed(&self) -> Option<(&'a str, &[Token])> {
        let place = self.before.iter().rposition(|token| self.slice(token) == "in")?;
        let name = self.slice(self.before.get(place.checked_sub(1)?)?);
        (name != "not").then(|| (name, &self.before[place + 1..]))
    }

    fn has_before(&self, word: &str) -> bool {
        self.before.iter().any(|token| self.slice(token) == word)
    }

    /// Whether the innermost open bracket belongs to a call.
    fn is_call(&self) -> bool {
        let open = self.open_bracket().map(|open| open.range.start);
        let called = self.before.iter().take_while(|token| Some(token.range.start) != open).last();
        called.is_some_and(|token| token.sort == Sort::Word && !RESERVED.contains(&self.slice(token)))
    }

    /// Whether the broken part could have ended where the parser stopped.
    fn is_whole(&self) -> bool {
        self.before.is_empty() || self.wanted.end()
    }

    /// Whether the braces of a statement or declaration are missing.
    fn lacks_braces(&self) -> bool {
        self.wanted.has("{") && !self.wanted.has("=") && !self.wanted.value()
    }

    /// What is missing where something ends too early.
    fn missing(&self) -> String {
        let is_field = self.text[self.start..self.found.range.start].trim_ascii_end().ends_with('.') && !self.wanted.value();
        if is_field { "a field".into() } else { self.wanted.text(self.part) }
    }

    /// The message if no slip was recognised.
    pub(super) fn message(&self) -> String {
        let wanted = self.wanted.text(self.part);
        if self.found.sort == Sort::End && wanted.ends_with("the end of the line") {
            return "this line ends too early".into();
        }
        format!("expected {wanted}, found {}", shown(self.text, &self.found))
    }

    /// The innermost bracket that is open where the parser stopped.
    fn open_bracket(&self) -> Option<&Token> {
        self.innermost_open(&self.before)
    }

    /// The innermost bracket that is open after these tokens.
    fn innermost_open<'t>(&self, tokens: &'t [Token]) -> Option<&'t Token> {
        let mut open = Vec::new();
        for token in tokens.iter().filter(|token| token.sort == Sort::Sign) {
            match self.slice(token) {
                "(" | "[" | "{" => open.push(token),
                ")" | "]" | "}" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }
}

/// The slip behind a failure, if it is a common one.
pub(super) fn find(failure: &Failure) -> Option<Slip> {
    in_text(failure)
        .or_else(|| loops::in_head(failure))
        .or_else(|| from_elsewhere(failure))
        .or_else(|| phrase(failure))
        .or_else(|| dashed_range(failure))
        .or_else(|| bare_range(failure))
        .or_else(|| dice(failure))
        .or_else(|| search(failure))
        .or_else(|| foreign_sign(failure))
        .or_else(|| foreign_word(failure))
        .or_else(|| not_stored(failure))
        .or_else(|| kind_first(failure))
        .or_else(|| given_kind(failure))
        .or_else(|| wrong_name(failure))
        .or_else(|| unfinished(failure))
        .or_else(|| default_value(failure))
        .or_else(|| bracket(failure))
        .or_else(|| call_without_brackets(failure))
        .or_else(|| out_of_place(failure))
        .or_else(|| misspelt(failure))
        .or_else(|| no_statement(failure))
        .or_else(|| together(failure))
        .or_else(|| options::no_option(failure))
}

/// Texts that don't end, and braces in them.
fn in_text(failure: &Failure) -> Option<Slip> {
    let found = &failure.found;
    if let Some(open) = [Some(found), failure.before.last()].into_iter().flatten().find(|token| token.sort == Sort::OpenText) {
        return Some(failure.at(open, "this text is not closed").hint("write `\"` at its end"));
    }
    let last = failure.before.last()?;
    if last.sort != Sort::Text || found.range.start >= last.range.end {
        return None;
    }
    match failure.word() {
        "}" if lex::holes(failure.text, last).iter().any(|hole| hole.end == found.range.start) => failure.slip(
            format!("expected {}, found `}}`", failure.missing()),
            r"write the value before the `}`, or `\{` and `\}` for braces",
        ),
        "}" => failure.slip("this `}` closes nothing", r"write `{` before the value that it closes, or `\}` for a brace"),
        _ => failure.slip(failure.message(), r"write `{value}` for a value, `\{` for a brace"),
    }
}

/// `int in 1-9`
fn dashed_range(failure: &Failure) -> Option<Slip> {
    let [.., word, low, dash, high] = &*failure.before else { return None };
    let is_range =
        failure.slice(word) == "in" && (low.sort, high.sort) == (Sort::Number, Sort::Number) && failure.slice(dash) == "-";
    let range = format!("{}..{}", failure.slice(low), failure.slice(high));
    is_range.then(|| Slip::at(low.range.start..high.range.end, "a range is written with two dots").write(range))
}

/// `int 0..5` and `param laps: 0..5`, without `in` or `int in`.
fn bare_range(failure: &Failure) -> Option<Slip> {
    if failure.found.sort != Sort::Number && failure.word() != "-" {
        return None;
    }
    let is_range = || failure.behind().iter().take(2).any(|token| failure.slice(token) == "..");
    let (message, missing) = match failure.word_before() {
        "int" => ("the range of an `int` comes after `in`", "in"),
        _ if failure.wanted.ty() && is_range() => ("expected a type, found a range", "int in"),
        _ => return None,
    };
    let start = failure.found.range.start;
    let slip = failure.found(message).hint(format!("write `{missing}` before it"));
    Some(slip.replacing(start..start, format!("{missing} ")))
}

/// `roll(2d6)`
fn dice(failure: &Failure) -> Option<Slip> {
    let (count, sides) = failure.word().split_once('d').filter(|_| failure.found.sort == Sort::Number)?;
    let (_, sides) = (count.parse::<u16>().ok()?, sides.parse::<u16>().ok().filter(|sides| *sides > 0)?);
    let die = format!("d{sides}");
    let dice = if count == "1" { die.clone() } else { format!("{count} of {die}") };
    let is_rolled =
        matches!(&*failure.before, [.., roll, open] if [roll, open].map(|token| failure.slice(token)) == ["roll", "("]);
    let text = if is_rolled { dice } else { format!("roll({dice})") };
    let slip = failure.found(format!("`{}` is not in the language", failure.word()));
    Some(if failure.is_declared("dice", &die) {
        slip.write(text)
    } else {
        slip.hint(format!("write `{text}`, with a die such as `dice {die} = 1..{sides}`"))
    })
}

/// `param int laps`: the kind in the place of the name.
fn kind_first(failure: &Failure) -> Option<Slip> {
    let kind = failure.word_before();
    let is_kind =
        matches!(kind, "int" | "bool" | "text" | "space" | "number" | "string") || kind.starts_with(|c: char| c.is_uppercase());
    let is_name = failure.found.sort == Sort::Word && !RESERVED.contains(&failure.word());
    if !failure.wanted.has(":") || !is_name || !is_kind {
        return None;
    }
    let (name, start) = (failure.word(), failure.before.last()?.range.start);
    let turned = format!("{name}: {kind}");
    let slip = failure.slip(format!("expected `:`, found `{name}`"), format!("the name comes first: `{turned}`"))?;
    Some(slip.replacing(start..failure.found.range.end, turned))
}

/// `rule effort(p: player): int`
fn given_kind(failure: &Failure) -> Option<Slip> {
    let is_it =
        failure.part == Part::Item && (failure.word_before(), failure.word()) == (")", ":") && !failure.behind().is_empty();
    is_it.then(|| failure.found("the kind of the result comes after `->`").hint("write `->` instead of `:`").put(" ->"))
}

/// Phrases of other languages or of plain English: `1 to 6`, `by laps, way`, `draw a card from deck`.
fn phrase(failure: &Failure) -> Option<Slip> {
    let (before, word) = (failure.word_before(), failure.word());
    if word == "to" && failure.wanted.has("{") && failure.has_before("in") {
        let (low, high) = (failure.before.last()?, failure.next());
        let slip = Slip::at(low.range.start..high.range.end, failure.message());
        return match (low.sort, high.sort) {
            (Sort::Number, Sort::Number) => Some(slip.write(format!("{before}..{}", failure.slice(&high)))),
            _ => failure.slip(failure.message(), "a range is written with two dots: `…..…`"),
        };
    }
    if before == "," && failure.wanted.has("then") && failure.has_before("by") {
        return failure.slip(failure.message(), "write `, then` before what decides between equals");
    }
    if matches!(before, "a" | "an") && failure.wanted.has("from") {
        return failure.slip(failure.message(), "say how many: `draw 1 from deck to p.hand`");
    }
    let ended = failure.before.iter().rev().take(2).map(|token| failure.slice(token)).eq(["game", "end"]);
    if ended && failure.found.sort == Sort::Word {
        return failure.slip(failure.message(), "places are given by `finish(p)`; `end game` alone ends it");
    }
    if before == "-" && failure.part == Part::Item
        || word == "-" && failure.before.first().is_some_and(|t| failure.slice(t) == "game")
    {
        return failure.slip(failure.message(), "names have no `-`: write `_`");
    }
    None
}

/// A statement that stops before what its first word asks for: `move p.runner`, `count falls[p]`, `say p.tired`.
fn unfinished(failure: &Failure) -> Option<Slip> {
    let first = failure.before.first()?;
    let word = failure.slice(first);
    if failure.wanted.value() || failure.is_called(failure.word_before()) {
        return None;
    }
    let missing = |form: &'static str| {
        let is_missing = |part: &str| {
            if part.starts_with('"') {
                return failure.before.len() == 1;
            }
            !failure.has_before(part) && failure.wanted.has(part) && !matches!(part, "{" | "}")
        };
        let token = lex::tokens(form, 0..form.len()).find(|token| is_missing(&form[token.range.clone()]))?;
        Some((form, token))
    };
    let missing: Vec<(&str, Token)> = forms(word).filter_map(missing).collect();
    let (form, part) = missing.first()?;
    let wanted: Vec<String> = missing.iter().map(|(form, part)| shown(form, part)).collect();
    let slip = failure.found(format!("expected {}, found {}", wanted.join(" or "), shown(failure.text, &failure.found)));
    let value = failure.found.range.start..failure.end();
    let is_value = matches!(failure.found.sort, Sort::Word | Sort::Number) && !failure.text[value.clone()].contains('"');
    if part.sort == Sort::Text && is_value {
        let text = format!("\"{{{}}}\"", &failure.text[value.clone()]);
        return Some(Slip { range: value, ..slip }.write(text));
    }
    let typed = failure.text[first.range.start..failure.found.range.start].trim();
    let rest = &form[part.range.start..];
    if word == "draw" || typed.contains('\n') {
        return Some(slip.hint(format!("write `{form}`")));
    }
    let slip = slip.hint(format!("write `{typed} {rest}`"));
    let end = failure.before.last()?.range.end;
    Some(if rest.contains('…') { slip } else { slip.replacing(end..failure.found.range.start, format!(" {rest} ")) })
}

/// `goto turn`: a first word that nobody knows, before a second.
fn no_statement(failure: &Failure) -> Option<Slip> {
    let [first] = &*failure.before else { return None };
    let word = failure.slice(first);
    let is_foreign = failure.wanted.has("=") && failure.wanted.has("(") && !STATEMENTS.contains(&word);
    let is_second = matches!(failure.found.sort, Sort::Word | Sort::Number | Sort::Text);
    let hint = "a rule is called by `name(…)`, a value is set by `name = …`";
    let is_it = first.sort == Sort::Word && is_foreign && is_second;
    is_it.then(|| failure.at(first, format!("`{word}` begins no statement")).hint(hint))
}

/// `p.tired + 1`: something is worked out, but not stored.
fn not_stored(failure: &Failure) -> Option<Slip> {
    let sign = failure.word();
    let is_it =
        failure.part == Part::Statement && failure.wanted.has("=") && failure.wanted.has("(") && !failure.before.is_empty();
    match sign {
        "+" | "-" if is_it => {
            Some(failure.found(failure.message()).hint(format!("to store it, write `{sign}=`")).put(format!("{sign}=")))
        }
        "*" | "/" | "%" if is_it => Some(failure.found(failure.message()).hint("to store it, write `… = …`")),
        _ => None,
    }
}

/// Words of other languages, and words of this one that don't fit here.
fn foreign_word(failure: &Failure) -> Option<Slip> {
    let wanted = &failure.wanted;
    match failure.word() {
        "otherwise" if failure.has_before("by") => {
            failure.slip(failure.message(), "put brackets around it: `by (… otherwise …)`")
        }
        word if wanted.has("break") && wanted.has("fail") && failure.word_before() == "else" => failure.slip(
            format!("the `else` of a `let` must leave the block, but this is `{word}`"),
            "write `return`, `break`, `continue` or `fail \"…\"`",
        ),
        word @ ("elif" | "elsif" | "elseif" | "elsf") => {
            Some(failure.found(format!("`{word}` is not in the language")).write("else if"))
        }
        word @ ("is" | "to" | "becomes" | "equals") if failure.part == Part::Statement && wanted.has("=") => {
            Some(failure.found(format!("expected `=` to store a value, found `{word}`")).write("="))
        }
        word @ ("return" | "fail" | "break" | "continue" | "{") if wanted.value() && failure.word_before() == "otherwise" => {
            let last = failure.before.last()?;
            let behind = failure.behind();
            let slip = failure.at(last, "`otherwise` needs a value to take instead");
            if failure.slice(failure.first()) != "let" || failure.open_bracket().is_some() {
                return Some(slip.hint("to leave the rule instead, name the value: `let x = … else return`"));
            }
            let slip = slip.hint("to leave the rule instead, write `else return`");
            match (word, behind.first(), behind.last()) {
                ("{", Some(_), Some(end)) => {
                    let leave = failure.text[failure.found.range.end..end.range.end].trim();
                    let close = failure.after(end);
                    let is_jump = failure.slice(&close) == "}" && behind.iter().all(|token| failure.slice(token) != "=");
                    Some(if is_jump { slip.replacing(last.range.start..close.range.end, format!("else {leave}")) } else { slip })
                }
                ("{", ..) => Some(slip),
                _ => Some(slip.replacing(last.range.clone(), "else")),
            }
        }
        "return" if wanted.value() && (failure.word_before() == "=>" || failure.part == Part::Item) => {
            failure.slip("expected a value, found `return`", "write the value alone, or `{ return … }`")
        }
        "return" if wanted.value() => failure.slip("expected a value, found `return`", "write the value alone"),
        "of" if wanted.operator() && matches!(failure.word_before(), "number" | "amount" | "quantity") => {
            let slip = Slip::at(failure.before.last()?.range.start..failure.end(), failure.message());
            match &*failure.behind() {
                [only] => Some(slip.write(format!("size({})", failure.slice(only)))),
                _ => Some(slip.hint("write `size(…)`")),
            }
        }
        _ if wanted.operator()
            && matches!(failure.word_before(), "switch" | "select" | "case")
            && failure.found.sort == Sort::Word =>
        {
            let switch = failure.before.last()?;
            Some(failure.at(switch, format!("`{}` is not in the language", failure.slice(switch))).write("match"))
        }
        "in" | "}" if failure.part == Part::TestLine && failure.has_before("choosing") && wanted.has("in") => {
            failure.slip(failure.message(), "write the text of an option: `choosing \"…\"`, or `choosing at random`")
        }
        "if" if failure.part == Part::Option => {
            failure.slip("a condition goes around the option", "write `if … { \"label\" { … } }`")
        }
        "choose" if wanted.value() => failure.slip(
            "a `choose` can't be inside an expression",
            "write `let answer = choose …` before this line, and use `answer` here",
        ),
        _ if wanted.has("else")
            && wanted.operator()
            && failure.before.first().is_some_and(|first| failure.slice(first) == "check") =>
        {
            failure.slip(failure.message(), "write `else \"what is wrong\"` at its end")
        }
        _ if wanted.has("then") => failure.slip(
            format!("expected `then`, found {}", shown(failure.text, &failure.found)),
            "an `if` that gives a value is written `if … then … else …`",
        ),
        _ if wanted.has("else") && wanted.operator() && is_value_if(failure) => failure.slip(
            format!("expected `else`, found {}", shown(failure.text, &failure.found)),
            "an `if` that gives a value needs both: `if … then … else …`",
        ),
        _ => None,
    }
}

fn is_value_if(failure: &Failure) -> bool {
    let count = |word| failure.before.iter().filter(|token| failure.slice(token) == word).count();
    count("then") > count("else")
}

/// Words that can't be names.
fn wrong_name(failure: &Failure) -> Option<Slip> {
    let (wanted, word) = (&failure.wanted, failure.word());
    if failure.found.sort != Sort::Word {
        return None;
    }
    if wanted.name() && RESERVED.contains(&word) {
        return failure.slip(format!("`{word}` is a word of the language and can't be a name"), "choose another name");
    }
    let capital = word.starts_with(|c: char| c.is_uppercase());
    if !word.is_ascii() {
        return failure.slip(format!("`{word}` can't be a name"), "write names with the letters a to z, digits and `_`");
    }
    if wanted.name() && !wanted.kind() && capital {
        let hint = format!("names begin with a small letter: `{}`", small(word));
        return Some(failure.found(format!("expected a name, found `{word}`")).hint(hint).put(small(word)));
    }
    if wanted.kind() && !wanted.name() && !capital {
        let hint = format!("kinds begin with a capital: `{}`", kind_name(word));
        return Some(failure.found(format!("expected a kind, found `{word}`")).hint(hint).put(kind_name(word)));
    }
    None
}

/// Options among statements, and statements among declarations.
fn out_of_place(failure: &Failure) -> Option<Slip> {
    if failure.found.range.start != failure.start {
        return None;
    }
    match failure.part {
        Part::Statement | Part::TestLine
            if failure.found.sort == Sort::Text || matches!(failure.word(), "each" | "otherwise") =>
        {
            failure.slip("an option can only be in a `choose`", "write `choose … by … { … }` around it")
        }
        Part::Statement | Part::TestLine if failure.word() == "else" => {
            failure.slip("this `else` has no `if`", "write it after the `}` of the `if`")
        }
        Part::Item if failure.before.is_empty() && failure.word() == "{" => {
            failure.slip("this `{` begins a line, but belongs to a declaration", "write it at the end of the line above")
        }
        Part::Item if failure.found.sort == Sort::Word => {
            let word = failure.word();
            let rule = matches!(word, "function" | "def" | "fn" | "func" | "fun" | "procedure" | "sub");
            let slip = failure.found(format!("expected a declaration such as `rule`, `value` or `param`, found `{word}`"));
            let near = nearest(word, DECLARATIONS.iter().copied()).filter(|_| !STATEMENTS.contains(&word));
            Some(match near {
                _ if rule => slip.hint("write `rule name(…) { … }`, or `value` if it only works something out"),
                Some(near) => meant(slip, near),
                None => slip.hint("statements belong in a `rule`; perhaps there is a `}` too many above"),
            })
        }
        _ => None,
    }
}

/// Two things on one line, or two members of a list, with nothing between them: `"Rest" { … } "Run" { … }`, `enum Wax { soft hard }`.
fn together(failure: &Failure) -> Option<Slip> {
    let (found, word) = (&failure.found, failure.word());
    let start = found.range.start..found.range.start;
    let slip = || failure.found(failure.message());
    if failure.part == Part::Item && failure.wanted.end() && DECLARATIONS.contains(&word) {
        return Some(slip().hint("begin a new line").replacing(start, "\n"));
    }
    let follows = failure.wanted.end() && !matches!(failure.part, Part::Item | Part::Field);
    let stores = || failure.behind().iter().any(|token| matches!(failure.slice(token), "=" | "+=" | "-="));
    if word == "," && failure.wanted.end() && failure.part != Part::Item && (failure.word_before() == "}" || stores()) {
        return Some(match failure.slice(failure.first()) {
            first @ ("let" | "var") if failure.word_before() != "}" => slip().write(format!("; {first}")),
            _ => slip().write(";"),
        });
    }
    let next = failure.next();
    let is_else = follows && failure.word_before() == "}" && failure.wanted.has("else");
    if is_else && matches!(failure.slice(&next), "{" | "if") && found.sort == Sort::Word && word != "else" {
        let is_other = word == "otherwise" && failure.part != Part::Option;
        if is_other || nearest(word, ["else"]).is_some() {
            return Some(meant(slip(), "else"));
        }
    }
    if follows && matches!(word, "if" | "for" | "while" | "repeat") && failure.word_before() != "}" {
        let behind = failure.behind();
        let is_open = failure.slice(&lex::token(failure.text, failure.end())) == "{";
        if !is_open && behind.iter().any(|token| failure.slice(token) == "else") {
            return Some(slip().hint("an `if` that gives a value is written `if … then … else …`"));
        }
        if !is_open {
            let head = &failure.text[found.range.start..failure.end()];
            let first = failure.first().range.start;
            let text = format!("{head} {{ {} }}", failure.between(first, found.range.start));
            let slip = slip().hint(format!("put it before: `{word} … {{ … }}`"));
            return Some(if behind.is_empty() { slip } else { slip.replacing(first..failure.end(), text) });
        }
    }
    let begins = match failure.word_before() {
        "}" if word == "else" => failure.part == Part::Arm,
        "}" => {
            matches!(found.sort, Sort::Word | Sort::Text) && !matches!(word, "where" | "by" | "in" | "then" | "and" | "or" | "is")
        }
        _ if STATEMENTS.contains(&word) && word != "else" => true,
        _ if failure.part == Part::Field => failure.slice(&failure.next()) == ":",
        _ => found.sort == Sort::Word && stores(),
    };
    if failure.wanted.end() && found.sort != Sort::End && begins && failure.part != Part::Item {
        let (sign, name) = if failure.part == Part::Field { (", ", ",") } else { ("; ", ";") };
        return Some(slip().hint(format!("write `{name}` before it, or begin a new line")).replacing(start, sign));
    }
    let is_member = matches!(found.sort, Sort::Word | Sort::Text | Sort::Number);
    let ends = !failure.wanted.operator() || RESERVED.contains(&word);
    (failure.wanted.has(",") && is_member && ends).then(|| slip().hint("write `,` before it").replacing(start, ", "))
}

/// A first word that is almost one of the language.
fn misspelt(failure: &Failure) -> Option<Slip> {
    let [first] = failure.before.as_slice() else { return None };
    let word = failure.slice(first);
    if first.sort != Sort::Word || failure.part == Part::Field || failure.part == Part::Item {
        return None;
    }
    let small = word.to_lowercase();
    if failure.found.sort == Sort::End && failure.wanted.has("+=") {
        let hint = format!("write `{word}(…)` to call a rule, `{word} = …` to set a value");
        return Some(failure.at(first, format!("`{word}` alone does nothing")).hint(hint));
    }
    let near = if STATEMENTS.contains(&&*small) { Some(&*small) } else { nearest(word, STATEMENTS.iter().copied()) };
    let near = near.filter(|near| *near != word && failure.wanted.has("+="))?;
    Some(meant(failure.at(first, format!("`{word}` begins no statement")), near))
}

/// Hints at the word that was probably meant.
fn meant(slip: Slip, near: &str) -> Slip {
    slip.hint(format!("did you mean `{near}`?")).put(near)
}

/// A token as a message names it.
pub(super) fn shown(text: &str, token: &Token) -> String {
    match token.sort {
        Sort::End if text[token.range.start..].trim_ascii().is_empty() => "the end of the text".into(),
        Sort::End => "the end of the line".into(),
        Sort::Text | Sort::OpenText => "a text".into(),
        _ => format!("`{}`", &text[token.range.clone()]),
    }
}

fn small(word: &str) -> String {
    let mut small = String::new();
    for (n, c) in word.chars().enumerate() {
        if c.is_uppercase() && n > 0 && !small.ends_with('_') {
            small.push('_');
        }
        small.extend(c.to_lowercase());
    }
    small
}

/// The name as that of a kind: with capitals, and without `_`.
pub(crate) fn kind_name(word: &str) -> String {
    let parts = word.split('_').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let mut letters = part.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect::<String>()
        })
        .collect()
}
