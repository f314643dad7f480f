//! Names of the rules, as people read them.

use interpreter::ir::fold::Fold;
use interpreter::ir::{Key, Type};
pub use interpreter::show::{capital, has_words};

/// Between places of a way.
pub const ARROW: &str = " → ";

/// The most places of a way that are all told.
const MOST_STOPS: usize = 4;

/// Returns documentation without its citations: `[SK-31] Move on.` becomes `Move on.`
pub fn without_citations(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        plain.push_str(before);
        match from.find(']').filter(|close| is_citation(&from[1..*close])) {
            Some(close) => {
                rest = &from[close + 1..];
                if rest.starts_with(['.', ',', ';']) {
                    plain.truncate(plain.trim_end().len());
                }
            }
            None => {
                plain.push('[');
                rest = &from[1..];
            }
        }
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a message without the marks around ids and code, which are for the terminal.
pub fn without_ticks(message: &str) -> String {
    message.replace('`', "")
}

/// Returns a message for people: with what spaces are called instead of their ids in quotes, and without marks around code.
pub fn with_names(message: &str, called: impl Fn(&str) -> Option<String>) -> String {
    let (mut said, mut rest) = (String::new(), message);
    while let Some(open) = rest.find(['`', '"']) {
        let quote = &rest[open..=open];
        let Some(close) = rest[open + 1..].find(quote).map(|length| open + 1 + length) else { break };
        said.push_str(&rest[..open]);
        said.push_str(called(&rest[open + 1..close]).as_deref().unwrap_or(&rest[open..=close]));
        rest = &rest[close + 1..];
    }
    without_ticks(&(said + rest))
}

/// Whether the text looks like `SK-31` or `SK-R2`: letters, a dash, then a number that may have a letter before it.
fn is_citation(text: &str) -> bool {
    let Some((document, number)) = text.split_once('-') else { return false };
    let capitals = !document.is_empty() && document.bytes().all(|b| b.is_ascii_uppercase());
    let number = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
    capitals && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// Turns a name of the rules into a title: `free_ride` becomes `Free ride`.
pub fn titled(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// Begins words with a capital letter, unless they begin with an id.
pub fn sentence(words: &str) -> String {
    let is_id =
        words.split_whitespace().next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit() || "_-`".contains(c)));
    if is_id { words.to_owned() } else { capital(words) }
}

/// A line of the log, or a way over the board, for people: it begins with a capital letter, and repeats neither who chose nor what it leads
/// over. `Ann: Ann's bike` becomes `Ann: bike`, and `frog: tile 5 → tile 6` becomes `Frog: tile 5 → 6`. Of a long way only the first and the last place are told.
pub fn log_line(line: &str) -> String {
    let own = line.split_once(": ").and_then(|(name, rest)| Some((name, rest.strip_prefix(name)?.strip_prefix("'s ")?)));
    let line = own.map_or(line.to_owned(), |(name, rest)| format!("{name}: {rest}"));
    let parts: Vec<&str> = line.split(ARROW).collect();
    let mut before = parts[0];
    let mut said = capital(before);
    let skipped = if parts.len() > MOST_STOPS { parts.len() - 2 } else { 0 };
    if skipped > 0 {
        said.push_str(ARROW);
        said.push('…');
    }
    for part in parts.into_iter().skip(1 + skipped) {
        let same = numbered(before).zip(numbered(part)).filter(|((was, _), (now, _))| {
            let rest = before[..*was].strip_suffix(&part[..*now]);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
        });
        said.push_str(ARROW);
        said.push_str(same.map_or(part, |(_, (_, number))| number));
        before = part;
    }
    said
}

/// Where the number behind some words begins, and the number: of `tile 5`.
fn numbered(words: &str) -> Option<(usize, &str)> {
    let (words, number) = words.rsplit_once(' ')?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((words.len(), number))
}

/// Turns a value of the rules into text for people: `[a, b]` becomes `a, b`, `[]` becomes `none`, `leaf_colour` becomes `leaf colour`.
pub fn plain(value: &str) -> String {
    let value = value.trim();
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(value).trim();
    match inner {
        "" => "none".to_owned(),
        inner => inner.replace(['[', ']'], "").replace('_', " "),
    }
}

/// Text for XML and HTML: special characters are escaped, and those not allowed are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns what people call the keys of a table; `None` if they don't know them by name.
pub fn key_names(fold: &Fold<'_>, key: &Key) -> Option<Vec<String>> {
    let (low, count) = fold.dimension(key)?;
    let name = |n: usize| match key {
        Key::Each(Type::Enum(e)) => fold.ir.enums[e.index()].cases.get(n).map(|case| case.name.replace('_', " ")),
        Key::Each(Type::Player) => Some((n + 1).to_string()),
        Key::Each(_) => None,
        Key::Range(..) => Some((low + n as i32).to_string()),
    };
    (0..count).map(name).collect()
}
