//! Splits a file into words, signs, numbers and texts, well enough to colour them. Half-written texts have tokens, too.

use std::ops::Range;

use interpreter::syntax::RESERVED;
use interpreter::syntax::lex::{self, Sort};

use super::{Language, is_word, words};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word of the language.
    Keyword,
    /// A name where it is declared: `laps` in `param laps`.
    Declared,
    /// The name of a value, in lower case.
    Name,
    /// A name after a dot; in data, the name of a field.
    Member,
    /// A rule or function that is called.
    Call,
    /// A name with a capital: an enum, a kind.
    Capital,
    Number,
    Text,
    Comment,
    /// A `///` line, which the rulebook prints.
    Docs,
    Sign,
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// Returns all tokens of a text in order. Blanks and line ends lie between them.
pub fn tokens(language: Language, text: &str) -> Vec<Token> {
    let mut found = Found { text, tokens: vec![] };
    match language {
        Language::Rules => found.rules(),
        Language::Ron => found.ron(),
    }
    found.tokens
}

struct Found<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl Found<'_> {
    fn add(&mut self, kind: Kind, range: Range<usize>) {
        if !range.is_empty() {
            self.tokens.push(Token { kind, range });
        }
    }

    /// Braces in a text hold expressions, which have tokens of their own. Texts inside the braces are not split again.
    fn rules(&mut self) {
        for token in lex::tokens(self.text, 0..self.text.len()) {
            if !matches!(token.sort, Sort::Text | Sort::OpenText) {
                self.rules_token(token);
                continue;
            }
            let mut start = token.range.start;
            for hole in lex::holes(self.text, &token) {
                self.add(Kind::Text, start..hole.start);
                start = hole.end;
                for inner in lex::tokens(&self.text[..hole.end], hole) {
                    self.rules_token(inner);
                }
            }
            self.add(Kind::Text, start..token.range.end);
        }
    }

    fn rules_token(&mut self, token: lex::Token) {
        let kind = match token.sort {
            Sort::Word => {
                let (word, behind) = (&self.text[token.range.clone()], self.text[token.range.end..].trim_start_matches(' '));
                let before = self.tokens.last().map_or("", |token| &self.text[token.range.clone()]);
                if before == "." { Kind::Member } else { rules_word(before, word, behind) }
            }
            Sort::Number => Kind::Number,
            Sort::Text | Sort::OpenText => Kind::Text,
            Sort::Sign | Sort::End => Kind::Sign,
            Sort::Comment => Kind::Comment,
            Sort::Docs => Kind::Docs,
        };
        self.add(kind, token.range);
    }

    fn ron(&mut self) {
        let mut at = 0;
        while let Some(first) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            let (kind, len) = match first {
                c if c.is_whitespace() => {
                    at += c.len_utf8();
                    continue;
                }
                '/' if rest.starts_with("//") => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
                '/' if rest.starts_with("/*") => (Kind::Comment, block_end(rest)),
                '"' => (Kind::Text, quoted_end(rest)),
                'r' if let Some(len) = raw_end(rest) => (Kind::Text, len),
                '0'..='9' => (Kind::Number, number_end(rest)),
                c if is_word(c) => {
                    let len = word_end(rest);
                    (ron_word(&rest[..len], rest[len..].trim_start_matches(' ')), len)
                }
                c => (Kind::Sign, c.len_utf8()),
            };
            self.add(kind, at..at + len);
            at += len;
        }
    }
}

fn rules_word(before: &str, word: &str, behind: &str) -> Kind {
    if word.starts_with(char::is_uppercase) {
        return Kind::Capital;
    }
    if RESERVED.contains(&word) {
        return Kind::Keyword;
    }
    if words::DECLARING.contains(&before) && !behind.starts_with('{') {
        return Kind::Declared;
    }
    // Most words of the language are keywords only in certain places. Where a name must stand, they are names.
    let is_named = behind.starts_with([':', '.', '[']) || behind.starts_with('=') && !behind.starts_with("==");
    if behind.starts_with(':') && matches!(before, "{" | "(" | ",") {
        return Kind::Declared;
    }
    if words::help(word).is_some() && !is_named && !behind.starts_with('(') && !words::is_built_in(word) {
        return Kind::Keyword;
    }
    if behind.starts_with('(') { Kind::Call } else { Kind::Name }
}

fn ron_word(word: &str, behind: &str) -> Kind {
    match word {
        "true" | "false" | "None" | "Some" => Kind::Keyword,
        _ if behind.starts_with(':') => Kind::Member,
        _ if behind.starts_with('(') || word.starts_with(char::is_uppercase) => Kind::Capital,
        _ => Kind::Name,
    }
}

fn word_end(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

/// `0.5` is one number.
fn number_end(rest: &str) -> usize {
    let len = word_end(rest);
    match rest[len..].strip_prefix('.') {
        Some(part) if part.starts_with(|c: char| c.is_ascii_digit()) => len + 1 + word_end(part),
        _ => len,
    }
}

/// Returns the length of the quoted text at the start of `rest`. Without a closing quote it goes on to the end.
fn quoted_end(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// `r"…"`, `r#"…"#`.
fn raw_end(rest: &str) -> Option<usize> {
    let hashes = rest[1..].bytes().take_while(|b| *b == b'#').count();
    let open = 1 + hashes;
    rest[open..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(rest[open + 1..].find(&close).map_or(rest.len(), |at| open + 1 + at + close.len()))
}

/// Returns the length of a block comment. Block comments may be nested.
fn block_end(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(found) = rest[at..].find(['/', '*']) {
        at += found;
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += 1;
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}
